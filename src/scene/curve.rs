//! The curve of a game: Red's winning chances after each move, by the evaluations that its record has.

use crate::game::{MoveQuality, expectations, red_chances};
use crate::record::{NodeId, Record};
use crate::rules::{Outcome, Side};

/// Maximum number of turning points.
const MAX_TURNING_POINTS: usize = 3;

/// One position of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The position.
    pub node: NodeId,
    /// Red's winning chances, from 0 to 1; `None` where nobody has evaluated the position.
    pub chances: Option<f64>,
    /// Quality of the move that led here, if it was bad.
    pub quality: Option<MoveQuality>,
}

/// The curve of a line of play, from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve(Vec<CurvePoint>);

impl Curve {
    /// The curve of the main line.
    pub fn of_main_line(record: &Record) -> Self {
        let root = std::iter::once(record.root());
        let points = root.chain(record.main_line()).map(|node| CurvePoint {
            node,
            chances: chances(record, node),
            quality: MoveQuality::in_record(record, node),
        });
        Self(points.collect())
    }

    /// The positions in order.
    pub fn points(&self) -> &[CurvePoint] {
        &self.0
    }

    /// Whether no position has been evaluated.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|point| point.chances.is_none())
    }

    /// The position nearest to a place between the left end of the curve, 0, and its right end, 1.
    pub fn node_at(&self, place: f64) -> Option<NodeId> {
        let last = self.0.len().checked_sub(1)?;
        let index = (place.clamp(0.0, 1.0) * last as f64).round() as usize;
        Some(self.0[index.min(last)].node)
    }

    /// Place of a position between the left end of the curve, 0, and its right end, 1.
    pub fn place_of(&self, node: NodeId) -> Option<f64> {
        let index = self.0.iter().position(|point| point.node == node)?;
        Some(index as f64 / (self.0.len() - 1).max(1) as f64)
    }

    /// The costliest blunders, at most three, in the order of the game.
    pub fn turning_points(&self, record: &Record) -> Vec<NodeId> {
        let blunders = self.0.iter().enumerate();
        let blunders = blunders.filter(|(_, point)| point.quality == Some(MoveQuality::Blunder));
        let mut costs: Vec<_> = blunders
            .filter_map(|(index, point)| {
                let [before, after] = expectations(record, point.node)?;
                Some((index, before - after))
            })
            .collect();
        costs.sort_by(|one, other| other.1.total_cmp(&one.1));
        costs.truncate(MAX_TURNING_POINTS);
        costs.sort_by_key(|(index, _)| *index);
        let nodes = costs.into_iter().map(|(index, _)| self.0[index].node);
        nodes.collect()
    }
}

/// Red's winning chances; after the last move of a game that is over, those are its result.
fn chances(record: &Record, id: NodeId) -> Option<f64> {
    let node = record.node(id);
    if let Some(evaluation) = node.notes().evaluation {
        return Some(red_chances(evaluation));
    }
    let outcome = record.outcome.filter(|_| node.children().is_empty());
    outcome.map(|outcome| match outcome {
        Outcome::Draw(_) => 0.5,
        Outcome::Win { winner, .. } => f64::from(u8::from(winner == Side::Red)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, WinReason};

    /// A game with the evaluations of its positions, from the start.
    fn evaluated(moves: &str, evaluations: &[&str]) -> (Record, Vec<NodeId>) {
        let mut record = Record::new(Setup::start()).expect("the start");
        let mut nodes = vec![record.root()];
        for text in moves.split_whitespace() {
            let mv = text.parse().expect("a move");
            let last = nodes[nodes.len() - 1];
            nodes.push(record.add(last, mv).expect("legal"));
        }
        for (node, evaluation) in nodes.iter().zip(evaluations) {
            record.node_mut(*node).notes_mut().evaluation = evaluation.parse().ok();
        }
        (record, nodes)
    }

    const MOVES: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";

    #[test]
    fn a_curve_has_a_place_for_each_position_and_a_gap_where_nothing_is_known() {
        let (mut record, nodes) = evaluated(MOVES, &["0.20", "0.20", "", "5.00"]);
        let curve = Curve::of_main_line(&record);
        assert!(!curve.is_empty());
        assert_eq!(curve.points().len(), nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let place = curve.place_of(*node).expect("a place");
            assert_eq!(curve.node_at(place), Some(*node));
            let is_known = [true, true, false, true].get(index) == Some(&true);
            assert_eq!(curve.points()[index].chances.is_some(), is_known, "{index}");
        }
        assert_eq!(curve.node_at(f64::NAN), Some(nodes[0]));
        assert_eq!(curve.node_at(7.0), nodes.last().copied());
        record.outcome = Some(Outcome::win(Side::Black, WinReason::Resignation));
        let curve = Curve::of_main_line(&record);
        assert_eq!(curve.points()[nodes.len() - 1].chances, Some(0.0));
        let none = Curve::of_main_line(&evaluated("", &[]).0);
        assert!(none.is_empty() && none.node_at(0.5).is_some());
        assert_eq!(Curve::default().node_at(0.5), None);
    }

    #[test]
    fn each_side_can_turn_the_game_and_only_a_worse_position_is_a_turning_point() {
        let evaluations = ["0.10", "0.00", "6.00", "5.90", "#-3", "#-2", "-0.10"];
        let (record, nodes) = evaluated(MOVES, &evaluations);
        let curve = Curve::of_main_line(&record);
        // Black loses the game with the second move, Red with the fourth, and Black gives it back with the last.
        let turned = curve.turning_points(&record);
        assert_eq!(turned, [nodes[2], nodes[6]]);
        let chances = |index: usize| curve.points()[index].chances.expect("an evaluation");
        assert!(chances(2) > 0.8 && chances(4) < 0.01);
    }
}
