//! A match: games between the same two players, one after another, and the running score.
//!
//! A game knows its match by the tag `match`, its number by `round` and the score before it by `score`. Which games were
//! finished, and who had which pieces, is kept beside the games: the players may have no names, and change colours.

use super::agreement::player_tag;
use crate::record::format::{outcome_of, reason_word};
use crate::record::{Record, Tags};
use crate::rules::{BySide, Outcome, Side};
use serde::{Deserialize, Serialize};

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Who had the red pieces in the first game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A game of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Finished {
    /// Who had the red pieces.
    pub red: Player,
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves were made by both sides together.
    pub plies: usize,
    /// When it began, as its tags have it.
    pub begun: String,
    /// The name of its file among the finished games; `None` if it could not be kept.
    pub file: Option<String>,
}

/// The same as it is written, in the words of a game file.
#[derive(Serialize, Deserialize)]
struct Written {
    red: Player,
    result: String,
    reason: String,
    plies: usize,
    begun: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl TryFrom<Written> for Finished {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let outcome = outcome_of(&written.result, Some(&written.reason));
        Ok(Self {
            red: written.red,
            outcome: outcome.ok_or_else(|| format!("no result: {}", written.result))?,
            plies: written.plies,
            begun: written.begun,
            file: written.file,
        })
    }
}

impl From<Finished> for Written {
    fn from(game: Finished) -> Self {
        Self {
            red: game.red,
            result: game.outcome.score().to_owned(),
            reason: reason_word(game.outcome).to_owned(),
            plies: game.plies,
            begun: game.begun,
            file: game.file,
        }
    }
}

impl Finished {
    /// What a player got for it, in half points.
    #[must_use]
    pub fn half_points(&self, player: Player) -> u32 {
        let winner = self.outcome.winner();
        let winner = winner.map(|side| match side {
            Side::Red => self.red,
            Side::Black => self.red.other(),
        });
        match winner {
            None => 1,
            Some(winner) if winner == player => 2,
            Some(_) => 0,
        }
    }
}

/// The game of a match that was begun last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Playing {
    begun: String,
    red: Player,
}

/// Games between the same two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// What its games call it: when its first game began.
    id: String,
    /// The names, which may be empty: the first player's, then the other's.
    players: [String; 2],
    /// The games that are over, in their order.
    games: Vec<Finished>,
    playing: Playing,
    /// Whether the next game of the two begins another match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
}

impl Match {
    fn new(names: &BySide<String>, begun: &str) -> Self {
        Self {
            id: begun.to_owned(),
            players: [names.red.clone(), names.black.clone()],
            games: Vec::new(),
            playing: Playing {
                begun: begun.to_owned(),
                red: Player::First,
            },
            closed: false,
        }
    }

    /// The name of a player; empty if there is none.
    #[must_use]
    pub fn name(&self, player: Player) -> &str {
        &self.players[player as usize]
    }

    /// The games that are over, in their order.
    #[must_use]
    pub fn games(&self) -> &[Finished] {
        &self.games
    }

    /// What a player has got so far, in half points.
    #[must_use]
    pub fn half_points(&self, player: Player) -> u32 {
        let games = self.games.iter();
        games.map(|game| game.half_points(player)).sum()
    }

    /// Who has the pieces of a side in the game that was begun last.
    #[must_use]
    pub const fn player(&self, side: Side) -> Player {
        match side {
            Side::Red => self.playing.red,
            Side::Black => self.playing.red.other(),
        }
    }

    /// Who would have the red pieces if these two sat down; `None` if they are not the two of this match.
    fn red_of(&self, names: &BySide<String>) -> Option<Player> {
        let pair =
            |red: Player| self.name(red) == names.red && self.name(red.other()) == names.black;
        // Two who cannot be told apart by their names sit as before.
        [self.playing.red, self.playing.red.other()]
            .into_iter()
            .find(|red| pair(*red))
    }

    /// Whether a game is the one that was begun last.
    fn is_playing(&self, record: &Record) -> bool {
        record.tags.get(Tags::MATCH) == Some(&self.id) && moment(&record.tags) == self.playing.begun
    }
}

/// Who has the red pieces in the next game between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Who is named so; where names do not tell, the one who had them last.
    AsNamed,
    /// The one who had the black ones: two without names have changed places.
    Swapped,
}

/// All matches that are remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matches {
    /// The one that is being played comes last.
    matches: Vec<Match>,
}

/// More matches than these are not remembered; their games are kept all the same.
const REMEMBERED: usize = 50;

