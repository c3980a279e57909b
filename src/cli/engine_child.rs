//! The process of an engine between its start and its program: this program starts itself, makes sure that it ends with
//! the window and is in nobody's way, and becomes the engine.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// First argument of a process that becomes an engine, before the path of its program.
pub const BECOME_ENGINE: &str = "--become-engine";

/// Exit status of a process that could not become the engine; the reason is the last line of its errors.
pub const NOT_STARTED: u8 = 127;

/// Niceness of an engine, so that everything else of the desktop comes first.
const NICENESS: i32 = 10;

/// Becomes the engine that the arguments name, if they do. Returns only if that fails.
pub fn become_engine(arguments: &[OsString]) -> Option<ExitCode> {
    let [_, word, program] = arguments else {
        return None;
    };
    if word != OsStr::new(BECOME_ENGINE) {
        return None;
    }
    // Where it is not allowed, the engine is as urgent as others.
    let _ = rustix::process::nice(NICENESS);
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};

        // An engine that does not heed the end of its input would be left behind by a window that is killed.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    let error = Command::new(program).exec();
    let _ = writeln!(io::stderr(), "{error}");
    Some(ExitCode::from(NOT_STARTED))
}
