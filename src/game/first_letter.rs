//! Letters that are commands and begin moves as well: F turns the board, and `f0e1` is a move; C lists the captures, and
//! `C2=5` is a move; F and 3 read the third file, and `f3f4` is a move.
//!
//! A letter that may begin a move waits for a moment. If another key follows at once, they are the beginning of a move,
//! legal or not, and the command is not carried out. Otherwise it is, and the letter is remembered for a while: a slow
//! typist’s next key may still continue a move, and then the command is to be undone.

use super::clock::Millis;
use crate::rules::{File, Rank, Side};

/// Time for which a command waits for another key: longer than between two letters of a word, shorter than a player
/// waits for an answer.
pub const KEY_WAIT: Millis = 300;

/// Time for which the letter of a command is remembered.
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

/// Command of one or two keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCommand {
    /// The command of a letter.
    Letter(char),
    /// Reading a line aloud.
    Line(BoardLine),
}

/// Meaning of a key in view of the preceding keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextKey {
    /// It continues a move, given as text. The command of the letter is to be undone.
    Move(String),
    /// It completes the name of a line, which waits. The command of the letter is to be undone.
    Line,
    /// It is unrelated to them, and a command that still waits is to be carried out.
    Alone(Option<KeyCommand>),
}

/// The keys of a command that waits or was carried out recently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstLetter(Option<Held>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    letter: char,
    digit: Option<char>,
    since: Millis,
    waits: bool,
}

impl Held {
    fn command(self) -> KeyCommand {
        let line = self
            .digit
            .and_then(|digit| BoardLine::named(self.letter, digit));
        line.map_or(KeyCommand::Letter(self.letter), KeyCommand::Line)
    }
}

impl FirstLetter {
    /// Remembers the letter of a command that waits, or is carried out now.
    pub const fn hold(&mut self, letter: char, now: Millis, waits: bool) {
        self.0 = Some(Held {
            letter,
            digit: None,
            since: now,
            waits,
        });
    }

    /// Returns the command that waits, which is now carried out. Its keys stay remembered.
    pub fn carry_out(&mut self) -> Option<KeyCommand> {
        let held = self.0.as_mut().filter(|held| held.waits)?;
        held.waits = false;
        Some(held.command())
    }

