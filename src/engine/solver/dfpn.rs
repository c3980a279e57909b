//! Depth-first proof-number search (df-pn) over a tree in which the winner has a limited number of moves left.
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
use super::proof_numbers::{INFINITE, NEVER, ProofNumbers, UNCONDITIONAL};
use super::proof_numbers::{choose, combine};
use super::table::ProofTable;
use crate::rules::zobrist::{key_after, passed};
use crate::rules::{Move, Position};

/// Initial proof number of a quiet move: checks are preferred while theirs are smaller.
const QUIET_PROOF: u32 = 12;
/// Initial proof number of a quiet move among slow threats: more quiet moves threaten something, and few of these mate.
const SLOW_PROOF: u32 = 24;
/// Initial disproof number of a quiet move.
const QUIET_DISPROOF: u32 = 3;
/// Initial proof number of the replies to a threat that is not proved yet.
const REPLIES_PROOF: u32 = 3;

/// Maximum number of the winner's positions on a path with free moves, which bounds the recursion. Beyond it, every
/// move counts.
const MAX_PATH: usize = 80;

/// Initial numbers of a quiet move.
const fn quiet_numbers(class: MoveClass) -> ProofNumbers {
    let proof = match class {
        MoveClass::SlowThreats => SLOW_PROOF,
        MoveClass::Checks | MoveClass::Threats | MoveClass::Any | MoveClass::Ruled => QUIET_PROOF,
    };
    ProofNumbers::open(proof, QUIET_DISPROOF)
}

/// Node of the search tree.
#[derive(Clone, Debug)]
pub struct ProofNode {
    pub position: Position,
    /// Key of the position.
    pub key: u64,
    /// Class of the winner's moves.
    pub class: MoveClass,
    /// Whether it is the winner's turn.
    pub attacks: bool,
}

impl ProofNode {
    /// Moves of the node: all of the defender's; of the winner's, those of the class.
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

    /// This node with another class.
    pub fn with(&self, class: MoveClass) -> Self {
        Self {
            class,
            ..self.clone()
        }
    }

    /// Whether a quiet move can threaten mate as its class demands: a mate by checks takes at least one check.
    fn may_threaten(&self, mv: Move) -> bool {
        if !self.attacks || !matches!(self.class, MoveClass::Threats | MoveClass::Ruled) {
            return true;
        }
        let next = self.position.after(mv);
        let passed = next.passed();
        passed.is_some_and(|passed| !passed.checking_moves().is_empty()) || !next.has_legal_move()
    }

    /// Whether a move of the winner is a quiet evasion.
    pub fn evades(&self, mv: Move) -> bool {
        self.is_checked() && !self.position.after(mv).is_check()
    }

    /// Whether the winner is in check, and to move.
    fn is_checked(&self) -> bool {
        self.attacks && self.position.is_check()
    }

    /// The child after a move or a pass, and the number of the winner's moves to search it with.
    fn child(&self, mv: Option<Move>, left: u8) -> Option<(Self, u8)> {
        let Some(mv) = mv else {
            return self.after_pass(left);
        };
        Some((self.after(mv), left))
    }

    /// The child after a pass, where the winner has to threaten mate.
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

/// A child of a node.
struct Child {
    /// The move that leads to it; `None` is a pass.
    mv: Option<Move>,
    /// Whether that move costs none of the winner's moves.
    is_free: bool,
}

/// The expanded children of a node.
struct Children {
    list: Vec<Child>,
    /// Proof numbers of each child, in the same order; one more entry stands for all postponed children.
    numbers: Vec<ProofNumbers>,
    /// Whether children are postponed: the winner's quiet moves, or the defender's replies to a threat.
    has_postponed: bool,
}

/// Search that can be interrupted and resumed.
pub struct DfpnSearch {
    table: ProofTable,
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of nodes at which the search is interrupted.
    pub stop: u64,
    /// Path to the current node, for repetitions.
    path: Path,
    /// First move of the last mate proved.
    proved: Option<Move>,
    /// Killers: the last mating move by number of moves left, which often mates after other replies too.
    killers: [Option<Move>; 256],
}

impl DfpnSearch {
    /// Creates a search.
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

    /// Stored numbers of a node with this many moves left, or the initial ones.
    pub fn known(&self, node: &ProofNode, moves: u8) -> ProofNumbers {
        let known = self.probe(node.class, node.key, moves);
        known.unwrap_or(ProofNumbers::open(1, 1))
    }

    /// The first move of a proved mate within this many moves. Parts of the proof that were overwritten are searched
    /// again, without a limit.
    pub fn winning_move(&mut self, node: &ProofNode, moves: u8) -> Option<Move> {
        self.stop = u64::MAX;
        self.winning_move_until_stop(node, moves)
    }

    /// Like [`winning_move`](Self::winning_move), but the search ends at the node count `stop`.
    pub fn winning_move_until_stop(&mut self, node: &ProofNode, moves: u8) -> Option<Move> {
        let simpler = self.simpler_mate(node, moves);
        let node = node.with(simpler.map_or(node.class, |(class, _)| class));
        let found = self.search(&node, moves, INFINITE, INFINITE);
        self.proved.filter(|_| found.is_mate())
    }

