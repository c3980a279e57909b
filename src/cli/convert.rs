//! `chuhe convert`: converts games from one format to another, puts them together and takes them apart.

use super::error::CliError;
use super::output::{complain, is_stream, quoted_path, write};
use super::{finish, is_whole, misuse, open, place, report, take};
use crate::record::format::{self, Charset, Target};
use crate::record::notation::Notation;
use crate::record::{FileList, GamesWriter, Record, is_text};
use crate::words;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use std::borrow::Cow;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Suffixes of the formats that are written. Forums and dpxq.com share the last one's text without a suffix of its own.
const SUFFIXES: [&str; 7] = ["xiangqi", "pgn", "xqf", "cbr", "cbl", "ubb", "txt"];

/// Usage line written by hand, since clap cannot tell that the last of two files is the one to write.
const USAGE: &str = "\
chuhe convert [OPTIONS] <IN> <OUT>
       chuhe convert [OPTIONS] --output <OUT> <IN>...
       chuhe convert [OPTIONS] --to <FORMAT> <IN>";

const EXAMPLES: &str = "\
Without OUT the games go to standard output, in the format that --to names.

Examples:
  chuhe convert game.xqf game.pgn
  chuhe convert -o all.pgn *.xqf
  chuhe convert -o all.pgn folder
  chuhe convert --append -o all.pgn game.xqf
  chuhe convert --split --to xqf -o folder all.pgn
  chuhe convert --encoding gb18030 game.xiangqi game.pgn
  curl -s https://example.org/game.pgn | chuhe convert --to xiangqi -";

#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES)]
pub(super) struct Convert {
    /// The files to read, in any format, - for standard input; without --output, the second is the file to write.
    #[arg(value_name = "IN", required = true)]
    files: Vec<PathBuf>,
    /// The file to write, - for standard output; its suffix names the format: xiangqi, pgn, xqf, cbr,
    /// cbl, ubb or txt.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format, where no suffix names it.
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(SUFFIXES))]
    to: Option<String>,
    /// How PGN writes moves.
    #[arg(long, value_enum, default_value_t = Moves::Iccs)]
    notation: Moves,
    /// The character set of pgn, ubb and txt; for older Windows programs gb18030 in mainland China and big5 in Taiwan
    /// and Hong Kong, with their line ends.
    #[arg(long, default_value = Charset::Utf8.word(), value_parser = PossibleValuesParser::new(Charset::ALL.map(Charset::word)))]
    encoding: String,
    /// Only this game of the file, from 1; only PGN and CBL can hold several.
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
    /// Add the games to the end of OUT, a PGN file, in its character set; the rest of it stays as it is.
    #[arg(long, conflicts_with_all = ["split", "encoding"])]
    append: bool,
    /// Write each game to a file of its own in the folder OUT, in the format that --to names.
    #[arg(long, requires = "to")]
    split: bool,
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
    /// P2-5, M8.7
    Vietnamese,
}

impl Moves {
    const fn notation(self) -> Notation {
        match self {
            Self::Iccs => Notation::Iccs,
            Self::Wxf => Notation::Wxf,
            Self::Chinese => Notation::ChineseSimplified,
            Self::Traditional => Notation::ChineseTraditional,
            Self::Vietnamese => Notation::Vietnamese,
        }
    }
}

/// A file to be read.
struct Input {
    path: PathBuf,
    /// Whether it was found in a folder, where a text need not be a game.
    is_found: bool,
}

/// Files to read, and the place to write.
struct Plan<'a> {
    inputs: Vec<Input>,
    /// Whether folders are too deep to be searched as a whole.
    is_cut: bool,
    output: Cow<'a, Path>,
    target: Target,
    charset: Charset,
}

/// The files that are named, or found in folders, and whether some folder is too deep to be searched as a whole. A
/// folder without any game stands for itself, so that it is told.
fn found(named: &[PathBuf]) -> (Vec<Input>, bool) {
    let (mut inputs, mut is_cut) = (Vec::new(), false);
    for path in named {
        let found = (!is_stream(path) && path.is_dir())
            .then(|| FileList::all_of(std::slice::from_ref(path)))
            .filter(|list| list.count() > 0);
        let is_found = found.is_some();
        let paths = match found {
            Some(list) => {
                is_cut |= list.is_cut();
                list.into_paths().collect()
            }
            None => vec![path.clone()],
        };
        inputs.extend(paths.into_iter().map(|path| Input { path, is_found }));
    }
    (inputs, is_cut)
}

