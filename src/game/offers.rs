//! Requests of one player to the other: offers that await an answer, and taking moves back, with the replay of them.
//!
//! An offer is made by one side and answered by the other. The game goes on meanwhile, and whatever happens next on the
//! board makes the offer lapse.

use super::{Ask, Event, Game, Now, Pause, Refusal, TakeBacks, is_declared};
use crate::rules::{DrawReason, Outcome, Side, Verdict};

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
            (Ask::Draw | Ask::Hints | Ask::Analysis | Ask::Pause, _) => self.is_ongoing(),
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
            Ask::Hints | Ask::Analysis => self.ask_help(own, ask, now),
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
            ask @ (Ask::Hints | Ask::Analysis) => Ok(self.allow_help(ask)),
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

impl Game {
    /// Whether there is a move or a declaration to take back.
    pub fn can_take_back(&self) -> bool {
        self.present != self.record.root()
            || self.first_of_two().is_some()
            || self.outcome().is_some_and(is_declared)
            || self.shows_variation()
    }

    /// Whether the terms allow taking back, with or without consent.
    pub fn takes_back(&self) -> bool {
        self.take_back_rule() != TakeBacks::Off
    }

    /// Whether there is a move to replay.
    pub fn can_redo(&self) -> bool {
        let has_next = !self.record.node(self.present).children().is_empty();
        self.outcome().is_none() && (has_next || self.stashed_record.is_some())
    }

    /// Takes back or asks to: for a side its last move, with any reply to it; for `None` the last move of all.
    pub(super) fn ask_take_back(
        &mut self,
        by: Option<Side>,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        if self.shows_variation() {
            return self.take_back_variation();
        }
        let (by, plies) = self.to_take_back(by)?;
        let ask = Ask::TakeBack;
        self.take_back_with_leave(Offer { by, ask, plies }, now)
    }

    /// The side that takes back and the number of plies; zero stands for the declaration that ended the game.
    fn to_take_back(&self, by: Option<Side>) -> Result<(Side, usize), Refusal> {
        let turn = self.position().turn();
        if let Some(outcome) = self.outcome().filter(|outcome| is_declared(*outcome)) {
            let loser = outcome.winner().map_or(turn, |winner| !winner);
            return Ok((by.unwrap_or(loser), 0));
        }
        if self.present == self.record.root() && self.first_of_two().is_some() {
            // The side to move has made only the first of its two moves.
            let is_own = by.is_none_or(|by| by == turn);
            return is_own
                .then_some((turn, 1))
                .ok_or(Refusal::NothingToTakeBack);
        }
        let by = by.unwrap_or(!turn);
        let plies = if by == turn { 2 } else { 1 };
        let played = self.record.node(self.present).ply();
        if played < plies {
            return Err(Refusal::NothingToTakeBack);
        }
        Ok((by, plies))
    }

    /// Takes back, or first asks the opponent, depending on the house rule.
    fn take_back_with_leave(&mut self, offer: Offer, now: Now) -> Result<Vec<Event>, Refusal> {
        match self.take_back_rule() {
            TakeBacks::Free => self.take_back_plies(offer.plies, now),
            TakeBacks::Ask => self.make_offer(offer),
            TakeBacks::Off => Err(Refusal::TakeBacksOff),
        }
    }

    /// Takes back this many plies, or for zero the declaration that ended the game.
    pub(super) fn take_back_plies(
        &mut self,
        plies: usize,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        if plies == 0 {
            self.record
                .outcome
                .take()
                .ok_or(Refusal::NothingToTakeBack)?;
            self.shown = self.present;
            self.set_clock(now);
            return Ok(vec![Event::Reopened]);
        }
        if self.present == self.record.root() {
            let events = self.take_back_first(now);
            return events.ok_or(Refusal::NothingToTakeBack);
        }
        if self.record.node(self.present).ply() < plies {
            return Err(Refusal::NothingToTakeBack);
        }
        let over = self.record.outcome.take();
        let mut events = Vec::with_capacity(plies);
        for _ in 0..plies {
            let parent = self.record.node(self.present).parent();
            let played = self.history.take_back();
            let (parent, played) = parent.zip(played).ok_or(Refusal::NothingToTakeBack)?;
            self.present = parent;
            events.push(Event::TakenBack(played));
        }
        self.shown = self.present;
        self.ask_arbiter();
        self.set_clock(now);
        events.extend(over.map(|_| Event::Reopened));
        Ok(events)
    }

    /// Takes back the whole cycle, to the first occurrence of its position; without a cycle, the last move.
    pub(super) fn take_back_ruled(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        let verdict = self.pending().ok_or(Refusal::NoRuling)?;
        let plies = verdict.cycle.as_ref().map_or(1, |cycle| cycle.plies.len());
        let by = self.due_to_deviate(verdict);
        let ask = Ask::Cycle;
        self.take_back_with_leave(Offer { by, ask, plies }, now)
    }

    /// The side that a ruling is against; the last to move if it is a draw.
    fn due_to_deviate(&self, verdict: &Verdict) -> Side {
        let loser = verdict.outcome.winner().map(|winner| !winner);
        loser.unwrap_or(!self.position().turn())
    }

    /// Whether a side may take back the cycle that has been ruled on, or ask to.
    pub fn may_take_back_ruled(&self, by: Side) -> bool {
        let is_due = |verdict| self.due_to_deviate(verdict) == by;
        self.take_back_rule() == TakeBacks::Free || self.pending().is_none_or(is_due)
    }

