//! The handshake: both sides prove that they know the same secret, without revealing it.
//!
//! | | Guest | Host |
//! |---|---|---|
//! | 1 | `hello`, `pake` | |
//! | 2 | | `hello`, `pake` |
//! | 3 | `confirm` | |
//! | 4 | | `confirm` |
//!
//! The guest confirms first: the host reveals nothing before it has received a correct `confirm`, so each guess of a code
//! costs one of few attempts. The transcript of both sides is part of the derived keys.

use super::channel::{Channel, ChannelStart, FrameDecoder, FrameKind, Role, derive_key, frame};
use super::limits::{
    HANDSHAKE_TIMEOUT, MAX_HANDSHAKE_FRAME, MAX_PENDING_HANDSHAKES, MAX_WRONG_CODES,
};
use super::{CloseReason, KeyId};
use crate::game::clock::Millis;
use hkdf::Hkdf;
use rand_core::{CryptoRng, RngCore};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use std::fmt;

/// Supported protocol versions, in ascending order.
const PROTOCOLS: [u32; 1] = [2];

/// Shared secret: a code, the secret of an invitation, or the key of a match.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    bytes: Vec<u8>,
    /// Whether it is so short that it could be guessed from its hash.
    is_code: bool,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The six digits that the host shows, with any separators.
    pub fn code(text: &str) -> Option<Self> {
        let bytes: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
        (bytes.len() == 6).then_some(Self {
            bytes,
            is_code: true,
        })
    }

    /// The secret of an invitation, or the key of a match.
    pub const fn bytes(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            is_code: false,
        }
    }

    /// Whether it is a code, which could be guessed.
    pub const fn is_code(&self) -> bool {
        self.is_code
    }

    /// Identifies the secret to the host; `None` for a code, which could be guessed from it.
    pub(super) fn key_id(&self) -> Option<KeyId> {
        (!self.is_code).then(|| KeyId::of(&self.bytes))
    }
}

#[derive(Serialize, Deserialize)]
struct Hello {
    proto: Vec<u32>,
    /// Id of the secret, unless it is a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<KeyId>,
}

/// Progress of a handshake.
#[derive(Debug)]
pub enum Step {
    /// Bytes to send, possibly none.
    Send(Vec<u8>),
    /// Both sides are authenticated.
    Complete(Box<Channel>),
    /// Bytes to send to a caller before its connection is closed: the code is no longer valid.
    Withdrawn(Vec<u8>),
}

/// Stage of a handshake: the frame that is due. Finishing the key exchange consumes it.
enum Stage {
    /// On the guest, with the exchange that it has begun.
    Hello(Option<Spake2<Ed25519Group>>),
    Pake(Spake2<Ed25519Group>),
    Confirm(Hkdf<Sha256>),
    Done,
}

/// One side of a handshake.
pub struct Handshake {
    role: Role,
    secrets: Vec<Secret>,
    /// The secret in use.
    secret: Option<Secret>,
    stage: Stage,
    frames: FrameDecoder,
    /// Everything sent in the clear by the host and by the guest.
    transcript: [Vec<u8>; 2],
    deadline: Millis,
}

impl fmt::Debug for Handshake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handshake")
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

impl Handshake {
    fn new(role: Role, secrets: Vec<Secret>, now: Millis) -> Self {
        Self {
            role,
            secrets,
            secret: None,
            stage: Stage::Hello(None),
            frames: FrameDecoder::new(MAX_HANDSHAKE_FRAME),
            transcript: [Vec::new(), Vec::new()],
            deadline: now.saturating_add(HANDSHAKE_TIMEOUT),
        }
    }

