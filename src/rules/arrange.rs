//! What can be done to an arrangement by hand: pieces put, moved and taken away, the whole of it mirrored or cleared.
//!
//! Nothing here asks whether the outcome can be played; [`Setup::position`] does. What is arranged by hand was
//! never played, so the counters of the game before begin anew.

use super::{Board, History, Outcome, Piece, Point, Ruling, Setup, Side, Terms, adjudicate};

impl Setup {
    /// The arrangement with a piece on the point instead of whoever stands there; with `None`, nobody.
    #[must_use]
    pub fn with(&self, point: Point, piece: Option<Piece>) -> Self {
        let mut board = self.board.clone();
        board.set(point, piece);
        self.arranged(board, self.turn)
    }

    /// The arrangement after the piece on `from` was put on `to`, whoever stands there.
    #[must_use]
    pub fn with_moved(&self, from: Point, to: Point) -> Self {
        let mut board = self.board.clone();
        let piece = board.set(from, None);
        if piece.is_some() {
            board.set(to, piece);
        }
        self.arranged(board, self.turn)
    }

    /// The same pieces with another side to move.
    #[must_use]
    pub fn with_turn(&self, turn: Side) -> Self {
        self.arranged(self.board.clone(), turn)
    }

    /// An empty board with the same side to move.
    #[must_use]
    pub fn cleared(&self) -> Self {
        self.arranged(Board::empty(), self.turn)
    }

    /// The arrangement with left and right exchanged: as playable as it was.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let pieces = self.board.pieces();
        let board = board_of(pieces.map(|(point, piece)| (point.mirrored(), piece)));
        self.arranged(board, self.turn)
    }

    /// The arrangement with the two sides exchanged, each piece as far from its own home as the other side's was,
    /// and the turn as well: as playable as it was.
    #[must_use]
    pub fn with_sides_swapped(&self) -> Self {
        let other = |piece: Piece| Piece::new(!piece.side, piece.kind);
        let pieces = self.board.pieces();
        let board = board_of(pieces.map(|(point, piece)| (point.rotated(), other(piece))));
        self.arranged(board, !self.turn)
    }

    /// How a game from here would end before its first move: mate, or nobody left to attack. `None` too where
    /// the arrangement cannot be played at all.
    #[must_use]
    pub fn outcome_at_once(&self, terms: &Terms) -> Option<Outcome> {
        let history = History::new(self.clone()).ok()?;
        match adjudicate(&history, terms) {
            Ruling::Ended(verdict) => Some(verdict.outcome),
            Ruling::Continue | Ruling::Warned(_) => None,
        }
    }

    /// The same setup if nothing is different, else one with counters of its own.
    fn arranged(&self, board: Board, turn: Side) -> Self {
        if board == self.board && turn == self.turn {
            return self.clone();
        }
        Self {
            board,
            turn,
            idle_plies: 0,
            round: 1,
        }
    }
}

fn board_of(pieces: impl Iterator<Item = (Point, Piece)>) -> Board {
    let mut board = Board::empty();
    for (point, piece) in pieces {
        board.set(point, Some(piece));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawReason, PieceKind, WinReason};
    use proptest::prelude::*;

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn setup(fen: &str) -> Setup {
        Setup::from_fen(fen).expect("a FEN")
    }

    /// Anything that an editor can hold: any piece on any point.
    fn any_setup() -> impl Strategy<Value = Setup> {
        let cells = proptest::collection::vec(proptest::option::weighted(0.3, 0..14usize), 90);
        (cells, any::<bool>()).prop_map(|(cells, red)| {
            let mut setup = Setup::start().cleared();
            for (point, cell) in Point::all().zip(cells) {
                setup = setup.with(point, cell.and_then(|index| Piece::all().nth(index)));
            }
            setup.with_turn(if red { Side::Red } else { Side::Black })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn mirroring_and_swapping_twice_is_nothing(setup in any_setup()) {
            prop_assert_eq!(&setup.mirrored().mirrored(), &setup);
            prop_assert_eq!(&setup.with_sides_swapped().with_sides_swapped(), &setup);
            prop_assert_eq!(setup.mirrored().with_sides_swapped(), setup.with_sides_swapped().mirrored());
        }

        #[test]
        fn mirroring_and_swapping_change_no_fault_but_its_place(setup in any_setup()) {
            let count = |setup: &Setup| setup.position().map_or_else(|error| error.faults.len(), |_| 0);
            prop_assert_eq!(count(&setup.mirrored()), count(&setup));
            prop_assert_eq!(count(&setup.with_sides_swapped()), count(&setup));
        }

        #[test]
        fn a_fen_keeps_whatever_is_arranged(setup in any_setup()) {
            prop_assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(setup));
        }
    }

    #[test]
    fn pieces_come_go_and_push_others_off() {
        let cannon = Piece::new(Side::Red, PieceKind::Cannon);
        let start = Setup::start();
        let put = start.with(at("e4"), Some(cannon));
        assert_eq!(put.board.piece_at(at("e4")), Some(cannon));
        assert_eq!(put.with(at("e4"), None), start);
        let moved = start.with_moved(at("h2"), at("h9"));
        assert_eq!(moved.board.piece_at(at("h9")), Some(cannon));
        assert_eq!(moved.board.pieces().count(), 31);
        assert_eq!(start.with_moved(at("e5"), at("e0")), start);
        assert_eq!(start.with_moved(at("e0"), at("e0")), start);
        assert_eq!(start.cleared().board, Board::empty());
    }

    #[test]
    fn the_counters_of_a_game_stay_until_something_is_changed() {
        let late = setup("3k5/9/9/9/9/9/9/9/4P4/5K3 b - - 17 40");
        let counters = |setup: &Setup| (setup.idle_plies, setup.round);
        assert_eq!(counters(&late.with(at("e5"), None)), (17, 40));
        assert_eq!(counters(&late.with_turn(Side::Black)), (17, 40));
        assert_eq!(counters(&late.with_turn(Side::Red)), (0, 1));
        assert_eq!(counters(&late.with(at("e1"), None)), (0, 1));
    }

    #[test]
    fn a_game_that_would_be_over_at_once_is_known() {
        let ends = |fen| setup(fen).outcome_at_once(&Terms::default());
        let red_wins = |by| Some(Outcome::win(Side::Red, by));
        assert_eq!(Setup::start().outcome_at_once(&Terms::default()), None);
        assert_eq!(
            ends("R3k4/1R7/9/9/9/9/9/9/9/3K5 b"),
            red_wins(WinReason::Checkmate)
        );
        assert_eq!(
            ends("3k5/4P4/9/9/9/9/9/9/9/4K4 b"),
            red_wins(WinReason::Stalemate)
        );
        let dead = Some(Outcome::Draw(DrawReason::DeadMaterial));
        assert_eq!(ends("3k5/9/9/9/9/9/9/9/9/4K4 w"), dead);
        // What cannot be played cannot end either.
        assert_eq!(ends("9/9/9/9/9/9/9/9/9/4K4 w"), None);
    }
}
