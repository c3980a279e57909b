//! What comes from a friend, or from a stranger: `FUZZ_FORMAT` says which. Nothing makes a panic, and what a program holds
//! stays bounded.
//!
//! | Format | |
//! |---|---|
//! | `handshake` | frames in any order to a host and to a guest, forged, repeated and left out |
//! | `peer` | messages after the handshake, one a line: after `n` to a host that knows nothing yet, after `N` to such a guest, after `m` and `M` to those of a game that has begun |
//! | `letter` | texts, compared with a known letter |
//! | `invitation` | texts of invitations |
//! | `sitting` | saved sessions of the board, matches with a friend, and scores |
#![no_main]

use chuhe::game::clock::TimeControl;
use chuhe::game::{Act, Command, GameTerms, Matches, Now, SessionState};
use chuhe::remote::{
    Acceptor, Channel, CloseReason, Correspondence, Effect, Finding, FriendsLine, GameId, Handshake, Invitation,
    Letter, Order, Proposal, RemoteSession, Role, SavedSession, Secret, Step,
};
use chuhe::rules::{BySide, Side};
use libfuzzer_sys::fuzz_target;
use rand_core::{CryptoRng, Error, RngCore};
use sha2::{Digest, Sha256};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static FORMAT: LazyLock<String> =
    LazyLock::new(|| std::env::var("FUZZ_FORMAT").expect("FUZZ_FORMAT names what is fed"));

fuzz_target!(|bytes: &[u8]| match FORMAT.as_str() {
    "handshake" => shake_hands(bytes),
    "peer" => match bytes {
        [b'n', bytes @ ..] => meet(Role::Host, bytes),
        [b'N', bytes @ ..] => meet(Role::Guest, bytes),
        [b'm', bytes @ ..] => play(Role::Host, bytes),
        [_, bytes @ ..] => play(Role::Guest, bytes),
        [] => {}
    },
    "letter" => read_letter(&String::from_utf8_lossy(bytes)),
    "invitation" => read_invitation(&String::from_utf8_lossy(bytes)),
    "sitting" => restore(bytes),
    other => panic!("{other} is not fed here"),
});

// ---- What is held ----

/// Counts the bytes in use.
struct Counter;

static HELD: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static COUNTER: Counter = Counter;

// SAFETY: everything is left to the allocator of the system.
unsafe impl GlobalAlloc for Counter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

/// Bytes in use more than at a moment.
fn held_since(before: usize) -> usize {
    HELD.load(Ordering::Relaxed).saturating_sub(before)
}

fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

// ---- The handshake ----

/// Most that a host with four callers and a guest hold before they know who calls, whatever is sent.
const MOST_HELD_BY_STRANGERS: usize = 128 << 10;

fn secret() -> Secret {
    Secret::bytes(vec![1; 10])
}

fn code(digits: &str) -> Secret {
    Secret::code(digits).expect("six digits")
}

/// A host, a guest that calls it, and whoever is on the line between them.
struct Line {
    acceptor: Acceptor,
    caller: Option<u32>,
    guest: Handshake,
    is_guest_there: bool,
    /// Frames on the way to the host and to the guest, and all that have been sent.
    waiting: [Vec<u8>; 2],
    sent: Vec<Vec<u8>>,
    /// Whether the host, and the guest, have received a frame that the other one has not sent.
    is_forged: [bool; 2],
    is_code: bool,
    channels: [Option<Channel>; 2],
}

