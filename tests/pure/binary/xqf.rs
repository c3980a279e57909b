//! XQF.

use super::hide::{Secrets, as_version_10, hidden};
use super::{a_game, line, mv, read_one, told, tree, xqf};
use chuhe::record::format::{self, Caution, InPlace, Loss, ReadError, Target};
use chuhe::record::{Record, Tags};
use chuhe::rules::{DrawReason, Outcome, Setup, Side, WinReason};
use proptest::prelude::*;

/// Every tag with a field, with a text that fits.
const TAGS: [(&str, &str); 12] = [
    (Tags::TITLE, "第一局 “妙手”"),
    (Tags::EVENT, "全国象棋锦标赛"),
    (Tags::DATE, "1999年3月6日"),
    (Tags::SITE, "北京"),
    (Tags::RED, "柳大华"),
    (Tags::BLACK, "吕  钦"),
    (Tags::TIME_CONTROL, "60+30"),
    (Tags::RED_TIME, "1:02:03"),
    (Tags::BLACK_TIME, "59分"),
    (Tags::ANNOTATOR, "甲"),
    (Tags::AUTHOR, "é"),
    (Tags::PHASE, "endgame"),
];
const RESULTS: [Option<Outcome>; 4] = [
    None,
    Some(Outcome::win(Side::Red, WinReason::Unstated)),
    Some(Outcome::win(Side::Black, WinReason::Unstated)),
    Some(Outcome::Draw(DrawReason::Unstated)),
];

fn start(which: usize) -> Setup {
    let fens = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        // Two moves ahead; Black begins.
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b",
        "2b6/3ka4/2Pab4/5Np2/9/6P2/9/3A5/4A4/4K4 w",
        "4k4/9/4P4/3PP1p2/3P5/6p2/4P1p2/6p2/6p2/4K4 w",
    ];
    Setup::from_fen(fens[which % fens.len()]).expect("a FEN")
}

prop_compose! {
    pub fn any_game()(
        which in 0..4_usize,
        branches in prop::collection::vec(any::<(u16, u16, u8)>(), 0..80),
        tags in prop::collection::vec(any::<bool>(), TAGS.len()),
        outcome in prop::sample::select(&RESULTS[..]),
    ) -> Record {
        let mut record = tree(start(which), &branches);
        for ((name, value), _) in TAGS.iter().zip(tags).filter(|(_, there)| *there) {
            record.tags.set(name, value);
        }
        record.outcome = outcome;
        record
    }
}

