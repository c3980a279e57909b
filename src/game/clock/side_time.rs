//! The time of one side between two of its moves.
//!
//! A single number is enough: the time until the flag falls, periods included. The split into main time and periods,
//! and the time a move returns, follow from the time control and the number of moves made. So the number a record keeps
//! with each move suffices to restore the clocks.

use super::{Allowance, Bonus, Millis, TimeControl};
use crate::rules::{BySide, Side};

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

/// Time used by each side for moves whose remaining times are `left`, as in [`super::Clock::replay`].
///
/// `None` if the record cannot tell: a delay or a period gives time back that is written down nowhere.
pub fn time_used(
    control: &TimeControl,
    first: Side,
    left: impl IntoIterator<Item = Option<Millis>>,
) -> Option<BySide<Millis>> {
    let mut hands = BySide::new(|side| SideTime::new(control.of_side(side)));
    let mut used = BySide::new(|_| 0);
    let mut turn = first;
    for left in left {
        let allowance = control.of_side(turn);
        let unspent = hands[turn].after_move(allowance, 0);
        hands[turn] = match left {
            Some(left) => {
                used[turn] += spent(hands[turn], unspent, left, allowance)?;
                hands[turn].after_known_move(left)
            }
            None => unspent,
        };
        turn = !turn;
    }
    Some(used)
}

/// Time used for a move that leaves `left`, where one without any thought would leave `unspent`.
fn spent(
    before: SideTime,
    unspent: SideTime,
    left: Millis,
    allowance: &Allowance,
) -> Option<Millis> {
    match allowance.stage_after(before.moves).0.bonus {
        Bonus::Delay(_) => None,
        bonus @ Bonus::Periods { .. } if left <= bonus.reserve() => None,
        _ => Some(unspent.left.saturating_sub(left)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds used by each side; `left` in seconds.
    fn used(control: &str, left: &[Millis]) -> Option<[Millis; 2]> {
        let control = TimeControl::read(control)
            .expect("a control")
            .expect("a clock");
        let left = left.iter().map(|seconds| Some(seconds * 1000));
        let used = time_used(&control, Side::Red, left)?;
        Some([Side::Red, Side::Black].map(|side| used[side] / 1000))
    }

    #[test]
    fn increments_and_later_stages_are_not_taken_for_time_unused() {
        assert_eq!(used("300", &[290, 300, 250, 240]), Some([50, 60]));
        assert_eq!(used("300+10", &[300, 309, 280]), Some([40, 1]));
        // The second move begins a stage of five minutes.
        assert_eq!(used("2/60:300", &[50, 60, 340, 355]), Some([20, 5]));
    }

    #[test]
    fn what_is_given_back_unseen_is_not_guessed() {
        assert_eq!(used("300d5", &[300]), None);
        assert_eq!(used("60b3x30", &[140, 150]), Some([10, 0]));
        assert_eq!(used("60b3x30", &[90]), None);
    }

    #[test]
    fn a_move_without_a_time_took_none() {
        let control = TimeControl::read("60+5")
            .expect("a control")
            .expect("a clock");
        let used = time_used(&control, Side::Black, [None, None, Some(60_000)]);
        assert_eq!(used.map(|used| used[Side::Black]), Some(10_000));
    }
}
