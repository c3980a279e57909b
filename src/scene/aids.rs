//! Learning aids: captions on the pieces, hanging pieces, and pieces that block a lifted one.

use crate::rules::{IllegalMove, Move, Piece, Point, PointSet, Position, Side};

/// Caption of a piece, beside its character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caption {
    /// Pronunciation of the character.
    pub pinyin: &'static str,
    /// Name of the piece in the reader's language.
    pub name: &'static str,
}

/// The captions of all fourteen pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captions([Caption; 14]);

impl Captions {
    /// Collects the caption of each piece.
    pub fn new(of: impl Fn(Piece) -> Caption) -> Self {
        let nothing = Caption {
            pinyin: "",
            name: "",
        };
        let mut captions = [nothing; 14];
        for piece in Piece::all() {
            captions[piece.index()] = of(piece);
        }
        Self(captions)
    }

    /// Caption of a piece.
    pub const fn of(&self, piece: Piece) -> Caption {
        self.0[piece.index()]
    }
}

/// A piece that can be captured without compensation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hanging {
    /// Point of the piece.
    pub at: Point,
    /// Side the piece belongs to.
    pub side: Side,
    /// Whether it can be captured at once, since the other side is to move. Otherwise only a next move that ignores it
    /// loses it.
    pub at_once: bool,
}

/// A blocked leg or eye, and the moves it costs the lifted piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockedPoint {
    /// Point of the lifted piece.
    pub from: Point,
    /// Point of the blocking piece.
    pub by: Point,
    /// Points the piece cannot reach because of it.
    pub to: PointSet,
}

/// All learning aids in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Aids {
    /// Captions of the pieces. They come with tinted river and palaces.
    pub captions: Captions,
    /// The hanging pieces.
    pub hanging: Vec<Hanging>,
    /// The blocks of the lifted piece.
    pub blocks: Vec<BlockedPoint>,
}

impl Aids {
    /// Computes the aids for a position in which the piece on `lifted`, if any, has been lifted.
    pub fn new(captions: Captions, position: &Position, lifted: Option<Point>) -> Self {
        Self {
            captions,
            hanging: hanging(position),
            blocks: lifted.map_or_else(Vec::new, |from| blocks(position, from)),
        }
    }
}

/// The hanging pieces of both sides; none once the game has no legal move left.
pub fn hanging(position: &Position) -> Vec<Hanging> {
    if !position.has_legal_move() {
        return Vec::new();
    }
    let of = |side| {
        let at_once = side != position.turn();
        position
            .hanging(side)
            .map(move |at| Hanging { at, side, at_once })
    };
    Side::ALL.into_iter().flat_map(of).collect()
}

/// The blocked legs of a horse or eyes of an elephant, each with the points it costs.
pub fn blocks(position: &Position, from: Point) -> Vec<BlockedPoint> {
    let mut blocks: Vec<BlockedPoint> = Vec::new();
    for to in Point::all() {
        let mv = Move::new(from, to);
        let by = match position.check_move(mv) {
            Err(IllegalMove::HobbledLeg { leg: by } | IllegalMove::BlockedEye { eye: by }) => by,
            _ => continue,
        };
        match blocks.iter_mut().find(|known| known.by == by) {
            Some(known) => known.to.insert(to),
            None => blocks.push(BlockedPoint {
                from,
                by,
                to: PointSet::of(to),
            }),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn set(text: &str) -> PointSet {
        text.split(' ').map(at).collect()
    }

    #[test]
    fn a_lifted_horse_and_elephant_show_what_is_in_their_way() {
        let fen = "4k4/9/9/9/9/4p4/4N4/3C5/4A4/2B1K4 r";
        let position = Setup::from_fen(fen).expect("a FEN").position();
        let position = position.expect("a position");
        let block = |from: &str, by: &str, to: &str| BlockedPoint {
            from: at(from),
            by: at(by),
            to: set(to),
        };
        // The leg on e4 is blocked; d2 is no leg, nor is e1.
        assert_eq!(blocks(&position, at("e3")), [block("e3", "e4", "d5 f5")]);
        assert_eq!(blocks(&position, at("c0")), []);
        let start = Position::start();
        assert_eq!(blocks(&start, at("b0")), [block("b0", "c0", "d1")]);
        assert_eq!(blocks(&start, at("a0")), []);
    }

    #[test]
    fn what_hangs_says_whether_it_can_go_at_once() {
        let mv = "h2e2".parse().expect("a move");
        let next = Position::start().play(mv).expect("legal");
        let soldier = Hanging {
            at: at("e6"),
            side: Side::Black,
            at_once: false,
        };
        assert_eq!(hanging(&next), [soldier]);
        let waited = next.play("i6i5".parse().expect("a move")).expect("legal");
        assert_eq!(
            hanging(&waited),
            [Hanging {
                at_once: true,
                ..soldier
            }]
        );
    }

    #[test]
    fn every_piece_has_its_own_caption() {
        let captions = Captions::new(|piece| Caption {
            pinyin: "",
            name: if piece.side == Side::Red { "R" } else { "B" },
        });
        for piece in Piece::all() {
            assert_eq!(captions.of(piece).name == "R", piece.side == Side::Red);
        }
    }
}
