//! Words in the place of moves, and labels before them: no move is lost in silence.

use crate::reading::{HEAD, told};
use chuhe::record::format::Caution;

#[test]
fn a_labeled_line_of_moves_is_part_of_the_game() {
    for label in ["Game", "Main", "Mainline", "对局", "Moves of the game"] {
        for above in ["", "红方：甲\n黑方：乙\n"] {
            let text = format!("{above}{label}: 1. 炮二平五 马8进7\n2. 兵七进一 马2进3");
            let expected = "h2e2 h9g7 c3c4 b9c7".to_owned();
            assert_eq!(told(&text), (expected, vec![]), "{text}");
        }
    }
    for line in [
        "布局: 炮二平五 马8进7",
        "例: 1. 炮二平五 马8进7",
        "例: 炮二平五 马8进7",
    ] {
        let text = format!("{line}\n1. 兵七进一 马8进7\n2. 马二进三 马2进3");
        assert_eq!(
            told(&text),
            ("c3c4 h9g7 h0g2 b9c7".into(), vec![]),
            "{text}"
        );
    }
}

#[test]
fn several_moves_in_one_word_are_told() {
    for (text, plies) in [
        ("1. h2e2 h9g7 2. c3c4xg6g5 3. b0c2 a9a8", 2),
        ("1. H2-E2 H9-G7 2. C3-C49G6-G5 3. B0-C2", 2),
        ("1. C2=5 H8+7 2. R炮2.3", 2),
        ("1. h2e2 h9g7 2. a0b0三b7a7 3. c3c4 c6c5", 2),
        ("1. C2=5 H8+7 2. H2+3 R9.8RC2.1 3. R1=2", 3),
        ("h2e2 h9g7 c3c4xg6g5 b0c2", 2),
    ] {
        for head in ["", HEAD] {
            let (line, told) = told(&format!("{head}{text}"));
            assert_eq!(line.split(' ').count(), plies, "{text}");
            assert!(matches!(told[..], [Caution::NotAMove { .. }]), "{told:?}");
        }
    }
}
