//! The folder of finished games, which is written once: a file is only replaced by a later state of the same game that
//! has everything that is in it.

use crate::files;
use crate::files::disk::DURABLE;
use crate::record::format;
use crate::record::{Record, Tags};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A finished game to be saved in the history.
#[derive(Debug)]
pub struct FinishedRecord {
    pub record: Record,
    /// Name of its file, without a suffix; begins with the date of the game, if it has one.
    pub title: String,
    /// Date and time, for the name of a game without them.
    pub now: String,
    /// Name of the file that has an earlier end of this game.
    pub earlier: Option<String>,
    /// The file, once this game has made it.
    pub made: Arc<OnceLock<PathBuf>>,
}

/// Contents of a file beside those of the game to be saved.
#[derive(Debug, PartialEq, Eq)]
enum HistorySlot {
    Free,
    /// The file has this very game.
    Same,
    /// The file has an earlier state of the game, and nothing besides.
    Earlier,
    Taken,
}

impl FinishedRecord {
    /// Saves the game in a folder, where it survives a crash at once and a power cut soon. Returns the name of the file.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn save(&self, folder: &Path) -> io::Result<String> {
        let bytes = format::write_own(&self.record, None);
        let (name, place) = self.place(folder, &bytes)?;
        let file = folder.join(&name);
        match place {
            HistorySlot::Free => {
                files::put_own(&file, &bytes)?;
                // A game that ends again may need another file.
                let _ = self.made.set(file.clone());
            }
            // The earlier state must not be lost either.
            HistorySlot::Earlier => {}
            HistorySlot::Same | HistorySlot::Taken => return Ok(name),
        }
        DURABLE.write(&file.clone(), move || {
            // A failing disk is also reported for the session, which holds the same game.
            let _ = match place {
                HistorySlot::Earlier => files::replace_own(&file, &bytes),
                _ => files::secure(&file),
            };
        });
        Ok(name)
    }

    /// Returns the first name that the game may have.
    fn place(&self, folder: &Path, bytes: &[u8]) -> io::Result<(String, HistorySlot)> {
        if let Some(name) = &self.earlier {
            let place = self.at(&folder.join(name), bytes, true)?;
            if matches!(place, HistorySlot::Same | HistorySlot::Earlier) {
                return Ok((name.clone(), place));
            }
        }
        let stem = match self.record.tags.get(Tags::DATE) {
            Some(_) => self.title.clone(),
            None => format!("{} {}", self.now, self.title),
        };
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{stem}.xiangqi"),
                _ => format!("{stem} ({number}).xiangqi"),
            };
            let place = self.at(&folder.join(&name), bytes, false)?;
            if place != HistorySlot::Taken {
                return Ok((name, place));
            }
            number += 1;
        }
    }

    /// Whether the game may have this file, which may be known to have an earlier state of it.
    ///
    /// # Errors
    ///
    /// Errors of the folder, which would affect every other name too.
    fn at(&self, file: &Path, bytes: &[u8], is_known: bool) -> io::Result<HistorySlot> {
        match file.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HistorySlot::Free),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        let there = format::read_file(file).unwrap_or_default();
        if there == bytes {
            return Ok(HistorySlot::Same);
        }
        let is_earlier = format::read(&there).is_ok_and(|loaded| {
            loaded.warnings.is_empty()
                && loaded.records.iter().all(|there| {
                    (is_known || begun(there).is_some_and(|then| begun(&self.record) == Some(then)))
                        && self.record.has_all_of(there)
                })
        });
        Ok(if is_earlier {
            HistorySlot::Earlier
        } else {
            HistorySlot::Taken
        })
    }
}