/// Steps of the line: an operation, and what it needs.
fn shake_hands(bytes: &[u8]) {
    LazyLock::force(&FORMAT);
    let before = held();
    let acceptor = Acceptor::new(vec![secret(), code("123456")]);
    let (guest, first) = Handshake::guest(&secret(), &mut Numbers(1), 0);
    let mut line = Line {
        acceptor,
        caller: None,
        guest,
        is_guest_there: true,
        waiting: [first, Vec::new()],
        sent: Vec::new(),
        is_forged: [false; 2],
        is_code: false,
        channels: [None, None],
    };
    line.caller = line.acceptor.accept(0);
    let mut rest = bytes.iter().copied();
    while let Some(operation) = rest.next() {
        let to = usize::from(operation & 1);
        match operation >> 1 & 7 {
            0 | 1 => {
                let bytes = std::mem::take(&mut line.waiting[to]);
                line.sent.push(bytes.clone());
                line.receive(to, &bytes);
            }
            2 | 3 => {
                let (kind, length) = (rest.next().unwrap_or(1), rest.next().unwrap_or(0));
                let body: Vec<_> = rest.by_ref().take(length.into()).collect();
                let length = u32::from(length).to_be_bytes();
                // A greeting may be just the same.
                line.is_forged[to] |= kind != 1;
                line.receive(to, &[&length[..], &[kind], &body].concat());
            }
            4 => {
                let which = usize::from(rest.next().unwrap_or(0));
                if let Some(again) = line.sent.get(which).cloned() {
                    line.receive(to, &again);
                }
            }
            5 => line.waiting[to].clear(),
            6 => {
                let raw: Vec<_> = rest.by_ref().take(40).collect();
                line.is_forged[to] = true;
                line.receive(to, &raw);
            }
            _ => line.call(rest.next().unwrap_or(0)),
        }
        line.sent.truncate(20);
        let most = MOST_HELD_BY_STRANGERS;
        assert!(held_since(before) < most, "{}", held_since(before));
    }
}

impl Line {
    /// Another call, with one of some secrets.
    fn call(&mut self, which: u8) {
        let secrets = [secret(), code("123456"), code("654321"), Secret::bytes(vec![2; 32])];
        let secret = &secrets[usize::from(which) % 4];
        let mut numbers = Numbers(u64::from(which));
        let (guest, first) = Handshake::guest(secret, &mut numbers, 0);
        self.is_code = which % 4 == 1 || which % 4 == 2;
        (self.guest, self.is_guest_there) = (guest, true);
        self.waiting = [first, Vec::new()];
        (self.is_forged, self.channels) = Default::default();
        if which & 64 == 0
            && let Some(caller) = self.caller
        {
            self.acceptor.remove(caller);
        }
        self.caller = self.acceptor.accept(0);
    }

    fn receive(&mut self, to: usize, bytes: &[u8]) {
        let step = match (to, self.caller) {
            (0, Some(caller)) => {
                let is_withdrawn = self.acceptor.is_code_withdrawn();
                let step = self.acceptor.receive(caller, bytes, &mut Numbers(2), 0);
                let is_in = matches!(step, Ok(Step::Complete(_)));
                assert!(!(is_in && is_withdrawn && self.is_code), "by a withdrawn code");
                step
            }
            (1, _) if self.is_guest_there => self.guest.receive(bytes, &mut Numbers(3), 0),
            _ => return,
        };
        match step {
            Ok(Step::Send(bytes)) => self.waiting[1 - to].extend(bytes),
            Ok(Step::Withdrawn(bytes)) => {
                self.waiting[1 - to].extend(bytes);
                self.close(to);
            }
            Ok(Step::Complete(mut channel)) => {
                assert!(!self.is_forged[to], "nothing is proved");
                self.waiting[1 - to].extend(channel.take_confirmation());
                self.close(to);
                self.channels[to] = Some(*channel);
                self.talk();
            }
            Err(_) => self.close(to),
        }
    }

    fn close(&mut self, who: usize) {
        if who == 0 {
            self.caller = None;
        } else {
            self.is_guest_there = false;
        }
    }

    /// Two that know each other understand each other, unless the guest’s host is gone.
    fn talk(&mut self) {
        if let [Some(host), Some(guest)] = &mut self.channels {
            guest.push(&host.seal(b"hello"));
            assert_eq!(guest.take(), Ok(Some(b"hello".to_vec())));
            self.channels = [None, None];
        }
    }
}

// ---- Messages ----

/// Most that a session holds beyond what it holds of its game.
const MOST_HELD_BY_FRIEND: usize = 4 << 20;

