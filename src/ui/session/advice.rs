//! Advice to the players: a hint about the shown position.

use super::Session;
use super::thinking::Problem;
use crate::engine::{Advice, Strength, TimeBudget};
use crate::ui::platform::prelude::*;
use std::io;

/// Time for which a hint is looked for.
const HINT_TIME: Duration = Duration::from_secs(1);
impl Session {
    /// Looks for the best line in the shown position, at full strength for a second; `None` if something else happened
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start a thread.
    pub async fn find_hint(self: &Rc<Self>) -> io::Result<Option<Advice>> {
        let Some(problem) = self.shown_problem() else {
            return Ok(None);
        };
        let found = self.advice.run(move |stop| problem.solve(stop))?;
        Ok(found.await.and_then(|found| found.advice))
    }

    /// Whether a hint is being looked for.
    pub fn is_advising(&self) -> bool {
        self.advice.is_running()
    }

    /// Stops looking for a hint: another position is shown, or none.
    pub(super) fn stop_advice(&self) {
        self.advice.cancel();
    }

    fn shown_problem(&self) -> Option<Problem> {
        let state = self.state();
        let game = &state.game;
        let history = game.record().history(game.shown());
        let moves = history.position().legal_moves().into_iter();
        let is_present = game.shows_present();
        Some(Problem {
            terms: game.terms(),
            strength: Strength::FULL,
            seed: 0,
            memory: None,
            allowed: moves.filter(|mv| !is_present || game.allows(*mv)).collect(),
            time: TimeBudget::exact(HINT_TIME),
            history,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{play, restore, wait_for, with_session};
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::{Act, Command, Game, GameTerms, Pause};
    use crate::rules::{Setup, Side};
    use crate::ui::platform::prelude::glib;
    use crate::ui::session::Edit;

    type Found = Rc<RefCell<Option<Option<Advice>>>>;

    /// Has a hint looked for.
    fn look(session: &Rc<Session>) -> Found {
        let (found, looking) = (Found::default(), session.clone());
        let told = Rc::clone(&found);
        glib::MainContext::ref_thread_default().spawn_local(async move {
            told.replace(Some(looking.find_hint().await.expect("a thread")));
        });
        wait_for("the thread", || session.is_advising());
        found
    }

    fn wait(session: &Rc<Session>, found: &Found) -> Option<Advice> {
        wait_for("the hint", || found.borrow().is_some());
        assert!(!session.is_advising());
        found.take().flatten()
    }

    #[test]
    fn a_hint_comes_though_a_name_was_edited_meanwhile() {
        with_session(|session, _| {
            let mate = Setup::from_fen("3k5/R8/9/9/9/9/9/9/9/4K3R w").expect("a FEN");
            restore(session, || Game::new(mate).expect("a position"));
            let found = look(session);
            session.edit(&Edit::Name(Side::Red, "Anna".into()));
            assert!(wait(session, &found).is_some());
        });
    }

    #[test]
    fn no_hint_comes_into_a_pause_nor_to_another_position() {
        with_session(|session, _| {
            let time = TimeControl::read("600").expect("a time control");
            let terms = GameTerms {
                time,
                ..GameTerms::default()
            };
            restore(session, || terms.begin());
            play(session, "h2e2");
            let start = session.state().game.record().root();
            for next in [
                Command::Pause(Pause::Asked),
                Command::from(Act::Resume),
                Command::Show(start),
            ] {
                let found = look(session);
                session.apply(next).expect("possible");
                assert_eq!(wait(session, &found), None);
            }
        });
    }
}
