//! Tags in the scripts of a page: dpxq.com keeps the moves in a variable, in several forms.
//!
//! ```text
//! var DhtmlXQ_movelist = '[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]';
//! var DhtmlXQ_movelist = '[0_1_0]77477062[/0_1_0][0_2_1]1242[/0_2_1]';
//! var DhtmlXQ_movelist = ''+'[DhtmlXQ_move'+'list]77477062[/DhtmlXQ_move'+'list]';
//! ```
//!
//! Texts in quotes are read as a script reads them: concatenated where a plus sign is between them, without escapes. The
//! value of a variable that has the name of a tag is this tag, or several without their prefix.

use super::dialects::without_percents;
use super::fields::TagContent;
use super::names;
use std::borrow::Cow;
use std::ops::Range;

/// Prefix of the names of variables, and of tags.
const PREFIX: &str = "DhtmlXQ_";
/// Beginning and end of a script element.
const SCRIPT: &str = "<script";
const SCRIPT_END: &str = "</script";
/// An escaped bracket, in an argument of `unescape`.
const ESCAPED_BRACKET: &str = "%5B";

/// Signs around a text.
const QUOTES: [char; 3] = ['\'', '"', '`'];
/// Maximum length of a comment within an expression.
const MAX_COMMENT_LEN: usize = 200;

/// A variable with the name of a tag, and an assignment to it.
struct Variable<'a> {
    name: &'a str,
    /// Whether the value is appended to the one before.
    appends: bool,
    /// Length of the assignment up to the quote.
    length: usize,
}

/// Offset of the first such assignment of a text.
pub(super) fn place(text: &str) -> Option<usize> {
    let mut places = text.match_indices(PREFIX).map(|(place, _)| place);
    places.find(|place| variable(text, *place).is_some())
}

/// The text with the tags of its scripts in plain form, those of variables behind everything else; `None` without a
/// script.
pub(super) fn plain(text: &str) -> Option<String> {
    let has_script = |text: &str| elements(text).next().is_some();
    if place(text).is_none() && !has_script(text) {
        return None;
    }
    let (rest, values) = without_variables(text);
    let mut plain = joined(&rest);
    for (name, value) in values {
        plain.push('\n');
        plain += &tags(name, &value);
    }
    Some(plain)
}

/// Splits a text into the variables with their values and the rest.
fn without_variables(text: &str) -> (String, Vec<(&str, String)>) {
    let (mut rest, mut values) = (String::with_capacity(text.len()), Vec::new());
    let mut end = 0;
    for (place, _) in text.match_indices(PREFIX) {
        let Some(found) = variable(text, place).filter(|_| place >= end) else {
            continue;
        };
        let begin = place + found.length;
        let Some((value, length)) = expression(&text[begin..], ScriptLines::Many) else {
            continue;
        };
        rest += &text[end..place];
        end = begin + length;
        let last: Option<&mut (&str, String)> = values.last_mut();
        match last.filter(|(name, _)| found.appends && *name == found.name) {
            Some((_, known)) => *known += &value,
            None => values.push((found.name, value)),
        }
    }
    (rest + &text[end..], values)
}

/// The contents of the script elements of a text, as ranges.
fn elements(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut ends = 0;
    text.match_indices('<').filter_map(move |(place, _)| {
        let begin = place + SCRIPT.len();
        if place < ends || !begins(&text[place..], SCRIPT) {
            return None;
        }
        let mut closing = text[begin..].match_indices("</").map(|(at, _)| begin + at);
        let end = closing.find(|at| begins(&text[*at..], SCRIPT_END));
        ends = end.unwrap_or(text.len());
        Some(begin..ends)
    })
}

