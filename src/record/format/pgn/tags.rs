//! Tags: the syntax of the lines above the moves, and the mapping of PGN names to this program's names.
//!
//! A line may hold several tags, followed by moves. Quotes inside a value are common: a value extends from the first
//! quote to the last one of the line that is followed by a bracket. Content PGN cannot hold is escaped reversibly:
//!
//! - `\"` and `\\` are a quote and a backslash, a line separator (U+2028) is a line break;
//! - a name that is not a PGN name, or means something else there, is moved into the value:
//!   `[ChuheTag "its name=its value"]`, with `%25` and `%3D` for `%` and `=` in the name.

use super::super::html::trim_start;
use super::super::reasons;
use super::other_games;
use crate::record::{Record, Tags};
use crate::rules::Terms;
use std::borrow::Cow;

/// A tag as in the file: name and value, including escapes.
pub(in super::super) type RawTag<'a> = (&'a str, &'a str);

/// The program's names and those of PGN; the first of several is written.
const NAMES: [(&str, &[&str]); 30] = [
    (Tags::EVENT, &["Event"]),
    (Tags::SITE, &["Site"]),
    (Tags::DATE, &["Date"]),
    (Tags::TIME, &["Time"]),
    (Tags::ROUND, &["Round"]),
    (Tags::RED_TEAM, &["RedTeam", "WhiteTeam"]),
    (Tags::RED, &["Red", "White"]),
    (Tags::BLACK_TEAM, &["BlackTeam"]),
    (Tags::BLACK, &["Black"]),
    (Tags::RED_RATING, &["RedElo", "RedRating", "WhiteElo"]),
    (Tags::BLACK_RATING, &["BlackElo", "BlackRating"]),
    (Tags::TIME_CONTROL, &["TimeControl"]),
    (Tags::THINKING_TIME, &["ThinkingTime"]),
    (Tags::HANDICAP, &["Handicap"]),
    (Tags::CLOCK_PRESS, &["ClockPress"]),
    (Tags::TAKE_BACKS, &["TakeBacks"]),
    (Tags::SEATING, &["Seating"]),
    (Tags::LETTER, &["Letter"]),
    (Tags::COMPUTER, &["Computer"]),
    (Tags::ENGINE, &["Engine"]),
    (Tags::HINTS, &["Hints"]),
    (Tags::MATCH, &["Match"]),
    (Tags::SCORE, &["Score"]),
    (Tags::RED_TIME, &["RedTime"]),
    (Tags::BLACK_TIME, &["BlackTime"]),
    (Tags::TITLE, &["Title"]),
    (Tags::ANNOTATOR, &["Annotator"]),
    (Tags::OPENING, &["Opening"]),
    (Tags::VARIATION, &["Variation"]),
    (Tags::ECCO, &["ECCO"]),
];

/// Tags that are not kept as tags, since the record stores them elsewhere.
pub(super) const SPECIAL: [&str; 9] = [
    "Game", "Variant", "Result", "FEN", "SetUp", "Format", RULEBOOK, NO_CAPTURE, OTHER,
];
/// Tag of the rulebook, by its keyword in the program's own files.
pub(super) const RULEBOOK: &str = "Rulebook";
/// Tag of the number of rounds without a capture after which the game is a draw; 0 for no limit.
pub(super) const NO_CAPTURE: &str = "NoCapture";
/// Tag of the reason for the game's end.
pub(super) const TERMINATION: &str = "Termination";
/// Tag for names that PGN cannot hold.
const OTHER: &str = "ChuheTag";

/// Parses the tags of a line and the text after them; `None` if the line does not begin with a tag.
pub(super) fn tag_pairs(line: &str) -> Option<(Vec<RawTag<'_>>, &str)> {
    let (mut name, mut rest) = opening(line).or_else(|| long_opening(line))?;
    let mut tags = Vec::new();
    loop {
        let (value, after) = value(rest);
        tags.push((name, value));
        match opening(after) {
            Some(next) => (name, rest) = next,
            None => return Some((tags, after)),
        }
    }
}

/// Parses the name of a tag up to the first quote, `[Name "`; returns the name and the rest.
fn opening(text: &str) -> Option<(&str, &str)> {
    let text = trim_start(text).strip_prefix('[')?.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || ends_name(c))?;
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start().strip_prefix(QUOTES)?;
    name.contains(char::is_alphanumeric).then_some((name, rest))
}

