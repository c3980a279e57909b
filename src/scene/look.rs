//! What the players choose of how the picture looks: the set of pieces, the board, and what stands along its edges.
//!
//! The choice is plain data; `paint` has the ink for each.

use serde::{Deserialize, Serialize};

/// What is on the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// 帥 仕 相 傌 俥 炮 兵, as carved since of old.
    #[default]
    Traditional,
    /// 帅 仕 相 马 车 炮 兵, as in mainland China and Singapore.
    Simplified,
    /// A picture over the letter that WXF notation has for the piece.
    International,
    /// Heavy characters of few strokes that fill the disc.
    LargePrint,
}

impl PieceSet {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [
        Self::Traditional,
        Self::Simplified,
        Self::International,
        Self::LargePrint,
    ];

    /// The word that stands for it in settings and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Traditional => "traditional",
            Self::Simplified => "simplified",
            Self::International => "international",
            Self::LargePrint => "large-print",
        }
    }

    /// The one that a word stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.word() == word)
    }
}

/// What the board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardLook {
    /// Honey-coloured wood in a darker frame.
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
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Paper, Self::Slate, Self::HighContrast];

    /// The word that stands for it in settings and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Paper => "paper",
            Self::Slate => "slate",
            Self::HighContrast => "high-contrast",
        }
    }

    /// The one that a word stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.word() == word)
    }
}

/// What stands along the edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeLabels {
    /// The numbers of the files as each side counts them, from its own right.
    #[default]
    FileNumbers,
    /// The letters of the files and the digits of the ranks, as ICCS has them.
    Coordinates,
    /// Nothing.
    None,
}

impl EdgeLabels {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::FileNumbers, Self::Coordinates, Self::None];

    /// The word that stands for it in settings and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::FileNumbers => "file-numbers",
            Self::Coordinates => "coordinates",
            Self::None => "none",
        }
    }

    /// The one that a word stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|labels| labels.word() == word)
    }
}

/// How the picture looks: every choice of the three goes with every other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// What is on the pieces.
    pub pieces: PieceSet,
    /// What the board is made of.
    pub board: BoardLook,
    /// What stands along its edges.
    pub labels: EdgeLabels,
}

impl Look {
    /// Every set of pieces on every board, with the same labels.
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
