//! Signs that something is missing between moves that can all be played: a number too early, a comment or variation without
//! an end.

use super::super::{Caution, place_after};
use super::movetext::Reader;
use crate::rules::Side;

impl Reader<'_> {
    /// Handles a number. Where rounds were numbered rightly so far, one that comes a ply too early tells of a missing move.
    pub(super) fn number(&mut self) {
        self.after_number = true;
        let Some(number) = self.tokens.mark.round().filter(|_| !self.line.is_cut) else {
            return;
        };
        let at = place_after(&self.record, self.line.at);
        let ply = self.record.node(self.line.at).ply() + 1;
        let (round, turn) = at;
        // Some texts number plies.
        let is_early = turn == Side::Black && number == round + 1 && number != ply;
        if is_early && self.tokens.mark.dots == 1 && self.line.is_counted == Some(true) {
            self.warn(Caution::EarlyNumber { at, number });
        }
        let is_right = number == round && self.line.is_counted != Some(false);
        self.line.is_counted = Some(is_right);
    }

    /// Reports a comment between braces that goes on to the end of the text.
    pub(super) fn see_end(&mut self, comment: &str) {
        let text = self.tokens.text;
        let end = comment.as_ptr().addr() + comment.len() - text.as_ptr().addr();
        if end >= text.trim_end().len() && !self.line.is_cut {
            let at = place_after(&self.record, self.line.at);
            self.warn(Caution::NeverClosed { at, sign: '{' });
        }
    }

    /// Reports a variation that goes on to the end of the text.
    pub(super) fn see_open_lines(&mut self) {
        let Some(outermost) = self.waiting.first().filter(|line| !line.is_cut) else {
            return;
        };
        let at = place_after(&self.record, outermost.at);
        self.cautions
            .push((outermost.number, Caution::NeverClosed { at, sign: '(' }));
    }
}
