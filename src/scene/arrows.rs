//! Arrows that explain the classification of a move: one per attack, each with a short label.

use super::{Scene, Spot};
use crate::rules::{Conduct, File, Move, Point, PointSet, Rank, Side};

/// An attack, from the attacker to the attacked piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Point of the attacker.
    pub from: Point,
    /// Point of the attacked piece.
    pub to: Point,
    /// Pieces in between: a cannon's screen.
    pub over: PointSet,
    /// Classification of the attack.
    pub conduct: Conduct,
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

/// Font size of a tag, in cells, on the smallest board that is comfortable to play on.
const EM: f64 = 0.32;
/// Height of a tag and the width its rounded ends add to the text, in cells.
const HEIGHT: f64 = 0.46;
const ENDS: f64 = 0.28;
/// Advance of a bold letter in a wide typeface, and of a Chinese character, in ems.
const NARROW: f64 = 0.60;
const WIDE: f64 = 1.04;
/// Distance from the outer lines to the frame, in cells.
const EDGE: f64 = 0.74;
/// Distance beyond the first and last rank that is free of file numbers.
const NUMBERS: f64 = 0.32;
/// Radius of the disc that holds the character of a piece, and of the whole piece.
const CHARACTER: f64 = 0.36;
const PIECE: f64 = 0.44;
/// Half the width of an arrow's shaft, and the length of its head.
const SHAFT: f64 = 0.07;
const HEAD: f64 = 0.34;
/// Offset of the tag of a move without attacks below the middle of the piece: over the rim, off the character.
const BELOW: f64 = 0.53;
/// Minimum distance of two tags.
const GAP: f64 = 0.06;
/// Distance between candidate places.
const STEP: f64 = 0.125;
/// Number of places sampled along an arrow to estimate the hidden part.
const SAMPLES: i32 = 16;

impl ArrowLabel {
    /// Width and height of the tag, in cells.
    pub fn size(&self) -> (f64, f64) {
        let advance = |letter: char| if letter < '\u{1100}' { NARROW } else { WIDE };
        let ems: f64 = self.text.chars().map(advance).sum();
        let board = (File::COUNT - 1) as f64 + 2.0 * EDGE;
        ((ems * EM + ENDS).clamp(HEIGHT, board), HEIGHT)
    }
}

/// Adds arrows and tags that explain a move to a scene that shows the position after it.
///
/// `goal` is the moved piece's destination, `attacks` are the captures it threatens, `word` names the conduct. Every
/// attack gets an arrow and a tag near its middle, or beside the arrow if that is too short to carry the tag between
/// the two pieces. A move without attacks gets one tag at the lower edge of the moved piece. No tag overlaps another
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
            conduct,
        };
        if from != to && !arrows.contains(&arrow) {
            arrows.push(arrow);
        }
    }
    let tag_at = |at: Spot| ArrowLabel {
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
        let size = tag_at(at).size();
        return (arrows, vec![tag_at(Plate::new(at, size).at)]);
    }
    let mut tags: Vec<ArrowLabel> = Vec::new();
    for arrow in &arrows {
        let room = Room {
            scene,
            arrows: &arrows,
            tags: &tags,
        };
        let middle = arrow.at(0.5);
        let place = room.best_place(arrow, tag_at(middle).size());
        tags.push(tag_at(place));
    }
    (arrows, tags)
}

impl Arrow {
    /// The spot at `progress` on the way between the middles of the two pieces.
    fn at(&self, progress: f64) -> Spot {
        Spot::from(self.from).toward(self.to.into(), progress)
    }

