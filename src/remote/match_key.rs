//! The secret of a match: what both programs keep to find each other again, and to prove who they are.

use super::channel::{KEY_LENGTH, Role};
use super::handshake::Secret;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Id of a secret that cannot be guessed: the first 64 bits of its SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyId(u64);

impl KeyId {
    /// Derives the id of a secret.
    pub(super) fn of(secret: &[u8]) -> Self {
        let hash = Sha256::new_with_prefix(b"chuhe/2 id ")
            .chain_update(secret)
            .finalize();
        Self::from_bytes(*hash.first_chunk().expect("32 bytes"))
    }

    pub(super) const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(bytes))
    }

    pub(super) const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

hexadecimal!(KeyId, u64, 16);

/// Secret of a match, derived once: from the connection over which its first game was agreed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchKey([u8; KEY_LENGTH]);

impl fmt::Debug for MatchKey {
    /// Shows no key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MatchKey({})", self.id())
    }
}

impl MatchKey {
    pub(super) const fn new(key: [u8; KEY_LENGTH]) -> Self {
        Self(key)
    }

    /// Id of the match.
    pub fn id(&self) -> KeyId {
        KeyId::of(&self.0)
    }

    /// Secret that opens further connections of the match.
    pub fn secret(&self) -> Secret {
        Secret::bytes(self.0.to_vec())
    }

    /// Id under which one side of a running match is found on its network, other than the one on the wire.
    pub fn discovery_id(&self, role: Role) -> KeyId {
        let label: &[u8] = match role {
            Role::Host => b"discovery host ",
            Role::Guest => b"discovery guest ",
        };
        KeyId::of(&[label, &self.0[..]].concat())
    }

    /// Proof of knowing the key, for one side of one connection.
    pub(super) fn proof(&self, role: Role, binding: &[u8; KEY_LENGTH]) -> String {
        let role: &[u8] = match role {
            Role::Host => b"host",
            Role::Guest => b"guest",
        };
        let hash = Sha256::new_with_prefix(b"chuhe/2 proof ")
            .chain_update(self.0)
            .chain_update(binding)
            .chain_update(role)
            .finalize();
        HEXLOWER.encode(&hash[..16])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_is_found_under_an_id_of_its_own() {
        let key = MatchKey::new([7; KEY_LENGTH]);
        let ids = [
            key.id(),
            key.discovery_id(Role::Host),
            key.discovery_id(Role::Guest),
        ];
        assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[2] != ids[0]);
        assert_eq!(ids[1].to_string().parse(), Ok(ids[1]));
    }
}
