//! Pages of the help, and their widgets.

use super::cycle_view::{self, CycleView};
use super::lesson_view::LessonView;
use crate::rules::{Piece, PieceKind, Side};
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::prelude::*;
use crate::words::HelpPart;

/// Size of the piece images, as the cell of a board that has such pieces.
const PIECE_CELL: f64 = 46.0;

/// A page: title and content.
pub(super) struct HelpPage {
    pub(super) title: &'static str,
    parts: Vec<HelpPart>,
    /// Whether it documents the program rather than the rules.
    pub(super) program: bool,
}

/// Returns all pages in order, the rules first.
pub(super) fn pages() -> Vec<HelpPage> {
    let mut pages: Vec<HelpPage> = Vec::new();
    for (program, parts) in [(false, words::course()), (true, words::guide())] {
        for part in parts {
            if let HelpPart::Heading(title) = part {
                pages.push(HelpPage {
                    title,
                    parts: Vec::new(),
                    program,
                });
            } else if let Some(page) = pages.last_mut() {
                page.parts.push(part);
            }
        }
    }
    pages
}

impl HelpPage {
    /// Names of what there is to do, under which the settings remember that it is done.
    fn ids(&self) -> Vec<&'static str> {
        let of = |part: &HelpPart| match part {
            HelpPart::Lesson(lesson) => lesson.tasks().iter().map(|task| task.id()).collect(),
            HelpPart::Cycle => vec![cycle_view::ID],
            _ => Vec::new(),
        };
        self.parts.iter().flat_map(of).collect()
    }

    /// How much of the page is done, and out of how much.
    pub(super) fn progress(&self, settings: &Settings) -> (usize, usize) {
        let ids = self.ids();
        let done = ids.iter().filter(|id| settings.has_learned(id));
        (done.count(), ids.len())
    }

    /// All paragraphs, as they are read out.
    pub(super) fn aloud(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| part.text());
        let all = texts.reduce(|first, next| words::sentences(&first, &next));
        all.unwrap_or_default()
    }

    /// Creates the widget, with the button that leads to the next page. Calls back when something is done.
    pub(super) fn widget(
        &self,
        settings: &Rc<Settings>,
        next: Option<gtk::Button>,
        done: impl Fn() + Clone + 'static,
    ) -> gtk::ScrolledWindow {
        let column = gtk::Box::new(gtk::Orientation::Vertical, 12);
        column.add_css_class("help-page");
        let mut next = next;
        for part in &self.parts {
            let widget = match *part {
                HelpPart::Heading(text) | HelpPart::Text(text) => paragraph(text).upcast(),
                HelpPart::Lesson(lesson) => {
                    let view = LessonView::new(lesson, self.title, settings, next.take());
                    let done = done.clone();
                    view.connect_solved(move |_| done());
                    view.upcast()
                }
                HelpPart::Cycle => {
                    let view = CycleView::new(self.title);
                    let (settings, done) = (settings.clone(), done.clone());
                    view.connect_done(move |_| {
                        settings.learn(cycle_view::ID);
                        done();
                    });
                    view.upcast()
                }
                HelpPart::Piece { kind, text } => piece(kind, text).upcast(),
                HelpPart::Term { word, meaning } => term(word, meaning).upcast::<gtk::Widget>(),
            };
            column.append(&widget);
        }
        if let Some(next) = next {
            column.append(&next);
        }
        let clamp = adw::Clamp::builder()
            .maximum_size(640)
            .child(&column)
            .build();
        gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .vexpand(true)
            .child(&clamp)
            .build()
    }
}

/// A paragraph beside the piece of both sides.
fn piece(kind: PieceKind, text: &str) -> gtk::Box {
    let strip = PieceStrip::new(PIECE_CELL);
    strip.set_pieces(Side::ALL.map(|side| Piece::new(side, kind)).into());
    strip.set_valign(gtk::Align::Center);
    strip.set_size_request((1.92 * PIECE_CELL) as i32, -1);
    a11y::hide(&strip);
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 14);
    row.append(&strip);
    row.append(&paragraph(text));
    row
}

/// A word over its explanation.
fn term(word: &str, meaning: &str) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 2);
    let word = paragraph(word);
    word.add_css_class("heading");
    column.append(&word);
    column.append(&paragraph(meaning));
    column
}

fn paragraph(text: &str) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .xalign(0.0)
        .wrap(true)
        .hexpand(true)
        .build()
}
