//! Arrows from piece to piece or point: attacks that explain the classification of a move, each with a short label,
//! advised moves, and those that somebody drew.

mod label_placement;

use super::{Scene, Spot};
use crate::record::DrawingColor;
use crate::rules::{Conduct, File, Move, Point, PointSet, Side};
use label_placement::{LabelBox, Obstacles};

/// An arrow from a piece to where it goes or what it attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Point of the piece.
    pub from: Point,
    /// Point of the attacked piece, or destination.
    pub to: Point,
    /// Pieces in between: a cannon's screen.
    pub over: PointSet,
    /// Kind, which determines the shape.
    pub shape: ArrowKind,
}

/// Kind of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrowKind {
    /// An attack of this classification.
    Attack(Conduct),
    /// An advised move.
    Advice {
        /// Whether it captures.
        captures: bool,
        /// Whether another move is advised before it.
        is_second: bool,
    },
    /// An arrow that somebody drew.
    Drawn {
        /// Its color, and with it the form of its shaft.
        color: DrawingColor,
        /// Whether a piece stands at its tip.
        at_piece: bool,
    },
}

/// A short label on the board, always upright.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrowLabel {
    /// Center of the label.
    pub at: Spot,
    /// Text in the reader's language.
    pub text: String,
    /// Classification expressed by the text, which determines the style.
    pub conduct: Conduct,
}

/// Font size of a label, in cells, on the smallest board that is comfortable to play on.
const EM: f64 = 0.32;
/// Distance from the outer lines to the frame, in cells.
const EDGE: f64 = 0.74;
/// Height of a label and the width its rounded ends add to the text, in cells.
const HEIGHT: f64 = 0.46;
const ENDS: f64 = 0.28;
/// Advance of a bold letter in a wide typeface, and of a Chinese character, in ems.
const NARROW: f64 = 0.60;
const WIDE: f64 = 1.04;
/// Offset of the label of a move without attacks below the middle of the piece: over the rim, off the character.
const BELOW: f64 = 0.53;
/// Radius of a piece.
const PIECE: f64 = 0.44;
/// Number of places sampled along an arrow to estimate the hidden part.
const SAMPLES: i32 = 16;

impl ArrowLabel {
    /// Width and height of the label, in cells.
    pub fn size(&self) -> (f64, f64) {
        let advance = |letter: char| if letter < '\u{1100}' { NARROW } else { WIDE };
        let ems: f64 = self.text.chars().map(advance).sum();
        let board = (File::COUNT - 1) as f64 + 2.0 * EDGE;
        ((ems * EM + ENDS).clamp(HEIGHT, board), HEIGHT)
    }
}

/// Adds arrows and labels that explain a move to a scene that shows the position after it.
///
/// `goal` is the moved piece's destination, `attacks` are the captures it threatens, `word` names the conduct. Every
/// attack gets an arrow and a label near its middle, or beside the arrow if that is too short to carry the label between
/// the two pieces. A move without attacks gets one label at the lower edge of the moved piece. No label overlaps another
/// one, the character of an attacker or attacked piece, or the edge of the board.
pub fn explain(
    scene: &Scene,
    goal: Point,
    conduct: Conduct,
    attacks: &[Move],
    word: &str,
) -> (Vec<Arrow>, Vec<ArrowLabel>) {
    let mut arrows: Vec<Arrow> = Vec::new();
    for &Move { from, to } in attacks {
        let arrow = Arrow {
            from,
            to,
            over: between(scene, from, to),
            shape: ArrowKind::Attack(conduct),
        };
        if from != to && !arrows.contains(&arrow) {
            arrows.push(arrow);
        }
    }
    let label_at = |at: Spot| ArrowLabel {
        at,
        text: word.to_owned(),
        conduct,
    };
    if arrows.is_empty() {
        let mut at = Spot::from(goal);
        at.rank += match scene.bottom {
            Side::Red => -BELOW,
            Side::Black => BELOW,
        };
        let size = label_at(at).size();
        return (arrows, vec![label_at(LabelBox::new(at, size).at)]);
    }
    let mut labels: Vec<ArrowLabel> = Vec::new();
    for arrow in &arrows {
        let taken = Obstacles {
            scene,
            arrows: &arrows,
            labels: &labels,
        };
        let middle = arrow.at(0.5);
        let place = taken.best_place(arrow, label_at(middle).size());
        labels.push(label_at(place));
    }
    (arrows, labels)
}

