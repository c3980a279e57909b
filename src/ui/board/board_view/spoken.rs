//! The board's texts for screen readers: the names of the points at once, their descriptions when idle.

use super::BoardView;
use super::point::PointView;
use crate::rules::{Point, PointSet, Position, Side};
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::a11y;
use std::time::Duration;

/// Time after which screen readers follow another window.
const OTHER_WINDOW: Duration = Duration::from_secs(1);

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
        let is_elsewhere = self.focused_point() != Some(point);
        // It keeps the focus of a window that is no longer active, since another one opens.
        let restore = weak!(self, |board| {
            let points = board.imp().points.get();
            let view = points.map(|points| &points[point.index()]);
            if let Some(view) = view.filter(|view| !view.has_focus()) {
                a11y::restore_description(view);
            }
        });
        if is_elsewhere {
            glib::idle_add_local_once(restore);
        } else {
            glib::timeout_add_local_once(OTHER_WINDOW, restore);
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
