//! One side of a game over a line: bytes and orders in, effects out.
//!
//! The host orders the log. What the guest does is a request until the host has entered it; so both logs are equal
//! whatever crosses, and the guest's is never more than the beginning of the host's. The host rules nothing by that: each
//! entry is applied by both, and a guest takes an entry of its own side only if it has asked for it, and a charge for a
//! move only if its own measurement bears it out.

mod acts;
mod hear;
mod kept;
mod lag;
mod resume;
#[cfg(test)]
mod tests;

use super::limits::{Bucket, CHAT_LENGTH, NAME_LENGTH, PING_TIME, SILENCE, tidy};
use super::link::{KEY, Link, Role};
use super::log::{Act, Entry, Log, Void};
use super::message::Message;
use super::proposal::Proposal;
use super::{Fault, Secret};
use crate::game::clock::Millis;
use crate::game::{Event, Game, Now};
use crate::rules::{Rulebook, Side};
pub use kept::Kept;
use lag::{MAX_LAG, Quota, Trips};
use serde::{Deserialize, Serialize};

/// Revision of the rulings: programs that differ may rule on repetitions differently.
const RULES: u32 = 1;

/// What the player orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Propose a game, as the host: the first, or another after the end.
    Propose(Proposal),
    /// Accept or decline the game that the host proposes.
    Answer(bool),
    /// Act in the game.
    Act(Act),
    /// Say something to the friend.
    Chat(String),
    /// Agree to go back to where both logs agree.
    GoBack,
    /// Leave. The game is kept.
    Leave,
}

/// What is to be done for the session, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Save [`Session::kept`] before anything that follows.
    Keep,
    /// Send these bytes.
    Send(Vec<u8>),
    /// Close the line.
    Close(Fault),
    /// The host proposes a game.
    Proposed(Proposal),
    /// The guest has declined the game.
    Declined,
    /// A game has begun.
    Begun,
    /// Something was entered into the log.
    Entered(Entry, Vec<Event>),
    /// What the player did has no effect.
    Void(Act, Void),
    /// The friend says something.
    Chat(String),
    /// What the player said was too much in too short a time, and was not sent.
    TooFast,
    /// Both are there, and both logs agree.
    Live,
    /// The logs agree on this many entries only; both have to agree to go back there.
    Disagree(usize),
    /// Both have gone back to this many entries.
    WentBack(usize),
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is no line.
    Away,
    /// The two logs are being compared.
    Resuming,
    /// The game goes on.
    Live,
    /// The logs differ; the number of entries on which they agree, once it is known.
    Disputed(Option<usize>),
}

/// An act of the player that is not in the log yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pending {
    turn: u32,
    act: Act,
    spent: Millis,
}

/// What belongs to one line and is gone with it.
#[derive(Debug)]
struct Line {
    link: Link,
    messages: Bucket,
    chats: Bucket,
    said: Bucket,
    /// When the last message came, and the one before.
    heard: [Millis; 2],

    /// When the last ping was answered.
    answered: Millis,
    /// Number of pings, and when the last one was sent.
    pings: u64,
    pinged: Millis,
    trips: Trips,
    /// Revision of the friend's rules.
    rules: Option<u32>,
    /// Length and hash of the friend's log.
    theirs: Option<(usize, super::Hash)>,
    /// Whether the player, and the friend, agree to go back.
    back: [bool; 2],
}

/// One side of a game over a line.
#[derive(Debug)]
pub struct Session {
    role: Role,
    name: String,
    friend: String,
    proposal: Option<Proposal>,
    log: Option<Log>,
    /// In order; a resignation at most follows another act.
    pending: Vec<Pending>,
    /// What the guest has said that a move of the host is charged, and in which turn.
    charged: Option<(u32, Act, Millis)>,
    /// Turn in which the program was started anew, so that it has not measured all of it.
    unmeasured: Option<u32>,
    /// Secrets for the next line, newest first.
    keys: Vec<[u8; KEY]>,
    /// Time the side to move has thought until `since`, and the turn.
    thought: Millis,
    since: Option<Millis>,
    timed: u32,
    /// When the guest's time began for the host, and with how many entries, while the guest is not known to have seen
    /// them.
    unseen: Option<(Millis, usize)>,
    /// For what the friend says of their own moves.
    claims: Quota,
    /// For what the friend says of the player's moves.
    charges: Quota,
    phase: Phase,
    line: Option<Line>,
}

impl Session {
    /// A session without a game and without a line.
    pub fn new(role: Role, name: &str) -> Self {
        Self {
            role,
            name: tidy(name, NAME_LENGTH),
            friend: String::new(),
            proposal: None,
            log: None,
            pending: Vec::new(),
            charged: None,
            unmeasured: None,
            keys: Vec::new(),
            thought: 0,
            since: None,
            timed: 0,
            unseen: None,
            claims: Quota::default(),
            charges: Quota::default(),
            phase: Phase::Away,
            line: None,
        }
    }

