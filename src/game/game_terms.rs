//! Terms of a game, which the players agree on before it.

use super::clock::TimeControl;
use super::{ByLetter, ClockPress, Computer, EnginePlayer, Game, Handicap, hints};
use crate::record::{Record, TagValue, Tags};
use crate::rules::{BySide, PositionError, Setup, Side, Terms, named};

/// Terms chosen before a new game; the record keeps them with the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTerms {
    /// Player names; an empty name means none.
    pub names: BySide<String>,
    /// Rulebook for repetitions, and the limit after which a game without captures is drawn.
    pub rules: Terms,
    /// Time control; `None` means no clock.
    pub time: Option<TimeControl>,
    /// Whether the clock is pressed by hand; of no effect without one.
    pub clock_press: ClockPress,
    /// Odds given by one side; `None` means an even game.
    pub handicap: Option<Handicap>,
    /// Whether moves may be taken back.
    pub take_backs: TakeBacks,
    /// Seating of the players.
    pub seating: Seating,
    /// The computer as one of the players; `None` if both are people.
    pub computer: Option<Computer>,
    /// The engine that plays in the computer’s place.
    pub engine: Option<EnginePlayer>,
}

impl GameTerms {
    /// Terms of a record.
    pub fn of(record: &Record) -> Self {
        let tags = &record.tags;
        let name = |side| tags.get(player_tag(side)).unwrap_or_default().to_owned();
        Self {
            names: BySide::new(name),
            rules: record.terms,
            time: tags.typed(),
            clock_press: ClockPress::of(tags),
            handicap: Handicap::of_game(record),
            take_backs: tags.typed().unwrap_or_default(),
            seating: tags.typed().unwrap_or_default(),
            computer: Computer::of_game(tags),
            engine: tags.typed(),
        }
    }

    /// The terms with colors swapped: names, time and odds follow the player.
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
            computer: self.computer.map(Computer::swapped),
            ..self
        }
    }

    /// The terms with a person and the computer as players. Seats do not matter then, and only one of them has hands.
    #[must_use]
    pub fn against(self, computer: Computer, person: &str, name: &str) -> Self {
        let called = |side| if side == computer.side { name } else { person };
        Self {
            names: BySide::new(|side| called(side).to_owned()),
            seating: Seating::Fixed,
            clock_press: ClockPress::ByMove,
            computer: Some(computer),
            ..self
        }
    }

    /// Starts a game on these terms, before its first move.
    pub fn begin(&self) -> Game {
        let start = self.handicap.map_or_else(Setup::start, Handicap::setup);
        let game = self.begin_from(start);
        let mut game = game.expect("the start can be played");
        game.edit_tags(|tags| Handicap::set_in(self.handicap, None, tags));
        game
    }

    /// Starts a game from a custom arrangement, ignoring the handicap.
    ///
    /// # Errors
    ///
    /// Returns an error if the arrangement cannot be played.
    pub fn begin_from(&self, start: Setup) -> Result<Game, PositionError> {
        let mut record = Record::new(start)?;
        record.terms = self.rules;
        let tags = &mut record.tags;
        for side in Side::ALL {
            tags.set(player_tag(side), &self.names[side]);
        }
        tags.set_typed(self.time.as_ref());
        tags.set_typed(self.time.as_ref().map(|_| &self.clock_press));
        tags.set_typed(Some(&self.take_backs));
        tags.set_typed(Some(&self.seating));
        tags.set_typed(self.computer.as_ref());
        tags.set_typed(self.engine.as_ref());
        Ok(Game::from_record(record))
    }
}

/// Terms parsed once from the tags of a record.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HouseRules {
    pub(super) take_backs: TakeBacks,
    pub(super) clock_press: ClockPress,
    pub(super) seating: Seating,
    pub(super) handicap: Option<Handicap>,
    pub(super) by_letter: Option<ByLetter>,
    pub(super) computer: Option<Computer>,
    /// Whether both players agreed to hints.
    pub(super) hints: bool,
    /// Whether one of the players is elsewhere.
    pub(super) is_elsewhere: bool,
}

impl HouseRules {
    pub(super) fn of(record: &Record) -> Self {
        let tags = &record.tags;
        Self {
            take_backs: tags.typed().unwrap_or_default(),
            clock_press: ClockPress::of(tags),
            seating: tags.typed().unwrap_or_default(),
            handicap: Handicap::of_game(record),
            by_letter: ByLetter::of(tags).map(|(known, _)| known),
            computer: Computer::of_game(tags),
            hints: hints::are_agreed(record),
            is_elsewhere: hints::is_elsewhere(tags),
        }
    }
}

/// Tag that holds a player's name.
pub const fn player_tag(side: Side) -> &'static str {
    match side {
        Side::Red => Tags::RED,
        Side::Black => Tags::BLACK,
    }
}

