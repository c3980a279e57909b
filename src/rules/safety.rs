//! Constraints that the safety of a general puts on its own side, computed once for a position.
//!
//! Every opposing piece that attacks the general, or would if one piece moved, yields a [`Constraint`]: the points allowed to
//! pieces with respect to that attacker. A move is legal if it obeys every constraint; no move has to be tried. The
//! general's own steps are checked one by one. A piece is pinned if a constraint names it: besides the piece in front of a
//! chariot, a cannon's screens and a horse's leg.
//!
//! The cannon's constraint, by the number of pieces between it and the general:
//!
//! ```text
//! 0   K . . . c   no piece may step between and become its screen
//! 1   K . x . c   check: take it, step between, or leave the line if one is the screen
//! 2   K x . y c   own x and y may move between or take it, but not each other, nor leave
//! 3   K x y z c   no constraint: one move leaves two of them
//! ```

use super::bitboards::Bitboards;
use super::reach::line_between;
use super::tables::{CROSS, DIAGONAL_NEIGHBORS, GENERAL, HORSE, NEXT, SOLDIER_FROM};
use super::{PieceKind, Point, PointSet, Side};

/// The constraint imposed by one opposing piece.
struct Constraint {
    /// Whether the piece gives check.
    checks: bool,
    /// Point of the opposing piece.
    by: Point,
    /// The pieces with a constraint of their own.
    pinned: PointSet,
    /// The points allowed to the pinned pieces.
    pinned_goals: PointSet,
    /// The points allowed to all other pieces except the general.
    goals: PointSet,
}

/// The points to which the pieces of a side can move without leaving their general attacked.
#[derive(Clone, Copy)]
pub(crate) struct Safety {
    /// The pieces giving check.
    pub checkers: PointSet,
    /// The pieces with a constraint of their own; may include empty points.
    pub(super) pinned: PointSet,
    /// The points allowed to all other pieces except the general.
    pub(super) goals: PointSet,
    /// The points allowed to the pieces pinned by the last constraint that pins any.
    pinned_goals: PointSet,
    /// Whether `goals` and `pinned_goals` fully describe the pinned pieces: one constraint pins them, and it constrains
    /// no others.
    is_plain: bool,
}

impl Safety {
    /// Collects the constraints of all opposing pieces.
    #[inline]
    pub(super) fn new(bitboards: &Bitboards, side: Side) -> Self {
        let mut safety = Self {
            checkers: PointSet::EMPTY,
            pinned: PointSet::EMPTY,
            goals: PointSet::ALL,
            pinned_goals: PointSet::ALL,
            is_plain: true,
        };
        each_constraint(bitboards, side, |constraint| {
            if constraint.checks {
                safety.checkers.insert(constraint.by);
            }
            if !constraint.pinned.is_empty() {
                safety.is_plain = safety.pinned.is_empty() && constraint.goals == PointSet::ALL;
                safety.pinned |= constraint.pinned;
                safety.pinned_goals = constraint.pinned_goals;
            }
            safety.goals = safety.goals & constraint.goals;
        });
        safety
    }

    /// The points that safety allows to the piece on `from`, which is not the general.
    #[inline]
    pub(super) fn goals_of(&self, bitboards: &Bitboards, side: Side, from: Point) -> PointSet {
        if !self.pinned.contains(from) {
            self.goals
        } else if self.is_plain {
            self.goals & self.pinned_goals
        } else {
            pinned_goals(bitboards, side, from)
        }
    }
}

/// The points allowed to a pinned piece by all constraints.
#[inline(never)]
fn pinned_goals(bitboards: &Bitboards, side: Side, from: Point) -> PointSet {
    let mut goals = PointSet::ALL;
    each_constraint(bitboards, side, |constraint| {
        let bound = if constraint.pinned.contains(from) {
            constraint.pinned_goals
        } else {
            constraint.goals
        };
        goals = goals & bound;
    });
    goals
}

/// The general's steps that do not lead into an attack.
#[inline]
pub(super) fn general_targets(bitboards: &Bitboards, side: Side, from: Point) -> PointSet {
    GENERAL[side.index()][from.index()]
        .filter(|&to| is_free_step(bitboards, side, from, to))
        .collect()
}

