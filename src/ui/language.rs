//! The language of the window: where its translations are, and how `words` gets at them.

use crate::words::{self, Catalogue};
use gettextrs::{bind_textdomain_codeset, bindtextdomain, gettext, ngettext, pgettext, textdomain};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What the catalogues are called, as files and in the interface files.
const DOMAIN: &str = "chuhe";

/// Has everything that is said from now on translated into the language of the session, which GTK sets when it starts.
///
/// Where there are no catalogues, or none for the language, English is spoken.
pub(super) fn prepare() {
    let program = env::current_exe().ok();
    let Some(folder) = catalogues(env::var_os("CHUHE_LOCALEDIR"), program.as_deref()) else {
        return;
    };
    let bound = bindtextdomain(DOMAIN, folder)
        .and_then(|_| bind_textdomain_codeset(DOMAIN, "UTF-8"))
        .and_then(|_| textdomain(DOMAIN));
    if bound.is_ok() {
        words::speak(Catalogue {
            plain: |message| gettext(message),
            about: |context, message| pgettext(context, message),
            counted: |one, other, count| ngettext(one, other, count),
        });
    }
}

/// The folder of the catalogues: the one that is asked for, or else `share/locale` beside the `bin` of the program.
/// What is built but not installed has the same shape: `target/release` and `target/share/locale`.
fn catalogues(asked: Option<OsString>, program: Option<&Path>) -> Option<PathBuf> {
    // Relative to wherever the program was started, a folder could be anybody's.
    let asked = asked.map(PathBuf::from).filter(|path| path.is_absolute());
    asked.or_else(|| Some(program?.parent()?.parent()?.join("share/locale")))
}

#[cfg(test)]
mod tests {
    use super::*;

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
