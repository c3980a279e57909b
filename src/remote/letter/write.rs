//! Writing a letter.

use super::{Letter, WORDS};
use crate::record::format::limit_number;
use crate::remote::Hash;
use crate::rules::{Rulebook, Side};
use std::fmt::{self, Write};

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
        let names = &self.agreement.names;
        writeln!(to, "Red [{}] Black [{}]", names.red, names.black)?;
        let terms = self.agreement.terms;
        let limit = limit_number(terms.no_capture);
        writeln!(to, "Rules {} {limit}", Rulebook::word(terms.rulebook))?;
        if let Some(handicap) = self.agreement.handicap {
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
