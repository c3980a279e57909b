//! Chinese: 炮二平五, in simplified or traditional characters.
//!
//! Written as: piece, file, direction, number; Chinese numerals for Red, full-width digits for Black. The front and
//! rear one of two on a file are 前车 and 后车; of three soldiers the middle one is 中兵, of four and five those between are
//! 二兵, 三兵, 四兵, for Black as well. With two or more soldiers on each of several files, the file replaces the piece:
//! 前六平五.
//!
//! 前, 中, 后 without the file follow article 7.5 of the Chinese competition rules of 2020; the longer cases are
//! customary.
//!
//! Also accepted:
//! - characters of either script and either side, in any mix: 車 俥 伡 砗 硨, 傌 㐷, 砲 包, 上 for 进, 下 for 退, and lookalike
//!   radicals produced by copying from a page;
//! - digits and numerals of any kind, including financial ones (壹 贰 叁);
//! - the piece before 前, 中, 后: 车前平六; these words also for advisors and elephants: 前相退五;
//! - piece and file together: 前兵九平八; the piece alone if unambiguous: 前兵平八;
//! - soldiers counted as in the xqbase standard: 一兵 to 五兵 from the front over all doubled files, beginning at the own
//!   right.

use super::relative::{Direction, Disambiguation, Kinds, MoveSpec, Pick, RelativeMove, SOLDIER};
use super::style::Script;
use super::wrap::Wrap;
use super::{is_visible, to_ascii};
use crate::rules::{Piece, PieceKind, Side};
use std::sync::LazyLock;

/// The characters that differ between the two scripts.
struct ScriptGlyphs {
    /// The rear one.
    rear: char,
    /// Forward.
    forward: char,
    /// Red's pieces in the order of [`PieceKind::ALL`], then Black's.
    pieces: [[char; 7]; 2],
}

const SIMPLIFIED: ScriptGlyphs = ScriptGlyphs {
    rear: '后',
    forward: '进',
    pieces: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
};

const TRADITIONAL: ScriptGlyphs = ScriptGlyphs {
    rear: '後',
    forward: '進',
    pieces: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '炮', '卒'],
    ],
};

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes a move.
pub(super) fn write(mv: &RelativeMove, script: Script) -> String {
    let script = match script {
        Script::Simplified => SIMPLIFIED,
        Script::Traditional => TRADITIONAL,
    };
    let Piece { side, kind } = mv.piece;
    let piece = script.pieces[side.index()][kind.index()];
    let file = numeral(mv.file, side);
    let (who, which) = match mv.disambiguation {
        Disambiguation::ByFile => (piece, file),
        Disambiguation::ByPlace {
            nth,
            count,
            needs_file,
        } => (
            place(nth, count, script.rear),
            if needs_file { file } else { piece },
        ),
    };
    let way = match mv.direction {
        Direction::Forward => script.forward,
        Direction::Back => '退',
        Direction::Level => '平',
    };
    String::from_iter([who, which, way, numeral(mv.number, side)])
}

/// The word for the `nth` from the front, from 0, of `count` pieces on a file.
fn place(nth: usize, count: usize, rear: char) -> char {
    match (nth, count) {
        (0, _) => '前',
        (1, 3) => '中',
        _ if nth + 1 == count => rear,
        _ => NUMERALS[nth.min(8)],
    }
}

/// A number from 1 to 9 in a side's numerals.
fn numeral(number: u8, side: Side) -> char {
    let digits = match side {
        Side::Red => NUMERALS,
        Side::Black => WIDE_DIGITS,
    };
    digits[usize::from(number.clamp(1, 9)) - 1]
}

/// Meaning of a character in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveGlyph {
    Piece(Kinds),
    Number(u8),
    Pick(Pick),
    Direction(Direction),
}

