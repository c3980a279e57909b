//! Serialization of values as text, for fields of our own files and messages.

/// Serialization of a value as its text.
pub mod in_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    /// Writes the text.
    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    /// Reads the canonical text only: any other would be written again otherwise.
    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: Display + FromStr,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(from)?;
        let value = text
            .parse()
            .ok()
            .filter(|value: &T| value.to_string() == text);
        value.ok_or_else(|| D::Error::custom("not in canonical form"))
    }
}

/// Serialization of a side as its keyword.
pub mod side_word {
    use crate::rules::Side;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the keyword.
    // Required by serde.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.word())
    }

    /// Reads the keyword.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        let word = String::deserialize(from)?;
        Side::from_word(&word).ok_or_else(|| D::Error::custom("unknown side"))
    }
}
