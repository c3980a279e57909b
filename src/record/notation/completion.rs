//! A move being typed: its possible completions after each key.
//!
//! Every legal move is spelled in all the ways a player may begin to type it; the candidates are those with a spelling
//! that begins with the text:
//!
//! - coordinates: `h2e2`, with or without a dash;
//! - WXF: `C2=5`, or `.` for `=`, in either case;
//! - Chinese in either script, digits and numerals alike: 炮二平五, 炮2平5;
//! - the initials of its pinyin: `p2p5` for pào èr píng wǔ. Pieces are `j` or `c` (chariot, jū or chē), `m` (horse),
//!   `p` (cannon), `b` and `z` (soldiers), `x` (elephant), `s` (advisor; Red’s general), `j` (Black’s general); `q`,
//!   `z`, `h` are front, middle, rear; `j`, `t`, `p` are forward, back, across.
//!
//! In Vietnamese, that notation's letters replace those of WXF and the initials, which mean other pieces: `P2-5` or
//! `Pháo 2 bình 5`, with or without marks. A text with `=` or `+` is WXF there too.
//!
//! A complete text is read as leniently as any other, so it may name a move although it begins none of its spellings.

use super::{
    Notation, NotationError, RelativeMove, chinese, normalize, only_legal, read_among, uppercase,
    vietnamese, write,
};
use crate::rules::{Move, Point, Position};

/// Completions of a text being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Legal moves with a spelling that begins with the text, and those between which the text is ambiguous.
    pub candidates: Vec<Move>,
    /// The move named by the text as it is.
    pub exact: Option<Move>,
}

/// Interprets a text in a position for players of this notation. An empty text has no candidates.
///
/// ```
/// use chuhe::record::notation::{Notation, complete};
/// use chuhe::rules::Position;
///
/// let start = Position::start();
/// let completions = |text| complete(&start, text, Notation::Wxf);
/// // 炮二平…: from file 4 to 6, and to 3, 1, 7 and 9, but file 8 is taken.
/// assert_eq!(completions("p2p").candidates.len(), 6);
/// let across = "h2e2".parse().ok();
/// assert!(["p2p5", "C2=5", "炮二平五", "h2e2"].iter().all(|text| completions(text).exact == across));
/// ```
pub fn complete(position: &Position, text: &str, how: Notation) -> Completions {
    let text = TypedText::new(text);
    if text.plain.is_empty() {
        return Completions::default();
    }
    let mut candidates = Vec::new();
    let mut spelled_out = Vec::new();
    for mv in position.legal_moves() {
        let left =
            spellings(position, mv, &text, how)
                .into_iter()
                .filter_map(|(spelling, text)| {
                    let rest = spelling.strip_prefix(&text[..])?;
                    Some(rest.len())
                });
        match left.min() {
            None => continue,
            Some(0) => spelled_out.push(mv),
            Some(_) => {}
        }
        candidates.push(mv);
    }
    let (exact, others) = match spelled_out[..] {
        [only] => (Some(only), Vec::new()),
        [] => match read_among(position, text.written, how) {
            // The beginning of another text is that, even if it would do as algebraic notation.
            Ok(_) if !candidates.is_empty() => (None, Vec::new()),
            Ok(exact) => (Some(exact), vec![exact]),
            Err(NotationError::Ambiguous(moves)) => (None, moves),
            Err(_) => (None, Vec::new()),
        },
        _ => (None, Vec::new()),
    };
    for mv in others {
        if !candidates.contains(&mv) && position.check_move(mv).is_ok() {
            candidates.push(mv);
        }
    }
    Completions { candidates, exact }
}

/// The reason why a text is not a move for players of this notation. Moves that only the rules forbid are recognized in
/// every spelling, initials of pinyin included.
pub fn why_no_move(position: &Position, text: &str, how: Notation) -> NotationError {
    let read = read_among(position, text, how);
    if let Err(error) = read
        && error != NotationError::NotAMove
    {
        return error;
    }
    let text = TypedText::new(text);
    let is_spelled = |mv: &Move| {
        let is_own = position
            .piece_at(mv.from)
            .is_some_and(|piece| piece.side == position.turn());
        is_own
            && RelativeMove::describe(position.board(), *mv).is_some()
            && spellings(position, *mv, &text, how)
                .iter()
                .any(|(spelling, text)| spelling == text)
    };
    let all = Point::all().flat_map(|from| Point::all().map(move |to| Move::new(from, to)));
    let spelled: Vec<_> = all.filter(is_spelled).collect();
    match only_legal(position, &spelled) {
        Err(error) if !spelled.is_empty() => error,
        _ => NotationError::NotAMove,
    }
}

