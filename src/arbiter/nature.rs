//! The nature of a move: check, kill, chase or idle (24.4 to 24.12, 26).
//!
//! The position before the move, with the same side to move, is compared with the one after it, as if the opponent
//! passed. Every question is asked for Red and on one of two mirrored boards, so that neither colors nor sides of the
//! board can change an answer.

use super::exchange::{Doubt, Exchange, Gain, exchanges, is_low, mutual_captures, opens_check};
use super::grade::is_light;
use crate::engine::{Limits, Solver, SolverVerdict};
use crate::rules::{Board, Move, Nature, PieceKind, Point, PointSet, Position, Setup, Side};

/// Maximum number of nodes of a search for a mate.
const NODES: u64 = 20_000;
/// Maximum number of the winner's moves of a mate that avoids an exchange.
const MOVES: u8 = 9;
const LIMITS: Limits = Limits {
    nodes: NODES,
    checks_only: true,
};

/// The nature of a move with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// Nature of the move.
    pub nature: Nature,
    /// Whether a chase is light: its victims fall only to several pieces together (26.9).
    pub is_light: bool,
    /// Whether a search met its bound, so that a kill or chase may have been missed or imagined.
    pub is_unsure: bool,
    /// Captures that a chase threatens.
    pub gains: Vec<Gain>,
    /// The mate that a kill threatens.
    pub mate: Vec<Move>,
}

impl Examination {
    const fn new(nature: Nature) -> Self {
        Self {
            nature,
            is_light: false,
            is_unsure: false,
            gains: Vec::new(),
            mate: Vec::new(),
        }
    }
}

/// Finds the nature of a legal move.
pub fn examine(position: &Position, mv: Move) -> Examination {
    let view = View::of(position, mv);
    let mut found = look(&view.shown(position), view.shown_move(mv));
    let back = |mv: &mut Move| *mv = view.shown_move(*mv);
    found.mate.iter_mut().for_each(back);
    for gain in &mut found.gains {
        gain.line.iter_mut().for_each(back);
        gain.taker = view.point(gain.taker);
        gain.victim = view.point(gain.victim);
    }
    found
}

/// How a board is turned and mirrored; twice the same is nothing.
#[derive(Clone, Copy)]
struct View {
    is_turned: bool,
    is_mirrored: bool,
}

impl View {
    /// The view in which Red moves, on that of two mirrored boards which comes first.
    fn of(position: &Position, mv: Move) -> Self {
        let is_turned = position.turn() == Side::Black;
        let key = |is_mirrored| {
            let view = Self {
                is_turned,
                is_mirrored,
            };
            let shown = view.shown(position);
            let pieces = shown.board().pieces();
            let pieces = pieces.map(|(point, piece)| (point, piece.index()));
            (pieces.collect::<Vec<_>>(), view.shown_move(mv))
        };
        Self {
            is_turned,
            is_mirrored: key(true) < key(false),
        }
    }

    const fn point(self, point: Point) -> Point {
        let turned = if self.is_turned {
            point.rotated()
        } else {
            point
        };
        if self.is_mirrored {
            turned.mirrored()
        } else {
            turned
        }
    }

    const fn shown_move(self, mv: Move) -> Move {
        Move::new(self.point(mv.from), self.point(mv.to))
    }

    fn shown(self, position: &Position) -> Position {
        let mut setup = with_board(position.board().clone(), position.turn());
        if self.is_turned {
            setup = setup.with_sides_swapped();
        }
        if self.is_mirrored {
            setup = setup.mirrored();
        }
        setup.position_unchecked()
    }
}

fn with_board(board: Board, turn: Side) -> Setup {
    Setup {
        board,
        turn,
        ..Setup::start()
    }
}

/// The position without one piece; `None` for a general.
pub fn without(position: &Position, point: Point) -> Option<Position> {
    let mut board = position.board().clone();
    let piece = board.set(point, None)?;
    let is_general = piece.kind == PieceKind::General;
    (!is_general).then(|| with_board(board, position.turn()).position_unchecked())
}

