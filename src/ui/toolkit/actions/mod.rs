//! The table of all actions without a parameter, for menus, buttons and keys.

mod enabled;
mod keys;
mod latin;

pub use enabled::Around;
pub use keys::{
    PAUSE_KEY, access_key, bind as bind_keys, call, closing_keys, notation_key, on_key,
    plain as plain_keys, quit_from_dialogs, search_key, shortcut, tell_key, tooltip,
};
pub use latin::latin_key;

use crate::words::actions;

/// A heading of the shortcuts window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Game,
    General,
    Files,
    View,
    Board,
    Moves,
    Reading,
}

impl Group {
    pub const ALL: [Self; 7] = [
        Self::Game,
        Self::General,
        Self::Files,
        Self::View,
        Self::Board,
        Self::Moves,
        Self::Reading,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Game => actions::game_group(),
            Self::Files => actions::files_group(),
            Self::Board => actions::board_group(),
            Self::Moves => actions::moves_group(),
            Self::View => actions::view_group(),
            Self::General => actions::general_group(),
            Self::Reading => actions::reading_group(),
        }
    }
}

/// Declares actions, one per line: variant, name, keys that work anywhere in the window, keys that work unless the
/// focused widget handles them, and heading and title in the shortcuts window.
macro_rules! actions {
    ($(#[$about:meta])* pub enum $actions:ident {
        $($action:ident $name:literal [$($key:expr),*] [$($plain:expr),*] $(($group:ident, $title:path))?;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $actions {
            $($action,)*
        }

        impl $actions {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$action),*];

            /// Name, with a prefix unless it is `win.`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$action => $name,)*
                }
            }

            /// Keys that work anywhere in the window.
            pub const fn keys(self) -> &'static [&'static str] {
                match self {
                    $(Self::$action => &[$($key),*],)*
                }
            }

            /// Keys that work unless the focused widget handles them, as an entry does.
            pub const fn plain_keys(self) -> &'static [&'static str] {
                match self {
                    $(Self::$action => &[$($plain),*],)*
                }
            }

            /// Heading and title in the shortcuts window; `None` without a key.
            pub fn title(self) -> Option<(Group, &'static str)> {
                match self {
                    $(Self::$action => actions!(@ title $(($group, $title))?),)*
                }
            }
        }
    };
    (@ title) => { None };
    (@ title ($group:ident, $title:path)) => { Some((Group::$group, $title())) };
}

actions! {
    /// An action of the window.
    pub enum Action {
        New "new" ["<Control>n"] [] (Game, actions::new_game);
        Rematch "rematch" ["<Control>r"] [] (Game, actions::rematch);
        Match "match" ["<Control>m"] [] (Game, actions::the_match);
        SetUp "set-up" ["<Control>e"] [] (Game, actions::set_up);
        Open "open" ["<Control>o"] [] (Files, actions::open);
        OpenFolder "open-folder" ["<Control><Shift>o"] [] (Files, actions::open_folder);
        Finished "finished" [] [];
        Studies "studies" [] [];
        Games "games" ["<Control>g"] [] (Files, actions::games);
        NextGame "next-game" ["<Control>Page_Down"] [] (Files, actions::next_game);
        PreviousGame "previous-game" ["<Control>Page_Up"] [] (Files, actions::previous_game);
        Save "save" ["<Control>s"] [] (Files, actions::save);
        SaveAs "save-as" ["<Control><Shift>s"] [] (Files, actions::save_as);
        Print "print" ["<Control>p"] [] (Files, actions::print);
        Details "details" ["<Alt>Return"] [] (Game, actions::details);
        Copy "copy" [] ["<Control>c"] (Files, actions::copy);
        CopyPosition "copy-position" [] ["<Control><Shift>c"] (Files, actions::copy_position);
        CopyPicture "copy-picture" [] [];
        SavePicture "save-picture" [] [];
        SaveReplay "save-replay" [] [];
        Paste "paste" [] ["<Control>v"] (Files, actions::paste);
        Remote "remote" [] [];
        Letter "letter" [] [];
        Undo "undo" ["<Control>z"] [] (Moves, actions::undo);
        Redo "redo" ["<Control><Shift>z", "<Control>y"] [] (Moves, actions::redo);
        TypeMove "type-move" ["<Control>t"] [] (Moves, actions::type_move);
        TellLastMove "tell-last-move" [] ["l"] (Reading, actions::read_last_move);
        TellTimes "tell-times" [] ["t"] (Reading, actions::read_times);
        TellPossibleMoves "tell-possible-moves" [] ["p"] (Reading, actions::read_possible_moves);
        TellAttackers "tell-attackers" [] ["a"] (Reading, actions::read_attackers);
        ReadFile "read-file" [] ["f"] (Reading, actions::read_file);
        ReadRank "read-rank" [] ["r"] (Reading, actions::read_rank);
        TellOwnPieces "tell-own-pieces" [] ["w"] (Reading, actions::read_own_pieces);
        TellOtherPieces "tell-other-pieces" [] ["o"] (Reading, actions::read_other_pieces);
        TellCaptured "tell-captured" [] ["c"] (Reading, actions::read_captured);
        Pause "pause" ["Pause", PAUSE_KEY] [] (Game, actions::pause);
        MoveNow "move-now" ["<Control>j"] [] (Game, actions::move_now);
        Hint "hint" ["<Control>h"] [] (Game, actions::hint);
        Review "review" [] [];
        OfferDraw "offer-draw" [] [];
        Resign "resign" [] [];
        AcceptOffer "accept-offer" [] [];
        DeclineOffer "decline-offer" [] [];
        ShowCycle "show-cycle" [] [];
        TakeBackRuled "take-back-ruled" [] [];
        AcceptRuling "accept-ruling" [] [];
        First "first" ["<Alt>Home"] ["Home"] (Moves, actions::first);
        Previous "previous" ["<Alt>Left"] ["Page_Up"] (Moves, actions::previous);
        Next "next" ["<Alt>Right"] ["Page_Down"] (Moves, actions::next);
        Last "last" ["<Alt>End"] ["End"] (Moves, actions::last);
        BackToGame "back-to-game" [] [];
        Promote "promote" [] [];
        DeleteVariation "delete-variation" [] [];
        Comment "comment" ["<Control><Shift>m"] [] (Moves, actions::comment);
        Flip "flip" ["F2"] [] (View, actions::flip);
        MoveList "move-list" ["F6"] [] (Moves, actions::move_list);
        Chat "chat" ["F7"] [] (Game, actions::chat);
        Panel "panel" ["F9"] [] (View, actions::panel);
        FullScreen "full-screen" ["F11"] [] (View, actions::full_screen);
        Sound "sound" ["F8"] [] (View, actions::sound);
        Aids "aids" ["<Control>l"] [] (View, actions::aids);
        AnimateMoves "animate-moves" [] [];
        Preferences "preferences" ["<Control>comma"] [] (General, actions::preferences);
        Look "look" [] [];
        Help "help" ["F1"] [] (General, actions::help);
        Shortcuts "shortcuts" ["<Control>question", "<Control>slash"] [] (General, actions::shortcuts);
        About "about" [] [];
        Close "close" ["<Control>w"] [] (General, actions::close);
        Quit "quit" ["<Control>q"] [] (General, actions::quit);
    }
}

