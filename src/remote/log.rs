//! The log: the acts of both players in one order, which determines the game.
//!
//! Both programs apply the same entries through [`Game::apply`] at the same times of the game's own clock, which advances by
//! the time that each move is charged. So equal logs mean equal games, down to the millisecond of both clocks.

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

/// Question of one player to the other.
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

/// Act of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// A move.
    Play(#[serde(with = "in_text")] Move),
    /// A question to the other player.
    Ask(Ask),
    /// An answer to the other player's question.
    Answer {
        /// The question.
        to: Ask,
        /// Whether it is granted.
        yes: bool,
    },
    /// Acceptance of the arbiter's ruling.
    Agree,
    /// Resignation.
    Resign,
    /// Claim that the side to move has run out of time.
    Flag,
    /// End of a pause.
    Resume,
}

impl Act {
    /// The act for a command on a player's own board; `None` if the command concerns that board only.
    ///
    /// # Errors
    ///
    /// Returns the reason the command has no effect.
    pub fn of(command: Command, own: Side, log: &Log) -> Option<Result<Self, Rejection>> {
        let game = log.game();
        let answer = |yes| match log.asked() {
            Some((by, to)) if by != own => Ok(Self::Answer { to, yes }),
            _ => Err(Rejection::NotAsked),
        };
        Some(match command {
            Command::Show(_) | Command::Tick => return None,
            Command::Play(_) if game.position().turn() != own && game.outcome().is_none() => {
                Err(Rejection::NotYourTurn)
            }
            Command::Play(mv) => Ok(Self::Play(mv)),
            Command::Resign(by) | Command::OfferDraw(by) | Command::AskTakeBack(by)
                if by != own =>
            {
                Err(Rejection::LocalOnly)
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
            Command::Reply(_)
            | Command::Redo
            | Command::AskHints(_)
            | Command::Promote(_)
            | Command::Delete(_) => Err(Rejection::LocalOnly),
        })
    }
}

/// Entry of the log: an act with the time that it is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The side that acts.
    #[serde(with = "side_word")]
    pub by: Side,
    /// The act.
    pub act: Act,
    /// Time that a move is charged; 0 for other acts.
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
pub enum Rejection {
    /// The game went on before the act arrived.
    #[error("the game has gone on meanwhile")]
    Stale,
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The game refuses it.
    #[error(transparent)]
    Refused(Refusal),
    /// A question is open already, or the same one was declined since the asker's last move.
    #[error("that has been asked already")]
    AskedAlready,
    /// The other player has not asked that.
    #[error("that was not asked")]
    NotAsked,
    /// There is time left.
    #[error("there is time left")]
    TimeLeft,
    /// The clocks are not stopped.
    #[error("the game is not paused")]
    NotPaused,
    /// The previous act is not in the log yet.
    #[error("the previous act is in flight")]
    InFlight,
    /// The two logs differ, and both players have to agree first where to go on.
    #[error("the two programs disagree")]
    Disputed,
    /// The command is for games at one screen only.
    #[error("not available in a far game")]
    LocalOnly,
    /// The log is full.
    #[error("the game is too long")]
    TooLong,
}

/// Hash of the log up to an entry: the first 64 bits of a SHA-256.
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

/// Maximum number of entries of a log: all hashes fit in one message.
pub const MAX_ENTRIES: usize = 2_000;
/// Thinking time that exceeds any time control.
const FOREVER: Millis = 1 << 50;

/// Log of a game, and the game itself.
#[derive(Clone, Debug)]
pub struct Log {
    proposal: Proposal,
    entries: Vec<Entry>,
    /// Hash before the first entry, and after each.
    hashes: Vec<Hash>,
    game: Game,
    /// Number of changes of the board so far. Each act is made for one of these turns.
    turn: u32,
    /// Time charged so far: the game's own clock.
    time: Millis,
    asked: Option<(Side, Ask)>,
}

impl Log {
    /// Starts the log of a proposed game; `None` if this version does not support the proposal.
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

