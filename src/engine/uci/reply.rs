//! Lines of an engine.

use super::{EngineOption, Protocol, RankBase};
use crate::engine::{Advice, Score};
use crate::rules::Position;
use std::time::Duration;
use thiserror::Error;

/// Most moves of a line that are read.
const MAX_MOVES: usize = 100;

/// A line of an engine that means something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// Its name.
    Name(String),
    /// Option that can be set.
    Option(EngineOption),
    /// End of the introduction.
    Introduced(Protocol),
    /// It has done all that it was told to do.
    Ready,
    /// Progress of a search.
    Info(InfoLine),
    /// The move that it chose, in its own coordinates; `None` if it has none.
    Best(Option<String>),
    /// Text for people, or something that is not known.
    Other,
}

/// Progress of a search; moves are in the coordinates of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine {
    depth: i32,
    rank: usize,
    score: Option<Score>,
    /// Whether the score is only a bound.
    is_bound: bool,
    nodes: u64,
    speed: Option<u64>,
    time: Duration,
    moves: Vec<String>,
}

impl Default for InfoLine {
    fn default() -> Self {
        Self {
            depth: 0,
            rank: 1,
            score: None,
            is_bound: false,
            nodes: 0,
            speed: None,
            time: Duration::ZERO,
            moves: Vec::new(),
        }
    }
}

/// Fault of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplyError {
    /// An option without a name.
    #[error("the option has no name")]
    OptionName,
    /// An option without a type, or with an unknown one.
    #[error("the option has no known type")]
    OptionType,
    /// A spin without bounds, or with wrong ones.
    #[error("the range of the option is wrong")]
    OptionRange,
    /// A number is missing or wrong.
    #[error("a number is missing")]
    Number,
}

impl EngineReply {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// Returns an error for a line with a known beginning that makes no sense.
    pub fn read(line: &str) -> Result<Self, ReplyError> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        Ok(match first {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(shown(name)),
                _ => Self::Other,
            },
            "option" => Self::Option(EngineOption::read(rest)?),
            "uciok" => Self::Introduced(Protocol::Uci),
            "ucciok" => Self::Introduced(Protocol::Ucci),
            "readyok" => Self::Ready,
            "info" => Self::Info(InfoLine::read(rest)?),
            "nobestmove" => Self::Best(None),
            "bestmove" => {
                let mv = rest.split_whitespace().next();
                let is_none = |mv: &&str| matches!(*mv, "(none)" | "none" | "0000" | "null");
                Self::Best(mv.filter(|mv| !is_none(mv)).map(shown))
            }
            _ => Self::Other,
        })
    }
}

impl InfoLine {
    fn read(text: &str) -> Result<Self, ReplyError> {
        let mut info = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = || -> Result<i64, ReplyError> {
                let text = words.next().ok_or(ReplyError::Number)?;
                text.parse().map_err(|_| ReplyError::Number)
            };
            match word {
                "depth" => info.depth = number()?.clamp(0, 1_000) as i32,
                "multipv" => info.rank = usize::try_from(number()?.max(1)).unwrap_or(1),
                "nodes" => info.nodes = number()?.max(0).cast_unsigned(),
                "nps" => info.speed = Some(number()?.max(0).cast_unsigned()),
                "time" => info.time = Duration::from_millis(number()?.max(0).cast_unsigned()),
                "score" => match words.next() {
                    Some("cp") => info.set_advantage(words.next())?,
                    Some("mate") => {
                        let moves = integer(words.next())?;
                        info.score = Some(Score::mate(moves));
                    }
                    // UCCI has no word before the number.
                    Some(number) => info.set_advantage(Some(number))?,
                    None => return Err(ReplyError::Number),
                },
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => {
                    info.moves = words.by_ref().take(MAX_MOVES).map(str::to_owned).collect();
                }
                // The rest is for people.
                "string" => break,
                _ => {}
            }
        }
        Ok(info)
    }

    fn set_advantage(&mut self, number: Option<&str>) -> Result<(), ReplyError> {
        self.score = Some(Score::advantage(integer(number)?));
        Ok(())
    }

    /// The advice in a position: the legal moves at the beginning of the line; `None` without any, without a score, or
    /// with one that is only a bound.
    pub fn advice(&self, position: &Position, ranks: RankBase) -> Option<Advice> {
        let score = self.score.filter(|_| !self.is_bound)?;
        let mut at = position.clone();
        let mut moves = Vec::new();
        for text in &self.moves {
            let Some((mv, next)) = ranks
                .read(text)
                .and_then(|mv| Some((mv, at.play(mv).ok()?)))
            else {
                break;
            };
            moves.push(mv);
            at = next;
        }
        let time = match self.speed {
            // Some programs tell only one of the two.
            Some(speed @ 1..) if self.time.is_zero() => {
                Duration::from_secs_f64(self.nodes as f64 / speed as f64)
            }
            _ => self.time,
        };
        (!moves.is_empty()).then(|| Advice {
            depth: self.depth,
            rank: self.rank,
            nodes: self.nodes,
            time,
            ..Advice::new(moves, score)
        })
    }
}

