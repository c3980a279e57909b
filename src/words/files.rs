//! Files: what they are called where one is chosen, what is wrong with one, and what became of it.

use super::catalogue::{labels, say, say_about, say_count};
use super::numbers::counted_pieces;
use super::{as_sentence, fen_error, list, paragraph, sentences, side};
use crate::record::format::{Format, Loss, ReadError, Unfit};
use crate::rules::{FenError, PositionFault};
use std::io;
use std::path::Path;

labels! {
    /// The title over the choice of a file to open.
    open = say!("Open a Game");
    /// The title over the choice of a file to save to.
    save_as = say!("Save the Game");
    /// The title over the choice of a file for a picture of the position.
    save_picture = say!("Save a Picture of the Position");
    /// Why there is no picture.
    cannot_copy_picture = say!("The picture cannot be copied");
    /// Why there is no picture.
    cannot_save_picture = say!("The picture cannot be saved");
    /// Why there is no picture.
    not_local = say!("Pictures are saved in folders of this computer only. Choose one of them.");
    /// The files to choose from: those of the program.
    game_files = say!("Chuhe games");
    /// The files to choose from: any.
    all_files = say!("All files");
    /// In the place of the files opened last when there are none.
    no_recent = say!("(none)");
    /// The work on a file ended before its time, through no fault of the file.
    interrupted = say!("The work was interrupted. Try again.");
}

/// A format among those to choose from: `PGN (*.pgn)`.
pub fn format_filter(format: Format, suffix: &str) -> String {
    // Translators: {format} is the name of a format, such as PGN; {suffix} how its files end.
    say!(
        "{format} (*.{suffix})",
        format = format_name(format),
        suffix
    )
}

/// A kind of picture among those to choose from: `Picture (*.svg)`.
pub fn picture_filter(suffix: &str) -> String {
    // Translators: {kind} is SVG or PNG; {suffix} how its files end.
    say!(
        "{kind} picture (*.{suffix})",
        kind = suffix.to_uppercase(),
        suffix
    )
}

/// What a format is called.
fn format_name(format: Format) -> &'static str {
    match format {
        Format::Json => say!("Chuhe game"),
        Format::Pgn => "PGN",
        Format::Xqf => "XQStudio",
        Format::DhtmlXq => "DhtmlXQ",
        Format::Cbf => "CBF",
        // Translators: CCBridge (象棋桥) is a program.
        Format::Cbr => say!("CCBridge record"),
        Format::Cbl => say!("CCBridge library"),
        // Translators: The format of a game that was pasted, beside PGN and others.
        Format::Pasted => say_about!("format", "Text"),
    }
}

/// Asked before a game is saved in a format that cannot hold all of it.
pub fn ask_lose(format: Format) -> String {
    // Translators: {format} is the name of a format, such as PGN.
    say!(
        "Save as {format} all the same?",
        format = format_name(format)
    )
}

/// The answer that saves.
pub fn save_all_the_same() -> &'static str {
    say!("_Save")
}

/// What a format has no place for.
pub fn losses(losses: &[Loss]) -> String {
    let lines: Vec<_> = losses
        .iter()
        .map(|one| format!("• {}", loss(one)))
        .collect();
    // Translators: {losses} are sentences, one a line.
    say!(
        "The file will not hold everything:\n{losses}\nSave a Chuhe game (.xiangqi) to keep all of it.",
        losses = lines.join("\n")
    )
}

/// Of a text with several games one is on the board.
pub fn pasted_first(count: usize) -> String {
    say_count!(
        "This is the first of {count} pasted games. Save the text as a file to open the others.",
        "This is the first of {count} pasted games. Save the text as a file to open the others.",
        count
    )
}

labels! {
    /// The game has been copied.
    copied_game = say!("The game is on the clipboard.");
    /// The position has been copied as a picture.
    copied_picture = say!("A picture of the position is on the clipboard.");
    /// The position has been copied.
    copied_position = say!("The position is on the clipboard.");
    /// The title over why what was copied elsewhere is no game.
    cannot_paste = say!("This cannot be pasted");
    /// The clipboard has no text.
    nothing_to_paste = say!("There is no text on the clipboard. Copy a game or a FEN from another program first.");
}

