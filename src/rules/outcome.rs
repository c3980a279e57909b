//! The possible ends of a game. A game in progress has no outcome.

use super::{Board, Side};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winning side.
        winner: Side,
        /// The reason.
        by: WinReason,
    },
    /// Neither side has won.
    Draw(DrawReason),
}

/// The reason for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// 将死: the loser is in check and has no legal move.
    Checkmate,
    /// 困毙: the loser is not in check but has no legal move. A loss in Xiangqi.
    Stalemate,
    /// 认输: the loser resigned.
    Resignation,
    /// 长将: the loser gave check on every move of a repeated cycle.
    PerpetualCheck,
    /// 长捉: the loser chased one piece on every move of a repeated cycle.
    PerpetualChase,
    /// 超时: the loser ran out of time.
    Time,
    /// Unknown: a result from a file that gives no reason.
    Unstated,
}

/// The reason for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// 议和: both players agreed.
    Agreement,
    /// The position occurred for the third time, and neither side's conduct is forbidden.
    Repetition,
    /// The position occurred for the third time, and both sides gave check on every move.
    MutualPerpetualCheck,
    /// The position occurred for the third time, and both sides chased a piece on every move.
    MutualPerpetualChase,
    /// Too many rounds without a capture.
    NoCapture,
    /// Neither side has a piece left that can cross the river.
    InsufficientMaterial,
    /// A side ran out of time, and the other has no piece left that can cross the river.
    Time,
    /// Unknown: a result from a file that gives no reason.
    Unstated,
}

impl Outcome {
    /// A win of `winner`.
    pub const fn win(winner: Side, by: WinReason) -> Self {
        Self::Win { winner, by }
    }

    /// The outcome when `fallen` runs out of time: a loss, unless the opponent has no piece left that can attack.
    pub fn on_time(fallen: Side, board: &Board) -> Self {
        let can_win = board
            .pieces()
            .any(|(_, piece)| piece.side != fallen && piece.kind.can_attack());
        if can_win {
            Self::win(!fallen, WinReason::Time)
        } else {
            Self::Draw(DrawReason::Time)
        }
    }

    /// Whether the result is known but not its reason.
    pub const fn is_unstated(self) -> bool {
        matches!(
            self,
            Self::Win {
                by: WinReason::Unstated,
                ..
            } | Self::Draw(DrawReason::Unstated)
        )
    }

    /// Whether the game was lost, or drawn, on time.
    pub const fn is_on_time(self) -> bool {
        matches!(
            self,
            Self::Win {
                by: WinReason::Time,
                ..
            } | Self::Draw(DrawReason::Time)
        )
    }

    /// Whether the position itself ended the game.
    pub const fn is_on_the_board(self) -> bool {
        matches!(
            self,
            Self::Win {
                by: WinReason::Checkmate | WinReason::Stalemate,
                ..
            }
        )
    }

    /// The winning side; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The score as written in records, Red's share first: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self {
            Self::Win {
                winner: Side::Red, ..
            } => "1-0",
            Self::Win {
                winner: Side::Black,
                ..
            } => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn a_side_without_attackers_cannot_win_on_time() {
        let on_time = |fen: &str, fallen| {
            let setup = Setup::from_fen(fen).expect("a FEN");
            Outcome::on_time(fallen, &setup.board)
        };
        let drawn = Outcome::Draw(DrawReason::Time);
        for attacker in ["R", "N", "C", "P"] {
            let fen = format!("3k1r3/9/9/9/9/{attacker}8/9/9/9/4K4");
            let won = Outcome::win(Side::Red, WinReason::Time);
            assert_eq!(on_time(&fen, Side::Black), won, "{attacker}");
        }
        let bare = "3k1r3/9/9/9/9/9/9/4B4/9/3AK4";
        assert_eq!(on_time(bare, Side::Black), drawn);
        let won = Outcome::win(Side::Black, WinReason::Time);
        assert_eq!(on_time(bare, Side::Red), won);
    }
}
