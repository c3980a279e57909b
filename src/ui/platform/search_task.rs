//! Thoughts that take long, each on a thread of its own.
//!
//! A thread of GLib’s pool would stay nice for whatever comes next, so each thought has its own. It ends with the thought.

use futures_channel::oneshot;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Niceness of the thread: everything else of the desktop comes first.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A thought that goes on. Dropping it stops the thread.
#[derive(Debug)]
pub struct SearchTask {
    stop: Arc<AtomicBool>,
}

impl SearchTask {
    /// Starts to think, until the work is done; it should end soon once the flag that it is given is set.
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
            .name("thinking".to_owned())
            .spawn(move || {
                be_nice();
                // Nobody need be waiting any more.
                let _ = sender.send(work(&stopped));
            })?;
        Ok((Self { stop }, found))
    }

    /// Has the move decided as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Flag that tells this thought from others.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Whether this is the thought with the flag.
    pub fn has_flag(&self, flag: &Arc<AtomicBool>) -> bool {
        Arc::ptr_eq(&self.stop, flag)
    }
}

impl Drop for SearchTask {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Lets everything else of the desktop come before this thread. Elsewhere the call would concern the whole process.
fn be_nice() {
    #[cfg(target_os = "linux")]
    // Where it is not allowed, the thread is as urgent as others.
    let _ = rustix::process::nice(NICENESS);
}
