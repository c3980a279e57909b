//! Character sets: the one of a written text with its line ends, and those of old files, which are detected.
//!
//! A file that was put together of others may be in several: games of two programs, or names typed into a file whose
//! moves another one wrote. Parts of it that are clearly in another set than most are decoded by themselves.

use encoding_rs::{BIG5, CoderResult, Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};
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

/// Error that a character set lacks characters of a text.
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

    /// The characters of a text that programs with GBK only, and not GB18030, do not show; each once.
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
    encode_all(&text, encoding).ok_or_else(|| MissingLetters {
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

/// A file decoded to text.
#[derive(Clone, Debug)]
pub(super) struct Decoded<'a> {
    /// The text, without its byte-order mark.
    pub text: Cow<'a, str>,
    /// Its character set, or that of its larger part.
    pub encoding: &'static Encoding,
    /// Its character set as a whole, from which its parts differ.
    pub usual: &'static Encoding,
    /// Length of the byte-order mark.
    pub mark: usize,
}

impl<'a> Decoded<'a> {
    /// Decodes a file: by its byte-order mark, else as UTF-8 if all but a few damaged characters are valid, else as
    /// GB18030 or Big5, whichever yields more of the words used in game records.
    pub fn of(bytes: &'a [u8]) -> Self {
        let (usual, mark) = detect_encoding(bytes);
        let (text, encoding) = in_parts(&bytes[mark..], usual);
        Self {
            text,
            encoding,
            usual,
            mark,
        }
    }
}

/// Decodes a file part by part, each in its own character set; `usual` is that of the whole. Also returns the set of
/// most of the bytes.
pub(super) fn in_parts<'a>(
    bytes: &'a [u8],
    usual: &'static Encoding,
) -> (Cow<'a, str>, &'static Encoding) {
    if usual == UTF_8
        && let Ok(same) = std::str::from_utf8(bytes)
    {
        return (same.into(), usual);
    }
    if usual == UTF_16LE || usual == UTF_16BE {
        return (all(bytes, usual).into(), usual);
    }
    // Each run of parts in one set is decoded at once.
    let (mut text, mut run, mut end) = (String::new(), (0, usual), 0);
    let mut lengths = [(usual, 0)].to_vec();
    for part in parts(bytes) {
        if let Some(encoding) = part_encoding(part, usual) {
            match lengths.iter_mut().find(|(known, _)| *known == encoding) {
                Some((_, length)) => *length += part.len(),
                None => lengths.push((encoding, part.len())),
            }
            if encoding != run.1 {
                text.push_str(&all(&bytes[run.0..end], run.1));
                run = (end, encoding);
            }
        }
        end += part.len();
    }
    text.push_str(&all(&bytes[run.0..], run.1));
    // The first one in a tie.
    let most = lengths.iter().rev().max_by_key(|(_, length)| *length);
    (text.into(), most.map_or(usual, |(encoding, _)| encoding))
}

/// Parts of a file from one source: blocks of tags and of other lines, separated by blank lines.
fn parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let is_tag = |line: &[u8]| line.starts_with(b"[");
        let (mut length, mut first) = (0, None);
        for line in rest.split_inclusive(|byte| *byte == b'\n') {
            if length > 0 && first.is_some_and(|first| first != is_tag(line)) {
                break;
            }
            length += line.len();
            first = first.or(Some(is_tag(line)));
            if line.trim_ascii().is_empty() {
                break;
            }
        }
        let (part, after) = rest.split_at(length);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// The character set of a part of a file, if it has letters that tell: the usual one unless it is clearly another.
fn part_encoding(part: &[u8], usual: &'static Encoding) -> Option<&'static Encoding> {
    /// Minimum number of letters that count as evidence.
    const TELLING: usize = 2;
    if part.is_ascii() {
        return None;
    }
    let letters = Letters::of(part);
    if usual != UTF_8 {
        let is_other = letters.wide >= TELLING && letters.are_utf_8();
        return Some(if is_other { UTF_8 } else { usual });
    }
    let other = gb_or_big5(part);
    let is_other = letters.damaged >= TELLING.max(letters.sound + 1)
        && !all(part, other).contains(char::REPLACEMENT_CHARACTER);
    Some(if is_other { other } else { usual })
}

/// Decodes bytes in a character set.
fn all(bytes: &[u8], encoding: &'static Encoding) -> String {
    // Decoding all at once would take three times the memory, since every byte might be a character.
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    pieces(bytes, encoding, |piece| text.push_str(piece));
    text
}

/// Decodes bytes piece by piece.
fn pieces(bytes: &[u8], encoding: &'static Encoding, mut read: impl FnMut(&str)) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = vec![0; 1 << 16];
    let mut rest = bytes;
    loop {
        let (result, taken, length, _) = decoder.decode_to_utf8(rest, &mut buffer, true);
        let piece = std::str::from_utf8(&buffer[..length]);
        read(piece.expect("it gives UTF-8"));
        if result == CoderResult::InputEmpty {
            return;
        }
        rest = &rest[taken..];
    }
}

/// Decodes a file to its text only.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    Decoded::of(bytes).text
}

