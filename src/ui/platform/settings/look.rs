//! The chosen parts of the look, and those left to the desktop and the language.

use super::value;
use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet};
use serde::Serialize;
use serde_json::{Map, Value};

/// Choices of the players; `None` for the default of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LookChoice {
    pub pieces: Option<PieceSet>,
    pub board: Option<BoardLook>,
    pub labels: Option<EdgeLabels>,
    /// The usual piece set of the language; no choice, and so not written.
    #[serde(skip)]
    pub usual: PieceSet,
}

impl LookChoice {
    /// Reads every valid part.
    pub(super) fn read(map: &Map<String, Value>, usual: PieceSet) -> Self {
        let parts = map.get("look").and_then(Value::as_object);
        let none = Map::new();
        let parts = parts.unwrap_or(&none);
        Self {
            pieces: value(parts, "pieces"),
            board: value(parts, "board"),
            labels: value(parts, "labels"),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> LookChoice {
        let map = serde_json::from_str(text).expect("an object");
        LookChoice::read(&map, PieceSet::Simplified)
    }

    #[test]
    fn desktop_and_language_decide_until_the_player_does() {
        let nothing = read("{}");
        assert_eq!(nothing.look(false).pieces, PieceSet::Simplified);
        assert_eq!(nothing.look(false).board, BoardLook::Wood);
        assert_eq!(nothing.look(true).board, BoardLook::HighContrast);
        let slate = read(r#"{"look":{"board":"slate","pieces":"traditional"}}"#);
        assert_eq!(slate.look(true).board, BoardLook::Slate);
        assert_eq!(slate.look(false).pieces, PieceSet::Traditional);
    }

    #[test]
    fn a_wrong_part_costs_no_other() {
        let look = read(r#"{"look":{"board":"marble","pieces":7,"labels":"coordinates"}}"#);
        assert_eq!((look.board, look.pieces), (None, None));
        assert_eq!(look.labels, Some(EdgeLabels::Coordinates));
        assert_eq!(read(r#"{"look":"slate"}"#), read("{}"));
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
            let text = serde_json::json!({ "look": choice }).to_string();
            assert_eq!(read(&text), choice);
        }
    }
}
