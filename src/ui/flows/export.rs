//! The games of a list in other files: all in one PGN, or each in a file of its own; and the game on the board added to
//! the list's file.

use super::choose::{self, FolderChoice, SaveProposal, display_name};
use super::destination::Destination;
use super::{FlowError, Flows};
use crate::files;
use crate::record::format::{self, Charset, Loss, Target};
use crate::record::notation::Notation;
use crate::record::{Collection, GamesWriter, Record};
use crate::ui::dialogs::browser::{Browser, BrowserRequest};
use crate::ui::platform::on_worker;
use crate::ui::toolkit::ask::{Answer, ask};
use crate::ui::toolkit::prelude::*;
use futures_channel::mpsc::{self, UnboundedSender};
use std::sync::Arc;

const PGN: Target = Target::Pgn(Notation::Iccs);

/// The games to be saved, and the receiver of the fraction that is done.
struct Games {
    all: Arc<Collection>,
    chosen: Vec<usize>,
    progress: UnboundedSender<f64>,
}

/// Number of games of which a part, or everything, could not be read.
#[derive(Default)]
struct Unread {
    parts: usize,
    games: usize,
}

impl Games {
    /// Reads the games one by one; stops if the list is closed.
    fn each(
        &self,
        mut take: impl FnMut(&Record) -> Result<(), FlowError>,
    ) -> Result<Unread, FlowError> {
        let mut unread = Unread::default();
        for (done, game) in self.chosen.iter().enumerate() {
            match self.all.read(*game) {
                Ok(loaded) => {
                    loaded.records.iter().try_for_each(&mut take)?;
                    let is_part = loaded.warnings.iter().any(|warning| warning.what.is_loss());
                    unread.parts += usize::from(is_part);
                }
                Err(_) => unread.games += 1,
            }
            let part = (done + 1) as f64 / self.chosen.len() as f64;
            let is_gone = self.progress.unbounded_send(part).is_err();
            if is_gone {
                return Err(FlowError::Interrupted);
            }
        }
        Ok(unread)
    }

    /// Everything that a format has no place for.
    fn losses(&self, target: Target, charset: Charset) -> Result<Vec<Loss>, FlowError> {
        let mut losses: Vec<Loss> = Vec::new();
        self.each(|record| {
            for loss in format::losses_in(record, target, charset) {
                if !loss.is_among(&losses) {
                    losses.push(loss);
                }
            }
            Ok(())
        })?;
        Ok(losses)
    }

    /// Writes the games to a PGN file, or adds them to it.
    fn merge(&self, path: &Path, adds: bool, charset: Charset) -> Result<Unread, FlowError> {
        let mut merged = GamesWriter::new(Target::Pgn(Notation::Iccs));
        let unread = self.each(|record| {
            merged.push(record);
            Ok(())
        })?;
        let bytes = if adds {
            let now = format::read_file(path).map_err(FlowError::Reading)?;
            merged.added_to(now).map_err(FlowError::NotAdded)?
        } else {
            merged
                .to_bytes(charset)
                .map_err(FlowError::MissingLetters)?
        };
        files::replace(path, &bytes).map_err(FlowError::Writing)?;
        Ok(unread)
    }

    fn split(&self, to: &FolderChoice, folder: &Path) -> Result<Unread, FlowError> {
        self.each(|record| {
            let bytes = format::write_in(record, to.target, to.charset);
            let bytes = bytes.map_err(FlowError::MissingLetters)?;
            let path = files::free_name(names(folder, record, to.target));
            let path = path.map_err(FlowError::Writing)?;
            files::replace(&path, &bytes).map_err(FlowError::Writing)
        })
    }
}

/// Names for the file of a game, in order of preference.
fn names(folder: &Path, record: &Record, target: Target) -> impl Iterator<Item = PathBuf> {
    let title = words::title_of(&record.tags);
    let suffix = target.format().suffix();
    let first = folder.join(format!("{title}.{suffix}"));
    let folder = folder.to_owned();
    let more = (2..100_000).map(move |number| folder.join(format!("{title} ({number}).{suffix}")));
    std::iter::once(first).chain(more)
}

/// Message about games that were saved.
fn told(count: usize, file: &gio::File, unread: &Unread) -> String {
    let saved = count - unread.games;
    words::games_saved(saved, &display_name(file), unread.parts, unread.games)
}

