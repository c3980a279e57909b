//! `chuhe convert`, tested by running the program.

use crate::program::folder;
use encoding_rs::{BIG5, GB18030};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const GAMES: &str = "[Event \"一\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {好} 馬８进７ 1-0\n\n[Event \"二\"]\n\n1. C2.5 (1. P7+1) *\n";

/// The exit status and the error messages.
fn convert(folder: &Path, words: &[&str]) -> (i32, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("convert")
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    assert_eq!(done.stdout, b"");
    let errors = String::from_utf8(done.stderr).expect("text");
    (done.status.code().expect("no signal"), errors)
}

/// Converts standard input to standard output: the exit status, the output and the error messages.
fn piped(words: &[&str], input: &[u8]) -> (i32, Vec<u8>, String) {
    let mut running = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("convert")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut pipe = running.stdin.take().expect("a pipe");
    pipe.write_all(input).expect("it reads");
    drop(pipe);
    let done = running.wait_with_output().expect("it ends");
    let errors = String::from_utf8(done.stderr).expect("text");
    (done.status.code().expect("no signal"), done.stdout, errors)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

#[test]
fn several_games_become_pgn_in_any_notation() {
    let folder = folder("convert-notations");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    for (notation, move_text) in [
        ("iccs", "1. H2-E2 {好} 1... H9-G7 1-0"),
        ("wxf", "1. C2.5 {好} 1... H8+7 1-0"),
        ("chinese", "1. 炮二平五 {好} 1... 马８进７ 1-0"),
        ("traditional", "1. 炮二平五 {好} 1... 馬８進７ 1-0"),
        ("vietnamese", "1. P2-5 {好} 1... M8.7 1-0"),
    ] {
        let done = convert(&folder, &["in.pgn", "out.pgn", "--notation", notation]);
        assert_eq!(done, (0, String::new()));
        let text = fs::read_to_string(folder.join("out.pgn")).expect("a file");
        assert!(text.contains(move_text), "{text}");
        assert_eq!(text.matches("[Game \"Chinese Chess\"]").count(), 2);
    }
}

#[test]
fn several_games_become_a_library_and_pgn_again() {
    let folder = folder("convert-library");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    for (input, output) in [
        ("in.pgn", "games.cbl"),
        ("games.cbl", "out.pgn"),
        ("in.pgn", "same.pgn"),
    ] {
        assert_eq!(convert(&folder, &[input, output]), (0, String::new()));
    }
    let read = |name| fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(read("out.pgn"), read("same.pgn"));
}

#[test]
fn a_place_that_is_none_is_told_as_one_to_read_or_to_write() {
    let folder = folder("convert-places");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    fs::create_dir_all(folder.join("folder.pgn")).expect("made");
    let cases = [
        [
            "in.pgn",
            "none/out.pgn",
            "none/out.pgn: This folder does not exist.",
        ],
        [
            "in.pgn",
            "in.pgn/out.pgn",
            "in.pgn/out.pgn: This folder does not exist.",
        ],
        [
            "in.pgn",
            "folder.pgn",
            "folder.pgn: This is a folder. Enter the name of a file in it.",
        ],
        [
            "none/in.pgn",
            "out.pgn",
            "none/in.pgn: This file does not exist.",
        ],
        [
            "folder.pgn",
            "out.pgn",
            "folder.pgn: This is a folder. Choose a file in it.",
        ],
    ];
    for [input, output, why] in cases {
        let (status, errors) = convert(&folder, &[input, output]);
        assert_eq!(status, 1);
        assert!(errors.starts_with(&format!("chuhe: {why}")), "{errors}");
    }
}

#[test]
fn the_old_file_is_replaced_as_a_whole_or_stays() {
    let folder = folder("convert-whole");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    fs::write(folder.join("real.pgn"), "old").expect("written");
    std::os::unix::fs::symlink("real.pgn", folder.join("out.pgn")).expect("linked");
    assert_eq!(convert(&folder, &["in.pgn", "out.pgn"]).0, 0);
    let text = fs::read_to_string(folder.join("real.pgn")).expect("a file");
    assert!(text.contains("H2-E2"), "{text}");
    let mut mode = fs::metadata(folder.join("real.pgn"))
        .expect("a file")
        .permissions();
    mode.set_readonly(true);
    fs::set_permissions(folder.join("real.pgn"), mode).expect("changed");
    let (status, errors) = convert(&folder, &["in.pgn", "out.pgn", "--notation", "wxf"]);
    assert_eq!(status, 1);
    assert!(errors.starts_with("chuhe: out.pgn: "), "{errors}");
    assert_eq!(fs::read_to_string(folder.join("real.pgn")).ok(), Some(text));
    let left = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(left, 3, "no draft is left");
}

#[test]
fn one_game_is_chosen_where_only_one_fits() {
    let folder = folder("convert-choice");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    let (status, errors) = convert(&folder, &["in.pgn", "out.xiangqi"]);
    assert_eq!(status, 1);
    assert!(
        errors.contains("2 games") && !folder.join("out.xiangqi").exists(),
        "{errors}"
    );
    assert_eq!(
        convert(&folder, &["in.pgn", "out.xiangqi", "--game", "2"]),
        (0, String::new())
    );
    assert_eq!(
        convert(&folder, &["out.xiangqi", "again.pgn"]),
        (0, String::new())
    );
    let text = fs::read_to_string(folder.join("again.pgn")).expect("a file");
    assert!(
        text.contains("[Event \"二\"]") && text.contains("1. H2-E2 (1. C3-C4) *"),
        "{text}"
    );
    assert_eq!(
        convert(&folder, &["in.pgn", "out.xiangqi", "--game", "3"]).0,
        1
    );
    assert_eq!(
        convert(&folder, &["in.pgn", "out.xiangqi", "--game", "0"]).0,
        1
    );
}

#[test]
fn what_cannot_be_done_is_told_and_nothing_is_lost() {
    let folder = folder("convert-refusals");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    fs::hard_link(folder.join("in.pgn"), folder.join("same.pgn")).expect("a link");
    for words in [
        ["in.pgn", "in.pgn"],
        ["in.pgn", "./in.pgn"],
        ["in.pgn", "same.pgn"],
    ] {
        assert_eq!(convert(&folder, &words).0, 2, "{words:?}");
    }
    assert_eq!(
        fs::read_to_string(folder.join("in.pgn")).expect("a file"),
        GAMES
    );
    for words in [
        ["in.pgn", "out"],
        ["in.pgn", "out.doc"],
        ["in.pgn", "out.cbf"],
    ] {
        assert_eq!(convert(&folder, &words).0, 2, "{words:?}");
    }
    assert_eq!(convert(&folder, &["missing.pgn", "out.pgn"]).0, 1);
    assert_eq!(convert(&folder, &["in.pgn", "missing/out.pgn"]).0, 1);
    fs::write(folder.join("bad.pgn"), "[Red \"x\"]\n1. h2e2 i9i5 *").expect("written");
    let (status, errors) = convert(&folder, &["bad.pgn", "out.pgn"]);
    assert_eq!(status, 1);
    assert!(
        errors.contains("game 1") && errors.contains("i9i5"),
        "{errors}"
    );
    assert!(errors.ends_with("chuhe: out.pgn: written, but incomplete: see the warnings above\n"));
    let text = fs::read_to_string(folder.join("out.pgn")).expect("what could be read");
    assert!(text.ends_with("\n1. H2-E2 *\n"), "{text}");
}

#[test]
fn games_come_through_a_pipe_and_go_through_one() {
    let (status, output, errors) = piped(&["-", "-", "--to", "pgn"], GAMES.as_bytes());
    assert_eq!((status, errors.as_str()), (0, ""));
    let text = String::from_utf8(output).expect("text");
    assert_eq!(text.matches("[Game ").count(), 2);
    let (status, output, _) = piped(&["--to", "xqf", "--game", "1", "-"], GAMES.as_bytes());
    assert!(status == 0 && output.starts_with(b"XQ"));
    let (status, output, errors) = piped(&["--to", "pgn", "-"], b"");
    assert_eq!((status, output.len()), (1, 0));
    assert!(
        errors.starts_with("chuhe: -: The file is empty."),
        "{errors}"
    );
    assert_eq!(piped(&["-", "-"], b"").0, 2);
    assert_eq!(piped(&["-"], b"").0, 2);
}

#[test]
fn what_is_added_to_a_file_by_the_shell_replaces_nothing() {
    let folder = folder("convert-descriptors");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    let all = folder.join("all.pgn");
    fs::write(&all, "before\n").expect("written");
    for output in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        for words in [
            &["--append", "--to", "pgn", "-o"][..],
            &["--to", "pgn", "-o"],
        ] {
            let open = File::options().append(true).open(&all).expect("open");
            let done = Command::new(env!("CARGO_BIN_EXE_chuhe"))
                .arg("convert")
                .args(words)
                .args([output, "in.pgn"])
                .current_dir(&folder)
                .stdout(open)
                .status();
            assert!(done.expect("the program runs").success(), "{output}");
        }
    }
    let text = fs::read_to_string(&all).expect("a file");
    assert!(text.starts_with("before\n["), "{text}");
    assert_eq!(text.matches("[Game ").count(), 16);
}

