//! The rules and the use of the program, in a window of its own that needs no network.

use super::help_text::{HELP, HELP_TITLE, HelpPart};
use super::piece_strip::PieceStrip;
use super::window::Window;
use crate::rules::{Piece, Side};
use adw::prelude::*;

/// How large the pictures of the pieces are: the cell of a board that has such pieces.
const PIECE_CELL: f64 = 46.0;

/// The help, to be shown beside a window.
pub(super) fn window(parent: &Window) -> adw::Window {
    let page = gtk::Box::new(gtk::Orientation::Vertical, 12);
    page.add_css_class("help-page");
    for part in HELP {
        page.append(&widget(part));
    }
    let clamp = adw::Clamp::builder().maximum_size(640).child(&page).build();
    let scroll = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .vexpand(true)
        .child(&clamp)
        .build();
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.append(&adw::HeaderBar::new());
    content.append(&scroll);
    let window = adw::Window::builder()
        .title(HELP_TITLE)
        .transient_for(parent)
        .destroy_with_parent(true)
        .default_width(680)
        .default_height(720)
        .content(&content)
        .build();
    window.add_controller(close_on_escape());
    window
}

fn close_on_escape() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    for key in ["Escape", "<Control>w"] {
        let trigger = gtk::ShortcutTrigger::parse_string(key);
        let close = gtk::NamedAction::new("window.close");
        controller.add_shortcut(gtk::Shortcut::new(trigger, Some(close)));
    }
    controller
}

fn widget(part: &HelpPart) -> gtk::Widget {
    match part {
        HelpPart::Heading(text) => heading(text).upcast(),
        HelpPart::Text(text) => paragraph(text).upcast(),
        HelpPart::Piece { kind, name, text } => {
            let strip = PieceStrip::new(PIECE_CELL);
            strip.set_pieces(Side::ALL.map(|side| Piece::new(side, *kind)).into());
            strip.set_valign(gtk::Align::Start);
            super::a11y::set_label(&strip, name);
            let title = paragraph(name);
            title.add_css_class("piece-name");
            let words = gtk::Box::new(gtk::Orientation::Vertical, 2);
            words.append(&title);
            words.append(&paragraph(text));
            let row = gtk::Box::new(gtk::Orientation::Horizontal, 14);
            row.append(&strip);
            row.append(&words);
            row.upcast()
        }
    }
}

fn heading(text: &str) -> gtk::Label {
    let label = gtk::Label::builder()
        .label(text)
        .xalign(0.0)
        .margin_top(12)
        .build();
    label.add_css_class("title-3");
    label
}

fn paragraph(text: &str) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .xalign(0.0)
        .wrap(true)
        .hexpand(true)
        .build()
}
