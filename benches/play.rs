//! Perceived speed at the board: time from an input to its frame, also on a slow disk, and the number of wakeups.
//!
//! Needs the same tools as `window`, and xdotool; `make bench` provides them. The program is operated with a mouse,
//! half of the moves by pressing on two points and half by dragging; the number of moves may follow, as in `cargo bench
//! --bench play -- 8`. A preloaded library reports when the X server had an input and when its frame was drawn.

mod figures;
mod preload;

use crate::figures::{Figure, Figures, Goal, median, quantile};
use chuhe::rules::{Move, Point, Position};
use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");
/// Number of moves to play, each of two inputs.
const MOVES: usize = 32;
/// One frame at 60 per second.
const ONE_FRAME: Goal = Goal::AtMost(16.7);
/// Latency of every sync on a slow disk, in milliseconds.
const SLOW: u64 = 200;
/// Time until all effects of a move are over: pieces glide, and the game is written to a folder.
const SETTLED: Duration = Duration::from_millis(600);
/// The focus ring disappears after three seconds.
const QUIET: Duration = Duration::from_secs(6);
const WATCHED: Duration = Duration::from_secs(5);

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let library = preload::build()?;
    let moves = figures::rounds(MOVES);
    let mut figures = Figures::new("play");
    inputs(&library, moves, &mut figures)?;
    slow_disk(&library, moves.div_ceil(2), &mut figures)?;
    wake_ups(&library, &mut figures)?;
    Ok(figures.publish()?)
}

/// Message of the program about itself.
#[derive(Debug)]
enum Said {
    Board(Board),
    Frame { kind: String, since: f64, own: f64 },
    Synced(f64),
    Woken,
}

impl Said {
    /// Parses a line; `None` if it is not from the library.
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let what = words.next()?;
        let mut word = || words.next();
        let number = |word: &str| word.parse::<f64>().ok();
        match what {
            "board" => {
                let window = word()?.to_owned();
                let first = (number(word()?)?, number(word()?)?);
                let last = (number(word()?)?, number(word()?)?);
                Some(Self::Board(Board {
                    window,
                    first,
                    last,
                }))
            }
            "frame" => Some(Self::Frame {
                kind: word()?.to_owned(),
                since: number(word()?)?,
                own: number(word()?)?,
            }),
            "synced" => number(word()?).map(Self::Synced),
            "woken" => Some(Self::Woken),
            _ => None,
        }
    }
}

/// Place of the board: its window, and the centers of its first and last point in it.
#[derive(Clone, Debug)]
struct Board {
    window: String,
    first: (f64, f64),
    last: (f64, f64),
}

impl Board {
    /// Arguments for xdotool that move the pointer to a fraction `part` of the way between two points.
    fn pointer(&self, from: Point, to: Point, part: f64) -> Vec<String> {
        let ((x, y), (to_x, to_y)) = (self.place(from), self.place(to));
        let (x, y) = (x + (to_x - x) * part, y + (to_y - y) * part);
        let words = ["mousemove", "--window", &self.window].map(str::to_owned);
        let place = [x, y].map(|value| value.round().to_string());
        words.into_iter().chain(place).collect()
    }

    /// Place of a point. The first one is the left one of Black's home rank as Red sees it, the last the right one of
    /// Red's.
    fn place(&self, point: Point) -> (f64, f64) {
        let across = (point.index() % 9) as f64 / 8.0;
        let down = 1.0 - (point.index() / 9) as f64 / 9.0;
        (
            self.first.0 + (self.last.0 - self.first.0) * across,
            self.first.1 + (self.last.1 - self.first.1) * down,
        )
    }
}

/// Measurements of one input, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// From the X server's event to the drawn frame.
    frame: f64,
    /// The part of it after the program had received the event.
    own: f64,
    /// Until everything was synced to disk, if anything was written.
    synced: Option<f64>,
}

/// The program and its simulated mouse.
struct Player {
    program: Child,
    said: Receiver<Said>,
    board: Option<Board>,
    // Dropped after the program.
    _home: tempfile::TempDir,
}

impl Player {
    /// Starts the program with its own directories, on the disk it was built on.
    fn start(library: &Path, settings: &str, slow: Option<u64>) -> Result<Self> {
        let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let config = home.path().join("config/chuhe");
        fs::create_dir_all(&config)?;
        fs::write(config.join("settings.json"), settings)?;
        let mut command = Command::new(CHUHE);
        if let Some(slow) = slow {
            command.env("SLOW_DISK", slow.to_string());
        }
        let mut program = command
            .env("LD_PRELOAD", library)
            .env("XDG_CONFIG_HOME", home.path().join("config"))
            .env("XDG_DATA_HOME", home.path().join("data"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let errors = program.stderr.take().ok_or("no standard error")?;
        let (tell, said) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(errors)
                .lines()
                .map_while(std::io::Result::ok);
            for said in lines.filter_map(|line| Said::read(&line)) {
                if tell.send(said).is_err() {
                    break;
                }
            }
        });
        let mut player = Self {
            program,
            said,
            board: None,
            _home: home,
        };
        player.listen(Duration::from_secs(3));
        Ok(player)
    }

