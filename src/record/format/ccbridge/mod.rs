//! CCBridge.

use super::{Loaded, ReadError};

pub(super) fn read_record(_bytes: &[u8]) -> Result<Loaded, ReadError> {
    Err(ReadError::Unknown)
}

pub(super) fn read_library(_bytes: &[u8]) -> Result<Loaded, ReadError> {
    Err(ReadError::Unknown)
}
