//! Keys typed on the board: letters that read something aloud, and moves, which begin with the same letters. C reads the
//! captured pieces, and `C2=5` is a move; F and 3 read the third file, and `f3f4` is a move.
//!
//! Reading aloud is harmless, so it is done at once. Its keys are remembered, and once another key is none of these
//! commands, they are the beginning of a move.

use crate::rules::{File, Rank, Side};
use std::mem;

/// A line of the board named by two keys: F and a file counted from Red’s right, or R and a rank counted from Red’s
/// side, 0 for the tenth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLine {
    /// A file.
    File(File),
    /// A rank.
    Rank(Rank),
}

impl BoardLine {
    /// Parses the line named by a letter and a digit.
    pub fn named(letter: char, digit: char) -> Option<Self> {
        let number = digit.to_digit(10)? as u8;
        match letter {
            'f' => File::from_number(number, Side::Red).map(Self::File),
            'r' => Rank::new((number + 9) % 10).map(Self::Rank),
            _ => None,
        }
    }
}

/// Meaning of a key in view of the preceding keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyMeaning {
    /// The command of the letter.
    Command,
    /// Reading a line aloud, which the key and the one before it name.
    Line(BoardLine),
    /// The beginning of a move, legal or not, which the key completes.
    Move(String),
}

/// The keys of the last commands, in case that they begin a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedKeys(String);

impl TypedKeys {
    /// Adds a key and returns its meaning. `is_command` is whether the key alone reads something aloud, and `begins`
    /// whether a text begins a legal move.
    pub fn press(
        &mut self,
        key: char,
        is_command: bool,
        begins: impl Fn(&str) -> bool,
    ) -> KeyMeaning {
        let mut typed = mem::take(&mut self.0);
        typed.push(key);
        let mut starts = typed.char_indices().map(|(at, _)| at);
        let start = match starts.find(|at| begins(&typed[*at..])) {
            Some(start) => start,
            None if key.is_alphabetic() => typed.len() - key.len_utf8(),
            // No command and no move begins with a digit or a sign.
            None => 0,
        };
        let text = typed.split_off(start);
        let before = &text[..text.len() - key.len_utf8()];
        let mut letters = before.chars();
        let line = match (letters.next(), letters.next()) {
            (Some(letter), None) => BoardLine::named(letter, key),
            _ => None,
        };
        let meaning = match line {
            Some(line) => KeyMeaning::Line(line),
            None if is_command && before.chars().all(char::is_alphabetic) => KeyMeaning::Command,
            None => return KeyMeaning::Move(text),
        };
        self.0 = text;
        meaning
    }

    /// Forgets the keys: the next one begins anew.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses keys one after the other and returns the meaning of the last.
    fn meaning(keys: &str) -> KeyMeaning {
        let begins = |text: &str| {
            [
                "a", "a4", "c", "c2", "f", "f3", "f3f", "p", "p8", "pa", "pao", "pao2", "r", "r9",
            ]
            .contains(&text)
        };
        let mut typed = TypedKeys::default();
        let meanings = keys
            .chars()
            .map(|key| typed.press(key, "acfloprtw".contains(key), begins));
        meanings.last().expect("a key")
    }

    fn moves(text: &str) -> KeyMeaning {
        KeyMeaning::Move(text.to_owned())
    }

    fn file(number: u8) -> KeyMeaning {
        let file = File::from_number(number, Side::Red).expect("a file");
        KeyMeaning::Line(BoardLine::File(file))
    }

    fn rank(index: u8) -> KeyMeaning {
        KeyMeaning::Line(BoardLine::Rank(Rank::new(index).expect("a rank")))
    }

    #[test]
    fn a_letter_that_reads_something_does_so_whatever_was_read_before() {
        for keys in ["c", "l", "lt", "cc", "pa", "pao", "cl", "f3l", "f3r"] {
            assert_eq!(meaning(keys), KeyMeaning::Command, "{keys}");
        }
    }

    #[test]
    fn any_other_key_begins_a_move_with_the_letters_that_may_belong_to_it() {
        for (keys, text) in [
            ("h", "h"),
            ("2", "2"),
            ("c2", "c2"),
            ("pa4", "a4"),
            ("pao2", "pao2"),
            ("lc2", "c2"),
            ("ch", "h"),
            // No legal move begins so, and the player is told why.
            ("c9", "c9"),
            ("r+", "r+"),
            ("pao9", "pao9"),
        ] {
            assert_eq!(meaning(keys), moves(text), "{keys}");
        }
    }

    #[test]
    fn a_letter_and_a_digit_read_a_line_and_still_begin_a_move() {
        assert_eq!(meaning("f3"), file(3));
        assert_eq!(meaning("lf7"), file(7));
        assert_eq!(meaning("r9"), rank(8));
        assert_eq!(meaning("r0"), rank(9));
        assert_eq!(meaning("f3r0"), rank(9));
        assert_eq!(meaning("f3f"), moves("f3f"));
        assert_eq!(meaning("r9="), moves("r9="));
        assert_eq!(meaning("f0"), moves("f0"), "there is no such file");
    }

    #[test]
    fn cleared_keys_begin_no_move() {
        let mut typed = TypedKeys::default();
        let begins = |text: &str| text == "c2";
        assert_eq!(typed.press('c', true, begins), KeyMeaning::Command);
        typed.clear();
        assert_eq!(typed.press('2', false, begins), moves("2"));
    }

    #[test]
    fn only_f_and_r_name_lines() {
        for letter in 'a'..='z' {
            let named = ('0'..='9').filter_map(|digit| BoardLine::named(letter, digit));
            let count = match letter {
                'f' => 9,
                'r' => 10,
                _ => 0,
            };
            assert_eq!(named.count(), count, "{letter}");
            assert_eq!(BoardLine::named(letter, 'x'), None);
        }
    }
}
