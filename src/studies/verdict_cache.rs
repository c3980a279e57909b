//! Cache of verdicts on a user's own studies, as a file keeps them.

use super::{Mate, Study, StudyVerdict};
use std::collections::BTreeMap;

/// Verdicts on a user's own positions, by study id.
///
/// Each line of the file has the id and the last six fields of a row as in `resources/studies/README.md`, separated by
/// tabs. Other lines are ignored: their verdicts can be worked out again.
#[derive(Clone, Debug, Default)]
pub struct VerdictCache(BTreeMap<String, StudyVerdict>);

impl VerdictCache {
    /// Reads the lines of a file; the last one about a study counts.
    pub fn read(text: &str) -> Self {
        let read = |line: &str| {
            let (id, verdict) = line.split_once('\t')?;
            let verdict: Vec<_> = verdict.split('\t').collect();
            Some((id.to_owned(), StudyVerdict::read(&verdict)?))
        };
        Self(text.lines().filter_map(read).collect())
    }

    /// The lines for a file.
    pub fn to_text(&self) -> String {
        let line = |(id, verdict): (&String, &StudyVerdict)| format!("{id}\t{}\n", verdict.row());
        self.0.iter().map(line).collect()
    }

    /// Adds the verdict on a study.
    pub fn add(&mut self, study: &Study) {
        self.0.insert(study.id(), study.verdict().clone());
    }

    /// The study with its cached verdict; `None` if there is none that fits its position.
    pub fn apply(&self, study: &Study) -> Option<Study> {
        let known = self.0.get(&study.id())?;
        let holds = known.mate().is_none_or(|mate| holds(study, mate));
        holds.then(|| study.with_verdict(known.clone()))
    }
}

/// Whether the line of a mate is legal, and mates.
fn holds(study: &Study, mate: &Mate) -> bool {
    let mut position = study.position();
    for mv in &mate.line {
        match position.play(*mv) {
            Ok(next) => position = next,
            Err(_) => return false,
        }
    }
    mate.line.len() + 1 == 2 * mate.moves && !position.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::{Estimate, find};

    #[test]
    fn verdicts_are_written_and_read_again() {
        let mut known = VerdictCache::default();
        let studies = ["mengru-shenji:1", "shiqing-yaqu:4"].map(|id| find(id).expect("a study"));
        let estimated = studies[1].with_verdict(StudyVerdict::Estimated(Estimate::Win));
        for study in [studies[0], studies[1], &estimated] {
            known.add(study);
        }
        let text = "nonsense\n\n".to_owned() + &known.to_text();
        for known in [known, VerdictCache::read(&text)] {
            let bare = studies[0].with_verdict(StudyVerdict::Unknown);
            assert_eq!(known.apply(&bare).as_ref(), Some(studies[0]));
            assert_eq!(known.apply(studies[1]), Some(estimated.clone()));
            assert_eq!(known.apply(find("shiqing-yaqu:2").expect("a study")), None);
        }
    }

    #[test]
    fn a_mate_that_does_not_fit_the_position_is_left_out() {
        let study = find("mengru-shenji:1").expect("a study");
        let mut known = VerdictCache::default();
        known.add(study);
        let line = known.to_text();
        for (from, to) in [("e9d9", "e9e7"), ("mate\t3", "mate\t4"), (" c9d7", "")] {
            assert!(line.contains(from));
            let known = VerdictCache::read(&line.replace(from, to));
            assert_eq!(known.apply(study), None, "{from}");
        }
    }
}
