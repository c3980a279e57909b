//! Collections: listed without being parsed, read one by one, and one game replaced without changing any other byte.

use crate::common::line;
use crate::several;
use chuhe::record::format::pgn::{NotReplaced, PgnFile};
use chuhe::record::format::{self, MissingLetters, ReadError};
use chuhe::record::notation::Notation;
use chuhe::record::{self, Record, Tags};
use chuhe::rules::{Outcome, Setup, Side, WinReason};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};
use std::ops::ControlFlow::{Break, Continue};

/// Five games as written by different programs, with unrelated text around them.
const FILE: &str = "网上得来\n\n[Game \"Chinese Chess\"]\n[Event \"杯[一]\"]\n[Red \"甲{\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n  \
    1. 炮二平五 马８进７\n  2. 马二进三 {好｛棋}  1-0 \n=====\n欢迎 1. 兵七进一\n\n\
    [Event \"二\"]\n[Red \"丙\"]\n1. 兵七进一 卒７进１ (1... 炮２平５)\n=====\n　广告\n\
    [Event \"三\"]\n\n\n\
    [Event \"四\"]\n[FEN \"4k4/9/9\"]\n1. 兵七进一\n\n\n\
    [Event \"五\"]\n1. 兵三进一\n卒３进１";

/// The file in every character set and with every line ending.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for end in ["\n", "\r\n", "\r"] {
        let text = FILE.replace('\n', end);
        let marked = format!("\u{feff}{text}");
        let units = marked.encode_utf16().collect::<Vec<_>>();
        for (name, bytes) in [
            ("GB18030", GB18030.encode(&text).0.into_owned()),
            ("UTF-8", text.clone().into_bytes()),
            ("UTF-8 with a mark", marked.clone().into_bytes()),
            (
                "UTF-16LE",
                units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
            ),
            (
                "UTF-16BE",
                units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
            ),
        ] {
            files.push((format!("{name} {end:?}"), bytes));
        }
    }
    files
}

/// A collection whose larger part is in another character set than the file as a whole.
#[test]
fn a_game_is_read_as_it_is_listed() {
    let one = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７ *\n\n";
    let gb = GB18030.encode(one).0.into_owned();
    let few = "[Event \"Caf\u{e9}\"]\n\n1. 炮二平五 *\n\n".as_bytes();
    for bytes in [
        [&gb[..], one.repeat(4).as_bytes()].concat(),
        [one.as_bytes(), &gb.repeat(4)].concat(),
        [few, &gb].concat(),
        [&gb, few].concat(),
    ] {
        let all = format::read(&bytes).expect("games").records;
        let listed = PgnFile::of(bytes).expect("games");
        for (number, record) in all.iter().enumerate() {
            let game = listed.read(number).expect("a game");
            assert_eq!(game.records[0].tags, record.tags);
        }
    }
}

fn game() -> Record {
    let mut record = Record::new(Setup::start()).expect("the start");
    let root = record.root();
    let node = record
        .add(root, "h2e2".parse().expect("a move"))
        .expect("legal");
    record.node_mut(node).notes_mut().comment = "新\n马".into();
    record.outcome = Some(Outcome::win(Side::Red, WinReason::Unstated));
    record.tags.set(Tags::RED, "丁");
    record
}

#[test]
fn games_are_told_apart_without_being_read() {
    for (name, bytes) in files() {
        let collection = PgnFile::of(bytes.clone()).expect("games");
        let games: Vec<_> = collection.entries().collect();
        let events: Vec<_> = games.iter().map(|game| game.head.event.as_str()).collect();
        assert_eq!(events, ["杯[一]", "二", "三", "四", "五"], "{name}");
        assert_eq!(
            (games[0].head.red.as_str(), games[0].head.result),
            ("甲{", Some("1-0"))
        );
        assert_eq!(games[1].head.result, None);
        assert_eq!(games[4].place.end, bytes.len());
        assert!(
            games
                .windows(2)
                .all(|pair| pair[0].place.end == pair[1].place.start),
            "{name}"
        );
        assert_eq!(collection.bytes(), bytes);
        let read = |game| collection.read(game).map(|loaded| line(&loaded.records[0]));
        assert_eq!(read(0).as_deref(), Ok("h2e2 h9g7 h0g2"), "{name}");
        assert_eq!(read(1).as_deref(), Ok("c3c4 g6g5"), "{name}");
        assert_eq!(read(2).as_deref(), Ok(""));
        assert!(matches!(read(3), Err(ReadError::Fen(_))));
        assert_eq!(read(4).as_deref(), Ok("g3g4 c6c5"), "{name}");
        assert_eq!(read(5), Err(ReadError::Empty));
    }
}