    pub(super) fn redo(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        if let Some(events) = self.redo_first(now) {
            return Ok(events);
        }
        let next = self.record.line_after(self.present).next();
        let next = next.ok_or(Refusal::NothingToRedo)?;
        let mv = self.played_at(next).ok_or(Refusal::NothingToRedo)?;
        let mut events = self.step(mv)?;
        // If the game went on after this move, whatever a rulebook says, it goes on again.
        if !self.record.node(self.present).children().is_empty() {
            self.record.outcome = None;
            events.retain(|event| !matches!(event, Event::Ended(_) | Event::Ruled(_)));
        }
        self.set_clock(now);
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::session_state::resealed;
    use crate::game::tests::{apply, mv, played};
    use crate::game::{Act, Command, SessionState};
    use crate::rules::WinReason;

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
        asked.edit_tags(|tags| tags.set_typed(Some(&TakeBacks::Ask)));
        apply(&mut asked, Ask::TakeBack.by(Side::Red)).expect("a move to take back");
        for game in [offered(), asked, played("h2e2")] {
            let state = SessionState::new(game);
            let again = SessionState::read(&state.write()).expect("a session");
            assert_eq!(again.game.offer(), state.game.offer());
        }
        let file = SessionState::new(offered()).write();
        let text = String::from_utf8(file).expect("text");
        // An offer from another version, and offers that cannot be made here.
        for other in ["\"truce\"", "{\"take_back\":0}", "{\"take_back\":3}"] {
            let wrong = text.replace("\"draw\"", other);
            assert_ne!(wrong, text);
            let again = SessionState::read(resealed(&wrong).as_bytes()).expect("a session");
            assert_eq!(again.game.offer(), None, "{other}");
        }
    }

    fn ruled_by(rule: TakeBacks, moves: &str) -> Game {
        let mut game = played(moves);
        game.edit_tags(|tags| tags.set_typed(Some(&rule)));
        game
    }

    fn ply(game: &Game) -> usize {
        game.record().node(game.present()).ply()
    }

    #[test]
    fn a_side_takes_its_own_move_back_with_the_reply() {
        let mut game = played("h2e2 h9g7 h0g2");
        apply(&mut game, Ask::TakeBack.by(Side::Black)).expect("a move");
        assert_eq!(ply(&game), 1);
        apply(&mut game, Ask::TakeBack.by(Side::Red)).expect("a move");
        assert_eq!(ply(&game), 0);
        for side in Side::ALL {
            let nothing = apply(&mut game, Ask::TakeBack.by(side));
            assert_eq!(nothing, Err(Refusal::NothingToTakeBack));
        }
        let mut game = played("h2e2");
        let none_of_its_own = apply(&mut game, Ask::TakeBack.by(Side::Black));
        assert_eq!(none_of_its_own, Err(Refusal::NothingToTakeBack));
    }

    #[test]
    fn the_opponent_is_asked_where_the_house_has_it() {
        let mut game = ruled_by(TakeBacks::Ask, "h2e2 h9g7 h0g2");
        for (command, by, plies) in [
            (Command::from(Ask::TakeBack), Side::Red, 1),
            (Ask::TakeBack.by(Side::Black), Side::Black, 2),
        ] {
            let ask = Ask::TakeBack;
            let events = apply(&mut game, command);
            assert_eq!(events, Ok(vec![Event::Offered(Offer { by, ask, plies })]));
            assert_eq!(ply(&game), 3);
        }
        apply(&mut game, Command::Answer(true)).expect("an offer");
        assert_eq!((ply(&game), game.offer()), (1, None));
        apply(&mut game, Ask::TakeBack).expect("a move");
        apply(&mut game, Command::Answer(false)).expect("an offer");
        assert_eq!((ply(&game), game.offer()), (1, None));
        // A declaration is taken back in the same way: the loser asks.
        apply(&mut game, Act::Resign.by(Side::Red)).expect("in progress");
        apply(&mut game, Ask::TakeBack).expect("a word");
        let asked = Offer {
            by: Side::Red,
            ask: Ask::TakeBack,
            plies: 0,
        };
        assert_eq!(game.offer(), Some(asked));
        let events = apply(&mut game, Command::Answer(true));
        assert_eq!(events, Ok(vec![Event::Reopened]));
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn nothing_is_taken_back_where_the_house_does_not_have_it() {
        let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
        let mut game = ruled_by(TakeBacks::Off, shuffle);
        assert!(game.pending().is_some());
        for command in [
            Command::from(Ask::TakeBack),
            Ask::TakeBack.by(Side::Red),
            Command::from(Ask::Cycle),
        ] {
            assert_eq!(apply(&mut game, command), Err(Refusal::TakeBacksOff));
        }
        apply(&mut game, Act::Agree).expect("a ruling");
        let over = apply(&mut game, Ask::TakeBack);
        assert_eq!(over, Err(Refusal::TakeBacksOff));
        // A variation move belongs to neither side.
        let first = game.record().main_line().next().expect("a move");
        apply(&mut game, Command::Show(first)).expect("a position");
        apply(&mut game, Command::Play(mv("h9g7"))).expect("legal");
        apply(&mut game, Ask::TakeBack).expect("a variation");
        assert_eq!(game.record().move_count(), 8);
    }
}
