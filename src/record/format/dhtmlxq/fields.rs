//! Finding the tags in a text and classifying them by name.

use super::{entities, scripts};
use std::borrow::Cow;
use std::ops::Range;

/// Prefix of every tag name.
const MARK: &str = "DhtmlXQ";
/// How tags and their ends begin.
const BEGINNINGS: [&str; 2] = ["[DhtmlXQ", "[/DhtmlXQ"];

/// Tag of the main line as a variation of no line; dpxq.com writes it if there are variations.
pub(super) const MAIN_LINE: &str = "move_0_1_0";

/// Tags of one game as written: names without the prefix, and values.
pub(super) type RawTags<'a> = Vec<(&'a str, &'a str)>;

/// A tag found in a text.
#[derive(Clone, Copy)]
struct Tag<'a> {
    /// Start of the tag, and start of the text after it.
    start: usize,
    end: usize,
    kind: TagKind<'a>,
}

#[derive(Clone, Copy)]
enum TagKind<'a> {
    /// `[DhtmlXQ]`, `[DhtmlXQHTML]`, `[DhtmlXQiFrame]`: start of a game.
    Border,
    /// Their ends: end of a game.
    BorderEnd,
    /// `[DhtmlXQ_name]`.
    Field(&'a str),
    /// `[/DhtmlXQ_name]`, for any name.
    End,
}

/// Whether the text contains such tags.
pub(super) fn has_tags(text: &str) -> bool {
    place(text).is_some()
}

/// Where the first tag begins.
pub(super) fn place(text: &str) -> Option<usize> {
    tags(text).next().map(|tag| tag.start)
}

/// All tags, in order.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    text.match_indices(MARK).filter_map(|(place, _)| {
        let before = &text[..place];
        let (is_end, start) = match before.strip_suffix('/') {
            Some(before) => (true, before.strip_suffix('[')?.len()),
            None => (false, before.strip_suffix('[')?.len()),
        };
        let rest = &text[place + MARK.len()..];
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let length = rest.bytes().take_while(|byte| is_letter(*byte)).count();
        if rest.as_bytes().get(length) != Some(&b']') {
            return None;
        }
        let kind = match rest[..length].strip_prefix('_') {
            None if is_end => TagKind::BorderEnd,
            None => TagKind::Border,
            Some(_) if is_end => TagKind::End,
            Some(name) => TagKind::Field(name),
        };
        let end = place + MARK.len() + length + 1;
        Some(Tag { start, end, kind })
    })
}

/// The tags of every game in the text.
pub(super) fn games(text: &str) -> Vec<RawTags<'_>> {
    let mut games = vec![TagGroup::default()];
    let mut tags = tags(text).peekable();
    while let Some(tag) = tags.next() {
        match tag.kind {
            TagKind::Field(name) => {
                // A value without an end tag extends to the next tag.
                let value = match tags.peek() {
                    Some(next) => &text[tag.end..next.start],
                    None => split_torn(&text[tag.end..], &BEGINNINGS).0,
                };
                games.last_mut().expect("a game").tags.push((name, value));
            }
            TagKind::Border | TagKind::BorderEnd => games.push(TagGroup {
                is_marked: matches!(tag.kind, TagKind::Border),
                ..TagGroup::default()
            }),
            TagKind::End => {}
        }
    }
    games.retain(|game| !game.tags.is_empty());
    united(games).into_iter().map(|game| game.tags).collect()
}

/// Tags between the borders of games.
#[derive(Debug, Default)]
struct TagGroup<'a> {
    tags: RawTags<'a>,
    /// Whether a border precedes the tags.
    is_marked: bool,
}

impl TagGroup<'_> {
    fn has(&self, is_one: impl Fn(&str) -> bool) -> bool {
        let mut tags = self.tags.iter();
        tags.any(|(name, value)| !value.trim_ascii().is_empty() && is_one(name))
    }

    fn has_moves(&self) -> bool {
        let has = |content| matches!(content, TagContent::MainLine | TagContent::Variation { .. });
        self.has(|name| has(TagContent::of(name)))
    }

    /// Whether the tags identify the game.
    fn has_head(&self) -> bool {
        self.has(|name| ["title", "red", "black", "result"].contains(&name))
    }
}

/// The groups of a page, with moves that a script has apart from the rest joined to their game.
fn united(groups: Vec<TagGroup<'_>>) -> Vec<TagGroup<'_>> {
    let [_, _] = &groups[..] else {
        return groups;
    };
    let is_apart = groups.iter().any(|group| !group.is_marked);
    let has_parts = |moves: usize, head: usize| {
        let (moves, head): (&TagGroup<'_>, &TagGroup<'_>) = (&groups[moves], &groups[head]);
        moves.has_moves() && !moves.has_head() && (!head.has_moves() || has_moves_of(head, moves))
    };
    if !is_apart || !has_parts(0, 1) && !has_parts(1, 0) {
        return groups;
    }
    let mut all = TagGroup::default();
    for group in groups {
        all.tags.extend(group.tags);
    }
    vec![all]
}

/// Whether one group has the main line of another.
fn has_moves_of(group: &TagGroup<'_>, other: &TagGroup<'_>) -> bool {
    let line = |group: &TagGroup<'_>| {
        let is_main = |name: &str| TagContent::of(name) == TagContent::MainLine;
        let tags = group.tags.iter().filter(|(name, _)| is_main(name));
        tags.map(|(_, value)| digits(value))
            .find(|line| !line.is_empty())
    };
    line(other).is_some_and(|moves| line(group) == Some(moves))
}

