//! Marks between moves that are no part of them: white space, markup of web pages, and labels of rounds and sides.

use super::super::dhtmlxq::entity;
use crate::record::notation::is_seen;
use crate::rules::Side;
use std::borrow::Cow;

/// Elements of web pages around moves; the first ones end a line.
const ELEMENTS: [&str; 38] = [
    "br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "dt", "dd",
    "table", "ul", "ol", "a", "b", "big", "body", "center", "code", "em", "font", "html", "i",
    "small", "span", "strong", "sub", "sup", "tbody", "td", "th", "tt", "u",
];
/// Number of elements that end a line.
const LINE_ELEMENTS: usize = 18;
/// Maximum length of an element's tag; longer ones are taken as text.
const MAX_ELEMENT_LEN: usize = 300;

/// Words for the side that moves, as labels before its moves.
const SIDES: [(Side, &[&str]); 2] = [
    (
        Side::Red,
        &["红方", "紅方", "红", "紅", "先手", "red", "white", "Đỏ"],
    ),
    (Side::Black, &["黑方", "黑", "后手", "後手", "black", "Đen"]),
];

/// What stands before a move: a number, dots in place of the other side's move, a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The number of a round.
    pub number: Option<usize>,
    /// Whether the number has no dot, so that it may be any number.
    pub is_bare: bool,
    /// Number of dots since the number; those in place of a move are more than one.
    pub dots: usize,
    /// Whether dashes or an empty cell of a table stand in place of a move.
    pub is_blank: bool,
    /// The side of a label.
    pub side: Option<Side>,
}

impl Mark {
    /// The number, if it is certainly one of a round.
    pub fn round(&self) -> Option<usize> {
        self.number.filter(|_| !self.is_bare)
    }

    /// Whether something stands in place of Red's move.
    pub const fn is_of_black(&self) -> bool {
        self.dots > 1 || self.is_blank
    }
}

/// Whether a character separates words.
pub(super) fn is_space(c: char) -> bool {
    !is_seen(c) || matches!(c, ',' | '，' | '、' | '；' | '}' | '｝')
}

pub(super) const fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '０'..='９')
}

pub(super) const fn is_dot(c: char) -> bool {
    matches!(
        c,
        '.' | '．' | '。' | '…' | '⋯' | '‥' | '·' | '・' | ':' | '：'
    )
}

/// Whether a character is a whole number: ① ⑴ ⒈ ❶ ㈠ ㊀.
pub(super) const fn is_number(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{249b}' | '\u{24ea}'..='\u{24ff}' | '\u{2776}'..='\u{2793}'
        | '\u{3220}'..='\u{3229}' | '\u{3280}'..='\u{3289}')
}

/// Whether a word consists of ornaments, as in `-----` and ★.
pub(super) fn is_ornament(word: &str) -> bool {
    !word.contains(|c: char| c.is_alphanumeric() || is_left_over(c))
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

/// Whether a character stands for one that a character set lacks.
pub(super) const fn is_left_over(c: char) -> bool {
    matches!(c, char::REPLACEMENT_CHARACTER | '\u{e000}'..='\u{f8ff}')
}

/// The element at the beginning of a text: its length, and whether it ends a line.
fn element(text: &str) -> Option<(usize, bool)> {
    let inside = text.strip_prefix('<')?;
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let end = inside
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    let place = ELEMENTS
        .iter()
        .position(|known| known.eq_ignore_ascii_case(name))?;
    let is_end = |byte: u8| matches!(byte, b'<' | b'>' | b'\n' | b'\r');
    let length = rest.bytes().take(MAX_ELEMENT_LEN).position(is_end)?;
    let rest = rest[length..].strip_prefix('>')?;
    Some((text.len() - rest.len(), place < LINE_ELEMENTS))
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

/// Length of a label at the beginning of a text, and the side if it names one: 第１回合, or 红方： with a colon.
pub(super) fn label(text: &str) -> Option<(usize, Option<Side>)> {
    // No label has a digit there, but most moves do.
    let second = text.as_bytes().get(1)?;
    if second.is_ascii_digit() {
        return None;
    }
    let round = round_length(text).map(|length| (length, None));
    round.or_else(|| side(text))
}

fn round_length(text: &str) -> Option<usize> {
    let is_numeral =
        |c: char| c.is_numeric() || c == ' ' || "一二三四五六七八九十百零〇".contains(c);
    let number = text.strip_prefix('第')?;
    let end = number.char_indices().take(7).find(|(_, c)| !is_numeral(*c));
    let (end, _) = end.filter(|(end, _)| *end > 0)?;
    let rest = &number[end..];
    let units = ["回合", "回", "着", "著", "步", "招", "手"];
    let rest = units.iter().find_map(|unit| rest.strip_prefix(unit))?;
    Some(text.len() - rest.len())
}

fn side(text: &str) -> Option<(usize, Option<Side>)> {
    let rest_after = |word: &&str| {
        let begun = text.get(..word.len())?;
        let rest = begun
            .eq_ignore_ascii_case(word)
            .then(|| &text[word.len()..]);
        rest?.trim_start_matches(' ').strip_prefix([':', '：'])
    };
    SIDES.iter().find_map(|(side, words)| {
        let rest = words.iter().find_map(rest_after)?;
        Some((text.len() - rest.len(), Some(*side)))
    })
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
    }

    #[test]
    fn labels_are_known() {
        for (text, rest) in [
            ("第1回合：炮", "：炮"),
            ("第 十二 着 炮", " 炮"),
            ("第三步炮", "炮"),
            ("红方：炮", "炮"),
            ("Red : C2.5", " C2.5"),
            ("Đen:P", "P"),
        ] {
            let (length, _) = label(text).unwrap_or_default();
            assert_eq!(&text[length..], rest);
        }
        for text in [
            "第",
            "第一",
            "第回合",
            "红炮二平五",
            "redo:",
            "Black",
            "第一二三四五六七八回合",
        ] {
            assert_eq!(label(text), None, "{text}");
        }
        for (text, side) in [
            ("红方：", Side::Red),
            ("黑：", Side::Black),
            ("後手:", Side::Black),
            ("White:", Side::Red),
            ("Đỏ:", Side::Red),
        ] {
            assert_eq!(label(text).and_then(|(_, side)| side), Some(side));
        }
    }
}
