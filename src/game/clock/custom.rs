//! A custom time as it is entered: a main time, an optional second one after a number of moves, and the increment,
//! delay, periods or cap for each move.

use super::{Allowance, Bonus, TimeControlError, TimeStage};

/// Kinds of time per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForMove {
    /// Nothing.
    Nothing,
    /// Time added after each move.
    Increment,
    /// Time that passes before the clock counts.
    Delay,
    /// Byo-yomi periods after the main time.
    Periods,
    /// A limit for each single move.
    Cap,
}

impl ForMove {
    /// All kinds, in order.
    pub const ALL: [Self; 5] = [
        Self::Nothing,
        Self::Increment,
        Self::Delay,
        Self::Periods,
        Self::Cap,
    ];
}

/// The entries for one side.
#[derive(Clone, Copy, Debug)]
pub struct CustomTime {
    /// The initial time, in seconds.
    pub time: u64,
    /// Number of moves in the initial time; 0 for all of them.
    pub moves: u16,
    /// The time after those moves, in minutes.
    pub then: u64,
    /// Whether the second time repeats after as many moves.
    pub again: bool,
    /// Kind of time per move.
    pub for_move: ForMove,
    /// The time per move, in seconds.
    pub of_move: u64,
    /// Number of byo-yomi periods.
    pub periods: u16,
}

impl Default for CustomTime {
    fn default() -> Self {
        Self {
            time: 600,
            moves: 0,
            then: 15,
            again: false,
            for_move: ForMove::Nothing,
            of_move: 5,
            periods: 3,
        }
    }
}

impl CustomTime {
    /// Returns the entries for this time; `None` if they cannot express it.
    pub fn of(allowance: &Allowance) -> Option<Self> {
        let default = Self::default();
        let (first, last) = match *allowance.stages() {
            [only] => (only, only),
            [first, last] => (first, last),
            _ => return None,
        };
        let (for_move, of_move, periods) = match (last.bonus, allowance.cap()) {
            (Bonus::None, None) => (ForMove::Nothing, default.of_move * 1000, default.periods),
            (Bonus::None, Some(cap)) => (ForMove::Cap, cap, default.periods),
            (Bonus::Increment(time), None) => (ForMove::Increment, time, default.periods),
            (Bonus::Delay(time), None) => (ForMove::Delay, time, default.periods),
            (Bonus::Periods { count, length }, None) => (ForMove::Periods, length, count),
            _ => return None,
        };
        let then = first.moves.map_or(default.then, |_| last.time / 60_000);
        let entered = Self {
            time: first.time / 1000,
            moves: first.moves.unwrap_or(0),
            then,
            again: last.moves.is_some(),
            for_move,
            of_move: of_move / 1000,
            periods,
        };
        // Fractions of a second, and stages of unequal length, occur only in files.
        (entered.allowance().as_ref() == Ok(allowance)).then_some(entered)
    }

    /// Whether the second time can repeat: not if it ends in byo-yomi periods.
    pub fn can_repeat(self) -> bool {
        self.moves > 0 && self.for_move != ForMove::Periods
    }

    /// Returns the entered time.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is invalid.
    pub fn allowance(self) -> Result<Allowance, TimeControlError> {
        let of_move = self.of_move * 1000;
        let (bonus, cap) = match self.for_move {
            ForMove::Nothing => (Bonus::None, None),
            ForMove::Increment => (Bonus::Increment(of_move), None),
            ForMove::Delay => (Bonus::Delay(of_move), None),
            ForMove::Cap => (Bonus::None, Some(of_move)),
            ForMove::Periods => {
                let (count, length) = (self.periods, of_move);
                (Bonus::Periods { count, length }, None)
            }
        };
        let stage = |moves, seconds, bonus| TimeStage {
            moves,
            time: seconds * 1000,
            bonus,
        };
        let then = self.then * 60;
        let moves = (self.moves > 0).then_some(self.moves);
        let again = moves.filter(|_| self.again && self.can_repeat());
        // Periods come after all other time.
        let before = match self.for_move {
            ForMove::Periods => Bonus::None,
            _ => bonus,
        };
        let stages = match moves {
            None => vec![stage(None, self.time, bonus)],
            Some(_) if again.is_some() && then == self.time => {
                vec![stage(moves, self.time, bonus)]
            }
            Some(_) => vec![stage(moves, self.time, before), stage(again, then, bonus)],
        };
        Allowance::new(stages, cap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;

    fn allowance(text: &str) -> Allowance {
        let control = TimeControl::read(text).expect("a control");
        control.expect("a clock").0.red
    }

    #[test]
    fn what_can_be_entered_is_entered_again() {
        for text in [
            "3",
            "600",
            "600+7",
            "600d3",
            "600c45",
            "600b5x30",
            "0b1x30",
            "40/3600",
            "40/3600:900",
            "40/3600:40/900",
            "40/3600+10:900+10",
            "40/3600:0b3x30",
            "40/3600:40/900c60",
        ] {
            let allowance = allowance(text);
            let entered = CustomTime::of(&allowance).expect("two stages");
            assert_eq!(entered.allowance().as_ref(), Ok(&allowance), "{text}");
        }
        for text in [
            "40/60:20/60:30",
            "40/60:20/30",
            "40/60:30",
            "60.5",
            "60+3c9",
            "40/60+3:60",
        ] {
            assert!(CustomTime::of(&allowance(text)).is_none(), "{text}");
        }
        let nothing = CustomTime {
            time: 0,
            ..CustomTime::default()
        };
        assert_eq!(nothing.allowance(), Err(TimeControlError::Time(0)));
    }

    #[test]
    fn periods_end_what_would_come_again() {
        let entered = CustomTime {
            moves: 40,
            again: true,
            for_move: ForMove::Periods,
            ..CustomTime::default()
        };
        assert_eq!(entered.allowance(), Ok(allowance("40/600:900b3x5")));
    }
}
