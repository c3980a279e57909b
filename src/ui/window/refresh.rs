//! Refresh of the whole window after every change.

use super::Window;
use crate::game::clock::TimeWarning;
use crate::game::{Event, EventScope, Seating, SoundEffect, player_tag};
use crate::rules::BySide;
use crate::scene::card_layout::Cards;
use crate::scene::{DrawingHistory, Remark, View};
use crate::ui::bars::typed_board::TypedBoard;
use crate::ui::board::aids::{captions, explain_step};
use crate::ui::flows::display_name;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::appearance::labels;
use crate::ui::platform::{memory, sleep};
use crate::ui::session::{Edit, News};
use crate::ui::toolkit::actions::{Action, ActionContext};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast::{self, Tells};
use crate::words::Players;
use crate::words::status::{self, Status, Style, Tone};

impl Window {
    /// Updates what depends on the game but is no part of it after a change: an edited name, the board that turns, the
    /// typing bar, the trail and what has been seen. Then refreshes the window.
    pub(super) fn update(&self) {
        self.finish_moved_names();
        self.turn_board();
        self.understand();
        self.imp().view.borrow_mut().follow(&self.state().game);
        self.see_chat();
        self.refresh();
    }

    /// Refreshes the window: each part reads the game and shows it, changes nothing but itself, and sets only what differs
    /// from what it shows. Cards come first, since their places decide where offers and clocks are.
    fn refresh(&self) {
        self.place_cards();
        self.refresh_choices();
        self.refresh_board();
        self.refresh_ruling();
        self.refresh_offer();
        self.refresh_status();
        self.refresh_cards();
        self.refresh_score();
        self.refresh_clock();
        self.refresh_moves();
        self.refresh_book();
        self.refresh_guess();
        self.refresh_title();
        self.refresh_comment();
        self.refresh_review();
        self.refresh_chat();
        self.refresh_analysis();
        self.refresh_actions();
        self.refresh_seats();
        self.refresh_pause();
        self.refresh_input_method();
    }

    /// Refreshes the board and its marks.
    pub(super) fn refresh_board(&self) {
        let imp = self.imp();
        let state = self.state();
        let captions = self.shows_aids().then(captions);
        let view = imp.view.borrow().clone();
        let mut scene = view.scene(&state, captions);
        let lifted = view.lifted_targets(&state.game);
        let preview = view
            .preview
            .and_then(|preview| preview.position(&state.game));
        if let Some(step) = { state.game.shown_cycle_ply() }.filter(|_| preview.is_none()) {
            explain_step(&mut scene, step);
        }
        let advised = self.advised_moves();
        scene.add_advised(&advised);
        imp.advised.replace(advised);
        imp.board.set_scene(scene, true);
        let position = preview.map_or_else(
            || state.game.shown_position().clone(),
            |(position, _)| position,
        );
        drop(state);
        imp.board.tell_position(position, lifted);
    }

    /// Refreshes the list of moves, or the welcome in its place.
    pub(super) fn refresh_moves(&self) {
        let imp = self.imp();
        let is_remote = imp.session.remote_game_on_board().is_some();
        let welcomes = !is_remote && !self.is_guessing() && self.state().game.is_untouched();
        if imp.panel.set_welcomes(welcomes) {
            if imp.flap.is_folded() {
                imp.flap.set_reveal_flap(false);
            }
            self.focus_board();
        }
        let state = self.state();
        let edition = self.visible_edition();
        imp.panel.moves().update(&state.game, edition);
        imp.panel.moves().set_describes(self.shows_aids());
    }

    /// Refreshes the title: the turn first, then the friend, or the file and whether it has all of the game.
    pub(super) fn refresh_title(&self) {
        let state = self.state();
        let file = state.file.as_ref();
        let name = file.map(|uri| display_name(&gio::File::for_uri(uri)));
        let subtitle = status::subtitle(&state, name.as_deref());
        let titles = status::title(&state.game);
        let place = if name.is_some() {
            &subtitle
        } else {
            words::app_name()
        };
        self.set_title(Some(&words::turn_in_file(&titles[0], place)));
        let subtitles = self.follow_presence();
        let subtitles = subtitles.map_or_else(
            || vec![self.guess_subtitle().unwrap_or(subtitle)],
            Vec::from,
        );
        self.imp().title.show(&titles, &subtitles);
    }

