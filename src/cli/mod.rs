//! The command line: everything the program does without a window.
//!
//! Each subcommand is a module: `perft` counts lines of legal moves, `solve` proves mates, `uci` is an engine for other
//! programs, `info` summarizes game files, `review` evaluates their games,
//! `judge` rules on a line of moves, `notate` writes moves in every notation, `convert` writes games in another format, `diagram` draws a
//! position, `replay` animates a whole game, `print` lays one out on pages, `studies` lists, shows and prints positions of old
//! books.
//!
//! Results go to standard output, everything else to standard error. The exit status is 0 if all went well, 1 if a file,
//! position or move is invalid or something of a game had to be left out, although the rest was written, and 2 for a
//! wrong command line.
#![forbid(unsafe_code)]

mod convert;
mod diagram;
mod engine_child;
mod error;
mod info;
mod judge;
mod line_ruling;
mod look;
mod notate;
mod output;
mod perft;
mod print;
mod replay;
mod review;
mod review_engine;
mod solve;
mod studies;
mod uci;

use crate::record::format::{self, ReadError, Warning};
use crate::record::notation::NotationError;
use crate::record::{Collection, Record};
use crate::remote::FriendsLine;
use crate::rules::{Position, Setup, Side};
use crate::scene::EdgeLabels;
use crate::words;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
pub use engine_child::{BECOME_ENGINE, NOT_STARTED};
use error::CliError;
use output::{complain, is_standard, is_stream, quoted_path};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Xiangqi (Chinese chess) with a friend or against the computer.
#[derive(Debug, Parser)]
#[command(name = "chuhe", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Game file or folder to open in the window; the games of several are listed.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count the lines of legal moves, to verify and benchmark the move generator.
    Perft(perft::Perft),
    /// Prove a mate: in how many moves, and how.
    ///
    /// Prints one JSON object in one line.
    Solve(solve::Solve),
    /// Play as an engine for other programs, which speak UCI.
    ///
    /// Reads commands from standard input. Moves are coordinates with ranks 0 to 9, as in h2e2.
    Uci(uci::Uci),
    /// Summarize the contents of game files.
    Info(info::Info),
    /// Evaluate the games of files: every position, bad moves, and what was better.
    ///
    /// Prints the games as PGN with evaluations, signs and better lines.
    Review(review::ReviewArgs),
    /// Judge moves or game files: whether the rules end the game, where, and why.
    ///
    /// Prints one JSON object for each game, in one line: the verdict, its reason, the repeated moves with what
    /// each of them counts as, the rule, and a sentence for people.
    Judge(judge::Judge),
    /// Write moves in every notation, or tell which move a text means.
    ///
    /// Prints one JSON object for each move, in one line.
    Notate(notate::Notate),
    /// Write games in another format.
    ///
    /// Anything the format cannot hold, or that could not be read from the file, is reported on standard error.
    Convert(convert::Convert),
    /// Draw a position as a picture: SVG, PDF or PNG.
    Diagram(diagram::Diagram),
    /// Write a game as an animated GIF.
    Replay(replay::ReplayArgs),
    /// Write the score sheet of a game as a PDF, with diagrams, comments and variations.
    Print(print::Print),
    /// List positions of old books to be solved, show one with its solution, or write them as a PDF.
    Studies(studies::Studies),
}

/// Action requested on the command line.
#[derive(Debug)]
pub enum Invocation {
    /// Open a window with these files.
    Window(Vec<PathBuf>),
    /// Exit with this status: the work is done.
    Done(ExitCode),
}

