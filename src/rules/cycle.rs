//! The facts of a repetition: each side's moves between the occurrences of a position.
//!
//! Pieces are tracked by identity: the rules ask for *one* piece that is chased on every move, wherever it goes.
//! Nothing is captured between two occurrences of a position, so the pieces at the start of the window are those at its
//! end.

use super::reading::Reading;
use super::threats::{Threat, each_threat};
use super::{BySide, Conduct, History, PieceKind, Played, Point, PointSet, Position, Side};

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
    /// Nothing forbidden by a rulebook.
    #[default]
    None,
}

/// A set of pieces, by identity.
type Pieces = u32;

/// A threat with the identity of its victim.
#[derive(Clone, Copy)]
struct KnownThreat {
    threat: Threat,
    attacker: Pieces,
    victim: Pieces,
}

/// The threats in one position of the window.
struct Moment {
    threats: BySide<Vec<KnownThreat>>,
    /// The opponent's chariots that stand on a leg of this side's horses and so shield their general.
    pinned: BySide<Pieces>,
}

/// The moments of a part of a line, computed once.
pub(super) struct CycleWindow<'a> {
    history: &'a History,
    /// Number of plies played before the window.
    first: usize,
    /// One entry more than there are plies.
    moments: Vec<Moment>,
}

/// All facts of a window or a part of it, independent of any rulebook.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    history: &'a History,
    /// Number of plies played before it.
    first: usize,
    plies: &'a [Played],
    /// One entry more than there are plies.
    moments: &'a [Moment],
}

impl<'a> CycleWindow<'a> {
    /// Analyzes the plies after the `first` ones, up to and including number `last`.
    pub fn new(history: &'a History, first: usize, last: usize) -> Self {
        let plies = &history.plies()[first..last];
        let mut who = [0; Point::COUNT];
        let start = &history.positions()[first];
        for (index, (point, _)) in start.board().pieces().enumerate() {
            who[point.index()] = 1_u32.checked_shl(index as u32).unwrap_or_default();
        }
        let mut moments = vec![Moment::of(start, &who)];
        for (played, position) in plies.iter().zip(&history.positions()[first + 1..]) {
            let moved = std::mem::take(&mut who[played.mv.from.index()]);
            who[played.mv.to.index()] = moved;
            moments.push(Moment::of(position, &who));
        }
        Self {
            history,
            first,
            moments,
        }
    }

    /// The facts of the whole window.
    pub fn facts(&self) -> Facts<'_> {
        self.part(self.first, self.first + self.moments.len() - 1)
    }

    /// The facts of the plies after the `first` ones, up to and including number `last`.
    pub fn part(&self, first: usize, last: usize) -> Facts<'_> {
        Facts {
            history: self.history,
            first,
            plies: &self.history.plies()[first..last],
            moments: &self.moments[first - self.first..=last - self.first],
        }
    }
}

