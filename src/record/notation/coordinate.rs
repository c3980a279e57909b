//! A move as two points: ICCS `H2-E2`, and `h2e2` as engines say it. Needs no position to read back.
//!
//! Read: either case, with a dash or without; ranks 0 to 9.

use crate::rules::Move;

/// Writes ICCS: upper case, with a dash.
pub(super) fn write_iccs(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to).to_ascii_uppercase()
}

/// Reads two points, with a dash between or not.
pub(super) fn parse(text: &[char]) -> Option<Move> {
    let (&[file, rank], rest) = text.split_first_chunk::<2>()?;
    let goal = rest.strip_prefix(&['-']).unwrap_or(rest);
    let points: String = [file, rank].iter().chain(goal).collect();
    points.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iccs_is_upper_case_with_a_dash() {
        let mv = "h2e2".parse().expect("a move");
        assert_eq!(write_iccs(mv), "H2-E2");
    }

    #[test]
    fn a_dash_and_the_case_do_not_matter() {
        let parsed = |text: &str| parse(&text.chars().collect::<Vec<_>>());
        let mv = "h2e2".parse().ok();
        for text in ["H2-E2", "h2e2", "h2-e2", "H2E2"] {
            assert_eq!(parsed(text), mv, "{text}");
        }
        for text in [
            "", "-", "h2", "h2-", "h2--e2", "h2e", "h2-e10", "h2j2", "-h2e2", "h2e2-",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