/// A file could not be read: what is wrong with it, where, and what to do.
pub fn read_error(error: &ReadError) -> String {
    match error {
        ReadError::Empty => say!("The file is empty. Look for a copy of it elsewhere.").into(),
        ReadError::Unknown => say!("This is not a game that Chuhe can read. Chuhe reads its own files (.xiangqi), PGN, XQF, CBR, CBL, CBF and DhtmlXQ; save the game as one of them where you have it.").into(),
        // Translators: {what} is a technical remark in English, such as “expected value”.
        ReadError::Json { line, column, what } => say!("The file is damaged at line {line}, column {column}: {what}. A text editor can repair it there.", line, column, what),
        ReadError::Truncated { line } => say!("The file ends in the middle, on line {line}. It was probably not copied or saved to its end: fetch it once more.", line),
        ReadError::ForeignJson => say!("This is a JSON file, but not a game of Chuhe. Open one that Chuhe has saved.").into(),
        ReadError::NewerVersion { found, known } => say!("The file was written by a newer version of Chuhe (file format {found}; this program reads up to {known}). Update Chuhe to open it.", found, known),
        ReadError::Fen(error) => unreadable_start(*error),
        // Translators: {reasons} are one or more sentences.
        ReadError::Position(error) => say!("The start position cannot be played. {reasons} Put it right where it was written.", reasons = position_faults(&error.faults)),
        ReadError::Result(text) => say!("The result “{text}” is none of 1-0, 0-1, 1/2-1/2 and *. A text editor can put it right.", text),
        ReadError::OtherGame(name) => {
            let name: String = name.chars().take(40).collect();
            // Translators: {name} is what the file says, such as “shogi”.
            say!("This is a game of {name}, and Chuhe reads games of Xiangqi (Chinese chess). Open it in a program for {name}.", name)
        }
        ReadError::NoMoves => say!("There is no move in this text that can be played from the start of a game, and no position. Copy the whole game, or a FEN.").into(),
        ReadError::NoBoard => say!("The file ends before the pieces at the start are told. It was probably not copied or saved to its end: fetch it once more.").into(),
        // Translators: CCBridge (象棋桥) is a program.
        ReadError::OldLibrary => say!("This is a library of CCBridge 2. Chuhe reads those of version 3; CCBridge 3 can open and save it as one.").into(),
        // Translators: CCBridge (象棋桥) is a program; XQF and PGN are formats of files.
        ReadError::NewerCcBridge { kind } => say!("The game was written by a newer version of CCBridge than Chuhe knows (kind {kind}). Save it there as XQF or PGN.", kind),
        ReadError::TooLarge => too_large().into(),
        ReadError::NoGames => say!("There is no game in this library. Choose another file.").into(),
    }
}

/// Why the start of a game cannot be understood.
fn unreadable_start(error: FenError) -> String {
    sentences(
        say!("The start position is not readable."),
        &fen_error(error),
    )
}

/// Several reasons, a sentence each.
pub(super) fn position_faults(faults: &[PositionFault]) -> String {
    paragraph(faults.iter().map(|fault| position_fault(*fault)))
}

/// Why an arrangement cannot be played.
pub(super) fn position_fault(fault: PositionFault) -> String {
    match fault {
        PositionFault::NoGeneral(of) => say!("{side} has no general.", side = side(of)),
        // Translators: {pieces} such as “3 red chariots”. A set is all pieces of a game.
        PositionFault::TooMany { piece, count } => say!(
            "There are {pieces}; a set has {most}.",
            pieces = counted_pieces(piece, count),
            most = piece.kind.full_count()
        ),
        // Translators: {piece} such as “red soldier”; {point} such as e4.
        PositionFault::Misplaced { piece, at } => say!(
            "The {piece} can never stand on {point}.",
            piece = super::piece(piece),
            point = at
        ),
        PositionFault::GeneralsFace => say!("The generals face each other.").into(),
        PositionFault::OpponentInCheck { side: of, .. } => say!(
            "{side} is in check, but it is not {side}’s turn.",
            side = side(of)
        ),
    }
}

/// Something of a game cannot be kept in the format that it is saved in.
pub fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Terms => say!("The agreed rules are not kept in this format.").into(),
        Loss::Reason => say!("Why the game ended so is not kept in this format.").into(),
        Loss::Tags(tags) => say!(
            "This format has no place for these entries: {names}.",
            names = list(tags)
        ),
        Loss::ShortenedTag(name) => say!(
            "The entry “{name}” is too long for this format and is cut.",
            name
        ),
        Loss::Letters => {
            say!("This format lacks some letters of the game; they are left out.").into()
        }
        Loss::Signs => say!("Signs such as ! at moves are not kept in this format.").into(),
        Loss::Clocks => say!("What the clocks showed is not kept in this format.").into(),
        Loss::Start => say!("Some of the start has no place in this format.").into(),
        Loss::Unknown => {
            say!("Entries that a newer version of Chuhe has made are not kept in this format.")
                .into()
        }
    }
}

/// A file's name as it is shown: in one line, and as text, whatever bytes it has.
pub fn file_name(name: &Path) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    name.to_string_lossy().replace(breaks, " ")
}

/// The heading over the reason why a file cannot be opened.
pub fn cannot_open(name: &str) -> String {
    say!("“{name}” cannot be opened", name)
}

