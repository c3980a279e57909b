//! `chuhe diagram`: its output is opened by other programs.

use crate::program::run;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FEN: &str = "4k4/9/9/9/9/9/9/9/4r4/3K5 w";
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn diagram(arguments: &[&str]) -> Output {
    run("diagram", arguments)
}

/// A picture written without error messages.
fn picture(name: &str, arguments: &[&str]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let output = diagram(&[arguments, &["-o", path.to_str().expect("a name")]].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.is_empty(), "{told}");
    path
}

fn complaint(arguments: &[&str], status: i32) -> String {
    let output = diagram(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Width, height and pixels of a picture file rendered by another program.
fn opened(path: &Path) -> (u32, u32, Vec<[u8; 3]>) {
    let made = path.with_extension("made.png");
    let path = path.to_str().expect("a name");
    let made_name = made.to_str().expect("a name");
    let done = if path.ends_with(".svg") {
        Command::new("rsvg-convert")
            .args([path, "-o", made_name])
            .status()
    } else if path.ends_with(".pdf") {
        let root = made_name.trim_end_matches(".png");
        let one = ["-r", "72", "-png", "-singlefile", path, root];
        Command::new("pdftoppm").args(one).status()
    } else {
        std::fs::copy(path, &made).expect("copied");
        Command::new("true").status()
    };
    assert!(done.expect("another program").success(), "{path}");
    let mut file = std::fs::File::open(&made).expect("a picture");
    let mut surface = cairo::ImageSurface::create_from_png(&mut file).expect("a picture");
    let (width, height) = (surface.width() as u32, surface.height() as u32);
    let data = surface.data().expect("the only owner");
    let pixels = data.as_chunks::<4>().0.iter().map(|p| [p[2], p[1], p[0]]);
    (width, height, pixels.collect())
}

/// Whether the Red general's place on the board of `FEN` has red ink: file 4 from Red's left, row 10.
fn has_red_general(path: &Path, is_flipped: bool) -> bool {
    let (width, height, pixels) = opened(path);
    let cell = f64::from(width) / 9.72;
    let (column, row) = if is_flipped { (5.0, 0.0) } else { (3.0, 9.0) };
    let middle = |along: f64, length: u32, cells: f64| {
        (f64::from(length) / 2.0 + (along - cells / 2.0) * cell) as i64
    };
    let (x, y) = (middle(column, width, 8.0), middle(row, height, 9.0));
    let reach = (cell * 0.3) as i64;
    let is_red = |[red, green, blue]: [u8; 3]| red > 120 && green < 70 && blue < 70;
    (y - reach..y + reach).any(|y| {
        (x - reach..x + reach).any(|x| is_red(pixels[(y * i64::from(width) + x) as usize]))
    })
}

#[test]
fn every_kind_of_picture_shows_the_board() {
    for kind in ["svg", "pdf", "png"] {
        for (flip, size) in [(false, 400), (true, 200)] {
            let text = size.to_string();
            let mut arguments = vec!["--fen", FEN, "--size", &text];
            if flip {
                arguments.push("--flip");
            }
            let path = picture(&format!("board-{flip}.{kind}"), &arguments);
            let (width, height, _) = opened(&path);
            assert_eq!(
                (width, height),
                (size, (f64::from(size) * 10.72 / 9.72).round() as u32)
            );
            assert!(has_red_general(&path, flip), "{kind}, {flip}");
            assert!(!has_red_general(&path, !flip), "{kind}, {flip}");
        }
    }
}

#[test]
fn outlines_stay_outlines() {
    let svg = std::fs::read_to_string(picture("outlines.svg", &["--fen", FEN])).expect("text");
    assert!(svg.contains("<path") && !svg.contains("<image") && !svg.contains("<text"));
}

#[test]
fn an_svg_of_all_pieces_is_light() {
    for pieces in ["traditional", "simplified", "international", "large-print"] {
        for board in ["wood", "slate"] {
            let look = ["--fen", START, "--pieces", pieces, "--board", board];
            let path = picture(&format!("{pieces}-{board}.svg"), &look);
            let bytes = std::fs::metadata(&path).expect("a file").len();
            assert!(bytes <= 200_000, "{pieces} on {board}: {bytes} bytes");
        }
    }
}

#[test]
fn an_svg_looks_like_the_picture_in_pixels() {
    // A cell of whole pixels in both.
    const CELL: usize = 60;
    for (board, pieces) in [("wood", "traditional"), ("slate", "international")] {
        let arguments = [
            "--fen", START, "--size", "584", "--board", board, "--pieces", pieces,
        ];
        let name = |kind| picture(&format!("alike-{board}.{kind}"), &arguments);
        let (width, _, svg) = opened(&name("svg"));
        let (_, _, png) = opened(&name("png"));
        for cell in 0..90 {
            let (left, top) = (22 + cell % 9 * CELL, 22 + cell / 9 * CELL);
            let mut apart = 0;
            for pixel in 0..CELL * CELL {
                let at = (top + pixel / CELL) * width as usize + left + pixel % CELL;
                let pair = svg[at].iter().zip(&png[at]);
                apart += pair
                    .map(|(one, other)| one.abs_diff(*other) as usize)
                    .sum::<usize>();
            }
            let apart = apart / (3 * CELL * CELL);
            assert!(apart < 20, "{board}, {cell}: {apart}");
        }
    }
}

#[test]
fn any_ply_of_any_game_of_a_file_is_drawn() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two.pgn");
    let text = "[Red \"a\"]\n\n1. h2e2 h9g7 *\n\n[Red \"b\"]\n\n1. c3c4 *\n";
    std::fs::write(&file, text).expect("written");
    let file = file.to_str().expect("a name");
    let drawn = |name: &str, arguments: &[&str]| {
        let path = picture(name, &[&[file], arguments].concat());
        std::fs::read(path).expect("a picture")
    };
    let start = drawn("start.png", &["--ply", "0"]);
    assert_eq!(start, drawn("second.png", &["--ply", "0", "--game", "2"]));
    let end = drawn("end.png", &[]);
    assert_eq!(end, drawn("two.png", &["--ply", "2"]));
    assert_ne!(end, drawn("one.png", &["--ply", "1"]));
    assert_ne!(end, drawn("other.png", &["--game", "2"]));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no.png");
    let out = out.to_str().expect("a name");
    let told = complaint(&[file, "--ply", "3", "-o", out], 1);
    assert!(told.contains("there is no ply 3; the game has 2"), "{told}");
    let told = complaint(&[file, "--game", "3", "-o", out], 1);
    assert!(
        told.contains("there is no game 3; the file holds 2 games"),
        "{told}"
    );
    assert!(!Path::new(out).exists());
}

#[test]
fn names_stand_above_and_below_the_same_board() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named.pgn");
    let drawn = |text: &str, arguments: &[&str]| {
        std::fs::write(&file, text).expect("written");
        let file = file.to_str().expect("a name");
        opened(&picture("named.png", &[&[file], arguments].concat()))
    };
    let named = "[Red \"a\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n";
    let (width, height, plain) = drawn(named, &[]);
    let (_, taller, end) = drawn(named, &["--names"]);
    let band = ((taller - height) / 2 * width) as usize;
    assert!(band > 20 * width as usize);
    // But for the shadow of a general, above the board.
    let shadow = 3 * width as usize;
    let board = end[band + shadow..].iter().flatten();
    let board = board.zip(plain[shadow..].iter().flatten());
    let apart = board.map(|(named, plain)| named.abs_diff(*plain)).max();
    assert!(apart < Some(4), "{apart:?}");
    let (_, _, flipped) = drawn(named, &["--names", "--flip"]);
    assert!(end[..band] != flipped[..band]);
    // No result before the end.
    let (_, _, before) = drawn(named, &["--names", "--ply", "1"]);
    assert!(before[..band] != end[..band]);
    // Without a name there are no plates.
    let nameless = named.replace("\"a\"", "\"\"");
    assert!(drawn(&nameless, &["--names"]) == (width, height, plain));
}

