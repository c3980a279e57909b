//! The client of another program: lines in, values out, for the protocols UCI (by R. Huber and S. Meyer-Kahlen, 2000)
//! and UCCI (by H. Huang, 2004).
//!
//! [`Dialogue`] is the whole of it: fed with the lines of a program and with commands, it answers with lines to send and
//! with events. It finds out by trying which protocol the program speaks, whether it counts ranks from 0 or from 1, and
//! whether it plays Xiangqi at all. Neither process nor clock is in here; the caller reads
//! [how long to wait](Dialogue::patience) and says when that has [passed](Dialogue::expire).
//!
//! The server side, `chuhe uci`, introduces its options and its lines with the types of this module.

mod dialogue;
mod lines;
mod options;
mod reply;

pub use dialogue::{Dialogue, DialogueEvent, EngineFault, EngineProfile, EngineTask, SearchLimit};
pub use lines::LineBuffer;
pub use options::{EngineOption, OptionKind, OptionValue};
pub use reply::{EngineReply, InfoLine, ReplyError};

use crate::rules::{Move, Point, Setup};

/// Longest line that is read, in bytes; the rest of a longer one is lost.
pub const MAX_LINE: usize = 16 * 1024;

/// A protocol between an engine and another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// Universal Chinese Chess Protocol.
    Ucci,
}

impl Protocol {
    /// The greeting, which also names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
        }
    }
}

/// Number of Red's home rank in the coordinates of an engine. This is the only place where they are converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankBase {
    /// Ranks 0 to 9, as in `h2e2`.
    #[default]
    Zero,
    /// Ranks 1 to 10, as in `h3e3` and `a10a9`.
    One,
}

impl RankBase {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Zero, Self::One];

    /// The coordinates of a move.
    pub fn write(self, mv: Move) -> String {
        match self {
            Self::Zero => mv.to_string(),
            Self::One => [mv.from, mv.to].map(one_based).concat(),
        }
    }

    /// Reads the coordinates of a move; `None` if they are none.
    pub fn read(self, text: &str) -> Option<Move> {
        match self {
            Self::Zero => text.parse().ok(),
            Self::One => {
                let (from, rest) = point(text)?;
                let (to, rest) = point(rest)?;
                rest.is_empty().then_some(Move::new(from, to))
            }
        }
    }
}

/// Coordinates of a point with ranks from 1.
fn one_based(point: Point) -> String {
    let text = point.to_string();
    let (file, rank) = text.split_at(1);
    let rank: u8 = rank.parse().expect("a rank is a digit");
    format!("{file}{}", rank + 1)
}

/// Reads a point with ranks from 1 off the beginning of a text.
fn point(text: &str) -> Option<(Point, &str)> {
    let file = text.get(..1)?;
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at(digits);
    let rank: u8 = rank.parse().ok()?;
    let point = format!("{file}{}", rank.checked_sub(1)?).parse().ok()?;
    Some((point, rest))
}

/// Command that sets up the position at the end of a line of moves.
fn position(start: &Setup, moves: &[String]) -> String {
    let mut line = format!("position fen {}", start.to_fen());
    if !moves.is_empty() {
        line += &format!(" moves {}", moves.join(" "));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_converted_both_ways() {
        for from in Point::all() {
            for to in Point::all() {
                let mv = Move::new(from, to);
                for base in RankBase::ALL {
                    assert_eq!(base.read(&base.write(mv)), Some(mv));
                }
            }
        }
        let mv: Move = "h9i0".parse().expect("a move");
        assert_eq!(RankBase::One.write(mv), "h10i1");
    }

    #[test]
    fn other_texts_are_no_coordinates() {
        for text in [
            "", "h", "h0e2", "h3", "h3e", "h3e11", "h03e3x", "j1a1", "h3e3x", "砲3e3", "h砲",
            "h256e3",
        ] {
            assert_eq!(RankBase::One.read(text), None, "{text}");
        }
    }
}
