//! Refutation of checks: whether those that do not mate within the maximum number of moves never do.
//!
//! Checks may be repeated for ever, so a strategy of the defender is searched for: a set of the winner's positions that
//! contains the root and in which each check has a reply that leads back into the set. Positions where some check has
//! no such reply are marked as failed, and the set is collected again without them, until it is closed or empty.

use super::class::MoveClass;
use super::dfpn::ProofNode;
use super::proof_numbers::NEVER;
use super::{MIN_EFFORT, Solver};
use crate::rules::Move;
use std::collections::HashSet;

/// Keys of positions of the winner.
type Keys = HashSet<u64>;

impl Solver {
    /// A refuting reply: it leaves no mate [within](Solver::within) the number of moves, after a search [after a
    /// move](Solver::after_move) with that verdict; `None` if it is not found again within the node limit.
    pub fn refutation(&mut self) -> Option<Move> {
        if self.root.attacks {
            return None;
        }
        let root = self.root.with(MoveClass::Any);
        let (moves, most) = (root.moves(), self.most);
        let known = |mv: &&Move| self.search.known(&root.after(**mv), most).is_none();
        if let Some(mv) = moves.iter().find(known) {
            return Some(*mv);
        }
        let effort = self.nodes().max(MIN_EFFORT);
        self.search.stop = self.limits.nodes.min(self.nodes().saturating_add(effort));
        let refutes = |mv: &Move| self.search.solve(&root.after(*mv), most).is_none();
        moves.into_iter().find(refutes)
    }

    /// Whether the defender escapes all checks for ever; `None` if the node limit is reached first.
    pub(super) fn is_refuted(&mut self) -> Option<bool> {
        let mut failed = Keys::new();
        loop {
            let before = failed.len();
            self.collect(&mut failed)?;
            if failed.contains(&self.root.key) {
                return Some(false);
            }
            if failed.len() == before {
                return Some(true);
            }
        }
    }

    /// Collects a set from the root by replies that are not known to fail, and marks positions in which some check has
    /// none.
    fn collect(&mut self, failed: &mut Keys) -> Option<()> {
        let mut seen = Keys::from([self.root.key]);
        let mut open = vec![self.root.clone()];
        while let Some(node) = open.pop() {
            if self.search.nodes >= self.limits.nodes {
                return None;
            }
            self.search.nodes += 1;
            for check in node.moves() {
                let Some(reply) = self.best_reply(&node.after(check), &seen, failed) else {
                    failed.insert(node.key);
                    break;
                };
                if !self.never_mates(&reply) && seen.insert(reply.key) {
                    open.push(reply);
                }
            }
        }
        Some(())
    }

    /// The node after the reply that adds fewest positions to the set.
    fn best_reply(&self, node: &ProofNode, seen: &Keys, failed: &Keys) -> Option<ProofNode> {
        let replies = node.moves().into_iter().map(|mv| node.after(mv));
        let replies = replies.filter(|reply| !failed.contains(&reply.key));
        replies.min_by_key(|reply| {
            let is_new = !seen.contains(&reply.key) && !self.never_mates(reply);
            (is_new, is_new.then(|| reply.moves().len()))
        })
    }

    /// Whether it is proved that no number of moves suffices.
    fn never_mates(&self, node: &ProofNode) -> bool {
        let known = self.search.known(node, NEVER - 1);
        known.is_none() && known.bound == NEVER
    }
}