fn look(before: &Position, mv: Move) -> Examination {
    let next = before.after(mv);
    // The opponent passes, unless it is in check.
    let Some(now) = next.passed() else {
        return Examination::new(Nature::Check);
    };
    let (of_kill, doubt) = (Doubt::default(), Doubt::default());
    let mut found = Examination::new(Nature::Idle);
    let by_general = before.board().general(before.turn()) == Some(mv.from);
    if before.is_check() && by_general {
        // The general answers a check, whatever else it does (26.1.3).
    } else if let Some(mate) = kill(before, &next, &now, &of_kill) {
        found.nature = Nature::Kill;
        found.mate = mate;
        return found;
    } else {
        found.gains = new_gains(before, mv, &now, &doubt);
        if holds_a_draw(before, mv, &found.gains) {
            found.gains.clear();
        }
    }
    if found.gains.is_empty() {
        found.is_unsure = doubt.is_any() || of_kill.is_any();
        found.nature = idle_kind(before, mv, &now, &doubt);
    } else {
        found.nature = Nature::Chase;
        found.is_light = found.gains.iter().all(|gain| is_light(&now, gain, &doubt));
        // A kill would be as forbidden as the chase, but never light.
        found.is_unsure = doubt.is_any() || of_kill.is_any() && found.is_light;
    }
    found
}

/// The mate by checks alone that a move threatens, if the like pieces it begins by capturing could not prevent it by
/// capturing first.
fn kill(before: &Position, next: &Position, now: &Position, doubt: &Doubt) -> Option<Vec<Move>> {
    let line = mate(now, doubt)?;
    let mut barred = mutual_captures(now, next);
    barred.retain(|mv| {
        let back = Move::new(mv.to, mv.from);
        line.contains(mv) && mate(&next.after(back), doubt).is_none()
    });
    let mut nodes = NODES;
    let holds = barred.is_empty()
        || (1..=MOVES).any(|moves| mates_otherwise(now, &barred, moves, &mut nodes));
    if nodes == 0 {
        doubt.note();
    }
    // An answer to a check kills only if the mate is new (26.1.4).
    let stood = || before.is_check() && stood(before, &line, doubt);
    (holds && !stood()).then_some(line)
}

/// A mate by checks alone.
pub fn mate(position: &Position, doubt: &Doubt) -> Option<Vec<Move>> {
    line_of(Solver::new(position, LIMITS), doubt)
}

fn line_of(mut solver: Solver, doubt: &Doubt) -> Option<Vec<Move>> {
    match solver.run() {
        SolverVerdict::Mate(proof) => Some(proof.line),
        SolverVerdict::NoMate => None,
        SolverVerdict::Unknown => {
            doubt.note();
            None
        }
    }
}

/// Whether a mate stood before the move, though its side was in check.
fn stood(before: &Position, line: &[Move], doubt: &Doubt) -> bool {
    let first = line.first().and_then(|mv| before.play_ignoring_check(*mv));
    let mates = |next: Position| line_of(Solver::after_move(&next, LIMITS), doubt).is_some();
    mate(before, doubt).is_some()
        || first.is_some_and(|(played, next)| played.gives_check && mates(next))
}

/// Whether the side to move mates by checks within a number of moves and without the barred ones.
fn mates_otherwise(position: &Position, barred: &[Move], moves: u8, nodes: &mut u64) -> bool {
    if moves == 0 || *nodes == 0 {
        return false;
    }
    *nodes -= 1;
    let mut checks = position.checking_moves().into_iter();
    checks.any(|mv| {
        let next = position.after(mv);
        let mut replies = next.legal_moves().into_iter();
        !barred.contains(&mv)
            && replies.all(|reply| mates_otherwise(&next.after(reply), barred, moves - 1, nodes))
    })
}

