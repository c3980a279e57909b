//! The analysis in the window: its section, its arrows and bar, and lines that are looked at on the board.

use super::Window;
use crate::engine::Advice;
use crate::game::{AnalysisChoice, AnalysisState, Ask, Command, HintRule, MAX_LINES, Refusal};
use crate::rules::{Move, Side};
use crate::scene::LinePreview;
use crate::ui::board::evaluation_bar::{BAR_WIDTH, EvaluationBar};
use crate::ui::panel::analysis::{Analysis, ShownAnalysis};
use crate::ui::session::{AnalysisReport, Edit, SideLine};
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::choices::{choice_menu, engine_menu};
use crate::ui::toolkit::prelude::*;

/// Distance of the bar from the board, and margin of the board beside it.
const BAR_GAP: i32 = 4;
const BAR_MARGIN: i32 = 6 + BAR_WIDTH + BAR_GAP;
/// Margin of the board without it.
const MARGIN: i32 = 6;

impl Window {
    /// Begins or ends the analysis.
    pub(super) fn toggle_analysis(&self) {
        let imp = self.imp();
        if self.session().is_analyzing() {
            self.session().analyze(None);
            self.update();
            return;
        }
        if self.session().may_analyze() == HintRule::Never {
            let why = words::refusal(Refusal::NoAnalysis);
            return self.session().remark_refused(why);
        }
        self.analysis_section();
        imp.flap.set_reveal_flap(true);
        self.session().analyze(Some(self.settings().analysis()));
        self.update();
        self.announce(Importance::Answer, words::analysis());
    }

    /// Returns the section, which is created on first use.
    fn analysis_section(&self) -> &Analysis {
        let imp = self.imp();
        imp.bars.analysis.get_or_init(|| {
            let section = Analysis::default();
            section.connect_opened(weak!(self, |window, section| {
                section.set_options(&window.analysis_menu());
            }));
            section.connect_chosen(weak!(self, |window, _, index| window.preview_line(index)));
            section.connect_stepped(weak!(self, |window, _, forward| {
                let step = if forward {
                    Action::Next
                } else {
                    Action::Previous
                };
                window.step_preview(step);
            }));
            section.connect_asked(weak!(self, |window, _| {
                window.dispatch(Ask::Analysis.by(window.speaker()));
            }));
            section.connect_resumed(weak!(self, |window, _| {
                window.session().resume_analysis();
            }));
            section.connect_kept(weak!(self, |window, _| window.keep_line()));
            section.add_controller(self.escape());
            imp.panel.add_section(&section);
            section
        })
    }

    /// Opens the menu of the options, with the analysis.
    pub(super) fn show_analysis_options(&self) {
        if !self.session().is_analyzing() {
            self.toggle_analysis();
        }
        if self.session().is_analyzing() {
            self.imp().flap.set_reveal_flap(true);
            self.analysis_section().open_options();
        }
    }

    fn analysis_menu(&self) -> gio::Menu {
        let engines = engine_menu("win.analysis-engine", self.settings().engine_labels());
        let lines = (1..=MAX_LINES).map(|count| (count.to_string(), count.to_string()));
        let minutes = AnalysisChoice::MINUTES
            .map(|minutes| (words::analysis_minutes(minutes), minutes.to_string()));
        let menu = gio::Menu::new();
        let choices = gio::Menu::new();
        for (label, submenu) in [
            (words::analysis_engine(), engines),
            (
                words::analysis_lines(),
                choice_menu("win.analysis-lines", lines),
            ),
            (
                words::analysis_limit(),
                choice_menu("win.analysis-limit", minutes),
            ),
        ] {
            choices.append_submenu(Some(label), &submenu);
        }
        menu.append_section(None, &choices);
        let switches = gio::Menu::new();
        for (label, action) in [
            (words::analysis_of_mover(), Action::AnalysisOfMover),
            (words::analysis_arrows(), Action::AnalysisArrows),
            (words::analysis_bar(), Action::AnalysisBar),
        ] {
            switches.append(Some(label), Some(&action.in_window()));
        }
        menu.append_section(None, &switches);
        menu
    }