impl Arrow {
    /// Advice to make a move in the position of a scene.
    pub fn advice(scene: &Scene, mv: Move) -> Self {
        Self {
            from: mv.from,
            to: mv.to,
            over: between(scene, mv.from, mv.to),
            shape: ArrowKind::Advice {
                captures: is_taken(scene, mv.to),
                is_second: false,
            },
        }
    }

    /// Advice to make a move if not another one.
    pub(super) fn second_advice(scene: &Scene, mv: Move) -> Self {
        let shape = ArrowKind::Advice {
            captures: is_taken(scene, mv.to),
            is_second: true,
        };
        Self {
            shape,
            ..Self::advice(scene, mv)
        }
    }

    /// An arrow that somebody drew on the position of a scene.
    pub fn drawn(scene: &Scene, ends: Move, color: DrawingColor) -> Self {
        Self {
            from: ends.from,
            to: ends.to,
            over: between(scene, ends.from, ends.to),
            shape: ArrowKind::Drawn {
                color,
                at_piece: is_taken(scene, ends.to),
            },
        }
    }

    /// The spot at `progress` on the way between the middles of the two pieces.
    fn at(&self, progress: f64) -> Spot {
        Spot::from(self.from).toward(self.to.into(), progress)
    }

    /// Distance of a spot from the arrow's line.
    fn distance_from_line(&self, spot: Spot) -> f64 {
        let (start, end) = (Spot::from(self.from), Spot::from(self.to));
        let (along, up) = (end.file - start.file, end.rank - start.rank);
        let area = along * (spot.rank - start.rank) - up * (spot.file - start.file);
        area.abs() / along.hypot(up)
    }

    /// Samples of the part between the two pieces, the last one at the head.
    fn shaft(&self) -> impl Iterator<Item = Spot> {
        let length = distance(self.from.into(), self.to.into());
        (0..=SAMPLES).map(move |sample| {
            let along = f64::from(sample) / f64::from(SAMPLES);
            self.at((PIECE + along * (length - 2.0 * PIECE)) / length)
        })
    }
}

/// Occupied points on the straight line between two points.
fn between(scene: &Scene, from: Point, to: Point) -> PointSet {
    let (start, end) = (Spot::from(from), Spot::from(to));
    let inside = |point: &Point| {
        let (near, far) = (
            distance(start, (*point).into()),
            distance((*point).into(), end),
        );
        *point != from && *point != to && near + far - distance(start, end) < 1e-9
    };
    let points = Point::all().filter(inside);
    let points = points.filter(|point| is_taken(scene, *point));
    points.fold(PointSet::EMPTY, |set, point| set | PointSet::of(point))
}

fn is_taken(scene: &Scene, point: Point) -> bool {
    let mut pieces = scene.pieces.iter();
    pieces.any(|placed| placed.at == Spot::from(point))
}

