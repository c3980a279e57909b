//! Players’ own studies: the positions in their files.

use super::{Study, StudyOrigin};
use crate::record::format::{Caution, Loaded, ReadError};
use crate::record::{Record, Tags};
use crate::rules::{PositionError, Setup};
use std::sync::Arc;
use thiserror::Error;

/// Book of the positions in a file or folder, in their order. The files are never changed.
#[derive(Debug)]
pub struct OwnBook {
    name: Arc<str>,
    studies: Vec<Study>,
    left_out: Vec<LeftOut>,
    /// Numbers of the studies whose side to move differs from the file, with the caution.
    turned: Vec<(usize, Caution)>,
    /// Number of games so far, including those left out.
    count: usize,
}

/// Game of a file that is no study.
#[derive(Debug)]
pub struct LeftOut {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The reason.
    pub why: WhyLeftOut,
}

/// Reason why a game of a file is no study.
#[derive(Debug, Error)]
pub enum WhyLeftOut {
    /// It is a game from the beginning, with or without odds.
    #[error("a whole game")]
    WholeGame,
    /// Nothing is left to be solved: the side to move has no legal move.
    #[error("no legal move")]
    Over,
    /// The position breaks a rule.
    #[error("no position: {0}")]
    Impossible(PositionError),
    /// It cannot be read.
    #[error("not readable: {0}")]
    Unreadable(ReadError),
}

impl OwnBook {
    /// An empty book with the displayed name of its file or folder.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            studies: Vec::new(),
            left_out: Vec::new(),
            turned: Vec::new(),
            count: 0,
        }
    }

    /// A book of studies.
    pub(super) fn of_studies(name: &Arc<str>, studies: Vec<Study>) -> Self {
        Self {
            count: studies.len(),
            studies,
            ..Self::new(name)
        }
    }

    /// Adds the next game of a file, or records why it is left out. A game without a title gets the name of its file.
    pub fn add(&mut self, read: Result<Loaded, ReadError>, file: Option<&str>) {
        match read {
            Ok(loaded) => {
                for (game, record) in loaded.records.iter().enumerate() {
                    self.take(|number, book| study(record, file, number, book));
                    let of_game = loaded.warnings.iter().filter(|told| told.game == game);
                    let is_turned = |what: &&Caution| matches!(what, Caution::WrongSide { .. });
                    let turned = of_game.map(|told| &told.what).find(is_turned).cloned();
                    self.turned.extend(turned.map(|what| (self.count, what)));
                }
            }
            Err(ReadError::Position(error)) => {
                self.take(|_, _| Err(WhyLeftOut::Impossible(error)));
            }
            Err(error) => self.take(|_, _| Err(WhyLeftOut::Unreadable(error))),
        }
    }

    fn take(&mut self, next: impl FnOnce(usize, &Arc<str>) -> Result<Study, WhyLeftOut>) {
        self.count += 1;
        match next(self.count, &self.name) {
            Ok(study) => self.studies.push(study),
            Err(why) => self.left_out.push(LeftOut {
                number: self.count,
                why,
            }),
        }
    }

    /// The displayed name of its file or folder.
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The studies.
    pub fn studies(&self) -> &[Study] {
        &self.studies
    }

    /// The games that are no studies.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The studies whose side to move differs from the file, with the caution.
    pub fn turned(&self) -> &[(usize, Caution)] {
        &self.turned
    }

    /// Replaces the studies with the position of a judged one. Returns whether there are any.
    pub fn update(&mut self, judged: &Study) -> bool {
        let id = judged.id();
        let mut is_here = false;
        let is_it = |study: &&mut Study| study.verdict().better().is_none() && study.id() == id;
        for study in self.studies.iter_mut().filter(is_it) {
            *study = study.judged_as(judged);
            is_here = true;
        }
        is_here
    }
}

fn study(
    record: &Record,
    file: Option<&str>,
    number: usize,
    book: &Arc<str>,
) -> Result<Study, WhyLeftOut> {
    let start = record.start();
    if is_whole(record) {
        return Err(WhyLeftOut::WholeGame);
    }
    let position = start.position().map_err(WhyLeftOut::Impossible)?;
    if !position.has_legal_move() {
        return Err(WhyLeftOut::Over);
    }
    let title = title(&record.tags).or_else(|| file.map(str::to_owned));
    let title = title.unwrap_or_default();
    Ok(Study::own(book, number, title, start.clone()))
}

/// Whether a game begins from the standard position, with or without a handicap.
fn is_whole(record: &Record) -> bool {
    record.start().board == Setup::start().board || record.tags.get(Tags::HANDICAP).is_some()
}

