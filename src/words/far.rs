//! A game with a friend far away.

use super::catalogue::say;
use crate::far::{Finding, LetterError, Unsuitable};

/// Reason a pasted text is not read as a letter.
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
        Unsuitable::Begun => say!("A game by letter begins with its first move."),
        Unsuitable::TwoMoves => {
            say!("A game that begins with two moves in a row cannot be played by letter.")
        }
    }
}

/// What a letter is that is not the answer to the last one; `None` for the answer.
pub fn letter_finding(finding: &Finding) -> Option<&'static str> {
    Some(match finding {
        Finding::Next { .. } => return None,
        Finding::Own => say!("You wrote this letter yourself. Send it to your friend."),
        Finding::Older => say!("You have already read this letter."),
        Finding::AlteredPast => {
            say!("This letter does not follow the last one: something before it was changed.")
        }
        Finding::OtherRules => {
            say!("This letter has other rules or another start than you agreed on.")
        }
        Finding::OtherGame => say!("This letter belongs to another game."),
        Finding::Missing => {
            say!("A letter before this one is missing. Ask your friend to send it again.")
        }
        Finding::NotOffered => say!("This letter accepts a draw that you have not offered."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_letter_that_is_no_answer_has_a_sentence_of_its_own() {
        let next = Finding::Next {
            mv: None,
            said: None,
        };
        assert_eq!(letter_finding(&next), None);
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
}
