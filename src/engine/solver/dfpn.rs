//! The search: depth-first proof numbers over a tree in which the winner has a limited number of moves left.
//!
//! A position is *proved* if the winner mates within those moves whatever the defender does, and *disproved* if not. Each
//! has a proof number and a disproof number, estimates of what a proof or a disproof still takes; the search follows them
//! depth first (A. Nagai's df-pn, 2002), with the maximum of the children instead of their sum, since most lines of a mate
//! lead through the same positions (weak proof numbers: T. Ueda and others, 2008). The number of moves left is part of what is
//! proved, so that a repeated position is nothing special, except where the defender may be [ruled](Class::Ruled) to lose: see
//! [`Path`].
//!
//! That a quiet move threatens something is proved in the same tree: after it, the defender may also pass, and does so
//! first (the idea of T. Thomsen's lambda search, 2000). A quiet move without a threat is refuted by the pass alone. A slow
//! threat is one that mates with threats in turn: his order 3, where checks are 1.

use super::class::MoveClass;
use super::path::Path;
use super::proof_numbers::{choose, combine};
use super::table::{INFINITE, NEVER, ProofNumbers, ProofTable, UNCONDITIONAL};
use crate::engine::zobrist::{key_after, passed};
use crate::rules::{Move, Position};

/// Proof number of a quiet move at first sight: checks are preferred while theirs are smaller.
const QUIET_PROOF: u32 = 12;
/// Proof number of one where slow threats may be used: more of the quiet moves threaten something, and few of these mate.
const SLOW_PROOF: u32 = 24;
/// Disproof number of a quiet move at first sight.
const QUIET_DISPROOF: u32 = 3;
/// Proof number of the replies to a threat that is not proved yet.
const REPLIES_PROOF: u32 = 3;

/// Most positions of the winner on a path with moves that cost nothing: a limit for the stack. Beyond it, each costs one.
const MAX_PATH: usize = 80;

