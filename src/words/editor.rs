//! The position editor: reasons a position cannot be played, errors in a text, and the trays.

use super::catalogue::{labels, say, say_count};
use super::{outcome, position_fault, position_faults, sentences};
use crate::record::format::chars::is_stripped;
use crate::rules::{FenError, Piece, PositionFault, Rank, Setup, Side, Terms};
use crate::scene::EdgeLabels;

labels! {
    play = say!("Start a game from this position");
    turn_around = say!("_Turn Board");
    // Translators: “The text” is a FEN that is typed or pasted beside the board. Esc is the key.
    text_unread = say!("The text is not a position. Correct it, or press Esc to go back to the board.");
    // Translators: Where a position was to be pasted.
    no_fen_to_paste = say!("There is no text on the clipboard. Copy a FEN first.");
}

/// Verdict on a playable arrangement, with the reasons why it cannot arise in a game, if any.
pub fn playable(setup: &Setup, labels: EdgeLabels) -> String {
    match setup.oddities() {
        None => say!("This position can be played.").into(),
        // Translators: {reasons} are one or more sentences.
        Some(odd) => say!(
            "This position can be played, but cannot occur in a game. {reasons}",
            reasons = position_faults(&odd.faults, labels)
        ),
    }
}

/// Reasons an arrangement cannot be played, a sentence each, with places as on the edges of the board; empty if it can.
pub fn objections(setup: &Setup, terms: &Terms, labels: EdgeLabels) -> Vec<String> {
    match setup.position() {
        Err(error) => {
            let told = |fault| objection(fault, labels);
            error.faults.into_iter().map(told).collect()
        }
        Ok(_) => {
            let over = setup.outcome_at_once(terms);
            over.map(|end| over_at_once(&outcome(end, &super::Players::nameless())))
                .into_iter()
                .collect()
        }
    }
}

/// Reason an arrangement cannot be played, with a remedy.
fn objection(fault: PositionFault, labels: EdgeLabels) -> String {
    let remedy = match fault {
        PositionFault::UpsideDown => say!("Turn it around."),
        PositionFault::NoGeneral(_) => say!("Put it in the palace."),
        PositionFault::TooMany { .. } => say!("Remove the extra ones."),
        PositionFault::Misplaced { .. } => say!("Move or remove it."),
        PositionFault::SameFile { .. } => say!("Move or remove one of them."),
        PositionFault::GeneralsFace => say!("Put a piece between them."),
        PositionFault::OpponentInCheck { .. } => say!("Change the side to move, or move a piece."),
    };
    sentences(&position_fault(fault, labels), remedy)
}

/// Joins objections into one text, short enough to be read out or shown beside a button.
pub fn in_short(objections: &[String]) -> String {
    let (first, rest) = objections.split_at(objections.len().min(5));
    let mut lines = first.to_vec();
    if !rest.is_empty() {
        let count = rest.len();
        lines.push(say_count!(
            "There is one more reason.",
            "There are {count} more reasons.",
            count
        ));
    }
    lines.join("\n")
}

fn over_at_once(end: &str) -> String {
    // Translators: {end} is a sentence such as “Checkmate (將死): Red wins.”
    say!(
        "The game would be over before its first move. {end} Move a piece, or let the other side move first.",
        end
    )
}

/// Reason a text is not a position, with the place of the error.
pub fn fen_error(error: FenError) -> String {
    match error {
        FenError::RowCount(0) => {
            say!("This text contains no position. Type or paste a FEN.").into()
        }
        FenError::RowCount(count) => say_count!(
            "A FEN has ten rows separated by slashes; this one has only one. Enter all of them.",
            "A FEN has ten rows separated by slashes; this one has {count}. Enter all of them.",
            count
        ),
        // Translators: {row} such as “row 5” or “the last row”.
        FenError::RowLength { row, points } if points > 9 => say_count!(
            "In the FEN, {row} has {points} point instead of 9. Remove some.",
            "In the FEN, {row} has {points} points instead of 9. Remove some.",
            points,
            row = fen_row(row)
        ),
        // Translators: {row} such as “row 5” or “the last row”.
        FenError::RowLength { row, points } => say!(
            "In the FEN, {row} has only {points} of its 9 points. Add the missing ones.",
            row = fen_row(row),
            points
        ),
        // Translators: {row} such as “row 5” or “the last row”.
        FenError::Letter { row, letter } => say!(
            "“{letter}” in {row} of the FEN is not a piece. Use k, a, b, n, r, c or p.",
            row = fen_row(row),
            letter = if is_stripped(letter) {
                '\u{fffd}'
            } else {
                letter
            }
        ),
    }
}

/// Name of a row of a FEN. The ranks of the board are numbered from Red’s side, which is the last row.
fn fen_row(number: usize) -> String {
    match number {
        // Translators: of a FEN: “In the FEN, the first row has …”.
        1 => say!("the first row").into(),
        // Translators: of a FEN: “In the FEN, the last row has …”.
        Rank::COUNT => say!("the last row").into(),
        // Translators: of a FEN: “In the FEN, row 5 has …”.
        _ => say!("row {number}", number),
    }
}

/// Name of a tray.
pub fn tray(of: Side) -> &'static str {
    match of {
        Side::Red => say!("Red’s pieces"),
        Side::Black => say!("Black’s pieces"),
    }
}

/// Number of pieces of a kind on the board, as shown in the tray: `1/2`.
pub fn tray_count(piece: Piece, count: usize) -> String {
    format!("{count}/{}", piece.kind.full_count())
}

