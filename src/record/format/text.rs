//! Character sets of old files.

use encoding_rs::{BIG5, CoderResult, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// A file decoded to text.
#[derive(Clone, Debug)]
pub(super) struct Decoded<'a> {
    /// The text, without its byte-order mark.
    pub text: Cow<'a, str>,
    /// Its character set.
    pub encoding: &'static Encoding,
    /// Length of the byte-order mark.
    pub mark: usize,
}

impl<'a> Decoded<'a> {
    /// Decodes a file: by its byte-order mark, else as UTF-8 if all but a few damaged characters are valid, else as
    /// GB18030 or Big5, whichever yields more of the words used in game records.
    pub fn of(bytes: &'a [u8]) -> Self {
        let (encoding, mark) = encoding(bytes);
        let rest = &bytes[mark..];
        let same = std::str::from_utf8(rest).ok().filter(|_| encoding == UTF_8);
        Self {
            text: same.map_or_else(|| Cow::Owned(all(rest, encoding)), Cow::Borrowed),
            encoding,
            mark,
        }
    }
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
fn encoding(bytes: &[u8]) -> (&'static Encoding, usize) {
    if let Some(marked) = Encoding::for_bom(bytes) {
        return marked;
    }
    if let Some(encoding) = utf_16(bytes) {
        return (encoding, 0);
    }
    if is_utf_8(bytes) {
        return (UTF_8, 0);
    }
    let sample = sample(bytes);
    if score(sample, BIG5) > score(sample, GB18030) {
        (BIG5, 0)
    } else {
        (GB18030, 0)
    }
}

/// The kind of UTF-16 that a text without a byte-order mark is in, by the zeros beside its ASCII characters.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    /// Number of characters that identify it; least number of them in ASCII, and least part.
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

/// Whether bytes are UTF-8, possibly with a few damaged characters: text in other character sets rarely has two
/// characters in a row that are valid in UTF-8.
fn is_utf_8(bytes: &[u8]) -> bool {
    /// Number of valid characters that outweigh a damaged one.
    const SOUND: usize = 5;
    if std::str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut sound, mut damaged) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        sound += chunk
            .valid()
            .chars()
            .filter(|letter| !letter.is_ascii())
            .count();
        damaged += usize::from(!chunk.invalid().is_empty());
        if sound + damaged > SAMPLE_CHARS {
            break;
        }
    }
    sound >= damaged * SOUND
}

/// The part of a file that identifies its character set, at two bytes per character.
fn sample(bytes: &[u8]) -> &[u8] {
    let beyond = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| !byte.is_ascii());
    let end = beyond.map(|(at, _)| at).nth(2 * SAMPLE_CHARS);
    &bytes[..end.unwrap_or(bytes.len())]
}

/// Encodes a text in a file's character set, unless that lacks some of its characters.
pub(super) fn encode(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
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

/// Score of the bytes' resemblance to a game in Chinese in this character set.
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
        assert_eq!(encode("車a", UTF_16BE), Some(vec![0x8e, 0xca, 0, b'a']));
        assert_eq!(encode("車a", UTF_16LE), Some(vec![0xca, 0x8e, b'a', 0]));
        assert_eq!(encode("車马", BIG5), None);
        assert_eq!(encode("马", GB18030).map(|bytes| bytes.len()), Some(2));
    }
}
