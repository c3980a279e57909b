//! Limits on input from the other program.

use crate::game::clock::Millis;
use crate::record::format::chars::is_stripped;
use unicode_segmentation::UnicodeSegmentation;

/// Maximum length of a player's name, in characters.
pub const NAME_LENGTH: usize = 40;
/// Maximum length of a chat message, in characters.
pub const CHAT_LENGTH: usize = 500;
/// Maximum length of a frame body, in bytes.
pub const MAX_FRAME: usize = 0x1_0000;
/// Maximum length of a frame body during the handshake, in bytes.
pub const MAX_HANDSHAKE_FRAME: usize = 1024;
/// Maximum nesting depth of a message.
pub const MAX_DEPTH: usize = 8;
/// Time to complete a handshake.
pub const HANDSHAKE_TIMEOUT: Millis = 10_000;
/// Maximum number of handshakes in progress.
pub const MAX_PENDING_HANDSHAKES: usize = 4;
/// Number of wrong codes after which the code is withdrawn.
pub const MAX_WRONG_CODES: u8 = 5;
/// Interval between pings.
pub const PING_INTERVAL: Millis = 10_000;
/// Time without an answer to a ping after which the connection counts as lost.
pub const PEER_TIMEOUT: Millis = 30_000;

/// Maximum length of the word to the friend in a letter, in characters.
pub const WORD_LENGTH: usize = 100;

/// Maximum number of combining marks on one character. No language needs more; further ones are drawn across the lines
/// above and below.
const MAX_MARKS: usize = 6;

/// Untrusted text as one line of at most `length` characters, cut between graphemes, without control and bidirectional
/// formatting characters and excess combining marks; empty if nothing of it can be seen.
pub fn tidy(text: &str, length: usize) -> String {
    let kept = text
        .chars()
        .filter(|c| c.is_whitespace() || !is_stripped(*c));
    // Only another program sends longer texts; four times the length suffices for any white space to be dropped.
    let kept: String = kept.take(4 * length).collect();
    let words: Vec<_> = kept.split_whitespace().collect();
    let line = cut(&with_few_marks(&words.join(" ")), length);
    if line.chars().any(is_visible) {
        line.trim_end().to_owned()
    } else {
        String::new()
    }
}

/// The text without marks that have no character to stand on, and without more than [`MAX_MARKS`] on one.
fn with_few_marks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut marks = 0;
    for letter in text.chars() {
        if is_ignorable(letter) || is_mark(letter) {
            marks += usize::from(!is_ignorable(letter));
            if kept.is_empty() || (marks > MAX_MARKS && !is_ignorable(letter)) {
                continue;
            }
        } else {
            marks = 0;
            if kept.is_empty() && letter == ' ' {
                continue;
            }
        }
        kept.push(letter);
    }
    kept
}

/// The beginning of a text, of at most `length` characters: as many graphemes as fit, or else a part of the first.
fn cut(text: &str, length: usize) -> String {
    let mut room = length;
    let fits = |grapheme: &&str| {
        let rest = room.checked_sub(grapheme.chars().count());
        room = rest.unwrap_or_default();
        rest.is_some()
    };
    let fitting: String = text.graphemes(true).take_while(fits).collect();
    if fitting.is_empty() {
        text.chars().take(length).collect()
    } else {
        fitting
    }
}

/// Whether a character is seen by itself.
fn is_visible(letter: char) -> bool {
    // Blank letters: of Braille, of musical notes, of Khitan script and of hieroglyphs.
    let is_blank = matches!(
        letter,
        '\u{2800}' | '\u{16fe4}' | '\u{13441}' | '\u{13442}' | '\u{1d159}'
    );
    !(letter.is_whitespace()
        || is_stripped(letter)
        || is_ignorable(letter)
        || is_blank
        || is_mark(letter))
}

/// Whether a character is drawn on the one before it.
fn is_mark(letter: char) -> bool {
    // A skin tone is seen by itself as well.
    let is_skin_tone = ('\u{1f3fb}'..='\u{1f3ff}').contains(&letter);
    let pair: String = ['a', letter].iter().collect();
    !letter.is_ascii()
        && !is_skin_tone
        && !is_ignorable(letter)
        && pair.graphemes(true).count() == 1
}

/// Whether a character is not drawn, as a joiner or a variation selector: Unicode’s `Default_Ignorable_Code_Point`.
const fn is_ignorable(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Rate limiter: a burst, then a steady rate.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    capacity: Millis,
    /// Time in which one message is earned.
    interval: Millis,
    /// Time earned and not spent.
    available: Millis,
    updated: Millis,
}

impl TokenBucket {
    /// Allows `burst` messages at once, then one per `interval`.
    pub const fn new(burst: Millis, interval: Millis, now: Millis) -> Self {
        let capacity = burst * interval;
        Self {
            capacity,
            interval,
            available: capacity,
            updated: now,
        }
    }

