//! Files are understood in every character set, and their errors are reported.

use super::{CHINESE, TRAPS, event, read, score, told};
use chuhe::record::Tags;
use chuhe::record::format::{self, Caution};
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
    let expected = [
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
