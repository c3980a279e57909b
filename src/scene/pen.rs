//! Drawing by hand: strokes of the pointer and of the keys, and what undo restores.

use crate::record::{Drawing, DrawingColor, DrawingShape, Drawings, NodeId};
use crate::rules::Point;

/// Number of steps that can be undone.
const MAX_STEPS: usize = 100;

/// A finished stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The drawn shape.
    pub shape: DrawingShape,
    /// The color; by keys it is the one after that of the shape, and after the last one the shape is erased.
    pub color: Option<DrawingColor>,
}

impl Stroke {
    /// The color of the pointer with these modifiers. Alt is left to the window manager.
    pub const fn pointer_color(shift: bool, control: bool) -> DrawingColor {
        match (shift, control) {
            (false, false) => DrawingColor::Green,
            (true, false) => DrawingColor::Red,
            (false, true) => DrawingColor::Blue,
            (true, true) => DrawingColor::Yellow,
        }
    }

    /// The drawings with this stroke among them.
    pub fn drawn_on(self, drawings: &Drawings) -> Drawings {
        let mut drawings = drawings.clone();
        let color = self.color.or_else(|| match drawings.color(self.shape) {
            None => Some(DrawingColor::default()),
            Some(color) => color.next(),
        });
        match color {
            Some(color) => drawings.toggle(Drawing {
                shape: self.shape,
                color,
            }),
            None => drawings.erase(self.shape),
        }
        drawings
    }
}

/// An arrow that is stretched by keys from where the cursor was: the arrow keys with Shift, which sets it when it is
/// released. A latched Shift is released before each of them, and sets nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyPen {
    start: Option<Point>,
    /// Whether the arrow has changed since it was set.
    is_fresh: bool,
    /// Whether it has been stretched since Shift was pressed.
    is_held: bool,
}

impl KeyPen {
    /// Point where the arrow begins, if there is one.
    pub const fn start(self) -> Option<Point> {
        self.start
    }

    /// Notes that Shift was pressed.
    pub const fn hold(&mut self) {
        self.is_held = false;
    }

    /// Begins an arrow where the cursor is, or stretches the one that is begun.
    pub fn stretch(&mut self, cursor: Point) {
        self.start = self.start.or(Some(cursor));
        self.is_fresh = true;
        self.is_held = true;
    }

    /// Sets the arrow, or a circle if none is begun; again for another color as long as Shift is held.
    pub fn set(&mut self, cursor: Point, shift: bool) -> DrawingShape {
        let shape = DrawingShape::between(self.start.unwrap_or(cursor), cursor);
        self.is_fresh = false;
        self.start = self.start.filter(|_| shift && self.is_held);
        shape
    }

    /// Sets the arrow as Shift is released, unless it was set already or has shrunk to nothing.
    pub fn release(&mut self, cursor: Point) -> Option<DrawingShape> {
        if !self.is_held {
            return None;
        }
        let Self {
            start, is_fresh, ..
        } = std::mem::take(self);
        let start = start.filter(|start| is_fresh && *start != cursor)?;
        Some(DrawingShape::between(start, cursor))
    }
}

/// Earlier drawings on a position, and those that were undone.
#[derive(Clone, Debug, Default)]
pub struct DrawingHistory {
    earlier: Vec<(NodeId, Drawings)>,
    undone: Vec<(NodeId, Drawings)>,
}

impl DrawingHistory {
    /// Notes the drawings on a position before they change.
    pub fn note(&mut self, at: NodeId, before: &Drawings) {
        if self.earlier.len() == MAX_STEPS {
            self.earlier.remove(0);
        }
        self.earlier.push((at, before.clone()));
        self.undone.clear();
    }

    /// Whether a step on a position can be undone, or redone if `again`.
    pub fn can_undo(&self, at: NodeId, again: bool) -> bool {
        let steps = if again { &self.undone } else { &self.earlier };
        steps.last().is_some_and(|(node, _)| *node == at)
    }

