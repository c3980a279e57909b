use super::*;
use crate::game::clock::TimeControl;
use crate::game::{Act, GameTerms, TakeBacks};
use crate::remote::{Family, FriendsLine, Invitation, JoinTarget, LEASE, MappingProtocol};
use crate::remote::{PortMapping, PortMappingError};
use crate::rules::{Outcome, WinReason};
use rustix::net::sockopt;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// One program, and the news it received.
struct End {
    game: Rc<RemoteGame>,
    told: Rc<RefCell<Vec<String>>>,
}

impl End {
    fn new(game: Rc<RemoteGame>) -> Self {
        let told = Rc::new(RefCell::new(Vec::new()));
        let (log, weak) = (told.clone(), Rc::downgrade(&game));
        game.observe(move |news| {
            log.borrow_mut().push(format!("{news:?}"));
            if matches!(news, RemoteNews::Effect(Effect::Proposed(_))) {
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

    fn is_saved(&self) -> bool {
        self.game.tasks.borrow().is_empty() && !self.game.is_running.get()
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
    invite_as(folder, Some(Side::Red))
}

fn invite_as(folder: &Path, own: Option<Side>) -> (End, Invited) {
    let terms = GameTerms {
        time: TimeControl::read("300+3").expect("a time control"),
        take_backs: TakeBacks::Ask,
        ..GameTerms::default()
    };
    let folder = folder.join("host");
    let invited = RemoteGame::invite(
        "Anna",
        HostTerms { game: terms, own },
        Access::default(),
        Reach::Loopback,
        folder,
    );
    let (game, invited) = invited.expect("a port");
    (End::new(game), invited)
}

fn join(folder: &Path, target: JoinTarget) -> End {
    let folder = folder.join("guest");
    End::new(RemoteGame::join("Bo", target, Reach::Loopback, folder))
}

/// The program is started again.
fn restored(folder: &Path, who: &str) -> Rc<RemoteGame> {
    let folder = folder.join(who);
    let mut files = folder.read_dir().expect("a folder");
    let file = files.next().expect("a game").expect("a file").path();
    let id = file
        .file_stem()
        .and_then(|name| name.to_str()?.parse().ok());
    let id = id.expect("the id of a match");
    RemoteGame::restore(folder, id, Reach::Loopback).expect("a game")
}

fn by_code(invited: &Invited, code: &str) -> JoinTarget {
    JoinTarget {
        hosts: vec![invited.invitation.addresses()[0].to_string()],
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

/// A game in which the host has moved.
fn started(folder: &Path) -> [End; 2] {
    let [host, guest] = begun(folder);
    host.play("h2e2");
    wait_for("the move", || guest.plies() == 1);
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
            .map(|game| GameTerms::of(game.record()).names);
        assert_eq!(
            names.map(|names| [names.red, names.black]),
            Some(["Anna".into(), "Bo".into()])
        );
    });
}

#[test]
fn a_move_is_saved_privately_before_it_is_sent() {
    in_context(|folder| {
        let [host, _guest] = started(folder);
        let saved = End::new(restored(folder, "host"));
        assert_eq!(saved.plies(), 1);
        let file = host.game.file().expect("a file");
        let mode = std::fs::metadata(file)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    });
}

#[test]
fn nothing_is_sent_while_the_game_cannot_be_saved() {
    in_context(|folder| {
        let [host, guest] = begun(folder);
        wait_for("the files", || host.is_saved());
        let own = folder.join("host");
        std::fs::remove_dir_all(&own).expect("a folder");
        std::fs::write(&own, "in the way").expect("a file");
        host.play("h2e2");
        wait_for("the news", || host.has_heard("Unsaved"));
        assert!(host.game.is_unsaved());
        assert_eq!(host.plies(), 1, "the move is on the own board");
        // The second attempt fails, too, and tells nothing new.
        let waiting = Duration::from_secs(3);
        let until = std::time::Instant::now() + waiting;
        wait_for("another attempt", || std::time::Instant::now() > until);
        assert_eq!(guest.plies(), 0);
        assert!(host.is_live() && guest.is_live(), "the connection stays");
        std::fs::remove_file(&own).expect("a file");
        wait_for("the move", || guest.plies() == 1);
        assert!(host.has_heard("SavedAgain") && !host.game.is_unsaved());
        let told = host.told.borrow();
        let unsaved = told.iter().filter(|news| news.starts_with("Unsaved"));
        assert_eq!(unsaved.count(), 1);
    });
}

#[test]
fn either_program_reconnects_by_itself() {
    in_context(|folder| {
        let [mut host, mut guest] = started(folder);
        drop(host);
        wait_for("the guest to see it", || !guest.is_live());
        assert!(guest.game.away().is_some());
        guest.play("h9g7");
        host = End::new(restored(folder, "host"));
        host.game.reconnect();
        wait_for("the answer", || host.is_live() && host.plies() == 2);
        wait_for("the guest", || guest.is_live() && guest.plies() == 2);
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        guest = End::new(restored(folder, "guest"));
        guest.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
        host.play("h0g2");
        wait_for("the move", || guest.plies() == 3);
    });
}

#[test]
fn a_new_invitation_continues_the_game_of_the_friend_only() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        let invited = host
            .game
            .invite_again(Access::default())
            .expect("an invitation");
        for by_code_only in [false, true] {
            let target = match by_code_only {
                false => (&invited.invitation).into(),
                true => by_code(&invited, &invited.code),
            };
            let other = folder.join("other");
            let other = End::new(RemoteGame::join("Cy", target, Reach::Loopback, other));
            wait_for("a word", || other.has_heard("Closed(UnknownGame)"));
            assert!(!host.is_live() && !other.has_heard("Begun"));
        }
        let invited = host
            .game
            .invite_again(Access::default())
            .expect("an invitation");
        // The friend's program has played another game since, or none.
        let guest = join(folder, (&invited.invitation).into());
        wait_for("both", || host.is_live() && guest.is_live());
        assert!(guest.has_heard("Begun"));
        assert_eq!(guest.plies(), 1);
        guest.play("h9g7");
        wait_for("the move", || host.plies() == 2);
        // An invitation is used up.
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        let again = join(folder, (&invited.invitation).into());
        wait_for("a word", || again.has_heard("Closed"));
        assert!(!host.is_live());
        let guest = End::new(restored(folder, "guest"));
        guest.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

#[test]
fn a_host_whose_port_is_taken_invites_anew() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        let port = host.game.port.get();
        drop(host);
        let taken = std::net::TcpListener::bind(("127.0.0.1", port)).expect("its port");
        let host = End::new(restored(folder, "host"));
        let moved = Rc::new(RefCell::new(None));
        let seen = moved.clone();
        host.game.observe(move |news| {
            if let RemoteNews::Moved(invited) = news {
                seen.replace(Some((*invited).clone()));
            }
        });
        host.game.reconnect();
        wait_for("an invitation", || moved.borrow().is_some());
        let invited = moved.take().expect("an invitation");
        assert_ne!(invited.invitation.addresses()[0].port(), port);
        // The invitation is not needed where the host can dial the guest, who learns the new port.
        wait_for("both", || host.is_live() && guest.is_live());
        drop((taken, guest));
        wait_for("the host to see it", || !host.is_live());
        forget_addresses(&host);
        let guest = End::new(restored(folder, "guest"));
        guest.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

/// Keeps a program from dialing.
fn forget_addresses(end: &End) {
    end.game.stop_dialing();
    end.game.hosts.take();
}

fn addresses(end: &End) -> Vec<String> {
    let own = end.game.own_addresses();
    own.iter().map(ToString::to_string).collect()
}

#[test]
fn either_program_finds_the_other_after_a_restart() {
    in_context(|folder| {
        for (round, (restarts, dials)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
            let folder = folder.join(round.to_string());
            std::fs::create_dir(&folder).expect("a folder");
            let mut ends = begun(&folder);
            ends[0].play("h2e2");
            wait_for("the move", || ends[1].plies() == 1);
            let who = ["host", "guest"][restarts];
            let gone = ends[restarts].game.clone();
            gone.retire();
            wait_for("the other to see it", || !ends[1 - restarts].is_live());
            ends[restarts] = End::new(restored(&folder, who));
            forget_addresses(&ends[1 - dials]);
            ends[restarts].game.reconnect();
            wait_for("both", || ends.iter().all(End::is_live));
            ends[1].play("h9g7");
            wait_for("the move", || ends[0].plies() == 2);
        }
    });
}

#[test]
fn two_that_dial_at_once_share_one_connection() {
    in_context(|folder| {
        let ends = begun(folder);
        for round in 0..40 {
            for end in &ends {
                end.game
                    .hosts
                    .replace(addresses(&ends[usize::from(end.game.role == Role::Host)]));
                end.game.session.borrow_mut().disconnect(now());
                end.game.drop_transport();
            }
            ends[round % 2].game.dial();
            let delay = Duration::from_micros(round as u64 * 50);
            let until = std::time::Instant::now() + delay;
            wait_for("the other", || std::time::Instant::now() >= until);
            ends[1 - round % 2].game.dial();
            wait_for("both", || ends.iter().all(End::is_live));
            let text = format!("round {round}");
            ends[round % 2].game.order(Order::Chat(text.clone()));
            wait_for("a word", || ends[1 - round % 2].has_heard(&text));
        }
    });
}

/// Passes bytes on until it is told to hang up on the second of two programs, which the first does not notice.
fn half_open(port: u16) -> (u16, impl FnOnce()) {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let own = listener.local_addr().expect("an address").port();
    let (line, lines) = std::sync::mpsc::channel::<TcpStream>();
    std::thread::spawn(move || {
        let (near, _) = listener.accept().expect("a caller");
        let far = TcpStream::connect(("127.0.0.1", port)).expect("a host");
        line.send(far.try_clone().expect("a socket"))
            .expect("a test");
        line.send(near.try_clone().expect("a socket"))
            .expect("a test");
        for (mut from, mut to) in [(&near, &far), (&far, &near)].map(|(from, to)| {
            let both = [from, to].map(|one| one.try_clone().expect("a socket"));
            let [from, to] = both;
            (from, to)
        }) {
            std::thread::spawn(move || std::io::copy(&mut from, &mut to));
        }
    });
    (own, move || {
        let far = lines.recv().expect("a line");
        far.shutdown(std::net::Shutdown::Both).expect("a line");
        std::mem::forget(lines);
    })
}

#[test]
fn a_host_calls_a_guest_that_has_not_noticed_the_loss() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let (port, hang_up) = half_open(host.game.port.get());
        let mut target = JoinTarget::from(&invited.invitation);
        target.hosts = vec![format!("127.0.0.1:{port}")];
        let guest = join(folder, target);
        wait_for("both", || host.is_live() && guest.is_live());
        assert!(!host.game.hosts.borrow().is_empty(), "told over the line");
        hang_up();
        wait_for("the host to see it", || !host.is_live());
        assert!(guest.is_live());
        wait_for("the host", || host.is_live());
        host.play("h2e2");
        wait_for("the move", || guest.plies() == 1);
        assert!(!guest.has_heard("Closed"));
    });
}

#[test]
fn a_guest_who_reaches_nobody_answers_and_the_host_dials() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let (_, other) = invite(&folder.join("third"));
        let mut target = JoinTarget::from(&invited.invitation);
        // Nobody listens there.
        target.hosts = vec!["127.0.0.1:1".into()];
        let guest = join(folder, target);
        wait_for("a word", || guest.has_heard("Unreached"));
        let answer = guest.game.answer().expect("an answer");
        let line: FriendsLine = answer.to_string().parse().expect("a line");
        assert_eq!(line, FriendsLine::Answer(answer.clone()));
        let third = Invitation::answer(&other.invitation.secret(), &guest.game.own_addresses());
        assert!(!host.game.take_answer(&third.expect("an answer")));
        assert!(!host.game.is_answered());
        assert!(host.game.take_answer(&answer));
        wait_for("both", || host.is_live() && guest.is_live());
        assert!(!host.has_heard("Unreached"), "the guest was reached");
        assert!(!host.game.take_answer(&answer), "it is used up");
        assert_eq!(guest.game.answer(), None);
    });
}

