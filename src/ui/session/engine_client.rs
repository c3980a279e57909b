//! An engine of the player: its process, and the conversation with it.
//!
//! The process is started with an array of arguments and never by a shell, with its input, output and errors as pipes. It
//! is read a little at a time and with low priority: a program that writes without end is held up by its own pipe, and
//! not the window. It ends with the client, by a word, then by signals; and with the window, whatever becomes of that.

use super::Timer;
use crate::cli::{BECOME_ENGINE, NOT_STARTED};
use crate::engine::uci::{
    Dialogue, DialogueEvent, EngineFault, EngineProfile, EngineTask, LineBuffer,
};
use crate::ui::platform::prelude::*;
use crate::ui::platform::settings::EngineProgram;
use futures_channel::mpsc::{self, UnboundedSender};
use rustix::process::Signal;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::time::Instant;

/// Most bytes that are read at a time.
const CHUNK: usize = 16 * 1024;
/// Pause after that many: about a megabyte a second is heard.
const BREATH: Duration = Duration::from_millis(15);
/// Time that an engine has to end by itself, and then after each signal.
const FAREWELL: Duration = Duration::from_millis(500);
/// Time that its last words have to arrive.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Number of deaths within [`QUICK`] after which it is not started again.
const MAX_DEATHS: usize = 3;
const QUICK: Duration = Duration::from_mins(1);
/// Lines that the log keeps, and characters of each.
const LOG_LINES: usize = 500;
const LOG_WIDTH: usize = 300;

/// The last lines of a conversation, each with the side that said it.
#[derive(Debug, Default)]
pub struct EngineLog(RefCell<VecDeque<String>>);

impl EngineLog {
    fn add(&self, speaker: char, line: &str) {
        let mut lines = self.0.borrow_mut();
        if lines.len() == LOG_LINES {
            lines.pop_front();
        }
        let text: String = line.chars().take(LOG_WIDTH).collect();
        lines.push_back(format!("{speaker} {}", text.replace(char::is_control, " ")));
    }

    /// The lines: `>` begins one to the engine, `<` one from it, `!` one of its errors.
    pub fn text(&self) -> String {
        let lines = self.0.borrow();
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Listener to an engine.
type Listener = Box<dyn Fn(&DialogueEvent)>;

/// An engine of the player. Dropping it ends its process.
pub struct EngineClient(Rc<Inner>);

impl Drop for EngineClient {
    fn drop(&mut self) {
        // Nobody is told any more of how it ended.
        self.0.process.take();
    }
}

struct Inner {
    program: EngineProgram,
    dialogue: RefCell<Dialogue>,
    process: RefCell<Option<EngineProcess>>,
    /// Search whose answer is wanted, which is begun again if the engine dies meanwhile.
    task: RefCell<Option<EngineTask>>,
    /// When it died.
    deaths: RefCell<Vec<Instant>>,
    patience: Timer,
    log: Rc<EngineLog>,
    listener: Listener,
}

impl fmt::Debug for EngineClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineClient")
            .field(&self.0.program)
            .finish()
    }
}

impl EngineClient {
    /// Starts an engine. The listener hears when it is ready, what it finds, and its end.
    pub fn start(
        program: EngineProgram,
        log: Rc<EngineLog>,
        listener: impl Fn(&DialogueEvent) + 'static,
    ) -> Self {
        let inner = Rc::new(Inner {
            dialogue: RefCell::new(Dialogue::new(program.protocol())),
            program,
            process: RefCell::default(),
            task: RefCell::default(),
            deaths: RefCell::default(),
            patience: Timer::default(),
            log,
            listener: Box::new(listener),
        });
        inner.restart_soon(Dialogue::new(inner.program.protocol()));
        Self(inner)
    }

    /// The findings about it; empty until it is ready.
    pub fn profile(&self) -> EngineProfile {
        self.0.dialogue.borrow().profile().clone()
    }

    /// Begins a search, in place of any other; once it is ready, if it is not yet.
    pub fn think(&self, task: EngineTask) {
        self.0.task.replace(Some(task.clone()));
        self.0.dialogue.borrow_mut().think(task);
        self.0.flush();
    }

    /// Has the search answer with what it has found.
    pub fn hurry(&self) {
        self.0.dialogue.borrow_mut().hurry();
        self.0.flush();
    }