impl Convert {
    pub(super) fn run(&self) -> ExitCode {
        let plan = match self.plan() {
            Ok(plan) => plan,
            Err(what) => return misuse("convert", ErrorKind::ValueValidation, &what),
        };
        finish(&plan.output, self.convert(&plan))
    }

    /// The combined meaning of the arguments, or why they do not fit together.
    fn plan(&self) -> Result<Plan<'_>, Cow<'static, str>> {
        let (inputs, output) = match (&self.output, &self.files[..]) {
            (Some(output), inputs) => (inputs, Cow::Borrowed(output.as_path())),
            (None, [_, output]) => (&self.files[..1], Cow::Borrowed(output.as_path())),
            (None, inputs @ [_]) if self.to.is_some() && !self.append && !self.split => {
                (inputs, Cow::Owned(PathBuf::from("-")))
            }
            (None, [_]) => return Err("OUT is missing".into()),
            (None, _) => return Err("several input files need --output".into()),
        };
        let target = self.target(&output)?;
        let (inputs, is_cut) = found(inputs);
        let is_several = target.holds_several() || self.split;
        let charset = Charset::from_word(&self.encoding).unwrap_or_default();
        if inputs.len() > 1 && self.game.is_some() {
            return Err("--game is for one file".into());
        }
        if inputs.len() > 1 && !is_several {
            return Err(
                "only .pgn and .cbl hold several games; use one of them, or --split".into(),
            );
        }
        if self.split && is_stream(&output) {
            return Err("--split needs a folder for OUT".into());
        }
        if self.append && !matches!(target, Target::Pgn(_)) {
            return Err("games can only be added to .pgn".into());
        }
        if charset != Charset::Utf8 && !target.has_charset() {
            return Err("--encoding is for .pgn, .ubb and .txt".into());
        }
        if inputs
            .iter()
            .any(|input| is_same_file(&input.path, &output))
        {
            return Err("OUT is a file to be read; it would be lost".into());
        }
        Ok(Plan {
            inputs,
            is_cut,
            output,
            target,
            charset,
        })
    }

    /// Output format, by the suffix of the output file or by name.
    fn target(&self, output: &Path) -> Result<Target, Cow<'static, str>> {
        let suffix = output.extension().and_then(|suffix| suffix.to_str());
        let suffix = suffix.filter(|_| !self.split);
        let known = suffix.and_then(Target::for_suffix);
        let target = match (self.to.as_deref().and_then(Target::for_suffix), known) {
            // A file that is to be read, named last by mistake.
            (Some(named), Some(known)) if named != known => {
                return Err("--to and the suffix of OUT name different formats".into());
            }
            (Some(target), _) | (None, Some(target)) => target,
            (None, None) if is_stream(output) => {
                return Err("standard output needs --to".into());
            }
            (None, None) => {
                let suffixes = SUFFIXES.map(|suffix| format!(".{suffix}")).join(", ");
                return Err(format!("OUT must end in one of {suffixes}").into());
            }
        };
        Ok(match target {
            Target::Pgn(_) => Target::Pgn(self.notation.notation()),
            target => target,
        })
    }

    /// Writes the games; returns whether all of them were converted.
    fn convert(&self, plan: &Plan<'_>) -> Result<bool, CliError> {
        let mut writer = Writer {
            plan,
            split: self.to.as_deref().filter(|_| self.split),
            games: GamesWriter::new(plan.target),
            other: Vec::new(),
            count: 0,
        };
        if self.split {
            fs::create_dir_all(&plan.output).map_err(CliError::writing(&plan.output))?;
        }
        if plan.is_cut {
            complain("some folders are too deep; what is in them was not read");
        }
        let mut is_whole = !plan.is_cut;
        for Input { path, is_found } in &plan.inputs {
            match self.convert_file(path, &mut writer) {
                Ok(is_all) => is_whole &= is_all,
                Err(why) if plan.inputs.len() == 1 => return Err(CliError::of(path)(why)),
                Err(why) => {
                    complain(&format!("{}: {why}", quoted_path(path)));
                    let is_no_game = matches!(why, CliError::Read(_));
                    is_whole &= is_no_game && *is_found && is_text(path);
                }
            }
        }
        if writer.count == 0 {
            return Err(CliError::NoGame);
        }
        writer.finish(self.append)?;
        Ok(is_whole)
    }

    /// Hands the games of a file to the writer; returns whether nothing of them is missing.
    fn convert_file(&self, input: &Path, writer: &mut Writer<'_>) -> Result<bool, CliError> {
        let mut games = open(input)?;
        let mut is_all = is_whole(games.warnings());
        let chosen = self.chosen(games.count())?;
        let is_alone = chosen.len() == 1;
        if !is_alone && !self.split && !writer.plan.target.holds_several() {
            return Err(CliError::SeveralGames(chosen.len()));
        }
        for index in chosen {
            let place = place(input, index + 1);
            match take(&mut games, index) {
                Ok((record, warnings)) => {
                    report(&place, &warnings);
                    is_all &= is_whole(&warnings);
                    writer.write(&record)?;
                }
                Err(why) if is_alone => return Err(why),
                Err(why) => {
                    complain(&format!("{place}: {why}"));
                    is_all = false;
                }
            }
        }
        Ok(is_all)
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
}

