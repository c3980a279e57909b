//! The log: the acts of both players in one order, which determines the game.
//!
//! Both programs apply the same entries through [`Game::apply`] at the same times of the game's own clock, which advances by
//! the time that each move is charged. So equal logs mean equal games, down to the millisecond of both clocks.

use super::proposal::Proposal;
use crate::game::clock::Millis;
use crate::game::{Act, Ask, Command, Event, EventScope, Game, Now, Refusal, TakeBacks};
use crate::record::format::reason_word;
use crate::record::format::serde_text::side_word;
use crate::rules::{History, Ruling, Setup, Side};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Entry of the log: an act with the time that it is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The side that acts.
    #[serde(with = "side_word")]
    pub by: Side,
    /// The act.
    pub act: Act,
    /// Time that a move is charged; 0 for other acts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: Millis,
}

impl LogEntry {
    /// The side whose moves the entry takes back, if it does, given the events that it causes: the side that asks.
    pub fn takes_back_for(self, events: &[Event]) -> Option<Side> {
        let is_taken_back = |event: &Event| matches!(event, Event::TakenBack(_));
        let by = match self.act {
            Act::Answer { .. } => !self.by,
            _ => self.by,
        };
        events.iter().any(is_taken_back).then_some(by)
    }
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

/// Hash of a log up to an entry, or of a letter and all before it: the first 64 bits of a SHA-256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hash(u64);

impl Hash {
    fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        Self::of(hasher)
    }

    /// Hash of words with one space between any two.
    pub(super) fn of_words(words: &[&str]) -> Self {
        Self::of(Sha256::new_with_prefix(words.join(" ")))
    }

    fn of(hasher: Sha256) -> Self {
        let hash = hasher.finalize();
        Self(u64::from_be_bytes(*hash.first_chunk().expect("32 bytes")))
    }
}

hexadecimal!(Hash, u64, 16);

/// Maximum number of entries of a log: all hashes fit in one message.
pub const MAX_ENTRIES: usize = 2_000;
/// Number of entries at the end of a full log in which the game can only be ended: enough for both to answer, offer a draw
/// and resign.
const RESERVED_ENTRIES: usize = 8;
/// Thinking time that exceeds any time control.
const FOREVER: Millis = 1 << 50;

/// Whether an act ends the game, or leads to its end.
const fn may_end(act: Act) -> bool {
    matches!(
        act,
        Act::Ask(Ask::Draw) | Act::Answer { .. } | Act::Agree | Act::Resign | Act::Flag
    )
}

/// Log of a game, and the game itself.
#[derive(Clone, Debug)]
pub struct Log {
    proposal: Proposal,
    entries: Vec<LogEntry>,
    /// Hash before the first entry, and after each.
    hashes: Vec<Hash>,
    game: Game,
    /// Number of changes of the board so far. Each act is made for one of these turns.
    turn: u32,
    /// Time charged so far: the game's own clock.
    time: Millis,
}

impl Log {
    /// Starts the log of a proposed game; `None` if this version does not support the proposal.
    pub fn new(proposal: Proposal) -> Option<Self> {
        let start = serde_json::to_vec(&proposal).expect("plain data");
        Some(Self {
            game: proposal.read()?.begin(),
            hashes: vec![Hash::of_parts(&[b"chuhe/2", &start])],
            proposal,
            entries: Vec::new(),
            turn: 0,
            time: 0,
        })
    }

