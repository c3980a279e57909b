//! The rules of a game being agreed on: handicap, repetition, limit without a capture, taking back.

use super::handicap_chooser::HandicapChooser;
use crate::game::{Agreement, TakeBacks};
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
        let mut books: Vec<(Rulebook, gtk::CheckButton)> = Vec::new();
        for book in Rulebook::ALL {
            // The row activates its check button, so only one of the two is exposed to the keyboard and screen readers.
            let check = gtk::CheckButton::builder()
                .valign(gtk::Align::Center)
                .can_focus(false)
                .build();
            check.set_group(books.first().map(|(_, first)| first));
            let row = adw::ActionRow::builder()
                .title(words::rulebook_choice(book))
                .subtitle(words::rulebook_about(book))
                .use_underline(true)
                .activatable_widget(&check)
                .build();
            row.set_property("accessible-role", gtk::AccessibleRole::Radio);
            a11y::set_checked(&row, false);
            a11y::set_description(&row, words::rulebook_about(book));
            row.add_prefix(&check);
            check.connect_active_notify(weak!(row, |row, check| a11y::set_checked(
                &row,
                check.is_active()
            )));
            check.connect_active_notify(weak!(self, |chooser, _| chooser.tell_rulebook()));
            imp.repetition.add_row(&row);
            books.push((book, check));
        }
        // Newer check buttons become radio buttons when grouped, the first with the second.
        for (_, check) in &books {
            check.set_property("accessible-role", gtk::AccessibleRole::Presentation);
        }
        once(&imp.books, books);
    }

    /// Shows the selected rulebook beside the folded rows.
    fn tell_rulebook(&self) {
        let told = words::rulebook(self.terms().rulebook);
        self.imp().repetition.set_subtitle(told);
    }

    /// Row of the handicap.
    pub fn handicap_row(&self) -> HandicapChooser {
        self.imp().handicap.get()
    }

    /// Selects the rules of an agreement.
    pub fn choose(&self, agreed: &Agreement) {
        let imp = self.imp();
        imp.handicap.choose(agreed.handicap);
        for (book, check) in imp.books.get().into_iter().flatten() {
            check.set_active(*book == agreed.terms.rulebook);
        }
        select(&imp.no_capture, &Terms::LIMITS, &agreed.terms.no_capture);
        select(&imp.take_backs, &TakeBacks::ALL, &agreed.take_backs);
    }

    /// Selected rules, without names, time and seating.
    pub fn agreement(&self) -> Agreement {
        let imp = self.imp();
        Agreement {
            terms: self.terms(),
            take_backs: selected(&imp.take_backs, &TakeBacks::ALL).unwrap_or_default(),
            handicap: imp.handicap.handicap(),
            ..Agreement::default()
        }
    }

    fn terms(&self) -> Terms {
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
