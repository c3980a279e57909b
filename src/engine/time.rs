//! Time management: how long a search may take on a clock, and when its move is settled before that.
//!
//! A [`TimeBudget`] has two bounds. After the hard one the move is made in any case. After the soft one no further depth is
//! begun; [`TimeManager`] moves it closer while the best move stays the best, and farther away while the search is in doubt.
//! Nothing here reads a clock: the caller says what is left of it and how much of that the search has used.

use super::Score;
use crate::rules::Move;
use std::time::Duration;

/// Number of moves among which the time is shared if no number says when there is more of it.
const MOVES: u32 = 26;
/// Part of a move's share, in percent, after which no further depth is begun: it would take as long as all before it.
const SOFT_PERCENT: u32 = 62;
/// Number of shares that a move in doubt may take.
const HARD_SHARES: u32 = 4;
/// Number of depths after which a best move is as settled as it can be.
const SETTLED: usize = 5;
/// Percentage of the soft bound by the number of depths for which the best move has been the best.
const STABILITY: [u32; SETTLED + 1] = [130, 115, 105, 97, 90, 85];
/// Change of the score, in points, beyond which more of it has no effect.
const SCORE_CHANGE: i32 = 60;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTime {
    /// Time until the flag falls or a period is lost.
    pub left: Duration,
    /// Time that each move adds or gives back: increment, delay, or period.
    pub bonus: Duration,
    /// Number of moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// Longest time that this move may take, however much is left.
    pub cap: Option<Duration>,
    /// Time between the decision and the moment at which the clock stops.
    pub lag: Duration,
}

/// The bounds of the time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Time after which no further depth is begun; `None` if all of the time is used.
    pub soft: Option<Duration>,
    /// Time after which the move is made with what has been found.
    pub hard: Duration,
}

impl TimeBudget {
    /// Exactly this time.
    pub const fn exact(time: Duration) -> Self {
        Self {
            soft: None,
            hard: time,
        }
    }

    /// The bounds on a clock: never more than what leaves enough for the moves to come, and something for the lag.
    pub fn on_clock(clock: &ClockTime) -> Self {
        // Even a clock that is almost down is given some time; the first depth is always finished.
        let usable = |time: Duration| time.saturating_sub(clock.lag).max(time / 8);
        let left = usable(clock.left);
        let moves = clock.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        let bonus = clock.bonus.min(clock.left);
        // Each of these moves has its lag.
        let share = (left / moves + bonus * 3 / 4).saturating_sub(clock.lag);
        let share = share.max(left / moves / 8);
        let most = if moves == 1 {
            left * 4 / 5
        } else {
            left / 2 + bonus.min(left) / 4
        };
        let most = clock.cap.map_or(most, |cap| most.min(usable(cap) * 4 / 5));
        let hard = share.saturating_mul(HARD_SHARES).min(most);
        Self {
            soft: Some(percent(share, SOFT_PERCENT).min(hard)),
            hard,
        }
    }

    /// Whether the move is to be made now, in the middle of a depth.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        elapsed >= self.hard
    }

    /// These bounds, with at most this much time.
    #[must_use]
    pub fn at_most(self, time: Duration) -> Self {
        Self {
            hard: self.hard.min(time),
            ..self
        }
    }
}

fn percent(time: Duration, part: u32) -> Duration {
    time.saturating_mul(part) / 100
}

/// The result of a completed depth, as far as it says how settled the best move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthResult {
    /// The best move.
    pub best: Move,
    /// Its score.
    pub score: Score,
    /// Percentage of all nodes that were searched after the best move.
    pub node_percent: u32,
    /// Whether there is no other move.
    pub is_forced: bool,
}

/// Decides after each depth whether the search has taken its time.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    budget: TimeBudget,
    last: Option<DepthResult>,
    /// Number of depths for which the best move has been the best.
    stable: usize,
    /// Percentage of the soft bound, by what the last depth has found.
    scale: u32,
}

impl TimeManager {
    /// A manager of the time for a move.
    pub const fn new(budget: TimeBudget) -> Self {
        Self {
            budget,
            last: None,
            stable: 0,
            scale: 100,
        }
    }

    /// Notes the result of a depth, reached after this much time. Returns whether no further depth is to be begun.
    pub fn is_settled(&mut self, result: Option<DepthResult>, elapsed: Duration) -> bool {
        if let Some(result) = result {
            self.note(result);
        }
        let is_forced = self.last.is_some_and(|last| last.is_forced);
        let is_enough = |soft| is_forced || elapsed >= percent(soft, self.scale);
        self.budget.is_over(elapsed) || self.budget.soft.is_some_and(is_enough)
    }

