use super::*;
use proptest::prelude::*;
use proptest::sample::Index;
use rand_core::{Error, RngCore};

/// Reproducible pseudorandom numbers.
struct TestRng(u64);

impl RngCore for TestRng {
    fn next_u32(&mut self) -> u32 {
        self.next_u64() as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.0 += 1;
        let hash = Sha256::digest(self.0.to_be_bytes());
        u64::from_be_bytes(*hash.first_chunk().expect("32 bytes"))
    }

    fn fill_bytes(&mut self, to: &mut [u8]) {
        for byte in to {
            *byte = self.next_u64() as u8;
        }
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(to);
        Ok(())
    }
}

impl CryptoRng for TestRng {}

fn code(text: &str) -> Secret {
    Secret::code(text).expect("six digits")
}

/// Results of a handshake for host and guest; `change` may alter each message in transit.
fn shake_hands(
    acceptor: &mut Acceptor,
    secret: &Secret,
    mut change: impl FnMut(&mut Vec<u8>),
) -> (Result<Channel, CloseReason>, Result<Channel, CloseReason>) {
    let mut rng = TestRng(acceptor.next.into());
    let (mut guest, mut to_host) = Handshake::guest(secret, &mut rng, 0);
    let caller = acceptor.accept(0).expect("room");
    loop {
        change(&mut to_host);
        let (mut to_guest, host) = match acceptor.receive(caller, &to_host, &mut rng, 0) {
            Ok(Step::Send(bytes)) => (bytes, None),
            Ok(Step::Complete(mut channel)) => (channel.take_confirmation(), Some(channel)),
            Ok(Step::Withdrawn(last)) => {
                let told = guest.receive(&last, &mut rng, 0);
                return (
                    Err(CloseReason::CodeWithdrawn),
                    Err(told.expect_err("no answer")),
                );
            }
            Err(reason) => return (Err(reason), Err(guest.reason_if_closed())),
        };
        change(&mut to_guest);
        let step = guest.receive(&to_guest, &mut rng, 0);
        match (host, step) {
            (Some(host), Ok(Step::Complete(channel))) => return (Ok(*host), Ok(*channel)),
            (Some(host), Err(reason)) => return (Ok(*host), Err(reason)),
            (None, Ok(Step::Send(bytes))) if !bytes.is_empty() => to_host = bytes,
            (None, Err(reason)) => {
                acceptor.remove(caller);
                return (Err(CloseReason::ConnectionLost), Err(reason));
            }
            (host, step) => {
                acceptor.remove(caller);
                let host = host.map(|host| *host).ok_or(CloseReason::HandshakeTimeout);
                return (
                    host,
                    Err(step.err().unwrap_or(CloseReason::HandshakeTimeout)),
                );
            }
        }
    }
}

#[test]
fn the_code_opens_a_channel_with_fresh_keys() {
    let mut acceptor = Acceptor::new(vec![code("123 456")]);
    let mut keys = Vec::new();
    for _ in 0..2 {
        let (host, guest) = shake_hands(&mut acceptor, &code("123456"), |_| {});
        let (mut host, mut guest) = (host.expect("a channel"), guest.expect("a channel"));
        assert_eq!(host.match_key(), guest.match_key());
        guest.push(&host.seal(b"hello"));
        assert_eq!(guest.take(), Ok(Some(b"hello".to_vec())));
        keys.push(host.match_key());
    }
    assert_ne!(keys[0], keys[1]);
    assert_eq!(Secret::code("12345"), None);
}

#[test]
fn five_wrong_codes_withdraw_the_code_alone_and_the_guest_is_told() {
    let line = Secret::bytes(vec![1; 10]);
    let mut acceptor = Acceptor::new(vec![code("123456"), line.clone()]);
    for tried in 1..=7 {
        let (host, guest) = shake_hands(&mut acceptor, &code("123457"), |_| {});
        let why = if tried < 5 {
            CloseReason::WrongCode
        } else {
            CloseReason::CodeWithdrawn
        };
        assert_eq!((host.err(), guest.err()), (Some(why), Some(why)), "{tried}");
        assert_eq!(acceptor.is_code_withdrawn(), tried >= 5);
    }
    acceptor.set_secrets(vec![code("123456"), line.clone()]);
    let (host, guest) = shake_hands(&mut acceptor, &code("123456"), |_| {});
    assert!(host.is_err() && guest.is_err(), "even the right one");
    let (host, guest) = shake_hands(&mut acceptor, &line, |_| {});
    assert!(host.is_ok() && guest.is_ok(), "the line cannot be guessed");
}