/// Day and time at which a game began, if it says both.
fn begun(record: &Record) -> Option<(&str, &str)> {
    let tags = &record.tags;
    tags.get(Tags::DATE).zip(tags.get(Tags::TIME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::disk;
    use crate::game::tests::played;
    use crate::rules::{Outcome, Side, WinReason};
    use std::fs;

    fn game(moves: &str) -> Record {
        played(moves).to_record()
    }

    fn dated(moves: &str) -> Record {
        let mut record = game(moves);
        record.tags.set(Tags::DATE, "2026-11-20");
        record.tags.set(Tags::TIME, "20:05:33");
        record
    }

    /// Keeps a game, and returns the name of its file.
    fn save(folder: &Path, record: &Record, now: &str, earlier: Option<&str>) -> String {
        let ended = FinishedRecord {
            record: record.clone(),
            title: "title".to_owned(),
            now: now.to_owned(),
            earlier: earlier.map(str::to_owned),
            made: Arc::default(),
        };
        let kept = ended.save(folder).expect("kept");
        disk::flush(disk::END_WAIT);
        kept
    }

    #[test]
    fn a_longer_state_of_a_game_takes_its_file_and_another_game_never() {
        let dir = tempfile::tempdir().expect("a folder");
        let save = |record: &Record| save(dir.path(), record, "now", None);
        assert_eq!(save(&dated("h2e2 h9g7")), "title.xiangqi");
        assert_eq!(save(&dated("h2e2 h9g7 h0g2")), "title.xiangqi");
        assert_eq!(save(&dated("h2e2 b9c7")), "title (2).xiangqi");
        assert_eq!(save(&dated("h2e2 h9g7")), "title (3).xiangqi");
        // Begun at an unknown time of that day, it may be any.
        let mut record = dated("h2e2 h9g7 h0g2 i9h9");
        record.tags.set(Tags::TIME, "");
        assert_eq!(save(&record), "title (4).xiangqi");
        assert_eq!(save(&record), "title (4).xiangqi", "the very same");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 4);
    }

    #[test]
    fn a_game_with_the_same_moves_and_less_besides_takes_another_name() {
        let plain = dated("h2e2 h9g7");
        let changes: [fn(&mut Record); 5] = [
            |record| "precious".clone_into(&mut record.comment),
            |record| record.tags.set(Tags::EVENT, "final"),
            |record| record.outcome = Some(Outcome::win(Side::Red, WinReason::Resignation)),
            |record| {
                let last = record.main_line().last().expect("moves");
                "precious".clone_into(&mut record.node_mut(last).notes_mut().comment);
            },
            |record| {
                let mv = "b2b4".parse().expect("a move");
                record.add(record.root(), mv).expect("legal");
            },
        ];
        for change in changes {
            let dir = tempfile::tempdir().expect("a folder");
            let mut rich = plain.clone();
            change(&mut rich);
            assert_eq!(save(dir.path(), &plain, "now", None), "title.xiangqi");
            assert_eq!(save(dir.path(), &rich, "now", None), "title.xiangqi");
            assert_eq!(save(dir.path(), &plain, "now", None), "title (2).xiangqi");
            let there = fs::read(dir.path().join("title.xiangqi")).expect("kept");
            assert_eq!(there, format::write_own(&rich, None));
        }
    }

    #[test]
    fn a_file_with_fields_of_a_newer_version_is_never_replaced() {
        let dir = tempfile::tempdir().expect("a folder");
        let record = dated("h2e2 h9g7");
        assert_eq!(save(dir.path(), &record, "now", None), "title.xiangqi");
        let file = dir.path().join("title.xiangqi");
        let text = fs::read_to_string(&file).expect("kept");
        fs::write(&file, text.replacen('{', "{\"later\":1,", 1)).expect("a file");
        let longer = dated("h2e2 h9g7 h0g2");
        assert_eq!(save(dir.path(), &longer, "now", None), "title (2).xiangqi");
    }

    #[test]
    fn a_game_without_a_date_is_named_after_the_moment_and_keeps_that_name_in_its_run() {
        let dir = tempfile::tempdir().expect("a folder");
        let save = |moves, now, earlier| save(dir.path(), &game(moves), now, earlier);
        let first = save("h2e2", "10.05", None);
        assert_eq!(first, "10.05 title.xiangqi");
        assert_eq!(save("h2e2 h9g7", "10.06", Some(&first)), first);
        assert_eq!(save("c3c4", "10.07", Some(&first)), "10.07 title.xiangqi");
        assert_eq!(save("h2e2 h9g7", "10.08", None), "10.08 title.xiangqi");
    }

    #[test]
    fn a_folder_that_cannot_be_entered_is_an_error_and_no_endless_search() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("history"), b"in the way").expect("written");
        let ended = FinishedRecord {
            record: game("h2e2"),
            title: "title".to_owned(),
            now: "now".to_owned(),
            earlier: None,
            made: Arc::default(),
        };
        assert!(ended.save(&dir.path().join("history")).is_err());
    }

    #[test]
    fn what_is_there_and_cannot_be_read_is_left_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let taken = dir.path().join("title.xiangqi");
        fs::create_dir_all(&taken).expect("a folder of that name");
        let name = save(dir.path(), &dated("h2e2"), "now", None);
        assert_eq!(name, "title (2).xiangqi");
        assert!(taken.is_dir());
    }
}
