//! CBF: XML with a head and a list of moves, as exported by CCBridge. Read only.
//!
//! ```text
//! <ChineseChessRecord Version="1.0">
//!  <Head><Name>…</Name> … <FEN>…</FEN></Head>
//!  <MoveList><Move value="00-00">about the start</Move><Move value="77-47"/> …</MoveList>
//! </ChineseChessRecord>
//! ```
//!
//! A point is its file from Red's left and its rank from Black's side. Only the XML features that occur are parsed:
//! elements, attributes, the five named entities and numeric ones, and CDATA. No sample has variations; anything after
//! the move marked as the end is reported and dropped.

use super::dhtmlxq::entity;
use super::pgn::{self, Manner, RawTag};
use super::{Caution, Loaded, ReadError, results};
use crate::rules::Setup;
use std::borrow::Cow;

/// The root element, its end, and that of the moves.
const ROOT: &str = "<ChineseChessRecord";
const ROOT_END: &str = "</ChineseChessRecord";
const MOVES_END: &str = "</MoveList";

/// Elements of the head and their tags.
const HEADS: [(&str, &str); 17] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Commentator", "Annotator"),
    ("ECCO", "ECCO"),
    ("RecordResult", "Result"),
];

/// Whether the text is a CBF file.
pub(super) fn is_text(text: &str) -> bool {
    text.starts_with('<') && text.contains(ROOT)
}

/// An element with its text; nesting does not occur where elements matter.
struct Element<'a> {
    name: &'a str,
    attributes: &'a str,
    text: Cow<'a, str>,
}

pub(super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let mut values = Vec::new();
    let mut fen = None;
    let mut moves = String::new();
    let (mut has_ended, mut is_cut) = (false, false);
    for element in elements(text) {
        let known = HEADS.iter().find(|(name, _)| *name == element.name);
        match element.name {
            "FEN" => fen = Some(element.text),
            "Move" if has_ended => is_cut = true,
            "Move" => {
                has_ended = attribute(element.attributes, "end") == Some("1");
                let value = attribute(element.attributes, "value").unwrap_or_default();
                mv(value, &element.text, &mut moves);
            }
            _ => values.extend(known.map(|(_, tag)| (*tag, element.text))),
        }
    }
    let fen = fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty());
    let start = match fen {
        Some(fen) => Setup::from_fen(fen).map_err(ReadError::Fen)?,
        None => Setup::start(),
    };
    let mut reading = pgn::read_moves(&moves, &start, Manner::MOVETEXT);
    if let Some(what) = fen.and_then(|fen| Caution::of_side(fen, &reading.record)) {
        reading.cautions.insert(0, (0, what));
    }
    // Nothing of the game follows its moves.
    if !text.contains(MOVES_END) && !text.contains(ROOT_END) {
        reading.is_whole = false;
        reading.cautions.push((0, Caution::EndsEarly));
    }
    let tags: Vec<RawTag<'_>> = values
        .iter()
        .map(|(name, value)| (*name, tag(name, value)))
        .collect();
    pgn::finish(&mut reading, &tags)?;
    if is_cut {
        reading
            .cautions
            .push((1, Caution::LostVariation { number: 1 }));
    }
    Ok(reading.into())
}

/// Normalizes the value of a head field; a numeric `Result` is converted.
fn tag<'a>(name: &str, value: &'a str) -> &'a str {
    let value = value.trim();
    let number = value.parse().ok().filter(|_| name == "Result");
    number.and_then(results::numbered).unwrap_or(value)
}

/// Writes a move and its comment as PGN.
fn mv(value: &str, comment: &str, moves: &mut String) {
    let points = value.as_bytes();
    let letter = |file: u8| char::from(b'a' + (file - b'0'));
    let rank = |row: u8| char::from(b'0' + (b'9' - row));
    match *points {
        // Not a move: the comment on the start.
        [b'0', b'0', b'-', b'0', b'0'] => {}
        [
            a @ b'0'..=b'8',
            b @ b'0'..=b'9',
            b'-',
            c @ b'0'..=b'8',
            d @ b'0'..=b'9',
        ] => {
            moves.extend([letter(a), rank(b), letter(c), rank(d), ' ']);
        }
        _ => *moves += &format!("{} ", value.replace(char::is_whitespace, "")),
    }
    if !comment.is_empty() {
        *moves += &format!("{{{}}} ", comment.replace('}', "｝"));
    }
}