/// The place in its last game where the text is cut off.
pub(super) fn cut(text: &str) -> Option<CutOff> {
    let mut last = 0;
    let parts = tags(text).map(|tag| {
        last = tag.end;
        match tag.kind {
            TagKind::Border => CutSign::Game,
            TagKind::BorderEnd => CutSign::GameEnd,
            TagKind::Field(_) => CutSign::Value,
            TagKind::End => CutSign::ValueEnd,
        }
    });
    let lacks_end = place_of_cut(parts);
    let is_torn = last > 0 && !split_torn(&text[last..], &BEGINNINGS).1.is_empty();
    lacks_end.or(is_torn.then_some(CutOff::Value))
}

/// Byte range of the tags in a text with those of only one game, none of them in a script.
pub(in crate::record::format) fn place_of_only(text: &str) -> Option<Range<usize>> {
    if scripts::place(text).is_some() {
        return None;
    }
    let mut tags = tags(text);
    let first = tags.next()?;
    let end = tags.last().map_or(first.end, |last| last.end);
    (games(text).len() == 1).then_some(first.start..end)
}

/// The content of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagContent {
    /// `binit`: the points of the pieces.
    Start,
    /// `fen`: the start as a FEN.
    Fen,
    /// `movelist`, `move_0_1_0`: the main line.
    MainLine,
    /// `move_P_N_R`: a variation.
    Variation {
        /// The line it branches from.
        of: usize,
        /// The number of its first ply in the game, from 1.
        ply: usize,
        /// Its own number.
        number: usize,
    },
    /// `commentN`, `commentR_N`: the comment after a ply.
    Comment {
        /// Number of the line.
        line: usize,
        /// Number of the ply, 0 for the start.
        ply: usize,
    },
    /// `result`: the result of the game.
    Result,
    /// `length`: the number of plies of the main line.
    Length,
    /// A setting of a page's board, irrelevant to the game.
    Viewer,
    /// Information about the game.
    Tag,
}

impl TagContent {
    /// The content of the tag with this name.
    pub fn of(name: &str) -> Self {
        match name {
            "binit" => Self::Start,
            "fen" => Self::Fen,
            "movelist" | MAIN_LINE => Self::MainLine,
            "result" => Self::Result,
            "length" => Self::Length,
            "ver" | "init" | "pver" | "firstnum" | "generator" => Self::Viewer,
            _ => variation(name)
                .or_else(|| comment(name))
                .unwrap_or(Self::Tag),
        }
    }
}

fn variation(name: &str) -> Option<TagContent> {
    let mut numbers = name.strip_prefix("move_")?.split('_').map(number);
    let field = TagContent::Variation {
        of: numbers.next()??,
        ply: numbers.next()??,
        number: numbers.next()??,
    };
    numbers.next().is_none().then_some(field)
}

fn comment(name: &str) -> Option<TagContent> {
    let place = name.strip_prefix("comment")?;
    let (line, ply) = place.split_once('_').unwrap_or(("0", place));
    let (line, ply) = (number(line)?, number(ply)?);
    Some(TagContent::Comment { line, ply })
}

/// Parses a number that consists of digits only.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The digits of points and moves, without white space and elements of a page.
pub(super) fn digits(value: &str) -> Vec<char> {
    let value: Cow<'_, str> = if value.contains(['&', '|']) {
        entities::decode(value).into()
    } else {
        value.into()
    };
    let mut digits = Vec::new();
    let mut rest = &*value;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '<' => element_length(rest),
            _ => None,
        };
        if length.is_none() && !c.is_whitespace() {
            digits.push(c);
        }
        rest = &rest[length.unwrap_or(c.len_utf8())..];
    }
    digits
}

/// Length of the element at the beginning of a text; other text in angle brackets may be digits.
fn element_length(text: &str) -> Option<usize> {
    /// Maximum length of a tag with its attributes.
    const MAX_LEN: usize = 1000;
    let is_name = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!');
    text.as_bytes().get(1).filter(|byte| is_name(byte))?;
    let end = text.bytes().take(MAX_LEN).position(|byte| byte == b'>')?;
    Some(end + 1)
}

/// A border in a text, by the part it begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutSign {
    /// The beginning of a game.
    Game,
    /// The end of a game.
    GameEnd,
    /// The beginning of a value.
    Value,
    /// The end of a value.
    ValueEnd,
}

/// Place where a text was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutOff {
    /// Within its last value, presumably.
    Value,
    /// After its last value.
    Game,
}

