//! The path of a search that counts perpetual check as lost, and the mates that are proved only if a position on it is.
//!
//! Where quiet moves out of check cost none of the winner's moves, a position may come again with as many left. Between the
//! two, all moves of the defender were checks and none of the winner's: to go round for ever loses by ruling. So the second
//! occurrence counts as won *if the first one is*, and what is proved so leans on the first one. Once that is proved and
//! leans on nothing before it, all that leans on it holds: the set of positions that are won is the greatest one in which each
//! has a move whose every reply stays within it (a greatest fixpoint, as for safety games; W. Thomas, 1995), since the number
//! of moves left never grows. If it is not proved, what leans on it is forgotten. A disproof leans on nothing. That a
//! result which depends on the path must not enter the table is the graph-history interaction (A. Kishimoto and M. Müller,
//! 2004).

use super::table::{ProofNumbers, UNCONDITIONAL};
use std::collections::HashMap;

/// Key of a position, and number of the winner's moves left.
pub type PathKey = (u64, u8);

/// The positions of the winner from the root to the present node.
#[derive(Debug, Default)]
pub struct Path {
    places: Vec<PathKey>,
    /// Mates that lean on a position of the path.
    conditional: HashMap<PathKey, ProofNumbers>,
    /// Where they were found, in this order.
    order: Vec<PathKey>,
}

impl Path {
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Enters a position. Returns the number of mates that are held, for [`leave`](Self::leave).
    pub fn enter(&mut self, place: PathKey) -> usize {
        self.places.push(place);
        self.order.len()
    }

    /// Index of a position that is met again with as many moves left.
    pub fn index(&self, place: PathKey) -> Option<u16> {
        let index = self.places.iter().rposition(|one| *one == place)?;
        u16::try_from(index)
            .ok()
            .filter(|index| *index != UNCONDITIONAL)
    }

    /// Holds a mate that leans on a position of the path.
    pub fn hold(&mut self, place: PathKey, found: ProofNumbers) {
        if let std::collections::hash_map::Entry::Vacant(free) = self.conditional.entry(place) {
            free.insert(found);
            self.order.push(place);
        }
    }

    pub fn held(&self, place: PathKey) -> Option<ProofNumbers> {
        self.conditional.get(&place).copied()
    }

    /// Leaves the last position. Of the mates that were held since it was entered, returns those that are proved with it.
    pub fn leave(
        &mut self,
        entered: usize,
        found: &mut ProofNumbers,
    ) -> Vec<(PathKey, ProofNumbers)> {
        self.places.pop();
        let since = self.order.split_off(entered);
        if !found.is_mate() {
            for place in since {
                self.conditional.remove(&place);
            }
            return Vec::new();
        }
        let index = self.places.len();
        let leans = |head: u16| head != UNCONDITIONAL && usize::from(head) >= index;
        let is_proved = found.head == UNCONDITIONAL || leans(found.head);
        if is_proved {
            found.head = UNCONDITIONAL;
        }
        let mut proved = Vec::new();
        for place in since {
            let Some(held) = self.conditional.get_mut(&place) else {
                continue;
            };
            if leans(held.head) {
                held.head = found.head;
            }
            if held.head == UNCONDITIONAL {
                proved.extend(self.conditional.remove(&place).map(|held| (place, held)));
            } else {
                self.order.push(place);
            }
        }
        proved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leans_on_a_position_is_proved_with_it() {
        let mut path = Path::default();
        path.enter((1, 3));
        let entered = path.enter((2, 3));
        assert_eq!(
            [(1, 3), (2, 3), (2, 2)].map(|place| path.index(place)),
            [Some(0), Some(1), None]
        );
        path.hold((7, 3), ProofNumbers::mate_if(3, 1));
        path.hold((8, 3), ProofNumbers::mate_if(3, 0));
        let mut found = ProofNumbers::mate_if(3, 1);
        let proved = path.leave(entered, &mut found);
        assert_eq!(proved, [((7, 3), ProofNumbers::mate(3))]);
        assert_eq!(found, ProofNumbers::mate(3));
        assert_eq!(path.held((8, 3)), Some(ProofNumbers::mate_if(3, 0)));
    }

    #[test]
    fn what_leans_on_a_position_leans_on_what_that_one_does() {
        let mut path = Path::default();
        let first = path.enter((1, 3));
        let second = path.enter((2, 3));
        path.hold((7, 3), ProofNumbers::mate_if(3, 1));
        let mut found = ProofNumbers::mate_if(3, 0);
        assert_eq!(path.leave(second, &mut found), []);
        assert_eq!(found, ProofNumbers::mate_if(3, 0));
        assert_eq!(path.held((7, 3)), Some(ProofNumbers::mate_if(3, 0)));
        // The first one is not won after all.
        assert_eq!(path.leave(first, &mut ProofNumbers::open(1, 1)), []);
        assert_eq!(path.held((7, 3)), None);
    }
}
