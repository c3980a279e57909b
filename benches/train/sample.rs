//! Positions with their score and the result of the game, as bytes in a file.

use chuhe::engine::nnue::Perspective;
use chuhe::rules::{Piece, PieceKind, Point, Position, Side};

/// Number of bytes of a sample.
pub const BYTES: usize = OCCUPIED + PIECES + 2;
/// Bytes of the occupied points, a bit each; the bits above are the side to move and the result.
const OCCUPIED: usize = 12;
/// Bytes of the pieces on them, two a byte.
const PIECES: usize = 16;
const TURN: usize = Point::COUNT;
const RESULT: usize = TURN + 1;

/// A position to learn from, with a score for the side to move and its half points in the end.
#[derive(Clone, Copy, Debug)]
pub struct Sample([u8; BYTES]);

impl Sample {
    pub fn new(position: &Position, score: i32) -> Self {
        let mut bytes = [0; BYTES];
        let mut bits = (position.turn().index() as u128) << TURN;
        for (index, (at, piece)) in position.board().pieces().enumerate() {
            bits |= 1 << at.index();
            bytes[OCCUPIED + index / 2] |= (piece.index() as u8) << (4 * (index % 2));
        }
        bytes[..OCCUPIED].copy_from_slice(&bits.to_le_bytes()[..OCCUPIED]);
        let score = score.clamp(-8000, 8000) as i16;
        bytes[OCCUPIED + PIECES..].copy_from_slice(&score.to_le_bytes());
        Self(bytes)
    }

    pub fn turn(&self) -> Side {
        Side::ALL[(self.bits() >> TURN & 1) as usize]
    }

    /// Half points of the side to move.
    pub fn result(&self) -> u8 {
        (self.bits() >> RESULT & 3) as u8
    }

    /// The sample of a game that ended so.
    #[must_use]
    pub fn with_winner(mut self, winner: Option<Side>) -> Self {
        let halves: u128 = match winner {
            None => 1,
            Some(side) if side == self.turn() => 2,
            Some(_) => 0,
        };
        let bits = self.bits() & !(3 << RESULT) | halves << RESULT;
        self.0[..OCCUPIED].copy_from_slice(&bits.to_le_bytes()[..OCCUPIED]);
        self
    }

    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[BYTES - 2], self.0[BYTES - 1]])
    }

    pub const fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    pub const fn read(bytes: &[u8; BYTES]) -> Self {
        Self(*bytes)
    }

    fn bits(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..OCCUPIED].copy_from_slice(&self.0[..OCCUPIED]);
        u128::from_le_bytes(bytes)
    }

    /// The inputs of the view of the side to move and of the other one, mirrored left to right if asked for, and the
    /// number of pieces.
    pub fn inputs(&self, mirrored: bool, to: &mut [[u16; 32]; 2]) -> usize {
        let pieces = self.pieces().map(|(at, piece)| {
            let at = if mirrored { at.mirrored() } else { at };
            (at, piece)
        });
        let views = [self.turn(), !self.turn()].map(|side| {
            let general = Piece::new(side, PieceKind::General);
            let mut pieces = pieces.clone();
            let (at, _) = pieces.find(|(_, piece)| *piece == general)?;
            Some(Perspective::new(side, at))
        });
        let [Some(own), Some(other)] = views else {
            return 0;
        };
        let mut count = 0;
        for (at, piece) in pieces {
            to[0][count] = own.input(piece, at) as u16;
            to[1][count] = other.input(piece, at) as u16;
            count += 1;
        }
        count
    }

    /// The pieces with their points.
    fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> + Clone + '_ {
        let bits = self.bits();
        let points = Point::all().filter(move |at| bits >> at.index() & 1 == 1);
        points.take(32).enumerate().map(|(count, at)| {
            let index = usize::from(self.0[OCCUPIED + count / 2] >> (4 * (count % 2)) & 15);
            let kind = PieceKind::ALL[index % PieceKind::COUNT];
            let side = Side::ALL[(index / PieceKind::COUNT) & 1];
            (at, Piece::new(side, kind))
        })
    }
}
