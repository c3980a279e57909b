//! Comments: their delimiters, `{` to `}`, `｛` to `｝` or `}`, `;` to the end of the line; and their content, text and
//! commands: clock times, evaluations and drawings.
//!
//! Comments do not nest. In a comment opened by an ASCII brace, a wide closing brace is an ordinary character: the
//! writer substitutes it for the narrow one.

use super::tags::tag_pairs;
use crate::record::{Drawing, DrawingShape, Drawings, Evaluation};
use std::ops::Range;

/// A comment at some offset of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// The content without its delimiters.
    pub text: &'a str,
    /// Offset of the text after the comment.
    pub end: usize,
}

/// The comment that begins exactly at `at`, if any; an unclosed one extends to the end.
pub(super) fn at(text: &str, at: usize) -> Option<Comment<'_>> {
    let opener = text[at..].chars().next()?;
    let start = at + opener.len_utf8();
    let body = &text[start..];
    let length = match opener {
        '{' | '｛' => closer(body, opener),
        ';' => body.find(['\n', '\r']),
        _ => return None,
    };
    let length = length.unwrap_or(body.len());
    let closer = match (opener, body[length..].chars().next()) {
        ('{' | '｛', Some(closer)) => closer.len_utf8(),
        _ => 0,
    };
    // The end of a file is no part of a comment that is never closed.
    let text = match closer {
        0 => body[..length].trim_end(),
        _ => &body[..length],
    };
    Some(Comment {
        text,
        end: start + length + closer,
    })
}

/// Finds the ends of lines outside of comments, and detects unclosed comments at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closers {
    /// The last offsets in the text at which comments can end.
    all: LastBraces,
    /// The last such offsets before `limit`, which no comment crosses.
    near: LastBraces,
    limit: usize,
    /// The offsets found last. Later searches begin there, so that no part of a text is searched twice.
    next: LastBraces,
}

/// Offset of a narrow closing brace, and of a brace of any kind.
#[derive(Clone, Copy, Debug, Default)]
struct LastBraces {
    narrow: usize,
    any: usize,
}

impl LastBraces {
    /// The last ones in a part of a text; 0 if it has none.
    fn last(text: &str, part: Range<usize>) -> Self {
        let of = |found: Option<usize>| found.map_or(0, |at| part.start + at);
        Self {
            narrow: of(text[part.clone()].rfind('}')),
            any: of(text[part.clone()].rfind(['}', '｝'])),
        }
    }

    /// The offset of the brace that closes `opener`.
    fn of(&mut self, opener: char) -> &mut usize {
        match opener {
            '{' => &mut self.narrow,
            _ => &mut self.any,
        }
    }
}

impl Closers {
    pub fn of(text: &str) -> Self {
        let all = LastBraces::last(text, 0..text.len());
        Self {
            all,
            near: all,
            limit: text.len(),
            next: LastBraces::default(),
        }
    }

    /// The end of the line continuing at `from`, outside of comments; an unclosed comment hides nothing.
    pub fn line_end(&mut self, text: &str, from: usize) -> usize {
        let mut here = from;
        while let Some(step) = text.as_bytes()[here..].iter().position(is_of_note) {
            let place = here + step;
            // The first byte of a wide delimiter occurs inside no other character.
            match text[place..].chars().next() {
                Some(opener @ ('{' | '｛')) => {
                    here = self.end_of(text, place, opener);
                }
                Some(';') => {
                    here = at(text, place).map_or(text.len(), |comment| comment.end);
                }
                Some(letter) if !matches!(letter, '\n' | '\r') => here = place + letter.len_utf8(),
                _ => return place,
            }
        }
        text.len()
    }

