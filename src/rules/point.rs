//! The points of the board: nine files, ten ranks, ninety points.
//!
//! Files run `a` to `i` from Red's left, ranks `0` to `9` from Red's home rank, so Red's general starts on
//! `e0` and Black's on `e9`:
//!
//! ```text
//! 9  r n b a k a b n r   Black
//! 8  . . . . . . . . .
//! 7  . c . . . . . c .
//! 6  p . p . p . p . p
//! 5  . . . . . . . . .
//!    ~ ~ ~ river ~ ~ ~
//! 4  . . . . . . . . .
//! 3  P . P . P . P . P
//! 2  . C . . . . . C .
//! 1  . . . . . . . . .
//! 0  R N B A K A B N R   Red
//!    a b c d e f g h i
//! ```

use super::Side;
use std::fmt;
use std::str::FromStr;

/// One of the nine vertical lines, `a` to `i` from Red's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct File(u8);

impl File {
    /// Number of files.
    pub const COUNT: usize = 9;

    /// All files, `a` to `i`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..9).map(Self)
    }

    /// The file with this index, counted from 0 for `a`; `None` above 8.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 9 { Some(Self(index)) } else { None }
    }

    /// The file with this letter, `a` to `i` in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = u8::try_from(letter.to_ascii_lowercase()).ok()?;
        Self::new(letter.wrapping_sub(b'a'))
    }

    /// The file numbered `number` by `side`, 1 to 9 from that side's own right.
    pub const fn from_number(number: u8, side: Side) -> Option<Self> {
        match (number, side) {
            (1..=9, Side::Red) => Some(Self(9 - number)),
            (1..=9, Side::Black) => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// Index of the file, from 0 for `a`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Letter of the file, `'a'` to `'i'`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Number of the file for `side`, 1 to 9 from that side's own right.
    pub const fn number(self, side: Side) -> u8 {
        match side {
            Side::Red => 9 - self.0,
            Side::Black => self.0 + 1,
        }
    }

    /// The file mirrored left to right.
    pub const fn mirrored(self) -> Self {
        Self(8 - self.0)
    }
}

/// One of the ten horizontal lines, `0` to `9` from Red's home rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl Rank {
    /// Number of ranks.
    pub const COUNT: usize = 10;

    /// All ranks, Red's home rank first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..10).map(Self)
    }

    /// The rank with this index, counted from 0 at Red's home; `None` above 9.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 10 { Some(Self(index)) } else { None }
    }

    /// Index of the rank, from 0 at Red's home rank.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Distance in ranks from the home rank of `side`, 0 to 9.
    pub const fn depth(self, side: Side) -> usize {
        match side {
            Side::Red => self.0 as usize,
            Side::Black => 9 - self.0 as usize,
        }
    }
}

/// A point on the board: the crossing of a file and a rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// Number of points.
    pub const COUNT: usize = 90;

    /// All points: rank by rank from Red's home, each from `a` to `i`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..90).map(Self)
    }

    /// The crossing of a file and a rank.
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 * 9 + file.0)
    }

    /// The point with this index in [`Point::all`]; `None` from 90 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Index in [`Point::all`]: nine times the rank, plus the file.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file through this point.
    pub const fn file(self) -> File {
        File(self.0 % 9)
    }

    /// The rank through this point.
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 9)
    }

    /// The point `files` to Red's right and `ranks` up from here, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.0 % 9) as i8 + files;
        let rank = (self.0 / 9) as i8 + ranks;
        if file < 0 || file > 8 || rank < 0 || rank > 9 {
            return None;
        }
        Some(Self((rank * 9 + file) as u8))
    }

    /// Whether this is one of the nine points of the palace of `side`.
    pub const fn in_palace(self, side: Side) -> bool {
        let file = self.0 % 9;
        3 <= file && file <= 5 && self.rank().depth(side) <= 2
    }

    /// Whether a piece of `side` standing here has crossed the river.
    pub const fn across_river(self, side: Side) -> bool {
        self.rank().depth(side) >= 5
    }

    /// The point mirrored left to right, on the same rank.
    pub const fn mirrored(self) -> Self {
        Self::new(self.file().mirrored(), self.rank())
    }

    /// The point rotated by half a turn, as seen by the other player.
    pub const fn rotated(self) -> Self {
        Self(89 - self.0)
    }
}

impl fmt::Display for Point {
    /// Formats engine coordinates: file letter and rank digit, `e0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().0)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for a text that is not a file letter followed by a rank digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPoint;

impl fmt::Display for NotAPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point is a letter from a to i and a digit, such as e0")
    }
}

impl std::error::Error for NotAPoint {}

impl FromStr for Point {
    type Err = NotAPoint;

    fn from_str(text: &str) -> Result<Self, NotAPoint> {
        let [file, rank] = text.as_bytes() else {
            return Err(NotAPoint);
        };
        let file = File::from_letter(char::from(*file)).ok_or(NotAPoint)?;
        let rank = Rank::new(rank.wrapping_sub(b'0')).ok_or(NotAPoint)?;
        Ok(Self::new(file, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_written_and_read_back() {
        let mut seen = std::collections::HashSet::new();
        for point in Point::all() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(Point::from_index(point.index()), Some(point));
            assert_eq!(Point::new(point.file(), point.rank()), point);
            assert!(seen.insert(point));
        }
        assert_eq!(seen.len(), Point::COUNT);
        for text in ["", "e", "j0", "e:", "e10", "0e", "帥"] {
            assert_eq!(text.parse::<Point>(), Err(NotAPoint), "{text}");
        }
    }

    #[test]
    fn both_sides_count_files_from_their_own_right() {
        for file in File::all() {
            for side in Side::ALL {
                assert_eq!(File::from_number(file.number(side), side), Some(file));
            }
            assert_eq!(file.number(Side::Red) + file.number(Side::Black), 10);
            assert_eq!(File::from_letter(file.letter()), Some(file));
        }
        assert_eq!(
            File::from_letter('i').map(|file| file.number(Side::Red)),
            Some(1)
        );
        assert_eq!(File::from_number(0, Side::Red), None);
        assert_eq!(File::from_number(10, Side::Black), None);
    }

    #[test]
    fn a_half_turn_exchanges_the_sides() {
        for point in Point::all() {
            assert_eq!(point.rotated().rotated(), point);
            assert_eq!(point.mirrored().mirrored(), point);
            assert_eq!(
                point.in_palace(Side::Red),
                point.rotated().in_palace(Side::Black)
            );
            assert_eq!(
                point.across_river(Side::Red),
                point.rotated().across_river(Side::Black)
            );
            assert_ne!(
                point.across_river(Side::Red),
                point.across_river(Side::Black)
            );
        }
        assert_eq!(
            Point::all()
                .filter(|point| point.in_palace(Side::Black))
                .count(),
            9
        );
    }

    #[test]
    fn an_offset_stays_on_the_board_or_is_none() {
        for point in Point::all() {
            for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 1), (-8, 9)] {
                if let Some(other) = point.offset(files, ranks) {
                    assert_eq!(other.offset(-files, -ranks), Some(point));
                }
            }
            assert_eq!(point.offset(9, 0), None);
            assert_eq!(point.offset(0, -10), None);
        }
    }
}
