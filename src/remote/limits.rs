//! Limits on input from the other program.

use crate::game::clock::Millis;
use crate::record::format::chars::is_stripped;

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
/// Number of wrong codes after which an invitation is withdrawn.
pub const MAX_WRONG_CODES: u8 = 5;
/// Interval between pings.
pub const PING_INTERVAL: Millis = 10_000;
/// Time without an answer to a ping after which the connection counts as lost.
pub const PEER_TIMEOUT: Millis = 30_000;

/// Maximum length of the word to the friend in a letter, in characters.
pub const WORD_LENGTH: usize = 100;

/// Untrusted text as one line of at most `length` characters, without control and bidirectional formatting characters.
pub fn tidy(text: &str, length: usize) -> String {
    let kept = text
        .chars()
        .filter(|c| c.is_whitespace() || !is_stripped(*c));
    // Only another program sends longer texts; four times the length suffices for any white space to be dropped.
    let kept: String = kept.take(4 * length).collect();
    let words: Vec<_> = kept.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(length).collect();
    line.trim_end().to_owned()
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
        let marks = format!("a{}", "\u{301}".repeat(100_000));
        assert_eq!(tidy(&marks, NAME_LENGTH).chars().count(), NAME_LENGTH);
    }
}
