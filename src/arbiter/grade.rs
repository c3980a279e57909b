//! The grade of a chase: light if its victim falls only to several pieces together, or has fewer roots than attackers
//! (24.15, 26.9).

use super::exchange::{Doubt, Exchange, Gain, exchanges};
use super::nature::without;
use crate::rules::{Move, PieceKind, Point, PointSet, Position};

/// Whether a chase is light.
pub fn is_light(now: &Position, gain: &Gain, doubt: &Doubt) -> bool {
    let side = now.turn();
    let kind = |at| now.piece_at(at).map(|piece| piece.kind);
    let is_officer = |at| {
        matches!(
            kind(at),
            Some(PieceKind::Chariot | PieceKind::Horse | PieceKind::Cannon)
        )
    };
    let own = now.board().of_side(side);
    let mut attackers = now.attackers(gain.victim, side);
    for pair in exchanges(now, doubt) {
        if pair.to == gain.victim {
            attackers.remove(pair.from);
        }
    }
    let is_direct = attackers.contains(gain.taker);
    // A cannon captures together with its screen, if that is a piece of its side.
    let screen = (is_direct && kind(gain.taker) == Some(PieceKind::Cannon))
        .then(|| between(gain.taker, gain.victim) & own)
        .and_then(|mut screens| screens.find(|at| is_officer(*at)));
    // A chariot attacked by one piece is heavy (F25:2), unless it could take the screen if another piece did not
    // protect it (R39:3).
    if kind(gain.victim) == Some(PieceKind::Chariot) && attackers.len() <= 1 {
        return screen.is_some_and(|at| {
            kind(at) != Some(PieceKind::Chariot)
                && depends_on_others(now, gain.victim, at, is_officer)
        });
    }
    if let Some(screen) = screen {
        return !falls_without(now, screen, gain.victim, doubt);
    }
    let is_rootless = || {
        let taken = now.after(Move::new(gain.taker, gain.victim));
        taken.attackers(gain.victim, !side).is_empty()
    };
    if is_direct && is_rootless() {
        return false;
    }
    own.into_iter().any(|at| {
        let can_help = kind(at).is_some_and(PieceKind::can_attack) && at != gain.taker;
        can_help && !falls_without(now, at, gain.victim, doubt)
    })
}

/// Whether the victim could take a screen that others protect.
fn depends_on_others(
    now: &Position,
    victim: Point,
    screen: Point,
    is_officer: impl Fn(Point) -> bool,
) -> bool {
    let takes = Move::new(victim, screen);
    let Some(next) = now.passed().filter(|next| next.check_move(takes).is_ok()) else {
        return false;
    };
    let moves = next.after(takes).legal_moves();
    moves
        .iter()
        .any(|mv| mv.to == screen && is_officer(mv.from))
}

/// Whether a victim falls even without this piece.
fn falls_without(now: &Position, helper: Point, victim: Point, doubt: &Doubt) -> bool {
    without(now, helper).is_none_or(|now| {
        let mut search = Exchange::new(&now, doubt).without_exchanges(exchanges(&now, doubt));
        !search.gains_on(victim).is_empty()
    })
}

/// The points between two points of a line.
fn between(one: Point, other: Point) -> PointSet {
    let inside = |low: usize, high: usize, at: usize| low.min(high) < at && at < low.max(high);
    let (files, ranks) = (
        (one.file().index(), other.file().index()),
        (one.rank().index(), other.rank().index()),
    );
    let is_between = |at: &Point| {
        let (file, rank) = (at.file().index(), at.rank().index());
        file == files.0 && file == files.1 && inside(ranks.0, ranks.1, rank)
            || rank == ranks.0 && rank == ranks.1 && inside(files.0, files.1, file)
    };
    Point::all().filter(is_between).collect()
}
