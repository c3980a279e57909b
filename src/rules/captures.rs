//! Legal moves to chosen points, and whether a capture can be answered: what a search asks at every position.

use super::field::Field;
use super::reach::way;
use super::safety::Safety;
use super::tables::{self, ADVISOR, BANK, CROSS, ELEPHANT, GENERAL, HORSE, SOLDIER_FROM};
use super::{Move, PieceKind, Point, PointSet, Position, Side, movegen};

impl Position {
    /// The constraints on the moves of the side to move.
    pub(crate) fn safety(&self) -> Safety {
        Safety::new(self.board().field(), self.turn())
    }

    /// Passes each legal move to one of these points to `tell`, in the order of [`Position::legal_moves`].
    pub(crate) fn each_move_to(
        &self,
        goals: PointSet,
        safety: &Safety,
        mut tell: impl FnMut(Move),
    ) {
        let field = self.board().field();
        let goals = goals - field.of(!self.turn(), PieceKind::General);
        for (_, from, targets) in movegen::each_piece_within(field, self.turn(), *safety) {
            (targets & goals).for_each(|to| tell(Move::new(from, to)));
        }
    }

    /// Becomes the position after a legal move of another one.
    pub(crate) fn follow(&mut self, before: &Self, mv: Move) {
        self.clone_from(before);
        self.advance(mv);
    }

    /// Whether the piece that has just captured on a point could be recaptured there, if one piece has left `from`. Pins are
    /// disregarded.
    pub(crate) fn is_guarded(&self, at: Point, by: Side, from: Point) -> bool {
        let field = self.board().field();
        let occupied = field.occupied() - PointSet::of(from);
        is_reached(field, at, by, occupied)
    }
}

/// Whether `side` could capture on a point that is occupied by the other side if the board were `occupied` as given.
fn is_reached(field: &Field, point: Point, side: Side, occupied: PointSet) -> bool {
    let (at, own) = (point.index(), side.index());
    let of = |kind| field.of(side, kind);
    let still = occupied & field.of_side(side);
    let soldiers = of(PieceKind::Soldier) & SOLDIER_FROM[own][at];
    let near = if point.in_palace(side) {
        of(PieceKind::Advisor) & ADVISOR[own][at] | of(PieceKind::General) & GENERAL[own][at]
    } else {
        PointSet::EMPTY
    };
    if !((soldiers | near) & still).is_empty() {
        return true;
    }
    let between = |by: Point| way(point, by) & occupied;
    let lines = still & CROSS[at];
    let mut chariots = of(PieceKind::Chariot) & lines;
    let mut cannons = of(PieceKind::Cannon) & lines;
    let mut horses = of(PieceKind::Horse) & HORSE[at][0] & still;
    let mut elephants = of(PieceKind::Elephant) & ELEPHANT[at][0] & BANK[own] & still;
    let jumps = |by: Point| HORSE[by.index()][tables::legs(occupied, by)].contains(point);
    let strides = |by: Point| ELEPHANT[by.index()][tables::eyes(occupied, by)].contains(point);
    chariots.any(|by| between(by).is_empty())
        || cannons.any(|by| between(by).len() == 1)
        || horses.any(jumps)
        || !point.across_river(side) && elephants.any(strides)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_point_is_guarded_if_some_piece_could_recapture() {
        for position in positions() {
            let turn = position.turn();
            for mv in position.legal_moves() {
                if position.piece_at(mv.to).is_none() {
                    continue;
                }
                let next = position.after(mv);
                // Of the generals, only the one that stands beside it recaptures.
                let mut attackers = next.attackers(mv.to, !turn);
                let general = next.board().general(!turn).expect("a general");
                if !GENERAL[turn.opponent().index()][general.index()].contains(mv.to) {
                    attackers.remove(general);
                }
                let guarded = position.is_guarded(mv.to, !turn, mv.from);
                assert_eq!(guarded, !attackers.is_empty(), "{mv}\n{}", position.board());
            }
        }
    }
}
