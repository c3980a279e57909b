//! Plain words: "Red cannon from file 2 across to file 5". For listening, and for readers new to the game.
//!
//! Written as: side, piece, file, then `forward` or `back` with a number of ranks, or with the target file of a horse,
//! elephant or advisor, or `across` to a file. Files are counted from the mover's own right. Equal pieces on a file are
//! distinguished by `front`, `middle` and `rear`, of four or five those between by `second of four` and the like.
//!
//! Also accepted:
//! - either case, an optional side, numbers as digits or words, `to 5` for `to file 5`, `by 2 steps`;
//! - `king`; `adviser`, `guard`, `mandarin`; `bishop`, `minister`; `knight`; `rook`, `car`; `pawn`;
//! - `ahead`, `advances`; `backward`, `retreats`; `sideways`, `level`, `traverses`; preceded by `moves` or `goes`;
//! - the piece without its file or its place on it, if unambiguous; `first` for `front`, `last` or `back` for `rear`.

use super::narrow;
use super::phrase::{Phrase, Standing, Way, counts_ranks};
use super::spoken::{Kinds, Pick, SOLDIER, Spoken};
use crate::rules::{PieceKind, Side};

const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
const NUMBERS: [&str; 9] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
];

/// Writes a move.
pub(super) fn write(phrase: &Phrase) -> String {
    let kind = phrase.piece.kind;
    let side = phrase.piece.side;
    let who = match phrase.standing {
        Standing::Alone => format!("{kind}"),
        Standing::Among { nth, of, .. } => match (nth, of) {
            (0, _) => format!("front {kind}"),
            (1, 3) => format!("middle {kind}"),
            _ if nth + 1 == of => format!("rear {kind}"),
            // A file holds five soldiers at most.
            _ => format!(
                "{} of {} {kind}s",
                ORDINALS[nth.min(4)],
                NUMBERS[(of - 1).min(8)]
            ),
        },
    };
    let (file, number) = (phrase.file, phrase.number);
    let way = match phrase.way {
        Way::Forward => "forward",
        Way::Back => "back",
        Way::Level => "across",
    };
    let goal = match (phrase.counts_ranks(), number) {
        (false, _) => format!("to file {number}"),
        (true, 1) => "1 rank".to_owned(),
        (true, _) => format!("{number} ranks"),
    };
    format!("{side} {who} from file {file} {way} {goal}")
}

/// Meaning of a word in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveWord {
    Side(Side),
    Pick(Pick),
    Piece(Kinds),
    Way(Way),
    Number(u8),
    File,
    Rank,
    /// `from`, `on`: a file follows; the word is optional.
    From,
    To,
    Of,
    By,
}

/// Parses the form of a text, and the side if stated.
pub(super) fn parse(text: &str) -> Option<(Spoken, Option<Side>)> {
    let words = words(text)?;
    let mut rest = words.as_slice();
    let side = take(&mut rest, |word| match word {
        MoveWord::Side(side) => Some(side),
        _ => None,
    });
    let mut pick = take(&mut rest, |word| match word {
        MoveWord::Pick(pick) => Some(pick),
        // `back` as the rear one, not as the direction, which comes later.
        MoveWord::Way(Way::Back) => Some(Pick::Rear),
        _ => None,
    });
    take_count(&mut rest, &mut pick);
    let kinds = take(&mut rest, |word| match word {
        MoveWord::Piece(kinds) => Some(kinds),
        _ => None,
    })?;
    take_count(&mut rest, &mut pick);
    let file = take_file(&mut rest)?;
    let (way, number) = parse_course(rest, kinds)?;
    let pick = pick.unwrap_or(Pick::Any);
    let said = Spoken {
        kinds,
        file,
        pick,
        way,
        number,
    };
    Some((said, side))
}

/// Parses the direction, and the number of ranks or the target file, which must match the piece's way of counting.
fn parse_course(words: &[MoveWord], kinds: Kinds) -> Option<(Way, u8)> {
    let (way, number, in_ranks) = match *words {
        [MoveWord::Way(way), MoveWord::Number(number)] => (way, number, None),
        [MoveWord::Way(way), MoveWord::To, MoveWord::Number(number)]
        | [
            MoveWord::Way(way),
            MoveWord::To,
            MoveWord::File,
            MoveWord::Number(number),
        ] => (way, number, Some(false)),
        [MoveWord::Way(way), MoveWord::Number(number), MoveWord::Rank]
        | [MoveWord::Way(way), MoveWord::By, MoveWord::Number(number)]
        | [
            MoveWord::Way(way),
            MoveWord::By,
            MoveWord::Number(number),
            MoveWord::Rank,
        ] => (way, number, Some(true)),
        _ => return None,
    };
    let fits = |kind: &PieceKind| in_ranks.is_none_or(|ranks| ranks == counts_ranks(*kind, way));
    kinds.iter().all(fits).then_some((way, number))
}