/// Detects the character set of a file, and the length of its byte-order mark.
fn detect_encoding(bytes: &[u8]) -> (&'static Encoding, usize) {
    if let Some(marked) = Encoding::for_bom(bytes) {
        return marked;
    }
    if let Some(encoding) = utf_16(bytes) {
        return (encoding, 0);
    }
    if std::str::from_utf8(bytes).is_ok() || Letters::of(bytes).are_utf_8() {
        return (UTF_8, 0);
    }
    (gb_or_big5(bytes), 0)
}

/// The older of the Chinese character sets that bytes are in.
fn gb_or_big5(bytes: &[u8]) -> &'static Encoding {
    let sample = sample(bytes);
    if score(sample, BIG5) > score(sample, GB18030) {
        BIG5
    } else {
        GB18030
    }
}

/// The kind of UTF-16 that a text without a byte-order mark is in, by the zeros beside its ASCII characters.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    /// Number of characters examined; minimum number and fraction of ASCII characters among them.
    const SAMPLE: usize = 2_000;
    const LEAST: usize = 4;
    const PART: usize = 4;
    let (mut little, mut big, mut all) = (0, 0, 0);
    for unit in bytes.chunks_exact(2).take(SAMPLE) {
        // 一 would be N the other way around.
        let is_one = |byte: u8| byte.is_ascii() && !matches!(byte, 0 | b'N');
        little += usize::from(unit[1] == 0 && is_one(unit[0]));
        big += usize::from(unit[0] == 0 && is_one(unit[1]));
        all += 1;
    }
    let is_it =
        |this: usize, other: usize| this >= LEAST && this * PART >= all && other * LEAST <= this;
    if is_it(little, big) {
        return Some(UTF_16LE);
    }
    is_it(big, little).then_some(UTF_16BE)
}

/// Number of non-ASCII characters that identify the character set of a file of any size.
const SAMPLE_CHARS: usize = 20_000;

/// Number of characters beyond ASCII in bytes that may be UTF-8.
#[derive(Clone, Copy, Debug, Default)]
struct Letters {
    sound: usize,
    /// Number of characters of three bytes or more among them.
    wide: usize,
    damaged: usize,
}

impl Letters {
    /// Counts the characters of a sample.
    fn of(bytes: &[u8]) -> Self {
        let mut found = Self::default();
        for chunk in bytes.utf8_chunks() {
            let letters = || chunk.valid().chars();
            found.sound += letters().filter(|letter| !letter.is_ascii()).count();
            found.wide += letters().filter(|letter| letter.len_utf8() > 2).count();
            found.damaged += usize::from(!chunk.invalid().is_empty());
            if found.sound + found.damaged > SAMPLE_CHARS {
                break;
            }
        }
        found
    }

    /// Whether the bytes are UTF-8, possibly with a few damaged characters: text in other character sets rarely has two
    /// characters in a row that are valid UTF-8.
    const fn are_utf_8(self) -> bool {
        /// Number of valid characters for each damaged one.
        const SOUND: usize = 5;
        self.sound >= self.damaged * SOUND
    }
}

/// The beginning of a file by which its character set is detected, at two bytes per character.
fn sample(bytes: &[u8]) -> &[u8] {
    let beyond = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| !byte.is_ascii());
    let end = beyond.map(|(at, _)| at).nth(2 * SAMPLE_CHARS);
    &bytes[..end.unwrap_or(bytes.len())]
}

/// Encodes a text in a file's character set, unless that lacks some of its characters.
pub(super) fn encode_all(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, _, is_lossy) = encoding.encode(text);
    (!is_lossy).then(|| bytes.into_owned())
}

/// Line ending of a text: that of its first line.
pub(super) fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']).map(|at| &text.as_bytes()[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

/// Score of how much the bytes in this character set look like a game in Chinese.
fn score(bytes: &[u8], encoding: &'static Encoding) -> i64 {
    // A large file may have little non-ASCII text.
    let mut score = 0;
    pieces(bytes, encoding, |piece| score += score_of(piece));
    score
}

