//! Alternative spellings accepted by the parser, each with its move.

use chuhe::record::notation::{NotationError, read_any};
use chuhe::rules::{Position, Setup};

fn position(fen: &str) -> Position {
    let setup = Setup::from_fen(fen).expect("a FEN");
    setup.position().expect("a position")
}

/// Asserts that every text means the move.
#[track_caller]
fn mean(position: &Position, cases: &[(&str, &str)]) {
    for (mv, texts) in cases {
        for text in texts.split(' ') {
            let read = read_any(position, text).map(|mv| mv.to_string());
            assert_eq!(read.as_deref(), Ok(*mv), "{text}");
        }
    }
}

/// Asserts that every text is ambiguous and that all its moves are named.
#[track_caller]
fn may_mean(position: &Position, texts: &str, count: usize) {
    for text in texts.split(' ') {
        match read_any(position, text) {
            Err(NotationError::Ambiguous(moves)) => assert_eq!(moves.len(), count, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn any_glyph_and_letter_of_either_side() {
    let start = Position::start();
    mean(
        &start,
        &[
            (
                "h2e2",
                "炮二平五 砲二平五 包2平5 炮２平５ 炮贰平伍 C2=5 c2.5 C25 Ｃ２＝５ Ｃ２．５ h2e2 H2-E2",
            ),
            ("h0g2", "马二进三 馬二進三 傌2上3 N2+3 h2+3 Ｎ２＋３"),
            ("g0e2", "相三进五 象三进五 象3上5 E3+5 B3+5 b3+5 M3+5"),
            ("d0e1", "仕六进五 士6進5 A6+5 G6+5 M6+5"),
            ("e0e1", "帅五进一 帥5进1 将五进一 將５進１ K5+1 G5+1"),
            ("i0i1", "车一进一 車1进1 俥一上一 砗一进一 硨一进一 R1+1"),
            ("c3c4", "兵七进一 卒7进1 P7+1 S7+1"),
        ],
    );
    let black = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    mean(
        &black,
        &[
            ("h9g7", "马8进7 馬八進七 马８进７ H8+7 n8+7"),
            ("a9a8", "车1进1 車一進一 r1+1"),
        ],
    );
}

#[test]
fn pairs_with_the_sign_anywhere() {
    let pair = position("5k3/9/4R4/9/9/9/9/9/4R4/3K5 w");
    mean(
        &pair,
        &[
            ("e7d7", "前车平六 车前平六 前車平6 R+=6 +R=6 R+.6 fR=6 FR.6"),
            ("e1e0", "后车退一 後车退一 车后退一 R--1 -R-1 rR-1"),
            ("e1e6", "R5+5 车五进五"),
        ],
    );
    may_mean(&pair, "R5=6 R56 车五平六", 2);
    let advisors = position("4k4/9/9/9/9/9/9/3A5/9/3A1K3 w");
    mean(
        &advisors,
        &[
            ("d2e1", "仕六退五 前仕退五 A6-5 A+-5"),
            ("d0e1", "仕六进五 后仕进五 士后进五 A6+5 A-+5 -A+5"),
        ],
    );
    let elephants = position("3k5/9/9/9/9/2B6/9/9/9/2B1K4 w");
    mean(
        &elephants,
        &[
            ("c4e2", "相七退五 前相退五 相前退五 E7-5 E+-5 +E-5 fB-5"),
            ("c0e2", "相七进五 后相进五 E7+5 E-+5 M-+5"),
        ],
    );
}

#[test]
fn soldiers_of_one_file() {
    let three = position("3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w");
    mean(
        &three,
        &[
            (
                "e8f8",
                "前兵平四 一兵平四 兵前平四 前五平四 前兵五平四 15=4 P+=4 Pa=4 +P.4 fP=4 S+=4",
            ),
            (
                "e7f7",
                "中兵平四 二兵平四 中五平四 25=4 P.=4 P==4 P5=4 p5.4 55=4 Pb=4",
            ),
            (
                "e6f6",
                "后兵平四 三兵平四 后五平四 35=4 P-=4 Pc.4 -P=4 rP=4",
            ),
        ],
    );
    let four = position("3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w");
    mean(
        &four,
        &[
            ("e8f8", "前兵平四 一兵平四 15=4 ++=4 Pa=4"),
            ("e7f7", "二兵平四 25=4 P+=4 Pb=4"),
            ("e6f6", "三兵平四 35=4 P-=4 Pc=4"),
            ("e5f5", "后兵平四 四兵平四 45=4 --=4 Pd=4"),
        ],
    );
    let five = position("2P1k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w");
    mean(
        &five,
        &[
            ("c9d9", "前兵平六 17=6 ++=6 Pa=6"),
            ("c8d8", "二兵平六 27=6 P+=6"),
            ("c7d7", "三兵平六 中兵平六 37=6 P7=6 Pc=6"),
            ("c6d6", "四兵平六 47=6 P-=6"),
            ("c5d5", "后兵平六 五兵平六 57=6 --=6 Pe=6"),
        ],
    );
}

#[test]
fn soldiers_of_two_files() {
    let twos = position("4k4/9/3P1P3/9/3P1P3/9/9/9/9/3K5 w");
    mean(
        &twos,
        &[
            (
                "f7e7",
                "前四平五 前兵四平五 一兵平五 14=5 4+=5 4+.5 +4=5 +4.5 Pa=5",
            ),
            ("f5e5", "后四平五 二兵平五 24=5 4-.5 -4=5 Pb=5"),
            ("d7e7", "前六平五 三兵平五 16=5 6+=5 +6=5 Pc.5"),
            ("d5e5", "后六平五 四兵平五 26=5 6-=5 -6=5 -6.5 Pd=5"),
        ],
    );
    may_mean(&twos, "前兵平五 P+=5", 2);
    let three_and_two = position("5k3/2P6/2P3P2/2P3P2/9/9/9/9/9/3K5 w");
    mean(
        &three_and_two,
        &[
            ("c8d8", "前七平六 三兵平六 17=6 7+=6 Pc=6"),
            ("c7d7", "中七平六 四兵平六 27=6 77=6 Pd=6"),
            ("c6d6", "后七平六 五兵平六 37=6 7-.6 -7=6 Pe=6"),
            ("g7h7", "前三平二 一兵平二 13=2 3+.2 +3=2"),
            ("g6h6", "后三平二 23=2 3-=2"),
        ],
    );
    // The ordinals stay Chinese for Black.
    let black = position("4k4/9/9/9/9/3p1p3/9/3p1p3/9/3K5 b");
    mean(
        &black,
        &[
            (
                "d2e2",
                "前4平5 前４平５ 前四平五 一卒平5 一卒平５ 14=5 +4=5 pa=5",
            ),
            ("d4e4", "后4平5 二卒平５ 24=5"),
            ("f2e2", "前6平5 三卒平５ 16=5"),
        ],
    );
}
