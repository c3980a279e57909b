//! One side of a game over a connection: bytes and orders in, effects out.
//!
//! The host sequences the log. An act of the guest is a request until the host has entered it, so the guest's log is always
//! a prefix of the host's, and both end up equal whatever crosses in transit. That gives the host no power over the game:
//! both apply each entry, and a guest accepts an entry of its own side only if it has requested it, and a charge for a move
//! only if its own measurement confirms it.

mod acts;
mod lag;
mod presence;
mod proposals;
mod resume;
mod saved;
#[cfg(test)]
mod tests;
mod timer;

use super::channel::{Channel, Role};
use super::limits::{CHAT_LENGTH, NAME_LENGTH, PING_INTERVAL, TokenBucket, tidy};
use super::log::{Log, LogEntry, Rejection};
use super::message::{MatchClaim, Message};
use super::proposal::Proposal;
use super::{CloseReason, GameId, KeyId, MAX_ADDRESSES, MatchKey, Secret, read_addresses};
use crate::game::clock::Millis;
use crate::game::{Act, Event, Game, Now};
use crate::rules::{History, Ruling, Side};
use lag::{LagQuota, RoundTrips};
pub use presence::{Presence, Question};
pub use saved::{RestoreError, SavedSession};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;

/// Revision of the repetition rules. Programs with different revisions may rule differently: it goes up with every change of
/// a verdict, and with every change of a bound of the searches of `arbiter`.
const RULES: u32 = 1;
/// Maximum number of bytes that wait until the arbiter has ruled: far more than a friend sends by then.
const MAX_WAITING: usize = 1 << 20;
/// Maximum number of connections over which a host’s first proposal may have been accepted unheard.
const MAX_CANDIDATES: usize = 4;
/// Interval between two saves while the player thinks: a claim of more thinking time after a crash is refused.
const SAVE_INTERVAL: Millis = 5_000;

/// Order of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Propose a game: the first, as the host, or a rematch after the end.
    Propose(Proposal),
    /// Accept or decline the game that the friend proposes.
    Answer(bool),
    /// Act in the game.
    Act(Act),
    /// Send a chat message.
    Chat(String),
    /// Agree to go back to where both logs agree.
    GoBack,
    /// Leave. The game is kept.
    Leave,
}

/// Effect that the caller carries out, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Save [`RemoteSession::snapshot`] before any effect that follows.
    Save,
    /// Send these bytes.
    Send(Vec<u8>),
    /// Close the connection.
    Close(CloseReason),
    /// The friend proposes a game.
    Proposed(Proposal),
    /// The friend has declined the game.
    Declined,
    /// A game has begun, or is resumed by [`RemoteSession::adopt`].
    Begun,
    /// The host invites to continue a game of this match: [`RemoteSession::adopt`] is to be called.
    Resumes(KeyId),
    /// An entry was appended to the log.
    Entered(LogEntry, Vec<Event>),
    /// An act of the player has no effect.
    Rejected(Act, Rejection),
    /// A chat message from the friend.
    Chat(String),
    /// A chat message of the player, as it was sent.
    Said(String),
    /// A chat message of the player exceeded the rate limit and was not sent.
    TooFast,
    /// Both are connected, and both logs agree.
    Live,
    /// The logs agree on this many entries only; both have to agree to go back there.
    Disagree(usize),
    /// Both have gone back to this many entries.
    WentBack(usize),
}

/// Phase of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is no connection.
    Disconnected,
    /// The two logs are being compared.
    Resuming,
    /// The game goes on.
    Live,
    /// The logs differ.
    Disputed,
}

/// An act of the player that is not in the log yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pending {
    turn: u32,
    act: Act,
    spent: Millis,
}

/// Charge that the guest has confirmed for a move of the host that is not in the log yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Charge {
    turn: u32,
    act: Act,
    used: Millis,
    /// Thinking time when it was confirmed: it holds for as long as its entry may take.
    at: Millis,
    /// Quota at the start of the turn, from which any other charge of the turn is taken.
    quota: LagQuota,
}

