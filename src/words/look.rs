//! Appearance of board and pieces.

use super::catalogue::{say, say_about};
use crate::scene::{BoardLook, EdgeLabels, PieceSet};

/// Label of a piece set in a choice.
pub fn piece_set(set: PieceSet) -> &'static str {
    match set {
        // Translators: Pieces with traditional Chinese characters: 帥, 俥, 馬.
        PieceSet::Traditional => say_about!("pieces", "Traditional"),
        // Translators: Pieces with simplified Chinese characters: 帅, 车, 马.
        PieceSet::Simplified => say_about!("pieces", "Simplified"),
        // Translators: Pieces with pictures and letters, for people who read no Chinese.
        PieceSet::International => say_about!("pieces", "International"),
        // Translators: Pieces with heavy, simple characters, for people who see little.
        PieceSet::LargePrint => say_about!("pieces", "Large print"),
    }
}

/// Description of a piece set.
pub fn piece_set_about(set: PieceSet) -> &'static str {
    match set {
        PieceSet::Traditional => say!("Traditional characters, carved the classic way"),
        PieceSet::Simplified => say!("Simplified characters; Black’s pieces have a second ring"),
        PieceSet::International => {
            say!("Pictures with the letters of WXF notation; Black’s pieces are dark")
        }
        PieceSet::LargePrint => {
            say!("Bold characters with few strokes; Black’s pieces are dark")
        }
    }
}

/// Label of a board in a choice.
pub fn board_look(board: BoardLook) -> &'static str {
    match board {
        // Translators: What the board is made of.
        BoardLook::Wood => say_about!("board", "Wood"),
        // Translators: What the board is made of.
        BoardLook::Paper => say_about!("board", "Paper"),
        // Translators: What the board is made of: a dark stone.
        BoardLook::Slate => say_about!("board", "Slate"),
        // Translators: A board in black and white.
        BoardLook::HighContrast => say_about!("board", "High contrast"),
    }
}

/// Description of a board.
pub fn board_look_about(board: BoardLook) -> &'static str {
    match board {
        BoardLook::Wood => say!("A wooden board with carved pieces"),
        BoardLook::Paper => say!("Plain paper with printed pieces"),
        BoardLook::Slate => say!("Dark stone with pale lines"),
        BoardLook::HighContrast => {
            say!("Black and white; automatic with high contrast")
        }
    }
}

/// Label of edge labels in a choice.
pub fn edge_labels(labels: EdgeLabels) -> &'static str {
    match labels {
        // Translators: The numbers of the files along the edges of the board.
        EdgeLabels::FileNumbers => say_about!("edge labels", "File numbers"),
        // Translators: Letters and digits along the edges of the board.
        EdgeLabels::Coordinates => say_about!("edge labels", "Coordinates"),
        // Translators: Nothing along the edges of the board.
        EdgeLabels::None => say_about!("edge labels", "None"),
    }
}

/// Description of edge labels.
pub fn edge_labels_about(labels: EdgeLabels) -> &'static str {
    match labels {
        EdgeLabels::FileNumbers => say!("Each side counts the files from its own right"),
        EdgeLabels::Coordinates => say!("The letters and digits of ICCS notation, as in H2-E2"),
        EdgeLabels::None => say!("No labels along the edges"),
    }
}
