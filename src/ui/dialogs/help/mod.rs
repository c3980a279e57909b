//! The rules and the user guide, offline in their own window: a list of pages, and the selected page, which is created
//! when first shown.

mod cycle_view;
mod demo;
mod lesson_view;

use crate::game::Lesson;
use crate::rules::{Piece, Side};
use crate::ui::board::board_view::BoardView;
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::actions::{closing_keys, shortcut, tooltip};
use crate::ui::toolkit::{a11y, below};
use crate::words::HelpPart;
use cycle_view::cycle_view;
use lesson_view::LessonView;

/// Size of the piece images, as the cell of a board that has such pieces.
const PIECE_CELL: f64 = 46.0;

/// Shortcut back to the list of pages when both do not fit.
const BACK: &str = "<Alt>Left";

/// A page: title and content.
struct Page {
    title: &'static str,
    parts: Vec<HelpPart>,
    /// Whether it documents the program rather than the rules.
    program: bool,
}

/// Returns all pages in order: the rules first, ending with the repetition cycle.
fn pages() -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let mut program = false;
    for part in words::help() {
        match part {
            HelpPart::Heading(title) | HelpPart::Piece { name: title, .. } => {
                let is_piece = matches!(part, HelpPart::Piece { .. });
                pages.push(Page {
                    title,
                    parts: is_piece.then_some(part).into_iter().collect(),
                    program,
                });
            }
            HelpPart::Text(_) | HelpPart::Lesson(_) | HelpPart::Cycle => {
                if let Some(page) = pages.last_mut() {
                    page.parts.push(part);
                }
            }
        }
        program |= matches!(part, HelpPart::Cycle);
    }
    pages
}

/// The widgets that the list of pages controls.
#[derive(Clone)]
struct Parts {
    list: gtk::ListBox,
    stack: gtk::Stack,
    title: adw::WindowTitle,
    leaflet: adw::Leaflet,
}

/// Creates the help window, shown beside `parent`.
pub fn window(parent: &impl IsA<gtk::Window>) -> adw::Window {
    let parts = Parts {
        list: gtk::ListBox::new(),
        stack: gtk::Stack::new(),
        title: adw::WindowTitle::new("", ""),
        leaflet: adw::Leaflet::new(),
    };
    let side = sidebar(&parts);
    let content = content(&parts);
    let line = gtk::Separator::new(gtk::Orientation::Vertical);
    let Parts { leaflet, .. } = &parts;
    leaflet.append(&side);
    leaflet.append(&line).set_navigatable(false);
    leaflet.append(&content);
    leaflet.set_can_navigate_back(true);
    follow(&parts);
    let window = adw::Window::builder()
        .title(words::help_title())
        .transient_for(parent)
        .destroy_with_parent(true)
        .default_width(860)
        .default_height(760)
        .width_request(360)
        .height_request(420)
        .content(leaflet)
        .build();
    window.add_controller(keys(leaflet));
    parts.list.select_row(parts.list.row_at_index(0).as_ref());
    window
}

/// The list of pages.
fn sidebar(parts: &Parts) -> gtk::Box {
    let Parts { list, leaflet, .. } = parts;
    list.add_css_class("navigation-sidebar");
    a11y::set_label(list, words::pages());
    let programs: Vec<bool> = pages().iter().map(|page| page.program).collect();
    for page in pages() {
        let label = gtk::Label::builder()
            .label(page.title)
            .xalign(0.0)
            .wrap(true)
            .build();
        let row = gtk::ListBoxRow::builder().child(&label).build();
        a11y::set_label(&row, page.title);
        list.append(&row);
    }
    list.set_header_func(move |row, before| {
        let of = |row: &gtk::ListBoxRow| programs.get(row.index() as usize).copied();
        let group = of(row);
        if before.is_some_and(|before| of(before) == group) {
            return row.set_header(gtk::Widget::NONE);
        }
        let text = if group == Some(true) {
            words::program_pages()
        } else {
            words::rules_pages()
        };
        let header = gtk::Label::builder().label(text).xalign(0.0).build();
        header.add_css_class("heading");
        header.add_css_class("help-group");
        row.set_header(Some(&header));
    });
    let scroll = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .vexpand(true)
        .child(list)
        .build();
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(&adw::WindowTitle::new(words::help_title(), "")));
    leaflet
        .bind_property("folded", &header, "show-end-title-buttons")
        .sync_create()
        .build();
    let side = gtk::Box::new(gtk::Orientation::Vertical, 0);
    side.set_width_request(230);
    side.append(&header);
    side.append(&scroll);
    side
}

