//! Taking back and replaying moves: sides and consent.

use super::offers::{Offer, Request};
use super::{Event, Game, Now, Refusal, TakeBacks, is_declared};
use crate::rules::{Side, adjudicate};

impl Game {
    /// Whether there is a move or a declaration to take back.
    pub fn can_take_back(&self) -> bool {
        self.present != self.record.root()
            || self.first_of_two().is_some()
            || self.outcome().is_some_and(is_declared)
            || self.shows_variation()
    }

    /// Whether the agreement allows taking back, with or without consent.
    pub fn takes_back(&self) -> bool {
        self.take_back_rule() != TakeBacks::Off
    }

    /// Whether there is a move to replay.
    pub fn can_redo(&self) -> bool {
        let has_next = !self.record.node(self.present).children().is_empty();
        self.outcome().is_none() && (has_next || self.is_before_first())
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
        self.take_back_with_leave(by, plies, now)
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
    fn take_back_with_leave(
        &mut self,
        by: Side,
        plies: usize,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        match self.take_back_rule() {
            TakeBacks::Free => self.take_back_plies(plies, now),
            TakeBacks::Ask => self.make_offer(Offer {
                by,
                what: Request::TakeBack(plies),
            }),
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
        self.ruling = adjudicate(&self.history, &self.record.terms);
        self.set_clock(now);
        events.extend(over.map(|_| Event::Reopened));
        Ok(events)
    }

    /// Takes back the whole cycle, to the first occurrence of its position; without a cycle, the last move.
    pub(super) fn take_back_ruled(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        let verdict = self.pending().ok_or(Refusal::NoRuling)?;
        let plies = verdict.cycle.as_ref().map_or(1, |cycle| cycle.plies.len());
        let loser = verdict.outcome.winner().map(|winner| !winner);
        let by = loser.unwrap_or(!self.position().turn());
        self.take_back_with_leave(by, plies, now)
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
    use crate::game::Command;
    use crate::game::tests::{mv, played};

    fn apply(game: &mut Game, command: Command) -> Result<Vec<Event>, Refusal> {
        game.apply(command, Now::default())
    }

    fn ruled_by(rule: TakeBacks, moves: &str) -> Game {
        let mut game = played(moves);
        game.edit_tags(|tags| rule.set_in(tags));
        game
    }

    fn ply(game: &Game) -> usize {
        game.record().node(game.present()).ply()
    }

    #[test]
    fn a_side_takes_its_own_move_back_with_the_reply() {
        let mut game = played("h2e2 h9g7 h0g2");
        apply(&mut game, Command::AskTakeBack(Side::Black)).expect("a move");
        assert_eq!(ply(&game), 1);
        apply(&mut game, Command::AskTakeBack(Side::Red)).expect("a move");
        assert_eq!(ply(&game), 0);
        for side in Side::ALL {
            let nothing = apply(&mut game, Command::AskTakeBack(side));
            assert_eq!(nothing, Err(Refusal::NothingToTakeBack));
        }
        let mut game = played("h2e2");
        let none_of_its_own = apply(&mut game, Command::AskTakeBack(Side::Black));
        assert_eq!(none_of_its_own, Err(Refusal::NothingToTakeBack));
    }

    #[test]
    fn the_opponent_is_asked_where_the_house_has_it() {
        let mut game = ruled_by(TakeBacks::Ask, "h2e2 h9g7 h0g2");
        for (command, by, plies) in [
            (Command::TakeBack, Side::Red, 1),
            (Command::AskTakeBack(Side::Black), Side::Black, 2),
        ] {
            let what = Request::TakeBack(plies);
            let events = apply(&mut game, command);
            assert_eq!(events, Ok(vec![Event::Offered(Offer { by, what })]));
            assert_eq!(ply(&game), 3);
        }
        apply(&mut game, Command::AcceptOffer).expect("an offer");
        assert_eq!((ply(&game), game.offer()), (1, None));
        apply(&mut game, Command::TakeBack).expect("a move");
        apply(&mut game, Command::DeclineOffer).expect("an offer");
        assert_eq!((ply(&game), game.offer()), (1, None));
        // A declaration is taken back in the same way: the loser asks.
        apply(&mut game, Command::Resign(Side::Red)).expect("in progress");
        apply(&mut game, Command::TakeBack).expect("a word");
        let reopen = Request::TakeBack(0);
        let asked = Offer {
            by: Side::Red,
            what: reopen,
        };
        assert_eq!(game.offer(), Some(asked));
        let events = apply(&mut game, Command::AcceptOffer);
        assert_eq!(events, Ok(vec![Event::Reopened]));
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn nothing_is_taken_back_where_the_house_does_not_have_it() {
        let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
        let mut game = ruled_by(TakeBacks::Off, shuffle);
        assert!(game.pending().is_some());
        for command in [
            Command::TakeBack,
            Command::AskTakeBack(Side::Red),
            Command::TakeBackRuled,
        ] {
            assert_eq!(apply(&mut game, command), Err(Refusal::TakeBacksOff));
        }
        apply(&mut game, Command::AcceptRuling).expect("a ruling");
        let over = apply(&mut game, Command::TakeBack);
        assert_eq!(over, Err(Refusal::TakeBacksOff));
        // A variation move belongs to neither side.
        let first = game.record().main_line().next().expect("a move");
        apply(&mut game, Command::Show(first)).expect("a position");
        apply(&mut game, Command::Play(mv("h9g7"))).expect("legal");
        apply(&mut game, Command::TakeBack).expect("a variation");
        assert_eq!(game.record().move_count(), 8);
    }
}
