use super::*;
use crate::game::clock::tests::control;
use crate::game::tests::{mv, played};
use crate::game::{Command, GameTerms, SessionState};
use crate::record::format::{self, Target};
use crate::record::notation::Notation;
use crate::record::{Record, Tags};
use crate::rules::{BySide, DrawReason, Setup, Side, WinReason};

fn begin(text: &str, start: Setup) -> Game {
    let mut record = Record::new(start).expect("a start");
    record.tags.set_typed(Some(&control(text)));
    Game::from_record(record)
}

/// A game whose clock runs since 0, with moves at these moments.
fn timed(text: &str, moves: &[(&str, Millis)]) -> Game {
    let mut game = begin(text, Setup::start());
    game.apply(Act::Resume, Now::at(0)).expect("a clock");
    for (text, at) in moves {
        let events = game.apply(Command::Play(mv(text)), Now::at(*at));
        assert!(
            matches!(events.as_deref(), Ok([Event::Played(_), ..])),
            "{text}"
        );
    }
    game
}

const MOVES: [(&str, Millis); 3] = [("h2e2", 5_000), ("h9g7", 12_345), ("h0g2", 20_000)];

/// Time left on both sides.
fn left(game: &Game, at: Millis) -> [Millis; 2] {
    let clock = game.clock().expect("a clock");
    Side::ALL.map(|side| clock.left(side, Now::at(at)))
}

#[test]
fn the_record_keeps_what_each_mover_had_left() {
    let game = timed("60+10", &MOVES);
    let notes = |game: &Game| {
        let record = game.record();
        let kept = record.main_line().map(|id| record.node(id).notes().clock);
        kept.collect::<Vec<_>>()
    };
    assert_eq!(notes(&game), [Some(65_000), Some(62_655), Some(67_345)]);
    for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
        let written = format::write(&game.to_record(), target);
        let mut loaded = format::read(&written).expect("a game");
        assert_eq!(loaded.warnings, []);
        let again = Game::from_record(loaded.records.remove(0));
        assert_eq!(notes(&again), notes(&game));
        let clock = again.clock().expect("a clock");
        assert_eq!(clock.control(), &control("60+10"));
        assert!(clock.is_resting());
        assert_eq!(left(&again, 99_999), left(&game, 20_000));
    }
    let text = String::from_utf8(format::write(game.record(), Target::Pgn(Notation::Iccs)));
    let text = text.expect("text");
    assert!(text.contains("[TimeControl \"60+10\"]") && text.contains("[%clk 0:01:02.655]"));
}

#[test]
fn a_move_after_the_flag_has_fallen_does_not_count() {
    let mut game = timed("60", &MOVES);
    let late = Command::Play(mv("b9c7"));
    let outcome = Outcome::win(Side::Red, WinReason::Time);
    let moment = 20_000 + 60_000 - 7_345;
    assert_eq!(
        game.apply(Command::Tick, Now::at(moment - 1)),
        Ok(Vec::new())
    );
    let events = game.apply(late, Now::at(moment));
    assert_eq!(events, Ok(vec![Event::Ended(outcome)]));
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!(game.record().move_count(), 3);
    assert_eq!(
        game.apply(late, Now::at(moment)),
        Err(Refusal::Over(outcome))
    );
    assert_eq!(left(&game, 99_999), [47_345, 0]);
    let again = SessionState::read(&SessionState::new(game.clone()).write()).expect("a session");
    assert_eq!(again.game.outcome(), Some(outcome));
    assert_eq!(left(&again.game, 0), [47_345, 0]);
    // A finished game that is opened rests when it is reopened.
    let mut opened = again.game;
    opened
        .apply(Ask::TakeBack, Now::at(100_000))
        .expect("an end");
    assert!(opened.clock().is_some_and(Clock::is_resting));
    // The players may go on all the same, with the time left after the last move, which runs again.
    let events = game.apply(Ask::TakeBack, Now::at(100_000));
    assert_eq!(events, Ok(vec![Event::Reopened]));
    assert_eq!(left(&game, 101_000), [47_345, 51_655]);
    assert!(game.clock().is_some_and(Clock::is_running));
    game.apply(late, Now::at(108_000)).expect("in time");
    assert_eq!(left(&game, 108_000), [47_345, 44_655]);
}

#[test]
fn nobody_wins_on_time_who_has_no_attackers() {
    let start = Setup::from_fen("3k1r3/9/9/9/9/9/9/9/9/4K4 b").expect("a FEN");
    let mut game = begin("60", start);
    game.apply(Act::Resume, Now::at(0)).expect("a clock");
    let drawn = Outcome::Draw(DrawReason::Time);
    let events = game.apply(Command::Tick, Now::at(60_000));
    assert_eq!(events, Ok(vec![Event::Ended(drawn)]));
    let written = format::write(&game.to_record(), Target::Json);
    let again = format::read(&written).expect("a game");
    assert_eq!(again.records[0].outcome, Some(drawn));
}

