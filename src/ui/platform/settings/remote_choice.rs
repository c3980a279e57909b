//! The last choices for a game with a friend far away.

use crate::rules::Side;
use serde::{Deserialize, Serialize};
use std::net::Ipv4Addr;

/// Name and invitation of the last game with a friend far away. The rules are those of the last agreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RemoteChoice {
    /// Name that the friend sees; empty until there is one.
    pub name: String,
    /// Side of the host; `None` is one by chance.
    #[serde(with = "side")]
    pub side: Option<Side>,
    /// Whether the name is shown to everybody on the network.
    pub shows_name: bool,
    /// Port on which an invitation waits; 0 for any free one.
    pub port: u16,
    /// Address of a router that forwards the port; empty if there is none.
    pub public_address: String,
}

impl RemoteChoice {
    /// The address of a router; `None` if there is none, or none that can be one.
    pub fn public(&self) -> Option<Ipv4Addr> {
        let address = self.public_address.parse::<Ipv4Addr>().ok()?;
        let is_one =
            !address.is_unspecified() && !address.is_multicast() && !address.is_broadcast();
        is_one.then_some(address)
    }
}

impl Default for RemoteChoice {
    fn default() -> Self {
        Self {
            name: String::new(),
            side: Some(Side::Red),
            shows_name: false,
            port: 0,
            public_address: String::new(),
        }
    }
}

/// A side by its word, or `chance`.
pub(super) mod side {
    use crate::rules::Side;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const CHANCE: &str = "chance";

    // Required by serde.
    #[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(side: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.map_or(CHANCE, Side::word))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Side>, D::Error> {
        match &*String::deserialize(from)? {
            CHANCE => Ok(None),
            word => match Side::from_word(word) {
                Some(side) => Ok(Some(side)),
                None => Err(D::Error::custom("unknown side")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_read_back_and_a_missing_one_is_as_usual() {
        for side in [Some(Side::Red), Some(Side::Black), None] {
            let choice = RemoteChoice {
                name: "Anna".into(),
                side,
                shows_name: true,
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
        assert_eq!(read(r#"{"side":"green"}"#), None);
    }
}
