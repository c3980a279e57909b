//! Every way in which a move breaks the rules, with the sentence that says so and the points that the board marks.

use chuhe::rules::{Move, PointSet, Setup};
use chuhe::scene::{EdgeLabels, Mark, marks};
use chuhe::words;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/// Position, move, sentence, and the points that are marked: of what is in the way or attacks, and where the move led.
const REFUSALS: [(&str, &str, &str, &str); 16] = [
    // Pieces in the way.
    (
        START,
        "h0f1",
        "The horse’s leg is blocked by the red elephant on file 3.",
        "g0 f1",
    ),
    (
        "3k5/9/9/9/9/9/9/9/3p5/2B2K3 w",
        "c0e2",
        "The elephant’s eye is blocked by the black soldier on file 4.",
        "d1 e2",
    ),
    (
        START,
        "a0a4",
        "The path is blocked by the red soldier on file 9.",
        "a3 a4",
    ),
    (
        START,
        "b2b7",
        "The cannon needs exactly one piece to jump over, and there is none.",
        "b7",
    ),
    (
        "3k5/9/2r6/9/2p6/9/2p6/2C6/9/4K4 w",
        "c2c7",
        "The cannon needs exactly one piece to jump over, and there are 2.",
        "c3 c5 c7",
    ),
    // Places that are out of bounds.
    (
        "3k5/9/9/9/9/2B6/P8/9/9/4K4 w",
        "c4e6",
        "The elephant may not cross the river.",
        "e6",
    ),
    (
        "3k5/9/9/9/9/9/P8/9/9/5K3 w",
        "f0g0",
        "The general may not leave the palace.",
        "g0",
    ),
    (
        "3k5/9/9/9/9/9/P8/9/9/4KA3 w",
        "f0g1",
        "The advisor may not leave the palace.",
        "g1",
    ),
    (
        "3k5/9/3a5/9/9/9/P8/9/9/4K4 b",
        "d7c6",
        "The advisor may not leave the palace.",
        "c6",
    ),
    // Ways that are not the piece’s.
    (START, "a3a2", "A soldier may never move backward.", "a2"),
    (
        START,
        "a3b3",
        "A soldier may not move sideways before crossing the river.",
        "b3",
    ),
    (START, "a0b1", "The chariot moves in a straight line.", "b1"),
    (START, "a0b0", "A side cannot capture its own pieces.", "b0"),
    // Dangers for the general.
    (
        "3k5/9/9/9/4r4/9/9/4R4/9/4K4 w",
        "e2d2",
        "The general would be in check from the black chariot on file 5.",
        "d2 e5",
    ),
    (
        "3k5/9/9/9/4r4/9/P8/9/9/4K4 w",
        "a3a4",
        "The general would still be in check from the black chariot on file 5.",
        "a4 e5",
    ),
    (
        "4k4/9/9/9/9/9/9/4N4/9/4K4 w",
        "e2c3",
        "The generals would face each other on the open file.",
        "c3 e0 e9",
    ),
];

#[test]
fn each_has_its_sentence_and_its_marks() {
    for (fen, mv, sentence, marked) in REFUSALS {
        let position = Setup::from_fen(fen).expect("a FEN").position();
        let position = position.expect("a position");
        let mv: Move = mv.parse().expect("a move");
        let why = position
            .check_move(mv)
            .expect_err("a move against the rules");
        let told = words::illegal(&position, why, EdgeLabels::FileNumbers);
        assert_eq!(told, sentence, "{fen} {mv}");
        let points: PointSet = marks::refusal(mv, why)
            .map(|mark| match mark {
                Mark::Refused(point) | Mark::Blocker(point) | Mark::Checker(point) => point,
                other => panic!("{fen} {mv}: {other:?}"),
            })
            .collect();
        let expected: PointSet = marked
            .split(' ')
            .map(|point| point.parse().expect("a point"))
            .collect();
        assert_eq!(points, expected, "{fen} {mv}");
    }
}