    /// The agreed proposal.
    pub const fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[LogEntry] {
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

    /// Time on the game's own clock once the side to move has thought this long.
    pub const fn now(&self, elapsed: Millis) -> Now {
        Now::at(self.time.saturating_add(elapsed))
    }

    /// Whether the side to move has run out of time after thinking this long.
    pub fn is_flag_down(&self, elapsed: Millis) -> bool {
        let clock = self.game.clock().filter(|clock| clock.is_running());
        clock.is_some_and(|clock| clock.is_flag_down(self.now(elapsed)))
    }

    /// Appends an entry, and applies it to the game.
    ///
    /// # Errors
    ///
    /// Returns the reason for a rejection, which leaves the log unchanged.
    pub fn add(&mut self, entry: LogEntry) -> Result<Vec<Event>, Rejection> {
        let room = if may_end(entry.act) {
            MAX_ENTRIES
        } else {
            MAX_ENTRIES - RESERVED_ENTRIES
        };
        if self.entries.len() >= room {
            return Err(Rejection::TooLong);
        }
        self.check(entry.by, entry.act)?;
        let now = match entry.act {
            Act::Play(_) => self.now(entry.used),
            Act::Flag => self.now(FOREVER),
            _ => self.now(0),
        };
        let mut game = self.game.clone();
        let command = entry.act.by(entry.by);
        let events = game.apply(command, now).map_err(Rejection::Refused)?;
        if entry.act == Act::Flag && events.is_empty() {
            return Err(Rejection::TimeLeft);
        }
        self.game = game;
        if matches!(entry.act, Act::Play(_)) {
            self.time = now.monotonic;
        }
        let changes = events.iter().any(|event| event.scope() == EventScope::Game);
        self.turn += u32::from(changes);
        self.entries.push(entry);
        self.hashes.push(self.next_hash(&entry));
        Ok(events)
    }

    /// Appends an entry that was added before. The arbiter rules at once.
    ///
    /// # Errors
    ///
    /// Returns the reason for a rejection, which leaves the log unchanged.
    pub fn replay(&mut self, entry: LogEntry) -> Result<(), Rejection> {
        self.settle_at_once();
        self.add(entry).map(|_| ())
    }

    /// Rules at once, if the arbiter is awaited.
    pub fn settle_at_once(&mut self) {
        self.game.settle_at_once(self.now(0));
    }

    /// Takes the arbiter's ruling on a line. Returns the events; `None` if another line is played by now.
    pub fn settle(&mut self, line: &History, ruling: Ruling) -> Option<Vec<Event>> {
        let now = self.now(0);
        self.game.settle(line, ruling, now)
    }

    /// Act that a command at a player's own board makes; `None` if the command concerns that board only.
    ///
    /// # Errors
    ///
    /// Returns the reason the command has no effect.
    pub fn act(&self, command: Command, own: Side) -> Option<Result<Act, Rejection>> {
        Some(match command {
            Command::Show(_) | Command::Tick => return None,
            Command::Act(Some(by), _) if by != own => Err(Rejection::LocalOnly),
            Command::Act(_, act) => Ok(act),
            Command::Play(mv) => self.check(own, Act::Play(mv)).map(|()| Act::Play(mv)),
            Command::Pause(_) => Ok(Act::Ask(Ask::Pause)),
            Command::Answer(yes) => match self.game.offer() {
                Some(offer) if offer.by != own => Ok(Act::Answer { to: offer.ask, yes }),
                _ => Err(Rejection::NotAsked),
            },
            Command::Redo
            | Command::Promote(_)
            | Command::Delete(_)
            | Command::Press
            | Command::GiveTime(_)
            | Command::SetTime(..) => Err(Rejection::LocalOnly),
        })
    }

    fn next_hash(&self, entry: &LogEntry) -> Hash {
        let entry = serde_json::to_vec(entry).expect("plain data");
        let fen = Setup::from(self.game.position());
        let clock = self.game.clock();
        let left = Side::ALL.map(|side| clock.map(|clock| clock.left_before_turn(side)));
        let ended = self.game.outcome();
        let ended = ended.map(|outcome| (outcome.score(), reason_word(outcome)));
        let state = format!("{} {left:?} {ended:?}", fen.to_fen());
        Hash::of_parts(&[self.hash().to_string().as_bytes(), &entry, state.as_bytes()])
    }

    /// The log as it was after this number of entries.
    #[must_use]
    pub fn earlier(&self, count: usize) -> Self {
        let mut earlier = Self::new(self.proposal.clone()).expect("it was read before");
        for entry in self.entries.iter().take(count) {
            earlier.replay(*entry).expect("it was added before");
        }
        earlier
    }

    /// Rejects what two programs do not allow, besides what the game refuses.
    fn check(&self, by: Side, act: Act) -> Result<(), Rejection> {
        let offer = self.game.offer();
        let has_asked = |by, ask| offer.is_some_and(|offer| (offer.by, offer.ask) == (by, ask));
        // Two offers of a draw are an agreement; otherwise one question is open at a time.
        let agrees = |ask| ask == Ask::Draw && has_asked(!by, ask);
        let is_moving = by == self.game.position().turn();
        let is_over = self.game.outcome().is_some();
        let is_free = self.game.take_back_rule() == TakeBacks::Free;
        match act {
            // Both programs would know other rulings.
            _ if self.game.awaits_arbiter() => Err(Rejection::Refused(Refusal::Awaited)),
            Act::Play(_) if !is_moving && !is_over => Err(Rejection::NotYourTurn),
            Act::Ask(Ask::Hints | Ask::Analysis) => Err(Rejection::LocalOnly),
            // Without a question, one alone would undo the end for both.
            Act::Ask(Ask::TakeBack) if is_over && is_free => Err(Rejection::LocalOnly),
            Act::Ask(ask) if (offer.is_some() && !agrees(ask)) || self.was_declined(by, ask) => {
                Err(Rejection::AskedAlready)
            }
            Act::Ask(Ask::Cycle) if !self.game.may_take_back_ruled(by) => {
                Err(Rejection::NotYourTurn)
            }
            Act::Answer { to, .. } if !has_asked(!by, to) => Err(Rejection::NotAsked),
            Act::Resume if !self.game.is_paused() => Err(Rejection::NotPaused),
            _ => Ok(()),
        }
    }

    /// Whether the same question was declined since the last move of the side that asks.
    fn was_declined(&self, by: Side, ask: Ask) -> bool {
        let is_move = |entry: &&LogEntry| entry.by == by && matches!(entry.act, Act::Play(_));
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
