//! Spreads the state of the game over the window: everything is told anew after every command.

use super::choose::display_name;
use super::{Moment, Remark, Window, picture};
use crate::game::{Game, Handicap, Seating, Sitting, TakeBacks, player_tag};
use crate::record::notation::Notation;
use crate::rules::{BySide, Move, Outcome, Piece, PieceKind, Ruling, Side};
use crate::scene::{Mark, Scene, marks};
use crate::ui::board::aids::explain_step;
use crate::ui::panel::move_list::Edition;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::actions::{self, Action};
use crate::ui::toolkit::{a11y, css_class};
use crate::words::{self, Importance};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;
use std::sync::Arc;

/// What the line under the board says, and how it looks.
struct Status {
    text: String,
    class: Option<&'static str>,
    button: Option<(Action, &'static str)>,
}

/// The looks that the line under the board can have.
const STATUS_CLASSES: [&str; 4] = ["refusal", "check", "past", "end"];

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
        self.follow(game);
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
        let status = self.status(game);
        if imp.status_label.label() != status.text {
            imp.status_label.set_label(&status.text);
            self.announce_status(game, &status.text);
        }
        for class in STATUS_CLASSES {
            css_class::set(&*imp.status, class, status.class == Some(class));
        }
        if status.button.is_none() && imp.status_button.has_focus() {
            imp.board.grab_focus();
        }
        imp.status_button.set_visible(status.button.is_some());
        if let Some((action, label)) = status.button {
            let about = words::without_key(label);
            let key = action.keys().first();
            let tooltip = key.map_or_else(|| about.clone(), |key| actions::tooltip(&about, key));
            if imp.status_button.tooltip_text().as_deref() != Some(tooltip.as_str()) {
                a11y::name_button(&imp.status_button, label);
                imp.status_button.set_tooltip_text(Some(&tooltip));
            }
            imp.status_button
                .set_action_name(Some(&format!("win.{}", action.name())));
        }
    }

    /// Has read out what the line under the board says now: it has no focus. What is said about the position is not
    /// said again when a remark has gone that was shown instead.
    fn announce_status(&self, game: &Game, text: &str) {
        let imp = self.imp();
        match *imp.remark.borrow() {
            Some(Remark::Done(_)) => return self.announce(Importance::Answer, text),
            Some(Remark::Refused(_)) => return self.announce(Importance::Refusal, text),
            None => {}
        }
        if let Some((_, why)) = imp.refused.get() {
            let told = words::illegal_aloud(game.shown_position(), why);
            return self.announce(Importance::Refusal, &told);
        }
        let told = self.told_position(game, text);
        if imp.said.replace(told.clone()) != told {
            let is_end = game.shows_present() && !game.goes_on();
            let importance = if is_end {
                Importance::End
            } else {
                Importance::State
            };
            self.announce(importance, &told);
        }
    }

    /// What the line under the board says of the position, for ears.
    fn told_position(&self, game: &Game, text: &str) -> String {
        if game.shows_variation() {
            let shown = shown_move(game, self.settings().move_style().main());
            return words::announced_variation(&shown, text);
        }
        let position = game.shown_position();
        match game.pending().filter(|_| game.shows_present()) {
            // The banner has no focus either.
            Some(verdict) => words::ruling(verdict),
            None if text == words::check(position, labels()) => words::check_aloud(position),
            None => text.to_owned(),
        }
    }

    /// What matters most just now: a refusal, an earlier position, the end, a check, the turn.
    fn status(&self, game: &Game) -> Status {
        let imp = self.imp();
        let plain = |text, class| Status {
            text,
            class,
            button: None,
        };
        let position = game.shown_position();
        match imp.remark.borrow().clone() {
            Some(Remark::Done(text)) => return plain(text, None),
            Some(Remark::Refused(text)) => return plain(text, Some("refusal")),
            None => {}
        }
        if let Some((_, why)) = imp.refused.get() {
            return plain(words::illegal(position, why, labels()), Some("refusal"));
        }
        if !game.shows_present() {
            return Status {
                text: elsewhere(game, self.settings().move_style().main()),
                class: Some("past"),
                button: Some((Action::BackToGame, words::back_to_game())),
            };
        }
        if let Some(outcome) = game.outcome() {
            return Status {
                text: told_end(game, outcome),
                class: Some("end"),
                button: Some(if imp.matches.borrow().of(game.record()).is_some() {
                    (Action::Rematch, words::rematch())
                } else {
                    (Action::New, words::new_game())
                }),
            };
        }
        let (text, class) = in_play(game);
        match self.told_blocks(game) {
            // A check or a warning matters more.
            Some(blocked) if class.is_none() => plain(blocked, None),
            _ => plain(text, class),
        }
    }

    fn refresh_cards(&self, sitting: &Sitting) {
        let imp = self.imp();
        let game = &sitting.game;
        let captured = captured(game);
        let board = game.shown_position().board();
        let more = BySide::new(|side| board.surplus(side));
        let turn = turn(game);
        let show = |card: &PlayerCard, side: Side| {
            let name = game.record().tags.get(player_tag(side)).unwrap_or_default();
            card.show_player(side, name, turn == Some(side));
            card.show_material(side, captured[side].clone(), &more);
        };
        show(&imp.top_card, !sitting.bottom);
        show(&imp.bottom_card, sitting.bottom);
    }

    fn refresh_title(&self, sitting: &Sitting) {
        let game = &sitting.game;
        let subtitle = match game.outcome() {
            _ if game.shows_variation() => words::variation(game.shown_position()),
            Some(outcome) => words::outcome_brief(outcome).to_owned(),
            None if game.pending().is_some() => words::ruled_brief().to_owned(),
            None => words::turn(game.shown_position().turn()),
        };
        let name = sitting.file.as_ref();
        let name = name.map(|uri| display_name(&gio::File::for_uri(uri)));
        let subtitle = match name {
            Some(name) => {
                let edited = if sitting.unsaved { "•" } else { "" };
                words::turn_in_file(&format!("{edited}{name}"), &subtitle)
            }
            None => match Handicap::of_game(game.record()) {
                Some(given) => words::turn_at_odds(given.odds(), &subtitle),
                None => subtitle,
            },
        };
        self.imp().title.set_subtitle(&subtitle);
    }

    fn refresh_actions(&self, game: &Game) {
        let goes_on = game.goes_on();
        let verdict = game.verdict();
        let at_start = game.shown() == game.record().root();
        let varies = game.shows_variation();
        let neighbours = self.neighbours();
        let is_paused = game.is_paused();
        for action in Action::ALL {
            let enabled = match action {
                Action::Undo => game.can_take_back(),
                Action::Redo => game.can_redo(),
                Action::TypeMove => game.takes_moves(),
                Action::OfferDraw | Action::Resign => goes_on,
                Action::AcceptOffer | Action::DeclineOffer => game.offer().is_some(),
                Action::AcceptRuling => game.pending().is_some(),
                Action::TakeBackRuled => game.pending().is_some() && takes_back(game),
                Action::ShowCycle => verdict.is_some_and(|verdict| verdict.cycle.is_some()),
                Action::First | Action::Previous => !at_start,
                Action::Next => self.next_of(game).is_some(),
                Action::Last => self.end_of(game) != game.shown(),
                Action::BackToGame => !game.shows_present(),
                Action::Promote | Action::DeleteVariation => varies,
                Action::Games => neighbours.is_some(),
                Action::NextGame => neighbours.is_some_and(|(_, after)| after),
                Action::PreviousGame => neighbours.is_some_and(|(before, _)| before),
                Action::CopyPosition
                | Action::CopyPicture
                | Action::SavePicture
                | Action::SaveReplay
                | Action::Print
                | Action::SetUp
                | Action::Ask(_) => true,
                Action::Pause => goes_on && game.clock().is_some(),
                _ => continue,
            };
            // Nothing of a paused game is seen or done before it goes on; other games may be opened.
            let enabled = enabled && !(is_paused && action.is_about_the_board());
            if let Some(known) = self.own_action(action.name()) {
                known.set_enabled(enabled);
            }
        }
        self.refresh_preferences();
    }
}

