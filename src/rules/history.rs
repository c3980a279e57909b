//! A line of play from its start, and how often each of its positions has stood.

use super::{BySide, IllegalMove, Move, Played, Position, PositionError, Setup};

/// How many checks of a side count towards the limit without captures.
const COUNTED_CHECKS: usize = 10;

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
        let first = start.position()?;
        Ok(Self::of_line(start, first, std::iter::empty()))
    }

    /// A line with no moves yet in a constructed example, whose soldiers may stand where none can come; see
    /// [`Setup::position_to_study`].
    ///
    /// # Errors
    ///
    /// Why not even that can be played.
    pub fn to_study(start: Setup) -> Result<Self, PositionError> {
        let first = start.position_to_study()?;
        Ok(Self::of_line(start, first, std::iter::empty()))
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
        match self.after_last_capture() {
            0 => self.plies.len() + usize::from(self.start.idle_plies),
            quiet => self.plies.len() - quiet,
        }
    }

    /// The plies after which the present position stood, as counts of plies; the last is the present.
    #[must_use]
    pub fn occurrences(&self) -> Vec<usize> {
        let present = self.position();
        // A capture cannot be undone, so no earlier position can be equal.
        (self.after_last_capture()..self.positions.len())
            .filter(|&at| self.positions[at] == *present)
            .collect()
    }

    /// Plies since the last capture that count towards the limit without captures.
    ///
    /// Of each side the first ten checks count. Later checks do not, nor do the replies to them, so that a
    /// game is not brought to the limit by checks. Moves of soldiers count like all others.
    #[must_use]
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

    /// How many plies were played with the last capture, 0 where nothing was captured.
    fn after_last_capture(&self) -> usize {
        let captures = |played: &Played| played.captured.is_some();
        self.plies.iter().rposition(captures).map_or(0, |at| at + 1)
    }
}
