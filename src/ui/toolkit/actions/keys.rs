//! Which keys do what, and what listens to them.

use super::Action;
use crate::record::notation::MoveText;
use crate::ui::platform::prelude::*;

/// The key beside the one of that name, which some keyboards lack.
pub const PAUSE_KEY: &str = "<Control><Shift>p";

/// Has a key, as GTK writes them, do something.
pub fn shortcut(key: &str, does: impl IsA<gtk::ShortcutAction>) -> gtk::Shortcut {
    gtk::Shortcut::new(gtk::ShortcutTrigger::parse_string(key), Some(does))
}

/// Named actions of keys that wait until nothing else has taken them.
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

/// Tooltip of a button, with the key that does the same.
pub fn tooltip(about: &str, key: &str) -> String {
    match gtk::accelerator_parse(key) {
        Some((key, modifiers)) => {
            words::with_key(about, &gtk::accelerator_get_label(key, modifiers))
        }
        None => about.to_owned(),
    }
}

/// A label without its access key, and what is pressed for that.
pub fn access_tooltip(label: &str) -> String {
    let key = label
        .split_once('_')
        .and_then(|(_, rest)| rest.chars().next());
    let about = words::without_key(label);
    match key {
        Some(key) => tooltip(&about, &format!("<Alt>{}", key.to_ascii_lowercase())),
        None => about,
    }
}

/// Has a button that says what it is for tell the key that does the same.
pub fn tell_key(button: &impl IsA<gtk::Widget>, key: &str) {
    if let Some(about) = button.tooltip_text() {
        button.set_tooltip_text(Some(&tooltip(&about, key)));
    }
}

/// The keys that close a window which lies over the board.
pub fn closing_keys() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    for key in ["Escape", "<Control>w"] {
        controller.add_shortcut(shortcut(key, gtk::NamedAction::new("window.close")));
    }
    controller
}

/// The key that chooses a notation: they are numbered as their buttons stand over the list of moves, the one that not
/// everybody has coming last.
pub const fn notation_key(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "<Control>1",
        MoveText::Chinese => "<Control>2",
        MoveText::Wxf => "<Control>3",
        MoveText::Coordinates => "<Control>4",
        MoveText::Vietnamese => "<Control>5",
    }
}

/// Binds the keys of every action.
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
