//! Words for results: in tags, after moves and in pasted heads, in every language found in files.

use crate::record::notation::is_visible;
use crate::rules::{DrawReason, Outcome, Side, WinReason};

/// Words for each result, normalized by [`plain`]; W, L and D are the first player's, as on the boards of wxf.ca.
const WORDS: [(&str, &str); 4] = [
    (
        "1-0",
        "1-0|2-0|红胜|红先胜|先胜|胜|黑负|w|red|redwins|redwin|đỏthắng",
    ),
    (
        "0-1",
        "0-1|0-2|黑胜|黑后胜|后胜|红负|红先负|先负|负|l|black|blackwins|blackwin|đenthắng",
    ),
    (
        "1/2-1/2",
        "1/2-1/2|1/2|½-½|0.5-0.5|1-1|和|和棋|和局|平|平局|红和|红先和|先和|双和|d|draw|hòa|hoà",
    ),
    ("*", "|*|-|?|未知|不明|未定|none|unknown"),
];

/// Words of results that mean something else, or nothing, between moves.
const UNSURE: [&str; 8] = ["", "-", "?", "胜", "负", "平", "不明", "未定"];

/// Maximum length of a word for a result between moves, in bytes: three characters, or a score in wide characters.
const MAX_LEN: usize = 9;

/// Normalizes a word: script, width and kind of signs, case, spaces, 方 and 手.
fn plain(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|c| is_visible(*c) && !"方手。".contains(*c));
    let unified = kept.map(|c| match c {
        '紅' => '红',
        '勝' => '胜',
        '負' => '负',
        '後' => '后',
        '－' | '–' | '—' | ':' | '：' => '-',
        'Đ' => 'đ',
        _ => c.to_ascii_lowercase(),
    });
    let text: String = unified.collect();
    text.strip_suffix('.').unwrap_or(&text).to_owned()
}

/// The result stated by a field: `1-0`, `0-1`, `1/2-1/2` or `*`; `None` if it states none.
pub(super) fn in_field(value: &str) -> Option<&'static str> {
    meant_by(&plain(value))
}

fn meant_by(plain: &str) -> Option<&'static str> {
    let means = |(_, words): &&(_, &str)| words.split('|').any(|word| word == plain);
    WORDS.iter().find(means).map(|(result, _)| *result)
}

/// The result stated by a word after the moves, where letters and many other words are not results.
pub(super) fn in_moves(word: &str) -> Option<&'static str> {
    // Nearly every word is a move: one with letters, or with four characters of which one is a numeral.
    let is_letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_letters || word.len() > MAX_LEN {
        return None;
    }
    let word = plain(word);
    meant_by(&word).filter(|_| !UNSURE.contains(&word.as_str()))
}

/// The result by its number in files of XQStudio and both programs named CCBridge.
pub(super) fn numbered(number: u8) -> Option<&'static str> {
    ["*", "1-0", "0-1", "1/2-1/2"]
        .get(usize::from(number))
        .copied()
}

/// The number of an outcome in such files.
pub(super) const fn number(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Win { winner, .. }) => 1 + winner.index() as u8,
        Some(Outcome::Draw(_)) => 3,
    }
}

/// The outcome of a game of which only the result is known; `None` for `*`.
pub(super) fn outcome(result: &str) -> Option<Outcome> {
    let won = |winner| Some(Outcome::win(winner, WinReason::Unstated));
    match result {
        "1-0" => won(Side::Red),
        "0-1" => won(Side::Black),
        "1/2-1/2" => Some(Outcome::Draw(DrawReason::Unstated)),
        _ => None,
    }
}

/// The Chinese word for an outcome, as written by boards on the web.
pub(super) fn word(outcome: Option<Outcome>) -> &'static str {
    let Some(outcome) = outcome else {
        return "未知";
    };
    match outcome.winner() {
        Some(Side::Red) => "红胜",
        Some(Side::Black) => "黑胜",
        None => "和棋",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_known_in_several_languages() {
        for (words, result) in [
            (
                "1-0 2-0 1:0 1：0 红胜 红方胜 紅方勝 红先胜 红方胜",
                Some("1-0"),
            ),
            ("0-1 黑胜 黑方勝 先负 红负 黑後勝", Some("0-1")),
            (
                "1/2-1/2 ½-½ 0.5-0.5 1－1 和 和棋 和局 平局",
                Some("1/2-1/2"),
            ),
            ("* 未知", Some("*")),
            ("3-0 红 仙人指路 h2e2", None),
        ] {
            for word in words.split(' ') {
                assert_eq!(in_moves(word), result, "{word}");
                assert_eq!(in_field(&format!(" {word} ")), result, "{word}");
            }
        }
    }

    #[test]
    fn a_field_may_say_more() {
        assert_eq!(in_field("Đỏ thắng"), Some("1-0"));
        for (words, result) in [
            ("W w 胜 Red", "1-0"),
            ("L 负 black", "0-1"),
            ("D 平 draw Draw.", "1/2-1/2"),
            ("? - none 不明", "*"),
        ] {
            for word in words.split(' ') {
                assert_eq!(
                    (in_field(word), in_moves(word)),
                    (Some(result), None),
                    "{word}"
                );
            }
        }
        assert_eq!(
            (in_field(" \n"), in_field("red wins")),
            (Some("*"), Some("1-0"))
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        let wins = Side::ALL.map(|winner| Outcome::win(winner, WinReason::Unstated));
        let draw = Outcome::Draw(DrawReason::Unstated);
        for end in wins.into_iter().chain([draw]).map(Some).chain([None]) {
            assert_eq!(in_field(word(end)).and_then(outcome), end);
        }
    }
}
