//! The time of the current turn, rewritten in place at each change of the clock display, so that a killed process loses
//! no more than that.
//!
//! The file has one line: the turn it belongs to, see [`Game::turn_id`], and the milliseconds used. A worker thread
//! writes the newest value; nothing waits for the disk.

use super::writer::lock;
use crate::game::Game;
use crate::game::clock::Millis;
use gtk::gio;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};

/// Shared with the worker thread.
#[derive(Debug, Default)]
struct Slot {
    state: Mutex<State>,
    /// Notified when the worker stops.
    idle: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The next line, until the worker takes it.
    next: Option<String>,
    is_writing: bool,
    /// Opened for the first line.
    file: Option<File>,
}

/// Writes and reads the file.
#[derive(Debug)]
pub struct ClockFile {
    path: PathBuf,
    slot: Arc<Slot>,
}

impl ClockFile {
    pub fn new(path: PathBuf) -> Self {
        let slot = Arc::default();
        Self { path, slot }
    }

    /// Notes how long the side to move has been thinking. Does nothing in a game without a clock.
    pub fn note(&self, game: &Game) {
        let Some((turn, clock)) = game.turn_id().zip(game.clock()) else {
            return;
        };
        let mut state = lock(&self.slot.state);
        state.next = Some(format!("{turn} {:>12}\n", clock.thinking_time()));
        if !std::mem::replace(&mut state.is_writing, true) {
            let (path, slot) = (self.path.clone(), self.slot.clone());
            // Its result is not awaited: the next line is written whether this one was or not.
            drop(gio::spawn_blocking(move || slot.drain(&path)));
        }
    }

    /// Waits until the last line is written.
    pub fn settle(&self) {
        let state = lock(&self.slot.state);
        drop(self.slot.idle.wait_while(state, |state| state.is_writing));
    }

    /// Gives a restored game the time its turn had taken, if the file belongs to that turn.
    pub fn restore(&self, game: &mut Game) {
        let line = fs::read_to_string(&self.path).unwrap_or_default();
        let Some((turn, used)) = line.split_once(' ') else {
            return;
        };
        if game.turn_id().as_deref() == Some(turn)
            && let Ok(used) = used.trim().parse::<Millis>()
        {
            game.restore_thinking_time(used);
        }
    }
}

impl Slot {
    /// Writes lines until there is none left.
    fn drain(&self, path: &Path) {
        let mut state = lock(&self.state);
        let mut file = state.file.take();
        while let Some(line) = state.next.take() {
            drop(state);
            // A disk that does not take it is reported for the session, which is in the same folder.
            let _ = write(&mut file, path, &line);
            state = lock(&self.state);
        }
        state.file = file;
        state.is_writing = false;
        drop(state);
        self.idle.notify_all();
    }
}

/// Overwrites the line. All lines have the same length.
fn write(file: &mut Option<File>, path: &Path, line: &str) -> io::Result<()> {
    let file = match file {
        Some(file) => file,
        None => {
            let mut options = File::options();
            let opened = options
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            file.insert(opened)
        }
    };
    file.write_all_at(line.as_bytes(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Agreement, Command, Now, Pause};

    /// A game whose clock has run for so long since its first move, with this many moves.
    fn game(moves: &[&str], thinking: Millis) -> Game {
        let time = crate::game::clock::TimeControl::read("60").expect("a control");
        let mut game = Agreement {
            time,
            ..Agreement::default()
        }
        .begin();
        for text in moves {
            let mv = text.parse().expect("a move");
            game.apply(Command::Play(mv), Now::at(0)).expect("legal");
        }
        game.apply(Command::Tick, Now::at(thinking))
            .expect("in time");
        game
    }

    fn restored(file: &ClockFile, mut game: Game) -> Millis {
        game.apply(Command::Pause(Pause::Asked), Now::at(0))
            .expect("a clock");
        file.restore(&mut game);
        game.clock().expect("a clock").thinking_time()
    }

    #[test]
    fn the_newest_time_is_restored_in_its_own_turn_only() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = ClockFile::new(dir.path().join("session.clock"));
        assert_eq!(restored(&file, game(&["h2e2"], 0)), 0);
        for time in [9_000, 10_000, 123, 59_999] {
            file.note(&game(&["h2e2"], time));
        }
        file.settle();
        assert_eq!(restored(&file, game(&["h2e2"], 0)), 59_999);
        assert_eq!(
            restored(&file, game(&["h2e2", "h9g7"], 0)),
            0,
            "a later turn"
        );
        file.note(&game(&["h2e2"], 5));
        file.settle();
        let again = ClockFile::new(file.path.clone());
        assert_eq!(restored(&again, game(&["h2e2"], 0)), 5);
        for damage in ["", "0123", "0123456789abcdef x", "\u{0}\u{0} 7"] {
            fs::write(&file.path, damage).expect("written");
            assert_eq!(restored(&again, game(&["h2e2"], 0)), 0, "{damage:?}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_costs_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = ClockFile::new(dir.path().join("missing/session.clock"));
        file.note(&game(&["h2e2"], 7));
        file.settle();
        assert_eq!(restored(&file, game(&["h2e2"], 0)), 0);
    }
}
