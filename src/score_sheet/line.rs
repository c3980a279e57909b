//! A variation as text, with nested ones in parentheses.

use super::Note;
use super::text::{MAX_PARAGRAPH, paragraphs};
use crate::record::notation::{self, MoveStyle};
use crate::record::{MoveToken, NodeId, Record};
use crate::rules::Side;
use crate::words;

/// Writes a line from its first move to its end, in one paragraph unless it is long: `(1… 馬2進3 2. 馬二進三 (2. 兵七進一)
/// 車9平8)`.
pub(super) fn variation(record: &Record, first: NodeId, style: MoveStyle) -> Vec<Note> {
    let mut text = LineText {
        record,
        style,
        done: Vec::new(),
        note: Note::default(),
        is_fresh: true,
    };
    text.open();
    for token in record.written_from(first) {
        match token {
            MoveToken::Move(id) => text.write_move(id),
            MoveToken::Open => text.open(),
            MoveToken::Close => text.close(),
        }
    }
    text.close();
    text.done.push(text.note);
    text.done
}

struct LineText<'a> {
    record: &'a Record,
    style: MoveStyle,
    /// The finished paragraphs.
    done: Vec<Note>,
    note: Note,
    /// Whether Black's next move needs its number.
    is_fresh: bool,
}

impl LineText<'_> {
    fn open(&mut self) {
        self.space();
        self.note.text.push('(');
        self.is_fresh = true;
    }

    fn close(&mut self) {
        self.note.text.push(')');
        self.is_fresh = true;
    }

    fn space(&mut self) {
        if !self.note.text.is_empty() && !self.note.text.ends_with('(') {
            self.note.text.push(' ');
        }
    }

    fn write_move(&mut self, id: NodeId) {
        let node = self.record.node(id);
        self.remark(&node.notes().before);
        if self.note.text.len() > MAX_PARAGRAPH {
            self.done.push(std::mem::take(&mut self.note));
            self.is_fresh = true;
        }
        self.space();
        // A number stays on the line of its move.
        let begin = self.note.text.len();
        let (round, side) = self.record.round(id);
        match side {
            Side::Red => self.note.text += &format!("{round}.\u{a0}"),
            Side::Black if self.is_fresh => self.note.text += &format!("{round}…\u{a0}"),
            Side::Black => {}
        }
        self.note.text += &plain(self.record, id, self.style);
        self.note.moves.push(begin..self.note.text.len());
        self.is_fresh = false;
        for remark in remarks(self.record, id) {
            self.remark(&remark);
        }
    }

    /// Adds a remark, in paragraphs of its own where it is long.
    fn remark(&mut self, text: &str) {
        for piece in paragraphs(&one_line(text)) {
            if self.note.text.len() + piece.len() > 2 * MAX_PARAGRAPH {
                self.done.push(std::mem::take(&mut self.note));
            }
            self.space();
            self.note.text += &piece;
            self.is_fresh = true;
        }
    }
}

/// A move in the first notation of a style, followed by its annotation signs.
fn plain(record: &Record, id: NodeId, style: MoveStyle) -> String {
    let (first, _) = spelled(record, id, style);
    first + &words::signs(&record.node(id).notes().signs)
}

/// A move in the notations of a style.
pub(super) fn spelled(record: &Record, id: NodeId, style: MoveStyle) -> (String, Option<String>) {
    let write = |how| notation::write_node(record, id, how);
    let second = style.second().and_then(write);
    (write(style.main()).unwrap_or_default(), second)
}

/// Remarks after a move: a note if it is illegal, and the comment.
pub(super) fn remarks(record: &Record, id: NodeId) -> Vec<String> {
    let node = record.node(id);
    let slip = record.move_to(id).zip(node.breaks());
    let slip = slip.map(|((before, _), why)| words::slip(before, why));
    let comment = Some(node.notes().comment.clone()).filter(|text| !text.trim().is_empty());
    slip.into_iter().chain(comment).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
