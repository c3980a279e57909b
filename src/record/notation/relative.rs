//! Moves as the mover sees them, as Chinese, WXF, Vietnamese and spoken moves have them: piece, file, direction, distance.
//!
//! A [`RelativeMove`] describes a move of a position. A [`MoveSpec`] is what a text says of one, before its piece is known:
//! every piece that fits is a candidate, and the text is accepted only if exactly one of them has a legal move of this kind.
//!
//! Files are numbered 1 to 9 from the mover's own right; forward, back and front are the mover's own.

use super::{NotationError, only_legal};
use crate::rules::{Board, File, Move, Piece, PieceKind, Point, Position, Rank, Side};

/// The direction of a move from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// 进, `+`: toward the opponent.
    Forward,
    /// 退, `-`: toward home.
    Back,
    /// 平, `=`: along the rank.
    Level,
}

/// A piece's place among those of its kind, as far as a notation needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disambiguation {
    /// Its file identifies it.
    ByFile,
    /// The `nth` from the front, from 0, of `count` pieces on its file.
    ByPlace {
        /// Index from the front.
        nth: usize,
        /// Number of such pieces on the file.
        count: usize,
        /// Whether the mover has two or more soldiers on another file too, so that the file must be stated.
        needs_file: bool,
    },
}

/// A move as its mover sees it, independent of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelativeMove {
    /// The piece.
    pub piece: Piece,
    /// Number of its file.
    pub file: u8,
    /// Its place among those of its kind.
    pub disambiguation: Disambiguation,
    /// The direction.
    pub direction: Direction,
    /// Number of ranks, or of the target file.
    pub number: u8,
}

impl RelativeMove {
    /// Describes a move; `None` if its starting point is empty or no such piece moves this way even on an empty board.
    pub fn describe(board: &Board, mv: Move) -> Option<Self> {
        let piece = board.piece_at(mv.from)?;
        let (direction, number) = direction_and_number(piece, mv)?;
        Some(Self {
            piece,
            file: mv.from.file().number(piece.side),
            disambiguation: disambiguation(board, piece, mv.from),
            direction,
            number,
        })
    }

    /// Whether `number` is a number of ranks rather than a file.
    pub fn counts_ranks(&self) -> bool {
        counts_ranks(self.piece.kind, self.direction)
    }
}

/// Whether the number of such a move is a number of ranks rather than a file.
pub(super) fn counts_ranks(kind: PieceKind, direction: Direction) -> bool {
    direction != Direction::Level && moves_along_lines(kind)
}

/// The direction and number of a move, if they determine its target.
fn direction_and_number(piece: Piece, mv: Move) -> Option<(Direction, u8)> {
    let (from, to) = (mv.from.rank(), mv.to.rank());
    let (before, after) = (from.depth(piece.side), to.depth(piece.side));
    let direction = match after.cmp(&before) {
        std::cmp::Ordering::Greater => Direction::Forward,
        std::cmp::Ordering::Less => Direction::Back,
        std::cmp::Ordering::Equal => Direction::Level,
    };
    let number = if counts_ranks(piece.kind, direction) {
        u8::try_from(after.abs_diff(before)).ok()?
    } else {
        mv.to.file().number(piece.side)
    };
    (target(piece, mv.from, direction, number) == Some(mv.to)).then_some((direction, number))
}

/// The target of a move of a piece, ignoring obstacles; `None` if it is off the board or no such piece moves this way.
///
/// A piece that moves along lines counts ranks forward and back, and names its file sideways; the horse, elephant and
/// advisor always name their target file (Chinese competition rules 2020, article 7).
pub(super) fn target(piece: Piece, from: Point, direction: Direction, number: u8) -> Option<Point> {
    let forward = match direction {
        Direction::Forward => piece.side.forward(),
        Direction::Back => -piece.side.forward(),
        Direction::Level => 0,
    };
    if counts_ranks(piece.kind, direction) {
        let count = i8::try_from(number)
            .ok()
            .filter(|count| (1..=9).contains(count))?;
        return from.offset(0, forward * count);
    }
    let file = File::from_number(number, piece.side)?;
    let aside = file.index() as i8 - from.file().index() as i8;
    let ranks = match (piece.kind, aside.abs()) {
        (PieceKind::Advisor, 1) => 1,
        (PieceKind::Elephant, 2) => 2,
        (PieceKind::Horse, 1) => 2,
        (PieceKind::Horse, 2) => 1,
        (PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse, _) | (_, 0) => return None,
        _ => 0,
    };
    if (ranks == 0) != (direction == Direction::Level) {
        return None;
    }
    from.offset(aside, forward * ranks)
}

