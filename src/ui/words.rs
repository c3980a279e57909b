//! Every sentence that is put together at run time. What is only shown stands in the interface files.

use crate::game::{Refusal, SittingError};
use crate::record::format::{Caution, ReadError};
use crate::rules::{
    DrawReason, IllegalMove, Outcome, Piece, PieceKind, Point, PointSet, Position, PositionFault,
    Side, WinReason,
};
use std::path::Path;

pub(super) const APP_NAME: &str = "Chuhe";
pub(super) const BOARD: &str = "Chess board";
pub(super) const BACK_TO_GAME: &str = "Back to the Game";
pub(super) const NEW_GAME: &str = "New Game";
pub(super) const TO_MOVE: &str = "to move";
pub(super) const GAME_FILES: &str = "Chuhe games";
pub(super) const ALL_FILES: &str = "All files";
pub(super) const NO_RECENT: &str = "(none)";

/// `"Red"` or `"Black"`.
pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::Black => "Black",
    }
}

/// A piece as it is read out: `red cannon`.
pub(super) fn piece(piece: Piece) -> String {
    format!("{} {}", side(piece.side).to_lowercase(), piece.kind)
}

/// The name of a point: `e2 red cannon`, `e5 empty`.
pub(super) fn point(position: &Position, point: Point) -> String {
    match position.piece_at(point) {
        Some(there) => format!("{point} {}", piece(there)),
        None => format!("{point} empty"),
    }
}

/// Who stands on these points: `the chariot on e6`, `the chariot on e6 and the horse on f7`.
fn pieces(position: &Position, points: PointSet) -> String {
    let named: Vec<_> = points
        .filter_map(|point| {
            let piece = position.piece_at(point)?;
            Some(format!("the {} on {point}", piece.kind))
        })
        .collect();
    match named.split_last() {
        None => "another piece".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Whose turn it is, under the title.
pub(super) fn turn(turn: Side) -> String {
    format!("{} to move", side(turn))
}

/// Whose turn it is, and that the general must be saved.
pub(super) fn check(position: &Position) -> String {
    let turn = position.turn();
    let by = pieces(position, position.checkers());
    format!("Check! {}’s general is attacked by {by}.", side(turn))
}

/// The second time that a position stands.
pub(super) const REPEATED: &str =
    "This position has stood before. At the third time the game ends.";

/// How a game ended, in one sentence.
pub(super) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, by } => {
            let (winner, loser) = (side(winner), side(!winner));
            match by {
                WinReason::Checkmate => format!("Checkmate (將死): {winner} wins."),
                WinReason::Stalemate => {
                    format!("Stalemate (困斃): {loser} has no move left and loses. {winner} wins.")
                }
                WinReason::Resignation => format!("{loser} resigns. {winner} wins."),
                WinReason::PerpetualCheck => format!(
                    "{winner} wins: {loser} repeated the position by checking on every move."
                ),
                WinReason::Unstated => format!("{winner} wins."),
            }
        }
        Outcome::Draw(reason) => draw(reason).to_owned(),
    }
}

const fn draw(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Agreement => "Draw by agreement.",
        DrawReason::Repetition => "Draw: the same position stood three times.",
        DrawReason::MutualPerpetualCheck => {
            "Draw: the same position stood three times, and both sides always gave check."
        }
        DrawReason::NoCapture => "Draw: sixty rounds without a capture.",
        DrawReason::DeadMaterial => "Draw: neither side has a piece left that can attack.",
        DrawReason::Unstated => "Draw.",
    }
}

/// The end in a few words, under the title.
pub(super) const fn outcome_brief(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Side::Red) => "Red wins",
        Some(Side::Black) => "Black wins",
        None => "Draw",
    }
}

/// Where in the game an earlier position is.
pub(super) fn past(ply: usize, plies: usize) -> String {
    match ply {
        0 => "This is the start of the game.".to_owned(),
        _ => format!("This is the position after move {ply} of {plies}."),
    }
}

