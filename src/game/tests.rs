use super::clock::TimeControl;
use super::session_state::resealed;
use super::*;
pub(super) use crate::rules::mv;
use crate::rules::{DrawReason, IllegalMove, Rulebook, Side};
use proptest::prelude::*;
use proptest::sample::Index;

/// Applies a command at the beginning of time.
pub(super) fn apply(game: &mut Game, command: impl Into<Command>) -> Result<Vec<Event>, Refusal> {
    game.apply(command, Now::default())
}

/// An ordinary game in which these moves have been made.
pub(crate) fn played(moves: &str) -> Game {
    let mut game = Game::ordinary();
    for text in moves.split_whitespace() {
        game.apply(Command::Play(mv(text)), Now::default())
            .expect("a legal move");
    }
    game
}

#[test]
fn a_move_that_is_taken_back_can_be_made_again() {
    let mut game = played("h2e2 h9g7");
    let present = game.position().clone();
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    assert_eq!(
        game.apply(Ask::TakeBack, Now::default()),
        Err(Refusal::NothingToTakeBack)
    );
    assert_eq!(game.position(), &Position::start());
    assert!(game.can_redo() && !game.can_take_back());
    game.apply(Command::Redo, Now::default()).expect("a move");
    game.apply(Command::Redo, Now::default()).expect("a move");
    assert_eq!(
        game.apply(Command::Redo, Now::default()),
        Err(Refusal::NothingToRedo)
    );
    assert_eq!(game.position(), &present);
}

/// Games with and without a clock, and one that begins with two moves.
fn begun() -> Vec<Game> {
    let two = GameTerms {
        handicap: Some(Handicap::usual(Odds::TwoMoves)),
        ..GameTerms::default()
    };
    let timed = GameTerms {
        time: TimeControl::read("600").expect("a time control"),
        ..GameTerms::default()
    };
    [GameTerms::default(), two, timed]
        .map(|terms| terms.begin())
        .into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_redo_is_possible_where_it_is_said_to_be(
        steps in prop::collection::vec((0..9_usize, any::<Index>()), 1..60)
    ) {
        for mut game in begun() {
            for (what, choice) in &steps {
                let moves = game.shown_position().legal_moves();
                let nodes: Vec<_> = game.record().walk().collect();
                let command = match what {
                    0..=2 if !moves.is_empty() => Command::Play(*choice.get(&moves)),
                    3 | 4 => Ask::TakeBack.into(),
                    5 => Command::Redo,
                    6 if !nodes.is_empty() => Command::Show(*choice.get(&nodes)),
                    7 => Act::Resign.into(),
                    _ if game.is_paused() => Act::Resume.into(),
                    _ => Command::Pause(Pause::Asked),
                };
                // Many are refused.
                let _ = apply(&mut game, command);
                let redone = apply(&mut game.clone(), Command::Redo);
                let can = game.can_redo() && !game.is_paused();
                prop_assert_eq!(redone.is_ok(), can, "{:?}: {:?}", command, redone);
            }
        }
    }
}

#[test]
fn another_move_drops_those_taken_back_and_the_same_move_keeps_them() {
    let mut game = played("h2e2 h9g7 h0g2");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    game.apply(Command::Play(mv("h9g7")), Now::default())
        .expect("legal");
    assert!(game.can_redo());
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    game.apply(Command::Play(mv("b9c7")), Now::default())
        .expect("legal");
    assert!(!game.can_redo());
    assert_eq!(game.record().move_count(), 2);
}

#[test]
fn what_was_taken_back_is_not_saved() {
    let mut game = played("h2e2 h9g7 h0g2");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    assert_eq!(game.to_record().move_count(), 2);
    assert_eq!(game.record().move_count(), 3);
}

#[test]
fn playing_the_move_that_follows_anyway_drops_nothing() {
    let mut game = played("h2e2 h9g7 h0g2");
    let first = game.record().main_line().next().expect("a move");
    game.apply(Command::Show(first), Now::default())
        .expect("a position");
    let second = game.record().main_line().nth(1).expect("a move");
    let events = game.apply(Command::Play(mv("h9g7")), Now::default());
    assert_eq!(events, Ok(vec![Event::Shown(second)]));
    assert_eq!(game.record().move_count(), 3);
    assert_eq!(
        game.present(),
        game.record().main_line().last().expect("a move")
    );
}

