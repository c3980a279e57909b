//! Lessons on the rules: a few tasks each, on small positions in which Red makes all the moves.

mod task;

use crate::rules::{IllegalMove, Move, PieceKind, Point, PointSet, Position, Setup};
pub use task::{Goal, Task};

/// Topic of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lesson {
    /// Moving, capturing, and trapping the general.
    Aim,
    /// River and palaces.
    Board,
    /// Moves of a kind of piece.
    Kind(PieceKind),
    /// A check must be answered.
    Check,
    /// 对面笑: the generals may not face each other.
    FlyingGeneral,
    /// Winning by checkmate.
    Checkmate,
    /// Winning by stalemate.
    Stalemate,
    /// The first moves of a game.
    Opening,
}

impl Lesson {
    /// All lessons.
    pub const ALL: [Self; 14] = [
        Self::Aim,
        Self::Board,
        Self::Kind(PieceKind::Chariot),
        Self::Kind(PieceKind::Cannon),
        Self::Kind(PieceKind::Horse),
        Self::Kind(PieceKind::Soldier),
        Self::Kind(PieceKind::General),
        Self::Kind(PieceKind::Advisor),
        Self::Kind(PieceKind::Elephant),
        Self::Check,
        Self::Checkmate,
        Self::FlyingGeneral,
        Self::Stalemate,
        Self::Opening,
    ];

    /// The tasks, in order.
    pub const fn tasks(self) -> &'static [Task] {
        use Task::*;
        match self {
            Self::Aim => &[AimMove, AimCapture, AimTrap],
            Self::Board => &[BoardRiver, BoardPalace],
            Self::Kind(PieceKind::Chariot) => &[ChariotWay, ChariotTwo, ChariotThree],
            Self::Kind(PieceKind::Cannon) => &[CannonScreen, CannonOwn, CannonTwo],
            Self::Kind(PieceKind::Horse) => &[HorseWay, HorseLeg, HorseThree],
            Self::Kind(PieceKind::Soldier) => &[SoldierRiver, SoldierTwo],
            Self::Kind(PieceKind::General) => &[GeneralWay, GeneralCapture],
            Self::Kind(PieceKind::Advisor) => &[AdvisorWay, AdvisorCapture],
            Self::Kind(PieceKind::Elephant) => &[ElephantWay, ElephantEye],
            Self::Check => &[CheckGive, CheckCapture, CheckBlock, CheckStep],
            Self::FlyingGeneral => &[FacingMove, FacingMate],
            Self::Checkmate => &[MateHorse, MateCannons, MateTwo],
            Self::Stalemate => &[StalemateSoldier, StalemateChariot],
            Self::Opening => &[OpeningCannon, OpeningHorse, OpeningChariot],
        }
    }
}

/// Result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The move solved the task.
    Solved,
    /// The task goes on with this many moves left. The other side passed, or answered a check with a move.
    Made {
        /// The number of moves left.
        left: u8,
        /// The answer to a check.
        answer: Option<Move>,
    },
    /// The task is not solved, and has to begin again.
    Missed(Miss),
}

impl Tried {
    /// The other side's answer to a check.
    pub const fn answer(self) -> Option<Move> {
        match self {
            Self::Made { answer, .. } => answer,
            Self::Missed(Miss::Escaped(answer)) => Some(answer),
            Self::Solved | Self::Missed(_) => None,
        }
    }
}

/// Reason a task was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// No move is left.
    Unsolved,
    /// The move gave no check, so the other side has time to escape the mate.
    NoCheck,
    /// The move gave check, which the other side answered with this move.
    Escaped(Move),
    /// The move was checkmate, where another end was asked for.
    Checkmate,
}

/// Reason a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTried {
    /// The move is illegal.
    Illegal(IllegalMove),
    /// The task is over.
    Over,
}

impl From<IllegalMove> for NotTried {
    fn from(why: IllegalMove) -> Self {
        Self::Illegal(why)
    }
}

/// A task in progress.
#[derive(Clone, Debug)]
pub struct Trial {
    task: Task,
    position: Position,
    /// Where the piece of the task stands.
    piece: Point,
    last: Option<Move>,
    left: u8,
    over: bool,
    solved: bool,
}

impl Trial {
    /// Begins a task.
    pub fn new(task: Task) -> Self {
        Self {
            task,
            position: task.position(),
            piece: task.piece(),
            last: None,
            left: task.moves(),
            over: false,
            solved: false,
        }
    }

    /// The task.
    pub const fn task(&self) -> Task {
        self.task
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The last move made, by either side.
    pub const fn last(&self) -> Option<Move> {
        self.last
    }

    /// Whether no move is accepted before the task begins again.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the task is solved.
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// Whether the board differs from the start.
    pub const fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Where a piece has to go, until it is there.
    pub fn stars(&self) -> PointSet {
        match self.task.goal() {
            Goal::Reach(points) if !self.over => points,
            _ => PointSet::EMPTY,
        }
    }

    /// Where the piece of the task can go, if the task is about the way it moves.
    pub fn hints(&self) -> PointSet {
        let shows = matches!(self.task.goal(), Goal::Reach(_) | Goal::Capture(_));
        if shows && !self.over && !self.position.is_check() {
            self.position.targets(self.piece)
        } else {
            PointSet::EMPTY
        }
    }

    /// Tries a move. The other side moves only to answer a check.
    ///
    /// # Errors
    ///
    /// Returns the reason a move is refused, leaving the position unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Tried, NotTried> {
        if self.over {
            return Err(NotTried::Over);
        }
        let next = self.position.play(mv)?;
        if mv.from == self.piece {
            self.piece = mv.to;
        }
        self.last = Some(mv);
        self.left -= 1;
        let solved = self.task.is_solved(&next, mv);
        let mates = matches!(self.task.goal(), Goal::Checkmate);
        let missed = !next.has_legal_move() || self.left == 0 || (mates && !next.is_check());
        let (after, answer) = if solved || !next.has_legal_move() {
            (None, None)
        } else {
            reply(&next)
        };
        self.position = after.unwrap_or(next);
        self.last = answer.or(self.last);
        (self.solved, self.over) = (solved, solved || missed);
        Ok(if solved {
            Tried::Solved
        } else if missed {
            Tried::Missed(self.miss(answer))
        } else {
            Tried::Made {
                left: self.left,
                answer,
            }
        })
    }

    fn miss(&self, answer: Option<Move>) -> Miss {
        match (self.task.goal(), answer) {
            (Goal::Checkmate, Some(answer)) => Miss::Escaped(answer),
            (Goal::Checkmate, None) if self.position.has_legal_move() => Miss::NoCheck,
            (Goal::Stalemate, None) if !self.position.has_legal_move() => Miss::Checkmate,
            _ => Miss::Unsolved,
        }
    }
}

/// The position after the other side has answered a check, with the answer, or after it has passed.
fn reply(position: &Position) -> (Option<Position>, Option<Move>) {
    if !position.is_check() {
        return (waited(position), None);
    }
    // Evasions come first, so that the pieces of the lesson stay.
    let moves = position.legal_moves();
    let quiet = moves.iter().find(|mv| position.piece_at(mv.to).is_none());
    let answer = quiet.or(moves.first()).copied();
    let after = answer.and_then(|mv| position.play(mv).ok());
    (after, answer)
}

/// The position after the side to move has passed.
fn waited(position: &Position) -> Option<Position> {
    Setup::from(position).swap_turn().position().ok()
}

#[cfg(test)]
mod tests;
