//! The transposition table: what is known of positions that were searched.

use crate::rules::Move;

/// Entries that may take the same place.
const WAYS: usize = 4;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// Entry of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// High bits of the key; the low ones are those of the place.
    key: u32,
    /// The best move, or the one that refuted; `None` if no move was better than another.
    pub best: Option<Move>,
    pub score: i16,
    /// The score without looking ahead.
    pub eval: i16,
    pub depth: i8,
    pub bound: Bound,
    /// Number of the search that found it.
    age: u8,
}

const FREE: Entry = Entry {
    key: 0,
    best: None,
    score: 0,
    eval: 0,
    depth: i8::MIN,
    bound: Bound::Upper,
    age: 0,
};

/// Entries that share a line of the processor's cache, so that looking one up waits for memory once.
#[derive(Clone)]
#[repr(align(64))]
struct Place([Entry; WAYS]);

const _: () = assert!(size_of::<Place>() == 64);

/// A table of a fixed size, in which deeper and newer entries replace others.
pub struct Table {
    places: Vec<Place>,
    age: u8,
}

impl Table {
    /// A table of about this many bytes; `None` if the system does not have them.
    pub fn try_new(bytes: usize) -> Option<Self> {
        let count = (bytes / size_of::<Place>()).max(1);
        let mut places = Vec::new();
        places.try_reserve_exact(count).ok()?;
        places.resize(count, Place([FREE; WAYS]));
        Some(Self { places, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill(Place([FREE; WAYS]));
        self.age = 0;
    }

    /// Tells older entries from those of the search that begins.
    pub const fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        // The product's high word spreads the low half of the key over all places.
        (((key & 0xffff_ffff) * self.places.len() as u64) >> 32) as usize
    }

    /// Entry of the position with this key.
    pub fn look_up(&self, key: u64) -> Option<Entry> {
        let entries = &self.places[self.place(key)].0;
        let is_it = |entry: &&Entry| entry.key == (key >> 32) as u32 && entry.depth != FREE.depth;
        entries.iter().find(is_it).copied()
    }

    /// Keeps what was found. A best move that was known before is kept if there is none now.
    pub fn keep(&mut self, key: u64, found: Found) {
        let place = self.place(key);
        let age = self.age;
        let entries = &mut self.places[place].0;
        let high = (key >> 32) as u32;
        let same = entries
            .iter()
            .position(|entry| entry.key == high && entry.depth != FREE.depth);
        let worth =
            |entry: &Entry| i32::from(entry.depth) - 4 * i32::from(age.wrapping_sub(entry.age));
        let least = || (0..WAYS).min_by_key(|index| worth(&entries[*index]));
        let index = same.or_else(least).unwrap_or_default();
        let entry = &mut entries[index];
        let known = if same.is_some() { entry.best } else { None };
        // A deep result is not given up for a shallow one of the same search, unless that is exact.
        if same.is_some()
            && found.bound != Bound::Exact
            && entry.age == age
            && found.depth + 3 < entry.depth
        {
            entry.best = found.best.or(known);
            return;
        }
        *entry = Entry {
            key: high,
            best: found.best.or(known),
            score: found.score,
            eval: found.eval,
            depth: found.depth,
            bound: found.bound,
            age,
        };
    }

    /// Part of the table, in thousandths, that this search has filled.
    pub fn fill(&self) -> usize {
        let sample = &self.places[..self.places.len().min(250)];
        let entries = sample.iter().flat_map(|place| &place.0);
        let used = entries.filter(|entry| entry.depth != FREE.depth && entry.age == self.age);
        used.count() * 1000 / (sample.len() * WAYS)
    }
}

/// Result of the search of a position.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub best: Option<Move>,
    pub score: i16,
    pub eval: i16,
    pub depth: i8,
    pub bound: Bound,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: i8, score: i16) -> Found {
        Found {
            best: None,
            score,
            eval: 0,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_was_kept_is_found_and_deep_results_stay() {
        let mut table = Table::try_new(1 << 16).expect("64 KiB");
        table.begin();
        assert!(table.look_up(0).is_none());
        table.keep(0, found(9, 5));
        table.keep(0, found(2, 7));
        let entry = table.look_up(0).expect("an entry");
        assert_eq!((entry.depth, entry.score), (9, 5));
        table.begin();
        table.keep(0, found(2, 7));
        let entry = table.look_up(0).expect("an entry");
        assert_eq!((entry.depth, entry.score), (2, 7));
        // Many more than there is room for: the deepest are still there.
        for key in 1..100_000_u64 {
            table.keep(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), found(1, 1));
        }
        table.keep(42, found(20, 3));
        for key in 1..100_000_u64 {
            table.keep(key.wrapping_mul(0x2545_f491_4f6c_dd1d), found(1, 1));
        }
        assert_eq!(table.look_up(42).map(|entry| entry.depth), Some(20));
        assert!(table.fill() > 900);
        table.clear();
        assert!(table.look_up(42).is_none());
    }
}
