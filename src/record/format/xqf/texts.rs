//! The character set of a file's texts: GB18030 nearly always, but programs translated to Vietnamese write what their
//! system has. Nothing in a file names it; all texts together tell.

use crate::record::format::binary::gb18030;
use crate::record::format::chars::clean;
use encoding_rs::{Encoding, GB18030, WINDOWS_1252, WINDOWS_1258};
use std::str::from_utf8;

/// A character set of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TextSet {
    #[default]
    Gb18030,
    /// UTF-8, certain if all texts are valid: text in other sets hardly ever is.
    Utf8,
    /// Vietnamese of Windows, with tones as characters of their own.
    Windows1258,
    /// Vietnamese of the standard TCVN 5712-3, common with special fonts before Unicode.
    Tcvn3,
    /// An unknown single-byte set, decoded so that every byte can be written back.
    SingleByte,
}

/// Letters of TCVN3: runs with their first byte.
const TCVN3: [(u8, &str); 8] = [
    (0xa1, "ĂÂÊÔƠƯĐăâêôơưđ"),
    (0xb5, "àảãáạ"),
    (0xbb, "ằẳẵắ"),
    (0xc6, "ặầẩẫấậè"),
    (0xce, "ẻẽéẹềểễếệìỉ"),
    (0xdc, "ĩíịò"),
    (0xe1, "ỏõóọồổỗốộờởỡớợù"),
    (0xf1, "ủũúụừửữứựỳỷỹýỵ"),
];
/// Tones in the order of the rows below: letters of their own, and bytes of windows-1258.
const TONES: [char; 5] = ['\u{300}', '\u{309}', '\u{303}', '\u{301}', '\u{323}'];
const TONE_BYTES: [u8; 5] = [0xcc, 0xd2, 0xde, 0xec, 0xf2];
/// Tones, and the letters đ, ơ and ư.
const ONLY_1258: [u8; 11] = [
    0xcc, 0xd2, 0xde, 0xec, 0xf2, 0xd0, 0xf0, 0xd5, 0xf5, 0xdd, 0xfd,
];
/// Each vowel, and that vowel with each tone.
const VOWELS: [&str; 12] = [
    "aàảãáạ",
    "ăằẳẵắặ",
    "âầẩẫấậ",
    "eèẻẽéẹ",
    "êềểễếệ",
    "iìỉĩíị",
    "oòỏõóọ",
    "ôồổỗốộ",
    "ơờởỡớợ",
    "uùủũúụ",
    "ưừửữứự",
    "yỳỷỹýỵ",
];

impl TextSet {
    /// Detects the character set of all texts of a file, and whether it is certain.
    pub fn of(texts: impl Iterator<Item = Vec<u8>>) -> (Self, bool) {
        let mut evidence = TextStatistics::new();
        for text in texts.filter(|text| !text.is_ascii()) {
            evidence.add(&text);
        }
        evidence.verdict()
    }

    /// Decodes a text, which may end in the middle of a character.
    pub fn decode(self, bytes: &[u8]) -> String {
        let mut text = match self {
            Self::Gb18030 => return gb18030(bytes),
            Self::Utf8 => whole(bytes).to_owned(),
            Self::Windows1258 => composed(&WINDOWS_1258.decode_without_bom_handling(bytes).0),
            Self::Tcvn3 => bytes
                .iter()
                .map(|byte| tcvn3(*byte).unwrap_or(char::from(*byte)))
                .collect(),
            Self::SingleByte => WINDOWS_1252
                .decode_without_bom_handling(bytes)
                .0
                .into_owned(),
        };
        clean(&mut text);
        text
    }

    /// Encodes a character, if the set has it.
    pub fn encode(self, letter: char) -> Option<Vec<u8>> {
        let by = |encoding: &'static Encoding| {
            let text = letter.to_string();
            let (bytes, _, is_lossy) = encoding.encode(&text);
            (!is_lossy).then(|| bytes.into_owned())
        };
        if letter.is_ascii() {
            return Some(vec![letter as u8]);
        }
        match self {
            Self::Gb18030 => by(GB18030),
            Self::Utf8 => Some(letter.to_string().into_bytes()),
            Self::Windows1258 => by(WINDOWS_1258).or_else(|| {
                let (vowel, tone) = without_tone(letter)?;
                let mut bytes = self.encode(vowel)?;
                bytes.push(TONE_BYTES[tone]);
                Some(bytes)
            }),
            Self::Tcvn3 => {
                let byte = (0x80..=0xff).find(|byte| tcvn3(*byte) == Some(letter));
                byte.or_else(|| {
                    u8::try_from(letter)
                        .ok()
                        .filter(|byte| tcvn3(*byte).is_none())
                })
                .map(|byte| vec![byte])
            }
            Self::SingleByte => by(WINDOWS_1252),
        }
    }
}

