//! The time of the current turn, rewritten in place at each change of the clock display, so that a killed process loses
//! no more than that.
//!
//! The file has one line: the turn it belongs to, see [`Game::turn_id`], the milliseconds used, and the fingerprint of
//! both. A worker thread writes the newest value; nothing waits for the disk.

use crate::files;
use crate::files::disk::QUICK;
use crate::game::Game;
use crate::game::clock::Millis;
use crate::record::format;
use std::path::PathBuf;

/// Writes and reads the file.
#[derive(Debug)]
pub struct ClockFile {
    path: PathBuf,
}

impl ClockFile {
    pub const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Notes how long the side to move has been thinking. Does nothing in a game without a clock.
    pub fn note(&self, game: &Game) {
        let Some((turn, clock)) = game.turn_id().zip(game.clock()) else {
            return;
        };
        // All lines have the same length.
        let said = format!("{turn} {:>12}", clock.thinking_time());
        let line = format!("{said} {}\n", format::fingerprint(said.as_bytes()));
        let path = self.path.clone();
        QUICK.write(&self.path, move || {
            // A disk that does not take it is reported for the session, which is in the same folder.
            let _ = files::write_own_at_start(&path, line.as_bytes());
        });
    }

    /// Gives a restored game the time its turn had taken, if the file belongs to that turn and is whole.
    pub fn restore(&self, game: &mut Game) {
        let line = format::read_file(&self.path).unwrap_or_default();
        let line = String::from_utf8(line).unwrap_or_default();
        let Some((said, check)) = line.trim_end().rsplit_once(' ') else {
            return;
        };
        if check == format::fingerprint(said.as_bytes())
            && let Some((turn, used)) = said.split_once(' ')
            && game.turn_id().as_deref() == Some(turn)
            && let Ok(used) = used.trim().parse::<Millis>()
        {
            game.restore_thinking_time(used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::disk;
    use crate::game::{Command, GameTerms, Now, Pause};
    use std::fs;

    /// A game whose clock has run for so long since its first move, with this many moves.
    fn game(moves: &[&str], thinking: Millis) -> Game {
        let time = crate::game::clock::TimeControl::read("60").expect("a control");
        let mut game = GameTerms {
            time,
            ..GameTerms::default()
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
        disk::flush(disk::END_WAIT);
        assert_eq!(restored(&file, game(&["h2e2"], 0)), 59_999);
        assert_eq!(
            restored(&file, game(&["h2e2", "h9g7"], 0)),
            0,
            "a later turn"
        );
        file.note(&game(&["h2e2"], 5));
        disk::flush(disk::END_WAIT);
        let again = ClockFile::new(file.path.clone());
        assert_eq!(restored(&again, game(&["h2e2"], 0)), 5);
        let sound = fs::read_to_string(&file.path).expect("a line");
        let flipped = sound.replacen("5 ", "7 ", 1);
        assert_ne!(flipped, sound);
        let torn = &sound[..sound.len() - 9];
        for damage in [
            "",
            "0123",
            "0123456789abcdef x",
            "\u{0}\u{0} 7",
            &flipped,
            torn,
        ] {
            fs::write(&file.path, damage).expect("written");
            assert_eq!(restored(&again, game(&["h2e2"], 0)), 0, "{damage:?}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_costs_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = ClockFile::new(dir.path().join("missing/session.clock"));
        file.note(&game(&["h2e2"], 7));
        disk::flush(disk::END_WAIT);
        assert_eq!(restored(&file, game(&["h2e2"], 0)), 0);
    }
}
