//! Rulings that take a search, which is done beside the window's thread.

use super::{News, Session};
use crate::arbiter;
use crate::rules::{History, Ruling};
use crate::ui::platform::prelude::*;

impl Session {
    /// Has the arbiter search what it needs to rule on the present line. One search runs at a time; if the game has gone on
    /// meanwhile, the next one has less to do.
    pub(super) fn watch_ruling(self: &Rc<Self>) {
        if self.arbiter.is_running() {
            return;
        }
        let Some((line, terms)) = self.state().game.unruled() else {
            return;
        };
        let search = {
            let line = line.clone();
            move |_: &_| arbiter::adjudicate(&line, &terms)
        };
        let Ok(found) = self.arbiter.run(search) else {
            // Without a thread the window has to wait.
            return self.settle(&line, arbiter::adjudicate(&line, &terms));
        };
        let session = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            if let (Some(ruling), Some(session)) = (found.await, session.upgrade()) {
                session.settle(&line, ruling);
                session.watch_ruling();
            }
        });
    }

    /// Takes a ruling on a line, unless the game has gone on.
    fn settle(self: &Rc<Self>, line: &History, ruling: Ruling) {
        let remote = self.remote_game_on_board();
        let events = match &remote {
            Some(remote) => remote.settle(line, ruling),
            None => {
                let now = self.now();
                self.change(|state| state.game.settle(line, ruling, now))
            }
        };
        // The log may have known the ruling already.
        self.show_remote_game();
        match events.as_deref() {
            Some([]) => {
                self.emit(&News::Settled);
                self.watch_clock();
                self.watch_computer();
            }
            Some(events) => self.follow(events),
            None => {}
        }
        if let Some(remote) = remote {
            remote.go_on();
        }
    }
}
