//! The end of a game: the card over the board, and the game played again on it.

use super::Window;
use crate::game::{Command, Event};
use crate::ui::bars::end_card::EndCard;
use crate::ui::session::has_ended;
use crate::ui::toolkit::prelude::*;
use crate::words::Ending;

/// Time for the last move to be seen.
const PAUSE: Duration = Duration::from_millis(700);
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
        // The status line tells how the game ended.
        self.announce(Importance::Answer, &ending.facts.join(". "));
        let guard = self.session().guard();
        let shown = self.sitting().game.shown();
        let show = weak!(self, |window| {
            let sitting = window.sitting();
            // Whoever looks at something else by now has seen the end.
            let is_shown = guard.holds() && sitting.game.shown() == shown;
            if is_shown && sitting.game.outcome().is_some() {
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
        let sitting = self.sitting();
        let matches = self.session().matches();
        Ending::of(&sitting.game, matches.of(sitting.game.record()))
    }

    fn show_ending(&self, ending: &Ending) {
        let imp = self.imp();
        let card = imp.bars.ending.get_or_init(|| {
            let card = EndCard::default();
            card.connect_closed(weak!(self, |window, _| window.close_ending()));
            card.connect_watched(weak!(self, |window, _| window.watch_again()));
            imp.tabletop.add_overlay(&card);
            card
        });
        card.show_ending(ending);
        card.set_visible(true);
    }

    /// Removes the card. Returns whether it was there.
    pub(super) fn close_ending(&self) -> bool {
        let imp = self.imp();
        let Some(card) = imp.bars.ending.get().filter(|card| card.get_visible()) else {
            return false;
        };
        if card.focus_child().is_some() {
            imp.board.grab_focus();
        }
        card.set_visible(false);
        true
    }

    /// Plays the game again on the board, until it is at its end or something else is shown.
    fn watch_again(&self) {
        self.close_ending();
        self.imp().board.grab_focus();
        self.show_node(|game, _| Some(game.record().root()));
        let guard = self.session().guard();
        let shown = self.sitting().game.shown();
        let window = self.downgrade();
        glib::MainContext::default().spawn_local(async move {
            let mut shown = shown;
            loop {
                glib::timeout_future(HOLD).await;
                let Some(window) = window.upgrade() else {
                    return;
                };
                let is_watched = guard.holds() && window.sitting().game.shown() == shown;
                let next = window.imp().view.borrow().next(&window.sitting().game);
                let Some(next) = next.filter(|_| is_watched) else {
                    return;
                };
                window.dispatch(Command::Show(next));
                shown = next;
            }
        });
    }
}
