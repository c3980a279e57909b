//! Every case gets its known verdict.

use super::cases::{self, Case, chased, conducts, ended, told};
use chuhe::rules::Side;

/// Differences from the block, one per line.
fn differences(case: &Case) -> Vec<String> {
    let ruling = case.ruling();
    let Some(verdict) = ended(&ruling) else {
        return vec![format!("{}: no ruling but {ruling:?}", case.name)];
    };
    if case.contested {
        return Vec::new();
    }
    let mut found = vec![("verdict", told(verdict), case.verdict.to_owned())];
    let cycle = verdict.cycle.as_ref();
    for side in Side::ALL {
        let expected = case.conducts[side].unwrap_or_default().to_owned();
        let conducts = cycle.map(|cycle| conducts(cycle, side)).unwrap_or_default();
        found.push((
            "conduct",
            format!("{side} {conducts}"),
            format!("{side} {expected}"),
        ));
    }
    let mut expected = case.chased.clone();
    let mut chased = cycle.map(chased).unwrap_or_default();
    expected.sort_unstable();
    chased.sort_unstable();
    found.push(("chased", chased.join(", "), expected.join(", ")));
    let differs = |(what, is, should): (&str, String, String)| {
        (is != should).then(|| format!("{}: {what} is {is:?}, not {should:?}", case.name))
    };
    found.into_iter().filter_map(differs).collect()
}

#[track_caller]
fn check(cases: &[Case], count: usize) {
    assert_eq!(cases.len(), count, "cases in the file");
    let wrong: Vec<_> = cases.iter().flat_map(differences).collect();
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_federations_cases_are_ruled_as_published() {
    let cases = cases::asian();
    assert_eq!(cases.iter().filter(|case| case.contested).count(), 9);
    check(&cases, 248);
}

#[test]
fn composed_cases_are_ruled_by_the_text_of_the_rules() {
    check(&cases::composed(), 26);
}

#[test]
fn other_terms_have_their_own_verdicts() {
    check(&cases::other_terms(), 13);
}