/// Parses a name of several words, as in `[Time Control "600"]`, on a line that holds nothing but this tag.
fn long_opening(line: &str) -> Option<(&str, &str)> {
    /// Maximum number of words of a name; more are a sentence in brackets.
    const MAX_WORDS: usize = 3;
    let text = trim_start(line).strip_prefix('[')?.trim_start();
    let end = text.find(ends_name)?;
    let (name, rest) = text.split_at(end);
    let (name, rest) = (name.trim_end(), rest.strip_prefix(QUOTES)?);
    let is_whole = value(rest).1.trim().is_empty() && line.trim_end().ends_with(']');
    let is_name =
        name.contains(char::is_alphanumeric) && name.split_whitespace().count() <= MAX_WORDS;
    (is_name && is_whole).then_some((name, rest))
}

/// Quotation marks that open a value.
const QUOTES: [char; 3] = ['"', '“', '＂'];

/// Whether a character cannot be part of a tag's name, as those of lists and of markup.
fn ends_name(c: char) -> bool {
    QUOTES.contains(&c)
        || matches!(
            c,
            '[' | ']' | '{' | '}' | '<' | '>' | ',' | ';' | '=' | '”' | '\n' | '\r'
        )
}

/// Splits off the value up to its last quote; returns it and the text after the bracket.
///
/// The value ends at a quote and a bracket: at the first pair followed by another tag, else at the last pair if nothing
/// follows it, else at the first. Without any, the whole line is the value.
fn value(text: &str) -> (&str, &str) {
    let (mut first, mut last) = (None, None);
    for (at, quote) in text.char_indices() {
        if !matches!(quote, '"' | '”' | '＂') || text[..at].ends_with('\\') {
            continue;
        }
        let Some(after) = text[at + quote.len_utf8()..].trim_start().strip_prefix(']') else {
            continue;
        };
        let end = (&text[..at], after);
        if opening(after).is_some() {
            return first.unwrap_or(end);
        }
        first.get_or_insert(end);
        last = Some(end);
    }
    let whole = last.filter(|(_, after)| trim_start(after).is_empty());
    whole.or(first).unwrap_or_else(|| {
        let line = text.trim_end();
        let line = line.strip_suffix(']').unwrap_or(line).trim_end();
        (line.strip_suffix(['"', '”', '＂']).unwrap_or(line), "")
    })
}

/// Removes the escapes of a value.
pub(super) fn plain(value: &str) -> Cow<'_, str> {
    if !value.contains(['\\', '\u{2028}']) {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\u{2028}' => '\n',
            '\\' => letters
                .next_if(|next| matches!(next, '"' | '\\'))
                .unwrap_or('\\'),
            _ => letter,
        });
    }
    Cow::Owned(plain)
}

fn escaped(value: &str) -> String {
    let value = value.replace("\r\n", "\n").replace('\r', "\n");
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    value.replace('\n', "\u{2028}")
}

/// Finds the value of a tag by its name, case-insensitively.
pub(super) fn find<'a>(tags: &[RawTag<'a>], name: &str) -> Option<Cow<'a, str>> {
    let known = tags
        .iter()
        .rev()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|(_, value)| plain(value))
}

