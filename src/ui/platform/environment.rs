//! Environment variables that GTK reads while it starts.
//!
//! Cairo renders the frames, unless the user asks otherwise: a board on which one piece moves at a time gives a
//! graphics card nothing to do, but preparing OpenGL takes a third of the time to the first frame and more than half of
//! the memory. GTK's own theme is skipped: libadwaita replaces it before anything is drawn, and parsing it would take a
//! tenth of the time to the first frame.
#![allow(unsafe_code)]

use gtk::glib;
use std::env;
use std::sync::OnceLock;

/// Variables by which users choose a renderer.
const CHOICES: [&str; 3] = ["GSK_RENDERER", "GDK_DEBUG", "GDK_DISABLE"];
/// First minor version of GTK 4 that reads `GDK_DISABLE`.
const DISABLE_SINCE: u32 = 16;
const THEME: &str = "GTK_THEME";
/// Theme without rules that GTK carries for libadwaita.
const EMPTY_THEME: &str = "Adwaita-empty";

/// Variables to remove once GTK has started, so that programs launched from here do not inherit them.
static TEMPORARY: OnceLock<Vec<&str>> = OnceLock::new();

/// Sets the variables. Must be called before GTK starts and before there is a second thread.
pub fn prepare() {
    let mut temporary = Vec::new();
    let mut set = |name, value| {
        // SAFETY: there is no other thread yet that could read the environment.
        unsafe { env::set_var(name, value) };
        temporary.push(name);
    };
    let is_chosen = |name: &&str| env::var_os(name).is_some_and(|value| value != "cairo");
    if !CHOICES.iter().any(is_chosen) {
        // Read again for every window, so it stays set.
        // SAFETY: as above.
        unsafe { env::set_var("GSK_RENDERER", "cairo") };
        if gtk::minor_version() < DISABLE_SINCE {
            set("GDK_DEBUG", "gl-disable");
        } else {
            set("GDK_DISABLE", "gl");
        }
    }
    if env::var_os(THEME).is_none() {
        set(THEME, EMPTY_THEME);
    }
    // `prepare` runs once.
    let _ = TEMPORARY.set(temporary);
}

/// Starts GTK and removes the temporary variables. Must be called before libadwaita starts, which loads no style sheet
/// while `GTK_THEME` is set, and before the program starts threads of its own.
///
/// # Errors
///
/// Fails without a display.
pub fn start_gtk() -> Result<(), glib::BoolError> {
    gtk::init()?;
    // GTK loads the theme along with its settings.
    gtk::Settings::default();
    for name in TEMPORARY.get().into_iter().flatten() {
        // SAFETY: GLib's threads are idle until something arrives on a bus, and removing the variables that were set
        // last moves no other entry of the environment.
        unsafe { env::remove_var(name) };
    }
    Ok(())
}
