//! Whether anything is heard.

/// What turning sound on or off has come to.
#[must_use]
pub fn sound(is_on: bool) -> &'static str {
    if is_on {
        "Sound is on."
    } else {
        "Sound is off."
    }
}
