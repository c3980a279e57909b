//! Verdicts on studies: proved mates and estimates.

use crate::engine::BetterMoves;
use crate::rules::Move;

/// Verdict on a study, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyVerdict {
    /// It mates whatever the other side does, or wins [by rule](Mate::by_rule); proved by the solver.
    Mate(Mate),
    /// Estimate on which two searches of the engine agree; nothing is proved.
    Estimated(Estimate),
    /// A review has found a clearly better move than the one that was played.
    Better(BetterMoves),
    /// Nothing is known.
    Unknown,
}

/// Proved mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Number of own moves, at least one.
    pub moves: usize,
    /// Whether it is proved that no mate is shorter.
    pub is_exact: bool,
    /// Number of first moves found to mate in as many moves, at least one.
    pub ways: usize,
    /// Whether the other side can also give check for ever, and loses by ruling if it does: then the number of moves is that
    /// of the longest line without a repetition.
    pub by_rule: bool,
    /// Node limit of the solver within which it is proved.
    pub nodes: u64,
    /// The moves of both sides, `2 * moves - 1` of them; the other side resists as long as it can.
    pub line: Vec<Move>,
}

/// Third value of the field for exactness, besides yes and no: won by rule.
const BY_RULE: &str = "rule";

impl Mate {
    fn read(moves: &str, exact: &str, ways: &str, nodes: &str, line: &str) -> Option<Self> {
        let line = line.split(' ').map(str::parse);
        let by_rule = exact == BY_RULE;
        Some(Self {
            moves: moves.parse().ok()?,
            is_exact: !by_rule && exact.parse().ok()?,
            ways: ways.parse().ok()?,
            by_rule,
            nodes: nodes.parse().ok()?,
            line: line.collect::<Result<_, _>>().ok()?,
        })
    }
}

/// Estimate of the engine, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// It wins.
    Win,
    /// Neither side wins.
    Draw,
}

impl Estimate {
    /// Keyword in files and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
        }
    }
}

impl StudyVerdict {
    /// Reads the last fields of a row: verdict, moves, exact, ways, nodes and line. All but the first may be empty,
    /// except for a mate; one whose line is still to be found counts as unknown.
    pub(super) fn read(fields: &[&str]) -> Option<Self> {
        let [word, moves, exact, ways, nodes, line] = *fields else {
            return None;
        };
        match word {
            "mate" if line.is_empty() => Some(Self::Unknown),
            "mate" => Mate::read(moves, exact, ways, nodes, line).map(Self::Mate),
            "unknown" => Some(Self::Unknown),
            _ => {
                let all = [Estimate::Win, Estimate::Draw];
                let known = all.into_iter().find(|estimate| estimate.word() == word);
                known.map(Self::Estimated)
            }
        }
    }

    /// The six fields that [`read`](Self::read) takes, between tabs.
    pub(super) fn row(&self) -> String {
        match self.mate() {
            Some(mate) => {
                let line: Vec<_> = mate.line.iter().map(Move::to_string).collect();
                let exact = if mate.by_rule {
                    BY_RULE
                } else if mate.is_exact {
                    "true"
                } else {
                    "false"
                };
                let moves = mate.moves;
                let (ways, nodes) = (mate.ways, mate.nodes);
                format!(
                    "mate\t{moves}\t{exact}\t{ways}\t{nodes}\t{}",
                    line.join(" ")
                )
            }
            None => format!("{}\t\t\t\t\t", self.word()),
        }
    }

    /// Keyword in files and in JSON: `mate`, `win`, `draw`, `better` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Mate(_) => "mate",
            Self::Estimated(estimate) => estimate.word(),
            Self::Better(_) => "better",
            Self::Unknown => "unknown",
        }
    }

    /// The mate, if one is proved.
    pub const fn mate(&self) -> Option<&Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::Estimated(_) | Self::Better(_) | Self::Unknown => None,
        }
    }

    /// The better moves of a drill.
    pub const fn better(&self) -> Option<&BetterMoves> {
        match self {
            Self::Better(better) => Some(better),
            Self::Mate(_) | Self::Estimated(_) | Self::Unknown => None,
        }
    }

    /// The moves of the solution; none if nothing is known.
    pub fn line(&self) -> &[Move] {
        match self {
            Self::Mate(mate) => &mate.line,
            Self::Better(better) => &better.line,
            Self::Estimated(_) | Self::Unknown => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_and_nothing_else_is() {
        let read = |row: &str| StudyVerdict::read(&row.split('\t').collect::<Vec<_>>());
        let mate = read("mate\t2\ttrue\t1\t20000\tb0b8 e9d9 a8a9").expect("a mate");
        assert_eq!(mate.word(), "mate");
        let mate = mate.mate().expect("a mate");
        assert_eq!(
            (mate.moves, mate.ways, mate.nodes, mate.line.len()),
            (2, 1, 20_000, 3)
        );
        assert!(mate.is_exact && !mate.by_rule);
        let row = "mate\t2\trule\t1\t20000\tb0b8 e9d9 a8a9";
        let ruled = read(row).expect("a win by rule");
        assert!((ruled.mate()).is_some_and(|mate| mate.by_rule && !mate.is_exact));
        assert_eq!(ruled.row(), row);
        assert_eq!(
            read("win\t\t\t\t1000000\t"),
            Some(StudyVerdict::Estimated(Estimate::Win))
        );
        for row in ["unknown\t\t\t\t\t", "mate\t2\t\t\t20000\t"] {
            assert_eq!(read(row), Some(StudyVerdict::Unknown), "{row}");
        }
        for row in [
            "mate\t2\t\t1\t20000\tb0b8 e9d9 a8a9",
            "mate\t2\ttrue\t\t20000\tb0b8 e9d9 a8a9",
            "mate\t2\ttrue\t1\t20000\tb0b8 e9",
            "mate\t2\t1\t20000\tb0b8 e9d9 a8a9",
            "loss\t\t\t\t\t",
            "",
        ] {
            assert_eq!(read(row), None, "{row}");
        }
    }
}
