//! Several games in one text, with little or nothing between them.

use crate::reading::{HEAD, line, read, told};
use chuhe::record::Tags;
use chuhe::record::format::Caution;
use chuhe::rules::{Outcome, Side};

/// The games of a text, all of which is read: their lines.
#[track_caller]
fn games(text: &str) -> Vec<String> {
    let loaded = read(text);
    assert_eq!(loaded.warnings, [], "{text:?}");
    loaded.records.iter().map(line).collect()
}

/// A block as PlayOK writes it.
fn block(red: &str, result: &str, moves: &str, end: &str) -> String {
    format!(
        "FORMAT  WXF\nRED     {red} ; 1137 ;;\nBLACK   b ; ;;\nRESULT  {result}\nDATE    2026-09-03 16:20:58\n\
            EVENT   Game ; 10m+0s\nSTART{{\n{moves}{end}\n"
    )
}

#[test]
fn each_block_of_playok_is_a_game() {
    let first = " 1. C8.5 c2.5   2. H8+7";
    let second = " 1. C2.5 h8+7   2. H2+3";
    for end in [" }END", "\n}END", ""] {
        for between in ["", "\n", "\n\n"] {
            let one = block("a", "0-1", first, end);
            let other = block("c", "1-0", second, end);
            let text = format!("{one}{between}{other}{between}{one}");
            for text in [text.replace('\n', "\r\n"), text.replace('\n', "\n> "), text] {
                let loaded = read(&text);
                assert_eq!(loaded.warnings, [], "{text:?}");
                let told = loaded.records.iter().map(|record| {
                    let red = record.tags.get(Tags::RED).unwrap_or_default();
                    let score = record.outcome.map_or("*", Outcome::score);
                    format!("{red} {} {score}", line(record))
                });
                let (one, other) = ("a b2e2 b7e7 b0c2 0-1", "c h2e2 h9g7 h0g2 1-0");
                assert_eq!(told.collect::<Vec<_>>(), [one, other, one], "{text:?}");
            }
        }
    }
    // A block without a move that can be played is told.
    let bad = block("c", "1-0", " 1. C2.5 x 2. C9", "\n}END").replace("C2.5", "C3.5");
    let text = format!("{}{bad}", block("a", "0-1", first, "\n}END"));
    let loaded = read(&text);
    assert_eq!(loaded.records.len(), 1);
    let what = &loaded.warnings[0].what;
    assert!(
        matches!(what, Caution::LostGame { number: 2, .. }),
        "{what:?}"
    );
    assert_eq!(
        games(&block("a", "0-1", first, " }END")),
        ["b2e2 b7e7 b0c2"]
    );
}

#[test]
fn numbers_that_begin_again_begin_a_game_where_the_last_cannot_go_on() {
    for (first, second) in [
        // The first move cannot be played, or only those after it cannot.
        (
            "1. 炮二平五 马8进7\n2. 马二进三 车9平8",
            "1. 炮二平五 炮8平5\n2. 马二进三 马8进7",
        ),
        (
            "1. 炮二平五 马8进7\n2. 马二进三 车9平8",
            "1. 兵七进一 卒7进1\n2. 马二进三 马8进7",
        ),
        (
            "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
            "1. H2-E2 B9-C7 2. H0-G2 A9-B9",
        ),
        ("1. C2=5 H8+7 2. H2+3 R9=8", "1. P7+1 P7+1 2. H2+3 H8+7"),
        (
            "1. Pháo 2 bình 5 Mã 8 tấn 7 2. Mã 2 tấn 3",
            "1. Pháo 2 bình 5 Pháo 8 bình 5",
        ),
        // The number is one of Red's, not of Black's.
        ("1. C2=5 H8+7 2. H2+3", "1. C2=5 P7+1 2. P7+1 P3+1"),
        (
            "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8",
            "第1回合 炮二平五 马2进3",
        ),
    ] {
        let alone = [games(first), games(second)].concat();
        assert_eq!(alone.len(), 2);
        for between in ["\n", "\n\n", "\n\n\n", "\r\n", "\n> "] {
            let text = format!("{first}{between}{second}");
            assert_eq!(games(&text), alone, "{text:?}");
            let text = format!("{text}{between}{first}");
            let all = [&alone[..], &alone[..1]].concat();
            assert_eq!(games(&text), all, "{text:?}");
        }
        if second.starts_with("1.") {
            assert_eq!(games(&format!("{first} {second}")), alone, "{second}");
        }
    }
    // A head that is not repeated belongs to the game below it.
    let text = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n\n红方: 甲\n黑方: 乙\n1. 炮二平五 炮8平5";
    let loaded = read(text);
    let reds = loaded
        .records
        .iter()
        .map(|record| record.tags.get(Tags::RED));
    assert_eq!(reds.collect::<Vec<_>>(), [None, Some("甲")]);
    // What is wrong further down is told of its own game.
    let loaded =
        read("1. 炮二平五 马8进7\n2. 马二进三 车9平8\n1. 炮二平五 炮8平5\n2. 马二进九 马8进7");
    assert_eq!(loaded.records.len(), 2);
    let told = loaded
        .warnings
        .iter()
        .map(|warning| (warning.game, warning.what.is_loss()));
    assert_eq!(told.collect::<Vec<_>>(), [(1, true)]);
}

