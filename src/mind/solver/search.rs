//! The search: depth-first proof numbers over a tree in which the winner has a limited number of moves left.
//!
//! A position is *proved* if the winner mates within those moves whatever the defender does, and *disproved* if not. Each
//! has a proof number and a disproof number, estimates of what a proof or a disproof still takes; the search follows them
//! depth first (A. Nagai's df-pn, 2002), with the maximum of the children instead of their sum, since most lines of a mate
//! lead through the same positions (weak proof numbers: T. Ueda and others, 2008). The number of moves left is part of what is
//! proved, so that a repeated position is nothing special, and the first number that suffices is the shortest.

use super::table::{Estimate, INFINITE, NEVER, Table};
use crate::mind::zobrist::{key_after, passed, salted};
use crate::rules::{Move, Position};

/// Nodes in which a threat has to be found, for the square of the moves that it takes.
const THREAT_NODES: u64 = 30;
/// Distinguishes the note that no threat was found.
const NO_THREAT: u8 = u8::MAX;

/// The moves that the winner may use. Answers to checks may always be quiet, but in [`Class::CHECKS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Number of quiet moves left.
    quiet: u8,
    /// Most moves of the threat that each has to make; 0 if they need not threaten anything.
    threat: u8,
}

impl Class {
    /// Checks only.
    pub const CHECKS: Self = Self::threats(0, 0);
    /// All moves; more quiet ones than can be searched.
    pub const ANY: Self = Self::threats(15, 0);

    /// Checks, and so many quiet moves that threaten to mate by checks within so many moves.
    pub const fn threats(quiet: u8, within: u8) -> Self {
        Self {
            quiet,
            threat: within,
        }
    }

    /// The moves left after a quiet one.
    const fn after_quiet(self) -> Self {
        Self::threats(self.quiet - 1, self.threat)
    }

    /// The key of a position from which these moves may be used.
    const fn salt(self, key: u64) -> u64 {
        let number = self.quiet + 16 * self.threat;
        salted(key, if self.quiet == 0 { 0 } else { number })
    }
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    pub position: Position,
    /// Key of the position.
    pub key: u64,
    /// The moves that the winner may still use.
    pub class: Class,
    /// Whether it is the winner's turn.
    pub attacks: bool,
}

/// A move from a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub mv: Move,
    /// Key of the position it leads to.
    key: u64,
    /// The moves that may be used after it.
    class: Class,
}

/// A search that can be interrupted and gone on with.
pub struct Search {
    table: Table,
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of nodes at which the search is interrupted.
    pub stop: u64,
}

impl Search {
    /// A search that has not begun.
    pub const fn new(table: Table) -> Self {
        Self {
            table,
            nodes: 0,
            stop: 0,
        }
    }

    const fn is_stopped(&self) -> bool {
        self.nodes >= self.stop
    }

    /// Searches a node until it is proved or disproved within this many moves, or the search is stopped.
    pub fn solve(&mut self, node: &Node, moves: u8) -> Estimate {
        let known = self.known(node, moves);
        if known.is_mate() || known.is_none() || self.is_stopped() {
            return known;
        }
        self.search(node, moves, INFINITE, INFINITE)
    }

    /// Whether the winner mates within so many more moves; not if the search is stopped before that is known.
    pub fn mates(&mut self, node: &Node, moves: u8) -> bool {
        if !node.attacks && !node.position.has_legal_move() {
            return true;
        }
        moves > 0 && self.solve(node, moves).is_mate()
    }

    fn known(&self, node: &Node, moves: u8) -> Estimate {
        let known = self.table.look_up(node.class.salt(node.key), moves);
        known.unwrap_or(Estimate::open(1, 1))
    }

    /// The node that a move leads to.
    pub fn follow(node: &Node, edge: Edge) -> Node {
        Node {
            position: node.position.after(edge.mv),
            key: edge.key,
            class: edge.class,
            attacks: !node.attacks,
        }
    }

    /// Searches until one of the two estimates reaches its limit.
    fn search(&mut self, node: &Node, moves: u8, proof: u32, disproof: u32) -> Estimate {
        let before = self.nodes;
        self.nodes += 1;
        let edges = self.edges(node, moves);
        let left = moves - u8::from(node.attacks);
        let mut known: Vec<Estimate> = Vec::with_capacity(edges.len());
        for edge in &edges {
            let estimate = self.first_look(node, *edge, left);
            known.push(estimate);
            let decides = if node.attacks {
                estimate.is_mate()
            } else {
                estimate.is_none()
            };
            if decides {
                break;
            }
        }
        let mut found = combine(node.attacks, &known);
        while found.proof < proof && found.disproof < disproof && !self.is_stopped() {
            let (best, limits) = choose(node.attacks, &known, proof, disproof);
            let child = Self::follow(node, edges[best]);
            known[best] = self.search(&child, left, limits.0, limits.1);
            found = combine(node.attacks, &known);
        }
        let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
        self.table
            .keep(node.class.salt(node.key), moves, found, work);
        found
    }

