//! Every sentence that is put together at run time. What is only shown stands in the interface files.

use crate::game::{Refusal, SittingError};
use crate::record::format::{Caution, ReadError};
use crate::rules::{
    DrawReason, IllegalMove, Outcome, Piece, PieceKind, Point, PointSet, Position, PositionFault,
    Side, WinReason,
};
use std::path::Path;

pub(super) const APP_NAME: &str = "Chuhe";
pub(super) const BOARD: &str = "Xiangqi board";
pub(super) const BACK_TO_GAME: &str = "Back to the Game";
pub(super) const NEW_GAME: &str = "New Game";
pub(super) const TO_MOVE: &str = "to move";
pub(super) const OPEN: &str = "Open a Game";
pub(super) const SAVE_AS: &str = "Save the Game";
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
    "This position has occurred before. If it occurs a third time, the game ends.";

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
        DrawReason::Repetition => "Draw: the same position occurred three times.",
        DrawReason::MutualPerpetualCheck => {
            "Draw: the same position occurred three times, and both sides always gave check."
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

/// Where in the game an earlier position is: after the move of a side in a round, as it is listed.
pub(super) fn past(after: Option<(usize, Side, &str)>) -> String {
    match after {
        None => "This is the start of the game.".to_owned(),
        Some((round, by, text)) => {
            format!(
                "This is the position after {}’s move {round}, {text}.",
                side(by)
            )
        }
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
            let most = piece.kind.full_count();
            format!(
                "There are {count} {}s; a set has {most}.",
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
pub(super) const SESSION_DAMAGED: &str = "The last game cannot be restored";

/// The game on the board could not be written to disk.
pub(super) fn session_unsafe(error: &std::io::Error) -> String {
    format!(
        "The game is not being kept on the disk. {}",
        io_error(error)
    )
}

/// The session of the last run is there but cannot be read just now.
pub(super) fn session_unreadable(error: &std::io::Error) -> String {
    format!(
        "The file with the last game cannot be read. {} It is left as it is; a new game has been set up, which is \
         not kept until you save it.",
        io_error(error)
    )
}

/// A finished game could not be put into the history.
pub(super) fn history_unsafe(error: &std::io::Error) -> String {
    format!(
        "The finished game could not be put into the history. {}",
        io_error(error)
    )
}

pub(super) const ASK_SAVE: &str = "Save the game?";
pub(super) fn ask_save_body(file: Option<std::path::PathBuf>) -> String {
    match file {
        None => "The game on the board is in no file. If it is not saved, it will be lost.".into(),
        Some(name) => format!(
            "The last changes are not in “{}” yet. If they are not saved, they will be lost.",
            name.display()
        ),
    }
}

pub(super) fn ask_replace(name: &str) -> String {
    format!("Replace “{name}”?")
}
pub(super) const ASK_REPLACE_BODY: &str =
    "There is a file of this name already. What it holds will be lost.";

// Answers.
pub(super) const CANCEL: &str = "_Cancel";
pub(super) const CLOSE: &str = "_Close";
pub(super) const DISCARD: &str = "_Discard";
pub(super) const SAVE: &str = "_Save";
pub(super) const REPLACE: &str = "_Replace";
pub(super) const GO_ON: &str = "_Go On From Here";
pub(super) const DECLINE: &str = "_Decline";
pub(super) const ACCEPT: &str = "_Accept";
pub(super) const RESIGN: &str = "_Resign";

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
    format!("{} wins the game.", side(winner))
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
        _ => {
            // Without the system's number, which tells a player nothing.
            let text = error.to_string();
            format!("{}.", text.split(" (os error").next().unwrap_or_default())
        }
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
