//! What one program accepts from the other: sizes, and the letters of a text.

use crate::game::clock::Millis;
use crate::record::format::letters::is_lost;

/// Greatest length of a player's name, in characters.
pub const NAME_LENGTH: usize = 40;
/// Greatest length of one thing said to the friend, in characters.
pub const CHAT_LENGTH: usize = 500;
/// Greatest length of a frame, in bytes.
pub const MAX_FRAME: usize = 0x1_0000;
/// Greatest length of a frame before both have proved that they know the secret, in bytes.
pub const MAX_GREETING: usize = 1024;
/// How deep lists and objects may lie in one another in a message.
pub const MAX_DEPTH: usize = 8;
/// Time for both to prove that they know the secret.
pub const GREETING_TIME: Millis = 10_000;
/// Most connections that are about to prove it.
pub const MAX_PENDING: usize = 4;
/// Wrong codes after which an invitation is withdrawn.
pub const MAX_TRIES: u8 = 5;
/// Time between two signs of life.
pub const PING_TIME: Millis = 10_000;
/// Silence after which the line counts as lost.
pub const SILENCE: Millis = 30_000;

/// Greatest length of the word to the friend in a letter, in characters.
pub const WORD_LENGTH: usize = 100;

/// A text from elsewhere as one line of at most `length` characters, without those that command or pose.
pub fn tidy(text: &str, length: usize) -> String {
    let kept = text.chars().filter(|c| c.is_whitespace() || !is_lost(*c));
    // Whatever is longer has been sent by another program: as much of it is read as may be of use.
    let kept: String = kept.take(4 * length).collect();
    let words: Vec<_> = kept.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(length).collect();
    line.trim_end().to_owned()
}

/// How many messages may come: a number at once, and then so many a second.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    size: Millis,
    /// Time in which one message is earned.
    each: Millis,
    /// Time earned and not used.
    left: Millis,
    since: Millis,
}

impl Bucket {
    /// `burst` messages at once, then one in `each` milliseconds.
    pub const fn new(burst: Millis, each: Millis, now: Millis) -> Self {
        let size = burst * each;
        Self {
            size,
            each,
            left: size,
            since: now,
        }
    }

    /// Whether one more message may come.
    pub fn takes(&mut self, now: Millis) -> bool {
        let earned = now.saturating_sub(self.since);
        self.since = self.since.max(now);
        self.left = self.left.saturating_add(earned).min(self.size);
        let left = self.left.checked_sub(self.each);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_held_to_its_rate() {
        let mut bucket = Bucket::new(5, 50, 0);
        let taken = |bucket: &mut Bucket, now| (0..100).filter(|_| bucket.takes(now)).count();
        assert_eq!(taken(&mut bucket, 0), 5);
        assert_eq!(taken(&mut bucket, 100), 2);
        assert_eq!(taken(&mut bucket, 0), 0, "time does not go back");
        assert_eq!(taken(&mut bucket, 1_000_000), 5);
    }

    #[test]
    fn a_text_becomes_one_short_line_of_harmless_letters() {
        assert_eq!(tidy(" An\u{202e}na\n\0 \t胡 ", 40), "Anna 胡");
        assert_eq!(tidy("one two", 4), "one");
        let marks = format!("a{}", "\u{301}".repeat(100_000));
        assert_eq!(tidy(&marks, NAME_LENGTH).chars().count(), NAME_LENGTH);
    }
}
