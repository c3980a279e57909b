use super::*;
use crate::engine::{DepthResult, Score, TimeBudget, TimeManager};
use proptest::prelude::*;
use proptest::sample::select;

const RED: Side = Side::Red;
const BLACK: Side = Side::Black;

pub(in crate::game) fn control(text: &str) -> TimeControl {
    TimeControl::read(text)
        .expect("a time control")
        .expect("a clock")
}

/// A clock of this control with Red's time running since the moment 0.
fn running(text: &str) -> Clock {
    let mut clock = Clock::new(control(text), RED);
    clock.resume(Now::at(0));
    clock
}

/// A clock and the current moment of its game.
struct Play(Clock, Millis);

impl Play {
    fn of(text: &str) -> Self {
        Self(running(text), 0)
    }

    /// Makes a move that takes `used`; returns the time its mover has left.
    fn takes(&mut self, used: Millis) -> Option<Millis> {
        self.1 += used;
        self.0.press(Now::at(self.1))
    }

    fn face(&self, side: Side) -> ClockReading {
        self.0.face(side, Now::at(self.1))
    }
}

#[test]
fn sudden_death_only_runs_down() {
    let mut play = Play::of("60");
    assert_eq!(play.takes(20_000), Some(40_000));
    assert_eq!(play.takes(1), Some(59_999));
    assert_eq!(play.takes(39_999), Some(1));
    assert_eq!(play.takes(59_999), None, "Black’s flag is down");
    assert!(play.0.is_flag_down(Now::at(play.1)));
    assert_eq!(play.0.turn(), BLACK);
}

#[test]
fn a_thousand_moves_of_5_ms_cost_5_s() {
    let mut play = Play::of("3600");
    for _ in 0..2000 {
        play.takes(5).expect("in time");
    }
    for side in Side::ALL {
        assert_eq!(play.0.left(side, Now::at(play.1)), 3_600_000 - 5_000);
    }
}

#[test]
fn a_flag_falls_exactly_at_zero() {
    let clock = running("60");
    assert!(!clock.is_flag_down(Now::at(59_999)));
    assert_eq!(clock.face(RED, Now::at(59_999)).text, "0.1");
    assert!(clock.is_flag_down(Now::at(60_000)));
    assert_eq!(clock.turn(), RED);
    let face = clock.face(RED, Now::at(70_000));
    assert!(face.text == "0.0" && face.is_flag_down);
    assert_eq!(clock.clone().press(Now::at(60_000)), None);
    assert!(clock.clone().press(Now::at(59_999)).is_some());
}

#[test]
fn fischer_adds_after_the_move() {
    let mut play = Play::of("60+10");
    assert_eq!(play.face(RED).text, "1:00");
    assert_eq!(play.takes(4_000), Some(66_000));
    assert_eq!(play.takes(60_000), None, "nothing is added beforehand");
}

#[test]
fn bronstein_gives_back_what_was_used_and_never_more_than_the_delay() {
    let mut play = Play::of("60d10");
    assert_eq!(play.takes(4_000), Some(60_000));
    assert_eq!(play.takes(10_000), Some(60_000));
    assert_eq!(play.takes(25_000), Some(45_000));
    assert_eq!(play.takes(0), Some(60_000));
    assert_eq!(
        play.takes(45_000),
        None,
        "the flag falls before anything is given back"
    );
}

#[test]
fn a_period_in_which_a_move_is_made_begins_anew() {
    let mut play = Play::of("60b3x30");
    assert_eq!(
        (play.face(RED).text.as_str(), play.face(RED).periods),
        ("1:00", Some(3))
    );
    // Main time, and a move in it.
    assert_eq!(play.takes(50_000), Some(10_000 + 90_000));
    play.takes(0);
    // Into the first period.
    play.1 += 15_000;
    let face = play.face(RED);
    assert_eq!(
        (face.text.as_str(), face.periods, face.in_period),
        ("0:25", Some(3), true)
    );
    assert_eq!(play.takes(0), Some(90_000));
    play.takes(0);
    assert_eq!(play.takes(29_999), Some(90_000));
    play.takes(0);
    // A whole period is lost, and two by a long think; the last one remains.
    assert_eq!(play.takes(30_000), Some(60_000));
    play.takes(0);
    assert_eq!(play.face(RED).periods, Some(2));
    assert_eq!(play.takes(59_999), Some(30_000));
    play.takes(0);
    assert_eq!(play.takes(30_000), None);
}

