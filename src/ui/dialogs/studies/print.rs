//! The dialog for printing studies: which ones, and whether with solutions.

use super::Studies;
use crate::studies::Study;
use crate::ui::toolkit::combo_row::{fill, selected};
use crate::ui::toolkit::prelude::*;

/// Studies to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyScope {
    /// The one on the board.
    Present,
    /// All of the list.
    Listed,
}

/// A choice in the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyChoice {
    pub scope: StudyScope,
    pub has_solutions: bool,
}

mod imp {
    use super::*;

    template! {
        PrintStudies "/io/github/chuhe/Chuhe/ui/print_studies.ui" {
            scope: adw::ComboRow,
            solutions: gtk::Switch,
            print: gtk::Button,
        } {
            /// What there is to be printed.
            offered: RefCell<Vec<StudyScope>>,
        }
    }

    class!(PrintStudies "XqPrintStudies" adw::Window, template with closes, |klass| {
        klass.install_action("print.print", None, |dialog, _, _| {
            dialog.emit_chosen();
            dialog.close();
        });
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for PrintStudies {
        signals!();
    }
}

widget! {
    /// The dialog shown before the printer's, for studies.
    PrintStudies Window
}

impl PrintStudies {
    /// Creates the dialog over the studies. Nothing is offered that is not there.
    pub fn new(parent: &Studies) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        let counts = [StudyScope::Present, StudyScope::Listed]
            .map(|scope| (scope, parent.studies(scope).len()));
        let offered = counts.into_iter().filter(|(_, count)| *count > 0);
        let labels: Vec<_> = { offered.clone() }
            .map(|(scope, count)| label(scope, count))
            .collect();
        fill(&imp.scope, &labels);
        imp.offered
            .replace(offered.map(|(scope, _)| scope).collect());
        imp.print.grab_focus();
        dialog
    }

    /// Current choice.
    pub fn choice(&self) -> StudyChoice {
        let imp = self.imp();
        let scope = selected(&imp.scope, &imp.offered.borrow());
        StudyChoice {
            scope: scope.unwrap_or(StudyScope::Listed),
            has_solutions: imp.solutions.is_active(),
        }
    }

    signals! {
        "chosen" connect_chosen emit_chosen;
    }
}

fn label(scope: StudyScope, count: usize) -> String {
    match scope {
        StudyScope::Present => words::print_this_study().to_owned(),
        StudyScope::Listed => words::print_listed_studies(count),
    }
}

impl Studies {
    /// The studies on the board or of the list.
    pub fn studies(&self, scope: StudyScope) -> Vec<Study> {
        match scope {
            StudyScope::Present => self.imp().view.study().into_iter().collect(),
            StudyScope::Listed => self.imp().listed.all(),
        }
    }

    /// Lets studies be printed if there are any.
    pub(super) fn update_printing(&self) {
        let is_open = self.imp().view.study().is_some();
        let can_print = is_open || self.imp().listed.count() > 0;
        self.action_set_enabled("studies.print", can_print);
    }
}
