//! Serialization of the last new game's agreement, and its validation. Handicap and computer are not part of it.

use super::value;
use crate::game::clock::TimeControl;
use crate::game::{Agreement, Seating, TakeBacks};
use crate::rules::{BySide, Rulebook, Terms};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// An agreement in the terms of the game files: 0 rounds for no limit, and an empty text for no clock.
#[derive(Serialize)]
struct AgreementFields<'a> {
    red_name: &'a str,
    black_name: &'a str,
    rulebook: &'static str,
    no_capture: u16,
    time_control: String,
    take_backs: &'static str,
    seating: &'static str,
}

pub(super) fn write<S: Serializer>(agreed: &Agreement, to: S) -> Result<S::Ok, S::Error> {
    let time = agreed.time.as_ref().map(ToString::to_string);
    let written = AgreementFields {
        red_name: &agreed.names.red,
        black_name: &agreed.names.black,
        rulebook: agreed.terms.rulebook.word(),
        no_capture: agreed.terms.no_capture.unwrap_or(0),
        time_control: time.unwrap_or_default(),
        take_backs: agreed.take_backs.word(),
        seating: agreed.seating.word(),
    };
    written.serialize(to)
}

/// Reads only values that the program offers itself.
pub(super) fn read(map: &Map<String, Value>) -> Agreement {
    let word = |name| value::<String>(map, name);
    Agreement {
        names: BySide {
            red: word("red_name"),
            black: word("black_name"),
        },
        terms: read_terms(map),
        time: TimeControl::read(&word("time_control")).ok().flatten(),
        handicap: None,
        take_backs: TakeBacks::from_word(&word("take_backs")).unwrap_or_default(),
        seating: Seating::from_word(&word("seating")).unwrap_or_default(),
        computer: None,
    }
}

fn read_terms(map: &Map<String, Value>) -> Terms {
    let default = Terms::default();
    let rulebook = Rulebook::from_word(&value::<String>(map, "rulebook"));
    let limit = value::<Option<u16>>(map, "no_capture");
    let limit = limit.map(|rounds| (rounds > 0).then_some(rounds));
    Terms {
        rulebook: rulebook.unwrap_or(default.rulebook),
        no_capture: limit
            .filter(|limit| Terms::LIMITS.contains(limit))
            .unwrap_or(default.no_capture),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(agreed: &Agreement) -> Agreement {
        let written = write(agreed, serde_json::value::Serializer).expect("plain data");
        read(written.as_object().expect("fields"))
    }

    #[test]
    fn every_offered_agreement_is_read_back() {
        let mut agreed = Agreement::default();
        assert_eq!(again(&agreed), agreed);
        agreed.names.red = "A".into();
        for rulebook in Rulebook::ALL {
            for no_capture in Terms::LIMITS {
                agreed.terms = Terms {
                    rulebook,
                    no_capture,
                };
                assert_eq!(again(&agreed), agreed);
            }
        }
        for time in TimeControl::presets() {
            agreed.time = time;
            assert_eq!(again(&agreed), agreed);
        }
        for take_backs in TakeBacks::ALL {
            for seating in Seating::ALL {
                (agreed.take_backs, agreed.seating) = (take_backs, seating);
                assert_eq!(again(&agreed), agreed);
            }
        }
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
            assert_eq!(read(&map), Agreement::default(), "{text}");
        }
    }
}
