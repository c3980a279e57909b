//! Characters and pictures as outlines: looked up, fitted and carved. For their sources see
//! `resources/glyphs/README.md`.

use super::theme::Color;
use crate::rules::{Piece, PieceKind, Side};
use crate::scene::PieceSet;
use cairo::{Content, Context, Error, FillRule, Operator, Pattern, SurfaceType};

/// One character per line: the character, width and height of its box (not centered on it), its reach, its contours.
const CARVED: &str = include_str!("../../resources/glyphs/carved.txt");
/// The format of [`CARVED`], in heavy strokes for large print.
const HEAVY: &str = include_str!("../../resources/glyphs/heavy.txt");
/// The format of [`CARVED`], with a picture of each piece above its letter.
const PICTOGRAMS: &str = include_str!("../../resources/glyphs/pictograms.txt");

/// A character with its outline. Lengths are ems.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    reach: f64,
    contours: &'static str,
    turned: bool,
}

/// Paints of a carving: the ground of the groove, its shaded wall, and the light on its far edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groove {
    pub(super) ink: Color,
    pub(super) shade: Color,
    pub(super) glint: Color,
    /// Extent of shade and light, in the unit of the picture.
    pub(super) depth: f64,
}

impl Groove {
    /// Displacement of the light on the far edge.
    pub(super) fn glint_shift(&self) -> (f64, f64) {
        (self.depth, self.depth * 1.15)
    }

    /// Displacement of the part of the ground that no wall shades.
    pub(super) fn lit_shift(&self) -> (f64, f64) {
        (self.depth * 0.8, self.depth)
    }
}

/// A character to be carved, its middle at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carving {
    pub(super) glyph: Glyph,
    pub(super) at: (f64, f64),
    pub(super) em: f64,
    pub(super) groove: Groove,
}

impl Glyph {
    /// Glyph of a piece.
    pub(super) fn of_piece(piece: Piece, set: PieceSet) -> Option<Self> {
        match set {
            PieceSet::Traditional => Self::find(CARVED, traditional(piece)),
            PieceSet::Simplified => Self::find(CARVED, simplified(piece)),
            PieceSet::LargePrint => Self::find(HEAVY, simplified(piece)),
            PieceSet::International => Self::find(PICTOGRAMS, piece.kind.wxf_letter()),
        }
    }

    /// Glyph of a label along the edges of the board.
    pub(super) fn of_edge(character: char, set: PieceSet) -> Option<Self> {
        let outlines = match set {
            PieceSet::LargePrint => HEAVY,
            PieceSet::Traditional | PieceSet::Simplified | PieceSet::International => CARVED,
        };
        Self::find(outlines, character)
    }

    /// The river's name, in reading order.
    pub(super) fn of_river(set: PieceSet) -> [Option<Self>; 4] {
        let name = match set {
            PieceSet::Simplified | PieceSet::LargePrint => ['楚', '河', '汉', '界'],
            PieceSet::Traditional | PieceSet::International => ['楚', '河', '漢', '界'],
        };
        name.map(|character| Self::find(CARVED, character))
    }

    /// The outline of a character; `None` if the set lacks it.
    fn find(outlines: &'static str, character: char) -> Option<Self> {
        let line = outlines.lines().find(|line| line.starts_with(character))?;
        let mut parts = line.splitn(5, ' ').skip(3);
        Some(Self {
            reach: parts.next()?.parse::<f64>().ok()? / 1000.0,
            contours: parts.next()?,
            turned: false,
        })
    }

    /// The glyph upside down if `turned`: rotated by half a circle about its middle, never mirrored. The light still
    /// falls from the top left.
    pub(super) fn turned(self, turned: bool) -> Self {
        Self { turned, ..self }
    }

    /// Distance of the outline's farthest point from its middle, in ems.
    pub(super) fn reach(&self) -> f64 {
        self.reach
    }

    /// Outline about the middle, as path commands in thousandths of an em.
    pub(super) const fn contours(&self) -> &'static str {
        self.contours
    }

    /// Whether the outline is to be rotated by half a circle.
    pub(super) const fn is_turned(&self) -> bool {
        self.turned
    }

    /// Adds the outline to the current path, its middle at `(x, y)`.
    pub(super) fn trace(&self, cr: &Context, x: f64, y: f64, em: f64) {
        let unit = if self.turned { -em } else { em } / 1000.0;
        let place = |(px, py): (f64, f64)| (x + px * unit, y + py * unit);
        let mut words = self.contours.split(' ');
        let mut here = (x, y);
        while let (Some(verb), Some(first)) = (words.next(), pair(&mut words)) {
            let first = place(first);
            here = match verb {
                "M" => {
                    cr.close_path();
                    cr.move_to(first.0, first.1);
                    first
                }
                "L" => {
                    cr.line_to(first.0, first.1);
                    first
                }
                _ => {
                    let end = pair(&mut words).map_or(first, place);
                    parabola(cr, here, first, end);
                    end
                }
            };
        }
        cr.close_path();
    }
}

