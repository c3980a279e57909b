//! The exchange search: the material that a side wins by captures and checks, played out to the end.
//!
//! Moves are captures, checks and answers to checks; a side that is not in check may also stop. Results are counted net
//! (24.3, 24.15, 26.5): the opponent retakes, captures elsewhere, or wins back through checks.

use crate::rules::{Move, Piece, PieceKind, Point, Position, Side};
use std::cell::Cell;

/// Maximum number of nodes of all searches of one position.
const NODES: u32 = 20_000;
/// Maximum length of a line with checks, in plies; captures are played out beyond it.
const PLIES: u8 = 9;
/// Plies that a check without a capture counts for, by the side that asks and by its opponent: such checks are many and
/// seldom lead far.
const QUIET_CHECKS: (u8, u8) = (2, 3);
/// Value of a mate.
const MATE: i32 = 100_000;
/// Value of a horse or a cannon; a chariot is worth two.
const PIECE: i32 = 100;
/// Value of an advisor or an elephant: two are worth less than a piece.
const GUARD: i32 = 40;
/// Window of a search for the exact value.
const FULL: (i32, i32) = (-2 * MATE, 2 * MATE);

/// Material won and lost along a line, as seen by the side that asks.
#[derive(Clone, Copy, Debug, Default)]
struct Haul {
    /// Chariots, horses, cannons, advisors and elephants.
    pieces: i32,
    /// Soldiers across the river.
    soldiers: i32,
}

impl Haul {
    fn of(victim: Piece, at: Point) -> Self {
        let (pieces, soldiers) = match victim.kind {
            PieceKind::Chariot => (2 * PIECE, 0),
            PieceKind::Horse | PieceKind::Cannon => (PIECE, 0),
            PieceKind::Advisor | PieceKind::Elephant => (GUARD, 0),
            PieceKind::Soldier => (0, i32::from(at.across_river(victim.side))),
            PieceKind::General => (0, 0),
        };
        Self { pieces, soldiers }
    }

    const fn plus(self, other: Self, sign: i32) -> Self {
        Self {
            pieces: self.pieces + sign * other.pieces,
            soldiers: self.soldiers + sign * other.soldiers,
        }
    }

    /// The net result. A crossed soldier floats: for nothing it is a gain; given or taken for other pieces, it evens
    /// anything up to one piece.
    const fn net(self) -> i32 {
        let Self { pieces, soldiers } = self;
        if soldiers < 0 {
            return -Self {
                pieces: -pieces,
                soldiers: -soldiers,
            }
            .net();
        }
        let evened = pieces + soldiers * PIECE;
        if pieces >= 0 || soldiers == 0 {
            pieces + soldiers
        } else if evened < 0 {
            evened
        } else {
            0
        }
    }
}

/// A first move that wins material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// Starting point of the piece that captures.
    pub taker: Point,
    /// Starting point of the captured piece.
    pub victim: Point,
    /// Net result of the line.
    pub whole: i32,
    /// Net result over that of a side that passes: threats of the opponent that stand anyway are not held against it.
    pub value: i32,
    /// The line.
    pub line: Vec<Move>,
}

/// The last captures of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Trail {
    /// Where the side that asks captured last.
    taken: Option<Point>,
    /// Where the opponent captured with its last move.
    retaken: Option<Point>,
}

/// Moves of the opponent in a search, and of the side that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Everything.
    Whole,
    /// The opponent checks and retakes; its other captures, as answers to checks, count for nothing.
    Local,
    /// Besides, the side that asks captures on the same point only.
    Spot,
    /// The opponent spares the piece on this point.
    Sparing(Point),
}

/// Whether any search met its bound, so that what was found may be wrong.
#[derive(Debug, Default)]
pub struct Doubt(Cell<bool>);

impl Doubt {
    /// Whether there is any doubt.
    pub const fn is_any(&self) -> bool {
        self.0.get()
    }

    /// Notes that a search met its bound.
    pub fn note(&self) {
        self.0.set(true);
    }
}

