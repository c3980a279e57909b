//! The line between two programs: frames, encrypted and authenticated once both know the same secret.
//!
//! A frame is its length as four bytes, greatest first, one byte for its kind, and as many bytes as the length says.

use super::Fault;
use super::limits::MAX_FRAME;
use chacha20poly1305::aead::Aead;
use chacha20poly1305::{ChaCha20Poly1305, Key, KeyInit, Nonce};
use hkdf::Hkdf;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::fmt;

/// Bytes of a key.
pub const KEY: usize = 32;
/// Bytes before the body of a frame.
const HEAD: usize = 5;

/// Which of two programs: the one that was called, or the one that called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It invited, and orders the log.
    Host,
    /// It joined.
    Guest,
}

/// Kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Protocols and the secret to be used.
    Hello = 1,
    /// Half of the key exchange.
    Pake = 2,
    /// Proof that the key is known.
    Confirm = 3,
    /// An encrypted message.
    Sealed = 4,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Hello, Self::Pake, Self::Confirm, Self::Sealed];
}

/// A frame of this kind.
pub fn frame(kind: Kind, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("a short body");
    let mut frame = Vec::with_capacity(HEAD + body.len());
    frame.extend(length.to_be_bytes());
    frame.push(kind as u8);
    frame.extend(body);
    frame
}

/// Puts frames together from whatever pieces arrive.
#[derive(Clone, Debug)]
pub struct Frames {
    bytes: Vec<u8>,
    longest: usize,
}

impl Frames {
    /// Accepts frames with bodies of at most this length.
    pub const fn new(longest: usize) -> Self {
        Self {
            bytes: Vec::new(),
            longest,
        }
    }

    /// Adds bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes the next whole frame.
    ///
    /// # Errors
    ///
    /// Returns an error if what arrives is no frame, or too long, as soon as that can be seen.
    pub fn take(&mut self) -> Result<Option<(Kind, Vec<u8>)>, Fault> {
        let Some((length, rest)) = self.bytes.split_first_chunk() else {
            return Ok(None);
        };
        let length = u32::from_be_bytes(*length) as usize;
        if length > self.longest {
            return Err(Fault::TooLong);
        }
        let Some((kind, rest)) = rest.split_first() else {
            return Ok(None);
        };
        let is_kind = |known: &Kind| *known as u8 == *kind;
        let kind = Kind::ALL
            .into_iter()
            .find(is_kind)
            .ok_or(Fault::Malformed)?;
        let body = rest.get(..length).map(<[u8]>::to_vec);
        Ok(body.map(|body| {
            self.bytes.drain(..HEAD + length);
            (kind, body)
        }))
    }
}

/// The line, once both sides have proved that they know the secret.
pub struct Link {
    frames: Frames,
    to: ChaCha20Poly1305,
    from: ChaCha20Poly1305,
    sent: u64,
    heard: u64,
    resume: [u8; KEY],
    greeting: Vec<u8>,
}

impl fmt::Debug for Link {
    /// Keys are nobody's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("sent", &self.sent)
            .finish_non_exhaustive()
    }
}

impl Link {
    /// Derives the keys of a line from what both sides know. `greeting` is what is still to be sent in clear.
    pub fn new(role: Role, secret: &Hkdf<Sha256>, frames: Frames, greeting: Vec<u8>) -> Self {
        let [host, guest, resume] =
            ["host to guest", "guest to host", "resume"].map(|label| derived(secret, label));
        let cipher = |key: &[u8; KEY]| ChaCha20Poly1305::new(Key::from_slice(key));
        let (to, from) = match role {
            Role::Host => (cipher(&host), cipher(&guest)),
            Role::Guest => (cipher(&guest), cipher(&host)),
        };
        Self {
            frames: Frames {
                longest: MAX_FRAME,
                ..frames
            },
            to,
            from,
            sent: 0,
            heard: 0,
            resume,
            greeting,
        }
    }

    /// The secret for the next line of the same game.
    pub const fn resume_key(&self) -> [u8; KEY] {
        self.resume
    }

