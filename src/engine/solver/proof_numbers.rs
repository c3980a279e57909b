//! Proof and disproof numbers of a node, from those of its children.

use super::table::{INFINITE, NEVER, ProofNumbers, UNCONDITIONAL};

/// The child to be searched next.
pub struct ChildChoice {
    pub index: usize,
    /// Proof number at which its search ends.
    pub proof: u32,
    /// Disproof number at which its search ends.
    pub disproof: u32,
}

/// An estimate as the side to move sees it.
struct PhiDelta {
    /// Effort that this side still needs to have its way.
    phi: u32,
    /// Effort that the other side still needs.
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

/// Combines what is known of the children of a node.
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
            let best = mates().min_by_key(|one| (one.head != UNCONDITIONAL, one.bound));
            best.map_or(ProofNumbers::mate(NEVER), |best| {
                ProofNumbers::mate_if(best.bound + 1, best.head)
            })
        }
        (true, _, true) => {
            let least = bounds().min();
            ProofNumbers::none(least.map_or(NEVER, |bound| bound.saturating_add(1)))
        }
        (false, true, _) => ProofNumbers::none(escapes().map(|one| one.bound).max().unwrap_or(0)),
        (false, _, true) => {
            let head = children.iter().map(|one| one.head).min();
            ProofNumbers::mate_if(bounds().max().unwrap_or(0), head.unwrap_or(UNCONDITIONAL))
        }
        (true, ..) => ProofNumbers::open(phi, delta),
        (false, ..) => ProofNumbers::open(delta, phi),
    }
}

/// Chooses the child to be searched next, within the limits of its parent.
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
