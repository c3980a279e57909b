//! The computer at the board: it thinks when it has something to do, and acts a moment after the person.

use super::thinking::{Problem, ThinkingResult};
use super::{EngineClient, News, Session, Timer};
use crate::engine::uci::{DialogueEvent, EngineFault, EngineTask, SearchLimit};
use crate::engine::{
    Advice, Memory, Score, TimeBudget, agrees_to_draw, offers_draw, resigns, without_ruled_losses,
};
use crate::game::clock::Clock;
use crate::game::{Act, Ask, Command, Computer, Duty, Event, Game};
use crate::rules::{Move, Position};
use crate::ui::platform::appearance::labels;
use crate::ui::platform::prelude::*;
use crate::ui::platform::search_task::SearchSlot;
use crate::ui::platform::settings::EngineProgram;
use std::collections::BTreeMap;
use std::fmt;

/// Time for which the person’s move is seen before the computer answers.
const PAUSE: Duration = Duration::from_millis(700);
/// Longest time to think about a move.
const LONGEST: Duration = Duration::from_secs(2);
/// Time that a move may need from the search to the clock.
const LAG: Duration = Duration::from_millis(100);

/// The computer’s seat.
#[derive(Debug, Default)]
pub(super) struct ComputerSeat {
    /// Whether the window is on the screen.
    is_shown: Cell<bool>,
    pause: Timer,
    task: RefCell<Option<Task>>,
    search: SearchSlot,
    engine: EngineSeat,
    /// Memory of the search, for the next move.
    memory: RefCell<Option<Memory>>,
    /// Number that was drawn for the game, on which its form depends.
    drawn: Cell<Option<u64>>,
    /// Scores of its moves, by the number of plies before them.
    scores: RefCell<BTreeMap<usize, Score>>,
    /// Whether the person wanted to go on with a game that was over.
    plays_on: Cell<bool>,
}

/// Source of the engines of the player.
type EnginePrograms = Box<dyn Fn() -> Vec<EngineProgram>>;

/// The seat of an engine that plays in the computer’s place.
#[derive(Default)]
struct EngineSeat {
    /// The engine of the game, once it was asked for a move.
    client: RefCell<Option<EngineClient>>,
    /// Its last advice in the present position.
    advice: RefCell<Option<Advice>>,
    programs: RefCell<Option<EnginePrograms>>,
    /// Whether it failed in this game, which the built-in engine then goes on with.
    has_failed: Cell<bool>,
}

impl fmt::Debug for EngineSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSeat")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

/// Task of the computer.
#[derive(Debug)]
struct Task {
    topic: Topic,
    /// Command that it decided on.
    reply: Option<Command>,
}

/// Duty in a position of a game.
#[derive(Clone, Debug, PartialEq)]
struct Topic {
    game: u64,
    duty: Duty,
    ply: usize,
    position: Position,
}

impl Session {
    /// Tells whether the window is on the screen. The search pauses while it is hidden, unless a clock runs.
    pub fn set_shown(self: &Rc<Self>, is_shown: bool) {
        if self.computer.is_shown.replace(is_shown) != is_shown {
            self.watch_computer();
            self.watch_analysis();
        }
    }

    /// Whether the window is on the screen.
    pub(super) fn is_on_screen(&self) -> bool {
        self.computer.is_shown.get()
    }

    /// Sets where the engines of the player are found.
    pub fn find_engines(&self, engines: impl Fn() -> Vec<EngineProgram> + 'static) {
        self.computer
            .engine
            .programs
            .replace(Some(Box::new(engines)));
    }

    /// The engine of the player with this label.
    pub(super) fn engine_program(&self, label: &str) -> Option<EngineProgram> {
        let programs = self.computer.engine.programs.borrow();
        let mut programs = programs.iter().flat_map(|engines| engines());
        programs.find(|one| one.label() == label)
    }

    /// Lets the computer begin what it is to do now, and stop what it no longer is.
    pub(super) fn watch_computer(self: &Rc<Self>) {
        let seat = &self.computer;
        let topic = self.topic();
        if seat.task.borrow().as_ref().map(|task| &task.topic) == topic.as_ref() {
            return;
        }
        seat.pause.cancel();
        seat.task.take();
        seat.search.cancel();
        seat.engine
            .client
            .borrow()
            .iter()
            .for_each(EngineClient::cancel);
        if let Some(topic) = topic {
            self.begin_task(topic);
        }
    }

    fn topic(&self) -> Option<Topic> {
        let state = self.state();
        let game = &state.game;
        let duty = game.computer_duty()?;
        let thinks = self.computer.is_shown.get() || game.is_clock_running();
        thinks.then(|| Topic {
            game: self.revision().game,
            duty,
            ply: game.record().node(game.present()).ply(),
            position: game.position().clone(),
        })
    }