/// The characters of each meaning, in both scripts; the first one stands for all of them.
const GLYPHS: [(MoveGlyph, &str); 22] = [
    (MoveGlyph::Piece(&[PieceKind::General]), "帅帥将將"),
    (MoveGlyph::Piece(&[PieceKind::Advisor]), "仕士⼠"),
    (MoveGlyph::Piece(&[PieceKind::Elephant]), "相象"),
    (MoveGlyph::Piece(&[PieceKind::Horse]), "马馬傌㐷⻢⾺"),
    (
        MoveGlyph::Piece(&[PieceKind::Chariot]),
        "车車俥伡砗硨⻋⾞\u{f902}",
    ),
    (MoveGlyph::Piece(&[PieceKind::Cannon]), "炮砲包"),
    (MoveGlyph::Piece(SOLDIER), "兵卒"),
    (MoveGlyph::Pick(Pick::Front), "前"),
    (MoveGlyph::Pick(Pick::Middle), "中"),
    (MoveGlyph::Pick(Pick::Rear), "后後"),
    (MoveGlyph::Direction(Direction::Forward), "进進上"),
    (MoveGlyph::Direction(Direction::Back), "退下"),
    (MoveGlyph::Direction(Direction::Level), "平"),
    (MoveGlyph::Number(1), "1一壹⼀"),
    (MoveGlyph::Number(2), "2二贰貳⼆"),
    (MoveGlyph::Number(3), "3三叁叄參参"),
    (MoveGlyph::Number(4), "4四肆"),
    (MoveGlyph::Number(5), "5五伍"),
    (MoveGlyph::Number(6), "6六陆陸"),
    (MoveGlyph::Number(7), "7七柒"),
    (MoveGlyph::Number(8), "8八捌⼋"),
    (MoveGlyph::Number(9), "9九玖"),
];

/// Every character of [`GLYPHS`], in order, with its row.
static ROWS: LazyLock<Vec<(char, usize)>> = LazyLock::new(|| {
    let rows = GLYPHS.iter().enumerate();
    let mut rows: Vec<_> = rows
        .flat_map(|(row, (_, chars))| chars.chars().map(move |c| (c, row)))
        .collect();
    rows.sort_unstable();
    rows
});

fn row(c: char) -> Option<&'static (MoveGlyph, &'static str)> {
    let at = ROWS.binary_search_by_key(&c, |(known, _)| *known).ok()?;
    GLYPHS.get(ROWS[at].1)
}

/// The meaning of a character.
fn glyph(c: char) -> Option<MoveGlyph> {
    row(c).map(|(glyph, _)| *glyph)
}

/// One character for each meaning.
pub(super) fn canonical_glyphs() -> impl Iterator<Item = char> {
    GLYPHS.iter().filter_map(|(_, chars)| chars.chars().next())
}

/// The one character for all with the meaning of this one; others are unchanged.
pub(super) fn canonical(c: char) -> char {
    row(c)
        .and_then(|(_, chars)| chars.chars().next())
        .unwrap_or(c)
}

/// Parses a text: two or three characters name the piece, the last two the direction and the number.
pub(super) fn parse(text: &[char]) -> Option<MoveSpec> {
    if !(4..=5).contains(&text.len()) {
        return None;
    }
    let glyphs: Vec<MoveGlyph> = text.iter().map(|&c| glyph(c)).collect::<Option<_>>()?;
    let (who, &[MoveGlyph::Direction(direction), MoveGlyph::Number(number)]) =
        glyphs.split_last_chunk::<2>()?
    else {
        return None;
    };
    let (kinds, file, pick) = parse_piece(who)?;
    Some(MoveSpec {
        kinds,
        file,
        pick,
        direction,
        number,
    })
}

