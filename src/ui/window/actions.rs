//! Handlers of the actions, and the actions with a parameter or a state.

use super::Window;
use crate::game::{Act, Ask, Command, Seating};
use crate::record::notation::{MoveText, Script};
use crate::rules::Setup;
use crate::studies;
use crate::ui::bars::typed_board::TypedBoard;
use crate::ui::dialogs::shortcuts::{self, ShortcutsSection};
use crate::ui::flows::text_target;
use crate::ui::platform::settings::Preference;
use crate::ui::platform::time;
use crate::ui::toolkit::actions::{Action, Flag, plain_keys};
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Adds every action of the table to the window.
    pub(super) fn add_actions(&self) {
        for action in Action::ALL {
            let simple = if action.is(Flag::Switch) {
                gio::SimpleAction::new_stateful(action.name(), None, &false.to_variant())
            } else {
                gio::SimpleAction::new(action.name(), None)
            };
            simple.connect_activate(weak!(self, |window, _, _| window.run(action)));
            self.add_action(&simple);
        }
        let named = |action: Action| (action.in_window(), action.plain_keys());
        self.add_controller(plain_keys(Action::ALL.map(named)));
    }

    fn run(&self, action: Action) {
        match action {
            Action::New => self.new_game(),
            Action::PlayComputer => self.play_computer(self.settings().opponent().level),
            Action::PlayFromHere => self.play_from_here(),
            Action::Rematch => self.rematch(),
            Action::Match => self.show_match(),
            Action::SetUp => self.set_up(None),
            Action::Open => self.start(async |flows| flows.choose_and_open().await),
            Action::OpenFolder => self.start(async |flows| flows.choose_and_open_folder().await),
            Action::Finished => self.flows().show_finished(),
            Action::Studies => self.start(async |flows| flows.show_studies(None).await),
            Action::StudyOfToday => self.start(async |flows| {
                let today = studies::of_day(time::local_days());
                flows.show_studies(Some(today)).await;
            }),
            Action::Games => self.start(async |flows| flows.choose_game().await),
            Action::NextGame => self.start(async |flows| flows.open_neighbor(true).await),
            Action::PreviousGame => self.start(async |flows| flows.open_neighbor(false).await),
            Action::Save => self.start(async |flows| flows.save().await),
            Action::SaveAs => self.start(async |flows| flows.save_as().await),
            Action::Details => self.show_details(),
            Action::Copy => self.flows().copy_game(&self.session().state()),
            Action::CopyPosition => self.flows().copy_position(),
            Action::CopyPicture => self.flows().copy_picture(),
            Action::SavePicture => {
                let state = self.session().settled();
                self.start(async move |flows| flows.save_picture(&state).await);
            }
            Action::SaveReplay => self.flows().save_replay(self.session().settled()),
            Action::Print => self.flows().print(),
            Action::Paste => self.start(async |flows| flows.paste().await),
            Action::Remote => self.play_with_friend(),
            Action::Letter => self.flows().write_letter(),
            Action::Undo => self.take_back(),
            Action::Redo => self.redo(),
            Action::TypeMove => self.type_move(),
            Action::TellLastMove => self.tell_last_move(),
            Action::TellTimes => self.tell_times(),
            Action::TellPossibleMoves
            | Action::TellAttackers
            | Action::ReadFile
            | Action::ReadRank
            | Action::TellOwnPieces
            | Action::TellOtherPieces => self.tell_of_position(action),
            Action::TellCaptured => self.tell_captured(),
            Action::Pause => self.toggle_pause(),
            Action::AdjustClocks => self.adjust_clocks(),
            Action::PressClock => self.dispatch(Command::Press),
            Action::MoveNow => self.session().move_now(),
            Action::Hint => self.hint(),
            Action::Review => self.review(false),
            Action::Guess => self.toggle_guess(),
            Action::ShowMove => self.show_move(),
            Action::Next if self.go_on_guessing() => {}
            Action::First | Action::Previous | Action::Next | Action::Last
                if self.step_preview(action) => {}
            Action::Analysis => self.toggle_analysis(),
            Action::AnalysisOptions => self.show_analysis_options(),
            Action::AnalysisOfMover => {
                self.choose_analysis(|choice| choice.of_mover = !choice.of_mover);
            }
            Action::AnalysisArrows => {
                self.choose_analysis(|choice| choice.without_arrows = !choice.without_arrows);
            }
            Action::AnalysisBar => self.choose_analysis(|choice| choice.bar = !choice.bar),
            Action::Practice => self.practice(),
            Action::OfferDraw => self.dispatch(Ask::Draw.by(self.speaker())),
            Action::Resign => self.resign(),
            Action::AcceptOffer => self.answer_question(true),
            Action::DeclineOffer => self.answer_question(false),
            Action::ShowCycle => self.show_cycle(),
            Action::TakeBackRuled => self.dispatch(Ask::Cycle),
            Action::AcceptRuling => self.dispatch(Act::Agree),
            Action::First => self.show_node(|game, _| Some(game.record().root())),
            Action::Previous => self.show_node(|game, _| game.record().node(game.shown()).parent()),
            Action::Next => self.show_node(|game, view| view.next(game)),
            Action::Last => self.show_node(|game, view| Some(view.last(game))),
            Action::PreviousTurn => self.show_turning_point(false),
            Action::NextTurn => self.show_turning_point(true),
            Action::BackToGame => self.show_present(),
            Action::Promote => self.promote(),
            Action::DeleteVariation => self.delete_variation(),
            Action::Comment => self.write_comment(),
            Action::EraseDrawings => self.erase_drawings(),
            Action::Book => self.toggle_book(),
            Action::Flip => {
                self.flip();
                self.tell_bottom();
            }
            Action::MoveList => self.go_to_moves(),
            Action::Chat => self.go_to_chat(),
            Action::Panel => self.toggle_panel(),
            Action::FullScreen => self.set_fullscreened(!self.is_fullscreen()),
            Action::Sound => self.toggle_sound(),
            Action::Aids => self.toggle_aids(),
            Action::AnimateMoves => self.toggle_animation(),
            Action::Preferences => self.show_preferences(),
            Action::Look => self.show_look(),
            Action::Learn => self.show_course(),
            Action::Help => self.show_help(),
            Action::Shortcuts => shortcuts::show(self, ShortcutsSection::Playing),
            Action::About => self.show_about(),
            Action::Close => self.close(),
            Action::Quit => self.close(),
        }
    }
}

