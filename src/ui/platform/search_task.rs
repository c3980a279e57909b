//! Background searches, each on a thread of its own: a thread of a pool would keep the low priority for other jobs.

use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Niceness of the thread, so that everything else of the desktop comes first.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A running search. Dropping it stops the thread.
#[derive(Debug)]
pub struct SearchTask {
    stop: Arc<AtomicBool>,
}

impl SearchTask {
    /// Starts a search, which should end soon after the stop flag passed to it is set.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start a thread.
    pub fn start<T: Send + 'static>(
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> io::Result<(Self, oneshot::Receiver<T>)> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, found) = oneshot::channel();
        let stopped = stop.clone();
        thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || {
                be_nice();
                // The answer may no longer be wanted.
                let _ = sender.send(work(&stopped));
            })?;
        Ok((Self { stop }, found))
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for SearchTask {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Repeats a step until it has an answer, or the search is stopped.
pub fn until<T>(stop: &AtomicBool, mut step: impl FnMut() -> Option<T>) -> Option<T> {
    while !stop.load(Ordering::Relaxed) {
        if let Some(found) = step() {
            return Some(found);
        }
    }
    None
}

/// Slot for one search at a time. The answer of a search that was replaced or canceled is stale, and dropped.
#[derive(Debug, Default)]
pub struct SearchSlot(Rc<RefCell<Option<SearchTask>>>);

impl SearchSlot {
    /// Starts a search, in place of an earlier one. The future resolves to its answer, or `None` if that is stale.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start a thread.
    pub fn run<T: Send + 'static, W: FnOnce(&Arc<AtomicBool>) -> T + Send + 'static>(
        &self,
        work: W,
    ) -> io::Result<impl Future<Output = Option<T>> + use<T, W>> {
        let (task, found) = SearchTask::start(work)?;
        let flag = task.stop.clone();
        self.0.replace(Some(task));
        let slot = Rc::downgrade(&self.0);
        Ok(async move {
            let found = found.await.expect("a panic ends the program");
            let slot = slot.upgrade()?;
            let is_current = |task: &mut SearchTask| Arc::ptr_eq(&task.stop, &flag);
            let current = slot.borrow_mut().take_if(is_current);
            current.map(|_| found)
        })
    }

    /// Whether a search is running.
    pub fn is_running(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Sets the stop flag: the search answers as soon as possible.
    pub fn hurry(&self) {
        self.0.borrow().iter().for_each(SearchTask::stop);
    }

    /// Stop flag of the search, which also identifies it.
    #[cfg(test)]
    pub fn flag(&self) -> Option<Arc<AtomicBool>> {
        self.0.borrow().as_ref().map(|task| task.stop.clone())
    }

    /// Cancels the search.
    pub fn cancel(&self) {
        self.0.take();
    }
}

/// Lowers the priority of this thread. Elsewhere the call would concern the whole process.
fn be_nice() {
    #[cfg(target_os = "linux")]
    // Where it is not allowed, the thread is as urgent as others.
    let _ = rustix::process::nice(NICENESS);
}
