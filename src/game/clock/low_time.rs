//! The warnings that a player's time is running low.

use super::face::TENTHS;
use super::{Clock, Millis, Now};
use crate::rules::BySide;

/// A warning about the time of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeWarning {
    /// One minute is left.
    Minute,
    /// Less than ten seconds are left.
    TenSeconds,
}

impl TimeWarning {
    /// The most urgent first.
    const ALL: [Self; 2] = [Self::TenSeconds, Self::Minute];

    /// The time that is left when it comes, for ten seconds as soon as the clock's face shows tenths.
    const fn threshold(self) -> Millis {
        match self {
            Self::Minute => 60_000,
            Self::TenSeconds => TENTHS,
        }
    }

    /// It comes again only after more than this has been shown: otherwise an increment that barely lifts the clock over
    /// the threshold would sound a warning at every move.
    const fn rearm_above(self) -> Millis {
        match self {
            Self::Minute => 90_000,
            Self::TenSeconds => 15_000,
        }
    }
}

/// State of a side's clock when last looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Nothing,
    /// Enough time: the warning is armed.
    Enough,
    /// The side has been warned, or was already low at the first look.
    Little,
}

impl Seen {
    fn after(self, warning: TimeWarning, time: Millis) -> Self {
        let is_little = time <= warning.threshold();
        match self {
            _ if time > warning.rearm_above() => Self::Enough,
            Self::Nothing if !is_little => Self::Enough,
            Self::Nothing => Self::Little,
            Self::Enough if is_little => Self::Little,
            Self::Enough | Self::Little => self,
        }
    }
}

/// Watches the clock at each change of its face, and reports once when the side to move drops to a threshold.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowTime {
    seen: BySide<[Seen; TimeWarning::ALL.len()]>,
}

impl LowTime {
    /// The warning that the side to move has just come to. A stopped clock reports nothing.
    pub fn look(&mut self, clock: &Clock, now: Now) -> Option<TimeWarning> {
        if !clock.is_running() {
            return None;
        }
        let side = clock.turn();
        let time = clock.shown_time(side, now);
        let mut due = None;
        for (warning, seen) in TimeWarning::ALL.into_iter().zip(&mut self.seen[side]) {
            let before = std::mem::replace(seen, seen.after(warning, time));
            if before == Seen::Enough && *seen == Seen::Little {
                due = due.or(Some(warning));
            }
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::tests::control;
    use crate::rules::Side;

    /// A clock polled as a window does: when it is pressed, and when its face changes.
    struct Watched {
        clock: Clock,
        low: LowTime,
        at: Millis,
    }

    impl Watched {
        fn new(text: &str) -> Self {
            let mut clock = Clock::new(control(text), Side::Red);
            clock.resume(Now::at(0));
            let mut watched = Self {
                clock,
                low: LowTime::default(),
                at: 0,
            };
            assert_eq!(watched.look(), None, "no warning at the start");
            watched
        }

        fn look(&mut self) -> Option<TimeWarning> {
            self.low.look(&self.clock, Now::at(self.at))
        }

        /// Thinks for `time`; returns the moments of the warnings of ten seconds since the start of thinking.
        fn think(&mut self, time: Millis) -> Vec<Millis> {
            let (start, end) = (self.at, self.at + time);
            let mut warned = Vec::new();
            while let Some(next) = self.clock.next_change(Now::at(self.at)) {
                // A fallen flag changes no further.
                if next > end || next == self.at {
                    break;
                }
                self.at = next;
                if self.look() == Some(TimeWarning::TenSeconds) {
                    warned.push(self.at - start);
                }
            }
            self.at = end;
            warned
        }

        /// Thinks for `time`, then moves.
        fn moves(&mut self, time: Millis) -> Vec<Millis> {
            let mut warned = self.think(time);
            self.clock.press(Now::at(self.at)).expect("in time");
            if self.look() == Some(TimeWarning::TenSeconds) {
                warned.push(time);
            }
            warned
        }
    }

    #[test]
    fn the_warning_comes_once_when_the_face_begins_to_show_tenths() {
        let mut game = Watched::new("60");
        assert_eq!(game.think(60_000), [50_100]);
    }

    #[test]
    fn each_side_is_warned_of_its_own_time() {
        let mut game = Watched::new("20");
        assert_eq!(game.moves(12_000), [10_100]);
        assert_eq!(game.moves(13_000), [10_100]);
        assert_eq!(game.moves(2_000), [0; 0], "Red knows already");
        assert_eq!(game.moves(2_000), [0; 0], "and so does Black");
    }

    #[test]
    fn nothing_is_told_again_before_there_was_time_enough() {
        let mut game = Watched::new("20+5");
        assert_eq!(game.moves(15_000), [10_100], "10 s left");
        game.moves(1_000);
        for _ in 0..3 {
            // Repeatedly from 10 s or slightly more to below it, and back up by the increment.
            assert_eq!(game.moves(5_000), [0; 0]);
            game.moves(1_000);
        }
        assert_eq!(game.moves(1), [0; 0]);
        game.moves(1_000);
        assert_eq!(game.moves(0), [0; 0], "19.999 s left");
        game.moves(1_000);
        assert_eq!(game.think(12_000).len(), 1, "there was time enough");
    }

    #[test]
    fn the_machine_may_be_too_busy_to_look_in_time() {
        let mut game = Watched::new("60");
        game.at = 58_765;
        assert_eq!(game.look(), Some(TimeWarning::TenSeconds));
        assert_eq!(game.look(), None);
    }

    #[test]
    fn every_period_warns() {
        let mut game = Watched::new("0b2x30");
        assert_eq!(game.think(60_000), [20_100, 50_100]);
    }

    #[test]
    fn a_paused_clock_is_silent_and_an_opened_one_that_was_low_stays_so() {
        let mut clock = Clock::new(control("60"), Side::Red);
        let mut low = LowTime::default();
        clock.resume(Now::at(0));
        assert_eq!(low.look(&clock, Now::at(0)), None);
        clock.pause(Now::at(55_000));
        assert_eq!(low.look(&clock, Now::at(55_000)), None);
        clock.resume(Now::at(99_000));
        let mut opened = LowTime::default();
        assert_eq!(opened.look(&clock, Now::at(99_000)), None, "5 s left");
        let seen_before = low.look(&clock, Now::at(99_000));
        assert_eq!(seen_before, Some(TimeWarning::TenSeconds), "60 s before");
    }

    #[test]
    fn at_one_minute_there_is_a_warning_unless_hardly_more_was_given() {
        let warned = |text, at| {
            let mut game = Watched::new(text);
            game.at = at;
            game.look()
        };
        assert_eq!(warned("120", 59_999), None);
        assert_eq!(warned("120", 60_000), Some(TimeWarning::Minute));
        assert_eq!(warned("120", 115_000), Some(TimeWarning::TenSeconds));
        assert_eq!(warned("60", 30_000), None);
        let mut game = Watched::new("61+30");
        game.at = 2_000;
        assert_eq!(game.look(), Some(TimeWarning::Minute));
        game.moves(20_000);
        game.moves(1_000);
        // The increment gave back more than a minute, but not much more.
        assert_eq!(game.look(), None);
        game.at += 20_000;
        assert_eq!(game.look(), None);
    }
}
