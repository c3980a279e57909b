//! Attempt at solving a study.

use super::{Judged, Judgement, Judging, Study};
use crate::rules::{IllegalMove, Move, Point, Position};

/// Hint: first the piece, then the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The piece that moves.
    Piece(Point),
    /// The move.
    Move(Move),
}

/// Result of a solved study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Number of own moves.
    pub moves: usize,
    /// Whether it was solved without a wrong move, a hint or a look at the solution.
    pub first_try: bool,
}

/// Position of an attempt.
#[derive(Clone, Debug)]
struct Stage {
    position: Position,
    /// The move that led to it; `None` at the start.
    mv: Option<Move>,
    /// Known moves of both sides from here to the mate.
    known: Vec<Move>,
    /// Target length: number of own moves, from the start, within which the mate is proved; `None` if it no longer is.
    target_moves: Option<usize>,
    /// Whether a person has defended where nothing was proved, and may have helped the attacker: a later mate then
    /// solves nothing.
    is_helped: bool,
}

/// An attempt at a study: the moves so far, and what is proved about them.
///
/// A move of the side that solves it is [tried](Self::judge), judged elsewhere in steps, and [accepted](Self::accept). A right
/// one has a [reply](Self::reply), the longest defense; a wrong one is not made. In a study without a proof, and after a move
/// that could not be judged, the caller makes the moves of the other side, with [`play`](Self::play).
///
/// ```
/// use chuhe::studies::{self, Attempt, JUDGING_NODES, Judgement};
///
/// let study = studies::find("mengru-shenji:1").expect("a study");
/// let mut attempt = Attempt::new(study.clone());
/// let judged = attempt.judge("d8e8".parse()?, JUDGING_NODES)?.run();
/// assert!(matches!(judged.judgement, Judgement::Right { left: 2, .. }));
/// assert!(attempt.accept(&judged));
/// assert!(attempt.reply().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attempt {
    study: Study,
    /// Positions from the start on; never empty.
    stages: Vec<Stage>,
    /// Number of hints given in the current position.
    hints: u8,
    first_try: bool,
    solved: Option<Solved>,
}

impl Attempt {
    /// Begins an attempt.
    pub fn new(study: Study) -> Self {
        let mate = study.verdict().mate();
        let start = Stage {
            position: study.position(),
            mv: None,
            known: study.verdict().line().to_vec(),
            target_moves: mate.map(|mate| mate.moves),
            is_helped: false,
        };
        Self {
            study,
            stages: vec![start],
            hints: 0,
            first_try: true,
            solved: None,
        }
    }

    /// The study.
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// Whether moves are judged, because a mate is proved from the start.
    pub fn is_judged(&self) -> bool {
        self.study.verdict().mate().is_some()
    }

    /// Whether a drill is solved, which has one move only.
    fn is_drilled(&self) -> bool {
        self.study.verdict().better().is_some() && self.stages.len() > 1
    }

    fn stage(&self) -> &Stage {
        self.stages.last().expect("the start is never removed")
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.stage().position
    }

