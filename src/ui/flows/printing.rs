//! Printing: the score sheet of the game on the board, and anything else that is laid out on paper.

use super::Flows;
use crate::record::notation::MoveStyle;
use crate::score_sheet::PrintChoice;
use crate::score_sheet::{Pages, Paper, PrintOptions, Printable, ScoreSheet};
use crate::ui::dialogs::print::PrintDialog;
use crate::ui::platform::appearance;
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;

/// Last choices in the print dialog during this run.
#[derive(Debug, Default)]
pub(super) struct Printer {
    settings: RefCell<Option<gtk::PrintSettings>>,
    page_setup: RefCell<Option<gtk::PageSetup>>,
}

impl Printer {
    fn remember(&self, operation: &gtk::PrintOperation) {
        self.settings.replace(operation.print_settings());
        self.page_setup
            .replace(Some(operation.default_page_setup()));
    }
}

/// A document to be printed, and texts about it.
#[derive(Debug)]
pub(super) struct PrintJob {
    /// Name of the job, and proposed name of a file.
    pub(super) name: String,
    pub(super) content: Box<dyn Printable>,
    /// Heading of an error.
    pub(super) heading: &'static str,
    pub(super) confirmation: String,
}

impl Flows {
    /// Asks for the content of the score sheet, and prints it.
    pub fn print(&self) {
        self.session.settled();
        let later = self.later();
        PrintDialog::ask_about_game(&self.window, self.settings.print(), move |choice| {
            if let Some(flows) = later() {
                flows.print_as(choice);
            }
        });
    }

    fn print_as(&self, choice: PrintChoice) {
        // As proposed is no choice.
        if self.settings.print() != choice {
            self.settings.remember(|known| known.print = Some(choice));
        }
        self.run_print_job(PrintJob {
            name: words::title(&self.session.state()),
            content: Box::new(self.score_sheet(choice)),
            heading: words::cannot_print(),
            confirmation: words::printed().to_owned(),
        });
    }

    fn score_sheet(&self, choice: PrintChoice) -> ScoreSheet {
        let state = self.session.state();
        let game = &state.game;
        let choice = PrintOptions {
            style: MoveStyle {
                text: choice.notation,
                ..self.settings.move_style()
            },
            diagrams: choice.diagrams,
            bottom: state.bottom,
            look: appearance::look(),
        };
        ScoreSheet::new(game.record(), game.present(), &choice)
    }

    /// Shows the dialog of the printers, and prints.
    pub(super) fn run_print_job(&self, job: PrintJob) {
        let PrintJob {
            name,
            content,
            heading,
            confirmation,
        } = job;
        let operation = self.print_operation(&name);
        self.connect_pages(&operation, content, heading);
        let flows = self.clone();
        operation.connect_done(move |operation, result| match result {
            gtk::PrintOperationResult::Apply => {
                flows.memory.printer.remember(operation);
                flows.remark_done(&confirmation);
            }
            gtk::PrintOperationResult::Error => {
                let why = operation.error();
                let why = why.map_or_else(
                    || words::interrupted().to_owned(),
                    |error| words::printing_error(error.message()),
                );
                tell(&flows.window, heading, &why);
            }
            _ => {}
        });
        // Errors are reported when the operation is done.
        let _ = operation.run(gtk::PrintOperationAction::PrintDialog, Some(&self.window));
    }

    /// Creates an operation with the last choices.
    fn print_operation(&self, name: &str) -> gtk::PrintOperation {
        let printer = &self.memory.printer;
        let settings = printer.settings.borrow().clone().unwrap_or_default();
        settings.set(gtk::PRINT_SETTINGS_OUTPUT_BASENAME, Some(name));
        let operation = gtk::PrintOperation::builder()
            .job_name(name)
            .print_settings(&settings)
            .embed_page_setup(true)
            .use_full_page(true)
            .unit(gtk::Unit::Points)
            .allow_async(true)
            .build();
        operation.set_default_page_setup(printer.page_setup.borrow().as_ref());
        operation
    }

    /// Lets an operation lay out the content step by step once the paper is known, and draw page by page.
    fn connect_pages(
        &self,
        operation: &gtk::PrintOperation,
        content: Box<dyn Printable>,
        heading: &'static str,
    ) {
        let pages: Rc<RefCell<Option<Box<dyn Pages>>>> = Rc::default();
        operation.connect_begin_print({
            let pages = pages.clone();
            move |operation, context| {
                pages.replace(Some(content.begin(paper(context))));
                operation.set_n_pages(1);
            }
        });
        operation.connect_paginate({
            let pages = pages.clone();
            move |operation, _| {
                let mut pages = pages.borrow_mut();
                // It begins before.
                let Some(pages) = pages.as_mut() else {
                    return true;
                };
                let is_done = pages.go_on();
                if is_done {
                    operation.set_n_pages(i32::try_from(pages.count()).unwrap_or(i32::MAX));
                }
                is_done
            }
        });
        let window = self.window.clone();
        operation.connect_draw_page(move |operation, context, page| {
            let page = usize::try_from(page).unwrap_or_default();
            let pages = pages.borrow();
            let drawn = pages
                .as_ref()
                .map(|pages| pages.draw(&context.cairo_context(), page));
            if let Some(Err(error)) = drawn {
                operation.cancel();
                let why = words::printing_error(&error.to_string());
                tell(&window, heading, &why);
            }
        });
    }
}

/// Returns the paper of a printer, with pleasant margins that it supports.
fn paper(context: &gtk::PrintContext) -> Paper {
    let setup = context.page_setup();
    let margins = [
        setup.top_margin(gtk::Unit::Points),
        setup.right_margin(gtk::Unit::Points),
        setup.bottom_margin(gtk::Unit::Points),
        setup.left_margin(gtk::Unit::Points),
    ];
    // The widest margin on all sides, since the paper may be rotated.
    let margin = margins.into_iter().fold(Paper::MARGIN, f64::max);
    Paper {
        width: context.width(),
        height: context.height(),
        margins: [margin; 4],
    }
}
