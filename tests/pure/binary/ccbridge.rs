//! CCBridge: records and libraries, built byte by byte.

use super::xqf::any_game;
use super::{a_game, line, read, read_one, told};
use chuhe::game::Game;
use chuhe::record::format::ccbridge::Library;
use chuhe::record::format::{
    self, Caution, Charset, Format, InPlace, Loss, ReadError, Target, Warning,
};
use chuhe::record::{GamesWriter, Record, Tags};
use chuhe::rules::{Move, Outcome, PieceKind, Point, Setup, Side, WinReason};
use proptest::prelude::*;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/// An arrangement without pieces, as used for headings.
const EMPTY: &str = "9/9/9/9/9/9/9/9/9/9 w";
/// Bytes after the tree in a CCBridge file: uninitialized memory.
const RUBBISH: [u8; 300] = [0x42; 300];

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn put(file: &mut [u8], at: usize, text: &str) {
    let bytes = utf_16(text);
    file[at..at + bytes.len()].copy_from_slice(&bytes);
}

/// Number of a square in kind 1 or kind 2.
fn square(kind: u8, point: Point) -> u8 {
    let (file, row) = (point.file().index(), 9 - point.rank().index());
    let square = if kind == 1 {
        file * 16 + row
    } else {
        row * 9 + file
    };
    square as u8
}

fn cell(record: &Record, point: Point) -> u8 {
    let Some(piece) = record.start().board.piece_at(point) else {
        return 0;
    };
    let kinds = [
        PieceKind::Chariot,
        PieceKind::Horse,
        PieceKind::Elephant,
        PieceKind::Advisor,
        PieceKind::General,
        PieceKind::Cannon,
        PieceKind::Soldier,
    ];
    let kind = kinds.iter().position(|kind| *kind == piece.kind);
    let side = if piece.side == Side::Red { 0x10 } else { 0x20 };
    side + 1 + kind.expect("a kind") as u8
}

fn step(file: &mut Vec<u8>, flags: [bool; 2], squares: [u8; 2], comment: &str) {
    let [ends, has_other] = flags;
    let has_comment = !comment.is_empty();
    let flags = u8::from(ends) | u8::from(has_other) << 1 | u8::from(has_comment) << 2;
    file.extend([flags, 0, squares[0], squares[1]]);
    if has_comment {
        let bytes = utf_16(&comment.replace('\n', "\r\n"));
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(bytes);
    }
}

/// Encodes a game as a record of kind 1 or 2.
pub fn cbr(record: &Record, kind: u8) -> Vec<u8> {
    let (early, late) = if kind == 1 { (128, 256) } else { (0, 0) };
    let mut file = b"CCBridge Record\0".to_vec();
    file.resize(2214 - late, 0);
    file[19] = kind;
    for (name, at) in [
        (Tags::TITLE, 180 - early),
        (Tags::EVENT, 692 - early),
        (Tags::DATE, 884 - early),
        (Tags::RED, 1076 - early),
        (Tags::BLACK, 1300 - early),
        (Tags::ANNOTATOR, 1652 - late),
    ] {
        put(&mut file, at, record.tags.get(name).unwrap_or_default());
    }
    file[2076 - late] = match record.outcome {
        None => 0,
        Some(Outcome::Win { winner, .. }) => 1 + winner.index() as u8,
        Some(Outcome::Draw(_)) => 3,
    };
    file[2112 - late] = 1 + record.start().turn.index() as u8;
    for point in Point::all() {
        file[2120 - late + usize::from(square(2, point))] = cell(record, point);
    }
    let ends = |id| record.node(id).children().is_empty();
    step(
        &mut file,
        [ends(record.root()), false],
        [0, 0],
        &record.comment,
    );
    for id in record.walk() {
        let node = record.node(id);
        let Move { from, to } = node.played().expect("a move").mv;
        let siblings = record.node(node.parent().expect("a parent")).children();
        let squares = [square(kind, from), square(kind, to)];
        let has_other = siblings.last() != Some(&id);
        step(
            &mut file,
            [ends(id), has_other],
            squares,
            &node.notes().comment,
        );
    }
    file
}

