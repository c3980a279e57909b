//! The print dialog: diagrams and notation.

use crate::record::notation::MoveText;
use crate::score_sheet::Diagrams;
use crate::ui::platform::exports::PrintChoice;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        Print "/io/github/chuhe/Chuhe/ui/print.ui" {
            diagrams: adw::ComboRow,
            notation: adw::ComboRow,
            print: gtk::Button,
        }
    }

    class!(Print "XqPrint" adw::Window, template with closes, |klass| {
        klass.install_action("print.print", None, |dialog, _, _| {
            dialog.emit_chosen();
            dialog.close();
        });
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for Print {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            fill(&self.diagrams, &Diagrams::ALL.map(diagrams_choice));
            let notations = MoveText::ALL.map(|text| words::notation_name(text).to_owned());
            fill(&self.notation, &notations);
        }
    }
}

widget! {
    /// The dialog shown before the printer's.
    Print Window
}

impl Print {
    /// Creates the dialog over a window, with the last choice.
    pub fn new(parent: &impl IsA<gtk::Window>, last: PrintChoice) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        select(&imp.diagrams, &Diagrams::ALL, &last.diagrams);
        select(&imp.notation, &MoveText::ALL, &last.notation);
        imp.print.grab_focus();
        dialog
    }

    /// Current choice.
    pub fn choice(&self) -> PrintChoice {
        let (imp, default) = (self.imp(), PrintChoice::default());
        PrintChoice {
            diagrams: selected(&imp.diagrams, &Diagrams::ALL).unwrap_or(default.diagrams),
            notation: selected(&imp.notation, &MoveText::ALL).unwrap_or(default.notation),
        }
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
