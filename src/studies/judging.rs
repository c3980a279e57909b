//! Judgement of a tried move: does it still mate, and if not, what refutes it?

use super::Attempt;
use crate::engine::{Limits, Solver, SolverVerdict};
use crate::rules::{Move, Position, Rulebook};

/// Node limit within which most moves are judged, in about a second.
pub const JUDGING_NODES: u64 = 400_000;

/// Judgement of an own move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It mates, or leaves the other side no move: the study is solved.
    Mated,
    /// It mates in as few moves as the study asks for.
    Right {
        /// Number of own moves after it, at least one.
        left: usize,
        /// The longest defense: the reply, and the moves of both sides after it.
        line: Vec<Move>,
    },
    /// It mates too, but takes longer.
    Longer {
        /// Number of own moves of the whole solution, from the first one.
        total: usize,
        /// The longest defense: the reply, and the moves of both sides after it.
        line: Vec<Move>,
    },
    /// It does not mate in as few moves, which is proved, and no longer mate was found.
    Wrong {
        /// The refutation: a reply, and further moves of both sides if the other side even mates.
        refutation: Vec<Move>,
    },
    /// It is the better move of a drill, or one as good: the study is solved.
    Better,
    /// Undecided within the node limit, or a win by rule where the study asks for a mate.
    Undecided,
    /// Not judged: no mate was ever proved, or it is a move of the opponent.
    Free,
}

/// A judged move, with the position in which it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub(super) before: Position,
    /// Number of own moves, this one included.
    pub(super) moves_made: usize,
    /// The move.
    pub mv: Move,
    /// The judgement of it.
    pub judgement: Judgement,
}

/// Question to the solver about the position after the move.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// Does the opponent mate, by checks alone or by any moves?
    OtherMates { checks_only: bool },
    /// Is there a mate in as few moves as the study asks for?
    MatesInTime,
    /// Is there a mate at all, or a win by rule?
    Mates,
}

/// Questions, the quickest first, each with its percentage of the nodes.
const QUESTIONS: [(Question, u64); 4] = [
    (Question::OtherMates { checks_only: true }, 10),
    (Question::MatesInTime, 50),
    (Question::OtherMates { checks_only: false }, 10),
    (Question::Mates, 30),
];

/// Questions about a study won by rule: there is no number of moves to mate in, and a mate that is not found may still
/// be a win.
const QUESTIONS_BY_RULE: [(Question, u64); 3] = [
    (Question::OtherMates { checks_only: true }, 10),
    (Question::Mates, 80),
    (Question::OtherMates { checks_only: false }, 10),
];

/// Search for a judgement: plain data, to be worked on in a thread of its own.
#[derive(Debug)]
pub struct Judging {
    before: Position,
    after: Position,
    mv: Move,
    /// Number of own moves, this one included.
    moves_made: usize,
    /// Target length: number of own moves in which the study has to be solved, if it is known.
    target_moves: Option<usize>,
    nodes: u64,
    questions: &'static [(Question, u64)],
    solver: Option<Solver>,
    /// A reply that prevents a mate in time.
    refutation: Option<Move>,
    answer: Option<Judgement>,
}

impl Judging {
    /// Creates the judging of a legal move, from the position before it to the one after it.
    pub(super) fn new(attempt: &Attempt, mv: Move, after: Position, nodes: u64) -> Self {
        let moves_made = attempt.moves_made() + 1;
        let mate = attempt.study().verdict().mate();
        let by_rule = mate.is_some_and(|mate| mate.by_rule);
        let target_moves = attempt.target_moves().filter(|_| !by_rule);
        let better = attempt.study().verdict().better();
        let answer = if !attempt.is_own_turn() {
            Some(Judgement::Free)
        } else if let Some(better) = better {
            let wrong = Judgement::Wrong {
                refutation: Vec::new(),
            };
            Some(if better.contain(mv) {
                Judgement::Better
            } else {
                wrong
            })
        } else if !after.has_legal_move() {
            Some(Judgement::Mated)
        } else if !attempt.is_judged() {
            Some(Judgement::Free)
        } else {
            let rest = attempt.known().strip_prefix(&[mv]);
            rest.map(|rest| right(rest.to_vec()))
        };
        // With no move left for a mate in time, any reply avoids it.
        let is_too_late = target_moves.is_some_and(|target_moves| moves_made >= target_moves);
        let refutation = is_too_late.then(|| any_reply(&after)).flatten();
        Self {
            before: attempt.position().clone(),
            after,
            mv,
            moves_made,
            target_moves,
            nodes,
            questions: if by_rule {
                &QUESTIONS_BY_RULE
            } else {
                &QUESTIONS
            },
            solver: None,
            refutation,
            answer,
        }
    }

