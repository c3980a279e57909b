//! The encrypted channel between two programs, and its frames.
//!
//! A frame is the length of its body as four bytes in big-endian order, one byte for its kind, and the body.

use super::limits::MAX_FRAME;
use super::{CloseReason, MatchKey, Secret};
use chacha20poly1305::aead::Aead;
use chacha20poly1305::{ChaCha20Poly1305, Key, KeyInit, Nonce};
use hkdf::Hkdf;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::fmt;

/// Length of a key in bytes.
pub const KEY_LENGTH: usize = 32;
/// Length of a frame header in bytes.
const HEADER_LENGTH: usize = 5;

/// Role of a program: the one that was called, or the one that called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It invited, and orders the log.
    Host,
    /// It joined.
    Guest,
}

impl Role {
    /// The role of the friend’s program.
    pub const fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }
}

/// Kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FrameKind {
    /// Protocol versions and the id of the secret.
    Hello = 1,
    /// Half of the key exchange.
    Pake = 2,
    /// Proof that the key is known.
    Confirm = 3,
    /// An encrypted message.
    Sealed = 4,
    /// The code is no longer valid.
    Withdrawn = 5,
}

impl FrameKind {
    const ALL: [Self; 5] = [
        Self::Hello,
        Self::Pake,
        Self::Confirm,
        Self::Sealed,
        Self::Withdrawn,
    ];
}

/// Encodes a frame.
pub fn frame(kind: FrameKind, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("a short body");
    let mut frame = Vec::with_capacity(HEADER_LENGTH + body.len());
    frame.extend(length.to_be_bytes());
    frame.push(kind as u8);
    frame.extend(body);
    frame
}

/// Decoder that reassembles frames from a byte stream.
#[derive(Clone, Debug)]
pub struct FrameDecoder {
    bytes: Vec<u8>,
    max_body: usize,
}

impl FrameDecoder {
    /// Accepts bodies of at most this length.
    pub const fn new(max_body: usize) -> Self {
        Self {
            bytes: Vec::new(),
            max_body,
        }
    }

    /// Adds received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes the next complete frame.
    ///
    /// # Errors
    ///
    /// Returns an error as soon as the header is malformed or announces too long a body.
    pub fn take(&mut self) -> Result<Option<(FrameKind, Vec<u8>)>, CloseReason> {
        let Some((length, rest)) = self.bytes.split_first_chunk() else {
            return Ok(None);
        };
        let length = u32::from_be_bytes(*length) as usize;
        if length > self.max_body {
            return Err(CloseReason::FrameTooLong);
        }
        let Some((kind, rest)) = rest.split_first() else {
            return Ok(None);
        };
        let is_kind = |known: &FrameKind| *known as u8 == *kind;
        let kind = FrameKind::ALL
            .into_iter()
            .find(is_kind)
            .ok_or(CloseReason::Malformed)?;
        let body = rest.get(..length).map(<[u8]>::to_vec);
        Ok(body.map(|body| {
            self.bytes.drain(..HEADER_LENGTH + length);
            (kind, body)
        }))
    }
}

/// How a channel was opened.
#[derive(Debug)]
pub struct ChannelStart {
    /// The last frame to send in the clear; empty for a guest.
    pub confirmation: Vec<u8>,
    /// The secret that both sides knew.
    pub secret: Secret,
}

/// Encrypted channel after a successful handshake.
pub struct Channel {
    frames: FrameDecoder,
    outgoing: ChaCha20Poly1305,
    incoming: ChaCha20Poly1305,
    /// Number of frames so far in each direction.
    sent: u64,
    received: u64,
    match_key: MatchKey,
    binding: [u8; KEY_LENGTH],
    opening: ChannelStart,
}

impl fmt::Debug for Channel {
    /// Shows no keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel")
            .field("sent", &self.sent)
            .finish_non_exhaustive()
    }
}

impl Channel {
    /// Derives the keys of a channel from the exchanged key.
    pub fn new(
        role: Role,
        secret: &Hkdf<Sha256>,
        frames: FrameDecoder,
        opening: ChannelStart,
    ) -> Self {
        let labels = ["host to guest", "guest to host", "match", "binding"];
        let [host, guest, match_key, binding] = labels.map(|label| derive_key(secret, label));
        let cipher = |key: &[u8; KEY_LENGTH]| ChaCha20Poly1305::new(Key::from_slice(key));
        let (outgoing, incoming) = match role {
            Role::Host => (cipher(&host), cipher(&guest)),
            Role::Guest => (cipher(&guest), cipher(&host)),
        };
        Self {
            frames: FrameDecoder {
                max_body: MAX_FRAME,
                ..frames
            },
            outgoing,
            incoming,
            sent: 0,
            received: 0,
            match_key: MatchKey::new(match_key),
            binding,
            opening,
        }
    }

    /// Key of a match that begins over this connection.
    pub const fn match_key(&self) -> MatchKey {
        self.match_key
    }

    /// Value that only the two ends of this connection know, for proofs that cannot be carried to another one.
    pub const fn binding(&self) -> &[u8; KEY_LENGTH] {
        &self.binding
    }

