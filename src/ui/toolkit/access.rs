//! Keyboard access to a choice of several buttons: the mnemonic in its title focuses the active button, and the arrow
//! keys move to the others.

use super::actions::{on_key, shortcut, tell_key};
use super::{a11y, below};
use crate::ui::platform::prelude::*;
use gtk::graphene;

/// Makes the mnemonic in a group's title focus a line of buttons, which is also labeled by that title.
pub fn lead(group: &adw::PreferencesGroup, line: &impl IsA<gtk::Widget>) {
    let (title, line) = (group.title(), line.upcast_ref::<gtk::Widget>());
    for label in below::find(group, gtk::Widget::is::<gtk::Label>) {
        if let Ok(label) = label.downcast::<gtk::Label>()
            && label.label() == title
        {
            label.set_use_underline(true);
            label.set_mnemonic_widget(Some(line));
        }
    }
    a11y::replace_label(line, &words::without_key(&title));
    line.connect_mnemonic_activate(|line, _| {
        let chosen = buttons(line).into_iter().find(gtk::ToggleButton::is_active);
        chosen.is_some_and(|button| button.grab_focus()).into()
    });
}

/// Binds the access key that a label has in brackets without showing it: as a part of a name or on a card it is in the
/// way, and stands in the tooltip instead. Returns the label without it; `None` if the key is a letter of the text, which
/// only underlines it.
pub fn bind_quietly(
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
    if let Some(title) = bind_quietly(row, &row.title(), focus) {
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

/// Moves the focus between buttons with the arrow keys. The flow box would move it between its children, which are not
/// focusable here.
pub fn let_arrows_move(line: &gtk::FlowBox) {
    let capture = gtk::PropagationPhase::Capture;
    line.add_controller(on_key(line, capture, |line, key, state| {
        let is_plain = !state.intersects(gtk::accelerator_get_default_mod_mask());
        let next = beside(line, key).filter(|_| is_plain);
        next.is_some_and(|button| button.grab_focus())
    }));
}

fn buttons(line: &impl IsA<gtk::Widget>) -> Vec<gtk::ToggleButton> {
    let found = below::find(line, |widget| {
        widget.is::<gtk::ToggleButton>() && widget.is_mapped()
    });
    found
        .into_iter()
        .filter_map(|widget| widget.downcast().ok())
        .collect()
}

/// Returns the button that an arrow key leads to from the focused one: visually the nearest on that side.
fn beside(line: &gtk::FlowBox, key: gdk::Key) -> Option<gtk::ToggleButton> {
    let (right, down) = match key {
        gdk::Key::Left | gdk::Key::KP_Left => (-1.0, 0.0),
        gdk::Key::Right | gdk::Key::KP_Right => (1.0, 0.0),
        gdk::Key::Up | gdk::Key::KP_Up => (0.0, -1.0),
        gdk::Key::Down | gdk::Key::KP_Down => (0.0, 1.0),
        _ => return None,
    };
    let place =
        |button: &gtk::ToggleButton| button.compute_bounds(line).map(|place| place.center());
    let all = buttons(line);
    let from = place(all.iter().find(|button| button.has_focus())?)?;
    let far = |to: graphene::Point| {
        let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
        let (ahead, aside) = (dx * right + dy * down, dx * down - dy * right);
        // Candidates further aside than ahead belong to another direction.
        (ahead > 1.0 && aside.abs() < ahead).then_some(ahead + aside.abs())
    };
    let reached = all
        .into_iter()
        .filter_map(|button| Some((far(place(&button)?)?, button)));
    let nearest = reached.min_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map(|(_, button)| button)
}
