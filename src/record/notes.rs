//! What is written about a move.

use serde_json::{Map, Value};

/// Comments and signs at a position of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Said before the move; at the start it is empty.
    pub before: String,
    /// Said after the move, about the position it led to. Lines end in LF.
    pub comment: String,
    /// Numeric annotations as PGN counts them: 1 is a good move, 2 a bad one.
    pub signs: Vec<u8>,
    /// What the mover's clock showed after the move, in milliseconds: how long it would have been until the flag
    /// fell, with all that the move gave back.
    pub clock: Option<u64>,
    /// Fields of the move that this version of the program does not know, kept for those that do.
    pub unknown: Map<String, Value>,
}

impl Notes {
    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what is written elsewhere about the same move; where both have a clock, this one stays.
    pub(super) fn add(&mut self, other: Self) {
        append(&mut self.before, &other.before);
        append(&mut self.comment, &other.comment);
        self.signs.extend(other.signs);
        self.clock = self.clock.or(other.clock);
        for (name, value) in other.unknown {
            self.unknown.entry(name).or_insert(value);
        }
    }
}

/// Adds a comment to what is there, on a line of its own.
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
