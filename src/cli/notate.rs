//! `chuhe notate`: writes moves in every notation, and interprets a text as a move.

use super::output::{self, complain, plain, print};
use super::{pasted_moves, refused, start_or_complain};
use crate::record::notation::{self, Notation, NotationError};
use crate::rules::{Move, Position};
use crate::scene::EdgeLabels;
use crate::words;
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;

/// Usage line written by hand, since clap cannot tell that `--read` replaces the moves.
const USAGE: &str = "\
chuhe notate [--fen <FEN>] <MOVE>...
       chuhe notate [--fen <FEN>] --read <TEXT>";

const EXAMPLES: &str = "\
A MOVE is in coordinates or any notation (not the initials of its pinyin); several in one argument are read too. Put --
before a move that begins with a dash.

Examples:
  chuhe notate h2e2 马8进7 'Red horse from file 2 forward to file 3'
  chuhe notate --fen '5k3/9/4R4/9/9/9/9/9/4R4/3K5 w' --read -R-1";

#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES)]
pub(super) struct Notate {
    /// Start here instead of at the start of a game.
    #[arg(long)]
    fen: Option<String>,
    /// Interpret this text as a move here, or say why it is not one.
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "moves",
        allow_hyphen_values = true
    )]
    read: Option<String>,
    /// Moves, played one after the other.
    #[arg(value_name = "MOVE", required_unless_present = "read")]
    moves: Vec<String>,
}

/// One move, as printed.
#[derive(Serialize)]
struct Notated {
    #[serde(rename = "move")]
    mv: String,
    iccs: String,
    wxf: String,
    chinese: String,
    traditional: String,
    words: String,
}

/// A move as printed by `--read`.
#[derive(Serialize)]
struct Meant {
    #[serde(rename = "move")]
    mv: String,
}

impl Notate {
    pub(super) fn run(&self) -> ExitCode {
        let position = match start_or_complain(self.fen.as_deref()) {
            Ok(position) => position,
            Err(code) => return code,
        };
        let done = match &self.read {
            Some(text) => tell_meaning(&position, text),
            None => self.play(position),
        };
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(code) => code,
        }
    }

    /// Plays the moves and prints each.
    fn play(&self, mut position: Position) -> Result<(), ExitCode> {
        let mut ply = 0;
        for argument in &self.moves {
            for text in parts(&position, argument) {
                ply += 1;
                let mv = notation::read_any(&position, text).map_err(|error| {
                    complain(&refused(&position, ply, text, &error).to_string());
                    ExitCode::FAILURE
                })?;
                print(&notated(&position, mv))?;
                position = position.play(mv).expect("a legal move");
            }
        }
        Ok(())
    }
}

/// Splits an argument into moves: it is a single one, possibly with spaces, or several.
fn parts<'a>(position: &Position, argument: &'a str) -> Vec<&'a str> {
    let is_move = |text: &str| notation::read_any(position, text) != Err(NotationError::NotAMove);
    if !is_move(argument) {
        let parts: Vec<_> = pasted_moves(argument).collect();
        if parts.first().is_some_and(|first| is_move(first)) {
            return parts;
        }
    }
    vec![argument]
}

/// A move in every notation, as one line.
fn notated(position: &Position, mv: Move) -> String {
    let spell = |how| notation::write(position, mv, how);
    let notated = Notated {
        mv: spell(Notation::Coordinate),
        iccs: spell(Notation::Iccs),
        wxf: spell(Notation::Wxf),
        chinese: spell(Notation::ChineseSimplified),
        traditional: spell(Notation::ChineseTraditional),
        words: words::spoken_move(position, mv),
    };
    output::json(&notated)
}

/// Prints the move a text means, or the reason it means none.
fn tell_meaning(position: &Position, text: &str) -> Result<(), ExitCode> {
    match notation::read_any(position, text) {
        Ok(mv) => {
            let mv = mv.to_string();
            print(&output::json(&Meant { mv }))
        }
        Err(error) => {
            use std::io::Write;
            // The first word is for programs, so no program name precedes it.
            let _ = writeln!(std::io::stderr(), "{}", plain(&reason(position, &error)));
            Err(ExitCode::FAILURE)
        }
    }
}

/// Reason a text means no move: its kind, then a sentence.
fn reason(position: &Position, error: &NotationError) -> String {
    let kind = match error {
        NotationError::NotAMove => return "not a move".to_owned(),
        NotationError::Ambiguous(_) => "ambiguous",
        NotationError::NoSuchMove | NotationError::Illegal { .. } => "illegal",
    };
    let why = words::unplayable(position, error, EdgeLabels::Coordinates);
    format!("{kind}: {why}")
}