#[test]
fn several_periods_are_lost_in_one_long_think() {
    let mut play = Play::of("60b5x30");
    // The rest of the main time, three periods, and a part of the fourth.
    play.1 += 60_000 + 3 * 30_000 + 1;
    let face = play.face(RED);
    assert_eq!(
        (face.text.as_str(), face.periods, face.in_period),
        ("0:30", Some(2), true)
    );
    assert_eq!(play.takes(0), Some(60_000));
    assert_eq!(play.takes(60_000 + 5 * 30_000), None);
    assert_eq!(play.face(BLACK).periods, Some(0));
}

#[test]
fn a_stage_adds_its_time_after_its_last_move() {
    let mut play = Play::of("2/60:1/30+5:20b2x10");
    assert_eq!(play.face(RED).moves_to_go, Some(2));
    assert_eq!(play.takes(10_000), Some(50_000));
    play.takes(0);
    assert_eq!(play.face(RED).moves_to_go, Some(1));
    assert_eq!(play.takes(10_000), Some(40_000 + 30_000));
    play.takes(0);
    // The time left is kept, the increment of the stage is added, then the periods of the last.
    assert_eq!(play.takes(60_000), Some(10_000 + 5_000 + 20_000 + 20_000));
    play.takes(0);
    assert_eq!(play.face(RED).moves_to_go, None);
    assert_eq!(play.takes(36_000), Some(20_000));
    let mut play = Play::of("1/60");
    for _ in 0..6 {
        play.takes(10_000);
    }
    assert_eq!(
        play.face(RED).text,
        "3:30",
        "the last stage is repeated for each move"
    );
}

#[test]
fn a_move_over_the_cap_loses_though_game_time_is_left() {
    let mut play = Play::of("600c45");
    assert_eq!(play.takes(44_999), Some(555_001));
    play.takes(0);
    assert_eq!(play.face(RED).cap.as_deref(), Some("0:45"));
    play.1 += 36_000;
    assert_eq!(play.face(RED).cap.as_deref(), Some("9.0"));
    assert!(play.face(RED).is_cap_short && !play.face(RED).is_short);
    assert_eq!(play.takes(9_000), None);
    assert!(play.face(RED).is_flag_down);
    assert_eq!(play.0.left(RED, Now::at(play.1)), 510_001);
    let mut play = Play::of("60c45");
    assert!(play.takes(44_000).is_some() && play.takes(0).is_some());
    assert_eq!(play.takes(16_000), None, "nor is the cap a gift");
}

#[test]
fn each_side_has_its_own_time() {
    let mut play = Play::of("60|600+5");
    assert_eq!(play.takes(1_000), Some(59_000));
    assert_eq!(play.takes(1_000), Some(604_000));
}

#[test]
fn a_pause_costs_nothing_and_a_resting_clock_neither() {
    let mut clock = Clock::new(control("60"), BLACK);
    assert!(clock.is_resting() && clock.turn() == BLACK);
    assert_eq!(clock.next_change(Now::at(9_000)), None);
    assert_eq!(clock.press(Now::at(9_000)), Some(60_000));
    clock.pause(Now::at(10_500));
    assert_eq!(clock.press(Now::at(11_000)), None);
    assert_eq!(clock.next_change(Now::at(11_000)), None);
    assert_eq!(clock.left(RED, Now::at(90_000)), 58_500);
    clock.resume(Now::at(90_000));
    clock.resume(Now::at(90_100));
    assert_eq!(clock.press(Now::at(90_500)), Some(58_000));
    clock.stop(Now::at(91_000));
    clock.resume(Now::at(92_000));
    assert!(!clock.is_running());
    assert_eq!(clock.left(BLACK, Now::at(99_000)), 59_500);
}

#[test]
fn time_that_goes_back_stands_still() {
    let mut clock = Clock::new(control("60"), RED);
    clock.resume(Now::at(5_000));
    assert_eq!(clock.left(RED, Now::at(4_000)), 60_000);
    assert_eq!(clock.press(Now::at(4_000)), Some(60_000));
}

#[test]
fn a_machine_that_slept_pauses_the_game_as_it_was_before() {
    let mut clock = running("60");
    assert!(!clock.update(Now::at(1_000)));
    let awake = Now {
        monotonic: 1_700,
        since_boot: 3_600_000,
    };
    assert!(clock.update(awake));
    assert!(clock.is_paused());
    assert_eq!(clock.left(RED, awake), 59_000);
    assert!(
        !clock.update(Now {
            monotonic: 2_000,
            since_boot: 9_900_000
        }),
        "it is paused already"
    );
    // Only updates are compared: a constant distance is no sleep.
    let later = |millis: Millis| Now {
        monotonic: 2_000 + millis,
        since_boot: 9_900_000 + millis,
    };
    clock.resume(later(0));
    assert!(!clock.update(later(40_000)), "a busy machine is not asleep");
    assert_eq!(clock.left(RED, later(40_000)), 19_000);
    let odd = Now {
        since_boot: later(41_000).since_boot + SLEPT - 1,
        ..later(41_000)
    };
    assert!(!clock.update(odd));
    assert!(!clock.update(later(41_000)), "a clock that was set back");
}

