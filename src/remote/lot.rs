//! Colors drawn by lot, so that neither side can choose them.
//!
//! The host commits to a random text before it knows that of the guest, and reveals it with the proposal. The side of the
//! host follows from both texts, so it is random if either text is.

use crate::rules::Side;
use sha2::{Digest, Sha256};

/// Length of a random text, in characters.
pub const LOT_LENGTH: usize = 32;

/// Writes random bytes as a lot.
pub fn lot(random: [u8; LOT_LENGTH / 2]) -> String {
    hex(&random)
}

/// Commitment to a lot.
pub fn commitment(lot: &str) -> String {
    hex(&Sha256::digest(["chuhe/1 lot ", lot].concat()))
}

/// Side of the host, given the lots of both.
pub fn draw(host: &str, guest: &str) -> Side {
    let hash = Sha256::digest(["chuhe/1 draw ", host, " ", guest].concat());
    if hash[0].is_multiple_of(2) {
        Side::Red
    } else {
        Side::Black
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lots_decide_and_neither_side_is_favored() {
        let lots: Vec<_> = (0..200).map(|n| lot([n; LOT_LENGTH / 2])).collect();
        for one in &lots {
            for drawn in [
                lots.iter()
                    .filter(|other| draw(one, other) == Side::Red)
                    .count(),
                lots.iter()
                    .filter(|other| draw(other, one) == Side::Red)
                    .count(),
            ] {
                assert!((60..=140).contains(&drawn), "{drawn} of 200");
            }
        }
        assert_ne!(commitment(&lots[0]), commitment(&lots[1]));
    }
}
