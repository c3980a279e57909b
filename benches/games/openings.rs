//! Balanced openings: a few moves that no side regrets, the same in every run.

use chuhe::engine::{Memory, Search};
use chuhe::rules::{History, Setup, Terms};
use std::collections::HashSet;

/// Plies of an opening.
const PLIES: usize = 6;
/// A move is at most this much worse than the best.
const NEAR: i32 = 40;
/// An opening is at most so good for either side.
const EVEN: i32 = 50;

/// So many different openings.
pub fn balanced(count: usize) -> Vec<History> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut seed = 1_u64;
    while openings.len() < count {
        let opening = opening(&mut seed);
        let is_even = search(&opening, 1, 20_000)
            .first()
            .is_some_and(|(_, score)| score.abs() <= EVEN);
        if is_even && seen.insert(opening.position().clone()) {
            openings.push(opening);
        }
    }
    openings
}

fn opening(seed: &mut u64) -> History {
    let mut line = History::new(Setup::start()).expect("the start can be played");
    for _ in 0..PLIES {
        let lines = search(&line, 12, 4_000);
        let best = lines[0].1;
        let near: Vec<_> = lines
            .iter()
            .filter(|(_, score)| best - score <= NEAR)
            .collect();
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let (mv, _) = near[(*seed >> 33) as usize % near.len()];
        line.play(*mv).expect("a legal move");
    }
    line
}

/// The best moves with their scores.
fn search(line: &History, lines: usize, nodes: u64) -> Vec<(chuhe::rules::Move, i32)> {
    let mut search = Search::new(line, &Terms::default(), Memory::new(1)).with_multi_pv(lines);
    search.step(nodes);
    let lines = search.best_lines().into_iter();
    lines
        .map(|line| (line.moves[0], line.score.points()))
        .collect()
}
