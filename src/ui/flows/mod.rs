//! Flows, the asynchronous user interactions: opening, saving, clipboard, pictures, replays, printing. Each is an async
//! function over a [`Session`] and the window that it asks in.

mod book;
mod choose;
mod clipboard;
mod destination;
mod export;
mod finished;
mod letter;
mod open;
mod picture;
mod printing;
mod read;
mod recent;
mod replay;
mod save;
mod studies;

use crate::files::Bin;
use crate::files::Obstacle;
use crate::record::NotAdded;
use crate::record::format::pgn::NotReplaced;
use crate::record::format::{Loss, MissingLetters, ReadError};
use crate::rules::PositionError;
use crate::ui::dialogs::browser::{Browser, CollectionFile};
use crate::ui::dialogs::finished::FinishedGames;
use crate::ui::dialogs::studies::Studies;
use crate::ui::platform::settings::Settings;
use crate::ui::session::Session;
use crate::ui::toolkit::ask::{Answer, tell, tell_and_offer};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast::Tells;
pub use book::folder_name as book_folder_name;
pub use choose::display_name;
pub use clipboard::text_target;
pub use recent::list as list_recent_files;
use std::collections::HashMap;
use std::io;

/// State shared between flows.
#[derive(Debug, Default)]
pub struct FlowState {
    /// Number of games requested; only the last one is opened.
    asked: Cell<u64>,
    /// Collection file of the current game, once it has been read.
    collection: RefCell<Option<CollectionFile>>,
    browser: glib::WeakRef<Browser>,
    browsed: book::BrowsedFiles,
    finished: glib::WeakRef<FinishedGames>,
    studies: glib::WeakRef<Studies>,
    printer: printing::Printer,
    /// Finished games that were deleted.
    bin: Bin,
    /// The list of several files that a game was opened from, with the number of that game in the session.
    list: RefCell<Option<(Listed, u64)>>,
    /// The file that a game was read from but is not saved to, with the number of that game in the session.
    source: RefCell<Option<(gio::File, u64)>>,
    /// The losses that the user has accepted in this run, with the URI of the file.
    accepted: RefCell<HashMap<String, Vec<Loss>>>,
}

/// A game of a list of several files, counted from 0.
type Listed = (CollectionFile, usize);

/// Request for a game, invalidated by the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticket(u64);

type Teller = Rc<dyn Fn(&str)>;

/// The parent window and session of the flows.
#[derive(Clone)]
pub struct Flows {
    window: gtk::Window,
    /// Shows what was done in another window than that of the session.
    teller: Option<Teller>,
    session: Rc<Session>,
    settings: Rc<Settings>,
    memory: Rc<FlowState>,
}

impl Flows {
    pub fn new(
        window: &impl IsA<gtk::Window>,
        session: &Rc<Session>,
        settings: &Rc<Settings>,
        memory: &Rc<FlowState>,
    ) -> Self {
        Self {
            window: window.clone().upcast(),
            teller: None,
            session: session.clone(),
            settings: settings.clone(),
            memory: memory.clone(),
        }
    }

