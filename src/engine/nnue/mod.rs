//! Evaluation: a small efficiently updatable neural network (NNUE), trained on games of the program against itself.
//!
//! Each side sees the board from its own home: one view or [`Perspective`] each, mirrored left to right if the own general
//! stands left of the middle. A piece on a point is one input; the active inputs of a view add up to [`HIDDEN`] numbers, the
//! accumulator.
//! The accumulators of both views are clipped, squared (SCReLU) and weighted into the score. A move changes two or three
//! inputs of each view, so an [`Accumulator`] is updated from one position to the next, unless the own general crosses the
//! middle. All numbers are integers: the score is the same on every machine. `benches/train` makes the weights;
//! `standard.txt` says of what.
//!
//! The form is that of Y. Nasu's efficiently updatable networks (2018), with one layer less.

mod weights;

pub use weights::{Network, ShapeError};

use crate::rules::{Board, Piece, PieceKind, Point, Side};

/// Number of inputs of a view: own and opposing pieces on each point.
pub const INPUTS: usize = 2 * PieceKind::COUNT * Point::COUNT;
/// Number of hidden units of a view.
pub const HIDDEN: usize = 64;
/// Number of output buckets, by the number of pieces on the board.
pub const OUTPUT_BUCKETS: usize = 4;
/// Quantization of the hidden layer: the sum that stands for 1.
pub const ONE: i16 = 255;
/// Quantization of the output layer: the weight that stands for 1.
pub const WEIGHT_ONE: i16 = 64;
/// Points of a score that multiply the odds of winning by *e*. A soldier is worth about a hundred.
pub const SCALE: i32 = 400;

/// Perspective, or view, of a side: its own home is the lowest rank, and its own general never stands left of the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Side,
    mirrored: bool,
}

impl Perspective {
    /// The view of a side whose general stands here.
    pub fn new(side: Side, general: Point) -> Self {
        let mirrored = general.file() < general.file().mirrored();
        Self { side, mirrored }
    }

    const fn unmirrored(side: Side) -> Self {
        Self {
            side,
            mirrored: false,
        }
    }

    /// Views of both sides of an arrangement.
    fn both(board: &Board) -> [Self; 2] {
        Side::ALL.map(|side| match board.general(side) {
            Some(general) => Self::new(side, general),
            None => Self::unmirrored(side),
        })
    }

    /// Input index of a piece.
    pub const fn input(self, piece: Piece, at: Point) -> usize {
        let at = if self.mirrored { at.mirrored() } else { at };
        let (own, at) = match self.side {
            Side::Red => (piece.side as usize, at.index()),
            Side::Black => (
                1 - piece.side as usize,
                (Point::COUNT - 9) - at.index() / 9 * 9 + at.index() % 9,
            ),
        };
        (own * PieceKind::COUNT + piece.kind.index()) * Point::COUNT + at
    }

    /// The view after a move of this piece to a point.
    fn after(self, piece: Piece, to: Point) -> Self {
        if piece == Piece::new(self.side, PieceKind::General) {
            Self::new(self.side, to)
        } else {
            self
        }
    }
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
pub struct Accumulator {
    sums: [[i16; HIDDEN]; 2],
    views: [Perspective; 2],
}

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
    pub const EMPTY: Self = Self {
        sums: [[0; HIDDEN]; 2],
        views: [
            Perspective::unmirrored(Side::Red),
            Perspective::unmirrored(Side::Black),
        ],
    };

    /// The accumulator of an arrangement.
    pub fn new(network: &Network, board: &Board) -> Self {
        let views = Perspective::both(board);
        Self {
            sums: views.map(|view| sums(network, view, board)),
            views,
        }
    }

    /// Updates the accumulator incrementally: from the position of `before` by one move, which led to this board.
    pub fn follow(
        &mut self,
        network: &Network,
        before: &Self,
        change: &PieceChanges,
        board: &Board,
    ) {
        let (piece, from, to) = change.moved;
        for side in 0..2 {
            let view = before.views[side].after(piece, to);
            self.views[side] = view;
            if view != before.views[side] {
                self.sums[side] = sums(network, view, board);
                continue;
            }
            let old = &before.sums[side];
            let new = &mut self.sums[side];
            let gone = network.row(view.input(piece, from));
            let come = network.row(view.input(piece, to));
            if let Some(captured) = change.captured {
                let lost = network.row(view.input(captured, to));
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
        let own = screlu_dot(&self.sums[turn.index()], &output.own);
        let other = screlu_dot(&self.sums[turn.opponent().index()], &output.other);
        let one = i32::from(ONE);
        let sum = (own + other) / one + output.bias;
        // Fits: sums of at most 2 · 64 products below 255 · 255 · 128, divided by 255.
        (i64::from(sum) * i64::from(SCALE) / (i64::from(ONE) * i64::from(WEIGHT_ONE))) as i32
    }
}

/// Accumulator of a view of an arrangement.
fn sums(network: &Network, view: Perspective, board: &Board) -> [i16; HIDDEN] {
    let mut sums = *network.bias();
    for (at, piece) in board.pieces() {
        let row = network.row(view.input(piece, at));
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    sums
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
        let (mut captures, mut crossings) = (0, 0);
        for step in 0..400 {
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
            position = position.after(*mv);
            accumulator.follow(network, &before, &change, position.board());
            crossings += usize::from(accumulator.views != before.views);
            assert_eq!(accumulator, Accumulator::new(network, position.board()));
        }
        assert!(captures > 3 && crossings > 3, "{captures} {crossings}");
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
    fn a_mirrored_board_is_seen_alike_where_no_general_stands_in_the_middle() {
        let network = Network::standard();
        let score = |setup: &crate::rules::Setup| {
            Accumulator::new(network, &setup.board).score(network, setup.turn, 14)
        };
        for fen in [
            "3k5/4a4/4b4/p1p1p4/5n3/2P5P/P3N4/4B4/4A4/2B2K3 w",
            "3k1r3/4a4/4b4/p1p6/5n3/2P5P/P3N4/4B4/4A4/R4K3 b",
        ] {
            let setup = crate::rules::Setup::from_fen(fen).expect("a FEN");
            assert_eq!(score(&setup), score(&setup.mirrored()), "{fen}");
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
