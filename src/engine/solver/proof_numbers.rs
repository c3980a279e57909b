//! Proof and disproof numbers: those of a node, and how a parent combines those of its children.

/// Infinity: a proof or disproof number that cannot be reached.
pub const INFINITE: u32 = 1 << 28;
/// Bound of a position that no number of moves wins.
pub const NEVER: u8 = u8::MAX;
/// Mark of an unconditional mate, above any index on a path.
pub const UNCONDITIONAL: u16 = u16::MAX;

/// Proof and disproof number of a position within a class of moves, with the bound that they prove. All numbers of
/// moves are the winner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Proof number: estimated positions still to be proved won; 0 if proved.
    pub proof: u32,
    /// Disproof number: estimated positions still to be disproved; 0 if disproved.
    pub disproof: u32,
    /// Number of moves within which there is a mate if proved, or none if disproved.
    pub bound: u8,
    /// Index on the [path](super::path::Path) of the first position that this mate depends on; [`UNCONDITIONAL`] if
    /// there is none.
    pub depends_on: u16,
}

impl ProofNumbers {
    /// A mate within this many moves.
    pub const fn mate(within: u8) -> Self {
        Self {
            proof: 0,
            disproof: INFINITE,
            bound: within,
            depends_on: UNCONDITIONAL,
        }
    }

    /// A conditional mate: within this many moves if the position at this index of the path is won.
    pub const fn mate_if(within: u8, depends_on: u16) -> Self {
        Self {
            depends_on,
            ..Self::mate(within)
        }
    }

    /// No mate within this many moves.
    pub const fn none(within: u8) -> Self {
        Self {
            proof: INFINITE,
            disproof: 0,
            bound: within,
            depends_on: UNCONDITIONAL,
        }
    }

    /// Widens a disproof to the parent's number of moves: the child may have been searched with fewer, but is disproved
    /// for all of them.
    pub fn with_left(mut self, left: u8) -> Self {
        if self.is_none() {
            self.bound = self.bound.max(left);
        }
        self
    }

    /// Adjusts the bound for a parent whose move to this child is free: it counts one move less.
    pub const fn after_move(mut self, is_free: bool) -> Self {
        if is_free && self.bound != NEVER {
            self.bound = self.bound.saturating_sub(1);
        }
        self
    }

    /// Estimates without a proof.
    pub const fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            bound: 0,
            depends_on: UNCONDITIONAL,
        }
    }

    pub const fn is_mate(self) -> bool {
        self.proof == 0
    }

    pub const fn is_none(self) -> bool {
        self.disproof == 0
    }
}

/// Choice of the child to be searched next, with its thresholds.
pub struct ChildChoice {
    pub index: usize,
    /// Threshold of the proof number.
    pub proof: u32,
    /// Threshold of the disproof number.
    pub disproof: u32,
}

/// Phi and delta: proof and disproof number from the view of the side to move.
struct PhiDelta {
    /// Estimated effort of the side to move to reach its goal.
    phi: u32,
    /// Estimated effort of its opponent.
    delta: u32,
}

const fn phi_delta(attacks: bool, of: &ProofNumbers) -> PhiDelta {
    if attacks {
        PhiDelta {
            phi: of.proof,
            delta: of.disproof,
        }
    } else {
        PhiDelta {
            phi: of.disproof,
            delta: of.proof,
        }
    }
}

/// Combines the numbers of a node's children.
pub fn combine(attacks: bool, children: &[ProofNumbers]) -> ProofNumbers {
    let mut phi = INFINITE;
    let (mut most, mut open) = (0, 0);
    for child in children {
        let child = phi_delta(attacks, child);
        phi = phi.min(child.phi);
        most = most.max(child.delta);
        open += u32::from(child.delta > 0);
    }
    let bounds = || children.iter().map(|one| one.bound);
    let mates = || children.iter().filter(|one| one.is_mate());
    let escapes = || children.iter().filter(|one| one.is_none());
    let delta = (most + open.saturating_sub(1)).min(INFINITE);
    match (attacks, phi == 0, most == 0) {
        (true, true, _) => {
            let best = mates().min_by_key(|one| (one.depends_on != UNCONDITIONAL, one.bound));
            best.map_or(ProofNumbers::mate(NEVER), |best| {
                ProofNumbers::mate_if(best.bound + 1, best.depends_on)
            })
        }
        (true, _, true) => {
            let least = bounds().min();
            ProofNumbers::none(least.map_or(NEVER, |bound| bound.saturating_add(1)))
        }
        (false, true, _) => ProofNumbers::none(escapes().map(|one| one.bound).max().unwrap_or(0)),
        (false, _, true) => {
            let depends_on = children.iter().map(|one| one.depends_on).min();
            ProofNumbers::mate_if(
                bounds().max().unwrap_or(0),
                depends_on.unwrap_or(UNCONDITIONAL),
            )
        }
        (true, ..) => ProofNumbers::open(phi, delta),
        (false, ..) => ProofNumbers::open(delta, phi),
    }
}

/// Chooses the child to be searched next, within the thresholds of its parent.
pub fn choose(attacks: bool, children: &[ProofNumbers], proof: u32, disproof: u32) -> ChildChoice {
    let rank = |index: usize| {
        let child = phi_delta(attacks, &children[index]);
        (child.phi, child.delta)
    };
    let (mut index, mut second) = (0, INFINITE);
    for next in 1..children.len() {
        if rank(next) < rank(index) {
            second = rank(index).0;
            index = next;
        } else {
            second = second.min(rank(next).0);
        }
    }
    let limit = phi_delta(attacks, &ProofNumbers::open(proof, disproof));
    // A little more than the second best, so that the search does not jump to and fro.
    let phi = limit.phi.min(second.saturating_add(second / 4 + 1));
    let open = (children.iter()).filter(|child| phi_delta(attacks, child).delta > 0);
    let delta = if limit.delta >= INFINITE {
        INFINITE
    } else {
        let rest = (open.count() as u32).saturating_sub(1);
        limit.delta.saturating_sub(rest)
    };
    let phi = phi.min(INFINITE);
    let delta = delta.max(rank(index).1 + 1).min(INFINITE);
    let (proof, disproof) = if attacks { (phi, delta) } else { (delta, phi) };
    ChildChoice {
        index,
        proof,
        disproof,
    }
}
