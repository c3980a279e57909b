//! The state of the engine, and the thread that searches.

use super::command::{GoLimits, UciCommand};
use super::error::CommandError;
use super::options::Setting;
use super::{Deaf, put, tell};
use crate::engine::{
    self, Advice, Level, LevelSearch, Memory, Score, ScoreKind, Solver, SolverVerdict, Strength,
    TimeBudget, TimeManager,
};
use crate::rules::{History, Move, Rulebook, Ruling, Setup, Terms, adjudicate};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Mebibytes of the transposition table at the beginning.
const HASH: usize = 16;
/// Number of nodes in which a mate is looked for if no other limit is given.
const MATE_NODES: u64 = 5_000_000;
/// Number of nodes of the solver after which it may be stopped.
const MATE_STEP: u64 = 5_000;
/// Time for a move where there is no mate.
const NO_MATE_TIME: Duration = Duration::from_secs(1);

pub struct Engine {
    history: History,
    /// Whether the last position was refused, so that there is none to be searched.
    is_refused: bool,
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
    ponders: Arc<AtomicBool>,
    is_finite: bool,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            history: History::new(Setup::start()).expect("the start can be played"),
            is_refused: false,
            terms: Terms::default(),
            hash: HASH,
            lines: 1,
            skill: strongest(),
            drawn: random(),
            memory: Some(Memory::new(HASH)),
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
    pub fn obey(&mut self, command: UciCommand) -> Result<(), Deaf> {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => put("readyok"),
            UciCommand::NewGame => {
                self.stop();
                self.clear();
                self.drawn = random();
                Ok(())
            }
            UciCommand::Set(Setting::Nothing) => Ok(()),
            UciCommand::Set(setting) => {
                self.stop();
                self.set(setting)
            }
            UciCommand::Position(history) => {
                self.stop();
                self.is_refused = history.is_none();
                if let Some(history) = history {
                    self.history = *history;
                }
                Ok(())
            }
            UciCommand::Go(limits) => {
                self.stop();
                self.go(limits)
            }
            UciCommand::PonderHit => {
                if let Some(search) = &mut self.search {
                    search.ponders.store(false, Ordering::Relaxed);
                }
                Ok(())
            }
            UciCommand::Stop | UciCommand::Quit => {
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
            put(&option.to_string())?;
        }
        put("uciok")
    }

    fn set(&mut self, setting: Setting) -> Result<(), Deaf> {
        match setting {
            Setting::Hash(hash) if hash != self.hash => return self.set_hash(hash),
            Setting::Lines(lines) => self.lines = lines,
            Setting::Skill(level) => self.skill = level,
            Setting::Rules(rulebook) => self.terms.rulebook = rulebook,
            Setting::ClearHash => self.clear(),
            Setting::Hash(_) | Setting::Nothing => {}
        }
        Ok(())
    }

    /// Takes the memory at once, and not on the clock of a game. The old one is given back first.
    fn set_hash(&mut self, size: usize) -> Result<(), Deaf> {
        self.memory = None;
        self.memory = Memory::try_new(size);
        if self.memory.is_some() {
            self.hash = size;
            return Ok(());
        }
        self.hash = HASH;
        self.memory = Some(Memory::new(HASH));
        tell(&CommandError::NoMemory { size, used: HASH }.to_string())
    }

    fn clear(&mut self) {
        self.memory.iter_mut().for_each(Memory::clear);
    }

    fn go(&mut self, limits: GoLimits) -> Result<(), Deaf> {
        let moves = self.moves(&limits)?;
        let memory = self.memory.take();
        let memory = memory.unwrap_or_else(|| Memory::new(self.hash));
        // Only what the other program asks for limits the last level.
        let strength = if self.skill == strongest() {
            Strength::FULL
        } else {
            self.skill.strength(self.drawn)
        };
        let stop = Arc::new(AtomicBool::new(false));
        let ponders = Arc::new(AtomicBool::new(limits.ponder));
        let budget = limits.budget(self.history.position().turn());
        let watch = SearchWatch {
            budget,
            stop: Arc::clone(&stop),
            ponders: Arc::clone(&ponders),
            start: (!limits.ponder).then(Instant::now),
        };
        let mut of_thought = watch.clone();
        if limits.is_for_mate_alone() {
            // It begins to count when the thought begins.
            let budget = Some(TimeBudget::exact(NO_MATE_TIME));
            (of_thought.budget, of_thought.start) = (budget, None);
        }
        let mut thought =
            LevelSearch::new(&self.history, &self.terms, strength, self.drawn, memory)
                .with_moves(&moves)
                .with_multi_pv(self.lines)
                .with_watch(Box::new(move || of_thought.goes_on()));
        if let Some(depth) = limits.depth {
            thought = thought.with_depth(depth);
        }
        let is_finite = !limits.is_endless() && !limits.ponder;
        let searching = Searching {
            thought,
            history: self.history.clone(),
            terms: self.terms,
            has_position: !self.is_refused,
            limits,
            watch,
            manager: budget.map(TimeManager::new),
            start: Instant::now(),
            told: 0,
        };
        let Ok(thread) = thread::Builder::new().spawn(|| searching.run()) else {
            tell(&CommandError::NoThread.to_string())?;
            return put(NO_MOVE);
        };
        self.search = Some(Running {
            thread,
            stop,
            ponders,
            is_finite,
        });
        Ok(())
    }

