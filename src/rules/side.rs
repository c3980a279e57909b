//! The two players, and pairs of values for them.

use super::named::named;
use std::fmt;
use std::ops::{Index, IndexMut, Not};

named! {
    /// One of the two players. Red sits at ranks 0 to 4 and moves first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Side {
        /// 红: the side that moves first.
        Red = "red",
        /// 黑: the side that moves second.
        Black = "black",
    }
}

impl Side {
    /// The rank step that leads toward the opponent: `1` for Red, `-1` for Black.
    pub const fn forward(self) -> i8 {
        match self {
            Self::Red => 1,
            Self::Black => -1,
        }
    }

    /// `0` for Red and `1` for Black, for tables with one entry per side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side; `!side` outside of constants.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "Red",
            Self::Black => "Black",
        })
    }
}

/// A pair of values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// Red's value.
    pub red: T,
    /// Black's value.
    pub black: T,
}

impl<T> BySide<T> {
    /// Calls `value` once for each side, Red first.
    pub fn new(mut value: impl FnMut(Side) -> T) -> Self {
        Self {
            red: value(Side::Red),
            black: value(Side::Black),
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Black => &mut self.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_of_the_other_is_oneself() {
        for side in Side::ALL {
            assert_ne!(side, !side);
            assert_eq!(side, !!side);
            assert_eq!(side.forward(), -(!side).forward());
        }
    }

    #[test]
    fn a_pair_gives_each_side_its_own() {
        let mut pair = BySide::new(Side::index);
        pair[Side::Black] += 10;
        assert_eq!(pair, BySide { red: 0, black: 11 });
    }
}
