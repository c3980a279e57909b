//! Wins by mate or ruling: a strategy that proves one independently of the search, and its longest line without a
//! repetition.
//!
//! A strategy assigns to each position of the winner a move and a number of moves left, which no reply raises and only
//! quiet moves out of check preserve. So it mates, or the defender gives check for ever: wherever a position recurs,
//! each move of the defender in between was a check and none of the winner's was. It is read from the table, but proves
//! the win by itself. Draws by too many rounds without a capture are ignored, as for long mates.

use super::dfpn::ProofNode;
use super::{MIN_EFFORT, Proof, Solver, part};
use crate::rules::Move;
use std::collections::HashMap;

/// Maximum number of the winner's positions in a strategy.
const MAX_POSITIONS: usize = 50_000;
/// Maximum number of steps of the search for the longest line.
const MAX_STEPS: usize = 1_000_000;
/// Maximum number of the winner's moves in a line, which bounds the recursion.
const MAX_LINE: usize = 250;
/// Percentage of all nodes for searching again what the table has lost of a strategy.
const LOST: u64 = 5;

/// A move of a strategy.
#[derive(Clone, Copy, Debug)]
struct StrategyMove {
    mv: Move,
    /// Number of moves left.
    left: u8,
}

/// Strategy: move by key of a position of the winner.
type Strategy = HashMap<u64, StrategyMove>;

/// Longest lines from a position.
#[derive(Clone, Debug, Default)]
struct LongestLine {
    /// Moves of both sides to the mate; empty if none leads there.
    mate: Vec<Move>,
    /// Number of the winner's moves until the defender can only repeat a position.
    repeating: usize,
}

impl Solver {
    /// Proof of a win by mate or ruling within `moves`, not counting quiet moves out of check. `None` if the strategy
    /// is too large to count all moves, or no line of it ends in mate.
    pub(super) fn proof_by_ruling(&mut self, moves: u8) -> Option<Proof> {
        let root = self.root.clone();
        let effort = part(self.limits.nodes, LOST).max(MIN_EFFORT);
        self.search.stop = self.nodes().saturating_add(effort);
        let strategy = self.strategy(&root, moves)?;
        let mut lines = LineSearch {
            strategy: &strategy,
            longest: HashMap::new(),
            steps: 0,
            max_steps: usize::try_from(self.limits.nodes)
                .unwrap_or(MAX_STEPS)
                .min(MAX_STEPS),
            depth: 0,
            repeats: false,
        };
        let longest = lines.longest_line_from_root(&root)?;
        let line = longest.mate;
        let moves = (line.len() + usize::from(root.attacks)) / 2;
        let is_told = !line.is_empty() && longest.repeating <= moves;
        is_told.then(|| Proof {
            moves,
            is_exact: false,
            ways: usize::from(root.attacks),
            line,
            by_rule: lines.repeats,
        })
    }

    /// Builds the strategy: a move for each position of the winner that can arise.
    fn strategy(&mut self, root: &ProofNode, moves: u8) -> Option<Strategy> {
        let mut strategy = Strategy::new();
        let mut open = start_nodes(root)
            .into_iter()
            .map(|node| (node, moves))
            .collect::<Vec<_>>();
        while let Some((node, left)) = open.pop() {
            if strategy.get(&node.key).is_some_and(|way| way.left <= left) {
                continue;
            }
            if left == 0 || strategy.len() >= MAX_POSITIONS {
                return None;
            }
            let way = self.strategy_move(&node, left)?;
            let after = node.after(way.mv);
            let rest = way.left - u8::from(!node.evades(way.mv));
            strategy.insert(node.key, way);
            open.extend(after.moves().into_iter().map(|mv| (after.after(mv), rest)));
        }
        Some(strategy)
    }

    /// A winning move with at most `left` moves, and the fewest known to suffice.
    fn strategy_move(&mut self, node: &ProofNode, left: u8) -> Option<StrategyMove> {
        let (class, left) = self.simplest_known(node, left);
        let mv = self
            .search
            .winning_move_until_stop(&node.with(class), left)?;
        Some(StrategyMove { mv, left })
    }
}

/// Initial positions of the winner in a strategy.
fn start_nodes(root: &ProofNode) -> Vec<ProofNode> {
    if root.attacks {
        return vec![root.clone()];
    }
    let replies = root.moves().into_iter();
    replies.map(|mv| root.after(mv)).collect()
}

/// Search for the longest line of a strategy. Among positions with equally many moves left, all lines without a
/// repetition are tried. Once a line has left them, the only one of them that can recur is the defender's last, so all
/// lines that leave from there share the rest.
struct LineSearch<'a> {
    strategy: &'a Strategy,
    /// Memo by key of a position of the winner, and of the defender's position after which fewer moves are left there.
    longest: HashMap<(u64, Option<u64>), LongestLine>,
    steps: usize,
    /// Step limit, at most the node limit.
    max_steps: usize,
    depth: usize,
    /// Whether the defender can repeat a position.
    repeats: bool,
}

