//! Remote games: letters, the connection, questions between the two players, and their chat.

use super::catalogue::{labels, say, say_count};
use super::files::system_message;
use super::new_game::to_begin;
use super::{notes, player, refusal, rulebook, side, take_back_rule};
use crate::game::{Ask, Event, Game, GameTerms, Refusal};
use crate::record::notation::{self, Notation};
use crate::remote::{
    CloseReason, Finding, InvitationError, LetterError, Rejection, RestoreError, Unsuitable,
};
use crate::rules::Side;
use std::io;

/// Reason a pasted text is no letter.
pub fn letter_error(error: LetterError) -> &'static str {
    match error {
        LetterError::NotALetter => say!("There is no letter in this text."),
        LetterError::Damaged => {
            say!(
                "Something in the letter is missing or was changed on the way. Ask your friend to send it again."
            )
        }
        LetterError::Impossible => say!("The letter says something that the rules do not allow."),
        LetterError::TooLong => say!("The text is too long. Copy only the letter."),
    }
}

/// Reason a game cannot be played by letter.
pub fn unsuitable(why: Unsuitable) -> &'static str {
    match why {
        Unsuitable::Begun => say!("Only a new game can be played by letter."),
        Unsuitable::TwoMoves => {
            say!("A game that begins with two moves in a row cannot be played by letter.")
        }
    }
}

/// Explanation of a letter that does not answer the last one; `None` if it does.
pub fn letter_finding(finding: &Finding) -> Option<&'static str> {
    Some(match finding {
        Finding::Next => return None,
        Finding::Own => say!("You wrote this letter yourself. Send it to your friend."),
        Finding::Older => say!("You have already read this letter."),
        Finding::AlteredPast => {
            say!("This letter does not follow the last one: something before it was changed.")
        }
        Finding::OtherRules => {
            say!("This letter has different rules or a different starting position than agreed.")
        }
        Finding::OtherGame => say!("This letter belongs to another game."),
        Finding::Missing => {
            say!("A letter before this one is missing. Ask your friend to send it again.")
        }
        Finding::NotOffered => say!("This letter accepts a draw that you have not offered."),
    })
}

/// Accessible name of the text of a letter.
pub fn letter_text() -> &'static str {
    say!("Letter")
}

/// Explanation of the first letter of a game, by the side that writes it.
pub fn first_letter(from: Side) -> String {
    match from {
        Side::Red => say!(
            "You play Red. Your friend pastes this letter into Chuhe, and answers with the next one."
        ),
        Side::Black => say!(
            "You play Black. Your friend pastes this letter into Chuhe, and answers with the next one."
        ),
    }
    .to_owned()
}

/// Explanation of a letter that answers the friend's.
pub fn letter_answer(game: &Game, own: Side) -> String {
    say!(
        "Once you copy it, your move is final. {friend} answers with the next letter.",
        friend = player(&game.record().tags, !own)
    )
}

/// Heading when no letter can be written.
pub fn no_letter() -> &'static str {
    say!("No Letter to Write")
}

/// Advice when there is nothing to answer to the friend's last letter.
pub fn nothing_to_answer() -> &'static str {
    say!("Make your move first; the letter will contain it.")
}

/// Reason why the friend's last letter needs no answer.
pub fn letter_after_end() -> &'static str {
    say!("The game is over. Start a new one for another letter.")
}

/// Remark after a letter was copied.
pub fn copied_letter() -> &'static str {
    say!("Letter copied. Paste it into a message to your friend.")
}

/// Heading when a pasted letter is not applied.
pub fn cannot_read_letter() -> &'static str {
    say!("Letter Not Accepted")
}

/// Answer that shows the position after an older letter.
pub fn show_letter() -> &'static str {
    say!("_Show Its Position")
}

/// Remark with the message in a letter.
pub fn friend_says(friend: &str, word: &str) -> String {
    // Translators: what the friend has written into a letter: “Anna: your elephant is in trouble”.
    say!("{friend}: {word}", friend, word)
}

