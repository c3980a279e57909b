//! Moves that a mail program has wrapped: they are read, or told, but never passed over.

use crate::reading::{HEAD, told};
use chuhe::record::format::{self, Caution, ReadError};

const MOVES: &str = "h2e2 h9g7 h0g2 i9h9";

#[test]
fn a_move_may_be_wrapped_anywhere() {
    for text in [
        "1. 炮二平五 马8进7 2. 马二进三 车9平8",
        "1. C2=5 H8+7 2. H2+3 R9=8",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "1. P2-5 M8.7 2. M2.3 X9-8",
        "1. Pháo 2 bình 5 Mã 8 tấn 7 2. Mã 2 tấn 3 Xe 9 bình 8",
    ] {
        let places = text.char_indices().map(|(at, _)| at);
        let ends = [
            "\n", "\r\n", "\r", "\n> ", "\n\n", "\r\n\r\n", "\n \n\n", "\n>\n> ",
        ];
        for (at, end) in places.flat_map(|at| ends.map(|end| (at, end))) {
            let (before, after) = text.split_at(at);
            // A word of several letters is not wrapped, nor is a number separated from its dot.
            let is_letter = |c: char| c.is_alphabetic() && (c as u32) < 0x2000;
            let is_inside = before.ends_with(is_letter) && after.starts_with(is_letter);
            if is_inside || after.starts_with(". ") {
                continue;
            }
            let text = format!("{before}{end}{after}");
            assert_eq!(told(&text), (MOVES.into(), vec![]), "{text:?}");
            if !end.contains('>') {
                let text = format!("{HEAD}{text} *");
                assert_eq!(told(&text), (MOVES.into(), vec![]), "{text:?}");
            }
        }
    }
}

#[test]
fn a_move_that_another_text_parts_is_told() {
    for text in [
        "1. 炮二平五 马8\n\n广告\n\n进7 2. 马二进三 车9平8",
        "1. 炮二平五 马\n广告\n8进7 2. 马二进三 车9平8",
        "1. 炮二平五 马8进\n广告\n7 2. 马二进三 车9平8",
        "1. 炮二平五\n马8\n\n广告\n\n进7 2. 马二进三",
        "1. C2=5 H8\n\n---\n\n+7 2. H2+3",
    ] {
        for head in ["", HEAD] {
            let text = format!("{head}{text}");
            let (moves, told) = told(&text);
            assert_eq!(moves, "h2e2", "{text:?}");
            assert!(told.iter().any(Caution::is_loss), "{text:?}: {told:?}");
        }
    }
    let text = "1. 炮二\n\n广告\n\n平五 马8进7\n2. 马二进三";
    let why = format::read(text.as_bytes()).err();
    assert_eq!(why, Some(ReadError::NoMoves));
}

#[test]
fn a_number_in_the_next_line_completes_no_move() {
    for text in [
        "1. 炮二平五 马8进\n7. 马二进三",
        "1. 炮二平五 马8进\n7、马二进三",
        "1. C2=5 H8+\n7. H2+3",
        "1. C2=5 H8+\n7、H2+3",
        "1. C2=5 H8+\n7) H2+3",
        "1. C2=5 H8+\n\n7. H2+3",
        "1. 炮二平五 马8进\n\n7. 马二进三",
    ] {
        for head in ["", HEAD] {
            let text = format!("{head}{text}");
            let (moves, told) = told(&text);
            assert_eq!(moves, "h2e2", "{text:?}");
            assert!(
                matches!(told[..], [Caution::NotAMove { .. }]),
                "{text:?}: {told:?}"
            );
        }
    }
}

#[test]
fn two_points_on_two_lines_are_no_move() {
    let (moves, told) = told(&format!("{HEAD}1. h2e2 h9\ng7 2. h0g2"));
    assert_eq!(moves, "h2e2");
    assert!(told.iter().all(Caution::is_loss) && !told.is_empty());
}