fn begins(text: &str, with: &str) -> bool {
    let head = text.as_bytes().get(..with.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
}

/// The text with each concatenation in its scripts evaluated.
fn joined(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut end = 0;
    for script in elements(text) {
        plain += &text[end..script.start];
        end = script.end;
        push_joined(&mut plain, &text[script]);
    }
    plain + &text[end..]
}

fn push_joined(plain: &mut String, script: &str) {
    let mut rest = script;
    while let Some(step) = rest.find(['\'', '"', '`', '/']) {
        plain.push_str(&rest[..step]);
        rest = &rest[step..];
        let found = match rest.starts_with(QUOTES) {
            true => expression(rest, ScriptLines::One),
            false => None,
        };
        let length = match found {
            Some((value, length)) => {
                plain.push('\'');
                plain.push_str(&prefixed(&value));
                plain.push('\'');
                rest = &rest[length..];
                continue;
            }
            // An apostrophe there begins no text.
            None if rest.starts_with("//") => line_length(rest),
            // Nor in a text that does not end, and its end none either.
            None if rest.starts_with(QUOTES) => line_length(rest),
            None => 1,
        };
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain.push_str(rest);
}

fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The variable at `place`, if a text is assigned to it.
fn variable(text: &str, place: usize) -> Option<Variable<'_>> {
    let rest = text[place..].strip_prefix(PREFIX)?;
    // Those of tags are in brackets.
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '[' | '/');
    if text[..place].ends_with(is_inside) {
        return None;
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (name, after) = rest.split_at(rest.find(|c| !is_letter(c))?);
    // As a key, it is in quotes, and perhaps in brackets.
    let after = after.strip_prefix(QUOTES).unwrap_or(after).trim_start();
    let after = after.strip_prefix(']').unwrap_or(after).trim_start();
    let (appends, after) = match after.strip_prefix('+') {
        Some(after) => (true, after.strip_prefix('=')?),
        None => (false, after.strip_prefix(['=', ':'])?),
    };
    let after = without_gap(after);
    // The text may be the argument of `unescape` and the like.
    let argument = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.');
    let after = argument.strip_prefix('(').map_or(after, without_gap);
    after.starts_with(QUOTES).then(|| Variable {
        name,
        appends,
        length: text.len() - place - after.len(),
    })
}

/// A text without leading white space, comments and round brackets.
fn without_gap(text: &str) -> &str {
    let mut rest = text;
    loop {
        let is_gap = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
        rest = rest.trim_start_matches(is_gap);
        let head = &rest[..rest.floor_char_boundary(MAX_COMMENT_LEN)];
        let comment = match head.as_bytes() {
            [b'/', b'/', ..] => head.find(['\n', '\r']),
            [b'/', b'*', ..] => head.find("*/").map(|end| end + 2),
            _ => None,
        };
        match comment {
            Some(length) => rest = &rest[length..],
            None => return rest,
        }
    }
}

/// Lines allowed in a string literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScriptLines {
    /// One, as in any script.
    One,
    /// Several, as editors break long lines.
    Many,
}

/// The value of the string literals at the beginning, joined by plus signs, and their length.
fn expression(text: &str, lines: ScriptLines) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut end = push_literal(&mut value, text, lines)?;
    while let Some(next) = without_gap(&text[end..]).strip_prefix('+') {
        let next = without_gap(next);
        let Some(length) = push_literal(&mut value, next, lines) else {
            break;
        };
        end = text.len() - next.len() + length;
    }
    Some((value, end))
}

/// Appends the value of the string literal at the beginning; returns its length.
fn push_literal(value: &mut String, text: &str, lines: ScriptLines) -> Option<usize> {
    let quote = text.chars().next().filter(|c| QUOTES.contains(c))?;
    let known = value.len();
    let mut at = 1;
    while let Some(letter) = text[at..].chars().next() {
        at += letter.len_utf8();
        match letter {
            _ if letter == quote => return Some(at),
            '\n' | '\r' if lines == ScriptLines::One => break,
            '\\' => {
                let (letter, length) = escape(&text[at..]);
                value.extend(letter);
                at += length;
            }
            _ => value.push(letter),
        }
    }
    value.truncate(known);
    None
}

/// The character of an escape behind its backslash, and the length of the escape.
fn escape(text: &str) -> (Option<char>, usize) {
    let hex = |digits: Option<&str>| char::from_u32(u32::from_str_radix(digits?, 16).ok()?);
    let Some(letter) = text.chars().next() else {
        return (None, 0);
    };
    let rest = &text[letter.len_utf8()..];
    match letter {
        // The line goes on.
        '\r' if rest.starts_with('\n') => (None, 2),
        '\r' | '\n' | '\u{2028}' | '\u{2029}' => (None, letter.len_utf8()),
        'n' | 'r' => (Some('\n'), 1),
        't' => (Some('\t'), 1),
        'x' => match hex(rest.get(..2)) {
            Some(letter) => (Some(letter), 3),
            None => (Some(letter), 1),
        },
        'u' => match hex(rest.get(..4)) {
            Some(letter) => (Some(letter), 5),
            None => (Some(letter), 1),
        },
        _ => (Some(letter), letter.len_utf8()),
    }
}

/// The value of a variable as tags.
fn tags(name: &str, value: &str) -> String {
    let value: Cow<'_, str> = match value.contains(ESCAPED_BRACKET) {
        true => without_percents(&value.replace('+', "%2B")).into(),
        false => value.into(),
    };
    let tags = prefixed(&value);
    let is_tag = tags.contains(&format!("[{PREFIX}"));
    match is_tag || value.trim().is_empty() || !is_known(name) {
        true => tags.into_owned(),
        false => format!("[{PREFIX}{name}]{value}[/{PREFIX}{name}]"),
    }
}

/// Whether this is the name of a tag without its prefix.
fn is_known(name: &str) -> bool {
    TagContent::of(name) != TagContent::Tag || names::is_known(name)
}

