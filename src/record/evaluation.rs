//! Evaluations of positions by an engine, as kept with the moves of a record.

use std::fmt;
use std::str::FromStr;

/// Maximum advantage, in hundredths of a soldier.
const MAX_POINTS: i32 = 99_999;
/// Maximum length of a mate, in moves.
const MAX_MATE: i32 = 999;

/// An engine's evaluation of a position.
///
/// The text is that of `[%eval]` in PGN: soldiers with two decimals, or `#` and the moves to mate, both from Red's side,
/// and perhaps the depth of the search: `0.35`, `-1.20,18`, `#3`, `#-5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Advantage of Red.
    pub advantage: Advantage,
    /// Depth of the search in plies, if known.
    pub depth: Option<u16>,
}

/// Advantage of Red; a negative number is one of Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// In hundredths of a soldier.
    Points(i32),
    /// A mate in this many moves, never 0.
    Mate(i32),
}

impl Advantage {
    /// An advantage in hundredths of a soldier, cut to what a record can hold.
    pub fn points(points: i32) -> Self {
        Self::Points(points.clamp(-MAX_POINTS, MAX_POINTS))
    }

    /// A mate in this many moves; `None` for 0, a mate on the board.
    pub fn mate(moves: i32) -> Option<Self> {
        (moves != 0).then(|| Self::Mate(moves.clamp(-MAX_MATE, MAX_MATE)))
    }
}

impl fmt::Display for Advantage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Points(points) => {
                let sign = if *points < 0 { "-" } else { "" };
                let points = points.unsigned_abs();
                write!(f, "{sign}{}.{:02}", points / 100, points % 100)
            }
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.advantage, f)?;
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

/// Error for a text that is not an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnEvaluation;

impl FromStr for Evaluation {
    type Err = NotAnEvaluation;

    fn from_str(text: &str) -> Result<Self, NotAnEvaluation> {
        let (advantage, depth) = match text.split_once(',') {
            Some((advantage, depth)) => (advantage.trim_end(), Some(depth.trim_start())),
            None => (text, None),
        };
        let depth = depth.map(|depth| digits(depth).ok_or(NotAnEvaluation));
        let advantage = match advantage.strip_prefix('#') {
            Some(moves) => mate(moves),
            None => points(advantage),
        };
        Ok(Self {
            advantage: advantage.ok_or(NotAnEvaluation)?,
            depth: depth.transpose()?,
        })
    }
}

/// Parses a number of digits alone.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Splits the sign off a number: -1 or 1.
fn signed(text: &str) -> (i32, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn mate(text: &str) -> Option<Advantage> {
    let (sign, moves) = signed(text);
    let moves = digits(moves).filter(|moves| (1..=MAX_MATE).contains(moves))?;
    Some(Advantage::Mate(sign * moves))
}

/// Parses soldiers with at most two decimals.
fn points(text: &str) -> Option<Advantage> {
    let (sign, number) = signed(text);
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let tenths: i32 = match decimals.len() {
        1 => 10 * digits::<i32>(decimals)?,
        2 => digits(decimals)?,
        _ => return None,
    };
    let whole = digits(whole).filter(|whole| (0..=MAX_POINTS / 100).contains(whole))?;
    Some(Advantage::Points(sign * (whole * 100 + tenths)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_read_as_it_is_written() {
        let advantages = (-MAX_POINTS..=MAX_POINTS).step_by(7).map(Advantage::Points);
        let mates = (-MAX_MATE..=MAX_MATE).filter_map(Advantage::mate);
        for advantage in advantages.chain(mates) {
            for depth in [None, Some(0), Some(18), Some(u16::MAX)] {
                let evaluation = Evaluation { advantage, depth };
                assert_eq!(evaluation.to_string().parse(), Ok(evaluation));
            }
        }
    }

    #[test]
    fn evaluations_of_other_programs_are_read_and_nothing_else() {
        for (text, same) in [
            ("0.3", "0.30"),
            ("+1.25", "1.25"),
            ("-0.05", "-0.05"),
            ("3", "3.00"),
            ("#+4", "#4"),
            ("0.17, 12", "0.17,12"),
        ] {
            let read: Evaluation = text.parse().expect("an evaluation");
            assert_eq!(read.to_string(), same);
        }
        for text in [
            "",
            "#",
            "#0",
            "-",
            ".5",
            "1.",
            "1.234",
            "1,",
            "1,x",
            "1000.00",
            "--1",
            "+-1",
            "#1000",
            "1.5.0",
            "1.-5",
            "炮",
            "1.é",
            "0.10,-1",
            "0.10,+1",
            "99999999999",
        ] {
            assert_eq!(text.parse::<Evaluation>(), Err(NotAnEvaluation), "{text}");
        }
    }

    #[test]
    fn an_advantage_beyond_all_bounds_is_cut() {
        assert_eq!(Advantage::points(i32::MIN), Advantage::Points(-MAX_POINTS));
        assert_eq!(Advantage::mate(i32::MAX), Some(Advantage::Mate(MAX_MATE)));
        assert_eq!(Advantage::mate(0), None);
    }
}