impl Matches {
    /// The match that is being played.
    #[must_use]
    pub fn last(&self) -> Option<&Match> {
        self.matches.last()
    }

    /// The match that a game is the last one of.
    #[must_use]
    pub fn of(&self, record: &Record) -> Option<&Match> {
        self.last().filter(|last| last.is_playing(record))
    }

    fn of_mut(&mut self, record: &Record) -> Option<&mut Match> {
        let last = self.matches.last_mut();
        last.filter(|last| last.is_playing(record))
    }

    /// A game is about to be played: it belongs to the match of its two players, the present one or a new one.
    ///
    /// Its tags must say who plays and when it began; they get the match, the number of the game and the score.
    pub fn begin(&mut self, tags: &mut Tags, colours: Colours) {
        let names = BySide::new(|side| tags.get(player_tag(side)).unwrap_or_default().to_owned());
        let begun = moment(tags);
        let known = self
            .matches
            .iter()
            .rev()
            .position(|one| !one.closed && one.red_of(&names).is_some());
        let mut present = match known {
            Some(back) => self.matches.remove(self.matches.len() - 1 - back),
            None => Match::new(&names, &begun),
        };
        let is_new = known.is_none();
        let named = present.red_of(&names).unwrap_or(Player::First);
        let nameless = present.players[0] == present.players[1];
        let swaps = colours == Colours::Swapped && nameless && !is_new;
        let red = if swaps { named.other() } else { named };
        present.playing = Playing { begun, red };
        let points = |side| half_text(present.half_points(present.player(side)));
        tags.set(Tags::MATCH, &present.id);
        tags.set(Tags::ROUND, &(present.games.len() + 1).to_string());
        tags.set(
            Tags::SCORE,
            &format!("{}-{}", points(Side::Red), points(Side::Black)),
        );
        self.matches.push(present);
        let surplus = self.matches.len().saturating_sub(REMEMBERED);
        self.matches.drain(..surplus);
    }

    /// The next game begins a match of its own, even between the same two.
    pub fn close(&mut self) {
        let Some(last) = self.matches.last() else {
            return;
        };
        let [red, black] = last.players.clone();
        let names = BySide { red, black };
        // Two who were given their names late may have left an earlier match open.
        for one in &mut self.matches {
            one.closed |= one.red_of(&names).is_some();
        }
    }

    /// A game of the match is over, and kept in a file of this name. A game that is no part of it changes nothing.
    pub fn finish(&mut self, record: &Record, file: Option<String>) -> bool {
        let Some(outcome) = record.outcome.filter(|_| self.of(record).is_some()) else {
            return false;
        };
        self.reopen(record);
        let Some(present) = self.of_mut(record) else {
            return false;
        };
        present.games.push(Finished {
            red: present.playing.red,
            outcome,
            plies: record.main_line().count(),
            begun: present.playing.begun.clone(),
            file,
        });
        true
    }

    /// The end of a game was taken back.
    pub fn reopen(&mut self, record: &Record) -> bool {
        let Some(present) = self.of_mut(record) else {
            return false;
        };
        let before = present.games.len();
        present.games.truncate(games_before(record));
        present.games.len() != before
    }

    /// Whether the end of a game is counted.
    #[must_use]
    pub fn counts(&self, record: &Record) -> bool {
        let present = self.of(record);
        present.is_some_and(|present| present.games.len() > games_before(record))
    }

    /// A player of the present game has another name.
    pub fn rename(&mut self, record: &Record, side: Side, name: &str) -> bool {
        let Some(present) = self.of_mut(record) else {
            return false;
        };
        let player = present.player(side);
        name.clone_into(&mut present.players[player as usize]);
        true
    }

    /// Reads what [`Matches::write`] wrote.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// All of it as JSON.
    ///
    /// # Panics
    ///
    /// Never: it is plain data.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).expect("plain data")
    }
}

/// Games of the match that were over when this one began. Two may begin within one second.
fn games_before(record: &Record) -> usize {
    let round = record.tags.get(Tags::ROUND);
    let round = round.and_then(|round| round.parse::<usize>().ok());
    round.unwrap_or(1).saturating_sub(1)
}

/// When a game began, as its tags have it.
fn moment(tags: &Tags) -> String {
    let tag = |name| tags.get(name).unwrap_or_default();
    format!("{} {}", tag(Tags::DATE), tag(Tags::TIME))
}

/// Half points as a file has them: `1.5`.
fn half_text(half_points: u32) -> String {
    let whole = half_points / 2;
    if half_points.is_multiple_of(2) {
        whole.to_string()
    } else {
        format!("{whole}.5")
    }
}

#[cfg(test)]
mod tests;
