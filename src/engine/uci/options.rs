//! Options of an engine: how it introduces them, and how they are set.

use super::{Protocol, ReplyError};
use std::fmt;

/// Most choices of an option; the others are not offered.
const MAX_CHOICES: usize = 200;
/// Most characters of a name or a value.
const MAX_LENGTH: usize = 200;

/// Options that belong to the conversation, or to each search, and are no choice of the player.
const MANAGED: [&str; 7] = [
    "Protocol",
    "UCI_Variant",
    "UCI_Chess960",
    "UCI_AnalyseMode",
    "UCI_Opponent",
    "MultiPV",
    "Ponder",
];

/// An option with its kind, bounds and default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Name, as the engine writes it.
    pub name: String,
    /// Kind of its values.
    pub kind: OptionKind,
}

/// Kind of an [`EngineOption`], with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check(bool),
    /// An integer.
    Spin {
        /// Value until it is set.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of a list.
    Combo {
        /// Value until it is set.
        default: String,
        /// The list.
        choices: Vec<String>,
    },
    /// Something that the engine does.
    Button,
    /// Any text on one line; a path, for instance.
    Text(String),
}

/// Text of an option's value on the line that sets it.
pub type OptionValue = String;

impl EngineOption {
    /// Reads the words after `option`: with UCI’s `name` before the name, or without it as in UCCI.
    ///
    /// # Errors
    ///
    /// Returns an error if the name or a known type is missing, or a spin has no bounds.
    pub fn read(text: &str) -> Result<Self, ReplyError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&["name"]).unwrap_or(&words);
        let end = words.iter().position(|word| *word == "type");
        let end = end.ok_or(ReplyError::OptionType)?;
        let name = cut(&words[..end].join(" "));
        if name.is_empty() {
            return Err(ReplyError::OptionName);
        }
        let (kind, rest) = words[end + 1..]
            .split_first()
            .ok_or(ReplyError::OptionType)?;
        let fields = Fields::read(rest);
        let kind = match *kind {
            "check" => OptionKind::Check(fields.default == "true"),
            "spin" => {
                let (min, max) = (fields.number(&fields.min)?, fields.number(&fields.max)?);
                if min > max {
                    return Err(ReplyError::OptionRange);
                }
                let default = fields.number(&fields.default).unwrap_or(min);
                OptionKind::Spin {
                    default: default.clamp(min, max),
                    min,
                    max,
                }
            }
            "combo" => OptionKind::Combo {
                default: fields.default,
                choices: fields.choices,
            },
            "button" => OptionKind::Button,
            // Everything after the word is text, words of other kinds included.
            "string" => OptionKind::Text(text_default(rest)),
            _ => return Err(ReplyError::OptionType),
        };
        Ok(Self { name, kind })
    }

    /// Whether the player has no say in it.
    pub fn is_managed(&self) -> bool {
        let is = |known: &&str| self.is_named(known);
        MANAGED.iter().any(is)
    }

    /// Whether it has this name; UCCI writes `_` for a blank.
    pub fn is_named(&self, name: &str) -> bool {
        let plain = |text: &str| text.replace('_', " ").to_ascii_lowercase();
        plain(&self.name) == plain(name)
    }

    /// Value until it is set; `None` for a button.
    pub fn default(&self) -> Option<OptionValue> {
        match &self.kind {
            OptionKind::Check(default) => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text(default) => Some(default.clone()),
            OptionKind::Button => None,
        }
    }

    /// Whether this is one of its values.
    pub fn accepts(&self, value: &str) -> bool {
        match &self.kind {
            OptionKind::Check(_) => matches!(value, "true" | "false"),
            OptionKind::Spin { min, max, .. } => value
                .parse()
                .is_ok_and(|number: i64| (*min..=*max).contains(&number)),
            OptionKind::Combo { choices, .. } => choices.iter().any(|choice| choice == value),
            OptionKind::Button => false,
            OptionKind::Text(_) => !value.contains(char::is_control),
        }
    }

    /// Command that sets the option, or presses a button; `None` for a value that it does not accept.
    pub fn command(&self, protocol: Protocol, value: Option<&str>) -> Option<String> {
        let name = &self.name;
        let is_button = self.kind == OptionKind::Button;
        let value = match value {
            Some(value) if self.accepts(value) => value,
            None if is_button => "",
            _ => return None,
        };
        let line = match protocol {
            Protocol::Uci if is_button => format!("setoption name {name}"),
            Protocol::Uci if value.is_empty() => format!("setoption name {name} value {EMPTY}"),
            Protocol::Uci => format!("setoption name {name} value {value}"),
            Protocol::Ucci => format!("setoption {name} {value}"),
        };
        Some(line.trim_end().to_owned())
    }
}

/// The empty text, in the words of UCI.
const EMPTY: &str = "<empty>";

