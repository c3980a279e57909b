//! Files: what they are called where one is chosen, what is wrong with one, and what became of it.

use super::catalogue::say;
use super::{list, side};
use crate::record::format::{Caution, Format, Loss, ReadError};
use crate::rules::PositionFault;
use std::io;

/// The title over the choice of a file to open.
#[must_use]
pub fn open() -> &'static str {
    say!("Open a Game")
}
/// The title over the choice of a file to save to.
#[must_use]
pub fn save_as() -> &'static str {
    say!("Save the Game")
}
/// The title over the choice of a file for a picture of the position.
#[must_use]
pub fn save_picture() -> &'static str {
    say!("Save a Picture of the Position")
}
/// Why there is no picture.
#[must_use]
pub fn cannot_copy_picture() -> &'static str {
    say!("The picture cannot be copied")
}
/// Why there is no picture.
#[must_use]
pub fn cannot_save_picture() -> &'static str {
    say!("The picture cannot be saved")
}
/// Why there is no picture.
#[must_use]
pub fn not_local() -> &'static str {
    say!("Pictures are saved in folders of this computer only. Choose one of them.")
}
/// The files to choose from: those of the program.
#[must_use]
pub fn game_files() -> &'static str {
    say!("Chuhe games")
}
/// The files to choose from: any.
#[must_use]
pub fn all_files() -> &'static str {
    say!("All files")
}
/// In the place of the files opened last when there are none.
#[must_use]
pub fn no_recent() -> &'static str {
    say!("(none)")
}
/// The work on a file ended before its time, through no fault of the file.
#[must_use]
pub fn interrupted() -> &'static str {
    say!("The work was interrupted. Try again.")
}

/// A format among those to choose from: `PGN (*.pgn)`.
#[must_use]
pub fn format_filter(format: Format, suffix: &str) -> String {
    format!("{} (*.{suffix})", format_name(format))
}

/// A kind of picture among those to choose from: `Picture (*.svg)`.
#[must_use]
pub fn picture_filter(suffix: &str) -> String {
    format!("{} picture (*.{suffix})", suffix.to_uppercase())
}

/// What a format is called.
#[must_use]
pub fn format_name(format: Format) -> &'static str {
    match format {
        Format::Json => "Chuhe game",
        Format::Pgn => "PGN",
        Format::Xqf => "XQStudio",
        Format::DhtmlXq => "DhtmlXQ",
        Format::Cbf => "CBF",
        Format::Cbr => "CCBridge record",
        Format::Cbl => "CCBridge library",
        Format::Pasted => "Text",
    }
}

/// Asked before a game is saved in a format that cannot hold all of it.
#[must_use]
pub fn ask_lose(format: Format) -> String {
    format!("Save as {} all the same?", format_name(format))
}
/// The answer that saves.
#[must_use]
pub fn save_all_the_same() -> &'static str {
    say!("_Save")
}

/// What a format has no place for.
#[must_use]
pub fn losses(losses: &[Loss]) -> String {
    let lines: Vec<_> = losses
        .iter()
        .map(|one| format!("• {}", loss(one)))
        .collect();
    format!(
        "The file will not hold everything:\n{}\nA Chuhe game (.xiangqi) holds all of it.",
        lines.join("\n")
    )
}

/// Of a text with several games one is on the board.
#[must_use]
pub fn pasted_first(count: usize) -> String {
    format!(
        "This is the first of {count} pasted games. Save the text as a file to open the others."
    )
}
/// The game has been copied.
#[must_use]
pub fn copied_game() -> &'static str {
    say!("The game is on the clipboard.")
}
/// The position has been copied as a picture.
#[must_use]
pub fn copied_picture() -> &'static str {
    say!("A picture of the position is on the clipboard.")
}
/// The position has been copied.
#[must_use]
pub fn copied_position() -> &'static str {
    say!("The position is on the clipboard.")
}
/// The title over why what was copied elsewhere is no game.
#[must_use]
pub fn cannot_paste() -> &'static str {
    say!("This cannot be pasted")
}
/// The clipboard has no text.
#[must_use]
pub fn nothing_to_paste() -> &'static str {
    say!("There is no text on the clipboard. Copy a game or a FEN from another program first.")
}

