//! Appearance options: piece set, board and edge labels.
//!
//! The options are plain data; `paint` defines the colors of each.

use crate::rules::named;
use serde::{Deserialize, Serialize};

named! {
    /// Set of pieces.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum PieceSet {
        /// 帥 仕 相 傌 俥 炮 兵, the traditional characters.
        #[default]
        Traditional = "traditional",
        /// 帅 仕 相 马 车 炮 兵, as in mainland China and Singapore.
        Simplified = "simplified",
        /// A picture above the piece's letter in WXF notation.
        International = "international",
        /// Heavy characters with few strokes that fill the disc.
        LargePrint = "large-print",
    }
}

named! {
    /// Material of the board.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum BoardLook {
        /// Honey-colored wood in a darker frame.
        #[default]
        Wood = "wood",
        /// A calm sheet with printed pieces.
        Paper = "paper",
        /// Dark stone with pale lines.
        Slate = "slate",
        /// Black on white, or white on black.
        HighContrast = "high-contrast",
    }
}

named! {
    /// Labels along the edges of the board.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum EdgeLabels {
        /// File numbers as each side counts them, from its own right.
        #[default]
        FileNumbers = "file-numbers",
        /// File letters and rank digits, as in ICCS.
        Coordinates = "coordinates",
        /// No labels.
        None = "none",
    }
}

/// Appearance of the picture: the three options can be combined freely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// Set of pieces.
    pub pieces: PieceSet,
    /// Material of the board.
    pub board: BoardLook,
    /// Labels along the edges.
    pub labels: EdgeLabels,
}

impl Look {
    /// Every combination of piece set and board, with these labels.
    pub fn all(labels: EdgeLabels) -> impl Iterator<Item = Self> {
        PieceSet::ALL.into_iter().flat_map(move |pieces| {
            BoardLook::ALL.into_iter().map(move |board| Self {
                pieces,
                board,
                labels,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_command_line_have_the_same_words() {
        fn written<T: Serialize>(value: T) -> String {
            let json = serde_json::to_value(value).expect("plain data");
            json.as_str().expect("a word").to_owned()
        }
        for set in PieceSet::ALL {
            assert_eq!(written(set), set.word());
            assert_eq!(PieceSet::from_word(set.word()), Some(set));
        }
        for board in BoardLook::ALL {
            assert_eq!(written(board), board.word());
            assert_eq!(BoardLook::from_word(board.word()), Some(board));
        }
        for labels in EdgeLabels::ALL {
            assert_eq!(written(labels), labels.word());
            assert_eq!(EdgeLabels::from_word(labels.word()), Some(labels));
        }
        assert_eq!(PieceSet::from_word("runes"), None);
    }

    #[test]
    fn every_set_goes_with_every_board() {
        let all: std::collections::HashSet<_> = Look::all(EdgeLabels::None).collect();
        assert_eq!(all.len(), 16);
    }
}
