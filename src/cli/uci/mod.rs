//! `chuhe uci`: the search as an engine for other programs, in the protocol UCI (by R. Huber and S. Meyer-Kahlen, 2000).
//!
//! Moves are coordinates with ranks 0 to 9, as in `h2e2`. Whatever is not understood is answered with an `info string` and
//! changes nothing, but for two commands on which the other program relies: each `go` obeys the limits that are known and ends
//! in one `bestmove`, and after a `position` that is refused that is `(none)`. One thread reads, another one searches.

mod command;
mod engine;
mod error;
mod options;

use super::output::plain;
use clap::Args;
use command::UciCommand;
use engine::Engine;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

/// Most bytes of a line: a game of some ten thousand moves.
const LONGEST_LINE: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(super) struct Uci {}

/// The other program does not listen any more.
#[derive(Clone, Copy, Debug)]
struct Deaf;

impl Uci {
    #[allow(clippy::unused_self)] // As all commands.
    pub(super) fn run(&self) -> ExitCode {
        match serve(&mut io::stdin().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(Deaf) => ExitCode::FAILURE,
        }
    }
}

/// Obeys what is read until the end of it, or until told to quit.
fn serve(input: &mut impl BufRead) -> Result<(), Deaf> {
    let mut engine = Engine::default();
    while let Some(line) = read_line(input) {
        let (command, errors) = match line {
            InputLine::Whole(line) => UciCommand::read(&line),
            InputLine::Cut(part) => UciCommand::read_part(&part),
        };
        for error in errors {
            tell(&error.to_string())?;
        }
        match command {
            None => {}
            Some(UciCommand::Quit) => {
                engine.stop();
                return Ok(());
            }
            Some(command) => engine.obey(command)?,
        }
    }
    // Let a bounded search finish.
    engine.finish();
    Ok(())
}

/// A line of input.
enum InputLine {
    Whole(String),
    /// The beginning of a line that is too long.
    Cut(String),
}

/// The next line; `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut bytes = Vec::new();
    let count = input
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)
        .ok()?;
    if count == 0 {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if bytes.last() != Some(&b'\n') && count as u64 == LONGEST_LINE {
        input.skip_until(b'\n').ok()?;
        return Some(InputLine::Cut(text));
    }
    Some(InputLine::Whole(text))
}

/// Prints a line at once.
fn put(line: &str) -> Result<(), Deaf> {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    written.map_err(|_| Deaf)
}

/// Tells the user of the other program something.
fn tell(what: &str) -> Result<(), Deaf> {
    put(&format!("info string {}", plain(what)))
}