#[test]
fn what_is_asked_wrongly_is_told() {
    assert!(complaint(&["--fen", FEN, "-o", "x.gif"], 2).contains(".svg, .pdf or .png"));
    assert!(complaint(&["-o", "x.png"], 2).contains("FILE"));
    assert!(complaint(&["--fen", FEN], 2).contains("--output"));
    assert!(complaint(&["--fen", FEN, "--size", "9", "-o", "x.png"], 2).contains("--size"));
    assert!(complaint(&["--fen", "9/9", "-o", "x.png"], 1).starts_with("chuhe: --fen: "));
    assert!(complaint(&["missing.pgn", "-o", "x.png"], 1).contains("missing.pgn"));
    let told = complaint(&["--fen", FEN, "-o", "/nowhere/x.png"], 1);
    assert!(told.contains("/nowhere/x.png"), "{told}");
}

#[test]
fn every_choice_of_the_look_is_drawn_and_no_other_word_is_taken() {
    let drawn = |name: &str, option: &[&str]| {
        let arguments = [&["--fen", FEN, "--size", "200"], option].concat();
        opened(&picture(&format!("look-{name}.png"), &arguments)).2
    };
    let usual = drawn("usual", &[]);
    for (option, words, by_default) in [
        (
            "--pieces",
            &["traditional", "simplified", "international", "large-print"][..],
            "traditional",
        ),
        (
            "--board",
            &["wood", "paper", "slate", "high-contrast"],
            "wood",
        ),
        (
            "--labels",
            &["file-numbers", "coordinates", "none"],
            "file-numbers",
        ),
    ] {
        let pictures: Vec<_> = words
            .iter()
            .map(|word| drawn(word, &[option, word]))
            .collect();
        for (index, (word, picture)) in words.iter().zip(&pictures).enumerate() {
            assert_eq!(*picture == usual, *word == by_default, "{option} {word}");
            assert!(!pictures[..index].contains(picture), "{option} {word}");
        }
        let told = complaint(&["--fen", FEN, "-o", "x.png", option, "runes"], 2);
        assert!(told.contains(words[1]), "{told}");
    }
    let both = ["--fen", FEN, "-o", "x.png", "--paper", "--board", "slate"];
    assert!(complaint(&both, 2).contains("--paper"));
}