/// All elements of a text with the text up to the next tag, in order.
fn elements(text: &str) -> impl Iterator<Item = Element<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find('<')? + 1;
            let (tag, after) = rest[start..].split_once('>')?;
            rest = after;
            let tag = tag.trim_end_matches('/');
            if tag.starts_with(['/', '?', '!']) {
                continue;
            }
            let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            let (text, after) = content(after);
            rest = after;
            return Some(Element {
                name,
                attributes,
                text,
            });
        }
    })
}

/// Splits off the text up to the next tag, including CDATA sections.
fn content(text: &str) -> (Cow<'_, str>, &str) {
    let mut rest = text;
    let mut content = Cow::Borrowed("");
    loop {
        let end = rest.find('<').unwrap_or(rest.len());
        content += plain(&rest[..end]);
        rest = &rest[end..];
        let Some(data) = rest.strip_prefix("<![CDATA[") else {
            return (content, rest);
        };
        let (data, after) = data.split_once("]]>").unwrap_or((data, ""));
        content += data;
        rest = after;
    }
}

/// Decodes the entities of a text.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed("");
    let mut rest = text;
    while let Some(place) = rest.find('&') {
        plain += &rest[..place];
        rest = &rest[place..];
        let (letter, length) = entity(rest).unwrap_or(('&', 1));
        plain.to_mut().push(letter);
        rest = &rest[length..];
    }
    plain + rest
}

/// The value of an attribute.
fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut words = attributes
        .split_whitespace()
        .filter_map(|word| word.split_once('='));
    let (_, value) = words.find(|(known, _)| *known == name)?;
    Some(value.trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Tags, format};
    use crate::rules::{Outcome, Side};

    const FILE: &str = "<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\"><Head>\n<Name>A &lt;b&gt; &#x7532;&amp;</Name>\
        <Red /><Black>B</Black><RecordResult>2</RecordResult><FEN></FEN></Head><MoveList>\n\
        <Move value=\"00-00\"><![CDATA[About <the> start]]></Move><Move value=\"77-47\" />\n\
        <Move value='70-62'>good}</Move><Move value=\"79-67\" end=\"1\"/></MoveList></ChineseChessRecord>";

    #[test]
    fn head_moves_and_comments_are_read() {
        let loaded = format::read(FILE.as_bytes()).expect("a game");
        assert_eq!(loaded.warnings, []);
        let record = &loaded.records[0];
        let nodes = record.main_line().map(|id| record.node(id));
        let moves: Vec<_> = nodes
            .filter_map(|node| Some(node.played()?.mv.to_string()))
            .collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(record.comment, "About <the> start");
        let second = record.main_line().nth(1).expect("a move");
        assert_eq!(record.node(second).notes().comment, "good｝");
        assert_eq!(record.tags.get(Tags::TITLE), Some("A <b> 甲&"));
        assert_eq!(
            (record.tags.get(Tags::RED), record.tags.get(Tags::BLACK)),
            (None, Some("B"))
        );
        assert_eq!(record.outcome.map(Outcome::score), Some("0-1"));
    }

    #[test]
    fn what_is_damaged_is_told_and_nothing_worse() {
        let more = FILE.replace("</MoveList>", "<Move value=\"63-64\"/></MoveList>");
        let loaded = format::read(more.as_bytes()).expect("a game");
        assert_eq!(
            loaded.warnings[0].what,
            Caution::LostVariation { number: 1 }
        );
        for end in (FILE.find("<Head>").expect("a head")..FILE.len())
            .filter(|end| FILE.is_char_boundary(*end))
        {
            let Ok(loaded) = format::read(&FILE.as_bytes()[..end]) else {
                continue;
            };
            let told: Vec<_> = loaded.warnings.iter().map(|told| &told.what).collect();
            let is_cut = !FILE[..end].contains(MOVES_END);
            assert_eq!(told.contains(&&Caution::EndsEarly), is_cut, "{end}");
        }
        let bad = FILE.replace("70-62", "9é-62");
        let loaded = format::read(bad.as_bytes()).expect("a game");
        assert!(matches!(
            loaded.warnings[0].what,
            Caution::NotAMove {
                at: (1, Side::Black),
                ..
            }
        ));
    }
}
