//! CCM: the moves of a game at the China Game Center (中国游戏中心), seven bytes each. Read only.
//!
//! Known from the converter of xqbase.com (XQFTOOLS, `ccm2pgn`) and from vschess's reader, which agree: after three
//! bytes come the file a piece leaves and the one it goes to, from Red's right or left, and the two ranks. Ranks are
//! counted from the side of the player who saved the game: if Red's first move leaves one of the first five, they begin
//! at Red's home and files at Red's right, and otherwise both begin at the other side. There are no names, and no result.

use super::{Loaded, branches};
use crate::record::Tags;
use crate::rules::{File, Move, Point, Rank, Setup};

/// Length of a move.
const LENGTH: usize = 7;
/// The first byte of a file.
const MARK: u8 = 1;

/// Whether the bytes are such a file: nothing but moves of the board.
pub(super) fn is_file(bytes: &[u8]) -> bool {
    let is_on_board = |step: &[u8]| step[3].max(step[4]) < 9 && step[5].max(step[6]) < 10;
    let mut steps = bytes.chunks_exact(LENGTH);
    bytes.first() == Some(&MARK) && bytes.len() >= LENGTH && steps.all(is_on_board)
}

pub(super) fn read(bytes: &[u8]) -> Loaded {
    let is_from_red = bytes.get(5).is_some_and(|rank| *rank < 5);
    let point = |file: u8, rank: u8| {
        let point = Point::new(File::new(file)?, Rank::new(rank)?);
        Some(if is_from_red {
            point.mirrored()
        } else {
            point.mirrored().rotated()
        })
    };
    let moves = bytes.chunks_exact(LENGTH).map(|step| {
        let from = point(step[3], step[5])?;
        Some(Move::new(from, point(step[4], step[6])?))
    });
    let count = bytes.len().div_ceil(LENGTH);
    branches::read_line(Setup::start(), count, moves).with_head(Tags::default(), None)
}

#[cfg(test)]
mod tests {
    use crate::record::format::{self, Caution, Format};
    use crate::rules::Side;

    /// 炮二平五 马8进7 马二进三, from Red's side of the board: files from the right, ranks from Red's home.
    const RED: [[u8; 7]; 3] = [
        [1, 0, 0, 1, 4, 2, 2],
        [1, 0, 0, 1, 2, 9, 7],
        [1, 0, 0, 1, 2, 0, 2],
    ];

    fn line(bytes: &[u8]) -> (String, Vec<Caution>) {
        assert_eq!(Format::detect(bytes), Some(Format::Ccm));
        let loaded = format::read(bytes).expect("a game");
        let record = &loaded.records[0];
        let played = record.main_moves();
        let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
        let told = loaded.warnings.into_iter().map(|warning| warning.what);
        (moves.join(" "), told.collect())
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
}
