//! Moves in which a star stands in place of one character, as programs put it for one they cannot show: `*二进三`, `H*+3`.

use super::chinese::{canonical, canonical_glyphs};
use super::to_ascii;

/// Characters that a star can stand for in moves in ASCII.
const ASCII: &str = "ABCDEFGHIKMNPRSTX0123456789+-=/";

/// The forms of moves that are long enough to tell them from other words: for each character the classes that fit, as
/// returned by [`class`].
const FORMS: [&[&str]; 8] = [
    &["P", "NT", "D", "N"],
    &["T", "PN", "D", "N"],
    &["N", "P", "D", "N"],
    &["T", "PN", "PN", "D", "N"],
    &["P", "T", "N", "D", "N"],
    &["L+-", "NL+-", "S+-", "N"],
    &["L", "N0", "L", "N0"],
    &["L", "N0", "-", "L", "N0"],
];

/// Class of a character in a move, whatever the notation: `*` for the star, which may be any of them; in Chinese `P` for
/// a piece, `T` for its place among two and `D` for a direction; `N` for a numeral of any kind; `L` for a letter, which
/// may be a piece or a file; `0`; `-`; `+`, which is a place or a direction; `S` for the other signs of directions.
fn class(c: char) -> Option<char> {
    Some(match canonical(to_ascii(c)) {
        sign @ ('*' | '0' | '-' | '+') => sign,
        '1'..='9' => 'N',
        '=' | '.' | '/' => 'S',
        '前' | '中' | '后' => 'T',
        '进' | '退' | '平' => 'D',
        '帅' | '仕' | '相' | '马' | '车' | '炮' | '兵' => 'P',
        c if c.is_ascii_alphabetic() => 'L',
        _ => return None,
    })
}

/// Number of stars in a text in the form of a move, any character of which may be a star.
fn stars(text: &str) -> Option<usize> {
    let mut classes = ['*'; 5];
    let mut count = 0;
    for c in text.chars() {
        *classes.get_mut(count)? = class(c)?;
        count += 1;
    }
    let classes = &classes[..count];
    let fits = |(class, known): (&char, &&str)| *class == '*' || known.contains(*class);
    let has_form =
        |form: &&[&str]| form.len() == count && classes.iter().zip(form.iter()).all(fits);
    let stars = classes.iter().filter(|class| **class == '*').count();
    FORMS.iter().any(has_form).then_some(stars)
}

/// Whether a text has the form of a move with one star in place of any character.
pub(in crate::record) fn has_wildcard(text: &str) -> bool {
    stars(text) == Some(1)
}

/// All texts in the form of a move that a text with a star may stand for.
pub(in crate::record) fn expand_wildcard(text: &str) -> impl Iterator<Item = String> {
    let is_ascii = text.chars().all(|c| to_ascii(c).is_ascii());
    let letters: Vec<char> = if is_ascii {
        ASCII.chars().collect()
    } else {
        canonical_glyphs().collect()
    };
    let texts = letters
        .into_iter()
        .map(|letter| text.replace('*', letter.encode_utf8(&mut [0; 4])));
    texts.filter(|text| stars(text) == Some(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_may_be_a_star() {
        for text in [
            "*二进三",
            "马*进三",
            "马二*三",
            "马二进*",
            "前*平八",
            "*三进一",
            "*兵平五",
            "前兵九平*",
            "马*九进三",
            "*2+3",
            "H*+3",
            "H2*3",
            "H2+*",
            "R*-2",
            "*R-2",
            "H*E2",
            "H0-*2",
            "h0g*",
            "Ｈ*＋３",
            "P*-5",
            "X9*8",
        ] {
            assert!(has_wildcard(text), "{text}");
        }
        for text in [
            "马二进三",
            "H2+3",
            "**进三",
            "马**三",
            "*",
            "",
            "*好进三",
            "马*",
            "H*",
            "1*",
            "h2e2*x",
            "*-*-",
            "****",
            "*End",
            "*1-0",
        ] {
            assert!(!has_wildcard(text), "{text}");
        }
    }

    #[test]
    fn every_move_is_among_its_completions() {
        for text in [
            "马二进三",
            "前车平六",
            "后三平二",
            "三兵平五",
            "H2+3",
            "R+-2",
            "C2=5",
            "P2-5",
            "M2/3",
        ] {
            for (at, c) in text.char_indices() {
                let starred = format!("{}*{}", &text[..at], &text[at + c.len_utf8()..]);
                let mut texts = expand_wildcard(&starred);
                let folded = |text: &str| text.chars().map(canonical).collect::<String>();
                assert!(
                    texts.any(|other| folded(&other) == folded(text)),
                    "{starred}"
                );
            }
        }
        assert_eq!(expand_wildcard("H0-G*").count(), 10);
        assert_eq!(expand_wildcard("马二进*").count(), 9);
    }
}
