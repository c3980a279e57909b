//! A move as two points: ICCS `H2-E2`, `h2e2` as in engines, and `h3e3` in programs that count ranks from 1. Can be
//! read without a position.
//!
//! Accepted in either case, with or without a dash. The numbering of ranks must be known; only a rank 10 is
//! unambiguous. An uppercase letter before a lowercase one names a piece, in algebraic notation: `C3d5`.

use crate::rules::{File, Move, Point, Rank};

/// Numbering of ranks from Red's home rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranks {
    /// 0 to 9: ICCS, UCCI, XBoard.
    From0,
    /// 1 to 10: Fairy-Stockfish, PyChess.
    From1,
}

impl Ranks {
    /// The number of the lowest rank.
    const fn first(self) -> u8 {
        match self {
            Self::From0 => 0,
            Self::From1 => 1,
        }
    }

    /// Parses the rank at the beginning of a text; returns it and the rest.
    pub(super) fn split(self, text: &[char]) -> Option<(Rank, &[char])> {
        let (number, rest) = match text {
            ['1', '0', rest @ ..] if self == Self::From1 => (10, rest),
            [digit @ '0'..='9', rest @ ..] => (*digit as u8 - b'0', rest),
            _ => return None,
        };
        let rank = Rank::new(number.checked_sub(self.first())?)?;
        Some((rank, rest))
    }

    /// Parses the point at the beginning of a text; returns it and the rest.
    fn split_point(self, text: &[char]) -> Option<(Point, &[char])> {
        let (&file, rest) = text.split_first()?;
        let file = File::from_letter(file)?;
        let (rank, rest) = self.split(rest)?;
        Some((Point::new(file, rank), rest))
    }
}

/// Writes ICCS: uppercase, with a dash.
pub(super) fn write_iccs(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to).to_ascii_uppercase()
}

/// Writes two points with ranks from 1 to 10.
pub(super) fn write_from_1(mv: Move) -> String {
    let [from, to] = [mv.from, mv.to].map(|point| {
        let rank = point.rank().index() + 1;
        format!("{}{rank}", point.file().letter())
    });
    from + &to
}

/// Parses two points, with or without a dash between.
pub(super) fn parse(text: &[char], ranks: Ranks) -> Option<Move> {
    let (from, rest) = ranks.split_point(text)?;
    let target = rest.strip_prefix(&['-']).unwrap_or(rest);
    let (to, rest) = ranks.split_point(target)?;
    let names_piece = text[0].is_ascii_uppercase() && target[0].is_ascii_lowercase();
    (rest.is_empty() && !names_piece).then_some(Move::new(from, to))
}

/// Parses two points of which at least one is on a rank 10, so that ranks are counted from 1 beyond doubt.
pub(super) fn parse_with_ten(text: &[char]) -> Option<Move> {
    let has_ten = text.windows(2).any(|pair| pair == ['1', '0']);
    parse(text, Ranks::From1).filter(|_| has_ten)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, ranks: Ranks) -> Option<Move> {
        parse(&text.chars().collect::<Vec<_>>(), ranks)
    }

    #[test]
    fn iccs_is_upper_case_with_a_dash() {
        let mv = "h2e2".parse().expect("a move");
        assert_eq!(write_iccs(mv), "H2-E2");
        assert_eq!(write_from_1(mv), "h3e3");
        let mv = "a9a8".parse().expect("a move");
        assert_eq!(write_from_1(mv), "a10a9");
    }

    #[test]
    fn a_dash_and_the_case_do_not_matter() {
        let mv = "h2e2".parse().ok();
        for text in ["H2-E2", "h2e2", "h2-e2", "H2E2"] {
            assert_eq!(parsed(text, Ranks::From0), mv, "{text}");
        }
        for text in [
            "", "-", "h2", "h2-", "h2--e2", "h2e", "h2-e10", "h2j2", "-h2e2", "h2e2-", "H2e2",
            "H2-e2",
        ] {
            assert_eq!(parsed(text, Ranks::From0), None, "{text}");
        }
    }

    #[test]
    fn ranks_are_read_as_they_are_counted() {
        let from_1 = |text| parsed(text, Ranks::From1).map(|mv| mv.to_string());
        assert_eq!(from_1("h3e3").as_deref(), Some("h2e2"));
        assert_eq!(from_1("A10-A9").as_deref(), Some("a9a8"));
        assert_eq!(from_1("a1a10").as_deref(), Some("a0a9"));
        for text in ["h0e0", "h2e0", "a11a10", "a10a", "a010a1", "a1a100"] {
            assert_eq!(from_1(text), None, "{text}");
        }
        let with_ten = |text: &str| parse_with_ten(&text.chars().collect::<Vec<_>>());
        assert_eq!(with_ten("a10a9"), parsed("a9a8", Ranks::From0));
        assert_eq!(with_ten("h3e3"), None);
    }

    #[test]
    fn every_move_is_read_back() {
        for (from, to) in Point::all().flat_map(|from| Point::all().map(move |to| (from, to))) {
            let mv = Move::new(from, to);
            assert_eq!(parsed(&write_from_1(mv), Ranks::From1), Some(mv));
            assert_eq!(parsed(&write_iccs(mv), Ranks::From0), Some(mv));
        }
    }
}
