//! Diagrams as SVG, small enough to be sent around.
//!
//! Cairo alone writes every outline anew for each piece, and three times more for its light and shade. Here it draws
//! only what differs: each piece and each character is defined once and used wherever it stands. A cell has a thousand
//! units, so that whole numbers are precise enough.

use super::diagram::{band, written};
use super::glyphs::Carving;
use super::theme::{Color, Theme};
use super::{
    above_pieces, aids, around, below_pieces, captioned, frame, grid, opacity, piece_blank, pieces,
    plates,
};
use crate::rules::Side;
use crate::scene::{Layout, PieceFace, Plates, Scene};
use cairo::{Context, Error, SvgSurface};
use std::fmt::Write;
use std::io;

/// Units of a cell.
const CELL: f64 = 1000.0;

/// Renders a scene, `width` by `height` pixels large.
pub(super) fn picture(
    scene: &Scene,
    (width, height): (f64, f64),
    theme: &Theme,
) -> io::Result<Vec<u8>> {
    let cell = Layout::fit(width, height, CELL, scene.bottom).cell();
    let theme = &captioned(scene, theme);
    let mut page = Page {
        size: [width, height].map(|length| (length / cell * CELL).floor() + 1.0),
        pixel: 1.0 / cell,
        band: band(scene, width) / cell * CELL,
        theme,
        defined: String::new(),
        shown: String::new(),
        parts: 0,
        outlines: Vec::new(),
        faces: Vec::new(),
    };
    page.draw(scene).map_err(io::Error::other)?;
    let [right, bottom] = page.size;
    let Page { defined, shown, .. } = page;
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{width}px\" height=\"{height}px\" viewBox=\"0 0 {right} {bottom}\">\n\
         <defs>\n{defined}</defs>\n{shown}</svg>\n"
    );
    Ok(text.into_bytes())
}

/// A document being written.
struct Page<'a> {
    /// Width and height in units.
    size: [f64; 2],
    /// Size of a pixel in cells.
    pixel: f64,
    /// Height of each band for a name plate.
    band: f64,
    theme: &'a Theme,
    /// Elements that others refer to.
    defined: String,
    /// The picture, from bottom to top.
    shown: String,
    /// Number of parts drawn, which makes their identifiers unique.
    parts: usize,
    /// Outlines and faces defined so far; the index of each is in its identifier.
    outlines: Vec<&'static str>,
    faces: Vec<PieceFace>,
}

