//! Files are understood in every character set, and their errors are reported.

use super::{CHINESE, TRAPS, event, read, score, told};
use chuhe::record::Tags;
use chuhe::record::format::{self, Caution, Target};
use chuhe::record::notation::Notation;
use chuhe::rules::Side;
use encoding_rs::{BIG5, GB18030};

#[test]
fn every_trap_of_real_files_is_known() {
    for end in ["\n", "\r\n", "\r"] {
        let loaded = read(&TRAPS.replace('\n', end));
        let events: Vec<_> = loaded.records.iter().map(event).collect();
        let expected = [
            "The \"Goat\" cup",
            "Two tags only",
            "No moves",
            "Another without moves",
            "Black begins",
            "The side is wrong",
            "Ranks from one",
            "Ranks from zero",
            "Points from one",
            "Two results",
            "A strange result",
        ];
        assert_eq!(events, expected);
        let lines: Vec<_> = loaded.records.iter().map(told).collect();
        assert_eq!(
            lines[0],
            "{Said before anything. 1. h2e2 1-0 (1. b2e2)} h2e2 h9g7 h0g2 {Said after Red's move} i9h9 i0h0 $1 \
             {after all} (c3c4 {better?} g6g5 (c6c5 $14 b2d2)) b9c7 g3g4 {to the end of the line {} c6c5 b0c2 \
             {as everybody knows}"
        );
        assert_eq!(lines[1], "h2e2 h9g7 h0g2 i9h9");
        assert_eq!((lines[2].as_str(), lines[3].as_str()), ("", ""));
        assert_eq!(lines[4], "e9e8 a2a8 e8e7");
        assert_eq!(lines[5], "e9e8 a2a8");
        assert_eq!(lines[6], "h2e2 b9c7 h0g2");
        assert_eq!(lines[7], "h2e2 {+0,10/7 1,\n7} h9g7 h0g2 h7h3 $4");
        assert_eq!(lines[8], "h2e2 h9g7 b0c2");
        let scores: Vec<_> = loaded.records.iter().map(score).collect();
        assert_eq!(
            scores,
            [
                "1-0", "1/2-1/2", "0-1", "*", "*", "1-0", "*", "*", "*", "0-1", "*"
            ]
        );
    }
}

#[test]
fn what_a_file_says_wrongly_is_told() {
    let loaded = read(TRAPS);
    let told: Vec<_> = loaded
        .warnings
        .iter()
        .map(|warning| (warning.game, warning.what.clone()))
        .collect();
    let advertisement = Caution::Skipped {
        at: (5, Side::Black),
        text: "An advertisement: 6. 炮五进四".into(),
    };
    let expected = [
        (0, advertisement),
        (5, Caution::WrongSide { turn: Side::Black }),
        (
            9,
            Caution::TwoResults {
                head: "0-1".into(),
                moves: "1-0".into(),
            },
        ),
        (
            10,
            Caution::UnknownResult {
                text: "Adjourned".into(),
            },
        ),
    ];
    assert_eq!(told, expected);
    let tags = &loaded.records[0].tags;
    let tags: Vec<_> = tags.iter().collect();
    let expected = [
        ("event", "The \"Goat\" cup"),
        ("date", "2026-03"),
        ("red", "A Player"),
        ("black", "B Player"),
        ("Mood", "calm"),
    ];
    assert_eq!(tags, expected);
    let black = &loaded.records[4];
    assert_eq!(black.tags.get("Termination"), Some("time forfeit"));
    assert_eq!((black.start().turn, black.start().round), (Side::Black, 8));
}

#[test]
fn marks_that_nobody_sees_end_no_game() {
    for mark in ['\u{200b}', '\u{200d}', '\u{200e}', '\u{2060}', '\u{feff}'] {
        let text = format!("[Event \"x\"]\n\n1. h2e2 h9g7 {mark}\n2.{mark} h0g2{mark} 1-0{mark}\n");
        let loaded = read(&text);
        assert_eq!(
            (loaded.records[0].move_count(), loaded.warnings),
            (3, vec![]),
            "{mark:?}"
        );
        assert_eq!(score(&loaded.records[0]), "1-0");
    }
}

