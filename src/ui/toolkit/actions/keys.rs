//! Keyboard shortcuts and their controllers.

use super::Action;
use crate::record::notation::MoveText;
use crate::ui::platform::prelude::*;

/// Alternative to the Pause key, which some keyboards lack.
pub const PAUSE_KEY: &str = "<Control><Shift>p";

/// Creates a shortcut for a key in GTK's syntax.
pub fn shortcut(key: &str, does: impl IsA<gtk::ShortcutAction>) -> gtk::Shortcut {
    gtk::Shortcut::new(gtk::ShortcutTrigger::parse_string(key), Some(does))
}

/// Creates shortcuts to named actions that are activated only if no widget has handled the key.
pub fn plain<'a>(
    named: impl IntoIterator<Item = (String, &'a [&'a str])>,
) -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    controller.set_propagation_phase(gtk::PropagationPhase::Bubble);
    for (name, keys) in named {
        for key in keys {
            controller.add_shortcut(shortcut(key, gtk::NamedAction::new(&name)));
        }
    }
    controller
}

/// Returns the tooltip of a button with its shortcut.
pub fn tooltip(about: &str, key: &str) -> String {
    match gtk::accelerator_parse(key) {
        Some((key, modifiers)) => {
            words::with_key(about, &gtk::accelerator_get_label(key, modifiers))
        }
        None => about.to_owned(),
    }
}

/// Returns the name of the access key in a label, such as `Alt+E`; empty if it has none.
pub fn access_key(label: &str) -> String {
    let letter = label
        .split_once('_')
        .and_then(|(_, rest)| rest.chars().next());
    let key = letter.map(|letter| format!("<Alt>{}", letter.to_ascii_lowercase()));
    match key.and_then(gtk::accelerator_parse) {
        Some((key, modifiers)) => gtk::accelerator_get_label(key, modifiers).into(),
        None => String::new(),
    }
}

/// Adds a shortcut to the tooltip of a button with a label.
pub fn tell_key(button: &impl IsA<gtk::Widget>, key: &str) {
    if let Some(about) = button.tooltip_text() {
        button.set_tooltip_text(Some(&tooltip(&about, key)));
    }
}

/// Creates the shortcuts that close a window over the board.
pub fn closing_keys() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    for key in ["Escape", "<Control>w"] {
        controller.add_shortcut(shortcut(key, gtk::NamedAction::new("window.close")));
    }
    controller
}

/// Returns the shortcut for a notation: numbered like the buttons above the list of moves, with the optional one last.
pub const fn notation_key(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "<Control>1",
        MoveText::Chinese => "<Control>2",
        MoveText::Wxf => "<Control>3",
        MoveText::Coordinates => "<Control>4",
        MoveText::Vietnamese => "<Control>5",
    }
}

/// Binds the shortcuts of all actions.
pub fn bind(app: &impl IsA<gtk::Application>) {
    for action in Action::ALL {
        let name = format!("win.{}", action.name());
        app.set_accels_for_action(&name, action.keys());
    }
    for text in MoveText::ALL {
        let name = format!("win.notation::{}", text.word());
        app.set_accels_for_action(&name, &[notation_key(text)]);
    }
}