#[test]
fn a_clock_asks_to_be_looked_at_once_for_each_change() {
    let clock = running("12b2x11c13");
    let mut now = Now::at(0);
    let mut seen = vec![clock.face(RED, now)];
    while !clock.is_flag_down(now) {
        let next = clock.next_change(now).expect("it runs");
        let before = clock.face(RED, Now::at(next - 1));
        assert_eq!(Some(&before), seen.last(), "{next}");
        now = Now::at(next);
        seen.push(clock.face(RED, now));
        assert_ne!(Some(&before), seen.last(), "{next}");
    }
    assert_eq!(now, Now::at(13_000));
    assert_eq!(clock.next_change(now), Some(13_000));
    assert!(seen.iter().all(|face| face.text != "0.0"));
    assert_eq!(
        seen.last().and_then(|face| face.cap.as_deref()),
        Some("0.0")
    );
}

/// Any allowance within the limits.
fn allowances() -> impl Strategy<Value = Allowance> {
    let time = || prop_oneof![(1..=86_400u64).prop_map(|s| s * 1000), 1_000..=60_000u64];
    let of_move = || prop_oneof![(1..=3_600u64).prop_map(|s| s * 1000), 1_000..=9_999u64];
    let bonus = || {
        prop_oneof![
            Just(Bonus::None),
            of_move().prop_map(Bonus::Increment),
            of_move().prop_map(Bonus::Delay),
        ]
    };
    let stage = move || {
        (1..=999u16, time(), bonus()).prop_map(|(moves, time, bonus)| TimeStage {
            moves: Some(moves.min(time as u16 % 5 + 1)),
            time,
            bonus,
        })
    };
    let periods =
        (1..=99u16, of_move()).prop_map(|(count, length)| Bonus::Periods { count, length });
    let rest = prop_oneof![
        (prop_oneof![time(), Just(0)], periods),
        (time(), bonus().boxed())
    ];
    let rest = rest.prop_map(|(time, bonus)| TimeStage {
        moves: None,
        time,
        bonus,
    });
    let stages = (
        prop::collection::vec(stage(), 0..=4),
        prop_oneof![rest.boxed(), stage().boxed()],
    );
    let cap = prop::option::of(of_move());
    (stages, cap).prop_map(|((mut stages, last), cap)| {
        stages.push(last);
        Allowance::new(stages, cap).expect("within the limits")
    })
}

/// Any time control within the limits.
pub(super) fn controls() -> impl Strategy<Value = TimeControl> {
    let own = (allowances(), allowances()).prop_map(|(red, black)| BySide { red, black });
    prop_oneof![
        allowances().prop_map(TimeControl::same),
        own.prop_map(TimeControl)
    ]
}

proptest! {
    #[test]
    fn a_replayed_clock_is_the_one_that_was_played(
        control in controls(),
        first in select(&Side::ALL[..]),
        times in prop::collection::vec(0.0..0.99f64, 0..60),
    ) {
        let mut clock = Clock::new(control.clone(), first);
        let (mut now, mut left) = (0, Vec::new());
        for (ply, part) in times.into_iter().enumerate() {
            // Long and short thinks, each no longer than the flag allows.
            let limit = clock.limit() as f64;
            now += if ply % 2 == 0 { (limit * part) as Millis } else { (limit * part).min(7e3) as Millis };
            left.push(clock.press(Now::at(now)));
            prop_assert!(left[ply].is_some_and(|left| left > 0));
            let again = Clock::replay(control.clone(), first, left.iter().copied());
            prop_assert_eq!(again.times, clock.times);
            prop_assert_eq!(again.turn, clock.turn);
            for side in Side::ALL {
                prop_assert_eq!(again.face(side, Now::at(0)), clock.face(side, Now::at(now)));
            }
        }
        // Back to any ply, and forward again.
        for plies in [left.len() / 2, 0, left.len()] {
            let there = || left[..plies].iter().copied();
            clock.set_to(there(), Now::at(now));
            prop_assert_eq!(clock.times, Clock::replay(control.clone(), first, there()).times);
        }
    }

    #[test]
    fn no_move_gives_back_more_than_was_agreed_on(control in controls(), part in 0.0..0.99f64) {
        let mut clock = Clock::new(control.clone(), Side::Red);
        let before = clock.times.red;
        let allowance = control.of_side(Side::Red);
        let used = (clock.limit() as f64 * part) as Millis;
        clock.resume(Now::at(0));
        let left = clock.press(Now::at(used)).expect("in time");
        let added = match allowance.stage_after(1) {
            (stage, 0) => stage.time + stage.bonus.reserve(),
            _ => 0,
        };
        let back = left - added - (before.left - used);
        match allowance.stages()[0].bonus {
            Bonus::None => prop_assert_eq!(back, 0),
            Bonus::Increment(time) => prop_assert_eq!(back, time),
            Bonus::Delay(time) => prop_assert_eq!(back, time.min(used)),
            Bonus::Periods { length, .. } => prop_assert!(back < length && back <= used),
        }
    }
}