    fn note(&mut self, result: DepthResult) {
        let last = self.last.replace(result);
        let is_stable = last.is_some_and(|last| last.best == result.best);
        self.stable = if is_stable {
            SETTLED.min(self.stable + 1)
        } else {
            0
        };
        let fall = last.map_or(0, |last| last.score.points() - result.score.points());
        // From 94 % where the score rises to 136 % where it falls.
        let fall = fall.clamp(-SCORE_CHANGE / 6, SCORE_CHANGE);
        let trend = 100_u32.saturating_add_signed(fall * 3 / 5);
        // From 180 % for a move among many to 60 % for one that took all of the search.
        let effort = 180 - result.node_percent.min(100) * 6 / 5;
        self.scale = STABILITY[self.stable] * trend / 100 * effort / 100;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    fn clock(left: u64, bonus: u64) -> ClockTime {
        ClockTime {
            left: seconds(left),
            bonus: seconds(bonus),
            lag: Duration::from_millis(50),
            ..ClockTime::default()
        }
    }

    #[test]
    fn the_soft_bound_comes_first_and_both_leave_something() {
        let times = [0, 1, 10, 50, 99, 1_000, 7_000, 600_000].map(Duration::from_millis);
        let counts = [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)];
        for left in times {
            for bonus in times {
                for moves_to_go in counts {
                    for cap in [None, Some(times[1]), Some(times[5])] {
                        let clock = ClockTime {
                            left,
                            bonus,
                            moves_to_go,
                            cap,
                            lag: times[3],
                        };
                        let TimeBudget { soft, hard } = TimeBudget::on_clock(&clock);
                        assert!(soft.is_some_and(|soft| soft <= hard), "{clock:?}");
                        assert!(hard <= left * 4 / 5, "{clock:?}: {hard:?}");
                        assert!(cap.is_none_or(|cap| hard <= cap * 4 / 5), "{clock:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn more_time_is_given_where_more_of_it_comes() {
        let soft = |clock: ClockTime| TimeBudget::on_clock(&clock).soft.expect("a soft bound");
        let with_moves = |moves| ClockTime {
            moves_to_go: Some(moves),
            ..clock(60, 0)
        };
        assert!(soft(clock(60, 1)) > soft(clock(60, 0)));
        assert!(soft(clock(120, 0)) > soft(clock(60, 0)));
        assert!(soft(with_moves(2)) > soft(with_moves(10)));
        assert!(soft(with_moves(10)) > soft(clock(60, 0)));
        // Before the last move of a stage, what is left of it is to be used.
        assert!(TimeBudget::on_clock(&with_moves(1)).hard > seconds(45));
    }

    #[test]
    fn an_exact_time_is_used_up_whatever_is_found() {
        let budget = TimeBudget::exact(seconds(1));
        let mut manager = TimeManager::new(budget);
        let forced = DepthResult {
            is_forced: true,
            ..result("h2e2", 0, 100)
        };
        for _ in 0..20 {
            assert!(!manager.is_settled(Some(forced), Duration::from_millis(999)));
        }
        assert!(manager.is_settled(None, seconds(1)));
        assert!(budget.is_over(seconds(1)) && !budget.is_over(Duration::from_millis(999)));
        assert_eq!(budget.at_most(seconds(2)), budget);
        assert_eq!(TimeBudget::exact(seconds(3)).at_most(seconds(1)), budget);
    }

    fn result(best: &str, points: i32, node_percent: u32) -> DepthResult {
        DepthResult {
            best: best.parse().expect("a move"),
            score: Score::advantage(points),
            node_percent,
            is_forced: false,
        }
    }

    /// Milliseconds after which a search with these results would be settled.
    fn settled_after(results: &[DepthResult]) -> u64 {
        let budget = TimeBudget {
            soft: Some(seconds(1)),
            hard: seconds(10),
        };
        let mut manager = TimeManager::new(budget);
        for result in results {
            manager.is_settled(Some(*result), Duration::ZERO);
        }
        let is_settled = |at: &u64| manager.is_settled(None, Duration::from_millis(*at));
        (0..).find(is_settled).expect("a time")
    }

    #[test]
    fn a_move_that_stays_the_best_is_made_earlier() {
        let same = [result("h2e2", 20, 60); 8];
        assert!(settled_after(&same) < settled_after(&same[..2]));
        let mut other = same;
        other[7] = result("b0c2", 20, 60);
        assert!(settled_after(&other) > settled_after(&same[..2]));
    }

    #[test]
    fn a_falling_score_takes_time_and_a_rising_one_hardly_less() {
        let after = |points| settled_after(&[result("h2e2", 20, 60), result("h2e2", points, 60)]);
        let [fallen, even, risen] = [-60, 20, 100].map(after);
        assert!(fallen > even && even > risen, "{fallen} {even} {risen}");
        assert_eq!(after(-400), after(-900));
    }

    #[test]
    fn a_move_that_took_most_nodes_is_made_earlier_and_the_only_one_at_once() {
        let after = |percent| settled_after(&[result("h2e2", 20, percent)]);
        assert!(after(95) < after(60) && after(60) < after(20));
        let forced = DepthResult {
            is_forced: true,
            ..result("h2e2", 20, 100)
        };
        assert_eq!(settled_after(&[forced]), 0);
    }
}
