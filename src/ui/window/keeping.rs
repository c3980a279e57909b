//! When the session is written: after every move at once, and a moment after what comes in quick succession.

use super::Window;
use adw::subclass::prelude::*;
use gtk::glib;
use std::time::Duration;

/// How long a comment that is being written may be nowhere but in the window.
const EDIT_DEBOUNCE: Duration = Duration::from_millis(400);
/// Rest after which the shown position of a larger record is written.
const STEP_DEBOUNCE: Duration = Duration::from_millis(1000);
/// Most moves of a record that is written at every step through it.
const MAX_MOVES_PER_STEP: usize = 2000;

/// A session that will be written.
#[derive(Debug)]
pub(super) struct Pending {
    timer: glib::SourceId,
    /// Whether there is anything in it that would be missed.
    dear: bool,
}

impl Window {
    /// Has the session written before long. Further changes do not put that off.
    pub(super) fn keep_soon(&self) {
        if !self.is_dear_pending() {
            self.keep_after(EDIT_DEBOUNCE, true);
        }
    }

    /// Keeps which position is shown; in a large record only once the players have stopped going about.
    pub(super) fn keep_view(&self) {
        let large = self.sitting().game.record().move_count() > MAX_MOVES_PER_STEP;
        if !large {
            self.keep();
        } else if !self.is_dear_pending() {
            self.keep_after(STEP_DEBOUNCE, false);
        }
    }

    /// Writes at once what waits to be written.
    pub(super) fn keep_pending(&self) {
        if self.imp().pending.borrow().is_some() {
            self.keep();
        }
    }

    /// Nothing waits to be written any more.
    pub(super) fn cancel_pending(&self) {
        if let Some(pending) = self.imp().pending.take() {
            pending.timer.remove();
        }
    }

    fn is_dear_pending(&self) -> bool {
        let pending = self.imp().pending.borrow();
        pending.as_ref().is_some_and(|pending| pending.dear)
    }

    fn keep_after(&self, time: Duration, dear: bool) {
        self.cancel_pending();
        let timer = glib::timeout_add_local_once(
            time,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || {
                    window.imp().pending.take();
                    // The window does not wait for a disk that is still at the state before.
                    if window.imp().keeper.is_busy() {
                        window.keep_after(time, dear);
                    } else {
                        window.keep();
                    }
                }
            ),
        );
        self.imp().pending.replace(Some(Pending { timer, dear }));
    }
}
