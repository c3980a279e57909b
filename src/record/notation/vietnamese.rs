//! Vietnamese: `P2-5`, as on score sheets, in books and on sites in Vietnam, and “Pháo 2 bình 5” as spoken.
//!
//! Written as: piece, file, sign, number. The pieces are `Tg` (Tướng, general), `S` (Sĩ, advisor), `T` (Tượng,
//! elephant), `X` (Xe, chariot), `P` (Pháo, cannon), `M` (Mã, horse) and `B` (Binh, soldier); the signs are `.` for tấn
//! (forward), `/` for thoái (back) and `-` for bình (across). The front and rear one of two on a file are `Pt` and
//! `Ps`, trước and sau; of three soldiers the middle one is `Bg`, giữa. Soldiers of either side are `B`, as most
//! writers have it, among them the Vietnamese Wikipedia, tamquocchess.vn and zigovn.com, since `T` is the elephant.
//!
//! No source shows four or five soldiers on a file, or two or more on each of several. They follow custom by analogy:
//! those between are `Btg` and `Bsg`, for the spoken trước giữa and sau giữa, and the middle one of five is `Bg`; if
//! the file must be stated, it follows the place, as in WXF and Chinese: `Bt6-5`.
//!
//! Also accepted:
//! - `C` for soldiers (Chốt), as books of the chess association of Ho Chi Minh City have it; `V` for elephants;
//! - either case, and spaces; `.`, `,`, `;`, `!` and `?` after the move;
//! - a place even if the file is enough, and a file beside a place: `Pt2.1`;
//! - the whole words in any order of piece and place: “Pháo trước tấn 1”, “hậu pháo thoái 1”; a side, which must be the
//!   side to move; lộ, cột, sang, hàng, bước, quân and của, which are ignored;
//! - `Soái`; `Sỹ`; `Tịnh`, `Bồ`; `Xa`; `Tốt`, `Chốt`; `tiến`; `thối`, `lùi`, `lui`; numbers in words, including
//!   Sino-Vietnamese ones;
//! - words without their marks: “Phao 2 binh 5”. If two words then coincide, as Tướng and Tượng do, the position
//!   decides, or the text is ambiguous. With marks, sau (rear) is not sáu (six), and tam (three) not tám (eight).
//!
//! `P2-5` also has the form of a WXF move, where `P` is a soldier and `-` is back. It is read as WXF unless the
//! notation is stated to be Vietnamese.

use super::relative::{Direction, Disambiguation, Kinds, MoveSpec, Pick, RelativeMove, SOLDIER};
use super::wrap::Wrap;
use super::{is_visible, to_ascii};
use crate::rules::{PieceKind, Side};

/// Words in lowercase without marks, or letters.
type Words = &'static [&'static str];

/// The kinds of pieces in the order of [`PieceKind::ALL`]: their letters, of which the first is written, their usual words,
/// and what else is read.
const PIECES: [(Kinds, Words, Words, Words); 7] = [
    (&[PieceKind::General], &["Tg"], &["tuong"], &["soai"]),
    (&[PieceKind::Advisor], &["S"], &["si", "sy"], &[]),
    (
        &[PieceKind::Elephant],
        &["T"],
        &["tuong"],
        &["v", "tinh", "bo"],
    ),
    (&[PieceKind::Horse], &["M"], &["ma"], &[]),
    (&[PieceKind::Chariot], &["X"], &["xe", "xa"], &[]),
    (&[PieceKind::Cannon], &["P"], &["phao"], &[]),
    (SOLDIER, &["B", "C"], &["tot", "binh", "chot"], &[]),
];

/// The directions in the order of their variants: their signs and words.
const DIRECTIONS: [(Direction, char, Words); 3] = [
    (Direction::Forward, '.', &["tan", "tien"]),
    (Direction::Back, '/', &["thoai", "lui", "thoi"]),
    (Direction::Level, '-', &["binh"]),
];

/// The places on a file: their letters and words.
const PLACES: [(Pick, &str, &str); 5] = [
    (Pick::Front, "t", "truoc"),
    (Pick::BehindFront, "tg", "truocgiua"),
    (Pick::Middle, "g", "giua"),
    (Pick::BeforeRear, "sg", "saugiua"),
    (Pick::Rear, "s", "sau"),
];

/// Writes a move.
pub(super) fn write(mv: &RelativeMove) -> String {
    let (_, letters, ..) = PIECES[mv.piece.kind.index()];
    let (_, sign, _) = DIRECTIONS[mv.direction as usize];
    format!("{}{}{sign}{}", letters[0], place_or_file(mv), mv.number)
}

