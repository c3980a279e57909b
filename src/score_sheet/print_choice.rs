//! Options for printing a game, as offered and remembered.

use super::Diagrams;
use crate::record::notation::{MoveStyle, MoveText};
use serde::{Deserialize, Serialize};

/// Options for printing a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenPrint", into = "WrittenPrint")]
pub struct PrintChoice {
    /// Positions with a diagram.
    pub diagrams: Diagrams,
    /// Notation of moves.
    pub notation: MoveText,
}

impl Default for PrintChoice {
    fn default() -> Self {
        Self {
            diagrams: Diagrams::Every(10),
            notation: MoveText::Both,
        }
    }
}

impl PrintChoice {
    /// Returns the initial options for a style of moves: the default prints two notations, which suits everybody except
    /// readers of Vietnamese notation.
    pub fn first(style: MoveStyle) -> Self {
        let own = Some(style.text).filter(|text| *text == MoveText::Vietnamese);
        let default = Self::default();
        Self {
            notation: own.unwrap_or(default.notation),
            ..default
        }
    }
}

#[derive(Serialize, Deserialize)]
struct WrittenPrint {
    diagrams: String,
    notation: MoveText,
}

impl From<WrittenPrint> for PrintChoice {
    fn from(written: WrittenPrint) -> Self {
        let offered = |diagrams: &Diagrams| Diagrams::ALL.contains(diagrams);
        let diagrams = Diagrams::from_word(&written.diagrams).filter(offered);
        Self {
            diagrams: diagrams.unwrap_or(Self::default().diagrams),
            notation: written.notation,
        }
    }
}

impl From<PrintChoice> for WrittenPrint {
    fn from(choice: PrintChoice) -> Self {
        Self {
            diagrams: choice.diagrams.word(),
            notation: choice.notation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_offered_is_not_remembered() {
        let read = |text: &str| serde_json::from_str::<PrintChoice>(text).expect("a choice");
        let odd = read(r#"{"diagrams": "7", "notation": "wxf"}"#);
        assert_eq!(odd.diagrams, PrintChoice::default().diagrams);
        for diagrams in Diagrams::ALL {
            let choice = PrintChoice {
                diagrams,
                notation: MoveText::Chinese,
            };
            let written = serde_json::to_string(&choice).expect("plain data");
            assert_eq!(read(&written), choice);
        }
    }
}
