//! The state of the engine, and the thread that searches.

use super::command::{Command, Limits};
use super::options::Setting;
use super::{Deaf, put};
use crate::mind::{Level, Line, Memory, Search, Strength, Thought};
use crate::rules::{History, Move, Rulebook, Setup, Terms};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Mebibytes of the transposition table at the beginning.
const HASH: usize = 16;
pub struct Engine {
    history: History,
    terms: Terms,
    hash: usize,
    lines: usize,
    skill: Level,
    /// Number that was drawn for the game, on which the form of a level and its choices depend.
    drawn: u64,
    /// Memory of the search; `None` while a search has it.
    memory: Option<Memory>,
    search: Option<Running>,
}

/// A search in its thread, which returns what it has learned.
struct Running {
    thread: JoinHandle<Memory>,
    stop: Arc<AtomicBool>,
    is_finite: bool,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            history: History::new(Setup::start()).expect("the start can be played"),
            terms: Terms::default(),
            hash: HASH,
            lines: 1,
            skill: strongest(),
            drawn: random(),
            memory: None,
            search: None,
        }
    }
}

fn strongest() -> Level {
    Level::all().next_back().expect("there are levels")
}

/// A number from the system.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

impl Engine {
    pub fn obey(&mut self, command: Command) -> Result<(), Deaf> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => put("readyok"),
            Command::NewGame => {
                self.stop();
                self.memory = None;
                self.drawn = random();
                Ok(())
            }
            Command::Set(setting) => {
                self.stop();
                self.set(setting);
                Ok(())
            }
            Command::Position(history) => {
                self.stop();
                self.history = *history;
                Ok(())
            }
            Command::Go(limits) => {
                self.stop();
                self.go(limits);
                Ok(())
            }
            Command::Stop | Command::Quit => {
                self.stop();
                Ok(())
            }
        }
    }

    #[allow(clippy::unused_self)] // It is the engine that introduces itself.
    fn introduce(&self) -> Result<(), Deaf> {
        put(concat!("id name Chuhe ", env!("CARGO_PKG_VERSION")))?;
        put("id author the Chuhe project")?;
        for option in Setting::introduction(HASH, strongest(), Rulebook::default()) {
            put(&option)?;
        }
        put("uciok")
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Hash(hash) => {
                self.hash = hash;
                self.memory = None;
            }
            Setting::Lines(lines) => self.lines = lines,
            Setting::Skill(level) => self.skill = level,
            Setting::Rules(rulebook) => self.terms.rulebook = rulebook,
            Setting::Variant => {}
        }
    }

    fn go(&mut self, limits: Limits) {
        let memory = self.memory.take().unwrap_or_else(|| Memory::new(self.hash));
        // Only what the other program asks for limits the last level.
        let strength = if self.skill == strongest() {
            Strength::FULL
        } else {
            self.skill.strength(self.drawn)
        };
        let thought = Thought::new(&self.history, &self.terms, strength, self.drawn, memory);
        let thought = thought.with_lines(self.lines);
        let thought = match limits.depth {
            Some(depth) => thought.with_depth(depth),
            None => thought,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let time = limits.time(self.history.position().turn());
        let searching = Searching {
            thought,
            limits,
            time,
            stop: Arc::clone(&stop),
            start: Instant::now(),
            told: 0,
        };
        self.search = Some(Running {
            thread: thread::spawn(|| searching.run()),
            stop,
            is_finite: limits.is_finite(),
        });
    }

    /// Ends a search, whose answer is then told.
    pub fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
        self.wait();
    }

    /// Waits for a search that ends by itself, and ends any other.
    pub fn finish(&mut self) {
        match &self.search {
            Some(search) if search.is_finite => self.wait(),
            _ => self.stop(),
        }
    }

    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            self.memory = search.thread.join().ok();
        }
    }
}

/// A search with its limits.
struct Searching {
    thought: Thought,
    limits: Limits,
    time: Option<Duration>,
    stop: Arc<AtomicBool>,
    start: Instant,
    /// Depth that was told last.
    told: i32,
}

impl Searching {
    /// Searches to the end and tells the answer. Whatever cannot be told is lost; the reading thread finds out by itself.
    fn run(mut self) -> Memory {
        while self.goes_on() && self.thought.step_up_to(self.nodes_left()) {
            self.tell_progress();
        }
        self.tell_progress();
        // Without limits, an answer that cannot become better still has to wait.
        while !self.limits.is_finite() && !self.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
        let (line, memory) = self.thought.decide();
        let _ = put(&match line {
            Some(line) => match line.moves[..] {
                [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
                _ => format!("bestmove {}", line.moves[0]),
            },
            None => "bestmove (none)".to_owned(),
        });
        memory
    }

    fn nodes_left(&self) -> u64 {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.thought.search().nodes())
    }

    fn goes_on(&self) -> bool {
        let search = self.thought.search();
        let elapsed = self.start.elapsed();
        let has_time = self.time.is_none_or(|time| elapsed < time);
        let has_nodes = self.nodes_left() > 0 || search.nodes() == 0;
        has_time && has_nodes && !self.stop.load(Ordering::Relaxed)
    }

    /// Tells the best lines whenever a depth is finished.
    fn tell_progress(&mut self) {
        let search = self.thought.search();
        if search.depth() <= self.told {
            return;
        }
        self.told = search.depth();
        let time = self.start.elapsed();
        for (number, line) in (1..).zip(search.best_lines()) {
            let _ = put(&progress(search, number, &line, time));
        }
    }
}

fn progress(search: &Search, number: usize, line: &Line, time: Duration) -> String {
    let moves: Vec<_> = line.moves.iter().map(Move::to_string).collect();
    let nodes = search.nodes();
    let rate = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!(
        "info depth {} seldepth {} multipv {number} score {} nodes {nodes} nps {rate} hashfull {} time {} pv {}",
        line.depth,
        search.deepest(),
        line.score,
        search.fill(),
        time.as_millis(),
        moves.join(" ")
    )
}
