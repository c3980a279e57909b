//! The command line: what the program does without a window.
//!
//! Each subcommand is a module: `perft` counts lines of legal moves, `info` tells what game files hold, `judge`
//! tells what the rules say of a line of moves, `notate` writes moves in every notation, `convert` writes games in
//! another format, `diagram` draws a position, `replay` a whole game, `print` makes
//! pages of one.
//!
//! Results go to standard output, everything else to standard error. The exit status is 0, 1 for a file, position
//! or move that is no good, 2 for a wrong command line.
#![forbid(unsafe_code)]

mod convert;
mod diagram;
mod info;
mod judge;
mod judgement;
mod look;
mod notate;
mod perft;
mod print;
mod replay;

use crate::record::format::{self, Warning};
use crate::record::notation::NotationError;
use crate::record::{Collection, Record};
use crate::rules::{Position, Side};
use crate::scene::EdgeLabels;
use crate::words;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Xiangqi (Chinese chess) for two people at one screen.
#[derive(Debug, Parser)]
#[command(name = "chuhe", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    word: Option<Word>,
    /// Game files to open in the window.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Count the lines of legal moves: the proof and the measure of the move generator.
    Perft(perft::Perft),
    /// Tell what game files hold.
    Info(info::Info),
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
    /// What the format has no place for, and what of the file could not be read, is told on standard error.
    Convert(convert::Convert),
    /// Draw a position as a picture: SVG, PDF or PNG.
    Diagram(diagram::Diagram),
    /// Write a game as a moving picture: an animated GIF.
    Replay(replay::Replay),
    /// Write the score sheet of a game as a PDF, with diagrams, comments and variations.
    Print(print::Print),
}

/// What the command line asks for.
#[derive(Debug)]
pub enum Request {
    /// A window, with these files opened.
    Window(Vec<PathBuf>),
    /// Nothing more: the work is done, with this exit status.
    Done(ExitCode),
}

/// Reads the command line and does what needs no window.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Request {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // A closed pipe is the only way to fail here, and then nobody listens.
            let _ = error.print();
            return Request::Done(ExitCode::from(error.exit_code().clamp(0, 2) as u8));
        }
    };
    match arguments.word {
        Some(Word::Perft(perft)) => Request::Done(perft.run()),
        Some(Word::Info(info)) => Request::Done(info.run()),
        Some(Word::Judge(judge)) => Request::Done(judge.run()),
        Some(Word::Notate(notate)) => Request::Done(notate.run()),
        Some(Word::Convert(convert)) => Request::Done(convert.run()),
        Some(Word::Diagram(diagram)) => Request::Done(diagram.run()),
        Some(Word::Replay(replay)) => Request::Done(replay.run()),
        Some(Word::Print(print)) => Request::Done(print.run()),
        None => window(arguments.files),
    }
}

/// A window for these files, unless one of them is not there at all.
fn window(files: Vec<PathBuf>) -> Request {
    match files.iter().find(|file| !file.exists() && !is_uri(file)) {
        Some(missing) => {
            complain(&format!("{}: there is no such file", missing.display()));
            Request::Done(ExitCode::FAILURE)
        }
        None => Request::Window(files),
    }
}

/// Whether this names a place as desktops do, `file:///…`, and no path.
fn is_uri(file: &Path) -> bool {
    file.to_str().is_some_and(|text| text.contains("://"))
}

/// Opens a game file, or says in a sentence why it cannot be read. Its games are read one by one, so that a file
/// may have any number of them.
fn open(file: &Path) -> Result<Collection, String> {
    let bytes = format::read_file(file).map_err(|error| words::reading_error(&error))?;
    let games = Collection::open(bytes).map_err(|error| words::read_error(&error))?;
    for warning in games.warnings() {
        complain(&format!(
            "{}: {}",
            file.display(),
            words::caution(&warning.what)
        ));
    }
    Ok(games)
}

/// Takes one game out of a file, the first being 0, or says in a sentence why it cannot be read.
fn take(games: &mut Collection, game: usize) -> Result<(Record, Vec<Warning>), String> {
    let mut loaded = games
        .take(game)
        .map_err(|error| words::read_error(&error))?;
    Ok((loaded.records.swap_remove(0), loaded.warnings))
}

