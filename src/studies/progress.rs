//! Progress: the studies that were seen and solved, as a file keeps them.

use super::{Drill, Repetition, Solved, Study};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use thiserror::Error;

/// Version of the form in which progress is written.
const VERSION: u64 = 1;

/// Progress in one study. Times are in seconds since 1970, UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressEntry {
    /// Time when it was last opened.
    #[serde(default)]
    pub seen: u64,
    /// Time when it was first solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<u64>,
    /// Whether it was solved at first try: see [`Solved::first_try`]; `None` as long as it still can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_try: Option<bool>,
    /// Fewest own moves of a solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<usize>,
    /// Return of a drill that was failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
    /// Fields of newer versions, kept for them.
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

impl ProgressEntry {
    fn merge(&mut self, other: &Self) {
        self.seen = self.seen.max(other.seen);
        self.solved = least(self.solved, other.solved);
        self.first_try = self.first_try.max(other.first_try);
        self.best = least(self.best, other.best);
        self.repetition = match (self.repetition, other.repetition) {
            (Some(one), Some(other)) => Some(one.merged(other)),
            (one, other) => one.or(other),
        };
        for (name, value) in &other.unknown {
            self.unknown.entry(name).or_insert_with(|| value.clone());
        }
    }
}

/// The smaller of two optional numbers.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// Numbers of studies, solved and in total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that are solved.
    pub solved: usize,
    /// All of them.
    pub total: usize,
}

/// Progress in all studies, by their ids. Ids that this version does not know are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    version: u64,
    #[serde(default)]
    studies: BTreeMap<String, ProgressEntry>,
    /// Drills by their positions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    drills: BTreeMap<String, Drill>,
    /// Fields of newer versions, kept for them.
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

/// A file of progress that cannot be read.
#[derive(Debug, Error)]
pub enum ProgressError {
    /// It is no JSON.
    #[error("not JSON: {0}")]
    NotJson(serde_json::Error),
    /// It is JSON of something else.
    #[error("not the progress of studies: {0}")]
    NotProgress(serde_json::Error),
    /// A later version of the program wrote it in another form.
    #[error("written in form {0}, which is newer")]
    Newer(u64),
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            version: VERSION,
            studies: BTreeMap::new(),
            drills: BTreeMap::new(),
            unknown: Map::new(),
        }
    }
}

impl Progress {
    /// Reads progress from a file.
    ///
    /// # Errors
    ///
    /// Returns an error if it is damaged, something else, or in a form that only later versions know.
    pub fn from_json(bytes: &[u8]) -> Result<Self, ProgressError> {
        let value: Value = serde_json::from_slice(bytes).map_err(ProgressError::NotJson)?;
        if let Some(version) = value.get("version").and_then(Value::as_u64)
            && version > VERSION
        {
            return Err(ProgressError::Newer(version));
        }
        serde_json::from_value(value).map_err(ProgressError::NotProgress)
    }

