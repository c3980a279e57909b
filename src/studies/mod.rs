//! Studies: positions of old books, to be solved.
//!
//! A [`Book`] holds a [`Study`] for each position, with what is known about it as a [`StudyVerdict`]: a mate that the solver has
//! proved, or else an estimate. A [`Filter`] picks studies out of a list. An [`Attempt`] is a study as somebody tries to solve it,
//! whose moves are judged by [`Judging`]; [`Variations`] is its solution. [`Progress`] remembers what was solved.
//! `resources/studies/README.md` describes the data, which are part of the program and read when they are first asked for.
//!
//! An [`OwnBook`] has the positions of somebody’s own files. [`VerdictSearch`] works out their verdicts, and [`VerdictCache`]
//! remembers them.
#![forbid(unsafe_code)]

mod attempt;
mod book;
mod filter;
mod judging;
mod own;
mod progress;
mod study;
mod variations;
mod verdict;
mod verdict_cache;
mod verdict_search;

pub use attempt::{Attempt, Hint, Solved};
pub use book::{Book, Classic};
pub use filter::Filter;
pub use judging::{JUDGING_NODES, Judged, Judgement, Judging};
pub use own::{LeftOut, OwnBook, OwnBooks, Unjudged, WhyLeftOut};
pub use progress::{Progress, ProgressEntry, ProgressError, Tally};
pub use study::{Study, StudyOrigin};
pub use variations::Variations;
pub use verdict::{Estimate, Mate, StudyVerdict};
pub use verdict_cache::VerdictCache;
pub use verdict_search::VerdictSearch;

/// All studies, book by book, each in the order of its book.
pub fn all() -> impl Iterator<Item = &'static Study> {
    Book::all().iter().flat_map(Book::studies)
}

/// The study with an id such as `shiqing-yaqu:12` or `shiqing-yaqu:228b`.
pub fn find(id: &str) -> Option<&'static Study> {
    let (book, number) = id.split_once(':')?;
    Book::find(book)?.study(number)
}
