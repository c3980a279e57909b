use super::*;
use rand_core::Error;

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl RngCore for Dice {
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

impl CryptoRng for Dice {}

fn code(text: &str) -> Secret {
    Secret::code(text).expect("six digits")
}

/// What a host and a guest come to; `change` is done to each piece on its way.
fn met(
    door: &mut Door,
    secret: &Secret,
    mut change: impl FnMut(&mut Vec<u8>),
) -> (Result<Link, Fault>, Result<Link, Fault>) {
    let mut dice = Dice(door.next.into());
    let (mut guest, mut to_host) = Handshake::guest(secret, &mut dice, 0);
    let caller = door.knock(0).expect("room");
    loop {
        change(&mut to_host);
        let (mut to_guest, host) = match door.receive(caller, &to_host, &mut dice, 0) {
            Ok(Step::Send(bytes)) => (bytes, None),
            Ok(Step::Open(mut link)) => (link.take_greeting(), Some(link)),
            Err(fault) => return (Err(fault), Err(guest.cut())),
        };
        change(&mut to_guest);
        let step = guest.receive(&to_guest, &mut dice, 0);
        match (host, step) {
            (Some(host), Ok(Step::Open(link))) => return (Ok(*host), Ok(*link)),
            (Some(host), Err(fault)) => return (Ok(*host), Err(fault)),
            (None, Ok(Step::Send(bytes))) if !bytes.is_empty() => to_host = bytes,
            (None, Err(fault)) => {
                door.gone(caller);
                return (Err(Fault::Lost), Err(fault));
            }
            (host, step) => {
                door.gone(caller);
                let host = host.map(|host| *host).ok_or(Fault::TooSlow);
                return (host, Err(step.err().unwrap_or(Fault::TooSlow)));
            }
        }
    }
}

#[test]
fn who_knows_the_code_gets_a_line_with_keys_of_its_own() {
    let mut door = Door::new(vec![code("123 456")]);
    let mut keys = Vec::new();
    for _ in 0..2 {
        let (host, guest) = met(&mut door, &code("123456"), |_| {});
        let (mut host, mut guest) = (host.expect("a line"), guest.expect("a line"));
        assert_eq!(host.resume_key(), guest.resume_key());
        guest.push(&host.seal(b"hello"));
        assert_eq!(guest.take(), Ok(Some(b"hello".to_vec())));
        keys.push(host.resume_key());
    }
    assert_ne!(keys[0], keys[1]);
    assert_eq!(Secret::code("12345"), None);
}

#[test]
fn five_wrong_codes_close_the_door_and_tell_nothing() {
    let mut door = Door::new(vec![code("123456")]);
    for _ in 0..5 {
        assert!(door.is_open());
        let (host, guest) = met(&mut door, &code("123457"), |_| {});
        assert_eq!(host.err(), Some(Fault::WrongCode));
        assert_eq!(guest.err(), Some(Fault::WrongCode));
    }
    assert!(!door.is_open());
    assert_eq!(door.knock(0), None);
}

#[test]
fn a_guess_in_many_lines_at_once_is_a_guess_each() {
    let mut door = Door::new(vec![code("123456")]);
    door.wrong = MAX_TRIES - 1;
    let mut dice = Dice(1);
    let mut lines = Vec::new();
    for _ in 0..2 {
        let (mut guest, first) = Handshake::guest(&code("999999"), &mut dice, 0);
        let caller = door.knock(0).expect("room");
        let Ok(Step::Send(answer)) = door.receive(caller, &first, &mut dice, 0) else {
            panic!("an answer");
        };
        let Ok(Step::Send(confirm)) = guest.receive(&answer, &mut dice, 0) else {
            panic!("a guess");
        };
        lines.push((caller, confirm));
    }
    let faults = lines.iter().map(|(caller, confirm)| {
        let step = door.receive(*caller, confirm, &mut Dice(2), 0);
        step.err()
    });
    let faults: Vec<_> = faults.collect();
    assert_eq!(faults, [Some(Fault::WrongCode), Some(Fault::TooSlow)]);
}

#[test]
fn nothing_said_in_clear_can_be_changed() {
    let length = 400;
    for at in (0..length).step_by(17) {
        let mut door = Door::new(vec![code("123456")]);
        let mut passed = 0;
        let mut reached = false;
        let (host, guest) = met(&mut door, &code("123456"), |bytes| {
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
fn a_line_is_opened_again_with_the_key_of_the_one_before() {
    let keys = [[1; 32], [2; 32]].map(|key| Secret::bytes(key.to_vec()));
    let mut door = Door::new(keys.to_vec());
    for key in keys {
        let (host, guest) = met(&mut door, &key, |_| {});
        assert!(host.is_ok() && guest.is_ok());
    }
    let (host, _) = met(&mut door, &Secret::bytes(vec![3; 32]), |_| {});
    assert_eq!(host.err(), Some(Fault::UnknownSecret));
    let (host, _) = met(&mut door, &code("123456"), |_| {});
    assert_eq!(host.err(), Some(Fault::UnknownSecret));
    assert!(door.is_open());
}

#[test]
fn whoever_says_nothing_or_nonsense_is_gone_soon_and_the_invitation_stays() {
    let mut door = Door::new(vec![code("123456")]);
    let mut dice = Dice(7);
    for _ in 0..MAX_PENDING {
        assert!(door.knock(0).is_some());
    }
    assert_eq!(door.knock(GREETING_TIME - 1), None);
    let caller = door.knock(GREETING_TIME).expect("room");
    for nonsense in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        &[0, 0, 4, 1, 1],
        &[0, 0, 0, 2, 1, b'{', b'}'],
        &[0, 0, 0, 0, 2],
        &[0, 0, 0, 0, 3],
        &[0, 0, 0, 0, 4],
        &[255; 2000],
    ] {
        let caller = door.knock(GREETING_TIME).expect("room");
        let step = door.receive(caller, nonsense, &mut dice, GREETING_TIME);
        assert!(
            matches!(step, Err(Fault::Malformed | Fault::TooLong)),
            "{step:?}"
        );
    }
    let late = door.receive(caller, &[], &mut dice, 2 * GREETING_TIME);
    assert!(matches!(late, Err(Fault::TooSlow)));
    let newer = frame(Kind::Hello, br#"{"proto":[2,3],"more":1}"#);
    let caller = door.knock(0).expect("room");
    let step = door.receive(caller, &newer, &mut dice, 0);
    assert!(matches!(step, Err(Fault::OtherVersion)));
    let (host, guest) = met(&mut door, &code("123456"), |_| {});
    assert!(host.is_ok() && guest.is_ok());
}
