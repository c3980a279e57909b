//! Counting two plies at once: the total number of replies to all legal moves.
//!
//! Most moves change little for the opponent. So the opponent's moves are counted once for the current position, and
//! each opposing piece, each step of the opposing general and that general's safety records the points that can affect
//! it. After a move, only the watchers of its two points are recounted. In a middlegame this takes ten to twenty-five
//! machine instructions per line counted: there is no list of replies, and bits are rarely counted, for which plain
//! x86-64 has no instruction.

use crate::rules::bitboards::Bitboards;
use crate::rules::reach::{line_between, reach};
use crate::rules::safety::{Safety, is_free_step};
use crate::rules::tables::{
    CROSS, DIAGONAL_NEIGHBORS, GENERAL, HORSE, NEXT, SOLDIER_FROM, by_point,
};
use crate::rules::{Piece, PieceKind, Point, PointSet, Side, movegen};

/// The points from which a horse might attack a general on the point or on one of its steps.
static HORSES_AROUND: [[PointSet; Point::COUNT]; 2] = [
    by_point!(at => near_general(at, Side::Red, &by_point!(near => HORSE[near.index()][0]))),
    by_point!(at => near_general(at, Side::Black, &by_point!(near => HORSE[near.index()][0]))),
];
/// The points from which an opposing soldier might attack a general on the point or on one of its steps.
static SOLDIERS_AROUND: [[PointSet; Point::COUNT]; 2] = [
    by_point!(at => near_general(at, Side::Red, &SOLDIER_FROM[Side::Black.index()])),
    by_point!(at => near_general(at, Side::Black, &SOLDIER_FROM[Side::Red.index()])),
];

/// The union of `table` over the point and the steps of a general of `side` on it.
const fn near_general(at: Point, side: Side, table: &[PointSet; Point::COUNT]) -> PointSet {
    let steps = GENERAL[side.index()][at.index()];
    let mut bits = table[at.index()].bits();
    let mut index = 0;
    while let Some(point) = Point::from_index(index) {
        if steps.contains(point) {
            bits |= table[index].bits();
        }
        index += 1;
    }
    PointSet::from_bits(bits)
}

/// Number of lines of two legal moves from here.
pub(super) fn count(bitboards: &Bitboards, turn: Side) -> u64 {
    let general = bitboards.general(!turn);
    let general = general.expect("a position has both generals");
    let mut replies = Replies::new(bitboards, !turn, general);
    let mut total = 0;
    movegen::each_piece(bitboards, turn).for_each(|(kind, from, targets)| {
        let mut mover = Mover {
            piece: Piece::new(turn, kind),
            bearing: replies.bearing(kind),
            left: 0,
        };
        mover.left = replies.touched(&mover, from);
        replies.bitboards.toggle(from, mover.piece);
        targets.for_each(|to| total += u64::from(replies.after(&mover, to)));
        replies.bitboards.toggle(from, mover.piece);
    });
    total
}

/// An opposing piece lifted from the board, to be placed on each of its targets.
struct Mover {
    piece: Piece,
    /// The points from which it may bear on the general or one of its steps, other than along lines.
    bearing: PointSet,
    /// Items that depend on its starting point.
    left: Items,
}

/// A piece with its targets, or a single step of the general, whose sets are empty.
#[derive(Clone, Copy)]
struct Item {
    kind: PieceKind,
    /// The piece's point; for a step, its target.
    at: Point,
    /// The pseudo-legal targets.
    targets: PointSet,
    /// The targets allowed by the safety of its general.
    goals: PointSet,
    /// Number of its legal moves.
    count: u32,
}

/// Four steps of a general and fifteen other pieces: the most a playable position can have.
const ITEMS: usize = 19;
/// A set of items, one bit for each by index, and possibly [`SAFETY`].
type Items = u32;
/// The general's safety, as a bit after those of the items.
const SAFETY: Items = 1 << ITEMS;

/// The moves of a side as if it were its turn, and their dependencies.
struct Replies {
    /// Bitboards of the position; the mover is lifted off while its targets are tried.
    bitboards: Bitboards,
    side: Side,
    general: Point,
    safety: Safety,
    /// Total number of moves.
    count: u32,
    items: [Option<Item>; ITEMS],
    /// The item of the piece on each point.
    place: [Items; Point::COUNT],
    /// Items that depend on each point, whichever piece arrives or leaves.
    watchers: [Items; Point::COUNT],
    /// Further items that depend on each point if the piece acts along lines.
    lines: [Items; Point::COUNT],
    /// All items that concern the general.
    steps: Items,
}

impl Replies {
    fn new(bitboards: &Bitboards, side: Side, general: Point) -> Self {
        let mut replies = Self {
            bitboards: *bitboards,
            side,
            general,
            safety: Safety::new(bitboards, side),
            count: 0,
            items: [None; ITEMS],
            place: [0; Point::COUNT],
            watchers: [0; Point::COUNT],
            lines: [0; Point::COUNT],
            steps: SAFETY,
        };
        let mut next = replies.add_general();
        for kind in PieceKind::ALL.into_iter().skip(1) {
            bitboards.of(side, kind).for_each(|at| {
                replies.add_piece(next, kind, at);
                next += 1;
            });
        }
        replies
    }

