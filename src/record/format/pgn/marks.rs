//! Marks between moves that are no part of them: white space, ornaments and markup of web pages.

use super::super::dhtmlxq::entity;
use crate::record::notation::{is_move, is_seen};
use std::borrow::Cow;

/// Elements of web pages around moves that end a line.
const LINE_ELEMENTS: &str = "br p div li tr h1 h2 h3 h4 h5 h6 hr pre dt dd table ul ol dl article aside blockquote \
    footer header main nav section title";
/// Other elements around moves.
const OTHER_ELEMENTS: &str = "a b big body button center code em font form head html i img input label link meta small \
    span strong sub sup tbody td th thead tt u !doctype";
/// Elements whose content a page does not show.
const HIDDEN: [&str; 2] = ["script", "style"];
/// Maximum length of an element's tag; longer ones are taken as text.
const MAX_ELEMENT_LEN: usize = 300;

/// Whether a character separates words.
pub(super) fn is_space(c: char) -> bool {
    !is_seen(c) || matches!(c, ',' | '，' | '、' | '；' | '}' | '｝')
}

/// Whether a word consists of ornaments, as in `-----` and ★.
pub(super) fn is_ornament(word: &str) -> bool {
    !word.contains(|c: char| c.is_alphanumeric() || is_left_over(c))
}

/// Whether an ornament is made of the usual signs of tables, quotations and lists, so that nothing is lost with it.
pub(super) fn is_usual_ornament(ornament: &str) -> bool {
    let is_usual = |c: char| match c {
        '@' | '^' | '%' => false,
        '\u{2010}'..='\u{2027}' | '\u{2500}'..='\u{259f}' | '\u{3000}'..='\u{303f}' => true,
        '■' | '□' | '×' | '\u{ff00}'..='\u{ffef}' => true,
        _ => c.is_ascii(),
    };
    ornament.chars().all(is_usual)
}

/// Whether an ornament stands in place of a move: dashes or boxes.
pub(super) fn is_blank(ornament: &str) -> bool {
    let is_stroke = |c| {
        matches!(
            c,
            '–'..='―' | '─' | '━' | '_' | '~' | '～' | '－' | '■' | '□' | '×'
        )
    };
    ornament != "-" && ornament.chars().all(|c| c == '-' || is_stroke(c))
}

/// Whether a text begins with the border between two cells of a table.
pub(super) fn is_border(text: &str) -> bool {
    text.starts_with(['|', '｜', '│', '┃'])
}

/// The signs of the Informator and other publications, by the number of the annotation; the one of each for Red.
const SIGNS: [(u8, &[&str]); 24] = [
    (3, &["‼"]),
    (4, &["⁇"]),
    (5, &["⁉"]),
    (6, &["⁈"]),
    (7, &["□"]),
    (10, &["=", "＝"]),
    (13, &["∞"]),
    (14, &["⩲", "+=", "+/="]),
    (15, &["⩱", "=+", "=/+"]),
    (16, &["±", "+/-", "+/−", "+/–"]),
    (17, &["∓", "-/+", "−/+", "–/+"]),
    (18, &["+-", "+−", "+–", "+—"]),
    (19, &["-+", "−+", "–+", "—+"]),
    (22, &["⨀", "⊙"]),
    (26, &["○"]),
    (32, &["⟳", "↻"]),
    (36, &["↑"]),
    (40, &["→"]),
    (44, &["=∞", "=/∞", "∞=", "⯹"]),
    (132, &["⇆", "⇄", "⇋"]),
    (138, &["⊕"]),
    (140, &["∆", "△", "Δ"]),
    (142, &["⌓"]),
    (143, &["≤"]),
];

/// Letters for annotations in a move's place.
const LETTERS: [(u8, &str); 3] = [(145, "RR"), (146, "N"), (220, "D")];

/// The number of the annotation that a word is, as a sign between moves.
pub(super) fn annotation(word: &str) -> Option<u8> {
    let known = SIGNS.iter().find(|(_, signs)| signs.contains(&word));
    known.map(|(number, _)| *number)
}

/// The number of the annotation that a word is, as letters.
pub(super) fn lettered_annotation(word: &str) -> Option<u8> {
    let known = LETTERS.iter().find(|(_, letters)| *letters == word);
    known.map(|(number, _)| *number)
}

/// The length of a move that an annotation follows without a space: `H2-E2±`, `C2=5+-`.
pub(super) fn length_before_annotation(word: &str) -> Option<usize> {
    /// Maximum length of a sign, in bytes.
    const MAX_LEN: usize = 7;
    let starts = word.char_indices().map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at > 0 && word.len() - at <= MAX_LEN);
    let found = starts.find(|at| annotation(&word[*at..]).is_some() && is_move(&word[..*at]));
    found.filter(|_| !is_move(word))
}

/// Whether a character stands for one that a character set lacks.
pub(super) const fn is_left_over(c: char) -> bool {
    matches!(c, char::REPLACEMENT_CHARACTER | '\u{e000}'..='\u{f8ff}')
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

/// The text without the elements of a page whose content is not shown; `None` if it has none.
pub(in super::super) fn without_hidden(text: &str) -> Option<String> {
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

/// Whether a text begins with a cell of a table.
fn is_cell(text: &str) -> bool {
    let begun = text.get(..3);
    begun.is_some_and(|begun| {
        ["<td", "<th"]
            .iter()
            .any(|cell| begun.eq_ignore_ascii_case(cell))
    })
}

/// Length of the markup at the beginning of a text that stands for white space.
pub(super) fn markup_length(text: &str) -> Option<usize> {
    match text.as_bytes().first()? {
        b'<' => element(text).map(|(length, _)| length),
        b'&' => entity(text)
            .filter(|(c, _)| !is_seen(*c))
            .map(|(_, length)| length),
        _ => None,
    }
}

/// The text without white space and markup at its beginning.
pub(super) fn trim_start(text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut rest = text.trim_start_matches(is_blank);
    while let Some(length) = markup_length(rest) {
        rest = rest[length..].trim_start_matches(is_blank);
    }
    rest
}

/// A text from a page as it is shown there: with line ends and spaces in place of markup.
pub(in super::super) fn without_markup(text: &str) -> Cow<'_, str> {
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
