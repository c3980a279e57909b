//! The log: what both players have done, in one order, from which the game follows.
//!
//! Both programs apply the same entries through [`Game::apply`] at the same moments of the game's own time, which passes by
//! what each move is charged. So equal logs mean equal games, down to the millisecond of both clocks.

use super::message::{in_text, side_word};
use super::proposal::Proposal;
use crate::game::clock::Millis;
use crate::game::{Change, Command, Event, Game, Now, Pause, Refusal, TakeBacks};
use crate::record::format::reason_word;
use crate::rules::{Move, Setup, Side};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use thiserror::Error;

/// What one player asks the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// To agree to a draw.
    Draw,
    /// To take back the asker's last move, or the word that ended the game.
    TakeBack,
    /// To take back the repeated moves on which the arbiter has ruled.
    Cycle,
    /// To stop the clocks for a while.
    Pause,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Makes a move.
    Play(#[serde(with = "in_text")] Move),
    /// Asks the other player.
    Ask(Ask),
    /// Answers what the other player has asked.
    Answer {
        /// What was asked.
        to: Ask,
        /// Whether it is granted.
        yes: bool,
    },
    /// Accepts the arbiter's ruling.
    Agree,
    /// Resigns.
    Resign,
    /// Says that the side to move has run out of time.
    Flag,
    /// Ends a pause.
    Resume,
}

impl Act {
    /// Translates a command on a player's own board; `None` if it concerns that board only.
    ///
    /// # Errors
    ///
    /// Returns the reason the command has no effect.
    pub fn of(command: Command, own: Side, log: &Log) -> Option<Result<Self, Void>> {
        let game = log.game();
        let answer = |yes| match log.asked() {
            Some((by, to)) if by != own => Ok(Self::Answer { to, yes }),
            _ => Err(Void::NotAsked),
        };
        Some(match command {
            Command::Show(_) | Command::Tick => return None,
            Command::Play(_) if game.position().turn() != own && game.outcome().is_none() => {
                Err(Void::NotYourTurn)
            }
            Command::Play(mv) => Ok(Self::Play(mv)),
            Command::Resign(by) | Command::OfferDraw(by) | Command::AskTakeBack(by)
                if by != own =>
            {
                Err(Void::NotOverALine)
            }
            Command::TakeBack | Command::AskTakeBack(_) => Ok(Self::Ask(Ask::TakeBack)),
            Command::TakeBackRuled => Ok(Self::Ask(Ask::Cycle)),
            Command::OfferDraw(_) => Ok(Self::Ask(Ask::Draw)),
            Command::Pause(_) => Ok(Self::Ask(Ask::Pause)),
            Command::AcceptOffer => answer(true),
            Command::DeclineOffer => answer(false),
            Command::AcceptRuling => Ok(Self::Agree),
            Command::Resign(_) => Ok(Self::Resign),
            Command::Resume => Ok(Self::Resume),
            Command::Redo | Command::Promote(_) | Command::Delete(_) => Err(Void::NotOverALine),
        })
    }
}

/// An act as both programs have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The side that acts.
    #[serde(with = "side_word")]
    pub by: Side,
    /// What it does.
    pub act: Act,
    /// Time a move is charged; 0 for anything else.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: Millis,
}

// Required by serde.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(time: &Millis) -> bool {
    *time == 0
}

/// Reason an act has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Void {
    /// The game went on before it arrived.
    #[error("the game has gone on meanwhile")]
    Crossed,
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The game refuses it.
    #[error(transparent)]
    Refused(Refusal),
    /// Something is open already, or the same was declined since the last move of one's own.
    #[error("that has been asked already")]
    AskedAlready,
    /// The other player has asked nothing like that.
    #[error("that was not asked")]
    NotAsked,
    /// There is time left.
    #[error("there is time left")]
    TimeLeft,
    /// The clocks are not stopped.
    #[error("the game is not paused")]
    NotPaused,
    /// The act before has not arrived yet.
    #[error("the act before is still on its way")]
    OnItsWay,
    /// The two logs differ, and both players have to agree first where to go on.
    #[error("the two programs disagree")]
    Disputed,
    /// It is done on one screen only.
    #[error("that is not done over a line")]
    NotOverALine,
    /// The log has as many entries as it may have.
    #[error("the game is too long")]
    TooLong,
}

