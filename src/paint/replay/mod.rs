//! Animated GIFs of a game, which open in every program and messenger.
//!
//! One palette serves all frames, and equal pixels get equal colors, so that nothing flickers; a frame holds only the
//! changes since the previous one. Frames are made and written one by one: a game of any length needs the memory of
//! two.

mod choice;
mod frame_canvas;
mod palette;

pub use choice::ReplayChoice;

use super::Theme;
use crate::rules::{History, Side};
use crate::scene::{Look, Plates, Scene};
use frame_canvas::FrameCanvas;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use palette::{CLEAR, Palette};
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Additional time for the last position, in hundredths of a second.
const REST: u16 = 300;

/// Options of an animated picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Width in pixels.
    pub width: u16,
    /// Time for each position, in hundredths of a second.
    pub hold: u16,
    /// Side whose home rank is at the bottom.
    pub bottom: Side,
    /// Appearance of board and pieces.
    pub look: Look,
    /// Name plates, if any; the results are shown with the last position.
    pub plates: Option<Plates>,
}

impl Replay {
    /// Supported widths; a wider file no longer fits into a message.
    pub const WIDTHS: std::ops::RangeInclusive<u16> = 120..=1440;

    /// Duration of a whole game, in hundredths of a second.
    pub fn length(&self, plies: usize) -> u64 {
        u64::from(self.hold) * (plies as u64 + 1) + u64::from(REST)
    }

    fn scene(&self, game: &History, ply: usize) -> Scene {
        let last = ply.checked_sub(1).map(|index| game.plies()[index].mv);
        Scene::of_position(&game.positions()[ply], last, self.bottom)
    }

    /// Writes a game as an animated picture: the start and every ply, in a loop. `watch` is called before each position
    /// with the number of positions done, and may cancel the work.
    ///
    /// # Errors
    ///
    /// Returns any error of the writer or Cairo; [`io::ErrorKind::Interrupted`] if `watch` has canceled.
    pub fn write(
        &self,
        game: &History,
        to: impl Write,
        mut watch: impl FnMut(usize) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let theme = Theme::new(self.look, false);
        let mut stage = FrameCanvas::new(self, &theme).map_err(io::Error::other)?;
        let size = stage.size();
        let mut palette = Palette::of(&mut stage).map_err(io::Error::other)?;
        let mut film = Encoder::new(to, size.0, size.1, &palette.bytes()).map_err(failed)?;
        film.set_repeat(Repeat::Infinite).map_err(failed)?;
        let mut before = Vec::new();
        for ply in 0..game.positions().len() {
            if watch(ply).is_break() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let scene = self.scene(game, ply);
            if ply == game.plies().len() {
                stage.end().map_err(io::Error::other)?;
            }
            let now = stage.show(&scene).map_err(io::Error::other)?;
            let mut frame = change(&before, &now, size.0, &mut palette);
            frame.delay = self.hold;
            if ply == game.plies().len() {
                frame.delay = self.hold.saturating_add(REST);
            }
            film.write_frame(&frame).map_err(failed)?;
            before = now;
        }
        film.into_inner().map_err(failed)?.flush()
    }
}

fn failed(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Frame that turns one picture into the next: the smallest rectangle, transparent where nothing changed.
fn change(before: &[u32], now: &[u32], width: u16, palette: &mut Palette) -> Frame<'static> {
    let width = usize::from(width);
    let same = |at: usize| before.get(at) == Some(&now[at]);
    let changed = || (0..now.len()).filter(|at| !same(*at));
    // A repeated position changes nothing, but a frame has at least one pixel.
    let (first, last) = (
        changed().next().unwrap_or(0),
        changed().next_back().unwrap_or(0),
    );
    let (top, bottom) = (first / width, last / width);
    let columns = changed().map(|at| at % width);
    let (left, right) = columns.fold((width - 1, 0), |(least, most), column| {
        (least.min(column), most.max(column))
    });
    let (left, right) = (left.min(right), right.max(left.min(right)));
    let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for row in top..=bottom {
        for column in left..=right {
            let at = row * width + column;
            let index = if same(at) {
                CLEAR
            } else {
                palette.index(now[at])
            };
            buffer.push(index);
        }
    }
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        dispose: DisposalMethod::Keep,
        transparent: Some(CLEAR),
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}
