//! Commands of another program.

use super::error::CommandError;
use super::options::Setting;
use crate::engine::{ClockTime, TimeBudget};
use crate::rules::{History, Move, Setup, Side};
use std::num::IntErrorKind;
use std::time::Duration;

/// A command.
#[derive(Clone, Debug)]
pub enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    Set(Setting),
    /// A game with its last position; `None` if it was refused, so that no search answers for another one.
    Position(Option<Box<History>>),
    Go(GoLimits),
    /// The opponent has made the expected move.
    PonderHit,
    Stop,
    Quit,
}

/// A command as it was read, with what was not understood of it.
pub type Reading = (Option<UciCommand>, Vec<CommandError>);

/// The limits of a search. Without any it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    pub nodes: Option<u64>,
    pub depth: Option<i32>,
    pub move_time: Option<Duration>,
    /// Time left, by side.
    pub clocks: [Option<Duration>; 2],
    /// Time added for each move, by side.
    pub increments: [Option<Duration>; 2],
    /// Number of moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// Number of own moves in which a mate is looked for.
    pub mate: Option<usize>,
    /// The only moves to be searched.
    pub moves: Option<Vec<Move>>,
    /// Whether none of the limits counts until the opponent has made the expected move.
    pub ponder: bool,
    /// Whether the answer waits for `stop`, whatever the other limits.
    pub infinite: bool,
}

/// Words that say something of a search.
const LIMITS: [&str; 12] = [
    "nodes",
    "depth",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "searchmoves",
    "ponder",
    "infinite",
];

/// Time that a move may need on its way to the other program.
const LAG: Duration = Duration::from_millis(50);
/// Time for a search of whose limits none is known: the other program waits for a move.
const UNKNOWN_TIME: Duration = Duration::from_secs(1);

impl GoLimits {
    /// The time that a move of this side may take.
    pub fn budget(&self, side: Side) -> Option<TimeBudget> {
        if let Some(time) = self.move_time {
            return Some(TimeBudget::exact(time));
        }
        let of_side = |times: [Option<Duration>; 2]| times[side.index()];
        // A clock of the opponent alone is better than none.
        let opponent = self.clocks[side.opponent().index()];
        Some(TimeBudget::on_clock(&ClockTime {
            left: of_side(self.clocks).or(opponent)?,
            bonus: of_side(self.increments).unwrap_or_default(),
            moves_to_go: self.moves_to_go,
            cap: None,
            lag: LAG,
        }))
    }

    /// Whether the search goes on until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.infinite || !self.has_end()
    }

    /// Whether a mate is looked for and nothing else says when that ends.
    pub fn is_for_mate_alone(&self) -> bool {
        let others = Self {
            mate: None,
            ..self.clone()
        };
        self.mate.is_some() && others.is_endless() && !self.infinite
    }

    /// Whether any limit is set.
    fn has_end(&self) -> bool {
        let clock = self.clocks.iter().any(Option::is_some);
        let is_counted = self.nodes.is_some() || self.depth.is_some() || self.mate.is_some();
        is_counted || self.move_time.is_some() || clock
    }
}

impl UciCommand {
    /// Reads a line. What is not understood of a `go` is left out, since the other program waits for a move.
    pub fn read(line: &str) -> Reading {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return (None, Vec::new());
        };
        let rest: Vec<_> = words.collect();
        let command = match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => match Setting::read(&rest) {
                Ok((setting, clamped)) => {
                    return (Some(Self::Set(setting)), clamped.into_iter().collect());
                }
                Err(error) => return (None, vec![error]),
            },
            "position" => match position(&rest) {
                Ok(history) => Self::Position(Some(Box::new(history))),
                Err(error) => return (Some(Self::Position(None)), vec![error]),
            },
            "go" => {
                let (limits, errors) = limits(&rest);
                return (Some(Self::Go(limits)), errors);
            }
            "ponderhit" => Self::PonderHit,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            // It tells nothing about itself.
            "debug" | "register" => return (None, Vec::new()),
            other => return (None, vec![CommandError::Unknown(other.into())]),
        };
        (Some(command), Vec::new())
    }

    /// Reads the beginning of a line that is too long: its moves are not all there.
    pub fn read_part(line: &str) -> Reading {
        let command = match line.split_whitespace().next() {
            Some("position") => Some(Self::Position(None)),
            Some("go") => Self::read(line).0,
            _ => None,
        };
        (command, vec![CommandError::TooLong])
    }
}

