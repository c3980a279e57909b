//! Appearance options: piece set, board and edge labels.
//!
//! The options are plain data; `paint` defines the colors of each.

use crate::rules::named;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// Choices of a look; `None` for the default of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LookChoice {
    /// Set of pieces.
    pub pieces: Option<PieceSet>,
    /// Material of the board.
    pub board: Option<BoardLook>,
    /// Labels along the edges.
    pub labels: Option<EdgeLabels>,
    /// Default piece set of the language; not a choice, and so not written.
    #[serde(skip)]
    pub usual: PieceSet,
}

impl LookChoice {
    /// Reads every valid part.
    pub fn read(written: Option<&Value>, usual: PieceSet) -> Self {
        Self {
            pieces: part(written, "pieces"),
            board: part(written, "board"),
            labels: part(written, "labels"),
            usual,
        }
    }

    /// Returns the look of board and pieces, given whether the desktop asks for high contrast.
    pub fn look(self, high_contrast: bool) -> Look {
        let board = if high_contrast {
            BoardLook::HighContrast
        } else {
            BoardLook::default()
        };
        Look {
            pieces: self.pieces.unwrap_or(self.usual),
            board: self.board.unwrap_or(board),
            labels: self.labels.unwrap_or_default(),
        }
    }
}

fn part<T: DeserializeOwned>(written: Option<&Value>, name: &str) -> Option<T> {
    let part = written?.get(name)?.clone();
    serde_json::from_value(part).ok()
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

    fn read(text: &str) -> LookChoice {
        let written = serde_json::from_str(text).expect("a value");
        LookChoice::read(Some(&written), PieceSet::Simplified)
    }

    #[test]
    fn desktop_and_language_decide_until_the_player_does() {
        let nothing = read("{}");
        assert_eq!(nothing.look(false).pieces, PieceSet::Simplified);
        assert_eq!(nothing.look(false).board, BoardLook::Wood);
        assert_eq!(nothing.look(true).board, BoardLook::HighContrast);
        let slate = read(r#"{"board":"slate","pieces":"traditional"}"#);
        assert_eq!(slate.look(true).board, BoardLook::Slate);
        assert_eq!(slate.look(false).pieces, PieceSet::Traditional);
    }

    #[test]
    fn a_wrong_part_costs_no_other() {
        let look = read(r#"{"board":"marble","pieces":7,"labels":"coordinates"}"#);
        assert_eq!((look.board, look.pieces), (None, None));
        assert_eq!(look.labels, Some(EdgeLabels::Coordinates));
        assert_eq!(read("\"slate\""), read("{}"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for look in Look::all(EdgeLabels::None) {
            let choice = LookChoice {
                pieces: Some(look.pieces),
                board: Some(look.board),
                labels: Some(look.labels),
                usual: PieceSet::Simplified,
            };
            let text = serde_json::to_string(&choice).expect("plain data");
            assert_eq!(read(&text), choice);
        }
    }
}
