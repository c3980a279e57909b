//! What helps somebody who is learning: words on the pieces, pieces that hang, and what stands in a lifted piece's way.

use crate::rules::{IllegalMove, Move, Piece, Point, PointSet, Position, Side};

/// What stands on a piece beside its character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caption {
    /// How the character is said.
    pub pinyin: &'static str,
    /// What the piece is called in the reader's language.
    pub name: &'static str,
}

/// The captions of all fourteen pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captions([Caption; 14]);

impl Captions {
    /// Asks for the caption of each piece.
    #[must_use]
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

    /// What stands on a piece.
    #[must_use]
    pub const fn of(&self, piece: Piece) -> Caption {
        self.0[piece.index()]
    }
}

/// A piece that can be captured for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hanging {
    /// Where it stands.
    pub at: Point,
    /// Whose it is.
    pub side: Side,
    /// Whether it can be captured at once: it is not that side's turn. Else only its own next move can lose it.
    pub at_once: bool,
}

/// A leg or an eye that is taken, and what it costs the piece that was lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Where the lifted piece stands.
    pub from: Point,
    /// Who is in its way.
    pub by: Point,
    /// Where it could go but for that.
    pub to: PointSet,
}

/// Everything of the kind that a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Aids {
    /// What stands on the pieces. River and palaces are tinted with it.
    pub captions: Captions,
    /// The pieces that hang.
    pub hanging: Vec<Hanging>,
    /// What stands in the way of the piece that was lifted.
    pub blocks: Vec<Block>,
}

impl Aids {
    /// The aids for a position in which the piece on `lifted` has been lifted, if one has.
    #[must_use]
    pub fn new(captions: Captions, position: &Position, lifted: Option<Point>) -> Self {
        Self {
            captions,
            hanging: hanging(position),
            blocks: lifted.map_or_else(Vec::new, |from| blocks(position, from)),
        }
    }
}

/// The pieces of both sides that can be captured for nothing. Where no move is left nothing is captured any more.
#[must_use]
pub fn hanging(position: &Position) -> Vec<Hanging> {
    if !position.has_legal_move() {
        return Vec::new();
    }
    let of = |side| {
        let at_once = side != position.turn();
        position
            .unguarded(side)
            .map(move |at| Hanging { at, side, at_once })
    };
    Side::ALL.into_iter().flat_map(of).collect()
}

/// The legs of a horse and the eyes of an elephant that are taken, each with the points that it costs.
#[must_use]
pub fn blocks(position: &Position, from: Point) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for to in Point::all() {
        let mv = Move::new(from, to);
        let by = match position.check_move(mv) {
            Err(IllegalMove::HobbledLeg { leg: by } | IllegalMove::BlockedEye { eye: by }) => by,
            _ => continue,
        };
        match blocks.iter_mut().find(|known| known.by == by) {
            Some(known) => known.to.insert(to),
            None => blocks.push(Block {
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
        let block = |from: &str, by: &str, to: &str| Block {
            from: at(from),
            by: at(by),
            to: set(to),
        };
        // The leg on e4 is taken; d2 is no leg, nor is e1.
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