#[test]
fn games_that_are_known_early_are_those_that_are_known_in_the_end() {
    for (name, bytes) in files() {
        let whole = record::Collection::open(bytes.clone()).expect("games");
        let mut early = Vec::new();
        let again = record::Collection::open_watched(bytes.clone(), &mut |mut opening| {
            assert!(opening.part() > 0.0 && opening.part() <= 1.0);
            early.push((opening.known(), opening.so_far()));
            Continue(())
        });
        let again = again.expect("games").expect("nobody stopped it");
        let known: Vec<_> = early.iter().map(|(known, _)| *known).collect();
        assert_eq!(known, [1, 2, 3, 4, 5], "{name}");
        early.push((5, again));
        for (known, games) in early {
            assert_eq!(games.count(), known);
            assert_eq!(games.replaceable(), Some(&bytes[..]));
            for game in 0..known {
                assert_eq!(games.head(game), whole.head(game), "{name}");
                let read =
                    |of: &record::Collection| of.read(game).map(|loaded| line(&loaded.records[0]));
                assert_eq!(read(&games), read(&whole), "{name}");
            }
            assert_eq!(games.head(known), None);
            assert!(games.read(known).is_err());
        }
    }
}

#[test]
fn who_looks_on_may_stop_after_any_game() {
    for (name, bytes) in files() {
        for most in 1..=5 {
            let mut known = 0;
            let games = record::Collection::open_watched(bytes.clone(), &mut |opening| {
                known = opening.known();
                if known == most {
                    Break(())
                } else {
                    Continue(())
                }
            });
            assert!(games.expect("no error").is_none(), "{name}");
            assert_eq!(known, most);
        }
    }
    // A file that is read as a whole has no index.
    let single = b"1. h2e2".to_vec();
    let games = record::Collection::open_watched(single, &mut |_| Break(()));
    assert_eq!(games.expect("a game").expect("not stopped").count(), 1);
}

#[test]
fn a_changed_game_changes_no_other_byte() {
    let record = game();
    // The byte ranges of the games themselves.
    let parts = [
        ("[Game \"Chinese Chess\"]\n[Event \"杯", "1-0 \n==", 3),
        ("[Event \"二", "\n=====\n　广", 0),
        ("[Event \"三\"]", "\n\n\n[Event \"四", 0),
        ("[Event \"四", "\n\n\n[Event \"五", 0),
        ("[Event \"五", "", 0),
    ];
    for (game, (begin, end, more)) in parts.into_iter().enumerate() {
        let start = FILE.find(begin).expect("a game");
        let length = match end {
            "" => FILE.len() - start,
            _ => FILE[start..].find(end).expect("an end") + more,
        };
        let new = several::pgn(std::slice::from_ref(&record), Notation::ChineseSimplified);
        let expected = [&FILE[..start], new.trim_end(), &FILE[start + length..]].concat();
        for (number, (name, bytes)) in files().into_iter().enumerate() {
            let collection = PgnFile::of(bytes).expect("games");
            let changed = collection.with_game(game, &record, Notation::ChineseSimplified);
            let changed = changed.expect("every letter is there");
            let changed = changed.bytes();
            let expected = of_kind(&expected, number);
            assert!(
                changed == expected,
                "game {game} of {name}: {}",
                shown(changed)
            );
        }
    }
}

/// Encodes a text like the file of this number.
fn of_kind(text: &str, number: usize) -> Vec<u8> {
    let text = text.replace('\n', ["\n", "\r\n", "\r"][number / 5]);
    let marked = format!("\u{feff}{text}");
    match number % 5 {
        0 => GB18030.encode(&text).0.into_owned(),
        1 => text.into_bytes(),
        2 => marked.into_bytes(),
        3 => marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    }
}

fn shown(bytes: &[u8]) -> String {
    let encoding = Encoding::for_bom(bytes).map_or(GB18030, |(encoding, _)| encoding);
    let encoding = if std::str::from_utf8(bytes).is_ok() {
        UTF_8
    } else {
        encoding
    };
    encoding.decode(bytes).0.into_owned()
}

