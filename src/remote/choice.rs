//! Choices of the last invitation of a friend, as they are remembered.

use crate::game::TakeBacks;
use crate::game::choices::drawn_side;
use crate::rules::Side;
use serde::{Deserialize, Serialize};
use std::net::Ipv4Addr;

/// Name and invitation of the last remote game. The other rules are those of the last game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RemoteChoice {
    /// Name that the friend sees; empty if not yet entered.
    pub name: String,
    /// Side of the host; `None` draws lots.
    #[serde(with = "drawn_side")]
    pub side: Option<Side>,
    /// House rule on taking back, apart from that for games at one screen: far away a board that jumps back unasked
    /// surprises more.
    #[serde(with = "take_backs")]
    pub take_backs: TakeBacks,
    /// Whether the name is visible to everybody on the local network.
    pub shows_name: bool,
    /// Whether the router is asked to let the friend in.
    pub asks_router: bool,
    /// Port to listen on; 0 for any free one.
    pub port: u16,
    /// Public address of a router that forwards the port; empty if there is none.
    pub public_address: String,
}

impl RemoteChoice {
    /// The public address of a router; `None` if there is none, or it cannot be one.
    pub fn public(&self) -> Option<Ipv4Addr> {
        let address = self.public_address.parse::<Ipv4Addr>().ok()?;
        let is_one =
            !address.is_unspecified() && !address.is_multicast() && !address.is_broadcast();
        is_one.then_some(address)
    }
}

/// How guests find a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Port to listen on; 0 for any free one.
    pub port: u16,
    /// Address of a router that forwards the port.
    pub public: Option<Ipv4Addr>,
    /// Whether the name is announced on the network.
    pub shows_name: bool,
    /// Whether the router is asked to let the friend in.
    pub asks_router: bool,
}

impl From<&RemoteChoice> for Access {
    fn from(choice: &RemoteChoice) -> Self {
        Self {
            port: choice.port,
            public: choice.public(),
            shows_name: choice.shows_name,
            asks_router: choice.asks_router,
        }
    }
}

impl Default for RemoteChoice {
    fn default() -> Self {
        Self {
            name: String::new(),
            side: Some(Side::Red),
            take_backs: TakeBacks::Ask,
            shows_name: false,
            asks_router: false,
            port: 0,
            public_address: String::new(),
        }
    }
}

/// A rule on taking back by its word.
mod take_backs {
    use crate::game::TakeBacks;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    // Required by serde.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(rule: &TakeBacks, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rule.word())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<TakeBacks, D::Error> {
        let word = String::deserialize(from)?;
        TakeBacks::from_word(&word).ok_or_else(|| D::Error::custom("unknown rule"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_invitation_is_read_back_and_a_missing_one_is_as_usual() {
        let sides = [Some(Side::Red), Some(Side::Black), None];
        for (side, take_backs) in sides.into_iter().zip(TakeBacks::ALL) {
            let choice = RemoteChoice {
                name: "Anna".into(),
                side,
                take_backs,
                shows_name: true,
                asks_router: true,
                port: 40_123,
                public_address: "203.0.113.7".into(),
            };
            let written = serde_json::to_value(&choice).expect("plain data");
            assert_eq!(
                serde_json::from_value::<RemoteChoice>(written).ok(),
                Some(choice)
            );
        }
        let read = |text| serde_json::from_str::<RemoteChoice>(text).ok();
        assert_eq!(read("{}"), Some(RemoteChoice::default()));
        assert_eq!(RemoteChoice::default().take_backs, TakeBacks::Ask);
        for unknown in [r#"{"side":"green"}"#, r#"{"take_backs":"often"}"#] {
            assert_eq!(read(unknown), None);
        }
    }
}
