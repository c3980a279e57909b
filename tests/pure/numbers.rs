//! Numbers, dots and labels before moves: the side and the place they tell are heeded, or the contradiction is told.

use crate::reading::{HEAD, contradicted, read, skipped};
use chuhe::record::format::Caution;
use chuhe::record::{NodeId, Record};
use chuhe::rules::Side;

/// The tree, with variations in parentheses.
fn tree(record: &Record) -> String {
    let mut text = String::new();
    tell(record, record.root(), &mut text);
    text.trim_start().replace("( ", "(")
}

fn tell(record: &Record, id: NodeId, text: &mut String) {
    let Some((first, others)) = record.node(id).children().split_first() else {
        return;
    };
    let mv = |id: NodeId| format!(" {}", record.node(id).played().expect("a move").mv);
    *text += &mv(*first);
    for other in others {
        *text += &format!(" ({}", mv(*other));
        tell(record, *other, text);
        *text += ")";
    }
    tell(record, *first, text);
}

/// The tree of the first game, and what is told.
fn told(text: &str) -> (String, Vec<Caution>) {
    let loaded = read(text);
    let told = loaded.warnings.into_iter().map(|warning| warning.what);
    (tree(&loaded.records[0]), told.collect())
}

#[test]
fn black_moves_first_where_dots_or_a_label_say_so() {
    let turn = Side::Black;
    for text in [
        "1. ... 马8进7 2. 马二进三 车9平8",
        "1... H8+7 2. H2+3 R9=8",
        "1... M8.7 2. M2.3 X9-8",
        "1. … 马８进７ 2. 马二进三 车９平８",
        "1 ⋯⋯ 马８进７ 马二进三 车９平８",
        "1. —— 马8进7 2. 马二进三 车9平8",
        "1. { } ... 马8进7 { } 2. 马二进三 车9平8",
        "黑方：马8进7\n红方：马二进三\n黑方：车9平8",
        "Black: H8+7 Red: H2+3 Black: R9=8",
        "Đen: Mã 8 tấn 7\nĐỏ: Mã 2 tấn 3\nĐen: Xe 9 bình 8",
        "| 1 | | 马8进7 |\n| 2 | 马二进三 | 车9平8 |",
        "1\t\t马8进7\n2\t马二进三\t车9平8",
        "<table><tr><td>1</td><td></td><td>马8进7</td></tr><tr><td>2</td><td>马二进三</td><td>车9平8</td></tr></table>",
    ] {
        let fen = "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"]\n\n";
        for head in ["", HEAD, fen] {
            if head.is_empty() || !text.contains('<') {
                let text = format!("{head}{text}");
                let expected = (
                    "h9g7 h0g2 i9h9".to_owned(),
                    vec![Caution::WrongSide { turn }],
                );
                assert_eq!(told(&text), expected, "{text}");
            }
        }
    }
}

#[test]
fn dots_and_dashes_between_all_moves_are_ornaments() {
    for text in [
        "1......炮二平五......马8进7\n2......马二进三......车9平8",
        "1……炮二平五 马8进7\n2……马二进三 车9平8",
        "1 -- 炮二平五 马8进7\n2 -- 马二进三 车9平8",
        "1 - 炮二平五 马8进7 2 - 马二进三 车9平8",
        "1\t\t炮二平五\t\t马8进7\n2\t\t马二进三\t\t车9平8",
        "| 1 || 炮二平五 || 马8进7\n| 2 || 马二进三 || 车9平8 || ||",
        "· · ·\n炮二平五 马8进7\n· · ·\n马二进三 车9平8",
        "红方：炮二平五 黑方：马8进7\n红方：马二进三 …… 黑方：车9平8",
    ] {
        assert_eq!(told(text), ("h2e2 h9g7 h0g2 i9h9".into(), vec![]), "{text}");
    }
}

