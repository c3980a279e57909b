//! The score sheet as a PDF: its pages are read by another program.

use crate::program::{folder, run};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

fn print(arguments: &[&str]) -> Output {
    run("print", arguments)
}

fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a name").to_owned()
}

/// A game file with this PGN text.
fn game(folder: &Path, pgn: &str) -> String {
    let path = path_in(folder, "game.pgn");
    let head = "[Game \"Chinese Chess\"]\n[Event \"An Evening at the River\"]\n[Date \"2026-11-20\"]\n\
                [Red \"Hu Ronghua\"]\n[Black \"趙國榮\"]\n[Result \"1-0\"]\n\n";
    std::fs::write(&path, format!("{head}{pgn}\n")).expect("written");
    path
}

/// Rounds in which both sides only move their chariots back and forth.
fn shuffled(rounds: usize) -> String {
    let mut moves = String::new();
    for round in 1..=rounds {
        let way = if round % 2 == 1 { "+1" } else { "-1" };
        write!(moves, "{round}. R9{way} R9{way} ").expect("text");
    }
    moves + "1-0"
}

/// A word on a page: left, top, right, bottom.
#[derive(Clone, Debug)]
struct Word {
    area: [f64; 4],
    text: String,
}

#[derive(Clone, Debug, Default)]
struct Page {
    size: (f64, f64),
    words: Vec<Word>,
}

impl Page {
    /// The text of each line of each column, from left to right and from top to bottom.
    fn lines(&self, columns: usize) -> Vec<String> {
        let width = self.size.0 / columns as f64;
        let mut rows: BTreeMap<(usize, i64), Vec<&Word>> = BTreeMap::new();
        for word in &self.words {
            // The words of a line share a bottom edge, up to differences between fonts; lines are further apart than
            // that.
            let (column, row) = ((word.area[0] / width) as usize, word.area[3] / 3.0);
            let known = (-1..=1).map(|more| (column, row as i64 + more));
            let key = known
                .into_iter()
                .find(|key| rows.contains_key(key))
                .unwrap_or((column, row as i64));
            rows.entry(key).or_default().push(word);
        }
        let line = |words: &Vec<&Word>| {
            let mut words = words.clone();
            words.sort_by(|one, other| one.area[0].total_cmp(&other.area[0]));
            let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
            texts.join(" ")
        };
        rows.values().map(line).collect()
    }
}

fn number(text: &str, name: &str) -> f64 {
    let rest = text.split(&format!("{name}=\"")).nth(1).expect("a number");
    let number = rest.split('"').next().expect("its end");
    number.parse().expect("a number")
}

/// The pages of a score sheet as read by another program.
fn printed(file: &str, name: &str, options: &[&str]) -> Vec<Page> {
    let out = format!("{file}.{name}.pdf");
    let done = print(&[&[file, "-o", &out], options].concat());
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let read = Command::new("pdftotext")
        .args(["-bbox", &out, "-"])
        .output()
        .expect("another program");
    let text = String::from_utf8(read.stdout).expect("text");
    let mut pages: Vec<Page> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("<page") {
            pages.push(Page {
                size: (number(line, "width"), number(line, "height")),
                words: Vec::new(),
            });
        } else if line.starts_with("<word") {
            let text = line.split('>').nth(1).expect("a text");
            let text = text.trim_end_matches("</word").to_owned();
            let area = ["xMin", "yMin", "xMax", "yMax"].map(|name| number(line, name));
            let page = pages.last_mut().expect("a page");
            page.words.push(Word { area, text });
        }
    }
    within_margins(&out, &pages);
    pages
}

/// Asserts that the margins are free of words and boards.
fn within_margins(pdf: &str, pages: &[Page]) {
    const MARGIN: f64 = 42.0;
    for page in pages {
        let (width, height) = page.size;
        for Word { area, text } in &page.words {
            let fits = area[0] >= MARGIN && area[2] <= width - MARGIN;
            assert!(fits && area[1] >= MARGIN - 4.0, "{text} at {area:?}");
            assert!(area[3] <= height - MARGIN + 4.0, "{text} at {area:?}");
        }
    }
    let pictures = Path::new(pdf).with_extension("page");
    let done = Command::new("pdftoppm")
        .args(["-r", "36", "-png", "-l", "3", pdf])
        .arg(&pictures)
        .status();
    assert!(done.expect("another program").success());
    let folder = pictures.parent().expect("a folder");
    let stem = pictures.file_name().and_then(|name| name.to_str());
    let stem = stem.expect("a name");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(stem) && name.ends_with(".png")) {
            has_white_margins(&path, (MARGIN / 2.0 - 2.0) as usize);
            seen += 1;
        }
    }
    assert_eq!(seen, pages.len().min(3));
}

fn has_white_margins(png: &Path, margin: usize) {
    let mut file = std::fs::File::open(png).expect("a picture");
    let mut surface = cairo::ImageSurface::create_from_png(&mut file).expect("a picture");
    let (width, height) = (surface.width() as usize, surface.height() as usize);
    let stride = surface.stride() as usize;
    let data = surface.data().expect("the only owner");
    let mut dark = 0;
    for y in 0..height {
        for x in 0..width {
            let pixel = &data[y * stride + x * 4..][..3];
            let is_dark = pixel.iter().any(|part| *part < 250);
            let inside =
                (margin..width - margin).contains(&x) && (margin..height - margin).contains(&y);
            assert!(inside || !is_dark, "{}: {x}, {y}", png.display());
            dark += usize::from(is_dark);
        }
    }
    assert!(dark > 100, "{} is empty", png.display());
}

