//! Numbers, dots and labels before moves; whether the numbers of a line count rounds or plies; and misplaced ones.

use super::super::results;
use super::lexer::{
    MAX_RESULT_LEN, Syntax, Token, Tokens, is_null_move, is_soldiers_move, short_word,
};
use crate::record::notation::to_ascii;
use crate::rules::Side;

/// Words for the side that moves, as labels before its moves.
const SIDES: [(Side, &[&str]); 2] = [
    (
        Side::Red,
        &["红方", "紅方", "红", "紅", "先手", "red", "white", "Đỏ"],
    ),
    (Side::Black, &["黑方", "黑", "后手", "後手", "black", "Đen"]),
];

/// The form of a number before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `1`, which may be any number.
    #[default]
    Bare,
    /// `(1)` or ①, possibly of a footnote.
    Enclosed,
    /// `1.` and the like, always of a round.
    Listed,
}

/// Mark before a move: a number, dots in place of the other side's move, a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveMark {
    /// The number of a round.
    pub number: Option<usize>,
    /// The form of the number.
    pub form: NumberForm,
    /// Number of dots since the number. More than one are in place of a move.
    pub dots: usize,
    /// Whether dashes or an empty cell of a table are in place of a move.
    pub is_blank: bool,
    /// The side of a label.
    pub side: Option<Side>,
}

impl MoveMark {
    /// The number, if it is certain to be one of a round.
    pub fn round(&self) -> Option<usize> {
        self.number.filter(|_| self.form == NumberForm::Listed)
    }

    /// Whether something is in place of Red's move, so that Black's follows.
    pub const fn is_of_black(&self) -> bool {
        self.dots > 1 || self.is_blank
    }
}

pub(super) const fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '０'..='９')
}

pub(super) const fn is_dot(c: char) -> bool {
    matches!(
        c,
        '.' | '．' | '。' | '…' | '⋯' | '‥' | '·' | '・' | ':' | '：'
    )
}

/// Whether a character is a whole number: ① ㉑ ⑴ ⒈ ❶ ㈠ ㊀.
pub(super) const fn is_number(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{249b}' | '\u{24ea}'..='\u{24ff}' | '\u{2776}'..='\u{2793}'
        | '\u{3220}'..='\u{3229}' | '\u{3251}'..='\u{325f}' | '\u{3280}'..='\u{3289}' | '\u{32b1}'..='\u{32bf}')
}

/// A label at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// 第１回合, or a number in one character.
    Round(Option<usize>, NumberForm),
    /// 红方：, with a colon.
    Side(Side),
}

/// The label at the beginning of a text, with its length.
pub(super) fn label(text: &str) -> Option<(usize, Label)> {
    let first = text.chars().next()?;
    if is_number(first) {
        return Some((
            first.len_utf8(),
            Label::Round(enclosed_number(first), NumberForm::Enclosed),
        ));
    }
    // No label has a digit there, but most moves do.
    let second = text.as_bytes().get(1)?;
    if second.is_ascii_digit() {
        return None;
    }
    round(text).or_else(|| side(text))
}

fn round(text: &str) -> Option<(usize, Label)> {
    let is_numeral =
        |c: char| c.is_numeric() || c == ' ' || "一二三四五六七八九十百零〇".contains(c);
    let number = text.strip_prefix('第')?;
    let end = number.char_indices().take(7).find(|(_, c)| !is_numeral(*c));
    let (end, _) = end.filter(|(end, _)| *end > 0)?;
    let (number, rest) = number.split_at(end);
    let units = ["回合", "回", "着", "著", "步", "招", "手"];
    let rest = units.iter().find_map(|unit| rest.strip_prefix(unit))?;
    let number = Label::Round(numeral(number), NumberForm::Listed);
    Some((text.len() - rest.len(), number))
}

