//! Evaluation: a small efficiently updatable neural network (NNUE), trained on games of the program against itself.
//!
//! Each side sees the board from its own home: one view each. A piece on a point is one input; the active inputs of a
//! view add up to [`HIDDEN`] numbers, the accumulator. The accumulators of both views are clipped, squared (SCReLU) and
//! weighted into the score. A move changes two or three inputs of each view, so an [`Accumulator`] is updated from one
//! position to the next. All numbers are integers: the score is the same on every machine. `benches/train.rs` makes the
//! weights.
//!
//! The form is that of Y. Nasu's efficiently updatable networks (2018), with one layer less.

mod weights;

pub use weights::{Network, ShapeError};

use crate::rules::{Board, Piece, PieceKind, Point, Side};

/// Number of inputs of a view: own and opposing pieces on each point.
pub const INPUTS: usize = 2 * PieceKind::COUNT * Point::COUNT;
/// Number of hidden units of a view.
pub const HIDDEN: usize = 32;
/// Number of output buckets, by the number of pieces on the board.
pub const OUTPUT_BUCKETS: usize = 4;
/// Quantization of the hidden layer: the sum that stands for 1.
pub const ONE: i16 = 255;
/// Quantization of the output layer: the weight that stands for 1.
pub const WEIGHT_ONE: i16 = 64;
/// Points of a score that multiply the odds of winning by *e*. A soldier is worth about a hundred.
pub const SCALE: i32 = 400;

/// Input index of a piece as seen by `side`: for each side its own home is the lowest rank.
pub const fn input(side: Side, piece: Piece, at: Point) -> usize {
    let (own, at) = match side {
        Side::Red => (piece.side as usize, at.index()),
        Side::Black => (
            1 - piece.side as usize,
            (Point::COUNT - 9) - at.index() / 9 * 9 + at.index() % 9,
        ),
    };
    (own * PieceKind::COUNT + piece.kind.index()) * Point::COUNT + at
}

/// The output bucket for this number of pieces.
pub const fn output_bucket(pieces: usize) -> usize {
    let stage = pieces * OUTPUT_BUCKETS / 33;
    if stage < OUTPUT_BUCKETS {
        stage
    } else {
        OUTPUT_BUCKETS - 1
    }
}

/// First-layer accumulators of a position, one for each side's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator([[i16; HIDDEN]; 2]);

/// Pieces that a move removes from the board and adds to it.
#[derive(Clone, Copy, Debug)]
pub struct PieceChanges {
    /// The piece that moves, from where to where.
    pub moved: (Piece, Point, Point),
    /// The piece that is captured, on the target.
    pub captured: Option<Piece>,
}

impl Accumulator {
    /// Placeholder: accumulator of no position.
    pub const EMPTY: Self = Self([[0; HIDDEN]; 2]);

    /// The accumulator of an arrangement.
    pub fn new(network: &Network, board: &Board) -> Self {
        let mut accumulator = Self([*network.bias(); 2]);
        for (at, piece) in board.pieces() {
            for side in Side::ALL {
                let row = network.row(input(side, piece, at));
                for (sum, weight) in accumulator.0[side.index()].iter_mut().zip(row) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
        accumulator
    }

    /// Updates the accumulator incrementally: from the position of `before` by one move.
    pub fn follow(&mut self, network: &Network, before: &Self, change: &PieceChanges) {
        let (piece, from, to) = change.moved;
        for side in Side::ALL {
            let old = &before.0[side.index()];
            let new = &mut self.0[side.index()];
            let gone = network.row(input(side, piece, from));
            let come = network.row(input(side, piece, to));
            if let Some(captured) = change.captured {
                let lost = network.row(input(side, captured, to));
                for index in 0..HIDDEN {
                    new[index] = old[index]
                        .wrapping_sub(gone[index])
                        .wrapping_add(come[index])
                        .wrapping_sub(lost[index]);
                }
            } else {
                for index in 0..HIDDEN {
                    new[index] = old[index]
                        .wrapping_sub(gone[index])
                        .wrapping_add(come[index]);
                }
            }
        }
    }

    /// Output layer: the score for the side to move, with this number of pieces on the board.
    pub fn score(&self, network: &Network, turn: Side, pieces: usize) -> i32 {
        let output = network.output(output_bucket(pieces));
        let own = screlu_dot(&self.0[turn.index()], &output.own);
        let other = screlu_dot(&self.0[turn.opponent().index()], &output.other);
        let one = i32::from(ONE);
        let sum = (own + other) / one + output.bias;
        // Fits: sums of at most 2 · 32 products below 255 · 255 · 128, divided by 255.
        (i64::from(sum) * i64::from(SCALE) / (i64::from(ONE) * i64::from(WEIGHT_ONE))) as i32
    }
}

/// Dot product of squared clipped activations (SCReLU) with output weights.
fn screlu_dot(accumulator: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut total = 0;
    for index in 0..HIDDEN {
        let value = accumulator[index].clamp(0, ONE);
        // A weight is below 128, so the product fits.
        let product = value * weights[index];
        total += i32::from(product) * i32::from(value);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    #[test]
    fn sums_follow_the_moves() {
        let network = Network::standard();
        let mut position = Position::start();
        let mut accumulator = Accumulator::new(network, position.board());
        let mut captures = 0;
        for step in 0..200 {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(step * 7 % moves.len().max(1)) else {
                break;
            };
            let piece = position.piece_at(mv.from).expect("a piece");
            let captured = position.piece_at(mv.to);
            captures += usize::from(captured.is_some());
            let change = PieceChanges {
                moved: (piece, mv.from, mv.to),
                captured,
            };
            let before = accumulator.clone();
            accumulator.follow(network, &before, &change);
            position = position.after(*mv);
            assert_eq!(accumulator, Accumulator::new(network, position.board()));
        }
        assert!(captures > 3);
    }

    #[test]
    fn both_sides_see_the_same_from_their_own_home() {
        let network = Network::standard();
        let position = Position::start();
        let accumulator = Accumulator::new(network, position.board());
        let swapped = crate::rules::Setup::start().with_sides_swapped();
        let swapped = Accumulator::new(network, &swapped.board);
        for side in Side::ALL {
            assert_eq!(
                accumulator.score(network, side, 32),
                swapped.score(network, !side, 32)
            );
        }
    }

    #[test]
    fn a_chariot_is_worth_more_than_a_soldier() {
        let network = Network::standard();
        let score = |fen: &str| {
            let setup = crate::rules::Setup::from_fen(fen).expect("a FEN");
            let pieces = setup.board.pieces().count();
            Accumulator::new(network, &setup.board).score(network, setup.turn, pieces)
        };
        let even = score("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        let soldier = score("rnbakabnr/9/1c5c1/p1p3p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        let chariot = score("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        assert!(
            even < soldier && soldier < chariot,
            "{even} {soldier} {chariot}"
        );
    }
}
