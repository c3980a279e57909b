//! How things and sentences stand one after the other.

use super::catalogue::say_about;

/// One sentence after the other: `It is late. Go home.`
pub(super) fn sentences(all: impl IntoIterator<Item = String>) -> String {
    let mut all = all.into_iter();
    let first = all.next().unwrap_or_default();
    // Translators: Two whole sentences, one after the other. Without the blank where a language has none between them.
    all.fold(first, |first, next| {
        say_about!("sentences", "{first} {next}", first, next)
    })
}

/// Things with commas between them and no `and`: `a, b, c`.
pub(super) fn enumerated(all: impl IntoIterator<Item = String>) -> String {
    let mut all = all.into_iter();
    let first = all.next().unwrap_or_default();
    // Translators: Things of a list that have a comma between them, such as the moves C2=5, C2=4, C2=3.
    all.fold(first, |first, next| {
        say_about!("list", "{first}, {next}", first, next)
    })
}

/// Things of which one is meant: `a or b or c`.
pub(super) fn alternatives(all: impl IntoIterator<Item = String>) -> String {
    let mut all = all.into_iter();
    let first = all.next().unwrap_or_default();
    // Translators: Moves of which one is meant, such as h2e2 or b2e2.
    all.fold(first, |first, next| {
        say_about!("list", "{first} or {next}", first, next)
    })
}
