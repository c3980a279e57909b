//! Search stack: a frame for each ply from the root, with repetitions and the accumulators of the network.

use super::correction::{CorrectionKeys, GroupKeys, correction_keys};
use super::ordering::{MovePicker, NO_MOVE, PieceTo, piece_to};
use super::score::{MAX_EVAL, RULED};
use crate::engine::nnue::{Accumulator, Network, PieceChanges};
use crate::rules::zobrist::{key, key_after, passed};
use crate::rules::{Move, Piece, PieceKind, PointSet, Position, Safety, Side};
use std::ops::RangeInclusive;

/// Range of static evaluations where both sides can win.
pub const UNBOUNDED: RangeInclusive<i32> = -MAX_EVAL..=MAX_EVAL;
/// Maximum ply.
pub const MAX_PLY: usize = 100;

/// Stack frame: a position on the path from the root.
pub struct Frame {
    pub position: Position,
    pub key: u64,
    /// Pins and checks that constrain the side to move, once they were asked for.
    safety: Option<Safety>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The points that the opponent attacks, once they were asked for.
    threats: Option<PointSet>,
    /// Number of plies since the last capture.
    idle: usize,
    /// Pieces changed by the last move; `None` at the root and after a null move.
    change: Option<PieceChanges>,
    /// Piece and target of the last move.
    pub piece_to: PieceTo,
    accumulator: Accumulator,
    /// Whether `accumulator` is up to date.
    has_accumulator: bool,
    /// Static evaluation by the network.
    pub raw_eval: i32,
    /// Static evaluation, corrected.
    pub eval: i32,
    /// Keys of the groups of pieces.
    groups: GroupKeys,
    /// Entries of the correction tables.
    pub correction_keys: CorrectionKeys,
    pub killers: [Option<Move>; 2],
    /// Principal variation from here.
    pub pv: Vec<Move>,
    /// Move picker of this position, reused; taken while its moves are searched.
    pub moves: MovePicker,
    /// Quiet moves and captures tried so far.
    pub tried: Vec<Move>,
    /// Sum of the extensions on the path, in plies.
    pub extended: i32,
}

impl Frame {
    fn empty() -> Self {
        let position = Position::start();
        Self {
            position,
            key: 0,
            safety: None,
            in_check: false,
            threats: None,
            idle: 0,
            change: None,
            piece_to: NO_MOVE,
            accumulator: Accumulator::EMPTY,
            has_accumulator: false,
            raw_eval: 0,
            eval: 0,
            groups: GroupKeys::default(),
            correction_keys: CorrectionKeys::default(),
            killers: [None; 2],
            pv: Vec::new(),
            moves: MovePicker::default(),
            tried: Vec::new(),
            extended: 0,
        }
    }
}

/// Position in the repetition list: its key, and whether its side to move is in check.
#[derive(Clone, Copy, Debug)]
struct Visited {
    key: u64,
    in_check: bool,
}

/// Search stack from the last capture before the root to the current position.
pub struct SearchStack {
    network: &'static Network,
    pub frames: Vec<Frame>,
    /// Positions since the last capture before the root, packed closely: each new one is compared with many.
    visited: Vec<Visited>,
    /// Number of positions before the root.
    past: usize,
    /// Number of plies without a capture after which the game is drawn.
    limit: Option<usize>,
}

impl SearchStack {
    /// A stack whose root is the last of these positions of a game; the last `idle` moves captured nothing.
    pub fn new(
        network: &'static Network,
        positions: &[Position],
        idle: usize,
        limit: Option<usize>,
    ) -> Self {
        let mut frames: Vec<_> = (0..MAX_PLY + 4).map(|_| Frame::empty()).collect();
        let (root, before) = positions.split_last().expect("a game has a position");
        let before = &before[before.len() - idle.min(before.len())..];
        let visited = before.iter().chain([root]).map(|position| Visited {
            key: key(position),
            in_check: position.is_check(),
        });
        let mut visited: Vec<_> = visited.collect();
        let past = before.len();
        visited.resize(past + frames.len(), visited[past]);
        frames[0].position = root.clone();
        frames[0].key = key(root);
        frames[0].groups = GroupKeys::new(root);
        frames[0].in_check = root.is_check();
        frames[0].idle = idle;
        frames[0].accumulator = Accumulator::new(network, root.board());
        frames[0].has_accumulator = true;
        Self {
            network,
            frames,
            visited,
            past,
            limit,
        }
    }

    /// The last moves before a position, the opponent's first, then two own ones.
    pub fn before(&self, ply: usize) -> [PieceTo; 3] {
        [0, 1, 3].map(|back| {
            let frame = ply.checked_sub(back).map(|ply| &self.frames[ply]);
            frame.map_or(NO_MOVE, |frame| frame.piece_to)
        })
    }

    /// Pins and checks that constrain the side to move.
    pub fn safety(&mut self, ply: usize) -> Safety {
        let frame = &mut self.frames[ply];
        *frame.safety.get_or_insert_with(|| frame.position.safety())
    }

    /// The points that the opponent attacks.
    pub fn threats(&mut self, ply: usize) -> PointSet {
        let frame = &mut self.frames[ply];
        let position = &frame.position;
        *frame
            .threats
            .get_or_insert_with(|| position.attacked(!position.turn()))
    }