/// The valid UTF-8 before an incomplete character.
fn whole(bytes: &[u8]) -> &str {
    let chunk = bytes.utf8_chunks().next();
    chunk.map_or("", |chunk| chunk.valid())
}

fn tcvn3(byte: u8) -> Option<char> {
    let letter =
        |(first, letters): &(u8, &str)| letters.chars().nth(usize::from(byte.checked_sub(*first)?));
    TCVN3.iter().find_map(letter)
}

/// The number of a tone that follows its vowel.
fn tone(letter: char) -> Option<usize> {
    TONES.iter().position(|tone| *tone == letter)
}

/// A vowel with a tone, if there is such a letter.
fn with_tone(vowel: char, tone: usize) -> Option<char> {
    let lower = vowel.to_lowercase().next()?;
    let row = VOWELS.iter().find(|row| row.starts_with(lower))?;
    let letter = row.chars().nth(tone + 1)?;
    if lower == vowel {
        return Some(letter);
    }
    letter.to_uppercase().next()
}

/// The vowel and the number of the tone of a letter.
fn without_tone(letter: char) -> Option<(char, usize)> {
    let lower = letter.to_lowercase().next()?;
    let row = VOWELS.iter().find(|row| row.contains(lower))?;
    let tone = row.chars().skip(1).position(|other| other == lower)?;
    let vowel = row.chars().next()?;
    let vowel = if lower == letter {
        Some(vowel)
    } else {
        vowel.to_uppercase().next()
    };
    Some((vowel?, tone))
}

/// Joins vowels and the tones that follow them.
fn composed(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for letter in text.chars() {
        let last = joined.chars().next_back();
        let pair = tone(letter).and_then(|tone| with_tone(last?, tone));
        if pair.is_some() {
            joined.pop();
        }
        joined.push(pair.unwrap_or(letter));
    }
    joined
}

/// Statistics of all texts that are not ASCII.
#[derive(Debug)]
struct TextStatistics {
    is_utf_8: bool,
    /// UTF-8 characters that count as evidence, weaker ones, and the number of Greek and Cyrillic ones among the
    /// latter.
    telling: usize,
    doubtful: usize,
    foreign: usize,
    /// Whether all texts are valid GB18030; the numbers of unassigned and of all characters in it.
    is_gb: bool,
    broken: usize,
    characters: usize,
    /// Letters of ASCII, and bytes beyond ASCII.
    letters: usize,
    high: usize,
    /// Runs of bytes beyond ASCII: all, those beside a letter of ASCII, those of an odd length, and the longest.
    runs: usize,
    beside_letters: usize,
    odd: usize,
    longest: usize,
    /// Bytes that are out of place in Vietnamese, in windows-1258 and in TCVN3.
    not_1258: usize,
    not_tcvn3: usize,
    /// Bytes out of place in other languages, in windows-1258 and in TCVN3.
    only_1258: usize,
    only_tcvn3: usize,
}

impl TextStatistics {
    const fn new() -> Self {
        Self {
            is_utf_8: true,
            telling: 0,
            doubtful: 0,
            foreign: 0,
            is_gb: true,
            broken: 0,
            characters: 0,
            letters: 0,
            high: 0,
            runs: 0,
            beside_letters: 0,
            odd: 0,
            longest: 0,
            not_1258: 0,
            not_tcvn3: 0,
            only_1258: 0,
            only_tcvn3: 0,
        }
    }

