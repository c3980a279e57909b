//! Games as records: tags, start, moves and result together.

use super::super::reasons::{is_reason, outcome};
use super::super::{Caution, Loaded, ReadError, Warning, results, terms};
use super::kind;
use super::movetext::{self, Manner, Reading};
use super::sections::{self, Section};
use super::tags::{self, RawTag};
use crate::record::Tags;
use crate::rules::Setup;
use std::borrow::Cow;

/// How many moves are read at once; they take half a kilobyte each.
const MOST_MOVES: usize = 1_000_000;

/// Reads every game of a text.
pub(in super::super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let sections = sections::of(text);
    let mut loaded = Loaded {
        records: Vec::new(),
        warnings: Vec::new(),
    };
    let mut first_error = None;
    let mut moves = 0;
    for (index, section) in sections.iter().enumerate() {
        let game = loaded.records.len();
        let warn = |(line, what)| Warning { game, line, what };
        if moves > MOST_MOVES {
            let left = sections.len() - index;
            loaded
                .warnings
                .push(warn((0, Caution::TooManyGames { left })));
            break;
        }
        match read_game(text, section) {
            Ok(reading) if section.tags.is_empty() && reading.record.move_count() == 0 => {}
            Ok(reading) => {
                moves += reading.record.move_count();
                loaded
                    .warnings
                    .extend(reading.cautions.into_iter().map(warn));
                loaded.records.push(reading.record);
            }
            Err(why) => {
                first_error.get_or_insert_with(|| why.clone());
                let number = index + 1;
                let why = Box::new(why);
                loaded
                    .warnings
                    .push(warn((0, Caution::LostGame { number, why })));
            }
        }
    }
    if loaded.records.is_empty() {
        return Err(first_error.unwrap_or(ReadError::Unknown));
    }
    // The last ones may be missing.
    for warning in &mut loaded.warnings {
        warning.game = warning.game.min(loaded.records.len() - 1);
    }
    Ok(loaded)
}

/// Reads one game.
pub(super) fn read_game(text: &str, section: &Section<'_>) -> Result<Reading, ReadError> {
    let moves = &text[section.moves.clone()];
    if let Some(name) = kind::other_game(section, moves) {
        return Err(ReadError::OtherGame(name));
    }
    let fen = tags::find(&section.tags, "FEN").filter(|fen| !fen.trim().is_empty());
    let start = match fen {
        Some(fen) => Setup::from_fen(&fen).map_err(ReadError::Fen)?,
        None => Setup::start(),
    };
    let manner = Manner { skips_words: false };
    let mut reading = movetext::read(moves, &start, manner).map_err(ReadError::Position)?;
    finish(&mut reading, &section.tags)?;
    Ok(reading)
}

/// Adds what the tags say beside the moves.
pub(in super::super) fn finish(reading: &mut Reading, raw: &[RawTag<'_>]) -> Result<(), ReadError> {
    tags::set(&mut reading.record.tags, raw);
    set_terms(reading, raw);
    set_outcome(reading, raw)
}

fn set_terms(reading: &mut Reading, raw: &[RawTag<'_>]) {
    let rulebook = tags::find(raw, tags::RULEBOOK).map(Cow::into_owned);
    let limit = tags::find(raw, tags::NO_CAPTURE).and_then(|text| text.parse().ok());
    let cautions = &mut reading.cautions;
    let unknown = &mut reading.record.unknown;
    reading.record.terms = terms::read(rulebook, limit, unknown, &mut |what| {
        cautions.push((0, what));
    });
}

/// The result is that of the head, else the one after the moves; a game that was cut short keeps it, but why it
/// ended so belongs to its last move.
fn set_outcome(reading: &mut Reading, raw: &[RawTag<'_>]) -> Result<(), ReadError> {
    let cautions = &mut reading.cautions;
    let head = tags::find(raw, "Result").filter(|text| !text.trim().is_empty());
    let known = head.as_deref().and_then(results::in_field);
    if let (Some(text), None) = (&head, known) {
        let text = text.clone().into_owned();
        cautions.push((0, Caution::UnknownResult { text }));
    }
    let result = known.or(reading.result).unwrap_or("*");
    // An open result after the moves says nothing against the head.
    let other = |moves: &&str| *moves != result && *moves != "*";
    if let Some(moves) = reading.result.filter(other) {
        let (head, moves) = (result.to_owned(), moves.to_owned());
        cautions.push((0, Caution::TwoResults { head, moves }));
    }
    let reason = tags::find(raw, tags::TERMINATION);
    let reason = reason.filter(|word| reading.is_whole && is_reason(word));
    let warn = &mut |what| cautions.push((0, what));
    reading.record.outcome = outcome(result, reason.as_deref(), warn)?;
    Ok(())
}

/// What a browser of games shows without reading the moves: the tags, and the result that the head gives.
pub(super) fn head(section: &Section<'_>) -> (Tags, Option<&'static str>) {
    let mut known = Tags::default();
    tags::set(&mut known, &section.tags);
    let result = tags::find(&section.tags, "Result").filter(|text| !text.trim().is_empty());
    (known, result.and_then(|text| results::in_field(&text)))
}
