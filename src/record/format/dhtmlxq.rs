//! DhtmlXQ.

use super::{Loaded, Loss, ReadError};
use crate::record::Record;

pub(super) fn is_text(text: &str) -> bool {
    text.contains("[DhtmlXQ")
}

pub(super) fn read(_text: &str) -> Result<Loaded, ReadError> {
    Err(ReadError::Unknown)
}

pub(super) fn write(_record: &Record) -> String {
    String::new()
}

pub(super) fn losses(_record: &Record) -> Vec<Loss> {
    Vec::new()
}