/// The value of a numeral: 12, 十二 or 一二; `None` if it is none or too large.
pub(in super::super) fn numeral(text: &str) -> Option<usize> {
    let (mut value, mut digit, mut is_digit) = (0_usize, 0_usize, false);
    for c in text.chars().filter(|c| *c != ' ') {
        let ten: usize = match c {
            '十' => 10,
            '百' => 100,
            _ => {
                let place = "零一二三四五六七八九".chars().position(|one| one == c);
                let one = place.or(to_ascii(c).to_digit(10).map(|one| one as usize));
                let one = one.or((c == '〇').then_some(0))?;
                (digit, is_digit) = (digit.checked_mul(10)?.checked_add(one)?, true);
                continue;
            }
        };
        let times = if is_digit { digit } else { 1 };
        value = value.checked_add(ten.checked_mul(times)?)?;
        (digit, is_digit) = (0, false);
    }
    value.checked_add(digit)
}

/// The value of a number in one character.
pub(in super::super) fn enclosed_number(c: char) -> Option<usize> {
    let runs = [
        ('①', '⑳', 1),
        ('㉑', '㉟', 21),
        ('㊱', '㊿', 36),
        ('⑴', '⒇', 1),
        ('⒈', '⒛', 1),
        ('⓫', '⓴', 11),
        ('⓵', '⓾', 1),
        ('❶', '❿', 1),
        ('➀', '➉', 1),
        ('➊', '➓', 1),
        ('㈠', '㈩', 1),
        ('㊀', '㊉', 1),
    ];
    let run = runs
        .iter()
        .find(|(first, last, _)| (*first..=*last).contains(&c))?;
    Some(c as usize - run.0 as usize + run.2)
}

fn side(text: &str) -> Option<(usize, Label)> {
    let rest_after = |word: &&str| {
        let begun = text.get(..word.len())?;
        let rest = begun
            .eq_ignore_ascii_case(word)
            .then(|| &text[word.len()..]);
        rest?.trim_start_matches(' ').strip_prefix([':', '：'])
    };
    SIDES.iter().find_map(|(side, words)| {
        let rest = words.iter().find_map(rest_after)?;
        Some((text.len() - rest.len(), Label::Side(*side)))
    })
}

impl<'a> Tokens<'a> {
    /// Reads a number, a result, or a move that begins with a digit.
    pub(super) fn digits(&mut self) -> Token<'a> {
        let word = short_word(self.rest(), MAX_RESULT_LEN).unwrap_or_default();
        if let Some(result) = results::in_moves(word) {
            self.eat(word.len());
            return Token::Result(result);
        }
        if self.syntax == Syntax::Pgn && is_null_move(word) {
            return Token::NullMove(self.eat(word.len()));
        }
        if is_soldiers_move(word) {
            return Token::Word(self.eat(word.len()));
        }
        let number = self.eat_while(is_digit);
        let number: String = number.chars().take(6).map(to_ascii).collect();
        // A parenthesis that is open may end here.
        let is_end = |c| matches!(c, ')' | '）') && self.lines.depth == 0 || c == '、';
        let form = match self.rest().chars().next() {
            Some(sign) if is_end(sign) => {
                self.eat(sign.len_utf8());
                NumberForm::Listed
            }
            _ => NumberForm::Bare,
        };
        self.round(number.parse().ok(), form)
    }

    /// A number in parentheses, `(12)`.
    pub(super) fn number_in_parentheses(&mut self) -> Option<Token<'a>> {
        let inside = self.rest().strip_prefix(['(', '（'])?;
        // No more of the text is examined, however long it is.
        let (end, _) = inside.char_indices().take(4).find(|(_, c)| !is_digit(*c))?;
        let (number, rest) = inside.split_at(end);
        let is_number = end > 0 && rest.starts_with([')', '）']);
        let number: String = number.chars().map(to_ascii).collect();
        is_number.then(|| {
            let last = rest.chars().next().map_or(0, char::len_utf8);
            self.eat(self.rest().len() - rest.len() + last);
            self.round(number.parse().ok(), NumberForm::Enclosed)
        })
    }

    /// Records a number with the dots after it.
    pub(super) fn round(&mut self, number: Option<usize>, form: NumberForm) -> Token<'a> {
        let before = self.mark;
        self.mark = MoveMark {
            side: before.side,
            ..MoveMark::default()
        };
        self.dots();
        let is_listed =
            form == NumberForm::Listed || form == NumberForm::Bare && self.mark.dots > 0;
        self.mark.form = if is_listed { NumberForm::Listed } else { form };
        self.mark.number = number;
        if is_listed {
            self.lines.see(number);
        } else if before.round().is_some() {
            // That of a note, between a round's and its move.
            self.mark = before;
        }
        Token::Number
    }

    /// Counts and skips dots. A colon after a number is not a second dot.
    pub(super) fn dots(&mut self) {
        let dots = self.eat_while(is_dot);
        let count = |c| match c {
            '…' | '⋯' => 3,
            '‥' => 2,
            ':' | '：' => 0,
            _ => 1,
        };
        let count: usize = dots.chars().map(count).sum();
        self.mark.dots += count.max(usize::from(!dots.is_empty()));
    }
}

