//! The operating system’s random number generator.

use rand_core::{CryptoRng, Error, RngCore};
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};

/// Cryptographically secure random number generator of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemRng;

impl RngCore for SystemRng {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_ne_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_ne_bytes(bytes)
    }

    fn fill_bytes(&mut self, to: &mut [u8]) {
        let mut filled = 0;
        while filled < to.len() {
            match getrandom(&mut to[filled..], GetRandomFlags::empty()) {
                Ok(more) => filled += more,
                Err(Errno::INTR) => {}
                Err(error) => panic!("no random numbers: {error}"),
            }
        }
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(to);
        Ok(())
    }
}

impl CryptoRng for SystemRng {}