    /// The end of the comment opened by a brace, or of the brace itself if it is never closed.
    fn end_of(&mut self, text: &str, place: usize, opener: char) -> usize {
        if place >= self.limit {
            (self.near, self.limit) = (self.all, text.len());
        }
        let open = place + opener.len_utf8();
        if place > *self.near.of(opener) {
            return open;
        }
        let next = self.next.of(opener);
        if *next < open {
            let Some(found) = closer(&text[open..], opener) else {
                return open;
            };
            *next = open + found;
        }
        let closer = *next;
        match hidden_game(&text[open..closer]) {
            Some(game) => {
                // Looked up only once for all braces before it, so that many of them do not take long.
                self.limit = open + game;
                self.near = LastBraces::last(text, open..self.limit);
                open
            }
            None => closer + text[closer..].chars().next().map_or(0, char::len_utf8),
        }
    }
}

/// Offset of the delimiter that closes `opener`. A search for one character is many times faster than for several.
fn closer(text: &str, opener: char) -> Option<usize> {
    match opener {
        '{' => text.find('}'),
        _ => text.find(['}', '｝']),
    }
}

/// Whether a byte ends a line or begins a delimiter of comments: `{`, `;` or a wide one.
fn is_of_note(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'{' | b';' | 0xef)
}

/// Offset of the head of a game inside a comment: the comment then lacks its closing brace, and the next one closes a
/// comment of another game.
pub(super) fn hidden_game(comment: &str) -> Option<usize> {
    if !comment.contains('[') {
        return None;
    }
    let mut after_blank = false;
    let mut lines = comment.split_inclusive('\n').peekable();
    let mut at = 0;
    while let Some(line) = lines.next() {
        let first = |line: &str| Some(tag_pairs(line)?.0.first()?.0.to_ascii_lowercase());
        if after_blank
            && matches!(first(line).as_deref(), Some("event" | "game"))
            && lines.peek().is_some_and(|next| first(next).is_some())
        {
            return Some(at);
        }
        after_blank = line.trim().is_empty();
        at += line.len();
    }
    None
}

/// Padding that many programs put on both sides of a comment.
const PADDING: [char; 2] = [' ', '\n'];

/// The content of a comment, with normalized line ends and without padding on both sides. Padding may be all there is.
pub(super) fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let inside = text.strip_prefix(PADDING);
    let inside = inside.and_then(|text| text.strip_suffix(PADDING));
    match inside {
        Some(inside) => inside.to_owned(),
        None if text.trim().is_empty() => String::new(),
        None => text,
    }
}

/// A comment between braces; padded if [`lines`] would otherwise take its own edges for padding.
pub(super) fn braced(comment: &str) -> String {
    let is_padded = comment.starts_with(PADDING) && comment.ends_with(PADDING);
    if is_padded || comment.trim().is_empty() {
        format!("{{ {comment} }}")
    } else {
        format!("{{{comment}}}")
    }
}

/// A command in a comment, such as `[%clk 0:09:58]`.
struct Command<'a> {
    name: &'a str,
    /// Its value, without blanks around it.
    value: &'a str,
    /// The command with its brackets, and the texts before and after it.
    whole: &'a str,
    before: &'a str,
    after: &'a str,
}

impl<'a> Command<'a> {
    /// The first command of a text with one of these names.
    fn find(text: &'a str, names: &[&str]) -> Option<Self> {
        let mut from = 0;
        loop {
            let start = from + text[from..].find("[%")?;
            let inside = &text[start + 2..];
            // A command has no brackets inside, so that no part of a text is searched twice.
            let length = inside.find(['[', ']'])?;
            let end = start + 2 + length;
            let inside = &inside[..length];
            let name_length = inside.find(|c: char| !c.is_ascii_lowercase());
            let (name, value) = inside.split_at(name_length.unwrap_or(length));
            if text[end..].starts_with(']') && names.contains(&name) {
                let end = end + 1;
                return Some(Self {
                    name,
                    value: value.trim(),
                    whole: &text[start..end],
                    before: &text[..start],
                    after: &text[end..],
                });
            }
            from = end;
        }
    }
}

/// The text after a command that is left out of `before`, without the blanks that set it apart.
fn join<'a>(before: &mut String, after: &'a str) -> &'a str {
    before.truncate(before.trim_end_matches(' ').len());
    match before.is_empty() {
        true => after.strip_prefix(' ').unwrap_or(after),
        false => after,
    }
}

