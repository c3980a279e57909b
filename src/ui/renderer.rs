//! Chooses how frames get onto the screen: by Cairo, unless the user has said otherwise.
//!
//! A board on which one piece moves at a time gives a graphics card nothing to do, but preparing OpenGL takes a
//! third of the time until the first frame and more than half of the memory. GTK asks the environment, once,
//! when it starts.
#![allow(unsafe_code)]

use std::env;

/// What users set who have a wish of their own.
const WISHES: [&str; 3] = ["GSK_RENDERER", "GDK_DEBUG", "GDK_DISABLE"];
/// The first minor version of GTK 4 that is told in `GDK_DISABLE` what to do without.
const DISABLING: u32 = 16;

/// Makes the choice. To be called first of all, before GTK starts and before there is a second thread.
pub(super) fn choose() {
    let wish = |name: &&str| env::var_os(name).is_some_and(|value| value != "cairo");
    if WISHES.iter().any(wish) {
        return;
    }
    // SAFETY: there is no other thread yet that could read the environment.
    unsafe {
        env::set_var("GSK_RENDERER", "cairo");
        if gtk::minor_version() < DISABLING {
            env::set_var("GDK_DEBUG", "gl-disable");
        } else {
            env::set_var("GDK_DISABLE", "gl");
        }
    }
}