/// Encodes a library; each game with its state, its place in the displayed list, and its record.
pub fn cbl(slots: usize, games: &[(u32, u32, Vec<u8>)]) -> Vec<u8> {
    let mut file = b"CCBridgeLibrary\0".to_vec();
    file.resize(66_624, 0);
    file[60..64].copy_from_slice(&(slots as u32).to_le_bytes());
    put(&mut file, 64, "名局");
    for (state, order, record) in games {
        let (blocks, length) = (record.len().div_ceil(4096) as u32, record.len() as u32);
        let numbers = [*state, *order, blocks, length, 0];
        let mut entry: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        entry.resize(276, 0);
        put(&mut entry, 20, "{ED14}");
        put(&mut entry, 100, "in the list");
        file.extend(entry);
    }
    file.resize(66_624 + 276 * slots, 0);
    for (.., record) in games {
        let end = file.len() + record.len().next_multiple_of(4096);
        file.extend(record);
        file.resize(end, 0x42);
    }
    file
}

/// A game identified by its event.
fn named(title: &str, event: &str) -> Record {
    let mut record = line(START, "h2e2 h9g7");
    record.tags.set(Tags::TITLE, title);
    record.tags.set(Tags::EVENT, event);
    record.outcome = Some(Outcome::win(Side::Black, WinReason::Unstated));
    record
}

fn heading() -> Record {
    let mut record = line(EMPTY, "");
    record.comment = "第一轮".into();
    record.tags.set(Tags::TITLE, "男子组");
    record
}

#[test]
fn a_record_is_read_in_both_layouts() {
    let mut record = a_game();
    record.tags.set(Tags::TITLE, "一局");
    record.tags.set(Tags::DATE, "1989年6月3日");
    record.tags.set(Tags::ANNOTATOR, "屠景明");
    record.outcome = Some(Outcome::win(Side::Red, WinReason::Unstated));
    for kind in [1, 2] {
        let file = [&cbr(&record, kind)[..], &RUBBISH].concat();
        let (again, warnings) = read_one(&file);
        assert_eq!(warnings, [], "kind {kind}");
        assert_eq!(told(&again), told(&record));
        for (name, value) in record.tags.iter() {
            assert_eq!(again.tags.get(name), Some(value));
        }
        assert_eq!(again.outcome, record.outcome);
    }
}

#[test]
fn black_may_begin_and_a_heading_has_no_pieces() {
    let record = line("4k4/9/9/9/4r4/9/9/9/9/3K5 b", "e9e8 d0d1");
    let mut file = cbr(&record, 2);
    let (again, warnings) = read_one(&file);
    assert_eq!((told(&again), warnings.len()), (told(&record), 0));
    file[2112] = 1;
    let (again, warnings) = read_one(&file);
    assert_eq!(told(&again), told(&record));
    assert_eq!(
        warnings,
        [(Some(0), Caution::WrongSide { turn: Side::Black })]
    );
    let (again, warnings) = read_one(&cbr(&heading(), 2));
    assert_eq!((told(&again), warnings), (told(&heading()), vec![]));
    // No move is possible, but nobody has lost.
    assert_eq!(Game::from_record(again).outcome(), None);
}

#[test]
fn what_is_not_read_is_refused_by_name() {
    let mut file = cbr(&a_game(), 2);
    file[19] = 3;
    let error = format::read(&file).err();
    assert_eq!(error, Some(ReadError::NewerCcBridge { kind: 3 }));
    let old = b"CCBridge\x15\0\0\0 and more".to_vec();
    assert_eq!(Format::detect(&old), Some(Format::Cbl));
    assert_eq!(format::read(&old).err(), Some(ReadError::OldLibrary));
    let none = cbl(128, &[]);
    assert_eq!(format::read(&none).err(), Some(ReadError::NoGames));
    let gone = cbl(1, &[(5, 0, cbr(&a_game(), 2))]);
    assert_eq!(format::read(&gone).err(), Some(ReadError::NoGames));
    // One that is cut off before its only game, in its list or behind it.
    let library = cbl(1, &[(7, 0, cbr(&a_game(), 2))]);
    for length in [100, 66_700, 66_900] {
        let error = format::read(&library[..length]).err();
        assert_eq!(error, Some(ReadError::NoBoard), "{length}");
    }
    file[19] = 2;
    for length in 16..2210 {
        let error = format::read(&file[..length]).err();
        assert_eq!(error, Some(ReadError::NoBoard), "{length}");
    }
}

#[test]
fn a_record_that_ends_early_is_read_as_far_as_it_goes() {
    let record = a_game();
    let file = cbr(&record, 2);
    for length in 2210..file.len() {
        let (again, warnings) = read_one(&file[..length]);
        assert!(again.move_count() <= record.move_count());
        assert_eq!(warnings.len(), 1, "{length}");
        assert_eq!(warnings[0].1, Caution::EndsEarly, "{length}");
    }
}