    /// The moves of both sides so far.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.stages.iter().filter_map(|stage| stage.mv)
    }

    /// Number of own moves so far.
    pub(super) fn moves_made(&self) -> usize {
        self.stages.len() / 2
    }

    /// Target length: number of own moves, from the start, within which the mate is still proved.
    pub(super) fn target_moves(&self) -> Option<usize> {
        self.stage().target_moves
    }

    /// Known moves to the mate.
    pub(super) fn known(&self) -> &[Move] {
        &self.stage().known
    }

    /// Whether it is the turn of the side that solves the study.
    pub fn is_own_turn(&self) -> bool {
        self.position().turn() == self.study.turn()
    }

    /// Maximum number of own moves still needed; `None` if no mate is proved.
    pub fn left(&self) -> Option<usize> {
        Some(self.target_moves()?.saturating_sub(self.moves_made()))
    }

    /// Result once the study is solved.
    pub const fn solved(&self) -> Option<Solved> {
        self.solved
    }

    /// Whether the play is over: one side is mated, or has no move, or the one move of a drill is made.
    pub fn is_over(&self) -> bool {
        self.is_drilled() || !self.position().has_legal_move()
    }

    /// Begins to judge a move, with at most about this many nodes. The attempt is unchanged.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn judge(&self, mv: Move, nodes: u64) -> Result<Judging, IllegalMove> {
        let after = self.position().play(mv)?;
        Ok(Judging::new(self, mv, after, nodes))
    }

    /// Applies a judgement: makes the move unless it is wrong. Returns whether it was about the current position; if
    /// not, nothing changes.
    pub fn accept(&mut self, judged: &Judged) -> bool {
        if judged.before != *self.position() || judged.moves_made != self.moves_made() + 1 {
            return false;
        }
        let after = self.position().play(judged.mv);
        let after = after.expect("only legal moves are judged");
        let (known, target_moves) = match &judged.judgement {
            Judgement::Wrong { .. } => {
                self.first_try = false;
                return true;
            }
            Judgement::Mated | Judgement::Better => (Vec::new(), self.target_moves()),
            Judgement::Right { line, .. } => {
                let total = self.moves_made() + 1 + line.len() / 2;
                (line.clone(), Some(self.target_moves().unwrap_or(total)))
            }
            Judgement::Longer { total, line } => (line.clone(), Some(*total)),
            Judgement::Undecided => (Vec::new(), None),
            Judgement::Free => return self.play_freely(judged.mv),
        };
        self.push(judged.mv, after, known, target_moves);
        true
    }

    /// Makes an own move without a judgement.
    fn play_freely(&mut self, mv: Move) -> bool {
        let may_help = !self.is_own_turn() && self.target_moves().is_none();
        let is_made = self.play(mv).is_ok();
        if let Some(stage) = self.stages.last_mut().filter(|_| is_made) {
            stage.is_helped |= may_help;
        }
        is_made
    }

    /// Makes and returns the longest defense, if it is known and the opponent's turn.
    pub fn reply(&mut self) -> Option<Move> {
        let reply = *self.known().first().filter(|_| !self.is_own_turn())?;
        self.play(reply).ok().map(|()| reply)
    }

    /// Makes a move without judging it: a defense, or any move in free play. After a defense against a mating line the
    /// mate is still proved; after an own move only if it belongs to a known line.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.position().play(mv)?;
        let rest = self.known().strip_prefix(&[mv]).map(<[_]>::to_vec);
        let target_moves = if rest.is_some() || !self.is_own_turn() {
            self.target_moves()
        } else {
            None
        };
        self.push(mv, after, rest.unwrap_or_default(), target_moves);
        Ok(())
    }

    fn push(
        &mut self,
        mv: Move,
        position: Position,
        known: Vec<Move>,
        target_moves: Option<usize>,
    ) {
        let is_helped = self.stage().is_helped;
        let has_solved = self.study.verdict().better().is_some() || !position.has_legal_move();
        let has_won = self.is_own_turn() && has_solved && !is_helped;
        self.stages.push(Stage {
            position,
            mv: Some(mv),
            known,
            target_moves,
            is_helped,
        });
        self.hints = 0;
        if has_won {
            self.solved = Some(Solved {
                moves: self.moves_made(),
                first_try: self.first_try,
            });
        }
    }

    /// Takes back the last own move, with the reply. Returns whether there was one. It does not count against a first
    /// try.
    pub fn step_back(&mut self) -> bool {
        let moves = self.stages.len() - 1;
        let kept = moves.saturating_sub(if self.is_own_turn() { 2 } else { 1 });
        self.keep(kept);
        kept < moves
    }

    /// Restarts from the beginning. It does not count against a first try.
    pub fn restart(&mut self) {
        self.keep(0);
    }

    fn keep(&mut self, moves: usize) {
        self.stages.truncate(moves + 1);
        self.hints = 0;
    }

    /// The next hint: first the piece, then the move; `None` if no mate is known or it is the opponent's turn. After a
    /// hint the study cannot be solved at first try.
    pub fn hint(&mut self) -> Option<Hint> {
        let mv = *self.known().first().filter(|_| self.is_own_turn())?;
        self.first_try = false;
        self.hints = self.hints.saturating_add(1);
        Some(if self.hints == 1 {
            Hint::Piece(mv.from)
        } else {
            Hint::Move(mv)
        })
    }

    /// Whether the study can still be solved at first try.
    pub const fn is_first_try(&self) -> bool {
        self.first_try
    }

    /// Marks the study as not solved at first try: the solution was shown, or it was tried before.
    pub const fn lose_first_try(&mut self) {
        self.first_try = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::mv;
    use crate::studies::find;

    /// Enough for the studies tried here.
    const NODES: u64 = 20_000;

    fn attempt(id: &str) -> Attempt {
        Attempt::new(find(id).expect("a study").clone())
    }

    /// Tries a move, and returns its judgement.
    fn try_move(attempt: &mut Attempt, text: &str, nodes: u64) -> Judgement {
        let judging = attempt.judge(mv(text), nodes).expect("a legal move");
        let judged = judging.run();
        assert!(attempt.accept(&judged));
        attempt.reply();
        judged.judgement
    }

    /// Makes the known moves to the mate.
    fn finish(attempt: &mut Attempt) {
        while let Some(mv) = attempt.known().first() {
            let mv = mv.to_string();
            try_move(attempt, &mv, 0);
        }
    }

    #[test]
    fn the_main_line_solves_a_study_at_first_try() {
        let mut attempt = attempt("mengru-shenji:1");
        assert_eq!((attempt.left(), attempt.solved()), (Some(3), None));
        let right = try_move(&mut attempt, "d8e8", 0);
        assert!(matches!(right, Judgement::Right { left: 2, .. }));
        assert_eq!((attempt.left(), attempt.is_own_turn()), (Some(2), true));
        finish(&mut attempt);
        assert!(attempt.is_over());
        let solved = Solved {
            moves: 3,
            first_try: true,
        };
        assert_eq!(attempt.solved(), Some(solved));
    }

    #[test]
    fn a_wrong_move_is_refuted_and_not_made() {
        let mut attempt = attempt("mengru-shenji:1");
        let wrong = try_move(&mut attempt, "i8i7", NODES);
        let Judgement::Wrong { refutation } = wrong else {
            panic!("{wrong:?}");
        };
        let next = attempt.position().play(mv("i8i7")).expect("a legal move");
        assert_eq!(next.check_move(refutation[0]), Ok(()));
        assert_eq!((attempt.moves().count(), attempt.left()), (0, Some(3)));
        finish(&mut attempt);
        assert_eq!(attempt.solved().map(|solved| solved.first_try), Some(false));
    }

    #[test]
    fn going_back_costs_nothing_and_a_hint_does() {
        let mut attempt = attempt("mengru-shenji:1");
        assert!(!attempt.step_back());
        try_move(&mut attempt, "d8e8", NODES);
        assert!(attempt.step_back());
        assert_eq!((attempt.moves().count(), attempt.left()), (0, Some(3)));
        let mut helped = attempt.clone();
        finish(&mut attempt);
        assert_eq!(attempt.solved().map(|solved| solved.first_try), Some(true));
        assert!(attempt.step_back() && attempt.is_own_turn() && attempt.left() == Some(1));
        assert_eq!(helped.hint(), Some(Hint::Piece(mv("d8e8").from)));
        assert_eq!(helped.hint(), Some(Hint::Move(mv("d8e8"))));
        try_move(&mut helped, "d8e8", NODES);
        assert!(matches!(helped.hint(), Some(Hint::Piece(_))));
        helped.restart();
        finish(&mut helped);
        assert_eq!(helped.solved().map(|solved| solved.first_try), Some(false));
    }

    #[test]
    fn without_nodes_nothing_is_claimed_and_the_game_goes_on() {
        let mut attempt = attempt("mengru-shenji:1");
        assert_eq!(try_move(&mut attempt, "i8i7", 0), Judgement::Undecided);
        assert_eq!((attempt.left(), attempt.is_own_turn()), (None, false));
        assert_eq!(attempt.hint(), None);
        let reply = attempt.position().legal_moves()[0];
        attempt.play(reply).expect("a legal move");
        assert!(attempt.is_own_turn() && attempt.step_back());
        assert_eq!(attempt.left(), Some(3));
    }

    #[test]
    fn any_reply_to_a_right_move_leaves_the_mate_proved() {
        let mut attempt = attempt("mengru-shenji:1");
        try_move(&mut attempt, "d8e8", 0);
        let replies: Vec<_> = {
            let after = find("mengru-shenji:1").expect("a study").position();
            after.play(mv("d8e8")).expect("a legal move").legal_moves()
        };
        for reply in replies {
            attempt.restart();
            attempt.play(mv("d8e8")).expect("a legal move");
            attempt.play(reply).expect("a legal move");
            assert_eq!(attempt.left(), Some(2), "{reply}");
        }
    }

    #[test]
    fn a_mate_that_the_defender_may_have_helped_solves_nothing() {
        let mut attempt = attempt("mengru-shenji:1");
        // Not judged within so few nodes, so that nothing is proved from here on.
        assert_eq!(try_move(&mut attempt, "i8i7", 0), Judgement::Undecided);
        let reply = attempt.position().legal_moves()[0].to_string();
        assert_eq!(try_move(&mut attempt, &reply, 0), Judgement::Free);
        assert!(attempt.stage().is_helped);
        attempt.step_back();
        assert!(!attempt.stage().is_helped);
        finish(&mut attempt);
        assert!(attempt.solved().is_some());
    }

    #[test]
    fn a_judgement_of_another_position_is_not_accepted() {
        let mut attempt = attempt("mengru-shenji:1");
        let early = attempt.judge(mv("d8e8"), NODES).expect("a move").run();
        try_move(&mut attempt, "d8e8", NODES);
        assert!(!attempt.accept(&early));
        assert_eq!(attempt.moves().count(), 2);
        assert!(attempt.judge(mv("d8e8"), NODES).is_err());
    }

    #[test]
    fn a_study_without_a_proof_is_played_freely() {
        let mut studies = crate::studies::all();
        let open = studies.find(|study| study.verdict().mate().is_none());
        let mut attempt = Attempt::new(open.expect("a study").clone());
        let first = attempt.position().legal_moves()[0].to_string();
        assert_eq!(try_move(&mut attempt, &first, NODES), Judgement::Free);
        let reply = attempt.position().legal_moves()[0].to_string();
        assert_eq!(try_move(&mut attempt, &reply, NODES), Judgement::Free);
        assert!(attempt.is_own_turn() && attempt.hint().is_none());
        assert!(attempt.step_back() && attempt.moves().count() == 0);
    }
}
