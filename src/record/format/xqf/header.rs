//! The first 1024 bytes: keys, start, result and tags of the game.

use super::decryption::XqfKeys;
use super::texts::TextSet;
use crate::record::Tags;
use crate::record::format::binary::{byte, slice};
use crate::record::format::{ReadError, binary, results};
use crate::rules::{Board, File, Outcome, Point, Rank, Setup, Side};

/// Length of the header; the tree follows.
pub(super) const LENGTH: usize = 1024;
/// Offset of the pieces' squares.
pub(super) const SQUARES: usize = 16;
/// Offset of the side to move: 0 for Red, 1 for Black.
pub(super) const TURN: usize = 50;
/// Offset of the result.
pub(super) const RESULT: usize = 51;
/// Offset of the game phase covered by the file.
pub(super) const PHASE: usize = 64;
/// Values of that byte; 0 is a whole game.
pub(super) const PHASES: [&str; 4] = ["", "opening", "middlegame", "endgame"];
/// Square of a piece that is not on the board, as written.
pub(super) const NOWHERE: u8 = 0xff;

/// A text field: the tag, its offset, and its length including a byte for the length of the text.
type XqfField = (&'static str, usize, usize);
/// All text fields in order. The title continues into the 64 bytes behind it, which have no other meaning.
pub(super) const FIELDS: [XqfField; 11] = [
    (Tags::TITLE, 80, 128),
    (Tags::EVENT, 208, 64),
    (Tags::DATE, 272, 16),
    (Tags::SITE, 288, 16),
    (Tags::RED, 304, 16),
    (Tags::BLACK, 320, 16),
    (Tags::TIME_CONTROL, 336, 64),
    (Tags::RED_TIME, 400, 16),
    (Tags::BLACK_TIME, 416, 16),
    (Tags::ANNOTATOR, 464, 16),
    (Tags::AUTHOR, 480, 16),
];

/// A point as a square: ten times the file and the rank.
pub(super) const fn square(point: Point) -> u8 {
    (point.file().index() * 10 + point.rank().index()) as u8
}

/// The point of a square, if it is on the board.
pub(super) fn point(square: u8) -> Option<Point> {
    let file = File::new(square / 10)?;
    Some(Point::new(file, Rank::new(square % 10)?))
}

/// A complete header.
#[derive(Debug)]
pub(super) struct XqfHeader<'a> {
    bytes: &'a [u8],
    pub keys: XqfKeys,
}

impl<'a> XqfHeader<'a> {
    pub fn read(file: &'a [u8]) -> Result<Self, ReadError> {
        let bytes = file.get(..LENGTH).ok_or(ReadError::NoBoard)?;
        let keys = bytes.first_chunk().ok_or(ReadError::NoBoard)?;
        Ok(Self {
            bytes,
            keys: XqfKeys::of(keys),
        })
    }

    /// The pieces, and the side to move as stated by the file.
    pub fn start(&self) -> Setup {
        let mut board = Board::empty();
        let mut squares = [None; 32];
        for place in 0..32 {
            let square = byte(self.bytes, SQUARES + place).wrapping_sub(self.keys.square);
            squares[self.keys.slot(place)] = point(square);
        }
        for (square, piece) in squares.into_iter().zip(binary::pieces()) {
            if let Some(point) = square {
                board.set(point, Some(piece));
            }
        }
        let turn = match byte(self.bytes, TURN) {
            1 => Side::Black,
            _ => Side::Red,
        };
        Setup {
            board,
            turn,
            idle_plies: 0,
            round: 1,
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        results::numbered(byte(self.bytes, RESULT)).and_then(results::outcome)
    }

    /// The text of each field, and whether it is too long for the field and has overwritten the next one, which is
    /// empty then.
    pub fn texts(&self) -> impl Iterator<Item = (XqfField, &'a [u8], bool)> {
        let stated = |at| usize::from(byte(self.bytes, at));
        let mut is_overwritten = false;
        FIELDS.into_iter().enumerate().map(move |(index, field)| {
            let (_, at, length) = field;
            let next = FIELDS
                .get(index + 1)
                .filter(|(_, next, _)| *next == at + length);
            // A text goes on with a letter, and the length of another one is a small number.
            let runs_on = |(_, next, room): &&XqfField| {
                stated(at) >= length && stated(*next) >= (*room).max(usize::from(b' '))
            };
            let next = next.filter(|_| !is_overwritten).filter(runs_on);
            let room = length - 1 + next.map_or(0, |(_, _, length)| *length);
            let text = slice(self.bytes, at + 1, stated(at).min(room));
            let text = if is_overwritten { &[] } else { text };
            is_overwritten = next.is_some();
            (field, text, is_overwritten)
        })
    }

    pub fn tags(&self, set: TextSet) -> Tags {
        let mut tags = Tags::default();
        for ((name, ..), text, _) in self.texts() {
            tags.set(name, &set.decode(text));
        }
        let phase = PHASES.get(usize::from(byte(self.bytes, PHASE)));
        tags.set(Tags::PHASE, phase.copied().unwrap_or_default());
        tags
    }
}
