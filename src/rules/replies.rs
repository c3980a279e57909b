//! Counting two plies at once: how many replies all legal moves have together.
//!
//! Most moves change little for the opponent. So his moves are counted once for the position as it stands,
//! and for each of his pieces the points are noted whose change can change its count. After a move only the
//! pieces that watch one of its two points are counted again, and the safety of his general is asked for
//! again only where the move touches the lines and horse points around that general.

use super::field::Field;
use super::reach::reach;
use super::safety::Safety;
use super::tables::{ASLANT, CROSS, GENERAL, HORSES_ROUND, LINES_ROUND, NEXT, SOLDIERS_ROUND};
use super::{Piece, PieceKind, Point, PointSet, Side, movegen};

/// How many pieces a side can have in a position that can be played.
const PIECES: usize = 16;

/// How many lines of two legal moves start here.
pub(super) fn count(field: &Field, turn: Side) -> u64 {
    let replies = Replies::new(field, !turn);
    let mut total = 0;
    for (kind, from, targets) in movegen::each_piece(field, turn) {
        for to in targets {
            total += u64::from(replies.after(Piece::new(turn, kind), from, to));
        }
    }
    total
}

/// The moves of a side as if it were its turn, and what they depend on.
struct Replies<'a> {
    field: &'a Field,
    side: Side,
    safety: Safety,
    /// How many moves there are altogether.
    count: u32,
    /// The pieces of the side, the general first.
    pieces: [Option<Counted>; PIECES],
    /// The place of each piece in `pieces`, as a bit.
    place: [u16; Point::COUNT],
    /// The pieces whose count depends on the point, as bits by their places in `pieces`.
    watchers: [u16; Point::COUNT],
    zone: Zone,
}

/// A piece and how many moves it has.
#[derive(Clone, Copy)]
struct Counted {
    kind: PieceKind,
    at: Point,
    count: u32,
}

/// The points whose change can change the safety of a general or of its steps.
struct Zone {
    /// Whatever comes there or goes.
    any: PointSet,
    /// If a piece of this kind does.
    of_kind: [PointSet; PieceKind::COUNT],
}

impl<'a> Replies<'a> {
    fn new(field: &'a Field, side: Side) -> Self {
        let safety = Safety::new(field, side);
        let mut replies = Self {
            field,
            side,
            safety,
            count: 0,
            pieces: [None; PIECES],
            place: [0; Point::COUNT],
            watchers: [0; Point::COUNT],
            zone: Zone::new(field, side),
        };
        let own = field.of_side(side);
        let pieces = PieceKind::ALL
            .into_iter()
            .flat_map(|kind| field.of(side, kind).map(move |at| (kind, at)));
        for ((number, slot), (kind, at)) in replies.pieces.iter_mut().enumerate().zip(pieces) {
            let count = movegen::count_of(field, side, &safety, kind, at);
            let bit = 1 << number;
            *slot = Some(Counted { kind, at, count });
            replies.count += count;
            replies.place[at.index()] = bit;
            for point in watched(field, side, kind, at, own) {
                replies.watchers[point.index()] |= bit;
            }
        }
        replies
    }

    /// How many moves there are after a legal move of the opponent.
    #[inline]
    fn after(&self, piece: Piece, from: Point, to: Point) -> u32 {
        let touches = self.zone.is_touched(piece.kind, from, to);
        let watchers = self.watchers[from.index()] | self.watchers[to.index()];
        let captured = self.place[to.index()];
        if !touches && watchers | captured == 0 {
            return self.count;
        }
        self.recount(piece, from, to, touches, watchers)
    }

    /// Counts those pieces again that the move may concern.
    fn recount(&self, piece: Piece, from: Point, to: Point, touches: bool, watchers: u16) -> u32 {
        let captured = self.place[to.index()];
        let mut after = *self.field;
        after.toggle(from, piece);
        after.toggle(to, piece);
        let mut count = self.count;
        for captured in self.chosen(captured) {
            after.toggle(to, Piece::new(self.side, captured.kind));
            count -= captured.count;
        }
        let mut again = watchers & !captured;
        let mut safety = &self.safety;
        let new_safety;
        if touches {
            new_safety = Safety::new(&after, self.side);
            if new_safety.goals != safety.goals {
                return movegen::count_with(&after, self.side, &new_safety);
            }
            again |= 1;
            for at in (new_safety.tied | safety.tied) & after.of_side(self.side) {
                again |= self.place[at.index()];
            }
            safety = &new_safety;
        }
        for piece in self.chosen(again) {
            count += movegen::count_of(&after, self.side, safety, piece.kind, piece.at);
            count -= piece.count;
        }
        count
    }

    /// The pieces with these places.
    #[inline]
    fn chosen(&self, mut places: u16) -> impl Iterator<Item = Counted> {
        std::iter::from_fn(move || {
            let place = places.trailing_zeros() as usize;
            places &= places.wrapping_sub(1);
            self.pieces.get(place).copied().flatten()
        })
    }
}

/// The points whose change can change where the piece may go, apart from the general's safety.
fn watched(field: &Field, side: Side, kind: PieceKind, at: Point, own: PointSet) -> PointSet {
    match kind {
        PieceKind::General => PointSet::EMPTY,
        PieceKind::Chariot => field.chariot(at).points(at),
        PieceKind::Cannon => field.far(at).points(at),
        PieceKind::Horse => reach(field, side, kind, at) & own | NEXT[at.index()],
        PieceKind::Elephant => reach(field, side, kind, at) & own | ASLANT[at.index()],
        PieceKind::Advisor | PieceKind::Soldier => reach(field, side, kind, at) & own,
    }
}

impl Zone {
    fn new(field: &Field, side: Side) -> Self {
        let mut of_kind = [PointSet::EMPTY; PieceKind::COUNT];
        let Some(general) = field.general(side) else {
            return Self {
                any: PointSet::EMPTY,
                of_kind,
            };
        };
        let (foe, own, at) = (!side, side.index(), general.index());
        let lines = LINES_ROUND[own][at];
        let horses = HORSES_ROUND[own][at];
        for kind in [PieceKind::General, PieceKind::Chariot, PieceKind::Cannon] {
            of_kind[kind.index()] = lines;
        }
        of_kind[PieceKind::Horse.index()] = horses;
        of_kind[PieceKind::Soldier.index()] = SOLDIERS_ROUND[own][at];
        // A capture there opens a step.
        let mut any = GENERAL[own][at] & field.of_side(side);
        for slider in field.sliders(foe) & lines {
            any |= CROSS[slider.index()] & lines;
        }
        for horse in field.of(foe, PieceKind::Horse) & horses {
            any |= NEXT[horse.index()];
        }
        Self { any, of_kind }
    }

    #[inline]
    fn is_touched(&self, kind: PieceKind, from: Point, to: Point) -> bool {
        let zone = self.any | self.of_kind[kind.index()];
        zone.contains(from) || zone.contains(to)
    }
}
