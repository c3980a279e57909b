//! Markup of web pages: elements around moves, and entities.

use crate::record::notation::is_visible;
use quick_xml::escape::resolve_html5_entity;
use std::borrow::Cow;

/// Elements of web pages that end a line.
const LINE_ELEMENTS: &str = "br p div li tr h1 h2 h3 h4 h5 h6 hr pre dt dd table ul ol dl article aside blockquote \
    footer header main nav section title";
/// Other elements around moves.
const OTHER_ELEMENTS: &str = "a b big body button center code em font form head html i img input label link meta small \
    span strong sub sup tbody td th thead tt u !doctype";
/// Elements whose content a page does not show.
const HIDDEN: [&str; 2] = ["script", "style"];
/// Maximum length of an element's tag; longer ones are taken as text.
const MAX_ELEMENT_LEN: usize = 300;

/// Maximum length of an entity, `&#x10ffff;`.
const MAX_ENTITY_LEN: usize = 10;

/// Decodes the entity at the beginning of a text; returns the character and the length.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let end = body
        .bytes()
        .take(MAX_ENTITY_LEN)
        .position(|byte| byte == b';')?;
    let name = &body[..end];
    let c = match name.strip_prefix('#') {
        // The space between words, which pages also use to indent.
        None if name == "nbsp" => ' ',
        None => {
            let mut letters = resolve_html5_entity(name)?.chars();
            letters.next().filter(|_| letters.next().is_none())?
        }
        Some(number) => {
            let (digits, base) = match number.strip_prefix(['x', 'X']) {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            // The parser would accept a sign too.
            if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                return None;
            }
            char::from_u32(u32::from_str_radix(digits, base).ok()?)?
        }
    };
    Some((c, end + 2))
}

/// Decodes the entities of a text, and nothing else.
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

/// Encodes a text so that [`plain`] restores it.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    let mut escaped = Cow::Borrowed("");
    let mut rest = text;
    while let Some(place) = rest.find('&') {
        let (before, after) = rest.split_at(place + 1);
        escaped += before;
        if entity(&rest[place..]).is_some() {
            escaped += "amp;";
        }
        rest = after;
    }
    escaped + rest
}

/// The element at the beginning of a text: its length, and whether it ends a line.
fn element(text: &str) -> Option<(usize, bool)> {
    let inside = text.strip_prefix('<')?;
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let end = inside
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '!')
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    let is_in = |names: &str| {
        names
            .split(' ')
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    let ends_line = is_in(LINE_ELEMENTS);
    if !ends_line && !is_in(OTHER_ELEMENTS) {
        return None;
    }
    let is_end = |byte: u8| matches!(byte, b'<' | b'>' | b'\n' | b'\r');
    let length = rest.bytes().take(MAX_ELEMENT_LEN).position(is_end)?;
    let rest = rest[length..].strip_prefix('>')?;
    Some((text.len() - rest.len(), ends_line))
}

/// The text without the elements whose content a page does not show; `None` if it has none.
pub(super) fn without_hidden(text: &str) -> Option<String> {
    let mut shown = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices('<') {
        let inside = &text[at + 1..];
        let Some(name) = HIDDEN.iter().find(|name| is_named(inside, name)) else {
            continue;
        };
        if at < from {
            continue;
        }
        let mut ends = inside.match_indices("</").map(|(place, _)| place + 2);
        let Some(end) = ends.find(|place| is_named(&inside[*place..], name)) else {
            break;
        };
        let length = inside[end..].find('>').map_or(name.len(), |step| step + 1);
        shown += &text[from..at];
        shown.push('\n');
        from = at + 1 + end + length;
    }
    (from > 0).then(|| shown + &text[from..])
}

/// Whether a text begins with the name of an element.
fn is_named(text: &str, name: &str) -> bool {
    let begun = text.get(..name.len());
    begun.is_some_and(|begun| begun.eq_ignore_ascii_case(name))
        && !text[name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Whether a text begins with the tag of a table cell.
fn is_cell(text: &str) -> bool {
    let begun = text.get(..3);
    begun.is_some_and(|begun| {
        ["<td", "<th"]
            .iter()
            .any(|cell| begun.eq_ignore_ascii_case(cell))
    })
}

/// Length of leading markup that stands for white space.
pub(super) fn markup_length(text: &str) -> Option<usize> {
    match text.as_bytes().first()? {
        b'<' => element(text).map(|(length, _)| length),
        b'&' => entity(text)
            .filter(|(c, _)| !is_visible(*c))
            .map(|(_, length)| length),
        _ => None,
    }
}

/// The text without leading white space and markup.
pub(super) fn trim_start(text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut rest = text.trim_start_matches(is_blank);
    while let Some(length) = markup_length(rest) {
        rest = rest[length..].trim_start_matches(is_blank);
    }
    rest
}

/// The text of a page as shown, with line ends and spaces in place of markup.
pub(super) fn without_markup(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, markup) = rest.split_at(at);
        shown.push_str(before);
        let length = match (element(markup), markup_length(markup)) {
            (Some((length, ends_line)), _) => {
                shown.push(match ends_line {
                    true => '\n',
                    false if is_cell(markup) => '\t',
                    false => ' ',
                });
                length
            }
            (None, Some(length)) => {
                shown.push(' ');
                length
            }
            (None, None) => {
                shown.push_str(&markup[..1]);
                1
            }
        };
        rest = &markup[length..];
    }
    if shown.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(shown + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_known_by_name() {
        for (text, rest) in [
            ("<br>2.", "2."),
            ("<BR />2.", "2."),
            ("</p> <span class=\"x\">2.", "2."),
            ("&nbsp;&#160; &emsp;2.", "2."),
            ("<h2e2>", "<h2e2>"),
            ("<br", "<br"),
            ("<br 炮", "<br 炮"),
            ("&lt;", "&lt;"),
            ("& a;", "& a;"),
        ] {
            assert_eq!(trim_start(text), rest, "{text}");
        }
        let page = "<p>a<br>b&nbsp;c <i>d</i> <e> & f<tr><td>1</td><TD class=\"x\">2</TD>";
        assert_eq!(without_markup(page), "\na\nb c  d  <e> & f\n\t1 \t2 ");
        assert!(matches!(without_markup("a > b"), Cow::Borrowed(_)));
        assert_eq!(without_markup("<!DOCTYPE html><html>a"), "  a");
    }

    #[test]
    fn what_a_page_does_not_show_is_left_out() {
        let page = "a<script>b</script>c<STYLE x>d<p></Style >e<scripts>f";
        assert_eq!(without_hidden(page).as_deref(), Some("a\nc\ne<scripts>f"));
        for text in ["a<b>", "<script>a", "a<scriptb></scriptb>"] {
            assert_eq!(without_hidden(text), None, "{text}");
        }
    }
}