#[test]
fn character_sets_make_no_difference() {
    let expected = "{開局} h2e2 h9g7 h0g2 i9h9";
    let utf_16 = |unit: fn(u16) -> [u8; 2]| {
        let units = format!("\u{feff}{CHINESE}")
            .encode_utf16()
            .collect::<Vec<_>>();
        units.into_iter().flat_map(unit).collect::<Vec<u8>>()
    };
    for bytes in [
        CHINESE.as_bytes().to_vec(),
        format!("\u{feff}{CHINESE}").into_bytes(),
        GB18030.encode(CHINESE).0.into_owned(),
        BIG5.encode(CHINESE).0.into_owned(),
        utf_16(u16::to_le_bytes),
        utf_16(u16::to_be_bytes),
    ] {
        let loaded = format::read(&bytes).expect("a game");
        assert_eq!(loaded.warnings, []);
        let record = &loaded.records[0];
        assert_eq!((told(record).as_str(), score(record)), (expected, "1-0"));
        assert_eq!(record.tags.get(Tags::RED), Some("許甲"));
    }
}

/// The moves and annotations of a game below a head, and the warnings about it.
fn game(moves: &str) -> (String, Vec<Caution>) {
    let mut loaded = read(&format!("[Event \"x\"]\n\n{moves}\n"));
    assert_eq!(loaded.records.len(), 1, "{moves}");
    let warnings = loaded.warnings.drain(..).map(|warning| warning.what);
    (told(&loaded.records[0]), warnings.collect())
}

#[test]
fn signs_of_publications_are_annotations() {
    for (sign, number) in [
        ("□", 7),
        ("=", 10),
        ("∞", 13),
        ("⩲", 14),
        ("+=", 14),
        ("+/=", 14),
        ("⩱", 15),
        ("=+", 15),
        ("±", 16),
        ("+/-", 16),
        ("∓", 17),
        ("-/+", 17),
        ("+-", 18),
        ("+−", 18),
        ("-+", 19),
        ("⨀", 22),
        ("⟳", 32),
        ("↑", 36),
        ("→", 40),
        ("=∞", 44),
        ("⇆", 132),
        ("⊕", 138),
        ("∆", 140),
        ("⌓", 142),
    ] {
        for (first, second) in [("H2-E2", "H9-G7"), ("C2=5", "h8+7"), ("炮二平五", "马8进7")]
        {
            for space in [" ", ""] {
                let text = format!("1. {first}{space}{sign} {second}{space}{sign} 2. H0-G2 *");
                let expected = format!("h2e2 ${number} h9g7 ${number} h0g2");
                assert_eq!(game(&text), (expected, vec![]), "{text}");
            }
        }
    }
    let lettered = game("1. H2-E2 N H9-G7 D 2. H0-G2 RR !? ± *");
    assert_eq!(
        lettered,
        ("h2e2 $146 h9g7 $220 h0g2 $145 $5 $16".into(), vec![])
    );
    let spaced = game("1. C2 = 5 H8 + 7 2. H2+3 r9=8 3. R1=2 c8+4 *");
    assert_eq!(spaced, ("h2e2 h9g7 h0g2 i9h9 i0h0 h7h3".into(), vec![]));
}

