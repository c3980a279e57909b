//! Drills: positions of the players’ own games in which a review has found one clearly better move. One that was failed
//! comes back later.

use super::{OwnBook, Study, StudyVerdict};
use crate::engine::BetterMoves;
use crate::rules::{Move, Setup};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Days after which a failed drill comes back, again and again.
const INTERVALS: [u32; 4] = [1, 3, 7, 20];

/// A position in which one move was clearly better than the one that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drill {
    /// Time when it was added, in seconds since 1970.
    #[serde(default)]
    pub added: u64,
    /// Its title, for people.
    #[serde(default)]
    pub title: String,
    /// The position.
    pub fen: String,
    /// The better line, its moves between spaces.
    pub line: String,
    /// Other first moves that are about as good.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub as_good: String,
}

impl Drill {
    /// A drill in a position.
    pub fn new(start: &Setup, better: &BetterMoves, title: String, added: u64) -> Self {
        let text = |moves: &[Move]| {
            let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
            moves.join(" ")
        };
        Self {
            added,
            title,
            fen: start.to_fen(),
            line: text(&better.line),
            as_good: text(&better.as_good),
        }
    }

    /// The drill as a study of a book, with its number there; `None` if it is damaged.
    pub fn study(&self, book: &Arc<str>, number: usize) -> Option<Study> {
        let setup = Setup::from_fen(&self.fen).ok()?;
        let start = setup.position().ok()?;
        let read = |text: &str| -> Option<Vec<Move>> {
            let moves = text.split_whitespace().map(|text| text.parse().ok());
            moves.collect()
        };
        let (mut line, as_good) = (read(&self.line)?, read(&self.as_good)?);
        let mut at = start;
        let legal = line.iter().take_while(|mv| {
            let next = at.play(**mv);
            next.is_ok_and(|next| {
                at = next;
                true
            })
        });
        let count = legal.count();
        line.truncate(count);
        let better = BetterMoves { line, as_good };
        let study = Study::own(book, number, self.title.clone(), setup);
        (count > 0).then(|| study.with_verdict(StudyVerdict::Better(better)))
    }
}

impl OwnBook {
    /// The book of the drills, in the order in which they were added.
    pub fn of_drills<'a>(name: &str, drills: impl IntoIterator<Item = &'a Drill>) -> Self {
        let mut drills: Vec<_> = drills.into_iter().collect();
        drills.sort_by_key(|drill| drill.added);
        let name = name.into();
        let numbered = drills.into_iter().zip(1..);
        let studies = numbered.filter_map(|(drill, number)| drill.study(&name, number));
        Self::of_studies(&name, studies.collect())
    }
}

/// The return of a failed drill. Days are counted from any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repetition {
    /// The day of the last attempt.
    day: u32,
    /// Number of times that it was solved since it was failed.
    solved: usize,
}

impl Repetition {
    /// The repetition of a drill that is failed today.
    pub const fn of_failure(today: u32) -> Self {
        Self {
            day: today,
            solved: 0,
        }
    }

    /// The repetition after it is solved today.
    pub const fn solved(self, today: u32) -> Self {
        Self {
            day: today,
            solved: self.solved + 1,
        }
    }

    /// Whether it comes back today, or has been due since an earlier day.
    pub fn is_due(self, today: u32) -> bool {
        let interval = INTERVALS.get(self.solved);
        interval.is_some_and(|days| today.saturating_sub(self.day) >= *days)
    }

    /// The later of two states, for one of which the file was read before the other was written.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        if other.day > self.day { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::mv;
    use crate::studies::{Attempt, Hint, Judgement, Progress, Solving};

    const FEN: &str = "4k4/9/9/9/R3n4/9/9/9/9/3K5 w";

    fn drill() -> Drill {
        let better = BetterMoves {
            line: ["a5e5", "e9f9"].map(mv).to_vec(),
            as_good: vec![mv("a5a9")],
        };
        let start = Setup::from_fen(FEN).expect("a FEN");
        Drill::new(&start, &better, "Anna – Ben".into(), 7)
    }

    fn study() -> Study {
        drill().study(&"own".into(), 1).expect("a study")
    }

