//! The answer once a mate is proved: the line with the longest defense, and the number of ways.

use super::search::{Class, Node, Search};
use super::{Proof, Solver};
use crate::rules::Move;

impl Solver {
    /// The proof of a mate in as many moves as were searched.
    pub(super) fn proof(&mut self) -> Proof {
        let (root, moves) = (self.root.clone(), self.moves);
        Proof {
            moves: usize::from(moves),
            line: self.line(root.clone(), moves),
            ways: self.ways(&root, moves),
        }
    }

    /// Number of first moves that mate. Those that are not decided within the limit are not counted.
    fn ways(&mut self, root: &Node, moves: u8) -> usize {
        self.search.stop = self.limits.nodes.max(self.nodes());
        let edges = self.search.edges(root, moves);
        let children = edges.into_iter().map(|edge| Search::follow(root, edge));
        let children: Vec<_> = children.collect();
        let mates = |child: &&Node| self.search.mates(child, moves - 1);
        children.iter().filter(mates).count().max(1)
    }

    /// The line from a node in which the winner mates within so many moves.
    fn line(&mut self, mut node: Node, mut left: u8) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            let next = if node.attacks {
                left -= 1;
                self.attack(&node, left)
            } else {
                let defense = self.longest_defense(&node, left);
                defense.map(|(mv, child, needs)| {
                    left = needs;
                    (mv, child)
                })
            };
            let Some((mv, child)) = next else {
                return line;
            };
            line.push(mv);
            node = child;
        }
    }

    /// A move after which the winner needs at most so many more. What was overwritten is searched again, and without the
    /// limit: the mate is known to be there.
    fn attack(&mut self, node: &Node, left: u8) -> Option<(Move, Node)> {
        self.search.stop = u64::MAX;
        [node.class, Class::ANY].into_iter().find_map(|class| {
            let node = Node {
                class,
                ..node.clone()
            };
            let edges = self.search.edges(&node, left + 1).into_iter();
            let mut children = edges.map(|edge| (edge.mv, Search::follow(&node, edge)));
            children.find(|(_, child)| self.search.mates(child, left))
        })
    }

    /// The reply after which the winner needs most moves, and how many. Beyond the limit of nodes, replies are not compared
    /// more exactly than the proof has done.
    fn longest_defense(&mut self, node: &Node, left: u8) -> Option<(Move, Node, u8)> {
        self.search.stop = self.limits.nodes.max(self.nodes());
        let mut longest: Option<(Move, Node, u8)> = None;
        for edge in self.search.edges(node, left) {
            let child = Search::follow(node, edge);
            let mates = |moves: &u8| self.search.mates(&child, *moves);
            let needs = (1..left).find(mates).unwrap_or(left);
            if longest.as_ref().is_none_or(|(.., most)| needs > *most) {
                longest = Some((edge.mv, child, needs));
            }
        }
        longest
    }
}
