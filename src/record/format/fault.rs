//! Faults of a text that should be JSON.

use std::fmt;
use thiserror::Error;

/// A fault at some place of a file of our own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonFault {
    /// Something else than a value.
    #[error("a value is missing or misspelled")]
    Value,
    /// No comma or closing bracket where one has to be.
    #[error("a comma or a closing bracket is missing")]
    Comma,
    /// No colon after the name of a field.
    #[error("a colon is missing")]
    Colon,
    /// A name without quotation marks.
    #[error("the name of a field must be in quotation marks")]
    Name,
    /// A line break or another control character in a text.
    #[error("a text contains a control character")]
    Control,
    /// An unknown escape sequence.
    #[error("an escape sequence is not known")]
    Escape,
    /// A number that is none, or too large.
    #[error("this is not a number")]
    Number,
    /// A comma after the last value.
    #[error("there is a comma too many")]
    TrailingComma,
    /// Text after the end.
    #[error("there is more after the end of the game")]
    Trailing,
    /// More brackets inside each other than any game has.
    #[error("brackets are nested too deeply")]
    TooDeep,
    /// A field without which there is no game, by name.
    #[error("the field {0} is missing")]
    Missing(String),
    /// A field that is there twice, by name.
    #[error("the field {0} is there twice")]
    Twice(String),
    /// Another type of value than the field has.
    #[error("a value has the wrong type")]
    Type,
    /// Anything else.
    #[error("this is not valid JSON")]
    Other,
}

impl JsonFault {
    /// Interprets the parser's message, which is all it tells.
    pub(super) fn of(message: &impl fmt::Display) -> Self {
        let message = message.to_string();
        let name = || message.split('`').nth(1).unwrap_or_default().to_owned();
        let begins = |words: &[&str]| words.iter().any(|word| message.starts_with(word));
        match () {
            () if begins(&["expected `,`"]) => Self::Comma,
            () if begins(&["expected `:`"]) => Self::Colon,
            () if begins(&["expected value", "expected ident"]) => Self::Value,
            () if begins(&["key must be", "expected `\"`"]) => Self::Name,
            () if begins(&["control character"]) => Self::Control,
            () if begins(&[
                "invalid escape",
                "invalid unicode",
                "lone leading",
                "unexpected end of hex",
            ]) =>
            {
                Self::Escape
            }
            () if begins(&["invalid number", "number out of range"]) => Self::Number,
            () if begins(&["trailing comma"]) => Self::TrailingComma,
            () if begins(&["trailing characters"]) => Self::Trailing,
            () if begins(&["recursion limit"]) => Self::TooDeep,
            () if begins(&["missing field"]) => Self::Missing(name()),
            () if begins(&["duplicate field"]) => Self::Twice(name()),
            () if begins(&["invalid type", "invalid value", "invalid length"]) => Self::Type,
            () => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::{ReadError, read};

    /// Every message of the parser that a file can bring about has a sentence of ours.
    #[test]
    fn faults_are_told_apart() {
        for (rest, fault) in [
            (r#""tags":{"red" "a"}"#, JsonFault::Colon),
            (r#""tags":{"red":"a" "b":"c"}"#, JsonFault::Comma),
            (r#""moves":[1 2]"#, JsonFault::Comma),
            (r#""tags":{"red":}"#, JsonFault::Value),
            (r#""tags":{"red":nul}"#, JsonFault::Value),
            (r#""tags":{red:"a"}"#, JsonFault::Name),
            (r#"7:8"#, JsonFault::Name),
            ("\"comment\":\"a\nb\"", JsonFault::Control),
            (r#""comment":"\x""#, JsonFault::Escape),
            (r#""comment":"\u00""#, JsonFault::Escape),
            (r#""no_capture":1."#, JsonFault::Number),
            (r#""mood":1e999"#, JsonFault::Number),
            (r#""mood":1,"#, JsonFault::TrailingComma),
            (r#""mood":1}}"#, JsonFault::Trailing),
            (
                r#""variations":[{"ply":1,"moves":[]}]"#,
                JsonFault::Missing("line".into()),
            ),
            (
                r#""comment":"a","comment":"b""#,
                JsonFault::Twice("comment".into()),
            ),
            (r#""moves":[7]"#, JsonFault::Type),
            (r#""comment":null"#, JsonFault::Type),
        ] {
            let text = format!("{{\"format\":\"chuhe-game\",\"version\":1,{rest}}}");
            match read(text.as_bytes()) {
                Err(ReadError::Json { what, .. }) => assert_eq!(what, fault, "{rest}"),
                other => panic!("{rest}: {other:?}"),
            }
        }
        let (open, close) = ("[".repeat(1000), "]".repeat(1000));
        let deep = format!("{{\"format\":\"chuhe-game\",\"version\":1,\"mood\":{open}{close}}}");
        let fault = read(deep.as_bytes()).map(|_| ());
        let what = JsonFault::TooDeep;
        assert!(matches!(fault, Err(ReadError::Json { what: found, .. }) if found == what));
    }
}
