//! Advice to the players: a hint about the shown position, and a review of a finished game.

use super::Session;
use super::thinking::{Problem, Thinking};
use crate::mind::{Level, Line, Memory, Review, TurningPoint};
use crate::rules::History;
use futures_channel::oneshot::Receiver;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Time for which a hint is looked for.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Number of positions looked at for each move of a finished game, and between two looks at whether to stop.
const NODES: u64 = 60_000;
const STEP: u64 = 5_000;
/// Size of the memory of a review, in mebibytes.
const MEMORY: usize = 16;
/// Units of the progress.
const WHOLE: f64 = 1_000.0;

/// A review that goes on; dropping it stops the thread.
#[derive(Debug)]
pub struct Reviewing {
    _thinking: Thinking,
    done: Arc<AtomicU32>,
}

impl Reviewing {
    /// Part of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.done.load(Ordering::Relaxed)) / WHOLE
    }
}

impl Session {
    /// Looks for the best line in the shown position, at full strength for a second; `None` if the position has changed
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the system starts no thread.
    pub async fn find_hint(self: &Rc<Self>) -> io::Result<Option<Line>> {
        let (guard, shown) = (self.guard(), self.sitting().game.shown());
        let Some(problem) = self.shown_problem() else {
            return Ok(None);
        };
        let (thinking, found) = Thinking::start(move |stop| problem.solve(stop))?;
        // Another hint, or another position, stops this one.
        self.advice.replace(Some(thinking));
        let line = found.await.ok().and_then(|found| found.line);
        let is_same = guard.holds() && self.sitting().game.shown() == shown;
        Ok(line.filter(|_| is_same))
    }

    /// Stops looking for a hint.
    pub(super) fn stop_advice(&self) {
        self.advice.take();
    }

    fn shown_problem(&self) -> Option<Problem> {
        let sitting = self.sitting();
        let game = &sitting.game;
        let history = game.record().history(game.shown());
        let moves = history.position().legal_moves().into_iter();
        let is_present = game.shows_present();
        Some(Problem {
            terms: game.terms(),
            level: Level::all().next_back()?,
            seed: 0,
            memory: None,
            allowed: moves.filter(|mv| !is_present || game.allows(*mv)).collect(),
            time: HINT_TIME,
            history,
        })
    }

    /// Starts to look for the moves that decided the game.
    ///
    /// # Errors
    ///
    /// Returns an error if the system starts no thread.
    pub fn review(&self) -> io::Result<(Reviewing, Receiver<Vec<TurningPoint>>)> {
        let sitting = self.sitting();
        let game = &sitting.game;
        let history: History = game.history().clone();
        let (terms, outcome) = (game.terms(), game.outcome());
        let done = Arc::new(AtomicU32::new(0));
        let told = done.clone();
        let (thinking, found) = Thinking::start(move |stop| {
            let review = Review::new(&history, &terms, outcome, NODES);
            let mut review = review.with_memory(Memory::new(MEMORY));
            while review.step(STEP) && !stop.load(Ordering::Relaxed) {
                told.store((review.progress() * WHOLE) as u32, Ordering::Relaxed);
            }
            review.turning_points()
        })?;
        let reviewing = Reviewing {
            _thinking: thinking,
            done,
        };
        Ok((reviewing, found))
    }
}
