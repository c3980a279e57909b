//! JSON of other programs: an object with a FEN, a list of moves or both, several of them, or a list of moves alone. Read
//! only.
//!
//! There is no common form, so several names of every field are known; `moves` may be a list of texts, of lists or of
//! objects, or one text in any notation. The games may stand inside other objects, as in the answers of servers, or one in
//! each line; their names and their start in an object of their own.
//!
//! Anything else in the place of a move is told: numbers, ornaments, empty values, a result before the end. No
//! number is read as two points: programs count squares in many ways, and a wrong one may be a legal move as well.

use super::batch::Batch;
use super::pgn::{RawTag, ReadOptions};
use super::{Loaded, ReadError, dhtmlxq, results, text};
use crate::record::notation;
use crate::rules::Setup;
use serde_json::{Map, Value};

/// Names of the start and of the moves, normalized: lowercase, without signs.
const STARTS: [&str; 6] = [
    "fen",
    "initialfen",
    "startfen",
    "startingfen",
    "startpos",
    "initfen",
];
const MOVES: [&str; 5] = ["moves", "movelist", "movetext", "history", "pv"];
/// Names of the move and the comment in the object of a move.
const MOVE: [&str; 8] = ["move", "uci", "ucci", "iccs", "mv", "notation", "m", "data"];
const COMMENT: [&str; 3] = ["comment", "remark", "c"];
/// Names of information about the game, and the tags of PGN.
const HEADS: [(&str, &str); 20] = [
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
    ("annotator", "Annotator"),
    ("author", "Author"),
    ("timecontrol", "TimeControl"),
    ("result", "Result"),
];

/// Names of objects that hold a part of the game around them.
const PARTS: [&str; 13] = [
    "meta",
    "metadata",
    "info",
    "gameinfo",
    "head",
    "header",
    "headers",
    "tags",
    "details",
    "properties",
    "players",
    "position",
    "game",
];
/// Name of a player's name, in the object of the player.
const NAME: &str = "name";

/// Dots as after a number, which mark the next text as a move.
const MOVE_DUE: &str = "… ";

/// Maximum reported length of a text that is not a move.
const MAX_UNREAD_LEN: usize = 40;

/// Length of the prefix searched for these names.
const HEAD: usize = 1 << 20;

type Object = Map<String, Value>;

/// Whether the text looks like a file in this format; the first field tells our own format from it.
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
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let (mut values, mut fault, mut end) = (Vec::new(), None, 0);
    for value in stream.by_ref() {
        match value {
            Ok(value) => values.push(value),
            Err(error) => fault = Some(super::json::fault(&error)),
        }
    }
    if fault.is_some() {
        end = stream.byte_offset();
    }
    if let Some(value) = values.first_mut().filter(|_| is_list(text)) {
        let list = value.take();
        *value = Value::Object(Map::from_iter([(MOVES[0].to_owned(), list)]));
    }
    let found = games(&values);
    let read = Batch::new().read_each(&found, |_, object| game(object));
    match (read, fault) {
        (_, Some(fault)) if values.is_empty() => Err(fault),
        (Ok(_), Some(fault)) => Err(fault),
        // The game may be behind something else.
        (Err(_), Some(_)) => {
            super::read(&text.as_bytes()[end..]).map_err(|_| ReadError::ForeignJson)
        }
        (Err(ReadError::Unknown), None) => Err(ReadError::ForeignJson),
        (read, None) => read,
    }
}

/// The games anywhere within these values.
fn games(values: &[Value]) -> Vec<&Object> {
    let mut found = Vec::new();
    let mut open: Vec<_> = values.iter().rev().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(values) => open.extend(values.iter().rev()),
            Value::Object(object) if is_game(object) => found.push(object),
            Value::Object(object) => open.extend(object.values().rev()),
            _ => {}
        }
    }
    found
}

/// An object, with the objects inside it that hold parts of the same game.
fn parts(object: &Object) -> Vec<&Object> {
    let inside = object
        .iter()
        .filter(|(key, _)| PARTS.contains(&&*plain(key)));
    let inside = inside.filter_map(|(_, value)| value.as_object());
    [object].into_iter().chain(inside).collect()
}

/// The first existing field of these in any part.
fn field_of<'a>(parts: &[&'a Object], names: &[&str]) -> Option<&'a Value> {
    parts.iter().find_map(|part| field(part, names))
}

