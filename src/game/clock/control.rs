//! Time controls: the time each side has, and what a move adds to it or may use of it.

use crate::record::{TagValue, Tags};
use crate::rules::{BySide, Side};
use std::ops::RangeInclusive;
use thiserror::Error;

/// A time in milliseconds.
pub type Millis = u64;

pub(super) const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/// A stage of the game with its own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeStage {
    /// Number of moves to make in this stage; `None` for all remaining moves.
    pub moves: Option<u16>,
    /// Time added when the stage begins; time left from the previous stage is kept.
    pub time: Millis,
    /// Time returned after each move of the stage.
    pub bonus: Bonus,
}

/// Time returned after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    None,
    /// Fischer: a fixed increment after each move.
    Increment(Millis),
    /// Bronstein: the time the move took, up to this much.
    Delay(Millis),
    /// 读秒, byoyomi: once the main time is used up, periods run. A period in which a move is made starts afresh for the
    /// next move; a period that passes without a move is lost.
    Periods {
        /// Number of periods.
        count: u16,
        /// Length of each period.
        length: Millis,
    },
}

impl Bonus {
    /// Total time of all periods.
    pub(super) fn reserve(self) -> Millis {
        match self {
            Self::Periods { count, length } => Millis::from(count) * length,
            Self::None | Self::Increment(_) | Self::Delay(_) => 0,
        }
    }
}

/// Time allotted to one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allowance {
    stages: Vec<TimeStage>,
    cap: Option<Millis>,
}

impl Allowance {
    /// Valid times of a stage. Zero is also valid if the stage has periods.
    pub const TIMES: RangeInclusive<Millis> = SECOND..=24 * HOUR;
    /// Valid times for a single move: increment, delay, period or cap.
    pub const MOVE_TIMES: RangeInclusive<Millis> = SECOND..=HOUR;
    /// Valid numbers of periods.
    pub const PERIODS: RangeInclusive<u16> = 1..=99;
    /// Valid numbers of moves in a stage.
    pub const MOVES: RangeInclusive<u16> = 1..=999;
    /// Valid numbers of stages.
    pub const STAGES: RangeInclusive<usize> = 1..=5;

    /// Creates an allowance from stages. Every stage but the last needs a number of moves; if the last has one too, it
    /// is repeated.
    ///
    /// `cap` is 步时, the longest time any move may take, however much is left.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is out of range, or if periods occur anywhere but in a last stage without a number
    /// of moves.
    pub fn new(stages: Vec<TimeStage>, cap: Option<Millis>) -> Result<Self, TimeControlError> {
        if !Self::STAGES.contains(&stages.len()) {
            return Err(TimeControlError::Stages);
        }
        let last = stages.len() - 1;
        for (index, stage) in stages.iter().enumerate() {
            check_stage(stage, index == last)?;
        }
        match cap {
            Some(cap) if !Self::MOVE_TIMES.contains(&cap) => Err(TimeControlError::MoveTime(cap)),
            _ => Ok(Self { stages, cap }),
        }
    }

    /// The stages, at least one.
    pub fn stages(&self) -> &[TimeStage] {
        &self.stages
    }

    /// Longest time a move may take.
    pub const fn cap(&self) -> Option<Millis> {
        self.cap
    }

    /// The stage of the next move after `moves` own moves, and the number of moves already made in it.
    pub(super) fn stage_after(&self, mut moves: usize) -> (TimeStage, usize) {
        let last = self.stages.len() - 1;
        for stage in &self.stages[..last] {
            let count = stage.moves.map_or(0, usize::from);
            if moves < count {
                return (*stage, moves);
            }
            moves -= count;
        }
        let stage = self.stages[last];
        let made = stage
            .moves
            .map_or(moves, |count| moves % usize::from(count));
        (stage, made)
    }
}

fn check_stage(stage: &TimeStage, is_last: bool) -> Result<(), TimeControlError> {
    match stage.moves {
        Some(moves) if !Allowance::MOVES.contains(&moves) => {
            return Err(TimeControlError::Moves(moves));
        }
        None if !is_last => return Err(TimeControlError::Stages),
        _ => {}
    }
    let is_periods_only = stage.time == 0 && matches!(stage.bonus, Bonus::Periods { .. });
    if !is_periods_only && !Allowance::TIMES.contains(&stage.time) {
        return Err(TimeControlError::Time(stage.time));
    }
    let of_move = match stage.bonus {
        Bonus::None => return Ok(()),
        Bonus::Increment(time) | Bonus::Delay(time) => time,
        Bonus::Periods { .. } if stage.moves.is_some() || !is_last => {
            return Err(TimeControlError::Stages);
        }
        Bonus::Periods { count, .. } if !Allowance::PERIODS.contains(&count) => {
            return Err(TimeControlError::Periods(count));
        }
        Bonus::Periods { length, .. } => length,
    };
    if Allowance::MOVE_TIMES.contains(&of_move) {
        Ok(())
    } else {
        Err(TimeControlError::MoveTime(of_move))
    }
}

/// Time allotted to each side. A game without a clock has no `TimeControl`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl(pub BySide<Allowance>);

impl TimeControl {
    /// Gives both sides the same allowance.
    pub fn same(allowance: Allowance) -> Self {
        Self(BySide {
            red: allowance.clone(),
            black: allowance,
        })
    }

