//! Bitboards: a board as point sets and line words, the form used by move generation.

use super::tables::{
    CROSS, FILE_LINES, FILE_POINTS, LENGTHS, ON_FILE, POINT_BITS, RANK_LINES, Ray,
};
use super::{File, Piece, PieceKind, Point, PointSet, Rank, Side};

/// The arrangement twice: as bitboards by kind and side, and as one word per file and rank.
///
/// A line's word is an index into a table: one load where collecting the line's pieces from a set costs a dozen
/// operations.
#[derive(Clone, Copy)]
pub(super) struct Bitboards {
    kinds: [PointSet; PieceKind::COUNT],
    sides: [PointSet; 2],
    files: [[u16; File::COUNT]; 2],
    ranks: [[u16; Rank::COUNT]; 2],
}

/// Points on the file and the rank through one point, as words of these lines.
#[derive(Clone, Copy)]
pub(super) struct LineWords {
    file: u16,
    rank: u16,
}

impl Bitboards {
    /// No pieces.
    pub const EMPTY: Self = Self {
        kinds: [PointSet::EMPTY; PieceKind::COUNT],
        sides: [PointSet::EMPTY; 2],
        files: [[0; File::COUNT]; 2],
        ranks: [[0; Rank::COUNT]; 2],
    };

    /// Puts a piece on an empty point, or removes that piece from it.
    #[inline]
    pub const fn toggle(&mut self, at: Point, piece: Piece) {
        let (kind, side, here) = (
            piece.kind.index(),
            piece.side.index(),
            &POINT_BITS[at.index()],
        );
        self.kinds[kind] = PointSet::from_bits(self.kinds[kind].bits() ^ here.bit);
        self.sides[side] = PointSet::from_bits(self.sides[side].bits() ^ here.bit);
        self.files[side][here.file as usize] ^= here.on_file;
        self.ranks[side][here.rank as usize] ^= here.on_rank;
    }

    /// Whether both have the same pieces on the same points.
    pub fn same(&self, other: &Self) -> bool {
        self.kinds == other.kinds && self.sides == other.sides
    }

    /// The occupied points.
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.sides[0] | self.sides[1]
    }

    /// The points occupied by `side`.
    #[inline]
    pub const fn of_side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// The points occupied by pieces of this kind and side.
    #[inline]
    pub fn of(&self, side: Side, kind: PieceKind) -> PointSet {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// The point of the side's first general.
    #[inline]
    pub fn general(&self, side: Side) -> Option<Point> {
        self.of(side, PieceKind::General).first()
    }

    /// The pieces of `side` that would capture here if nothing stood between: chariots, and the general along the open
    /// file.
    #[inline]
    pub fn straight(&self, side: Side, at: Point) -> PointSet {
        let at = at.index();
        let chariots = self.kinds[PieceKind::Chariot.index()] & CROSS[at];
        let generals = self.kinds[PieceKind::General.index()] & ON_FILE[at];
        (chariots | generals) & self.sides[side.index()]
    }

    /// The points a chariot reaches from here, occupied or not; pieces beyond them have no influence.
    #[inline]
    pub fn chariot(&self, at: Point) -> LineWords {
        let (file, rank) = self.lines(at);
        LineWords {
            file: file.near,
            rank: rank.near,
        }
    }

    /// The points a cannon reaches from here: empty ones, and any piece behind a screen.
    #[inline]
    pub fn cannon(&self, at: Point) -> LineWords {
        let (file, rank) = self.lines(at);
        let (red, black) = (
            self.line_words(at, Side::Red),
            self.line_words(at, Side::Black),
        );
        LineWords {
            file: file.near & !(red.file | black.file) | file.second,
            rank: rank.near & !(red.rank | black.rank) | rank.second,
        }
    }

    /// The points up to the second piece each way; pieces beyond have no influence on a cannon's moves from here.
    #[inline]
    pub fn far(&self, at: Point) -> LineWords {
        let (file, rank) = self.lines(at);
        LineWords {
            file: file.far,
            rank: rank.far,
        }
    }

    /// The table entries for the point's file and rank.
    #[inline]
    fn lines(&self, at: Point) -> (&'static Ray, &'static Ray) {
        let (red, black) = (
            self.line_words(at, Side::Red),
            self.line_words(at, Side::Black),
        );
        let (file, rank) = (red.file | black.file, red.rank | black.rank);
        (
            &FILE_LINES[at.rank().index()][usize::from(file) % (1 << Rank::COUNT)],
            &RANK_LINES[at.file().index()][usize::from(rank) % (1 << File::COUNT)],
        )
    }

    /// The pieces of `side` on the file and on the rank of the point.
    #[inline]
    pub fn line_words(&self, at: Point, side: Side) -> LineWords {
        LineWords {
            file: self.files[side.index()][at.file().index()],
            rank: self.ranks[side.index()][at.rank().index()],
        }
    }
}

impl LineWords {
    /// The points that are not in `other`.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self {
            file: self.file & !other.file,
            rank: self.rank & !other.rank,
        }
    }

    /// Number of points.
    #[inline]
    pub fn len(self) -> u32 {
        let length = |word: u16| u32::from(LENGTHS[usize::from(word) % LENGTHS.len()]);
        length(self.file) + length(self.rank)
    }

    /// The points as a set, seen from `at`.
    #[inline]
    pub fn points(self, at: Point) -> PointSet {
        let file = FILE_POINTS[usize::from(self.file) % FILE_POINTS.len()].bits();
        let rank = u128::from(self.rank) << (at.rank().index() * File::COUNT);
        PointSet::from_bits(file << at.file().index() | rank)
    }
}
