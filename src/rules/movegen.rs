//! Fast legal move generation: the safety of the general is resolved once, then each piece's legal targets are the
//! intersection of its pseudo-legal ones and that safety.

use super::bitboards::Bitboards;
use super::reach::reach;
use super::safety::{Safety, general_targets};
use super::{PieceKind, Point, PointSet, Side};

/// The pieces of `side` with all their legal targets, which may be empty.
#[inline]
pub(super) fn each_piece(
    bitboards: &Bitboards,
    side: Side,
) -> impl Iterator<Item = (PieceKind, Point, PointSet)> {
    each_piece_within(bitboards, side, Safety::new(bitboards, side))
}

/// Like [`each_piece`], with the side's safety.
#[inline]
pub(super) fn each_piece_within(
    bitboards: &Bitboards,
    side: Side,
    safety: Safety,
) -> impl Iterator<Item = (PieceKind, Point, PointSet)> {
    PieceKind::ALL.into_iter().flat_map(move |kind| {
        bitboards
            .of(side, kind)
            .map(move |from| (kind, from, targets(bitboards, side, &safety, kind, from)))
    })
}

/// The legal targets of one piece.
#[inline]
pub(super) fn targets(
    bitboards: &Bitboards,
    side: Side,
    safety: &Safety,
    kind: PieceKind,
    from: Point,
) -> PointSet {
    if kind == PieceKind::General {
        general_targets(bitboards, side, from)
    } else {
        (reach(bitboards, side, kind, from) - bitboards.of_side(side))
            & safety.goals_of(bitboards, side, from)
    }
}