    #[test]
    fn the_better_move_and_one_as_good_solve_a_drill_and_another_does_not() {
        for (text, is_right) in [("a5e5", true), ("a5a9", true), ("a5a4", false)] {
            let mut attempt = Attempt::new(study());
            let judged = attempt.judge(mv(text), 0).expect("legal").run();
            let right = Judgement::Better;
            assert_eq!(judged.judgement == right, is_right, "{text}");
            assert!(attempt.accept(&judged));
            assert_eq!(attempt.solved().is_some(), is_right);
            assert_eq!(attempt.is_over(), is_right);
            assert_eq!(attempt.is_first_try(), is_right);
        }
        let mut attempt = Attempt::new(study());
        assert_eq!(attempt.hint(), Some(Hint::Piece(mv("a5e5").from)));
        assert_eq!(Solving::new(study(), true).solution().len(), 2);
    }

    #[test]
    fn a_damaged_drill_is_no_study() {
        let damages: [fn(&mut Drill); 3] = [
            |drill| drill.fen = "4k4".into(),
            |drill| drill.line = "a5e4".into(),
            |drill| drill.as_good = "?".into(),
        ];
        for damage in damages {
            let mut damaged = drill();
            damage(&mut damaged);
            assert!(damaged.study(&"own".into(), 1).is_none(), "{damaged:?}");
        }
        let mut late = drill();
        late.added = 3;
        late.line = "a5e5 a0a1".into();
        let book = OwnBook::of_drills("own", &[drill(), late]);
        let lines = book.studies().iter().map(|study| {
            let better = study.verdict().better().expect("a drill");
            (study.number().to_owned(), better.line.len())
        });
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [("1".to_owned(), 1), ("2".to_owned(), 2)]
        );
    }

    #[test]
    fn a_failed_drill_comes_back_after_one_three_seven_and_twenty_days() {
        let (study, mut progress) = (study(), Progress::default());
        let mut today = 100;
        assert!(progress.is_due(&study, today));
        progress.practice(&study, false, today);
        for days in INTERVALS {
            // Solved again on the same day, it comes back all the same.
            progress.practice(&study, true, today);
            assert!(!progress.is_due(&study, today + days - 1), "{days}");
            today += days;
            assert!(progress.is_due(&study, today), "{days}");
            progress.practice(&study, true, today);
        }
        assert!(!progress.is_due(&study, today + 1_000));
        // Failed again on its way, it begins anew.
        progress.practice(&study, false, today);
        progress.practice(&study, true, today + 1);
        progress.practice(&study, false, today + 4);
        assert!(progress.is_due(&study, today + 5));
        // One that was never failed does not come back.
        let mut first = Progress::default();
        let how = crate::studies::Solved {
            moves: 1,
            first_try: true,
        };
        first.solve(&study, how, 1);
        first.practice(&study, true, 100);
        assert!(!first.is_due(&study, 100) && !first.is_due(&study, 500));
    }

    #[test]
    fn an_own_study_of_the_position_of_a_drill_has_progress_of_its_own() {
        let (drill, mut progress) = (study(), Progress::default());
        let mut file = OwnBook::new("own");
        file.add(crate::record::format::read(FEN.as_bytes()), None);
        let own = &file.studies()[0];
        assert_eq!(own.position(), drill.position());
        let how = crate::studies::Solved {
            moves: 1,
            first_try: true,
        };
        progress.solve(own, how, 1);
        assert!(progress.is_due(&drill, 100) && progress.is_first_try(&drill));
        progress.practice(&drill, false, 100);
        progress.lose_first_try(&drill);
        let of_own = progress.of(own).expect("it was solved");
        assert_eq!((of_own.repetition, of_own.first_try), (None, Some(true)));
        // A verdict on the own study is none on the drill.
        let mut drills = OwnBook::of_studies(&"own".into(), vec![drill.clone()]);
        assert!(!drills.update(own) && drills.studies() == [drill]);
    }

    #[test]
    fn drills_are_kept_and_merged_with_their_repetitions() {
        let study = study();
        let mut progress = Progress::default();
        assert_eq!(progress.add_drills([drill(), drill()]), 1);
        assert_eq!(progress.add_drills([drill()]), 0);
        progress.practice(&study, false, 100);
        let before = Progress::from_json(progress.to_json().as_bytes()).expect("progress");
        assert_eq!(before, progress);
        progress.practice(&study, true, 101);
        let mut merged = progress.clone();
        merged.merge(&before);
        assert_eq!(merged, progress);
        let mut other = before;
        other.merge(&progress);
        assert_eq!(other, progress);
        assert_eq!(
            OwnBook::of_drills("own", progress.drills()).studies(),
            [study]
        );
    }
}
