//! Texts between tags: line breaks, and HTML entities for anything a tag or a page cannot hold.

use crate::record::format::html::entity;

/// Decodes a value to its text.
pub(super) fn decode(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value.trim_ascii();
    while let Some(place) = rest.find(['&', '|', '<', '\r']) {
        text.push_str(&rest[..place]);
        rest = &rest[place..];
        let (c, length) = meaning(rest);
        text.push(c);
        rest = &rest[length..];
    }
    text + rest
}

/// Decodes the special character at the beginning of a text; returns its meaning and length.
fn meaning(rest: &str) -> (char, usize) {
    // A break may be followed by a line end for readability.
    let eol = |length: usize| match &rest.as_bytes()[length..] {
        [b'\r', b'\n', ..] => length + 2,
        [b'\r' | b'\n', ..] => length + 1,
        _ => length,
    };
    if let Some(length) = line_break(rest) {
        ('\n', eol(length))
    } else if rest.starts_with('\r') {
        ('\n', eol(0))
    } else if let Some(found) = entity(rest) {
        found
    } else {
        let c = rest.chars().next().expect("a special character");
        (c, c.len_utf8())
    }
}

/// Length of the line break at the beginning of a text.
fn line_break(text: &str) -> Option<usize> {
    if text.starts_with("||") {
        return Some(2);
    }
    let head = text.get(..3)?;
    if !head.eq_ignore_ascii_case("<br") {
        return None;
    }
    let end = text[3..].trim_start_matches(' ');
    let end = end.strip_prefix('/').unwrap_or(end).strip_prefix('>')?;
    Some(text.len() - end.len())
}

/// Encodes a text so that [`decode`] restores it.
pub(super) fn encode(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for (place, c) in text.char_indices() {
        let rest = &text[place..];
        let at_end = place == 0 || rest.len() == c.len_utf8();
        match c {
            '\n' => value.push_str("||"),
            '<' => value.push_str("&lt;"),
            '&' if entity(rest).is_some() => value.push_str("&amp;"),
            '[' | ']' | '|' => push_number(&mut value, c),
            _ if c.is_ascii_control() || at_end && c.is_ascii_whitespace() => {
                push_number(&mut value, c);
            }
            _ => value.push(c),
        }
    }
    value
}

/// Encodes a comment so that [`decode_comment`] restores it. Spaces at its ends stay, since some boards show entities
/// undecoded.
pub(super) fn encode_comment(text: &str) -> String {
    let (before, after) = spaces(text);
    let inside = &text[before..text.len() - after];
    if inside.is_empty() {
        return encode(text);
    }
    let (before, after) = (" ".repeat(before), " ".repeat(after));
    format!("{before}{}{after}", encode(inside))
}

/// Decodes a comment. Keeps the spaces at its ends, unless line ends show that they belong to the page.
pub(super) fn decode_comment(value: &str) -> String {
    let (before, after) = spaces(value);
    let inside = &value[before..value.len() - after];
    let keep = |count: usize, next: Option<char>| match next {
        Some(next) if !next.is_ascii_whitespace() => " ".repeat(count),
        _ => String::new(),
    };
    let before = keep(before, inside.chars().next());
    let after = keep(after, inside.chars().next_back());
    before + &decode(inside) + &after
}

/// Number of spaces at the beginning and, beyond those, at the end of a text.
fn spaces(text: &str) -> (usize, usize) {
    let begun = text.trim_start_matches(' ');
    let after = begun.len() - begun.trim_end_matches(' ').len();
    (text.len() - begun.len(), after)
}

fn push_number(value: &mut String, c: char) {
    value.push_str(&format!("&#{};", u32::from(c)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::html::{escaped, plain};
    use proptest::prelude::*;

    #[test]
    fn line_breaks_and_entities_are_read() {
        for (value, text) in [
            ("a||b", "a\nb"),
            ("a|b|||c", "a|b\n|c"),
            ("a<br>b<BR/>c<br />\r\nd", "a\nb\nc\nd"),
            (" \n a\r\nb||\nc\rd \n", "a\nb\nc\nd"),
            ("&lt;&amp;lt;&#91;&#x5D;&#X5d;&nbsp;", "<&lt;[]] "),
            ("&#32;a &#9;", " a \t"),
            (
                "&copy;&eacute;&Ocirc;&ldquo;&rarr;&ensp;x",
                "©éÔ“→\u{2002}x",
            ),
            (
                "a & b &c; &#; &#x; &#+9; &#xd800; &#99999999; <b",
                "a & b &c; &#; &#x; &#+9; &#xd800; &#99999999; <b",
            ),
            ("&炮;&", "&炮;&"),
        ] {
            assert_eq!(decode(value), text, "{value:?}");
        }
    }

    #[test]
    fn only_what_is_needed_is_escaped() {
        assert_eq!(
            encode("Tom & Jerry; 1 > 0; 炮 (!)"),
            "Tom & Jerry; 1 > 0; 炮 (!)"
        );
        assert_eq!(
            encode("[1] a|b\n<b>&lt;"),
            "&#91;1&#93; a&#124;b||&lt;b>&amp;lt;"
        );
        assert_eq!(encode(" a b\t"), "&#32;a b&#9;");
        assert_eq!(encode_comment("  a b "), "  a b ");
        assert_eq!(encode_comment("  "), "&#32;&#32;");
        assert_eq!(decode_comment(" \n a\nb \n"), "a\nb");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text in "([ -~\n\r\t|&;#<>/\\[\\]]|&(#|#x)?[0-9a-z]{0,3};|<br>|炮|\\PC){0,40}") {
            let value = encode(&text);
            prop_assert!(!value.contains(['[', ']', '\n', '\r']));
            prop_assert_eq!(decode(&value), &*text);
            let again = escaped(&text).into_owned();
            prop_assert_eq!(plain(&again), &*text);
            prop_assert_eq!(decode_comment(&encode_comment(&text)), text);
        }
    }
}
