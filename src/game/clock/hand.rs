//! The time of one side between two of its moves.
//!
//! A single number is enough: the time until the flag falls, periods included. The split into main time and periods,
//! and the time a move returns, follow from the time control and the number of moves made. So the number a record keeps
//! with each move suffices to restore the clocks.

use super::{Allowance, Bonus, Millis};

/// Time of a side before its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideTime {
    /// Time until the flag falls, disregarding any cap: the stage and all its periods.
    pub left: Millis,
    /// Number of moves the side has made.
    pub moves: usize,
}

/// Time left of the main time or of the periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remaining {
    /// The main time is running; `periods` follow it.
    Main { time: Millis, periods: Option<u16> },
    /// A period is running; `periods` are left, including this one.
    Period { time: Millis, periods: u16 },
}

impl SideTime {
    /// Time of a side at the start of the game.
    pub fn new(allowance: &Allowance) -> Self {
        let (first, _) = allowance.stage_after(0);
        Self {
            left: first.time + first.bonus.reserve(),
            moves: 0,
        }
    }

    /// Longest time the next move may take before the flag falls.
    pub fn limit(self, allowance: &Allowance) -> Millis {
        allowance.cap().unwrap_or(Millis::MAX).min(self.left)
    }

    /// Time after a move that took `used`, which must be less than the limit.
    pub fn after_move(self, allowance: &Allowance, used: Millis) -> Self {
        let (stage, _) = allowance.stage_after(self.moves);
        let left = self.left.saturating_sub(used);
        let left = match stage.bonus {
            Bonus::None => left,
            Bonus::Increment(time) => left.saturating_add(time),
            Bonus::Delay(time) => left.saturating_add(used.min(time)),
            // The period in which the move was made starts afresh.
            Bonus::Periods { length, .. } if left <= stage.bonus.reserve() => {
                left.next_multiple_of(length)
            }
            Bonus::Periods { .. } => left,
        };
        self.to_next_move(allowance, left)
    }

    /// Time after a move whose remaining time the record states.
    pub fn after_known_move(self, left: Millis) -> Self {
        Self {
            left,
            moves: self.moves + 1,
        }
    }

    /// Counts a move, and adds the time of the stage that begins after it.
    fn to_next_move(self, allowance: &Allowance, left: Millis) -> Self {
        let moves = self.moves + 1;
        let added = match allowance.stage_after(moves) {
            (next, 0) => next.time + next.bonus.reserve(),
            _ => 0,
        };
        Self {
            left: left.saturating_add(added),
            moves,
        }
    }

    /// Number of moves to make before the next stage begins, if there is one.
    pub fn moves_to_go(self, allowance: &Allowance) -> Option<usize> {
        let (stage, made) = allowance.stage_after(self.moves);
        stage.moves.map(|count| usize::from(count) - made)
    }

    /// Time left after `used` has been spent on the current move.
    pub fn remaining(self, allowance: &Allowance, used: Millis) -> Remaining {
        let (stage, _) = allowance.stage_after(self.moves);
        let left = self.left.saturating_sub(used);
        let Bonus::Periods { count, length } = stage.bonus else {
            let periods = None;
            return Remaining::Main {
                time: left,
                periods,
            };
        };
        match left.checked_sub(stage.bonus.reserve()) {
            Some(time) if time > 0 => Remaining::Main {
                time,
                periods: Some(count),
            },
            _ => {
                let periods = left.div_ceil(length);
                Remaining::Period {
                    time: left - periods.saturating_sub(1) * length,
                    periods: u16::try_from(periods).unwrap_or(count),
                }
            }
        }
    }
}
