//! Current time for the game clock.

use crate::game::Now;
use crate::game::clock::Millis;
use rustix::time::{ClockId, clock_gettime};

/// Returns the current time.
pub fn now() -> Now {
    Now {
        monotonic: millis(ClockId::Monotonic),
        since_boot: millis(ClockId::Boottime),
    }
}

fn millis(clock: ClockId) -> Millis {
    let time = clock_gettime(clock);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds * 1000 + u64::try_from(time.tv_nsec).unwrap_or(0) / 1_000_000
}