    /// Whether the player has invited or joined.
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Name of the friend; empty before it is known.
    pub fn friend(&self) -> &str {
        &self.friend
    }

    /// The log of the game.
    pub const fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    /// The game as it stands.
    pub fn game(&self) -> Option<&Game> {
        self.log().map(Log::game)
    }

    /// The player's side.
    pub fn side(&self) -> Option<Side> {
        let host = self.log()?.proposal().host;
        Some(match self.role {
            Role::Host => host,
            Role::Guest => !host,
        })
    }

    /// Whether both are there and the game goes on.
    pub fn is_live(&self) -> bool {
        self.phase == Phase::Live
    }

    /// What the player has done that is not in the log yet.
    pub fn on_its_way(&self) -> Option<Act> {
        self.pending.first().map(|pending| pending.act)
    }

    /// Secrets by which the next line of the game may be opened, newest first.
    pub fn secrets(&self) -> Vec<Secret> {
        let keys = self.keys.iter();
        keys.map(|key| Secret::bytes(key.to_vec())).collect()
    }

    /// Time of the game, for its clock.
    pub fn game_time(&self, now: Millis) -> Option<Now> {
        Some(self.log()?.now(self.thought(now)))
    }

    /// Takes a line over which both have proved who they are.
    pub fn connect(&mut self, mut link: Link, now: Millis) -> Vec<Effect> {
        self.keys.insert(0, link.resume_key());
        self.keys.truncate(2);
        let mut out = vec![Effect::Keep];
        let greeting = link.take_greeting();
        out.extend((!greeting.is_empty()).then_some(Effect::Send(greeting)));
        self.line = Some(Line {
            link,
            messages: Bucket::new(60, 50, now),
            // The line may hold back for half a minute what was said at leisure.
            chats: Bucket::new(40, 1000, now),
            said: Bucket::new(5, 1000, now),
            heard: [now; 2],

            answered: now,
            pings: 0,
            pinged: now.saturating_sub(PING_TIME),
            trips: Trips::default(),
            rules: None,
            theirs: None,
            back: [false; 2],
        });
        let name = self.name.clone();
        self.send(&Message::Meet { name, rules: RULES }, &mut out);
        match (&self.log, &self.proposal) {
            (Some(_), _) => {
                self.phase = Phase::Resuming;
                // The host says where it stands when it knows where the guest does.
                if self.role == Role::Guest {
                    self.say_where(&mut out);
                }
            }
            (None, Some(proposal)) if self.role == Role::Host => {
                let proposal = proposal.clone();
                self.send(&Message::Terms(proposal), &mut out);
            }
            (None, _) => {}
        }
        self.tick(now, &mut out);
        out
    }

    /// The line is gone.
    pub fn disconnect(&mut self, now: Millis) {
        // Whether the friend went on thinking after the last word is not known here.
        let heard = self.line.take().map_or(now, |line| line.heard[0]);
        let end = if self.is_own_turn() { now } else { heard };
        self.phase = Phase::Away;
        self.keep_time(end, &mut Vec::new());
    }

    /// Takes bytes that have arrived.
    pub fn receive(&mut self, bytes: &[u8], now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        if let Some(line) = &mut self.line {
            line.link.push(bytes);
        }
        while let Some(line) = &mut self.line {
            match line.link.take() {
                Ok(None) => break,
                Ok(Some(message)) => self.hear(&message, now, &mut out),
                Err(fault) => self.close(fault, now, &mut out),
            }
        }
        out
    }

    /// Time has passed.
    pub fn pass(&mut self, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        self.tick(now, &mut out);
        if self.is_live() && self.pending.is_empty() && self.is_flag_down(now) {
            self.act(Act::Flag, now, &mut out);
        }
        out
    }

    fn tick(&mut self, now: Millis, out: &mut Vec<Effect>) {
        let Some(line) = &mut self.line else {
            return;
        };
        if now.saturating_sub(line.answered) >= SILENCE {
            return self.close(Fault::Silent, now, out);
        }
        if now.saturating_sub(line.pinged) >= PING_TIME {
            self.ping(now, out);
        }
    }

    fn ping(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if let Some(line) = &mut self.line {
            line.pings += 1;
            line.pinged = now;
            let nonce = line.pings;
            self.send(&Message::Ping { nonce }, out);
        }
    }

    /// Carries out an order of the player.
    pub fn order(&mut self, order: Order, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        match order {
            Order::Act(act) => self.act(act, now, &mut out),
            Order::Propose(proposal) => self.propose(proposal, &mut out),
            Order::Answer(yes) => self.answer(yes, now, &mut out),
            Order::Chat(text) => self.chat(&text, now, &mut out),
            Order::GoBack => self.agree_to_go_back(0, now, &mut out),
            Order::Leave => {
                self.send(&Message::Bye, &mut out);
                self.close(Fault::Left, now, &mut out);
            }
        }
        out
    }

