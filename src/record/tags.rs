//! Information about a game besides its moves: players, event, date; unknown tags are kept.

use std::collections::HashSet;

/// Names and values, in order of first insertion. Names are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

/// A typed value stored as the text of a tag.
pub trait TagValue: Sized {
    /// Name of the tag.
    const TAG: &str;

    /// Parses the text of the tag; `None` for a text of another kind.
    fn of_tag(text: &str) -> Option<Self>;

    /// The text of the tag; empty for the value of a game without the tag.
    fn to_tag(&self) -> String;
}

impl Tags {
    /// Name of the Red player.
    pub const RED: &str = "red";
    /// Name of the Black player.
    pub const BLACK: &str = "black";
    /// Start date of the game, `2026-01-31`.
    pub const DATE: &str = "date";
    /// Start time of the game, `14:05:33`.
    pub const TIME: &str = "time";
    /// The event.
    pub const EVENT: &str = "event";
    /// The place.
    pub const SITE: &str = "site";
    /// Round of the event.
    pub const ROUND: &str = "round";
    /// Team of the Red player.
    pub const RED_TEAM: &str = "red_team";
    /// Team of the Black player.
    pub const BLACK_TEAM: &str = "black_team";
    /// Rating of the Red player, in points.
    pub const RED_RATING: &str = "red_rating";
    /// Rating of the Black player, in points.
    pub const BLACK_RATING: &str = "black_rating";
    /// Time control: a text that describes a clock of this program, or any other.
    pub const TIME_CONTROL: &str = "time_control";
    /// Time that the next move had taken when the game was saved, in seconds: `12.345`.
    pub const THINKING_TIME: &str = "thinking_time";
    /// Manner in which a turn ends on the clock, as the program's keyword.
    pub const CLOCK_PRESS: &str = "clock_press";
    /// Permission to take back moves, as the program's keyword.
    pub const TAKE_BACKS: &str = "take_backs";
    /// Handicap given by one side before the game, in the program's keywords.
    pub const HANDICAP: &str = "handicap";
    /// Seating of the players, as the program's keyword.
    pub const SEATING: &str = "seating";
    /// State of a game by letter on this board, and its last letter.
    pub const LETTER: &str = "letter";
    /// Id of the game with a friend far away, and of the first game of its match.
    pub const REMOTE: &str = "far";
    /// Side and level of the computer in a game against it: `black 3`.
    pub const COMPUTER: &str = "computer";
    /// Engine of the player that plays in the computer’s place, with the limit of its moves.
    pub const ENGINE: &str = "engine";
    /// Whether both players agreed to hints by the computer.
    pub const HINTS: &str = "hints";
    /// Id of the match between the two players that the game belongs to.
    pub const MATCH: &str = "match";
    /// Points of Red and Black in the match before the game: `1.5-0.5`.
    pub const SCORE: &str = "score";
    /// Time used by Red.
    pub const RED_TIME: &str = "red_time";
    /// Time used by Black.
    pub const BLACK_TIME: &str = "black_time";
    /// Title of the game in a collection.
    pub const TITLE: &str = "title";
    /// Author of the comments.
    pub const ANNOTATOR: &str = "annotator";
    /// Name of the opening.
    pub const OPENING: &str = "opening";
    /// Name of the opening's variation.
    pub const VARIATION: &str = "variation";
    /// Code of the opening in the Encyclopedia of Chinese Chess Openings.
    pub const ECCO: &str = "ecco";
    /// Author of the record.
    pub const AUTHOR: &str = "author";
    /// Phase of the game: `opening`, `middlegame`, `endgame`; absent for a whole game.
    pub const PHASE: &str = "phase";
    /// Group of the event.
    pub const GROUP: &str = "group";
    /// Number of the board.
    pub const TABLE: &str = "table";
    /// Source of the record.
    pub const SOURCE: &str = "source";
    /// The referee.
    pub const REFEREE: &str = "referee";
    /// The recorder, who wrote down the moves.
    pub const RECORDER: &str = "recorder";
    /// Reason for the end of the game, in any words.
    pub const TERMINATION: &str = "termination";

    /// Tags by which this program alone knows a game again. They are in its own files only: the session and the history.
    const PRIVATE: [&str; 2] = [Self::REMOTE, Self::MATCH];

    /// The tags for files of the player, who may give them to anyone.
    pub fn shared(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter()
            .filter(|(name, _)| !Self::PRIVATE.contains(name))
    }

    /// The value of this tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a value; an empty one removes the tag.
    pub fn set(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            self.0.retain(|(known, _)| known != name);
        } else if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| known == name) {
            value.clone_into(old);
        } else {
            self.0.push((name.to_owned(), value.to_owned()));
        }
    }

    /// The value of a tag; `None` also for a text of another kind, which is left untouched.
    pub fn typed<T: TagValue>(&self) -> Option<T> {
        T::of_tag(self.get(T::TAG)?)
    }

    /// Sets or removes a value.
    pub fn set_typed<T: TagValue>(&mut self, value: Option<&T>) {
        self.set(T::TAG, &value.map(T::to_tag).unwrap_or_default());
    }

    /// Creates tags from unique names, including empty values, as in a file.
    pub(super) const fn of_unique(tags: Vec<(String, String)>) -> Self {
        Self(tags)
    }

    /// Adds a tag, possibly empty, as in a file; the last of equal names is kept.
    pub(super) fn read(&mut self, name: String, value: String) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value));
    }

    /// Edits names and values with a callback, which returns whether it changed a text. Of names that become equal, the
    /// first is kept.
    pub(super) fn edit(&mut self, mut edit: impl FnMut(&mut String) -> bool) {
        let mut is_renamed = false;
        for (name, value) in &mut self.0 {
            is_renamed |= edit(name);
            edit(value);
        }
        if is_renamed {
            let mut known = HashSet::new();
            self.0
                .retain(|(name, _)| !name.is_empty() && known.insert(name.clone()));
        }
    }

    /// All names with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_keeps_its_place_and_an_empty_one_goes() {
        let mut tags = Tags::default();
        tags.set(Tags::RED, "one");
        tags.set("club", "two");
        tags.set(Tags::RED, "three");
        assert_eq!(
            tags.iter().collect::<Vec<_>>(),
            [("red", "three"), ("club", "two")]
        );
        tags.set(Tags::RED, "");
        assert_eq!(tags.get(Tags::RED), None);
        assert_eq!(tags.get("club"), Some("two"));
    }
}
