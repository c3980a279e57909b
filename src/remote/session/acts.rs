//! Acts of both players: requests, charges, and entries of the log.

use super::lag::MAX_LAG;
use super::{Charge, Effect, Pending, Phase, RemoteSession};
use crate::game::clock::Millis;
use crate::game::{Act, Game};
use crate::remote::channel::Role;
use crate::remote::log::{Log, LogEntry, Rejection};
use crate::remote::message::Message;
use crate::rules::Side;

/// Thinking time for which a confirmed charge holds: two trips, and a silence in between. After that the host goes on
/// thinking.
const CHARGE_VALIDITY: Millis = 2 * MAX_LAG;

impl RemoteSession {
    /// Carries out an act of the player.
    pub(super) fn act(&mut self, act: Act, now: Millis, out: &mut Vec<Effect>) {
        if let Err(why) = self.try_act(act, now, out) {
            out.push(Effect::Rejected(act, why));
        }
    }

    fn try_act(&mut self, act: Act, now: Millis, out: &mut Vec<Effect>) -> Result<(), Rejection> {
        let (Some(log), Some(by)) = (&self.log, self.side()) else {
            return Err(Rejection::Stale);
        };
        if self.phase == Phase::Disputed {
            return Err(Rejection::Disputed);
        }
        let mut pending = self.pending.iter();
        if pending.any(|pending| act != Act::Resign || pending.act == Act::Resign) {
            return Err(Rejection::InFlight);
        }
        if act == Act::Flag && !self.is_flag_down(now) {
            return Err(Rejection::TimeLeft);
        }
        let entry = LogEntry { by, act, used: 0 };
        // A refusal is reported at once.
        log.clone().add(entry)?;
        if self.role == Role::Host && !self.is_timed(act) {
            return self.enter(entry, now, out);
        }
        let pending = Pending {
            turn: log.turn(),
            act,
            spent: self.elapsed(now),
        };
        self.pending.push(pending);
        out.push(Effect::Save);
        if self.is_live() {
            self.send_request(pending, out);
        }
        Ok(())
    }

    /// Requests that the other side enter an act, or charge it.
    pub(super) fn send_request(&mut self, pending: Pending, out: &mut Vec<Effect>) {
        let Pending { turn, act, spent } = pending;
        self.send(
            &Message::Request {
                n: turn,
                act,
                spent,
            },
            out,
        );
    }

    /// Whether an act is charged time.
    fn is_timed(&self, act: Act) -> bool {
        matches!(act, Act::Play(_)) && self.game().is_some_and(Game::is_clock_running)
    }

    /// Whether the side to move has certainly run out of time; for the friend, after the lag allowance.
    pub(super) fn is_flag_down(&self, now: Millis) -> bool {
        let (Some(log), Some(side)) = (self.log(), self.side()) else {
            return false;
        };
        let elapsed = self.elapsed(now);
        if log.game().position().turn() == side {
            return log.is_flag_down(elapsed);
        }
        self.charge(log.turn(), now).is_none()
            && log.is_flag_down(elapsed.saturating_sub(self.peer_quota.allowance(self.trip())))
    }

    fn trip(&self) -> Millis {
        self.connection
            .as_ref()
            .map_or(0, |connection| connection.trips.longest())
    }