prop_compose! {
    fn any_secrets()(mask: u8, or: [u8; 4], keys: [u8; 4]) -> Secrets {
        Secrets { mask, or, keys }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_is_read_as_it_was_written(
        record in any_game(),
        version in prop::sample::select(&[0_u8, 10, 11, 12, 13, 15, 16, 18][..]),
        secrets in any_secrets(),
    ) {
        let open = xqf(&record);
        let file = match version {
            0 => open.clone(),
            10 => as_version_10(&open),
            _ => hidden(&open, version, secrets),
        };
        let (again, warnings) = read_one(&file);
        prop_assert_eq!(warnings, []);
        prop_assert_eq!(told(&again), told(&record));
        prop_assert_eq!(&again.tags, &record.tags);
        prop_assert_eq!(again.outcome, record.outcome);
        prop_assert_eq!(xqf(&again), open);
        prop_assert_eq!(format::losses(&record, Target::Xqf), []);
    }
}

/// Applies the keys of the specification's worked example to an unencrypted file.
#[test]
fn the_worked_example_hides_and_shows_the_same() {
    let secrets = Secrets {
        mask: 171,
        or: [183, 96, 216, 17],
        keys: [151, 218, 121, 22],
    };
    let record = a_game();
    let file = hidden(&xqf(&record), 18, secrets);
    // Red's general between its advisors: squares 30, 40 and 50, plus 162.
    assert_eq!(file[16..19], [192, 202, 212]);
    assert_eq!(told(&read_one(&file).0), told(&record));
}

#[test]
fn the_first_move_tells_who_begins() {
    let record = line(&start(1).to_fen(), "h7e7 i0h0");
    let mut file = xqf(&record);
    file[50] = 0;
    let (again, warnings) = read_one(&file);
    assert_eq!(told(&again), told(&record));
    assert_eq!(
        warnings,
        [(Some(0), Caution::WrongSide { turn: Side::Black })]
    );
}

#[test]
fn what_cannot_be_played_can_be_looked_at() {
    let boards = [
        // Soldiers behind their line, misplaced elephants, no generals, two of one side, in check out of turn.
        "3k5/9/9/1P7/1P7/9/1P7/9/9/5K3 w",
        "3k5/9/9/B8/9/9/9/9/9/5K3 w",
        "9/9/9/4R4/9/9/9/9/9/9 w",
        "4k4/9/9/4R4/9/9/9/9/9/4K4 w",
        "k8/9/9/9/4C4/9/9/9/9/8K w",
    ];
    for fen in boards {
        let mut record = Record::from_any(Setup::from_fen(fen).expect("a FEN"));
        let moves = record.node(record.root()).position().legal_moves();
        for mv in moves {
            let _ = record.add_lenient(record.root(), mv);
        }
        let (again, warnings) = read_one(&xqf(&record));
        assert_eq!(told(&again), told(&record), "{fen}");
        assert!(
            matches!(
                &warnings[0],
                (Some(0), Caution::Unplayable(_) | Caution::OddStart(_))
            ),
            "{fen}: {warnings:?}"
        );
    }
    let empty = line("9/9/9/9/9/9/9/9/9/9 w", "");
    let (again, warnings) = read_one(&xqf(&empty));
    assert_eq!((told(&again), warnings), (told(&empty), vec![]));
}

/// Offset of a move in an unencrypted file without comments: 0 is the start.
const fn place(number: usize) -> usize {
    1024 + 4 * number
}

#[test]
fn a_line_ends_before_a_move_that_cannot_be_made() {
    let mut record = line(&start(0).to_fen(), "h2e2 h9g7 h0g2 i9h9");
    let second = record.main_line().next().expect("a move");
    let other = record.add(second, mv("b9c7")).expect("legal");
    record.add(other, mv("b0c2")).expect("legal");
    record.outcome = RESULTS[1];
    let file = xqf(&record);
    // The third move of the main line: a horse that does not move.
    let mut cut = file.clone();
    cut[place(3) + 1] = cut[place(3)] + 8;
    let (again, warnings) = read_one(&cut);
    let moves = told(&again).into_iter().skip(1).map(|(_, mv, _)| mv);
    assert_eq!(moves.collect::<Vec<_>>(), ["h2e2", "h9g7", "b9c7", "b0c2"]);
    assert!(matches!(
        &warnings[..],
        [(Some(0), Caution::IllegalMove { at: (2, Side::Red), text, .. })] if text == "h0h0"
    ));
    assert_eq!(again.outcome, None);
    // The second move of the variation: to an invalid square.
    let mut cut = file;
    cut[place(6) + 1] = 31;
    let (again, warnings) = read_one(&cut);
    assert_eq!((again.move_count(), again.outcome), (5, RESULTS[1]));
    assert!(matches!(
        &warnings[..],
        [(Some(1), Caution::NotAMove { at: (2, Side::Red), text })] if text == "10-255"
    ));
}

#[test]
fn a_slip_is_kept_and_an_alternative_that_is_there_twice_is_one() {
    let record = line("4k4/9/9/9/4r4/9/9/4R4/9/4K4 w", "e2a2 e5e6");
    let (again, warnings) = read_one(&xqf(&record));
    assert_eq!(told(&again), told(&record));
    assert!(matches!(
        &warnings[..],
        [(
            Some(0),
            Caution::LeftInCheck {
                at: (1, Side::Red),
                ..
            }
        )]
    ));
    let mut record = line(&start(0).to_fen(), "h2e2");
    for text in ["b2e2", "c3c4"] {
        let id = record.add(record.root(), mv(text)).expect("legal");
        record.node_mut(id).notes_mut().comment = text.to_uppercase();
    }
    let mut file = xqf(&record);
    // The third becomes a copy of the second.
    let (second, third) = (place(2), place(2) + 4 + 4 + 4);
    file.copy_within(second..second + 2, third);
    let (again, warnings) = read_one(&file);
    let comments: Vec<_> = told(&again).into_iter().map(|(.., text)| text).collect();
    assert_eq!(comments[1..], ["", "B2E2\nC3C4"]);
    assert_eq!(warnings, []);
}

#[test]
fn a_file_that_ends_early_is_read_as_far_as_it_goes() {
    let record = a_game();
    let file = xqf(&record);
    for length in 0..file.len() {
        match format::read(&file[..length]) {
            Ok(loaded) => {
                assert!(length >= 1024);
                let what: Vec<_> = loaded.warnings.iter().map(|told| &told.what).collect();
                assert_eq!(what, [&Caution::EndsEarly], "{length}");
                assert!(loaded.records[0].move_count() <= record.move_count());
            }
            Err(error) => {
                assert!(length < 1024, "{length}: {error}");
                assert_ne!(error, ReadError::NoBoard);
            }
        }
    }
    // Trailing bytes are ignored.
    let longer = [&file[..], &[0x88; 40]].concat();
    let (again, warnings) = read_one(&longer);
    assert_eq!((told(&again), warnings), (told(&record), vec![]));
}

#[test]
fn half_a_letter_at_the_end_of_a_name_goes() {
    let mut record = Record::new(Setup::start()).expect("the start");
    record.tags.set(Tags::RED, "一二三四五六七八");
    let losses = format::losses(&record, Target::Xqf);
    assert_eq!(losses, [Loss::ShortenedTag(Tags::RED.into())]);
    let mut file = xqf(&record);
    assert_eq!(file[304], 14);
    // XQStudio fills all fifteen bytes, and declares sixteen.
    (file[304], file[319]) = (16, 0xb0);
    let (again, _) = read_one(&file);
    assert_eq!(again.tags.get(Tags::RED), Some("一二三四五六七"));
}

#[test]
fn what_a_file_has_no_place_for_is_told() {
    let mut record = line(&start(0).to_fen(), "h2e2 h9g7");
    assert_eq!(format::losses(&record, Target::Xqf), []);
    record.terms.no_capture = None;
    record.outcome = Some(Outcome::win(Side::Red, WinReason::Resignation));
    record.tags.set("club", "x");
    record.tags.set(Tags::PHASE, "beginning");
    record.tags.set(Tags::SITE, "a bell\u{7}");
    let id = record.main_line().next().expect("a move");
    let notes = record.node_mut(id).notes_mut();
    (notes.before, notes.comment) = ("Red thinks.".into(), "Good \u{e5e5}!".into());
    (notes.signs, notes.clock) = (vec![1], Some(1));
    crate::common::mark(notes, 1);
    let losses = format::losses(&record, Target::Xqf);
    let tags = vec!["club".into(), Tags::PHASE.into()];
    let expected = [
        Loss::Terms,
        Loss::Reason,
        Loss::Tags(tags),
        Loss::Letters,
        Loss::Signs,
        Loss::Clocks,
        Loss::Evaluations,
        Loss::Drawings,
    ];
    assert_eq!(losses, expected);
    let (again, warnings) = read_one(&xqf(&record));
    assert_eq!(warnings, []);
    assert_eq!(told(&again)[1].2, "Red thinks.\nGood !");
    assert_eq!(again.tags.get(Tags::SITE), Some("a bell"));
    assert_eq!(again.outcome, RESULTS[1]);
    // Three chariots, and a FEN with counters.
    let setup = Setup::from_fen("3k5/9/9/RRR6/9/9/9/9/9/5K3 w - - 3 9").expect("a FEN");
    let losses = format::losses(&Record::from_any(setup), Target::Xqf);
    assert_eq!(losses, [Loss::Start]);
}

/// A file in which a field has these bytes behind its length.
fn with_field(file: &mut [u8], at: usize, text: &[u8]) {
    file[at] = text.len() as u8;
    file[at + 1..=at + text.len()].copy_from_slice(text);
}

#[test]
fn a_title_runs_on_behind_its_field_and_is_kept() {
    let title = "第一二三四五六七八九十".repeat(5);
    let mut record = a_game();
    record.tags.set(Tags::TITLE, &title);
    assert_eq!(format::losses(&record, Target::Xqf), []);
    let file = xqf(&record);
    assert_eq!(read_one(&file).0.tags.get(Tags::TITLE), Some(&*title));
    assert_eq!(InPlace::of(&file).expect("XQF").write(&record), Ok(file));
    record.tags.set(Tags::TITLE, &title.repeat(2));
    let losses = format::losses(&record, Target::Xqf);
    assert_eq!(losses, [Loss::ShortenedTag(Tags::TITLE.into())]);
}

#[test]
fn a_date_that_is_too_long_leaves_no_place() {
    let mut file = xqf(&a_game());
    let (date, _, _) = encoding_rs::GB18030.encode("1989年10月15日于上海");
    with_field(&mut file, 272, &date);
    let (mut record, _) = read_one(&file);
    let tags = [Tags::DATE, Tags::SITE].map(|name| record.tags.get(name));
    assert_eq!(tags, [Some("1989年10月15日于上海"), None]);
    let place = InPlace::of(&file).expect("XQF");
    record.tags.set(Tags::EVENT, "x");
    assert_eq!(place.losses(&record), []);
    let new = place.write(&record).expect("it fits");
    assert_eq!(new[272..304], file[272..304]);
    // A place needs the room.
    record.tags.set(Tags::SITE, "y");
    assert_eq!(
        place.losses(&record),
        [Loss::ShortenedTag(Tags::DATE.into())]
    );
    // A name that is cut off, as its declared length tells, overwrites nothing.
    with_field(&mut file, 304, &[b'a'; 15]);
    with_field(&mut file, 320, b"b");
    file[304] = 20;
    let (record, _) = read_one(&file);
    let tags = [Tags::RED, Tags::BLACK].map(|name| record.tags.get(name));
    assert_eq!(tags, [Some("aaaaaaaaaaaaaaa"), Some("b")]);
}

#[test]
fn entities_are_letters_and_what_has_not_changed_stays() {
    let mut record = a_game();
    record.comment = "A &amp;lt; B & C &x;".into();
    let file = xqf(&record);
    assert_eq!(read_one(&file).0.comment, record.comment);
    let mut record = line(&start(0).to_fen(), "h2e2");
    let mut file = xqf(&record);
    file[1026] |= 0x20;
    let text = b"&nbsp;&#65;&mdash;&lt;b&gt;&bad;";
    let length = 767 + text.len() as u32;
    let comment = [&length.to_le_bytes()[..], text].concat();
    file.splice(1028..1028, comment);
    (file[60], file[440], file[600]) = (1, 2, 3);
    record = read_one(&file).0;
    assert_eq!(record.comment, " A—<b>&bad;");
    let place = InPlace::of(&file).expect("XQF");
    assert_eq!(place.write(&record), Ok(file.clone()));
    record.comment += "!";
    let again = place.write(&record).expect("it fits");
    assert_eq!(again[..1024], file[..1024]);
    assert_eq!(read_one(&again).0.comment, record.comment);
}

#[test]
fn vietnamese_is_read_and_written_in_its_own_character_set() {
    for (red, black, comment, is_certain) in [
        (
            &b"Nguy\xe1\xbb\x85n"[..],
            &b"L\xc3\xaa"[..],
            &b"\xc4\x91i hay"[..],
            true,
        ),
        (b"Nguy\xea\xden", b"L\xea", b"\xf0i hay", true),
        (b"Nguy\xd4n", b"L\xaa", b"\xaei hay", true),
        (b"Nguy\xea\xden", b"L\xea", b"\xf0i hay \xfc", false),
    ] {
        let mut record = line(&start(0).to_fen(), "h2e2");
        record.comment = "x".into();
        let mut file = xqf(&record);
        with_field(&mut file, 304, red);
        with_field(&mut file, 320, black);
        let length = 767 + comment.len() as u32;
        let comment = [&length.to_le_bytes()[..], comment].concat();
        file.splice(1028..1033, comment);
        let (mut record, warnings) = read_one(&file);
        let tags = [Tags::RED, Tags::BLACK].map(|name| record.tags.get(name));
        assert_eq!(tags, [Some("Nguyễn"), Some("Lê")]);
        assert!(record.comment.starts_with("đi hay"), "{}", record.comment);
        let told = warnings.iter().any(|one| one.1 == Caution::UnknownCharset);
        assert_eq!(told, !is_certain);
        let place = InPlace::of(&file).expect("XQF");
        assert_eq!(place.write(&record), Ok(file.clone()));
        record.tags.set(Tags::EVENT, "Ngũ Dương");
        assert_eq!(place.losses(&record), []);
        let again = read_one(&place.write(&record).expect("it fits")).0;
        let names = [Tags::EVENT, Tags::RED].map(|name| again.tags.get(name));
        assert_eq!(names, [Some("Ngũ Dương"), Some("Nguyễn")]);
        record.tags.set(Tags::EVENT, "五羊杯");
        let is_utf_8 = red.len() == 8;
        assert_eq!(place.losses(&record).is_empty(), is_utf_8);
    }
}
