//! Any arrangement of pieces, and the reasons why one is not playable.

use super::{Board, File, Piece, PieceKind, Point, PointSet, Position, Side, reach};
use std::fmt;

/// The content of a FEN or a position editor: an arrangement, playable or not, and its counters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The side to move.
    pub turn: Side,
    /// Number of plies since the last capture.
    pub idle_plies: u16,
    /// Number of the next round to be played, from 1.
    pub round: u16,
}

/// The arrangement of a position, with its counters at their beginning.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            board: position.board().clone(),
            turn: position.turn(),
            idle_plies: 0,
            round: 1,
        }
    }
}

impl Setup {
    /// The standard starting arrangement.
    pub fn start() -> Self {
        let mut board = Board::empty();
        for point in Point::all() {
            board.set(point, start_piece(point));
        }
        Self {
            board,
            turn: Side::Red,
            idle_plies: 0,
            round: 1,
        }
    }

    /// This arrangement with the other side to move.
    pub fn swap_turn(&self) -> Self {
        Self {
            turn: !self.turn,
            ..self.clone()
        }
    }

    /// Converts the arrangement into a playable position, from which a game can start. It may be
    /// [odd](Self::oddities).
    ///
    /// # Errors
    ///
    /// Returns every fault if one of them is more than an oddity.
    pub fn position(&self) -> Result<Position, PositionError> {
        let faults = self.faults();
        if faults.iter().all(PositionFault::is_oddity) {
            Ok(Position::new_unchecked(self.board.clone(), self.turn))
        } else {
            let setup = Box::new(self.clone());
            Err(PositionError { setup, faults })
        }
    }

    /// The reasons why a playable arrangement cannot arise in a game, as in constructed examples; `None` if it can, or
    /// is not playable.
    pub fn oddities(&self) -> Option<PositionError> {
        let faults = self.faults();
        let is_odd = !faults.is_empty() && faults.iter().all(PositionFault::is_oddity);
        let setup = Box::new(self.clone());
        is_odd.then_some(PositionError { setup, faults })
    }

    /// Converts any arrangement into a position for viewing: files contain headings with an empty board, pieces on
    /// unreachable points, and more pieces than a full set.
    ///
    /// Pieces can be moved and every query is safe, except [`perft`](super::perft); answers about check and safety may
    /// be wrong where they rest on an impossible arrangement.
    pub fn position_unchecked(&self) -> Position {
        Position::new_unchecked(self.board.clone(), self.turn)
    }

    /// The number of the round of ply number `ply` from here, from 1.
    ///
    /// Before the first ply it is the round of the preceding move.
    pub fn round_of(&self, ply: usize) -> usize {
        let first = usize::from(self.round);
        let offset = usize::from(self.turn == Side::Black);
        (first + (ply + offset).div_ceil(2)).saturating_sub(1)
    }

    /// Returns every reason why the arrangement is not playable, or cannot arise in a game.
    pub fn faults(&self) -> Vec<PositionFault> {
        // Told alone: turning the board mends what else there seems to be.
        if self.is_upside_down() {
            return vec![PositionFault::UpsideDown];
        }
        let mut faults = Vec::new();
        for piece in Piece::all() {
            let points = self.board.of_piece(piece);
            if points.len() > piece.kind.full_count() {
                faults.push(PositionFault::TooMany {
                    piece,
                    count: points.len(),
                });
            }
            if points.is_empty() && piece.kind == PieceKind::General {
                faults.push(PositionFault::NoGeneral(piece.side));
            }
            let misplaced = points.filter(|&point| !can_stand(piece, point));
            faults.extend(misplaced.map(|at| PositionFault::Misplaced { piece, at }));
            if piece.kind == PieceKind::Soldier {
                let files = File::all().filter(|file| self.waiting(piece, *file).len() > 1);
                faults.extend(files.map(|file| PositionFault::SameFile { piece, file }));
            }
        }
        if self.generals_face() {
            faults.push(PositionFault::GeneralsFace);
        }
        let by = self.checkers_of(!self.turn);
        if !by.is_empty() {
            faults.push(PositionFault::OpponentInCheck {
                side: !self.turn,
                by,
            });
        }
        faults
    }

