//! The time of one side between two of its moves.
//!
//! One number says it all: how long it is until the flag falls, periods included. Which of it is the stage's own
//! time and which are periods, and what a move gives back, follows from the time control and the number of moves
//! that were made. So the number that a record keeps with each move is enough to set the clocks back to it.

use super::{Allowance, Bonus, Millis};

/// What a side has left before its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    /// Until the flag falls, if no cap lets it fall before: the time of the stage and all its periods.
    pub left: Millis,
    /// How many moves the side has made.
    pub moves: usize,
}

/// What is left of a stage's own time, and of its periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// The stage's own time runs; `periods` follow it.
    Main { time: Millis, periods: Option<u16> },
    /// A period runs; `periods` are left, this one included.
    Period { time: Millis, periods: u16 },
}

impl Hand {
    /// What a side has at the start.
    pub fn new(allowance: &Allowance) -> Self {
        let (first, _) = allowance.stage_after(0);
        Self {
            left: first.time + first.bonus.reserve(),
            moves: 0,
        }
    }

    /// How long the next move may take until the flag falls.
    pub fn limit(self, allowance: &Allowance) -> Millis {
        allowance.cap().unwrap_or(Millis::MAX).min(self.left)
    }

    /// What is left after a move that took `used`, which has to be less than the limit.
    pub fn after_move(self, allowance: &Allowance, used: Millis) -> Self {
        let (stage, _) = allowance.stage_after(self.moves);
        let left = self.left.saturating_sub(used);
        let left = match stage.bonus {
            Bonus::None => left,
            Bonus::Increment(time) => left.saturating_add(time),
            Bonus::Delay(time) => left.saturating_add(used.min(time)),
            // The period that the move was made in begins anew.
            Bonus::Periods { length, .. } if left <= stage.bonus.reserve() => {
                left.next_multiple_of(length)
            }
            Bonus::Periods { .. } => left,
        };
        self.to_next_move(allowance, left)
    }

    /// What is left after a move, if the record says so.
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

    /// How many moves are still to be made until the next stage begins, if one does.
    pub fn moves_to_go(self, allowance: &Allowance) -> Option<usize> {
        let (stage, made) = allowance.stage_after(self.moves);
        stage.moves.map(|count| usize::from(count) - made)
    }

    /// What is left while a move is thought about that has taken `used` so far.
    pub fn rest(self, allowance: &Allowance, used: Millis) -> Rest {
        let (stage, _) = allowance.stage_after(self.moves);
        let left = self.left.saturating_sub(used);
        let Bonus::Periods { count, length } = stage.bonus else {
            let periods = None;
            return Rest::Main {
                time: left,
                periods,
            };
        };
        match left.checked_sub(stage.bonus.reserve()) {
            Some(time) if time > 0 => Rest::Main {
                time,
                periods: Some(count),
            },
            _ => {
                let periods = left.div_ceil(length);
                Rest::Period {
                    time: left - periods.saturating_sub(1) * length,
                    periods: u16::try_from(periods).unwrap_or(count),
                }
            }
        }
    }
}
