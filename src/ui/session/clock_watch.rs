//! The running clock: display, flag fall, and sleep.

use super::{News, Session};
use crate::files::disk;
use crate::game::clock::Clock;
use crate::game::{Command, Now, Pause};
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;

/// Shortest interval between two updates of the clock of a far game, in milliseconds.
const FAR_CLOCK_INTERVAL: u64 = 50;

impl Session {
    /// Starts a timeout for the next change of the clock display or flag fall; none if no clock runs.
    pub(super) fn watch_clock(self: &Rc<Self>) {
        self.clock.cancel();
        let state = self.state();
        let Some(clock) = state.game.clock() else {
            return;
        };
        let now = self.now();
        self.warn_of_low_time(clock, now);
        let Some(change) = clock.next_change(now) else {
            return;
        };
        if self.is_friend_away() {
            return;
        }
        // In a far game the log decides when a flag falls, and while the arbiter is awaited none does: either may be later
        // than the clock here says.
        let is_later = self.remote_game.borrow().is_some() || state.game.awaits_arbiter();
        let least = if is_later { FAR_CLOCK_INTERVAL } else { 0 };
        let wait = change.saturating_sub(now.monotonic).max(least);
        let wait = Duration::from_millis(wait);
        self.clock
            .start(wait, weak!(self, |session| session.tick()));
    }

    /// Updates a running clock now, so that what is written has the exact time. Returns whether it ran.
    pub(super) fn tell_time(self: &Rc<Self>) -> bool {
        let runs = self.state().game.is_clock_running();
        if runs {
            self.tick();
        }
        runs
    }

    /// Pauses a running clock before the machine sleeps.
    pub fn sleep(self: &Rc<Self>) {
        self.rest_analysis();
        if self.state().game.is_clock_running() && !self.remote_game.borrow().is_some() {
            // It runs, so this cannot be refused.
            let _ = self.apply(Command::Pause(Pause::Slept));
            self.flush(disk::SLEEP_WAIT);
        }
    }

    /// Updates the clock when its timeout fires.
    fn tick(self: &Rc<Self>) {
        if self.remote_game.borrow().is_some() {
            self.watch_clock();
            return self.emit(&News::Time);
        }
        let now = time::now();
        let happened = self.change(|state| state.game.apply(Command::Tick, now));
        match happened {
            Ok(events) if !events.is_empty() => self.follow(&events),
            _ => {
                self.note_time();
                self.watch_clock();
                self.emit(&News::Time);
            }
        }
    }

    fn warn_of_low_time(&self, clock: &Clock, now: Now) {
        let mut low_time = self.low_time.get();
        let warning = low_time.look(clock, now);
        self.low_time.set(low_time);
        if let Some(warning) = warning {
            self.emit(&News::LowTime(clock.turn(), warning));
        }
    }
}
