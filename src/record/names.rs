//! Names compared as their readers do: in simplified and traditional characters, with and without accents, in pinyin.
//!
//! 吕钦 is found as 呂欽, `lü qin`, `lvqin`, `luqin`, `lyu qin` as in passports, and `lq`, and as `Lu Qin` or `Qin Lu` in a
//! file that has no Chinese.
//! The tables have the characters of GB 2312, Big5 level 1 and some more names; others are only compared as they are.
//! `resources/names/README.md` says where they come from.

use std::sync::LazyLock;

/// Pairs of a traditional or variant character and the simplified one.
const TRADITIONAL: &str = include_str!("../../resources/names/traditional.txt");
/// Lines of a syllable and its characters, `ü` as `u`. A character may have several syllables; a traditional one has
/// only those that its simplified one lacks.
const PINYIN: &str = include_str!("../../resources/names/pinyin.txt");
/// Lines of a letter and its accented forms.
const LATIN: &str = include_str!("../../resources/names/latin.txt");

/// First unified ideograph, and the number of ideographs in the tables.
const FIRST: u32 = 0x4e00;
const COUNT: usize = 0x5200;

/// Maximum number of letters of a word taken for pinyin.
const MAX_LETTERS: usize = 24;
/// Lengths of Chinese names.
const NAME_LENGTHS: std::ops::RangeInclusive<usize> = 2..=4;
/// Maximum number of spellings of a name.
const MAX_SPELLINGS: usize = 16;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

struct Tables {
    /// The simplified character of each ideograph.
    simplified: Vec<char>,
    /// Start of the syllables of each ideograph, and the end of the last.
    starts: Vec<usize>,
    syllables: Vec<&'static str>,
    /// Letters with accents and their plain ones, sorted.
    plain: Vec<(char, char)>,
}

/// Index of an ideograph in the tables.
fn index(letter: char) -> Option<usize> {
    let index = u32::from(letter).checked_sub(FIRST)? as usize;
    (index < COUNT).then_some(index)
}

/// The lines of a table: a key, and characters.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, char)> {
    let rows = table.lines().filter_map(|line| line.split_once(' '));
    rows.flat_map(|(key, letters)| letters.chars().map(move |letter| (key, letter)))
}

impl Tables {
    fn new() -> Self {
        let all = FIRST..FIRST + COUNT as u32;
        let mut simplified: Vec<char> = all.filter_map(char::from_u32).collect();
        let letters: Vec<char> = TRADITIONAL.chars().filter(|c| *c != '\n').collect();
        for pair in letters.chunks_exact(2) {
            if let Some(index) = index(pair[0]) {
                simplified[index] = pair[1];
            }
        }
        let mut read: Vec<_> = rows(PINYIN)
            .filter_map(|(syllable, letter)| Some((index(letter)?, syllable)))
            .collect();
        read.sort_unstable();
        let starts = (0..=COUNT).map(|index| read.partition_point(|(at, _)| *at < index));
        let starts = starts.collect();
        let mut plain: Vec<_> = rows(LATIN)
            .filter_map(|(key, letter)| Some((letter, key.chars().next()?)))
            .collect();
        plain.sort_unstable();
        Self {
            simplified,
            starts,
            syllables: read.into_iter().map(|(_, syllable)| syllable).collect(),
            plain,
        }
    }

    /// The canonical letter for this one and its variants.
    fn fold(&self, letter: char) -> char {
        match index(letter) {
            Some(index) => self.simplified[index],
            None => match self.plain.binary_search_by_key(&letter, |pair| pair.0) {
                Ok(at) => self.plain[at].1,
                Err(_) => letter,
            },
        }
    }

    /// The syllables of a character.
    fn syllables(&self, letter: char) -> &[&'static str] {
        match index(letter) {
            Some(index) => &self.syllables[self.starts[index]..self.starts[index + 1]],
            None => &[],
        }
    }

