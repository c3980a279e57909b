//! Offers from one player to the other, such as a draw or a take-back.
//!
//! An offer is made by one side and answered by the other. The game goes on meanwhile, and whatever happens next on the
//! board makes the offer lapse.

use super::{Ask, Event, Game, Now, Pause, Refusal, is_declared};
use crate::rules::{DrawReason, Outcome, Side};

/// An offer awaiting an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// Side that makes the offer; the other side answers.
    pub by: Side,
    /// The request.
    pub ask: Ask,
    /// Number of plies to take back; zero stands for the declaration that ended the game, and for any other request.
    pub plies: usize,
}

impl Game {
    /// The open offer.
    pub const fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Restores an offer that was open when the game was left.
    pub(super) fn restore_offer(&mut self, offer: Offer) {
        let stands = match (offer.ask, offer.plies) {
            (Ask::TakeBack | Ask::Cycle, 0) => self.outcome().is_some_and(is_declared),
            (Ask::TakeBack | Ask::Cycle, 1) if self.present == self.record.root() => {
                self.first_of_two().is_some()
            }
            (Ask::TakeBack | Ask::Cycle, plies) => plies <= self.record.node(self.present).ply(),
            (Ask::Draw | Ask::Hints | Ask::Pause, _) => self.is_ongoing(),
        };
        self.offer = Some(offer).filter(|_| stands);
    }

    /// Makes a request to the other side on behalf of one, or of the one that it is due from.
    pub(super) fn ask(
        &mut self,
        by: Option<Side>,
        ask: Ask,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        let own = by.unwrap_or(self.position().turn());
        match ask {
            Ask::Draw => {
                self.check_open()?;
                self.offer_or_accept(own, ask, now)
            }
            Ask::TakeBack => self.ask_take_back(by, now),
            Ask::Cycle => self.take_back_ruled(now),
            Ask::Pause => self.ask_pause(own),
            Ask::Hints => self.ask_hints(own, now),
        }
    }

    /// Makes an offer on behalf of a side; accepts if the other side has made the same.
    pub(super) fn offer_or_accept(
        &mut self,
        by: Side,
        ask: Ask,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        let offer = Offer { by, ask, plies: 0 };
        if self.offer == Some(Offer { by: !by, ..offer }) {
            return self.answer(true, now);
        }
        self.make_offer(offer)
    }

    pub(super) fn make_offer(&mut self, offer: Offer) -> Result<Vec<Event>, Refusal> {
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        self.offer = Some(offer);
        Ok(vec![Event::Offered(offer)])
    }

    fn ask_pause(&mut self, by: Side) -> Result<Vec<Event>, Refusal> {
        self.clock().ok_or(Refusal::NoClock)?;
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        let ask = Ask::Pause;
        self.make_offer(Offer { by, ask, plies: 0 })
    }

    /// Answers the open offer.
    pub(super) fn answer(&mut self, yes: bool, now: Now) -> Result<Vec<Event>, Refusal> {
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        let offer = self.offer.take().ok_or(Refusal::NoOffer)?;
        match offer.ask {
            _ if !yes => Ok(vec![Event::Declined(offer)]),
            Ask::Draw => self.declare(Outcome::Draw(DrawReason::Agreement), now),
            Ask::TakeBack | Ask::Cycle => self.take_back_plies(offer.plies, now),
            Ask::Pause => self.pause(Pause::Asked, now),
            Ask::Hints => Ok(self.allow_hints()),
        }
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
    use crate::game::{Act, Command, Sitting, TakeBacks};
    use crate::rules::WinReason;

    fn apply(game: &mut Game, command: impl Into<Command>) -> Result<Vec<Event>, Refusal> {
        game.apply(command, Now::default())
    }

    const DRAW: Offer = Offer {
        by: Side::Red,
        ask: Ask::Draw,
        plies: 0,
    };

    fn offered() -> Game {
        let mut game = played("h2e2 h9g7");
        let events = apply(&mut game, Ask::Draw.by(Side::Red));
        assert_eq!(events, Ok(vec![Event::Offered(DRAW)]));
        game
    }

    #[test]
    fn a_draw_is_offered_and_accepted_or_declined() {
        let mut game = offered();
        assert_eq!((game.offer(), game.outcome()), (Some(DRAW), None));
        let mut other = game.clone();
        let drawn = Outcome::Draw(DrawReason::Agreement);
        let events = apply(&mut game, Command::Answer(true));
        assert_eq!(events, Ok(vec![Event::Ended(drawn)]));
        assert_eq!((game.offer(), game.outcome()), (None, Some(drawn)));
        let events = apply(&mut other, Command::Answer(false));
        assert_eq!(events, Ok(vec![Event::Declined(DRAW)]));
        assert_eq!((other.offer(), other.outcome()), (None, None));
        for answer in [Command::Answer(true), Command::Answer(false)] {
            assert_eq!(apply(&mut other, answer), Err(Refusal::NoOffer));
        }
    }

    #[test]
    fn two_offers_are_an_agreement_and_one_made_twice_is_none() {
        let mut game = offered();
        apply(&mut game, Ask::Draw.by(Side::Red)).expect("a game that goes on");
        assert_eq!((game.offer(), game.outcome()), (Some(DRAW), None));
        apply(&mut game, Ask::Draw.by(Side::Black)).expect("a game that goes on");
        let drawn = Outcome::Draw(DrawReason::Agreement);
        assert_eq!(game.outcome(), Some(drawn));
    }

    #[test]
    fn an_offer_lapses_with_whatever_happens_next() {
        let first = |game: &Game| game.record().main_line().next().expect("a move");
        for next in [
            Command::Play(mv("h0g2")),
            Command::from(Ask::TakeBack),
            Act::Resign.by(Side::Black),
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
        apply(&mut game, Act::Resign.by(Side::Black)).expect("in progress");
        let over = Outcome::win(Side::Red, WinReason::Resignation);
        assert_eq!(
            apply(&mut game, Ask::Draw.by(Side::Red)),
            Err(Refusal::Over(over))
        );
    }

    #[test]
    fn an_offer_outlives_the_program() {
        let mut asked = played("h2e2 h9g7");
        asked.edit_tags(|tags| TakeBacks::Ask.set_in(tags));
        apply(&mut asked, Ask::TakeBack.by(Side::Red)).expect("a move to take back");
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
