//! The facts of a repetition: each side's moves between the occurrences of a position.
//!
//! Pieces are tracked by identity: the rules ask for *one* piece that is chased on every move, wherever it goes.
//! Nothing is captured between two occurrences of a position, so the pieces at the start of the window are those at its
//! end.

use super::chase_rule::ChaseRule;
use super::named::named;
use super::threats::{Threat, each_threat};
use super::{BySide, History, Move, PieceKind, Played, Point, PointSet, Position, Side};
use std::fmt;

/// The repeated part of a game, with everything an arbiter looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Number of occurrences of the position, including the current one.
    pub occurrences: usize,
    /// The moves from the first of the judged occurrences to the current one.
    pub plies: Vec<CyclePly>,
    /// Offense of each side over the whole cycle.
    pub offenses: BySide<Offense>,
}

/// A move of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CyclePly {
    /// Number of plies played, including this one.
    pub ply: usize,
    /// Number of its round.
    pub round: usize,
    /// The move.
    pub played: Played,
    /// Class of the move.
    pub conduct: Conduct,
    /// The attacks that make it a check or a chase: on the general, or on pieces not attacked before.
    pub attacks: Vec<Attack>,
    /// What the Chinese rulebook finds besides; `None` under any other.
    pub finding: Option<Finding>,
}

/// Class of a move with the name that its rulebook has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classification {
    /// The class.
    pub conduct: Conduct,
    /// Nature of the move under the Chinese rulebook; `None` under any other.
    pub nature: Option<Nature>,
    /// Whether a kill or chase may have been missed or imagined.
    pub is_unsure: bool,
}

impl CyclePly {
    /// Classification of the move.
    pub fn classification(&self) -> Classification {
        let finding = self.finding.as_ref();
        Classification {
            conduct: self.conduct,
            nature: finding.map(|finding| finding.nature),
            is_unsure: finding.is_some_and(|finding| finding.is_unsure),
        }
    }
}

/// Nature of a move under the Chinese rulebook, found by search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Nature of the move.
    pub nature: Nature,
    /// Whether a chase is light: its victims fall only to several pieces together (26.9).
    pub is_light: bool,
    /// Whether a search met its bound, so that a kill or chase may have been missed or imagined.
    pub is_unsure: bool,
    /// The line by which the move threatens to mate or to win material, if the opponent passes.
    pub line: Vec<Move>,
}

named! {
    /// Natures of moves under the Chinese rulebook.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Nature {
        /// 将: attacks the general, whatever else it does.
        Check = "check",
        /// 杀: threatens mate by checks alone.
        Kill = "kill",
        /// 捉: threatens to win material.
        Chase = "chase",
        /// 兑: offers an exchange of like pieces.
        Exchange = "exchange",
        /// 献: offers a piece.
        Offer = "offer",
        /// 跟: attacks a protected piece.
        Follow = "follow",
        /// 闲: anything else, including blocks.
        Idle = "idle",
    }
}

impl Nature {
    /// Class of a move of this nature.
    pub const fn conduct(self) -> Conduct {
        match self {
            Self::Check => Conduct::Check,
            Self::Kill => Conduct::Kill,
            Self::Chase => Conduct::Chase,
            Self::Exchange | Self::Offer | Self::Follow | Self::Idle => Conduct::Idle,
        }
    }

    /// Whether the book forbids a side to do nothing else (25.3).
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Self::Check | Self::Kill | Self::Chase)
    }
}

/// Conduct: class of a move in a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conduct {
    /// 將: attacks the general, whatever else it does.
    Check,
    /// 杀: threatens mate, where a rulebook counts that.
    Kill,
    /// 捉: newly attacks a piece that may not be chased perpetually.
    Chase,
    /// 閒: anything else, including offers, exchanges and blocks.
    Idle,
}

impl Conduct {
    /// All classes, the heaviest first.
    pub const ALL: [Self; 4] = [Self::Check, Self::Kill, Self::Chase, Self::Idle];
}

impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::Kill => "kill",
            Self::Chase => "chase",
            Self::Idle => "idle",
        })
    }
}

/// An attack of one piece on another after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The attacker's point.
    pub attacker: Point,
    /// The attacker's kind.
    pub by: PieceKind,
    /// The attacked piece's point.
    pub victim: Point,
    /// The attacked piece's kind.
    pub of: PieceKind,
    /// Whether the capture could be recaptured. This does not protect a chariot against a horse or cannon.
    pub protected: bool,
    /// Whether the attacker is a piece other than the one that moved.
    pub discovered: bool,
    /// Whether this side chased this piece on every move of the cycle.
    pub throughout: bool,
}

/// The offense a side commits with every one of its moves between two occurrences of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offense {
    /// 长将: gave check.
    PerpetualCheck,
    /// Chased a chariot that stands on the leg of the chasing side's horse, which would otherwise give check.
    PinnedChariotChase,
    /// 长捉: chased one piece.
    PerpetualChase,
    /// 长打: checked, threatened mate or chased, whichever pieces, under a rulebook that counts these alike.
    PerpetualAttack,
    /// Nothing forbidden by a rulebook.
    #[default]
    None,
}

/// A set of pieces, by identity.
type PieceMask = u32;

/// A threat with the identity of its victim.
#[derive(Clone, Copy)]
struct KnownThreat {
    threat: Threat,
    attacker: PieceMask,
    victim: PieceMask,
}

/// The threats in one position of the window.
struct Snapshot {
    threats: BySide<Vec<KnownThreat>>,
    /// The opponent's chariots that stand on a leg of this side's horses and so shield their general.
    pinned: BySide<PieceMask>,
}

/// The snapshots of a part of a line, computed once.
pub(super) struct CycleWindow<'a> {
    history: &'a History,
    /// Number of plies played before the window.
    first: usize,
    /// One entry more than there are plies.
    snapshots: Vec<Snapshot>,
}

/// All facts of a window or a part of it, independent of any rulebook.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    history: &'a History,
    /// Number of plies played before it.
    first: usize,
    plies: &'a [Played],
    /// One entry more than there are plies.
    snapshots: &'a [Snapshot],
}

impl<'a> CycleWindow<'a> {
    /// Analyzes the plies after the `first` ones, up to and including number `last`.
    pub fn new(history: &'a History, first: usize, last: usize) -> Self {
        let plies = &history.plies()[first..last];
        let mut ids = [0; Point::COUNT];
        let start = &history.positions()[first];
        for (index, (point, _)) in start.board().pieces().enumerate() {
            ids[point.index()] = 1_u32.checked_shl(index as u32).unwrap_or_default();
        }
        let mut snapshots = vec![Snapshot::of(start, &ids)];
        for (played, position) in plies.iter().zip(&history.positions()[first + 1..]) {
            let moved = std::mem::take(&mut ids[played.mv.from.index()]);
            ids[played.mv.to.index()] = moved;
            snapshots.push(Snapshot::of(position, &ids));
        }
        Self {
            history,
            first,
            snapshots,
        }
    }

    /// The facts of the whole window.
    pub fn facts(&self) -> Facts<'_> {
        self.part(self.first, self.first + self.snapshots.len() - 1)
    }

    /// The facts of the plies after the `first` ones, up to and including number `last`.
    pub fn part(&self, first: usize, last: usize) -> Facts<'_> {
        Facts {
            history: self.history,
            first,
            plies: &self.history.plies()[first..last],
            snapshots: &self.snapshots[first - self.first..=last - self.first],
        }
    }
}

