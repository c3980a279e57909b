//! Filter of a list of studies.

use super::{Study, StudyOrigin};
use crate::record::Query;
use std::ops::RangeInclusive;

/// Filter of studies: a study has to meet all conditions that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only from this book or file.
    pub origin: Option<StudyOrigin>,
    /// Only those that are solved, or those that are not.
    pub solved: Option<bool>,
    /// Only proved mates of these lengths.
    pub mate: Option<RangeInclusive<usize>>,
    /// Maximum number of pieces on the board, both generals included.
    pub pieces: Option<usize>,
    /// Search words, all of which have to be in the title (in either script, in pinyin, by its initials or in Vietnamese), or be the
    /// number.
    pub text: String,
}

impl Filter {
    /// The studies of a list that match, in its order. `is_solved` tells which have been solved.
    pub fn apply<'a>(
        &self,
        studies: impl IntoIterator<Item = &'a Study>,
        is_solved: impl Fn(&Study) -> bool,
    ) -> Vec<&'a Study> {
        let (numbers, words): (Vec<_>, Vec<_>) =
            { self.text.split_whitespace() }.partition(|word| is_number(word));
        let query = Query::of_words(&words.join(" "));
        let fits = |study: &&Study| {
            self.fits_facts(study)
                && numbers.iter().all(|number| has_number(study, number))
                && self.solved.is_none_or(|solved| solved == is_solved(study))
                && query.fits(None, &titles(study))
        };
        studies.into_iter().filter(fits).collect()
    }

    /// Whether a study meets the conditions that need neither its title nor progress.
    fn fits_facts(&self, study: &Study) -> bool {
        let is_short = |range: &RangeInclusive<usize>| {
            let mate = study.verdict().mate();
            mate.is_some_and(|mate| range.contains(&mate.moves))
        };
        (self.origin.as_ref()).is_none_or(|origin| origin == study.origin())
            && self.mate.as_ref().is_none_or(is_short)
            && self.pieces.is_none_or(|most| study.pieces() <= most)
    }
}

/// The title in its languages, each in a line.
fn titles(study: &Study) -> String {
    [study.title(), study.pinyin(), study.sino_vietnamese()].join("\n")
}

/// Whether a word is the number of a study. No title has a digit.
fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether a study has this number, whose letter may be left out.
fn has_number(study: &Study, number: &str) -> bool {
    let own = study.number();
    own == number || own.trim_end_matches(|c: char| c.is_ascii_lowercase()) == number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::{Book, all};

    fn ids(filter: &Filter) -> Vec<String> {
        let found = filter.apply(all(), |study| study.number() == "1");
        found.into_iter().map(Study::id).collect()
    }

    fn searched(text: &str) -> Vec<String> {
        ids(&Filter {
            text: text.to_owned(),
            ..Filter::default()
        })
    }

    #[test]
    fn an_empty_filter_takes_all() {
        assert_eq!(ids(&Filter::default()).len(), 684);
    }

    #[test]
    fn titles_are_found_in_either_script_and_in_both_readings() {
        for text in [
            "气吞关右",
            "氣吞關右",
            "qitunguanyou",
            "qtgy",
            "Khí thôn quan hữu",
            "khi thon",
            "关右 气吞",
            "气吞 1",
        ] {
            assert!(
                searched(text).contains(&"shiqing-yaqu:1".to_owned()),
                "{text}"
            );
        }
        assert!(searched("气吞 2").is_empty() && searched("炮二平五").is_empty());
    }

    #[test]
    fn a_number_is_found_with_and_without_its_letter() {
        assert_eq!(searched("228"), ["shiqing-yaqu:228", "shiqing-yaqu:228b"]);
        assert_eq!(searched("228b"), ["shiqing-yaqu:228b"]);
        assert_eq!(searched("12"), ["shiqing-yaqu:12", "mengru-shenji:12"]);
        assert!(searched("0").is_empty());
    }

    #[test]
    fn all_conditions_have_to_be_met() {
        let filter = Filter {
            origin: Book::find("mengru-shenji").map(StudyOrigin::Book),
            mate: Some(1..=3),
            ..Filter::default()
        };
        let short = filter.apply(all(), |_| false);
        assert!(!short.is_empty());
        for study in &short {
            let mate = study.verdict().mate().expect("a mate");
            assert!(mate.moves <= 3 && study.id().starts_with("mengru-shenji:"));
        }
        let few = Filter {
            pieces: Some(14),
            ..filter.clone()
        };
        let few = few.apply(all(), |_| false);
        assert!(!few.is_empty() && few.len() < short.len());
        assert!(few.iter().all(|study| study.pieces() <= 14));
        let solved = Filter {
            solved: Some(true),
            ..filter.clone()
        };
        let open = Filter {
            solved: Some(false),
            ..filter.clone()
        };
        assert_eq!(ids(&solved), ["mengru-shenji:1"]);
        assert_eq!(ids(&solved).len() + ids(&open).len(), short.len());
    }
}