    /// Distance of a spot from the arrow's line.
    fn aside(&self, spot: Spot) -> f64 {
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
    let taken = |point: &Point| {
        let mut pieces = scene.pieces.iter();
        pieces.any(|placed| placed.at == Spot::from(*point))
    };
    let points = Point::all().filter(inside).filter(taken);
    points.fold(PointSet::EMPTY, |set, point| set | PointSet::of(point))
}

/// Bounding rectangle of a tag.
#[derive(Clone, Copy, Debug)]
struct Plate {
    at: Spot,
    half_width: f64,
    half_height: f64,
}

impl Plate {
    /// Creates a plate as close to a spot as the board's edge allows.
    fn new(at: Spot, (width, height): (f64, f64)) -> Self {
        let within = |value: f64, last: usize, half: f64| {
            value.clamp(half - EDGE, (last - 1) as f64 + EDGE - half)
        };
        let (half_width, half_height) = (width / 2.0, height / 2.0);
        let at = Spot {
            file: within(at.file, File::COUNT, half_width),
            rank: within(at.rank, Rank::COUNT, half_height),
        };
        Self {
            at,
            half_width,
            half_height,
        }
    }

    /// Distance of a spot from the plate; 0 inside.
    fn distance(&self, spot: Spot) -> f64 {
        let across = (spot.file - self.at.file).abs() - self.half_width;
        let up = (spot.rank - self.at.rank).abs() - self.half_height;
        across.max(0.0).hypot(up.max(0.0))
    }

    fn touches(&self, other: &Self, gap: f64) -> bool {
        let across = (other.at.file - self.at.file).abs();
        let up = (other.at.rank - self.at.rank).abs();
        across < self.half_width + other.half_width + gap
            && up < self.half_height + other.half_height + gap
    }

    /// Hidden fraction of the character of a piece: 0 none, 1 up to the middle.
    fn hides(&self, piece: Spot) -> f64 {
        (1.0 - self.distance(piece) / CHARACTER).max(0.0)
    }

    /// Hidden fraction of an arrow: 0 none, 1 everything between the pieces.
    fn covers(&self, arrow: &Arrow) -> f64 {
        let hidden = arrow.shaft().filter(|spot| self.distance(*spot) <= SHAFT);
        hidden.count() as f64 / f64::from(SAMPLES + 1)
    }

    /// Overlap with the file numbers, in cells.
    fn over_numbers(&self) -> f64 {
        let middle = (Rank::COUNT - 1) as f64 / 2.0;
        let reach = (self.at.rank - middle).abs() + self.half_height;
        (reach - middle - NUMBERS).max(0.0)
    }
}

/// Occupied space that the next tag has to respect.
struct Room<'a> {
    scene: &'a Scene,
    arrows: &'a [Arrow],
    tags: &'a [ArrowLabel],
}

impl Room<'_> {
    /// The place near the middle of its arrow where a tag of this size does the least harm.
    fn best_place(&self, arrow: &Arrow, size: (f64, f64)) -> Spot {
        let middle = arrow.at(0.5);
        let mut best = (f64::INFINITY, middle);
        let reach = (Rank::COUNT as f64 / STEP) as i32;
        for ring in 0..=reach {
            if f64::from(ring) * STEP > best.0 {
                break;
            }
            for (right, up) in around(ring) {
                let place = Spot {
                    file: middle.file + f64::from(right) * STEP,
                    rank: middle.rank + f64::from(up) * STEP,
                };
                let plate = Plate::new(place, size);
                let far = distance(plate.at, middle);
                if far < best.0 {
                    let cost = far + self.harm(arrow, &plate);
                    if cost < best.0 {
                        best = (cost, plate.at);
                    }
                }
            }
        }
        best.1
    }

    /// Cost of a tag here: the hidden parts, expressed in cells of distance.
    fn harm(&self, own: &Arrow, plate: &Plate) -> f64 {
        // Chosen only if no other place is left.
        const NEVER: f64 = 1000.0;
        let on_tag = |tag: &&ArrowLabel| Plate::new(tag.at, tag.size()).touches(plate, GAP);
        let tags = self.tags.iter().filter(on_tag).count() as f64;
        let on_end = |point: &Point| plate.hides((*point).into()) > 0.0;
        let ends = self.arrows.iter().flat_map(|arrow| [arrow.from, arrow.to]);
        let ends = ends.filter(on_end).count() as f64;
        let pieces = self.scene.pieces.iter();
        let pieces: f64 = pieces.map(|placed| plate.hides(placed.at)).sum();
        let others = self.arrows.iter().filter(|arrow| *arrow != own);
        let others: f64 = others
            .map(|arrow| plate.covers(arrow))
            .map(|part| if part > 0.0 { 1.0 + 2.0 * part } else { 0.0 })
            .sum();
        // A long arrow carries its tag on its line; a short one would be hidden more than left visible.
        let covered = plate.covers(own);
        let aside = own.aside(plate.at);
        let mut shaft = 4.0 * (covered - 0.6).max(0.0);
        if covered > 0.0 && aside > 0.01 {
            shaft += 0.4 + 1.5 * aside;
        }
        let head = |spot: &Spot| distance(*spot, own.to.into()) < PIECE + HEAD;
        let head = own.shaft().filter(head);
        let head = head.filter(|spot| plate.distance(*spot) <= SHAFT).count() as f64;
        NEVER * (2.0 * tags + ends)
            + 4.0 * pieces
            + others
            + shaft
            + 0.3 * head
            + 2.0 * plate.over_numbers()
    }
}

