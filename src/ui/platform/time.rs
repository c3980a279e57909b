//! Current time: for the game clock, and of the calendar.

use crate::game::Now;
use crate::game::clock::Millis;
use gtk::glib;
use rustix::time::{ClockId, clock_gettime};
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the current time.
pub fn now() -> Now {
    Now {
        monotonic: millis(ClockId::Monotonic),
        since_boot: millis(ClockId::Boottime),
    }
}

/// Seconds since 1970, UTC.
pub fn unix_seconds() -> u64 {
    unix_millis() / 1000
}

/// Milliseconds since 1970, UTC.
pub fn unix_millis() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(0))
}

/// Days since 1970 in local time.
pub fn local_days() -> u32 {
    let now = glib::DateTime::now_local();
    let seconds = now.map_or(0, |now| now.to_unix() + now.utc_offset().as_seconds());
    u32::try_from(seconds / 86_400).unwrap_or_default()
}

fn millis(clock: ClockId) -> Millis {
    let time = clock_gettime(clock);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds * 1000 + u64::try_from(time.tv_nsec).unwrap_or(0) / 1_000_000
}
