//! Terms agreed on before the game, as the fields `rulebook` and `no_capture` of the program's own format.
//!
//! An unknown word or number comes from a newer version. It is kept in the record's unknown fields under its own name,
//! and written again unless its substitute, the default, has been changed.

use super::Caution;
use crate::rules::{Rulebook, Terms};
use serde_json::{Map, Number, Value};
use std::ops::RangeInclusive;

/// Supported no-capture limits, in rounds.
pub const LIMITS: RangeInclusive<u16> = 1..=1000;

const RULEBOOK: &str = "rulebook";
const NO_CAPTURE: &str = "no_capture";
/// Number that stands for no limit.
const NONE: u16 = 0;

/// The number of rounds in files: 0 for no limit.
pub fn limit_number(limit: Option<u16>) -> u16 {
    limit.unwrap_or(NONE)
}

/// Creates terms from the fields; a missing one has its default.
pub(super) fn read(
    rulebook: Option<String>,
    no_capture: Option<Number>,
    unknown: &mut Map<String, Value>,
    warn: &mut impl FnMut(Caution),
) -> Terms {
    let mut terms = Terms::default();
    if let Some(word) = rulebook {
        match Rulebook::from_word(&word) {
            Some(known) => terms.rulebook = known,
            None => {
                unknown.insert(RULEBOOK.to_owned(), word.clone().into());
                let instead = terms.rulebook;
                warn(Caution::UnknownRulebook { word, instead });
            }
        }
    }
    if let Some(number) = no_capture {
        match limit(&number) {
            Some(known) => terms.no_capture = known,
            None => {
                unknown.insert(NO_CAPTURE.to_owned(), number.clone().into());
                let (number, instead) = (number.to_string(), terms.no_capture);
                warn(Caution::UnknownLimit { number, instead });
            }
        }
    }
    terms
}

/// The limit a number stands for; `None` if it is not valid.
fn limit(number: &Number) -> Option<Option<u16>> {
    let rounds = u16::try_from(number.as_u64()?).ok()?;
    match rounds {
        NONE => Some(None),
        _ => LIMITS.contains(&rounds).then_some(Some(rounds)),
    }
}

/// The fields for terms, or those kept in `unknown`, which are removed from it.
pub(super) fn write(terms: Terms, unknown: &mut Map<String, Value>) -> (String, Number) {
    let default = Terms::default();
    let rulebook = match unknown.shift_remove(RULEBOOK) {
        Some(Value::String(word)) if terms.rulebook == default.rulebook => word,
        _ => terms.rulebook.word().to_owned(),
    };
    let no_capture = match unknown.shift_remove(NO_CAPTURE) {
        Some(Value::Number(number)) if terms.no_capture == default.no_capture => number,
        _ => limit_number(terms.no_capture).into(),
    };
    (rulebook, no_capture)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_fields(rulebook: Value, no_capture: Value) -> (Terms, Map<String, Value>, usize) {
        let mut unknown = Map::new();
        let mut cautions = 0;
        let rulebook = serde_json::from_value(rulebook).expect("a word");
        let no_capture = serde_json::from_value(no_capture).expect("a number");
        let terms = read(rulebook, no_capture, &mut unknown, &mut |what| {
            assert!(!what.is_loss(), "{what}");
            cautions += 1;
        });
        (terms, unknown, cautions)
    }

    #[test]
    fn all_terms_are_read_as_they_were_written() {
        let limits = Terms::LIMITS.into_iter().chain([Some(1), Some(1000)]);
        for no_capture in limits {
            for rulebook in Rulebook::ALL {
                let terms = Terms {
                    rulebook,
                    no_capture,
                };
                let (word, number) = write(terms, &mut Map::new());
                let read = read_fields(word.into(), number.into());
                assert_eq!(read, (terms, Map::new(), 0));
            }
        }
    }

    #[test]
    fn what_is_missing_has_its_default() {
        let read = read_fields(Value::Null, Value::Null);
        assert_eq!(read, (Terms::default(), Map::new(), 0));
    }

    #[test]
    fn what_is_not_known_is_kept_until_the_terms_change() {
        let numbers = ["1001", "65537", "-1", "60.5", "18446744073709551615"];
        for number in numbers.map(|text| text.parse::<Number>().expect("a number")) {
            let (terms, unknown, cautions) = read_fields("national".into(), number.clone().into());
            assert_eq!((terms, cautions), (Terms::default(), 2), "{number}");
            let kept = write(terms, &mut unknown.clone());
            assert_eq!(kept, ("national".into(), number));
            let changed = Terms {
                rulebook: Rulebook::Off,
                no_capture: None,
            };
            let mut rest = unknown;
            assert_eq!(write(changed, &mut rest), ("off".into(), 0.into()));
            assert!(rest.is_empty(), "no field is written twice");
        }
    }
}
