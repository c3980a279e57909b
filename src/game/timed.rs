//! The clock of a game: the effects of time on the game, and of the game on the clock.
//!
//! The tag `time_control` holds the agreed control, and the notes of each move the time its mover had left; the clock
//! at any position follows from these, see [`Clock::replay`].

use super::clock::{Clock, Millis, Now, TimeControl, time_used};
use super::hand_clock::pressed_until;
use super::{Act, Ask, Command, Event, Game, Pause, Refusal};
use crate::record::format::fingerprint;
use crate::record::{NodeId, Record, Tags};
use crate::rules::{BySide, Outcome, Side};

impl Game {
    /// The clock; `None` in a game without one.
    ///
    /// A record has a clock if its time control can be parsed and its moves, if any, state their times. The clock rests
    /// when the record is opened.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether the players have paused the game: moves are blocked and the board is hidden.
    pub fn is_paused(&self) -> bool {
        self.clock().is_some_and(Clock::is_paused)
    }

    /// Whether a clock is running.
    pub fn is_clock_running(&self) -> bool {
        self.clock().is_some_and(Clock::is_running)
    }

    /// Whether the clock is running, or would be if not paused.
    pub(super) fn is_timing(&self) -> bool {
        self.is_clock_running() || self.is_paused()
    }

    /// Restores a game whose clock was running, as paused.
    pub(super) fn restore_pause(&mut self) {
        if self.is_ongoing()
            && let Some(clock) = &mut self.clock
        {
            clock.pause(Now::default());
        }
    }

    /// The clock of a game that stands at a position of its record. The thinking time moves from the tags to the clock.
    pub(super) fn clock_of(record: &mut Record, at: NodeId) -> Option<Clock> {
        let mut clock = Self::clock_at(record, at)?;
        if let Some(used) = read_seconds(record.tags.get(Tags::THINKING_TIME)) {
            clock.restore_thinking_time(used);
            record.tags.set(Tags::THINKING_TIME, "");
        }
        Some(clock)
    }

    /// Notes in the tags how long the side to move has been thinking, as of the last update of the clock.
    pub(super) fn note_thinking_time(&self, tags: &mut Tags) {
        let used = self.clock().map_or(0, Clock::thinking_time);
        if used > 0 && self.outcome().is_none() {
            tags.set(Tags::THINKING_TIME, &seconds(used));
        }
    }

