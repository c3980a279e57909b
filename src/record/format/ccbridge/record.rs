//! A record, in a file of its own or in a library.

use super::RECORD;
use crate::record::Tags;
use crate::record::format::binary::{byte, slice, u32_at, utf_16};
use crate::record::format::branches::{self, TreeStep};
use crate::record::format::html::plain;
use crate::record::format::{Loaded, ReadError, results};
use crate::rules::{Board, File, Move, Outcome, Piece, PieceKind, Point, Rank, Setup, Side};

/// Offset of the kind of the record.
pub(super) const KIND: usize = 19;
/// A text of kind 2: the tag, and its offset and length in bytes.
pub(super) type CcBridgeField = (&'static str, usize, usize);
pub(super) const FIELDS: [CcBridgeField; 20] = [
    (Tags::TITLE, 180, 128),
    (Tags::SOURCE, 564, 64),
    (Tags::EVENT, 692, 64),
    (Tags::ROUND, 756, 64),
    (Tags::GROUP, 820, 32),
    (Tags::TABLE, 852, 32),
    (Tags::DATE, 884, 64),
    (Tags::SITE, 948, 64),
    (Tags::TIME_CONTROL, 1012, 64),
    (Tags::RED, 1076, 64),
    (Tags::RED_TEAM, 1140, 64),
    (Tags::RED_TIME, 1204, 64),
    (Tags::RED_RATING, 1268, 32),
    (Tags::BLACK, 1300, 64),
    (Tags::BLACK_TEAM, 1364, 64),
    (Tags::BLACK_TIME, 1428, 64),
    (Tags::BLACK_RATING, 1492, 32),
    (Tags::ANNOTATOR, 1652, 64),
    (Tags::AUTHOR, 1780, 64),
    (Tags::TERMINATION, 2080, 32),
];
/// Fields missing in kind 1.
pub(super) const NEW_FIELDS: [CcBridgeField; 2] =
    [(Tags::REFEREE, 1524, 64), (Tags::RECORDER, 1588, 64)];
/// Offset of the fields that come after those of the players.
const LATE: usize = 1652;
pub(super) const RESULT: usize = 2076;
/// The side to move: 1 for Red, 2 for Black.
pub(super) const TURN: usize = 2112;
pub(super) const BOARD: usize = 2120;
pub(super) const TREE: usize = 2214;

/// Flags of a move: end of the line, an alternative follows, a comment is present.
pub(super) const ENDS: u8 = 0x01;
pub(super) const HAS_OTHER: u8 = 0x02;
pub(super) const HAS_COMMENT: u8 = 0x04;

/// Layout of a kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordLayout {
    /// Kind 1: earlier, and known only from vschess's reader. All offsets are lower, and the squares of moves are
    /// numbered differently.
    Old,
    /// Kind 2, written by CCBridge 3.
    New,
}

impl RecordLayout {
    /// Converts an offset of kind 2 to this layout.
    const fn place(self, at: usize) -> usize {
        match self {
            Self::Old if at >= LATE => at - 256,
            Self::Old => at - 128,
            Self::New => at,
        }
    }

    /// The point of a square.
    fn point(self, square: u8) -> Option<Point> {
        let (file, row) = match self {
            Self::Old => (square / 16, square % 16),
            Self::New => (square % 9, square / 9),
        };
        let rank = Rank::new(9_u8.checked_sub(row)?)?;
        Some(Point::new(File::new(file)?, rank))
    }
}

/// A record with a complete head.
#[derive(Debug)]
pub(super) struct RecordHead<'a> {
    bytes: &'a [u8],
    layout: RecordLayout,
}

