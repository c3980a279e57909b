//! Options for saving a game as an animation, as offered and remembered.

use super::Replay;
use crate::rules::Side;
use crate::scene::Look;
use serde::{Deserialize, Serialize};

/// Options for saving a game as an animation. Unknown values are read as the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenReplay")]
pub struct ReplayChoice {
    /// Duration of each position, in hundredths of a second.
    pub hold: u16,
    /// Width in pixels.
    pub width: u16,
}

impl ReplayChoice {
    /// Durations offered in the dialog.
    pub const HOLDS: [u16; 4] = [50, 100, 200, 300];
    /// Widths offered in the dialog.
    pub const WIDTHS: [u16; 3] = [360, 540, 720];

    /// The animated picture, with this side at the bottom.
    pub const fn replay(self, bottom: Side, look: Look) -> Replay {
        Replay {
            width: self.width,
            hold: self.hold,
            bottom,
            look,
            plates: None,
        }
    }
}

impl Default for ReplayChoice {
    fn default() -> Self {
        Self {
            hold: 100,
            width: 540,
        }
    }
}

#[derive(Deserialize)]
struct WrittenReplay {
    hold: u16,
    width: u16,
}

impl From<WrittenReplay> for ReplayChoice {
    fn from(written: WrittenReplay) -> Self {
        let default = Self::default();
        let offered = |all: &[u16], one, default| if all.contains(&one) { one } else { default };
        Self {
            hold: offered(&Self::HOLDS, written.hold, default.hold),
            width: offered(&Self::WIDTHS, written.width, default.width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_offered_is_not_remembered() {
        let read = |text| serde_json::from_str::<ReplayChoice>(text).expect("a choice");
        let large = ReplayChoice {
            hold: 50,
            width: 720,
        };
        assert_eq!(read(r#"{"hold": 50, "width": 720}"#), large);
        assert_eq!(
            read(r#"{"hold": 0, "width": 60000}"#),
            ReplayChoice::default()
        );
    }
}
