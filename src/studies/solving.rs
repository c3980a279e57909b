//! A study that is being solved, and what is shown of it: wrong moves with their answers, hints and the solution.

use super::{Attempt, Hint, Judged, Judgement, Judging, Solved, Study};
use crate::rules::{IllegalMove, Move, Position};

/// Nodes of a move’s judgement that are searched at once: few enough that nobody notices.
const AT_ONCE: u64 = 2_000;

/// Player of the side that is to be mated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defender {
    /// The computer.
    #[default]
    Computer,
    /// A second person at the same board.
    Person,
}

/// Move that was wrong, and the answer that shows it.
#[derive(Clone, Debug)]
struct Refuted {
    mv: Move,
    after: Position,
    reply: Option<Move>,
    is_reply_shown: bool,
}

/// Remark on a study that is being solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyRemark {
    /// A move is being judged.
    Judging,
    /// A move was judged.
    Judged {
        /// The judgement.
        judgement: Judgement,
        /// The position after the move.
        after: Position,
        /// How it solved the study, if it did.
        solved: Option<Solved>,
    },
    /// A move could not be judged.
    CannotJudge,
    /// The side that was to mate has no move left.
    Lost,
    /// A hint in a position, if there is one.
    Hint(Position, Option<Hint>),
    /// The answer to a question about the board.
    Answer(String),
}

/// The step after a move.
#[derive(Debug)]
pub enum JudgingStep {
    /// It has to be judged, which takes a while.
    Judge(Box<Judging>),
    /// It has been judged.
    Judged(Box<Judged>),
}

/// A study as it is being solved.
#[derive(Clone, Debug)]
pub struct Solving {
    attempt: Attempt,
    /// A move that is being judged.
    tried: Option<(Move, Position)>,
    refuted: Option<Refuted>,
    hint: Option<Hint>,
    /// Number of moves shown of the solution, if it is shown.
    shown: Option<usize>,
    remark: Option<StudyRemark>,
}

impl Solving {
    /// A study at its start, at first try or later.
    pub fn new(study: Study, is_first_try: bool) -> Self {
        let mut attempt = Attempt::new(study);
        if !is_first_try {
            attempt.lose_first_try();
        }
        Self {
            attempt,
            tried: None,
            refuted: None,
            hint: None,
            shown: None,
            remark: None,
        }
    }

    /// The attempt at the study.
    pub const fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    /// The study.
    pub const fn study(&self) -> &Study {
        self.attempt.study()
    }

    /// The position on the board, and the move that led to it.
    pub fn board(&self) -> (Position, Option<Move>) {
        let line = self.line();
        (self.after(&line), line.last().copied())
    }

    /// The last move on the board, and the position before it.
    pub fn last_move(&self) -> Option<(Position, Move)> {
        let line = self.line();
        let (last, before) = line.split_last()?;
        Some((self.after(before), *last))
    }

    /// The moves from the start to what is on the board.
    fn line(&self) -> Vec<Move> {
        if let Some(count) = self.shown {
            return self.solution()[..count].to_vec();
        }
        let mut line: Vec<_> = self.attempt.moves().collect();
        line.extend(self.tried.iter().map(|(mv, _)| *mv));
        if let Some(refuted) = &self.refuted {
            line.push(refuted.mv);
            line.extend(refuted.reply.filter(|_| refuted.is_reply_shown));
        }
        line
    }

    fn after(&self, line: &[Move]) -> Position {
        let play = |at: Position, mv: &Move| at.play(*mv).unwrap_or(at);
        line.iter().fold(self.study().position(), play)
    }

    /// Whether nothing was done yet.
    pub fn is_untouched(&self) -> bool {
        !self.can_go_back() && self.shown.is_none()
    }

    /// The moves of the solution; none without a proof.
    pub fn solution(&self) -> &[Move] {
        self.study().verdict().line()
    }

    /// Whether the person may move now.
    pub fn can_move(&self, defender: Defender) -> bool {
        let is_ours = self.attempt.is_own_turn() || defender == Defender::Person;
        self.tried.is_none()
            && self.refuted.is_none()
            && self.shown.is_none()
            && is_ours
            && !self.attempt.is_over()
    }

    /// Whether the other side has to move, and nobody does it.
    pub fn awaits_reply(&self, defender: Defender) -> bool {
        let is_theirs = !self.attempt.is_own_turn() && defender == Defender::Computer;
        is_theirs && self.tried.is_none() && self.shown.is_none() && !self.attempt.is_over()
    }

    /// Whether a move is being judged.
    pub const fn is_tried(&self) -> bool {
        self.tried.is_some()
    }

