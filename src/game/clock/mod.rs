//! The clock: a plain value that is told the time.
//!
//! It owns no timer. Whoever has one tells it the time, [`Now`], shows its [`Face`]s, and asks
//! [`Clock::next_change`] when to look again. All times are whole milliseconds between moments of one clock of the
//! system, so that nothing is ever rounded away: a thousand moves of 5 ms cost 5 s.
//!
//! What it does, and when:
//!
//! - It rests until it is resumed, or until a move is made: that one costs nothing, since nobody knows when its
//!   thinking began. So a game that is set up or opened can be looked at in peace.
//! - A flag falls at the very moment at which the time is used up; a move at that moment is too late.
//! - **Sleep.** While the machine sleeps nobody plays: when it is found to have slept, the game is paused as it was
//!   when the clock was told the time last, within a second before. It has slept when between two moments that the
//!   clock is told of the time since boot has gone on by [`SLEPT`] more than the monotonic time, which stands
//!   still in the meantime (`CLOCK_BOOTTIME` and `CLOCK_MONOTONIC` of Linux). A busy machine delays both alike and
//!   is no reason to pause; there thinking goes on.
//! - Setting it back to an earlier ply, and forward again, restores both sides' times to what they were after that
//!   ply; see [`Clock::replay`]. It goes on running if it ran, stays paused if it was paused, and rests else.

mod control;
mod face;
mod hand;
mod low_time;
#[cfg(test)]
pub(super) mod tests;
mod text;

pub use control::{Allowance, Bonus, Millis, Stage, TimeControl, TimeControlError};
pub use face::{Face, clock_text};
pub use low_time::LowTime;

use crate::rules::{BySide, Side};
use hand::Hand;

/// By how much the time since boot has to overtake the monotonic time to mean that the machine slept, in
/// milliseconds. Two clocks that are read one after the other on a busy machine differ by less.
pub const SLEPT: Millis = 2_000;

/// A moment, as two clocks of the system tell it. Only differences between moments mean anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds that never jump and stand still while the machine sleeps.
    pub monotonic: Millis,
    /// Milliseconds that go on meanwhile.
    pub since_boot: Millis,
}

impl Now {
    /// A moment on a machine that never sleeps.
    #[must_use]
    pub const fn at(millis: Millis) -> Self {
        Self {
            monotonic: millis,
            since_boot: millis,
        }
    }

    /// How long the machine slept between an earlier moment and this one.
    const fn slept_since(self, earlier: Self) -> Millis {
        let awake = self.monotonic.saturating_sub(earlier.monotonic);
        let passed = self.since_boot.saturating_sub(earlier.since_boot);
        passed.saturating_sub(awake)
    }
}

/// Whether the clock of the side to move runs. `used` is what its move has taken before the moment `since`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    /// It waits for a move, or to be resumed.
    Resting,
    /// It runs.
    Running { used: Millis, since: Millis },
    /// The players have paused it.
    Paused { used: Millis },
    /// The game is over, or the arbiter has ruled.
    Stopped { used: Millis },
}

/// The clocks of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// Who moves first.
    first: Side,
    turn: Side,
    hands: BySide<Hand>,
    run: Run,
    /// When it was told the time last.
    told: Now,
}

impl Clock {
    /// Clocks before the first move, at rest.
    #[must_use]
    pub fn new(control: TimeControl, first: Side) -> Self {
        let hands = BySide::new(|side| Hand::new(control.of_side(side)));
        Self {
            control,
            first,
            turn: first,
            hands,
            run: Run::Resting,
            told: Now::default(),
        }
    }

    /// Clocks at rest after moves were made, as a record keeps them.
    ///
    /// `left` says for each ply what its mover had left after it, as [`Clock::press`] gave it, in milliseconds; a
    /// move without such a number has cost nothing.
    #[must_use]
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

    /// Lets a move be made that is in the record already; gives what its mover has left.
    pub(super) fn step(&mut self, left: Option<Millis>) -> Millis {
        let hand = self.hands[self.turn];
        let after = match left {
            Some(left) => hand.after_known_move(left),
            None => hand.after_move(self.control.of_side(self.turn), 0),
        };
        self.hands[self.turn] = after;
        self.turn = !self.turn;
        after.left
    }

