//! The pieces that decide a game on the board.

use crate::rules::{IllegalMove, Move, Point, PointSet, Position};

/// The pieces that mate the side to move: those that give check, and those that take a point from its general. In a
/// stalemate the latter alone.
pub fn deciding_pieces(position: &Position) -> PointSet {
    let turn = position.turn();
    let theirs = position.board().of_side(!turn);
    let Some(general) = position.board().general(turn) else {
        return PointSet::EMPTY;
    };
    let taken = Point::all().map(|goal| {
        let by = match position.check_move(Move::new(general, goal)) {
            Err(IllegalMove::LeavesInCheck { by }) => by,
            Err(IllegalMove::FlyingGeneral { generals }) => generals,
            _ => PointSet::EMPTY,
        };
        by - PointSet::of(goal)
    });
    taken.fold(position.checkers(), |all, one| all | one) & theirs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn deciding(fen: &str) -> Vec<String> {
        let position = Setup::from_fen(fen).expect("a FEN").position();
        let points = deciding_pieces(&position.expect("a position"));
        points.map(|point| point.to_string()).collect()
    }

    #[test]
    fn a_mate_takes_the_checking_piece_and_the_guards_of_all_points_around_the_general() {
        // One chariot checks on the home rank, the other holds the one in front of it.
        let two_chariots = "R3k4/8R/9/9/9/9/9/9/9/3K5 b";
        assert_eq!(deciding(two_chariots), ["d0", "i8", "a9"]);
        // The general behind a file of its own holds that file.
        let facing = "3k5/3P5/9/9/9/9/9/9/9/4K4 b";
        assert_eq!(deciding(facing), ["e0", "d8"]);
    }

    #[test]
    fn a_piece_that_could_be_taken_but_for_its_guard_is_no_guard_of_its_own_point() {
        let guarded = "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b";
        assert_eq!(deciding(guarded), ["d0", "e7", "e8"]);
    }

    #[test]
    fn a_stalemate_has_guards_only() {
        let stalemate = "3k5/1R7/9/9/9/9/9/9/9/4K4 b";
        assert_eq!(deciding(stalemate), ["e0", "b8"]);
    }
}
