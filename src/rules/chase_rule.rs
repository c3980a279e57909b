//! A rulebook's definition of a chase: which threats count as attacks, and when an attack is new.
//!
//! Where the published rules are silent, more than one definition is possible. One of them is the default, and each
//! [`OpenPoint`] knows the other, so that a ruling can say when it rests on a default.

use super::threats::Threat;
use super::{PieceKind, Side};

/// Definition of which threats count as attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChaseRule {
    /// The kinds whose attacks count. Generals and soldiers may chase freely.
    pub attackers: &'static [PieceKind],
    /// Pairs of attackers and victims for which protection is ignored.
    pub despite_protection: &'static [(&'static [PieceKind], &'static [PieceKind])],
    /// Whether a move that gives check can also be a chase.
    pub checks_may_chase: bool,
    /// Whether a new attacker makes an attack new, even if another attack on that piece already stood.
    pub counts_attackers: bool,
    /// Whether the victim's loss of protection makes an attack new.
    pub counts_lost_roots: bool,
    /// Whether protection against one attacker cancels the attacks of all others.
    pub one_root_is_enough: bool,
}

/// The rules of the Asian Xiangqi Federation, adopted by the World Xiangqi Federation.
pub(super) const ASIAN: ChaseRule = ChaseRule {
    attackers: &[
        PieceKind::Chariot,
        PieceKind::Horse,
        PieceKind::Cannon,
        PieceKind::Elephant,
        PieceKind::Advisor,
    ],
    despite_protection: &[(
        &[PieceKind::Horse, PieceKind::Cannon],
        &[PieceKind::Chariot],
    )],
    checks_may_chase: false,
    counts_attackers: false,
    counts_lost_roots: true,
    one_root_is_enough: false,
};

impl ChaseRule {
    /// Whether a threat of `side`, taken on its own, is an attack.
    pub fn is_attack(&self, side: Side, threat: &Threat) -> bool {
        let is_prey = threat.of != PieceKind::Soldier || threat.victim.across_river(!side);
        self.attackers.contains(&threat.by)
            && is_prey
            && !threat.mutual
            && (!threat.protected || self.ignores_protection(threat))
    }

    /// Whether the victim's protection against this threat is ignored.
    pub fn ignores_protection(&self, threat: &Threat) -> bool {
        let covers = |(by, of): &(&[PieceKind], &[PieceKind])| {
            by.contains(&threat.by) && of.contains(&threat.of)
        };
        self.despite_protection.iter().any(covers)
    }
}

/// A question the published rules leave open and arbiters answer differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpenPoint {
    /// Does a check that also attacks a piece count as a chase of that piece? Default: it does not.
    CheckThatChases,
    /// Does an elephant or advisor chase a protected chariot, horse or cannon? Default: it does not.
    ProtectedFromMinors,
    /// Is an attack new if only its attacker is? Default: it is not.
    AddedAttacker,
    /// Is a move a chase if it only removes the protection of a piece already attacked? Default: it is.
    LostProtection,
    /// Does the attack of one of two attackers count if the other could be recaptured? Default: it does.
    RootAgainstOne,
    /// Are two loops judged separately if that rules both alike, but differently from the whole? Default: together.
    HalfLoops,
    /// Does a chariot pinned by a horse on a bare board excuse the pinning side by chasing back? Default: the pinning
    /// side still loses.
    PinnedChaser,
}

/// Chases by elephants and advisors besides those in the Asian rules.
const WITH_MINORS: &[(&[PieceKind], &[PieceKind])] = &[
    (
        &[PieceKind::Horse, PieceKind::Cannon],
        &[PieceKind::Chariot],
    ),
    (
        &[PieceKind::Elephant, PieceKind::Advisor],
        &[PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon],
    ),
];

/// The open points that concern the definition of a chase, each with the definition that answers it otherwise.
pub(super) fn alternatives(default: ChaseRule) -> impl Iterator<Item = (OpenPoint, ChaseRule)> {
    let [mut checks, mut minors, mut attackers, mut roots, mut lost] = [default; 5];
    checks.checks_may_chase = true;
    minors.despite_protection = WITH_MINORS;
    attackers.counts_attackers = true;
    roots.one_root_is_enough = true;
    lost.counts_lost_roots = false;
    [
        (OpenPoint::CheckThatChases, checks),
        (OpenPoint::ProtectedFromMinors, minors),
        (OpenPoint::AddedAttacker, attackers),
        (OpenPoint::RootAgainstOne, roots),
        (OpenPoint::LostProtection, lost),
    ]
    .into_iter()
}
