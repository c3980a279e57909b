//! Gives back to the system what is not needed any more.
//!
//! Pictures of the board are megabytes. When a window has been resized, or another game opened, the C library keeps
//! what the old ones took for whoever asks next, and a game that is only played asks for little.
#![allow(unsafe_code)]

use gtk::glib;
use std::cell::RefCell;
use std::time::Duration;

/// How long it has to be quiet before.
const QUIET: Duration = Duration::from_secs(1);

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
