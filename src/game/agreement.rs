//! What two players agree on before a game.

use super::clock::TimeControl;
use super::{Game, Handicap};
use crate::record::{Record, Tags};
use crate::rules::{BySide, PositionError, Setup, Side, Terms};

/// What is chosen before a new game; the record keeps it with the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Who plays; an empty name is none.
    pub names: BySide<String>,
    /// How repetitions are judged, and when a game without captures is drawn.
    pub terms: Terms,
    /// How much time there is; `None` is no clock.
    pub time: Option<TimeControl>,
    /// What one side gives; `None` is an even game.
    pub handicap: Option<Handicap>,
    /// Whether moves may be taken back.
    pub take_backs: TakeBacks,
    /// Where the players sit.
    pub seating: Seating,
}

impl Agreement {
    /// What was agreed on before a game.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let tags = &record.tags;
        let name = |side| tags.get(player_tag(side)).unwrap_or_default().to_owned();
        Self {
            names: BySide::new(name),
            terms: record.terms,
            time: TimeControl::of_game(tags),
            handicap: Handicap::of_game(record),
            take_backs: TakeBacks::of_game(tags),
            seating: Seating::of_game(tags),
        }
    }

    /// The same with the other colours: whatever is one player's own goes with the player.
    #[must_use]
    pub fn swapped(self) -> Self {
        let BySide { red, black } = self.names;
        let time = self.time.map(|TimeControl(sides)| {
            let BySide { red, black } = sides;
            TimeControl(BySide {
                red: black,
                black: red,
            })
        });
        let mirrored = |odds: Handicap| Handicap::new(odds.odds(), !odds.giver(), !odds.first());
        Self {
            names: BySide {
                red: black,
                black: red,
            },
            time,
            handicap: self.handicap.map(mirrored),
            ..self
        }
    }

    /// A game as it was agreed on, before its first move.
    ///
    /// # Panics
    ///
    /// Never: the ordinary start can be played, and so can every handicap.
    #[must_use]
    pub fn begin(&self) -> Game {
        let start = self.handicap.map_or_else(Setup::start, Handicap::setup);
        let game = self.begin_from(start);
        let mut game = game.expect("the start can be played");
        game.edit_tags(|tags| Handicap::set_in(self.handicap, None, tags));
        game
    }

    /// The same from another arrangement, which is no handicap.
    ///
    /// # Errors
    ///
    /// Every reason why that cannot be played.
    pub fn begin_from(&self, start: Setup) -> Result<Game, PositionError> {
        let mut record = Record::new(start)?;
        record.terms = self.terms;
        let tags = &mut record.tags;
        for side in Side::ALL {
            tags.set(player_tag(side), &self.names[side]);
        }
        TimeControl::set_in(self.time.as_ref(), tags);
        self.take_backs.set_in(tags);
        self.seating.set_in(tags);
        Ok(Game::from_record(record))
    }
}

/// Parts of an agreement that the tags of a record hold as text, parsed once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HouseRules {
    pub(super) take_backs: TakeBacks,
    pub(super) seating: Seating,
    pub(super) handicap: Option<Handicap>,
}

impl HouseRules {
    pub(super) fn of(record: &Record) -> Self {
        Self {
            take_backs: TakeBacks::of_game(&record.tags),
            seating: Seating::of_game(&record.tags),
            handicap: Handicap::of_game(record),
        }
    }
}

/// The tag that holds a player's name.
#[must_use]
pub const fn player_tag(side: Side) -> &'static str {
    match side {
        Side::Red => Tags::RED,
        Side::Black => Tags::BLACK,
    }
}

/// A player's name; `None` where there is none, or a file has an empty one.
#[must_use]
pub fn player_name(tags: &Tags, side: Side) -> Option<&str> {
    tags.get(player_tag(side))
        .filter(|name| !name.trim().is_empty())
}

/// Whether a move may be taken back: a rule of the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TakeBacks {
    /// As often as anybody likes.
    #[default]
    Free,
    /// If the opponent allows it.
    Ask,
    /// Never.
    Off,
}

impl TakeBacks {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Free, Self::Ask, Self::Off];

    /// The word for it in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Ask => "ask",
            Self::Off => "off",
        }
    }

    /// The rule with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }

    /// The rule of a game; free where the game does not say.
    fn of_game(tags: &Tags) -> Self {
        let word = tags.get(Tags::TAKE_BACKS);
        word.and_then(Self::from_word).unwrap_or_default()
    }

    /// Writes it into a game; the ordinary rule needs no word.
    pub fn set_in(self, tags: &mut Tags) {
        let word = if self == Self::default() {
            ""
        } else {
            self.word()
        };
        tags.set(Tags::TAKE_BACKS, word);
    }
}

