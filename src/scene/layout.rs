//! Board layout: maps points to places in a rectangle and back (hit testing), by one transform.

use super::Spot;
use crate::rules::{File, Point, Rank, Side};

/// Margin around the grid, in cells, on each side; it holds the file numbers.
const MARGIN: f64 = 0.86;
/// Cells between the outer files.
const FILES: f64 = (File::COUNT - 1) as f64;
/// Cells between the outer ranks.
const RANKS: f64 = (Rank::COUNT - 1) as f64;

/// A board fitted into a rectangle: the largest one of fixed proportions, centered.
///
/// Lengths are in the unit of the rectangle (logical pixels of a widget, points of a page), `y` grows downwards. The
/// cell and the origin are whole device pixels, so that lines are sharp and the pieces of a row are equally spaced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    cell: f64,
    left: f64,
    top: f64,
    scale: f64,
    bottom: Side,
}

impl Layout {
    /// Height of the whole board divided by its width.
    pub const ASPECT: f64 = (RANKS + 2.0 * MARGIN) / (FILES + 2.0 * MARGIN);

    /// Fits a board into `width` by `height`, with the home rank of `bottom` at the bottom.
    ///
    /// `scale` is the number of device pixels per unit. A cell is at least one device pixel, even if the rectangle is
    /// too small for that.
    pub fn fit(width: f64, height: f64, scale: f64, bottom: Side) -> Self {
        let cell = (width / (FILES + 2.0 * MARGIN)).min(height / (RANKS + 2.0 * MARGIN));
        let cell = (cell * scale).floor().max(1.0) / scale;
        let snap = |length: f64| (length * scale).round() / scale;
        Self {
            cell,
            left: snap((width - FILES * cell) / 2.0),
            top: snap((height - RANKS * cell) / 2.0),
            scale,
            bottom,
        }
    }

    /// Distance between two lines.
    pub const fn cell(&self) -> f64 {
        self.cell
    }

    /// Device pixels per unit.
    pub const fn scale(&self) -> f64 {
        self.scale
    }

    /// Side whose home rank is at the bottom.
    pub const fn bottom(&self) -> Side {
        self.bottom
    }

    /// The layout with this side's home rank at the bottom.
    pub const fn lying(&self, bottom: Side) -> Self {
        Self { bottom, ..*self }
    }

    /// Top left corner of the grid, as seen.
    pub const fn grid_origin(&self) -> (f64, f64) {
        (self.left, self.top)
    }

    /// Bounds of the whole board with its margin and frame: left, top, width, height.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        let margin = MARGIN * self.cell;
        (
            self.left - margin,
            self.top - margin,
            FILES * self.cell + 2.0 * margin,
            RANKS * self.cell + 2.0 * margin,
        )
    }

    /// Center of a point.
    pub fn center(&self, point: Point) -> (f64, f64) {
        self.spot_center(point.into())
    }

    /// Center of a spot.
    pub fn spot_center(&self, spot: Spot) -> (f64, f64) {
        let (column, row) = match self.bottom {
            Side::Red => (spot.file, RANKS - spot.rank),
            Side::Black => (FILES - spot.file, spot.rank),
        };
        (self.left + column * self.cell, self.top + row * self.cell)
    }

    /// The spot at `(x, y)`, on or off the board.
    pub fn spot_at(&self, x: f64, y: f64) -> Spot {
        let (column, row) = ((x - self.left) / self.cell, (y - self.top) / self.cell);
        match self.bottom {
            Side::Red => Spot {
                file: column,
                rank: RANKS - row,
            },
            Side::Black => Spot {
                file: FILES - column,
                rank: row,
            },
        }
    }

    /// Hit test: the point whose cell contains `(x, y)`; `None` off the board.
    pub fn point_at(&self, x: f64, y: f64) -> Option<Point> {
        let Spot { file, rank } = self.spot_at(x, y);
        let index = |value: f64, count: usize| {
            let rounded = value.round();
            (0.0..count as f64)
                .contains(&rounded)
                .then_some(rounded as u8)
        };
        let file = File::new(index(file, File::COUNT)?)?;
        let rank = Rank::new(index(rank, Rank::COUNT)?)?;
        Some(Point::new(file, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_center_leads_back_to_its_point_either_way_up() {
        for (width, height, scale) in [
            (360.0, 400.0, 1.0),
            (1013.0, 777.0, 2.0),
            (3840.0, 2160.0, 1.25),
        ] {
            for bottom in Side::ALL {
                let layout = Layout::fit(width, height, scale, bottom);
                for point in Point::all() {
                    let (x, y) = layout.center(point);
                    assert_eq!(layout.point_at(x, y), Some(point));
                    let near = layout.cell() * 0.49;
                    assert_eq!(layout.point_at(x + near, y - near), Some(point));
                    assert!((0.0..width).contains(&x) && (0.0..height).contains(&y));
                }
            }
        }
    }

    #[test]
    fn a_flip_turns_the_board_and_never_mirrors_it() {
        let red = Layout::fit(500.0, 600.0, 1.0, Side::Red);
        let black = Layout::fit(500.0, 600.0, 1.0, Side::Black);
        for point in Point::all() {
            assert_eq!(red.center(point), black.center(point.rotated()));
        }
    }

    #[test]
    fn outside_the_grid_there_is_no_point() {
        let layout = Layout::fit(500.0, 600.0, 1.0, Side::Red);
        let (left, top) = layout.grid_origin();
        assert_eq!(layout.point_at(left - layout.cell() * 0.51, top), None);
        assert_eq!(layout.point_at(left, top - layout.cell() * 0.51), None);
        assert_eq!(layout.point_at(f64::NAN, top), None);
        assert_eq!(layout.point_at(1e300, -1e300), None);
    }

    #[test]
    fn cells_and_origin_are_whole_device_pixels() {
        for scale in [1.0, 1.25, 2.0] {
            let layout = Layout::fit(733.0, 611.0, scale, Side::Red);
            let (left, top) = layout.grid_origin();
            for length in [layout.cell(), left, top] {
                assert!((length * scale - (length * scale).round()).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn no_space_at_all_is_survived() {
        assert!(Layout::fit(0.0, 0.0, 1.0, Side::Red).cell() > 0.0);
    }
}