/// The file of a piece, or its place on it, or both.
fn place_or_file(mv: &RelativeMove) -> String {
    match mv.disambiguation {
        Disambiguation::ByFile => mv.file.to_string(),
        Disambiguation::ByPlace {
            nth,
            count,
            needs_file,
        } => {
            let place = place(nth, count);
            if needs_file {
                format!("{place}{}", mv.file)
            } else {
                place.to_owned()
            }
        }
    }
}

/// All texts a player may begin to type for a move, in ASCII capitals without spaces: `P2-5`, `PHAO2BINH5`.
pub(super) fn spellings(mv: &RelativeMove) -> Vec<String> {
    let (which, number) = (place_or_file(mv), mv.number);
    let (_, letters, words, _) = PIECES[mv.piece.kind.index()];
    let (_, sign, ways) = DIRECTIONS[mv.direction as usize];
    let compact = letters
        .iter()
        .map(|piece| format!("{piece}{which}{sign}{number}"));
    let letters = which.trim_end_matches(|c: char| c.is_ascii_digit());
    let place = PLACES.iter().find(|(_, short, _)| *short == letters);
    let (place, file) = (place.map_or("", |(.., word)| word), &which[letters.len()..]);
    let spoken = words.iter().flat_map(|piece| {
        let ways = ways.iter();
        ways.map(move |way| format!("{piece}{place}{file}{way}{number}"))
    });
    let all = compact.chain(spoken);
    all.map(|text| text.to_ascii_uppercase()).collect()
}

/// The letters for the `nth` from the front, from 0, of `count` pieces on a file, at most five.
const fn place(nth: usize, count: usize) -> &'static str {
    match (nth, count) {
        (0, _) => "t",
        (1, 3) | (2, 5) => "g",
        _ if nth + 1 == count => "s",
        (1, _) => "tg",
        _ => "sg",
    }
}

/// Meaning of a word or a sign in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveWord {
    Side(Side),
    Piece(Kinds),
    Pick(Pick),
    Number(u8),
    Direction(Direction),
    /// A direction given by its sign.
    Sign(Direction),
}

/// Parses a text, and the side if stated. Words without marks may have several meanings, so there may be several moves.
pub(super) fn parse(text: &str) -> Option<(Vec<MoveSpec>, Option<Side>)> {
    let mut words = words(text)?;
    let mut side = None;
    words.retain(|options| match options[..] {
        [MoveWord::Side(said)] if side.is_none() => {
            side = Some(said);
            false
        }
        _ => true,
    });
    let mut lines = vec![Vec::new()];
    for options in words {
        let longer = |line: &Vec<MoveWord>| {
            let line = line.clone();
            let more = options
                .iter()
                .map(move |word| [&line[..], &[*word]].concat());
            more.collect::<Vec<_>>()
        };
        lines = lines.iter().flat_map(longer).collect();
    }
    let specs: Vec<_> = lines.iter().filter_map(|line| spec_of(line)).collect();
    (!specs.is_empty()).then_some((specs, side))
}

/// Byte length of the prefix in the form of a move, which ends with its last number; one line end and blank lines
/// may be inside.
pub(super) fn length(text: &str) -> Option<usize> {
    let mut end = 0;
    let mut wrap = Wrap::default();
    // No move has more words and signs.
    for count in 1..=8 {
        let rest = &text[end..];
        let first = rest.find(is_visible)?;
        if count == 1 && rest[..first].contains(['\n', '\r']) {
            return None;
        }
        wrap.is_here = false;
        rest[..first]
            .chars()
            .try_for_each(|c| wrap.see(c).ok_or(()))
            .ok()?;
        let letters = rest[first..].find(|c: char| !c.is_alphabetic() && !is_mark(c));
        let letters = letters.unwrap_or(rest.len() - first);
        let c = rest[first..].chars().next()?;
        if letters == 0 && !matches!(to_ascii(c), '1'..='9' | '.' | '/' | '-') {
            return None;
        }
        end += first + letters.max(c.len_utf8());
        let is_round = letters == 0 && wrap.is_before_round(&text[end..]);
        match count {
            // Most words of a text mean nothing here.
            1 => drop(words(&text[..end])?),
            2 => {}
            _ if letters == 0 && !to_ascii(c).is_ascii_digit() => {}
            _ if parse(&text[..end]).is_some() => return (!is_round).then_some(end),
            _ => {}
        }
    }
    None
}