    /// Spends one message. Returns whether that was allowed.
    pub fn take(&mut self, now: Millis) -> bool {
        let earned = now.saturating_sub(self.updated);
        self.updated = self.updated.max(now);
        let available = self.available.saturating_add(earned).min(self.capacity);
        let rest = available.checked_sub(self.interval);
        self.available = rest.unwrap_or(available);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_flood_is_limited_to_the_rate() {
        let mut bucket = TokenBucket::new(5, 50, 0);
        let taken = |bucket: &mut TokenBucket, now| (0..100).filter(|_| bucket.take(now)).count();
        assert_eq!(taken(&mut bucket, 0), 5);
        assert_eq!(taken(&mut bucket, 100), 2);
        assert_eq!(taken(&mut bucket, 0), 0, "time does not go back");
        assert_eq!(taken(&mut bucket, 1_000_000), 5);
    }

    #[test]
    fn untrusted_text_becomes_one_short_harmless_line() {
        assert_eq!(tidy(" An\u{202e}na\n\0 \t胡 ", 40), "Anna 胡");
        assert_eq!(tidy("one two", 4), "one");
    }

    #[test]
    fn a_text_is_cut_between_graphemes_and_never_grows() {
        let kept = [
            "Nguye\u{302}\u{303}n",
            "ကျွန်ုပ်",
            "नमस्ते",
            "ที่นี่",
            "שִׁ֥יר",
            "葛\u{e0100}",
            "👩\u{200d}👩\u{200d}👧\u{200d}👦",
            "👍🏽",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "1\u{fe0f}\u{20e3}",
            "🇨🇳🇻🇳",
            "می\u{200c}خواهم",
        ];
        for text in kept {
            assert_eq!(tidy(text, NAME_LENGTH), text);
            let graphemes: Vec<_> = text.graphemes(true).collect();
            for length in graphemes[0].chars().count()..text.chars().count() {
                let cut = tidy(text, length);
                assert!(cut.chars().count() <= length, "{text} {length}");
                let count = cut.graphemes(true).count();
                assert_eq!(cut, graphemes[..count].concat(), "{text} {length}");
            }
        }
    }

    /// All characters of the planes in which some are assigned.
    fn characters() -> impl Iterator<Item = char> {
        let all = (0..0x2_0000).chain(0xe_0000..0xe_1000);
        all.filter_map(char::from_u32)
    }

    #[test]
    fn no_character_carries_a_streak_of_marks() {
        let marks: Vec<_> = characters().filter(|c| is_mark(*c)).collect();
        assert!(marks.len() > 2000);
        let joined = |part: &[char]| part.iter().collect::<String>();
        for part in marks.chunks(24) {
            let many = format!("a{}b", joined(part));
            let few = format!("a{}b", joined(&part[..MAX_MARKS.min(part.len())]));
            assert_eq!(tidy(&many, NAME_LENGTH), few);
            // Neither a joiner in between nor one before them makes room for more.
            let apart = many.replace(part[0], &format!("{}\u{200d}\u{ad}", part[0]));
            let drawn = tidy(&apart, NAME_LENGTH);
            assert_eq!(
                drawn.chars().filter(|c| is_mark(*c)).count(),
                few.chars().count() - 2
            );
            assert_eq!(tidy(&joined(part), NAME_LENGTH), "");
        }
        let long = format!("a{}", "\u{301}".repeat(100_000));
        assert_eq!(tidy(&long, NAME_LENGTH).chars().count(), 1 + MAX_MARKS);
        // One grapheme without end, which is cut all the same.
        let endless = "\u{1100}".repeat(1000);
        assert_eq!(tidy(&endless, NAME_LENGTH).chars().count(), NAME_LENGTH);
    }

    #[test]
    fn what_cannot_be_seen_is_no_text() {
        let unseen: Vec<_> = characters().filter(|c| !is_visible(*c)).collect();
        for letter in
            "\u{ad}\u{a0}\u{2800}\u{3000}\u{3164}\u{fe0f}\u{e0100}\u{200d}\u{301}\0".chars()
        {
            assert!(unseen.contains(&letter), "{letter:?}");
        }
        for letter in &unseen {
            assert_eq!(tidy(&letter.to_string(), CHAT_LENGTH), "", "{letter:?}");
            let beside = tidy(&format!("{letter}a"), CHAT_LENGTH);
            assert!(beside.ends_with('a'), "{letter:?}");
        }
        for part in unseen.chunks(100) {
            assert_eq!(tidy(&part.iter().collect::<String>(), CHAT_LENGTH), "");
        }
        for seen in ["a", "胡", "🏽", "·", "\u{378}"] {
            assert_eq!(tidy(seen, CHAT_LENGTH), seen);
        }
    }

    proptest! {
        #[test]
        fn a_tidy_text_is_tidy(
            text in "[a \u{301}\u{200d}\u{ad}\u{fe0f}\u{2800}\u{1100}\u{e33}👩🏽🇨\u{e0067}\t\\PC]{0,60}",
            length in 1_usize..50,
        ) {
            let once = tidy(&text, length);
            prop_assert!(once.chars().count() <= length);
            prop_assert_eq!(tidy(&once, length), once);
        }
    }
}
