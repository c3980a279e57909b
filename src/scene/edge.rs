//! Labels along the edges of the board, as data.

use super::{EdgeLabels, Layout, Spot};
use crate::rules::{Point, Side};

/// Distance of the labels from the grid, in cells, from the top edge clockwise: pieces cast their shadow to the right
/// and downwards.
const OUT: [f64; 4] = [0.603, 0.625, 0.625, 0.605];

/// One label at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeLabel {
    /// Its character.
    pub character: char,
    /// Its center.
    pub at: Spot,
    /// Side it belongs to; `None` for both alike.
    pub side: Option<Side>,
    /// Whether it is upside down, for a reader at the far side.
    pub turned: bool,
}

impl EdgeLabels {
    /// The labels around a board in this layout. `turned` is the side that reads it from the top, if any.
    pub fn signs(self, layout: &Layout, turned: Option<Side>) -> Vec<EdgeLabel> {
        match self {
            Self::None => Vec::new(),
            Self::FileNumbers => Side::ALL
                .into_iter()
                .flat_map(|side| file_numbers(side, layout.bottom(), turned))
                .collect(),
            Self::Coordinates => coordinates(layout.bottom(), turned.is_some()).collect(),
        }
    }
}

/// File numbers of a side, at its own edge. Red's are in Chinese.
fn file_numbers(side: Side, bottom: Side, turned: Option<Side>) -> impl Iterator<Item = EdgeLabel> {
    let home = Point::all().filter(move |point| point.rank().depth(side) == 0);
    home.map(move |point| EdgeLabel {
        character: file_number(point.file().number(side), side),
        at: beside(
            point,
            if side == bottom {
                Edge::Bottom
            } else {
                Edge::Top
            },
            bottom,
        ),
        side: Some(side),
        turned: turned == Some(side),
    })
}

/// Character of a file number from 1 to 9, as `side` writes it.
fn file_number(number: u8, side: Side) -> char {
    const RED: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let number = number.clamp(1, 9);
    match side {
        Side::Red => RED[usize::from(number) - 1],
        Side::Black => char::from(b'0' + number),
    }
}

/// A letter at both ends of every file, a digit at both ends of every rank. Between two players each has those at its
/// own edge, and the digits at its own left.
fn coordinates(bottom: Side, between: bool) -> impl Iterator<Item = EdgeLabel> {
    Point::all().flat_map(move |point| {
        let (file, rank) = (point.file(), point.rank());
        let ends = [
            (rank.depth(bottom) == 0).then_some(Edge::Bottom),
            (rank.depth(!bottom) == 0).then_some(Edge::Top),
        ];
        let letters = ends.into_iter().flatten();
        let letters = letters.map(move |edge| (file.letter().to_ascii_uppercase(), edge));
        // Each side counts from its own right.
        let ends = [
            (file.number(bottom) == 9).then_some(Edge::Left),
            (file.number(bottom) == 1).then_some(Edge::Right),
        ];
        let digits = ends.into_iter().flatten();
        let digits = digits.map(move |edge| (char::from(b'0' + rank.index() as u8), edge));
        letters
            .chain(digits)
            .map(move |(character, edge)| EdgeLabel {
                character,
                at: beside(point, edge, bottom),
                side: None,
                turned: between && matches!(edge, Edge::Top | Edge::Right),
            })
    })
}

/// An edge of the board, as seen.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Top,
    Right,
    Bottom,
    Left,
}

/// The place just outside an edge, next to a point on it.
fn beside(point: Point, edge: Edge, bottom: Side) -> Spot {
    let out = OUT[edge as usize];
    let (right, up) = match edge {
        Edge::Top => (0.0, out),
        Edge::Right => (out, 0.0),
        Edge::Bottom => (0.0, -out),
        Edge::Left => (-out, 0.0),
    };
    let Spot { file, rank } = point.into();
    match bottom {
        Side::Red => Spot {
            file: file + right,
            rank: rank + up,
        },
        Side::Black => Spot {
            file: file - right,
            rank: rank - up,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(labels: EdgeLabels, bottom: Side, edge: impl Fn(f64, f64) -> bool) -> String {
        let layout = Layout::fit(972.0, 1072.0, 1.0, bottom);
        let (left, top) = layout.grid_origin();
        let cell = layout.cell();
        let mut seen: Vec<_> = labels
            .signs(&layout, None)
            .into_iter()
            .map(|sign| {
                let (x, y) = layout.spot_center(sign.at);
                (((x - left) / cell, (y - top) / cell), sign.character)
            })
            .filter(|((column, row), _)| edge(*column, *row))
            .collect();
        seen.sort_by(|((x, y), _), ((u, v), _)| (x + y).total_cmp(&(u + v)));
        seen.into_iter().map(|(_, character)| character).collect()
    }

    #[test]
    fn each_side_counts_from_its_own_right() {
        let labels = EdgeLabels::FileNumbers;
        let (top, bottom) = (|_, row| row < 0.0, |_, row| row > 9.0);
        assert_eq!(read(labels, Side::Red, bottom), "九八七六五四三二一");
        assert_eq!(read(labels, Side::Red, top), "123456789");
        assert_eq!(read(labels, Side::Black, bottom), "987654321");
        assert_eq!(read(labels, Side::Black, top), "一二三四五六七八九");
        assert_eq!(
            read(labels, Side::Red, |column, _| !(0.0..=8.0)
                .contains(&column)),
            ""
        );
    }

    #[test]
    fn coordinates_are_those_of_the_points_on_all_four_edges() {
        let labels = EdgeLabels::Coordinates;
        let (top, bottom) = (|_, row| row < 0.0, |_, row| row > 9.0);
        let (left, right) = (|column, _| column < 0.0, |column, _| column > 8.0);
        for edge in [top, bottom] {
            assert_eq!(read(labels, Side::Red, edge), "ABCDEFGHI");
            assert_eq!(read(labels, Side::Black, edge), "IHGFEDCBA");
        }
        for edge in [left, right] {
            assert_eq!(read(labels, Side::Red, edge), "9876543210");
            assert_eq!(read(labels, Side::Black, edge), "0123456789");
        }
        assert_eq!(read(EdgeLabels::None, Side::Red, |_, _| true), "");
    }

    #[test]
    fn a_far_reader_has_its_own_edge_turned() {
        let layout = Layout::fit(972.0, 1072.0, 1.0, Side::Red);
        let turned = |labels: EdgeLabels| -> String {
            let signs = labels.signs(&layout, Some(Side::Black)).into_iter();
            let turned = signs.filter(|sign| sign.turned);
            turned.map(|sign| sign.character).collect()
        };
        assert_eq!(turned(EdgeLabels::FileNumbers).len(), 9);
        assert!(turned(EdgeLabels::FileNumbers).is_ascii());
        assert_eq!(turned(EdgeLabels::Coordinates).len(), 19);
    }
}
