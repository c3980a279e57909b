//! Where the players sit: which cards lie where, and when the board turns to the player to move.

use super::Window;
use crate::game::{Seating, TURN_PAUSE, Table, Turn, Turning};
use crate::rules::Side;
use crate::ui::platform::time;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib;
use std::time::Duration;

/// Width of a name, captured pieces and a clock. The buttons beside them have another width in each language.
const ROOM_BESIDE_DEEDS: i32 = 410;

impl Window {
    /// Where the players of the game on the board sit.
    pub(super) fn seating(&self) -> Seating {
        Seating::of_game(&self.sitting().game.record().tags)
    }

    /// Has the players sit elsewhere, in this game and the next ones.
    pub(super) fn seat(&self, seating: Seating) {
        if self.seating() == seating {
            return;
        }
        self.finish_names();
        let imp = self.imp();
        self.change(|sitting| seating.set_in(sitting.game.tags_mut()));
        imp.turning.take();
        self.touch();
        let mut agreed = self.settings().agreement();
        agreed.seating = seating;
        self.settings().set_agreement(agreed);
        self.keep();
    }

    /// Puts the cards where they belong, and turns the board when it is time. Nothing may be borrowed: a name that
    /// is being written ends where its card goes.
    pub(super) fn take_seats(&self) {
        self.refresh_seating(self.seating());
        self.place_cards();
        self.turn_board();
    }

    /// Notes how much room the cards have across the table. It is called in the middle of a layout, when nothing may
    /// come or go.
    pub(super) fn note_room(&self) {
        let imp = self.imp();
        let needed = ROOM_BESIDE_DEEDS + imp.bottom_card.deeds_width();
        let is_roomy = !imp.flap.is_folded() && imp.table.width() >= needed;
        if imp.is_roomy.replace(is_roomy) != is_roomy {
            glib::idle_add_local_once(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || window.place_cards()
            ));
        }
    }

    /// Whether captured pieces may lie beside the names. The table is wider for it at least, and where the panel folds for
    /// that it would unfold without, and so on for ever: a window of that width has no room.
    fn has_room_for_material(&self) -> bool {
        /// How much a window has to grow before it is tried again.
        const SLACK: i32 = 24;
        let (imp, width) = (self.imp(), self.width());
        let is_folded = imp.flap.is_folded();
        if is_folded && imp.bottom_card.has_flat_material() {
            imp.cramped.set(width + SLACK);
        }
        !is_folded && width > imp.cramped.get()
    }

    /// Across the table each card lies at its player's side of the board, else both are in the side panel.
    pub(super) fn place_cards(&self) {
        let imp = self.imp();
        let across = self.seating() == Seating::AcrossTable;
        let material_is_flat = across && self.has_room_for_material();
        for card in [&imp.top_card, &imp.bottom_card] {
            card.set_flat(material_is_flat, across && imp.is_roomy.get());
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

    /// Side by side, a game that comes onto the board lies as the player to move sees it.
    pub(super) fn face_mover(&self) {
        let imp = self.imp();
        let mover = self.table_now().turn;
        let mover = mover.filter(|_| self.seating() == Seating::SideBySide);
        imp.turning
            .set(mover.map_or_else(Turning::default, Turning::turned_to));
        if let Some(side) = mover {
            self.change(|sitting| sitting.bottom = side);
        }
    }

    /// Turns the board to the player to move once it is time, and looks again when it may be.
    fn turn_board(&self) {
        let imp = self.imp();
        if let Some(timer) = imp.turn_timer.take() {
            timer.remove();
        }
        let pause = if self.has_animation() { TURN_PAUSE } else { 0 };
        let mut turning = imp.turning.get();
        let turn = turning.look(self.table_now(), time::now().monotonic, pause);
        imp.turning.set(turning);
        match turn {
            Turn::Stay => {}
            Turn::Wait(time) => self.look_after(Duration::from_millis(time)),
            Turn::To(side) => self.turn_to(side),
        }
    }

    fn turn_to(&self, side: Side) {
        // A name belongs to the card on which it is being written.
        self.finish_names();
        self.change(|sitting| sitting.bottom = side);
    }

    fn look_after(&self, time: Duration) {
        let timer = glib::timeout_add_local_once(
            time,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || {
                    window.imp().turn_timer.take();
                    window.refresh();
                }
            ),
        );
        self.imp().turn_timer.replace(Some(timer));
    }

    /// Facts that decide whether the board turns.
    fn table_now(&self) -> Table {
        let imp = self.imp();
        let sitting = self.sitting();
        let game = &sitting.game;
        Table {
            seating: Seating::of_game(&game.record().tags),
            turn: game.goes_on().then(|| game.position().turn()),
            holds_piece: imp.selection.get().point().is_some(),
            shows_present: game.shows_present(),
            is_paused: game.is_paused(),
        }
    }
}