    fn propose(&mut self, proposal: Proposal, out: &mut Vec<Effect>) {
        let is_open = self.game().is_none_or(|game| game.outcome().is_some());
        if self.role == Role::Host && is_open {
            self.proposal = Some(proposal.clone());
            out.push(Effect::Keep);
            self.send(&Message::Terms(proposal), out);
        }
    }

    fn answer(&mut self, yes: bool, now: Millis, out: &mut Vec<Effect>) {
        if self.role == Role::Host || self.proposal.is_none() {
            return;
        }
        if yes {
            self.begin(now, out);
            self.send(&Message::Accept, out);
        } else {
            self.proposal = None;
            self.send(&Message::Decline, out);
        }
    }

    fn chat(&mut self, text: &str, now: Millis, out: &mut Vec<Effect>) {
        let text = tidy(text, CHAT_LENGTH);
        let Some(line) = self.line.as_mut().filter(|_| !text.is_empty()) else {
            return;
        };
        if line.said.takes(now) {
            self.send(&Message::Chat { text }, out);
        } else {
            out.push(Effect::TooFast);
        }
    }

    /// Begins the proposed game.
    fn begin(&mut self, now: Millis, out: &mut Vec<Effect>) {
        self.log = self.proposal.take().and_then(Log::new);
        self.forget_acts();
        (self.claims, self.charges) = <(Quota, Quota)>::default();
        self.phase = Phase::Live;
        self.keep_time(now, out);
        out.extend([Effect::Keep, Effect::Begun, Effect::Live]);
    }

    fn forget_acts(&mut self) {
        self.pending.clear();
        self.charged = None;
        (self.thought, self.since, self.unseen) = (0, None, None);
    }

    /// Whether both programs rule alike on a game.
    fn rules_fit(&self, rulebook: Rulebook) -> bool {
        let theirs = self.line.as_ref().and_then(|line| line.rules);
        theirs.is_none_or(|rules| rules == RULES) || !rulebook.ends_repetitions()
    }

    fn send(&mut self, message: &Message, out: &mut Vec<Effect>) {
        if let Some(line) = &mut self.line {
            out.push(Effect::Send(line.link.seal(&message.write())));
        }
    }

    fn close(&mut self, why: Fault, now: Millis, out: &mut Vec<Effect>) {
        self.disconnect(now);
        out.push(Effect::Close(why));
    }

    /// Time that the side to move has thought.
    fn thought(&self, now: Millis) -> Millis {
        let running = self.since.map_or(0, |since| now.saturating_sub(since));
        self.thought.saturating_add(running)
    }

    /// Time that the friend has had for a move. One whose program has not said that it knows of its turn has had it all.
    fn waited(&self, now: Millis) -> Millis {
        let unseen = self
            .unseen
            .map_or(0, |(since, _)| now.saturating_sub(since));
        self.thought(now).saturating_add(unseen)
    }

    /// The friend knows by now what was sent when its time began.
    fn see(&mut self, now: Millis) {
        if self.unseen.take().is_some() {
            self.since = Some(now);
        }
    }

    fn is_own_turn(&self) -> bool {
        let turn = self.game().map(|game| game.position().turn());
        turn == self.side()
    }

    /// Whether the clocks stand because nothing has been heard from the friend since its time began.
    pub fn stands(&self, now: Millis) -> bool {
        self.unseen
            .is_some_and(|(since, _)| now.saturating_sub(since) >= MAX_LAG)
    }

    /// Goes on measuring after the game, or the line, has changed. For the host, the guest's time begins when the guest
    /// has seen it: what the line takes is nobody's time. The host always sees it before the guest does.
    fn keep_time(&mut self, now: Millis, out: &mut Vec<Effect>) {
        let turn = self.log().map_or(0, Log::turn);
        let runs = self.is_live() && self.game().is_some_and(Game::is_clock_running);
        let (is_same, is_own) = (turn == self.timed, self.is_own_turn());
        if is_same && runs && (self.since.is_some() || self.unseen.is_some()) {
            return;
        }
        let before = self.line.as_ref().map_or(now, |line| line.heard[1]);
        let end = if is_own { now } else { before };
        self.thought = if is_same { self.thought(end) } else { 0 };
        self.timed = turn;
        let begins = is_own || self.role == Role::Guest;
        self.since = (runs && begins).then_some(now);
        let count = self.log().map_or(0, |log| log.entries().len());
        self.unseen = (runs && !begins).then_some((now, count));
        if self.unseen.is_some() {
            // An answer to what is sent after them tells that they were heard, too.
            self.ping(now, out);
        }
    }
}