    /// Length of the shortest known mate in the classes up to that of the node, and its class.
    pub fn shortest(&self, node: &ProofNode) -> Option<(MoveClass, u8)> {
        let classes = node.class.lower().iter().chain([&node.class]);
        let mates = classes.filter_map(|class| {
            let known = self.probe(*class, node.key, NEVER - 1)?;
            known.is_mate().then_some((*class, known.bound))
        });
        mates.min_by_key(|(_, moves)| *moves)
    }

    /// Searches a node until its proof or disproof number reaches its threshold.
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
                self.add_postponed(node, left, &mut children);
            }
            let found = combine(node.attacks, &children.numbers);
            if found.proof >= proof || found.disproof >= disproof || self.is_stopped() {
                break found;
            }
            let next = choose(node.attacks, &children.numbers, proof, disproof);
            let Some(&Child { mv, is_free }) = children.list.get(next.index) else {
                self.add_postponed(node, left, &mut children);
                continue;
            };
            let left = left + u8::from(is_free);
            let Some((child, moves)) = node.child(mv, left) else {
                self.add_postponed(node, left, &mut children);
                continue;
            };
            let found = self.search(&child, moves, next.proof, next.disproof);
            children.numbers[next.index] = found.with_left(left).after_move(is_free);
        };
        let mut found = if !found.is_mate() {
            found
        } else if node.attacks {
            self.proved = children.mate();
            self.killers[usize::from(moves)] = self.proved;
            found
        } else {
            ProofNumbers::mate_if(children.longest(), found.depends_on)
        };
        if let Some(entered) = entered {
            for ((key, moves), mate) in self.path.leave(entered, &mut found) {
                self.table.store(key, moves, mate, 1);
            }
        }
        if found.depends_on == UNCONDITIONAL {
            self.store(node, moves, found, self.nodes - before);
        } else {
            self.path.hold((node.class.salt(node.key), moves), found);
        }
        found
    }

    /// A proved mate in a class contained in that of the node, and that class.
    fn simpler_mate(&self, node: &ProofNode, moves: u8) -> Option<(MoveClass, ProofNumbers)> {
        node.class.lower().iter().find_map(|class| {
            let known = self.probe(*class, node.key, moves)?;
            known.is_mate().then_some((*class, known))
        })
    }

    /// Creates the initial children: the winner's checks; the defender's pass, or else all replies.
    fn first_children(&mut self, node: &ProofNode, left: u8) -> Children {
        let mut children = Children {
            list: Vec::new(),
            numbers: Vec::new(),
            has_postponed: false,
        };
        let postponed = if node.attacks {
            self.add(node, node.position.checking_moves(), left, &mut children);
            (node.class != MoveClass::Checks).then(|| quiet_numbers(node.class))
        } else if let Some((pass, moves)) = node.after_pass(left) {
            children.push(None, false, self.known(&pass, moves).with_left(left));
            Some(ProofNumbers::open(REPLIES_PROOF, INFINITE - 1))
        } else {
            self.add(node, node.position.legal_moves(), left, &mut children);
            None
        };
        children.has_postponed = postponed.is_some();
        children.numbers.extend(postponed);
        children
    }

    /// Adds the postponed children: the winner's quiet moves, or the defender's replies to a threat.
    fn add_postponed(&mut self, node: &ProofNode, left: u8, children: &mut Children) {
        children.has_postponed = false;
        children.numbers.pop();
        let is_known = |mv: &Move| children.list.iter().any(|child| child.mv == Some(*mv));
        let mut moves = node.position.legal_moves();
        moves.retain(|mv| !is_known(mv) && node.may_threaten(*mv));
        self.add(node, moves, left, children);
    }

    /// Adds children by these moves, up to one that decides the node.
    fn add(&mut self, node: &ProofNode, moves: Vec<Move>, left: u8, children: &mut Children) {
        let may_be_free = node.class == MoveClass::Ruled && self.path.len() < MAX_PATH;
        let may_be_free = may_be_free && node.is_checked();
        for mv in moves {
            let is_free = may_be_free && !node.position.after(mv).is_check();
            let known = self.initial_numbers(node, mv, left + u8::from(is_free));
            let known = known.after_move(is_free);
            children.push(Some(mv), is_free, known);
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

    /// Numbers of the child after a move: from the table, or the initial ones.
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

    /// Numbers of the table or of conditional mates. For quiet moves, estimates for another number of moves are better
    /// than none.
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
    fn push(&mut self, mv: Option<Move>, is_free: bool, numbers: ProofNumbers) {
        self.list.push(Child { mv, is_free });
        self.numbers.push(numbers);
    }

    /// Whether the threat is proved, so that the defender's replies have to be searched.
    fn is_threat_proved(&self) -> bool {
        self.has_postponed
            && matches!(self.list[..], [Child { mv: None, .. }])
            && self.numbers[0].is_mate()
    }

    /// Length of the mate against the longest defense, the pass apart.
    fn longest(&self) -> u8 {
        let children = self.list.iter().zip(&self.numbers);
        let replies = children.filter(|(child, _)| child.mv.is_some());
        let bounds = replies.map(|(_, numbers)| numbers.bound);
        bounds.max().unwrap_or(0)
    }

    /// First move of the shortest mate; unconditional ones first.
    fn mate(&self) -> Option<Move> {
        let children = self.list.iter().zip(&self.numbers);
        let mates = children.filter(|(_, numbers)| numbers.is_mate());
        let soonest =
            mates.min_by_key(|(_, numbers)| (numbers.depends_on != UNCONDITIONAL, numbers.bound));
        soonest?.0.mv
    }
}