impl Facts<'_> {
    /// Returns the offense of a side over all its moves, and the pieces it chased throughout.
    pub fn offense(&self, side: Side, reading: &Reading) -> (Offense, Pieces) {
        let own = || self.own_plies(side);
        if own().all(|index| self.plies[index].gives_check) {
            return (Offense::PerpetualCheck, 0);
        }
        let (mut chased, mut pinned) = (Pieces::MAX, Pieces::MAX);
        for index in own() {
            let new = self.chased(index, reading);
            chased &= new;
            pinned &= new & self.moments[index + 1].pinned[side];
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
    pub fn offenses(&self, reading: &Reading) -> BySide<Offense> {
        BySide::new(|side| self.offense(side, reading).0)
    }

    /// The indices of a side's plies.
    fn own_plies(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.plies.len()).filter(move |&index| self.plies[index].piece.side == side)
    }

    /// The pieces chased by a move: attacked after it, and not before.
    fn chased(&self, index: usize, reading: &Reading) -> Pieces {
        let side = self.plies[index].piece.side;
        if self.plies[index].gives_check && !reading.checks_may_chase {
            return 0;
        }
        let (before, after) = (&self.moments[index], &self.moments[index + 1]);
        if reading.counts_attackers {
            let stood = |now: &KnownThreat| {
                let same =
                    |then: &KnownThreat| then.attacker == now.attacker && then.victim == now.victim;
                before.attacks(side, reading).any(|then| same(&then))
            };
            let new = after.attacks(side, reading).filter(|now| !stood(now));
            return new.fold(0, |all, known| all | known.victim);
        }
        let stood = if reading.counts_lost_roots {
            before.attacked(side, reading)
        } else {
            before.threatened(side, reading)
        };
        after.attacked(side, reading) & !stood
    }

    /// Whether the pieces a side chases under a pin chase back on every move of their own side.
    pub fn pinned_chases_back(&self, side: Side, reading: &Reading) -> bool {
        let (_, pinned) = self.offense(side, reading);
        let (_, chased) = self.offense(!side, reading);
        self.own_plies(!side).all(|index| {
            let moment = &self.moments[index + 1];
            let mut attacks = moment.attacks(!side, reading);
            attacks.any(|known| known.attacker & pinned != 0 && known.victim & chased != 0)
        })
    }

    /// Returns the whole cycle for display.
    pub fn cycle(&self, occurrences: usize, reading: &Reading) -> Cycle {
        let found = BySide::new(|side| self.offense(side, reading));
        let plies = (0..self.plies.len()).map(|index| {
            let (_, throughout) = found[self.plies[index].piece.side];
            self.ply(index, throughout, reading)
        });
        Cycle {
            occurrences,
            plies: plies.collect(),
            offenses: BySide::new(|side| found[side].0),
        }
    }

    fn ply(&self, index: usize, throughout: Pieces, reading: &Reading) -> CyclePly {
        let played = self.plies[index];
        let ply = self.first + index + 1;
        let chased = self.chased(index, reading);
        let (conduct, attacks) = if played.gives_check {
            let position = &self.history.positions()[ply];
            (Conduct::Check, checks(position, played))
        } else if chased == 0 {
            (Conduct::Idle, Vec::new())
        } else {
            let attacks = self.moments[index + 1].attacks(played.piece.side, reading);
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
        }
    }
}

impl KnownThreat {
    const fn attack(&self, played: Played, throughout: Pieces) -> Attack {
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

impl Moment {
    fn of(position: &Position, who: &[Pieces; Point::COUNT]) -> Self {
        let board = position.board();
        let known = |side| {
            let mut all = Vec::new();
            each_threat(board, side, |threat| {
                all.push(KnownThreat {
                    threat,
                    attacker: who[threat.attacker.index()],
                    victim: who[threat.victim.index()],
                });
            });
            all
        };
        Self {
            threats: BySide::new(known),
            pinned: BySide::new(|side| {
                let pinned = horse_pinned(position, side);
                pinned.fold(0, |all, at| all | who[at.index()])
            }),
        }
    }

    /// The threats of a side that are attacks.
    fn attacks<'a>(
        &'a self,
        side: Side,
        reading: &'a Reading,
    ) -> impl Iterator<Item = KnownThreat> + 'a {
        let answered = if reading.one_root_is_enough {
            let answered = self.threats[side]
                .iter()
                .filter(|known| known.threat.protected && !reading.is_attack(side, &known.threat));
            answered.fold(0, |all, known| all | known.victim)
        } else {
            0
        };
        let is_attack = move |known: &&KnownThreat| {
            let is_answered = known.victim & answered != 0;
            reading.is_attack(side, &known.threat)
                && (!is_answered || reading.ignores_protection(&known.threat))
        };
        self.threats[side].iter().filter(is_attack).copied()
    }

    /// The pieces a side attacks.
    fn attacked(&self, side: Side, reading: &Reading) -> Pieces {
        self.attacks(side, reading)
            .fold(0, |all, known| all | known.victim)
    }

    /// The pieces a side would attack if no protection counted.
    fn threatened(&self, side: Side, reading: &Reading) -> Pieces {
        let bare = |known: &&KnownThreat| {
            let threat = Threat {
                protected: false,
                ..known.threat
            };
            reading.is_attack(side, &threat)
        };
        let all = self.threats[side].iter().filter(bare);
        all.fold(0, |all, known| all | known.victim)
    }
}

/// The pieces that attack the general after a move that gives check.
fn checks(position: &Position, played: Played) -> Vec<Attack> {
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
    let field = board.field();
    let chariots = field.of(!side, PieceKind::Chariot);
    field
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