/// Hash of everything up to an entry: 64 bits of a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hash(u64);

impl Hash {
    fn of(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        let hash = hasher.finalize();
        Self(u64::from_be_bytes(*hash.first_chunk().expect("32 bytes")))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::str::FromStr for Hash {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

/// Most entries of a log: their hashes fit in one message.
pub const MAX_ENTRIES: usize = 2_000;
/// Later than any flag, on the clock of the game.
const FOREVER: Millis = 1 << 50;

/// A game in both programs.
#[derive(Clone, Debug)]
pub struct Log {
    proposal: Proposal,
    entries: Vec<Entry>,
    /// Hash before the first entry, and after each.
    hashes: Vec<Hash>,
    game: Game,
    /// Number of changes of the board so far. An act is made for one of these turns.
    turn: u32,
    /// Time charged so far: the clock of the game.
    time: Millis,
    asked: Option<(Side, Ask)>,
}

impl Log {
    /// A game that begins on these terms; `None` if this version does not know them.
    pub fn new(proposal: Proposal) -> Option<Self> {
        let start = serde_json::to_vec(&proposal).expect("plain data");
        Some(Self {
            game: proposal.read()?.begin(),
            hashes: vec![Hash::of(&[b"chuhe/1", &start])],
            proposal,
            entries: Vec::new(),
            turn: 0,
            time: 0,
            asked: None,
        })
    }

    /// What was agreed on.
    pub const fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Hashes before the first entry and after each.
    pub fn hashes(&self) -> &[Hash] {
        &self.hashes
    }

    /// Hash of everything.
    pub fn hash(&self) -> Hash {
        *self.hashes.last().expect("one before the first entry")
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Number of changes of the board so far.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// What is asked and not answered yet, and by whom.
    pub const fn asked(&self) -> Option<(Side, Ask)> {
        self.asked
    }

    /// The clock of the game when the side to move has thought for some time.
    pub const fn now(&self, thought: Millis) -> Now {
        Now::at(self.time.saturating_add(thought))
    }

    /// Whether the side to move has used up its time after some thought.
    pub fn is_fallen(&self, thought: Millis) -> bool {
        let clock = self.game.clock().filter(|clock| clock.is_running());
        clock.is_some_and(|clock| clock.fallen(self.now(thought)).is_some())
    }

    /// Adds an entry to both the log and the game.
    ///
    /// # Errors
    ///
    /// Returns the reason it has no effect; the log is then unchanged.
    pub fn add(&mut self, entry: Entry) -> Result<Vec<Event>, Void> {
        if self.entries.len() >= MAX_ENTRIES {
            return Err(Void::TooLong);
        }
        let command = self.command(entry.by, entry.act)?;
        let now = match entry.act {
            Act::Play(_) => self.now(entry.used),
            Act::Flag => self.now(FOREVER),
            _ => self.now(0),
        };
        let mut game = self.game.clone();
        let events = match command {
            Some(command) => game.apply(command, now).map_err(Void::Refused)?,
            None => Vec::new(),
        };
        if entry.act == Act::Flag && events.is_empty() {
            return Err(Void::TimeLeft);
        }
        self.game = game;
        if matches!(entry.act, Act::Play(_)) {
            self.time = now.monotonic;
        }
        let changes = events.iter().any(|event| event.change() == Change::Game);
        self.turn += u32::from(changes);
        self.asked = match entry.act {
            Act::Ask(Ask::Pause) => Some((entry.by, Ask::Pause)),
            Act::Ask(ask) => self.game.offer().map(|offer| (offer.by, ask)),
            Act::Answer { .. } => None,
            _ => self.asked.filter(|_| !changes),
        };
        self.entries.push(entry);
        self.hashes.push(self.next_hash(&entry));
        Ok(events)
    }

    fn next_hash(&self, entry: &Entry) -> Hash {
        let entry = serde_json::to_vec(entry).expect("plain data");
        let position = self.game.position();
        let fen = Setup {
            board: position.board().clone(),
            turn: position.turn(),
            ..Setup::start()
        };
        let clock = self.game.clock();
        let left = Side::ALL.map(|side| clock.map(|clock| clock.left_before_turn(side)));
        let ended = self.game.outcome();
        let ended = ended.map(|outcome| (outcome.score(), reason_word(outcome)));
        let state = format!("{} {left:?} {ended:?}", fen.to_fen());
        Hash::of(&[self.hash().to_string().as_bytes(), &entry, state.as_bytes()])
    }

    /// Goes back to where the log had this many entries.
    pub fn go_back(&mut self, count: usize) {
        let mut earlier = Self::new(self.proposal.clone()).expect("it was read before");
        for entry in self.entries.iter().take(count) {
            earlier.add(*entry).expect("it was added before");
        }
        *self = earlier;
    }

    /// The command to the game, if there is one.
    fn command(&self, by: Side, act: Act) -> Result<Option<Command>, Void> {
        let turn = self.game.position().turn();
        let its_turn = |command| match by == turn {
            true => Ok(Some(command)),
            false => Err(Void::NotYourTurn),
        };
        match act {
            Act::Play(mv) => its_turn(Command::Play(mv)),
            Act::Ask(ask) => self.asking(by, ask),
            Act::Answer { to, .. } if self.asked != Some((!by, to)) => Err(Void::NotAsked),
            Act::Answer {
                to: Ask::Pause,
                yes,
            } => Ok(yes.then_some(Command::Pause(Pause::Asked))),
            Act::Answer { yes: true, .. } => Ok(Some(Command::AcceptOffer)),
            Act::Answer { yes: false, .. } => Ok(Some(Command::DeclineOffer)),
            Act::Agree => Ok(Some(Command::AcceptRuling)),
            Act::Resign => Ok(Some(Command::Resign(by))),
            Act::Flag => Ok(Some(Command::Tick)),
            Act::Resume if self.game.is_paused() => Ok(Some(Command::Resume)),
            Act::Resume => Err(Void::NotPaused),
        }
    }

    fn asking(&self, by: Side, ask: Ask) -> Result<Option<Command>, Void> {
        // Two offers of a draw are an agreement; otherwise one question is open at a time.
        let agrees = ask == Ask::Draw && self.asked == Some((!by, Ask::Draw));
        if (self.asked.is_some() && !agrees) || self.was_declined(by, ask) {
            return Err(Void::AskedAlready);
        }
        match ask {
            Ask::Draw => Ok(Some(Command::OfferDraw(by))),
            Ask::TakeBack => Ok(Some(Command::AskTakeBack(by))),
            Ask::Cycle => {
                let verdict = self
                    .game
                    .pending()
                    .ok_or(Void::Refused(Refusal::NoRuling))?;
                let last = !self.game.position().turn();
                let loser = verdict.outcome.winner().map_or(last, |winner| !winner);
                let may = by == loser || self.game.take_back_rule() == TakeBacks::Free;
                may.then_some(Some(Command::TakeBackRuled))
                    .ok_or(Void::NotYourTurn)
            }
            Ask::Pause if self.game.clock().is_none() => Err(Void::Refused(Refusal::NoClock)),
            Ask::Pause if self.game.is_paused() => Err(Void::Refused(Refusal::Paused)),
            Ask::Pause => match self.game.outcome() {
                Some(outcome) => Err(Void::Refused(Refusal::Over(outcome))),
                None => Ok(None),
            },
        }
    }

    /// Whether the same was declined since the last move of the side that asks.
    fn was_declined(&self, by: Side, ask: Ask) -> bool {
        let is_move = |entry: &&Entry| entry.by == by && matches!(entry.act, Act::Play(_));
        let declined = Act::Answer {
            to: ask,
            yes: false,
        };
        let since = self
            .entries
            .iter()
            .rev()
            .take_while(|entry| !is_move(entry));
        since
            .into_iter()
            .any(|entry| entry.by != by && entry.act == declined)
    }
}
