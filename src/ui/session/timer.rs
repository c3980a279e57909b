//! One-shot timers.

use crate::ui::platform::prelude::*;

/// One-shot timer on the main context of its thread. Restarting or dropping it cancels a pending timeout.
#[derive(Debug, Default)]
pub struct Timer(Rc<RefCell<Option<glib::JoinHandle<()>>>>);

impl Timer {
    pub fn start(&self, wait: Duration, ring: impl FnOnce() + 'static) {
        self.cancel();
        let pending = Rc::downgrade(&self.0);
        let task = glib::spawn_future_local(async move {
            glib::timeout_future(wait).await;
            // Cleared before the callback, so that it may restart the timer.
            if pending.upgrade().is_some_and(|task| task.take().is_some()) {
                ring();
            }
        });
        self.0.replace(Some(task));
    }

    pub fn cancel(&self) {
        if let Some(task) = self.0.take() {
            task.abort();
        }
    }

    pub fn is_pending(&self) -> bool {
        self.0.borrow().is_some()
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.cancel();
    }
}
