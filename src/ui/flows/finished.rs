//! The list of finished games: reading the history folder, and what can be done with a game of it.

use super::choose::display_name;
use super::{FlowError, Flows};
use crate::files::Bin;
use crate::game::{Game, SessionState};
use crate::record::format::{self, ReadError};
use crate::record::{Record, Summary};
use crate::ui::dialogs::finished::{FinishedFile, FinishedGames, FinishedRequest};
use crate::ui::platform::on_worker;
use crate::ui::toolkit::prelude::*;
use crate::words::FinishedGame;
use futures_channel::mpsc::{self, UnboundedSender};
use std::sync::Arc;
use std::time::Instant;
use std::{fs, io};

/// Interval between the updates of the list.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

impl Flows {
    /// Shows the finished games.
    pub fn show_finished(&self) {
        if let Some(open) = self.memory.finished.upgrade() {
            return open.present();
        }
        self.memory.bin.clear();
        let dialog = FinishedGames::new(&self.window);
        self.memory.finished.set(Some(&dialog));
        let later = self.later();
        dialog.connect_requested(move |dialog, request, file| {
            if let Some(flows) = later() {
                let dialog = dialog.clone();
                flows.start(async move |flows| flows.do_with(dialog, request, file).await);
            }
        });
        announce::present(&dialog);
        let shown = dialog.downgrade();
        self.start(async move |flows| flows.list_finished(&shown).await);
    }

    /// Fills the list while it is open.
    async fn list_finished(&self, dialog: &glib::WeakRef<FinishedGames>) {
        let (sender, mut found) = mpsc::unbounded();
        let folder = self.session.history();
        let reading = on_worker(move || read_folder(&folder, &sender));
        while let Ok(files) = found.recv().await {
            match dialog.upgrade() {
                Some(dialog) => dialog.add(files),
                None => return,
            }
        }
        let read = reading.await;
        let Some(dialog) = dialog.upgrade() else {
            return;
        };
        dialog.end_reading();
        if let Err(why) = read {
            self.over(&dialog).tell(words::cannot_list_finished(), &why);
        }
    }

    async fn do_with(&self, dialog: FinishedGames, request: FinishedRequest, file: gio::File) {
        match request {
            FinishedRequest::Open => {
                dialog.close();
                return self.open(file, None).await;
            }
            FinishedRequest::Delete => return self.delete(file).await,
            FinishedRequest::Restore => return self.restore(file).await,
            _ => {}
        }
        let flows = self.over(&dialog);
        drop(dialog);
        let Some(path) = file.path() else { return };
        let record = match on_worker(move || read_game(&path)).await {
            Ok(record) => record,
            Err(why) => return flows.tell(&words::cannot_open(&display_name(&file)), &why),
        };
        let state = Arc::new(SessionState::new(Game::from_record(record)));
        match request {
            FinishedRequest::Copy => flows.copy_game(&state),
            FinishedRequest::Save => flows.save_copy(&state).await,
            FinishedRequest::Picture => flows.save_picture(&state).await,
            FinishedRequest::Replay => flows.save_replay(state),
            FinishedRequest::Open
            | FinishedRequest::Players
            | FinishedRequest::Delete
            | FinishedRequest::Restore => {}
        }
    }

    /// Deletes a file of the history folder; one that is gone already is not missed.
    async fn delete(&self, file: gio::File) {
        let Some(path) = file.path() else { return };
        let deleted = self.memory.bin.work(path, "delete", Bin::delete).await;
        if let Err(why) = deleted.map_err(FlowError::Writing) {
            self.tell(&words::cannot_delete(&display_name(&file)), &why);
        }
    }

    /// Brings a deleted file back.
    async fn restore(&self, file: gio::File) {
        let Some(path) = file.path() else { return };
        let restored = self.memory.bin.work(path, "restore", Bin::restore).await;
        if let Err(why) = restored.map_err(FlowError::Writing) {
            self.tell(&words::cannot_save(&display_name(&file)), &why);
        }
    }
}

/// Reads the finished games, the newest first, and sends them as they are read; stops if nobody receives them.
fn read_folder(
    folder: &Path,
    sender: &UnboundedSender<Vec<FinishedFile>>,
) -> Result<(), FlowError> {
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => {
            let entries = entries.filter_map(Result::ok);
            entries.filter_map(|one| entry(&one)).collect()
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(FlowError::Reading(error)),
    };
    entries.sort_unstable_by(|one, other| other.order.cmp(&one.order));
    let (mut files, mut last) = (Vec::new(), Instant::now());
    for entry in entries {
        files.push(read_entry(entry));
        if last.elapsed() >= PROGRESS_INTERVAL {
            if sender.unbounded_send(std::mem::take(&mut files)).is_err() {
                return Ok(());
            }
            last = Instant::now();
        }
    }
    // A closed dialog needs no more games.
    let _ = sender.unbounded_send(files);
    Ok(())
}

/// A file of the folder.
struct Entry {
    path: PathBuf,
    /// Date and time at which it was saved.
    saved_at: [String; 2],
    /// Begins with the date and time by which it is sorted.
    order: String,
}

