//! Thinking times, and the pings that show that the line stands.
//!
//! Nobody is charged for the time in which nothing arrives from the friend. Pings make sure that something does: while the
//! friend thinks, a silence of more than some seconds means that the line or the friend's program stands still.

use super::{Effect, Log, Phase, RemoteSession};
use crate::game::Game;
use crate::game::clock::Millis;
use crate::remote::CloseReason;
use crate::remote::channel::Role;
use crate::remote::limits::{PEER_TIMEOUT, PING_INTERVAL};
use crate::remote::message::Message;

/// Interval between pings while the friend's clock runs, if they are answered.
const PING_INTERVAL_OF_TURN: Millis = 2_000;
/// Silence that says nothing yet, beyond a round trip: the interval between pings, and that between two checks.
const SILENCE: Millis = PING_INTERVAL_OF_TURN + 1_000;

impl RemoteSession {
    pub(super) fn is_timed_out(&self, now: Millis) -> bool {
        let answered = self.connection.as_ref().map(|one| one.answered);
        answered.is_some_and(|answered| now.saturating_sub(answered) >= PEER_TIMEOUT)
    }

    /// Closes a connection on which pings are not answered, and sends the next one.
    pub(super) fn check_timeouts(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if self.is_timed_out(now) {
            return self.close(CloseReason::Timeout, now, out);
        }
        let Some(connection) = &self.connection else {
            return;
        };
        let is_answered = connection.answered >= connection.pinged;
        let interval = if is_answered && self.measures_friend() {
            PING_INTERVAL_OF_TURN
        } else {
            PING_INTERVAL
        };
        if now.saturating_sub(connection.pinged) >= interval {
            self.ping(now, out);
        }
    }

    fn ping(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if let Some(connection) = &mut self.connection {
            connection.pings += 1;
            connection.pinged = now;
            let nonce = connection.pings;
            self.send(&Message::Ping { nonce }, out);
        }
    }

    /// The connection has been closed.
    pub fn disconnect(&mut self, now: Millis) {
        // Nothing is known of the friend's thinking after the last message.
        let received = self
            .connection
            .take()
            .map_or(now, |connection| connection.received);
        let end = if self.is_own_turn() { now } else { received };
        self.phase = Phase::Disconnected;
        self.update_timer(end, &mut Vec::new());
    }

    /// Whether the friend's thinking time is running.
    fn measures_friend(&self) -> bool {
        self.since.is_some() && !self.is_own_turn()
    }

    /// Whether the player's thinking time is running.
    pub(super) fn is_player_timed(&self) -> bool {
        self.since.is_some() && self.is_own_turn()
    }

    /// Whether nothing has arrived for so long that the friend's clock stands.
    pub(super) fn is_silent(&self, now: Millis) -> bool {
        let begun = self.since.filter(|_| self.measures_friend());
        let Some((begun, connection)) = begun.zip(self.connection.as_ref()) else {
            return false;
        };
        let limit = SILENCE.saturating_add(connection.trips.shortest());
        now.saturating_sub(begun.max(connection.received)) > limit
    }

    /// Notes that a message has arrived. A silence before it counts for nobody.
    pub(super) fn note_message(&mut self, now: Millis) {
        if self.is_silent(now) {
            (self.elapsed, self.since) = (self.elapsed(now), Some(now));
        }
        if let Some(connection) = &mut self.connection {
            connection.received = now;
        }
    }

    /// Thinking time of the side to move.
    pub(super) fn elapsed(&self, now: Millis) -> Millis {
        let connection = self.connection.as_ref().filter(|_| self.is_silent(now));
        let end = connection.map_or(now, |connection| connection.received);
        let running = self.since.map_or(0, |since| end.saturating_sub(since));
        self.elapsed.saturating_add(running)
    }

    /// Time that the friend has had for a move, including the time until its turn was acknowledged.
    pub(super) fn waited(&self, now: Millis) -> Millis {
        let awaiting_ack = self
            .awaiting_ack
            .map_or(0, |(since, _)| now.saturating_sub(since));
        self.elapsed(now).saturating_add(awaiting_ack)
    }

    /// The friend has acknowledged its turn.
    pub(super) fn acknowledge(&mut self, now: Millis) {
        if self.awaiting_ack.take().is_some() {
            self.since = Some(now);
        }
    }

    pub(super) fn is_own_turn(&self) -> bool {
        let turn = self.game().map(|game| game.position().turn());
        turn == self.side()
    }

    /// Updates the measurement after a change of the game or the connection. On the host, the guest's time begins with the
    /// guest's acknowledgment: time in transit is charged to nobody.
    pub(super) fn update_timer(&mut self, now: Millis, out: &mut Vec<Effect>) {
        let turn = self.log().map_or(0, Log::turn);
        let runs = self.is_live() && self.game().is_some_and(Game::is_clock_running);
        let (is_same, is_own) = (turn == self.timed, self.is_own_turn());
        if is_same && runs && (self.since.is_some() || self.awaiting_ack.is_some()) {
            return;
        }
        if is_same {
            self.elapsed = self.elapsed(now);
        } else {
            (self.elapsed, self.unmeasured) = (0, None);
        }
        self.timed = turn;
        let begins = is_own || self.role == Role::Guest;
        self.since = (runs && begins).then_some(now);
        let count = self.log().map_or(0, |log| log.entries().len());
        self.awaiting_ack = (runs && !begins).then_some((now, count));
        if self.awaiting_ack.is_some() {
            // The answer to a ping sent after the entries acknowledges them, too.
            self.ping(now, out);
        }
    }

    pub(super) fn handle_pong(&mut self, nonce: u64, now: Millis) {
        if let Some(connection) = self
            .connection
            .as_mut()
            .filter(|connection| connection.pings == nonce)
        {
            connection.trips.note(now.saturating_sub(connection.pinged));
            connection.answered = now;
            self.acknowledge(now);
        }
    }
}
