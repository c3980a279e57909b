//! Terms agreed on before the game, as the fields `rulebook` and `no_capture` of the program's own format.
//!
//! An unknown word or number comes from a newer version; the default stands for it.

use super::Caution;
use crate::rules::{Rulebook, Terms};
use serde_json::Number;
use std::ops::RangeInclusive;

/// Supported no-capture limits, in rounds.
pub const LIMITS: RangeInclusive<u16> = 1..=1000;

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
    mut warn: impl FnMut(Caution),
) -> Terms {
    let mut terms = Terms::default();
    if let Some(word) = rulebook {
        match Rulebook::from_word(&word) {
            Some(known) => terms.rulebook = known,
            None => {
                let instead = terms.rulebook;
                warn(Caution::UnknownRulebook { word, instead });
            }
        }
    }
    if let Some(number) = no_capture {
        match limit(&number) {
            Some(known) => terms.no_capture = known,
            None => {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_fields(rulebook: Option<&str>, no_capture: Option<Number>) -> (Terms, usize) {
        let mut cautions = 0;
        let terms = read(rulebook.map(str::to_owned), no_capture, |what| {
            assert!(!what.is_loss(), "{what}");
            cautions += 1;
        });
        (terms, cautions)
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
                let number = limit_number(no_capture).into();
                let read = read_fields(Some(rulebook.word()), Some(number));
                assert_eq!(read, (terms, 0));
            }
        }
    }

    #[test]
    fn what_is_missing_or_not_known_has_its_default() {
        assert_eq!(read_fields(None, None), (Terms::default(), 0));
        for number in ["1001", "65537", "-1", "60.5", "18446744073709551615"] {
            let number = number.parse().expect("a number");
            let read = read_fields(Some("national"), Some(number));
            assert_eq!(read, (Terms::default(), 2));
        }
    }
}
