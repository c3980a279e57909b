//! Legal moves at full speed: the safety of the general is resolved once, then pieces go where both their
//! way of moving and that safety allow.

use super::field::Field;
use super::reach::reach;
use super::safety::{Safety, general_targets};
use super::{PieceKind, Point, PointSet, Side};

/// The pieces of `side` with all their legal goals, which may be none.
#[inline]
pub(super) fn each_piece(
    field: &Field,
    side: Side,
) -> impl Iterator<Item = (PieceKind, Point, PointSet)> {
    let safety = Safety::new(field, side);
    PieceKind::ALL.into_iter().flat_map(move |kind| {
        field
            .of(side, kind)
            .map(move |from| (kind, from, targets(field, side, &safety, kind, from)))
    })
}

/// The legal goals of one piece.
#[inline]
pub(super) fn targets(
    field: &Field,
    side: Side,
    safety: &Safety,
    kind: PieceKind,
    from: Point,
) -> PointSet {
    if kind == PieceKind::General {
        general_targets(field, side, from)
    } else {
        (reach(field, side, kind, from) - field.of_side(side)) & safety.goals_of(field, side, from)
    }
}

/// How many legal moves `side` has.
pub(super) fn count(field: &Field, side: Side) -> u32 {
    count_with(field, side, &Safety::new(field, side))
}

/// How many legal moves `side` has, if the safety of its general is known.
pub(super) fn count_with(field: &Field, side: Side, safety: &Safety) -> u32 {
    PieceKind::ALL
        .into_iter()
        .flat_map(|kind| field.of(side, kind).map(move |from| (kind, from)))
        .map(|(kind, from)| count_of(field, side, safety, kind, from))
        .sum()
}

/// How many legal moves one piece has.
#[inline]
pub(super) fn count_of(
    field: &Field,
    side: Side,
    safety: &Safety,
    kind: PieceKind,
    from: Point,
) -> u32 {
    let free = safety.goals == PointSet::ALL && !safety.tied.contains(from);
    match kind {
        PieceKind::Chariot if free => field.chariot(from).without(field.words(from, side)).len(),
        PieceKind::Cannon if free => field.cannon(from).without(field.words(from, side)).len(),
        _ => targets(field, side, safety, kind, from).len() as u32,
    }
}