    /// Ends the search, whose answer is not wanted any more.
    pub fn cancel(&self) {
        self.0.task.take();
        self.0.dialogue.borrow_mut().cancel();
        self.0.flush();
    }

    /// Sets an option, or presses a button, at once; not during a search.
    pub fn set(&self, name: &str, value: Option<&str>) {
        self.0.dialogue.borrow_mut().set(name, value);
        self.0.flush();
    }
}

impl Inner {
    /// Starts the process once the caller is done: it may be a reader of the last one, which then ends.
    fn restart_soon(self: &Rc<Self>, dialogue: Dialogue) {
        let restart = weak!(self, |inner| inner.restart(dialogue));
        glib::idle_add_local_once(restart);
    }

    fn restart(self: &Rc<Self>, dialogue: Dialogue) {
        self.process.take();
        let dialogue = dialogue.with_values(self.program.options.clone());
        self.dialogue.replace(dialogue);
        match EngineProcess::start(self) {
            Ok(process) => {
                self.process.replace(Some(process));
                self.flush();
            }
            Err(error) => {
                let why = EngineFault::NotStarted(error.message().to_owned());
                self.conclude(&DialogueEvent::Failed(why));
            }
        }
    }

    /// Sends what is to be sent, and waits for what follows.
    fn flush(self: &Rc<Self>) {
        let lines = self.dialogue.borrow_mut().outbox();
        if lines.is_empty() {
            return;
        }
        for line in &lines {
            self.log.add('>', line);
        }
        if let Some(process) = self.process.borrow().as_ref() {
            process.send(lines);
        }
        self.wait();
    }

    fn wait(self: &Rc<Self>) {
        self.patience.cancel();
        let patience = self.dialogue.borrow().patience();
        if let Some(patience) = patience {
            let expire = weak!(self, |inner| {
                let event = inner.dialogue.borrow_mut().expire();
                inner.take(event);
            });
            self.patience.start(patience, expire);
        }
    }

    fn hear(self: &Rc<Self>, line: &str) {
        self.log.add('<', line);
        let event = self.dialogue.borrow_mut().hear(line);
        self.take(event);
    }

    fn take(self: &Rc<Self>, event: Option<DialogueEvent>) {
        self.flush();
        match event {
            None => {}
            Some(DialogueEvent::Try(protocol)) => {
                self.restart_soon(Dialogue::new(protocol).as_second_try());
            }
            Some(event) => self.conclude(&event),
        }
    }

    fn conclude(self: &Rc<Self>, event: &DialogueEvent) {
        match event {
            DialogueEvent::Introduced => {
                let task = self.task.borrow().clone();
                if let Some(task) = task {
                    self.dialogue.borrow_mut().think(task);
                }
                self.patience.cancel();
                self.flush();
            }
            DialogueEvent::Best(_) => {
                self.task.take();
                self.deaths
                    .borrow_mut()
                    .retain(|death| death.elapsed() < QUICK);
                self.wait();
            }
            DialogueEvent::Failed(_) => {
                self.patience.cancel();
                self.process.take();
            }
            DialogueEvent::Advice(_) | DialogueEvent::Try(_) => {}
        }
        (self.listener)(event);
    }

    /// Starts it again after a death, unless it died too often or before it was ready.
    fn mourn(self: &Rc<Self>, child: &gio::Subprocess, last: &str) {
        if child.has_exited() && child.exit_status() == i32::from(NOT_STARTED) {
            let why = EngineFault::NotStarted(last.to_owned());
            return self.conclude(&DialogueEvent::Failed(why));
        }
        let is_ready = self.dialogue.borrow().is_ready();
        if is_ready {
            let mut deaths = self.deaths.borrow_mut();
            // Those in one search count together, however long it takes.
            if self.task.borrow().is_none() {
                deaths.retain(|death| death.elapsed() < QUICK);
            }
            deaths.push(Instant::now());
            if deaths.len() < MAX_DEATHS {
                let protocol = self.dialogue.borrow().profile().protocol;
                self.restart_soon(Dialogue::new(protocol));
                return;
            }
        }
        let event = self.dialogue.borrow_mut().die(last);
        self.take(Some(event));
    }
}

/// The process of an engine.
struct EngineProcess {
    child: gio::Subprocess,
    input: UnboundedSender<String>,
    readers: [glib::JoinHandle<()>; 2],
}

