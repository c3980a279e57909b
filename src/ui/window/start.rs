//! The end of the start, and the question after one that did not end.

use super::Window;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::ask::{Answer, ask_either, tell};
use std::cell::{Cell, RefCell};

/// State of the question whether to begin without the last game.
#[derive(Debug, Default)]
pub struct StartQuestion {
    is_open: Cell<bool>,
    /// Files to be opened after the answer.
    files: RefCell<Vec<gio::File>>,
}

impl Window {
    /// Ends the start when the game has been laid out and painted, and the program is idle.
    pub(super) fn await_first_frame(&self) {
        self.add_tick_callback(|window, _| {
            let moves = &window.imp().moves;
            if moves.is_mapped() && moves.is_scrolling() {
                return glib::ControlFlow::Continue;
            }
            let end = weak!(window, |window| window.session().note_shown());
            // After this frame, and whatever it has left to do.
            glib::MainContext::default()
                .spawn_local_with_priority(glib::Priority::LOW, async move { end() });
            glib::ControlFlow::Break
        });
    }

    /// Keeps files until the question is answered. Returns them if there is no question.
    pub(super) fn hold_files(&self, files: Vec<gio::File>) -> Option<Vec<gio::File>> {
        let question = &self.imp().start_question;
        if !question.is_open.get() {
            return Some(files);
        }
        question.files.replace(files);
        None
    }

    /// Asks whether to begin without the last game.
    pub(super) fn ask_about_start(&self) {
        self.imp().start_question.is_open.set(true);
        self.when_shown(|window| {
            let window = window.clone();
            window
                .clone()
                .start(async move |_| window.begin_with_or_without().await);
        });
    }

    async fn begin_with_or_without(&self) {
        let without = Answer::suggested((), words::begin_without());
        let (heading, body) = (words::ask_begin_without(), words::ask_begin_without_body());
        if ask_either(self, heading, body, (words::try_again(), without)).await {
            self.begin_without().await;
        } else {
            self.session().take_over_start();
            self.restore_session();
            self.await_first_frame();
        }
        let question = &self.imp().start_question;
        question.is_open.set(false);
        let files = question.files.take();
        if !files.is_empty() {
            self.open_files(files);
        }
    }

    async fn begin_without(&self) {
        match self.session().put_aside().await {
            Ok(Some(file)) => tell(self, words::put_aside_title(), &words::put_aside(&file)),
            Ok(None) => {}
            Err(error) => {
                let body = words::session_unreadable(&error);
                tell(self, words::session_damaged_title(), &body);
            }
        }
    }
}
