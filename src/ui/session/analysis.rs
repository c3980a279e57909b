//! The analysis of the shown position: by the built-in engine on a thread, or by an engine of the player.

use super::{EngineClient, News, Session, Timer};
use crate::engine::uci::{DialogueEvent, EngineFault, EngineTask, SearchLimit};
use crate::engine::{Advice, Memory, Search, find_mate, led_by_mate};
use crate::game::{
    AnalysisChoice, AnalysisCourse, AnalysisFacts, AnalysisOrder, AnalysisState, HintRule,
};
use crate::record::NodeId;
use crate::rules::{History, Move, Position, Terms};
use crate::ui::platform::prelude::*;
use crate::ui::platform::search_task::SearchTask;
use crate::ui::platform::settings::EngineProgram;
use futures_channel::mpsc::{self, UnboundedReceiver, UnboundedSender};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Time for which a position is shown before it is searched: others are merely passed.
const DELAY: Duration = Duration::from_millis(120);
/// Time between two answers, at least.
const PACE: Duration = Duration::from_millis(150);
/// Number of plies that are searched before a mate is looked for.
const FIRST_DEPTH: i32 = 6;
/// Longest time for which a mate is looked for before an engine of the player searches.
const MATE_TIME: Duration = Duration::from_secs(1);
/// Size of the memory of the built-in engine, in mebibytes.
const MEMORY: usize = 32;

/// Analysis of the shown position. Nothing runs before somebody asks for it.
#[derive(Default)]
pub(super) struct AnalysisSeat {
    /// Choices; `None` while nobody asks for an analysis.
    choice: RefCell<Option<AnalysisChoice>>,
    course: RefCell<AnalysisCourse<Topic>>,
    /// Delay of the next search.
    delay: Timer,
    /// Time until the search rests.
    limit: Timer,
    search: RefCell<Option<Running>>,
    client: RefCell<Option<(EngineProgram, EngineClient)>>,
    /// A mate that was proved in the position.
    mate: RefCell<Option<Advice>>,
    /// Lines of the engine of the player, and the timer until they are told.
    heard: RefCell<Vec<Advice>>,
    told: Timer,
    lines: RefCell<Vec<Advice>>,
    fault: RefCell<Option<EngineFault>>,
}

impl fmt::Debug for AnalysisSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisSeat")
            .field("course", &self.course)
            .finish_non_exhaustive()
    }
}

/// Everything that the answers depend on.
#[derive(Clone, Debug, PartialEq)]
struct Topic {
    game: u64,
    node: NodeId,
    position: Position,
    lines: usize,
    engine: String,
}

/// Search on a thread, and the listener to it. Dropping it ends both, so that no stale answer arrives.
struct Running {
    _task: SearchTask,
    listener: glib::JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

/// Position to be searched.
struct Problem {
    history: History,
    terms: Terms,
    allowed: Vec<Move>,
    lines: usize,
    /// Whether only a mate is looked for, since an engine of the player searches.
    for_mate: bool,
}

/// Answer of a thread.
struct Found {
    mate: Option<Advice>,
    lines: Vec<Advice>,
}

/// Findings about the shown position.
#[derive(Clone, Debug, Default)]
pub struct AnalysisReport {
    pub state: AnalysisState,
    /// The lines, the best first.
    pub lines: Vec<Advice>,
    /// Fault of the engine, which has ended.
    pub fault: Option<EngineFault>,
}

impl Problem {
    /// Searches until the flag is set, or nothing is left to be found: a few plies, so that there are lines at once, then
    /// for a mate, then deeper.
    fn search(self, stop: &Arc<AtomicBool>, answers: &UnboundedSender<Found>) {
        let begun = Instant::now();
        let watch = Arc::clone(stop);
        let memory = if self.for_mate { 1 } else { MEMORY };
        let mut search = Search::new(&self.history, &self.terms, Memory::new(memory))
            .with_moves(&self.allowed)
            .with_multi_pv(self.lines)
            .with_watch(Box::new(move || !watch.load(Ordering::Relaxed)));
        let tell = |mate: Option<&Advice>, lines: Vec<Advice>| {
            let time = begun.elapsed();
            let lines: Vec<_> = { lines.into_iter() }
                .map(|line| Advice { time, ..line })
                .collect();
            let lines = led_by_mate(mate, &lines, self.lines);
            let mate = mate.cloned();
            // Nobody may listen any more.
            let _ = answers.unbounded_send(Found { mate, lines });
        };
        while !self.for_mate && search.depth() < FIRST_DEPTH && search.deepen(u64::MAX) {
            tell(None, search.best_lines());
        }
        let goes_on = || {
            let is_late = self.for_mate && begun.elapsed() >= MATE_TIME;
            !is_late && !stop.load(Ordering::Relaxed)
        };
        let mate = find_mate(&self.history, &self.terms, goes_on);
        let mate = mate.filter(|mate| self.allowed.contains(&mate.best()));
        if mate.is_some() {
            let known = if self.for_mate {
                Vec::new()
            } else {
                search.best_lines()
            };
            tell(mate.as_ref(), known);
        }
        while !self.for_mate && search.deepen(u64::MAX) {
            tell(mate.as_ref(), search.best_lines());
        }
    }
}

impl Session {
    /// Begins an analysis of whatever position is shown, changes its choices, or ends it.
    pub fn analyze(self: &Rc<Self>, choice: Option<AnalysisChoice>) {
        let seat = &self.analysis;
        if choice.is_none() {
            seat.client.take();
        }
        seat.choice.replace(choice);
        self.watch_analysis();
        self.emit(&News::Analyzed);
    }

