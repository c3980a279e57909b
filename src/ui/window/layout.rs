//! Layout of the window: its size, which is remembered between runs, that of the side panel, and the places of the
//! players’ cards: in the side panel, beside the board, and above and below it.

use super::Window;
use crate::game::{Seating, TURN_PAUSE};
use crate::rules::Side;
use crate::scene::card_layout::{self, Cards, Room};
use crate::ui::board::pixels;
use crate::ui::panel::player_card::{CardForm, PlayerCard};
use crate::ui::platform::settings::{BoardSize, WindowSize};
use crate::ui::session::Edit;
use crate::ui::toolkit::narrow::Narrow;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;

/// Width of the line between the table and the panel.
const SEPARATOR: i32 = 1;
/// Height of a small card above or below the board without its two lines of text.
const ROW_HEIGHT: i32 = 26;

/// Height of both clocks in a line above the board without two lines of text.
const BAR_HEIGHT: i32 = 8;

/// Height of the header bar before it is known.
const HEADER: i32 = 47;

/// Height of a window from which the list of moves has rows to spare for the buttons that step through it.
const HEIGHT_FOR_STEPS: i32 = 560;

/// Width of a card above or below the board, at its smallest size.
const SEAT_WIDTH: i32 = 720;
/// Width that a row keeps in any window, below that of the narrowest.
pub(super) const LEAST_WIDTH: i32 = 320;
/// Margin of a card above or below the board, and of one beside it.
const SEAT_MARGIN: i32 = 6;
const GUTTER_MARGIN: i32 = 12;

/// A place for each card, the far one first.
type Pair = [adw::Clamp; 2];

/// The places of both cards, each with room for one.
#[derive(Debug, Default)]
pub(super) struct CardPlaces {
    /// The far card, turned if its player sits there.
    far: Turned,
    panel: Pair,
    /// Opposite corners beside the board, where it leaves wide gutters.
    gutters: Pair,
    rows: Pair,
    /// Places of the cards, and their size in hundredths.
    now: Cell<(Cards, u32)>,
}

impl CardPlaces {
    /// Adds the places around the board, with the cards in the side panel.
    pub(super) fn add(
        &self,
        (table, tabletop, panel): (&gtk::Box, &gtk::Overlay, &gtk::Box),
        [far, near]: [&PlayerCard; 2],
    ) {
        let [above, below] = &self.rows;
        above.set_margin_top(SEAT_MARGIN);
        below.set_margin_bottom(SEAT_MARGIN);
        for row in &self.rows {
            row.set_margin_start(SEAT_MARGIN);
            row.set_margin_end(SEAT_MARGIN);
            row.set_visible(false);
        }
        table.prepend(&Narrow::around(above, LEAST_WIDTH));
        table.append(&Narrow::around(below, LEAST_WIDTH));
        let [left, right] = &self.gutters;
        left.set_halign(gtk::Align::Start);
        left.set_valign(gtk::Align::Start);
        left.set_margin_top(GUTTER_MARGIN);
        left.set_margin_start(GUTTER_MARGIN);
        right.set_halign(gtk::Align::End);
        right.set_valign(gtk::Align::End);
        right.set_margin_bottom(GUTTER_MARGIN);
        right.set_margin_end(GUTTER_MARGIN);
        for gutter in &self.gutters {
            gutter.set_visible(false);
            tabletop.add_overlay(gutter);
        }
        let [top, bottom] = &self.panel;
        panel.prepend(top);
        panel.append(bottom);
        self.far.set_child(Some(far.upcast_ref()));
        top.set_child(Some(&self.far));
        bottom.set_child(Some(near));
    }

    /// Places of the cards.
    pub(super) fn cards(&self) -> Cards {
        self.now.get().0
    }

    /// Places of the cards, and their size in hundredths.
    pub(super) fn now(&self) -> (Cards, u32) {
        self.now.get()
    }

    /// Sets whether the far player sits across the table.
    pub(super) fn set_turned(&self, turned: bool) {
        self.far.set_turned(turned);
    }

