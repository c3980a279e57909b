//! Keys that are both a command and the beginning of a move: F turns the board, and `f0e1` is a move; C lists the
//! captures, and `C2=5` is a move; F and 3 read the third file, and `f3f4` is a move.
//!
//! A command is carried out at once, and its keys are remembered briefly. If the next key completes them to the
//! beginning of a legal move, a move was meant, and the command is to be undone.

use super::clock::Millis;
use crate::rules::{File, Rank, Side};

/// Time for which keys are remembered.
const KEY_TIMEOUT: Millis = 2_000;

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
pub enum NextKey {
    /// It completes the beginning of a move, given as text.
    Move(String),
    /// It completes the name of a line. The command of the letter is to be undone.
    Line(BoardLine),
    /// It is unrelated to them.
    Alone,
}

/// The keys of a recent command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstLetter(Option<Held>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    letter: char,
    digit: Option<char>,
    since: Millis,
}

impl FirstLetter {
    /// Remembers the letter of a command given now.
    pub const fn hold(&mut self, letter: char, now: Millis) {
        self.0 = Some(Held {
            letter,
            digit: None,
            since: now,
        });
    }

    /// Whether anything is remembered, however old.
    pub const fn is_held(&self) -> bool {
        self.0.is_some()
    }

    /// Handles another key and returns its meaning. The remembered keys are forgotten, unless the key completes the
    /// name of a line: a further key may still turn them into a move.
    pub fn press(&mut self, key: char, now: Millis, begins: impl FnOnce(&str) -> bool) -> NextKey {
        let held = self.0.take();
        let recent = |held: &Held| now.saturating_sub(held.since) <= KEY_TIMEOUT;
        let Some(held) = held.filter(recent) else {
            return NextKey::Alone;
        };
        if held.digit.is_none()
            && let Some(line) = BoardLine::named(held.letter, key)
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
        NextKey::Line(BoardLine::File(file))
    }

    fn rank(index: u8) -> NextKey {
        NextKey::Line(BoardLine::Rank(Rank::new(index).expect("a rank")))
    }

    #[test]
    fn a_letter_and_a_digit_soon_after_it_begin_a_move() {
        let mut first = FirstLetter::default();
        assert_eq!(first.press('0', 900, begins), NextKey::Alone);
        first.hold('f', 1_000);
        assert!(first.is_held());
        assert_eq!(first.press('0', 3_000, begins), moves("f0"));
        // Only the first time counts.
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
        // A second digit names nothing, and begins no move.
        assert_eq!(first.press('1', 5_200, begins), NextKey::Alone);
        first.hold('f', 6_000);
        assert_eq!(first.press('3', 6_100, begins), file(3));
        assert_eq!(first.press('f', 8_101, begins), NextKey::Alone, "too late");
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
