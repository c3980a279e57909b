//! The first words of a line: both sides prove to each other that they know the same secret, without telling it.
//!
//! | | Guest | Host |
//! |---|---|---|
//! | 1 | `hello`, `pake` | |
//! | 2 | | `hello`, `pake` |
//! | 3 | `confirm` | |
//! | 4 | | `confirm` |
//!
//! The guest confirms first: a host that has not heard a right `confirm` has told nothing, so each guess of a code costs
//! one of few tries. All that was said before is part of the keys.

use super::Fault;
use super::limits::{GREETING_TIME, MAX_GREETING, MAX_PENDING, MAX_TRIES};
use super::link::{Frames, Kind, Link, Role, derived, frame};
use crate::game::clock::Millis;
use hkdf::Hkdf;
use rand_core::{CryptoRng, RngCore};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use std::fmt;

/// Protocols of this version, best last.
const PROTOCOLS: [u32; 1] = [1];

/// What both sides know: a code, the secret of an invitation, or that of an earlier line.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    bytes: Vec<u8>,
    /// Whether it is so short that even its hash would tell it.
    is_code: bool,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The six digits that the host shows, whatever stands between them.
    pub fn code(text: &str) -> Option<Self> {
        let bytes: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
        (bytes.len() == 6).then_some(Self {
            bytes,
            is_code: true,
        })
    }

    /// The secret of an invitation, or of an earlier line.
    pub const fn bytes(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            is_code: false,
        }
    }

    /// Says which secret is meant, if it cannot be guessed.
    fn name(&self) -> Option<String> {
        let hash = Sha256::digest([b"chuhe/1 name ", &*self.bytes].concat());
        let bytes = hash.iter().take(8);
        (!self.is_code).then(|| bytes.map(|byte| format!("{byte:02x}")).collect())
    }
}

