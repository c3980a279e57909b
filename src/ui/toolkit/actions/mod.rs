//! Everything that a menu, a button or a key can do, in one place.

mod editor;
mod enabled;
mod groups;
mod keys;

pub(in crate::ui) use editor::{EditorAction, editor_keys};
pub(in crate::ui) use groups::Group;
pub(in crate::ui) use keys::{
    PAUSE_KEY, access_tooltip, bind as bind_keys, closing_keys, notation_key, plain as plain_keys,
    shortcut, tell_key, tooltip,
};

use super::questions::Question;

/// Something that a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Action {
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
    pub(in crate::ui) const ALL: [Self; 59] = [
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
    pub(in crate::ui) const fn name(self) -> &'static str {
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
    pub(in crate::ui) const fn is_about_the_board(self) -> bool {
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
    pub(in crate::ui) const fn is_switch(self) -> bool {
        matches!(self, Self::Sound | Self::Aids | Self::AnimateMoves)
    }
}