/// Splits the clock time off a comment: `[%clk 0:09:58]`.
pub(super) fn without_clock(text: &str) -> (String, Option<u64>) {
    let found = Command::find(text, &["clk"])
        .and_then(|command| Some((milliseconds(command.value)?, command)));
    match found {
        None => (text.to_owned(), None),
        Some((clock, command)) => {
            let mut rest = command.before.to_owned();
            let after = join(&mut rest, command.after);
            (rest + after, Some(clock))
        }
    }
}

const EVALUATION: &str = "eval";
const CIRCLES: &str = "csl";
const ARROWS: &str = "cal";

/// The evaluation of a position, and the drawings on it: `[%eval 0.35,18]`, `[%csl Ge4,Re5]`, `[%cal Bh2e2]`.
///
/// A second evaluation, drawings of unknown colors, and second ones of a shape stay in the text. So do all drawings of a
/// command with a rank 10, whose ranks are those of another program.
#[derive(Debug, Default)]
pub(super) struct PositionCommands {
    pub evaluation: Option<Evaluation>,
    pub drawings: Drawings,
}

impl PositionCommands {
    const NAMES: [&str; 3] = [EVALUATION, CIRCLES, ARROWS];

    /// Takes the commands out of a comment, and returns the rest.
    pub fn take(&mut self, text: &str) -> String {
        let (mut kept, mut rest) = (String::new(), text);
        while let Some(command) = Command::find(rest, &Self::NAMES) {
            kept += command.before;
            rest = command.after;
            let news = self.news(&command);
            if news.is_empty() {
                kept += command.whole;
                continue;
            }
            self.evaluation = news.evaluation.or(self.evaluation);
            for drawing in news.drawings.iter() {
                self.drawings.add(drawing);
            }
            if news.others.is_empty() {
                rest = join(&mut kept, rest);
            } else {
                kept += &format!("[%{} {}]", command.name, news.others.join(","));
            }
        }
        kept + rest
    }

    /// A comment with a wide `［` where a reader would take something out of it.
    pub fn without(&self, comment: &str) -> String {
        let (mut kept, mut rest) = (String::new(), comment);
        while let Some(command) = Command::find(rest, &Self::NAMES) {
            kept += command.before;
            rest = command.after;
            match self.news(&command).is_empty() {
                true => kept += command.whole,
                false => kept += &command.whole.replacen('[', "［", 1),
            }
        }
        kept + rest
    }

    /// The commands, as they stand before the text of a comment.
    pub fn write(&self) -> impl Iterator<Item = String> + use<> {
        let evaluation = self
            .evaluation
            .map(|known| format!("[%{EVALUATION} {known}]"));
        let (circles, arrows): (Vec<_>, Vec<_>) = self.drawings.iter().partition(is_circle);
        let drawings = [(CIRCLES, circles), (ARROWS, arrows)].into_iter();
        let drawings = drawings.filter_map(|(name, drawings)| {
            let texts: Vec<_> = drawings.iter().map(Drawing::to_string).collect();
            (!texts.is_empty()).then(|| format!("[%{name} {}]", texts.join(",")))
        });
        evaluation.into_iter().chain(drawings)
    }

    /// The parts of a command that are not known yet.
    fn news<'a>(&self, command: &Command<'a>) -> CommandNews<'a> {
        let mut news = CommandNews::default();
        if command.name == EVALUATION {
            let evaluation = command.value.parse().ok();
            news.evaluation = evaluation.filter(|_| self.evaluation.is_none());
        } else if !command.value.contains("10") {
            for text in command.value.split(',') {
                let drawing = text.trim().parse().ok();
                let is_new = drawing.is_some_and(|drawing| {
                    is_circle(&drawing) == (command.name == CIRCLES)
                        && self.drawings.color(drawing.shape).is_none()
                        && news.drawings.add(drawing)
                });
                if !is_new {
                    news.others.push(text);
                }
            }
        }
        news
    }
}

/// The parts of a command that a reader takes, and the others.
#[derive(Default)]
struct CommandNews<'a> {
    evaluation: Option<Evaluation>,
    drawings: Drawings,
    others: Vec<&'a str>,
}

