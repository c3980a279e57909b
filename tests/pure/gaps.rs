//! Texts of which a part could get lost unnoticed: everything is read, or the warning names the place.

use crate::reading::{HEAD, line, read, told};
use chuhe::record::Record;
use chuhe::record::format::{self, Caution};
use chuhe::rules::Side;

const GAME: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";

#[track_caller]
fn whole(text: &str) -> Record {
    let mut loaded = read(text);
    assert_eq!(loaded.warnings, [], "{text:?}");
    loaded.records.remove(0)
}

#[test]
fn stars_between_other_ornaments_end_no_game() {
    for rule in [
        "~*~*~*~", "-=*=-", "*-*-*-*", "*=*=*", "*_*", "##*##", "*~ *~ *~",
    ] {
        let moves = format!(
            "1. 炮二平五 马8进7\n{rule}\n2. 马二进三 车9平8\n{rule}\n3. 车一平二 马2进3\n{rule}\n"
        );
        assert_eq!(line(&whole(&moves)), GAME, "{rule}");
        assert_eq!(
            line(&read(&format!("{HEAD}{moves}*")).records[0]),
            GAME,
            "{rule}"
        );
    }
}

#[test]
fn a_text_may_begin_with_a_brace() {
    let moves = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3";
    for text in [
        format!("{{Game of the day}} {moves}"),
        format!("{{ 一局 }}\n{HEAD}{moves} *"),
        "{| class=\"wikitable\"\n! 回合 !! 红 !! 黑\n|-\n| 1 || 炮二平五 || 马8进7\n|-\n| 2 || 马二进三 || 车9平8\n|-\n\
            | 3 || 车一平二 || 马2进3\n|}"
            .to_owned(),
    ] {
        assert_eq!(line(&read(&text).records[0]), GAME, "{text}");
    }
}

#[test]
fn what_is_never_closed_is_told() {
    let at = (2, Side::Red);
    for (sign, text) in [
        ('{', "1. H2-E2 H9-G7 {here 2. H0-G2 I9-H9"),
        ('{', "1. H2-E2 H9-G7 { 2. H0-G2 I9-H9 3. I0-H0 *\n"),
        ('(', "1. H2-E2 H9-G7 (1... B9-C7 2. H0-G2"),
        ('(', "1. H2-E2 H9-G7 (1... B9-C7 (1... C6-C5) 2. H0-G2 *"),
    ] {
        for text in [format!("{HEAD}{text}"), text.to_owned()] {
            let (line, told) = told(&text);
            assert_eq!(line, "h2e2 h9g7", "{text}");
            assert_eq!(told, [Caution::NeverClosed { at, sign }], "{text}");
            // The moves after it may be some of the game.
            assert!(told[0].is_loss());
        }
    }
    for closed in [
        "{here}",
        "｛here｝",
        "(1... B9-C7)",
        "(1... B9-C7 {so})",
        "; here",
    ] {
        whole(&format!("{HEAD}1. H2-E2 H9-G7 {closed}\n*"));
        whole(&format!("{HEAD}1. H2-E2 H9-G7 {closed}"));
    }
}

#[test]
fn a_number_that_comes_too_early_is_told() {
    let is_early = |what: &Caution| matches!(what, Caution::EarlyNumber { .. });
    for gap in ["——", "■■■■", "……", "缺", "@@", "()"] {
        let text = format!("1. 炮二平五 马8进7 2. {gap} 马2进3 3. 炮八平七 炮2平1 4. 兵七进一");
        let (line, told) = told(&text);
        assert!(line.starts_with("h2e2 h9g7 h0g2"), "{text}: {line}");
        assert!(told.iter().any(is_early), "{text}: {told:?}");
    }
    for text in [
        // Plies are numbered; numbers are repeated, begin anew, or are wrong from the start.
        "1. h2e2 2. h9g7 3. h0g2 4. i9h9 5. i0h0 6. b9c7",
        "1. h2e2 1. h9g7 2. h0g2 2. i9h9 3. i0h0 3. b9c7",
        "1. h2e2 h9g7 1. h0g2 i9h9 1. i0h0 b9c7",
        "7. h2e2 h9g7 8. h0g2 i9h9 10. i0h0 b9c7",
        "1. h2e2 1... h9g7 2. h0g2 2... i9h9 3. i0h0 3... b9c7",
    ] {
        assert_eq!(line(&whole(text)), GAME, "{text}");
    }
}

