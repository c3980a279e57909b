//! The program's own format, media type `application/vnd.chuhe.game+json`, described in `docs/FORMAT.md`.
//!
//! Parsing is lenient about fields in any order, a byte-order mark, and missing tags, terms, result and reason. Fields of
//! newer versions are left out with a caution, and a file that has some is not replaced without a question.

use super::lines::{self, MoveField, VariationField};
use super::reasons::{is_reason, outcome, reason_word};
use super::{Caution, Loaded, ReadError, Warning, limit_number, terms};
use crate::record::{Record, Tags};
use crate::rules::{Move, Outcome, Setup, named_side};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// Value of the field `format`.
const NAME: &str = "chuhe-game";
/// The newest version read, which is also the one written.
const VERSION: u64 = 1;

/// Fields written by newer versions, by name.
pub(super) type NewerFields = HashMap<String, IgnoredAny>;

/// The fields by which the file is recognized.
#[derive(Deserialize)]
struct FileHeader {
    format: Option<Value>,
    version: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct GameFile {
    format: String,
    version: u64,
    #[serde(default)]
    tags: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rulebook: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    no_capture: Option<Number>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evaluation: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawings: Vec<String>,
    #[serde(default)]
    moves: Vec<MoveField>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// State of the session; see [`SessionState`](crate::game::SessionState).
    #[serde(default, rename = "sitting", skip_serializing_if = "Option::is_none")]
    session: Option<Value>,
    #[serde(flatten, skip_serializing)]
    newer: NewerFields,
}

impl GameFile {
    /// Whether any part has a field of a newer version.
    fn has_newer_fields(&self) -> bool {
        !self.newer.is_empty()
            || self.tags.values().any(|value| !value.is_string())
            || lines::are_newer(self.evaluation.as_deref(), &self.drawings)
            || lines::have_newer_fields(&self.moves, &self.variations)
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Loaded, ReadError> {
    read_session(bytes).map(|(loaded, _)| loaded)
}

/// Reads a game, and the state of its session if it has one.
pub(super) fn read_session(bytes: &[u8]) -> Result<(Loaded, Option<Value>), ReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let bytes = &with_whole_pairs(bytes);
    // Of files with several values, as programs write them in lines, none is of this format.
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<FileHeader>();
    let header = values.next().ok_or(ReadError::ForeignJson)?;
    let header = header.map_err(|error| fault(&error))?;
    if header.format.as_ref().and_then(Value::as_str) != Some(NAME) {
        return Err(ReadError::ForeignJson);
    }
    match header.version.as_ref().and_then(Value::as_u64) {
        Some(found) if found > VERSION => {
            return Err(ReadError::NewerVersion {
                found,
                known: VERSION,
            });
        }
        _ => {}
    }
    let mut file: GameFile = serde_json::from_slice(bytes).map_err(|error| fault(&error))?;
    let session = file.session.take();
    let mut warnings = Vec::new();
    let fen = file.start.clone();
    let record = record(file, &mut |line, what| {
        warnings.push(Warning::of_line(line, what));
    })?;
    let loaded = Loaded {
        records: vec![record],
        warnings,
    };
    Ok((loaded.with_side_of(fen.as_deref()), session))
}

/// The text with a replacement character for each escaped half of a surrogate pair, as some programs write them.
fn with_whole_pairs(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut mended = Cow::Borrowed(bytes);
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|byte| *byte == b'\\') {
        at += step;
        let is_pair =
            |first, second| (0xd800..0xdc00).contains(&first) && (0xdc00..0xe000).contains(&second);
        match (unit(at), unit(at + 6)) {
            (Some(first), Some(second)) if is_pair(first, second) => at += 12,
            (Some(0xd800..=0xdfff), _) => {
                mended.to_mut()[at + 2..at + 6].copy_from_slice(b"fffd");
                at += 6;
            }
            _ => at = (at + 2).min(bytes.len()),
        }
    }
    mended
}

/// Converts the parser's error.
pub(super) fn fault(error: &serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        return ReadError::Truncated { line };
    }
    ReadError::Json { line, column }
}

