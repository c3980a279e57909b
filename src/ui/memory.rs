//! Gives back to the system what is not needed any more.
//!
//! Pictures of the board are megabytes. When a window has been resized, or another game opened, the C library keeps
//! what the old ones took for whoever asks next, and a game that is only played asks for little.
#![allow(unsafe_code)]

use gtk::glib;
use std::cell::RefCell;
use std::env;
#[cfg(target_os = "linux")]
use std::ffi::{OsStr, OsString};
use std::time::Duration;

/// What tells GLib how to take small pieces of memory, and to take them from the C library like all others.
const SLABS: (&str, &str) = ("G_SLICE", "always-malloc");

/// Has the program begin again without an allocator of GLib's own, where that still has one: until version 2.76.
///
/// That keeps pieces of one size in slabs, which are held for as long as one piece in them is. Every game leaves a few
/// in other slabs than the last, so that the program would need more with every game; and an eighth more from the
/// start. GLib asks for this before any of the program's own code runs. It returns where there is nothing to do, or
/// nothing can be done: it works with slabs as well.
pub fn begin_without_slabs() {
    let (name, value) = SLABS;
    let has_slabs = glib::check_version(2, 76, 0).is_some();
    if has_slabs && env::var_os(name).is_none() {
        begin_again(name, value);
    }
}

#[cfg(target_os = "linux")]
fn begin_again(name: &str, value: &str) {
    use std::os::unix::process::CommandExt;
    let (Ok(program), Some(given)) = (env::current_exe(), given_environment()) else {
        return;
    };
    let mut arguments = env::args_os();
    let mut again = std::process::Command::new(program);
    if let Some(called) = arguments.next() {
        again.arg0(called);
    }
    again.args(arguments).env_clear().envs(given);
    // Comes back only if it fails, and then this process is as good as it was.
    let _ = again.env(name, value).exec();
}

/// The environment that this process was given. GTK takes out of its own, as it is loaded, what lets a window that was
/// asked for have the keyboard, and the next one is to find it there as well.
#[cfg(target_os = "linux")]
fn given_environment() -> Option<Vec<(OsString, OsString)>> {
    use std::os::unix::ffi::OsStrExt;
    let given = std::fs::read("/proc/self/environ").ok()?;
    let owned = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
    let variables = given.split(|byte| *byte == 0).filter_map(|variable| {
        let equals = variable.iter().position(|byte| *byte == b'=')?;
        Some((owned(&variable[..equals]), owned(&variable[equals + 1..])))
    });
    Some(variables.collect())
}

#[cfg(not(target_os = "linux"))]
fn begin_again(_: &str, _: &str) {}

/// How long it has to be quiet before.
const QUIET: Duration = Duration::from_secs(1);

/// To be called before there is a second thread: all of them share two places that memory is taken from. By itself the
/// C library makes another for whichever thread finds the others busy, up to eight for each processor, and each of
/// them keeps a little for ever.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn share_between_threads() {
    /// `M_ARENA_MAX` of malloc.h.
    const PLACES: std::ffi::c_int = -8;
    unsafe extern "C" {
        fn mallopt(parameter: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
    }
    // SAFETY: may be called at any time from any thread. Where it is refused all is as before.
    unsafe {
        mallopt(PLACES, 2);
    }
}

/// Other C libraries are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn share_between_threads() {}

/// To be called when much may have been let go: gives it back once nothing more is for a moment.
pub(super) fn give_back_soon() {
    thread_local! {
        static WAITING: RefCell<Option<glib::SourceId>> = const { RefCell::new(None) };
    }
    let give_back = || {
        WAITING.take();
        trim();
    };
    let source = glib::timeout_add_local_once(QUIET, give_back);
    if let Some(earlier) = WAITING.replace(Some(source)) {
        earlier.remove();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // SAFETY: may be called at any time from any thread, and touches only what nobody has.
    unsafe {
        malloc_trim(0);
    }
}

/// Other C libraries give back what they do not need by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