impl Facts<'_> {
    /// Returns the offense of a side over all its moves, and the pieces it chased throughout.
    pub fn offense(&self, side: Side, rule: &ChaseRule) -> (Offense, PieceMask) {
        let own = || self.own_plies(side);
        if own().all(|index| self.plies[index].gives_check) {
            return (Offense::PerpetualCheck, 0);
        }
        let (mut chased, mut pinned) = (PieceMask::MAX, PieceMask::MAX);
        for index in own() {
            let new = self.chased(index, rule);
            chased &= new;
            pinned &= new & self.snapshots[index + 1].pinned[side];
            if chased == 0 {
                return (Offense::None, 0);
            }
        }
        if pinned == 0 {
            (Offense::PerpetualChase, chased)
        } else {
            (Offense::PinnedChariotChase, pinned)
        }
    }

    /// Returns both sides' offenses.
    pub fn offenses(&self, rule: &ChaseRule) -> BySide<Offense> {
        BySide::new(|side| self.offense(side, rule).0)
    }

    /// The indices of a side's plies.
    fn own_plies(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.plies.len()).filter(move |&index| self.plies[index].piece.side == side)
    }

    /// The pieces chased by a move: attacked after it, and not before.
    fn chased(&self, index: usize, rule: &ChaseRule) -> PieceMask {
        let side = self.plies[index].piece.side;
        if self.plies[index].gives_check && !rule.checks_may_chase {
            return 0;
        }
        let (before, after) = (&self.snapshots[index], &self.snapshots[index + 1]);
        if rule.counts_attackers {
            let stood = |now: &KnownThreat| {
                let same =
                    |then: &KnownThreat| then.attacker == now.attacker && then.victim == now.victim;
                before.attacks(side, rule).any(|then| same(&then))
            };
            let new = after.attacks(side, rule).filter(|now| !stood(now));
            return new.fold(0, |all, known| all | known.victim);
        }
        let stood = if rule.counts_lost_roots {
            before.attacked(side, rule)
        } else {
            before.threatened(side, rule)
        };
        after.attacked(side, rule) & !stood
    }

    /// Whether the pieces a side chases under a pin chase back on every move of their own side.
    pub fn pinned_chases_back(&self, side: Side, rule: &ChaseRule) -> bool {
        let (_, pinned) = self.offense(side, rule);
        let (_, chased) = self.offense(!side, rule);
        self.own_plies(!side).all(|index| {
            let snapshot = &self.snapshots[index + 1];
            let mut attacks = snapshot.attacks(!side, rule);
            attacks.any(|known| known.attacker & pinned != 0 && known.victim & chased != 0)
        })
    }

    /// Returns the whole cycle for display.
    pub fn cycle(&self, occurrences: usize, rule: &ChaseRule) -> Cycle {
        let found = BySide::new(|side| self.offense(side, rule));
        let plies = (0..self.plies.len()).map(|index| {
            let (_, throughout) = found[self.plies[index].piece.side];
            self.ply(index, throughout, rule)
        });
        Cycle {
            occurrences,
            plies: plies.collect(),
            offenses: BySide::new(|side| found[side].0),
        }
    }

    fn ply(&self, index: usize, throughout: PieceMask, rule: &ChaseRule) -> CyclePly {
        let played = self.plies[index];
        let ply = self.first + index + 1;
        let chased = self.chased(index, rule);
        let (conduct, attacks) = if played.gives_check {
            let position = &self.history.positions()[ply];
            (Conduct::Check, checks(position, played))
        } else if chased == 0 {
            (Conduct::Idle, Vec::new())
        } else {
            let attacks = self.snapshots[index + 1].attacks(played.piece.side, rule);
            let new = attacks.filter(|known| known.victim & chased != 0);
            let attacks = new.map(|known| known.attack(played, throughout));
            (Conduct::Chase, attacks.collect())
        };
        CyclePly {
            ply,
            round: self.history.start().round_of(ply),
            played,
            conduct,
            attacks,
            finding: None,
        }
    }
}

