//! `chuhe convert`: converts games from one format to another.

use super::error::CliError;
use super::{complain, misuse, open, take};
use crate::files;
use crate::record::Record;
use crate::record::format::{self, FileWriter, Target, Warning};
use crate::record::notation::Notation;
use crate::words;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The file to read, in any format.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; its suffix names the format: xiangqi, pgn, xqf, cbr, cbl, ubb or
    /// txt.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// How PGN writes moves.
    #[arg(long, value_enum, default_value_t = Moves::Iccs)]
    notation: Moves,
    /// Only this game of the file, from 1; only PGN and CBL can hold several.
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// H2-E2
    Iccs,
    /// C2.5
    Wxf,
    /// 炮二平五, 马８进７
    Chinese,
    /// 炮二平五, 馬８進７
    Traditional,
}

impl Moves {
    const fn notation(self) -> Notation {
        match self {
            Self::Iccs => Notation::Iccs,
            Self::Wxf => Notation::Wxf,
            Self::Chinese => Notation::ChineseSimplified,
            Self::Traditional => Notation::ChineseTraditional,
        }
    }
}

impl Convert {
    pub(super) fn run(&self) -> ExitCode {
        let Some(target) = self.target() else {
            let what = "OUT must end in .xiangqi, .pgn, .xqf, .cbr, .cbl, .ubb or .txt";
            return misuse("convert", ErrorKind::ValueValidation, what);
        };
        if is_same_file(&self.input, &self.output) {
            let what = "OUT is the file to be read; it would be lost";
            return misuse("convert", ErrorKind::ValueValidation, what);
        }
        match self.convert(target) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(why) => {
                complain(&why.to_string());
                ExitCode::FAILURE
            }
        }
    }

    /// Output format, by the suffix of the output file.
    fn target(&self) -> Option<Target> {
        let suffix = self.output.extension()?.to_str()?;
        // Forums and dpxq.com share such text without a suffix of its own.
        let suffix = if suffix.eq_ignore_ascii_case("txt") {
            "ubb"
        } else {
            suffix
        };
        match Target::for_suffix(suffix)? {
            Target::Pgn(_) => Some(Target::Pgn(self.notation.notation())),
            target => Some(target),
        }
    }

    /// Writes the games; returns whether all of them were converted.
    fn convert(&self, target: Target) -> Result<bool, CliError> {
        let (input, of) = (self.input.display(), CliError::of(&self.input));
        let mut games = open(&self.input).map_err(&of)?;
        let chosen = self.chosen(games.count()).map_err(&of)?;
        if chosen.len() > 1 && !target.holds_several() {
            return Err(of(CliError::SeveralGames(chosen.len())));
        }
        let mut written = FileWriter::new(target);
        let mut is_whole = true;
        for index in chosen.clone() {
            let (record, warnings) = match take(&mut games, index) {
                Ok(read) => read,
                Err(why) if chosen.len() == 1 => return Err(of(why)),
                Err(why) => {
                    complain(&format!("{input}, game {}: {why}", index + 1));
                    is_whole = false;
                    continue;
                }
            };
            is_whole &= self.tell(index, &warnings);
            self.tell_losses(&record, target);
            written.add(&record);
        }
        if written.is_empty() {
            return Err(of(CliError::NoGame));
        }
        files::replace(&self.output, &written.finish()).map_err(CliError::writing(&self.output))?;
        Ok(is_whole)
    }

    /// Indices of the games to write.
    fn chosen(&self, count: usize) -> Result<Range<usize>, CliError> {
        let Some(number) = self.game else {
            return Ok(0..count);
        };
        let index = number.checked_sub(1).filter(|index| *index < count);
        let index = index.ok_or(CliError::NoSuchGame { number, count })?;
        Ok(index..index + 1)
    }

    /// Reports the warnings about a game; returns whether nothing is missing.
    fn tell(&self, index: usize, warnings: &[Warning]) -> bool {
        let place = format!("{}, game {}", self.input.display(), index + 1);
        for warning in warnings {
            complain(&format!("{place}: {}", words::caution(&warning.what)));
        }
        !warnings.iter().any(|warning| warning.what.is_loss())
    }

    /// Reports the parts of a game that the format cannot hold.
    fn tell_losses(&self, record: &Record, target: Target) {
        let output = self.output.display();
        for loss in format::losses(record, target) {
            complain(&format!("{output}: {}", words::loss(&loss)));
        }
    }
}

/// Whether two names refer to the same file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| {
        fs::metadata(path)
            .map(|about| (about.dev(), about.ino()))
            .ok()
    };
    place(one).is_some_and(|known| place(other) == Some(known))
}