impl Window {
    /// Adds the actions to the window.
    pub(super) fn add_choices(&self) {
        self.add_order("open-uri", |window, uri| {
            window.open_file(gio::File::for_uri(uri));
        });
        self.add_order("join", Self::accept_invitation);
        self.add_order("copy-as", |window, word| {
            if let Some(target) = text_target(word) {
                let state = window.session().state();
                window.flows().copy_as(&state, target);
            }
        });
        self.add_order("set-up-fen", |window, fen| {
            if let Ok(setup) = Setup::from_fen(fen) {
                window.set_up(Some(setup));
            }
        });
        self.add_choice("notation", |window, word| {
            if let Some(text) = MoveText::from_word(word) {
                window.settings().choose(Preference::Notation(text));
            }
        });
        self.add_choice("review-by", |window, label| {
            window
                .settings()
                .remember(|values| label.clone_into(&mut values.review_engine));
            window.refresh_choices();
            window.review(true);
        });
        self.add_choice("script", |window, word| {
            if let Some(script) = Script::from_word(word) {
                window.settings().choose(Preference::Script(script));
            }
        });
        self.add_analysis_choices();
        self.add_choice("seating", |window, word| {
            if let Some(seating) = Seating::from_word(word) {
                window.seat(seating);
            }
        });
    }

    /// Updates the states of the actions and the preferences.
    pub(super) fn refresh_choices(&self) {
        let settings = self.settings();
        let style = settings.move_style();
        let reviewer = settings.review_engine();
        let analysis = settings.analysis();
        let [lines, minutes] =
            [analysis.lines as u64, analysis.minutes].map(|number| number.to_string());
        let words = [
            ("review-by", &*reviewer),
            ("notation", style.text.word()),
            ("script", style.script.word()),
            ("seating", self.seating().word()),
            ("analysis-engine", &analysis.engine),
            ("analysis-lines", &lines),
            ("analysis-limit", &minutes),
        ];
        let switches = [
            (Action::Sound, settings.has_sound()),
            (Action::Aids, self.shows_aids()),
            (Action::AnimateMoves, settings.animates_moves()),
            (Action::Analysis, self.session().is_analyzing()),
            (Action::AnalysisOfMover, analysis.of_mover),
            (Action::AnalysisArrows, !analysis.without_arrows),
            (Action::AnalysisBar, analysis.bar),
            (Action::Book, self.shows_book()),
            (Action::Guess, self.shows_guess()),
        ];
        let words = words.map(|(name, word)| (name, word.to_variant()));
        let switches = switches.map(|(action, is_on)| (action.name(), is_on.to_variant()));
        for (name, state) in words.into_iter().chain(switches) {
            if let Some(known) = self.own_action(name) {
                known.set_state(&state);
            }
        }
        // The script of moves can be chosen only if a notation uses Chinese characters.
        if let Some(script) = self.own_action("script") {
            script.set_enabled(style.has_chinese());
        }
        if let Some(dialog) = self.imp().dialogs.preferences.upgrade() {
            dialog.refresh();
        }
    }

    /// Returns an action of the window, to be enabled or changed in state.
    pub(super) fn own_action(&self, name: &str) -> Option<gio::SimpleAction> {
        self.lookup_action(name).and_downcast()
    }

    /// Adds an action with a string parameter.
    pub(super) fn add_order(&self, name: &str, run: impl Fn(&Self, &str) + 'static) {
        let word = Some(glib::VariantTy::STRING);
        self.add_word_action(&gio::SimpleAction::new(name, word), run);
    }

    /// Adds an action whose state is the chosen word.
    pub(super) fn add_choice(&self, name: &str, choose: impl Fn(&Self, &str) + 'static) {
        let word = Some(glib::VariantTy::STRING);
        let action = gio::SimpleAction::new_stateful(name, word, &"".to_variant());
        self.add_word_action(&action, choose);
    }

    fn add_word_action(&self, action: &gio::SimpleAction, run: impl Fn(&Self, &str) + 'static) {
        action.connect_activate(weak!(self, |window, _, word| {
            if let Some(word) = word.and_then(glib::Variant::str) {
                run(&window, word);
            }
        }));
        self.add_action(action);
    }
}
