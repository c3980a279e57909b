//! The time each side has used, worked out from the times that a record keeps.

use super::hand::SideTime;
use super::{Allowance, Bonus, Millis, TimeControl};
use crate::rules::{BySide, Side};

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
