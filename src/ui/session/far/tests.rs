use super::*;
use crate::game::clock::TimeControl;
use crate::game::{Agreement, TakeBacks};
use crate::rules::{Outcome, WinReason};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// One program, and the news it received.
struct End {
    game: Rc<FarGame>,
    told: Rc<RefCell<Vec<String>>>,
}

impl End {
    fn new(game: Rc<FarGame>) -> Self {
        let told = Rc::new(RefCell::new(Vec::new()));
        let (log, weak) = (told.clone(), Rc::downgrade(&game));
        game.observe(move |news| {
            log.borrow_mut().push(format!("{news:?}"));
            if matches!(news, FarNews::Effect(Effect::Proposed(_))) {
                weak.upgrade().expect("a game").order(Order::Answer(true));
            }
        });
        Self { game, told }
    }

    fn has_heard(&self, what: &str) -> bool {
        self.told.borrow().iter().any(|news| news.contains(what))
    }

    fn is_live(&self) -> bool {
        self.game.session().is_live()
    }

    fn plies(&self) -> usize {
        self.game
            .session()
            .log()
            .map_or(0, |log| log.entries().len())
    }

    fn play(&self, mv: &str) {
        self.game.act(Act::Play(mv.parse().expect("a move")));
    }
}

fn in_context(test: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    let context = glib::MainContext::new();
    context
        .with_thread_default(|| test(folder.path()))
        .expect("a context");
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let context = glib::MainContext::ref_thread_default();
    let limit = std::time::Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(std::time::Instant::now() < limit, "waited for {what}");
        context.iteration(false);
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn invite(folder: &Path) -> (End, Invited) {
    let agreed = Agreement {
        time: TimeControl::read("300+3").expect("a time control"),
        take_backs: TakeBacks::Ask,
        ..Agreement::default()
    };
    let file = folder.join("host.json");
    let invited = FarGame::invite("Anna", (agreed, Side::Red), Reach::Loopback, file);
    let (game, invited) = invited.expect("a port");
    (End::new(game), invited)
}

fn join(folder: &Path, target: Target) -> End {
    End::new(FarGame::join("Bo", target, folder.join("guest.json")))
}

fn by_code(invited: &Invited, code: &str) -> Target {
    Target {
        hosts: vec![format!("127.0.0.1:{}", invited.invitation.port())],
        secret: Secret::code(code).expect("six digits"),
    }
}

fn wrong_code(invited: &Invited) -> &'static str {
    if invited.code == "000 000" {
        "000001"
    } else {
        "000000"
    }
}

/// A game that has begun.
fn begun(folder: &Path) -> [End; 2] {
    let (host, invited) = invite(folder);
    let guest = join(folder, (&invited.invitation).into());
    wait_for("both", || host.is_live() && guest.is_live());
    [host, guest]
}

#[test]
fn a_game_is_played_over_sockets() {
    in_context(|folder| {
        let [host, guest] = begun(folder);
        for (plies, mv) in ["h2e2", "h9g7", "h0g2", "i9h9"].into_iter().enumerate() {
            [&host, &guest][plies % 2].play(mv);
            wait_for(mv, || [&host, &guest].iter().all(|end| end.plies() > plies));
        }
        guest.game.act(Act::Resign);
        let outcome = |end: &End| -> Option<Outcome> { end.game.session().game()?.outcome() };
        wait_for("the end", || outcome(&host).is_some());
        wait_for("the end", || outcome(&guest).is_some());
        assert_eq!(
            outcome(&host),
            Some(Outcome::win(Side::Red, WinReason::Resignation))
        );
        let names = guest
            .game
            .session()
            .game()
            .map(|game| Agreement::of(game.record()).names);
        assert_eq!(
            names.map(|names| [names.red, names.black]),
            Some(["Anna".into(), "Bo".into()])
        );
    });
}

#[test]
fn a_move_is_saved_privately_before_it_is_sent() {
    in_context(|folder| {
        let [host, guest] = begun(folder);
        host.play("h2e2");
        wait_for("the move", || guest.plies() == 1);
        let file = folder.join("host.json");
        let saved = FarGame::restore(file.clone(), Reach::Loopback).expect("a game");
        assert_eq!(
            saved.session().log().map(|log| log.entries().len()),
            Some(1)
        );
        let mode = std::fs::metadata(file)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    });
}

#[test]
fn either_program_reconnects_by_itself() {
    in_context(|folder| {
        let [mut host, mut guest] = begun(folder);
        host.play("h2e2");
        wait_for("the move", || guest.plies() == 1);
        drop(host);
        wait_for("the guest to see it", || !guest.is_live());
        assert!(guest.game.away().is_some());
        guest.play("h9g7");
        let game = FarGame::restore(folder.join("host.json"), Reach::Loopback).expect("a game");
        game.reconnect().expect("its port");
        host = End::new(game);
        wait_for("the answer", || host.is_live() && host.plies() == 2);
        wait_for("the guest", || guest.is_live() && guest.plies() == 2);
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        let game = FarGame::restore(folder.join("guest.json"), Reach::Loopback).expect("a game");
        game.reconnect().expect("nothing to fail");
        guest = End::new(game);
        wait_for("both", || host.is_live() && guest.is_live());
        host.play("h0g2");
        wait_for("the move", || guest.plies() == 3);
    });
}

#[test]
fn the_code_suffices_and_a_wrong_one_is_reported() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let guest = join(folder, by_code(&invited, wrong_code(&invited)));
        wait_for("a word", || guest.has_heard("Closed(WrongCode)"));
        let guest = join(folder, by_code(&invited, &invited.code));
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

#[test]
fn five_wrong_codes_withdraw_the_invitation() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        for _ in 0..5 {
            let guest = join(folder, by_code(&invited, wrong_code(&invited)));
            wait_for("a word", || guest.has_heard("Closed(WrongCode)"));
        }
        wait_for("the end of it", || host.has_heard("Withdrawn"));
        let guest = join(folder, (&invited.invitation).into());
        wait_for("no answer", || guest.has_heard("Unreached"));
    });
}

#[test]
fn strangers_are_turned_away_and_the_invitation_stays() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let call = || TcpStream::connect(("127.0.0.1", invited.invitation.port())).expect("a game");
        let mut silent: Vec<_> = (0..4).map(|_| call()).collect();
        wait_for("all of them", || host.game.callers.borrow().len() == 4);
        let mut fifth = call();
        fifth.set_nonblocking(true).expect("a socket");
        wait_for("the fifth to go", || matches!(fifth.read(&mut [0]), Ok(0)));
        for stream in &mut silent {
            stream
                .write_all(b"GET / HTTP/1.1\r\n\r\n")
                .expect("a request");
        }
        wait_for("them to go", || host.game.callers.borrow().is_empty());
        let guest = join(folder, (&invited.invitation).into());
        wait_for("both", || host.is_live() && guest.is_live());
    });
}
