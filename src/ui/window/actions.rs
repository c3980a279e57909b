//! Handlers of the actions.

use super::Window;
use crate::game::{Act, Ask, BoardLine};
use crate::rules::Side;
use crate::ui::dialogs::shortcuts::{self, Section};
use crate::ui::toolkit::actions::{Action, plain_keys};
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Adds every action of the table to the window.
    pub(super) fn add_actions(&self) {
        for action in Action::ALL {
            let simple = if action.is_switch() {
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
            Action::Rematch => self.rematch(),
            Action::Match => self.show_match(),
            Action::SetUp => self.set_up(None),
            Action::Open => self.start(async |flows| flows.choose_and_open().await),
            Action::OpenFolder => self.start(async |flows| flows.choose_and_open_folder().await),
            Action::Finished => self.flows().show_finished(),
            Action::Studies => self.start(async |flows| flows.show_studies().await),
            Action::Games => self.start(async |flows| flows.choose_game().await),
            Action::NextGame => self.start(async |flows| flows.open_neighbor(true).await),
            Action::PreviousGame => self.start(async |flows| flows.open_neighbor(false).await),
            Action::Save => self.start(async |flows| flows.save().await),
            Action::SaveAs => self.start(async |flows| flows.save_as().await),
            Action::Details => self.show_details(),
            Action::Copy => self.flows().copy_game(&self.sitting()),
            Action::CopyPosition => self.flows().copy_position(),
            Action::CopyPicture => self.flows().copy_picture(),
            Action::SavePicture => {
                let sitting = self.session().settled();
                self.start(async move |flows| flows.save_picture(&sitting).await);
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
            Action::TellPossibleMoves => self.tell_possible_moves(),
            Action::TellAttackers => self.tell_attackers(),
            Action::ReadFile => self.read_line(BoardLine::File(self.cursor().file())),
            Action::ReadRank => self.read_line(BoardLine::Rank(self.cursor().rank())),
            Action::TellOwnPieces => self.tell_pieces(|turn| turn),
            Action::TellOtherPieces => self.tell_pieces(Side::opponent),
            Action::TellCaptured => self.tell_captured(),
            Action::Pause => self.toggle_pause(),
            Action::MoveNow => self.session().move_now(),
            Action::Hint => self.hint(),
            Action::Review => self.start(async |flows| flows.review().await),
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
            Action::BackToGame => self.show_present(),
            Action::Promote => self.promote(),
            Action::DeleteVariation => self.delete_variation(),
            Action::Comment => self.write_comment(),
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
            Action::Help => self.show_help(),
            Action::Shortcuts => shortcuts::show(self, Section::Playing),
            Action::About => self.show_about(),
            Action::Close => self.close(),
            Action::Quit => self.close(),
        }
    }
}
