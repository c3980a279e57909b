//! A line of play from its start, and the occurrences of each of its positions.

use super::{BySide, IllegalMove, Move, Played, Position, PositionError, Setup};

/// Number of checks by a side that count toward the no-capture limit.
const COUNTED_CHECKS: usize = 10;

/// A line of legal moves with every position along it.
#[derive(Clone, Debug)]
pub struct History {
    start: Setup,
    plies: Vec<Played>,
    /// One entry more than there are plies; the first is the start.
    positions: Vec<Position>,
}

impl History {
    /// Creates a line with no moves yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the arrangement is not playable.
    pub fn new(start: Setup) -> Result<Self, PositionError> {
        let first = start.position()?;
        Ok(Self::of_line(start, first, std::iter::empty()))
    }

    /// Creates a line known to be legal from its first position and the result of each move.
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

    /// The setup at the start of the line.
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// The moves played.
    pub fn plies(&self) -> &[Played] {
        &self.plies
    }

    /// All positions, from the start to the current one.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a line has its start")
    }

    /// Plays a move at the end of the line.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move; the line is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let (played, next) = self.position().play_with_effect(mv)?;
        self.plies.push(played);
        self.positions.push(next);
        Ok(played)
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Played> {
        let played = self.plies.pop()?;
        self.positions.pop();
        Some(played)
    }

    /// Number of plies since the last capture, including those before the start.
    pub fn idle_plies(&self) -> usize {
        match self.after_last_capture() {
            0 => self.plies.len() + usize::from(self.start.idle_plies),
            quiet => self.plies.len() - quiet,
        }
    }

    /// The occurrences of the current position as counts of plies played; the last is the current one.
    pub fn occurrences(&self) -> Vec<usize> {
        let present = self.position();
        // A capture is irreversible, so no earlier position can be equal.
        (self.after_last_capture()..self.positions.len())
            .filter(|&at| self.positions[at] == *present)
            .collect()
    }

    /// Number of plies since the last capture that count toward the no-capture limit.
    ///
    /// Each side's first ten checks count. Later checks and the replies to them do not, so that checks alone cannot
    /// bring a game to the limit. Soldier moves count like all others.
    pub fn counted_idle_plies(&self) -> usize {
        let idle = &self.plies[self.after_last_capture()..];
        let before = self.idle_plies() - idle.len();
        let mut checks: BySide<usize> = BySide::default();
        let mut replies_to_excess = false;
        let mut counted = before;
        for played in idle {
            let own = &mut checks[played.piece.side];
            *own += usize::from(played.gives_check);
            let in_excess = played.gives_check && *own > COUNTED_CHECKS;
            counted += usize::from(!in_excess && !replies_to_excess);
            replies_to_excess = in_excess;
        }
        counted
    }

    /// Number of plies up to and including the last capture, 0 if nothing was captured.
    fn after_last_capture(&self) -> usize {
        let captures = |played: &Played| played.captured.is_some();
        self.plies.iter().rposition(captures).map_or(0, |at| at + 1)
    }
}
