//! The captures a side could make, with the facts an arbiter needs about each, and hanging pieces.
//!
//! These are facts without a judgment: a rulebook decides whether a threat counts as an attack.

use super::bitboards::Bitboards;
use super::reach::reach;
use super::safety::Safety;
use super::{Board, Piece, PieceKind, Point, PointSet, Position, Side, movegen};

/// A capture that a piece could make if it were its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The attacker's point.
    pub attacker: Point,
    /// The attacker's kind.
    pub by: PieceKind,
    /// The victim's point. Never the general: that is a check.
    pub victim: Point,
    /// The victim's kind.
    pub of: PieceKind,
    /// 有根: whether the victim's side could then legally recapture on that point.
    pub protected: bool,
    /// Whether both are of one kind and the victim could equally well legally capture the attacker.
    pub mutual: bool,
}

/// Passes every threat of `side` on this board to `tell`, regardless of whose turn it is.
///
/// A capture counts if it leaves the own general neither attacked nor facing the other one. Checks already standing are
/// disregarded: being in check does not void a side's attacks.
pub(super) fn each_threat(board: &Board, side: Side, mut tell: impl FnMut(Threat)) {
    let bitboards = board.bitboards();
    let own = Safety::new(bitboards, side);
    let prey = bitboards.of_side(!side) - bitboards.of(!side, PieceKind::General);
    for by in PieceKind::ALL {
        for attacker in bitboards.of(side, by) {
            for victim in reach(bitboards, side, by, attacker) & prey {
                let threat = threat(board, side, &own, (by, attacker, victim));
                if let Some(threat) = threat {
                    tell(threat);
                }
            }
        }
    }
}

/// Returns the facts about a pseudo-legal capture; `None` if the general's safety forbids it.
fn threat(
    board: &Board,
    side: Side,
    own: &Safety,
    (by, attacker, victim): (PieceKind, Point, Point),
) -> Option<Threat> {
    let bitboards = board.bitboards();
    let captured = board.piece_at(victim)?;
    let mut after = *bitboards;
    after.toggle(victim, captured);
    after.toggle(attacker, Piece { side, kind: by });
    after.toggle(victim, Piece { side, kind: by });
    let is_safe = if own.checkers.is_empty() || by == PieceKind::General {
        movegen::targets(bitboards, side, own, by, attacker).contains(victim)
    } else {
        (Safety::new(&after, side).checkers - own.checkers).is_empty()
    };
    let theirs = || Safety::new(bitboards, !side);
    is_safe.then(|| Threat {
        attacker,
        by,
        victim,
        of: captured.kind,
        protected: can_capture_on(&after, !side, victim),
        mutual: captured.kind == by
            && movegen::targets(bitboards, !side, &theirs(), by, victim).contains(attacker),
    })
}

/// Whether `side` would have a legal capture on the point if it were its turn.
fn can_capture_on(bitboards: &Bitboards, side: Side, point: Point) -> bool {
    let all = PieceKind::ALL.into_iter();
    let mut reaching = all
        .flat_map(|kind| bitboards.of(side, kind).map(move |from| (kind, from)))
        .filter(|&(kind, from)| reach(bitboards, side, kind, from).contains(point))
        .peekable();
    // Most captures cannot be answered at all, so the general's safety is not needed.
    if reaching.peek().is_none() {
        return false;
    }
    let safety = Safety::new(bitboards, side);
    reaching
        .any(|(kind, from)| movegen::targets(bitboards, side, &safety, kind, from).contains(point))
}

