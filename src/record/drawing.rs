//! Arrows and circles that people draw on a position.

use crate::rules::{Move, Point};
use std::fmt;
use std::str::FromStr;

/// Color of a drawing. Each has a form of its own, so that the color alone tells nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DrawingColor {
    /// `G` in PGN.
    #[default]
    Green,
    /// `R` in PGN.
    Red,
    /// `B` in PGN.
    Blue,
    /// `Y` in PGN.
    Yellow,
}

impl DrawingColor {
    /// All colors.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Blue, Self::Yellow];

    /// The next of all colors; `None` after the last one.
    pub fn next(self) -> Option<Self> {
        let mut later = Self::ALL.into_iter().skip_while(|color| *color != self);
        later.nth(1)
    }

    /// The letter in PGN.
    const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Yellow => 'Y',
        }
    }
}

/// Shape of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DrawingShape {
    /// A circle around a point.
    Circle(Point),
    /// An arrow between two points, which need not be a legal move.
    Arrow(Move),
}

impl DrawingShape {
    /// The shape drawn from one point to another: a circle if they are the same.
    pub fn between(from: Point, to: Point) -> Self {
        if from == to {
            Self::Circle(from)
        } else {
            Self::Arrow(Move::new(from, to))
        }
    }

    /// The two ends, which are the same of a circle.
    pub const fn ends(self) -> (Point, Point) {
        match self {
            Self::Circle(point) => (point, point),
            Self::Arrow(mv) => (mv.from, mv.to),
        }
    }
}

/// An arrow or a circle. The text is that of `[%cal]` and `[%csl]` in PGN: `Gh2e2`, `Re4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawing {
    /// Shape, with its place.
    pub shape: DrawingShape,
    /// Color, and with it the form.
    pub color: DrawingColor,
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.color.letter();
        match self.shape {
            DrawingShape::Circle(point) => write!(f, "{letter}{point}"),
            DrawingShape::Arrow(mv) => write!(f, "{letter}{mv}"),
        }
    }
}

/// Error for a text that is not a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADrawing;

impl FromStr for Drawing {
    type Err = NotADrawing;

    fn from_str(text: &str) -> Result<Self, NotADrawing> {
        let mut rest = text.chars();
        let letter = rest.next().ok_or(NotADrawing)?;
        let mut colors = DrawingColor::ALL.into_iter();
        let color = colors.find(|color| color.letter() == letter);
        let rest = rest.as_str();
        let shape = match rest.parse() {
            Ok(point) => Some(DrawingShape::Circle(point)),
            Err(_) => rest
                .parse()
                .ok()
                .filter(|mv: &Move| mv.from != mv.to)
                .map(DrawingShape::Arrow),
        };
        Ok(Self {
            shape: shape.ok_or(NotADrawing)?,
            color: color.ok_or(NotADrawing)?,
        })
    }
}

/// The drawings on a position: circles, then arrows, each shape once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawings(Vec<Drawing>);

impl Drawings {
    /// The drawings in order.
    pub fn iter(&self) -> impl Iterator<Item = Drawing> + '_ {
        self.0.iter().copied()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The color in which a shape is drawn, if it is.
    pub fn color(&self, shape: DrawingShape) -> Option<DrawingColor> {
        let place = self.place(shape).ok()?;
        Some(self.0[place].color)
    }

    /// Adds a drawing; returns whether its shape is new.
    pub fn add(&mut self, drawing: Drawing) -> bool {
        let place = self.place(drawing.shape);
        if let Err(place) = place {
            self.0.insert(place, drawing);
        }
        place.is_err()
    }

    /// Draws as with a pen: a shape is erased if drawn again in its color, and otherwise gets the new color.
    pub fn toggle(&mut self, drawing: Drawing) {
        match self.place(drawing.shape) {
            Ok(place) if self.0[place] == drawing => {
                self.0.remove(place);
            }
            Ok(place) => self.0[place] = drawing,
            Err(place) => self.0.insert(place, drawing),
        }
    }

    /// Erases a shape, whatever its color.
    pub fn erase(&mut self, shape: DrawingShape) {
        self.0.retain(|known| known.shape != shape);
    }

    /// Those that are not among others.
    pub fn without(&self, others: &Self) -> Self {
        let new = self.iter().filter(|drawing| !others.0.contains(drawing));
        Self(new.collect())
    }

    fn place(&self, shape: DrawingShape) -> Result<usize, usize> {
        self.0.binary_search_by_key(&shape, |known| known.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_drawing() -> impl Iterator<Item = Drawing> {
        let pairs = Point::all().flat_map(|from| Point::all().map(move |to| (from, to)));
        pairs.flat_map(|(from, to)| {
            let shape = DrawingShape::between(from, to);
            DrawingColor::ALL.map(|color| Drawing { shape, color })
        })
    }

    #[test]
    fn a_drawing_is_read_as_it_is_written() {
        for drawing in every_drawing() {
            assert_eq!(drawing.to_string().parse(), Ok(drawing));
        }
        for text in [
            "", "G", "Xe4", "ge4", "Ge", "Gj0", "Ge4e4", "Ge4e10", "Ge4e5e", "é",
        ] {
            assert_eq!(text.parse::<Drawing>(), Err(NotADrawing), "{text}");
        }
    }

    #[test]
    fn drawings_are_in_order_whatever_was_drawn_first() {
        let all: Vec<_> = every_drawing().step_by(997).collect();
        let mut drawings = Drawings::default();
        for drawing in all.iter().rev() {
            assert!(drawings.add(*drawing) && !drawings.add(*drawing));
        }
        assert!(drawings.iter().is_sorted_by_key(|drawing| drawing.shape));
        assert_eq!(drawings.iter().count(), all.len());
        for drawing in all {
            drawings.toggle(drawing);
        }
        assert!(drawings.is_empty());
    }

    #[test]
    fn another_color_replaces_the_first() {
        let drawing = |text: &str| text.parse::<Drawing>().expect("a drawing");
        let mut drawings = Drawings::default();
        for text in ["Gh2e2", "Re4", "Rh2e2"] {
            drawings.toggle(drawing(text));
        }
        assert!(!drawings.add(drawing("Ye4")));
        let drawn: Vec<_> = drawings.iter().map(|drawing| drawing.to_string()).collect();
        assert_eq!(drawn, ["Re4", "Rh2e2"]);
    }
}
