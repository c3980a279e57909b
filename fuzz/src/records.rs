//! Files of one format, which `FUZZ_FORMAT` names: no bytes make its reader or a writer panic, and what was written is
//! read again.
#![no_main]

use chuhe::record::format::{self, Format, Target};
use libfuzzer_sys::{Corpus, fuzz_target};
use std::sync::LazyLock;

static FORMAT: LazyLock<Format> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_FORMAT").expect("FUZZ_FORMAT names a format");
    let known = |format: &Format| format!("{format:?}").eq_ignore_ascii_case(&name);
    Format::ALL.into_iter().find(known).expect("a known format")
});

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if Format::detect(bytes) != Some(*FORMAT) {
        return Corpus::Reject;
    }
    let Ok(loaded) = format::read(bytes) else {
        return Corpus::Keep;
    };
    for record in loaded.records.iter().take(4) {
        for target in Target::ALL {
            let written = format::write(record, target);
            let again = format::read(&written);
            assert!(again.is_ok(), "{target:?} is not read again: {again:?}");
        }
    }
    Corpus::Keep
});