impl Flows {
    /// Does what was asked for in the list of games.
    pub(super) async fn serve(&self, browser: Browser, request: BrowserRequest) {
        let flows = Self {
            window: browser.clone().upcast(),
            ..self.clone()
        };
        let done = match request {
            BrowserRequest::Add => {
                let file = browser.collection().file;
                browser.close();
                return self.add_to(file).await;
            }
            BrowserRequest::SaveAll => flows.save_all(&browser).await,
            BrowserRequest::SaveEach => flows.save_each(&browser).await,
        };
        browser.end_work();
        match done {
            Ok(Some(told)) => browser.tell(&told),
            Err(why) if !browser.is_closed() => flows.tell(words::cannot_save_games(), &why),
            Ok(None) | Err(_) => {}
        }
    }

    /// Saves the listed games in one PGN. Returns what to tell; `None` if canceled.
    async fn save_all(&self, browser: &Browser) -> Result<Option<String>, FlowError> {
        let proposal = SaveProposal::for_games(&browser.collection().file).await;
        let Some(chosen) = choose::file_to_save(&self.window, &proposal).await else {
            return Ok(None);
        };
        let file = chosen.file.clone();
        let Some(destination) = self.over_file(chosen.clone(), None).await else {
            return Ok(None);
        };
        let path = file.path().ok_or(FlowError::Changed)?;
        if !self.may_lose_of(browser, PGN, chosen.charset).await? {
            return Ok(None);
        }
        let count = browser.listed().len();
        let adds = matches!(destination, Destination::End(_));
        let merge = || {
            let (path, charset) = (path.clone(), chosen.charset);
            move |games: &Games| games.merge(&path, adds, charset)
        };
        let mut merged = self.work(browser, merge()).await;
        if let Some(obstacle) = merged.as_ref().err().and_then(FlowError::obstacle) {
            if !self.may_write_over(&file, obstacle).await {
                return Ok(None);
            }
            merged = self.work(browser, merge()).await;
        }
        let unread = merged?;
        self.remember(&file);
        Ok(Some(told(count, &file, &unread)))
    }

    /// Saves each of the listed games in a folder. Returns what to tell; `None` if canceled.
    async fn save_each(&self, browser: &Browser) -> Result<Option<String>, FlowError> {
        let Some(to) = choose::folder_to_save(&self.window).await else {
            return Ok(None);
        };
        let folder = to.folder.path().ok_or(FlowError::Changed)?;
        if !self.may_lose_of(browser, to.target, to.charset).await? {
            return Ok(None);
        }
        let (count, file) = (browser.listed().len(), to.folder.clone());
        let unread = self
            .work(browser, move |games| games.split(&to, &folder))
            .await?;
        Ok(Some(told(count, &file, &unread)))
    }

    /// Asks before games lose anything.
    async fn may_lose_of(
        &self,
        browser: &Browser,
        target: Target,
        charset: Charset,
    ) -> Result<bool, FlowError> {
        let losses = self
            .work(browser, move |games| games.losses(target, charset))
            .await?;
        if losses.is_empty() {
            return Ok(true);
        }
        let save = Answer::suggested((), words::save_all_the_same());
        let heading = words::ask_lose(target.format());
        let answer = ask(&self.window, &heading, &words::losses(&losses), &[save]).await;
        Ok(answer.is_some())
    }

    /// Works on the listed games, and shows how far that is.
    async fn work<T: Send + 'static>(
        &self,
        browser: &Browser,
        work: impl FnOnce(&Games) -> Result<T, FlowError> + Send + 'static,
    ) -> Result<T, FlowError> {
        let _held = self.hold();
        let (progress, mut parts) = mpsc::unbounded();
        let games = Games {
            all: browser.collection().games,
            chosen: browser.listed(),
            progress,
        };
        let done = on_worker(move || work(&games));
        while let Ok(part) = parts.recv().await {
            if browser.is_closed() {
                return Err(FlowError::Interrupted);
            }
            browser.show_work(part);
        }
        done.await
    }

    /// Adds the game on the board to a PGN file.
    async fn add_to(&self, file: gio::File) {
        self.session.settled();
        self.save_to(Destination::End(file)).await;
    }
}
