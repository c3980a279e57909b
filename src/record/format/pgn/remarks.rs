//! Content of comments: text and clock times.

use super::comments::hidden_game;
use super::tags::of_line;

/// White space that many programs put on both sides of a comment, for looks.
const PADDING: [char; 2] = [' ', '\n'];

/// The content of a comment: with normalized line ends, and without padding on both sides, which may be all there is.
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

/// Splits the clock time off a comment: `[%clk 0:09:58]`.
pub(super) fn without_clock(text: &str) -> (String, Option<u64>) {
    const SIGN: &str = "[%clk";
    let found = text.find(SIGN).and_then(|start| {
        let inside = &text[start + SIGN.len()..];
        let length = inside.find(']')?;
        let clock = milliseconds(inside[..length].trim())?;
        Some((start, start + SIGN.len() + length + 1, clock))
    });
    match found {
        None => (text.to_owned(), None),
        Some((start, end, clock)) => {
            let (before, after) = (text[..start].trim_end_matches(' '), &text[end..]);
            let after = match before {
                "" => after.strip_prefix(' ').unwrap_or(after),
                _ => after,
            };
            (format!("{before}{after}"), Some(clock))
        }
    }
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

/// A comment that can stand between braces: a `}` becomes the wide one, and so does the `[` of anything that looks like
/// a clock time or a game's head.
pub(super) fn enclosed(comment: &str) -> String {
    let text = comment.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace('}', "｝").replace("[%clk", "［%clk");
    if hidden_game(&text).is_none() {
        return text;
    }
    let lines = text.split_inclusive('\n').map(|line| match of_line(line) {
        Some(_) => line.replacen('[', "［", 1),
        None => line.to_owned(),
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
