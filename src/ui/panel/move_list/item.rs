//! A row in the list's model. It passes changes on to its widget, if it has one, so that rows can stay.

use super::row::MoveRow;
use crate::record::NodeId;
use crate::scene::outline::OutlineRow;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct RowItem {
        pub(super) row: RefCell<Option<OutlineRow>>,
        pub(super) shown: Cell<Option<NodeId>>,
        pub(super) widget: glib::WeakRef<MoveRow>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for RowItem {
        const NAME: &'static str = "XqRowItem";
        type Type = super::RowItem;
    }

    impl ObjectImpl for RowItem {}
}

glib::wrapper! {
    /// A row in the list's model.
    pub struct RowItem(ObjectSubclass<imp::RowItem>);
}

impl RowItem {
    pub(super) fn new(row: OutlineRow) -> Self {
        let item: Self = glib::Object::new();
        item.imp().row.replace(Some(row));
        item
    }

    /// Content.
    ///
    /// # Panics
    ///
    /// Never: an item is made with a row.
    pub(super) fn row(&self) -> OutlineRow {
        self.imp().row.borrow().clone().expect("made with a row")
    }

    /// Identity across changes.
    pub(super) fn key(&self) -> Option<(u8, Option<NodeId>)> {
        self.imp().row.borrow().as_ref().map(|row| row.entry.key())
    }

    /// Sets the content, if it differs.
    pub(super) fn set(&self, row: OutlineRow) {
        if self.imp().row.borrow().as_ref() == Some(&row) {
            return;
        }
        self.imp().row.replace(Some(row));
        if let Some(widget) = self.widget() {
            widget.refresh();
        }
    }

    /// The move of the row whose position is shown.
    pub(super) fn shown(&self) -> Option<NodeId> {
        self.imp().shown.get()
    }

    pub(super) fn set_shown(&self, node: Option<NodeId>) {
        let changed = self.imp().shown.replace(node) != node;
        if let Some(widget) = self.widget().filter(|_| changed) {
            widget.mark();
        }
    }

    /// The widget that shows the row, if it is in view.
    pub(super) fn widget(&self) -> Option<MoveRow> {
        self.imp().widget.upgrade()
    }

    pub(super) fn set_widget(&self, widget: Option<&MoveRow>) {
        self.imp().widget.set(widget);
    }
}
