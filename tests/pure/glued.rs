//! Words in the place of moves, and labels before them: no move is lost in silence.

use crate::reading::{HEAD, line, read, told};
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

/// Prose about a game, with the words and numerals of moves in it.
const PROSE: [&str; 22] = [
    "黑方退车，保持变化的走法。",
    "黑方进车。",
    "红方平炮邀兑",
    "進車是好棋",
    "此着平炮好棋",
    "车进九。",
    "黑方進車紅方下二路。意在防止紅方車一進一出動右車。",
    "黑车退一步，似不如改走炮2平1，红如马八进七(如车八平七，炮1退1)，则马2进3，黑可对抗。",
    "退车三步不好",
    "如改走炮2平1，则马八进七，卒7进1，红优。",
    "如改走马2进3……",
    "前车退守，后炮平中。",
    "红方跃马。",
    "第3回合黑方应走马2进3，现在进炮1步不好。",
    "3分钟后红方才走。",
    "Black's rook retreats, keeping the options open.",
    "Instead of that, 2... C2=1 was better, or H2+3.",
    "Red advances the horse, and R9+1 comes next.",
    "Đen thoái xe, giữ thế biến.",
    "Nếu đi P2-1 thì M8.7, đen hơn.",
    "// 车退",
    "红方一车平中，不给黑方进马的机会。红胜势。",
];

#[test]
fn prose_between_numbered_moves_ends_no_game() {
    let game = "h2e2 h9g7 h0g2 i9h9 c3c4 g6g5";
    let kept = |text: &str| {
        let loaded = read(text);
        assert_eq!(loaded.warnings, [], "{text}");
        let record = &loaded.records[0];
        assert_eq!(line(record), game, "{text}");
        let words = record.main_line().map(|id| {
            let notes = record.node(id).notes();
            [&notes.before[..], &notes.comment[..]].concat()
        });
        words.collect::<Vec<_>>()
    };
    let texts = [
        (
            "1.炮二平五 马８进７\n2.马二进三 车９平８\n@\n3.兵七进一 卒７进１",
            4,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三 车９平８ ①\n　　@\n　　3.兵七进一 卒７进１",
            4,
        ),
        (
            "1.炮二平五 馬８進７\n2.馬二進三 車９平８\n\n@\n@\n\n3.兵七進一 卒７進１",
            4,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三\n@\n　　2. …………　　车９平８\n3.兵七进一 卒７进１",
            3,
        ),
        ("1. C2=5 H8+7\n2. H2+3 R9=8\n@\n3. P7+1 P7+1", 4),
        (
            "1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tấn 3 Xe 9 bình 8\n@\n3. Binh 7 tấn 1 Tốt 7 tấn 1",
            4,
        ),
        ("1. P2-5 M8.7\n2. M2.3 X9-8\n@\n3. B7.1 B7.1", 4),
        (
            "1.炮二平五 马８进７ 2.马二进三 车９平８ @ 3.兵七进一 卒７进１",
            4,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三 车９平８ 好棋。@\n3.兵七进一 卒７进１",
            4,
        ),
    ];
    for prose in PROSE {
        for (text, ply) in texts {
            // Moves in Vietnamese have prose in Vietnamese.
            if text.contains("2-5") || text.contains("bình") {
                let is_vietnamese = prose.contains("thoái") || prose.contains("Nếu");
                if !is_vietnamese {
                    continue;
                }
            }
            let text = text.replace('@', prose);
            let words = kept(&text);
            let first = prose.chars().find(|c| c.is_alphanumeric()).expect("a word");
            for (index, words) in words.iter().enumerate() {
                assert_eq!(words.contains(first), index + 1 == ply, "{text}: {words:?}");
            }
        }
    }
}

#[test]
fn prose_with_the_number_of_a_note_or_of_a_move_made_ends_no_game() {
    for prose in [
        "2……车9平8是正着。",
        "　　2.…车9平8",
        "2.马二进三 车9平8 均势",
        "2……马2进3也可",
        "1.炮二平五 马8进7 常见",
        "（1）车一进一，（2）兵五进一",
        "①车一进一 ②兵五进一",
    ] {
        let text = format!(
            "1.炮二平五 马８进７\n2.马二进三 车９平８\n{prose}\n3.兵七进一 卒７进１\n4.车一平二 马２进３\n"
        );
        let loaded = read(&text);
        let record = &loaded.records[0];
        assert_eq!(
            (line(record).as_str(), loaded.warnings),
            ("h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 i0h0 b9c7", vec![]),
            "{text}"
        );
        let fourth = record.main_line().nth(3).expect("a move");
        assert_eq!(record.node(fourth).notes().comment, prose.trim(), "{text}");
    }
    let numbered = "1.炮二平五 1.马８进７\n2.马二进三 2.车９平８\n3.兵七进一 3.卒７进１";
    let noted = "1.炮二平五 ①马８进７\n2.马二进三 ②车９平８\n3.兵七进一 ③卒７进１";
    for text in [numbered, noted] {
        assert_eq!(
            line(&read(text).records[0]),
            "h2e2 h9g7 h0g2 i9h9 c3c4 g6g5",
            "{text}"
        );
    }
}

#[test]
fn prose_below_the_last_move_is_its_comment() {
    for prose in [
        "黑车退一步后难以抵挡，如改走炮2平1，则车一进一，停钟认负。",
        "以下红方车进一成杀。\n黑方退车认负。",
        "至此红方后车进三已成胜势",
    ] {
        let text = format!("1.炮二平五 马８进７\n2.马二进三 车９平８\n{prose}\n");
        let loaded = read(&text);
        let record = &loaded.records[0];
        assert_eq!(
            (line(record).as_str(), loaded.warnings),
            ("h2e2 h9g7 h0g2 i9h9", vec![]),
            "{text}"
        );
        let last = record.main_line().last().expect("a move");
        assert_eq!(record.node(last).notes().comment, prose);
    }
}

#[test]
fn prose_between_the_moves_of_pgn_is_kept_and_told() {
    for prose in ["黑方退车", "黑车退一步好", "车进九。"] {
        let text =
            format!("{HEAD}1. 炮二平五 马8进7 2. 马二进三 车9平8 {prose} 3. 兵七进一 卒7进1 *");
        let (line, told) = told(&text);
        assert_eq!(line, "h2e2 h9g7 h0g2 i9h9 c3c4 g6g5", "{text}");
        assert!(
            matches!(&told[..], [Caution::KeptWords { text, .. }] if text == prose),
            "{told:?}"
        );
    }
}

#[test]
fn an_unreadable_move_is_no_prose() {
    for (text, plies) in [
        (
            "1.炮二平五 马８进７\n2.马二进 车９平８\n3.兵七进一 卒７进１",
            2,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三 车平８\n3.兵七进一 卒７进１",
            3,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三\n车９退８\n3.兵七进一 卒７进１",
            3,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三 好 车９平\n3.兵七进一 卒７进１",
            3,
        ),
        (
            "1.炮二平五 马８进７\n2.马二进三\n车进八 好\n3.兵七进一 卒７进１",
            3,
        ),
        ("1.炮二平五 马８进７\n2.马二进三\n黑方车９平\n", 3),
        ("炮二平五 马８进７ 马二进 车９平８ 兵七进一", 2),
        ("炮二平五 马８进７ 马二进三 前车退 兵七进一", 3),
    ] {
        let (line, told) = told(text);
        assert_eq!(line.split(' ').count(), plies, "{text}: {line}");
        assert!(told.iter().any(Caution::is_loss), "{text}: {told:?}");
    }
}
