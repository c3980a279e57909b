//! XQF, the format of XQStudio and of most collections that are passed around.
//!
//! Read generously: every version, any start, texts cut in the middle of a letter, lengths beyond the end of the
//! file, and the side to move by the first move, since some files have it wrong. Nothing but a file without a
//! complete header is refused.

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
