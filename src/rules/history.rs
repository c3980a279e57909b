//! A line of play from its start, and how often each of its positions has stood.

use super::{IllegalMove, Move, Outcome, Played, Position, PositionError, Setup, WinReason};

/// A line of legal moves with every position it led through.
#[derive(Clone, Debug)]
pub struct History {
    start: Setup,
    plies: Vec<Played>,
    /// One more than there are plies; the first is the start.
    positions: Vec<Position>,
}

impl History {
    /// A line with no moves yet.
    ///
    /// # Errors
    ///
    /// Why the arrangement cannot be played.
    pub fn new(start: Setup) -> Result<Self, PositionError> {
        let position = start.position()?;
        Ok(Self {
            start,
            plies: Vec::new(),
            positions: vec![position],
        })
    }

    /// A line that is known to be legal: its first position and what each move led to.
    pub(crate) fn of_line(
        start: Setup,
        first: Position,
        steps: impl Iterator<Item = (Played, Position)>,
    ) -> Self {
        let mut history = Self {
            start,
            plies: Vec::new(),
            positions: vec![first],
        };
        for (played, position) in steps {
            history.plies.push(played);
            history.positions.push(position);
        }
        history
    }

    /// Where the line started.
    #[must_use]
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// What was played.
    #[must_use]
    pub fn plies(&self) -> &[Played] {
        &self.plies
    }

    /// Every position, from the start to the present.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a line has its start")
    }

    /// Plays a move at the end of the line.
    ///
    /// # Errors
    ///
    /// The rule that refuses it; the line is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let (played, next) = self.position().play_and_tell(mv)?;
        self.plies.push(played);
        self.positions.push(next);
        Ok(played)
    }

    /// Takes the last move back and gives it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Played> {
        let played = self.plies.pop()?;
        self.positions.pop();
        Some(played)
    }

    /// Plies since the last capture, those before the start included.
    #[must_use]
    pub fn idle_plies(&self) -> usize {
        match self
            .plies
            .iter()
            .rposition(|played| played.captured.is_some())
        {
            Some(last) => self.plies.len() - 1 - last,
            None => self.plies.len() + usize::from(self.start.idle_plies),
        }
    }

    /// The plies after which the present position stood, as counts of plies; the last is the present.
    #[must_use]
    pub fn occurrences(&self) -> Vec<usize> {
        let present = self.position();
        // A capture cannot be undone, so no earlier position can be equal.
        let quiet = match self
            .plies
            .iter()
            .rposition(|played| played.captured.is_some())
        {
            Some(last) => last + 1,
            None => 0,
        };
        (quiet..self.positions.len())
            .filter(|&at| self.positions[at] == *present)
            .collect()
    }

    /// The end by mate or stalemate, if the present position is one: both lose for the side to move.
    #[must_use]
    pub fn mate(&self) -> Option<Outcome> {
        let position = self.position();
        if position.has_legal_move() {
            return None;
        }
        let by = if position.is_check() {
            WinReason::Checkmate
        } else {
            WinReason::Stalemate
        };
        Some(Outcome::win(!position.turn(), by))
    }
}