/// A text being typed, in its original form and in forms for comparison.
struct TypedText<'a> {
    written: &'a str,
    plain: Vec<char>,
    /// Whether an uppercase letter, which may be a file, names a piece because a lowercase file follows: `C3d5`.
    is_algebraic: bool,
    /// The text without Vietnamese marks.
    bare: Vec<char>,
}

impl<'a> TypedText<'a> {
    fn new(written: &'a str) -> Self {
        let normalized = normalize(written);
        let is_file = |c: &char| matches!(c, 'a'..='i');
        Self {
            written,
            plain: uppercase(&normalized),
            is_algebraic: matches!(normalized[..], ['A'..='I', _, ref rest @ ..] if rest.iter().any(is_file)),
            bare: vietnamese::folded(written),
        }
    }
}

/// All spellings of a move, each with the form of the typed text to compare it with.
fn spellings(
    position: &Position,
    mv: Move,
    text: &TypedText,
    how: Notation,
) -> Vec<(Vec<char>, Vec<char>)> {
    let written = |how| uppercase(&normalize(&write(position, mv, how)));
    let compared = || folded(text.plain.iter().copied());
    let simplified = written(Notation::ChineseSimplified);
    // A dash between two points is irrelevant.
    let undashed = text.plain.iter().copied().filter(|c| *c != '-');
    let mut spellings = vec![(folded(simplified.iter().copied()), compared())];
    if !text.is_algebraic {
        spellings.push((written(Notation::Coordinate), undashed.collect()));
    }
    let is_vietnamese = how == Notation::Vietnamese;
    if is_vietnamese {
        let relative = RelativeMove::describe(position.board(), mv);
        let own = relative.iter().flat_map(vietnamese::spellings);
        spellings.extend(own.map(|own| (own.chars().collect(), text.bare.clone())));
    } else {
        spellings.extend(['J', 'C'].map(|chariot| {
            let letters = simplified.iter().map(|&c| initial(c, chariot));
            (folded(letters), compared())
        }));
    }
    // No move in Vietnamese has these signs.
    if !is_vietnamese || text.plain.iter().any(|c| matches!(c, '=' | '+')) {
        spellings.push((folded(written(Notation::Wxf)), compared()));
    }
    spellings
}

/// Normalizes synonyms: all characters of a piece, digits and numerals, `.` and `=`.
fn folded(text: impl IntoIterator<Item = char>) -> Vec<char> {
    let one = |c| if c == '.' { '=' } else { chinese::canonical(c) };
    text.into_iter().map(one).collect()
}