#[test]
fn files_are_put_together_added_to_and_taken_apart() {
    let folder = folder("convert-many");
    fs::write(folder.join("two.pgn"), GAMES).expect("written");
    fs::write(folder.join("one.txt"), "红方：甲/乙\n1. 炮二平五 马8进7").expect("written");
    let done = convert(
        &folder,
        &["two.pgn", "one.txt", "-o", "all.pgn", "--notation", "wxf"],
    );
    assert_eq!(done, (0, String::new()));
    let all = fs::read_to_string(folder.join("all.pgn")).expect("a file");
    assert_eq!(all.matches("[Game ").count(), 3);
    // A file that cannot be read does not stop the others.
    let (status, errors) = convert(&folder, &["none.pgn", "one.txt", "-o", "rest.pgn"]);
    assert!(
        status == 1 && errors.starts_with("chuhe: none.pgn: "),
        "{errors}"
    );
    assert!(
        errors.contains("rest.pgn: written, but incomplete"),
        "{errors}"
    );

    let done = convert(&folder, &["one.txt", "-o", "two.pgn", "--append"]);
    assert_eq!(done, (0, String::new()));
    let added = fs::read_to_string(folder.join("two.pgn")).expect("a file");
    assert!(
        added.starts_with(GAMES) && added.ends_with("1. H2-E2 H9-G7 *\n"),
        "{added}"
    );
    assert_eq!(
        convert(&folder, &["one.txt", "--append", "-o", "new.pgn"]).0,
        0
    );
    assert_eq!(
        convert(&folder, &["two.pgn", "--append", "-o", "one.txt"]).0,
        2
    );

    let split = ["--split", "--to", "xqf", "-o", "apart", "two.pgn"];
    assert_eq!(convert(&folder, &split).0, 0);
    let apart = [
        "0001 Red – Black.xqf",
        "0002 Red – Black.xqf",
        "0003 甲-乙 – Black.xqf",
    ];
    assert_eq!(names(&folder.join("apart")), apart);
    let (status, errors) = convert(&folder, &split);
    assert!(
        status == 1 && errors.contains("the file already exists"),
        "{errors}"
    );
    // Forgetting -o would have replaced the last file.
    assert_eq!(convert(&folder, &["two.pgn", "one.txt", "all.pgn"]).0, 2);
    assert_eq!(
        convert(&folder, &["--to", "pgn", "two.pgn", "apart/x.xqf"]).0,
        2
    );
    assert_eq!(
        convert(&folder, &["two.pgn", "one.txt", "-o", "all.xqf"]).0,
        2
    );
}