#[test]
fn a_stranger_who_calls_a_guest_gets_no_answer_and_disturbs_nothing() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let guest = join(folder, by_code(&invited, &invited.code));
        assert!(!guest.game.is_listening(), "a code could be guessed");
        wait_for("both", || host.is_live() && guest.is_live());
        let port = guest.game.port.get();
        for text in ["GET / HTTP/1.1\r\n\r\n", ""] {
            let mut stranger = TcpStream::connect(("127.0.0.1", port)).expect("a guest");
            stranger.write_all(text.as_bytes()).expect("a request");
            wait_for("the handshake", || !guest.game.calls.borrow().is_empty());
            if text.is_empty() {
                drop(stranger);
            }
            wait_for("its end", || guest.game.calls.borrow().is_empty());
        }
        assert!(!guest.has_heard("Closed"));
        host.play("h2e2");
        wait_for("the move", || guest.plies() == 1);
    });
}

/// Whoever listens at an address of the friend: answers each caller, and keeps the connection.
fn stranger(answer: &'static [u8]) -> String {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        for mut caller in listener.incoming().flatten() {
            let _ = caller.write_all(answer);
            kept.push(caller);
        }
    });
    address
}

#[test]
fn a_stranger_at_another_address_keeps_nobody_from_the_friend() {
    let newer = b"\0\0\0\x0d\x01{\"proto\":[9]}";
    for answer in [&b""[..], newer, b"HTTP/1.1 400 Bad Request\r\n\r\n"] {
        in_context(|folder| {
            let (host, invited) = invite(folder);
            let mut target = JoinTarget::from(&invited.invitation);
            target.hosts.insert(0, stranger(answer));
            let began = std::time::Instant::now();
            let guest = join(folder, target);
            wait_for("both", || host.is_live() && guest.is_live());
            host.play("h2e2");
            wait_for("the move", || guest.plies() == 1);
            drop(host);
            wait_for("the guest to see it", || !guest.is_live());
            // Other strangers have the addresses that the friend had.
            let hosts = guest.game.hosts.take();
            let strangers = [stranger(answer), stranger(answer)];
            guest
                .game
                .hosts
                .replace([strangers.to_vec(), hosts].concat());
            let host = End::new(restored(folder, "host"));
            forget_addresses(&host);
            host.game.reconnect();
            wait_for("both", || host.is_live() && guest.is_live());
            assert!(
                began.elapsed() < Duration::from_secs(18),
                "no handshake was waited for"
            );
        });
    }
}

