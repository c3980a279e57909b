//! Purpose of a move: the strongest reason for a principal variation, in a few words.

use super::{Advice, Limits, ScoreKind, Solver, SolverVerdict};
use crate::rules::{Move, PieceKind, PointSet, Position, Setup};

/// Maximum number of plies considered: what comes later depends on too many choices.
const MAX_PLIES: usize = 7;

/// Highest score of a side that is worse off whatever it plays.
const MAX_WORSE_SCORE: i32 = -200;
/// Gain in soldiers that counts as a better reason than a parried mate.
const LARGE_GAIN: u32 = 4;
/// Node limit of the search for a threatened mate.
const THREAT_NODES: u64 = 3_000;

/// Purpose of the first move of a line, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Mate in this many own moves.
    Mate(u32),
    /// A win by ruling: the opponent may not go on repeating its moves.
    Ruling,
    /// Delay of a loss that no move averts.
    Delay,
    /// Parry of a mate that the opponent threatens, in this many of its moves.
    Parry(u32),
    /// Purpose that a later move of the line fulfills.
    Later(Box<Self>),
    /// Pieces that the line wins, the most valuable first.
    Gain(Vec<PieceKind>),
    /// Pieces that the line wins, and less valuable ones that it costs.
    Trade {
        /// The pieces won.
        won: Vec<PieceKind>,
        /// The pieces lost.
        lost: Vec<PieceKind>,
    },
    /// Pieces exchanged for others of about the same value.
    Exchange {
        /// The pieces won.
        won: Vec<PieceKind>,
        /// The pieces lost.
        lost: Vec<PieceKind>,
    },
    /// Own pieces that could have been captured for nothing.
    Rescue(Vec<PieceKind>),
    /// A check.
    Check,
    /// A better position.
    Position,
    /// The best defense of a side that is worse in any case.
    Endurance,
}

impl Purpose {
    /// Purpose of a line that begins in a position.
    pub fn of(position: &Position, line: &Advice) -> Self {
        match line.score.kind() {
            ScoreKind::Mate(moves @ 1..) => return Self::Mate(moves.unsigned_abs()),
            ScoreKind::Mate(_) | ScoreKind::Ruled(false) => return Self::Delay,
            ScoreKind::Ruled(true) => return Self::Ruling,
            ScoreKind::Advantage(_) => {}
        }
        let mv = line.best();
        let [won, lost] = captures(position, &line.moves);
        let is_great = worth(&won) >= worth(&lost) + LARGE_GAIN;
        if let Some(moves) = (!is_great).then(|| parried_mate(position, mv)).flatten() {
            return Self::Parry(moves);
        }
        let first = by_first_move(position, mv);
        let is_later = position.piece_at(mv.to).is_none();
        match by_material(won, lost) {
            Some(Self::Exchange { .. }) if is_later && matches!(first, Self::Rescue(_)) => first,
            Some(material) if is_later => Self::Later(Box::new(material)),
            Some(material) => material,
            None if first == Self::Position && line.score.points() <= MAX_WORSE_SCORE => {
                Self::Endurance
            }
            None => first,
        }
    }
}

fn worth(kinds: &[PieceKind]) -> u32 {
    kinds.iter().map(|kind| value(*kind)).sum()
}

/// Length of the opponent's mate that a move parries: one that threatens if the side to move passes or, in check, makes
/// any other move.
fn parried_mate(position: &Position, mv: Move) -> Option<u32> {
    let after = position.play(mv).ok()?;
    if mate_by_mover(&after).is_some() {
        return None;
    }
    if !position.is_check() {
        let passed = Setup::from(position).swap_turn();
        return mate_by_mover(&passed.position().ok()?);
    }
    let others = position
        .legal_moves()
        .into_iter()
        .filter(|other| *other != mv);
    let mates: Option<Vec<_>> = others
        .map(|other| mate_by_mover(&position.play(other).ok()?))
        .collect();
    mates?.into_iter().max()
}

/// Length of a mate by checks for the side to move, if a short search finds one.
fn mate_by_mover(position: &Position) -> Option<u32> {
    let limits = Limits {
        nodes: THREAT_NODES,
        checks_only: true,
    };
    match Solver::new(position, limits).run() {
        SolverVerdict::Mate(proof) => u32::try_from(proof.moves).ok(),
        SolverVerdict::NoMate | SolverVerdict::Unknown => None,
    }
}

