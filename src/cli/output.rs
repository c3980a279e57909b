//! All output of the commands. Names and texts of files come from anywhere, and a terminal obeys some characters:
//! they are written as `ls` quotes them, `$'\033[2J'`, and as escapes in JSON.

use super::error::CliError;
use crate::files;
use crate::record::format::chars::is_stripped;
use clap::error::ErrorKind;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// The name of standard input and output.
const STANDARD: &str = "-";

/// Whether this is standard input or output rather than a file.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// Whether what is written to this path goes to an open stream: standard output, or `/dev/stdout` and the like.
pub(super) fn is_stream(path: &Path) -> bool {
    is_standard(path) || files::is_descriptor(path)
}

/// Whether a character commands a terminal, ends a line, or poses as another text.
fn is_unfit(letter: char) -> bool {
    is_stripped(letter) || matches!(letter, '\n' | '\t' | '\u{2028}' | '\u{2029}')
}

/// Appends a character as a shell writes it between `$'` and `'`.
fn push_escaped(text: &mut String, letter: char) {
    let pushed = match letter {
        '\n' => write!(text, "\\n"),
        '\t' => write!(text, "\\t"),
        '\0'..='\u{7f}' => write!(text, "\\{:03o}", u32::from(letter)),
        '\u{80}'..='\u{ffff}' => write!(text, "\\u{:04x}", u32::from(letter)),
        _ => write!(text, "\\U{:08x}", u32::from(letter)),
    };
    pushed.expect("a text");
}

/// A sentence with parts of files in it: one line that commands nothing.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unfit) {
        return text.into();
    }
    let mut plain = String::new();
    for letter in text.chars() {
        if is_unfit(letter) {
            push_escaped(&mut plain, letter);
        } else {
            plain.push(letter);
        }
    }
    plain.into()
}

/// A text of a file by itself: as it is, or quoted where it would not be one harmless line.
pub(super) fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(is_unfit) {
        quoted_bytes(text.as_bytes()).into()
    } else {
        text.into()
    }
}

/// A file’s name: as it is, or quoted for a shell.
pub(super) fn quoted_path(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    match path.to_str() {
        Some(text) if !text.contains(is_unfit) => text.to_owned(),
        _ => quoted_bytes(bytes),
    }
}

fn quoted_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::from("$'");
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '\'' | '\\' => quoted.extend(['\\', letter]),
                _ if is_unfit(letter) => push_escaped(&mut quoted, letter),
                _ => quoted.push(letter),
            }
        }
        for byte in chunk.invalid() {
            write!(quoted, "\\{byte:03o}").expect("a text");
        }
    }
    quoted.push('\'');
    quoted
}

/// A value as JSON in one line, of characters that a terminal shows as they are.
pub(super) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data");
    if !text.contains(is_unfit) {
        return text;
    }
    let mut json = String::new();
    // They stand inside of texts only.
    for letter in text.chars() {
        if is_unfit(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(json, "\\u{unit:04x}").expect("a text");
            }
        } else {
            json.push(letter);
        }
    }
    json
}

/// Reports an error; a failure to print it is ignored.
pub(super) fn complain(what: &str) {
    let _ = writeln!(io::stderr(), "chuhe: {}", plain(what));
}

/// Prints a line of the result, whose foreign parts are fit for it; a closed pipe ends the work quietly.
pub(super) fn print(line: &str) -> Result<(), ExitCode> {
    writeln!(io::stdout(), "{line}").map_err(|_| ExitCode::FAILURE)
}

/// Prints what the parser of the command line has to say: help, or what is wrong.
pub(super) fn answer(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Only a closed pipe can fail here, and then there is no reader.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let text = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => &text,
        _ => text.strip_prefix("error: ").unwrap_or(&text),
    };
    let lines: Vec<_> = text.trim_end().split('\n').map(plain).collect();
    let _ = writeln!(io::stderr(), "chuhe: {}", lines.join("\n"));
    ExitCode::from(2)
}

/// Writes a file as a whole, or standard output.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let written = if is_standard(path) {
        let mut out = io::stdout();
        out.write_all(bytes).and_then(|()| out.flush())
    } else {
        files::write(path, bytes)
    };
    written.map_err(CliError::writing(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn what_commands_a_terminal_is_quoted_and_all_else_as_it_is() {
        for text in ["胡荣华 100% 'a' \\n", "👩\u{200d}🚀", "$'x'", ""] {
            assert_eq!((quoted(text).as_ref(), plain(text).as_ref()), (text, text));
        }
        let nasty = "a\u{1b}[2J'\\\n\u{9b}\u{202e}\u{10ffff}";
        assert_eq!(quoted(nasty), r"$'a\033[2J\'\\\n\u009b\u202e\U0010ffff'");
        assert_eq!(plain(nasty), r"a\033[2J'\\n\u009b\u202e\U0010ffff");
        let path = |bytes| quoted_path(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(path(b"ga\xe9me\n.pgn"), r"$'ga\351me\n.pgn'");
        assert_eq!(path("第一局 1.pgn".as_bytes()), "第一局 1.pgn");
    }

    #[test]
    fn json_stays_json() {
        let nasty = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{f0000}\"\\\n炮";
        let text = json(&nasty);
        assert_eq!(text, r#""a\u001b\u007f\u009b\u202e\udb80\udc00\"\\\n炮""#);
        assert_eq!(
            serde_json::from_str::<String>(&text).ok().as_deref(),
            Some(nasty)
        );
    }
}
