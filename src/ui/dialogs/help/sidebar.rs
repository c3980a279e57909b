//! The list of pages, with ticks beside those that are done.

use super::page::{HelpPage, pages};
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::prelude::*;

/// Fills the list, and groups it by the rules and the program.
pub(super) fn fill(list: &gtk::ListBox) {
    a11y::set_label(list, words::pages());
    let pages = pages();
    for page in &pages {
        list.append(&row(page));
    }
    let programs: Vec<bool> = pages.iter().map(|page| page.program).collect();
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
}

fn row(page: &HelpPage) -> gtk::ListBoxRow {
    let title = gtk::Label::builder()
        .label(page.title)
        .xalign(0.0)
        .wrap(true)
        .hexpand(true)
        .build();
    let count = gtk::Label::new(None);
    for class in ["dim-label", "numeric"] {
        count.add_css_class(class);
    }
    let content = gtk::Box::new(gtk::Orientation::Horizontal, 6);
    content.append(&title);
    content.append(&count);
    content.append(&gtk::Image::from_icon_name("object-select-symbolic"));
    gtk::ListBoxRow::builder().child(&content).build()
}

/// Shows how much of each page is done.
pub(super) fn refresh(list: &gtk::ListBox, settings: &Settings) {
    for (index, page) in (0..).zip(pages()) {
        let Some(row) = list.row_at_index(index) else {
            return;
        };
        let (done, all) = page.progress(settings);
        let is_done = all > 0 && done == all;
        let tick = row.child().and_then(|content| content.last_child());
        let Some(tick) = tick else { return };
        tick.set_visible(is_done);
        if let Some(count) = tick.prev_sibling().and_downcast::<gtk::Label>() {
            count.set_visible(done > 0 && !is_done);
            count.set_label(&format!("{done}/{all}"));
        }
        let name = if done == 0 {
            page.title.to_owned()
        } else {
            words::page_progress(page.title, done, all)
        };
        a11y::set_label(&row, &name);
    }
}
