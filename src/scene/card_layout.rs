//! Layout of the players’ cards: their places beside the board, and their size. Lengths are logical pixels.

use super::Layout;
use crate::rules::{Board, Side};

/// Minimum width of the side panel.
pub const PANEL: i32 = 292;
/// Maximum width of the side panel.
const MAX_PANEL: i32 = 640;
/// Space around the board, on either side and above.
const BOARD_MARGIN: i32 = 6;
/// Minimum width of a gutter with a card.
const GUTTER: i32 = 220;
/// Space beside a card in a gutter or a column.
pub const GUTTER_MARGIN: i32 = 24;
/// Width and height of a card at scale 1, as a column, and the width as a row.
const COLUMN: (i32, i32) = (PANEL - 20, 165);
const ROW_WIDTH: i32 = 360;
/// Height of the moves between two cards in the panel.
const MOVES: i32 = 290;
/// Distance between tried places of the card of the end.
const STEP: usize = 4;
/// Sizes of everything but the board, in hundredths: whoever wants a large board does not want letters like posters.
pub const SCALES: [u32; 3] = [100, 125, 150];
/// Sizes below that of the text, for contents that would be too wide.
pub const SMALLER: [u32; 2] = [75, 60];

/// Place of the players' cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cards {
    /// In the side panel.
    #[default]
    Panel,
    /// Beside the board, one on each side, at most this wide.
    Gutters(i32),
    /// Both at one side of the board, above each other, at most this wide: where the side panel would lie.
    Column(i32),
    /// Above and below the board.
    Rows,
    /// No cards: the board needs the room.
    Nowhere,
}

/// The room that the cards and the board share, without the side panel.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Width of the table.
    pub width: i32,
    /// Height of the table, without the bars below the board.
    pub height: i32,
    /// Whether the side panel is shown beside the table.
    pub has_panel: bool,
    /// Whether it would lie over the table, for lack of room beside it.
    pub is_folded: bool,
    /// Whether the players sit across the table, each with the card on their own side.
    pub across: bool,
    /// Height of a small card, with its margin.
    pub row_height: i32,
    /// Height of both clocks in one line; 0 without a clock.
    pub bar_height: i32,
}

impl Room {
    /// Chooses the place of the cards.
    pub fn cards(&self) -> Cards {
        if self.has_panel && !self.across {
            return Cards::Panel;
        }
        let gutter = (self.width - board_width(self.width, self.height)) / 2;
        if gutter >= GUTTER {
            return Cards::Gutters(gutter - GUTTER_MARGIN);
        }
        if self.across || self.spare_height() >= 2 * self.row_height {
            return Cards::Rows;
        }
        let column = GUTTER + GUTTER_MARGIN;
        let beside = board_width(self.width - column, self.height);
        let below = board_width(self.width, self.height - 2 * self.row_height);
        let alone = board_width(self.width, self.height - self.bar_height);
        if self.is_folded && alone > beside {
            return Cards::Nowhere;
        }
        // A hidden panel takes nothing along: its cards lie where they leave the larger board, which is larger than
        // beside the panel, since a column is narrower.
        if below > beside {
            return Cards::Rows;
        }
        let free = self.width - board_width(self.width, self.height);
        Cards::Column(free.clamp(column, PANEL) - GUTTER_MARGIN)
    }

    /// Height left over by a board of full width.
    fn spare_height(&self) -> i32 {
        let board = f64::from(self.width - 2 * BOARD_MARGIN) * Layout::ASPECT;
        self.height - BOARD_MARGIN - board.ceil() as i32
    }

    /// Scale of everything around the board, in hundredths: it grows with the room, in steps.
    pub fn scale(&self, cards: Cards, panel: i32) -> u32 {
        let column =
            |width: i32, height: i32| (width * 100 / COLUMN.0).min(height * 100 / (2 * COLUMN.1));
        step(match cards {
            Cards::Panel => column(panel - (PANEL - COLUMN.0), self.height - MOVES),
            Cards::Gutters(width) | Cards::Column(width) => column(width, self.height),
            Cards::Rows => {
                let height = 2 * self.row_height;
                (self.width * 100 / ROW_WIDTH).min(self.spare_height() * 100 / height)
            }
            // The clocks are in a line of their own then, and the board needs the room.
            Cards::Nowhere => 100,
        })
    }
}

