//! What is known about a game beside its moves: players, event, date; unknown tags are kept.

/// Names and values in the order in which they were first set. Names are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The name of the player with the red pieces.
    pub const RED: &str = "red";
    /// The name of the player with the black pieces.
    pub const BLACK: &str = "black";
    /// The day on which the game began, `2026-01-31`.
    pub const DATE: &str = "date";
    /// The time of that day, `14:05:33`.
    pub const TIME: &str = "time";
    /// The occasion.
    pub const EVENT: &str = "event";
    /// The place.
    pub const SITE: &str = "site";
    /// The round of the event.
    pub const ROUND: &str = "round";
    /// The team of the player with the red pieces.
    pub const RED_TEAM: &str = "red_team";
    /// The team of the player with the black pieces.
    pub const BLACK_TEAM: &str = "black_team";
    /// The strength of the player with the red pieces, in points.
    pub const RED_RATING: &str = "red_rating";
    /// The strength of the player with the black pieces, in points.
    pub const BLACK_RATING: &str = "black_rating";
    /// What the time control was: a text that a clock can be made of, as the game has them, or any other.
    pub const TIME_CONTROL: &str = "time_control";
    /// Whether moves may be taken back, in the word that the game has for it.
    pub const TAKE_BACKS: &str = "take_backs";
    /// How often Red and Black have taken something back: `2-1`.
    pub const TAKEN_BACK: &str = "taken_back";
    /// What one side gave before the game, in the words that the game has for it.
    pub const HANDICAP: &str = "handicap";
    /// Where the players sit, in the words that the game has for it.
    pub const SEATING: &str = "seating";
    /// Which match of the same two players the game is a part of.
    pub const MATCH: &str = "match";
    /// The points that Red and Black had in the match before the game: `1.5-0.5`.
    pub const SCORE: &str = "score";
    /// The time that Red used.
    pub const RED_TIME: &str = "red_time";
    /// The time that Black used.
    pub const BLACK_TIME: &str = "black_time";
    /// What the game is called in a collection.
    pub const TITLE: &str = "title";
    /// Who wrote the comments.
    pub const ANNOTATOR: &str = "annotator";
    /// The name of the opening.
    pub const OPENING: &str = "opening";
    /// The name of the variation of the opening.
    pub const VARIATION: &str = "variation";
    /// The code of the opening in the Encyclopedia of Chinese Chess Openings.
    pub const ECCO: &str = "ecco";
    /// Who made the record.
    pub const AUTHOR: &str = "author";
    /// The part of a game that it is for: `opening`, `middlegame`, `endgame`; a whole game has no such tag.
    pub const PHASE: &str = "phase";
    /// The group of the event.
    pub const GROUP: &str = "group";
    /// The number of the board.
    pub const TABLE: &str = "table";
    /// Where the record was taken from.
    pub const SOURCE: &str = "source";
    /// Who was the referee.
    pub const REFEREE: &str = "referee";
    /// Who wrote the moves down.
    pub const RECORDER: &str = "recorder";
    /// How the game ended, in any words.
    pub const TERMINATION: &str = "termination";

    /// The value under this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a value; an empty one takes the tag away.
    pub fn set(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            self.0.retain(|(known, _)| known != name);
        } else if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| known == name) {
            value.clone_into(old);
        } else {
            self.0.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Tags as a file has them, even empty ones, where no name is there twice.
    pub(super) const fn of_unique(tags: Vec<(String, String)>) -> Self {
        Self(tags)
    }

    /// Adds a tag as a file has it, even an empty one; the last of equal names stays.
    pub(super) fn read(&mut self, name: String, value: String) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value));
    }

    /// Every name with its value, in order.
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
