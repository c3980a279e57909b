//! What GTK is told while it starts. It asks the environment, once, so that is where it stands until then.
//!
//! Frames get onto the screen by Cairo, unless the user has said otherwise: a board on which one piece moves at a time
//! gives a graphics card nothing to do, but preparing OpenGL takes a third of the time until the first frame and more
//! than half of the memory. And GTK's own theme is an empty one: libadwaita puts its own in the place of that before
//! anything is seen, but GTK would have read it by then, which takes a tenth of the time until the first frame.
#![allow(unsafe_code)]

use gtk::glib;
use std::env;
use std::sync::OnceLock;

/// What users set who have a wish of their own.
const WISHES: [&str; 3] = ["GSK_RENDERER", "GDK_DEBUG", "GDK_DISABLE"];
/// The first minor version of GTK 4 that is told in `GDK_DISABLE` what to do without.
const DISABLING: u32 = 16;
const THEME: &str = "GTK_THEME";
/// A theme of GTK without a rule, made for libadwaita.
const EMPTY_THEME: &str = "Adwaita-empty";

/// What is not needed once GTK has started, and would be handed on to programs that are started from here.
static PASSING: OnceLock<Vec<&str>> = OnceLock::new();

/// To be called first of all, before GTK starts and before there is a second thread.
pub(super) fn prepare() {
    let mut passing = Vec::new();
    let mut tell = |name, value| {
        // SAFETY: there is no other thread yet that could read the environment.
        unsafe { env::set_var(name, value) };
        passing.push(name);
    };
    let wish = |name: &&str| env::var_os(name).is_some_and(|value| value != "cairo");
    if !WISHES.iter().any(wish) {
        // This one is asked for with every window.
        // SAFETY: as above.
        unsafe { env::set_var("GSK_RENDERER", "cairo") };
        if gtk::minor_version() < DISABLING {
            tell("GDK_DEBUG", "gl-disable");
        } else {
            tell("GDK_DISABLE", "gl");
        }
    }
    if env::var_os(THEME).is_none() {
        tell(THEME, EMPTY_THEME);
    }
    // Nobody prepares twice.
    let _ = PASSING.set(passing);
}

/// Starts GTK, but not libadwaita, which would leave a theme alone that stands in the environment. To be called before
/// the program starts threads of its own.
///
/// # Errors
///
/// There is no display.
pub(super) fn start_gtk() -> Result<(), glib::BoolError> {
    gtk::init()?;
    // The theme is read with the settings.
    gtk::Settings::default();
    for name in PASSING.get().into_iter().flatten() {
        // SAFETY: the threads of GLib that there are by now wait for something to happen on a bus. What was set last is
        // taken from the end of the list, so nothing else in it moves.
        unsafe { env::remove_var(name) };
    }
    Ok(())
}
