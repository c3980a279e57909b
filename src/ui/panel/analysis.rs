//! The analysis, a section of the side panel: its lines, and why there are none.

use crate::game::MAX_LINES;
use crate::rules::Move;
use crate::ui::panel::section::SectionHeading;
use crate::ui::toolkit::actions::{Action, call, shortcut, tooltip};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use crate::words::AnalysisLine;
use gtk::pango;
use std::time::Instant;

/// Time between two announcements of another best move, at least.
const SPEECH_PACE: Duration = Duration::from_secs(4);

mod imp {
    use super::*;

    template! {
        Analysis "/io/github/chuhe/Chuhe/ui/analysis.ui" {
            heading: SectionHeading,
            list: gtk::ListBox,
            message: gtk::Label,
            ask: gtk::Button,
            resume: gtk::Button,
            keep: gtk::Button,
        } {
            options: gtk::MenuButton,
            rows: RefCell<Vec<LineRow>>,
            speech: RefCell<SpeechPace>,
        }
    }

    class!(Analysis "XqAnalysis" gtk::Box, template, |_klass| {
        SectionHeading::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for Analysis {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let section = self.obj();
            self.heading
                .set_section(words::analysis(), Action::Analysis, words::close_analysis());
            section.add_options();
            section.add_rows();
            a11y::set_label(&*self.list, words::analysis());
            for (button, label) in [
                (&self.ask, words::ask_for_analysis()),
                (&self.resume, words::resume_analysis()),
                (&self.keep, words::keep_line()),
            ] {
                a11y::name_button(button, label);
                button.set_tooltip_text(Some(&words::without_key(label)));
            }
            self.ask
                .connect_clicked(weak!(section, |section, _| section.emit_asked()));
            self.resume
                .connect_clicked(weak!(section, |section, _| section.emit_resumed()));
            self.keep
                .connect_clicked(weak!(section, |section, _| section.emit_kept()));
        }
    }
}

widget! {
    /// The analysis.
    Analysis Box
}

/// Row of a line.
#[derive(Clone, Debug)]
struct LineRow {
    row: gtk::ListBoxRow,
    score: gtk::Label,
    moves: gtk::Label,
}

/// Contents of the section.
#[derive(Clone, Debug, Default)]
pub struct ShownAnalysis {
    /// Depth and speed.
    pub about: String,
    /// Texts of the lines, each with its first move.
    pub lines: Vec<(AnalysisLine, Move)>,
    /// Reason that there are none, or no more.
    pub message: String,
    /// Whether both players have to agree first.
    pub asks: bool,
    /// Whether it can be resumed.
    pub rests: bool,
    /// Whether a line is shown on the board that can be kept; `None` if none is shown.
    pub keeps: Option<bool>,
}

impl Analysis {
    fn add_options(&self) {
        let imp = self.imp();
        let options = &imp.options;
        options.set_icon_name("view-more-symbolic");
        options.add_css_class("flat");
        let key = Action::AnalysisOptions.keys()[0];
        let about = words::analysis_options();
        options.set_tooltip_text(Some(&tooltip(about, key)));
        a11y::set_label(options, about);
        imp.heading.add(options);
        let prepare = weak!(self, |section, _: &gtk::MenuButton| section.emit_opened());
        options.set_create_popup_func(prepare);
    }

    fn add_rows(&self) {
        let imp = self.imp();
        let scores = gtk::SizeGroup::new(gtk::SizeGroupMode::Horizontal);
        for _ in 0..MAX_LINES {
            let score = gtk::Label::builder().xalign(0.0).build();
            score.add_css_class("score");
            scores.add_widget(&score);
            let moves = gtk::Label::builder()
                .xalign(0.0)
                .hexpand(true)
                .ellipsize(pango::EllipsizeMode::End)
                .build();
            let line = gtk::Box::builder().spacing(8).build();
            line.append(&score);
            line.append(&moves);
            let row = gtk::ListBoxRow::builder()
                .child(&line)
                .visible(false)
                .build();
            imp.list.append(&row);
            imp.rows.borrow_mut().push(LineRow { row, score, moves });
        }
        imp.list
            .connect_row_activated(weak!(self, |section, _, row: &gtk::ListBoxRow| {
                section.emit_chosen(row.index().max(0) as usize);
            }));
        let keys = gtk::ShortcutController::new();
        for (key, forward) in [("Left", false), ("Right", true)] {
            let step = call(self, move |section| {
                section.emit_stepped(forward);
                true
            });
            keys.add_shortcut(shortcut(key, step));
        }
        imp.list.add_controller(keys);
    }

