//! Texts of several positions, such as lists of puzzles, and the fields of a single one.

use crate::reading::{line, read};
use chuhe::record::Tags;
use chuhe::record::format::{self, Caution, ReadError};
use chuhe::rules::{Outcome, Side};

const ONE: &str = "4k4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1";
const TWO: &str = "3k5/9/9/9/9/9/9/4C4/9/4K4 b - - 0 1";

/// The games of a text, all of which is read: their starts, titles and lines.
#[track_caller]
fn games(text: &str) -> Vec<(String, Option<String>, String)> {
    let loaded = read(text);
    assert_eq!(loaded.warnings, [], "{text}");
    let games = loaded.records.iter().map(|record| {
        let title = record.tags.get(Tags::TITLE).map(str::to_owned);
        (record.start().to_fen(), title, line(record))
    });
    games.collect()
}

#[test]
fn each_position_of_a_text_is_a_game() {
    let game = |fen: &str, title: &str, line: &str| {
        let title = (!title.is_empty()).then(|| title.to_owned());
        (fen.to_owned(), title, line.to_owned())
    };
    // The positions stand for @ and #.
    for (text, first, second) in [
        ("@\n#", ("", ""), ("", "")),
        ("@ #", ("", ""), ("", "")),
        ("> @\r\n> #", ("", ""), ("", "")),
        ("杀法1 @\n杀法2 #", ("杀法1", ""), ("杀法2", "")),
        ("@, 马后炮\n#|\"双炮\"", ("马后炮", ""), ("双炮", "")),
        ("1) @ 甲\n2) # 乙", ("1) 甲", ""), ("2) 乙", "")),
        ("1\t甲\t@\n2\t乙\t#", ("1 甲", ""), ("2 乙", "")),
        // A title may look like a move.
        ("下车伏谒 @\n# 匹马平胡", ("下车伏谒", ""), ("匹马平胡", "")),
        ("甲: FEN: @\nB: fen=\"#\"", ("甲", ""), ("B", "")),
        ("甲\n@\n\n乙\n#", ("甲", ""), ("乙", "")),
        (
            "@\n1. R9+1 K5+1\n#\n1... K4+1",
            ("", "a2a3 e9e8"),
            ("", "d9d8"),
        ),
        (
            "position fen @ moves a2a3\nposition fen # moves d9d8",
            ("", "a2a3"),
            ("", "d9d8"),
        ),
        (
            "@ 马后炮 1. R9+1\n# 双炮 K4+1",
            ("马后炮", "a2a3"),
            ("双炮", "d9d8"),
        ),
        (
            "第一题\n@\n车九进一\n\n第二题\n(黑先)\n\n#\n将4进1",
            ("第一题", "a2a3"),
            ("第二题 (黑先)", "d9d8"),
        ),
        (
            "标题: 一\n@\nR9+1\n标题: 二\n\n#\nK4+1",
            ("一", "a2a3"),
            ("二", "d9d8"),
        ),
        // A comment is no title, nor a position in it a game.
        (
            "序\n\n@\nR9+1 {#}\n很妙\n#\nK4+1",
            ("序", "a2a3"),
            ("", "d9d8"),
        ),
        // The same position again is that of the same game, as in the address of a page.
        ("@\nhttps://example.org/?fen=@\n\n#\n#", ("", ""), ("", "")),
    ] {
        let text = text.replace('@', ONE).replace('#', TWO);
        let expected = [game(ONE, first.0, first.1), game(TWO, second.0, second.1)];
        assert_eq!(games(&text), expected, "{text}");
    }
    let twice = games(&format!("甲 {ONE}\n乙 {ONE}\n\n丙 {ONE}"));
    let expected = ["甲", "乙", "丙"].map(|title| game(ONE, title, ""));
    assert_eq!(twice, expected);
}

#[test]
fn games_from_the_usual_start_may_stand_among_positions() {
    let text = format!("1. C2=5 H8+7 1-0\n{ONE}\n1. R9+1 1-0\n\n红方: 甲\n{TWO}\nK4+1 0-1");
    let lines: Vec<_> = games(&text).into_iter().map(|game| game.2).collect();
    assert_eq!(lines, ["h2e2 h9g7", "a2a3", "d9d8"]);
    assert_eq!(read(&text).records[2].tags.get(Tags::RED), Some("甲"));
}

#[test]
fn a_damaged_board_is_told_and_its_moves_are_not_read_from_the_usual_start() {
    for damaged in [
        "4k4/9/9/9/9/9/R8/9/3K5 w",
        "4k4/9/9/9/9/9/9/9/9/R8/3K5 w",
        "4k4/9/9/9/9/9/9/9/R8/3K6 w",
    ] {
        let alone = format!("{damaged}\n1. R9+1");
        let why = format::read(alone.as_bytes()).err();
        assert!(matches!(why, Some(ReadError::Fen(_))), "{why:?}");
        let loaded = read(&format!("{ONE}\n{alone}\n{TWO}"));
        assert_eq!(loaded.records.len(), 2);
        let told = &loaded.warnings[0].what;
        assert!(matches!(told, Caution::LostGame { number: 2, .. }));
    }
}

#[test]
fn the_side_to_move_is_read_whatever_follows_or_precedes_it() {
    let board = "3k5/9/9/9/9/9/9/4C4/9/4K4";
    for (fields, title) in [
        (" b,甲", Some("甲")),
        (" b;甲", Some("甲")),
        (" b|甲", Some("甲")),
        (" b，甲", Some("甲")),
        ("%20b%20-%20-%200%201", None),
        ("+b+-+-+0+1", None),
        ("_b_-_-_0_1", None),
    ] {
        let text = format!("https://example.org/?fen={board}{fields}");
        assert_eq!(read(&text).records[0].start().turn, Side::Black, "{text}");
        let list = games(&format!("{board}{fields}\n{ONE}"));
        assert_eq!((&*list[0].0, list[0].1.as_deref()), (TWO, title));
    }
}

#[test]
fn the_task_of_a_puzzle_is_no_result() {
    let loaded = read(&format!("{ONE} 红先胜"));
    assert_eq!(loaded.records[0].outcome, None);
    let loaded = read(&format!("结果: 红胜\n{ONE}"));
    let result = loaded.records[0].outcome.map(Outcome::score);
    assert_eq!(result, Some("1-0"));
}

#[test]
fn a_flood_of_positions_takes_no_time() {
    for between in ["\n", " ", "\n甲\n", "\n\n甲\n\n", " 甲 1. "] {
        let text = format!("甲\n{ONE}{between}{TWO}{between}").repeat(500);
        assert!(read(&text).records.len() >= 1_000, "{between:?}");
    }
}
