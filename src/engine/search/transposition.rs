//! The transposition table: bounds, depths and best moves of positions searched before.

use crate::rules::Move;

/// Number of entries in a bucket.
const BUCKET_SIZE: usize = 4;

/// Bound: relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// Entry of the transposition table.
#[derive(Clone, Copy, Debug)]
pub struct TtEntry {
    /// High bits of the key; the low ones choose the bucket.
    key: u32,
    /// The best move, or the one that caused a cutoff; `None` if all failed low.
    pub best: Option<Move>,
    pub score: i16,
    /// Static evaluation.
    pub eval: i16,
    pub depth: i8,
    pub bound: Bound,
    /// Generation: number of the search that stored it.
    age: u8,
}

const FREE: TtEntry = TtEntry {
    key: 0,
    best: None,
    score: 0,
    eval: 0,
    depth: i8::MIN,
    bound: Bound::Upper,
    age: 0,
};

/// Bucket of entries that share one cache line, so that a probe waits for memory only once.
#[derive(Clone)]
#[repr(align(64))]
struct Bucket([TtEntry; BUCKET_SIZE]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Transposition table of a fixed size. In a full bucket a new entry replaces the shallowest one, each generation of
/// age counting as four plies.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

impl TranspositionTable {
    /// A table of about this many bytes; `None` if the system does not have them.
    pub fn try_new(bytes: usize) -> Option<Self> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize(count, Bucket([FREE; BUCKET_SIZE]));
        Some(Self { buckets, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([FREE; BUCKET_SIZE]));
        self.age = 0;
    }

    /// Begins a new generation: older entries are replaced first.
    pub const fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket_index(&self, key: u64) -> usize {
        // The product's high word spreads the low half of the key over all buckets.
        (((key & 0xffff_ffff) * self.buckets.len() as u64) >> 32) as usize
    }

    /// Entry of the position with this Zobrist key.
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let entries = &self.buckets[self.bucket_index(key)].0;
        let is_it = |entry: &&TtEntry| entry.key == (key >> 32) as u32 && entry.depth != FREE.depth;
        entries.iter().find(is_it).copied()
    }

    /// Stores a result. A best move stored before is kept if the new result has none.
    pub fn store(&mut self, key: u64, found: NewEntry) {
        let index = self.bucket_index(key);
        let age = self.age;
        let entries = &mut self.buckets[index].0;
        let high = (key >> 32) as u32;
        let same = entries
            .iter()
            .position(|entry| entry.key == high && entry.depth != FREE.depth);
        let worth =
            |entry: &TtEntry| i32::from(entry.depth) - 4 * i32::from(age.wrapping_sub(entry.age));
        let least = || (0..BUCKET_SIZE).min_by_key(|index| worth(&entries[*index]));
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
        *entry = TtEntry {
            key: high,
            best: found.best.or(known),
            score: found.score,
            eval: found.eval,
            depth: found.depth,
            bound: found.bound,
            age,
        };
    }

    /// Occupancy of the table by the current search, in permill.
    pub fn fill(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let entries = sample.iter().flat_map(|place| &place.0);
        let used = entries.filter(|entry| entry.depth != FREE.depth && entry.age == self.age);
        used.count() * 1000 / (sample.len() * BUCKET_SIZE)
    }
}

/// Result of a search, to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewEntry {
    pub best: Option<Move>,
    pub score: i16,
    pub eval: i16,
    pub depth: i8,
    pub bound: Bound,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: i8, score: i16) -> NewEntry {
        NewEntry {
            best: None,
            score,
            eval: 0,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_was_kept_is_found_and_deep_results_stay() {
        let mut table = TranspositionTable::try_new(1 << 16).expect("64 KiB");
        table.begin();
        assert!(table.probe(0).is_none());
        table.store(0, found(9, 5));
        table.store(0, found(2, 7));
        let entry = table.probe(0).expect("an entry");
        assert_eq!((entry.depth, entry.score), (9, 5));
        table.begin();
        table.store(0, found(2, 7));
        let entry = table.probe(0).expect("an entry");
        assert_eq!((entry.depth, entry.score), (2, 7));
        // Many more than there is room for: the deepest are still there.
        for key in 1..100_000_u64 {
            table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), found(1, 1));
        }
        table.store(42, found(20, 3));
        for key in 1..100_000_u64 {
            table.store(key.wrapping_mul(0x2545_f491_4f6c_dd1d), found(1, 1));
        }
        assert_eq!(table.probe(42).map(|entry| entry.depth), Some(20));
        assert!(table.fill() > 900);
        table.clear();
        assert!(table.probe(42).is_none());
    }
}
