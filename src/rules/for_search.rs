//! Staged move generation for a search: captures and other moves to given points, moves that give check, the null move,
//! and static exchange evaluation.

use super::bitboards::Bitboards;
use super::reach::{line_between, reach};
use super::safety::{Safety, is_free_step};
use super::tables::{
    self, ADVISOR, BANK, CROSS, DIAGONAL_NEIGHBORS, ELEPHANT, GENERAL, HORSE, SOLDIER_FROM,
};
use super::{Move, Piece, PieceKind, Point, PointSet, Position, Side, movegen};

impl Position {
    /// Pins and checks that constrain the side to move.
    pub(crate) fn safety(&self) -> Safety {
        Safety::new(self.board().bitboards(), self.turn())
    }

    /// Passes each legal move to one of these targets to `tell`, in the order of [`Position::legal_moves`].
    pub(crate) fn each_move_to(
        &self,
        goals: PointSet,
        safety: &Safety,
        mut tell: impl FnMut(Move),
    ) {
        let bitboards = self.board().bitboards();
        let goals = goals - bitboards.of(!self.turn(), PieceKind::General);
        let moves = movegen::each_piece_within(bitboards, self.turn(), *safety);
        // Internal iteration is faster.
        moves.for_each(|(_, from, targets)| {
            (targets & goals).for_each(|to| tell(Move::new(from, to)));
        });
    }

    /// Passes each pseudo-legal capture to `tell`, in the order of [`Position::legal_moves`].
    pub(crate) fn each_pseudo_legal_capture(&self, mut tell: impl FnMut(Move)) {
        let bitboards = self.board().bitboards();
        let (turn, foe) = (self.turn(), !self.turn());
        let goals = bitboards.of_side(foe) - bitboards.of(foe, PieceKind::General);
        PieceKind::ALL.into_iter().for_each(|kind| {
            bitboards.of(turn, kind).for_each(|from| {
                let targets = reach(bitboards, turn, kind, from) & goals;
                targets.for_each(|to| tell(Move::new(from, to)));
            });
        });
    }

    /// Whether a pseudo-legal move is legal: it does not leave the general attacked.
    pub(crate) fn is_safe(&self, mv: Move, safety: &Safety) -> bool {
        let (bitboards, turn) = (self.board().bitboards(), self.turn());
        if bitboards.general(turn) == Some(mv.from) {
            is_free_step(bitboards, turn, mv.from, mv.to)
        } else {
            safety.goals_of(bitboards, turn, mv.from).contains(mv.to)
        }
    }

    /// Whether a move is legal, by the safety of the side to move.
    pub(crate) fn is_legal(&self, mv: Move, safety: &Safety) -> bool {
        let bitboards = self.board().bitboards();
        let own = self
            .piece_at(mv.from)
            .filter(|piece| piece.side == self.turn());
        own.is_some_and(|piece| {
            let targets = reach(bitboards, piece.side, piece.kind, mv.from);
            (targets - bitboards.of_side(piece.side)).contains(mv.to) && self.is_safe(mv, safety)
        })
    }

    /// Sets this position to the one after a legal move of another.
    pub(crate) fn follow(&mut self, before: &Self, mv: Move) {
        self.clone_from(before);
        self.advance(mv);
    }

    /// The points on which a side could capture at once; pins are disregarded.
    pub(crate) fn attacked(&self, by: Side) -> PointSet {
        let bitboards = self.board().bitboards();
        let mut attacked = PointSet::EMPTY;
        for kind in PieceKind::ALL {
            for from in bitboards.of(by, kind) {
                attacked |= if kind == PieceKind::Cannon {
                    let near = bitboards.chariot(from);
                    bitboards.far(from).without(near).points(from)
                } else {
                    reach(bitboards, by, kind, from)
                };
            }
        }
        attacked
    }

