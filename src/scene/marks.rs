//! Marks for a position, a selected piece and a refused move.

use super::Mark;
use crate::rules::{
    IllegalMove, Move, Piece, PieceKind, Point, PointSet, Position, PositionFault, Setup, Side,
};

/// Marks both ends of the last move.
pub fn last_move(mv: Move) -> impl Iterator<Item = Mark> {
    [Mark::Origin(mv.from), Mark::Goal(mv.to)].into_iter()
}

/// Marks a general in check and the attacking pieces.
pub fn check(position: &Position) -> impl Iterator<Item = Mark> {
    let checkers = position.checkers();
    let general = position.board().general(position.turn());
    let checked = general.filter(|_| !checkers.is_empty());
    checked
        .into_iter()
        .map(Mark::Checked)
        .chain(checkers.map(Mark::Checker))
}

/// Marks a selected piece and every point it may move to.
pub fn chosen(position: &Position, from: Point) -> impl Iterator<Item = Mark> {
    let goals = goals(position, position.targets(from));
    [Mark::Selected(from)].into_iter().chain(goals)
}

/// Marks points a piece may move to.
pub fn goals(position: &Position, points: PointSet) -> impl Iterator<Item = Mark> {
    points.map(goal(position))
}

/// Mark of a point a piece may move to.
fn goal(position: &Position) -> impl Fn(Point) -> Mark + use<> {
    let taken = position.board().occupied();
    move |to| {
        if taken.contains(to) {
            Mark::Capture(to)
        } else {
            Mark::Target(to)
        }
    }
}

/// Marks the pieces of several moves as if selected, and their destinations. Each point is marked once.
pub fn moves<'a>(position: &Position, moves: &'a [Move]) -> impl Iterator<Item = Mark> + 'a {
    let points = |of: fn(&Move) -> Point| {
        let each = moves.iter().map(|mv| PointSet::of(of(mv)));
        each.fold(PointSet::EMPTY, |all, one| all | one)
    };
    let from = points(|mv| mv.from).map(Mark::Selected);
    from.chain(points(|mv| mv.to).map(goal(position)))
}

/// Marks the destination of a refused move, unless it is merely a press on a piece, and the pieces that prevent the
/// move.
pub fn refusal(mv: Move, why: IllegalMove) -> impl Iterator<Item = Mark> {
    let blockers = match why {
        IllegalMove::HobbledLeg { leg } => PointSet::of(leg),
        IllegalMove::BlockedEye { eye } => PointSet::of(eye),
        IllegalMove::WayBlocked { by } => by,
        IllegalMove::WrongScreens { screens } => screens,
        _ => PointSet::EMPTY,
    };
    let attackers = match why {
        IllegalMove::LeavesInCheck { by } => by,
        IllegalMove::FlyingGeneral { generals } => generals,
        _ => PointSet::EMPTY,
    };
    let goal = (mv.from != mv.to).then_some(Mark::Refused(mv.to));
    goal.into_iter()
        .chain(blockers.map(Mark::Blocker))
        .chain(attackers.map(Mark::Checker))
}

/// Marks the faults and oddities of an arrangement: misplaced pieces, generals facing each other, and a general in check although
/// its side is not to move.
pub fn faults(setup: &Setup) -> Vec<Mark> {
    let general = |side| setup.board.of_piece(Piece::new(side, PieceKind::General));
    let (mut astray, mut checked, mut by) = (PointSet::EMPTY, PointSet::EMPTY, PointSet::EMPTY);
    for fault in setup.faults() {
        match fault {
            PositionFault::Misplaced { at, .. } => astray |= PointSet::of(at),
            PositionFault::SameFile { piece, file } => astray |= setup.waiting(piece, file),
            PositionFault::GeneralsFace => checked |= general(Side::Red) | general(Side::Black),
            PositionFault::OpponentInCheck {
                side,
                by: attackers,
            } => {
                checked |= general(side);
                by |= attackers;
            }
            PositionFault::UpsideDown => astray |= general(Side::Red) | general(Side::Black),
            PositionFault::NoGeneral(_) | PositionFault::TooMany { .. } => {}
        }
    }
    let astray = astray.map(Mark::Blocker);
    let checked = checked.map(Mark::Checked);
    astray.chain(checked).chain(by.map(Mark::Checker)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn a_refused_horse_shows_its_leg() {
        let position = Position::start();
        let mv: Move = "b0d1".parse().expect("a move");
        let why = position.check_move(mv).expect_err("hobbled");
        let marks: Vec<_> = refusal(mv, why).collect();
        let leg = "c0".parse().expect("a point");
        assert_eq!(marks, [Mark::Refused(mv.to), Mark::Blocker(leg)]);
    }

    #[test]
    fn a_piece_that_is_not_to_move_is_no_refused_goal() {
        let (here, turn) = ("e9".parse().expect("a point"), Side::Red);
        let pressed = Move::new(here, here);
        assert_eq!(
            refusal(pressed, IllegalMove::NotYourTurn { turn }).count(),
            0
        );
    }

    #[test]
    fn a_checked_general_is_marked_with_its_attackers() {
        let position = Setup::from_fen("4k4/9/9/9/4R4/9/9/9/9/3K5 b").expect("a FEN");
        let position = position.position().expect("a position");
        let marks: Vec<_> = check(&position).collect();
        let at = |text: &str| text.parse().expect("a point");
        assert_eq!(marks, [Mark::Checked(at("e9")), Mark::Checker(at("e5"))]);
        assert_eq!(check(&Position::start()).count(), 0);
    }

    #[test]
    fn several_moves_are_marked_with_each_point_once() {
        let start = Position::start();
        let mv = |text: &str| text.parse().expect("a move");
        let marked: Vec<_> = moves(&start, &[mv("h2e2"), mv("b2e2"), mv("h2h9")]).collect();
        let at = |text: &str| text.parse().expect("a point");
        assert_eq!(marked.len(), 4);
        for mark in [
            Mark::Selected(at("b2")),
            Mark::Selected(at("h2")),
            Mark::Target(at("e2")),
            Mark::Capture(at("h9")),
        ] {
            assert!(marked.contains(&mark), "{mark:?}");
        }
    }

    #[test]
    fn every_target_is_marked_by_what_stands_there() {
        let position = Position::start();
        let marks: Vec<_> = chosen(&position, "h2".parse().expect("a point")).collect();
        let captures = marks.iter().filter(|mark| matches!(mark, Mark::Capture(_)));
        assert_eq!(captures.count(), 1);
        assert_eq!(marks.len(), 13);
    }
}
