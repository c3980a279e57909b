//! A picture of a whole match: the players and the score, and below them each game with its last position.

use super::diagram::{inset, written};
use super::text::{self, BASELINE};
use super::{Color, PictureFormat, Theme};
use crate::scene::{Keepsake, KeepsakeGame, Layout};
use cairo::{Context, Error, Format, ImageSurface, PdfSurface};
use pangocairo::pango::Weight;
use std::io;

/// Width of the picture, its margin, and the space between two games, in units.
const WIDTH: f64 = 960.0;
const MARGIN: f64 = 48.0;
const GAP: f64 = 28.0;
/// Widest board, for a match of a single game.
const WIDEST: f64 = 420.0;
/// Ems of the score, of a name, of a line below them, and of the two lines below a game.
const SCORE_EM: f64 = 56.0;
const NAME_EM: f64 = 34.0;
const ABOUT_EM: f64 = 20.0;
const TITLE_EM: f64 = 17.0;
const RESULT_EM: f64 = 15.0;
/// Height of a line, in ems.
const LINE: f64 = 1.5;
const PAPER: Color = Color::hex(0xfaf6ee);
const INK: Color = Color::hex(0x2a2119);
const PALE_INK: Color = Color::hex(0x6a5c4d);

/// Places of the games: in how many columns, how wide each, and how high with the lines below it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    columns: usize,
    width: f64,
    height: f64,
}

impl Grid {
    fn of(games: usize) -> Self {
        let columns = match games {
            0 | 1 => 1,
            2 | 4 => 2,
            3 | 5..=12 => 3,
            13..=24 => 4,
            _ => 6,
        };
        let gaps = GAP * (columns - 1) as f64;
        let width = ((WIDTH - 2.0 * MARGIN - gaps) / columns as f64).min(WIDEST);
        let height = width * Layout::ASPECT + (TITLE_EM + RESULT_EM) * LINE;
        Self {
            columns,
            width,
            height,
        }
    }

    /// Left edge of a column in a row of so many games, which stand in the middle.
    fn left(self, column: usize, games: usize) -> f64 {
        let all = games as f64 * (self.width + GAP) - GAP;
        (WIDTH - all) / 2.0 + column as f64 * (self.width + GAP)
    }
}

/// A picture being drawn.
struct Drawing<'a> {
    content: &'a Keepsake,
    theme: &'a Theme,
}

/// Renders a match to the bytes of a file; SVG is written as PNG.
///
/// # Errors
///
/// Returns any Cairo error: the picture is too large, or memory ran out.
pub fn keepsake(content: &Keepsake, theme: &Theme, format: PictureFormat) -> io::Result<Vec<u8>> {
    Drawing { content, theme }.render(format)
}

impl Drawing<'_> {
    fn head(&self) -> f64 {
        MARGIN + SCORE_EM * LINE + self.content.about.len() as f64 * ABOUT_EM * LINE + GAP
    }

    fn height(&self) -> f64 {
        let grid = Grid::of(self.content.games.len());
        let rows = self.content.games.len().div_ceil(grid.columns) as f64;
        (self.head() + rows * (grid.height + GAP) - GAP + MARGIN).round()
    }

    fn render(&self, format: PictureFormat) -> io::Result<Vec<u8>> {
        let height = self.height();
        if format == PictureFormat::Pdf {
            let surface = PdfSurface::for_stream(WIDTH, height, Vec::new());
            let surface = surface.map_err(io::Error::other)?;
            let cr = Context::new(&surface).map_err(io::Error::other)?;
            self.draw(&cr).map_err(io::Error::other)?;
            return written(&surface);
        }
        // Twice as fine as the unit, for a screen that is.
        let scale = 2.0;
        let size = (WIDTH * scale) as i32;
        let surface = ImageSurface::create(Format::Rgb24, size, (height * scale) as i32);
        let surface = surface.map_err(io::Error::other)?;
        let cr = Context::new(&surface).map_err(io::Error::other)?;
        cr.scale(scale, scale);
        self.draw(&cr).map_err(io::Error::other)?;
        let mut png = Vec::new();
        surface.write_to_png(&mut png).map_err(io::Error::other)?;
        Ok(png)
    }

    fn draw(&self, cr: &Context) -> Result<(), Error> {
        PAPER.set(cr);
        cr.paint()?;
        self.draw_head(cr);
        let grid = Grid::of(self.content.games.len());
        for (number, game) in self.content.games.iter().enumerate() {
            let top = self.head() + (number / grid.columns) as f64 * (grid.height + GAP);
            let before = number - number % grid.columns;
            let in_row = (self.content.games.len() - before).min(grid.columns);
            let left = grid.left(number - before, in_row);
            draw_game(cr, game, (left, top), grid.width, self.theme)?;
        }
        cr.status()
    }

    /// Draws the score in the middle, a name on either side, and the lines below.
    fn draw_head(&self, cr: &Context) {
        INK.set(cr);
        let baseline = MARGIN + SCORE_EM * (LINE / 2.0 + BASELINE);
        let score = text::line(cr, &self.content.score, SCORE_EM, Weight::Bold);
        let half = text::width(&score) / 2.0;
        text::show(cr, &score, WIDTH / 2.0 - half, baseline);
        let room = WIDTH / 2.0 - half - MARGIN - GAP;
        let [left, right] = self.content.names.each_ref().map(|name| {
            let name = text::line(cr, name, NAME_EM, Weight::Semibold);
            if text::width(&name) > room {
                text::shorten(&name, room);
            }
            name
        });
        let start = WIDTH / 2.0 - half - GAP - text::width(&left).min(room);
        text::show(cr, &left, start, baseline);
        text::show(cr, &right, WIDTH / 2.0 + half + GAP, baseline);
        PALE_INK.set(cr);
        let mut middle = MARGIN + SCORE_EM * LINE + ABOUT_EM * LINE / 2.0;
        for about in &self.content.about {
            let line = text::line(cr, about, ABOUT_EM, Weight::Normal);
            let room = WIDTH - 2.0 * MARGIN;
            if text::width(&line) > room {
                text::shorten(&line, room);
            }
            let start = (WIDTH - text::width(&line).min(room)) / 2.0;
            text::show(cr, &line, start, middle + BASELINE * ABOUT_EM);
            middle += ABOUT_EM * LINE;
        }
    }
}

