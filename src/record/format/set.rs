//! The pieces of a set, in the order in which XQStudio and web boards list their points.

use crate::rules::{Board, Piece, PieceKind, Side};

/// The pieces of a side.
pub(super) const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
    [
        Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot, Cannon,
        Cannon, Soldier, Soldier, Soldier, Soldier, Soldier,
    ]
};

/// All pieces, Red's first.
pub(super) fn pieces() -> impl Iterator<Item = Piece> {
    let of = |side| KINDS.into_iter().map(move |kind| Piece::new(side, kind));
    Side::ALL.into_iter().flat_map(of)
}

/// Whether a set includes all pieces of a board.
pub(super) fn has_all_of(board: &Board) -> bool {
    Piece::all().all(|piece| board.of_piece(piece).len() <= piece.kind.full_count())
}
