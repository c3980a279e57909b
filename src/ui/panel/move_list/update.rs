//! Incremental updates of the rows, since a record may have a hundred thousand moves.

use super::MoveList;
use super::item::RowItem;
use crate::game::Game;
use crate::record::NodeId;
use crate::scene::outline::{Edition, OutlineRow, Renewal};
use crate::ui::toolkit::prelude::*;

/// Maximum number of frames that the list needs to lay out new rows.
const LAYOUT_FRAMES: u32 = 6;
/// Distance kept between the highlighted move and the edge of the list, in pixels.
const MARGIN: f64 = 6.0;

impl MoveList {
    /// Shows a game, and scrolls to the move whose position is shown.
    pub fn update(&self, game: &Game, edition: Edition) {
        let renewal = self.imp().known.borrow_mut().follow(game, edition);
        if renewal == Renewal::Rows {
            self.remake(game);
        }
        if renewal != Renewal::Nothing {
            self.mark(game);
            self.bring_into_sight();
        }
    }

    /// Folds or unfolds the variation that starts with a move.
    pub(super) fn fold(&self, first: NodeId) {
        let imp = self.imp();
        imp.known.borrow_mut().fold(first);
        if let Some(source) = imp.source.get() {
            source(&mut |game| {
                self.remake(game);
                self.mark(game);
            });
        }
    }

    /// Rebuilds the rows; unchanged ones keep their widgets, and the focus within them.
    fn remake(&self, game: &Game) {
        let imp = self.imp();
        let rows = imp.known.borrow_mut().rows(game);
        if let Some(items) = imp.items.get() {
            set_css_class(self, "empty", rows.is_empty());
            replace(items, rows);
        }
    }

    /// Highlights the move whose position is shown.
    fn mark(&self, game: &Game) {
        let imp = self.imp();
        let place = imp.known.borrow().place(game.record(), game.shown());
        let item = place
            .zip(imp.items.get())
            .and_then(|(place, items)| items.item(place).and_downcast::<RowItem>());
        let before = imp.marked.replace(item.clone());
        if let Some(before) = before.filter(|before| Some(before) != item.as_ref()) {
            before.set_shown(None);
        }
        if let Some(item) = item {
            item.set_shown(Some(game.shown()));
        }
    }

    /// Scrolls to the highlighted move, or to the start if there is none, once the rows have been allocated.
    pub(super) fn bring_into_sight(&self) {
        // New rows have no allocation yet, so the frame count restarts.
        if self.imp().frames.replace(Some(0)).is_some() {
            return;
        }
        self.add_tick_callback(|list, _| {
            let frames = &list.imp().frames;
            let frame = frames.get().unwrap_or_default() + 1;
            frames.set(Some(frame));
            // The first frame lays out the changes.
            if frame == 1 || (!list.scroll_to_marked() && frame < LAYOUT_FRAMES) {
                return glib::ControlFlow::Continue;
            }
            frames.set(None);
            glib::ControlFlow::Break
        });
    }

    /// Focuses the highlighted move, if it is in view.
    pub fn focus_shown(&self) -> bool {
        let marked = self.imp().marked.borrow().clone();
        let row = marked.and_then(|item| item.widget());
        row.is_some_and(|row| row.is_mapped() && row.focus_marked())
    }

    /// Whether the list is about to scroll to the highlighted move.
    pub fn is_scrolling(&self) -> bool {
        self.imp().frames.get().is_some()
    }

    /// Scrolls to the highlighted move, or to the first row if there is none; if it has no widget yet, asks the list to
    /// create one. Returns whether it is in view and stays there.
    fn scroll_to_marked(&self) -> bool {
        let imp = self.imp();
        let (Some(list), Some(scroll)) = (imp.list.get(), imp.scroll.get()) else {
            return true;
        };
        let adjustment = scroll.vadjustment();
        let marked = imp.marked.borrow().clone();
        let is_start = marked.is_none();
        let first = || imp.items.get()?.item(0).and_downcast::<RowItem>();
        let Some(item) = marked.or_else(first) else {
            return true;
        };
        let place = item.widget().filter(WidgetExt::is_mapped).and_then(|row| {
            let (top, height) = if is_start {
                (0.0, f64::from(row.height()))
            } else {
                row.marked_place()?
            };
            let (_, y) = row.translate_coordinates(scroll, 0.0, top)?;
            Some((y, height))
        });
        let Some((y, height)) = place else {
            let index = imp.items.get().and_then(|items| items.find(&item));
            if let Some(index) = index {
                // Fails only if the list has been disposed of.
                let _ = list.activate_action("list.scroll-to-item", Some(&index.to_variant()));
            }
            return index.is_none();
        };
        let page = f64::from(scroll.height());
        let below = (y + height + MARGIN - page).max(0.0);
        let above = (y - MARGIN).min(0.0);
        let by = if above < 0.0 { above } else { below };
        let goal = if is_start {
            adjustment.lower()
        } else {
            adjustment.value() + by
        };
        let before = adjustment.value();
        adjustment.set_value(goal);
        // The list estimates the heights of rows that it has not laid out, and moves those that it has when it knows
        // them better.
        adjustment.value() == before && (!is_start || y >= 0.0)
    }
}

/// Replaces the rows of the model in one splice that keeps the common start and end.
fn replace(items: &gio::ListStore, mut rows: Vec<OutlineRow>) {
    let item = |place: usize| items.item(place as u32).and_downcast::<RowItem>();
    let same = |place: usize, row: &OutlineRow| {
        item(place).is_some_and(|item| item.key() == Some(row.entry.key()))
    };
    let (old, new) = (items.n_items() as usize, rows.len());
    let most = old.min(new);
    let front = (0..most).take_while(|at| same(*at, &rows[*at])).count();
    let back = (1..=most - front).take_while(|at| same(old - at, &rows[new - at]));
    let back = back.count();
    for (place, row) in rows
        .drain(new - back..)
        .zip(old - back..)
        .map(|(row, at)| (at, row))
    {
        if let Some(item) = item(place) {
            item.set(row);
        }
    }
    let middle: Vec<_> = rows.drain(front..).map(RowItem::new).collect();
    for (place, row) in rows.into_iter().enumerate() {
        if let Some(item) = item(place) {
            item.set(row);
        }
    }
    if old - front - back > 0 || !middle.is_empty() {
        items.splice(front as u32, (old - front - back) as u32, &middle);
    }
}
