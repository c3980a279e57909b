//! The command line, tested by running the program.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const CASES: &str = include_str!("../data/rulings.txt");
/// Red's chariot gives check on every move.
const CHECKS: &str = "9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w - - 0 1";
const ROUND: [&str; 4] = ["f0e0", "e8f8", "e0f0", "f8e8"];
/// Both sides move back and forth from the start of a game.
const IDLE: &str = "a0a1 a9a8 a1a0 a8a9";

/// Output of the program.
#[derive(Debug)]
pub struct Answer {
    pub status: i32,
    pub lines: Vec<Value>,
    pub text: String,
    pub errors: String,
}

impl Answer {
    /// The only line of a successful run.
    pub fn one(&self) -> &Value {
        assert_eq!((self.status, self.errors.as_str()), (0, ""), "{self:?}");
        assert_eq!(self.lines.len(), 1, "{self:?}");
        &self.lines[0]
    }

    /// The error message, with no other output.
    pub fn refusal(&self, status: i32) -> &str {
        assert_eq!((self.status, self.text.as_str()), (status, ""), "{self:?}");
        &self.errors
    }
}

pub fn chuhe(words: &[&str]) -> Answer {
    let done = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(words)
        .output()
        .expect("the program runs");
    let text = String::from_utf8(done.stdout).expect("text");
    let lines = text.lines();
    Answer {
        status: done.status.code().expect("no signal"),
        lines: lines
            .map(|line| serde_json::from_str(line).unwrap_or(Value::Null))
            .collect(),
        errors: String::from_utf8(done.stderr).expect("text"),
        text,
    }
}

fn judge(words: &[&str]) -> Answer {
    chuhe(&[&["judge"], words].concat())
}

/// The verdict and its reason.
fn verdict(told: &Value) -> (&str, &str) {
    let field = |name: &str| told[name].as_str().expect("a word");
    (field("verdict"), field("reason"))
}

/// Creates a game file for a test.
pub fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("written");
    path.to_str().expect("text").to_owned()
}

/// The text of a game file.
fn game(start: &str, moves: &str, terms: &str) -> String {
    let moves: Vec<_> = moves
        .split_whitespace()
        .map(|mv| format!("{{\"move\":\"{mv}\"}}"))
        .collect();
    format!(
        "{{\"format\":\"chuhe-game\",\"version\":1,\"start\":\"{start}\",{terms}\"moves\":[{}]}}",
        moves.join(",")
    )
}

fn start() -> String {
    chuhe::rules::Setup::start().to_fen()
}

/// Classification of the moves of one side, in the letters of the cases.
fn conducts(told: &Value, side: &str) -> String {
    let plies = told["plies"].as_array().expect("a list").iter();
    let own = plies.filter(|ply| ply["side"] == side);
    let letters = own.map(|ply| match ply["conduct"].as_str() {
        Some("check") => "C",
        Some("chase") => "A",
        Some("idle") => "-",
        other => panic!("{other:?}"),
    });
    letters.collect::<Vec<_>>().join(" ")
}

/// Asserts that the point sets of every ply are sets, and present where something is attacked.
fn check_points(told: &Value) {
    for ply in told["plies"].as_array().expect("a list") {
        for name in ["attackers", "victims"] {
            let points = ply[name].as_array().expect("a list").iter();
            let points: Vec<_> = points.map(|point| point.as_str().expect("text")).collect();
            assert!(points.is_sorted_by(|one, next| one < next), "{told}");
            assert_eq!(points.is_empty(), ply["conduct"] == "idle", "{told}");
        }
    }
}

#[test]
fn every_case_is_judged_as_officials_rule() {
    let mut count = 0;
    for block in CASES.split("\n\n").filter(|block| block.contains("\nfen ")) {
        let field = |name: &str| {
            let mut lines = block.lines().filter_map(|line| line.split_once(' '));
            lines.find(|line| line.0 == name).expect("a field").1
        };
        let moves = field("moves");
        let answer = judge(&["--fen", field("fen"), moves]);
        let told = answer.one();
        let name = field("case");
        count += 1;
        let last = moves.split(' ').count();
        assert_eq!(told["ply"], last, "{name}");
        assert_eq!(told["occurrences"], 3, "{name}");
        assert_eq!(told["cycle"]["last_ply"], last, "{name}");
        check_points(told);
        // If judges disagree, any of their verdicts is accepted.
        if field("verdict").ends_with(" (contested)") {
            continue;
        }
        let (who, reason) = verdict(told);
        assert_eq!(format!("{who}: {reason}"), field("verdict"), "{name}");
        for side in ["red", "black"] {
            assert_eq!(conducts(told, side), field(side), "{name}, {side}");
        }
    }
    assert_eq!(
        count,
        CASES
            .lines()
            .filter(|line| line.starts_with("case "))
            .count()
    );
}

