//! What the players agree on about time: how much each of them has, and what a move adds to it or may cost.

use crate::record::Tags;
use crate::rules::{BySide, Side};
use std::fmt;
use std::ops::RangeInclusive;

/// A time in milliseconds.
pub type Millis = u64;

pub(super) const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/// A part of the game with a time of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// How many moves have to be made in it; `None` is all that follow.
    pub moves: Option<u16>,
    /// What comes to the clock when it begins; what is left of the stage before is kept.
    pub time: Millis,
    /// What each move of it gives back.
    pub bonus: Bonus,
}

/// What a move gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    None,
    /// Fischer: so much is added after each move.
    Increment(Millis),
    /// Bronstein: what the move took is given back after it, so much at the most.
    Delay(Millis),
    /// 读秒, byoyomi: once the time is used up there are periods; one in which a move is made begins anew for the
    /// next move, one that passes without a move is lost.
    Periods {
        /// How many.
        count: u16,
        /// How long each is.
        length: Millis,
    },
}

impl Bonus {
    /// What the periods come to, all together.
    pub(super) fn reserve(self) -> Millis {
        match self {
            Self::Periods { count, length } => Millis::from(count) * length,
            Self::None | Self::Increment(_) | Self::Delay(_) => 0,
        }
    }
}

/// The time that one side has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allowance {
    stages: Vec<Stage>,
    cap: Option<Millis>,
}

impl Allowance {
    /// What a stage may begin with. None at all is enough where there are periods.
    pub const TIMES: RangeInclusive<Millis> = SECOND..=24 * HOUR;
    /// What may depend on a single move: an increment, a delay, a period, a cap.
    pub const MOVE_TIMES: RangeInclusive<Millis> = SECOND..=HOUR;
    /// How many periods there may be.
    pub const PERIODS: RangeInclusive<u16> = 1..=99;
    /// How many moves a stage may ask for.
    pub const MOVES: RangeInclusive<u16> = 1..=999;
    /// How many stages there may be.
    pub const STAGES: RangeInclusive<usize> = 1..=5;

    /// Time in stages, each but the last with its number of moves; if the last has one too, it is repeated.
    ///
    /// `cap` is 步时: however much time is left, no move may take longer.
    ///
    /// # Errors
    ///
    /// What is beyond the limits here. Periods have to be in the last stage, which has no number of moves then.
    pub fn new(stages: Vec<Stage>, cap: Option<Millis>) -> Result<Self, TimeControlError> {
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
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// What a move may take at the most.
    #[must_use]
    pub const fn cap(&self) -> Option<Millis> {
        self.cap
    }

    /// The stage that the next move belongs to after so many own moves, and how many were made in it.
    pub(super) fn stage_after(&self, mut moves: usize) -> (Stage, usize) {
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

fn check_stage(stage: &Stage, is_last: bool) -> Result<(), TimeControlError> {
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

/// How much time each side has. A game without a clock has no such thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl(pub BySide<Allowance>);

impl TimeControl {
    /// The same for both sides.
    #[must_use]
    pub fn same(allowance: Allowance) -> Self {
        Self(BySide {
            red: allowance.clone(),
            black: allowance,
        })
    }

    /// What is agreed on most: an hour and 30 s a move, as in the events of the World Xiangqi Federation; ten
    /// minutes with 45 s a move at the most; 5 min + 3 s; 20 min + 10 s; no clock.
    ///
    /// # Panics
    ///
    /// Never: all of them are within the limits.
    #[must_use]
    pub fn presets() -> [Option<Self>; 5] {
        ["3600+30", "600c45", "300+3", "1200+10", "-"]
            .map(|text| Self::read(text).expect("a preset is within the limits"))
    }

    /// What a side has.
    #[must_use]
    pub fn of_side(&self, side: Side) -> &Allowance {
        &self.0[side]
    }

    /// The time control of a game, from the tag [`Tags::TIME_CONTROL`]; `None` also where the tag has a text of
    /// another kind, which is left alone.
    #[must_use]
    pub fn of_game(tags: &Tags) -> Option<Self> {
        Self::read(tags.get(Tags::TIME_CONTROL)?).ok().flatten()
    }

    /// Writes a time control into the tags of a game that is about to begin, or takes it out of them.
    pub fn set_in(control: Option<&Self>, tags: &mut Tags) {
        let text = control.map(ToString::to_string);
        tags.set(Tags::TIME_CONTROL, &text.unwrap_or_default());
    }
}

/// Why something is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControlError {
    /// The text is `?`: nobody wrote the time control down.
    Unsaid,
    /// The text is written in another way.
    Syntax,
    /// No stage or too many; one without a number of moves before the last; periods in one that others follow.
    Stages,
    /// So many moves are outside of [`Allowance::MOVES`].
    Moves(u16),
    /// A stage's time is outside of [`Allowance::TIMES`].
    Time(Millis),
    /// An increment, a delay, a period or a cap is outside of [`Allowance::MOVE_TIMES`].
    MoveTime(Millis),
    /// So many periods are outside of [`Allowance::PERIODS`].
    Periods(u16),
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsaid => f.write_str("the time control is not known"),
            Self::Syntax => f.write_str("this is not a time control"),
            Self::Stages => f.write_str("the stages do not follow one another"),
            Self::Moves(count) => write!(f, "{count} is no number of moves"),
            Self::Time(time) => write!(f, "{time} ms is no time for a game"),
            Self::MoveTime(time) => write!(f, "{time} ms is no time for a move"),
            Self::Periods(count) => write!(f, "{count} is no number of periods"),
        }
    }
}

impl std::error::Error for TimeControlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_clock_can_keep_is_refused() {
        let stage = |moves, time, bonus| Stage { moves, time, bonus };
        let plain = stage(None, MINUTE, Bonus::None);
        let periods = |count, length| Bonus::Periods { count, length };
        let new = |stages: &[Stage], cap| Allowance::new(stages.to_vec(), cap).err();
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
        for control in TimeControl::presets() {
            TimeControl::set_in(control.as_ref(), &mut tags);
            assert_eq!(TimeControl::of_game(&tags), control);
        }
        assert_eq!(tags.get(Tags::TIME_CONTROL), None);
        tags.set(Tags::TIME_CONTROL, "一小时包干");
        assert_eq!(TimeControl::of_game(&tags), None);
    }
}