#[test]
fn a_game_after_which_nothing_is_missing_is_apart_from_one_on_other_lines() {
    let first = "1. 炮二平五 马8进7\n2. 马二进三 车9平8";
    let alone = games(first);
    // All of it could be played, but stands apart.
    let second = "1. 兵七进一 卒7进1";
    assert_eq!(
        games(&format!("{first}\n\n{second}")),
        [alone.concat(), "c3c4 g6g5".into()]
    );
}

#[test]
fn numbers_that_begin_again_where_the_game_can_go_on_are_told() {
    let at = (3, Side::Red);
    for (text, moves) in [
        (
            "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n1. 兵七进一 卒7进1",
            "c3c4 g6g5",
        ),
        ("1. H2-E2 H9-G7 2. H0-G2 I9-H9 1. C3-C4 G6-G5", "c3c4 g6g5"),
    ] {
        for head in ["", HEAD] {
            let text = format!("{head}{text}");
            let (line, told) = told(&text);
            assert_eq!(line, format!("h2e2 h9g7 h0g2 i9h9 {moves}"), "{text}");
            assert_eq!(told, [Caution::NumberedAnew { at }], "{text}");
        }
    }
    // Nothing is read on in silence in PGN, nor from a start of its own.
    for head in [
        HEAD,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n",
    ] {
        let text = format!("{head}1. H2-E2 H9-G7 2. H0-G2 I9-H9\n\n1. H2-E2 B9-C7");
        let (line, told) = told(&text);
        assert_eq!(line, "h2e2 h9g7 h0g2 i9h9", "{text}");
        assert!(told.iter().any(Caution::is_loss), "{text}: {told:?}");
    }
}

#[test]
fn numbers_that_begin_again_within_a_game_begin_no_other() {
    let game = "1. 炮二平五 马8进7\n2. 马二进三 车9平8";
    for (text, moves) in [
        // A comment quotes a line, and the game goes on.
        (
            format!("{game}\n\n另有一变：\n1. 炮二平五 炮8平5\n\n3. 车一平二"),
            "i0h0",
        ),
        (
            format!("{game}\n\n1. 炮二平五 炮8平5\n\n3. 车一平二"),
            "i0h0",
        ),
        // A comment ends with a line that could be the game's.
        (format!("{game}\n\n另有一变：\n1. 兵七进一 卒7进1"), ""),
        // A variation, or a comment, on lines of its own.
        (
            format!("{game}\n(\n1. 炮二平五 炮8平5\n2. 马二进三 马8进7\n)\n3. 车一平二"),
            "i0h0",
        ),
        (
            format!("{game} {{\n1. 炮二平五 炮8平5\n2. 马二进三 马8进7\n}}\n3. 车一平二"),
            "i0h0",
        ),
    ] {
        let loaded = read(&text);
        let expected = format!("h2e2 h9g7 h0g2 i9h9 {moves}");
        assert_eq!(loaded.records.len(), 1, "{text}");
        assert_eq!(line(&loaded.records[0]), expected.trim(), "{text}");
    }
    // Each ply has the number of its round, or every round the first.
    for text in [
        "1. C2=5\n1. H8+7\n2. H2+3\n2. R9=8",
        "1. C2=5 H8+7\n1. H2+3 R9=8",
        "C2=5 H8+7\n1. H2+3 R9=8",
    ] {
        assert_eq!(games(text), ["h2e2 h9g7 h0g2 i9h9"], "{text}");
    }
    // Nothing says that an impossible move is another game's.
    let (line, told) = told("1. C2=5 H8+7\n2. H2+3 R9=8\n1. C2=9 H8+7");
    assert_eq!(line, "h2e2 h9g7 h0g2 i9h9");
    assert!(told.iter().any(Caution::is_loss), "{told:?}");
}

#[test]
fn a_flood_of_numbers_that_begin_again_takes_no_time() {
    let lines = "1. C2=5 H8+7\n2. H2+3 R9=8\n";
    assert_eq!(games(&lines.repeat(2_000)).len(), 2_000);
    let doubtful = "1. R9+1 R9+1 2. R9-1 R9-1\n".repeat(5_000);
    assert_eq!(read(&doubtful).records.len(), 1);
    let wrong = "1. C2=5 H8+7 {".repeat(5_000);
    assert_eq!(read(&wrong).records.len(), 1);
}
