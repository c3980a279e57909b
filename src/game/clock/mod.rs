//! The game clock: a plain value that is told the time.
//!
//! It owns no timer. The caller passes in the time as [`Now`], shows each [`ClockReading`], and asks [`Clock::next_change`]
//! when to look again. All times are whole milliseconds between moments of one system clock, so no rounding errors
//! accumulate: a thousand moves of 5 ms cost 5 s.
//!
//! Behavior:
//!
//! - The clock rests until it is resumed or a move is made; that move takes no time beyond what it had taken when the
//!   game was left. So a game that is set up or opened can be looked at in peace.
//! - A flag falls at the very moment the time is used up; a move at that moment is too late.
//! - **Sleep.** Thinking time does not pass while the machine sleeps: when a sleep is detected, the game is paused in
//!   its state at the last update, within a second before. The machine has slept if, between two updates, the time
//!   since boot has advanced by [`SLEPT`] more than the monotonic time, which stands still during sleep
//!   (`CLOCK_BOOTTIME` and `CLOCK_MONOTONIC` of Linux). A busy machine delays both alike, which causes no pause.
//! - Moving it to another ply restores both sides' times as they were after that ply; see [`Clock::replay`]. A running
//!   clock keeps running, one that ran until the game ended runs again, a paused one stays paused, any other rests.

mod control;
mod custom;
mod face;
mod low_time;
mod side_time;
#[cfg(test)]
pub(super) mod tests;
mod text;

pub use control::{Allowance, Bonus, Millis, TimeControl, TimeControlError, TimeStage};
pub use custom::{CustomTime, ForMove};
pub use face::{ClockReading, clock_text, read_seconds_text, seconds_text};
pub use low_time::{LowTime, TimeWarning};
pub use side_time::time_used;

use crate::engine::ClockTime;
use crate::rules::{BySide, Side};
use side_time::{Remaining, SideTime};
use std::time::Duration;

/// Lead of the time since boot over the monotonic time, in milliseconds, that means the machine slept. Reading both
/// clocks one after the other on a busy machine differs by less.
pub const SLEPT: Millis = 2_000;

/// A moment according to two system clocks. Only differences between moments are meaningful.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds of a clock that never jumps and stands still while the machine sleeps.
    pub monotonic: Millis,
    /// Milliseconds of a clock that also advances during sleep.
    pub since_boot: Millis,
}

impl Now {
    /// A moment on a machine that never sleeps.
    pub const fn at(millis: Millis) -> Self {
        Self {
            monotonic: millis,
            since_boot: millis,
        }
    }

    /// Time the machine slept between an earlier moment and this one.
    const fn slept_since(self, earlier: Self) -> Millis {
        let awake = self.monotonic.saturating_sub(earlier.monotonic);
        let passed = self.since_boot.saturating_sub(earlier.since_boot);
        passed.saturating_sub(awake)
    }
}

/// Run state of the clock of the side to move. `used` is the time its move had taken before the moment `since`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    /// Waiting for a move or for [`Clock::resume`].
    Resting { used: Millis },
    /// Running.
    Running { used: Millis, since: Millis },
    /// Paused by the players.
    Paused { used: Millis },
    /// Stopped by the end of the game or an arbiter's ruling; `ran` if the clock was running until then.
    Stopped { used: Millis, ran: bool },
}

/// The clocks of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// Side that moves first.
    first: Side,
    turn: Side,
    times: BySide<SideTime>,
    run: Run,
    /// Moment of the last update.
    last_update: Now,
}

impl Clock {
    /// Creates clocks before the first move, at rest.
    pub fn new(control: TimeControl, first: Side) -> Self {
        let times = BySide::new(|side| SideTime::new(control.of_side(side)));
        Self {
            control,
            first,
            turn: first,
            times,
            run: Run::Resting { used: 0 },
            last_update: Now::default(),
        }
    }

