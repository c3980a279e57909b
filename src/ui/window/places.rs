//! Places of the players’ cards: in the side panel, beside the board, and above and below it.

use crate::scene::table::Cards;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::toolkit::narrow::Narrow;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;

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
pub(super) struct Places {
    /// The far card, turned if its player sits there.
    far: Turned,
    panel: Pair,
    /// Where the board leaves wide gutters, the cards lie in opposite corners.
    gutters: Pair,
    rows: Pair,
    /// Where the cards are, and their size in hundredths.
    now: Cell<(Cards, u32)>,
}

impl Places {
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

    /// Where the cards are.
    pub(super) fn cards(&self) -> Cards {
        self.now.get().0
    }

    /// Where the cards are, and their size in hundredths.
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
            Cards::Rows(_) => (&self.rows, SEAT_WIDTH * scale as i32 / 100),
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
            row.set_visible(matches!(cards, Cards::Rows(_)));
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
