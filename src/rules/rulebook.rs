//! What a line of play deserves: mate, repetition, dead material and the limit without captures.

use super::{DrawReason, History, Outcome, Piece, PieceKind, Side, WinReason};

/// How repetitions are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rulebook {
    /// At the third occurrence a side that gave check on every move of the cycle loses; if both or neither
    /// did, the game is a draw.
    #[default]
    Casual,
}

/// What the rules say of a line after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The game goes on.
    Continue,
    /// The game is over.
    Ended(Outcome),
}

/// How often a position stands before the repetition is judged.
const OCCURRENCES: usize = 3;
/// Plies without a capture after which the game is a draw: sixty rounds.
const IDLE_PLIES: usize = 120;

/// Judges a line after its last move: mate first, then repetition, material, and the limit.
#[must_use]
pub fn adjudicate(history: &History, rulebook: Rulebook) -> Ruling {
    let outcome = history
        .mate()
        .or_else(|| match rulebook {
            Rulebook::Casual => casual_repetition(history),
        })
        .or_else(|| dead_material(history))
        .or_else(|| no_capture(history));
    outcome.map_or(Ruling::Continue, Ruling::Ended)
}

fn casual_repetition(history: &History) -> Option<Outcome> {
    let occurrences = history.occurrences();
    let first = occurrences.len().checked_sub(OCCURRENCES)?;
    let cycle = &history.plies()[occurrences[first]..];
    let always_checks = |side| {
        cycle
            .iter()
            .filter(|ply| ply.piece.side == side)
            .all(|ply| ply.gives_check)
    };
    Some(
        match (always_checks(Side::Red), always_checks(Side::Black)) {
            (true, true) => Outcome::Draw(DrawReason::MutualPerpetualCheck),
            (true, false) => Outcome::win(Side::Black, WinReason::PerpetualCheck),
            (false, true) => Outcome::win(Side::Red, WinReason::PerpetualCheck),
            (false, false) => Outcome::Draw(DrawReason::Repetition),
        },
    )
}

fn dead_material(history: &History) -> Option<Outcome> {
    let board = history.position().board();
    let alive = board
        .pieces()
        .any(|(_, Piece { kind, .. })| PieceKind::can_attack(kind));
    (!alive).then_some(Outcome::Draw(DrawReason::DeadMaterial))
}

fn no_capture(history: &History) -> Option<Outcome> {
    (history.idle_plies() >= IDLE_PLIES).then_some(Outcome::Draw(DrawReason::NoCapture))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    /// Plays `moves` over and over until the game is over, at most `limit` plies.
    fn judged(fen: &str, moves: &str, limit: usize) -> (usize, Ruling) {
        let mut history = History::new(Setup::from_fen(fen).expect("a FEN")).expect("a position");
        for (count, mv) in moves.split_whitespace().cycle().take(limit).enumerate() {
            history
                .play(mv.parse().expect("a move"))
                .expect("a legal move");
            let ruling = adjudicate(&history, Rulebook::Casual);
            if ruling != Ruling::Continue {
                return (count + 1, ruling);
            }
        }
        (limit, Ruling::Continue)
    }

    #[test]
    fn checking_on_every_move_loses_at_the_third_occurrence() {
        let ruling = judged("9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w", "f0e0 e8f8 e0f0 f8e8", 40);
        assert_eq!(
            ruling,
            (
                8,
                Ruling::Ended(Outcome::win(Side::Black, WinReason::PerpetualCheck))
            )
        );
    }

    #[test]
    fn going_back_and_forth_is_a_draw_at_the_third_occurrence() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let ruling = judged(start, "a0a1 a9a8 a1a0 a8a9", 40);
        assert_eq!(
            ruling,
            (8, Ruling::Ended(Outcome::Draw(DrawReason::Repetition)))
        );
    }

    #[test]
    fn nobody_can_win_without_an_attacker() {
        let (_, ruling) = judged("3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1", 1);
        assert_eq!(
            ruling,
            Ruling::Ended(Outcome::Draw(DrawReason::DeadMaterial))
        );
    }

    #[test]
    fn sixty_rounds_without_a_capture_are_enough() {
        let (_, ruling) = judged("3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 118 90", "e4e5 d9d8", 2);
        assert_eq!(ruling, Ruling::Ended(Outcome::Draw(DrawReason::NoCapture)));
        let (_, ruling) = judged("3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 117 90", "e4e5 d9d8", 2);
        assert_eq!(ruling, Ruling::Continue);
    }

    #[test]
    fn having_no_move_loses_in_check_or_not() {
        let (_, ruling) = judged("4k4/R8/9/9/9/9/9/9/9/3K4R w", "i0i9", 1);
        let mate = Outcome::win(Side::Red, WinReason::Checkmate);
        assert_eq!(ruling, Ruling::Ended(mate));
        let (_, ruling) = judged("3k5/9/9/1R7/9/9/9/9/9/4K4 w", "b6b8", 1);
        let stalemate = Outcome::win(Side::Red, WinReason::Stalemate);
        assert_eq!(ruling, Ruling::Ended(stalemate));
        let (_, ruling) = judged("3k5/9/9/1R7/9/9/9/9/9/5K3 w", "b6b8", 1);
        assert_eq!(ruling, Ruling::Continue);
    }
}
