//! The diagrams of the book, and single questions about them.

use super::exchange::{Doubt, Exchange, exchanges};
use super::grade::is_light;
use super::memo::examined;
use super::nature::{Examination, examine, mate};
use super::{adjudicate, known};
use crate::rules::{
    Clause, History, Move, Nature, PieceKind, Point, Position, Rulebook, Ruling, Setup, Side, Terms,
};

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
fn agrees(found: &Examination, printed: &str) -> bool {
    match printed {
        "check" => found.nature == Nature::Check,
        "kill" | "chase" => matches!(found.nature, Nature::Kill | Nature::Chase),
        _ => !found.nature.is_forbidden(),
    }
}

#[test]
fn natures_are_those_of_the_diagrams() {
    let mut missed = Vec::new();
    let mut count = 0;
    for block in Block::all(DIAGRAMS) {
        for (number, (position, mv, printed)) in block.labels().into_iter().enumerate() {
            let found = examine(&position, mv);
            count += 1;
            assert_eq!(
                found.nature == Nature::Kill,
                printed == "kill",
                "{}",
                block.0
            );
            assert!(!found.is_unsure, "{}", block.0);
            if !agrees(&found, printed) {
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
            let found = examine(&position, mv);
            let setup = Setup::from(&position);
            let mirrored = Move::new(mv.from.mirrored(), mv.to.mirrored());
            let swapped = Move::new(mv.from.rotated(), mv.to.rotated());
            for (setup, mv) in [
                (setup.mirrored(), mirrored),
                (setup.with_sides_swapped(), swapped),
            ] {
                let other = examine(&setup.position().expect("a position"), mv);
                let facts = |found: &Examination| (found.nature, found.is_light, found.gains.len());
                assert_eq!(facts(&other), facts(&found), "{}", block.0);
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
            let found = examine(&position, block.moves("move")[0]);
            (found.nature == Nature::Kill, None)
        }
        "gain move" => {
            let found = examine(&position, block.moves("move")[0]);
            (found.nature == Nature::Chase, Some(found.is_light))
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

const CHINESE: Terms = Terms {
    rulebook: Rulebook::Chinese,
    no_capture: None,
};

/// Plays moves up to the first that ends the game, and returns their number with the last ruling.
fn ruled(setup: Setup, moves: &[Move]) -> (usize, Ruling) {
    let mut history = History::new(setup).expect("a position");
    for (count, mv) in moves.iter().enumerate() {
        history.play(*mv).expect("a legal move");
        let ruling = adjudicate(&history, &CHINESE);
        // Other tests may have emptied the memo since.
        let known = known(&history, &CHINESE);
        assert!(matches!(known, Ruling::Awaited { .. }) || known == ruling);
        if matches!(ruling, Ruling::Ended(_)) {
            return (count + 1, ruling);
        }
    }
    let ruling = adjudicate(&history, &CHINESE);
    (moves.len(), ruling)
}

/// The loser as in the data, and the article.
fn told(ruling: &Ruling) -> (&'static str, &'static str) {
    let Ruling::Ended(verdict) = ruling else {
        return ("none", "");
    };
    let loser = match verdict.outcome.winner() {
        Some(Side::Red) => "black_loses",
        Some(Side::Black) => "red_loses",
        None => "draw",
    };
    (loser, verdict.clause.article().unwrap_or_default())
}

fn moves_of(block: Block) -> Vec<Move> {
    [
        block.moves("before"),
        block.moves("loop"),
        block.moves("loop"),
    ]
    .concat()
}

#[test]
fn verdicts_are_those_of_the_diagrams() {
    for block in Block::all(DIAGRAMS) {
        let moves = moves_of(block);
        let (count, ruling) = ruled(block.setup(), &moves);
        let (loser, article) = told(&ruling);
        let verdict = format!("{loser} {article}");
        assert_eq!(Some(&*verdict), block.get("verdict"), "{}", block.0);
        assert_eq!(count, moves.len(), "{}", block.0);
    }
}

#[test]
fn an_idle_move_in_between_never_loses() {
    let mut count = 0;
    for block in Block::all(DIAGRAMS) {
        let (loser, _) = told(&ruled(block.setup(), &moves_of(block)).1);
        let loser = match loser {
            "red_loses" => Side::Red,
            "black_loses" => Side::Black,
            _ => continue,
        };
        // The whole loop twice, with a detour of either side in the second: there and back with one more piece.
        let mut history = History::new(block.setup()).expect("a position");
        for mv in moves_of(block) {
            history.play(mv).expect("a legal move");
        }
        if let Some(moves) = detour(&history, loser) {
            for mv in moves.into_iter().chain(block.moves("loop")) {
                history.play(mv).expect("a legal move");
            }
            let winner = match adjudicate(&history, &CHINESE) {
                Ruling::Ended(verdict) => verdict.outcome.winner(),
                _ => None,
            };
            assert_ne!(winner, Some(!loser), "{}", block.0);
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

/// Two moves of each side after which all pieces stand as before, one of them an idle one of `side`.
fn detour(history: &History, side: Side) -> Option<Vec<Move>> {
    let position = history.position();
    let there = |position: &Position| {
        let mut moves = position.legal_moves();
        moves.retain(|mv| position.piece_at(mv.to).is_none());
        moves
    };
    let back = |mv: Move| Move::new(mv.to, mv.from);
    there(position).into_iter().find_map(|first| {
        let second = position.play(first).ok()?;
        there(&second).into_iter().find_map(|reply| {
            let third = second.play(reply).ok()?;
            let fourth = third.play(back(first)).ok()?;
            fourth.play(back(reply)).ok()?;
            let (at, own) = if position.turn() == side {
                (position, first)
            } else {
                (&second, reply)
            };
            let is_idle = !examined(at, own).nature.is_forbidden();
            is_idle.then(|| vec![first, reply, back(first), back(reply)])
        })
    })
}

#[test]
fn nine_rounds_of_chases_to_several_points_lose_with_the_tenth() {
    let setup = Setup::from_fen("5k3/9/9/9/9/9/9/9/1c7/R2K5 w").expect("a FEN");
    let line = "a0a1 b1b2 a1a2 b2b3 a2a3 b3b4 a3a4 b4b5 a4a5 b5b6 a5a6 b6b7 a6a7 b7b8 a7a8 b8b7 a8a7 b7b6 \
                a7a6";
    let moves = line
        .split_whitespace()
        .map(|mv| mv.parse().expect("a move"));
    let moves: Vec<Move> = moves.collect();
    let (count, ruling) = ruled(setup.clone(), &moves);
    let Ruling::Ended(verdict) = ruling else {
        panic!("no ruling after {count} plies: {ruling:?}");
    };
    assert_eq!((count, verdict.clause), (moves.len(), Clause::NineRounds));
    assert_eq!(verdict.outcome.winner(), Some(Side::Black));
    assert!(matches!(
        ruled(setup.clone(), &moves[..9]).1,
        Ruling::Continue
    ));
    let (_, told) = ruled(setup, &moves[..11]);
    assert!(matches!(told, Ruling::Warned(_)), "{told:?}");
}

#[test]
fn random_games_are_ruled_without_a_panic() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut roll = |count: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 16) as usize % count
    };
    for _ in 0..4 {
        let mut history = History::new(Setup::start()).expect("a position");
        for _ in 0..40 {
            let moves = history.position().legal_moves();
            if moves.is_empty() || matches!(adjudicate(&history, &CHINESE), Ruling::Ended(_)) {
                break;
            }
            // Often back again, so that positions are repeated.
            let last = history
                .plies()
                .len()
                .checked_sub(2)
                .map(|at| history.plies()[at].mv);
            let back = last.map(|mv| Move::new(mv.to, mv.from));
            let back = back.filter(|mv| moves.contains(mv) && roll(3) > 0);
            let mv = back.unwrap_or_else(|| moves[roll(moves.len())]);
            history.play(mv).expect("a legal move");
        }
    }
}

#[test]
fn a_ruling_is_awaited_until_all_natures_are_known() {
    let setup = Setup::from_fen("2b1k1r2/9/4b3p/9/9/2P3P2/1R7/2n1B4/4A4/4KABC1 w").expect("a FEN");
    let mut history = History::new(setup).expect("a position");
    for (count, mv) in "b3c3 c2b0 c3b3 b0c2 "
        .repeat(2)
        .split_whitespace()
        .enumerate()
    {
        history
            .play(mv.parse().expect("a move"))
            .expect("a legal move");
        let awaited = match count + 1 {
            4..=7 => Ruling::Awaited { may_end: false },
            8 => Ruling::Awaited { may_end: true },
            _ => Ruling::Continue,
        };
        assert_eq!(known(&history, &CHINESE), awaited, "{count}");
    }
    let ruling = adjudicate(&history, &CHINESE);
    assert_eq!(told(&ruling), ("red_loses", "25.3"));
    // Other tests may have emptied the memo since.
    let is_known = || known(&history, &CHINESE) == adjudicate(&history, &CHINESE);
    assert!((0..10).any(|_| is_known()));
    let asian = Terms::default();
    assert_eq!(known(&history, &asian), adjudicate(&history, &asian));
}
