//! Letters that are commands and also begin moves: F turns the board, and `f0e1` is a move.
//!
//! The command is carried out at once, and the letter remembered for a moment. If the next key makes the beginning of
//! a legal move of the two, a move was meant, and the command is to be taken back.

use super::clock::Millis;

/// For how long a letter is remembered.
const MEMORY: Millis = 2_000;

/// The letter of a command that was given a moment ago.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstLetter(Option<(char, Millis)>);

impl FirstLetter {
    /// Remembers the letter of a command that is given now.
    pub const fn hold(&mut self, letter: char, now: Millis) {
        self.0 = Some((letter, now));
    }

    /// Forgets it.
    pub const fn forget(&mut self) {
        self.0 = None;
    }

    /// Another key: the text of both if that begins a move. The letter is forgotten either way.
    pub fn goes_on(
        &mut self,
        key: char,
        now: Millis,
        begins: impl FnOnce(&str) -> bool,
    ) -> Option<String> {
        let (letter, since) = self.0.take()?;
        let text = String::from_iter([letter, key]);
        (now.saturating_sub(since) <= MEMORY && begins(&text)).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins(text: &str) -> bool {
        ["f0", "m2", "p2"].contains(&text)
    }

    #[test]
    fn a_letter_and_a_digit_soon_after_it_begin_a_move() {
        let mut first = FirstLetter::default();
        assert_eq!(first.goes_on('0', 900, begins), None);
        first.hold('f', 1_000);
        assert_eq!(first.goes_on('0', 3_000, begins).as_deref(), Some("f0"));
        // Once is enough.
        assert_eq!(first.goes_on('0', 3_100, begins), None);
    }

    #[test]
    fn a_letter_is_forgotten_with_time_and_with_any_other_key() {
        let mut first = FirstLetter::default();
        first.hold('f', 1_000);
        assert_eq!(first.goes_on('0', 3_001, begins), None);
        first.hold('f', 4_000);
        assert_eq!(first.goes_on('m', 4_100, begins), None);
        assert_eq!(first.goes_on('0', 4_200, begins), None);
        first.hold('p', 5_000);
        first.forget();
        assert_eq!(first.goes_on('2', 5_100, begins), None);
    }

    #[test]
    fn the_last_letter_counts() {
        let mut first = FirstLetter::default();
        first.hold('f', 1_000);
        first.hold('m', 1_100);
        assert_eq!(first.goes_on('2', 1_200, begins).as_deref(), Some("m2"));
    }
}
