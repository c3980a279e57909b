//! Searches for the best move of a position.

use crate::engine::{Advice, LevelSearch, Memory, Strength, TimeBudget, TimeManager};
use crate::rules::{History, Move, Terms};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Size of the memory of the search, in mebibytes.
const MEMORY: usize = 16;

/// Position to think about, and the limits.
#[derive(Debug)]
pub struct Problem {
    pub history: History,
    pub terms: Terms,
    pub strength: Strength,
    pub seed: u64,
    /// Memory of the move before; made anew without it, which takes the thread’s time and not the window’s.
    pub memory: Option<Memory>,
    /// Moves that the game allows; not all that are legal where it begins with two in a row.
    pub allowed: Vec<Move>,
    /// Time after which the move is decided, sooner or later.
    pub time: TimeBudget,
}

/// Result of a thought.
#[derive(Debug)]
pub struct ThinkingResult {
    /// The move; `None` if there is none.
    pub advice: Option<Advice>,
    pub memory: Memory,
}

impl Problem {
    /// Thinks until it is decided, or the flag is set.
    pub fn solve(self, stop: &Arc<AtomicBool>) -> ThinkingResult {
        let (begun, budget, stop) = (Instant::now(), self.time, Arc::clone(stop));
        let mut manager = TimeManager::new(budget);
        let goes_on = move || !stop.load(Ordering::Relaxed) && !budget.is_over(begun.elapsed());
        let mut thought = LevelSearch::new(
            &self.history,
            &self.terms,
            self.strength,
            self.seed,
            self.memory.unwrap_or_else(|| Memory::new(MEMORY)),
        )
        .with_moves(&self.allowed)
        .with_watch(Box::new(goes_on));
        while thought.deepen(u64::MAX) {
            if manager.is_settled(thought.search().depth_result(), begun.elapsed()) {
                break;
            }
        }
        let (line, memory) = thought.decide();
        let time = begun.elapsed();
        let advice = line.map(|line| Advice { time, ..line });
        ThinkingResult { advice, memory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use crate::ui::platform::search_task::SearchTask;
    use futures_channel::oneshot;
    use std::time::Duration;

    fn problem() -> Problem {
        let history = History::new(Setup::start()).expect("the start");
        Problem {
            allowed: history.position().legal_moves(),
            history,
            terms: Terms::default(),
            strength: Strength::FULL,
            seed: 1,
            memory: Some(Memory::new(1)),
            time: TimeBudget::exact(Duration::from_secs(600)),
        }
    }

    /// The first moves that are found.
    fn first(found: &ThinkingResult) -> Option<Move> {
        found.advice.as_ref().map(Advice::best)
    }

    #[test]
    fn a_thought_without_an_end_is_decided_when_it_is_stopped() {
        let stop = Arc::new(AtomicBool::new(true));
        let found = problem().solve(&stop);
        assert!(first(&found).is_some());
        let (task, mut found) = SearchTask::start(|stop| problem().solve(stop)).expect("a thread");
        assert!(matches!(found.try_recv(), Ok(None)));
        drop(task);
        let found = futures_executor(found);
        assert!(first(&found).is_some());
    }

    #[test]
    fn only_what_is_allowed_is_played() {
        for text in ["a3a4", "i0i1", "e0e1"] {
            let only: Move = text.parse().expect("a move");
            let found = Problem {
                allowed: vec![only],
                time: TimeBudget::exact(Duration::ZERO),
                ..problem()
            };
            let found = found.solve(&Arc::default());
            assert_eq!(first(&found), Some(only));
        }
    }

    /// Waits for what a thread sends.
    fn futures_executor(found: oneshot::Receiver<ThinkingResult>) -> ThinkingResult {
        let context = gtk::glib::MainContext::new();
        context.block_on(found).expect("a decision")
    }
}
