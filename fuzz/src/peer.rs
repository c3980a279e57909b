//! A hostile peer: bytes before the handshake is complete, and messages after decryption. Neither makes a panic, and the
//! state of a session does not grow beyond its limits.
//!
//! The first byte says which: after `h` bytes for a host and a guest in their handshakes, otherwise messages, one a line.
#![no_main]

use chuhe::remote::{Acceptor, Channel, Effect, GameId, Handshake, Order, Proposal, Role};
use chuhe::remote::{Secret, RemoteSession, Step};
use chuhe::game::{Act, GameTerms};
use chuhe::game::clock::TimeControl;
use chuhe::rules::{BySide, Side};
use libfuzzer_sys::fuzz_target;
use rand_core::{CryptoRng, Error, RngCore};

fuzz_target!(|bytes: &[u8]| match bytes {
    [b'h', bytes @ ..] => shake_hands(bytes),
    [_, bytes @ ..] => play(bytes),
    [] => {}
});

fn secret() -> Secret {
    Secret::bytes(vec![1; 10])
}

/// Bytes of a stranger, in pieces, to a host that invites and to a guest that has called.
fn shake_hands(bytes: &[u8]) {
    let mut acceptor = Acceptor::new(vec![secret(), Secret::code("123456").expect("a code")]);
    let (mut guest, _) = Handshake::guest(&secret(), &mut Numbers(1), 0);
    let piece = usize::from(*bytes.first().unwrap_or(&1)).max(1);
    let caller = acceptor.accept(0).expect("room");
    for piece in bytes.chunks(piece) {
        let step = acceptor.receive(caller, piece, &mut Numbers(2), 0);
        assert!(!matches!(step, Ok(Step::Complete(_))), "nothing is proved");
        if step.is_err() {
            break;
        }
    }
    assert!(acceptor.is_open() || bytes.len() > 40);
    for piece in bytes.chunks(piece) {
        let step = guest.receive(piece, &mut Numbers(3), 0);
        assert!(!matches!(step, Ok(Step::Complete(_))), "nothing is proved");
        if step.is_err() {
            break;
        }
    }
}

/// Messages of a friend's program to a host and to a guest whose game has begun.
fn play(bytes: &[u8]) {
    for role in [Role::Host, Role::Guest] {
        let (mut session, mut peer) = begun(role);
        let mut now = 10_000;
        for message in bytes.split(|byte| *byte == b'\n').take(100) {
            now += 60;
            let effects = session.receive(&peer.seal(message), now);
            assert!(effects.len() < 600);
            let is_closed = |effect: &Effect| matches!(effect, Effect::Close(_));
            if effects.iter().any(is_closed) {
                break;
            }
        }
        let log = session.log().expect("a game");
        assert!(log.entries().len() <= 256 * 100);
        let saved = serde_json::to_vec(&session.snapshot(now)).expect("plain data");
        assert!(saved.len() < 10_000 + 2 * bytes.len(), "{}", saved.len());
    }
}

/// A session in which a game has begun, and the channel of its peer.
fn begun(role: Role) -> (RemoteSession, Channel) {
    let [host, guest] = channels();
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
    let (own, mut peer, name, friend) = match role {
        Role::Host => (host, guest, "Anna", "Bo"),
        Role::Guest => (guest, host, "Bo", "Anna"),
    };
    let mut session = RemoteSession::new(role, name);
    session.connect(own, 0);
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
            Step::Send(bytes) => (bytes, None),
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
