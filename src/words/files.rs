//! Files: names in file choosers, errors and results, and adding games to a file.

use super::catalogue::{labels, say, say_about, say_count};
use super::cautions::beginning;
use super::numbers::{Grouped, counted_pieces};
use super::points::place_of;
use super::{as_sentence, fen_error, list, not_replaced, notes, paragraph, sentences, side};
use crate::record::NotAdded;
use crate::record::format::chars::is_stripped;
use crate::record::format::{Charset, Format, Loss, MissingLetters, ReadError, UnsupportedFile};
use crate::rules::{FenError, PositionError, PositionFault};
use crate::scene::EdgeLabels;
use std::io;
use std::path::Path;

labels! {
    open = say!("Open Game");
    save_as = say!("Save Game");
    save_picture = say!("Save Position as Picture");
    names_in_picture = say!("Show names and result");
    cannot_copy_picture = say!("Could Not Copy Picture");
    cannot_save_picture = say!("Could Not Save Picture");
    not_local = say!("Pictures can only be saved in folders on this computer. Choose one of them.");
    game_files = say!("Chuhe games");
    all_files = say!("All files");
    // Translators: Placeholder of the empty list of recent files.
    no_recent = say!("(none)");
    interrupted = say!("The operation was interrupted. Try again.");
}

/// Filter for a format: `PGN (*.pgn)`.
pub fn format_filter(format: Format, suffix: &str) -> String {
    // Translators: {format} is the name of a format, such as PGN; {suffix} how its files end.
    say!(
        "{format} (*.{suffix})",
        format = format_name(format),
        suffix
    )
}

/// Filter for a picture format: `Picture (*.svg)`.
pub fn picture_filter(suffix: &str) -> String {
    // Translators: {kind} is SVG or PNG; {suffix} how its files end.
    say!(
        "{kind} picture (*.{suffix})",
        kind = suffix.to_uppercase(),
        suffix
    )
}

/// Name of a format.
fn format_name(format: Format) -> &'static str {
    match format {
        Format::Json => say!("Chuhe game"),
        Format::Pgn => "PGN",
        Format::Xqf => "XQStudio",
        Format::DhtmlXq => "DhtmlXQ",
        Format::Cbf => "CBF",
        Format::Pfc => "PFC",
        Format::Ccm => "CCM",
        Format::Che => "CHE",
        Format::WebJson => "JSON",
        // Translators: CCBridge (象棋桥) is a program.
        Format::Cbr => say!("CCBridge record"),
        Format::Cbl => say!("CCBridge library"),
        // Translators: The format of a game that was pasted, beside PGN and others.
        Format::Pasted => say_about!("format", "Text"),
    }
}

/// Question before a game is saved in a format that cannot hold all of it.
pub fn ask_lose(format: Format) -> String {
    // Translators: {format} is the name of a format, such as PGN.
    say!("Save as {format} Anyway?", format = format_name(format))
}

labels! {
    save_all_the_same = say!("_Save");
}

/// List of the parts that a format cannot hold.
pub fn losses(losses: &[Loss]) -> String {
    let lines: Vec<_> = losses
        .iter()
        .map(|one| format!("• {}", loss(one)))
        .collect();
    let lines = lines.join("\n");
    if losses.contains(&Loss::NewerFields) {
        // Translators: {losses} are sentences, one a line.
        return say!(
            "The file will not contain everything:\n{losses}\nTo keep the file as it is, save the game under another name.",
            losses = lines
        );
    }
    // Translators: {losses} are sentences, one a line.
    say!(
        "The file will not contain everything:\n{losses}\nTo keep all of it, save as a Chuhe game (.xiangqi).",
        losses = lines
    )
}

/// Notice that only one of several pasted games is on the board.
pub fn pasted_first(count: usize) -> String {
    say_count!(
        "This is the first of {count} pasted games. Save the text as a file to open the others.",
        "This is the first of {count} pasted games. Save the text as a file to open the others.",
        count
    )
}