    /// Makes a legal move.
    pub fn play(&mut self, ply: usize, mv: Move) {
        let [frame, next] = &mut self.frames[ply..ply + 2] else {
            return;
        };
        let position = &frame.position;
        let captured = position.piece_at(mv.to);
        let nobody = Piece::new(position.turn(), PieceKind::Soldier);
        let piece = position.piece_at(mv.from).unwrap_or(nobody);
        next.key = key_after(frame.key, position, mv);
        next.position.follow(position, mv);
        // Most positions without check are left again before a move is made.
        next.safety = position.may_check(mv).then(|| next.position.safety());
        next.in_check = next
            .safety
            .is_some_and(|safety| !safety.checkers.is_empty());
        next.threats = None;
        next.idle = if captured.is_some() {
            0
        } else {
            frame.idle + 1
        };
        next.change = Some(PieceChanges {
            moved: (piece, mv.from, mv.to),
            captured,
        });
        next.piece_to = piece_to(piece, mv.to);
        next.groups = frame.groups;
        next.groups.toggle(piece, mv.from);
        next.groups.toggle(piece, mv.to);
        if let Some(captured) = captured {
            next.groups.toggle(captured, mv.to);
        }
        next.has_accumulator = false;
        next.extended = frame.extended;
        self.visited[self.past + ply + 1] = Visited {
            key: next.key,
            in_check: next.in_check,
        };
    }

    /// Makes a null move; the side to move is not in check.
    pub fn make_null_move(&mut self, ply: usize) {
        let [frame, next] = &mut self.frames[ply..ply + 2] else {
            return;
        };
        let Some(position) = frame.position.passed() else {
            return;
        };
        next.key = passed(frame.key);
        next.safety = None;
        next.position = position;
        next.in_check = false;
        next.threats = None;
        // Nothing before a pass can be repeated after it.
        next.idle = 0;
        next.change = None;
        next.piece_to = NO_MOVE;
        next.groups = frame.groups;
        next.accumulator.clone_from(&frame.accumulator);
        next.has_accumulator = frame.has_accumulator;
        next.extended = frame.extended;
        self.visited[self.past + ply + 1] = Visited {
            key: next.key,
            in_check: false,
        };
    }

    /// Keys of a position in the correction tables.
    pub fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let frame = &self.frames[ply];
        correction_keys(frame.groups, frame.position.turn(), self.before(ply))
    }

    /// Static evaluation of a position, for the side to move.
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        self.update_accumulator(ply);
        let frame = &self.frames[ply];
        let (board, turn) = (frame.position.board(), frame.position.turn());
        let pieces = board.occupied().len();
        let score = frame.accumulator.score(self.network, turn, pieces);
        let bounds = self.material_bounds(ply);
        score.clamp(*bounds.start(), *bounds.end())
    }

    /// Range of static evaluations, for the side to move: who has nothing that crosses the river cannot win.
    pub fn material_bounds(&self, ply: usize) -> RangeInclusive<i32> {
        let position = &self.frames[ply].position;
        let board = position.board();
        // With so many pieces, both sides have one.
        if board.occupied().len() > 21 {
            return UNBOUNDED;
        }
        let attacks = |side: Side| {
            let kinds = PieceKind::ALL.into_iter().filter(|kind| kind.can_attack());
            let mut of_kind = kinds.map(|kind| board.of_piece(Piece::new(side, kind)));
            of_kind.any(|points| !points.is_empty())
        };
        let turn = position.turn();
        let lowest = if attacks(!turn) { -MAX_EVAL } else { 0 };
        let highest = if attacks(turn) { MAX_EVAL } else { 0 };
        lowest..=highest
    }

    /// Updates the accumulator of a position from the last one on the stack that is up to date.
    fn update_accumulator(&mut self, ply: usize) {
        let known = (0..=ply)
            .rev()
            .find(|ply| self.frames[*ply].has_accumulator);
        for at in known.unwrap_or(0)..ply {
            let [before, frame] = &mut self.frames[at..at + 2] else {
                return;
            };
            match &frame.change {
                Some(change) => frame.accumulator.follow(
                    self.network,
                    &before.accumulator,
                    change,
                    frame.position.board(),
                ),
                None => frame.accumulator.clone_from(&before.accumulator),
            }
            frame.has_accumulator = true;
        }
    }

    /// Score of a repetition or of too many plies without a capture, for the side to move: perpetual check loses, all
    /// else is a draw. `None` if the game goes on.
    pub fn repetition(&self, ply: usize) -> Option<i32> {
        let frame = &self.frames[ply];
        if self.limit.is_some_and(|limit| frame.idle >= limit) {
            return Some(0);
        }
        let here = self.past + ply;
        let mut distances = (4..=frame.idle.min(here)).step_by(2);
        let distance = distances.find(|distance| self.visited[here - distance].key == frame.key)?;
        // Whether a side was in check in each position in which it was to move.
        let checked = |last: usize| {
            let mut own = (here + 1 - distance..=last).rev().step_by(2);
            own.all(|step| self.visited[step].in_check)
        };
        Some(match (checked(here), checked(here - 1)) {
            // The side to move was: the other one has to stop.
            (true, false) => RULED - ply as i32,
            (false, true) => ply as i32 - RULED,
            _ => 0,
        })
    }
}
