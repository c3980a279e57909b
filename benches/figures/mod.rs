//! Results of a benchmark: printed as a table and written to `target/figures/BENCH.json`.
#![allow(dead_code)] // Every benchmark is a separate crate and uses only parts of this.
#![allow(clippy::print_stdout)] // The table is for a terminal.

pub mod program;

use serde::Serialize;
use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// A figure, usually a median.
#[derive(Debug, Serialize)]
pub struct Figure {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rival: Option<Rival>,
    /// Our value divided by the rival's.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<bool>,
}

/// The figure of another program, measured alternately.
#[derive(Debug, Serialize)]
struct Rival {
    name: &'static str,
    value: f64,
}

/// Goal for a figure.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Upper limit of the value.
    AtMost(f64),
    /// Upper limit of the ratio.
    RatioAtMost(f64),
    /// Lower limit of the ratio.
    RatioAtLeast(f64),
}

impl Figure {
    /// Creates a figure without a rival.
    pub fn new(name: impl Into<String>, unit: &'static str, value: f64) -> Self {
        Self {
            name: name.into(),
            unit,
            value,
            rival: None,
            ratio: None,
            goal: None,
            met: None,
        }
    }

    /// Adds the figure of another program, if it could be measured.
    pub fn beside(mut self, name: &'static str, value: Option<f64>) -> Self {
        self.rival = value.map(|value| Rival { name, value });
        self.ratio = value.map(|value| self.value / value);
        self
    }

    /// Sets a goal; an unknown ratio neither meets nor misses it.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self.met = match goal {
            Goal::AtMost(most) => Some(self.value <= most),
            Goal::RatioAtMost(most) => self.ratio.map(|ratio| ratio <= most),
            Goal::RatioAtLeast(least) => self.ratio.map(|ratio| ratio >= least),
        };
        self
    }

    fn line(&self) -> String {
        let number = |value: f64| match value {
            value if value.abs() < 1.0 => format!("{value:.3}"),
            value if value.abs() < 100.0 => format!("{value:.2}"),
            value => format!("{value:.0}"),
        };
        let rival = self.rival.as_ref().map(|rival| number(rival.value));
        let ratio = self.ratio.map(|ratio| format!("{ratio:.2}"));
        let goal = self.goal.map(|goal| match goal {
            Goal::AtMost(most) => format!("<= {most}"),
            Goal::RatioAtMost(most) => format!("ratio <= {most}"),
            Goal::RatioAtLeast(least) => format!("ratio >= {least}"),
        });
        let met = self.met.map(|met| if met { "met" } else { "MISSED" });
        format!(
            "  {:<46}{:>9} {:<7}{:>9}{:>8}  {:<14}{}",
            self.name,
            number(self.value),
            self.unit,
            rival.unwrap_or_default(),
            ratio.unwrap_or_default(),
            goal.unwrap_or_default(),
            met.unwrap_or_default()
        )
        .trim_end()
        .to_owned()
    }
}

/// All figures of a benchmark, and the machine they were measured on.
#[derive(Debug, Serialize)]
pub struct Figures {
    bench: &'static str,
    version: &'static str,
    /// Load average of the last minute, if the system reports it.
    load: Option<f64>,
    processors: Option<usize>,
    figures: Vec<Figure>,
}

impl Figures {
    /// Creates an empty set.
    pub fn new(bench: &'static str) -> Self {
        Self {
            bench,
            version: env!("CARGO_PKG_VERSION"),
            load: None,
            processors: std::thread::available_parallelism().ok().map(Into::into),
            figures: Vec::new(),
        }
    }

    /// Adds a figure.
    pub fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Prints the table and writes the file.
    ///
    /// # Errors
    ///
    /// Returns any I/O error of the file.
    pub fn publish(mut self) -> io::Result<()> {
        self.load = fs::read_to_string("/proc/loadavg")
            .ok()
            .and_then(|text| text.split(' ').next()?.parse().ok());
        // Cargo passes benchmarks a folder inside its target folder.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
        let folder = target.ok_or(io::ErrorKind::NotFound)?.join("figures");
        fs::create_dir_all(&folder)?;
        let file = folder.join(self.bench).with_extension("json");
        let mut text = serde_json::to_string_pretty(&self)?;
        text.push('\n');
        fs::write(&file, text)?;
        let load = self.load.map(|load| format!(", load {load}"));
        println!("{}{}", self.bench, load.unwrap_or_default());
        println!(
            "  {:<46}{:>9} {:<7}{:>9}{:>8}  goal",
            "", "ours", "", "theirs", "ratio"
        );
        for figure in &self.figures {
            println!("{}", figure.line());
        }
        println!("  {}\n", file.display());
        Ok(())
    }
}

/// Quantile of the values, `place` from 0 to 1; `None` if there are no values.
pub fn quantile(values: &[f64], place: f64) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    values.get((last as f64 * place).round() as usize).copied()
}

/// Median of the values; `None` if there are no values.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// Converts a duration to milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Median time of the work over this many rounds, in milliseconds, after one that warms the caches.
pub fn time<T>(rounds: usize, mut work: impl FnMut() -> T) -> f64 {
    black_box(work());
    let mut round = || {
        let start = Instant::now();
        let done = black_box(work());
        let time = milliseconds(start.elapsed());
        drop(done); // Dropping the result is not part of the work.
        time
    };
    let times: Vec<_> = (0..rounds).map(|_| round()).collect();
    median(&times).unwrap_or_default()
}

/// Number of rounds, given after `cargo bench -- `; defaults to `ordinary`.
pub fn rounds(ordinary: usize) -> usize {
    let asked = std::env::args().skip(1).find_map(|word| word.parse().ok());
    asked.unwrap_or(ordinary).max(1)
}