#[test]
fn taken_back_moves_survive_a_resignation_that_is_taken_back() {
    let mut game = played("h2e2 h9g7 h0g2");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    game.apply(Act::Resign.by(Side::Red), Now::default())
        .expect("in progress");
    assert!(!game.can_redo());
    assert_eq!(game.to_record().move_count(), 2);
    game.apply(Ask::TakeBack, Now::default())
        .expect("a declaration");
    game.apply(Command::Redo, Now::default()).expect("a move");
    assert_eq!(game.to_record().move_count(), 3);
}

#[test]
fn a_game_that_went_on_after_a_repetition_goes_on_again() {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    let moves = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2 h9g7";
    for text in moves.split_whitespace() {
        at = record.add(at, mv(text)).expect("legal");
    }
    let mut game = Game::from_record(record);
    for _ in 0..4 {
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
    }
    for _ in 0..4 {
        game.apply(Command::Redo, Now::default()).expect("a move");
        assert_eq!(game.outcome(), None);
    }
    assert_eq!(
        game.apply(Command::Redo, Now::default()),
        Err(Refusal::NothingToRedo)
    );
}

#[test]
fn an_illegal_move_is_refused_with_its_rule() {
    let mut game = played("");
    let refused = game.apply(Command::Play(mv("a0a4")), Now::default());
    assert!(matches!(
        refused,
        Err(Refusal::Illegal {
            why: IllegalMove::WayBlocked { .. },
            ..
        })
    ));
    assert_eq!(game.record().move_count(), 0);
}

