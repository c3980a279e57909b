//! Character sets and line ends of written texts.

use super::decoding;
use encoding_rs::{BIG5, Encoding, GB18030, GBK, UTF_8};
use std::borrow::Cow;
use thiserror::Error;

/// The character set of a written text, with the line ends that its programs expect.
///
/// It applies to texts only, see [`Target::has_charset`](super::Target::has_charset): files of our own are UTF-8, and
/// those of XQStudio GB18030.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charset {
    /// UTF-8 with LF, for every program of today.
    #[default]
    Utf8,
    /// GB18030 with CRLF, for older Windows programs of mainland China. It holds every character; programs that know
    /// only GBK do not show all of them, see [`Charset::beyond_gbk`].
    Gb18030,
    /// Big5 with CRLF, for older Windows programs of Taiwan and Hong Kong. It has no simplified characters.
    Big5,
}

/// A text has characters that its character set lacks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{encoding} has no letters for {letters}")]
pub struct MissingLetters {
    /// Name of the character set.
    pub encoding: &'static str,
    /// The missing characters, each once.
    pub letters: String,
}

impl Charset {
    /// All character sets, the usual one first.
    pub const ALL: [Self; 3] = [Self::Utf8, Self::Gb18030, Self::Big5];

    /// Keyword of the character set.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Gb18030 => "gb18030",
            Self::Big5 => "big5",
        }
    }

    /// The character set with this keyword.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    /// Line end of texts in this character set.
    pub const fn line_end(self) -> &'static str {
        match self {
            Self::Utf8 => "\n",
            Self::Gb18030 | Self::Big5 => "\r\n",
        }
    }

    const fn encoding(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Gb18030 => GB18030,
            Self::Big5 => BIG5,
        }
    }

    /// Encodes a text with LF.
    ///
    /// # Errors
    ///
    /// Returns the characters that the character set lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, MissingLetters> {
        encode(text, self.encoding(), self.line_end())
    }

    /// The characters of a text that programs which know only GBK, and no GB18030, do not show; each once.
    pub fn beyond_gbk(text: &str) -> String {
        missing(text, GBK)
    }
}

/// Encodes a text with LF in a character set, with other line ends.
pub(super) fn encode(
    text: &str,
    encoding: &'static Encoding,
    line_end: &str,
) -> Result<Vec<u8>, MissingLetters> {
    let text = match line_end {
        "\n" => Cow::Borrowed(text),
        _ => Cow::Owned(text.replace('\n', line_end)),
    };
    decoding::encode(&text, encoding).ok_or_else(|| MissingLetters {
        encoding: encoding.name(),
        letters: missing(&text, encoding),
    })
}

/// The characters of a text that a character set lacks, each once.
fn missing(text: &str, encoding: &'static Encoding) -> String {
    let mut missing = String::new();
    if !encoding.encode(text).2 {
        return missing;
    }
    for letter in text.chars().filter(|letter| !letter.is_ascii()) {
        let is_missing = encoding.encode(letter.encode_utf8(&mut [0; 4])).2;
        if is_missing && !missing.contains(letter) {
            missing.push(letter);
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::UTF_16LE;

    #[test]
    fn line_ends_are_those_of_the_programs() {
        assert_eq!(Charset::Utf8.encode("马\n"), Ok("马\n".into()));
        assert_eq!(
            Charset::Gb18030.encode("马\n"),
            Ok(vec![0xc2, 0xed, b'\r', b'\n'])
        );
        for charset in Charset::ALL {
            assert_eq!(Charset::from_word(charset.word()), Some(charset));
        }
    }

    #[test]
    fn what_a_character_set_lacks_is_named() {
        let lacks = |letters: &str| {
            Err(MissingLetters {
                encoding: "Big5",
                letters: letters.into(),
            })
        };
        assert_eq!(Charset::Big5.encode("車马车马"), lacks("马车"));
        assert_eq!(Charset::Big5.encode("車").map(|bytes| bytes.len()), Ok(2));
        // GB18030 has all of Unicode, in up to four bytes.
        assert_eq!(Charset::Gb18030.encode("😀").map(|one| one.len()), Ok(4));
        assert_eq!(Charset::beyond_gbk("马馬😀ẹ́ộ😀"), "😀\u{323}ộ");
        assert_eq!(Charset::beyond_gbk("炮二平五　馬８進７"), "");
        assert_eq!(missing("a马", UTF_16LE), "");
    }
}
