//! The players’ own books, and what is known about their positions. No widgets.

use crate::studies::{OwnBook, Study, StudyOrigin};

/// Own books, each with the URI of its file or folder, in the order in which they were added.
#[derive(Debug, Default)]
pub struct OwnBooks(Vec<(String, OwnBook)>);

/// A position to be judged next, and how many are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unjudged {
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
        let open: Vec<_> = self.studies().filter(|study| !is_judged(study)).collect();
        let on_board = on_board.map(Study::id);
        let urgent = open.iter().find(|study| Some(study.id()) == on_board);
        let study = Study::clone(urgent.or(open.first())?);
        let all = self.studies().count();
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
    use crate::record::format;

    const FENS: [&str; 2] = ["3k5/9/9/9/9/9/9/9/8R/4K4 w", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w"];

    fn book(name: &str) -> OwnBook {
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
            books.put(uri, book(&name));
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
        books.put("file:///own.pgn", book("own.pgn"));
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
