//! PGN as programs and people write it: made-up games with every trap that real files hold.

mod common;

use chuhe::record::format::{self, Caution, Loaded, ReadError, Target, pgn};
use chuhe::record::notation::Notation;
use chuhe::record::{NodeId, Record, Tags};
use chuhe::rules::{DrawReason, Outcome, Rulebook, Setup, Side, Terms, WinReason};
use encoding_rs::{BIG5, GB18030};
use proptest::prelude::*;
use std::fmt::Write;

const TRAPS: &str = include_str!("data/pgn/traps.pgn");
const DAMAGED: &str = include_str!("data/pgn/damaged.pgn");
const NOTATIONS: [Notation; 8] = Notation::ALL;

fn read(text: &str) -> Loaded {
    format::read(text.as_bytes()).expect("games")
}

fn event(record: &Record) -> &str {
    record.tags.get(Tags::EVENT).unwrap_or_default()
}

/// The tree with everything that is noted, as one line: variations in parentheses, comments in braces.
fn told(record: &Record) -> String {
    let mut text = match record.comment.as_str() {
        "" => String::new(),
        comment => format!("{{{comment}}}"),
    };
    tell(record, record.root(), &mut text);
    text.replace("(+ ", "(").trim().to_owned()
}

fn tell(record: &Record, id: NodeId, text: &mut String) {
    let Some((first, others)) = record.node(id).children().split_first() else {
        return;
    };
    tell_move(record, *first, text);
    for other in others {
        text.push_str(" (+");
        tell_move(record, *other, text);
        tell(record, *other, text);
        text.push(')');
    }
    tell(record, *first, text);
}

fn tell_move(record: &Record, id: NodeId, text: &mut String) {
    let node = record.node(id);
    let notes = node.notes();
    if !notes.before.is_empty() {
        write!(text, " <{}>", notes.before).expect("a text");
    }
    write!(text, " {}", node.played().expect("a move").mv).expect("a text");
    for sign in &notes.signs {
        write!(text, " ${sign}").expect("a text");
    }
    if !notes.comment.is_empty() {
        write!(text, " {{{}}}", notes.comment).expect("a text");
    }
}

/// A game of these moves.
fn played(moves: &str) -> Record {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for mv in moves.split(' ') {
        at = record.add(at, mv.parse().expect("a move")).expect("legal");
    }
    record
}

fn score(record: &Record) -> &'static str {
    record.outcome.map_or("*", Outcome::score)
}

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
    // The result is a fact of the head; the reason belongs to a last move that is missing.
    let by = WinReason::Unstated;
    assert_eq!(loaded.records[0].outcome, Some(Outcome::win(Side::Red, by)));
}

#[test]
fn what_is_missing_in_damaged_games_is_told() {
    let loaded = read(DAMAGED);
    let told: Vec<_> = loaded
        .warnings
        .iter()
        .map(|w| (w.game, w.line, w.what.clone()))
        .collect();
    assert!(
        matches!(&told[0], (0, 1, Caution::IllegalMove { at: (3, Side::Red), text, .. }) if text == "i0i5")
    );
    assert!(
        matches!(&told[1], (0, 0, Caution::IllegalMove { at: (2, Side::Black), text, .. }) if text == "i9i5")
    );
    assert!(
        matches!(&told[2], (1, 0, Caution::NotAMove { at: (2, Side::Red), text }) if text == "Horse")
    );
    assert!(
        matches!(
            &told[3],
            (
                2,
                0,
                Caution::Unclear {
                    at: (1, Side::Red),
                    ..
                }
            )
        ),
        "{:?}",
        told[3]
    );
    assert!(
        matches!(
            &told[4],
            (
                3,
                0,
                Caution::LeftInCheck {
                    at: (1, Side::Red),
                    ..
                }
            )
        ),
        "{:?}",
        told[4]
    );
    assert!(matches!(&told[5], (4, 0, Caution::OddStart(_))));
    assert!(matches!(
        &told[6],
        (5, 0, Caution::LostGame { number: 6, .. })
    ));
    assert!(matches!(
        &told[7],
        (5, 0, Caution::LostGame { number: 7, .. })
    ));
    assert_eq!(told[8], (5, 1, Caution::LostVariation { number: 1 }));
    assert_eq!(told[9], (5, 3, Caution::LostVariation { number: 3 }));
    assert_eq!(told.len(), 10);
}

#[test]
fn a_file_with_nothing_but_chess_is_refused_by_name() {
    let chess = "[Event \"E\"]\n[White \"W\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n";
    let error = format::read(chess.as_bytes()).expect_err("chess");
    assert_eq!(error, ReadError::OtherGame("chess".into()));
}

const CHINESE: &str = "[Game \"Chinese Chess\"]\n[Red \"許甲\"]\n\n{開局} 1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ 紅勝\n";

