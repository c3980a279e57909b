//! JSON of other programs: an object with a FEN, a list of moves or both, several of them, or a list of moves alone. Read
//! only.
//!
//! There is no common form, so several names of every field are known; `moves` may be a list of texts, of lists or of
//! objects, or one text in any notation. The games may stand inside other objects, as in the answers of servers.

use super::gathered::Gathered;
use super::pgn::{Manner, RawTag};
use super::{Loaded, ReadError, dhtmlxq, pasted, runs};
use crate::rules::Setup;
use serde_json::{Map, Value};

/// Names of the start, and of the moves, in lower case and without signs.
const STARTS: [&str; 6] = [
    "fen",
    "initialfen",
    "startfen",
    "startingfen",
    "startpos",
    "initfen",
];
const MOVES: [&str; 5] = ["moves", "movelist", "movetext", "history", "pv"];
/// Names of a move in an object, and of its comment.
const MOVE: [&str; 8] = ["move", "uci", "ucci", "iccs", "mv", "notation", "m", "data"];
const COMMENT: [&str; 3] = ["comment", "remark", "c"];
/// Names of what stands in the head, and the names in PGN.
const HEADS: [(&str, &str); 17] = [
    ("title", "Title"),
    ("event", "Event"),
    ("site", "Site"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("redname", "Red"),
    ("redplayer", "Red"),
    ("white", "Red"),
    ("black", "Black"),
    ("blackname", "Black"),
    ("blackplayer", "Black"),
    ("redteam", "RedTeam"),
    ("blackteam", "BlackTeam"),
    ("opening", "Opening"),
    ("result", "Result"),
];

/// Dots, as after a number: what follows them is meant as a move.
const MOVE_DUE: &str = "… ";

/// Length of the text in which these names are looked for.
const HEAD: usize = 1 << 20;

type Object = Map<String, Value>;

/// Whether the text looks like such a file; a game of ours is told from it by its first field.
pub(super) fn is_text(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('{').or_else(|| text.strip_prefix('[')) else {
        return false;
    };
    if is_list(text) {
        return true;
    }
    let is_json = text.starts_with('{') || inside.trim_start().starts_with('{');
    if !is_json {
        return false;
    }
    let head = text[..text.floor_char_boundary(HEAD)].to_ascii_lowercase();
    let has = |name: &&str| head.contains(&format!("{name}\""));
    !head.contains("\"chuhe-game\"") && MOVES.iter().chain(&["fen", "move_list"]).any(has)
}

/// Whether the text looks like a list of moves alone.
fn is_list(text: &str) -> bool {
    let inside = text.strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('"'))
}

pub(super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let mut value: Value =
        serde_json::from_str(text).map_err(|error| super::json::fault(&error))?;
    if is_list(text) {
        value = Value::Object(Map::from_iter([(MOVES[0].to_owned(), value)]));
    }
    let mut found = Vec::new();
    let mut open = vec![&value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(values) => open.extend(values.iter().rev()),
            Value::Object(object) if is_game(object) => found.push(object),
            Value::Object(object) => open.extend(object.values().rev()),
            _ => {}
        }
    }
    let mut gathered = Gathered::new();
    for (index, object) in found.iter().enumerate() {
        if gathered.is_full() {
            gathered.leave_out(found.len() - index);
            break;
        }
        gathered.add(index + 1, game(object));
    }
    match gathered.finish() {
        Err(ReadError::Unknown) => Err(ReadError::ForeignJson),
        read => read,
    }
}

/// The value of the first of these fields that there is.
fn field<'a>(object: &'a Object, names: &[&str]) -> Option<&'a Value> {
    let known = |name: &&str| object.iter().find(|(key, _)| plain(key) == **name);
    let (_, value) = names.iter().find_map(known)?;
    Some(value)
}

