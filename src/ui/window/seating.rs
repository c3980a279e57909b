//! Seating: the places of the player cards.

use super::Window;
use crate::game::{Seating, TURN_PAUSE};
use crate::ui::platform::prelude::*;
use crate::ui::session::Edit;

/// Width of a name, captured pieces and a clock. The width of the buttons beside them depends on the language.
const WIDTH_BESIDE_BUTTONS: i32 = 410;

/// Height of a window from which the list of moves has rows to spare for the buttons that step through it.
const HEIGHT_FOR_STEPS: i32 = 560;

impl Window {
    /// Seating of the players of the current game.
    pub(super) fn seating(&self) -> Seating {
        self.sitting().game.seating()
    }

    /// Changes the seating for this game and the next ones.
    pub(super) fn seat(&self, seating: Seating) {
        if self.seating() == seating {
            return;
        }
        self.finish_names();
        let mut agreed = self.settings().agreement();
        agreed.seating = seating;
        self.settings().remember(|known| known.agreed = agreed);
        self.session().edit(&Edit::Seating(seating));
    }

    /// Turns the board to the player to move when it is time.
    pub(super) fn turn_board(&self) {
        let holds_piece = self.imp().view.borrow().lifted().is_some();
        let pause = if self.has_animation() { TURN_PAUSE } else { 0 };
        self.session().turn_board(holds_piece, pause);
    }

    /// Records the room for cards across the table and for the step buttons. Called during layout, when no widget may be added or removed.
    pub(super) fn note_room(&self) {
        let imp = self.imp();
        let needed = WIDTH_BESIDE_BUTTONS + imp.bottom_card.buttons_width();
        let is_wide = !imp.flap.is_folded() && imp.table.width() >= needed;
        if imp.room.is_wide.replace(is_wide) != is_wide {
            glib::idle_add_local_once(weak!(self, |window| window.place_cards()));
        }
        let is_high = self.height() >= HEIGHT_FOR_STEPS;
        if imp.steps.get_visible() != is_high {
            let steps = imp.steps.get();
            glib::idle_add_local_once(move || steps.set_visible(is_high));
        }
    }

    /// Whether captured pieces fit beside the names. They raise the minimum width of the table: if that makes the panel
    /// fold, removing them would unfold it, in an endless loop, so such a window counts as too narrow.
    fn has_room_for_material(&self) -> bool {
        /// Growth of the window after which the wide layout is tried again.
        const SLACK: i32 = 24;
        let (imp, width) = (self.imp(), self.width());
        let is_folded = imp.flap.is_folded();
        if is_folded && imp.bottom_card.has_flat_material() {
            imp.room.cramped.set(width + SLACK);
        }
        !is_folded && width > imp.room.cramped.get()
    }

    /// Places the cards: across the table each at its player's side of the board, otherwise both in the side panel.
    pub(super) fn place_cards(&self) {
        let imp = self.imp();
        let across = self.seating() == Seating::AcrossTable;
        let material_is_flat = across && self.has_room_for_material();
        for card in [&imp.top_card, &imp.bottom_card] {
            card.set_flat(material_is_flat, across && imp.room.is_wide.get());
        }
        if imp.far_seat.get_visible() == across {
            return;
        }
        self.finish_names();
        let far: &gtk::Widget = imp.top_card.upcast_ref();
        let near: &gtk::Widget = imp.bottom_card.upcast_ref();
        imp.top_place.set_child(None::<&gtk::Widget>);
        imp.bottom_place.set_child(None::<&gtk::Widget>);
        imp.far_place.set_child(None);
        imp.near_seat.set_child(None::<&gtk::Widget>);
        if across {
            imp.far_place.set_child(Some(far));
            imp.near_seat.set_child(Some(near));
        } else {
            imp.top_place.set_child(Some(far));
            imp.bottom_place.set_child(Some(near));
        }
        imp.far_place.set_turned(across);
        imp.top_card.set_turned(across);
        imp.far_seat.set_visible(across);
        imp.near_seat.set_visible(across);
    }
}
