//! Damaged files: no panics, and work and memory in proportion to the size of the file.

use super::ccbridge::{cbl, cbr};
use super::hide::{Secrets, hidden};
use super::{a_game, line, read_one, xqf};
use crate::dice::Dice;
use chuhe::game::Game;
use chuhe::record::Record;
use chuhe::record::format::{self, Caution, Loss, ReadError, Target};
use chuhe::rules::Setup;

/// One file of every kind.
fn files() -> Vec<Vec<u8>> {
    let record = a_game();
    let open = xqf(&record);
    let secrets = Secrets {
        mask: 171,
        or: [183, 96, 216, 17],
        keys: [151, 218, 121, 22],
    };
    let [old, new] = [1, 2].map(|kind| cbr(&record, kind));
    let games = [
        (7, 1, new.clone()),
        (5, 0, old.clone()),
        (7, 0, old.clone()),
    ];
    let ccm: Vec<u8> = (0..40)
        .flat_map(|n| [1, 0, 0, 1, 4, 2 + n % 5, 2])
        .collect();
    vec![
        ccm,
        hidden(&open, 11, secrets),
        hidden(&open, 18, secrets),
        super::hide::as_version_10(&open),
        cbl(4, &games),
        open,
        old,
        new,
    ]
}

/// Corrupts a file in its sensitive parts: numbers, squares, flags.
fn spoil(file: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(6) {
        // Libraries have 64 KiB of ignored remarks.
        let first = if file.len() > 70_000 && dice.below(2) == 0 {
            66_000
        } else {
            0
        };
        let at = first + dice.below(file.len() - first);
        match dice.below(5) {
            0 => file[at] = dice.below(256) as u8,
            1 => file[at] ^= 1 << dice.below(8),
            2 => file[at] = 0xff,
            3 => file.truncate(at.max(1)),
            _ => {
                let end = (at + dice.below(64)).min(file.len());
                let part = file[at..end].to_vec();
                file.splice(at..at, part);
            }
        }
    }
}

#[test]
fn damaged_files_are_errors_or_cautions() {
    let mut dice = Dice(20_050_117);
    let mut read = 0;
    for file in files() {
        for _ in 0..150 {
            let mut file = file.clone();
            spoil(&mut file, &mut dice);
            let Ok(loaded) = format::read(&file) else {
                continue;
            };
            read += 1;
            assert!(!loaded.records.is_empty());
            for record in &loaded.records {
                check(record, file.len());
            }
        }
    }
    assert!(read > 400, "{read} were read");
}

/// Asserts that a record is valid.
fn check(record: &Record, length: usize) {
    assert!(record.move_count() * 4 <= length);
    let again = format::read(&format::write(record, Target::Xqf)).expect("a game");
    // The format cannot hold surplus pieces, or any of their moves.
    if !format::losses(record, Target::Xqf).contains(&Loss::Start) {
        assert_eq!(again.records[0].move_count(), record.move_count());
    }
    for id in record.walk() {
        let position = record.node(id).position();
        let moves = position.legal_moves();
        assert_eq!(position.has_legal_move(), !moves.is_empty());
        assert_eq!(position.count_legal_moves(), moves.len());
    }
    // Every arrangement can be ruled on.
    let _ = Game::from_record(record.clone()).position();
}

#[test]
fn any_header_with_a_board_and_a_start_is_a_game() {
    let mut dice = Dice(7);
    for version in 0..=255 {
        let mut file: Vec<u8> = (0..3000).map(|_| dice.below(256) as u8).collect();
        file[..2].copy_from_slice(b"XQ");
        file[2] = version;
        assert_eq!(format::read(&file).err(), Some(ReadError::Unknown));
        // No key hides the start.
        file[3] = 0;
        file[8..12].fill(0);
        file[1024..1026].copy_from_slice(b"XQ");
        let (record, _) = read_one(&file);
        check(&record, file.len());
    }
}

/// A tree of nothing but alternatives, all illegal but the first, or all equal.
#[test]
fn a_megabyte_of_alternatives_is_read_at_once() {
    let record = line(&Setup::start().to_fen(), "h2e2");
    let open = xqf(&record);
    let (head, step) = open.split_at(1028);
    for (squares, count) in [([24, 32], 1), ([step[0], step[1]], 0)] {
        for flags in [0xc0, 0x40] {
            let mut file = head.to_vec();
            for _ in 0..250_000 {
                file.extend([squares[0], squares[1], flags, 0]);
            }
            let (record, warnings) = read_one(&file);
            assert!(record.move_count() <= 1);
            assert!(warnings.len() <= 102, "{}", warnings.len());
            let more = warnings
                .iter()
                .any(|told| matches!(told.1, Caution::Omitted { .. }));
            assert_eq!(more, flags == 0x40 && count == 1);
        }
    }
}

/// A declared length that exceeds any file.
#[test]
fn a_comment_of_four_gigabytes_is_what_there_is() {
    let mut record = line(&Setup::start().to_fen(), "h2e2");
    record.comment = "Short".into();
    let mut file = xqf(&record);
    file[1028..1032].copy_from_slice(&[0xff; 4]);
    let (again, warnings) = read_one(&file);
    assert!(again.comment.starts_with("Short"));
    assert_eq!(warnings, [(Some(0), Caution::EndsEarly)]);
    // Less than the constant that is always added.
    file[1028..1032].copy_from_slice(&[0; 4]);
    let _ = read_one(&file);
    let mut file = cbr(&record, 2);
    file[2218..2222].copy_from_slice(&[0xff; 4]);
    let (again, warnings) = read_one(&file);
    assert!(again.comment.starts_with("Short"));
    assert_eq!(warnings, [(Some(0), Caution::EndsEarly)]);
}

/// More moves than any real game, all of them legal.
#[test]
fn a_tree_without_measure_is_read_up_to_a_limit() {
    let record = line(&Setup::start().to_fen(), "a0a1 a9a8 a1a0 a8a9");
    let (head, steps) = (xqf(&record)[..1028].to_vec(), xqf(&record)[1028..].to_vec());
    let mut file = [head, steps.repeat(150_000)].concat();
    for step in file[1028..].chunks_exact_mut(4) {
        step[2] = 0x80;
    }
    let (record, warnings) = read_one(&file);
    assert_eq!(record.move_count(), 500_000);
    assert_eq!(
        warnings,
        [(Some(0), Caution::TooManyMoves { most: 500_000 })]
    );
}