#[test]
fn a_game_is_known_again_by_its_bytes() {
    for (name, bytes) in files() {
        let collection = PgnFile::of(bytes).expect("games");
        let prints = |of: &PgnFile| (0..5).map(|game| of.fingerprint(game)).collect::<Vec<_>>();
        let before = prints(&collection);
        let changed = collection.with_game(1, &game(), Notation::ChineseSimplified);
        let after = prints(&changed.expect("every letter is there"));
        for number in 0..5 {
            let is_same = before[number] == after[number];
            assert_eq!(is_same, number != 1, "game {number} of {name}");
        }
    }
    let games = |text: &str| record::Collection::open(text.into()).expect("games");
    let text = "[Red \"x\"]\n1. h2e2 *\n\n[Red \"y\"]\n1. h2e2 *\n";
    let print = games(text).fingerprint(1);
    assert_eq!(print.as_deref(), Some("23a2d45f003875f3"));
    // The text around a game does not affect it, except for its offset.
    let around = format!("From a friend\n{text}\nMore to come");
    assert_eq!(games(&around).fingerprint(1), print);
    assert_eq!(games(text).fingerprint(2), None);
    assert_ne!(
        games(&format!("[Red \"z\"]\n*\n{text}")).fingerprint(1),
        print
    );
}

#[test]
fn letters_that_the_file_cannot_hold_are_named() {
    let text = "[Red \"許\"]\n1. 炮二平五 馬８進７ *\n";
    let (bytes, _, _) = BIG5.encode(text);
    let collection = PgnFile::of(bytes.to_vec()).expect("games");
    let missing = collection.with_game(0, &game(), Notation::ChineseSimplified);
    let missing = missing.expect_err("simplified letters");
    let (encoding, letters) = ("Big5", "马".to_owned());
    assert_eq!(missing, MissingLetters { encoding, letters }.into());
    assert!(missing.to_string().contains("Big5"));
    let mut record = game();
    let first = record.main_line().next().expect("a move");
    record.node_mut(first).notes_mut().comment.clear();
    let changed = collection.with_game(0, &record, Notation::ChineseTraditional);
    let changed = format::read(changed.expect("traditional letters").bytes()).expect("a game");
    assert_eq!(line(&changed.records[0]), "h2e2");
}

#[test]
fn the_notation_of_a_game_is_known_by_its_moves() {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for text in ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"] {
        let mv = text.parse().expect("a move");
        at = record.add(at, mv).expect("legal");
    }
    for notation in [
        Notation::Iccs,
        Notation::Coordinate,
        Notation::Wxf,
        Notation::ChineseSimplified,
        Notation::ChineseTraditional,
    ] {
        let text = several::pgn(&[game(), record.clone()], notation);
        let bytes = GB18030.encode(&text).0.into_owned();
        let collection = PgnFile::of(bytes).expect("games");
        assert_eq!(collection.notation_of(1), notation);
    }
    let other = PgnFile::of(b"[Red \"x\"]\n1. e4 *\n[Red \"y\"]\n*\n".to_vec());
    let other = other.expect("games");
    assert_eq!(other.notation_of(0), Notation::Iccs);
    assert_eq!(other.notation_of(7), Notation::Iccs);
}

#[test]
fn a_damaged_file_is_left_alone_where_games_would_swallow_each_other() {
    // The first game leaves a comment open, which ends before the next one; the new text would close it.
    let text = "[Red \"x\"]\n1. h2e2 {so\n[Red \"y\"]\n[Black \"z\"]\n1. h2e2 {no *\n[Red \"w\"]\n1. b2e2 *\n";
    let collection = PgnFile::of(text.as_bytes().to_vec()).expect("games");
    assert_eq!(collection.count(), 3);
    let changed = collection.with_game(1, &game(), Notation::Iccs);
    assert_eq!(changed.err(), Some(NotReplaced::WouldCorruptOthers));
    let whole = text.replacen("{so", "{so}", 1);
    let collection = PgnFile::of(whole.into_bytes()).expect("games");
    assert!(collection.with_game(1, &game(), Notation::Iccs).is_ok());
}

#[test]
fn a_comment_behind_the_result_goes_with_its_game() {
    for first in [
        "1. h2e2 1-0 {old}",
        "1. h2e2 h9g7 e4 1-0 {old}",
        "1. h2e2 e4 1-0 (1. b2e2) {old}",
    ] {
        let text = format!("[Red \"x\"]\n{first}\n\n[Red \"y\"]\n1. b2e2 {{kept}} *\n");
        let games = PgnFile::of(text.into_bytes()).expect("games");
        let changed = games
            .with_game(0, &game(), Notation::Iccs)
            .expect("letters");
        let text = shown(changed.bytes());
        assert!(!text.contains("old") && text.contains("{kept}"), "{text}");
    }
}