/// Consumes the first word if it has a meaning here.
fn take<T>(rest: &mut &[MoveWord], meaning: impl Fn(MoveWord) -> Option<T>) -> Option<T> {
    let (first, others) = rest.split_first()?;
    let found = meaning(*first)?;
    *rest = others;
    Some(found)
}

/// Consumes `of four`, which gives the number of pieces of a place.
fn take_count(rest: &mut &[MoveWord], pick: &mut Option<Pick>) {
    if let ([MoveWord::Of, MoveWord::Number(of), others @ ..], Some(Pick::Nth(place))) =
        (*rest, *pick)
    {
        *rest = others;
        *pick = Some(Pick::NthOf(place, *of));
    }
}

/// Consumes the file, if any; `None` if its number is missing.
fn take_file(rest: &mut &[MoveWord]) -> Option<Option<u8>> {
    let (file, others) = match *rest {
        [
            MoveWord::From | MoveWord::Of,
            MoveWord::File,
            MoveWord::Number(file),
            others @ ..,
        ]
        | [
            MoveWord::From | MoveWord::File,
            MoveWord::Number(file),
            others @ ..,
        ]
        | [MoveWord::Number(file), others @ ..] => (*file, others),
        [MoveWord::Way(_), ..] => return Some(None),
        _ => return None,
    };
    *rest = others;
    Some(Some(file))
}

/// The words of a text without filler words; `None` if one is unknown.
fn words(text: &str) -> Option<Vec<MoveWord>> {
    let text: String = text.chars().map(narrow).collect();
    let parts = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ':' | ';' | '-'));
    let mut words = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let word = part.to_lowercase();
        if !matches!(
            word.as_str(),
            "the" | "a" | "moves" | "move" | "goes" | "go" | "plays"
        ) {
            words.push(meaning(&word)?);
        }
        // No move has more words, so a longer text need not be read to its end.
        if words.len() > 16 {
            return None;
        }
    }
    Some(words)
}

/// The meaning of a lowercase word.
fn meaning(word: &str) -> Option<MoveWord> {
    Some(match word {
        "red" => MoveWord::Side(Side::Red),
        "black" => MoveWord::Side(Side::Black),
        "front" => MoveWord::Pick(Pick::Front),
        "middle" | "centre" | "center" => MoveWord::Pick(Pick::Middle),
        "rear" | "last" => MoveWord::Pick(Pick::Rear),
        "forward" | "forwards" | "ahead" | "advance" | "advances" => MoveWord::Way(Way::Forward),
        "back" | "backward" | "backwards" | "retreat" | "retreats" => MoveWord::Way(Way::Back),
        "across" | "sideways" | "sideway" | "level" | "traverse" | "traverses" => {
            MoveWord::Way(Way::Level)
        }
        "file" => MoveWord::File,
        "rank" | "ranks" | "step" | "steps" | "point" | "points" => MoveWord::Rank,
        "from" | "on" | "in" | "at" => MoveWord::From,
        "to" => MoveWord::To,
        "of" => MoveWord::Of,
        "by" => MoveWord::By,
        _ => {
            let piece = || kinds(word.strip_suffix('s').unwrap_or(word)).map(MoveWord::Piece);
            let nth = || ordinal(word).map(|place| MoveWord::Pick(Pick::Nth(place)));
            return piece()
                .or_else(nth)
                .or_else(|| number(word).map(MoveWord::Number));
        }
    })
}

/// The kinds meant by a singular noun.
fn kinds(word: &str) -> Option<Kinds> {
    Some(match word {
        "general" | "king" => &[PieceKind::General],
        "advisor" | "adviser" | "guard" | "mandarin" => &[PieceKind::Advisor],
        "elephant" | "bishop" | "minister" => &[PieceKind::Elephant],
        "horse" | "knight" => &[PieceKind::Horse],
        "chariot" | "rook" | "car" => &[PieceKind::Chariot],
        "cannon" => &[PieceKind::Cannon],
        "soldier" | "pawn" => SOLDIER,
        _ => return None,
    })
}

fn ordinal(word: &str) -> Option<u8> {
    let place = ORDINALS.iter().position(|known| *known == word)?;
    u8::try_from(place + 1).ok()
}

