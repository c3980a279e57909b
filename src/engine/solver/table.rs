//! The transposition table of the solver: proved bounds, and estimates of what is still to be proved.

use super::proof_numbers::{NEVER, ProofNumbers};

/// Number of entries in a bucket.
const BUCKET_SIZE: usize = 4;
/// Maximum number of entries; they take 128 MiB.
const MAX_ENTRIES: u64 = 1 << 22;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Nodes spent below; in a full bucket the least is replaced.
    work: u32,
    /// Number of moves of the estimates; [`NEVER`] if there are none.
    moves: u8,
    /// Length of the shortest mate proved; [`NEVER`] if none is.
    mate: u8,
    /// One more than the largest number of moves disproved; 0 if none is.
    none: u8,
}

const FREE: Entry = Entry {
    key: 0,
    proof: 1,
    disproof: 1,
    work: 0,
    // Nothing is estimated yet, for whatever number.
    moves: NEVER,
    mate: NEVER,
    none: 0,
};

/// Transposition table of a fixed size, in which entries with more work replace others.
pub struct ProofTable {
    entries: Vec<[Entry; BUCKET_SIZE]>,
}

impl ProofTable {
    /// Creates a table for a search of this many nodes.
    pub fn new(nodes: u64) -> Self {
        let entries = nodes.clamp(1 << 10, MAX_ENTRIES).next_power_of_two() as usize;
        Self {
            entries: vec![[FREE; BUCKET_SIZE]; entries / BUCKET_SIZE],
        }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize % self.entries.len()
    }

    /// Proof numbers of a position with this many moves left; `None` if it is not stored. With `is_shared`, estimates
    /// for another number of moves are returned too.
    pub fn probe(&self, key: u64, moves: u8, is_shared: bool) -> Option<ProofNumbers> {
        let entry = self.entries[self.place(key)]
            .iter()
            .find(|entry| entry.key == key)?;
        if entry.mate != NEVER && entry.mate <= moves {
            return Some(ProofNumbers::mate(entry.mate));
        }
        if entry.none > moves {
            return Some(ProofNumbers::none(if entry.none == NEVER {
                NEVER
            } else {
                entry.none - 1
            }));
        }
        let is_estimated = entry.moves == moves || is_shared && entry.moves != NEVER;
        is_estimated.then(|| ProofNumbers::open(entry.proof, entry.disproof))
    }

    /// Stores the result of a search with this many moves left.
    pub fn store(&mut self, key: u64, moves: u8, found: ProofNumbers, work: u32) {
        let place = self.place(key);
        let entries = &mut self.entries[place];
        let index = entries.iter().position(|entry| entry.key == key);
        let index = index.unwrap_or_else(|| {
            let least = (0..BUCKET_SIZE).min_by_key(|&index| entries[index].work);
            let least = least.unwrap_or_default();
            entries[least] = Entry { key, ..FREE };
            least
        });
        let entry = &mut entries[index];
        entry.work = entry.work.saturating_add(work.max(1));
        if found.is_mate() {
            entry.mate = entry.mate.min(found.bound);
        } else if found.is_none() {
            entry.none = entry.none.max(found.bound.saturating_add(1));
        } else {
            (entry.proof, entry.disproof, entry.moves) = (found.proof, found.disproof, moves);
        }
    }
}
