//! Layout of the players’ cards: their places beside the board, and their size. Lengths are logical pixels.

use super::Layout;

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
/// Width of both clocks in one line at scale 1, without taking much of the board's height.
const BAR_WIDTH: i32 = 450;
/// Height of the moves between two cards in the panel.
const MOVES: i32 = 290;
/// Sizes of a card, in hundredths.
pub const SCALES: [u32; 6] = [100, 125, 150, 175, 200, 250];
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
    /// Above and below the board: with everything in one line, or with the buttons in a line of their own, if at all.
    Rows(CardRow),
    /// No cards: the board needs the room.
    Nowhere,
}

/// Form of a card above or below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRow {
    /// Name, pieces, buttons and clock side by side.
    Wide,
    /// Pieces below the name, and buttons in a line of their own.
    Tall,
    /// Pieces below the name, and the buttons in place of both when asked for.
    Small,
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
    /// Whether the players sit across the table, each with the card on their own side.
    pub across: bool,
    /// Width that a card needs to have everything in one line.
    pub line_width: i32,
    /// Height of a small card, with its margin.
    pub row_height: i32,
    /// Additional height of the buttons.
    pub buttons_height: i32,
    /// Height of both clocks in one line at scale 1; 0 without a clock.
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
        if self.across && self.width >= self.line_width {
            return Cards::Rows(CardRow::Wide);
        }
        let spare = self.spare_height();
        if spare >= 2 * (self.row_height + self.buttons_height) {
            Cards::Rows(CardRow::Tall)
        } else if self.across || spare >= 2 * self.row_height {
            Cards::Rows(CardRow::Small)
        } else {
            self.beside_or_nowhere()
        }
    }

    /// A column of cards, if it leaves the board as large as a line of clocks would; otherwise no cards. So hiding the
    /// side panel, which frees more room than a column takes, never makes the board smaller.
    fn beside_or_nowhere(&self) -> Cards {
        let column = GUTTER + GUTTER_MARGIN;
        let bar = self.bar_height * self.scale(Cards::Nowhere, 0) as i32 / 100;
        let beside = board_width(self.width - column, self.height);
        if beside < board_width(self.width, self.height - bar) {
            return Cards::Nowhere;
        }
        let free = self.width - board_width(self.width, self.height);
        Cards::Column(free.clamp(column, PANEL) - GUTTER_MARGIN)
    }

    /// Height left over by a board of full width.
    fn spare_height(&self) -> i32 {
        let board = f64::from(self.width - 2 * BOARD_MARGIN) * Layout::ASPECT;
        self.height - BOARD_MARGIN - board.ceil() as i32
    }

    /// Scale of the cards, or of the clocks without cards, in hundredths: it grows with the room, in steps.
    pub fn scale(&self, cards: Cards, panel: i32) -> u32 {
        let column =
            |width: i32, height: i32| (width * 100 / COLUMN.0).min(height * 100 / (2 * COLUMN.1));
        step(match cards {
            Cards::Panel => column(panel - (PANEL - COLUMN.0), self.height - MOVES),
            Cards::Gutters(width) | Cards::Column(width) => column(width, self.height),
            Cards::Rows(_) => {
                let height = 2 * (self.row_height + self.buttons_height);
                (self.width * 100 / ROW_WIDTH).min(self.spare_height() * 100 / height)
            }
            // The clocks are in a line of their own then.
            Cards::Nowhere => self.width.min(self.height) * 100 / BAR_WIDTH,
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

#[cfg(test)]
mod tests {
    use super::*;

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
            across: false,
            line_width: 640,
            row_height: 66,
            buttons_height: 34,
            bar_height: 40,
        }
    }

    #[test]
    fn cards_lie_where_the_board_leaves_room() {
        for (width, height, has_panel, expected) in [
            (980, 700, true, Cards::Panel),
            (1920, 980, false, Cards::Gutters(480)),
            (360, 540, false, Cards::Rows(CardRow::Small)),
            (360, 620, false, Cards::Rows(CardRow::Tall)),
            (360, 420, false, Cards::Nowhere),
            (700, 700, false, Cards::Nowhere),
            (900, 350, false, Cards::Gutters(269)),
        ] {
            let cards = room(width, height, has_panel).cards();
            match (cards, expected) {
                (Cards::Gutters(is), Cards::Gutters(about)) => assert!((is - about).abs() < 40),
                _ => assert_eq!(cards, expected, "{width}x{height}"),
            }
        }
    }

    /// Hiding the side panel gives the board its room, or at least takes none.
    #[test]
    fn a_hidden_panel_never_makes_the_board_smaller() {
        let board = |room: &Room| match room.cards() {
            Cards::Panel | Cards::Gutters(_) | Cards::Rows(_) => {
                board_width(room.width, room.height)
            }
            Cards::Column(width) => board_width(room.width - width - GUTTER_MARGIN, room.height),
            Cards::Nowhere => {
                let bar = room.bar_height * room.scale(Cards::Nowhere, 0) as i32 / 100;
                board_width(room.width, room.height - bar)
            }
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
            (360, 420, false, Cards::Rows(CardRow::Small)),
            (360, 620, false, Cards::Rows(CardRow::Tall)),
            (800, 550, true, Cards::Rows(CardRow::Small)),
            (800, 800, false, Cards::Rows(CardRow::Wide)),
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
        assert_eq!(scale(1920, 980), 175);
        assert_eq!(scale(3840, 2060), 200);
        // Without a panel and without cards, the clocks alone.
        let alone = |side| {
            let room = room(side, side, false);
            (room.cards(), room.scale(room.cards(), 0))
        };
        assert_eq!(alone(700), (Cards::Nowhere, 150));
        assert_eq!(alone(1000), (Cards::Nowhere, 200));
        // Wide but low: there is no height for large cards above and below the moves.
        assert_eq!(scale(1920, 500), 100);
    }
}
