//! The tasks of the lessons.

use crate::rules::{Move, Point, PointSet, Position, Setup, Side, named};

/// Goal of Red in a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Bring the piece of the task to one of these points.
    Reach(PointSet),
    /// Capture the pieces on these points.
    Capture(PointSet),
    /// Give check.
    Check,
    /// Give checkmate; every move has to give check.
    Checkmate,
    /// Leave the other side without a legal move, without giving check.
    Stalemate,
}

named! {
    /// A small exercise on one rule. Its word is its data: name, board, piece, number of moves, goal, and the points of
    /// the goal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Task {
        /// A move along a line.
        AimMove = "aim-move 5k3/9/9/9/9/9/2R6/9/9/4K4 c3 1 reach h3",
        /// A capture.
        AimCapture = "aim-capture 5k3/9/2n6/9/9/9/2R6/9/9/4K4 c3 1 capture c7",
        /// A trapped general.
        AimTrap = "aim-trap 4k4/R8/9/9/9/9/9/9/9/1R1K5 b0 1 checkmate",
        /// Across the river.
        BoardRiver = "board-river 4k4/9/9/9/9/9/2R6/9/9/3K5 c3 2 reach g7",
        /// Into the palace.
        BoardPalace = "board-palace 5k3/9/9/9/9/9/2R6/9/9/4K4 c3 2 reach d8",
        /// A chariot goes around a piece in its way.
        ChariotWay = "chariot-way 5k3/9/9/9/9/9/3N2R2/9/9/4K4 g3 2 reach b7",
        /// A chariot captures what is in its way.
        ChariotTwo = "chariot-two 5k3/2n6/9/2p6/9/9/9/2R6/9/4K4 c2 2 capture c6 c8",
        /// A chariot turns at each capture.
        ChariotThree = "chariot-three 5k3/9/9/2p3p2/9/9/6p2/2R6/9/4K4 c2 3 capture c6 g6 g3",
        /// A cannon captures over a screen.
        CannonScreen = "cannon-screen 3k5/2n6/9/9/2p6/9/9/2C1B1N1n/9/4K4 c2 1 capture c8",
        /// A cannon finds a screen.
        CannonOwn = "cannon-own 3k5/9/9/9/9/7C1/9/1r2B4/9/4K4 h4 2 capture b2",
        /// A cannon finds two screens.
        CannonTwo = "cannon-two 4k4/1n2a1n2/9/6P2/9/9/9/6C2/9/3K5 g2 2 capture b8 g8",
        /// A horse on its way.
        HorseWay = "horse-way 4k4/9/9/9/9/9/4N4/9/9/3K5 e3 2 reach e7",
        /// A horse with a blocked leg.
        HorseLeg = "horse-leg 4k4/9/9/5c3/9/4P4/4N4/9/9/3K5 e3 2 capture f6",
        /// A horse with three captures.
        HorseThree = "horse-three 4k4/9/9/9/9/3p3p1/5p3/2N6/9/3K5 c2 3 capture d4 f3 h4",
        /// A soldier crosses the river.
        SoldierRiver = "soldier-river 4k4/9/9/9/9/2P6/9/9/9/3K5 c4 3 reach e5",
        /// A soldier captures forward and sideways.
        SoldierTwo = "soldier-two 3k5/9/4nc3/4P4/9/9/9/9/9/4K4 e6 2 capture e7 f7",
        /// A general walks in its palace.
        GeneralWay = "general-way 5k3/9/9/9/9/9/9/3K5/9/9 d2 3 reach e0",
        /// A general captures, but not at once.
        GeneralCapture = "general-capture 5k3/9/9/9/9/9/9/9/3K5/4p4 d1 2 capture e0",
        /// An advisor walks across the palace.
        AdvisorWay = "advisor-way 3k5/9/9/9/9/9/9/9/9/3AK4 d0 2 reach f2",
        /// An advisor captures.
        AdvisorCapture = "advisor-capture 5k3/9/9/9/9/9/9/3p5/9/4KA3 f0 2 capture d2",
        /// An elephant on its way.
        ElephantWay = "elephant-way 3k5/9/9/9/9/9/9/9/9/2B1K4 c0 2 reach g4",
        /// An elephant with a blocked eye.
        ElephantEye = "elephant-eye 3k5/9/9/9/9/6n2/5p3/4B4/9/4K4 e2 3 capture g4",
        /// Giving check.
        CheckGive = "check-give 4k4/9/9/9/9/9/R8/9/9/3K5 a3 1 check",
        /// Capturing the attacker.
        CheckCapture = "check-capture 3k5/9/9/R3r4/9/9/9/9/9/3AK4 a6 1 capture e6",
        /// Blocking the attacker.
        CheckBlock = "check-block 3k5/9/9/4r4/9/9/9/9/9/3AK4 d0 1 reach e1",
        /// Stepping aside.
        CheckStep = "check-step 4k4/9/9/4r4/9/9/9/9/9/4K4 e0 1 reach d0 f0",
        /// The piece between the generals stays.
        FacingMove = "facing-move 4k4/9/9/9/2c6/4N4/9/9/9/4K4 e4 2 capture c5",
        /// A general takes part in checkmate.
        FacingMate = "facing-mate 3k5/9/9/9/9/9/9/9/R8/4K4 a1 1 checkmate",
        /// Chariot and horse.
        MateHorse = "mate-horse 4k4/9/2N6/9/7R1/9/9/9/9/3K5 h5 1 checkmate",
        /// Two cannons on one file.
        MateCannons = "mate-cannons 3aka3/9/9/9/9/4C4/9/7C1/9/3K5 h2 1 checkmate",
        /// Two chariots in two moves.
        MateTwo = "mate-two 9/4k4/R8/9/1R7/9/9/9/9/3K5 b5 2 checkmate",
        /// A soldier takes the last point.
        StalemateSoldier = "stalemate-soldier 3k5/9/9/3P5/9/9/9/9/9/4K4 d6 1 stalemate",
        /// A chariot takes the last point.
        StalemateChariot = "stalemate-chariot 5k3/9/R8/9/9/9/9/9/9/4K4 a7 1 stalemate",
        /// A cannon takes the middle.
        OpeningCannon = "opening-cannon rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR h2 1 reach e2",
        /// A horse comes out.
        OpeningHorse = "opening-horse rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR h0 1 reach g2",
        /// A chariot takes an open file.
        OpeningChariot = "opening-chariot rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R i0 1 reach h0",
    }
}

