//! Names of the players in sentences.

use super::side;
use crate::game::player_name;
use crate::record::Tags;
use crate::rules::{BySide, Side};
use std::ops::Index;

/// The players of a game, each called by name, or by side without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players(BySide<Option<String>>);

impl Players {
    /// The players that the tags of a game name.
    pub fn of(tags: &Tags) -> Self {
        let name = |by| player_name(tags, by).map(|name| name.trim().to_owned());
        Self(BySide::new(name))
    }

    /// Players without names.
    pub const fn nameless() -> Self {
        Self(BySide {
            red: None,
            black: None,
        })
    }

    /// The name of a player, if there is one.
    pub fn name(&self, by: Side) -> Option<&str> {
        self.0[by].as_deref()
    }
}

impl Index<Side> for Players {
    type Output = str;

    fn index(&self, by: Side) -> &str {
        self.name(by).unwrap_or_else(|| side(by))
    }
}

/// The player of a side as the tags have the name, or the side without one.
pub fn player(tags: &Tags, by: Side) -> &str {
    player_name(tags, by).unwrap_or_else(|| side(by))
}

/// A name in a label that may have an access key, without one of its own.
pub(super) fn escaped(name: &str) -> String {
    name.replace('_', "__")
}
