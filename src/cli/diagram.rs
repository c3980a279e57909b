//! `chuhe diagram`: draws a position as a picture.

use super::error::CliError;
use super::look::Looks;
use super::output::{is_stream, write};
use super::{Picked, bottom, finish, misuse, pick};
use crate::paint::{self, PictureFormat, Theme};
use crate::record::format::ReadError;
use crate::rules::Setup;
use crate::scene::Scene;
use clap::Args;
use clap::error::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Diagram {
    /// The game file, in any format, - for standard input.
    #[arg(value_name = "FILE", required_unless_present = "fen")]
    file: Option<PathBuf>,
    /// Which game of the file, from 1.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        conflicts_with = "fen"
    )]
    game: usize,
    /// The position after this many plies; the final position by default.
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen")]
    ply: Option<usize>,
    /// A position instead of a file.
    #[arg(long, conflicts_with = "file")]
    fen: Option<String>,
    /// The picture to write, - for standard output; its suffix names the format: svg, pdf or png.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The format, where no suffix names it.
    #[arg(long, value_name = "FORMAT", value_parser = ["svg", "pdf", "png"])]
    to: Option<String>,
    /// With Black at the bottom.
    #[arg(long)]
    flip: bool,
    /// Black lines on white, to be printed, instead of a board.
    #[arg(long, conflicts_with = "board")]
    paper: bool,
    #[command(flatten)]
    looks: Looks,
    /// The width of the picture: pixels, or points in a PDF.
    #[arg(long, value_name = "PX", default_value_t = 640, value_parser = clap::value_parser!(u32).range(40..=8192))]
    size: u32,
}

impl Diagram {
    pub(super) fn run(&self) -> ExitCode {
        let suffix = self.output.extension().and_then(|suffix| suffix.to_str());
        let suffix = self.to.as_deref().or(suffix);
        let Some(sheet) = suffix.and_then(PictureFormat::for_suffix) else {
            let what = if is_stream(&self.output) {
                "standard output needs --to svg, pdf or png"
            } else {
                "OUT must end in .svg, .pdf or .png"
            };
            return misuse("diagram", ErrorKind::ValueValidation, what);
        };
        finish(&self.output, self.draw(sheet))
    }

    /// Draws the picture; returns whether nothing of the game is missing.
    fn draw(&self, sheet: PictureFormat) -> Result<bool, CliError> {
        let (scene, is_whole) = match (&self.fen, &self.file) {
            (Some(fen), _) => (self.of_fen(fen)?, true),
            (None, Some(file)) => self.of_file(file).map_err(CliError::of(file))?,
            (None, None) => return Err(CliError::NoInput),
        };
        let failed = CliError::writing(&self.output);
        let theme = if self.paper {
            Theme::printed(self.looks.look())
        } else {
            Theme::new(self.looks.look(), false)
        };
        let bytes = paint::diagram(&scene, self.size, &theme, sheet).map_err(failed)?;
        write(&self.output, &bytes)?;
        Ok(is_whole)
    }

    fn of_fen(&self, fen: &str) -> Result<Scene, CliError> {
        let setup = Setup::from_fen(fen).map_err(|why| CliError::Fen(ReadError::Fen(why)))?;
        let position = setup.position_unchecked();
        Ok(Scene::of_position(&position, None, bottom(self.flip)))
    }

    fn of_file(&self, file: &Path) -> Result<(Scene, bool), CliError> {
        let Picked { record, is_whole } = pick(file, self.game)?;
        let plies = record.main_line().count();
        let ply = self.ply.unwrap_or(plies);
        if ply > plies {
            return Err(CliError::NoSuchPly { ply, plies });
        }
        let root = std::iter::once(record.root());
        let mut line = root.chain(record.main_line());
        let node = record.node(line.nth(ply).expect("a ply of the line"));
        let last = node.played().map(|played| played.mv);
        let outcome = record.outcome.filter(|_| ply == plies);
        let plates = self.looks.plates(&record.tags, outcome);
        let mut scene = Scene {
            plates: plates.map(Box::new),
            ..Scene::of_position(node.position(), last, bottom(self.flip))
        };
        scene.add_drawings(&node.notes().drawings);
        Ok((scene, is_whole))
    }
}
