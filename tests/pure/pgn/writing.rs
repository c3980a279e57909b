//! Round trips of arbitrary games.

use super::{TRAPS, played, read, told};
use crate::deep;
use crate::several;
use chuhe::record::format::chars::is_stripped;
use chuhe::record::format::{self, Caution, Target};
use chuhe::record::notation::Notation;
use chuhe::record::{Notes, Record, Tags};
use chuhe::rules::{DrawReason, Outcome, Rulebook, Setup, Side, Terms, WinReason};
use proptest::prelude::*;

const NOTATIONS: [Notation; 7] = Notation::ALL;

#[test]
fn a_comment_that_quotes_a_game_is_a_comment_when_it_is_read_again() {
    let mut record = played("h2e2 h9g7 h0g2");
    let quoted = "see\n\n[Event \"x\"]\n [Site \"y\"]\nand\n\n\u{feff}[Game \"z\"]\n[Red \"\"]";
    let first = record.node(record.root()).children()[0];
    record.node_mut(first).notes_mut().comment = quoted.to_owned();
    let text = several::pgn(&[record.clone(), record], Notation::Wxf);
    let again = read(&text);
    assert_eq!((again.records.len(), &again.warnings[..]), (2, &[][..]));
    for record in &again.records {
        assert_eq!(record.move_count(), 3);
        let comment = &record.node(first).notes().comment;
        // A byte-order mark is no letter.
        assert_eq!(comment.replace('［', "["), quoted.replace('\u{feff}', ""));
    }
}

#[test]
fn a_tag_named_like_the_reason_is_no_reason() {
    let mut record = played("h2e2");
    record.tags.set(Tags::TERMINATION, "time");
    for outcome in [None, Some(Outcome::win(Side::Red, WinReason::Resignation))] {
        record.outcome = outcome;
        let again = read(&several::pgn(&[record.clone()], Notation::Iccs));
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
    let again = read(&several::pgn(&loaded.records, Notation::Iccs));
    assert_eq!(again.records[0].tags.get("NoCapture"), Some("sixty"));
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
        let again = read(&several::pgn(&records, notation));
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
    let record = deep::tree(20_000);
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
    let mut record = crate::common::grow(record, branches, |notes, choice, kind| match kind % 9 {
        0 => notes.comment = format!("好棋 {choice}\n(!) 1. h2e2 *\n[Red \"{{\"]"),
        1 => notes.before = "Black thinks; so".into(),
        2 => notes.signs = vec![*kind, 5],
        3 => notes.clock = Some(u64::from(choice) * 997),
        4 => notes.comment = "　　so".into(),
        5 => crate::common::mark(notes, choice),
        6 => {
            crate::common::mark(notes, choice);
            notes.comment = " both ".into();
            notes.clock = Some(u64::from(choice));
        }
        _ => {}
    });
    let root = record.node_mut(record.root()).notes_mut();
    crate::common::mark(root, branches.len() as u16 * 511);
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

/// Commands, known and unknown, and what may stand between them.
const COMMANDS: [&str; 14] = [
    "[%eval 0.35]",
    "[%eval #-2,9]",
    "[%eval ?]",
    "[%csl Ge4,Ra0]",
    "[%csl Ge4]",
    "[%csl Xe4,Yb2]",
    "[%cal Gh2e2]",
    "[%cal Gh2e2,Bh2e10]",
    "[%emt 3]",
    "[%",
    "]",
    " so ",
    " ",
    "a",
];

const STARTS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 5 30",
    "3k5/2P1P4/2P1P4/2P6/9/9/9/9/9/4K4 w - - 0 1",
    "3k5/9/9/9/9/p3p4/p3p4/p8/9/R3K4 b - - 0 9",
];

/// Texts that stay as they are: a line separator is read and written as a line break, and some characters are left out.
fn values() -> impl Strategy<Value = String> {
    "[\\PC&&[^\u{2028}]]{0,12}".prop_map(|text| text.replace(is_stripped, ""))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_tree_is_read_as_it_was_written(
        branches in prop::collection::vec(any::<(u16, u16, u8)>(), 0..120),
        outcome in outcomes(),
        start in prop::sample::select(&STARTS[..]),
        tags in prop::collection::vec(("[a-zA-Z=% ]{0,6}", values()), 0..6),
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
            prop_assert_eq!(crate::common::told(again), crate::common::told(&record));
            prop_assert_eq!(&again.comment, &record.comment);
            prop_assert_eq!(&again.tags, &record.tags);
            prop_assert_eq!(again.outcome, record.outcome);
            prop_assert_eq!(again.terms, record.terms);
            prop_assert_eq!(again.start(), record.start());
            prop_assert_eq!(format::write(again, Target::Pgn(notation)), bytes);
        }
    }

    #[test]
    fn commands_in_a_comment_stay_what_they_are(
        parts in prop::collection::vec(prop::sample::select(&COMMANDS[..]), 0..8),
        choice in prop::option::of(any::<u16>()),
    ) {
        let comment = parts.concat();
        let mut record = tree(&[], &Setup::start());
        record.add(record.root(), "h2e2".parse().expect("a move")).expect("legal");
        record.comment = comment.clone();
        let ids = [record.root(), record.main_line().last().expect("a move")];
        for id in ids {
            let notes = record.node_mut(id).notes_mut();
            *notes = Notes::default();
            if let Some(choice) = choice {
                crate::common::mark(notes, choice);
            }
            if id != ids[0] {
                notes.comment = comment.clone();
                notes.before = comment.clone();
            }
        }
        let bytes = format::write(&record, Target::Pgn(Notation::Iccs));
        let again = format::read(&bytes).expect("a game").records.remove(0);
        for (id, other) in std::iter::zip(ids, [again.root(), again.main_line().last().expect("a move")]) {
            let (notes, read) = (record.node(id).notes(), again.node(other).notes());
            prop_assert_eq!((&read.drawings, read.evaluation), (&notes.drawings, notes.evaluation));
            // Only the bracket of what would be taken for a command is another one.
            prop_assert_eq!(read.comment.replace('［', "["), notes.comment.clone());
            prop_assert_eq!(&read.before, &notes.before);
        }
        prop_assert_eq!(again.comment.replace('［', "["), comment);
        prop_assert_eq!(format::write(&again, Target::Pgn(Notation::Iccs)), bytes);
        // Nor is anything lost of a file with such comments.
        let file = format!("[Red \"A\"]\n\n{{{}}} 1. h2e2 {{{}}} *\n", parts.concat(), parts.concat());
        let once = format::read(file.as_bytes()).expect("a game").records.remove(0);
        let twice = format::read(&format::write(&once, Target::Json)).expect("a game").records.remove(0);
        prop_assert_eq!(told(&once), told(&twice));
        let third = format::read(&format::write(&once, Target::Pgn(Notation::Wxf))).expect("a game").records.remove(0);
        prop_assert_eq!(crate::common::told(&once), crate::common::told(&third));
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
        let again = &loaded.records[0];
        prop_assert_eq!(&again.comment, &nearly);
        for id in again.walk() {
            let notes = again.node(id).notes();
            prop_assert_eq!((&notes.before, &notes.comment), (&nearly, &nearly));
        }
    }
}