/// Reason the connection to the friend was closed. The game is kept in every case.
pub fn connection_closed(why: CloseReason) -> &'static str {
    match why {
        CloseReason::Malformed | CloseReason::FrameTooLong | CloseReason::UnknownCritical => {
            say!("The other program sent something that this version does not understand.")
        }
        CloseReason::NotAuthentic => {
            say!("A message was changed on the way, so the connection was closed.")
        }
        CloseReason::WrongCode => say!("Wrong code."),
        CloseReason::CodeWithdrawn => {
            say!("This code is no longer valid. Ask for the invitation link, or for a new code.")
        }
        CloseReason::UnknownSecret => {
            say!("This invitation is no longer valid. Ask for a new one.")
        }
        CloseReason::VersionMismatch => {
            say!(
                "Your versions of Chuhe cannot play together. Install the newest one on both computers."
            )
        }
        CloseReason::HandshakeTimeout => say!("The other program did not answer in time."),
        CloseReason::Flood => say!("The other program sent too much at once."),
        CloseReason::Timeout => say!("Nothing has come from your friend for a while."),
        CloseReason::RulesMismatch => {
            say!(
                "Your versions of Chuhe judge repetitions differently. Turn Repetition off in New Game, or install the same version on both computers."
            )
        }
        CloseReason::UnknownGame => say!("Your friend’s program has a different game."),
        CloseReason::PeerLeft => say!("Your friend has left. The game is kept."),
        CloseReason::ConnectionLost => say!("The connection was lost."),
    }
}

/// Reason an action of the player in a remote game has no effect.
pub fn rejection(why: Rejection) -> &'static str {
    match why {
        Rejection::Stale => say!("The game went on before this reached your friend."),
        Rejection::NotYourTurn => say!("It is your friend’s turn."),
        Rejection::Refused(Refusal::Over(_)) => {
            say!("The game is over. Propose a rematch to your friend.")
        }
        Rejection::Refused(why) => refusal(why),
        Rejection::AskedAlready => say!("You have already asked. Ask again after your next move."),
        Rejection::NotAsked => say!("Your friend has not asked for this."),
        Rejection::TimeLeft => say!("There is still time on the clock."),
        Rejection::NotPaused => say!("The game is not paused."),
        Rejection::InFlight => say!("Your last action is still on its way to your friend."),
        Rejection::Disputed => say!("First agree with your friend on the position to go on from."),
        Rejection::LocalOnly => say!("This is not possible in a game with a friend far away."),
        Rejection::TooLong => say!("The game is too long to continue over this connection."),
    }
}

/// Reason a pasted text is not an invitation.
pub fn invitation_error(why: InvitationError) -> &'static str {
    match why {
        InvitationError::Missing => {
            say!(
                "Paste the link that begins with “chuhe:”, or type an address with its port, such as 192.168.1.7:40123."
            )
        }
        InvitationError::Damaged => {
            say!("Something in the link is missing or was changed. Copy the whole link.")
        }
        InvitationError::OtherVersion => say!("This link is from another version of Chuhe."),
        InvitationError::ForeignAnswer => {
            say!(
                "This link does not answer an invitation that is open here. Send your friend the newest one."
            )
        }
    }
}

/// Reason why no address of the host has answered.
pub fn unreached(hosts: &[String]) -> String {
    say!(
        "No answer from {hosts}. Make sure that your friend’s Chuhe is still waiting and that no router or firewall blocks it. If both of you are behind routers, play by letter.",
        hosts = hosts.join(", ")
    )
}

/// Heading when no connection could be made.
pub fn no_connection() -> &'static str {
    say!("No Connection")
}

/// Heading when the code of an invitation was withdrawn.
pub fn code_withdrawn() -> &'static str {
    say!("Code Withdrawn")
}

/// Explanation when the code of an invitation was withdrawn.
pub fn code_withdrawn_body() -> &'static str {
    say!(
        "The code ended after five wrong attempts. Send the link to your friend, or cancel and invite again."
    )
}

/// Question which game is meant, while a friend is away.
pub fn which_game(friend: &str) -> String {
    say!("Continue the Game With {friend}?", friend)
}

/// Explanation of the question which game is meant.
pub fn which_game_body(friend: &str) -> String {
    say!(
        "{friend} is not connected. If you play another game, this one is kept unfinished.",
        friend
    )
}

/// Answer that invites the absent friend again.
pub fn continue_that_game() -> &'static str {
    say!("Continue _That Game")
}

/// Answer that invites to another game, or joins one.
pub fn another_game() -> &'static str {
    say!("_Play Another Game")
}

/// Choice of an unfinished game with a friend.
pub fn continue_with(friend: &str) -> String {
    say!("Continue With {friend}", friend)
}

/// Where an unfinished game is continued.
pub fn at_move(number: usize) -> String {
    say!("Move {number}", number)
}

/// Title of a page with an invitation to continue a game.
pub fn invitation_to_continue(friend: &str) -> String {
    say!("Invitation to Continue With {friend}", friend)
}

/// Reason that a game with a friend cannot be continued.
pub fn restore_error(why: RestoreError) -> &'static str {
    match why {
        RestoreError::OtherVersion => remote_game_of_other_version(),
        RestoreError::Damaged => {
            say!("The file of this game is missing or damaged. Begin a new game.")
        }
    }
}

