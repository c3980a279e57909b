//! Printing studies.

use super::Flows;
use crate::score_sheet::{StudyOptions, StudySheet};
use crate::ui::dialogs::studies::{PrintStudies, Studies, StudyChoice};
use crate::ui::flows::printing::PrintJob;
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;

impl Flows {
    /// Asks which studies to print, and prints them.
    pub(super) fn ask_print_studies(&self, window: &Studies) {
        let dialog = PrintStudies::new(window);
        let later = self.later();
        let window = window.downgrade();
        dialog.connect_chosen(move |dialog| {
            if let (Some(flows), Some(window)) = (later(), window.upgrade()) {
                flows.print_studies(&window, dialog.choice());
            }
        });
        announce::present(&dialog);
    }

    fn print_studies(&self, window: &Studies, choice: StudyChoice) {
        let how = self.settings.move_style().main();
        let options = StudyOptions {
            solutions: choice.has_solutions.then_some(how),
            look: appearance::look(),
        };
        let studies = window.studies(choice.scope);
        let over = self.over(window);
        over.run_print_job(PrintJob {
            name: words::studies().to_owned(),
            content: Box::new(StudySheet::new(&studies, &options)),
            heading: words::cannot_print_studies(),
            confirmation: words::studies_printed().to_owned(),
        });
    }
}