#[derive(Serialize, Deserialize)]
struct Hello {
    proto: Vec<u32>,
    /// Name of the secret, unless it is a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

/// What becomes of a handshake.
#[derive(Debug)]
pub enum Step {
    /// These bytes are to be sent; there may be none.
    Send(Vec<u8>),
    /// Both have proved it.
    Open(Box<Link>),
}

/// Where a handshake stands. The exchange of keys is used up by its end.
enum Stage {
    Hello,
    Pake(Spake2<Ed25519Group>),
    Confirm(Hkdf<Sha256>),
    Over,
}

/// One side of a handshake.
pub struct Handshake {
    role: Role,
    secrets: Vec<Secret>,
    stage: Stage,
    frames: Frames,
    /// All said in clear by the host and by the guest.
    said: [Vec<u8>; 2],
    until: Millis,
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
            stage: Stage::Hello,
            frames: Frames::new(MAX_GREETING),
            said: [Vec::new(), Vec::new()],
            until: now.saturating_add(GREETING_TIME),
        }
    }

    /// A guest's handshake, with what it says first.
    pub fn guest(
        secret: &Secret,
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> (Self, Vec<u8>) {
        let hello = Hello {
            proto: PROTOCOLS.to_vec(),
            key: secret.name(),
        };
        let mut one = Self::new(Role::Guest, vec![secret.clone()], now);
        let first = one.introduce(&hello, secret, rng);
        (one, first)
    }

    /// Whether the time for it has passed.
    pub const fn is_late(&self, now: Millis) -> bool {
        now >= self.until
    }

    /// Why it has come to nothing if the other side closes the line: a host closes it at a wrong code.
    pub const fn cut(&self) -> Fault {
        match (self.role, &self.stage) {
            (Role::Guest, Stage::Confirm(_)) => Fault::WrongCode,
            _ => Fault::Lost,
        }
    }

    /// Says `hello` and `pake`.
    fn introduce(
        &mut self,
        hello: &Hello,
        secret: &Secret,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Vec<u8> {
        let password = Password::new(&secret.bytes);
        let [host, guest] =
            ["chuhe-host-1", "chuhe-guest-1"].map(|name| Identity::new(name.as_bytes()));
        let (exchange, half) = match self.role {
            Role::Host => Spake2::start_a_with_rng(&password, &host, &guest, &mut *rng),
            Role::Guest => Spake2::start_b_with_rng(&password, &host, &guest, &mut *rng),
        };
        let hello = serde_json::to_vec(hello).expect("plain data");
        let bytes = [frame(Kind::Hello, &hello), frame(Kind::Pake, &half)].concat();
        self.said[self.role as usize].extend(&bytes);
        self.stage = Stage::Pake(exchange);
        bytes
    }

    /// Takes what the other side says.
    ///
    /// # Errors
    ///
    /// Returns the reason the line is to be closed.
    pub fn receive(
        &mut self,
        bytes: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> Result<Step, Fault> {
        if self.is_late(now) {
            return Err(Fault::TooSlow);
        }
        self.frames.push(bytes);
        let mut answer = Vec::new();
        while let Some((kind, body)) = self.frames.take()? {
            match (kind, std::mem::replace(&mut self.stage, Stage::Over)) {
                (Kind::Hello, Stage::Hello) => answer = self.welcome(&body, rng)?,
                (Kind::Hello, Stage::Pake(exchange)) if self.role == Role::Guest => {
                    common_protocol(&body)?;
                    self.hear(kind, &body);
                    self.stage = Stage::Pake(exchange);
                }
                (Kind::Pake, Stage::Pake(exchange)) => {
                    self.hear(kind, &body);
                    let key = exchange.finish(&body).map_err(|_| Fault::Malformed)?;
                    let said = Sha256::digest(self.said.concat());
                    let secret = Hkdf::new(Some(&said), &key);
                    if self.role == Role::Guest {
                        answer.extend(frame(Kind::Confirm, &derived(&secret, "guest")));
                    }
                    self.stage = Stage::Confirm(secret);
                }
                (Kind::Confirm, Stage::Confirm(secret)) => return self.confirm(&body, &secret),
                _ => return Err(Fault::Malformed),
            }
        }
        Ok(Step::Send(answer))
    }

    /// The host hears the guest's `hello` and answers with its own and its half of the exchange.
    fn welcome(
        &mut self,
        body: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<Vec<u8>, Fault> {
        let hello = common_protocol(body)?;
        let mut secrets = self.secrets.iter();
        let secret = secrets.find(|secret| secret.name() == hello.key).cloned();
        let secret = secret.ok_or(Fault::UnknownSecret)?;
        self.hear(Kind::Hello, body);
        let own = Hello {
            proto: PROTOCOLS.to_vec(),
            key: None,
        };
        Ok(self.introduce(&own, &secret, rng))
    }

    fn hear(&mut self, kind: Kind, body: &[u8]) {
        let other = match self.role {
            Role::Host => Role::Guest,
            Role::Guest => Role::Host,
        };
        self.said[other as usize].extend(frame(kind, body));
    }

    fn confirm(&mut self, body: &[u8], secret: &Hkdf<Sha256>) -> Result<Step, Fault> {
        let (expected, greeting) = match self.role {
            Role::Host => ("guest", frame(Kind::Confirm, &derived(secret, "host"))),
            Role::Guest => ("host", Vec::new()),
        };
        // Hashes are compared, so that the time it takes tells nothing about the expected one.
        if Sha256::digest(body) != Sha256::digest(derived(secret, expected)) {
            return Err(Fault::WrongCode);
        }
        let frames = std::mem::replace(&mut self.frames, Frames::new(0));
        let link = Link::new(self.role, secret, frames, greeting);
        Ok(Step::Open(Box::new(link)))
    }
}

fn common_protocol(body: &[u8]) -> Result<Hello, Fault> {
    let hello: Hello = serde_json::from_slice(body).map_err(|_| Fault::Malformed)?;
    let is_common = PROTOCOLS.iter().any(|known| hello.proto.contains(known));
    is_common.then_some(hello).ok_or(Fault::OtherVersion)
}

/// The host's side of an invitation: whoever knocks has to prove that they know the secret, and few tries are given.
#[derive(Debug)]
pub struct Door {
    secrets: Vec<Secret>,
    wrong: u8,
    pending: Vec<(u32, Handshake)>,
    next: u32,
}

impl Door {
    /// Opens a door for whoever knows one of these secrets, of which one at most is a code.
    pub const fn new(secrets: Vec<Secret>) -> Self {
        Self {
            secrets,
            wrong: 0,
            pending: Vec::new(),
            next: 0,
        }
    }

    /// Whether the invitation stands.
    pub const fn is_open(&self) -> bool {
        self.wrong < MAX_TRIES
    }

    /// Someone calls; `None` if the line is to be closed at once.
    pub fn knock(&mut self, now: Millis) -> Option<u32> {
        self.end_late(now);
        if !self.is_open() || self.pending.len() >= MAX_PENDING {
            return None;
        }
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let one = Handshake::new(Role::Host, self.secrets.clone(), now);
        self.pending.push((id, one));
        Some(id)
    }

    /// Sends away callers whose time has passed.
    pub fn end_late(&mut self, now: Millis) {
        self.pending.retain(|(_, one)| !one.is_late(now));
    }

    /// Whether a caller still may prove that they know the secret.
    pub fn is_pending(&self, id: u32) -> bool {
        self.pending.iter().any(|(known, _)| *known == id)
    }

    /// A caller has gone.
    pub fn gone(&mut self, id: u32) {
        self.pending.retain(|(known, _)| *known != id);
    }

    /// Takes what a caller says. One that fails or opens is pending no more.
    ///
    /// # Errors
    ///
    /// Returns the reason the line is to be closed.
    pub fn receive(
        &mut self,
        id: u32,
        bytes: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
        now: Millis,
    ) -> Result<Step, Fault> {
        if !self.is_open() {
            self.pending.clear();
        }
        let mut pending = self.pending.iter_mut();
        let known = pending.find(|(known, _)| *known == id);
        let (_, one) = known.ok_or(Fault::TooSlow)?;
        let step = one.receive(bytes, rng, now);
        self.wrong += u8::from(matches!(step, Err(Fault::WrongCode)));
        if !matches!(step, Ok(Step::Send(_))) {
            self.gone(id);
        }
        step
    }
}

#[cfg(test)]
mod tests;
