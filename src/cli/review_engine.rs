//! Another engine as a process of the command line, which waits for its answers.

use super::error::CliError;
use super::{BECOME_ENGINE, NOT_STARTED};
use crate::engine::uci::{
    Dialogue, DialogueEvent, EngineFault, EngineTask, LineBuffer, Protocol, SearchLimit,
};
use crate::engine::{Advice, ReviewQuestion};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Number of lines read ahead; then the engine has to wait.
const MAX_LINES: usize = 1_000;
/// Number of bytes read in one go.
const CHUNK: usize = 4096;
/// Number of times that an engine is started anew after a failure.
const MAX_RESTARTS: usize = 3;
/// Time to leave after `quit`, in steps.
const QUIT_STEPS: u32 = 25;
const QUIT_STEP: Duration = Duration::from_millis(20);
/// Longest wait without a limit of its own.
const LONG: Duration = Duration::from_secs(3600);

/// An engine that waits for questions.
#[derive(Debug)]
pub(super) struct ReviewEngine {
    path: PathBuf,
    connection: Connection,
    restarts: usize,
}

impl ReviewEngine {
    /// Starts an engine, and finds out what it speaks.
    pub(super) fn start(path: &Path) -> Result<Self, CliError> {
        let fault = |fault| CliError::Engine(path.to_owned(), fault);
        let connection = Connection::open(path, Dialogue::new(Protocol::Uci));
        let mut connection = connection.map_err(fault)?;
        loop {
            match connection.wait() {
                DialogueEvent::Introduced => {
                    return Ok(Self {
                        path: path.to_owned(),
                        connection,
                        restarts: 0,
                    });
                }
                DialogueEvent::Try(protocol) => {
                    let dialogue = Dialogue::new(protocol).as_second_try();
                    connection = Connection::open(path, dialogue).map_err(fault)?;
                }
                DialogueEvent::Failed(why) => return Err(fault(why)),
                DialogueEvent::Advice(_) | DialogueEvent::Best(_) => {}
            }
        }
    }

    /// Answers a question; an engine that fails is started anew a few times.
    pub(super) fn answer(&mut self, question: ReviewQuestion) -> Result<Option<Advice>, CliError> {
        let limit = SearchLimit::Nodes(question.nodes);
        let task = EngineTask::new(question.history, 1, limit);
        loop {
            match self.connection.search(task.clone()) {
                Ok(advice) => return Ok(advice),
                Err(_) if self.restarts < MAX_RESTARTS => {
                    let restarts = self.restarts + 1;
                    *self = Self::start(&self.path)?;
                    self.restarts = restarts;
                }
                Err(fault) => return Err(CliError::Engine(self.path.clone(), fault)),
            }
        }
    }
}

/// A running process, with the conversation.
#[derive(Debug)]
struct Connection {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Receiver<String>,
    dialogue: Dialogue,
}

impl Connection {
    fn open(path: &Path, dialogue: Dialogue) -> Result<Self, EngineFault> {
        let started = |why: io::Error| EngineFault::NotStarted(why.to_string());
        // It ends with this program, even if that is killed.
        let own = std::env::current_exe().map_err(started)?;
        let child = Command::new(own)
            .arg(BECOME_ENGINE)
            .arg(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(started)?;
        let (lines, output) = sync_channel(MAX_LINES);
        let (last, errors) = sync_channel(1);
        let (out, err) = (child.stdout.take(), child.stderr.take());
        thread::spawn(move || out.map(|out| read_lines(out, &lines)));
        thread::spawn(move || err.map(|err| last.send(last_line(err))));
        Ok(Self {
            input: child.stdin.take(),
            child,
            output,
            errors,
            dialogue,
        })
    }

    /// Waits for the next event of the conversation.
    fn wait(&mut self) -> DialogueEvent {
        let mut since = Instant::now();
        loop {
            let lines = self.dialogue.outbox();
            if !lines.is_empty() {
                since = Instant::now();
                if let Some(input) = &mut self.input {
                    // An engine that has ended says so at its other end.
                    let _ = input.write_all((lines.join("\n") + "\n").as_bytes());
                    let _ = input.flush();
                }
            }
            let time = self.dialogue.patience().unwrap_or(LONG);
            let left = time.checked_sub(since.elapsed());
            // Whoever babbles is not waited for any longer.
            let line = match left {
                Some(left) => self.output.recv_timeout(left),
                None => Err(RecvTimeoutError::Timeout),
            };
            let event = match line {
                Ok(line) => self.dialogue.hear(&line),
                Err(RecvTimeoutError::Timeout) => {
                    since = Instant::now();
                    self.dialogue.expire()
                }
                Err(RecvTimeoutError::Disconnected) => Some(self.mourn()),
            };
            if let Some(event) = event {
                return event;
            }
        }
    }

    /// The end of the conversation with an engine that has ended.
    fn mourn(&mut self) -> DialogueEvent {
        let last = self.errors.recv_timeout(QUIT_STEP * QUIT_STEPS);
        let last = last.unwrap_or_default();
        match self.exit_code() {
            Some(code) if code == i32::from(NOT_STARTED) => {
                DialogueEvent::Failed(EngineFault::NotStarted(last))
            }
            _ => self.dialogue.die(&last),
        }
    }

    /// Exit status, once the engine has ended, of its own accord or not.
    fn exit_code(&mut self) -> Option<i32> {
        for _ in 0..QUIT_STEPS {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.code();
            }
            // An engine that fills the pipe cannot read.
            while self.output.try_recv().is_ok() {}
            thread::sleep(QUIT_STEP);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }

    /// Searches a position, and returns the last advice.
    fn search(&mut self, task: EngineTask) -> Result<Option<Advice>, EngineFault> {
        self.dialogue.think(task);
        let mut advice: Option<Advice> = None;
        loop {
            match self.wait() {
                DialogueEvent::Advice(one) if one.rank == 1 => advice = Some(one),
                DialogueEvent::Best(best) => return Ok(advice.map(|one| one.choosing(best))),
                DialogueEvent::Failed(fault) => return Err(fault),
                _ => {}
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        self.exit_code();
    }
}

/// Calls `take` for every line of a stream, until that returns false.
fn each_line(mut stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let (mut buffer, mut bytes) = (LineBuffer::default(), [0; CHUNK]);
    while let Ok(count @ 1..) = stream.read(&mut bytes) {
        if !buffer.push(&bytes[..count]).into_iter().all(&mut take) {
            return;
        }
    }
    take(buffer.take());
}

/// Sends the lines of a stream, until nobody wants them.
fn read_lines(stream: impl Read, lines: &SyncSender<String>) {
    each_line(stream, |line| lines.send(line).is_ok());
}

/// The last line of a stream that has something in it.
fn last_line(stream: impl Read) -> String {
    let mut last = String::new();
    each_line(stream, |line| {
        if !line.trim().is_empty() {
            last = line;
        }
        true
    });
    last
}