    fn add(&mut self, text: &[u8]) {
        self.add_utf_8(text);
        self.add_gb(text);
        self.letters += text
            .iter()
            .filter(|byte| byte.is_ascii_alphabetic())
            .count();
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        let mut last = None;
        for run in text.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
            if run.is_ascii() {
                last = run.last();
                continue;
            }
            let end = run.as_ptr_range().end.addr() - text.as_ptr().addr();
            self.runs += 1;
            self.beside_letters += usize::from(is_letter(last) || is_letter(text.get(end)));
            self.odd += run.len() % 2;
            self.longest = self.longest.max(run.len());
            self.high += run.len();
        }
        let before = std::iter::once(0).chain(text.iter().copied());
        for (before, byte) in before
            .zip(text.iter().copied())
            .filter(|(_, byte)| !byte.is_ascii())
        {
            let is_inside = before.is_ascii_lowercase();
            let is_1258 = is_1258(before, byte, is_inside);
            self.not_1258 += usize::from(!is_1258);
            self.only_1258 += usize::from(is_1258 && ONLY_1258.contains(&byte));
            let letter = tcvn3(byte);
            let is_tcvn3 = letter.is_some_and(|letter| !(is_inside && letter.is_uppercase()));
            self.not_tcvn3 += usize::from(!is_tcvn3);
            // Signs elsewhere, which do not stand beside letters.
            self.only_tcvn3 += usize::from(is_tcvn3 && byte < 0xc0);
        }
    }

    fn add_gb(&mut self, text: &[u8]) {
        /// Length of the shortest field; only a text that fills it can be cut off.
        const FIELD: usize = 15;
        let is_whole = !GB18030.decode_without_bom_handling(text).1;
        self.is_gb &= is_whole;
        let is_short = text.len() < FIELD;
        let text = gb18030(text);
        let broken = text.matches(char::REPLACEMENT_CHARACTER).count();
        self.broken += broken.max(usize::from(!is_whole && is_short));
        self.characters += text.chars().count();
    }

    fn add_utf_8(&mut self, text: &[u8]) {
        let is_cut = |error: std::str::Utf8Error| error.error_len().is_none();
        self.is_utf_8 &= from_utf8(text).map_or_else(is_cut, |_| true);
        if !self.is_utf_8 {
            return;
        }
        let has_letters = text.iter().any(u8::is_ascii_alphabetic);
        for letter in whole(text).chars().filter(|letter| !letter.is_ascii()) {
            let is_latin = letter.is_alphabetic() && letter < '\u{250}' && has_letters;
            if letter.len_utf8() > 2 || is_latin {
                self.telling += 1;
            } else {
                self.doubtful += 1;
                let is_foreign = ('\u{370}'..'\u{530}').contains(&letter);
                self.foreign += usize::from(is_foreign && letter.is_alphabetic());
            }
        }
    }

    /// The character set, and whether it is certain.
    fn verdict(&self) -> (TextSet, bool) {
        /// Minimum number of Greek and Cyrillic letters that count as evidence without any other.
        const FOREIGN: usize = 4;
        /// Number of characters among which one broken character is mere damage.
        const DAMAGE: usize = 16;
        let is_foreign = self.foreign >= FOREIGN && self.foreign == self.doubtful;
        let is_only = !self.is_gb && self.telling + self.doubtful > 0;
        if self.is_utf_8 && (is_only || is_foreign || self.telling > self.doubtful) {
            return (TextSet::Utf8, true);
        }
        // Chinese stands in pairs of bytes, most of them side by side; letters with accents stand in words.
        let most = self.beside_letters * 4 >= self.runs * 3;
        let least = self.not_1258.min(self.not_tcvn3);
        let is_telling = self.odd > 0 || self.runs > 2 && least == 0;
        let is_words = self.longest < 4 && self.letters >= self.high && self.runs > 0;
        if !(most && is_telling && is_words) {
            let is_certain = self.broken * DAMAGE <= self.characters;
            return (TextSet::Gb18030, is_certain);
        }
        let is_mostly = |wrong: usize, only: usize| only > 0 && wrong * 4 <= self.high;
        if self.not_1258 == least && is_mostly(least, self.only_1258) {
            (TextSet::Windows1258, least == 0)
        } else if is_mostly(self.not_tcvn3, self.only_tcvn3) {
            (TextSet::Tcvn3, self.not_tcvn3 == 0)
        } else {
            (TextSet::SingleByte, false)
        }
    }
}

