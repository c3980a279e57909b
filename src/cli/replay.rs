//! `chuhe replay`: writes a game as an animated picture.

use super::error::CliError;
use super::look::Looks;
use super::output::is_standard;
use super::{Picked, bottom, finish, is_named, misuse, pick};
use crate::files;
use crate::paint;
use clap::Args;
use clap::error::ErrorKind;
use std::io::{self, BufWriter};
use std::ops::ControlFlow::Continue;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// The game file, in any format, - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    game: usize,
    /// The moving picture to write, an animated GIF, - for standard output.
    #[arg(short, long, value_name = "OUT.gif")]
    output: PathBuf,
    /// How long each position is shown, from 0.1 to 60 seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// The width of the picture in pixels.
    #[arg(long, value_name = "PX", default_value_t = 540, value_parser = width())]
    size: u16,
    /// With Black at the bottom.
    #[arg(long)]
    flip: bool,
    #[command(flatten)]
    looks: Looks,
}

fn width() -> clap::builder::RangedI64ValueParser<u16> {
    let (least, most) = paint::Replay::WIDTHS.into_inner();
    clap::value_parser!(u16).range(i64::from(least)..=i64::from(most))
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| (0.1..=60.0).contains(seconds));
    seconds.ok_or("expected a number from 0.1 to 60")
}

impl ReplayArgs {
    pub(super) fn run(&self) -> ExitCode {
        if !is_named(&self.output, "gif") {
            return misuse("replay", ErrorKind::ValueValidation, "OUT must end in .gif");
        }
        finish(&self.output, self.write())
    }

    /// Writes the picture; returns whether nothing of the game is missing.
    fn write(&self) -> Result<bool, CliError> {
        let picked = pick(&self.file, self.game).map_err(CliError::of(&self.file))?;
        let Picked { record, is_whole } = picked;
        let last = record.main_line().last().unwrap_or(record.root());
        let game = record.history(last);
        let replay = paint::Replay {
            width: self.size,
            hold: (self.seconds * 100.0).round() as u16,
            bottom: bottom(self.flip),
            look: self.looks.look(),
            plates: self.looks.plates(&record.tags, record.outcome),
        };
        let written = if is_standard(&self.output) {
            replay.write(&game, BufWriter::new(io::stdout()), |_| Continue(()))
        } else {
            files::write_with(&self.output, |file| {
                replay.write(&game, BufWriter::new(file), |_| Continue(()))
            })
        };
        written.map_err(CliError::writing(&self.output))?;
        Ok(is_whole)
    }
}
