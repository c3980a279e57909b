//! The players’ own books in the window: added, removed, and judged one position after the other by a thread.

use super::Studies;
use crate::studies::{self, OwnBook, Proving, Study, StudyOrigin};
use crate::ui::platform::thinking::Thinking;
use crate::ui::toolkit::prelude::*;
use std::sync::atomic::Ordering;

/// Number of nodes searched before the next look at whether to stop.
const STEP: u64 = 20_000;

impl Studies {
    /// All studies: those of the books that come with the program, and one’s own.
    pub(super) fn all(&self) -> Vec<Study> {
        let mut all: Vec<_> = studies::all().cloned().collect();
        all.extend(self.imp().own.borrow().studies().cloned());
        all
    }

    /// The studies of the chosen book; all if none is chosen.
    pub(super) fn of_chosen_book(&self) -> Vec<Study> {
        let origin = self.filters().chosen(self.imp()).origin;
        let is_of_it = |study: &Study| origin.as_ref().is_none_or(|one| one == study.origin());
        self.all().into_iter().filter(is_of_it).collect()
    }

    /// A name for the book of a file that no other book has.
    pub fn free_book_name(&self, uri: &str, name: &str) -> String {
        self.imp().own.borrow().free_name(uri, name)
    }

    /// Adds the positions of a file or folder, and begins to judge them.
    pub fn add_book(&self, uri: &str, mut book: OwnBook) {
        let known: Vec<_> = { book.studies().iter() }
            .filter_map(|study| self.verdicts().apply(study))
            .collect();
        for study in &known {
            book.update(study);
        }
        self.imp().own.borrow_mut().put(uri, book);
        self.show_books();
        if self.imp().proving.borrow().is_none() {
            self.prove_next();
        }
    }

    /// Chooses an own book, so that it alone is listed.
    pub fn choose_book(&self, name: &str) {
        let imp = self.imp();
        imp.search.set_text("");
        for row in [&imp.progress, &imp.length, &imp.pieces] {
            row.set_selected(0);
        }
        let origin = StudyOrigin::Own(name.into());
        self.filters().select_book(imp, &Some(origin));
        imp.search.grab_focus();
    }

    /// Removes the chosen book, if it is one’s own. Returns the URI of its file, which stays as it is.
    pub fn remove_book(&self) -> Option<String> {
        let imp = self.imp();
        let Some(StudyOrigin::Own(name)) = self.filters().chosen(imp).origin else {
            return None;
        };
        let uri = imp.own.borrow_mut().remove(&name);
        self.show_books();
        self.tell(&words::book_removed(&name));
        // What was judged may be gone.
        self.stop_proving();
        self.prove_next();
        uri
    }

    /// Offers the books to choose from.
    fn show_books(&self) {
        let imp = self.imp();
        let own: Vec<_> = imp.own.borrow().origins().collect();
        self.filters().set_books(imp, own);
        self.show_progress();
        self.refill();
    }

    /// Lets the chosen book be removed if it is one’s own.
    pub(super) fn update_removal(&self) {
        let imp = self.imp();
        let origin = self.filters().chosen(imp).origin;
        let is_own = matches!(origin, Some(StudyOrigin::Own(_)));
        self.action_set_enabled("studies.remove", is_own);
    }

    /// Goes on to judge positions of one’s own, until all are.
    fn prove_next(&self) {
        let imp = self.imp();
        let on_board = imp.view.study();
        let is_judged = |study: &Study| self.verdicts().apply(study).is_some();
        let next = imp.own.borrow().unjudged(on_board.as_ref(), is_judged);
        imp.proving_bar.set_visible(next.is_some());
        let Some(next) = next else {
            return;
        };
        let told = words::proving(next.done + 1, next.all);
        imp.proving_told.set_label(&told);
        let mut proving = Proving::new(&next.study);
        let thinking = Thinking::start(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                if let Some(judged) = proving.step(STEP) {
                    return Some(judged);
                }
            }
            None
        });
        let Ok((thinking, judged)) = thinking else {
            imp.proving_bar.set_visible(false);
            return self.tell(words::cannot_prove());
        };
        let flag = thinking.flag();
        imp.proving.replace(Some(thinking));
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let judged = judged.await.ok().flatten();
            let Some(window) = window.upgrade() else {
                return;
            };
            let is_wanted = |thinking: &mut Thinking| thinking.has_flag(&flag);
            let thinking = window.imp().proving.borrow_mut().take_if(is_wanted);
            match (thinking, judged) {
                (Some(_), Some(judged)) => {
                    window.take_verdict(&judged);
                    window.prove_next();
                }
                // Nobody has stopped it.
                (Some(_), None) => {
                    window.imp().proving_bar.set_visible(false);
                    window.tell(words::cannot_prove());
                }
                (None, _) => {}
            }
        });
    }

    fn take_verdict(&self, judged: &Study) {
        let imp = self.imp();
        self.verdicts().add(judged);
        imp.own.borrow_mut().update(judged);
        self.refresh_rows(judged);
        let on_board = imp.view.study().filter(|study| study.id() == judged.id());
        if let Some(study) = on_board.filter(|_| imp.view.is_untouched()) {
            // It is the same study, perhaps of another book.
            self.begin(&study.judged_as(judged));
            let task = words::study_task(judged);
            announce(self, Importance::State, &task);
        }
    }

    /// Stops to judge positions; they stay without a verdict.
    pub(super) fn stop_proving(&self) {
        let imp = self.imp();
        imp.proving.take();
        imp.proving_bar.set_visible(false);
    }
}
