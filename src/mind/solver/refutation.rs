//! Whether a search without a mate shows that there is none at all.
//!
//! The search ends at a number of moves, but checks may be repeated for ever. So a strategy of the defender is followed from
//! the root: after each check, a reply that leads to a position from which the same can be said. A position that returns
//! has already been looked at, since endless checks are no mate. Some replies fail only later; then all is followed anew
//! without them, until a strategy holds or none is left.

use super::Solver;
use super::search::{Node, Search};
use std::collections::HashSet;

/// Keys of positions of the winner.
type Keys = HashSet<u64>;
/// Most positions that are followed.
const MAX_POSITIONS: usize = 20_000;

impl Solver {
    /// Whether the defender escapes all checks for ever.
    pub(super) fn is_refuted(&mut self) -> bool {
        let root = self.root.clone();
        let mut failed = Keys::new();
        loop {
            let before = failed.len();
            let mut seen = Keys::new();
            let holds = self.escapes(&root, &mut seen, &mut failed);
            if !holds || seen.len() > MAX_POSITIONS {
                return false;
            }
            if failed.len() == before {
                return true;
            }
        }
    }

    /// Whether the defender has a reply to every check from here, as far as is known of the positions seen before.
    fn escapes(&mut self, node: &Node, seen: &mut Keys, failed: &mut Keys) -> bool {
        if failed.contains(&node.key) || seen.len() > MAX_POSITIONS {
            return false;
        }
        if !seen.insert(node.key) {
            return true;
        }
        for check in self.search.edges(node, 1) {
            let child = Search::follow(node, check);
            let replies = self.search.edges(&child, 0).into_iter();
            let mut replies = replies.map(|reply| Search::follow(&child, reply));
            if !replies.any(|reply| self.escapes(&reply, seen, failed)) {
                failed.insert(node.key);
                return false;
            }
        }
        true
    }
}
