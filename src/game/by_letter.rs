//! A game by letter on one player's board: this player moves and speaks here, the friend in letters.

use super::{Act, Ask, Command, Game, Refusal};
use crate::record::Tags;
use crate::rules::Side;
use std::fmt;

/// Permissions on this board in a game by letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByLetter {
    /// Side that plays here.
    pub own: Side,
    /// Whether the next letter is written here.
    pub writes: bool,
    /// Number of moves that are in letters, and stand.
    pub fixed: usize,
}

/// Words of the tag for a side that writes the next letter, and for one that waits for it.
const WRITES: &str = "writes";
const WAITS: &str = "waits";

impl ByLetter {
    /// Reads the tag of a game: the permissions, and the last letter.
    pub fn of(tags: &Tags) -> Option<(Self, &str)> {
        let mut words = tags.get(Tags::LETTER)?.splitn(4, ' ');
        let side = words.next()?;
        let own = Side::ALL.into_iter().find(|own| own.to_string() == side)?;
        let writes = match words.next()? {
            WRITES => true,
            WAITS => false,
            _ => return None,
        };
        let fixed = words.next()?.parse().ok()?;
        let letter = words.next()?;
        Some((Self { own, writes, fixed }, letter))
    }

    /// Writes the tag of a game.
    pub fn set_in(self, letter: &str, tags: &mut Tags) {
        let words: Vec<_> = letter.split_whitespace().collect();
        tags.set(Tags::LETTER, &format!("{self} {}", words.join(" ")));
    }
}

impl fmt::Display for ByLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = if self.writes { WRITES } else { WAITS };
        write!(f, "{} {does} {}", self.own, self.fixed)
    }
}

impl Game {
    /// Permissions on this board; `None` unless the game is played by letter.
    pub const fn by_letter(&self) -> Option<ByLetter> {
        self.house.by_letter
    }

    /// Whether the game has ended in a letter that is not sent: that end may be taken back.
    pub(super) fn is_end_unsent(&self) -> bool {
        let writes = self.house.by_letter.is_some_and(|letter| letter.writes);
        writes && self.outcome().is_some()
    }

