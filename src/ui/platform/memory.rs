//! Memory tuning: returns unused memory to the system.
//!
//! Textures of the board are megabytes. After a resize or another game, the C library keeps the memory of the old ones
//! for further allocations, and plain play allocates little.
#![allow(unsafe_code)]

use crate::ui::platform::prelude::*;

/// Makes GLib allocate small blocks with malloc, if it still has its own slice allocator: until version 2.76.
///
/// That allocator keeps blocks of one size in slabs, which live as long as any block in them. Every game leaves some in
/// other slabs than the last, so that memory use would grow with every game, after starting an eighth higher. GLib has
/// to be configured before it is fully loaded, so this is one of the functions that the loader calls before the
/// constructors of libraries.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[used]
#[unsafe(link_section = ".preinit_array")]
static WITHOUT_SLABS: extern "C" fn() = {
    extern "C" fn without_slabs() {
        unsafe extern "C" {
            fn g_slice_set_config(key: std::ffi::c_int, value: i64);
        }
        // SAFETY: it writes a variable of GLib's, which is loaded by then, and `G_SLICE` set by the user is read later.
        // Newer versions do nothing.
        unsafe { g_slice_set_config(ALWAYS_MALLOC, 1) };
    }
    without_slabs
};

/// `G_SLICE_CONFIG_ALWAYS_MALLOC` of gslice.h.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ALWAYS_MALLOC: std::ffi::c_int = 1;

/// Debounce of the trim.
const TRIM_DELAY: Duration = Duration::from_secs(1);

/// Limits malloc to two arenas; must be called before there is a second thread. By default the C library creates
/// another arena for any thread that finds the others locked, up to eight for each processor, and each of them keeps
/// some memory for ever.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_between_threads() {
    /// `M_ARENA_MAX` of malloc.h.
    const M_ARENA_MAX: std::ffi::c_int = -8;
    unsafe extern "C" {
        fn mallopt(parameter: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
    }
    // SAFETY: may be called at any time from any thread. A failure changes nothing.
    unsafe {
        mallopt(M_ARENA_MAX, 2);
    }
}

/// No-op: other C libraries are not tuned.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_between_threads() {}

/// Schedules a trim of the heap after large objects were freed, debounced.
pub fn give_back_soon() {
    thread_local! {
        static WAITING: RefCell<Option<glib::SourceId>> = const { RefCell::new(None) };
    }
    let give_back = || {
        WAITING.take();
        trim();
    };
    let source = glib::timeout_add_local_once(TRIM_DELAY, give_back);
    if let Some(earlier) = WAITING.replace(Some(source)) {
        earlier.remove();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // SAFETY: may be called at any time from any thread, and touches only free memory.
    unsafe {
        malloc_trim(0);
    }
}

/// No-op: other C libraries return unused memory by themselves.
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