/// A file could not be read: what is wrong with it, where, and what to do.
#[must_use]
pub fn read_error(error: &ReadError) -> String {
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
            format!("The start position cannot be played. {}", position_faults(&error.faults))
        }
        ReadError::Result(text) => format!(
            "The result “{text}” is none of 1-0, 0-1, 1/2-1/2 and *."
        ),
        ReadError::OtherGame(name) => {
            let name: String = name.chars().take(40).collect();
            format!("This is a game of {name}. Chuhe reads games of Xiangqi (Chinese chess).")
        }
        ReadError::NoMoves => {
            "There is no move in this text that can be played from the start of a game, and no position.".into()
        }
        ReadError::NoBoard => {
            "The file ends before the pieces at the start are told. It was probably not copied or saved to its end."
                .into()
        }
        ReadError::OldLibrary => {
            "This is a library of CCBridge 2. Chuhe reads those of version 3; CCBridge 3 can open and save it as one."
                .into()
        }
        ReadError::NewerCcBridge { kind } => format!(
            "The game was written by a newer version of CCBridge than Chuhe knows (kind {kind}). Save it there as XQF or PGN."
        ),
        ReadError::NoGames => "There is no game in this library.".into(),
    }
}

/// Several reasons, a sentence each.
fn position_faults(faults: &[PositionFault]) -> String {
    let faults: Vec<_> = faults.iter().map(|fault| position_fault(*fault)).collect();
    faults.join(" ")
}

/// Why an arrangement cannot be played.
#[must_use]
pub fn position_fault(fault: PositionFault) -> String {
    match fault {
        PositionFault::NoGeneral(of) => format!("{} has no general.", side(of)),
        PositionFault::TooMany { piece, count } => {
            let most = piece.kind.full_count();
            format!(
                "There are {count} {}s; a set has {most}.",
                super::piece(piece)
            )
        }
        PositionFault::Misplaced { piece, at } => {
            format!("The {} can never stand on {at}.", super::piece(piece))
        }
        PositionFault::GeneralsFace => "The generals face each other.".into(),
        PositionFault::OpponentInCheck { side: of, .. } => {
            format!("{} is in check, but it is not {0}’s turn.", side(of))
        }
    }
}

/// Something in a file could not be taken as it stood.
#[must_use]
pub fn caution(caution: &Caution) -> String {
    match caution {
        Caution::IllegalMove { ply, text, why } => {
            format!("Move {ply} ({text}) breaks the rules: {why}.")
        }
        Caution::NotAMove { ply, text } => {
            let text: String = text.chars().take(40).collect();
            format!("Move {ply} (“{text}”) is not a move.")
        }
        Caution::LeftInCheck { ply, text, why } => {
            format!("Move {ply} ({text}) breaks the rules: {why}. It was kept.")
        }
        Caution::LostVariation { number } => {
            format!("Variation {number} does not begin anywhere in the game and was left out.")
        }
        Caution::Unclear { ply, text, why } => {
            let text: String = text.chars().take(40).collect();
            format!("Move {ply} (“{text}”) cannot be read: {why}.")
        }
        _ => caution_about_head(caution),
    }
}