/// Purpose of a line's captures; `None` if they are no reason to choose it.
fn by_material(won: Vec<PieceKind>, lost: Vec<PieceKind>) -> Option<Purpose> {
    let (gain, cost) = (worth(&won), worth(&lost));
    match (won.is_empty(), lost.is_empty()) {
        (true, _) => None,
        (false, true) => Some(Purpose::Gain(won)),
        (false, false) if gain > cost + 1 => Some(Purpose::Trade { won, lost }),
        (false, false) if gain + 1 >= cost => Some(Purpose::Exchange { won, lost }),
        (false, false) => None,
    }
}

fn by_first_move(position: &Position, mv: Move) -> Purpose {
    let Ok((played, after)) = position.play_with_effect(mv) else {
        return Purpose::Position;
    };
    let side = position.turn();
    let mut hanging = position.hanging(side);
    let still = after.hanging(side);
    if hanging.contains(mv.from) {
        hanging.remove(mv.from);
        if !still.contains(mv.to) {
            return Purpose::Rescue(vec![played.piece.kind]);
        }
    }
    let saved = kinds(position, hanging - still);
    if !saved.is_empty() {
        Purpose::Rescue(saved)
    } else if played.gives_check {
        Purpose::Check
    } else {
        Purpose::Position
    }
}

/// The kinds of pieces on these points, the most valuable first.
fn kinds(position: &Position, points: PointSet) -> Vec<PieceKind> {
    let pieces = points.filter_map(|point| position.piece_at(point));
    sorted(pieces.map(|piece| piece.kind).collect())
}

/// Pieces that the side to move captures along a line, and those it loses. A final capture that could be recaptured
/// does not count.
fn captures(position: &Position, line: &[Move]) -> [Vec<PieceKind>; 2] {
    let mut taken: [Vec<PieceKind>; 2] = Default::default();
    let mut at = position.clone();
    let line = &line[..line.len().min(MAX_PLIES)];
    for (ply, mv) in line.iter().enumerate() {
        let Ok((played, after)) = at.play_with_effect(*mv) else {
            break;
        };
        let is_last = ply + 1 == line.len();
        let can_recapture = || after.legal_moves().iter().any(|reply| reply.to == mv.to);
        if let Some(captured) = played.captured
            && !(is_last && can_recapture())
        {
            taken[ply % 2].push(captured.kind);
        }
        at = after;
    }
    taken.map(sorted)
}

fn sorted(mut kinds: Vec<PieceKind>) -> Vec<PieceKind> {
    kinds.sort_by_key(|kind| PieceKind::BY_WORTH.iter().position(|known| known == kind));
    kinds
}