/// Whether the general can step to an adjacent point.
#[inline]
pub(super) fn is_free_step(bitboards: &Bitboards, side: Side, from: Point, to: Point) -> bool {
    let without = bitboards.occupied() - PointSet::of(from);
    !bitboards.of_side(side).contains(to) && !is_attacked(bitboards, to, !side, without)
}

/// Whether `side` would attack a general on `point` if the board were `occupied` as given.
///
/// Advisors and elephants are skipped: in a playable position they never come near.
#[inline]
fn is_attacked(bitboards: &Bitboards, point: Point, side: Side, occupied: PointSet) -> bool {
    let at = point.index();
    let soldiers = bitboards.of(side, PieceKind::Soldier) & SOLDIER_FROM[side.index()][at];
    if !soldiers.is_empty() {
        return true;
    }
    let between = |by| line_between(point, by) & occupied;
    let mut chariots = bitboards.straight(side, point);
    let mut cannons = bitboards.of(side, PieceKind::Cannon) & CROSS[at];
    let mut horses = bitboards.of(side, PieceKind::Horse) & HORSE[at][0];
    chariots.any(|by| between(by).is_empty())
        || cannons.any(|by| is_single(between(by)))
        || horses.any(|by| (NEXT[by.index()] & DIAGONAL_NEIGHBORS[at] & occupied).is_empty())
}

#[inline]
const fn is_single(set: PointSet) -> bool {
    let bits = set.bits();
    bits != 0 && bits & (bits - 1) == 0
}

/// Passes each opposing piece's constraint on `side` to `visit`; without a general there are none.
#[inline]
fn each_constraint(bitboards: &Bitboards, side: Side, mut visit: impl FnMut(Constraint)) {
    let Some(general) = bitboards.general(side) else {
        return;
    };
    let (at, foe) = (general.index(), !side);
    for by in bitboards.straight(foe, general) {
        chariot_constraint(bitboards, side, general, by, &mut visit);
    }
    for by in bitboards.of(foe, PieceKind::Cannon) & CROSS[at] {
        cannon_constraint(bitboards, side, general, by, &mut visit);
    }
    for by in bitboards.of(foe, PieceKind::Horse) & HORSE[at][0] {
        horse_constraint(bitboards, side, general, by, &mut visit);
    }
    for by in bitboards.of(foe, PieceKind::Soldier) & SOLDIER_FROM[foe.index()][at] {
        visit(Constraint::check(by, PointSet::of(by)));
    }
}

impl Constraint {
    /// A check that any piece answers by moving to one of the goals.
    fn check(by: Point, goals: PointSet) -> Self {
        Self {
            checks: true,
            by,
            pinned: PointSet::EMPTY,
            pinned_goals: PointSet::ALL,
            goals,
        }
    }

    /// No check unless a pinned piece leaves its allowed points.
    fn pin(by: Point, pinned: PointSet, pinned_goals: PointSet) -> Self {
        Self {
            checks: false,
            by,
            pinned,
            pinned_goals,
            goals: PointSet::ALL,
        }
    }
}

/// The constraint of a chariot, or of the general along the open file.
fn chariot_constraint(
    bitboards: &Bitboards,
    side: Side,
    general: Point,
    by: Point,
    visit: &mut impl FnMut(Constraint),
) {
    let line = line_between(general, by);
    let between = line & bitboards.occupied();
    let goals = line | PointSet::of(by);
    if between.is_empty() {
        visit(Constraint::check(by, goals));
    } else if is_single(between) {
        visit(Constraint::pin(
            by,
            between & bitboards.of_side(side),
            goals,
        ));
    }
}

fn cannon_constraint(
    bitboards: &Bitboards,
    side: Side,
    general: Point,
    by: Point,
    visit: &mut impl FnMut(Constraint),
) {
    let line = line_between(general, by);
    let between = line & bitboards.occupied();
    let own = between & bitboards.of_side(side);
    let goals = (line - between) | PointSet::of(by);
    let Some(first) = between.first() else {
        return visit(Constraint {
            goals: !line,
            ..Constraint::pin(by, PointSet::EMPTY, PointSet::ALL)
        });
    };
    let others = between - PointSet::of(first);
    if others.is_empty() {
        visit(Constraint {
            pinned: own,
            pinned_goals: !line,
            ..Constraint::check(by, goals)
        });
    } else if is_single(others) {
        visit(Constraint::pin(by, own, goals));
    }
}

