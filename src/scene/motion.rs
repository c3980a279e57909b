//! Animation between two pictures: pieces that glide, appear or disappear.

use super::{PlacedPiece, Spot};
use crate::rules::PointSet;
use std::f64::consts::PI;
use std::time::Duration;

/// Pieces that are made to stand out once, for a moment.
#[derive(Clone, Copy, Debug)]
pub struct Pulse {
    points: PointSet,
    length: Duration,
    /// Time of the first frame, in microseconds.
    start: Option<i64>,
    strength: f64,
}

impl Pulse {
    /// Creates the pulse of the pieces on these points.
    pub const fn new(points: PointSet, length: Duration) -> Self {
        Self {
            points,
            length,
            start: None,
            strength: 0.0,
        }
    }

    /// Goes on to a frame at this time, in microseconds. Returns whether there is more to come.
    pub fn advance(&mut self, now: i64) -> bool {
        let start = *self.start.get_or_insert(now);
        let time = (now - start) as f64 / self.length.as_micros() as f64;
        self.strength = (time.min(1.0) * PI).sin();
        time < 1.0
    }

    /// How much a piece stands out: from 0, at rest, to 1.
    pub fn strength(&self, at: Spot) -> f64 {
        let mut points = self.points;
        if points.any(|point| at == point.into()) {
            self.strength
        } else {
            0.0
        }
    }
}

/// The difference between two arrangements, shown over time.
///
/// It knows nothing of moves, so a move, a jump through the game, a swap of colors and a dropped piece are all treated
/// alike.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// Pieces present in both pictures, before and after.
    glides: Vec<(PlacedPiece, PlacedPiece)>,
    /// Pieces that disappear.
    gone: Vec<PlacedPiece>,
    /// Pieces that appear.
    new: Vec<PlacedPiece>,
}

impl Motion {
    /// Matches each piece with the nearest equal piece of the other picture.
    pub fn between(before: &[PlacedPiece], after: &[PlacedPiece]) -> Self {
        let mut motion = Self::default();
        let mut left: Vec<PlacedPiece> = before.to_vec();
        let mut moved = Vec::new();
        for goal in after {
            let still = |old: &PlacedPiece| old.piece == goal.piece && old.at == goal.at;
            match left.iter().position(still) {
                Some(found) => motion.glides.push((left.swap_remove(found), *goal)),
                None => moved.push(*goal),
            }
        }
        for goal in moved {
            let nearest = (0..left.len())
                .filter(|&old| left[old].piece == goal.piece)
                .min_by(|&a, &b| distance(&left[a], &goal).total_cmp(&distance(&left[b], &goal)));
            match nearest {
                Some(found) => motion.glides.push((left.swap_remove(found), goal)),
                None => motion.new.push(goal),
            }
        }
        motion.gone = left;
        motion
    }

    /// Whether both pictures are the same.
    pub fn is_still(&self) -> bool {
        self.gone.is_empty() && self.new.is_empty() && self.glides.iter().all(|(a, b)| a == b)
    }

    /// The pieces at `time`: 0 is the first picture, 1 the second. Moving pieces come last, so that they are on top.
    pub fn at(&self, time: f64) -> Vec<PlacedPiece> {
        let time = time.clamp(0.0, 1.0);
        let eased = ease(time);
        let fading = |piece: &PlacedPiece, opacity: f64| PlacedPiece {
            opacity: piece.opacity * opacity,
            ..*piece
        };
        // A captured piece stays until the capturing one has almost arrived.
        let going = self.gone.iter().filter(|_| time < 1.0);
        let mut pieces: Vec<_> = going
            .map(|piece| fading(piece, 1.0 - ((time - 0.5) * 2.0).clamp(0.0, 1.0)))
            .chain(self.new.iter().map(|piece| fading(piece, eased)))
            .collect();
        let still = self.glides.iter().filter(|(from, to)| from.at == to.at);
        let moving = self.glides.iter().filter(|(from, to)| from.at != to.at);
        pieces.extend(still.chain(moving).map(|(from, to)| PlacedPiece {
            piece: to.piece,
            at: from.at.toward(to.at, eased),
            lift: from.lift + (to.lift - from.lift) * eased,
            opacity: from.opacity + (to.opacity - from.opacity) * eased,
        }));
        pieces
    }
}

fn distance(from: &PlacedPiece, to: &PlacedPiece) -> f64 {
    let Spot { file, rank } = from.at;
    (file - to.at.file).hypot(rank - to.at.rank)
}

/// Easing that starts fast and ends gently.
fn ease(time: f64) -> f64 {
    1.0 - (1.0 - time).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Side};
    use crate::scene::Scene;

    fn pieces(position: &Position) -> Vec<PlacedPiece> {
        Scene::of_board(position.board(), Side::Red).pieces
    }

    fn sorted(mut pieces: Vec<PlacedPiece>) -> Vec<PlacedPiece> {
        pieces.sort_by_key(|placed| (placed.at.rank as usize, placed.at.file as usize));
        pieces
    }

    #[test]
    fn it_leads_from_one_picture_to_the_other() {
        let before = Position::start();
        let after = before.play("h2h9".parse().expect("a move")).expect("legal");
        let motion = Motion::between(&pieces(&before), &pieces(&after));
        assert!(!motion.is_still());
        assert_eq!(sorted(motion.at(1.0)), pieces(&after));
        assert_eq!(motion.at(0.0).len(), 32);
        assert_eq!(motion.at(0.9).len(), 32);
        let half = motion.at(0.5);
        let mover = half.last().expect("a piece");
        assert!(mover.at.rank > 2.0 && mover.at.rank < 9.0);
        assert_eq!(mover.at.file, 7.0);
    }

    #[test]
    fn taking_back_is_the_same_way_backwards() {
        let before = Position::start();
        let after = before.play("h2h9".parse().expect("a move")).expect("legal");
        let motion = Motion::between(&pieces(&after), &pieces(&before));
        assert_eq!(sorted(motion.at(1.0)), pieces(&before));
        assert_eq!(sorted(motion.at(0.0)).len(), 32);
    }

    #[test]
    fn a_pulse_rises_and_falls_once_and_leaves_the_others_alone() {
        let [own, other] = ["e4", "e5"].map(|text| text.parse().expect("a point"));
        let mut pulse = Pulse::new(PointSet::of(own), Duration::from_millis(300));
        let mut seen = Vec::new();
        for now in [7_000, 157_000, 307_000] {
            let goes_on = pulse.advance(now);
            assert_eq!(pulse.strength(other.into()), 0.0);
            seen.push((goes_on, (pulse.strength(own.into()) * 100.0).round()));
        }
        assert_eq!(seen, [(true, 0.0), (true, 100.0), (false, 0.0)]);
    }

    #[test]
    fn the_same_picture_is_still() {
        let start = pieces(&Position::start());
        assert!(Motion::between(&start, &start).is_still());
        let mut held = start.clone();
        held[3].lift = 1.0;
        assert!(!Motion::between(&held, &start).is_still());
    }
}
