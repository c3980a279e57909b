//! Places of the board by their numbers, for screen readers and where the edges of the board have numbers.

use super::catalogue::{say, say_about};
use super::list;
use crate::rules::{Point, PointSet, Rank, Side};

/// Minimum length of a range of numbers, such as `5 to 7`.
const RUN: usize = 3;

/// Spoken number of a rank, 1 to 10 from Red’s side.
pub(super) const fn rank_number(rank: Rank) -> u8 {
    rank.index() as u8 + 1
}

/// Spoken numbers of a file and a rank, the file from the right of a side.
pub(super) const fn place_numbers(point: Point, counted_by: Side) -> (u8, u8) {
    (point.file().number(counted_by), rank_number(point.rank()))
}

/// Points by number as a side counts them, grouped by the file and rank of its piece: `file 2, ranks 4 to 7; rank 3,
/// files 1 and 3`.
pub(super) fn places(from: Point, points: PointSet, counted_by: Side) -> String {
    let (mut on_file, mut on_rank, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for point in points {
        let (file, rank) = place_numbers(point, counted_by);
        if point.file() == from.file() {
            on_file.push(rank);
        } else if point.rank() == from.rank() {
            on_rank.push(file);
        } else {
            others.push(place(file, rank));
        }
    }
    let (file, rank) = place_numbers(from, counted_by);
    let mut groups = Vec::new();
    match on_file[..] {
        [] => {}
        [rank] => groups.push(place(file, rank)),
        _ => groups.push(say!(
            "file {file}, ranks {ranks}",
            file,
            ranks = numbers(on_file)
        )),
    }
    groups.extend(on_one_rank(rank, on_rank));
    groups.extend(others);
    one_after_the_other(groups)
}

/// Points of one rank; `None` if there are none.
pub(super) fn on_one_rank(rank: u8, files: Vec<u8>) -> Option<String> {
    match files[..] {
        [] => None,
        [file] => Some(place(file, rank)),
        _ => Some(say!(
            "rank {rank}, files {files}",
            rank,
            files = numbers(files)
        )),
    }
}

pub(super) fn one_after_the_other(places: Vec<String>) -> String {
    let all = places.into_iter().reduce(|first, next| {
        // Translators: places one after the other: “file 2, ranks 4 to 7; rank 3, files 1 and 3”.
        say_about!("places", "{first}; {next}", first, next)
    });
    all.unwrap_or_default()
}

/// A point without what is on it.
fn place(file: u8, rank: u8) -> String {
    say!("file {file} rank {rank}", file, rank)
}

/// A point by its numbers, the file from the right of a side: `file 5 rank 1`.
pub(super) fn place_of(point: Point, counted_by: Side) -> String {
    let (file, rank) = place_numbers(point, counted_by);
    place(file, rank)
}

/// Sorted numbers: `1, 3 and 5 to 8`.
fn numbers(mut all: Vec<u8>) -> String {
    all.sort_unstable();
    let runs = all.chunk_by(|one, next| one + 1 == *next);
    let mut told: Vec<String> = Vec::new();
    for run in runs {
        match run {
            [first, .., last] if run.len() >= RUN => {
                told.push(say!("{first} to {last}", first, last));
            }
            _ => told.extend(run.iter().map(ToString::to_string)),
        }
    }
    list(&told)
}
