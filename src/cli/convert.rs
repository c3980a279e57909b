//! `chuhe convert`: games from one format to another.

use super::{complain, load, misuse};
use crate::record::Record;
use crate::record::format::{self, Loaded, Target, pgn};
use crate::record::notation::Notation;
use crate::words;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The file to read, in any format.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; its suffix names the format: xiangqi, pgn, xqf, ubb or txt.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// How PGN writes moves.
    #[arg(long, value_enum, default_value_t = Moves::Iccs)]
    notation: Moves,
    /// Only this game of the file, from 1; only PGN can hold several.
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
            let what = "OUT must end in .xiangqi, .pgn, .xqf, .ubb or .txt";
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
                complain(&why);
                ExitCode::FAILURE
            }
        }
    }

    /// The format that the name of the file to write asks for.
    fn target(&self) -> Option<Target> {
        let suffix = self.output.extension()?.to_str()?;
        // Forums and dpxq.com pass such text on without a suffix of its own.
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

    /// Writes the games, and says whether they are all there.
    fn convert(&self, target: Target) -> Result<bool, String> {
        let input = self.input.display();
        let loaded = load(&self.input).map_err(|why| format!("{input}: {why}"))?;
        let records = self.chosen(&loaded.records)?;
        let is_whole = self.tell_warnings(&loaded);
        let bytes = match (records, target) {
            ([record], _) => format::write(record, target),
            (records, Target::Pgn(notation)) => pgn::write_all(records, notation).into_bytes(),
            (records, _) => {
                let count = records.len();
                return Err(format!(
                    "{input}: there are {count} games; choose one with --game, or write .pgn"
                ));
            }
        };
        for record in records {
            for loss in format::losses(record, target) {
                complain(&format!(
                    "{}: {}",
                    self.output.display(),
                    words::loss(&loss)
                ));
            }
        }
        let failed = |error| format!("{}: {}", self.output.display(), words::io_error(&error));
        fs::write(&self.output, bytes).map_err(failed)?;
        Ok(is_whole)
    }

    /// The games to write.
    fn chosen<'a>(&self, records: &'a [Record]) -> Result<&'a [Record], String> {
        let Some(number) = self.game else {
            return Ok(records);
        };
        let record = number.checked_sub(1).and_then(|index| records.get(index));
        let count = records.len();
        record.map(std::slice::from_ref).ok_or_else(|| {
            format!(
                "{}: there is no game {number} among {count}",
                self.input.display()
            )
        })
    }

    /// Says what could not be taken as it stood in the games that are written, and whether nothing is missing.
    fn tell_warnings(&self, loaded: &Loaded) -> bool {
        let concerns = |game: usize| self.game.is_none_or(|number| number == game + 1);
        let mut is_whole = true;
        for warning in loaded
            .warnings
            .iter()
            .filter(|warning| concerns(warning.game))
        {
            is_whole &= !warning.what.is_loss();
            let game = warning.game + 1;
            let what = words::caution(&warning.what);
            complain(&format!("{}, game {game}: {what}", self.input.display()));
        }
        is_whole
    }
}

/// Whether two names mean one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| {
        fs::metadata(path)
            .map(|about| (about.dev(), about.ino()))
            .ok()
    };
    place(one).is_some_and(|known| place(other) == Some(known))
}