/// Numbers of a quiet move at first sight.
const fn quiet_numbers(class: MoveClass) -> ProofNumbers {
    let proof = match class {
        MoveClass::SlowThreats => SLOW_PROOF,
        MoveClass::Checks | MoveClass::Threats | MoveClass::Any | MoveClass::Ruled => QUIET_PROOF,
    };
    ProofNumbers::open(proof, QUIET_DISPROOF)
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub struct ProofNode {
    pub position: Position,
    /// Key of the position.
    pub key: u64,
    /// The moves that the winner may still use.
    pub class: MoveClass,
    /// Whether it is the winner's turn.
    pub attacks: bool,
}

impl ProofNode {
    /// The moves that are searched: all of the defender's; of the winner's, those that may be used.
    pub fn moves(&self) -> Vec<Move> {
        if self.attacks && self.class == MoveClass::Checks {
            self.position.checking_moves()
        } else {
            self.position.legal_moves()
        }
    }

    /// The node that a move of this class leads to.
    pub fn after(&self, mv: Move) -> Self {
        Self {
            position: self.position.after(mv),
            key: key_after(self.key, &self.position, mv),
            class: self.class,
            attacks: !self.attacks,
        }
    }

    /// This node with other moves that the winner may use.
    pub fn with(&self, class: MoveClass) -> Self {
        Self {
            class,
            ..self.clone()
        }
    }

    /// Whether a quiet move may have the threat that it has to have: to mate by checks takes one check at least.
    fn may_threaten(&self, mv: Move) -> bool {
        if !self.attacks || !matches!(self.class, MoveClass::Threats | MoveClass::Ruled) {
            return true;
        }
        let next = self.position.after(mv);
        let passed = next.passed();
        passed.is_some_and(|passed| !passed.checking_moves().is_empty()) || !next.has_legal_move()
    }

    /// Whether a move of the winner is a quiet one out of check.
    pub fn evades(&self, mv: Move) -> bool {
        self.is_checked() && !self.position.after(mv).is_check()
    }

    /// Whether the winner is in check, and to move.
    fn is_checked(&self) -> bool {
        self.attacks && self.position.is_check()
    }

    /// The node that a move or a pass leads to, and the number of the winner's moves with which it is searched.
    fn child(&self, mv: Option<Move>, left: u8) -> Option<(Self, u8)> {
        let Some(mv) = mv else {
            return self.after_pass(left);
        };
        Some((self.after(mv), left))
    }

    /// The node that a pass leads to, if the winner has to have a threat here.
    fn after_pass(&self, left: u8) -> Option<(Self, u8)> {
        let class = self.class.threat().filter(|_| !self.attacks)?;
        let node = Self {
            position: self.position.passed()?,
            key: passed(self.key),
            class,
            attacks: true,
        };
        Some((node, self.class.moves_of_threat(left)))
    }
}

/// The children of a node, as far as they are searched.
struct Children {
    /// The moves that lead to them; `None` is a pass.
    moves: Vec<Option<Move>>,
    /// Whether they cost none of the winner's moves.
    are_free: Vec<bool>,
    /// Numbers of each, and of those that come later as if they were one more.
    known: Vec<ProofNumbers>,
    has_later: bool,
}

/// A search that can be interrupted and gone on with.
pub struct DfpnSearch {
    table: ProofTable,
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of nodes at which the search is interrupted.
    pub stop: u64,
    /// The way to the present node, where a repetition counts.
    path: Path,
    /// The move that mates in the position that was proved last.
    proved: Option<Move>,
    /// The move that mated last with each number of moves left: often it does after other replies, too.
    killers: [Option<Move>; 256],
}

impl DfpnSearch {
    /// A search that has not begun.
    pub fn new(table: ProofTable) -> Self {
        Self {
            table,
            nodes: 0,
            stop: 0,
            path: Path::default(),
            proved: None,
            killers: [None; 256],
        }
    }

    const fn is_stopped(&self) -> bool {
        self.nodes >= self.stop
    }

    /// Searches a node until it is proved or disproved within this many moves, or the search is stopped.
    pub fn solve(&mut self, node: &ProofNode, moves: u8) -> ProofNumbers {
        let known = self.known(node, moves);
        if known.is_mate() || known.is_none() || self.is_stopped() {
            return known;
        }
        self.search(node, moves, INFINITE, INFINITE)
    }

    /// Numbers of a node with so many moves left.
    pub fn known(&self, node: &ProofNode, moves: u8) -> ProofNumbers {
        let known = self.probe(node.class, node.key, moves);
        known.unwrap_or(ProofNumbers::open(1, 1))
    }

    /// The move of the winner that mates within this many moves, where there is a proof. What was overwritten of it is
    /// searched again, without a limit.
    pub fn winning_move(&mut self, node: &ProofNode, moves: u8) -> Option<Move> {
        self.stop = u64::MAX;
        self.winning_move_until_stop(node, moves)
    }

    /// Like [`winning_move`](Self::winning_move), but searches no further than to the stop.
    pub fn winning_move_until_stop(&mut self, node: &ProofNode, moves: u8) -> Option<Move> {
        let simpler = self.simpler_mate(node, moves);
        let node = node.with(simpler.map_or(node.class, |(class, _)| class));
        let found = self.search(&node, moves, INFINITE, INFINITE);
        self.proved.filter(|_| found.is_mate())
    }

    /// The proof of the shortest mate that is known, with whatever moves up to those of the node: the moves that it uses,
    /// and their number.
    pub fn shortest(&self, node: &ProofNode) -> Option<(MoveClass, u8)> {
        let classes = node.class.lower().iter().chain([&node.class]);
        let mates = classes.filter_map(|class| {
            let known = self.probe(*class, node.key, NEVER - 1)?;
            known.is_mate().then_some((*class, known.bound))
        });
        mates.min_by_key(|(_, moves)| *moves)
    }

    /// Searches until one of the two estimates reaches its limit.
    fn search(&mut self, node: &ProofNode, moves: u8, proof: u32, disproof: u32) -> ProofNumbers {
        if node.attacks
            && let Some((_, mate)) = self.simpler_mate(node, moves)
        {
            self.store(node, moves, mate, 1);
            return mate;
        }
        let before = self.nodes;
        self.nodes += 1;
        let left = moves - u8::from(node.attacks);
        let is_on_path = node.attacks && node.class == MoveClass::Ruled;
        let entered = is_on_path.then(|| self.path.enter((node.key, moves)));
        let mut children = self.first_children(node, left);
        let found = loop {
            if children.is_threat_proved() {
                self.add_later(node, left, &mut children);
            }
            let found = combine(node.attacks, &children.known);
            if found.proof >= proof || found.disproof >= disproof || self.is_stopped() {
                break found;
            }
            let next = choose(node.attacks, &children.known, proof, disproof);
            let is_free = children.are_free.get(next.index) == Some(&true);
            let left = left + u8::from(is_free);
            let child = children
                .moves
                .get(next.index)
                .and_then(|mv| node.child(*mv, left));
            if let Some((child, moves)) = child {
                let found = self.search(&child, moves, next.proof, next.disproof);
                children.known[next.index] = found.with_left(left).after_move(is_free);
            } else {
                self.add_later(node, left, &mut children);
            }
        };
        let mut found = if !found.is_mate() {
            found
        } else if node.attacks {
            self.proved = children.mate();
            self.killers[usize::from(moves)] = self.proved;
            found
        } else {
            ProofNumbers::mate_if(children.longest(), found.head)
        };
        if let Some(entered) = entered {
            for ((key, moves), mate) in self.path.leave(entered, &mut found) {
                self.table.store(key, moves, mate, 1);
            }
        }
        if found.head == UNCONDITIONAL {
            self.store(node, moves, found, self.nodes - before);
        } else {
            self.path.hold((node.class.salt(node.key), moves), found);
        }
        found
    }

    /// A proof with fewer kinds of moves than may be used, and these.
    fn simpler_mate(&self, node: &ProofNode, moves: u8) -> Option<(MoveClass, ProofNumbers)> {
        node.class.lower().iter().find_map(|class| {
            let known = self.probe(*class, node.key, moves)?;
            known.is_mate().then_some((*class, known))
        })
    }

    /// Moves searched at first: the winner's checks; the defender's pass, or else all replies.
    fn first_children(&mut self, node: &ProofNode, left: u8) -> Children {
        let mut children = Children {
            moves: Vec::new(),
            are_free: Vec::new(),
            known: Vec::new(),
            has_later: false,
        };
        let later = if node.attacks {
            self.add(node, node.position.checking_moves(), left, &mut children);
            (node.class != MoveClass::Checks).then(|| quiet_numbers(node.class))
        } else if let Some((pass, moves)) = node.after_pass(left) {
            children.moves.push(None);
            children.are_free.push(false);
            children
                .known
                .push(self.known(&pass, moves).with_left(left));
            Some(ProofNumbers::open(REPLIES_PROOF, INFINITE - 1))
        } else {
            self.add(node, node.position.legal_moves(), left, &mut children);
            None
        };
        children.has_later = later.is_some();
        children.known.extend(later);
        children
    }

    /// Adds the winner's quiet moves, or the defender's replies to a threat.
    fn add_later(&mut self, node: &ProofNode, left: u8, children: &mut Children) {
        children.has_later = false;
        children.known.pop();
        let mut moves = node.position.legal_moves();
        moves.retain(|mv| !children.moves.contains(&Some(*mv)) && node.may_threaten(*mv));
        self.add(node, moves, left, children);
    }

    /// Adds children by these moves, up to one that decides.
    fn add(&mut self, node: &ProofNode, moves: Vec<Move>, left: u8, children: &mut Children) {
        let may_be_free = node.class == MoveClass::Ruled && self.path.len() < MAX_PATH;
        let may_be_free = may_be_free && node.is_checked();
        for mv in moves {
            let is_free = may_be_free && !node.position.after(mv).is_check();
            let known = self.initial_numbers(node, mv, left + u8::from(is_free));
            let known = known.after_move(is_free);
            children.moves.push(Some(mv));
            children.are_free.push(is_free);
            children.known.push(known);
            let decides = if node.attacks {
                known.is_mate()
            } else {
                known.is_none()
            };
            if decides {
                return;
            }
        }
    }

    /// Proof numbers of the node that a move leads to, from the table or at first sight.
    fn initial_numbers(&mut self, node: &ProofNode, mv: Move, left: u8) -> ProofNumbers {
        let key = key_after(node.key, &node.position, mv);
        let known = self.probe(node.class, key, left);
        if node.class == MoveClass::Ruled
            && !node.attacks
            && known.is_none_or(|known| !known.is_mate())
            && let Some(index) = self.path.index((key, left))
        {
            return ProofNumbers::mate_if(left, index);
        }
        if let Some(known) = known
            && (left > 0 || known.is_mate() || known.is_none())
        {
            return known;
        }
        let next = node.position.after(mv);
        if !node.attacks {
            let is_over = node.class == MoveClass::Checks && next.checking_moves().is_empty();
            return if is_over {
                ProofNumbers::none(NEVER)
            } else {
                ProofNumbers::open(1, 1)
            };
        }
        if !next.has_legal_move() {
            let mate = ProofNumbers::mate(0);
            self.table.store(node.class.salt(key), left, mate, 1);
            return mate;
        }
        if left == 0 {
            return ProofNumbers::none(0);
        }
        let replies = next.count_legal_moves();
        if self.killers[usize::from(left) + 1] == Some(mv) {
            ProofNumbers::open(1, 1)
        } else if next.is_check() {
            ProofNumbers::open(u32::try_from(replies).unwrap_or(INFINITE), 1)
        } else {
            quiet_numbers(node.class)
        }
    }

    /// Numbers that the table knows. Of quiet moves, estimates for another number of moves are better than none.
    fn probe(&self, class: MoveClass, key: u64, moves: u8) -> Option<ProofNumbers> {
        let is_shared = class != MoveClass::Checks;
        let key = class.salt(key);
        let known = self.table.probe(key, moves, is_shared);
        match known {
            Some(known) if known.is_mate() => Some(known),
            _ if class == MoveClass::Ruled => self.path.held((key, moves)).or(known),
            _ => known,
        }
    }

    fn store(&mut self, node: &ProofNode, moves: u8, found: ProofNumbers, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let key = node.class.salt(node.key);
        self.table.store(key, moves, found, work);
    }
}

impl Children {
    /// Whether the pass is refuted, so that the replies follow.
    fn is_threat_proved(&self) -> bool {
        self.has_later && self.moves == [None] && self.known[0].is_mate()
    }

    /// Number of moves within which the winner mates after every reply; a pass is none.
    fn longest(&self) -> u8 {
        let children = self.moves.iter().zip(&self.known);
        let replies = children.filter(|(mv, _)| mv.is_some());
        replies.map(|(_, known)| known.bound).max().unwrap_or(0)
    }

    /// The move that mates soonest.
    fn mate(&self) -> Option<Move> {
        let children = self.moves.iter().zip(&self.known);
        let mates = children.filter(|(_, known)| known.is_mate());
        *mates
            .min_by_key(|(_, known)| (known.head != UNCONDITIONAL, known.bound))?
            .0
    }
}