    /// Handles another key and returns its meaning. The remembered keys are forgotten, unless the key completes the
    /// name of a line: a further key may still turn them into a move. `begins` is whether a text begins a legal move.
    pub fn press(&mut self, key: char, now: Millis, begins: impl FnOnce(&str) -> bool) -> NextKey {
        let Some(held) = self.0.take() else {
            return NextKey::Alone(None);
        };
        let keys = [Some(held.letter), held.digit, Some(key)];
        let text: String = keys.into_iter().flatten().collect();
        // No move begins with the same letter twice: a key pressed again repeats its command.
        let is_repeated = held.digit.is_none() && key == held.letter;
        let is_move = if held.waits {
            !is_repeated
        } else {
            // No move and no command begins with a digit or a sign.
            let continues = !key.is_alphabetic() || begins(&text);
            continues && now.saturating_sub(held.since) <= KEY_TIMEOUT
        };
        if !is_move {
            return NextKey::Alone(held.waits.then(|| held.command()));
        }
        if held.digit.is_some() || BoardLine::named(held.letter, key).is_none() {
            return NextKey::Move(text);
        }
        self.0 = Some(Held {
            digit: Some(key),
            since: now,
            waits: true,
            ..held
        });
        NextKey::Line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAITS: bool = true;
    const DONE: bool = false;

    fn begins(text: &str) -> bool {
        ["f0", "f3", "f3f", "r9", "r9=", "m2", "c2", "ma"].contains(&text)
    }

    fn moves(text: &str) -> NextKey {
        NextKey::Move(text.to_owned())
    }

    fn file(number: u8) -> KeyCommand {
        let file = File::from_number(number, Side::Red).expect("a file");
        KeyCommand::Line(BoardLine::File(file))
    }

    fn rank(index: u8) -> KeyCommand {
        KeyCommand::Line(BoardLine::Rank(Rank::new(index).expect("a rank")))
    }

    #[test]
    fn a_letter_alone_is_a_command_after_a_moment() {
        let mut first = FirstLetter::default();
        assert_eq!(first.carry_out(), None);
        first.hold('c', 1_000, WAITS);
        assert_eq!(first.carry_out(), Some(KeyCommand::Letter('c')));
        assert_eq!(first.carry_out(), None);
        first.hold('l', 4_000, DONE);
        assert_eq!(first.carry_out(), None);
    }

    #[test]
    fn any_key_right_after_a_waiting_letter_makes_them_a_move_even_an_illegal_one() {
        let mut first = FirstLetter::default();
        for (letter, key, text) in [
            ('c', '2', "c2"),
            ('p', '9', "p9"),
            ('f', 'l', "fl"),
            ('r', '+', "r+"),
        ] {
            first.hold(letter, 1_000, WAITS);
            assert_eq!(first.press(key, 1_100, begins), moves(text));
            assert_eq!(first, FirstLetter::default());
        }
    }

    #[test]
    fn a_letter_pressed_again_is_the_command_again() {
        let mut first = FirstLetter::default();
        first.hold('m', 1_000, WAITS);
        let waiting = Some(KeyCommand::Letter('m'));
        assert_eq!(first.press('m', 1_100, begins), NextKey::Alone(waiting));
        first.hold('m', 1_000, DONE);
        assert_eq!(first.press('m', 1_100, begins), NextKey::Alone(None));
    }

    #[test]
    fn after_the_command_a_key_still_continues_a_move_for_a_while() {
        let mut first = FirstLetter::default();
        let alone = NextKey::Alone(None);
        assert_eq!(first.press('0', 900, begins), alone);
        for (key, next) in [
            ('2', moves("m2")),
            ('7', moves("m7")),
            ('=', moves("m=")),
            ('a', moves("ma")),
            ('f', alone.clone()),
        ] {
            first.hold('m', 1_000, DONE);
            assert_eq!(first.press(key, 3_000, begins), next, "{key}");
            assert_eq!(
                first.press(key, 3_100, begins),
                alone,
                "only the first time"
            );
        }
        first.hold('m', 1_000, DONE);
        assert_eq!(first.press('2', 3_001, begins), alone, "too late");
    }

    #[test]
    fn a_letter_and_a_digit_name_a_line_and_still_begin_a_move() {
        let mut first = FirstLetter::default();
        for waits in [WAITS, DONE] {
            first.hold('f', 1_000, waits);
            assert_eq!(first.press('3', 1_100, begins), NextKey::Line);
            assert_eq!(first.press('f', 1_200, begins), moves("f3f"));
        }
        first.hold('f', 1_000, WAITS);
        assert_eq!(first.press('3', 1_100, begins), NextKey::Line);
        assert_eq!(first.carry_out(), Some(file(3)));
        assert_eq!(first.press('f', 3_000, begins), moves("f3f"));
        first.hold('r', 4_000, WAITS);
        assert_eq!(first.press('9', 4_100, begins), NextKey::Line);
        assert_eq!(first.carry_out(), Some(rank(8)));
        assert_eq!(first.press('=', 4_500, begins), moves("r9="));
        first.hold('r', 5_000, WAITS);
        assert_eq!(first.press('0', 5_100, begins), NextKey::Line);
        assert_eq!(first.carry_out(), Some(rank(9)));
        assert_eq!(first.press('l', 5_500, begins), NextKey::Alone(None));
        first.hold('f', 6_000, WAITS);
        assert_eq!(first.press('3', 6_100, begins), NextKey::Line);
        first.carry_out();
        assert_eq!(
            first.press('f', 8_101, begins),
            NextKey::Alone(None),
            "too late"
        );
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
