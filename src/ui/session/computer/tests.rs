use super::super::tests::{Log, in_folder, play, restore, wait_for, with_session};
use super::*;
use crate::engine::{Level, Search};
use crate::game::clock::TimeControl;
use crate::game::{Act, Ask, GameTerms, Handicap, Odds, Pause, TakeBacks};
use crate::rules::{Outcome, Rulebook, Setup, Side, Terms, WinReason};
use crate::ui::session::{Colors, Edit};

fn against(side: Side, number: u8) -> GameTerms {
    let level = Level::new(number).expect("a level");
    GameTerms::default().against(Computer { side, level }, "", "Computer")
}

/// Puts a game on the board of a window that is shown.
fn begin(session: &Rc<Session>, game: Game) {
    restore(session, Game::ordinary);
    session.begin(game, Colors::AsNamed);
    session.set_shown(true);
}

fn is_busy(session: &Session) -> bool {
    session.computer.task.borrow().is_some()
}

fn plies(session: &Session) -> usize {
    let state = session.state();
    state.game.record().node(state.game.present()).ply()
}

/// Lets the computer do what it has to do, as the window does.
fn let_reply(session: &Rc<Session>, log: &Log) {
    wait_for("a reply", || log.kinds().contains(&"ReplyDue".to_owned()));
    session.reply();
}

#[test]
fn it_moves_when_it_is_its_turn_and_not_before() {
    with_session(|session, log| {
        begin(session, against(Side::Black, 1).begin());
        assert!(!is_busy(session));
        play(session, "h2e2");
        assert!(is_busy(session));
        session.reply();
        assert_eq!(plies(session), 1, "nothing is due yet");
        let_reply(session, log);
        assert_eq!(plies(session), 2);
        assert!(!is_busy(session));
    });
}

#[test]
fn it_begins_as_red_with_the_person_below() {
    with_session(|session, log| {
        begin(session, against(Side::Red, 1).begin());
        assert_eq!(session.state().bottom, Side::Black);
        let_reply(session, log);
        assert_eq!(plies(session), 1);
    });
}

#[test]
fn it_stops_when_it_is_no_longer_asked() {
    with_session(|session, _| {
        let time = TimeControl::read("600").expect("a time control");
        let timed = GameTerms {
            time,
            ..against(Side::Black, 8)
        };
        begin(session, timed.begin());
        let all = [
            Ask::TakeBack.by(Side::Red),
            Command::Pause(Pause::Asked),
            Act::Resign.by(Side::Red),
        ];
        for command in all {
            play(session, "h2e2");
            assert!(is_busy(session));
            session.apply(command).expect("it can be done");
            assert!(!is_busy(session), "{command:?}");
            session.begin(timed.begin(), Colors::AsNamed);
        }
        play(session, "h2e2");
        session.begin(Game::ordinary(), Colors::AsNamed);
        assert!(!is_busy(session));
    });
}

#[test]
fn it_does_not_think_for_nobody_unless_its_clock_runs() {
    with_session(|session, _| {
        begin(session, against(Side::Black, 8).begin());
        session.set_shown(false);
        play(session, "h2e2");
        assert!(!is_busy(session));
        session.set_shown(true);
        assert!(is_busy(session));
        session.set_shown(false);
        assert!(!is_busy(session));
        let time = TimeControl::read("600").expect("a time control");
        let timed = GameTerms {
            time,
            ..against(Side::Black, 8)
        };
        session.begin(timed.begin(), Colors::AsNamed);
        play(session, "h2e2");
        assert!(is_busy(session));
    });
}

#[test]
fn a_comment_or_a_look_back_does_not_disturb_it_nor_its_move_a_look_back() {
    with_session(|session, log| {
        begin(session, against(Side::Black, 8).begin());
        play(session, "h2e2");
        let search = || session.computer.search.flag().expect("a search");
        let before = search();
        let root = session.state().game.record().root();
        session.edit(&Edit::Comment(root, "hm".to_owned()));
        session.apply(Command::Show(root)).expect("shown");
        assert!(std::sync::Arc::ptr_eq(&before, &search()));
        session.move_now();
        let_reply(session, log);
        let state = session.state();
        assert_eq!(state.game.shown(), root);
        assert_eq!((plies(session), state.game.record().move_count()), (2, 2));
    });
}