/// The text with the missing prefix of all tags: `[0_1_0]` as well as `[movelist]`.
fn prefixed(text: &str) -> Cow<'_, str> {
    let mut found = String::new();
    let mut end = 0;
    for (place, _) in text.match_indices('[') {
        let inside = &text[place + 1..];
        let begin = text.len() - inside.strip_prefix('/').unwrap_or(inside).len();
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut letters = text.as_bytes()[begin..].iter();
        let Some(length) = letters.position(|byte| !is_letter(byte)) else {
            break;
        };
        let name = &text[begin..begin + length];
        let of_move = format!("move_{name}");
        let of_move = matches!(
            TagContent::of(&of_move),
            TagContent::MainLine | TagContent::Variation { .. }
        );
        if text.as_bytes()[begin + length] == b']' && (of_move || is_known(name)) {
            found += &text[end..begin];
            found += PREFIX;
            found += if of_move { "move_" } else { "" };
            end = begin;
        }
    }
    match end {
        0 => text.into(),
        _ => (found + &text[end..]).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_its_tags_however_it_is_written() {
        let tag = |value: &str| format!("[DhtmlXQ_movelist]{value}[/DhtmlXQ_movelist]");
        let whole = tag("77477062");
        for script in [
            "var DhtmlXQ_movelist = '[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]';",
            "DhtmlXQ_movelist=\"77477062\"",
            "var DhtmlXQ_movelist = ''+'[DhtmlXQ_move'+'list]77477062[/DhtmlXQ_move'+'list]';",
            "var DhtmlXQ_movelist = '[Dhtml' + // so\n \"XQ_movelist]7747\" /* and */ + `7062[/DhtmlXQ_movelist]`;",
            "var DhtmlXQ_movelist=('[movelist]7747' +\r\n'7062[/movelist]')",
            "var DhtmlXQ_movelist = '';\nDhtmlXQ_movelist += '[movelist]7747';DhtmlXQ_movelist+='7062[/movelist]'",
            "window['DhtmlXQ_movelist'] = '[movelist]7747\\\n7062[\\/movelist]'",
            "{\"DhtmlXQ_movelist\":\"\\u005bmovelist\\x5D77477062[/movelist]\"}",
            "var DhtmlXQ_movelist = unescape('%5Bmovelist%5D77477062%5B/movelist%5D');",
            "x=y.replace(/'/g,'');var DhtmlXQ_movelist='[movelist]77477062[/movelist]'",
        ] {
            let plain = plain(script).expect(script);
            assert!(plain.trim_end().ends_with(&whole), "{script}\n{plain}");
            assert_eq!(plain.matches("[DhtmlXQ_").count(), 1, "{script}\n{plain}");
        }
        let tree = plain("var DhtmlXQ_movelist='[0_1_0]7747[/0_1_0][0_1_1]1747[/0_1_1][x]'");
        assert!(tree.is_some_and(|tree| tree.ends_with(
            "[DhtmlXQ_move_0_1_0]7747[/DhtmlXQ_move_0_1_0][DhtmlXQ_move_0_1_1]1747[/DhtmlXQ_move_0_1_1][x]"
        )));
        for other in [
            "[DhtmlXQ_movelist]'7747'",
            "if (DhtmlXQ_movelist=='') x()",
            "DhtmlXQ_movelist = UBB.match(/x/)",
            "var DhtmlXQ_movelist = 'without an end",
        ] {
            let plain = plain(other).unwrap_or_else(|| other.to_owned());
            assert_eq!(plain, other);
        }
    }

    #[test]
    fn texts_are_joined_in_scripts_alone() {
        let script = "'[DhtmlXQ_' + \"red]d\\'A[/DhtmlXQ_red]\"";
        let page = format!("<p>'a' + 'b'</p><SCRIPT>// don't\nx = {script};y='it</SCRIPT>{script}");
        let plain = plain(&page).expect("a script");
        let joined = "<SCRIPT>// don't\nx = '[DhtmlXQ_red]d'A[/DhtmlXQ_red]';y='it</SCRIPT>";
        assert_eq!(plain, format!("<p>'a' + 'b'</p>{joined}{script}"));
    }

    #[test]
    fn no_script_takes_long() {
        for part in [
            "DhtmlXQ_a='",
            "DhtmlXQ_a=/*",
            "DhtmlXQ_a=// ",
            "<script>",
            "<script",
            "'\\",
            "'+",
            "[",
            "DhtmlXQ_",
            "</",
            "/*",
            "'a'/*",
            "'a'+\"",
        ] {
            for begin in ["", "<script>"] {
                let text = begin.to_owned() + &part.repeat(20_000);
                assert!(plain(&text).is_none_or(|plain| plain.len() <= 2 * text.len() + 100));
            }
        }
    }
}