    /// Whether a text begins with characters of this pinyin, the last syllable possibly incomplete.
    fn reads(&self, text: &str, letters: &[u8]) -> bool {
        let mut rest = text.chars();
        let Some(first) = rest.next() else {
            return false;
        };
        self.syllables(first).iter().any(|syllable| {
            let spellings = [Some(*syllable), in_passports(syllable)];
            let mut spellings = spellings.into_iter().flatten().map(str::as_bytes);
            spellings.any(|syllable| match letters.strip_prefix(syllable) {
                Some([]) => true,
                Some(left) => self.reads(rest.as_str(), left),
                None => syllable.starts_with(letters),
            })
        })
    }

    /// Whether a text begins with characters whose pinyin has these initials.
    fn has_initials(&self, text: &str, initials: &[u8]) -> bool {
        let mut letters = text.chars();
        initials.iter().all(|initial| {
            let letter = letters.next().map_or(&[][..], |one| self.syllables(one));
            letter
                .iter()
                .any(|syllable| syllable.as_bytes()[0] == *initial)
        })
    }
}

/// The spelling of a syllable in passports, if its vowel may be `ü`.
fn in_passports(syllable: &str) -> Option<&'static str> {
    match syllable {
        "lu" => Some("lyu"),
        "lue" => Some("lyue"),
        "nu" => Some("nyu"),
        "nue" => Some("nyue"),
        _ => None,
    }
}

/// A folded text with syllables of `ü` in plain spelling: `lyu` and `lv` become `lu`.
fn plainly_spelled(folded: &str) -> String {
    let mut plain = folded.to_owned();
    for (other, syllable) in [("lyu", "lu"), ("nyu", "nu"), ("lv", "lu"), ("nv", "nu")] {
        plain = plain.replace(other, syllable);
    }
    plain
}

/// Sort key of a name by its pronunciation: 吕钦, Lü Qin and LYU QIN are equal, and other characters come before.
pub fn sort_key(text: &str) -> String {
    let tables = &*TABLES;
    let mut key = String::with_capacity(text.len());
    for letter in fold(text).chars() {
        match tables.syllables(letter).first() {
            Some(syllable) => key.push_str(syllable),
            None if letter.is_whitespace() || matches!(letter, '-' | '\'' | '’') => {}
            None => key.push(letter),
        }
    }
    plainly_spelled(&key)
}

/// Folds a text for [`Word::is_in`]: lowercase, simplified characters, no accents.
pub(super) fn fold(text: &str) -> String {
    let is_mark = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let tables = &*TABLES;
    let letters = text.chars().flat_map(char::to_lowercase);
    letters
        .filter(|letter| !is_mark(letter))
        .map(|letter| {
            if letter.is_ascii() {
                letter
            } else {
                tables.fold(letter)
            }
        })
        .collect()
}

/// A search word for folded texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    folded: String,
    /// Its letters, if it may be pinyin.
    letters: Vec<u8>,
    /// Its pinyin, if it may be a Chinese name, with the family name first and last; or its own spelling, if it may be
    /// pinyin.
    spellings: Vec<String>,
}

impl Word {
    pub(super) fn new(word: &str) -> Self {
        let folded = fold(word);
        let letters = letters_of(&folded);
        let spellings = match letters.len() {
            0 => spellings_of(word),
            1 => Vec::new(),
            _ => vec![plainly_spelled(&String::from_utf8_lossy(&letters))],
        };
        Self {
            letters,
            spellings,
            folded,
        }
    }

    /// Whether a folded text contains this word, its pinyin, or characters with this pinyin.
    pub(super) fn is_in(&self, text: &str) -> bool {
        text.contains(&self.folded)
            || !self.letters.is_empty() && !text.is_ascii() && self.is_pinyin_in(text)
            || self.spellings.iter().any(|name| is_spelled_in(name, text))
    }

    fn is_pinyin_in(&self, text: &str) -> bool {
        let tables = &*TABLES;
        let letters = &*self.letters;
        text.char_indices().any(|(at, letter)| {
            let rest = &text[at..];
            index(letter).is_some()
                && (tables.reads(rest, letters) || tables.has_initials(rest, letters))
        })
    }
}

