//! Context menu of the list: of a move, and the choice of a notation. It opens with the secondary button, a long press
//! or the menu key.

use super::MoveList;
use super::row::MoveRow;
use crate::record::NodeId;
use crate::record::notation::MoveText;
use crate::ui::platform::language::is_legible;
use crate::ui::toolkit::actions::{Action, call, shortcut};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

impl MoveList {
    /// Adds the gestures and keys that open the menu.
    pub(super) fn add_menu(&self) {
        let click = gtk::GestureClick::builder()
            .button(gdk::BUTTON_SECONDARY)
            // Before the label, which has its own menu for links.
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        click.connect_pressed(weak!(self, |list, gesture, _, x, y| {
            list.offer_at(x, y);
            gesture.set_state(gtk::EventSequenceState::Claimed);
        }));
        self.add_controller(click);
        let press = gtk::GestureLongPress::builder()
            .touch_only(true)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        press.connect_pressed(weak!(self, |list, gesture, x, y| {
            list.offer_at(x, y);
            gesture.set_state(gtk::EventSequenceState::Claimed);
        }));
        self.add_controller(press);
        self.add_controller(self.menu_keys());
    }

    fn menu_keys(&self) -> gtk::ShortcutController {
        let keys = gtk::ShortcutController::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        for key in ["Menu", "<Shift>F10"] {
            keys.add_shortcut(shortcut(key, call(self, Self::offer_at_focus)));
        }
        keys
    }

    /// Opens the menu at a point.
    fn offer_at(&self, x: f64, y: f64) {
        let found = self.pick(x, y, gtk::PickFlags::DEFAULT).and_then(|widget| {
            let row = row_of(&widget)?;
            let place = self.translate_coordinates(&row, x, y);
            row.node_of(&widget, place)
        });
        self.offer_later(found, gdk::Rectangle::new(x as i32, y as i32, 1, 1));
    }

    /// Opens the menu at the focus.
    fn offer_at_focus(&self) -> bool {
        let focus = self.root().and_then(|root| root.focus());
        let focus = focus.unwrap_or_else(|| self.clone().upcast());
        let Some(bounds) = focus.compute_bounds(self) else {
            return false;
        };
        let (x, y) = (bounds.x() as i32, bounds.y() as i32);
        let (width, height) = (bounds.width() as i32, bounds.height() as i32);
        let place = gdk::Rectangle::new(x, y, width.min(64), height.min(32));
        self.offer_later(focused_node(&focus), place);
        true
    }

    /// Opens the menu once the widgets under the pointer have handled its press, since they may be replaced.
    fn offer_later(&self, node: Option<NodeId>, place: gdk::Rectangle) {
        glib::idle_add_local_once(weak!(self, |list| list.offer(node, &place)));
    }

    /// Opens the menu, beside a move after showing the position there, to which the actions apply.
    fn offer(&self, node: Option<NodeId>, place: &gdk::Rectangle) {
        if let Some(node) = node {
            self.emit_pointed(node);
        }
        let imp = self.imp();
        let menu = imp.menu.get_or_init(|| {
            let menu = gtk::PopoverMenu::from_model(gio::MenuModel::NONE);
            menu.set_parent(self);
            naming::name_menu(&menu);
            menu.set_has_arrow(false);
            menu.set_halign(gtk::Align::Start);
            menu.connect_closed(weak!(self, |list, menu| list.give_focus_back(menu)));
            menu
        });
        menu.set_menu_model(Some(&model(node.is_some())));
        let focus = self.root().and_then(|root| root.focus());
        imp.focus_before.set(focus.as_ref());
        menu.set_pointing_to(Some(place));
        menu.popup();
    }
}

impl MoveList {
    /// Restores the focus, unless the chosen action has moved it elsewhere.
    fn give_focus_back(&self, menu: &gtk::PopoverMenu) {
        let focus = self.root().and_then(|root| root.focus());
        let is_free = focus.is_none_or(|focus| focus.is_ancestor(menu) || &focus == menu);
        if let Some(before) = self.imp().focus_before.upgrade().filter(|_| is_free) {
            before.grab_focus();
        }
    }
}

/// What can be done with a move, if the menu is opened on one, and the notations that there are fonts for.
fn model(has_move: bool) -> gio::Menu {
    let menu = gio::Menu::new();
    let of_move = [
        &[(Action::Comment, words::comment_here())][..],
        &[
            (Action::Promote, words::promote()),
            (Action::DeleteVariation, words::delete_variation()),
        ],
        &[(Action::PlayFromHere, words::play_from_here())],
    ];
    for part in of_move.iter().filter(|_| has_move) {
        let section = gio::Menu::new();
        for (action, label) in *part {
            section.append(Some(label), Some(&action.in_window()));
        }
        menu.append_section(None, &section);
    }
    let notations = gio::Menu::new();
    let legible = |text: &MoveText| is_legible(words::notation_sample(*text));
    for text in MoveText::ALL.into_iter().filter(legible) {
        let action = format!("win.notation::{}", text.word());
        notations.append(Some(words::notation_name(text)), Some(&action));
    }
    menu.append_section(Some(words::notation()), &notations);
    menu
}

/// Returns the focused move, given the focused widget.
pub(super) fn focused_node(focus: &gtk::Widget) -> Option<NodeId> {
    match row_of(focus) {
        Some(row) => row.node_of(focus, None),
        // A row of the list is focused as a whole.
        None => focus.first_child().and_downcast::<MoveRow>()?.main_node(),
    }
}

/// Returns the row that contains a widget.
fn row_of(widget: &gtk::Widget) -> Option<MoveRow> {
    let above = std::iter::successors(Some(widget.clone()), WidgetExt::parent);
    above.into_iter().find_map(|widget| widget.downcast().ok())
}
