//! Making the weights of the network: games of the program against itself, and a fit to their scores and results.
//!
//! ```text
//! cargo bench --no-default-features --bench train -- play DATA POSITIONS NODES SEED [NETWORK]
//! cargo bench --no-default-features --bench train -- fit NETWORK EPOCHS DATA...
//! cargo bench --no-default-features --bench train -- refit NETWORK EPOCHS OLD DATA...
//! ```
//!
//! `play` goes on until DATA has so many positions, from where it was stopped, and writes into `DATA.txt` what they are made
//! of. Two processes write two files, with two seeds. `fit` learns from all files given, on two threads; `refit`
//! begins with the weights OLD, which may have fewer hidden units, and learns more slowly: for less data.
//! `cp NETWORK src/engine/nnue/standard.bin` makes it the program's own.
#![allow(clippy::print_stdout)] // Progress is for a terminal.

mod fit;
#[path = "../figures/network.rs"]
mod network;
mod play;
mod sample;
#[path = "../figures/words.rs"]
mod words;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words = words::given();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["play", data, positions, nodes, seed, ref file @ ..] if file.len() <= 1 => {
            let player = play::Player {
                nodes: nodes.parse()?,
                seed: seed.parse()?,
                network: network::network(file.first().copied())?,
            };
            play::play(data, positions.parse()?, player)
        }
        ["fit", network, epochs, ref data @ ..] => fit::fit(network, None, epochs.parse()?, data),
        ["refit", network, epochs, old, ref data @ ..] => {
            fit::fit(network, Some(old), epochs.parse()?, data)
        }
        _ => {
            println!(
                "play DATA POSITIONS NODES SEED [NETWORK] | fit NETWORK EPOCHS DATA... | \
                 refit NETWORK EPOCHS OLD DATA..."
            );
            Ok(())
        }
    }
}

/// Numbers that look random, the same for the same seed (SplitMix64 by Steele, Lea and Flood).
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this one.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit.max(1) as u64) as usize
    }

    /// From -1 to 1.
    pub fn unit(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}
