//! Acts of the players, commands to a game, the events they cause, and the reasons for refusing them.

use super::clock::Millis;
use super::offers::Offer;
use crate::record::NodeId;
use crate::record::format::serde_text::in_text;
use crate::rules::{IllegalMove, Move, Outcome, Played, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Request of one player to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// To agree to a draw.
    Draw,
    /// To take back the asker's last move and any reply to it, or the declaration that ended the game: granted at once,
    /// with the opponent's consent, or not at all, as agreed.
    TakeBack,
    /// To take back the whole repeated cycle on which the arbiter has ruled, as agreed.
    Cycle,
    /// To stop the clocks for a while.
    Pause,
    /// To allow hints by the computer, for both; never in a game between two programs.
    #[serde(skip)]
    Hints,
    /// To analyze the game with an engine while it goes on; never in a game between two programs.
    #[serde(skip)]
    Analysis,
}

impl Ask {
    /// The request on behalf of a side.
    pub const fn by(self, side: Side) -> Command {
        Act::Ask(self).by(side)
    }
}

/// Act of a player. The acts of both, in order, determine the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// A move at the present.
    Play(#[serde(with = "in_text")] Move),
    /// A request to the other player. A draw or hints that the other has asked for as well are agreed on.
    Ask(Ask),
    /// An answer to the other player's request.
    Answer {
        /// The request.
        to: Ask,
        /// Whether it is granted.
        yes: bool,
    },
    /// Acceptance of the arbiter's ruling, which ends the game.
    Agree,
    /// Resignation.
    Resign,
    /// Claim that the side to move has run out of time.
    Flag,
    /// Start of the clock, at the beginning or after a pause.
    Resume,
}

impl Act {
    /// The act on behalf of a side.
    pub const fn by(self, side: Side) -> Command {
        Command::Act(Some(side), self)
    }
}

/// A command at one player's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// An act at the present, whatever position is shown, which stays while the game goes on. `None` is the side that the
    /// act is due from: the one to move, to take back or to answer.
    Act(Option<Side>, Act),
    /// Make a move in the shown position: at the present it is played, elsewhere it begins or continues a variation.
    Play(Move),
    /// Grant or decline the open offer.
    Answer(bool),
    /// Replay the move taken back last.
    Redo,
    /// Show a position of the game.
    Show(NodeId),
    /// Promote the line that leads to a position to the main line, which becomes a variation.
    Promote(NodeId),
    /// Delete a move outside the main line, with everything after it.
    Delete(NodeId),
    /// Press the clock after a move, where that is done by hand.
    Press,
    /// Give a side a minute.
    GiveTime(Side),
    /// Set the time of a side's stage or period, during a pause.
    SetTime(Side, Millis),
    /// Stop the clock; moves are blocked and the board is hidden.
    Pause(Pause),
    /// No action: time has passed, and the flag may have fallen.
    Tick,
}

impl From<Act> for Command {
    fn from(act: Act) -> Self {
        Self::Act(None, act)
    }
}

impl From<Ask> for Command {
    fn from(ask: Ask) -> Self {
        Act::Ask(ask).into()
    }
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
    /// Both players agreed to an analysis.
    AnalysisAllowed,
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
    /// A side has pressed the clock, which ends its turn.
    Pressed(Side),
    /// A side was given a minute.
    TimeGiven(Side),
    /// The time of a side was set.
    TimeSet(Side),
}

/// Scope of an event: decides what is saved and what is refreshed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventScope {
    /// Only the shown position.
    View,
    /// An offer or its answer; the record is unchanged.
    Talk,
    /// The clock was stopped or resumed; the record is unchanged.
    Clock,
    /// The record.
    Game,
}

impl EventScope {
    /// Combined scope of all these events.
    pub fn of(events: &[Event]) -> Self {
        let mut changes = events.iter().map(Event::scope);
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
    pub const fn scope(&self) -> EventScope {
        match self {
            Self::Shown(_) => EventScope::View,
            Self::Offered(_) | Self::Declined(_) => EventScope::Talk,
            Self::Paused(_) | Self::Resumed => EventScope::Clock,
            Self::Played(_)
            | Self::TakenBack(_)
            | Self::Reopened
            | Self::Ruled(_)
            | Self::Ended(_)
            | Self::HintsAllowed
            | Self::AnalysisAllowed
            | Self::Varied(_)
            | Self::Promoted
            | Self::Deleted
            | Self::Pressed(_)
            | Self::TimeGiven(_)
            | Self::TimeSet(_) => EventScope::Game,
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
    /// The arbiter has yet to rule on the last move.
    #[error("the arbiter has yet to rule")]
    Awaited,
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
    /// There is no analysis before the game is over.
    #[error("there is no analysis in this game before its end")]
    NoAnalysis,
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
    /// This side has moved and must press the clock first.
    #[error("the clock is not pressed yet")]
    PressFirst(Side),
    /// There is no move after which the clock is to be pressed.
    #[error("there is nothing to press the clock for")]
    NothingToPress,
    /// A side is given time only in a timed game between two at one board, after its own first move.
    #[error("no time can be given yet")]
    NoTimeYet,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn events_of_one_kind_keep_it_and_others_change_the_game() {
        let root = Game::ordinary().record().root();
        let (shown, resumed) = (Event::Shown(root), Event::Resumed);
        assert_eq!(EventScope::of(&[]), EventScope::View);
        assert_eq!(EventScope::of(&[shown, shown]), EventScope::View);
        assert_eq!(EventScope::of(&[resumed]), EventScope::Clock);
        assert_eq!(EventScope::of(&[Event::Promoted, shown]), EventScope::Game);
        assert_eq!(EventScope::of(&[shown, resumed]), EventScope::Game);
    }
}