    /// Messages of the program during this time.
    fn listen(&mut self, time: Duration) -> Vec<Said> {
        let end = Instant::now() + time;
        let mut heard = Vec::new();
        while let Ok(said) = self
            .said
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            match said {
                Said::Board(board) => self.board = Some(board),
                other => heard.push(other),
            }
        }
        heard
    }

    fn pointer(&self, mv: Move, part: f64) -> Result<Vec<String>> {
        let board = self.board.as_ref().ok_or("the program shows no board")?;
        Ok(board.pointer(mv.from, mv.to, part))
    }

    /// Performs an input after the pointer has rested, and measures the result.
    fn input(&mut self, act: &str, kind: &str, rest: Duration) -> Result<Seen> {
        self.listen(Duration::from_millis(100));
        xdotool(&[act, "1"].map(str::to_owned))?;
        let (mut frame, mut synced) = (None, None);
        for said in self.listen(rest) {
            match said {
                Said::Frame {
                    kind: of,
                    since,
                    own,
                } if of == kind => frame = Some((since, own)),
                Said::Synced(time) => synced = Some(time),
                _ => {}
            }
        }
        let (frame, own) = frame.ok_or_else(|| format!("no frame after a {kind}"))?;
        if frame > 10_000.0 {
            return Err("the clock of this X server is not that of the machine".into());
        }
        Ok(Seen { frame, own, synced })
    }

    /// Presses on the piece, then on its destination; returns the measurements of both.
    fn press_move(&mut self, mv: Move, rest: Duration) -> Result<(Seen, Seen)> {
        xdotool(&self.pointer(mv, 0.0)?)?;
        let chosen = self.input("click", "press", SETTLED)?;
        xdotool(&self.pointer(mv, 1.0)?)?;
        Ok((chosen, self.input("click", "press", rest)?))
    }

    /// Lifts the piece and drops it on its destination; returns the measurements of both.
    fn drag(&mut self, mv: Move, rest: Duration) -> Result<(Seen, Seen)> {
        xdotool(&self.pointer(mv, 0.0)?)?;
        let lifted = self.input("mousedown", "press", SETTLED)?;
        for step in 1..=6 {
            xdotool(&self.pointer(mv, f64::from(step) / 6.0)?)?;
        }
        Ok((lifted, self.input("mouseup", "release", rest)?))
    }

    /// Plays a game, every other move by dragging.
    fn play(&mut self, moves: &[Move], rest: Duration) -> Result<Played> {
        let mut played = Played::default();
        for (number, &mv) in moves.iter().enumerate() {
            if number % 2 == 0 {
                let (chosen, moved) = self.press_move(mv, rest)?;
                played.chosen.push(chosen);
                played.moved.push(moved);
            } else {
                let (lifted, dropped) = self.drag(mv, rest)?;
                played.chosen.push(lifted);
                played.dropped.push(dropped);
            }
        }
        Ok(played)
    }

    /// Number of voluntary context switches of the main thread, as counted by the system.
    fn waits(&self) -> Result<u64> {
        let id = self.program.id();
        let status = fs::read_to_string(format!("/proc/{id}/task/{id}/status"))?;
        let count = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        Ok(count.ok_or("no count of waits")?.trim().parse()?)
    }

    /// Measures a period without input.
    fn rest(&mut self) -> Result<Rest> {
        self.listen(QUIET);
        let before = self.waits()?;
        let heard = self.listen(WATCHED);
        let woken = heard.iter().filter(|said| matches!(said, Said::Woken));
        Ok(Rest {
            woken: woken.count() as f64,
            waits: (self.waits()? - before) as f64,
        })
    }
}

/// Measurements of the main thread at rest.
struct Rest {
    /// Number of times it slept idle and was woken up.
    woken: f64,
    /// The wakeups, plus the waits for replies of the X server.
    waits: f64,
}

