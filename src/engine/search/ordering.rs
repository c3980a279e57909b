//! Move ordering: hash move, good captures, killers, countermove, quiet moves by history, losing captures.

use crate::rules::{Move, Piece, PieceKind, Point, PointSet, Position};

/// Number of pairs of a piece and a point.
const PIECE_TOS: usize = 14 * Point::COUNT;
/// Maximum of a history value.
const MAX_HISTORY: i32 = 8192;

/// Move picker: yields moves by descending score.
#[derive(Default)]
pub struct MovePicker {
    /// Moves with a sort key: the score, then the order of generation.
    list: Vec<(Move, i64)>,
    next: usize,
}

/// Index of a piece and the point it moved to, the key of continuation history.
pub type PieceTo = u16;
/// Key without a preceding move.
pub const NO_MOVE: PieceTo = PIECE_TOS as PieceTo;

/// Key of a piece and its target.
pub const fn piece_to(piece: Piece, to: Point) -> PieceTo {
    (piece.index() * Point::COUNT + to.index()) as PieceTo
}

/// Piece value for ordering captures and for exchanges.
pub const fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::General => 2000,
        PieceKind::Chariot => 900,
        PieceKind::Cannon => 450,
        PieceKind::Horse => 420,
        PieceKind::Elephant | PieceKind::Advisor => 200,
        PieceKind::Soldier => 120,
    }
}

/// Exchanges that lose at most this much are even.
pub const EQUAL: i32 = 50;
/// Score of good captures, above all quiet moves.
const GOOD_CAPTURE: i32 = 1 << 20;
/// Minimum score of killers and countermoves.
pub const KILLER: i32 = 1 << 18;
/// Score of the hash move.
pub const HASH_MOVE: i32 = 1 << 24;

/// Whether a score is that of a good capture.
pub const fn is_good_capture(score: i32) -> bool {
    score > GOOD_CAPTURE / 2 && score < HASH_MOVE
}

impl MovePicker {
    pub fn clear(&mut self) {
        self.list.clear();
        self.next = 0;
    }

    pub fn push(&mut self, mv: Move, score: i32) {
        let order = (i64::from(score) << 8) + (255 - self.list.len() as i64);
        self.list.push((mv, order));
    }

    /// Removes a move.
    pub fn remove(&mut self, mv: Option<Move>) {
        self.list.retain(|(one, _)| Some(*one) != mv);
    }

    /// Whether no move is left.
    pub const fn is_empty(&self) -> bool {
        self.next >= self.list.len()
    }

    /// The best remaining move of the position with its score (selection sort). Captures are judged when their turn comes:
    /// those that lose are put off.
    pub fn next(&mut self, position: &Position) -> Option<(Move, i32)> {
        let rest = self.list.get_mut(self.next..)?;
        loop {
            let (mut best, mut order) = (0, i64::MIN);
            for (index, one) in rest.iter().enumerate() {
                if one.1 > order {
                    (best, order) = (index, one.1);
                }
            }
            let one = rest.get_mut(best)?;
            let score = (order >> 8) as i32;
            if is_good_capture(score) && !gains(position, one.0, -EQUAL) {
                one.1 -= i64::from(2 * GOOD_CAPTURE) << 8;
                continue;
            }
            rest.swap(0, best);
            self.next += 1;
            return Some((rest[0].0, score));
        }
    }
}

/// History tables: statistics of the moves that caused beta cutoffs.
pub struct HistoryTables {
    /// Butterfly history of quiet moves, by whether the piece leaves a threatened point and enters one, the piece and its
    /// target.
    quiet: Vec<i16>,
    /// Continuation history: by piece and target of an earlier move, then of this one.
    continuations: Vec<i16>,
    /// Countermoves: the reply that last refuted a piece's move to a point.
    countermoves: Vec<Option<Move>>,
    /// Capture history: by the piece, its target and the captured kind.
    captures: Vec<i16>,
}

/// Context of a node that the move order depends on.
#[derive(Clone, Copy)]
pub struct OrderingContext<'a> {
    pub position: &'a Position,
    /// The hash move: the best move of an earlier search.
    pub best: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// The last two moves, the opponent's first, and the own one before.
    pub before: [PieceTo; 3],
    /// The points that the opponent attacks.
    pub threats: PointSet,
}

