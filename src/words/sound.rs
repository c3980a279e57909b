//! Sound on or off.

use super::catalogue::say;

/// Confirmation that sound was turned on or off.
pub fn sound(is_on: bool) -> &'static str {
    if is_on {
        say!("Sound is on.")
    } else {
        say!("Sound is off.")
    }
}