fn score_of(text: &str) -> i64 {
    // Characters of moves and heads of games, in both scripts.
    const WORDS: &str = "炮砲包马馬傌车車俥兵卒相象仕士帅帥将將进進退平前后後中\
        一二三四五六七八九红紅黑方胜勝和负負先局赛賽年月日，。、；：！？";
    text.chars()
        .map(|letter| match letter {
            '\u{fffd}' => -20,
            // Plain text in either script never uses the private-use area.
            '\u{e000}'..='\u{f8ff}' => -5,
            _ if letter > '\u{7f}' && WORDS.contains(letter) => 4,
            _ => 0,
        })
        .sum()
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

    const SIMPLIFIED: &str = "红方：甲\n1. 炮二平五 马８进７\n2. 马二进三 车９平８";
    const TRADITIONAL: &str = "紅方：甲\n1. 炮二平五 馬８進７\n2. 馬二進三 車９平８";

    #[test]
    fn every_character_set_gives_the_same_text() {
        for text in [SIMPLIFIED, TRADITIONAL] {
            assert_eq!(decode(text.as_bytes()), text);
            assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
            let (bytes, _, lossy) = GB18030.encode(text);
            assert!(!lossy);
            assert_eq!(decode(&bytes), text);
            let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let marked: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf_16).collect();
            assert_eq!(decode(&marked), text);
            assert_eq!(decode(&marked[2..]), text);
            let swapped: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(decode(&swapped), text);
            assert_eq!(UTF_16LE.name(), "UTF-16LE");
        }
        let (bytes, _, lossy) = BIG5.encode(TRADITIONAL);
        assert!(!lossy);
        assert_eq!(decode(&bytes), TRADITIONAL);
    }

    #[test]
    fn no_bytes_are_too_odd() {
        for bytes in [&b""[..], b"\xff", b"\xff\xfe", b"\xfe\xff\x00", b"\x81\x30"] {
            let _ = decode(bytes);
        }
    }

    #[test]
    fn a_few_damaged_letters_change_nothing() {
        let mut bytes = SIMPLIFIED.as_bytes().to_vec();
        bytes[3] = 0xff;
        assert_eq!(
            decode(&bytes),
            SIMPLIFIED.replace('方', "\u{fffd}\u{fffd}\u{fffd}")
        );
        let short = GB18030.encode("炮二平五").0;
        assert_eq!(decode(&short), "炮二平五");
    }

    #[test]
    fn each_part_has_a_character_set_of_its_own() {
        let names = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n\n";
        let moves = "1. 炮二平五 马８进７ 2. 马二进三 车９平８ *\n\n";
        let ascii = "[Event \"a\"]\n\n1. h2e2 *\n\n";
        let gb = |text: &str| GB18030.encode(text).0.into_owned();
        let plain = |text: &str| text.as_bytes().to_vec();
        let big5 = |text: &str| BIG5.encode(text).0.into_owned();
        let game = names.to_owned() + moves;
        let other = "[Red \"呂欽\"]\n1. 炮二平五 馬８進７\n\n";
        for (bytes, text, encoding) in [
            (
                [plain(&game.repeat(5)), gb(&game)].concat(),
                game.repeat(6),
                UTF_8,
            ),
            (
                [gb(&game.repeat(5)), plain(&game)].concat(),
                game.repeat(6),
                GB18030,
            ),
            (
                [gb(&game), plain(ascii), plain(&game.repeat(9))].concat(),
                game.clone() + ascii + &game.repeat(9),
                UTF_8,
            ),
            ([plain(names), gb(moves)].concat(), game.clone(), GB18030),
            ([gb(names), plain(moves)].concat(), game.clone(), UTF_8),
            (
                [plain(&other.repeat(9)), big5(other)].concat(),
                other.repeat(10),
                UTF_8,
            ),
            (
                [plain("\u{feff}"), plain(&game), gb(&game)].concat(),
                game.repeat(2),
                UTF_8,
            ),
        ] {
            let decoded = Decoded::of(&bytes);
            assert_eq!((&*decoded.text, decoded.encoding), (&*text, encoding));
            let lines = bytes.split(|byte| *byte == b'\n').count();
            assert_eq!(lines, text.split('\n').count());
        }
        // A name in GBK that would be UTF-8 as well.
        let few = "[Event \"联通\"]\n\n".to_owned() + moves;
        assert_eq!(decode(&gb(&few)), few);
        // A damaged character stays as it is.
        let damaged = [
            plain(moves),
            b"[Red \"\xe8\x83\"]\n\n".to_vec(),
            plain(moves),
        ]
        .concat();
        assert_eq!(decode(&damaged), String::from_utf8_lossy(&damaged));
    }

    #[test]
    fn a_large_file_is_judged_by_a_part_of_it() {
        for (text, encoding) in [(SIMPLIFIED, GB18030), (TRADITIONAL, BIG5)] {
            // Longer than a piece, and cut there in the middle of characters.
            for text in [text.repeat(4_000), "h2e2 ".repeat(20_000) + text] {
                let (bytes, _, lossy) = encoding.encode(&text);
                assert!(!lossy && decode(&bytes) == text);
            }
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(sample(&bytes), &*bytes);
        }
        let long = SIMPLIFIED.repeat(8_000);
        let long = GB18030.encode(&long).0;
        let part = sample(&long).len();
        assert!(part < long.len() && part > 2 * SAMPLE_CHARS);
    }

    #[test]
    fn a_text_is_encoded_unless_a_letter_is_missing() {
        assert_eq!(encode_all("車a", UTF_16BE), Some(vec![0x8e, 0xca, 0, b'a']));
        assert_eq!(encode_all("車a", UTF_16LE), Some(vec![0xca, 0x8e, b'a', 0]));
        assert_eq!(encode_all("車马", BIG5), None);
        assert_eq!(encode_all("马", GB18030).map(|bytes| bytes.len()), Some(2));
    }
}
