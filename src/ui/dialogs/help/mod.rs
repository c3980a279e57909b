//! The rules and the user guide, offline in their own window: a list of pages, and the selected page, which is created
//! when first shown.

mod cycle_view;
mod demo;
mod lesson_view;
mod page;
mod sidebar;

use crate::ui::board::board_view::BoardView;
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::actions::{call, closing_keys, shortcut, tooltip};
use crate::ui::toolkit::below;
use crate::ui::toolkit::prelude::*;
use page::pages;

/// Shortcut back to the list of pages when both do not fit.
const BACK: &str = "<Alt>Left";

/// The widgets that the list of pages controls, and where it keeps what is done.
struct Parts {
    list: gtk::ListBox,
    stack: gtk::Stack,
    title: adw::WindowTitle,
    leaflet: adw::Leaflet,
    settings: Rc<Settings>,
}

/// Creates the help window, shown beside `parent`.
pub fn window(parent: &impl IsA<gtk::Window>, settings: &Rc<Settings>) -> adw::Window {
    let parts = Parts {
        list: gtk::ListBox::new(),
        stack: gtk::Stack::new(),
        title: adw::WindowTitle::new("", ""),
        leaflet: adw::Leaflet::new(),
        settings: settings.clone(),
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
    window.connect_focus_widget_notify(|_| announce::focus_moved());
    parts.list.select_row(parts.list.row_at_index(0).as_ref());
    window
}

/// The list of pages.
fn sidebar(parts: &Parts) -> gtk::Box {
    let Parts { list, leaflet, .. } = parts;
    sidebar::fill(list);
    sidebar::refresh(list, &parts.settings);
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

/// Shows the page that is selected in the list, and enters the one that is activated.
fn follow(parts: &Parts) {
    let Parts {
        list,
        stack,
        title,
        leaflet,
        settings,
    } = parts;
    list.connect_row_selected(glib::clone!(
        #[weak]
        stack,
        #[weak]
        title,
        #[strong]
        settings,
        move |list, row| {
            if let Some(row) = row {
                show(list, row.index() as usize, &stack, &title, &settings);
            }
        }
    ));
    list.connect_row_activated(glib::clone!(
        #[weak]
        leaflet,
        #[weak]
        stack,
        move |_, row| {
            leaflet.navigate(adw::NavigationDirection::Forward);
            if let Some(page) = stack.visible_child() {
                enter(&page, row.index() as usize);
            }
        }
    ));
}

/// Moves the focus into a page, and reads it out.
fn enter(widget: &gtk::Widget, index: usize) {
    let board = below::first::<BoardView>(widget);
    let focused = board.is_some_and(|board| board.grab_focus());
    if !focused {
        widget.child_focus(gtk::DirectionType::TabForward);
    }
    // The focus may be far below, but the page is read from its top.
    if let Some(scroll) = widget.downcast_ref::<gtk::ScrolledWindow>() {
        scroll.vadjustment().set_value(0.0);
    }
    if let Some(page) = pages().get(index) {
        announce(widget, Importance::Answer, &page.aloud());
    }
}

fn show(
    list: &gtk::ListBox,
    index: usize,
    stack: &gtk::Stack,
    title: &adw::WindowTitle,
    settings: &Rc<Settings>,
) {
    let pages = pages();
    let Some(page) = pages.get(index) else { return };
    let name = index.to_string();
    let known = stack.child_by_name(&name);
    let shown = known.unwrap_or_else(|| {
        let next = pages.get(index + 1).map(|next| next.title);
        let next = next.map(|next| next_button(list, index + 1, next));
        let done = glib::clone!(
            #[weak]
            list,
            #[strong]
            settings,
            move || sidebar::refresh(&list, &settings)
        );
        let widget = page.widget(settings, next, done);
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
    button.set_hexpand(true);
    button.set_halign(gtk::Align::End);
    button.set_tooltip_text(Some(&words::without_key(&label)));
    button.connect_clicked(weak!(list, |list, _| {
        if let Some(row) = list.row_at_index(index as i32) {
            list.select_row(Some(&row));
            list.emit_by_name::<()>("row-activated", &[&row]);
        }
    }));
    button
}

/// Shortcuts that close the window or go back to the list of pages.
fn keys(leaflet: &adw::Leaflet) -> gtk::ShortcutController {
    let controller = closing_keys();
    let back = call(leaflet, |leaflet| {
        leaflet.is_folded() && leaflet.navigate(adw::NavigationDirection::Back)
    });
    controller.add_shortcut(shortcut(BACK, back));
    controller
}