#[test]
fn a_dash_is_never_the_name_of_a_file_or_folder() {
    let folder = folder("convert-dash");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    for output in ["-", "/dev/stdout"] {
        for words in [&["-o", output, "in.pgn"][..], &["in.pgn", output]] {
            let (status, errors) = convert(&folder, &[&["--split", "--to", "xqf"], words].concat());
            assert_eq!(status, 2, "{errors}");
            assert!(errors.contains("--split needs a folder"), "{errors}");
        }
    }
    assert_eq!(names(&folder), ["in.pgn"]);
    fs::create_dir(folder.join("-")).expect("a folder");
    let mut done = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let done = done
        .args(["convert", "--to", "pgn", "-"])
        .current_dir(&folder)
        .stdin(File::open(folder.join("in.pgn")).expect("a file"))
        .output();
    let done = done.expect("the program runs");
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(done.stdout.starts_with(b"[Game "));
}

#[test]
fn older_programs_get_their_character_set_and_line_ends() {
    let folder = folder("convert-encoding");
    fs::write(folder.join("in.pgn"), GAMES).expect("written");
    let chinese = |charset, output| {
        [
            "in.pgn",
            output,
            "--encoding",
            charset,
            "--notation",
            "traditional",
        ]
    };
    assert_eq!(
        convert(&folder, &chinese("gb18030", "gb.pgn")),
        (0, String::new())
    );
    let text = |name: &str, encoding: &'static encoding_rs::Encoding| {
        let bytes = fs::read(folder.join(name)).expect("a file");
        let (text, _, is_damaged) = encoding.decode(&bytes);
        assert!(!is_damaged);
        text.into_owned()
    };
    let written = text("gb.pgn", GB18030);
    assert!(
        written.contains("炮二平五 {好} 1... 馬８進７ 1-0\r\n"),
        "{written}"
    );
    assert_eq!(
        convert(&folder, &chinese("big5", "big5.pgn")),
        (0, String::new())
    );
    assert_eq!(text("big5.pgn", BIG5), written);
    let simplified = [
        "in.pgn",
        "out.pgn",
        "--encoding",
        "big5",
        "--notation",
        "chinese",
    ];
    let (status, errors) = convert(&folder, &simplified);
    assert!(
        status == 1 && errors.contains("Big5 lacks these characters: 马进."),
        "{errors}"
    );
    assert!(!folder.join("out.pgn").exists());
    fs::write(folder.join("rare.pgn"), "[Red \"😀\"]\n\n1. h2e2 *\n").expect("written");
    let (status, errors) = convert(&folder, &["rare.pgn", "rare.ubb", "--encoding", "gb18030"]);
    assert!(
        status == 0 && errors.contains("GBK do not show these characters: 😀."),
        "{errors}"
    );
    assert_eq!(convert(&folder, &["rare.ubb", "again.pgn"]).0, 0);
    assert!(
        fs::read_to_string(folder.join("again.pgn"))
            .expect("a file")
            .contains("😀")
    );
    assert_eq!(
        convert(&folder, &["rare.pgn", "rare.xqf", "--encoding", "gb18030"]).0,
        2
    );
}