/// The gains after a move that are new or greater than before it.
fn new_gains(before: &Position, mv: Move, now: &Position, doubt: &Doubt) -> Vec<Gain> {
    let mut search = Exchange::new(now, doubt)
        .without_exchanges(exchanges(now, doubt))
        .strictly();
    let mut gains = search.gains();
    let moved = now.piece_at(mv.to);
    gains.retain(|gain| {
        // A soldier or the general chases only by opening a check (26.8), or with a piece that has moved to attack the
        // victim, too (26.1.2).
        let joins = moved.is_some_and(|piece| !is_low(piece))
            && now.attackers(gain.victim, now.turn()).contains(mv.to);
        let is_free = now.piece_at(gain.taker).is_some_and(is_low);
        !is_free || joins || opens_check(now, gain.line[0])
    });
    if gains.is_empty() {
        return gains;
    }
    let mut search = Exchange::new(before, doubt)
        .without_exchanges(exchanges(before, doubt))
        .strictly();
    let old = search.gains();
    gains.retain(|gain| {
        let same = || old.iter().filter(|old| old.victim == gain.victim);
        let stands = same().any(|old| old.whole >= gain.value);
        // A capture that was there, but would have lost elsewhere: new if the moved piece takes part in it (F11:1, R15:2,
        // R49:3), else the move only parries a threat (R21:4, R37:2).
        let is_restored = same().any(|old| old.whole <= 0 && old.value >= gain.value);
        let has_taken = || same().any(|old| old.taker == gain.taker);
        let only_parries = || is_restored && has_taken() && !takes_part(now, mv.to, gain, doubt);
        !stands && !only_parries()
    });
    gains
}

/// Whether less is won without a piece.
fn takes_part(now: &Position, point: Point, gain: &Gain, doubt: &Doubt) -> bool {
    point == gain.taker
        || without(now, point).is_some_and(|now| {
            let mut search = Exchange::new(&now, doubt)
                .without_exchanges(exchanges(&now, doubt))
                .strictly();
            let gains = search.gains_on(gain.victim);
            !gains.iter().any(|other| other.value >= gain.value)
        })
}

/// 守和: whether a side's only piece that can attack keeps to its drawing point, and attacks advisors or elephants by the
/// way (26.2). Taken for it is any such move against two attackers or more (F18:3, but not R19:3).
fn holds_a_draw(before: &Position, mv: Move, gains: &[Gain]) -> bool {
    let side = before.turn();
    let attackers = |side| {
        let pieces = before.board().pieces();
        pieces
            .filter(|(_, piece)| piece.side == side && piece.kind.can_attack())
            .count()
    };
    let is_guard = |at| {
        let kind = before.piece_at(at).map(|piece| piece.kind);
        matches!(kind, Some(PieceKind::Advisor | PieceKind::Elephant))
    };
    attackers(side) == 1
        && attackers(!side) > 1
        && before
            .piece_at(mv.from)
            .is_some_and(|piece| piece.kind.can_attack())
        && gains.iter().all(|gain| is_guard(gain.victim))
}

/// The name of an idle move.
fn idle_kind(before: &Position, mv: Move, now: &Position, doubt: &Doubt) -> Nature {
    let side = now.turn();
    let stood = |pair: &Move| {
        let origin = if pair.from == mv.to {
            mv.from
        } else {
            pair.from
        };
        before.check_move(Move::new(origin, pair.to)).is_ok()
    };
    if exchanges(now, doubt).iter().any(|pair| !stood(pair)) {
        return Nature::Exchange;
    }
    let Some(next) = now.passed() else {
        return Nature::Idle;
    };
    let takes = |gain: &Gain| gain.victim == mv.to;
    if Exchange::new(&next, doubt).gains().iter().any(takes) {
        return Nature::Offer;
    }
    let prey = now.board().of_side(!side)
        - now
            .board()
            .general(!side)
            .map_or(PointSet::EMPTY, PointSet::of);
    let mut attacked = now.targets(mv.to) & prey;
    if attacked.any(|at| !before.targets(mv.from).contains(at)) {
        Nature::Follow
    } else {
        Nature::Idle
    }
}