    /// Puts the cards elsewhere.
    pub(super) fn seat(&self, cards: Cards, scale: u32, near: &PlayerCard) {
        self.now.set((cards, scale));
        let (places, width) = match cards {
            Cards::Panel | Cards::Nowhere => (&self.panel, i32::MAX),
            Cards::Gutters(width) | Cards::Column(width) => (&self.gutters, width),
            Cards::Rows => (&self.rows, SEAT_WIDTH * scale as i32 / 100),
        };
        for place in places {
            place.set_maximum_size(width);
            place.set_tightening_threshold(width);
        }
        let in_column = matches!(cards, Cards::Column(_));
        let in_gutters = in_column || matches!(cards, Cards::Gutters(_));
        let [far, _] = &self.gutters;
        far.set_halign(if in_column {
            gtk::Align::End
        } else {
            gtk::Align::Start
        });
        far.set_margin_end(GUTTER_MARGIN);
        for gutter in &self.gutters {
            gutter.set_visible(in_gutters);
            gutter.set_size_request(if in_gutters { width } else { -1 }, -1);
        }
        for row in &self.rows {
            row.set_visible(cards == Cards::Rows);
        }
        let players: [&gtk::Widget; 2] = [self.far.upcast_ref(), near.upcast_ref()];
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

impl Window {
    /// Restores the window's last size, limited to the screen.
    pub(super) fn restore_size(&self) {
        let WindowSize {
            width,
            height,
            maximized,
            panel,
        } = self.settings().window();
        let (most_wide, most_high) = screen_room(self).unwrap_or((width, height));
        let (min_width, min_height) = WindowSize::MIN;
        self.set_default_size(
            width.min(most_wide).max(min_width),
            height.min(most_high).max(min_height),
        );
        if maximized {
            self.maximize();
        }
        self.follow_panel();
        self.imp().flap.set_reveal_flap(panel);
    }

    /// Remembers whether the side panel is wanted. As an overlay it is shown only temporarily, which is no preference
    /// for a wider window; and a locked panel does not come back by itself.
    fn follow_panel(&self) {
        self.imp().flap.connect_reveal_flap_notify(|flap| {
            if !flap.is_folded() {
                flap.set_locked(!flap.reveals_flap());
            }
        });
    }

    pub(super) fn remember_size(&self) {
        let (width, height) = self.default_size();
        let size = WindowSize {
            width,
            height,
            maximized: self.is_maximized(),
            panel: !self.imp().flap.is_locked(),
        };
        self.settings().remember(|known| known.window = size);
        let board = &self.imp().board;
        // A hidden board has no size.
        if !board.get_visible() {
            return;
        }
        let shown = BoardSize {
            width: f64::from(board.width()),
            height: f64::from(board.height()),
            scale: pixels::scale(&**board),
            dark: adw::StyleManager::default().is_dark(),
            flipped: self.state().bottom == Side::Black,
            across: self.seating() == Seating::AcrossTable,
            high_contrast: adw::StyleManager::default().is_high_contrast(),
        };
        self.settings().remember(|known| known.board = shown);
    }

    /// Seating of the players of the current game.
    pub(super) fn seating(&self) -> Seating {
        self.state().game.seating()
    }

    /// Changes the seating for this game and the next ones.
    pub(super) fn seat(&self, seating: Seating) {
        if self.seating() == seating {
            return;
        }
        self.finish_names();
        let mut terms = self.settings().game_terms();
        terms.seating = seating;
        self.settings().remember(|known| known.terms = terms);
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
        let width = card_layout::panel_width(width, height, has_cards);
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
                window.finish_moved_names();
                window.place_cards();
                window.refresh_offer();
                window.refresh_status();
                window.refresh_clock();
                window.refresh_pause();
                window.place_ruling();
            }));
        }
        if imp.title.has_other_room() {
            glib::idle_add_local_once(weak!(self, |window| window.refresh_title()));
        }
        let is_low = height < HEIGHT_FOR_STEPS;
        if imp.panel.is_low() != is_low {
            glib::idle_add_local_once(weak!(self, |window| {
                let imp = window.imp();
                imp.panel.set_low(is_low);
                window.refresh_book_height();
                let review = imp.bars.review.get();
                review.iter().for_each(|section| section.set_low(is_low));
                for card in [&imp.top_card, &imp.bottom_card] {
                    card.set_low(is_low);
                }
            }));
        }
    }

    /// Whether the side panel lies beside the board, and not over it.
    pub(super) fn has_panel(&self) -> bool {
        let flap = &self.imp().flap;
        flap.reveals_flap() && !flap.is_folded()
    }

    /// Places where the cards belong, and their size in hundredths.
    fn seats(&self) -> (Cards, u32) {
        let imp = self.imp();
        let line = imp.slot.line_height();
        let has_panel = self.has_panel();
        // The panel may still glide, but the cards are placed once.
        let panel = if has_panel {
            imp.panel.width().max(imp.panel.width_request()) + SEPARATOR
        } else {
            0
        };
        let room = Room {
            width: imp.flap.width() - panel,
            height: imp.tabletop.height() - imp.slot.reserved(),
            has_panel,
            is_folded: imp.flap.is_folded(),
            across: self.seating() == Seating::AcrossTable,
            row_height: 2 * line + ROW_HEIGHT,
            bar_height: if self.state().game.clock().is_some() {
                2 * line + BAR_HEIGHT
            } else {
                0
            },
        };
        let cards = room.cards();
        (cards, room.scale(cards, imp.panel.width_request()))
    }

    /// Finishes a name on a card that is about to move, or to show another player. That is an edit of the game, which a
    /// refresh must not make.
    pub(super) fn finish_moved_names(&self) {
        let imp = self.imp();
        let bottom = self.state().bottom;
        let shows_other = imp.bottom_card.side().is_some_and(|side| side != bottom);
        if shows_other || imp.places.now() != self.seats() {
            self.finish_names();
        }
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
        // The title, the list and the line below the board grow alike.
        set_text_scale(&*imp.toasts, scale);
        let form = CardForm {
            is_row: cards == Cards::Rows,
            scale,
        };
        for card in [&imp.top_card, &imp.bottom_card] {
            card.set_form(form);
        }
        imp.places.seat(cards, scale, &imp.bottom_card);
        imp.table.set_margin_end(match cards {
            Cards::Column(width) => width + card_layout::GUTTER_MARGIN,
            _ => 0,
        });
    }
}

/// Returns the size of a window's monitor or, before it is on any, of the largest one, in logical pixels; `None` on a
/// display without monitors.
fn screen_room(window: &impl IsA<gtk::Window>) -> Option<(i32, i32)> {
    let window = window.upcast_ref();
    let display = WidgetExt::display(window);
    let own = NativeExt::surface(window);
    let own = own.and_then(|surface| display.monitor_at_surface(&surface));
    let all = display.monitors();
    let all = (0..all.n_items()).filter_map(|at| all.item(at).and_downcast::<gdk::Monitor>());
    let sizes = own.map_or_else(|| all.collect(), |own| vec![own]);
    let sizes = sizes.iter().map(MonitorExt::geometry);
    let sizes = sizes.map(|place| (place.width(), place.height()));
    sizes.max_by_key(|(width, height)| i64::from(*width) * i64::from(*height))
}
