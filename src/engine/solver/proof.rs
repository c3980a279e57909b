//! The result after a mate is proved: the line with the longest defense, and the number of winning first moves.

use super::class::MoveClass;
use super::dfpn::ProofNode;
use super::{DEFENSE, Proof, Solver};
use crate::rules::Move;
use std::collections::HashMap;

/// Maximum number of lines tried to find one as long as the proof says.
const MAX_LINES: usize = 100;
/// Maximum number of positions visited to measure a proof.
const MAX_MEASURED: usize = 200_000;

/// Length of the proof and move made, by key of a position and number of the winner's moves left.
type ProofLengths = HashMap<(u64, u8), (u8, Option<Move>)>;
/// Shortest mate found along some line and its first move, by key of a position of the winner.
type KnownMates = HashMap<u64, (u8, Move)>;

/// Step of a line: a position and the move made there.
struct ProofStep {
    /// The position before it.
    node: ProofNode,
    mv: Move,
}

/// Reply of the defender, rated by the moves that the winner still needs.
struct Defense {
    mv: Move,
    /// Number of moves within which the winner mates.
    moves: u8,
    /// Whether it is proved that no mate is shorter.
    is_exact: bool,
}

impl Solver {
    /// The proof of a mate in at most as many moves as were searched. The remaining nodes are spent on the longest
    /// defense and the winning first moves.
    pub(super) fn proof(&mut self) -> Proof {
        let root = self.root.with(self.all_moves());
        let mut found = KnownMates::new();
        let mut path = self.longest_line(&root, &found);
        // A line may turn out to be shorter than was proved of all of them.
        for _ in 0..MAX_LINES {
            if self.is_as_long_as_proved(path.len()) {
                break;
            }
            self.moves = self.record_line(&path, &mut found).unwrap_or(self.moves);
            path = self.longest_line(&root, &found);
        }
        let mut line = path.into_iter().map(|step| step.mv).collect::<Vec<_>>();
        if !self.is_as_long_as_proved(line.len())
            && let Some(measured) = self.measured_line(&root)
        {
            line = measured;
        }
        Proof {
            moves: usize::from(self.moves),
            is_exact: self.is_exact(),
            ways: self.ways(&root, self.moves),
            line,
            by_rule: false,
        }
    }

    /// Class of all moves allowed.
    const fn all_moves(&self) -> MoveClass {
        if self.limits.checks_only {
            MoveClass::Checks
        } else {
            MoveClass::Any
        }
    }

    fn is_as_long_as_proved(&self, plies: usize) -> bool {
        plies + usize::from(self.root.attacks) == 2 * usize::from(self.moves)
    }

