//! Time that the line takes: forgiven, but not without limit, since nobody can prove it.

use crate::game::clock::Millis;
use serde::{Deserialize, Serialize};

/// Most time forgiven for one move.
pub const MAX_LAG: Millis = 3_000;
/// Forgiven beyond the measured way there and back.
const SLACK: Millis = 50;
/// Time that may be forgiven at the beginning.
const START: Millis = 2_000;
/// What comes to it with each move.
const GAIN: Millis = 1_000;
/// Most of it.
const MOST: Millis = 5_000;

/// Time that may still be forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quota {
    left: Millis,
}

impl Default for Quota {
    fn default() -> Self {
        Self { left: START }
    }
}

impl Quota {
    /// Most that is forgiven now, if the way there and back takes `trip`.
    pub fn allowance(self, trip: Millis) -> Millis {
        (trip.saturating_add(SLACK)).min(MAX_LAG).min(self.left)
    }

    /// Time that a move is charged whose maker says it took `spent`, while the other side has waited `waited`.
    pub fn charge(&mut self, spent: Millis, waited: Millis, trip: Millis) -> Millis {
        let least = waited.saturating_sub(self.allowance(trip));
        let used = spent.clamp(least, waited);
        self.forgive(waited - used);
        used
    }

    /// Whether the other side may charge `used` for a move that was on its way or thought over for `mine`.
    pub fn admits(&mut self, used: Millis, mine: Millis) -> bool {
        let over = used.saturating_sub(mine);
        let admits = over <= self.left;
        if admits {
            self.forgive(over);
        }
        admits
    }

    fn forgive(&mut self, time: Millis) {
        self.left = self
            .left
            .saturating_sub(time)
            .saturating_add(GAIN)
            .min(MOST);
    }
}

/// The longest of the last ways there and back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trips {
    last: [Option<Millis>; 5],
    next: usize,
}

impl Trips {
    /// Notes one.
    pub const fn note(&mut self, trip: Millis) {
        self.last[self.next] = Some(trip);
        self.next = (self.next + 1) % self.last.len();
    }

    /// The longest; before the first is known, as long as may be forgiven.
    pub fn longest(&self) -> Millis {
        self.last.iter().flatten().copied().max().unwrap_or(MAX_LAG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_liar_gains_no_more_than_the_quota() {
        let mut quota = Quota::default();
        let moves = 100;
        let used: Millis = (0..moves).map(|_| quota.charge(0, 10_000, 60_000)).sum();
        let gained = moves * 10_000 - used;
        assert!(gained <= START + moves * GAIN, "{gained}");
        let mut quota = Quota::default();
        let used: Millis = (0..moves).map(|_| quota.charge(0, 10_000, 20)).sum();
        assert_eq!(
            moves * 10_000 - used,
            moves * 70,
            "a quick line forgives little"
        );
    }

    #[test]
    fn the_line_costs_nobody_time() {
        let mut quota = Quota::default();
        for _ in 0..100 {
            assert_eq!(quota.charge(7_000, 7_900, 900), 7_000);
        }
        // Two seconds now and then are forgiven as well.
        for _ in 0..20 {
            assert_eq!(quota.charge(3_000, 5_000, 2_000), 3_000);
            assert_eq!(quota.charge(3_000, 3_000, 2_000), 3_000);
        }
    }

    #[test]
    fn nobody_is_charged_for_what_was_not_thought() {
        let mut quota = Quota::default();
        assert_eq!(quota.charge(9_000, 5_000, 100), 5_000);
        let mut quota = Quota::default();
        let charged = (0..100).filter(|_| quota.admits(5_000, 1_000)).count();
        assert_eq!(charged, 0);
        let over: Millis = (0..100)
            .map(|_| if quota.admits(3_000, 1_000) { 2_000 } else { 0 })
            .sum();
        assert!(over <= START + 100 * GAIN, "{over}");
    }

    #[test]
    fn the_longest_of_the_last_trips_counts() {
        let mut trips = Trips::default();
        assert_eq!(trips.longest(), MAX_LAG);
        for trip in [900, 20, 30, 40, 50] {
            trips.note(trip);
        }
        assert_eq!(trips.longest(), 900);
        trips.note(10);
        assert_eq!(trips.longest(), 50);
    }
}
