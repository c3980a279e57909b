//! Algebraic notation, as in the PGN of XBoard, PyChess and elephantchess.io: `Che2`, `Rxc6+`, `ixi5`.
//!
//! A letter names the piece, none means a soldier; then the starting file or rank if the letter is ambiguous, `x` for a
//! capture, and the target point. XBoard counts ranks from 0, the others from 1, and a single move does not tell which.
//!
//! Accepted, regardless of the program:
//! - the letters `K` `G` general, `A` advisor, `E` `B` elephant, `H` `N` horse, `R`, `C`, `P` `S` soldier;
//! - the whole starting point, then even without a letter: `Ch2e2`, `h2e2`, `h2-e2`;
//! - `x` or none, regardless of any capture; `+`, `#`, `!` and `?` after the move.
//!
//! Piece letters are uppercase, file letters lowercase: `b` is a file, `B` an elephant, and `C3d5` a cannon on rank 3.

use super::coordinate::Ranks;
use super::{NotationError, only_legal};
use crate::rules::{File, Move, PieceKind, Point, Position, Rank};

/// A move as stated by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SanSpec {
    /// Kind of the piece; `None` for any piece on the starting point.
    kind: Option<PieceKind>,
    /// Starting file, if stated.
    file: Option<File>,
    /// Starting rank, if stated.
    rank: Option<Rank>,
    to: Point,
}

/// Reads a move of the side to move with the given numbering of ranks.
pub(super) fn read(
    position: &Position,
    text: &[char],
    ranks: Ranks,
) -> Result<Move, NotationError> {
    let spec = parse(text, ranks).ok_or(NotationError::NotAMove)?;
    let fits = |from: &Point| {
        let piece = position.piece_at(*from);
        piece.is_some_and(|piece| {
            piece.side == position.turn() && spec.kind.is_none_or(|kind| kind == piece.kind)
        }) && spec.file.is_none_or(|file| file == from.file())
            && spec.rank.is_none_or(|rank| rank == from.rank())
    };
    let moves: Vec<Move> = Point::all()
        .filter(fits)
        .map(|from| Move::new(from, spec.to))
        .collect();
    only_legal(position, &moves)
}

/// Whether a text has the form of a move.
pub(super) fn is_move(text: &[char], ranks: Ranks) -> bool {
    parse(text, ranks).is_some()
}

/// Parses the form of a text.
fn parse(text: &[char], ranks: Ranks) -> Option<SanSpec> {
    let (letter, rest) = match text.split_first()? {
        (letter, rest) if letter.is_ascii_uppercase() => (Some(kind(*letter)?), rest),
        _ => (None, text),
    };
    let marks = rest
        .iter()
        .rev()
        .take_while(|c| "+#!?".contains(**c))
        .count();
    let rest = &rest[..rest.len() - marks];
    // The last file letter begins the target point.
    let target = rest.iter().rposition(|c| file(*c).is_some())?;
    let (origin, target) = rest.split_at(target);
    let (rank, end) = ranks.split(&target[1..])?;
    if !end.is_empty() {
        return None;
    }
    let origin = match origin {
        [rest @ .., 'x' | 'X' | '-' | ':'] => rest,
        _ => origin,
    };
    let (from_file, from_rank) = parse_origin(origin, ranks)?;
    let is_whole = from_file.is_some() && from_rank.is_some();
    Some(SanSpec {
        kind: letter.or((!is_whole).then_some(PieceKind::Soldier)),
        file: from_file,
        rank: from_rank,
        to: Point::new(file(target[0])?, rank),
    })
}

/// Parses the starting file and rank, as far as they are stated.
fn parse_origin(text: &[char], ranks: Ranks) -> Option<(Option<File>, Option<Rank>)> {
    let (file, rest) = match text.split_first() {
        Some((&letter, rest)) if file(letter).is_some() => (file(letter), rest),
        _ => (None, text),
    };
    if rest.is_empty() {
        return Some((file, None));
    }
    let (rank, end) = ranks.split(rest)?;
    end.is_empty().then_some((file, Some(rank)))
}

/// The file with this lowercase letter.
fn file(letter: char) -> Option<File> {
    File::from_letter(letter).filter(|_| letter.is_ascii_lowercase())
}

