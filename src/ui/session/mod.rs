//! The document: the game on the board, its match, and their storage. No widgets.
//!
//! Only [`Session`] applies commands and edits, counts results, saves, runs the clock, and notifies its listener of
//! changes.

mod advice;
mod analysis;
mod clock_file;
mod clock_watch;
mod computer;
mod engine_client;
mod friend;
mod history;
mod letters;
mod loading;
mod matches;
pub mod position_cache;
pub mod remote;
mod review;
mod ruling;
mod saving;
mod session_store;
mod start;
mod studies;
mod thinking;
mod timer;
mod turning;
mod writer;

use crate::game::clock::{LowTime, TimeWarning};
use crate::game::{Colors, Event, Game, Matches, Pause, Refusal, Seating, SessionState, Turning};
use crate::game::{Command, player_tag};
use crate::record::{Drawings, NodeId, Tags};
use crate::remote::{Chat, Correspondence};
use crate::rules::{Move, Side};
use crate::scene::{Remark, bottom_at_start};
use crate::ui::platform::prelude::*;
use crate::ui::platform::search_task::SearchSlot;
use crate::ui::platform::time;
pub use analysis::AnalysisReport;
use analysis::AnalysisSeat;
use computer::ComputerSeat;
pub use engine_client::{EngineClient, EngineLog};
use futures_channel::oneshot;
pub use loading::{LastRun, Loading};
pub use matches::has_ended;
use remote::{RemoteGame, RemoteNews};
pub use review::ReviewFault;
use review::ReviewSeat;
use saving::Saving;
use session_store::SessionStore;
pub use session_store::{FoundSession, RestoreLoss};
use std::cell::Ref;
use std::fmt;
use std::io;
use std::sync::Arc;
pub use studies::{LostProgress, ProgressFault, StudyProgress, StudyVerdicts};
pub use thinking::Problem;
pub use timer::Timer;

