//! Common ground of all commands: output that commands no terminal, the exit status, and help with mistyped words.

use crate::cli::{chuhe, file};
use std::fs;
use std::path::PathBuf;

/// A game of which the second move is none, under a name with a terminal's command, an override and a line end.
fn nasty() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("a\u{1b}[2J\u{202e}\nchuhe: all is well.pgn");
    let text = "[Red \"x\u{1b}]0;OWNED\u{7}\u{9b}\u{202e}\"]\n[Result \"1-0\"]\n\n1. h2e2 h9\u{1b}[\u{7f} 1-0\n";
    fs::write(&path, text).expect("written");
    path
}

#[test]
fn no_text_of_a_file_commands_the_terminal() {
    let path = nasty();
    let name = path.to_str().expect("text");
    let out = path.with_file_name("nasty-out");
    let out = |suffix| {
        out.with_extension(suffix)
            .to_str()
            .expect("text")
            .to_owned()
    };
    let words: [&[&str]; 11] = [
        &["info", name],
        &["info", "--json", name],
        &["judge", name],
        &["judge", "h2e2\u{1b}[31m"],
        &["notate", "h2e2\u{1b}[31m"],
        &["notate", "--read", "\u{1b}\u{9b}\u{202e}"],
        &["convert", name, &out("pgn")],
        &["convert", "--to", "pgn", &format!("{name}x")],
        &["print", name, "-o", &out("pdf")],
        &["\u{1b}[31m.pgn"],
        &["info", "--\u{9b}json\u{202e}"],
    ];
    for words in words {
        let told = chuhe(words);
        let is_command =
            |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert!(!told.text.contains(is_command), "{told:?}");
        assert!(!told.errors.contains(is_command), "{told:?}");
        assert!(
            !told.errors.contains("\nchuhe: all is well.pgn"),
            "{told:?}"
        );
        assert_ne!(told.status, 0, "{told:?}");
    }
    let told = chuhe(&["info", name]);
    assert!(
        told.text
            .contains(r"a\033[2J\u202e\nchuhe: all is well.pgn', game 1"),
        "{told:?}"
    );
    let told = chuhe(&["info", "--json", name]);
    assert_eq!(told.lines[0]["file"], name);
    assert_eq!(told.lines[0]["tags"]["red"], "x]0;OWNED");
}

#[test]
fn a_game_cut_short_is_a_failure_everywhere_and_what_there_is_of_it_is_written() {
    let short = file("short.pgn", "[Red \"x\"]\n\n1. h2e2 h9g7 2. i9i5 *\n");
    for words in [&["info"][..], &["info", "--json"], &["judge"]] {
        assert_eq!(chuhe(&[words, &[&short]].concat()).status, 1);
    }
    for (command, suffix) in [
        ("convert", "xqf"),
        ("print", "pdf"),
        ("replay", "gif"),
        ("diagram", "svg"),
    ] {
        let out = PathBuf::from(&short).with_file_name(format!("short-{command}.{suffix}"));
        let out = out.to_str().expect("text");
        let _ = fs::remove_file(out);
        let told = chuhe(&[command, &short, "-o", out]);
        let errors: Vec<_> = told.refusal(1).lines().collect();
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].starts_with(&format!("chuhe: {short}, game 1: Red’s move 2 (i9i5)")));
        assert_eq!(
            errors[1],
            format!("chuhe: {out}: written, but incomplete: see the warnings above")
        );
        assert!(fs::metadata(out).is_ok_and(|about| about.len() > 0));
    }
}

#[test]
fn all_commands_agree_on_what_is_missing() {
    for (name, moves, status) in [
        ("variation", "1. h2e2 (1. h2e9 h9g7) h9g7 *", 1),
        ("open-variation", "1. h2e2 (1. b2e2 h9g7 *", 1),
        ("open-comment", "1. h2e2 h9g7 {x 2. h0g2 i9h9 *", 1),
        ("early-number", "1. h2e2 h9g7 2. h0g2 3. i9h9 i0h0 *", 0),
        ("skipped", "1. h2e2 $999 h9g7 *", 0),
        ("words", "1. h2e2 hello h9g7 *", 0),
        ("whole", "1. h2e2 h9g7 *", 0),
    ] {
        let text = format!("[Red \"x\"]\n\n{moves}\n");
        let path = file(&format!("agree-{name}.pgn"), &text);
        let info = chuhe(&["info", &path]);
        let judge = chuhe(&["judge", &path]);
        let out = path.replace(".pgn", ".xqf");
        let convert = chuhe(&["convert", &path, &out]);
        let found = [info.status, judge.status, convert.status];
        assert_eq!(found, [status; 3], "{name}: {judge:?}");
        let is_told = [info.text.contains("warning: "), !judge.errors.is_empty()];
        assert_eq!(is_told, [name != "whole"; 2], "{name}: {judge:?}");
        // Only the main line is judged.
        assert_eq!(
            judge.lines.is_empty(),
            name.starts_with("open"),
            "{judge:?}"
        );
    }
}

#[test]
fn a_word_that_is_almost_one_is_recognized() {
    for (words, meant) in [
        (&["info", "--jsn", "x.pgn"][..], "'--json'"),
        (
            &["diagram", "--fen", "x", "-o", "-", "--to", "pgn"],
            "svg, pdf, png",
        ),
    ] {
        let told = chuhe(words);
        let errors = told.refusal(2);
        assert!(
            errors.starts_with("chuhe: ") && errors.contains(meant),
            "{errors}"
        );
    }
    let none = chuhe(&["game.pgn"]);
    assert_eq!(none.refusal(1), "chuhe: game.pgn: there is no such file\n");
    let read = chuhe(&[
        "notate",
        "--read",
        "-R-1",
        "--fen",
        "5k3/9/4R4/9/9/9/9/9/4R4/3K5 w",
    ]);
    assert_eq!(read.one()["move"], "e1e0");
}
