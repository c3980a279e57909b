//! Finds the tags in a text, and tells by their names what they hold.

use super::entities;
use std::borrow::Cow;

/// What every tag begins with.
const MARK: &str = "DhtmlXQ";

/// Tags of one game as they stand: names without the common beginning, and values.
pub(super) type Game<'a> = Vec<(&'a str, &'a str)>;

/// A tag found in a text.
#[derive(Clone, Copy)]
struct Tag<'a> {
    /// Where it begins and where the text after it does.
    start: usize,
    end: usize,
    kind: TagKind<'a>,
}

#[derive(Clone, Copy)]
enum TagKind<'a> {
    /// `[DhtmlXQ]`, `[DhtmlXQHTML]`, `[DhtmlXQiFrame]`, and their ends: a game begins or ends.
    Border,
    /// `[DhtmlXQ_name]`.
    Field(&'a str),
    /// `[/DhtmlXQ_name]`, whatever the name.
    End,
}

/// Whether there are such tags in the text.
pub(in crate::record::format) fn is_text(text: &str) -> bool {
    tags(text).next().is_some()
}

/// Every tag, in order.
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
            None => TagKind::Border,
            Some(_) if is_end => TagKind::End,
            Some(name) => TagKind::Field(name),
        };
        let end = place + MARK.len() + length + 1;
        Some(Tag { start, end, kind })
    })
}

/// The tags of every game in the text.
pub(super) fn games(text: &str) -> Vec<Game<'_>> {
    let mut games = vec![Game::new()];
    let mut tags = tags(text).peekable();
    while let Some(tag) = tags.next() {
        match tag.kind {
            TagKind::Field(name) => {
                // A value without an end goes up to the next tag.
                let end = tags.peek().map_or(text.len(), |next| next.start);
                let value = &text[tag.end..end];
                games.last_mut().expect("a game").push((name, value));
            }
            TagKind::Border => games.push(Game::new()),
            TagKind::End => {}
        }
    }
    games.retain(|game| !game.is_empty());
    games
}

/// What a tag holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// `binit`: where the pieces stand.
    Start,
    /// `fen`: the start in another way.
    Fen,
    /// `movelist`: the main line.
    MainLine,
    /// `move_P_N_R`: another line.
    Variation {
        /// The line that it leaves.
        of: usize,
        /// The number of its first ply in the game, from 1.
        ply: usize,
        /// Its own number.
        number: usize,
    },
    /// `commentN`, `commentR_N`: what is said after a ply.
    Comment {
        /// Which line.
        line: usize,
        /// Which ply, 0 for the start.
        ply: usize,
    },
    /// `result`: how the game ended.
    Result,
    /// For the board in a page, of no meaning for the game.
    Viewer,
    /// Something about the game.
    Tag,
}

impl Field {
    /// What the tag of this name holds.
    pub fn of(name: &str) -> Self {
        match name {
            "binit" => Self::Start,
            "fen" => Self::Fen,
            "movelist" => Self::MainLine,
            "result" => Self::Result,
            "ver" | "init" | "pver" | "length" | "firstnum" | "generator" => Self::Viewer,
            _ => variation(name)
                .or_else(|| comment(name))
                .unwrap_or(Self::Tag),
        }
    }
}

fn variation(name: &str) -> Option<Field> {
    let mut numbers = name.strip_prefix("move_")?.split('_').map(number);
    let field = Field::Variation {
        of: numbers.next()??,
        ply: numbers.next()??,
        number: numbers.next()??,
    };
    numbers.next().is_none().then_some(field)
}

fn comment(name: &str) -> Option<Field> {
    let place = name.strip_prefix("comment")?;
    let (line, ply) = place.split_once('_').unwrap_or(("0", place));
    let (line, ply) = (number(line)?, number(ply)?);
    Some(Field::Comment { line, ply })
}

/// A number of digits alone.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The digits of points and moves, without the white space and the elements that a page may put between.
pub(super) fn digits(value: &str) -> Vec<char> {
    let value: Cow<'_, str> = if value.contains(['&', '|']) {
        entities::decode(value).into()
    } else {
        value.into()
    };
    let mut in_element = false;
    let counts = |c: &char| match c {
        '<' => {
            in_element = true;
            false
        }
        '>' if in_element => {
            in_element = false;
            false
        }
        _ => !in_element && !c.is_whitespace(),
    };
    value.chars().filter(counts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_wherever_they_stand() {
        let text = "<p>[DhtmlXQ_a]1[/DhtmlXQ_b][DhtmlXQ_c]\n[DhtmlXQ_d]2[/DhtmlXQ]DhtmlXQ [DhtmlXQ-] \
            [DhtmlXQHTML][DhtmlXQiFrame][DhtmlXQ_e][x][/DhtmlXQ_e]<b>[DhtmlXQ_f]炮";
        let expected = [
            vec![("a", "1"), ("c", "\n"), ("d", "2")],
            vec![("e", "[x]"), ("f", "炮")],
        ];
        assert_eq!(games(text), expected);
        assert!(is_text(text) && !is_text("DhtmlXQ [DhtmlXQ [/ DhtmlXQ] [[DhtmlXQ_"));
        assert_eq!(games("[DhtmlXQ][/DhtmlXQ]"), Vec::<Game<'_>>::new());
    }

    #[test]
    fn names_tell_what_a_tag_holds() {
        let of = |line, ply| Field::Comment { line, ply };
        assert_eq!(Field::of("comment7"), of(0, 7));
        assert_eq!(Field::of("comment12_0"), of(12, 0));
        let (of, ply, number) = (3, 20, 4);
        let variation = Field::Variation { of, ply, number };
        assert_eq!(Field::of("move_3_20_4"), variation);
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
            assert_eq!(Field::of(name), Field::Tag, "{name}");
        }
    }

    #[test]
    fn digits_are_what_is_left() {
        let text: String = digits(" 77\r\n47<br>\u{3000}70||62&nbsp;<a title='1'>x")
            .iter()
            .collect();
        assert_eq!(text, "77477062x");
    }
}
