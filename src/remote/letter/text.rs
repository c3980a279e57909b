//! The text of a letter: written, and read out of whatever a mail program or messenger has made of it.
//!
//! A reader tolerates:
//!
//! - white space of any kind and amount where there is some: other line breaks, none, indents, no-break spaces;
//! - marks of quotation, `>`, before a line;
//! - any text before the letter and after it, such as a greeting, a signature, and quoted earlier letters. Of several
//!   letters the latest is read.
//!
//! Every other character of a letter belongs to its seal, so that none can be changed, added or left out.

use super::{Letter, WORDS};
use crate::game::{Act, GameTerms, Handicap, TakeBacks};
use crate::record::format::{LIMITS, limit_number};
use crate::remote::proposal::{book_word, read_book};
use crate::remote::{GameId, Hash, NAME_LENGTH, WORD_LENGTH, tidy};
use crate::rules::{BySide, Setup, Side, Terms};
use std::fmt::{self, Write};
use thiserror::Error;

/// Reason a text is not read as a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LetterError {
    /// There is no letter in it.
    #[error("this is not a letter")]
    NotALetter,
    /// Something is missing, or is not as it was written.
    #[error("the letter is not as it was written")]
    Damaged,
    /// It is as it was written, but says what the rules do not allow, or what this version does not know.
    #[error("the letter says what the rules do not allow")]
    Impossible,
    /// There is more text than any letter needs.
    #[error("the text is too long")]
    TooLong,
}

/// Most text that is looked through, in bytes: enough for a mail that quotes many letters.
const TEXT_LENGTH: usize = 0x10_0000;
/// Most letters looked at in one text.
const LETTERS: usize = 100;

impl Letter {
    /// Reads the latest letter in a text.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is none, or none that is as it was written.
    pub fn read(text: &str) -> Result<Self, LetterError> {
        if text.len() > TEXT_LENGTH {
            return Err(LetterError::TooLong);
        }
        let words: Vec<_> = text.lines().flat_map(unquoted).collect();
        let is_start = |at: &usize| words[*at..].starts_with(&["Chuhe", "letter"]);
        let starts = (0..words.len()).filter(is_start).take(LETTERS);
        let mut best: Result<Self, _> = Err(LetterError::NotALetter);
        for start in starts {
            let one = read_sealed(&words[start..]);
            let is_better = match (&best, &one) {
                (Ok(known), Ok(one)) => one.number > known.number,
                (Err(_), Ok(_)) | (Err(LetterError::NotALetter), Err(_)) => true,
                (_, Err(_)) => false,
            };
            if is_better {
                best = one;
            }
        }
        match best {
            Err(LetterError::NotALetter) if has_traces(&words) => Err(LetterError::Damaged),
            best => best,
        }
    }
}

/// Words of a line, without marks of quotation before it.
fn unquoted(line: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| c == '>' || c.is_whitespace();
    line.trim_start_matches(is_mark).split_whitespace()
}

/// Whether the words have a part that only a letter has, so that one without its beginning is told from other texts.
fn has_traces(words: &[&str]) -> bool {
    let is_id = |word: &str| word.len() == 8 && word.parse::<GameId>().is_ok();
    let is_seal = |word: &str| word.len() == 16 && word.parse::<Hash>().is_ok();
    words.windows(4).any(|words| match words {
        ["of", "game", id, "from"] => is_id(id),
        ["After", seal, "seal", _] => is_seal(seal),
        _ => false,
    })
}

/// Reads the letter at the beginning of these words; what follows it is ignored.
fn read_sealed(words: &[&str]) -> Result<Letter, LetterError> {
    let mut reader = Reader { words, at: 0 };
    let parts = reader.parts().ok_or(LetterError::Damaged)?;
    let sealed = &words[..reader.at];
    let seal = reader.next().ok_or(LetterError::Damaged)?;
    if seal != Hash::of_words(sealed).to_string() {
        return Err(LetterError::Damaged);
    }
    let letter = parts.letter().ok_or(LetterError::Impossible)?;
    // Only canonical letters: any other was not written by this program.
    let written = letter.to_string();
    let is_so = written
        .split_whitespace()
        .eq(words[..reader.at].iter().copied());
    (is_so && letter.is_sound())
        .then_some(letter)
        .ok_or(LetterError::Impossible)
}

