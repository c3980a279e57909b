//! Adjudication of a line of play after its last move: mate, repetition, dead material, the no-capture limit.

use super::chase_rule::{self, ChaseRule, OpenPoint};
use super::cycle::{Cycle, CycleWindow, Facts};
use super::rulebook::{Clause, Rulebook, Terms};
use super::{DrawReason, History, Outcome, Piece, PieceKind, WinReason};

/// The ruling on a line after its last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The game goes on.
    Continue,
    /// 变着: the position has occurred for the second time. Holds the verdict if it occurs a third time.
    Warned(Box<Verdict>),
    /// The position has occurred for the third time, and the rulebook depends on what no bounded search has found: the game
    /// goes on, unless the players agree.
    Undecided(Box<Cycle>),
    /// The searches that the rulebook asks for are not done.
    Awaited {
        /// Whether the ruling may end the game, which waits for it then.
        may_end: bool,
    },
    /// The game is over.
    Ended(Box<Verdict>),
}

/// The end of a game under the rules, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Terms agreed on before the game, the rulebook above all.
    pub terms: Terms,
    /// The rule that was applied.
    pub clause: Clause,
    /// Questions the rulebook leaves open for which another answer would have changed the verdict.
    pub open: Vec<OpenPoint>,
    /// The repeated cycle; `None` if the game ended for another reason.
    pub cycle: Option<Cycle>,
}

/// Number of occurrences of a position at which the repetition is judged.
const OCCURRENCES: usize = 3;
/// Number of pieces below which a board is bare: no diagram about pinned chariots shows so few.
const BARE: usize = 12;

/// Adjudicates a line after its last move: mate first, then repetition, material and the no-capture limit.
pub fn adjudicate(history: &History, terms: &Terms) -> Ruling {
    let verdict = |outcome, clause| {
        Ruling::Ended(Box::new(Verdict {
            outcome,
            terms: *terms,
            clause,
            open: Vec::new(),
            cycle: None,
        }))
    };
    if let Some((outcome, clause)) = mate(history) {
        return verdict(outcome, clause);
    }
    let repeated = repetition(history, terms);
    if matches!(repeated, Ruling::Ended(_)) {
        return repeated;
    }
    if is_dead(history) {
        return verdict(
            Outcome::Draw(DrawReason::InsufficientMaterial),
            Clause::InsufficientMaterial,
        );
    }
    let limit = terms.no_capture.map(|rounds| 2 * usize::from(rounds));
    if limit.is_some_and(|limit| history.counted_idle_plies() >= limit) {
        return verdict(Outcome::Draw(DrawReason::NoCapture), Clause::NoCapture);
    }
    repeated
}

fn mate(history: &History) -> Option<(Outcome, Clause)> {
    let position = history.position();
    if position.has_legal_move() {
        return None;
    }
    let (by, clause) = if position.is_check() {
        (WinReason::Checkmate, Clause::Checkmate)
    } else {
        (WinReason::Stalemate, Clause::Stalemate)
    };
    Some((Outcome::win(!position.turn(), by), clause))
}

/// Whether neither side has a piece left that can cross the river: an immediate draw.
fn is_dead(history: &History) -> bool {
    let board = history.position().board();
    !board
        .pieces()
        .any(|(_, Piece { kind, .. })| PieceKind::can_attack(kind))
}

fn repetition(history: &History, terms: &Terms) -> Ruling {
    let rulebook = terms.rulebook;
    // A rulebook that ignores repetition needs no analysis of the cycle.
    if !rulebook.ends_repetitions() {
        return Ruling::Continue;
    }
    let stood = history.occurrences();
    let (judged, is_final) = match stood.len() {
        0 | 1 => return Ruling::Continue,
        2 => (&stood[..], false),
        count => (&stood[count - OCCURRENCES..], true),
    };
    let window = CycleWindow::new(history, judged[0], judged[judged.len() - 1]);
    let facts = window.facts();
    let rule = rulebook.chase_rule();
    let cycle = facts.cycle(stood.len(), &rule);
    let Some((outcome, clause)) = rulebook.judge(cycle.offenses) else {
        return Ruling::Continue;
    };
    let verdict = Box::new(Verdict {
        outcome,
        terms: *terms,
        clause,
        open: open_points(history, judged, &window, rulebook, (outcome, clause)),
        cycle: Some(cycle),
    });
    if is_final {
        Ruling::Ended(verdict)
    } else {
        Ruling::Warned(verdict)
    }
}