    /// Adds the actions of the choices.
    pub(super) fn add_analysis_choices(&self) {
        self.add_choice("analysis-engine", |window, word| {
            window.choose_analysis(|choice| word.clone_into(&mut choice.engine));
        });
        self.add_choice("analysis-lines", |window, word| {
            if let Ok(lines) = word.parse() {
                window.choose_analysis(|choice| choice.lines = lines);
            }
        });
        self.add_choice("analysis-limit", |window, word| {
            if let Ok(minutes) = word.parse() {
                window.choose_analysis(|choice| choice.minutes = minutes);
            }
        });
    }

    /// Changes the choices for the analysis, and goes on with it.
    pub(super) fn choose_analysis(&self, change: impl FnOnce(&mut AnalysisChoice)) {
        let mut choice = self.settings().analysis();
        change(&mut choice);
        self.settings()
            .remember(|known| known.analysis = choice.clone());
        if self.session().is_analyzing() {
            self.session().analyze(Some(choice));
        }
        self.update();
    }

    /// Shows what the analysis has found.
    pub(super) fn follow_analysis(&self) {
        self.refresh_analysis();
        if *self.imp().advised.borrow() != self.advised_moves() {
            self.refresh_board();
        }
    }

    /// Refreshes the section and the bar.
    pub(super) fn refresh_analysis(&self) {
        let imp = self.imp();
        let Some(section) = imp.bars.analysis.get() else {
            return;
        };
        let report = self.session().analysis();
        let is_open = report.state != AnalysisState::Closed;
        if !is_open && section.focus_child().is_some() {
            self.focus_board();
        }
        section.set_visible(is_open);
        if is_open {
            section.show_analysis(&self.shown_analysis(&report));
        }
        self.refresh_evaluation(&report);
    }

    fn shown_analysis(&self, report: &AnalysisReport) -> ShownAnalysis {
        let state = self.state();
        let game = &state.game;
        let position = game.shown_position();
        let choice = self.settings().analysis();
        let how = self.settings().move_style().main();
        let texts = |line: &Advice| {
            let texts = words::analysis_line(position, line, choice.of_mover, how);
            (texts, line.best())
        };
        let fault = report.fault.as_ref().map(words::engine_fault);
        let reason = words::analysis_message(report.state).map(str::to_owned);
        let is_starting = report.state == AnalysisState::Running && report.lines.is_empty();
        let waiting = is_starting.then(|| words::looking_for_hint().to_owned());
        ShownAnalysis {
            about: words::analysis_progress(&report.lines),
            lines: report.lines.iter().map(texts).collect(),
            message: fault.or(reason).or(waiting).unwrap_or_default(),
            asks: report.state == AnalysisState::Asking && game.offer().is_none(),
            rests: report.state == AnalysisState::Resting,
            keeps: self
                .preview()
                .map(|preview| game.takes_line(preview.at(), preview.moves())),
        }
    }

    fn refresh_evaluation(&self, report: &AnalysisReport) {
        let imp = self.imp();
        let choice = self.settings().analysis();
        let is_shown = report.state != AnalysisState::Closed && choice.bar;
        if !is_shown && imp.bars.evaluation.get().is_none() {
            return;
        }
        let bar = imp.bars.evaluation.get_or_init(|| {
            let bar = EvaluationBar::default();
            bar.show_chances(0.5, Side::Red);
            imp.tabletop.add_overlay(&bar);
            let window = self.downgrade();
            imp.tabletop.connect_get_child_position(move |_, child| {
                let is_bar = child.is::<EvaluationBar>();
                let window = window.upgrade().filter(|_| is_bar)?;
                Some(window.place_evaluation())
            });
            bar
        });
        bar.set_visible(is_shown && imp.board.get_visible());
        let margin = if is_shown { BAR_MARGIN } else { MARGIN };
        if imp.board.margin_start() != margin {
            imp.board.set_margin_start(margin);
        }
        let state = self.state();
        if let Some(best) = report.lines.first() {
            let is_reds = state.game.shown_position().turn() == Side::Red;
            let own = best.score.expectation();
            bar.show_chances(if is_reds { own } else { 1.0 - own }, state.bottom);
        }
    }

