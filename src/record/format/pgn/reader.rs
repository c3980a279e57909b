//! Assembly of games from tags, start, moves and result.

use super::super::batch::Batch;
use super::super::reasons::{is_reason, outcome};
use super::super::{Caution, Format, Loaded, ReadError, results, terms};
use super::dialect;
use super::movetext::{ParsedGame, ReadOptions};
use super::other_games;
use super::sections::{self, GameSection};
use super::tags::{self, RawTag};
use super::writer::VIETNAMESE;
use crate::record::{Head, Tags};
use crate::rules::{Setup, Terms};
use serde_json::Number;
use std::borrow::Cow;

/// Reads all games of a text.
pub(in super::super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let sections: Vec<_> = sections::of(text).collect();
    let mut games = Batch::new();
    for (index, section) in sections.iter().enumerate() {
        if games.is_full() {
            games.leave_out(sections.len() - index);
            break;
        }
        let game = read_game(text, section);
        let is_nothing =
            |game: &ParsedGame| section.tags.is_empty() && game.record.move_count() == 0;
        if !game.as_ref().is_ok_and(is_nothing) {
            games.add(index + 1, game.map(Loaded::from));
        }
    }
    games.finish()
}

/// Reads one game.
pub(super) fn read_game(text: &str, section: &GameSection<'_>) -> Result<ParsedGame, ReadError> {
    let moves = &text[section.moves.clone()];
    if moves.len() > Format::Pgn.largest_game() {
        return Err(ReadError::TooLarge);
    }
    if let Some(name) = other_games::other_game(section, moves) {
        return Err(ReadError::OtherGame(name));
    }
    let fen = tags::find(&section.tags, "FEN").filter(|fen| !fen.trim().is_empty());
    let start = match &fen {
        Some(fen) => Setup::from_fen(fen).map_err(ReadError::Fen)?,
        None => Setup::start(),
    };
    let format = tags::find(&section.tags, "Format");
    let mut reading = if format.is_some_and(|format| format == VIETNAMESE) {
        dialect::read_vietnamese(moves, &start, ReadOptions::MOVETEXT)
    } else {
        dialect::read(moves, &start, ReadOptions::MOVETEXT)
    };
    if let Some(what) = fen.and_then(|fen| Caution::of_side(&fen, &reading.record)) {
        reading.cautions.insert(0, (0, what));
    }
    if section.has_more_tags {
        let what = Caution::TooManyTags {
            most: sections::MAX_TAGS,
        };
        reading.cautions.push((0, what));
    }
    finish_with_empty(&mut reading, &section.tags)?;
    Ok(reading)
}

/// Adds the tags of another format's head, in which an empty field means a missing one.
pub(in super::super) fn finish(
    reading: &mut ParsedGame,
    raw: &[RawTag<'_>],
) -> Result<(), ReadError> {
    let raw = raw.iter().filter(|(_, value)| !value.trim().is_empty());
    finish_with_empty(reading, &raw.copied().collect::<Vec<_>>())
}

/// Adds the information of the tags, including empty ones.
fn finish_with_empty(reading: &mut ParsedGame, raw: &[RawTag<'_>]) -> Result<(), ReadError> {
    tags::set(&mut reading.record.tags, raw);
    set_terms(reading, raw);
    set_outcome(reading, raw)
}

fn set_terms(reading: &mut ParsedGame, raw: &[RawTag<'_>]) {
    let rulebook = tags::find(raw, tags::RULEBOOK).map(Cow::into_owned);
    let said = tags::find(raw, tags::NO_CAPTURE);
    let limit: Option<Number> = said.as_deref().and_then(|text| text.parse().ok());
    let (tags, cautions) = (&mut reading.record.tags, &mut reading.cautions);
    // A word or number that is not known stays as a tag.
    let mut warn = |what: Caution| {
        match &what {
            Caution::UnknownRulebook { word, .. } => tags.set(tags::RULEBOOK, word),
            Caution::UnknownLimit { number, .. } => tags.set(tags::NO_CAPTURE, number),
            _ => {}
        }
        cautions.push((0, what));
    };
    if let Some(text) = said.filter(|_| limit.is_none()) {
        let (number, instead) = (text.into_owned(), Terms::default().no_capture);
        warn(Caution::UnknownLimit { number, instead });
    }
    reading.record.terms = terms::read(rulebook, limit, warn);
}

/// Sets the result of the head, or else the one after the moves. A truncated game keeps its result but loses the
/// reason, which belongs to its last move.
fn set_outcome(reading: &mut ParsedGame, raw: &[RawTag<'_>]) -> Result<(), ReadError> {
    let cautions = &mut reading.cautions;
    let head = tags::find(raw, "Result").filter(|text| !text.trim().is_empty());
    let known = head.as_deref().and_then(results::in_field);
    if let (Some(text), None) = (&head, known) {
        let text = text.clone().into_owned();
        cautions.push((0, Caution::UnknownResult { text }));
    }
    let result = known.or(reading.result).unwrap_or("*");
    // An open result after the moves does not contradict the head.
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

/// The entry for a list of games, without reading the moves: some tags, and the result in the tags.
pub(super) fn head(section: &GameSection<'_>) -> Head {
    let mut known = Tags::default();
    tags::set(&mut known, &section.tags);
    let result = tags::find(&section.tags, "Result").filter(|text| !text.trim().is_empty());
    Head::of(&known, result.and_then(|text| results::in_field(&text)))
}
