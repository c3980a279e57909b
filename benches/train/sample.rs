//! Positions with their score and the result of the game, as bytes in a file.

use chuhe::engine::nnue::{HIDDEN, input};
use chuhe::rules::{Piece, PieceKind, Point, Position, Side};

/// Number of bytes of a sample: two points a byte, the score, the result and the side to move.
pub const BYTES: usize = 45 + 2 + 1 + 1;

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    cells: [u8; 45],
    /// For the side to move.
    pub score: i16,
    /// Half points of the side to move.
    pub result: u8,
    turn: Side,
}

impl Sample {
    pub fn new(position: &Position, score: i32) -> Self {
        let mut cells = [0; 45];
        for (at, piece) in position.board().pieces() {
            cells[at.index() / 2] |= (piece.index() as u8 + 1) << (4 * (at.index() % 2));
        }
        Self {
            cells,
            score: score.clamp(-8000, 8000) as i16,
            result: 1,
            turn: position.turn(),
        }
    }

    pub fn turn(&self) -> Side {
        self.turn
    }

    pub fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.cells);
        to.extend(self.score.to_le_bytes());
        to.extend([self.result, self.turn.index() as u8]);
    }

    pub fn read(bytes: &[u8; BYTES]) -> Self {
        let mut cells = [0; 45];
        cells.copy_from_slice(&bytes[..45]);
        Self {
            cells,
            score: i16::from_le_bytes([bytes[45], bytes[46]]),
            result: bytes[47],
            turn: Side::ALL[usize::from(bytes[48] & 1)],
        }
    }

    /// The inputs of the view of the side to move and of the other one, mirrored left to right if asked for, and the
    /// number of pieces.
    pub fn inputs(&self, mirrored: bool, to: &mut [[u16; 32]; 2]) -> usize {
        let mut count = 0;
        for at in Point::all() {
            let code = self.cells[at.index() / 2] >> (4 * (at.index() % 2)) & 15;
            let Some(index) = usize::from(code).checked_sub(1) else {
                continue;
            };
            let kind = PieceKind::ALL[index % PieceKind::COUNT];
            let piece = Piece::new(Side::ALL[index / PieceKind::COUNT], kind);
            let at = if mirrored { at.mirrored() } else { at };
            for (view, side) in [self.turn, !self.turn].into_iter().enumerate() {
                to[view][count] = input(side, piece, at) as u16;
            }
            count += 1;
        }
        count
    }
}

/// Accumulator of one view.
pub type Hidden = [f32; HIDDEN];
