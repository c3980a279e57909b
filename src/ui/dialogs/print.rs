//! The dialog before the printer's: diagrams and notation of a game, or which studies, and whether with solutions.

use crate::record::notation::MoveText;
use crate::score_sheet::Diagrams;
use crate::score_sheet::PrintChoice;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;

/// Studies to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyScope {
    /// The one on the board.
    Present,
    /// All of the list.
    Listed,
}

/// Choice of the studies to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyChoice {
    pub scope: StudyScope,
    pub has_solutions: bool,
}

mod imp {
    use super::*;

    template! {
        PrintDialog "/io/github/chuhe/Chuhe/ui/print.ui" {
            game: adw::PreferencesGroup,
            diagrams: adw::ComboRow,
            notation: adw::ComboRow,
            studies: adw::PreferencesGroup,
            scope: adw::ComboRow,
            solutions: gtk::Switch,
            print: gtk::Button,
        }
    }

    class!(PrintDialog "XqPrint" adw::Window, template with closes, |klass| {
        klass.install_action("print.print", None, |dialog, _, _| {
            dialog.emit_chosen();
            dialog.close();
        });
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for PrintDialog {
        signals!();
    }
}

widget! {
    /// The dialog shown before the printer's.
    PrintDialog Window
}

impl PrintDialog {
    /// Asks what to print of a game, beginning with the last choice, and calls back with the answer.
    pub fn ask_about_game(
        parent: &impl IsA<gtk::Window>,
        last: PrintChoice,
        print: impl Fn(PrintChoice) + 'static,
    ) {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        fill(&imp.diagrams, &Diagrams::ALL.map(diagrams_choice));
        let notations = MoveText::ALL.map(|text| words::notation_name(text).to_owned());
        fill(&imp.notation, &notations);
        select(&imp.diagrams, &Diagrams::ALL, &last.diagrams);
        select(&imp.notation, &MoveText::ALL, &last.notation);
        dialog.ask(&imp.game, move |imp| {
            print(PrintChoice {
                diagrams: selected(&imp.diagrams, &Diagrams::ALL).unwrap_or(last.diagrams),
                notation: selected(&imp.notation, &MoveText::ALL).unwrap_or(last.notation),
            });
        });
    }

    /// Asks which of the studies to print, given how many each scope has, and calls back with the answer.
    pub fn ask_about_studies(
        parent: &impl IsA<gtk::Window>,
        count: impl Fn(StudyScope) -> usize,
        print: impl Fn(StudyChoice) + 'static,
    ) {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        dialog.set_title(Some(words::print_studies()));
        let counts = [StudyScope::Present, StudyScope::Listed].map(|scope| (scope, count(scope)));
        let offered = counts.into_iter().filter(|(_, count)| *count > 0);
        let (scopes, labels): (Vec<_>, Vec<_>) = offered
            .map(|(scope, count)| (scope, scope_choice(scope, count)))
            .unzip();
        fill(&imp.scope, &labels);
        dialog.ask(&imp.studies, move |imp| {
            print(StudyChoice {
                scope: selected(&imp.scope, &scopes).unwrap_or(StudyScope::Listed),
                has_solutions: imp.solutions.is_active(),
            });
        });
    }

    fn ask(&self, group: &adw::PreferencesGroup, print: impl Fn(&imp::PrintDialog) + 'static) {
        group.set_visible(true);
        self.connect_chosen(move |dialog| print(dialog.imp()));
        self.imp().print.grab_focus();
        announce::present(self);
    }

    signals! {
        "chosen" connect_chosen emit_chosen;
    }
}

fn diagrams_choice(diagrams: Diagrams) -> String {
    match diagrams {
        Diagrams::None => words::no_diagrams().to_owned(),
        Diagrams::Last => words::last_diagram().to_owned(),
        Diagrams::Every(rounds) => words::diagrams_every(rounds),
    }
}

fn scope_choice(scope: StudyScope, count: usize) -> String {
    match scope {
        StudyScope::Present => words::print_this_study().to_owned(),
        StudyScope::Listed => words::print_listed_studies(count),
    }
}