/// Announcement that a pasted game or position is on the board.
pub fn pasted(has_moves: bool) -> &'static str {
    if has_moves {
        say!("The pasted game is on the board.")
    } else {
        say!("The pasted position is on the board.")
    }
}

labels! {
    copied_game = say!("Game copied to the clipboard.");
    copied_picture = say!("Picture of the position copied to the clipboard.");
    copied_position = say!("Position copied to the clipboard.");
    cannot_paste = say!("Could Not Paste");
    nothing_to_paste = say!("There is no text on the clipboard. Copy a game or a FEN from another program first.");
}

/// Error of a file that could not be read: cause, place and remedy.
pub fn read_error(error: &ReadError) -> String {
    match error {
        ReadError::Empty => say!("The file is empty. Look for another copy of it.").into(),
        ReadError::Unknown => say!("This is not a game that Chuhe can read. Chuhe reads its own files (.xiangqi), PGN, WXF, XQF, CBR, CBL, CBF, PFC, CCM, CHE and DhtmlXQ; save the game as one of these in the program that wrote it.").into(),
        ReadError::Json { line, column } => say!("The file is damaged at line {line}, column {column}. You can repair it in a text editor.", line, column),
        ReadError::Truncated { line } => say!("The file ends abruptly on line {line}. It is probably an incomplete copy: get the file again.", line),
        ReadError::ForeignJson => say!("This JSON file contains no game that Chuhe can read: neither a Chuhe game, nor a FEN or a list of moves. Choose another file.").into(),
        ReadError::NewerVersion { found, known } => say!("The file was written by a newer version of Chuhe (file format {found}; this program reads up to {known}). Update Chuhe to open it.", found, known),
        ReadError::Fen(error) => unreadable_start(*error),
        // Translators: {reasons} are one or more sentences.
        ReadError::Position(error) => say!("The starting position cannot be played. {reasons} Fix it in the program that wrote it.", reasons = position_faults(&error.faults, EdgeLabels::Coordinates)),
        ReadError::Result(text) => say!("The result “{text}” is not 1-0, 0-1, 1/2-1/2 or *. You can fix it in a text editor.", text = beginning(text)),
        ReadError::OtherGame(name) => {
            let name = beginning(name);
            // Translators: {name} is what the file says, such as “shogi”.
            say!("This is a game of {name}, but Chuhe only reads games of Xiangqi (Chinese chess). Open it in a program for {name}.", name)
        }
        ReadError::NoMoves => say!("This text contains neither a position nor a move that can be played from the starting position. Copy the whole game, or a FEN.").into(),
        ReadError::NoBoard => say!("The file ends before its starting position is complete. It is probably an incomplete copy: get the file again.").into(),
        // Translators: CCBridge (象棋桥) is a program.
        ReadError::OldLibrary => say!("This is a CCBridge 2 library. Chuhe only reads those of version 3; CCBridge 3 can open this one and save it as version 3.").into(),
        // Translators: CCBridge (象棋桥) is a program; XQF and PGN are formats of files.
        ReadError::NewerCcBridge { kind } => say!("The game was written by a newer version of CCBridge than Chuhe supports (type {kind}). Save it there as XQF or PGN.", kind),
        ReadError::TooLarge => too_large().into(),
        ReadError::NoGames => say!("There are no games in this library. Choose another file.").into(),
    }
}

/// Reasons a pasted or opened position cannot be played, where it can be corrected at once.
pub fn refused_position(error: &PositionError) -> String {
    // Translators: {reasons} are one or more sentences.
    say!(
        "This position cannot be played. {reasons} You can set it up and correct it.",
        reasons = position_faults(&error.faults, EdgeLabels::Coordinates)
    )
}

/// Reason the start of a game cannot be parsed.
fn unreadable_start(error: FenError) -> String {
    sentences(
        say!("The starting position cannot be read."),
        &fen_error(error),
    )
}