#[test]
fn concurrent_guesses_count_individually() {
    let mut acceptor = Acceptor::new(vec![code("123456")]);
    acceptor.wrong_codes = MAX_WRONG_CODES - 1;
    let mut rng = TestRng(1);
    let mut lines = Vec::new();
    for guess in ["999999", "123456"] {
        let (mut guest, first) = Handshake::guest(&code(guess), &mut rng, 0);
        let caller = acceptor.accept(0).expect("room");
        let Ok(Step::Send(answer)) = acceptor.receive(caller, &first, &mut rng, 0) else {
            panic!("an answer");
        };
        let Ok(Step::Send(confirm)) = guest.receive(&answer, &mut rng, 0) else {
            panic!("a guess");
        };
        lines.push((caller, confirm));
    }
    // One that has not said yet what it knows.
    let silent = acceptor.accept(0).expect("room");
    for (caller, confirm) in &lines {
        let step = acceptor.receive(*caller, confirm, &mut TestRng(2), 0);
        assert!(matches!(step, Ok(Step::Withdrawn(_))), "{step:?}");
    }
    let (_, first) = Handshake::guest(&code("123456"), &mut rng, 0);
    let step = acceptor.receive(silent, &first, &mut rng, 0);
    assert!(matches!(step, Ok(Step::Withdrawn(_))), "{step:?}");
}

