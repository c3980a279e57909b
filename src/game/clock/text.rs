//! Text form of a time control: that of PGN's `TimeControl` tag, with extensions.
//!
//! | Text | Meaning |
//! |---|---|
//! | `?` | not known |
//! | `-` | no clock |
//! | `300` | 300 seconds for the whole game |
//! | `300+3` | and 3 more after each move: Fischer |
//! | `40/7200:3600` | 7200 seconds for the first forty moves, 3600 more for the rest |
//! | `40/7200` | 7200 seconds for every forty moves; the last stage is repeated |
//! | `300d3` | of 300 seconds, up to 3 that a move took are given back: Bronstein's delay |
//! | `600b5x30` | 600 seconds, then 5 periods of 30 seconds: byoyomi; `0b1x30` is 30 seconds for each move |
//! | `600c45` | 600 seconds, and less than 45 for each move |
//! | `900+10\|300` | 900 seconds and 10 a move for Red, 300 for Black |
//!
//! The first five rows are PGN, the rest are extensions that no other reader can mistake for something else. `+`, `d`
//! and `b` follow the time of a stage, `b` only that of the last; `c` comes after all stages of a side. Seconds may
//! have up to three decimals. The parser also accepts surrounding space, and an increment of 0, which means none. PGN's
//! sandclock, `*180`, is not supported.

use super::control::SECOND;
use super::{Allowance, Bonus, Millis, TimeControl, TimeControlError, TimeStage};
use crate::rules::BySide;
use std::fmt;

impl TimeControl {
    /// Parses the text of a time control; `None` means a game without a clock.
    ///
    /// ```
    /// use chuhe::game::clock::TimeControl;
    ///
    /// for text in ["3600+30", "40/7200:3600", "600b5x30", "1200c60|600d2.5"] {
    ///     let control = TimeControl::read(text)?.expect("a clock");
    ///     assert_eq!(control.to_string(), text);
    /// }
    /// assert_eq!(TimeControl::read("-")?, None);
    /// # Ok::<(), chuhe::game::clock::TimeControlError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason the text is not a valid time control.
    pub fn read(text: &str) -> Result<Option<Self>, TimeControlError> {
        match text.trim() {
            "-" => Ok(None),
            "?" => Err(TimeControlError::NotRecorded),
            text => match text.split_once('|') {
                Some((red, black)) => {
                    let (red, black) = (read_allowance(red)?, read_allowance(black)?);
                    Ok(Some(Self(BySide { red, black })))
                }
                None => Ok(Some(Self::same(read_allowance(text)?))),
            },
        }
    }
}

fn read_allowance(text: &str) -> Result<Allowance, TimeControlError> {
    let (stages, cap) = match text.split_once('c') {
        Some((stages, cap)) => (stages, Some(seconds(cap)?)),
        None => (text, None),
    };
    let stages: Result<_, _> = stages.split(':').map(read_stage).collect();
    Allowance::new(stages?, cap)
}

fn read_stage(text: &str) -> Result<TimeStage, TimeControlError> {
    let (moves, text) = match text.split_once('/') {
        Some((moves, rest)) => (Some(count(moves)?), rest),
        None => (None, text),
    };
    let end = text.find(['+', 'd', 'b']).unwrap_or(text.len());
    let (time, bonus) = text.split_at(end);
    let mut letters = bonus.chars();
    let bonus = match (letters.next(), letters.as_str()) {
        (None, _) => Bonus::None,
        (Some('+'), increment) => match seconds(increment)? {
            0 => Bonus::None,
            increment => Bonus::Increment(increment),
        },
        (Some('d'), delay) => Bonus::Delay(seconds(delay)?),
        (Some(_), periods) => {
            let (periods, length) = periods.split_once('x').ok_or(TimeControlError::Syntax)?;
            Bonus::Periods {
                count: count(periods)?,
                length: seconds(length)?,
            }
        }
    };
    let time = seconds(time)?;
    Ok(TimeStage { moves, time, bonus })
}

/// Parses an unsigned number: digits only, few enough to rule out overflow.
fn number(digits: &str) -> Result<Millis, TimeControlError> {
    let is_number = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_number);
    number.ok_or(TimeControlError::Syntax)
}

fn count(digits: &str) -> Result<u16, TimeControlError> {
    u16::try_from(number(digits)?).map_err(|_| TimeControlError::Syntax)
}

fn seconds(text: &str) -> Result<Millis, TimeControlError> {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) if (1..=3).contains(&decimals.len()) => (whole, decimals),
        Some(_) => return Err(TimeControlError::Syntax),
        None => (text, "0"),
    };
    Ok(number(whole)? * SECOND + number(&format!("{decimals:0<3}"))?)
}

/// Seconds in text form: `30`, `2.5`.
struct Seconds(Millis);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / SECOND, self.0 % SECOND);
        match rest {
            0 => write!(f, "{whole}"),
            _ => {
                let decimals = format!("{rest:03}");
                write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
            }
        }
    }
}

impl fmt::Display for TimeStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.time))?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Increment(time) => write!(f, "+{}", Seconds(time)),
            Bonus::Delay(time) => write!(f, "d{}", Seconds(time)),
            Bonus::Periods { count, length } => write!(f, "b{count}x{}", Seconds(length)),
        }
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stage) in self.stages().iter().enumerate() {
            write!(f, "{}{stage}", if index == 0 { "" } else { ":" })?;
        }
        self.cap()
            .map_or(Ok(()), |cap| write!(f, "c{}", Seconds(cap)))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide { red, black } = &self.0;
        write!(f, "{red}")?;
        if red != black {
            write!(f, "|{black}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::controls;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_otherwise_is_no_time_control() {
        let syntax = [
            "",
            "*180",
            "5 min",
            "+3",
            "300+",
            "300+-3",
            "300b30",
            "300b5",
            "300b5x",
            "300c",
            "300c45c45",
            "300c45+3",
            "300+3+3",
            "/300",
            "40/",
            ":300",
            "300|",
            "300|300|300",
            "1.",
            ".5",
            "300.0005",
            "99999999999",
            "65536/300",
            "３００",
            "300 + 3",
        ];
        for text in syntax {
            let read = TimeControl::read(text);
            assert_eq!(read, Err(TimeControlError::Syntax), "{text}");
        }
        assert_eq!(TimeControl::read("?"), Err(TimeControlError::NotRecorded));
        let none = TimeControl::read("300d0");
        assert_eq!(none, Err(TimeControlError::MoveTime(0)));
    }

    #[test]
    fn other_spellings_are_read_and_one_is_written() {
        for (text, written) in [
            (" 300+0 ", "300"),
            ("0300.500+03.10", "300.5+3.1"),
            ("300|300", "300"),
            ("0b1x30", "0b1x30"),
            (
                "40/7200+30:20/3600:900+30c600",
                "40/7200+30:20/3600:900+30c600",
            ),
        ] {
            let control = TimeControl::read(text).expect("a control").expect("timed");
            assert_eq!(control.to_string(), written);
        }
    }

    proptest! {
        #[test]
        fn every_time_control_is_read_as_it_was_written(control in controls()) {
            prop_assert_eq!(TimeControl::read(&control.to_string()), Ok(Some(control)));
        }

        #[test]
        fn no_text_is_too_odd(text in "[0-9+/:|.dbcx?*-]{0,24}") {
            if let Ok(Some(control)) = TimeControl::read(&text) {
                prop_assert_eq!(TimeControl::read(&control.to_string()), Ok(Some(control)));
            }
        }
    }
}