/// Title of a game: its title, its players or its event.
pub fn title(tags: &Tags) -> Option<String> {
    let text = |name| {
        let text = tags.get(name).map(str::trim);
        text.filter(|text| !text.is_empty() && *text != "?")
    };
    let players = || match (text(Tags::RED), text(Tags::BLACK)) {
        (Some(red), Some(black)) => Some(format!("{red} – {black}")),
        (one, other) => one.or(other).map(str::to_owned),
    };
    let owned = |name| text(name).map(str::to_owned);
    owned(Tags::TITLE)
        .or_else(players)
        .or_else(|| owned(Tags::EVENT))
}

/// Own books, each with the URI of its file or folder, in the order in which they were added.
#[derive(Debug, Default)]
pub struct OwnBooks(Vec<(String, OwnBook)>);

/// Next position to be judged, and the number of those that are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unjudged {
    /// The position.
    pub study: Study,
    /// Number of positions that are judged.
    pub done: usize,
    /// Number of all positions.
    pub all: usize,
}

impl OwnBooks {
    /// Adds a book, or puts it in the place of an earlier state of its file.
    pub fn put(&mut self, uri: &str, book: OwnBook) {
        match self.0.iter_mut().find(|(known, _)| known == uri) {
            Some((_, known)) => *known = book,
            None => self.0.push((uri.to_owned(), book)),
        }
    }

