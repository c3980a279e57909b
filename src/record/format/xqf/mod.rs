//! XQF, the format of XQStudio and of most collections in circulation.
//!
//! Parsing is lenient about every version, any start, texts cut in the middle of a character, lengths beyond the end of
//! the file, texts in Vietnamese character sets, titles that run on behind their field and other texts that overwrite the
//! next one, and the side to move, which the first move decides since some files state it wrongly. A file is rejected
//! without a complete header, and if neither its board nor its tree is one.

mod decryption;
mod header;
mod texts;
mod tree;
mod writer;

pub(super) use writer::{XqfTemplate, losses, write};

use super::{Caution, Loaded, ReadError, Warning, branches};
use header::XqfHeader;
use texts::TextSet;
use tree::XqfSteps;

pub(super) fn read(bytes: &[u8]) -> Result<Loaded, ReadError> {
    let header = XqfHeader::read(bytes)?;
    let steps = || XqfSteps::new(bytes, &header.keys);
    let start = header.start();
    if start.position().is_err() && !steps().has_root() {
        return Err(ReadError::Unknown);
    }
    let (set, is_certain) = text_set(&header, steps());
    let steps = steps().map(|step| step.read(&header.keys, set));
    let mut loaded = branches::read(start, steps).with_head(header.tags(set), header.outcome());
    // A file that ends early may do so within a character.
    let ends_early = |told: &Warning| told.what == Caution::EndsEarly;
    let is_half = set == TextSet::Gb18030 && loaded.warnings.iter().any(ends_early);
    if !is_certain && !is_half {
        let caution = Caution::UnknownCharset;
        loaded.warnings.push(Warning::of_line(0, caution));
    }
    Ok(loaded)
}

/// The character set of all texts of a file, and whether it is certain.
fn text_set(header: &XqfHeader<'_>, steps: XqfSteps<'_>) -> (TextSet, bool) {
    let fields = header.texts().map(|(_, text, _)| text.to_vec());
    TextSet::of(fields.chain(steps.map(|step| step.comment)))
}