/// A misplaced number: the round and side of the next move, and the number.
pub(super) type MisplacedNumber = ((usize, Side), usize);

/// Maximum step from one number to the next, except for numbers in the form `1.`.
const LARGEST_STEP: usize = 20;

/// Interpretation of the numbers of a line as rounds or plies, as far as they have shown which.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbering {
    /// Whether the first number has been seen.
    has_begun: bool,
    /// Offset of the round numbers to the moves, in plies; `None` if they do not count rounds.
    ahead: Option<isize>,
    /// Whether the numbers may count plies.
    plies: bool,
    /// The form of the numbers.
    form: NumberForm,
    /// Whether the first number precedes a move of Black without dots.
    begins_with_black: bool,
    /// Whether the line branches from one whose rounds are numbered.
    is_branch: bool,
    /// Whether dots before moves are ornaments.
    pub has_leaders: bool,
    last: usize,
    /// A number that is misplaced unless numbers count plies.
    doubt: Option<MisplacedNumber>,
}

/// The number of the ply at a round and side, from 1.
pub(super) fn ply_of((round, turn): (usize, Side)) -> isize {
    let ply = round
        .saturating_mul(2)
        .saturating_sub(usize::from(turn == Side::Red));
    isize::try_from(ply).unwrap_or(isize::MAX / 2)
}

impl Numbering {
    /// The numbering of a variation.
    pub fn of_variation(self) -> Self {
        Self {
            is_branch: self.counts_rounds(),
            has_leaders: self.has_leaders,
            ..Self::default()
        }
    }

    /// Whether the numbers are certain to count rounds, and none was misplaced.
    pub fn counts_rounds(self) -> bool {
        self.ahead == Some(0) && !self.plies && self.doubt.is_none()
    }

    /// The ply of a number, if it counts rounds.
    pub fn ply_of(self, mark: MoveMark) -> Option<isize> {
        let turn = match mark.is_of_black() && !self.has_leaders {
            true => Side::Black,
            false => Side::Red,
        };
        mark.number.map(|number| ply_of((number, turn)))
    }

    /// Whether a number is that of a footnote, being in another form than the others.
    pub fn is_of_note(self, mark: MoveMark) -> bool {
        self.has_begun && mark.form == NumberForm::Enclosed && self.form != NumberForm::Enclosed
    }

    /// Whether numbers like `1.` begin again at 1, after greater ones.
    pub fn begins_anew(self, mark: MoveMark) -> bool {
        let is_listed = mark.form == NumberForm::Listed && self.form == NumberForm::Listed;
        is_listed && mark.number == Some(1) && self.last > 1 && !mark.is_of_black()
    }

