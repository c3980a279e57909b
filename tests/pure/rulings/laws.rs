//! Invariants of every ruling, on any game.

use super::cases::{self, Case, play, terms};
use super::loops;
use chuhe::rules::{
    Attack, Board, Cycle, CyclePly, History, Move, Piece, Played, Point, Rulebook, Ruling, Setup,
    Terms, Verdict, adjudicate,
};
use chuhe::rules::{BySide, Outcome};
use std::fmt::Debug;

/// A transformed board: mirrored, or turned so that each side has the other's view.
#[derive(Clone, Copy, Debug)]
enum View {
    Mirrored,
    Turned,
}

impl View {
    const fn point(self, point: Point) -> Point {
        match self {
            Self::Mirrored => point.mirrored(),
            Self::Turned => point.rotated(),
        }
    }

    fn piece(self, piece: Piece) -> Piece {
        match self {
            Self::Mirrored => piece,
            Self::Turned => Piece::new(!piece.side, piece.kind),
        }
    }

    const fn mv(self, mv: Move) -> Move {
        Move::new(self.point(mv.from), self.point(mv.to))
    }

    fn setup(self, setup: &Setup) -> Setup {
        let mut board = Board::empty();
        for (point, piece) in setup.board.pieces() {
            board.set(self.point(point), Some(self.piece(piece)));
        }
        let turn = match self {
            Self::Mirrored => setup.turn,
            Self::Turned => !setup.turn,
        };
        Setup {
            board,
            turn,
            ..setup.clone()
        }
    }

    fn history(self, history: &History) -> History {
        let mut other = History::new(self.setup(history.start())).expect("as good as the first");
        for played in history.plies() {
            play(&mut other, self.mv(played.mv));
        }
        other
    }

    fn ruling(self, ruling: Ruling) -> Ruling {
        match ruling {
            Ruling::Continue | Ruling::Awaited { .. } => ruling,
            Ruling::Warned(verdict) => Ruling::Warned(Box::new(self.verdict(*verdict))),
            Ruling::Undecided(cycle) => Ruling::Undecided(Box::new(self.cycle(*cycle))),
            Ruling::Ended(verdict) => Ruling::Ended(Box::new(self.verdict(*verdict))),
        }
    }

    fn verdict(self, verdict: Verdict) -> Verdict {
        let outcome = match (self, verdict.outcome) {
            (Self::Turned, Outcome::Win { winner, by }) => Outcome::win(!winner, by),
            (_, same) => same,
        };
        let cycle = verdict.cycle.map(|cycle| self.cycle(cycle));
        Verdict {
            outcome,
            cycle,
            ..verdict
        }
    }

    fn cycle(self, cycle: Cycle) -> Cycle {
        let offenses = match self {
            Self::Mirrored => cycle.offenses,
            Self::Turned => BySide::new(|side| cycle.offenses[!side]),
        };
        Cycle {
            occurrences: cycle.occurrences,
            plies: cycle.plies.into_iter().map(|ply| self.ply(ply)).collect(),
            offenses,
        }
    }

    /// The attacks in an order independent of the view. A turned board has no round numbers: they begin with Red's
    /// move.
    fn ply(self, ply: CyclePly) -> CyclePly {
        let mut attacks: Vec<_> = ply
            .attacks
            .into_iter()
            .map(|one| self.attack(one))
            .collect();
        attacks.sort_by_key(|attack| (attack.attacker, attack.victim));
        let round = match self {
            Self::Mirrored => ply.round,
            Self::Turned => 0,
        };
        let played = Played {
            mv: self.mv(ply.played.mv),
            piece: self.piece(ply.played.piece),
            captured: ply.played.captured.map(|piece| self.piece(piece)),
            ..ply.played
        };
        CyclePly {
            round,
            played,
            attacks,
            ..ply
        }
    }

    const fn attack(self, attack: Attack) -> Attack {
        Attack {
            attacker: self.point(attack.attacker),
            victim: self.point(attack.victim),
            ..attack
        }
    }
}

/// Asserts that the arbiter rules alike in either view.
fn check_views(name: &dyn Debug, history: &History, terms: &Terms) {
    let ruling = adjudicate(history, terms);
    for view in [View::Mirrored, View::Turned] {
        let other = adjudicate(&view.history(history), terms);
        // There and back again, so that both have their attacks in one order.
        let back = view.ruling(view.ruling(ruling.clone()));
        assert_eq!(view.ruling(other), back, "{name:?}, {view:?}, {terms:?}");
    }
}

/// Asserts that playing on, with moves taken back in between, gives the same rulings as a line from the start, and that
/// the game is over only at its last move, if at all.
fn check_course(name: &dyn Debug, history: &History, terms: &Terms) {
    let start = || History::new(history.start().clone()).expect("a position");
    let moves: Vec<_> = history.plies().iter().map(|played| played.mv).collect();
    let mut line = start();
    for (count, &mv) in moves.iter().enumerate() {
        let before = adjudicate(&line, terms);
        assert!(
            !matches!(before, Ruling::Ended(_)),
            "{name:?} is over after {count} plies"
        );
        play(&mut line, mv);
        // A varying number of moves, from time to time all of them.
        let back = (count * 7) % (count + 2);
        for _ in 0..back {
            line.take_back();
        }
        for &again in &moves[count + 1 - back.min(count + 1)..=count] {
            play(&mut line, again);
        }
        let mut fresh = start();
        for &mv in &moves[..=count] {
            play(&mut fresh, mv);
        }
        assert_eq!(line.occurrences(), fresh.occurrences(), "{name:?}");
        let ruling = adjudicate(&line, terms);
        assert_eq!(ruling, adjudicate(&fresh, terms), "{name:?} after {mv}");
    }
}

fn each_case_and_book(mut check: impl FnMut(&Case, &History, &Terms)) {
    for case in cases::asian().into_iter().chain(cases::composed()) {
        let history = case.played();
        for book in Rulebook::ALL {
            check(&case, &history, &terms(book));
        }
    }
}

#[test]
fn cases_look_the_same_from_every_side() {
    each_case_and_book(|case, history, terms| check_views(&case.name, history, terms));
}

#[test]
fn cases_end_with_their_last_move_however_it_was_reached() {
    each_case_and_book(|case, history, terms| {
        check_course(&case.name, history, terms);
        let is_over = cases::ended(&adjudicate(history, terms)).is_some();
        assert_eq!(is_over, terms.rulebook != Rulebook::Off, "{}", case.name);
        assert_eq!(history.occurrences().len(), 3, "{}", case.name);
    });
}

#[test]
fn random_games_obey_the_same_laws() {
    let tally = loops::each_game(|history| {
        for book in Rulebook::ALL {
            check_views(&"a game", history, &terms(book));
        }
        check_course(&"a game", history, &terms(Rulebook::Asian));
    });
    tally.check();
}