fn position(words: &[&str]) -> Result<History, CommandError> {
    let end = words.iter().position(|word| *word == "moves");
    let (place, moves) = words.split_at(end.unwrap_or(words.len()));
    let setup = match place {
        ["startpos"] => Setup::start(),
        ["fen", fen @ ..] => Setup::from_fen(&fen.join(" "))?,
        _ => return Err(CommandError::NoPosition),
    };
    let mut history = History::new(setup)?;
    for (ply, word) in (1..).zip(moves.iter().skip(1)) {
        let mv: Move = word.parse().map_err(|_| CommandError::NotAMove {
            ply,
            word: (*word).into(),
        })?;
        let played = history.play(mv);
        played.map_err(|why| CommandError::Illegal { ply, mv, why })?;
    }
    Ok(history)
}

fn limits(words: &[&str]) -> (GoLimits, Vec<CommandError>) {
    let (mut limits, mut errors) = (GoLimits::default(), Vec::new());
    let starts: Vec<_> = (0..words.len())
        .filter(|at| LIMITS.contains(&words[*at]))
        .chain([words.len()])
        .collect();
    let unknown = &words[..starts[0]];
    for pair in starts.windows(2) {
        let (name, values) = (words[pair[0]], &words[pair[0] + 1..pair[1]]);
        let taken = match name {
            "searchmoves" => {
                // Without any, all are searched.
                if !values.is_empty() {
                    limits.moves = Some(search_moves(values, &mut errors));
                }
                values.len()
            }
            "infinite" => {
                limits.infinite = true;
                0
            }
            "ponder" => {
                limits.ponder = true;
                0
            }
            _ => match values.first().and_then(|value| integer(value)) {
                // Some programs send what is left after the flag has fallen.
                Some(number) => {
                    limits.set(name, number.max(0).cast_unsigned());
                    1
                }
                None => {
                    errors.push(CommandError::NoNumber(name.into()));
                    values.len()
                }
            },
        };
        if let Some(word) = values.get(taken) {
            errors.push(CommandError::UnknownLimit((*word).into()));
        }
    }
    if let Some(word) = unknown.first() {
        errors.push(CommandError::UnknownLimit((*word).into()));
    }
    let is_asked = limits.infinite || limits.moves.is_some() && errors.is_empty();
    if !words.is_empty() && !is_asked && limits.is_endless() {
        limits.move_time = Some(UNKNOWN_TIME);
    }
    (limits, errors)
}

impl GoLimits {
    /// Sets the limit of this name that has a number.
    fn set(&mut self, name: &str, number: u64) {
        let time = Some(Duration::from_millis(number));
        match name {
            "nodes" => self.nodes = Some(number),
            "depth" => self.depth = Some(number.min(1_000) as i32),
            "movetime" => self.move_time = time,
            // In this game, White of the protocol is Red.
            "wtime" => self.clocks[0] = time,
            "btime" => self.clocks[1] = time,
            "winc" => self.increments[0] = time,
            "binc" => self.increments[1] = time,
            "movestogo" => self.moves_to_go = Some(number.min(1_000) as u32),
            _ => self.mate = Some(number.min(1_000) as usize),
        }
    }
}

fn search_moves(words: &[&str], errors: &mut Vec<CommandError>) -> Vec<Move> {
    let read = |word: &&str| match word.parse() {
        Ok(mv) => Some(mv),
        Err(_) => {
            errors.push(CommandError::NoSearchMove((*word).into()));
            None
        }
    };
    words.iter().filter_map(read).collect()
}