    /// Adds the general's steps and returns their number.
    fn add_general(&mut self) -> usize {
        let (side, general) = (self.side, self.general);
        self.watch_attacks(general, SAFETY, 1);
        note(&mut self.lines, CROSS[general.index()], SAFETY);
        let own = Piece::new(side, PieceKind::General);
        // The general does not block attacks on its own steps.
        self.bitboards.toggle(general, own);
        let mut place = 0;
        for to in GENERAL[side.index()][general.index()] {
            let bit = 1 << place;
            self.steps |= bit;
            if self.bitboards.of_side(side).contains(to) {
                // Only a capture there makes the step possible.
                self.watchers[to.index()] |= bit;
            } else {
                self.watch_attacks(to, bit, 0);
                note(&mut self.lines, self.bitboards.far(to).points(to), bit);
            }
            self.add(
                place,
                Item {
                    kind: PieceKind::General,
                    at: to,
                    targets: PointSet::EMPTY,
                    goals: PointSet::EMPTY,
                    count: u32::from(is_free_step(&self.bitboards, side, general, to)),
                },
            );
            place += 1;
        }
        self.bitboards.toggle(general, own);
        place
    }

    /// Watches the points that decide whether the opponent attacks `point`, or would if `spare` pieces were removed.
    ///
    /// A move removes at most one piece from between an attacker and the point. Lines with too many pieces for that to
    /// matter are not watched.
    fn watch_attacks(&mut self, point: Point, bit: Items, spare: usize) {
        let (foe, at) = (!self.side, point.index());
        let bitboards = &self.bitboards;
        let occupied = bitboards.occupied();
        let cannons = bitboards.of(foe, PieceKind::Cannon) & CROSS[at];
        for (sliders, most) in [
            (bitboards.straight(foe, point), spare),
            (cannons, spare + 1),
        ] {
            for slider in sliders {
                let line = line_between(point, slider);
                let between = line & occupied;
                let count = between.len();
                if count <= most {
                    note(&mut self.watchers, line, bit);
                } else if count == most + 1 {
                    note(&mut self.watchers, between, bit);
                }
            }
        }
        for horse in bitboards.of(foe, PieceKind::Horse) & HORSE[at][0] {
            note(
                &mut self.watchers,
                NEXT[horse.index()] & DIAGONAL_NEIGHBORS[at],
                bit,
            );
        }
    }

    fn add_piece(&mut self, place: usize, kind: PieceKind, at: Point) {
        let (bitboards, side) = (&self.bitboards, self.side);
        let reach = reach(bitboards, side, kind, at);
        let own = bitboards.of_side(side);
        let watched = match kind {
            PieceKind::Chariot => reach,
            PieceKind::Cannon => bitboards.far(at).points(at),
            PieceKind::Horse => reach & own | NEXT[at.index()],
            PieceKind::Elephant => reach & own | DIAGONAL_NEIGHBORS[at.index()],
            PieceKind::General | PieceKind::Advisor | PieceKind::Soldier => reach & own,
        };
        let goals = self.safety.goals_of(bitboards, side, at);
        let item = Item {
            kind,
            at,
            targets: reach - own,
            goals,
            count: moves_to(bitboards, side, goals, kind, at),
        };
        self.place[at.index()] = 1 << place;
        note(&mut self.watchers, watched, 1 << place);
        self.add(place, item);
    }

    fn add(&mut self, place: usize, item: Item) {
        self.count += item.count;
        if let Some(slot) = self.items.get_mut(place) {
            *slot = Some(item);
        }
    }

    /// The points from which an opposing piece of this kind may bear on the general, other than along lines.
    #[inline]
    fn bearing(&self, kind: PieceKind) -> PointSet {
        let (side, general) = (self.side.index(), self.general.index());
        match kind {
            PieceKind::Horse => HORSES_AROUND[side][general],
            PieceKind::Soldier => SOLDIERS_AROUND[side][general],
            _ => PointSet::EMPTY,
        }
    }

    /// The items affected by the mover's arrival at or departure from a point.
    #[inline]
    fn touched(&self, mover: &Mover, at: Point) -> Items {
        let watchers = self.watchers[at.index()];
        match mover.piece.kind {
            PieceKind::Chariot | PieceKind::Cannon | PieceKind::General => {
                watchers | self.lines[at.index()]
            }
            _ if mover.bearing.contains(at) => watchers | self.steps,
            _ => watchers,
        }
    }

    /// Number of replies after the opponent has put the mover on `to`.
    #[inline]
    fn after(&mut self, mover: &Mover, to: Point) -> u32 {
        let again = mover.left | self.touched(mover, to);
        let place = self.place[to.index()];
        if place != 0 {
            return self.after_capture(mover.piece, to, again, place);
        }
        if again == 0 {
            return self.count;
        }
        self.bitboards.toggle(to, mover.piece);
        let count = self.recount(again, place, self.count);
        self.bitboards.toggle(to, mover.piece);
        count
    }

