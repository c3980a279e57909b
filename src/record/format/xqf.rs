//! XQF.

use super::{Loaded, Loss, ReadError};
use crate::record::Record;

pub(super) fn read(_bytes: &[u8]) -> Result<Loaded, ReadError> {
    Err(ReadError::Unknown)
}

pub(super) fn write(_record: &Record) -> Vec<u8> {
    Vec::new()
}

pub(super) fn losses(_record: &Record) -> Vec<Loss> {
    Vec::new()
}
