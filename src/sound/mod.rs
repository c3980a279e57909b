//! Sounds as samples: each [`crate::game::SoundEffect`] is synthesized, and several are mixed. Nothing here plays them.
#![forbid(unsafe_code)]

mod mixer;
mod synth;

pub use mixer::{CHUNK, Mixer};
pub use synth::{RATE, wave};
