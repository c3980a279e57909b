//! The answer once a mate is proved: the line with the longest defense, and the number of ways.

use super::class::MoveClass;
use super::dfpn::ProofNode;
use super::{DEFENSE, Proof, Solver};
use crate::rules::Move;
use std::collections::HashMap;

/// Most lines that are looked at for one as long as the proof says.
const MAX_LINES: usize = 100;
/// Most positions that are looked at to measure a proof.
const MAX_MEASURED: usize = 200_000;

/// By key of a position and number of the winner's moves left: how many of them the proof takes, and the move that is made.
type ProofLengths = HashMap<(u64, u8), (u8, Option<Move>)>;
/// By key of a position of the winner: the number of moves within which a line was found to mate, and its first one.
type KnownMates = HashMap<u64, (u8, Move)>;

/// A move of a line.
struct ProofStep {
    /// The position before it.
    node: ProofNode,
    mv: Move,
}

/// How many moves a reply leaves to the winner.
struct Defense {
    mv: Move,
    /// Number of moves within which the winner mates.
    moves: u8,
    /// Whether it is proved that fewer are not enough.
    is_exact: bool,
}

impl Solver {
    /// The proof of a mate in as many moves as were searched, or fewer. The longest defense and the ways are looked for
    /// with the nodes that are left.
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

    /// All moves that the winner may use.
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

    /// The longest line of the proof as it is, whose number of moves is the one of the proof from now on: where the nodes
    /// ended before shorter mates were looked for, the proof may say more than it takes. `None` if it is too large.
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

    /// Number of moves that the proof takes from a node, whatever the defender does.
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

    /// Number of first moves that mate. Each is tried with the same part of the nodes left; those that take more are not
    /// counted.
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

    /// Number of moves within so many in which the winner mates; `None` if there is no such mate, or none was found within
    /// the nodes. Simple mates are looked for first.
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

    /// The line from the root in which the defender resists longest. The number of moves left falls with each move of the
    /// winner, so that no position occurs twice.
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

    /// The simplest moves with which a win within so many is known, and how few of them are enough.
    pub(super) fn simplest_known(&self, node: &ProofNode, left: u8) -> (MoveClass, u8) {
        let known = self.search.shortest(node);
        known
            .filter(|(_, moves)| *moves <= left)
            .unwrap_or((self.root.class, left))
    }

    /// A move that mates within so many, in the shortest way that is known, and the number of moves left after it.
    fn winning_move(&mut self, node: &ProofNode, left: u8) -> Option<(Move, u8)> {
        let (class, moves) = self.simplest_known(node, left);
        let mv = self.search.winning_move(&node.with(class), moves)?;
        Some((mv, moves - 1))
    }

    /// The reply after which the winner needs most moves, and how many. Beyond the nodes for it, replies are not compared
    /// more exactly than the proof has done.
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

    /// The number of moves that a reply leaves to the winner, who is known to mate within so many.
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

    /// Least number of moves that are known to mate; `None` if no mate is known.
    fn fewest_moves(&self, node: &ProofNode, found: &KnownMates) -> Option<u8> {
        let found = found.get(&node.key).map(|(moves, _)| *moves);
        let known = self.search.shortest(node).map(|(_, moves)| moves);
        found.into_iter().chain(known).min()
    }

    /// Notes how short a line has turned out to be. Returns the number of moves that it proves at the root.
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
