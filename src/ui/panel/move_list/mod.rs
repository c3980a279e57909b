//! The moves of the game with its variations and comments, in rows. A press on a move shows its position.
//!
//! The list is told after every command which game it shows. It compares that with the rows it has, and spells
//! only what is in sight, so that records of any length are shown at once.

mod item;
mod line;
mod menu;
mod notations;
mod outline;
mod round;
mod row;
mod text;
mod update;

use crate::game::Game;
use crate::record::NodeId;
use crate::record::notation::MoveStyle;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::a11y;
use crate::ui::toolkit::actions::shortcut;
use item::RowItem;
use row::{MoveRow, Source};
use std::rc::Rc;
use update::Known;

/// How many rows that nobody shows are kept, enough for a long game.
const SPARE: usize = 100;

/// A move of the list, as signals carry it.
#[derive(Clone, Copy, Debug, glib::Boxed)]
#[boxed_type(name = "XqListedNode")]
pub struct ListedNode(NodeId);

/// Which game the list shows, which of its states, and in which notation: while this is the same, so are the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edition {
    pub game: u64,
    pub edit: u64,
    pub style: MoveStyle,
}

mod imp {
    use super::notations::Notes;
    use super::*;
    use std::cell::{Cell, OnceCell, RefCell};

    #[derive(Default)]
    pub struct MoveList {
        pub(super) list: OnceCell<gtk::ListView>,
        pub(super) scroll: OnceCell<gtk::ScrolledWindow>,
        pub(super) items: OnceCell<gio::ListStore>,
        pub(super) source: OnceCell<Source>,
        /// Rows that wait to be shown again: some thirty objects each, which need not be made anew for every game.
        pub(super) spare: RefCell<Vec<MoveRow>>,
        pub(super) known: RefCell<Known>,
        /// The row that is marked.
        pub(super) marked: RefCell<Option<RowItem>>,
        /// While the marked move is still to be brought into sight: how many frames there have been since.
        pub(super) frames: Cell<Option<u32>>,
        pub(super) menu: OnceCell<gtk::PopoverMenu>,
        pub(super) notes: Notes,
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
        signals!("chosen"(ListedNode), "pointed"(ListedNode));

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
                .child(&list)
                .build();
            adw::prelude::BinExt::set_child(&*bin, Some(&scroll));
            bin.add_controller(keys());
            bin.add_menu();
            bin.add_notes();
            // While it is hidden nothing in it has a place.
            bin.connect_map(Self::Type::bring_into_sight);
            once(&self.items, items);
            once(&self.list, list);
            once(&self.scroll, scroll);
        }

        fn dispose(&self) {
            self.notes.dispose();
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

/// Keys that step through the game while the list has the focus, which has uses of its own for some of them.
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
    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        let item = |object: &glib::Object| object.downcast_ref::<gtk::ListItem>().cloned();
        let list = self.downgrade();
        factory.connect_setup(move |_, object| {
            if let (Some(item), Some(list)) = (item(object), list.upgrade()) {
                item.set_activatable(false);
                let spare = list.imp().spare.borrow_mut().pop();
                item.set_child(Some(&spare.unwrap_or_else(|| list.new_row())));
            }
        });
        let list = self.downgrade();
        factory.connect_teardown(move |_, object| {
            if let (Some(item), Some(list)) = (item(object), list.upgrade()) {
                list.keep_row(&item);
            }
        });
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

    /// Keeps the row of an item that goes.
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
        let chosen = glib::closure_local!(
            #[weak(rename_to = list)]
            self,
            move |_: &MoveRow, node: ListedNode| list.emit_by_name::<()>("chosen", &[&node])
        );
        row.connect_closure("chosen", false, chosen);
        let folded = glib::closure_local!(
            #[weak(rename_to = list)]
            self,
            move |_: &MoveRow, first: ListedNode| list.fold(first.0)
        );
        row.connect_closure("folded", false, folded);
        row
    }

    /// Where rows that come into sight find the game.
    pub fn set_source(&self, source: impl Fn(&mut dyn FnMut(&Game)) + 'static) {
        once(&self.imp().source, Rc::new(source));
    }

    /// A move was pressed.
    pub fn connect_chosen(&self, chosen: impl Fn(&Self, NodeId) + 'static) {
        let closure =
            glib::closure_local!(move |list: &Self, node: ListedNode| chosen(list, node.0));
        self.connect_closure("chosen", false, closure);
    }

    /// A move is about to get its menu.
    pub fn connect_pointed(&self, pointed: impl Fn(&Self, NodeId) + 'static) {
        let closure =
            glib::closure_local!(move |list: &Self, node: ListedNode| pointed(list, node.0));
        self.connect_closure("pointed", false, closure);
    }
}
