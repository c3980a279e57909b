//! Lessons on the rules: small positions, one topic each, in which one side makes all the moves.

use crate::rules::{
    History, IllegalMove, Move, PieceKind, Point, Position, Rulebook, Ruling, Setup, Terms,
    Verdict, adjudicate,
};

/// Topic of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lesson {
    /// The starting position.
    Start,
    /// Moves of a kind of piece.
    Kind(PieceKind),
    /// 对面笑: the generals may not face each other.
    FlyingGeneral,
    /// A check must be answered.
    Check,
    /// Winning by checkmate, in one move.
    Checkmate,
    /// Winning by stalemate, in one move.
    Stalemate,
}

impl Lesson {
    /// All lessons.
    pub const ALL: [Self; 12] = [
        Self::Start,
        Self::Kind(PieceKind::General),
        Self::Kind(PieceKind::Advisor),
        Self::Kind(PieceKind::Elephant),
        Self::Kind(PieceKind::Horse),
        Self::Kind(PieceKind::Chariot),
        Self::Kind(PieceKind::Cannon),
        Self::Kind(PieceKind::Soldier),
        Self::FlyingGeneral,
        Self::Check,
        Self::Checkmate,
        Self::Stalemate,
    ];

    /// Starting arrangement, and the point of the piece concerned.
    const fn arrangement(self) -> (&'static str, &'static str) {
        match self {
            Self::Start => (
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
                "h2",
            ),
            Self::Kind(kind) => Self::of_kind(kind),
            Self::FlyingGeneral => ("4k4/9/9/9/9/4N4/9/9/9/4K4 r", "e4"),
            Self::Check => ("3k5/9/9/R3r4/9/9/9/9/9/3AK4 r", "e0"),
            Self::Checkmate => ("4k4/R8/9/9/9/9/9/9/9/1R1K5 r", "b0"),
            Self::Stalemate => ("3k5/9/9/3P5/9/9/9/9/9/4K4 r", "d6"),
        }
    }

    const fn of_kind(kind: PieceKind) -> (&'static str, &'static str) {
        match kind {
            PieceKind::General => ("4k4/9/9/9/9/9/9/9/5K3/9 r", "f1"),
            PieceKind::Advisor => ("3k5/9/9/9/9/9/9/9/4A4/4K4 r", "e1"),
            PieceKind::Elephant => ("3k5/9/9/9/9/9/3p5/4B4/9/4K4 r", "e2"),
            PieceKind::Horse => ("3k5/9/9/9/4P1p2/4N4/9/9/9/4K4 r", "e4"),
            PieceKind::Chariot => ("3k5/9/9/4P4/9/1n2R4/9/9/9/4K4 r", "e4"),
            PieceKind::Cannon => ("3k5/2n6/9/9/2p6/9/9/2C1B1N1n/9/4K4 r", "c2"),
            PieceKind::Soldier => ("5k3/9/9/6P2/9/9/2P6/9/9/4K4 r", "c3"),
        }
    }

    /// Point of the piece that the lesson is about.
    pub fn piece(self) -> Point {
        self.arrangement().1.parse().expect("a point of a lesson")
    }

    /// Starting position.
    pub fn position(self) -> Position {
        let setup = Setup::from_fen(self.arrangement().0).expect("the FEN of a lesson");
        setup.position().expect("the position of a lesson")
    }
}

/// Result of an attempted move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The move was made, and the other side passed.
    Made,
    /// The move ended the check that the lesson began with.
    Answered,
    /// The move gave check, which the other side answered with this move.
    Checked(Move),
    /// The move won by checkmate.
    Checkmate,
    /// The move won by stalemate.
    Stalemate,
}

/// Reason a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTried {
    /// The move is illegal.
    Illegal(IllegalMove),
    /// The lesson is over.
    Over,
}

/// A lesson in progress.
#[derive(Clone, Debug)]
pub struct Trial {
    lesson: Lesson,
    position: Position,
    last: Option<Move>,
    over: bool,
}

impl Trial {
    /// Begins a lesson.
    pub fn new(lesson: Lesson) -> Self {
        Self {
            lesson,
            position: lesson.position(),
            last: None,
            over: false,
        }
    }

    /// The lesson.
    pub const fn lesson(&self) -> Lesson {
        self.lesson
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The last move made, by either side.
    pub const fn last(&self) -> Option<Move> {
        self.last
    }

    /// Whether no move is accepted before a reset.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the board differs from the start.
    pub const fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Tries a move. The other side moves only to answer a check.
    ///
    /// # Errors
    ///
    /// Returns the reason a move is refused, leaving the position unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Tried, NotTried> {
        if self.over {
            return Err(NotTried::Over);
        }
        let next = self.position.play(mv).map_err(NotTried::Illegal)?;
        let was_check = self.position.is_check();
        self.last = Some(mv);
        if !next.has_legal_move() {
            self.over = true;
            let mate = next.is_check();
            self.position = next;
            return Ok(if mate {
                Tried::Checkmate
            } else {
                Tried::Stalemate
            });
        }
        if next.is_check()
            && let Some((answer, after)) = answer(&next)
        {
            self.position = after;
            self.last = Some(answer);
            return Ok(Tried::Checked(answer));
        }
        match waited(&next) {
            Some(after) => self.position = after,
            None => {
                self.position = next;
                self.over = true;
            }
        }
        Ok(if was_check {
            Tried::Answered
        } else {
            Tried::Made
        })
    }
}

