//! Numbers, dots and labels before moves: the side and the place they tell are heeded, or the contradiction is told.

use chuhe::record::format::{self, Caution, Loaded};
use chuhe::record::{NodeId, Record};
use chuhe::rules::Side;

const HEAD: &str = "[Event \"x\"]\n\n";

fn read(text: &str) -> Loaded {
    format::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

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