/// Accessible description of [`tray_count`].
pub fn tray_count_spoken(piece: Piece, count: usize) -> String {
    // Translators: Of a piece, such as the chariots of Red, that is put on the board: 1 of 2 on the board.
    say!(
        "{count} of {all} on the board",
        count,
        all = piece.kind.full_count()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format;
    use crate::rules::PieceKind;
    use crate::words::caution;

    fn said(fen: &str) -> Vec<String> {
        told(fen, EdgeLabels::Coordinates)
    }

    fn told(fen: &str, labels: EdgeLabels) -> Vec<String> {
        let setup = Setup::from_fen(fen).expect("a FEN");
        objections(&setup, &Terms::default(), labels)
    }

    #[test]
    fn everything_against_playing_is_said() {
        assert_eq!(
            said("3Rk4/9/9/9/9/a8/9/9/RR6P/4K4 w"),
            [
                "There are 3 red chariots; a set has 2. Remove the extra ones.",
                "The red soldier can never reach i1. Move or remove it.",
                "The black advisor can never reach a4. Move or remove it.",
                "The generals face each other. Put a piece between them.",
                "Black is in check, but it is not Black’s turn. Change the side to move, or move a piece.",
            ]
        );
        assert_eq!(
            said("R3k4/1R7/9/9/9/9/9/9/9/3K5 b"),
            [
                "The game would be over before its first move. Checkmate (將死): Red wins. Move a piece, or let the other side move first."
            ]
        );
        assert!(said("startpos").is_empty());
    }

    #[test]
    fn a_board_upside_down_is_one_line() {
        let fen = "RNBAKABNR/9/1C5C1/P1P1P1P1P/9/9/p1p1p1p1p/1c5c1/9/rnbakabnr w";
        assert_eq!(said(fen), ["The board is upside down. Turn it around."]);
    }

    /// Each side counts files from its own right, and ranks are counted from Red's side.
    #[test]
    fn a_place_is_told_as_on_the_edges() {
        assert_eq!(
            told("3k5/9/9/9/9/a8/9/9/8P/4K4 w", EdgeLabels::FileNumbers),
            [
                "The red soldier can never reach file 1 rank 2. Move or remove it.",
                "The black advisor can never reach file 1 rank 5. Move or remove it.",
            ]
        );
        let odd = Setup::from_fen("3k5/9/9/9/9/P8/P8/9/9/4K4 w").expect("a FEN");
        let one_file = |labels| playable(&odd, labels).contains("stand on file 9 before");
        assert!(one_file(EdgeLabels::FileNumbers) && !one_file(EdgeLabels::Coordinates));
    }

    /// The editor and the readers of files say the same of the same arrangement.
    #[test]
    fn what_is_only_odd_is_told_and_can_be_played() {
        for (fen, reasons) in [
            (
                "3k5/9/9/9/9/P8/P8/9/1P7/4K4 w",
                "The red soldier can never reach b1. \
                2 red soldiers stand on file a before the river, where there is only ever one.",
            ),
            ("3k5/9/9/9/4R4/9/9/9/9/4K4 w", ""),
        ] {
            let setup = Setup::from_fen(fen).expect("a FEN");
            assert!(said(fen).is_empty());
            let loaded = format::read(fen.as_bytes()).expect("a position");
            let told: Vec<_> = loaded
                .warnings
                .iter()
                .map(|told| caution(&told.what))
                .collect();
            match reasons {
                "" => {
                    assert_eq!(
                        playable(&setup, EdgeLabels::Coordinates),
                        "This position can be played."
                    );
                    assert!(told.is_empty(), "{told:?}");
                }
                reasons => {
                    assert!(
                        playable(&setup, EdgeLabels::Coordinates).ends_with(reasons),
                        "{}",
                        playable(&setup, EdgeLabels::Coordinates)
                    );
                    assert!(told[0].contains(reasons), "{told:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_list_is_cut_where_it_is_told_in_one_text() {
        let crowd = said("4k4/9/9/9/9/9/9/9/PPPPPPPPP/4K4 w");
        assert_eq!(crowd.len(), 1 + 9);
        let short = in_short(&crowd);
        assert_eq!(short.lines().count(), 6);
        assert!(short.ends_with("There are 5 more reasons."), "{short}");
        assert_eq!(in_short(&crowd[..2]), crowd[..2].join("\n"));
        assert!(in_short(&crowd[..6]).ends_with("There is one more reason."));
    }

    #[test]
    fn what_is_wrong_with_a_text_has_its_place() {
        let error = |text: &str| fen_error(Setup::from_fen(text).expect_err("no FEN"));
        assert_eq!(
            error(" "),
            "This text contains no position. Type or paste a FEN."
        );
        assert_eq!(
            error("4k4/9/9"),
            "A FEN has ten rows separated by slashes; this one has 3. Enter all of them."
        );
        assert_eq!(
            error("4k4/9/9/9/8/9/9/9/9/4K4 w"),
            "In the FEN, row 5 has only 8 of its 9 points. Add the missing ones."
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/4Q4 w"),
            "“Q” in the last row of the FEN is not a piece. Use k, a, b, n, r, c or p."
        );
        assert_eq!(
            error("4k5/9/9/9/9/9/9/9/9/4K4 w"),
            "In the FEN, the first row has 10 points instead of 9. Remove some."
        );
    }

    #[test]
    fn a_tray_tells_what_lies_in_it() {
        let chariot = Piece::new(Side::Red, PieceKind::Chariot);
        assert_eq!(tray_count(chariot, 1), "1/2");
        assert_eq!(tray_count_spoken(chariot, 1), "1 of 2 on the board");
    }
}