impl Task {
    fn part(self, index: usize) -> &'static str {
        let part = self.word().split(' ').nth(index);
        part.expect("a task has all its parts")
    }

    /// Name under which the settings remember that it was solved; never changed.
    pub fn id(self) -> &'static str {
        self.part(0)
    }

    /// Point of the piece that the task is about.
    pub fn piece(self) -> Point {
        self.part(2).parse().expect("a point of a task")
    }

    /// The number of moves to solve it in.
    pub fn moves(self) -> u8 {
        self.part(3).parse().expect("a number of moves")
    }

    /// The goal.
    pub fn goal(self) -> Goal {
        let points = self.word().split(' ').skip(5).map(str::parse::<Point>);
        let points: PointSet = points.collect::<Result<_, _>>().expect("points of a task");
        match self.part(4) {
            "reach" => Goal::Reach(points),
            "capture" => Goal::Capture(points),
            "check" => Goal::Check,
            "checkmate" => Goal::Checkmate,
            "stalemate" => Goal::Stalemate,
            other => unreachable!("no goal is called {other}"),
        }
    }

    /// Starting position.
    pub fn position(self) -> Position {
        let setup = Setup::from_fen(&format!("{} r", self.part(1)));
        let position = setup.expect("the FEN of a task").position();
        position.expect("the position of a task")
    }

    /// Whether a move that led to this position solved the task.
    pub(super) fn is_solved(self, after: &Position, mv: Move) -> bool {
        let start = self.position();
        match self.goal() {
            Goal::Reach(points) => {
                let kind = start.piece_at(self.piece()).map(|piece| piece.kind);
                let there = after.piece_at(mv.to).map(|piece| piece.kind);
                points.contains(mv.to) && there == kind
            }
            Goal::Capture(victims) => {
                let black = |position: &Position| position.board().of_side(Side::Black);
                let rest = black(after);
                // A piece that has answered a check is elsewhere, but not captured.
                (victims & rest).is_empty() && black(&start).len() - rest.len() >= victims.len()
            }
            Goal::Check => after.is_check(),
            Goal::Checkmate => after.is_check() && !after.has_legal_move(),
            Goal::Stalemate => !after.is_check() && !after.has_legal_move(),
        }
    }
}