#[test]
fn a_stranger_who_calls_stops_no_attempt_at_the_friend() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        drop(host);
        wait_for("the guest to see it", || !guest.is_live());
        let port = guest.game.port.get();
        let silent = TcpStream::connect(("127.0.0.1", port)).expect("a guest");
        wait_for("the handshake", || !guest.game.calls.borrow().is_empty());
        wait_for("an attempt", || guest.has_heard("Unreached"));
        drop(silent);
        let host = End::new(restored(folder, "host"));
        forget_addresses(&host);
        host.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

#[test]
fn announcements_put_off_no_attempt_and_reach_nobody_who_has_left() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        drop(host);
        wait_for("the guest to see it", || !guest.is_live());
        let host = End::new(restored(folder, "host"));
        forget_addresses(&host);
        host.game.reconnect();
        guest.game.tries.set(5);
        let mut count = 0;
        wait_for("both", || {
            // A stranger announces the guest’s friend at one address after the other.
            count += 1;
            let found = format!("127.0.0.1:{}", 1024 + count % 8);
            guest.game.find_nearby(vec![found]);
            host.is_live() && guest.is_live()
        });
        guest.game.find_nearby(vec!["127.0.0.1:1024".into()]);
        assert!(!guest.game.redial.is_pending(), "they are connected");
        guest.game.leave();
        guest.game.find_nearby(vec!["127.0.0.1:1024".into()]);
        assert!(!guest.game.redial.is_pending(), "the player has left");
    });
}

