//! Files are read by a worker thread. Of a file of many games the first are shown while it looks for the others.

use super::Window;
use super::choose::display_name;
use crate::record::format::{self, Format, Loaded};
use crate::record::{Collection, Opening};
use crate::ui::dialogs::browser::{Browser, Shelf};
use crate::ui::toolkit::ask::tell;
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use futures_channel::mpsc::{self, UnboundedReceiver, UnboundedSender};
use gtk::{gio, glib};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The first games are shown as soon as so many are known, or this time after the first one.
const FIRST: usize = 100;
const FIRST_TIME: Duration = Duration::from_millis(50);
/// The others follow so often.
const STEP: Duration = Duration::from_millis(100);

/// Contents of a file.
pub(super) enum Held {
    One(Whole),
    Many(Collection),
}

/// The only game of a file.
pub(super) struct Whole {
    pub(super) format: Format,
    pub(super) loaded: Loaded,
    /// Fingerprint of the file, if the game can be saved in it.
    pub(super) fingerprint: Option<String>,
}

/// The games that are known so far, and which part of the file they are.
struct Known(Collection, f64);

/// The dialog was closed, or another file asked for.
struct Unwanted;

impl Window {
    /// Opens a file; the game on the board stays unless that works. Of several the last one is opened.
    pub(in crate::ui) fn open_file(&self, file: gio::File) {
        self.open_file_at(file, None);
    }

    /// Opens one game of a file of many.
    pub(super) fn open_file_at(&self, file: gio::File, at: Option<usize>) {
        let number = self.begin_opening();
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let (sender, known) = mpsc::unbounded();
                let reading = glib::spawn_future_local({
                    let file = file.clone();
                    async move { read(&file, sender).await }
                });
                let shown = window.show_known(&file, at, known, number).await;
                let Ok(browser) = shown else { return };
                let held = reading.await;
                let held = held.unwrap_or_else(|_| Err(words::interrupted().to_owned()));
                match (browser, held) {
                    (Some(browser), Ok(Held::Many(games))) => browser.end_reading(games),
                    _ if window.imp().files.opening.get() != number => {}
                    (_, held) => window.take_in(file, held, at).await,
                }
            }
        ));
    }

    /// Shows what a file holds, or why it cannot be opened.
    async fn take_in(&self, file: gio::File, held: Result<Held, String>, at: Option<usize>) {
        match held {
            Ok(Held::One(whole)) => self.take(&file, whole, None).await,
            Ok(Held::Many(games)) => {
                self.browse(Shelf::whole(file, games), at);
            }
            Err(why) => {
                self.forget_recent(&file);
                tell(self, &words::cannot_open(&display_name(&file)), &why);
            }
        }
    }

    /// Shows the games of a file as they become known, until there are no more. Gives back the dialog that they are
    /// in, unless all of them came at once.
    ///
    /// # Errors
    ///
    /// Nobody wants them any more; the thread that reads the file stops when it sees that.
    async fn show_known(
        &self,
        file: &gio::File,
        at: Option<usize>,
        mut known: UnboundedReceiver<Known>,
        number: u64,
    ) -> Result<Option<Browser>, Unwanted> {
        let mut browser: Option<Browser> = None;
        while let Ok(Known(games, part)) = known.recv().await {
            match &browser {
                Some(browser) if browser.is_closed() => return Err(Unwanted),
                Some(browser) => browser.grow(games, part),
                None if self.imp().files.opening.get() != number => return Err(Unwanted),
                None => {
                    let shelf = Shelf::part(file.clone(), games);
                    browser = Some(self.browse(shelf, at));
                }
            }
        }
        match browser {
            Some(browser) if browser.is_closed() => Err(Unwanted),
            browser => Ok(browser),
        }
    }
}

/// Reads a file and what is in it, away from the window's thread.
pub(super) async fn load(file: &gio::File) -> Result<Held, String> {
    let (sender, _known) = mpsc::unbounded();
    read(file, sender).await
}

/// Opens a file, and sends the games of a file of many as they become known.
async fn read(file: &gio::File, known: UnboundedSender<Known>) -> Result<Held, String> {
    let source = match file.path() {
        Some(path) => Source::Path(path),
        None => {
            let loaded = file.load_contents_future().await;
            let (bytes, _) = loaded.map_err(|error| words::system_error(error.message()))?;
            Source::Bytes(bytes.to_vec())
        }
    };
    gio::spawn_blocking(move || open(source, &known))
        .await
        .map_err(|_| words::interrupted().to_owned())?
}

/// Where the bytes of a file come from.
enum Source {
    Path(PathBuf),
    Bytes(Vec<u8>),
}

/// Opens a file; it is left as soon as nobody waits for its games.
fn open(source: Source, known: &UnboundedSender<Known>) -> Result<Held, String> {
    let bytes = match source {
        Source::Path(path) => {
            format::read_file(&path).map_err(|error| words::reading_error(&error))?
        }
        Source::Bytes(bytes) => bytes,
    };
    // Only games in the program's own format, which is JSON, are saved where they were; others may be large.
    let is_object = bytes.trim_ascii_start().starts_with(b"{");
    let fingerprint = is_object.then(|| format::fingerprint(&bytes));
    let mut told = Told::new();
    let games = Collection::open_watched(bytes, &mut |opening| told.watch(opening, known));
    let games = games.map_err(|error| words::read_error(&error))?;
    let mut games = games.ok_or(words::interrupted())?;
    Ok(match games.count() {
        0 | 1 => {
            let loaded = games.take(0).map_err(|error| words::read_error(&error))?;
            Held::One(Whole {
                format: games.format(),
                loaded,
                fingerprint,
            })
        }
        _ => Held::Many(games),
    })
}

/// When games were told of last.
struct Told {
    last: Instant,
    is_first: bool,
}

impl Told {
    fn new() -> Self {
        Self {
            last: Instant::now(),
            is_first: true,
        }
    }

    /// Tells of the games that are known if it is time, unless nobody waits for them.
    fn watch(
        &mut self,
        mut opening: Opening<'_>,
        known: &UnboundedSender<Known>,
    ) -> ControlFlow<()> {
        // To read the bytes and find their character set has taken its time; games come fast from now on.
        if opening.known() == 1 {
            self.last = Instant::now();
        }
        let waited = self.last.elapsed();
        let is_time = if self.is_first {
            opening.known() >= FIRST || opening.known() > 1 && waited >= FIRST_TIME
        } else {
            waited >= STEP
        };
        if is_time {
            let part = opening.part();
            let told = known.unbounded_send(Known(opening.so_far(), part));
            (self.last, self.is_first) = (Instant::now(), false);
            if told.is_err() {
                return Break(());
            }
        }
        Continue(())
    }
}
