//! Moves that are wrapped by a line end, as mail programs do it.

use super::narrow;

/// The line end inside a move; there is one at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wrap {
    /// The last character of the line end.
    end: Option<char>,
    /// Whether nothing of the move has followed it yet.
    pub is_here: bool,
}

impl Wrap {
    /// Notes a character that is not seen; `None` if it ends another line.
    pub fn see(&mut self, c: char) -> Option<()> {
        match (self.end, c) {
            (None, '\n' | '\r') => {
                self.end = Some(c);
                self.is_here = true;
            }
            (Some('\r'), '\n') if self.is_here => self.end = Some(c),
            (Some(_), '\n' | '\r') => return None,
            _ => {}
        }
        Some(())
    }

    /// Whether a number just read is that of a round, at the beginning of a line, by the text after it: `7. 马二进三`.
    pub fn is_before_round(self, after: &str) -> bool {
        let next = after.chars().next().map(narrow);
        let is_sign = |c| matches!(c, '.' | ':' | ')' | '、' | '…' | '⋯' | '‥' | '0'..='9');
        self.is_here && next.is_some_and(is_sign)
    }
}
