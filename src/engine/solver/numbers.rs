//! Proof and disproof numbers of a node, from those of its children.

use super::table::{INFINITE, NEVER, ProofNumbers, SURE};

/// The child to be searched next.
pub struct Choice {
    pub index: usize,
    /// Proof number at which its search ends.
    pub proof: u32,
    /// Disproof number at which its search ends.
    pub disproof: u32,
}

/// An estimate as the side to move sees it.
struct Seen {
    /// Effort that this side still needs to have its way.
    own: u32,
    /// Effort that the other side still needs.
    other: u32,
}

const fn seen(attacks: bool, of: &ProofNumbers) -> Seen {
    if attacks {
        Seen {
            own: of.proof,
            other: of.disproof,
        }
    } else {
        Seen {
            own: of.disproof,
            other: of.proof,
        }
    }
}

/// Combines what is known of the children of a node.
pub fn combine(attacks: bool, children: &[ProofNumbers]) -> ProofNumbers {
    let mut own = INFINITE;
    let (mut most, mut open) = (0, 0);
    for child in children {
        let child = seen(attacks, child);
        own = own.min(child.own);
        most = most.max(child.other);
        open += u32::from(child.other > 0);
    }
    let bounds = || children.iter().map(|one| one.bound);
    let mates = || children.iter().filter(|one| one.is_mate());
    let escapes = || children.iter().filter(|one| one.is_none());
    let other = (most + open.saturating_sub(1)).min(INFINITE);
    match (attacks, own == 0, most == 0) {
        (true, true, _) => {
            let best = mates().min_by_key(|one| (one.head != SURE, one.bound));
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
            ProofNumbers::mate_if(bounds().max().unwrap_or(0), head.unwrap_or(SURE))
        }
        (true, ..) => ProofNumbers::open(own, other),
        (false, ..) => ProofNumbers::open(other, own),
    }
}

/// Chooses the child to be searched next, within the limits of its parent.
pub fn choose(attacks: bool, children: &[ProofNumbers], proof: u32, disproof: u32) -> Choice {
    let rank = |index: usize| {
        let child = seen(attacks, &children[index]);
        (child.own, child.other)
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
    let limit = seen(attacks, &ProofNumbers::open(proof, disproof));
    // A little more than the second best, so that the search does not jump to and fro.
    let own = limit.own.min(second.saturating_add(second / 4 + 1));
    let open = (children.iter()).filter(|child| seen(attacks, child).other > 0);
    let other = if limit.other >= INFINITE {
        INFINITE
    } else {
        let rest = (open.count() as u32).saturating_sub(1);
        limit.other.saturating_sub(rest)
    };
    let own = own.min(INFINITE);
    let other = other.max(rank(index).1 + 1).min(INFINITE);
    let (proof, disproof) = if attacks { (own, other) } else { (other, own) };
    Choice {
        index,
        proof,
        disproof,
    }
}
