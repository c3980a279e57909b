//! Seating: the places of the player cards.

use super::Window;
use crate::game::{Seating, TURN_PAUSE};
use crate::scene::table::{self, Cards, Room};
use crate::ui::panel::player_card::Form;
use crate::ui::session::Edit;
use crate::ui::toolkit::prelude::*;

/// Natural width of a name, captured pieces and a clock. The width of the buttons beside them depends on the language.
const WIDTH_BESIDE_BUTTONS: i32 = 500;

/// Height of a small card above or below the board without its two lines of text, and of the buttons without theirs.
const ROW_HEIGHT: i32 = 26;
const BUTTONS_HEIGHT: i32 = 14;

/// Height of both clocks in a line above the board without two lines of text.
const BAR_HEIGHT: i32 = 8;

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
        let width = table::panel_width(width, height, has_cards);
        if imp.panel.width_request() != width {
            imp.panel.set_width_request(width);
        }
    }

    /// Follows the room for the cards and the step buttons. Called during layout, when no widget may be added or
    /// removed.
    pub(super) fn note_room(&self, height: i32) {
        let imp = self.imp();
        let (cards, scale) = self.seats();
        let bar = imp.bars.clock.get().filter(|_| cards == Cards::Nowhere);
        let is_bar_misfit = bar.is_some_and(|bar| !bar.fits(scale, imp.tabletop.width()));
        if (cards, scale) != imp.places.now() || is_bar_misfit {
            glib::idle_add_local_once(weak!(self, |window| {
                window.place_cards();
                window.refresh_offer();
                window.refresh_clock();
                window.refresh_pause();
                window.place_ruling();
            }));
        }
        self.note_title_room();
        let is_low = height < HEIGHT_FOR_STEPS;
        if imp.panel.is_low() != is_low {
            glib::idle_add_local_once(weak!(self, |window| {
                window.imp().panel.set_low(is_low);
            }));
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
        let line = imp.slot.line_height();
        let room = Room {
            width: imp.tabletop.width(),
            height: imp.tabletop.height() - imp.slot.reserved(),
            has_panel: self.has_panel(),
            across: self.seating() == Seating::AcrossTable,
            line_width: WIDTH_BESIDE_BUTTONS + imp.bottom_card.buttons_width(),
            row_height: 2 * line + ROW_HEIGHT,
            buttons_height: line + BUTTONS_HEIGHT,
            bar_height: if self.sitting().game.clock().is_some() {
                2 * line + BAR_HEIGHT
            } else {
                0
            },
        };
        let cards = room.cards();
        (cards, room.scale(cards, imp.panel.width_request()))
    }

    /// Places the cards where there is room for them: the far one at the top, turned for a player across the table.
    pub(super) fn place_cards(&self) {
        let imp = self.imp();
        let across = self.seating() == Seating::AcrossTable;
        imp.places.set_turned(across);
        imp.top_card.set_turned(across);
        let (cards, scale) = self.seats();
        if imp.places.now() == (cards, scale) {
            return;
        }
        self.finish_names();
        let row = match cards {
            Cards::Rows(row) => Some(row),
            _ => None,
        };
        // In the panel over the board they are small.
        let form = Form {
            row,
            scale: if cards == Cards::Nowhere { 100 } else { scale },
        };
        for card in [&imp.top_card, &imp.bottom_card] {
            card.set_form(form);
        }
        imp.places.seat(cards, scale, &imp.bottom_card);
        imp.table.set_margin_end(match cards {
            Cards::Column(width) => width + table::GUTTER_MARGIN,
            _ => 0,
        });
    }
}