#[test]
fn nothing_is_played_in_a_paused_game() {
    let mut game = timed("60", &MOVES);
    let paused = game.apply(Command::Pause(Pause::Asked), Now::at(21_000));
    assert_eq!(paused, Ok(vec![Event::Paused(Pause::Asked)]));
    assert_eq!(
        game.apply(Command::Pause(Pause::Asked), Now::at(22_000)),
        Ok(vec![]),
        "it is paused"
    );
    let next = Command::Play(mv("b9c7"));
    assert!(game.is_paused());
    for hidden in [
        Command::from(Ask::TakeBack),
        Ask::TakeBack.by(Side::Red),
        Command::Redo,
    ] {
        let refused = game.apply(hidden, Now::at(22_500));
        assert_eq!(refused, Err(Refusal::Paused), "{hidden:?}");
    }
    assert_eq!(game.apply(next, Now::at(23_000)), Err(Refusal::Paused));
    let first = game.record().main_line().next().expect("a move");
    game.apply(Command::Show(first), Now::at(24_000))
        .expect("a position");
    assert_eq!(
        game.apply(next, Now::at(25_000)),
        Err(Refusal::Paused),
        "nor beside the game"
    );
    game.apply(Command::Show(game.present()), Now::at(26_000))
        .expect("a position");
    assert_eq!(
        game.apply(Act::Resume, Now::at(500_000)),
        Ok(vec![Event::Resumed])
    );
    game.apply(next, Now::at(501_000)).expect("legal");
    assert_eq!(left(&game, 501_000), [47_345, 60_000 - 7_345 - 2_000]);
}

#[test]
fn what_is_taken_back_and_made_again_has_its_time() {
    let mut game = timed("60b3x10", &MOVES);
    // Black thinks into the second period.
    game.apply(Command::Play(mv("b9c7")), Now::at(90_000))
        .expect("legal");
    let expected = [
        [90_000, 90_000],
        [85_000, 90_000],
        [85_000, 82_655],
        [77_345, 82_655],
        [77_345, 20_000],
    ];
    let mut now = 91_000;
    for plies in (0..4).rev() {
        now += 1_000;
        game.apply(Ask::TakeBack, Now::at(now)).expect("a move");
        assert_eq!(left(&game, now), expected[plies], "back to {plies}");
    }
    assert!(
        game.clock().is_some_and(Clock::is_resting),
        "as before the first move"
    );
    for (plies, there) in expected.iter().enumerate().skip(1) {
        game.apply(Command::Redo, Now::at(now)).expect("a move");
        assert_eq!(left(&game, now), *there, "on to {plies}");
    }
    // The next move takes its own time; the later ones are not forgotten.
    game.apply(Ask::TakeBack, Now::at(now)).expect("a move");
    game.apply(Act::Resume, Now::at(now)).expect("a clock");
    game.apply(Ask::TakeBack, Now::at(now)).expect("a move");
    assert!(game.clock().is_some_and(Clock::is_running));
    game.apply(Command::Play(mv("h0g2")), Now::at(now + 5_000))
        .expect("legal");
    assert_eq!(left(&game, now + 5_000), [80_000, 82_655]);
    game.apply(Command::Redo, Now::at(now + 9_000))
        .expect("a move");
    assert_eq!(left(&game, now + 9_000), [80_000, 20_000]);
}

#[test]
fn a_machine_that_slept_pauses_the_game_and_no_command_counts() {
    let mut game = timed("60", &MOVES);
    game.apply(Command::Tick, Now::at(21_000)).expect("no flag");
    let awake = Now {
        monotonic: 21_400,
        since_boot: 9_000_000,
    };
    let events = game.apply(Command::Play(mv("b9c7")), awake);
    assert_eq!(events, Ok(vec![Event::Paused(Pause::Slept)]));
    assert!(game.is_paused());
    assert_eq!(left(&game, 0), [47_345, 51_655]);
}

