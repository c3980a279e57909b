use super::*;
use crate::files::disk;
use crate::game::clock::TimeControl;
use crate::game::{Act, Ask, GameTerms, Offer};
use crate::record::format;
use crate::record::notation::{Notation, write};
use crate::rules::{Outcome, WinReason};

/// Runs a test with a session in a temporary folder, and a main context for its timers.
pub(super) fn with_session(test: impl FnOnce(&Rc<Session>, &Log)) {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), test);
}

pub(super) fn in_folder(folder: &std::path::Path, test: impl FnOnce(&Rc<Session>, &Log)) {
    let context = glib::MainContext::new();
    let run = || {
        let session = Rc::new(Session {
            store: Arc::new(SessionStore::new(folder.join("chuhe"))),
            ..Session::default()
        });
        let log = Log::default();
        let told = log.0.clone();
        session.listen(move |news| told.borrow_mut().push(format!("{news:?}")));
        test(&session, &log);
        session.flush(disk::END_WAIT);
    };
    context.with_thread_default(run).expect("a context");
}

/// Restores the state of the last run, or begins a game.
pub(super) fn restore(
    session: &Rc<Session>,
    begin: impl FnOnce() -> Game,
) -> (Option<FoundSession>, Vec<RestoreLoss>) {
    let loaded = session.load().wait(std::time::Duration::from_secs(20));
    session.restore(loaded.expect("in time"), begin)
}

/// Notifications received, oldest first.
#[derive(Default)]
pub(super) struct Log(Rc<RefCell<Vec<String>>>);

impl Log {
    /// Returns the kinds of news since the last call.
    pub(super) fn kinds(&self) -> Vec<String> {
        let kind = |news: String| {
            let end = news.find(|c: char| !c.is_alphanumeric());
            news[..end.unwrap_or(news.len())].to_owned()
        };
        self.0.take().into_iter().map(kind).collect()
    }
}

/// Runs the main context until a condition holds.
pub(super) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let context = glib::MainContext::ref_thread_default();
    let limit = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !is_so() {
        assert!(std::time::Instant::now() < limit, "waited for {what}");
        context.iteration(false);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

pub(super) fn play(session: &Rc<Session>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = text.parse().expect("a move");
        session.apply(Command::Play(mv)).expect("a legal move");
    }
}

fn moves_on_disk(folder: &std::path::Path) -> usize {
    let bytes = std::fs::read(folder.join("chuhe/session.xiangqi")).expect("a session");
    let loaded = format::read(&bytes).expect("a game");
    loaded.records[0].move_count()
}

fn points(session: &Session) -> Vec<Outcome> {
    let matches = session.matches();
    let last = matches.last().expect("a match");
    last.games().iter().map(|game| game.outcome).collect()
}

#[test]
fn a_move_is_told_kept_and_there_in_the_next_run() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), |session, log| {
        assert!(restore(session, Game::ordinary).0.is_none());
        assert_eq!(log.kinds(), ["Replaced"]);
        play(session, "h2e2 h9g7");
        assert_eq!(log.kinds(), ["Happened", "Happened"]);
        assert!(session.state().unsaved);
        session.flush(disk::END_WAIT);
        assert_eq!(moves_on_disk(folder.path()), 2);
    });
    in_folder(folder.path(), |session, _| {
        assert!(restore(session, Game::ordinary).0.is_none());
        assert_eq!(session.state().game.record().move_count(), 2);
    });
}

#[test]
fn a_refusal_changes_and_tells_nothing() {
    with_session(|session, log| {
        restore(session, Game::ordinary);
        let before = session.revision();
        log.kinds();
        let mv = "e0e2".parse().expect("a move");
        assert!(session.apply(Command::Play(mv)).is_err());
        assert_eq!(log.kinds(), [""; 0]);
        assert_eq!(session.revision(), before);
        assert!(!session.state().unsaved);
    });
}

#[test]
fn a_guard_tells_a_game_that_goes_on_from_another_one() {
    with_session(|session, _| {
        restore(session, Game::ordinary);
        let guard = session.guard();
        assert!(guard.holds());
        session.edit(&Edit::Bottom(Side::Black));
        assert!(guard.holds(), "nobody asks about the way the board lies");
        play(session, "h2e2");
        assert!(!guard.holds() && guard.is_same_game());
        session.begin(Game::ordinary(), Colors::AsNamed);
        assert!(!guard.is_same_game());
    });
}

#[test]
fn an_end_is_counted_once_kept_as_a_file_and_not_counted_after_it_was_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), |session, _| {
        restore(session, Game::ordinary);
        play(session, "h2e2");
        let resign = Act::Resign.by(Side::Black);
        session.apply(resign).expect("in progress");
        let won = Outcome::win(Side::Red, WinReason::Resignation);
        assert_eq!(points(session), [won]);
        session.flush(disk::END_WAIT);
        let files = std::fs::read_dir(session.history()).expect("a folder");
        let names: Vec<_> = files
            .map(|file| file.expect("a file").file_name())
            .collect();
        let noted = session.matches().last().expect("a match").games()[0]
            .file
            .clone();
        assert_eq!(names, [noted.expect("a name").as_str()]);
        // The game is safe in that file.
        assert!(!session.state().unsaved);
        session.apply(Ask::TakeBack).expect("a word");
        assert_eq!(points(session), []);
        session.apply(resign).expect("in progress");
        assert_eq!(points(session), [won]);
    });
    in_folder(folder.path(), |session, _| {
        restore(session, Game::ordinary);
        assert_eq!(points(session).len(), 1, "the matches are kept too");
    });
}

