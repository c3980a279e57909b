//! Hanging pieces: attacked by a capture that is actually possible, and protected by no piece that could actually
//! recapture.

use super::threats::each_threat;
use super::{PointSet, Position, Side};

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
    use crate::rules::Setup;

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
