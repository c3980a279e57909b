//! How a rulebook reads the facts: which threats count as attacks, and when an attack is new.
//!
//! Where the published rules are silent there is more than one reading. One of them is the default, and each
//! [`OpenPoint`] knows the other, so that a ruling can say when it rests on a default.

use super::threats::Threat;
use super::{PieceKind, Side};

/// Which threats count as attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// The kinds whose attacks count. Generals and soldiers may chase as they like.
    pub attackers: &'static [PieceKind],
    /// Attackers and victims for which protection does not matter.
    pub despite_protection: &'static [(&'static [PieceKind], &'static [PieceKind])],
    /// Whether a move that gives check may be a chase as well.
    pub checks_may_chase: bool,
    /// Whether an attack is new if its attacker is, even where another attack on that piece stood before.
    pub counts_attackers: bool,
    /// Whether an attack is new because the victim has lost its protection.
    pub counts_lost_roots: bool,
    /// Whether one attacker that is answered makes the attacks of all others harmless.
    pub one_root_is_enough: bool,
}

/// The rules of the Asian Xiangqi Federation, taken over by the World Xiangqi Federation.
pub(super) const ASIAN: Reading = Reading {
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

impl Reading {
    /// Whether a threat of `side` is an attack, as far as it can be told without the others.
    pub fn is_attack(&self, side: Side, threat: &Threat) -> bool {
        let is_prey = threat.of != PieceKind::Soldier || threat.victim.across_river(!side);
        self.attackers.contains(&threat.by)
            && is_prey
            && !threat.mutual
            && (!threat.protected || self.ignores_protection(threat))
    }

    /// Whether it does not matter that the capture could be answered.
    pub fn ignores_protection(&self, threat: &Threat) -> bool {
        let covers = |(by, of): &(&[PieceKind], &[PieceKind])| {
            by.contains(&threat.by) && of.contains(&threat.of)
        };
        self.despite_protection.iter().any(covers)
    }
}

/// A question that the published rules leave open and judges answer differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpenPoint {
    /// Does a check that also attacks a piece count among the chases of that piece? Default: it does not.
    CheckThatChases,
    /// Does an elephant or advisor chase a protected chariot, horse or cannon? Default: it does not.
    ProtectedFromMinors,
    /// Is an attack new when only its attacker is? Default: it is not.
    AddedAttacker,
    /// Does a move chase that only takes the protection from a piece that was attacked before? Default: it does.
    LostProtection,
    /// Of two attackers one could be captured back. Default: the other one's attack counts all the same.
    RootAgainstOne,
    /// Each of two loops would be ruled alike, but not both together. Default: they are judged together.
    HalfLoops,
    /// On a bare board a chariot that is pinned by a horse chases back. Default: the pinning side loses all the
    /// same.
    PinnedChaser,
}

/// The points that are a matter of how threats are read, each with the reading that is not the default.
pub(super) fn other_readings(default: Reading) -> impl Iterator<Item = (OpenPoint, Reading)> {
    const MINORS: &[PieceKind] = &[PieceKind::Elephant, PieceKind::Advisor];
    const MAJORS: &[PieceKind] = &[PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon];
    const WITH_MINORS: &[(&[PieceKind], &[PieceKind])] = &[
        (
            &[PieceKind::Horse, PieceKind::Cannon],
            &[PieceKind::Chariot],
        ),
        (MINORS, MAJORS),
    ];
    [
        (
            OpenPoint::CheckThatChases,
            Reading {
                checks_may_chase: true,
                ..default
            },
        ),
        (
            OpenPoint::ProtectedFromMinors,
            Reading {
                despite_protection: WITH_MINORS,
                ..default
            },
        ),
        (
            OpenPoint::AddedAttacker,
            Reading {
                counts_attackers: true,
                ..default
            },
        ),
        (
            OpenPoint::RootAgainstOne,
            Reading {
                one_root_is_enough: true,
                ..default
            },
        ),
        (
            OpenPoint::LostProtection,
            Reading {
                counts_lost_roots: false,
                ..default
            },
        ),
    ]
    .into_iter()
}