/// Where the two players sit, which says how the board and what belongs to them is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seating {
    /// The board stands as the players have put it.
    #[default]
    Fixed,
    /// Both in front of the screen: the board turns to the player to move.
    SideBySide,
    /// Face to face with the screen flat between them: what belongs to the side at the top of the board, Black
    /// unless the players have turned it, faces the far side.
    AcrossTable,
}

impl Seating {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Fixed, Self::SideBySide, Self::AcrossTable];

    /// The words for it in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::SideBySide => "side by side",
            Self::AcrossTable => "across the table",
        }
    }

    /// The seating with these words.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seating| seating.word() == word)
    }

    /// The seating of a game; fixed where the game does not say.
    fn of_game(tags: &Tags) -> Self {
        let word = tags.get(Tags::SEATING);
        word.and_then(Self::from_word).unwrap_or_default()
    }

    /// Writes it into a game; the ordinary seating needs no words.
    pub fn set_in(self, tags: &mut Tags) {
        let word = if self == Self::default() {
            ""
        } else {
            self.word()
        };
        tags.set(Tags::SEATING, word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Odds, Sitting};
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;
    use crate::rules::Rulebook;

    fn agreed() -> Agreement {
        Agreement {
            names: BySide {
                red: "Hu".into(),
                black: String::new(),
            },
            terms: Terms {
                rulebook: Rulebook::Casual,
                no_capture: None,
            },
            time: TimeControl::read("300+3|900+3").expect("a time control"),
            handicap: None,
            take_backs: TakeBacks::Ask,
            seating: Seating::AcrossTable,
        }
    }

    #[test]
    fn what_was_agreed_on_is_in_the_game_and_in_its_file() {
        let odds = Odds::ALL.map(|odds| Some(Handicap::usual(odds)));
        let black = Handicap::new(Odds::Horses, Side::Black, Side::Black);
        let with = |handicap| Agreement {
            handicap,
            ..agreed()
        };
        let all = odds.into_iter().chain([None, Some(black)]).map(with);
        for agreed in all.chain([Agreement::default()]) {
            let game = agreed.begin();
            assert_eq!(Agreement::of(game.record()), agreed);
            assert_eq!(game.clock().is_some(), agreed.time.is_some());
            for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
                let written = format::write(&game.to_record(), target);
                let read = format::read(&written).expect("a game");
                assert_eq!(read.warnings, [], "{target:?}");
                assert_eq!(Agreement::of(&read.records[0]), agreed, "{target:?}");
            }
            let session = Sitting::read(&Sitting::new(game).write()).expect("a session");
            assert_eq!(Agreement::of(session.game.record()), agreed);
        }
    }

    #[test]
    fn a_player_takes_name_and_time_along_to_the_other_colour() {
        let mut agreed = agreed();
        agreed.time = TimeControl::read("60|30").expect("a time control");
        let swapped = agreed.clone().swapped();
        assert_eq!(swapped.names.black, "Hu");
        let time = swapped.time.as_ref().map(ToString::to_string);
        assert_eq!(time.as_deref(), Some("30|60"));
        assert_eq!(swapped.swapped(), agreed);
        agreed.handicap = Some(Handicap::usual(Odds::Horses));
        let swapped = agreed.clone().swapped();
        assert_eq!(swapped.handicap.map(Handicap::giver), Some(Side::Black));
        assert_eq!(swapped.swapped(), agreed);
    }

    #[test]
    fn a_game_begins_from_any_arrangement_that_can_be_played() {
        let fen = "3k5/9/9/9/4R4/9/4P4/9/9/4K4 b - - 3 12";
        let start = Setup::from_fen(fen).expect("a FEN");
        let game = agreed().begin_from(start.clone()).expect("a game");
        assert_eq!(Agreement::of(game.record()), agreed());
        assert_eq!(game.record().start(), &start);
        let bare = agreed().begin_from(start.cleared());
        assert_eq!(bare.err().map(|error| error.faults.len()), Some(2));
    }

    #[test]
    fn what_is_usual_is_not_written() {
        let game = Agreement::default().begin();
        assert_eq!(game.record().tags.iter().count(), 0);
    }

    #[test]
    fn every_rule_has_its_word() {
        for rule in TakeBacks::ALL {
            assert_eq!(TakeBacks::from_word(rule.word()), Some(rule));
        }
        for seating in Seating::ALL {
            assert_eq!(Seating::from_word(seating.word()), Some(seating));
        }
        assert_eq!(TakeBacks::from_word("sometimes"), None);
        assert_eq!(Seating::from_word(""), None);
    }
}
