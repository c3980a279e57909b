//! Other forms of the same content: escaped as in the address of a page, as bare digits, and the numbered tags of DHJHtmlXQ.
//!
//! ```text
//! [DHJHtmlXQ]
//! [DHJHtmlXQ_17]甲[/DHJHtmlXQ_17]
//! [DHJHtmlXQ_31]rnbakabnr***…[/DHJHtmlXQ_31]
//! [DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]
//! [game_comment_0_1]after the first ply[/comment_0_1]
//! [/DHJHtmlXQ]
//! ```
//!
//! DHJHtmlXQ (打虎将) was the board of Guangdong's sites. Its tags are known from vschess, and from programs that fetched
//! games there: 31 is the board, a letter or a sign for each point, 32 is 1 if Black begins, and 34 holds the moves, with
//! ranks from Red's home.

use super::fields::{CutOff, CutSign, RawTags, digits, has_tags, place_of_cut, split_torn};
use super::lines::point;
use crate::record::Tags;
use crate::record::format::html::entity;
use crate::record::format::{binary, charset};
use crate::rules::PieceKind;
use std::borrow::Cow;

/// Part of the name of every tag in either dialect.
const MARK: &str = "tmlXQ";
/// The beginning of a tag in an address, escaped once or twice, and in the text of a page.
const ESCAPED: [&str; 4] = ["%5BD", "%5bD", "%255BD", "%255bD"];
const ENTITIES: [&str; 3] = ["&#91;D", "&#x5b;D", "&#x5B;D"];
/// Beginnings of the tags of DHJHtmlXQ, of their ends and of their comments.
const BORDER: &str = "[DHJHtmlXQ]";
const TAG: &str = "[DHJHtmlXQ_";
const COMMENT: &str = "[game_comment_";
const ENDS: [&str; 3] = ["[/DHJHtmlXQ", "[/comment_", "[/game_comment_"];
/// The tags of DHJHtmlXQ by their numbers; the values of those below are converted.
const NUMBERED: [(&str, &str); 20] = [
    ("10", Tags::TITLE),
    ("11", Tags::EVENT),
    ("13", Tags::DATE),
    ("14", Tags::SITE),
    ("15", Tags::ROUND),
    ("16", Tags::TABLE),
    ("18", Tags::RED),
    ("17", Tags::RED),
    ("20", Tags::RED_RATING),
    ("22", Tags::BLACK),
    ("21", Tags::BLACK),
    ("24", Tags::BLACK_RATING),
    ("28", "result"),
    ("29", Tags::RED_TIME),
    ("30", Tags::BLACK_TIME),
    ("36", Tags::OPENING),
    ("37", Tags::VARIATION),
    ("40", Tags::ANNOTATOR),
    ("41", Tags::AUTHOR),
    ("42", Tags::RECORDER),
];
const BOARD: &str = "31";
const TURN: &str = "32";
const MOVES: &str = "34";
/// Number of digits of a board.
const BOARD_DIGITS: usize = 64;

