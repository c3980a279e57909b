//! The options of the engine.

use super::error::CommandError;
use crate::mind::Level;
use crate::rules::Rulebook;

/// Most memory, in mebibytes.
const MOST_HASH: usize = 1024;
/// Most lines.
const MOST_LINES: usize = 32;

/// An option with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Mebibytes of the transposition table.
    Hash(usize),
    /// Number of best moves that are told.
    Lines(usize),
    Skill(Level),
    Rules(Rulebook),
    /// Nothing to be set: the only game is this one.
    Variant,
}

impl Setting {
    const HASH: &str = "Hash";
    const LINES: &str = "MultiPV";
    const SKILL: &str = "Skill Level";
    pub(super) const RULES: &str = "Rules";
    pub(super) const VARIANT: &str = "UCI_Variant";

    /// Reads what follows `setoption`.
    ///
    /// # Errors
    ///
    /// Returns what was not understood.
    pub fn read(words: &[&str]) -> Result<Self, CommandError> {
        let ["name", rest @ ..] = words else {
            return Err(CommandError::NoName);
        };
        let end = rest.iter().position(|word| *word == "value");
        let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
        let name = name.join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let number = |name, most| {
            let number = value.parse().ok();
            let number = number.filter(|number| (1..=most).contains(number));
            number.ok_or(CommandError::OutOfRange { name, most })
        };
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is(Self::HASH) {
            number(Self::HASH, MOST_HASH).map(Self::Hash)
        } else if is(Self::LINES) {
            number(Self::LINES, MOST_LINES).map(Self::Lines)
        } else if is(Self::SKILL) || is("Skill") {
            let level = u8::try_from(number(Self::SKILL, Level::COUNT)?);
            let level = level.ok().and_then(Level::new);
            Ok(Self::Skill(level.expect("a number of a level")))
        } else if is(Self::RULES) {
            let rulebook = Rulebook::from_word(&value.to_lowercase());
            rulebook.map(Self::Rules).ok_or(CommandError::NoSuchRules)
        } else if is(Self::VARIANT) {
            let is_known = value == "xiangqi";
            is_known
                .then_some(Self::Variant)
                .ok_or(CommandError::OtherGame)
        } else {
            Err(CommandError::NoSuchOption(name.as_str().into()))
        }
    }

    /// The options as they are introduced, with these values at the beginning.
    pub fn introduction(hash: usize, skill: Level, rules: Rulebook) -> Vec<String> {
        let words = Rulebook::ALL.map(|one| format!("var {}", one.word()));
        let last = Level::COUNT;
        [
            (
                Self::HASH,
                format!("spin default {hash} min 1 max {MOST_HASH}"),
            ),
            (
                Self::LINES,
                format!("spin default 1 min 1 max {MOST_LINES}"),
            ),
            (
                Self::SKILL,
                format!("spin default {} min 1 max {last}", skill.number()),
            ),
            (
                Self::RULES,
                format!("combo default {} {}", rules.word(), words.join(" ")),
            ),
            (
                Self::VARIANT,
                "combo default xiangqi var xiangqi".to_owned(),
            ),
        ]
        .map(|(name, kind)| format!("option name {name} type {kind}"))
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_case() {
        let read = |line: &str| Setting::read(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(read("name Hash value 64"), Ok(Setting::Hash(64)));
        assert_eq!(read("name MultiPV value 3"), Ok(Setting::Lines(3)));
        let level = Level::new(2).expect("a level");
        assert_eq!(read("name Skill Level value 2"), Ok(Setting::Skill(level)));
        assert_eq!(
            read("name rules value casual"),
            Ok(Setting::Rules(Rulebook::Casual))
        );
        assert_eq!(read("name UCI_Variant value xiangqi"), Ok(Setting::Variant));
        for wrong in [
            "name Hash value 0",
            "name Hash value 99999",
            "Hash 5",
            "name UCI_Variant value chess",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