/// The page with its title.
fn content(parts: &Parts) -> gtk::Box {
    let Parts {
        stack,
        title,
        leaflet,
        ..
    } = parts;
    let back = gtk::Button::from_icon_name("go-previous-symbolic");
    back.set_tooltip_text(Some(&tooltip(words::all_pages(), BACK)));
    a11y::set_label(&back, words::all_pages());
    back.connect_clicked(weak!(leaflet, |leaflet, _| {
        leaflet.navigate(adw::NavigationDirection::Back);
    }));
    leaflet
        .bind_property("folded", &back, "visible")
        .sync_create()
        .build();
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(title));
    header.pack_start(&back);
    leaflet
        .bind_property("folded", &header, "show-start-title-buttons")
        .sync_create()
        .build();
    stack.set_vexpand(true);
    stack.set_hexpand(true);
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.set_hexpand(true);
    content.append(&header);
    content.append(stack);
    content
}

/// Shows the page that is selected in the list.
fn follow(parts: &Parts) {
    let Parts {
        list,
        stack,
        title,
        leaflet,
    } = parts;
    list.connect_row_selected(glib::clone!(
        #[weak]
        stack,
        #[weak]
        title,
        move |list, row| {
            if let Some(row) = row {
                show(list, row.index() as usize, &stack, &title);
            }
        }
    ));
    list.connect_row_activated(glib::clone!(
        #[weak]
        leaflet,
        #[weak]
        stack,
        move |_, _| {
            leaflet.navigate(adw::NavigationDirection::Forward);
            // Enter moves the focus into the page.
            if let Some(page) = stack.visible_child() {
                let board = below::first::<BoardView>(&page);
                let focused = board.is_some_and(|board| board.grab_focus());
                if !focused {
                    page.child_focus(gtk::DirectionType::TabForward);
                }
            }
        }
    ));
}

fn show(list: &gtk::ListBox, index: usize, stack: &gtk::Stack, title: &adw::WindowTitle) {
    let pages = pages();
    let Some(page) = pages.get(index) else { return };
    let name = index.to_string();
    let known = stack.child_by_name(&name);
    let shown = known.unwrap_or_else(|| {
        let next = pages.get(index + 1).map(|next| next.title);
        let widget = page_widget(page, next.map(|next| next_button(list, index + 1, next)));
        stack.add_named(&widget, Some(&name));
        widget.upcast()
    });
    stack.set_visible_child(&shown);
    title.set_title(page.title);
}

/// Creates the button that leads to another page.
fn next_button(list: &gtk::ListBox, index: usize, title: &str) -> gtk::Button {
    let (button, label) = (gtk::Button::new(), words::next_page(title));
    a11y::name_button(&button, &label);
    for class in ["flat", "text-button"] {
        button.add_css_class(class);
    }
    button.set_halign(gtk::Align::End);
    button.set_tooltip_text(Some(&words::without_key(&label)));
    button.connect_clicked(weak!(list, |list, _| {
        let row = list.row_at_index(index as i32);
        list.select_row(row.as_ref());
    }));
    button
}

fn page_widget(page: &Page, next: Option<gtk::Button>) -> gtk::ScrolledWindow {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 12);
    column.add_css_class("help-page");
    for part in &page.parts {
        column.append(&widget(*part, page.title));
    }
    if let Some(HelpPart::Piece { kind, .. }) = page.parts.first() {
        column.append(&LessonView::new(Lesson::Kind(*kind), page.title));
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

/// Shortcuts that close the window or go back to the list of pages.
fn keys(leaflet: &adw::Leaflet) -> gtk::ShortcutController {
    let controller = closing_keys();
    let back = gtk::CallbackAction::new(glib::clone!(
        #[weak]
        leaflet,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, _| {
            let goes = leaflet.is_folded() && leaflet.navigate(adw::NavigationDirection::Back);
            if goes {
                glib::Propagation::Stop
            } else {
                glib::Propagation::Proceed
            }
        }
    ));
    controller.add_shortcut(shortcut(BACK, back));
    controller
}

fn widget(part: HelpPart, title: &str) -> gtk::Widget {
    match part {
        HelpPart::Heading(text) | HelpPart::Text(text) => paragraph(text).upcast(),
        HelpPart::Lesson(lesson) => LessonView::new(lesson, title).upcast(),
        HelpPart::Cycle => cycle_view(title).upcast(),
        HelpPart::Piece { kind, name, text } => {
            let strip = PieceStrip::new(PIECE_CELL);
            strip.set_pieces(Side::ALL.map(|side| Piece::new(side, kind)).into());
            strip.set_valign(gtk::Align::Center);
            strip.set_size_request((1.92 * PIECE_CELL) as i32, -1);
            a11y::set_label(&strip, name);
            let row = gtk::Box::new(gtk::Orientation::Horizontal, 14);
            row.append(&strip);
            row.append(&paragraph(text));
            row.upcast()
        }
    }
}

fn paragraph(text: &str) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .xalign(0.0)
        .wrap(true)
        .hexpand(true)
        .build()
}