/// Tags of one game, made from another form.
pub(super) type MadeTags = Vec<(Cow<'static, str>, String)>;

/// Offset of the first tag in one of the dialects.
pub(super) fn place(text: &str) -> Option<usize> {
    if is_bare(text) {
        return Some(0);
    }
    if !text.contains(MARK) {
        return None;
    }
    // No further than the digits, or a text of nothing but open tags would be gone through for each.
    let is_tag = |place: &usize| {
        let rest = &text[place + TAG.len()..];
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &rest[..rest.len() - after.len()];
        after.starts_with(']') && number.parse::<u8>().is_ok()
    };
    let mut numbered = text.match_indices(TAG).map(|(place, _)| place);
    let places = [escaped_place(text), numbered.find(is_tag)];
    places.into_iter().flatten().min()
}

fn escaped_place(text: &str) -> Option<usize> {
    let marks = ESCAPED.iter().chain(&ENTITIES);
    marks.filter_map(|mark| text.find(mark)).min()
}

fn is_escaped(text: &str) -> bool {
    text.contains(MARK) && escaped_place(text).is_some()
}

/// The text without escapes, if its tags are escaped.
pub(super) fn unescaped(text: &str) -> Option<String> {
    if has_tags(text) || !is_escaped(text) {
        return None;
    }
    let plain = match ENTITIES.iter().any(|mark| text.contains(mark)) {
        true => brackets(text),
        false => without_percents(text),
    };
    // An address inside another one is escaped twice, but not three times.
    Some(match is_escaped(&plain) && !has_tags(&plain) {
        true => without_percents(&plain),
        false => plain,
    })
}

/// The text with brackets in place of their entities.
fn brackets(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('&') {
        plain += &rest[..place];
        rest = &rest[place..];
        let bracket = entity(rest).filter(|(c, _)| matches!(c, '[' | ']'));
        let (c, length) = bracket.unwrap_or(('&', 1));
        plain.push(c);
        rest = &rest[length..];
    }
    plain + rest
}

/// The text of an address without escapes.
pub(in crate::record::format) fn without_percents(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [b'u' | b'U', more @ ..]) if hex(more, 4).is_some() => {
                let unit = hex(more, 4).and_then(char::from_u32);
                let letter = unit.unwrap_or(char::REPLACEMENT_CHARACTER);
                bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes());
                rest = &more[4..];
            }
            (b'%', more) => match hex(more, 2).and_then(|byte| u8::try_from(byte).ok()) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &more[2..];
                }
                None => bytes.push(b'%'),
            },
            (byte, _) => bytes.push(*byte),
        }
    }
    charset::decode(&bytes).into_owned()
}

fn hex(bytes: &[u8], count: usize) -> Option<u32> {
    let digits = std::str::from_utf8(bytes.get(..count)?).ok()?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

/// Whether the text consists of the digits of moves, or of a board and moves.
fn is_bare(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || is_gap(c);
    text.chars().all(is_part) && text.chars().filter(char::is_ascii_digit).count() >= 4
}

/// Whether a character may stand between the digits of moves.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '，')
}

/// The moves of a text of bare digits, in coordinates.
pub(in crate::record::format) fn coordinates(text: &str) -> Option<String> {
    if !is_bare(text) {
        return None;
    }
    let digits: Vec<_> = text.chars().filter(char::is_ascii_digit).collect();
    let points = digits.chunks_exact(2);
    let points: Option<Vec<_>> = points.map(|pair| point(pair[0], pair[1])).collect();
    let moves = points.filter(|points| digits.len() == 4 * (points.len() / 2))?;
    let moves = moves
        .chunks(2)
        .map(|ends| format!("{}{}", ends[0], ends[1]));
    Some(moves.collect::<Vec<_>>().join(" "))
}

/// The tags of a text of digits.
pub(super) fn bare(text: &str) -> Option<MadeTags> {
    if !is_bare(text) {
        return None;
    }
    let all: Vec<_> = text.chars().filter(|c| !is_gap(*c)).collect();
    let board = all.get(..BOARD_DIGITS).filter(|board| is_board(board));
    let (board, moves) = all.split_at(board.map_or(0, <[char]>::len));
    let mut tags = MadeTags::new();
    if !board.is_empty() {
        tags.push(("binit".into(), board.iter().collect()));
    }
    tags.push(("movelist".into(), moves.iter().collect()));
    Some(tags)
}

/// Whether digits are a board: every piece on a point of its own, and both generals in their palaces.
fn is_board(digits: &[char]) -> bool {
    let points = digits.chunks_exact(2).map(|pair| point(pair[0], pair[1]));
    let points: Vec<_> = points.collect();
    let pieces = binary::pieces().zip(&points);
    let are_home = pieces
        .filter(|(piece, _)| piece.kind == PieceKind::General)
        .all(|(piece, point)| point.is_some_and(|point| point.in_palace(piece.side)));
    let mut there: Vec<_> = points.iter().flatten().collect();
    let count = there.len();
    there.sort_unstable();
    there.dedup();
    let are_absent = || {
        let mut pairs = digits.chunks_exact(2).zip(&points);
        pairs.all(|(pair, point)| point.is_some() || *pair == ['9', '9'])
    };
    are_home && there.len() == count && are_absent()
}

