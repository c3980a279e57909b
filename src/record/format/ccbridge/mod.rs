//! CCBridge: single records, and libraries of thousands of them.
//!
//! Parsing is lenient about headings, which are records with an empty board; any side to move, decided by the first
//! move; truncated texts and trees; libraries with a damaged list of games. Libraries of CCBridge 2 and records of a
//! newer kind than known are rejected with an error of their own.
//!
//! Written: records of kind 2, and libraries of them, as CCBridge 3 writes them.

mod library;
mod record;
mod writer;

pub use library::{Library, LibraryEntry};
pub(in crate::record) use writer::write_library;
pub(super) use writer::{CcBridgeTemplate, losses, write_record};

use super::{Loaded, ReadError};
use record::RecordHead;

/// Magic bytes of files: a single record, a library, and a library of CCBridge 2.
pub(super) const RECORD: &[u8] = b"CCBridge Record\0";
pub(super) const LIBRARY: &[u8] = b"CCBridgeLibrary\0";
pub(super) const OLD_LIBRARY: &[u8] = b"CCBridge\x15";

pub(super) fn read_record(bytes: &[u8]) -> Result<Loaded, ReadError> {
    Ok(RecordHead::read(bytes)?.game())
}

/// Reads a library with all its games; [`Library`] reads them one by one.
pub(super) fn read_library(bytes: &[u8]) -> Result<Loaded, ReadError> {
    Library::of(bytes)?.read_all()
}