impl Page<'_> {
    fn draw(&mut self, scene: &Scene) -> Result<(), Error> {
        let theme = self.theme;
        let [width, height] = self.size;
        let layout = &Layout::fit(width, height, 1.0, scene.bottom);
        let ground = self.part(|cr| {
            frame::draw(cr, layout, theme)?;
            aids::tint(cr, layout, theme)?;
            grid::lines(cr, layout, theme)
        })?;
        self.shown += &ground;
        for carving in grid::carvings(layout, scene.turned, theme) {
            let carved = self.carved(&carving);
            self.shown += &carved;
        }
        for side in Side::ALL {
            let (disc, middle) = (side.index(), self.middle());
            let blank = self.part(|cr| piece_blank(cr, middle, CELL, side, 0.0, theme))?;
            self.defined += &format!("<g id=\"disc{disc}\">{blank}</g>\n");
        }
        let below = self.part(|cr| below_pieces(cr, layout, scene, theme))?;
        self.shown += &below;
        for placed in scene.pieces.iter().filter(|placed| placed.lift <= 0.0) {
            let face = self.face(PieceFace::at_table(placed.piece, scene.turned))?;
            let (x, y) = layout.spot_center(placed.at);
            let (right, down) = self.middle();
            let (x, y) = (short(x - right), short(y - down));
            let seen = match short(opacity(placed, scene)) {
                1.0 => String::new(),
                part => format!(" opacity=\"{part}\""),
            };
            self.shown.push_str(&format!(
                "<use xlink:href=\"#face{face}\" x=\"{x}\" y=\"{y}\"{seen}/>\n"
            ));
        }
        let above = self.part(|cr| above_pieces(cr, layout, scene, theme))?;
        self.shown += &above;
        match &scene.plates {
            Some(plates) => self.plates(layout, plates),
            None => Ok(()),
        }
    }

    /// Draws the name plates.
    fn plates(&mut self, layout: &Layout, plates: &Plates) -> Result<(), Error> {
        let theme = self.theme;
        let (right, down) = self.middle();
        for side in Side::ALL {
            let place = plates::PlateSpot::of(layout, self.band, side);
            let plate = self.part(|cr| place.draw(cr, side, plates, theme))?;
            let (x, y, cell) = place.general();
            let size = cell / CELL;
            let (x, y) = (short(x - right * size), short(y - down * size));
            let face = self.face(plates::general(side).into())?;
            self.shown += &plate;
            self.shown += &format!(
                "<use xlink:href=\"#face{face}\" transform=\"translate({x} {y})scale({size:.4})\"/>\n"
            );
        }
        Ok(())
    }

    /// Middle of the page, where all definitions are drawn.
    fn middle(&self) -> (f64, f64) {
        let [width, height] = self.size;
        (width / 2.0, height / 2.0)
    }

    /// Lets Cairo draw a part of the picture.
    fn part(&mut self, draw: impl FnOnce(&Context) -> Result<(), Error>) -> Result<String, Error> {
        let [width, height] = self.size;
        let surface = SvgSurface::for_stream(width, height, Vec::new())?;
        draw(&Context::new(&surface)?)?;
        let text = written(&surface).map_err(|_| Error::WriteError)?;
        let text = String::from_utf8(text).map_err(|_| Error::InvalidString)?;
        let inner = text.find("<svg").and_then(|start| {
            let start = start + text[start..].find('>')? + 1;
            text[start..]
                .rfind("</svg>")
                .map(|end| &text[start..start + end])
        });
        self.parts += 1;
        let part = self.parts;
        let inner = shortened(inner.ok_or(Error::InvalidString)?);
        Ok(inner
            .replace(" id=\"", &format!(" id=\"p{part}-"))
            .replace("(#", &format!("(#p{part}-"))
            .replace("\"#", &format!("\"#p{part}-")))
    }

    /// Index of a face, which is defined on first use, in the middle of the page.
    fn face(&mut self, face: PieceFace) -> Result<usize, Error> {
        if let Some(known) = self.faces.iter().position(|known| *known == face) {
            return Ok(known);
        }
        let (theme, pixel) = (self.theme, self.pixel);
        let middle = self.middle();
        let rings = self.part(|cr| {
            around(cr, middle, CELL, |cr| {
                pieces::draw_rings(cr, face, pixel, theme)
            })
        })?;
        let sign = pieces::sign(face, pixel, theme).map(|sign| sign.moved(middle, CELL));
        let sign = sign.map_or_else(String::new, |sign| self.carved(&sign));
        let words = if aids::has_words(face, pixel, theme) {
            self.part(|cr| around(cr, middle, CELL, |cr| aids::words(cr, face, pixel, theme)))?
        } else {
            String::new()
        };
        let number = self.faces.len();
        self.faces.push(face);
        let disc = face.piece.side.index();
        self.defined += &format!(
            "<g id=\"face{number}\"><use xlink:href=\"#disc{disc}\"/>{rings}{sign}{words}</g>\n"
        );
        Ok(number)
    }

    /// Writes a character as [`Carving::draw`] paints it.
    fn carved(&mut self, carving: &Carving) -> String {
        let Carving { glyph, groove, .. } = carving;
        let outline = self.outline(glyph.contours());
        let unit = if glyph.is_turned() { -1.0 } else { 1.0 } * carving.em / 1000.0;
        let filled = |color: Color, (right, down): (f64, f64), more: &str| {
            let (x, y) = (short(right / unit), short(down / unit));
            let (fill, part) = (hex(color), short(color.alpha));
            format!(
                "<use xlink:href=\"#outline{outline}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\" fill-opacity=\"{part}\"{more}/>"
            )
        };
        let mut layers = String::new();
        if groove.glint.alpha > 0.0 {
            layers += &filled(groove.glint, groove.glint_shift(), "");
        }
        layers += &filled(groove.ink, (0.0, 0.0), "");
        if groove.shade.alpha > 0.0 {
            self.parts += 1;
            let mask = self.parts;
            let (white, black) = (Color::hex(0xFFFFFF), Color::hex(0));
            let wall = filled(white, (0.0, 0.0), "") + &filled(black, groove.lit_shift(), "");
            layers += &format!("<mask id=\"wall{mask}\">{wall}</mask>");
            layers += &filled(
                groove.shade,
                (0.0, 0.0),
                &format!(" mask=\"url(#wall{mask})\""),
            );
        }
        let ((x, y), unit) = (carving.at, unit);
        format!(
            "<g transform=\"translate({} {})scale({unit:.4})\">{layers}</g>\n",
            short(x),
            short(y)
        )
    }

    /// Index of an outline, which is defined on first use.
    fn outline(&mut self, contours: &'static str) -> usize {
        let known = self.outlines.iter().position(|known| *known == contours);
        known.unwrap_or_else(|| {
            let number = self.outlines.len();
            self.outlines.push(contours);
            let path = relative(contours).unwrap_or_else(|| contours.to_owned());
            self.defined +=
                &format!("<path id=\"outline{number}\" fill-rule=\"evenodd\" d=\"{path}\"/>\n");
            number
        })
    }
}