#[test]
fn an_answer_from_somebody_else_displaces_no_address_of_the_friend() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        let known = host.game.hosts.borrow().clone();
        assert!(!known.is_empty());
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        let invited = host.game.invite_again(Access::default());
        let secret = invited.expect("an invitation").invitation.secret();
        let many: Vec<_> = (0..8)
            .map(|n| ([127, 0, 0, 1], 40_000 + n).into())
            .collect();
        let answer = Invitation::answer(&secret, &many).expect("an answer");
        assert!(host.game.take_answer(&answer));
        assert!(host.game.is_answered());
        assert_eq!(*host.game.hosts.borrow(), known);
        host.game.cancel_invitation();
        assert!(!host.game.is_answered() && !host.game.take_answer(&answer));
        // The friend is still dialed.
        let guest = End::new(restored(folder, "guest"));
        forget_addresses(&guest);
        guest.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

#[test]
fn a_connection_that_nobody_reads_is_not_kept() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        sockopt::set_socket_recv_buffer_size(&listener, 4096).expect("a socket");
        let address = listener.local_addr().expect("an address").to_string();
        let dialed = Rc::new(RefCell::new(None));
        let slot = dialed.clone();
        glib::spawn_future_local(async move {
            slot.replace(sockets::dial(&address, None).await);
        });
        wait_for("a connection", || dialed.borrow().is_some());
        let (friend, _) = listener.accept().expect("a caller");
        let receive = weak!(host.game, |game, transport: &_, bytes: &_| game
            .receive_from_friend(transport, bytes));
        let stream = dialed.take().expect("a connection");
        sockopt::set_socket_send_buffer_size(stream.socket(), 4096).expect("a socket");
        let transport = Transport::new(stream, receive);
        transport.send(&[0; 900_000]);
        let kept = Rc::downgrade(&transport);
        host.game.transport.replace(Some(transport));
        friend
            .shutdown(std::net::Shutdown::Write)
            .expect("a connection");
        wait_for("its end", || kept.upgrade().is_none());
    });
}