/// Several faults, a sentence each, with places named as on the edges of the board. For a file they are named by
/// coordinates.
pub(super) fn position_faults(faults: &[PositionFault], labels: EdgeLabels) -> String {
    paragraph(faults.iter().map(|fault| position_fault(*fault, labels)))
}

/// Reason an arrangement cannot be played, with places as on the edges of the board.
pub(super) fn position_fault(fault: PositionFault, labels: EdgeLabels) -> String {
    let has_letters = labels == EdgeLabels::Coordinates;
    match fault {
        PositionFault::UpsideDown => say!("The board is upside down.").into(),
        PositionFault::NoGeneral(of) => say!("{side} has no general.", side = side(of)),
        // Translators: {pieces} such as “3 red chariots”. A set is all pieces of a game.
        PositionFault::TooMany { piece, count } => say!(
            "There are {pieces}; a set has {most}.",
            pieces = counted_pieces(piece, count),
            most = piece.kind.full_count()
        ),
        // Translators: {piece} such as “red soldier”; {point} such as e4, or file 5 rank 5.
        PositionFault::Misplaced { piece, at } => say!(
            "The {piece} can never reach {point}.",
            point = if has_letters {
                at.to_string()
            } else {
                place_of(at, piece.side)
            },
            piece = super::piece(piece)
        ),
        // Translators: {pieces} such as “2 red soldiers”; {file} is a letter from a to i, or a number.
        PositionFault::SameFile { piece, file } => say!(
            "{pieces} stand on file {file} before the river, where there is only ever one.",
            pieces = counted_pieces(piece, 2),
            file = if has_letters {
                file.letter().to_string()
            } else {
                file.number(piece.side).to_string()
            }
        ),
        PositionFault::GeneralsFace => say!("The generals face each other.").into(),
        PositionFault::OpponentInCheck { side: of, .. } => say!(
            "{side} is in check, but it is not {side}’s turn.",
            side = side(of)
        ),
    }
}

/// Part of a game that its format cannot hold.
pub fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Terms => say!("The agreed rules are not kept in this format.").into(),
        Loss::Reason => say!("The reason for the result is not kept in this format.").into(),
        Loss::Tags(tags) => {
            let names: Vec<_> = tags.iter().map(|name| beginning(name)).collect();
            say!(
                "These entries are not kept in this format: {names}.",
                names = list(&names)
            )
        }
        Loss::ShortenedTag(name) => say!(
            "The entry “{name}” is too long for this format and is cut short.",
            name = beginning(name)
        ),
        Loss::Letters => {
            say!("This format lacks some characters used in the game; they are left out.").into()
        }
        // Translators: GBK is an old character set; {letters} are the characters that it lacks.
        Loss::BeyondGbk(letters) => say!(
            "Programs that only know GBK do not show these characters: {letters}.",
            letters = beginning(letters)
        ),
        Loss::Signs => say!("Annotation symbols such as ! are not kept in this format.").into(),
        Loss::Clocks => say!("Clock times are not kept in this format.").into(),
        Loss::Evaluations => say!("Evaluations by an engine are not kept in this format.").into(),
        Loss::Drawings => say!("Arrows and circles are not kept in this format.").into(),
        Loss::Start => say!("Parts of the starting position are not kept in this format.").into(),
        Loss::NewerFields => say!("Entries made by a newer version of Chuhe are not kept.").into(),
    }
}

/// Reason a game cannot be written in a character set, with a remedy.
pub fn missing_letters(missing: &MissingLetters) -> String {
    // Translators: {encoding} such as Big5; {letters} are the characters that it lacks.
    say!(
        "The character set {encoding} lacks these characters: {letters}. Choose another one, such as UTF-8.",
        encoding = missing.encoding,
        letters = beginning(&missing.letters)
    )
}

labels! {
    not_pgn = say!("Games can only be added to a PGN file. Choose one, or enter a new name.");
}

