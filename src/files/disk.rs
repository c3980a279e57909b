//! Background threads that write the program’s own files, so that a window never waits for a disk.
//!
//! One of them does not wait until files are durable, which may take seconds: a crash of the program must not lose what
//! happens meanwhile.

use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Worker for writes that survive the end of the process, without flushing the disk.
pub static QUICK: Worker = Worker::new();
/// Worker for writes that survive a power cut.
pub static DURABLE: Worker = Worker::new();

/// Timeout for flushing at exit: a program that never ends on a dead disk cannot be started again.
pub const END_WAIT: Duration = Duration::from_secs(30);
/// Timeout for flushing before sleep; logind grants five seconds.
pub const SLEEP_WAIT: Duration = Duration::from_secs(4);

/// Waits until everything is written, or for at most this time. The workers continue in any case.
pub fn flush(wait: Duration) {
    let end = Instant::now() + wait;
    // Either may have work for the other in the end.
    for worker in [&QUICK, &DURABLE, &QUICK] {
        worker.flush(end);
    }
}

/// Worker: a thread that runs while there are jobs, and its queue.
#[derive(Debug)]
pub struct Worker {
    queue: Mutex<Queue>,
    /// Notified when the queue is empty.
    done: Condvar,
}

#[derive(Debug)]
struct Queue {
    jobs: VecDeque<Job>,
    is_working: bool,
}

struct Job {
    path: PathBuf,
    run: Box<dyn FnOnce() + Send>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Job").field(&self.path).finish()
    }
}

impl Worker {
    const fn new() -> Self {
        let queue = Queue {
            jobs: VecDeque::new(),
            is_working: false,
        };
        Self {
            queue: Mutex::new(queue),
            done: Condvar::new(),
        }
    }

    /// Queues a job. A queued job for the same file is dropped: its contents are outdated.
    pub fn write(&'static self, path: &Path, run: impl FnOnce() + Send + 'static) {
        let job = Job {
            path: path.to_owned(),
            run: Box::new(run),
        };
        let mut queue = lock(&self.queue);
        let earlier = queue.jobs.iter().position(|earlier| earlier.path == path);
        let outdated = earlier.and_then(|place| queue.jobs.remove(place));
        queue.jobs.push_back(job);
        let is_working = std::mem::replace(&mut queue.is_working, true);
        drop(queue);
        drop(outdated);
        if !is_working {
            // Not one of a pool, whose threads may all wait for another disk.
            let worker = thread::Builder::new().name("disk".to_owned());
            if worker.spawn(|| self.work()).is_err() {
                // A write that waits here is better than none.
                self.work();
            }
        }
    }

    fn work(&self) {
        let mut queue = lock(&self.queue);
        while let Some(job) = queue.jobs.pop_front() {
            drop(queue);
            (job.run)();
            queue = lock(&self.queue);
        }
        queue.is_working = false;
        drop(queue);
        self.done.notify_all();
    }

    fn flush(&self, end: Instant) {
        let queue = lock(&self.queue);
        let wait = end.saturating_duration_since(Instant::now());
        let is_working = |queue: &mut Queue| queue.is_working;
        drop(self.done.wait_timeout_while(queue, wait, is_working));
    }
}

/// Locks a mutex, poisoned or not.
pub fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().expect("a panic ends the program")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn of_jobs_that_wait_for_the_same_file_only_the_newest_is_done() {
        static WORKER: Worker = Worker::new();
        let (go, begin) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel();
        WORKER.write(Path::new("slow"), move || {
            let _ = begin.recv();
        });
        for (path, text) in [("a", "a1"), ("b", "b1"), ("a", "a2")] {
            let done = done.clone();
            WORKER.write(Path::new(path), move || {
                let _ = done.send(text);
            });
        }
        WORKER.flush(Instant::now());
        assert!(order.try_recv().is_err(), "it has not waited");
        drop((go, done));
        WORKER.flush(Instant::now() + END_WAIT);
        assert_eq!(order.iter().collect::<Vec<_>>(), ["b1", "a2"]);
    }
}
