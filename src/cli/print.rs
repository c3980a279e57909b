//! `chuhe print`: writes the score sheet of a game as a PDF.

use super::error::CliError;
use super::look::Signs;
use super::output::write;
use super::{Picked, bottom, finish, is_named, misuse, pick};
use crate::record::notation::{MoveStyle, MoveText, Script};
use crate::score_sheet::{Diagrams, Paper, PrintOptions, ScoreSheet, pdf};
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Size {
    A4,
    Letter,
}

impl Size {
    pub(super) const fn paper(self) -> Paper {
        match self {
            Self::A4 => Paper::A4,
            Self::Letter => Paper::LETTER,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Print {
    /// The game file, in any format, - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    game: usize,
    /// The PDF to write, - for standard output.
    #[arg(short, long, value_name = "OUT.pdf")]
    output: PathBuf,
    /// Diagrams after every so many rounds and of the last position; `last` is that one alone, `none` is none.
    #[arg(long, value_name = "ROUNDS|last|none", default_value = "10", value_parser = diagrams)]
    diagrams: Diagrams,
    /// How moves are written.
    #[arg(long, default_value = MoveText::Both.word(), value_parser = PossibleValuesParser::new(MoveText::ALL.map(MoveText::word)))]
    notation: String,
    /// The characters of moves in Chinese.
    #[arg(long, default_value = Script::Traditional.word(), value_parser = PossibleValuesParser::new(Script::ALL.map(Script::word)))]
    script: String,
    /// The size of the pages.
    #[arg(long, value_enum, default_value = "a4")]
    paper: Size,
    /// Diagrams with Black at the bottom.
    #[arg(long)]
    flip: bool,
    #[command(flatten)]
    signs: Signs,
}

fn diagrams(text: &str) -> Result<Diagrams, &'static str> {
    Diagrams::from_word(text).ok_or("expected a number of rounds, `last` or `none`")
}

impl Print {
    pub(super) fn run(&self) -> ExitCode {
        if !is_named(&self.output, "pdf") {
            return misuse("print", ErrorKind::ValueValidation, "OUT must end in .pdf");
        }
        finish(&self.output, self.write())
    }

    /// Writes the pages; returns whether nothing of the game is missing.
    fn write(&self) -> Result<bool, CliError> {
        let picked = pick(&self.file, self.game).map_err(CliError::of(&self.file))?;
        let Picked { record, is_whole } = picked;
        let choice = PrintOptions {
            style: MoveStyle {
                text: MoveText::from_word(&self.notation).unwrap_or_default(),
                script: Script::from_word(&self.script).unwrap_or_default(),
                ..MoveStyle::default()
            },
            diagrams: self.diagrams,
            bottom: bottom(self.flip),
            look: self.signs.look(),
        };
        let last = record.main_line().last().unwrap_or(record.root());
        let sheet = ScoreSheet::new(&record, last, &choice);
        let bytes = pdf(&sheet, self.paper.paper());
        let bytes = bytes.map_err(CliError::writing(&self.output))?;
        write(&self.output, &bytes)?;
        Ok(is_whole)
    }
}