/// Current line among positions with equally many moves left.
#[derive(Default)]
struct LineWalk {
    /// Keys of the positions of both sides.
    path: Vec<u64>,
    line: Vec<Move>,
    longest: LongestLine,
}

impl LineWalk {
    fn record_mate(&mut self, rest: &[Move]) {
        if self.line.len() + rest.len() > self.longest.mate.len() {
            self.longest.mate = [&self.line, rest].concat();
        }
    }

    fn record_repetition(&mut self, moves: usize) {
        let made = self.line.len().div_ceil(2);
        self.longest.repeating = self.longest.repeating.max(made + moves);
    }
}

impl LineSearch<'_> {
    /// The longest line from the root; `None` if there are too many lines.
    fn longest_line_from_root(&mut self, root: &ProofNode) -> Option<LongestLine> {
        if root.attacks {
            return self.longest_line_from(root, None);
        }
        let mut longest = LongestLine::default();
        for mv in root.moves() {
            let rest = self.longest_line_from(&root.after(mv), Some(root.key))?;
            longest.repeating = longest.repeating.max(rest.repeating);
            if !rest.mate.is_empty() && rest.mate.len() >= longest.mate.len() {
                longest.mate = [&[mv], &rest.mate[..]].concat();
            }
        }
        Some(longest)
    }

    /// The longest line from a position, reached by a reply in the position `before`.
    fn longest_line_from(&mut self, node: &ProofNode, before: Option<u64>) -> Option<LongestLine> {
        let key = (node.key, before);
        if let Some(longest) = self.longest.get(&key) {
            return Some(longest.clone());
        }
        let mut walk = LineWalk {
            path: before.into_iter().collect(),
            ..LineWalk::default()
        };
        self.walk(node, &mut walk)?;
        self.longest.insert(key, walk.longest.clone());
        Some(walk.longest)
    }

    fn walk(&mut self, node: &ProofNode, walk: &mut LineWalk) -> Option<()> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > self.max_steps || self.depth > MAX_LINE {
            return None;
        }
        let way = self.strategy.get(&node.key)?;
        let after = node.after(way.mv);
        walk.path.push(node.key);
        walk.line.push(way.mv);
        if walk.path.contains(&after.key) {
            self.repeats = true;
            walk.record_repetition(0);
        } else {
            walk.path.push(after.key);
            self.try_replies(&after, way.left, walk)?;
            walk.path.pop();
        }
        walk.line.pop();
        walk.path.pop();
        self.depth -= 1;
        Some(())
    }

    /// Extends the line by each reply to a move made with `left` moves left.
    fn try_replies(&mut self, after: &ProofNode, left: u8, walk: &mut LineWalk) -> Option<()> {
        let replies = after.moves();
        if replies.is_empty() {
            walk.record_mate(&[]);
            return Some(());
        }
        let mut goes_on = false;
        for mv in replies {
            let next = after.after(mv);
            if walk.path.contains(&next.key) {
                self.repeats = true;
                continue;
            }
            goes_on = true;
            walk.line.push(mv);
            if self.strategy.get(&next.key)?.left == left {
                self.walk(&next, walk)?;
            } else {
                let rest = self.longest_line_from(&next, Some(after.key))?;
                if rest.repeating > 0 {
                    walk.record_repetition(rest.repeating);
                }
                if !rest.mate.is_empty() {
                    walk.record_mate(&rest.mate);
                }
            }
            walk.line.pop();
        }
        if !goes_on {
            walk.record_repetition(0);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::solver::MoveClass;
    use crate::engine::{Limits, SolverVerdict};
    use crate::rules::{Clause, History, Position, Rulebook, Ruling, Setup, Terms, adjudicate};

    /// Two chariots threaten to mate on the last rank, and a third one gives check for ever.
    const ENDLESS: &str = "4k4/R8/9/9/9/1R7/9/9/9/3K4r w";
    /// Likewise, but on its way the third one captures one of the two.
    const CAPTURED: &str = "4k4/R8/9/9/9/9/9/9/1R7/3K4r w";
    /// Number 95 of 適情雅趣.
    const STUDY: &str = "9/1n2ak3/5aP2/3N5/6b2/5r3/1C7/4R1p2/1p3r1p1/1C2K2c1 w";

    fn setup(fen: &str) -> Setup {
        Setup::from_fen(fen).expect("a FEN")
    }

    fn position(fen: &str) -> Position {
        setup(fen).position().expect("a position")
    }

    fn solver(fen: &str, nodes: u64) -> Solver {
        let limits = Limits {
            nodes,
            checks_only: false,
        };
        Solver::new(&position(fen), limits)
    }

    fn proof(verdict: SolverVerdict) -> Option<Proof> {
        match verdict {
            SolverVerdict::Mate(proof) => Some(proof),
            SolverVerdict::NoMate | SolverVerdict::Unknown => None,
        }
    }

    #[test]
    fn checks_for_ever_lose_where_the_rulebook_says_so() {
        for rulebook in [Rulebook::Asian, Rulebook::Casual] {
            let verdict = solver(ENDLESS, 20_000).under(rulebook).run();
            let proof = proof(verdict).expect("a win");
            assert!(proof.by_rule && !proof.is_exact);
            assert_eq!(proof.line.len() + 1, 2 * proof.moves);
        }
        let verdicts = [
            solver(ENDLESS, 20_000).under(Rulebook::Off).run(),
            solver(ENDLESS, 20_000).run(),
            solver(ENDLESS, 20_000)
                .under(Rulebook::Asian)
                .within(9)
                .run(),
        ];
        assert_eq!(verdicts.map(proof), [None, None, None]);
    }

    #[test]
    fn a_capture_among_the_checks_is_no_repetition() {
        let verdict = solver(CAPTURED, 20_000).under(Rulebook::Asian).run();
        assert_eq!(verdict, SolverVerdict::Unknown);
    }

    #[test]
    fn a_mate_is_told_rather_than_a_ruling() {
        let mate = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w";
        let verdict = solver(mate, 20_000).under(Rulebook::Asian).run();
        assert!(proof(verdict).is_some_and(|proof| proof.moves == 1 && !proof.by_rule));
    }

    #[test]
    fn after_the_first_move_the_win_is_still_proved() {
        let first = proof(solver(ENDLESS, 20_000).under(Rulebook::Asian).run()).expect("a win");
        let after = position(ENDLESS).after(first.line[0]);
        let limits = Limits {
            nodes: 20_000,
            checks_only: false,
        };
        let mut rest = Solver::after_move(&after, limits).under(Rulebook::Asian);
        let rest = proof(rest.run()).expect("a win");
        assert!(rest.by_rule && rest.line.len() == 2 * rest.moves);
    }

    /// Searches for a win that takes at most six moves besides quiet ones out of check.
    fn strategy(fen: &str) -> (Strategy, Proof) {
        let mut solver = solver(fen, 100_000);
        solver.root.class = MoveClass::Ruled;
        solver.search.stop = 100_000;
        let root = solver.root.clone();
        assert!(solver.search.solve(&root, 6).is_mate(), "{fen}");
        let proof = solver.proof_by_ruling(6).expect("a proof");
        solver.search.stop = u64::MAX;
        (solver.strategy(&root, 6).expect("a strategy"), proof)
    }

    /// Plays the strategy against a defender who mostly gives check if it can. Returns the rule that ends the game.
    fn play(fen: &str, strategy: &Strategy, terms: &Terms, seed: usize) -> Clause {
        let mut game = History::new(setup(fen)).expect("a position");
        let winner = game.position().turn();
        let mut seed = seed;
        for ply in 0..1_000 {
            if let Ruling::Ended(verdict) = adjudicate(&game, terms) {
                assert_eq!(verdict.outcome.winner(), Some(winner), "{fen}: {ply}");
                return verdict.clause;
            }
            let here = game.position();
            let mv = if here.turn() == winner {
                strategy[&crate::rules::zobrist::key(here)].mv
            } else {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let checks = here.checking_moves();
                let moves = if checks.is_empty() || (seed >> 40).is_multiple_of(8) {
                    here.legal_moves()
                } else {
                    checks
                };
                moves[(seed >> 33) % moves.len()]
            };
            game.play(mv).expect("a legal move");
        }
        panic!("{fen}: the game does not end");
    }

    #[test]
    fn the_strategy_wins_by_mate_or_ruling_whatever_is_replied() {
        for fen in [ENDLESS, STUDY] {
            let (strategy, proof) = strategy(fen);
            assert!(proof.by_rule && proof.moves <= 10, "{fen}: {proof:?}");
            let mut clauses = Vec::new();
            for rulebook in [Rulebook::Asian, Rulebook::Casual] {
                let terms = Terms {
                    rulebook,
                    no_capture: None,
                };
                clauses.extend((1..=100).map(|seed| play(fen, &strategy, &terms, seed)));
            }
            let ends = |clause| clauses.contains(&clause);
            assert!(ends(Clause::Checkmate), "{fen}: {clauses:?}");
            assert!(
                ends(Clause::Check) || ends(Clause::CheckAgainstChase),
                "{fen}"
            );
        }
    }
}
