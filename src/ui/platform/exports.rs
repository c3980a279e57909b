//! Options of exports (animation, printing), as offered and remembered.

use crate::record::notation::{MoveStyle, MoveText};
use crate::score_sheet::Diagrams;
use serde::{Deserialize, Serialize};

/// Options for saving a game as an animation. Unknown values are read as the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenReplay")]
pub struct ReplayChoice {
    /// Duration of each position, in hundredths of a second.
    pub hold: u16,
    /// Width in pixels.
    pub width: u16,
}

impl ReplayChoice {
    /// Durations offered in the dialog.
    pub const HOLDS: [u16; 4] = [50, 100, 200, 300];
    pub const WIDTHS: [u16; 3] = [360, 540, 720];
}

impl Default for ReplayChoice {
    fn default() -> Self {
        Self {
            hold: 100,
            width: 540,
        }
    }
}

#[derive(Deserialize)]
struct WrittenReplay {
    hold: u16,
    width: u16,
}

impl From<WrittenReplay> for ReplayChoice {
    fn from(written: WrittenReplay) -> Self {
        let default = Self::default();
        let offered = |all: &[u16], one, default| if all.contains(&one) { one } else { default };
        Self {
            hold: offered(&Self::HOLDS, written.hold, default.hold),
            width: offered(&Self::WIDTHS, written.width, default.width),
        }
    }
}

/// Options for printing a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenPrint", into = "WrittenPrint")]
pub struct PrintChoice {
    pub diagrams: Diagrams,
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
        let read = |text| serde_json::from_str::<ReplayChoice>(text).expect("a choice");
        let large = ReplayChoice {
            hold: 50,
            width: 720,
        };
        assert_eq!(read(r#"{"hold": 50, "width": 720}"#), large);
        assert_eq!(
            read(r#"{"hold": 0, "width": 60000}"#),
            ReplayChoice::default()
        );
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