#[test]
fn a_session_comes_back_paused() {
    let mut state = SessionState::new(timed("60", &MOVES));
    for take_backs in 0..2 {
        let again = SessionState::read(&state.write()).expect("a session");
        assert!(again.game.is_paused());
        assert_eq!(again.write(), state.write());
        assert_eq!(
            left(&again.game, 700_000),
            [[47_345, 52_655], [55_000, 52_655]][take_backs]
        );
        let back = state.game.apply(Ask::TakeBack, Now::at(30_000));
        back.expect("a move");
    }
    // A game opened for viewing is not hidden.
    let resting = SessionState::new(Game::from_record(timed("60", &MOVES).to_record()));
    let again = SessionState::read(&resting.write()).expect("a session");
    assert!(again.game.clock().is_some_and(Clock::is_resting));
    // Nor is one without a move.
    let terms = GameTerms {
        time: TimeControl::read("60").expect("a time control"),
        ..GameTerms::default()
    };
    let fresh = SessionState::new(terms.begin());
    let again = SessionState::read(&fresh.write()).expect("a session");
    assert!(again.game.clock().is_some_and(Clock::is_resting) && !again.game.is_paused());
}

#[test]
fn a_game_has_a_clock_if_its_record_says_what_the_clocks_showed() {
    let with = |control: &str| {
        let mut record = played("h2e2 h9g7").to_record();
        record.tags.set(Tags::TIME_CONTROL, control);
        record
    };
    assert!(Game::from_record(with("60")).clock().is_none());
    let mut record = with("60");
    let last = record.main_line().last().expect("a move");
    record.node_mut(last).notes_mut().clock = Some(50_000);
    assert_eq!(
        left(&Game::from_record(record.clone()), 0),
        [60_000, 50_000]
    );
    record.tags.set(Tags::TIME_CONTROL, "一小时");
    let mut game = Game::from_record(record);
    assert!(game.clock().is_none());
    assert_eq!(
        game.apply(Command::Pause(Pause::Asked), Now::at(0)),
        Err(Refusal::NoClock)
    );
    assert_eq!(game.apply(Command::Tick, Now::at(9)), Ok(Vec::new()));
    let written = format::write(&game.to_record(), Target::Json);
    let again = format::read(&written).expect("a game");
    assert_eq!(
        again.records[0].tags.get(Tags::TIME_CONTROL),
        Some("一小时")
    );
}

#[test]
fn a_clock_whose_record_leaves_nothing_loses_with_the_next_move() {
    let mut record = timed("60", &MOVES[..2]).to_record();
    let last = record.main_line().next().expect("a move");
    record.node_mut(last).notes_mut().clock = Some(0);
    let mut game = Game::from_record(record);
    let events = game.apply(Command::Play(mv("h0g2")), Now::at(0));
    let lost = Outcome::win(Side::Black, WinReason::Time);
    assert_eq!(events, Ok(vec![Event::Ended(lost)]));
}

#[test]
fn the_clock_stands_still_when_the_game_does() {
    let start = Setup::from_fen("4k4/R8/9/9/9/9/9/9/9/3K4R").expect("a FEN");
    let mut mate = begin("60", start);
    mate.apply(Command::Play(mv("i0i9")), Now::at(0))
        .expect("legal");
    let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
    let moves: Vec<_> = shuffle.split(' ').map(|text| (text, 100)).collect();
    let mut ruled = timed("60", &moves);
    assert!(ruled.pending().is_some());
    let mut resigned = timed("60", &MOVES);
    resigned
        .apply(Act::Resign.by(Side::Red), Now::at(30_000))
        .expect("in progress");
    for (game, runs_again) in [
        (&mut mate, false),
        (&mut ruled, true),
        (&mut resigned, true),
    ] {
        let before = left(game, 0);
        assert_eq!(left(game, 900_000), before);
        let refused = game.apply(Command::Pause(Pause::Asked), Now::at(900_000));
        assert!(matches!(refused, Err(Refusal::Over(_) | Refusal::Ruled(_))));
        assert_eq!(
            game.clock().and_then(|clock| clock.next_change(Now::at(0))),
            None
        );
        game.apply(Ask::TakeBack, Now::at(900_000)).expect("a move");
        assert_eq!(game.is_clock_running(), runs_again);
    }
    assert_eq!(left(&resigned, 0), [47_345, 52_655]);
}

#[test]
fn a_line_that_becomes_the_game_has_cost_nothing_beside_it() {
    let mut game = timed("60+10", &MOVES);
    let first = game.record().main_line().next().expect("a move");
    let now = Now::at(21_000);
    game.apply(Command::Show(first), now).expect("a position");
    game.apply(Command::Play(mv("b9c7")), now).expect("legal");
    game.apply(Command::Promote(game.shown()), now)
        .expect("a position");
    assert!(game.clock().is_some_and(Clock::is_resting));
    assert_eq!(left(&game, 99_000), [65_000, 70_000]);
    let again = Game::from_record(game.to_record());
    assert_eq!(left(&again, 99_000), [65_000, 70_000]);
}