    /// Restores clocks, at rest, from the moves of a record.
    ///
    /// `left` holds for each ply the time its mover had left, in milliseconds, as returned by [`Clock::press`]; a move
    /// without a number cost nothing.
    pub fn replay(
        control: TimeControl,
        first: Side,
        left: impl IntoIterator<Item = Option<Millis>>,
    ) -> Self {
        let mut clock = Self::new(control, first);
        for left in left {
            clock.step(left);
        }
        clock
    }

    /// Replays a recorded move; returns the time its mover has left.
    pub(super) fn step(&mut self, left: Option<Millis>) -> Millis {
        let time = self.times[self.turn];
        let after = match left {
            Some(left) => time.after_known_move(left),
            None => time.after_move(self.control.of_side(self.turn), 0),
        };
        self.times[self.turn] = after;
        self.turn = !self.turn;
        after.left
    }

    /// Moves the clocks to another ply of the record, earlier or later; `left` as in [`Clock::replay`].
    pub(super) fn set_to(&mut self, left: impl IntoIterator<Item = Option<Millis>>, now: Now) {
        let there = Self::replay(self.control.clone(), self.first, left);
        let run = match self.run {
            Run::Paused { .. } => Run::Paused { used: 0 },
            Run::Running { .. } | Run::Stopped { ran: true, .. } if !there.is_at_start() => {
                Run::Running {
                    used: 0,
                    since: now.monotonic,
                }
            }
            _ => Run::Resting { used: 0 },
        };
        *self = Self {
            run,
            last_update: now,
            ..there
        };
    }

    /// The time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Side whose clock runs, or will run next.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Whether a clock runs.
    pub const fn is_running(&self) -> bool {
        matches!(self.run, Run::Running { .. })
    }

    /// Whether the players have paused the game.
    pub const fn is_paused(&self) -> bool {
        matches!(self.run, Run::Paused { .. })
    }

    /// Whether the clock waits for the first move, or for a move after the game was opened or reopened.
    pub const fn is_resting(&self) -> bool {
        matches!(self.run, Run::Resting { .. })
    }

    /// Time the current move has taken, in milliseconds, as of the last update.
    pub fn thinking_time(&self) -> Millis {
        self.used(self.turn, self.last_update)
    }

    /// Restores the time the current move had taken when the game was left, unless the clock runs. The flag stays up.
    pub(super) fn restore_thinking_time(&mut self, time: Millis) {
        let time = time.min(self.limit().saturating_sub(1));
        if let Run::Resting { used } | Run::Paused { used } = &mut self.run {
            *used = time;
        }
    }

    /// Time until a side's flag falls, in milliseconds, including periods but disregarding the cap.
    pub fn left(&self, side: Side, now: Now) -> Millis {
        self.times[side].left.saturating_sub(self.used(side, now))
    }

    /// Time until a side's flag falls as of the start of the turn, in milliseconds.
    pub fn left_before_turn(&self, side: Side) -> Millis {
        self.times[side].left
    }

    /// The clock of the side to move as a search sees it, which needs `lag` to make its move. Of several periods only the first
    /// counts: none is to be lost.
    pub fn of_search(&self, now: Now, lag: Duration) -> ClockTime {
        let side = self.times[self.turn];
        let allowance = self.control.of_side(self.turn);
        let used = self.used(self.turn, now);
        let remaining = side.remaining(allowance, used);
        let (Remaining::Main { time, .. } | Remaining::Period { time, .. }) = remaining;
        let (left, bonus) = match allowance.stage_after(side.moves).0.bonus {
            Bonus::None => (time, 0),
            Bonus::Increment(bonus) | Bonus::Delay(bonus) => (time, bonus),
            Bonus::Periods { length, .. } => match remaining {
                Remaining::Main { .. } => (time + length, length),
                Remaining::Period { .. } => (time, length),
            },
        };
        let moves_to_go = side.moves_to_go(allowance);
        let cap = allowance.cap().map(|cap| cap.saturating_sub(used));
        ClockTime {
            left: Duration::from_millis(left),
            bonus: Duration::from_millis(bonus),
            moves_to_go: moves_to_go.and_then(|moves| u32::try_from(moves).ok()),
            cap: cap.map(Duration::from_millis),
            lag,
        }
    }