/// The initial of a character's pinyin; other characters are unchanged.
const fn initial(c: char, chariot: char) -> char {
    match c {
        '车' => chariot,
        '马' => 'M',
        '炮' | '平' => 'P',
        '兵' => 'B',
        '卒' | '中' => 'Z',
        '相' | '象' => 'X',
        '仕' | '士' | '帅' => 'S',
        '将' | '进' => 'J',
        '前' => 'Q',
        '后' => 'H',
        '退' => 'T',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    /// Interprets a text as typed by WXF players.
    fn complete(position: &Position, text: &str) -> Completions {
        super::complete(position, text, Notation::Wxf)
    }

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    fn moves(of: &Completions) -> Vec<String> {
        let mut texts: Vec<_> = of.candidates.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    #[test]
    fn every_legal_move_is_found_by_each_beginning_of_each_spelling() {
        let middle = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b";
        for position in [Position::start(), position(middle)] {
            for mv in position.legal_moves() {
                for how in Notation::ALL {
                    if how == Notation::Coordinate10 {
                        continue;
                    }
                    let text: Vec<char> = write(&position, mv, how).chars().collect();
                    for length in 1..=text.len() {
                        let begun = String::from_iter(&text[..length]);
                        let completions = super::complete(&position, &begun, how);
                        assert!(completions.candidates.contains(&mv), "{begun} for {mv}");
                    }
                    let spelled_out = super::complete(&position, &String::from_iter(&text), how);
                    assert_eq!(spelled_out.exact, Some(mv), "{text:?}");
                }
            }
        }
    }

    fn in_vietnamese(position: &Position, text: &str) -> Completions {
        super::complete(position, text, Notation::Vietnamese)
    }

    #[test]
    fn where_moves_are_in_vietnamese_its_letters_come_first() {
        let start = Position::start();
        let exact = |text| in_vietnamese(&start, text).exact.map(|mv| mv.to_string());
        for (text, mv) in [
            ("P2-5", "h2e2"),
            ("p2–5", "h2e2"),
            ("Pháo 2 bình 5", "h2e2"),
            ("PHA\u{301}O 2 bi\u{300}nh 5", "h2e2"),
            ("phao2binh5", "h2e2"),
            ("M2.3", "h0g2"),
            ("mã hai tấn ba", "h0g2"),
            ("Tg5.1", "e0e1"),
            ("B7.1", "c3c4"),
            ("C7.1", "c3c4"),
            ("tốt 7 tiến 1", "c3c4"),
            ("h2e2", "h2e2"),
            ("炮2平5", "h2e2"),
            // Its signs identify it as WXF.
            ("C2=5", "h2e2"),
            ("P7+1", "c3c4"),
        ] {
            assert_eq!(exact(text).as_deref(), Some(mv), "{text}");
        }
        // A soldier does not move back, in either notation, nor does a missing cannon move at all.
        assert_eq!(complete(&start, "P2-5"), Completions::default());
        for text in ["P3-5", "P3", "C2-5", "C2", "p2p5", "S2.5"] {
            assert_eq!(
                in_vietnamese(&start, text),
                Completions::default(),
                "{text}"
            );
        }
        let count = |text| in_vietnamese(&start, text).candidates.len();
        assert_eq!(
            ["P", "P2", "P2-", "P2.", "C2="].map(count),
            [24, 12, 6, 5, 6]
        );
        assert_eq!(
            ["pháo", "Pháo 2 bì", "t", "tg", "tượng"].map(count),
            [24, 6, 10, 1, 5]
        );
    }

    #[test]
    fn a_whole_text_in_vietnamese_is_read_anywhere() {
        let start = Position::start();
        for (text, mv) in [("X9.1", "a0a1"), ("Pháo 2 bình 5", "h2e2"), ("P2.5", "")] {
            let exact = complete(&start, text).exact.map(|mv| mv.to_string());
            assert_eq!(exact.unwrap_or_default(), mv, "{text}");
        }
    }

    #[test]
    fn initials_of_pinyin_are_read() {
        let start = Position::start();
        for (text, mv) in [
            ("p2p5", "h2e2"),
            ("P8J4", "b2b6"),
            ("m2j3", "h0g2"),
            ("j1j1", "i0i1"),
            ("c1j1", "i0i1"),
            ("b7j1", "c3c4"),
            ("x3j5", "g0e2"),
            ("s4j5", "f0e1"),
            ("s5j1", "e0e1"),
        ] {
            assert_eq!(complete(&start, text).exact, mv.parse().ok(), "{text}");
        }
        let black = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
        assert_eq!(complete(&black, "z7j1").exact, "g6g5".parse().ok());
        assert_eq!(complete(&black, "m8j7").exact, "h9g7".parse().ok());
        // Two cannons on one file.
        let two = position("4k4/9/9/9/9/6C2/9/9/6C2/3K5 w");
        assert_eq!(complete(&two, "hpp1").exact, "g1i1".parse().ok());
        assert_eq!(complete(&two, "qpp1").exact, "g4i4".parse().ok());
    }

    #[test]
    fn a_text_that_two_moves_share_means_none_of_them() {
        // Chariot and general of Black are both j in pinyin.
        let fen = "4k4/4r4/9/9/9/9/9/9/9/3K5 b";
        let completions = complete(&position(fen), "j5p6");
        assert_eq!(completions.candidates.len(), 2);
        assert_eq!(completions.exact, None);
    }

    #[test]
    fn a_text_that_is_no_spelling_of_two_moves_but_could_mean_either_has_both() {
        let pair = position("5k3/9/9/9/4R4/9/9/9/4R4/3K5 w");
        let completions = complete(&pair, "R5=1");
        assert_eq!(moves(&completions), ["e1i1", "e5i5"]);
        assert_eq!(completions.exact, None);
    }

    #[test]
    fn a_dash_is_a_way_back_or_nothing() {
        let horse = position("4k4/9/9/9/9/9/9/7N1/9/3K5 w");
        let completions = |text| moves(&complete(&horse, text));
        assert_eq!(completions("h2-"), completions("h2"));
        assert_eq!(completions("h2-3"), ["h2g0"]);
        assert_eq!(completions("h2-g0"), ["h2g0"]);
    }

    #[test]
    fn what_is_no_move_is_nothing() {
        let start = Position::start();
        for text in ["", " ", "k", "9", "炮二平八", "p2p8", "x", "hello"] {
            let completions = complete(&start, text);
            assert_eq!(completions.exact, None, "{text}");
            let none = completions.candidates.is_empty();
            assert!(none || ["k", "9", "x"].contains(&text), "{text}");
        }
    }
}