    /// Starts the guest's handshake. Returns the first bytes to send.
    pub fn guest(
        secret: &Secret,
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> (Self, Vec<u8>) {
        let hello = Hello {
            proto: PROTOCOLS.to_vec(),
            key: secret.key_id(),
        };
        let mut handshake = Self::new(Role::Guest, vec![secret.clone()], now);
        let first = handshake.say_hello(&hello, secret, rng);
        (handshake, first)
    }

    /// Whether its deadline has passed.
    pub const fn is_expired(&self, now: Millis) -> bool {
        now >= self.deadline
    }

    /// Reason for the failure if the other side closes the connection now: a host does so after a wrong code.
    pub fn reason_if_closed(&self) -> CloseReason {
        match (self.role, &self.stage) {
            (Role::Guest, Stage::Confirm(_)) if self.is_by_code() => CloseReason::WrongCode,
            _ => CloseReason::ConnectionLost,
        }
    }

    /// Returns `hello` and `pake`.
    fn say_hello(
        &mut self,
        hello: &Hello,
        secret: &Secret,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Vec<u8> {
        self.secret = Some(secret.clone());
        let password = Password::new(&secret.bytes);
        let [host, guest] =
            ["chuhe-host-2", "chuhe-guest-2"].map(|name| Identity::new(name.as_bytes()));
        let (exchange, half) = match self.role {
            Role::Host => Spake2::start_a_with_rng(&password, &host, &guest, &mut *rng),
            Role::Guest => Spake2::start_b_with_rng(&password, &host, &guest, &mut *rng),
        };
        let hello = serde_json::to_vec(hello).expect("plain data");
        let bytes = [
            frame(FrameKind::Hello, &hello),
            frame(FrameKind::Pake, &half),
        ]
        .concat();
        self.transcript[self.role as usize].extend(&bytes);
        self.stage = match self.role {
            Role::Host => Stage::Pake(exchange),
            Role::Guest => Stage::Hello(Some(exchange)),
        };
        bytes
    }

    /// Processes received bytes.
    ///
    /// # Errors
    ///
    /// Returns the reason to close the connection.
    pub fn receive(
        &mut self,
        bytes: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> Result<Step, CloseReason> {
        if self.is_expired(now) {
            return Err(CloseReason::HandshakeTimeout);
        }
        self.frames.push(bytes);
        let mut answer = Vec::new();
        while let Some((kind, body)) = self.frames.take()? {
            match (kind, std::mem::replace(&mut self.stage, Stage::Done)) {
                (FrameKind::Hello, Stage::Hello(None)) => answer = self.answer_hello(&body, rng)?,
                (FrameKind::Hello, Stage::Hello(Some(exchange))) => {
                    common_protocol(&body)?;
                    self.note(kind, &body);
                    self.stage = Stage::Pake(exchange);
                }
                (FrameKind::Pake, Stage::Pake(exchange)) => {
                    self.note(kind, &body);
                    let key = exchange.finish(&body).map_err(|_| CloseReason::Malformed)?;
                    let transcript = Sha256::digest(self.transcript.concat());
                    let secret = Hkdf::new(Some(&transcript), &key);
                    if self.role == Role::Guest {
                        answer.extend(frame(FrameKind::Confirm, &derive_key(&secret, "guest")));
                    }
                    self.stage = Stage::Confirm(secret);
                }
                (FrameKind::Confirm, Stage::Confirm(secret)) => {
                    return self.confirm(&body, &secret);
                }
                (FrameKind::Withdrawn, _) if self.role == Role::Guest && self.is_by_code() => {
                    return Err(CloseReason::CodeWithdrawn);
                }
                _ => return Err(CloseReason::Malformed),
            }
        }
        Ok(Step::Send(answer))
    }

    /// Answers the guest's `hello` with the host's own and its half of the key exchange.
    fn answer_hello(
        &mut self,
        body: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<Vec<u8>, CloseReason> {
        let hello = common_protocol(body)?;
        let mut secrets = self.secrets.iter();
        let secret = secrets.find(|secret| secret.key_id() == hello.key).cloned();
        let secret = secret.ok_or(match hello.key {
            Some(_) => CloseReason::UnknownSecret,
            None => CloseReason::CodeWithdrawn,
        })?;
        self.note(FrameKind::Hello, body);
        let own = Hello {
            proto: PROTOCOLS.to_vec(),
            key: None,
        };
        Ok(self.say_hello(&own, &secret, rng))
    }

    /// Adds a received frame to the transcript.
    fn note(&mut self, kind: FrameKind, body: &[u8]) {
        self.transcript[self.role.other() as usize].extend(frame(kind, body));
    }

    /// Whether the secret in use is a code, which could be guessed.
    fn is_by_code(&self) -> bool {
        self.secret.as_ref().is_some_and(|secret| secret.is_code)
    }

    fn confirm(&mut self, body: &[u8], secret: &Hkdf<Sha256>) -> Result<Step, CloseReason> {
        let (expected, confirmation) = match self.role {
            Role::Host => (
                "guest",
                frame(FrameKind::Confirm, &derive_key(secret, "host")),
            ),
            Role::Guest => ("host", Vec::new()),
        };
        // Comparing hashes makes the timing independent of the expected value.
        if Sha256::digest(body) != Sha256::digest(derive_key(secret, expected)) {
            return Err(match self.is_by_code() {
                true => CloseReason::WrongCode,
                // Other secrets are not mistyped: this is a stranger.
                false => CloseReason::NotAuthentic,
            });
        }
        let frames = std::mem::replace(&mut self.frames, FrameDecoder::new(0));
        let opening = ChannelStart {
            confirmation,
            secret: self.secret.take().ok_or(CloseReason::Malformed)?,
        };
        let channel = Channel::new(self.role, secret, frames, opening);
        Ok(Step::Complete(Box::new(channel)))
    }
}

fn common_protocol(body: &[u8]) -> Result<Hello, CloseReason> {
    let hello: Hello = serde_json::from_slice(body).map_err(|_| CloseReason::Malformed)?;
    let is_common = PROTOCOLS.iter().any(|known| hello.proto.contains(known));
    is_common
        .then_some(hello)
        .ok_or(CloseReason::VersionMismatch)
}

/// Host side of an invitation: pending handshakes, and the number of wrong codes.
#[derive(Debug)]
pub struct Acceptor {
    secrets: Vec<Secret>,
    wrong_codes: u8,
    pending: Vec<(u32, Handshake)>,
    next: u32,
}

impl Acceptor {
    /// Accepts guests that know one of these secrets, at most one of which is a code.
    pub const fn new(secrets: Vec<Secret>) -> Self {
        Self {
            secrets,
            wrong_codes: 0,
            pending: Vec::new(),
            next: 0,
        }
    }

    /// Accepts other secrets from now on, but no code after too many wrong ones. Handshakes in progress are dropped.
    pub fn set_secrets(&mut self, mut secrets: Vec<Secret>) {
        secrets.retain(|secret| !secret.is_code || !self.is_code_withdrawn());
        self.secrets = secrets;
        self.pending.clear();
    }

    /// Whether there have been so many wrong codes that none is accepted any more. Other secrets cannot be guessed, and
    /// stay valid.
    pub const fn is_code_withdrawn(&self) -> bool {
        self.wrong_codes >= MAX_WRONG_CODES
    }

    /// Starts a handshake with a caller and returns its id; `None` if the connection is to be closed at once.
    pub fn accept(&mut self, now: Millis) -> Option<u32> {
        self.remove_expired(now);
        if self.pending.len() >= MAX_PENDING_HANDSHAKES {
            return None;
        }
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let handshake = Handshake::new(Role::Host, self.secrets.clone(), now);
        self.pending.push((id, handshake));
        Some(id)
    }

    /// Drops handshakes whose deadline has passed.
    pub fn remove_expired(&mut self, now: Millis) {
        self.pending
            .retain(|(_, handshake)| !handshake.is_expired(now));
    }

    /// Whether a caller’s handshake is in progress.
    pub fn is_pending(&self, id: u32) -> bool {
        self.pending.iter().any(|(known, _)| *known == id)
    }

    /// Forgets a caller that has disconnected.
    pub fn remove(&mut self, id: u32) {
        self.pending.retain(|(known, _)| *known != id);
    }

    /// Processes bytes from a caller. A handshake that fails or completes is removed.
    ///
    /// # Errors
    ///
    /// Returns the reason to close the connection.
    pub fn receive(
        &mut self,
        id: u32,
        bytes: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> Result<Step, CloseReason> {
        let is_withdrawn = self.is_code_withdrawn();
        let mut pending = self.pending.iter_mut();
        let known = pending.find(|(known, _)| *known == id);
        let (_, handshake) = known.ok_or(CloseReason::HandshakeTimeout)?;
        let step = if is_withdrawn && handshake.is_by_code() {
            Err(CloseReason::CodeWithdrawn)
        } else {
            handshake.receive(bytes, rng, now)
        };
        // Other secrets cannot be guessed, and a stranger must not be able to lock out a friend.
        let is_guess = matches!(step, Err(CloseReason::WrongCode));
        self.wrong_codes += u8::from(is_guess);
        if !matches!(step, Ok(Step::Send(_))) {
            self.remove(id);
        }
        if is_guess && self.is_code_withdrawn() {
            self.secrets.retain(|secret| !secret.is_code);
            for (_, other) in &mut self.pending {
                other.secrets.retain(|secret| !secret.is_code);
            }
        }
        match step {
            Err(CloseReason::WrongCode) if self.is_code_withdrawn() => Ok(withdrawn()),
            Err(CloseReason::CodeWithdrawn) => Ok(withdrawn()),
            step => step,
        }
    }
}

/// Handshake of a guest over one of several connections.
#[derive(Debug)]
struct Attempt {
    id: u32,
    handshake: Handshake,
    /// Number of the confirmation among those that the guest has sent.
    confirmed: Option<u32>,
}

/// Guest side of an invitation: handshakes over several connections, which may all lead to the same host.
///
/// A host gives up the others when one is complete, so it completes a second one only if that has come later. The guest
/// has confirmed it later, too: it keeps such an attempt, and both end up with the same connection.
#[derive(Debug, Default)]
pub struct Connector {
    pending: Vec<Attempt>,
    next: u32,
    confirmations: u32,
}

impl Connector {
    /// Starts a handshake over a connection. Returns its id, and the first bytes to send.
    pub fn start(
        &mut self,
        secret: &Secret,
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> (u32, Vec<u8>) {
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let (handshake, first) = Handshake::guest(secret, rng, now);
        self.pending.push(Attempt {
            id,
            handshake,
            confirmed: None,
        });
        (id, first)
    }

    /// Whether a handshake is in progress.
    pub fn is_pending(&self, id: u32) -> bool {
        self.pending.iter().any(|attempt| attempt.id == id)
    }

    /// Processes bytes over a connection, none at its end. A handshake that fails or completes is removed, and with one that
    /// completes all that the host may have given up.
    ///
    /// # Errors
    ///
    /// Returns the reason to close the connection.
    pub fn receive(
        &mut self,
        id: u32,
        bytes: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> Result<Step, CloseReason> {
        let mut pending = self.pending.iter_mut();
        let known = pending.find(|attempt| attempt.id == id);
        let attempt = known.ok_or(CloseReason::HandshakeTimeout)?;
        let step = match bytes {
            [] => Err(attempt.handshake.reason_if_closed()),
            _ => attempt.handshake.receive(bytes, rng, now),
        };
        let confirmed = attempt.confirmed;
        match &step {
            // The only answer of a guest is its confirmation.
            Ok(Step::Send(answer)) if !answer.is_empty() => {
                self.confirmations += 1;
                attempt.confirmed = Some(self.confirmations);
            }
            Ok(Step::Send(_)) => {}
            Ok(Step::Complete(_)) => self.pending.retain(|other| other.confirmed > confirmed),
            Ok(Step::Withdrawn(_)) | Err(_) => self.pending.retain(|other| other.id != id),
        }
        step
    }

    /// Removes a handshake whose deadline has passed, and returns its id.
    pub fn take_expired(&mut self, now: Millis) -> Option<u32> {
        let mut pending = self.pending.iter();
        let at = pending.position(|attempt| attempt.handshake.is_expired(now))?;
        Some(self.pending.remove(at).id)
    }

    /// Gives up all handshakes.
    pub fn clear(&mut self) {
        self.pending.clear();
    }
}

/// Tells a caller that the code is no longer valid.
fn withdrawn() -> Step {
    Step::Withdrawn(frame(FrameKind::Withdrawn, &[]))
}

#[cfg(test)]
mod tests;
