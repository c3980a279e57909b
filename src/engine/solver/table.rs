//! The transposition table of the solver: bounds that were proved, and the effort that is estimated to prove more.

/// More than any estimate.
pub const INFINITE: u32 = 1 << 28;
/// No number of moves of the winner is enough.
pub const NEVER: u8 = u8::MAX;
/// A mate that leans on nothing: more than any index on a path.
pub const UNCONDITIONAL: u16 = u16::MAX;
/// Entries that may take the same place.
const BUCKET_SIZE: usize = 4;
/// Most entries; they take 128 MiB.
const MAX_ENTRIES: u64 = 1 << 22;

/// Estimates and bounds of a position within a class of moves. All numbers of moves are the winner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Least number of positions still to be proved won for a proof; 0 if proved.
    pub proof: u32,
    /// Least number of positions still to be proved not won for a disproof; 0 if disproved.
    pub disproof: u32,
    /// Number of moves within which there is a mate if it is proved, or is none if it is disproved.
    pub bound: u8,
    /// Index on the [path](super::path::Path) of the first position that has to be won for this mate to hold; [`UNCONDITIONAL`] if
    /// there is none.
    pub head: u16,
}

impl ProofNumbers {
    /// A mate within this many moves.
    pub const fn mate(within: u8) -> Self {
        Self {
            proof: 0,
            disproof: INFINITE,
            bound: within,
            head: UNCONDITIONAL,
        }
    }

    /// A mate within this many moves if the position at this index of the path is won.
    pub const fn mate_if(within: u8, head: u16) -> Self {
        Self {
            head,
            ..Self::mate(within)
        }
    }

    /// No mate within this many moves.
    pub const fn none(within: u8) -> Self {
        Self {
            proof: INFINITE,
            disproof: 0,
            bound: within,
            head: UNCONDITIONAL,
        }
    }

    /// The estimate for a parent with so many moves left, whose child may have been searched with fewer: a disproof of the
    /// child holds for all of them.
    pub fn with_left(mut self, left: u8) -> Self {
        if self.is_none() {
            self.bound = self.bound.max(left);
        }
        self
    }

    /// The estimate for a parent whose move to this child costs one of those left, or nothing: then it says one less.
    pub const fn after_move(mut self, is_free: bool) -> Self {
        if is_free && self.bound != NEVER {
            self.bound = self.bound.saturating_sub(1);
        }
        self
    }

    /// Nothing is proved.
    pub const fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            bound: 0,
            head: UNCONDITIONAL,
        }
    }

    pub const fn is_mate(self) -> bool {
        self.proof == 0
    }

    pub const fn is_none(self) -> bool {
        self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Effort spent below, which decides what is overwritten.
    work: u32,
    /// Number of moves that the estimates are for.
    moves: u8,
    /// Fewest moves within which a mate is proved; [`NEVER`] if none is.
    mate: u8,
    /// One more than the most moves within which there is none; 0 if nothing is known.
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

/// A table of a fixed size, in which more valuable entries replace others.
pub struct ProofTable {
    entries: Vec<[Entry; BUCKET_SIZE]>,
}

impl ProofTable {
    /// A table for a search of this many nodes.
    pub fn new(nodes: u64) -> Self {
        let entries = nodes.clamp(1 << 10, MAX_ENTRIES).next_power_of_two() as usize;
        Self {
            entries: vec![[FREE; BUCKET_SIZE]; entries / BUCKET_SIZE],
        }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize % self.entries.len()
    }

    /// Proof numbers of a position with this many moves left; `None` if nothing is known. What is not proved may be an estimate
    /// for another number of moves if it is shared.
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

    /// Keeps what a search with this many moves left has found.
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