impl Drop for Player {
    fn drop(&mut self) {
        // If it has already exited, all the better.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Measurements of the inputs of a game.
#[derive(Default)]
struct Played {
    chosen: Vec<Seen>,
    moved: Vec<Seen>,
    dropped: Vec<Seen>,
}

impl Played {
    fn all(&self) -> Vec<Seen> {
        [&self.chosen[..], &self.moved, &self.dropped].concat()
    }

    /// The inputs that completed a move.
    fn moves(&self) -> Vec<Seen> {
        [&self.moved[..], &self.dropped].concat()
    }

    /// Times until each move was synced to disk.
    fn synced(&self) -> Result<Vec<f64>> {
        let times = self.moves().into_iter().map(|seen| seen.synced);
        let times: Option<_> = times.collect();
        times.ok_or_else(|| "a move was not written to the disk".into())
    }
}

fn frames(seen: &[Seen]) -> Vec<f64> {
    seen.iter().map(|seen| seen.frame).collect()
}

fn xdotool(words: &[String]) -> Result<()> {
    let done = Command::new("xdotool").args(words).status()?;
    if done.success() {
        Ok(())
    } else {
        Err(format!("xdotool cannot {}", words.join(" ")).into())
    }
}

/// A fixed game without captures and repetitions.
fn game(plies: usize) -> Vec<Move> {
    let mut position = Position::start();
    let mut stood = HashSet::from([position.clone()]);
    let mut moves = Vec::new();
    let mut state = 1_u64;
    while moves.len() < plies {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let legal = position.legal_moves();
        let mv = legal[(state >> 33) as usize % legal.len()];
        let is_quiet = position.board().piece_at(mv.to).is_none();
        if let Ok(next) = position.play(mv)
            && is_quiet
            && !next.legal_moves().is_empty()
            && stood.insert(next.clone())
        {
            position = next;
            moves.push(mv);
        }
    }
    moves
}

fn inputs(library: &Path, moves: usize, figures: &mut Figures) -> Result<()> {
    let played = Player::start(library, "{}", None)?.play(&game(moves), SETTLED)?;
    let all = played.all();
    for (name, seen) in [
        ("press that chooses or lifts, to frame", &played.chosen),
        ("press that moves, to frame", &played.moved),
        ("release that drops, to frame", &played.dropped),
        ("input to frame, median", &all),
    ] {
        // A single move has no drop.
        if let Some(time) = median(&frames(seen)) {
            figures.add(Figure::new(name, "ms", time).goal(ONE_FRAME));
        }
    }
    let slowest = quantile(&frames(&all), 0.95).ok_or("no input")?;
    figures.add(Figure::new("input to frame, 95th percentile", "ms", slowest).goal(ONE_FRAME));
    let own: Vec<_> = all.iter().map(|seen| seen.own).collect();
    let own = median(&own).ok_or("no input")?;
    figures.add(Figure::new(
        "its part inside the program, median",
        "ms",
        own,
    ));
    kept(&played, "on this disk", figures)
}

/// Asserts that the window does not wait for the disk.
fn slow_disk(library: &Path, moves: usize, figures: &mut Figures) -> Result<()> {
    // A file and its folder, twice if another state was saved in between.
    let rest = SETTLED + Duration::from_millis(4 * SLOW);
    let played = Player::start(library, "{}", Some(SLOW))?.play(&game(moves), rest)?;
    let disk = format!("on a disk {SLOW} ms slower");
    kept(&played, &disk, figures)
}

/// Times until a move was visible, and until it was on disk.
fn kept(played: &Played, disk: &str, figures: &mut Figures) -> Result<()> {
    let frames = frames(&played.moves());
    let (usual, slowest) = (median(&frames), quantile(&frames, 0.95));
    let synced = median(&played.synced()?).ok_or("no move")?;
    let name = format!("move to frame {disk}");
    figures.add(Figure::new(name, "ms", usual.ok_or("no move")?).goal(ONE_FRAME));
    let name = format!("move to frame {disk}, 95 %");
    figures.add(Figure::new(name, "ms", slowest.ok_or("no move")?).goal(ONE_FRAME));
    let name = format!("move kept {disk}");
    figures.add(Figure::new(name, "ms", synced));
    Ok(())
}

fn wake_ups(library: &Path, figures: &mut Figures) -> Result<()> {
    let moves = game(1);
    let seconds = WATCHED.as_secs_f64();
    let mut player = Player::start(library, "{}", None)?;
    player.play(&moves, SETTLED)?;
    let rest = player.rest()?;
    let name = format!("wake-ups in {seconds} s without a clock");
    figures.add(Figure::new(name, "times", rest.woken.max(rest.waits)).goal(Goal::AtMost(0.0)));
    drop(player);

    // With minutes left, a clock changes once a second.
    let mut player = Player::start(library, r#"{"time_control":"300"}"#, None)?;
    player.play(&moves, SETTLED)?;
    let rest = player.rest()?;
    let name = "wake-ups for each change of a clock";
    figures.add(Figure::new(name, "times", rest.woken / seconds).goal(Goal::AtMost(1.0)));
    let name = "waits for each, for the X server too";
    figures.add(Figure::new(name, "times", rest.waits / seconds));
    Ok(())
}
