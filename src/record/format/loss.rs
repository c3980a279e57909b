//! Losses of a game that is written in a format without a place for all that it has.

use super::{Charset, Target, ccbridge, dhtmlxq, write, xqf};
use crate::record::{Notes, Record};
use crate::rules::{Outcome, Terms};

/// Information about a game that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Parts of the start: its counters, or pieces beyond a full set.
    Start,
    /// Terms agreed on before the game.
    Terms,
    /// The reason for the game's end.
    Reason,
    /// Tags, by name.
    Tags(Vec<String>),
    /// A tag longer than its field, by name.
    ShortenedTag(String),
    /// Characters missing in the format's character set.
    Letters,
    /// Characters that are written, but that programs which know only GBK do not show.
    BeyondGbk(String),
    /// Annotation signs such as `!`.
    Signs,
    /// Clock times.
    Clocks,
    /// Evaluations by an engine.
    Evaluations,
    /// Arrows and circles.
    Drawings,
    /// Fields of the file to be replaced that a newer version has written.
    NewerFields,
}

impl Loss {
    /// Whether these losses, which the user has accepted, cover this one.
    pub fn is_among(&self, accepted: &[Self]) -> bool {
        accepted.iter().any(|known| match (self, known) {
            (Self::Tags(names), Self::Tags(known)) => names.iter().all(|name| known.contains(name)),
            (Self::BeyondGbk(letters), Self::BeyondGbk(known)) => {
                letters.chars().all(|letter| known.contains(letter))
            }
            _ => self == known,
        })
    }
}

/// The losses of writing a game in this format and character set.
pub fn losses_in(record: &Record, target: Target, charset: Charset) -> Vec<Loss> {
    let mut losses = losses(record, target);
    if charset == Charset::Gb18030 && target.has_charset() {
        let text = write(record, target);
        let letters = Charset::beyond_gbk(&String::from_utf8_lossy(&text));
        losses.extend((!letters.is_empty()).then_some(Loss::BeyondGbk(letters)));
    }
    losses
}

/// The losses of writing a game in this format.
pub fn losses(record: &Record, target: Target) -> Vec<Loss> {
    match target {
        Target::Json | Target::Pgn(_) => Vec::new(),
        Target::Xqf => xqf::losses(record),
        Target::DhtmlXq => dhtmlxq::losses(record),
        Target::Cbr | Target::Cbl => ccbridge::losses(record),
    }
}

/// Losses of agreements: terms, and the reason for the end.
pub(super) fn of_agreements(record: &Record) -> impl Iterator<Item = Loss> {
    let has_reason = !record.outcome.is_none_or(Outcome::is_unstated);
    let terms = (record.terms != Terms::default()).then_some(Loss::Terms);
    terms.into_iter().chain(has_reason.then_some(Loss::Reason))
}

/// Losses of tags: those without a field, together, and each that is too long for its field.
pub(super) fn of_tags(
    record: &Record,
    has_field: impl Fn(&str) -> bool,
    fits: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Loss> {
    let names = || record.tags.shared().map(|(name, _)| name);
    let lost: Vec<_> = names()
        .filter(|name| !has_field(name))
        .map(str::to_owned)
        .collect();
    let short = names().filter(|name| has_field(name) && !fits(name));
    let short: Vec<_> = short
        .map(|name| Loss::ShortenedTag(name.to_owned()))
        .collect();
    let lost = (!lost.is_empty()).then_some(Loss::Tags(lost));
    lost.into_iter().chain(short)
}

/// [`Loss::Letters`], if some text of the game is not kept, among the tags with a field and the comments.
pub(super) fn of_letters(
    record: &Record,
    has_field: impl Fn(&str) -> bool,
    is_kept: impl Fn(&str) -> bool,
) -> Option<Loss> {
    let tags = record.tags.iter().filter(|(name, _)| has_field(name));
    let comments = record.walk().flat_map(|id| {
        let notes = record.node(id).notes();
        [notes.before.as_str(), notes.comment.as_str()]
    });
    let mut texts = tags
        .map(|(_, value)| value)
        .chain([record.comment.as_str()])
        .chain(comments);
    (!texts.all(is_kept)).then_some(Loss::Letters)
}

/// Losses of annotations other than comments.
pub(super) fn of_marks(record: &Record) -> impl Iterator<Item = Loss> {
    let any = |has: fn(&Notes) -> bool| {
        let mut all = std::iter::once(record.root()).chain(record.walk());
        all.any(|id| has(record.node(id).notes()))
    };
    [
        (any(|notes| !notes.signs.is_empty()), Loss::Signs),
        (any(|notes| notes.clock.is_some()), Loss::Clocks),
        (any(|notes| notes.evaluation.is_some()), Loss::Evaluations),
        (any(|notes| !notes.drawings.is_empty()), Loss::Drawings),
    ]
    .into_iter()
    .filter_map(|(is_lost, what)| is_lost.then_some(what))
}
