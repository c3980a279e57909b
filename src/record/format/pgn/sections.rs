//! Splitting a text into games, before any move is read.
//!
//! A game begins with its tags. The next one begins with the first tag after moves; if there are no moves, with a
//! repeated tag, or with `Game` after a blank line, since that tag is always the first. Without tags it begins with the
//! number 1 behind a result, unless the one before has a start of its own. Other blank lines are ignored,
//! since files have them between tags too. Comments may hold lines that look like tags; an unclosed comment ends before
//! the next tag.

use super::super::html::trim_start;
use super::super::results;
use super::comments;
use super::headless::{begins_game, ends_with_result};
use super::tags::{self, RawTag};
use std::collections::{HashSet, VecDeque};
use std::ops::Range;

/// Maximum number of tags read per game; the rest are junk.
pub(super) const MAX_TAGS: usize = 400;

/// One game of a text.
#[derive(Debug, Default)]
pub(super) struct GameSection<'a> {
    /// Its tags, in order.
    pub tags: Vec<RawTag<'a>>,
    /// Whether it has more tags than are read.
    pub has_more_tags: bool,
    /// Range in the text, from the start of a line to the start of another.
    pub place: Range<usize>,
    /// Range of the text after the tags.
    pub moves: Range<usize>,
}

/// All games of a text in order; the first has no tags if there is text above all tags.
pub(super) fn of(text: &str) -> Sections<'_> {
    Sections {
        text,
        at: text.len() - text.trim_start_matches('\u{feff}').len(),
        closers: comments::Closers::of(text),
        begun: None,
        ended: VecDeque::new(),
        names: HashSet::new(),
        has_moves: false,
        seen: 0,
        after_blank: false,
    }
}

/// The games of a text; the text is read lazily.
#[derive(Debug)]
pub(super) struct Sections<'a> {
    text: &'a str,
    /// Start of the next line.
    at: usize,
    closers: comments::Closers,
    /// The game of the current line, unless the line begins one.
    begun: Option<GameSection<'a>>,
    /// Completed games; one line may complete several.
    ended: VecDeque<GameSection<'a>>,
    /// The names of the current game's tags.
    names: HashSet<String>,
    has_moves: bool,
    /// Offset up to which results have been searched.
    seen: usize,
    after_blank: bool,
}

impl<'a> Iterator for Sections<'a> {
    type Item = GameSection<'a>;

    fn next(&mut self) -> Option<GameSection<'a>> {
        while self.ended.is_empty() && self.at < self.text.len() {
            self.at = self.line(self.at);
        }
        if self.ended.is_empty() {
            self.close(self.text.len());
        }
        self.ended.pop_front()
    }
}

impl<'a> Sections<'a> {
    /// Offset up to which the text has been read.
    pub fn reached(&self) -> usize {
        self.at
    }

    /// Processes the line at `at`, with all lines that its comments extend into; returns the start of the next line.
    fn line(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let length = line_length(rest);
        let line = &rest[..length];
        if trim_start(line).is_empty() {
            self.after_blank = true;
            return next_line(self.text, at + length);
        }
        let mut moves = at;
        if let Some((tags, after)) = tags::tag_pairs(line) {
            for tag in tags {
                self.tag(tag, at);
            }
            self.after_blank = false;
            if trim_start(after).is_empty() {
                return next_line(self.text, at + length);
            }
            moves = at + length - after.len();
        } else if self.begun.is_none() || self.begins_anew(at, line) {
            self.open(at);
        }
        if !self.has_moves {
            self.has_moves = true;
            self.seen = moves;
            self.section().moves.start = moves;
        }
        let end = self.closers.line_end(self.text, moves);
        next_line(self.text, end)
    }

    /// Whether a line begins a game without tags, behind the result of another.
    fn begins_anew(&mut self, at: usize, line: &str) -> bool {
        if !self.has_moves || self.names.contains("fen") || !begins_game(line) {
            return false;
        }
        let before = &self.text[self.seen..at];
        self.seen = at;
        // The first game may have its result above its moves.
        ends_with_result(before) && results::in_moves(before.trim()).is_none()
    }

    fn tag(&mut self, tag: RawTag<'a>, at: usize) {
        let known = self.names.contains(&tag.0.to_ascii_lowercase());
        let first = self.begun.as_ref().and_then(|one| one.tags.first());
        let repeats = first.is_some_and(|first| first.0.eq_ignore_ascii_case(tag.0));
        let is_first = known || tag.0.eq_ignore_ascii_case("Game");
        let begins_here = self.after_blank && is_first || known && repeats;
        // Two games never begin on the same line.
        let is_on_line = self.begun.as_ref().is_some_and(|one| one.place.start == at);
        if self.begun.is_none() || self.has_moves || begins_here && !is_on_line {
            self.open(at);
        }
        if self.section().tags.len() < MAX_TAGS {
            self.section().tags.push(tag);
            self.names.insert(tag.0.to_ascii_lowercase());
        } else {
            self.section().has_more_tags = true;
        }
    }

    fn open(&mut self, at: usize) {
        self.close(at);
        self.names.clear();
        self.has_moves = false;
        self.begun = Some(GameSection {
            tags: Vec::new(),
            has_more_tags: false,
            place: at..at,
            moves: at..at,
        });
    }

