//! The values chosen in the preferences, of which some are left to the desktop and the language.

use super::value;
use crate::record::notation::{MoveText, Script};
use crate::scene::{LookChoice, PieceSet};
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
            look: LookChoice::read(map.get("look"), PieceSet::default()),
            muted: value(map, "muted"),
            color_scheme: value(map, "colour_scheme"),
            learning_aids: value(map, "learning_aids"),
            still: value(map, "still"),
        }
    }
}
