//! Pointer and arrow key input on the board.
//!
//! A press selects or moves at once; only a press on the selected piece waits, since it may start a drag. A drag starts
//! when the pointer has moved past the threshold.

use super::{BoardView, Drag, DragEnd};
use crate::rules::{Point, Side};
use crate::scene::Mark;
use crate::ui::toolkit::announce::announce_with;
use crate::ui::toolkit::prelude::*;

/// Distance in pixels after which a press becomes a drag.
pub const DRAG_THRESHOLD: f64 = 6.0;

impl BoardView {
    pub(super) fn add_input(&self) {
        let drag = gtk::GestureDrag::new();
        drag.set_button(gtk::gdk::BUTTON_PRIMARY);
        drag.connect_drag_begin(weak!(self, |board, _, x, y| board.begin(x, y)));
        drag.connect_drag_update(weak!(self, |board, drag, dx, dy| {
            if let Some((x, y)) = drag.start_point() {
                board.carry((x, y), (dx, dy));
            }
        }));
        drag.connect_drag_end(weak!(self, |board, drag, dx, dy| {
            if let Some((x, y)) = drag.start_point() {
                board.end(x + dx, y + dy);
            }
        }));
        drag.connect_cancel(weak!(self, |board, _, _| board.let_go()));
        self.add_controller(drag);
    }

    /// The selected piece.
    fn chosen(&self) -> Option<Point> {
        self.imp()
            .scene
            .borrow()
            .marks
            .iter()
            .find_map(|mark| match mark {
                Mark::Selected(point) => Some(*point),
                _ => None,
            })
    }

    pub(super) fn press(&self, point: Point) {
        self.emit_point_pressed(point);
    }

    fn begin(&self, x: f64, y: f64) {
        let imp = self.imp();
        imp.pressed.set(None);
        self.drop_pen();
        if imp.is_turning() {
            return;
        }
        let Some(point) = imp.layout.get().point_at(x, y) else {
            self.emit_cancelled();
            return;
        };
        self.remember(point);
        if self.chosen() == Some(point) {
            imp.pressed.set(Some(point));
        } else {
            self.press(point);
        }
    }

    fn carry(&self, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
        let imp = self.imp();
        let layout = imp.layout.get();
        if imp.held.get().is_none() && dx.hypot(dy) < DRAG_THRESHOLD {
            return;
        }
        let from = match imp.held.get() {
            Some((from, _)) => Some(from),
            None => layout.point_at(x, y),
        };
        let Some(from) = from.filter(|from| self.chosen() == Some(*from)) else {
            return;
        };
        imp.pressed.set(None);
        imp.held.set(Some((from, layout.spot_at(x + dx, y + dy))));
        self.queue_draw();
    }

    fn end(&self, x: f64, y: f64) {
        let imp = self.imp();
        if let Some((from, _)) = imp.held.get() {
            let to = imp.layout.get().point_at(x, y);
            let end = to.map_or(DragEnd::OffBoard, DragEnd::On);
            self.emit_piece_dropped(Drag { from, end });
        } else if let Some(point) = imp.pressed.take() {
            self.press(point);
        }
    }

    /// Cancels a drag whose gesture was interrupted, for example by the window closing.
    fn let_go(&self) {
        self.imp().pressed.set(None);
        if let Some((from, _)) = self.imp().held.get() {
            let end = DragEnd::Cancelled;
            self.emit_piece_dropped(Drag { from, end });
        }
    }

    /// Focuses a pressed point without showing the cursor there.
    fn remember(&self, point: Point) {
        self.imp().by_keys.set(false);
        self.focus_point(point);
        if let Some(window) = self.root().and_downcast::<gtk::Window>() {
            window.set_focus_visible(false);
        }
        self.imp().cursor.set(None);
    }

    /// Focuses a point, whose description carries the pending announcement.
    pub fn focus_announcing(&self, point: Point) {
        if let Some(points) = self.imp().points.get() {
            let view = &points[point.index()];
            view.introduce();
            announce_with(view, || {
                view.grab_focus();
            });
        }
    }

    fn focus_point(&self, point: Point) -> bool {
        let points = self.imp().points.get();
        points.is_some_and(|points| {
            points[point.index()].introduce();
            points[point.index()].grab_focus()
        })
    }

    /// Sets the initial focus.
    pub fn set_home(&self, point: Point) {
        self.imp().last.set(Some(point));
    }

    /// Grabs the focus for the last focused point, or for the general nearest to the player.
    pub(super) fn focus_cursor(&self) -> bool {
        self.focus_point(self.cursor_point())
    }

    /// Moves the cursor in a direction on the screen, stopping at the edges. Tab enters and leaves the board.
    pub(super) fn move_focus_to(&self, direction: gtk::DirectionType) -> bool {
        if self.imp().points.get().is_none() {
            return false;
        }
        self.imp().by_keys.set(true);
        let has_focus = self
            .root()
            .and_then(|root| root.focus())
            .is_some_and(|focus| focus.is_ancestor(self));
        if !has_focus {
            return self.focus_cursor();
        }
        let turned = match self.imp().scene.borrow().bottom {
            Side::Red => 1,
            Side::Black => -1,
        };
        let (files, ranks) = match direction {
            gtk::DirectionType::Left => (-turned, 0),
            gtk::DirectionType::Right => (turned, 0),
            gtk::DirectionType::Up => (0, turned),
            gtk::DirectionType::Down => (0, -turned),
            _ => return false,
        };
        let Some(point) = self.imp().last.get() else {
            return self.focus_cursor();
        };
        self.focus_point(point.offset(files, ranks).unwrap_or(point))
    }

    /// Shows the cursor at the focused point, but not after a pointer press. GTK hides its focus indicator three
    /// seconds after a key press, which is less than a player thinks.
    pub(super) fn focus_changed(&self, point: Point, has_focus: bool) {
        let imp = self.imp();
        let window = self.root().and_downcast::<gtk::Window>();
        let shows_focus = window.is_some_and(|window| window.gets_focus_visible());
        let visible = imp.by_keys.get() || shows_focus;
        if has_focus {
            imp.last.set(Some(point));
            imp.cursor.set(visible.then_some(point));
        } else {
            if imp.cursor.get() == Some(point) {
                imp.cursor.set(None);
            }
            self.tell_later(point);
        }
        self.queue_draw();
    }
}
