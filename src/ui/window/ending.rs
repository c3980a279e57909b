//! The end of a game: the banner of a ruling, the card over the board, and the game played again on it.

use super::Window;
use crate::game::{Command, Event, Seating};
use crate::rules::Outcome;
use crate::scene::{self, card_layout};
use crate::ui::bars::end_card::EndCard;
use crate::ui::bars::ruling_banner::RulingBanner;
use crate::ui::session::has_ended;
use crate::ui::toolkit::actions::{Action, tooltip};
use crate::ui::toolkit::prelude::*;
use crate::words::Ending;

/// Time for the last move to be seen, and for the pieces that decided the game.
const PAUSE: Duration = Duration::from_millis(1000);
const PULSE: Duration = Duration::from_millis(700);
/// Time for which each position of a replay is shown.
const HOLD: Duration = Duration::from_millis(1000);

impl Window {
    /// Shows the card after the events of a command, if they ended the game; otherwise removes it.
    pub(super) fn follow_end(&self, events: &[Event]) {
        self.close_ending();
        if !has_ended(events) {
            return;
        }
        let Some(ending) = self.ending() else { return };
        // The status line tells how the game ended, and Tab leads to what can be done next.
        let next = words::without_key(words::rematch());
        let next = Action::Rematch
            .keys()
            .first()
            .map_or(next.clone(), |key| tooltip(&next, key));
        let told = [ending.facts.as_slice(), &[next]].concat();
        self.announce(Importance::Answer, &told.join(". "));
        let game = &self.state().game;
        if game.outcome().is_some_and(Outcome::is_on_the_board) {
            let deciding = scene::deciding_pieces(game.position());
            self.imp().board.pulse(deciding, PULSE);
        }
        let guard = self.session().guard();
        let shown = self.state().game.shown();
        let show = weak!(self, |window| {
            let state = window.state();
            // Whoever looks at something else by now has seen the end.
            let is_shown = guard.holds() && state.game.shown() == shown;
            if is_shown && state.game.outcome().is_some() {
                window.show_ending(&ending);
            }
        });
        if self.has_animation() {
            glib::timeout_add_local_once(PAUSE, show);
        } else {
            show();
        }
    }

    fn ending(&self) -> Option<Ending> {
        let state = self.state();
        let matches = self.session().matches();
        Ending::of(&state.game, matches.of(state.game.record()))
    }

    fn show_ending(&self, ending: &Ending) {
        let imp = self.imp();
        let card = imp.bars.ending.get_or_init(|| {
            let card = EndCard::default();
            card.connect_closed(weak!(self, |window, _| window.close_ending()));
            card.connect_watched(weak!(self, |window, _| window.watch_again()));
            imp.stage.add_overlay(&card);
            let window = self.downgrade();
            imp.stage.connect_get_child_position(move |_, card| {
                let window = window.upgrade();
                window.map(|window| window.place_ending(card))
            });
            card
        });
        card.show_ending(ending, self.seating() == Seating::AcrossTable);
        card.set_visible(true);
        self.refresh_status();
    }

    /// The card, while it lies over the board.
    pub(super) fn end_card(&self) -> Option<&EndCard> {
        let card = self.imp().bars.ending.get();
        card.filter(|card| card.get_visible())
    }

    /// The place of the card over the table, beside both generals.
    fn place_ending(&self, card: &gtk::Widget) -> gdk::Rectangle {
        let imp = self.imp();
        let table = (imp.stage.width(), imp.stage.height());
        let width = card
            .measure(gtk::Orientation::Horizontal, -1)
            .1
            .min(table.0);
        let (_, height, ..) = card.measure(gtk::Orientation::Vertical, width);
        let size = (width, height.min(table.1));
        let corner = imp.board.translate_coordinates(&*imp.stage, 0.0, 0.0);
        let state = self.state();
        let (x, y) = card_layout::end_card_place(
            table,
            corner.unwrap_or_default(),
            &imp.board.layout(),
            state.game.shown_position().board(),
            size,
        );
        gdk::Rectangle::new(x, y, size.0, size.1)
    }

