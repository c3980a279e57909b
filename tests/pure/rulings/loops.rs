//! Random games with repetitions, which are common among people and rare in purely random games.

use super::cases::{self, Case, ended, play, terms};
use chuhe::rules::{
    Conduct, CyclePly, History, Move, Offense, Piece, PieceKind, Point, Rulebook, Ruling, Setup,
    Side, adjudicate,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::cell::RefCell;

/// Number of games tried.
const GAMES: u32 = 240;
/// Number of loops examined before one without offense is accepted.
const LOOPS: usize = 16;

/// Ingredients of a random game.
#[derive(Clone, Debug)]
enum Choices {
    /// Moves from the start or the start of a case, and then a way to and fro.
    Wandered {
        case: Option<Index>,
        before: Vec<Index>,
        /// Number of moves each side makes before it goes back.
        length: usize,
        loops: Vec<[Index; 6]>,
    },
    /// A case with a modified board: pieces put on points.
    Tampered {
        case: Index,
        changes: Vec<(Index, Index)>,
    },
}

fn choices() -> impl Strategy<Value = Choices> {
    let moves = |most| prop::collection::vec(any::<Index>(), 0..most);
    let loops = || prop::collection::vec(any::<[Index; 6]>(), LOOPS);
    let wandered = |case, before, length, loops| Choices::Wandered {
        case,
        before,
        length,
        loops,
    };
    let from_start = (moves(40), 1..=3_usize, loops())
        .prop_map(move |(before, length, loops)| wandered(None, before, length, loops));
    let from_case = (any::<Index>(), moves(5), 1..=3_usize, loops())
        .prop_map(move |(case, before, length, loops)| wandered(Some(case), before, length, loops));
    let changes = prop::collection::vec(any::<(Index, Index)>(), 0..8);
    let tampered =
        (any::<Index>(), changes).prop_map(|(case, changes)| Choices::Tampered { case, changes });
    prop_oneof![1 => from_start, 1 => from_case, 2 => tampered]
}

/// Statistics of the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    games: usize,
    /// Games with a ruling.
    ruled: usize,
    /// Games with perpetual check.
    checked: usize,
    /// Games with perpetual chase of one piece.
    chased: usize,
    /// Games with any chase.
    with_chases: usize,
}

impl Tally {
    fn add(&mut self, history: &History) {
        self.games += 1;
        let ruling = adjudicate(history, &terms(Rulebook::Asian));
        let Some(cycle) = ended(&ruling).and_then(|verdict| verdict.cycle.as_ref()) else {
            return;
        };
        let has_done = |offenses: &[Offense]| {
            let mut sides = Side::ALL.into_iter();
            usize::from(sides.any(|side| offenses.contains(&cycle.offenses[side])))
        };
        let is_chase = |ply: &CyclePly| ply.conduct == Conduct::Chase;
        self.ruled += 1;
        self.checked += has_done(&[Offense::PerpetualCheck]);
        self.chased += has_done(&[Offense::PerpetualChase, Offense::PinnedChariotChase]);
        self.with_chases += usize::from(cycle.plies.iter().any(is_chase));
    }

    /// Asserts that the games are of the intended kind. The required shares are half of the usual ones, so that chance
    /// does not fail a test.
    pub fn check(&self) {
        assert_eq!(self.games, GAMES as usize);
        let at_least = |count, percent| count * 100 >= self.games * percent;
        assert!(at_least(self.ruled, 70), "{self:?}");
        assert!(at_least(self.with_chases, 30), "{self:?}");
        assert!(at_least(self.chased, 10), "{self:?}");
        assert!(self.checked > 0, "{self:?}");
    }
}