#[test]
fn every_round_of_a_long_game_is_there_once_and_in_order() {
    let file = game(&folder("print-long"), &shuffled(200));
    let pages = printed(&file, "plain", &["--diagrams", "none"]);
    // Two columns of about fifty rounds per page.
    assert_eq!(pages.len(), 3);
    let lines: Vec<_> = pages.iter().flat_map(|page| page.lines(2)).collect();
    let rounds = lines.iter().filter(|line| {
        let first = line.split(' ').next().unwrap_or_default();
        first.ends_with('.') && first.len() > 1
    });
    let expected = (1..=200).map(|round| {
        let (red, black, way) = match round % 2 {
            1 => ("車九進一", "車９進１", "+1"),
            _ => ("車九退一", "車９退１", "-1"),
        };
        format!("{round}. {red} R9{way} {black} R9{way}")
    });
    assert_eq!(
        rounds.cloned().collect::<Vec<_>>(),
        expected.collect::<Vec<_>>()
    );
    for (index, page) in pages.iter().enumerate() {
        let text = page.lines(1).join("\n");
        let number = format!("{} / 3", index + 1);
        assert!(text.lines().any(|line| line == number), "{text}");
        assert!(text.starts_with("Hu Ronghua – 趙國榮"), "{text}");
    }
}

#[test]
fn every_paper_and_notation_has_room_for_all_rounds() {
    let file = game(&folder("print-papers"), &shuffled(83));
    for (paper, size) in [("a4", (595.0, 842.0)), ("letter", (612.0, 792.0))] {
        for notation in ["both", "chinese", "wxf", "coordinates"] {
            let options = ["--paper", paper, "--notation", notation, "--diagrams", "10"];
            let pages = printed(&file, &format!("{paper}-{notation}"), &options);
            let words = || pages.iter().flat_map(|page| &page.words);
            for page in &pages {
                let off = (page.size.0 - size.0).abs() + (page.size.1 - size.1).abs();
                assert!(off < 2.0, "{:?}", page.size);
            }
            for round in 1..=83 {
                let number = format!("{round}.");
                let count = words().filter(|word| word.text == number).count();
                assert_eq!(count, 1, "{paper}, {notation}, round {round}");
            }
            let after = words().filter(|word| word.text == "After").count();
            let last = words().filter(|word| word.text == "Final").count();
            assert_eq!((after, last), (8, 1), "{paper}, {notation}");
        }
    }
}

#[test]
fn comments_and_variations_stand_where_they_belong() {
    let pgn = "{河邊一局} 1. C2=5 {The central cannon} C8=5 (1... H8+7 2. H2+3 (2. P7+1 {else}) R9=8) \
               2. H2+3 $1 1-0";
    let file = game(&folder("print-notes"), pgn);
    let pages = printed(&file, "notes", &["--notation", "wxf", "--diagrams", "last"]);
    let lines = pages[0].lines(3);
    let from = lines.iter().position(|line| line == "河邊一局");
    let told: Vec<_> = lines[from.expect("the first comment")..]
        .iter()
        .take(7)
        .map(|line| line.replace('\u{a0}', " "))
        .collect();
    assert_eq!(
        told[..3],
        ["河邊一局", "1. C2=5", "The central cannon"],
        "{lines:?}"
    );
    let rest = told[3..].join(" ");
    let variation = "1. … C8=5 (1… H8+7 2. H2+3 (2. P7+1 else) 2… R9=8) 2. H2+3!";
    assert!(rest.starts_with(variation), "{rest}");
}

#[test]
fn the_head_tells_what_is_known() {
    let file = game(&folder("print-head"), "1. C2=5 1-0");
    let pages = printed(&file, "head", &[]);
    let text = pages[0].lines(1).join("\n");
    for known in [
        "Hu Ronghua – 趙國榮",
        "Event An Evening at the River",
        "Date 20 November 2026",
        "Result Hu Ronghua wins.",
    ] {
        assert!(text.contains(known), "{known}: {text}");
    }
}

#[test]
fn what_cannot_be_printed_is_said_and_leaves_nothing() {
    let folder = folder("print-refused");
    let file = game(&folder, "1. C2=5 1-0");
    let out = path_in(&folder, "out.pdf");
    let said = |arguments: &[&str], status: i32| {
        let done = print(arguments);
        assert_eq!(done.status.code(), Some(status), "{done:?}");
        String::from_utf8(done.stderr).expect("text")
    };
    let missing = said(&[&file, "-o", &path_in(&folder, "none/out.pdf")], 1);
    assert!(missing.contains("This folder does not exist"), "{missing}");
    let second = said(&[&file, "--game", "2", "-o", &out], 1);
    assert!(
        second.contains("there is no game 2; the file holds 1 game\n"),
        "{second}"
    );
    let suffix = said(&[&file, "-o", &path_in(&folder, "out.txt")], 2);
    assert!(suffix.contains("OUT must end in .pdf"), "{suffix}");
    let rounds = said(&[&file, "--diagrams", "often", "-o", &out], 2);
    assert!(rounds.contains("expected a number of rounds"), "{rounds}");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
}
