//! CCM: the moves of a game at the China Game Center (中国游戏中心), or at 17pk. Read only.
//!
//! Of the first, each move is seven bytes. Known from the converter of xqbase.com (XQFTOOLS, `ccm2pgn`) and from
//! vschess's reader, which agree: after three bytes come the file a piece leaves and the one it goes to, from Red's right
//! or left, and the two ranks. Ranks are counted from the side of the player who saved the game: if Red's first move
//! leaves one of the first five, they begin at Red's home and files at Red's right, and otherwise both begin at the other
//! side. There are no names, and no result.
//!
//! Of the second, the number of moves is at offset 8; after twelve bytes come nine for each move: the piece, its side (1 is
//! Red), its kind, file and rank of both points, the captured piece and its kind. No program is known that writes them or
//! tells where files begin; it is taken to be as in the first. Only a game that can be played to its end is one.

use super::binary::slice;
use super::{Loaded, branches};
use crate::record::Tags;
use crate::rules::{File, Move, Point, Position, Rank, Setup, Side};

/// Length of a move.
const LENGTH: usize = 7;
/// The first byte of a file.
const MARK: u8 = 1;

/// Of files of 17pk: length of the head, offset of the number of moves in it, and length of a move.
const HEAD_17PK: usize = 12;
const COUNT_17PK: usize = 8;
const LENGTH_17PK: usize = 9;

/// Whether the bytes are a file in this format: only moves on the board.
pub(super) fn is_file(bytes: &[u8]) -> bool {
    let is_on_board = |step: &[u8]| step[3].max(step[4]) < 9 && step[5].max(step[6]) < 10;
    let mut steps = bytes.chunks_exact(LENGTH);
    let is_it = bytes.first() == Some(&MARK) && bytes.len() >= LENGTH && steps.all(is_on_board);
    is_it || moves_17pk(bytes).is_some()
}

/// The point of a file and a rank from 0; `first` is the rank of Red's first move, which tells the side they are
/// counted from.
fn point(first: u8, file: u8, rank: u8) -> Option<Point> {
    let point = Point::new(File::new(file)?, Rank::new(rank)?).mirrored();
    let is_from_red = first < 5;
    Some(if is_from_red { point } else { point.rotated() })
}

pub(super) fn read(bytes: &[u8]) -> Loaded {
    let grown = if let Some(moves) = moves_17pk(bytes) {
        branches::read_line(Setup::start(), moves.len(), moves.into_iter().map(Some))
    } else {
        let first = bytes.get(5).copied().unwrap_or_default();
        let moves = bytes.chunks_exact(LENGTH).map(|step| {
            let from = point(first, step[3], step[5])?;
            Some(Move::new(from, point(first, step[4], step[6])?))
        });
        branches::read_line(Setup::start(), bytes.len().div_ceil(LENGTH), moves)
    };
    grown.with_head(Tags::default(), None)
}

/// The moves of a file of 17pk, if all are legal with its numbers counted from 0, or all from 1, but not both.
fn moves_17pk(bytes: &[u8]) -> Option<Vec<Move>> {
    let count = u16::from_le_bytes(slice(bytes, COUNT_17PK, 2).try_into().ok()?);
    let steps = bytes.get(HEAD_17PK..).filter(|steps| !steps.is_empty())?;
    if steps.len() != usize::from(count) * LENGTH_17PK {
        return None;
    }
    let mut readings = [0, 1].into_iter().filter_map(|base| legal(steps, base));
    let moves = readings.next()?;
    readings.next().is_none().then_some(moves)
}

fn legal(steps: &[u8], base: u8) -> Option<Vec<Move>> {
    let mut position = Position::start();
    let first = steps.get(4)?.checked_sub(base)?;
    let steps = steps.chunks_exact(LENGTH_17PK).map(|step| {
        let number = |at: usize| step[at].checked_sub(base);
        let from = point(first, number(3)?, number(4)?)?;
        let mv = Move::new(from, point(first, number(5)?, number(6)?)?);
        let is_turn = (step[1] == 1) == (position.turn() == Side::Red);
        position = position.play(mv).ok().filter(|_| is_turn)?;
        Some(mv)
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use crate::record::format::{Caution, Format, tests};
    use crate::rules::Side;

    /// 炮二平五 马8进7 马二进三, from Red's side of the board: files from the right, ranks from Red's home.
    const RED: [[u8; 7]; 3] = [
        [1, 0, 0, 1, 4, 2, 2],
        [1, 0, 0, 1, 2, 9, 7],
        [1, 0, 0, 1, 2, 0, 2],
    ];

    fn line(bytes: &[u8]) -> (String, Vec<Caution>) {
        tests::line(Format::Ccm, bytes)
    }

    #[test]
    fn the_game_is_the_same_from_both_sides() {
        let expected = ("h2e2 h9g7 h0g2".to_owned(), vec![]);
        assert_eq!(line(&RED.concat()), expected);
        let other = RED.map(|[a, b, c, from, to, first, last]| {
            [a, b, c, 8 - from, 8 - to, 9 - first, 9 - last]
        });
        assert_eq!(line(&other.concat()), expected);
    }

    #[test]
    fn damage_is_told_and_other_bytes_are_other_files() {
        let bytes = RED.concat();
        let (moves, told) = line(&bytes[..18]);
        assert_eq!(
            (&*moves, &told[..]),
            ("h2e2 h9g7", &[Caution::EndsEarly][..])
        );
        let mut bad = bytes.clone();
        bad[10] = 0;
        let (moves, told) = line(&bad);
        assert_eq!(moves, "h2e2");
        assert!(matches!(
            told[0],
            Caution::IllegalMove {
                at: (1, Side::Black),
                ..
            }
        ));
        for (at, value) in [(0, 2), (3, 9), (13, 10)] {
            let mut other = bytes.clone();
            other[at] = value;
            assert_ne!(Format::detect(&other), Some(Format::Ccm), "{at}");
        }
    }

    #[test]
    fn a_game_from_17pk_is_read_if_all_of_it_is_legal() {
        // The file from Red's left, the rank from Black's side.
        let steps = [
            [1, 7, 7, 4, 7],
            [2, 7, 0, 6, 2],
            [1, 7, 9, 6, 7],
            [2, 1, 0, 2, 2],
            [1, 4, 7, 4, 3],
        ];
        let file = |base: u8, is_turned: bool| {
            let turned = |most: u8, number: u8| if is_turned { most - number } else { number };
            let steps = steps.map(|[side, a, b, c, d]| {
                let [a, c] = [a, c].map(|file| turned(8, file) + base);
                let [b, d] = [b, d].map(|rank| turned(9, rank) + base);
                [9, side, 6, a, b, c, d, 0, 0]
            });
            let mut file = vec![7; 12];
            file[8..10].copy_from_slice(&[5, 0]);
            file.extend(steps.concat());
            file
        };
        let expected = ("h2e2 h9g7 h0g2 b9c7 e2e6".to_owned(), vec![]);
        for (base, is_turned) in [(0, false), (0, true), (1, false), (1, true)] {
            let mut bytes = file(base, is_turned);
            assert_eq!(line(&bytes), expected, "{base} {is_turned}");
            for at in [8, 13, 52] {
                bytes[at] ^= 1;
                assert_ne!(Format::detect(&bytes), Some(Format::Ccm), "{at}");
                bytes[at] ^= 1;
            }
            bytes.pop();
            assert_ne!(Format::detect(&bytes), Some(Format::Ccm));
        }
    }
}
