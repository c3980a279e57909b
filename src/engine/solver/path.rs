//! Graph-history interaction: the path of a search that counts perpetual check as lost, and the mates that hold only if
//! a position on it is won.
//!
//! Where quiet moves out of check do not count, a position may recur with as many moves left. In between, all moves of
//! the defender were checks and none of the winner's: repeating them for ever loses by ruling. So the second occurrence
//! counts as won *if the first one is*: its mate depends on the first. Once the first is proved and depends on nothing
//! earlier, all mates that depend on it hold: the set of won positions is the greatest one in which each has a move
//! whose every reply stays within it (a greatest fixpoint, as for safety games; W. Thomas, 1995), since the number of
//! moves left never grows. If it is not proved, they are dropped. A disproof depends on nothing. That a result which
//! depends on the path must not enter the table is the graph-history interaction (A. Kishimoto and M. Müller, 2004).

use super::proof_numbers::{ProofNumbers, UNCONDITIONAL};
use std::collections::HashMap;

/// Key of a position, and number of the winner's moves left.
pub type PathKey = (u64, u8);

/// The positions of the winner from the root to the present node.
#[derive(Debug, Default)]
pub struct Path {
    places: Vec<PathKey>,
    /// Conditional mates: those that depend on a position of the path.
    conditional: HashMap<PathKey, ProofNumbers>,
    /// Keys of the conditional mates, in the order of discovery.
    order: Vec<PathKey>,
}

impl Path {
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Pushes a position. Returns the number of conditional mates, for [`leave`](Self::leave).
    pub fn enter(&mut self, place: PathKey) -> usize {
        self.places.push(place);
        self.order.len()
    }

    /// Index of a position that recurs with as many moves left.
    pub fn index(&self, place: PathKey) -> Option<u16> {
        let index = self.places.iter().rposition(|one| *one == place)?;
        u16::try_from(index)
            .ok()
            .filter(|index| *index != UNCONDITIONAL)
    }

    /// Adds a mate that depends on a position of the path.
    pub fn hold(&mut self, place: PathKey, found: ProofNumbers) {
        if let std::collections::hash_map::Entry::Vacant(free) = self.conditional.entry(place) {
            free.insert(found);
            self.order.push(place);
        }
    }

    pub fn held(&self, place: PathKey) -> Option<ProofNumbers> {
        self.conditional.get(&place).copied()
    }

    /// Pops the last position. Returns the conditional mates found since it was entered that are proved with it.
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
        let leans =
            |depends_on: u16| depends_on != UNCONDITIONAL && usize::from(depends_on) >= index;
        let is_proved = found.depends_on == UNCONDITIONAL || leans(found.depends_on);
        if is_proved {
            found.depends_on = UNCONDITIONAL;
        }
        let mut proved = Vec::new();
        for place in since {
            let Some(held) = self.conditional.get_mut(&place) else {
                continue;
            };
            if leans(held.depends_on) {
                held.depends_on = found.depends_on;
            }
            if held.depends_on == UNCONDITIONAL {
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
