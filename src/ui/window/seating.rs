//! Seating: the places of the player cards.

use super::Window;
use crate::game::{Seating, TURN_PAUSE};
use crate::scene::table::{self, Cards, Room};
use crate::ui::panel::player_card::Form;
use crate::ui::platform::prelude::*;
use crate::ui::session::Edit;

/// Natural width of a name, captured pieces and a clock. The width of the buttons beside them depends on the language.
const WIDTH_BESIDE_BUTTONS: i32 = 500;

/// Height of a small card above or below the board without its two lines of text, and of the buttons without theirs.
const ROW_HEIGHT: i32 = 26;
const BUTTONS_HEIGHT: i32 = 14;

/// Width of a card above or below the board, at its smallest size.
const SEAT_WIDTH: i32 = 720;

/// Height of the header bar before it is known.
const HEADER: i32 = 47;

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

    /// Makes the panel as wide as the window has room for. Called during layout, before that of the panel.
    pub(super) fn widen_panel(&self, width: i32, height: i32) {
        let imp = self.imp();
        let header = imp.toasts.height() - imp.tabletop.height();
        let height = height - header.max(HEADER) - imp.slot.reserved();
        let has_cards = self.seating() != Seating::AcrossTable;
        imp.panel
            .set_wanted_width(table::panel_width(width, height, has_cards));
    }

    /// Follows the room for the cards and the step buttons. Called during layout, when no widget may be added or
    /// removed.
    pub(super) fn note_room(&self) {
        let imp = self.imp();
        if self.seats() != imp.seats.get() {
            glib::idle_add_local_once(weak!(self, |window| {
                window.place_cards();
                window.refresh_offer();
                window.refresh_clock();
                window.place_ruling();
            }));
        }
        let is_high = self.height() >= HEIGHT_FOR_STEPS;
        if imp.steps.get_visible() != is_high {
            let steps = imp.steps.get();
            glib::idle_add_local_once(move || steps.set_visible(is_high));
        }
    }

    /// Whether the side panel lies beside the board, and not over it.
    pub(super) fn has_panel(&self) -> bool {
        let flap = &self.imp().flap;
        flap.reveals_flap() && !flap.is_folded()
    }

    /// Where the cards belong, and their size in hundredths.
    fn seats(&self) -> (Cards, u32) {
        let imp = self.imp();
        let metrics = self.pango_context().metrics(None, None);
        let line = metrics.height() / gtk::pango::SCALE;
        let room = Room {
            width: imp.tabletop.width(),
            height: imp.tabletop.height() - imp.slot.reserved(),
            has_panel: self.has_panel(),
            across: self.seating() == Seating::AcrossTable,
            line_width: WIDTH_BESIDE_BUTTONS + imp.bottom_card.buttons_width(),
            row_height: 2 * line + ROW_HEIGHT,
            buttons_height: line + BUTTONS_HEIGHT,
        };
        let cards = room.cards();
        (cards, room.scale(cards, imp.panel.wanted_width()))
    }

    /// Places the cards where there is room for them: the far one at the top, turned for a player across the table.
    pub(super) fn place_cards(&self) {
        let imp = self.imp();
        let across = self.seating() == Seating::AcrossTable;
        imp.far_card.set_turned(across);
        imp.top_card.set_turned(across);
        let (cards, scale) = self.seats();
        if imp.seats.replace((cards, scale)) == (cards, scale) {
            return;
        }
        self.finish_names();
        let row = match cards {
            Cards::Rows(row) => Some(row),
            _ => None,
        };
        for card in [&imp.top_card, &imp.bottom_card] {
            card.set_form(Form { row, scale });
        }
        self.seat_cards(cards, scale);
    }

    fn seat_cards(&self, cards: Cards, scale: u32) {
        let imp = self.imp();
        let in_panel = [&*imp.top_place, &*imp.bottom_place];
        let in_gutters = [&*imp.far_gutter, &*imp.near_gutter];
        let beside_board = [&*imp.far_seat, &*imp.near_seat];
        let (places, width) = match cards {
            Cards::Panel | Cards::Nowhere => (in_panel, i32::MAX),
            Cards::Gutters(width) => (in_gutters, width),
            Cards::Rows(_) => (beside_board, SEAT_WIDTH * scale as i32 / 100),
        };
        for place in places {
            place.set_maximum_size(width);
            place.set_tightening_threshold(width);
        }
        for gutter in in_gutters {
            gutter.set_visible(places == in_gutters);
            gutter.set_size_request(if places == in_gutters { width } else { -1 }, -1);
        }
        for seat in beside_board {
            seat.set_visible(places == beside_board);
        }
        let players: [&gtk::Widget; 2] = [imp.far_card.upcast_ref(), imp.bottom_card.upcast_ref()];
        for (card, place) in players.into_iter().zip(places) {
            if card.parent().as_ref() == Some(place.upcast_ref()) {
                continue;
            }
            if let Some(before) = card.parent().and_downcast::<adw::Clamp>() {
                before.set_child(None::<&gtk::Widget>);
            }
            place.set_child(Some(card));
        }
    }
}