/// Generates games, most of which end with a third occurrence of a position.
pub fn each_game(check: impl Fn(&History)) -> Tally {
    let cases = cases::asian();
    let tally = RefCell::new(Tally::default());
    let config = ProptestConfig {
        cases: GAMES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let run = TestRunner::new(config).run(&choices(), |choices| {
        let history = game(&cases, &choices);
        tally.borrow_mut().add(&history);
        check(&history);
        Ok(())
    });
    run.unwrap_or_else(|why| panic!("{why}"));
    tally.into_inner()
}

fn game(cases: &[Case], choices: &Choices) -> History {
    match choices {
        Choices::Tampered { case, changes } => tampered(case.get(cases), changes),
        Choices::Wandered {
            case,
            before,
            length,
            loops,
        } => {
            let start = case.map(|index| index.get(cases).start());
            let start = start.unwrap_or_else(|| History::new(Setup::start()).expect("the start"));
            wandered(start, before, *length, loops)
        }
    }
}

/// Adds and removes pieces, provided the case's moves can still be played.
fn tampered(case: &Case, changes: &[(Index, Index)]) -> History {
    let mut history = case.played();
    let pieces: Vec<Option<Piece>> = Piece::all().map(Some).chain([None; 7]).collect();
    for (at, piece) in changes {
        let mut setup = history.start().clone();
        let at = Point::from_index(at.index(Point::COUNT)).expect("a point");
        setup.board.set(at, *piece.get(&pieces));
        if let Some(other) = line(setup, &case.moves) {
            history = other;
        }
    }
    history
}

/// A line without captures that is over at its end or not at all; `None` if there is none.
fn line(start: Setup, moves: &[Move]) -> Option<History> {
    let mut history = History::new(start).ok()?;
    for &mv in moves {
        if is_over(&history) || history.play(mv).ok()?.captured.is_some() {
            return None;
        }
    }
    Some(history)
}

fn is_over(history: &History) -> bool {
    ended(&adjudicate(history, &terms(Rulebook::Asian))).is_some()
}

/// Plays on at random, and then to and fro, preferring loops that give offense.
fn wandered(
    mut history: History,
    before: &[Index],
    length: usize,
    loops: &[[Index; 6]],
) -> History {
    for choice in before {
        let moves = sorted_moves(&history);
        if moves.is_empty() || is_over(&history) {
            return history;
        }
        play(&mut history, *choice.get(&moves));
    }
    let mut harmless = None;
    for picks in loops {
        let Some(moves) = to_and_fro(&history, picks, length) else {
            continue;
        };
        if gives_offence(&repeated(&history, &moves, 1)) {
            return repeated(&history, &moves, 2);
        }
        harmless.get_or_insert(moves);
    }
    repeated(&history, &harmless.unwrap_or_default(), 2)
}

fn gives_offence(history: &History) -> bool {
    let ruling = adjudicate(history, &terms(Rulebook::Asian));
    let (Ruling::Warned(verdict) | Ruling::Ended(verdict)) = ruling else {
        return false;
    };
    verdict.cycle.is_some_and(|cycle| {
        let mut sides = Side::ALL.into_iter();
        sides.any(|side| cycle.offenses[side] != Offense::None)
    })
}

fn sorted_moves(history: &History) -> Vec<Move> {
    let mut moves = history.position().legal_moves();
    moves.sort();
    moves
}

/// Moves of both sides in turn and then their reversals, if all are legal.
fn to_and_fro(history: &History, picks: &[Index; 6], length: usize) -> Option<Vec<Move>> {
    let mut line = history.clone();
    let mut moves = Vec::new();
    for pick in &picks[..2 * length] {
        let position = line.position();
        let can_be_undone = |mv: &Move| {
            let moves = position.piece_at(mv.from);
            position.piece_at(mv.to).is_none()
                && moves.is_some_and(|piece| piece.kind != PieceKind::Soldier)
        };
        let mut quiet = sorted_moves(&line);
        quiet.retain(can_be_undone);
        if quiet.is_empty() {
            return None;
        }
        let mv = *pick.get(&quiet);
        play(&mut line, mv);
        moves.push(mv);
    }
    let pairs: Vec<_> = moves.chunks(2).rev().map(<[Move]>::to_vec).collect();
    for mv in pairs.concat() {
        let undone = Move::new(mv.to, mv.from);
        line.play(undone).ok()?;
        moves.push(undone);
    }
    Some(moves)
}

/// Repeats the moves this many times, or until the game is over.
fn repeated(history: &History, moves: &[Move], times: usize) -> History {
    let mut line = history.clone();
    for &mv in moves.iter().cycle().take(times * moves.len()) {
        if is_over(&line) {
            break;
        }
        play(&mut line, mv);
    }
    line
}