impl Position {
    /// The pieces of `side` that the opponent could capture for nothing, never including the general.
    ///
    /// The capture has to be legal: in the current position for the side to move, and as if it were its turn for the
    /// other side; a check already standing does not void that side's threats. The piece is protected (有根) if its side
    /// could then legally recapture on that point. A protector that is pinned to its own general, or whose leg, eye or
    /// screen fails once the attacker has arrived, protects nothing (假根). This is the definition of protection in the
    /// chase rules of the Asian and World Xiangqi Federations; their exceptions by kind of piece are not applied here.
    pub fn hanging(&self, side: Side) -> PointSet {
        let mut found = PointSet::EMPTY;
        each_threat(self.board(), !side, |threat| {
            let waits = self.turn() == side;
            let is_legal = || waits || self.targets(threat.attacker).contains(threat.victim);
            if !threat.protected && is_legal() {
                found.insert(threat.victim);
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::naive::{self, Dice, ROUNDS};
    use crate::rules::{Position, Setup};

    /// The threats by the naive rules: every capture and every reply is tried.
    fn naive_threats(board: &Board, side: Side) -> Vec<Threat> {
        let checkers = |board: &Board| {
            let general = naive::general(board, side);
            general.map_or(PointSet::EMPTY, |at| naive::attackers(board, at, !side))
        };
        let stood = checkers(board);
        let mut threats = Vec::new();
        for (attacker, Piece { kind: by, .. }) in board.pieces().filter(|one| one.1.side == side) {
            for victim in naive::targets(board, attacker) {
                let Some(of) = board.piece_at(victim).map(|piece| piece.kind) else {
                    continue;
                };
                let mut after = board.clone();
                let moved = after.set(attacker, None);
                after.set(victim, moved);
                let disregarded = if by == PieceKind::General {
                    PointSet::EMPTY
                } else {
                    stood
                };
                if of == PieceKind::General || !(checkers(&after) - disregarded).is_empty() {
                    continue;
                }
                threats.push(Threat {
                    attacker,
                    by,
                    victim,
                    of,
                    protected: Point::all().any(|from| {
                        let answers = after.piece_at(from).is_some_and(|one| one.side != side);
                        answers && naive::legal(&after, from).contains(victim)
                    }),
                    mutual: of == by && naive::legal(board, victim).contains(attacker),
                });
            }
        }
        threats
    }

    /// Compares both sides' threats and returns their numbers by kind.
    fn compare(board: &Board) -> [usize; 4] {
        let mut counts = [0; 4];
        for side in Side::ALL {
            let mut threats = Vec::new();
            each_threat(board, side, |threat| threats.push(threat));
            let order = |threat: &Threat| (threat.attacker, threat.victim);
            threats.sort_by_key(order);
            let mut expected = naive_threats(board, side);
            expected.sort_by_key(order);
            assert_eq!(threats, expected, "{board}{side}");
            let in_check = !Safety::new(board.bitboards(), side).checkers.is_empty();
            counts[0] += threats.len();
            counts[1] += threats.iter().filter(|threat| threat.protected).count();
            counts[2] += threats.iter().filter(|threat| threat.mutual).count();
            counts[3] += if in_check { threats.len() } else { 0 };
        }
        counts
    }

    /// Compares many positions and asserts that each kind of threat occurs.
    fn compare_all(positions: impl Iterator<Item = Position>) {
        let mut sum = [0; 4];
        for position in positions {
            let counts = compare(position.board());
            sum = std::array::from_fn(|kind| sum[kind] + counts[kind]);
        }
        assert!(sum.into_iter().all(|count| count > 20), "{sum:?}");
    }

    #[test]
    fn random_play_has_the_threats_of_the_plain_rules() {
        let mut dice = Dice(0xa076_1d64_78bd_642f);
        let mut position = Position::start();
        compare_all(
            std::iter::from_fn(|| {
                let moves = position.legal_moves();
                position = match moves.len() {
                    0 => Position::start(),
                    count => position
                        .play(moves[dice.roll(count)])
                        .expect("a legal move"),
                };
                Some(position.clone())
            })
            .take(400 * ROUNDS),
        );
    }

    #[test]
    fn random_arrangements_have_the_threats_of_the_plain_rules() {
        let mut dice = Dice(0xe703_7ed1_a0b4_28db);
        let arranged = std::iter::from_fn(|| {
            let pieces = 4 + dice.roll(36);
            Some(naive::arrangement(&mut dice, pieces))
        });
        compare_all(arranged.flatten().take(300 * ROUNDS));
    }

    fn threats(fen: &str, side: Side) -> Vec<String> {
        let board = Setup::from_fen(fen).expect("a board").board;
        let mut told = Vec::new();
        each_threat(&board, side, |threat| {
            let Threat {
                attacker, victim, ..
            } = threat;
            let protected = if threat.protected { " protected" } else { "" };
            let mutual = if threat.mutual { " mutual" } else { "" };
            told.push(format!("{attacker}{victim}{protected}{mutual}"));
        });
        told
    }

    #[test]
    fn a_check_that_stands_suspends_no_threat() {
        // Red is in check from h0 and could not capture now.
        assert_eq!(threats("n2k5/9/9/9/R8/9/9/9/9/4K2r1", Side::Red), ["a5a9"]);
        // Opening the file of the generals is still forbidden.
        let file = "4k4/9/9/n1P1C4/9/9/9/9/9/4K2r1";
        assert_eq!(threats(file, Side::Red), [""; 0]);
        assert_eq!(
            threats(&file.replace("4K2r1", "3K3r1"), Side::Red),
            ["e6a6"]
        );
    }

    #[test]
    fn pieces_of_a_kind_threaten_each_other_unless_one_may_not_answer() {
        let chariots = "3k5/9/9/9/R3r4/9/9/9/9/4K4";
        assert_eq!(threats(chariots, Side::Red), ["a5e5 mutual"]);
        assert_eq!(threats(chariots, Side::Black), ["e5a5 mutual"]);
        // The black one may not leave the file: one screen would be left in front of the cannon.
        let pinned = "4k4/9/9/9/R3r4/4P4/9/9/4C4/4K4";
        assert_eq!(threats(pinned, Side::Red), ["a5e5", "e1e5", "e4e5"]);
        // A soldier on d5 blocks only one of the horses.
        assert_eq!(
            threats("3k5/9/9/9/4n4/2N6/9/9/9/4K4", Side::Red),
            ["c4e5 mutual"]
        );
        let hobbled = "3k5/9/9/9/3pn4/2N6/9/9/9/4K4";
        assert_eq!(threats(hobbled, Side::Red), ["c4e5"]);
        assert_eq!(threats(hobbled, Side::Black), [""; 0]);
    }

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    #[track_caller]
    fn hangs(fen: &str, side: Side, points: &str) {
        let expected: PointSet = points
            .split_whitespace()
            .map(|point| point.parse::<crate::rules::Point>().expect("a point"))
            .collect();
        assert_eq!(position(fen).hanging(side), expected, "{fen}");
    }

    #[test]
    fn at_the_start_nothing_hangs_and_a_central_cannon_attacks_the_middle_soldier() {
        let start = Position::start();
        for side in Side::ALL {
            assert!(start.hanging(side).is_empty());
        }
        let mv = "h2e2".parse().expect("a move");
        let next = start.play(mv).expect("legal");
        let middle = "e6".parse().expect("a point");
        assert_eq!(next.hanging(Side::Black), PointSet::of(middle));
        assert!(next.hanging(Side::Red).is_empty());
    }

    #[test]
    fn a_protector_counts_only_if_it_could_capture_back() {
        // The chariot on a5 attacks the horse on e5; the chariot behind the horse protects it.
        hangs("3k5/9/4r4/9/R3n4/9/9/9/9/4K4 r", Side::Black, "");
        hangs("3k5/9/9/9/R3n4/9/9/9/9/4K4 r", Side::Black, "e5");
        // Pinned to its general by the chariot on e2, the advisor may not recapture on d7.
        hangs("4k4/4a4/3n5/9/9/9/9/4R4/3R5/5K3 r", Side::Black, "d7");
        hangs("4k4/4a4/3n5/9/9/9/9/9/3R5/5K3 r", Side::Black, "");
    }

    #[test]
    fn only_a_capture_that_may_be_made_threatens() {
        // The red horse would open the file of the generals.
        hangs("4k4/9/9/3n5/9/4N4/9/9/9/4K4 r", Side::Black, "");
        // In check from h0, Red to move may not capture on a9; with Black to move, it is a threat.
        hangs("n2k5/9/9/9/R8/9/9/9/9/4K2r1 r", Side::Black, "");
        hangs("n2k5/9/9/9/R8/9/9/9/7r1/4K4 b", Side::Black, "a9");
    }
}
