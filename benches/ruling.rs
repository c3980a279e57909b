//! Time the arbiter takes after a move of a long game. The goal is a millisecond at most.
//!
//! `cargo bench --no-default-features --bench ruling` prints a table; a number of rounds may follow as in `-- 20`. The
//! games have 400 plies and all pieces, many of them in contact, which maximizes the work.

mod figures;

use crate::figures::{Figure, Figures, Goal, median, milliseconds, quantile, time};
use chuhe::rules::{History, Move, Point, Rulebook, Ruling, Setup, Terms, adjudicate};
use std::hint::black_box;
use std::io;
use std::time::Instant;

const MILLISECOND: Goal = Goal::AtMost(1.0);
/// Number of plies of each game.
const PLIES: usize = 400;
/// Repetition is judged, and nothing else ends a game.
const TERMS: Terms = Terms {
    rulebook: Rulebook::Asian,
    no_capture: None,
};
/// A middlegame in which two red chariots and a black one have room for round trips.
const START: &str = "2bakab2/r8/2n3n2/5r3/pcp1p1pcp/PCP1P1PCP/2R6/2N3N2/R8/2BAKAB2 w";

fn main() -> io::Result<()> {
    let mut figures = Figures::new("ruling");
    let rounds = figures::rounds(100);
    for (name, plies, round) in [
        ("last move, after 8 plies twice", 8, Round::Of2),
        ("last move, after 40 plies twice", 40, Round::Of10),
        // The worst case: the whole game is a cycle played twice.
        ("last move, after 400 plies twice", PLIES, Round::Of100),
    ] {
        let game = game(PLIES - plies, round);
        let time = time(rounds, || adjudicate(black_box(&game), &TERMS));
        figures.add(Figure::new(name, "ms", time).goal(MILLISECOND));
    }
    let (usual, worst) = each_move(rounds.div_ceil(10));
    figures.add(Figure::new("each of 400 moves, median", "ms", usual).goal(MILLISECOND));
    figures.add(Figure::new("each of 400 moves, the slowest", "ms", worst).goal(MILLISECOND));
    figures.publish()
}

/// Times the judging of each of 400 moves, the second half of which repeats the first and so triggers warnings: the
/// median of all, and of the slowest of each round.
fn each_move(rounds: usize) -> (f64, f64) {
    let game = game(0, Round::Of100);
    let (mut all, mut slowest) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut line = start();
        let mut times = Vec::new();
        for played in game.plies() {
            line.play(played.mv).expect("a legal move");
            let start = Instant::now();
            black_box(adjudicate(black_box(&line), &TERMS));
            times.push(milliseconds(start.elapsed()));
        }
        slowest.extend(quantile(&times, 1.0));
        all.append(&mut times);
    }
    (
        median(&all).unwrap_or_default(),
        median(&slowest).unwrap_or_default(),
    )
}

fn start() -> History {
    History::new(Setup::from_fen(START).expect("a FEN")).expect("a position")
}

/// Number of moves of a side until the position recurs.
#[derive(Clone, Copy)]
enum Round {
    Of2,
    Of10,
    Of100,
}

/// A chariot that moves from point to point along its rank and back to the first.
struct Chariot {
    first: Point,
    points: usize,
    at: usize,
}

impl Chariot {
    fn new(first: &str, points: usize) -> Self {
        Self {
            first: first.parse().expect("a point"),
            points,
            at: 0,
        }
    }

    fn go(&mut self, steps: usize) -> Move {
        let place = |at| Point::from_index(self.first.index() + at).expect("a point");
        let to = (self.at + steps) % self.points;
        let mv = Move::new(place(self.at), place(to));
        self.at = to;
        mv
    }

    /// Forward with even numbers, back with odd ones.
    fn go_to_and_fro(&mut self, number: usize) -> Move {
        self.go(if number.is_multiple_of(2) {
            1
        } else {
            self.points - 1
        })
    }
}

struct Chariots {
    red: Chariot,
    other_red: Chariot,
    black: Chariot,
}

impl Chariots {
    /// The moves of both sides with this number.
    fn moves(&mut self, number: usize, round: Round) -> [Move; 2] {
        match round {
            Round::Of2 => [
                self.red.go_to_and_fro(number),
                self.black.go_to_and_fro(number),
            ],
            Round::Of10 => [self.red.go(1), self.black.go_to_and_fro(number)],
            // Red is back after 25 moves, Black after 4: coprime.
            Round::Of100 if number % 5 == 4 => [self.other_red.go(1), self.black.go(1)],
            Round::Of100 => [self.red.go(1), self.black.go(1)],
        }
    }
}

/// A game of [`PLIES`] that takes its long way for `before` plies and then repeats a cycle until the last move makes
/// the third occurrence of a position.
fn game(before: usize, round: Round) -> History {
    let mut game = start();
    let mut chariots = Chariots {
        red: Chariot::new("a1", 5),
        other_red: Chariot::new("c3", 5),
        black: Chariot::new("a8", 4),
    };
    if before > 0 {
        for number in 1..before / 2 {
            play(&mut game, chariots.moves(number, Round::Of100));
        }
        // No position has occurred before once the elephants have moved.
        play(
            &mut game,
            ["g0i2", "g9i7"].map(|text| text.parse().expect("a move")),
        );
    }
    for number in 0..(PLIES - before) / 2 {
        play(&mut game, chariots.moves(number, round));
    }
    assert_eq!(game.plies().len(), PLIES);
    assert!(matches!(adjudicate(&game, &TERMS), Ruling::Ended(_)));
    game
}

fn play(game: &mut History, moves: [Move; 2]) {
    for mv in moves {
        assert!(!matches!(adjudicate(game, &TERMS), Ruling::Ended(_)));
        let played = game.play(mv).expect("a legal move");
        assert_eq!(played.captured, None);
    }
}
