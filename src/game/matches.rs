//! Matches: consecutive games between two players, with a running score.
//!
//! A game is linked to its match by the tag `match`; `round` holds its number and `score` the score before it. The list
//! of finished games, with colors, is kept outside the games, since players may have no names and swap colors.

use super::game_terms::player_tag;
use crate::record::{Record, Tags};
use crate::rules::{BySide, Outcome, Side};
use serde::{Deserialize, Serialize};

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player who was Red in the first game.
    First,
    /// The opponent of the first player.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// The player who was Red.
    pub red: Player,
    /// Result of the game.
    #[serde(flatten, with = "in_words")]
    pub outcome: Outcome,
    /// Number of plies made.
    pub plies: usize,
    /// Start of the game, as in its tags.
    pub begun: String,
    /// File name among the finished games; `None` if it could not be saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// An outcome in the words of a game file.
mod in_words {
    use crate::record::format::{outcome_of, reason_word};
    use crate::rules::Outcome;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Words {
        result: String,
        reason: String,
    }

    pub fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        let (result, reason) = (outcome.score().into(), reason_word(*outcome).into());
        Words { result, reason }.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        let Words { result, reason } = Words::deserialize(from)?;
        let outcome = outcome_of(&result, Some(&reason));
        outcome.ok_or_else(|| D::Error::custom(format!("no result: {result}")))
    }
}

impl Finished {
    /// Half points scored by a player.
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

/// The most recent game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Playing {
    begun: String,
    red: Player,
}

/// Games between the same two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// Identifier used in the tags of its games: the start of the first game.
    id: String,
    /// The names, possibly empty: first player, second player.
    players: [String; 2],
    /// The finished games, in order.
    games: Vec<Finished>,
    playing: Playing,
    /// Whether the next game between these players begins a new match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
    /// Whether it is with a friend far away. Its id is then that of its first game, and its first player the host.
    #[serde(default, rename = "far", skip_serializing_if = "std::ops::Not::not")]
    remote: bool,
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
            remote: false,
        }
    }

    /// Name of a player; may be empty.
    pub fn name(&self, player: Player) -> &str {
        &self.players[player as usize]
    }

    /// The finished games, in order.
    pub fn games(&self) -> &[Finished] {
        &self.games
    }

    /// Half points scored by a player so far.
    pub fn half_points(&self, player: Player) -> u32 {
        let games = self.games.iter();
        games.map(|game| game.half_points(player)).sum()
    }

    /// The player on a side in the most recent game.
    pub const fn player(&self, side: Side) -> Player {
        match side {
            Side::Red => self.playing.red,
            Side::Black => self.playing.red.other(),
        }
    }

    /// The player who would be Red with these names; `None` if they are not the two players of this match.
    fn red_of(&self, names: &BySide<String>) -> Option<Player> {
        let pair =
            |red: Player| self.name(red) == names.red && self.name(red.other()) == names.black;
        // Players with indistinguishable names keep their sides.
        [self.playing.red, self.playing.red.other()]
            .into_iter()
            .find(|red| pair(*red))
    }

    /// Whether the last finished game is the one that was begun last. Another may have begun within the same second,
    /// which its number tells.
    fn has_counted(&self, record: &Record) -> bool {
        let round = record.tags.get(Tags::ROUND);
        let is_next = round == Some(&(self.games.len() + 1).to_string());
        let last = self.games.last();
        !is_next && last.is_some_and(|last| last.begun == self.playing.begun)
    }

    /// Whether a record may be a game of this match. One from a file of the player does not name its match, and is known by
    /// its start alone.
    fn may_have(&self, record: &Record) -> bool {
        let id = record.tags.get(Tags::MATCH);
        id.is_none_or(|id| id == self.id)
    }

    /// Whether a record is the most recent game.
    fn is_playing(&self, record: &Record) -> bool {
        self.may_have(record) && moment(&record.tags) == self.playing.begun
    }
}

/// Assignment of colors in the next game between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// As the names say; if they do not tell, colors stay.
    AsNamed,
    /// Swapped: for players without names who have changed sides.
    Swapped,
}

/// All remembered matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matches {
    /// The current match is last.
    matches: Vec<Match>,
}

/// Number of matches remembered; the games of older ones are kept nevertheless.
const REMEMBERED: usize = 50;

impl Matches {
    /// The current match.
    pub fn last(&self) -> Option<&Match> {
        self.matches.last()
    }

    /// The match whose most recent game this is.
    pub fn of(&self, record: &Record) -> Option<&Match> {
        self.last().filter(|last| last.is_playing(record))
    }

    fn of_mut(&mut self, record: &Record) -> Option<&mut Match> {
        let last = self.matches.last_mut();
        last.filter(|last| last.is_playing(record))
    }