/// The letters of a word that may be pinyin, `ü` as `u`; empty if it is not.
fn letters_of(folded: &str) -> Vec<u8> {
    let is_gap = |letter: &char| matches!(letter, '\'' | '’' | '-');
    let letters = folded.chars().filter(|letter| !is_gap(letter));
    let letters = letters.map(|letter| match letter {
        'v' => Some(b'u'),
        'a'..='z' => Some(letter as u8),
        _ => None,
    });
    let letters: Option<Vec<u8>> = letters.collect();
    letters
        .filter(|letters| letters.len() <= MAX_LETTERS)
        .unwrap_or_default()
}

/// The pinyin of a word that may be a Chinese name: `luqin` and `qinlu`.
fn spellings_of(word: &str) -> Vec<String> {
    let tables = &*TABLES;
    if !NAME_LENGTHS.contains(&word.chars().count()) {
        return Vec::new();
    }
    let mut spellings = vec![Vec::new()];
    for letter in word.chars() {
        let known = match tables.syllables(letter) {
            [] => tables.syllables(tables.fold(letter)),
            known => known,
        };
        let longer = spellings.iter().flat_map(|before| {
            let with = |syllable: &&'static str| [&before[..], &[*syllable]].concat();
            known.iter().map(with)
        });
        spellings = longer.take(MAX_SPELLINGS).collect();
    }
    let orders = spellings.iter().flat_map(|name| {
        let family = 1..=name.len() / 2;
        let last = family.map(|family| [&name[family..], &name[..family]].concat().concat());
        [name.concat()].into_iter().chain(last)
    });
    orders.collect()
}

/// Whether whole words of a text spell this name, however they are separated.
fn is_spelled_in(name: &str, text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        let begins = bytes[at].is_ascii_lowercase()
            && !at
                .checked_sub(1)
                .is_some_and(|before| bytes[before].is_ascii_lowercase());
        begins && spells(name.as_bytes(), &bytes[at..])
    })
}

