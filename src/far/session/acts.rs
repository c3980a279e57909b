//! Acts on their way into the log.

use super::lag::MAX_LAG;
use super::{Effect, Pending, Phase, Session};
use crate::far::link::Role;
use crate::far::log::{Act, Entry, Log, Void};
use crate::far::message::Message;
use crate::game::Game;
use crate::game::clock::Millis;
use crate::rules::Side;

impl Session {
    /// The player acts.
    pub(super) fn act(&mut self, act: Act, now: Millis, out: &mut Vec<Effect>) {
        if let Err(why) = self.try_act(act, now, out) {
            out.push(Effect::Void(act, why));
        }
    }

    fn try_act(&mut self, act: Act, now: Millis, out: &mut Vec<Effect>) -> Result<(), Void> {
        let (Some(log), Some(by)) = (&self.log, self.side()) else {
            return Err(Void::Crossed);
        };
        if matches!(self.phase, Phase::Disputed(_)) {
            return Err(Void::Disputed);
        }
        let mut pending = self.pending.iter();
        if pending.any(|pending| act != Act::Resign || pending.act == Act::Resign) {
            return Err(Void::OnItsWay);
        }
        if act == Act::Flag && !self.is_flag_down(now) {
            return Err(Void::TimeLeft);
        }
        let entry = Entry { by, act, used: 0 };
        // A refusal is known at once.
        log.clone().add(entry)?;
        if self.role == Role::Host && !self.is_timed(act) {
            return self.enter(entry, now, out);
        }
        let pending = Pending {
            turn: log.turn(),
            act,
            spent: self.thought(now),
        };
        self.pending.push(pending);
        out.push(Effect::Keep);
        if self.is_live() {
            self.ask_for(pending, out);
        }
        Ok(())
    }

    /// Asks the other side to enter an act, or to say what it is charged.
    pub(super) fn ask_for(&mut self, pending: Pending, out: &mut Vec<Effect>) {
        let Pending { turn, act, spent } = pending;
        self.send(
            &Message::Do {
                n: turn,
                act,
                spent,
            },
            out,
        );
    }

    /// Whether an act takes time off a clock.
    fn is_timed(&self, act: Act) -> bool {
        matches!(act, Act::Play(_)) && self.game().is_some_and(Game::is_clock_running)
    }

    /// Whether the side to move has certainly used up its time: for the friend, after all that may be forgiven.
    pub(super) fn is_flag_down(&self, now: Millis) -> bool {
        let (Some(log), Some(side)) = (self.log(), self.side()) else {
            return false;
        };
        let thought = self.thought(now);
        if log.game().position().turn() == side {
            return log.is_fallen(thought);
        }
        let is_charged = self.charged.is_some_and(|(turn, ..)| turn == log.turn());
        !is_charged && log.is_fallen(thought.saturating_sub(self.claims.allowance(self.trip())))
    }

    fn trip(&self) -> Millis {
        self.line.as_ref().map_or(0, |line| line.trips.longest())
    }

    /// The host enters an act into the log.
    fn enter(&mut self, entry: Entry, now: Millis, out: &mut Vec<Effect>) -> Result<(), Void> {
        let n = self.log().map_or(0, |log| log.entries().len());
        let log = self.log.as_mut().ok_or(Void::Crossed)?;
        let events = log.add(entry)?;
        let h = log.hash();
        out.push(Effect::Keep);
        if self.is_live() {
            self.send(&Message::Entry { n, entry, h }, out);
        }
        out.push(Effect::Entered(entry, events));
        self.keep_time(now, out);
        Ok(())
    }

    /// The other side asks to enter an act; or, if it is the host, what its move is charged.
    pub(super) fn asked_for(&mut self, asked: Pending, now: Millis, out: &mut Vec<Effect>) {
        match self.role {
            Role::Host => {
                if self.enter_for(asked, now, out).is_err() {
                    self.send(&Message::Void, out);
                }
            }
            Role::Guest => self.say_charge(asked, now, out),
        }
    }

