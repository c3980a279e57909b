//! DhtmlXQ: invented games, read from pages and files as found in practice, and round trips.

use crate::common::told;
use crate::dice::Dice;
use chuhe::record::format::{self, Caution, Format, InPlace, Loaded, Loss, ReadError, Target};
use chuhe::record::{NodeId, Record, Tags};
use chuhe::rules::{Outcome, Rulebook, Setup, Side, WinReason};
use encoding_rs::GB18030;
use proptest::prelude::*;

const START: &str = "0919293949596979891777062646668600102030405060708012720323436383";
/// Red's chariot on f0 shields the general from the one on i0.
const PINNED: &str = "3k5/9/9/9/9/9/9/9/9/4KR2r w - - 0 1";

fn read(text: &str) -> Loaded {
    assert_eq!(Format::detect(text.as_bytes()), Some(Format::DhtmlXq));
    format::read(text.as_bytes()).expect("a game")
}

/// The only game, read without warnings.
fn one(text: &str) -> Record {
    let mut loaded = read(text);
    assert_eq!(
        (loaded.warnings.as_slice(), loaded.records.len()),
        (&[][..], 1)
    );
    loaded.records.remove(0)
}

/// Moves in the format's digits: `h2e2` is 7747.
fn digits(moves: &str) -> String {
    let pair = |point: &[u8]| format!("{}{}", point[0] - b'a', b'9' - point[1]);
    let words = moves.split_whitespace();
    words
        .flat_map(|mv| mv.as_bytes().chunks(2).map(pair))
        .collect()
}

fn tag(name: &str, value: &str) -> String {
    format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]")
}

fn words(line: impl Iterator<Item = NodeId>, record: &Record) -> String {
    let played = line.filter_map(|id| record.node(id).played());
    let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
    moves.join(" ")
}

/// The main line.
fn main_line(record: &Record) -> String {
    words(record.main_line(), record)
}

/// Every line from the start to its end.
fn all_lines(record: &Record) -> Vec<String> {
    let ends = record
        .walk()
        .filter(|id| record.node(*id).children().is_empty());
    ends.map(|end| words(record.line_to(end).into_iter(), record))
        .collect()
}

/// The comment after these moves.
fn said(record: &Record, moves: &str) -> String {
    let mut at = record.root();
    for mv in moves.split_whitespace() {
        at = record
            .child(at, mv.parse().expect("a move"))
            .expect("played");
    }
    record.node(at).notes().comment.clone()
}

