//! Hints by the computer: in a game of two people only if both agreed to them, and never in one with a friend elsewhere.

use super::{Ask, Event, Game, Now, Offer, Refusal};
use crate::record::{Record, Tags};
use crate::rules::Side;

/// Value of the tag of a game in which hints were agreed to.
const AGREED: &str = "agreed";

/// Permission for a hint about the shown position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintRule {
    /// A hint may be given.
    Allowed,
    /// The opponent has to agree first.
    Ask,
    /// There is no hint: in a game with a friend elsewhere, at the computer’s turn, or where no move can be made.
    Never,
}

/// Whether the tags of a game say that both players agreed to hints.
pub(super) fn are_agreed(record: &Record) -> bool {
    record.tags.get(Tags::HINTS) == Some(AGREED)
}

/// Whether one of the players is elsewhere.
pub(super) fn is_elsewhere(tags: &Tags) -> bool {
    tags.get(Tags::REMOTE).is_some() || tags.get(Tags::LETTER).is_some()
}

impl Game {
    /// Whether a hint may be given about the shown position.
    pub fn hint_rule(&self) -> HintRule {
        let position = self.shown_position();
        let is_over = self.outcome().is_some();
        let can_move = if self.shows_present() {
            self.is_ongoing()
        } else {
            position.has_legal_move()
        };
        let is_computers = |side: Side| self.shows_present() && position.turn() == side;
        match self.computer() {
            _ if !can_move || !self.can_be_played() || self.is_paused() => HintRule::Never,
            _ if is_over => HintRule::Allowed,
            _ if self.house.is_elsewhere => HintRule::Never,
            Some(computer) if is_computers(computer.side) => HintRule::Never,
            None if !self.house.hints => HintRule::Ask,
            _ => HintRule::Allowed,
        }
    }

    /// Asks for hints on behalf of a side; accepts if the other side has asked.
    pub(super) fn ask_hints(&mut self, by: Side, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        let is_other = |offer: Offer| offer.ask != Ask::Hints;
        match self.hint_rule() {
            HintRule::Never => Err(Refusal::NoHints),
            HintRule::Allowed => Ok(Vec::new()),
            HintRule::Ask if self.offer.is_some_and(is_other) => Err(Refusal::OfferOpen),
            HintRule::Ask => self.offer_or_accept(by, Ask::Hints, now),
        }
    }

    /// Allows hints for the rest of the game.
    pub(super) fn allow_hints(&mut self) -> Vec<Event> {
        self.edit_tags(|tags| tags.set(Tags::HINTS, AGREED));
        vec![Event::HintsAllowed]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Level;
    use crate::game::tests::{apply, mv, played};
    use crate::game::{Act, Ask, Command, Computer, GameTerms, SessionState};

    #[test]
    fn two_people_have_hints_once_both_agreed() {
        let mut game = played("h2e2");
        assert_eq!(game.hint_rule(), HintRule::Ask);
        let (by, ask, plies) = (Side::Black, Ask::Hints, 0);
        let asked = apply(&mut game, ask.by(by));
        assert_eq!(asked, Ok(vec![Event::Offered(Offer { by, ask, plies })]));
        assert_eq!(game.hint_rule(), HintRule::Ask);
        let mut declined = game.clone();
        apply(&mut declined, Command::Answer(false)).expect("an offer");
        assert_eq!(declined.hint_rule(), HintRule::Ask);
        let both = apply(&mut game.clone(), Ask::Hints.by(Side::Red));
        assert_eq!(both, Ok(vec![Event::HintsAllowed]));
        let terms = apply(&mut game, Command::Answer(true));
        assert_eq!(terms, Ok(vec![Event::HintsAllowed]));
        assert_eq!((game.hint_rule(), game.offer()), (HintRule::Allowed, None));
        let again = SessionState::read(&SessionState::new(game).write()).expect("a session");
        assert_eq!(again.game.hint_rule(), HintRule::Allowed);
    }

    #[test]
    fn hints_are_not_asked_for_while_another_offer_is_open() {
        let mut game = played("h2e2 h9g7");
        apply(&mut game, Ask::Draw.by(Side::Red)).expect("an offer");
        let open = game.offer();
        for by in Side::ALL {
            let asked = apply(&mut game, Ask::Hints.by(by));
            assert_eq!(asked, Err(Refusal::OfferOpen));
            assert_eq!(game.offer(), open);
        }
    }

    #[test]
    fn a_request_for_hints_outlives_the_program() {
        let mut game = played("h2e2");
        apply(&mut game, Ask::Hints.by(Side::Black)).expect("a request");
        let again =
            SessionState::read(&SessionState::new(game.clone()).write()).expect("a session");
        assert_eq!(again.game.offer(), game.offer());
        assert!(game.offer().is_some());
    }

    #[test]
    fn the_person_has_hints_against_the_computer_and_the_computer_needs_none() {
        let level = Level::new(2).expect("a level");
        let side = Side::Black;
        let computer = Some(Computer { side, level });
        let mut game = GameTerms {
            computer,
            ..GameTerms::default()
        }
        .begin();
        assert_eq!(game.hint_rule(), HintRule::Allowed);
        apply(&mut game, Command::Play(mv("h2e2"))).expect("legal");
        assert_eq!(game.hint_rule(), HintRule::Never);
        let start = Command::Show(game.record().root());
        apply(&mut game, start).expect("the start");
        assert_eq!(game.hint_rule(), HintRule::Allowed);
    }

    #[test]
    fn a_friend_elsewhere_never_meets_the_computer_before_the_end() {
        for tag in [Tags::REMOTE, Tags::LETTER] {
            let mut game = played("h2e2 h9g7");
            game.edit_tags(|tags| tags.set(tag, "anything"));
            let start = Command::Show(game.record().root());
            for shown in [start, Command::Show(game.present())] {
                apply(&mut game, shown).expect("a position");
                assert_eq!(game.hint_rule(), HintRule::Never, "{tag}");
                assert!(!game.can_be_reviewed());
            }
            let asked = apply(&mut game, Ask::Hints.by(Side::Red));
            assert_eq!(asked, Err(Refusal::NoHints));
        }
    }

    #[test]
    fn once_the_game_is_over_every_position_with_a_move_has_hints() {
        let mut game = played("h2e2 h9g7");
        apply(&mut game, Act::Resign.by(Side::Red)).expect("in progress");
        // Nobody moves at the end.
        assert_eq!(game.hint_rule(), HintRule::Never);
        let start = Command::Show(game.record().root());
        apply(&mut game, start).expect("the start");
        assert_eq!(game.hint_rule(), HintRule::Allowed);
        assert!(apply(&mut game, Ask::Hints.by(Side::Red)).is_err());
    }
}
