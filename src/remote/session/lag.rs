//! Lag compensation, limited by a quota since lag cannot be proved.

use crate::game::clock::Millis;
use serde::{Deserialize, Serialize};

/// Maximum lag compensated for one move.
pub const MAX_LAG: Millis = 3_000;
/// Compensation beyond the measured round trip.
const JITTER_ALLOWANCE: Millis = 50;
/// Quota at the start of the game.
const INITIAL_QUOTA: Millis = 2_000;
/// Increase of the quota with each move.
const QUOTA_PER_MOVE: Millis = 1_000;
/// Upper limit of the quota.
const MAX_QUOTA: Millis = 5_000;

/// Lag that may still be compensated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LagQuota {
    left: Millis,
}

impl Default for LagQuota {
    fn default() -> Self {
        Self {
            left: INITIAL_QUOTA,
        }
    }
}

impl LagQuota {
    /// Maximum lag compensated now, given the round-trip time.
    pub fn allowance(self, trip: Millis) -> Millis {
        (trip.saturating_add(JITTER_ALLOWANCE))
            .min(MAX_LAG)
            .min(self.left)
    }

    /// Charge for a move that took its maker `spent` by its own account, and the other side waited for `waited`.
    pub fn charge(&mut self, spent: Millis, waited: Millis, trip: Millis) -> Millis {
        let least = waited.saturating_sub(self.allowance(trip));
        let used = spent.clamp(least, waited);
        self.spend(waited - used);
        used
    }

    /// Whether the other side may charge `used` for a move that took `mine` by one's own measurement.
    pub fn admits(&mut self, used: Millis, mine: Millis) -> bool {
        let over = used.saturating_sub(mine);
        let admits = over <= self.left;
        if admits {
            self.spend(over);
        }
        admits
    }

    fn spend(&mut self, time: Millis) {
        self.left = self
            .left
            .saturating_sub(time)
            .saturating_add(QUOTA_PER_MOVE)
            .min(MAX_QUOTA);
    }
}

/// Recent round-trip times.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundTrips {
    last: [Option<Millis>; 5],
    next: usize,
}

impl RoundTrips {
    /// Records a round trip.
    pub const fn note(&mut self, trip: Millis) {
        self.last[self.next] = Some(trip);
        self.next = (self.next + 1) % self.last.len();
    }

    /// The longest recent round trip; the maximum lag before the first.
    pub fn longest(&self) -> Millis {
        self.last.iter().flatten().copied().max().unwrap_or(MAX_LAG)
    }

    /// The shortest recent round trip; the maximum lag before the first.
    pub fn shortest(&self) -> Millis {
        self.last.iter().flatten().copied().min().unwrap_or(MAX_LAG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_liar_gains_no_more_than_the_quota() {
        let mut quota = LagQuota::default();
        let moves = 100;
        let used: Millis = (0..moves).map(|_| quota.charge(0, 10_000, 60_000)).sum();
        let gained = moves * 10_000 - used;
        assert!(gained <= INITIAL_QUOTA + moves * QUOTA_PER_MOVE, "{gained}");
        let mut quota = LagQuota::default();
        let used: Millis = (0..moves).map(|_| quota.charge(0, 10_000, 20)).sum();
        assert_eq!(
            moves * 10_000 - used,
            moves * 70,
            "a fast connection compensates little"
        );
    }

    #[test]
    fn lag_costs_nobody_time() {
        let mut quota = LagQuota::default();
        for _ in 0..100 {
            assert_eq!(quota.charge(7_000, 7_900, 900), 7_000);
        }
        // Two seconds now and then are compensated as well.
        for _ in 0..20 {
            assert_eq!(quota.charge(3_000, 5_000, 2_000), 3_000);
            assert_eq!(quota.charge(3_000, 3_000, 2_000), 3_000);
        }
    }

    #[test]
    fn charges_beyond_the_measurement_are_limited() {
        let mut quota = LagQuota::default();
        assert_eq!(quota.charge(9_000, 5_000, 100), 5_000);
        let mut quota = LagQuota::default();
        let charged = (0..100).filter(|_| quota.admits(5_000, 1_000)).count();
        assert_eq!(charged, 0);
        let over: Millis = (0..100)
            .map(|_| if quota.admits(3_000, 1_000) { 2_000 } else { 0 })
            .sum();
        assert!(over <= INITIAL_QUOTA + 100 * QUOTA_PER_MOVE, "{over}");
    }

    #[test]
    fn the_longest_recent_round_trip_counts() {
        let mut trips = RoundTrips::default();
        assert_eq!((trips.longest(), trips.shortest()), (MAX_LAG, MAX_LAG));
        for trip in [900, 20, 30, 40, 50] {
            trips.note(trip);
        }
        assert_eq!((trips.longest(), trips.shortest()), (900, 20));
        trips.note(10);
        assert_eq!(trips.longest(), 50);
    }
}