/// Whether a text begins with a name, in any spelling of `ü`, and no letter follows.
fn spells(name: &[u8], text: &[u8]) -> bool {
    let mut text = text.iter();
    let mut before = 0;
    let is_same = name.iter().all(|&letter| {
        let may_be_umlaut = letter == b'u' && matches!(before, b'l' | b'n');
        before = letter;
        let mut next = || text.find(|byte| !matches!(byte, b' ' | b'-' | b'\''));
        match next() {
            Some(b'v') if may_be_umlaut => true,
            Some(b'y') if may_be_umlaut => next() == Some(&b'u'),
            found => found == Some(&letter),
        }
    });
    is_same && !text.next().is_some_and(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(word: &str, text: &str) -> bool {
        Word::new(word).is_in(&fold(text))
    }

    #[test]
    fn names_are_found_in_either_script_and_in_pinyin() {
        for text in ["吕钦", "呂欽", "呂钦"] {
            for word in [
                "吕钦", "呂欽", "吕", "欽", "lü", "lǚ", "lv", "lu", "qin", "lvqin", "LuQin",
                "lü-qīn", "lq", "LQ", "luq", "l", "lu'qin",
            ] {
                assert!(found(word, text), "{word} in {text}");
            }
            for word in ["ql", "luan", "qinl", "lqx", "li", "柳", "u", "lu1", "uqin"] {
                assert!(!found(word, text), "{word} in {text}");
            }
        }
        assert!(found("huronghua", "1962 胡榮華 – 楊官璘"));
        assert!(found("hrh", "胡荣华") && found("ygl", "楊官璘"));
        assert!(!found("huyang", "胡\n杨"), "two fields are no name");
    }

    #[test]
    fn every_spelling_of_an_umlaut_finds_every_other() {
        let spellings = ["lü", "lyu", "lv", "lu", "LYU", "Lǚ"];
        for text in [
            "吕钦", "呂欽", "Lü Qin", "LYU Qin", "Lv Qin", "Lu Qin", "Qin Lyu", "LyuQin",
        ] {
            for word in spellings {
                let is_apart = text != "LyuQin" || word.eq_ignore_ascii_case("lyu");
                assert_eq!(found(word, text), is_apart, "{word} in {text}");
            }
            for word in ["lyuqin", "lüqin", "LvQin", "lu-qin", "吕钦", "呂欽"] {
                assert!(found(word, text) || text == "Qin Lyu", "{word} in {text}");
            }
            for word in ["lyun", "nyu", "lyuqing", "lyl"] {
                assert!(!found(word, text), "{word} in {text}");
            }
        }
        for (word, text) in [
            ("nyu", "女"),
            ("nv", "女"),
            ("nyue", "虐"),
            ("lyue", "略"),
            ("lve", "略"),
            ("ly", "吕"),
            ("lyuq", "吕钦"),
            ("nyu", "Nü"),
            ("lyuwei", "Wang, Lü Wei"),
            ("吕伟", "LYU Wei"),
        ] {
            assert!(found(word, text), "{word} in {text}");
        }
        assert!(!found("lyu", "Luan Silver") && !found("luqi", "Lu Qin"));
    }

    #[test]
    fn names_sort_as_they_are_read() {
        let key = sort_key("吕钦");
        for other in ["呂欽", "Lü Qin", "LYU QIN", "lv qin", "Lu-Qin", "LuQin"] {
            assert_eq!(sort_key(other), key, "{other}");
        }
        let mut names = [
            "杨官璘",
            "Liu Dahua",
            "胡荣华",
            "Hu Ronghua 2",
            "吕钦",
            "Ly Huynh",
            "赵国荣",
            "1",
        ];
        names.sort_by_key(|name| sort_key(name));
        assert_eq!(
            names,
            [
                "1",
                "胡荣华",
                "Hu Ronghua 2",
                "Liu Dahua",
                "吕钦",
                "Ly Huynh",
                "杨官璘",
                "赵国荣"
            ]
        );
    }

    #[test]
    fn family_names_have_their_own_reading() {
        for (word, text) in [
            ("shan", "单霞丽"),
            ("qiu", "仇"),
            ("zha", "查"),
            ("zeng", "曾"),
            ("piao", "朴"),
            ("xie", "解"),
            ("zhai", "翟"),
        ] {
            assert!(found(word, text), "{word} in {text}");
        }
    }

    #[test]
    fn chinese_names_are_found_in_letters() {
        for text in [
            "Lu Qin",
            "LÜ Qīn",
            "lv qin",
            "Qin Lu",
            "LuQin",
            "Lu-Qin",
            "Cup\nLu Qin\n1999",
        ] {
            assert!(found("吕钦", text) && found("呂欽", text), "{text}");
        }
        for text in ["Hu Ronghua", "HU Rong Hua", "Ronghua Hu"] {
            assert!(found("胡荣华", text), "{text}");
        }
        for text in ["Lu Qing", "Blu Qin", "Lu", "Qin", ""] {
            assert!(!found("吕钦", text), "{text}");
        }
    }

    #[test]
    fn accents_do_not_matter() {
        assert!(
            found("lai ly", "Lại Lý Huynh")
                && found("đặng", "Dang")
                && found("nguyê\u{303}n", "NGUYỄN")
        );
        assert!(!found("lam", "Lại"));
    }

    #[test]
    fn a_word_without_end_is_no_pinyin() {
        let word = "a".repeat(1_000_000);
        assert!(!found(&word, &"啊".repeat(100)));
        assert!(found(&"啊".repeat(100_000), &"啊".repeat(100_000)));
    }

    /// Every traditional character becomes a simplified one that stays, and can be read.
    #[test]
    fn the_tables_are_consistent() {
        let tables = &*TABLES;
        let letters: Vec<char> = TRADITIONAL.chars().filter(|c| *c != '\n').collect();
        assert!(letters.len() > 5000 && letters.len().is_multiple_of(2));
        for pair in letters.chunks_exact(2) {
            assert_eq!(tables.fold(pair[0]), pair[1]);
            assert_eq!(tables.fold(pair[1]), pair[1]);
        }
        assert!(tables.syllables.len() > 7500);
        let is_plain = |text: &&str| text.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(tables.syllables.iter().all(is_plain));
    }
}
