//! Appearance options: piece set, board and edge labels.
//!
//! The options are plain data; `paint` defines the colors of each.

use serde::{Deserialize, Serialize};

/// Set of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// 帥 仕 相 傌 俥 炮 兵, the traditional characters.
    #[default]
    Traditional,
    /// 帅 仕 相 马 车 炮 兵, as in mainland China and Singapore.
    Simplified,
    /// A picture above the piece's letter in WXF notation.
    International,
    /// Heavy characters with few strokes that fill the disc.
    LargePrint,
}

impl PieceSet {
    /// All piece sets, in menu order.
    pub const ALL: [Self; 4] = [
        Self::Traditional,
        Self::Simplified,
        Self::International,
        Self::LargePrint,
    ];

    /// Keyword used in settings and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Traditional => "traditional",
            Self::Simplified => "simplified",
            Self::International => "international",
            Self::LargePrint => "large-print",
        }
    }

    /// Parses the keyword used in settings and on the command line.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.word() == word)
    }
}

/// Material of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardLook {
    /// Honey-colored wood in a darker frame.
    #[default]
    Wood,
    /// A calm sheet with printed pieces.
    Paper,
    /// Dark stone with pale lines.
    Slate,
    /// Black on white, or white on black.
    HighContrast,
}

impl BoardLook {
    /// All boards, in menu order.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Paper, Self::Slate, Self::HighContrast];

    /// Keyword used in settings and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Paper => "paper",
            Self::Slate => "slate",
            Self::HighContrast => "high-contrast",
        }
    }

    /// Parses the keyword used in settings and on the command line.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.word() == word)
    }
}

/// Labels along the edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeLabels {
    /// File numbers as each side counts them, from its own right.
    #[default]
    FileNumbers,
    /// File letters and rank digits, as in ICCS.
    Coordinates,
    /// No labels.
    None,
}

impl EdgeLabels {
    /// All edge labels, in menu order.
    pub const ALL: [Self; 3] = [Self::FileNumbers, Self::Coordinates, Self::None];

    /// Keyword used in settings and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::FileNumbers => "file-numbers",
            Self::Coordinates => "coordinates",
            Self::None => "none",
        }
    }

    /// Parses the keyword used in settings and on the command line.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|labels| labels.word() == word)
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