    pub(super) fn refresh_status(&self) {
        let imp = self.imp();
        let state = self.state();
        let game = &state.game;
        let view = imp.view.borrow().clone();
        let style = Style {
            notation: self.settings().move_style().main(),
            labels: labels(),
            has_aids: self.shows_aids(),
        };
        let is_match = imp.session.matches().of(game.record()).is_some();
        let is_across = game.seating() == Seating::AcrossTable && game.outcome().is_none();
        let is_far = game.turn() != state.bottom;
        let mut status = status::status(game, &view, is_match, style);
        let guess = self.guess_status(&status);
        if let Some((guess, _)) = &guess {
            status = guess.clone();
        }
        // What is important is told at the edge of a player across the table as well, and a refusal there alone.
        let far = match status.tone {
            Tone::Refusal if is_far => Some(status.text.clone()),
            Tone::Check => Some(status.text.clone()),
            _ => { game.pending() }.map(|verdict| words::ruling(verdict, &Players::of_game(game))),
        };
        let far = far.filter(|_| is_across && imp.places.cards() == Cards::Rows);
        imp.top_card.set_note(far.as_deref().unwrap_or_default());
        imp.status
            .set_turned(is_across && is_far && far.is_none() && game.is_ongoing());
        // A card says it: that of the end, which has the buttons, or that of a player across the table.
        let is_covered = status.tone == Tone::End && self.end_card().is_some()
            || status.tone == Tone::Refusal && far.is_some();
        imp.status.set_opacity(if is_covered { 0.0 } else { 1.0 });
        status.button.take_if(|_| is_covered);
        if status.button.is_none() && imp.status.has_keyboard() {
            imp.board.grab_focus();
        }
        let question = self
            .question_beside_card()
            .filter(|_| matches!(status.tone, Tone::Moved | Tone::Plain));
        if let Some(offer) = imp.bars.offer.get() {
            offer.question.set_visible(question.is_none());
        }
        if let Some(question) = question {
            // It has been read out.
            imp.status.show_status(&Status::new(question, Tone::Plain));
            return;
        }
        if !imp.status.show_status(&status) {
            return;
        }
        // Not focused, so not read out by itself. The status of the position is not repeated after a remark that
        // replaced it disappears.
        let (importance, told) = match guess.and_then(|(_, aloud)| aloud) {
            Some(aloud) => (Importance::State, aloud),
            None => status::status_aloud(game, &view, &status, style),
        };
        let is_of_position = view.remark.is_none() && view.refused().is_none();
        if !is_of_position || imp.status.note_announced(&told) {
            self.announce(importance, &told);
        }
    }

    fn refresh_cards(&self) {
        let imp = self.imp();
        let show = |card: &PlayerCard, is_top: bool| {
            let state = self.state();
            let game = &state.game;
            let side = if is_top { !state.bottom } else { state.bottom };
            let board = game.shown_position().board();
            let more = BySide::new(|side| board.surplus(side));
            let name = game.record().tags.get(player_tag(side)).unwrap_or_default();
            let is_computer = game.computer().is_some_and(|known| known.side == side);
            card.show_player(side, name, !is_computer, game.shown_turn() == Some(side));
            card.show_material(side, game.shown_captures()[side].clone(), &more);
        };
        show(&imp.top_card, true);
        show(&imp.bottom_card, false);
    }

    pub(super) fn refresh_actions(&self) {
        let imp = self.imp();
        let state = self.state();
        let view = imp.view.borrow().clone();
        let context = ActionContext {
            neighbors: self.flows().neighbors(),
            is_asked: self.asked(&state.game).is_some(),
            is_remote: self.session().remote_game_on_board().is_some(),
            is_starting: self.is_starting(),
            has_drills: self.has_drills(),
            guess: self.guess_context(),
            turns: [false, true]
                .map(|is_forward| self.turning_point(is_forward).is_some())
                .into(),
        };
        for action in Action::ALL {
            if let Some(known) = self.own_action(action.name()) {
                known.set_enabled(action.is_enabled(&state.game, &view, context));
            }
        }
    }
}

impl Tells for Window {
    fn toasts(&self) -> adw::ToastOverlay {
        self.imp().toasts.get()
    }