    /// Registers a game about to be played: it belongs to the match of its two players, current or new.
    ///
    /// The tags must hold the names and the start time; the match, the game number and the score are added to them.
    pub fn begin(&mut self, tags: &mut Tags, colors: Colors) {
        let names = BySide::new(|side| tags.get(player_tag(side)).unwrap_or_default().to_owned());
        let begun = moment(tags);
        let known = self
            .matches
            .iter()
            .rev()
            .position(|one| !one.closed && !one.remote && one.red_of(&names).is_some());
        let mut present = match known {
            Some(back) => self.matches.remove(self.matches.len() - 1 - back),
            None => Match::new(&names, &begun),
        };
        let is_new = known.is_none();
        let named = present.red_of(&names).unwrap_or(Player::First);
        let nameless = present.players[0] == present.players[1];
        let swaps = colors == Colors::Swapped && nameless && !is_new;
        let red = if swaps { named.other() } else { named };
        present.playing = Playing { begun, red };
        self.note_in(tags, present);
    }

    /// Registers a game with a friend far away, whose tag names it. It belongs to the match of the game that it is a
    /// rematch of, whatever the names are, so that both screens have the same score.
    pub fn begin_remote(&mut self, tags: &mut Tags, series: &str, host: Side) {
        let name = |side| tags.get(player_tag(side)).unwrap_or_default().to_owned();
        let is_it = |one: &Match| one.remote && one.id == series;
        let known = self.matches.iter().position(is_it);
        let mut present = match known {
            Some(at) => self.matches.remove(at),
            None => Match {
                remote: true,
                ..Match::new(&BySide::new(name), series)
            },
        };
        present.players = [name(host), name(!host)];
        present.playing = Playing {
            begun: moment(tags),
            red: match host {
                Side::Red => Player::First,
                Side::Black => Player::Second,
            },
        };
        self.note_in(tags, present);
    }

    /// Makes a match the current one, and notes it in the tags of its new game.
    fn note_in(&mut self, tags: &mut Tags, present: Match) {
        // A far game that is continued may have been counted.
        let is_counted = |game: &&Finished| present.remote && game.begun == present.playing.begun;
        let counted = present.games.last().filter(is_counted);
        let before = present.games.len() - usize::from(counted.is_some());
        let points = |side| {
            let player = present.player(side);
            let games = present.games[..before].iter();
            half_text(games.map(|game| game.half_points(player)).sum())
        };
        tags.set(Tags::MATCH, &present.id);
        tags.set(Tags::ROUND, &(before + 1).to_string());
        tags.set(
            Tags::SCORE,
            &format!("{}-{}", points(Side::Red), points(Side::Black)),
        );
        self.matches.push(present);
        let surplus = self.matches.len().saturating_sub(REMEMBERED);
        self.matches.drain(..surplus);
    }

    /// Ends the current match: the next game begins a new one, even between the same players.
    pub fn close(&mut self) {
        let Some(last) = self.matches.last() else {
            return;
        };
        let [red, black] = last.players.clone();
        let names = BySide { red, black };
        // Players named late may have left an earlier match open.
        for one in &mut self.matches {
            one.closed |= one.red_of(&names).is_some();
        }
    }

    /// Records the result of a game of the match. A game outside the match changes nothing.
    pub fn finish(&mut self, record: &Record) -> bool {
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
            file: None,
        });
        true
    }

    /// Records the file of a game whose result is counted.
    pub fn note_file(&mut self, record: &Record, file: &str) -> bool {
        let begun = moment(&record.tags);
        let plies = record.main_line().count();
        let is_it = |game: &&mut Finished| {
            let same = (Some(game.outcome), game.plies) == (record.outcome, plies);
            game.begun == begun && same && game.file.is_none()
        };
        let matches = self.matches.iter_mut().filter(|one| one.may_have(record));
        let mut games = matches.flat_map(|present| present.games.iter_mut());
        let game = games.find(is_it);
        game.map(|game| game.file = Some(file.to_owned())).is_some()
    }

    /// Reverts the result of a game whose end was taken back.
    pub fn reopen(&mut self, record: &Record) -> bool {
        let Some(present) = self.of_mut(record) else {
            return false;
        };
        present.has_counted(record) && present.games.pop().is_some()
    }

    /// Whether the result of a game is counted.
    pub fn counts(&self, record: &Record) -> bool {
        let present = self.of(record);
        present.is_some_and(|present| present.has_counted(record))
    }

    /// Renames a player of the current game.
    pub fn rename(&mut self, record: &Record, side: Side, name: &str) -> bool {
        let Some(present) = self.of_mut(record) else {
            return false;
        };
        let player = present.player(side);
        name.clone_into(&mut present.players[player as usize]);
        true
    }

    /// Parses the output of [`Matches::write`].
    ///
    /// # Errors
    ///
    /// Returns an error if the data is invalid.
    pub fn read(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// Serializes all matches as JSON.
    pub fn write(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).expect("plain data")
    }
}

/// Start of a game, as in its tags; of a game with a friend far away its ids, which are the same on both screens.
fn moment(tags: &Tags) -> String {
    if let Some(remote) = tags.get(Tags::REMOTE) {
        return remote.to_owned();
    }
    let tag = |name| tags.get(name).unwrap_or_default();
    format!("{} {}", tag(Tags::DATE), tag(Tags::TIME))
}

/// Formats half points for files: `1.5`.
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