/// Tells of every game in some files, given the file’s name and the game’s number from 1. What cannot be read is told
/// and passed over, and makes the exit status that of a failure; so does a game of which `tell` says that it is no good.
fn each_game<'a>(
    files: impl IntoIterator<Item = &'a Path>,
    mut tell: impl FnMut(&str, usize, &Record, &[Warning]) -> Result<bool, ExitCode>,
) -> ExitCode {
    let mut worst = ExitCode::SUCCESS;
    for file in files {
        let name = file.to_string_lossy();
        let mut games = match open(file) {
            Ok(games) => games,
            Err(why) => {
                complain(&format!("{name}: {why}"));
                worst = ExitCode::FAILURE;
                continue;
            }
        };
        for index in 0..games.count() {
            let number = index + 1;
            let told = match take(&mut games, index) {
                Ok((record, warnings)) => tell(&name, number, &record, &warnings),
                Err(why) => {
                    complain(&format!("{name}, game {number}: {why}"));
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

/// Takes the game with this number, from 1, out of a file, or says in a sentence why there is none.
fn pick(file: &Path, number: usize) -> Result<Record, String> {
    let mut games = open(file)?;
    let count = games.count();
    let index = number.checked_sub(1).filter(|index| *index < count);
    let index = index.ok_or_else(|| no_such_game(number, count))?;
    Ok(take(&mut games, index)?.0)
}

/// That a file does not hold a game with this number.
fn no_such_game(number: usize, count: usize) -> String {
    let games = if count == 1 { "game" } else { "games" };
    format!("there is no game {number}; the file holds {count} {games}")
}

/// Says how a subcommand is meant to be used instead.
fn misuse(subcommand: &str, kind: ErrorKind, what: &str) -> ExitCode {
    let mut command = Arguments::command();
    command.build();
    let command = command.find_subcommand_mut(subcommand);
    let error = command.expect("a known word").error(kind, what);
    let _ = error.print();
    ExitCode::from(2)
}

/// How a subcommand ends that writes a file and prints nothing.
fn finish(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            complain(&why);
            ExitCode::FAILURE
        }
    }
}

/// Why a file could not be written.
fn unwritten<'a>(output: &'a Path) -> impl Fn(std::io::Error) -> String + 'a {
    |error| format!("{}: {}", output.display(), words::writing_error(&error))
}

/// Whose home rank is at the bottom of a picture.
const fn bottom(flip: bool) -> Side {
    if flip { Side::Black } else { Side::Red }
}

/// Whether a file's name has this suffix, whatever its case.
fn has_suffix(path: &Path, suffix: &str) -> bool {
    let own = path.extension();
    own.is_some_and(|own| own.eq_ignore_ascii_case(suffix))
}

/// Says what is wrong; where nobody can read it, nothing is to be done about that.
fn complain(what: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "chuhe: {what}");
}

/// Prints a line of the result; a reader who has gone away ends the work quietly.
fn print(line: &str) -> Result<(), ExitCode> {
    use std::io::Write;
    writeln!(std::io::stdout(), "{line}").map_err(|_| ExitCode::FAILURE)
}

/// The moves in an argument, without the numbers of rounds that are pasted with them: `1. h2e2 h9g7 2.h0g2`.
fn pasted_moves(argument: &str) -> impl Iterator<Item = &str> {
    argument.split_whitespace().filter_map(|text| {
        let rest = text.trim_start_matches(is_digit);
        match rest.strip_prefix('.') {
            Some("") if text != "." => None,
            // Of a soldier in WXF, `33.4`, the digits are a part.
            Some(rest) if !text.starts_with('.') && !rest.starts_with(is_digit) => Some(rest),
            _ => Some(text),
        }
    })
}

const fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Which ply cannot be played, and why.
fn refused(position: &Position, ply: usize, text: &str, error: &NotationError) -> String {
    let text: String = text.chars().take(40).collect();
    let why = words::unplayable(position, error, EdgeLabels::Coordinates);
    format!("ply {ply}, {text}: {why}")
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