#[test]
fn a_game_in_an_old_page_is_read() {
    let page = "<HTML><body>注释 &copy; [1]<div style='display:none'>[DhtmlXQHTML]\r\n\
        [DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver][DhtmlXQ_title]甲 &amp; 乙[/DhtmlXQ_event]\
        [DhtmlXQ_red] 甲 [/DhtmlXQ_red][DhtmlXQ_black]&#20057;[/DhtmlXQ_black]\
        [DhtmlXQ_blacktime][/DhtmlXQ_time][DhtmlXQ_date]2026-01-02[/DhtmlXQ_date]\
        [DhtmlXQ_result]红方胜[/DhtmlXQ_result][DhtmlXQ_comment1]好<br>棋||&lt;!&gt;[/DhtmlXQ_comment1]\
        [DhtmlXQ_movelist]7747\r\n7062<br />\n7967 8070[/DhtmlXQ_movelist][/DhtmlXQHTML]</div></body></HTML>";
    let (bytes, _, lossy) = GB18030.encode(page);
    assert!(!lossy);
    let loaded = format::read(&bytes).expect("a game");
    assert_eq!(loaded.warnings, []);
    let record = &loaded.records[0];
    assert_eq!(main_line(record), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!(record.start(), &Setup::start());
    let tags: Vec<_> = record.tags.iter().collect();
    let expected = [
        ("title", "甲 & 乙"),
        (Tags::RED, "甲"),
        (Tags::BLACK, "乙"),
        (Tags::DATE, "2026-01-02"),
    ];
    assert_eq!(tags, expected);
    assert_eq!(
        record.outcome,
        Some(Outcome::win(Side::Red, WinReason::Unstated))
    );
    assert_eq!(said(record, "h2e2"), "好\n棋\n<!>");
}

#[test]
fn several_games_of_a_page_are_several_games() {
    let first = tag("movelist", &digits("h2e2")) + &tag("result", "L");
    let second = tag("movelist", &digits("b2e2")) + &tag("result", "旁观者清");
    let loaded = read(&format!("[DhtmlXQ]{first}[/DhtmlXQ]<hr>[DhtmlXQ]{second}"));
    let lines: Vec<_> = loaded.records.iter().map(main_line).collect();
    assert_eq!(lines, ["h2e2", "b2e2"]);
    let scores = loaded
        .records
        .iter()
        .map(|record| record.outcome.map(Outcome::score));
    assert_eq!(scores.collect::<Vec<_>>(), [Some("0-1"), None]);
    assert_eq!(loaded.records[1].tags.get("resulttext"), Some("旁观者清"));
    assert_eq!(
        format::read(b"[DhtmlXQ][/DhtmlXQ]").err(),
        Some(ReadError::Unknown)
    );
}

#[test]
fn variations_stand_in_any_order_and_hang_on_any_line_before() {
    let text = [
        // On line 1, whose own tag comes last; the ply precedes the beginning of line 2, and of line 1.
        tag("move_2_4_3", &digits("h7h6")),
        tag("move_1_5_2", &digits("a0a1 a9a8")),
        tag("move_2_1_4", &digits("b2e2")),
        tag("comment3_4", "third"),
        tag("comment2_1", "shared by all"),
        tag("comment1", "shared by all"),
        tag("comment1_4", "on line one"),
        tag("comment1_99", "behind its end"),
        tag("comment0", "at the start"),
        tag("movelist", &digits("h2e2 h9g7 h0g2 i9h9 i0h0")),
        tag("move_0_3_1", &digits("b0c2 b9c7 c3c4")),
    ]
    .concat();
    let record = one(&text);
    let expected = [
        "h2e2 h9g7 h0g2 i9h9 i0h0",
        "h2e2 h9g7 b0c2 b9c7 c3c4",
        "h2e2 h9g7 b0c2 b9c7 a0a1 a9a8",
        "h2e2 h9g7 b0c2 h7h6",
        "b2e2",
    ];
    assert_eq!(all_lines(&record), expected);
    assert_eq!(record.comment, "at the start");
    for (moves, text) in [
        ("h2e2", "shared by all"),
        ("h2e2 h9g7 b0c2 h7h6", "third"),
        ("h2e2 h9g7 b0c2 b9c7", "on line one"),
        ("h2e2 h9g7 b0c2 b9c7 c3c4", "behind its end"),
    ] {
        assert_eq!(said(&record, moves), text, "{moves}");
    }
}

#[test]
fn the_first_move_tells_the_side_to_move() {
    let black = digits("h7e7 h0g2");
    let record = one(&[tag("binit", START), tag("movelist", &black)].concat());
    assert_eq!(
        (record.start().turn, main_line(&record)),
        (Side::Black, "h7e7 h0g2".into())
    );
    // The side in the FEN is wrong; its counters are right.
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 3 9";
    let turn = Side::Black;
    let unknown = Caution::Skipped {
        at: (9, turn),
        text: "x".into(),
    };
    for (side, told) in [
        (" w ", Some(Caution::WrongSide { turn })),
        (" x ", Some(unknown)),
        (" b ", None),
        (" ", None),
    ] {
        let with_side = tag("fen", &fen.replace(" w ", side));
        for board in ["", &tag("binit", START)] {
            let text = [&with_side, board, &tag("movelist", &black)].concat();
            let loaded = read(&text);
            let warnings = loaded.warnings.into_iter().map(|warning| warning.what);
            assert_eq!(warnings.collect::<Vec<_>>(), Vec::from_iter(told.clone()));
            let start = loaded.records[0].start().to_fen();
            assert_eq!(start, fen.replace(" w ", " b "));
        }
    }
    let record = one(&[tag("fen", fen), tag("binit", START)].concat());
    assert_eq!(record.start().to_fen(), fen);
    // Black's general is in check, so only Black can be to move.
    let mut points = ["99"; 32];
    (points[0], points[4], points[20]) = ("33", "49", "30");
    let record = one(&tag("binit", &points.concat()));
    let fen = "3k5/9/9/3R5/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(record.start().to_fen(), fen);
}

#[test]
fn a_start_that_cannot_be_played_is_told() {
    let game = |board| format!("[DhtmlXQ]{}[/DhtmlXQ]", tag("binit", board));
    for board in ["99", "何", "x"] {
        let error = format::read(game(board).as_bytes());
        assert!(matches!(error, Err(ReadError::Position(_))), "{board}");
    }
    for board in ["0919", "4930"] {
        let loaded = read(&game(board));
        assert!(
            matches!(loaded.warnings[0].what, Caution::Unplayable(_)),
            "{board}"
        );
    }
    assert_eq!(read(&game("")).warnings, []);
    let fen = tag("fen", "9/9");
    let alone = format::read(fen.as_bytes());
    assert!(matches!(alone, Err(ReadError::Fen(_))));
    // The other games of the page are still read.
    let two = read(&format!("[DhtmlXQ]{fen}[/DhtmlXQ]{}", game("")));
    assert_eq!(two.records.len(), 1);
    assert!(matches!(
        two.warnings[0].what,
        Caution::LostGame { number: 1, .. }
    ));
}

#[test]
fn a_line_with_an_impossible_move_is_cut_there() {
    let text = [
        tag("movelist", &digits("h2e2 h9g7 h0g2")),
        tag("result", "1-0"),
        tag("move_0_2_1", &(digits("b9c7 a0a1") + "7x7")),
        tag("move_0_2_2", &digits("b9c7 a0b5 a9a8")),
        tag("move_2_4_3", &digits("i9i8")),
        tag("move_7_1_8", &digits("i0i1")),
        tag("comment2_3", "went with its move"),
        tag("comment8_1", "went with its line"),
    ]
    .concat();
    let loaded = read(&text);
    let record = &loaded.records[0];
    assert_eq!(all_lines(record), ["h2e2 h9g7 h0g2", "h2e2 b9c7 a0a1"]);
    assert_eq!(record.outcome.map(Outcome::score), Some("1-0"));
    let warnings = loaded.warnings.iter();
    let warnings: Vec<_> = warnings
        .map(|warning| format!("line {}: {}", warning.line.expect("a line"), warning.what))
        .collect();
    let expected = [
        "line 1: Black's move 2 (\"7x7\") is not a move; read up to there",
        "line 2: Red's move 2 (a0b5) is illegal: this is not how the chariot moves; read up to there",
        "line 3: variation 3 leaves no line of the game; left out",
        "line 8: variation 8 leaves no line of the game; left out",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn a_result_belongs_to_the_last_move() {
    let cut = read(&(tag("movelist", &digits("h2e2 h9h8")) + &tag("result", "W")));
    assert_eq!(cut.records[0].outcome, None);
    assert!(cut.warnings[0].truncates_main_line());
}

#[test]
fn a_move_that_leaves_the_general_attacked_is_kept() {
    let text = tag("fen", PINNED) + &tag("movelist", &digits("f0f1 i0i1 e0e1"));
    let loaded = read(&text);
    let record = &loaded.records[0];
    assert_eq!(record.move_count(), 3);
    assert!(
        record
            .main_line()
            .next()
            .is_some_and(|id| record.node(id).breaks().is_some())
    );
    let [warning] = &loaded.warnings[..] else {
        panic!("{:?}", loaded.warnings)
    };
    assert!(matches!(
        &warning.what,
        Caution::LeftInCheck {
            at: (1, Side::Red),
            ..
        }
    ));
    let again = read(std::str::from_utf8(&format::write(record, Target::DhtmlXq)).expect("text"));
    assert_eq!(
        (main_line(&again.records[0]), again.warnings),
        (main_line(record), loaded.warnings)
    );
}

/// The head of a saved page, with an empty place for the moves where they usually are.
fn page(head: &str, script: &str) -> String {
    format!(
        "<!doctype html><script src='x.js'></script><div id=view>\n{}<br>\n{}<br>{}{}\n{head}</div>\n<script>\n{script}\n</script>\n",
        tag("title", "甲 胜 乙"),
        tag("result", "红胜"),
        tag("comment2", "second"),
        tag("binit", ""),
    )
}

#[test]
fn the_moves_of_a_page_may_be_in_its_script() {
    let main = digits("h2e2 h9g7 h0g2 i9h9");
    let other = digits("b9c7 h0g2");
    let line = tag("movelist", &main);
    let tree = format!("[0_1_0]{main}[/0_1_0][0_2_1]{other}[/0_2_1]");
    let torn = line.replace("movelist", "move'+'list");
    let begun = tag("movelist", &main[..6]);
    let end = "[/DhtmlXQ_movelist]";
    let empty = tag("movelist", "");
    for (script, lines) in [
        (format!("var DhtmlXQ_movelist = '{line}';"), 1),
        (format!("var DhtmlXQ_movelist = \"{tree}\";"), 2),
        (format!("var DhtmlXQ_movelist = ''+'{torn}';"), 1),
        (
            format!(
                "var DhtmlXQ_movelist = '{}'\n + \"{}{end}\";",
                begun.replace(end, ""),
                &main[6..]
            ),
            1,
        ),
        (
            format!(
                "var s = '{}' + '{}{end}';",
                begun.replace(end, ""),
                &main[6..]
            ),
            1,
        ),
        (
            format!(
                "var DhtmlXQ_movelist = '{}\\\n{}';",
                &tree[..20],
                &tree[20..]
            ),
            2,
        ),
        (
            format!("var DhtmlXQ_movelist = '{}';", tree.replace("[/", "[\\/")),
            2,
        ),
        (
            format!("var DhtmlXQ_movelist='{main}', DhtmlXQ_open='B00 \\'x\\'';"),
            1,
        ),
        (
            format!("var a={{\"version\":1,\"moves\":[]}};DhtmlXQ_movelist='{tree}'"),
            2,
        ),
    ] {
        let marked = |text: &str| {
            text.replace("<div id=view>", "<div>[DhtmlXQ]")
                .replace("</div>", "[/DhtmlXQ]</div>")
        };
        let plain = page("", &script);
        let beside = page(&empty, &script);
        for text in [&plain, &beside, &marked(&plain), &marked(&beside)] {
            let record = one(text);
            assert_eq!(main_line(&record), "h2e2 h9g7 h0g2 i9h9", "{text}");
            assert_eq!(all_lines(&record).len(), lines, "{text}");
            assert_eq!(said(&record, "h2e2 h9g7"), "second", "{text}");
            assert_eq!(record.comment, "");
            assert_eq!(record.tags.get(Tags::TITLE), Some("甲 胜 乙"));
            assert_eq!(record.outcome.map(Outcome::score), Some("1-0"));
        }
    }
    let twice = page(&line, &format!("var DhtmlXQ_movelist = '{line}';"));
    assert_eq!(all_lines(&one(&twice)), ["h2e2 h9g7 h0g2 i9h9"]);
    let pasted = format!("var DhtmlXQ_movelist = '{tree}';");
    assert_eq!(all_lines(&one(&pasted)).len(), 2);
    assert!(InPlace::of(pasted.as_bytes()).is_none());
}

#[test]
fn the_main_line_may_be_named_as_a_variation() {
    let main = tag("move_0_1_0", &digits("h2e2 h9g7 h0g2"));
    let other = tag("move_0_2_1", &digits("b9c7"));
    for text in [
        format!("{main}{other}"),
        format!("{other}{main}{}", tag("movelist", "")),
    ] {
        assert_eq!(all_lines(&one(&text)), ["h2e2 h9g7 h0g2", "h2e2 b9c7"]);
    }
    let same = tag("movelist", &digits("h2e2 h9g7 h0g2"));
    assert_eq!(all_lines(&one(&(same + &main))), ["h2e2 h9g7 h0g2"]);
    let differs = tag("movelist", &digits("h2e2 h9g7 b0c2"));
    assert_eq!(all_lines(&one(&(differs + &main))).len(), 2);
    let black = tag("move_0_1_0", &digits("h7e7 h0g2"));
    assert_eq!(one(&black).start().turn, Side::Black);
}

#[test]
fn a_game_without_its_moves_is_told() {
    let missing = |text: &str| {
        let warnings = read(text).warnings.into_iter().map(|warning| warning.what);
        warnings.collect::<Vec<_>>() == [Caution::MissingMoves]
    };
    let page = page("", "var DhtmlXQ_movelist = moves();");
    assert!(missing(&page));
    for head in [
        tag("result", "红胜"),
        tag("title", "甲 先负 乙"),
        tag("red", "甲") + &tag("length", "79"),
        tag("binit", START) + &tag("result", "和棋"),
    ] {
        assert!(missing(&head), "{head}");
        assert!(!missing(&(head + &tag("movelist", &digits("h2e2")))));
    }
    for head in [
        tag("result", "未知"),
        tag("title", "甲 乙"),
        tag("red", "甲") + &tag("length", "0") + &tag("result", "红胜"),
        tag("binit", START),
    ] {
        assert!(!missing(&head), "{head}");
    }
}

#[test]
fn fields_have_the_names_that_others_know() {
    let known = [
        (Tags::SITE, "place", "site", "Hanoi"),
        (Tags::RED_TEAM, "redteam", "red_team", "RT"),
        (Tags::BLACK_TEAM, "blackteam", "black_team", "BT"),
        (Tags::OPENING, "open", "opening", "C00"),
        (Tags::ANNOTATOR, "remark", "annotator", "Rem"),
        (Tags::TIME_CONTROL, "timerule", "time_control", "60m"),
    ];
    let fields = |names: fn(&(&str, &'static str, &'static str, &'static str)) -> &'static str| {
        let tags: String = known.iter().map(|row| tag(names(row), row.3)).collect();
        one(&(tags + &tag("movelist", &digits("h2e2"))))
    };
    let record = fields(|row| row.1);
    assert_eq!(fields(|row| row.2).tags, record.tags);
    let written = format::write(&record, Target::DhtmlXq);
    let written = String::from_utf8(written).expect("text");
    for (own, field, former, value) in known {
        assert_eq!(record.tags.get(own), Some(value), "{own}");
        assert!(
            written.contains(&tag(field, value)) && !written.contains(&format!("_{former}]")),
            "{written}"
        );
    }
}

/// Texts with all characters that are special in the format.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a",
        "炮二平五",
        " ",
        "\n",
        "|",
        "||",
        "[",
        "]",
        "[DhtmlXQ_red]",
        "[/DhtmlXQ]",
        "&",
        "&amp;",
        "&#91;",
        "<br>",
        "<",
        "\t",
        "\u{3000}",
        "\u{1f40e}",
        "99",
    ]);
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

/// A game with variations and comments.
fn tree(start: &str, branches: &[(u16, u16, String)]) -> Record {
    let start = Setup::from_fen(start).expect("a FEN");
    let record = Record::new(start).expect("a start");
    crate::common::grow(record, branches, |notes, choice, comment| {
        if choice % 4 == 0 && notes.is_empty() {
            notes.comment.clone_from(comment);
        }
    })
}

const STARTS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 5 12",
    "3k5/4P4/4P4/4P4/4P4/9/2r6/9/4A4/4KA3 b - - 0 1",
    PINNED,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_is_read_as_it_was_written(
        start in prop::sample::select(&STARTS[..]),
        branches in prop::collection::vec((any::<u16>(), any::<u16>(), any_text()), 0..80),
        (comment, red, event) in (any_text(), any_text(), any_text()),
        winner in prop::option::of(prop::sample::select(&Side::ALL[..])),
    ) {
        let mut record = tree(start, &branches);
        record.comment = comment;
        record.tags.set(Tags::RED, &red);
        record.tags.set("WhiteElo_2", &event);
        record.outcome = winner.map(|winner| Outcome::win(winner, WinReason::Unstated));
        prop_assert_eq!(format::losses(&record, Target::DhtmlXq), []);
        let bytes = format::write(&record, Target::DhtmlXq);
        let loaded = format::read(&bytes).expect("a game");
        prop_assert_eq!(&loaded.warnings, &[]);
        let again = &loaded.records[0];
        prop_assert_eq!(told(again), told(&record));
        prop_assert_eq!(again.start(), record.start());
        prop_assert_eq!(&again.comment, &record.comment);
        prop_assert_eq!(&again.tags, &record.tags);
        prop_assert_eq!(again.outcome, record.outcome);
        prop_assert_eq!(format::write(again, Target::DhtmlXq), bytes);
    }
}

/// Damage costs at most moves, and the rest remains consistent.
#[test]
fn damaged_files_are_errors_or_warnings() {
    let branches = (0..60).map(|n: u16| (n * 7, n * 5, "好[棋]&\n".to_owned()));
    let branches: Vec<_> = branches.collect();
    let sound = format::write(&tree(STARTS[0], &branches), Target::DhtmlXq);
    let mut dice = Dice(0xd47);
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 20_000 } {
        let mut bytes = sound.clone();
        for _ in 0..1 + dice.below(6) {
            let place = dice.below(bytes.len());
            let end = bytes.len().min(place + 1 + dice.below(40));
            match dice.below(4) {
                0 => bytes[place] = dice.below(256) as u8,
                1 => bytes[place] = b"0123456789_[]/&|"[dice.below(16)],
                2 => drop(bytes.drain(place..end)),
                _ => bytes.extend_from_within(place..end),
            }
        }
        for record in format::read(&bytes)
            .iter()
            .flat_map(|loaded| &loaded.records)
        {
            let again = format::read(&format::write(record, Target::DhtmlXq)).expect("a game");
            assert_eq!(told(&again.records[0]), told(record));
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_read_as_far_as_it_goes() {
    let branches: Vec<_> = (0..30)
        .map(|n: u16| (n * 7, n * 5, "好棋".to_owned()))
        .collect();
    let bytes = format::write(&tree(STARTS[0], &branches), Target::DhtmlXq);
    for length in 0..bytes.len() {
        if let Ok(loaded) = format::read(&bytes[..length]) {
            assert!(loaded.records.len() == 1 && loaded.records[0].move_count() <= 30);
        }
    }
}

#[test]
fn pieces_that_no_set_has_are_told() {
    let crowd = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4R4/RNBAKABNR w - - 0 1";
    let start = Setup::from_fen(crowd).expect("a FEN");
    let record = format::read(
        format!(r#"{{"format":"chuhe-game","version":1,"start":"{crowd}","moves":[]}}"#).as_bytes(),
    );
    let record = record.expect("a game").records.remove(0);
    assert_eq!(record.start(), &start);
    assert_eq!(format::losses(&record, Target::DhtmlXq), [Loss::Start]);
    assert!(format::losses(&record, Target::Xqf).contains(&Loss::Start));
}

#[test]
fn what_the_format_has_no_place_for_is_told() {
    let mut record = tree(STARTS[0], &[(1, 1, String::new()), (1, 2, String::new())]);
    assert_eq!(format::losses(&record, Target::DhtmlXq), []);
    let last = record.main_line().last().expect("a move");
    let notes = record.node_mut(last).notes_mut();
    (notes.signs, notes.clock) = (vec![1], Some(5));
    (notes.before, notes.comment) = ("before".into(), "after".into());
    record.terms.rulebook = Rulebook::Off;
    record.outcome = Some(Outcome::win(Side::Red, WinReason::Resignation));
    for name in ["comment3", "two words", "movelist", "ver", "赛事", "ok"] {
        record.tags.set(name, "value");
    }
    let tags = ["comment3", "two words", "movelist", "ver", "赛事"].map(str::to_owned);
    let expected = [
        Loss::Terms,
        Loss::Reason,
        Loss::Tags(tags.to_vec()),
        Loss::Signs,
        Loss::Clocks,
    ];
    assert_eq!(format::losses(&record, Target::DhtmlXq), expected);
    let bytes = format::write(&record, Target::DhtmlXq);
    let again = one(std::str::from_utf8(&bytes).expect("text"));
    assert_eq!(again.tags.iter().collect::<Vec<_>>(), [("ok", "value")]);
    assert_eq!(
        again
            .node(again.main_line().last().expect("a move"))
            .notes()
            .comment,
        "before\nafter"
    );
}

#[test]
fn deep_and_wide_files_take_no_time_and_no_stack() {
    // Every variation leaves the previous one a ply later, and all comments are at the start of the last.
    const COUNT: usize = 30_000;
    let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let aside = ["i0i1", "i9i8", "i0i1", "i9i8"];
    let mut text = tag("movelist", &digits(aside[0]));
    for ply in 1..COUNT {
        let moves = format!("{} {}", there_and_back[(ply - 1) % 4], aside[ply % 4]);
        text = text + &tag(&format!("move_{}_{ply}_{ply}", ply - 1), &digits(&moves));
        text = text + &tag(&format!("comment{}_{}", COUNT - 1, ply % 7), "x");
    }
    // A quadratic reader would take minutes here.
    let record = one(&text);
    assert_eq!(record.move_count(), 2 * COUNT - 1);
    let bytes = format::write(&record, Target::DhtmlXq);
    let again = format::read(&bytes).expect("a game");
    assert_eq!(told(&again.records[0]), told(&record));
}