/// The start of a game. If only the other side can make the first move, that side is to move.
fn start(file: &GameFile, warn: &mut impl FnMut(usize, Caution)) -> Result<Setup, ReadError> {
    let Some(fen) = &file.start else {
        return Ok(Setup::start());
    };
    let start = Setup::from_fen(fen).map_err(ReadError::Fen)?;
    let first = file
        .moves
        .first()
        .and_then(|field| field.mv.parse::<Move>().ok());
    let other = start.swap_turn();
    let can_play = |mv| Some(other.position().ok()?.check_move(mv).is_ok());
    if first.and_then(can_play) == Some(true) {
        if named_side(fen).is_some() {
            warn(0, Caution::WrongSide { turn: other.turn });
        }
        return Ok(other);
    }
    Ok(start)
}

fn record(file: GameFile, warn: &mut impl FnMut(usize, Caution)) -> Result<Record, ReadError> {
    let start = start(&file, warn)?;
    // Other formats hold constructed examples, and worse; a file saved from one must be readable.
    let odd = Caution::of_start(&start, !file.moves.is_empty());
    if let Some(what @ Caution::Unplayable(_)) = odd {
        warn(0, what);
    }
    if file.has_newer_fields() {
        warn(0, Caution::NewerFields);
    }
    let mut record = Record::from_any(start);
    record.terms = terms::read(file.rulebook, file.no_capture, |what| warn(0, what));
    let tags = file
        .tags
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::String(text) => Some((name, text)),
            _ => None,
        });
    record.tags = Tags::of_unique(tags.collect());
    record.comment = file.comment;
    let evaluation = file.evaluation.and_then(|text| text.parse().ok());
    let drawings = lines::read_drawings(&file.drawings);
    if evaluation.is_some() || !drawings.is_empty() {
        let notes = record.node_mut(record.root()).notes_mut();
        (notes.evaluation, notes.drawings) = (evaluation, drawings);
    }
    let whole = lines::read(&mut record, file.moves, file.variations, warn);
    let result = file.result.as_deref().unwrap_or("*");
    // The end of a game belongs to its last move; a truncated game has none.
    if whole {
        record.outcome = outcome(result, file.reason.as_deref(), &mut |what| warn(0, what))?;
    }
    Ok(record)
}

/// Whether a caution is about something that only a newer version can have written.
pub fn is_newer(what: &Caution) -> bool {
    match what {
        Caution::ReasonDoesNotFit { reason, .. } => !is_reason(reason),
        Caution::NewerFields | Caution::UnknownRulebook { .. } | Caution::UnknownLimit { .. } => {
            true
        }
        _ => false,
    }
}

/// Whether a file has data of a newer version, which would be lost if this version replaced the file.
pub(super) fn has_more_than_is_read(bytes: &[u8]) -> bool {
    let is_newer = |one: &Warning| is_newer(&one.what);
    read(bytes).is_ok_and(|loaded| loaded.warnings.iter().any(is_newer))
}

/// Writes a game.
pub(super) fn write(record: &Record) -> Vec<u8> {
    write_with(record, record.tags.shared(), None)
}

/// Writes a game into a file of the program itself, with all tags, and the state of its session if there is one.
pub fn write_own(record: &Record, session: Option<Value>) -> Vec<u8> {
    write_with(record, record.tags.iter(), session)
}

