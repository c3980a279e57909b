//! Coming together again after the line was cut, and logs that differ.
//!
//! The guest's log is the beginning of the host's unless someone has lost what was saved, or forges. Then both send all
//! hashes, both find the last entry on which they agree, and both players have to agree to go back there.

use super::{Effect, Pending, Phase, Session};
use crate::far::link::Role;
use crate::far::log::{Act, Entry, Hash, Log, MAX_ENTRIES, Void};
use crate::far::message::{Message, REST};
use crate::far::{Fault, GameId};
use crate::game::clock::Millis;

impl Session {
    /// The other side says where its log stands.
    pub(super) fn compare(
        &mut self,
        id: GameId,
        n: usize,
        h: Hash,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Fault> {
        // The guest has accepted, and the line was cut before the host heard of it.
        if self.role == Role::Host && self.proposal.as_ref().is_some_and(|one| one.id == id) {
            self.begin(now, out);
            self.phase = Phase::Resuming;
        }
        let log = self.log.as_ref().ok_or(Fault::OtherGame)?;
        if log.proposal().id != id {
            // A guest that has accepted another game since is about to tell the host.
            let waits = self.role == Role::Guest;
            return waits.then_some(()).ok_or(Fault::OtherGame);
        }
        if self.phase != Phase::Resuming {
            return Err(Fault::Malformed);
        }
        let own = log.entries().len();
        match self.role {
            Role::Host if log.hashes().get(n) == Some(&h) => {
                let rest: Vec<_> = log.entries()[n..].to_vec();
                self.say_where(out);
                for (index, part) in rest.chunks(REST).enumerate() {
                    let message = Message::Rest {
                        n: n + index * REST,
                        entries: part.to_vec(),
                    };
                    self.send(&message, out);
                }
                self.go_on(now, out);
            }
            Role::Host => self.dispute(now, out),
            Role::Guest if n < own || (n == own && h != log.hash()) => self.dispute(now, out),
            Role::Guest if n == own => self.go_on(now, out),
            Role::Guest => {
                if let Some(line) = &mut self.line {
                    line.theirs = Some((n, h));
                }
            }
        }
        Ok(())
    }

    /// Says where the log stands.
    pub(super) fn say_where(&mut self, out: &mut Vec<Effect>) {
        if let Some(log) = &self.log {
            let (id, n, h) = (log.proposal().id, log.entries().len(), log.hash());
            self.send(&Message::Resume { id, n, h }, out);
        }
    }

    /// The guest says how much it has seen.
    fn say_seen(&mut self, out: &mut Vec<Effect>) {
        if let (Role::Guest, Some(log)) = (self.role, &self.log) {
            let n = log.entries().len();
            self.send(&Message::Seen { n }, out);
        }
    }

    /// The guest hears what has been entered without it.
    pub(super) fn catch_up(
        &mut self,
        n: usize,
        entries: &[Entry],
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Fault> {
        if matches!(self.phase, Phase::Disputed(_)) {
            return Ok(());
        }
        let theirs = self.line.as_ref().and_then(|line| line.theirs);
        let (Phase::Resuming, Some((count, hash))) = (self.phase, theirs) else {
            return Err(Fault::Malformed);
        };
        let own = self.log().map_or(0, |log| log.entries().len());
        if n != own || entries.len() > REST || own + entries.len() > count.min(MAX_ENTRIES) {
            return Err(Fault::Malformed);
        }
        for entry in entries {
            if !self.follow(*entry, now, out) {
                self.dispute(now, out);
                return Ok(());
            }
        }
        match self.log() {
            Some(log) if log.entries().len() < count => {}
            Some(log) if log.hash() == hash => self.go_on(now, out),
            _ => self.dispute(now, out),
        }
        Ok(())
    }

    /// The guest hears an entry while the game goes on.
    pub(super) fn hear_entry(
        &mut self,
        n: usize,
        entry: Entry,
        h: Hash,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Fault> {
        let own = self.log().map(|log| log.entries().len());
        if own != Some(n) {
            return Err(Fault::Malformed);
        }
        if !self.follow(entry, now, out) || self.log().map(Log::hash) != Some(h) {
            self.dispute(now, out);
        } else {
            self.say_seen(out);
        }
        Ok(())
    }

    /// Both logs agree, and the game goes on. What was on its way is sent again, if it still has a meaning.
    fn go_on(&mut self, now: Millis, out: &mut Vec<Effect>) {
        self.phase = Phase::Live;
        self.keep_time(now, out);
        out.push(Effect::Live);
        self.say_seen(out);
        let turn = self.log().map_or(0, Log::turn);
        let stands = |one: &Pending| one.turn == turn || one.act == Act::Resign;
        let (stand, void): (Vec<_>, Vec<_>) = self.pending.drain(..).partition(stands);
        self.pending = stand.clone();
        for one in stand {
            self.ask_for(one, out);
        }
        for one in void {
            out.extend([Effect::Keep, Effect::Void(one.act, Void::Crossed)]);
        }
    }

    /// The logs differ: the other side is told all hashes.
    pub(super) fn dispute(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if matches!(self.phase, Phase::Disputed(_)) {
            return;
        }
        self.phase = Phase::Disputed(None);
        self.keep_time(now, out);
        let hashes = self.log().map_or(&[][..], Log::hashes);
        let all = hashes.iter().map(ToString::to_string).collect();
        self.send(&Message::Hashes { all }, out);
    }

    /// The other side has told all hashes.
    pub(super) fn find_common(
        &mut self,
        all: &[String],
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Fault> {
        if self.phase == Phase::Away || all.len() > MAX_ENTRIES + 1 {
            return Err(Fault::Malformed);
        }
        self.dispute(now, out);
        if self.phase != Phase::Disputed(None) {
            return Ok(());
        }
        let own = self.log().map_or(&[][..], Log::hashes);
        let pairs = own.iter().zip(all);
        let same = pairs.take_while(|(own, their)| own.to_string() == **their);
        let common = same.count().checked_sub(1).ok_or(Fault::OtherGame)?;
        self.phase = Phase::Disputed(Some(common));
        out.push(Effect::Disagree(common));
        Ok(())
    }

    /// One side agrees to go back: 0 is the player, 1 the friend.
    pub(super) fn agree_to_go_back(&mut self, who: usize, now: Millis, out: &mut Vec<Effect>) {
        let (Phase::Disputed(Some(common)), Some(line)) = (self.phase, &mut self.line) else {
            return;
        };
        line.back[who] = true;
        let both = line.back == [true; 2];
        if who == 0 {
            self.send(&Message::Back { n: common }, out);
        }
        if !both {
            return;
        }
        if let Some(line) = &mut self.line {
            line.back = [false; 2];
        }
        if let Some(log) = &mut self.log {
            log.go_back(common);
        }
        self.forget_acts();
        self.phase = Phase::Live;
        self.keep_time(now, out);
        out.extend([Effect::Keep, Effect::WentBack(common), Effect::Live]);
    }
}
