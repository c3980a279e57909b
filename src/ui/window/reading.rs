//! Texts for screen reader users, on request by key or unasked. They are also shown in the status line: a key without
//! visible effect would look broken.

use super::Window;
use crate::game::{BoardLine, Event, Game, Now};
use crate::rules::{Played, Point, Position, Side};
use crate::ui::bars::typed_board;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Announces a sentence.
    pub(super) fn announce(&self, importance: Importance, sentence: &str) {
        announce(self, importance, sentence);
    }

    /// Answers a question about the game or the board.
    fn answer(&self, answer: impl FnOnce(&Game) -> String) {
        let text = answer(&self.state().game);
        // A repeated question is announced again, though nothing changes visibly.
        self.announce(Importance::Answer, &text);
        self.imp().view.borrow_mut().answer(text);
        self.update();
    }

    pub fn tell_last_move(&self) {
        self.answer(|game| {
            words::last_move(words::told_move(game.record(), game.shown()).as_deref())
        });
    }

    pub fn tell_times(&self) {
        let now = self.session().now();
        self.answer(|game| times(game, now));
    }

    pub fn tell_captured(&self) {
        self.answer(|game| {
            let captured = game.shown_captures();
            let [red, black] =
                [Side::Red, Side::Black].map(|side| words::captured(side, &captured[side]));
            words::both_captured(&red, &black)
        });
    }

    /// Announces the answer to a question about the position on the board.
    pub fn tell_of_position(&self, question: Action) {
        let imp = self.imp();
        let lifted = imp.view.borrow().lifted();
        self.answer(|game| {
            let position = game.shown_position();
            typed_board::answer(question, position, &imp.board, lifted).unwrap_or_default()
        });
    }

    pub(super) fn tell_line(&self, line: BoardLine) {
        self.answer(|game| typed_board::read(game.shown_position(), line));
    }

    /// Announces which side the board now shows at the bottom.
    pub(super) fn tell_bottom(&self) {
        let bottom = self.state().bottom;
        self.announce(Importance::Answer, words::at_bottom(bottom));
    }

    /// Announces the moves that were made and taken back.
    pub(super) fn tell_events(&self, events: &[Event]) {
        let state = self.state();
        let game = &state.game;
        for event in events {
            let told = match event {
                // A move in a variation is announced with the position after it.
                Event::Played(_) => words::told_move(game.record(), game.present()),
                Event::TakenBack(played) => taken_back(game.shown_position(), played),
                Event::Resumed => Some(words::resumed().to_owned()),
                Event::TimeGiven(side) => Some(words::time_given(&self.player(*side))),
                _ => None,
            };
            self.announce(Importance::Move, &told.unwrap_or_default());
        }
    }

    /// Describes the last move of the game, if one has come while another position is shown.
    pub(super) fn move_elsewhere(&self, events: &[Event]) -> Option<String> {
        let state = self.state();
        let game = &state.game;
        let is_elsewhere =
            !game.shows_present() && events.iter().any(|event| matches!(event, Event::Played(_)));
        is_elsewhere
            .then(|| words::told_move(game.record(), game.present()))
            .flatten()
    }

    /// Announces a lifted piece and the number of its moves.
    pub(super) fn tell_lifted(&self, point: Point) {
        let state = self.state();
        let position = state.game.shown_position();
        if let Some(piece) = position.piece_at(point) {
            let goals = position.targets(point).len();
            self.announce(Importance::Answer, &words::lifted(piece, goals));
        }
    }

    /// Announces that a piece was put back.
    pub(super) fn tell_put_back(&self, point: Point) {
        let state = self.state();
        if let Some(piece) = state.game.shown_position().piece_at(point) {
            self.announce(Importance::Answer, &words::put_back(piece));
        }
    }
}

/// Describes a move from this position that was taken back.
fn taken_back(before: &Position, played: &Played) -> Option<String> {
    before.check_move(played.mv).ok()?;
    let words = words::spoken_move(before, played.mv);
    Some(words::said_taken_back(&words))
}

fn times(game: &Game, now: Now) -> String {
    let Some(clock) = game.clock() else {
        return words::no_times().to_owned();
    };
    let side = clock.turn();
    let time = |side| (side, clock.shown_time(side, now));
    let who = words::Players::of_game(game);
    words::times(time(side), time(!side), clock.is_running(), &who)
}
