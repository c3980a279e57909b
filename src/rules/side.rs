//! The two players, and pairs of values for them.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. Red sits at ranks 0 to 4 and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// 红: the side that moves first.
    Red,
    /// 黑: the side that moves second.
    Black,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The rank step that leads towards the opponent: `1` for Red, `-1` for Black.
    #[must_use]
    pub const fn forward(self) -> i8 {
        match self {
            Self::Red => 1,
            Self::Black => -1,
        }
    }

    /// `0` for Red and `1` for Black, for tables with one entry per side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side; `!side` outside of constants.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// Keyword in files and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }

    /// The side with this keyword.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.word() == word)
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
