//! Help by the computer, hints and the analysis: in a game of two people only if both agreed to it, and never in one with
//! a friend elsewhere.

use super::{Ask, Event, Game, Now, Refusal};
use crate::record::{Record, Tags};
use crate::rules::Side;

/// Value of the tag of a game in which hints were agreed to.
const AGREED: &str = "agreed";
/// Value of the same tag where an analysis was agreed to, and hints with it.
const ANALYSIS_AGREED: &str = "analysis";

/// Permission for help by the computer with the shown position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintRule {
    /// It may be given.
    Allowed,
    /// The opponent has to agree first.
    Ask,
    /// There is none: in a game with a friend elsewhere or against the computer, or where no move can be made.
    Never,
}

/// Whether the tags of a game say that both players agreed to hints.
pub(super) fn are_agreed(record: &Record) -> bool {
    matches!(record.tags.get(Tags::HINTS), Some(AGREED | ANALYSIS_AGREED))
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
            _ if self.is_end_unsent() => HintRule::Never,
            _ if is_over => HintRule::Allowed,
            _ if self.house.is_elsewhere => HintRule::Never,
            Some(computer) if is_computers(computer.side) => HintRule::Never,
            None if !self.house.hints => HintRule::Ask,
            _ => HintRule::Allowed,
        }
    }

    /// Whether engines may be asked about the shown position: once the game is over, while it is only being looked at, or if
    /// both players agreed.
    pub fn may_analyze(&self) -> HintRule {
        let is_agreed = self.record.tags.get(Tags::HINTS) == Some(ANALYSIS_AGREED);
        match self.outcome() {
            _ if !self.can_be_played() || self.is_paused() => HintRule::Never,
            Some(_) if self.is_end_unsent() => HintRule::Never,
            Some(_) => HintRule::Allowed,
            None if self.house.is_elsewhere || self.computer().is_some() => HintRule::Never,
            None if is_agreed => HintRule::Allowed,
            // Nobody has moved since it was put on the board.
            None if !self.is_live && self.clock().is_none() => HintRule::Allowed,
            None => HintRule::Ask,
        }
    }

    /// Whether the shown position may be looked up in other games: not while it is hidden, nor while a friend far away plays.
    pub fn may_be_looked_up(&self) -> bool {
        let is_over = self.outcome().is_some() && !self.is_end_unsent();
        !self.is_paused() && (is_over || !self.house.is_elsewhere)
    }

    /// Asks for hints or an analysis on behalf of a side; accepts if the other side has asked.
    pub(super) fn ask_help(&mut self, by: Side, ask: Ask, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        let (rule, refusal) = match ask {
            Ask::Analysis => (self.may_analyze(), Refusal::NoAnalysis),
            _ => (self.hint_rule(), Refusal::NoHints),
        };
        match rule {
            HintRule::Never => Err(refusal),
            HintRule::Allowed => Ok(Vec::new()),
            HintRule::Ask if self.offer.is_some_and(|offer| offer.ask != ask) => {
                Err(Refusal::OfferOpen)
            }
            HintRule::Ask => self.offer_or_accept(by, ask, now),
        }
    }

    /// Allows hints or an analysis for the rest of the game.
    pub(super) fn allow_help(&mut self, ask: Ask) -> Vec<Event> {
        let (agreed, event) = match ask {
            Ask::Analysis => (ANALYSIS_AGREED, Event::AnalysisAllowed),
            _ => (AGREED, Event::HintsAllowed),
        };
        self.edit_tags(|tags| tags.set(Tags::HINTS, agreed));
        vec![event]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Level;
    use crate::game::tests::{apply, mv, played};
    use crate::game::{Act, Ask, Command, Computer, GameTerms, Offer, SessionState};

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
    fn two_people_analyze_what_they_look_at_and_a_game_that_goes_on_once_both_agreed() {
        let mut game = Game::ordinary();
        assert_eq!(game.may_analyze(), HintRule::Allowed);
        apply(&mut game, Command::Play(mv("h2e2"))).expect("legal");
        assert_eq!(game.may_analyze(), HintRule::Ask);
        let opened = Game::from_record(game.to_record());
        assert_eq!(opened.may_analyze(), HintRule::Allowed);
        let again = |game: &Game| {
            let state = SessionState::new(game.clone()).write();
            SessionState::read(&state).expect("a session").game
        };
        assert_eq!(again(&opened).may_analyze(), HintRule::Allowed);
        assert_eq!(again(&game).may_analyze(), HintRule::Ask);
        let mut goes_on = opened;
        apply(&mut goes_on, Command::Play(mv("h9g7"))).expect("legal");
        assert_eq!(goes_on.may_analyze(), HintRule::Ask);
        apply(&mut game, Ask::Analysis.by(Side::Black)).expect("a request");
        assert_eq!(again(&game).offer(), game.offer());
        let agreed = apply(&mut game, Command::Answer(true));
        assert_eq!(agreed, Ok(vec![Event::AnalysisAllowed]));
        let game = again(&game);
        assert_eq!(
            (game.may_analyze(), game.hint_rule()),
            (HintRule::Allowed, HintRule::Allowed)
        );
    }

    #[test]
    fn engines_are_asked_about_a_game_with_somebody_else_once_it_is_over() {
        let side = Side::Black;
        let level = Level::new(2).expect("a level");
        let computer = Some(Computer { side, level });
        let against = GameTerms {
            computer,
            ..GameTerms::default()
        };
        let mut far = Game::ordinary();
        far.edit_tags(|tags| tags.set(Tags::REMOTE, "anything"));
        for mut game in [against.begin(), far] {
            assert_eq!(game.may_analyze(), HintRule::Never);
            apply(&mut game, Command::Play(mv("h2e2"))).expect("legal");
            let asked = apply(&mut game, Ask::Analysis.by(Side::Red));
            assert_eq!(asked, Err(Refusal::NoAnalysis));
            apply(&mut game, Act::Resign.by(Side::Red)).expect("in progress");
            assert_eq!(game.may_analyze(), HintRule::Allowed);
        }
        let timed = GameTerms {
            time: crate::game::clock::TimeControl::read("600").expect("a time control"),
            ..GameTerms::default()
        };
        assert_eq!(timed.begin().may_analyze(), HintRule::Ask);
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
