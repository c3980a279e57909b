//! The rules and the user guide, offline in their own window: a list of pages, and the selected page, which is created
//! when first shown.

mod cycle_view;
mod lesson_view;
mod page;

use crate::ui::board::board_view::BoardView;
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::actions::{call, closing_keys, shortcut, tooltip};
use crate::ui::toolkit::below;
use crate::ui::toolkit::prelude::*;
use page::{HelpPage, pages};

/// Shortcut back to the list of pages when both do not fit.
const BACK: &str = "<Alt>Left";

mod imp {
    use super::*;

    template! {
        HelpWindow "/io/github/chuhe/Chuhe/ui/help.ui" {
            leaflet: adw::Leaflet,
            heading: adw::WindowTitle,
            list: gtk::ListBox,
            page_title: adw::WindowTitle,
            back: gtk::Button,
            stack: gtk::Stack,
        } {
            settings: OnceCell<Rc<Settings>>,
        }
    }

    class!(HelpWindow "XqHelp" adw::Window, template; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for HelpWindow {
        fn constructed(&self) {
            self.parent_constructed();
            let help = self.obj();
            help.set_title(Some(words::help_title()));
            self.heading.set_title(words::help_title());
            let about = tooltip(words::all_pages(), BACK);
            self.back.set_tooltip_text(Some(&about));
            a11y::set_label(&*self.back, words::all_pages());
            let leaflet = self.leaflet.get();
            self.back.connect_clicked(weak!(leaflet, |leaflet, _| {
                leaflet.navigate(adw::NavigationDirection::Back);
            }));
            let keys = closing_keys();
            let back = call(&leaflet, |leaflet| {
                leaflet.is_folded() && leaflet.navigate(adw::NavigationDirection::Back)
            });
            keys.add_shortcut(shortcut(BACK, back));
            help.add_controller(keys);
            help.connect_focus_widget_notify(|_| announce::focus_moved());
            fill_list(&self.list);
            self.list.connect_row_selected(weak!(
                help,
                |help, _, row: Option<&gtk::ListBoxRow>| {
                    if let Some(row) = row {
                        help.show_page(row.index() as usize);
                    }
                }
            ));
            self.list
                .connect_row_activated(weak!(help, |help, _, row: &gtk::ListBoxRow| {
                    let imp = help.imp();
                    imp.leaflet.navigate(adw::NavigationDirection::Forward);
                    if let Some(page) = imp.stack.visible_child() {
                        enter(&page, row.index() as usize);
                    }
                }));
        }
    }
}

widget! {
    /// The window with the rules and the user guide.
    HelpWindow Window
}

impl HelpWindow {
    /// Creates the window, shown beside another.
    pub fn new(parent: &impl IsA<gtk::Window>, settings: &Rc<Settings>) -> Self {
        let help: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        let imp = help.imp();
        once(&imp.settings, settings.clone());
        help.refresh_list();
        imp.list.select_row(imp.list.row_at_index(0).as_ref());
        help
    }

    fn settings(&self) -> &Rc<Settings> {
        self.imp().settings.get().expect("they are set at once")
    }

    /// Shows how much of each page is done.
    fn refresh_list(&self) {
        let (list, settings) = (&self.imp().list, self.settings());
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

    fn show_page(&self, index: usize) {
        let imp = self.imp();
        let pages = pages();
        let Some(page) = pages.get(index) else { return };
        let name = index.to_string();
        let known = imp.stack.child_by_name(&name);
        let shown = known.unwrap_or_else(|| {
            let next = pages.get(index + 1).map(|next| next.title);
            let next = next.map(|next| self.next_button(index + 1, next));
            let done = weak!(self, |help| help.refresh_list());
            let widget = page.widget(self.settings(), next, done);
            imp.stack.add_named(&widget, Some(&name));
            widget.upcast()
        });
        imp.stack.set_visible_child(&shown);
        imp.page_title.set_title(page.title);
    }

    /// Creates the button that leads to another page.
    fn next_button(&self, index: usize, title: &str) -> gtk::Button {
        let (button, label) = (gtk::Button::new(), words::next_page(title));
        a11y::name_button(&button, &label);
        button.set_hexpand(true);
        button.set_halign(gtk::Align::End);
        button.set_tooltip_text(Some(&words::without_key(&label)));
        button.connect_clicked(weak!(self, |help, _| {
            let list = &help.imp().list;
            if let Some(row) = list.row_at_index(index as i32) {
                list.select_row(Some(&row));
                list.emit_by_name::<()>("row-activated", &[&row]);
            }
        }));
        button
    }
}

/// Fills the list, and groups it by the rules and the program.
fn fill_list(list: &gtk::ListBox) {
    a11y::set_label(list, words::pages());
    let pages = pages();
    for page in &pages {
        list.append(&list_row(page));
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

fn list_row(page: &HelpPage) -> gtk::ListBoxRow {
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
