//! `chuhe notate`, tested by running the program.

use serde_json::Value;
use std::process::Command;

/// Two chariots on a file, Red to move.
const PAIR: &str = "5k3/9/4R4/9/9/9/9/9/4R4/3K5 w";

/// Status, standard output and standard error.
fn notate(words: &[&str]) -> (i32, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("notate")
        .args(words)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let status = done.status.code().expect("no signal");
    (status, text(done.stdout), text(done.stderr))
}

/// The output lines of a successful run.
fn lines(words: &[&str]) -> Vec<Value> {
    let (status, text, errors) = notate(words);
    assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines.collect()
}

/// The moves of a successful run.
fn moves(words: &[&str]) -> Vec<String> {
    let mv = |line: &Value| line["move"].as_str().expect("a move").to_owned();
    lines(words).iter().map(mv).collect()
}

#[test]
fn a_move_is_told_in_every_notation() {
    let (status, text, errors) = notate(&["h2e2", "h9g7"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    let expected = concat!(
        r#"{"move":"h2e2","iccs":"H2-E2","wxf":"C2=5","chinese":"炮二平五","traditional":"炮二平五","#,
        r#""words":"Red cannon from file 2 across to file 5"}"#,
        "\n",
        r#"{"move":"h9g7","iccs":"H9-G7","wxf":"H8+7","chinese":"马８进７","traditional":"馬８進７","#,
        r#""words":"Black horse from file 8 forward to file 7"}"#,
        "\n"
    );
    assert_eq!(text, expected);
}

#[test]
fn vietnamese_is_read_unless_it_has_the_form_of_wxf() {
    let game = ["Pháo 2 bình 5", "Mã 8 tấn 7", "Ma 2 tan 3", "X9-8", "X1.1"];
    let expected = ["h2e2", "h9g7", "h0g2", "i9h9", "i0i1"];
    assert_eq!(moves(&game), expected);
    for text in ["P2-5", "M2.3", "C2.5"] {
        let (status, found, told) = notate(&["--read", text]);
        let expected = if text == "C2.5" {
            (0, "")
        } else {
            (1, "illegal: ")
        };
        assert_eq!(status, expected.0, "{text}");
        assert!(told.starts_with(expected.1), "{text}: {told}");
        assert_eq!(found.contains("h2e2"), text == "C2.5", "{text}: {found}");
    }
}

#[test]
fn moves_are_read_in_every_notation_and_grouping() {
    let groupings: [&[&str]; 4] = [
        &["h2e2", "H9-G7", "N2+3", "R9=8"],
        &["炮二平五", "馬8進7", "傌二上三", "i10h10"],
        &["1. 炮二平五 马8进7 2.h0g2 I9-H9"],
        &["Pháo 2 bình 5", "mã 8 tấn 7", "马 二 进 三", "Ｒ９．８"],
    ];
    for words in groupings {
        assert_eq!(moves(words), ["h2e2", "h9g7", "h0g2", "i9h9"], "{words:?}");
    }
    assert_eq!(moves(&["--fen", PAIR, "--", "-R-1"]), ["e1e0"]);
    // The output can be parsed again.
    for key in ["iccs", "wxf", "chinese", "traditional"] {
        let told = lines(&["--fen", PAIR, "R+=6"]);
        let again = moves(&["--fen", PAIR, told[0][key].as_str().expect("text")]);
        assert_eq!(again, ["e7d7"], "{key}");
    }
}

#[test]
fn a_constructed_example_can_be_notated() {
    let fen = "3k5/9/9/1P7/1P7/9/1P7/9/9/5K3 w";
    let told = lines(&["--fen", fen, "b3b4"]);
    assert_eq!(told[0]["chinese"], "后兵进一");
    assert_eq!(
        told[0]["words"],
        "Red rear soldier from file 8 forward 1 rank"
    );
}

#[test]
fn a_text_is_told_as_a_move() {
    assert_eq!(notate(&["--read", "砲2平5"]).1, "{\"move\":\"h2e2\"}\n");
    assert_eq!(moves(&["--fen", PAIR, "--read=-R-1"]), ["e1e0"]);
    assert_eq!(
        moves(&[
            "--read",
            "b10a8",
            "--fen",
            "rnbakabnr/9/9/9/9/9/9/9/9/3K5 b"
        ]),
        ["b9a7"]
    );
    for (words, reason) in [
        (
            vec!["--fen", PAIR, "--read", "R5=1"],
            "ambiguous: This could be e",
        ),
        (
            vec!["--read", "b0d1"],
            "illegal: The horse’s leg is blocked by the elephant on c0.",
        ),
        (
            vec!["--read", "C1=5"],
            "illegal: Red has no piece that can make this move.",
        ),
        (vec!["--read", "hello"], "not a move"),
        (vec!["--read", "p2p5"], "not a move"),
        (vec!["--read="], "not a move"),
        (vec!["--read=-"], "not a move"),
        (vec!["--read", "h2e2 h9g7"], "not a move"),
    ] {
        let (status, text, errors) = notate(&words);
        assert_eq!((status, text.as_str()), (1, ""), "{words:?}");
        assert!(errors.starts_with(reason), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn a_move_that_cannot_be_played_is_told_with_its_ply_and_its_rule() {
    for (words, played, why) in [
        (
            &["h2e2", "h9g7", "b0d1"][..],
            2,
            "ply 3, b0d1: The horse’s leg is blocked by the elephant on c0.",
        ),
        (&["h2e2 a0a1"], 1, "ply 2, a0a1: It is Black’s turn."),
        (
            &["Red cannon nowhere"],
            0,
            "ply 1, Red cannon nowhere: This is not a move. Type one like C2=5 or h2e2.",
        ),
        (
            &["1. h2e2 nonsense"],
            1,
            "ply 2, nonsense: This is not a move. Type one like C2=5 or h2e2.",
        ),
        (
            &[""],
            0,
            "ply 1, : This is not a move. Type one like C2=5 or h2e2.",
        ),
        (&["--fen", PAIR, "R5=1"], 0, "ply 1, R5=1: This could be e"),
    ] {
        let (status, text, errors) = notate(words);
        assert_eq!((status, text.lines().count()), (1, played), "{words:?}");
        assert!(errors.starts_with(&format!("chuhe: {why}")), "{errors}");
    }
}

#[test]
fn a_start_that_is_no_good_is_told() {
    for (fen, why) in [
        ("hello", "The starting position cannot be read. "),
        (
            "4k4/9/9/9/9/9/9/9/9/4K4",
            "The starting position cannot be played. The generals face",
        ),
    ] {
        let (status, text, errors) = notate(&["--fen", fen, "h2e2"]);
        assert_eq!((status, text.as_str()), (1, ""));
        assert!(
            errors.starts_with(&format!("chuhe: --fen: {why}")),
            "{errors}"
        );
    }
}

#[test]
fn a_wrong_command_line_is_told() {
    let wrong: [&[&str]; 5] = [
        &[],
        &["--fen", PAIR],
        &["--read", "h2e2", "h2e2"],
        &["--read"],
        &["--nonsense"],
    ];
    for words in wrong {
        let (status, text, errors) = notate(words);
        assert_eq!((status, text.as_str()), (2, ""), "{words:?}");
        assert!(errors.contains("--help"), "{errors}");
    }
    let (status, text, _) = notate(&["--help"]);
    assert!(status == 0 && text.contains("Examples:"));
    // Either moves or a text, in accordance with the command line.
    let usage: Vec<_> = text
        .lines()
        .skip_while(|line| !line.starts_with("Usage:"))
        .take(2)
        .collect();
    assert!(
        usage[0].ends_with(" <MOVE>...") && !usage[0].contains("--read"),
        "{usage:?}"
    );
    assert!(usage[1].ends_with(" --read <TEXT>"), "{usage:?}");
}