/// Returns a file of the folder by its entry, if it is one of a game.
fn entry(of: &fs::DirEntry) -> Option<Entry> {
    let path = of.path();
    let name = path.file_name()?.to_string_lossy().into_owned();
    let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
    if path.extension()? != "xiangqi" {
        return None;
    }
    let saved_at = moment(&name).unwrap_or_else(|| written(&about));
    let order = order(&name, &saved_at);
    Some(Entry {
        path,
        saved_at,
        order,
    })
}

/// Returns the date and time that a name begins with: `2026-11-21 20.05.33 Red – Black.xiangqi`.
fn moment(name: &str) -> Option<[String; 2]> {
    let mut parts = name.split(' ');
    let (date, time) = (parts.next()?, parts.next()?);
    let consists = |text: &str, of: u8| text.bytes().all(|b| b.is_ascii_digit() || b == of);
    let is_moment =
        (date.len(), time.len()) == (10, 8) && consists(date, b'-') && consists(time, b'.');
    is_moment.then(|| [date.to_owned(), time.replace('.', ":")])
}

/// Returns the date and time at which a file was written.
fn written(about: &fs::Metadata) -> [String; 2] {
    let written = about.modified().ok();
    let since = written.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let seconds = i64::try_from(since.unwrap_or_default().as_secs()).unwrap_or_default();
    let written = glib::DateTime::from_unix_local(seconds).ok();
    ["%Y-%m-%d", "%H:%M:%S"].map(|format| {
        let text = written.as_ref().and_then(|time| time.format(format).ok());
        text.unwrap_or_default().to_string()
    })
}

/// Sort key of a file: its name if that begins with a date, as it does unless an older version of the program has saved
/// a game without one; otherwise the name after the time at which the file was written.
fn order(name: &str, saved_at: &[String; 2]) -> String {
    let is_dated = name.len() >= 4 && name.bytes().take(4).all(|byte| byte.is_ascii_digit());
    if is_dated {
        return name.to_owned();
    }
    let [date, time] = saved_at;
    format!("{date} {} {name}", time.replace(':', "."))
}

fn read_entry(Entry { path, saved_at, .. }: Entry) -> FinishedFile {
    let saved_at = saved_at.each_ref().map(String::as_str);
    let (game, said) = match read_game(&path) {
        Ok(record) => {
            let game = Summary::of(&record);
            let said = FinishedGame::of(&game, saved_at);
            (Some(game), said)
        }
        Err(why) => {
            let name = words::file_name(path.file_name().unwrap_or_default().as_ref());
            let said = FinishedGame::damaged(&name, why.sentence(), saved_at);
            (None, said)
        }
    };
    FinishedFile { path, game, said }
}

pub(super) fn read_game(path: &Path) -> Result<Record, FlowError> {
    let bytes = format::read_file(path).map_err(FlowError::Reading)?;
    let loaded = format::read(&bytes).map_err(FlowError::Read)?;
    let first = loaded.records.into_iter().next();
    first.ok_or(FlowError::Read(ReadError::NoGames))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_by_the_dates_of_their_names_or_by_their_own() {
        let saved_at = |day: &str| [format!("2026-11-{day}"), "20:05:33".to_owned()];
        let mut orders = [
            order("2026-11-21 20.05.34 Red – Black.xiangqi", &saved_at("01")),
            order("Red – Black.xiangqi", &saved_at("21")),
            order("1980-10-01 Hu – Liu.xiangqi", &saved_at("30")),
            order("Lan – Minh.xiangqi", &saved_at("22")),
        ];
        orders.sort_unstable_by(|one, other| other.cmp(one));
        let place = |name: &str| orders.iter().position(|order| order.contains(name));
        let places = ["Lan", "20.05.34", "20.05.33 Red", "Hu"].map(place);
        assert_eq!(places, [0, 1, 2, 3].map(Some), "{orders:?}");
    }

    #[test]
    fn the_name_of_a_file_tells_when_it_was_kept() {
        let saved_at = moment("2026-11-21 20.05.33 Red – Black.xiangqi");
        assert_eq!(saved_at, Some(["2026-11-21".into(), "20:05:33".into()]));
        for other in [
            "Red – Black.xiangqi",
            "2026-11-21 A – B.xiangqi",
            "2026",
            "",
        ] {
            assert_eq!(moment(other), None, "{other}");
        }
    }

    #[test]
    fn a_folder_is_read_whatever_is_in_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            fs::write(dir.path().join(name), text).expect("written");
        };
        write("2026-01-02 A – B.xiangqi", "[Red \"A\"]\n\n1. h2e2 *\n");
        write("2026-01-03 Damaged.xiangqi", "{");
        write("2026-01-04 Empty.xiangqi", "");
        write("note.txt", "no game");
        fs::create_dir(dir.path().join("2026-01-05 Folder.xiangqi")).expect("made");
        let (sender, mut found) = mpsc::unbounded();
        read_folder(dir.path(), &sender).expect("read");
        let files = found.try_recv().expect("one batch");
        let titles: Vec<_> = files.iter().map(|file| file.said.title.as_str()).collect();
        let damaged = ["2026-01-04 Empty.xiangqi", "2026-01-03 Damaged.xiangqi"];
        assert_eq!(titles, [damaged[0], damaged[1], "A – Black"]);
        assert!(files[1].game.is_none() && files[2].game.is_some());
        read_folder(&dir.path().join("none"), &sender).expect("no folder, no games");
    }
}