/// A horse whose leg is blocked gives no check; an own piece there may leave only to capture it.
fn horse_constraint(
    bitboards: &Bitboards,
    side: Side,
    general: Point,
    by: Point,
    visit: &mut impl FnMut(Constraint),
) {
    let leg = NEXT[by.index()] & DIAGONAL_NEIGHBORS[general.index()];
    if (leg & bitboards.occupied()).is_empty() {
        visit(Constraint::check(by, leg | PointSet::of(by)));
    } else {
        visit(Constraint::pin(
            by,
            leg & bitboards.of_side(side),
            PointSet::of(by),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Setup};

    /// The safety of Red's general on `a0`, with the given pieces on its rank.
    fn on_rank(rank: &str) -> (Bitboards, Safety) {
        let fen = format!("3k5/9/9/9/9/9/9/9/9/{rank}");
        let board = Setup::from_fen(&fen).expect("a board").board;
        (
            *board.bitboards(),
            Safety::new(board.bitboards(), Side::Red),
        )
    }

    fn set(text: &str) -> PointSet {
        let points = text.split_whitespace();
        points
            .map(|word| word.parse::<Point>().expect("a point"))
            .collect()
    }

    #[track_caller]
    fn goals(rank: &str, from: &str) -> PointSet {
        let (bitboards, safety) = on_rank(rank);
        safety.goals_of(&bitboards, Side::Red, from.parse().expect("a point"))
    }

    #[test]
    fn a_cannon_forbids_by_the_pieces_before_it() {
        // No screen: keep out. The piece on i9 stands for any other.
        assert_eq!(goals("K3c4", "i9"), !set("b0 c0 d0"));
        // One screen: capture or interpose; an own screen may leave the line.
        assert_eq!(goals("K1n1c4", "i9"), set("b0 d0 e0"));
        assert_eq!(goals("K1P1c4", "i9"), set("b0 d0 e0"));
        assert_eq!(goals("K1P1c4", "c0"), !set("b0 c0 d0"));
        // Two screens: they stay between or capture.
        assert_eq!(goals("KP1nc4", "b0"), set("c0 e0"));
        assert_eq!(goals("KP1Pc4", "d0"), set("c0 e0"));
        assert_eq!(goals("KP1Pc4", "i9"), PointSet::ALL);
        // Three screens: no constraint.
        assert_eq!(goals("KPPPc4", "c0"), PointSet::ALL);
    }

    #[test]
    fn a_chariot_pins_the_only_piece_before_it() {
        assert_eq!(goals("K3r4", "i9"), set("b0 c0 d0 e0"));
        assert_eq!(on_rank("K3r4").1.checkers, set("e0"));
        assert_eq!(goals("K1P1r4", "c0"), set("b0 c0 d0 e0"));
        assert_eq!(goals("K1p1r4", "i9"), PointSet::ALL);
        assert_eq!(goals("KPP1r4", "c0"), PointSet::ALL);
        // Behind it, a cannon that the same piece would unmask by capturing the chariot.
        assert_eq!(goals("KP1r1c3", "b0"), set("c0"));
    }

    #[test]
    fn a_taken_leg_may_only_be_left_to_take_the_horse() {
        let board = |leg: &str| {
            let fen = format!("3k5/9/9/9/9/9/9/5n3/5{leg}3/4K4");
            Setup::from_fen(&fen).expect("a board").board
        };
        let pinned = Safety::new(board("P").bitboards(), Side::Red);
        let leg = "f1".parse().expect("a point");
        assert_eq!(pinned.checkers, PointSet::EMPTY);
        assert_eq!(
            pinned.goals_of(board("P").bitboards(), Side::Red, leg),
            set("f2")
        );
        let open = Safety::new(board("1").bitboards(), Side::Red);
        assert_eq!((open.checkers, open.goals), (set("f2"), set("f1 f2")));
        assert_eq!(
            Safety::new(board("p").bitboards(), Side::Red).goals,
            PointSet::ALL
        );
    }

    #[test]
    fn without_a_general_everything_is_allowed() {
        let safety = Safety::new(Board::empty().bitboards(), Side::Red);
        assert_eq!(
            (safety.checkers, safety.goals),
            (PointSet::EMPTY, PointSet::ALL)
        );
    }
}
