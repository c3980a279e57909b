//! Label placement: the best place for an arrow's label on a board with pieces, arrows and other labels.

use super::{Arrow, ArrowLabel, EDGE, PIECE, SAMPLES, distance};
use crate::rules::{File, Point, Rank};
use crate::scene::{Scene, Spot};

/// Distance beyond the first and last rank that is free of file numbers.
const NUMBERS: f64 = 0.32;
/// Radius of the disc that holds the character of a piece.
const CHARACTER: f64 = 0.36;
/// Half the width of an arrow's shaft, and the length of its head.
const SHAFT: f64 = 0.07;
const HEAD: f64 = 0.34;
/// Minimum distance of two labels.
pub(super) const GAP: f64 = 0.06;
/// Distance between candidate places.
const STEP: f64 = 0.125;

/// Bounding rectangle of a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelBox {
    pub(super) at: Spot,
    half_width: f64,
    half_height: f64,
}

impl LabelBox {
    /// Creates a box as close to a spot as the board's edge allows.
    pub(super) fn new(at: Spot, (width, height): (f64, f64)) -> Self {
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

    /// Distance of a spot from the box; 0 inside.
    pub(super) fn distance(&self, spot: Spot) -> f64 {
        let across = (spot.file - self.at.file).abs() - self.half_width;
        let up = (spot.rank - self.at.rank).abs() - self.half_height;
        across.max(0.0).hypot(up.max(0.0))
    }

    pub(super) fn touches(&self, other: &Self, gap: f64) -> bool {
        let across = (other.at.file - self.at.file).abs();
        let up = (other.at.rank - self.at.rank).abs();
        across < self.half_width + other.half_width + gap
            && up < self.half_height + other.half_height + gap
    }

    /// Hidden fraction of the character of a piece: 0 none, 1 up to the middle.
    pub(super) fn hides(&self, piece: Spot) -> f64 {
        (1.0 - self.distance(piece) / CHARACTER).max(0.0)
    }

    /// Hidden fraction of an arrow: 0 none, 1 everything between the pieces.
    pub(super) fn covers(&self, arrow: &Arrow) -> f64 {
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

/// Obstacles: occupied space that the next label has to avoid.
pub(super) struct Obstacles<'a> {
    pub(super) scene: &'a Scene,
    pub(super) arrows: &'a [Arrow],
    pub(super) labels: &'a [ArrowLabel],
}

impl Obstacles<'_> {
    /// The place of least cost for a label of this size, near the middle of its arrow.
    pub(super) fn best_place(&self, arrow: &Arrow, size: (f64, f64)) -> Spot {
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
                let plate = LabelBox::new(place, size);
                let far = distance(plate.at, middle);
                if far < best.0 {
                    let cost = far + self.cost(arrow, &plate);
                    if cost < best.0 {
                        best = (cost, plate.at);
                    }
                }
            }
        }
        best.1
    }

    /// Cost of a label here: the hidden parts, expressed in cells of distance.
    fn cost(&self, own: &Arrow, plate: &LabelBox) -> f64 {
        // Chosen only if no other place is left.
        const NEVER: f64 = 1000.0;
        let on_label =
            |label: &&ArrowLabel| LabelBox::new(label.at, label.size()).touches(plate, GAP);
        let labels = self.labels.iter().filter(on_label).count() as f64;
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
        // A long arrow carries its label on its line; a short one would be hidden more than left visible.
        let covered = plate.covers(own);
        let aside = own.distance_from_line(plate.at);
        let mut shaft = 4.0 * (covered - 0.6).max(0.0);
        if covered > 0.0 && aside > 0.01 {
            shaft += 0.4 + 1.5 * aside;
        }
        let head = |spot: &Spot| distance(*spot, own.to.into()) < PIECE + HEAD;
        let head = own.shaft().filter(head);
        let head = head.filter(|spot| plate.distance(*spot) <= SHAFT).count() as f64;
        NEVER * (2.0 * labels + ends)
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