/// State of one connection.
#[derive(Debug)]
struct Connection {
    channel: Channel,
    messages: TokenBucket,
    chats: TokenBucket,
    sent_chats: TokenBucket,
    /// When the last message arrived.
    received: Millis,
    /// When the last ping was answered.
    answered: Millis,
    /// Number of pings, and the time of the last one.
    pings: u64,
    pinged: Millis,
    trips: RoundTrips,
    /// Key of the match that this connection was opened with or, if that was an invitation, of one that begins over it.
    match_key: MatchKey,
    /// Whether the channel was opened with the key of a match.
    is_resumed: bool,
    /// The host's claim to a match that the guest's program has yet to look for.
    claim: Option<MatchClaim>,
    /// Addresses at which the friend's program listens.
    friends_addresses: Vec<SocketAddr>,
    /// Revision of the friend's rules, once it has introduced itself.
    rules: Option<u32>,
    /// Length and hash of the friend's log.
    remote_log: Option<(usize, super::Hash)>,
    /// The difference between the two logs, once it is known.
    difference: Option<resume::Difference>,
}

impl Connection {
    /// A side's claim to a match, for this connection.
    fn claim(&self, key: MatchKey, role: Role) -> MatchClaim {
        MatchClaim {
            id: key.id(),
            proof: key.proof(role, self.channel.binding()),
        }
    }
}

/// One side of a game over a connection.
#[derive(Debug)]
pub struct RemoteSession {
    role: Role,
    name: String,
    friend: String,
    /// Proposal of the player that the friend has not answered yet.
    own_proposal: Option<Proposal>,
    /// Proposal of the friend that the player has not answered yet.
    friends_proposal: Option<Proposal>,
    /// Number of rematches that the player has declined, and the last of them.
    declined: u8,
    last_declined: Option<GameId>,
    log: Option<Log>,
    /// In order; only a resignation may follow another act.
    pending: Vec<Pending>,
    /// Charge that the guest has confirmed for a move of the host.
    charged: Option<Charge>,
    /// Turn during which the program crashed, and the thinking time that it may not have saved.
    unmeasured: Option<(u32, Millis)>,
    /// Key of the match, once its first game has begun.
    key: Option<MatchKey>,
    /// On the host, before the first game: keys under which a guest may have begun it without the host's hearing of it.
    candidates: Vec<MatchKey>,
    /// Thinking time of the side to move up to `since`, and its turn.
    elapsed: Millis,
    since: Option<Millis>,
    timed: u32,
    /// When the thinking time was last saved because of its length.
    saved: Millis,
    /// On the host: when the guest's turn began, and the number of entries that the guest has yet to acknowledge.
    awaiting_ack: Option<(Millis, usize)>,
    /// Quota for the friend's measurement of their own moves.
    peer_quota: LagQuota,
    /// Quota for the friend's charges for the player's moves.
    own_quota: LagQuota,
    phase: Phase,
    connection: Option<Connection>,
    /// Addresses at which this program listens.
    addresses: Vec<SocketAddr>,
}

