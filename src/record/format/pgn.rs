//! Portable Game Notation.

use super::{Loaded, Loss, ReadError};
use crate::record::Record;
use crate::record::notation::Notation;

pub(super) fn is_text(text: &str) -> bool {
    text.lines().any(|line| line.starts_with('['))
}

pub(super) fn read(_text: &str) -> Result<Loaded, ReadError> {
    Err(ReadError::Unknown)
}

pub(super) fn write(_record: &Record, _notation: Notation) -> String {
    String::new()
}

pub(super) fn losses(_record: &Record) -> Vec<Loss> {
    Vec::new()
}
