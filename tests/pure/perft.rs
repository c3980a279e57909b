//! Perft counts compared with the facts in `data/perft.txt`.
//!
//! A debug build stops at a node limit for each count, a release build runs all of them.

use chuhe::rules::{Position, Setup, perft, perft_divide};

const FACTS: &str = include_str!("../data/perft.txt");

/// Larger counts are skipped.
const NODE_LIMIT: u64 = if cfg!(debug_assertions) {
    4_000_000
} else {
    u64::MAX
};
/// Node limit for counts that are only divided.
const SHARED_LIMIT: u64 = 200_000;

/// One line of the facts: the position, its counts from depth 1 on, and its name.
fn facts() -> impl Iterator<Item = (Position, Vec<u64>, &'static str)> {
    let lines = FACTS.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.split(';').map(str::trim);
            let mut field = || fields.next().expect("three fields");
            let setup = Setup::from_fen(field()).expect("a FEN");
            let counts = field().split(' ').map(str::parse);
            let counts = counts.collect::<Result<_, _>>().expect("counts");
            (setup.position().expect("a position"), counts, field())
        })
}

#[test]
fn every_count_is_right() {
    let mut positions = 0;
    for (position, counts, name) in facts() {
        for (depth, &nodes) in (1..).zip(&counts) {
            if nodes <= NODE_LIMIT {
                assert_eq!(perft(&position, depth), nodes, "{name}, depth {depth}");
            }
        }
        positions += 1;
    }
    assert_eq!(positions, 48);
}

#[test]
fn the_first_moves_share_the_lines() {
    for (position, counts, name) in facts() {
        assert_eq!(perft(&position, 0), 1);
        assert_eq!(perft_divide(&position, 0).count(), 0);
        for (depth, &nodes) in (1..).zip(&counts) {
            if nodes <= SHARED_LIMIT {
                let divided: Vec<_> = perft_divide(&position, depth).collect();
                let sum: u64 = divided.iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(sum, nodes, "{name}, depth {depth}");
                let mut moves: Vec<_> = divided.into_iter().map(|(mv, _)| mv).collect();
                let mut legal = position.legal_moves();
                moves.sort();
                legal.sort();
                assert_eq!(moves, legal, "{name}");
            }
        }
    }
}