    /// Compares the mark before a move with its place in the game; `ply` is its number in the record. Returns a
    /// misplaced number once it is certain.
    pub fn check(
        &mut self,
        mark: MoveMark,
        at: (usize, Side),
        ply: usize,
    ) -> Option<MisplacedNumber> {
        let (Some(number), Some(said)) = (mark.number, self.ply_of(mark)) else {
            // Where plies are counted, every one is.
            self.plies = false;
            return self.doubt.take();
        };
        let is_other = mark.form != NumberForm::Listed && number > self.last + LARGEST_STEP;
        if self.has_begun && mark.form != self.form || is_other {
            return None;
        }
        let last = std::mem::replace(&mut self.last, number);
        let is_dotted = mark.is_of_black() && !self.has_leaders;
        let fits_plies = number == ply && !is_dotted && (self.plies || !self.has_begun);
        let misfit = (at, number);
        if !self.has_begun {
            let is_early = self.begin(mark, said, at);
            self.plies = fits_plies;
            return (is_early && !fits_plies).then_some(misfit);
        }
        let before = self.doubt.take();
        if before.is_some() && fits_plies {
            self.ahead = None;
            return None;
        }
        self.plies = fits_plies;
        let due = self.ahead? + ply_of(at);
        // The second ply of a round may have its number again.
        let is_repeated = due == said + 1 && number == last && said % 2 == 1;
        let is_misfit = said > due || due == said + 1 && !is_repeated;
        if is_misfit {
            self.ahead = Some(said - ply_of(at));
        } else if due > said + 1 {
            // Numbers begin anew.
            self.ahead = None;
        }
        if is_misfit && fits_plies {
            self.doubt = Some(misfit);
            return before;
        }
        before.or(is_misfit.then_some(misfit))
    }

    /// Handles the first number of a line; returns whether it is too high.
    fn begin(&mut self, mark: MoveMark, said: isize, at: (usize, Side)) -> bool {
        let ahead = said - ply_of(at);
        // Where Black begins, rounds may be counted from there.
        let is_second = at.1 == Side::Black && ahead == -1;
        if is_second && !self.begins_with_black {
            self.begins_with_black = true;
            return false;
        }
        self.has_begun = true;
        self.form = mark.form;
        let is_early = ahead > 0 && self.is_branch || ahead == 1 && said % 2 == 0;
        self.ahead = match ahead {
            0 => Some(0),
            -1 if is_second => Some(-1),
            _ if is_early => Some(ahead),
            _ => None,
        };
        is_early
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beyond_counting_is_none() {
        let many = |digit: &str| digit.repeat(40);
        for text in [
            many("9"),
            many("九"),
            many("１"),
            many("9") + "百",
            format!("{}百", u64::MAX),
        ] {
            assert_eq!(numeral(&text), None, "{text}");
        }
        assert_eq!(numeral("一百二十三"), Some(123));
        assert_eq!(numeral(&(many("0") + "12")), Some(12));
    }

    #[test]
    fn labels_are_known() {
        for (text, rest) in [
            ("第1回合：炮", "：炮"),
            ("第 十二 着 炮", " 炮"),
            ("第三步炮", "炮"),
            ("红方：炮", "炮"),
            ("Red : C2.5", " C2.5"),
            ("Đen:P", "P"),
        ] {
            let length = label(text).map(|(length, _)| length);
            assert_eq!(&text[length.unwrap_or_default()..], rest);
        }
        for text in [
            "第",
            "第一",
            "第回合",
            "红炮二平五",
            "redo:",
            "Black",
            "第一二三四五六七八回合",
        ] {
            assert_eq!(label(text), None, "{text}");
        }
        for (text, side) in [
            ("红方：", Side::Red),
            ("黑：", Side::Black),
            ("後手:", Side::Black),
            ("White:", Side::Red),
            ("Đỏ:", Side::Red),
        ] {
            assert_eq!(label(text).map(|(_, label)| label), Some(Label::Side(side)));
        }
        for (text, number) in [
            ("第１２回合", 12),
            ("第十回", 10),
            ("第二十三着", 23),
            ("第一百零五手", 105),
            ("第三〇步", 30),
            ("⑫", 12),
            ("⒊", 3),
            ("⓯", 15),
            ("㊈", 9),
        ] {
            let found = match label(text) {
                Some((_, Label::Round(number, _))) => number,
                _ => None,
            };
            assert_eq!(found, Some(number), "{text}");
        }
    }
}