/// The words of a letter, sorted but not looked at.
struct Parts<'a> {
    number: &'a str,
    id: &'a str,
    from: &'a str,
    names: BySide<String>,
    rulebook: &'a str,
    limit: &'a str,
    odds: Option<(String, &'a str)>,
    start: Option<String>,
    moves: Vec<&'a str>,
    said: Option<Act>,
    word: String,
    after: &'a str,
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    /// Whether these words come next; if so they are passed.
    fn comes(&mut self, phrase: &str) -> bool {
        let mut rest = self.words[self.at..].iter();
        let count = phrase.split(' ').count();
        let comes = phrase.split(' ').all(|word| rest.next() == Some(&word));
        self.at += if comes { count } else { 0 };
        comes
    }

    fn after(&mut self, phrase: &str) -> Option<&'a str> {
        self.comes(phrase).then(|| self.next())?
    }

    /// The text between brackets after this phrase.
    fn bracketed(&mut self, phrase: &str) -> Option<String> {
        let first = self.after(phrase)?.strip_prefix('[')?;
        let mut text = first.to_owned();
        while !text.ends_with(']') {
            text.push(' ');
            text.push_str(self.next()?);
        }
        text.pop();
        Some(text)
    }

    fn parts(&mut self) -> Option<Parts<'a>> {
        let number = self.after("Chuhe letter")?;
        let id = self.after("of game")?;
        let from = self.after("from")?;
        let red = self.bracketed("Red")?;
        let black = self.bracketed("Black")?;
        let (rulebook, limit) = (self.after("Rules")?, self.next()?);
        let odds = match self.bracketed("Odds") {
            Some(odds) => Some((odds, self.next().filter(|_| self.comes("begins"))?)),
            None => None,
        };
        let start = self.bracketed("Start");
        let mut moves = Vec::new();
        while let Some(word) = self.words.get(self.at)
            && word.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        {
            self.at += 1;
            moves.extend(Some(word).filter(|word| !word.ends_with('.')));
        }
        let is_said = |(_, words): &(Act, &str)| self.comes(&format!("{from} {words}"));
        let said = WORDS.into_iter().find(is_said).map(|(act, _)| act);
        let word = self.bracketed(&format!("{from} says"));
        let after = self.after("After")?;
        self.comes("seal").then_some(Parts {
            number,
            id,
            from,
            names: BySide { red, black },
            rulebook,
            limit,
            odds,
            start,
            moves,
            said,
            word: word.unwrap_or_default(),
            after,
        })
    }
}

impl Parts<'_> {
    fn letter(self) -> Option<Letter> {
        let side = |text: &str| Side::ALL.into_iter().find(|side| side.to_string() == text);
        let is_plain = |text: &str, length| plain(&tidy(text, length)) == text;
        let names = &self.names;
        if !(is_plain(&names.red, NAME_LENGTH) && is_plain(&names.black, NAME_LENGTH)) {
            return None;
        }
        let handicap = match self.odds {
            Some((odds, first)) => Some(Handicap::from_word(&odds, side(first)?)?),
            None => None,
        };
        let start = match self.start {
            Some(fen) => Some(Setup::from_fen(&fen).ok()?),
            None => None,
        };
        let limit = Some(self.limit.parse().ok()?).filter(|limit| *limit != 0);
        if limit.is_some_and(|limit| !LIMITS.contains(&limit)) {
            return None;
        }
        let terms = GameTerms {
            names: self.names,
            rules: Terms {
                rulebook: read_book(self.rulebook)?,
                no_capture: limit,
            },
            handicap,
            take_backs: TakeBacks::Off,
            ..GameTerms::default()
        };
        let moves = self.moves.iter().map(|mv| mv.parse().ok());
        Some(Letter {
            id: self.id.parse::<GameId>().ok()?,
            number: self.number.parse().ok()?,
            from: side(self.from)?,
            terms,
            start,
            moves: moves.collect::<Option<_>>()?,
            said: self.said,
            word: Some(self.word).filter(|word| is_plain(word, WORD_LENGTH))?,
            after: self.after.parse().ok()?,
        })
    }
}

/// Moves in a line: short enough for any mail program, with a number before the first.
const IN_LINE: usize = 10;

/// A text as it stands between brackets: without brackets, without what a mail program takes for a quotation, and without
/// what a messenger takes for markup and removes.
pub(super) fn plain(text: &str) -> String {
    let plain = |letter| match letter {
        '[' => '(',
        ']' => ')',
        '>' => '›',
        '*' | '_' | '~' | '`' => ' ',
        other => other,
    };
    text.chars().map(plain).collect()
}

impl fmt::Display for Letter {
    /// Formats the letter as it is sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        write!(f, "{body} {}", seal_of(&body))
    }
}

impl Letter {
    /// Hash of this letter and of all before it.
    pub fn seal(&self) -> Hash {
        seal_of(&self.body())
    }

    /// The letter without its own seal.
    fn body(&self) -> String {
        let mut body = String::new();
        self.write_body(&mut body).expect("a string has room");
        body
    }

    fn write_body(&self, to: &mut String) -> fmt::Result {
        let Self {
            id, number, from, ..
        } = self;
        writeln!(to, "Chuhe letter {number} of game {id} from {from}")?;
        let names = &self.terms.names;
        writeln!(to, "Red [{}] Black [{}]", names.red, names.black)?;
        let rules = self.terms.rules;
        let limit = limit_number(rules.no_capture);
        writeln!(to, "Rules {} {limit}", book_word(rules.rulebook))?;
        if let Some(handicap) = self.terms.handicap {
            writeln!(to, "Odds [{handicap}] {} begins", handicap.first())?;
        }
        if let Some(start) = &self.start {
            writeln!(to, "Start [{}]", start.to_fen())?;
        }
        for (line, moves) in self.moves.chunks(IN_LINE).enumerate() {
            write!(to, "{}.", line * IN_LINE / Side::ALL.len() + 1)?;
            for mv in moves {
                write!(to, " {mv}")?;
            }
            writeln!(to)?;
        }
        if let Some((_, words)) = WORDS.iter().find(|(act, _)| self.said == Some(*act)) {
            writeln!(to, "{from} {words}")?;
        }
        if !self.word.is_empty() {
            writeln!(to, "{from} says [{}]", self.word)?;
        }
        write!(to, "After {} seal", self.after)
    }
}

fn seal_of(body: &str) -> Hash {
    let words: Vec<_> = body.split_whitespace().collect();
    Hash::of_words(&words)
}
