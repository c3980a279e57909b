//! The last choices for a game against the computer.

use super::remote_choice::side;
use crate::engine::Level;
use crate::game::{Agreement, Computer};
use crate::rules::Side;
use crate::words;
use serde::{Deserialize, Serialize};

/// Opponent in the last new game at this screen, and how the computer plays. The rules are those of the last agreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpponentChoice {
    /// Whether the opponent is the computer.
    pub computer: bool,
    /// Level of the computer.
    #[serde(with = "level")]
    pub level: Level,
    /// Side of the person; `None` is one by chance.
    #[serde(with = "side")]
    pub side: Option<Side>,
    /// Name of the person; empty until there is one.
    pub name: String,
}

impl OpponentChoice {
    /// An agreement with the chosen opponent. `own` is the person’s side against the computer.
    pub fn applied(&self, agreed: Agreement, own: Side) -> Agreement {
        if !self.computer {
            return agreed;
        }
        let computer = Computer {
            side: !own,
            level: self.level,
        };
        agreed.against(computer, &self.name, &words::computer_name(self.level))
    }
}

/// Level proposed until one is chosen.
const FIRST: Level = match Level::new(2) {
    Some(level) => level,
    None => panic!("a level"),
};

impl Default for OpponentChoice {
    fn default() -> Self {
        Self {
            computer: false,
            level: FIRST,
            side: Some(Side::Red),
            name: String::new(),
        }
    }
}

/// A level by its number.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_read_back_and_a_missing_one_is_as_usual() {
        for level in Level::all() {
            for side in [Some(Side::Red), Some(Side::Black), None] {
                let choice = OpponentChoice {
                    computer: true,
                    level,
                    side,
                    name: "Lan".into(),
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
        let agreed = choice.applied(Agreement::default(), Side::Black);
        assert_eq!(agreed.names.black, "Lan");
        assert_eq!(agreed.names.red, "Computer (level 2)");
        assert_eq!(
            agreed.computer.map(|computer| computer.side),
            Some(Side::Red)
        );
        let people = OpponentChoice::default().applied(Agreement::default(), Side::Black);
        assert_eq!(people, Agreement::default());
    }
}