    /// Writes it for a file: JSON in several lines, with a newline at the end.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        text + "\n"
    }

    /// Progress in a study; `None` if it was never seen.
    pub fn of(&self, study: &Study) -> Option<&ProgressEntry> {
        self.studies.get(&study.id())
    }

    /// Whether a study is solved.
    pub fn is_solved(&self, study: &Study) -> bool {
        self.of(study).is_some_and(|done| done.solved.is_some())
    }

    /// Records that a study was opened, at a time in seconds since 1970.
    pub fn see(&mut self, study: &Study, now: u64) {
        let done = self.studies.entry(study.id()).or_default();
        done.seen = done.seen.max(now);
    }

    /// Records that a study was solved, at a time in seconds since 1970.
    pub fn solve(&mut self, study: &Study, solved: Solved, now: u64) {
        let done = self.studies.entry(study.id()).or_default();
        done.merge(&ProgressEntry {
            seen: now,
            solved: Some(now),
            first_try: done.first_try.or(Some(solved.first_try)),
            best: Some(solved.moves),
            repetition: None,
            unknown: Map::new(),
        });
    }

    /// Whether a study can still be solved at first try.
    pub fn is_first_try(&self, study: &Study) -> bool {
        self.of(study).is_none_or(|done| done.first_try.is_none())
    }

    /// Records that a study can no longer be solved at first try.
    pub fn lose_first_try(&mut self, study: &Study) {
        let done = self.studies.entry(study.id()).or_default();
        done.first_try.get_or_insert(false);
    }

    /// Merges the progress of another file: of each study, the better of both counts.
    pub fn merge(&mut self, other: &Self) {
        for (id, done) in &other.studies {
            self.studies.entry(id.clone()).or_default().merge(done);
        }
        for (fen, drill) in &other.drills {
            self.drills
                .entry(fen.clone())
                .or_insert_with(|| drill.clone());
        }
        for (name, value) in &other.unknown {
            self.unknown.entry(name).or_insert_with(|| value.clone());
        }
    }

    /// The drills.
    pub fn drills(&self) -> impl Iterator<Item = &Drill> {
        self.drills.values()
    }

    /// Adds drills. Returns the number of those whose positions are new.
    pub fn add_drills(&mut self, drills: impl IntoIterator<Item = Drill>) -> usize {
        let before = self.drills.len();
        for drill in drills {
            self.drills.entry(drill.fen.clone()).or_insert(drill);
        }
        self.drills.len() - before
    }

    /// Whether a study is a drill that is new, or comes back, on a day.
    pub fn is_due(&self, study: &Study, today: u32) -> bool {
        let done = self.of(study);
        let repetition = done.and_then(|done| done.repetition);
        let is_new = done.is_none_or(|done| done.solved.is_none());
        let is_due = repetition.map_or(is_new, |known| known.is_due(today));
        is_due && study.verdict().better().is_some()
    }

    /// Records that a drill was solved or failed on a day. Once a day counts.
    pub fn practice(&mut self, study: &Study, is_solved: bool, today: u32) {
        let done = self.studies.entry(study.id()).or_default();
        done.repetition = match done.repetition {
            Some(known) if is_solved && known.is_due(today) => Some(known.solved(today)),
            known if is_solved => known,
            _ => Some(Repetition::of_failure(today)),
        };
    }

    /// Counts the drills that are due on a day.
    pub fn due<'a>(&self, studies: impl IntoIterator<Item = &'a Study>, today: u32) -> usize {
        let studies = studies.into_iter();
        studies.filter(|study| self.is_due(study, today)).count()
    }

    /// Counts the solved ones among these studies.
    pub fn tally<'a>(&self, studies: impl IntoIterator<Item = &'a Study>) -> Tally {
        let mut tally = Tally::default();
        for study in studies {
            let done = self.of(study).filter(|done| done.solved.is_some());
            tally.total += 1;
            tally.solved += usize::from(done.is_some());
        }
        tally
    }

    /// The study to continue with on a day: the unsolved one opened last, or else the first unsolved one; `None` if all are
    /// solved. Of drills, those that are due count as unsolved.
    pub fn next<'a>(
        &self,
        studies: impl IntoIterator<Item = &'a Study>,
        today: u32,
    ) -> Option<&'a Study> {
        let mut next: Option<(&Study, u64)> = None;
        for study in studies {
            let done = self.of(study);
            let is_open = match study.verdict().better() {
                Some(_) => self.is_due(study, today),
                None => done.is_none_or(|done| done.solved.is_none()),
            };
            if !is_open {
                continue;
            }
            let seen = done.map_or(0, |done| done.seen);
            if next.is_none_or(|(_, latest)| seen > latest) {
                next = Some((study, seen));
            }
        }
        next.map(|(study, _)| study)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::{Book, all, find};

    fn study(id: &str) -> &'static Study {
        find(id).expect("a study")
    }

    const FIRST: Solved = Solved {
        moves: 3,
        first_try: true,
    };
    const LATER: Solved = Solved {
        moves: 2,
        first_try: false,
    };

    #[test]
    fn progress_is_written_and_read_back() {
        let mut progress = Progress::default();
        progress.see(study("shiqing-yaqu:228b"), 1_000);
        progress.solve(study("mengru-shenji:1"), FIRST, 2_000);
        let text = progress.to_json();
        assert_eq!(Progress::from_json(text.as_bytes()).ok(), Some(progress));
        let newer = r#"{"version":1,"mood":"good","studies":{"other:7":{"seen":5,"stars":3},"shiqing-yaqu:1":{}}}"#;
        let read = Progress::from_json(newer.as_bytes()).expect("progress");
        let written: Value = serde_json::from_str(&read.to_json()).expect("JSON");
        assert_eq!(written["mood"], "good");
        assert_eq!(written["studies"]["other:7"]["stars"], 3);
        assert_eq!(
            read.of(study("shiqing-yaqu:1")),
            Some(&ProgressEntry::default())
        );
    }

    #[test]
    fn damage_is_told_apart() {
        let read = |text: &str| Progress::from_json(text.as_bytes());
        for text in ["", "{", "\u{feff}", "{\"version\":1}x"] {
            assert!(
                matches!(read(text), Err(ProgressError::NotJson(_))),
                "{text}"
            );
        }
        for text in [
            "[]",
            "{}",
            r#"{"version":"1"}"#,
            r#"{"version":1,"studies":[]}"#,
            r#"{"version":1,"studies":{"a:1":{"seen":-1}}}"#,
            r#"{"version":1,"studies":{"a:1":{"solved":"today"}}}"#,
        ] {
            assert!(
                matches!(read(text), Err(ProgressError::NotProgress(_))),
                "{text}"
            );
        }
        let newer = read(r#"{"version":2,"studies":[]}"#);
        assert!(matches!(newer, Err(ProgressError::Newer(2))));
    }

    #[test]
    fn a_merge_keeps_the_best_of_both() {
        let (one, two) = (study("mengru-shenji:1"), study("mengru-shenji:2"));
        let (mut here, mut there) = (Progress::default(), Progress::default());
        here.solve(one, FIRST, 50);
        here.see(one, 90);
        there.solve(one, LATER, 40);
        there.see(two, 60);
        let mut both = here.clone();
        both.merge(&there);
        let done = both.of(one).expect("it was solved");
        assert_eq!(
            (done.seen, done.solved, done.first_try, done.best),
            (90, Some(40), Some(true), Some(2))
        );
        assert_eq!(both.of(two).map(|done| done.seen), Some(60));
        there.merge(&here);
        assert_eq!(there, both);
        both.merge(&here);
        assert_eq!(there, both);
    }

    #[test]
    fn there_is_one_first_try() {
        let study = study("mengru-shenji:1");
        let mut progress = Progress::default();
        progress.see(study, 1);
        assert!(progress.is_first_try(study));
        progress.lose_first_try(study);
        let text = progress.to_json();
        let mut later = Progress::from_json(text.as_bytes()).expect("progress");
        assert!(!later.is_first_try(study));
        later.solve(study, FIRST, 2);
        assert_eq!(later.of(study).and_then(|done| done.first_try), Some(false));
        // Solved elsewhere at first try, and lost there later.
        let mut elsewhere = Progress::default();
        elsewhere.solve(study, FIRST, 3);
        elsewhere.lose_first_try(study);
        later.merge(&elsewhere);
        assert_eq!(later.of(study).and_then(|done| done.first_try), Some(true));
    }

    #[test]
    fn one_goes_on_with_what_was_seen_last_and_not_solved() {
        let mut progress = Progress::default();
        let next = |progress: &Progress| progress.next(all(), 0).map(Study::id);
        assert_eq!(next(&progress).as_deref(), Some("shiqing-yaqu:1"));
        progress.solve(study("shiqing-yaqu:1"), FIRST, 10);
        assert_eq!(next(&progress).as_deref(), Some("shiqing-yaqu:2"));
        progress.see(study("mengru-shenji:9"), 20);
        progress.see(study("shiqing-yaqu:7"), 15);
        assert_eq!(next(&progress).as_deref(), Some("mengru-shenji:9"));
        progress.solve(study("mengru-shenji:9"), LATER, 30);
        assert_eq!(next(&progress).as_deref(), Some("shiqing-yaqu:7"));
        for study in all() {
            progress.solve(study, FIRST, 40);
        }
        assert_eq!(next(&progress), None);
        let tally = progress.tally(Book::find("mengru-shenji").expect("a book").studies());
        assert_eq!((tally.solved, tally.total), (133, 133));
    }
}