/// What matters most where the game stands and is not over, and how it looks.
fn in_play(game: &Game) -> (String, Option<&'static str>) {
    let position = game.position();
    if let Some(verdict) = game.pending() {
        let told = if takes_back(game) {
            words::ruled(verdict)
        } else {
            words::ruled_for_good()
        };
        return (told.to_owned(), Some("end"));
    }
    if let Ruling::Warned(verdict) = game.ruling() {
        let warning = words::warning(verdict);
        let text = if position.is_check() {
            words::warning_in_check(&warning)
        } else {
            warning
        };
        return (text, Some("check"));
    }
    if position.is_check() {
        return (words::check(position, labels()), Some("check"));
    }
    if game.occurrences() > 1 {
        return (words::repeated(game.occurrences()), None);
    }
    let told = match game.moves_in_a_row() {
        0 => words::turn(position.turn()),
        left => words::moves_in_a_row(position.turn(), left),
    };
    (told, None)
}

/// Whether the players take anything back, with leave or without.
pub(super) fn takes_back(game: &Game) -> bool {
    TakeBacks::of_game(&game.record().tags) != TakeBacks::Off
}

/// How the game ended, and how often somebody took something back on the way.
fn told_end(game: &Game, outcome: Outcome) -> String {
    let told = game
        .verdict()
        .map_or_else(|| words::outcome(outcome), words::ruling);
    match words::taken_back(&game.taken_back()) {
        Some(taken_back) => words::sentences(&told, &taken_back),
        None => told,
    }
}

/// Whose turn it is in the position that is shown; nobody's where no move can be made.
fn turn(game: &Game) -> Option<Side> {
    let plays = !game.shows_present() || game.goes_on();
    let position = game.shown_position();
    (plays && !position.legal_moves().is_empty()).then(|| position.turn())
}

/// Which position is shown that is not the present one.
fn elsewhere(game: &Game, how: Notation) -> String {
    if game.shows_variation() {
        return words::variation(game.shown_position());
    }
    if let Some(step) = game.shown_cycle_ply() {
        let text = game.shown_notation(how).unwrap_or_default();
        return words::cycle_step(step, &text, labels());
    }
    let (round, by) = game.record().round(game.shown());
    let spelled = game.shown_notation(how);
    words::past(spelled.as_deref().map(|text| (round, by, text)))
}

/// Move that led to the shown position, with its number and side.
fn shown_move(game: &Game, how: Notation) -> String {
    let (round, by) = game.record().round(game.shown());
    let text = game.shown_notation(how).unwrap_or_default();
    words::listed_move(round, by, &text, &[])
}

/// What each side has captured up to the position that is shown, the strongest pieces first.
pub(super) fn captured(game: &Game) -> BySide<Vec<Piece>> {
    let order = PieceKind::BY_WORTH;
    let all = game.record().captured(game.shown());
    BySide::new(|side| {
        let mut own: Vec<_> = all
            .iter()
            .copied()
            .filter(|piece| piece.side != side)
            .collect();
        own.sort_by_key(|piece| order.iter().position(|kind| *kind == piece.kind));
        own
    })
}
