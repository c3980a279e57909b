//! Choices of the last new game at a screen, as they are remembered: its terms, without handicap and computer, and its
//! opponent.

use super::clock::TimeControl;
use super::{ClockPress, Computer, EnginePlayer, GameTerms, Seating, TakeBacks};
use crate::engine::Level;
use crate::rules::{BySide, Rulebook, Side, Terms};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

/// Terms of a game, written as in the game files: 0 rounds for no limit, and an empty text for no clock.
#[derive(Serialize)]
struct GameTermsFields<'a> {
    red_name: &'a str,
    black_name: &'a str,
    rulebook: &'static str,
    no_capture: u16,
    time_control: String,
    clock_press: &'static str,
    take_backs: &'static str,
    seating: &'static str,
}

/// Serializes terms.
///
/// # Errors
///
/// Returns any error of the serializer.
pub fn write_terms<S: Serializer>(terms: &GameTerms, to: S) -> Result<S::Ok, S::Error> {
    let time = terms.time.as_ref().map(ToString::to_string);
    let written = GameTermsFields {
        red_name: &terms.names.red,
        black_name: &terms.names.black,
        rulebook: terms.rules.rulebook.word(),
        no_capture: terms.rules.no_capture.unwrap_or(0),
        time_control: time.unwrap_or_default(),
        clock_press: terms.clock_press.word(),
        take_backs: terms.take_backs.word(),
        seating: terms.seating.word(),
    };
    written.serialize(to)
}

/// Reads terms, with only those values that the program offers.
pub fn read_terms(map: &Map<String, Value>) -> GameTerms {
    let word = |name| word(map, name);
    GameTerms {
        names: BySide {
            red: word("red_name").to_owned(),
            black: word("black_name").to_owned(),
        },
        rules: read_rules(map),
        time: TimeControl::read(word("time_control")).ok().flatten(),
        clock_press: ClockPress::from_word(word("clock_press")).unwrap_or_default(),
        handicap: None,
        take_backs: TakeBacks::from_word(word("take_backs")).unwrap_or_default(),
        seating: Seating::from_word(word("seating")).unwrap_or_default(),
        computer: None,
        engine: None,
    }
}

fn word<'a>(map: &'a Map<String, Value>, name: &str) -> &'a str {
    let word = map.get(name).and_then(Value::as_str);
    word.unwrap_or_default()
}

fn read_rules(map: &Map<String, Value>) -> Terms {
    let default = Terms::default();
    let rulebook = Rulebook::from_word(word(map, "rulebook"));
    let limit = map.get("no_capture").and_then(Value::as_u64);
    let limit = limit.and_then(|rounds| u16::try_from(rounds).ok());
    let limit = limit.map(|rounds| (rounds > 0).then_some(rounds));
    Terms {
        rulebook: rulebook.unwrap_or(default.rulebook),
        no_capture: limit
            .filter(|limit| Terms::LIMITS.contains(limit))
            .unwrap_or(default.no_capture),
    }
}

/// Opponent in the last new game at this screen, and how the computer plays. The rules are those of the last game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpponentChoice {
    /// Whether the opponent is the computer.
    pub computer: bool,
    /// Level of the computer.
    #[serde(with = "level")]
    pub level: Level,
    /// Side of the person; `None` draws lots.
    #[serde(with = "drawn_side")]
    pub side: Option<Side>,
    /// Name of the person; empty if not yet entered.
    pub name: String,
    /// The engine that plays in the computer’s place.
    #[serde(with = "engine", skip_serializing_if = "Option::is_none")]
    pub engine: Option<EnginePlayer>,
}

impl OpponentChoice {
    /// The terms with the chosen opponent. `own` is the person’s side against the computer, which has a name by its level.
    pub fn applied(
        &self,
        terms: GameTerms,
        own: Side,
        computer_name: impl Fn(Level) -> String,
    ) -> GameTerms {
        if !self.computer {
            return terms;
        }
        let strongest = Level::all().next_back();
        let engine = self.engine.clone();
        let level = strongest.filter(|_| engine.is_some());
        let computer = Computer {
            side: !own,
            level: level.unwrap_or(self.level),
        };
        let name = match &engine {
            Some(engine) => engine.name.clone(),
            None => computer_name(self.level),
        };
        let terms = terms.against(computer, &self.name, &name);
        GameTerms { engine, ..terms }
    }
}

impl Default for OpponentChoice {
    fn default() -> Self {
        Self {
            computer: false,
            level: Level::FIRST,
            side: Some(Side::Red),
            name: String::new(),
            engine: None,
        }
    }
}

/// Serialization of an engine as the text of its tag; one that makes no sense is none.
mod engine {
    use crate::game::EnginePlayer;
    use crate::record::TagValue;
    use serde::{Deserialize, Deserializer, Serializer};