#[test]
fn resigning_ends_the_game_and_can_be_taken_back() {
    let mut game = played("h2e2");
    let outcome = Outcome::win(Side::Red, WinReason::Resignation);
    assert_eq!(
        game.apply(Act::Resign.by(Side::Black), Now::default()),
        Ok(vec![Event::Ended(outcome)])
    );
    assert_eq!(
        game.apply(Command::Play(mv("h9g7")), Now::default()),
        Err(Refusal::Over(outcome))
    );
    assert_eq!(
        game.apply(Ask::Draw.by(Side::Red), Now::default()),
        Err(Refusal::Over(outcome))
    );
    assert_eq!(
        game.apply(Ask::TakeBack, Now::default()),
        Ok(vec![Event::Reopened])
    );
    assert_eq!(game.outcome(), None);
    assert_eq!(game.record().move_count(), 1);
    for side in Side::ALL {
        game.apply(Ask::Draw.by(side), Now::default())
            .expect("in progress");
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn a_mate_ends_the_game_and_taking_it_back_reopens_it() {
    let mut game = Game::new(Setup::from_fen("4k4/R8/9/9/9/9/9/9/9/3K4R").expect("a FEN"))
        .expect("a position");
    let outcome = Outcome::win(Side::Red, WinReason::Checkmate);
    let events = game
        .apply(Command::Play(mv("i0i9")), Now::default())
        .expect("legal");
    assert_eq!(events.last(), Some(&Event::Ended(outcome)));
    let again = Game::from_record(game.to_record());
    assert_eq!(again.outcome(), Some(outcome));
    let events = game.apply(Ask::TakeBack, Now::default()).expect("a move");
    assert_eq!(events.last(), Some(&Event::Reopened));
    assert_eq!(game.outcome(), None);
    let events = game.apply(Command::Redo, Now::default()).expect("a move");
    assert_eq!(events.last(), Some(&Event::Ended(outcome)));
}

const SHUFFLE: &str = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
const REPETITION: Outcome = Outcome::Draw(DrawReason::Repetition);

#[test]
fn a_ruling_waits_to_be_accepted() {
    let mut game = played(SHUFFLE);
    assert_eq!(game.occurrences(), 3);
    assert_eq!(
        game.pending().map(|verdict| verdict.outcome),
        Some(REPETITION)
    );
    assert_eq!(game.outcome(), None);
    let ruled = Err(Refusal::Ruled(REPETITION));
    for command in [
        Command::Play(mv("h2e2")),
        Act::Resign.by(Side::Red),
        Ask::Draw.by(Side::Red),
    ] {
        assert_eq!(game.apply(command, Now::default()), ruled);
    }
    assert_eq!(
        game.apply(Act::Agree, Now::default()),
        Ok(vec![Event::Ended(REPETITION)])
    );
    assert_eq!(game.outcome(), Some(REPETITION));
    assert_eq!(game.pending(), None);
    assert!(
        game.verdict()
            .is_some_and(|verdict| verdict.cycle.is_some())
    );
    assert_eq!(
        game.apply(Act::Agree, Now::default()),
        Err(Refusal::NoRuling)
    );
    // First the declaration is taken back, then the move.
    assert_eq!(
        game.apply(Ask::TakeBack, Now::default()),
        Ok(vec![Event::Reopened])
    );
    assert!(game.pending().is_some());
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    assert!(game.pending().is_none() && game.verdict().is_none());
    let events = game.apply(Command::Redo, Now::default()).expect("a move");
    assert_eq!(events.last(), Some(&Event::Ruled(REPETITION)));
}

#[test]
fn taking_the_cycle_back_leads_to_where_it_began() {
    let mut game = played(&format!("h2e2 h9g7 {SHUFFLE}"));
    let events = game.apply(Ask::Cycle, Now::default()).expect("a ruling");
    assert_eq!(events.len(), 8);
    assert_eq!(game.record().node(game.present()).ply(), 2);
    assert_eq!(game.occurrences(), 1);
    game.apply(Command::Play(mv("h0g2")), Now::default())
        .expect("the game goes on");
    assert_eq!(
        game.apply(Ask::Cycle, Now::default()),
        Err(Refusal::NoRuling)
    );
}

#[test]
fn a_game_that_went_on_after_a_ruling_goes_on() {
    let mut record = played(SHUFFLE).to_record();
    let last = record.main_line().last().expect("a move");
    record.add(last, mv("h2e2")).expect("legal");
    let mut game = Game::from_record(record);
    assert_eq!((game.outcome(), game.pending()), (None, None));
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    assert_eq!(game.pending(), None);
    let events = game.apply(Command::Redo, Now::default()).expect("a move");
    assert_eq!(events.len(), 1);
}

#[test]
fn a_game_that_stops_at_a_ruling_waits_there_after_a_restart() {
    let game = played(SHUFFLE);
    assert!(Game::from_record(game.to_record()).pending().is_some());
    let again = SessionState::read(&SessionState::new(game).write()).expect("a session");
    assert!(again.game.pending().is_some());
    assert_eq!(again.game.outcome(), None);
}

#[test]
fn the_terms_decide_what_is_ruled() {
    let with = |terms| {
        let mut record = played(SHUFFLE).to_record();
        record.terms = terms;
        Game::from_record(record)
    };
    let off = with(Terms {
        rulebook: Rulebook::Off,
        no_capture: None,
    });
    assert_eq!((off.pending(), off.occurrences()), (None, 3));
    let short = with(Terms {
        rulebook: Rulebook::Off,
        no_capture: Some(4),
    });
    let pending = short.pending().map(|verdict| verdict.outcome);
    assert_eq!(pending, Some(Outcome::Draw(DrawReason::NoCapture)));
}

#[test]
fn a_session_comes_back_as_it_was_left() {
    let mut game = played("h2e2 h9g7 h0g2");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    let first = game.record().main_line().next().expect("a move");
    game.apply(Command::Show(first), Now::default())
        .expect("a position");
    let state = SessionState {
        game,
        file: Some("file:///tmp/a%20game.xiangqi".into()),
        fingerprint: Some("00ff".into()),
        origin: None,
        unsaved: true,
        bottom: Side::Black,
        lacks_newer_fields: false,
    };
    let again = SessionState::read(&state.write()).expect("a session");
    assert_eq!(again.game.position(), state.game.position());
    assert_eq!(again.game.shown_position(), state.game.shown_position());
    assert!(again.game.can_redo());
    assert_eq!(again.game.record().move_count(), 3);
    assert_eq!(again.file, state.file);
    assert_eq!(again.fingerprint, state.fingerprint);
    assert!(again.unsaved);
    assert_eq!(again.bottom, Side::Black);
    assert_eq!(again.write(), state.write());
}

#[test]
fn a_session_knows_which_game_of_which_file_it_is() {
    let mut state = SessionState::new(played("h2e2 h9g7"));
    let old = String::from_utf8(state.write()).expect("text");
    assert!(!old.contains("collection"));
    let again = SessionState::read(old.as_bytes()).expect("an older session");
    assert_eq!(again.origin, None);
    for (count, fingerprint) in [(Some(1125), Some("00ff".to_owned())), (None, None)] {
        state.origin = Some(CollectionPlace {
            file: "file:///tmp/games.pgn".into(),
            game: 11,
            count,
            fingerprint,
        });
        let written = String::from_utf8(state.write()).expect("text");
        assert!(written.contains("\"game\": 12"), "{written}");
        let again = SessionState::read(written.as_bytes()).expect("a session");
        assert_eq!(again.origin, state.origin);
        // Fields added by newer versions are left out, and the rest is restored.
        let newer = written.replace("\"sitting\"", "\"weather\": \"fine\",\n  \"sitting\"");
        let newer = resealed(&newer);
        let again = SessionState::read(newer.as_bytes()).expect("a newer session");
        assert!(again.lacks_newer_fields && !state.lacks_newer_fields);
        assert_eq!(String::from_utf8(again.write()).expect("text"), written);
        let nowhere = resealed(&written.replace("\"game\": 12", "\"game\": 0"));
        assert!(SessionState::read(nowhere.as_bytes()).is_err());
    }
}

#[test]
fn a_session_keeps_what_was_agreed_on() {
    let terms = Terms {
        rulebook: Rulebook::Casual,
        no_capture: None,
    };
    let mut record = played("h2e2 h9g7").record().clone();
    record.terms = terms;
    let state = SessionState::new(Game::from_record(record));
    let again = SessionState::read(&state.write()).expect("a session");
    assert_eq!(again.game.terms(), terms);
    assert_eq!(again.write(), state.write());
}

#[test]
fn a_session_of_a_newer_version_has_the_usual_terms_for_those_not_known() {
    let written = String::from_utf8(SessionState::new(played("h2e2")).write()).expect("text");
    let newer = written.replace("\"asian\"", "\"national\"");
    let newer = resealed(&newer.replace("\"no_capture\": 60", "\"no_capture\": 5000"));
    assert!(newer.contains("national") && newer.contains("5000"));
    let again = SessionState::read(newer.as_bytes()).expect("a session");
    assert!(again.lacks_newer_fields);
    assert_eq!(again.game.terms(), Terms::default());
    assert_eq!(String::from_utf8(again.write()).expect("text"), written);
}

#[test]
fn a_taken_back_mate_is_still_taken_back_after_a_restart() {
    let mut game = Game::new(Setup::from_fen("4k4/R8/9/9/9/9/9/9/9/3K4R").expect("a FEN"))
        .expect("a position");
    game.apply(Command::Play(mv("i0i9")), Now::default())
        .expect("legal");
    game.apply(Ask::TakeBack, Now::default()).expect("a move");
    let again = SessionState::read(&SessionState::new(game).write()).expect("a session");
    assert_eq!(again.game.outcome(), None);
    assert!(again.game.can_redo());
}

#[test]
fn a_damaged_session_is_an_error_and_never_a_part_of_a_game() {
    let state = SessionState::new(played("h2e2 h9g7 h0g2"));
    let bytes = state.write();
    for length in 0..bytes.len() - 2 {
        assert!(SessionState::read(&bytes[..length]).is_err(), "{length}");
    }
    let text = String::from_utf8(bytes).expect("text");
    assert!(SessionState::read(text.replace("h9g7", "h9g8").as_bytes()).is_err());
}

/// A game by the Chinese rules in which Red chases a horse, up to the third occurrence. The soldier on this file keeps
/// what other tests search apart.
fn chased(file: usize, time: Option<&str>) -> Game {
    chased_with(file, time, ClockPress::ByMove)
}

/// Such a game with a clock that may have to be pressed, which it is but for the last move.
fn chased_with(file: usize, time: Option<&str>, clock_press: ClockPress) -> Game {
    let soldier: String = (0..9)
        .map(|at| if at == file { 'p' } else { '1' })
        .collect();
    let fen = format!("2b1k1r2/9/4b4/{soldier}/9/2P3P2/1R7/2n1B4/4A4/4KABC1 w");
    let terms = GameTerms {
        rules: Terms {
            rulebook: Rulebook::Chinese,
            no_capture: None,
        },
        time: time.and_then(|text| TimeControl::read(text).expect("a control")),
        clock_press,
        ..GameTerms::default()
    };
    let setup = Setup::from_fen(&fen).expect("a FEN");
    let mut game = terms.begin_from(setup).expect("a position");
    for (count, text) in "b3c3 c2b0 c3b3 b0c2 "
        .repeat(2)
        .split_whitespace()
        .enumerate()
    {
        let now = Now::at(count as u64 * 1_000);
        if game.due_to_press().is_some() {
            game.apply(Command::Press, now).expect("a clock to press");
        }
        let events = game.apply(Command::Play(mv(text)), now);
        assert_eq!(events.map(|events| events.len()), Ok(1), "{text}");
    }
    game
}

#[test]
fn the_game_waits_until_the_arbiter_has_ruled() {
    let mut game = chased(8, None);
    assert!(game.awaits_arbiter() && !game.is_ongoing() && game.pending().is_none());
    for command in [Command::Play(mv("b3b4")), Act::Resign.by(Side::Red)] {
        let refused = game.apply(command, Now::default());
        assert_eq!(refused, Err(Refusal::Awaited));
    }
    let (line, terms) = game.unruled().expect("a line");
    let ruling = arbiter::adjudicate(&line, &terms);
    // A ruling on a line that was left is none on this one.
    let mut other = game.clone();
    other.apply(Ask::TakeBack, Now::default()).expect("a move");
    assert!(!other.awaits_arbiter());
    assert_eq!(other.settle(&line, ruling.clone(), Now::default()), None);
    let lost = Outcome::win(Side::Black, WinReason::PerpetualChase);
    let events = game.settle(&line, ruling, Now::default());
    assert_eq!(events, Some(vec![Event::Ruled(lost)]));
    assert!(game.unruled().is_none());
    assert_eq!(game.ruled_cycle().map(|cycle| cycle.plies.len()), Some(8));
    game.apply(Act::Agree, Now::default()).expect("a ruling");
    // It is there at once in a session that was left, and in a game that is read again.
    let state = SessionState::new(chased(7, None));
    let again = SessionState::read(&state.write()).expect("a session");
    assert!(again.game.pending().is_some());
    let mut again = Game::from_record(state.game.to_record());
    again.settle_at_once(Now::default());
    assert!(again.pending().is_some());
}

#[test]
fn no_flag_falls_by_pressing_the_clock_while_the_arbiter_rules() {
    let mut game = chased_with(6, Some("60"), ClockPress::ByHand);
    assert!(game.awaits_arbiter());
    let late = Now::at(600_000);
    assert_eq!(game.apply(Command::Press, late), Err(Refusal::Awaited));
    game.settle_at_once(late);
    assert!(game.pending().is_some() && game.outcome().is_none());
}

#[test]
fn no_flag_falls_while_the_arbiter_rules() {
    let mut game = chased(0, Some("60"));
    let late = Now::at(600_000);
    assert!(game.awaits_arbiter() && game.is_clock_running());
    assert_eq!(game.apply(Command::Tick, late), Ok(Vec::new()));
    let mut other = game.clone();
    game.settle_at_once(late);
    assert!(game.pending().is_some() && !game.is_clock_running());
    assert_eq!(game.apply(Command::Tick, late), Ok(Vec::new()));
    // Where the game goes on, the time that has passed counts.
    let (line, _) = other.unruled().expect("a line");
    other.settle(&line, Ruling::Continue, late);
    let lost = Outcome::win(Side::Black, WinReason::Time);
    let fallen = other.apply(Command::Tick, late);
    assert_eq!(fallen, Ok(vec![Event::Ended(lost)]));
}