    /// The moves to be searched: all that are legal, or those of them that are asked for; none without a position.
    fn moves(&self, limits: &GoLimits) -> Result<Vec<Move>, Deaf> {
        if self.is_refused {
            return Ok(Vec::new());
        }
        let mut legal = self.history.position().legal_moves();
        if let Some(wanted) = &limits.moves {
            if let Some(other) = wanted.iter().find(|mv| !legal.contains(mv)) {
                let word = other.to_string().as_str().into();
                tell(&CommandError::NoSearchMove(word).to_string())?;
            }
            legal.retain(|mv| wanted.contains(mv));
        }
        Ok(legal)
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

/// The answer where there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// Watch over the time of a search.
#[derive(Clone)]
struct SearchWatch {
    budget: Option<TimeBudget>,
    stop: Arc<AtomicBool>,
    ponders: Arc<AtomicBool>,
    /// When its time began to count; not before the opponent has made the expected move.
    start: Option<Instant>,
}

impl SearchWatch {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn ponders(&self) -> bool {
        self.ponders.load(Ordering::Relaxed)
    }

    fn goes_on(&mut self) -> bool {
        if self.is_stopped() {
            return false;
        }
        if self.ponders() {
            return true;
        }
        let start = *self.start.get_or_insert_with(Instant::now);
        (self.budget).is_none_or(|budget| !budget.is_over(start.elapsed()))
    }
}

/// A search with its limits.
struct Searching {
    thought: LevelSearch,
    history: History,
    terms: Terms,
    has_position: bool,
    limits: GoLimits,
    watch: SearchWatch,
    manager: Option<TimeManager>,
    start: Instant,
    /// Depth that was told last.
    told: i32,
}

impl Searching {
    /// Searches to the end and tells the answer. Whatever cannot be told is lost; the reading thread finds out by itself.
    fn run(mut self) -> Memory {
        let mate = self.limits.mate.and_then(|moves| self.prove_mate(moves));
        if mate.is_none() {
            self.search();
        }
        // An answer that cannot become better still has to wait.
        while (self.limits.is_endless() || self.watch.ponders()) && !self.watch.is_stopped() {
            thread::sleep(Duration::from_millis(5));
        }
        let (line, memory) = self.thought.decide();
        let moves = mate.or(line).map(|line| line.moves);
        let _ = put(&match moves.as_deref() {
            Some([best, reply, ..]) => format!("bestmove {best} ponder {reply}"),
            Some([best]) => format!("bestmove {best}"),
            Some([]) | None => NO_MOVE.to_owned(),
        });
        memory
    }

    fn search(&mut self) {
        if self.has_position && !self.history.position().has_legal_move() {
            let _ = put(&format!("info depth 0 score {}", Score::MATED));
        }
        while self.thought.deepen(self.nodes_left()) {
            self.tell_progress();
            if self.has_mate() || !self.watch.goes_on() || self.is_settled() {
                break;
            }
        }
    }

    /// Whether the last depth has settled the move before its time is over.
    fn is_settled(&mut self) -> bool {
        let Some(manager) = &mut self.manager else {
            return false;
        };
        let result = self.thought.search().depth_result();
        let elapsed = self.watch.start.map(|start| start.elapsed());
        manager.is_settled(result, elapsed.unwrap_or_default())
    }

    fn nodes_left(&self) -> u64 {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.thought.search().nodes())
    }

    /// Whether the mate that is looked for was found.
    fn has_mate(&self) -> bool {
        let best = self.thought.search().best();
        let meaning = best.map(|line| line.score.kind());
        let found = match meaning {
            Some(ScoreKind::Mate(moves @ 1..)) => usize::try_from(moves).ok(),
            _ => None,
        };
        found
            .zip(self.limits.mate)
            .is_some_and(|(found, wanted)| found <= wanted)
    }

    /// The line of a mate in at most so many moves that the solver proves. It knows nothing of the game so far, whose rules on
    /// repetitions come first.
    fn prove_mate(&mut self, moves: usize) -> Option<Advice> {
        if self.limits.moves.is_some() || !self.has_position {
            return None;
        }
        let limits = engine::Limits {
            nodes: self.limits.nodes.unwrap_or(MATE_NODES),
            checks_only: false,
        };
        let mut solver = Solver::new(self.history.position(), limits).within(moves);
        let verdict = loop {
            if !self.watch.goes_on() {
                return None;
            }
            if let Some(verdict) = solver.step(MATE_STEP) {
                break verdict;
            }
        };
        let proof = match verdict {
            SolverVerdict::Mate(proof) if proof.moves <= moves && self.is_allowed(&proof.line) => {
                proof
            }
            _ => {
                let _ = tell(&format!("no mate in {moves} is proved"));
                return None;
            }
        };
        let advice = Advice {
            time: self.start.elapsed(),
            ..Advice::of_mate(&proof, solver.nodes())
        };
        let _ = put(&advice.info(&[]));
        Some(advice)
    }

    /// Whether no move of a line ends the game by a ruling that the side to move would not want.
    fn is_allowed(&self, line: &[Move]) -> bool {
        let turn = self.history.position().turn();
        let mut game = self.history.clone();
        line.iter().all(|mv| {
            let is_played = game.play(*mv).is_ok();
            is_played
                && match adjudicate(&game, &self.terms) {
                    Ruling::Ended(verdict) => verdict.outcome.winner() == Some(turn),
                    Ruling::Continue
                    | Ruling::Warned(_)
                    | Ruling::Undecided(_)
                    | Ruling::Awaited { .. } => true,
                }
        })
    }

    /// Tells the best lines of the depth that is finished.
    fn tell_progress(&mut self) {
        let search = self.thought.search();
        if search.depth() <= self.told {
            return;
        }
        self.told = search.depth();
        let time = self.start.elapsed();
        let more = [
            ("seldepth", search.selective_depth()),
            ("hashfull", search.fill()),
        ];
        for line in search.best_lines() {
            let _ = put(&Advice { time, ..line }.info(&more));
        }
    }
}
