//! Which enemies a side could capture, and what an arbiter asks about each capture.
//!
//! These are facts without a judgement: whether a threat counts as an attack is the business of a rulebook.

use super::field::Field;
use super::reach::reach;
use super::safety::Safety;
use super::{Board, Piece, PieceKind, Point, Side, movegen};

/// A capture that a piece could make if it were its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// Where the piece stands that could capture.
    pub attacker: Point,
    /// Which piece it is.
    pub by: PieceKind,
    /// Where the piece stands that could be captured. Never the general: that is a check.
    pub victim: Point,
    /// Which piece that is.
    pub of: PieceKind,
    /// 有根: whether the victim's side could legally capture back on that point afterwards.
    pub protected: bool,
    /// Whether both are of one kind and the victim could as well legally capture the attacker.
    pub mutual: bool,
}

/// Tells every threat of `side` on this board, whoever's turn it is.
///
/// A capture counts that leaves the own general neither attacked nor facing the other one. Checks that stand
/// already are disregarded: to be in check does not make one's attacks disappear.
pub(super) fn each_threat(board: &Board, side: Side, mut tell: impl FnMut(Threat)) {
    let field = board.field();
    let own = Safety::new(field, side);
    let prey = field.of_side(!side) - field.of(!side, PieceKind::General);
    for by in PieceKind::ALL {
        for attacker in field.of(side, by) {
            for victim in reach(field, side, by, attacker) & prey {
                let threat = threat(board, side, &own, (by, attacker, victim));
                if let Some(threat) = threat {
                    tell(threat);
                }
            }
        }
    }
}

/// What an arbiter asks about a capture that the way of moving allows; `None` where the general forbids it.
fn threat(
    board: &Board,
    side: Side,
    own: &Safety,
    (by, attacker, victim): (PieceKind, Point, Point),
) -> Option<Threat> {
    let field = board.field();
    let captured = board.piece_at(victim)?;
    let mut after = *field;
    after.toggle(victim, captured);
    after.toggle(attacker, Piece { side, kind: by });
    after.toggle(victim, Piece { side, kind: by });
    let is_safe = if own.checkers.is_empty() || by == PieceKind::General {
        movegen::targets(field, side, own, by, attacker).contains(victim)
    } else {
        (Safety::new(&after, side).checkers - own.checkers).is_empty()
    };
    let theirs = || Safety::new(field, !side);
    is_safe.then(|| Threat {
        attacker,
        by,
        victim,
        of: captured.kind,
        protected: can_capture_on(&after, !side, victim),
        mutual: captured.kind == by
            && movegen::targets(field, !side, &theirs(), by, victim).contains(attacker),
    })
}

/// Whether `side` has a legal capture on a point, were it its turn.
fn can_capture_on(field: &Field, side: Side, point: Point) -> bool {
    let all = PieceKind::ALL.into_iter();
    let mut reaching = all
        .flat_map(|kind| field.of(side, kind).map(move |from| (kind, from)))
        .filter(|&(kind, from)| reach(field, side, kind, from).contains(point))
        .peekable();
    // Most captures cannot be answered at all, and then the general need not be asked.
    if reaching.peek().is_none() {
        return false;
    }
    let safety = Safety::new(field, side);
    reaching.any(|(kind, from)| movegen::targets(field, side, &safety, kind, from).contains(point))
}
