//! Arrows and circles that are drawn on the board: with the secondary button, or with Shift and the arrow keys.

use super::BoardView;
use crate::record::{Drawing, DrawingColor, DrawingShape};
use crate::rules::Point;
use crate::scene::{KeyPen, Stroke};
use crate::ui::toolkit::actions::on_key;
use crate::ui::toolkit::prelude::*;
use gdk::{Key, ModifierType};

impl BoardView {
    /// Lets people draw on the board. Touch has one button only, and draws nothing.
    pub fn enable_drawing(&self) {
        let drag = gtk::GestureDrag::new();
        drag.set_button(gdk::BUTTON_SECONDARY);
        drag.connect_drag_begin(weak!(self, |board, drag: &gtk::GestureDrag, x, y| board
            .begin_stroke(drag.current_event_state(), x, y)));
        drag.connect_drag_update(weak!(self, |board, drag: &gtk::GestureDrag, dx, dy| {
            if let Some((x, y)) = drag.start_point() {
                board.stretch_stroke(x + dx, y + dy);
            }
        }));
        drag.connect_drag_end(weak!(self, |board, _, _, _| board.end_stroke()));
        drag.connect_cancel(weak!(self, |board, _, _| board.drop_pen()));
        self.add_controller(drag);
        // Before the point with the focus, which Enter would activate.
        let keys = on_key(self, gtk::PropagationPhase::Capture, Self::press_pen_key);
        keys.connect_key_released(weak!(self, |board, _, key, _, _| {
            if is_shift(key) {
                board.release_shift();
            }
        }));
        self.add_controller(keys);
    }

    /// The arrow or circle that is being drawn.
    pub(super) fn begun_drawing(&self) -> Option<Drawing> {
        let imp = self.imp();
        let by_keys = || {
            let start = imp.pen.get().start()?;
            Some((start, self.cursor_point(), DrawingColor::default()))
        };
        let (from, to, color) = imp.stroke.get().or_else(by_keys)?;
        let shape = DrawingShape::between(from, to);
        Some(Drawing { shape, color })
    }

    /// Drops what is being drawn. Returns whether it was an arrow by keys.
    pub(super) fn drop_pen(&self) -> bool {
        let pen = self.imp().pen.take();
        if self.imp().stroke.take().is_some() || pen.start().is_some() {
            self.queue_draw();
        }
        pen.start().is_some()
    }

    fn begin_stroke(&self, state: ModifierType, x: f64, y: f64) {
        let imp = self.imp();
        self.drop_pen();
        if imp.is_turning() || imp.held.get().is_some() {
            return;
        }
        let color = Stroke::pointer_color(
            state.contains(ModifierType::SHIFT_MASK),
            state.contains(ModifierType::CONTROL_MASK),
        );
        let point = imp.layout.get().point_at(x, y);
        imp.stroke.set(point.map(|point| (point, point, color)));
        self.queue_draw();
    }

    /// Follows the pointer. Beside the board the stroke ends at its last point.
    fn stretch_stroke(&self, x: f64, y: f64) {
        let imp = self.imp();
        let point = imp.layout.get().point_at(x, y);
        if let Some(((from, known, color), to)) = imp.stroke.get().zip(point)
            && known != to
        {
            imp.stroke.set(Some((from, to, color)));
            self.queue_draw();
        }
    }

    fn end_stroke(&self) {
        if let Some((from, to, color)) = self.imp().stroke.take() {
            self.queue_draw();
            self.emit_drawn(Stroke {
                shape: DrawingShape::between(from, to),
                color: Some(color),
            });
        }
    }
}

/// The keys.
impl BoardView {
    /// Changes the pen of the keys.
    fn with_pen<T>(&self, change: impl FnOnce(&mut KeyPen) -> T) -> T {
        let mut pen = self.imp().pen.get();
        let changed = change(&mut pen);
        self.imp().pen.set(pen);
        self.queue_draw();
        changed
    }

    fn press_pen_key(&self, key: Key, state: ModifierType) -> bool {
        let others = ModifierType::CONTROL_MASK | ModifierType::ALT_MASK | ModifierType::SUPER_MASK;
        if self.focused_point().is_none() || state.intersects(others) {
            return false;
        }
        let shift = state.contains(ModifierType::SHIFT_MASK);
        let is_begun = self.imp().pen.get().start().is_some();
        match key {
            key if is_shift(key) => {
                self.with_pen(KeyPen::hold);
                return false;
            }
            Key::Return | Key::KP_Enter | Key::ISO_Enter if shift || is_begun => {
                let cursor = self.cursor_point();
                let shape = self.with_pen(|pen| pen.set(cursor, shift));
                self.emit_drawn(Stroke { shape, color: None });
            }
            Key::Escape if is_begun => {
                self.drop_pen();
            }
            key if shift => {
                let Some(direction) = direction_of(key) else {
                    return false;
                };
                let cursor = self.cursor_point();
                self.with_pen(|pen| pen.stretch(cursor));
                self.move_focus_to(direction);
            }
            _ => return false,
        }
        true
    }

    fn release_shift(&self) {
        let cursor: Point = self.cursor_point();
        if let Some(shape) = self.with_pen(|pen| pen.release(cursor)) {
            self.emit_drawn(Stroke { shape, color: None });
        }
    }
}

const fn is_shift(key: Key) -> bool {
    matches!(key, Key::Shift_L | Key::Shift_R)
}

const fn direction_of(key: Key) -> Option<gtk::DirectionType> {
    match key {
        Key::Left | Key::KP_Left => Some(gtk::DirectionType::Left),
        Key::Right | Key::KP_Right => Some(gtk::DirectionType::Right),
        Key::Up | Key::KP_Up => Some(gtk::DirectionType::Up),
        Key::Down | Key::KP_Down => Some(gtk::DirectionType::Down),
        _ => None,
    }
}
