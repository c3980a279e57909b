//! The diagrams of the book, and single questions about them.

use super::exchange::{Doubt, Exchange, exchanges};
use super::grade::is_light;
use super::nature::{mate, nature};
use super::{Finding, Nature};
use crate::rules::{Move, PieceKind, Point, Position, Setup};

const DIAGRAMS: &str = include_str!("../../tests/data/rulings-chinese.txt");
const QUESTIONS: &str = include_str!("../../tests/data/questions-chinese.txt");

/// A block of lines, each a word and its value.
#[derive(Clone, Copy)]
struct Block(&'static str);

impl Block {
    fn all(text: &'static str) -> impl Iterator<Item = Self> {
        let blocks = text.split("\n\n").map(Self);
        blocks.filter(|block| block.has("case"))
    }

    fn get(self, word: &str) -> Option<&'static str> {
        let mut lines = self.0.lines();
        lines.find_map(|line| line.strip_prefix(word)?.strip_prefix(' '))
    }

    fn has(self, word: &str) -> bool {
        self.get(word).is_some()
    }

    fn moves(self, word: &str) -> Vec<Move> {
        let words = self.get(word).unwrap_or_default().split_whitespace();
        words.map(|mv| mv.parse().expect("a move")).collect()
    }

    fn setup(self) -> Setup {
        Setup::from_fen(self.get("fen").expect("a FEN")).expect("a FEN")
    }

    fn position(self) -> Position {
        self.setup().position().expect("a position")
    }

    /// The moves of a diagram with the position before each and its nature as printed.
    fn labels(self) -> Vec<(Position, Move, &'static str)> {
        let mut position = self.position();
        let moves = [self.moves("before"), self.moves("loop"), self.moves("loop")].concat();
        let natures = self.get("natures").expect("natures").split(' ');
        let mut labels = Vec::new();
        for (mv, nature) in moves.into_iter().zip(natures) {
            let next = position.play(mv).expect("a legal move");
            labels.push((std::mem::replace(&mut position, next), mv, nature));
        }
        labels
    }
}

/// Whether a nature is as printed. Kinds of idle moves are only names, and a kill counts like a chase.
fn agrees(finding: &Finding, printed: &str) -> bool {
    match printed {
        "check" => finding.nature == Nature::Check,
        "kill" | "chase" => matches!(finding.nature, Nature::Kill | Nature::Chase),
        _ => !finding.nature.is_forbidden(),
    }
}

#[test]
fn natures_are_those_of_the_diagrams() {
    let mut missed = Vec::new();
    let mut count = 0;
    for block in Block::all(DIAGRAMS) {
        for (number, (position, mv, printed)) in block.labels().into_iter().enumerate() {
            let finding = nature(&position, mv);
            count += 1;
            assert_eq!(
                finding.nature == Nature::Kill,
                printed == "kill",
                "{}",
                block.0
            );
            assert!(!finding.is_unsure, "{}", block.0);
            if !agrees(&finding, printed) {
                missed.push(format!(
                    "{}:{}",
                    block.get("case").expect("a name"),
                    number + 1
                ));
            }
        }
    }
    assert_eq!(count, 230);
    assert_eq!(missed, ["R33:4"]);
}

#[test]
fn mirrors_and_exchanged_sides_change_no_nature() {
    for block in Block::all(DIAGRAMS).step_by(4) {
        for (position, mv, _) in block.labels() {
            let finding = nature(&position, mv);
            let setup = Setup {
                board: position.board().clone(),
                turn: position.turn(),
                ..Setup::start()
            };
            let mirrored = Move::new(mv.from.mirrored(), mv.to.mirrored());
            let swapped = Move::new(mv.from.rotated(), mv.to.rotated());
            for (setup, mv) in [
                (setup.mirrored(), mirrored),
                (setup.with_sides_swapped(), swapped),
            ] {
                let other = nature(&setup.position().expect("a position"), mv);
                let facts =
                    |finding: &Finding| (finding.nature, finding.is_light, finding.gains.len());
                assert_eq!(facts(&other), facts(&finding), "{}", block.0);
            }
        }
    }
}

/// The answer to a question, and whether any gain it is about needs several pieces.
fn answer(block: Block) -> (bool, Option<bool>) {
    let position = block.position();
    let doubt = Doubt::default();
    match block.get("asks").expect("a question") {
        "kill search" => {
            let line = mate(&position, &doubt);
            let shortest = line.as_ref().map(|line| line.len().div_ceil(2).to_string());
            assert_eq!(shortest.as_deref(), block.get("shortest"), "{}", block.0);
            (line.is_some(), None)
        }
        "kill move" => {
            let finding = nature(&position, block.moves("move")[0]);
            (finding.nature == Nature::Kill, None)
        }
        "gain move" => {
            let finding = nature(&position, block.moves("move")[0]);
            (finding.nature == Nature::Chase, Some(finding.is_light))
        }
        "gain line" => {
            // A soldier that crossed with the move before is worth nothing.
            let crossed = block.moves("moves").pop().filter(|mv| {
                let soldier = position
                    .piece_at(mv.to)
                    .filter(|one| one.kind == PieceKind::Soldier);
                soldier.is_some_and(|one| !mv.from.across_river(one.side))
            });
            let search = Exchange::new(&position, &doubt);
            (
                search.wins_by(&block.moves("line"), crossed.map(|mv| mv.to)),
                None,
            )
        }
        how => {
            let target: Option<Point> = block.get("target").and_then(|at| at.parse().ok());
            let barred = block.has("passes").then(|| exchanges(&position, &doubt));
            let mut search = Exchange::new(&position, &doubt);
            search = search.without_exchanges(barred.unwrap_or_default());
            let mut gains = search.gains();
            gains.retain(|gain| {
                let checks = position.after(gain.line[0]).is_check();
                checks == (how == "gain checks") && target.is_none_or(|at| at == gain.victim)
            });
            let is_light = gains.iter().all(|gain| is_light(&position, gain, &doubt));
            (!gains.is_empty(), Some(is_light))
        }
    }
}

#[test]
fn questions_are_answered_as_in_the_book() {
    let (mut missed, mut grades) = (Vec::new(), Vec::new());
    for block in Block::all(QUESTIONS) {
        let (answer, is_light) = answer(block);
        let name = block.get("case").expect("a name");
        if Some(answer) != block.get("answer").map(|answer| answer == "yes") {
            missed.push(name);
        }
        let joint = block.get("joint").map(|joint| joint == "yes");
        if joint.is_some() && joint != is_light {
            grades.push(name);
        }
    }
    assert_eq!(missed, ["checks-05x2"]);
    assert_eq!(grades, ["checks-16"]);
}