/// The first existing field of these.
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
    // Beside a list of games, a head belongs to none of them.
    let is_of_games = |value: &Value| {
        value
            .as_array()
            .is_some_and(|list| list.iter().any(Value::is_object))
    };
    let has_games = field(object, &MOVES).is_none() && object.values().any(is_of_games);
    let parts = if has_games {
        vec![object]
    } else {
        parts(object)
    };
    field_of(&parts, &STARTS).is_some_and(is_board) || field_of(&parts, &MOVES).is_some_and(is_list)
}

fn game(object: &Object) -> Result<Loaded, ReadError> {
    let parts = parts(object);
    let fen = field_of(&parts, &STARTS).and_then(Value::as_str);
    // `startpos` and the like are the standard start.
    let start = match fen.filter(|fen| fen.contains('/')) {
        Some(fen) if text::is_jieqi(fen) => return Err(text::jieqi()),
        Some(fen) => Some(Setup::from_fen(fen).map_err(ReadError::Fen)?),
        None => None,
    };
    let mut moves = String::new();
    // As engines take positions: a FEN, and the moves from there.
    let after = fen.and_then(|fen| fen.split_once(" moves "));
    match (field_of(&parts, &MOVES), after) {
        (Some(value), _) => write(value, &mut moves),
        (None, Some((_, after))) => write_text(after, &mut moves),
        (None, None) => {}
    }
    let heads = HEADS.iter().filter_map(|(name, tag)| {
        let values = parts.iter().filter_map(|part| field(part, &[*name]));
        Some((*tag, values.filter_map(text_of).next()?))
    });
    let mut tags: Vec<RawTag<'_>> = Vec::new();
    for (tag, value) in heads {
        if !value.is_empty() && tags.iter().all(|(known, _)| *known != tag) {
            tags.push((tag, value));
        }
    }
    let options = ReadOptions::MOVETEXT;
    let loaded = text::assemble(start, &moves, &tags, options)?;
    Ok(loaded.with_side_of(fen.filter(|fen| fen.contains('/'))))
}

/// A text, or the name in the object of a player.
fn text_of(value: &Value) -> Option<&str> {
    let name = value.as_object().and_then(|player| field(player, &[NAME]));
    name.unwrap_or(value).as_str()
}

/// Writes moves as PGN.
fn write(value: &Value, moves: &mut String) {
    match value {
        Value::Array(values) => write_list(values, moves),
        Value::Object(object) => write_object(object, moves),
        Value::String(text) => write_text(text, moves),
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) => write_unread(&value.to_string(), moves),
    }
}

fn write_list(values: &[Value], moves: &mut String) {
    // An empty place tells of a missing move, except for the start and the last ply of a round.
    let last = values.iter().rposition(|value| !is_void(value));
    for (place, value) in values.iter().enumerate() {
        let is_start = place == 0 && !matches!(value, Value::String(text) if is_result(text));
        let is_inside = !is_start && last > Some(place);
        if is_inside && (is_void(value) || is_position(value)) {
            write_unread(value.as_str().unwrap_or_default(), moves);
        } else {
            // A comment is about the move before it.
            let text = value.as_str().map(str::trim_start);
            if text.is_some_and(|text| !text.starts_with(['{', ';'])) {
                *moves += MOVE_DUE;
            }
            write(value, moves);
        }
    }
}

fn write_object(object: &Object, moves: &mut String) {
    let ends = [&["from"], &["to"]].map(|name| field(object, name).and_then(Value::as_str));
    let comment = field(object, &COMMENT).and_then(Value::as_str);
    match (field(object, &MOVE), ends) {
        (Some(value), _) => {
            *moves += MOVE_DUE;
            write(value, moves);
        }
        (None, [Some(from), Some(to)]) => write_text(&format!("{from}{to}"), moves),
        (None, _) if comment.is_some() || field(object, &STARTS).is_some() => {}
        // What names no move must not go unnoticed.
        (None, _) => object.keys().for_each(|key| write_unread(key, moves)),
    }
    if let Some(comment) = comment.filter(|comment| !comment.is_empty()) {
        *moves += &format!("{{{}}} ", comment.replace('}', "｝"));
    }
}

fn write_text(text: &str, moves: &mut String) {
    match dhtmlxq::coordinates(text) {
        Some(words) => *moves += &words,
        None if is_blank(text) || is_result(text) || is_meant(text) => {
            *moves += &text::spaced(text);
            // No comment goes on in the next text.
            if text.rfind('{') > text.rfind('}') {
                moves.push('}');
            }
        }
        None => write_unread(text, moves),
    }
    moves.push('\n');
}