/// A player's name; `None` if it is missing or empty.
pub fn player_name(tags: &Tags, side: Side) -> Option<&str> {
    tags.get(player_tag(side))
        .filter(|name| !name.trim().is_empty())
}

named! {
    /// House rule on taking moves back.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum TakeBacks {
        /// Without limit.
        #[default]
        Free = "free",
        /// With the opponent's consent.
        Ask = "ask",
        /// Never.
        Off = "off",
    }
}

impl TagValue for TakeBacks {
    const TAG: &str = Tags::TAKE_BACKS;

    fn of_tag(text: &str) -> Option<Self> {
        Self::from_word(text)
    }

    fn to_tag(&self) -> String {
        let is_default = *self == Self::default();
        (if is_default { "" } else { self.word() }).to_owned()
    }
}

named! {
    /// Seating of the two players, which decides how the board and each player's controls are turned.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Seating {
        /// The board stays as the players have turned it.
        #[default]
        Fixed = "fixed",
        /// Both in front of the screen: the board turns to the side to move.
        SideBySide = "side by side",
        /// Face to face with the screen flat between them: the controls of the side at the top of the board (Black, unless
        /// the board is turned) face the far side.
        AcrossTable = "across the table",
    }
}

impl TagValue for Seating {
    const TAG: &str = Tags::SEATING;

    fn of_tag(text: &str) -> Option<Self> {
        Self::from_word(text)
    }

    fn to_tag(&self) -> String {
        let is_default = *self == Self::default();
        (if is_default { "" } else { self.word() }).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Level;
    use crate::game::{Odds, SessionState};
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;
    use crate::rules::Rulebook;

    fn terms() -> GameTerms {
        GameTerms {
            names: BySide {
                red: "Hu".into(),
                black: String::new(),
            },
            rules: Terms {
                rulebook: Rulebook::Casual,
                no_capture: None,
            },
            time: TimeControl::read("300+3|900+3").expect("a time control"),
            clock_press: ClockPress::ByHand,
            handicap: None,
            take_backs: TakeBacks::Ask,
            seating: Seating::AcrossTable,
            computer: None,
            engine: None,
        }
    }

    #[test]
    fn what_was_agreed_on_is_in_the_game_and_in_its_file() {
        let odds = Odds::ALL.map(|odds| Some(Handicap::usual(odds)));
        let black = Handicap::new(Odds::Horses, Side::Black, Side::Black);
        let with = |handicap| GameTerms {
            handicap,
            ..terms()
        };
        let all = odds.into_iter().chain([None, Some(black)]).map(with);
        let computer = GameTerms {
            clock_press: ClockPress::ByMove,
            computer: Level::new(8).map(|level| Computer {
                side: Side::Red,
                level,
            }),
            engine: EnginePlayer::of_tag("time 1000 Pikafish 2023"),
            ..terms()
        };
        for terms in all.chain([GameTerms::default(), computer]) {
            let game = terms.begin();
            assert_eq!(GameTerms::of(game.record()), terms);
            assert_eq!(game.clock().is_some(), terms.time.is_some());
            for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
                let written = format::write(&game.to_record(), target);
                let read = format::read(&written).expect("a game");
                assert_eq!(read.warnings, [], "{target:?}");
                assert_eq!(GameTerms::of(&read.records[0]), terms, "{target:?}");
            }
            let session = SessionState::read(&SessionState::new(game).write()).expect("a session");
            assert_eq!(GameTerms::of(session.game.record()), terms);
        }
    }

    #[test]
    fn a_player_takes_name_and_time_along_to_the_other_color() {
        let mut terms = terms();
        terms.time = TimeControl::read("60|30").expect("a time control");
        let swapped = terms.clone().swapped();
        assert_eq!(swapped.names.black, "Hu");
        let time = swapped.time.as_ref().map(ToString::to_string);
        assert_eq!(time.as_deref(), Some("30|60"));
        assert_eq!(swapped.swapped(), terms);
        terms.handicap = Some(Handicap::usual(Odds::Horses));
        let swapped = terms.clone().swapped();
        assert_eq!(swapped.handicap.map(Handicap::giver), Some(Side::Black));
        assert_eq!(swapped.swapped(), terms);
    }

    #[test]
    fn a_game_begins_from_any_arrangement_that_can_be_played() {
        let fen = "3k5/9/9/9/4R4/9/4P4/9/9/4K4 b - - 3 12";
        let start = Setup::from_fen(fen).expect("a FEN");
        let game = terms().begin_from(start.clone()).expect("a game");
        assert_eq!(GameTerms::of(game.record()), terms());
        assert_eq!(game.record().start(), &start);
        let bare = terms().begin_from(start.cleared());
        assert_eq!(bare.err().map(|error| error.faults.len()), Some(2));
    }

    #[test]
    fn what_is_usual_is_not_written() {
        let game = GameTerms::default().begin();
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