#[test]
fn each_side_s_own_time_survives_a_session() {
    let sides = BySide {
        red: "40/60:30+5",
        black: "90b2x30c60",
    };
    let text = format!("{}|{}", sides.red, sides.black);
    let state = SessionState::new(timed(&text, &MOVES));
    let again = SessionState::read(&state.write()).expect("a session");
    let clock = again.game.clock().expect("a clock");
    assert_eq!(
        clock.control().of_side(Side::Black).to_string(),
        sides.black
    );
    assert_eq!(left(&again.game, 0), [47_345, 142_655]);
}

/// The thinking time of the side to move.
fn thinking(game: &Game) -> Millis {
    game.clock().expect("a clock").thinking_time()
}

#[test]
fn the_time_of_the_present_turn_is_kept_with_clocks_of_every_kind() {
    for text in [
        "60",
        "60+10",
        "60d5",
        "60c45",
        "20b3x30",
        "2/30:60+5",
        "40/60:90b2x30|30c20",
    ] {
        let mut game = timed(text, &MOVES);
        game.apply(Command::Tick, Now::at(28_500)).expect("in time");
        assert_eq!(thinking(&game), 8_500, "{text}");
        let before = left(&game, 28_500);
        // In a session, whether it was paused or not.
        let mut state = SessionState::new(game);
        for _ in 0..2 {
            let again = SessionState::read(&state.write()).expect("a session").game;
            assert!(again.is_paused());
            assert_eq!(left(&again, 700_000), before, "{text}");
            assert_eq!(again.record().tags.get(Tags::THINKING_TIME), None);
            let pause = Command::Pause(Pause::Asked);
            state.game.apply(pause, Now::at(28_500)).expect("a clock");
        }
        // In a file.
        for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
            let written = format::write(&state.game.to_record(), target);
            let mut loaded = format::read(&written).expect("a game");
            assert_eq!(loaded.warnings, []);
            let mut again = Game::from_record(loaded.records.remove(0));
            assert_eq!(left(&again, 99_999), before, "{text}");
            assert!(again.clock().is_some_and(Clock::is_resting));
            // It counts on from there.
            let now = Now::at(100_000);
            again.apply(Act::Resume, now).expect("a clock");
            again
                .apply(Command::Tick, Now::at(101_000))
                .expect("in time");
            assert_eq!(thinking(&again), 9_500, "{text}");
            let back = again.apply(Ask::TakeBack, Now::at(102_000));
            back.expect("a move");
            assert_eq!(thinking(&again), 0, "another turn");
        }
    }
}

#[test]
fn a_time_that_no_clock_has_had_does_no_harm() {
    let mut record = timed("60", &MOVES).to_record();
    for (text, used) in [
        ("", 0),
        ("7", 0),
        ("7.1", 0),
        ("-1.000", 0),
        ("99999999999999999999.000", 0),
        ("7.001", 7_001),
        ("86400.000", 52_654),
    ] {
        record.tags.set(Tags::THINKING_TIME, text);
        let game = Game::from_record(record.clone());
        assert_eq!(thinking(&game), used, "{text}");
    }
    // A game that is over has no present turn.
    let mut over = timed("60", &MOVES);
    over.apply(Act::Resign.by(Side::Red), Now::at(25_000))
        .expect("in progress");
    assert_eq!(over.to_record().tags.get(Tags::THINKING_TIME), None);
}

#[test]
fn a_turn_is_known_again_and_differs_from_every_other() {
    let mut game = timed("60", &MOVES);
    let mut turns = vec![game.turn_id().expect("a clock")];
    for at in [26_000, 27_000] {
        game.apply(Ask::TakeBack, Now::at(at)).expect("a move");
        turns.push(game.turn_id().expect("a clock"));
    }
    game.apply(Command::Redo, Now::at(28_000)).expect("a move");
    assert_eq!(game.turn_id().as_ref(), Some(&turns[1]));
    turns.sort();
    turns.dedup();
    assert_eq!(turns.len(), 3);
    assert_eq!(played("h2e2").turn_id(), None);
}

#[test]
fn a_loss_by_the_cap_is_told_from_one_by_the_clock() {
    for (text, at, cap) in [
        ("60c45", 20_000 + 45_000, Some(45_000)),
        ("60", 20_000 + 60_000, None),
    ] {
        let mut game = timed(text, &MOVES);
        game.apply(Command::Tick, Now::at(at)).expect("a flag");
        assert!(game.outcome().is_some_and(Outcome::is_on_time), "{text}");
        assert_eq!(game.clock().and_then(Clock::exceeded_cap), cap, "{text}");
        let again = Game::from_record(game.to_record());
        assert_eq!(again.clock().and_then(Clock::exceeded_cap), cap, "{text}");
    }
}
