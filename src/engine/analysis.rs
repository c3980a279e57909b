//! Analysis of a position: a mate that the solver proves leads the principal variations of a search.

use super::{Advice, Limits, Solver, SolverVerdict};
use crate::rules::{History, Terms};

/// Number of nodes in which a mate is looked for.
const MATE_NODES: u64 = 50_000;
/// Number of nodes of a step of the solver.
const MATE_STEP: u64 = 5_000;

/// Proves a mate by the side to move; `None` if none is found soon, or once the watch says not to go on.
pub fn find_mate(
    history: &History,
    terms: &Terms,
    mut goes_on: impl FnMut() -> bool,
) -> Option<Advice> {
    let limits = Limits {
        nodes: MATE_NODES,
        checks_only: false,
    };
    let mut solver = Solver::new(history.position(), limits).under(terms.rulebook);
    while goes_on() {
        match solver.step(MATE_STEP) {
            None => {}
            Some(SolverVerdict::Mate(proof)) => {
                let mate = Advice::of_mate(&proof, solver.nodes());
                return Some(mate).filter(|mate| !mate.moves.is_empty());
            }
            Some(_) => return None,
        }
    }
    None
}

/// The principal variations of a search, at most so many, after a proved mate that none of them improves on.
pub fn led_by_mate(mate: Option<&Advice>, lines: &[Advice], most: usize) -> Vec<Advice> {
    let is_better = |mate: &&Advice| lines.iter().all(|line| line.score < mate.score);
    let Some(mate) = mate.filter(is_better) else {
        return lines.iter().take(most).cloned().collect();
    };
    let others = lines.iter().filter(|line| line.best() != mate.best());
    let ranked = std::iter::once(mate).chain(others).take(most);
    ranked
        .cloned()
        .enumerate()
        .map(|(index, line)| Advice {
            rank: index + 1,
            ..line
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Memory, Score, ScoreKind, Search};
    use crate::rules::Setup;

    const MATE: &str = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w";

    fn history(fen: &str) -> History {
        let setup = Setup::from_fen(fen).expect("a FEN");
        History::new(setup).expect("a position")
    }

    #[test]
    fn the_solver_speaks_first_where_there_is_a_mate() {
        let terms = Terms::default();
        let mate = find_mate(&history(MATE), &terms, || true).expect("a mate");
        assert_eq!(mate.score.kind(), ScoreKind::Mate(1));
        assert_eq!(find_mate(&history(MATE), &terms, || false), None);
        let start = History::new(Setup::start()).expect("the start");
        let mut steps = 0;
        let few = || {
            steps += 1;
            steps < 3
        };
        assert_eq!(find_mate(&start, &terms, few), None);
    }

    #[test]
    fn a_mate_leads_the_lines_unless_one_is_as_short() {
        let line = |mv: &str, score| Advice::new(vec![mv.parse().expect("a move")], score);
        let mate = line("b0b9", Score::mate(3));
        let lines = [
            line("a8a7", Score::advantage(400)),
            line("b0b9", Score::advantage(300)),
            line("b0b8", Score::EVEN),
        ];
        let led = led_by_mate(Some(&mate), &lines, 2);
        let firsts: Vec<_> = led.iter().map(|line| line.best().to_string()).collect();
        assert_eq!(firsts, ["b0b9", "a8a7"]);
        assert_eq!([led[0].rank, led[1].rank], [1, 2]);
        let alone = led_by_mate(Some(&mate), &[], 3);
        assert_eq!(alone, std::slice::from_ref(&mate));
        let found = [line("b0b9", Score::mate(3))];
        assert_eq!(led_by_mate(Some(&mate), &found, 3), found);
        assert_eq!(led_by_mate(None, &lines, 5), lines);
    }

    #[test]
    fn several_lines_begin_with_different_moves() {
        let start = History::new(Setup::start()).expect("the start");
        let mut search = Search::new(&start, &Terms::default(), Memory::new(1)).with_multi_pv(3);
        for _ in 0..3 {
            assert!(search.deepen(u64::MAX));
        }
        let lines = search.best_lines();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.depth == 3));
        assert!(lines[0].best() != lines[1].best() && lines[1].best() != lines[2].best());
    }
}
