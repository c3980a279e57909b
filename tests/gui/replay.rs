//! Animated pictures of a game: the output is decoded by an independent reader and compared with the board.

use crate::program::{folder, run};
use chuhe::paint::{self, Replay, Theme};
use chuhe::rules::{BySide, History, Setup, Side};
use chuhe::scene::{Look, PlateResult, Plates, Scene};
use gif::{ColorOutput, DecodeOptions, Repeat};
use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::process::{Command, Output};

/// A cannon takes a horse with check, and Black answers.
const MOVES: &str = "h2e2 h9g7 e2e6 g7e6 h0g2";

fn game(moves: &str) -> History {
    let mut game = History::new(Setup::start()).expect("the start");
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}

fn written(replay: &Replay, game: &History) -> Vec<u8> {
    let mut bytes = Vec::new();
    let done = replay.write(game, &mut bytes, |_| Continue(()));
    done.expect("written");
    bytes
}

/// The frames of a replay as displayed, with their durations.
struct Seen {
    size: (usize, usize),
    pictures: Vec<(u16, Vec<[u8; 3]>)>,
    /// Number of pixels drawn in each frame.
    drawn: Vec<usize>,
    repeat: Repeat,
}

fn seen(bytes: &[u8]) -> Seen {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(bytes).expect("a GIF");
    let size = (usize::from(reader.width()), usize::from(reader.height()));
    let mut canvas = vec![[0; 3]; size.0 * size.1];
    let (mut pictures, mut drawn) = (Vec::new(), Vec::new());
    while let Some(frame) = reader.read_next_frame().expect("a whole GIF") {
        let pixels = frame.buffer.as_chunks::<4>().0;
        for (index, pixel) in pixels.iter().enumerate() {
            let (width, left) = (usize::from(frame.width), usize::from(frame.left));
            let (column, row) = (index % width + left, index / width);
            if let [red, green, blue, 255] = *pixel {
                canvas[(row + usize::from(frame.top)) * size.0 + column] = [red, green, blue];
            }
        }
        drawn.push(pixels.len());
        pictures.push((frame.delay, canvas.clone()));
    }
    let repeat = reader.repeat();
    Seen {
        size,
        pictures,
        drawn,
        repeat,
    }
}

/// Difference of two pictures: the mean over all components of all pixels, and the fraction of pixels that differ much.
/// Corners, which a board alone does not fill, are excluded.
fn apart(picture: &[[u8; 3]], scene: &Scene, width: u32) -> (f64, f64) {
    let mut surface = paint::raster(scene, width, &Theme::wood()).expect("a picture");
    let data = surface.data().expect("the only owner");
    let (mut sum, mut much) = (0, 0);
    for (one, other) in picture.iter().zip(data.as_chunks::<4>().0) {
        if other[3] < 255 {
            continue;
        }
        let other = [other[2], other[1], other[0]];
        let parts = one
            .iter()
            .zip(other)
            .map(|(one, other)| one.abs_diff(other));
        let most = parts.clone().max().unwrap_or_default();
        sum += parts.map(u64::from).sum::<u64>();
        much += u64::from(most > 40);
    }
    let count = picture.len() as f64;
    (sum as f64 / count / 3.0, much as f64 / count)
}

#[test]
fn every_position_is_seen_as_on_the_board() {
    let game = game(MOVES);
    for (bottom, width) in [(Side::Red, 360), (Side::Black, 250)] {
        let replay = Replay {
            width,
            hold: 50,
            bottom,
            look: Look::default(),
            plates: None,
        };
        let seen = seen(&written(&replay, &game));
        let height = paint::height(width.into()) as usize;
        assert_eq!(seen.size, (usize::from(width), height));
        assert_eq!(seen.repeat, Repeat::Infinite);
        let delays: Vec<_> = seen.pictures.iter().map(|(delay, _)| *delay).collect();
        assert_eq!(delays, [50, 50, 50, 50, 50, 350]);
        for (ply, (_, picture)) in seen.pictures.iter().enumerate() {
            let last = ply.checked_sub(1).map(|before| game.plies()[before].mv);
            let scene = Scene::of_position(&game.positions()[ply], last, bottom);
            let (mean, much) = apart(picture, &scene, width.into());
            assert!(mean < 3.0 && much < 0.002, "ply {ply}: {mean}, {much}");
        }
        let start = Scene::of_position(&game.positions()[0], None, bottom);
        let (_, much) = apart(&seen.pictures[1].1, &start, width.into());
        assert!(much > 0.01, "a moved piece makes a difference: {much}");
    }
}

#[test]
fn names_are_shown_throughout_and_results_at_the_end() {
    let named = |results| Replay {
        width: 250,
        hold: 50,
        bottom: Side::Red,
        look: Look::default(),
        plates: Some(Plates {
            names: BySide::new(|side| format!("{side:?}")),
            results,
        }),
    };
    let result = PlateResult {
        score: "½",
        reason: "",
    };
    let game = game("a0a1 a9a8");
    let [open, ended] = [None, Some(BySide::new(|_| result.clone()))]
        .map(|results| seen(&written(&named(results), &game)));
    let plain = paint::height(250) as usize;
    assert!(open.size.1 > plain + 2 * 20, "{:?}", open.size);
    assert!(open.pictures[..2] == ended.pictures[..2]);
    let band = (open.size.1 - plain) / 2 * open.size.0;
    let [open, ended] = [&open.pictures[2].1, &ended.pictures[2].1];
    let whole = open.len();
    assert!(open[..band] != ended[..band]);
    assert!(open[whole - band..] != ended[whole - band..]);
    assert!(open[band..whole - band] == ended[band..whole - band]);
}