/// Byte length of the prefix in the form of a move, including spaces and one line end with blank lines, since mail
/// programs wrap lines anywhere.
pub(super) fn length(text: &str) -> Option<usize> {
    let mut glyphs: Vec<MoveGlyph> = Vec::with_capacity(5);
    let mut wrap = Wrap::default();
    for (at, c) in text.char_indices() {
        if at > 0 && !is_visible(c) {
            wrap.see(c)?;
            continue;
        }
        glyphs.push(glyph(to_ascii(c))?);
        let end = at + c.len_utf8();
        if let Some((who, [MoveGlyph::Direction(_), MoveGlyph::Number(_)])) =
            glyphs.split_last_chunk::<2>()
            && parse_piece(who).is_some()
        {
            return (!wrap.is_before_round(&text[end..])).then_some(end);
        }
        if glyphs.len() == 5 {
            return None;
        }
        wrap.is_here = false;
    }
    None
}

/// Parses the kinds, the file if stated, and the pick on that file.
fn parse_piece(who: &[MoveGlyph]) -> Option<(Kinds, Option<u8>, Pick)> {
    use MoveGlyph::{Number, Pick as Which, Piece};
    Some(match *who {
        [Piece(kinds), Number(file)] => (kinds, Some(file), Pick::Any),
        [Which(pick), Piece(kinds)] | [Piece(kinds), Which(pick)] => (kinds, None, pick),
        [Which(pick), Number(file)] => (SOLDIER, Some(file), pick),
        [Number(place), Piece(SOLDIER)] => (SOLDIER, None, Pick::Counted(place)),
        [Which(pick), Piece(kinds), Number(file)]
        | [Piece(kinds), Which(pick), Number(file)]
        | [Which(pick), Number(file), Piece(kinds)] => (kinds, Some(file), pick),
        _ => return None,
    })
}

/// Whether a word has a piece, a direction and a numeral side by side, with at most one other character between them,
/// or is part of a move. Prose names pieces and directions without numerals: 黑方退车.
pub(super) fn resembles_move(word: &str) -> bool {
    /// Number of characters of the longest move.
    const MOVE: usize = 5;
    let seen = word.chars().filter(|c| is_visible(*c));
    let glyphs: Vec<_> = seen.map(|c| glyph(to_ascii(c))).collect();
    if is_part(&glyphs) {
        return true;
    }
    let is_one = |window: &[Option<MoveGlyph>]| {
        let has = |is: fn(&MoveGlyph) -> bool| window.iter().flatten().any(is);
        let others = window.iter().filter(|glyph| glyph.is_none()).count();
        // 中 is in too many words unrelated to moves.
        others <= 1
            && has(|glyph| {
                matches!(
                    glyph,
                    MoveGlyph::Piece(_) | MoveGlyph::Pick(Pick::Front | Pick::Rear)
                )
            })
            && has(|glyph| matches!(glyph, MoveGlyph::Direction(_)))
            && has(|glyph| matches!(glyph, MoveGlyph::Number(_)))
    };
    let lengths = 3..=MOVE.min(glyphs.len());
    lengths
        .into_iter()
        .any(|length| glyphs.windows(length).any(is_one))
}

/// Whether characters are 马二进三 or 前马进三 with one character lost or wrong, or half of 马二进三.
fn is_part(glyphs: &[Option<MoveGlyph>]) -> bool {
    let is_number = |one: &Option<MoveGlyph>| matches!(one, Some(MoveGlyph::Number(_)));
    let is_direction = |one: &Option<MoveGlyph>| matches!(one, Some(MoveGlyph::Direction(_)));
    let is_piece = |one: &Option<MoveGlyph>| matches!(one, Some(MoveGlyph::Piece(_)));
    let is_pick = |one: &Option<MoveGlyph>| matches!(one, Some(MoveGlyph::Pick(_)));
    match glyphs {
        [piece, file, direction, number] => {
            is_number(file) && is_number(number) && (is_direction(direction) || is_piece(piece))
        }
        [file, direction, number] if is_number(file) => {
            is_direction(direction) && is_number(number)
        }
        [pick, piece, direction] => is_pick(pick) && is_piece(piece) && is_direction(direction),
        [first, number] => (is_piece(first) || is_direction(first)) && is_number(number),
        _ => false,
    }
}

