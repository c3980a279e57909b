//! Playing: presses and drags become commands, refusals become sentences.

use super::Window;
use crate::game::{Change, Command, Effect, Event, Game, Refusal};
use crate::record::NodeId;
use crate::rules::{IllegalMove, Move, Point, Side};
use crate::scene::Press;
use crate::ui::board::board_view::Drag;
use crate::ui::platform::time;
use crate::words;
use crate::words::status::Remark;
use adw::subclass::prelude::*;

impl Window {
    /// Carries a command out and shows what came of it.
    pub(super) fn dispatch(&self, command: Command) {
        let done = self.change(|sitting| sitting.game.apply(command, time::now()));
        match done {
            Ok(events) => self.follow_up(&events),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Lets what has happened be heard, keeps it, and shows it.
    pub(super) fn follow_up(&self, events: &[Event]) {
        if let Some(effect) = Effect::of(events) {
            self.sound(effect);
        }
        self.forget();
        self.tell_events(events);
        match Change::of(events) {
            Change::View => self.keep_view(),
            Change::Talk => {
                // An offer waits for its answer, whatever becomes of the program.
                self.note_answer(events);
                self.keep();
            }
            Change::Clock => {
                // The game comes back paused, or at rest.
                self.note_pause(events);
                self.keep();
            }
            Change::Game => {
                self.touch();
                let has_ended = events.iter().any(|event| matches!(event, Event::Ended(_)));
                let file = has_ended.then(|| self.keep_finished()).flatten();
                self.follow_match(events, file);
                self.keep();
            }
        }
        self.refresh();
    }

    /// Lets go of everything that belongs to the position before.
    pub(super) fn forget(&self) {
        let imp = self.imp();
        imp.selection.take();
        imp.refused.take();
        imp.remark.take();
    }

    fn refuse(&self, refusal: Refusal) {
        let imp = self.imp();
        match refusal {
            Refusal::Illegal { mv, why } => imp.refused.set(Some((mv, why))),
            other => {
                imp.selection.take();
                let text = told(&self.sitting().game, other).to_owned();
                imp.remark.replace(Some(Remark::Refused(text)));
            }
        }
        self.refresh();
    }

    /// Says below the board that something went as it should.
    pub(super) fn say(&self, sentence: &str) {
        self.tell_below(Remark::Done(sentence.to_owned()));
    }

    /// Says below the board why something is not possible.
    pub(super) fn object(&self, why: &str) {
        self.tell_below(Remark::Refused(why.to_owned()));
    }

    fn tell_below(&self, remark: Remark) {
        self.imp().remark.replace(Some(remark));
        self.refresh();
    }

    /// A point was clicked, touched, or activated by a key.
    pub(super) fn press(&self, point: Point) {
        let imp = self.imp();
        self.stop_typing();
        self.forget_letter();
        imp.refused.take();
        imp.remark.take();
        if self.is_over_here() {
            self.remark_that_it_is_over();
            return;
        }
        let mut selection = imp.selection.get();
        let press = selection.press(point, self.sitting().game.shown_position());
        imp.selection.set(selection);
        match press {
            Press::Move(mv) => self.dispatch(Command::Play(mv)),
            Press::NotYours(_) => {
                let turn = self.sitting().game.shown_position().turn();
                let text = words::not_your_turn(turn);
                imp.remark.replace(Some(Remark::Refused(text)));
                let here = Move::new(point, point);
                imp.refused
                    .set(Some((here, IllegalMove::NotYourTurn { turn })));
                self.refresh();
            }
            Press::Chose(from) => {
                self.tell_lifted(from);
                self.refresh();
            }
            Press::LetGo => {
                self.tell_put_back(point);
                self.refresh();
            }
            Press::Nothing => self.refresh(),
        }
    }

    /// A piece was dragged somewhere; `None` is beside the board, and puts it back.
    pub(super) fn drop_piece(&self, drag: Drag) {
        let imp = self.imp();
        self.stop_typing();
        self.forget_letter();
        imp.refused.take();
        imp.remark.take();
        match drag.as_move() {
            Some(mv) => self.dispatch(Command::Play(mv)),
            None => self.refresh(),
        }
    }

    /// Lets the chosen piece go.
    pub(super) fn let_go(&self) {
        self.stop_typing();
        if let Some(point) = self.imp().selection.get().point() {
            self.tell_put_back(point);
        }
        self.forget();
        self.refresh();
    }

    /// Whether the position that is shown is the end of a finished game, or one that the arbiter has ruled on.
    fn is_over_here(&self) -> bool {
        let sitting = self.sitting();
        let game = &sitting.game;
        game.shows_present() && !game.goes_on()
    }

    fn remark_that_it_is_over(&self) {
        let imp = self.imp();
        imp.selection.take();
        let why = {
            let sitting = self.sitting();
            let game = &sitting.game;
            let ruled = game.pending();
            let ruled = ruled.map(|verdict| Refusal::Ruled(verdict.outcome));
            let why = game.outcome().map(Refusal::Over).or(ruled);
            why.map(|why| told(game, why))
        };
        let remark = why.map(|why| Remark::Refused(why.to_owned()));
        imp.remark.replace(remark);
        self.refresh();
    }

    /// Takes back what was done last: a move, or in a comment what was written.
    pub(in crate::ui) fn take_back(&self) {
        let comment = &self.imp().comment;
        if comment.is_being_written() {
            comment.undo(false);
        } else {
            self.dispatch(Command::TakeBack);
        }
    }

    pub(in crate::ui) fn redo(&self) {
        let comment = &self.imp().comment;
        if comment.is_being_written() {
            comment.undo(true);
        } else {
            self.dispatch(Command::Redo);
        }
    }

    pub(in crate::ui) fn flip(&self) {
        self.change(|sitting| sitting.bottom = !sitting.bottom);
        self.keep();
        self.refresh();
    }

    /// Whose turn it is where the game stands.
    pub(super) fn turn(&self) -> Side {
        self.sitting().game.position().turn()
    }

    pub(super) fn show_node(&self, find: impl FnOnce(&Game) -> Option<NodeId>) {
        let node = find(&self.sitting().game);
        if let Some(node) = node {
            self.dispatch(Command::Show(node));
        }
    }

    pub(in crate::ui) fn show_first(&self) {
        self.show_node(|game| Some(game.record().root()));
    }

    pub(in crate::ui) fn show_previous(&self) {
        self.show_node(|game| game.record().node(game.shown()).parent());
    }

    pub(in crate::ui) fn show_present(&self) {
        self.imp().trail.take();
        self.show_node(|game| Some(game.present()));
    }
}

/// Why something was refused, in a game that may have nothing taken back.
fn told(game: &Game, refusal: Refusal) -> &'static str {
    let for_good = !game.takes_back();
    match refusal {
        Refusal::Over(_) if for_good => words::over_for_good(),
        Refusal::Ruled(_) if for_good => words::ruled_for_good(),
        other => words::refusal(other),
    }
}