/// Draws a game: its last position, and two lines below it.
fn draw_game(
    cr: &Context,
    game: &KeepsakeGame,
    (left, top): (f64, f64),
    width: f64,
    theme: &Theme,
) -> Result<(), Error> {
    if let Some(last) = &game.last {
        cr.save()?;
        cr.translate(left, top);
        inset(cr, last, width, theme)?;
        cr.restore()?;
    }
    let below = top + width * Layout::ASPECT;
    let baseline = below + TITLE_EM * (LINE / 2.0 + BASELINE);
    INK.set(cr);
    let score = text::line(cr, &game.score, TITLE_EM, Weight::Bold);
    let start = left + width - text::width(&score);
    text::show(cr, &score, start, baseline);
    let title = text::line(cr, &game.title, TITLE_EM, Weight::Semibold);
    text::shorten(&title, (start - left - TITLE_EM).max(0.0));
    text::show(cr, &title, left, baseline);
    PALE_INK.set(cr);
    let reason = text::line(cr, &game.reason, RESULT_EM, Weight::Normal);
    text::shorten(&reason, width);
    let baseline = below + TITLE_EM * LINE + RESULT_EM * (LINE / 2.0 + BASELINE);
    text::show(cr, &reason, left, baseline);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Side};
    use crate::scene::{EdgeLabels, Look, Scene};

    fn theme() -> Theme {
        let look = Look::all(EdgeLabels::FileNumbers).next();
        Theme::new(look.expect("a look"), false)
    }

    fn match_of(games: usize) -> Keepsake {
        let last = Scene::of_position(&Position::start(), None, Side::Red);
        let game = |number| KeepsakeGame {
            last: (number % 3 < 2).then(|| last.clone()),
            title: format!("{number}. Hu – 吕钦"),
            score: "1–0".into(),
            reason: "Checkmate".into(),
        };
        Keepsake {
            names: ["Hu ".repeat(30), "吕钦".into()],
            score: "3½ – 1½".into(),
            about: vec!["5 games".into(), "x".repeat(200)],
            games: (1..=games).map(game).collect(),
        }
    }

    #[test]
    fn every_game_has_its_place_within_the_picture() {
        for games in 0..100 {
            let grid = Grid::of(games);
            let right = grid.left(grid.columns - 1, grid.columns) + grid.width;
            assert!(
                grid.left(0, grid.columns) >= MARGIN - 0.01 && right <= WIDTH - MARGIN + 0.01,
                "{games}"
            );
            let rows = games.div_ceil(grid.columns) as f64;
            let content = match_of(games);
            let theme = &theme();
            let picture = Drawing {
                content: &content,
                theme,
            };
            assert!(
                picture.head() + rows * grid.height < picture.height() + 0.5,
                "{games}"
            );
        }
    }

    #[test]
    fn letters_on_the_paper_are_legible() {
        for ink in [INK, PALE_INK] {
            assert!(ink.contrast(PAPER) >= 4.5);
        }
    }

    #[test]
    fn a_match_of_any_length_becomes_a_picture() {
        let theme = theme();
        for games in [0, 1, 5, 26] {
            let png = keepsake(&match_of(games), &theme, PictureFormat::Png).expect("a picture");
            assert!(png.starts_with(b"\x89PNG"));
        }
        let pdf = keepsake(&match_of(2), &theme, PictureFormat::Pdf).expect("a page");
        assert!(pdf.starts_with(b"%PDF"));
    }
}