/// An answer to check by the side to move, preferably by evasion, so that the lesson's pieces stay.
fn answer(position: &Position) -> Option<(Move, Position)> {
    let quiet = |mv: &Move| position.piece_at(mv.to).is_none();
    let moves = position.legal_moves();
    let best = moves.iter().copied().find(quiet);
    let mv = best.or_else(|| moves.first().copied())?;
    Some((mv, position.play(mv).ok()?))
}

/// The position after the side to move has passed.
fn waited(position: &Position) -> Option<Position> {
    let setup = Setup {
        turn: !position.turn(),
        board: position.board().clone(),
        idle_plies: 0,
        round: 1,
    };
    setup.position().ok()
}

/// A cycle of perpetual check, to be stepped through: a chariot drives the general to and fro, because the other
/// chariot threatens mate.
#[derive(Clone, Debug)]
pub struct Demonstration {
    history: History,
    verdict: Box<Verdict>,
}

/// Start and moves of the demonstration.
const PERPETUAL: &str = "3k5/9/9/9/4R4/9/9/9/r8/5K3 r";
const PERPETUAL_MOVES: [&str; 8] = [
    "e5d5", "d9e9", "d5e5", "e9d9", "e5d5", "d9e9", "d5e5", "e9d9",
];

impl Demonstration {
    /// Plays the demonstration to its end.
    pub fn perpetual_check() -> Self {
        let start = Setup::from_fen(PERPETUAL).expect("the FEN of a lesson");
        let mut history = History::new(start).expect("the position of a lesson");
        for mv in PERPETUAL_MOVES {
            let mv = mv.parse().expect("a move of a lesson");
            history.play(mv).expect("a legal move of a lesson");
        }
        let terms = Terms {
            rulebook: Rulebook::Asian,
            ..Terms::default()
        };
        let Ruling::Ended(verdict) = adjudicate(&history, &terms) else {
            unreachable!("the lesson ends with a ruling");
        };
        Self { history, verdict }
    }

    /// The positions with the moves that led to them.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The verdict of the arbiter at the end.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, Piece, PointSet, Side, WinReason};

    fn tried(lesson: Lesson, mv: &str) -> Result<Tried, NotTried> {
        Trial::new(lesson).play(mv.parse().expect("a move"))
    }

    #[track_caller]
    fn refused(lesson: Lesson, mv: &str, fits: impl Fn(&IllegalMove) -> bool) {
        match tried(lesson, mv) {
            Err(NotTried::Illegal(why)) => assert!(fits(&why), "{lesson:?} {mv}: {why}"),
            other => panic!("{lesson:?} {mv}: {other:?}"),
        }
    }

    #[track_caller]
    fn made(lesson: Lesson, moves: &str) {
        for mv in moves.split(' ') {
            assert_eq!(tried(lesson, mv), Ok(Tried::Made), "{lesson:?} {mv}");
        }
    }

    #[test]
    fn every_lesson_can_be_played_and_is_about_a_piece_that_can_move() {
        for lesson in Lesson::ALL {
            let position = lesson.position();
            assert_eq!(position.turn(), Side::Red, "{lesson:?}");
            let piece = position.piece_at(lesson.piece()).expect("a piece");
            assert_eq!(piece.side, Side::Red);
            if let Lesson::Kind(kind) = lesson {
                assert_eq!(piece, Piece::new(Side::Red, kind));
            }
            let stays = lesson == Lesson::FlyingGeneral;
            assert_eq!(position.targets(lesson.piece()).is_empty(), stays);
        }
    }

    #[test]
    fn generals_advisors_and_elephants_keep_to_their_places() {
        let general = Lesson::Kind(PieceKind::General);
        made(general, "f1f0 f1f2");
        refused(general, "f1g1", |why| {
            *why == IllegalMove::LeavesPalace(PieceKind::General)
        });
        refused(general, "f1e1", |why| {
            matches!(why, IllegalMove::FlyingGeneral { .. })
        });
        let advisor = Lesson::Kind(PieceKind::Advisor);
        made(advisor, "e1d0 e1f0 e1d2 e1f2");
        refused(advisor, "e1e2", |why| {
            *why == IllegalMove::NotItsWay(PieceKind::Advisor)
        });
        let mut trial = Trial::new(advisor);
        trial.play("e1f2".parse().expect("a move")).expect("legal");
        let out = trial.play("f2g3".parse().expect("a move"));
        let why = IllegalMove::LeavesPalace(PieceKind::Advisor);
        assert_eq!(out, Err(NotTried::Illegal(why)));
        let elephant = Lesson::Kind(PieceKind::Elephant);
        made(elephant, "e2g4 e2g0 e2c0");
        refused(elephant, "e2c4", |why| {
            matches!(why, IllegalMove::BlockedEye { .. })
        });
        let mut trial = Trial::new(elephant);
        trial.play("e2g4".parse().expect("a move")).expect("legal");
        let over = trial.play("g4e6".parse().expect("a move"));
        let why = IllegalMove::ElephantCrossesRiver;
        assert_eq!(over, Err(NotTried::Illegal(why)));
    }

