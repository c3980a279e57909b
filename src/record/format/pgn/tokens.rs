//! Splitting movetext into tokens, in any notation.
//!
//! - Numbers are ignored, since files restart them, repeat them and attach them to the moves: `34.帅五平四`.
//! - A move in Chinese has a fixed number of characters, so it ends by itself; any other word ends at a space or at a
//!   character that occurs in no move.
//! - Digits at the beginning are a number, unless the whole word is a soldier's move in WXF: `33.4`.

use super::super::results;
use super::comments;
use crate::record::notation::{chinese_length, is_seen, narrow};

/// A token of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A move number, or dots in place of a move.
    Number,
    /// A word in the place of a move.
    Word(&'a str),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A comment, trimmed.
    Comment(&'a str),
    /// A numeric annotation.
    Sign(u8),
    /// The result, in PGN's form.
    Result(&'static str),
    /// A ruled line: the text after it is not part of the game.
    Rule,
}

/// The tokens of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// Number of letters of the longest move: `H2-E2`, `h10g8`, 前兵九平八.
const MAX_MOVE_LEN: usize = 5;
/// Length of `1/2-1/2`.
const MAX_RESULT_LEN: usize = 7;

/// Whether a character separates words.
fn is_space(c: char) -> bool {
    !is_seen(c) || matches!(c, ',' | '，' | '、' | '}' | '｝')
}

/// Whether a character ends a word that does not end by itself.
fn ends_word(c: char) -> bool {
    is_space(c)
        || matches!(
            c,
            '{' | '｛' | ';' | '；' | '(' | ')' | '（' | '）' | '$' | '*' | '!' | '?' | '！' | '？'
        )
}

const fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '０'..='９')
}

const fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '。' | '…' | '·' | ':' | '：')
}

impl<'a> Tokens<'a> {
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Offset up to which the text has been read.
    pub fn place(&self) -> usize {
        self.at
    }

    /// Continues reading at another offset.
    pub fn go_to(&mut self, place: usize) {
        self.at = place;
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes `length` bytes.
    fn eat(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// Consumes characters while the predicate holds.
    fn eat_while(&mut self, is_one: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.eat(rest.find(|c| !is_one(c)).unwrap_or(rest.len()))
    }

    /// The last word read, extended by ever more of the words after it on its line, since texts have spaces inside
    /// moves too. Each comes with the offset after it.
    pub fn longer_words(&self, word: &'a str) -> Vec<(&'a str, usize)> {
        let end = self.at;
        let start = end - word.len();
        let mut ahead = self.clone();
        let mut found = Vec::new();
        let mut letters = word.chars().count();
        while letters < MAX_MOVE_LEN {
            ahead.eat_while(|c| is_space(c) && !matches!(c, '\n' | '\r'));
            let Some(more) = short_word(ahead.rest(), MAX_MOVE_LEN - letters) else {
                break;
            };
            letters += ahead.eat(more.len()).chars().count();
            found.push((&self.text[start..ahead.at], ahead.at));
        }
        found
    }

    /// The text up to the parenthesis that closes the one before the current offset, and the offset after it.
    pub fn rest_of_parenthesis(&self) -> (&'a str, usize) {
        let mut depth = 1_usize;
        let mut ahead = self.clone();
        while let Some(step) = ahead.rest().find(['(', ')', '（', '）', '{', '｛']) {
            ahead.at += step;
            let place = ahead.at;
            if let Some(comment) = comments::at(self.text, place) {
                ahead.at = comment.end;
                continue;
            }
            match ahead.rest().chars().next() {
                Some(sign @ (')' | '）')) => {
                    depth -= 1;
                    ahead.at += sign.len_utf8();
                }
                Some(sign) => {
                    depth += 1;
                    ahead.at += sign.len_utf8();
                }
                None => break,
            }
            if depth == 0 {
                return (&self.text[self.at..place], ahead.at);
            }
        }
        (self.rest(), self.text.len())
    }

    fn is_at_line_start(&self) -> bool {
        self.text[..self.at].ends_with(['\n', '\r'])
    }

    /// `$5`, `!?` and the like; numbers not defined by PGN are ignored.
    fn sign(&mut self) -> Option<Token<'a>> {
        if self.rest().starts_with('$') {
            self.eat(1);
            return self
                .eat_while(|c| c.is_ascii_digit())
                .parse()
                .ok()
                .map(Token::Sign);
        }
        let signs = self.eat_while(|c| matches!(c, '!' | '?' | '！' | '？'));
        let plain = signs.replace('！', "!").replace('？', "?");
        let number = ["!", "?", "!!", "??", "!?", "?!"]
            .iter()
            .position(|known| *known == plain)?;
        u8::try_from(number + 1).ok().map(Token::Sign)
    }

    /// Reads a number, a result, or a move that begins with a digit.
    fn digits(&mut self) -> Token<'a> {
        let word = short_word(self.rest(), MAX_RESULT_LEN).unwrap_or_default();
        if let Some(result) = results::in_moves(word) {
            self.eat(word.len());
            return Token::Result(result);
        }
        if is_soldiers_move(word) {
            return Token::Word(self.eat(word.len()));
        }
        self.eat_while(is_digit);
        self.eat_while(is_dot);
        Token::Number
    }