    /// The place of the bar over the table: left of the board, and as high.
    fn place_evaluation(&self) -> gdk::Rectangle {
        let imp = self.imp();
        let corner = imp.board.translate_coordinates(&*imp.tabletop, 0.0, 0.0);
        let (x, y) = corner.unwrap_or_default();
        let (left, top, _, height) = imp.board.layout().bounds();
        gdk::Rectangle::new(
            ((x + left) as i32 - BAR_GAP - BAR_WIDTH).max(0),
            (y + top) as i32,
            BAR_WIDTH,
            height as i32,
        )
    }

    /// The first moves of the lines that have arrows on the board, the best first.
    pub(super) fn advised_moves(&self) -> Vec<Move> {
        if let Some(compared) = self.compared_moves() {
            return compared;
        }
        let report = self.session().analysis();
        let is_open = report.state != AnalysisState::Closed;
        if !is_open || self.settings().analysis().without_arrows || self.preview().is_some() {
            return Vec::new();
        }
        report.lines.iter().map(Advice::best).collect()
    }
}

impl Window {
    /// The line that is looked at.
    pub(super) fn preview(&self) -> Option<LinePreview> {
        self.imp().view.borrow().preview.clone()
    }

    /// Shows a line on the board: its first move, and if that is shown already, the next one.
    fn preview_line(&self, index: usize) {
        let report = self.session().analysis();
        let Some(line) = report.lines.get(index) else {
            return;
        };
        let shown = self.preview();
        let shown = shown.filter(|shown| line.moves.starts_with(shown.shown_moves()));
        let first = LinePreview::new(&self.state().game, &line.moves);
        let next = first.as_ref().and_then(|first| match &shown {
            Some(shown) => first.with(shown.shown_moves().len() + 1),
            None => None,
        });
        self.show_preview(next.or(first));
    }

    /// Steps through the line that is looked at. Returns whether there is one.
    pub(super) fn step_preview(&self, step: Action) -> bool {
        let Some(shown) = self.preview() else {
            return false;
        };
        let goal = match step {
            Action::Next => shown.next().or(Some(shown)),
            Action::Previous => shown.previous(),
            Action::Last => Some(shown.last()),
            _ => None,
        };
        self.show_preview(goal);
        true
    }

    fn show_preview(&self, preview: Option<LinePreview>) {
        let (text, aloud) = {
            let state = self.state();
            let position = state.game.shown_position();
            let how = self.settings().move_style().main();
            let moves = preview.as_ref().map(LinePreview::shown_moves);
            let moves = moves.unwrap_or_default();
            (
                words::line_so_far(position, moves, how),
                words::last_of_line(position, moves),
            )
        };
        {
            let mut view = self.imp().view.borrow_mut();
            view.forget();
            if preview.is_some() {
                view.answer(text);
            }
            view.preview = preview;
        }
        self.update();
        if let Some(aloud) = aloud {
            self.announce(Importance::Answer, &aloud);
        }
    }

    /// Adds the line that is looked at to the game as a variation, and shows it there.
    fn keep_line(&self) {
        let Some(preview) = self.preview() else {
            return;
        };
        let at = preview.at();
        if !self.state().game.takes_line(at, preview.moves()) {
            return;
        }
        self.session().edit(&Edit::Variations(vec![SideLine {
            at,
            moves: preview.moves().to_vec(),
            comment: String::new(),
        }]));
        let shown = {
            let state = self.state();
            let record = state.game.record();
            let mut moves = preview.shown_moves().iter();
            moves.try_fold(at, |node, mv| record.child(node, *mv))
        };
        if let Some(node) = shown {
            self.dispatch(Command::Show(node));
        }
        self.focus_board();
    }
}