#[test]
fn a_library_shows_its_living_games_in_their_order() {
    let long = {
        let mut record = named("long", "c");
        record.comment = "长".repeat(5000);
        record
    };
    let games = [
        (7, 3, cbr(&named("last", "d"), 2)),
        (5, 1, cbr(&named("deleted", "x"), 2)),
        (7, 2, cbr(&long, 2)),
        (0, 0, Vec::new()),
        (7, 0, cbr(&heading(), 2)),
        (7, 1, cbr(&named("", "b"), 2)),
    ];
    let file = cbl(131, &games);
    let library = Library::of(&file[..]).expect("a library");
    assert_eq!(library.warnings(), []);
    let games = library.games();
    let tag = |game: usize, name| games[game].tags.get(name).unwrap_or_default();
    let titles = [0, 1, 2, 3].map(|game| tag(game, Tags::TITLE));
    assert_eq!(titles, ["男子组", "in the list", "long", "last"]);
    let results: Vec<_> = games.iter().map(|entry| entry.result).collect();
    assert_eq!(results, [None, Some("0-1"), Some("0-1"), Some("0-1")]);
    let loaded = read(&file);
    assert_eq!(loaded.warnings, []);
    assert_eq!(loaded.records.len(), games.len());
    for (index, record) in loaded.records.iter().enumerate() {
        let one = library.read(index);
        assert_eq!(told(&one.records[0]), told(record));
        let event = record.tags.get(Tags::EVENT).unwrap_or_default();
        assert_eq!(event, tag(index, Tags::EVENT));
    }
    assert_eq!(told(&loaded.records[2]), told(&long));
}

#[test]
fn games_are_found_where_the_list_is_damaged() {
    let games = ["a", "b", "c"].map(|event| (7, 0, cbr(&named(event, event), 2)));
    let file = cbl(10, &games);
    let events = |file: &[u8]| -> (Vec<String>, Vec<Warning>) {
        let library = Library::of(file).expect("a library");
        let events = library.games().iter();
        let events = events.filter_map(|entry| entry.tags.get(Tags::EVENT));
        let events = events.map(str::to_owned).collect();
        (events, library.warnings().to_vec())
    };
    let whole = events(&file);
    assert_eq!(whole, (vec!["a".into(), "b".into(), "c".into()], vec![]));
    // The number of entries; the number of blocks of the first; an entry pointing nowhere.
    let (count, blocks, stray) = (60, 66_624 + 8, 66_624 + 3 * 276);
    for (at, value) in [(count, 11), (count + 3, 0xff), (blocks, 2), (blocks, 0)] {
        let mut file = file.clone();
        file[at] = value;
        let (found, warnings) = events(&file);
        assert_eq!(found, whole.0, "{at} {value}");
        assert_eq!(warnings[0].what, Caution::DamagedIndex);
    }
    let mut longer = file.clone();
    (longer[stray], longer[stray + 8]) = (7, 1);
    let (found, warnings) = events(&longer);
    assert_eq!(found, whole.0);
    assert!(matches!(&warnings[0].what, Caution::MissingGame { .. }));
    // The file is truncated within the last record.
    let (found, warnings) = events(&file[..file.len() - 4000]);
    assert_eq!(found, ["a", "b"]);
    assert!(matches!(&warnings[0].what, Caution::MissingGame { title } if title == "in the list"));
}

#[test]
fn the_longest_list_that_leads_nowhere_is_read_at_once() {
    // Every entry would yield the same game if entries without blocks were accepted.
    let entries: Vec<_> = (0..20_000).map(|order| (7, order, Vec::new())).collect();
    let mut file = cbl(entries.len(), &entries);
    file.extend(cbr(&named("a", "a"), 2));
    let loaded = read(&file);
    assert_eq!(loaded.records.len(), 1);
    assert_eq!(loaded.records[0].start(), &Setup::start());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_is_read_as_it_was_written(record in any_game()) {
        let mut record = record;
        record.tags.set(Tags::PHASE, "");
        prop_assert_eq!(format::losses(&record, Target::Cbr), []);
        for target in [Target::Cbr, Target::Cbl] {
            let file = format::write(&record, target);
            prop_assert_eq!(&file, &format::write(&record, target));
            let (again, warnings) = read_one(&file);
            prop_assert_eq!(warnings, []);
            prop_assert_eq!(told(&again), told(&record));
            let mut tags: Vec<_> = record.tags.iter().collect();
            let mut read: Vec<_> = again.tags.iter().collect();
            tags.sort_unstable();
            read.sort_unstable();
            prop_assert_eq!(read, tags);
            prop_assert_eq!(again.outcome, record.outcome);
        }
    }
}