fn mapping(external: &str) -> PortMapping {
    PortMapping {
        external: external.parse().expect("an address"),
        lifetime: LEASE,
        protocol: MappingProtocol::Pcp,
    }
}

/// A friend who is waited for is told where the router lets in now, or that it does not any more.
#[test]
fn an_invitation_follows_the_router_with_the_same_secret() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let moved = Rc::new(RefCell::new(Vec::new()));
        let seen = moved.clone();
        host.game.observe(move |news| {
            if let RemoteNews::Moved(invited) = news {
                seen.borrow_mut().push((*invited).clone());
            }
        });
        let (first, second) = ("203.0.113.7:40000", "203.0.113.8:40000");
        let lost = Err(PortMappingError::Unanswered);
        host.game.follow_router((Family::Six, lost));
        for reply in [
            Ok(mapping(first)),
            Ok(mapping(first)),
            Ok(mapping(second)),
            lost,
        ] {
            host.game.follow_router((Family::Four, reply));
        }
        let moved = moved.borrow();
        let told = moved
            .iter()
            .map(|one| one.invitation.addresses()[0].to_string());
        let own = invited.invitation.addresses()[0].to_string();
        assert_eq!(told.collect::<Vec<_>>(), [first, second, &own]);
        assert!(
            moved
                .iter()
                .all(|one| one.invitation.secret() == invited.invitation.secret())
        );
        let outcome = moved[2].router.map(|router| router.outcome());
        assert_eq!(outcome, Some(Err(PortMappingError::Unanswered)));
        assert!(host.game.router.borrow().is_none());
        let guest = join(folder, (&moved[2].invitation).into());
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