/// Reads an integer; the nearest one that there is room for.
fn integer(text: Option<&str>) -> Result<i32, ReplyError> {
    let number: i64 = text
        .ok_or(ReplyError::Number)?
        .parse()
        .map_err(|_| ReplyError::Number)?;
    Ok(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// A name on one line and not at any length.
fn shown(text: &str) -> String {
    let shown = text.trim().chars().filter(|c| !c.is_control());
    shown.take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ScoreKind;

    fn info(line: &str) -> InfoLine {
        match EngineReply::read(line) {
            Ok(EngineReply::Info(info)) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn progress_is_advice_in_the_coordinates_of_either_kind() {
        let line = "info depth 7 seldepth 9 multipv 2 score cp 41 nodes 60000 nps 300000 hashfull 3 tbhits 0 time 200 pv h3e3 h10g8 h1g3 zz";
        let advice = info(line).advice(&Position::start(), RankBase::One);
        let advice = advice.expect("advice");
        let moves: Vec<_> = advice.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
        assert_eq!((advice.depth, advice.rank, advice.nodes), (7, 2, 60_000));
        assert_eq!(advice.score.kind(), ScoreKind::Advantage(41));
        assert_eq!(advice.time, Duration::from_millis(200));
        // UCCI, without a word for the unit.
        let line = "info depth 6 score -14 nodes 1000 nps 500 pv h2e2 h9g7";
        let advice = info(line).advice(&Position::start(), RankBase::Zero);
        let advice = advice.expect("advice");
        assert_eq!(advice.score.kind(), ScoreKind::Advantage(-14));
        assert_eq!(advice.time, Duration::from_secs(2));
        // Our own line comes back.
        let again = info(&advice.info(&[])).advice(&Position::start(), RankBase::Zero);
        assert_eq!(again, Some(advice));
        let mate = info("info depth 3 score mate -2 pv h2e2");
        let mate = mate.advice(&Position::start(), RankBase::Zero);
        assert_eq!(
            mate.map(|mate| mate.score.kind()),
            Some(ScoreKind::Mate(-2))
        );
    }

    #[test]
    fn a_line_without_a_legal_move_or_a_score_is_no_advice() {
        for line in [
            "info",
            "info string depth 5 score cp 3 pv h2e2",
            "info depth 5 score cp 3 pv e0e5 h2e2",
            "info depth 5 pv h2e2",
            "info depth 5 score cp 3 lowerbound pv h2e2",
            "info depth 5 score cp 3",
        ] {
            let advice = info(line).advice(&Position::start(), RankBase::Zero);
            assert_eq!(advice, None, "{line}");
        }
        for line in [
            "info depth",
            "info score",
            "info score cp x",
            "info nodes many",
        ] {
            assert_eq!(EngineReply::read(line), Err(ReplyError::Number), "{line}");
        }
    }

    #[test]
    fn moves_names_and_words_are_read() {
        let best = |line: &str| match EngineReply::read(line) {
            Ok(EngineReply::Best(best)) => best,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(best("bestmove h2e2 ponder h9g7").as_deref(), Some("h2e2"));
        assert_eq!(best("bestmove h2\0e2\u{1b}[1m").as_deref(), Some("h2e2[1m"));
        assert_eq!(
            best(&format!("bestmove {}", "h".repeat(9_000))).map(|mv| mv.len()),
            Some(80)
        );
        for none in ["nobestmove", "bestmove", "bestmove (none)", "bestmove 0000"] {
            assert_eq!(best(none), None);
        }
        let name = EngineReply::read("id name  Pika\u{7}fish 2023");
        assert_eq!(name, Ok(EngineReply::Name("Pikafish 2023".into())));
        for other in ["", "id author me", "hello", "copyprotection ok"] {
            assert_eq!(EngineReply::read(other), Ok(EngineReply::Other));
        }
        let ok = EngineReply::read("ucciok\r");
        assert_eq!(ok, Ok(EngineReply::Introduced(Protocol::Ucci)));
    }
}
