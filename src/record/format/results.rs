//! Results as words: in tags, under moves and in pasted heads, in any language that files have them in.

/// Every word with the result that it means.
const WORDS: [(&str, &[&str]); 4] = [
    (
        "1-0",
        &[
            "1-0",
            "1:0",
            "2-0",
            "红胜",
            "红方胜",
            "紅勝",
            "紅方勝",
            "先胜",
            "先勝",
            "红先胜",
            "紅先勝",
        ],
    ),
    (
        "0-1",
        &[
            "0-1",
            "0:1",
            "0-2",
            "黑胜",
            "黑方胜",
            "黑勝",
            "黑方勝",
            "先负",
            "先負",
            "红先负",
            "紅先負",
        ],
    ),
    (
        "1/2-1/2",
        &[
            "1/2-1/2",
            "1/2",
            "½-½",
            "0.5-0.5",
            "1-1",
            "和",
            "和棋",
            "和局",
            "平局",
            "先和",
            "红先和",
            "紅先和",
        ],
    ),
    ("*", &["*", "未知"]),
];

/// The result that a word under the moves means: `1-0`, `0-1`, `1/2-1/2` or `*`.
pub(super) fn in_moves(word: &str) -> Option<&'static str> {
    let means = |(_, words): &&(_, &[&str])| words.contains(&word);
    WORDS.iter().find(means).map(|(result, _)| *result)
}

/// The result that the value of a field means; there single letters are in use too.
pub(super) fn in_field(value: &str) -> Option<&'static str> {
    let value = value.trim();
    match value {
        "" | "-" | "?" => Some("*"),
        "W" | "w" => Some("1-0"),
        "L" | "l" => Some("0-1"),
        "D" | "d" => Some("1/2-1/2"),
        _ => in_moves(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_known_in_several_languages() {
        for (word, result) in [
            ("1-0", Some("1-0")),
            ("红方胜", Some("1-0")),
            ("紅勝", Some("1-0")),
            ("黑胜", Some("0-1")),
            ("和棋", Some("1/2-1/2")),
            ("未知", Some("*")),
            ("3-0", None),
            ("红", None),
        ] {
            assert_eq!(in_moves(word), result, "{word}");
            assert_eq!(in_field(&format!(" {word} ")), result, "{word}");
        }
        assert_eq!(
            (in_moves("W"), in_field("L"), in_field("")),
            (None, Some("0-1"), Some("*"))
        );
    }
}
