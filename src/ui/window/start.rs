//! The start: the last game, which may be late; its end; and the question after one that did not end.

use super::Window;
use crate::ui::session::{FoundSession, LastRun, Loading, RestoreLoss};
use crate::ui::toolkit::ask::{Answer, ask_either, tell_waiting};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Time for which the window waits for the last game before it is shown without.
const LOAD_WAIT: Duration = Duration::from_millis(100);
/// Time after which the wait is reported.
const SILENT_WAIT: Duration = Duration::from_secs(1);

/// Question whether to begin without the last game, or the wait for it.
#[derive(Debug, Default)]
pub struct StartQuestion {
    is_open: Cell<bool>,
    /// Files to be opened after the answer, or once the last game has come.
    files: RefCell<Vec<gio::File>>,
}

impl StartQuestion {
    /// Holds files back while it is open. Returns them if it is not.
    pub(super) fn hold(&self, files: Vec<gio::File>) -> Option<Vec<gio::File>> {
        if !self.is_open.get() {
            return Some(files);
        }
        // Several calls make one list, like several files in one.
        self.files.borrow_mut().extend(files);
        None
    }

    /// Returns the files that were held back, once it is closed.
    fn release(&self) -> Option<Vec<gio::File>> {
        let files = (!self.is_open.get()).then(|| self.files.take());
        files.filter(|files| !files.is_empty())
    }
}

impl Window {
    /// Restores the session of the last run. If the disk is slow, another game is shown meanwhile.
    pub(super) fn restore_session(&self) {
        match self.session().load().wait(LOAD_WAIT) {
            Ok(loaded) => self.show_loaded(loaded),
            Err(loading) => {
                self.show_loaded(LastRun::late());
                self.await_session(loading);
            }
        }
    }

    /// Shows the session once it has been loaded, and then opens the files that were handed over meanwhile.
    fn await_session(&self, loading: Loading) {
        self.set_start_question(true);
        // A move on the board that is shown meanwhile would be lost.
        self.set_takes_input(false);
        let window = self.clone();
        glib::spawn_future_local(async move {
            let loaded = window.finish_loading(loading).await;
            if window.application().is_none() {
                // It was closed meanwhile.
                return;
            }
            let Some(loaded) = loaded else {
                window.close();
                return;
            };
            window.set_start_question(false);
            window.set_takes_input(true);
            window.show_loaded(loaded);
            window.await_first_frame();
            if !window.is_paused() {
                window.imp().board.grab_focus();
            }
            window.open_held_files();
        });
    }

    /// Whether the last game is still awaited, so that no other may begin.
    pub(super) fn is_starting(&self) -> bool {
        self.imp().start_question.is_open.get()
    }

    fn set_start_question(&self, is_open: bool) {
        self.imp().start_question.is_open.set(is_open);
        self.refresh_actions();
    }

    fn set_takes_input(&self, takes_input: bool) {
        if let Some(content) = self.content() {
            content.set_can_target(takes_input);
            content.set_can_focus(takes_input);
        }
    }

    /// Waits for the session, and says so after a while. `None` if the player does not want to wait.
    async fn finish_loading(&self, loading: Loading) -> Option<LastRun> {
        let mut loaded = pin!(loading.finish());
        let mut given_up = pin!(async {
            glib::timeout_future(SILENT_WAIT).await;
            let (heading, body) = (words::loading_title(), words::loading());
            tell_waiting(self, heading, body, words::quit_now()).await;
        });
        poll_fn(|context| match loaded.as_mut().poll(context) {
            Poll::Ready(loaded) => Poll::Ready(Some(loaded)),
            Poll::Pending => given_up.as_mut().poll(context).map(|()| None),
        })
        .await
    }

    /// Opens the files that were handed over before the last game was shown, unless a question is still open.
    fn open_held_files(&self) {
        if let Some(files) = self.imp().start_question.release() {
            self.open_files(files);
        }
    }

    /// Shows the session of the last run, and reports problems with it.
    fn show_loaded(&self, loaded: LastRun) {
        let (found, lost) = self
            .session()
            .restore(loaded, || self.settings().game_terms().begin());
        let of_session = match found {
            Some(FoundSession::Damaged(error, aside)) => Some((
                words::session_damaged_title(),
                words::session_damaged(&error, &aside),
            )),
            Some(FoundSession::Unreadable(error)) => Some((
                words::session_damaged_title(),
                words::session_unreadable(&error),
            )),
            Some(FoundSession::InUse) => Some((
                words::session_in_use_title(),
                words::session_in_use().to_owned(),
            )),
            Some(FoundSession::Suspect) => {
                self.ask_about_start();
                None
            }
            Some(FoundSession::Nothing | FoundSession::Intact(_) | FoundSession::Late) | None => {
                None
            }
        };
        let of_others = lost.iter().map(|lost| match lost {
            RestoreLoss::Ahead(aside) => (
                words::newest_state_damaged_title(),
                words::newest_state_damaged(aside),
            ),
            RestoreLoss::Matches(aside) => (
                words::matches_damaged_title(),
                words::matches_damaged(aside),
            ),
            RestoreLoss::NewerFields(copy) => (
                words::session_newer_title(),
                words::session_newer(copy.as_deref()),
            ),
        });
        let (headings, bodies): (Vec<_>, Vec<_>) = of_session.into_iter().chain(of_others).unzip();
        if let Some(heading) = headings.first() {
            self.tell_when_shown(heading, bodies.join("\n\n"));
        }
    }

    /// Ends the start when the game has been laid out and painted, and the program is idle; not while it is awaited.
    pub(super) fn await_first_frame(&self) {
        self.add_tick_callback(|window, _| {
            let moves = &window.imp().panel.moves();
            if moves.is_mapped() && moves.is_scrolling() {
                return glib::ControlFlow::Continue;
            }
            let end = weak!(window, |window| {
                naming::introduce(&window);
                if !window.is_starting() {
                    window.session().note_shown();
                }
            });
            // After this frame, and whatever it has left to do.
            glib::MainContext::default()
                .spawn_local_with_priority(glib::Priority::LOW, async move { end() });
            glib::ControlFlow::Break
        });
    }

    /// Asks whether to begin without the last game.
    pub(super) fn ask_about_start(&self) {
        self.set_start_question(true);
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
            self.set_start_question(false);
        } else {
            self.set_start_question(false);
            self.session().take_over_start();
            self.restore_session();
            self.await_first_frame();
        }
        self.open_held_files();
    }

    async fn begin_without(&self) {
        match self.session().put_aside().await {
            Ok(Some(file)) => {
                // What is opened next must not cover it.
                let (heading, body) = (words::put_aside_title(), words::put_aside(&file));
                tell_waiting(self, heading, &body, words::close()).await;
            }
            Ok(None) => {}
            Err(error) => {
                let body = words::session_unreadable(&error);
                let heading = words::session_damaged_title();
                tell_waiting(self, heading, &body, words::close()).await;
            }
        }
    }
}