    /// The agreed proposal.
    pub const fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Hash before the first entry, and after each.
    pub fn hashes(&self) -> &[Hash] {
        &self.hashes
    }

    /// Hash of the whole log.
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

    /// The open question, and the side that asked it.
    pub const fn asked(&self) -> Option<(Side, Ask)> {
        self.asked
    }

    /// Time on the game's own clock once the side to move has thought this long.
    pub const fn now(&self, thought: Millis) -> Now {
        Now::at(self.time.saturating_add(thought))
    }

    /// Whether the side to move has run out of time after thinking this long.
    pub fn is_fallen(&self, thought: Millis) -> bool {
        let clock = self.game.clock().filter(|clock| clock.is_running());
        clock.is_some_and(|clock| clock.fallen(self.now(thought)).is_some())
    }

    /// Appends an entry, and applies it to the game.
    ///
    /// # Errors
    ///
    /// Returns the reason for a rejection, which leaves the log unchanged.
    pub fn add(&mut self, entry: Entry) -> Result<Vec<Event>, Rejection> {
        if self.entries.len() >= MAX_ENTRIES {
            return Err(Rejection::TooLong);
        }
        let command = self.command(entry.by, entry.act)?;
        let now = match entry.act {
            Act::Play(_) => self.now(entry.used),
            Act::Flag => self.now(FOREVER),
            _ => self.now(0),
        };
        let mut game = self.game.clone();
        let events = match command {
            Some(command) => game.apply(command, now).map_err(Rejection::Refused)?,
            None => Vec::new(),
        };
        if entry.act == Act::Flag && events.is_empty() {
            return Err(Rejection::TimeLeft);
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

    /// The log as it was after this number of entries.
    #[must_use]
    pub fn earlier(&self, count: usize) -> Self {
        let mut earlier = Self::new(self.proposal.clone()).expect("it was read before");
        for entry in self.entries.iter().take(count) {
            earlier.add(*entry).expect("it was added before");
        }
        earlier
    }

    /// The command for the game, if the act is one.
    fn command(&self, by: Side, act: Act) -> Result<Option<Command>, Rejection> {
        let turn = self.game.position().turn();
        let its_turn = |command| match by == turn {
            true => Ok(Some(command)),
            false => Err(Rejection::NotYourTurn),
        };
        match act {
            Act::Play(mv) => its_turn(Command::Play(mv)),
            Act::Ask(ask) => self.asking(by, ask),
            Act::Answer { to, .. } if self.asked != Some((!by, to)) => Err(Rejection::NotAsked),
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
            Act::Resume => Err(Rejection::NotPaused),
        }
    }

    fn asking(&self, by: Side, ask: Ask) -> Result<Option<Command>, Rejection> {
        // Two offers of a draw are an agreement; otherwise one question is open at a time.
        let agrees = ask == Ask::Draw && self.asked == Some((!by, Ask::Draw));
        if (self.asked.is_some() && !agrees) || self.was_declined(by, ask) {
            return Err(Rejection::AskedAlready);
        }
        match ask {
            Ask::Draw => Ok(Some(Command::OfferDraw(by))),
            Ask::TakeBack => Ok(Some(Command::AskTakeBack(by))),
            Ask::Cycle => {
                let verdict = self
                    .game
                    .pending()
                    .ok_or(Rejection::Refused(Refusal::NoRuling))?;
                let last = !self.game.position().turn();
                let loser = verdict.outcome.winner().map_or(last, |winner| !winner);
                let may = by == loser || self.game.take_back_rule() == TakeBacks::Free;
                may.then_some(Some(Command::TakeBackRuled))
                    .ok_or(Rejection::NotYourTurn)
            }
            Ask::Pause if self.game.clock().is_none() => Err(Rejection::Refused(Refusal::NoClock)),
            Ask::Pause if self.game.is_paused() => Err(Rejection::Refused(Refusal::Paused)),
            Ask::Pause => match self.game.outcome() {
                Some(outcome) => Err(Rejection::Refused(Refusal::Over(outcome))),
                None => Ok(None),
            },
        }
    }

    /// Whether the same question was declined since the last move of the side that asks.
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