/// Why a move was refused.
pub(super) fn illegal(position: &Position, why: IllegalMove) -> String {
    match why {
        IllegalMove::NoPiece => "There is no piece to move.".into(),
        IllegalMove::NotYourTurn { turn } => not_your_turn(turn),
        IllegalMove::OwnPiece => "A piece cannot capture its own side.".into(),
        IllegalMove::NotItsWay(kind) => way(kind).into(),
        IllegalMove::LeavesPalace(PieceKind::General) => {
            "The general may not leave the palace.".into()
        }
        IllegalMove::LeavesPalace(_) => "The advisor may not leave the palace.".into(),
        IllegalMove::ElephantCrossesRiver => "The elephant may not cross the river.".into(),
        IllegalMove::BlockedEye { eye } => {
            let by = pieces(position, PointSet::of(eye));
            format!("The elephant’s eye is blocked by {by}.")
        }
        IllegalMove::HobbledLeg { leg } => {
            let by = pieces(position, PointSet::of(leg));
            format!("The horse’s leg is blocked by {by}.")
        }
        IllegalMove::WayBlocked { by } => {
            format!("The way is blocked by {}.", pieces(position, by))
        }
        IllegalMove::WrongScreens { screens } if screens.is_empty() => {
            "The cannon needs exactly one piece to jump over, and there is none.".into()
        }
        IllegalMove::WrongScreens { screens } => format!(
            "The cannon needs exactly one piece to jump over, and there are {}.",
            screens.len()
        ),
        IllegalMove::SoldierBackward => "A soldier may never go back.".into(),
        IllegalMove::SoldierSideways => {
            "A soldier may not go sideways before it has crossed the river.".into()
        }
        IllegalMove::FlyingGeneral { .. } => {
            "The generals would face each other on the open file.".into()
        }
        IllegalMove::LeavesInCheck { by } => left_in_check(position, by),
    }
}

fn left_in_check(position: &Position, by: PointSet) -> String {
    let by = pieces(position, by);
    if position.is_check() {
        format!("The general would still be in check from {by}.")
    } else {
        format!("The general would be in check from {by}.")
    }
}

/// How a kind of piece moves, for somebody who tried another way.
const fn way(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => "The general goes one step along a line.",
        PieceKind::Advisor => "The advisor goes one step diagonally.",
        PieceKind::Elephant => "The elephant goes exactly two steps diagonally.",
        PieceKind::Horse => "The horse goes one step along a line, then one diagonally outwards.",
        PieceKind::Chariot => "The chariot goes along a line.",
        PieceKind::Cannon => "The cannon goes along a line.",
        PieceKind::Soldier => "The soldier goes one step at a time.",
    }
}

/// The other side's piece was pressed.
pub(super) fn not_your_turn(turn: Side) -> String {
    format!("It is {}’s turn.", side(turn))
}

/// Why something other than a move was refused.
pub(super) fn refusal(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Over(_) => "The game is over. Undo reopens it.",
        Refusal::NothingToTakeBack => "There is no move to take back.",
        Refusal::NothingToRedo => "There is no move to make again.",
        Refusal::Gone => "That position is not part of the game any more.",
        Refusal::Illegal { .. } | Refusal::Earlier { .. } => "That move cannot be made here.",
    }
}

/// A file could not be read: what is wrong with it, where, and what to do.
pub(super) fn read_error(error: &ReadError) -> String {
    match error {
        ReadError::Empty => "The file is empty.".into(),
        ReadError::Unknown => {
            "This is not a game that Chuhe can read. Chuhe reads its own files, which end in .xiangqi.".into()
        }
        ReadError::Json { line, column, what } => format!(
            "The file is damaged at line {line}, column {column}: {what}. A text editor can repair it there."
        ),
        ReadError::Truncated { line } => format!(
            "The file ends in the middle, on line {line}. It was probably not copied or saved to its end."
        ),
        ReadError::ForeignJson => "This is a JSON file, but not a game of Chuhe.".into(),
        ReadError::NewerVersion { found, known } => format!(
            "The file was written by a newer version of Chuhe (file format {found}; this program reads up to {known}). Update Chuhe to open it."
        ),
        ReadError::Fen(error) => format!("The start position is not readable: {error}."),
        ReadError::Position(error) => {
            let faults: Vec<_> = error.faults.iter().map(|fault| position_fault(*fault)).collect();
            format!("The start position cannot be played. {}", faults.join(" "))
        }
        ReadError::Result(text) => format!(
            "The result “{text}” is none of 1-0, 0-1, 1/2-1/2 and *."
        ),
    }
}

fn position_fault(fault: PositionFault) -> String {
    match fault {
        PositionFault::NoGeneral(of) => format!("{} has no general.", side(of)),
        PositionFault::TooMany { piece, count } => {
            format!(
                "There are {count} pieces of the kind {}.",
                self::piece(piece)
            )
        }
        PositionFault::Misplaced { piece, at } => {
            format!("The {} can never stand on {at}.", self::piece(piece))
        }
        PositionFault::GeneralsFace => "The generals face each other.".into(),
        PositionFault::OpponentInCheck { side: of, .. } => {
            format!("{} is in check, but it is not {0}’s turn.", side(of))
        }
    }
}

