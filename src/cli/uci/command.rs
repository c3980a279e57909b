//! Commands of another program.

use super::error::CommandError;
use super::options::Setting;
use crate::rules::{History, Move, Setup, Side};
use std::time::Duration;

/// A command.
#[derive(Clone, Debug)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    Set(Setting),
    Position(Box<History>),
    Go(Limits),
    Stop,
    Quit,
}

/// The limits of a search. Without any it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub nodes: Option<u64>,
    pub depth: Option<i32>,
    pub move_time: Option<Duration>,
    /// Time left, by side.
    pub clocks: [Option<Duration>; 2],
    /// Time added for each move, by side.
    pub increments: [Option<Duration>; 2],
    /// Number of moves until there is more time.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// The time that a move of this side may take.
    pub fn time(&self, side: Side) -> Option<Duration> {
        if self.move_time.is_some() {
            return self.move_time;
        }
        let clock = self.clocks[side.index()]?;
        let moves = self.moves_to_go.unwrap_or(30).clamp(1, 50);
        let increment = self.increments[side.index()].unwrap_or_default();
        let share = clock / moves + increment * 3 / 4;
        // Something is left for the way of the move to the other program.
        let most = clock.saturating_sub(Duration::from_millis(50)) / 2;
        Some(share.min(most).max(Duration::from_millis(1)))
    }

    /// Whether the search ends by itself.
    pub fn is_finite(&self) -> bool {
        let clock = self.clocks.iter().any(Option::is_some);
        self.nodes.is_some() || self.depth.is_some() || self.move_time.is_some() || clock
    }
}

impl Command {
    /// Reads a line; `None` if it asks for nothing.
    ///
    /// # Errors
    ///
    /// Returns what was not understood.
    pub fn read(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let rest: Vec<_> = words.collect();
        Ok(Some(match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => Self::Set(Setting::read(&rest)?),
            "position" => Self::Position(Box::new(position(&rest)?)),
            "go" => Self::Go(limits(&rest)?),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            // Nothing is said about itself, and nothing is thought about in the opponent's time.
            "debug" | "ponderhit" | "register" => return Ok(None),
            other => return Err(CommandError::Unknown(other.into())),
        }))
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

fn limits(words: &[&str]) -> Result<Limits, CommandError> {
    let mut limits = Limits::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().copied().unwrap_or_default();
            // Some programs send what is left after the flag has fallen.
            let number = text
                .parse::<i64>()
                .map(|number| number.max(0).cast_unsigned());
            number.map_err(|_| CommandError::NoNumber((*word).into()))
        };
        let mut time = || number().map(|number| Some(Duration::from_millis(number)));
        match *word {
            "nodes" => limits.nodes = Some(number()?),
            "depth" => limits.depth = Some(number()?.min(1_000) as i32),
            "movetime" => limits.move_time = time()?,
            // In this game, White of the protocol is Red.
            "wtime" => limits.clocks[0] = time()?,
            "btime" => limits.clocks[1] = time()?,
            "winc" => limits.increments[0] = time()?,
            "binc" => limits.increments[1] = time()?,
            "movestogo" => limits.moves_to_go = Some(number()?.min(1_000) as u32),
            "infinite" | "ponder" => {}
            other => return Err(CommandError::UnknownLimit(other.into())),
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Limits {
        match Command::read(line) {
            Ok(Some(Command::Go(limits))) => limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn limits_are_read_and_shared_out() {
        let limits = go("go nodes 5 depth 3 wtime 60000 btime -7 winc 1000 movestogo 10");
        assert_eq!((limits.nodes, limits.depth), (Some(5), Some(3)));
        let time = |side| limits.time(side).expect("a time").as_millis();
        assert_eq!((time(Side::Red), time(Side::Black)), (6750, 1));
        assert!(limits.is_finite());
        assert!(!go("go infinite").is_finite());
        assert_eq!(
            go("go movetime 100").time(Side::Black),
            Some(Duration::from_millis(100))
        );
        // Never more than half of what is left.
        let short = go("go wtime 1000 movestogo 1").time(Side::Red);
        assert_eq!(short, Some(Duration::from_millis(475)));
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let line = "position startpos moves h2e2 h9g7";
        let Ok(Some(Command::Position(history))) = Command::read(line) else {
            panic!("a position");
        };
        assert_eq!(history.plies().len(), 2);
        let line = "position fen 4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
        assert!(matches!(
            Command::read(line),
            Ok(Some(Command::Position(_)))
        ));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let lines = [
            "xyzzy",
            "position",
            "position fen",
            "position fen 9/9 w",
            "position startpos moves h2h9x",
            "position startpos moves h2e2 h2e2",
            "go nodes",
            "go depth many",
            "go sideways",
            "setoption",
            "setoption name Hash value lots",
            "setoption name Colour value red",
        ];
        for line in lines {
            assert!(Command::read(line).is_err(), "{line}");
        }
        assert!(matches!(Command::read(" \t\r\n"), Ok(None)));
    }
}