#[test]
fn a_comment_behind_the_result_is_about_the_last_move() {
    for (moves, expected) in [
        ("1. H2-E2 H9-G7 1-0 {红胜}", "h2e2 h9g7 {红胜}"),
        ("1. H2-E2 {a} * {b} {c}", "h2e2 {a\nb\nc}"),
        ("1. H2-E2 *\n\n{b}", "h2e2 {b}"),
        ("1. H2-E2 * ; b", "h2e2 {b}"),
        ("1. H2-E2 (1. C3-C4) 0-1 {b}", "h2e2 {b} (c3c4)"),
        ("* {b}", "{b}"),
        // So is a variation.
        (
            "1. H2-E2 H9-G7 1-0 (1... B9-C7 {c} 2. H0-G2 0-1) {b}",
            "h2e2 h9g7 {b} (b9c7 {c} h0g2)",
        ),
        (
            "1. H2-E2 H9-G7 1-0\n(1... B9-C7) (so)",
            "h2e2 h9g7 {so} (b9c7)",
        ),
    ] {
        assert_eq!(game(moves), (expected.to_owned(), vec![]), "{moves}");
    }
}

#[test]
fn null_moves_are_told_and_what_follows_is_kept() {
    let null = |at, text: &str| Caution::NullMove {
        at,
        text: text.to_owned(),
    };
    for word in ["--", "Z0", "@@@@", "null", "pass", "0000"] {
        let text = format!(
            "1. H2-E2 (1. {word} H9-G7) (1. C3-C4 {word} 2. H2-E2 {{so}}) H9-G7 2. H0-G2 *"
        );
        let expected = format!("h2e2 {{{word} H9-G7}} (c3c4 {{{word} 2. H2-E2 {{so}}}}) h9g7 h0g2");
        let told = vec![null((1, Side::Red), word), null((1, Side::Black), word)];
        assert_eq!(game(&text), (expected, told), "{text}");
        let text = format!("1. H2-E2 {word} 2. H0-G2 (2. B0-C2) B9-C7 1-0");
        let expected = format!("h2e2 {{{word} 2. H0-G2 (2. B0-C2) B9-C7}}");
        assert_eq!(
            game(&text),
            (expected, vec![null((1, Side::Black), word)]),
            "{text}"
        );
    }
    // Ornaments, and dashes in place of the other side's move.
    for text in [
        "1. H2-E2 H9-G7 -- 2. H0-G2 *",
        "1. H2-E2 H9-G7 2. H0-G2 -- *",
    ] {
        assert_eq!(game(text), ("h2e2 h9g7 h0g2".to_owned(), vec![]), "{text}");
    }
}

#[test]
fn more_tags_than_are_read_are_told() {
    let tags = |count: usize| -> String {
        (0..count)
            .map(|number| format!("[T{number} \"x\"]\n"))
            .collect()
    };
    assert_eq!(read(&(tags(400) + "\n1. H2-E2 *")).warnings, []);
    let loaded = read(&(tags(450) + "\n1. H2-E2 *"));
    assert_eq!(loaded.records[0].tags.iter().count(), 400);
    assert_eq!(loaded.warnings.len(), 1);
    assert_eq!(loaded.warnings[0].what, Caution::TooManyTags { most: 400 });
}

#[test]
fn tags_with_any_name_begin_no_other_game() {
    for name in ["A.B", "a(b)", "x:y", "w/b", "e-mail", "Time Control"] {
        let text = format!("[Event \"x\"]\n[{name} \"y\"]\n[Red \"\"]\n\n1. H2-E2 *\n");
        let loaded = read(&text);
        assert_eq!((loaded.records.len(), &loaded.warnings[..]), (1, &[][..]));
        let tags: Vec<_> = loaded.records[0].tags.iter().collect();
        assert_eq!(tags, [("event", "x"), (name, "y"), ("red", "")]);
        let written = format::write(&loaded.records[0], Target::Pgn(Notation::Iccs));
        let again = format::read(&written).expect("a game");
        assert_eq!(again.records[0].tags, loaded.records[0].tags);
    }
    let opening = read("[Variant \"central cannon\"]\n\n1. H2-E2 *");
    assert_eq!(
        opening.records[0].tags.get("Variant"),
        Some("central cannon")
    );
}