    /// Spawns a flow on the main loop.
    pub fn start<T: 'static>(&self, flow: impl AsyncFnOnce(Self) -> T + 'static) {
        let flows = self.clone();
        glib::spawn_future_local(async move { flow(flows).await });
    }

    /// The flows over a dialog, which shows what was done.
    fn over(&self, dialog: &(impl Tells + IsA<gtk::Window>)) -> Self {
        let shown = dialog.downgrade();
        let tell = move |told: &str| {
            if let Some(dialog) = shown.upgrade() {
                dialog.tell(told);
            }
        };
        Self {
            window: dialog.clone().upcast(),
            teller: Some(Rc::new(tell)),
            ..self.clone()
        }
    }

    /// A handle for a dialog that asks later, which does not keep the window alive.
    fn later(&self) -> impl Fn() -> Option<Self> + use<> {
        let (window, teller) = (self.window.downgrade(), self.teller.clone());
        let (session, settings) = (self.session.clone(), self.settings.clone());
        let memory = self.memory.clone();
        move || {
            Some(Self {
                window: window.upgrade()?,
                teller: teller.clone(),
                session: session.clone(),
                settings: settings.clone(),
                memory: memory.clone(),
            })
        }
    }

    fn ticket(&self) -> Ticket {
        let asked = &self.memory.asked;
        asked.set(asked.get() + 1);
        Ticket(asked.get())
    }

    fn is_wanted(&self, ticket: Ticket) -> bool {
        self.memory.asked.get() == ticket.0
    }

    /// Keeps the application from quitting in the middle of a file.
    fn hold(&self) -> Option<gio::ApplicationHoldGuard> {
        use gtk::prelude::GtkWindowExt;
        let parent = self.window.transient_for();
        let app = self.window.application().or_else(|| parent?.application());
        app.map(|app| app.hold())
    }

    /// Shows what was done, where it was asked for.
    fn remark_done(&self, sentence: &str) {
        match &self.teller {
            Some(tell) => tell(sentence),
            None => self.session.remark_done(sentence),
        }
    }

    /// Shows an error; a position that cannot be played may be corrected in the editor.
    fn tell(&self, heading: &str, error: &FlowError) {
        let body = error.sentence();
        let Some(refused) = error.refused() else {
            tell(&self.window, heading, &body);
            return;
        };
        let (heading, fen) = (heading.to_owned(), refused.setup.to_fen());
        self.start(async move |flows| {
            let answer = Answer::suggested((), words::set_up_refused());
            if tell_and_offer(&flows.window, &heading, &body, answer).await {
                // The editor belongs to the window, which is gone if this fails.
                let _ = flows
                    .window
                    .activate_action("win.set-up-fen", Some(&fen.to_variant()));
            }
        });
    }
}

/// Reason why a game was not opened, saved or drawn.
#[derive(Debug)]
pub(super) enum FlowError {
    /// The file cannot be read.
    Reading(io::Error),
    /// The file contains no game.
    Read(ReadError),
    /// The file cannot be written.
    Writing(io::Error),
    /// A file system accessible only through GIO has failed.
    System(glib::Error),
    /// Another program has changed the file in the meantime.
    Changed,
    /// The game does not fit into its file.
    NotReplaced(NotReplaced),
    /// The games do not fit at the end of the file.
    NotAdded(NotAdded),
    /// The chosen character set lacks letters.
    MissingLetters(MissingLetters),
    /// No file of a folder, or of several, has games.
    NoGames,
    /// The user has stopped it.
    Interrupted,
}

impl FlowError {
    /// Returns the error message, with advice.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Reading(error) => words::reading_error(error),
            Self::Read(ReadError::Position(error)) if self.refused().is_some() => {
                words::refused_position(error)
            }
            Self::Read(error) => words::read_error(error),
            Self::Writing(error) => words::writing_error(error),
            Self::System(error) => words::system_error(error.message()),
            Self::Changed => words::file_changed().to_owned(),
            Self::NotReplaced(why) => words::not_replaced(why),
            Self::NotAdded(why) => words::not_added(why),
            Self::MissingLetters(missing) => words::missing_letters(missing),
            Self::NoGames => words::no_games_here().to_owned(),
            Self::Interrupted => words::interrupted().to_owned(),
        }
    }

    /// The reason why a file can only be written over.
    pub(super) fn obstacle(&self) -> Option<Obstacle> {
        match self {
            Self::Writing(error) => Obstacle::of(error),
            _ => None,
        }
    }

    /// The position that was refused though all of it could be read, unless it has no pieces.
    pub(super) fn refused(&self) -> Option<&PositionError> {
        match self {
            Self::Read(ReadError::Position(error)) => {
                Some(error).filter(|error| error.setup.board.pieces().count() > 0)
            }
            _ => None,
        }
    }
}
