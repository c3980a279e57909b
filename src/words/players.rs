//! What the players are called in sentences.

use super::side;
use crate::game::player_name;
use crate::record::Tags;
use crate::rules::{BySide, Side};
use std::ops::Index;

/// The players of a game by name, or by side if a name is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players(BySide<String>);

impl Players {
    /// The players that the tags of a game name.
    pub fn of(tags: &Tags) -> Self {
        let name = |by| player_name(tags, by).map_or_else(|| side(by), str::trim);
        Self(BySide::new(|by| name(by).to_owned()))
    }

    /// Players without names.
    pub fn nameless() -> Self {
        Self(BySide::new(|by| side(by).to_owned()))
    }
}

/// A name in a label that may have an access key, without one of its own.
pub(super) fn escaped(name: &str) -> String {
    name.replace('_', "__")
}

impl Index<Side> for Players {
    type Output = str;

    fn index(&self, side: Side) -> &str {
        &self.0[side]
    }
}