    fn word(&mut self) -> Token<'a> {
        let word = self.eat(word_length(self.rest()));
        if let Some(result) = results::in_moves(word) {
            return Token::Result(result);
        }
        let is_rule = word.len() >= 4
            && word
                .chars()
                .all(|c| matches!(c, '=' | '-' | '_' | '—' | '─'));
        if is_rule {
            Token::Rule
        } else {
            Token::Word(word)
        }
    }
}

/// Length of the word at the beginning of a text: up to a character that ends it, or a move in Chinese.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| {
        ends_word(*c) || *at > 0 && !c.is_ascii() && chinese_length(&text[*at..]).is_some()
    };
    let end = text.char_indices().find(ends);
    // A character that ends words is a word of its own where nothing else is expected.
    end.map_or(
        text.len(),
        |(at, c)| if at == 0 { c.len_utf8() } else { at },
    )
}

/// The word at the beginning of a text, if it has at most `most` letters. No more of the text is examined, however long
/// it is.
fn short_word(text: &str, most: usize) -> Option<&str> {
    let mut letters = text.char_indices();
    let end = letters.by_ref().take(most + 1).find(|(_, c)| ends_word(*c));
    match end {
        Some((0, _)) => None,
        Some((at, _)) => Some(&text[..at]),
        None => (!text.is_empty() && letters.next().is_none() && text.chars().count() <= most)
            .then_some(text),
    }
}