/// Returns the open questions of the rulebook that this verdict depends on.
fn open_points(
    history: &History,
    judged: &[usize],
    window: &CycleWindow<'_>,
    rulebook: Rulebook,
    (outcome, clause): (Outcome, Clause),
) -> Vec<OpenPoint> {
    if rulebook != Rulebook::Asian {
        return Vec::new();
    }
    let default = rulebook.chase_rule();
    let winner = outcome.winner();
    let facts = window.facts();
    let judge = |facts: Facts<'_>, rule: &ChaseRule| {
        let judged = rulebook.judge(facts.offenses(rule));
        judged.and_then(|(outcome, _)| outcome.winner())
    };
    let both_chase = matches!(clause, Clause::BothChase | Clause::BothChasePinned);
    let mut open: Vec<_> = chase_rule::alternatives(default)
        // A lost root makes a new attack by rule (diagram 105), except where both sides chase.
        .filter(|(point, _)| both_chase || *point != OpenPoint::LostProtection)
        .filter(|(_, other)| judge(facts, other) != winner)
        .map(|(point, _)| point)
        .collect();
    if let &[first, second, third] = judged {
        let half = |from, to| judge(window.part(from, to), &default);
        let halves = (half(first, second), half(second, third));
        if halves.0 == halves.1 && halves.0 != winner {
            open.push(OpenPoint::HalfLoops);
        }
    }
    let is_bare = history.position().board().occupied().len() < BARE;
    let chased = winner.filter(|_| is_bare && clause == Clause::ChasePinned);
    if chased.is_some_and(|side| facts.pinned_chases_back(!side, &default)) {
        open.push(OpenPoint::PinnedChaser);
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Side};

    /// Repeats `moves` until the game is over, for at most `limit` plies.
    fn judged(fen: &str, moves: &str, limit: usize) -> (usize, Ruling) {
        let mut history = History::new(Setup::from_fen(fen).expect("a FEN")).expect("a position");
        for (count, mv) in moves.split_whitespace().cycle().take(limit).enumerate() {
            history
                .play(mv.parse().expect("a move"))
                .expect("a legal move");
            let ruling = adjudicate(&history, &Terms::default());
            if matches!(ruling, Ruling::Ended(_)) {
                return (count + 1, ruling);
            }
        }
        (limit, Ruling::Continue)
    }

    fn outcome(ruling: &Ruling) -> Option<Outcome> {
        match ruling {
            Ruling::Ended(verdict) => Some(verdict.outcome),
            Ruling::Continue
            | Ruling::Warned(_)
            | Ruling::Undecided(_)
            | Ruling::Awaited { .. } => None,
        }
    }

    #[test]
    fn checking_on_every_move_loses_at_the_third_occurrence() {
        let (plies, ruling) = judged("9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w", "f0e0 e8f8 e0f0 f8e8", 40);
        let lost = Outcome::win(Side::Black, WinReason::PerpetualCheck);
        assert_eq!((plies, outcome(&ruling)), (8, Some(lost)));
    }

    #[test]
    fn going_back_and_forth_is_a_draw_at_the_third_occurrence() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let (plies, ruling) = judged(start, "a0a1 a9a8 a1a0 a8a9", 40);
        let draw = Outcome::Draw(DrawReason::Repetition);
        assert_eq!((plies, outcome(&ruling)), (8, Some(draw)));
    }

    #[test]
    fn the_second_occurrence_warns_of_the_third() {
        let mut history =
            History::new(Setup::from_fen("9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w").expect("a FEN"))
                .expect("a position");
        for mv in ["f0e0", "e8f8", "e0f0", "f8e8"] {
            assert_eq!(adjudicate(&history, &Terms::default()), Ruling::Continue);
            history.play(mv.parse().expect("a move")).expect("legal");
        }
        let Ruling::Warned(verdict) = adjudicate(&history, &Terms::default()) else {
            panic!("no warning");
        };
        assert_eq!(verdict.outcome.winner(), Some(Side::Black));
        assert_eq!(verdict.cycle.map(|cycle| cycle.plies.len()), Some(4));
    }

    #[test]
    fn nobody_can_win_without_an_attacker() {
        let (_, ruling) = judged("3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1", 1);
        let draw = Outcome::Draw(DrawReason::InsufficientMaterial);
        assert_eq!(outcome(&ruling), Some(draw));
    }

    #[test]
    fn sixty_rounds_without_a_capture_are_enough() {
        let (_, ruling) = judged("3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 118 90", "e4e5 d9d8", 2);
        assert_eq!(outcome(&ruling), Some(Outcome::Draw(DrawReason::NoCapture)));
        let (_, ruling) = judged("3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 117 90", "e4e5 d9d8", 2);
        assert_eq!(outcome(&ruling), None);
    }

    #[test]
    fn having_no_move_loses_in_check_or_not() {
        let (_, ruling) = judged("4k4/R8/9/9/9/9/9/9/9/3K4R w", "i0i9", 1);
        let mate = Outcome::win(Side::Red, WinReason::Checkmate);
        assert_eq!(outcome(&ruling), Some(mate));
        let (_, ruling) = judged("3k5/9/9/1R7/9/9/9/9/9/4K4 w", "b6b8", 1);
        let stalemate = Outcome::win(Side::Red, WinReason::Stalemate);
        assert_eq!(outcome(&ruling), Some(stalemate));
        let (_, ruling) = judged("3k5/9/9/1R7/9/9/9/9/9/5K3 w", "b6b8", 1);
        assert_eq!(outcome(&ruling), None);
    }
}