/// Hands messages to a session, until it closes the connection.
fn hand_over(session: &mut RemoteSession, peer: &mut Channel, bytes: &[u8]) {
    let before = held();
    let mut now = 10_000;
    for message in bytes.split(|byte| *byte == b'\n').take(100) {
        now += 60;
        let mut effects = session.receive(&peer.seal(message), now);
        if effects.iter().any(|effect| matches!(effect, Effect::Resumes(_))) {
            effects.extend(session.adopt(None, now));
        }
        assert!(effects.len() < 1200);
        let is_closed = |effect: &Effect| matches!(effect, Effect::Close(_));
        if effects.iter().any(is_closed) {
            break;
        }
        session.tick(now);
        session.question();
        session.presence(now);
    }
    let most = MOST_HELD_BY_FRIEND + 64 * bytes.len();
    assert!(held_since(before) < most, "{}", held_since(before));
    let saved = serde_json::to_vec(&session.snapshot(now, now)).expect("plain data");
    assert!(saved.len() < 10_000 + 2 * bytes.len(), "{}", saved.len());
}

/// Messages to a session that knows nothing of the friend yet.
fn meet(role: Role, bytes: &[u8]) {
    let (mut session, mut peer) = connected(role);
    hand_over(&mut session, &mut peer, bytes);
    assert!(session.key().is_none(), "only the player accepts a game");
}

/// Messages of a friend's program in a game that has begun.
fn play(role: Role, bytes: &[u8]) {
    let (mut session, mut peer) = begun(role);
    let key = session.key();
    hand_over(&mut session, &mut peer, bytes);
    let log = session.log().expect("a game");
    assert!(log.entries().len() <= 2000);
    assert_eq!(session.key(), key);
}

/// A session without a game, and the channel of its peer.
fn connected(role: Role) -> (RemoteSession, Channel) {
    let [host, guest] = channels();
    let (own, peer, name) = match role {
        Role::Host => (host, guest, "Anna"),
        Role::Guest => (guest, host, "Bo"),
    };
    let mut session = RemoteSession::new(role, name);
    session.connect(own, 0);
    (session, peer)
}