#[test]
fn a_comment_that_quotes_a_game_is_a_comment_when_it_is_read_again() {
    let mut record = played("h2e2 h9g7 h0g2");
    let quoted = "see\n\n[Event \"x\"]\n [Site \"y\"]\nand\n\n\u{feff}[Game \"z\"]\n[Red \"\"]";
    let first = record.node(record.root()).children()[0];
    record.node_mut(first).notes_mut().comment = quoted.to_owned();
    let text = pgn::write_all(&[record.clone(), record], Notation::Wxf);
    let again = read(&text);
    assert_eq!((again.records.len(), &again.warnings[..]), (2, &[][..]));
    for record in &again.records {
        assert_eq!(record.move_count(), 3);
        let comment = &record.node(first).notes().comment;
        assert_eq!(comment.replace('［', "["), quoted);
    }
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
fn a_tag_named_like_the_reason_is_no_reason() {
    let mut record = played("h2e2");
    record.tags.set(Tags::TERMINATION, "time");
    for outcome in [None, Some(Outcome::win(Side::Red, WinReason::Resignation))] {
        record.outcome = outcome;
        let again = read(&pgn::write_all(&[record.clone()], Notation::Iccs));
        assert_eq!(again.warnings, []);
        assert_eq!(again.records[0].outcome, outcome);
        assert_eq!(again.records[0].tags, record.tags);
    }
}

#[test]
fn a_limit_that_is_no_number_is_told_and_kept() {
    let loaded = read("[Event \"x\"]\n[NoCapture \"sixty\"]\n\n1. h2e2 *\n");
    let told = loaded.warnings.iter().map(|warning| &warning.what);
    let is_limit =
        |what: &Caution| matches!(what, Caution::UnknownLimit { number, .. } if number == "sixty");
    assert!(told.map(is_limit).eq([true]));
    let again = read(&pgn::write_all(&loaded.records, Notation::Iccs));
    assert_eq!(again.records[0].tags.get("NoCapture"), Some("sixty"));
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

#[test]
fn a_written_game_looks_like_this() {
    let mut record = read(TRAPS).records.swap_remove(0);
    record.outcome = Some(Outcome::win(Side::Red, WinReason::Resignation));
    let first = record.main_line().next().expect("a move");
    record.node_mut(first).notes_mut().clock = Some(598_500);
    record.terms = Terms {
        rulebook: Rulebook::Off,
        no_capture: None,
    };
    let expected = "[Game \"Chinese Chess\"]\n[Event \"The \\\"Goat\\\" cup\"]\n[Date \"2026.03.??\"]\n\
        [Red \"A Player\"]\n[Black \"B Player\"]\n[Mood \"calm\"]\n[Result \"1-0\"]\n\
        [Termination \"resignation\"]\n[Rulebook \"off\"]\n[NoCapture \"0\"]\n[Format \"WXF\"]\n\n\
        {Said before anything. 1. h2e2 1-0 (1. b2e2)} 1. C2.5 {[%clk 0:09:58.500]}\n\
        1... H8+7 2. H2+3 {Said after Red's move} 2... R9.8 3. R1.2 $1 {after all}\n\
        (3. P7+1 {better?} 3... P7+1 (3... P3+1 $14 4. C8.6)) 3... H2+3 4. P3+1\n\
        {to the end of the line {} 4... P3+1 5. H8+7 {as everybody knows} 1-0\n";
    assert_eq!(
        String::from_utf8(format::write(&record, Target::Pgn(Notation::Wxf))).expect("text"),
        expected
    );
    assert_eq!(format::losses(&record, Target::Pgn(Notation::Wxf)), []);
    let black = &read(TRAPS).records[4];
    let text = String::from_utf8(format::write(
        black,
        Target::Pgn(Notation::ChineseTraditional),
    ))
    .expect("text");
    assert!(
        text.contains("[FEN \"4k4/9/9/9/9/9/9/R8/9/3K5 b - - 0 8\"]\n[Format \"Chinese\"]\n"),
        "{text}"
    );
    assert!(
        text.ends_with("\n8... 將５進１ 9. 車九進六 將５進１ *\n"),
        "{text}"
    );
}

#[test]
fn many_games_are_read_as_they_were_written() {
    let records = read(TRAPS).records;
    for notation in NOTATIONS {
        let again = read(&pgn::write_all(&records, notation));
        assert_eq!(again.warnings, []);
        assert_eq!(again.records.len(), records.len());
        for (record, again) in records.iter().zip(&again.records) {
            assert_eq!(told(again), told(record));
            assert_eq!(again.tags, record.tags);
            assert_eq!(again.outcome, record.outcome);
            assert_eq!(again.start(), record.start());
        }
    }
}

#[test]
fn variations_as_deep_as_a_file_is_long_need_no_stack() {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for ply in 0..20_000_usize {
        let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"][ply % 4];
        let aside = ["i0i1", "i9i8", "i0i1", "i9i8"][ply % 4];
        record
            .add(at, aside.parse().expect("a move"))
            .expect("legal");
        at = record
            .add(at, there_and_back.parse().expect("a move"))
            .expect("legal");
    }
    let text =
        String::from_utf8(format::write(&record, Target::Pgn(Notation::Iccs))).expect("text");
    let again = read(&text);
    assert_eq!(again.warnings, []);
    let moves = |record: &Record| {
        record
            .walk()
            .filter_map(|id| record.node(id).played())
            .map(|p| p.mv)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&again.records[0]), moves(&record));
    for rubbish in [
        "(",
        "(1. ",
        "((((",
        ")",
        "{",
        "(1. h2e2 ",
        "[A \"",
        "$",
        "1",
    ] {
        let text = format!("[Red \"x\"]\n1. h2e2 {}", rubbish.repeat(20_000));
        assert!(format::read(text.as_bytes()).is_ok(), "{rubbish}");
    }
}

/// A game with variations and notes.
fn tree(branches: &[(u16, u16, u8)], start: &Setup) -> Record {
    let record = Record::new(start.clone()).expect("the start");
    let mut record = common::grow(record, branches, |notes, choice, kind| match kind % 7 {
        0 => notes.comment = format!("好棋 {choice}\n(!) 1. h2e2 *\n[Red \"{{\"]"),
        1 => notes.before = "Black thinks; so".into(),
        2 => notes.signs = vec![*kind, 5],
        3 => notes.clock = Some(u64::from(choice) * 997),
        4 => notes.comment = "　　so".into(),
        _ => {}
    });
    record.comment = "At the start\n\nof it all".into();
    record
}

fn outcomes() -> impl Strategy<Value = Option<Outcome>> {
    prop::sample::select(vec![
        None,
        Some(Outcome::win(Side::Red, WinReason::Checkmate)),
        Some(Outcome::win(Side::Black, WinReason::Unstated)),
        Some(Outcome::Draw(DrawReason::Agreement)),
        Some(Outcome::Draw(DrawReason::Unstated)),
    ])
}

const STARTS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 5 30",
    "3k5/2P1P4/2P1P4/2P6/9/9/9/9/9/4K4 w - - 0 1",
    "3k5/9/9/9/9/p3p4/p3p4/p8/9/R3K4 b - - 0 9",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_tree_is_read_as_it_was_written(
        branches in prop::collection::vec(any::<(u16, u16, u8)>(), 0..120),
        outcome in outcomes(),
        start in prop::sample::select(&STARTS[..]),
        // A line separator is read as a line break, which is written as one.
        tags in prop::collection::vec(("[a-zA-Z=% ]{0,6}", "[\\PC&&[^\u{2028}]]{0,12}"), 0..6),
        rulebook in prop::sample::select(&Rulebook::ALL[..]),
        no_capture in prop::option::of(format::LIMITS),
    ) {
        let start = Setup::from_fen(start).expect("a FEN");
        let mut record = tree(&branches, &start);
        record.outcome = outcome;
        record.terms = Terms { rulebook, no_capture };
        record.tags.set(Tags::RED, "甲 \"quoted\" \\ \u{1f40e}");
        record.tags.set("unheard of", "kept\nin two lines");
        for (name, value) in &tags {
            record.tags.set(name, value);
        }
        for notation in NOTATIONS {
            let bytes = format::write(&record, Target::Pgn(notation));
            let loaded = format::read(&bytes).expect("a game");
            prop_assert_eq!(&loaded.warnings, &[]);
            let again = &loaded.records[0];
            prop_assert_eq!(common::told(again), common::told(&record));
            prop_assert_eq!(&again.comment, &record.comment);
            prop_assert_eq!(&again.tags, &record.tags);
            prop_assert_eq!(again.outcome, record.outcome);
            prop_assert_eq!(again.terms, record.terms);
            prop_assert_eq!(again.start(), record.start());
            prop_assert_eq!(format::write(again, Target::Pgn(notation)), bytes);
        }
    }

    #[test]
    fn any_comment_is_read_as_it_was_written_or_nearly(comment in "[ a-z{}()\\[\\];%$*\n\r\"1.-]{0,40}") {
        let mut record = tree(&[(1, 7, 6), (1, 8, 6), (3, 9, 6)], &Setup::start());
        for id in record.walk().collect::<Vec<_>>() {
            let notes = record.node_mut(id).notes_mut();
            notes.comment = comment.clone();
            notes.before = comment.clone();
        }
        record.comment = comment.clone();
        let loaded = format::read(&format::write(&record, Target::Pgn(Notation::Iccs))).expect("a game");
        prop_assert_eq!(&loaded.warnings, &[]);
        let nearly = comment.replace("\r\n", "\n").replace('\r', "\n").replace('}', "｝");
        let nearly = nearly.trim_matches([' ', '\n']);
        let again = &loaded.records[0];
        prop_assert_eq!(&again.comment, nearly);
        for id in again.walk() {
            let notes = again.node(id).notes();
            prop_assert_eq!((notes.before.as_str(), notes.comment.as_str()), (nearly, nearly));
        }
    }

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
        if let Ok(collection) = pgn::Collection::of(bytes.clone()) {
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
            let _ = pgn::write_all(&loaded.records, Notation::ChineseSimplified);
        }
    }
}