impl Carving {
    /// A carving around the origin, moved to a place and enlarged.
    pub(super) fn moved(self, (x, y): (f64, f64), factor: f64) -> Self {
        let depth = self.groove.depth * factor;
        Self {
            at: (x + self.at.0 * factor, y + self.at.1 * factor),
            em: self.em * factor,
            groove: Groove {
                depth,
                ..self.groove
            },
            ..self
        }
    }

    /// Cuts the character into the wood and paints the groove.
    pub(super) fn draw(&self, cr: &Context) -> Result<(), Error> {
        let groove = &self.groove;
        cr.set_fill_rule(FillRule::EvenOdd);
        cr.new_path();
        if groove.glint.alpha > 0.0 {
            groove.glint.set(cr);
            self.trace(cr, groove.glint_shift());
            cr.fill()?;
        }
        groove.ink.set(cr);
        self.trace(cr, (0.0, 0.0));
        cr.fill()?;
        if groove.shade.alpha > 0.0 {
            // Vector pages keep outlines as they are; a mask would be rasterized.
            if cr.target().type_() == SurfaceType::Image {
                let wall = self.upper_walls(cr)?;
                groove.shade.set(cr);
                cr.mask(&wall)?;
            } else {
                groove.shade.set(cr);
                self.fill_upper_walls(cr)?;
            }
        }
        cr.set_fill_rule(FillRule::Winding);
        Ok(())
    }

    /// Adds the displaced outline to the current path.
    fn trace(&self, cr: &Context, (right, down): (f64, f64)) {
        let (x, y) = self.at;
        self.glyph.trace(cr, x + right, y + down, self.em);
    }

    /// Fills the area of [`Self::upper_walls`]: inside the outline but outside its shifted copy.
    fn fill_upper_walls(&self, cr: &Context) -> Result<(), Error> {
        let ((x, y), em) = (self.at, self.em);
        cr.save()?;
        self.trace(cr, (0.0, 0.0));
        cr.clip();
        cr.rectangle(x - em, y - em, 2.0 * em, 2.0 * em);
        self.trace(cr, self.groove.lit_shift());
        cr.fill()?;
        cr.restore()
    }

    /// The part of the groove in the shade of its own edge: the outline minus its shifted copy.
    ///
    /// A mask is several times as fast as a clip, which would intersect one outline with the other.
    fn upper_walls(&self, cr: &Context) -> Result<Pattern, Error> {
        let (x, y) = self.at;
        let reach = self.glyph.reach * self.em + 2.0 * self.groove.depth;
        cr.save()?;
        cr.rectangle(x - reach, y - reach, 2.0 * reach, 2.0 * reach);
        cr.clip();
        cr.push_group_with_content(Content::Alpha);
        cr.set_fill_rule(FillRule::EvenOdd);
        cr.set_source_rgb(0.0, 0.0, 0.0);
        self.trace(cr, (0.0, 0.0));
        cr.fill()?;
        cr.set_operator(Operator::DestOut);
        self.trace(cr, self.groove.lit_shift());
        cr.fill()?;
        let wall = cr.pop_group()?;
        cr.restore()?;
        Ok(wall)
    }
}

/// Parses the next two words as a point.
fn pair<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<(f64, f64)> {
    let mut number = || words.next()?.parse::<i32>().ok().map(f64::from);
    Some((number()?, number()?))
}

/// Adds a curve with one control point to the path.
fn parabola(cr: &Context, from: (f64, f64), control: (f64, f64), to: (f64, f64)) {
    let third = |end: f64, control: f64| end + (control - end) * 2.0 / 3.0;
    cr.curve_to(
        third(from.0, control.0),
        third(from.1, control.1),
        third(to.0, control.0),
        third(to.1, control.1),
        to.0,
        to.1,
    );
}

/// The traditional character of a piece.
const fn traditional(piece: Piece) -> char {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => '帥',
        (Side::Red, PieceKind::Advisor) => '仕',
        (Side::Red, PieceKind::Elephant) => '相',
        (Side::Red, PieceKind::Horse) => '傌',
        (Side::Red, PieceKind::Chariot) => '俥',
        (Side::Red, PieceKind::Cannon) => '炮',
        (Side::Red, PieceKind::Soldier) => '兵',
        (Side::Black, PieceKind::General) => '將',
        (Side::Black, PieceKind::Advisor) => '士',
        (Side::Black, PieceKind::Elephant) => '象',
        (Side::Black, PieceKind::Horse) => '馬',
        (Side::Black, PieceKind::Chariot) => '車',
        (Side::Black, PieceKind::Cannon) => '砲',
        (Side::Black, PieceKind::Soldier) => '卒',
    }
}