/// Width of the side panel beside a table, in a window whose content has this size: half of what the board leaves free,
/// if the cards are in it.
pub fn panel_width(width: i32, height: i32, has_cards: bool) -> i32 {
    let free = width - board_width(width, height);
    if has_cards {
        (free / 2).clamp(PANEL, MAX_PANEL)
    } else {
        PANEL
    }
}

/// Width of the largest board in this room.
fn board_width(width: i32, height: i32) -> i32 {
    let by_height = f64::from(height - BOARD_MARGIN) / Layout::ASPECT;
    (by_height as i32).min(width - 2 * BOARD_MARGIN)
}

/// The largest step up to a size.
fn step(hundredths: i32) -> u32 {
    let fits = |scale: &&u32| i64::from(**scale) <= i64::from(hundredths);
    SCALES.iter().rev().find(fits).copied().unwrap_or(SCALES[0])
}

/// The place of the left upper corner of a card of this size over a table: on the board’s middle or, if it would cover a
/// general there, as near to it as none is covered; where it has to cover one, the one that is covered least.
pub fn end_card_place(
    table: (i32, i32),
    (x, y): (f64, f64),
    layout: &Layout,
    board: &Board,
    (width, height): (i32, i32),
) -> (i32, i32) {
    let half = layout.cell() / 2.0;
    let generals = Side::ALL.into_iter().filter_map(|side| board.general(side));
    let squares: Vec<_> = generals
        .map(|point| layout.center(point))
        .map(|center| (center.0 + x, center.1 + y))
        .collect();
    let overlap = |left: i32, top: i32| -> f64 {
        let shared = |center: f64, from: i32, length: i32| {
            let (from, to) = (f64::from(from), f64::from(from + length));
            ((center + half).min(to) - (center - half).max(from)).max(0.0)
        };
        let covered = squares.iter();
        covered
            .map(|(x, y)| shared(*x, left, width) * shared(*y, top, height))
            .sum()
    };
    let (left, top, board_width, board_height) = layout.bounds();
    let (middle_x, middle_y) = (left + board_width / 2.0, top + board_height / 2.0);
    let middle = (
        (x + middle_x) as i32 - width / 2,
        (y + middle_y) as i32 - height / 2,
    );
    let room = ((table.0 - width).max(0), (table.1 - height).max(0));
    let distance = |(left, top): (i32, i32)| (left - middle.0).abs() + (top - middle.1).abs();
    let tops = (0..=room.1)
        .step_by(STEP)
        .chain([middle.1.clamp(0, room.1)]);
    let places = tops.flat_map(|top| {
        let lefts = [0, middle.0.clamp(0, room.0), room.0];
        lefts.map(|left| (left, top))
    });
    let best = places.min_by(|&one, &other| {
        let covered = overlap(one.0, one.1).total_cmp(&overlap(other.0, other.1));
        covered.then(distance(one).cmp(&distance(other)))
    });
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, PieceKind, Point};

    /// In windows of the usual sizes the card of the end covers neither general, wherever in their palaces they are.
    #[test]
    fn the_end_is_told_without_covering_a_general() {
        let card = (300, 210);
        for (width, height) in [
            (980 - PANEL, 650),
            (800 - PANEL, 490),
            (1500, 1000),
            (348, 540),
        ] {
            let layout = Layout::fit(f64::from(width), f64::from(height), 1.0, Side::Red);
            let palace = |side| Point::all().filter(move |point| point.in_palace(side));
            for red in palace(Side::Red) {
                for black in palace(Side::Black) {
                    let mut board = Board::empty();
                    board.set(red, Some(Piece::new(Side::Red, PieceKind::General)));
                    board.set(black, Some(Piece::new(Side::Black, PieceKind::General)));
                    let table = (width, height + 60);
                    let (left, top) = end_card_place(table, (0.0, 0.0), &layout, &board, card);
                    assert!(left >= 0 && left + card.0 <= width && top >= 0);
                    let half = layout.cell() / 2.0;
                    let covered = [red, black].into_iter().any(|point| {
                        let (x, y) = layout.center(point);
                        let (left, top) = (f64::from(left), f64::from(top));
                        x + half > left
                            && x - half < left + f64::from(card.0)
                            && y + half > top
                            && y - half < top + f64::from(card.1)
                    });
                    // A phone has no room between generals that have both come forward.
                    let distance = black.rank().index() - red.rank().index();
                    let gap = layout.cell() * (distance as f64 - 1.0);
                    let is_close = gap < f64::from(card.1) + STEP as f64;
                    assert!(!covered || is_close, "{width}x{height}: {red} {black}");
                }
            }
        }
    }

    /// A window's content of this size, with a panel if it is wide enough.
    fn room(width: i32, height: i32, has_panel: bool) -> Room {
        let panel = if has_panel {
            panel_width(width, height, true)
        } else {
            0
        };
        Room {
            width: width - panel,
            height,
            has_panel,
            is_folded: width < 640,
            across: false,
            row_height: 66,
            bar_height: 40,
        }
    }

    #[test]
    fn cards_lie_where_the_board_leaves_room() {
        for (width, height, has_panel, expected) in [
            (980, 700, true, Cards::Panel),
            (1920, 980, false, Cards::Gutters(480)),
            (360, 540, false, Cards::Rows),
            (360, 620, false, Cards::Rows),
            (360, 420, false, Cards::Nowhere),
            (700, 700, false, Cards::Rows),
            (900, 350, false, Cards::Gutters(269)),
        ] {
            let cards = room(width, height, has_panel).cards();
            match (cards, expected) {
                (Cards::Gutters(is), Cards::Gutters(about)) => assert!((is - about).abs() < 40),
                _ => assert_eq!(cards, expected, "{width}x{height}"),
            }
        }
    }

    /// Hiding the side panel gives the board its room, or at least takes none, nor any card.
    #[test]
    fn a_hidden_panel_never_makes_the_board_smaller_and_takes_no_card_along() {
        let board = |room: &Room| match room.cards() {
            Cards::Panel | Cards::Gutters(_) => board_width(room.width, room.height),
            Cards::Rows => board_width(room.width, room.height - 2 * room.row_height),
            Cards::Column(width) => board_width(room.width - width - GUTTER_MARGIN, room.height),
            Cards::Nowhere => panic!("no card in {room:?}"),
        };
        for width in (640..2600).step_by(20) {
            for height in (380..1600).step_by(20) {
                for bar_height in [0, 40, 80] {
                    let of = |has_panel| Room {
                        bar_height,
                        ..room(width, height, has_panel)
                    };
                    let (with, without) = (board(&of(true)), board(&of(false)));
                    assert!(without >= with, "{width}x{height}: {with} {without}");
                }
            }
        }
        // Where the board is as high as the window, the cards have the room of the panel.
        assert_eq!(
            room(980, 700, false).cards(),
            Cards::Column(PANEL - GUTTER_MARGIN)
        );
    }

    #[test]
    fn across_the_table_they_always_lie_at_the_players() {
        for (width, height, has_panel, expected) in [
            (360, 420, false, Cards::Rows),
            (360, 620, false, Cards::Rows),
            (800, 550, true, Cards::Rows),
            (800, 800, false, Cards::Rows),
        ] {
            let room = Room {
                across: true,
                ..room(width, height, has_panel)
            };
            assert_eq!(room.cards(), expected, "{width}x{height}");
        }
    }

    #[test]
    fn cards_grow_with_the_window() {
        let scale = |width, height| {
            let room = room(width, height, true);
            room.scale(room.cards(), panel_width(width, height, true))
        };
        assert_eq!(scale(800, 550), 100);
        assert_eq!(scale(1600, 840), 125);
        assert_eq!(scale(1920, 980), 150);
        assert_eq!(scale(3840, 2060), 150);
        // Without a panel and without cards, the clocks alone.
        let alone = room(600, 600, false);
        assert_eq!(alone.cards(), Cards::Nowhere);
        assert_eq!(alone.scale(Cards::Nowhere, 0), 100);
        // Wide but low: there is no height for large cards above and below the moves.
        assert_eq!(scale(1920, 500), 100);
    }
}
