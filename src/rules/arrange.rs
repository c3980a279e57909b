//! Manual editing of an arrangement: placing, moving and removing pieces, mirroring and clearing the board.
//!
//! Nothing here checks whether the result is playable; [`Setup::position`] does. An edited arrangement was never
//! played, so its counters start anew.

use super::{Board, History, Outcome, Piece, Point, Ruling, Setup, Side, Terms, adjudicate};

impl Setup {
    /// The arrangement with the point set to `piece`, replacing any occupant; `None` empties the point.
    pub fn with(&self, point: Point, piece: Option<Piece>) -> Self {
        let mut board = self.board.clone();
        board.set(point, piece);
        self.arranged(board, self.turn)
    }

    /// The arrangement with the piece on `from` moved to `to`, replacing any occupant.
    pub fn with_moved(&self, from: Point, to: Point) -> Self {
        let mut board = self.board.clone();
        let piece = board.set(from, None);
        if piece.is_some() {
            board.set(to, piece);
        }
        self.arranged(board, self.turn)
    }

    /// The arrangement with `turn` as the side to move.
    pub fn with_turn(&self, turn: Side) -> Self {
        self.arranged(self.board.clone(), turn)
    }

    /// An empty board, keeping the side to move.
    pub fn cleared(&self) -> Self {
        self.arranged(Board::empty(), self.turn)
    }

    /// The arrangement with left and right exchanged. Playability is unchanged.
    pub fn mirrored(&self) -> Self {
        let pieces = self.board.pieces();
        let board = board_of(pieces.map(|(point, piece)| (point.mirrored(), piece)));
        self.arranged(board, self.turn)
    }

    /// The board turned by half a turn: every piece and the turn stay with their side.
    pub fn turned(&self) -> Self {
        let pieces = self.board.pieces();
        let board = board_of(pieces.map(|(point, piece)| (point.rotated(), piece)));
        self.arranged(board, self.turn)
    }

    /// The arrangement with the two sides exchanged, each piece keeping its distance from its own home rank, and the
    /// turn exchanged as well. Playability is unchanged.
    pub fn with_sides_swapped(&self) -> Self {
        let other = |piece: Piece| Piece::new(!piece.side, piece.kind);
        let pieces = self.board.pieces();
        let board = board_of(pieces.map(|(point, piece)| (point.rotated(), other(piece))));
        self.arranged(board, !self.turn)
    }

    /// The outcome of a game that starts here and ends before its first move: mate or dead material. `None` also if the
    /// arrangement is not playable.
    pub fn outcome_at_once(&self, terms: &Terms) -> Option<Outcome> {
        let history = History::new(self.clone()).ok()?;
        match adjudicate(&history, terms) {
            Ruling::Ended(verdict) => Some(verdict.outcome),
            Ruling::Continue
            | Ruling::Warned(_)
            | Ruling::Undecided(_)
            | Ruling::Awaited { .. } => None,
        }
    }

    /// Returns the setup unchanged if board and turn are equal, otherwise one with fresh counters.
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

    /// Any setup an editor can hold: any piece on any point.
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
            let count = |setup: &Setup| setup.faults().len();
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
        let dead = Some(Outcome::Draw(DrawReason::InsufficientMaterial));
        assert_eq!(ends("3k5/9/9/9/9/9/9/9/9/4K4 w"), dead);
        // An unplayable arrangement has no outcome either.
        assert_eq!(ends("9/9/9/9/9/9/9/9/9/4K4 w"), None);
    }
}