/// Whoever leaves keeps nothing open and nothing running, whatever was going on.
#[test]
fn who_leaves_while_looking_for_a_friend_keeps_nothing() {
    in_context(|folder| {
        let (waiting, _) = invite(folder);
        let (dialing, invited) = invite(&folder.join("dialing"));
        let secret = invited.invitation.secret();
        let silent: std::net::SocketAddr = stranger(b"").parse().expect("an address");
        let answer = Invitation::answer(&secret, &[silent]).expect("an answer");
        assert!(dialing.game.take_answer(&answer));
        let mut target = JoinTarget::from(&invited.invitation);
        target.hosts = vec![silent.to_string()];
        let shaking = join(folder, target.clone());
        target.hosts = vec!["127.0.0.1:1".into()];
        let unreached = join(folder, target);
        wait_for("a handshake", || {
            !shaking.game.calls.borrow().is_empty() && !dialing.game.callers.borrow().is_empty()
        });
        wait_for("an attempt", || unreached.has_heard("Unreached"));
        for end in [waiting, dialing, shaking, unreached] {
            let port = end.game.port.get();
            end.game.observe(|_| {});
            end.game.leave();
            assert!(!end.game.redial.is_pending() && end.game.is_idle());
            let kept = Rc::downgrade(&end.game);
            drop(end);
            wait_for("its end", || kept.upgrade().is_none());
            wait_for("its port", || {
                std::net::TcpListener::bind(("127.0.0.1", port)).is_ok()
            });
        }
    });
}

#[test]
fn a_game_is_written_without_a_break() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        wait_for("the files", || guest.is_saved());
        let file = guest.game.file().expect("a file");
        std::fs::remove_file(&file).expect("a file");
        guest.game.write();
        assert!(file.exists());
        guest.play("h9g7");
        wait_for("the move", || host.plies() == 2);
    });
}

#[test]
fn a_program_does_not_dial_itself() {
    in_context(|folder| {
        let (host, _) = invite(folder);
        host.game.hosts.replace(addresses(&host));
        host.game.dial();
        wait_for("the end", || host.has_heard("Unreached"));
        assert!(host.game.callers.borrow().is_empty());
    });
}

fn proposal_id(end: &End) -> Option<GameId> {
    end.game.session().log().map(|log| log.proposal().id)
}

#[test]
fn a_rematch_is_proposed_by_either_and_after_a_restart_by_both() {
    in_context(|folder| {
        let [mut host, mut guest] = begun(folder);
        let first = proposal_id(&host);
        guest.game.act(Act::Resign);
        let is_over = |end: &End| -> bool {
            let session = end.game.session();
            session.game().is_some_and(|game| game.outcome().is_some())
        };
        wait_for("the end", || is_over(&host) && is_over(&guest));
        let terms = |end: &End| {
            let session = end.game.session();
            let game = session.game().expect("a game");
            GameTerms::of(game.record()).swapped()
        };
        guest.game.propose_rematch(&terms(&guest), Side::Red);
        wait_for("a rematch", || !is_over(&host) && !is_over(&guest));
        let second = proposal_id(&host);
        assert_ne!(second, first);
        assert_eq!(host.game.session().side(), Some(Side::Black));
        host.game.act(Act::Resign);
        wait_for("the end", || is_over(&host) && is_over(&guest));
        wait_for("the files", || {
            !host.game.is_running.get() && !guest.game.is_running.get()
        });
        drop((host, guest));
        host = End::new(restored(folder, "host"));
        guest = End::new(restored(folder, "guest"));
        assert!(
            host.game.is_idle() && guest.game.is_idle(),
            "nothing listens"
        );
        guest.game.propose_rematch(&terms(&guest), Side::Black);
        host.game.propose_rematch(&terms(&host), Side::Red);
        assert!(!host.game.is_idle() && !guest.game.is_idle());
        wait_for("a rematch", || host.is_live() && !is_over(&host));
        wait_for("a rematch", || guest.is_live() && !is_over(&guest));
        assert_eq!(proposal_id(&host), proposal_id(&guest));
        assert_ne!(proposal_id(&host), second);
    });
}

