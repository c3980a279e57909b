//! What a player has captured, and who has more on the board.

use super::{list, side};
use crate::rules::{Piece, PieceKind, Side};

/// What a side has captured, as it is read out.
#[must_use]
pub fn captured(by: Side, pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return format!("{} has captured nothing", side(by));
    }
    let names: Vec<_> = pieces.iter().map(|piece| piece.kind.to_string()).collect();
    format!("{} has captured: {}", side(by), names.join(", "))
}

/// What a side has more of than the other; `for_it` is what the other has more of. Equal kinds stand side by side.
#[must_use]
pub fn surplus(of: Side, kinds: &[PieceKind], for_it: &[PieceKind]) -> String {
    let (of, other) = (side(of), side(!of));
    if for_it.is_empty() {
        format!("{of} has {} more than {other}", counted(kinds))
    } else {
        let (more, less) = (counted(kinds), counted(for_it));
        format!("{of} has {more} more than {other}, for {less}")
    }
}

/// `a chariot and two soldiers`.
fn counted(kinds: &[PieceKind]) -> String {
    let groups = kinds.chunk_by(|one, next| one == next);
    let counted: Vec<_> = groups
        .filter_map(|group| Some((*group.first()?, group.len())))
        .map(|(kind, count)| match (kind, count) {
            (PieceKind::Advisor | PieceKind::Elephant, 1) => format!("an {kind}"),
            (_, 1) => format!("a {kind}"),
            (_, 2) => format!("two {kind}s"),
            (_, 3) => format!("three {kind}s"),
            (_, 4) => format!("four {kind}s"),
            (_, 5) => format!("five {kind}s"),
            // Only where somebody has set up more than a full set.
            (_, more) => format!("{more} {kind}s"),
        })
        .collect();
    list(&counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse, Soldier};

    #[test]
    fn pieces_that_are_more_are_counted_kind_by_kind() {
        assert_eq!(
            surplus(Side::Red, &[Chariot], &[Cannon, Horse]),
            "Red has a chariot more than Black, for a cannon and a horse"
        );
        assert_eq!(
            surplus(Side::Black, &[Elephant, Advisor, Soldier, Soldier], &[]),
            "Black has an elephant, an advisor and two soldiers more than Red"
        );
        assert_eq!(counted(&[Soldier; 5]), "five soldiers");
        assert_eq!(counted(&[Horse; 7]), "7 horses");
    }
}