impl RemoteSession {
    /// Creates a session without a game or connection.
    pub fn new(role: Role, name: &str) -> Self {
        Self {
            role,
            name: tidy(name, NAME_LENGTH),
            friend: String::new(),
            own_proposal: None,
            friends_proposal: None,
            declined: 0,
            last_declined: None,
            log: None,
            pending: Vec::new(),
            charged: None,
            unmeasured: None,
            key: None,
            candidates: Vec::new(),
            elapsed: 0,
            since: None,
            timed: 0,
            saved: 0,
            awaiting_ack: None,
            peer_quota: LagQuota::default(),
            own_quota: LagQuota::default(),
            phase: Phase::Disconnected,
            connection: None,
            addresses: Vec::new(),
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

    /// The game.
    pub fn game(&self) -> Option<&Game> {
        self.log().map(Log::game)
    }

    /// The game for the board: its clock counts the thinking time measured so far, also if it is paused.
    pub fn game_at(&self, now: Millis) -> Option<Game> {
        let mut game = self.game()?.clone();
        game.restore_thinking_time(self.elapsed(now));
        Some(game)
    }

    /// The player's side.
    pub fn side(&self) -> Option<Side> {
        let host = self.log()?.proposal().host;
        Some(match self.role {
            Role::Host => host,
            Role::Guest => !host,
        })
    }

    /// Whether both are connected and the game goes on.
    pub fn is_live(&self) -> bool {
        self.phase == Phase::Live
    }

    /// The oldest act of the player that is not in the log yet.
    pub fn in_flight(&self) -> Option<Act> {
        self.pending.first().map(|pending| pending.act)
    }

    /// Key of the match, once its first game has begun.
    pub const fn key(&self) -> Option<MatchKey> {
        self.key
    }

    /// Secrets with which the friend may open the next connection, apart from an invitation.
    pub fn secrets(&self) -> Vec<Secret> {
        let keys = self.key.iter().chain(&self.candidates);
        keys.map(MatchKey::secret).collect()
    }

    /// Time of the game, for its clock.
    pub fn game_time(&self, now: Millis) -> Option<Now> {
        Some(self.log()?.now(self.elapsed(now)))
    }

    /// Sets the addresses at which this program listens, to be told over the next connection.
    pub fn set_addresses(&mut self, mut addresses: Vec<SocketAddr>) {
        addresses.truncate(MAX_ADDRESSES);
        self.addresses = addresses;
    }

    /// Addresses at which the friend's program listens, as it has told over this connection.
    pub fn friends_addresses(&self) -> &[SocketAddr] {
        let connection = self.connection.as_ref();
        connection.map_or(&[], |connection| &connection.friends_addresses)
    }

    /// Starts using an authenticated channel.
    pub fn connect(&mut self, mut channel: Channel, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        let confirmation = channel.take_confirmation();
        out.extend((!confirmation.is_empty()).then_some(Effect::Send(confirmation)));
        let mut known = self.key.iter().chain(&self.candidates);
        let opened_with = known.find(|key| key.secret() == *channel.opened_with());
        let (opened_with, fresh) = (opened_with.copied(), channel.match_key());
        if self.role == Role::Host && self.key.is_none() && opened_with.is_none() {
            self.candidates.insert(0, fresh);
            self.candidates.truncate(MAX_CANDIDATES);
        }
        self.connection = Some(Connection {
            channel,
            messages: TokenBucket::new(60, 50, now),
            // The network may deliver half a minute of chat at once.
            chats: TokenBucket::new(40, 1000, now),
            sent_chats: TokenBucket::new(5, 1000, now),
            received: now,
            answered: now,
            pings: 0,
            pinged: now.saturating_sub(PING_INTERVAL),
            trips: RoundTrips::default(),
            match_key: opened_with.unwrap_or(fresh),
            is_resumed: opened_with.is_some(),
            claim: None,
            friends_addresses: Vec::new(),
            rules: None,
            remote_log: None,
            difference: None,
        });
        if self.log.is_some() {
            self.phase = Phase::Resuming;
        }
        // The guest answers: only then does it know which game the invitation is for.
        if self.role == Role::Host {
            self.identify(&mut out);
        }
        self.check_timeouts(now, &mut out);
        out
    }

    /// Key of the match that this side has a game of, or may have.
    fn match_key(&self) -> Option<MatchKey> {
        let connection = self.connection.as_ref();
        let resumed = connection.filter(|connection| connection.is_resumed);
        self.key.or(resumed.map(|connection| connection.match_key))
    }

    /// A side's claim to its match, for this connection.
    fn claim(&self, role: Role) -> Option<MatchClaim> {
        let connection = self.connection.as_ref()?;
        Some(connection.claim(self.match_key()?, role))
    }

    /// Introduces the player.
    fn identify(&mut self, out: &mut Vec<Effect>) {
        let introduction = Message::Identify {
            name: self.name.clone(),
            rules: RULES,
            game: self.claim(self.role),
            at: self.addresses.iter().map(ToString::to_string).collect(),
        };
        self.send(&introduction, out);
    }

    /// Processes received bytes.
    pub fn receive(&mut self, bytes: &[u8], now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        // A program that stood still, as on a sleeping machine, receives now what came long ago. The friend's program has
        // closed the connection and stopped its clock since.
        if self.is_timed_out(now) {
            self.close(CloseReason::Timeout, now, &mut out);
        }
        if let Some(connection) = &mut self.connection {
            connection.channel.push(bytes);
            if connection.channel.waiting() > MAX_WAITING {
                self.close(CloseReason::Flood, now, &mut out);
            }
        }
        // What the friend has done since the move on which the arbiter has yet to rule depends on the ruling.
        while !self.game().is_some_and(Game::awaits_arbiter)
            && let Some(connection) = &mut self.connection
        {
            match connection.channel.take() {
                Ok(None) => break,
                Ok(Some(message)) => self.handle(&message, now, &mut out),
                Err(reason) => self.close(reason, now, &mut out),
            }
        }
        out
    }

    /// Takes the arbiter's ruling on a line; what has come meanwhile is to be received then. Returns the events of the game;
    /// `None` if another line is played by now.
    pub fn settle(
        &mut self,
        line: &History,
        ruling: Ruling,
        now: Millis,
    ) -> Option<(Vec<Event>, Vec<Effect>)> {
        let events = self.log.as_mut()?.settle(line, ruling)?;
        let mut out = vec![Effect::Save];
        self.update_timer(now, &mut out);
        Some((events, out))
    }

    /// Handles a message.
    fn handle(&mut self, bytes: &[u8], now: Millis, out: &mut Vec<Effect>) {
        self.note_message(now);
        let Some(connection) = &mut self.connection else {
            return;
        };
        if !connection.messages.take(now) {
            return self.close(CloseReason::Flood, now, out);
        }
        match Message::read(bytes) {
            Ok(message) => {
                if let Err(reason) = self.dispatch(message, now, out) {
                    self.close(reason, now, out);
                }
            }
            Err(Ok(kind)) => self.send(&Message::Unknown { kind }, out),
            Err(Err(reason)) => self.close(reason, now, out),
        }
    }

    fn dispatch(
        &mut self,
        message: Message,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        match message {
            Message::Identify {
                name,
                rules,
                game,
                at,
            } => {
                self.handle_identify(&name, rules, game, out)?;
                if let Some(connection) = &mut self.connection {
                    connection.friends_addresses = read_addresses(&at);
                }
            }
            Message::Bye if !self.has_met() => return Err(CloseReason::ConnectionLost),
            Message::Bye => return Err(CloseReason::PeerLeft),
            Message::Ping { nonce } => self.send(&Message::Pong { nonce }, out),
            Message::Pong { nonce } => self.handle_pong(nonce, now),
            Message::Unknown { .. } => {}
            // Nothing is said before the introduction.
            _ if !self.has_met() => return Err(CloseReason::Malformed),
            // There is nothing to talk about before a game.
            Message::Chat { .. } if self.log.is_none() => {}
            Message::Terms(proposal) => self.handle_terms(proposal, now, out)?,
            Message::Accept { .. } | Message::Charge { .. } if self.role == Role::Guest => {
                return Err(CloseReason::Malformed);
            }
            Message::Entry { .. } | Message::Entries { .. } | Message::Reject
                if self.role == Role::Host =>
            {
                return Err(CloseReason::Malformed);
            }
            Message::Accept { id } => self.handle_accept(id, now, out),
            Message::Decline { id } => self.handle_decline(id, out),
            Message::Request { n, act, spent } => {
                let request = Pending {
                    turn: n,
                    act,
                    spent,
                };
                if self.is_live() {
                    self.handle_request(request, now, out);
                }
            }
            Message::Charge { n, used } => self.handle_charge(n, used, now, out),
            Message::Entry { n, entry, h } => {
                if self.is_live() {
                    self.handle_entry(n, entry, h, now, out)?;
                }
            }
            Message::Reject => self.handle_reject(out),
            Message::Chat { text } => self.handle_chat(&text, now, out)?,
            Message::Resume { id, n, h } => self.compare(id, n, h, now, out)?,
            Message::Ack { n } if self.awaiting_ack.is_some_and(|(_, count)| n >= count) => {
                self.acknowledge(now);
            }
            Message::Ack { .. } => {}
            Message::Entries { n, entries } => self.handle_entries(n, &entries, now, out)?,
            Message::Hashes { all } => self.handle_hashes(&all, now, out)?,
            Message::GoBack { n } if self.difference().is_some_and(|at| at.length() == n) => {
                self.agree_to_go_back(1, now, out);
            }
            Message::GoBack { .. } => {}
        }
        Ok(())
    }

    fn handle_reject(&mut self, out: &mut Vec<Effect>) {
        if !self.pending.is_empty() {
            let pending = self.pending.remove(0);
            let void = Effect::Rejected(pending.act, Rejection::Stale);
            out.extend([Effect::Save, void]);
        }
    }

    fn handle_chat(
        &mut self,
        text: &str,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        let connection = self
            .connection
            .as_mut()
            .ok_or(CloseReason::ConnectionLost)?;
        if !connection.chats.take(now) {
            return Err(CloseReason::Flood);
        }
        let text = tidy(text, CHAT_LENGTH);
        out.extend((!text.is_empty()).then_some(Effect::Chat(text)));
        Ok(())
    }

    /// Checks timeouts and flags. To be called regularly.
    pub fn tick(&mut self, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        self.check_timeouts(now, &mut out);
        if self.is_live() && self.pending.is_empty() && self.is_flag_down(now) {
            self.act(Act::Flag, now, &mut out);
        }
        if self.since.is_some() && now.saturating_sub(self.saved) >= SAVE_INTERVAL {
            self.saved = now;
            out.push(Effect::Save);
        }
        out
    }

    /// Carries out an order of the player.
    pub fn order(&mut self, order: Order, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        match order {
            Order::Act(act) => self.act(act, now, &mut out),
            Order::Propose(proposal) => self.propose(proposal, now, &mut out),
            Order::Answer(yes) => self.answer(yes, now, &mut out),
            Order::Chat(text) => self.chat(&text, now, &mut out),
            Order::GoBack => self.agree_to_go_back(0, now, &mut out),
            Order::Leave => {
                self.send(&Message::Bye, &mut out);
                self.close(CloseReason::PeerLeft, now, &mut out);
            }
        }
        out
    }

    fn chat(&mut self, text: &str, now: Millis, out: &mut Vec<Effect>) {
        let text = tidy(text, CHAT_LENGTH);
        let Some(connection) = self.connection.as_mut().filter(|_| !text.is_empty()) else {
            return;
        };
        if connection.sent_chats.take(now) {
            self.send(&Message::Chat { text: text.clone() }, out);
            out.push(Effect::Said(text));
        } else {
            out.push(Effect::TooFast);
        }
    }

    fn forget_acts(&mut self) {
        self.pending.clear();
        self.charged = None;
        (self.elapsed, self.since, self.awaiting_ack) = (0, None, None);
    }

    fn send(&mut self, message: &Message, out: &mut Vec<Effect>) {
        if let Some(connection) = &mut self.connection {
            out.push(Effect::Send(connection.channel.seal(&message.write())));
        }
    }

    fn close(&mut self, reason: CloseReason, now: Millis, out: &mut Vec<Effect>) {
        self.disconnect(now);
        // The thinking time of either side.
        out.extend(self.log.is_some().then_some(Effect::Save));
        out.push(Effect::Close(reason));
    }
}
