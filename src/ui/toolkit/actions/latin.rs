//! Latin letters of keyboards in other scripts: a Cyrillic, Greek, Hebrew or Arabic layout has none, and commands and
//! moves are written with them.

use crate::ui::platform::prelude::*;

/// Letters and digits of a US keyboard by hardware key code, for keyboards with no layout in Latin letters. The codes are
/// those of evdev plus eight, as X11 and Wayland give them.
const US: [(u32, &str); 4] = [
    (10, "1234567890"),
    (24, "qwertyuiop"),
    (38, "asdfghjkl"),
    (52, "zxcvbnm"),
];

/// Returns the pressed key. Where the layout in use has no Latin letters, returns the one that the key has in another
/// layout of the keyboard, or on a US keyboard.
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

/// Whether commands and moves can hold a character.
fn is_typed(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '=' | '.')
}

/// Returns the first of a key's symbols that can be typed, or that of a US keyboard, in the case of the pressed one.
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