    /// The host enters an act of the guest.
    fn enter_for(
        &mut self,
        asked: Pending,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), Void> {
        let Pending { turn, act, spent } = asked;
        let (Some(log), Some(side)) = (self.log(), self.side()) else {
            return Err(Void::Crossed);
        };
        if turn != log.turn() && act != Act::Resign {
            return Err(Void::Crossed);
        }
        let mut used = 0;
        if act == Act::Flag && !self.may_have_fallen(side, now) {
            return Err(Void::TimeLeft);
        }
        let by = !side;
        log.clone().add(Entry { by, act, used })?;
        if self.is_timed(act) {
            let (waited, trip) = (self.waited(now), self.trip());
            used = self.claims.charge(spent, waited, trip);
        }
        self.enter(Entry { by, act, used }, now, out)
    }

    /// Whether a flag that the other side says has fallen may have done so, if it is one's own.
    pub(super) fn may_have_fallen(&self, own: Side, now: Millis) -> bool {
        self.log().is_some_and(|log| {
            log.game().position().turn() != own
                || self.unmeasured == Some(log.turn())
                || log.is_fallen(self.thought(now) + MAX_LAG)
        })
    }

    /// The guest says what a move of the host is charged.
    fn say_charge(&mut self, asked: Pending, now: Millis, out: &mut Vec<Effect>) {
        let n = asked.turn;
        let turn = self.log().map(Log::turn);
        if turn != Some(n) || !self.is_timed(asked.act) {
            // It has crossed something; the host will see that, too.
            return;
        }
        let used = match self.charged {
            Some((turn, act, used)) if (turn, act) == (n, asked.act) => used,
            _ => {
                let (waited, trip) = (self.waited(now), self.trip());
                self.claims.charge(asked.spent, waited, trip)
            }
        };
        self.charged = Some((n, asked.act, used));
        out.push(Effect::Keep);
        self.send(&Message::Used { n, used }, out);
    }

    /// The host hears what its move is charged, and enters it.
    pub(super) fn hear_charge(&mut self, n: u32, used: Millis, now: Millis, out: &mut Vec<Effect>) {
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
            self.enter(Entry { by, act, used }, now, out)
        } else {
            Err(Void::Crossed)
        };
        if let Err(why) = entered {
            out.extend([Effect::Keep, Effect::Void(act, why)]);
        }
    }

    /// The guest hears what the host has entered. Returns whether it can be so.
    pub(super) fn follow(&mut self, entry: Entry, now: Millis, out: &mut Vec<Effect>) -> bool {
        if !self.believes(entry, now) {
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
            // What was pending before has been found void.
            let at = self.pending.iter().position(|one| one.act == entry.act);
            self.pending.drain(..at.map_or(0, |at| at + 1));
        }
        let goes_on = self.log().map(Log::turn) == Some(turn);
        let is_paused = self.game().is_some_and(Game::is_paused);
        self.charged = self.charged.filter(|_| goes_on && !is_paused);
        out.extend([Effect::Keep, Effect::Entered(entry, events)]);
        self.keep_time(now, out);
        true
    }

    /// Whether an own move may be charged this much.
    fn admits(&mut self, used: Millis, pending: Pending, now: Millis) -> bool {
        let mine = self.thought(now).max(pending.spent);
        self.charges.admits(used, mine) || self.unmeasured == Some(pending.turn)
    }

    /// Whether the guest believes that an entry is as it should be, apart from the rules.
    fn believes(&mut self, entry: Entry, now: Millis) -> bool {
        let (Some(log), Some(side)) = (&self.log, self.side()) else {
            return false;
        };
        let turn = log.turn();
        let is_timed = self.is_timed(entry.act);
        if entry.by == side {
            // Nobody makes moves for the player.
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
            Act::Play(_) if is_timed => self.charged == Some((turn, entry.act, entry.used)),
            Act::Flag => entry.used == 0 && self.may_have_fallen(side, now),
            _ => entry.used == 0,
        }
    }
}