#[test]
fn bytes_that_are_no_letters_stay_too() {
    // A name cut in the middle of a character, and a stray byte under the result.
    let mut bytes = GB18030
        .encode("[Event \"一\"]\n1. 炮二平五 *\n")
        .0
        .into_owned();
    bytes.extend(b"\xff\xfe\x81\n[Red \"\xc3\"]\n1. ");
    bytes.extend(GB18030.encode("兵七进一 卒７进１ *").0.iter());
    bytes.extend(b" \xfe\n");
    let collection = PgnFile::of(bytes.clone()).expect("games");
    assert_eq!(collection.count(), 2);
    let second = collection.entry(1).expect("a game").place.clone();
    let changed = collection
        .with_game(0, &game(), Notation::Iccs)
        .expect("letters");
    let changed = changed.bytes();
    assert!(
        changed.ends_with(&bytes[second.start - 4..]),
        "{}",
        shown(changed)
    );
    let changed = collection
        .with_game(1, &game(), Notation::Iccs)
        .expect("letters");
    let changed = changed.bytes();
    assert!(changed.starts_with(&bytes[..second.start]));
    assert_eq!(format::read(changed).expect("games").records.len(), 2);
}

#[test]
fn a_file_without_games_is_no_collection() {
    assert_eq!(PgnFile::of(Vec::new()).err(), Some(ReadError::Empty));
    assert_eq!(
        PgnFile::of(b"hello\n".to_vec()).err(),
        Some(ReadError::Unknown)
    );
}

#[test]
fn games_without_tags_behind_a_result_are_games_too() {
    let first = "[Event \"一\"]\n1. H2-E2 H9-G7 1-0";
    let second = "1. B2-E2 B9-C7 0-1";
    let third = "1. C3-C4 *";
    let fourth = "[Event \"四\"]\n1. G3-G4 *\n";
    let text = format!("{first}\n\n{second} {{so}}\n=====\n{third}\n\n{fourth}");
    let collection = PgnFile::of(text.clone().into_bytes()).expect("games");
    assert_eq!(collection.count(), 4);
    let whole = format::read(text.as_bytes()).expect("games");
    assert_eq!(whole.warnings, []);
    let moves = ["h2e2 h9g7", "b2e2 b9c7", "c3c4", "g3g4"];
    for (number, moves) in moves.into_iter().enumerate() {
        assert_eq!(line(&whole.records[number]), moves);
        let read = collection.read(number).expect("a game");
        assert_eq!(
            (line(&read.records[0]).as_str(), read.warnings),
            (moves, vec![])
        );
    }
    let new = several::pgn(&[game()], Notation::Iccs);
    // A comment behind the result is one on the last move.
    let commented = format!("{second} {{so}}");
    for (number, old) in [first, &commented, third, fourth].into_iter().enumerate() {
        let changed = collection
            .with_game(number, &game(), Notation::Iccs)
            .expect("letters");
        let expected = text.replacen(old.trim_end(), new.trim_end(), 1);
        assert_eq!(shown(changed.bytes()), expected, "{number}");
        assert_eq!(changed.count(), 4);
        let read = |number| changed.read(number).map(|loaded| line(&loaded.records[0]));
        for (other, moves) in moves
            .into_iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
        {
            assert_eq!(read(other).as_deref(), Ok(moves));
        }
        assert_eq!(read(number).as_deref(), Ok("h2e2"));
    }
    // Nothing begins anew inside of a game, of a comment, or where moves of another start may be meant.
    for text in [
        "[Event \"x\"]\n1. H2-E2 H9-G7\n1. C3-C4 *\n",
        "[Event \"x\"]\n1. H2-E2 {1-0\n1. C3-C4} *\n",
        "[FEN \"4k4/9/9/9/9/9/P8/9/9/4K4 w\"]\n1. A3-A4 1-0\n1. H2-E2 *\n",
        "[Event \"x\"]\n1. H2-E2 H9-G7 1-0\n2. H0-G2 I9-H9 *\n",
        "[Event \"x\"]\n1. H2-E2 H9-G7 1-0\nadvertisement\n1. C3-C4 *\n",
    ] {
        assert_eq!(
            PgnFile::of(text.into()).expect("a game").count(),
            1,
            "{text}"
        );
    }
}