    /// Whether both generals stand in the other side’s palace, as in a diagram with Red above or a FEN that begins with
    /// Red’s rank.
    fn is_upside_down(&self) -> bool {
        let in_other_palace = |side: Side| {
            let mut generals = self.generals(side);
            !generals.is_empty() && generals.all(|point| point.in_palace(!side))
        };
        Side::ALL.into_iter().all(in_other_palace)
    }

    /// The soldiers on a file that have not crossed the river, on points where they can stand.
    pub(crate) fn waiting(&self, soldier: Piece, file: File) -> PointSet {
        let soldiers = self.board.of_piece(soldier);
        let is_waiting = |point: &Point| {
            let here = point.file() == file && !point.across_river(soldier.side);
            here && can_stand(soldier, *point)
        };
        soldiers.filter(is_waiting).collect()
    }

    fn generals(&self, side: Side) -> PointSet {
        self.board.of_piece(Piece::new(side, PieceKind::General))
    }

    /// Whether any two generals face each other, even if there are more than two.
    fn generals_face(&self) -> bool {
        let seen = |red| {
            self.generals(Side::Black)
                .any(|black| reach::faces(&self.board, red, black))
        };
        self.generals(Side::Red).any(seen)
    }

    /// The pieces that attack a general of `side`, except the other general: facing generals are reported separately.
    fn checkers_of(&self, side: Side) -> PointSet {
        let attackers = |at| reach::attackers(&self.board, at, !side) - self.generals(!side);
        self.generals(side).flat_map(attackers).collect()
    }
}

/// The piece on the point at the start of a game.
fn start_piece(point: Point) -> Option<Piece> {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
    const HOME: [PieceKind; 9] = [
        Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot,
    ];
    let side = if point.across_river(Side::Red) {
        Side::Black
    } else {
        Side::Red
    };
    let file = point.file().index();
    let kind = match point.rank().depth(side) {
        0 => HOME[file],
        2 if file == 1 || file == 7 => Cannon,
        3 if file.is_multiple_of(2) => Soldier,
        _ => return None,
    };
    Some(Piece::new(side, kind))
}

/// Whether the piece can ever reach the point in a game from the start.
fn can_stand(piece: Piece, point: Point) -> bool {
    let side = piece.side;
    let (depth, file) = (point.rank().depth(side), point.file().index());
    match piece.kind {
        PieceKind::General => point.in_palace(side),
        PieceKind::Advisor => point.in_palace(side) && (depth + file) % 2 == 1,
        PieceKind::Elephant => {
            matches!((depth, file), (0 | 4, 2 | 6) | (2, 0 | 4 | 8))
        }
        PieceKind::Soldier => depth >= 5 || depth >= 3 && file.is_multiple_of(2),
        PieceKind::Horse | PieceKind::Chariot | PieceKind::Cannon => true,
    }
}

/// An arrangement that is not playable or cannot arise in a game, with every reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The arrangement.
    pub setup: Box<Setup>,
    /// The reasons, at least one.
    pub faults: Vec<PositionFault>,
}

/// A reason why an arrangement is not playable, or cannot arise in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionFault {
    /// The board is turned: each general stands in the other side's palace.
    UpsideDown,
    /// A side has no general.
    NoGeneral(Side),
    /// There are more pieces of a kind than in a full set.
    TooMany {
        /// The piece.
        piece: Piece,
        /// Number of such pieces.
        count: usize,
    },
    /// A piece stands on a point it can never reach.
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Its point.
        at: Point,
    },
    /// Two soldiers stand on one file before the river, where only one begins and none can go.
    SameFile {
        /// The soldier.
        piece: Piece,
        /// Its file.
        file: File,
    },
    /// The generals face each other on an open file.
    GeneralsFace,
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// That side.
        side: Side,
        /// The pieces giving check.
        by: PointSet,
    },
}

