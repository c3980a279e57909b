//! Radio groups: toggle buttons in a line, or rows with a check mark; and rows with a switch.
//!
//! Screen readers hear each button as a radio button with its name, its description and whether it is checked. GTK
//! exposes a toggle button as a plain button, and libadwaita a row as a plain row.

use super::actions::on_key;
use super::{a11y, descendants};
use crate::ui::platform::prelude::*;
use gtk::graphene;

/// Creates a menu of choices, each a label and the word that the action is called with.
pub fn choice_menu(action: &str, choices: impl IntoIterator<Item = (String, String)>) -> gio::Menu {
    let menu = gio::Menu::new();
    for (label, word) in choices {
        let item = gio::MenuItem::new(Some(&label), None);
        item.set_action_and_target_value(Some(action), Some(&word.to_variant()));
        menu.append_item(&item);
    }
    menu
}

/// Creates a menu of the built-in engine, whose word is empty, and of the engines with these labels.
pub fn engine_menu(action: &str, labels: Vec<String>) -> gio::Menu {
    let built_in = (words::built_in_engine().to_owned(), String::new());
    let others = labels.into_iter().map(|label| (label.clone(), label));
    choice_menu(action, std::iter::once(built_in).chain(others))
}

/// Creates a toggle button for one choice. A description that repeats the name is only a tooltip.
pub fn choice(child: &impl IsA<gtk::Widget>, name: &str, about: &str) -> gtk::ToggleButton {
    // The name is not the button’s own label, which GTK 4.8 would read out as well.
    let button = gtk::ToggleButton::builder()
        .child(child)
        .tooltip_text(about)
        .build();
    a11y::set_label(&button, name);
    a11y::set_description(&button, if about == name { "" } else { about });
    set_radio_role(&button);
    button
}

/// Exposes a toggle button as a radio button.
pub fn set_radio_role(button: &gtk::ToggleButton) {
    button.set_property("accessible-role", gtk::AccessibleRole::Radio);
    a11y::set_checked(button, button.is_active());
    button.connect_active_notify(|button| a11y::set_checked(button, button.is_active()));
}

/// Radio group of toggle buttons, each for a value; at most one is active.
#[derive(Debug)]
pub struct Choices<T>(RefCell<Vec<(T, gtk::ToggleButton)>>);

impl<T> Default for Choices<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone + PartialEq> Choices<T> {
    /// Adds the button of a value to the end of a box or flow box.
    pub fn add(&self, line: &impl IsA<gtk::Widget>, value: T, button: &gtk::ToggleButton) {
        let line = line.upcast_ref::<gtk::Widget>();
        button.set_group(self.0.borrow().first().map(|(_, first)| first));
        if let Some(line) = line.downcast_ref::<gtk::FlowBox>() {
            let cell = gtk::FlowBoxChild::builder()
                .focusable(false)
                .accessible_role(gtk::AccessibleRole::Group)
                .child(button)
                .build();
            line.insert(&cell, -1);
        } else if let Some(line) = line.downcast_ref::<gtk::Box>() {
            line.append(button);
        }
        self.0.borrow_mut().push((value, button.clone()));
    }

    /// Removes all buttons from their box.
    pub fn clear(&self, line: &gtk::Box) {
        for (_, button) in self.0.take() {
            line.remove(&button);
        }
    }

    /// The chosen value.
    pub fn selected(&self) -> Option<T> {
        let buttons = self.0.borrow();
        let mut chosen = buttons.iter().filter(|(_, button)| button.is_active());
        chosen.next().map(|(value, _)| value.clone())
    }

    /// Chooses a value, or none.
    pub fn select(&self, value: Option<&T>) {
        // The callbacks of a button that changes may ask for the choice.
        let buttons = self.0.borrow().clone();
        for (one, button) in buttons {
            button.set_active(Some(&one) == value);
        }
    }