    /// Refuses what the friend does by letter, and what would change a letter.
    pub(super) fn check_by_letter(&self, command: Command) -> Result<(), Refusal> {
        let Some(ByLetter { own, writes, fixed }) = self.house.by_letter else {
            return Ok(());
        };
        let ply = self.record.node(self.present).ply();
        let has_moved = ply > fixed;
        let moves = writes && !has_moved;
        let turn = self.position().turn();
        let is_friends = |by: Option<Side>| by.unwrap_or(turn) != own || !writes;
        let refused = match command {
            Command::Play(_) if self.shows_present() && !moves => Refusal::FriendsTurn,
            Command::Act(_, Act::Play(_)) | Command::Redo if !moves => Refusal::FriendsTurn,
            Command::Act(by, Act::Resign | Act::Ask(Ask::Draw)) if is_friends(by) => {
                Refusal::FriendsTurn
            }
            Command::Act(_, Act::Resign) if has_moved => Refusal::MoveMade,
            Command::Act(_, Act::Ask(Ask::Draw)) if !has_moved && self.offer.is_none() => {
                Refusal::MoveFirst
            }
            Command::Answer(_) | Command::Act(_, Act::Answer { .. })
                if self.offer.is_some_and(|offer| is_friends(Some(!offer.by))) =>
            {
                Refusal::FriendsTurn
            }
            Command::Act(_, Act::Agree) if !writes => Refusal::FriendsTurn,
            Command::Act(by, Act::Ask(Ask::TakeBack)) if by.is_some_and(|by| by != own) => {
                Refusal::FriendsTurn
            }
            Command::Act(_, Act::Ask(Ask::TakeBack))
                if !self.shows_variation()
                    && !(writes && (has_moved || self.outcome().is_some())) =>
            {
                Refusal::Sent
            }
            Command::Act(_, Act::Ask(Ask::Cycle)) | Command::Promote(_) => Refusal::Sent,
            _ => return Ok(()),
        };
        Err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::HintRule;
    use crate::game::tests::{apply, mv, played};
    use crate::rules::{Outcome, WinReason};

    fn by_letter(moves: &str, does: &str) -> Game {
        let mut game = played(moves);
        game.edit_tags(|tags| tags.set(Tags::LETTER, &format!("{does} a letter")));
        game
    }

    #[test]
    fn the_tag_says_who_writes_and_what_stands() {
        let mut tags = Tags::default();
        let known = ByLetter {
            own: Side::Black,
            writes: true,
            fixed: 13,
        };
        known.set_in("Chuhe letter\n13 ", &mut tags);
        assert_eq!(
            tags.get(Tags::LETTER),
            Some("Black writes 13 Chuhe letter 13")
        );
        assert_eq!(ByLetter::of(&tags), Some((known, "Chuhe letter 13")));
        for odd in [
            "Black",
            "Black writes",
            "Blue writes 1 a",
            "Red has 1 a",
            "Red waits x a",
        ] {
            tags.set(Tags::LETTER, odd);
            assert_eq!(ByLetter::of(&tags), None, "{odd}");
        }
    }

    #[test]
    fn one_move_is_made_and_may_be_taken_back_until_it_is_in_a_letter() {
        let mut game = by_letter("h2e2 h9g7", "Red writes 2");
        assert_eq!(apply(&mut game, Ask::TakeBack), Err(Refusal::Sent));
        let draw = Ask::Draw.by(Side::Red);
        assert_eq!(apply(&mut game, draw), Err(Refusal::MoveFirst));
        assert!(apply(&mut game, Command::Play(mv("h0g2"))).is_ok());
        let next = Command::Play(mv("i9h9"));
        assert_eq!(apply(&mut game, next), Err(Refusal::FriendsTurn));
        let resigns = Act::Resign.by(Side::Red);
        assert_eq!(apply(&mut game, resigns), Err(Refusal::MoveMade));
        assert!(apply(&mut game, draw).is_ok());
        assert_eq!(
            apply(&mut game, Command::Answer(true)),
            Err(Refusal::FriendsTurn)
        );
        assert!(apply(&mut game, Ask::TakeBack).is_ok());
        assert!(apply(&mut game, Command::Redo).is_ok());
        game.edit_tags(|tags| tags.set(Tags::LETTER, "Red waits 3 a letter"));
        assert_eq!(apply(&mut game, Ask::TakeBack), Err(Refusal::Sent));
        assert_eq!(apply(&mut game, resigns), Err(Refusal::FriendsTurn));
    }

    #[test]
    fn nobody_speaks_for_the_friend() {
        let mut game = by_letter("h2e2 h9g7", "Red writes 2");
        for command in [Act::Resign.by(Side::Black), Ask::Draw.by(Side::Black)] {
            assert_eq!(apply(&mut game, command), Err(Refusal::FriendsTurn));
        }
        let mut waits = by_letter("h2e2 h9g7", "Black waits 2");
        assert_eq!(
            apply(&mut waits, Command::Play(mv("h0g2"))),
            Err(Refusal::FriendsTurn)
        );
    }

    #[test]
    fn variations_are_free_and_do_not_become_the_game() {
        let mut game = by_letter("h2e2 h9g7", "Black waits 2");
        let root = game.record().root();
        assert!(apply(&mut game, Command::Show(root)).is_ok());
        assert!(apply(&mut game, Command::Play(mv("b2e2"))).is_ok());
        let shown = game.shown();
        assert_eq!(
            apply(&mut game, Command::Promote(shown)),
            Err(Refusal::Sent)
        );
        assert!(apply(&mut game, Ask::TakeBack).is_ok());
    }

    #[test]
    fn a_resignation_may_be_thought_over() {
        let mut game = by_letter("h2e2 h9g7", "Red writes 2");
        assert!(apply(&mut game, Act::Resign.by(Side::Red)).is_ok());
        let lost = Outcome::win(Side::Black, WinReason::Resignation);
        assert_eq!(game.outcome(), Some(lost));
        // It is no way to ask an engine, or a book, before the letter is written.
        assert_eq!(game.may_analyze(), HintRule::Never);
        assert_eq!(game.hint_rule(), HintRule::Never);
        assert!(!game.can_be_reviewed() && !game.may_be_looked_up());
        assert!(apply(&mut game, Ask::TakeBack).is_ok());
        assert_eq!(game.outcome(), None);
    }
}