    /// Static exchange evaluation: whether a move gains at least `least` if both sides go on capturing on its target, the
    /// least valuable piece first, and each may stop. Pins are disregarded, and so is that generals may not face each other.
    pub(crate) fn gains(&self, mv: Move, least: i32, value: impl Fn(PieceKind) -> i32) -> bool {
        let bitboards = self.board().bitboards();
        let value_at = |at| self.piece_at(at).map_or(0, |piece| value(piece.kind));
        // What the side to capture would have more than it needs, and then less.
        let mut balance = value_at(mv.to) - least;
        if balance < 0 {
            return false;
        }
        balance = value_at(mv.from) - balance;
        if balance <= 0 {
            return true;
        }
        let mut occupied = bitboards.occupied() - PointSet::of(mv.from);
        let mut side = self.turn();
        let mut gains = true;
        loop {
            side = !side;
            let Some((kind, from)) = least_capturer(bitboards, mv.to, side, occupied) else {
                return gains;
            };
            occupied.remove(from);
            if kind == PieceKind::General {
                // It may not capture what is guarded.
                let is_guarded = least_capturer(bitboards, mv.to, !side, occupied).is_some();
                return gains == is_guarded;
            }
            gains = !gains;
            balance = value(kind) - balance;
            if balance < i32::from(gains) {
                return gains;
            }
        }
    }
}

/// The least valuable piece with which `side` could capture on a point that is occupied by the other side if the board were
/// `occupied` as given.
fn least_capturer(
    bitboards: &Bitboards,
    point: Point,
    side: Side,
    occupied: PointSet,
) -> Option<(PieceKind, Point)> {
    let (at, own) = (point.index(), side.index());
    let still = occupied & bitboards.of_side(side);
    let of = |kind| bitboards.of(side, kind) & still;
    let found = |kind, mut points: PointSet, reaches: &dyn Fn(Point) -> bool| {
        points.find(|by| reaches(*by)).map(|by| (kind, by))
    };
    let between = |by: Point| line_between(point, by) & occupied;
    let strides = |by: Point| ELEPHANT[by.index()][tables::eyes(occupied, by)].contains(point);
    let jumps = |by: Point| HORSE[by.index()][tables::legs(occupied, by)].contains(point);
    let is_near = point.in_palace(side);
    let near = |table: PointSet| if is_near { table } else { PointSet::EMPTY };
    let bank = if point.across_river(side) {
        PointSet::EMPTY
    } else {
        BANK[own]
    };
    let soldiers = of(PieceKind::Soldier) & SOLDIER_FROM[own][at];
    found(PieceKind::Soldier, soldiers, &|_| true)
        .or_else(|| {
            let advisors = of(PieceKind::Advisor) & near(ADVISOR[own][at]);
            found(PieceKind::Advisor, advisors, &|_| true)
        })
        .or_else(|| {
            let elephants = of(PieceKind::Elephant) & ELEPHANT[at][0] & bank;
            found(PieceKind::Elephant, elephants, &strides)
        })
        .or_else(|| {
            found(
                PieceKind::Horse,
                of(PieceKind::Horse) & HORSE[at][0],
                &jumps,
            )
        })
        .or_else(|| {
            let cannons = of(PieceKind::Cannon) & CROSS[at];
            found(PieceKind::Cannon, cannons, &|by| between(by).len() == 1)
        })
        .or_else(|| {
            let chariots = of(PieceKind::Chariot) & CROSS[at];
            found(PieceKind::Chariot, chariots, &|by| between(by).is_empty())
        })
        .or_else(|| {
            let general = of(PieceKind::General) & near(GENERAL[own][at]);
            found(PieceKind::General, general, &|_| true)
        })
}

impl Position {
    /// Whether a move can give check: it leaves a line of the opposing general or the leg of a horse beside it, or enters a
    /// line or a point from which a horse attacks it.
    pub(crate) fn may_check(&self, mv: Move) -> bool {
        let general = self.board().general(!self.turn());
        general.is_some_and(|general| {
            let at = general.index();
            (CROSS[at] | DIAGONAL_NEIGHBORS[at]).contains(mv.from)
                || (CROSS[at] | HORSE[at][0]).contains(mv.to)
        })
    }

