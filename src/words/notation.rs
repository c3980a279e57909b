//! The choice between notations.

use super::catalogue::say;
use crate::record::notation::MoveText;

/// What the choice is called when it is read out.
#[must_use]
pub fn notation() -> &'static str {
    say!("Notation")
}

/// What a notation is called.
#[must_use]
pub fn notation_name(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "Chinese and WXF",
        MoveText::Chinese => "Chinese",
        MoveText::Wxf => "WXF",
        MoveText::Coordinates => "Coordinates",
    }
}

/// A move that looks the same in either script, or as much of it as there is room for.
#[must_use]
pub fn notation_sample(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "炮二 C2",
        MoveText::Chinese => "炮二平五",
        MoveText::Wxf => "C2=5",
        MoveText::Coordinates => "h2e2",
    }
}

/// What choosing a notation does.
#[must_use]
pub fn notation_about(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "Moves in Chinese, with WXF letters beside them",
        MoveText::Chinese => "Moves in Chinese",
        MoveText::Wxf => "Moves in WXF letters",
        MoveText::Coordinates => "Moves in coordinates",
    }
}