/// Combines words with one meaning each into a move.
fn spec_of(words: &[MoveWord]) -> Option<MoveSpec> {
    use MoveWord::{Number, Pick as Which, Piece};
    let (who, [way, Number(number)]) = words.split_last_chunk::<2>()? else {
        return None;
    };
    let (kinds, file, pick) = match *who {
        // Letters alone are never written this briefly.
        [Piece(kinds)] if matches!(way, MoveWord::Direction(_)) => (kinds, None, Pick::Any),
        [Piece(kinds), Number(file)] => (kinds, Some(file), Pick::Any),
        [Piece(kinds), Which(pick)] | [Which(pick), Piece(kinds)] => (kinds, None, pick),
        [Piece(kinds), Which(pick), Number(file)]
        | [Piece(kinds), Number(file), Which(pick)]
        | [Which(pick), Piece(kinds), Number(file)] => (kinds, Some(file), pick),
        [Piece(kinds), Which(place), Which(Pick::Middle)] => (kinds, None, between(place)?),
        [
            Piece(kinds),
            Which(place),
            Which(Pick::Middle),
            Number(file),
        ] => (kinds, Some(file), between(place)?),
        _ => return None,
    };
    let (MoveWord::Direction(direction) | MoveWord::Sign(direction)) = *way else {
        return None;
    };
    Some(MoveSpec {
        kinds,
        file,
        pick,
        direction,
        number: *number,
    })
}

/// The place between the middle and an end: trước giữa, sau giữa.
const fn between(place: Pick) -> Option<Pick> {
    match place {
        Pick::Front => Some(Pick::BehindFront),
        Pick::Rear => Some(Pick::BeforeRear),
        _ => None,
    }
}

/// The words of a text, each with all its meanings, without filler words; `None` if one is unknown.
fn words(text: &str) -> Option<Vec<Vec<MoveWord>>> {
    let text: String = text.chars().map(to_ascii).collect();
    let text =
        text.trim_end_matches(|c| !is_visible(c) || matches!(c, '.' | ',' | ';' | '!' | '?'));
    let has_marks = text
        .chars()
        .flat_map(char::to_lowercase)
        .any(|c| is_mark(c) || unmarked(c) != c);
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let letters = rest
            .find(|c: char| !c.is_alphabetic() && !is_mark(c))
            .unwrap_or(rest.len());
        let (word, left) = rest.split_at(letters.max(first.len_utf8()));
        rest = left;
        if letters > 0 {
            add_meaning(&mut words, &word.to_lowercase(), has_marks)?;
        } else if is_visible(first) && first != ',' && first != ':' {
            words.push(vec![sign(first)?]);
        }
        // No move has more words, so a longer text need not be read to its end.
        if words.len() > 8 {
            return None;
        }
    }
    Some(words)
}

/// The meaning of a non-letter character.
fn sign(c: char) -> Option<MoveWord> {
    if let '1'..='9' = c {
        return Some(MoveWord::Number(c as u8 - b'0'));
    }
    let direction = DIRECTIONS.iter().find(|(_, sign, _)| *sign == c);
    direction.map(|(direction, ..)| MoveWord::Sign(*direction))
}

/// Adds the meanings of a lowercase word: none, one or several, or a piece and its place.
fn add_meaning(words: &mut Vec<Vec<MoveWord>>, word: &str, has_marks: bool) -> Option<()> {
    let bare: String = word
        .chars()
        .filter(|c| !is_mark(*c))
        .map(unmarked)
        .collect();
    if matches!(
        bare.as_str(),
        "lo" | "cot" | "sang" | "hang" | "buoc" | "quan" | "cua"
    ) {
        return Some(());
    }
    let known = marked(word, &bare, has_marks).or_else(|| {
        let word = piece(&bare).or_else(|| other(&bare))?;
        Some(vec![word])
    });
    if let Some(options) = known {
        words.push(options);
        return Some(());
    }
    let (letter, place) = bare.split_at_checked(1)?;
    let (pick, ..) = PLACES.iter().find(|(_, short, _)| *short == place)?;
    words.push(vec![piece(letter)?]);
    words.push(vec![MoveWord::Pick(*pick)]);
    Some(())
}

