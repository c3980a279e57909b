//! Counting two plies at once: how many replies all legal moves have together.
//!
//! Most moves change little for the opponent. So his moves are counted once for the position as it stands,
//! and for each of his pieces, each step of his general and the safety of the general, the points are noted
//! whose change can change it. After a move only what watches one of its two points is asked for again.

use super::field::Field;
use super::reach::{reach, way};
use super::safety::{Safety, is_free_step};
use super::tables::{ASLANT, CROSS, GENERAL, HORSE, HORSES_ROUND, NEXT, SOLDIERS_ROUND};
use super::{File, Piece, PieceKind, Point, PointSet, Rank, Side, movegen};

/// How many lines of two legal moves start here.
pub(super) fn count(field: &Field, turn: Side) -> u64 {
    let Some(general) = field.general(!turn) else {
        return 0;
    };
    let replies = Replies::new(field, !turn, general);
    let mut total = 0;
    movegen::each_piece(field, turn).for_each(|(kind, from, targets)| {
        let piece = Piece::new(turn, kind);
        let left = replies.touched(kind, from);
        targets.for_each(|to| total += u64::from(replies.after(piece, from, to, left)));
    });
    total
}

/// A piece with its ways to go, or a single step of a general.
#[derive(Clone, Copy)]
struct Item {
    kind: PieceKind,
    /// Where the piece stands; where the general steps to.
    at: Point,
    /// Where the piece goes by its way of moving.
    targets: PointSet,
    /// Where the safety of its general lets it go.
    goals: PointSet,
    /// How many legal moves it has.
    count: u32,
}

/// Four steps of a general and fifteen other pieces; nothing more stands in a position that can be played.
const ITEMS: usize = 19;
/// Some items, each as a bit by its place, and perhaps [`SAFETY`].
type Items = u32;
/// Beside the items: the safety of the general.
const SAFETY: Items = 1 << ITEMS;

/// The moves of a side as if it were its turn, and what they depend on.
struct Replies<'a> {
    field: &'a Field,
    side: Side,
    general: Point,
    safety: Safety,
    /// How many moves there are altogether.
    count: u32,
    items: [Option<Item>; ITEMS],
    /// The piece on each point.
    place: [Items; Point::COUNT],
    /// What depends on each point, whoever comes there or goes.
    watchers: [Items; Point::COUNT],
    /// What of the general depends on the pieces that act along a file.
    files: [Items; File::COUNT],
    /// The same for ranks.
    ranks: [Items; Rank::COUNT],
    /// All that concerns the general.
    steps: Items,
}

impl<'a> Replies<'a> {
    fn new(field: &'a Field, side: Side, general: Point) -> Self {
        let mut replies = Self {
            field,
            side,
            general,
            safety: Safety::new(field, side),
            count: 0,
            items: [None; ITEMS],
            place: [0; Point::COUNT],
            watchers: [0; Point::COUNT],
            files: [0; File::COUNT],
            ranks: [0; Rank::COUNT],
            steps: SAFETY,
        };
        let mut next = replies.add_general();
        for kind in PieceKind::ALL.into_iter().skip(1) {
            field.of(side, kind).for_each(|at| {
                replies.add_piece(next, kind, at);
                next += 1;
            });
        }
        replies
    }

    /// Adds the steps of the general; gives back how many there are.
    fn add_general(&mut self) -> usize {
        let (side, general) = (self.side, self.general);
        self.watch_attacks(general, SAFETY, 1);
        let mut place = 0;
        for to in GENERAL[side.index()][general.index()] {
            let bit = 1 << place;
            self.steps |= bit;
            if self.field.of_side(side).contains(to) {
                // Only a capture there opens the step.
                self.watchers[to.index()] |= bit;
            } else {
                self.watch_attacks(to, bit, 0);
            }
            self.add(
                place,
                Item {
                    kind: PieceKind::General,
                    at: to,
                    targets: PointSet::EMPTY,
                    goals: PointSet::EMPTY,
                    count: u32::from(is_free_step(self.field, side, general, to)),
                },
            );
            place += 1;
        }
        place
    }

    /// Notes what decides whether the opponent attacks the point, or would if `spare` pieces went away.
    ///
    /// A move takes at most one piece from between an attacker and the point. Where there are so many that
    /// even then nothing changes, nobody watches.
    fn watch_attacks(&mut self, point: Point, bit: Items, spare: usize) {
        let (field, foe, at) = (self.field, !self.side, point.index());
        self.files[point.file().index()] |= bit;
        self.ranks[point.rank().index()] |= bit;
        let occupied = field.occupied() - PointSet::of(self.general);
        let cannons = field.of(foe, PieceKind::Cannon) & CROSS[at];
        for (sliders, most) in [(field.straight(foe, point), spare), (cannons, spare + 1)] {
            for slider in sliders {
                let way = way(point, slider);
                let between = way & occupied;
                let count = between.len();
                if count <= most {
                    self.watch(way, bit);
                } else if count == most + 1 {
                    self.watch(between, bit);
                }
            }
        }
        for horse in field.of(foe, PieceKind::Horse) & HORSE[at][0] {
            self.watch(NEXT[horse.index()] & ASLANT[at], bit);
        }
    }