    /// Number of replies if the mover captures the piece with this item on `to`.
    fn after_capture(&mut self, piece: Piece, to: Point, again: Items, place: Items) -> u32 {
        let (_, item) = self.chosen(place).next().expect("each place has an item");
        let (captured, count) = (Piece::new(self.side, item.kind), item.count);
        self.bitboards.toggle(to, captured);
        self.bitboards.toggle(to, piece);
        let count = self.recount(again, place, self.count - count);
        self.bitboards.toggle(to, piece);
        self.bitboards.toggle(to, captured);
        count
    }

    /// Adjusts a count for the items the move may affect.
    fn recount(&self, mut again: Items, captured: Items, mut count: u32) -> u32 {
        let mut safety = &self.safety;
        let mut pinned = 0;
        let new_safety;
        if again & SAFETY != 0 {
            new_safety = Safety::new(&self.bitboards, self.side);
            if new_safety.goals != safety.goals {
                return self.count_all(&new_safety, again, captured);
            }
            (new_safety.pinned | safety.pinned).for_each(|at| pinned |= self.place[at.index()]);
            safety = &new_safety;
            again |= pinned;
        }
        for (bit, item) in self.chosen(again & !captured) {
            let goals = if pinned & bit == 0 {
                item.goals
            } else {
                safety.goals_of(&self.bitboards, self.side, item.at)
            };
            count += self.count_of(item, goals);
            count -= item.count;
        }
        count
    }

    /// Recounts everything because the general's safety has changed, usually by a check.
    fn count_all(&self, safety: &Safety, again: Items, captured: Items) -> u32 {
        let mut count = 0;
        for (bit, item) in self.chosen(!captured) {
            let goals = safety.goals_of(&self.bitboards, self.side, item.at);
            if again & bit != 0 {
                count += self.count_of(item, goals);
            } else if item.kind == PieceKind::General {
                count += item.count;
            } else if !(item.targets & goals).is_empty() {
                count += (item.targets & goals).len() as u32;
            }
        }
        count
    }

    /// Number of a piece's legal moves; for a step of the general, 1 if it is possible.
    #[inline]
    fn count_of(&self, item: &Item, goals: PointSet) -> u32 {
        if item.kind == PieceKind::General {
            u32::from(is_free_step(
                &self.bitboards,
                self.side,
                self.general,
                item.at,
            ))
        } else {
            moves_to(&self.bitboards, self.side, goals, item.kind, item.at)
        }
    }

    /// The items in a set, each with its bit.
    #[inline]
    fn chosen(&self, mut items: Items) -> impl Iterator<Item = (Items, &Item)> {
        std::iter::from_fn(move || {
            let place = items.trailing_zeros() as usize;
            items &= items.wrapping_sub(1);
            let item = self.items.get(place)?.as_ref()?;
            Some((1 << place, item))
        })
    }
}

/// Number of a piece's moves that lead to one of the goals; excludes the general.
#[inline]
fn moves_to(
    bitboards: &Bitboards,
    side: Side,
    goals: PointSet,
    kind: PieceKind,
    from: Point,
) -> u32 {
    let is_free = goals == PointSet::ALL;
    match kind {
        PieceKind::General => 0,
        PieceKind::Chariot if is_free => bitboards
            .chariot(from)
            .without(bitboards.line_words(from, side))
            .len(),
        PieceKind::Cannon if is_free => bitboards
            .cannon(from)
            .without(bitboards.line_words(from, side))
            .len(),
        _ => ((reach(bitboards, side, kind, from) - bitboards.of_side(side)) & goals).len() as u32,
    }
}

/// Records that an item depends on these points.
fn note(table: &mut [Items; Point::COUNT], points: PointSet, bit: Items) {
    points.for_each(|point| table[point.index()] |= bit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Setup};

    #[track_caller]
    fn compare(fen: &str) {
        let setup = Setup::from_fen(fen).expect("a FEN");
        let position = setup.position().expect("a position");
        let one_by_one: u64 = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.after(mv).count_legal_moves() as u64)
            .sum();
        let bitboards = position.board().bitboards();
        assert_eq!(count(bitboards, position.turn()), one_by_one, "{fen}");
    }

    #[test]
    fn both_plies_together_are_one_after_the_other() {
        assert_eq!(
            count(Position::start().board().bitboards(), Side::Red),
            1920
        );
        // A cannon arrives behind two screens, behind three, and leaves.
        compare("4k4/4a4/9/4p4/9/9/4P4/4C4/9/3K1C3 w");
        // A horse's leg is freed, and a horse arrives where its leg is blocked.
        compare("3k5/4aN3/9/3N5/9/9/9/9/9/5K3 w");
        // Captures beside the general open its steps and discover attacks on them.
        compare("3aka3/3RC4/4b4/9/4R4/9/9/9/4C4/3K5 w");
        // The chariot in front of the cannon moves: every kind of discovered check.
        compare("4k4/9/4n4/9/4R4/9/4C4/9/9/3K5 w");
        // The own general opens and closes the file.
        compare("4k4/9/9/4n4/9/9/9/9/5K3/3A5 w");
    }
}
