//! The clock in the window: display beside the players, pause and resume, and an arbiter who sets it.

use super::Window;
use super::layout::LEAST_WIDTH;
use crate::game::clock::{Clock, Millis};
use crate::game::{Act, Command, Pause, Seating};
use crate::rules::{BySide, Side};
use crate::scene::card_layout::Cards;
use crate::ui::bars::pause_page::PausePage;
use crate::ui::dialogs::adjust_clocks::{ClockAdjustment, OfferedClock};
use crate::ui::panel::clock_bar::ClockBar;
use crate::ui::panel::player_card::ByHand;
use crate::ui::session::Edit;
use crate::ui::toolkit::actions::{Action, PAUSE_KEY, tooltip};
use crate::ui::toolkit::narrow::Narrow;
use crate::ui::toolkit::prelude::*;

/// Height between the cards from which a pause page has room for two buttons, in logical pixels.
const HEIGHT_FOR_BOTH: i32 = 480;

impl Window {
    /// Shows the clocks in whichever place has room for them.
    pub(super) fn connect_clock(&self) {
        let flap = &self.imp().flap;
        let moved = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_: &adw::Flap| {
                // The panel folds during layout, when no widget may be added or removed.
                glib::idle_add_local_once(glib::clone!(
                    #[weak]
                    window,
                    move || {
                        window.finish_moved_names();
                        window.place_cards();
                        window.refresh_clock();
                    }
                ));
            }
        );
        flap.connect_folded_notify(moved.clone());
        flap.connect_reveal_flap_notify(moved);
    }

    /// Shows or hides the clocks.
    pub(super) fn refresh_clock(&self) {
        let (state, now) = (self.state(), self.session().now());
        let imp = self.imp();
        let clock = state.game.clock();
        for card in [&imp.top_card, &imp.bottom_card] {
            card.show_clock(clock, now);
            let hand = card.side().filter(|_| state.game.is_pressed_by_hand());
            card.show_hand(hand.map(|side| ByHand {
                is_due: state.game.due_to_press() == Some(side),
                can_be_given: state.game.can_give_time(side),
            }));
        }
        let (cards, scale) = imp.places.now();
        let shows_cards = cards != Cards::Nowhere;
        imp.pause_button.set_visible(clock.is_some() && shows_cards);
        if let Some(clock) = clock {
            name_pause(&imp.pause_button, clock);
        }
        let Some(clock) = clock.filter(|_| !shows_cards) else {
            if let Some(bar) = imp.bars.clock.get() {
                bar.set_visible(false);
            }
            return;
        };
        let bar = imp.bars.clock.get_or_init(|| {
            let bar = ClockBar::default();
            let action = Action::Pause.in_window();
            bar.pause_button().set_action_name(Some(&action));
            bar.connect_pressed(weak!(self, |window, _| window.dispatch(Command::Press)));
            let narrow = Narrow::around(&bar, LEAST_WIDTH);
            narrow.insert_before(&*imp.table, Some(&*imp.board));
            bar
        });
        let players = [!state.bottom, state.bottom]
            .map(|side| (side, words::player(&state.game.record().tags, side)));
        bar.show_clocks(players, clock, now);
        bar.set_due(state.game.due_to_press().is_some());
        bar.set_size(scale, imp.tabletop.width());
        name_pause(bar.pause_button(), clock);
        bar.set_visible(true);
    }

    /// Pauses or resumes the clock.
    pub fn toggle_pause(&self) {
        let runs = self.state().game.is_clock_running();
        self.dispatch(if runs {
            Command::Pause(Pause::Asked)
        } else {
            Command::from(Act::Resume)
        });
    }

    /// Hides the board while the game is paused.
    pub(super) fn refresh_pause(&self) {
        let imp = self.imp();
        let is_paused = self.is_paused();
        imp.panel.moves().set_sensitive(!is_paused);
        if !is_paused {
            imp.board.set_visible(true);
            if let Some(page) = imp.bars.pause.get() {
                if page.has_focus() {
                    imp.board.grab_focus();
                }
                page.hide();
            }
            return;
        }
        let page = imp.bars.pause.get_or_init(|| {
            let page = PausePage::new();
            page.widget().insert_before(&*imp.table, Some(&*imp.board));
            page
        });
        let cards = imp.top_card.height() + imp.bottom_card.height();
        let is_across =
            self.seating() == Seating::AcrossTable && imp.table.height() - cards >= HEIGHT_FOR_BOTH;
        page.show_reason(
            imp.session.pause_reason().unwrap_or(Pause::Asked),
            is_across,
        );
        page.offer_adjusting(self.state().game.may_set_clocks());
        page.widget().set_visible(true);
        if imp.board.get_visible() {
            page.grab_focus();
            imp.board.set_visible(false);
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.state().game.is_paused()
    }

    /// Lets an arbiter set the clocks of the paused game.
    pub(super) fn adjust_clocks(&self) {
        let now = self.session().now();
        let state = self.state();
        let Some(clock) = state.game.clock() else {
            return;
        };
        let clocks = BySide::new(|side| OfferedClock {
            player: self.player(side),
            time: clock.stage_time(side, now),
            can_be_set: state.game.can_give_time(side),
        });
        let guard = self.session().guard();
        let dialog = ClockAdjustment::new(self, &clocks);
        dialog.connect_chosen(weak!(self, |window, dialog| {
            if guard.is_same_game() {
                window.set_clocks(&dialog.changed(), &dialog.remark());
            }
        }));
        announce::present(&dialog);
    }

    /// Sets the times of sides, and tells both players and the record of it and of a remark.
    fn set_clocks(&self, changed: &[(Side, Millis)], remark: &str) {
        let time = |side| {
            let state = self.state();
            let clock = state.game.clock();
            clock.map_or(0, |clock| clock.stage_time(side, self.session().now()))
        };
        let mut acts = Vec::new();
        for (side, left) in changed {
            let before = time(*side);
            self.dispatch(Command::SetTime(*side, *left));
            let after = time(*side);
            if after != before {
                acts.push(words::time_set(&self.player(*side), [before, after]));
            }
        }
        if acts.is_empty() && remark.is_empty() {
            return;
        }
        let said = words::arbiter_says(acts, remark);
        let (present, comment) = {
            let state = self.state();
            let game = &state.game;
            (game.present(), game.comment(game.present()).to_owned())
        };
        let comment = if comment.is_empty() {
            said.clone()
        } else {
            format!("{comment}\n{said}")
        };
        self.session().edit(&Edit::Comment(present, comment));
        if let Some(page) = self.imp().bars.pause.get() {
            page.keep_said(&said);
        }
        self.announce(Importance::Answer, &said);
        self.update();
    }
}

/// Labels a button as pause or resume.
fn name_pause(button: &gtk::Button, clock: &Clock) {
    let (icon, label) = if clock.is_running() {
        ("media-playback-pause-symbolic", words::pause())
    } else if clock.is_resting() {
        ("media-playback-start-symbolic", words::start_clock())
    } else {
        ("media-playback-start-symbolic", words::resume())
    };
    // Called on every clock update; the button changes less often.
    let about = tooltip(label, PAUSE_KEY);
    if button.tooltip_text().as_deref() != Some(about.as_str()) {
        button.set_icon_name(icon);
        button.set_tooltip_text(Some(&about));
        a11y::set_label(button, label);
    }
}
