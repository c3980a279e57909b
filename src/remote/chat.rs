//! The talk beside a game over a connection. It is no part of the record, and nothing of it is saved.

use std::collections::VecDeque;

/// Most messages that stay in memory. Older ones are gone.
pub const MAX_MESSAGES: usize = 200;

/// A message of one of the two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// Whether the player here has written it.
    pub is_own: bool,
    /// The text, in one line.
    pub text: String,
}

/// The latest messages of both players, in order.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    messages: VecDeque<ChatMessage>,
    /// Number of all messages so far, forgotten ones included.
    count: usize,
    unread: usize,
}

impl Chat {
    /// Adds a message. One of the friend counts as unread.
    pub fn add(&mut self, is_own: bool, text: &str) {
        if self.messages.len() == MAX_MESSAGES {
            self.messages.pop_front();
        }
        let text = text.to_owned();
        self.messages.push_back(ChatMessage { is_own, text });
        self.count += 1;
        self.unread += usize::from(!is_own);
    }

    /// Number of all messages so far, forgotten ones included.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Messages after the first `known` of all so far.
    pub fn after(&self, known: usize) -> impl Iterator<Item = &ChatMessage> {
        let forgotten = self.count - self.messages.len();
        self.messages.iter().skip(known.saturating_sub(forgotten))
    }

    /// Number of messages of the friend that have not been seen.
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// Marks all messages as seen.
    pub const fn see(&mut self) {
        self.unread = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(chat: &Chat, known: usize) -> Vec<&str> {
        chat.after(known).map(|one| one.text.as_str()).collect()
    }

    #[test]
    fn only_messages_of_the_friend_are_unread_until_they_are_seen() {
        let mut chat = Chat::default();
        chat.add(true, "hello");
        assert_eq!(chat.unread(), 0);
        chat.add(false, "hi");
        chat.add(false, "your move");
        assert_eq!((chat.unread(), chat.count()), (2, 3));
        chat.see();
        assert_eq!(chat.unread(), 0);
        assert_eq!(texts(&chat, 1), ["hi", "your move"]);
    }

    #[test]
    fn the_oldest_messages_are_forgotten() {
        let mut chat = Chat::default();
        for number in 0..2 * MAX_MESSAGES {
            chat.add(false, &number.to_string());
        }
        assert_eq!(chat.count(), 2 * MAX_MESSAGES);
        assert_eq!(chat.after(0).count(), MAX_MESSAGES);
        assert_eq!(texts(&chat, 0)[0], MAX_MESSAGES.to_string());
        let last = (2 * MAX_MESSAGES - 1).to_string();
        assert_eq!(texts(&chat, 2 * MAX_MESSAGES - 1), [last.as_str()]);
        assert_eq!(texts(&chat, 2 * MAX_MESSAGES), [""; 0]);
    }
}