/// Reason a game cannot be added to a file.
pub fn not_added(why: &NotAdded) -> String {
    match why {
        NotAdded::NotPgn => not_pgn().into(),
        // Translators: {name} is what the file says, such as “chess”.
        NotAdded::OtherGame(name) => say!(
            "This file holds games of {name}, to which no games of Xiangqi are added. Choose another one, or enter a new name.",
            name = beginning(name)
        ),
        NotAdded::Unreadable(why) => read_error(why),
        NotAdded::Refused(why) => not_replaced(why),
    }
}

/// Displayed name of a file: a single line of valid text, whatever its bytes.
pub fn file_name(name: &Path) -> String {
    let breaks = |c: char| is_stripped(c) || matches!(c, '\n' | '\t' | '\u{2028}' | '\u{2029}');
    name.to_string_lossy().replace(breaks, " ")
}

/// Heading of an error when opening a file.
pub fn cannot_open(name: &str) -> String {
    say!("Could Not Open “{name}”", name)
}

/// Heading of an error when saving a file.
pub fn cannot_save(name: &str) -> String {
    say!("Could Not Save “{name}”", name)
}

/// Heading of the errors of a partly readable file.
pub fn partly_readable(name: &str) -> String {
    say!("“{name}” Has Errors", name)
}

labels! {
    save_elsewhere = say!("Save _As…");
}

/// Confirmation that a game was saved.
pub fn saved(name: &str) -> String {
    say!("Saved “{name}”", name)
}

/// I/O error when reading a file, with a remedy.
pub fn reading_error(error: &io::Error) -> String {
    if let Some(unfit) = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<UnsupportedFile>())
    {
        return match unfit {
            UnsupportedFile::Folder => say!("This is a folder. Choose a file in it.").into(),
            UnsupportedFile::NotRegularFile => not_regular().into(),
            UnsupportedFile::TooLarge => too_large().into(),
        };
    }
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            say!("This file does not exist. It may have been moved or renamed: look for it elsewhere.").into()
        }
        io::ErrorKind::PermissionDenied => {
            say!("You do not have permission to read this file or its folder. Ask its owner, or change its permissions.").into()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            say!("The disk is full. Free up some space or choose another location.").into()
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            say!("The disk is read-only. Choose another location.").into()
        }
        io::ErrorKind::NotSeekable => not_regular().into(),
        _ => {
            system_error(&error.to_string())
        }
    }
}

/// Error for a pipe, a socket or a device.
fn not_regular() -> &'static str {
    say!("This is not a regular file. Choose another one.")
}

/// Error for a file too large to be a game.
fn too_large() -> &'static str {
    say!("This file is too large to hold games. Choose another one.")
}

/// I/O error when writing a file, with a remedy.
pub fn writing_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            say!("This folder does not exist. Choose another location.").into()
        }
        io::ErrorKind::IsADirectory => say!("This is a folder. Enter the name of a file in it.").into(),
        io::ErrorKind::PermissionDenied => say!(
            "You do not have permission to write to this file or its folder. Choose another location."
        )
        .into(),
        _ => reading_error(error),
    }
}

/// System error message about a file, with a remedy.
pub fn system_error(text: &str) -> String {
    // Translators: {reason} is a sentence of the system.
    say!(
        "{reason} Try again, or choose another location.",
        reason = system_message(text)
    )
}

/// System error message about a picture for the clipboard, with a remedy.
pub fn copying_error(text: &str) -> String {
    // Translators: {reason} is a sentence of the system.
    say!(
        "{reason} Save the picture instead.",
        reason = system_message(text)
    )
}

/// System error message about printing, with a remedy.
pub fn printing_error(text: &str) -> String {
    // Translators: {reason} is a sentence of the system.
    say!(
        "{reason} Check the printer, or print to a file.",
        reason = system_message(text)
    )
}

/// System error message as a sentence.
pub(super) fn system_message(text: &str) -> String {
    // The system's error number means nothing to a player.
    let text = text.split(" (os error").next().unwrap_or_default();
    as_sentence(text.trim_end_matches('.'))
}

