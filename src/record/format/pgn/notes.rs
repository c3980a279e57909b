//! Comments and signs of a game being read, and the moves they belong to.

use super::lookahead::Candidate;
use super::movetext::MovetextReader;
use super::remarks::{lines, without_clock};
use crate::record::Notes;
use crate::record::notes::append;

impl<'a> MovetextReader<'a> {
    pub(super) fn comment(&mut self, text: &str) {
        if self.line.is_cut {
            return;
        }
        self.note_prose();
        let (text, clock) = without_clock(&lines(text));
        let is_before = self.after_number || self.line.number != 0 && !self.line.has_moves;
        if is_before {
            append(&mut self.before, &text);
        } else if !text.is_empty() {
            self.say(&text);
        }
        if clock.is_some()
            && let Some(notes) = self.notes()
        {
            notes.clock = clock;
        }
    }

    /// Handles a text between a semicolon and the end of its line: a comment, unless it reads as moves.
    pub(super) fn line_comment(&mut self, text: &'a str) {
        let end = self.tokens.place();
        let mut apart = self.tokens.clone();
        apart.go_to(end - text.len());
        if !self.line.is_cut && self.tokens.of_line(text).are_moves() {
            let position = self.position().clone();
            let comment = Candidate::new(self.tokens.clone(), position.clone());
            let moves = Candidate::new(apart.clone(), position);
            if self.only_way_on(vec![moves, comment]) != Some(1) {
                self.tokens = apart;
                return;
            }
        }
        self.comment(text.trim());
    }

    /// Stores comments that precede a parenthesis; in a line without moves they keep waiting for one.
    pub(super) fn note_what_precedes(&mut self) {
        if self.line.number == 0 || self.line.has_moves {
            self.note_what_waits();
        }
    }

    /// Stores comments whose expected next move does not follow.
    pub(super) fn note_what_waits(&mut self) {
        let before = std::mem::take(&mut self.before);
        if !before.is_empty() && !self.line.is_cut {
            self.say(&before);
        }
    }

    /// Appends to the comment on the last move, or on the start.
    pub(super) fn say(&mut self, text: &str) {
        let place = match self.line.at == self.record.root() {
            true => &mut self.record.comment,
            false => &mut self.record.node_mut(self.line.at).notes_mut().comment,
        };
        append(place, text);
    }

    pub(super) fn sign(&mut self, sign: u8) {
        if let Some(notes) = self.notes() {
            notes.signs.push(sign);
        }
    }

    /// The notes of the last move of the line.
    fn notes(&mut self) -> Option<&mut Notes> {
        let is_move = self.line.has_moves && !self.line.is_cut;
        is_move.then(|| self.record.node_mut(self.line.at).notes_mut())
    }
}