/// Whether several characters of a word occur in no move: such a word is prose, not a damaged move.
pub(super) fn is_phrase(word: &str) -> bool {
    /// Number of such characters that rule out damage; a side may be named before a move: 红方.
    const LEAST: usize = 3;
    let is_other = |c: char| c.is_alphanumeric() && !c.is_ascii() && glyph(to_ascii(c)).is_none();
    word.chars().filter(|c| is_other(*c)).count() >= LEAST
}

#[cfg(test)]
mod tests {
    use crate::record::notation::{Notation, write};
    use crate::rules::{Position, Setup};

    #[track_caller]
    fn written(position: &Position, mv: &str) -> String {
        let mv = mv.parse().expect("a move");
        write(position, mv, Notation::ChineseSimplified)
    }

    #[test]
    fn moves_from_the_start() {
        let start = Position::start();
        for (mv, text) in [
            ("h2e2", "炮二平五"),
            ("h9g7", "马８进７"),
            ("b0c2", "马八进七"),
            ("c3c4", "兵七进一"),
            ("a0a1", "车九进一"),
            ("d0e1", "仕六进五"),
            ("g0e2", "相三进五"),
            ("a9b9", "车１平２"),
            ("e9e8", "将５进１"),
        ] {
            assert_eq!(written(&start, mv), text, "{mv}");
        }
        let mv = "b9c7".parse().expect("a move");
        assert_eq!(write(&start, mv, Notation::ChineseTraditional), "馬２進３");
    }

    #[test]
    fn soldiers_on_two_files_say_their_file() {
        let setup = Setup::from_fen("4k4/9/3P1P3/9/3P1P3/9/9/9/9/3K5 w").expect("a board");
        let position = setup.position().expect("a position");
        assert_eq!(written(&position, "d7e7"), "前六平五");
        assert_eq!(written(&position, "d5e5"), "后六平五");
        assert_eq!(written(&position, "f7e7"), "前四平五");
        assert_eq!(written(&position, "f5f6"), "后四进一");
    }

    #[test]
    fn three_on_a_file_have_a_middle_and_five_are_counted() {
        let three = Setup::from_fen("3k5/2P6/2P6/2P3P2/6P2/9/9/9/9/4K4 w").expect("a board");
        let three = three.position().expect("a position");
        assert_eq!(written(&three, "c7d7"), "中七平六");
        assert_eq!(written(&three, "g5h5"), "后三平二");
        let five = Setup::from_fen("3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b").expect("a board");
        let five = five.position().expect("a position");
        let words = ["a0b0", "a1b1", "a2b2", "a3b3", "a4b4"].map(|mv| written(&five, mv));
        assert_eq!(
            words,
            ["前卒平２", "二卒平２", "三卒平２", "四卒平２", "后卒平２"]
        );
    }

    #[test]
    fn a_move_ends_after_its_last_number() {
        use super::length;
        for (text, rest) in [
            ("炮8平53.马二进三", "3.马二进三"),
            ("前兵九平八马", "马"),
            ("炮 二　平 五 ", " "),
            ("Ｚ", "none"),
            ("炮二平", "none"),
            ("炮二\n平五马", "马"),
            ("炮二平 \r\n 五马", "马"),
            ("炮二平\r五", ""),
            ("炮二\n \r\n平五", ""),
            ("炮\n二平\n五", "none"),
            ("\n炮二平五", "none"),
            ("马8进\n7. 马二进三", "none"),
            ("马8进\n7、马二进三", "none"),
            ("马8进\n\n7. 马二进三", "none"),
            ("马8进\n72. 马二进三", "none"),
            ("马8进7. 马二进三", ". 马二进三"),
            ("1兵三进一", "none"),
            ("一兵平五", ""),
            ("", "none"),
            ("一二三四五六", "none"),
        ] {
            let found = length(text).map_or("none", |length| &text[length..]);
            assert_eq!(found, rest, "{text}");
        }
    }
}
