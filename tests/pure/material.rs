//! Captured pieces and the surplus of each player, and the sentences about them.

use chuhe::record::Record;
use chuhe::rules::{Piece, Setup, Side};
use chuhe::words;

/// The pieces that both sides have captured after these moves, and the sentences about a surplus.
fn told(fen: &str, moves: &str) -> (Vec<Piece>, Vec<String>) {
    let setup = Setup::from_fen(fen).expect("a FEN");
    let mut record = Record::new(setup).expect("a start");
    let mut at = record.root();
    for mv in moves.split_whitespace() {
        let mv = mv.parse().expect("a move");
        at = record.add(at, mv).expect("a legal move");
    }
    let board = record.node(at).position().board().clone();
    let more = Side::ALL.map(|side| (side, board.surplus(side), board.surplus(!side)));
    let more = more.iter().filter(|(_, kinds, _)| !kinds.is_empty());
    let sentences = more.map(|(side, kinds, for_it)| words::surplus(*side, kinds, for_it));
    (record.captured(at), sentences.collect())
}

fn pieces(letters: &str) -> Vec<Piece> {
    let piece = |letter| Piece::from_fen_letter(letter).expect("the letter of a piece");
    letters.chars().map(piece).collect()
}

#[test]
fn equal_exchanges_leave_nobody_ahead() {
    let (captured, more) = told(&Setup::start().to_fen(), "b2b9 h7h0 b9d9 e9d9 i0h0");
    assert_eq!(captured, pieces("nNaCc"));
    assert_eq!(more, ["Red has an advisor more than Black"]);
}

#[test]
fn what_was_never_there_is_not_captured() {
    // Red gives a chariot and both horses.
    let odds = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/2BAKAB1R w";
    let (captured, more) = told(odds, "");
    assert!(captured.is_empty());
    assert_eq!(more, ["Black has a chariot and two horses more than Red"]);
    let (captured, more) = told(odds, "h2h9");
    assert_eq!(captured, pieces("n"));
    assert_eq!(more, ["Black has a chariot and a horse more than Red"]);
}