/// Whether a word is a WXF move that begins with a digit: place or file of a soldier, sign or file, direction, number.
fn is_soldiers_move(word: &str) -> bool {
    let mut letters = word.chars().map(narrow);
    let letters = [
        letters.next(),
        letters.next(),
        letters.next(),
        letters.next(),
        letters.next(),
    ];
    matches!(
        letters,
        [
            Some('1'..='9'),
            Some('1'..='9' | '+' | '-'),
            Some('+' | '-' | '=' | '.'),
            Some('1'..='9'),
            None
        ]
    )
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.eat_while(is_space);
            let first = self.rest().chars().next()?;
            if let Some(comment) = comments::at(self.text, self.at) {
                self.at = comment.end;
                return Some(Token::Comment(comment.text));
            }
            let one = first.len_utf8();
            return Some(match first {
                // A line for programs only, as in the standard.
                '%' if self.is_at_line_start() => {
                    self.eat_while(|c| !matches!(c, '\n' | '\r'));
                    continue;
                }
                '(' | '（' => {
                    self.eat(one);
                    Token::Open
                }
                ')' | '）' => {
                    self.eat(one);
                    Token::Close
                }
                '*' => {
                    self.eat_while(|c| c == '*');
                    Token::Result("*")
                }
                '$' | '!' | '?' | '！' | '？' => match self.sign() {
                    Some(token) => token,
                    None => continue,
                },
                _ => match chinese_length(self.rest()) {
                    Some(length) => Token::Word(self.eat(length)),
                    None if is_digit(first) => self.digits(),
                    None if is_dot(first) => {
                        self.eat_while(is_dot);
                        Token::Number
                    }
                    None => self.word(),
                },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Token::{Close, Comment, Number, Open, Result, Rule, Sign, Word};

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::of(text).collect()
    }

    /// All tokens except numbers.
    fn moves(text: &str) -> Vec<Token<'_>> {
        Tokens::of(text).filter(|token| *token != Number).collect()
    }

    #[test]
    fn a_text_is_cut_into_its_parts() {
        let text = "{start} 1. h2e2 $1 h9g7!? (1... b9c7 {so}) 2... C2=5+ 1-0";
        let found = [
            Comment("start"),
            Number,
            Word("h2e2"),
            Sign(1),
            Word("h9g7"),
            Sign(5),
            Open,
            Number,
            Word("b9c7"),
            Comment("so"),
            Close,
            Number,
            Word("C2=5+"),
            Result("1-0"),
        ];
        assert_eq!(tokens(text), found);
    }

    #[test]
    fn numbers_may_touch_moves() {
        for text in [
            "34.帅五平四",
            "34帅五平四",
            "34．帅五平四",
            "34、帅五平四",
            "34...帅五平四",
            "34… 帅五平四",
        ] {
            assert_eq!(moves(text), [Word("帅五平四")], "{text}");
        }
        assert_eq!(moves("1.C2=5 12.33.4"), [Word("C2=5"), Word("33.4")]);
        assert_eq!(
            moves("33.4 3+.4 15=4 １５＝４"),
            ["33.4", "3+.4", "15=4", "１５＝４"].map(Word)
        );
        let glued = "1.兵七进一炮2平32.兵三进一炮8平5!3.马二进三*";
        let found = ["兵七进一", "炮2平3", "兵三进一", "炮8平5"]
            .map(Word)
            .to_vec();
        assert_eq!(
            moves(glued),
            [found, vec![Sign(1), Word("马二进三"), Result("*")]].concat()
        );
        assert_eq!(moves("1. … 马８进７"), [Word("马８进７")]);
        assert_eq!(
            moves("第1回合：炮二平五"),
            [Word("第1回合："), Word("炮二平五")]
        );
    }

    #[test]
    fn results_rules_and_lines_for_programs_are_known() {
        assert_eq!(
            moves("1/2-1/2 红胜 ½-½"),
            ["1/2-1/2", "1-0", "1/2-1/2"].map(Result)
        );
        assert_eq!(moves("====== -----"), [Rule, Rule]);
        assert_eq!(
            moves("h2e2\n% h9g7\n h9g7 %"),
            ["h2e2", "h9g7", "%"].map(Word)
        );
        assert_eq!(moves("$999 $ !!! h2e2"), [Word("h2e2")]);
        assert_eq!(moves("++.4 --=5 +R-2"), ["++.4", "--=5", "+R-2"].map(Word));
    }

    #[test]
    fn words_may_be_joined_on_a_line() {
        let mut tokens = Tokens::of("C2 = 5 h9\ng7");
        assert_eq!(tokens.next(), Some(Word("C2")));
        let longer: Vec<_> = tokens
            .longer_words("C2")
            .into_iter()
            .map(|(word, _)| word)
            .collect();
        assert_eq!(longer, ["C2 =", "C2 = 5"]);
        let (_, place) = tokens.longer_words("C2")[1];
        tokens.go_to(place);
        assert_eq!(tokens.next(), Some(Word("h9")));
        assert_eq!(tokens.longer_words("h9"), []);
    }

    #[test]
    fn a_parenthesis_knows_its_end() {
        let mut tokens = Tokens::of("( a (b) {)} c ) d");
        assert_eq!(tokens.next(), Some(Open));
        let (inside, end) = tokens.rest_of_parenthesis();
        assert_eq!(inside, " a (b) {)} c ");
        tokens.go_to(end);
        assert_eq!(tokens.next(), Some(Word("d")));
        assert_eq!(Tokens::of("(a").rest_of_parenthesis(), ("(a", 2));
    }
}
