//! Builds `frames.c`, a library that makes a GTK program report its frames.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the library; returns the file for `LD_PRELOAD`.
///
/// # Errors
///
/// Returns an error if there is no C compiler, or if GTK's development files are missing.
pub fn build() -> Result<PathBuf, Box<dyn Error>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/frames.c");
    // Two benchmarks may build it at the same time.
    let name = format!("frames-{}.so", env!("CARGO_CRATE_NAME"));
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "gtk4-x11"])
        .output()?;
    let flags = String::from_utf8(flags.stdout)?;
    let built = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(source)
        .args(flags.split_whitespace())
        .arg("-ldl")
        .status()?;
    if !built.success() {
        return Err("the preloaded library cannot be built".into());
    }
    Ok(library)
}
