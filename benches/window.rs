//! Perceived performance: start-up and memory compared with gnome-chess, a frame, a full redraw, and idle load.
//!
//! Needs a display, a C compiler and the development files of GTK; `make bench` provides them. Every figure is a
//! median; the two programs alternate in one run, so that their ratio holds on a noisy machine. The number of rounds
//! may follow, as in `cargo bench --bench window -- 5`.

mod figures;
mod preload;

use crate::figures::{Figure, Figures, Goal, median, milliseconds};
use chuhe::paint::{self, Theme};
use chuhe::rules::{Position, Side};
use chuhe::scene::{Layout, Scene, marks};
use chuhe::ui::BoardView;
use gtk::cairo;
use gtk::prelude::*;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;
const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");
const OTHER: &str = "/usr/games/gnome-chess";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut figures = Figures::new("window");
    start_up(figures::rounds(ROUNDS), &mut figures)?;
    redraw(&mut figures)?;
    frame(&mut figures)?;
    rest(&mut figures)?;
    Ok(figures.publish()?)
}

/// Milliseconds from exec to the first frame, and MiB resident then.
fn first_frame(program: &str, library: &Path) -> Result<(f64, f64)> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .env("LD_PRELOAD", library)
        .env("LEAVE_AT_FIRST_FRAME", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = child.stderr.take().ok_or("no standard error")?;
    let mut found = None;
    for line in BufReader::new(errors).lines() {
        if let Some(kib) = line?.strip_prefix("first-frame ") {
            let time = milliseconds(start.elapsed());
            found = Some((time, kib.trim().parse::<f64>()? / 1024.0));
        }
    }
    child.wait()?;
    found.ok_or_else(|| format!("{program} painted no frame").into())
}

/// Start-up and memory, compared with the other program.
fn start_up(rounds: usize, figures: &mut Figures) -> Result<()> {
    let library = preload::build()?;
    let mut programs = vec![(CHUHE, Vec::new(), Vec::new())];
    if Path::new(OTHER).exists() {
        programs.push((OTHER, Vec::new(), Vec::new()));
    }
    for round in 0..=rounds {
        for (program, times, sizes) in &mut programs {
            let (time, size) = first_frame(program, &library)?;
            // The first round warms the caches.
            if round > 0 {
                times.push(time);
                sizes.push(size);
            }
        }
    }
    let mut medians = programs
        .iter()
        .map(|(_, times, sizes)| (median(times), median(sizes)));
    let (time, size) = medians.next().unwrap_or_default();
    let (other_time, other_size) = medians.next().unwrap_or_default();
    for (name, unit, ours, theirs, goal) in [
        ("start to first frame", "ms", time, other_time, 0.85),
        ("memory at the first frame", "MiB", size, other_size, 0.6),
    ] {
        let figure = Figure::new(name, unit, ours.ok_or("no round")?);
        figures.add(
            figure
                .beside("gnome-chess", theirs)
                .goal(Goal::RatioAtMost(goal)),
        );
    }
    Ok(())
}

/// A middlegame with every possible mark.
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

/// Board and pieces drawn from scratch, as after a change of size.
fn redraw(figures: &mut Figures) -> Result<()> {
    let (scene, theme) = (busy_scene(), Theme::wood());
    for (name, width, height) in [("1080p", 1920, 1080), ("4K", 3840, 2160)] {
        let layout = Layout::fit(f64::from(width), f64::from(height), 1.0, Side::Red);
        let mut times = Vec::new();
        for _ in 0..9 {
            let surface = cairo::ImageSurface::create(cairo::Format::ARgb32, width, height)?;
            let cr = cairo::Context::new(&surface)?;
            let start = Instant::now();
            paint::scene(&cr, &layout, &scene, &theme)?;
            surface.flush();
            times.push(milliseconds(start.elapsed()));
        }
        let time = median(&times).ok_or("no round")?;
        figures.add(Figure::new(format!("full redraw at {name}"), "ms", time));
    }
    Ok(())
}

/// One frame composed from the cached textures.
fn frame(figures: &mut Figures) -> Result<()> {
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
        times.push(milliseconds(start.elapsed()));
        drop(snapshot.to_node());
    }
    let time = median(&times).ok_or("no round")?;
    figures.add(Figure::new("one frame from kept textures", "ms", time));
    window.destroy();
    Ok(())
}

/// Processor time of the idle program.
fn rest(figures: &mut Figures) -> Result<()> {
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
    let name = "processor time in 5 s of rest";
    figures.add(Figure::new(name, "ticks", used as f64).goal(Goal::AtMost(0.0)));
    Ok(())
}
