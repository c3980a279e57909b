//! Every move has one spelling in each notation, no two moves of a position share one, and reading never guesses.

use crate::dice::Dice;
use chuhe::record::notation::{
    Notation, NotationError, Ranks, read, read_among, read_any, read_ranked, write,
};
use chuhe::rules::{Board, Move, Piece, PieceKind, Point, Position, PositionFault, Setup, Side};
use std::collections::HashMap;

/// One line of `tests/data/notation.tsv` whose position can be played.
struct Row {
    line: usize,
    position: Position,
    mv: Move,
    spelled: [(Notation, &'static str); 4],
    accepted: Vec<&'static str>,
    ambiguous: Vec<&'static str>,
}

fn position(fen: &str) -> Position {
    let setup = Setup::from_fen(fen).expect("a FEN");
    setup.position().expect("a position")
}

fn rows() -> Vec<Row> {
    let lines = include_str!("../data/notation.tsv").lines().enumerate();
    let rows: Vec<Row> = lines
        .filter(|(_, text)| !text.starts_with('#'))
        .map(|(line, text)| row(line + 1, text))
        .collect();
    assert_eq!(rows.len(), 545);
    rows
}

fn row(line: usize, text: &'static str) -> Row {
    let fields: Vec<&str> = text.split('\t').collect();
    let [
        fen,
        mv,
        simplified,
        traditional,
        wxf,
        iccs,
        accepted,
        ambiguous,
    ] = fields[..]
    else {
        panic!("line {line} does not have eight fields");
    };
    let list = |field: &'static str| field.split(' ').filter(|text| *text != "-").collect();
    // Three of the arrangements have a soldier on an impossible point.
    let setup = Setup::from_fen(fen).expect("a FEN");
    Row {
        line,
        position: setup.position().expect("a position"),
        mv: mv.parse().expect("a move"),
        spelled: [
            (Notation::ChineseSimplified, simplified),
            (Notation::ChineseTraditional, traditional),
            (Notation::Wxf, wxf),
            (Notation::Iccs, iccs),
        ],
        accepted: list(accepted),
        ambiguous: list(ambiguous),
    }
}

/// The notation of a spelling in the table.
fn notation_of(text: &str) -> Notation {
    if text.is_ascii() {
        Notation::Wxf
    } else {
        Notation::ChineseTraditional
    }
}

#[test]
fn each_row_is_written_so() {
    for row in rows() {
        for (how, text) in row.spelled {
            let written = write(&row.position, row.mv, how);
            assert_eq!(written, text, "line {}, {how:?}", row.line);
        }
    }
}

#[test]
fn each_spelling_of_a_row_is_read_as_its_move() {
    for row in rows() {
        let accepted = row.accepted.iter().map(|&text| (notation_of(text), text));
        for (how, text) in row.spelled.into_iter().chain(accepted) {
            let context = format!("line {}, {how:?}, {text}", row.line);
            assert_eq!(read(&row.position, text, how), Ok(row.mv), "{context}");
            assert_eq!(read_any(&row.position, text), Ok(row.mv), "{context}");
        }
    }
}

#[test]
fn spellings_for_two_moves_are_reported_with_both() {
    for row in rows() {
        for &text in &row.ambiguous {
            let context = format!("line {}, {text}", row.line);
            let result = read(&row.position, text, notation_of(text));
            let Err(NotationError::Ambiguous(moves)) = &result else {
                panic!("{context}: {result:?}");
            };
            assert!(moves.len() > 1 && moves.contains(&row.mv), "{context}");
            for &mv in moves {
                assert_eq!(row.position.check_move(mv), Ok(()), "{context}");
            }
            assert_eq!(read_any(&row.position, text), result, "{context}");
        }
    }
}

/// Whether a text is unambiguous by its form: ranks from 1 are recognized only by a 10, and Vietnamese only if it does
/// not have the form of WXF.
fn is_told_by_form(position: &Position, text: &str, how: Notation) -> bool {
    match how {
        Notation::Coordinate10 => text.contains("10"),
        Notation::Vietnamese => read(position, text, Notation::Wxf) == Err(NotationError::NotAMove),
        _ => true,
    }
}

/// Asserts that every legal move of the position has a distinct spelling and can be read back, in every notation.
fn check_all_moves(position: &Position) {
    let moves = position.legal_moves();
    for how in Notation::ALL {
        let mut seen = HashMap::new();
        for &mv in &moves {
            let text = write(position, mv, how);
            let context = || {
                format!(
                    "{text} {how:?} {:?} {:?}",
                    position.board(),
                    position.turn()
                )
            };
            assert_eq!(read(position, &text, how), Ok(mv), "{}", context());
            assert_eq!(read_among(position, &text, how), Ok(mv), "{}", context());
            if is_told_by_form(position, &text, how) {
                assert_eq!(read_any(position, &text), Ok(mv), "{}", context());
            }
            assert_eq!(seen.insert(text.clone(), mv), None, "{}", context());
        }
    }
}

/// The shortest algebraic texts of a move: the letter alone, with the file, the rank or the whole point it leaves,
/// unless a shorter one suffices.
fn algebraic(position: &Position, mv: Move, ranks: Ranks) -> Vec<String> {
    let how = match ranks {
        Ranks::From0 => Notation::Coordinate,
        Ranks::From1 => Notation::Coordinate10,
    };
    let text = write(position, mv, how);
    let (from, to) = text.split_at(text.rfind(char::is_alphabetic).expect("a file"));
    let piece = position.piece_at(mv.from).expect("a piece");
    let rivals = |fits: fn(Point, Point) -> bool| {
        let moves = position.legal_moves().into_iter();
        let rivals = moves.filter(|other| {
            other.to == mv.to
                && fits(other.from, mv.from)
                && position.piece_at(other.from) == Some(piece)
        });
        rivals.count() > 1
    };
    let origin = if !rivals(|_, _| true) {
        ""
    } else if !rivals(|a, b| a.file() == b.file()) {
        &from[..1]
    } else if !rivals(|a, b| a.rank() == b.rank()) {
        &from[1..]
    } else {
        from
    };
    let letters: &[&str] = match piece.kind {
        PieceKind::General => &["K"],
        PieceKind::Advisor => &["A"],
        PieceKind::Elephant => &["E", "B"],
        PieceKind::Horse => &["H", "N"],
        PieceKind::Chariot => &["R"],
        PieceKind::Cannon => &["C"],
        PieceKind::Soldier => &["", "P"],
    };
    let takes = if position.piece_at(mv.to).is_some() {
        "x"
    } else {
        ""
    };
    let texts = letters
        .iter()
        .map(|letter| format!("{letter}{origin}{takes}{to}"));
    texts.collect()
}

#[test]
fn the_shortest_algebraic_text_is_read() {
    let mut dice = Dice(0xa19);
    let mut position = Position::start();
    for ply in 0..POSITIONS / 4 {
        let moves = position.legal_moves();
        if moves.is_empty() || ply % 200 == 0 {
            let setup = random_setup(&mut dice);
            position = setup.position().unwrap_or_else(|_| Position::start());
            continue;
        }
        for &mv in &moves {
            for ranks in [Ranks::From0, Ranks::From1] {
                for text in algebraic(&position, mv, ranks) {
                    let read = read_ranked(&position, &text, ranks);
                    assert_eq!(read, Ok(mv), "{text} {ranks:?} {:?}", position.board());
                }
            }
        }
        position = position
            .play(moves[dice.below(moves.len())])
            .expect("legal");
    }
}

#[test]
fn algebraic_texts_of_another_program_are_read() {
    let lines = include_str!("../data/algebraic.tsv").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = position(fields[0]);
        let mv = fields[1].parse().map_err(|_| NotationError::NotAMove);
        assert_eq!(
            read_ranked(&position, fields[2], Ranks::From1),
            mv,
            "{line}"
        );
        assert_eq!(read_any(&position, fields[2]), mv, "{line}");
    }
    let horses = position("4k4/9/9/9/9/6N2/9/9/9/3K2N2 w");
    for (text, mv) in [("N1h3", "g0h2"), ("H1h3", "g0h2"), ("H5-h3", "g4h2")] {
        assert_eq!(
            read_any(&horses, text),
            Ok(mv.parse().expect("a move")),
            "{text}"
        );
    }
}

/// Number of positions tried: fewer without optimization.
const POSITIONS: usize = if cfg!(debug_assertions) {
    1_000
} else {
    20_000
};

#[test]
fn written_and_read_is_the_same_in_random_games() {
    let mut dice = Dice(0x5eed);
    let mut position = Position::start();
    for ply in 0..POSITIONS {
        let moves = position.legal_moves();
        if moves.is_empty() || ply % 200 == 0 {
            position = Position::start();
            continue;
        }
        check_all_moves(&position);
        let mv = moves[dice.below(moves.len())];
        position = position.play(mv).expect("a legal move");
    }
}

#[test]
fn written_and_read_is_the_same_with_soldiers_in_columns() {
    let mut dice = Dice(0xc01);
    let mut tried = 0;
    while tried < POSITIONS {
        let setup = random_setup(&mut dice);
        if let Ok(position) = setup.position() {
            check_all_moves(&position);
            tried += 1;
        }
    }
}

/// Abbreviated texts, and the legal moves each of them fits.
type Short = HashMap<String, Vec<Move>>;

/// Every move given by piece and file alone, and by 前, 中 or 后 and piece alone.
fn shortened(position: &Position) -> Short {
    let mut short = Short::new();
    for mv in position.legal_moves() {
        let full = write(position, mv, Notation::ChineseSimplified);
        let said: Vec<char> = full.chars().collect();
        let piece = position.piece_at(mv.from).expect("a piece");
        let name = ["帅仕相马车炮兵", "将士象马车炮卒"][piece.side.index()];
        let name = name.chars().nth(piece.kind.index()).expect("a name");
        let file = mv.from.file().number(piece.side);
        let course: String = said[2..].iter().collect();
        short
            .entry(format!("{name}{file}{course}"))
            .or_default()
            .push(mv);
        if "前中后".contains(said[0]) {
            short
                .entry(format!("{}{name}{course}", said[0]))
                .or_default()
                .push(mv);
        }
    }
    short
}

#[test]
fn what_leaves_something_out_is_read_if_one_legal_move_fits() {
    let mut dice = Dice(0x1eaf);
    let mut ambiguous = 0;
    for _ in 0..10 * POSITIONS {
        let Ok(position) = random_setup(&mut dice).position() else {
            continue;
        };
        for (text, mut fitting) in shortened(&position) {
            let mut result = read(&position, &text, Notation::ChineseSimplified);
            if let Err(NotationError::Ambiguous(moves)) = &mut result {
                moves.sort();
                ambiguous += 1;
            }
            fitting.sort();
            let expected = match fitting[..] {
                [mv] => Ok(mv),
                _ => Err(NotationError::Ambiguous(fitting)),
            };
            assert_eq!(result, expected, "{text} {:?}", position.board());
        }
    }
    assert!(ambiguous > 100, "{ambiguous}");
}

/// Generals, up to five soldiers a side on one to three files, and other pieces that share those files.
fn random_setup(dice: &mut Dice) -> Setup {
    let mut board = Board::empty();
    for side in Side::ALL {
        let files = [dice.below(9), dice.below(9), dice.below(9)];
        let used = &files[..1 + dice.below(3)];
        let pieces = PieceKind::ALL.map(|kind| Piece::new(side, kind));
        for piece in pieces.into_iter().rev() {
            let few = piece.kind != PieceKind::Soldier && dice.below(2) == 0;
            for _ in 0..if few { 0 } else { piece.kind.full_count() } {
                let rank = if piece.kind == PieceKind::Soldier && side == Side::Red {
                    5 + dice.below(5)
                } else {
                    dice.below(5)
                };
                let at = Point::from_index(9 * rank + used[dice.below(used.len())]);
                put(&mut board, at.expect("on the board"), piece);
            }
        }
        let home: Vec<Point> = Point::all().filter(|at| at.in_palace(side)).collect();
        let general = Piece::new(side, PieceKind::General);
        put(&mut board, home[dice.below(home.len())], general);
    }
    keep_possible(board, Side::ALL[dice.below(2)])
}

/// Puts a piece on a point if it is empty.
fn put(board: &mut Board, at: Point, piece: Piece) {
    if board.piece_at(at).is_none() {
        board.set(at, Some(piece));
    }
}

/// Removes pieces from points they can never reach.
fn keep_possible(board: Board, turn: Side) -> Setup {
    let mut setup = Setup {
        board,
        turn,
        ..Setup::start()
    };
    if let Err(error) = setup.position() {
        for fault in error.faults {
            if let PositionFault::Misplaced { at, .. } = fault {
                setup.board.set(at, None);
            }
        }
    }
    setup
}

/// A text over the characters of moves either fails or names a legal move, even if random.
#[test]
fn no_text_is_a_move_that_is_not_legal() {
    let alphabets = [
        "KAGEBMNHRCPSFarbe123456789+-=.",
        "一二三四五六七八九１２３４５前中后後进退平上下帅士象马车炮兵卒壹",
        "abcdefghi0123456789-",
        "TgSXPMBCVtsg123456789.-/ ",
        "炮C２=-五😀\u{301}\u{200d}é 　\u{0}車前+兵",
    ]
    .map(|letters| letters.chars().collect::<Vec<char>>());
    let mut dice = Dice(0xf022);
    for row in rows().iter().step_by(11) {
        for _ in 0..POSITIONS {
            let letters = &alphabets[dice.below(alphabets.len())];
            let length = dice.below(7);
            let text: String = (0..length)
                .map(|_| letters[dice.below(letters.len())])
                .collect();
            for how in Notation::ALL {
                if let Ok(mv) = read(&row.position, &text, how) {
                    assert_eq!(row.position.check_move(mv), Ok(()), "{text}");
                    if is_told_by_form(&row.position, &text, how) {
                        assert_eq!(read_any(&row.position, &text), Ok(mv), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn random_characters_and_impossible_moves_do_no_harm() {
    let mut dice = Dice(0xbad);
    let start = Position::start();
    for _ in 0..20 * POSITIONS {
        let length = dice.below(12);
        let random = |_| char::from_u32(dice.below(0x11_0000) as u32);
        let text: String = (0..length).filter_map(random).collect();
        let _ = read_any(&start, &text);
    }
    for from in Point::all() {
        for to in Point::all() {
            for how in Notation::ALL {
                assert!(!write(&start, Move::new(from, to), how).is_empty());
            }
        }
    }
}