    /// Whether the flag of the side to move has fallen.
    pub fn is_flag_down(&self, now: Now) -> bool {
        self.used(self.turn, now) >= self.limit()
    }

    /// Starts the clock of the side to move.
    pub fn resume(&mut self, now: Now) {
        self.last_update = now;
        if let Run::Resting { .. } | Run::Paused { .. } = self.run {
            self.run = Run::Running {
                used: self.used(self.turn, now),
                since: now.monotonic,
            };
        }
    }

    /// Stops the clock until it is resumed, unless the flag is down.
    pub fn pause(&mut self, now: Now) {
        self.last_update = now;
        let used = self.used(self.turn, now);
        if matches!(self.run, Run::Resting { .. } | Run::Running { .. }) && used < self.limit() {
            self.run = Run::Paused { used };
        }
    }

    /// Stops the clock because the game has ended.
    pub fn stop(&mut self, now: Now) {
        self.last_update = now;
        let used = self.used(self.turn, now);
        let ran = matches!(
            self.run,
            Run::Running { .. } | Run::Stopped { ran: true, .. }
        );
        self.run = Run::Stopped { used, ran };
    }

    /// Sets the time of the stage or period of a side, as its face shows it. Returns the time that it had left before the
    /// turn, periods included, from now on.
    pub(super) fn set_stage_time(&mut self, side: Side, time: Millis, now: Now) -> Millis {
        let shown = self.stage_time(side, now);
        let left = &mut self.times[side].left;
        *left = left.saturating_sub(shown).saturating_add(time);
        *left
    }

    /// Stops the clock with the flag down, as after a loss on time.
    pub(super) fn drop_flag(&mut self) {
        self.run = Run::Stopped {
            used: self.limit(),
            ran: false,
        };
    }

    /// Updates the time. Returns whether the machine has slept and the game was therefore paused.
    pub fn update(&mut self, now: Now) -> bool {
        let before = std::mem::replace(&mut self.last_update, now);
        let slept = self.is_running() && now.slept_since(before) >= SLEPT;
        if slept {
            self.run = Run::Paused {
                used: self.used(self.turn, before),
            };
        }
        slept
    }

    /// Completes the move of the side to move: its clock stops, and the other one runs.
    ///
    /// Returns the time the mover has left until the flag falls, in milliseconds, periods included, as kept by a
    /// record. Returns `None`, without effect, while the clock is paused or stopped, or if the flag is down.
    pub fn press(&mut self, now: Now) -> Option<Millis> {
        self.last_update = now;
        let used = self.used(self.turn, now);
        let may_move = matches!(self.run, Run::Resting { .. } | Run::Running { .. });
        if !may_move || used >= self.limit() {
            return None;
        }
        let allowance = self.control.of_side(self.turn);
        let after = self.times[self.turn].after_move(allowance, used);
        self.times[self.turn] = after;
        self.turn = !self.turn;
        self.run = Run::Running {
            used: 0,
            since: now.monotonic,
        };
        Some(after.left)
    }

    /// Whether neither side has moved.
    pub fn is_at_start(&self) -> bool {
        Side::ALL.iter().all(|side| self.times[*side].moves == 0)
    }

    /// Longest time the current move may take.
    fn limit(&self) -> Millis {
        self.times[self.turn].limit(self.control.of_side(self.turn))
    }

    /// Time a side's next move has taken so far, up to the fall of the flag.
    fn used(&self, side: Side, now: Now) -> Millis {
        if side != self.turn {
            return 0;
        }
        let used = match self.run {
            Run::Running { used, since } => {
                used.saturating_add(now.monotonic.saturating_sub(since))
            }
            Run::Resting { used } | Run::Paused { used } | Run::Stopped { used, .. } => used,
        };
        used.min(self.limit())
    }
}
