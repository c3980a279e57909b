//! Studies: positions of old books, to be solved.
//!
//! A [`Book`] holds a [`Study`] for each position, with what is known about it as a [`StudyVerdict`]: a mate that the solver has
//! proved, or else an estimate. A [`Filter`] picks studies out of a list. An [`Attempt`] is a study as somebody tries to solve it,
//! whose moves are judged by [`Judging`]; [`Solving`] adds what is shown meanwhile, and [`Variations`] is the solution. [`Progress`] remembers what was solved.
//! `resources/studies/README.md` describes the data, which are part of the program and read when they are first asked for.
//!
//! An [`OwnBook`] has the positions of somebody’s own files. [`VerdictSearch`] works out their verdicts, and [`VerdictCache`]
//! remembers them. A [`Drill`] is a position of a reviewed game, which becomes a study of an own book, too.
#![forbid(unsafe_code)]

mod attempt;
mod book;
mod drill;
mod filter;
mod judging;
mod own;
mod progress;
mod solving;
mod study;
mod variations;
mod verdict;
mod verdict_cache;
mod verdict_search;

pub use attempt::{Attempt, Hint, Solved};
pub use book::{Book, Classic};
pub use drill::{Drill, Repetition};
pub use filter::Filter;
pub use judging::{JUDGING_NODES, Judged, Judgement, Judging};
pub use own::title as game_title;
pub use own::{LeftOut, OwnBook, OwnBooks, Unjudged, WhyLeftOut};
pub use progress::{Progress, ProgressEntry, ProgressError, Tally};
pub use solving::{Defender, JudgingStep, Solving, StudyRemark};
pub use study::{Study, StudyOrigin};
pub use variations::Variations;
pub use verdict::{Estimate, Mate, StudyVerdict};
pub use verdict_cache::VerdictCache;
pub use verdict_search::VerdictSearch;

/// All studies, book by book, each in the order of its book.
pub fn all() -> impl Iterator<Item = &'static Study> {
    Book::all().iter().flat_map(Book::studies)
}

/// Longest mate of a study of the day.
const MATE_OF_DAY: usize = 3;
/// Step from the study of one day to that of the next, a prime: all have their turn, in no order that is noticed.
const STEP_OF_DAY: usize = 7919;

/// The study of a day, counted from any other: a short mate that is proved.
pub fn of_day(day: u32) -> &'static Study {
    let is_short = |study: &&Study| {
        let mate = study.verdict().mate();
        mate.is_some_and(|mate| mate.moves <= MATE_OF_DAY)
    };
    let short: Vec<_> = all().filter(is_short).collect();
    short[day as usize % short.len() * STEP_OF_DAY % short.len()]
}

/// The study with an id such as `shiqing-yaqu:12` or `shiqing-yaqu:228b`.
pub fn find(id: &str) -> Option<&'static Study> {
    let (book, number) = id.split_once(':')?;
    Book::find(book)?.study(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_short_mate_is_the_study_of_a_day() {
        let of_days =
            |days: std::ops::Range<u32>| -> Vec<_> { days.map(|day| of_day(day).id()).collect() };
        let is_short = |study: &&Study| study.verdict().mate().is_some_and(|mate| mate.moves <= 3);
        let short = all().filter(is_short).count();
        let known: HashSet<_> = of_days(0..u32::try_from(short).expect("few"))
            .into_iter()
            .collect();
        assert_eq!(known.len(), short);
        assert!(
            of_days(739_000..739_365)
                .windows(2)
                .all(|days| days[0] != days[1])
        );
        assert_eq!(of_day(739_000), of_day(739_000));
        of_day(u32::MAX);
    }
}