    #[test]
    fn horses_chariots_cannons_and_soldiers_go_their_ways() {
        let horse = Lesson::Kind(PieceKind::Horse);
        made(horse, "e4c5 e4g5 e4c3 e4g3 e4d2 e4f2");
        for mv in ["e4d6", "e4f6"] {
            refused(horse, mv, |why| {
                matches!(why, IllegalMove::HobbledLeg { .. })
            });
        }
        let chariot = Lesson::Kind(PieceKind::Chariot);
        made(chariot, "e4b4 e4i4 e4e1");
        for mv in ["e4a4", "e4e7"] {
            refused(chariot, mv, |why| {
                matches!(why, IllegalMove::WayBlocked { .. })
            });
        }
        assert!(matches!(tried(chariot, "e4d4"), Ok(Tried::Checked(_))));
        let cannon = Lesson::Kind(PieceKind::Cannon);
        made(cannon, "c2c8 c2c4 c2a2");
        let screens = |count: usize| move |why: &IllegalMove| matches!(why, IllegalMove::WrongScreens { screens } if screens.len() == count);
        refused(cannon, "c2c5", screens(0));
        refused(cannon, "c2i2", screens(2));
        refused(cannon, "c2c6", |why| {
            matches!(why, IllegalMove::WayBlocked { .. })
        });
        let soldier = Lesson::Kind(PieceKind::Soldier);
        made(soldier, "c3c4 g6g7 g6f6 g6h6");
        refused(soldier, "c3d3", |why| *why == IllegalMove::SoldierSideways);
        refused(soldier, "g6g5", |why| *why == IllegalMove::SoldierBackward);
    }

    #[test]
    fn facing_generals_checks_and_both_ends_are_shown() {
        refused(Lesson::FlyingGeneral, "e4c5", |why| {
            matches!(why, IllegalMove::FlyingGeneral { .. })
        });
        made(Lesson::FlyingGeneral, "e0f0");
        for mv in ["a6e6", "d0e1", "e0f0"] {
            assert_eq!(tried(Lesson::Check, mv), Ok(Tried::Answered), "{mv}");
        }
        for mv in ["e0e1", "a6a9"] {
            refused(Lesson::Check, mv, |why| {
                matches!(why, IllegalMove::LeavesInCheck { .. })
            });
        }
        assert_eq!(tried(Lesson::Checkmate, "b0b9"), Ok(Tried::Checkmate));
        assert_eq!(tried(Lesson::Stalemate, "d6d7"), Ok(Tried::Stalemate));
        made(Lesson::Checkmate, "b0b1");
        made(Lesson::Stalemate, "d6c6");
    }

    #[test]
    fn nothing_is_tried_after_the_end() {
        let mut trial = Trial::new(Lesson::Stalemate);
        assert!(!trial.has_begun());
        trial.play("d6d7".parse().expect("a move")).expect("legal");
        assert!(trial.is_over() && trial.has_begun());
        let more = trial.play("e0e1".parse().expect("a move"));
        assert_eq!(more, Err(NotTried::Over));
    }

    #[test]
    fn one_side_moves_on_and_on_whatever_it_does() {
        for lesson in Lesson::ALL {
            let mut trial = Trial::new(lesson);
            for step in 0..60 {
                if trial.is_over() {
                    break;
                }
                assert_eq!(trial.position().turn(), Side::Red);
                let moves = trial.position().legal_moves();
                let mv = moves[step * 7 % moves.len()];
                trial.play(mv).expect("legal");
            }
            let kings = trial.position().board();
            let all: PointSet = Side::ALL
                .into_iter()
                .filter_map(|side| kings.general(side))
                .collect();
            assert_eq!(all.len(), 2);
        }
    }

    #[test]
    fn perpetual_check_loses() {
        let shown = Demonstration::perpetual_check();
        let loses = Outcome::Win {
            winner: Side::Black,
            by: WinReason::PerpetualCheck,
        };
        assert_eq!(shown.verdict().outcome, loses);
        let plies = shown
            .verdict()
            .cycle
            .as_ref()
            .map(|cycle| cycle.plies.len());
        assert_eq!(plies, Some(shown.history().plies().len()));
    }
}
