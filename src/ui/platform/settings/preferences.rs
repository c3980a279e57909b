//! The values chosen in the preferences, of which some are left to the desktop and the language.

use super::value;
use crate::record::notation::{MoveText, Script};
use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet};
use crate::words;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The color scheme around the board: light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    /// Follows the desktop.
    #[default]
    System,
    Light,
    Dark,
}

impl ColorScheme {
    /// All color schemes, in the order of the choices.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Name in the preferences.
    pub fn label(self) -> &'static str {
        match self {
            Self::System => words::colors_of_desktop(),
            Self::Light => words::light_colors(),
            Self::Dark => words::dark_colors(),
        }
    }

    /// The corresponding value of libadwaita.
    pub const fn of_adwaita(self) -> adw::ColorScheme {
        match self {
            Self::System => adw::ColorScheme::Default,
            Self::Light => adw::ColorScheme::ForceLight,
            Self::Dark => adw::ColorScheme::ForceDark,
        }
    }
}

/// A preference with its new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    Notation(MoveText),
    Script(Script),
    Look(LookChoice),
    Sound(bool),
    Colors(ColorScheme),
    Aids(bool),
    Animation(bool),
}

/// All preferences. A new one belongs here, so that Reset includes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Preferences {
    /// `None` until the player has chosen.
    pub(super) notation: Option<MoveText>,
    pub(super) script: Option<Script>,
    pub(super) look: LookChoice,
    /// Whether sound is off.
    pub(super) muted: bool,
    #[serde(rename = "colour_scheme")]
    pub(super) color_scheme: ColorScheme,
    /// Whether learning aids are on.
    pub(super) learning_aids: bool,
    /// Whether moves are not animated.
    pub(super) still: bool,
}

impl Preferences {
    pub(super) fn choose(&mut self, choice: Preference) {
        match choice {
            Preference::Notation(text) => self.notation = Some(text),
            Preference::Script(script) => self.script = Some(script),
            // The default of the language is not a choice.
            Preference::Look(look) => {
                let usual = PieceSet::default();
                self.look = LookChoice { usual, ..look };
            }
            Preference::Sound(is_on) => self.muted = !is_on,
            Preference::Colors(scheme) => self.color_scheme = scheme,
            Preference::Aids(are_on) => self.learning_aids = are_on,
            Preference::Animation(is_on) => self.still = !is_on,
        }
    }

    pub(super) fn read(map: &Map<String, Value>) -> Self {
        Self {
            notation: value(map, "notation"),
            script: value(map, "script"),
            look: LookChoice::read(map, PieceSet::default()),
            muted: value(map, "muted"),
            color_scheme: value(map, "colour_scheme"),
            learning_aids: value(map, "learning_aids"),
            still: value(map, "still"),
        }
    }
}

/// Choices of the players; `None` for the default of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LookChoice {
    pub pieces: Option<PieceSet>,
    pub board: Option<BoardLook>,
    pub labels: Option<EdgeLabels>,
    /// Default piece set of the language; not a choice, and so not written.
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