impl CommandNews<'_> {
    const fn is_empty(&self) -> bool {
        self.evaluation.is_none() && self.drawings.is_empty()
    }
}

const fn is_circle(drawing: &Drawing) -> bool {
    matches!(drawing.shape, DrawingShape::Circle(_))
}

/// Parses a time `h:mm:ss`, with or without fractions.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        let part: u64 = Some(part).filter(|part| is_number(part))?.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(part)?;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let thousandths: u64 = Some(digits)
        .filter(|digits| is_number(digits))?
        .parse()
        .ok()?;
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

/// A clock time as in PGN: `0:09:58`, with thousandths only if there are any.
pub(super) fn clock_text(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let whole = format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60);
    match rest {
        0 => whole,
        _ => format!("{whole}.{rest:03}"),
    }
}

/// The comment with `}` replaced by the wide brace, and so the `[` of anything that looks like a clock time or a game's
/// head.
pub(super) fn enclosed(comment: &str) -> String {
    let text = comment.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace('}', "｝").replace("[%clk", "［%clk");
    if hidden_game(&text).is_none() {
        return text;
    }
    let lines = text
        .split_inclusive('\n')
        .map(|line| match tag_pairs(line) {
            Some(_) => line.replacen('[', "［", 1),
            None => line.to_owned(),
        });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_comment_has_its_end() {
        for (text, says, rest) in [
            ("{a {b} c}", "a {b", " c}"),
            ("｛a｝b", "a", "b"),
            ("｛a}b", "a", "b"),
            ("{a｝b}c", "a｝b", "c"),
            (";a {\nb", "a {", "\nb"),
            (";a\r\nb", "a", "\r\nb"),
            ("{a", "a", ""),
            ("{", "", ""),
        ] {
            let comment = at(text, 0).expect("a comment");
            assert_eq!((comment.text, &text[comment.end..]), (says, rest), "{text}");
        }
        assert_eq!(at("a{b}", 0), None);
        assert_eq!(at("", 0), None);
    }

    #[test]
    fn a_clock_that_follows_no_move_stays_in_the_text() {
        let record = |moves: &str| {
            let text = format!("[Event \"?\"]\n\n{moves} *\n");
            let mut read = super::super::reader::read(&text).expect("a game");
            read.records.remove(0)
        };
        assert_eq!(record("{[%clk 0:10:00]} 1. h2e2").comment, "[%clk 0:10:00]");
        let game = record("1. h2e2 h9g7 {[%clk 0:09:57]} 2. {[%clk 0:09:50]} h0g2");
        let notes: Vec<_> = game
            .main_line()
            .map(|id| {
                let notes = game.node(id).notes();
                (notes.clock, notes.before.clone())
            })
            .collect();
        assert_eq!(notes[1], (Some(597_000), String::new()));
        assert_eq!(notes[2], (None, "[%clk 0:09:50]".to_owned()));
    }

    #[test]
    fn a_clock_is_taken_out_of_a_comment() {
        for (text, rest, clock) in [
            ("[%clk 0:09:58]", "", Some(598_000)),
            ("[%clk 1:00:00.5] so", "so", Some(3_600_500)),
            ("good [%clk 10:00] move", "good move", Some(600_000)),
            ("[%eval 3][%clk 7]", "[%eval 3]", Some(7000)),
            ("[%clk 0:0x]", "[%clk 0:0x]", None),
            (
                "[%clk 99999999999999999999]",
                "[%clk 99999999999999999999]",
                None,
            ),
            ("[%clk 0:09:58", "[%clk 0:09:58", None),
            ("[%clk 0:09:58.1é]", "[%clk 0:09:58.1é]", None),
            ("", "", None),
        ] {
            assert_eq!(without_clock(text), (rest.to_owned(), clock), "{text}");
        }
        for clock in [0, 1, 999, 59_999, 3_600_000, 86_400_000, u64::MAX] {
            assert_eq!(milliseconds(&clock_text(clock)), Some(clock));
        }
    }

    #[test]
    fn what_is_known_of_a_position_is_taken_out_of_a_comment() {
        for (text, rest, written) in [
            ("[%eval 0.35,18] good", "good", "[%eval 0.35,18]"),
            ("a [%eval #-3] b", "a b", "[%eval #-3]"),
            ("[%eval 1] [%eval 2]", "[%eval 2]", "[%eval 1.00]"),
            ("[%eval x] [%eval 2]", "[%eval x]", "[%eval 2.00]"),
            ("[%eval 0.3", "[%eval 0.3", ""),
            (
                "[%csl Ge4,Re5][%cal Bh2e2]",
                "",
                "[%csl Ge4,Re5] [%cal Bh2e2]",
            ),
            ("[%cal Ga0a1] [%csl Ye4] é", "é", "[%csl Ye4] [%cal Ga0a1]"),
            ("[%csl Ge4,Xe5, Re6] a", "[%csl Xe5] a", "[%csl Ge4,Re6]"),
            ("[%csl Ge4,Re4]", "[%csl Re4]", "[%csl Ge4]"),
            ("[%csl Gh2e2] [%cal Ge4]", "[%csl Gh2e2] [%cal Ge4]", ""),
            ("[%cal Gh3e3,Gi10i9]", "[%cal Gh3e3,Gi10i9]", ""),
            (
                "[%csl ] [%CSL Ge4] [%emt 5]",
                "[%csl ] [%CSL Ge4] [%emt 5]",
                "",
            ),
            ("[%csl [%csl Ge4] a]", "[%csl a]", "[%csl Ge4]"),
        ] {
            let mut commands = PositionCommands::default();
            assert_eq!(commands.take(text), rest, "{text}");
            let commands_text = commands.write().collect::<Vec<_>>().join(" ");
            assert_eq!(commands_text, written, "{text}");
            // The rest is nothing that a reader would take.
            assert_eq!(commands.without(rest), rest, "{text}");
        }
        let own_text = "[%eval 1.0] [%csl Ge4,Xe5] [%csl Xe4]";
        let escaped = PositionCommands::default().without(own_text);
        assert_eq!(escaped, "［%eval 1.0] ［%csl Ge4,Xe5] [%csl Xe4]");
        assert_eq!(PositionCommands::default().take(&escaped), escaped);
    }

    #[test]
    fn a_flood_of_commands_takes_no_time() {
        for part in [
            "[%csl ",
            "[%csl Ge4]",
            "[%eval 1] ",
            "[%cal Ga0a1,Xa0a1]",
            "[%",
        ] {
            let text = part.repeat(200_000) + "]";
            let mut commands = PositionCommands::default();
            let rest = commands.take(&text);
            assert_eq!(commands.without(&rest), rest);
            assert!(without_clock(&text).1.is_none());
        }
    }

    #[test]
    fn a_comment_keeps_its_lines() {
        for (text, inside) in [
            ("\r\n　　one\r\ntwo \rthree ", "　　one\ntwo \nthree"),
            (" a ", "a"),
            ("  a ", " a"),
            ("  a", "  a"),
            ("a\n", "a\n"),
            (" \n\t ", "\n\t"),
            ("  ", ""),
            (" ", ""),
            ("\t", ""),
        ] {
            assert_eq!(lines(text), inside, "{text:?}");
        }
        for comment in [
            "a", " a", "a\n", " a ", "\n a\n\n", "\ta ", " ", "\n", "\u{3000}", "\t\n ",
        ] {
            let braced = braced(comment);
            assert_eq!(lines(&braced[1..braced.len() - 1]), comment);
        }
        assert_eq!(enclosed("{a} [%clk 1]"), "{a｝ ［%clk 1]");
        assert_eq!(
            enclosed("[a \"b\"]\n\n [Event \"c\"]\n[d \"e\"] f"),
            "［a \"b\"]\n\n ［Event \"c\"]\n［d \"e\"] f"
        );
        assert_eq!(enclosed("a\n\n[Event \"b\"]\nc"), "a\n\n[Event \"b\"]\nc");
    }
}