    /// Searches to the end.
    pub fn run(mut self) -> Judged {
        loop {
            if let Some(judged) = self.step(u64::MAX) {
                return judged;
            }
        }
    }

    /// Searches about this many nodes more; `None` if more are needed for a judgement. In all it never takes many more
    /// than the limit.
    pub fn step(&mut self, nodes: u64) -> Option<Judged> {
        if self.answer.is_none() {
            self.ask(nodes);
        }
        let judgement = self.answer.clone()?;
        Some(Judged {
            before: self.before.clone(),
            moves_made: self.moves_made,
            mv: self.mv,
            judgement,
        })
    }

    /// Continues with the current question.
    fn ask(&mut self, nodes: u64) {
        let [(question, percent), later @ ..] = self.questions else {
            let refutation = self.refutation.map(|reply| vec![reply]);
            let wrong = refutation.map(|refutation| Judgement::Wrong { refutation });
            self.answer = Some(wrong.unwrap_or(Judgement::Undecided));
            return;
        };
        if self.solver.is_none() {
            self.solver = self.solver_for(*question, self.nodes / 100 * percent);
        }
        let verdict = match &mut self.solver {
            Some(solver) => match solver.step(nodes) {
                Some(verdict) => verdict,
                None => return,
            },
            None => SolverVerdict::Unknown,
        };
        self.conclude(*question, verdict);
        (self.questions, self.solver) = (later, None);
    }

    /// Creates the solver for a question; `None` if the question is pointless.
    fn solver_for(&self, question: Question, nodes: u64) -> Option<Solver> {
        let limits = Limits {
            nodes,
            checks_only: matches!(question, Question::OtherMates { checks_only: true }),
        };
        match question {
            Question::OtherMates { .. } => Some(Solver::new(&self.after, limits)),
            Question::MatesInTime => {
                let left = self
                    .target_moves?
                    .checked_sub(self.moves_made)
                    .filter(|left| *left > 0)?;
                Some(Solver::after_move(&self.after, limits).within(left))
            }
            Question::Mates => {
                let solver = Solver::after_move(&self.after, limits);
                Some(solver.under(Rulebook::default()))
            }
        }
    }

    fn conclude(&mut self, question: Question, verdict: SolverVerdict) {
        match (question, verdict) {
            (Question::OtherMates { .. }, SolverVerdict::Mate(proof)) => {
                let refutation = proof.line;
                self.answer = Some(Judgement::Wrong { refutation });
            }
            (Question::Mates, SolverVerdict::Mate(proof))
                if proof.by_rule && self.target_moves.is_some() =>
            {
                self.answer = Some(Judgement::Undecided);
            }
            (Question::MatesInTime | Question::Mates, SolverVerdict::Mate(proof)) => {
                let total = self.moves_made + proof.moves;
                let line = proof.line;
                let is_in_time = self
                    .target_moves
                    .is_none_or(|target_moves| total <= target_moves);
                self.answer = Some(if is_in_time {
                    right(line)
                } else {
                    Judgement::Longer { total, line }
                });
            }
            (Question::MatesInTime, SolverVerdict::NoMate) => {
                self.refutation = self.solver.as_mut().and_then(Solver::refutation);
            }
            _ => {}
        }
    }
}

/// Judgement of a right move, from the longest defense: a reply, an own move, and so on to the mate.
fn right(line: Vec<Move>) -> Judgement {
    let left = line.len() / 2;
    Judgement::Right { left, line }
}

/// Some reply, preferably a capture.
fn any_reply(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let captures = |mv: &&Move| position.piece_at(mv.to).is_some();
    moves.iter().find(captures).or(moves.first()).copied()
}
