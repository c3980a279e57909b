//! Stars and results between moves: what stands behind them is read, or told.

use crate::reading::{HEAD, contradicted, skipped, told};
use chuhe::record::format::{self, Caution};
use chuhe::record::notation::NotationError;
use chuhe::record::{Collection, Tags};
use chuhe::rules::{Outcome, Side};

const MOVES: &str = "h2e2 h9g7 h0g2 i9h9";

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

#[test]
fn a_game_goes_on_after_a_star_before_its_first_move() {
    for text in [
        "1.* H2-E2 H9-G7 2. H0-G2 I9-H9",
        "* 1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "*\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 *",
        "* H2-E2 H9-G7 H0-G2 I9-H9",
        "1. H2-E2 H9-G7 * 2. H0-G2 I9-H9",
    ] {
        for head in ["", HEAD] {
            assert_eq!(
                told(&format!("{head}{text}")),
                (MOVES.into(), vec![]),
                "{text}"
            );
        }
    }
}

#[test]
fn a_result_between_moves_is_told() {
    let at = (2, Side::Red);
    for result in ["1-0", "红胜", "1/2-1/2", "和"] {
        for gap in [" ", "\n", "\n\n"] {
            for head in ["", HEAD] {
                let text = format!("{head}1. H2-E2 H9-G7 {result}{gap}2. H0-G2 I9-H9 0-1");
                assert_eq!(
                    told(&text),
                    (MOVES.into(), vec![contradicted(at, result)]),
                    "{text}"
                );
                let loaded = format::read(text.as_bytes()).expect("a game");
                assert_eq!(loaded.records[0].outcome.map(Outcome::score), Some("0-1"));
            }
        }
    }
    // The moves after it may be another game's.
    let text = format!("{HEAD}H2-E2 H9-G7 *\nH0-G2 I9-H9 *");
    assert_eq!(told(&text), (MOVES.into(), vec![contradicted(at, "*")]));
    for moves in [
        r#"["h2e2 h9g7 1-0 h0g2 i9h9"]"#,
        r#""h2e2 h9g7 1-0 h0g2 i9h9""#,
    ] {
        let text = format!(r#"{{"moves": {moves}}}"#);
        assert_eq!(
            told(&text),
            (MOVES.into(), vec![contradicted(at, "1-0")]),
            "{text}"
        );
    }
}

#[test]
fn an_impossible_move_behind_a_result_is_told() {
    for text in [
        "1. H2-E2 H9-G7 1-0 2. H0-H2 I9-H9",
        "1. H2-E2 H9-G7 1-0\n2. H0-H2 I9-H9",
        "1. H2-E2 H9-G7 1-0 H0-H2 I9-H9 0-1",
        "1. H2-E2 H9-G7 1-0 3. I0-H0 I9-H9",
        r#"{"moves": ["h2e2 h9g7 1-0 h0h2 i9h9"]}"#,
    ] {
        for head in ["", HEAD] {
            if !head.is_empty() && text.starts_with('{') {
                continue;
            }
            let text = format!("{head}{text}");
            let (moves, told) = told(&text);
            assert_eq!(moves, "h2e2 h9g7", "{text}");
            assert!(told.iter().any(Caution::is_loss), "{text}: {told:?}");
            let loaded = format::read(text.as_bytes()).expect("a game");
            assert_eq!(loaded.records[0].outcome.map(Outcome::score), Some("1-0"));
        }
    }
}

#[test]
fn moves_of_another_kind_behind_a_result_are_told() {
    let at = (2, Side::Red);
    for (between, rest) in [
        (" ", "1. H2-E2 H9-G7"),
        ("\n===\nso much\n", "7. H2-E2 H9-G7"),
        ("\n\nFrom a friend\n", "H0-H2 H9-G7"),
        ("\n", "H0-H2"),
    ] {
        let text = format!("{HEAD}1. H2-E2 H9-G7 1-0{between}{rest}\n\nThe end");
        let mut expected = vec![contradicted(at, &format!("{rest}\n\nThe end"))];
        let words = between.trim_matches(['\n', ' ', '=']);
        expected.extend((!words.is_empty()).then(|| skipped(at, words)));
        assert_eq!(told(&text), ("h2e2 h9g7".into(), expected), "{text}");
    }
    for (rest, words) in [
        ("\n=====\nadvertisement 1. H0-G2", "advertisement 1. H0-G2"),
        (" {good} so", "so"),
        (" so\n\n ★ the end", "so\n★ the end"),
        (" {good}", ""),
        ("\n\n% a line\nhttp://example.org/ abc\n-----", ""),
        (
            "\n=====\n welcome to the site\n www.example.org\n\nso",
            "so",
        ),
    ] {
        let text = format!("{HEAD}1. H2-E2 H9-G7 1-0{rest}");
        let expected: Vec<_> = Some(skipped(at, words))
            .filter(|_| !words.is_empty())
            .into_iter()
            .collect();
        assert_eq!(told(&text), ("h2e2 h9g7".into(), expected), "{text}");
    }
    let rest = "H0-G9 is said to be better";
    let text = format!("{HEAD}1. H2-E2 H9-G7 1-0\n{rest}");
    assert_eq!(
        told(&text),
        ("h2e2 h9g7".into(), vec![contradicted(at, rest)])
    );
}

#[test]
fn several_games_in_one_text_are_read() {
    let text = "第1局\n红方: 甲\n黑方: 乙\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 红胜\n\n第2局\n红方: 丙\n黑方: 丁\n结果: 黑胜\n\n\
        1. 炮八平五 马2进3 黑胜\n\n1. 兵七进一 和";
    for text in [
        text.to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\n> "),
    ] {
        let loaded = format::read(text.as_bytes()).expect("games");
        assert_eq!(loaded.warnings, [], "{text}");
        let games = loaded.records.iter().map(|record| {
            let played = record.main_moves().map(|played| played.mv.to_string());
            let moves: Vec<_> = played.collect();
            let red = record.tags.get(Tags::RED).unwrap_or_default();
            let score = record.outcome.map_or("*", Outcome::score);
            format!("{red} {} {score}", moves.join(" "))
        });
        let expected = [
            "甲 h2e2 h9g7 h0g2 i9h9 1-0",
            "丙 b2e2 b9c7 0-1",
            " c3c4 1/2-1/2",
        ];
        assert_eq!(games.collect::<Vec<_>>(), expected, "{text}");
        let listed = Collection::open(text.into_bytes()).expect("games");
        assert_eq!(listed.count(), 3);
        assert_eq!(listed.read(1).expect("a game").records[0].move_count(), 2);
    }
    // What begins no game that can be read is told.
    let at = (2, Side::Red);
    let (moves, told_here) = told("1. 炮二平五 马8进7 1-0\n1. 炮二进九 马8进7");
    assert_eq!(
        (moves.as_str(), told_here),
        ("h2e2 h9g7", vec![contradicted(at, "1. 炮二进九 马8进7")])
    );
    let fen = "4k4/9/9/9/9/9/9/9/9/RRRRKRRRR w";
    let loaded =
        format::read(format!("1. h2e2 h9g7 1-0\n{fen}\n1. a0a1 *").as_bytes()).expect("a game");
    let (number, game) = (2, &loaded.warnings[0].what);
    assert!(
        matches!(game, Caution::LostGame { number: found, .. } if *found == number),
        "{game:?}"
    );
}
