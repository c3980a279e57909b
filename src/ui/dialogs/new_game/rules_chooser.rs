//! The rules of a game being agreed on: handicap, repetition, limit without a capture, taking back.

use super::handicap_chooser::HandicapChooser;
use crate::game::{GameTerms, TakeBacks};
use crate::rules::{Rulebook, Terms};
use crate::ui::toolkit::choices;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;

/// Maximum duration of unfolding a libadwaita row, in microseconds, on a slow machine.
const UNFOLDING: i64 = 600_000;

mod imp {
    use super::*;

    template! {
        RulesChooser "/io/github/chuhe/Chuhe/ui/rules_chooser.ui" {
            handicap: HandicapChooser,
            repetition: adw::ExpanderRow,
            no_capture: adw::ComboRow,
            take_backs: adw::ComboRow,
        } {
            /// The check button of each rulebook.
            books: OnceCell<Vec<(Rulebook, gtk::CheckButton)>>,
        }
    }

    class!(RulesChooser "XqRulesChooser" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for RulesChooser {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_rulebooks();
            fill(&self.no_capture, &Terms::LIMITS.map(words::no_capture));
            let rules = TakeBacks::ALL.map(|rule| words::take_back_rule(rule).to_owned());
            fill(&self.take_backs, &rules);
        }
    }
}

widget! {
    /// The chooser of rules.
    RulesChooser Box
}

impl RulesChooser {
    /// Adds a row for each rulebook, one of which is checked.
    fn add_rulebooks(&self) {
        let imp = self.imp();
        let books = Rulebook::OFFERED.map(|book| {
            let about = words::rulebook_about(book);
            let (row, check) = choices::row(words::rulebook_choice(book), about);
            check.connect_active_notify(weak!(self, |chooser, _| chooser.tell_rulebook()));
            imp.repetition.add_row(&row);
            (book, check)
        });
        choices::group(books.iter().map(|(_, check)| check));
        once(&imp.books, books.into());
    }

    /// Shows the selected rulebook beside the folded rows.
    fn tell_rulebook(&self) {
        let told = words::rulebook(self.rules().rulebook);
        self.imp().repetition.set_subtitle(told);
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
        for (book, check) in imp.books.get().into_iter().flatten() {
            check.set_active(*book == terms.rules.rulebook);
        }
        select(&imp.no_capture, &Terms::LIMITS, &terms.rules.no_capture);
        select(&imp.take_backs, &TakeBacks::ALL, &terms.take_backs);
    }

    /// Selected rules, without names, time and seating.
    pub fn terms(&self) -> GameTerms {
        let imp = self.imp();
        GameTerms {
            rules: self.rules(),
            take_backs: selected(&imp.take_backs, &TakeBacks::ALL).unwrap_or_default(),
            handicap: imp.handicap.handicap(),
            ..GameTerms::default()
        }
    }

    fn rules(&self) -> Terms {
        let imp = self.imp();
        let mut books = imp.books.get().into_iter().flatten();
        let book = books.find(|(_, check)| check.is_active());
        let limit = selected(&imp.no_capture, &Terms::LIMITS);
        let default = Terms::default();
        Terms {
            rulebook: book.map_or(default.rulebook, |(book, _)| *book),
            no_capture: limit.unwrap_or(default.no_capture),
        }
    }

    /// Keeps a row that unfolds in view.
    pub fn keep_in_sight(&self, scroll: &gtk::ScrolledWindow) {
        let imp = self.imp();
        for row in [imp.handicap.upcast_ref(), &*imp.repetition] {
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
