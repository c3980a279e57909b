//! Stars and results between moves: what stands behind them is read, or told.

use chuhe::record::format::{self, Caution};
use chuhe::record::notation::NotationError;
use chuhe::rules::Side;

const MOVES: &str = "h2e2 h9g7 h0g2 i9h9";
const HEAD: &str = "[Event \"x\"]\n\n";

/// The main line of the first game, and what is told.
fn told(text: &str) -> (String, Vec<Caution>) {
    let loaded = format::read(text.as_bytes()).unwrap_or_else(|why| panic!("{why}: {text:?}"));
    let played = loaded.records[0].main_moves();
    let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
    let told = loaded.warnings.into_iter().map(|warning| warning.what);
    (moves.join(" "), told.collect())
}

fn skipped(at: (usize, Side), text: &str) -> Caution {
    let text = text.to_owned();
    Caution::Skipped { at, text }
}

#[test]
fn a_star_in_a_move_is_told_and_read_if_only_one_move_can_be_meant() {
    let at = (2, Side::Red);
    for word in [
        "*二进三",
        "马*进三",
        "马二*三",
        "H*-G2",
        "*0-G2",
        "H0*G2",
        "h*g2",
        "h0g*",
        "*0g2",
        "*2+3",
        "H2*3",
        "Ｈ２*３",
    ] {
        for head in ["", HEAD] {
            let text = format!("{head}1. 炮二平五 马8进7 2. {word} 车9平8");
            let expected = (MOVES.to_owned(), vec![skipped(at, "*")]);
            assert_eq!(told(&text), expected, "{text}");
        }
    }
    for word in ["马二进*", "H0-*2", "h0*2", "H2+*"] {
        let (moves, told) = told(&format!("1. 炮二平五 马8进7 2. {word} 车9平8"));
        assert_eq!(moves, "h2e2 h9g7", "{word}");
        let is_ambiguous = |what: &Caution| match what {
            Caution::Unclear { text, why, .. } => {
                text == word && matches!(why, NotationError::Ambiguous(_))
            }
            _ => false,
        };
        assert!(
            told.len() == 1 && is_ambiguous(&told[0]),
            "{word}: {told:?}"
        );
    }
    let (moves, told) = told("1. 炮二平五 马8进7 2. *二进九 车9平8");
    assert_eq!(moves, "h2e2 h9g7");
    assert!(matches!(&told[..], [Caution::NotAMove { text, .. }] if text == "*二进九"));
}

#[test]
fn a_star_beside_a_move_is_no_part_of_it() {
    for text in [
        "1.炮二平五* 马8进7 *马二进三*车9平8*",
        "1. H2-E2* *H9-G7 2. H0-G2*I9-H9 *",
        "1. C2=5*H8+7*H2+3*R9=8*",
    ] {
        for head in ["", HEAD] {
            assert_eq!(told(&format!("{head}{text}")).0, MOVES, "{text}");
        }
    }
}
