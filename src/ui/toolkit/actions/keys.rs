//! Keyboard shortcuts and their controllers.

use super::Action;
use super::latin::latin_key;
use crate::record::notation::MoveText;
use crate::ui::platform::prelude::*;

/// Alternative to the Pause key, which some keyboards lack.
pub const PAUSE_KEY: &str = "<Control><Shift>p";

/// Creates a shortcut for a key in GTK's syntax.
pub fn shortcut(key: &str, does: impl IsA<gtk::ShortcutAction>) -> gtk::Shortcut {
    gtk::Shortcut::new(gtk::ShortcutTrigger::parse_string(key), Some(does))
}

/// Creates the action of a shortcut that calls back while its object lives; the callback returns whether it handled the
/// key.
pub fn call<T: IsA<glib::Object>>(
    object: &T,
    called: impl Fn(&T) -> bool + 'static,
) -> gtk::CallbackAction {
    let object = object.downgrade();
    gtk::CallbackAction::new(move |_, _| {
        object
            .upgrade()
            .is_some_and(|object| called(&object))
            .into()
    })
}

/// Creates a controller that calls back for each key pressed while its object lives; the callback returns whether it
/// handled the key. Keys of layouts without Latin letters are given as [`latin_key`] says.
pub fn on_key<T: IsA<glib::Object>>(
    object: &T,
    phase: gtk::PropagationPhase,
    pressed: impl Fn(&T, gdk::Key, gdk::ModifierType) -> bool + 'static,
) -> gtk::EventControllerKey {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(phase);
    let object = object.downgrade();
    keys.connect_key_pressed(move |keys, key, _, state| {
        let key = latin_key(keys.current_event(), key);
        let object = object.upgrade();
        object
            .is_some_and(|object| pressed(&object, key, state))
            .into()
    });
    keys
}

/// Creates the shortcut that goes to the search of a list, by a callback as in [`call`].
pub fn search_key<T: IsA<glib::Object>>(
    object: &T,
    go: impl Fn(&T) -> bool + 'static,
) -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    controller.add_shortcut(shortcut(words::SEARCH_KEY, call(object, go)));
    controller
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

/// Has every window over the main one quit the program with the keys that do so there, which has actions of its own.
pub fn quit_from_dialogs(app: &impl IsA<gtk::Application>) {
    let app = app.upcast_ref::<gtk::Application>().downgrade();
    let windows = gtk::Window::toplevels();
    windows.connect_items_changed(move |windows, at, _, added| {
        for index in at..at + added {
            let window = windows.item(index).and_downcast::<gtk::Window>();
            let dialog = window.filter(|window| !window.is::<adw::ApplicationWindow>());
            let Some((dialog, app)) = dialog.zip(app.upgrade()) else {
                continue;
            };
            let controller = gtk::ShortcutController::new();
            for key in Action::Quit.keys() {
                let quit = call(&app, |app| {
                    app.activate_action("quit", None);
                    true
                });
                controller.add_shortcut(shortcut(key, quit));
            }
            dialog.add_controller(controller);
        }
    });
}

/// Binds the shortcuts of all actions.
pub fn bind(app: &impl IsA<gtk::Application>) {
    for action in Action::ALL {
        let name = action.in_window();
        app.set_accels_for_action(&name, action.keys());
    }
    for text in MoveText::ALL {
        let name = format!("win.notation::{}", text.word());
        app.set_accels_for_action(&name, &[notation_key(text)]);
    }
}
