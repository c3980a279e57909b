//! The options of the engine.

use super::command::integer;
use super::error::CommandError;
use crate::engine::Level;
use crate::engine::uci::{EngineOption, OptionKind};
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
    /// The transposition table is emptied.
    ClearHash,
    /// Nothing to be set: the only value is as good as the default, or tells who plays.
    Nothing,
}

impl Setting {
    pub(super) const HASH: &str = "Hash";
    const CLEAR_HASH: &str = "Clear Hash";
    const THREADS: &str = "Threads";
    const PONDER: &str = "Ponder";
    const LINES: &str = "MultiPV";
    const SKILL: &str = "Skill Level";
    pub(super) const RULES: &str = "Rules";
    pub(super) const VARIANT: &str = "UCI_Variant";
    /// Options that any engine is sent, and that change nothing in this one.
    const OF_ALL: [&str; 2] = ["UCI_AnalyseMode", "UCI_Opponent"];

    /// Reads what follows `setoption`. With it comes a remark if a number is out of range and the nearest is taken.
    ///
    /// # Errors
    ///
    /// Returns what was not understood.
    pub fn read(words: &[&str]) -> Result<(Self, Option<CommandError>), CommandError> {
        let ["name", rest @ ..] = words else {
            return Err(CommandError::NoName);
        };
        let end = rest.iter().position(|word| *word == "value");
        let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
        let name = name.join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let number = |name, most| {
            let number = integer(&value).ok_or(CommandError::NotANumber { name, most })?;
            let used = usize::try_from(number).unwrap_or_default().clamp(1, most);
            let is_in_range = i64::try_from(used) == Ok(number);
            let remark = (!is_in_range).then_some(CommandError::OutOfRange { name, used, most });
            Ok((used, remark))
        };
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is(Self::HASH) {
            number(Self::HASH, MOST_HASH).map(|(hash, remark)| (Self::Hash(hash), remark))
        } else if is(Self::THREADS) {
            number(Self::THREADS, 1).map(|(_, remark)| (Self::Nothing, remark))
        } else if is(Self::LINES) {
            number(Self::LINES, MOST_LINES).map(|(lines, remark)| (Self::Lines(lines), remark))
        } else if is(Self::SKILL) || is("Skill") {
            let (level, remark) = number(Self::SKILL, Level::COUNT)?;
            let level = u8::try_from(level).ok().and_then(Level::new);
            Ok((Self::Skill(level.expect("a number of a level")), remark))
        } else if is(Self::RULES) {
            let rulebook = Rulebook::from_word(&value.to_lowercase());
            let rulebook = rulebook.ok_or(CommandError::NoSuchRules)?;
            Ok((Self::Rules(rulebook), None))
        } else if is(Self::CLEAR_HASH) {
            Ok((Self::ClearHash, None))
        } else if is(Self::VARIANT) && !value.eq_ignore_ascii_case("xiangqi") {
            Err(CommandError::OtherGame)
        } else if is(Self::VARIANT) || is(Self::PONDER) || Self::OF_ALL.into_iter().any(is) {
            Ok((Self::Nothing, None))
        } else {
            Err(CommandError::NoSuchOption(name.as_str().into()))
        }
    }

    /// The options as they are introduced, with these values at the beginning.
    pub fn introduction(hash: usize, skill: Level, rules: Rulebook) -> [EngineOption; 8] {
        let number = |default: usize, most: usize| OptionKind::Spin {
            default: default as i64,
            min: 1,
            max: most as i64,
        };
        let combo = |default: &str, choices: &[&str]| OptionKind::Combo {
            default: default.to_owned(),
            choices: choices.iter().map(|&one| one.to_owned()).collect(),
        };
        let rulebooks = Rulebook::ALL.map(Rulebook::word);
        [
            (Self::HASH, number(hash, MOST_HASH)),
            (Self::CLEAR_HASH, OptionKind::Button),
            (Self::THREADS, number(1, 1)),
            (Self::PONDER, OptionKind::Check(false)),
            (Self::LINES, number(1, MOST_LINES)),
            (Self::SKILL, number(skill.number().into(), Level::COUNT)),
            (Self::RULES, combo(rules.word(), &rulebooks)),
            (Self::VARIANT, combo("xiangqi", &["xiangqi"])),
        ]
        .map(|(name, kind)| EngineOption {
            name: name.to_owned(),
            kind,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_case() {
        let read = |line: &str| Setting::read(&line.split_whitespace().collect::<Vec<_>>());
        let set = |line: &str| match read(line) {
            Ok((setting, None)) => setting,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(set("name Hash value 64"), Setting::Hash(64));
        assert_eq!(set("name MultiPV value 3"), Setting::Lines(3));
        let level = Level::new(2).expect("a level");
        assert_eq!(set("name Skill Level value 2"), Setting::Skill(level));
        let casual = Setting::Rules(Rulebook::Casual);
        assert_eq!(set("name rules value casual"), casual);
        assert_eq!(set("name Clear Hash"), Setting::ClearHash);
        for nothing in [
            "name UCI_Variant value xiangqi",
            "name Threads value 1",
            "name Ponder value true",
            "name UCI_AnalyseMode value true",
        ] {
            assert_eq!(set(nothing), Setting::Nothing, "{nothing}");
        }
        for wrong in [
            "name Hash value lots",
            "name Hash",
            "Hash 5",
            "name UCI_Variant value chess",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_told_and_the_nearest_is_taken() {
        let last = Level::all().next_back().expect("levels");
        for (line, setting) in [
            ("name Hash value 0", Setting::Hash(1)),
            ("name Hash value -5", Setting::Hash(1)),
            ("name Hash value 99999999999999999999", Setting::Hash(1024)),
            ("name MultiPV value 500", Setting::Lines(32)),
            ("name Skill Level value 20", Setting::Skill(last)),
            ("name Threads value 4", Setting::Nothing),
        ] {
            let words: Vec<_> = line.split_whitespace().collect();
            let (read, remark) = Setting::read(&words).expect("an option");
            assert_eq!(read, setting, "{line}");
            assert!(remark.is_some(), "{line}");
        }
    }
}
