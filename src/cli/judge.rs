//! `chuhe judge`: judges a line of moves or the games in files.

use super::error::CliError;
use super::line_ruling::LineRuling;
use super::output::{complain, print, quoted_path};
use super::{each_game, is_digit, misuse, pasted_moves, refused};
use crate::arbiter::adjudicate;
use crate::record::Record;
use crate::record::format::{self, Caution, ReadError, Warning};
use crate::record::notation::{self, NotationError};
use crate::rules::{History, Move, Rulebook, Ruling, Setup, Terms};
use crate::words;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, ValueHint};
use std::ffi::OsString;
use std::path::{Path, is_separator};
use std::process::ExitCode;
use thiserror::Error;

const EXAMPLES: &str = "\
An argument is a FILE if there is such a file, or if it has a path separator or a suffix, and else a MOVE, in
coordinates or any notation. Moves are played one by one up to the first that ends the game. Put -- before a move
that begins with a dash.

Examples:
  chuhe judge --fen '9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w' f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8
  chuhe judge '炮二平五 马8进7 马二进三'
  chuhe judge --rulebook casual --no-capture off game.xiangqi";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Judge {
    /// How repetitions are judged [default: asian, or what a file says].
    #[arg(long, value_parser = rulebook())]
    rulebook: Option<Rulebook>,
    /// After how many rounds without a capture the game is a draw: 1 to 1000, usually 40, 50 or 60, or `off`
    /// [default: 60, or what a file says].
    #[arg(long, value_name = "ROUNDS", value_parser = limit)]
    no_capture: Option<Limit>,
    /// Start here instead of at the start of a game.
    #[arg(long)]
    fen: Option<String>,
    /// Moves, one or more in an argument, or game files.
    #[arg(value_name = "MOVE|FILE", required_unless_present = "fen", value_hint = ValueHint::FilePath)]
    what: Vec<OsString>,
}

/// A limit without captures, in rounds.
#[derive(Clone, Copy, Debug)]
struct Limit(Option<u16>);

fn rulebook() -> impl TypedValueParser<Value = Rulebook> {
    PossibleValuesParser::new(Rulebook::ALL.map(Rulebook::word))
        .map(|word| Rulebook::from_word(&word).expect("one of their words"))
}

/// A text that is no limit.
#[derive(Debug, Error)]
#[error("neither a number of rounds from {} to {} nor off", format::LIMITS.start(), format::LIMITS.end())]
struct NoLimit;

fn limit(text: &str) -> Result<Limit, NoLimit> {
    if text == "off" {
        return Ok(Limit(None));
    }
    let rounds = text.parse().ok();
    let rounds = rounds.filter(|rounds| format::LIMITS.contains(rounds));
    rounds.map(|rounds| Limit(Some(rounds))).ok_or(NoLimit)
}

impl Judge {
    pub(super) fn run(&self) -> ExitCode {
        let files = self.what.iter().filter(|text| is_file(text)).count();
        if files == 0 {
            return self.judge_moves();
        }
        if files < self.what.len() {
            let what = "moves and files cannot be judged together";
            return misuse("judge", ErrorKind::ArgumentConflict, what);
        }
        if self.fen.is_some() {
            let what = "--fen cannot be used with files, which have a start of their own";
            return misuse("judge", ErrorKind::ArgumentConflict, what);
        }
        self.judge_files()
    }

    /// The agreed terms, overridden by the options.
    fn terms(&self, agreed: Terms) -> Terms {
        Terms {
            rulebook: self.rulebook.unwrap_or(agreed.rulebook),
            no_capture: self.no_capture.map_or(agreed.no_capture, |limit| limit.0),
        }
    }

    fn judge_moves(&self) -> ExitCode {
        let told = self.start().and_then(|start| {
            let arguments = self.what.iter().map(|argument| argument.to_string_lossy());
            let arguments: Vec<_> = arguments.collect();
            let texts = arguments.iter().flat_map(|argument| pasted_moves(argument));
            let terms = self.terms(Terms::default());
            follow(start, &terms, texts, read_move)
        });
        match told {
            Ok(ruling) => match print(&ruling.json()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(code) => code,
            },
            Err(why) => {
                complain(&why.to_string());
                ExitCode::FAILURE
            }
        }
    }

    fn start(&self) -> Result<History, CliError> {
        let setup = match &self.fen {
            Some(fen) => Setup::from_fen(fen).map_err(ReadError::Fen),
            None => Ok(Setup::start()),
        };
        setup
            .and_then(|setup| History::new(setup).map_err(ReadError::Position))
            .map_err(CliError::Fen)
    }

    fn judge_files(&self) -> ExitCode {
        let files = self.what.iter().map(Path::new);
        each_game(files, |file, game, record, warnings| {
            self.judge_game(file, game, record, warnings)
        })
    }