/// Notification to the listener of a session.
#[derive(Debug)]
pub enum News<'a> {
    /// Another game is on the board.
    Replaced,
    /// A command was applied, or time has ended the game.
    Happened(&'a [Event]),
    /// Something other than the moves was edited.
    Edited(&'a Edit),
    /// The game was written to a file.
    Saved,
    /// The game is about to be used: pending edits must be committed.
    Settle,
    /// A review of the game has begun, gone on or ended.
    Reviewed,
    /// The arbiter has finished a search, and the game goes on.
    Settled,
    /// A remark on a player's action is to be shown.
    Remark(Remark),
    /// Something happened in the game with a friend far away.
    Far(&'a Rc<RemoteGame>, &'a RemoteNews<'a>),
    /// The displayed time of a clock has changed.
    Time,
    /// The side to move is low on time.
    LowTime(Side, TimeWarning),
    /// The board may now turn to the player to move.
    TurnDue,
    /// The analysis has other findings.
    Analyzed,
    /// The computer is about to move, once the pieces lie still.
    ReplyDue,
    /// The session cannot be written; reported once, until it can.
    SessionNotSaved(&'a io::Error),
    /// The session is in a folder that cannot be locked; reported once.
    SessionUnlocked(&'a Path),
    /// A finished game cannot be saved in the history.
    HistoryNotSaved(&'a io::Error),
}

/// Edit of something other than the moves.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Name of a player.
    Name(Side, String),
    /// Comment on a position.
    Comment(NodeId, String),
    /// Arrows and circles on a position.
    Drawings(NodeId, Drawings),
    /// Lines beside the game.
    Variations(Vec<SideLine>),
    /// Seats of the players.
    Seating(Seating),
    /// Side whose home rank is at the bottom.
    Bottom(Side),
}

/// A line beside the game.
#[derive(Clone, Debug)]
pub struct SideLine {
    /// Position from which it is played.
    pub at: NodeId,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Comment on its first move.
    pub comment: String,
}

/// Revision: the game on the board, counted since startup, and its edits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    pub game: u64,
    pub edit: u64,
}

/// A revision remembered across an `await`, during which the game on the board may change.
#[derive(Clone, Debug)]
pub struct Guard {
    session: Rc<Session>,
    then: Revision,
}

impl Guard {
    /// Whether the revision is unchanged.
    pub fn holds(&self) -> bool {
        self.session.revision() == self.then
    }

    /// Whether it is still the same game, possibly with later moves.
    pub fn is_same_game(&self) -> bool {
        self.session.revision().game == self.then.game
    }
}

type Listener = Rc<dyn Fn(&News<'_>)>;

/// The game on the board and all state stored with it.
#[derive(Default)]
pub struct Session {
    state: RefCell<Arc<SessionState>>,
    matches: RefCell<Matches>,
    store: Arc<SessionStore>,
    saving: Saving,
    revision: Cell<Revision>,
    /// Reason for a pause since the game was put on the board.
    pause: Cell<Option<Pause>>,
    low_time: Cell<LowTime>,
    clock: Timer,
    turning: Cell<Turning>,
    turn: Timer,
    computer: ComputerSeat,
    /// Search for a hint.
    advice: SearchSlot,
    /// Review of the game.
    review: ReviewSeat,
    analysis: AnalysisSeat,
    /// Search for a ruling.
    arbiter: SearchSlot,
    listener: RefCell<Option<Listener>>,
    /// Flows that wait for the end of the game.
    awaiting_end: RefCell<Vec<oneshot::Sender<()>>>,
    /// The game with a friend far away on the board.
    remote_game: RefCell<Option<Rc<RemoteGame>>>,
    /// The invitation or the call from which another one may come.
    call: RefCell<Option<Rc<RemoteGame>>>,
    /// The talk with the friend.
    chat: RefCell<Chat>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("revision", &self.revision)
            .field("saving", &self.saving)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Sets the listener, called after each change with nothing borrowed.
    pub fn listen(&self, listener: impl Fn(&News<'_>) + 'static) {
        self.listener.replace(Some(Rc::new(listener)));
    }

    /// Shows a remark that something was done.
    pub fn remark_done(&self, sentence: &str) {
        self.emit(&News::Remark(Remark::Done(sentence.to_owned())));
    }

    /// Shows a remark why something is not possible.
    pub fn remark_refused(&self, why: &str) {
        self.emit(&News::Remark(Remark::Refused(why.to_owned())));
    }

    fn emit(&self, news: &News<'_>) {
        let listener = self.listener.borrow().clone();
        if let Some(listener) = listener {
            listener(news);
        }
    }

    /// Snapshot of the game on the board, unaffected by later changes.
    pub fn state(&self) -> Arc<SessionState> {
        self.state.borrow().clone()
    }

    /// Snapshot as of now, after committing pending edits, such as names.
    pub fn settled(self: &Rc<Self>) -> Arc<SessionState> {
        self.emit(&News::Settle);
        self.tell_time();
        self.state()
    }

    /// Changes the state, which is cloned if there is a snapshot of it.
    fn change<T>(&self, change: impl FnOnce(&mut SessionState) -> T) -> T {
        change(Arc::make_mut(&mut self.state.borrow_mut()))
    }

    pub fn revision(&self) -> Revision {
        self.revision.get()
    }

    /// Guard of the current revision.
    pub fn guard(self: &Rc<Self>) -> Guard {
        Guard {
            session: self.clone(),
            then: self.revision(),
        }
    }

    /// The match history, the current match last.
    pub fn matches(&self) -> Ref<'_, Matches> {
        self.matches.borrow()
    }

    /// Folder of finished games.
    pub fn history(&self) -> PathBuf {
        self.store.history()
    }

    /// Reason for a pause since the game was put on the board.
    pub fn pause_reason(&self) -> Option<Pause> {
        self.pause.get()
    }

    /// Applies a command.
    ///
    /// # Errors
    ///
    /// Returns the reason for a refusal. The listener is notified of everything else.
    pub fn apply(self: &Rc<Self>, command: impl Into<Command>) -> Result<(), Refusal> {
        let command = command.into();
        if let Some(done) = self.apply_remote(command) {
            return done;
        }
        let now = self.now();
        let events = self.change(|state| state.game.apply(command, now))?;
        self.follow(&events);
        Ok(())
    }

    /// Saves the changes of events, and notifies the listener.
    fn follow(self: &Rc<Self>, events: &[Event]) {
        self.stop_advice();
        self.save_events(events);
        self.tell_computer(events);
        if has_ended(events) {
            // A flow may have stopped waiting.
            let waiting = self.awaiting_end.take();
            for flow in waiting {
                let _ = flow.send(());
            }
        }
        self.watch_analysis();
        self.emit(&News::Happened(events));
        self.watch_clock();
        self.watch_computer();
        self.watch_ruling();
    }

    /// Resolves once the game on the board has ended.
    pub fn ended(&self) -> oneshot::Receiver<()> {
        let (sender, ended) = oneshot::channel();
        match self.state().game.outcome() {
            Some(_) => drop(sender.send(())),
            None => self.awaiting_end.borrow_mut().push(sender),
        }
        ended
    }

    /// Edits something other than the moves. Returns whether it differed: an unchanged name is no edit.
    pub fn edit(self: &Rc<Self>, edit: &Edit) -> bool {
        match edit {
            Edit::Name(side, name) => {
                let tag = player_tag(*side);
                let state = self.state();
                if state.game.record().tags.get(tag).unwrap_or_default() == name {
                    return false;
                }
                drop(state);
                self.change(|state| state.game.edit_tags(|tags| tags.set(tag, name)));
                self.touch();
                self.rename_in_match(*side, name);
                self.save_session();
            }
            Edit::Comment(on, text) => {
                self.change(|state| state.game.set_comment(*on, text));
                self.touch();
                self.save_soon();
            }
            Edit::Drawings(on, drawings) => {
                self.change(|state| state.game.set_drawings(*on, drawings.clone()));
                self.touch();
                self.save_soon();
            }
            Edit::Variations(lines) => {
                self.change(|state| {
                    for line in lines {
                        // A line ends where the game no longer allows its moves.
                        let _ = state.game.add_line(line.at, &line.moves, &line.comment);
                    }
                });
                self.touch();
                self.save_session();
            }
            Edit::Seating(seating) => {
                self.change(|state| state.game.edit_tags(|tags| tags.set_typed(Some(seating))));
                self.turning.take();
                self.touch();
                self.save_session();
            }
            Edit::Bottom(side) => {
                self.change(|state| state.bottom = *side);
                self.save_session();
            }
        }
        self.emit(&News::Edited(edit));
        true
    }

    /// Starts a game between the current players, keeping the orientation of the board.
    pub fn begin(self: &Rc<Self>, game: Game, colors: Colors) {
        let across = game.seating() == Seating::AcrossTable;
        let mut state = self.sit_down(game, colors);
        if across && colors == Colors::Swapped {
            // The players keep their places, and the colors change places.
            state.bottom = !state.bottom;
        }
        self.replace(state);
    }

    /// Puts another game on the board.
    pub fn replace(self: &Rc<Self>, mut state: SessionState) {
        Correspondence::repeat_offer(&mut state.game, time::now());
        self.leave_remote_game();
        self.put_on_board(state);
    }

    fn put_on_board(self: &Rc<Self>, state: SessionState) {
        self.state.replace(Arc::new(state));
        self.lay_out();
        self.save_session();
    }

    /// State of a session with a game that starts now.
    fn sit_down(&self, game: Game, colors: Colors) -> SessionState {
        let present = self.state();
        let bottom = bottom_at_start(&game, present.game.seating(), present.bottom);
        let mut state = Self::dated(game);
        state.bottom = bottom;
        state
            .game
            .edit_tags(|tags| self.matches.borrow_mut().begin(tags, colors));
        self.saving.matches_changed();
        state
    }

    /// State of a session with a game of today.
    fn dated(mut game: Game) -> SessionState {
        game.edit_tags(|tags| {
            if let Ok(now) = glib::DateTime::now_local() {
                for (name, format) in [(Tags::DATE, "%Y-%m-%d"), (Tags::TIME, "%H:%M:%S")] {
                    tags.set(name, &now.format(format).unwrap_or_default());
                }
            }
        });
        SessionState::new(game)
    }

    /// Resets all state of the previous game.
    fn lay_out(self: &Rc<Self>) {
        self.pause.take();
        self.low_time.take();
        self.reset_computer();
        self.stop_advice();
        self.stop_review();
        let revision = self.revision.get();
        self.revision.set(Revision {
            game: revision.game + 1,
            edit: 0,
        });
        self.face_mover();
        self.watch_analysis();
        self.emit(&News::Replaced);
        self.watch_clock();
        self.watch_computer();
        self.watch_ruling();
    }

    /// Increments the revision.
    fn touch(&self) {
        self.change(|state| state.unsaved = true);
        let revision = self.revision.get();
        self.revision.set(Revision {
            edit: revision.edit + 1,
            ..revision
        });
    }
}

#[cfg(test)]
mod tests;
