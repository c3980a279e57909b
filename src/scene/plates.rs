//! Name plates of the players in pictures, as data.

use crate::rules::BySide;

/// Name plates of the players, one at each player's side of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plates {
    /// Names of the players.
    pub names: BySide<String>,
    /// Each player's result, once the game has ended.
    pub results: Option<BySide<PlateResult>>,
}

/// The result on a player's name plate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlateResult {
    /// Points for the game: `1`, `½` or `0`.
    pub score: &'static str,
    /// Reason of the result, if it is stated and explains these points.
    pub reason: &'static str,
}