/// Remark on a game that was begun with an earlier version of the protocol.
pub fn remote_game_of_other_version() -> &'static str {
    say!(
        "This game was begun with another version of Chuhe. Finish it with that version, or begin a new one."
    )
}

/// Heading of the question whether to play the game that the friend proposes.
pub fn ask_play_this(friend: &str) -> String {
    say!("Play with {friend}?", friend)
}

/// Summary of the proposed game; the player here is `own`.
pub fn proposed(terms: &GameTerms, own: Side, is_drawn: bool) -> String {
    let mut about = vec![
        to_begin(terms),
        say!(
            "Repetition: {rules}",
            rules = rulebook(terms.rules.rulebook)
        ),
        taking_back(terms),
    ];
    if is_drawn {
        about.push(say!("The colors were drawn by chance.").to_owned());
    }
    about.push(no_aids().to_owned());
    let about = about.join("\n");
    match own {
        Side::Red => say!("You play Red.\n{about}", about),
        Side::Black => say!("You play Black.\n{about}", about),
    }
}

/// The house rule on taking back among other terms.
pub(super) fn taking_back(terms: &GameTerms) -> String {
    say!(
        "Taking back: {rule}",
        rule = take_back_rule(terms.take_backs)
    )
}

/// Answer that begins the proposed game.
pub fn play_this() -> &'static str {
    say!("_Play")
}

/// Remark when the friend has declined the game.
pub fn game_declined(friend: &str) -> String {
    say!("{friend} declined this game.", friend)
}

/// Heading of the question before another game replaces one with a friend.
pub fn ask_leave_friend(friend: &str) -> String {
    say!("Leave the Game With {friend}?", friend)
}

/// Explanation of leaving a game with a friend.
pub fn ask_leave_friend_body() -> &'static str {
    say!("The unfinished game is kept. You can continue it under Play With a Friend Far Away.")
}

/// Answer that leaves the game with a friend.
pub fn leave_friend() -> &'static str {
    say!("_Leave")
}

/// Remark after a rematch was proposed to the friend.
pub fn rematch_proposed(friend: &str) -> String {
    say!(
        "You have proposed a rematch. It begins once {friend} accepts.",
        friend
    )
}

/// Warning that a remote game cannot be saved.
pub fn remote_unsaved(error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            say!("The disk is full: free up some space.").to_owned()
        }
        _ => system_message(&error.to_string()),
    };
    // Translators: {reason} is a sentence.
    say!(
        "The game cannot be saved, so nothing is sent to your friend until it can. {reason}",
        reason
    )
}

/// Remark once a remote game is saved again.
pub fn remote_saved_again() -> &'static str {
    say!("The game is saved again, and your friend gets your moves.")
}

/// Remark on a move made while the friend is away.
pub fn on_its_way(friend: &str) -> String {
    say!(
        "{friend} will see this once you are connected again.",
        friend
    )
}

labels! {
    no_aids = say!("Learning aids are off until the end of a game with a friend far away.");
    no_trying = say!("Moves can be tried on the board once the game with your friend is over.");
    go_back_put_off = say!("The game is on hold until both of you go back.");
}

/// Remark at the beginning of a game; the player here is `own`.
pub fn remote_begun(own: Side) -> &'static str {
    match own {
        Side::Red => say!("You play Red. Learning aids are off until the end."),
        Side::Black => say!("You play Black. Learning aids are off until the end."),
    }
}

/// Question whether to roll back the game to the last position that both programs agree on.
pub fn ask_go_back(friend: &str, common: &Game, how: Notation) -> String {
    let (round, by) = common.record().round(common.shown());
    match common.shown_notation(how) {
        None => say!(
            "Go back to the start? {friend}’s copy of the game differs.",
            friend
        ),
        // Translators: a narrow window shows no more than the question; {move_text} is the move as it is written.
        Some(text) => say!(
            "Go back to {side}’s move {round}, {move_text}? {friend}’s copy of the game differs after that.",
            side = side(by),
            round,
            move_text = text,
            friend
        ),
    }
}

/// Remark after the player has agreed to the rollback.
pub fn go_back_agreed(friend: &str) -> String {
    say!(
        "The game goes on from there when {friend} agrees, too.",
        friend
    )
}

/// Question whether to accept a rematch; the player here is `own`.
pub fn ask_rematch(friend: &str, own: Side) -> String {
    match own {
        Side::Red => say!("Rematch with {friend}? You play Red.", friend),
        Side::Black => say!("Rematch with {friend}? You play Black.", friend),
    }
}

