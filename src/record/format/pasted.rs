//! Pasted text.

use super::{Loaded, ReadError};

pub(super) fn read(_text: &str) -> Result<Loaded, ReadError> {
    Err(ReadError::Unknown)
}
