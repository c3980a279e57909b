//! Wood grain: growth rings and fibers, deterministic.
//!
//! A plank is drawn in its own coordinates, the grain along `x`; for an upright one the context is rotated. All bands
//! of one tone form one path, because a fill costs far more than an edge.

use super::theme::Color;
use cairo::{Antialias, Context, Error, SurfaceType};

/// Reproducible random numbers: a linear congruential generator, of which the upper half is used.
#[derive(Clone, Debug)]
pub(super) struct GrainRandom(u64);

impl GrainRandom {
    /// Creates a generator with its own sequence for each seed.
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D);
        for _ in 0..4 {
            dice.roll();
        }
        dice
    }

    /// The next number, in `0.0..1.0`.
    pub(super) fn roll(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as f64 / 4_294_967_296.0
    }

    /// The next number, between two others.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }
}

/// A piece of wood, in cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plank {
    /// Along the grain.
    pub(super) length: f64,
    /// Across the grain.
    pub(super) width: f64,
    /// Mean distance of two growth rings.
    pub(super) spacing: f64,
    /// Maximum deviation of a ring from its straight line.
    pub(super) sway: f64,
    /// Seed that distinguishes planks of equal size.
    pub(super) seed: u64,
}

/// Number of knots of the sway, along and across the grain.
const KNOTS: (usize, usize) = (6, 7);

/// Sway of the rings: interpolated smoothly between random knots.
#[derive(Debug)]
struct Figure {
    knots: [[f64; KNOTS.0]; KNOTS.1],
    along: f64,
    across: f64,
    sway: f64,
}

impl Figure {
    fn new(plank: &Plank, dice: &mut GrainRandom) -> Self {
        let mut knots = [[0.0; KNOTS.0]; KNOTS.1];
        for knot in knots.as_flattened_mut() {
            *knot = dice.between(-1.0, 1.0);
        }
        Self {
            knots,
            along: (KNOTS.0 - 1) as f64 / plank.length,
            across: (KNOTS.1 - 1) as f64 / plank.width,
            sway: plank.sway,
        }
    }

    /// Lateral displacement of the ring through `(x, y)`.
    fn at(&self, x: f64, y: f64) -> f64 {
        let (column, right) = between_knots(x * self.along, KNOTS.0);
        let (row, down) = between_knots(y * self.across, KNOTS.1);
        let mixed = |row: usize| {
            let knots = &self.knots[row];
            knots[column] + (knots[column + 1] - knots[column]) * right
        };
        let upper = mixed(row);
        (upper + (mixed(row + 1) - upper) * down) * self.sway
    }
}

/// The knot before a place, and the smoothed fraction of the way to the next one.
fn between_knots(place: f64, count: usize) -> (usize, f64) {
    let place = place.clamp(0.0, (count - 1) as f64);
    let knot = (place as usize).min(count - 2);
    let part = place - knot as f64;
    (knot, part * part * (3.0 - 2.0 * part))
}

/// One growth ring: the place of its hard edge, and the width of the late wood before it.
#[derive(Debug)]
struct Ring {
    across: f64,
    late: f64,
}

/// Number of cells per light and per dark fiber.
const FIBERS: [f64; 2] = [0.45, 0.7];

impl Plank {
    /// Draws rings and fibers over the ground, in the rectangle from the origin to length and width.
    ///
    /// Bands this faint need no fine antialiasing, and are twice as fast without it.
    pub(super) fn draw(&self, cr: &Context, dark: Color, light: Color) -> Result<(), Error> {
        let mut dice = GrainRandom::new(self.seed);
        let figure = Figure::new(self, &mut dice);
        let rings = self.rings(&mut dice);
        cr.set_antialias(Antialias::Fast);
        for (share, alpha) in [(1.0, 0.06), (0.62, 0.06), (0.3, 0.07), (0.1, 0.10)] {
            cr.new_path();
            for ring in &rings {
                self.band(cr, &figure, ring.across, ring.late * share);
            }
            dark.alpha(alpha).set(cr);
            cr.fill()?;
        }
        for (color, alpha, cells) in [(light, 0.20, FIBERS[0]), (dark, 0.13, FIBERS[1])] {
            cr.new_path();
            for _ in 0..(self.length * self.width / cells) as usize {
                self.fiber(cr, &figure, &mut dice);
            }
            color.alpha(alpha).set(cr);
            cr.fill()?;
        }
        cr.set_antialias(Antialias::Default);
        Ok(())
    }

    /// The rings from one side to the other, in spells of narrow and wide years.
    fn rings(&self, dice: &mut GrainRandom) -> Vec<Ring> {
        let mut rings = Vec::new();
        let mut across = -self.sway - self.spacing * dice.roll();
        let mut pace = 1.0_f64;
        while across < self.width + self.sway {
            pace = (pace + dice.between(-0.4, 0.4)).clamp(0.35, 1.8);
            let step = self.spacing * pace * dice.between(0.75, 1.25);
            across += step;
            rings.push(Ring {
                across,
                late: step * dice.between(0.3, 0.95),
            });
        }
        rings
    }

