//! Signs that something is missing between moves that can all be played: a number or a label that does not fit, a comment or
//! variation without an end.

use super::super::{Caution, offset, place_after};
use super::movetext::MovetextReader;

impl MovetextReader<'_> {
    /// Compares what stands before a move with its place. A number that does not fit those before it tells of a missing
    /// move, and one that begins again of another game.
    pub(super) fn count(&mut self) {
        let at = place_after(&self.record, self.line.at);
        let ply = self.record.node(self.line.at).ply() + 1;
        let mark = std::mem::take(&mut self.line.mark);
        if self.line.number == 0 && self.line.count.begins_anew(mark) {
            self.warn(Caution::NumberedAnew { at });
        }
        if let Some((at, number)) = self.line.count.see(mark, at, ply) {
            self.warn(Caution::EarlyNumber { at, number });
        }
    }

    /// Reports the label of the side that is not to move, the first of several in a row.
    pub(super) fn see_label(&mut self) {
        let Some(side) = self.tokens.mark.side else {
            return;
        };
        let is_others = side != self.position().turn();
        if is_others && !self.line.is_mislabeled {
            self.contradict(self.tokens.label.trim());
        }
        self.line.is_mislabeled = is_others;
    }

    /// Reports a comment between braces that goes on to the end of the text.
    pub(super) fn see_end(&mut self, comment: &str) {
        let text = self.tokens.text;
        let end = offset(text, comment) + comment.len();
        if end >= text.trim_end().len() && !self.line.is_cut {
            let at = place_after(&self.record, self.line.at);
            self.warn(Caution::NeverClosed { at, sign: '{' });
        }
    }

    /// Reports a variation that goes on to the end of the text.
    pub(super) fn see_open_lines(&mut self) {
        let Some(outermost) = self.open_lines.first().filter(|line| !line.is_cut) else {
            return;
        };
        let at = place_after(&self.record, outermost.at);
        self.cautions
            .push((outermost.number, Caution::NeverClosed { at, sign: '(' }));
    }
}