    /// The secret with which the channel was opened.
    pub const fn opened_with(&self) -> &Secret {
        &self.opening.secret
    }

    /// Frame to send first.
    pub fn take_confirmation(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.opening.confirmation)
    }

    /// Encrypts a message into a frame.
    pub fn seal(&mut self, message: &[u8]) -> Vec<u8> {
        let sealed = self.outgoing.encrypt(&nonce(self.sent), message);
        self.sent += 1;
        frame(FrameKind::Sealed, &sealed.expect("a short message"))
    }

    /// Adds received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.frames.push(bytes);
    }

    /// Number of bytes that have not been taken.
    pub const fn waiting(&self) -> usize {
        self.frames.bytes.len()
    }

    /// Takes and decrypts the next complete message.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not the next message that the other side sent.
    pub fn take(&mut self) -> Result<Option<Vec<u8>>, CloseReason> {
        let body = match self.frames.take()? {
            None => return Ok(None),
            Some((FrameKind::Sealed, body)) => body,
            Some(_) => return Err(CloseReason::Malformed),
        };
        let opened = self.incoming.decrypt(&nonce(self.received), &*body);
        self.received += 1;
        opened.map(Some).map_err(|_| CloseReason::NotAuthentic)
    }
}

/// Derives a key for one purpose.
pub fn derive_key(secret: &Hkdf<Sha256>, label: &str) -> [u8; KEY_LENGTH] {
    let mut key = [0; KEY_LENGTH];
    let label = format!("chuhe/2 {label}");
    secret
        .expand(label.as_bytes(), &mut key)
        .expect("a short key");
    key
}

/// Nonce of a frame: its number, never used twice with one key, so that no frame can be omitted or repeated.
fn nonce(number: u64) -> Nonce {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number.to_be_bytes());
    nonce.into()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Both ends of a channel whose secret is this number.
    pub fn channels(secret: u64) -> [Channel; 2] {
        channels_opened_with(secret, &Secret::bytes(secret.to_be_bytes().to_vec()))
    }

    /// Both ends of a channel with these keys that was opened with another secret.
    pub fn channels_opened_with(key: u64, secret: &Secret) -> [Channel; 2] {
        let derived = Hkdf::new(None, &key.to_be_bytes());
        [Role::Host, Role::Guest].map(|role| {
            let opening = ChannelStart {
                confirmation: Vec::new(),
                secret: secret.clone(),
            };
            Channel::new(role, &derived, FrameDecoder::new(MAX_FRAME), opening)
        })
    }

    fn messages(
        channel: &mut Channel,
        bytes: &[u8],
        piece: usize,
    ) -> Result<Vec<Vec<u8>>, CloseReason> {
        let mut messages = Vec::new();
        for piece in bytes.chunks(piece) {
            channel.push(piece);
            while let Some(message) = channel.take()? {
                messages.push(message);
            }
        }
        Ok(messages)
    }

    #[test]
    fn messages_survive_any_segmentation() {
        for piece in [1, 3, 7, 1000] {
            let [mut host, mut guest] = channels(1);
            let sent = [&b"one"[..], b"", b"three"];
            let bytes: Vec<_> = sent.iter().flat_map(|text| host.seal(text)).collect();
            let heard = messages(&mut guest, &bytes, piece);
            assert_eq!(heard, Ok(sent.map(<[u8]>::to_vec).to_vec()));
        }
    }

    #[test]
    fn altered_repeated_omitted_and_reflected_frames_are_refused() {
        let frames = || {
            let [mut host, guest] = channels(1);
            (host.seal(b"one"), host.seal(b"two"), host, guest)
        };
        let (one, two, mut host, mut guest) = frames();
        let refused = Err(CloseReason::NotAuthentic);
        assert_eq!(messages(&mut guest, &two, 99), refused, "one is left out");
        assert_eq!(messages(&mut host, &one, 99), refused, "one's own");
        let (one, ..) = frames();
        for at in 0..one.len() {
            let [_, mut guest] = channels(1);
            let mut changed = one.clone();
            changed[at] ^= 1;
            let heard = messages(&mut guest, &changed, 99);
            assert!(heard.is_err() || heard == Ok(Vec::new()), "{at}");
        }
        let [_, mut guest] = channels(1);
        let twice = [one.clone(), one.clone()].concat();
        assert_eq!(messages(&mut guest, &twice, 99), refused);
        let [_, mut other] = channels(2);
        assert_eq!(messages(&mut other, &one, 99), refused);
    }

    #[test]
    fn an_http_request_is_refused() {
        let [mut host, _] = channels(1);
        let heard = messages(&mut host, b"GET / HTTP/1.1\r\n", 1);
        assert_eq!(heard, Err(CloseReason::FrameTooLong));
        let [mut host, _] = channels(1);
        assert_eq!(
            messages(&mut host, &[0, 0, 0, 1, 9], 1),
            Err(CloseReason::Malformed)
        );
    }

    proptest! {
        #[test]
        fn random_bytes_are_never_a_message(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let [mut host, _] = channels(1);
            let heard = messages(&mut host, &bytes, 9);
            prop_assert!(heard.is_err() || heard == Ok(Vec::new()));
        }
    }
}
