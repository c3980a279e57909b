//! Commands to a game, the events they cause, and the reasons for refusing them.

use super::offers::Offer;
use crate::record::NodeId;
use crate::rules::{IllegalMove, Move, Outcome, Played, Side};
use thiserror::Error;

/// A command of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move in the shown position: at the present it is played, elsewhere it begins or continues a variation.
    Play(Move),
    /// Make a move at the present, whatever position is shown: the move of a player who is not at this board. The shown
    /// position stays while the game goes on.
    Reply(Move),
    /// Take back the last move, or the declaration that ended the game: at once, with the opponent's consent, or not at
    /// all, as agreed.
    TakeBack,
    /// Like [`Command::TakeBack`], but on behalf of a side, which takes back its own last move and any reply to it.
    AskTakeBack(Side),
    /// Replay the move taken back last.
    Redo,
    /// Both players accept the arbiter's ruling, which ends the game.
    AcceptRuling,
    /// Take back the whole repeated cycle that the arbiter has ruled on.
    TakeBackRuled,
    /// A side resigns.
    Resign(Side),
    /// A side offers a draw, or accepts the other side's offer.
    OfferDraw(Side),
    /// A side asks for hints by the computer, or accepts that the other side does.
    AskHints(Side),
    /// The side that was asked accepts.
    AcceptOffer,
    /// The side that was asked declines.
    DeclineOffer,
    /// Show a position of the game.
    Show(NodeId),
    /// Promote the line that leads to a position to the main line, which becomes a variation.
    Promote(NodeId),
    /// Delete a move outside the main line, with everything after it.
    Delete(NodeId),
    /// Stop the clock; moves are blocked and the board is hidden.
    Pause(Pause),
    /// Start the clock, at the beginning or after a pause.
    Resume,
    /// No action: time has passed, and the flag may have fallen.
    Tick,
}

/// Reason the clock was stopped in the middle of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The players asked for it.
    Asked,
    /// The machine slept.
    Slept,
}

/// Something that happened in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was made, or replayed.
    Played(Played),
    /// A move was taken back.
    TakenBack(Played),
    /// A finished game goes on.
    Reopened,
    /// The arbiter has ruled; nothing is final until the players accept or take back.
    Ruled(Outcome),
    /// The game is over.
    Ended(Outcome),
    /// One player has made the other an offer and awaits an answer.
    Offered(Offer),
    /// The offer was declined.
    Declined(Offer),
    /// Both players agreed to hints.
    HintsAllowed,
    /// Another position is shown.
    Shown(NodeId),
    /// A move was added to a variation.
    Varied(Played),
    /// Another line was promoted to the main line.
    Promoted,
    /// A line outside the main line was deleted.
    Deleted,
    /// The clock was stopped until it is resumed.
    Paused(Pause),
    /// The clock is running.
    Resumed,
}

/// Scope of a command's effect: decides what is saved and what is refreshed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the shown position.
    View,
    /// An offer or its answer; the record is unchanged.
    Talk,
    /// The clock was stopped or resumed; the record is unchanged.
    Clock,
    /// The record.
    Game,
}

impl Change {
    /// Combined change of all these events.
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
    /// Scope of the event.
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
            | Self::HintsAllowed
            | Self::Varied(_)
            | Self::Promoted
            | Self::Deleted => Change::Game,
        }
    }
}

/// Reason a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The rules forbid the move.
    #[error("{mv} is illegal: {why}")]
    Illegal {
        /// The attempted move.
        mv: Move,
        /// The violated rule.
        why: IllegalMove,
    },
    /// The game begins with two moves in a row, and this move is not allowed among them: it crosses the river, or moves
    /// the same piece again.
    #[error("that move is not allowed among the first two")]
    TwoMoves,
    /// The game is over.
    #[error("the game is over: {}", .0.score())]
    Over(Outcome),
    /// The arbiter has ruled, and the players have not answered yet.
    #[error("the arbiter has ruled: {}", .0.score())]
    Ruled(Outcome),
    /// There is no ruling to accept.
    #[error("there is no ruling")]
    NoRuling,
    /// The arrangement the game began with cannot be played, only viewed.
    #[error("the start of this game cannot be played")]
    Unplayable,
    /// The move is on the main line: it can only be taken back.
    #[error("that move is part of the game")]
    PartOfGame,
    /// No move has been made yet.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The players have agreed on no take-backs.
    #[error("moves are not taken back in this game")]
    TakeBacksOff,
    /// There is no open offer.
    #[error("there is no offer")]
    NoOffer,
    /// Another offer is open, and is answered first.
    #[error("another offer is open")]
    OfferOpen,
    /// There are no hints with a friend elsewhere.
    #[error("there are no hints in this game")]
    NoHints,
    /// No move was taken back.
    #[error("there is no move to make again")]
    NothingToRedo,
    /// The position is no longer part of the game.
    #[error("that position is gone")]
    Gone,
    /// The friend moves and answers by letter.
    #[error("the friend answers by letter")]
    FriendsTurn,
    /// The moves that are in letters stand.
    #[error("the move is in a letter")]
    Sent,
    /// A draw is offered in the letter with a move, which has not been made yet.
    #[error("an offer goes with a move")]
    MoveFirst,
    /// A letter holds a move or a resignation, and a move has been made.
    #[error("a move has been made")]
    MoveMade,
    /// The game is paused and must be resumed first.
    #[error("the game is paused")]
    Paused,
    /// The game has no clock.
    #[error("the game has no clock")]
    NoClock,
}

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
