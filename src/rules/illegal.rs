//! Reasons why a move is illegal, with the points that show it.

use super::Move;
use super::{Board, Piece, PieceKind, Point, PointSet, Side, reach};
use std::fmt;

/// The rule that forbids a move: the first one that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// There is no piece on the point the move starts from.
    NoPiece,
    /// The piece belongs to the other side.
    NotYourTurn {
        /// The side to move.
        turn: Side,
    },
    /// The target is occupied by a piece of the same side, or is the starting point.
    OwnPiece,
    /// The piece does not move in this shape.
    NotItsWay(PieceKind),
    /// 出宫: a general or an advisor stays in its palace.
    LeavesPalace(PieceKind),
    /// 象不过河: an elephant stays on its own bank.
    ElephantCrossesRiver,
    /// 塞象眼: the point between is occupied.
    BlockedEye {
        /// The point that must be empty.
        eye: Point,
    },
    /// 蹩马腿: the point beside the horse is occupied.
    HobbledLeg {
        /// The point that must be empty.
        leg: Point,
    },
    /// A chariot, or a cannon moving to an empty point, cannot jump.
    WayBlocked {
        /// The pieces between.
        by: PointSet,
    },
    /// A cannon captures over exactly one screen.
    WrongScreens {
        /// The pieces between, none or several.
        screens: PointSet,
    },
    /// A soldier never goes back.
    SoldierBackward,
    /// A soldier goes sideways only after it has crossed the river.
    SoldierSideways,
    /// A general is never captured. It can be attacked here only after an illegal move in a record.
    CapturesGeneral,
    /// 对面笑: the generals would face each other on an open file.
    FlyingGeneral {
        /// The points of both generals after the move.
        generals: PointSet,
    },
    /// The mover's general would be attacked.
    LeavesInCheck {
        /// The pieces that would attack it.
        by: PointSet,
    },
}

/// Finds the rule against a move that does not fit the piece's way of moving.
pub(super) fn explain(board: &Board, piece: Piece, mv: Move) -> IllegalMove {
    let Move { from, to } = mv;
    let files = to.file().index() as i8 - from.file().index() as i8;
    let ranks = to.rank().index() as i8 - from.rank().index() as i8;
    if mv.from == mv.to
        || board
            .piece_at(to)
            .is_some_and(|other| other.side == piece.side)
    {
        return IllegalMove::OwnPiece;
    }
    let shape = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    match (piece.kind, shape) {
        (PieceKind::General, (0, 1)) | (PieceKind::Advisor, (1, 1)) => {
            IllegalMove::LeavesPalace(piece.kind)
        }
        (PieceKind::Elephant, (2, 2)) => explain_elephant(piece, mv, (files, ranks)),
        (PieceKind::Horse, (1, 2)) => from
            .offset(files / 2, ranks / 2)
            .map_or(IllegalMove::NotItsWay(piece.kind), |leg| {
                IllegalMove::HobbledLeg { leg }
            }),
        (PieceKind::Chariot, (0, _)) => IllegalMove::WayBlocked {
            by: reach::pieces_between(board, from, to),
        },
        (PieceKind::Cannon, (0, _)) => {
            let between = reach::pieces_between(board, from, to);
            if board.piece_at(to).is_some() {
                IllegalMove::WrongScreens { screens: between }
            } else {
                IllegalMove::WayBlocked { by: between }
            }
        }
        (PieceKind::Soldier, (0, 1)) if ranks == -piece.side.forward() => {
            IllegalMove::SoldierBackward
        }
        (PieceKind::Soldier, (0, 1)) if ranks == 0 => IllegalMove::SoldierSideways,
        (kind, _) => IllegalMove::NotItsWay(kind),
    }
}