/// The place where a text with these borders is cut off, if it is. Some writers omit the ends of all values, or of all
/// games.
pub(super) fn place_of_cut(parts: impl Iterator<Item = CutSign>) -> Option<CutOff> {
    let mut last = None;
    // A game ends with its end or where another begins.
    let (mut is_marked, mut has_values) = (false, false);
    let (mut lacks_end, mut has_value_ends) = (false, false);
    for part in parts {
        last = Some(part);
        match part {
            CutSign::Game | CutSign::GameEnd => {
                lacks_end |= part == CutSign::Game && is_marked && has_values;
                is_marked = part == CutSign::Game;
                has_values = false;
            }
            CutSign::Value => has_values = true,
            CutSign::ValueEnd => has_value_ends = true,
        }
    }
    let is_in_game = is_marked && has_values && !lacks_end;
    let is_in_value = last == Some(CutSign::Value);
    if is_in_value && (has_value_ends || is_in_game) {
        Some(CutOff::Value)
    } else {
        is_in_game.then_some(CutOff::Game)
    }
}

/// Splits off an incomplete tag at the end of a text, the beginning of one of these.
pub(super) fn split_torn<'a>(text: &'a str, tags: &[&str]) -> (&'a str, &'a str) {
    let place = text.rfind('[').unwrap_or(text.len());
    let (before, rest) = text.split_at(place);
    let begins = |tag: &&str| rest.starts_with(tag) || tag.starts_with(rest);
    let is_torn = !rest.is_empty() && !rest.contains(']') && tags.iter().any(begins);
    if is_torn { (before, rest) } else { (text, "") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CutSign::{Game, GameEnd, Value, ValueEnd};

    #[test]
    fn tags_are_found_wherever_they_stand() {
        let text = "<p>[DhtmlXQ_a]1[/DhtmlXQ_b][DhtmlXQ_c]\n[DhtmlXQ_d]2[/DhtmlXQ]DhtmlXQ [DhtmlXQ-] \
                    [DhtmlXQHTML][DhtmlXQiFrame][DhtmlXQ_e][x][/DhtmlXQ_e]<b>[DhtmlXQ_f]炮";
        let expected = [
            vec![("a", "1"), ("c", "\n"), ("d", "2")],
            vec![("e", "[x]"), ("f", "炮")],
        ];
        assert_eq!(games(text), expected);
        assert!(has_tags(text) && !has_tags("DhtmlXQ [DhtmlXQ [/ DhtmlXQ] [[DhtmlXQ_"));
        assert_eq!(games("[DhtmlXQ][/DhtmlXQ]"), Vec::<RawTags<'_>>::new());
    }

    #[test]
    fn names_tell_what_a_tag_holds() {
        let of = |line, ply| TagContent::Comment { line, ply };
        assert_eq!(TagContent::of("comment7"), of(0, 7));
        assert_eq!(TagContent::of("comment12_0"), of(12, 0));
        let (of, ply, number) = (3, 20, 4);
        let variation = TagContent::Variation { of, ply, number };
        assert_eq!(TagContent::of("move_3_20_4"), variation);
        for name in [
            "comment",
            "commentator",
            "comment_1",
            "comment1_",
            "move_1_2",
            "move_1_2_3_4",
            "move_a_1_2",
            "move_1__2",
            "comment99999999999999999999",
            "red",
        ] {
            assert_eq!(TagContent::of(name), TagContent::Tag, "{name}");
        }
    }

    #[test]
    fn digits_are_what_is_left() {
        let text: String = digits(" 77\r\n47<br>\u{3000}70||62&nbsp;<a title='1'>x")
            .iter()
            .collect();
        assert_eq!(text, "77477062x");
        assert_eq!(digits("<b>77<47"), ['7', '7', '<', '4', '7']);
    }

    #[test]
    fn an_end_is_missed_where_others_are_there() {
        let cut = |parts: &[CutSign]| place_of_cut(parts.iter().copied());
        for (parts, place) in [
            (&[Game, Value][..], CutOff::Value),
            (&[Game, Value, ValueEnd], CutOff::Game),
            (&[Value, ValueEnd, Value], CutOff::Value),
            (&[Game, Value, GameEnd, Game, Value, ValueEnd], CutOff::Game),
        ] {
            assert_eq!(cut(parts), Some(place), "{parts:?}");
        }
        for whole in [
            &[][..],
            &[Value],
            &[Value, Value],
            &[Value, ValueEnd],
            &[Game],
            &[Game, GameEnd],
            &[Game, Value, GameEnd],
            &[Game, Game, Value, ValueEnd, GameEnd, GameEnd],
            &[Game, Value, Game, Value],
        ] {
            assert_eq!(cut(whole), None, "{whole:?}");
        }
    }

    #[test]
    fn a_torn_tag_is_no_text() {
        let split = |text| split_torn(text, &["[/Dht"]);
        assert_eq!(split("a[/D"), ("a", "[/D"));
        assert_eq!(split("a[/Dhtml"), ("a", "[/Dhtml"));
        assert_eq!(split("a["), ("a", "["));
        for text in ["", "a", "a[x", "a[/Dht]", "a[/D]b"] {
            assert_eq!(split(text), (text, ""));
        }
    }
}