/// The simplified character of a piece. Horse, chariot and cannon are the same on both sides.
const fn simplified(piece: Piece) -> char {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => '帅',
        (Side::Black, PieceKind::General) => '将',
        (_, PieceKind::Horse) => '马',
        (_, PieceKind::Chariot) => '车',
        (_, PieceKind::Cannon) => '炮',
        (_, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Soldier) => traditional(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{EdgeLabels, Layout};
    use cairo::{Format, ImageSurface};

    /// Every line of every set, with the name of the set.
    fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
        [CARVED, HEAVY, PICTOGRAMS]
            .into_iter()
            .flat_map(|outlines| outlines.lines().map(move |line| (outlines, line)))
    }

    #[test]
    fn every_character_that_is_drawn_is_in_its_set() {
        let layout = Layout::fit(400.0, 450.0, 1.0, Side::Red);
        for set in PieceSet::ALL {
            let pieces = Piece::all().map(|piece| Glyph::of_piece(piece, set));
            let edges = EdgeLabels::ALL
                .into_iter()
                .flat_map(|labels| labels.signs(&layout, None))
                .map(|sign| Glyph::of_edge(sign.character, set));
            for glyph in pieces.chain(edges).chain(Glyph::of_river(set)) {
                let glyph = glyph.unwrap_or_else(|| panic!("one of {set:?} is missing"));
                assert!(glyph.reach > 0.1 && glyph.reach < 0.8, "{glyph:?}");
            }
        }
        assert!(Glyph::find(CARVED, 'x').is_none());
    }

    #[test]
    fn the_letter_under_a_picture_is_that_of_the_notation() {
        let letters: String = PieceKind::ALL
            .into_iter()
            .map(PieceKind::wxf_letter)
            .collect();
        assert_eq!(letters, "KAEHRCP");
        assert_eq!(PICTOGRAMS.lines().count(), 7);
    }

    #[test]
    fn holes_run_against_what_surrounds_them() {
        let filled = |glyph: &Glyph, rule| {
            let mut surface = ImageSurface::create(Format::A8, 64, 64).expect("a surface");
            let cr = Context::new(&surface).expect("a context");
            cr.set_fill_rule(rule);
            glyph.trace(&cr, 32.0, 32.0, 60.0);
            cr.fill().expect("filled");
            drop(cr);
            surface.data().expect("the only owner").to_vec()
        };
        for (outlines, line) in lines() {
            let character = line.chars().next().expect("a character");
            let glyph = Glyph::find(outlines, character).expect("known");
            let [odd, winding] =
                [FillRule::EvenOdd, FillRule::Winding].map(|rule| filled(&glyph, rule));
            assert!(odd == winding, "{character}");
        }
    }

    #[test]
    fn no_wall_of_a_groove_is_cut_off() {
        const SIZE: i32 = 200;
        const EM: f64 = 120.0;
        const DEPTH: f64 = 4.0;
        let middle = f64::from(SIZE) / 2.0;
        let ink = Color::hex(0);
        let groove = Groove {
            ink,
            shade: ink,
            glint: ink,
            depth: DEPTH,
        };
        let drawn = |draw: &dyn Fn(&Context)| {
            let mut surface = ImageSurface::create(Format::A8, SIZE, SIZE).expect("a surface");
            let cr = Context::new(&surface).expect("a context");
            draw(&cr);
            drop(cr);
            surface.data().expect("the only owner").to_vec()
        };
        for (outlines, line) in lines() {
            let character = line.chars().next().expect("a character");
            for turned in [false, true] {
                let glyph = Glyph::find(outlines, character).expect("known");
                let glyph = glyph.turned(turned);
                let outline = |(x, y)| {
                    drawn(&|cr| {
                        cr.set_fill_rule(FillRule::EvenOdd);
                        glyph.trace(cr, x, y, EM);
                        cr.fill().expect("filled");
                    })
                };
                let here = outline((middle, middle));
                let moved = outline((middle + 0.8 * DEPTH, middle + DEPTH));
                let walls = drawn(&|cr| {
                    let carving = Carving {
                        glyph,
                        at: (middle, middle),
                        em: EM,
                        groove,
                    };
                    let walls = carving.upper_walls(cr);
                    cr.mask(walls.expect("drawn")).expect("painted");
                });
                for ((here, moved), wall) in here.iter().zip(moved).zip(walls) {
                    let wanted = u16::from(*here) * u16::from(255 - moved) / 255;
                    assert!(wanted.abs_diff(wall.into()) < 9, "{character} {turned}");
                }
            }
        }
    }

    #[test]
    fn every_outline_is_well_formed_and_about_its_middle() {
        for (_, line) in lines() {
            let mut words = line.split(' ').skip(4).peekable();
            assert_eq!(words.peek(), Some(&"M"), "{line:.20}");
            let (mut left, mut right) = (0, 0);
            while let Some(verb) = words.next() {
                let points = match verb {
                    "M" | "L" => 1,
                    "Q" => 2,
                    other => panic!("{line:.20}: {other}"),
                };
                for _ in 0..points {
                    let mut number = || words.next().and_then(|word| word.parse::<i32>().ok());
                    let (x, y) = (number().expect("x"), number().expect("y"));
                    assert!(x.abs() < 560 && y.abs() < 560, "{line:.20}: {x} {y}");
                    (left, right) = (left.min(x), right.max(x));
                }
            }
            assert!((left + right).abs() < 150, "{line:.20}: {left} {right}");
        }
    }
}