    /// All legal moves that give check, in the order of [`Position::legal_moves`]: of those that
    /// [may](Position::may_check), each is tried.
    pub fn checking_moves(&self) -> Vec<Move> {
        self.checking_moves_within(&self.safety())
    }

    /// Like [`Position::checking_moves`], with the safety of the side to move.
    pub(crate) fn checking_moves_within(&self, safety: &Safety) -> Vec<Move> {
        let bitboards = self.board().bitboards();
        let turn = self.turn();
        let mut moves = Vec::new();
        let Some(general) = bitboards.general(!turn) else {
            return moves;
        };
        let at = general.index();
        for (kind, from, targets) in movegen::each_piece_within(bitboards, turn, *safety) {
            let is_tried = if (CROSS[at] | DIAGONAL_NEIGHBORS[at]).contains(from) {
                PointSet::ALL
            } else if kind == PieceKind::Horse {
                CROSS[at] | HORSE[at][0]
            } else {
                CROSS[at]
            };
            for to in (targets - PointSet::of(general)) & is_tried {
                let piece = Piece::new(turn, kind);
                let mut next = *bitboards;
                next.toggle(from, piece);
                if let Some(captured) = self.piece_at(to) {
                    next.toggle(to, captured);
                }
                next.toggle(to, piece);
                if !Safety::new(&next, !turn).checkers.is_empty() {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves
    }

    /// The position after a null move: the other side is to move; `None` in check, when nobody may pass.
    pub fn passed(&self) -> Option<Self> {
        let passed = Self::new_unchecked(self.board().clone(), !self.turn());
        (!self.is_check()).then_some(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Side};

    /// Positions of a game of any moves, from the start on.
    fn positions() -> Vec<Position> {
        let mut position = Position::start();
        let mut all = Vec::new();
        let mut seed = 1_usize;
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let next = position.after(moves[(seed >> 33) % moves.len()]);
            all.push(std::mem::replace(&mut position, next));
        }
        all
    }

    #[test]
    fn moves_to_points_are_the_legal_ones_that_lead_there() {
        for position in positions() {
            let goals = position.board().of_side(!position.turn());
            let mut found = Vec::new();
            position.each_move_to(goals, &position.safety(), |mv| found.push(mv));
            let mut captures = position.legal_moves();
            captures.retain(|mv| goals.contains(mv.to));
            assert_eq!(found, captures);
        }
    }

    #[test]
    fn of_all_pairs_of_points_the_legal_moves_are_legal() {
        for position in positions() {
            let (safety, mut found) = (position.safety(), position.legal_moves());
            let pairs = Point::all().flat_map(|from| Point::all().map(move |to| (from, to)));
            let legal: Vec<_> = pairs
                .map(|(from, to)| Move::new(from, to))
                .filter(|mv| position.is_legal(*mv, &safety))
                .collect();
            found.sort_by_key(|mv| (mv.from.index(), mv.to.index()));
            assert_eq!(legal, found, "{}", position.board());
        }
    }

    #[test]
    fn captures_that_are_safe_are_the_legal_ones() {
        let mut illegal = 0;
        for position in positions() {
            let safety = position.safety();
            let mut found = Vec::new();
            position.each_pseudo_legal_capture(|mv| found.push(mv));
            let all = found.len();
            found.retain(|mv| position.is_safe(*mv, &safety));
            illegal += all - found.len();
            let mut captures = position.legal_moves();
            captures.retain(|mv| position.piece_at(mv.to).is_some());
            assert_eq!(found, captures, "{}", position.board());
        }
        assert!(illegal > 0);
    }

    #[test]
    fn attacked_points_are_those_of_the_attackers() {
        for position in positions() {
            for by in Side::ALL {
                let attacked = position.attacked(by);
                for (at, _) in position
                    .board()
                    .pieces()
                    .filter(|(_, piece)| piece.side != by)
                {
                    let mut attackers = position.attackers(at, by);
                    // Not along the open file.
                    let general = position.board().general(by).expect("a general");
                    if !GENERAL[by.index()][general.index()].contains(at) {
                        attackers.remove(general);
                    }
                    assert_eq!(attacked.contains(at), !attackers.is_empty(), "{at}");
                }
            }
        }
    }

    fn worth(kind: PieceKind) -> i32 {
        match kind {
            PieceKind::Soldier => 1,
            PieceKind::Advisor | PieceKind::Elephant => 2,
            PieceKind::Horse | PieceKind::Cannon => 4,
            PieceKind::Chariot => 9,
            PieceKind::General => 100,
        }
    }

    /// Gain of the side to move by capturing on a point, if it may also leave it.
    fn gain_on(position: &Position, at: Point) -> i32 {
        let turn = position.turn();
        let by_worth = |from: &Point| {
            let kind = position.piece_at(*from).expect("a piece").kind;
            // Those that `least_capturer` finds first among equals.
            (
                worth(kind),
                kind != PieceKind::Advisor,
                kind == PieceKind::Cannon,
            )
        };
        let mut attackers = position.attackers(at, turn);
        // Of the generals, only the one that stands beside it captures.
        let general = position.board().general(turn).expect("a general");
        if !GENERAL[turn.index()][general.index()].contains(at) {
            attackers.remove(general);
        }
        let Some(from) = attackers.min_by_key(by_worth) else {
            return 0;
        };
        let taken = position.piece_at(at).map_or(0, |piece| worth(piece.kind));
        let next = position.after(Move::new(from, at));
        if general == from && !next.attackers(at, !turn).is_empty() {
            return 0;
        }
        (taken - gain_on(&next, at)).max(0)
    }

    #[test]
    fn an_exchange_gains_what_is_left_in_the_end() {
        let mut exchanges = 0;
        for position in positions() {
            for mv in position.legal_moves() {
                let at_once = position
                    .piece_at(mv.to)
                    .map_or(0, |piece| worth(piece.kind));
                if position
                    .piece_at(mv.from)
                    .is_some_and(|piece| piece.kind == PieceKind::General)
                {
                    continue;
                }
                let answer = gain_on(&position.after(mv), mv.to);
                exchanges += usize::from(at_once > 0 && answer > 0);
                let gain = at_once - answer;
                for least in gain - 1..=gain + 1 {
                    let gains = position.gains(mv, least, worth);
                    assert_eq!(gains, gain >= least, "{mv} {gain}\n{}", position.board());
                }
            }
        }
        assert!(exchanges > 50, "{exchanges}");
    }

    #[test]
    fn checks_are_the_legal_moves_after_which_there_is_a_check() {
        let fens = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w",
            "2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w",
            "1rbckaP2/3PaP1r1/1P2b4/1R7/Nn7/CRBp1n3/4C4/9/4p1p2/1c3K3 w",
        ];
        for fen in fens {
            let setup = Setup::from_fen(fen).expect("a FEN");
            let mut line = vec![setup.position().expect("a position")];
            // Wherever the first moves of either side lead.
            for depth in 0..3 {
                let next = line.iter().flat_map(|position| {
                    let moves = position.legal_moves().into_iter().step_by(depth + 1);
                    moves.map(|mv| position.after(mv))
                });
                let next: Vec<_> = next.take(3000).collect();
                for position in &line {
                    let mut checks = position.legal_moves();
                    checks.retain(|mv| position.after(*mv).is_check());
                    assert_eq!(position.checking_moves(), checks, "{}", position.board());
                    assert!(checks.iter().all(|mv| position.may_check(*mv)));
                }
                line = next;
            }
        }
    }

    #[test]
    fn nobody_passes_in_check() {
        let start = Position::start();
        assert_eq!(
            start.passed().map(|passed| passed.turn()),
            Some(Side::Black)
        );
        let check = Setup::from_fen("4k4/9/9/9/9/9/9/9/4r4/3K5 w").expect("a FEN");
        assert!(check.position().expect("a position").passed().is_some());
        let check = Setup::from_fen("4k4/9/9/9/9/9/9/9/3r5/3K5 w").expect("a FEN");
        assert_eq!(check.position().expect("a position").passed(), None);
    }
}
