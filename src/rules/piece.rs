//! The seven kinds of pieces, and their letters in FEN and WXF notation.

use super::Side;
use std::fmt;

/// Kind of a piece, regardless of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceKind {
    /// 帥 將: one step along the lines of the palace.
    General,
    /// 仕 士: one step along the diagonals of the palace.
    Advisor,
    /// 相 象: two points diagonally on its own bank, if the eye between is empty.
    Elephant,
    /// 傌 馬: one point straight, then one diagonally outward, if the leg between is empty.
    Horse,
    /// 俥 車: any distance along a line.
    Chariot,
    /// 炮 砲: moves like a chariot, captures over exactly one screen.
    Cannon,
    /// 兵 卒: one step forward; also sideways once it has crossed the river.
    Soldier,
}

impl PieceKind {
    /// All kinds, from the general to the soldier.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
    ];

    /// Number of kinds.
    pub const COUNT: usize = Self::ALL.len();

    /// Index in [`PieceKind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a piece of this kind can cross the river and so give check or mate.
    pub const fn can_attack(self) -> bool {
        matches!(
            self,
            Self::Horse | Self::Chariot | Self::Cannon | Self::Soldier
        )
    }

    /// Number of pieces of this kind each side has in a full set.
    pub const fn full_count(self) -> usize {
        match self {
            Self::General => 1,
            Self::Soldier => 5,
            Self::Advisor | Self::Elephant | Self::Horse | Self::Chariot | Self::Cannon => 2,
        }
    }

    /// Uppercase FEN letter: K A B N R C P.
    pub const fn fen_letter(self) -> char {
        match self {
            Self::General => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Chariot => 'R',
            Self::Cannon => 'C',
            Self::Soldier => 'P',
        }
    }

    /// WXF letter: K A E H R C P.
    pub const fn wxf_letter(self) -> char {
        match self {
            Self::General => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'E',
            Self::Horse => 'H',
            Self::Chariot => 'R',
            Self::Cannon => 'C',
            Self::Soldier => 'P',
        }
    }

    /// The kind with this FEN letter in either case; also accepts `E`, `H`, `G`, `M` and `S`.
    pub const fn from_fen_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::General,
            'A' | 'G' => Self::Advisor,
            'B' | 'E' | 'M' => Self::Elephant,
            'N' | 'H' => Self::Horse,
            'R' => Self::Chariot,
            'C' => Self::Cannon,
            'P' | 'S' => Self::Soldier,
            _ => return None,
        })
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        })
    }
}

/// A piece: a kind and the side it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The side it belongs to.
    pub side: Side,
    /// The kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The fourteen different pieces, Red's first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Side::ALL.into_iter().flat_map(|side| {
            PieceKind::ALL
                .into_iter()
                .map(move |kind| Self { side, kind })
        })
    }

    /// Creates a piece of `kind` that belongs to `side`.
    pub const fn new(side: Side, kind: PieceKind) -> Self {
        Self { side, kind }
    }

    /// Index in [`Piece::all`], 0 to 13.
    pub const fn index(self) -> usize {
        self.side.index() * PieceKind::COUNT + self.kind.index()
    }

    /// FEN letter: uppercase for Red, lowercase for Black.
    pub const fn fen_letter(self) -> char {
        match self.side {
            Side::Red => self.kind.fen_letter(),
            Side::Black => self.kind.fen_letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this FEN letter, as leniently as [`PieceKind::from_fen_letter`].
    pub fn from_fen_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::Red
        } else {
            Side::Black
        };
        PieceKind::from_fen_letter(letter).map(|kind| Self { side, kind })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_own_place_and_letter() {
        for (index, piece) in Piece::all().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::from_fen_letter(piece.fen_letter()), Some(piece));
        }
        assert_eq!(Piece::all().count(), 14);
        assert_eq!(
            Piece::from_fen_letter('h'),
            Some(Piece::new(Side::Black, PieceKind::Horse))
        );
        assert_eq!(Piece::from_fen_letter('x'), None);
        assert_eq!(Piece::from_fen_letter('帥'), None);
    }

    #[test]
    fn a_full_set_has_sixteen_pieces_a_side() {
        assert_eq!(
            PieceKind::ALL
                .into_iter()
                .map(PieceKind::full_count)
                .sum::<usize>(),
            16
        );
    }
}
