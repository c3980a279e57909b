//! Moves that are wrapped by a line end, as mail programs do it.

use super::to_ascii;

/// The line end inside a move, with blank lines behind it; there is one at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wrap {
    has_line_end: bool,
    /// Whether the line end is the last thing read.
    pub is_here: bool,
}

impl Wrap {
    /// Processes an invisible character; `None` if it ends a second line.
    pub fn see(&mut self, c: char) -> Option<()> {
        if matches!(c, '\n' | '\r') {
            let is_another = self.has_line_end && !self.is_here;
            (self.has_line_end, self.is_here) = (true, true);
            return (!is_another).then_some(());
        }
        Some(())
    }

    /// Whether a number just read at the beginning of a line is a round number, by the text after it: `7. 马二进三`.
    pub fn is_before_round(self, after: &str) -> bool {
        let next = after.chars().next().map(to_ascii);
        let is_sign = |c| matches!(c, '.' | ':' | ')' | '、' | '…' | '⋯' | '‥' | '0'..='9');
        self.is_here && next.is_some_and(is_sign)
    }
}
