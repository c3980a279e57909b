//! Offers from one player to the other: a draw, taking back a move, or hints.
//!
//! An offer is made by one side and answered by the other. The game goes on meanwhile, and whatever happens next on the
//! board makes the offer lapse.

use super::{Event, Game, Now, Refusal, is_declared};
use crate::rules::{DrawReason, Outcome, Side};
use serde::{Deserialize, Serialize};

/// An offer awaiting an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// Side that makes the offer; the other side answers.
    pub by: Side,
    /// The request.
    pub what: Request,
}

/// Request of one player to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// A draw.
    Draw,
    /// Taking back this many plies; zero stands for the declaration that ended the game.
    TakeBack(usize),
    /// Hints by the computer, for both.
    Hints,
}

impl Game {
    /// The open offer.
    pub const fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Restores an offer that was open when the game was left.
    pub(super) fn restore_offer(&mut self, offer: Offer) {
        let stands = match offer.what {
            Request::Draw | Request::Hints => self.is_ongoing(),
            Request::TakeBack(0) => self.outcome().is_some_and(is_declared),
            Request::TakeBack(1) if self.present == self.record.root() => {
                self.first_of_two().is_some()
            }
            Request::TakeBack(plies) => plies <= self.record.node(self.present).ply(),
        };
        self.offer = Some(offer).filter(|_| stands);
    }

    /// Offers a draw on behalf of a side; accepts if the other side has offered one.
    pub(super) fn offer_draw(&mut self, by: Side, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        self.offer_or_accept(by, Request::Draw, now)
    }

    /// Makes an offer on behalf of a side; accepts if the other side has made the same.
    pub(super) fn offer_or_accept(
        &mut self,
        by: Side,
        what: Request,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        if self.offer == Some(Offer { by: !by, what }) {
            return self.accept_offer(now);
        }
        self.make_offer(Offer { by, what })
    }

    pub(super) fn make_offer(&mut self, offer: Offer) -> Result<Vec<Event>, Refusal> {
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        self.offer = Some(offer);
        Ok(vec![Event::Offered(offer)])
    }

    pub(super) fn accept_offer(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        let Offer { what, .. } = self.answered()?;
        match what {
            Request::Draw => self.declare(Outcome::Draw(DrawReason::Agreement), now),
            Request::TakeBack(plies) => self.take_back_plies(plies, now),
            Request::Hints => Ok(self.allow_hints()),
        }
    }

    pub(super) fn decline_offer(&mut self) -> Result<Vec<Event>, Refusal> {
        Ok(vec![Event::Declined(self.answered()?)])
    }

    /// Takes the open offer in order to answer it.
    fn answered(&mut self) -> Result<Offer, Refusal> {
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        self.offer.take().ok_or(Refusal::NoOffer)
    }

    /// Drops the offer once the position or state it refers to has changed.
    pub(super) fn lapse(&mut self, events: &[Event]) {
        let changes = |event: &Event| {
            matches!(
                event,
                Event::Played(_)
                    | Event::TakenBack(_)
                    | Event::Reopened
                    | Event::Ruled(_)
                    | Event::Ended(_)
                    | Event::Promoted
            )
        };
        if events.iter().any(changes) {
            self.offer = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::sitting::resealed;
    use crate::game::tests::{mv, played};
    use crate::game::{Command, Sitting, TakeBacks};
    use crate::rules::WinReason;

    fn apply(game: &mut Game, command: Command) -> Result<Vec<Event>, Refusal> {
        game.apply(command, Now::default())
    }

    const DRAW: Offer = Offer {
        by: Side::Red,
        what: Request::Draw,
    };

    fn offered() -> Game {
        let mut game = played("h2e2 h9g7");
        let events = apply(&mut game, Command::OfferDraw(Side::Red));
        assert_eq!(events, Ok(vec![Event::Offered(DRAW)]));
        game
    }

    #[test]
    fn a_draw_is_offered_and_accepted_or_declined() {
        let mut game = offered();
        assert_eq!((game.offer(), game.outcome()), (Some(DRAW), None));
        let mut other = game.clone();
        let drawn = Outcome::Draw(DrawReason::Agreement);
        let events = apply(&mut game, Command::AcceptOffer);
        assert_eq!(events, Ok(vec![Event::Ended(drawn)]));
        assert_eq!((game.offer(), game.outcome()), (None, Some(drawn)));
        let events = apply(&mut other, Command::DeclineOffer);
        assert_eq!(events, Ok(vec![Event::Declined(DRAW)]));
        assert_eq!((other.offer(), other.outcome()), (None, None));
        for answer in [Command::AcceptOffer, Command::DeclineOffer] {
            assert_eq!(apply(&mut other, answer), Err(Refusal::NoOffer));
        }
    }

    #[test]
    fn two_offers_are_an_agreement_and_one_made_twice_is_none() {
        let mut game = offered();
        apply(&mut game, Command::OfferDraw(Side::Red)).expect("a game that goes on");
        assert_eq!((game.offer(), game.outcome()), (Some(DRAW), None));
        apply(&mut game, Command::OfferDraw(Side::Black)).expect("a game that goes on");
        let drawn = Outcome::Draw(DrawReason::Agreement);
        assert_eq!(game.outcome(), Some(drawn));
    }

    #[test]
    fn an_offer_lapses_with_whatever_happens_next() {
        let first = |game: &Game| game.record().main_line().next().expect("a move");
        for next in [
            Command::Play(mv("h0g2")),
            Command::TakeBack,
            Command::Resign(Side::Black),
        ] {
            let mut game = offered();
            apply(&mut game, next).expect("it can be done");
            assert_eq!(game.offer(), None, "{next:?}");
        }
        // Browsing, trying out a variation and refused moves do not count.
        let mut game = offered();
        let shown = first(&game);
        apply(&mut game, Command::Show(shown)).expect("a position");
        apply(&mut game, Command::Play(mv("b9c7"))).expect("legal");
        let present = game.present();
        apply(&mut game, Command::Show(present)).expect("a position");
        let refused = apply(&mut game, Command::Play(mv("e0e5")));
        assert!(matches!(refused, Err(Refusal::Illegal { .. })));
        assert_eq!(game.offer(), Some(DRAW));
    }

    #[test]
    fn nothing_is_offered_in_a_game_that_is_over() {
        let mut game = played("h2e2");
        apply(&mut game, Command::Resign(Side::Black)).expect("in progress");
        let over = Outcome::win(Side::Red, WinReason::Resignation);
        assert_eq!(
            apply(&mut game, Command::OfferDraw(Side::Red)),
            Err(Refusal::Over(over))
        );
    }

    #[test]
    fn an_offer_outlives_the_program() {
        let mut asked = played("h2e2 h9g7");
        asked.edit_tags(|tags| TakeBacks::Ask.set_in(tags));
        apply(&mut asked, Command::AskTakeBack(Side::Red)).expect("a move to take back");
        for game in [offered(), asked, played("h2e2")] {
            let sitting = Sitting::new(game);
            let again = Sitting::read(&sitting.write()).expect("a session");
            assert_eq!(again.game.offer(), sitting.game.offer());
        }
        let file = Sitting::new(offered()).write();
        let text = String::from_utf8(file).expect("text");
        // An offer from another version, and offers that cannot be made here.
        for other in ["\"truce\"", "{\"take_back\":0}", "{\"take_back\":3}"] {
            let wrong = text.replace("\"draw\"", other);
            assert_ne!(wrong, text);
            let again = Sitting::read(resealed(&wrong).as_bytes()).expect("a session");
            assert_eq!(again.game.offer(), None, "{other}");
        }
    }
}