const LAG: Duration = Duration::from_millis(100);

#[test]
fn a_search_sees_what_a_move_gives_back() {
    let seen = |play: &Play| play.0.of_search(Now::at(play.1), LAG);
    let of = |text: &str| seen(&Play::of(text));
    let seconds = Duration::from_secs;
    let plain = ClockTime {
        left: seconds(600),
        lag: LAG,
        ..ClockTime::default()
    };
    assert_eq!(of("600"), plain);
    for text in ["600+10", "600d10"] {
        let bonus = seconds(10);
        assert_eq!(of(text), ClockTime { bonus, ..plain }, "{text}");
    }
    let cap = Some(seconds(45));
    assert_eq!(of("600c45"), ClockTime { cap, ..plain });
    let moves_to_go = Some(40);
    assert_eq!(
        of("40/600:300"),
        ClockTime {
            moves_to_go,
            ..plain
        }
    );
}

#[test]
fn of_several_periods_a_search_sees_the_one_that_is_to_be_kept() {
    let mut play = Play::of("60b3x30");
    let seen = |play: &Play| {
        let seen = play.0.of_search(Now::at(play.1), LAG);
        (seen.left.as_secs(), seen.bonus.as_secs())
    };
    assert_eq!(seen(&play), (90, 30));
    play.takes(70_000).expect("in time");
    play.takes(0).expect("in time");
    assert_eq!(seen(&play), (30, 30));
    play.1 += 10_000;
    assert_eq!(seen(&play), (20, 30));
    play.1 += 25_000;
    assert_eq!(seen(&play), (25, 30), "the first period is lost");
}

/// A search that takes a time of its own for each depth, and is late to see that its time is over.
fn simulated_search(budget: TimeBudget, seed: &mut u64) -> Millis {
    let mut draw = |end: u64| {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % end
    };
    let moves = ["h2e2", "b0c2", "h0g2"].map(|text| text.parse().expect("a move"));
    let mut manager = TimeManager::new(budget);
    let mut elapsed = Duration::ZERO;
    let mut depth_time = Duration::from_micros(100 + draw(2_000));
    loop {
        elapsed += depth_time;
        if budget.is_over(elapsed) {
            elapsed = budget.hard + Duration::from_millis(draw(10));
            break;
        }
        let result = DepthResult {
            best: moves[[0, 0, 0, 1, 2][draw(5) as usize]],
            score: Score::advantage(draw(200) as i32 - 100),
            node_percent: draw(101) as u32,
            is_forced: false,
        };
        if manager.is_settled(Some(result), elapsed) {
            break;
        }
        depth_time = depth_time * (110 + draw(150) as u32) / 100;
    }
    // The machine is busy now and then.
    let lag = if draw(50) == 0 { 90 } else { draw(10) };
    u64::try_from(elapsed.as_millis()).expect("a short time") + lag
}

#[test]
fn a_managed_search_never_loses_on_time_and_uses_it() {
    for (text, used_of_sixty_moves) in [
        ("60", 40_000),
        ("10+1", 50_000),
        ("300+3", 280_000),
        ("1+1", 30_000),
        ("5d2", 60_000),
        ("0b1x5", 120_000),
        ("20b3x5", 120_000),
        ("40/120", 130_000),
        ("1/1", 20_000),
        ("40/60:20+1", 80_000),
        ("60c2", 40_000),
        ("600c1", 25_000),
    ] {
        for game in 1..=20 {
            let (mut play, mut seed, mut sum) = (Play::of(text), game, 0);
            for ply in 0..400 {
                let seen = play.0.of_search(Now::at(play.1), LAG);
                let used = simulated_search(TimeBudget::on_clock(&seen), &mut seed);
                assert!(
                    play.takes(used).is_some(),
                    "{text}: ply {ply}, {seen:?}, {used}"
                );
                sum += if ply < 120 { used } else { 0 };
            }
            assert!(sum / 2 > used_of_sixty_moves, "{text}: {}", sum / 2);
        }
    }
}