    /// The presets from the shortest to the longest: no clock; 5 min + 3 s; ten minutes with at most 45 s a move;
    /// 20 min + 10 s; an hour + 30 s, as in the events of the World Xiangqi Federation.
    pub fn presets() -> [Option<Self>; 5] {
        ["-", "300+3", "600c45", "1200+10", "3600+30"]
            .map(|text| Self::read(text).expect("a preset is within the limits"))
    }

    /// Allowance of a side.
    pub fn of_side(&self, side: Side) -> &Allowance {
        &self.0[side]
    }
}

impl TagValue for TimeControl {
    const TAG: &str = Tags::TIME_CONTROL;

    fn of_tag(text: &str) -> Option<Self> {
        Self::read(text).ok().flatten()
    }

    fn to_tag(&self) -> String {
        self.to_string()
    }
}

/// Reason a text or a set of values is not a valid time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TimeControlError {
    /// The text is `?`: the time control was not recorded.
    #[error("the time control is not known")]
    NotRecorded,
    /// The text has an unknown syntax.
    #[error("this is not a time control")]
    Syntax,
    /// No stage or too many; a stage before the last without a number of moves; or periods before the last stage.
    #[error("the stages do not follow one another")]
    Stages,
    /// A number of moves outside [`Allowance::MOVES`].
    #[error("{0} is not a valid number of moves")]
    Moves(u16),
    /// A stage time outside [`Allowance::TIMES`].
    #[error("{0} ms is not a valid time for a game")]
    Time(Millis),
    /// An increment, delay, period or cap outside [`Allowance::MOVE_TIMES`].
    #[error("{0} ms is not a valid time for a move")]
    MoveTime(Millis),
    /// A number of periods outside [`Allowance::PERIODS`].
    #[error("{0} is not a valid number of periods")]
    Periods(u16),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_clock_can_keep_is_refused() {
        let stage = |moves, time, bonus| TimeStage { moves, time, bonus };
        let plain = stage(None, MINUTE, Bonus::None);
        let periods = |count, length| Bonus::Periods { count, length };
        let new = |stages: &[TimeStage], cap| Allowance::new(stages.to_vec(), cap).err();
        assert_eq!(new(&[plain], Some(SECOND)), None);
        assert_eq!(new(&[], None), Some(TimeControlError::Stages));
        assert_eq!(new(&[plain, plain], None), Some(TimeControlError::Stages));
        let first = stage(Some(40), HOUR, Bonus::Increment(SECOND));
        assert_eq!(new(&[first, plain], None), None);
        assert_eq!(new(&[first; 6], None), Some(TimeControlError::Stages));
        let none = stage(Some(0), HOUR, Bonus::None);
        assert_eq!(new(&[none], None), Some(TimeControlError::Moves(0)));
        let long = stage(None, 25 * HOUR, Bonus::None);
        let fault = TimeControlError::Time(25 * HOUR);
        assert_eq!(new(&[long], None), Some(fault));
        let idle = stage(None, 0, Bonus::Delay(SECOND));
        assert_eq!(new(&[idle], None), Some(TimeControlError::Time(0)));
        let byoyomi = stage(None, 0, periods(1, 30 * SECOND));
        assert_eq!(new(&[first, byoyomi], None), None);
        assert_eq!(new(&[byoyomi, plain], None), Some(TimeControlError::Stages));
        let counted = stage(Some(9), HOUR, periods(1, 30 * SECOND));
        assert_eq!(new(&[counted], None), Some(TimeControlError::Stages));
        let none = stage(None, HOUR, periods(0, 30 * SECOND));
        assert_eq!(new(&[none], None), Some(TimeControlError::Periods(0)));
        let quick = stage(None, HOUR, periods(1, 999));
        assert_eq!(new(&[quick], None), Some(TimeControlError::MoveTime(999)));
        let fault = Some(TimeControlError::MoveTime(2 * HOUR));
        assert_eq!(new(&[plain], Some(2 * HOUR)), fault);
    }

    #[test]
    fn the_last_stage_with_a_number_of_moves_is_repeated() {
        let read = |text: &str| TimeControl::read(text).expect("a control").expect("timed");
        let control = read("2/60:3/30");
        let at = |moves| {
            let (stage, made) = control.0.red.stage_after(moves);
            (stage.time / SECOND, made)
        };
        let stages: Vec<_> = (0..9).map(at).collect();
        let again = [(30, 0), (30, 1), (30, 2)];
        assert_eq!(stages[..2], [(60, 0), (60, 1)]);
        assert_eq!((&stages[2..5], &stages[5..8]), (&again[..], &again[..]));
        let control = read("2/60:30");
        assert_eq!(control.0.black.stage_after(7).1, 5);
    }

    #[test]
    fn a_game_s_tag_says_what_was_agreed_on() {
        let mut tags = Tags::default();
        for control in TimeControl::presets().into_iter().rev() {
            tags.set_typed(control.as_ref());
            assert_eq!(tags.typed::<TimeControl>(), control);
        }
        assert_eq!(tags.get(Tags::TIME_CONTROL), None);
        tags.set(Tags::TIME_CONTROL, "一小时包干");
        assert_eq!(tags.typed::<TimeControl>(), None);
    }
}