#[test]
fn a_judgement_has_all_its_fields_in_order() {
    let moves = [ROUND, ROUND].concat();
    let answer = judge(&[&["--fen", CHECKS], &moves[..]].concat());
    let ply = |ply, mv: &str, side, conduct, points: &str| {
        format!(r#"{{"ply":{ply},"move":"{mv}","side":"{side}","conduct":"{conduct}",{points}}}"#)
    };
    let plies: Vec<_> = (0..8)
        .map(|index| {
            let (mv, number) = (moves[index], index + 1);
            match index % 4 {
                0 => ply(
                    number,
                    mv,
                    "red",
                    "check",
                    r#""attackers":["e0"],"victims":["e8"]"#,
                ),
                2 => ply(
                    number,
                    mv,
                    "red",
                    "check",
                    r#""attackers":["f0"],"victims":["f8"]"#,
                ),
                _ => ply(
                    number,
                    mv,
                    "black",
                    "idle",
                    r#""attackers":[],"victims":[]"#,
                ),
            }
        })
        .collect();
    let expected = format!(
        concat!(
            r#"{{"verdict":"red_loses","reason":"perpetual check","rulebook":"asian","ply":8,"occurrences":3,"#,
            r#""cycle":{{"first_ply":1,"last_ply":8}},"plies":[{}],"#,
            r#""clause":"AXF/WXF: perpetual check loses (diagrams 1–3, 5).","#,
            r#""sentence":"Red loses: perpetual check. "#
        ),
        plies.join(",")
    );
    assert!(answer.text.starts_with(&expected), "{}", answer.text);
    assert_eq!(answer.one().as_object().map(serde_json::Map::len), Some(9));
}

#[test]
fn moves_are_read_in_every_notation_and_grouping() {
    let spoken = judge(&["1. 炮二平五 马8进7", "2.N2+3", "I9-H9"]);
    let plain = judge(&["h2e2", "h9g7", "h0g2", "i9h9"]);
    assert_eq!(plain.one()["ply"], 4);
    assert_eq!(spoken.one(), plain.one());
    assert_eq!(
        plain.one()["sentence"],
        "The game goes on. It is Red’s turn."
    );
    for (name, empty) in [
        ("cycle", Value::Null),
        ("plies", Vec::<Value>::new().into()),
        ("clause", "".into()),
    ] {
        assert_eq!(plain.one()[name], empty);
    }
    assert_eq!(judge(&["--", "h2e2"]).one()["ply"], 1);
    assert_eq!(judge(&["--fen", CHECKS]).one()["ply"], 0);
}

#[test]
fn a_second_occurrence_warns_with_its_cycle() {
    let answer = judge(&[&["--fen", CHECKS], &ROUND[..]].concat());
    let told = answer.one();
    assert_eq!(verdict(told), ("none", "none"));
    assert_eq!(
        (&told["occurrences"], &told["cycle"]["last_ply"]),
        (&2.into(), &4.into())
    );
    assert_eq!(
        (conducts(told, "red"), conducts(told, "black")),
        ("C C".into(), "- -".into())
    );
    let sentence = told["sentence"].as_str().expect("text");
    assert!(
        sentence.contains("repeating the position once more loses"),
        "{sentence}"
    );
}

#[test]
fn what_follows_the_end_is_not_judged() {
    let answer = judge(&[IDLE, IDLE, "a0a1", "nonsense"]);
    let told = answer.one();
    assert_eq!(
        (verdict(told), &told["ply"]),
        (("draw", "repetition"), &8.into())
    );
    let mate = judge(&["--fen", "4k4/R8/9/9/9/9/9/9/9/3K4R w", "i0i9", "e9e8"]);
    assert_eq!(verdict(mate.one()), ("black_loses", "checkmate"));
    assert_eq!(mate.one()["ply"], 1);
    assert_eq!(mate.one()["cycle"], Value::Null);
    let stalemate = judge(&["--fen", "3k5/9/9/1R7/9/9/9/9/9/4K4 w", "b6b8"]);
    assert_eq!(verdict(stalemate.one()), ("black_loses", "stalemate"));
    let dead = judge(&["--fen", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1"]);
    assert_eq!(verdict(dead.one()), ("draw", "dead material"));
}

#[test]
fn the_options_are_the_terms() {
    let off = judge(&["--rulebook", "off", IDLE, IDLE]);
    assert_eq!(verdict(off.one()), ("none", "none"));
    assert_eq!(off.one()["rulebook"], "off");
    assert_eq!(off.one()["occurrences"], 3);
    assert_eq!(off.one()["cycle"], Value::Null);
    assert_eq!(
        off.one()["sentence"],
        "This position has occurred 3 times. The rule on repetition is off in this game."
    );
    let quiet = [
        "--fen",
        "3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 118 90",
        "e4e5",
        "d9d8",
    ];
    let with = |options: &[&str]| {
        let answer = judge(&[options, &quiet[..]].concat());
        (answer.one()["reason"].clone(), answer.one()["ply"].clone())
    };
    assert_eq!(with(&[]), ("no capture".into(), 2.into()));
    assert_eq!(
        with(&["--no-capture", "50"]),
        ("no capture".into(), 0.into())
    );
    assert_eq!(with(&["--no-capture", "61"]), ("none".into(), 2.into()));
    assert_eq!(with(&["--no-capture", "off"]), ("none".into(), 2.into()));
    // The casual rulebook ignores chases.
    let chase = CASES
        .split("\n\n")
        .find(|block| block.contains("red_loses: perpetual chase\n"));
    let field = |name: &str| {
        let mut lines = chase
            .expect("a chase")
            .lines()
            .filter_map(|line| line.split_once(' '));
        lines.find(|line| line.0 == name).expect("a field").1
    };
    let casual = judge(&[
        "--rulebook",
        "casual",
        "--fen",
        field("fen"),
        field("moves"),
    ]);
    assert_eq!(verdict(casual.one()), ("draw", "repetition"));
}

#[test]
fn the_chinese_rules_tell_natures_and_article() {
    let fen = "1Cbak4/1r2a4/c3b4/p8/2p1R4/6P1P/2P6/4B4/4A4/2BAK4 w";
    let round = "b9a9 b8a8 a9b9 a8b8";
    let moves = [round, round].join(" ");
    let answer = judge(&["--rulebook", "chinese", "--fen", fen, &moves]);
    let ruling = answer.one();
    assert_eq!(verdict(ruling), ("black_loses", "perpetual chase"));
    assert_eq!(ruling["natures"], serde_json::json!(vec!["chase"; 8]));
    assert_eq!(
        (&ruling["light"], &ruling["unsure"]),
        (&"red".into(), &false.into())
    );
    assert!(
        ruling["clause"]
            .as_str()
            .is_some_and(|rule| rule.contains("26.9"))
    );
    let warned = judge(&["--rulebook", "chinese", "--fen", fen, round]);
    assert_eq!(verdict(warned.one()), ("none", "none"));
}

#[test]
fn a_constructed_example_can_be_judged() {
    let answer = judge(&["--fen", "3k5/9/9/1P7/1P7/9/1P7/9/9/5K3 w", "b3b4"]);
    assert_eq!(verdict(answer.one()), ("none", "none"));
}

#[test]
fn every_game_of_every_file_is_judged_under_its_own_terms() {
    let moves = format!("{} {0} f0f1", ROUND.join(" "));
    let own = file("judged.xiangqi", &game(CHECKS, &moves, ""));
    let off = "\"rulebook\":\"off\",\"no_capture\":0,";
    let other = file(
        "judged-off.xiangqi",
        &game(&start(), &[IDLE; 3].join(" "), off),
    );
    let answer = judge(&[&own, &other]);
    assert_eq!((answer.status, answer.errors.as_str()), (0, ""));
    let [first, second] = &answer.lines[..] else {
        panic!("{answer:?}")
    };
    let keys: Vec<_> = first.as_object().expect("an object").keys().collect();
    assert_eq!(keys[..3], ["file", "game", "verdict"]);
    assert_eq!(
        (&first["file"], &first["game"]),
        (&own.as_str().into(), &1.into())
    );
    assert_eq!(
        (verdict(first), &first["ply"]),
        (("red_loses", "perpetual check"), &8.into())
    );
    assert_eq!(
        (verdict(second), &second["ply"]),
        (("none", "none"), &12.into())
    );
    assert_eq!(second["rulebook"], "off");
    let answer = judge(&["--rulebook", "asian", &other]);
    assert_eq!(
        (verdict(answer.one()), &answer.one()["ply"]),
        (("draw", "repetition"), &8.into())
    );
    let answer = judge(&["--no-capture", "3", &other]);
    assert_eq!(
        (verdict(answer.one()), &answer.one()["ply"]),
        (("draw", "no capture"), &6.into())
    );
}

#[test]
fn a_bad_file_does_not_stop_the_others() {
    let good = file("good.xiangqi", &game(&start(), "h2e2", ""));
    let damaged = file("damaged.xiangqi", &game(&start(), "h2e2 h9h8", ""));
    let newer = file(
        "newer.xiangqi",
        &game(&start(), "h2e2", "\"rulebook\":\"national\","),
    );
    let answer = judge(&["missing.xiangqi", &damaged, &good, "/dev/null/x", &newer]);
    assert_eq!(answer.status, 1);
    let files: Vec<_> = answer
        .lines
        .iter()
        .map(|line| line["file"].as_str())
        .collect();
    assert_eq!(files, [Some(good.as_str()), Some(newer.as_str())]);
    let errors: Vec<_> = answer.errors.lines().collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert_eq!(
        errors[0],
        "chuhe: missing.xiangqi: This file does not exist. It may have been moved or renamed: look for it elsewhere."
    );
    assert!(errors[1].starts_with(&format!("chuhe: {damaged}, game 1: Black’s move 1 (h9h8) ")));
    assert!(errors[3].contains("national"));
    // The caution is dropped if an option decides the matter, and is no failure otherwise.
    assert_eq!(judge(&[&newer]).status, 0);
    assert_eq!(
        judge(&["--rulebook", "off", &newer]).one()["rulebook"],
        "off"
    );
}

#[test]
fn an_illegal_move_is_told_with_its_ply_and_its_rule() {
    let answer = judge(&["h2e2", "h9g7", "b0d1"]);
    let blocked = "chuhe: ply 3, b0d1: The horse’s leg is blocked by the elephant on c0.\n";
    assert_eq!(answer.refusal(1), blocked);
    let cases = [
        ("h2e2 h2h9", "ply 2, h2h9: There is no piece to move."),
        ("h2e2 a0a1", "ply 2, a0a1: It is Black’s turn."),
        (
            "hello",
            "ply 1, hello: This is not a move. Type one like C2=5 or h2e2.",
        ),
        (
            "C1=5",
            "ply 1, C1=5: Red has no piece that can make this move. Check the piece and the file.",
        ),
    ];
    for (moves, why) in cases {
        assert_eq!(judge(&[moves]).refusal(1), format!("chuhe: {why}\n"));
    }
    let two = judge(&["--fen", "5k3/9/9/9/4R4/9/9/9/4R4/3K5 w", "R5=1"]);
    assert!(
        two.refusal(1)
            .starts_with("chuhe: ply 1, R5=1: This could be e")
    );
}

#[test]
fn a_start_that_is_no_good_is_told() {
    let no_fen = judge(&["--fen", "hello", "h2e2"]);
    assert!(
        no_fen
            .refusal(1)
            .starts_with("chuhe: --fen: The starting position cannot be read. ")
    );
    let impossible = judge(&["--fen", "4k4/9/9/9/9/9/9/9/9/4K4", "e0e1"]);
    let why = "chuhe: --fen: The starting position cannot be played. The generals face each other. Fix it in the program that wrote it.\n";
    assert_eq!(impossible.refusal(1), why);
}

#[test]
fn a_wrong_command_line_is_told() {
    let good = file("usage.xiangqi", &game(&start(), "h2e2", ""));
    let wrong: [&[&str]; 8] = [
        &[],
        &["--rulebook", "chess", "h2e2"],
        &["--no-capture", "0", "h2e2"],
        &["--no-capture", "1001", "h2e2"],
        &["--no-capture", "often", "h2e2"],
        &["h2e2", &good],
        &["--fen", CHECKS, &good],
        &["--nonsense"],
    ];
    for words in wrong {
        let answer = judge(words);
        assert!(answer.refusal(2).contains("--help"), "{answer:?}");
    }
    let help = judge(&["--help"]);
    assert!(help.status == 0 && help.text.contains("Examples:"));
}

#[test]
fn no_words_make_it_panic() {
    let long = "9".repeat(5000);
    let words: [&[&str]; 9] = [
        &[""],
        &[" ", "\t"],
        &["."],
        &["99999999999999999999."],
        &[&long],
        &["炮炮炮炮", "前"],
        &["--fen", "", "h2e2"],
        &["--fen", &long],
        &[
            "--fen",
            "3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 65535 65535",
            "--no-capture",
            "off",
            "e4e5 d9d8 e5e4 d8d9 e4e5",
        ],
    ];
    for words in words {
        let answer = judge(words);
        assert!(matches!(answer.status, 0 | 1), "{answer:?}");
        assert!(!answer.errors.contains("panicked"), "{answer:?}");
    }
}

#[test]
fn info_tells_what_was_agreed_on() {
    let terms = "\"rulebook\":\"casual\",\"no_capture\":0,";
    let path = file("agreed.xiangqi", &game(&start(), "h2e2", terms));
    let told = chuhe(&["info", "--json", &path]);
    assert_eq!(
        (&told.one()["rulebook"], &told.one()["no_capture"]),
        (&"casual".into(), &0.into())
    );
    let told = chuhe(&["info", &path]);
    assert!(
        told.text
            .contains("\n  rulebook: casual\n  limit without captures: none\n"),
        "{}",
        told.text
    );
}