/// A number without needless digits.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// A color without its opacity.
fn hex(color: Color) -> String {
    let [red, green, blue] =
        [color.red, color.green, color.blue].map(|part| (part * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text of a drawing with shorter paths. Those with a transformation have small units, and stay.
fn shortened(text: &str) -> String {
    let mut out = String::with_capacity(text.len() / 2);
    for (index, element) in text.split("<path").enumerate() {
        if index > 0 {
            out += "<path";
        }
        let tag = element.split_inclusive('>').next().unwrap_or_default();
        let data = tag.split_once(" d=\"").and_then(|(before, rest)| {
            let (data, after) = rest.split_once('"')?;
            Some((before, data, after))
        });
        match data {
            Some((before, data, after)) if index > 0 && !tag.contains("transform=") => {
                let data = relative(data).unwrap_or_else(|| data.to_owned());
                let rest = &element[tag.len()..];
                out += &format!("{before} d=\"{data}\"{after}{rest}");
            }
            _ => out += element,
        }
    }
    out
}

/// Path data in whole, relative coordinates, closed wherever it is filled; `None` if it has other commands than those
/// of Cairo and of the outlines.
fn relative(data: &str) -> Option<String> {
    let mut path = Path::default();
    let mut words = data.split_ascii_whitespace();
    while let Some(verb) = words.next() {
        let count = match verb {
            "M" | "L" => 1,
            "Q" => 2,
            "C" => 3,
            "Z" => 0,
            _ => return None,
        };
        let mut ends = [(0, 0); 3];
        for end in &mut ends[..count] {
            let mut number = || words.next()?.parse::<f64>().ok();
            *end = (number()?.round() as i64, number()?.round() as i64);
        }
        path.add(verb, &ends[..count]);
    }
    Some(path.text)
}

/// Path data being written.
#[derive(Default)]
struct Path {
    text: String,
    /// The last command written; it need not be repeated.
    verb: char,
    here: (i64, i64),
    start: (i64, i64),
    /// A move that is written with the line or curve that it begins.
    moved: Option<(i64, i64)>,
    /// The last control point of a curve, which the next curve may mirror.
    control: Option<(i64, i64)>,
}

impl Path {
    /// Adds a command with its points, the last of which it leads to.
    fn add(&mut self, verb: &str, ends: &[(i64, i64)]) {
        let Some(end) = ends.last() else {
            self.write('z', &[]);
            self.here = self.start;
            return;
        };
        if verb == "M" {
            self.moved = Some(*end);
            return;
        }
        if let Some(start) = self.moved.take() {
            self.control = None;
            let (x, y) = self.step_to(start);
            self.write('m', &[x, y]);
            (self.here, self.start) = (start, start);
        }
        let mut numbers = Vec::with_capacity(6);
        for end in ends {
            let (x, y) = self.step_to(*end);
            numbers.extend([x, y]);
        }
        let control = (verb == "C").then(|| ends[1]);
        let mirrored = self.control.is_some_and(|(x, y)| {
            let (x, y) = (self.here.0 - x - numbers[0], self.here.1 - y - numbers[1]);
            x.abs().max(y.abs()) <= 1
        });
        match (verb, &numbers[..]) {
            ("C", [_, _, rest @ ..]) if mirrored => self.write('s', rest),
            ("C", all) => self.write('c', all),
            ("Q", all) => self.write('q', all),
            (_, [x, 0]) => self.write('h', &[*x]),
            (_, [0, y]) => self.write('v', &[*y]),
            (_, all) => self.write('l', all),
        }
        (self.here, self.control) = (*end, control);
    }

    fn step_to(&self, (x, y): (i64, i64)) -> (i64, i64) {
        (x - self.here.0, y - self.here.1)
    }

    fn write(&mut self, verb: char, numbers: &[i64]) {
        let mut is_first = self.verb != verb || verb == 'z';
        if is_first {
            self.text.push(verb);
            self.verb = verb;
        }
        for number in numbers {
            if !is_first && *number >= 0 {
                self.text.push(' ');
            }
            let _ = write!(self.text, "{number}");
            is_first = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BySide, Setup};
    use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet};
    use std::collections::HashSet;

    fn text(scene: &Scene, theme: &Theme) -> String {
        let bytes = picture(scene, (640.0, 706.0), theme).expect("drawn");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn a_full_board_of_any_look_is_at_most_200_kilobytes() {
        let scene = Scene::of_board(&Setup::start().board, Side::Red);
        for board in BoardLook::ALL {
            for pieces in PieceSet::ALL {
                // The labels with the most characters.
                let labels = EdgeLabels::Coordinates;
                let look = Look {
                    pieces,
                    board,
                    labels,
                };
                let size = text(&scene, &Theme::new(look, false)).len();
                assert!(size <= 200_000, "{look:?}: {size}");
            }
        }
    }

    #[test]
    fn a_piece_is_defined_once_and_shown_wherever_it_stands() {
        let mut scene = Scene::of_board(&Setup::start().board, Side::Red);
        scene.pieces[0].opacity = 0.5;
        let names = BySide::new(|side| format!("{side:?}"));
        let plates = Plates {
            names,
            results: None,
        };
        scene.plates = Some(Box::new(plates));
        let text = text(&scene, &Theme::wood());
        let count = |part: &str| text.matches(part).count();
        assert_eq!(count("<g id=\"face"), 14);
        assert_eq!(count("<use xlink:href=\"#face"), 32 + 2);
        assert_eq!(count(" opacity=\"0.5\""), 1);
        let mut known = HashSet::new();
        for rest in text.split(" id=\"").skip(1) {
            let id = rest.split('"').next();
            assert!(known.insert(id), "{id:?}");
        }
        for opening in ["href=\"#", "url(#"] {
            for rest in text.split(opening).skip(1) {
                let id = rest.split(['"', ')']).next();
                assert!(known.contains(&id), "{id:?}");
            }
        }
    }

    #[test]
    fn a_path_keeps_its_shape_in_whole_relative_numbers() {
        let read = |data| relative(data).expect("a path");
        assert_eq!(
            read("M 10 20 L 30.4 20 L 30 41 Z M 10 20 "),
            "m10 20h20v21z"
        );
        assert_eq!(
            read("M 0 0 L 5 5 L 4 3 M 10 10 Q 11 12 13 14"),
            "m0 0l5 5-1-2m6 7q1 2 3 4"
        );
        // A curve that goes on as the one before came.
        assert_eq!(
            read("M 0 0 C 1 2 3 4 5 5 C 7 6 9 9 10 10 L 11 11 C 12 12 1 1 1 1"),
            "m0 0c1 2 3 4 5 5s4 4 5 5l1 1c1 1-10-10-10-10"
        );
        assert_eq!(relative("M 0 0 A 1 1"), None);
    }

    #[test]
    fn a_path_in_other_units_stays() {
        let small = "<path transform=\"matrix(9)\" d=\"M 0.1 0.2 L 0.3 0.4\"/>";
        let large = "<path d=\"M 1.1 2.2 L 3.3 2.2\" fill=\"none\"/>";
        let shorter = "<path d=\"m1 2h2\" fill=\"none\"/>";
        let both = shortened(&format!("<g>{small}{large}</g>"));
        assert_eq!(both, format!("<g>{small}{shorter}</g>"));
    }
}