fn distance(from: Spot, to: Spot) -> f64 {
    (to.file - from.file).hypot(to.rank - from.rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Piece, Setup};
    use crate::scene::PlacedPiece;

    /// Very wide labels, and a narrow one.
    const WORDS: [&str; 3] = ["將", "check", "Verfolgung"];

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn empty(bottom: Side) -> Scene {
        Scene::of_board(&Board::empty(), bottom)
    }

    /// Pseudorandom numbers, the same each time.
    fn dice(seed: u64) -> impl FnMut(usize) -> usize {
        let mut state = seed;
        move |sides| {
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % sides
        }
    }

    /// Asserts the invariants of every explanation with attacks.
    #[track_caller]
    fn assert_lawful(scene: &Scene, attacks: &[Move], word: &str) -> Vec<ArrowLabel> {
        let goal = attacks[0].from;
        let (arrows, labels) = explain(scene, goal, Conduct::Chase, attacks, word);
        let ends = |arrow: &Arrow| Move::new(arrow.from, arrow.to);
        let drawn: Vec<_> = arrows.iter().map(ends).collect();
        assert_eq!(drawn, attacks);
        assert_eq!(labels.len(), attacks.len());
        let plates: Vec<_> = labels
            .iter()
            .map(|tag| LabelBox::new(tag.at, tag.size()))
            .collect();
        for (index, (plate, tag)) in plates.iter().zip(&labels).enumerate() {
            assert_eq!(tag.text, word);
            assert_eq!(plate.at, tag.at, "{attacks:?}: beside the board");
            for other in &plates[..index] {
                assert!(
                    !plate.touches(other, 0.0),
                    "{attacks:?}: two labels overlap"
                );
            }
            for end in attacks.iter().flat_map(|attack| [attack.from, attack.to]) {
                assert!(
                    plate.hides(end.into()) <= 0.0,
                    "{attacks:?}: {end} is hidden"
                );
            }
        }
        labels
    }

    #[test]
    fn every_lone_arrow_has_its_tag_nearby_and_hides_neither_piece() {
        let steps = [
            (1, 1),
            (1, -1),
            (2, 2),
            (-2, 2),
            (1, 2),
            (2, 1),
            (-1, 2),
            (2, -1),
        ];
        let straight = (1..9).flat_map(|step| [(step, 0), (0, -step)]);
        let steps: Vec<(i8, i8)> = steps.into_iter().chain(straight).collect();
        let scene = empty(Side::Red);
        for from in Point::all() {
            for &(right, up) in &steps {
                let Some(to) = from.offset(right, up) else {
                    continue;
                };
                let attack = Move::new(from, to);
                for word in WORDS {
                    let labels = assert_lawful(&scene, &[attack], word);
                    let middle = Spot::from(from).toward(to.into(), 0.5);
                    let far = distance(labels[0].at, middle);
                    assert!(
                        far < labels[0].size().0 / 2.0 + 0.6,
                        "{attack} {word}: {far}"
                    );
                }
            }
        }
    }

    #[test]
    fn many_attacks_on_a_crowded_board_keep_their_tags_apart() {
        let mut roll = dice(7);
        let kinds: Vec<Piece> = Piece::all().collect();
        for round in 0..150 {
            let mut scene = empty(Side::ALL[round % 2]);
            let points: Vec<Point> = Point::all().collect();
            for _ in 0..roll(32) {
                let piece = kinds[roll(kinds.len())];
                scene
                    .pieces
                    .push(PlacedPiece::standing(piece, points[roll(90)]));
            }
            let center = points[roll(90)];
            let mut attacks = Vec::new();
            while attacks.len() < 1 + round % 5 {
                let near = center.offset(roll(7) as i8 - 3, roll(7) as i8 - 3);
                let Some(other) = near.filter(|other| *other != center) else {
                    continue;
                };
                let attack = match round % 3 {
                    0 => Move::new(center, other),
                    1 => Move::new(other, center),
                    _ => Move::new(other, points[roll(90)]),
                };
                if attack.from != attack.to && !attacks.contains(&attack) {
                    attacks.push(attack);
                }
            }
            assert_lawful(&scene, &attacks, WORDS[round % WORDS.len()]);
        }
    }

    #[test]
    fn a_long_arrow_carries_its_tag_and_a_short_one_does_not() {
        for (attack, carries) in [
            ("d0d9", true),
            ("a4e4", true),
            ("d4e6", true),
            ("e5e6", false),
            ("f6e6", false),
        ] {
            let attack: Move = attack.parse().expect("a move");
            let labels = assert_lawful(&empty(Side::Red), &[attack], "check");
            let middle = Spot::from(attack.from).toward(attack.to.into(), 0.5);
            assert_eq!(labels[0].at == middle, carries, "{attack}");
        }
    }

    #[test]
    fn a_move_without_attacks_is_named_at_its_lower_edge() {
        for bottom in Side::ALL {
            for point in Point::all() {
                let (arrows, labels) = explain(&empty(bottom), point, Conduct::Idle, &[], "idle");
                assert!(arrows.is_empty() && labels.len() == 1);
                let plate = LabelBox::new(labels[0].at, labels[0].size());
                assert_eq!(plate.at, labels[0].at, "{point}: beside the board");
                assert!(plate.distance(point.into()) < PIECE, "{point}: apart");
                assert!(plate.hides(point.into()) < 0.25, "{point}: hidden");
                let below = labels[0].at.rank - Spot::from(point).rank;
                assert_eq!(below < 0.0, bottom == Side::Red);
            }
        }
    }

    #[test]
    fn the_pieces_that_a_cannon_jumps_are_known() {
        let scene = Scene::of_board(&Setup::start().board, Side::Black);
        let attacks = [Move::new(at("b2"), at("b9")), Move::new(at("b0"), at("c2"))];
        let (arrows, _) = explain(&scene, at("b2"), Conduct::Chase, &attacks, "chase");
        assert_eq!(arrows[0].over, PointSet::of(at("b7")));
        assert_eq!(arrows[1].over, PointSet::EMPTY);
    }

    #[test]
    fn an_attack_that_is_named_twice_or_is_none_is_left_out() {
        let attack = Move::new(at("a0"), at("a5"));
        let none = Move::new(at("a0"), at("a0"));
        let attacks = [attack, none, attack];
        let (arrows, labels) = explain(&empty(Side::Red), at("a0"), Conduct::Check, &attacks, "x");
        assert_eq!((arrows.len(), labels.len()), (1, 1));
    }
}
