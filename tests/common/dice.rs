//! Random numbers for tests.

/// A small generator of random numbers, so that every run tries the same.
pub struct Dice(pub u64);

impl Dice {
    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}
