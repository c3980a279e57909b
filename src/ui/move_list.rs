//! The moves of the game, a round a row. A press on one shows its position.

use crate::rules::{BySide, Conduct, Side};
use crate::ui::a11y;
use crate::words;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};

/// One move in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListedMove {
    /// How many plies had been played with it.
    pub(super) ply: u32,
    /// The move in the chosen notation, and in the other one if both are shown.
    pub(super) text: String,
    pub(super) second: Option<String>,
    /// The move in further notations.
    pub(super) hint: String,
    /// Whether the position after it is shown.
    pub(super) shown: bool,
    /// Whether it was taken back.
    pub(super) undone: bool,
    /// What it counts as, if it is part of a repeated cycle.
    pub(super) conduct: Option<Conduct>,
}

/// One row: a number and up to two moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) number: usize,
    pub(super) moves: BySide<Option<ListedMove>>,
}

mod item {
    use super::*;
    use std::cell::RefCell;
    use std::sync::OnceLock;

    #[derive(Debug, Default)]
    pub struct RoundItem {
        pub(super) round: RefCell<Round>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for RoundItem {
        const NAME: &'static str = "XqRoundItem";
        type Type = super::RoundItem;
    }

    impl ObjectImpl for RoundItem {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: OnceLock<Vec<glib::subclass::Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| vec![glib::subclass::Signal::builder("changed").build()])
        }
    }
}

glib::wrapper! {
    /// A round in the list's model; it says when it has changed, so that its row can stay.
    pub struct RoundItem(ObjectSubclass<item::RoundItem>);
}

impl RoundItem {
    fn new(round: Round) -> Self {
        let item: Self = glib::Object::new();
        item.imp().round.replace(round);
        item
    }

    fn set(&self, round: Round) {
        if *self.imp().round.borrow() != round {
            self.imp().round.replace(round);
            self.emit_by_name::<()>("changed", &[]);
        }
    }
}

mod row {
    use super::*;
    use std::cell::{OnceCell, RefCell};

    /// The widgets of one move.
    #[derive(Debug)]
    pub struct MoveButton {
        pub(super) button: gtk::Button,
        pub(super) text: gtk::Label,
        pub(super) second: gtk::Label,
        /// What the move counts as in a cycle.
        pub(super) conduct: gtk::Label,
    }

    #[derive(Debug, Default)]
    pub struct RoundRow {
        pub(super) number: gtk::Label,
        pub(super) moves: OnceCell<BySide<MoveButton>>,
        pub(super) bound: RefCell<Option<(RoundItem, glib::SignalHandlerId)>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for RoundRow {
        const NAME: &'static str = "XqRoundRow";
        type Type = super::RoundRow;
        type ParentType = gtk::Box;
    }

    impl ObjectImpl for RoundRow {
        fn constructed(&self) {
            self.parent_constructed();
            let row = self.obj();
            row.set_spacing(4);
            self.number.add_css_class("round");
            self.number.set_xalign(1.0);
            row.append(&self.number);
            let moves = BySide::new(|_| MoveButton::new());
            let columns = gtk::Box::new(gtk::Orientation::Horizontal, 4);
            columns.set_homogeneous(true);
            // Each in a cell of its own, which keeps its place while there is no move.
            for side in Side::ALL {
                columns.append(&adw::Bin::builder().child(&moves[side].button).build());
            }
            row.append(&columns);
            let fresh = self.moves.set(moves);
            debug_assert!(fresh.is_ok(), "a row is made once");
        }
    }

    impl WidgetImpl for RoundRow {}
    impl BoxImpl for RoundRow {}

    impl MoveButton {
        fn new() -> Self {
            let (text, second) = (gtk::Label::new(None), gtk::Label::new(None));
            second.add_css_class("dim-label");
            second.add_css_class("caption");
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
            line.append(&text);
            line.append(&second);
            let conduct = gtk::Label::builder()
                .halign(gtk::Align::Start)
                .visible(false)
                .build();
            conduct.add_css_class("conduct");
            let content = gtk::Box::new(gtk::Orientation::Vertical, 1);
            content.append(&line);
            content.append(&conduct);
            let button = gtk::Button::builder().child(&content).hexpand(true).build();
            button.add_css_class("flat");
            button.add_css_class("move");
            // The target first: an action that wants one is not to be seen without.
            button.set_action_target_value(Some(&0_u32.to_variant()));
            button.set_action_name(Some("win.show-ply"));
            Self {
                button,
                text,
                second,
                conduct,
            }
        }

        pub(super) fn show(&self, by: Side, number: usize, listed: Option<&ListedMove>) {
            self.button.set_visible(listed.is_some());
            let none = ListedMove::default();
            let listed = listed.unwrap_or(&none);
            self.button
                .set_action_target_value(Some(&listed.ply.to_variant()));
            self.text.set_label(&listed.text);
            self.second
                .set_label(listed.second.as_deref().unwrap_or_default());
            self.second.set_visible(listed.second.is_some());
            self.conduct.set_visible(listed.conduct.is_some());
            for known in Conduct::ALL {
                let class = class_of(known);
                if listed.conduct == Some(known) {
                    self.conduct.set_label(words::conduct(known));
                    self.conduct.add_css_class(class);
                } else {
                    self.conduct.remove_css_class(class);
                }
            }
            let hint = Some(listed.hint.as_str()).filter(|hint| !hint.is_empty());
            self.button.set_tooltip_text(hint);
            a11y::set_label(
                &self.button,
                &words::listed_move(number, by, &listed.text, listed.conduct),
            );
            for (class, on) in [("shown", listed.shown), ("undone", listed.undone)] {
                if on {
                    self.button.add_css_class(class);
                } else {
                    self.button.remove_css_class(class);
                }
            }
        }
    }
}

/// The style of a label.
const fn class_of(conduct: Conduct) -> &'static str {
    match conduct {
        Conduct::Check => "check",
        Conduct::Chase => "chase",
        Conduct::Idle => "idle",
    }
}

