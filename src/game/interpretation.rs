//! Interpretation of a move typed by a player in the shown position.

use super::{Game, Refusal};
use crate::record::notation::{Notation, NotationError, complete, read_among, why_no_move};
use crate::rules::{Move, Position};
use std::slice;

/// Meaning of a partially typed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Interpretation {
    /// The text is empty.
    #[default]
    Nothing,
    /// It can be completed to any of these moves, two or more.
    Several(Vec<Move>),
    /// It is this move, or can only become this one.
    Move(Move),
    /// It is a move that may not be made now.
    NotNow(Refusal),
    /// It is not a move and cannot become one.
    NoMove(NotationError),
}

impl Interpretation {
    /// Interprets a text in a position in which only some moves may be made.
    pub fn of(
        text: &str,
        position: &Position,
        how: Notation,
        allows: impl Fn(Move) -> bool,
    ) -> Self {
        if text.trim().is_empty() {
            return Self::Nothing;
        }
        let completions = complete(position, text, how);
        let mut moves = completions.candidates;
        let is_legal = !moves.is_empty();
        moves.retain(|mv| allows(*mv));
        let exact = completions.exact.filter(|mv| moves.contains(mv));
        match (exact, &moves[..]) {
            (Some(mv), _) | (None, &[mv]) => Self::Move(mv),
            (None, []) if is_legal => Self::NotNow(Refusal::TwoMoves),
            (None, []) => Self::NoMove(why_no_move(position, text, how)),
            _ => Self::Several(moves),
        }
    }

    /// The candidate moves.
    pub fn moves(&self) -> &[Move] {
        match self {
            Self::Several(moves) => moves,
            Self::Move(mv) => slice::from_ref(mv),
            Self::Nothing | Self::NotNow(_) | Self::NoMove(_) => &[],
        }
    }
}

impl Game {
    /// Interprets a typed text in the shown position, in this notation.
    pub fn understand(&self, text: &str, how: Notation) -> Interpretation {
        Interpretation::of(text, self.shown_position(), how, |mv| self.allows(mv))
    }

    /// Reads a pasted text that is one move in the shown position; `None` if it does not have the form of one.
    pub fn pasted_move(&self, text: &str, how: Notation) -> Option<Result<Move, NotationError>> {
        let read = read_among(self.shown_position(), text, how);
        (read != Err(NotationError::NotAMove)).then_some(read)
    }

    /// Whether a move can be made in the shown position, in the game or in a variation.
    pub fn takes_moves(&self) -> bool {
        let is_over_here = self.shows_present() && !self.is_ongoing();
        let has_move = !self.shown_position().legal_moves().is_empty();
        self.can_be_played() && !self.is_paused() && !is_over_here && has_move
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Command, GameTerms, Handicap, Now, Odds};
    use crate::rules::Side;
    use crate::rules::mv;

    fn understood(game: &Game, text: &str) -> Interpretation {
        game.understand(text, Notation::Wxf)
    }

    #[test]
    fn a_text_becomes_clearer_with_each_key() {
        let game = Game::ordinary();
        let count = |text| understood(&game, text).moves().len();
        assert_eq!(understood(&game, " "), Interpretation::Nothing);
        assert_eq!(["p", "p2", "p2p", "p2p5"].map(count), [29, 12, 6, 1]);
        assert_eq!(understood(&game, "p2p5"), Interpretation::Move(mv("h2e2")));
        // No other move begins so.
        assert_eq!(understood(&game, "k5+"), Interpretation::Move(mv("e0e1")));
        let refused = |text| match understood(&game, text) {
            Interpretation::NoMove(error) => error,
            other => panic!("{text}: {other:?}"),
        };
        let illegal = |text| matches!(refused(text), NotationError::Illegal { .. });
        // Ways blocked by a piece of either side.
        assert!(["p2p8", "p8j6", "r1=2", "c2+6"].into_iter().all(illegal));
        assert_eq!(refused("C5.1"), NotationError::NoSuchMove);
        assert_eq!(refused("xyz"), NotationError::NotAMove);
    }

    #[test]
    fn a_pasted_move_is_read_in_the_shown_position_and_a_game_is_none() {
        let mut game = Game::ordinary();
        let first = Command::Play(mv("h2e2"));
        game.apply(first, Now::default()).expect("in progress");
        let pasted = |text| game.pasted_move(text, Notation::Wxf);
        for text in ["马8进7", "馬８進７\n", " H8+7", "h9g7", "Mã 8 tấn 7"] {
            assert_eq!(pasted(text), Some(Ok(mv("h9g7"))), "{text}");
        }
        let why = crate::rules::IllegalMove::HobbledLeg {
            leg: "c9".parse().expect("a point"),
        };
        let hobbled = NotationError::Illegal {
            mv: mv("b9d8"),
            why,
        };
        assert_eq!(pasted("马2进4"), Some(Err(hobbled)));
        for text in [
            "1. h2e2",
            "C2=5 h8+7",
            "炮二平五马8进7",
            "hello",
            "4k4/9/9/9/9/9/9/9/9/3K5 w",
        ] {
            assert_eq!(pasted(text), None, "{text}");
        }
    }

    #[test]
    fn two_moves_first_stay_on_the_own_side_of_the_river() {
        let handicap = Some(Handicap::new(Odds::TwoMoves, Side::Black, Side::Red));
        let game = GameTerms {
            handicap,
            ..GameTerms::default()
        }
        .begin();
        let refused = Interpretation::NotNow(Refusal::TwoMoves);
        assert_eq!(understood(&game, "h2h9"), refused);
        assert_eq!(understood(&game, "h2h4"), Interpretation::Move(mv("h2h4")));
        assert!(
            understood(&game, "h2")
                .moves()
                .iter()
                .all(|mv| game.allows(*mv))
        );
    }

    #[test]
    fn no_move_is_taken_where_the_game_has_ended_but_before_it_one_is() {
        let mut game = Game::ordinary();
        let mut apply = |command| game.apply(command, Now::default()).map(|_| ());
        for text in "b2c2 f9e8 c2c6 b7c7 c6c9".split(' ') {
            assert_eq!(apply(Command::Play(mv(text))), Ok(()));
        }
        assert!(!game.takes_moves());
        let root = game.record().root();
        game.apply(Command::Show(root), Now::default())
            .expect("the start");
        assert!(game.takes_moves());
    }
}