/// Writes a word that cannot be read as a move in a form in which it is reported; numbers and ornaments would be
/// skipped in silence.
fn write_unread(text: &str, moves: &mut String) {
    let is_shown = |c: &char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let word: String = text.chars().filter(is_shown).take(MAX_UNREAD_LEN).collect();
    *moves += MOVE_DUE;
    match is_blank(&word) {
        true => *moves += "null ",
        false => *moves += &format!("#{word} "),
    }
}

/// Whether a text has a move, a comment, a word meant as one, or the number of a round.
fn is_meant(text: &str) -> bool {
    let is_one = |word: &str| {
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = after_number.len() < word.len() && after_number.starts_with('.');
        is_number || word.contains(char::is_alphabetic) || notation::is_move(word)
    };
    let mut words = text.split_whitespace();
    words.any(|word| is_one(word) && !is_result(word))
}

fn is_result(text: &str) -> bool {
    results::in_moves(text.trim()).is_some()
}

/// Whether a text consists of white space and ornaments.
fn is_blank(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// Whether a value neither is a move nor is meant as one.
fn is_void(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => is_blank(text) || is_result(text),
        Value::Array(values) => values.iter().all(is_void),
        Value::Object(object) => object.is_empty() || field(object, &MOVE).is_some_and(is_void),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a value is a position without the move that led to it.
fn is_position(value: &Value) -> bool {
    let Value::Object(object) = value else {
        return false;
    };
    let names = [&MOVE[..], &["from"], &["to"]];
    let has_move = names.iter().any(|names| field(object, names).is_some());
    !has_move && field(object, &STARTS).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::tests::main_line as line;
    use crate::record::format::{self, Caution, Format};
    use crate::record::{Record, Tags};
    use crate::rules::Outcome;

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
        let after = format!(r#"{{"fen": "{FEN} moves h2e2 h9g7 h0g2"}}"#);
        assert_eq!(line(&games(&after)[0]), "h2e2 h9g7 h0g2");
        let alone = games(r#"[ "h2e2", "h9g7", "h0g2" ]"#);
        assert_eq!(line(&alone[0]), "h2e2 h9g7 h0g2");
    }

    #[test]
    fn nothing_in_the_place_of_a_move_is_passed_over() {
        for (moves, text) in [
            ("[7747, 7062]", "#7747"),
            ("[[64, 67], [1, 2]]", "#64"),
            ("[33.4]", "#33.4"),
            ("[true]", "#true"),
            (r#"["5"]"#, "#5"),
            (r#"{"1": "h2e2"}"#, "#1"),
            (
                r#"[{"fen": "x/y"}, {"fen": "x/y"}, {"fen": "x/y"}]"#,
                "null",
            ),
        ] {
            assert_eq!(told(moves), (String::new(), text.to_owned()), "{moves}");
        }
        for (between, text) in [
            ("5", "#5"),
            ("1.5", "#1.5"),
            ("-5", "#-5"),
            ("false", "#false"),
            ("null", "null"),
            ("{}", "null"),
            ("[]", "null"),
            (r#"[[null], ""]"#, "null"),
            (r#"{"fen": "x/y"}"#, "null"),
            (r#"{"move": null}"#, "null"),
            (r#"{"move": 7062}"#, "#7062"),
            (r#"{"from": 1, "to": 2}"#, "#from #to"),
            (r#"{"from": "7", "to": "0"}"#, "#70"),
            (r#""""#, "null"),
            (r#"" ""#, "null"),
            (r#""-""#, "null"),
            (r#""...""#, "null"),
            (r#""★""#, "null"),
            (r#""(""#, "null"),
            (r#""7""#, "#7"),
            (r#""*""#, "null"),
            (r#""1-0""#, "#1-0"),
            (r#""x""#, "x"),
        ] {
            // No move may be missing where the next one can be played.
            for (next, line) in [("h9g7", "h2e2 h9g7"), ("h0g2", "h2e2"), ("h0gx", "h2e2")] {
                let moves = format!(r#"["h2e2", {between}, "{next}", "b9c7"]"#);
                let (read, found) = told(&moves);
                assert_eq!(read, line, "{moves}");
                let first = text.split(' ').next().expect("a word");
                assert!(found == text || found == first, "{moves}: {found}");
            }
        }
        let front = told(r#"["1-0", "h2e2", "h9g7"]"#);
        assert_eq!(front, ("h2e2 h9g7".to_owned(), "#1-0".to_owned()));
    }

    /// The moves that are read, and the first text that is told.
    fn told(moves: &str) -> (String, String) {
        let fen = Setup::start().to_fen();
        let text = format!(r#"{{"fen": "{fen}", "moves": {moves}}}"#);
        let loaded = format::read(text.as_bytes()).expect("a game");
        let first = loaded.warnings.first().map(|warning| warning.what.clone());
        let first = match first {
            Some(
                Caution::NotAMove { text, .. }
                | Caution::KeptWords { text, .. }
                | Caution::NullMove { text, .. },
            ) => text,
            other => panic!("{text}: {other:?}"),
        };
        (line(&loaded.records[0]), first)
    }

    #[test]
    fn numbers_comments_and_the_result_may_have_places_of_their_own() {
        for moves in [
            r#"["1.", "h2e2", "h9g7", "2.", "h0g2"]"#,
            r#"["", "h2e2", "h9g7", "h0g2", "", "*"]"#,
            r#"["h2e2", "; good", "h9g7", "h0g2"]"#,
            r#"["h2e2", "{ good", "h9g7", "h0g2"]"#,
            r#"["h2e2", "{good}", "h9g7 ;so", "h0g2", "1-0"]"#,
            r#"["h2e2", {"comment": "good"}, "h9g7", "h0g2"]"#,
            r#"[{"fen": "x/y"}, "h2e2", "h9g7", "h0g2", {"fen": "x/y"}]"#,
            r#"[{"move": null}, {"from": "77", "to": "47"}, "h9g7", "h0g2"]"#,
            r#"["1. h2e2 h9g7", "2. h0g2 1-0"]"#,
        ] {
            let text = format!(r#"{{"moves": {moves}}}"#);
            let game = &games(&text)[0];
            assert_eq!(line(game), "h2e2 h9g7 h0g2", "{text}");
            let first = game.main_line().next().expect("a move");
            let comment = &game.node(first).notes().comment;
            assert_eq!(
                comment.trim(),
                if text.contains("good") { "good" } else { "" }
            );
        }
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
    fn the_head_may_be_an_object_of_its_own() {
        let fen = "3k5/9/9/9/9/9/9/4C4/9/4K4 w";
        for text in [
            r#"{"move_list": ["e2d2"], "meta": {"red": "甲", "black": "乙", "fen": FEN}}"#,
            r#"{"players": {"red": {"name": "甲", "title": "x"}, "black": "乙"}, "fen": FEN, "moves": "e2d2"}"#,
            r#"{"info": {"redName": "甲", "blackName": "乙"}, "game": {"fen": FEN, "moves": [{"move": "e2d2"}]}}"#,
        ] {
            let text = text.replace("FEN", &format!("{fen:?}"));
            let game = &games(&text)[0];
            let tag = |name| game.tags.get(name);
            assert_eq!(
                (tag(Tags::RED), tag(Tags::BLACK)),
                (Some("甲"), Some("乙")),
                "{text}"
            );
            assert_eq!(
                (line(game).as_str(), tag(Tags::TITLE)),
                ("e2d2", None),
                "{text}"
            );
            assert!(game.start().to_fen().starts_with(fen), "{text}");
        }
        let many =
            r#"{"header": {"event": "Cup"}, "games": [{"moves": ["h2e2"]}, {"moves": ["b2e2"]}]}"#;
        assert_eq!(
            games(many).iter().map(line).collect::<Vec<_>>(),
            ["h2e2", "b2e2"]
        );
    }

    #[test]
    fn each_line_may_be_a_value() {
        let lines = "{\"id\": 1, \"moves\": [\"h2e2\"]}\n\n{\"id\": 2, \"moves\": [\"b2e2\"]}\n";
        assert_eq!(
            games(lines).iter().map(line).collect::<Vec<_>>(),
            ["h2e2", "b2e2"]
        );
        let error = |text: &str| format::read(text.as_bytes()).expect_err(text);
        for text in [
            "{\"a\": 1}\n{\"b\": 2}\n",
            "{\"a\": 1}\nnot JSON",
            "{\"a\": 1}\n{\"fen\": 2}\n",
            "{\"fen\": 1} and words",
            "{\"format\": \"chess\"}{",
        ] {
            assert_eq!(error(text), ReadError::ForeignJson, "{text}");
        }
        assert!(matches!(
            error("{\"moves\": [\"h2e2\"]}\nx"),
            ReadError::Json { line: 2, .. }
        ));
        let behind = "{\"version\":1,\"moves\":[]}\n1. 炮二平五 马8进7";
        let loaded = format::read(behind.as_bytes()).expect("a game");
        assert_eq!(line(&loaded.records[0]), "h2e2 h9g7");
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