    /// What is to be sent first, once the new secret is kept.
    pub fn take_greeting(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.greeting)
    }

    /// Encrypts a message into a frame.
    pub fn seal(&mut self, message: &[u8]) -> Vec<u8> {
        let sealed = self.to.encrypt(&nonce(self.sent), message);
        self.sent += 1;
        frame(Kind::Sealed, &sealed.expect("a short message"))
    }

    /// Adds bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.frames.push(bytes);
    }

    /// Takes the next whole message.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not what the other side has sent next.
    pub fn take(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let body = match self.frames.take()? {
            None => return Ok(None),
            Some((Kind::Sealed, body)) => body,
            Some(_) => return Err(Fault::Malformed),
        };
        let opened = self.from.decrypt(&nonce(self.heard), &*body);
        self.heard += 1;
        opened.map(Some).map_err(|_| Fault::NotAuthentic)
    }
}

/// A key for one purpose.
pub fn derived(secret: &Hkdf<Sha256>, label: &str) -> [u8; KEY] {
    let mut key = [0; KEY];
    let label = format!("chuhe/1 {label}");
    secret
        .expand(label.as_bytes(), &mut key)
        .expect("a short key");
    key
}

/// The number of a message: never used twice with one key, and none can be left out.
fn nonce(number: u64) -> Nonce {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number.to_be_bytes());
    nonce.into()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Both ends of a line whose secret is this number.
    pub fn links(secret: u64) -> [Link; 2] {
        let secret = Hkdf::new(None, &secret.to_be_bytes());
        [Role::Host, Role::Guest]
            .map(|role| Link::new(role, &secret, Frames::new(MAX_FRAME), Vec::new()))
    }

    fn messages(link: &mut Link, bytes: &[u8], piece: usize) -> Result<Vec<Vec<u8>>, Fault> {
        let mut messages = Vec::new();
        for piece in bytes.chunks(piece) {
            link.push(piece);
            while let Some(message) = link.take()? {
                messages.push(message);
            }
        }
        Ok(messages)
    }

    #[test]
    fn messages_arrive_as_they_were_sent_in_whatever_pieces() {
        for piece in [1, 3, 7, 1000] {
            let [mut host, mut guest] = links(1);
            let sent = [&b"one"[..], b"", b"three"];
            let bytes: Vec<_> = sent.iter().flat_map(|text| host.seal(text)).collect();
            let heard = messages(&mut guest, &bytes, piece);
            assert_eq!(heard, Ok(sent.map(<[u8]>::to_vec).to_vec()));
        }
    }

    #[test]
    fn what_is_changed_repeated_left_out_or_returned_is_refused() {
        let frames = || {
            let [mut host, guest] = links(1);
            (host.seal(b"one"), host.seal(b"two"), host, guest)
        };
        let (one, two, mut host, mut guest) = frames();
        let refused = Err(Fault::NotAuthentic);
        assert_eq!(messages(&mut guest, &two, 99), refused, "one is left out");
        assert_eq!(messages(&mut host, &one, 99), refused, "one's own");
        let (one, ..) = frames();
        for at in 0..one.len() {
            let [_, mut guest] = links(1);
            let mut changed = one.clone();
            changed[at] ^= 1;
            let heard = messages(&mut guest, &changed, 99);
            assert!(heard.is_err() || heard == Ok(Vec::new()), "{at}");
        }
        let [_, mut guest] = links(1);
        let twice = [one.clone(), one.clone()].concat();
        assert_eq!(messages(&mut guest, &twice, 99), refused);
        let [_, mut other] = links(2);
        assert_eq!(messages(&mut other, &one, 99), refused);
    }

    #[test]
    fn a_request_for_a_page_is_no_frame() {
        let [mut host, _] = links(1);
        let heard = messages(&mut host, b"GET / HTTP/1.1\r\n", 1);
        assert_eq!(heard, Err(Fault::TooLong));
        let [mut host, _] = links(1);
        assert_eq!(
            messages(&mut host, &[0, 0, 0, 1, 9], 1),
            Err(Fault::Malformed)
        );
    }

    proptest! {
        #[test]
        fn random_bytes_are_never_a_message(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let [mut host, _] = links(1);
            let heard = messages(&mut host, &bytes, 9);
            prop_assert!(heard.is_err() || heard == Ok(Vec::new()));
        }
    }
}