fn number(word: &str) -> Option<u8> {
    let known = NUMBERS.iter().position(|known| *known == word);
    let number = match known {
        Some(place) => u8::try_from(place + 1).ok(),
        None => word.parse().ok().filter(|_| word.len() == 1),
    };
    number.filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use crate::record::notation::{Notation, NotationError, read, read_any, write};
    use crate::rules::{Position, Setup};

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    #[track_caller]
    fn check(position: &Position, cases: &[(&str, &str)]) {
        for (mv, text) in cases {
            let mv = mv.parse().expect("a move");
            assert_eq!(write(position, mv, Notation::Words), *text);
            assert_eq!(read(position, text, Notation::Words), Ok(mv), "{text}");
        }
    }

    #[test]
    fn moves_are_said_as_the_mover_sees_them() {
        let cases = [
            ("h2e2", "Red cannon from file 2 across to file 5"),
            ("b0c2", "Red horse from file 8 forward to file 7"),
            ("d0e1", "Red advisor from file 6 forward to file 5"),
            ("a0a1", "Red chariot from file 9 forward 1 rank"),
            ("h2h6", "Red cannon from file 2 forward 4 ranks"),
            ("e9e8", "Black general from file 5 forward 1 rank"),
            ("b9c7", "Black horse from file 2 forward to file 3"),
        ];
        let start = Position::start();
        for (mv, text) in cases {
            assert_eq!(
                write(&start, mv.parse().expect("a move"), Notation::Words),
                text
            );
        }
        check(&start, &cases[..5]);
    }

    #[test]
    fn of_like_pieces_it_is_said_which() {
        let pair = position("5k3/9/9/9/9/4R4/9/9/4R4/3K5 w");
        check(
            &pair,
            &[
                ("e4e2", "Red front chariot from file 5 back 2 ranks"),
                ("e1f1", "Red rear chariot from file 5 across to file 4"),
            ],
        );
        let five = position("3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b");
        check(
            &five,
            &[
                ("a0b0", "Black front soldier from file 1 across to file 2"),
                (
                    "a1b1",
                    "Black second of five soldiers from file 1 across to file 2",
                ),
                (
                    "a3b3",
                    "Black fourth of five soldiers from file 1 across to file 2",
                ),
                ("a4b4", "Black rear soldier from file 1 across to file 2"),
            ],
        );
        let three = position("3k5/2P6/2P6/2P3P2/6P2/9/9/9/9/4K4 w");
        check(
            &three,
            &[
                ("c7d7", "Red middle soldier from file 7 across to file 6"),
                ("g5h5", "Red rear soldier from file 3 across to file 2"),
            ],
        );
    }

    #[test]
    fn other_words_are_read() {
        let start = Position::start();
        for (mv, texts) in [
            (
                "h2e2",
                "RED CANNON FROM FILE 2 ACROSS TO FILE 5/cannon 2 sideways 5/the cannon on file two traverses to five/cannon at 2, level to 5.",
            ),
            (
                "h0g2",
                "knight from file 2 ahead to file 3/horse 2 advances to 3/Red horse of file 2 moves forward to file three",
            ),
            (
                "g0e2",
                "bishop 3 forward to file 5/the minister from file 3 goes ahead to 5",
            ),
            (
                "d0e1",
                "guard 6 forward 5/Red adviser file 6 advances to file 5",
            ),
            (
                "e0e1",
                "king forward one/general ahead by 1/King 5 advances 1 rank/king from 5 forward one step",
            ),
            (
                "i0i2",
                "rook 1 forward 2/car from file 1 ahead by two ranks",
            ),
            ("e3e4", "pawn 5 advances 1 point/Ｓｏｌｄｉｅｒ 5 forward 1"),
        ] {
            let mv = mv.parse().expect("a move");
            for text in texts.split('/') {
                assert_eq!(read_any(&start, text), Ok(mv), "{text}");
            }
        }
        let pair = position("5k3/9/9/9/9/4R4/9/9/4R4/3K5 w");
        for text in [
            "back rook back 1",
            "the last chariot retreats one rank",
            "second rook 5 backward 1",
            "second chariot of two from file 5 back 1 rank",
        ] {
            assert_eq!(
                read_any(&pair, text),
                "e1e0".parse().map_err(|_| NotationError::NotAMove),
                "{text}"
            );
        }
    }

    #[test]
    fn what_says_too_little_or_too_much_is_no_move() {
        let start = Position::start();
        for text in [
            "",
            "red",
            "cannon",
            "cannon 2",
            "cannon across",
            "cannon 2 across to",
            "cannon 2 across to file",
            "cannon 2 across to file 5 again",
            "queen 2 across to 5",
            "cannon from across to file 5",
            "cannon 2 across 5 ranks",
            "cannon 2 forward to file 5",
            "horse 2 forward 3 ranks",
            "cannon 0 across to 5",
            "cannon 10 across to 5",
            "red red cannon 2 across to 5",
            "cannon of four 2 across 5",
        ] {
            assert_eq!(
                read_any(&start, text),
                Err(NotationError::NotAMove),
                "{text}"
            );
        }
        for text in [
            "Black cannon 2 across to file 5",
            "front cannon across to file 5",
            "cannon 3 across to file 5",
            "second of three cannons from file 2 across to file 5",
        ] {
            assert_eq!(
                read_any(&start, text),
                Err(NotationError::NoSuchMove),
                "{text}"
            );
        }
        let either = read_any(&start, "cannon across to file 5");
        assert!(matches!(either, Err(NotationError::Ambiguous(moves)) if moves.len() == 2));
    }
}
