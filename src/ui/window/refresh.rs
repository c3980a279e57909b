//! Spreads the state of the game over the window: everything is told anew after every command.

use super::choose::display_name;
use super::{Moment, Window, picture};
use crate::game::{Game, Seating, Sitting, player_tag};
use crate::rules::{BySide, Move, Side};
use crate::scene::{Mark, Scene, marks};
use crate::ui::board::aids::explain_step;
use crate::ui::panel::move_list::Edition;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::actions::{self, Action};
use crate::ui::toolkit::{a11y, css_class};
use crate::words;
use crate::words::status::{self, Attempt, Spelling, StatusButton, Tone};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;
use std::sync::Arc;

/// Tones of the line under the board that have a style class.
const TONES: [(Tone, &str); 4] = [
    (Tone::Refusal, "refusal"),
    (Tone::Check, "check"),
    (Tone::Past, "past"),
    (Tone::End, "end"),
];

const fn action_of(button: StatusButton) -> Action {
    match button {
        StatusButton::BackToGame => Action::BackToGame,
        StatusButton::NewGame => Action::New,
        StatusButton::Rematch => Action::Rematch,
    }
}

impl Window {
    /// Shows the game as it is now.
    pub(super) fn refresh(&self) {
        let imp = self.imp();
        self.take_seats();
        self.understand();
        self.refresh_board();
        let sitting = self.sitting();
        let game = &sitting.game;
        imp.board.tell_position(game.shown_position().clone());
        self.refresh_ruling(game);
        self.refresh_offer(&sitting);
        self.refresh_status(game);
        self.refresh_cards(&sitting);
        self.refresh_score();
        self.refresh_clock(&sitting);
        self.refresh_title(&sitting);
        let trail = &imp.trail;
        trail.set(trail.get().followed(game));
        imp.moves.update(game, self.edition());
        imp.moves.set_explains(self.settings().has_aids());
        self.refresh_comment(game);
        self.refresh_actions(game);
        self.refresh_seats(game);
        self.refresh_pause();
        // Something that lost the keyboard on the way may have had a change to make.
        let is_shown = Arc::ptr_eq(&sitting, &self.sitting());
        drop(sitting);
        if !is_shown {
            self.refresh();
        }
    }

    /// Shows the board, and what is marked on it.
    pub(super) fn refresh_board(&self) {
        let scene = self.scene();
        self.imp().board.set_scene(scene, true);
    }

    /// Shows what has been written about a move: all else is as before.
    pub(super) fn refresh_moves(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        imp.moves.update(&sitting.game, self.edition());
        self.refresh_title(&sitting);
    }

    /// Which state of which game the list of moves has to show.
    fn edition(&self) -> Edition {
        let Moment { game, edit } = self.moment();
        Edition {
            game,
            edit,
            style: self.settings().move_style(),
        }
    }

    /// The board as it is to be seen.
    fn scene(&self) -> Scene {
        let imp = self.imp();
        let sitting = self.sitting();
        let game = &sitting.game;
        let position = game.shown_position();
        let mut scene = picture::shown(&sitting);
        let seating = Seating::of_game(&game.record().tags);
        scene.turned = (seating == Seating::AcrossTable).then_some(!scene.bottom);
        scene.past = !game.shows_present() && !game.shows_variation();
        if let Some(chosen) = imp.selection.get().point() {
            let allowed = |mark: &Mark| match mark {
                Mark::Target(to) | Mark::Capture(to) => game.allows(Move::new(chosen, *to)),
                _ => true,
            };
            let chosen = marks::chosen(position, chosen);
            scene.marks.extend(chosen.into_iter().filter(allowed));
        }
        scene.marks.extend(self.typed_marks(game));
        if let Some((mv, why)) = imp.refused.get() {
            scene.marks.extend(marks::refusal(mv, why));
        }
        scene.aids = self.aids(game).map(Box::new);
        if let Some(step) = game.shown_cycle_ply() {
            explain_step(&mut scene, step);
        }
        scene
    }

    fn refresh_status(&self, game: &Game) {
        let imp = self.imp();
        let attempt = Attempt {
            remark: imp.remark.borrow().clone(),
            refused: imp.refused.get(),
            blocked: self.told_blocks(game),
        };
        let is_match = imp.matches.borrow().of(game.record()).is_some();
        let status = status::status(game, &attempt, is_match, self.spelling());
        if imp.status_label.label() != status.text {
            imp.status_label.set_label(&status.text);
            self.announce_status(game, &attempt, &status.text);
        }
        for (tone, class) in TONES {
            css_class::set(&*imp.status, class, status.tone == tone);
        }
        self.refresh_status_button(status.button);
    }

    fn refresh_status_button(&self, button: Option<StatusButton>) {
        let imp = self.imp();
        if button.is_none() && imp.status_button.has_focus() {
            imp.board.grab_focus();
        }
        imp.status_button.set_visible(button.is_some());
        let Some(button) = button else { return };
        let action = action_of(button);
        let about = words::without_key(button.label());
        let key = action.keys().first();
        let tooltip = key.map_or_else(|| about.clone(), |key| actions::tooltip(&about, key));
        if imp.status_button.tooltip_text().as_deref() != Some(tooltip.as_str()) {
            a11y::name_button(&imp.status_button, button.label());
            imp.status_button.set_tooltip_text(Some(&tooltip));
        }
        imp.status_button
            .set_action_name(Some(&format!("win.{}", action.name())));
    }

    /// Announces the line under the board, which has no focus. What is said of the position is not repeated once a
    /// remark that was shown instead is gone.
    fn announce_status(&self, game: &Game, attempt: &Attempt, text: &str) {
        let (importance, told) = status::status_aloud(game, attempt, text, self.spelling());
        let is_of_position = attempt.remark.is_none() && attempt.refused.is_none();
        if !is_of_position || self.imp().said.replace(told.clone()) != told {
            self.announce(importance, &told);
        }
    }

    fn spelling(&self) -> Spelling {
        Spelling {
            notation: self.settings().move_style().main(),
            labels: labels(),
        }
    }

    fn refresh_cards(&self, sitting: &Sitting) {
        let imp = self.imp();
        let game = &sitting.game;
        let captured = game.shown_captures();
        let board = game.shown_position().board();
        let more = BySide::new(|side| board.surplus(side));
        let turn = game.shown_turn();
        let show = |card: &PlayerCard, side: Side| {
            let name = game.record().tags.get(player_tag(side)).unwrap_or_default();
            card.show_player(side, name, turn == Some(side));
            card.show_material(side, captured[side].clone(), &more);
        };
        show(&imp.top_card, !sitting.bottom);
        show(&imp.bottom_card, sitting.bottom);
    }

    fn refresh_title(&self, sitting: &Sitting) {
        let file = sitting.file.as_ref();
        let name = file.map(|uri| display_name(&gio::File::for_uri(uri)));
        let subtitle = status::subtitle(sitting, name.as_deref());
        self.imp().title.set_subtitle(&subtitle);
    }

    fn refresh_actions(&self, game: &Game) {
        let (trail, neighbours) = (self.imp().trail.get(), self.neighbours());
        for action in Action::ALL {
            if let Some(known) = self.own_action(action.name()) {
                known.set_enabled(action.is_enabled(game, trail, neighbours));
            }
        }
        self.refresh_preferences();
    }
}
