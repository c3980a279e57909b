//! Under which heading of the shortcuts window each action stands, and what is written there.

use super::Action;
use crate::words::{self, actions};

/// A heading of the shortcuts window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Group {
    Game,
    General,
    Files,
    View,
    Board,
    Moves,
    Reading,
}

impl Group {
    pub(in crate::ui) const ALL: [Self; 7] = [
        Self::Game,
        Self::General,
        Self::Files,
        Self::View,
        Self::Board,
        Self::Moves,
        Self::Reading,
    ];

    pub(in crate::ui) fn title(self) -> &'static str {
        match self {
            Self::Game => actions::game_group(),
            Self::Files => actions::files_group(),
            Self::Board => actions::board_group(),
            Self::Moves => actions::moves_group(),
            Self::View => actions::view_group(),
            Self::General => actions::general_group(),
            Self::Reading => words::reading_keys(),
        }
    }
}

impl Action {
    /// Title in the shortcuts window; `None` without a key.
    pub(in crate::ui) fn title(self) -> Option<(Group, &'static str)> {
        Some(match self {
            Self::New => (Group::Game, actions::new_game()),
            Self::Rematch => (Group::Game, actions::rematch()),
            Self::Match => (Group::Game, actions::the_match()),
            Self::SetUp => (Group::Game, actions::set_up()),
            Self::Open => (Group::Files, actions::open()),
            Self::Games => (Group::Files, actions::games()),
            Self::NextGame => (Group::Files, actions::next_game()),
            Self::PreviousGame => (Group::Files, actions::previous_game()),
            Self::Save => (Group::Files, actions::save()),
            Self::SaveAs => (Group::Files, actions::save_as()),
            Self::Print => (Group::Files, actions::print()),
            Self::Details => (Group::Game, actions::details()),
            Self::Copy => (Group::Files, actions::copy()),
            Self::CopyPosition => (Group::Files, actions::copy_position()),
            Self::Paste => (Group::Files, actions::paste()),
            Self::Pause => (Group::Game, actions::pause()),
            Self::Undo => (Group::Moves, actions::undo()),
            Self::Redo => (Group::Moves, actions::redo()),
            Self::Ask(question) => (Group::Reading, question.title()),
            Self::TypeMove => (Group::Moves, actions::type_move()),
            Self::First => (Group::Moves, actions::first()),
            Self::Previous => (Group::Moves, actions::previous()),
            Self::Next => (Group::Moves, actions::next()),
            Self::Last => (Group::Moves, actions::last()),
            Self::MoveList => (Group::Moves, actions::move_list()),
            Self::Comment => (Group::Moves, actions::comment()),
            Self::Flip => (Group::View, actions::flip()),
            Self::Panel => (Group::View, actions::panel()),
            Self::FullScreen => (Group::View, actions::full_screen()),
            Self::Sound => (Group::View, actions::sound()),
            Self::Aids => (Group::View, actions::aids()),
            Self::Preferences => (Group::General, actions::preferences()),
            Self::Help => (Group::General, actions::help()),
            Self::Shortcuts => (Group::General, actions::shortcuts()),
            Self::Close => (Group::General, actions::close()),
            Self::Quit => (Group::General, actions::quit()),
            Self::OpenFinished
            | Self::CopyPicture
            | Self::SavePicture
            | Self::SaveReplay
            | Self::OfferDraw
            | Self::Resign
            | Self::AcceptOffer
            | Self::DeclineOffer
            | Self::ShowCycle
            | Self::TakeBackRuled
            | Self::AcceptRuling
            | Self::BackToGame
            | Self::Promote
            | Self::DeleteVariation
            | Self::AnimateMoves
            | Self::Look
            | Self::About => return None,
        })
    }
}
