//! `chuhe review`.

use crate::cli::{Answer, chuhe};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A game in which Black leaves a cannon to be captured.
const GAME: &str = "[Red \"A\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-I8 3. I0-H0 {[%cal Xa0a1] hm} H7-H3 $10 4. H0-H3 B9-C7 *\n";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for file in ["a.pgn", "b.pgn"] {
        fs::write(folder.join(file), GAME).expect("written");
    }
    fs::write(folder.join("c.txt"), "No game.").expect("written");
    folder
}

fn review(words: &[&str]) -> Answer {
    chuhe(&[&["review", "--nodes", "1500"], words].concat())
}

/// The turning points and the signs of a game.
fn told(game: &Value) -> (Vec<u64>, Vec<(usize, &str)>) {
    let points = game["turning_points"].as_array().expect("a list");
    let moves = game["moves"].as_array().expect("a list").iter().enumerate();
    let signs = moves.filter_map(|(ply, mv)| Some((ply + 1, mv["sign"].as_str()?)));
    (
        points.iter().filter_map(Value::as_u64).collect(),
        signs.collect(),
    )
}

#[test]
fn the_games_of_a_folder_are_reviewed_one_by_one() {
    let folder = folder("reviewed");
    let told_all = review(&[
        "--json",
        folder.join("a.pgn").to_str().expect("text"),
        folder.join("b.pgn").to_str().expect("text"),
    ]);
    assert_eq!(
        (told_all.status, told_all.lines.len()),
        (0, 2),
        "{told_all:?}"
    );
    for game in &told_all.lines {
        let (points, signs) = told(game);
        assert_eq!(points, [6]);
        assert!(signs.contains(&(6, "??")), "{signs:?}");
        let lost = &game["moves"][5];
        assert!(
            lost["better"][0].is_string() && lost["chances"].as_f64() > Some(0.5),
            "{lost}"
        );
        assert!(game["start"]["evaluation"].is_string());
        // Other programs read these.
        let names = |value: &Value| -> Vec<String> {
            let object = value.as_object().expect("an object");
            object.keys().cloned().collect()
        };
        let all = ["file", "game", "start", "moves", "turning_points"];
        assert_eq!(names(game), all);
        let of_bad = ["move", "evaluation", "chances", "sign", "better"];
        assert_eq!(names(lost), of_bad);
        assert_eq!(names(&game["moves"][0]), of_bad[..3]);
    }
    let by_folder = review(&["--json", folder.to_str().expect("text")]);
    assert_eq!(by_folder.lines.len(), 2, "{by_folder:?}");
}

#[test]
fn a_reviewed_game_is_the_game_with_more_in_it() {
    let folder = folder("annotated");
    let file = folder.join("a.pgn");
    let told = review(&[file.to_str().expect("text")]);
    assert_eq!((told.status, told.errors.as_str()), (0, ""));
    for part in [
        "[Red \"A\"]",
        "[%eval ",
        "[%cal Xa0a1] hm",
        "$4",
        "$10",
        "(",
    ] {
        assert!(told.text.contains(part), "{part}: {}", told.text);
    }
    // It can be reviewed again.
    fs::write(&file, &told.text).expect("written");
    assert_eq!(review(&[file.to_str().expect("text")]).text, told.text);
}

#[test]
fn another_engine_is_asked_and_what_is_none_is_refused() {
    let folder = folder("asked");
    let file = folder.join("a.pgn");
    let file = file.to_str().expect("text");
    // Our own engine, as any other program speaks with it.
    let script = folder.join("engine");
    let program = env!("CARGO_BIN_EXE_chuhe");
    executable(&script, &format!("#!/bin/sh\nexec '{program}' uci\n"));
    let script = script.to_str().expect("text");
    let told_all = review(&["--json", "--engine", script, file]);
    let (points, signs) = told(told_all.one());
    assert_eq!(points, [6]);
    assert!(signs.contains(&(6, "??")), "{signs:?}");
    for (name, text, why) in [
        (
            "dead",
            "#!/bin/sh\necho it is broken >&2\nexit 3\n",
            "it is broken",
        ),
        (
            "babble",
            "#!/bin/sh\nwhile :; do echo info string so; done\n",
            "UCCI",
        ),
        (
            "chess",
            "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e4;; esac; done\n",
            "Xiangqi",
        ),
    ] {
        let engine = folder.join(name);
        executable(&engine, text);
        let told = review(&["--json", "--engine", engine.to_str().expect("text"), file]);
        assert!(told.refusal(1).contains(why), "{told:?}");
    }
    let none = review(&["--engine", "/nowhere/at/all", file]);
    assert!(
        none.refusal(1).starts_with("chuhe: /nowhere/at/all: "),
        "{none:?}"
    );
    assert_eq!(review(&["--nodes", "0", file]).status, 2);
}

fn executable(path: &std::path::Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
}