/// Something in a file could not be taken as it stood.
pub(super) fn caution(caution: &Caution) -> String {
    match caution {
        Caution::IllegalMove { ply, text, why } => {
            format!("Move {ply} ({text}) breaks the rules: {why}.")
        }
        Caution::NotAMove { ply, text } => {
            let text: String = text.chars().take(40).collect();
            format!("Move {ply} (“{text}”) is not a move.")
        }
        Caution::ReasonDoesNotFit { result, reason } => {
            format!("The reason “{reason}” does not fit the result {result} and was left out.")
        }
    }
}

/// The button that opens the readable part of a damaged game.
pub(super) fn open_part(plies: usize) -> String {
    match plies {
        0 => "_Open Without Moves".into(),
        1 => "_Open the First Move".into(),
        _ => format!("_Open the First {plies} Moves"),
    }
}

pub(super) fn cannot_open(name: &str) -> String {
    format!("“{name}” cannot be opened")
}

pub(super) fn cannot_save(name: &str) -> String {
    format!("“{name}” cannot be saved")
}

pub(super) fn partly_readable(name: &str) -> String {
    format!("“{name}” is damaged")
}

pub(super) fn saved(name: &str) -> String {
    format!("Saved “{name}”")
}

/// A session that cannot be taken up again was put aside.
pub(super) fn session_damaged(error: &SittingError, aside: &Path) -> String {
    let why = match error {
        SittingError::Read(error) => read_error(error),
        SittingError::Warning(warning) => caution(&warning.what),
        SittingError::Field => "It does not say where the game stands.".into(),
    };
    format!(
        "{why}\n\nNothing was deleted: the file is kept as {}. A new game has been set up.",
        aside.display()
    )
}
pub(super) const SESSION_DAMAGED: &str = "The last game cannot be taken up again";

/// The game on the board could not be written to disk.
pub(super) fn session_unsafe(error: &std::io::Error) -> String {
    format!("This game is not being kept on disk: {error}. Save it to another place.")
}

pub(super) const ASK_SAVE: &str = "Save the game?";
pub(super) const ASK_SAVE_BODY: &str =
    "The game on the board is in no file. If it is not saved, it will be lost.";

pub(super) const ASK_DROP: &str = "Go on from this position?";
pub(super) fn ask_drop_body(dropped: usize) -> String {
    match dropped {
        1 => "The move that was played after it will be dropped.".into(),
        _ => format!("The {dropped} moves that were played after it will be dropped."),
    }
}

pub(super) fn ask_draw(by: Side) -> String {
    format!("{} offers a draw", side(by))
}
pub(super) fn ask_draw_body(to: Side) -> String {
    format!("{}, do you accept?", side(to))
}

pub(super) fn ask_resign(by: Side) -> String {
    format!("Does {} resign?", side(by))
}
pub(super) fn ask_resign_body(winner: Side) -> String {
    format!("{} will have won the game.", side(winner))
}

/// A player's name as it is read out.
pub(super) fn name_of(of: Side, name: &str) -> String {
    format!("{} player: {name}", side(of))
}

/// What a side has captured, as it is read out.
pub(super) fn captured(by: Side, pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return format!("{} has captured nothing", side(by));
    }
    let names: Vec<_> = pieces.iter().map(|piece| piece.kind.to_string()).collect();
    format!("{} has captured: {}", side(by), names.join(", "))
}

/// A move in the list as it is read out: `Move 3, Red: C2=5`.
pub(super) fn listed_move(round: usize, by: Side, text: &str) -> String {
    format!("Move {round}, {}: {text}", side(by))
}

pub(super) const MOVES: &str = "Moves";
pub(super) const DEVELOPERS: &str = "The Chuhe developers";
pub(super) const ABOUT: &str = "Xiangqi (Chinese chess) for two people at one screen.";
pub(super) const INTERRUPTED: &str = "The work was interrupted. Try again.";

/// What the system says about a file, and what to do.
pub(super) fn io_error(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "There is no such file. It may have been moved or renamed.".into(),
        ErrorKind::PermissionDenied => {
            "You do not have permission for this file or its folder. Choose another place.".into()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "The disk is full. Make room or choose another place.".into()
        }
        ErrorKind::ReadOnlyFilesystem => "The disk is read-only. Choose another place.".into(),
        _ => format!("{error}."),
    }
}

pub(super) const GLYPHS: &str = "Carved characters";
/// The attribution that the licence of the outlines asks for.
pub(super) const GLYPH_NOTICE: &str = "The outlines of the characters on pieces and board are made from TW-Kai (全字庫正楷體) 98.1, \
     © 2018 National Development Council, under the Open Government Data License, version 1.0 \
     (https://data.gov.tw/en/license).";