/// A host that a guest dials needs no secret to say hello.
#[test]
fn a_host_says_hello_once() {
    let (mut guest, _) = Handshake::guest(&code("123456"), &mut TestRng(1), 0);
    let hello = frame(FrameKind::Hello, br#"{"proto":[2]}"#);
    let step = guest.receive(&hello, &mut TestRng(2), 0);
    assert!(matches!(step, Ok(Step::Send(bytes)) if bytes.is_empty()));
    let step = guest.receive(&hello, &mut TestRng(2), 0);
    assert!(matches!(step, Err(CloseReason::Malformed)));
    assert!(guest.transcript.concat().len() < 3 * MAX_HANDSHAKE_FRAME);
}

/// Whoever answers a guest without knowing the secret of its invitation is a stranger at one of its addresses.
#[test]
fn only_a_code_can_be_wrong() {
    let line = Secret::bytes(vec![1; 10]);
    let after_confirm = |secret: &Secret| {
        let (mut guest, first) = Handshake::guest(secret, &mut TestRng(1), 0);
        // A stranger who repeats the id of the secret, and knows no more.
        let mut stranger = Handshake::new(Role::Host, vec![secret.clone()], 0);
        let step = stranger.receive(&first, &mut TestRng(2), 0);
        let Ok(Step::Send(answer)) = step else {
            panic!("{step:?}");
        };
        let step = guest.receive(&answer, &mut TestRng(3), 0);
        assert!(matches!(step, Ok(Step::Send(_))), "{step:?}");
        let closed = guest.reason_if_closed();
        let forged = frame(FrameKind::Confirm, &[0; 32]);
        let refused = guest.receive(&forged, &mut TestRng(3), 0);
        [closed, refused.expect_err("a forgery")]
    };
    assert_eq!(after_confirm(&code("123456")), [CloseReason::WrongCode; 2]);
    let expected = [CloseReason::ConnectionLost, CloseReason::NotAuthentic];
    assert_eq!(after_confirm(&line), expected);
}

#[test]
fn an_altered_handshake_fails() {
    let length = 400;
    for at in (0..length).step_by(17) {
        let mut acceptor = Acceptor::new(vec![code("123456")]);
        let mut passed = 0;
        let mut reached = false;
        let (host, guest) = shake_hands(&mut acceptor, &code("123456"), |bytes| {
            let place = at - passed.min(at);
            if passed <= at && place < bytes.len() {
                bytes[place] ^= 1;
                reached = true;
            }
            passed += bytes.len();
        });
        assert!(!reached || host.is_err() || guest.is_err(), "{at}");
        assert!(reached || at > 150, "{at}");
    }
}

#[test]
fn a_match_key_opens_the_next_connection() {
    let keys = [[1; 32], [2; 32]].map(|key| Secret::bytes(key.to_vec()));
    let mut acceptor = Acceptor::new(keys.to_vec());
    for key in keys {
        let (host, guest) = shake_hands(&mut acceptor, &key, |_| {});
        assert!(host.is_ok() && guest.is_ok());
    }
    let (host, _) = shake_hands(&mut acceptor, &Secret::bytes(vec![3; 32]), |_| {});
    assert_eq!(host.err(), Some(CloseReason::UnknownSecret));
    let (host, guest) = shake_hands(&mut acceptor, &code("123456"), |_| {});
    let withdrawn = Some(CloseReason::CodeWithdrawn);
    assert_eq!((host.err(), guest.err()), (withdrawn, withdrawn));
}

#[test]
fn silent_and_malformed_callers_are_dropped_and_the_invitation_stays() {
    let mut acceptor = Acceptor::new(vec![code("123456")]);
    let mut rng = TestRng(7);
    for _ in 0..MAX_PENDING_HANDSHAKES {
        assert!(acceptor.accept(0).is_some());
    }
    assert_eq!(acceptor.accept(HANDSHAKE_TIMEOUT - 1), None);
    let caller = acceptor.accept(HANDSHAKE_TIMEOUT).expect("room");
    for nonsense in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        &[0, 0, 4, 1, 1],
        &[0, 0, 0, 2, 1, b'{', b'}'],
        &[0, 0, 0, 0, 2],
        &[0, 0, 0, 0, 3],
        &[0, 0, 0, 0, 4],
        &[255; 2000],
    ] {
        let caller = acceptor.accept(HANDSHAKE_TIMEOUT).expect("room");
        let step = acceptor.receive(caller, nonsense, &mut rng, HANDSHAKE_TIMEOUT);
        assert!(
            matches!(
                step,
                Err(CloseReason::Malformed | CloseReason::FrameTooLong)
            ),
            "{step:?}"
        );
    }
    let late = acceptor.receive(caller, &[], &mut rng, 2 * HANDSHAKE_TIMEOUT);
    assert!(matches!(late, Err(CloseReason::HandshakeTimeout)));
    let newer = frame(FrameKind::Hello, br#"{"proto":[1,3],"more":1}"#);
    let caller = acceptor.accept(0).expect("room");
    let step = acceptor.receive(caller, &newer, &mut rng, 0);
    assert!(matches!(step, Err(CloseReason::VersionMismatch)));
    let (host, guest) = shake_hands(&mut acceptor, &code("123456"), |_| {});
    assert!(host.is_ok() && guest.is_ok());
}

/// A thousand handshakes, or as many as `CHUHE_FRAMES` says.
#[test]
fn mutated_handshakes_open_nothing_and_leave_nothing() {
    let count = std::env::var("CHUHE_FRAMES").ok();
    let count = count.map_or(1_000, |text| text.parse().expect("a number"));
    let mut rng = TestRng(5);
    let mut acceptor = Acceptor::new(vec![code("123456"), Secret::bytes(vec![1; 10])]);
    let (_, first) = Handshake::guest(&Secret::bytes(vec![1; 10]), &mut rng, 0);
    let mut below = |limit: usize| rng.next_u64() as usize % limit.max(1);
    for round in 0..count {
        let mut bytes = first.clone();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes.insert(at, below(256) as u8),
                2 => bytes.truncate(at + 1),
                _ => bytes.extend_from_within(at..),
            }
            bytes.truncate(4096);
        }
        let now = round as Millis;
        // Those that wait for more are dropped when their time has passed, or when others need the room.
        let caller = acceptor.accept(now).unwrap_or_else(|| {
            let oldest = acceptor.pending[0].0;
            acceptor.remove(oldest);
            acceptor.accept(now).expect("room")
        });
        for piece in bytes.chunks(1 + below(600)) {
            match acceptor.receive(caller, piece, &mut TestRng(round), now) {
                Ok(Step::Complete(_)) => panic!("{bytes:?}"),
                Ok(Step::Send(_)) => {}
                Ok(Step::Withdrawn(_)) | Err(_) => break,
            }
        }
        assert!(acceptor.pending.len() <= MAX_PENDING_HANDSHAKES);
        for (_, handshake) in &acceptor.pending {
            assert!(handshake.transcript.concat().len() < 3 * MAX_HANDSHAKE_FRAME);
        }
        acceptor.wrong_codes = 0;
    }
}

/// Connection between a guest and a host, with the bytes in transit to each; either side may have closed it.
#[derive(Debug, Default)]
struct Crossing {
    attempt: u32,
    caller: Option<u32>,
    queues: [Vec<u8>; 2],
    /// Whether the host, and the guest, have closed it, or know that it is closed.
    is_closed: [bool; 2],
}

/// A host and a guest that reach each other over several connections at once, whoever has dialed.
struct Crossings {
    acceptor: Acceptor,
    connector: Connector,
    lines: Vec<Crossing>,
    /// Connection that the host, and the guest, use.
    used: [Option<usize>; 2],
    rng: TestRng,
}

const HOST: usize = 0;
const GUEST: usize = 1;

impl Crossings {
    fn secret() -> Secret {
        Secret::bytes(vec![1; 32])
    }