/// Sets the tags of a game.
pub(super) fn set(tags: &mut Tags, raw: &[RawTag<'_>]) {
    for (name, value) in raw {
        let Some((name, value)) = own(name, &plain(value)) else {
            continue;
        };
        // An empty tag says nothing against another of the same meaning.
        if value.is_empty() && tags.get(&name).is_some() {
            continue;
        }
        if name == Tags::DATE
            && let Some((date, time)) = date_and_time(&value)
        {
            if tags.get(Tags::TIME).is_none() {
                tags.read(Tags::TIME.to_owned(), time.to_owned());
            }
            tags.read(name, date);
        } else {
            tags.read(name, value);
        }
    }
}

/// Converts a tag to this program's form; `None` for one that says nothing, such as `?`, and for one that the record
/// stores elsewhere.
fn own(name: &str, value: &str) -> Option<(String, String)> {
    let same = |known: &&str| known.eq_ignore_ascii_case(name);
    if name.eq_ignore_ascii_case(OTHER) {
        let (name, value) = value.split_once('=')?;
        let name = name.replace("%3D", "=").replace("%25", "%");
        return Some((name, value.to_owned()));
    }
    let is_reason = name.eq_ignore_ascii_case(TERMINATION) && reasons::is_reason(value);
    let is_variant = name.eq_ignore_ascii_case("Variant") && !other_games::is_xiangqi(value);
    if is_reason || SPECIAL.iter().any(same) && !is_variant {
        return None;
    }
    let value = if value.trim().is_empty() { "" } else { value };
    let Some((own, _)) = NAMES.iter().find(|(_, names)| names.iter().any(same)) else {
        return Some((name.to_owned(), value.to_owned()));
    };
    let is_mark = |c| matches!(c, '?' | '-' | '.' | ' ');
    let unsaid = !value.is_empty() && value.chars().all(is_mark);
    let value = match *own {
        Tags::DATE => date(value).unwrap_or_else(|| value.to_owned()),
        _ => value.to_owned(),
    };
    (!unsaid).then(|| ((*own).to_owned(), value))
}

/// A date in the program's form, `2026-01-31`, or its known part.
fn date(value: &str) -> Option<String> {
    let value = value.trim().trim_end_matches(['日', '月', '年']);
    let mut parts: Vec<_> = value.split(['.', '-', '/', '年', '月']).collect();
    // The day may stand first; with slashes, the month may, too.
    if matches!(parts[..], [_, _, year] if year.len() == 4) && !value.contains('/') {
        parts.reverse();
    }
    let [year, rest @ ..] = &parts[..] else {
        return None;
    };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unknown = |text: &str| text.bytes().all(|b| b == b'?');
    if year.len() != 4 || !number(year) || rest.len() > 2 {
        return None;
    }
    let known: Vec<_> = rest.iter().take_while(|part| number(part)).collect();
    let short = known.iter().all(|part| part.len() <= 2);
    if !short || !rest[known.len()..].iter().all(|part| unknown(part)) {
        return None;
    }
    let mut date = (*year).to_owned();
    for part in known {
        date += &format!("-{part:0>2}");
    }
    Some(date)
}

/// A date and a time of day from a field that has both.
fn date_and_time(value: &str) -> Option<(String, &str)> {
    let (day, time) = value.trim().split_once(' ')?;
    let time = time.trim();
    let is_time = time.len() <= 8 && time.split(':').count() >= 2;
    let digits = time.bytes().all(|b| b.is_ascii_digit() || b == b':');
    let day = date(day).filter(|day| day.len() == 10)?;
    (is_time && digits).then_some((day, time))
}

/// A date as in PGN: `2026.01.31`, `2026.??.??`.
fn pgn_date(value: &str) -> String {
    let Some(date) = date(value) else {
        return value.to_owned();
    };
    let mut date = date.replace('-', ".");
    while date.len() < 10 {
        date += ".??";
    }
    date
}

/// Writes the tags of a game, one per line; `taken` is the name of a tag written by the record itself.
pub(super) fn write(record: &Record, taken: Option<&str>, text: &mut String) {
    for (name, value) in record.tags.shared() {
        let known = NAMES.iter().find(|(own, _)| *own == name);
        let pgn_name = known.map_or(name, |(_, names)| names[0]);
        let is_name = |name: &str| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        let is_day = name == Tags::DATE && date(value).is_some();
        let written = if is_day {
            pgn_date(value)
        } else {
            value.to_owned()
        };
        let fits = |(own_name, own_value): (String, String)| {
            own_name == name && (is_day || own_value == value)
        };
        let is_taken = taken.is_some_and(|taken| taken.eq_ignore_ascii_case(pgn_name));
        // One of a newer version stays what it is, unless other terms are written.
        let (terms, default) = (record.terms, Terms::default());
        if name == RULEBOOK && terms.rulebook == default.rulebook
            || name == NO_CAPTURE && terms.no_capture == default.no_capture
        {
            line(name, value, text);
            continue;
        }
        if is_name(pgn_name) && !is_taken && own(pgn_name, &written).is_some_and(fits) {
            line(pgn_name, &written, text);
        } else {
            let name = name.replace('%', "%25").replace('=', "%3D");
            line(OTHER, &format!("{name}={value}"), text);
        }
    }
}

/// Writes one tag.
pub(super) fn line(name: &str, value: &str, text: &mut String) {
    *text += &format!("[{name} \"{}\"]\n", escaped(value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn values(line: &str) -> Vec<RawTag<'_>> {
        tag_pairs(line).expect("a tag").0
    }

    #[test]
    fn a_value_goes_to_the_last_quote() {
        assert_eq!(
            values("[Event \"24th \"Goat\" cup\"]"),
            [("Event", "24th \"Goat\" cup")]
        );
        assert_eq!(values(" [ Red  \"A\" ] "), [("Red", "A")]);
        assert_eq!(values("[Red \"\"]"), [("Red", "")]);
        assert_eq!(values("[Red \"A]"), [("Red", "A")]);
        assert_eq!(values("[Red \"A\""), [("Red", "A")]);
        assert_eq!(values("[Red “A”]"), [("Red", "A")]);
        assert_eq!(values("[赛事 \"x\"]"), [("赛事", "x")]);
        for name in [
            "A.B",
            "a(b)",
            "x:y",
            "w/b",
            "e-mail",
            "C#",
            "R&D",
            "Red's",
            "Time Control",
            "no. 1 (b)",
        ] {
            assert_eq!(values(&format!("[{name} \"x\"]")), [(name, "x")]);
        }
        assert_eq!(values("[Red \"A\"][Black \"B\"] [Round \"2\"]").len(), 3);
        assert_eq!(
            values("[Red \"A \\\"] [Black \\\"B\"]"),
            [("Red", "A \\\"] [Black \\\"B")]
        );
        let (tags, rest) = tag_pairs("[Result \"*\"] 1. h2e2 {\"so\"}").expect("a tag");
        assert_eq!((tags, rest), (vec![("Result", "*")], " 1. h2e2 {\"so\"}"));
        for line in [
            "",
            "[",
            "[Red]",
            "[%clk 0:01]",
            "1. [Red \"A\"]",
            "[ \"A\"]",
            "[Red A]",
            "[\"h2e2\", \"h9g7\"]",
            "[h2e2, \"h9g7\"]",
            "[quote=\"A\"]",
            "[he said \"so\"] and left",
            "[as he said on Sunday: \"so\"]",
            "[... \"x\"]",
        ] {
            assert_eq!(tag_pairs(line), None, "{line}");
        }
    }

    fn read(lines: &[&str]) -> Vec<(String, String)> {
        let raw: Vec<_> = lines.iter().flat_map(|line| values(line)).collect();
        let mut tags = Tags::default();
        set(&mut tags, &raw);
        let pairs = tags
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        pairs.collect()
    }

    #[test]
    fn names_and_days_are_translated() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(read(&["[White \"A\"]", "[red \"B\"]"]), [pair("red", "B")]);
        assert_eq!(read(&["[Date \"2006.8.3\"]"]), [pair("date", "2006-08-03")]);
        assert_eq!(read(&["[Date \"2006.??.??\"]"]), [pair("date", "2006")]);
        assert_eq!(read(&["[Date \"last year\"]"]), [pair("date", "last year")]);
        let both = [pair("time", "17:05:35"), pair("date", "2018-04-27")];
        assert_eq!(read(&["[Date \"2018-04-27 17:05:35\"]"]), both);
        let nothing = ["[Date \"????.??.??\"]", "[Event \"-\"]", "[Site \" ? \"]"];
        assert_eq!(read(&nothing), []);
        let empty = [
            "[Mood \"\"]",
            "[White \"A\"]",
            "[Red \" \"]",
            "[Black \"\"]",
            "[Result \"\"]",
        ];
        let kept = [pair("Mood", ""), pair("red", "A"), pair("black", "")];
        assert_eq!(read(&empty), kept);
        assert_eq!(
            read(&["[Game \"Chinese Chess\"]", "[Seesion \"10\"]"]),
            [pair("Seesion", "10")]
        );
        assert_eq!(read(&["[Site \"C:\\new\\\"]"]), [pair("site", "C:\\new\\")]);
    }

    #[test]
    fn every_tag_is_read_as_it_was_written() {
        let mut record = Record::new(Setup::start()).expect("the start");
        let tags = [
            ("red", "A \"quoted\" \\ name\""),
            ("unheard of", "two\nlines"),
            ("Red", "not the player"),
            ("FEN", "not the start"),
            ("a=b%3D", "c=d"),
            ("event", "?"),
            ("mood", ""),
            ("", "nameless"),
            ("date", "2026-02"),
            ("time", "\"] [Black \"B"),
            ("Seesion", "10"),
        ];
        for (name, value) in tags {
            record.tags.read(name.to_owned(), value.to_owned());
        }
        let mut text = String::new();
        write(&record, None, &mut text);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "[Red \"A \\\"quoted\\\" \\\\ name\\\"\"]");
        assert_eq!(lines[8], "[Date \"2026.02.??\"]");
        let again = read(&lines);
        let again: Vec<_> = again
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(again, tags);
    }
}