/// An integer; the nearest one that there is room for.
pub fn integer(text: &str) -> Option<i64> {
    text.parse().map_or_else(
        |error: std::num::ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rulebook;

    fn go(line: &str) -> (GoLimits, usize) {
        match UciCommand::read(line) {
            (Some(UciCommand::Go(limits)), errors) => (limits, errors.len()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn limits_are_read_and_shared_out() {
        let (limits, _) = go("go nodes 5 depth 3 wtime 60000 btime -7 winc 1000 movestogo 10");
        assert_eq!((limits.nodes, limits.depth), (Some(5), Some(3)));
        let hard = |limits: &GoLimits, side| limits.budget(side).expect("a time").hard;
        let [red, black] = [Side::Red, Side::Black].map(|side| hard(&limits, side));
        assert!(red > Duration::from_secs(6) && red < Duration::from_secs(31));
        assert_eq!(black, Duration::ZERO);
        assert!(!limits.is_endless());
        assert!(go("go infinite").0.is_endless());
        assert!(!go("go ponder").0.is_endless());
        assert_eq!(
            go("go movetime 100 wtime 50").0.budget(Side::Red),
            Some(TimeBudget::exact(Duration::from_millis(100)))
        );
        let short = go("go wtime 1000 movestogo 1").0;
        assert_eq!(hard(&short, Side::Red), Duration::from_millis(760));
        assert_eq!(short.budget(Side::Black), short.budget(Side::Red));
        assert_eq!(go("go depth 5").0.budget(Side::Red), None);
        let most = u64::MAX;
        let (most, _) = go(&format!(
            "go wtime {most} winc {most} movestogo 0 nodes -{most}"
        ));
        assert!(most.budget(Side::Red).is_some() && most.nodes == Some(0));
    }

    #[test]
    fn a_search_may_be_for_a_mate_or_among_some_moves() {
        let (limits, errors) = go("go searchmoves h2e2 b0c2 mate 3");
        let moves = ["h2e2", "b0c2"].map(|text| text.parse().expect("a move"));
        assert_eq!((limits.moves.as_deref(), errors), (Some(&moves[..]), 0));
        assert_eq!((limits.mate, limits.is_endless()), (Some(3), false));
        let (limits, errors) = go("go depth 2 searchmoves xyz");
        assert_eq!((limits.moves, errors), (Some(Vec::new()), 1));
        assert!(go("go searchmoves h2e2").0.is_endless());
        assert_eq!(go("go searchmoves depth 2").0, go("go depth 2").0);
    }

    #[test]
    fn unknown_limits_are_told_and_the_others_kept() {
        let second = Some(UNKNOWN_TIME);
        for (line, depth, time) in [
            ("go sideways 5 depth 3", Some(3), None),
            ("go depth 3 4 sideways", Some(3), None),
            ("go nodes many depth 3", Some(3), None),
            ("go mate depth 3", Some(3), None),
            ("go sideways", None, second),
            ("go perft 5", None, second),
            ("go nodes", None, second),
            ("go depth many", None, second),
        ] {
            let (limits, errors) = go(line);
            assert_eq!((limits.depth, limits.move_time), (depth, time), "{line}");
            assert!(!limits.is_endless() && errors == 1, "{line}");
        }
        assert!(go("go").0.is_endless());
        assert!(go("go infinite sideways").0.is_endless());
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let plies = |line: &str| match UciCommand::read(line) {
            (Some(UciCommand::Position(history)), errors) => {
                assert_eq!(history.is_none(), errors.len() == 1);
                history.map(|history| history.plies().len())
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(plies("position startpos moves h2e2 h9g7"), Some(2));
        let line = "position fen 4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
        assert_eq!(plies(line), Some(0));
        for refused in [
            "position",
            "position fen",
            "position fen 9/9 w",
            "position fen 9/9/9/9/9/9/9/9/9/4K4 w",
            "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w",
            "position startpos moves h2h9x",
            "position startpos moves h2e2 h2e2",
        ] {
            assert_eq!(plies(refused), None, "{refused}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for line in [
            "xyzzy",
            "setoption",
            "setoption name Hash value lots",
            "setoption name Colour value red",
        ] {
            let (command, errors) = UciCommand::read(line);
            assert!(command.is_none() && errors.len() == 1, "{line}");
        }
        let (command, errors) = UciCommand::read(" \t\r\n");
        assert!(command.is_none() && errors.is_empty());
    }

    #[test]
    fn the_commands_of_our_own_client_are_understood() {
        use crate::engine::Level;
        use crate::engine::uci::{Dialogue, EngineTask, Protocol, SearchLimit};

        let mut client = Dialogue::new(Protocol::Uci);
        let strongest = Level::all().next_back().expect("levels");
        for option in Setting::introduction(16, strongest, Rulebook::default()) {
            client.hear(&option.to_string());
        }
        for line in ["uciok", "readyok", "bestmove h9g7"] {
            client.hear(line);
        }
        let mut history = History::new(Setup::start()).expect("the start");
        let mv = "h2e2".parse().expect("a move");
        history.play(mv).expect("legal");
        for limit in [
            SearchLimit::Nodes(5),
            SearchLimit::Depth(5),
            SearchLimit::Time(UNKNOWN_TIME),
            SearchLimit::Endless,
        ] {
            client.think(EngineTask {
                history: history.clone(),
                allowed: history.position().legal_moves()[..3].to_vec(),
                ruled_out: Vec::new(),
                lines: 2,
                limit,
            });
            client.hear("bestmove a9a8");
        }
        client.cancel();
        let sent = client.outbox();
        assert!(sent.len() > 12, "{sent:?}");
        for line in sent {
            let (command, errors) = UciCommand::read(&line);
            assert!(command.is_some() && errors.is_empty(), "{line}: {errors:?}");
        }
    }

    #[test]
    fn the_beginning_of_a_line_is_no_position() {
        let part = |line: &str| UciCommand::read_part(line).0;
        let line = "position startpos moves h2e2";
        assert!(matches!(part(line), Some(UciCommand::Position(None))));
        assert!(matches!(part("go depth 2 search"), Some(UciCommand::Go(_))));
        assert!(part("quit").is_none());
    }
}
