//! Translation of the UI: message catalogs, and their lookup for `words`.

use crate::words::{self, Catalog};
use gettextrs::{bind_textdomain_codeset, bindtextdomain, gettext, ngettext, pgettext, textdomain};
use gtk::pango::{self, prelude::*};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Domain of the catalogs, in file names and UI templates.
const DOMAIN: &str = "chuhe";

/// Translates all further messages into the language of the session, which GTK sets on startup.
///
/// English is the fallback if there are no catalogs for the language.
pub fn prepare() {
    let program = env::current_exe().ok();
    let Some(folder) = catalogues(env::var_os("CHUHE_LOCALEDIR"), program.as_deref()) else {
        return;
    };
    let bound = bindtextdomain(DOMAIN, folder)
        .and_then(|_| bind_textdomain_codeset(DOMAIN, "UTF-8"))
        .and_then(|_| textdomain(DOMAIN));
    if bound.is_ok() {
        words::speak(Catalog {
            plain: |message| legible(gettext(message)),
            about: |context, message| legible(pgettext(context, message)),
            counted: |one, other, count| ngettext(one, other, count),
        });
    }
}

/// Returns the folder of the catalogs: the requested one, or else `share/locale` beside the program's `bin`. A build
/// tree has the same layout: `target/release` and `target/share/locale`.
fn catalogues(asked: Option<OsString>, program: Option<&Path>) -> Option<PathBuf> {
    // A relative folder would depend on the working directory, and might belong to another user.
    let asked = asked.map(PathBuf::from).filter(|path| path.is_absolute());
    asked.or_else(|| Some(program?.parent()?.parent()?.join("share/locale")))
}

/// Returns a message without Chinese terms in brackets if no font has them.
fn legible(message: String) -> String {
    match without_terms(&message) {
        Some(without) if !has_characters() => without,
        _ => message,
    }
}

/// Whether the installed fonts can show a Chinese or English text.
pub fn is_legible(text: &str) -> bool {
    text.is_ascii() || has_characters()
}

/// Whether there is a font with Chinese characters; looked up on first use, since that is slow.
fn has_characters() -> bool {
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(|| {
        let context = pangocairo::FontMap::default().create_context();
        let layout = pango::Layout::new(&context);
        layout.set_text("將");
        layout.unknown_glyphs_count() == 0
    })
}

/// Strips Chinese terms, as in `Checkmate: Red wins.` for `Checkmate (將死): Red wins.`; `None` if there are none.
fn without_terms(message: &str) -> Option<String> {
    let mut without = message.to_owned();
    let mut from = 0;
    while let Some(start) = without[from..].find(" (").map(|at| from + at) {
        let length = without[start..].find(')')?;
        let term = &without[start + 2..start + length];
        if !term.is_empty() && term.chars().all(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) {
            without.replace_range(start..=start + length, "");
        } else {
            from = start + length;
        }
    }
    (without != message).then_some(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_in_brackets_can_be_left_out() {
        let left = |message| without_terms(message);
        let mate = left("Checkmate (將死): {winner} wins (困斃).");
        assert_eq!(mate.as_deref(), Some("Checkmate: {winner} wins."));
        for whole in [
            "{format} (*.{suffix})",
            "提和(_O)",
            "a (",
            "a () b",
            "象棋 (Xiangqi)",
        ] {
            assert_eq!(left(whole), None, "{whole}");
        }
    }

    #[test]
    fn the_catalogues_lie_beside_the_program() {
        let of = |asked: Option<&str>, program| catalogues(asked.map(Into::into), program);
        let program = Some(Path::new("/usr/bin/chuhe"));
        let usual = Some(PathBuf::from("/usr/share/locale"));
        assert_eq!(of(None, program), usual);
        assert_eq!(of(Some("relative"), program), usual);
        assert_eq!(of(Some("/elsewhere"), program), Some("/elsewhere".into()));
        assert_eq!(of(None, None), None);
    }
}