/// The meanings of a word distinguished from another by its marks, in a text with or without marks.
fn marked(word: &str, bare: &str, has_marks: bool) -> Option<Vec<MoveWord>> {
    let has = |marks: &str| word.chars().any(|c| marks.contains(c));
    let [acute, grave, dot] = [
        has("áắấéếíóốớúứý\u{301}"),
        has("àằầèềìòồờùừỳ\u{300}"),
        has("ạặậẹệịọộợụựỵ\u{323}"),
    ];
    let general = MoveWord::Piece(&[PieceKind::General]);
    let elephant = MoveWord::Piece(&[PieceKind::Elephant]);
    let (ahead, across) = (
        MoveWord::Direction(Direction::Forward),
        MoveWord::Direction(Direction::Level),
    );
    let (front, rear) = (MoveWord::Pick(Pick::Front), MoveWord::Pick(Pick::Rear));
    Some(match bare {
        "tuong" if acute => vec![general],
        "tuong" if dot => vec![elephant],
        "tuong" => vec![general, elephant],
        "binh" if grave => vec![across],
        "binh" => vec![MoveWord::Piece(SOLDIER), across],
        "tien" if acute => vec![ahead],
        "tien" if grave => vec![front],
        "tien" => vec![ahead, front],
        "sau" if acute => vec![MoveWord::Number(6)],
        "sau" if has_marks => vec![rear],
        "sau" => vec![rear, MoveWord::Number(6)],
        "tam" if acute => vec![MoveWord::Number(8)],
        "tam" if has_marks => vec![MoveWord::Number(3)],
        "tam" => vec![MoveWord::Number(3), MoveWord::Number(8)],
        _ => return None,
    })
}

/// The piece meant by letters or by a word without marks.
fn piece(bare: &str) -> Option<MoveWord> {
    let row = PIECES.iter().find(|(_, letters, words, others)| {
        letters.iter().any(|known| known.eq_ignore_ascii_case(bare))
            || words.contains(&bare)
            || others.contains(&bare)
    });
    row.map(|(kinds, ..)| MoveWord::Piece(kinds))
}

/// The meaning of any other word without marks.
fn other(bare: &str) -> Option<MoveWord> {
    if let Some((direction, ..)) = DIRECTIONS.iter().find(|(.., words)| words.contains(&bare)) {
        return Some(MoveWord::Direction(*direction));
    }
    Some(match bare {
        "do" => MoveWord::Side(Side::Red),
        "den" => MoveWord::Side(Side::Black),
        "truoc" => MoveWord::Pick(Pick::Front),
        "giua" | "trung" => MoveWord::Pick(Pick::Middle),
        "hau" => MoveWord::Pick(Pick::Rear),
        "mot" | "nhat" => MoveWord::Number(1),
        "hai" | "nhi" => MoveWord::Number(2),
        "ba" => MoveWord::Number(3),
        "bon" | "tu" => MoveWord::Number(4),
        "nam" | "ngu" => MoveWord::Number(5),
        "luc" => MoveWord::Number(6),
        "bay" | "that" => MoveWord::Number(7),
        "bat" => MoveWord::Number(8),
        "chin" | "cuu" => MoveWord::Number(9),
        _ => return None,
    })
}

/// Whether a character is a combining mark.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// A lowercase letter without its marks.
fn unmarked(c: char) -> char {
    match c {
        'à' | 'á' | 'ả' | 'ã' | 'ạ' | 'ă' | 'ằ' | 'ắ' | 'ẳ' | 'ẵ' | 'ặ' | 'â' | 'ầ' | 'ấ' | 'ẩ'
        | 'ẫ' | 'ậ' => 'a',
        'è' | 'é' | 'ẻ' | 'ẽ' | 'ẹ' | 'ê' | 'ề' | 'ế' | 'ể' | 'ễ' | 'ệ' => 'e',
        'ì' | 'í' | 'ỉ' | 'ĩ' | 'ị' => 'i',
        'ò' | 'ó' | 'ỏ' | 'õ' | 'ọ' | 'ô' | 'ồ' | 'ố' | 'ổ' | 'ỗ' | 'ộ' | 'ơ' | 'ờ' | 'ớ' | 'ở'
        | 'ỡ' | 'ợ' => 'o',
        'ù' | 'ú' | 'ủ' | 'ũ' | 'ụ' | 'ư' | 'ừ' | 'ứ' | 'ử' | 'ữ' | 'ự' => 'u',
        'ỳ' | 'ý' | 'ỷ' | 'ỹ' | 'ỵ' => 'y',
        // The second is Icelandic, produced by some keyboards.
        'đ' | 'ð' => 'd',
        other => other,
    }
}

/// A text in the form of [`spellings`]: capitals without marks and spaces.
pub(super) fn folded(text: &str) -> Vec<char> {
    let seen = text.chars().filter(|c| is_visible(*c) && !is_mark(*c));
    let bare = seen.flat_map(|c| to_ascii(c).to_lowercase()).map(unmarked);
    bare.map(|c| c.to_ascii_uppercase()).collect()
}
