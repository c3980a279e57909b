//! The curve of a game: Red's winning chances after each move, by the evaluations that its record has.

use crate::game::{MoveQuality, red_chances, turning_points};
use crate::record::{NodeId, Record};
use crate::rules::{Outcome, Side};

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
pub struct Curve {
    points: Vec<CurvePoint>,
    turning_points: Vec<NodeId>,
}

impl Curve {
    /// The curve of the main line.
    pub fn of_main_line(record: &Record) -> Self {
        let root = std::iter::once(record.root());
        let nodes: Vec<_> = root.chain(record.main_line()).collect();
        let evaluation = |node: &NodeId| record.node(*node).notes().evaluation;
        if !nodes.iter().any(|node| evaluation(node).is_some()) {
            return Self::default();
        }
        let points = nodes.into_iter().map(|node| CurvePoint {
            node,
            chances: chances(record, node),
            quality: MoveQuality::in_record(record, node),
        });
        Self {
            points: points.collect(),
            turning_points: turning_points(record),
        }
    }

    /// The positions in order; none if nothing has been evaluated.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// Whether no position has been evaluated.
    pub const fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The position nearest to a place between the left end of the curve, 0, and its right end, 1.
    pub fn node_at(&self, place: f64) -> Option<NodeId> {
        let last = self.points.len().checked_sub(1)?;
        let index = (place.clamp(0.0, 1.0) * last as f64).round() as usize;
        Some(self.points[index.min(last)].node)
    }

    /// Place of a position between the left end of the curve, 0, and its right end, 1.
    pub fn place_of(&self, node: NodeId) -> Option<f64> {
        let index = self.index_of(node)?;
        Some(index as f64 / (self.points.len() - 1).max(1) as f64)
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        self.points.iter().position(|point| point.node == node)
    }

    /// The position itself, or the one where its variation leaves the curve.
    pub fn nearest(&self, record: &Record, node: NodeId) -> Option<CurvePoint> {
        let mut up = std::iter::successors(Some(node), |id| record.node(*id).parent());
        up.find_map(|id| Some(self.points[self.index_of(id)?]))
    }

    /// The [turning points](turning_points), in the order of the game.
    pub fn turning_points(&self) -> &[NodeId] {
        &self.turning_points
    }

    /// The turning point after a position of the curve, or before it.
    pub fn turning_point_from(&self, node: NodeId, is_forward: bool) -> Option<NodeId> {
        let from = self.index_of(node)?;
        let mut places = self
            .turning_points
            .iter()
            .map(|id| (self.index_of(*id), *id));
        let found = if is_forward {
            places.find(|(place, _)| *place > Some(from))
        } else {
            places.rfind(|(place, _)| *place < Some(from))
        };
        found.map(|(_, id)| id)
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
        let mut plain = evaluated(MOVES, &[]).0;
        plain.outcome = record.outcome;
        assert_eq!(Curve::of_main_line(&plain), Curve::default());
        assert_eq!(Curve::default().node_at(0.5), None);
    }

    #[test]
    fn each_side_can_turn_the_game_and_only_a_worse_position_is_a_turning_point() {
        let evaluations = ["0.10", "0.00", "6.00", "5.90", "#-3", "#-2", "-0.10"];
        let (record, nodes) = evaluated(MOVES, &evaluations);
        let curve = Curve::of_main_line(&record);
        // Black loses the game with the second move, Red with the fourth, and Black gives it back with the last.
        assert_eq!(curve.turning_points(), [nodes[2], nodes[6]]);
        let from = |index: usize, is_forward| curve.turning_point_from(nodes[index], is_forward);
        assert_eq!([from(0, false), from(0, true)], [None, Some(nodes[2])]);
        assert_eq!([from(2, false), from(2, true)], [None, Some(nodes[6])]);
        assert_eq!([from(6, false), from(6, true)], [Some(nodes[2]), None]);
        let mut varied = record.clone();
        let mv = "h0g2".parse().expect("a move");
        let aside = varied.add(nodes[0], mv).expect("legal");
        let near = curve.nearest(&varied, aside).map(|point| point.node);
        assert_eq!(near, Some(nodes[0]));
        let chances = |index: usize| curve.points()[index].chances.expect("an evaluation");
        assert!(chances(2) > 0.8 && chances(4) < 0.01);
    }
}
