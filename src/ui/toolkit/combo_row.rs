//! Combo rows. Those of libadwaita ellipsize their items after twenty letters, which is too short in some languages.

use super::a11y;
use crate::ui::platform::prelude::*;

/// Width in characters above which an item is wrapped.
const LETTERS: i32 = 22;

/// Fills a row with items; the selected one is read out after the row's name.
pub fn fill(row: &adw::ComboRow, labels: &[String]) {
    row.connect_selected_item_notify(|row| {
        let chosen = row.selected_item().and_downcast::<gtk::StringObject>();
        let chosen = chosen.map(|chosen| chosen.string());
        a11y::set_description(row, &chosen.unwrap_or_default());
    });
    row.set_factory(Some(&in_row()));
    row.set_list_factory(Some(&in_list(row)));
    offer(row, labels);
}

/// Replaces the items of a row; the first becomes selected.
pub fn offer(row: &adw::ComboRow, labels: &[String]) {
    let labels: Vec<_> = labels.iter().map(String::as_str).collect();
    row.set_model(Some(&gtk::StringList::new(&labels)));
}

/// Selects an item of a row by its value; the first if there is none.
pub fn select<T: PartialEq>(row: &adw::ComboRow, offered: &[T], one: &T) {
    let place = offered.iter().position(|each| each == one);
    row.set_selected(place.unwrap_or_default() as u32);
}

/// The selected value.
pub fn selected<T: Clone>(row: &adw::ComboRow, offered: &[T]) -> Option<T> {
    offered.get(row.selected() as usize).cloned()
}

/// Creates the factory for the selected item at the end of the row.
fn in_row() -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        let label = gtk::Label::builder()
            .xalign(1.0)
            .justify(gtk::Justification::Right)
            .wrap(true)
            .max_width_chars(LETTERS)
            .build();
        set_child(item, &label);
    });
    factory.connect_bind(|_, item| {
        if let Some(label) = child::<gtk::Label>(item) {
            label.set_label(&text(item));
        }
    });
    factory
}

/// Creates the factory for the list of items, with a check mark on the selected one.
fn in_list(row: &adw::ComboRow) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(glib::clone!(
        #[weak]
        row,
        move |_, item| {
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
            line.append(&gtk::Label::builder().xalign(0.0).build());
            let tick = gtk::Image::builder()
                .icon_name("object-select-symbolic")
                .accessible_role(gtk::AccessibleRole::Presentation)
                .build();
            line.append(&tick);
            set_child(item, &line);
            row.connect_selected_notify(glib::clone!(
                #[weak]
                item,
                move |row| mark(row, &item)
            ));
        }
    ));
    factory.connect_bind(weak!(row, |row, _, item| {
        let label = child::<gtk::Box>(item).and_then(|line| line.first_child());
        if let Some(label) = label.and_downcast::<gtk::Label>() {
            label.set_label(&text(item));
        }
        mark(&row, item);
    }));
    factory
}

/// Updates the check mark of an item.
fn mark(row: &adw::ComboRow, item: &glib::Object) {
    let tick = child::<gtk::Box>(item).and_then(|line| line.last_child());
    let place = item.downcast_ref().map(gtk::ListItem::position);
    if let Some(tick) = tick {
        tick.set_opacity(if place == Some(row.selected()) {
            1.0
        } else {
            0.0
        });
    }
}

fn set_child(item: &glib::Object, child: &impl IsA<gtk::Widget>) {
    if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
        item.set_child(Some(child));
    }
}

fn child<T: IsA<gtk::Widget>>(item: &glib::Object) -> Option<T> {
    item.downcast_ref::<gtk::ListItem>()?.child().and_downcast()
}

fn text(item: &glib::Object) -> glib::GString {
    let item = item.downcast_ref::<gtk::ListItem>();
    let offered = item.and_then(gtk::ListItem::item);
    let offered = offered.and_downcast::<gtk::StringObject>();
    offered.map(|offered| offered.string()).unwrap_or_default()
}
