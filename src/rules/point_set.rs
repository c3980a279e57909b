//! A set of points as one ninety-bit word, cheap to copy and combine.

use super::Point;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A set of points, iterated in the order of [`Point::all`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet(u128);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All ninety points.
    pub const ALL: Self = Self((1 << Point::COUNT) - 1);

    /// The set of one point.
    pub const fn of(point: Point) -> Self {
        Self(1 << point.index())
    }

    /// The points whose bit, by [`Point::index`], is set; bits beyond the board are ignored.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as bits, one per point, by [`Point::index`].
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the point is in the set.
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 == 1
    }

    /// Inserts the point.
    pub const fn insert(&mut self, point: Point) {
        self.0 |= 1 << point.index();
    }

    /// Removes the point.
    pub const fn remove(&mut self, point: Point) {
        self.0 &= !(1 << point.index());
    }

    /// Number of points in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first point in the order of [`Point::all`].
    pub const fn first(self) -> Option<Point> {
        Point::from_index(self.0.trailing_zeros() as usize)
    }
}

impl Iterator for PointSet {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }

    /// Processes the two halves in turn: extracting bits from single words is cheaper.
    #[inline]
    fn fold<B, F: FnMut(B, Point) -> B>(self, start: B, mut f: F) -> B {
        let mut value = start;
        for (mut half, first) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            while half != 0 {
                let Some(point) = Point::from_index(first + half.trailing_zeros() as usize) else {
                    break;
                };
                value = f(value, point);
                half &= half - 1;
            }
        }
        value
    }
}

impl ExactSizeIterator for PointSet {
    fn len(&self) -> usize {
        PointSet::len(*self)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |set, point| set | Self::of(point))
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for PointSet {
    type Output = Self;

    /// The points of this set that are not in `other`.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for PointSet {
    type Output = Self;

    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_nothing_else() {
        let palace: PointSet = Point::all()
            .filter(|point| point.in_palace(super::super::Side::Red))
            .collect();
        assert_eq!(palace.len(), 9);
        for point in Point::all() {
            assert_eq!(
                palace.contains(point),
                palace.into_iter().any(|other| other == point)
            );
            assert_ne!(palace.contains(point), (!palace).contains(point));
            let mut set = palace;
            set.insert(point);
            assert!(set.contains(point));
            set.remove(point);
            assert!(!set.contains(point));
            assert_eq!(set | PointSet::of(point), palace | PointSet::of(point));
        }
        assert_eq!(
            PointSet::ALL.into_iter().collect::<Vec<_>>(),
            Point::all().collect::<Vec<_>>()
        );
        assert_eq!(PointSet::EMPTY.first(), None);
        assert_eq!(PointSet::from_bits(u128::MAX), PointSet::ALL);
        assert_eq!(palace - palace, PointSet::EMPTY);
        assert_eq!(palace & !palace, PointSet::EMPTY);
    }
}