/// Parses the command line and does any work that needs no window.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Invocation {
    let arguments: Vec<_> = arguments.into_iter().collect();
    if let Some(code) = engine_child::become_engine(&arguments) {
        return Invocation::Done(code);
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            return Invocation::Done(output::answer(&error));
        }
    };
    match arguments.command {
        Some(Command::Perft(perft)) => Invocation::Done(perft.run()),
        Some(Command::Solve(solve)) => Invocation::Done(solve.run()),
        Some(Command::Studies(studies)) => Invocation::Done(studies.run()),
        Some(Command::Uci(uci)) => Invocation::Done(uci.run()),
        Some(Command::Info(info)) => Invocation::Done(info.run()),
        Some(Command::Review(review)) => Invocation::Done(review.run()),
        Some(Command::Judge(judge)) => Invocation::Done(judge.run()),
        Some(Command::Notate(notate)) => Invocation::Done(notate.run()),
        Some(Command::Convert(convert)) => Invocation::Done(convert.run()),
        Some(Command::Diagram(diagram)) => Invocation::Done(diagram.run()),
        Some(Command::Replay(replay)) => Invocation::Done(replay.run()),
        Some(Command::Print(print)) => Invocation::Done(print.run()),
        None => window(arguments.files),
    }
}

/// Requests a window for these files, unless one of them does not exist.
fn window(files: Vec<PathBuf>) -> Invocation {
    match files.iter().find(|file| !file.exists() && !is_uri(file)) {
        Some(missing) => {
            let name = quoted_path(missing);
            complain(&format!("{name}: there is no such file"));
            Invocation::Done(ExitCode::FAILURE)
        }
        None => Invocation::Window(files),
    }
}

/// The command line as its parser knows it, for completions in a shell.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Whether this is a URI as used by desktops, `file:///…`, or an invitation, rather than a path.
fn is_uri(file: &Path) -> bool {
    file.to_str()
        .is_some_and(|text| text.contains("://") || FriendsLine::is_meant(text))
}

/// Opens a game file or standard input, or returns the reason it cannot be read. Its games are read one by one, so their
/// number is unlimited.
fn open(file: &Path) -> Result<Collection, CliError> {
    let bytes = if is_standard(file) {
        format::read_stream(std::io::stdin())
    } else {
        format::read_file(file)
    };
    let games = Collection::open(bytes.map_err(CliError::Reading)?)?;
    report(&quoted_path(file), games.warnings());
    Ok(games)
}

/// Reports warnings about a place.
fn report(place: &str, warnings: &[Warning]) {
    for warning in warnings {
        complain(&format!("{place}: {}", words::located_caution(warning)));
    }
}

/// Whether nothing was left out, by these warnings.
fn is_whole(warnings: &[Warning]) -> bool {
    !warnings.iter().any(|warning| warning.what.is_loss())
}

/// Takes a game (the first is 0) out of a file, or returns the reason it cannot be read.
fn take(games: &mut Collection, game: usize) -> Result<(Record, Vec<Warning>), CliError> {
    let mut loaded = games.take(game)?;
    Ok((loaded.records.swap_remove(0), loaded.warnings))
}

/// Calls `tell` for every game in some files, with the file’s name and the game’s number from 1. Unreadable games are
/// reported and skipped, and make the exit status a failure; so do games that `tell` rejects.
fn each_game<'a>(
    files: impl IntoIterator<Item = &'a Path>,
    mut tell: impl FnMut(&Path, usize, &Record, &[Warning]) -> Result<bool, ExitCode>,
) -> ExitCode {
    let mut worst = ExitCode::SUCCESS;
    for file in files {
        let mut games = match open(file) {
            Ok(games) => games,
            Err(why) => {
                complain(&format!("{}: {why}", quoted_path(file)));
                worst = ExitCode::FAILURE;
                continue;
            }
        };
        if !is_whole(games.warnings()) {
            worst = ExitCode::FAILURE;
        }
        for index in 0..games.count() {
            let number = index + 1;
            let told = match take(&mut games, index) {
                Ok((record, warnings)) => tell(file, number, &record, &warnings),
                Err(why) => {
                    complain(&format!("{}, game {number}: {why}", quoted_path(file)));
                    Ok(false)
                }
            };
            match told {
                Ok(true) => {}
                Ok(false) => worst = ExitCode::FAILURE,
                Err(code) => return code,
            }
        }
    }
    worst
}

