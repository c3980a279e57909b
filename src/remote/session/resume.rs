//! Resumption after a lost connection.
//!
//! The guest's log is a prefix of the host's unless one side has lost saved entries, or forges. If it is not, both programs
//! send all their hashes, both find the last entry on which they agree, and both players have to agree to go back there.

use super::{Effect, Pending, Phase, RemoteSession};
use crate::game::clock::Millis;
use crate::game::{Act, Game};
use crate::remote::channel::Role;
use crate::remote::log::{Hash, Log, LogEntry, MAX_ENTRIES, Rejection};
use crate::remote::message::{MAX_ENTRIES_IN_MESSAGE, Message};
use crate::remote::{CloseReason, GameId};

impl RemoteSession {
    /// Compares the logs, given the length and hash of the other one.
    pub(super) fn compare(
        &mut self,
        id: GameId,
        n: usize,
        h: Hash,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        // The guest's acceptance was lost with the connection.
        let accepted = self.own_proposal.take_if(|own| own.id == id);
        if let Some(proposal) = accepted.filter(|_| self.role == Role::Host) {
            self.begin(proposal, now, out);
            self.phase = Phase::Resuming;
        }
        let log = self.log.as_ref().ok_or(CloseReason::UnknownGame)?;
        if log.proposal().id != id {
            // The guest has accepted another game since, as the host is about to learn.
            let waits = self.role == Role::Guest;
            return waits.then_some(()).ok_or(CloseReason::UnknownGame);
        }
        if self.phase != Phase::Resuming {
            return Err(CloseReason::Malformed);
        }
        let own = log.entries().len();
        match self.role {
            Role::Host if log.hashes().get(n) == Some(&h) => {
                let rest: Vec<_> = log.entries()[n..].to_vec();
                self.send_log_position(out);
                for (index, part) in rest.chunks(MAX_ENTRIES_IN_MESSAGE).enumerate() {
                    let message = Message::Entries {
                        n: n + index * MAX_ENTRIES_IN_MESSAGE,
                        entries: part.to_vec(),
                    };
                    self.send(&message, out);
                }
                self.go_live(now, out);
            }
            Role::Host => self.dispute(now, out),
            Role::Guest if n < own || (n == own && h != log.hash()) => self.dispute(now, out),
            Role::Guest if n == own => self.go_live(now, out),
            Role::Guest => {
                if let Some(connection) = &mut self.connection {
                    connection.remote_log = Some((n, h));
                }
            }
        }
        Ok(())
    }

    /// Sends the length and hash of the log.
    pub(super) fn send_log_position(&mut self, out: &mut Vec<Effect>) {
        if let Some(log) = &self.log {
            let (id, n, h) = (log.proposal().id, log.entries().len(), log.hash());
            self.send(&Message::Resume { id, n, h }, out);
        }
    }

    /// Acknowledges the log, as the guest.
    fn send_ack(&mut self, out: &mut Vec<Effect>) {
        if let (Role::Guest, Some(log)) = (self.role, &self.log) {
            let n = log.entries().len();
            self.send(&Message::Ack { n }, out);
        }
    }

    /// Appends missing entries, as the guest.
    pub(super) fn handle_entries(
        &mut self,
        n: usize,
        entries: &[LogEntry],
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        if self.phase == Phase::Disputed {
            return Ok(());
        }
        let theirs = self
            .connection
            .as_ref()
            .and_then(|connection| connection.remote_log);
        let (Phase::Resuming, Some((count, hash))) = (self.phase, theirs) else {
            return Err(CloseReason::Malformed);
        };
        let own = self.log().map_or(0, |log| log.entries().len());
        if n != own
            || entries.len() > MAX_ENTRIES_IN_MESSAGE
            || own + entries.len() > count.min(MAX_ENTRIES)
        {
            return Err(CloseReason::Malformed);
        }
        for entry in entries {
            // Several come in one message, between which a ruling cannot be waited for.
            if let Some(log) = &mut self.log {
                log.settle_at_once();
            }
            if !self.apply_entry(*entry, now, out) {
                self.dispute(now, out);
                return Ok(());
            }
        }
        match self.log() {
            Some(log) if log.entries().len() < count => {}
            Some(log) if log.hash() == hash => self.go_live(now, out),
            _ => self.dispute(now, out),
        }
        Ok(())
    }