    /// Whether somebody has asked for an analysis.
    pub fn is_analyzing(&self) -> bool {
        self.analysis.choice.borrow().is_some()
    }

    /// Permission to analyze the game on the board; never with a friend far away.
    pub fn may_analyze(&self) -> HintRule {
        if self.remote_game_on_board().is_some() {
            HintRule::Never
        } else {
            self.state().game.may_analyze()
        }
    }

    /// Findings about the shown position.
    pub fn analysis(&self) -> AnalysisReport {
        let seat = &self.analysis;
        AnalysisReport {
            state: seat.course.borrow().state(),
            lines: seat.lines.borrow().clone(),
            fault: seat.fault.borrow().clone(),
        }
    }

    /// Goes on with an analysis that rests.
    pub fn resume_analysis(self: &Rc<Self>) {
        self.analysis.course.borrow_mut().resume();
        self.watch_analysis();
        self.emit(&News::Analyzed);
    }

    /// Lets the analysis follow what is shown.
    pub(super) fn watch_analysis(self: &Rc<Self>) {
        let seat = &self.analysis;
        let choice = seat.choice.borrow().clone();
        if choice.is_none() && seat.course.borrow().state() == AnalysisState::Closed {
            return;
        }
        let choice = choice.unwrap_or_default();
        let facts = self.analysis_facts(&choice);
        let is_new = seat.course.borrow().topic() != Some(&facts.topic);
        let order = seat.course.borrow_mut().follow(facts);
        let state = seat.course.borrow().state();
        let has_answers = matches!(state, AnalysisState::Running | AnalysisState::Resting);
        if is_new || !has_answers {
            seat.lines.take();
            seat.mate.take();
            seat.fault.take();
        }
        self.obey(order, choice.minutes);
    }

    fn analysis_facts(&self, choice: &AnalysisChoice) -> AnalysisFacts<Topic> {
        let state = self.state();
        let game = &state.game;
        let position = game.shown_position();
        AnalysisFacts {
            is_open: self.is_analyzing(),
            rule: self.may_analyze(),
            has_moves: position.has_legal_move(),
            is_on_screen: self.is_on_screen(),
            topic: Topic {
                game: self.revision().game,
                node: game.shown(),
                position: position.clone(),
                lines: choice.lines,
                engine: choice.engine.clone(),
            },
        }
    }

    /// Lets the analysis rest until somebody resumes it.
    pub(super) fn rest_analysis(self: &Rc<Self>) {
        let order = self.analysis.course.borrow_mut().rest();
        self.obey(order, 0);
        if order == AnalysisOrder::Stop {
            self.emit(&News::Analyzed);
        }
    }