#[test]
fn colors_are_drawn_by_chance() {
    in_context(|folder| {
        let (host, invited) = invite_as(folder, None);
        let guest = join(folder, (&invited.invitation).into());
        wait_for("both", || host.is_live() && guest.is_live());
        let session = guest.game.session();
        let log = session.log().expect("a game");
        assert!(log.proposal().drawn);
        assert_eq!(session.side(), host.game.session().side().map(|side| !side));
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
fn five_wrong_codes_withdraw_the_code_and_not_the_line() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        for tried in 1..=5 {
            let guest = join(folder, by_code(&invited, wrong_code(&invited)));
            let why = if tried < 5 {
                "WrongCode"
            } else {
                "CodeWithdrawn"
            };
            wait_for(why, || guest.has_heard(&format!("Closed({why})")));
        }
        wait_for("the end of it", || host.has_heard("CodeWithdrawn"));
        let guest = join(folder, by_code(&invited, &invited.code));
        wait_for("a word", || guest.has_heard("Closed(CodeWithdrawn)"));
        let guest = join(folder, (&invited.invitation).into());
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

/// A guest who joins somebody else, or a friend for another game, loses nothing.
#[test]
fn a_wrong_invitation_changes_nothing_that_is_kept() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        drop(host);
        wait_for("the guest to see it", || !guest.is_live());
        wait_for("the files", || guest.is_saved());
        let file = guest.game.file().expect("a file");
        let before = std::fs::read(&file).expect("a file");
        let other = folder.join("third");
        std::fs::create_dir_all(&other).expect("a folder");
        let [other_host, other_guest] = begun(&other);
        drop(other_guest);
        wait_for("the third to see it", || !other_host.is_live());
        let again = other_host
            .game
            .invite_again(Access::default())
            .expect("an invitation");
        for target in [(&again.invitation).into(), by_code(&again, &again.code)] {
            let call = join(folder, target);
            wait_for("a word", || call.has_heard("Closed(UnknownGame)"));
        }
        assert_eq!(std::fs::read(&file).expect("a file"), before);
        let host = End::new(restored(folder, "host"));
        host.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
        guest.play("h9g7");
        wait_for("the move", || host.plies() == 2);
    });
}

#[test]
fn an_invitation_that_is_cancelled_ends_at_once_and_the_game_does_not() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        drop(guest);
        wait_for("the host to see it", || !host.is_live());
        let access = Access::default();
        let invited = host.game.invite_again(access).expect("an invitation");
        host.game.cancel_invitation();
        let call = join(folder, (&invited.invitation).into());
        wait_for("a word", || call.has_heard("Closed"));
        assert!(!host.is_live());
        let guest = End::new(restored(folder, "guest"));
        guest.game.reconnect();
        wait_for("both", || host.is_live() && guest.is_live());
    });
}

#[test]
fn unfinished_matches_are_listed_by_their_friends() {
    in_context(|folder| {
        let [host, guest] = started(folder);
        guest.play("h9g7");
        wait_for("the move", || host.plies() == 2);
        std::fs::write(folder.join("host/0123.json"), "{}").expect("a file");
        for (who, friend) in [("host", "Bo"), ("guest", "Anna")] {
            wait_for("the file", || {
                let listed = unfinished(&folder.join(who));
                let told = listed.iter().map(|one| (one.friend.as_str(), one.round));
                told.collect::<Vec<_>>() == [(friend, 2)]
            });
        }
        guest.game.act(Act::Resign);
        wait_for("the end", || host.plies() == 3);
        wait_for("the file", || unfinished(&folder.join("host")).is_empty());
    });
}

#[test]
fn strangers_are_turned_away_and_the_invitation_stays() {
    in_context(|folder| {
        let (host, invited) = invite(folder);
        let call = || {
            TcpStream::connect(("127.0.0.1", invited.invitation.addresses()[0].port()))
                .expect("a game")
        };
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