fn write_with<'a>(
    record: &Record,
    tags: impl Iterator<Item = (&'a str, &'a str)>,
    session: Option<Value>,
) -> Vec<u8> {
    let (moves, variations) = lines::write(record);
    let at_start = record.node(record.root()).notes();
    let file = GameFile {
        format: NAME.to_owned(),
        version: VERSION,
        tags: tags
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect(),
        start: Some(record.start().to_fen()),
        rulebook: Some(record.terms.rulebook.word().to_owned()),
        no_capture: Some(limit_number(record.terms.no_capture).into()),
        comment: record.comment.clone(),
        evaluation: at_start.evaluation.map(|evaluation| evaluation.to_string()),
        drawings: lines::write_drawings(&at_start.drawings),
        moves,
        variations,
        result: Some(record.outcome.map_or("*", Outcome::score).to_owned()),
        reason: record
            .outcome
            .map(|outcome| reason_word(outcome).to_owned()),
        session,
        newer: NewerFields::new(),
    };
    let mut bytes = serde_json::to_vec_pretty(&file).expect("a game is plain data");
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;
    use crate::record::format::{self, InPlace, Loss, Target};
    use crate::rules::{Side, Terms};
    use serde_json::json;

    fn read_one(text: &str) -> (Record, Vec<Caution>) {
        let mut loaded = read(text.as_bytes()).expect("a game");
        let warnings = loaded.warnings.into_iter().map(|warning| warning.what);
        (loaded.records.remove(0), warnings.collect())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = r#"{"version":1,"format":"chuhe-game","tags":{"red":"A","club":"B","event":""},
            "moves":[{"move":"h2e2"},{"move":"h9g7"}],"result":"1-0","reason":"resignation"}"#;
        let (record, warnings) = read_one(text);
        assert_eq!(warnings, []);
        let again = write(&record);
        let (record, warnings) = read_one(std::str::from_utf8(&again).expect("text"));
        assert_eq!(warnings, []);
        assert_eq!(write(&record), again);
        let value: Value = serde_json::from_slice(&again).expect("JSON");
        assert_eq!(value["tags"], json!({"red": "A", "club": "B", "event": ""}));
        assert_eq!(value["reason"], "resignation");
        assert_eq!(value["start"], Setup::start().to_fen());
    }

    #[test]
    fn only_files_of_the_program_itself_tell_how_it_knows_a_game() {
        let mut record = Record::new(Setup::start()).expect("the start");
        for (name, value) in [
            (Tags::RED, "Anna"),
            (Tags::REMOTE, "0000002a 431a9ed1c208bb74"),
            (Tags::MATCH, "0000002a"),
            (Tags::SCORE, "1-0"),
        ] {
            record.tags.set(name, value);
        }
        let tags = |bytes: &[u8]| {
            let mut loaded = format::read(bytes).expect("a game");
            loaded.records.remove(0).tags
        };
        assert_eq!(tags(&write_own(&record, None)), record.tags);
        for target in Target::ALL {
            let file = format::write(&record, target);
            let mut left = tags(&file);
            for name in [Tags::REMOTE, Tags::MATCH] {
                assert_eq!(left.get(name), None, "{target:?}");
                left.set(name, record.tags.get(name).unwrap_or_default());
            }
            let is_told = format::losses(&record, target)
                .iter()
                .any(|loss| matches!(loss, Loss::Tags(names) if *names == [Tags::SCORE]));
            let is_kept = left.get(Tags::SCORE) == Some("1-0");
            assert!(is_told != is_kept, "{target:?}");
            // Nor does a file that has them keep them.
            let old = InPlace::of(&write_own(&record, None)).expect("one game");
            assert_eq!(
                tags(&old.write(&record).expect("written")),
                tags(&write(&record))
            );
        }
    }

    #[test]
    fn fields_of_newer_versions_are_told_once_and_the_rest_is_read() {
        let text = r#"{"format":"chuhe-game","version":1,"tags":{"red":"A"},"moves":[{"move":"h2e2"},{"move":"h9g7"}],
            "variations":[{"line":0,"ply":1,"moves":[{"move":"b2e2"}]}],"result":"1-0","reason":"resignation"}"#;
        let (known, _) = read_one(text);
        assert!(!has_more_than_is_read(text.as_bytes()));
        for (place, newer) in [
            ("\"moves\":[{", "\"mood\":{\"red\":[\"calm\",1]},"),
            ("\"red\"", "\"elo\":1500,"),
            ("\"moves\":[{", "\"evaluation\":\"won\","),
            ("\"move\":\"h9g7\"", "\"drawings\":[\"Pe4\"],"),
            ("\"move\":\"h9g7\"", "\"seconds\":4.5,"),
            ("\"line\"", "\"name\":null,"),
            (
                "\"move\":\"b2e2\"",
                "\"a\":7e-300,\"b\":6888888888888888888888888888888888,",
            ),
        ] {
            let text = text.replacen(place, &format!("{newer}{place}"), 1);
            let (record, warnings) = read_one(&text);
            assert_eq!(warnings, [Caution::NewerFields], "{newer}");
            assert_eq!(write(&record), write(&known), "{newer}");
            assert!(has_more_than_is_read(text.as_bytes()), "{newer}");
        }
    }

    #[test]
    fn the_first_move_tells_the_side_to_move() {
        let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        let told = |side: &str, first: &str, second: &str| {
            let moves = json!([{"move": first}, {"move": second}]);
            let start = format!("{board}{side}");
            let file = json!({"format": NAME, "version": VERSION, "start": start, "moves": moves});
            let (record, told) = read_one(&file.to_string());
            (record.move_count(), record.start().turn, told)
        };
        let unknown = |turn| Caution::Skipped {
            at: (1, turn),
            text: "x".into(),
        };
        for (turn, other, first, second) in [
            (Side::Red, " b - - 0 1", "h2e2", "h9g7"),
            (Side::Black, " w - - 0 1", "h9g7", "h2e2"),
        ] {
            let wrong = Caution::WrongSide { turn };
            assert_eq!(told(other, first, second), (2, turn, vec![wrong]));
            let odd = vec![unknown(turn)];
            assert_eq!(told(" x - - 0 1", first, second), (2, turn, odd));
            assert_eq!(told("", first, second), (2, turn, vec![]));
        }
        let (moves, turn, told) = told(" b - - 0 1", "h2i4", "h9g7");
        assert_eq!((moves, turn), (0, Side::Black));
        assert!(matches!(told[..], [Caution::IllegalMove { .. }]));
    }

    #[test]
    fn a_flood_of_tags_takes_no_time() {
        let tags: Map<_, _> = (0..200_000)
            .map(|number| (number.to_string(), "x".into()))
            .collect();
        let text = json!({"format": NAME, "version": VERSION, "tags": tags, "moves": []});
        let (record, warnings) = read_one(&text.to_string());
        assert_eq!((record.tags.iter().count(), warnings), (200_000, vec![]));
    }

    #[test]
    fn a_move_that_two_lines_have_keeps_what_both_say() {
        let (record, _) = read_one(
            r#"{"format":"chuhe-game","version":1,"moves":[{"move":"h2e2","comment":"A"}],
            "variations":[{"line":0,"ply":1,"moves":[{"move":"h2e2","comment":"B"},{"move":"h9g7"}]}]}"#,
        );
        let first = record.node(record.root()).children()[0];
        assert_eq!(record.node(first).notes().comment, "A\nB");
        assert_eq!(record.move_count(), 2);
    }

    #[test]
    fn terms_and_reasons_that_are_not_known_here_are_told() {
        let text = |other: &str| {
            format!(r#"{{"format":"chuhe-game","version":1,"result":"1-0",{other},"moves":[]}}"#)
        };
        let unknown = text(r#""reason":"bare general""#);
        assert!(matches!(
            read_one(&unknown).1[..],
            [Caution::ReasonDoesNotFit { .. }]
        ));
        assert!(has_more_than_is_read(unknown.as_bytes()));
        let wrong = text(r#""reason":"agreement""#);
        assert!(matches!(
            read_one(&wrong).1[..],
            [Caution::ReasonDoesNotFit { .. }]
        ));
        assert!(!has_more_than_is_read(wrong.as_bytes()));
        let newer = text(r#""rulebook":"national","no_capture":5000"#);
        let (record, warnings) = read_one(&newer);
        assert_eq!(record.terms, Terms::default());
        assert!(matches!(
            &warnings[..],
            [
                Caution::UnknownRulebook { .. },
                Caution::UnknownLimit { .. }
            ]
        ));
        assert!(has_more_than_is_read(newer.as_bytes()));
        let written: Map<String, Value> = serde_json::from_slice(&write(&record)).expect("JSON");
        let names: Vec<_> = written.keys().map(String::as_str).collect();
        assert_eq!(names[3..6], ["start", "rulebook", "no_capture"]);
    }

    #[test]
    fn terms_of_another_type_are_a_fault() {
        for wrong in [
            "\"rulebook\":1",
            "\"no_capture\":\"60\"",
            "\"no_capture\":[]",
        ] {
            let text = format!("{{\"format\":\"chuhe-game\",\"version\":1,\n{wrong}}}");
            let error = read(text.as_bytes()).expect_err("a fault");
            assert!(matches!(error, ReadError::Json { line: 2, .. }), "{error}");
        }
    }

    #[test]
    fn the_place_of_a_fault_is_told() {
        let error = |text: &str| read(text.as_bytes()).expect_err("a fault");
        assert_eq!(error("{"), ReadError::Truncated { line: 1 });
        assert_eq!(error("{}"), ReadError::ForeignJson);
        assert_eq!(error(r#"{"format":"chess"}"#), ReadError::ForeignJson);
        assert_eq!(
            error(r#"{"format":"chuhe-game","version":9,"moves":7}"#),
            ReadError::NewerVersion { found: 9, known: 1 }
        );
        let wrong = "{\"format\":\"chuhe-game\",\n\"version\":1,\n\"moves\":[7]}";
        assert!(matches!(error(wrong), ReadError::Json { line: 3, .. }));
        let result = r#"{"format":"chuhe-game","version":1,"result":"2-0"}"#;
        assert_eq!(error(result), ReadError::Result("2-0".into()));
        let start = r#"{"format":"chuhe-game","version":1,"start":"9/9"}"#;
        assert!(matches!(error(start), ReadError::Fen(_)));
    }

    #[test]
    fn a_start_that_cannot_be_played_is_kept_to_be_looked_at() {
        // A game of an old file may begin like this, and is saved in this format like any other.
        let text = r#"{"format":"chuhe-game","version":1,"start":"3k5/9/9/9/9/9/9/P8/9/5K3 w","moves":[{"move":"a2a3"}]}"#;
        let (record, warnings) = read_one(text);
        assert_eq!((record.move_count(), warnings), (1, vec![]));
        let (record, warnings) = read_one(&text.replace("/5K3", "/A4K3"));
        assert_eq!(record.move_count(), 1);
        assert!(matches!(&warnings[..], [Caution::Unplayable(_)]));
        let heading = text.replace("3k5/9/9/9/9/9/9/P8/9/5K3", "9/9/9/9/9/9/9/9/9/9");
        let heading = heading.replace(r#"{"move":"a2a3"}"#, "");
        assert_eq!(read_one(&heading).1, []);
    }

    #[test]
    fn a_constructed_example_is_read_back() {
        let fen = "4k4/9/9/9/9/9/9/4P4/9/3K5 w - - 0 1";
        let start = Setup::from_fen(fen).expect("a FEN");
        assert!(start.oddities().is_some());
        let record = Record::from_any(start);
        let again = read(&write(&record)).expect("a game");
        assert_eq!(again.records[0].start().to_fen(), fen);
    }

    #[test]
    fn a_game_with_an_impossible_move_is_read_up_to_it() {
        let text = r#"{"format":"chuhe-game","version":1,"result":"1-0",
            "moves":[{"move":"h2e2"},{"move":"h9h8"},{"move":"a0a1"}]}"#;
        let (record, warnings) = read_one(text);
        assert_eq!(record.move_count(), 1);
        assert_eq!(record.outcome, None);
        assert!(matches!(
            &warnings[..],
            [Caution::IllegalMove {
                at: (1, Side::Black),
                ..
            }]
        ));
        let (record, warnings) = read_one(&text.replace("h2e2", "horse"));
        assert_eq!(record.move_count(), 0);
        assert!(matches!(
            &warnings[..],
            [Caution::NotAMove {
                at: (1, Side::Red),
                ..
            }]
        ));
    }
}