    fn obey(self: &Rc<Self>, order: AnalysisOrder, minutes: u64) {
        if order == AnalysisOrder::Keep {
            return;
        }
        let seat = &self.analysis;
        for timer in [&seat.delay, &seat.limit, &seat.told] {
            timer.cancel();
        }
        seat.search.take();
        let client = seat.client.borrow();
        client.iter().for_each(|(_, client)| client.cancel());
        drop(client);
        if order == AnalysisOrder::Stop {
            return;
        }
        seat.fault.take();
        let search = weak!(self, |session| session.begin_analysis());
        seat.delay.start(DELAY, search);
        if minutes > 0 {
            let rest = weak!(self, |session| session.rest_analysis());
            seat.limit.start(Duration::from_mins(minutes), rest);
        }
    }

    /// Searches for a mate, and for the lines of the built-in engine; those of another one follow.
    fn begin_analysis(self: &Rc<Self>) {
        let seat = &self.analysis;
        let program = self.analysis_program();
        if program.is_none() {
            seat.client.take();
        }
        let for_mate = program.is_some();
        let problem = self.analysis_problem(for_mate);
        let (sender, answers) = mpsc::unbounded();
        let started = SearchTask::start(move |stop| problem.search(stop, &sender));
        let Ok((task, _)) = started else {
            self.rest_analysis();
            return self.remark_refused(words::no_hint());
        };
        let session = Rc::downgrade(self);
        let listener = glib::spawn_future_local(async move {
            listen(answers, |found| {
                if let Some(session) = session.upgrade() {
                    session.take_found_lines(found);
                }
            })
            .await;
            let session = session.upgrade();
            if let Some((session, program)) = session.zip(program) {
                session.ask_analyst(program);
            }
        });
        seat.search.replace(Some(Running {
            _task: task,
            listener,
        }));
    }

    fn analysis_problem(&self, for_mate: bool) -> Problem {
        let state = self.state();
        let game = &state.game;
        let history = game.record().history(game.shown());
        let moves = history.position().legal_moves().into_iter();
        let is_present = game.shows_present();
        Problem {
            terms: game.terms(),
            allowed: moves.filter(|mv| !is_present || game.allows(*mv)).collect(),
            lines: self.analysis_lines(),
            for_mate,
            history,
        }
    }

    fn analysis_lines(&self) -> usize {
        let choice = self.analysis.choice.borrow();
        choice.as_ref().map_or(1, |choice| choice.lines)
    }

    fn take_found_lines(&self, found: Found) {
        let seat = &self.analysis;
        seat.mate.replace(found.mate);
        // Until there are others, the lines of before a rest stay.
        if !found.lines.is_empty() {
            seat.lines.replace(found.lines);
            self.emit(&News::Analyzed);
        }
    }

    /// The engine of the player that is chosen, if there still is one of that name.
    fn analysis_program(&self) -> Option<EngineProgram> {
        let choice = self.analysis.choice.borrow();
        let name = choice.as_ref().map(|choice| &*choice.engine);
        let name = name.filter(|name| !name.is_empty())?;
        self.engine_program(name)
    }

    /// Has an engine of the player search the shown position, until it is told to stop.
    fn ask_analyst(self: &Rc<Self>, program: EngineProgram) {
        let seat = &self.analysis;
        let problem = self.analysis_problem(false);
        seat.heard.take();
        let is_same = |(known, _): &(EngineProgram, EngineClient)| *known == program;
        if !seat.client.borrow().as_ref().is_some_and(is_same) {
            let hear = weak!(self, |session, event: &DialogueEvent| session
                .hear_analyst(event));
            let client = EngineClient::start(program.clone(), Rc::default(), hear);
            seat.client.replace(Some((program, client)));
        }
        let task = EngineTask {
            history: problem.history,
            allowed: problem.allowed,
            ruled_out: Vec::new(),
            lines: problem.lines,
            limit: SearchLimit::Endless,
        };
        if let Some((_, client)) = seat.client.borrow().as_ref() {
            client.think(task);
        }
    }

    fn hear_analyst(self: &Rc<Self>, event: &DialogueEvent) {
        let seat = &self.analysis;
        match event {
            DialogueEvent::Advice(advice) => {
                let mut heard = seat.heard.borrow_mut();
                let at = advice.rank.max(1) - 1;
                if at > heard.len() {
                    return;
                }
                if at == heard.len() {
                    heard.push(advice.clone());
                } else {
                    heard[at] = advice.clone();
                }
                drop(heard);
                if !seat.told.is_pending() {
                    let tell = weak!(self, |session| session.tell_heard());
                    seat.told.start(PACE, tell);
                }
            }
            DialogueEvent::Failed(fault) => {
                seat.client.take();
                self.rest_analysis();
                seat.fault.replace(Some(fault.clone()));
                self.emit(&News::Analyzed);
            }
            DialogueEvent::Best(_) | DialogueEvent::Introduced | DialogueEvent::Try(_) => {}
        }
    }