    /// Estimate of the node that an edge leads to, from the table or at first sight.
    fn first_look(&mut self, node: &Node, edge: Edge, left: u8) -> Estimate {
        let key = edge.class.salt(edge.key);
        if let Some(known) = self.table.look_up(key, left) {
            return known;
        }
        if !node.attacks {
            return Estimate::open(1, 1);
        }
        let replies = node.position.after(edge.mv).count_legal_moves();
        if replies == 0 {
            let mate = Estimate::mate(0);
            self.table.keep(key, left, mate, 1);
            return mate;
        }
        if left == 0 {
            return Estimate::none(0);
        }
        Estimate::open(u32::try_from(replies).unwrap_or(INFINITE), 1)
    }

    /// The moves that are searched: all of the defender's; of the winner's, those that may be used.
    pub fn edges(&mut self, node: &Node, moves: u8) -> Vec<Edge> {
        let (position, class) = (&node.position, node.class);
        let edge = |mv, class| Edge {
            mv,
            key: key_after(node.key, position, mv),
            class,
        };
        if !node.attacks {
            let replies = position.legal_moves().into_iter();
            return replies.map(|mv| edge(mv, class)).collect();
        }
        let checks = position.checking_moves();
        let mut edges: Vec<_> = checks.iter().map(|mv| edge(*mv, class)).collect();
        if class.quiet == 0 {
            return edges;
        }
        let must_answer = position.is_check();
        for mv in position.legal_moves() {
            if checks.contains(&mv) {
            } else if must_answer {
                edges.push(edge(mv, class));
            } else {
                let quiet = edge(mv, class.after_quiet());
                if class.threat == 0 || self.threatens(node, quiet, moves) {
                    edges.push(quiet);
                }
            }
        }
        edges
    }

    /// Whether a quiet move threatens mate by checks, or leaves no reply.
    fn threatens(&mut self, node: &Node, edge: Edge, moves: u8) -> bool {
        let next = node.position.after(edge.mv);
        let Some(position) = next.passed() else {
            return false;
        };
        if !next.has_legal_move() {
            return true;
        }
        let within = (moves - 1).min(node.class.threat);
        let threat = Node {
            position,
            key: passed(edge.key),
            class: Class::CHECKS,
            attacks: true,
        };
        let note = salted(threat.key, NO_THREAT);
        if within == 0
            || self
                .table
                .look_up(note, within)
                .is_some_and(Estimate::is_none)
        {
            return false;
        }
        let stop = self.nodes + THREAT_NODES * u64::from(within * within);
        let stop = std::mem::replace(&mut self.stop, stop);
        let threatens = (1..=within).any(|moves| self.solve(&threat, moves).is_mate());
        self.stop = stop;
        if !threatens {
            self.table.keep(note, within, Estimate::none(within), 1);
        }
        threatens
    }
}

/// Combines what is known of the children of a node.
fn combine(attacks: bool, children: &[Estimate]) -> Estimate {
    // Seen from the side to move, `own` is what it wants to prove.
    let own = |one: &Estimate| if attacks { one.proof } else { one.disproof };
    let other = |one: &Estimate| if attacks { one.disproof } else { one.proof };
    let least = children.iter().map(own).min().unwrap_or(INFINITE);
    let most = children.iter().map(other).max().unwrap_or(0);
    let open = children.iter().filter(|one| other(one) > 0).count() as u32;
    let most = if most == 0 {
        0
    } else {
        (most + open - 1).min(INFINITE)
    };
    let bounds = || children.iter().map(|one| one.bound);
    match (attacks, least == 0, most == 0) {
        (true, true, _) => {
            let mates = children.iter().filter(|one| one.is_mate());
            Estimate::mate(mates.map(|one| one.bound + 1).min().unwrap_or(NEVER))
        }
        (true, _, true) => Estimate::none(
            bounds()
                .min()
                .map_or(NEVER, |bound| bound.saturating_add(1)),
        ),
        (false, true, _) => {
            let nones = children.iter().filter(|one| one.is_none());
            Estimate::none(nones.map(|one| one.bound).max().unwrap_or(0))
        }
        (false, _, true) => Estimate::mate(bounds().max().unwrap_or(0)),
        (true, ..) => Estimate::open(least, most),
        (false, ..) => Estimate::open(most, least),
    }
}

/// Chooses the child to be searched next, with the limits of its estimates.
fn choose(attacks: bool, children: &[Estimate], proof: u32, disproof: u32) -> (usize, (u32, u32)) {
    let own = |one: &Estimate| if attacks { one.proof } else { one.disproof };
    let other = |one: &Estimate| if attacks { one.disproof } else { one.proof };
    let (mut best, mut second) = (0, INFINITE);
    for (index, child) in children.iter().enumerate().skip(1) {
        let best_child = &children[best];
        if (own(child), other(child)) < (own(best_child), other(best_child)) {
            second = own(best_child);
            best = index;
        } else {
            second = second.min(own(child));
        }
    }
    let open = children.iter().filter(|one| other(one) > 0).count() as u32;
    let (own_limit, other_limit) = if attacks {
        (proof, disproof)
    } else {
        (disproof, proof)
    };
    // A little more than the second best, so that the search does not jump to and fro.
    let own_limit = own_limit
        .min(second.saturating_add(second / 4 + 1))
        .min(INFINITE);
    let other_limit = if other_limit >= INFINITE {
        INFINITE
    } else {
        other_limit.saturating_sub(open.saturating_sub(1))
    };
    let other_limit = other_limit.max(other(&children[best]) + 1).min(INFINITE);
    let limits = if attacks {
        (own_limit, other_limit)
    } else {
        (other_limit, own_limit)
    };
    (best, limits)
}
