//! Annotations of a move.

use super::{Drawings, Evaluation};

/// Comments and signs at a position of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Comment before the move; empty at the start.
    pub before: String,
    /// Comment after the move, about the resulting position. Lines end in LF.
    pub comment: String,
    /// Numeric annotations as in PGN: 1 is a good move, 2 a bad one.
    pub signs: Vec<u8>,
    /// Clock time of the mover after the move, in milliseconds: the time left until the flag falls, including any
    /// increment for the move.
    pub clock: Option<u64>,
    /// Evaluation of the resulting position.
    pub evaluation: Option<Evaluation>,
    /// Arrows and circles on the resulting position.
    pub drawings: Drawings,
}

impl Notes {
    /// Whether there are no annotations.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The comments before and after the move as one text, for formats with one field for both.
    pub(super) fn joined(&self) -> String {
        let mut text = self.before.clone();
        append(&mut text, &self.comment);
        text
    }

    /// Merges other annotations of this move; an existing clock time, evaluation or color of a drawing is kept.
    pub(super) fn add(&mut self, other: Self) {
        append(&mut self.before, &other.before);
        append(&mut self.comment, &other.comment);
        self.signs.extend(other.signs);
        self.clock = self.clock.or(other.clock);
        self.evaluation = self.evaluation.or(other.evaluation);
        for drawing in other.drawings.iter() {
            self.drawings.add(drawing);
        }
    }
}

/// Appends a comment on a line of its own.
pub(super) fn append(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_twice_of_a_move_is_kept_twice() {
        let mut notes = Notes::default();
        for (comment, signs, clock) in [
            ("", vec![1], None),
            ("one", vec![], Some(7)),
            ("two", vec![6], Some(9)),
        ] {
            notes.add(Notes {
                comment: comment.to_owned(),
                signs,
                clock,
                ..Notes::default()
            });
        }
        assert_eq!(notes.comment, "one\ntwo");
        assert_eq!((notes.signs, notes.clock), (vec![1, 6], Some(7)));
    }
}
