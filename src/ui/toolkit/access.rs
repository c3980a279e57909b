//! Access keys that are not shown, and the accessible text of entry rows.

use super::a11y;
use super::actions::{shortcut, tell_key};
use crate::ui::platform::prelude::*;

/// Binds the access key that a label has in brackets without showing it: as a part of a name or on a card it is in the
/// way, and stands in the tooltip instead. Returns the label without it; `None` if the key is a letter of the text, which
/// only underlines it.
pub fn bind_hidden_key(
    widget: &impl IsA<gtk::Widget>,
    label: &str,
    does: impl IsA<gtk::ShortcutAction>,
) -> Option<String> {
    let key = words::bracketed_key(label)?.to_ascii_lowercase();
    let key = format!("<Alt>{key}");
    let keys = gtk::ShortcutController::new();
    keys.set_scope(gtk::ShortcutScope::Managed);
    keys.add_shortcut(shortcut(&key, does));
    widget.as_ref().add_controller(keys);
    tell_key(widget, &key);
    Some(words::without_key(label))
}

/// Makes the focus of an entry row visible to assistive technology: libadwaita 1.2 hides the inner widget that has it. That
/// widget does not expose its text, which is therefore set as its description. An access key in brackets is hidden.
pub fn expose_entry(row: &adw::EntryRow, name: &str) {
    // The title of an empty row is its placeholder.
    let focus = gtk::CallbackAction::new(|row, _| row.grab_focus().into());
    if let Some(title) = bind_hidden_key(row, &row.title(), focus) {
        row.set_title(&title);
    }
    let Some(text) = row.delegate().and_downcast::<gtk::Text>() else {
        return;
    };
    row.set_property("accessible-role", gtk::AccessibleRole::Group);
    a11y::replace_label(row, name);
    text.set_property("accessible-role", gtk::AccessibleRole::TextBox);
    a11y::set_label(&text, name);
    let describe = |text: &gtk::Text| {
        // Typed text is read out anyway.
        if !text.has_focus() {
            a11y::set_description(text, &text.text());
        }
    };
    text.connect_text_notify(describe);
    text.connect_has_focus_notify(describe);
}