/// The games on their way to the output.
struct Writer<'a> {
    plan: &'a Plan<'a>,
    /// The suffix of the files that each get one game.
    split: Option<&'a str>,
    /// All games, in a format that holds several.
    games: GamesWriter,
    /// The only game, in another format.
    other: Vec<u8>,
    count: usize,
}

impl Writer<'_> {
    /// Writes a game, or keeps it for the end. Reports the parts of it that the format cannot hold.
    fn write(&mut self, record: &Record) -> Result<(), CliError> {
        let &Plan {
            target, charset, ..
        } = self.plan;
        self.count += 1;
        let output = if let Some(suffix) = self.split {
            let title = words::numbered_title(self.count, &record.tags);
            Cow::Owned(self.plan.output.join(format!("{title}.{suffix}")))
        } else {
            Cow::Borrowed(&*self.plan.output)
        };
        for loss in format::losses_in(record, target, charset) {
            complain(&format!("{}: {}", quoted_path(&output), words::loss(&loss)));
        }
        if self.split.is_none() && target.holds_several() {
            self.games.push(record);
            return Ok(());
        }
        let bytes = format::write_in(record, target, charset)
            .map_err(|why| CliError::of(&output)(why.into()))?;
        if self.split.is_none() {
            self.other = bytes;
        } else if output.symlink_metadata().is_ok() {
            return Err(CliError::of(&output)(CliError::Exists));
        } else {
            write(&output, &bytes)?;
        }
        Ok(())
    }

    /// Writes what was kept for the end.
    fn finish(self, is_added: bool) -> Result<(), CliError> {
        let output = &self.plan.output;
        let failed = |why: CliError| CliError::of(output)(why);
        if self.split.is_some() {
            return Ok(());
        }
        let bytes = if is_added && !is_stream(output) {
            let file = match format::read_file(output) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                file => file.map_err(|error| failed(CliError::Reading(error)))?,
            };
            let added = self.games.added_to(file);
            added.map_err(|why| failed(why.into()))?
        } else if self.games.count() > 0 {
            let bytes = self.games.to_bytes(self.plan.charset);
            bytes.map_err(|why| failed(why.into()))?
        } else {
            self.other
        };
        write(output, &bytes)
    }
}

/// Whether two names refer to the same file; what goes through an open stream replaces none.
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| {
        let about = fs::metadata(path).ok().filter(|_| !is_stream(path))?;
        Some((about.dev(), about.ino()))
    };
    place(one).is_some_and(|known| place(other) == Some(known))
}