#[test]
fn it_declines_a_draw_before_there_was_a_game_and_lets_moves_be_taken_back() {
    with_session(|session, log| {
        let terms = GameTerms {
            take_backs: TakeBacks::Ask,
            ..against(Side::Black, 2)
        };
        begin(session, terms.begin());
        session.apply(Ask::Draw.by(Side::Red)).expect("an offer");
        let_reply(session, log);
        assert_eq!(session.state().game.offer(), None);
        assert_eq!(session.state().game.outcome(), None);
        play(session, "h2e2");
        session.apply(Ask::TakeBack.by(Side::Red)).expect("a move");
        let_reply(session, log);
        assert_eq!(plies(session), 0);
    });
}

#[test]
fn of_two_moves_it_makes_such_as_are_allowed() {
    with_session(|session, log| {
        let handicap = Handicap::new(Odds::TwoMoves, Side::Black, Side::Red);
        let terms = GameTerms {
            handicap: Some(handicap),
            ..against(Side::Red, 1)
        };
        begin(session, terms.begin());
        let_reply(session, log);
        assert_eq!(session.state().game.moves_in_a_row(), 1);
        let_reply(session, log);
        assert_eq!(session.state().game.position().turn(), Side::Black);
        assert!(!is_busy(session));
    });
}

#[test]
fn a_lost_game_is_given_up_until_the_person_wants_to_go_on() {
    with_session(|session, _| {
        let fen = "3k5/9/9/9/9/9/9/R8/9/4K3R b";
        let setup = Setup::from_fen(fen).expect("a position");
        let game = against(Side::Black, 8).begin_from(setup).expect("a game");
        begin(session, game);
        let best: Move = "d9d8".parse().expect("a move");
        let lost = {
            let game = &session.state().game;
            let mut search = Search::new(game.history(), &game.terms(), Memory::new(1));
            search.step(2_000);
            Advice::new(vec![best], search.best().expect("a move").score)
        };
        for moves in ["d9d8 i0i1", "d8d9 i1i0"] {
            // Thinking about a position twice is no second move.
            let decisions = [(); 3].map(|()| session.decide(&lost));
            assert_eq!(decisions[2], Some(Act::Play(best).by(Side::Black)));
            play(session, moves);
        }
        let decided = session.decide(&lost);
        assert_eq!(decided, Some(Act::Resign.by(Side::Black)));
        session
            .apply(Act::Resign.by(Side::Black))
            .expect("in progress");
        let resigned = Outcome::win(Side::Red, WinReason::Resignation);
        assert_eq!(session.state().game.outcome(), Some(resigned));
        session
            .apply(Ask::TakeBack.by(Side::Red))
            .expect("a declaration");
        assert_eq!(session.decide(&lost), Some(Act::Play(best).by(Side::Black)));
    });
}

#[test]
fn in_a_long_quiet_game_a_draw_is_offered_with_a_move() {
    with_session(|session, _| {
        let terms = GameTerms {
            rules: Terms {
                rulebook: Rulebook::Off,
                no_capture: None,
            },
            ..against(Side::Black, 4)
        };
        begin(session, terms.begin());
        session.set_shown(false);
        for _ in 0..10 {
            play(session, "a0a1 a9a8 a1a0 a8a9");
        }
        let scores = (0..40).map(|ply| (ply, Score::EVEN)).collect();
        session.computer.scores.replace(scores);
        let last = Command::from(Act::Play("a8a9".parse().expect("a move")));
        session.offer_draw_after(Act::Resign.by(Side::Black));
        assert_eq!(session.state().game.offer(), None);
        session.offer_draw_after(last);
        let offer = session.state().game.offer();
        assert_eq!(
            offer.map(|offer| (offer.by, offer.ask)),
            Some((Side::Black, Ask::Draw))
        );
    });
}

#[test]
fn after_a_restart_it_makes_the_move_that_it_owes() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), |session, _| {
        begin(session, against(Side::Black, 1).begin());
        play(session, "h2e2");
    });
    in_folder(folder.path(), |session, log| {
        restore(session, Game::ordinary);
        assert!(!is_busy(session), "nobody sees it yet");
        session.set_shown(true);
        let_reply(session, log);
        assert_eq!(plies(session), 2);
    });
}
