//! The document: the game on the board, its match, and how both are kept on the disk. No widget.
//!
//! [`Session`] alone applies commands and edits, counts results, saves, runs the clock, and tells its listener
//! what changed.

mod keeper;
mod matches;
mod saving;
mod timer;
mod timers;

use crate::game::clock::LowTime;
use crate::game::{Colors, Event, Game, Matches, Pause, Refusal, Seating, Sitting, Turning};
use crate::game::{Command, player_tag};
use crate::record::{NodeId, Tags};
use crate::rules::Side;
use crate::scene::{Remark, bottom_at_start};
use crate::ui::platform::time;
use gtk::glib;
pub use keeper::Found;
use keeper::Keeper;
use saving::Saving;
use std::cell::{Cell, Ref, RefCell};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use timer::Timer;

/// What the listener of a session is told.
#[derive(Debug)]
pub enum News<'a> {
    /// Another game lies on the board.
    Replaced,
    /// A command was carried out, or time has ended the game.
    Happened(&'a [Event]),
    /// Something beside the moves was edited.
    Edited(&'a Edit),
    /// The game was written to a file.
    Saved,
    /// The game is about to be used: whatever is still being written about it is to be handed in.
    Settle,
    /// Something is to be said of what a player has done.
    Remark(Remark),
    /// A clock looks different.
    Time,
    /// The time of the side to move runs out.
    LowTime(Side),
    /// The board may turn to the player to move by now.
    TurnDue,
    /// The session cannot be written; told once, until it can.
    SessionUnsafe(&'a io::Error),
    /// A finished game cannot be kept in the history folder.
    HistoryUnsafe(&'a io::Error),
}

/// Edit of something beside the moves.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Name of a player.
    Name(Side, String),
    /// Comment on a position.
    Comment(NodeId, String),
    /// Seats of the players.
    Seating(Seating),
    /// Side whose home rank is at the bottom.
    Bottom(Side),
}

/// Game on the board, counted since the start of the program, and edits of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    pub game: u64,
    pub edit: u64,
}

/// Remembers a revision across an `await`, where anything may happen to the game on the board.
#[derive(Clone, Debug)]
pub struct Guard {
    session: Rc<Session>,
    then: Revision,
}

impl Guard {
    /// Whether nothing has changed.
    pub fn holds(&self) -> bool {
        self.session.revision() == self.then
    }

    /// Whether it is still the same game, which may have gone on.
    pub fn is_same_game(&self) -> bool {
        self.session.revision().game == self.then.game
    }
}

type Listener = Rc<dyn Fn(&News<'_>)>;

/// The game on the board and everything that is kept with it.
#[derive(Default)]
pub struct Session {
    sitting: RefCell<Arc<Sitting>>,
    matches: RefCell<Matches>,
    keeper: Keeper,
    saving: Saving,
    revision: Cell<Revision>,
    /// Why the game is paused, if it was since it is on the board.
    pause: Cell<Option<Pause>>,
    low_time: Cell<LowTime>,
    clock: Timer,
    turning: Cell<Turning>,
    turn: Timer,
    listener: RefCell<Option<Listener>>,
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
    /// Tells `listener` from now on what changes, after the change and with nothing borrowed.
    pub fn listen(&self, listener: impl Fn(&News<'_>) + 'static) {
        self.listener.replace(Some(Rc::new(listener)));
    }

    /// Says that something was done.
    pub fn say(&self, sentence: &str) {
        self.emit(&News::Remark(Remark::Done(sentence.to_owned())));
    }

    /// Says why something is not possible.
    pub fn object(&self, why: &str) {
        self.emit(&News::Remark(Remark::Refused(why.to_owned())));
    }

    fn emit(&self, news: &News<'_>) {
        let listener = self.listener.borrow().clone();
        if let Some(listener) = listener {
            listener(news);
        }
    }

    /// Snapshot of the game on the board, in which no later change is seen.
    pub fn sitting(&self) -> Arc<Sitting> {
        self.sitting.borrow().clone()
    }

    /// Snapshot that has everything, names that are still being written included.
    pub fn settled(&self) -> Arc<Sitting> {
        self.emit(&News::Settle);
        self.sitting()
    }

    /// Changes the sitting, which is copied where somebody still has a snapshot.
    fn change<T>(&self, change: impl FnOnce(&mut Sitting) -> T) -> T {
        change(Arc::make_mut(&mut self.sitting.borrow_mut()))
    }

    pub fn revision(&self) -> Revision {
        self.revision.get()
    }

    /// Guard of the present revision.
    pub fn guard(self: &Rc<Self>) -> Guard {
        Guard {
            session: self.clone(),
            then: self.revision(),
        }
    }

    /// Matches that were played, the present one last.
    pub fn matches(&self) -> Ref<'_, Matches> {
        self.matches.borrow()
    }

    /// Folder of finished games.
    pub fn history(&self) -> PathBuf {
        self.keeper.history()
    }

    /// Why the game is paused, if it was since it is on the board.
    pub fn pause_reason(&self) -> Option<Pause> {
        self.pause.get()
    }

    /// Restores the session of the last run, or begins a game where there is none. Tells how the last one was found,
    /// where that was not in order.
    pub fn restore(self: &Rc<Self>, begin: impl FnOnce() -> Game) -> Option<Found> {
        self.matches.replace(self.keeper.load_matches());
        let found = match self.keeper.load() {
            Found::Sitting(sitting) => {
                self.sitting.replace(Arc::new(*sitting));
                self.count_what_ended();
                self.lay_out();
                return None;
            }
            found => found,
        };
        if matches!(found, Found::Unreadable(_) | Found::InUse) {
            self.saving.disable();
        }
        // Nothing is lost with a game that has no move yet, so the disk can wait for the first one.
        let sitting = self.sit_down(begin(), Colors::AsNamed);
        self.sitting.replace(Arc::new(sitting));
        self.lay_out();
        (!matches!(found, Found::Nothing)).then_some(found)
    }

    /// Carries out a command.
    ///
    /// # Errors
    ///
    /// Why it was refused. The listener is told of everything else.
    pub fn apply(self: &Rc<Self>, command: Command) -> Result<(), Refusal> {
        let events = self.change(|sitting| sitting.game.apply(command, time::now()))?;
        self.follow(&events);
        Ok(())
    }

    /// Saves what has happened, and tells of it.
    fn follow(self: &Rc<Self>, events: &[Event]) {
        self.keep_events(events);
        self.watch_clock();
        self.emit(&News::Happened(events));
    }

    /// Edits something beside the moves.
    pub fn edit(self: &Rc<Self>, edit: &Edit) {
        match edit {
            Edit::Name(side, name) => {
                let tag = player_tag(*side);
                if self
                    .sitting()
                    .game
                    .record()
                    .tags
                    .get(tag)
                    .unwrap_or_default()
                    == name
                {
                    return;
                }
                self.change(|sitting| sitting.game.edit_tags(|tags| tags.set(tag, name)));
                self.touch();
                self.rename_in_match(*side, name);
                self.keep();
            }
            Edit::Comment(on, text) => {
                self.change(|sitting| sitting.game.set_comment(*on, text));
                self.touch();
                self.keep_soon();
            }
            Edit::Seating(seating) => {
                self.change(|sitting| sitting.game.edit_tags(|tags| seating.set_in(tags)));
                self.turning.take();
                self.touch();
                self.keep();
            }
            Edit::Bottom(side) => {
                self.change(|sitting| sitting.bottom = *side);
                self.keep();
            }
        }
        self.emit(&News::Edited(edit));
    }

    /// Begins a game between the players at the board, which lies as it does now.
    pub fn begin(self: &Rc<Self>, game: Game, colors: Colors) {
        let across = game.seating() == Seating::AcrossTable;
        let mut sitting = self.sit_down(game, colors);
        if across && colors == Colors::Swapped {
            // The players stay where they are, and their pieces go to them.
            sitting.bottom = !sitting.bottom;
        }
        self.replace(sitting);
    }

    /// Puts another game on the board.
    pub fn replace(self: &Rc<Self>, sitting: Sitting) {
        self.sitting.replace(Arc::new(sitting));
        self.lay_out();
        self.keep();
    }

    /// Sitting at a game that begins now.
    fn sit_down(&self, mut game: Game, colors: Colors) -> Sitting {
        let present = self.sitting();
        let bottom = bottom_at_start(&game, present.game.seating(), present.bottom);
        game.edit_tags(|tags| {
            if let Ok(now) = glib::DateTime::now_local() {
                for (name, format) in [(Tags::DATE, "%Y-%m-%d"), (Tags::TIME, "%H:%M:%S")] {
                    tags.set(name, &now.format(format).unwrap_or_default());
                }
            }
            self.matches.borrow_mut().begin(tags, colors);
        });
        self.saving.matches_changed();
        Sitting {
            bottom,
            ..Sitting::new(game)
        }
    }

    /// Forgets everything about the game before.
    fn lay_out(self: &Rc<Self>) {
        self.pause.take();
        self.low_time.take();
        let revision = self.revision.get();
        self.revision.set(Revision {
            game: revision.game + 1,
            edit: 0,
        });
        self.face_mover();
        self.watch_clock();
        self.emit(&News::Replaced);
    }

    /// Notes that the game has changed.
    fn touch(&self) {
        self.change(|sitting| sitting.unsaved = true);
        let revision = self.revision.get();
        self.revision.set(Revision {
            edit: revision.edit + 1,
            ..revision
        });
    }
}

#[cfg(test)]
mod tests;
