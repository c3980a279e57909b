//! What is chosen in the preferences, and goes back to how it was on the first day when they are reset.

use super::{LookChoice, value};
use crate::record::notation::{MoveText, Script};
use crate::scene::PieceSet;
use crate::words;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The surroundings of the board: light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    /// As the desktop has it.
    #[default]
    System,
    Light,
    Dark,
}

impl ColorScheme {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Name in the preferences.
    pub fn label(self) -> &'static str {
        match self {
            Self::System => words::colors_of_desktop(),
            Self::Light => words::light_colors(),
            Self::Dark => words::dark_colors(),
        }
    }

    /// Value of libadwaita.
    pub const fn of_adwaita(self) -> adw::ColorScheme {
        match self {
            Self::System => adw::ColorScheme::Default,
            Self::Light => adw::ColorScheme::ForceLight,
            Self::Dark => adw::ColorScheme::ForceDark,
        }
    }
}

/// A preference, and what is chosen for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    Notation(MoveText),
    Script(Script),
    Look(LookChoice),
    Sound(bool),
    Colors(ColorScheme),
    Aids(bool),
    Animation(bool),
}

/// Everything that the preferences hold. A new preference belongs here: then Reset knows it, too.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Preferences {
    /// `None` until the player has chosen.
    pub(super) notation: Option<MoveText>,
    pub(super) script: Option<Script>,
    pub(super) look: LookChoice,
    /// Whether the players want silence.
    pub(super) muted: bool,
    #[serde(rename = "colour_scheme")]
    pub(super) color_scheme: ColorScheme,
    /// Whether the board helps somebody who is learning.
    pub(super) learning_aids: bool,
    /// Whether pieces are to be where they go without being seen on their way.
    pub(super) still: bool,
}

impl Preferences {
    pub(super) fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Notation(text) => self.notation = Some(text),
            Choice::Script(script) => self.script = Some(script),
            // What the language is used to is no choice.
            Choice::Look(look) => {
                let usual = PieceSet::default();
                self.look = LookChoice { usual, ..look };
            }
            Choice::Sound(is_on) => self.muted = !is_on,
            Choice::Colors(scheme) => self.color_scheme = scheme,
            Choice::Aids(are_on) => self.learning_aids = are_on,
            Choice::Animation(is_on) => self.still = !is_on,
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