impl<'a> RecordHead<'a> {
    /// # Errors
    ///
    /// Returns an error if the kind is unknown, or the record ends before its board does.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ReadError> {
        if !bytes.starts_with(RECORD) {
            return Err(ReadError::Unknown);
        }
        let layout = match bytes.get(KIND).ok_or(ReadError::NoBoard)? {
            1 => RecordLayout::Old,
            2 => RecordLayout::New,
            kind => return Err(ReadError::NewerCcBridge { kind: *kind }),
        };
        if bytes.len() < layout.place(BOARD) + Point::COUNT {
            return Err(ReadError::NoBoard);
        }
        Ok(Self { bytes, layout })
    }

    /// The byte at an offset of kind 2.
    fn byte(&self, at: usize) -> u8 {
        byte(self.bytes, self.layout.place(at))
    }

    pub fn tags(&self) -> Tags {
        let mut tags = Tags::default();
        for (name, at, length) in FIELDS {
            let field = slice(self.bytes, self.layout.place(at), length);
            tags.set(name, &utf_16(field));
        }
        if self.layout == RecordLayout::New {
            for (name, at, length) in NEW_FIELDS {
                tags.set(name, &utf_16(slice(self.bytes, at, length)));
            }
        }
        tags
    }

    pub fn outcome(&self) -> Option<Outcome> {
        // 4 stands for several games in one tree.
        results::numbered(self.byte(RESULT)).and_then(results::outcome)
    }

    /// The board; rows from Black's home.
    pub fn board(&self) -> Board {
        let mut board = Board::empty();
        let cells = slice(self.bytes, self.layout.place(BOARD), Point::COUNT);
        for (index, cell) in (0..).zip(cells) {
            if let Some(point) = RecordLayout::New.point(index) {
                board.set(point, piece(*cell));
            }
        }
        board
    }

    /// Reads the game.
    pub fn game(&self) -> Loaded {
        let start = Setup {
            board: self.board(),
            turn: match self.byte(TURN) {
                2 => Side::Black,
                _ => Side::Red,
            },
            idle_plies: 0,
            round: 1,
        };
        let steps = CcBridgeSteps {
            bytes: self.bytes,
            at: self.layout.place(TREE),
            layout: self.layout,
        };
        branches::read(start, steps).with_head(self.tags(), self.outcome())
    }
}

/// Kinds of pieces in the order of their numbers, from 1.
const KINDS: [PieceKind; 7] = [
    PieceKind::Chariot,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::General,
    PieceKind::Cannon,
    PieceKind::Soldier,
];

/// The piece of a cell: its side, then its kind.
fn piece(cell: u8) -> Option<Piece> {
    let side = match cell >> 4 {
        1 => Side::Red,
        2 => Side::Black,
        _ => return None,
    };
    let number = usize::from(cell & 15).checked_sub(1)?;
    Some(Piece::new(side, *KINDS.get(number)?))
}

/// The cell of a piece.
pub(super) fn cell(piece: Piece) -> u8 {
    let number = KINDS.iter().position(|kind| *kind == piece.kind);
    let number = number.expect("every kind has a number") + 1;
    ((piece.side.index() + 1) << 4 | number) as u8
}

/// All moves of a record in order, the start first. Leftover memory follows the last one.
struct CcBridgeSteps<'a> {
    bytes: &'a [u8],
    at: usize,
    layout: RecordLayout,
}

impl CcBridgeSteps<'_> {
    /// Reads a comment, and whether the file ends inside it.
    fn comment(&mut self) -> (String, bool) {
        let Some(length) = u32_at(self.bytes, self.at) else {
            self.at = self.bytes.len();
            return (String::new(), true);
        };
        self.at += 4;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let text = slice(self.bytes, self.at, length);
        self.at += text.len();
        (plain(&utf_16(text)).into_owned(), text.len() < length)
    }
}

impl Iterator for CcBridgeSteps<'_> {
    type Item = TreeStep;

    fn next(&mut self) -> Option<TreeStep> {
        let four = slice(self.bytes, self.at, 4);
        let [flags, _, from, to] = *<&[u8; 4]>::try_from(four).ok()?;
        self.at += 4;
        let (comment, is_cut) = if flags & HAS_COMMENT != 0 {
            self.comment()
        } else {
            Default::default()
        };
        let points = self.layout.point(from).zip(self.layout.point(to));
        Some(TreeStep {
            mv: points.map(|(from, to)| Move::new(from, to)),
            squares: [from, to],
            text: None,
            is_ongoing: flags & ENDS == 0,
            has_other: flags & HAS_OTHER != 0,
            comment,
            is_cut,
        })
    }
}
