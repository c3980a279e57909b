//! The rules of a game being agreed on: handicap, repetition, limit without a capture, taking back.

use super::handicap_chooser::HandicapChooser;
use crate::game::{GameTerms, TakeBacks};
use crate::rules::{Rulebook, Terms};
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;

/// Maximum duration of unfolding a libadwaita row, in microseconds, on a slow machine.
const UNFOLDING: i64 = 600_000;

mod imp {
    use super::*;

    template! {
        RulesChooser "/io/github/chuhe/Chuhe/ui/rules_chooser.ui" {
            handicap: HandicapChooser,
            rules: adw::ExpanderRow,
            repetition: adw::ComboRow,
            no_capture: adw::ComboRow,
            take_backs: adw::ComboRow,
        } {}
    }

    class!(RulesChooser "XqRulesChooser" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for RulesChooser {
        fn constructed(&self) {
            self.parent_constructed();
            let books = Rulebook::ALL.map(|book| words::rulebook(book).to_owned());
            fill(&self.repetition, &books);
            fill(&self.no_capture, &Terms::LIMITS.map(words::no_capture));
            let rules = TakeBacks::ALL.map(|rule| words::take_back_rule(rule).to_owned());
            fill(&self.take_backs, &rules);
            for row in [&self.repetition, &self.no_capture, &self.take_backs] {
                let chooser = self.obj();
                row.connect_selected_notify(weak!(chooser, |chooser, _| chooser.sum_up()));
            }
            self.obj().sum_up();
        }
    }
}

widget! {
    /// The chooser of rules.
    RulesChooser Box
}

impl RulesChooser {
    /// Shows what the rulebook says about repetition, and in the folded row which rulebook that is, with all that is not
    /// as usual.
    fn sum_up(&self) {
        let (imp, rules) = (self.imp(), self.rules());
        imp.repetition
            .set_subtitle(words::rulebook_about(rules.rulebook));
        let limit = words::no_capture(rules.no_capture);
        let take_backs = words::take_back_rule(self.take_backs());
        let others = [
            (
                &imp.no_capture,
                limit.as_str(),
                rules.no_capture == Terms::default().no_capture,
            ),
            (
                &imp.take_backs,
                take_backs,
                self.take_backs() == TakeBacks::default(),
            ),
        ];
        let others = others.into_iter().filter(|(_, _, is_usual)| !is_usual);
        let others =
            others.map(|(row, value, _)| words::detail(&words::without_key(&row.title()), value));
        let book = words::rulebook(rules.rulebook).to_owned();
        let parts: Vec<_> = [book].into_iter().chain(others).collect();
        imp.rules.set_subtitle(&words::notes(&parts));
    }

    /// Row of the handicap.
    pub fn handicap_row(&self) -> HandicapChooser {
        self.imp().handicap.get()
    }

    /// Row of the rule on taking back.
    pub fn take_backs_row(&self) -> adw::ComboRow {
        self.imp().take_backs.get()
    }

    /// Selects the rules of these terms.
    pub fn choose(&self, terms: &GameTerms) {
        let imp = self.imp();
        imp.handicap.choose(terms.handicap);
        select(&imp.repetition, &Rulebook::ALL, &terms.rules.rulebook);
        select(&imp.no_capture, &Terms::LIMITS, &terms.rules.no_capture);
        select(&imp.take_backs, &TakeBacks::ALL, &terms.take_backs);
    }

    /// Selected rules, without names, time and seating.
    pub fn terms(&self) -> GameTerms {
        let imp = self.imp();
        GameTerms {
            rules: self.rules(),
            take_backs: self.take_backs(),
            handicap: imp.handicap.handicap(),
            ..GameTerms::default()
        }
    }

    fn take_backs(&self) -> TakeBacks {
        selected(&self.imp().take_backs, &TakeBacks::ALL).unwrap_or_default()
    }

    fn rules(&self) -> Terms {
        let imp = self.imp();
        let default = Terms::default();
        let limit = selected(&imp.no_capture, &Terms::LIMITS);
        Terms {
            rulebook: selected(&imp.repetition, &Rulebook::ALL).unwrap_or(default.rulebook),
            no_capture: limit.unwrap_or(default.no_capture),
        }
    }

    /// Keeps a row that unfolds in view.
    pub fn keep_in_sight(&self, scroll: &gtk::ScrolledWindow) {
        let imp = self.imp();
        for row in [imp.handicap.upcast_ref(), &*imp.rules] {
            let row: &adw::ExpanderRow = row;
            row.connect_expanded_notify(weak!(scroll, |scroll, row| bring_into_sight(
                &scroll, row
            )));
        }
    }
}

/// Keeps a row in view while it unfolds: its end, or its head if it does not fit.
pub fn bring_into_sight(scroll: &gtk::ScrolledWindow, row: &adw::ExpanderRow) {
    if !row.is_expanded() || !row.is_mapped() {
        return;
    }
    let begun = Cell::new(None);
    let scroll = scroll.downgrade();
    row.add_tick_callback(move |row, clock| {
        let now = clock.frame_time();
        if begun.get().is_none() {
            begun.set(Some(now));
        }
        if let Some(scroll) = scroll.upgrade() {
            show_whole(&scroll, row);
        }
        let unfolds = begun.get().is_some_and(|begun| now - begun < UNFOLDING);
        glib::ControlFlow::from(unfolds && row.is_expanded())
    });
}

/// Scrolls until a row is visible as a whole, or as far as it fits.
fn show_whole(scroll: &gtk::ScrolledWindow, row: &adw::ExpanderRow) {
    let adjustment = scroll.vadjustment();
    if let Some((_, y)) = row.translate_coordinates(scroll, 0.0, 0.0) {
        let top = adjustment.value() + y;
        let most = adjustment.page_size();
        adjustment.clamp_page(top, top + f64::from(row.height()).min(most));
    }
}