#[test]
fn a_variation_branches_where_its_number_says() {
    for (text, expected) in [
        (
            "1. 炮二平五 (1... 马2进3 2. 马二进三) 马8进7 2. 马二进三",
            "h2e2 h9g7 (b9c7 h0g2) h0g2",
        ),
        (
            "1. 炮二平五 (1... 马2进3) (1… 卒7进1) 马8进7",
            "h2e2 h9g7 (b9c7) (g6g5)",
        ),
        (
            "1. 炮二平五 马8进7 (2. 马八进七 马2进3) 2. 马二进三",
            "h2e2 h9g7 h0g2 (b0c2 b9c7)",
        ),
        (
            "1. 炮二平五 马8进7 (1... 马2进3 (2. 兵七进一) 2. 马二进三) 2. 马二进三",
            "h2e2 h9g7 (b9c7 h0g2 (c3c4)) h0g2",
        ),
        // In a game whose plies are numbered, and after the last move, a variation is what it always is.
        (
            "1. h2e2 2. h9g7 (2. b9c7) 3. h0g2 4. i9h9",
            "h2e2 h9g7 (b9c7) h0g2 i9h9",
        ),
        ("1. 炮二平五 马8进7 (2. 马2进3)", "h2e2 h9g7 (b9c7)"),
    ] {
        for head in ["", HEAD] {
            let (tree, told) = told(&format!("{head}{text}"));
            assert_eq!(tree, expected, "{text}");
            let is_plain = !text.ends_with("(2. 马2进3)");
            assert!(told.is_empty() || !is_plain, "{text}: {told:?}");
        }
    }
    // A shared beginning does not make a variation the game.
    let text = "1. h2e2 (1. h2e2 h9g7) b9c7 (1... b9c7 2. c3c4) 2. h0g2";
    assert_eq!(tree(&read(text).records[0]), "h2e2 b9c7 (h9g7) h0g2 (c3c4)");
}

#[test]
fn dots_before_a_move_of_red_are_told() {
    for (text, at, number) in [
        ("1. 炮二平五 马8进7 2... 马2进3", (2, Side::Red), 2),
        ("1. 炮二平五 马8进7 1... 马2进3", (2, Side::Red), 1),
        ("1. 炮二平五 马8进7 2. —— 马2进3", (2, Side::Red), 2),
        (
            "| 1 | 炮二平五 | 马8进7 |\n| 2 | | 马2进3 |",
            (2, Side::Red),
            2,
        ),
        ("1. 炮二平五 (1... 马2进3)", (1, Side::Red), 1),
    ] {
        for head in ["", HEAD] {
            let (_, told) = told(&format!("{head}{text}"));
            assert_eq!(told[..], [Caution::EarlyNumber { at, number }], "{text}");
        }
    }
}

/// A text with its numbers in another form.
fn renumbered(text: &str, form: usize) -> String {
    let mut text = text.to_owned();
    let circled = ["①", "②", "③", "④", "⑤"];
    let spoken = ["一", "二", "三", "四", "五"];
    for number in 1..=5 {
        let other = match form {
            0 => format!("{number}."),
            1 => format!("{number}、"),
            2 => format!("{number}) "),
            3 => format!("({number})"),
            4 => format!("第{number}回合"),
            5 => format!("第{}回合：", spoken[number - 1]),
            6 => circled[number - 1].to_owned(),
            _ => format!("{number} "),
        };
        text = text.replace(&format!("{number}. "), &other);
    }
    text
}

#[test]
fn numbers_that_show_a_missing_move_are_told_in_every_form() {
    let red = |round| (round, Side::Red);
    let black = |round| (round, Side::Black);
    for (text, at, number) in [
        // A round, a move of Black, one of Red.
        (
            "1. 炮二平五 马8进7 2. 马二进三 车9平8 4. 兵七进一 卒7进1 5. 马八进七 马2进3",
            red(3),
            4,
        ),
        ("1. 炮二平五 马8进7 3. 兵七进一 卒7进1", red(2), 3),
        (
            "1. 炮二平五 2. 马二进三 马8进7 3. 车一平二 车9平8",
            black(1),
            2,
        ),
        ("1. C2=5 2. H2+3 H8+7 3. R1=2 R9=8", black(1), 2),
        (
            "1. 炮二平五 马8进7 2. 马二进三 3. 兵七进一 卒3进1",
            black(2),
            3,
        ),
        ("1. C2=5 H8+7 2. H2+3 3. P7+1 P3+1", black(2), 3),
        (
            "1. 炮二平五 马8进7 2. 马2进3 3. 兵七进一 卒3进1",
            black(2),
            3,
        ),
        (
            "1. 炮二平五 马8进7\n\n3. 兵七进一 卒7进1\n\n4. 马八进七 马2进3",
            red(2),
            3,
        ),
        // A move too many.
        (
            "1. 炮二平五 马8进7 兵七进一 2. 卒7进1 马八进七 3. 马2进3",
            black(2),
            2,
        ),
    ] {
        for form in 0..8 {
            for head in ["", HEAD] {
                let text = format!("{head}{}", renumbered(text, form));
                let (_, told) = told(&text);
                assert_eq!(told[..], [Caution::EarlyNumber { at, number }], "{text}");
            }
        }
    }
}