#[test]
fn a_rematch_that_begins_within_the_same_second_counts_as_another_game() {
    with_session(|session, _| {
        restore(session, Game::ordinary);
        for _ in 0..2 {
            let resign = Act::Resign.by(Side::Black);
            session.apply(resign).expect("in progress");
            session.begin(Game::ordinary(), Colors::Swapped);
        }
        assert_eq!(points(session).len(), 2);
    });
}

#[test]
fn edits_are_told_and_kept_and_the_same_name_is_none() {
    with_session(|session, log| {
        restore(session, Game::ordinary);
        log.kinds();
        for _ in 0..2 {
            session.edit(&Edit::Name(Side::Red, "Hu".to_owned()));
        }
        session.edit(&Edit::Seating(Seating::AcrossTable));
        assert_eq!(log.kinds(), ["Edited", "Edited"]);
        let state = session.state();
        assert_eq!(state.game.record().tags.get(Tags::RED), Some("Hu"));
        assert_eq!(state.game.seating(), Seating::AcrossTable);
        let matches = session.matches();
        let last = matches.last().expect("a match");
        assert_eq!(last.name(last.player(Side::Red)), "Hu");
    });
}

#[test]
fn a_comment_waits_a_moment_and_is_written_at_once_when_it_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let comment = || {
        let bytes = std::fs::read(folder.path().join("chuhe/session.xiangqi")).ok()?;
        let loaded = format::read(&bytes).expect("a game");
        Some(loaded.records[0].comment.clone())
    };
    in_folder(folder.path(), |session, _| {
        restore(session, Game::ordinary);
        let root = session.state().game.record().root();
        session.edit(&Edit::Comment(root, "one".to_owned()));
        assert_eq!(comment(), None);
        wait_for("the comment", || comment().as_deref() == Some("one"));
        session.edit(&Edit::Comment(root, "two".to_owned()));
        session.flush(disk::END_WAIT);
        assert_eq!(comment().as_deref(), Some("two"));
    });
}

#[test]
fn a_flag_falls_by_itself() {
    with_session(|session, log| {
        let terms = GameTerms {
            time: TimeControl::read("1").expect("a time control"),
            ..GameTerms::default()
        };
        restore(session, || terms.begin());
        play(session, "h2e2");
        log.kinds();
        wait_for("the flag", || session.state().game.outcome().is_some());
        let lost = Outcome::win(Side::Red, WinReason::Time);
        assert_eq!(points(session), [lost]);
        let kinds = log.kinds();
        assert_eq!(kinds.last().map(String::as_str), Some("Happened"));
        assert!(kinds.iter().any(|kind| kind == "Time"), "{kinds:?}");
    });
}

/// A game whose players sit side by side.
fn side_by_side() -> Game {
    let terms = GameTerms {
        seating: Seating::SideBySide,
        ..GameTerms::default()
    };
    terms.begin()
}

/// Returns the side at the bottom once the board has turned as far as it may.
fn bottom(session: &Rc<Session>) -> Side {
    session.turn_board(false, 0);
    session.state().bottom
}

#[test]
fn side_by_side_the_board_turns_after_a_pause_unless_a_piece_is_held() {
    with_session(|session, log| {
        restore(session, side_by_side);
        play(session, "h2e2");
        log.kinds();
        session.turn_board(true, 5);
        session.turn_board(false, 5);
        assert_eq!(session.state().bottom, Side::Red);
        wait_for("the turn", || log.kinds() == ["TurnDue"]);
        session.turn_board(false, 5);
        assert_eq!(session.state().bottom, Side::Black);
    });
}

#[test]
fn undo_and_redo_turn_the_board_and_an_earlier_position_does_not() {
    with_session(|session, _| {
        restore(session, side_by_side);
        let root = session.state().game.record().root();
        play(session, "h2e2");
        session.apply(Command::Show(root)).expect("shown");
        assert_eq!(bottom(session), Side::Red);
        let present = session.state().game.present();
        session.apply(Command::Show(present)).expect("shown");
        assert_eq!(bottom(session), Side::Black);
        session.apply(Command::Show(root)).expect("shown");
        assert_eq!(bottom(session), Side::Black);
        for (command, side) in [
            (Command::from(Ask::TakeBack), Side::Red),
            (Command::Redo, Side::Black),
        ] {
            session.apply(command).expect("a move");
            assert_eq!(bottom(session), side);
        }
    });
}

