//! XQF, the format of XQStudio and of most collections in circulation.
//!
//! Parsing is lenient about every version, any start, texts cut in the middle of a character, lengths beyond the end of
//! the file, and the side to move, which the first move decides since some files state it wrongly. Only a file without
//! a complete header is rejected.

mod header;
mod keys;
mod tree;
mod writer;

pub(super) use writer::{losses, write};

use super::{Loaded, ReadError, branches};
use header::Header;

pub(super) fn read(bytes: &[u8]) -> Result<Loaded, ReadError> {
    let header = Header::read(bytes)?;
    let steps = tree::Steps::new(bytes, &header.keys);
    Ok(branches::read(header.start(), steps).with_head(header.tags(), header.outcome()))
}