/// The two encoders know nothing of each other; they differ in what only CCBridge itself cares for.
#[test]
fn a_record_is_written_as_ccbridge_writes_it() {
    let mut record = a_game();
    record.tags.set(Tags::TITLE, "一局");
    record.outcome = Some(Outcome::win(Side::Black, WinReason::Unstated));
    let mut file = format::write(&record, Target::Cbr);
    assert_ne!(file[20..36], [0; 16]);
    assert_eq!(
        (&file[2116..2118], &file[2210..2214]),
        (&[1, 0][..], &[0xff; 4][..])
    );
    file[20..36].fill(0);
    file[2116] = 0;
    file[2210..2214].fill(0);
    assert!(file == cbr(&record, 2));
}

#[test]
fn a_library_is_written_with_all_its_games() {
    let mut long = named("", "long");
    long.tags.set(Tags::RED, "甲");
    long.tags.set(Tags::BLACK, "乙");
    long.comment = "长".repeat(5000);
    let games = [heading(), named("two", "b"), long];
    let mut written = GamesWriter::new(Target::Cbl);
    games.iter().for_each(|game| written.push(game));
    let file = written.to_bytes(Charset::Utf8).expect("no choice");
    assert_eq!(file.len(), 66_624 + 276 * 128 + 4096 * 5);
    assert_eq!(
        (file[17], file[60], file[52..56].to_vec()),
        (3, 128, vec![0xff, 0xff, 0xff, 0x7f])
    );
    // The players stand in the list for a title, and only there.
    let third = 66_624 + 2 * 276;
    assert_eq!(file[third + 100..][..8], utf_16("甲 – ")[..8]);
    let loaded = read(&file);
    assert_eq!(loaded.warnings, []);
    for (game, again) in games.iter().zip(&loaded.records) {
        assert_eq!(told(again), told(game));
        assert_eq!(again.tags.get(Tags::TITLE), game.tags.get(Tags::TITLE));
    }
    // The identifier in the list is that of the record.
    let first = 66_624 + 276 * 128;
    let id = &file[66_624 + 20..][..76];
    let units = id
        .chunks_exact(2)
        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let text: String = char::decode_utf16(units)
        .map(|unit| unit.expect("a letter"))
        .collect();
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("{byte:02X}"))
            .collect::<String>()
    };
    let (front, back) = (&file[first + 20..first + 24], &file[first + 30..first + 36]);
    let front: Vec<u8> = front.iter().rev().copied().collect();
    assert!(text.starts_with(&format!("{{{}-", hex(&front))), "{text}");
    assert!(text.ends_with(&format!("-{}}}", hex(back))), "{text}");
    assert_eq!(format::write(&games[1], Target::Cbl).len(), first + 4096);
}

#[test]
fn what_a_record_has_no_place_for_is_told() {
    let mut record = line("3k5/9/9/RRR6/9/9/9/9/9/5K3 w - - 3 9", "a6a7");
    record.tags.set(Tags::RED, &"红".repeat(40));
    record.tags.set(Tags::ECCO, "A00");
    record.comment = "a bell\u{7}, a zero\0, and the rest".into();
    assert_eq!(
        format::losses(&record, Target::Cbl),
        [
            Loss::Start,
            Loss::Tags(vec![Tags::ECCO.into()]),
            Loss::ShortenedTag(Tags::RED.into()),
            Loss::Letters
        ]
    );
    let (again, _) = read_one(&format::write(&record, Target::Cbr));
    assert_eq!(again.tags.get(Tags::RED), Some(&*"红".repeat(31)));
    assert_eq!(again.comment, "a bell, a zero, and the rest");
    // Three chariots have a place here.
    assert_eq!(again.start().board, record.start().board);
}

#[test]
fn what_a_head_has_besides_stays_in_its_file() {
    let mut file = format::write(&named("a", "b"), Target::Cbr);
    // The address of the source, the day it was written, and several games in one tree.
    (file[308], file[1908], file[2076]) = (b'u', b'2', 4);
    let (mut record, _) = read_one(&file);
    let place = InPlace::of(&file).expect("CBR");
    assert_eq!(place.write(&record), Ok(file.clone()));
    record.comment = "new &amp; &nbsp;".into();
    let again = place.write(&record).expect("it fits");
    assert_eq!(again[..2214], file[..2214]);
    assert_eq!(read_one(&again).0.comment, record.comment);
}