/// The heading over the reason why a file cannot be saved.
pub fn cannot_save(name: &str) -> String {
    say!("“{name}” cannot be saved", name)
}

/// The heading over what is wrong with a file that can be read in part.
pub fn partly_readable(name: &str) -> String {
    say!("“{name}” is damaged", name)
}

/// A game is in its file.
pub fn saved(name: &str) -> String {
    say!("Saved “{name}”", name)
}

/// What the system says about a file that was to be read, and what to do.
pub fn reading_error(error: &io::Error) -> String {
    if let Some(unfit) = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Unfit>())
    {
        return match unfit {
            Unfit::Folder => say!("This is a folder. Choose a file in it.").into(),
            Unfit::NoFile => say!("This is not a regular file. Choose another one.").into(),
            Unfit::TooLarge => too_large().into(),
        };
    }
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            say!("There is no such file. It may have been moved or renamed: look for it in another place.").into()
        }
        io::ErrorKind::PermissionDenied => {
            say!("You do not have permission to read this file or its folder. Ask its owner, or change its permissions.").into()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            say!("The disk is full. Make room or choose another place.").into()
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            say!("The disk is read-only. Choose another place.").into()
        }
        _ => {
            system_error(&error.to_string())
        }
    }
}

/// A file that no game can have made so large.
fn too_large() -> &'static str {
    say!("This file is too large to hold games. Choose another one.")
}

/// What the system says about a file that was to be written, and what to do.
pub fn writing_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            say!("There is no such folder. Choose another place.").into()
        }
        io::ErrorKind::IsADirectory => say!("This is a folder. Name a file in it.").into(),
        io::ErrorKind::PermissionDenied => say!(
            "You do not have permission to write this file or in its folder. Choose another place."
        )
        .into(),
        _ => reading_error(error),
    }
}

/// What the system says in its own words about a file, and what to do.
pub fn system_error(text: &str) -> String {
    // Translators: {reason} is a sentence of the system.
    say!(
        "{reason} Try again, or choose another place.",
        reason = system_message(text)
    )
}

/// What the system says in its own words about a picture for the clipboard, and what to do.
pub fn copying_error(text: &str) -> String {
    // Translators: {reason} is a sentence of the system.
    say!(
        "{reason} Save the picture instead.",
        reason = system_message(text)
    )
}

/// What the system says in its own words about printing, and what to do.
pub fn printing_error(text: &str) -> String {
    // Translators: {reason} is a sentence of the system.
    say!(
        "{reason} Look at the printer, or print to a file.",
        reason = system_message(text)
    )
}

/// What the system says in its own words, as a sentence.
pub(super) fn system_message(text: &str) -> String {
    // Without the system's number, which tells a player nothing.
    let text = text.split(" (os error").next().unwrap_or_default();
    as_sentence(text.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn a_name_is_one_line() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"ga\xe9me\n2\x1b.xiangqi");
        assert_eq!(file_name(Path::new(name)), "ga\u{fffd}me 2 .xiangqi");
        assert_eq!(file_name(Path::new("第一局 100%")), "第一局 100%");
    }

    #[test]
    fn no_number_of_the_system_is_told() {
        let error = io::Error::from_raw_os_error(5);
        assert!(error.to_string().contains("os error"));
        assert!(!reading_error(&error).contains("os error"));
    }

    #[test]
    fn a_start_that_is_not_readable_is_told_as_where_one_is_set_up() {
        let told = |text| unreadable_start(Setup::from_fen(text).expect_err("no FEN"));
        assert_eq!(
            told("hello"),
            "The start position is not readable. A FEN has ten ranks with slashes between them; here is only one. Write all of them."
        );
        let letter = told("9/'8/9/9/9/9/9/9/9/9");
        assert!(
            letter.contains("There is no piece “'”, which is in rank 2 of the FEN"),
            "{letter}"
        );
    }

    #[test]
    fn reading_and_writing_fail_for_reasons_of_their_own() {
        let both = |kind: io::ErrorKind| (reading_error(&kind.into()), writing_error(&kind.into()));
        let (read, written) = both(io::ErrorKind::PermissionDenied);
        assert!(
            read.contains("to read") && read.contains("Ask its owner"),
            "{read}"
        );
        assert!(
            written.contains("to write") && written.contains("another place"),
            "{written}"
        );
        for kind in [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory] {
            let (read, written) = both(kind);
            assert!(read.starts_with("There is no such file."), "{read}");
            assert!(written.starts_with("There is no such folder."), "{written}");
        }
        let folder = io::Error::other(Unfit::Folder);
        assert!(reading_error(&folder).starts_with("This is a folder."));
        let (_, written) = both(io::ErrorKind::IsADirectory);
        assert!(written.starts_with("This is a folder."), "{written}");
        let (read, written) = both(io::ErrorKind::StorageFull);
        assert_eq!(read, written);
    }
}