    /// Removes the card. Returns whether it was there.
    pub(super) fn close_ending(&self) -> bool {
        let imp = self.imp();
        let Some(card) = self.end_card() else {
            return false;
        };
        if card.focus_child().is_some() {
            imp.board.grab_focus();
        }
        card.set_visible(false);
        self.refresh_status();
        true
    }

    /// Plays the game again on the board, until it is at its end or something else is shown.
    fn watch_again(&self) {
        self.close_ending();
        self.imp().board.grab_focus();
        self.show_node(|game, _| Some(game.record().root()));
        let guard = self.session().guard();
        let shown = self.state().game.shown();
        let window = self.downgrade();
        glib::MainContext::default().spawn_local(async move {
            let mut shown = shown;
            loop {
                glib::timeout_future(HOLD).await;
                let Some(window) = window.upgrade() else {
                    return;
                };
                let is_watched = guard.holds() && window.state().game.shown() == shown;
                let next = window.imp().view.borrow().next(&window.state().game);
                let Some(next) = next.filter(|_| is_watched) else {
                    return;
                };
                window.dispatch(Command::Show(next));
                shown = next;
            }
        });
    }
}

/// Height of the list of moves beside which a ruling has room.
const MIN_MOVES: i32 = 60;

impl Window {
    /// Shows the banner while a ruling awaits the players' decision.
    pub(super) fn refresh_ruling(&self) {
        let imp = self.imp();
        let state = self.state();
        let game = &state.game;
        let Some(verdict) = game.pending() else {
            if let Some(banner) = imp.bars.ruling.get() {
                if banner.focus_child().is_some() {
                    imp.board.grab_focus();
                }
                banner.set_visible(false);
            }
            return;
        };
        // Rarely needed, so created on first use.
        let banner = imp.bars.ruling.get_or_init(|| {
            let banner = RulingBanner::default();
            banner.set_valign(gtk::Align::End);
            banner
        });
        let step = game.shown_cycle_ply().filter(|_| !game.shows_present());
        let step = step.zip(verdict.cycle.as_ref()).map(|(step, cycle)| {
            let first = cycle.plies.first().map_or(step.ply, |first| first.ply);
            (step.ply - first + 1, cycle.plies.len())
        });
        let who = words::Players::of_game(game);
        banner.show_ruling(verdict, &who, step);
        banner.set_visible(true);
        self.place_ruling();
    }

    /// Places the banner in the side panel if the list of moves has room to spare, otherwise over what is below the
    /// board: the board itself never moves.
    pub(super) fn place_ruling(&self) {
        let imp = self.imp();
        let Some(banner) = imp.bars.ruling.get().filter(|banner| banner.get_visible()) else {
            return;
        };
        let in_panel = banner.parent().as_ref() == Some(imp.panel.upcast_ref());
        banner.set_compact(false);
        let least = banner.measure(gtk::Orientation::Horizontal, -1).0;
        let width = imp.panel.width().max(least);
        let height = banner.measure(gtk::Orientation::Vertical, width).1;
        let room = imp.panel.moves().height() + if in_panel { banner.height() } else { 0 };
        let fits = self.has_panel() && room >= height + MIN_MOVES;
        banner.set_compact(!fits);
        if fits == in_panel && banner.parent().is_some() {
            return;
        }
        if in_panel {
            imp.panel.remove(banner);
        } else if banner.parent().is_some() {
            imp.tabletop.remove_overlay(banner);
        }
        if fits {
            imp.panel.add_above_moves(banner);
        } else {
            imp.tabletop.add_overlay(banner);
        }
    }

    /// Shows the first move of the cycle; the others follow it.
    pub fn show_cycle(&self) {
        self.show_node(|game, _| {
            let first = game.ruled_cycle()?.plies.first()?.ply;
            game.record().main_line().nth(first - 1)
        });
    }
}