    fn watch(&mut self, points: PointSet, bit: Items) {
        points.for_each(|point| self.watchers[point.index()] |= bit);
    }

    fn add_piece(&mut self, place: usize, kind: PieceKind, at: Point) {
        let (field, side) = (self.field, self.side);
        let reach = reach(field, side, kind, at);
        let own = field.of_side(side);
        let watched = match kind {
            PieceKind::Chariot => reach,
            PieceKind::Cannon => field.far(at).points(at),
            PieceKind::Horse => reach & own | NEXT[at.index()],
            PieceKind::Elephant => reach & own | ASLANT[at.index()],
            PieceKind::General | PieceKind::Advisor | PieceKind::Soldier => reach & own,
        };
        self.place[at.index()] = 1 << place;
        self.watch(watched, 1 << place);
        let goals = self.safety.goals_of(field, side, at);
        self.add(
            place,
            Item {
                kind,
                at,
                targets: reach - own,
                goals,
                count: movegen::count_of(field, side, goals, kind, at),
            },
        );
    }

    fn add(&mut self, place: usize, item: Item) {
        self.count += item.count;
        if let Some(slot) = self.items.get_mut(place) {
            *slot = Some(item);
        }
    }

    /// What depends on whether an opposing piece of this kind comes to the point or leaves it.
    #[inline]
    fn touched(&self, kind: PieceKind, at: Point) -> Items {
        let (side, general) = (self.side.index(), self.general.index());
        let near = match kind {
            PieceKind::Chariot | PieceKind::Cannon | PieceKind::General => {
                self.files[at.file().index()] | self.ranks[at.rank().index()]
            }
            PieceKind::Horse if HORSES_ROUND[side][general].contains(at) => self.steps,
            PieceKind::Soldier if SOLDIERS_ROUND[side][general].contains(at) => self.steps,
            _ => 0,
        };
        self.watchers[at.index()] | near
    }

    /// How many moves there are after a legal move of the opponent, if `left` depends on its start.
    #[inline]
    fn after(&self, piece: Piece, from: Point, to: Point, left: Items) -> u32 {
        let again = left | self.touched(piece.kind, to);
        if again | self.place[to.index()] == 0 {
            return self.count;
        }
        self.recount(piece, from, to, again)
    }

    /// Counts those items again that the move may concern.
    fn recount(&self, piece: Piece, from: Point, to: Point, mut again: Items) -> u32 {
        let mut after = *self.field;
        after.toggle(from, piece);
        after.toggle(to, piece);
        let mut count = self.count;
        let captured = self.place[to.index()];
        for (_, captured) in self.chosen(captured) {
            after.toggle(to, Piece::new(self.side, captured.kind));
            count -= captured.count;
        }
        let mut safety = &self.safety;
        let mut tied = 0;
        let new_safety;
        if again & SAFETY != 0 {
            new_safety = Safety::new(&after, self.side);
            if new_safety.goals != safety.goals {
                return self.count_all(&after, &new_safety, again, captured);
            }
            (new_safety.tied | safety.tied).for_each(|at| tied |= self.place[at.index()]);
            safety = &new_safety;
            again |= tied;
        }
        for (bit, item) in self.chosen(again & !captured) {
            let goals = if tied & bit == 0 {
                item.goals
            } else {
                safety.goals_of(&after, self.side, item.at)
            };
            count += self.count_of(&after, item, goals);
            count -= item.count;
        }
        count
    }

    /// Counts everything, because the general's safety asks for something else: mostly it is in check.
    fn count_all(&self, after: &Field, safety: &Safety, again: Items, captured: Items) -> u32 {
        let mut count = 0;
        for (bit, item) in self.chosen(!captured) {
            let goals = safety.goals_of(after, self.side, item.at);
            count += if again & bit != 0 {
                self.count_of(after, item, goals)
            } else if item.kind == PieceKind::General {
                item.count
            } else {
                (item.targets & goals).len() as u32
            };
        }
        count
    }

    /// How many legal moves a piece has after a move; whether the general can take this step.
    #[inline]
    fn count_of(&self, after: &Field, item: &Item, goals: PointSet) -> u32 {
        if item.kind == PieceKind::General {
            u32::from(is_free_step(after, self.side, self.general, item.at))
        } else {
            movegen::count_of(after, self.side, goals, item.kind, item.at)
        }
    }

    /// Some items, each with its bit.
    #[inline]
    fn chosen(&self, mut items: Items) -> impl Iterator<Item = (Items, &Item)> {
        std::iter::from_fn(move || {
            let place = items.trailing_zeros() as usize;
            items &= items.wrapping_sub(1);
            Some((1 << place, self.items.get(place)?.as_ref()?))
        })
    }
}