/// Finds the rule against an elephant's two-by-two step: the river takes precedence over the eye.
fn explain_elephant(piece: Piece, mv: Move, (files, ranks): (i8, i8)) -> IllegalMove {
    match mv.from.offset(files / 2, ranks / 2) {
        _ if mv.to.across_river(piece.side) => IllegalMove::ElephantCrossesRiver,
        Some(eye) => IllegalMove::BlockedEye { eye },
        None => IllegalMove::NotItsWay(piece.kind),
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, points: PointSet| {
            for (count, point) in points.enumerate() {
                write!(f, "{}{point}", if count == 0 { "" } else { ", " })?;
            }
            Ok(())
        };
        match *self {
            Self::NoPiece => f.write_str("no piece stands there"),
            Self::NotYourTurn { turn } => write!(f, "the piece is {}'s", !turn),
            Self::OwnPiece => f.write_str("a piece cannot capture its own side"),
            Self::NotItsWay(kind) => write!(f, "this is not how the {kind} moves"),
            Self::LeavesPalace(kind) => write!(f, "the {kind} may not leave the palace"),
            Self::ElephantCrossesRiver => f.write_str("the elephant may not cross the river"),
            Self::BlockedEye { eye } => write!(f, "the elephant's eye is blocked at {eye}"),
            Self::HobbledLeg { leg } => write!(f, "the horse's leg is blocked at {leg}"),
            Self::WayBlocked { by } => {
                f.write_str("the way is blocked at ")?;
                list(f, by)
            }
            Self::WrongScreens { screens } => {
                f.write_str("a cannon captures over exactly one screen, and there ")?;
                match screens.len() {
                    0 => f.write_str("is none"),
                    1 => f.write_str("is 1"),
                    count => write!(f, "are {count}"),
                }
            }
            Self::SoldierBackward => f.write_str("a soldier may not move backward"),
            Self::SoldierSideways => {
                f.write_str("a soldier may not move sideways before crossing the river")
            }
            Self::CapturesGeneral => f.write_str("a general cannot be captured"),
            Self::FlyingGeneral { .. } => {
                f.write_str("the generals would face each other on the open file")
            }
            Self::LeavesInCheck { by } => {
                f.write_str("the general would be in check from ")?;
                list(f, by)
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Setup};

    /// A position drawn as text, Black's home rank first, with Red to move.
    fn position(rows: [&str; 10]) -> Position {
        let fen = rows
            .map(|row| row.replace(' ', "").replace('.', "1"))
            .join("/");
        Setup::from_fen(&fen)
            .expect("a board")
            .position()
            .expect("a position")
    }

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    #[track_caller]
    fn refused(position: &Position, mv: &str, why: IllegalMove) {
        assert_eq!(
            position.check_move(mv.parse().expect("a move")),
            Err(why),
            "{mv}"
        );
    }

    #[test]
    fn each_rule_is_named_with_the_points_that_show_it() {
        let position = position([
            ". . . a k . . . .",
            ". . . . a . . . .",
            ". . . . . . . . .",
            "p . . . r . . . p",
            ". . P . . . . . .",
            ". . B . . . B . .",
            "P . . . . . p . P",
            ". C . . . . . N .",
            ". . . . A . . p .",
            "R . . . K A . . .",
        ]);
        let set = |text: &str| text.split_whitespace().map(at).collect::<PointSet>();
        refused(&position, "e5e6", IllegalMove::NoPiece);
        refused(
            &position,
            "e6e5",
            IllegalMove::NotYourTurn { turn: Side::Red },
        );
        refused(&position, "a0e0", IllegalMove::OwnPiece);
        refused(&position, "a0a0", IllegalMove::OwnPiece);
        refused(
            &position,
            "a0b1",
            IllegalMove::NotItsWay(PieceKind::Chariot),
        );
        refused(&position, "a0a4", IllegalMove::WayBlocked { by: set("a3") });
        refused(&position, "b2i2", IllegalMove::WayBlocked { by: set("h2") });
        refused(&position, "c4e6", IllegalMove::ElephantCrossesRiver);
        refused(
            &position,
            "g4f3",
            IllegalMove::NotItsWay(PieceKind::Elephant),
        );
        refused(&position, "h2g0", IllegalMove::HobbledLeg { leg: at("h1") });
        refused(&position, "h2h4", IllegalMove::NotItsWay(PieceKind::Horse));
        refused(&position, "a3b3", IllegalMove::SoldierSideways);
        refused(&position, "a3a2", IllegalMove::SoldierBackward);
        refused(&position, "c5c4", IllegalMove::OwnPiece);
        refused(
            &position,
            "f0g1",
            IllegalMove::LeavesPalace(PieceKind::Advisor),
        );
        refused(
            &position,
            "e1d2",
            IllegalMove::LeavesInCheck { by: set("e6") },
        );
    }

    #[test]
    fn cannons_eyes_and_open_files() {
        let position = position([
            ". . . . k . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . n . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . p . . . . . .",
            ". C . . . . . . n",
            ". . . p . . . . .",
            ". . B . R K . . .",
        ]);
        refused(
            &position,
            "b2i2",
            IllegalMove::WrongScreens {
                screens: PointSet::EMPTY,
            },
        );
        refused(&position, "c0e2", IllegalMove::BlockedEye { eye: at("d1") });
        refused(
            &position,
            "f0g0",
            IllegalMove::LeavesPalace(PieceKind::General),
        );
        refused(&position, "f0e0", IllegalMove::OwnPiece);
    }

    #[test]
    fn facing_generals_are_told_from_other_dangers() {
        let position = position([
            ". . . . k . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . N . . . .",
            ". . . r . . . . .",
            ". . . . K . . . .",
        ]);
        let set = |text: &str| text.split_whitespace().map(at).collect::<PointSet>();
        refused(
            &position,
            "e2c3",
            IllegalMove::FlyingGeneral {
                generals: set("e0 e9"),
            },
        );
        refused(
            &position,
            "e0d0",
            IllegalMove::LeavesInCheck { by: set("d1") },
        );
    }
}