    /// Adds one band to the path: a hard edge at `across`, a soft one `late` before it.
    fn band(&self, cr: &Context, figure: &Figure, across: f64, late: f64) {
        const SAMPLES: usize = 13;
        let mut edge = [(0.0, 0.0); SAMPLES];
        // A ring is level at each knot, so that few curves suffice where their number matters.
        let (edge, through): (_, fn(&Context, &[_])) = if cr.target().type_() == SurfaceType::Svg {
            (&mut edge[..KNOTS.0], level)
        } else {
            (&mut edge[..], smooth)
        };
        let last = edge.len() - 1;
        for (index, sample) in edge.iter_mut().enumerate() {
            let x = self.length * index as f64 / last as f64;
            *sample = (x, across + figure.at(x, across));
        }
        cr.move_to(edge[0].0, edge[0].1);
        through(cr, edge);
        edge.reverse();
        for sample in &mut *edge {
            let swell = 0.8 + 0.9 * figure.at(sample.0, across + 1.7) / self.sway.max(1e-6);
            sample.1 -= late * swell.clamp(0.25, 1.0);
        }
        cr.line_to(edge[0].0, edge[0].1);
        through(cr, edge);
        cr.close_path();
    }

    /// Adds one fiber to the path: a long thin lens that follows the rings.
    fn fiber(&self, cr: &Context, figure: &Figure, dice: &mut GrainRandom) {
        let reach = dice.between(0.25, 1.4);
        let x = dice.between(-reach / 2.0, self.length);
        let y = dice.between(0.0, self.width);
        let half = dice.between(0.004, 0.010);
        let at = |x: f64| y + figure.at(x, y);
        let (end, third) = (x + reach, reach / 3.0);
        let (first, second) = (at(x + third), at(x + 2.0 * third));
        cr.move_to(x, at(x));
        cr.curve_to(
            x + third,
            first - half,
            end - third,
            second - half,
            end,
            at(end),
        );
        cr.curve_to(
            end - third,
            second + half,
            x + third,
            first + half,
            x,
            at(x),
        );
        cr.close_path();
    }
}

/// Draws the grain of a disc around the origin: rings that end at its edge, so that no clip is needed.
pub(super) fn disc(cr: &Context, radius: f64, seed: u64, dark: Color) -> Result<(), Error> {
    let mut dice = GrainRandom::new(seed);
    let turn = dice.between(-0.5, 0.5);
    let (bow, lean) = (dice.between(-0.06, 0.06), dice.between(-0.04, 0.04));
    let (sin, cos) = turn.sin_cos();
    cr.new_path();
    let mut y = -0.9 * radius;
    while y < 0.88 * radius {
        let late = dice.between(0.012, 0.03);
        let mut bend = |y: f64, from: f64| {
            let half = (radius * radius - y * y).max(0.0).sqrt() * from;
            let middle = y + (bow + dice.between(-0.006, 0.006)) * half.abs() / radius;
            let at = |x: f64, y: f64| (x * cos - y * sin, x * sin + y * cos);
            [
                at(-half, y),
                at(-half * 0.3, middle + lean * half),
                at(half * 0.3, middle - lean * half),
                at(half, y),
            ]
        };
        let hard = bend(y, 1.0);
        let soft = bend(y - late, -1.0);
        cr.move_to(hard[0].0, hard[0].1);
        cr.curve_to(
            hard[1].0, hard[1].1, hard[2].0, hard[2].1, hard[3].0, hard[3].1,
        );
        cr.line_to(soft[0].0, soft[0].1);
        cr.curve_to(
            soft[1].0, soft[1].1, soft[2].0, soft[2].1, soft[3].0, soft[3].1,
        );
        cr.close_path();
        y += late + dice.between(0.022, 0.06);
    }
    dark.set(cr);
    cr.fill()
}

/// Adds a smooth curve through the points, the first of which is the current one.
fn smooth(cr: &Context, points: &[(f64, f64)]) {
    let last = points.len() - 1;
    for index in 0..last {
        let (from, to) = (points[index], points[index + 1]);
        let (before, after) = (
            points[index.saturating_sub(1)],
            points[(index + 2).min(last)],
        );
        cr.curve_to(
            from.0 + (to.0 - before.0) / 6.0,
            from.1 + (to.1 - before.1) / 6.0,
            to.0 - (after.0 - from.0) / 6.0,
            to.1 - (after.1 - from.1) / 6.0,
            to.0,
            to.1,
        );
    }
}

/// Adds a curve through the points, the first of which is the current one, that is level at each of them.
fn level(cr: &Context, points: &[(f64, f64)]) {
    for ends in points.windows(2) {
        let ((x, y), (right, down)) = (ends[0], ends[1]);
        let third = (right - x) / 3.0;
        cr.curve_to(x + third, y, right - third, down, right, down);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_fall_the_same_way_each_time_and_cover_their_range() {
        let (mut one, mut two) = (GrainRandom::new(7), GrainRandom::new(7));
        let rolls: Vec<f64> = (0..1000).map(|_| one.roll()).collect();
        assert!(
            rolls
                .iter()
                .all(|roll| *roll == two.roll() && (0.0..1.0).contains(roll))
        );
        let mean = rolls.iter().sum::<f64>() / 1000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
    }

    #[test]
    fn rings_never_cross() {
        for seed in 0..20 {
            let plank = Plank {
                length: 10.0,
                width: 9.0,
                spacing: 0.2,
                sway: 0.3,
                seed,
            };
            let figure = Figure::new(&plank, &mut GrainRandom::new(seed));
            for x in 0..=20 {
                let x = f64::from(x) / 2.0;
                let mut last = f64::NEG_INFINITY;
                for y in -10..=100 {
                    let y = f64::from(y) / 10.0;
                    let moved = y + figure.at(x, y);
                    assert!(moved > last, "seed {seed}, {x} {y}");
                    last = moved;
                }
            }
        }
    }
}