actions! {
    /// An action of the position editor.
    pub enum EditorAction {
        Undo "editor.undo" [] ["<Control>z"] (Board, actions::undo_change);
        Redo "editor.redo" [] ["<Control><Shift>z", "<Control>y"] (Board, actions::redo_change);
        Start "editor.start" [] ["<Control>Home"] (Board, actions::start);
        Clear "editor.clear" [] ["<Control>Delete"] (Board, actions::clear);
        Mirror "editor.mirror" [] ["m"] (Board, actions::mirror);
        Swap "editor.swap" [] ["x"] (Board, actions::swap);
        Turn "editor.turn" [] ["t"] (Board, actions::turn);
        Flip "editor.flip" [] ["F2"] (Board, actions::flip);
        TurnAround "editor.turn-around" [] [];
        Copy "editor.copy" [] ["<Control>c"] (Board, actions::copy_position);
        Paste "editor.paste" [] ["<Control>v"] (Board, actions::paste_position);
        Play "editor.play" [] ["<Control>Return", "<Control>KP_Enter"] (Board, actions::play);
        Opponent "editor.opponent" [] ["<Control>n"] (Board, actions::choose_opponent);
        Shortcuts "editor.shortcuts" [] ["<Control>question", "<Control>slash"] (Board, actions::shortcuts);
    }
}

impl Action {
    /// Name for what stands in the window: a button, a menu, a key.
    pub fn in_window(self) -> String {
        format!("win.{}", self.name())
    }

    /// Key sequences, in the syntax of the shortcuts window.
    pub const fn key_sequences(self) -> &'static [&'static str] {
        match self {
            Self::ReadFile => &["f+1...9"],
            Self::ReadRank => &["r+0...9"],
            _ => &[],
        }
    }

    /// Whether it has nothing to do with the game on the board or another one.
    pub const fn leaves_games_alone(self) -> bool {
        matches!(
            self,
            Self::FullScreen
                | Self::Preferences
                | Self::Help
                | Self::Shortcuts
                | Self::About
                | Self::Close
                | Self::Quit
        )
    }

    /// Whether it shows or changes the position, or ends the game on the board.
    pub const fn is_blocked_by_pause(self) -> bool {
        matches!(
            self,
            Self::SetUp
                | Self::Print
                | Self::CopyPosition
                | Self::CopyPicture
                | Self::SavePicture
                | Self::SaveReplay
                | Self::Undo
                | Self::Redo
                | Self::TypeMove
                | Self::TellLastMove
                | Self::TellPossibleMoves
                | Self::TellAttackers
                | Self::ReadFile
                | Self::ReadRank
                | Self::TellOwnPieces
                | Self::TellOtherPieces
                | Self::TellCaptured
                | Self::MoveNow
                | Self::Hint
                | Self::Review
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

    /// Whether it is a toggle, shown with a check mark in the menu.
    pub const fn is_switch(self) -> bool {
        matches!(self, Self::Sound | Self::Aids | Self::AnimateMoves)
    }
}