#[test]
fn only_what_changes_is_drawn_again() {
    let replay = Replay {
        width: 360,
        hold: 100,
        bottom: Side::Red,
        look: Look::default(),
        plates: None,
    };
    let seen = seen(&written(&replay, &game("a0a1 a9a8 a1a0 a8a9")));
    let whole = seen.size.0 * seen.size.1;
    assert_eq!(seen.drawn[0], whole);
    // Two adjacent points, with their marks and those of the other side.
    assert!(seen.drawn[1] < whole / 30, "{:?}", seen.drawn);
    assert!(
        seen.drawn[2..].iter().all(|drawn| *drawn < whole / 5),
        "{:?}",
        seen.drawn
    );
}

#[test]
fn a_game_without_a_move_has_one_picture() {
    let replay = Replay {
        width: 120,
        hold: 200,
        bottom: Side::Red,
        look: Look::default(),
        plates: None,
    };
    let seen = seen(&written(&replay, &game("")));
    assert_eq!(seen.pictures.len(), 1);
    assert_eq!(seen.pictures[0].0, 500);
    assert_eq!(replay.length(0), 500);
    assert_eq!(replay.length(99), 100 * 200 + 300);
}

/// Counts the bytes written.
struct Counted<'a>(&'a Cell<usize>);

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn pictures_are_written_as_they_are_made_until_someone_ends_it() {
    let game = game(&"a0a1 a9a8 a1a0 a8a9 ".repeat(20));
    let replay = Replay {
        width: 120,
        hold: 100,
        bottom: Side::Red,
        look: Look::default(),
        plates: None,
    };
    let (count, told) = (Cell::new(0), Cell::new(0));
    let ended = replay.write(&game, Counted(&count), |done| {
        assert_eq!(done, told.replace(done + 1));
        let so_far = count.get();
        assert!(done == 0 || so_far > 2000 + 50 * done, "{done}: {so_far}");
        if done == 40 { Break(()) } else { Continue(()) }
    });
    let error = ended.expect_err("it was ended");
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    assert_eq!(told.get(), 41);
}

#[test]
fn a_full_disk_is_told() {
    let game = game(MOVES);
    let replay = Replay {
        width: 120,
        hold: 100,
        bottom: Side::Red,
        look: Look::default(),
        plates: None,
    };
    let full = std::fs::File::options().write(true).open("/dev/full");
    let error = replay.write(&game, full.expect("a device"), |_| Continue(()));
    let error = error.expect_err("no room");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

// ---- The command line ----

fn replay(arguments: &[&str]) -> Output {
    run("replay", arguments)
}

/// A file of two games, the second of three plies.
fn two_games(folder: &Path) -> String {
    let path = folder.join("games.pgn");
    let games = "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n1. C2=5 H8+7 *\n\n\
                 [Game \"Chinese Chess\"]\n[Red \"B\"]\n\n1. C2=5 H8+7 2. H2+3 1-0\n";
    std::fs::write(&path, games).expect("written");
    path.to_str().expect("a name").to_owned()
}

#[test]
fn another_program_opens_what_the_command_line_writes() {
    let folder = folder("replay-opened");
    let (games, out) = (two_games(&folder), folder.join("out.gif"));
    let out = out.to_str().expect("a name");
    let options = ["--game", "2", "--seconds", "0.5", "--size", "200", "--flip"];
    let done = replay(&[&[&games, "-o", out], &options[..]].concat());
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let told = Command::new("identify")
        .args(["-format", "%m %W %H %T\n", out])
        .output()
        .expect("another program");
    let told = String::from_utf8(told.stdout).expect("text");
    let size = format!("GIF 200 {}", paint::height(200));
    let expected = format!("{size} 50\n{size} 50\n{size} 50\n{size} 350\n");
    assert_eq!(told, expected);
}

#[test]
fn what_cannot_be_written_is_said_and_leaves_nothing() {
    let folder = folder("replay-refused");
    let games = two_games(&folder);
    let at = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let said = |arguments: &[&str], status: i32| {
        let done = replay(arguments);
        assert_eq!(done.status.code(), Some(status), "{done:?}");
        String::from_utf8(done.stderr).expect("text")
    };
    let missing = said(&[&games, "-o", &at("none/out.gif")], 1);
    let why = chuhe::words::writing_error(&std::io::ErrorKind::NotFound.into());
    assert!(
        missing.contains(&format!("none/out.gif: {why}")),
        "{missing}"
    );
    let third = said(&[&games, "--game", "3", "-o", &at("out.gif")], 1);
    assert!(
        third.contains("there is no game 3; the file holds 2 games"),
        "{third}"
    );
    let suffix = said(&[&games, "-o", &at("out.mp4")], 2);
    assert!(suffix.contains("OUT must end in .gif"), "{suffix}");
    let fast = said(&[&games, "--seconds", "0", "-o", &at("out.gif")], 2);
    assert!(fast.contains("expected a number from 0.1 to 60"), "{fast}");
    let small = said(&[&games, "--size", "10", "-o", &at("out.gif")], 2);
    assert!(small.contains("120..=1440"), "{small}");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
}
