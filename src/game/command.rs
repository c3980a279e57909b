//! What may be asked of a game, what comes of it, and why it may be refused.

use super::offers::Offer;
use crate::record::NodeId;
use crate::rules::{IllegalMove, Move, Outcome, Played, Side};
use std::fmt;

/// What the players want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move in the position that is shown: where the game stands it is played, anywhere else it begins
    /// or continues a variation.
    Play(Move),
    /// Take the last move back, or the declaration that ended the game: at once, with the opponent's leave, or not at
    /// all, as the players have agreed.
    TakeBack,
    /// A side takes its own last move back, with the reply to it if there is one; otherwise the same.
    AskTakeBack(Side),
    /// Make the move again that was taken back last.
    Redo,
    /// Both players take the arbiter's ruling, which ends the game.
    AcceptRuling,
    /// Take back everything that the arbiter's ruling is about: the whole repeated cycle.
    TakeBackRuled,
    /// A side gives up.
    Resign(Side),
    /// A side offers a draw, or agrees to the one that the other side has offered.
    OfferDraw(Side),
    /// The side that was asked agrees.
    AcceptOffer,
    /// The side that was asked does not agree.
    DeclineOffer,
    /// Look at a position of the game.
    Show(NodeId),
    /// Make the line that leads to a position the game itself; what was the game becomes a variation.
    Promote(NodeId),
    /// Remove a move that is no part of the game, with everything after it.
    Delete(NodeId),
    /// Stop the clock; no moves are made, and nobody sees the board.
    Pause,
    /// Let the clock run: go on after a pause, or begin.
    Resume,
    /// Nothing: time has passed, and the flag may have fallen.
    Tick,
}

/// Why the clock was stopped in the middle of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The players want it.
    Asked,
    /// The machine has slept, in which time nobody could play.
    Slept,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was made, or made again.
    Played(Played),
    /// A move was taken back.
    TakenBack(Played),
    /// A game that was over goes on.
    Reopened,
    /// The arbiter has ruled; nothing is final before the players accept it or take back.
    Ruled(Outcome),
    /// The game is over.
    Ended(Outcome),
    /// One player has asked the other for something, and waits for an answer.
    Offered(Offer),
    /// The answer was no.
    Declined(Offer),
    /// Another position is shown.
    Shown(NodeId),
    /// A move was added to a variation.
    Varied(Played),
    /// Another line has become the game.
    Promoted,
    /// A line that was no part of the game was removed.
    Deleted,
    /// The clock was stopped until it is resumed.
    Paused(Pause),
    /// The clock runs.
    Resumed,
}

/// How far the effect of a command reaches: what has to be kept, and what is looked up anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only another position is shown.
    View,
    /// A player asked the other for something, or was answered; the record is what it was.
    Talk,
    /// The clock was stopped or goes on; the record is what it was.
    Clock,
    /// The record.
    Game,
}

impl Change {
    /// The change that all these events make together.
    #[must_use]
    pub fn of(events: &[Event]) -> Self {
        let mut changes = events.iter().map(Event::change);
        let first = changes.next().unwrap_or(Self::View);
        if changes.all(|change| change == first) {
            first
        } else {
            Self::Game
        }
    }
}

impl Event {
    /// How far the event reaches.
    #[must_use]
    pub const fn change(&self) -> Change {
        match self {
            Self::Shown(_) => Change::View,
            Self::Offered(_) | Self::Declined(_) => Change::Talk,
            Self::Paused(_) | Self::Resumed => Change::Clock,
            Self::Played(_)
            | Self::TakenBack(_)
            | Self::Reopened
            | Self::Ruled(_)
            | Self::Ended(_)
            | Self::Varied(_)
            | Self::Promoted
            | Self::Deleted => Change::Game,
        }
    }
}

/// Why a command was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules forbid the move.
    Illegal {
        /// What was tried.
        mv: Move,
        /// The rule.
        why: IllegalMove,
    },
    /// The game begins with two moves in a row, and this cannot be one of them: it crosses the river, or the same piece
    /// has made the other.
    TwoMoves,
    /// The game is over.
    Over(Outcome),
    /// The arbiter has ruled, and the players have not said yet what they make of it.
    Ruled(Outcome),
    /// There is no ruling to accept.
    NoRuling,
    /// The game began with an arrangement that can only be looked at.
    Unplayable,
    /// The move is part of the game itself: it can only be taken back.
    PartOfGame,
    /// No move has been made yet.
    NothingToTakeBack,
    /// The players have agreed that nothing is taken back.
    TakeBacksOff,
    /// Nobody has asked for anything.
    NoOffer,
    /// No move was taken back.
    NothingToRedo,
    /// The position is not part of the game any more.
    Gone,
    /// The game is paused: it has to be resumed first.
    Paused,
    /// The game has no clock.
    NoClock,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { mv, why } => write!(f, "{mv} is illegal: {why}"),
            Self::TwoMoves => f.write_str("that is none of two first moves"),
            Self::Over(outcome) => write!(f, "the game is over: {}", outcome.score()),
            Self::Ruled(outcome) => write!(f, "the arbiter has ruled: {}", outcome.score()),
            Self::Unplayable => f.write_str("the start of this game cannot be played"),
            Self::NoRuling => f.write_str("there is no ruling"),
            Self::PartOfGame => f.write_str("that move is part of the game"),
            Self::NothingToTakeBack => f.write_str("there is no move to take back"),
            Self::TakeBacksOff => f.write_str("moves are not taken back in this game"),
            Self::NoOffer => f.write_str("there is no offer"),
            Self::NothingToRedo => f.write_str("there is no move to make again"),
            Self::Paused => f.write_str("the game is paused"),
            Self::NoClock => f.write_str("the game has no clock"),
            Self::Gone => f.write_str("that position is gone"),
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn events_of_one_kind_keep_it_and_others_change_the_game() {
        let root = Game::ordinary().record().root();
        let (shown, resumed) = (Event::Shown(root), Event::Resumed);
        assert_eq!(Change::of(&[]), Change::View);
        assert_eq!(Change::of(&[shown, shown]), Change::View);
        assert_eq!(Change::of(&[resumed]), Change::Clock);
        assert_eq!(Change::of(&[Event::Promoted, shown]), Change::Game);
        assert_eq!(Change::of(&[shown, resumed]), Change::Game);
    }
}
