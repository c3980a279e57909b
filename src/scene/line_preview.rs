//! A line beside the game that is looked at on the board, move by move, without being added to the record.

use crate::game::Game;
use crate::record::NodeId;
use crate::rules::{Move, Position};

/// A line from a position of the game, of which some moves are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePreview {
    at: NodeId,
    moves: Vec<Move>,
    shown: usize,
}

impl LinePreview {
    /// The first move of a line from the shown position; `None` if it cannot be made.
    pub fn new(game: &Game, moves: &[Move]) -> Option<Self> {
        let mut position = game.shown_position().clone();
        let is_legal = |mv: &&Move| match position.play(**mv) {
            Ok(next) => {
                position = next;
                true
            }
            Err(_) => false,
        };
        let moves: Vec<_> = moves.iter().take_while(is_legal).copied().collect();
        (!moves.is_empty()).then(|| Self {
            at: game.shown(),
            moves,
            shown: 1,
        })
    }

    /// Position of the game from which the line is played.
    pub const fn at(&self) -> NodeId {
        self.at
    }

    /// All moves of the line.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves that are shown, at least one.
    pub fn shown_moves(&self) -> &[Move] {
        &self.moves[..self.shown]
    }

    /// The preview after a move more; `None` at the end.
    pub fn next(&self) -> Option<Self> {
        self.with(self.shown + 1)
    }

    /// The preview after a move less; `None` before the first move, where the game is shown again.
    pub fn previous(&self) -> Option<Self> {
        self.with(self.shown - 1)
    }

    /// The preview at the end of the line.
    #[must_use]
    pub fn last(&self) -> Self {
        Self {
            shown: self.moves.len(),
            ..self.clone()
        }
    }

    /// The preview of so many moves; `None` if the line has fewer, or for none.
    pub fn with(&self, shown: usize) -> Option<Self> {
        (1..=self.moves.len()).contains(&shown).then(|| Self {
            shown,
            ..self.clone()
        })
    }

    /// The position that is shown, and the move that led to it; `None` if the game shows another position by now.
    pub fn position(&self, game: &Game) -> Option<(Position, Move)> {
        if game.shown() != self.at {
            return None;
        }
        let mut position = game.shown_position().clone();
        for mv in self.shown_moves() {
            position = position.play(*mv).ok()?;
        }
        self.shown_moves().last().map(|mv| (position, *mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Command, Now};

    #[test]
    fn a_line_is_stepped_through_and_ends_at_the_game() {
        let mut game = Game::ordinary();
        let moves = ["h2e2", "h9g7", "e0e9", "h0g2"].map(|text| text.parse().expect("a move"));
        let first = LinePreview::new(&game, &moves).expect("a line");
        // An illegal move ends the line.
        assert_eq!(first.moves(), &moves[..2]);
        assert_eq!(first.previous(), None);
        let second = first.next().expect("a move");
        assert_eq!(second.shown_moves(), &moves[..2]);
        assert_eq!((second.next(), first.last()), (None, second.clone()));
        assert_eq!(second.previous(), Some(first));
        let (position, last) = second.position(&game).expect("a position");
        assert_eq!(last, moves[1]);
        assert_eq!(position.turn(), game.shown_position().turn());
        assert_eq!(LinePreview::new(&game, &moves[2..]), None);
        let played = game.apply(Command::Play(moves[0]), Now::default());
        played.expect("legal");
        assert_eq!(second.position(&game), None);
    }
}