glib::wrapper! {
    /// A round's row.
    pub struct RoundRow(ObjectSubclass<row::RoundRow>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl RoundRow {
    fn bind(&self, item: &RoundItem) {
        let changed = glib::closure_local!(
            #[weak(rename_to = row)]
            self,
            move |item: &RoundItem| row.show(item)
        );
        let handler = item.connect_closure("changed", false, changed);
        self.imp().bound.replace(Some((item.clone(), handler)));
        self.show(item);
    }

    fn unbind(&self) {
        if let Some((item, handler)) = self.imp().bound.take() {
            item.disconnect(handler);
        }
    }

    fn show(&self, item: &RoundItem) {
        let round = item.imp().round.borrow();
        self.imp().number.set_label(&format!("{}.", round.number));
        let Some(moves) = self.imp().moves.get() else {
            return;
        };
        for side in Side::ALL {
            moves[side].show(side, round.number, round.moves[side].as_ref());
        }
    }
}

mod imp {
    use super::*;
    use std::cell::OnceCell;

    #[derive(Debug, Default)]
    pub struct MoveList {
        pub(super) list: OnceCell<gtk::ListView>,
        pub(super) rounds: OnceCell<gio::ListStore>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MoveList {
        const NAME: &'static str = "XqMoveList";
        type Type = super::MoveList;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            klass.set_css_name("movelist");
        }
    }

    impl ObjectImpl for MoveList {
        fn constructed(&self) {
            self.parent_constructed();
            let rounds = gio::ListStore::new::<RoundItem>();
            let list = gtk::ListView::new(
                Some(gtk::NoSelection::new(Some(rounds.clone()))),
                Some(factory()),
            );
            a11y::set_label(&list, words::MOVES);
            let scroll = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .child(&list)
                .build();
            let bin = self.obj();
            adw::prelude::BinExt::set_child(&*bin, Some(&scroll));
            bin.add_controller(keys());
            let fresh = self.rounds.set(rounds).is_ok() && self.list.set(list).is_ok();
            debug_assert!(fresh, "a list is made once");
        }
    }

    impl WidgetImpl for MoveList {}
    impl adw::subclass::prelude::BinImpl for MoveList {}
}

glib::wrapper! {
    /// The list of moves.
    pub struct MoveList(ObjectSubclass<imp::MoveList>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

fn factory() -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    let item = |object: &glib::Object| object.downcast_ref::<gtk::ListItem>().cloned();
    factory.connect_setup(move |_, object| {
        if let Some(item) = item(object) {
            item.set_activatable(false);
            item.set_child(Some(&glib::Object::new::<RoundRow>()));
        }
    });
    let row = |item: &gtk::ListItem| item.child().and_downcast::<RoundRow>();
    factory.connect_bind(move |_, object| {
        let Some(item) = item(object) else { return };
        if let (Some(row), Some(round)) = (row(&item), item.item().and_downcast::<RoundItem>()) {
            row.bind(&round);
        }
    });
    factory.connect_unbind(move |_, object| {
        if let Some(row) = item(object).as_ref().and_then(row) {
            row.unbind();
        }
    });
    factory
}

/// Left, Right, Home and End step through the game while the list has the focus.
fn keys() -> gtk::ShortcutController {
    let keys = gtk::ShortcutController::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    for (key, action) in [
        ("Left", "win.previous"),
        ("Right", "win.next"),
        ("Home", "win.first"),
        ("End", "win.last"),
    ] {
        let trigger = gtk::ShortcutTrigger::parse_string(key);
        keys.add_shortcut(gtk::Shortcut::new(
            trigger,
            Some(gtk::NamedAction::new(action)),
        ));
    }
    keys
}

impl MoveList {
    /// Shows these rounds and scrolls to the move whose position is shown.
    pub(super) fn update(&self, rounds: &[Round]) {
        let imp = self.imp();
        let (Some(store), Some(list)) = (imp.rounds.get(), imp.list.get()) else {
            return;
        };
        let kept = rounds.len().min(store.n_items() as usize);
        for (index, round) in rounds[..kept].iter().enumerate() {
            if let Some(item) = store.item(index as u32).and_downcast::<RoundItem>() {
                item.set(round.clone());
            }
        }
        let new: Vec<_> = rounds[kept..].iter().cloned().map(RoundItem::new).collect();
        store.splice(kept as u32, store.n_items() - kept as u32, &new);
        let is_shown = |listed: &Option<ListedMove>| listed.as_ref().is_some_and(|one| one.shown);
        let shown = rounds
            .iter()
            .position(|round| Side::ALL.iter().any(|&side| is_shown(&round.moves[side])));
        if !rounds.is_empty() {
            let index = (shown.unwrap_or(0) as u32).to_variant();
            // Once the new rows have their places.
            glib::idle_add_local_once(glib::clone!(
                #[weak]
                list,
                move || {
                    // Refused only by a list that has gone meanwhile.
                    let _ = list.activate_action("list.scroll-to-item", Some(&index));
                }
            ));
        }
    }
}