impl fmt::Display for EngineOption {
    /// Formats the line of UCI that introduces it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check(default) => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|one| write!(f, " var {one}"))
            }
            OptionKind::Button => write!(f, "button"),
            OptionKind::Text(default) if default.is_empty() => write!(f, "string default {EMPTY}"),
            OptionKind::Text(default) => write!(f, "string default {default}"),
        }
    }
}

/// Values behind the words of an introduction.
#[derive(Default)]
struct Fields {
    default: String,
    min: String,
    max: String,
    choices: Vec<String>,
}

impl Fields {
    fn read(words: &[&str]) -> Self {
        let is_key = |word: &str| matches!(word, "default" | "min" | "max" | "var");
        let mut fields = Self::default();
        let mut at = 0;
        while at < words.len() {
            let values = &words[at + 1..];
            let count = values.iter().position(|word| is_key(word));
            let values = &values[..count.unwrap_or(values.len())];
            let value = cut(&values.join(" "));
            match words[at] {
                "default" => fields.default = value,
                "min" => fields.min = value,
                "max" => fields.max = value,
                "var" if fields.choices.len() < MAX_CHOICES => fields.choices.push(value),
                _ => {}
            }
            at += 1 + values.len();
        }
        fields
    }

    #[allow(clippy::unused_self)] // Of these fields.
    fn number(&self, text: &str) -> Result<i64, ReplyError> {
        text.parse().map_err(|_| ReplyError::OptionRange)
    }
}

/// The default of a text.
fn text_default(words: &[&str]) -> String {
    let text = match words {
        ["default", rest @ ..] => cut(&rest.join(" ")),
        _ => String::new(),
    };
    if text == EMPTY { String::new() } else { text }
}

/// The beginning of a text, without control characters.
fn cut(text: &str) -> String {
    let shown = text.chars().filter(|c| !c.is_control());
    shown.take(MAX_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineOption {
        EngineOption::read(text).expect("an option")
    }

    #[test]
    fn all_five_kinds_are_read_in_both_protocols_and_written_back() {
        for (line, again) in [
            ("name Ponder type check default false", None),
            ("name Skill Level type spin default 20 min -20 max 20", None),
            ("name Clear Hash type button", None),
            (
                "name Style type combo default Very Solid var Very Solid var Risky",
                None,
            ),
            ("name EvalFile type string default my net.nnue", None),
            ("name Book type string default <empty>", None),
            (
                "name Log type string default",
                Some("name Log type string default <empty>"),
            ),
            (
                "usemillisec type check default true",
                Some("name usemillisec type check default true"),
            ),
            (
                "hashsize type spin min 16 max 64 default 16",
                Some("name hashsize type spin default 16 min 16 max 64"),
            ),
        ] {
            let written = read(line).to_string();
            assert_eq!(written, format!("option {}", again.unwrap_or(line)));
        }
    }

    #[test]
    fn values_are_set_only_within_their_bounds() {
        let skill = read("name Skill Level type spin default 20 min -20 max 20");
        let uci = |option: &EngineOption, value| option.command(Protocol::Uci, value);
        let set = "setoption name Skill Level value -3".to_owned();
        assert_eq!(uci(&skill, Some("-3")), Some(set));
        for wrong in [Some("21"), Some("three"), Some(""), None] {
            assert_eq!(uci(&skill, wrong), None);
        }
        let ucci = read("Skill_Level type spin default 20 min -20 max 20");
        assert!(ucci.is_named("skill level"));
        let set = ucci.command(Protocol::Ucci, Some("5"));
        assert_eq!(set.as_deref(), Some("setoption Skill_Level 5"));
        let text = read("name Book type string default x");
        assert_eq!(uci(&text, Some("a\nquit")), None);
        let set = uci(&text, Some(""));
        assert_eq!(set.as_deref(), Some("setoption name Book value <empty>"));
        let button = read("name Clear Hash type button");
        let pressed = uci(&button, None);
        assert_eq!(pressed.as_deref(), Some("setoption name Clear Hash"));
        assert_eq!(uci(&button, Some("1")), None);
        assert_eq!(button.default(), None);
    }

    #[test]
    fn an_option_that_makes_no_sense_is_an_error() {
        for (text, error) in [
            ("", ReplyError::OptionType),
            ("name Hash", ReplyError::OptionType),
            ("name type spin", ReplyError::OptionName),
            ("name Hash type", ReplyError::OptionType),
            ("name Hash type colour", ReplyError::OptionType),
            ("name Hash type spin default 1", ReplyError::OptionRange),
            (
                "name Hash type spin default 1 min 3 max 2",
                ReplyError::OptionRange,
            ),
        ] {
            assert_eq!(EngineOption::read(text), Err(error), "{text}");
        }
        // A default out of range is moved into it.
        let spin = read("name Hash type spin default 900 min 1 max 8");
        assert_eq!(spin.default().as_deref(), Some("8"));
    }
}
