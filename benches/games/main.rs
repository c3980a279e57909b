//! Matches between engines, to measure strength: balanced openings, each played with both colors, ruled by the arbiter.
//!
//! ```text
//! cargo bench --no-default-features --bench games -- 400 chuhe:time=100 uci:time=100:/usr/games/fairy-stockfish
//! ```
//!
//! The first number is that of the games; `201-400` plays the second half of 400, beside another core with the first.
//! A player is one of
//!
//! - `chuhe:LIMIT` or `chuhe:LIMIT:NETWORK`, the program's own search with its weights or those of a file;
//! - `level:NUMBER`, the program at one of its levels, and `strength:NODES,OVERLOOKED,SPREAD`, one of its forms:
//!   the nodes for a move (0 for two seconds), the percentage of replies not seen, temperature of the choice;
//! - `uci:LIMIT:PROGRAM`, an engine that speaks UCI with ranks 1 to 10;
//! - `xboard:LIMIT:PROGRAM`, an engine that speaks xboard's protocol;
//! - `any`, which makes any move, and `greedy`, which captures at random where it can.
//!
//! The words `uci` make it an engine for such a match, so that a copy of it plays against a later search:
//! `uci:nodes=20000:COPY uci`.
//!
//! A limit is `time=` milliseconds or `nodes=` a number for each move, or a `clock=` of seconds for the game and for each move,
//! as in `clock=5+0.05`, on which a player may lose. Printed are the points of the first player, with the
//! range in which its strength lies in 95 of 100 cases, and what went wrong.
#![allow(clippy::print_stdout)] // Results are for a terminal.

#[path = "../figures/network.rs"]
mod network;
mod openings;
mod players;
#[path = "../figures/program.rs"]
mod program;
#[path = "../figures/words.rs"]
mod words;

use chuhe::rules::{History, Outcome, Ruling, Side, Terms, WinReason, adjudicate};
use players::Player;
use std::error::Error;
use std::process::ExitCode;

/// Plies after which a game is a draw, if nothing else ends it.
const LONGEST: usize = 400;

/// The end of a game for the first player.
struct End {
    /// Points in halves.
    halves: u32,
    plies: usize,
    /// The side that lost by the arbiter's ruling: 0 is the first player.
    ruled: Option<usize>,
    /// The player that made no legal move, with what it said.
    fault: Option<(usize, String)>,
}

fn main() -> ExitCode {
    let words = words::given();
    let ended = match &words[..] {
        [games, first, second] => run(games, [first, second]),
        [word] if word == "uci" => players::serve(),
        _ => {
            println!("GAMES PLAYER PLAYER; see the head of benches/games/main.rs");
            return ExitCode::SUCCESS;
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(games: &str, names: [&str; 2]) -> Result<(), Box<dyn Error>> {
    let (first, last): (usize, usize) = match games.split_once('-') {
        Some((first, last)) => (first.parse()?, last.parse()?),
        None => (1, games.parse()?),
    };
    let mut table = Table::default();
    let openings = openings::balanced(last.div_ceil(2));
    for (number, opening) in openings.iter().enumerate().skip(first / 2) {
        for swapped in [false, true] {
            let mut players = [players::player(names[0])?, players::player(names[1])?];
            let end = game(opening, &mut players, swapped)?;
            table.add(&end);
        }
        if number % 5 == 4 {
            println!("{table}");
        }
    }
    println!("{} against {}", names[0], names[1]);
    println!("{table}");
    Ok(())
}

/// Plays a game from an opening; the first player has Red unless they are swapped.
fn game(
    opening: &History,
    players: &mut [Box<dyn Player>; 2],
    swapped: bool,
) -> Result<End, Box<dyn Error>> {
    let terms = Terms::default();
    let mut line = opening.clone();
    let who = |side: Side| side.index() ^ usize::from(swapped);
    let halves = |winner: Option<Side>| match winner {
        Some(side) if who(side) == 0 => 2,
        Some(_) => 0,
        None => 1,
    };
    let end = |line: &History, winner, ruled, fault| {
        Ok(End {
            halves: halves(winner),
            plies: line.plies().len(),
            ruled,
            fault,
        })
    };
    while line.plies().len() < LONGEST {
        if let Ruling::Ended(verdict) = adjudicate(&line, &terms) {
            let ruled = match verdict.outcome {
                Outcome::Win {
                    winner,
                    by: WinReason::PerpetualCheck | WinReason::PerpetualChase,
                } => Some(who(!winner)),
                _ => None,
            };
            return end(&line, verdict.outcome.winner(), ruled, None);
        }
        let turn = line.position().turn();
        let chosen = players[who(turn)].choose(&line);
        let played = chosen.and_then(|mv| {
            line.play(mv)
                .map_err(|error| format!("{mv}: {error}").into())
        });
        if let Err(error) = played {
            let fault = Some((who(turn), error.to_string()));
            return end(&line, Some(!turn), None, fault);
        }
    }
    end(&line, None, None, None)
}

/// The results so far.
#[derive(Default)]
struct Table {
    wins: u32,
    draws: u32,
    losses: u32,
    plies: usize,
    ruled: [u32; 2],
    faults: [Vec<String>; 2],
}

impl Table {
    fn add(&mut self, end: &End) {
        match end.halves {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.plies += end.plies;
        if let Some(who) = end.ruled {
            self.ruled[who] += 1;
        }
        if let Some((who, fault)) = &end.fault {
            self.faults[*who].push(fault.clone());
        }
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (wins, draws, losses) = (
            f64::from(self.wins),
            f64::from(self.draws),
            f64::from(self.losses),
        );
        let games = wins + draws + losses;
        let mean = (wins + draws / 2.0) / games;
        let square =
            wins * (1.0 - mean).powi(2) + draws * (0.5 - mean).powi(2) + losses * mean.powi(2);
        let error = 1.96 * (square / games / games).sqrt();
        let elo = |part: f64| -400.0 * (1.0 / part.clamp(0.001, 0.999) - 1.0).log10();
        write!(
            f,
            "{games} games: +{} ={} -{}, {:.1} % ± {:.1}, Elo {:+.0} ({:+.0} to {:+.0}), {:.0} plies a game, \
             lost by ruling {:?}",
            self.wins,
            self.draws,
            self.losses,
            100.0 * mean,
            100.0 * error,
            elo(mean),
            elo(mean - error),
            elo(mean + error),
            self.plies as f64 / games,
            self.ruled,
        )?;
        for (who, faults) in self.faults.iter().enumerate() {
            if let Some(last) = faults.last() {
                write!(f, ", {} faults of player {}: {last}", faults.len(), who + 1)?;
            }
        }
        Ok(())
    }
}
