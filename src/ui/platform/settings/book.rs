//! The games that the book of positions is made from.

use serde::{Deserialize, Serialize};

/// Kinds of games for a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BookSource {
    /// Those opened last.
    #[default]
    Opened,
    /// All finished games.
    Finished,
    /// Those in a folder.
    Folder,
}

impl BookSource {
    /// All kinds, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Opened, Self::Finished, Self::Folder];

    /// Name in the settings and in actions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Finished => "finished",
            Self::Folder => "folder",
        }
    }

    /// Reads a name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.word() == word)
    }
}

/// The games of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BookChoice {
    pub source: BookSource,
    /// URI of the folder chosen last.
    pub folder: Option<String>,
    /// URIs of the files opened last.
    pub opened: Vec<String>,
}