    /// Whether the answer to a wrong move is still to be shown.
    pub fn awaits_refutation(&self) -> bool {
        self.refuted
            .as_ref()
            .is_some_and(|refuted| !refuted.is_reply_shown)
    }

    /// Whether a wrong move is on the board.
    pub const fn is_refuted(&self) -> bool {
        self.refuted.is_some()
    }

    /// Whether anything can be taken back.
    pub fn can_go_back(&self) -> bool {
        match self.shown {
            Some(count) => count > 0,
            None => {
                self.tried.is_some()
                    || self.refuted.is_some()
                    || self.attempt.moves().next().is_some()
            }
        }
    }

    /// Number of moves shown of the solution, if it is shown.
    pub const fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// The hint that is shown.
    pub const fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// The remark on the last step.
    pub const fn remark(&self) -> Option<&StudyRemark> {
        self.remark.as_ref()
    }

    /// Answers a question about the board.
    pub fn answer(&mut self, answer: String) {
        self.remark = Some(StudyRemark::Answer(answer));
    }

    /// Makes a move, which is shown at once and judged then.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn play(&mut self, mv: Move, nodes: u64) -> Result<JudgingStep, IllegalMove> {
        let mut judging = self.attempt.judge(mv, nodes)?;
        let after = self.attempt.position().play(mv)?;
        self.hint = None;
        self.remark = None;
        self.tried = Some((mv, after));
        Ok(match judging.step(AT_ONCE) {
            Some(judged) => JudgingStep::Judged(Box::new(judged)),
            None => {
                self.remark = Some(StudyRemark::Judging);
                JudgingStep::Judge(Box::new(judging))
            }
        })
    }

    /// Takes the judgement of the move on the board. Returns whether the study is solved by it.
    pub fn take(&mut self, judged: &Judged) -> bool {
        let Some((mv, after)) = self.tried.take() else {
            return false;
        };
        if !self.attempt.accept(judged) {
            return false;
        }
        let solved = self.attempt.solved();
        let judgement = judged.judgement.clone();
        self.remark = (judgement != Judgement::Free).then(|| StudyRemark::Judged {
            judgement,
            after: after.clone(),
            solved,
        });
        if let Judgement::Wrong { refutation } = &judged.judgement {
            self.refuted = Some(Refuted {
                mv,
                after,
                reply: refutation.first().copied(),
                is_reply_shown: false,
            });
        }
        if self.attempt.is_over() && self.remark.is_none() {
            self.remark = Some(StudyRemark::Lost);
        }
        matches!(judged.judgement, Judgement::Mated | Judgement::Better) && solved.is_some()
    }

    /// Gives up the move that cannot be judged.
    pub fn forget_move(&mut self) {
        self.tried = None;
        self.remark = Some(StudyRemark::CannotJudge);
    }

    /// Shows the answer to a wrong move. Returns it with the position before it.
    pub fn show_refutation(&mut self) -> Option<(Position, Move)> {
        let refuted = self.refuted.as_mut()?;
        refuted.is_reply_shown = true;
        Some((refuted.after.clone(), refuted.reply?))
    }

    /// Makes the reply that is known. Returns it with the position before it.
    pub fn reply(&mut self) -> Option<(Position, Move)> {
        let before = self.attempt.position().clone();
        let reply = self.attempt.reply()?;
        Some((before, reply))
    }

    /// Makes a reply that was found.
    pub fn play_reply(&mut self, mv: Move) -> Option<(Position, Move)> {
        let before = self.attempt.position().clone();
        self.attempt.play(mv).ok()?;
        if self.attempt.is_over() {
            self.remark = Some(StudyRemark::Lost);
        }
        Some((before, mv))
    }

    /// Takes the wrong move back, or else the last one with the reply to it.
    pub fn go_back(&mut self) {
        match (&mut self.shown, self.refuted.take()) {
            (Some(count), _) => *count = count.saturating_sub(1),
            (None, Some(_)) => {}
            (None, None) if self.tried.is_some() => self.tried = None,
            (None, None) => {
                self.attempt.step_back();
            }
        }
        (self.hint, self.remark) = (None, None);
    }

    /// Shows one more move of the solution. Returns it with the position before it.
    pub fn go_on(&mut self) -> Option<(Position, Move)> {
        let next = *self.solution().get(self.shown?)?;
        let before = self.board().0;
        self.shown = self.shown.map(|count| count + 1);
        Some((before, next))
    }

    /// Puts the pieces back.
    pub fn restart(&mut self) {
        self.attempt.restart();
        (self.tried, self.refuted, self.hint) = (None, None, None);
        (self.shown, self.remark) = (None, None);
    }

    /// Gives the next part of a hint, with a remark.
    pub fn give_hint(&mut self) -> Option<Hint> {
        if self.tried.is_some() || self.refuted.is_some() {
            return None;
        }
        let position = self.attempt.position().clone();
        self.hint = self.attempt.hint();
        self.remark = Some(StudyRemark::Hint(position, self.hint));
        self.hint
    }

    /// Shows the solution from its start, or ends that.
    pub fn show_solution(&mut self, is_shown: bool) {
        self.restart();
        if is_shown {
            self.attempt.lose_first_try();
            self.shown = Some(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::find;

    const NODES: u64 = 200_000;

    fn solving() -> Solving {
        Solving::new(find("mengru-shenji:1").expect("a study").clone(), true)
    }

    /// Makes a move, and takes its judgement. Returns whether it solves the study.
    fn play(solving: &mut Solving, text: &str) -> bool {
        let judged = match solving
            .play(text.parse().expect("a move"), NODES)
            .expect("legal")
        {
            JudgingStep::Judge(judging) => judging.run(),
            JudgingStep::Judged(judged) => *judged,
        };
        solving.take(&judged)
    }

    #[test]
    fn a_wrong_move_is_answered_on_the_board_and_taken_back() {
        let mut solving = solving();
        let start = solving.board();
        assert!(!play(&mut solving, "i8i7"));
        assert!(solving.is_refuted() && !solving.can_move(Defender::Person));
        assert_eq!(
            solving.board().1.map(|mv| mv.to_string()).as_deref(),
            Some("i8i7")
        );
        let (_, reply) = solving.show_refutation().expect("an answer");
        assert_eq!(solving.board().1, Some(reply));
        assert!(matches!(
            solving.remark(),
            Some(StudyRemark::Judged {
                judgement: Judgement::Wrong { .. },
                solved: None,
                ..
            })
        ));
        solving.go_back();
        assert_eq!(solving.board(), start);
        assert!(solving.can_move(Defender::Computer) && !solving.can_go_back());
    }

    #[test]
    fn the_solution_solves_it() {
        let mut solving = solving();
        let line = solving.solution().to_vec();
        for (ply, mv) in line.iter().enumerate() {
            if ply % 2 == 1 {
                assert!(solving.awaits_reply(Defender::Computer));
                assert!(solving.can_move(Defender::Person));
                assert_eq!(solving.reply().map(|(_, reply)| reply), Some(*mv));
            } else {
                let is_last = ply + 1 == line.len();
                assert_eq!(play(&mut solving, &mv.to_string()), is_last);
            }
        }
        assert!(!solving.awaits_reply(Defender::Computer));
        let Some(StudyRemark::Judged { solved, .. }) = solving.remark() else {
            panic!("a judgement");
        };
        assert_eq!(solved.map(|solved| solved.first_try), Some(true));
    }

    #[test]
    fn the_solution_is_stepped_through_and_costs_the_first_try() {
        let mut solving = solving();
        let start = solving.board();
        solving.show_solution(true);
        assert!(!solving.can_move(Defender::Person) && !solving.can_go_back());
        for mv in solving.solution().to_vec() {
            solving.go_on();
            assert_eq!(solving.board().1, Some(mv));
        }
        let last = solving.board();
        assert!(!last.0.has_legal_move());
        solving.go_on();
        assert_eq!(solving.board(), last);
        solving.go_back();
        assert_ne!(solving.board(), last);
        solving.show_solution(false);
        assert_eq!(solving.board(), start);
        for mv in solving.solution().to_vec().iter().step_by(2) {
            play(&mut solving, &mv.to_string());
            solving.reply();
        }
        let solved = solving.attempt().solved();
        assert_eq!(solved.map(|solved| solved.first_try), Some(false));
    }

    #[test]
    fn a_move_that_is_being_judged_can_be_taken_back() {
        let mut solving = solving();
        let start = solving.board();
        let mv = "i8i7".parse().expect("a move");
        let next = solving.play(mv, NODES).expect("legal");
        assert!(solving.is_tried() && solving.can_go_back());
        solving.go_back();
        assert_eq!(solving.board(), start);
        // Its judgement comes too late.
        if let JudgingStep::Judge(judging) = next {
            assert!(!solving.take(&judging.run()));
        }
        assert_eq!(solving.board(), start);
    }

    #[test]
    fn hints_come_in_two_steps() {
        let mut solving = solving();
        assert!(matches!(solving.give_hint(), Some(Hint::Piece(_))));
        let start = solving.study().position();
        let remark = StudyRemark::Hint(start, solving.hint());
        assert_eq!(solving.remark(), Some(&remark));
        assert!(matches!(solving.give_hint(), Some(Hint::Move(_))));
        play(&mut solving, "d8e8");
        assert_eq!(solving.hint(), None);
    }
}