impl KnownThreat {
    const fn attack(&self, played: Played, throughout: PieceMask) -> Attack {
        let Threat {
            attacker,
            by,
            victim,
            of,
            protected,
            mutual: _,
        } = self.threat;
        Attack {
            attacker,
            by,
            victim,
            of,
            protected,
            discovered: attacker.index() != played.mv.to.index(),
            throughout: self.victim & throughout != 0,
        }
    }
}

impl Snapshot {
    fn of(position: &Position, ids: &[PieceMask; Point::COUNT]) -> Self {
        let board = position.board();
        let known = |side| {
            let mut all = Vec::new();
            each_threat(board, side, |threat| {
                all.push(KnownThreat {
                    threat,
                    attacker: ids[threat.attacker.index()],
                    victim: ids[threat.victim.index()],
                });
            });
            all
        };
        Self {
            threats: BySide::new(known),
            pinned: BySide::new(|side| {
                let pinned = horse_pinned(position, side);
                pinned.fold(0, |all, at| all | ids[at.index()])
            }),
        }
    }

    /// The threats of a side that are attacks.
    fn attacks<'a>(
        &'a self,
        side: Side,
        rule: &'a ChaseRule,
    ) -> impl Iterator<Item = KnownThreat> + 'a {
        let answered = if rule.one_root_is_enough {
            let answered = self.threats[side]
                .iter()
                .filter(|known| known.threat.protected && !rule.is_attack(side, &known.threat));
            answered.fold(0, |all, known| all | known.victim)
        } else {
            0
        };
        let is_attack = move |known: &&KnownThreat| {
            let is_answered = known.victim & answered != 0;
            rule.is_attack(side, &known.threat)
                && (!is_answered || rule.ignores_protection(&known.threat))
        };
        self.threats[side].iter().filter(is_attack).copied()
    }

    /// The pieces a side attacks.
    fn attacked(&self, side: Side, rule: &ChaseRule) -> PieceMask {
        self.attacks(side, rule)
            .fold(0, |all, known| all | known.victim)
    }

    /// The pieces a side would attack if no protection counted.
    fn threatened(&self, side: Side, rule: &ChaseRule) -> PieceMask {
        let bare = |known: &&KnownThreat| {
            let threat = Threat {
                protected: false,
                ..known.threat
            };
            rule.is_attack(side, &threat)
        };
        let all = self.threats[side].iter().filter(bare);
        all.fold(0, |all, known| all | known.victim)
    }
}

/// The pieces that attack the general after a move that gives check.
pub fn checks(position: &Position, played: Played) -> Vec<Attack> {
    let Some(general) = position.board().general(position.turn()) else {
        return Vec::new();
    };
    let kind = |at| position.piece_at(at).map(|piece| piece.kind);
    let attack = |attacker| {
        Some(Attack {
            attacker,
            by: kind(attacker)?,
            victim: general,
            of: PieceKind::General,
            protected: false,
            discovered: attacker != played.mv.to,
            throughout: true,
        })
    };
    position.checkers().filter_map(attack).collect()
}

/// The opponent's chariots that stand on the leg of a horse of `side` which would otherwise give check.
fn horse_pinned(position: &Position, side: Side) -> PointSet {
    let board = position.board();
    let Some(general) = board.general(!side) else {
        return PointSet::EMPTY;
    };
    let bitboards = board.bitboards();
    let chariots = bitboards.of(!side, PieceKind::Chariot);
    bitboards
        .of(side, PieceKind::Horse)
        .filter_map(|horse| leg_towards(horse, general))
        .filter(|leg| chariots.contains(*leg))
        .collect()
}

/// The leg point of a horse's move to `goal`, if that is a horse's step away.
fn leg_towards(horse: Point, goal: Point) -> Option<Point> {
    let step = |from: usize, to: usize| to as i8 - from as i8;
    let right = step(horse.file().index(), goal.file().index());
    let up = step(horse.rank().index(), goal.rank().index());
    match (right.abs(), up.abs()) {
        (2, 1) => horse.offset(right.signum(), 0),
        (1, 2) => horse.offset(0, up.signum()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