    fn tell_heard(&self) {
        let seat = &self.analysis;
        let lines = led_by_mate(
            seat.mate.borrow().as_ref(),
            &seat.heard.borrow(),
            self.analysis_lines(),
        );
        seat.lines.replace(lines);
        self.emit(&News::Analyzed);
    }
}

/// Takes the answers of a thread, the newest at a time, until there are no more.
async fn listen(mut answers: UnboundedReceiver<Found>, take: impl Fn(Found)) {
    while let Ok(mut found) = answers.recv().await {
        while let Ok(newer) = answers.try_recv() {
            found = newer;
        }
        take(found);
        glib::timeout_future(PACE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{play, restore, wait_for, with_session};
    use super::*;
    use crate::engine::ScoreKind;
    use crate::game::{Act, Command, Game};
    use crate::rules::Setup;

    fn open(session: &Rc<Session>) {
        session.set_shown(true);
        session.analyze(Some(AnalysisChoice::default()));
    }

    fn wait(session: &Rc<Session>) -> Vec<Advice> {
        wait_for("lines", || session.analysis().lines.len() == 3);
        session.analysis().lines
    }

    #[test]
    fn it_follows_what_is_shown_and_stops_with_the_section() {
        with_session(|session, _| {
            restore(session, Game::ordinary);
            assert!(session.analysis().lines.is_empty());
            open(session);
            let first = wait(session);
            assert_eq!(first[2].rank, 3);
            play(session, "h2e2");
            // Both have to agree in a game that goes on.
            assert_eq!(session.analysis().state, AnalysisState::Asking);
            assert!(session.analysis().lines.is_empty());
            assert!(session.analysis.search.borrow().is_none());
            session
                .apply(Act::Resign.by(crate::rules::Side::Black))
                .expect("in progress");
            let black = wait(session);
            let state = session.state();
            let position = state.game.shown_position();
            assert!(black.iter().all(|line| position.play(line.best()).is_ok()));
            session.analyze(None);
            assert_eq!(session.analysis().state, AnalysisState::Closed);
            assert!(session.analysis.search.borrow().is_none());
        });
    }

    #[test]
    fn it_rests_while_nobody_sees_it_and_when_the_machine_sleeps() {
        with_session(|session, _| {
            restore(session, Game::ordinary);
            open(session);
            wait(session);
            let is_searching = || session.analysis.search.borrow().is_some();
            let is_limited = || session.analysis.limit.is_pending();
            assert!(is_limited());
            session.set_shown(false);
            assert!(!is_searching() && !is_limited());
            session.set_shown(true);
            wait_for("a search", is_searching);
            session.sleep();
            assert!(!is_searching());
            assert_eq!(session.analysis().state, AnalysisState::Resting);
            // What was found stays.
            assert_eq!(session.analysis().lines.len(), 3);
            session.resume_analysis();
            wait_for("a search", is_searching);
            assert!(is_limited());
            session.analyze(Some(AnalysisChoice {
                minutes: 0,
                lines: 2,
                ..AnalysisChoice::default()
            }));
            wait_for("a search", is_searching);
            assert!(!is_limited());
        });
    }

    #[test]
    fn a_mate_is_told_first_and_nothing_where_no_move_is() {
        with_session(|session, _| {
            let mate = Setup::from_fen("3k5/R8/9/9/9/9/9/9/9/4K3R w").expect("a FEN");
            restore(session, || Game::new(mate).expect("a position"));
            open(session);
            wait_for("a mate", || !session.analysis().lines.is_empty());
            let lines = session.analysis().lines;
            assert_eq!(lines[0].score.kind(), ScoreKind::Mate(1));
            let mv = lines[0].best();
            session.apply(Command::Play(mv)).expect("a mate");
            assert_eq!(session.analysis().state, AnalysisState::NoMoves);
        });
    }
}