/// Offsets that form a square ring, right and lower side first.
fn around(ring: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..=ring).flat_map(move |step| {
        [
            (ring, -step),
            (ring, step),
            (step, -ring),
            (-step, -ring),
            (-ring, -step),
            (-ring, step),
            (step, ring),
            (-step, ring),
        ]
    })
}

fn distance(from: Spot, to: Spot) -> f64 {
    (to.file - from.file).hypot(to.rank - from.rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Piece, Setup};
    use crate::scene::Placed;

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
        let (arrows, tags) = explain(scene, goal, Conduct::Chase, attacks, word);
        let ends = |arrow: &Arrow| Move::new(arrow.from, arrow.to);
        let drawn: Vec<_> = arrows.iter().map(ends).collect();
        assert_eq!(drawn, attacks);
        assert_eq!(tags.len(), attacks.len());
        let plates: Vec<_> = tags
            .iter()
            .map(|tag| Plate::new(tag.at, tag.size()))
            .collect();
        for (index, (plate, tag)) in plates.iter().zip(&tags).enumerate() {
            assert_eq!(tag.text, word);
            assert_eq!(plate.at, tag.at, "{attacks:?}: beside the board");
            for other in &plates[..index] {
                assert!(!plate.touches(other, 0.0), "{attacks:?}: two tags overlap");
            }
            for end in attacks.iter().flat_map(|attack| [attack.from, attack.to]) {
                assert!(
                    plate.hides(end.into()) <= 0.0,
                    "{attacks:?}: {end} is hidden"
                );
            }
        }
        tags
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
                    let tags = assert_lawful(&scene, &[attack], word);
                    let middle = Spot::from(from).toward(to.into(), 0.5);
                    let far = distance(tags[0].at, middle);
                    assert!(far < tags[0].size().0 / 2.0 + 0.6, "{attack} {word}: {far}");
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
                scene.pieces.push(Placed::standing(piece, points[roll(90)]));
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
            let tags = assert_lawful(&empty(Side::Red), &[attack], "check");
            let middle = Spot::from(attack.from).toward(attack.to.into(), 0.5);
            assert_eq!(tags[0].at == middle, carries, "{attack}");
        }
    }

    #[test]
    fn a_move_without_attacks_is_named_at_its_lower_edge() {
        for bottom in Side::ALL {
            for point in Point::all() {
                let (arrows, tags) = explain(&empty(bottom), point, Conduct::Idle, &[], "idle");
                assert!(arrows.is_empty() && tags.len() == 1);
                let plate = Plate::new(tags[0].at, tags[0].size());
                assert_eq!(plate.at, tags[0].at, "{point}: beside the board");
                assert!(plate.distance(point.into()) < PIECE, "{point}: apart");
                assert!(plate.hides(point.into()) < 0.25, "{point}: hidden");
                let below = tags[0].at.rank - Spot::from(point).rank;
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
        let (arrows, tags) = explain(&empty(Side::Red), at("a0"), Conduct::Check, &attacks, "x");
        assert_eq!((arrows.len(), tags.len()), (1, 1));
    }
}
