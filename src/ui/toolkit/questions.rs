//! What a player who listens can ask about the game and the board, each with a key of its own.

use crate::words;

/// Something that is answered aloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Question {
    LastMove,
    Times,
    PossibleMoves,
    Attackers,
    File,
    Rank,
    Captured,
}

impl Question {
    /// The name of its action.
    pub(in crate::ui) const fn name(self) -> &'static str {
        match self {
            Self::LastMove => "tell-last-move",
            Self::Times => "tell-times",
            Self::PossibleMoves => "tell-possible-moves",
            Self::Attackers => "tell-attackers",
            Self::File => "read-file",
            Self::Rank => "read-rank",
            Self::Captured => "tell-captured",
        }
    }

    /// The key that asks it. F turns the board, but F and a number read a file.
    pub(in crate::ui) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::LastMove => &["l"],
            Self::Times => &["t"],
            Self::PossibleMoves => &["p"],
            Self::Attackers => &["a"],
            Self::File => &[],
            Self::Rank => &["r"],
            Self::Captured => &["c"],
        }
    }

    /// Keys one after the other that ask it, as the shortcuts window writes them.
    pub(in crate::ui) const fn key_sequences(self) -> &'static [&'static str] {
        match self {
            Self::File => &["f+1...9"],
            Self::Rank => &["r+0...9"],
            _ => &[],
        }
    }

    pub(in crate::ui) fn title(self) -> &'static str {
        match self {
            Self::LastMove => words::ask_last_move(),
            Self::Times => words::ask_times(),
            Self::PossibleMoves => words::ask_possible_moves(),
            Self::Attackers => words::ask_attackers(),
            Self::File => words::ask_file(),
            Self::Rank => words::ask_rank(),
            Self::Captured => words::ask_captured(),
        }
    }

    /// Whether the answer tells of the board, which is hidden in a pause.
    pub(in crate::ui) const fn is_about_the_board(self) -> bool {
        !matches!(self, Self::Times)
    }
}