/// The same for anything else than moves.
fn caution_about_head(caution: &Caution) -> String {
    match caution {
        Caution::IllegalMove { .. }
        | Caution::NotAMove { .. }
        | Caution::LeftInCheck { .. }
        | Caution::LostVariation { .. }
        | Caution::Unclear { .. } => String::new(),
        Caution::ReasonDoesNotFit { result, reason } => {
            format!("The reason “{reason}” does not fit the result {result} and was left out.")
        }
        Caution::UnknownRulebook { word, instead } => {
            let word: String = word.chars().take(40).collect();
            let instead = super::rulebook(*instead);
            format!(
                "The rulebook “{word}” is not known here. Meanwhile this one judges: {instead}."
            )
        }
        Caution::UnknownLimit { number, instead } => {
            let draw = super::no_capture(*instead).to_lowercase();
            format!(
                "The file has a limit of {number} rounds without a capture, which is not known here. Meanwhile such \
                 a game is a draw {draw}."
            )
        }
        Caution::WrongSide { turn } => {
            format!(
                "{} moves first, although the file says otherwise.",
                side(*turn)
            )
        }
        Caution::OddStart(error) => {
            let faults = position_faults(&error.faults);
            format!("The start position cannot arise in a game. {faults} It was kept.")
        }
        Caution::TwoResults { head, moves } => {
            format!("The file gives two results, {head} and {moves}. The first was kept.")
        }
        Caution::UnknownResult { text } => {
            let text: String = text.chars().take(40).collect();
            format!("The result “{text}” is not known and was left out.")
        }
        Caution::LostGame { number, why } => {
            format!(
                "Game {number} of the file was left out. {}",
                read_error(why)
            )
        }
        Caution::TooManyGames { left } => {
            format!(
                "The file holds too many games to be read at once; the last {left} were left out."
            )
        }
        Caution::Unplayable(error) => {
            let most = error.faults.len().min(3);
            let faults = position_faults(&error.faults[..most]);
            format!("The start position can be looked at, but not played. {faults}")
        }
        Caution::EndsEarly => {
            "The file ends in the middle of the game. It was probably not copied or saved to its end.".into()
        }
        Caution::TooManyMoves { most } => format!("There are more than {most} moves. The rest was left out."),
        Caution::AndMore { count } => format!("There are {count} more faults of such kinds."),
        Caution::DamagedIndex => {
            "The list of games is damaged. All games that could be found are here, perhaps deleted ones too.".into()
        }
        Caution::MissingGame { title } => {
            let title: String = title.chars().take(40).collect();
            format!("The game “{title}” is not in the file and was left out.")
        }
    }
}

/// Something of a game cannot be kept in the format that it is saved in.
#[must_use]
pub fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Terms => "The agreed rules are not kept in this format.".into(),
        Loss::Reason => "Why the game ended so is not kept in this format.".into(),
        Loss::Tags(tags) => format!(
            "This format has no place for these entries: {}.",
            list(tags)
        ),
        Loss::ShortenedTag(name) => {
            format!("The entry “{name}” is too long for this format and is cut.")
        }
        Loss::Letters => "This format lacks some letters of the game; they are left out.".into(),
        Loss::Signs => "Signs such as ! at moves are not kept in this format.".into(),
        Loss::Clocks => "What the clocks showed is not kept in this format.".into(),
        Loss::Start => "Some of the start has no place in this format.".into(),
        Loss::Unknown => {
            "Entries that a newer version of Chuhe has made are not kept in this format.".into()
        }
    }
}

/// The heading over the reason why a file cannot be opened.
#[must_use]
pub fn cannot_open(name: &str) -> String {
    format!("“{name}” cannot be opened")
}

/// The heading over the reason why a file cannot be saved.
#[must_use]
pub fn cannot_save(name: &str) -> String {
    format!("“{name}” cannot be saved")
}

/// The heading over what is wrong with a file that can be read in part.
#[must_use]
pub fn partly_readable(name: &str) -> String {
    format!("“{name}” is damaged")
}

/// A game is in its file.
#[must_use]
pub fn saved(name: &str) -> String {
    format!("Saved “{name}”")
}

/// What the system says about a file, and what to do.
#[must_use]
pub fn io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "There is no such file. It may have been moved or renamed.".into()
        }
        io::ErrorKind::PermissionDenied => {
            "You do not have permission for this file or its folder. Choose another place.".into()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "The disk is full. Make room or choose another place.".into()
        }
        io::ErrorKind::ReadOnlyFilesystem => "The disk is read-only. Choose another place.".into(),
        _ => {
            // Without the system's number, which tells a player nothing.
            let text = error.to_string();
            system_message(text.split(" (os error").next().unwrap_or_default())
        }
    }
}

/// What the system says in its own words, as a sentence.
#[must_use]
pub fn system_message(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_the_system_is_told() {
        let error = io::Error::from_raw_os_error(5);
        assert!(error.to_string().contains("os error"));
        assert!(!io_error(&error).contains("os error"));
    }
}