/// Remark on moves that one side has taken back: its own first one of them. `None` if it has none among them.
pub fn friend_took_back(game: &Game, by: Side, events: &[Event], how: Notation) -> Option<String> {
    let mut before = game.position().clone();
    for event in events.iter().rev() {
        let Event::TakenBack(played) = event else {
            continue;
        };
        if played.piece.side == by {
            return Some(say!(
                "{friend} has taken back {move_text}.",
                friend = player(&game.record().tags, by),
                move_text = notation::write(&before, played.mv, how)
            ));
        }
        before = before.play(played.mv).ok()?;
    }
    None
}

/// Remark on what the player has asked the friend.
pub fn asked_friend(ask: Ask, friend: &str) -> Option<String> {
    Some(match ask {
        Ask::Draw => say!("You have offered {friend} a draw.", friend),
        Ask::TakeBack | Ask::Cycle => {
            say!("You have asked {friend} to let you take back.", friend)
        }
        Ask::Pause => say!("You have asked {friend} for a pause.", friend),
        // Not in such a game.
        Ask::Hints | Ask::Analysis => return None,
    })
}

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

/// Number of unread messages.
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
    use crate::game::{Command, Now};
    use std::collections::HashSet;

    #[test]
    fn every_letter_that_is_no_answer_has_a_sentence_of_its_own() {
        assert_eq!(letter_finding(&Finding::Next), None);
        let findings = [
            Finding::Own,
            Finding::Older,
            Finding::AlteredPast,
            Finding::OtherRules,
            Finding::OtherGame,
            Finding::Missing,
            Finding::NotOffered,
        ];
        let sentences = findings.iter().filter_map(letter_finding);
        let others = [
            LetterError::NotALetter,
            LetterError::Damaged,
            LetterError::Impossible,
            LetterError::TooLong,
        ];
        let sentences = sentences.chain(others.map(letter_error));
        let sentences = sentences.chain([Unsuitable::Begun, Unsuitable::TwoMoves].map(unsuitable));
        assert_eq!(sentences.collect::<HashSet<_>>().len(), 13);
    }

    #[test]
    fn every_reason_has_a_sentence_of_its_own() {
        let voids = [
            Rejection::Stale,
            Rejection::NotYourTurn,
            Rejection::Refused(Refusal::Paused),
            Rejection::AskedAlready,
            Rejection::NotAsked,
            Rejection::TimeLeft,
            Rejection::NotPaused,
            Rejection::InFlight,
            Rejection::Disputed,
            Rejection::LocalOnly,
            Rejection::TooLong,
        ];
        let faults = [
            CloseReason::Malformed,
            CloseReason::NotAuthentic,
            CloseReason::WrongCode,
            CloseReason::UnknownSecret,
            CloseReason::VersionMismatch,
            CloseReason::HandshakeTimeout,
            CloseReason::Flood,
            CloseReason::Timeout,
            CloseReason::RulesMismatch,
            CloseReason::UnknownGame,
            CloseReason::PeerLeft,
            CloseReason::ConnectionLost,
        ];
        let sentences = voids
            .map(rejection)
            .into_iter()
            .chain(faults.map(connection_closed));
        assert_eq!(sentences.collect::<HashSet<_>>().len(), 23);
    }

    #[test]
    fn unread_messages_are_counted_only_where_there_are_some() {
        assert_eq!(chat_title(0), "Chat");
        assert_eq!(chat_title(2), "Chat, 2 new");
        assert_eq!(
            with_unread("Sidebar (F9)", 1),
            "Sidebar (F9), 1 new message"
        );
    }

    #[test]
    fn a_take_back_is_told_by_the_move_of_who_took_it_back() {
        let mut game = Game::ordinary();
        game.edit_tags(|tags| tags.set("red", "Anna"));
        let mut apply = |command| game.apply(command, Now::default()).expect("allowed");
        for text in ["h2e2", "h9g7", "h0g2"] {
            apply(Command::Play(text.parse().expect("a move")));
        }
        let one = apply(Ask::TakeBack.by(Side::Red));
        let two = apply(Ask::TakeBack.by(Side::Red));
        let told =
            |game: &Game, by, events: &[Event]| friend_took_back(game, by, events, Notation::Wxf);
        assert_eq!(
            told(&game, Side::Red, &two).as_deref(),
            Some("Anna has taken back C2=5.")
        );
        assert_eq!(
            told(&game, Side::Black, &two).as_deref(),
            Some("Black has taken back H8+7.")
        );
        assert_eq!(told(&game, Side::Black, &one), None);
    }
}