/// Whether a byte beyond ASCII is in place in a Vietnamese text in windows-1258.
fn is_1258(before: u8, byte: u8, is_inside: bool) -> bool {
    let (text, _) = WINDOWS_1258.decode_without_bom_handling(std::slice::from_ref(&byte));
    let Some(letter) = text.chars().next() else {
        return false;
    };
    if tone(letter).is_some() {
        let (text, _) = WINDOWS_1258.decode_without_bom_handling(std::slice::from_ref(&before));
        let vowel = text.chars().next();
        return vowel.is_some_and(|vowel| with_tone(vowel, 0).is_some());
    }
    let is_vietnamese = without_tone(letter).is_some() || with_tone(letter, 0).is_some();
    let is_sign = matches!(letter, '‘' | '’' | '“' | '”' | '–' | '—' | '…' | '\u{a0}');
    is_sign
        || (is_vietnamese || matches!(letter, 'đ' | 'Đ')) && !(is_inside && letter.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&[u8]]) -> (TextSet, bool, Vec<String>) {
        let (set, is_certain) = TextSet::of(texts.iter().map(|text| text.to_vec()));
        (
            set,
            is_certain,
            texts.iter().map(|text| set.decode(text)).collect(),
        )
    }

    #[test]
    fn all_texts_together_tell() {
        let texts = ["Nguyễn Đức Hoà", "Lê", "Nước đi hay, đổi quân ưu thế"];
        let mut sets = vec![];
        for set in [TextSet::Utf8, TextSet::Windows1258, TextSet::Tcvn3] {
            let bytes = texts.map(|text| {
                let letters = text
                    .chars()
                    .map(|letter| set.encode(letter).expect("a letter"));
                letters.flatten().collect::<Vec<_>>()
            });
            let (found, is_certain, read) = of(&bytes.each_ref().map(Vec::as_slice));
            assert_eq!((&*read, is_certain), (&texts.map(str::to_owned)[..], true));
            sets.push(found);
        }
        assert_eq!(sets, [TextSet::Utf8, TextSet::Windows1258, TextSet::Tcvn3]);
        let gb = |text: &str| GB18030.encode(text).0.into_owned();
        for texts in [
            &["许银川", "吕钦 Lu Qin"][..],
            &["朱镕基", "Cup"],
            &["镕", "炮A进B"],
            &["陆", "联"],
            &["ECCO C03 屏风马 Screen Horse"],
        ] {
            let bytes: Vec<_> = texts.iter().map(|text| gb(text)).collect();
            let (found, is_certain) = TextSet::of(bytes.into_iter());
            assert_eq!((found, is_certain), (TextSet::Gb18030, true), "{texts:?}");
        }
    }

    #[test]
    fn short_and_foreign_texts_are_told_too() {
        let encoded = |set: TextSet, texts: [&str; 2]| {
            texts.map(|text| {
                let letters = text
                    .chars()
                    .map(|letter| set.encode(letter).expect("a letter"));
                letters.flatten().collect::<Vec<_>>()
            })
        };
        for (set, texts) in [
            (TextSet::Windows1258, ["Hà", "Vũ"]),
            (TextSet::Tcvn3, ["Hà", "Vũ"]),
            (TextSet::Utf8, ["Hà", "Vũ"]),
            (TextSet::Utf8, ["Đỗ", ""]),
            (TextSet::Utf8, ["Иванов", "Петров"]),
        ] {
            let bytes = encoded(set, texts);
            let (found, is_certain, read) = of(&bytes.each_ref().map(Vec::as_slice));
            assert_eq!((found, is_certain), (set, true), "{texts:?}");
            assert_eq!(read, texts);
        }
        let halves = [b"V\xe2".to_vec(), b"\xb4\xb5\xb6".to_vec()];
        assert_eq!(TextSet::of(halves.into_iter()), (TextSet::Gb18030, false));
        let cyrillic = b"\xf5\xee\xf0\xee\xf8\xe8\xe9 \xf5\xee\xe4";
        assert_eq!(
            TextSet::of([cyrillic.to_vec()].into_iter()),
            (TextSet::Gb18030, false)
        );
    }

    #[test]
    fn what_cannot_be_told_can_be_written_back() {
        let (found, is_certain, read) = of(&[b"M\xfcller", b"\xd6sterrei\xdfh"]);
        assert_eq!((found, is_certain), (TextSet::SingleByte, false));
        let letters = read[1]
            .chars()
            .map(|letter| found.encode(letter).expect("a letter"));
        assert_eq!(letters.flatten().collect::<Vec<_>>(), b"\xd6sterrei\xdfh");
        assert_eq!(found.encode('马'), None);
    }
}