/// A game taken out of a file.
struct Picked {
    record: Record,
    /// Whether nothing of it is missing.
    is_whole: bool,
}

/// Takes the game with this number, from 1, out of a file, or returns the reason it cannot. Reports the warnings about
/// it.
fn pick(file: &Path, number: usize) -> Result<Picked, CliError> {
    let mut games = open(file)?;
    let count = games.count();
    let index = number.checked_sub(1).filter(|index| *index < count);
    let index = index.ok_or(CliError::NoSuchGame { number, count })?;
    let (record, warnings) = take(&mut games, index)?;
    report(&place(file, number), &warnings);
    let is_whole = is_whole(&warnings);
    Ok(Picked { record, is_whole })
}

/// A game of a file, as reports name it.
fn place(file: &Path, number: usize) -> String {
    format!("{}, game {number}", quoted_path(file))
}

/// Reports wrong usage of a subcommand.
fn misuse(subcommand: &str, kind: ErrorKind, what: &str) -> ExitCode {
    let mut command = Arguments::command();
    command.build();
    let command = command.find_subcommand_mut(subcommand);
    let error = command.expect("a known subcommand").error(kind, what);
    output::answer(&error)
}

/// Exit status of a subcommand that writes a file and prints nothing: it is done, perhaps not with the whole game.
fn finish(written: &Path, done: Result<bool, CliError>) -> ExitCode {
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            let name = quoted_path(written);
            complain(&format!(
                "{name}: written, but incomplete: see the warnings above"
            ));
            ExitCode::FAILURE
        }
        Err(why) => {
            complain(&why.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Side at the bottom of a picture.
const fn bottom(flip: bool) -> Side {
    if flip { Side::Black } else { Side::Red }
}

/// Whether a file to be written has this suffix, ignoring case, or is an open stream, which has none.
fn is_named(path: &Path, suffix: &str) -> bool {
    let own = path.extension();
    is_stream(path) || own.is_some_and(|own| own.eq_ignore_ascii_case(suffix))
}

/// The moves in an argument, without round numbers pasted along: `1. h2e2 h9g7 2.h0g2`.
fn pasted_moves(argument: &str) -> impl Iterator<Item = &str> {
    argument.split_whitespace().filter_map(|text| {
        let rest = text.trim_start_matches(is_digit);
        match rest.strip_prefix('.') {
            Some("") if text != "." => None,
            // In `33.4`, a soldier in WXF, the digits are part of the move.
            Some(rest) if !text.starts_with('.') && !rest.starts_with(is_digit) => Some(rest),
            _ => Some(text),
        }
    })
}

const fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Position of an option `--fen`, or the start of an ordinary game.
fn start(fen: Option<&str>) -> Result<Position, CliError> {
    let Some(fen) = fen else {
        return Ok(Position::start());
    };
    let setup = Setup::from_fen(fen).map_err(|why| CliError::Fen(ReadError::Fen(why)))?;
    let position = setup.position();
    position.map_err(|why| CliError::Fen(ReadError::Position(why)))
}

/// Like [`start`]; an error is reported on standard error, and its exit status returned.
fn start_or_complain(fen: Option<&str>) -> Result<Position, ExitCode> {
    start(fen).map_err(|why| {
        complain(&why.to_string());
        ExitCode::FAILURE
    })
}

/// Error of a ply that cannot be played.
fn refused(position: &Position, ply: usize, text: &str, error: &NotationError) -> CliError {
    let text = text.chars().take(40).collect();
    let why = words::unplayable(position, error, EdgeLabels::Coordinates);
    CliError::Unplayable(ply, text, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rounds_are_left_out() {
        let read = |text| pasted_moves(text).collect::<Vec<_>>();
        assert_eq!(read(" 1. h2e2\th9g7 2.h0g2 "), ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(
            read("1.炮二平五 33.4 C2.5 33. ."),
            ["炮二平五", "33.4", "C2.5", "."]
        );
        assert_eq!(read(""), Vec::<&str>::new());
    }
}
