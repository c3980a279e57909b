//! The search: filters the games read so far, shows matches as they come, and continues as more games are read.

use super::{ADD, Browser};
use crate::record::{Collection, Query};
use crate::ui::toolkit::prelude::*;
use gtk::glib::BoxedAnyObject;
use std::sync::Arc;
use std::time::Instant;

/// Durations of the batches between updates of the table: the first one, and the others.
const FIRST_BATCH: Duration = Duration::from_millis(20);
const BATCH: Duration = Duration::from_millis(80);

impl Browser {
    /// Starts a new search and discards the previous one, unless that is the same.
    pub(super) fn search(&self) {
        let imp = self.imp();
        let on_board = imp.on_board.is_active();
        let board = imp.board.get().filter(|_| on_board).cloned();
        let query = Query::new(&imp.search.text(), board);
        if imp.query.borrow().as_deref() == Some(&query) {
            return;
        }
        imp.opens_first.set(false);
        if !query.is_empty() {
            imp.at.take();
        }
        imp.query.replace(Some(Arc::new(query)));
        imp.searches.set(imp.searches.get() + 1);
        imp.reached.set(0);
        imp.is_searching.set(false);
        self.search_on();
    }

    /// Continues the search among unsearched games.
    pub(super) fn search_on(&self) {
        let imp = self.imp();
        let (from, all) = (imp.reached.get(), self.games().count());
        let query = imp.query.borrow().clone();
        let Some(query) = query.filter(|_| from < all && !imp.is_searching.get()) else {
            return self.show_state();
        };
        if query.is_empty() {
            let numbers = [from, all].map(|game| u32::try_from(game).unwrap_or(u32::MAX));
            imp.reached.set(all);
            self.show_found((numbers[0]..numbers[1]).collect(), from == 0);
            return self.show_state();
        }
        imp.is_searching.set(true);
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            async move { dialog.search_all(query).await }
        ));
    }

    async fn search_all(&self, query: Arc<Query>) {
        let imp = self.imp();
        let number = imp.searches.get();
        let mut time = FIRST_BATCH;
        while imp.reached.get() < self.games().count() {
            let (games, query, from) = (self.games(), query.clone(), imp.reached.get());
            let batch = gio::spawn_blocking(move || batch(&games, &query, from, time)).await;
            if imp.searches.get() != number {
                return;
            }
            let Ok((found, reached)) = batch else {
                return self.stop();
            };
            imp.reached.set(reached);
            self.show_found(found, from == 0);
            self.show_state();
            if imp.found.n_items() > 0 && imp.opens_first.take() {
                return self.choose();
            }
            time = BATCH;
        }
        imp.opens_first.set(false);
        imp.is_searching.set(false);
        self.show_state();
    }

    /// Adds games to the table, replacing its contents if `afresh`.
    fn show_found(&self, games: Vec<u32>, afresh: bool) {
        let imp = self.imp();
        let rows: Vec<_> = games.into_iter().map(BoxedAnyObject::new).collect();
        let known = imp.found.n_items();
        if afresh {
            imp.scroll.vadjustment().set_value(0.0);
            imp.found.splice(0, known, &rows);
            imp.selection.set_selected(0);
        } else if !rows.is_empty() {
            imp.found.splice(known, 0, &rows);
        }
        self.point_out();
    }

    /// Shows the number of matches, and the progress of the search and of reading the file.
    pub(super) fn show_state(&self) {
        let imp = self.imp();
        let (found, all) = (imp.found.n_items() as usize, self.games().count());
        let (reached, is_searching) = (imp.reached.get(), imp.is_searching.get());
        let is_reading = imp.is_reading.get();
        self.action_set_enabled("browser.open", found > 0);
        self.action_set_enabled(ADD, !is_reading && self.games().replaceable().is_some());
        for action in ["browser.save-all", "browser.save-each"] {
            self.action_set_enabled(action, found > 0 && !is_reading && !is_searching);
        }
        if found > 0 {
            imp.pages.set_visible_child_name("games");
        } else if !is_searching && !is_reading {
            imp.pages.set_visible_child_name("none");
        }
        imp.progress.set_fraction(reached as f64 / all as f64);
        // Not for a search that finishes at once.
        let is_long = is_searching && 0 < reached && reached < all;
        imp.progress.set_visible(is_long);
        imp.stop.set_hexpand(!is_long);
        imp.progress_line.set_visible(is_long || is_reading);
        let told = if imp.query.borrow().is_some() && is_reading {
            words::games_read(found, all)
        } else {
            let is_stopped = imp.query.borrow().is_none() || self.is_stopped();
            let shown = match is_stopped {
                true => words::games_shown_so_far(found, all),
                false => words::games_shown(found, all),
            };
            words::games_of_files(shown, self.games().files())
        };
        imp.heading.set_subtitle(&told);
    }

    /// Cancels the search but keeps the matches; without one, keeps the games that have been read, and no others.
    pub(super) fn stop(&self) {
        let imp = self.imp();
        if imp.is_searching.get() {
            imp.searches.set(imp.searches.get() + 1);
            imp.query.take();
            imp.is_searching.set(false);
        } else if imp.is_reading.take() {
            imp.is_stopped.set(true);
            imp.reading.set_visible(false);
        }
        self.show_state();
        imp.search.grab_focus();
    }
}

/// Searches for a limited time, starting at a game. Returns the matches and the position reached.
fn batch(games: &Collection, query: &Query, from: usize, time: Duration) -> (Vec<u32>, usize) {
    let begun = Instant::now();
    let mut found = Vec::new();
    for game in from..games.count() {
        if game > from && begun.elapsed() > time {
            return (found, game);
        }
        if games.matches(game, query) {
            found.extend(u32::try_from(game));
        }
    }
    (found, games.count())
}
