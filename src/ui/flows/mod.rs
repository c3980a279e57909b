//! Conversations that take their time: opening, saving, the clipboard, pictures, replays, paper. Each is an async
//! function over a [`Session`] and the window that it asks in.

mod choose;
mod clipboard;
mod error;
mod open;
mod picture;
mod printing;
mod read;
mod recent;
mod replay;
mod save;

use crate::ui::dialogs::browser::{Browser, Shelf};
use crate::ui::platform::prelude::*;
use crate::ui::platform::settings::Settings;
use crate::ui::session::Session;
use crate::ui::toolkit::ask::tell;
pub use choose::display_name;
pub use clipboard::text_target;
use error::FlowError;
pub use recent::list as list_recent_files;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What one conversation leaves for the next.
#[derive(Debug, Default)]
pub struct Memory {
    /// Count of games that were asked for; only the last one is put on the board.
    asked: Cell<u64>,
    /// File of many games that the one on the board is from, once it was read.
    shelf: RefCell<Option<Shelf>>,
    browser: glib::WeakRef<Browser>,
    printer: printing::Printer,
}

/// Request for a game, which is out of date as soon as another is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticket(u64);

/// The window that asks, and what it asks about.
#[derive(Clone, Debug)]
pub struct Flows {
    window: gtk::Window,
    session: Rc<Session>,
    settings: Rc<Settings>,
    memory: Rc<Memory>,
}

impl Flows {
    pub fn new(
        window: &impl IsA<gtk::Window>,
        session: &Rc<Session>,
        settings: &Rc<Settings>,
        memory: &Rc<Memory>,
    ) -> Self {
        Self {
            window: window.clone().upcast(),
            session: session.clone(),
            settings: settings.clone(),
            memory: memory.clone(),
        }
    }

    /// Goes on with a conversation for as long as it takes.
    pub fn start<T: 'static>(&self, flow: impl AsyncFnOnce(Self) -> T + 'static) {
        let flows = self.clone();
        glib::spawn_future_local(async move { flow(flows).await });
    }

    fn ticket(&self) -> Ticket {
        let asked = &self.memory.asked;
        asked.set(asked.get() + 1);
        Ticket(asked.get())
    }

    fn is_wanted(&self, ticket: Ticket) -> bool {
        self.memory.asked.get() == ticket.0
    }

    /// Keeps the program from ending in the middle of a file.
    fn hold(&self) -> Option<gio::ApplicationHoldGuard> {
        use gtk::prelude::GtkWindowExt;
        self.window.application().map(|app| app.hold())
    }

    fn tell(&self, heading: &str, error: &FlowError) {
        tell(&self.window, heading, &error.sentence());
    }
}
