//! Keyboard shortcuts and their controllers. A Cyrillic, Greek, Hebrew or Arabic layout has no Latin letters, with which
//! commands and moves are written: its keys count as those of another layout.

use super::Action;
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

/// Creates shortcuts to named actions that are activated only if the focused widget has not handled the key.
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

/// Returns the name of a key in GTK’s syntax, such as `Ctrl+L`; empty if it is none.
pub fn key_name(key: &str) -> String {
    match gtk::accelerator_parse(key) {
        Some((key, modifiers)) => gtk::accelerator_get_label(key, modifiers).into(),
        None => String::new(),
    }
}

/// Returns the tooltip of a button with its shortcut.
pub fn tooltip(about: &str, key: &str) -> String {
    match key_name(key).as_str() {
        "" => about.to_owned(),
        key => words::with_key(about, key),
    }
}

/// Returns the access key in a label.
pub fn mnemonic(label: &str) -> Option<String> {
    let (_, rest) = label.split_once('_')?;
    let letter = rest.chars().next()?;
    Some(format!("<Alt>{}", letter.to_ascii_lowercase()))
}

/// Returns the name of the access key in a label, such as `Alt+E`; empty if it has none.
pub fn access_key(label: &str) -> String {
    mnemonic(label).map_or_else(String::new, |key| key_name(&key))
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

/// Returns the shortcut for a notation.
pub const fn notation_key(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "<Control>1",
        MoveText::Chinese => "<Control>2",
        MoveText::Wxf => "<Control>3",
        MoveText::Coordinates => "<Control>4",
        MoveText::Vietnamese => "<Control>5",
    }
}

/// Lets dialogs quit the program by the same keys as the main window, whose actions they lack.
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

/// Letters and digits of a US keyboard by hardware key code, for keyboards with no layout in Latin letters. The codes are
/// those of evdev plus eight, as X11 and Wayland give them.
const US: [(u32, &str); 4] = [
    (10, "1234567890"),
    (24, "qwertyuiop"),
    (38, "asdfghjkl"),
    (52, "zxcvbnm"),
];

/// Returns the pressed key. If the active layout has no Latin letters, returns the symbol of the same key in another
/// configured layout, or else on a US keyboard.
pub fn latin_key(event: Option<gdk::Event>, key: gdk::Key) -> gdk::Key {
    let event = event.and_then(|event| event.downcast::<gdk::KeyEvent>().ok());
    let other = event.and_then(|event| {
        let own = key.to_unicode().filter(|own| !own.is_control());
        let layout = i32::try_from(event.layout()).ok()?;
        let display = event.display()?;
        let latin = display.map_keyval(gdk::Key::a).unwrap_or_default();
        if own.is_none_or(is_typed) || latin.iter().any(|a| a.group() == layout) {
            return None;
        }
        let is_shifted = event
            .modifier_state()
            .contains(gdk::ModifierType::SHIFT_MASK);
        let entries = display.map_keycode(event.keycode()).unwrap_or_default();
        let levels = entries.into_iter().filter_map(|(at, other)| {
            let is_level = at.level() == i32::from(is_shifted);
            is_level.then_some(other)
        });
        typed_instead(key, levels, event.keycode())
    });
    other.unwrap_or(key)
}

/// Whether a character can occur in commands and moves.
fn is_typed(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '=' | '.')
}

/// Returns the first typeable symbol of a key in any layout, or else that of a US keyboard; upper or lower case like
/// the pressed one.
fn typed_instead(
    pressed: gdk::Key,
    mut symbols: impl Iterator<Item = gdk::Key>,
    keycode: u32,
) -> Option<gdk::Key> {
    let known = symbols.find(|symbol| symbol.to_unicode().is_some_and(is_typed));
    let typed = known.or_else(|| on_us_keyboard(keycode))?;
    Some(if pressed.is_upper() && !pressed.is_lower() {
        typed.to_upper()
    } else if pressed.is_lower() && !pressed.is_upper() {
        typed.to_lower()
    } else {
        typed
    })
}

fn on_us_keyboard(keycode: u32) -> Option<gdk::Key> {
    US.into_iter().find_map(|(first, row)| {
        let at = usize::try_from(keycode.checked_sub(first)?).ok()?;
        gdk::Key::from_name(row.get(at..=at)?)
    })
}

#[cfg(test)]
mod tests {
    use super::typed_instead;
    use gtk::gdk::Key;

    #[test]
    fn a_key_of_another_script_is_the_latin_one_in_the_same_case() {
        // Key code 41 is F on a US keyboard, and U on a Dvorak one.
        for (pressed, symbols, keycode, typed) in [
            (Key::Cyrillic_a, [Key::Cyrillic_a, Key::f], 41, Some(Key::f)),
            (Key::Cyrillic_A, [Key::Cyrillic_A, Key::F], 41, Some(Key::F)),
            // Caps Lock is on.
            (Key::Cyrillic_A, [Key::Cyrillic_A, Key::f], 41, Some(Key::F)),
            (
                Key::Greek_alpha,
                [Key::u, Key::Greek_alpha],
                41,
                Some(Key::u),
            ),
            (Key::Arabic_beh, [Key::Arabic_beh; 2], 41, Some(Key::f)),
            (Key::apostrophe, [Key::apostrophe; 2], 25, Some(Key::w)),
            (
                Key::Cyrillic_yu,
                [Key::Cyrillic_yu, Key::period],
                60,
                Some(Key::period),
            ),
            // Moves and commands hold none of what this key has.
            (
                Key::Cyrillic_ha,
                [Key::Cyrillic_ha, Key::bracketleft],
                34,
                None,
            ),
        ] {
            assert_eq!(typed_instead(pressed, symbols.into_iter(), keycode), typed);
        }
    }
}
