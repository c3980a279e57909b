//! A move on the board: it is judged by a thread, and answered a moment later.

use super::StudyView;
use crate::engine::Strength;
use crate::record::Record;
use crate::record::notation::Notation;
use crate::rules::{History, Move, Position, Terms};
use crate::studies::{JUDGING_NODES, Judged, Judging, Variations};
use crate::ui::dialogs::studies::solving::{Next, Solving};
use crate::ui::platform::thinking::Thinking;
use crate::ui::session::Problem;
use crate::ui::toolkit::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Time for which a move is seen before it is answered.
const PAUSE: Duration = Duration::from_millis(400);
/// Time to think about the defense of a position in which nothing is proved.
const THINKING_TIME: Duration = Duration::from_secs(1);
/// Number of nodes searched for all variations of a solution.
const SOLUTION_NODES: u64 = 2_000_000;
/// Number of nodes searched before the next look at whether to stop.
const STEP: u64 = 20_000;

impl StudyView {
    fn notation(&self) -> Notation {
        self.settings().move_style().main()
    }

    /// Stops whatever goes on about the position on the board.
    pub(super) fn stop_work(&self) {
        self.imp().pause.cancel();
        self.imp().thinking.take();
    }

    /// Makes a move of the person.
    pub(super) fn play(&self, mv: Move) {
        match self.change(|solving| solving.play(mv, JUDGING_NODES)) {
            Some(Ok(Next::Judged(judged))) => {
                self.imp().selection.take();
                self.take(&judged);
            }
            Some(Ok(Next::Judge(judging))) => {
                self.imp().selection.take();
                self.refresh();
                self.judge(*judging);
            }
            Some(Err(why)) => self.refuse(mv, why),
            None => {}
        }
    }

    fn judge(&self, mut judging: Judging) {
        self.think(
            move |stop| {
                while !stop.load(Ordering::Relaxed) {
                    if let Some(judged) = judging.step(STEP) {
                        return Some(judged);
                    }
                }
                None
            },
            |view, judged| view.take(&judged),
        );
    }

    /// Has a thread work on the position on the board, and does something with what it finds.
    fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<AtomicBool>) -> Option<T> + Send + 'static,
        found: impl FnOnce(&Self, T) + 'static,
    ) {
        let Ok((thinking, result)) = Thinking::start(work) else {
            return self.tell_no_thought();
        };
        let flag = thinking.flag();
        self.imp().thinking.replace(Some(thinking));
        let view = self.downgrade();
        glib::spawn_future_local(async move {
            let result = result.await;
            let Some(view) = view.upgrade() else {
                return;
            };
            let is_wanted = |thinking: &mut Thinking| thinking.has_flag(&flag);
            let thinking = view.imp().thinking.borrow_mut().take_if(is_wanted);
            match (thinking, result) {
                (Some(_), Ok(Some(result))) => found(&view, result),
                // Nobody has stopped it.
                (Some(_), Ok(None) | Err(_)) => view.tell_no_thought(),
                (None, _) => {}
            }
        });
    }

    fn tell_no_thought(&self) {
        self.change(|solving| {
            solving.forget_move();
            solving.tell(Importance::Refusal, words::cannot_judge().to_owned());
        });
        self.refresh();
    }

    /// Takes a judgement of the move on the board.
    fn take(&self, judged: &Judged) {
        let how = self.notation();
        let is_solved = self.change(|solving| solving.take(judged, how));
        self.follow_up();
        if is_solved == Some(true) {
            self.emit_solved();
        }
    }

    /// Shows the position, and lets the other side move in a moment if it has to.
    pub(super) fn follow_up(&self) {
        self.refresh();
        let defender = self.imp().defender.get();
        let is_due =
            |solving: &Solving| solving.awaits_refutation() || solving.awaits_reply(defender);
        if self.read(is_due) == Some(true) {
            let answer = weak!(self, |view| view.answer());
            self.imp().pause.start(PAUSE, answer);
        }
    }

    fn answer(&self) {
        let answer = self.change(|solving| {
            if solving.is_refuted() {
                solving.show_refutation()
            } else {
                solving.reply()
            }
        });
        match answer.flatten() {
            Some((before, mv)) => self.show_answer(&before, mv),
            None if self.read(Solving::is_refuted) == Some(false) => self.look_for_defense(),
            None => {}
        }
    }

    fn show_answer(&self, before: &Position, mv: Move) {
        let spoken = words::spoken_move(before, mv);
        let spoken = words::spoken_reply(before.turn(), &spoken);
        announce(&*self.imp().board, Importance::Move, &spoken);
        self.refresh();
    }

    /// Writes the solution below the board: at first its main line, and the variations once they are found.
    pub(super) fn tell_solution(&self) {
        let solution = self.read(|solving| Variations::new(solving.study(), SOLUTION_NODES));
        let Some(mut solution) = solution.flatten() else {
            return;
        };
        self.write_solution(solution.record());
        self.think(
            move |stop| {
                while !stop.load(Ordering::Relaxed) && solution.step(STEP) {}
                Some(solution.into_record())
            },
            |view, record| view.write_solution(&record),
        );
    }

    fn write_solution(&self, record: &Record) {
        let told = words::solution(record, self.notation());
        self.imp().solution.set_label(&told);
    }

    /// Looks for a defense where none is proved.
    fn look_for_defense(&self) {
        let Some(problem) = self.read(problem).flatten() else {
            return;
        };
        self.think(
            move |stop| problem.solve(stop).line.map(|line| line.moves[0]),
            |view, mv| {
                if let Some((before, mv)) = view.change(|solving| solving.play_reply(mv)).flatten()
                {
                    view.show_answer(&before, mv);
                }
            },
        );
    }
}

/// The position on the board, to be thought about.
fn problem(solving: &Solving) -> Option<Problem> {
    let attempt = solving.attempt();
    let mut history = History::new(attempt.study().setup().clone()).ok()?;
    for mv in attempt.moves() {
        history.play(mv).ok()?;
    }
    Some(Problem {
        terms: Terms::default(),
        strength: Strength::FULL,
        seed: 0,
        memory: None,
        allowed: attempt.position().legal_moves(),
        time: THINKING_TIME,
        history,
    })
}
