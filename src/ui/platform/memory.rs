//! Gives back to the system what is not needed any more.
//!
//! Pictures of the board are megabytes. When a window has been resized, or another game opened, the C library keeps
//! what the old ones took for whoever asks next, and a game that is only played asks for little.
#![allow(unsafe_code)]

use gtk::glib;
use std::cell::RefCell;
use std::time::Duration;

/// Has GLib take small pieces of memory from the C library like all others, where it still has an allocator of its own:
/// until version 2.76.
///
/// That keeps pieces of one size in slabs, which are held for as long as one piece in them is. Every game leaves a few
/// in other slabs than the last, so that the program would need more with every game; and an eighth more from the
/// start. GLib has to be told before it is loaded completely, which is why this stands among what the loader calls
/// before the constructors of libraries.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[used]
#[unsafe(link_section = ".preinit_array")]
static WITHOUT_SLABS: extern "C" fn() = {
    extern "C" fn without_slabs() {
        unsafe extern "C" {
            fn g_slice_set_config(key: std::ffi::c_int, value: i64);
        }
        // SAFETY: it writes a variable of GLib's, which is in its place by then, and what users set in `G_SLICE` is
        // read later. Newer versions do nothing.
        unsafe { g_slice_set_config(ALWAYS_MALLOC, 1) };
    }
    without_slabs
};

/// `G_SLICE_CONFIG_ALWAYS_MALLOC` of gslice.h.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ALWAYS_MALLOC: std::ffi::c_int = 1;

/// How long it has to be quiet before.
const QUIET: Duration = Duration::from_secs(1);

/// To be called before there is a second thread: all of them share two places that memory is taken from. By itself the
/// C library makes another for whichever thread finds the others busy, up to eight for each processor, and each of
/// them keeps a little for ever.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_between_threads() {
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
pub fn share_between_threads() {}

/// To be called when much may have been let go: gives it back once nothing more is for a moment.
pub fn give_back_soon() {
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

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn small_pieces_are_not_kept_in_slabs() {
        unsafe extern "C" {
            fn g_slice_get_config(key: std::ffi::c_int) -> i64;
        }
        // SAFETY: it reads a variable of GLib's.
        let is_told = unsafe { g_slice_get_config(ALWAYS_MALLOC) } == 1;
        let has_slabs = glib::check_version(2, 76, 0).is_some();
        assert!(is_told || !has_slabs);
    }
}