    /// Enters an act into the log, as the host.
    fn enter(
        &mut self,
        entry: LogEntry,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Rejection> {
        let n = self.log().map_or(0, |log| log.entries().len());
        let log = self.log.as_mut().ok_or(Rejection::Stale)?;
        let events = log.add(entry)?;
        let h = log.hash();
        out.push(Effect::Save);
        if self.is_live() {
            self.send(&Message::Entry { n, entry, h }, out);
        }
        out.push(Effect::Entered(entry, events));
        self.note_reopened();
        self.update_timer(now, out);
        Ok(())
    }

    /// Handles a request to enter an act or, from the host, to charge its move.
    pub(super) fn handle_request(&mut self, request: Pending, now: Millis, out: &mut Vec<Effect>) {
        match self.role {
            Role::Host => {
                if self.enter_request(request, now, out).is_err() {
                    self.send(&Message::Reject, out);
                }
            }
            Role::Guest => self.send_charge(request, now, out),
        }
    }

    /// Enters a requested act of the guest, as the host.
    fn enter_request(
        &mut self,
        request: Pending,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Rejection> {
        let Pending { turn, act, spent } = request;
        let (Some(log), Some(side)) = (self.log(), self.side()) else {
            return Err(Rejection::Stale);
        };
        if turn != log.turn() && act != Act::Resign {
            return Err(Rejection::Stale);
        }
        let mut used = 0;
        if act == Act::Flag && !self.may_be_flag_down(side, now) {
            return Err(Rejection::TimeLeft);
        }
        let by = !side;
        log.clone().add(LogEntry { by, act, used })?;
        if self.is_timed(act) {
            let (waited, trip) = (self.waited(now), self.trip());
            used = self.peer_quota.charge(spent, waited, trip);
        }
        self.enter(LogEntry { by, act, used }, now, out)
    }

    /// Whether a flag may have fallen as the other side claims; always, if it is the other side's own.
    pub(super) fn may_be_flag_down(&self, own: Side, now: Millis) -> bool {
        self.log().is_some_and(|log| {
            let longest = self.longest_elapsed(now).saturating_add(MAX_LAG);
            log.game().position().turn() != own || log.is_flag_down(longest)
        })
    }

    /// Replies with the charge for a move of the host, as the guest.
    fn send_charge(&mut self, request: Pending, now: Millis, out: &mut Vec<Effect>) {
        let n = request.turn;
        let turn = self.log().map(Log::turn);
        if turn != Some(n) || !self.is_timed(request.act) {
            // Stale; the host will notice, too.
            return;
        }
        let known = self.charge(n, now);
        let used = match known.filter(|known| known.act == request.act) {
            Some(known) => known.used,
            None => {
                let (waited, trip) = (self.waited(now), self.trip());
                let before = self.charged.filter(|known| known.turn == n);
                let quota = before.map_or(self.peer_quota, |before| before.quota);
                self.peer_quota = quota;
                let used = self.peer_quota.charge(request.spent, waited, trip);
                self.charged = Some(Charge {
                    turn: n,
                    act: request.act,
                    used,
                    at: self.elapsed(now),
                    quota,
                });
                used
            }
        };
        out.push(Effect::Save);
        self.send(&Message::Charge { n, used }, out);
    }

    /// Charge that still holds for a turn of the host, as the guest.
    fn charge(&self, turn: u32, now: Millis) -> Option<Charge> {
        let charged = self.charged.filter(|charged| charged.turn == turn);
        charged.filter(|charged| self.elapsed(now).saturating_sub(charged.at) <= CHARGE_VALIDITY)
    }

    /// Enters a move with the charge that the guest has confirmed, as the host.
    pub(super) fn handle_charge(
        &mut self,
        n: u32,
        used: Millis,
        now: Millis,
        out: &mut Vec<Effect>,
    ) {
        let Some(pending) = self.pending.pop_if(|pending| pending.turn == n) else {
            return;
        };
        if !self.admits(used, pending, now) {
            return self.dispute(now, out);
        }
        let (Some(log), Some(by)) = (self.log(), self.side()) else {
            return;
        };
        let act = pending.act;
        let entered = if log.turn() == n {
            self.enter(LogEntry { by, act, used }, now, out)
        } else {
            Err(Rejection::Stale)
        };
        if let Err(why) = entered {
            out.extend([Effect::Save, Effect::Rejected(act, why)]);
        }
    }

    /// Appends an entry of the host, as the guest. Returns whether it was plausible and legal.
    pub(super) fn apply_entry(
        &mut self,
        entry: LogEntry,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> bool {
        if !self.is_plausible(entry, now) {
            return false;
        }
        let Some(log) = &mut self.log else {
            return false;
        };
        let turn = log.turn();
        let Ok(events) = log.add(entry) else {
            return false;
        };
        if Some(entry.by) == self.side() {
            // Earlier requests were rejected.
            let at = self.pending.iter().position(|one| one.act == entry.act);
            self.pending.drain(..at.map_or(0, |at| at + 1));
        }
        let goes_on = self.log().map(Log::turn) == Some(turn);
        let is_paused = self.game().is_some_and(Game::is_paused);
        self.charged = self.charged.filter(|_| goes_on && !is_paused);
        out.extend([Effect::Save, Effect::Entered(entry, events)]);
        self.note_reopened();
        self.update_timer(now, out);
        true
    }

    /// Whether a charge for an own move is acceptable.
    fn admits(&mut self, used: Millis, pending: Pending, now: Millis) -> bool {
        let mine = self.longest_elapsed(now).max(pending.spent);
        self.own_quota.admits(used, mine)
    }

    /// Upper limit of the thinking time, which may have been saved incompletely before a crash.
    pub(super) fn longest_elapsed(&self, now: Millis) -> Millis {
        let turn = self.log().map(Log::turn);
        let unsaved = self.unmeasured.filter(|(at, _)| turn == Some(*at));
        let unsaved = unsaved.map_or(0, |(_, unsaved)| unsaved);
        self.elapsed(now).saturating_add(unsaved)
    }

    /// Whether an entry is plausible to the guest, apart from the rules of the game.
    fn is_plausible(&mut self, entry: LogEntry, now: Millis) -> bool {
        let (Some(log), Some(side)) = (&self.log, self.side()) else {
            return false;
        };
        let turn = log.turn();
        let is_timed = self.is_timed(entry.act);
        if entry.by == side {
            // The host cannot act for the guest.
            let asked = |pending: &Pending| {
                pending.act == entry.act && (pending.turn == turn || entry.act == Act::Resign)
            };
            let Some(pending) = self.pending.iter().copied().find(asked) else {
                return false;
            };
            return if is_timed {
                self.admits(entry.used, pending, now)
            } else {
                entry.used == 0
            };
        }
        match entry.act {
            Act::Play(_) if is_timed => self
                .charge(turn, now)
                .is_some_and(|known| (known.act, known.used) == (entry.act, entry.used)),
            Act::Flag => entry.used == 0 && self.may_be_flag_down(side, now),
            _ => entry.used == 0,
        }
    }
}