/// Whether such a piece moves along files and ranks, so that the number of a move forward or back is a number of ranks.
const fn moves_along_lines(kind: PieceKind) -> bool {
    !matches!(
        kind,
        PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse
    )
}

/// The pieces equal to this one on a file, from the front.
pub(super) fn column(board: &Board, piece: Piece, file: File) -> impl Iterator<Item = Point> + '_ {
    (0..Rank::COUNT as u8)
        .filter_map(move |step| {
            Rank::new(match piece.side {
                Side::Red => 9 - step,
                Side::Black => step,
            })
        })
        .map(move |rank| Point::new(file, rank))
        .filter(move |&point| board.piece_at(point) == Some(piece))
}

/// Whether a file holds at least two pieces equal to this one.
pub(super) fn is_doubled(board: &Board, piece: Piece, file: File) -> bool {
    column(board, piece, file).nth(1).is_some()
}

/// Returns a piece's place among those of its kind.
fn disambiguation(board: &Board, piece: Piece, from: Point) -> Disambiguation {
    // Of two advisors or elephants on a file, the direction of the move determines which one is meant.
    if matches!(
        piece.kind,
        PieceKind::General | PieceKind::Advisor | PieceKind::Elephant
    ) {
        return Disambiguation::ByFile;
    }
    let count = column(board, piece, from.file()).count();
    if count < 2 {
        return Disambiguation::ByFile;
    }
    let nth = column(board, piece, from.file())
        .take_while(|&point| point != from)
        .count();
    let needs_file = piece.kind == PieceKind::Soldier
        && File::all().any(|file| file != from.file() && is_doubled(board, piece, file));
    Disambiguation::ByPlace {
        nth,
        count,
        needs_file,
    }
}

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

    /// All moves that the text fits, legal or not.
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

    /// The points of the candidate pieces.
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
    use crate::rules::Setup;

    #[test]
    fn the_course_of_every_possible_move_leads_to_its_goal() {
        let position = Position::start();
        for mv in position.legal_moves() {
            assert!(
                RelativeMove::describe(position.board(), mv).is_some(),
                "{mv}"
            );
        }
        for piece in Piece::all() {
            for from in Point::all() {
                let goals = Point::all()
                    .filter(|&to| direction_and_number(piece, Move::new(from, to)).is_some());
                let most = match piece.kind {
                    PieceKind::Advisor | PieceKind::Elephant => 4,
                    PieceKind::Horse => 8,
                    _ => 17,
                };
                assert!(goals.count() <= most);
            }
        }
    }

    #[test]
    fn what_leads_nowhere_has_no_goal() {
        let from = "e4".parse().expect("a point");
        for piece in Piece::all() {
            for number in [0, 10, 255] {
                for direction in [Direction::Forward, Direction::Back, Direction::Level] {
                    assert_eq!(target(piece, from, direction, number), None);
                }
            }
            assert_eq!(target(piece, from, Direction::Level, 5), None);
        }
        let horse = Piece::new(Side::Red, PieceKind::Horse);
        assert_eq!(target(horse, from, Direction::Level, 4), None);
        assert_eq!(target(horse, from, Direction::Back, 4), "f2".parse().ok());
    }

    #[test]
    fn the_front_is_nearer_the_opponent() {
        let setup = Setup::from_fen("3k5/9/4P4/4P4/4P4/9/p7p/p7p/9/4K4 w").expect("a board");
        let at = |text: &str| text.parse::<Point>().expect("a point");
        let place = |text: &str| {
            let piece = setup.board.piece_at(at(text)).expect("a piece");
            disambiguation(&setup.board, piece, at(text))
        };
        let among = |nth, count, needs_file| Disambiguation::ByPlace {
            nth,
            count,
            needs_file,
        };
        assert_eq!(place("e7"), among(0, 3, false));
        assert_eq!(place("e5"), among(2, 3, false));
        assert_eq!(place("a2"), among(0, 2, true));
        assert_eq!(place("i3"), among(1, 2, true));
        assert_eq!(place("e0"), Disambiguation::ByFile);
    }

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
