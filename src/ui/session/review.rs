//! Review of the game on the board, by the built-in engine or another. Its findings are kept in the game as they come.

use super::{EngineClient, News, Session};
use crate::engine::uci::{DialogueEvent, EngineFault, EngineTask, SearchLimit};
use crate::engine::{Advice, Memory, Review, ReviewQuestion};
use crate::ui::platform::prelude::*;
use crate::ui::platform::search_task::SearchSlot;
use futures_channel::mpsc::{self, UnboundedReceiver};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Number of positions looked at for each move.
const NODES: u64 = 60_000;
/// Number of positions looked at before the next look at whether to stop.
const STEP: u64 = 5_000;
/// Size of the memory of the built-in engine, in mebibytes.
const MEMORY: usize = 16;
/// Time after which what was found is kept.
const KEPT_EVERY: Duration = Duration::from_millis(500);

/// Reason why a review ended early.
#[derive(Debug)]
pub enum ReviewFault {
    /// The system cannot start a thread.
    Thread,
    /// The engine has failed.
    Engine(EngineFault),
}

/// The running review.
#[derive(Debug, Default)]
pub(super) struct ReviewSeat {
    /// Part of the work that is done, from 0 to 1; `None` if there is no review.
    progress: Cell<Option<f64>>,
    is_stopped: Cell<bool>,
    search: SearchSlot,
    engine: RefCell<Option<EngineClient>>,
}

impl Session {
    /// Progress of the running review, from 0 to 1.
    pub fn review_progress(&self) -> Option<f64> {
        self.review.progress.get()
    }

    /// Stops the running review. What it has found stays in the game.
    pub fn stop_review(&self) {
        self.review.is_stopped.set(true);
        self.review.search.hurry();
        // An engine that keeps silent is not waited for.
        self.review.engine.take();
    }

    /// Reviews the game, by an engine of the player or the built-in one, going on with an unfinished review unless it is
    /// to begin anew. Returns whether it got to the end: not if it was stopped, or is running already.
    ///
    /// # Errors
    ///
    /// Returns the reason why it ended early.
    pub async fn review(self: &Rc<Self>, engine: &str, is_new: bool) -> Result<bool, ReviewFault> {
        let seat = &self.review;
        if seat.progress.get().is_some() || !self.state().game.can_be_reviewed() {
            return Ok(false);
        }
        seat.is_stopped.set(false);
        let review = self.state().game.review(NODES, is_new);
        let done = self.run_review(review, engine).await;
        seat.progress.take();
        seat.engine.take();
        self.emit(&News::Reviewed);
        done
    }

    async fn run_review(
        self: &Rc<Self>,
        review: Review,
        engine: &str,
    ) -> Result<bool, ReviewFault> {
        let guard = self.guard();
        let mut review = review.with_memory(Memory::new(MEMORY));
        let mut answers = self.start_reviewer(engine);
        let mut kept = Instant::now();
        self.review.progress.set(Some(review.progress()));
        self.emit(&News::Reviewed);
        loop {
            let mut fault = None;
            match (&mut answers, review.question()) {
                (_, None) => {}
                (None, Some(_)) => review = self.search_slice(review).await?,
                (Some(answers), Some(question)) => {
                    match self.ask_reviewer(answers, question).await {
                        // A hurried answer is worth little.
                        Ok(_) if self.review.is_stopped.get() => {}
                        Ok(advice) => review.answer(advice),
                        Err(why) => fault = Some(why),
                    }
                }
            }
            if !guard.is_same_game() || !self.state().game.can_be_reviewed() {
                return Ok(false);
            }
            let is_done = review.question().is_none();
            let is_end = is_done || fault.is_some() || self.review.is_stopped.get();
            self.review.progress.set(Some(review.progress()));
            if is_end || kept.elapsed() >= KEPT_EVERY {
                kept = Instant::now();
                if review.has_findings() {
                    self.keep_review(&review, is_end);
                }
            }
            if is_end {
                return fault.map_or(Ok(is_done), Err);
            }
        }
    }

    fn keep_review(self: &Rc<Self>, review: &Review, is_end: bool) {
        self.change(|state| state.game.keep_review(review, is_end));
        self.touch();
        self.save_soon();
        self.emit(&News::Reviewed);
    }

    /// Has the built-in engine search for a moment.
    async fn search_slice(&self, mut review: Review) -> Result<Review, ReviewFault> {
        let found = self.review.search.run(move |stop| {
            let begun = Instant::now();
            while review.step(STEP) && begun.elapsed() < KEPT_EVERY && !stop.load(Ordering::Relaxed)
            {
            }
            review
        });
        let found = found.map_err(|_| ReviewFault::Thread)?.await;
        Ok(found.expect("only one review runs, and it is never canceled"))
    }

    /// Starts an engine of the player; `None` for the built-in one.
    fn start_reviewer(&self, engine: &str) -> Option<UnboundedReceiver<DialogueEvent>> {
        let program = self.engine_program(engine)?;
        let (sender, answers) = mpsc::unbounded();
        let client = EngineClient::start(program, Rc::default(), move |event| {
            // The review may have ended.
            let _ = sender.unbounded_send(event.clone());
        });
        self.review.engine.replace(Some(client));
        Some(answers)
    }

    /// Has the engine of the player search a position.
    async fn ask_reviewer(
        &self,
        answers: &mut UnboundedReceiver<DialogueEvent>,
        question: ReviewQuestion,
    ) -> Result<Option<Advice>, ReviewFault> {
        let limit = SearchLimit::Nodes(question.nodes);
        if let Some(client) = self.review.engine.borrow().as_ref() {
            client.think(EngineTask::new(question.history, 1, limit));
        }
        let mut advice: Option<Advice> = None;
        while let Ok(event) = answers.recv().await {
            match event {
                DialogueEvent::Advice(found) => advice = Some(found),
                DialogueEvent::Best(best) => {
                    return Ok(advice.map(|advice| advice.choosing(best)));
                }
                DialogueEvent::Failed(fault) => return Err(ReviewFault::Engine(fault)),
                DialogueEvent::Introduced | DialogueEvent::Try(_) => {}
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{play, restore, wait_for, with_session};
    use super::*;
    use crate::game::{Act, Game};
    use crate::rules::Side;
    use crate::ui::platform::settings::EngineProgram;
    use crate::ui::session::Colors;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_review_ends_with_its_game_whatever_its_engine_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let silent = folder.path().join("silent");
        std::fs::write(&silent, "#!/bin/sh\nexec cat > /dev/null\n").expect("written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&silent, mode).expect("executable");
        let program = EngineProgram::new(&gio::File::for_path(&silent));
        with_session(|session, _| {
            session.find_engines(move || vec![program.clone()]);
            restore(session, Game::ordinary);
            play(session, "h2e2");
            let resigned = session.apply(Act::Resign.by(Side::Black));
            resigned.expect("in progress");
            let (reviewing, done) = (session.clone(), Rc::new(Cell::new(false)));
            let told = done.clone();
            glib::MainContext::ref_thread_default().spawn_local(async move {
                let is_done = reviewing.review("silent", true).await;
                told.set(matches!(is_done, Ok(false)));
            });
            let has_engine = || session.review.engine.borrow().is_some();
            wait_for("the engine", has_engine);
            session.begin(Game::ordinary(), Colors::AsNamed);
            assert!(!has_engine());
            wait_for("the end", || done.get());
            assert_eq!(session.review_progress(), None);
        });
    }
}
