//! The options of the engine.

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
    /// Reads what follows `setoption`.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what was not understood.
    pub fn read(words: &[&str]) -> Result<Self, String> {
        let ["name", rest @ ..] = words else {
            return Err("setoption: name is missing".to_owned());
        };
        let end = rest.iter().position(|word| *word == "value");
        let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
        let name = name.join(" ").to_lowercase();
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let number = |most: usize| {
            let number = value.parse::<usize>().ok();
            let number = number.filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("option {name}: a number from 1 to {most}"))
        };
        match name.as_str() {
            "hash" => number(MOST_HASH).map(Self::Hash),
            "multipv" => number(MOST_LINES).map(Self::Lines),
            "skill level" | "skill" => {
                let number = number(Level::COUNT)?;
                let level = u8::try_from(number).ok().and_then(Level::new);
                level
                    .map(Self::Skill)
                    .ok_or_else(|| "no such level".to_owned())
            }
            "rules" => {
                let rulebook = Rulebook::from_word(&value.to_lowercase());
                rulebook.map(Self::Rules).ok_or_else(|| {
                    let words = Rulebook::ALL.map(Rulebook::word).join(", ");
                    format!("option rules: one of {words}")
                })
            }
            "uci_variant" if value == "xiangqi" => Ok(Self::Variant),
            "uci_variant" => Err("option uci_variant: xiangqi is the only game".to_owned()),
            _ => Err("setoption: there is no such option".to_owned()),
        }
    }

    /// The options as they are introduced, with these values at the beginning.
    pub fn introduction(hash: usize, skill: Level, rules: Rulebook) -> Vec<String> {
        let words = Rulebook::ALL.map(|one| format!("var {}", one.word()));
        let last = Level::COUNT;
        [
            format!("Hash type spin default {hash} min 1 max {MOST_HASH}"),
            format!("MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            format!(
                "Skill Level type spin default {} min 1 max {last}",
                skill.number()
            ),
            format!(
                "Rules type combo default {} {}",
                rules.word(),
                words.join(" ")
            ),
            "UCI_Variant type combo default xiangqi var xiangqi".to_owned(),
        ]
        .map(|option| format!("option name {option}"))
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
