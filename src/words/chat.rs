//! The chat with a friend far away.

use super::catalogue::{labels, say, say_count};
use super::notes;

labels! {
    chat_heading = say!("Chat");
    chat_entry = say!("Message");
    chat_messages = say!("Messages");
    // Translators: The button sends a message to the friend.
    send_message = say!("Send");
    chat_full = say!("A message can be no longer than this.");
    chat_too_fast = say!("Too many messages at once. Try again in a moment.");
}

/// Accessible name of the title, which folds and unfolds the chat.
pub fn chat_title(unread: usize) -> String {
    let title = chat_heading().to_owned();
    if unread == 0 {
        title
    } else {
        notes(&[title, self::unread(unread)])
    }
}

/// Number of messages that have not been seen.
pub fn unread(count: usize) -> String {
    // Translators: beside the title of the chat: so many messages have not been read.
    say_count!("{count} new", "{count} new", count)
}

/// Hint that a message cannot be sent, since the friend is away.
pub fn chat_away(friend: &str) -> String {
    say!(
        "{friend} is away. Send the message once you are connected again.",
        friend
    )
}

/// Reason there is nobody to chat with.
pub fn no_chat() -> &'static str {
    say!("There is a chat only in a game with a friend far away.")
}

/// Announcement of messages while the chat is folded.
pub fn chat_arrived(friend: &str) -> String {
    say!("New message from {friend}.", friend)
}

/// Tooltip of the button for the side panel when there are unread messages in it.
pub fn with_unread(about: &str, count: usize) -> String {
    let told = say_count!("{count} new message", "{count} new messages", count);
    notes(&[about.to_owned(), told])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unread_messages_are_counted_only_where_there_are_some() {
        assert_eq!(chat_title(0), "Chat");
        assert_eq!(chat_title(2), "Chat, 2 new");
        assert_eq!(
            with_unread("Sidebar (F9)", 1),
            "Sidebar (F9), 1 new message"
        );
    }
}
