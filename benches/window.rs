//! What a player feels: start-up and memory beside gnome-chess, a frame, a full redraw, and rest.
//!
//! Needs a display, a C compiler and the development files of GTK; `make bench` provides them. Every figure is
//! a median; the two programs take turns in one run, so that their ratio holds on a noisy machine.
#![allow(clippy::print_stdout)] // A table for a person at a terminal is what this is for.

use chuhe::paint::{self, Theme};
use chuhe::rules::{Position, Side};
use chuhe::scene::{Layout, Scene, marks};
use chuhe::ui::BoardView;
use gtk::cairo;
use gtk::prelude::*;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;
const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");
const OTHER: &str = "/usr/games/gnome-chess";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    start_up()?;
    redraw()?;
    frame()?;
    rest()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Builds the library that reports the first frame of any GTK program.
fn preload() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("first_frame.so");
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "gtk4"])
        .output()?;
    let flags = String::from_utf8(flags.stdout)?;
    let built = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(folder.join("first_frame.c"))
        .args(flags.split_whitespace())
        .arg("-ldl")
        .status()?;
    if !built.success() {
        return Err("the preloaded library cannot be built".into());
    }
    Ok(library)
}

/// Milliseconds from exec to the first frame, and MiB resident then.
fn first_frame(program: &str, library: &Path) -> Result<(f64, f64)> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .env("LD_PRELOAD", library)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = child.stderr.take().ok_or("no standard error")?;
    let mut found = None;
    for line in BufReader::new(errors).lines() {
        if let Some(kib) = line?.strip_prefix("first-frame ") {
            let time = start.elapsed().as_secs_f64() * 1e3;
            found = Some((time, kib.trim().parse::<f64>()? / 1024.0));
        }
    }
    child.wait()?;
    found.ok_or_else(|| format!("{program} painted no frame").into())
}

fn start_up() -> Result<()> {
    let library = preload()?;
    let programs: Vec<&str> = [CHUHE, OTHER]
        .into_iter()
        .filter(|program| Path::new(program).exists())
        .collect();
    let mut figures = vec![(Vec::new(), Vec::new()); programs.len()];
    for round in 0..=ROUNDS {
        for (program, (times, sizes)) in programs.iter().zip(&mut figures) {
            let (time, size) = first_frame(program, &library)?;
            // The first round warms the caches.
            if round > 0 {
                times.push(time);
                sizes.push(size);
            }
        }
    }
    println!("start to first frame, {ROUNDS} rounds in turn, medians");
    let mut medians = Vec::new();
    for (program, (times, sizes)) in programs.iter().zip(&mut figures) {
        let (time, size) = (median(times), median(sizes));
        let name = Path::new(program)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        println!("  {name:<12} {time:7.1} ms {size:7.1} MiB");
        medians.push((time, size));
    }
    match medians[..] {
        [ours, theirs] => {
            println!(
                "  ratio        {:7.2}    {:7.2}",
                ours.0 / theirs.0,
                ours.1 / theirs.1
            );
        }
        _ => println!("  {OTHER} is not installed, so there is no ratio"),
    }
    Ok(())
}

/// A middle of a game with everything that can be marked.
fn busy_scene() -> Scene {
    let mut position = Position::start();
    for text in [
        "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "h0h6", "b9c7",
    ] {
        let mv = text.parse().expect("a move");
        position = position.play(mv).expect("a legal move");
    }
    let mut scene = Scene::of_board(position.board(), Side::Red);
    let chosen = "h6".parse().expect("a point");
    scene
        .marks
        .extend(marks::last_move("b9c7".parse().expect("a move")));
    scene.marks.extend(marks::chosen(&position, chosen));
    scene
}

/// Board and pieces drawn from nothing, as after a change of size.
fn redraw() -> Result<()> {
    let (scene, theme) = (busy_scene(), Theme::wood());
    println!("full redraw of board, pieces and marks, medians of 9");
    for (name, width, height) in [("1080p", 1920, 1080), ("4K", 3840, 2160)] {
        let layout = Layout::fit(f64::from(width), f64::from(height), 1.0, Side::Red);
        let mut times = Vec::new();
        for _ in 0..9 {
            let surface = cairo::ImageSurface::create(cairo::Format::ARgb32, width, height)?;
            let cr = cairo::Context::new(&surface)?;
            let start = Instant::now();
            paint::scene(&cr, &layout, &scene, &theme)?;
            surface.flush();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        println!("  {name:<12} {:7.1} ms", median(&mut times));
    }
    Ok(())
}

/// One frame put together from the kept textures.
fn frame() -> Result<()> {
    gtk::init()?;
    adw::init()?;
    let board = BoardView::default();
    board.set_scene(busy_scene(), false);
    let window = gtk::Window::builder()
        .default_width(900)
        .default_height(1000)
        .child(&board)
        .build();
    window.present();
    let context = gtk::glib::MainContext::default();
    let end = Instant::now() + Duration::from_millis(500);
    while Instant::now() < end {
        context.iteration(false);
    }
    let mut times = Vec::new();
    for _ in 0..301 {
        board.queue_draw();
        let snapshot = gtk::Snapshot::new();
        let start = Instant::now();
        window.snapshot_child(&board, &snapshot);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        drop(snapshot.to_node());
    }
    println!("one frame from kept textures, 32 pieces and 15 marks, median of 301");
    println!("  snapshot     {:7.3} ms", median(&mut times));
    window.destroy();
    Ok(())
}

/// Processor time of the program while nobody does anything.
fn rest() -> Result<()> {
    let mut child = Command::new(CHUHE).stderr(Stdio::null()).spawn()?;
    std::thread::sleep(Duration::from_secs(3));
    let ticks = |pid: u32| -> Result<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        Ok(fields[11].parse::<u64>()? + fields[12].parse::<u64>()?)
    };
    let before = ticks(child.id())?;
    std::thread::sleep(Duration::from_secs(5));
    let used = ticks(child.id())? - before;
    child.kill()?;
    child.wait()?;
    println!("at rest for 5 s: {used} clock ticks of processor time");
    Ok(())
}