    // Required by serde.
    #[allow(clippy::ref_option)]
    pub fn serialize<S: Serializer>(
        engine: &Option<EnginePlayer>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let text = engine.as_ref().map(TagValue::to_tag);
        to.serialize_str(&text.unwrap_or_default())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<EnginePlayer>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        Ok(text.and_then(|text| EnginePlayer::of_tag(&text)))
    }
}

/// Serialization of a level as its number.
mod level {
    use crate::engine::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    // Required by serde.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(level: &Level, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(level.number())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
        let level = Level::new(u8::deserialize(from)?);
        level.ok_or_else(|| D::Error::custom("unknown level"))
    }
}

/// Serialization of a side as its keyword, or `chance`.
pub mod drawn_side {
    use crate::rules::Side;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const CHANCE: &str = "chance";

    /// Serializes a side.
    ///
    /// # Errors
    ///
    /// Returns any error of the serializer.
    // Required by serde.
    #[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(side: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.map_or(CHANCE, Side::word))
    }

    /// Deserializes a side.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no keyword.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Side>, D::Error> {
        match &*String::deserialize(from)? {
            CHANCE => Ok(None),
            word => match Side::from_word(word) {
                Some(side) => Ok(Some(side)),
                None => Err(D::Error::custom("unknown side")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::TagValue;

    fn again(terms: &GameTerms) -> GameTerms {
        let written = write_terms(terms, serde_json::value::Serializer).expect("plain data");
        read_terms(written.as_object().expect("fields"))
    }

    #[test]
    fn all_offered_terms_are_read_back() {
        let mut terms = GameTerms::default();
        assert_eq!(again(&terms), terms);
        terms.names.red = "A".into();
        for rulebook in Rulebook::ALL {
            for no_capture in Terms::LIMITS {
                terms.rules = Terms {
                    rulebook,
                    no_capture,
                };
                assert_eq!(again(&terms), terms);
            }
        }
        for time in TimeControl::presets() {
            terms.time = time;
            assert_eq!(again(&terms), terms);
        }
        for take_backs in TakeBacks::ALL {
            for seating in Seating::ALL {
                (terms.take_backs, terms.seating) = (take_backs, seating);
                assert_eq!(again(&terms), terms);
            }
        }
        terms.clock_press = ClockPress::ByHand;
        assert_eq!(again(&terms), terms);
    }

    #[test]
    fn what_was_never_offered_is_as_usual() {
        for text in [
            r#"{"rulebook":"national","no_capture":7,"time_control":"five minutes"}"#,
            r#"{"rulebook":3,"no_capture":"never","time_control":300}"#,
            r#"{"no_capture":-1,"take_backs":"often","seating":2,"red_name":7}"#,
            r#"{"handicap":"two horses","first":"black"}"#,
            "{}",
        ] {
            let map = serde_json::from_str(text).expect("an object");
            assert_eq!(read_terms(&map), GameTerms::default(), "{text}");
        }
    }

    #[test]
    fn every_opponent_is_read_back_and_a_missing_one_is_as_usual() {
        for level in Level::all() {
            for side in [Some(Side::Red), Some(Side::Black), None] {
                let choice = OpponentChoice {
                    computer: true,
                    level,
                    side,
                    name: "Lan".into(),
                    engine: EnginePlayer::of_tag("depth 3 One"),
                };
                let written = serde_json::to_value(&choice).expect("plain data");
                let read = serde_json::from_value::<OpponentChoice>(written);
                assert_eq!(read.ok(), Some(choice));
            }
        }
        let read = |text| serde_json::from_str::<OpponentChoice>(text).ok();
        assert_eq!(read("{}"), Some(OpponentChoice::default()));
        for odd in [
            r#"{"level":0}"#,
            r#"{"level":9}"#,
            r#"{"level":"3"}"#,
            r#"{"side":7}"#,
        ] {
            assert_eq!(read(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_computer_takes_the_other_side_and_has_a_name() {
        let choice = OpponentChoice {
            computer: true,
            name: "Lan".into(),
            ..OpponentChoice::default()
        };
        let terms = choice.applied(GameTerms::default(), Side::Black, |level| {
            level.number().to_string()
        });
        assert_eq!(terms.names.black, "Lan");
        assert_eq!(terms.names.red, "1");
        assert_eq!(
            terms.computer.map(|computer| computer.side),
            Some(Side::Red)
        );
        let engine = OpponentChoice {
            engine: EnginePlayer::of_tag("nodes 500 One"),
            ..choice
        };
        let terms = engine.applied(GameTerms::default(), Side::Red, |_| String::new());
        assert_eq!(
            (&*terms.names.black, &terms.engine),
            ("One", &engine.engine)
        );
        assert_eq!(terms.begin().engine(), engine.engine);
        let people =
            OpponentChoice::default().applied(GameTerms::default(), Side::Black, |_| String::new());
        assert_eq!(people, GameTerms::default());
    }
}
