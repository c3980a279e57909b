//! List with a search entry: its keyboard navigation, model and row factory.

use super::actions::on_key;
use crate::ui::platform::prelude::*;
use gtk::glib::BoxedAnyObject;
use std::marker::PhantomData;

/// Connects a search entry with the list below it. Typing in the list continues the search, Down leads from the search
/// into the list, and Escape closes the window. `open_first` is called on Enter, since the list may lag behind the
/// text.
pub fn connect<W: IsA<gtk::Window> + glib::object::ObjectType>(
    window: &W,
    entry: &gtk::SearchEntry,
    list: &impl IsA<gtk::Widget>,
    search: fn(&W),
    open_first: fn(&W),
) {
    let call = |does: fn(&W)| {
        let window = ObjectExt::downgrade(window);
        move |_: &gtk::SearchEntry| {
            if let Some(window) = window.upgrade() {
                does(&window);
            }
        }
    };
    entry.connect_search_changed(call(search));
    entry.connect_activate(call(open_first));
    entry.connect_stop_search(call(GtkWindowExt::close));
    entry.set_key_capture_widget(Some(list));
    // GTK would prefer something nearer.
    let capture = gtk::PropagationPhase::Capture;
    let list = list.upcast_ref::<gtk::Widget>();
    entry.add_controller(on_key(list, capture, |list, key, _| {
        matches!(key, gdk::Key::Down | gdk::Key::KP_Down) && enter(list)
    }));
    entry.grab_focus();
}

/// Moves the focus into a list, skipping its column titles.
fn enter(list: &gtk::Widget) -> bool {
    if list.is::<gtk::ColumnView>() {
        let rows = list.last_child();
        rows.is_some_and(|rows| rows.child_focus(gtk::DirectionType::TabForward))
    } else {
        list.grab_focus()
    }
}

/// List model of plain values.
#[derive(Debug)]
pub struct ListItems<T>(gio::ListStore, PhantomData<T>);

impl<T> Default for ListItems<T> {
    fn default() -> Self {
        Self(gio::ListStore::new::<BoxedAnyObject>(), PhantomData)
    }
}

impl<T: Clone + 'static> ListItems<T> {
    pub const fn model(&self) -> &gio::ListStore {
        &self.0
    }

    pub fn count(&self) -> u32 {
        self.0.n_items()
    }

    /// The values, in their order.
    pub fn all(&self) -> Vec<T> {
        let items = self.0.iter::<glib::Object>().flatten();
        items.filter_map(|item| value(&item)).collect()
    }

    /// The value at an index.
    pub fn get(&self, place: u32) -> Option<T> {
        value(&self.0.item(place)?)
    }

    /// Replaces all values.
    pub fn set(&self, values: impl IntoIterator<Item = T>) {
        self.put(0, values);
    }

    /// Adds values to the end.
    pub fn extend(&self, values: impl IntoIterator<Item = T>) {
        self.put(self.count(), values);
    }

    /// Replaces the values from this index on.
    fn put(&self, from: u32, values: impl IntoIterator<Item = T>) {
        let items: Vec<_> = values.into_iter().map(BoxedAnyObject::new).collect();
        self.0.splice(from, self.count() - from, &items);
    }
}

/// The value of an item.
pub fn value<T: Clone + 'static>(item: &glib::Object) -> Option<T> {
    let item = item.downcast_ref::<BoxedAnyObject>()?;
    Some(item.try_borrow::<T>().ok()?.clone())
}

/// Creates a factory of rows.
pub fn factory<R: IsA<gtk::Widget>>(
    create: impl Fn() -> R + 'static,
    fill: impl Fn(&gtk::ListItem, &R, &BoxedAnyObject) + 'static,
) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, place| {
        if let Some(place) = place.downcast_ref::<gtk::ListItem>() {
            place.set_child(Some(&create()));
        }
    });
    factory.connect_bind(move |_, place| {
        if let Some(place) = place.downcast_ref::<gtk::ListItem>()
            && let Some(row) = place.child().and_downcast()
            && let Some(item) = place.item().and_downcast()
        {
            fill(place, &row, &item);
        }
    });
    factory
}

/// The rows created by a list.
pub fn rows<R: IsA<gtk::Widget>>(list: &gtk::ListView) -> impl Iterator<Item = R> {
    let children = std::iter::successors(list.first_child(), gtk::Widget::next_sibling);
    children.filter_map(|child| child.first_child().and_downcast())
}

/// Number of rows added before the first frame, and with each further one; more than fit into a usual window.
const LAZY_ROWS: u32 = 8;
/// Number of rows that a list view creates at most.
const MAX_ROWS: u32 = 224;

/// Lazy model: the beginning of a model, which grows with each frame. A `GtkListView` creates 200 rows before it shows
/// the first, whatever its height; beyond those, rows cost nothing.
#[derive(Debug, Default)]
pub struct LazyModel(gtk::SliceListModel);

impl LazyModel {
    /// Shows a model in a list view.
    pub fn show(&self, model: &impl IsA<gio::ListModel>, view: &gtk::ListView) {
        self.0.set_model(Some(model));
        self.0.set_size(LAZY_ROWS);
        view.set_model(Some(&gtk::NoSelection::new(Some(self.0.clone()))));
    }

    /// Starts again with the first rows.
    pub fn restart(&self, view: &gtk::ListView) {
        self.0.set_size(LAZY_ROWS);
        let slice = self.0.downgrade();
        view.add_tick_callback(move |_, _| {
            let Some(slice) = slice.upgrade().filter(|slice| slice.size() < MAX_ROWS) else {
                return glib::ControlFlow::Break;
            };
            let more = slice.size() + LAZY_ROWS;
            slice.set_size(if more < MAX_ROWS { more } else { u32::MAX });
            glib::ControlFlow::Continue
        });
    }
}