    fn close(&mut self, at: usize) {
        if let Some(mut section) = self.begun.take() {
            section.place.end = at;
            section.moves = if self.has_moves {
                section.moves.start..at
            } else {
                at..at
            };
            self.ended.push_back(section);
        }
    }

    fn section(&mut self) -> &mut GameSection<'a> {
        self.begun.as_mut().expect("a section is open")
    }
}

/// Length of the first line of a text, without its end.
pub(super) fn line_length(text: &str) -> usize {
    let is_end = |byte| matches!(byte, b'\n' | b'\r');
    text.bytes().position(is_end).unwrap_or(text.len())
}

/// Start of the line after the one that ends here.
fn next_line(text: &str, end: usize) -> usize {
    let rest = &text.as_bytes()[end..];
    end + match rest {
        [b'\r', b'\n', ..] => 2,
        [_, ..] => 1,
        [] => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, &str)> {
        let sections: Vec<_> = of(text).collect();
        let joined: String = sections
            .iter()
            .map(|section| &text[section.place.clone()])
            .collect();
        assert!(text.ends_with(&joined), "every byte belongs to a game");
        let tell =
            |section: &GameSection<'_>| (section.tags.len(), text[section.moves.clone()].trim());
        sections.iter().map(tell).collect()
    }

    #[test]
    fn games_begin_with_tags_and_not_after_blank_lines() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "[Event \"a\"]\n\n[Red \"x\"]\n\n1. h2e2\n\nh9g7 *\n[Event \"b\"]\n[Red \"y\"]\n[Event \"c\"]\n1. *";
            let text = text.replace('\n', end);
            let moves = format!("1. h2e2{end}{end}h9g7 *");
            assert_eq!(cut(&text), [(2, &moves[..]), (2, ""), (1, "1. *")]);
        }
        assert_eq!(cut("[Red \"x\"]\n\n[Date \"y\"]\n[Date \"z\"]"), [(3, "")]);
        assert_eq!(
            cut("[Red \"x\"]\n[Date \"y\"]\n\n[Date \"z\"]"),
            [(2, ""), (1, "")]
        );
        assert_eq!(
            cut("From a friend\n[Red \"x\"] 1. h2e2 *"),
            [(0, "From a friend"), (1, "1. h2e2 *")]
        );
        assert_eq!(
            cut("[Red \"x\"]\n\n[Game \"Chinese Chess\"]\n[Date \"z\"]"),
            [(1, ""), (2, "")]
        );
        assert_eq!(cut(""), []);
        assert_eq!(cut("\u{feff}\n\n"), []);
    }

    #[test]
    fn comments_hide_what_looks_like_tags() {
        let text = "[Red \"x\"]\n1. h2e2 {so\n[Red \"no\"]\n} h9g7 *\n[Red \"y\"]";
        assert_eq!(
            cut(text),
            [(1, "1. h2e2 {so\n[Red \"no\"]\n} h9g7 *"), (1, "")]
        );
        let wide = text.replace('{', "｛").replace('}', "｝");
        assert_eq!(cut(&wide).len(), 2);
        let open = "[Red \"x\"]\n1. h2e2 {so\nand so\n[Red \"y\"]\n1. h2e2";
        assert_eq!(cut(open), [(1, "1. h2e2 {so\nand so"), (1, "1. h2e2")]);
        let line = "[Red \"x\"]\n1. h2e2 ; {so\n[Red \"y\"]\n1. h2e2 {}";
        assert_eq!(cut(line).len(), 2);
    }

    #[test]
    fn a_missing_brace_costs_no_further_game() {
        let game = "[Event \"x\"]\n[Red \"y\"]\n\n1. h2e2 {so} *\n\n";
        let text = game.replacen('}', "", 1) + &game.repeat(3);
        let found = cut(&text);
        assert_eq!(found.len(), 4);
        assert_eq!(found[0], (2, "1. h2e2 {so *"));
        assert_eq!(found[1], (2, "1. h2e2 {so} *"));
        let quoted = game.replace("{so}", "{so\n[Event \"no\"]\nso}");
        assert_eq!(cut(&quoted).len(), 1);
    }

    #[test]
    fn a_flood_of_tags_or_braces_takes_no_time() {
        let flood = "[A \"x\"]\n[B \"x\"]\n".to_owned() + &"[C \"x\"] ".repeat(100_000);
        assert_eq!(of(&flood).count(), 1);
        let braces = "[A \"x\"]\n".to_owned() + &"{\n".repeat(300_000);
        assert_eq!(of(&braces).count(), 1);
        let games = "[A \"x\"]\n1. {\n".repeat(100_000);
        assert_eq!(of(&games).count(), 100_000);
        let open = "1. {\n".repeat(100_000) + "\n[Event \"x\"]\n[Red \"x\"]\n}";
        assert_eq!(of(&open).count(), 2);
        let hidden = "{\n\n[Event \"\"]\n[A \"\"]\n".repeat(100_000) + "}";
        assert_eq!(of(&hidden).count(), 100_001);
    }

    #[test]
    fn two_games_never_begin_on_one_line() {
        assert_eq!(cut("[Game \"a\"][Game \"b\"]\n1. h2e2"), [(2, "1. h2e2")]);
        let text = "1. h2e2\n\n[Event \"a\"] [Event \"b\"]\n\n[Event \"c\"]\n1. h0g2";
        assert_eq!(cut(text), [(0, "1. h2e2"), (2, ""), (1, "1. h0g2")]);
    }
}