impl EngineProcess {
    fn start(inner: &Rc<Inner>) -> Result<Self, glib::Error> {
        let flags = gio::SubprocessFlags::STDIN_PIPE
            | gio::SubprocessFlags::STDOUT_PIPE
            | gio::SubprocessFlags::STDERR_PIPE;
        let launcher = gio::SubprocessLauncher::new(flags);
        if let Some(folder) = inner.program.working_folder() {
            launcher.set_cwd(folder);
        }
        let program = inner.program.path().into_os_string();
        let child = launcher.spawn(&arguments(&program))?;
        let last_words = Rc::new(RefCell::new(String::new()));
        let errors = read(
            child.stderr_pipe().expect("a pipe that was asked for"),
            glib::clone!(
                #[strong]
                last_words,
                #[weak]
                inner,
                move |line: &str| {
                    inner.log.add('!', line);
                    if !line.trim().is_empty() {
                        last_words.replace(line.trim().chars().take(LOG_WIDTH).collect());
                    }
                }
            ),
            || {},
        );
        let output = read(
            child.stdout_pipe().expect("a pipe that was asked for"),
            glib::clone!(
                #[weak]
                inner,
                move |line: &str| inner.hear(line)
            ),
            glib::clone!(
                #[weak]
                inner,
                #[strong]
                child,
                move || {
                    glib::spawn_future_local(async move {
                        // Its errors arrive until it has ended, or a moment longer.
                        let _ = glib::future_with_timeout(LAST_WORDS, child.wait_future()).await;
                        glib::timeout_future(LAST_WORDS / 10).await;
                        if inner.is_current(&child) {
                            inner.mourn(&child, &last_words.take());
                        }
                    });
                }
            ),
        );
        let input = write(child.stdin_pipe().expect("a pipe that was asked for"));
        Ok(Self {
            child,
            input,
            readers: [output, errors],
        })
    }

    fn send(&self, lines: Vec<String>) {
        for line in lines {
            // A process that has ended hears nothing.
            let _ = self.input.unbounded_send(line + "\n");
        }
    }
}

impl Inner {
    /// Whether this is the process of now.
    fn is_current(&self, child: &gio::Subprocess) -> bool {
        let process = self.process.borrow();
        process
            .as_ref()
            .is_some_and(|process| process.child == *child)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        for reader in &self.readers {
            reader.abort();
        }
        self.send(vec!["quit".to_owned()]);
        self.input.close_channel();
        let child = self.child.clone();
        glib::spawn_future_local(async move {
            for signal in [None, Some(Signal::TERM), Some(Signal::KILL)] {
                if let Some(signal) = signal {
                    child.send_signal(signal.as_raw());
                }
                if glib::future_with_timeout(FAREWELL, child.wait_future())
                    .await
                    .is_ok()
                {
                    return;
                }
            }
        });
    }
}

/// Arguments that start a program: by way of this one, where it can be found whatever its file has become.
fn arguments(program: &OsString) -> Vec<&OsStr> {
    if cfg!(all(target_os = "linux", not(test))) {
        vec!["/proc/self/exe".as_ref(), BECOME_ENGINE.as_ref(), program]
    } else {
        vec![program]
    }
}

/// Reads lines until the end of a stream.
fn read(
    stream: gio::InputStream,
    take: impl Fn(&str) + 'static,
    end: impl FnOnce() + 'static,
) -> glib::JoinHandle<()> {
    glib::spawn_future_local(async move {
        let mut buffer = LineBuffer::default();
        let low = glib::Priority::DEFAULT_IDLE;
        while let Ok(bytes) = stream.read_bytes_future(CHUNK, low).await {
            if bytes.is_empty() {
                break;
            }
            for line in buffer.push(&bytes) {
                take(&line);
            }
            if bytes.len() == CHUNK {
                glib::timeout_future(BREATH).await;
            }
        }
        let rest = buffer.take();
        if !rest.is_empty() {
            take(&rest);
        }
        end();
    })
}

/// Writes lines to a stream until there are no more, and closes it.
fn write(stream: gio::OutputStream) -> UnboundedSender<String> {
    let (sender, mut lines) = mpsc::unbounded::<String>();
    glib::spawn_future_local(async move {
        while let Ok(line) = lines.recv().await {
            let low = glib::Priority::DEFAULT;
            if stream.write_all_future(line, low).await.is_err() {
                break;
            }
        }
        let _ = stream.close_future(glib::Priority::DEFAULT).await;
    });
    sender
}
