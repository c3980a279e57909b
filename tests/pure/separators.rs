//! Texts between moves: whatever separates them, no move is lost, and no comment.

use crate::dice::Dice;
use chuhe::record::Record;
use chuhe::record::format::{self, Caution, Loaded, Warning};
use chuhe::record::notation::{Notation, write};
use chuhe::rules::{Move, Outcome, PieceKind, Point, Position, Rank, Setup};

fn read(text: &str) -> Loaded {
    format::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn main_line(record: &Record) -> Vec<Move> {
    let played = record.main_moves();
    played.map(|played| played.mv).collect()
}

/// The first game of a text, all of which is read.
fn whole(text: &str) -> Record {
    let mut loaded = read(text);
    assert_eq!(loaded.warnings, [], "{text}");
    loaded.records.remove(0)
}

/// A random game from a start, each move with its position.
fn game(dice: &mut Dice, start: &Position, plies: usize) -> Vec<(Position, Move)> {
    let mut at = start.clone();
    let mut game = Vec::new();
    while game.len() < plies {
        let moves = at.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        let after = at.play(mv).expect("legal");
        game.push((at, mv));
        at = after;
    }
    game
}

#[test]
fn every_notation_is_read_with_every_separator() {
    const BETWEEN_PLIES: [&str; 7] = [" ", "; ", "；", "<br>", ", ", "&nbsp;&nbsp;", "\n"];
    const BETWEEN_ROUNDS: [&str; 11] = [
        " ",
        "\n",
        "\n\n",
        "\n-----\n",
        "\n=====\n",
        "\n*****\n",
        "\n* * *\n",
        "\n· · ·\n",
        "\n～～～～\n",
        "<br>\n",
        "\n———\n★ ",
    ];
    let mut dice = Dice(0x5e9a);
    for round in 0..24 {
        let plies = 24 + dice.below(20);
        let game = game(&mut dice, &Position::start(), plies);
        let expected: Vec<_> = game.iter().map(|(_, mv)| *mv).collect();
        let head = ["", "[Event \"x\"]\n\n"][round % 2];
        for how in [
            Notation::Iccs,
            Notation::Coordinate10,
            Notation::Wxf,
            Notation::ChineseSimplified,
            Notation::ChineseTraditional,
            Notation::Vietnamese,
        ] {
            let mut text = head.to_owned();
            for (ply, (position, mv)) in game.iter().enumerate() {
                if ply % 2 == 0 {
                    let between = BETWEEN_ROUNDS[dice.below(BETWEEN_ROUNDS.len())];
                    text += &format!("{between}{}. ", ply / 2 + 1);
                }
                text += &write(position, *mv, how);
                text += BETWEEN_PLIES[dice.below(BETWEEN_PLIES.len())];
            }
            assert_eq!(main_line(&whole(&text)), expected, "{how:?} {text}");
        }
    }
}

#[test]
fn words_in_vietnamese_are_read_composed_or_not() {
    for text in [
        "1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tấn 3 Xe 9 bình 8",
        "1.Pha\u{301}o 2 bi\u{300}nh 5, Ma\u{303} 8 ta\u{302}\u{301}n 7; 2.M2.3 X9-8",
        "[Event \"x\"]\n\n1. P2-5 M8.7 2. M2.3 X9-8 *",
        "phao 2 binh 5 ma 8 tan 7 ma 2 tan 3 xe 9 binh 8",
        "Đỏ: Pháo 2 bình 5 Đen: Mã 8 tấn 7\nĐỏ: Mã 2 tấn 3 Đen: Xe 9 bình 8",
    ] {
        let moves: Vec<_> = main_line(&whole(text))
            .iter()
            .map(Move::to_string)
            .collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9"], "{text}");
    }
}

#[test]
fn text_of_xqstudio_is_read_with_its_comments() {
    let text = "\n----------\n标题: 甲先胜乙\n红方: 甲\n黑方: 乙\n结果: 红方胜\n作者: 丁\n----------\n\n\
        开局之前\n\n  1. 炮二平五  …………\n\n如走炮8平5，另有变化。\n红方: 优势\n\n  1. …………  马８进７\n\n\
        马2进3也可以。\n1. 炮二平五 马2进3\n\n  2. 马二进三  车９平８    3. 车一平二\n\n如卒７进１。\n----------\n\
        棋谱由XQStudio生成 (http://www.qipaile.net/xqstudio)\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let record = whole(&text);
        let moves: Vec<_> = main_line(&record).iter().map(Move::to_string).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]);
        let said = record
            .main_line()
            .map(|id| &*record.node(id).notes().comment);
        let expected = [
            "如走炮8平5，另有变化。\n红方: 优势",
            "马2进3也可以。\n1. 炮二平五 马2进3",
            "",
            "",
            "如卒７进１。",
        ];
        assert_eq!(said.collect::<Vec<_>>(), expected);
        assert_eq!(record.comment, "开局之前");
        assert_eq!(record.outcome.map(Outcome::score), Some("1-0"));
    }
}