    /// Removes the book of this name. Returns the URI of its file.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(_, book)| &**book.name() == name)?;
        Some(self.0.remove(place).0)
    }

    /// A name for the book of a file that no other book has.
    pub fn free_name(&self, uri: &str, name: &str) -> String {
        let is_taken = |name: &str| {
            let mut books = self.0.iter();
            books.any(|(known, book)| known != uri && &**book.name() == name)
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !is_taken(name));
        free.expect("there is no end of numbers")
    }

    /// The books, as origins of their studies.
    pub fn origins(&self) -> impl Iterator<Item = StudyOrigin> {
        let books = self.0.iter();
        books.map(|(_, book)| StudyOrigin::Own(book.name().clone()))
    }

    /// All studies, book by book.
    pub fn studies(&self) -> impl Iterator<Item = &Study> {
        self.0.iter().flat_map(|(_, book)| book.studies())
    }

    /// Puts the verdict on a study in its place, wherever the same position is.
    pub fn update(&mut self, judged: &Study) {
        for (_, book) in &mut self.0 {
            book.update(judged);
        }
    }

    /// The next position to be judged: the one on the board if it is one of them, or else the first.
    pub fn unjudged(
        &self,
        on_board: Option<&Study>,
        is_judged: impl Fn(&Study) -> bool,
    ) -> Option<Unjudged> {
        let is_open = |study: &&Study| study.verdict().better().is_none() && !is_judged(study);
        let open: Vec<_> = self.studies().filter(is_open).collect();
        let on_board = on_board.map(Study::id);
        let urgent = open.iter().find(|study| Some(study.id()) == on_board);
        let study = Study::clone(urgent.or(open.first())?);
        let files = self
            .studies()
            .filter(|study| study.verdict().better().is_none());
        let all = files.count();
        Some(Unjudged {
            study,
            done: all - open.len(),
            all,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Collection;
    use crate::record::format;
    use crate::studies::StudyVerdict;

    const FILE: &str = "[FEN \"4k4/R8/9/9/9/9/9/9/9/1R1K5 w\"]\n[Red \"Anna\"]\n[Black \"?\"]\n\n*\n\n\
        [Event \"Cup\"]\n\n1. C2.5 *\n\n\
        [FEN \"R2k5/R8/9/9/9/9/9/9/9/4K4 b\"]\n\n*\n\n\
        [FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]\n[Event \"Facing\"]\n\n*\n\n\
        [FEN \"3k5/9/9/9/9/9/9/9/8R/4K4 w\"]\n[Event \"Chariot\"]\n\n*\n";

    fn book(text: &str) -> OwnBook {
        let games = Collection::open(text.as_bytes().to_vec()).expect("games");
        let mut book = OwnBook::new("own.pgn");
        for game in 0..games.count() {
            book.add(games.read(game), None);
        }
        book
    }

    #[test]
    fn positions_are_studies_and_the_others_are_told() {
        let book = book(FILE);
        let titles = book.studies().iter();
        let titles: Vec<_> = titles
            .map(|study| (study.number(), study.title()))
            .collect();
        assert_eq!(titles, [("1", "Anna"), ("5", "Chariot")]);
        let told: Vec<_> = { book.left_out().iter() }
            .map(|left| (left.number, left.why.to_string()))
            .collect();
        assert_eq!((told[0].0, &*told[0].1), (2, "a whole game"));
        assert_eq!((told[1].0, &*told[1].1), (3, "no legal move"));
        assert!(
            told[2].0 == 4 && told[2].1.starts_with("no position"),
            "{told:?}"
        );
        assert_eq!(told.len(), 3);
        assert_eq!(book.studies()[0].id(), "own:4k4/R8/9/9/9/9/9/9/9/1R1K5 w");
    }

    #[test]
    fn a_position_whose_side_to_move_is_changed_is_told() {
        let book = book(
            "[FEN \"3k5/9/9/9/9/9/9/9/8R/4K4 w\"]\n\n*\n\n\
             [FEN \"3k5/9/9/9/9/9/9/9/8R/4K4 b\"]\n\n1. i1i9 *\n",
        );
        let turned: Vec<_> = book.turned().iter().map(|(number, _)| *number).collect();
        assert_eq!((book.studies().len(), turned), (2, vec![2]));
    }

    #[test]
    fn a_position_without_a_title_is_called_after_its_file() {
        let mut book = OwnBook::new("folder");
        let read = || format::read(b"3k5/9/9/9/9/9/9/9/8R/4K4 w");
        book.add(read(), Some("ending.txt"));
        book.add(read(), None);
        let titles: Vec<_> = book.studies().iter().map(Study::title).collect();
        assert_eq!(titles, ["ending.txt", ""]);
        book.add(Err(ReadError::Empty), None);
        assert_eq!(book.left_out()[0].number, 3);
    }

    #[test]
    fn a_judged_position_is_judged_wherever_it_stands() {
        let mut book = OwnBook::new("own");
        for fen in [
            "3k5/9/9/9/9/9/9/9/8R/4K4 w",
            "4k4/R8/9/9/9/9/9/9/9/1R1K5 w",
            "3k5/9/9/9/9/9/9/9/8R/4K4 w - - 0 1",
        ] {
            book.add(format::read(fen.as_bytes()), None);
        }
        let judged = book.studies()[0].with_verdict(StudyVerdict::Unknown);
        assert!(book.update(&judged));
        let other = crate::studies::find("shiqing-yaqu:1").expect("a study");
        assert!(!book.update(other));
    }

    const FENS: [&str; 2] = ["3k5/9/9/9/9/9/9/9/8R/4K4 w", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w"];

    fn mates(name: &str) -> OwnBook {
        let mut book = OwnBook::new(name);
        for fen in FENS {
            book.add(format::read(fen.as_bytes()), None);
        }
        book
    }

    #[test]
    fn a_file_that_is_added_again_takes_its_own_place() {
        let mut books = OwnBooks::default();
        for uri in [
            "file:///a/own.pgn",
            "file:///b/own.pgn",
            "file:///a/own.pgn",
        ] {
            let name = books.free_name(uri, "own.pgn");
            books.put(uri, mates(&name));
        }
        let names = |books: &OwnBooks| {
            let names = books.origins().map(|origin| match origin {
                StudyOrigin::Own(name) => name.to_string(),
                StudyOrigin::Book(book) => book.id().to_owned(),
            });
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&books), ["own.pgn", "own.pgn (2)"]);
        assert_eq!(books.remove("own.pgn (3)"), None);
        assert_eq!(
            books.remove("own.pgn").as_deref(),
            Some("file:///a/own.pgn")
        );
        assert_eq!(names(&books), ["own.pgn (2)"]);
    }

    #[test]
    fn the_position_on_the_board_is_judged_first() {
        let mut books = OwnBooks::default();
        books.put("file:///own.pgn", mates("own.pgn"));
        let all: Vec<_> = books.studies().cloned().collect();
        let next = |on_board, judged: &[&Study]| {
            let next = books.unjudged(on_board, |study| judged.contains(&study));
            next.map(|next| (next.study.number().to_owned(), next.done, next.all))
        };
        assert_eq!(next(None, &[]), Some(("1".to_owned(), 0, 2)));
        assert_eq!(next(Some(&all[1]), &[]), Some(("2".to_owned(), 0, 2)));
        assert_eq!(
            next(Some(&all[1]), &[&all[1]]),
            Some(("1".to_owned(), 1, 2))
        );
        assert_eq!(next(None, &[&all[0], &all[1]]), None);
    }
}
