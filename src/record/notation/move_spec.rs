//! Content of a text before its piece is known, and its resolution by the position.
//!
//! Every piece that the words fit is a candidate; the text is accepted only if exactly one of them has a legal move of
//! this kind.

use super::relative::{Direction, column, is_doubled, target};
use super::{NotationError, only_legal};
use crate::rules::{Board, File, Move, Piece, PieceKind, Point, Position};

/// The kinds that a letter or character may stand for.
pub(super) type Kinds = &'static [PieceKind];

/// The kind meant by an omitted letter or character.
pub(super) const SOLDIER: Kinds = &[PieceKind::Soldier];

/// Choice among the equal pieces on a file; unless stated otherwise, there must be at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// Any, even a single one.
    Any,
    /// The middle one of three or five, otherwise any: `P<file>` of the older federation rules.
    MiddleOrAny,
    /// The one closest to the opponent.
    Front,
    /// The middle one of an odd number.
    Middle,
    /// The one closest to home.
    Rear,
    /// `+`: the front one of two or three, the second of more.
    Plus,
    /// `-`: the rear one of two or three, the second to last of more.
    Minus,
    /// The second of four or five.
    BehindFront,
    /// The second to last of four or five.
    BeforeRear,
    /// `++`: the front one of four or more.
    DoublePlus,
    /// `--`: the rear one of four or more.
    DoubleMinus,
    /// The one at this place from the front, from 1.
    Nth(u8),
    /// The one at this place from the front if there is one, otherwise the middle one of three.
    NthOrMiddle(u8),
    /// The one at this place among all on doubled files, by the mover's file numbers, from the front.
    Counted(u8),
}

impl Pick {
    /// Selects the pieces meant from those of a file, ordered from the front.
    fn of(self, column: &[Point]) -> &[Point] {
        let count = column.len();
        let one = |place: usize| column.get(place..=place).unwrap_or_default();
        let middle = || one(count / 2);
        match self {
            Self::MiddleOrAny if matches!(count, 3 | 5) => middle(),
            Self::Any | Self::MiddleOrAny => column,
            _ if count < 2 => &[],
            Self::Middle if count % 2 == 1 => middle(),
            Self::Front => one(0),
            Self::Rear => one(count - 1),
            Self::Plus => one(usize::from(count > 3)),
            Self::Minus => one(count - 1 - usize::from(count > 3)),
            Self::BehindFront if count > 3 => one(1),
            Self::BeforeRear if count > 3 => one(count - 2),
            Self::DoublePlus if count > 3 => one(0),
            Self::DoubleMinus if count > 3 => one(count - 1),
            Self::NthOrMiddle(place) if count == 3 && place > 3 => middle(),
            Self::Nth(place) | Self::NthOrMiddle(place) if place > 0 => one(usize::from(place) - 1),
            _ => &[],
        }
    }
}

/// A move as stated by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSpec {
    /// The kinds that may be meant.
    pub kinds: Kinds,
    /// Number of the file, if stated.
    pub file: Option<u8>,
    /// Choice on the file.
    pub pick: Pick,
    /// The direction.
    pub direction: Direction,
    /// Number of ranks, or of the target file.
    pub number: u8,
}

impl MoveSpec {
    /// Resolves to the one legal move that is meant.
    pub fn resolve(&self, position: &Position) -> Result<Move, NotationError> {
        only_legal(position, &self.moves(position))
    }

    /// All moves that the words fit, legal or not.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let pieces = self.kinds.iter().map(|&kind| Piece {
            side: position.turn(),
            kind,
        });
        let moves = pieces.flat_map(|piece| {
            let standing = self.standing(position.board(), piece);
            standing.into_iter().filter_map(move |from| {
                target(piece, from, self.direction, self.number).map(|to| Move::new(from, to))
            })
        });
        moves.collect()
    }

    /// The points of the pieces that may be meant.
    fn standing(&self, board: &Board, piece: Piece) -> Vec<Point> {
        if let Pick::Counted(place) = self.pick {
            return counted(board, piece, place).into_iter().collect();
        }
        let is_meant = |file: &File| {
            self.file
                .is_none_or(|number| file.number(piece.side) == number)
        };
        let files = File::all().filter(is_meant);
        let columns = files.map(|file| column(board, piece, file).collect::<Vec<_>>());
        columns
            .flat_map(|column| self.pick.of(&column).to_vec())
            .collect()
    }
}

/// The piece at this place, from 1, among all on files with two or more of them.
fn counted(board: &Board, piece: Piece, place: u8) -> Option<Point> {
    let files = (1..=9).filter_map(|number| File::from_number(number, piece.side));
    let doubled = files.filter(|&file| is_doubled(board, piece, file));
    doubled
        .flat_map(|file| column(board, piece, file))
        .nth(usize::from(place).checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Side};

    #[test]
    fn a_pick_is_one_of_the_file_or_nothing() {
        use Pick::{
            Any, BeforeRear, BehindFront, Counted, DoubleMinus, DoublePlus, Front, Middle,
            MiddleOrAny, Minus, Nth, NthOrMiddle, Plus, Rear,
        };
        let points: Vec<Point> = Point::all().take(5).collect();
        let place = |pick: Pick, count: usize| {
            let picked = pick.of(&points[..count]);
            assert!(picked.len() <= 1, "{pick:?} of {count}");
            picked.first().map(|point| point.index())
        };
        let places = |pick| [1, 2, 3, 4, 5].map(|count| place(pick, count));
        assert_eq!(places(Front), [None, Some(0), Some(0), Some(0), Some(0)]);
        assert_eq!(places(Middle), [None, None, Some(1), None, Some(2)]);
        assert_eq!(places(Rear), [None, Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(places(Plus), [None, Some(0), Some(0), Some(1), Some(1)]);
        assert_eq!(places(Minus), [None, Some(1), Some(2), Some(2), Some(3)]);
        assert_eq!(places(DoublePlus), [None, None, None, Some(0), Some(0)]);
        assert_eq!(places(DoubleMinus), [None, None, None, Some(3), Some(4)]);
        assert_eq!(places(BehindFront), [None, None, None, Some(1), Some(1)]);
        assert_eq!(places(BeforeRear), [None, None, None, Some(2), Some(3)]);
        assert_eq!(places(Nth(3)), [None, None, Some(2), Some(2), Some(2)]);
        assert_eq!(places(Nth(0)), [None; 5]);
        assert_eq!(places(NthOrMiddle(3)), places(Nth(3)));
        assert_eq!(places(NthOrMiddle(5)), [None, None, Some(1), None, Some(4)]);
        assert_eq!(places(Counted(1)), [None; 5]);
        for count in 0..=5 {
            assert_eq!(Any.of(&points[..count]).len(), count);
            let middle = matches!(count, 3 | 5);
            let few = if middle { 1 } else { count };
            assert_eq!(MiddleOrAny.of(&points[..count]).len(), few);
        }
    }

    #[test]
    fn doubled_files_are_counted_together_from_the_own_right() {
        let setup = Setup::from_fen("3k5/8P/2P3P2/2P3P2/2P6/9/9/9/9/4K4 w").expect("a board");
        let soldier = Piece::new(Side::Red, PieceKind::Soldier);
        let points: Vec<String> = (0..=6)
            .filter_map(|place| counted(&setup.board, soldier, place))
            .map(|point| point.to_string())
            .collect();
        assert_eq!(points, ["g7", "g6", "c7", "c6", "c5"]);
    }
}
