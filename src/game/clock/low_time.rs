//! The warning that a player's time is running low.

use super::face::TENTHS;
use super::{Clock, Millis, Now};
use crate::rules::BySide;

/// A side is warned again only after more than this has been shown: otherwise an increment that barely lifts the clock
/// over ten seconds would sound a warning at every move.
const REARM_ABOVE: Millis = 15_000;

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

/// Watches the clock at each change of its face, and reports once when the side to move drops below ten seconds, that
/// is, when its face begins to show tenths.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowTime {
    seen: BySide<Seen>,
}

impl LowTime {
    /// Whether the side to move has just dropped below ten seconds. A stopped clock reports nothing.
    pub fn look(&mut self, clock: &Clock, now: Now) -> bool {
        if !clock.is_running() {
            return false;
        }
        let side = clock.turn();
        let time = clock.shown_time(side, now);
        let before = self.seen[side];
        let is_little = time <= TENTHS;
        self.seen[side] = match before {
            _ if time > REARM_ABOVE => Seen::Enough,
            Seen::Nothing if !is_little => Seen::Enough,
            Seen::Nothing => Seen::Little,
            Seen::Enough if is_little => Seen::Little,
            Seen::Enough | Seen::Little => before,
        };
        before == Seen::Enough && is_little
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
            assert!(!watched.look(), "no warning at the start");
            watched
        }

        fn look(&mut self) -> bool {
            self.low.look(&self.clock, Now::at(self.at))
        }

        /// Thinks for `time`; returns the moments of the warnings since the start of thinking.
        fn think(&mut self, time: Millis) -> Vec<Millis> {
            let (start, end) = (self.at, self.at + time);
            let mut warned = Vec::new();
            while let Some(next) = self.clock.next_change(Now::at(self.at)) {
                // A fallen flag changes no further.
                if next > end || next == self.at {
                    break;
                }
                self.at = next;
                if self.look() {
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
            if self.look() {
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
        assert!(game.look());
        assert!(!game.look());
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
        assert!(!low.look(&clock, Now::at(0)));
        clock.pause(Now::at(55_000));
        assert!(!low.look(&clock, Now::at(55_000)));
        clock.resume(Now::at(99_000));
        let mut opened = LowTime::default();
        assert!(!opened.look(&clock, Now::at(99_000)), "5 s left");
        assert!(low.look(&clock, Now::at(99_000)), "seen with 60 s before");
    }
}
