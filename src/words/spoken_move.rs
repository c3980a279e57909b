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
    use crate::record::notation::{Notation, write};
    use crate::rules::Setup;

    #[test]
    fn untranslated_it_is_the_notation_that_is_read() {
        for fen in [
            "startpos",
            "3k5/9/9/9/4R4/9/4R4/9/C8/C4K3 w",
            "3k5/2P6/2P6/2P3P2/6P2/9/9/9/9/4K4 w",
            "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w",
            "3k5/2P6/2P6/2P6/2P6/2P6/9/9/9/4K4 w",
            "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b",
            "3k5/9/9/9/9/p8/p8/p8/p8/4K4 b",
            "3k5/9/9/9/9/p8/p8/p8/9/4K4 b",
            "n2k5/9/n8/9/9/9/9/9/9/4K4 b",
        ] {
            let position = Setup::from_fen(fen).expect("a FEN").position();
            let position = position.expect("a position");
            for mv in position.legal_moves() {
                let told = spoken_move(&position, mv);
                assert_eq!(told, write(&position, mv, Notation::Words));
            }
        }
        let nobody = "e5e6".parse().expect("a move");
        assert_eq!(spoken_move(&Position::start(), nobody), "e5e6");
    }
}