    fn begin_task(self: &Rc<Self>, topic: Topic) {
        let reply = weak!(self, |session| session.tell_reply_due());
        self.computer.pause.start(self.pause_to_answer(), reply);
        let is_request = matches!(topic.duty, Duty::Answer(offer) if offer.ask != Ask::Draw);
        self.computer.task.replace(Some(Task {
            topic,
            // Moves are taken back as the person likes.
            reply: is_request.then_some(Command::Answer(true)),
        }));
        if !is_request {
            self.think();
        }
    }

    /// Thinks about the present position.
    fn think(self: &Rc<Self>) {
        if self.ask_engine() {
            return;
        }
        let Some(problem) = self.problem() else {
            return;
        };
        let search = &self.computer.search;
        let Ok(found) = search.run(move |stop| problem.solve(stop)) else {
            return self.remark_refused(words::cannot_think());
        };
        let session = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            if let (Some(found), Some(session)) = (found.await, session.upgrade()) {
                session.take_found(found);
            }
        });
    }

    /// Asks the engine that plays in the computer’s place for a move; returns whether there is one.
    fn ask_engine(self: &Rc<Self>) -> bool {
        let seat = &self.computer.engine;
        let Some(player) = self
            .state()
            .game
            .engine()
            .filter(|_| !seat.has_failed.get())
        else {
            return false;
        };
        let Some(task) = self.engine_task(player.limit) else {
            return false;
        };
        seat.advice.take();
        if seat.client.borrow().is_none() {
            let Some(program) = self.engine_program(&player.name) else {
                return false;
            };
            let heard = weak!(self, |session, event: &DialogueEvent| session
                .hear_engine(event));
            let client = EngineClient::start(program, Rc::default(), heard);
            seat.client.replace(Some(client));
        }
        if let Some(client) = seat.client.borrow().as_ref() {
            client.think(task);
        }
        true
    }

    /// The search for a move at the present; `None` if the computer is to answer an offer.
    fn engine_task(&self, limit: SearchLimit) -> Option<EngineTask> {
        let state = self.state();
        let game = &state.game;
        let Duty::Move = game.computer_duty()? else {
            return None;
        };
        let legal = game.position().legal_moves().into_iter();
        let allowed: Vec<_> = legal.filter(|mv| game.allows(*mv)).collect();
        let safe = without_ruled_losses(game.history(), &game.terms(), &allowed);
        let is_lost = |mv: &&Move| !safe.contains(mv);
        let clock = game.clock().filter(|clock| clock.is_running());
        // It takes all of a time for one move.
        let share = clock.and_then(|clock| self.clock_budget(clock).soft);
        Some(EngineTask {
            ruled_out: allowed.iter().filter(is_lost).copied().collect(),
            allowed,
            history: game.history().clone(),
            lines: 1,
            limit: match (limit, share) {
                (SearchLimit::Time(time), Some(share)) => SearchLimit::Time(time.min(share)),
                (_, Some(share)) => SearchLimit::Time(share),
                (limit, None) => limit,
            },
        })
    }

    fn hear_engine(self: &Rc<Self>, event: &DialogueEvent) {
        let seat = &self.computer.engine;
        match event {
            DialogueEvent::Advice(advice) => {
                seat.advice.replace(Some(advice.clone()));
            }
            DialogueEvent::Best(best) => {
                let told = seat.advice.take();
                let told = told.unwrap_or_else(|| Advice::new(vec![*best], Score::EVEN));
                self.take_advice(Some(&told.choosing(*best)));
            }
            DialogueEvent::Failed(fault) => self.replace_engine(fault),
            DialogueEvent::Introduced | DialogueEvent::Try(_) => {}
        }
    }

    /// Goes on with the built-in engine after a fault of the one that played.
    fn replace_engine(self: &Rc<Self>, fault: &EngineFault) {
        let seat = &self.computer.engine;
        seat.client.take();
        seat.has_failed.set(true);
        self.remark_refused(&words::engine_replaced(fault));
        let task = self.computer.task.borrow();
        let waits = task.as_ref().is_some_and(|task| task.reply.is_none());
        drop(task);
        if waits {
            self.think();
        }
    }

    fn problem(&self) -> Option<Problem> {
        let state = self.state();
        let game = &state.game;
        let drawn = self.computer.drawn.get().unwrap_or_else(random);
        self.computer.drawn.set(Some(drawn));
        let strength = game.computer()?.level.strength(drawn);
        let moves = game.position().legal_moves();
        let is_allowed = |mv: &Move| !game.shows_present() || game.allows(*mv);
        Some(Problem {
            history: game.history().clone(),
            terms: game.terms(),
            strength: match game.computer_duty()? {
                Duty::Move => strength,
                // A weak player slips in its moves, not in what it thinks of an offer.
                Duty::Answer(_) => strength.without_slips(),
            },
            seed: random(),
            memory: self.computer.memory.take(),
            allowed: moves.into_iter().filter(is_allowed).collect(),
            time: self.time_budget(game),
        })
    }

    fn time_budget(&self, game: &Game) -> TimeBudget {
        match game.clock().filter(|clock| clock.is_running()) {
            Some(clock) => self.clock_budget(clock).at_most(LONGEST),
            None => TimeBudget::exact(LONGEST),
        }
    }

    fn clock_budget(&self, clock: &Clock) -> TimeBudget {
        TimeBudget::on_clock(&clock.of_search(self.now(), LAG))
    }

    /// Time for which the person’s move is seen; less where the computer runs short of it.
    fn pause_to_answer(&self) -> Duration {
        let state = self.state();
        let clock = state.game.clock().filter(|clock| clock.is_running());
        let usual = clock.and_then(|clock| self.clock_budget(clock).soft);
        usual.map_or(PAUSE, |usual| PAUSE.min(usual))
    }

    /// Decides by what was found in this game and position.
    fn take_found(self: &Rc<Self>, found: ThinkingResult) {
        self.computer.memory.replace(Some(found.memory));
        self.take_advice(found.advice.as_ref());
    }

    /// Decides by what is advised in this game and position.
    fn take_advice(self: &Rc<Self>, advice: Option<&Advice>) {
        let reply = advice.and_then(|advice| self.decide(advice));
        if let Some(task) = self.computer.task.borrow_mut().as_mut() {
            task.reply = reply;
        }
        self.tell_reply_due();
    }

    /// Decides what to do, given the advice for the present position.
    fn decide(&self, advice: &Advice) -> Option<Command> {
        let score = advice.score;
        let seat = &self.computer;
        let state = self.state();
        let game = &state.game;
        let Computer { side, level } = game.computer()?;
        match game.computer_duty()? {
            Duty::Answer(_) => {
                let is_own = game.position().turn() == side;
                let own = if is_own { score } else { score.reversed() };
                let plies = game.record().node(game.present()).ply();
                Some(Command::Answer(agrees_to_draw(own, plies)))
            }
            Duty::Move => {
                let scores = self.note_score(score);
                let resigns = !seat.plays_on.get() && resigns(level, &scores);
                let act = if resigns {
                    Act::Resign
                } else {
                    Act::Play(advice.best())
                };
                Some(act.by(side))
            }
        }
    }

    /// Notes the score of the present position. Returns those of the game so far, without moves that were taken back.
    fn note_score(&self, score: Score) -> Vec<Score> {
        let state = self.state();
        let ply = state.game.record().node(state.game.present()).ply();
        let mut scores = self.computer.scores.borrow_mut();
        scores.retain(|known, _| *known < ply);
        scores.insert(ply, score);
        scores.values().copied().collect()
    }

    /// Command of the computer, once it is decided and the person’s move was seen for long enough.
    fn due_reply(&self) -> Option<Command> {
        let task = self.computer.task.borrow();
        let task = task
            .as_ref()
            .filter(|_| !self.computer.pause.is_pending())?;
        task.reply
            .filter(|_| self.topic().as_ref() == Some(&task.topic))
    }

    fn tell_reply_due(&self) {
        if self.due_reply().is_some() {
            self.emit(&News::ReplyDue);
        }
    }

    /// Lets the computer do what is due at the present. A player who looks elsewhere meanwhile is left there.
    pub fn reply(self: &Rc<Self>) {
        let Some(command) = self.due_reply() else {
            return;
        };
        if let Err(refusal) = self.apply(command) {
            self.computer.task.take();
            let why = words::refusal_in(&self.state().game, refusal, labels());
            return self.remark_refused(&why);
        }
        self.offer_draw_after(command);
    }

    /// Has the computer offer a draw with a move, as a polite player does in a game that nobody wins.
    fn offer_draw_after(self: &Rc<Self>, command: Command) {
        let offers = {
            let state = self.state();
            let game = &state.game;
            let scores: Vec<_> = self.computer.scores.borrow().values().copied().collect();
            let idle = game.history().idle_plies();
            game.computer().filter(|known| {
                matches!(command, Command::Act(_, Act::Play(_)))
                    && game.is_ongoing()
                    && offers_draw(known.level, &scores, idle)
            })
        };
        if let Some(Computer { side, .. }) = offers {
            // A game that goes on takes the offer.
            let _ = self.apply(Ask::Draw.by(side));
        }
    }

    /// Has the computer move with what it has found so far.
    pub fn move_now(&self) {
        self.computer.search.hurry();
        let engine = &self.computer.engine;
        engine.client.borrow().iter().for_each(EngineClient::hurry);
        self.computer.pause.cancel();
        self.tell_reply_due();
    }

    /// Notes events that change how the computer sees the game.
    pub(super) fn tell_computer(&self, events: &[Event]) {
        if events.contains(&Event::Reopened) {
            self.computer.plays_on.set(true);
        }
    }

    /// Has the computer forget the game that was on the board.
    pub(super) fn reset_computer(&self) {
        let seat = &self.computer;
        seat.memory.take();
        seat.engine.client.take();
        seat.engine.has_failed.take();
        seat.drawn.take();
        seat.scores.take();
        seat.plays_on.take();
    }
}

fn random() -> u64 {
    let [high, low] = [glib::random_int(), glib::random_int()].map(u64::from);
    high << 32 | low
}

#[cfg(test)]
mod tests;
