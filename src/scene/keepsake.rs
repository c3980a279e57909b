//! Content of the picture of a whole match.

use super::Scene;

/// A match as a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Keepsake {
    /// Names of the players, left and right of the score.
    pub names: [String; 2],
    /// The score: `3½ – 1½`.
    pub score: String,
    /// Lines below it: number of games and date, and the score over all evenings.
    pub about: Vec<String>,
    /// The games, in order.
    pub games: Vec<KeepsakeGame>,
}

/// A game in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct KeepsakeGame {
    /// Its last position; `None` if it is not known.
    pub last: Option<Scene>,
    /// Number and players.
    pub title: String,
    /// Points of Red and Black: `1–0`.
    pub score: String,
    /// How it ended.
    pub reason: String,
}
