//! The answer once a mate is proved: the line with the longest defense, and the number of ways.

use super::search::Node;
use super::{Proof, Solver};
use crate::rules::Move;
use std::collections::HashMap;

/// Most lines that are looked at for one as long as the proof says.
const MAX_LINES: usize = 20;
/// Most positions that are looked at to measure a proof.
const MAX_MEASURED: usize = 200_000;

/// By key of a position and number of the winner's moves left: how many of them the proof takes, and the move that is made.
type Measured = HashMap<(u64, u8), (u8, Option<Move>)>;

/// A move of a line.
struct Step {
    /// The position before it.
    node: Node,
    /// Number of the winner's moves left.
    left: u8,
    mv: Move,
}

impl Solver {
    /// The proof of a mate in as many moves as were searched, or fewer. What it says beyond that takes at most as many nodes
    /// again as the search has.
    pub(super) fn proof(&mut self) -> Proof {
        let root = self.root.clone();
        let end = self.end_of_effort();
        let mut path = self.longest_line(&root, end);
        // A line may turn out to be shorter than was proved of all of them.
        for _ in 0..MAX_LINES {
            if self.is_as_long_as_proved(path.len()) {
                break;
            }
            for step in path.iter().rev() {
                self.search.refresh(&step.node, step.left);
            }
            self.moves = self.search.known(&root, self.moves).bound;
            path = self.longest_line(&root, end);
        }
        let mut line = path.into_iter().map(|step| step.mv).collect::<Vec<_>>();
        if !self.is_as_long_as_proved(line.len())
            && let Some(measured) = self.measured_line(&root)
        {
            line = measured;
        }
        Proof {
            moves: usize::from(self.moves),
            ways: self.ways(&root, self.moves, end),
            line,
        }
    }

    fn is_as_long_as_proved(&self, plies: usize) -> bool {
        plies + usize::from(self.root.attacks) == 2 * usize::from(self.moves)
    }

    /// The longest line of the proof as it is, whose number of moves is the one of the proof from now on: where the nodes
    /// ended before shorter mates were looked for, the proof may say more than it takes. `None` if it is too large.
    fn measured_line(&mut self, root: &Node) -> Option<Vec<Move>> {
        let mut measured = Measured::new();
        let (mut node, mut left) = (root.clone(), self.moves);
        self.moves = self.measure(&node, left, &mut measured)?;
        let mut line = Vec::new();
        while let Some((_, Some(mv))) = measured.get(&(node.key, left)) {
            line.push(*mv);
            left -= u8::from(node.attacks);
            node = node.after(*mv);
        }
        Some(line)
    }

    /// Number of moves that the proof takes from a node, whatever the defender does.
    fn measure(&mut self, node: &Node, left: u8, measured: &mut Measured) -> Option<u8> {
        if let Some((moves, _)) = measured.get(&(node.key, left)) {
            return Some(*moves);
        }
        if measured.len() >= MAX_MEASURED {
            return None;
        }
        let mut longest = (0, None);
        if node.attacks {
            let mv = self.search.winning_move(node, left)?;
            let moves = self.measure(&node.after(mv), left - 1, measured)?;
            longest = (moves + 1, Some(mv));
        } else {
            for mv in node.moves() {
                let moves = self.measure(&node.after(mv), left, measured)?;
                if moves > longest.0 {
                    longest = (moves, Some(mv));
                }
            }
        }
        measured.insert((node.key, left), longest);
        Some(longest.0)
    }

    /// Number of first moves that mate. Each is tried with the same part of the nodes left; those that take more are not
    /// counted.
    fn ways(&mut self, root: &Node, moves: u8, end: u64) -> usize {
        if !root.attacks {
            return 0;
        }
        let mut ways = 0;
        let first_moves = root.moves();
        for (index, mv) in first_moves.iter().enumerate() {
            let left = (first_moves.len() - index) as u64;
            let part = end.saturating_sub(self.nodes()) / left;
            self.search.stop = self.nodes() + part;
            ways += usize::from(self.mates(&root.after(*mv), moves - 1));
        }
        ways.max(1)
    }

    /// Whether the winner mates within so many more moves; not if the search is stopped before that is known.
    fn mates(&mut self, node: &Node, moves: u8) -> bool {
        if !node.attacks && !node.position.has_legal_move() {
            return true;
        }
        moves > 0 && self.search.solve(node, moves).is_mate()
    }

    /// The line from the root in which the defender resists longest.
    fn longest_line(&mut self, root: &Node, end: u64) -> Vec<Step> {
        let (mut node, mut left) = (root.clone(), self.moves);
        let mut path = Vec::new();
        loop {
            let next = if node.attacks {
                let mv = self.search.winning_move(&node, left);
                mv.map(|mv| (mv, left - 1))
            } else {
                self.longest_defense(&node, left, end)
            };
            let Some((mv, next_left)) = next else {
                return path;
            };
            let next = node.after(mv);
            path.push(Step { node, left, mv });
            (node, left) = (next, next_left);
        }
    }

    /// The reply after which the winner needs most moves, and how many. Beyond the nodes for it, replies are not compared
    /// more exactly than the proof has done.
    fn longest_defense(&mut self, node: &Node, left: u8, end: u64) -> Option<(Move, u8)> {
        self.search.stop = end;
        let mut longest: Option<(Move, u8)> = None;
        for mv in node.moves() {
            let child = node.after(mv);
            let mates = |moves: &u8| self.mates(&child, *moves);
            let needs = (1..left).find(mates).unwrap_or(left);
            if longest.is_none_or(|(_, most)| needs > most) {
                longest = Some((mv, needs));
            }
        }
        longest
    }
}