    /// Sets the menu of the options.
    pub fn set_options(&self, menu: &gio::Menu) {
        let options = &self.imp().options;
        options.set_menu_model(Some(menu));
        options.popover().iter().for_each(naming::name_menu);
    }

    /// Opens the menu of the options.
    pub fn open_options(&self) {
        self.imp().options.popup();
    }

    /// Shows what was found.
    pub fn show_analysis(&self, shown: &ShownAnalysis) {
        let imp = self.imp();
        imp.heading.show_about(&shown.about);
        self.show_lines(&shown.lines);
        imp.message.set_visible(!shown.message.is_empty());
        imp.message.set_label(&shown.message);
        imp.ask.set_visible(shown.asks);
        imp.resume.set_visible(shown.rests);
        imp.keep.set_visible(shown.keeps.is_some());
        let keeps = shown.keeps.unwrap_or_default();
        imp.keep.set_sensitive(keeps);
        let about = if keeps {
            words::keep_line_about()
        } else {
            words::keep_line_at_end()
        };
        set_tooltip(&*imp.keep, Some(about));
    }

    fn show_lines(&self, lines: &[(AnalysisLine, Move)]) {
        let imp = self.imp();
        imp.list.set_visible(!lines.is_empty());
        let has_focus = imp.list.focus_child().is_some();
        for (index, line) in imp.rows.borrow().iter().enumerate() {
            let shown = lines.get(index);
            line.row.set_visible(shown.is_some());
            let Some((texts, _)) = shown else { continue };
            line.score.set_label(&texts.score);
            line.moves.set_label(&texts.moves);
            // The name of the focused row would be read out at every change.
            if !line.row.has_focus() {
                a11y::set_label(&line.row, &texts.name);
            }
        }
        if let Some((texts, best)) = lines.first().filter(|_| has_focus)
            && imp.speech.borrow_mut().is_due(*best, Instant::now())
        {
            announce(self, Importance::Answer, &texts.name);
        }
    }

    signals! {
        /// Calls back when the menu of the options is about to open.
        "opened" connect_opened emit_opened;
        /// Calls back with the index of a line that is to be seen on the board.
        "chosen"(index: usize) connect_chosen emit_chosen;
        /// Calls back when the next move of that line is to be seen, or the one before.
        "stepped"(forward: bool) connect_stepped emit_stepped;
        /// Calls back when the opponent is to be asked.
        "asked" connect_asked emit_asked;
        /// Calls back when the analysis is to go on.
        "resumed" connect_resumed emit_resumed;
        /// Calls back when the line on the board is to be kept.
        "kept" connect_kept emit_kept;
    }
}

/// Pace of announcements: another best move is told, but not too soon after the last one.
#[derive(Clone, Copy, Debug, Default)]
struct SpeechPace {
    best: Option<Move>,
    told: Option<Instant>,
}

impl SpeechPace {
    /// Whether a best move is to be told now; if so, it counts as told.
    fn is_due(&mut self, best: Move, now: Instant) -> bool {
        let is_soon = { self.told }.is_some_and(|told| now < told + SPEECH_PACE);
        if is_soon || self.best == Some(best) {
            return false;
        }
        // The first one is read with the row.
        let is_first = self.best.is_none();
        (self.best, self.told) = (Some(best), Some(now));
        !is_first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_best_move_is_told_every_few_seconds() {
        let [first, second, third] =
            ["h2e2", "b0c2", "g3g4"].map(|text| text.parse::<Move>().expect("a move"));
        let (mut pace, begun) = (SpeechPace::default(), Instant::now());
        assert!(!pace.is_due(first, begun));
        let at = |seconds| begun + Duration::from_secs(seconds);
        assert!(!pace.is_due(second, at(1)));
        assert!(pace.is_due(second, at(5)));
        assert!(!pace.is_due(second, at(20)));
        assert!(pace.is_due(third, at(21)));
    }
}
