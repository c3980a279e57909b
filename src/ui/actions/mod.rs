//! Everything that a menu, a button or a key can do, in one place.

mod groups;
mod keys;

pub(super) use groups::Group;
pub(super) use keys::{
    PAUSE_KEY, access_tooltip, bind as bind_keys, closing_keys, notation_key, shortcut, tell_key,
    tooltip,
};

use super::questions::Question;
use super::shortcuts::{self, Section};
use super::window::Window;
use adw::prelude::*;
use gtk::gio;
use gtk::glib;

/// Something that a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    New,
    Rematch,
    Match,
    SetUp,
    Open,
    OpenFinished,
    Games,
    NextGame,
    PreviousGame,
    Save,
    SaveAs,
    Print,
    Details,
    Copy,
    CopyPosition,
    CopyPicture,
    SavePicture,
    SaveReplay,
    Paste,
    Undo,
    Redo,
    TypeMove,
    Ask(Question),
    Pause,
    OfferDraw,
    Resign,
    AcceptOffer,
    DeclineOffer,
    ShowCycle,
    TakeBackRuled,
    AcceptRuling,
    First,
    Previous,
    Next,
    Last,
    BackToGame,
    Promote,
    DeleteVariation,
    Comment,
    Flip,
    MoveList,
    Panel,
    FullScreen,
    Sound,
    Aids,
    AnimateMoves,
    Preferences,
    Look,
    Help,
    Shortcuts,
    About,
    Close,
    Quit,
}

impl Action {
    pub(super) const ALL: [Self; 59] = [
        Self::New,
        Self::Rematch,
        Self::Match,
        Self::SetUp,
        Self::Open,
        Self::OpenFinished,
        Self::Games,
        Self::NextGame,
        Self::PreviousGame,
        Self::Save,
        Self::SaveAs,
        Self::Print,
        Self::Details,
        Self::Copy,
        Self::CopyPosition,
        Self::CopyPicture,
        Self::SavePicture,
        Self::SaveReplay,
        Self::Paste,
        Self::Undo,
        Self::Redo,
        Self::TypeMove,
        Self::Ask(Question::LastMove),
        Self::Ask(Question::Times),
        Self::Ask(Question::PossibleMoves),
        Self::Ask(Question::Attackers),
        Self::Ask(Question::File),
        Self::Ask(Question::Rank),
        Self::Ask(Question::Captured),
        Self::Pause,
        Self::OfferDraw,
        Self::Resign,
        Self::AcceptOffer,
        Self::DeclineOffer,
        Self::ShowCycle,
        Self::TakeBackRuled,
        Self::AcceptRuling,
        Self::First,
        Self::Previous,
        Self::Next,
        Self::Last,
        Self::BackToGame,
        Self::Promote,
        Self::DeleteVariation,
        Self::Comment,
        Self::Flip,
        Self::MoveList,
        Self::Panel,
        Self::FullScreen,
        Self::Sound,
        Self::Aids,
        Self::AnimateMoves,
        Self::Preferences,
        Self::Look,
        Self::Help,
        Self::Shortcuts,
        Self::About,
        Self::Close,
        Self::Quit,
    ];

