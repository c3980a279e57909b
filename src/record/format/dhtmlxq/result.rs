//! The words for how a game ended.

use crate::rules::{DrawReason, Outcome, Side, WinReason};

/// What is written when nobody knows.
pub(super) const UNKNOWN: &str = "未知";

/// The word that is written.
pub(super) const fn word(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Side::Red) => "红胜",
        Some(Side::Black) => "黑胜",
        None => "和棋",
    }
}

/// How a game ended in the words of a file; the outer `None` if they say nothing of it.
///
/// Words: 红胜, 红方胜, 先胜 and 胜 for Red; 黑胜, 后胜, 负 and 先负 for Black; 和, 和棋, 和局, 平局; in either
/// script; W, L and D as the player of the first move sees it, on the boards of wxf.ca; scores, and English.
pub(super) fn read(text: &str) -> Option<Option<Outcome>> {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !"方手。.".contains(*c))
        .map(|c| match c {
            '紅' => '红',
            '勝' => '胜',
            '負' => '负',
            '後' => '后',
            '－' | '–' | '—' | ':' | '：' => '-',
            _ => c.to_ascii_lowercase(),
        })
        .collect();
    let red = Some(Outcome::win(Side::Red, WinReason::Unstated));
    let black = Some(Outcome::win(Side::Black, WinReason::Unstated));
    let draw = Some(Outcome::Draw(DrawReason::Unstated));
    Some(match plain.as_str() {
        "红胜" | "红先胜" | "先胜" | "胜" | "黑负" | "w" | "1-0" | "2-0" | "red" | "redwins"
        | "redwin" => red,
        "黑胜" | "黑后胜" | "后胜" | "红负" | "红先负" | "先负" | "负" | "l" | "0-1" | "0-2"
        | "black" | "blackwins" | "blackwin" => black,
        "和" | "和棋" | "和局" | "平" | "平局" | "红和" | "红先和" | "先和" | "双和" | "d"
        | "draw" | "1/2-1/2" | "½-½" | "1-1" => draw,
        "" | "未知" | "不明" | "未定" | "*" | "?" | "-" | "none" | "unknown" => None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_many_words() {
        let score = |text| read(text).map(|outcome| outcome.map_or("*", Outcome::score));
        for (texts, expected) in [
            ("红胜 红方胜 紅方勝 红先胜 W w 1-0 1：0 Red", "1-0"),
            ("黑胜 黑方胜。 黑方勝 负 L 0-1 红负", "0-1"),
            ("和 和棋 和局 平局 D 1/2-1/2 ½-½ 1－1", "1/2-1/2"),
            ("未知 * ?", "*"),
        ] {
            for text in texts.split(' ') {
                assert_eq!(score(text), Some(expected), "{text}");
            }
        }
        assert_eq!(score(" \n"), Some("*"));
        assert_eq!(score("red wins"), Some("1-0"));
        assert_eq!(score("仙人指路"), None);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let wins = Side::ALL.map(|winner| Outcome::win(winner, WinReason::Unstated));
        for outcome in wins
            .into_iter()
            .chain([Outcome::Draw(DrawReason::Unstated)])
        {
            assert_eq!(read(word(outcome)), Some(Some(outcome)));
        }
        assert_eq!(read(UNKNOWN), Some(None));
    }
}
