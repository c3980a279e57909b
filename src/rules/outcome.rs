//! How a game can end. A game in progress has no outcome.

use super::{Board, Side};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Who.
        winner: Side,
        /// How.
        by: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

/// What decided a won game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// 将死: the loser's general cannot be saved.
    Checkmate,
    /// 困毙: the loser has no legal move. A loss in Xiangqi.
    Stalemate,
    /// 认输: the loser gave up.
    Resignation,
    /// 长将: the loser gave check on every move of a repeated cycle.
    PerpetualCheck,
    /// 长捉: the loser chased one piece on every move of a repeated cycle.
    PerpetualChase,
    /// 超时: the loser's time was used up.
    Time,
    /// The players say so: a result from a file that names no reason.
    Unstated,
}

/// What made a game a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// 议和: both players agreed.
    Agreement,
    /// The position stood for the third time, and neither side's conduct is forbidden.
    Repetition,
    /// The position stood for the third time, and both sides gave check on every move.
    MutualPerpetualCheck,
    /// The position stood for the third time, and both sides chased a piece on every move.
    MutualPerpetualChase,
    /// Too many rounds without a capture.
    NoCapture,
    /// Neither side has a piece left that can cross the river.
    DeadMaterial,
    /// A side's time was used up, and the other has no piece left that can cross the river.
    Time,
    /// The players say so: a result from a file that names no reason.
    Unstated,
}

impl Outcome {
    /// A win of `winner`.
    #[must_use]
    pub const fn win(winner: Side, by: WinReason) -> Self {
        Self::Win { winner, by }
    }

    /// What it comes to when the time of a side is used up: it loses, unless nobody is left to attack it.
    #[must_use]
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

    /// Whether only the result is known, and not how the game came to it.
    #[must_use]
    pub const fn is_unstated(self) -> bool {
        matches!(
            self,
            Self::Win {
                by: WinReason::Unstated,
                ..
            } | Self::Draw(DrawReason::Unstated)
        )
    }

    /// Who has won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The result as records write it, Red's share first: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
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
