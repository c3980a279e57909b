//! Whether anything is heard.

use super::catalogue::say;

/// What turning sound on or off has come to.
pub fn sound(is_on: bool) -> &'static str {
    if is_on {
        say!("Sound is on.")
    } else {
        say!("Sound is off.")
    }
}
