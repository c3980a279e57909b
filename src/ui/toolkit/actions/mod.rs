//! The table of all actions without a parameter, for menus, buttons and keys.

mod enabled;
mod keys;

pub use enabled::{ActionContext, GuessContext};
pub use keys::{
    PAUSE_KEY, access_key, bind as bind_keys, call, closing_keys, key_name, latin_key, mnemonic,
    on_key, plain as plain_keys, quit_from_dialogs, search_key, shortcut, tell_key, tooltip,
};

use crate::words::{self, actions};

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

/// A property of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// It shows or changes the position, or ends the game: a pause hides the board and blocks it.
    BlockedByPause,
    /// It concerns neither the game on the board nor another one.
    ApartFromGames,
    /// It is a toggle, shown with a check mark in the menu.
    Switch,
    /// It could tell the next move of a game whose moves are guessed, or would change that game.
    BlockedByGuessing,
    /// It starts a game from the edited position, which must be playable.
    NeedsPosition,
}

/// Declares actions, one per line: variant, name, keys that work anywhere in the window, keys that work unless the
/// focused widget handles them, heading and title in the shortcuts window, and flags.
macro_rules! actions {
    ($(#[$about:meta])* pub enum $actions:ident {
        $($action:ident $name:literal [$($key:expr),*] [$($plain:expr),*] $(($group:ident, $title:path))? $($flag:ident)*;)*
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

            /// Whether it has a property.
            pub fn is(self, flag: Flag) -> bool {
                let flags: &[Flag] = match self {
                    $(Self::$action => &[$(Flag::$flag),*],)*
                };
                flags.contains(&flag)
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
        PlayComputer "play-computer" ["<Control><Shift>n"] [] (Game, actions::play_computer);
        PlayFromHere "play-from-here" [] [] BlockedByPause;
        Remote "remote" ["<Control><Shift>f"] [] (Game, words::remote_title);
        Rematch "rematch" ["<Control>r"] [] (Game, actions::rematch);
        Match "match" ["<Control>m"] [] (Game, actions::the_match);
        SetUp "set-up" ["<Control>e"] [] (Game, actions::set_up) BlockedByPause;
        Open "open" ["<Control>o"] [] (Files, actions::open);
        OpenFolder "open-folder" ["<Control><Shift>o"] [] (Files, actions::open_folder);
        Finished "finished" ["<Control><Shift>g"] [] (Files, actions::finished);
        Studies "studies" ["<Control>u"] [] (Game, words::studies);
        StudyOfToday "study-of-today" [] [];
        Games "games" ["<Control>g"] [] (Files, actions::games);
        NextGame "next-game" ["<Control>Page_Down"] [] (Files, actions::next_game);
        PreviousGame "previous-game" ["<Control>Page_Up"] [] (Files, actions::previous_game);
        Save "save" ["<Control>s"] [] (Files, actions::save);
        SaveAs "save-as" ["<Control><Shift>s"] [] (Files, actions::save_as);
        Print "print" ["<Control>p"] [] (Files, actions::print) BlockedByPause;
        Details "details" ["<Alt>Return"] [] (Game, actions::details);
        Copy "copy" [] ["<Control>c"] (Files, actions::copy);
        CopyPosition "copy-position" [] ["<Control><Shift>c"] (Files, actions::copy_position) BlockedByPause;
        CopyPicture "copy-picture" [] [] BlockedByPause;
        SavePicture "save-picture" [] [] BlockedByPause;
        SaveReplay "save-replay" [] [] BlockedByPause;
        Paste "paste" [] ["<Control>v"] (Files, actions::paste) BlockedByGuessing;
        Letter "letter" [] [];
        Undo "undo" ["<Control>z"] [] (Moves, actions::undo) BlockedByPause BlockedByGuessing;
        Redo "redo" ["<Control><Shift>z", "<Control>y"] [] (Moves, actions::redo) BlockedByPause BlockedByGuessing;
        TypeMove "type-move" ["<Control>t"] [] (Moves, actions::type_move) BlockedByPause;
        TellLastMove "tell-last-move" [] ["l"] (Reading, actions::read_last_move) BlockedByPause;
        TellTimes "tell-times" [] ["t"] (Reading, actions::read_times);
        TellPossibleMoves "tell-possible-moves" [] ["p"] (Reading, actions::read_possible_moves) BlockedByPause;
        TellAttackers "tell-attackers" [] ["a"] (Reading, actions::read_attackers) BlockedByPause;
        ReadFile "read-file" [] ["f"] (Reading, actions::read_file) BlockedByPause;
        ReadRank "read-rank" [] ["r"] (Reading, actions::read_rank) BlockedByPause;
        TellOwnPieces "tell-own-pieces" [] ["w"] (Reading, actions::read_own_pieces) BlockedByPause;
        TellOtherPieces "tell-other-pieces" [] ["o"] (Reading, actions::read_other_pieces) BlockedByPause;
        TellCaptured "tell-captured" [] ["c"] (Reading, actions::read_captured) BlockedByPause;
        Pause "pause" ["Pause", PAUSE_KEY] [] (Game, actions::pause);
        AdjustClocks "adjust-clocks" ["<Control><Shift>a"] [] (Game, actions::adjust_clocks) BlockedByGuessing;
        PressClock "press-clock" [] ["space"] (Game, actions::press_clock) BlockedByPause;
        MoveNow "move-now" ["<Control>j"] [] (Game, actions::move_now) BlockedByPause BlockedByGuessing;
        Hint "hint" ["<Control>h"] [] (Game, actions::hint) BlockedByPause BlockedByGuessing;
        Analysis "analysis" ["<Control>i"] [] (Game, actions::analyze) BlockedByPause Switch BlockedByGuessing;
        AnalysisOptions "analysis-options" ["<Control><Shift>i"] [] (Game, words::analysis_options) BlockedByPause BlockedByGuessing;
        AnalysisOfMover "analysis-of-mover" [] [] Switch;
        AnalysisArrows "analysis-arrows" [] [] Switch;
        AnalysisBar "analysis-bar" [] [] Switch;
        Review "review" [] [] BlockedByPause BlockedByGuessing;
        Guess "guess" ["<Control>k"] [] (Moves, actions::guess) BlockedByPause Switch;
        ShowMove "show-move" ["<Control><Shift>k"] [] (Moves, actions::show_move) BlockedByPause;
        Practice "practice" ["<Control><Shift>u"] [] (Game, actions::practice) BlockedByPause BlockedByGuessing;
        OfferDraw "offer-draw" [] [] BlockedByPause BlockedByGuessing;
        Resign "resign" [] [] BlockedByPause BlockedByGuessing;
        AcceptOffer "accept-offer" [] [] BlockedByPause;
        DeclineOffer "decline-offer" [] [] BlockedByPause;
        ShowCycle "show-cycle" [] [] BlockedByPause;
        TakeBackRuled "take-back-ruled" [] [] BlockedByPause;
        AcceptRuling "accept-ruling" [] [] BlockedByPause;
        First "first" ["<Alt>Home"] ["Home"] (Moves, actions::first) BlockedByPause;
        Previous "previous" ["<Alt>Left"] ["Page_Up"] (Moves, actions::previous) BlockedByPause;
        Next "next" ["<Alt>Right"] ["Page_Down"] (Moves, actions::next) BlockedByPause;
        Last "last" ["<Alt>End"] ["End"] (Moves, actions::last) BlockedByPause;
        PreviousTurn "previous-turn" ["<Alt>Up"] [] (Moves, actions::previous_turn) BlockedByPause BlockedByGuessing;
        NextTurn "next-turn" ["<Alt>Down"] [] (Moves, actions::next_turn) BlockedByPause BlockedByGuessing;
        BackToGame "back-to-game" [] [] BlockedByPause;
        Promote "promote" [] [] BlockedByPause BlockedByGuessing;
        DeleteVariation "delete-variation" [] [] BlockedByPause BlockedByGuessing;
        Comment "comment" ["<Control><Shift>m"] [] (Moves, actions::comment) BlockedByGuessing;
        EraseDrawings "erase-drawings" [] ["<Control>Delete"] (Board, actions::erase_drawings) BlockedByPause BlockedByGuessing;
        Book "book" ["<Control>b"] [] (Moves, actions::book) BlockedByPause Switch BlockedByGuessing;
        Flip "flip" ["F2"] [] (View, actions::flip);
        MoveList "move-list" ["F6"] [] (Moves, actions::move_list);
        Chat "chat" ["F7"] [] (Game, actions::chat);
        Panel "panel" ["F9"] [] (View, actions::panel);
        FullScreen "full-screen" ["F11"] [] (View, actions::full_screen) ApartFromGames;
        Sound "sound" ["F8"] [] (View, actions::sound) Switch;
        Aids "aids" ["<Control>l"] [] (View, actions::aids) Switch;
        AnimateMoves "animate-moves" [] [] Switch;
        Preferences "preferences" ["<Control>comma"] [] (General, actions::preferences) ApartFromGames;
        Look "look" [] [];
        Learn "learn" ["<Shift>F1"] [] (General, words::learn_title) ApartFromGames;
        Help "help" ["F1"] [] (General, words::help_title) ApartFromGames;
        Shortcuts "shortcuts" ["<Control>question", "<Control>slash"] [] (General, actions::shortcuts) ApartFromGames;
        About "about" [] [] ApartFromGames;
        Close "close" ["<Control>w"] [] (General, actions::close) ApartFromGames;
        Quit "quit" ["<Control>q"] [] (General, actions::quit) ApartFromGames;
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
        Play "editor.play" [] ["<Control>Return", "<Control>KP_Enter"] (Board, actions::play) NeedsPosition;
        Opponent "editor.opponent" [] ["<Control>n"] (Board, actions::choose_opponent) NeedsPosition;
        Shortcuts "editor.shortcuts" [] ["<Control>question", "<Control>slash"] (Board, actions::shortcuts);
    }
}

impl Action {
    /// Full name for widgets in the window: a button, a menu, a key.
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
}