/// A session in which a game has begun, and the channel of its peer.
fn begun(role: Role) -> (RemoteSession, Channel) {
    let terms = GameTerms {
        names: BySide {
            red: "Anna".to_owned(),
            black: "Bo".to_owned(),
        },
        time: TimeControl::read("300+3").expect("a time control"),
        ..GameTerms::default()
    };
    let proposal = Proposal::new(GameId(7), Side::Red, &terms);
    let mut terms = serde_json::to_value(&proposal).expect("plain data");
    terms["t"] = "terms".into();
    let (mut session, mut peer) = connected(role);
    let friend = match role {
        Role::Host => "Bo",
        Role::Guest => "Anna",
    };
    let identify = serde_json::json!({ "t": "identify", "name": friend, "rules": 1 });
    session.receive(&peer.seal(identify.to_string().as_bytes()), 0);
    if role == Role::Host {
        session.order(Order::Propose(proposal), 0);
        session.receive(&peer.seal(br#"{"t":"accept"}"#), 0);
        session.order(Order::Act(Act::Play("h2e2".parse().expect("a move"))), 0);
    } else {
        session.receive(&peer.seal(terms.to_string().as_bytes()), 0);
        session.order(Order::Answer(true), 0);
    }
    assert!(session.is_live());
    (session, peer)
}

/// Both ends of a channel, the host's first.
fn channels() -> [Channel; 2] {
    let mut acceptor = Acceptor::new(vec![secret()]);
    let (mut guest, mut to_host) = Handshake::guest(&secret(), &mut Numbers(1), 0);
    let caller = acceptor.accept(0).expect("room");
    loop {
        let step = acceptor.receive(caller, &to_host, &mut Numbers(2), 0);
        let (to_guest, host) = match step.expect("a handshake") {
            Step::Send(bytes) | Step::Withdrawn(bytes) => (bytes, None),
            Step::Complete(mut channel) => (channel.take_confirmation(), Some(*channel)),
        };
        let step = guest.receive(&to_guest, &mut Numbers(3), 0);
        match (step.expect("a handshake"), host) {
            (Step::Complete(guest), Some(host)) => return [host, *guest],
            (Step::Send(bytes), None) => to_host = bytes,
            other => panic!("{other:?}"),
        }
    }
}

// ---- Letters and invitations ----

/// The text up to its first seal, with the seal that it should have: no chance finds that.
fn sealed(text: &str) -> Option<String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let start = words.windows(2).position(|two| two == ["Chuhe", "letter"])?;
    let end = start + words[start..].iter().position(|word| *word == "seal")?;
    let letter = words[start..=end].join(" ");
    let hash = Sha256::digest(&letter);
    let seal: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{letter} {seal}"))
}

/// A text as it is, and as a letter with the right seal, to a player who waits for the second letter.
fn read_letter(text: &str) {
    let mut game = GameTerms::default().begin();
    let first = "h2e2".parse().expect("a move");
    game.apply(Command::Play(first), Now::default()).expect("played");
    let known = Letter::first(GameId(7), &game, "").expect("a letter");
    let correspondence = Correspondence::new(Side::Red, known);
    correspondence.set_in(&mut game);
    for text in [Some(text.to_owned()), sealed(text)].into_iter().flatten() {
        let Ok(letter) = Letter::read(&text) else {
            continue;
        };
        assert_eq!(Letter::read(&letter.to_string()).as_ref(), Ok(&letter));
        letter.game();
        let finding = correspondence.find(&letter);
        if finding == Finding::Next {
            let plies = letter.moves().len();
            let mut after = game.clone();
            if Correspondence::play_out(letter, &mut after, Now::default()).is_ok() {
                assert_eq!(after.record().main_line().count(), plies);
            }
        }
    }
}

fn read_invitation(text: &str) {
    let prefixed = format!("chuhe:{text}");
    for text in [text, &prefixed] {
        let Ok(invitation) = text.parse::<Invitation>() else {
            continue;
        };
        assert!(FriendsLine::is_meant(text));
        assert!(invitation.addresses().len() <= 8);
        invitation.is_only_nearby();
        assert_eq!(invitation.to_string().parse(), Ok(invitation));
    }
}

// ---- What was saved ----

/// Most that is held of a saved file, beyond a multiple of its size.
const MOST_HELD_OF_FILE: usize = 1 << 20;

fn restore(bytes: &[u8]) {
    let before = held();
    if let Ok(state) = SessionState::read(bytes) {
        assert!(SessionState::read(&state.write()).is_ok());
        assert!(held_since(before) < MOST_HELD_OF_FILE + 1000 * bytes.len());
    }
    let _ = Matches::read(bytes);
    let Ok(mut value) = serde_json::from_slice::<serde_json::Value>(bytes) else {
        return;
    };
    if let Some(session) = value.get_mut("session") {
        value = session.take();
    }
    let saved = SavedSession::read(value);
    let Ok(Ok(mut session)) = saved.map(|saved| RemoteSession::restore(saved, 20_000)) else {
        return;
    };
    assert!(held_since(before) < MOST_HELD_BY_FRIEND + 1000 * bytes.len());
    // It can be gone on with, and saved again.
    let [host, guest] = channels();
    let own = match session.role() {
        Role::Host => host,
        Role::Guest => guest,
    };
    let effects = session.connect(own, 30_000);
    let is_closed = |effect: &Effect| matches!(effect, Effect::Close(why) if *why != CloseReason::Timeout);
    assert!(!effects.iter().any(is_closed));
    session.tick(31_000);
    session.game_at(32_000);
    let again = serde_json::to_value(session.snapshot(33_000, 33_000)).expect("plain data");
    let again = SavedSession::read(again).expect("of this version");
    assert!(RemoteSession::restore(again, 40_000).is_ok());
}

/// Reproducible numbers: nothing is secret here.
struct Numbers(u64);

impl RngCore for Numbers {
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.0
    }

    fn fill_bytes(&mut self, to: &mut [u8]) {
        for byte in to {
            *byte = (self.next_u64() >> 56) as u8;
        }
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(to);
        Ok(())
    }
}

impl CryptoRng for Numbers {}