fn plain(key: &str) -> String {
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

fn is_game(object: &Object) -> bool {
    let is_board = |value: &Value| value.as_str().is_some_and(|fen| fen.contains('/'));
    let is_list = |value: &Value| value.is_array() || value.is_string();
    field(object, &STARTS).is_some_and(is_board) || field(object, &MOVES).is_some_and(is_list)
}

fn game(object: &Object) -> Result<Loaded, ReadError> {
    let fen = field(object, &STARTS).and_then(Value::as_str);
    // `startpos` and the like are the standard start.
    let start = match fen.filter(|fen| fen.contains('/')) {
        Some(fen) if pasted::is_jieqi(fen) => return Err(pasted::jieqi()),
        Some(fen) => Some(Setup::from_fen(fen).map_err(ReadError::Fen)?),
        None => None,
    };
    let mut moves = String::new();
    if let Some(value) = field(object, &MOVES) {
        write(value, &mut moves);
    }
    let heads = HEADS.iter().filter_map(|(name, tag)| {
        let value = field(object, &[*name])?.as_str()?;
        Some((*tag, value))
    });
    let mut tags: Vec<RawTag<'_>> = Vec::new();
    for (tag, value) in heads {
        if !value.is_empty() && tags.iter().all(|(known, _)| *known != tag) {
            tags.push((tag, value));
        }
    }
    let manner = Manner::MOVETEXT;
    pasted::assemble(start, &moves, &tags, manner)
}

/// Writes moves as PGN.
fn write(value: &Value, moves: &mut String) {
    match value {
        Value::Array(values) => {
            // An empty place tells of a missing move, except for the start and the last ply of a round.
            let last = values.iter().rposition(|value| !value.is_null());
            for (place, value) in values.iter().enumerate() {
                let is_gap = value.is_null() && place > 0 && last > Some(place);
                if value.is_string() || is_gap {
                    *moves += MOVE_DUE;
                }
                match is_gap {
                    true => *moves += "null ",
                    false => write(value, moves),
                }
            }
        }
        Value::Object(object) => {
            let ends = [&["from"], &["to"]].map(|name| field(object, name).and_then(Value::as_str));
            let comment = field(object, &COMMENT).and_then(Value::as_str);
            match (field(object, &MOVE), ends) {
                (Some(value), _) => {
                    *moves += MOVE_DUE;
                    write(value, moves);
                }
                (None, [Some(from), Some(to)]) => *moves += &format!("{from}{to} "),
                (None, _) if comment.is_some() || field(object, &STARTS).is_some() => {}
                // What names no move must not go unnoticed.
                (None, _) => object.keys().for_each(|key| *moves += &format!("{key} ")),
            }
            if let Some(comment) = comment.filter(|comment| !comment.is_empty()) {
                *moves += &format!("{{{}}} ", comment.replace('}', "｝"));
            }
        }
        Value::String(text) => {
            match dhtmlxq::coordinates(text) {
                Some(words) => *moves += &words,
                None => *moves += &runs::spaced(text),
            }
            moves.push(' ');
        }
        Value::Null => {}
        other => *moves += &format!("{other} "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::{self, Format};
    use crate::record::{Record, Tags};
    use crate::rules::Outcome;

    fn line(record: &Record) -> String {
        let played = record.main_moves();
        let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
        moves.join(" ")
    }

    fn games(text: &str) -> Vec<Record> {
        assert_eq!(
            Format::detect(text.as_bytes()),
            Some(Format::WebJson),
            "{text}"
        );
        let loaded = format::read(text.as_bytes()).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(loaded.warnings, [], "{text}");
        loaded.records
    }

    #[test]
    fn moves_are_read_in_many_forms() {
        const FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        for moves in [
            r#"["h2e2", "h9g7", "h0g2"]"#,
            r#"["H2-E2", "H9-G7", "H0-G2"]"#,
            r#"["h3e3", "h10g8", "h1g3"]"#,
            r#""h2e2 h9g7 h0g2""#,
            r#""h2e2,h9g7,h0g2""#,
            r#""h2e2h9g7h0g2""#,
            r#""774770627967""#,
            r#"["7747", "7062", "7967"]"#,
            r#"[{"type": "move", "data": "h2e2", "fen": "x/y"}, {"data": "h9g7"}, {"data": "h0g2"}]"#,
            r#"["炮二平五", "马8进7", "马二进三"]"#,
            r#"[["h2e2", "h9g7"], ["h0g2", null]]"#,
            r#"[{"move": "h2e2"}, {"uci": "h9g7", "fen": "x/y"}, {"from": "h0", "to": "g2"}]"#,
        ] {
            for text in [
                format!(r#"{{"fen": "{FEN}", "moves": {moves}}}"#),
                format!(
                    r#"{{"code": 0, "data": {{"initial_fen": "startpos", "moveList": {moves}}}}}"#
                ),
                format!(r#" [{{"Moves": {moves}, "result": "*"}}]"#),
            ] {
                assert_eq!(line(&games(&text)[0]), "h2e2 h9g7 h0g2", "{text}");
            }
        }
        let alone = games(r#"[ "h2e2", "h9g7", "h0g2" ]"#);
        assert_eq!(line(&alone[0]), "h2e2 h9g7 h0g2");
    }

    #[test]
    fn head_comments_and_several_games_are_read() {
        let text = r#"{"games": [{"red": "甲", "White": "x", "black": "乙", "date": "2026-01-02", "result": "1-0",
            "moves": [{"move": "h2e2", "comment": "good}"}]}, {"fen": "3k5/9/9/9/9/9/9/4C4/9/4K4 w"}]}"#;
        let games = games(text);
        assert_eq!((games.len(), games[1].move_count()), (2, 0));
        let tag = |name| games[0].tags.get(name);
        assert_eq!(
            [Tags::RED, Tags::BLACK, Tags::DATE].map(tag),
            [Some("甲"), Some("乙"), Some("2026-01-02")]
        );
        assert_eq!(games[0].outcome.map(Outcome::score), Some("1-0"));
        let first = games[0].main_line().next().expect("a move");
        assert_eq!(games[0].node(first).notes().comment, "good｝");
    }

    #[test]
    fn what_holds_no_game_is_refused() {
        let error = |text: &str| format::read(text.as_bytes()).expect_err(text);
        for text in [
            r#"{"a": 1}"#,
            r#"{"moves": 3, "fen": "no"}"#,
            r#"[{"fen": 1}]"#,
        ] {
            assert_eq!(error(text), ReadError::ForeignJson);
        }
        assert_eq!(error(r#"{"moves": ["x"]}"#), ReadError::NoMoves);
        assert!(matches!(
            error(r#"{"fen": "8/8 w", "moves": []}"#),
            ReadError::Fen(_)
        ));
        assert!(matches!(
            error(r#"{"moves": ["h2e2""#),
            ReadError::Truncated { .. }
        ));
        let hidden = r#"{"metadata": {"initialFen": "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w"}}"#;
        assert_eq!(error(hidden), ReadError::OtherGame("Jieqi".into()));
        for moves in [r#"["h2e2", "h9h9", "h0g2"]"#, r#"["h2e2", "x"]"#] {
            let text = format!(r#"{{"moves": {moves}}}"#);
            let loaded = format::read(text.as_bytes()).expect("a game");
            assert_eq!(line(&loaded.records[0]), "h2e2");
            assert!(loaded.warnings[0].truncates_main_line());
        }
    }
}