    /// The drawings to be restored on a position, in exchange for the present ones.
    pub fn undo(&mut self, at: NodeId, again: bool, present: &Drawings) -> Option<Drawings> {
        if !self.can_undo(at, again) {
            return None;
        }
        let (from, to) = if again {
            (&mut self.undone, &mut self.earlier)
        } else {
            (&mut self.earlier, &mut self.undone)
        };
        let (_, drawings) = from.pop()?;
        to.push((at, present.clone()));
        Some(drawings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::rules::Setup;

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn told(drawings: &Drawings) -> Vec<String> {
        drawings.iter().map(|drawing| drawing.to_string()).collect()
    }

    #[test]
    fn each_modifier_has_a_color_of_its_own_which_erases_or_replaces() {
        let colors = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(shift, control)| Stroke::pointer_color(shift, control));
        assert_eq!(colors, DrawingColor::ALL);
        let shape = DrawingShape::between(at("h2"), at("e2"));
        let stroke = |color| Stroke {
            shape,
            color: Some(color),
        };
        let green = stroke(DrawingColor::Green).drawn_on(&Drawings::default());
        assert_eq!(told(&green), ["Gh2e2"]);
        let blue = stroke(DrawingColor::Blue).drawn_on(&green);
        assert_eq!(told(&blue), ["Bh2e2"]);
        assert!(stroke(DrawingColor::Blue).drawn_on(&blue).is_empty());
    }

    #[test]
    fn by_keys_each_time_has_another_color_and_the_last_erases() {
        let stroke = Stroke {
            shape: DrawingShape::between(at("e4"), at("e4")),
            color: None,
        };
        let mut drawings = Drawings::default();
        for text in ["Ge4", "Re4", "Be4", "Ye4"] {
            drawings = stroke.drawn_on(&drawings);
            assert_eq!(told(&drawings), [text]);
        }
        assert!(stroke.drawn_on(&drawings).is_empty());
    }

    #[test]
    fn an_arrow_is_set_as_shift_is_released_or_by_enter() {
        let arrow = DrawingShape::between(at("e3"), at("e5"));
        let mut pen = KeyPen::default();
        pen.hold();
        pen.stretch(at("e3"));
        pen.stretch(at("e4"));
        assert_eq!(pen.start(), Some(at("e3")));
        assert_eq!(pen.release(at("e5")), Some(arrow));
        assert_eq!(pen, KeyPen::default());
        // By Enter, as often as one likes, and not once more by the release.
        pen.stretch(at("e3"));
        assert_eq!(pen.set(at("e5"), true), arrow);
        assert_eq!(pen.set(at("e5"), true), arrow);
        assert_eq!(pen.release(at("e5")), None);
        assert_eq!(pen.start(), None);
        // Stretched once more after that, it is another arrow.
        pen.stretch(at("e3"));
        pen.set(at("e4"), true);
        pen.stretch(at("e4"));
        assert_eq!(pen.release(at("e5")), Some(arrow));
        // Back where it began, it is dropped.
        pen.stretch(at("e3"));
        pen.stretch(at("e4"));
        assert_eq!(pen.release(at("e3")), None);
    }

    #[test]
    fn without_an_arrow_enter_draws_a_circle() {
        let circle = DrawingShape::between(at("e4"), at("e4"));
        let mut pen = KeyPen::default();
        pen.hold();
        assert_eq!(pen.set(at("e4"), true), circle);
        assert_eq!(pen.release(at("e4")), None);
        assert_eq!(pen.start(), None);
    }

    #[test]
    fn a_latched_shift_stretches_and_enter_sets() {
        let mut pen = KeyPen::default();
        for (from, to) in [("e3", "e4"), ("e4", "e5")] {
            pen.hold();
            assert_eq!(pen.release(at(from)), None);
            pen.stretch(at(from));
            assert_eq!(pen.start(), Some(at("e3")), "{to}");
        }
        let arrow = DrawingShape::between(at("e3"), at("e5"));
        assert_eq!(pen.set(at("e5"), false), arrow);
        assert_eq!(pen.start(), None);
    }

    #[test]
    fn undo_restores_the_drawings_of_the_position_alone() {
        let mut record = Record::from_any(Setup::start());
        let root = record.root();
        let mv = "h2e2".parse().expect("a move");
        let other = record.add(root, mv).expect("legal");
        let mut drawings = [Drawings::default(), Drawings::default()];
        drawings[1].toggle("Ge4".parse().expect("a drawing"));
        let [none, one] = drawings;
        let mut history = DrawingHistory::default();
        history.note(root, &none);
        assert!(!history.can_undo(other, false) && !history.can_undo(root, true));
        assert_eq!(history.undo(other, false, &none), None);
        assert_eq!(history.undo(root, false, &one), Some(none.clone()));
        assert!(!history.can_undo(root, false));
        assert_eq!(history.undo(root, true, &none), Some(one.clone()));
        assert_eq!(history.undo(root, false, &one), Some(none.clone()));
        history.note(root, &none);
        assert!(!history.can_undo(root, true));
        for _ in 0..2 * MAX_STEPS {
            history.note(root, &one);
        }
        assert_eq!(history.earlier.len(), MAX_STEPS);
    }
}
