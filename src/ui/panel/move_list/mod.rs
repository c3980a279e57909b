//! The moves of the game with its variations and comments, in rows. A press on a move shows its position.
//!
//! The list is updated after every command. It compares the game with its rows, and writes out only visible ones, so
//! that records of any length are shown at once.

mod item;
mod line;
mod menu;
mod notations;
mod round;
mod row;
mod update;

use crate::game::Game;
use crate::record::NodeId;
use crate::scene::outline::ShownRows;
use crate::ui::toolkit::actions::shortcut;
use crate::ui::toolkit::prelude::*;
use item::RowItem;
use row::{GameSource, MoveRow};

/// Number of unused rows that are kept, enough for a long game.
const SPARE: usize = 100;

mod imp {
    use super::notations::FocusedNotations;
    use super::*;

    #[derive(Default)]
    pub struct MoveList {
        pub(super) list: OnceCell<gtk::ListView>,
        pub(super) scroll: OnceCell<gtk::ScrolledWindow>,
        pub(super) items: OnceCell<gio::ListStore>,
        pub(super) source: OnceCell<GameSource>,
        /// Unused rows, kept for reuse: each has about thirty objects, which need not be created anew for every game.
        pub(super) spare: RefCell<Vec<MoveRow>>,
        pub(super) known: RefCell<ShownRows>,
        /// The highlighted row.
        pub(super) marked: RefCell<Option<RowItem>>,
        /// Frames since scrolling to the highlighted move was requested; `None` once it is in view.
        pub(super) frames: Cell<Option<u32>>,
        pub(super) menu: OnceCell<gtk::PopoverMenu>,
        pub(super) notations: FocusedNotations,
        /// Focus before the menu was opened.
        pub(super) focus_before: glib::WeakRef<gtk::Widget>,
    }

    impl std::fmt::Debug for MoveList {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("MoveList").finish_non_exhaustive()
        }
    }

    class!(MoveList "XqMoveList" adw::Bin, css "movelist"; WidgetImpl);

    impl ObjectImpl for MoveList {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let items = gio::ListStore::new::<RowItem>();
            let bin = self.obj();
            let list = gtk::ListView::new(
                Some(gtk::NoSelection::new(Some(items.clone()))),
                Some(bin.factory()),
            );
            a11y::set_label(&list, words::moves_title());
            let scroll = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .focusable(false)
                .child(&list)
                .build();
            adw::prelude::BinExt::set_child(&*bin, Some(&scroll));
            bin.add_controller(keys());
            bin.add_menu();
            bin.follow_focus();
            // While the list is hidden, its rows have no allocation.
            bin.connect_map(Self::Type::bring_into_sight);
            for adjustment in [scroll.hadjustment(), scroll.vadjustment()] {
                adjustment.connect_page_size_notify(weak!(bin, |bin, _| bin.bring_into_sight()));
            }
            // Rows may grow without a change of the list’s own size.
            let settings = bin.settings();
            settings.connect_gtk_font_name_notify(weak!(bin, |bin, _| bin.bring_into_sight()));
            settings.connect_gtk_xft_dpi_notify(weak!(bin, |bin, _| bin.bring_into_sight()));
            once(&self.items, items);
            once(&self.list, list);
            once(&self.scroll, scroll);
        }

        fn dispose(&self) {
            if let Some(menu) = self.menu.get() {
                menu.unparent();
            }
        }
    }

    impl adw::subclass::prelude::BinImpl for MoveList {}
}

widget! {
    /// The list of moves.
    MoveList Bin
}

/// Shortcuts that step through the game while the list, which would handle some of them itself, has the focus.
fn keys() -> gtk::ShortcutController {
    let keys = gtk::ShortcutController::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    for (key, action) in [
        ("Left", "win.previous"),
        ("Right", "win.next"),
        ("Page_Up", "win.previous"),
        ("Page_Down", "win.next"),
        ("Home", "win.first"),
        ("End", "win.last"),
    ] {
        keys.add_shortcut(shortcut(key, gtk::NamedAction::new(action)));
    }
    keys
}

impl MoveList {
    signals! {
        /// Calls back when a move is pressed.
        "chosen"(node: NodeId) connect_chosen emit_chosen;
        /// Calls back when a move is about to get its menu.
        "pointed"(node: NodeId) connect_pointed emit_pointed;
    }

    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        let item = |object: &glib::Object| object.downcast_ref::<gtk::ListItem>().cloned();
        factory.connect_setup(weak!(self, |list, _, object| {
            if let Some(item) = item(object) {
                item.set_activatable(false);
                let spare = list.imp().spare.borrow_mut().pop();
                item.set_child(Some(&spare.unwrap_or_else(|| list.new_row())));
            }
        }));
        factory.connect_teardown(weak!(self, |list, _, object| {
            if let Some(item) = item(object) {
                list.keep_row(&item);
            }
        }));
        let row = |item: &gtk::ListItem| item.child().and_downcast::<MoveRow>();
        factory.connect_bind(move |_, object| {
            let Some(item) = item(object) else { return };
            if let (Some(row), Some(shown)) = (row(&item), item.item().and_downcast::<RowItem>()) {
                row.bind(&item, &shown);
            }
        });
        factory.connect_unbind(move |_, object| {
            if let Some(row) = item(object).as_ref().and_then(row) {
                row.unbind();
            }
        });
        factory
    }

    /// Keeps the row of a removed item for reuse.
    fn keep_row(&self, item: &gtk::ListItem) {
        let Some(row) = item.child().and_downcast::<MoveRow>() else {
            return;
        };
        item.set_child(gtk::Widget::NONE);
        let mut spare = self.imp().spare.borrow_mut();
        if spare.len() < SPARE {
            spare.push(row);
        }
    }

    fn new_row(&self) -> MoveRow {
        let source = self.imp().source.get().cloned();
        let row = MoveRow::new(source.unwrap_or_else(|| Rc::new(|_| ())));
        row.connect_chosen(weak!(self, |list, _, node| list.emit_chosen(node)));
        row.connect_folded(weak!(self, |list, _, first| list.fold(first)));
        row
    }

    /// Sets the source from which rows get the game.
    pub fn set_source(&self, source: impl Fn(&mut dyn FnMut(&Game)) + 'static) {
        once(&self.imp().source, Rc::new(source));
    }
}
