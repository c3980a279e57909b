//! Games without a head, each below the result of the one before.

use super::super::results;
use super::lexer::{Syntax, Token, Tokens};
use super::signs::is_ornament;
use crate::record::notation::{self, Notation, Ranks, chinese_length, read_ranked};
use crate::rules::Position;

/// Length of the longest heading of a game, in bytes.
const MAX_HEADING_LEN: usize = 60;
/// Number of letters of the longest result, `1/2-1/2`.
const RESULT_LETTERS: usize = 7;

/// Whether a line begins with the number 1 and a move from the start of the game.
pub(in super::super) fn begins_game(line: &str) -> bool {
    first_move(line).is_some_and(|text| {
        let start = Position::start();
        let ranks = [Ranks::From0, Ranks::From1];
        ranks
            .iter()
            .any(|ranks| read_ranked(&start, text, *ranks).is_ok())
            || notation::read(&start, text, Notation::Vietnamese).is_ok()
    })
}

/// The move with the number 1 at the beginning of a line, in any position.
pub(in super::super) fn first_move(line: &str) -> Option<&str> {
    let first = line.trim_start().chars().next()?;
    // Few lines are looked at more closely.
    if !matches!(
        first,
        '1' | '１' | '第' | '(' | '（' | '①' | '⑴' | '⒈' | '❶' | '㈠' | '㊀'
    ) {
        return None;
    }
    [false, true].into_iter().find_map(|is_vietnamese| {
        let mut tokens = Tokens::of(line, Syntax::Pgn);
        tokens.is_vietnamese = is_vietnamese;
        loop {
            match tokens.next()? {
                Token::Number => {}
                Token::Word(word) => {
                    let mark = tokens.mark;
                    let is_first = mark.number == Some(1) && !mark.is_of_black();
                    let (text, _) = tokens.move_text(word).filter(|_| is_first)?;
                    return Some(text);
                }
                _ => return None,
            }
        }
    })
}

/// Whether a text begins with the second ply: dots or the like are in place of the first.
pub(in super::super) fn begins_with_second_ply(text: &str) -> bool {
    let mut tokens = Tokens::of(text, Syntax::Prose);
    loop {
        match tokens.next() {
            Some(Token::Word(word)) if tokens.move_text(word).is_some() => {
                return tokens.mark.is_of_black();
            }
            None => return false,
            _ => {}
        }
    }
}

/// Whether a line is the heading of a second or later game: 第２局.
pub(in super::super) fn is_heading(line: &str) -> bool {
    let Some(number) = line
        .trim()
        .strip_prefix('第')
        .filter(|rest| rest.len() <= MAX_HEADING_LEN)
    else {
        return false;
    };
    let is_numeral =
        |c: char| c.is_numeric() || c == ' ' || "一二三四五六七八九十百零〇".contains(c);
    let unit = number.trim_start_matches(is_numeral);
    let number = number[..number.len() - unit.len()].trim();
    !matches!(number, "" | "1" | "１" | "一") && unit.starts_with(['局', '盘', '盤'])
}

/// Whether a text ends with a result, ignoring comments, ruled lines and headings behind it.
pub(in super::super) fn ends_with_result(text: &str) -> bool {
    let mut rest = text.trim_end();
    loop {
        let line = rest.rsplit(['\n', '\r']).next().unwrap_or_default();
        let above = &rest[..rest.len() - line.len()];
        if rest.ends_with(['}', '｝']) {
            let Some(open) = rest.rfind(['{', '｛']) else {
                return false;
            };
            rest = rest[..open].trim_end();
        } else if let Some((before, _)) = line.split_once(';') {
            rest = rest[..above.len() + before.len()].trim_end();
        } else if !line.is_empty() && (is_heading(line) || line.trim() != "*" && is_ornament(line))
        {
            rest = above.trim_end();
        } else {
            return is_result_last(line);
        }
    }
}

/// Whether a line ends with a result, possibly without a space before it.
fn is_result_last(line: &str) -> bool {
    let word = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    if let Some(before) = word.strip_suffix('*') {
        return !before.ends_with('*');
    }
    if results::in_moves(word).is_some() {
        return true;
    }
    // 车9平8红胜
    let letters = word.char_indices().rev().take(RESULT_LETTERS);
    let mut ends = letters.map(|(at, _)| word.split_at(at));
    ends.any(|(before, end)| {
        let last = before
            .char_indices()
            .rev()
            .nth(3)
            .map(|(at, _)| &before[at..]);
        let follows_move = last.is_some_and(|last| chinese_length(last) == Some(last.len()));
        follows_move && results::in_moves(end).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_with_its_first_move() {
        for line in [
            "1. H2-E2 H9-G7",
            " 1.h2e2",
            "1 炮二平五",
            "１、炮二平五",
            "第1回合 炮二平五",
            "① C2=5",
            "1) h3e3",
            "1. P2-5",
            "(1) Pháo 2 bình 5",
            "第一回合：红方：炮二平五",
        ] {
            assert!(begins_game(line), "{line}");
        }
        for line in [
            "",
            "H2-E2",
            "2. H2-E2",
            "1... H9-G7",
            "1. H2-E4",
            "1. d4 d5",
            "1-0",
            "1/2-1/2",
            "1. {so}",
            "11. H2-E2",
            "第1局 炮二平五",
            "炮二平五",
        ] {
            assert!(!begins_game(line), "{line}");
        }
    }

    #[test]
    fn headings_number_games() {
        for line in ["第2局", "第二局", " 第 12 局：甲 - 乙", "第３盘"] {
            assert!(is_heading(line), "{line}");
        }
        for line in ["第1局", "第一局", "第局", "第二回合", "局", "", "第二"] {
            assert!(!is_heading(line), "{line}");
        }
    }

    #[test]
    fn a_result_is_seen_behind_what_does_not_matter() {
        for text in [
            "H9-G7 1-0",
            "H9-G7 *",
            "马8进7*",
            "马8进7红胜",
            "马8进7和",
            "1/2-1/2\n\n",
            "红方胜",
            "1-0 {so\nso}",
            "0-1 ; so",
            "* {a} {b}\n=====\n",
            "红胜\n第2局\n\n",
            "1-0\r\n; so\r\n",
        ] {
            assert!(ends_with_result(text), "{text:?}");
        }
        for text in [
            "",
            "H9-G7",
            "***",
            "1-0 so",
            "{1-0}",
            "; 1-0",
            "so}",
            "=====",
            "温和",
            "马8进7 1-0\n广告",
            "马8进7\n-----",
        ] {
            assert!(!ends_with_result(text), "{text:?}");
        }
    }
}