#[test]
fn a_semicolon_begins_a_comment_only_in_pgn_and_only_of_words() {
    let said = |text: &str| {
        let record = whole(text);
        let comments = record
            .main_line()
            .map(|id| record.node(id).notes().comment.clone());
        (record.move_count(), comments.collect::<Vec<_>>().join("|"))
    };
    for (text, count, comments) in [
        ("C2.5; H8+7; H2+3", 3, "||"),
        ("[Event \"x\"]\n\nC2.5; H8+7; H2+3", 3, "||"),
        (
            "[Event \"x\"]\n\nC2.5 ; H8+7 is usual\nH8+7",
            2,
            "H8+7 is usual|",
        ),
        ("[Event \"x\"]\n\nC2.5 ; H8+7\nH8+7 2. H2+3", 3, "H8+7||"),
        ("[Event \"x\"]\n\nC2.5 ；H8+7 ; so\nH2+3", 3, "|so|"),
    ] {
        assert_eq!(said(text), (count, comments.to_owned()), "{text}");
    }
}

#[test]
fn what_means_nothing_between_moves_is_told() {
    for head in ["", "[Event \"x\"]\n\n"] {
        let loaded = read(&format!("{head}1. h2e2 $999 h9g7 !!! 2. h0g2 *"));
        assert_eq!(loaded.records[0].move_count(), 3);
        let told = loaded.warnings.iter().map(|warning| match &warning.what {
            Caution::Skipped { text, .. } => &**text,
            other => panic!("{other}"),
        });
        assert_eq!(told.collect::<Vec<_>>(), ["$999", "!!!"]);
    }
}