    /// The name, as in `win.name`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Rematch => "rematch",
            Self::Match => "match",
            Self::SetUp => "set-up",
            Self::Open => "open",
            Self::OpenFinished => "open-finished",
            Self::Games => "games",
            Self::NextGame => "next-game",
            Self::PreviousGame => "previous-game",
            Self::Save => "save",
            Self::SaveAs => "save-as",
            Self::Details => "details",
            Self::Copy => "copy",
            Self::CopyPosition => "copy-position",
            Self::CopyPicture => "copy-picture",
            Self::SavePicture => "save-picture",
            Self::SaveReplay => "save-replay",
            Self::Print => "print",
            Self::Paste => "paste",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::TypeMove => "type-move",
            Self::Ask(question) => question.name(),
            Self::Pause => "pause",
            Self::OfferDraw => "offer-draw",
            Self::Resign => "resign",
            Self::AcceptOffer => "accept-offer",
            Self::DeclineOffer => "decline-offer",
            Self::ShowCycle => "show-cycle",
            Self::TakeBackRuled => "take-back-ruled",
            Self::AcceptRuling => "accept-ruling",
            Self::First => "first",
            Self::Previous => "previous",
            Self::Next => "next",
            Self::Last => "last",
            Self::BackToGame => "back-to-game",
            Self::Promote => "promote",
            Self::DeleteVariation => "delete-variation",
            Self::Comment => "comment",
            Self::Flip => "flip",
            Self::MoveList => "move-list",
            Self::Panel => "panel",
            Self::FullScreen => "full-screen",
            Self::Sound => "sound",
            Self::Aids => "aids",
            Self::AnimateMoves => "animate-moves",
            Self::Preferences => "preferences",
            Self::Look => "look",
            Self::Help => "help",
            Self::Shortcuts => "shortcuts",
            Self::About => "about",
            Self::Close => "close",
            Self::Quit => "quit",
        }
    }

    /// Whether it shows or changes where the pieces stand, or ends the game on the board.
    pub(super) const fn is_about_the_board(self) -> bool {
        if let Self::Ask(question) = self {
            return question.is_about_the_board();
        }
        matches!(
            self,
            Self::CopyPosition
                | Self::CopyPicture
                | Self::SavePicture
                | Self::SaveReplay
                | Self::Print
                | Self::SetUp
                | Self::Undo
                | Self::Redo
                | Self::TypeMove
                | Self::OfferDraw
                | Self::Resign
                | Self::AcceptOffer
                | Self::DeclineOffer
                | Self::ShowCycle
                | Self::TakeBackRuled
                | Self::AcceptRuling
                | Self::First
                | Self::Previous
                | Self::Next
                | Self::Last
                | Self::BackToGame
                | Self::Promote
                | Self::DeleteVariation
        )
    }

    /// Whether it turns something on and off that the menu shows with a tick.
    const fn is_switch(self) -> bool {
        matches!(self, Self::Sound | Self::Aids | Self::AnimateMoves)
    }

    fn run(self, window: &Window) {
        match self {
            Self::New => window.new_game(),
            Self::Rematch => window.rematch(),
            Self::Match => window.show_match(),
            Self::SetUp => window.set_up(),
            Self::Open => window.choose_and_open(None),
            Self::OpenFinished => window.open_finished(),
            Self::Games => window.choose_game(),
            Self::NextGame => window.open_neighbour(true),
            Self::PreviousGame => window.open_neighbour(false),
            Self::Save => window.save(),
            Self::SaveAs => window.save_as(),
            Self::Details => window.show_details(),
            Self::Copy => window.copy_game(),
            Self::CopyPosition => window.copy_position(),
            Self::CopyPicture => window.copy_picture(),
            Self::SavePicture => window.save_picture(),
            Self::SaveReplay => window.save_replay(),
            Self::Print => window.print(),
            Self::Paste => window.paste(),
            Self::Undo => window.take_back(),
            Self::Redo => window.redo(),
            Self::TypeMove => window.type_move(),
            Self::Ask(question) => question.ask(window),
            Self::Pause => window.toggle_pause(),
            Self::OfferDraw => window.offer_draw(),
            Self::Resign => window.resign(),
            Self::AcceptOffer => window.accept_offer(),
            Self::DeclineOffer => window.decline_offer(),
            Self::ShowCycle => window.show_cycle(),
            Self::TakeBackRuled => window.take_back_ruled(),
            Self::AcceptRuling => window.accept_ruling(),
            Self::First => window.show_first(),
            Self::Previous => window.show_previous(),
            Self::Next => window.show_next(),
            Self::Last => window.show_end(),
            Self::BackToGame => window.show_present(),
            Self::Promote => window.promote(),
            Self::DeleteVariation => window.delete_variation(),
            Self::Comment => window.write_comment(),
            Self::Flip => window.flip(),
            Self::MoveList => window.go_to_moves(),
            Self::Panel => window.toggle_panel(),
            Self::FullScreen => window.set_fullscreened(!window.is_fullscreen()),
            Self::Sound => window.toggle_sound(),
            Self::Aids => window.toggle_aids(),
            Self::AnimateMoves => window.toggle_animation(),
            Self::Preferences => window.show_preferences(),
            Self::Look => window.show_look(),
            Self::Help => window.show_help(),
            Self::Shortcuts => shortcuts::show(window, Section::Playing),
            Self::About => window.show_about(),
            Self::Close => window.close(),
            Self::Quit => window.quit(),
        }
    }
}

/// Adds every action to the window.
pub(super) fn add_to(window: &Window) {
    for action in Action::ALL {
        let simple = if action.is_switch() {
            gio::SimpleAction::new_stateful(action.name(), None, &false.to_variant())
        } else {
            gio::SimpleAction::new(action.name(), None)
        };
        simple.connect_activate(glib::clone!(
            #[weak]
            window,
            move |_, _| action.run(&window)
        ));
        window.add_action(&simple);
    }
    window.add_controller(keys::plain());
}