#[test]
fn a_folder_stands_for_the_games_in_it() {
    let folder = folder("convert-folder");
    fs::create_dir_all(folder.join("in/below")).expect("made");
    fs::write(folder.join("in/two.pgn"), GAMES).expect("written");
    fs::write(
        folder.join("in/below/one.pgn"),
        "[Red \"C\"]\n\n1. h2e2 *\n",
    )
    .expect("written");
    fs::write(folder.join("in/note.md"), "no game").expect("written");
    assert_eq!(convert(&folder, &["-o", "all.pgn", "in"]).0, 0);
    let all = fs::read_to_string(folder.join("all.pgn")).expect("written");
    assert_eq!(all.matches("[Result ").count(), 3, "{all}");
    // A file named beside it is read as well, and one in it cannot be written.
    assert_eq!(convert(&folder, &["-o", "more.pgn", "in", "all.pgn"]).0, 0);
    let more = fs::read_to_string(folder.join("more.pgn")).expect("written");
    assert_eq!(more.matches("[Result ").count(), 6);
    let (status, errors) = convert(&folder, &["-o", "in/two.pgn", "in"]);
    assert_eq!(status, 2);
    assert!(errors.contains("it would be lost"), "{errors}");
}

#[test]
fn nothing_is_added_to_games_of_another_kind() {
    let folder = folder("convert-other-kind");
    let chess = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    fs::write(folder.join("one.txt"), GAMES).expect("written");
    for there in [chess.to_owned(), format!("{chess}\n{chess}")] {
        fs::write(folder.join("west.pgn"), &there).expect("written");
        let (status, errors) = convert(&folder, &["--append", "-o", "west.pgn", "one.txt"]);
        assert_eq!(status, 1);
        assert!(errors.contains("games of chess"), "{errors}");
        let now = fs::read_to_string(folder.join("west.pgn")).expect("there");
        assert_eq!(now, there);
    }
}
