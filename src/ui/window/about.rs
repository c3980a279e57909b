//! The course, the user guide and the About window.

use super::Window;
use crate::engine::Level;
use crate::ui::dialogs::help::{HelpBook, HelpWindow};
use crate::ui::platform::APP_ID;
use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;

/// Page with all developers.
const CONTRIBUTORS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/graphs/contributors");

impl Window {
    /// Shows the user guide, reusing an open window.
    pub fn show_help(&self) {
        let open = || HelpWindow::new(self, self.settings(), HelpBook::Guide);
        announce::present(&open_once(&self.imp().dialogs.help, open));
    }

    /// Shows the course of the rules, reusing an open window. After it the first game begins.
    pub fn show_course(&self) {
        let course = open_once(&self.imp().dialogs.course, || {
            let course = HelpWindow::new(self, self.settings(), HelpBook::Course);
            course.connect_played(weak!(self, |window, course| {
                course.close();
                window.play_computer(Level::FIRST);
            }));
            course
        });
        announce::present(&course);
    }

    pub fn show_about(&self) {
        let about = adw::AboutWindow::builder()
            .transient_for(self)
            .modal(true)
            .application_icon(APP_ID)
            .application_name(words::app_name())
            .version(env!("CARGO_PKG_VERSION"))
            .developer_name(words::developers())
            .developers([format!("{} {CONTRIBUTORS}", words::developers())])
            .translator_credits(words::translator_credits())
            .website(env!("CARGO_PKG_REPOSITORY"))
            .issue_url(concat!(env!("CARGO_PKG_REPOSITORY"), "/issues"))
            .release_notes(release_notes(glib::language_names()))
            .license_type(gtk::License::Gpl30)
            .comments(words::about())
            .build();
        about.add_legal_section(
            words::glyphs(),
            None,
            gtk::License::Custom,
            Some(words::GLYPH_NOTICE),
        );
        descendants::allow_narrow(&about);
        about.add_legal_section(
            words::heavy_glyphs(),
            None,
            gtk::License::Custom,
            Some(words::HEAVY_GLYPH_NOTICE),
        );
        announce::present(&about);
    }
}

/// Offerings of the newest release, in paragraphs and lists with tags, in the first of the languages that it is written
/// in, or else in English.
fn release_notes(languages: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    const METAINFO: &str = include_str!("../../../data/io.github.chuhe.Chuhe.metainfo.xml");
    let (_, newest) = METAINFO.split_once("<release ").unwrap_or_default();
    let notes = newest.split("description>").nth(1).unwrap_or_default();
    let notes = notes.strip_suffix("</").unwrap_or(notes);
    let mark = |language: &str| format!(" xml:lang=\"{language}\"");
    let mut languages = languages
        .into_iter()
        .map(|language| mark(language.as_ref()));
    let chosen = languages.find(|mark| notes.contains(mark.as_str()));
    let lines = notes.lines().map(str::trim).filter(|line| {
        let is_list = line.ends_with("ul>");
        is_list
            || chosen
                .as_ref()
                .map_or(!line.contains(" xml:lang="), |mark| {
                    line.contains(mark.as_str())
                })
    });
    let text: String = lines.collect();
    chosen.map_or(text.clone(), |mark| text.replace(&mark, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_notes_are_in_one_language() {
        let english = release_notes(["de", "C"]);
        let vietnamese = release_notes(["de_CH", "vi", "en"]);
        let chinese = release_notes(["zh_HK.UTF-8", "zh_HK", "zh_CN"]);
        assert!(english.starts_with("<p>Understand your games"));
        assert!(vietnamese.starts_with("<p>Hiểu các ván cờ"));
        assert!(chinese.contains("讀懂自己的棋局"));
        for notes in [english, vietnamese, chinese] {
            let count = |tag| notes.matches(tag).count();
            assert_eq!((count("<p>"), count("<ul>"), count("</ul>")), (1, 1, 1));
            assert_eq!(count("<li>"), count("</li>"));
            assert!((3..=6).contains(&count("<li>")));
            assert!(!notes.contains("xml:lang"));
        }
    }
}
