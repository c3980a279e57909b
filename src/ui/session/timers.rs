//! Timed changes: clock display, flag fall, and a board that turns to the player to move.

use super::{News, Session};
use crate::game::clock::{Clock, Millis};
use crate::game::{Command, Now, Pause, Seating, Table, Turn, Turning};
use crate::ui::platform::time;
use std::rc::Rc;
use std::time::Duration;

impl Session {
    /// Starts a timeout for the next change of the clock display or flag fall; none if no clock runs.
    pub(super) fn watch_clock(self: &Rc<Self>) {
        self.clock.cancel();
        let sitting = self.sitting();
        let Some(clock) = sitting.game.clock() else {
            return;
        };
        let now = time::now();
        self.warn_of_low_time(clock, now);
        let Some(change) = clock.next_change(now) else {
            return;
        };
        let session = Rc::downgrade(self);
        let wait = Duration::from_millis(change.saturating_sub(now.monotonic));
        self.clock.start(wait, move || {
            if let Some(session) = session.upgrade() {
                session.tick();
            }
        });
    }

    /// Updates a running clock now, so that what is written has the exact time. Returns whether it ran.
    pub(super) fn tell_time(self: &Rc<Self>) -> bool {
        let runs = self.sitting().game.clock().is_some_and(Clock::is_running);
        if runs {
            self.tick();
        }
        runs
    }

    /// Pauses a running clock before the machine sleeps.
    pub fn sleep(self: &Rc<Self>) {
        if self.sitting().game.clock().is_some_and(Clock::is_running) {
            // It runs, so this cannot be refused.
            let _ = self.apply(Command::Pause(Pause::Slept));
            self.flush();
        }
    }

    /// Updates the clock when its timeout fires.
    fn tick(self: &Rc<Self>) {
        let now = time::now();
        let happened = self.change(|sitting| sitting.game.apply(Command::Tick, now));
        match happened {
            Ok(events) if !events.is_empty() => self.follow(&events),
            _ => {
                self.note_time();
                self.watch_clock();
                self.emit(&News::Time);
            }
        }
    }

    fn warn_of_low_time(&self, clock: &Clock, now: Now) {
        let mut low_time = self.low_time.get();
        let is_low = low_time.look(clock, now);
        self.low_time.set(low_time);
        if is_low {
            self.emit(&News::LowTime(clock.turn()));
        }
    }

    /// Turns the board of a new game to the player to move, for players side by side.
    pub(super) fn face_mover(&self) {
        let table = self.table(false);
        let mover = table.turn.filter(|_| table.seating == Seating::SideBySide);
        let turned = mover.map_or_else(Turning::default, Turning::turned_to);
        self.turning.set(turned);
        if let Some(side) = mover {
            self.change(|sitting| sitting.bottom = side);
        }
    }

    /// Turns the board to the player to move, at the earliest `pause` after the move, or notifies the listener when it
    /// may. `holds_piece` tells whether a piece is lifted.
    pub fn turn_board(self: &Rc<Self>, holds_piece: bool, pause: Millis) {
        self.turn.cancel();
        let mut turning = self.turning.get();
        let turn = turning.look(self.table(holds_piece), time::now().monotonic, pause);
        self.turning.set(turning);
        match turn {
            Turn::Stay => {}
            Turn::To(side) => self.change(|sitting| sitting.bottom = side),
            Turn::Wait(time) => {
                let session = Rc::downgrade(self);
                self.turn.start(Duration::from_millis(time), move || {
                    if let Some(session) = session.upgrade() {
                        session.emit(&News::TurnDue);
                    }
                });
            }
        }
    }

    /// Facts that decide whether the board turns.
    fn table(&self, holds_piece: bool) -> Table {
        let sitting = self.sitting();
        let game = &sitting.game;
        Table {
            seating: game.seating(),
            turn: game.goes_on().then(|| game.position().turn()),
            holds_piece,
            shows_present: game.shows_present(),
            is_paused: game.is_paused(),
        }
    }
}