    /// Appends a new entry, as the guest.
    pub(super) fn handle_entry(
        &mut self,
        n: usize,
        entry: LogEntry,
        h: Hash,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        let own = self.log().map(|log| log.entries().len());
        if own != Some(n) {
            return Err(CloseReason::Malformed);
        }
        if !self.apply_entry(entry, now, out) || self.log().map(Log::hash) != Some(h) {
            self.dispute(now, out);
        } else {
            self.send_ack(out);
        }
        Ok(())
    }

    /// Continues the game once both logs agree. Requests that are not stale are sent again.
    fn go_live(&mut self, now: Millis, out: &mut Vec<Effect>) {
        self.phase = Phase::Live;
        self.update_timer(now, out);
        out.push(Effect::Live);
        self.send_ack(out);
        let turn = self.log().map_or(0, Log::turn);
        let is_current = |one: &Pending| one.turn == turn || one.act == Act::Resign;
        let (current, stale): (Vec<_>, Vec<_>) = self.pending.drain(..).partition(is_current);
        self.pending = current.clone();
        for one in current {
            self.send_request(one, out);
        }
        for one in stale {
            out.extend([Effect::Save, Effect::Rejected(one.act, Rejection::Stale)]);
        }
        self.propose_again(out);
    }
}

/// A difference between the two logs.
#[derive(Debug)]
pub(super) struct Difference {
    /// The entries that both have, from the first one on.
    common: Log,
    /// Whether the player, and the friend, agree to go back to them.
    pub(super) agrees: [bool; 2],
}

impl Difference {
    /// Number of entries that both have.
    pub(super) fn length(&self) -> usize {
        self.common.entries().len()
    }
}

impl RemoteSession {
    /// The game as far as both programs agree on it, while they differ.
    pub fn common_game(&self) -> Option<&Game> {
        self.difference().map(|difference| difference.common.game())
    }

    pub(super) fn difference(&self) -> Option<&Difference> {
        self.connection.as_ref()?.difference.as_ref()
    }

    /// Stops the game because the logs differ, and sends all hashes.
    pub(super) fn dispute(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if self.phase == Phase::Disputed {
            return;
        }
        self.phase = Phase::Disputed;
        self.update_timer(now, out);
        let hashes = self.log().map_or(&[][..], Log::hashes);
        let all = hashes.iter().map(ToString::to_string).collect();
        self.send(&Message::Hashes { all }, out);
    }

    /// Finds the last entry that both logs have in common.
    pub(super) fn handle_hashes(
        &mut self,
        all: &[String],
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        if self.phase == Phase::Disconnected || all.len() > MAX_ENTRIES + 1 {
            return Err(CloseReason::Malformed);
        }
        self.dispute(now, out);
        let (Some(log), Some(connection)) = (&self.log, &mut self.connection) else {
            return Ok(());
        };
        if connection.difference.is_some() {
            return Ok(());
        }
        let pairs = log.hashes().iter().zip(all);
        let same = pairs.take_while(|(own, their)| own.to_string() == **their);
        let common = same
            .count()
            .checked_sub(1)
            .ok_or(CloseReason::UnknownGame)?;
        connection.difference = Some(Difference {
            common: log.earlier(common),
            agrees: [false; 2],
        });
        out.push(Effect::Disagree(common));
        Ok(())
    }

    /// Notes that one side agrees to go back: 0 is the player, 1 the friend.
    pub(super) fn agree_to_go_back(&mut self, who: usize, now: Millis, out: &mut Vec<Effect>) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        let Some(difference) = &mut connection.difference else {
            return;
        };
        difference.agrees[who] = true;
        let common = difference.length();
        let is_settled = |difference: &mut Difference| difference.agrees == [true; 2];
        let settled = connection.difference.take_if(is_settled);
        if who == 0 {
            self.send(&Message::GoBack { n: common }, out);
        }
        let Some(difference) = settled else { return };
        self.log = Some(difference.common);
        // If the turn is the same, what was thought stays thought.
        let elapsed = self.elapsed;
        self.forget_acts();
        self.elapsed = elapsed;
        self.phase = Phase::Live;
        self.update_timer(now, out);
        out.extend([Effect::Save, Effect::WentBack(common), Effect::Live]);
    }
}