/// Keys that the board itself understands.
pub(super) const BOARD_KEYS: [(&str, &str); 3] = [
    ("Left Right Up Down", "Move the cursor on the board"),
    ("Return space", "Lift the piece, or put it down"),
    ("Escape", "Let the piece go"),
];
pub(super) const MENU_KEY: &str = "Main menu";

/// A part of the help page.
pub(super) enum HelpPart {
    Heading(&'static str),
    Text(&'static str),
    /// One kind of piece, shown for both sides.
    Piece {
        kind: PieceKind,
        name: &'static str,
        text: &'static str,
    },
}

pub(super) const HELP_TITLE: &str = "Rules and Help";

pub(super) const HELP: &[HelpPart] = &[
    HelpPart::Heading("The game"),
    HelpPart::Text(
        "Xiangqi is played on the crossings of nine files and ten ranks. Red moves first, then the sides take \
         turns. Whoever leaves the opponent without a legal move has won, whether the general is in check \
         (checkmate) or not (stalemate).",
    ),
    HelpPart::Text(
        "Between the two halves runs the river. At each end the square with the diagonals is a palace. The two \
         generals may never face each other on a file with nothing between them.",
    ),
    HelpPart::Heading("The pieces"),
    HelpPart::Piece {
        kind: PieceKind::General,
        name: "General",
        text: "One step along a line, within the palace.",
    },
    HelpPart::Piece {
        kind: PieceKind::Advisor,
        name: "Advisor",
        text: "One step diagonally, within the palace.",
    },
    HelpPart::Piece {
        kind: PieceKind::Elephant,
        name: "Elephant",
        text: "Two steps diagonally, never across the river. It cannot jump: a piece on the point between, its \
               eye, stops it.",
    },
    HelpPart::Piece {
        kind: PieceKind::Horse,
        name: "Horse",
        text: "One step along a line and one diagonally outwards. It cannot jump: a piece on the first point, \
               its leg, stops it.",
    },
    HelpPart::Piece {
        kind: PieceKind::Chariot,
        name: "Chariot",
        text: "Any distance along a line.",
    },
    HelpPart::Piece {
        kind: PieceKind::Cannon,
        name: "Cannon",
        text: "Moves like the chariot, but captures only by jumping over exactly one piece, its screen.",
    },
    HelpPart::Piece {
        kind: PieceKind::Soldier,
        name: "Soldier",
        text: "One step forward; once across the river also one step sideways. Never back.",
    },
    HelpPart::Heading("How a game ends"),
    HelpPart::Text(
        "Checkmate and stalemate lose for the side that cannot move. A player may resign, and both may agree on \
         a draw.",
    ),
    HelpPart::Text(
        "When the same position stands for the third time with the same side to move, a side that gave check on \
         every move in between loses; if neither or both did, the game is a draw. It is also a draw when neither \
         side has a horse, chariot, cannon or soldier left, and after sixty rounds without a capture.",
    ),
    HelpPart::Heading("Playing here"),
    HelpPart::Text(
        "Click a piece and then the point it should go to, or drag it there. Dots mark the empty points it may go \
         to, rings the pieces it may capture. If a move is not allowed, the line under the board says which rule \
         is against it, and the board shows the pieces that are in the way.",
    ),
    HelpPart::Text(
        "With the keyboard, the arrow keys move a cursor over the board; Enter or Space lifts the piece under it \
         and puts it down; Escape lets it go. F turns the board round. Ctrl+? lists all keys.",
    ),
    HelpPart::Text(
        "The side panel lists the moves. Click one to see the position after it; the arrow keys, Home and End step \
         through the game from there, and Page Up and Page Down do so from anywhere. To go on playing from an \
         earlier position, just move there: you are asked before anything is dropped.",
    ),
    HelpPart::Text("Click a name in the side panel to write who is playing."),
    HelpPart::Heading("Nothing is lost"),
    HelpPart::Text(
        "Every move is kept on disk when it is made. If the program is closed, or the power fails, the next start \
         shows the same game. Finished games are kept too: Open Finished Game in the main menu shows them. Save \
         writes the game to a file of your own, ending in .xiangqi.",
    ),
    HelpPart::Heading("Reading the moves"),
    HelpPart::Text(
        "A move is written as piece, file, direction, and how far: 炮二平五 and C2=5 both say that the cannon on \
         the second file goes sideways to the fifth. Files are counted from each player’s own right. + or 進 is \
         forward, - or 退 is back, = or 平 is sideways. Forward and back count ranks, but for the horse, elephant \
         and advisor they name the file where the piece arrives. With two equal pieces on one file, 前 or + \
         before the direction is the front one, 後 or - the rear one.",
    ),
];
