//! Moves in which a star stands in place of one character, as programs put it for one they cannot show: `*二进三`, `H*+3`.

use super::chinese::canonical;
use super::to_ascii;

/// Characters that a star can stand for in Chinese; every other one has the meaning of one of these.
const CHINESE: [char; 22] = [
    '帅', '仕', '相', '马', '车', '炮', '兵', '前', '中', '后', '进', '退', '平', '1', '2', '3',
    '4', '5', '6', '7', '8', '9',
];
/// Characters that a star can stand for in moves in ASCII.
const ASCII: [char; 31] = [
    'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'K', 'M', 'N', 'P', 'R', 'S', 'T', 'X', '0', '1',
    '2', '3', '4', '5', '6', '7', '8', '9', '+', '-', '=', '/',
];

/// Kind of a character in a move, whatever the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// The star, which may be any of them.
    Star,
    /// A piece in Chinese.
    Piece,
    /// 前, 中 or 后.
    Pick,
    /// A direction in Chinese.
    Direction,
    /// A numeral of any kind.
    Number,
    /// A letter, which may be a piece or a file.
    Letter,
    Zero,
    Dash,
    /// `+`, which is a place or a direction.
    Plus,
    /// The other signs of directions.
    Sign,
}

/// The forms of moves that are long enough to tell them from other words.
const FORMS: [&[&[Sort]]; 8] = [
    &[
        &[Sort::Piece],
        &[Sort::Number, Sort::Pick],
        &[Sort::Direction],
        &[Sort::Number],
    ],
    &[
        &[Sort::Pick],
        &[Sort::Piece, Sort::Number],
        &[Sort::Direction],
        &[Sort::Number],
    ],
    &[
        &[Sort::Number],
        &[Sort::Piece],
        &[Sort::Direction],
        &[Sort::Number],
    ],
    &[
        &[Sort::Pick],
        &[Sort::Piece, Sort::Number],
        &[Sort::Piece, Sort::Number],
        &[Sort::Direction],
        &[Sort::Number],
    ],
    &[
        &[Sort::Piece],
        &[Sort::Pick],
        &[Sort::Number],
        &[Sort::Direction],
        &[Sort::Number],
    ],
    &[
        &[Sort::Letter, Sort::Plus, Sort::Dash],
        &[Sort::Number, Sort::Letter, Sort::Plus, Sort::Dash],
        &[Sort::Sign, Sort::Plus, Sort::Dash],
        &[Sort::Number],
    ],
    &[
        &[Sort::Letter],
        &[Sort::Number, Sort::Zero],
        &[Sort::Letter],
        &[Sort::Number, Sort::Zero],
    ],
    &[
        &[Sort::Letter],
        &[Sort::Number, Sort::Zero],
        &[Sort::Dash],
        &[Sort::Letter],
        &[Sort::Number, Sort::Zero],
    ],
];

fn sort(c: char) -> Option<Sort> {
    Some(match canonical(to_ascii(c)) {
        '*' => Sort::Star,
        '1'..='9' => Sort::Number,
        '0' => Sort::Zero,
        '-' => Sort::Dash,
        '+' => Sort::Plus,
        '=' | '.' | '/' => Sort::Sign,
        '前' | '中' | '后' => Sort::Pick,
        '进' | '退' | '平' => Sort::Direction,
        '帅' | '仕' | '相' | '马' | '车' | '炮' | '兵' => Sort::Piece,
        c if c.is_ascii_alphabetic() => Sort::Letter,
        _ => return None,
    })
}

/// Number of stars in a text that has the form of a move with stars for any of its characters.
fn stars(text: &str) -> Option<usize> {
    let mut sorts = [Sort::Star; 5];
    let mut count = 0;
    for c in text.chars() {
        *sorts.get_mut(count)? = sort(c)?;
        count += 1;
    }
    let sorts = &sorts[..count];
    let fits = |(sort, known): (&Sort, &&[Sort])| *sort == Sort::Star || known.contains(sort);
    let has_form =
        |form: &&[&[Sort]]| form.len() == count && sorts.iter().zip(form.iter()).all(fits);
    let is_star = |sort: &&Sort| **sort == Sort::Star;
    let stars = sorts.iter().filter(is_star).count();
    FORMS.iter().any(has_form).then_some(stars)
}

/// Whether a text has the form of a move with one star in it, which may stand for any character.
pub(in crate::record) fn has_wildcard(text: &str) -> bool {
    stars(text) == Some(1)
}

/// All texts in the form of a move that one with a star may have been.
pub(in crate::record) fn expand_wildcard(text: &str) -> impl Iterator<Item = String> {
    let is_ascii = text.chars().all(|c| to_ascii(c).is_ascii());
    let letters = if is_ascii { &ASCII[..] } else { &CHINESE[..] };
    let texts = letters.iter().map(|letter| {
        let mut bytes = [0; 4];
        text.replace('*', letter.encode_utf8(&mut bytes))
    });
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