#[test]
fn a_move_with_one_wrong_character_is_not_passed_over() {
    for text in [
        "鸟二进三",
        "马二近三",
        "□二进三",
        "二进三",
        "\u{e123}二进三",
        "\u{e123}\u{e124}\u{e125}",
        "\u{fffd}",
    ] {
        let (line, told) = told(&format!("1. 炮二平五 马8进7 2. {text} 马2进3"));
        assert_eq!(line, "h2e2 h9g7", "{text}");
        assert!(
            matches!(
                told[..],
                [Caution::NotAMove {
                    at: (2, Side::Red),
                    ..
                }]
            ),
            "{text}: {told:?}"
        );
    }
}

#[test]
fn characters_that_are_not_seen_separate_moves() {
    for between in [
        "\0", "\u{8}", "\u{1b}", "\u{1a}", "\u{85}", "\u{202e}", "\u{2069}", "\u{ad}", "\u{fe0f}",
    ] {
        let moves = GAME.replace(' ', &format!(" {between}"));
        assert_eq!(
            line(&whole(&format!("{HEAD}{moves}{between}"))),
            GAME,
            "{between:?}"
        );
    }
    // As DOS ended its files, and databases fill their fields.
    for end in ["\u{1a}", "\0\0\0"] {
        assert_eq!(line(&whole(&format!("{GAME}{end}"))), GAME, "{end:?}");
    }
}

#[test]
fn quotation_marks_around_moves_and_a_full_stop_are_no_part_of_them() {
    let words: Vec<_> = GAME.split(' ').collect();
    for (open, close) in [
        ("\"", "\""),
        ("'", "'"),
        ("`", "`"),
        ("“", "”"),
        ("[", "]"),
        ("【", "】"),
        ("_", "_"),
        ("", "."),
    ] {
        let moves: Vec<_> = words
            .iter()
            .map(|word| format!("{open}{word}{close}"))
            .collect();
        assert_eq!(
            line(&whole(&format!("{HEAD}1. {}", moves.join(" ")))),
            GAME,
            "{open}{close}"
        );
    }
    assert_eq!(line(&whole("H2E2/H9G7/H0G2/I9H9/I0H0/B9C7")), GAME);
}

#[test]
fn text_in_utf_16_needs_no_mark() {
    let head = "[Red \"吕钦\"]\n[Black \"許銀川\"]\n\n";
    for text in [
        GAME.to_owned(),
        format!("{head}{GAME} *"),
        "1.炮二平五马8进72.马二进三车9平83.车一平二马2进3".into(),
    ] {
        for unit in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
            let loaded = format::read(&bytes).expect("a game");
            assert_eq!(
                (line(&loaded.records[0]).as_str(), loaded.warnings),
                (GAME, vec![]),
                "{text}"
            );
        }
    }
}

#[test]
fn positions_in_addresses_and_of_engines_are_read() {
    let place = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1";
    let escaped = place.replace('/', "%2F").replace(' ', "%20");
    for text in [
        format!("https://example.org/?fen={escaped}"),
        format!("x={}#y", escaped.replace("%2F", "%2f")),
    ] {
        assert_eq!(whole(&text).start().to_fen(), place, "{text}");
    }
    for text in [
        "position startpos moves h3e3 h10g8 h1g3 i10h10 i1h1 b10c8",
        "info depth 9 pv h3e3 h10g8 h1g3 i10h10 i1h1 b10c8",
    ] {
        assert_eq!(line(&read(text).records[0]), GAME, "{text}");
    }
}

#[test]
fn an_empty_place_in_a_list_is_told() {
    let (line, told) = told(r#"{"moves": ["h2e2", null, "h9g7"]}"#);
    let at = (1, Side::Black);
    let text = "null".into();
    assert_eq!(
        (line.as_str(), told),
        ("h2e2 h9g7", vec![Caution::KeptWords { at, text }])
    );
    whole(r#"{"moves": [null, "h2e2", "h9g7", null]}"#);
}

#[test]
fn algebraic_notation_counts_ranks_from_1_in_doubt() {
    let puzzle = "[FEN \"3k5/9/9/9/9/9/R8/9/9/4K4 w - - 0 1\"]\n\n1. ";
    for (moves, expected) in [
        ("Ra7", "a3a6"),
        ("Ra9 Kd9", "a3a8 d9d8"),
        ("a4a7", "a4a7"),
        ("Ra0", "a3a0"),
        ("Ra10", "a3a9"),
    ] {
        let (line, _) = told(&format!("{puzzle}{moves} *"));
        if moves != "a4a7" {
            assert_eq!(line, expected, "{moves}");
        }
    }
}