/// Offsets of all numbered tags, with their beginnings.
fn marks(text: &str) -> impl Iterator<Item = (usize, &'static str)> {
    let places = text.match_indices('[');
    places.filter_map(|(place, _)| {
        let rest = &text[place..];
        let mut marks = [BORDER, TAG, COMMENT].into_iter().chain(ENDS);
        Some((place, marks.find(|mark| rest.starts_with(mark))?))
    })
}

/// The place in its last game where a text with numbered tags is cut off.
pub(super) fn cut(text: &str) -> Option<CutOff> {
    let parts = marks(text).map(|(place, mark)| match mark {
        BORDER => CutSign::Game,
        TAG | COMMENT => CutSign::Value,
        // The end of a value goes on with its number.
        _ if text[place + 1..]
            .strip_prefix('/')
            .is_some_and(|end| end.starts_with(&BORDER[1..])) =>
        {
            CutSign::GameEnd
        }
        _ => CutSign::ValueEnd,
    });
    place_of_cut(parts)
}

/// The tags of every game in a text with numbered tags.
pub(super) fn numbered(text: &str) -> Vec<MadeTags> {
    let mut games = vec![RawTags::new()];
    let mut marks = marks(text).peekable();
    while let Some((place, mark)) = marks.next() {
        let tag = match marks.peek() {
            Some((next, _)) => &text[place + 1..*next],
            None => split_torn(&text[place + 1..], &ENDS).0,
        };
        match tag.split_once(']') {
            Some((name, value)) if mark == TAG || mark == COMMENT => {
                games.last_mut().expect("a game").push((name, value));
            }
            _ if mark == BORDER => games.push(RawTags::new()),
            _ => {}
        }
    }
    let games = games.iter().filter(|game| !game.is_empty());
    games.map(converted).collect()
}

/// Converts the tags of a game.
fn converted(game: &RawTags<'_>) -> MadeTags {
    let named = |number: &str| {
        let mut tags = game.iter();
        let name = format!("DHJHtmlXQ_{number}");
        let (_, value) = tags.find(|(known, value)| *known == name && !value.trim().is_empty())?;
        Some(value.trim())
    };
    let mut tags = MadeTags::new();
    for (number, name) in NUMBERED {
        if let Some(value) = named(number) {
            tags.push((name.into(), value.to_owned()));
        }
    }
    if let Some(board) = named(BOARD) {
        let turn = if named(TURN) == Some("1") { "b" } else { "w" };
        tags.push(("fen".into(), format!("{} {turn}", ranks(board))));
    }
    let moves = named(MOVES).map(digits).unwrap_or_default();
    tags.push(("movelist".into(), moves.chunks(2).map(from_black).collect()));
    for (name, value) in game {
        if let Some(place) = name.strip_prefix("game_comment_") {
            tags.push((format!("comment{place}").into(), (*value).to_owned()));
        }
    }
    tags
}

/// The board of a FEN, in which any other sign than a letter is an empty point.
fn ranks(board: &str) -> String {
    let points: Vec<_> = board.chars().filter(|c| !c.is_whitespace()).collect();
    let letter = |c: &char| if c.is_ascii_alphabetic() { *c } else { '1' };
    let ranks = points
        .chunks(9)
        .map(|rank| rank.iter().map(letter).collect());
    ranks.collect::<Vec<String>>().join("/")
}

/// The digits of a point with its rank counted from Black's home.
fn from_black(point: &[char]) -> String {
    match *point {
        [file, rank @ '0'..='9'] => format!("{file}{}", u32::from('9') - u32::from(rank)),
        _ => point.iter().collect(),
    }
}
