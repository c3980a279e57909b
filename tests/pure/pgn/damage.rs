//! Damaged games are read as far as possible, and no bytes cause worse than an error.

use super::{CHINESE, DAMAGED, TRAPS, event, read, told};
use crate::several;
use chuhe::record::Record;
use chuhe::record::format::{self, ReadError, pgn};
use chuhe::record::notation::Notation;
use chuhe::rules::{Outcome, Setup, Side, WinReason};
use encoding_rs::GB18030;
use proptest::prelude::*;

#[test]
fn damaged_games_are_read_as_far_as_they_go() {
    let loaded = read(DAMAGED);
    let lines: Vec<_> = loaded
        .records
        .iter()
        .map(|record| (event(record), told(record)))
        .collect();
    let expected = [
        ("An illegal move", "h2e2 h9g7 h0g2 (h0i2 i9i8)"),
        ("Not a move", "h2e2 h9g7"),
        ("Which of the two", ""),
        ("Left in check", "e2a2 e5e6"),
        ("A soldier where none can come", "e2e3"),
        ("A variation from nowhere", "h2e2 h9g7"),
        ("Open to the end", "h2e2 (b2e2 b9c7 {and so on})"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(event, line)| (*event, (*line).to_owned()))
        .collect();
    assert_eq!(lines, expected);
    // The result belongs to the tags; the reason belongs to the last move, which is missing.
    let by = WinReason::Unstated;
    assert_eq!(loaded.records[0].outcome, Some(Outcome::win(Side::Red, by)));
}

#[test]
fn what_is_missing_in_damaged_games_is_told() {
    let warnings = read(DAMAGED).warnings;
    let told = warnings
        .iter()
        .map(|one| (one.game, one.line, one.what.to_string()));
    let expected = [
        (
            0,
            Some(1),
            "Red's move 3 (i0i5) is illegal: the way is blocked at i2, i3; read up to there",
        ),
        (
            0,
            Some(0),
            "Black's move 2 (i9i5) is illegal: the way is blocked at i6; read up to there",
        ),
        (
            1,
            Some(0),
            "Red's move 2 (\"Horse\") is not a move; read up to there",
        ),
        (
            2,
            Some(0),
            "Red's move 1 (\"车五平一\"): this could be e6i6 or e2i2; read up to there",
        ),
        (
            3,
            Some(0),
            "Red's move 1 (e2a2) is illegal: the general would be in check from e5; kept as it stands",
        ),
        (
            4,
            Some(0),
            "the start cannot arise in a game: the Red soldier can never stand on e2",
        ),
        (
            5,
            None,
            "game 6 of the file was left out: the start position is not a valid FEN: the board has 3 rows instead of 10",
        ),
        (
            5,
            None,
            "game 7 of the file was left out: a game of chess, not of Xiangqi",
        ),
        (
            5,
            Some(1),
            "variation 1 leaves no line of the game; left out",
        ),
        (
            5,
            Some(3),
            "variation 3 leaves no line of the game; left out",
        ),
        (6, Some(1), "'{' before Red's move 2 is never closed"),
        (6, Some(0), "'(' before Black's move 1 is never closed"),
    ];
    let expected = expected.map(|(game, line, what)| (game, line, what.to_owned()));
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_with_nothing_but_chess_is_refused_by_name() {
    let chess = "[Event \"E\"]\n[White \"W\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n";
    let error = format::read(chess.as_bytes()).expect_err("chess");
    assert_eq!(error, ReadError::OtherGame("chess".into()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn damaged_files_never_do_worse_than_fail(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        cut in any::<prop::sample::Index>(),
        of in 0..4_usize,
    ) {
        let text = [TRAPS, DAMAGED, CHINESE, TRAPS][of];
        let mut bytes = match of {
            3 => GB18030.encode(text).0.into_owned(),
            _ => text.as_bytes().to_vec(),
        };
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        let loaded = format::read(&bytes);
        if let Ok(collection) = pgn::PgnFile::of(bytes.clone()) {
            let record = Record::new(Setup::start()).expect("the start");
            let mut end = 0;
            for (game, entry) in collection.entries().enumerate() {
                prop_assert!(end <= entry.place.start && entry.place.end <= bytes.len());
                end = entry.place.end;
                let _ = collection.read(game);
                if let Ok(changed) = collection.with_game(game, &record, Notation::Iccs) {
                    let changed = changed.bytes();
                    prop_assert!(changed.starts_with(&bytes[..entry.place.start]));
                    prop_assert!(changed.ends_with(&bytes[entry.place.end..]));
                }
            }
        }
        if let Ok(loaded) = loaded {
            let _ = several::pgn(&loaded.records, Notation::ChineseSimplified);
        }
    }
}
