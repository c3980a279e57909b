//! Keys that are commands and also begin moves: F turns the board, and `f0e1` is a move; C tells what is captured, and
//! `C2=5` is a move; F and 3 read the third file, and `f3f4` is a move.
//!
//! A command is carried out at once, and its keys are remembered for a moment. If the next key makes the beginning of
//! a legal move of them all, a move was meant, and the command is to be taken back.

use super::clock::Millis;
use crate::rules::{File, Rank, Side};

/// For how long keys are remembered.
const MEMORY: Millis = 2_000;

/// A line of the board that two keys name: F and a file from Red’s right, R and a rank from Red’s side, 0 for the
/// tenth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A file.
    File(File),
    /// A rank.
    Rank(Rank),
}

impl Line {
    /// The line that a letter and a digit name.
    #[must_use]
    pub fn named(letter: char, digit: char) -> Option<Self> {
        let number = digit.to_digit(10)? as u8;
        match letter {
            'f' => File::from_number(number, Side::Red).map(Self::File),
            'r' => Rank::new((number + 9) % 10).map(Self::Rank),
            _ => None,
        }
    }
}

/// What a key means after those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextKey {
    /// It makes the beginning of a move, which is the text.
    Move(String),
    /// It makes the name of a line. What the letter did by itself is to be taken back.
    Line(Line),
    /// It has nothing to do with them.
    Alone,
}

/// The keys of a command that was given a moment ago.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstLetter(Option<Held>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    letter: char,
    digit: Option<char>,
    since: Millis,
}

impl FirstLetter {
    /// Remembers the letter of a command that is given now.
    pub const fn hold(&mut self, letter: char, now: Millis) {
        self.0 = Some(Held {
            letter,
            digit: None,
            since: now,
        });
    }

    /// Whether anything is remembered, however old.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.0.is_some()
    }

    /// Another key, and what it means. The keys before it are forgotten, unless they name a line with it: then another
    /// one may still make a move of them.
    pub fn press(&mut self, key: char, now: Millis, begins: impl FnOnce(&str) -> bool) -> NextKey {
        let held = self.0.take();
        let recent = |held: &Held| now.saturating_sub(held.since) <= MEMORY;
        let Some(held) = held.filter(recent) else {
            return NextKey::Alone;
        };
        if held.digit.is_none()
            && let Some(line) = Line::named(held.letter, key)
        {
            self.0 = Some(Held {
                digit: Some(key),
                since: now,
                ..held
            });
            return NextKey::Line(line);
        }
        let keys = [Some(held.letter), held.digit, Some(key)];
        let text: String = keys.into_iter().flatten().collect();
        if begins(&text) {
            NextKey::Move(text)
        } else {
            NextKey::Alone
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins(text: &str) -> bool {
        ["f0", "f3", "f3f", "r9", "r9=", "m2", "c2", "p2"].contains(&text)
    }

    fn moves(text: &str) -> NextKey {
        NextKey::Move(text.to_owned())
    }

    fn file(number: u8) -> NextKey {
        let file = File::from_number(number, Side::Red).expect("a file");
        NextKey::Line(Line::File(file))
    }

    fn rank(index: u8) -> NextKey {
        NextKey::Line(Line::Rank(Rank::new(index).expect("a rank")))
    }

    #[test]
    fn a_letter_and_a_digit_soon_after_it_begin_a_move() {
        let mut first = FirstLetter::default();
        assert_eq!(first.press('0', 900, begins), NextKey::Alone);
        first.hold('f', 1_000);
        assert!(first.is_held());
        assert_eq!(first.press('0', 3_000, begins), moves("f0"));
        // Once is enough.
        assert_eq!(first.press('0', 3_100, begins), NextKey::Alone);
        first.hold('c', 4_000);
        assert_eq!(first.press('2', 4_100, begins), moves("c2"));
    }

    #[test]
    fn a_letter_is_forgotten_with_time_and_with_any_other_key() {
        let mut first = FirstLetter::default();
        first.hold('f', 1_000);
        assert_eq!(first.press('0', 3_001, begins), NextKey::Alone);
        first.hold('f', 4_000);
        assert_eq!(first.press('m', 4_100, begins), NextKey::Alone);
        assert_eq!(first.press('0', 4_200, begins), NextKey::Alone);
    }

    #[test]
    fn the_last_letter_counts() {
        let mut first = FirstLetter::default();
        first.hold('f', 1_000);
        first.hold('m', 1_100);
        assert_eq!(first.press('2', 1_200, begins), moves("m2"));
    }

    #[test]
    fn a_letter_and_a_digit_name_a_line_and_still_begin_a_move() {
        let mut first = FirstLetter::default();
        first.hold('f', 1_000);
        assert_eq!(first.press('3', 1_100, begins), file(3));
        assert_eq!(first.press('f', 3_000, begins), moves("f3f"));
        first.hold('r', 4_000);
        assert_eq!(first.press('9', 4_100, begins), rank(8));
        assert_eq!(first.press('=', 4_200, begins), moves("r9="));
        first.hold('r', 5_000);
        assert_eq!(first.press('0', 5_100, begins), rank(9));
        // A second digit names nothing, and no move begins so.
        assert_eq!(first.press('1', 5_200, begins), NextKey::Alone);
        first.hold('f', 6_000);
        assert_eq!(first.press('3', 6_100, begins), file(3));
        assert_eq!(first.press('f', 8_101, begins), NextKey::Alone, "too late");
    }

    #[test]
    fn only_f_and_r_name_lines() {
        for letter in 'a'..='z' {
            let named = ('0'..='9').filter_map(|digit| Line::named(letter, digit));
            let count = match letter {
                'f' => 9,
                'r' => 10,
                _ => 0,
            };
            assert_eq!(named.count(), count, "{letter}");
            assert_eq!(Line::named(letter, 'x'), None);
        }
    }
}