    fn open(&mut self) {
        let (attempt, first) = self.connector.start(&Self::secret(), &mut self.rng, 0);
        self.lines.push(Crossing {
            attempt,
            queues: [first, Vec::new()],
            ..Crossing::default()
        });
    }

    /// The host accepts a connection, unless there are too many.
    fn accept(&mut self, at: usize) {
        if self.lines[at].caller.is_some() || self.lines[at].is_closed[HOST] {
            return;
        }
        self.lines[at].caller = self.acceptor.accept(0);
        self.lines[at].is_closed[HOST] = self.lines[at].caller.is_none();
    }

    /// A part of what is in transit arrives, and after all of it the end of the connection, if the other side has closed it.
    fn deliver(&mut self, at: usize, to: usize, count: usize) {
        let line = &mut self.lines[at];
        if line.is_closed[to] || line.caller.is_none() {
            return;
        }
        let count = count.min(line.queues[to].len());
        let bytes: Vec<_> = line.queues[to].drain(..count).collect();
        if bytes.is_empty() {
            if line.is_closed[1 - to] {
                self.end(at, to);
            }
            return;
        }
        let step = match (to, line.caller) {
            (HOST, Some(caller)) if self.acceptor.is_pending(caller) => {
                self.acceptor.receive(caller, &bytes, &mut self.rng, 0)
            }
            (GUEST, _) if self.connector.is_pending(line.attempt) => {
                self.connector
                    .receive(line.attempt, &bytes, &mut self.rng, 0)
            }
            _ => return,
        };
        match step {
            Ok(Step::Send(answer)) => self.lines[at].queues[1 - to].extend(answer),
            Ok(Step::Complete(mut channel)) => {
                let confirmation = channel.take_confirmation();
                self.lines[at].queues[1 - to].extend(confirmation);
                self.take_up(at, to);
            }
            other => panic!("{other:?}"),
        }
    }

    /// A side has authenticated the other one over a connection, and uses it from now on.
    fn take_up(&mut self, at: usize, who: usize) {
        if let Some(before) = self.used[who].replace(at) {
            self.lines[before].is_closed[who] = true;
        }
        if who == HOST {
            self.acceptor.set_secrets(vec![Self::secret()]);
        }
        for (other, line) in self.lines.iter_mut().enumerate() {
            let is_given_up = match (who, line.caller) {
                (HOST, Some(caller)) => !self.acceptor.is_pending(caller),
                (HOST, None) => false,
                _ => !self.connector.is_pending(line.attempt),
            };
            line.is_closed[who] |= is_given_up && other != at;
        }
    }

    /// A side sees that the other one has closed a connection.
    fn end(&mut self, at: usize, who: usize) {
        let line = &mut self.lines[at];
        line.is_closed[who] = true;
        let _ = match (who, line.caller) {
            (HOST, Some(caller)) => return self.acceptor.remove(caller),
            _ => self.connector.receive(line.attempt, &[], &mut self.rng, 0),
        };
        self.used[who] = self.used[who].filter(|used| *used != at);
    }
}

#[derive(Clone, Copy, Debug)]
enum Crossed {
    Open,
    Accept(Index),
    Deliver(Index, usize, usize),
}

fn crossed() -> impl Strategy<Value = Crossed> {
    prop_oneof![
        1 => Just(Crossed::Open),
        2 => any::<Index>().prop_map(Crossed::Accept),
        8 => (any::<Index>(), 0..2_usize, prop_oneof![Just(usize::MAX), 1..60_usize])
            .prop_map(|(line, to, count)| Crossed::Deliver(line, to, count)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn of_crossed_connections_one_survives_on_both_sides(steps in prop::collection::vec(crossed(), 0..80)) {
        let mut world = Crossings {
            acceptor: Acceptor::new(vec![Crossings::secret()]),
            connector: Connector::default(),
            lines: Vec::new(),
            used: [None; 2],
            rng: TestRng(1),
        };
        world.open();
        for step in steps {
            let count = world.lines.len();
            match step {
                Crossed::Open if count < 6 => world.open(),
                Crossed::Open => {}
                Crossed::Accept(line) => world.accept(line.index(count)),
                Crossed::Deliver(line, to, bytes) => world.deliver(line.index(count), to, bytes),
            }
        }
        // What is in transit arrives in the end.
        for _ in 0..10 {
            for at in 0..world.lines.len() {
                world.accept(at);
                for to in [HOST, GUEST] {
                    world.deliver(at, to, usize::MAX);
                }
            }
        }
        let [host, guest] = world.used;
        prop_assert!(host.is_some());
        prop_assert_eq!(host, guest);
        let open = world.lines.iter().filter(|line| line.is_closed == [false; 2]);
        prop_assert_eq!(open.count(), 1);
    }
}