/// The searches of one side in one position.
pub struct Exchange<'a> {
    position: &'a Position,
    doubt: &'a Doubt,
    side: Side,
    /// Exchanges of like pieces, which win nothing.
    barred: Vec<Move>,
    /// Whether soldiers and the general capture only to retake, to open a check, or with the first move.
    is_strict: bool,
    /// Whether a check that stands in the position is disregarded.
    is_excused: bool,
    scope: Scope,
    path: Vec<Position>,
    /// Nodes left.
    nodes: u32,
}

impl<'a> Exchange<'a> {
    /// Searches for the side to move.
    pub fn new(position: &'a Position, doubt: &'a Doubt) -> Self {
        Self {
            position,
            doubt,
            side: position.turn(),
            barred: Vec::new(),
            is_strict: false,
            is_excused: position.is_check(),
            scope: Scope::Whole,
            path: Vec::new(),
            nodes: NODES,
        }
    }

    /// Bars exchanges of like pieces.
    pub fn without_exchanges(mut self, exchanges: Vec<Move>) -> Self {
        self.barred = exchanges;
        self
    }

    /// Lets soldiers and the general capture only to retake, to open a check, or with the first move (26.1).
    pub const fn strictly(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// The first moves that win material, or after which both sides take as much elsewhere (26.5).
    pub fn gains(&mut self) -> Vec<Gain> {
        self.gains_of(|_| true)
    }

    /// The gains of one victim.
    pub fn gains_on(&mut self, point: Point) -> Vec<Gain> {
        self.gains_of(|victim| victim == point)
    }

    fn gains_of(&mut self, is_asked: impl Fn(Point) -> bool) -> Vec<Gain> {
        let mut threats: Vec<(Point, i32)> = Vec::new();
        let mut gains = Vec::new();
        for mv in self.first_moves() {
            let (local, line) = self.search(mv, Scope::Local);
            if local <= 0 {
                continue;
            }
            let captured = self.captured(mv, line);
            let Some((taker, victim)) = captured.filter(|(_, victim)| is_asked(*victim)) else {
                continue;
            };
            let (whole, rest) = self.search(mv, Scope::Whole);
            let known = threats.iter().find(|(at, _)| *at == taker);
            let threat = known.map_or_else(|| self.threat(taker), |(_, threat)| *threat);
            threats.push((taker, threat));
            let value = whole - threat;
            let captures = self.position.piece_at(mv.to).is_some();
            let wins = if captures {
                value > 0 || value == 0 && self.search(mv, Scope::Spot).0 > 0
            } else {
                value > 0 && whole > 0
            };
            if wins {
                let line = std::iter::once(mv).chain(rest).collect();
                gains.push(Gain {
                    taker,
                    victim,
                    whole,
                    value,
                    line,
                });
            }
        }
        gains
    }

    /// Whether the side does not lose by a capture.
    pub fn can_afford(&mut self, capture: Move) -> bool {
        self.search(capture, Scope::Whole).0 >= self.threat(capture.from)
    }

    /// Whether a line wins material, if the soldier on one point is worth nothing.
    #[cfg(test)]
    pub fn wins_by(&self, line: &[Move], worthless: Option<Point>) -> bool {
        let mut now = self.position.clone();
        let mut haul = Haul::default();
        for mv in line {
            let sign = if now.turn() == self.side { 1 } else { -1 };
            if let Some(victim) = now.piece_at(mv.to).filter(|_| worthless != Some(mv.to)) {
                haul = haul.plus(Haul::of(victim, mv.to), sign);
            }
            now = now.after(*mv);
        }
        haul.net() > 0
    }

    /// Result of a side that passes, if the opponent spares the piece on this point; at most zero.
    fn threat(&mut self, spared: Point) -> i32 {
        let Some(passed) = self.position.passed() else {
            return 0;
        };
        self.scope = Scope::Sparing(spared);
        self.value(&passed, Haul::default(), PLIES, FULL, Trail::default())
            .0
    }

    fn search(&mut self, first: Move, scope: Scope) -> (i32, Vec<Move>) {
        self.scope = scope;
        let position = self.position;
        self.path.push(position.clone());
        let found = self.after(
            position,
            first,
            Haul::default(),
            PLIES,
            FULL,
            Trail::default(),
        );
        self.path.pop();
        found
    }

    /// Captures and checks, or if a check is disregarded, captures that allow no other one.
    fn first_moves(&self) -> Vec<Move> {
        let position = self.position;
        if !self.is_excused {
            return self.moves(position, true, false, Trail::default());
        }
        let checkers = position.checkers();
        let is_safe = |mv: &Move| {
            let next = position.play_ignoring_check(*mv).map(|(_, next)| next);
            let back = next.and_then(|next| next.passed());
            back.is_none_or(|back| back.checkers().all(|checker| checkers.contains(checker)))
        };
        let board = position.board();
        let pairs = board.of_side(self.side).flat_map(|from| {
            let victims = board.of_side(!self.side);
            victims.map(move |to| Move::new(from, to))
        });
        pairs.filter(is_safe).collect()
    }

    /// Captures, checks if asked for, and all answers to a check, the most promising first.
    fn moves(&self, position: &Position, checks: bool, evades: bool, trail: Trail) -> Vec<Move> {
        let theirs = position.board().of_side(!position.turn());
        let given = || position.checking_moves();
        let mut moves = if evades {
            position.legal_moves()
        } else {
            let mut moves = Vec::with_capacity(16);
            position.each_move_to(theirs, &position.safety(), |mv| moves.push(mv));
            if checks {
                moves.extend(given().into_iter().filter(|mv| !theirs.contains(mv.to)));
            }
            moves
        };
        if position.turn() == self.side {
            moves.retain(|mv| !self.barred.contains(mv));
            let begins = self.path.is_empty();
            if self.scope == Scope::Spot && !evades {
                moves.retain(|mv| begins || trail.retaken == Some(mv.to));
            }
            if self.is_strict && !begins && !evades {
                let is_low = |mv: &Move| position.piece_at(mv.from).is_some_and(is_low);
                moves.retain(|mv| {
                    !theirs.contains(mv.to)
                        || !is_low(mv)
                        || trail.retaken == Some(mv.to)
                        || opens_check(position, *mv)
                });
            }
        } else {
            match self.scope {
                Scope::Local | Scope::Spot if !evades => {
                    let given = given();
                    moves.retain(|mv| trail.taken == Some(mv.to) || given.contains(mv));
                }
                Scope::Sparing(spared) => {
                    moves.retain(|mv| mv.to != spared || !theirs.contains(spared));
                }
                _ => {}
            }
        }
        let worth = |at| {
            position.piece_at(at).map_or(0, |piece| {
                let Haul { pieces, soldiers } = Haul::of(piece, at);
                pieces + soldiers
            })
        };
        moves.sort_by_key(|mv| match position.piece_at(mv.to) {
            Some(_) => worth(mv.from) - 16 * worth(mv.to),
            None => 4 * PIECE + worth(mv.from),
        });
        moves
    }

    /// Starting points of the piece that captures and of its victim: the first one, or if the line begins with a check,
    /// the most valuable.
    fn captured(&self, first: Move, rest: Vec<Move>) -> Option<(Point, Point)> {
        let mut now = self.position.clone();
        let mut came_from: Vec<Point> = Point::all().collect();
        let mut found: Option<(i32, Point, Point)> = None;
        let checks = now.after(first).is_check();
        for mv in std::iter::once(first).chain(rest) {
            let origin = came_from[mv.from.index()];
            if now.turn() == self.side
                && let Some(victim) = now.piece_at(mv.to)
            {
                let value = Haul::of(victim, mv.to).net();
                if found.is_none_or(|(best, ..)| checks && value > best) {
                    found = Some((value, origin, came_from[mv.to.index()]));
                }
            }
            came_from[mv.to.index()] = origin;
            now = now.after(mv);
        }
        found.map(|(_, taker, victim)| (taker, victim))
    }

    /// The value of a move for the side that asks, and the line after it.
    fn after(
        &mut self,
        position: &Position,
        mv: Move,
        haul: Haul,
        depth: u8,
        window: (i32, i32),
        trail: Trail,
    ) -> (i32, Vec<Move>) {
        let victim = position.piece_at(mv.to);
        let captured = victim.map(|_| mv.to);
        let won = victim.map_or_else(Haul::default, |victim| Haul::of(victim, mv.to));
        let (haul, trail) = if position.turn() == self.side {
            let taken = captured.or(trail.taken);
            (
                haul.plus(won, 1),
                Trail {
                    taken,
                    retaken: None,
                },
            )
        } else {
            let is_local = matches!(self.scope, Scope::Local | Scope::Spot);
            let counts = !is_local || trail.taken == Some(mv.to);
            let taken = trail.taken;
            (
                haul.plus(won, -i32::from(counts)),
                Trail {
                    taken,
                    retaken: captured,
                },
            )
        };
        let next = position.after(mv);
        let is_quiet_check = captured.is_none() && next.is_check();
        let cost = match is_quiet_check {
            false => 1,
            true if position.turn() == self.side => QUIET_CHECKS.0,
            true => QUIET_CHECKS.1,
        };
        self.value(&next, haul, depth.saturating_sub(cost), window, trail)
    }

    fn value(
        &mut self,
        position: &Position,
        haul: Haul,
        depth: u8,
        (mut alpha, mut beta): (i32, i32),
        trail: Trail,
    ) -> (i32, Vec<Move>) {
        let stands = haul.net();
        // A repeated position on the line wins nothing more.
        if self.path.contains(position) {
            return (stands, Vec::new());
        }
        if self.nodes == 0 {
            self.doubt.note();
            return (stands, Vec::new());
        }
        self.nodes -= 1;
        let asks = position.turn() == self.side;
        let evades = position.is_check() && !(asks && self.is_excused);
        if evades && !position.has_legal_move() {
            let value = match asks {
                false => MATE,
                true if self.has_struck() => -MATE,
                // Later mates are not looked at (24.3).
                true => stands,
            };
            return (value, Vec::new());
        }
        let mut best = (if asks { FULL.0 } else { FULL.1 }, Vec::new());
        if !evades || depth == 0 {
            best.0 = stands;
            if asks {
                alpha = alpha.max(stands);
            } else {
                beta = beta.min(stands);
            }
            if alpha >= beta || evades {
                return best;
            }
        }
        let moves = self.moves(position, depth > 0, evades, trail);
        self.path.push(position.clone());
        for mv in moves {
            let (value, line) = self.after(position, mv, haul, depth, (alpha, beta), trail);
            if if asks { value > best.0 } else { value < best.0 } {
                best = (value, std::iter::once(mv).chain(line).collect());
                if asks {
                    alpha = alpha.max(value);
                } else {
                    beta = beta.min(value);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.path.pop();
        best
    }

    /// Whether the last move of the side that asks was a capture or a check, or the first of the line.
    fn has_struck(&self) -> bool {
        match &self.path[..] {
            [.., before, after] if self.path.len() > 2 => {
                let count = |position: &Position| position.board().occupied().len();
                after.is_check() || count(before) > count(after)
            }
            path => path.len() == 2,
        }
    }
}

/// Whether a piece chases freely: a general or a soldier (26.1).
pub fn is_low(piece: Piece) -> bool {
    matches!(piece.kind, PieceKind::General | PieceKind::Soldier)
}

/// Whether a move opens the check of another piece.
pub fn opens_check(position: &Position, mv: Move) -> bool {
    position
        .after(mv)
        .checkers()
        .any(|checker| checker != mv.to)
}

/// Captures of like pieces that could as well capture the attacker: exchanges, if the opponent does not lose by it.
pub fn exchanges(position: &Position, doubt: &Doubt) -> Vec<Move> {
    let Some(passed) = position.passed() else {
        return Vec::new();
    };
    let mut pairs = mutual_captures(position, &passed);
    pairs.retain(|mv| Exchange::new(&passed, doubt).can_afford(Move::new(mv.to, mv.from)));
    pairs
}

/// Captures of like pieces that could as well capture the attacker if the other side were to move.
pub fn mutual_captures(position: &Position, passed: &Position) -> Vec<Move> {
    let kind = |at| position.piece_at(at).map(|piece| piece.kind);
    let mut pairs = Vec::new();
    let theirs = position.board().of_side(!position.turn());
    position.each_move_to(theirs, &position.safety(), |mv| pairs.push(mv));
    pairs.retain(|mv| {
        kind(mv.from) == kind(mv.to) && passed.check_move(Move::new(mv.to, mv.from)).is_ok()
    });
    pairs
}