    /// Shows a toast in place of the previous one.
    fn show_toast(&self, toast: &adw::Toast) {
        let imp = self.imp();
        if let Some(earlier) = imp.toast.replace(Some(toast.clone())) {
            earlier.dismiss();
        }
        imp.toasts.add_toast(toast.clone());
        toast::finish(&*imp.toasts);
    }
}

impl Window {
    pub(super) fn follow_session(&self) {
        let follow = weak!(self, |window, news: &News<'_>| window.follow(news));
        self.session().listen(follow);
        let settings = self.settings().clone();
        self.session().find_engines(move || settings.engines());
        let before_sleep = sleep::before_each(weak!(self.session(), |session| session.sleep()));
        // After the first frame.
        glib::MainContext::default().spawn_local_with_priority(glib::Priority::LOW, before_sleep);
    }

    fn follow(&self, news: &News<'_>) {
        match news {
            News::Replaced => self.follow_replaced(),
            News::Happened(events) => self.follow_events(events),
            News::Edited(Edit::Comment(..)) => {
                self.refresh_moves();
                self.refresh_title();
            }
            News::Edited(_) | News::Reviewed | News::Saved | News::Settled | News::TurnDue => {
                self.update();
            }
            News::Analyzed => self.follow_analysis(),
            News::ReplyDue => self.reply_when_still(),
            News::Settle => self.finish_names(),
            News::Remark(remark) => {
                self.imp().view.borrow_mut().remark = Some(remark.clone());
                self.update();
            }
            News::Far(remote, news) => self.follow_remote_game(remote, news),
            News::Time => self.refresh_clock(),
            News::LowTime(side, warning) => {
                if *warning == TimeWarning::TenSeconds {
                    self.sound(SoundEffect::LowTime);
                }
                let told = words::low_time(&self.player(*side), *warning);
                self.announce(Importance::Time, &told);
            }
            News::SessionNotSaved(error) => self.tell(&words::session_not_saved(error)),
            News::SessionUnlocked(folder) => self.tell(&words::session_unlocked(folder)),
            News::HistoryNotSaved(error) => self.tell(&words::history_not_saved(error)),
        }
    }

    fn follow_replaced(&self) {
        memory::give_back_soon();
        self.forget_guess();
        let imp = self.imp();
        imp.view.replace(View::default());
        imp.panel.comment().forget();
        imp.status.forget_announced();
        self.close_ending();
        self.flows().forget_unused();
        self.update();
        self.resume_analysis();
        self.read_book();
    }

    fn follow_events(&self, events: &[Event]) {
        if let Some(effect) = SoundEffect::of(events) {
            self.sound(effect);
        }
        {
            let mut view = self.imp().view.borrow_mut();
            view.forget();
            if EventScope::of(events) == EventScope::Game {
                // Undo takes back the last step of all.
                view.drawn = DrawingHistory::default();
            }
        }
        self.tell_events(events);
        let declined = events.iter().find_map(|event| match event {
            Event::Declined(offer) => Some(*offer),
            _ => None,
        });
        if let Some(offer) = declined {
            // A lapsed offer is not announced.
            let text = words::declined(offer, &self.player(!offer.by));
            self.imp().view.borrow_mut().remark = Some(Remark::Done(text));
        }
        if let Some(told) = self.move_elsewhere(events) {
            self.imp().view.borrow_mut().remark = Some(Remark::Moved(told));
        }
        self.update();
        if events.contains(&Event::HintsAllowed) {
            self.hint();
        }
        self.follow_end(events);
    }

    pub(super) fn tell_when_shown(&self, heading: &'static str, body: String) {
        self.when_shown(move |window| tell(window, heading, &body));
    }

    /// Does something once the window is on the screen.
    pub(super) fn when_shown(&self, act: impl FnOnce(&Self) + 'static) {
        if self.is_mapped() {
            return act(self);
        }
        let act = Cell::new(Some(act));
        self.connect_map(move |window| {
            if let Some(act) = act.take() {
                act(window);
            }
        });
    }

    /// Closes the window after a confirmation, if its game is not safely on the disk.
    pub(super) fn close_after_asking(&self) {
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                window.destroy();
            }
        });
    }
}