impl OrderingContext<'_> {
    /// Index of a quiet move in the butterfly history.
    fn quiet_index(&self, mv: Move, place: PieceTo) -> usize {
        let (leaves, enters) = (self.threats.contains(mv.from), self.threats.contains(mv.to));
        (2 * usize::from(leaves) + usize::from(enters)) * PIECE_TOS + usize::from(place)
    }
}

impl Default for HistoryTables {
    fn default() -> Self {
        Self {
            quiet: vec![0; 4 * PIECE_TOS],
            continuations: vec![0; (PIECE_TOS + 1) * PIECE_TOS],
            countermoves: vec![None; PIECE_TOS + 1],
            captures: vec![0; PIECE_TOS * PieceKind::COUNT],
        }
    }
}

const fn capture_index(place: PieceTo, captured: PieceKind) -> usize {
    place as usize * PieceKind::COUNT + captured.index()
}

const fn continuation_index(before: PieceTo, place: PieceTo) -> usize {
    before as usize * PIECE_TOS + place as usize
}

/// Adds a bonus or malus with gravity: the closer a value is to its limit, the less it changes.
fn apply_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

impl HistoryTables {
    /// Halves the statistics of quiet moves, for the next move of a game: there they are a beginning only.
    pub fn age(&mut self) {
        for value in &mut self.quiet {
            *value /= 2;
        }
    }

    /// History score of a quiet move.
    fn quiet_score(&self, mv: Move, place: PieceTo, context: &OrderingContext<'_>) -> i32 {
        let quiet = i32::from(self.quiet[context.quiet_index(mv, place)]);
        let following = context
            .before
            .map(|one| i32::from(self.continuations[continuation_index(one, place)]));
        quiet + following[0] + following[1] + following[2] / 2
    }

    /// Scores a move for the picker, which puts captures that lose after all other moves.
    pub fn score(&self, mv: Move, context: &OrderingContext<'_>) -> i32 {
        if context.best == Some(mv) {
            return HASH_MOVE;
        }
        let position = context.position;
        let Some(piece) = position.piece_at(mv.from) else {
            return 0;
        };
        let place = piece_to(piece, mv.to);
        if let Some(captured) = position.piece_at(mv.to) {
            let gain = 8 * value(captured.kind) - value(piece.kind);
            let known = i32::from(self.captures[capture_index(place, captured.kind)]);
            return GOOD_CAPTURE + gain + known / 16;
        }
        let is = |one: Option<Move>| one == Some(mv);
        if is(context.killers[0]) {
            return KILLER + 2;
        }
        if is(context.killers[1]) {
            return KILLER + 1;
        }
        if is(self.countermoves[usize::from(context.before[0])]) {
            return KILLER;
        }
        self.quiet_score(mv, place, context)
    }

    /// Updates the tables after a beta cutoff: a bonus for the best move, a malus for those tried before it.
    pub fn update(
        &mut self,
        best: Move,
        tried: &[Move],
        depth: i32,
        context: &OrderingContext<'_>,
    ) {
        let bonus = (130 * depth - 60).min(1700);
        if context.position.piece_at(best.to).is_none() {
            self.countermoves[usize::from(context.before[0])] = Some(best);
        }
        self.update_move(best, bonus, context);
        for mv in tried {
            self.update_move(*mv, -bonus, context);
        }
    }

    fn update_move(&mut self, mv: Move, bonus: i32, context: &OrderingContext<'_>) {
        let Some(piece) = context.position.piece_at(mv.from) else {
            return;
        };
        let place = piece_to(piece, mv.to);
        if let Some(captured) = context.position.piece_at(mv.to) {
            apply_bonus(
                &mut self.captures[capture_index(place, captured.kind)],
                bonus,
            );
            return;
        }
        apply_bonus(&mut self.quiet[context.quiet_index(mv, place)], bonus);
        for before in context.before {
            apply_bonus(
                &mut self.continuations[continuation_index(before, place)],
                bonus,
            );
        }
    }
}

/// Static exchange evaluation: whether a move gains at least so much.
pub fn gains(position: &Position, mv: Move, least: i32) -> bool {
    position.gains(mv, least, value)
}