/// Question before a game is saved over a file of games.
pub fn ask_add_to(name: &str) -> String {
    say!("Add to “{name}”, or Replace It?", name)
}

/// Number of games that are lost if a file is replaced.
pub fn ask_replace_games(count: usize) -> String {
    say_count!(
        "The file has {count} game, which would be deleted if you replace the file.",
        "The file has {count} games, which would all be deleted if you replace the file.",
        count = Grouped(count)
    )
}

/// Confirmation that a game was added to a file.
pub fn added(name: &str) -> String {
    say!("Added to “{name}”", name)
}

/// Character set in the file chooser, with the programs that need it.
pub fn charset(charset: Charset) -> &'static str {
    match charset {
        Charset::Utf8 => say!("All current programs (UTF-8)"),
        Charset::Gb18030 => say!("Older Windows programs, simplified (GB18030)"),
        Charset::Big5 => say!("Older Windows programs, traditional (Big5)"),
    }
}

/// Confirmation that several games were saved, with the numbers of partly readable and of unreadable ones.
pub fn games_saved(count: usize, name: &str, parts: usize, unread: usize) -> String {
    let saved = say_count!(
        "{count} game saved in “{name}”",
        "{count} games saved in “{name}”",
        count = Grouped(count),
        name
    );
    let parts = (parts > 0).then(|| {
        // Translators: Of the games just saved; the rest of them could not be read.
        say_count!(
            "{count} of them incomplete",
            "{count} of them incomplete",
            count = Grouped(parts)
        )
    });
    let unread = (unread > 0).then(|| {
        say_count!(
            "{count} game could not be read",
            "{count} games could not be read",
            count = Grouped(unread)
        )
    });
    let all = [Some(saved), parts, unread];
    notes(&all.into_iter().flatten().collect::<Vec<_>>())
}

labels! {
    charset_choice = say!("Text for:");
    open_folder = say!("Open Folder");
    no_games_here = say!("No games were found. Choose another folder or file.");
    save_each_game = say!("Save Each Game");
    format_choice = say!("File type:");
    cannot_save_games = say!("Could Not Save the Games");
    // Translators: Answer that adds a game to a file.
    add_to_it = say!("_Add to It");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_name_is_one_line() {
        let name = OsStr::from_bytes(b"ga\xe9me\n2\x1b\xe2\x80\xae.xiangqi");
        assert_eq!(file_name(Path::new(name)), "ga\u{fffd}me 2  .xiangqi");
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
            "The starting position cannot be read. A FEN has ten rows separated by slashes; this one has only one. Enter all of them."
        );
        let letter = told("9/'8/9/9/9/9/9/9/9/9");
        assert!(
            letter.contains("“'” in row 2 of the FEN is not a piece"),
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
            written.contains("to write") && written.contains("another location"),
            "{written}"
        );
        for kind in [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory] {
            let (read, written) = both(kind);
            assert!(read.starts_with("This file does not exist."), "{read}");
            assert!(
                written.starts_with("This folder does not exist."),
                "{written}"
            );
        }
        let folder = io::Error::other(UnsupportedFile::Folder);
        assert!(reading_error(&folder).starts_with("This is a folder."));
        let (_, written) = both(io::ErrorKind::IsADirectory);
        assert!(written.starts_with("This is a folder."), "{written}");
        let (read, written) = both(io::ErrorKind::StorageFull);
        assert_eq!(read, written);
    }

    #[test]
    fn games_that_are_not_saved_as_a_whole_are_told() {
        for (parts, unread, told) in [
            (0, 0, "3 games saved in “a”"),
            (1, 0, "3 games saved in “a”, 1 of them incomplete"),
            (
                2,
                1,
                "3 games saved in “a”, 2 of them incomplete, 1 game could not be read",
            ),
        ] {
            assert_eq!(games_saved(3, "a", parts, unread), told);
        }
    }
}