impl PositionFault {
    /// Whether the fault leaves the arrangement playable: soldiers may stand anywhere.
    pub fn is_oddity(&self) -> bool {
        match self {
            Self::Misplaced { piece, .. } => piece.kind == PieceKind::Soldier,
            Self::SameFile { .. } => true,
            Self::UpsideDown
            | Self::NoGeneral(_)
            | Self::TooMany { .. }
            | Self::GeneralsFace
            | Self::OpponentInCheck { .. } => false,
        }
    }
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UpsideDown => f.write_str("the board is upside down"),
            Self::NoGeneral(side) => write!(f, "{side} has no general"),
            Self::TooMany { piece, count } => {
                write!(
                    f,
                    "{} has {count} pieces of the kind {}",
                    piece.side, piece.kind
                )
            }
            Self::Misplaced { piece, at } => write!(f, "the {piece} can never stand on {at}"),
            Self::SameFile { piece, file } => {
                write!(
                    f,
                    "two of the {piece}s stand on file {} before the river",
                    file.letter()
                )
            }
            Self::GeneralsFace => f.write_str("the generals face each other on an open file"),
            Self::OpponentInCheck { side, .. } => {
                write!(f, "{side} is in check, but it is not {side}'s turn")
            }
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if count == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str) -> Vec<PositionFault> {
        let fen = format!("{fen} w");
        Setup::from_fen(&fen).expect("a board").faults()
    }

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    #[test]
    fn the_start_can_be_played_and_is_symmetric() {
        let start = Setup::start();
        assert!(start.position().is_ok());
        for (point, piece) in start.board.pieces() {
            assert_eq!(start.board.piece_at(point.mirrored()), Some(piece));
            let other = Piece::new(!piece.side, piece.kind);
            assert_eq!(start.board.piece_at(point.rotated()), Some(other));
        }
        assert_eq!(start.board.pieces().count(), 32);
    }

    #[test]
    fn every_fault_is_listed() {
        use PositionFault::{GeneralsFace, Misplaced, NoGeneral, OpponentInCheck, TooMany};
        let (red, black) = (Side::Red, Side::Black);
        assert_eq!(
            faults("9/9/9/9/9/9/9/9/9/9"),
            [NoGeneral(red), NoGeneral(black)]
        );
        assert_eq!(faults("4k4/9/9/9/9/9/9/9/9/4K4"), [GeneralsFace]);
        assert_eq!(
            faults("3k5/9/9/3R5/9/9/9/9/9/4K4"),
            [OpponentInCheck {
                side: black,
                by: PointSet::of(at("d6"))
            }]
        );
        assert_eq!(faults("3k5/9/9/3R5/9/9/9/9/9/4K4 b"), []);
        let soldier = Piece::new(red, PieceKind::Soldier);
        assert_eq!(
            faults("3k5/9/9/9/PPPPPP3/9/9/9/P8/4K4"),
            [
                TooMany {
                    piece: soldier,
                    count: 7
                },
                Misplaced {
                    piece: soldier,
                    at: at("a1")
                }
            ]
        );
        let elephant = Piece::new(red, PieceKind::Elephant);
        assert_eq!(
            faults("3k5/9/9/9/B8/9/9/9/9/4K4"),
            [Misplaced {
                piece: elephant,
                at: at("a5")
            }]
        );
    }

    #[test]
    fn a_board_upside_down_is_one_fault_and_turning_it_mends_it() {
        for fen in [
            "RNBAKABNR/9/1C5C1/P1P1P1P1P/9/9/p1p1p1p1p/1c5c1/9/rnbakabnr w",
            "4K4/4A4/9/9/P8/9/9/6r2/9/3k5 b",
            "4K4/9/B8/9/9/2p6/9/9/4a4/3k1a3 w",
        ] {
            assert_eq!(faults(fen), [PositionFault::UpsideDown], "{fen}");
            let setup = Setup::from_fen(fen).expect("a board");
            assert!(setup.position().is_err() && setup.oddities().is_none());
            let turned = setup.turned();
            assert!(turned.position().is_ok(), "{fen}");
            assert_eq!((turned.turned(), turned.turn), (setup.clone(), setup.turn));
        }
        let start = Setup::start();
        assert_eq!(start.turned().turned(), start);
        // A single general astray, or one general alone, is no turned board.
        for fen in [
            "4k4/9/9/9/9/9/9/9/9/3k1K3 w",
            "3KK4/9/9/9/9/9/9/9/9/9 w",
            "3K1k3/9/9/9/9/9/9/9/9/9 w",
        ] {
            assert!(!faults(fen).contains(&PositionFault::UpsideDown), "{fen}");
        }
    }

    #[test]
    fn no_fault_hides_another() {
        use PositionFault::{GeneralsFace, Misplaced, OpponentInCheck, TooMany};
        let (red, black) = (Side::Red, Side::Black);
        let chariot = Piece::new(red, PieceKind::Chariot);
        let (advisor, soldier) = (PieceKind::Advisor, PieceKind::Soldier);
        // The generals face each other, one of three chariots gives check out of turn, and two pieces are misplaced.
        assert_eq!(
            faults("3Rk4/9/9/9/9/a8/9/9/RR6P/4K4 w"),
            [
                TooMany {
                    piece: chariot,
                    count: 3
                },
                Misplaced {
                    piece: Piece::new(red, soldier),
                    at: at("i1")
                },
                Misplaced {
                    piece: Piece::new(black, advisor),
                    at: at("a4")
                },
                GeneralsFace,
                OpponentInCheck {
                    side: black,
                    by: PointSet::of(at("d9"))
                }
            ]
        );
        // Of two generals, the second one is attacked and faced.
        let general = Piece::new(black, PieceKind::General);
        let two = faults("3k1k3/9/9/9/9/9/9/9/9/5K3 w");
        assert_eq!(
            two,
            [
                TooMany {
                    piece: general,
                    count: 2
                },
                GeneralsFace
            ]
        );
    }

    #[test]
    fn soldiers_astray_are_odd_and_can_be_played() {
        use PositionFault::{Misplaced, SameFile};
        let setup = Setup::from_fen("3k5/9/9/1P7/1P7/9/1P7/9/9/5K3 w").expect("a board");
        let piece = Piece::new(Side::Red, PieceKind::Soldier);
        let odd = setup.oddities().expect("an oddity");
        let at = at("b3");
        assert_eq!(odd.faults, [Misplaced { piece, at }]);
        let position = setup.position().expect("a position");
        assert!(position.check_move("b3b4".parse().expect("a move")).is_ok());
        // Two of one side on a file before the river; a third one has crossed it.
        let (piece, file) = (
            Piece::new(Side::Black, PieceKind::Soldier),
            File::new(4).expect("a file"),
        );
        let setup = Setup::from_fen("3k5/9/9/4p4/4p4/4p4/4P4/9/9/5K3 w").expect("a board");
        let odd = setup.oddities().expect("an oddity");
        assert_eq!(odd.faults, [SameFile { piece, file }]);
        assert_eq!(setup.waiting(piece, file).len(), 2);
        assert!(setup.position().is_ok());
        // Beside a real fault both are told, and nothing is playable.
        let setup = Setup::from_fen("3k5/9/9/B8/1P7/9/1P7/9/9/5K3 w").expect("a board");
        assert_eq!(setup.position().expect_err("a fault").faults.len(), 2);
        assert_eq!((setup.oddities(), Setup::start().oddities()), (None, None));
    }

    #[test]
    fn a_piece_can_stand_where_its_moves_lead() {
        let count = |kind| {
            Point::all()
                .filter(|&point| can_stand(Piece::new(Side::Red, kind), point))
                .count()
        };
        assert_eq!(count(PieceKind::General), 9);
        assert_eq!(count(PieceKind::Advisor), 5);
        assert_eq!(count(PieceKind::Elephant), 7);
        assert_eq!(count(PieceKind::Soldier), 45 + 10);
        assert_eq!(count(PieceKind::Chariot), 90);
        for piece in Piece::all() {
            for point in Point::all() {
                let other = Piece::new(!piece.side, piece.kind);
                assert_eq!(can_stand(piece, point), can_stand(piece, point.mirrored()));
                assert_eq!(can_stand(piece, point), can_stand(other, point.rotated()));
            }
        }
    }
}
