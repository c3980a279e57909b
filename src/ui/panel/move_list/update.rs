//! Brings the rows up to date: by what is different, since a record may have a hundred thousand moves.

use super::item::RowItem;
use super::outline::{Outline, Row};
use super::{Edition, MoveList};
use crate::game::Game;
use crate::record::notation::MoveStyle;
use crate::record::{NodeId, Record};
use crate::ui::platform::prelude::*;
use std::collections::HashMap;

/// Variations are folded at first if they have at least so many moves together.
const FOLDED_FROM: usize = 300;
/// Most frames that the list needs to lay out new rows.
const LAYOUT_FRAMES: u32 = 6;
/// How far from the edge of the list a move is brought, in pixels.
const MARGIN: f64 = 6.0;

/// Source of the rows, and the places of moves among them.
#[derive(Debug, Default)]
pub(super) struct Known {
    edition: Option<Edition>,
    shown: Option<NodeId>,
    /// Whether variations are folded that nobody has touched.
    folds: bool,
    /// Those that are otherwise, by their first moves.
    touched: HashMap<NodeId, bool>,
    /// The rows of the game's moves and of the variations' first moves.
    places: HashMap<NodeId, u32>,
}

impl Known {
    fn is_folded(&self, first: NodeId) -> bool {
        self.touched.get(&first).copied().unwrap_or(self.folds)
    }

    /// Unfolds everything that a move is in. Whether anything was folded.
    fn unfold(&mut self, record: &Record, node: NodeId) -> bool {
        let mut at = node;
        let mut changed = false;
        while let Some(parent) = record.node(at).parent() {
            let begins = record.node(parent).children().first() != Some(&at);
            if begins && self.is_folded(at) {
                self.touched.insert(at, false);
                changed = true;
            }
            at = parent;
        }
        changed
    }

    /// The row that a move is in, or the one that it would be in if nothing were folded.
    fn place(&self, record: &Record, node: NodeId) -> Option<u32> {
        let up = std::iter::successors(Some(node), |id| record.node(*id).parent());
        up.into_iter().find_map(|id| self.places.get(&id).copied())
    }
}

impl MoveList {
    /// How its moves are written.
    pub(super) fn style(&self) -> MoveStyle {
        let edition = self.imp().known.borrow().edition;
        edition.map(|edition| edition.style).unwrap_or_default()
    }

    /// Shows this game, and brings the move into sight whose position is shown.
    pub fn update(&self, game: &Game, edition: Edition) {
        let (record, shown) = (game.record(), game.shown());
        let (moved, changed) = {
            let mut known = self.imp().known.borrow_mut();
            let before = known.edition.replace(edition);
            let other = before.is_none_or(|before| before.game != edition.game);
            if other {
                known.touched.clear();
                let aside = record.move_count() - record.main_line().count();
                known.folds = aside >= FOLDED_FROM;
            }
            let moved = known.shown.replace(shown) != Some(shown) || other;
            // What is shown is to be seen.
            let unfolded = moved && known.unfold(record, shown);
            (moved, before != Some(edition) || unfolded)
        };
        if changed {
            self.remake(game);
        }
        if moved || changed {
            self.mark(game);
            self.bring_into_sight();
        }
    }

    /// Folds the variation that begins with a move, or unfolds it.
    pub(super) fn fold(&self, first: NodeId) {
        let imp = self.imp();
        {
            let mut known = imp.known.borrow_mut();
            let folded = known.is_folded(first);
            known.touched.insert(first, !folded);
        }
        if let Some(source) = imp.source.get() {
            source(&mut |game| {
                self.remake(game);
                self.mark(game);
            });
        }
    }

    /// Makes the rows anew; those that are as before keep their widgets, and whatever has the keyboard in them.
    fn remake(&self, game: &Game) {
        let imp = self.imp();
        let rows = {
            let known = imp.known.borrow();
            let of = known.edition.unwrap_or_default();
            Outline::rows(game, of, |id| known.is_folded(id))
        };
        let places = rows.iter().zip(0..).flat_map(|(row, place)| {
            let firsts = row.firsts();
            firsts.into_iter().map(move |node| (node, place))
        });
        imp.known.borrow_mut().places = places.collect();
        if let Some(items) = imp.items.get() {
            replace(items, rows);
        }
    }

    /// Marks the move whose position is shown.
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

    /// Scrolls to the marked move, or to the start where none is, once the rows have their places.
    pub(super) fn bring_into_sight(&self) {
        // What has changed meanwhile has no place yet: the frames are counted from here.
        if self.imp().frames.replace(Some(0)).is_some() {
            return;
        }
        self.add_tick_callback(|list, _| {
            let frames = &list.imp().frames;
            let frame = frames.get().unwrap_or_default() + 1;
            frames.set(Some(frame));
            // The first frame lays out what has changed.
            if frame == 1 || (!list.scroll_to_marked() && frame < LAYOUT_FRAMES) {
                return glib::ControlFlow::Continue;
            }
            frames.set(None);
            glib::ControlFlow::Break
        });
    }

    /// Gives the keyboard to the marked move, if it is one of the game and in sight.
    pub fn focus_shown(&self) -> bool {
        let marked = self.imp().marked.borrow().clone();
        let row = marked.and_then(|item| item.widget());
        let mut waiting: Vec<gtk::Widget> = row.into_iter().map(Cast::upcast).collect();
        while let Some(widget) = waiting.pop() {
            if widget.has_css_class("move") && widget.has_css_class("shown") {
                return widget.is_mapped() && widget.grab_focus();
            }
            waiting.extend(std::iter::successors(
                widget.first_child(),
                WidgetExt::next_sibling,
            ));
        }
        false
    }

    /// Whether the marked move is in sight now; if its row has no widget yet, the list is asked to make one.
    fn scroll_to_marked(&self) -> bool {
        let imp = self.imp();
        let (Some(list), Some(scroll)) = (imp.list.get(), imp.scroll.get()) else {
            return true;
        };
        let adjustment = scroll.vadjustment();
        let Some(item) = imp.marked.borrow().clone() else {
            adjustment.set_value(adjustment.lower());
            return true;
        };
        let place = item.widget().filter(WidgetExt::is_mapped).and_then(|row| {
            let (top, height) = row.marked_place()?;
            let (_, y) = row.translate_coordinates(scroll, 0.0, top)?;
            Some((y, height))
        });
        let Some((y, height)) = place else {
            let index = imp.items.get().and_then(|items| items.find(&item));
            if let Some(index) = index {
                // Refused only by a list that has gone meanwhile.
                let _ = list.activate_action("list.scroll-to-item", Some(&index.to_variant()));
            }
            return index.is_none();
        };
        let page = f64::from(scroll.height());
        let below = (y + height + MARGIN - page).max(0.0);
        let above = (y - MARGIN).min(0.0);
        let by = if above < 0.0 { above } else { below };
        if by != 0.0 {
            adjustment.set_value(adjustment.value() + by);
        }
        true
    }
}

/// Puts other rows into the model, in one change that leaves alone what is the same at both ends.
fn replace(items: &gio::ListStore, mut rows: Vec<Row>) {
    let item = |place: usize| items.item(place as u32).and_downcast::<RowItem>();
    let same = |place: usize, row: &Row| {
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
