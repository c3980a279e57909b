//! What the window wants to hear, handed to the thread that plays it. The window never waits.

use crate::game::Effect;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A sound that comes later than this after what it is about says something wrong.
const LATE: Duration = Duration::from_secs(1);

/// A sound that is wanted, since a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) effect: Effect,
    since: Instant,
}

impl Wish {
    /// Whether it can still be played.
    pub(super) fn is_timely(&self) -> bool {
        self.since.elapsed() < LATE
    }
}

#[derive(Debug, Default)]
struct State {
    wish: Option<Wish>,
    is_closed: bool,
}

/// A place for one wish. The newest takes it, so that nothing piles up while a device does not answer.
#[derive(Debug, Default)]
pub(super) struct Request {
    state: Mutex<State>,
    changed: Condvar,
}

impl Request {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A state is whole after each of its changes.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for a sound instead of one that was asked for before and has not begun.
    pub(super) fn ask(&self, effect: Effect) {
        let since = Instant::now();
        self.lock().wish = Some(Wish { effect, since });
        self.changed.notify_one();
    }

    /// Nothing more will be asked for.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits for the next wish; `None` once there will be no more.
    pub(super) fn wait(&self) -> Option<Wish> {
        let nothing = |state: &mut State| state.wish.is_none() && !state.is_closed;
        let state = self.changed.wait_while(self.lock(), nothing);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return None;
        }
        state.wish.take()
    }

    /// The next wish, if there is one by now.
    pub(super) fn take(&self) -> Option<Wish> {
        self.lock().wish.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_wish_is_the_one_that_counts() {
        let request = Request::default();
        assert!(request.take().is_none());
        for effect in Effect::ALL {
            request.ask(effect);
        }
        let wish = request.wait().expect("a wish");
        assert_eq!(wish.effect, Effect::End);
        assert!(wish.is_timely() && request.take().is_none());
    }

    #[test]
    fn an_old_wish_is_not_timely() {
        let since = Instant::now().checked_sub(LATE).expect("the machine runs");
        let effect = Effect::Move;
        assert!(!Wish { effect, since }.is_timely());
    }

    #[test]
    fn a_closed_request_lets_its_thread_go() {
        let request = Request::default();
        request.ask(Effect::Move);
        request.close();
        assert!(request.wait().is_none());
    }
}
