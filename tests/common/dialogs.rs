//! The dialogs of the program, opened by their actions, and the widgets in them.

use super::inside::{children, wait, windows, work};
use gtk::gio;
use gtk::prelude::*;
use std::time::Duration;

/// The actions that open a dialog over the board.
pub const DIALOGS: [&str; 15] = [
    "games",
    "studies",
    "new",
    "match",
    "set-up",
    "details",
    "print",
    "save-replay",
    "preferences",
    "look",
    "help",
    "learn",
    "shortcuts",
    "resign",
    "remote",
];

/// A widget and all its descendants.
pub fn all_in(widget: &impl IsA<gtk::Widget>) -> Vec<gtk::Widget> {
    let mut found: Vec<gtk::Widget> = vec![widget.as_ref().clone()];
    let mut at = 0;
    while let Some(widget) = found.get(at).cloned() {
        found.extend(children(&widget));
        at += 1;
    }
    found
}

/// Runs an action of the window with the board, and waits for some time.
pub fn activate(window: &gtk::Window, action: &str, time: Duration) {
    let group = window.downcast_ref::<adw::ApplicationWindow>();
    let group = group.expect("the window with the board");
    gio::prelude::ActionGroupExt::activate_action(group, action, None);
    work(time);
}

/// Waits for the window with the board.
pub fn main_window() -> Result<gtk::Window, String> {
    let window = wait("the window", || {
        let mut all = windows().into_iter();
        all.find(gtk::prelude::ObjectExt::is::<adw::ApplicationWindow>)
    })?;
    work(Duration::from_millis(500));
    Ok(window)
}

/// Opens the dialog of an action.
pub fn open(window: &gtk::Window, action: &str) -> Result<gtk::Window, String> {
    activate(window, action, Duration::ZERO);
    let dialog = wait(action, || {
        windows().into_iter().find(|other| other != window)
    })?;
    work(Duration::from_millis(200));
    Ok(dialog)
}