#[test]
fn numbers_of_other_kinds_are_not_told() {
    for text in [
        // Rounds, plies, both in one, and notes.
        "1. h2e2 h9g7 2. h0g2 i9h9",
        "1. h2e2 2. h9g7 3. h0g2 4. i9h9",
        "1. h2e2 1. h9g7 2. h0g2 2. i9h9",
        "1. h2e2 1... h9g7 2. h0g2 2... i9h9",
        "1. h2e2 1... h9g7 2 h0g2 i9h9",
        "1. h2e2① h9g7② 2. h0g2⑤ i9h9",
        "1. h2e2(1) h9g7(2) 2. h0g2(7) i9h9",
        "1. h2e2 35 h9g7 12 2. h0g2 7 i9h9 9",
        "1 h2e2 h9g7 2 h0g2 480 i9h9",
        "1. h2e2 h9g7 1. h0g2 i9h9",
        "7. h2e2 h9g7 9. h0g2 i9h9",
        "h2e2 h9g7 h0g2 i9h9",
    ] {
        for head in ["", HEAD] {
            let text = format!("{head}{text}");
            assert_eq!(
                told(&text),
                ("h2e2 h9g7 h0g2 i9h9".into(), vec![]),
                "{text}"
            );
        }
    }
    let fen = "[FEN \"3kr4/9/9/9/9/9/9/9/9/4RK3 b\"]\n\n";
    for moves in [
        "1... e9e8 2. e0e1 e8e7 3. e1e2",
        "1. e9e8 2. e0e1 e8e7 3. e1e2",
        "1. e9e8 e0e1 2. e8e7 e1e2 3. e7e6",
        "1. e9e8 2. e0e1 3. e8e7 4. e1e2 5. e7e6",
        "1... e9e8 e0e1 2... e8e7 e1e2",
    ] {
        let (_, told) = told(&format!("{fen}{moves}"));
        assert_eq!(told, [], "{moves}");
    }
}

#[test]
fn a_label_of_the_other_side_is_told() {
    let red = (2, Side::Red);
    for (text, label, at) in [
        (
            "红方：炮二平五 黑方：马8进7 黑方：马二进三 红方：车9平8",
            "黑方：",
            red,
        ),
        (
            "1. Red: C2=5 Black: H8+7 2. Black: H2+3 R9=8",
            "Black:",
            red,
        ),
        (
            "1. C2=5 Red: H8+7 2. Red: H2+3 Black: R9=8",
            "Red:",
            (1, Side::Black),
        ),
    ] {
        for head in ["", HEAD] {
            let expected = (
                "h2e2 h9g7 h0g2 i9h9".to_owned(),
                vec![contradicted(at, label)],
            );
            assert_eq!(told(&format!("{head}{text}")), expected, "{text}");
        }
    }
}

#[test]
fn a_side_to_move_that_is_neither_is_told() {
    let board = "3k5/9/9/9/9/9/9/4C4/9/4K4";
    let told_of = |side: &str, after: &str| {
        let fen = format!("{board} {side}{after}");
        let told: Vec<_> = [
            format!("[FEN \"{fen}\"]\n\n1. e2d2 d9d8 *"),
            format!("{fen}\n1. e2d2 d9d8"),
            format!("{{\"fen\": \"{fen}\", \"moves\": [\"e2d2\", \"d9d8\"]}}"),
        ]
        .iter()
        .map(|text| told(text))
        .collect();
        assert!(told.iter().all(|one| *one == told[0]), "{fen}: {told:?}");
        assert_eq!(told[0].0, "e2d2 d9d8", "{fen}");
        told.into_iter().next().map(|(_, told)| told)
    };
    for after in ["", " - - 0 1"] {
        let expected = Some(vec![skipped((1, Side::Red), "x")]);
        assert_eq!(told_of("x", after), expected, "{after}");
        for side in ["w", "r", "W", "R", "", "-"] {
            assert_eq!(told_of(side, after), Some(vec![]), "{side}{after}");
        }
    }
}
