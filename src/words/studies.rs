//! Studies: their books, and what is known about them.

use super::catalogue::{say, say_about};
use super::side;
use crate::rules::Side;
use crate::studies::{Book, Classic, Estimate, ProgressError, Study, StudyOrigin, StudyVerdict};
use std::borrow::Cow;

/// Title of a book: in Chinese as it is, else transliterated and translated.
pub fn book_title(book: &Book) -> &'static str {
    match book.classic() {
        // Translators: the title of the book 適情雅趣 of 1570, as it is known in your language.
        Classic::ShiqingYaqu => say!("Shiqing Yaqu (Elegant Pastime)"),
        // Translators: the title of the old book 夢入神機, as it is known in your language.
        Classic::MengruShenji => say!("Mengru Shenji (Dream of Divine Strategy)"),
    }
}

/// Title of a book, or the name of somebody’s own file.
pub fn origin_title(origin: &StudyOrigin) -> &str {
    match origin {
        StudyOrigin::Book(book) => book_title(book),
        StudyOrigin::Own(name) => name,
    }
}

/// Title of a study in the script that readers of the language use; its number if it has none.
pub fn study_title(study: &Study) -> Cow<'_, str> {
    if study.title().is_empty() {
        // Translators: {number} is the number of a study without a title.
        return say!("No. {number}", number = study.number()).into();
    }

    // Translators: The Chinese script of the titles of studies: “simplified” or “traditional”, as one of these English words.
    let script = say_about!("script of titles", "simplified");
    if script.starts_with('t') {
        study.traditional_title().into()
    } else {
        study.title().into()
    }
}

/// The verdict on a study in a few words: `"Red mates in 5"`.
pub fn study_verdict(turn: Side, verdict: &StudyVerdict) -> String {
    let side = side(turn);
    match verdict {
        // Translators: {side} is “Red” or “Black”, {count} the number of its moves to the mate.
        StudyVerdict::Mate(mate) if mate.is_exact => {
            say!("{side} mates in {count}", side, count = mate.moves)
        }
        // Translators: a shorter mate is not ruled out; {side} is “Red” or “Black”, {count} a number of its moves.
        StudyVerdict::Mate(mate) => {
            say!("{side} mates in at most {count}", side, count = mate.moves)
        }
        // Translators: the engine’s opinion; {side} is “Red” or “Black”.
        StudyVerdict::Estimated(Estimate::Win) => say!("{side} probably wins", side),
        // Translators: the engine’s opinion of a position.
        StudyVerdict::Estimated(Estimate::Draw) => say!("Probably a draw").to_owned(),
        // Translators: of a position that neither the solver nor the engine could judge.
        StudyVerdict::Unknown => say!("Not verified").to_owned(),
    }
}

/// Reason why a file with the progress of studies cannot be read, and what to do.
pub fn progress_error(error: &ProgressError) -> &'static str {
    match error {
        ProgressError::NotJson(_) => {
            say!("The file with your solved studies is damaged. Choose another one.")
        }
        ProgressError::NotProgress(_) => {
            say!("The file does not hold solved studies. Choose another one.")
        }
        ProgressError::Newer(_) => say!(
            "A newer version of Chuhe has written the file with your solved studies. Update Chuhe, and try again."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::{Mate, Progress};

    #[test]
    fn every_verdict_is_told() {
        for (is_exact, told) in [(true, "Red mates in 5"), (false, "Red mates in at most 5")] {
            let mate = StudyVerdict::Mate(Mate {
                moves: 5,
                is_exact,
                ways: 1,
                nodes: 0,
                line: Vec::new(),
            });
            assert_eq!(study_verdict(Side::Red, &mate), told);
        }
        let told = |estimate| study_verdict(Side::Black, &StudyVerdict::Estimated(estimate));
        assert_eq!(told(Estimate::Win), "Black probably wins");
        assert_eq!(told(Estimate::Draw), "Probably a draw");
        assert_eq!(
            study_verdict(Side::Red, &StudyVerdict::Unknown),
            "Not verified"
        );
    }

    #[test]
    fn every_book_has_a_title_in_letters() {
        for book in Book::all() {
            assert!(book_title(book).starts_with(|c: char| c.is_ascii_uppercase()));
        }
    }

    #[test]
    fn every_error_has_a_sentence_of_its_own() {
        let told = |text: &str| {
            let error = Progress::from_json(text.as_bytes()).expect_err("an error");
            progress_error(&error)
        };
        assert!(told("{").contains("damaged"));
        assert!(told("[]").contains("does not hold"));
        assert!(told(r#"{"version":9}"#).contains("newer"));
    }
}