    /// Calls back with each value that is chosen, by the user or by [`Self::select`].
    pub fn connect_selected(&self, chosen: impl Fn(&T) + Clone + 'static)
    where
        T: 'static,
    {
        for (value, button) in self.0.borrow().iter() {
            let (value, chosen) = (value.clone(), chosen.clone());
            button.connect_toggled(move |button| {
                if button.is_active() {
                    chosen(&value);
                }
            });
        }
    }

    /// The button of a value.
    pub fn button(&self, value: &T) -> Option<gtk::ToggleButton> {
        let buttons = self.0.borrow();
        let found = buttons.iter().find(|(one, _)| one == value);
        found.map(|(_, button)| button.clone())
    }

    /// Shows or hides the button of a value.
    pub fn set_visible(&self, value: &T, is_visible: bool) {
        if let Some(button) = self.button(value) {
            let cell = button.parent().filter(gtk::Widget::is::<gtk::FlowBoxChild>);
            cell.unwrap_or_else(|| button.upcast())
                .set_visible(is_visible);
        }
    }

    /// Focuses the chosen button.
    pub fn grab_focus(&self) {
        let chosen = self.selected().and_then(|value| self.button(&value));
        if let Some(button) = chosen {
            button.grab_focus();
        }
    }
}

/// Names a line of buttons by the title of a group, whose mnemonic focuses the active button.
pub fn label_by(group: &adw::PreferencesGroup, line: &impl IsA<gtk::Widget>) {
    let (title, line) = (group.title(), line.upcast_ref::<gtk::Widget>());
    for label in descendants::find(group, gtk::Widget::is::<gtk::Label>) {
        if let Ok(label) = label.downcast::<gtk::Label>()
            && label.label() == title
        {
            label.set_use_underline(true);
            label.set_mnemonic_widget(Some(line));
        }
    }
    label_line(line, &title);
    line.connect_mnemonic_activate(|line, _| {
        let chosen = buttons(line).into_iter().find(gtk::ToggleButton::is_active);
        chosen.is_some_and(|button| button.grab_focus()).into()
    });
}

/// Names a line of buttons, and lets the arrow keys move the focus between them.
pub fn label_line(line: &impl IsA<gtk::Widget>, title: &str) {
    // A flow box would be a table without cells, and its arrow keys would lead to its children, which have no focus here.
    line.set_property("accessible-role", gtk::AccessibleRole::Group);
    a11y::replace_label(line, &words::without_key(title));
    if let Some(line) = line.upcast_ref().downcast_ref::<gtk::FlowBox>() {
        let capture = gtk::PropagationPhase::Capture;
        line.add_controller(on_key(line, capture, |line, key, state| {
            let is_plain = !state.intersects(gtk::accelerator_get_default_mod_mask());
            let next = beside(line, key).filter(|_| is_plain);
            next.is_some_and(|button| button.grab_focus())
        }));
    }
}

fn buttons(line: &impl IsA<gtk::Widget>) -> Vec<gtk::ToggleButton> {
    let found = descendants::find(line, |widget| {
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

/// Creates a row for one choice, with the check button that it activates. Only the row is exposed to the keyboard and
/// to screen readers.
pub fn row(name: &str, about: &str) -> (adw::ActionRow, gtk::CheckButton) {
    let check = gtk::CheckButton::builder()
        .valign(gtk::Align::Center)
        .can_focus(false)
        .accessible_role(gtk::AccessibleRole::Presentation)
        .build();
    let row = adw::ActionRow::builder()
        .title(name)
        .subtitle(about)
        .use_underline(true)
        .activatable_widget(&check)
        .build();
    row.add_prefix(&check);
    row.set_property("accessible-role", gtk::AccessibleRole::Radio);
    a11y::set_description(&row, about);
    follow_mark(&row, &check, gtk::CheckButton::is_active);
    (row, check)
}

/// Exposes a row with a switch as a switch.
pub fn set_switch_role(row: &adw::ActionRow, switch: &gtk::Switch) {
    row.set_property("accessible-role", gtk::AccessibleRole::Switch);
    a11y::set_description(row, &row.subtitle().unwrap_or_default());
    follow_mark(row, switch, gtk::Switch::is_active);
}

/// Exposes the state of a row’s check button or switch on the row, which has the focus.
fn follow_mark<M: IsA<gtk::Widget>>(row: &adw::ActionRow, mark: &M, is_set: fn(&M) -> bool) {
    a11y::set_checked(row, is_set(mark));
    let tell = weak!(row, |row, mark: &M, _: &glib::ParamSpec| a11y::set_checked(
        &row,
        is_set(mark)
    ));
    mark.connect_notify_local(Some("active"), tell);
}