/// Rough value of a piece in soldiers.
const fn value(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::General => 100,
        PieceKind::Chariot => 9,
        PieceKind::Cannon | PieceKind::Horse => 4,
        PieceKind::Advisor | PieceKind::Elephant => 2,
        PieceKind::Soldier => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Memory, Score, Search};
    use crate::rules::{History, Setup, Terms};

    /// Purpose of a line with an even score.
    fn purpose(fen: &str, moves: &str) -> Purpose {
        let setup = Setup::from_fen(fen).expect("a FEN");
        let moves = moves.split_whitespace();
        let moves = moves.map(|text| text.parse().expect("a move")).collect();
        let line = Advice::new(moves, Score::EVEN);
        Purpose::of(&setup.position().expect("a position"), &line)
    }

    #[test]
    fn a_capture_that_is_not_answered_wins_the_piece() {
        let fen = "4k4/9/9/9/R3n4/9/9/9/9/4K4 w";
        assert_eq!(
            purpose(fen, "a5e5 e9d9"),
            Purpose::Gain(vec![PieceKind::Horse])
        );
        // Another chariot guards the horse, so the answer has to be seen.
        let fen = "4k4/4r4/9/9/R3n4/9/9/9/9/4K4 w";
        let traded = Purpose::Position;
        assert_eq!(purpose(fen, "a5e5"), traded);
        assert_eq!(purpose(fen, "a5e5 e8e5"), traded);
    }

    #[test]
    fn pieces_are_won_for_others_or_exchanged() {
        let (chariot, horse) = (vec![PieceKind::Chariot], vec![PieceKind::Horse]);
        let fen = "4k4/4n4/9/9/4r4/9/5N3/9/9/3K5 w";
        let won = Purpose::Trade {
            won: chariot,
            lost: horse.clone(),
        };
        assert_eq!(
            purpose(fen, "f3e5 e8f6 e5f7 f6e4"),
            Purpose::Gain(vec![PieceKind::Chariot])
        );
        let fen = "4k4/9/3n5/9/4r4/9/5N3/9/9/3K5 w";
        assert_eq!(purpose(fen, "f3e5 d7e5"), won);
        let fen = "4k4/9/3n5/9/4n4/9/5N3/9/9/3K5 w";
        let exchanged = Purpose::Exchange {
            won: horse.clone(),
            lost: horse,
        };
        assert_eq!(purpose(fen, "f3e5 d7e5"), exchanged);
    }

    #[test]
    fn a_piece_in_danger_is_rescued_by_itself_or_by_another() {
        let rescue = Purpose::Rescue(vec![PieceKind::Horse]);
        let fen = "3k5/9/9/9/r3N4/9/9/9/9/2BAKAB2 w";
        assert_eq!(purpose(fen, "e5f7"), rescue);
        let fen = "3ak4/9/9/9/r3N4/9/9/9/4R4/2BK1AB2 w";
        assert_eq!(purpose(fen, "e1e2"), Purpose::Position);
        let fen = "3ak4/9/9/9/r3N4/9/9/9/8R/2BK1AB2 w";
        assert_eq!(purpose(fen, "i1i5"), rescue);
    }

    /// Purpose of a line for a side with this score.
    fn purpose_at(fen: &str, moves: &str, score: i32) -> Purpose {
        let setup = Setup::from_fen(fen).expect("a FEN");
        let moves = moves.split_whitespace();
        let moves = moves.map(|text| text.parse().expect("a move")).collect();
        let line = Advice::new(moves, Score::advantage(score));
        Purpose::of(&setup.position().expect("a position"), &line)
    }

    #[test]
    fn a_side_that_is_worse_does_not_improve_its_position() {
        let fen = "2bakab2/9/9/3r5/9/P3p1P2/9/3AB4/4AN3/c3K4 w";
        for score in [-390, -886, -1345] {
            assert_eq!(purpose_at(fen, "a4a5", score), Purpose::Endurance);
        }
        assert_eq!(purpose_at(fen, "a4a5", 20), Purpose::Position);
    }

    #[test]
    fn a_mate_that_is_parried_is_told_before_small_gains() {
        // One chariot holds the general, and the other one mates unless Red does something.
        let fen = "3k5/9/9/9/2R6/9/9/1r7/r8/4K4 w";
        assert_eq!(purpose_at(fen, "c5c0 d9d8", -300), Purpose::Parry(2));
        assert_eq!(purpose_at(fen, "c5i5 d9d8", 0), Purpose::Position);
        // To win the chariot says more.
        let fen = "3k5/9/9/9/9/9/9/1r6R/r8/4K4 w";
        let gain = Purpose::Gain(vec![PieceKind::Chariot]);
        assert_eq!(purpose_at(fen, "i2b2 d9d8", 0), gain);
    }

    #[test]
    fn what_comes_later_is_told_as_such() {
        let fen = "4k4/9/3n5/9/4n4/9/5N3/9/9/3K5 w";
        let told = purpose_at(fen, "d0d1 e9e8 f3e5 d7e5", 0);
        assert!(
            matches!(&told, Purpose::Later(what) if matches!(**what, Purpose::Exchange { .. }))
        );
    }

    #[test]
    fn other_moves_check_or_improve_the_position() {
        assert_eq!(
            purpose("4k4/9/9/9/9/9/9/9/8R/3K5 w", "i1i9"),
            Purpose::Check
        );
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        assert_eq!(purpose(start, "b0c2 h9g7"), Purpose::Position);
    }

    #[test]
    fn a_mate_comes_before_everything_else() {
        let setup = Setup::from_fen("3k5/R8/9/9/9/9/9/8r/9/4K3R w").expect("a FEN");
        let history = History::new(setup).expect("a position");
        let mut search = Search::new(&history, &Terms::default(), Memory::new(1));
        search.step(1_000);
        let line = search.best().expect("a move");
        assert_eq!(Purpose::of(history.position(), &line), Purpose::Mate(1));
        let lost = Advice {
            score: Score::MATED,
            ..line
        };
        assert_eq!(Purpose::of(history.position(), &lost), Purpose::Delay);
    }
}