#[test]
fn a_turn_by_hand_holds_until_the_next_move_to_another_side() {
    with_session(|session, _| {
        restore(session, side_by_side);
        play(session, "h2e2");
        assert_eq!(bottom(session), Side::Black);
        session.edit(&Edit::Bottom(Side::Red));
        assert_eq!(bottom(session), Side::Red);
        play(session, "h9g7");
        assert_eq!(bottom(session), Side::Red);
        play(session, "h0g2");
        assert_eq!(bottom(session), Side::Black);
    });
}

#[test]
fn the_board_stays_at_the_end_and_a_new_game_has_red_at_the_bottom() {
    with_session(|session, _| {
        restore(session, side_by_side);
        play(session, "h2e2");
        assert_eq!(bottom(session), Side::Black);
        let resign = Act::Resign.by(Side::Black);
        session.apply(resign).expect("in progress");
        assert_eq!(bottom(session), Side::Black);
        session.begin(side_by_side(), Colors::AsNamed);
        assert_eq!(bottom(session), Side::Red);
    });
}

#[test]
fn side_by_side_a_game_that_is_opened_or_restored_faces_the_player_to_move() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), |session, _| {
        restore(session, Game::ordinary);
        let mut game = side_by_side();
        let mv = Command::Play("h2e2".parse().expect("a move"));
        game.apply(mv, time::now()).expect("a legal move");
        session.replace(SessionState::new(game));
        assert_eq!(session.state().bottom, Side::Black);
    });
    in_folder(folder.path(), |session, _| {
        restore(session, Game::ordinary);
        assert_eq!(session.state().bottom, Side::Black);
    });
}

#[test]
fn across_the_table_a_rematch_takes_the_pieces_to_the_players() {
    with_session(|session, _| {
        let terms = GameTerms {
            seating: Seating::AcrossTable,
            ..GameTerms::default()
        };
        restore(session, || terms.begin());
        session.begin(terms.begin(), Colors::Swapped);
        assert_eq!(session.state().bottom, Side::Black);
        session.begin(terms.begin(), Colors::AsNamed);
        assert_eq!(session.state().bottom, Side::Black);
    });
}

#[test]
fn what_was_saved_is_unsaved_again_if_it_changed_meanwhile() {
    with_session(|session, log| {
        restore(session, Game::ordinary);
        play(session, "h2e2");
        let place = |state: &mut SessionState| state.file = Some("file:///game".to_owned());
        let guard = session.guard();
        session.note_saved(&guard, place);
        assert!(!session.state().unsaved);
        let guard = session.guard();
        play(session, "h9g7");
        log.kinds();
        session.note_saved(&guard, place);
        assert!(session.state().unsaved);
        assert_eq!(log.kinds(), ["Saved"]);
    });
}

#[test]
fn an_offer_is_kept_and_a_snapshot_stays_as_it_was() {
    with_session(|session, _| {
        restore(session, Game::ordinary);
        play(session, "h2e2");
        let before = session.state();
        session.apply(Ask::Draw.by(Side::Red)).expect("in progress");
        let offer = Offer {
            by: Side::Red,
            ask: Ask::Draw,
            plies: 0,
        };
        assert_eq!(session.state().game.offer(), Some(offer));
        assert_eq!(before.game.offer(), None);
    });
}

#[test]
fn a_second_run_keeps_nothing_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), |session, _| {
        restore(session, Game::ordinary);
        play(session, "h2e2");
        session.flush(disk::END_WAIT);
        in_folder(folder.path(), |second, _| {
            let (found, _) = restore(second, Game::ordinary);
            assert!(matches!(found, Some(FoundSession::InUse)));
            assert!(!second.is_restorable());
            play(second, "b2e2 h9g7 h0g2");
        });
        assert_eq!(moves_on_disk(folder.path()), 1);
    });
}

#[test]
fn a_disk_that_fails_is_reported_once() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), |session, log| {
        restore(session, Game::ordinary);
        // Nothing can be written if a file is in the way of the folder.
        std::fs::remove_dir_all(folder.path().join("chuhe")).expect("removed");
        std::fs::write(folder.path().join("chuhe"), b"in the way").expect("written");
        let is_report = |kind: &String| kind == "SessionNotSaved";
        play(session, "h2e2");
        wait_for("the report", || log.kinds().iter().any(is_report));
        assert!(!session.is_restorable());
        play(session, "h9g7");
        disk::flush(disk::END_WAIT);
        let context = glib::MainContext::ref_thread_default();
        while context.iteration(false) {}
        assert!(!log.kinds().iter().any(is_report), "told twice");
    });
}

#[test]
fn the_listener_may_use_the_session() {
    with_session(|session, _| {
        restore(session, Game::ordinary);
        let again = Rc::downgrade(session);
        let written: Rc<RefCell<String>> = Rc::default();
        let text = written.clone();
        session.listen(move |news| {
            let (News::Happened([Event::Played(played), ..]), Some(session)) =
                (news, again.upgrade())
            else {
                return;
            };
            let game = &session.state().game;
            let before = game.record().node(game.record().root()).position();
            text.replace(write(before, played.mv, Notation::Wxf));
            session.edit(&Edit::Bottom(Side::Black));
        });
        play(session, "h2e2");
        assert_eq!(*written.borrow(), "C2=5");
        assert_eq!(session.state().bottom, Side::Black);
    });
}