/// The kind of a letter; `G` and `M` are taken as general and elephant, although each may mean two kinds.
fn kind(letter: char) -> Option<PieceKind> {
    match letter {
        'G' => Some(PieceKind::General),
        _ => PieceKind::from_fen_letter(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::notation::{Notation, normalize, write};
    use crate::rules::Setup;

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    #[track_caller]
    fn check(position: &Position, ranks: Ranks, cases: &[(&str, &str)]) {
        for (text, mv) in cases {
            let found = read(position, &normalize(text), ranks).map(|mv| mv.to_string());
            assert_eq!(found.as_deref(), Ok(*mv), "{text}");
        }
    }

    #[test]
    fn both_ways_of_counting_ranks_are_read() {
        let start = Position::start();
        let cases = [
            ("Che2", "h2e2"),
            ("Hg2", "h0g2"),
            ("Ng2", "h0g2"),
            ("Ade1", "d0e1"),
            ("Ege2", "g0e2"),
            ("Bge2", "g0e2"),
            ("c4", "c3c4"),
            ("Pc4", "c3c4"),
            ("Ke1", "e0e1"),
            ("Ge1", "e0e1"),
            ("Chxh9!?", "h2h9"),
            ("Ch2-e2", "h2e2"),
            ("h2e2", "h2e2"),
            ("h2-e2", "h2e2"),
        ];
        check(&start, Ranks::From0, &cases);
        let cases = [
            ("Che3", "h2e2"),
            ("Ng3", "h0g2"),
            ("c5", "c3c4"),
            ("Chxh10", "h2h9"),
            ("Cb3xb10+", "b2b9"),
            ("h3xh10", "h2h9"),
        ];
        check(&start, Ranks::From1, &cases);
    }

    #[test]
    fn an_origin_is_a_file_a_rank_or_both() {
        let rooks = position("3k5/9/9/9/R8/9/9/9/R8/4K4 w");
        check(&rooks, Ranks::From0, &[("R5a3", "a5a3"), ("R1a3", "a1a3")]);
        check(&rooks, Ranks::From1, &[("R6a4", "a5a3"), ("Ra2a4", "a1a3")]);
        let both = read(&rooks, &normalize("Ra3"), Ranks::From0);
        assert!(matches!(both, Err(NotationError::Ambiguous(moves)) if moves.len() == 2));
        let ten = position("R8/4k4/R8/9/9/9/9/9/9/3K5 w");
        check(&ten, Ranks::From1, &[("R10a9", "a9a8"), ("R8a9", "a7a8")]);
        let soldiers = position("3k5/9/9/8p/8P/9/9/9/9/4K4 w");
        check(
            &soldiers,
            Ranks::From0,
            &[("ixi6", "i5i6"), ("ih5", "i5h5")],
        );
    }

    #[test]
    fn what_is_no_move_is_told() {
        let start = Position::start();
        let read = |text: &str| read(&start, &normalize(text), Ranks::From0);
        for text in [
            "",
            "C",
            "C2=5",
            "Che",
            "Che10",
            "Xe2",
            "CHE2",
            "炮二平五",
            "x",
            "+",
            "C+",
            "Chhe2",
            "é2",
            "R22a2",
        ] {
            assert_eq!(read(text), Err(NotationError::NotAMove), "{text}");
        }
        assert_eq!(read("Cae2"), Err(NotationError::NoSuchMove));
        assert!(matches!(read("Re2"), Err(NotationError::Illegal { .. })));
        assert!(matches!(read("Ce2"), Err(NotationError::Ambiguous(_))));
    }

    #[test]
    fn every_move_is_read_with_its_whole_origin() {
        let start = Position::start();
        for mv in start.legal_moves() {
            let piece = start.piece_at(mv.from).expect("a piece").fen_letter();
            for (ranks, how) in [
                (Ranks::From0, Notation::Coordinate),
                (Ranks::From1, Notation::Coordinate10),
            ] {
                let text = write(&start, mv, how);
                assert_eq!(read(&start, &normalize(&text), ranks), Ok(mv));
                assert_eq!(
                    read(&start, &normalize(&format!("{piece}{text}")), ranks),
                    Ok(mv)
                );
            }
        }
    }
}