    /// Judges a game if its main line is complete; returns whether nothing of it is missing, as other commands do.
    fn judge_game(
        &self,
        file: &Path,
        game: usize,
        record: &Record,
        warnings: &[Warning],
    ) -> Result<bool, ExitCode> {
        let place = format!("{}, game {game}", quoted_path(file));
        let mut is_whole = true;
        let mut is_all = true;
        let is_of_variation = |warning: &Warning| warning.line.is_some_and(|line| line > 0);
        for warning in warnings {
            let is_loss = warning.what.is_loss();
            is_whole &= !warning.truncates_main_line();
            is_all &= !is_loss;
            let concerns = !is_of_variation(warning) && self.concerns(&warning.what);
            if !concerns && !is_loss {
                continue;
            }
            complain(&format!("{place}: {}", words::located_caution(warning)));
        }
        if !is_whole {
            return Ok(false);
        }
        match self.judge_record(record) {
            Ok(mut ruling) => {
                ruling.place(&file.to_string_lossy(), game);
                print(&ruling.json())?;
            }
            Err(why) => {
                complain(&format!("{place}: {why}"));
                is_all = false;
            }
        }
        Ok(is_all)
    }

    /// Whether a caution of the reader matters for judging.
    const fn concerns(&self, caution: &Caution) -> bool {
        match caution {
            Caution::UnknownRulebook { .. } => self.rulebook.is_none(),
            Caution::UnknownLimit { .. } => self.no_capture.is_none(),
            // The result in a file plays no part: only the rules decide. Nor do variations, and an illegal move is
            // reported when it cannot be played.
            Caution::ReasonDoesNotFit { .. }
            | Caution::NewerFields
            | Caution::LostVariation { .. }
            | Caution::LeftInCheck { .. }
            | Caution::Unplayable(_)
            | Caution::OddStart(_)
            | Caution::WrongSide { .. }
            | Caution::TwoResults { .. }
            | Caution::UnknownResult { .. }
            | Caution::LostLetters { .. }
            | Caution::TooManyTags { .. }
            | Caution::UnknownCharset
            | Caution::Omitted { .. } => false,
            // A move may be missing.
            Caution::Skipped { .. }
            | Caution::Contradicted { .. }
            | Caution::KeptWords { .. }
            | Caution::EarlyNumber { .. }
            | Caution::NumberedAnew { .. } => true,
            Caution::IllegalMove { .. }
            | Caution::NotAMove { .. }
            | Caution::NullMove { .. }
            | Caution::Unclear { .. }
            | Caution::EndsEarly
            | Caution::MissingMoves
            | Caution::NeverClosed { .. }
            | Caution::TooManyMoves { .. }
            | Caution::TooManyGames { .. }
            | Caution::DamagedIndex
            | Caution::LostGame { .. }
            | Caution::MissingGame { .. } => true,
        }
    }

    fn judge_record(&self, record: &Record) -> Result<LineRuling, CliError> {
        let start = History::new(record.start().clone());
        let start = start.map_err(ReadError::Position)?;
        let moves = record.main_moves();
        let moves = moves.map(|played| played.mv);
        follow(start, &self.terms(record.terms), moves, |_, mv| Ok(mv))
    }
}

/// Whether an argument names a file, existing or not, rather than moves.
fn is_file(argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    text == "-"
        || Path::new(argument).exists()
        || text.chars().any(is_separator)
        || has_suffix(&text)
}

/// Whether the text ends like a file name: `.xiangqi`, but not `C2.5`, nor `2.h2e2`, the second round.
fn has_suffix(text: &str) -> bool {
    let Some((name, suffix)) = text.rsplit_once('.') else {
        return false;
    };
    let last = name.split_whitespace().next_back().unwrap_or_default();
    let is_number = !last.is_empty() && last.chars().all(is_digit);
    let is_numbered_move = is_number && suffix.contains(is_digit);
    let begins_so = suffix.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = suffix.chars().all(|c| c.is_ascii_alphanumeric());
    begins_so && is_word && !is_numbered_move
}

/// Plays moves one by one until they end or the game does, and judges the last position.
fn follow<T>(
    mut history: History,
    terms: &Terms,
    moves: impl Iterator<Item = T>,
    read: impl Fn(&History, T) -> Result<Move, CliError>,
) -> Result<LineRuling, CliError> {
    let mut ruling = adjudicate(&history, terms);
    for next in moves {
        // Moves after the end cannot be part of the game.
        if matches!(ruling, Ruling::Ended(_)) {
            break;
        }
        let mv = read(&history, next)?;
        if let Err(why) = history.play(mv) {
            let error = NotationError::Illegal { mv, why };
            return Err(refused_after(&history, &mv.to_string(), &error));
        }
        ruling = adjudicate(&history, terms);
    }
    Ok(LineRuling::of(&history, &ruling, terms.rulebook))
}

fn read_move(history: &History, text: &str) -> Result<Move, CliError> {
    notation::read_any(history.position(), text)
        .map_err(|error| refused_after(history, text, &error))
}

fn refused_after(history: &History, text: &str, error: &NotationError) -> CliError {
    let ply = history.plies().len() + 1;
    refused(history.position(), ply, text, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_from_a_move() {
        let files = "game.xiangqi 1.xiangqi a/h2e2 ./h2e2 Cargo.toml src";
        for text in files.split(' ').chain(["my game.json"]) {
            assert!(is_file(&text.into()), "{text}");
        }
        let moves = "h2e2 H2-E2 C2=5 C2.5 33.4 3+.4 P.+1 炮二平五 1. 1.炮二平五 1.h2e2";
        for text in moves
            .split(' ')
            .chain(["", "1. h2e2 h9g7", "1.h2e2 h9g7 2.h0g2"])
        {
            assert!(!is_file(&text.into()), "{text}");
        }
    }
}
