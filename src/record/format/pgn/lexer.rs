//! Splitting movetext into tokens, in any notation.
//!
//! - White space, markup of web pages and ornaments are skipped, and labels such as 第１回合 are numbers.
//! - Numbers are ignored, since files restart them, repeat them and attach them to the moves: `34.帅五平四`.
//! - A move in Chinese has a fixed number of characters, so it ends by itself; any other word ends at a space or at a
//!   character that occurs in no move. One line end may be inside a move, where a mail program wrapped it.
//! - Digits at the beginning are a number, unless the whole word is a soldier's move in WXF: `33.4`.

use super::super::html::markup_length;
use super::super::{offset, results};
use super::comments;
use super::numbers::{Label, MoveMark, is_digit, is_dot, is_number, label};
use super::prose::LineState;
use super::sections::line_length;
use super::signs::{
    annotation, is_blank, is_border, is_left_over, is_ornament, is_space, is_usual_ornament,
    length_before_annotation,
};
use crate::record::notation::{
    chinese_length, is_move, is_vietnamese, to_ascii, vietnamese_length,
};

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
    /// A comment between braces.
    Comment(&'a str),
    /// Text from a semicolon to the end of its line: a comment, unless the semicolon merely separates moves. Ends at
    /// the place reached.
    LineComment(&'a str),
    /// A line that is or may be prose. Ends at the place reached.
    Prose(&'a str),
    /// A numeric annotation.
    Sign(u8),
    /// A word for a null move, which may be an ornament.
    NullMove(&'a str),
    /// An annotation without meaning.
    UnknownSign(&'a str),
    /// The result, in PGN's form.
    Result(&'static str),
    /// A ruled line, `-----`.
    Rule,
}

/// The syntax of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Syntax {
    /// The movetext of PGN, where a semicolon begins a comment.
    Pgn,
    /// Text for people: it has lines of prose, and semicolons between moves.
    Prose,
}

/// The tokens of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Offset of the token just read.
    pub(super) start: usize,
    pub(super) syntax: Syntax,
    /// Whether moves are in Vietnamese.
    pub(super) is_vietnamese: bool,
    /// Mark read since the last move or parenthesis.
    pub(super) mark: MoveMark,
    /// The last label of a side, as written.
    pub(super) label: &'a str,
    /// Whether the mark belongs to the token just read.
    pub(super) is_marked: bool,
    /// End of the last line with a semicolon.
    pub(super) line_end: usize,
    /// The lines read so far, in text for people.
    pub(super) lines: LineState,
    /// Meaningless ornaments skipped inside a line of PGN.
    pub(super) ornament: Option<&'a str>,
}

impl<'a> Tokens<'a> {
    pub fn of(text: &'a str, syntax: Syntax) -> Self {
        Self {
            text,
            at: 0,
            start: 0,
            syntax,
            is_vietnamese: false,
            mark: MoveMark::default(),
            label: "",
            is_marked: false,
            line_end: 0,
            lines: LineState::default(),
            ornament: None,
        }
    }

    /// Tokens of a text in Vietnamese notation.
    pub fn in_vietnamese(self) -> Self {
        Self {
            is_vietnamese: true,
            ..self
        }
    }

    /// Offset up to which the text has been read.
    pub fn place(&self) -> usize {
        self.at
    }

    /// Continues reading at another offset.
    pub fn go_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Continues reading after the end of a parenthesis.
    pub fn close_at(&mut self, place: usize) {
        self.at = place;
        self.lines.depth = self.lines.depth.saturating_sub(1);
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes `length` bytes.
    pub(super) fn eat(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// Consumes characters while the predicate holds.
    pub(super) fn eat_while(&mut self, is_one: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.eat(rest.find(|c| !is_one(c)).unwrap_or(rest.len()))
    }

    /// Skips white space and separators of words; returns them.
    fn eat_spaces(&mut self) -> &'a str {
        let start = self.at;
        let is_text = self.syntax == Syntax::Prose;
        loop {
            self.eat_while(|c| is_space(c) || is_text && c == ';');
            let Some(length) = markup_length(self.rest()) else {
                return &self.text[start..self.at];
            };
            self.eat(length);
        }
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

    /// Whether nothing but white space stands before an offset on its line.
    pub(super) fn begins_line_at(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches([' ', '\t', '\u{3000}']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    fn is_at_line_start(&self) -> bool {
        self.text[..self.at].ends_with(['\n', '\r'])
    }

    /// `$5`, `!?` and the like.
    fn sign(&mut self) -> Token<'a> {
        let start = self.at;
        let number = if self.rest().starts_with('$') {
            self.eat(1);
            self.eat_while(|c| c.is_ascii_digit()).parse().ok()
        } else {
            let signs = self.eat_while(|c| matches!(c, '!' | '?' | '！' | '？'));
            let plain = signs.replace('！', "!").replace('？', "?");
            ["!", "?", "!!", "??", "!?", "?!"]
                .iter()
                .position(|known| *known == plain)
                .and_then(|place| u8::try_from(place + 1).ok())
        };
        let unknown = Token::UnknownSign(&self.text[start..self.at]);
        number.map_or(unknown, Token::Sign)
    }

    /// Reads a comment to the end of its line, which is sought only once for all of its semicolons.
    fn line_comment(&mut self) -> Token<'a> {
        if self.line_end <= self.at {
            self.line_end = self.at + line_length(self.rest());
        }
        let text = &self.text[self.at + 1..self.line_end];
        self.at = self.line_end;
        Token::LineComment(text)
    }

    /// Reads a word; `None` for an ornament.
    fn word(&mut self) -> Option<Token<'a>> {
        if let Some(starred) = self.starred_word() {
            return Some(starred);
        }
        let length = word_length(self.rest());
        let length = length_before_annotation(&self.rest()[..length]).unwrap_or(length);
        let word = self.eat(length);
        if self.syntax == Syntax::Pgn && is_null_move(word) && word != NULL_MOVE {
            return Some(Token::NullMove(word));
        }
        if let Some(result) = results::in_moves(word) {
            return Some(Token::Result(result));
        }
        if let Some(number) = annotation(word).filter(|_| self.takes_sign(word)) {
            return Some(Token::Sign(number));
        }
        if is_ornament(word) {
            if self.syntax == Syntax::Pgn && word == NULL_MOVE {
                self.mark.is_blank = true;
                return Some(Token::NullMove(word));
            }
            if self.syntax == Syntax::Pgn && !self.begins_line() && !is_usual_ornament(word) {
                let first = self.ornament.unwrap_or(word);
                self.ornament = Some(&self.text[offset(self.text, first)..self.at]);
            }
            let next = self.rest().trim_start_matches([' ', '\t', '\u{3000}']);
            self.mark.is_blank |= is_blank(word) || is_border(word) && is_border(next);
            return (word.len() >= 4).then_some(Token::Rule);
        }
        Some(Token::Word(word))
    }

    /// Whether a sign is an annotation here: some are ornaments of tables, or in place of a move.
    fn takes_sign(&self, sign: &str) -> bool {
        let is_certain = !is_blank(sign) && !matches!(sign, "=" | "＝" | "○" | "→" | "△" | "↑");
        let is_in_place = self.mark.number.is_some() || self.mark.dots > 0;
        is_certain || self.syntax == Syntax::Pgn && !is_in_place
    }

    /// Reads a token that begins with any other character than those of comments, parentheses and signs.
    fn other(&mut self, first: char) -> Option<Token<'a>> {
        if let Some(length) = self.move_length(first) {
            return Some(Token::Word(self.eat(length)));
        }
        if is_digit(first) {
            return Some(self.digits());
        }
        match label(self.rest()) {
            Some((length, Label::Round(number, form))) => {
                self.eat(length);
                return Some(self.round(number, form));
            }
            Some((length, Label::Side(side))) => {
                self.label = self.eat(length);
                self.mark.side = Some(side);
            }
            None if !is_dot(first) => return self.word(),
            None => {}
        }
        self.dots();
        Some(Token::Number)
    }

    /// Length of the move that begins here, in a notation whose moves need no space behind them.
    fn move_length(&self, first: char) -> Option<usize> {
        if self.is_vietnamese && first.is_alphabetic() {
            return vietnamese_length(self.rest());
        }
        chinese_length(self.rest())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if std::mem::take(&mut self.is_marked) {
            self.mark = MoveMark::default();
        }
        let token = self.next_token();
        self.is_marked = matches!(
            token,
            Some(Token::Word(_) | Token::Prose(_) | Token::Open | Token::Close | Token::Result(_))
        );
        token
    }
}

impl<'a> Tokens<'a> {
    fn next_token(&mut self) -> Option<Token<'a>> {
        loop {
            let skipped = self.eat_spaces();
            let tabs = skipped.bytes().filter(|byte| *byte == b'\t').count();
            self.mark.is_blank |= tabs > 1 && !skipped.contains('\n');
            if let Some(prose) = self.prose(skipped) {
                return Some(prose);
            }
            self.start = self.at;
            let first = self.rest().chars().next()?;
            if first == ';' {
                return Some(self.line_comment());
            }
            if let Some(comment) = comments::at(self.text, self.at) {
                self.at = comment.end;
                return Some(Token::Comment(comment.text));
            }
            let one = first.len_utf8();
            let token = match first {
                // A line for programs only, as in the standard.
                '%' if self.syntax == Syntax::Pgn && self.is_at_line_start() => {
                    self.eat_while(|c| !matches!(c, '\n' | '\r'));
                    None
                }
                '(' | '（' => self.number_in_parentheses().or_else(|| {
                    self.eat(one);
                    self.lines.depth += 1;
                    Some(Token::Open)
                }),
                ')' | '）' => {
                    self.eat(one);
                    self.lines.depth = self.lines.depth.saturating_sub(1);
                    Some(Token::Close)
                }
                '*' => Some(self.starred_word().unwrap_or_else(|| self.stars())),
                '$' | '!' | '?' | '！' | '？' => Some(self.sign()),
                _ => self.other(first),
            };
            if token.is_some() {
                return token;
            }
        }
    }
}

/// Number of letters of the longest move: `H2-E2`, `h10g8`, 前兵九平八.
pub(super) const MAX_MOVE_LEN: usize = 5;
/// Signs of check and mate, after moves in notations that have none.
pub(super) const MATE: [char; 4] = ['+', '#', '†', '‡'];
/// Length of `1/2-1/2`.
pub(super) const MAX_RESULT_LEN: usize = 7;

/// The usual word for a null move, which is an ornament, too.
pub(super) const NULL_MOVE: &str = "--";

/// Whether a word is a null move, as programs for other games write it.
pub(super) fn is_null_move(word: &str) -> bool {
    let words = [NULL_MOVE, "Z0", "@@@@", "null", "pass", "0000", "a0a0"];
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a character ends a word other than a move in a notation that needs no space.
pub(super) fn ends_word(c: char) -> bool {
    is_space(c)
        || matches!(
            c,
            '{' | '｛'
                | ';'
                | '('
                | ')'
                | '（'
                | '）'
                | '$'
                | '*'
                | '!'
                | '?'
                | '！'
                | '？'
                | '<'
                | '&'
        )
        || is_number(c)
}

impl<'a> Tokens<'a> {
    /// The last word read, extended by one, two and more of the words after it, each with the offset behind it: some
    /// texts have spaces inside moves, or one line end and blank lines, where a mail program wrapped them.
    pub fn longer_words(&self, word: &'a str) -> Vec<(&'a str, usize)> {
        let end = self.at;
        let start = end - word.len();
        let mut ahead = self.clone();
        let mut found = Vec::new();
        let mut letters = word.chars().count();
        let (mut is_wrapped, mut has_round) = (false, false);
        while letters < MAX_MOVE_LEN && !has_round {
            ahead.eat_while(is_line_space);
            let is_line_start = !is_wrapped && ahead.rest().starts_with(['\n', '\r']);
            if is_line_start {
                is_wrapped = true;
                ahead.eat_while(is_space);
            }
            let Some(more) = short_word(ahead.rest(), MAX_MOVE_LEN - letters) else {
                break;
            };
            letters += ahead.eat(more.len()).chars().count();
            // A number at the beginning of a line may be that of a round.
            has_round = is_line_start
                && more.chars().all(is_digit)
                && ahead.rest().starts_with(['、', ')', '）']);
            let text = &self.text[start..ahead.at];
            if !has_round && (!is_wrapped || is_joined(text)) {
                found.push((text, ahead.at));
            }
        }
        found
    }

    /// The text in the form of a move that begins with the last word read, with the offset behind it.
    pub fn move_text(&self, word: &'a str) -> Option<(&'a str, usize)> {
        let is_move = |text: &str| match self.is_vietnamese {
            true => is_vietnamese(text),
            false => is_move(text),
        };
        // No other word has a star.
        if is_move(word) || word.contains('*') {
            return Some((word, self.at));
        }
        let longer = self.longer_words(word).into_iter();
        let found = longer
            .filter(|(text, _)| is_joined(text))
            .find(|(text, _)| is_move(text));
        let bare = [word.trim_end_matches(MATE), unquoted(word)];
        let bare = bare.into_iter().find(|text| is_move(text));
        found.or_else(|| Some((bare?, self.at)))
    }

    /// Whether all words up to the next semicolon are moves, and there are any.
    pub fn are_moves(mut self) -> bool {
        let mut has_moves = false;
        loop {
            match self.next() {
                None | Some(Token::LineComment(_)) => return has_moves,
                Some(Token::Word(word)) => {
                    let Some((_, place)) = self.move_text(word) else {
                        return false;
                    };
                    self.at = place;
                    has_moves = true;
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether a line begins with a move, with or without a number.
pub(in super::super) fn begins_with_move(line: &str) -> bool {
    let mut tokens = Tokens::of(line, Syntax::Pgn);
    loop {
        match tokens.next() {
            Some(Token::Number | Token::NullMove(_)) => {}
            Some(Token::Word(word)) => {
                let rest = &line[tokens.place() - word.len()..];
                return is_move(word) || vietnamese_length(rest).is_some();
            }
            _ => return false,
        }
    }
}

/// Whether a word is the remains of characters that a character set lacks.
pub(super) fn has_lost_chars(word: &str) -> bool {
    word.contains(is_left_over) || word.chars().all(|c| matches!(c, '?' | '？'))
}

/// A word without the quotation marks or brackets around it, and the full stop behind it.
pub(super) fn unquoted(word: &str) -> &str {
    word.trim_matches([
        '"', '\'', '`', '“', '”', '‘', '’', '「', '」', '[', ']', '【', '】', '_', '>',
    ])
    .trim_end_matches('.')
}

/// Whether a word is the first half of a move in WXF or coordinates.
pub(super) fn is_half(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, b'0'..=b'9'] if letter.is_ascii_alphabetic())
}

/// Whether several words may form one move. Two points without a sign between them do not: `e4 e5` are two moves.
pub(super) fn is_joined(text: &str) -> bool {
    text.contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, ' ' | '\n' | '\r'))
}

/// Whether a character separates words on a line.
fn is_line_space(c: char) -> bool {
    is_space(c) && !matches!(c, '\n' | '\r')
}

/// Length of the word at the beginning of a text: up to a character that ends it, a move in Chinese, or behind the end of
/// a sentence.
pub(super) fn word_length(text: &str) -> usize {
    let mut is_end = false;
    let mut ends = |(at, c): &(usize, char)| {
        let was_end = std::mem::replace(&mut is_end, *c == '。');
        was_end
            || ends_word(*c)
            || *at > 0 && !c.is_ascii() && chinese_length(&text[*at..]).is_some()
    };
    let end = text.char_indices().find(&mut ends);
    // A character that ends words is a word of its own where nothing else is expected.
    end.map_or(
        text.len(),
        |(at, c)| if at == 0 { c.len_utf8() } else { at },
    )
}

/// The word at the beginning of a text, if it has at most `most` letters. No more of the text is examined, however long
/// it is.
pub(super) fn short_word(text: &str, most: usize) -> Option<&str> {
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
pub(super) fn is_soldiers_move(word: &str) -> bool {
    let mut letters = word.chars().map(to_ascii);
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

#[cfg(test)]
mod tests {
    use super::*;
    use Token::{Close, Comment, Number, Open, Result, Rule, Sign, UnknownSign, Word};

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::of(text, Syntax::Pgn).collect()
    }

    /// All tokens except numbers.
    fn moves(text: &str) -> Vec<Token<'_>> {
        Tokens::of(text, Syntax::Pgn)
            .filter(|token| *token != Number)
            .collect()
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
        assert_eq!(moves("第1回合：炮二平五"), [Word("炮二平五")]);
    }

    #[test]
    fn results_rules_and_lines_for_programs_are_known() {
        assert_eq!(
            moves("1/2-1/2 红胜 ½-½"),
            ["1/2-1/2", "1-0", "1/2-1/2"].map(Result)
        );
        assert_eq!(moves("====== -----"), [Rule, Rule]);
        assert_eq!(
            moves("h2e2\n% h9g7\n h9g7 % a1"),
            ["h2e2", "h9g7", "a1"].map(Word)
        );
        assert_eq!(
            moves("$999 $ !!! h2e2"),
            [
                UnknownSign("$999"),
                UnknownSign("$"),
                UnknownSign("!!!"),
                Word("h2e2")
            ]
        );
        assert_eq!(moves("++.4 --=5 +R-2"), ["++.4", "--=5", "+R-2"].map(Word));
    }

    #[test]
    fn words_may_be_joined_on_a_line() {
        let mut tokens = Tokens::of("C2 = 5 h9\ng7", Syntax::Pgn);
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
    fn an_ornament_of_the_text_is_none_of_a_line_in_it() {
        let text = "h9g7 ☺ h0g2 ☆ x";
        let mut tokens = Tokens::of(text, Syntax::Pgn);
        assert_eq!(tokens.by_ref().last(), Some(Word("x")));
        assert!(tokens.ornament.is_some());
        // Before the ornament, behind it, and another text.
        for line in [&text[..4], &text[8..], "i0h0 ☆ i9h9 ☺ b0c2"] {
            assert!(!line.is_empty());
            tokens.of_line(line).are_moves();
        }
        assert!(tokens.of_line("i0h0 ☆ i9h9").are_moves());
    }

    #[test]
    fn a_parenthesis_knows_its_end() {
        let mut tokens = Tokens::of("( a (b) {)} c ) d", Syntax::Pgn);
        assert_eq!(tokens.next(), Some(Open));
        let (inside, end) = tokens.rest_of_parenthesis();
        assert_eq!(inside, " a (b) {)} c ");
        tokens.go_to(end);
        assert_eq!(tokens.next(), Some(Word("d")));
        assert_eq!(
            Tokens::of("(a", Syntax::Pgn).rest_of_parenthesis(),
            ("(a", 2)
        );
    }
}
