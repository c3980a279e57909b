//! The weights of the network, and the file they are read from.

use super::{HIDDEN, INPUTS, OUTPUT_BUCKETS};
use std::sync::LazyLock;
use thiserror::Error;

/// Trained weights: 16-bit words, little-endian, in the order of [`Network`].
const STANDARD: &[u8] = include_bytes!("standard.bin");

/// Output weights of a bucket.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// Weights of the view of the side to move.
    pub own: [i16; HIDDEN],
    /// Weights of the opponent's view.
    pub other: [i16; HIDDEN],
    /// Bias of the output.
    pub bias: i32,
}

/// All weights of the network.
#[derive(Clone, Debug)]
pub struct Network {
    rows: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    outputs: Vec<Output>,
}

/// Error: the weights have another shape.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a network has {expected} bytes, not {found}", expected = Network::BYTES)]
pub struct ShapeError {
    /// Number of bytes found.
    pub found: usize,
}

impl Network {
    /// Size of the weights in bytes: for each input a row of weights, the bias of the accumulator, and for each output
    /// bucket the weights of both views and a bias.
    pub const BYTES: usize = 2 * (INPUTS * HIDDEN + HIDDEN + OUTPUT_BUCKETS * (2 * HIDDEN + 1));

    /// The network that the program plays with.
    pub fn standard() -> &'static Self {
        static NETWORK: LazyLock<Network> =
            LazyLock::new(|| Network::from_bytes(STANDARD).expect("weights of this shape"));
        &NETWORK
    }

    /// Reads weights: 16-bit words, little-endian.
    ///
    /// # Errors
    ///
    /// Returns an error if there are not exactly [`Network::BYTES`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShapeError> {
        let found = bytes.len();
        if found != Self::BYTES {
            return Err(ShapeError { found });
        }
        let words = bytes.as_chunks().0.iter().copied();
        let mut words = words.map(i16::from_le_bytes);
        let mut row = || std::array::from_fn(|_| words.next().unwrap_or_default());
        let rows = (0..INPUTS).map(|_| row()).collect();
        let bias = row();
        let mut outputs = Vec::with_capacity(OUTPUT_BUCKETS);
        for _ in 0..OUTPUT_BUCKETS {
            let (own, other) = (row(), row());
            outputs.push((own, other));
        }
        let outputs = outputs.into_iter().map(|(own, other)| Output {
            own,
            other,
            bias: i32::from(words.next().unwrap_or_default()),
        });
        let outputs = outputs.collect();
        Ok(Self {
            rows,
            bias,
            outputs,
        })
    }

    pub(super) fn row(&self, input: usize) -> &[i16; HIDDEN] {
        &self.rows[input]
    }

    pub(super) const fn bias(&self) -> &[i16; HIDDEN] {
        &self.bias
    }

    pub(super) fn output(&self, stage: usize) -> &Output {
        &self.outputs[stage]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_another_shape_are_refused() {
        let short = Network::from_bytes(&STANDARD[1..]).expect_err("a byte less");
        assert_eq!(short.found, Network::BYTES - 1);
        assert!(Network::from_bytes(&[]).is_err());
    }
}