    /// The longest line of the proof as stored, whose length becomes that of the proof: if the nodes ran out before
    /// shorter mates were searched, the proof may be longer than it has to be. `None` if it is too large.
    fn measured_line(&mut self, root: &ProofNode) -> Option<Vec<Move>> {
        let mut measured = ProofLengths::new();
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

    /// Length of the proof from a node, against every defense.
    fn measure(&mut self, node: &ProofNode, left: u8, measured: &mut ProofLengths) -> Option<u8> {
        if let Some((moves, _)) = measured.get(&(node.key, left)) {
            return Some(*moves);
        }
        if measured.len() >= MAX_MEASURED {
            return None;
        }
        let mut longest = (0, None);
        if node.attacks {
            let (mv, _) = self.winning_move(node, left)?;
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

    /// Number of first moves that mate within `moves`. Each gets an equal share of the nodes left.
    fn ways(&mut self, root: &ProofNode, moves: u8) -> usize {
        if !root.attacks {
            return 0;
        }
        let end = self.node_limit(100);
        let mut ways = 0;
        let first_moves = root.moves();
        for (index, mv) in first_moves.iter().enumerate() {
            let left = (first_moves.len() - index) as u64;
            let end = self.nodes() + end.saturating_sub(self.nodes()) / left;
            let child = root.after(*mv);
            let mates = !child.position.has_legal_move()
                || moves > 1 && self.mates(&child, moves - 1, end).is_some();
            ways += usize::from(mates);
        }
        ways.max(1)
    }

    /// Length of a mate within `moves`; `None` if there is none, or none was found within the nodes. Small classes are
    /// searched first.
    fn mates(&mut self, node: &ProofNode, moves: u8, end: u64) -> Option<u8> {
        let classes = [
            MoveClass::Checks,
            MoveClass::Threats,
            MoveClass::SlowThreats,
            MoveClass::Any,
        ];
        let classes = if self.limits.checks_only {
            &classes[..1]
        } else {
            &classes[..]
        };
        for (index, class) in classes.iter().enumerate() {
            if self.search.known(node, moves).is_none() {
                return None;
            }
            let left = (classes.len() - index) as u64;
            self.search.stop = self.nodes() + end.saturating_sub(self.nodes()) / left;
            let found = self.search.solve(&node.with(*class), moves);
            if found.is_mate() {
                return Some(found.bound);
            }
        }
        None
    }

    /// The line from the root with the longest defense. The number of moves left falls with each move of the winner, so
    /// that no position occurs twice.
    fn longest_line(&mut self, root: &ProofNode, found: &KnownMates) -> Vec<ProofStep> {
        let (mut node, mut left) = (root.clone(), self.moves);
        let mut path = Vec::new();
        loop {
            let next = if node.attacks {
                let found = found.get(&node.key).filter(|(moves, _)| *moves <= left);
                let known = self.search.shortest(&node);
                let is_shorter = |moves: u8| known.is_none_or(|(_, known)| moves <= known);
                match found.filter(|(moves, _)| is_shorter(*moves)) {
                    Some((moves, mv)) => Some((*mv, moves - 1)),
                    None => self.winning_move(&node, left),
                }
            } else {
                self.longest_defense(&node, left, found)
            };
            let Some((mv, next_left)) = next else {
                return path;
            };
            let next = node.after(mv);
            path.push(ProofStep { node, mv });
            (node, left) = (next, next_left);
        }
    }

    /// The smallest class with a known win within `left` moves, and the fewest moves known to suffice.
    pub(super) fn simplest_known(&self, node: &ProofNode, left: u8) -> (MoveClass, u8) {
        let known = self.search.shortest(node);
        known
            .filter(|(_, moves)| *moves <= left)
            .unwrap_or((self.root.class, left))
    }

    /// The first move of the shortest known mate within `left`, and the number of moves left after it.
    fn winning_move(&mut self, node: &ProofNode, left: u8) -> Option<(Move, u8)> {
        let (class, moves) = self.simplest_known(node, left);
        let mv = self.search.winning_move(&node.with(class), moves)?;
        Some((mv, moves - 1))
    }

    /// The reply after which the winner needs most moves, and their number. Once its nodes are spent, replies are
    /// compared by the existing proof alone.
    fn longest_defense(
        &mut self,
        node: &ProofNode,
        left: u8,
        found: &KnownMates,
    ) -> Option<(Move, u8)> {
        let mut longest: Option<Defense> = None;
        let replies = node.moves();
        let after = |mv: &Move| node.after(*mv);
        let is_longest = |mv: &&Move| self.search.known(&after(mv), left - 1).is_none();
        if let Some(mv) = replies.iter().find(is_longest) {
            return Some((*mv, left));
        }
        // Half of the nodes for the replies here, and half for those that follow.
        let end = self.nodes() + self.node_limit(DEFENSE).saturating_sub(self.nodes()) / 2;
        for (index, mv) in replies.iter().enumerate() {
            let rest = (replies.len() - index) as u64;
            let end = self.nodes() + end.saturating_sub(self.nodes()) / rest;
            let child = after(mv);
            let known = self
                .fewest_moves(&child, found)
                .map_or(left, |known| known.min(left));
            let defense = self.defense(&child, *mv, known, end);
            if defense.is_exact && defense.moves == left {
                return Some((*mv, left));
            }
            let rank = |defense: &Defense| (defense.moves, defense.is_exact);
            if longest
                .as_ref()
                .is_none_or(|most| rank(&defense) > rank(most))
            {
                longest = Some(defense);
            }
        }
        longest.map(|defense| (defense.mv, defense.moves))
    }

    /// Searches for the shortest mate after a reply; one in `known` moves is known.
    fn defense(&mut self, child: &ProofNode, mv: Move, known: u8, end: u64) -> Defense {
        let mut moves = known;
        while moves > 1
            && let Some(fewer) = self.mates(child, moves - 1, end)
        {
            moves = fewer;
        }
        Defense {
            mv,
            moves,
            is_exact: moves == 1 || self.search.known(child, moves - 1).is_none(),
        }
    }

    /// Length of the shortest known mate; `None` if no mate is known.
    fn fewest_moves(&self, node: &ProofNode, found: &KnownMates) -> Option<u8> {
        let found = found.get(&node.key).map(|(moves, _)| *moves);
        let known = self.search.shortest(node).map(|(_, moves)| moves);
        found.into_iter().chain(known).min()
    }

    /// Records the mates along a line, which may be shorter than proved. Returns the length that they prove at the
    /// root.
    fn record_line(&mut self, path: &[ProofStep], found: &mut KnownMates) -> Option<u8> {
        let mut moves = 0;
        for ProofStep { node, mv } in path.iter().rev() {
            if node.attacks {
                moves += 1;
                let known = found.entry(node.key).or_insert((moves, *mv));
                if moves < known.0 {
                    *known = (moves, *mv);
                }
                continue;
            }
            for reply in node.moves() {
                let child = node.after(reply);
                moves = moves.max(self.fewest_moves(&child, found)?);
            }
        }
        Some(moves.min(self.moves))
    }
}
