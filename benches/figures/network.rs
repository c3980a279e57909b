//! Networks to be tried.

use chuhe::engine::nnue::Network;
use std::error::Error;

/// The network of a file, or the program's own.
pub fn network(file: Option<&str>) -> Result<&'static Network, Box<dyn Error>> {
    let Some(file) = file else {
        return Ok(Network::standard());
    };
    let network = Network::from_bytes(&std::fs::read(file)?)?;
    Ok(Box::leak(Box::new(network)))
}