#[test]
fn words_between_the_moves_of_pgn_are_kept_and_told_unless_a_move_is_missing() {
    let words = |loaded: &Loaded| {
        let told = loaded.warnings.iter().map(|warning| match &warning.what {
            Caution::KeptWords { text, .. } => text.clone(),
            other => format!("{other}"),
        });
        told.collect::<Vec<_>>().join("|")
    };
    for (text, count, told) in [
        (
            "1. h2e2 a good move h9g7 2. h0g2 so far *",
            3,
            "a good move|so far",
        ),
        (
            "Intro 1. h2e2 (1. b2e2 or this h9g7) h9g7 *",
            2,
            "Intro|or this",
        ),
        ("1. 炮二平五 好棋 马8进7 2. 马二进三 妙！ *", 3, "好棋|妙"),
        ("1. h2e2 (see below h9g7 2. h0g2 (so *", 3, "see below|so"),
        (
            "1. h2e2 h9g7 nice\n-----\nan advertisement",
            2,
            "nice|\"an advertisement\" before Red's move 2 is not known; left out",
        ),
        (
            "1. h2e2 h9g7 1-0\n点评：马二进三 很好",
            2,
            "\"点评：马二进三 很好\" before Red's move 2 is not known; left out",
        ),
        (
            "1. h2e2 later h9i7 is good h9g7 2. h0g2 h7i7 *",
            4,
            "later h9i7 is good",
        ),
        (
            "1. h2e2 ☆ h9g7 -- 2. h0g2 ✓ ☺ i9h9\n★ 3. i0h0 *",
            5,
            "\"☆\" before Black's move 1 is not known; left out|\
             \"✓ ☺\" before Black's move 2 is not known; left out",
        ),
    ] {
        let loaded = read(&format!("[Event \"x\"]\n\n{text}"));
        assert_eq!(loaded.records[0].main_moves().count(), count, "{text}");
        assert_eq!(words(&loaded), told, "{text}");
        assert!(!loaded.warnings.iter().any(Warning::truncates_main_line));
    }
    for text in [
        "1. C2.5 zebra 2. H2+3 R9.8 *",
        "1. 炮二平五 ???? 2. 马二进三 车9平8 *",
        "1. 炮二平五 ���� 2. 马二进三 车9平8 *",
        "1. h2e2 2. zebra *",
        "1. h2e2 h0g *",
    ] {
        for head in ["[Event \"x\"]\n\n", ""] {
            if head.is_empty() && text.contains("zebra") {
                continue;
            }
            let loaded = read(&format!("{head}{text}"));
            assert_eq!(loaded.records[0].move_count(), 1, "{text}");
            assert!(
                loaded.warnings.iter().any(Warning::truncates_main_line),
                "{text}"
            );
        }
    }
}

#[test]
fn a_list_of_the_shortest_moves_is_read_from_its_first() {
    let text = "Ch6 Cb6 Ra3 Ei8 Cg6";
    let moves: Vec<_> = main_line(&whole(text))
        .iter()
        .map(Move::to_string)
        .collect();
    assert_eq!(moves, ["h2h5", "b7b5", "a0a2", "g9i7", "h5g5"]);
    let titled = whole("Title Ra3\n1. C2.5 H8+7");
    assert_eq!(titled.move_count(), 2);
}

/// Soldiers of a file, named by it alone: a move is read as it was played, or not at all.
#[test]
fn of_tandem_soldiers_the_one_with_which_the_game_goes_on_is_meant() {
    let fen = "3k5/9/6P2/6P2/9/9/2p6/2p6/9/5K3 w";
    let start = Setup::from_fen(fen)
        .expect("a FEN")
        .position()
        .expect("a position");
    let mut dice = Dice(0x7a4d);
    let (mut decided, mut open) = (0, 0);
    for _ in 0..80 {
        let game = game(&mut dice, &start, 30);
        let expected: Vec<_> = game.iter().map(|(_, mv)| *mv).collect();
        let mut text = format!("[FEN \"{fen}\"]\n\n");
        let mut doubtful = false;
        for (position, mv) in &game {
            let piece = position.piece_at(mv.from).expect("a piece");
            let mut word = write(position, *mv, Notation::Wxf);
            // Of three, the file alone means the middle one.
            let file = mv.from.file();
            let ranks = Rank::all().map(|rank| position.piece_at(Point::new(file, rank)));
            let is_doubled = ranks.filter(|on| *on == Some(piece)).count() == 2;
            if piece.kind == PieceKind::Soldier && is_doubled {
                let file = file.number(piece.side);
                word = format!("P{file}{}", &word[word.len() - 2..]);
            }
            doubtful |= word != write(position, *mv, Notation::Wxf);
            text += &format!("{word} ");
        }
        let loaded = read(&text);
        let found = main_line(&loaded.records[0]);
        assert!(
            expected.starts_with(&found),
            "{found:?} {expected:?} {text}"
        );
        let is_whole = found.len() == expected.len();
        let is_told = loaded.warnings.iter().any(Warning::truncates_main_line);
        assert_eq!(is_whole, !is_told, "{text}");
        decided += usize::from(doubtful && is_whole);
        open += usize::from(!is_whole);
    }
    assert!(
        decided > 3,
        "{decided} games were decided, {open} left open"
    );
}
