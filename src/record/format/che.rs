//! CHE: a game of QQ Xiangqi, as numbers. Read only.
//!
//! The first two numbers are a mark and the count of moves; then come ten for each move: the piece, 32, the side (1 is
//! Red), rank and file of both points, 0, the number of the move, 0. Known from vschess, which reads and writes them with
//! ranks from Red's home and files from Red's right. (The converter of xqbase.com, made for an older QQ, counts files from
//! the left; nothing in a file tells, and the game is the same in a mirror.)

use super::{Loaded, branches};
use crate::record::Tags;
use crate::rules::{File, Move, Point, Rank, Setup};

/// Count of numbers before the moves, and of each move.
const HEAD: usize = 2;
const LENGTH: usize = 10;
/// The second number of every move.
const MARK: usize = 32;

/// Whether the text is a game in this format, by its first move.
pub(super) fn is_text(text: &str) -> bool {
    let first: Vec<_> = numbers(text).take(HEAD + LENGTH).collect();
    let first = first.into_iter().collect::<Option<Vec<_>>>();
    first.is_some_and(|all| all.len() == HEAD + LENGTH && mv(&all[HEAD..]).is_some())
}

/// All numbers of a text; `None` stands for any other word.
fn numbers(text: &str) -> impl Iterator<Item = Option<usize>> {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_ascii_whitespace()
        .map(move |word| Some(word).filter(is_number)?.parse().ok())
}

fn mv(numbers: &[usize]) -> Option<Move> {
    let &[
        _,
        MARK,
        0 | 1,
        from_rank,
        from_file,
        to_rank,
        to_file,
        0,
        _,
        0,
    ] = numbers
    else {
        return None;
    };
    let point = |file, rank| {
        let file = File::new(8_u8.checked_sub(u8::try_from(file).ok()?)?)?;
        Some(Point::new(file, Rank::new(u8::try_from(rank).ok()?)?))
    };
    Some(Move::new(
        point(from_file, from_rank)?,
        point(to_file, to_rank)?,
    ))
}

pub(super) fn read(text: &str) -> Loaded {
    let all: Vec<_> = numbers(text).map_while(|number| number).collect();
    let stated = all.get(1).copied().unwrap_or_default();
    // What is there is a move, too, and a part of one tells of a cut.
    let count = stated.max(all.len().saturating_sub(HEAD).div_ceil(LENGTH));
    let moves = all.get(HEAD..).unwrap_or_default().chunks_exact(LENGTH);
    branches::read_line(Setup::start(), count, moves.map(mv)).with_head(Tags::default(), None)
}

#[cfg(test)]
mod tests {
    use crate::record::format::{Caution, Format, tests};

    /// 炮二平五 马8进7 马二进三.
    const GAME: &str = "1 3 26 32 1 2 1 2 4 0 1 0 5 32 0 9 1 7 2 0 2 0 22 32 1 0 1 2 2 0 3 0 ";

    fn line(text: &str) -> (String, Vec<Caution>) {
        tests::line(Format::Che, text.as_bytes())
    }

    #[test]
    fn numbers_are_a_game() {
        assert_eq!(line(GAME), ("h2e2 h9g7 h0g2".to_owned(), vec![]));
        assert_eq!(line(&GAME.replace(' ', "\r\n")).0, "h2e2 h9g7 h0g2");
    }

    #[test]
    fn damage_is_told_and_other_numbers_are_no_game() {
        let (moves, told) = line(&GAME[..GAME.len() - 3]);
        assert_eq!(
            (&*moves, &told[..]),
            ("h2e2 h9g7", &[Caution::EndsEarly][..])
        );
        for (count, length, expected) in [("2", 32, 3), ("0", 32, 3), ("2", 29, 2), ("3", 22, 2)] {
            let words: Vec<_> = GAME.split_whitespace().take(length).collect();
            let text = words.join(" ").replacen(" 3 ", &format!(" {count} "), 1);
            let (moves, told) = line(&text);
            assert_eq!(moves.split(' ').count(), expected, "{text}");
            assert_eq!(told == [Caution::EndsEarly], expected < 3, "{text}");
        }
        let (moves, told) = line(&GAME.replace("9 1 7 2", "9 1 7 9"));
        assert_eq!((&*moves, told.len()), ("h2e2", 1));
        assert!(matches!(told[0], Caution::NotAMove { .. }), "{told:?}");
        for other in [
            "1 3 26 32 1 2 1 2 4 0 1",
            "1 3 26 31 1 2 1 2 4 0 1 0",
            "1 2 3",
        ] {
            assert_ne!(Format::detect(other.as_bytes()), Some(Format::Che));
        }
    }
}
