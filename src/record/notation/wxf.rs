//! WXF: the letters and signs of the World Xiangqi Federation.
//!
//! Written as: letter, file, sign, number (`C2=5`); `R+` and `R-` for the front and rear one of two on a file. Three or
//! more soldiers on a file, and two or more on each of several, are written as place from the front and file: `25=4` is
//! the second on file 5 (World Xiangqi Rules 2018).
//!
//! Also accepted:
//! - `.` for `=`, or nothing after a file: `C25`;
//! - either case, and the letters `N` horse, `B` elephant, `M` elephant or advisor, `G` advisor or general, `S`
//!   soldier; if two kinds are possible, the way of moving decides;
//! - the sign before the letter, `+R-2`, and `f` or `r` for front or rear, `fC-2`;
//! - soldiers as on the federation's page of 1997: three on a file `P+ P<file> P-`, four `++ P+ P- --`, five
//!   `++ P+ P<file> P- --`; with several doubled files the file in place of `P`: `3+.4 33.4 3-.4`,
//!   or behind the sign: `+3.4`. Two digits are place
//!   and file if there is a soldier at that place, so `33` is the rear one of three;
//! - soldiers as in the xqbase standard: `P+ P. P-` for three, `Pa` to `Pe` counted from the front over all
//!   doubled files, beginning at the own right.

use super::relative::{Direction, Disambiguation, Kinds, MoveSpec, Pick, RelativeMove, SOLDIER};
use crate::rules::PieceKind;

/// Writes a move; sideways is `=`.
pub(super) fn write(mv: &RelativeMove) -> String {
    let letter = mv.piece.kind.wxf_letter();
    let sign = match mv.direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Level => '=',
    };
    let (file, number) = (mv.file, mv.number);
    match mv.disambiguation {
        Disambiguation::ByFile => format!("{letter}{file}{sign}{number}"),
        Disambiguation::ByPlace {
            nth,
            count: 2,
            needs_file: false,
        } => {
            let place = if nth == 0 { '+' } else { '-' };
            format!("{letter}{place}{sign}{number}")
        }
        Disambiguation::ByPlace { nth, .. } => format!("{}{file}{sign}{number}", nth + 1),
    }
}

/// Parses a text: two characters name the piece, the others the direction and the number.
pub(super) fn parse(text: &[char]) -> Option<MoveSpec> {
    let (&[first, second], course) = text.split_first_chunk::<2>()?;
    let (direction, number) = match *course {
        [sign, number] => (direction(sign)?, digit(number)?),
        [number] if digit(second).is_some() => (Direction::Level, digit(number)?),
        _ => return None,
    };
    let (kinds, file, pick) = parse_piece(first, second)?;
    Some(MoveSpec {
        kinds,
        file,
        pick,
        direction,
        number,
    })
}

/// Parses the kinds, the file if stated, and the pick on that file.
fn parse_piece(first: char, second: char) -> Option<(Kinds, Option<u8>, Pick)> {
    let soldier = |file, pick| Some((SOLDIER, file, pick));
    let signed = |sign| match direction(sign)? {
        Direction::Forward => Some(Pick::Plus),
        Direction::Back => Some(Pick::Minus),
        Direction::Level => None,
    };
    match (first, second) {
        ('+', '+') => soldier(None, Pick::DoublePlus),
        ('-', '-') => soldier(None, Pick::DoubleMinus),
        ('P' | 'S', 'A'..='E') => soldier(None, Pick::Counted(second as u8 - b'A' + 1)),
        ('F', letter) => Some((kinds(letter)?, None, Pick::Front)),
        ('R', letter) if kinds(letter).is_some() => Some((kinds(letter)?, None, Pick::Rear)),
        (sign @ ('+' | '-'), '1'..='9') => soldier(digit(second), signed(sign)?),
        ('+' | '-', letter) => Some((kinds(letter)?, None, signed(first)?)),
        ('1'..='9', '1'..='9') => soldier(digit(second), place(first, second)?),
        ('1'..='9', sign) => soldier(digit(first), signed(sign)?),
        (letter, '1'..='9') => Some((kinds(letter)?, digit(second), Pick::MiddleOrAny)),
        (letter, '=' | '.') => Some((kinds(letter)?, None, Pick::Middle)),
        (letter, sign) => Some((kinds(letter)?, None, signed(sign)?)),
    }
}

/// Parses two digits: a place on a file; equal digits may mean the middle one of that file.
fn place(first: char, second: char) -> Option<Pick> {
    let place = digit(first)?;
    Some(if first == second {
        Pick::NthOrMiddle(place)
    } else {
        Pick::Nth(place)
    })
}

/// The kinds a letter may mean.
fn kinds(letter: char) -> Option<Kinds> {
    Some(match letter {
        'K' => &[PieceKind::General],
        'A' => &[PieceKind::Advisor],
        'G' => &[PieceKind::Advisor, PieceKind::General],
        'E' | 'B' => &[PieceKind::Elephant],
        'M' => &[PieceKind::Elephant, PieceKind::Advisor],
        'H' | 'N' => &[PieceKind::Horse],
        'R' => &[PieceKind::Chariot],
        'C' => &[PieceKind::Cannon],
        'P' | 'S' => SOLDIER,
        _ => return None,
    })
}

/// The direction of a sign.
fn direction(sign: char) -> Option<Direction> {
    match sign {
        '+' => Some(Direction::Forward),
        '-' => Some(Direction::Back),
        '=' | '.' => Some(Direction::Level),
        _ => None,
    }
}

/// Parses a digit from 1 to 9.
fn digit(c: char) -> Option<u8> {
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::record::notation::{Notation, write};
    use crate::rules::{Position, Setup};

    #[track_caller]
    fn written(position: &Position, mv: &str) -> String {
        write(position, mv.parse().expect("a move"), Notation::Wxf)
    }

    #[test]
    fn moves_from_the_start() {
        let start = Position::start();
        for (mv, text) in [
            ("h2e2", "C2=5"),
            ("h9g7", "H8+7"),
            ("b0c2", "H8+7"),
            ("c3c4", "P7+1"),
            ("a0a1", "R9+1"),
            ("d0e1", "A6+5"),
            ("g0e2", "E3+5"),
            ("a9b9", "R1=2"),
            ("e9e8", "K5+1"),
        ] {
            assert_eq!(written(&start, mv), text, "{mv}");
        }
    }

    #[test]
    fn soldiers_on_two_files_are_counted_on_each() {
        let setup = Setup::from_fen("4k4/9/3P1P3/9/3P1P3/9/9/9/9/3K5 w").expect("a board");
        let position = setup.position().expect("a position");
        assert_eq!(written(&position, "d7e7"), "16=5");
        assert_eq!(written(&position, "d5e5"), "26=5");
        assert_eq!(written(&position, "f7e7"), "14=5");
        assert_eq!(written(&position, "f5f6"), "24+1");
    }
}
