//! Moves in plain words, for listeners and for readers new to the game.

use super::catalogue::{say, say_about, say_count};
use super::{kind_of, named_piece};
use crate::record::notation::{Phrase, Standing, Way};
use crate::rules::{Move, Piece, Position, Side};

/// A move in words, files counted from the mover's own right: `Red cannon from file 2 across to file 5`. A move that
/// has no words is given by its points.
pub fn spoken_move(position: &Position, mv: Move) -> String {
    let Some(phrase) = Phrase::describe(position.board(), mv) else {
        return mv.to_string();
    };
    let piece = match phrase.standing {
        Standing::Alone => named_piece(phrase.piece).to_owned(),
        Standing::Among { nth, of, .. } => one_of_several(phrase.piece, nth, of),
    };
    let (file, number) = (phrase.file, phrase.number);
    match (phrase.way, phrase.counts_ranks()) {
        // Translators: A move as it is read out. {piece} such as “Red cannon” or “Red front cannon”. Files are counted from 1 to 9, from the mover’s own right; ranks are lines across.
        (Way::Forward, true) => say_count!(
            "{piece} from file {file} forward {count} rank",
            "{piece} from file {file} forward {count} ranks",
            count = number,
            piece,
            file
        ),
        (Way::Back, true) => say_count!(
            "{piece} from file {file} back {count} rank",
            "{piece} from file {file} back {count} ranks",
            count = number,
            piece,
            file
        ),
        (Way::Forward, false) => say!(
            "{piece} from file {file} forward to file {goal}",
            piece,
            file,
            goal = number
        ),
        (Way::Back, false) => say!(
            "{piece} from file {file} back to file {goal}",
            piece,
            file,
            goal = number
        ),
        (Way::Level, _) => say!(
            "{piece} from file {file} across to file {goal}",
            piece,
            file,
            goal = number
        ),
    }
}

/// One of several equal pieces on a file, counted from the front, from 0.
fn one_of_several(of_all: Piece, nth: usize, of: usize) -> String {
    let piece = kind_of(of_all);
    match (of_all.side, nth, of) {
        // Translators: Of several pieces alike on a file the one that is nearest to the opponent; {piece} such as “cannon”.
        (Side::Red, 0, _) => say!("Red front {piece}", piece),
        (Side::Black, 0, _) => say!("Black front {piece}", piece),
        (Side::Red, 1, 3) => say!("Red middle {piece}", piece),
        (Side::Black, 1, 3) => say!("Black middle {piece}", piece),
        (Side::Red, ..) if nth + 1 == of => say!("Red rear {piece}", piece),
        (Side::Black, ..) if nth + 1 == of => say!("Black rear {piece}", piece),
        // Only soldiers can be four or five on a file.
        (Side::Red, ..) => one_of_red(nth, of).to_owned(),
        (Side::Black, ..) => one_of_black(nth, of).to_owned(),
    }
}

fn one_of_red(nth: usize, of: usize) -> &'static str {
    match (nth, of) {
        (1, 4) => say_about!("on a file, from the front", "Red second of four soldiers"),
        (2, 4) => say_about!("on a file, from the front", "Red third of four soldiers"),
        (1, _) => say_about!("on a file, from the front", "Red second of five soldiers"),
        (2, _) => say_about!("on a file, from the front", "Red third of five soldiers"),
        _ => say_about!("on a file, from the front", "Red fourth of five soldiers"),
    }
}

fn one_of_black(nth: usize, of: usize) -> &'static str {
    match (nth, of) {
        (1, 4) => say_about!("on a file, from the front", "Black second of four soldiers"),
        (2, 4) => say_about!("on a file, from the front", "Black third of four soldiers"),
        (1, _) => say_about!("on a file, from the front", "Black second of five soldiers"),
        (2, _) => say_about!("on a file, from the front", "Black third of five soldiers"),
        _ => say_about!("on a file, from the front", "Black fourth of five soldiers"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn moves_are_told_as_the_mover_sees_them() {
        for (fen, mv, told) in [
            (
                "startpos",
                "h2e2",
                "Red cannon from file 2 across to file 5",
            ),
            (
                "startpos",
                "b0c2",
                "Red horse from file 8 forward to file 7",
            ),
            (
                "startpos",
                "d0e1",
                "Red advisor from file 6 forward to file 5",
            ),
            ("startpos", "a0a1", "Red chariot from file 9 forward 1 rank"),
            ("startpos", "h2h6", "Red cannon from file 2 forward 4 ranks"),
            (
                "startpos",
                "e9e8",
                "Black general from file 5 forward 1 rank",
            ),
            (
                "startpos",
                "b9c7",
                "Black horse from file 2 forward to file 3",
            ),
            ("startpos", "e5e6", "e5e6"),
            (PAIR, "e4e2", "Red front chariot from file 5 back 2 ranks"),
            (
                PAIR,
                "e1f1",
                "Red rear chariot from file 5 across to file 4",
            ),
            (
                FIVE,
                "a0b0",
                "Black front soldier from file 1 across to file 2",
            ),
            (
                FIVE,
                "a1b1",
                "Black second of five soldiers from file 1 across to file 2",
            ),
            (
                FIVE,
                "a3b3",
                "Black fourth of five soldiers from file 1 across to file 2",
            ),
            (
                FIVE,
                "a4b4",
                "Black rear soldier from file 1 across to file 2",
            ),
            (
                FOUR,
                "c6d6",
                "Red third of four soldiers from file 7 across to file 6",
            ),
            (
                THREE,
                "c7d7",
                "Red middle soldier from file 7 across to file 6",
            ),
            (
                THREE,
                "g5h5",
                "Red rear soldier from file 3 across to file 2",
            ),
        ] {
            let position = Setup::from_fen(fen).expect("a FEN").position();
            let mv = mv.parse().expect("a move");
            assert_eq!(spoken_move(&position.expect("a position"), mv), told);
        }
    }

    const PAIR: &str = "5k3/9/9/9/9/4R4/9/9/4R4/3K5 w";
    const THREE: &str = "3k5/2P6/2P6/2P3P2/6P2/9/9/9/9/4K4 w";
    const FOUR: &str = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w";
    const FIVE: &str = "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b";
}
