//! The board's texts for screen readers: the names of the points at once, their descriptions when idle.

use super::BoardView;
use super::point::PointView;
use crate::rules::{Point, PointSet, Position, Side};
use crate::ui::toolkit::prelude::*;

/// Time after which screen readers follow another window that is active.
const OTHER_WINDOW: Duration = Duration::from_secs(1);
/// How often a window that opens is waited for.
const MAX_WAITS: u32 = 10;

impl BoardView {
    /// Describes each point as it stands in a position, with a lifted piece that can go to some of them.
    pub fn tell_position(&self, position: Position, lifted: Option<(Point, PointSet)>) {
        let imp = self.imp();
        imp.told.replace(Some(position));
        imp.lifted_targets.set(lifted);
        self.name_points();
        if imp.points.get().is_none() || imp.telling.borrow().is_some() {
            return;
        }
        let telling = glib::idle_add_local_full(
            glib::Priority::LOW,
            glib::clone!(
                #[weak(rename_to = board)]
                self,
                #[upgrade_or]
                glib::ControlFlow::Break,
                move || {
                    board.imp().telling.take();
                    board.tell_points();
                    glib::ControlFlow::Break
                }
            ),
        );
        imp.telling.replace(Some(telling));
    }

    pub(super) fn name_points(&self) {
        if let Some(position) = &*self.imp().told.borrow() {
            for view in self.imp().points.get().into_iter().flatten() {
                view.set_label(&words::point(position, view.point()));
            }
        }
    }

    /// Updates the description of each point.
    pub(super) fn tell_points(&self) {
        let imp = self.imp();
        if let Some(position) = &*imp.told.borrow() {
            for view in imp.points.get().into_iter().flatten() {
                let point = view.point();
                view.set_about(&match imp.lifted_targets.get() {
                    Some((lifted, targets)) => {
                        words::point_about_lifted(position, lifted, targets, point)
                    }
                    None => words::point_about(position, point),
                });
            }
        }
    }

    /// Updates the deferred description of a point that has lost the focus, once the screen reader knows of the loss.
    pub(super) fn tell_later(&self, point: Point) {
        let focus = self.root().and_then(|root| root.focus());
        let focused = focus.and_downcast::<PointView>();
        if focused.is_some_and(|view| view.point() == point) {
            // It keeps the focus of a window that is no longer active, since another one opens.
            return self.tell_beside_window(point, false, MAX_WAITS);
        }
        glib::idle_add_local_once(weak!(self, |board| board.restore(point)));
    }

    /// Updates the description once another window has been active for a while. Until that has reported its focus, a
    /// screen reader follows the point, and would read the change out.
    fn tell_beside_window(&self, point: Point, was_active: bool, waits: u32) {
        let check = weak!(self, |board| {
            let is_active = announce::active_window().is_some();
            if is_active && was_active || waits == 0 {
                board.restore(point);
            } else {
                board.tell_beside_window(point, is_active, waits - 1);
            }
        });
        glib::timeout_add_local_once(OTHER_WINDOW, check);
    }

    fn restore(&self, point: Point) {
        let points = self.imp().points.get();
        let view = points.map(|points| &points[point.index()]);
        if let Some(view) = view.filter(|view| !view.has_focus()) {
            a11y::restore_description(view);
        }
    }

    /// The focused point.
    pub fn focused_point(&self) -> Option<Point> {
        let child = self.focus_child().and_downcast::<PointView>();
        child.map(|view| view.point())
    }

    /// The point under the cursor: the one that has, last had, or will get the focus.
    pub fn cursor_point(&self) -> Point {
        let imp = self.imp();
        imp.last.get().unwrap_or_else(|| {
            let home = match imp.scene.borrow().bottom {
                Side::Red => "e0",
                Side::Black => "e9",
            };
            home.parse().expect("a point of the board")
        })
    }
}
