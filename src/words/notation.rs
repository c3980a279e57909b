//! The choice of a notation.

use super::catalogue::{labels, say, say_about};
use crate::record::notation::{MoveText, Script};

labels! {
    notation = say!("Notation");
}

/// Name of a notation.
pub fn notation_name(text: MoveText) -> &'static str {
    match text {
        // Translators: WXF is the notation of the World Xiangqi Federation, in Latin letters.
        MoveText::Both => say_about!("notation", "Chinese and WXF"),
        MoveText::Chinese => say_about!("notation", "Chinese"),
        MoveText::Wxf => "WXF",
        MoveText::Vietnamese => say_about!("notation", "Vietnamese"),
        MoveText::Coordinates => say_about!("notation", "Coordinates"),
    }
}

/// Example of a move, short enough for a menu, that is equal in both scripts.
pub fn notation_sample(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "炮二 C2",
        MoveText::Chinese => "炮二平五",
        MoveText::Wxf => "C2=5",
        MoveText::Vietnamese => "P2-5",
        MoveText::Coordinates => "h2e2",
    }
}

/// Example of a move in a notation, or in both notations of a style.
pub fn notation_example(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "炮二平五 C2=5",
        _ => notation_sample(text),
    }
}

/// Name of a Chinese script.
pub fn script_name(script: Script) -> &'static str {
    match script {
        Script::Simplified => say_about!("Chinese characters", "Simplified"),
        Script::Traditional => say_about!("Chinese characters", "Traditional"),
    }
}

/// Example of a move that differs between scripts.
pub fn script_example(script: Script) -> &'static str {
    match script {
        Script::Simplified => "马二进三",
        Script::Traditional => "馬二進三",
    }
}

/// Description of the choice of a notation.
pub fn notation_about(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => say!("Moves in Chinese, with WXF notation beside them"),
        MoveText::Chinese => say!("Moves in Chinese"),
        MoveText::Wxf => say!("Moves in WXF notation"),
        MoveText::Vietnamese => say!("Moves in Vietnamese notation"),
        MoveText::Coordinates => say!("Moves in coordinates"),
    }
}