    /// Restores the thinking time from elsewhere, if it is known.
    pub fn restore_thinking_time(&mut self, used: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.restore_thinking_time(used);
        }
    }

    /// Identifies the current turn, to tell later whether a thinking time belongs to it; `None` without a clock.
    pub fn turn_id(&self) -> Option<String> {
        let clock = self.clock()?;
        let tags = &self.record.tags;
        let began = [Tags::DATE, Tags::TIME].map(|tag| tags.get(tag).unwrap_or_default());
        let ply = self.record.node(self.present).ply();
        let left = Side::ALL.map(|side| clock.left_before_turn(side));
        let hand = if self.due_to_press().is_some() {
            " unpressed"
        } else {
            ""
        };
        Some(fingerprint(
            format!("{began:?} {ply} {left:?}{hand}").as_bytes(),
        ))
    }

    /// The clock at a position of a record.
    pub(super) fn clock_at(record: &Record, at: NodeId) -> Option<Clock> {
        let control = record.tags.typed::<TimeControl>()?;
        let has_time = |id| record.node(id).notes().clock.is_some();
        let has_times = record.move_count() == 0
            || record.main_line().any(has_time)
            || pressed_until(record, at) == record.root();
        let mut clock = Clock::replay(control, record.start().turn, times(record, at));
        if record.outcome.is_some_and(Outcome::is_on_time) {
            clock.drop_flag();
        }
        has_times.then_some(clock)
    }

    /// Time that each side has used so far, as of the last update; `None` without a clock, or if the record does not tell.
    pub fn time_used(&self) -> Option<BySide<Millis>> {
        let clock = self.clock()?;
        let first = self.record.start().turn;
        let mut used = time_used(clock.control(), first, times(&self.record, self.present))?;
        used[clock.turn()] += clock.thinking_time();
        Some(used)
    }

    /// Updates the time: the flag may have fallen, or the machine may have slept.
    pub(super) fn tick(&mut self, now: Now) -> Vec<Event> {
        let Some(clock) = &mut self.clock else {
            return Vec::new();
        };
        if clock.update(now) {
            return vec![Event::Paused(Pause::Slept)];
        }
        let is_down = clock.is_running() && clock.is_flag_down(now);
        // A ruling on a move that was made in time comes first.
        if is_down && !self.awaits_arbiter() {
            return self.end_by_flag(now);
        }
        Vec::new()
    }

    /// Ends the game because the side to move has run out of time.
    pub(super) fn end_by_flag(&mut self, now: Now) -> Vec<Event> {
        let position = self.position();
        let outcome = Outcome::on_time(self.turn(), position.board());
        self.end(outcome, now);
        vec![Event::Ended(outcome)]
    }

    pub(super) fn pause(&mut self, why: Pause, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let was_paused = clock.is_paused();
        clock.pause(now);
        let paused = (!was_paused).then_some(Event::Paused(why));
        Ok(paused.into_iter().collect())
    }

    /// Refuses what changes the board, which a pause hides.
    pub(super) fn check_pause(&self, command: Command) -> Result<(), Refusal> {
        let changes_board = matches!(
            command,
            Command::Play(_)
                | Command::Redo
                | Command::Press
                | Command::Act(_, Act::Play(_) | Act::Ask(Ask::TakeBack))
        );
        if self.is_paused() && changes_board {
            return Err(Refusal::Paused);
        }
        Ok(())
    }

    pub(super) fn resume(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let was_running = clock.is_running();
        clock.resume(now);
        let resumed = (!was_running).then_some(Event::Resumed);
        Ok(resumed.into_iter().collect())
    }

    /// Stops the clock if the game is over or a ruling is pending.
    pub(super) fn hold_clock(&mut self, now: Now) {
        if self.is_decided()
            && let Some(clock) = &mut self.clock
        {
            clock.stop(now);
        }
    }

    /// Sets the clock to the present after it moved along the record.
    pub(super) fn set_clock(&mut self, now: Now) {
        if let Some(clock) = &mut self.clock {
            clock.set_to(times(&self.record, self.present), now);
            if self.record.outcome.is_some_and(Outcome::is_on_time) {
                clock.drop_flag();
            }
        }
        self.hold_clock(now);
    }

    /// Sets the clock to the present of another line, at rest.
    ///
    /// Variation moves cost no time; this is written into the notes, so that the record says so too.
    pub(super) fn set_clock_to_other_line(&mut self) {
        let Some(clock) = &mut self.clock else {
            return;
        };
        let was_paused = clock.is_paused();
        let mut other = Clock::new(clock.control().clone(), self.record.start().turn);
        for id in self.record.line_to(self.present) {
            let left = other.step(self.record.node(id).notes().clock);
            self.record.node_mut(id).notes_mut().clock = Some(left);
        }
        *clock = other;
        if was_paused {
            clock.pause(Now::default());
        }
        self.hold_clock(Now::default());
    }
}

/// A time as seconds: `12.345`.
fn seconds(time: Millis) -> String {
    format!("{}.{:03}", time / 1000, time % 1000)
}

fn read_seconds(text: Option<&str>) -> Option<Millis> {
    let (whole, part) = text?.split_once('.')?;
    let part = (part.len() == 3).then(|| part.parse::<Millis>().ok())??;
    whole
        .parse::<Millis>()
        .ok()?
        .checked_mul(1000)?
        .checked_add(part)
}

/// Times the movers of the plies up to a position had left, as far as the clock was pressed.
fn times(record: &Record, at: NodeId) -> impl Iterator<Item = Option<Millis>> {
    let line = record.line_to(pressed_until(record, at)).into_iter();
    line.map(|id| record.node(id).notes().clock)
}

#[cfg(test)]
mod tests;