    /// Sets the clocks to another ply of the record, earlier or later; `left` as in [`Clock::replay`].
    pub(super) fn set_to(&mut self, left: impl IntoIterator<Item = Option<Millis>>, now: Now) {
        let there = Self::replay(self.control.clone(), self.first, left);
        let run = match self.run {
            Run::Paused { .. } => Run::Paused { used: 0 },
            Run::Running { .. } if !there.is_at_start() => Run::Running {
                used: 0,
                since: now.monotonic,
            },
            _ => Run::Resting,
        };
        *self = Self {
            run,
            told: now,
            ..there
        };
    }

    /// What was agreed on.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose clock runs, or will.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Whether a clock runs.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.run, Run::Running { .. })
    }

    /// Whether the players have paused the game.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        matches!(self.run, Run::Paused { .. })
    }

    /// Whether it waits for the first move or for one after the game was opened or reopened.
    #[must_use]
    pub const fn is_resting(&self) -> bool {
        matches!(self.run, Run::Resting)
    }

    /// How long it is until a side's flag falls, periods included and the cap not, in milliseconds.
    #[must_use]
    pub fn left(&self, side: Side, now: Now) -> Millis {
        self.hands[side].left.saturating_sub(self.used(side, now))
    }

    /// Whose flag has fallen.
    #[must_use]
    pub fn fallen(&self, now: Now) -> Option<Side> {
        (self.used(self.turn, now) >= self.limit()).then_some(self.turn)
    }

    /// Lets the clock of the side to move run.
    pub fn resume(&mut self, now: Now) {
        self.told = now;
        if let Run::Resting | Run::Paused { .. } = self.run {
            self.run = Run::Running {
                used: self.used(self.turn, now),
                since: now.monotonic,
            };
        }
    }

    /// Stops the clock until it is resumed, unless the flag is down.
    pub fn pause(&mut self, now: Now) {
        self.told = now;
        let used = self.used(self.turn, now);
        if matches!(self.run, Run::Resting | Run::Running { .. }) && used < self.limit() {
            self.run = Run::Paused { used };
        }
    }

    /// Stops the clock since the game has come to an end.
    pub fn stop(&mut self, now: Now) {
        self.told = now;
        let used = self.used(self.turn, now);
        self.run = Run::Stopped { used };
    }

    /// Stops the clock with the flag down, as after a game that ended so.
    pub(super) fn drop_flag(&mut self) {
        self.run = Run::Stopped { used: self.limit() };
    }

    /// Tells the clock the time. Says whether the machine has slept and the game is paused for it.
    pub fn tell(&mut self, now: Now) -> bool {
        let before = std::mem::replace(&mut self.told, now);
        let slept = self.is_running() && now.slept_since(before) >= SLEPT;
        if slept {
            self.run = Run::Paused {
                used: self.used(self.turn, before),
            };
        }
        slept
    }

    /// The side to move has made its move: its clock stops, and the other one runs.
    ///
    /// Gives what the mover has left until the flag falls, periods included, in milliseconds, which is what a
    /// record keeps. `None`, and nothing happens, while the clock is paused or stopped, or when the flag is down.
    pub fn press(&mut self, now: Now) -> Option<Millis> {
        self.told = now;
        let used = self.used(self.turn, now);
        let may_move = matches!(self.run, Run::Resting | Run::Running { .. });
        if !may_move || used >= self.limit() {
            return None;
        }
        let allowance = self.control.of_side(self.turn);
        let after = self.hands[self.turn].after_move(allowance, used);
        self.hands[self.turn] = after;
        self.turn = !self.turn;
        self.run = Run::Running {
            used: 0,
            since: now.monotonic,
        };
        Some(after.left)
    }

    fn is_at_start(&self) -> bool {
        Side::ALL.iter().all(|side| self.hands[*side].moves == 0)
    }

    /// How long the move that is thought about may take.
    fn limit(&self) -> Millis {
        self.hands[self.turn].limit(self.control.of_side(self.turn))
    }

    /// What a side's next move has taken so far, up to the moment at which the flag falls.
    fn used(&self, side: Side, now: Now) -> Millis {
        if side != self.turn {
            return 0;
        }
        let used = match self.run {
            Run::Resting => 0,
            Run::Running { used, since } => {
                used.saturating_add(now.monotonic.saturating_sub(since))
            }
            Run::Paused { used } | Run::Stopped { used } => used,
        };
        used.min(self.limit())
    }
}
