//! The course of the rules and the user guide, each in a window: a list of pages, and the selected page, which is
//! created when first shown.

mod cycle_view;
mod lesson_view;

use crate::game::{Demonstration, Repetition};
use crate::rules::{Piece, PieceKind, Side};
use crate::ui::board::board_view::BoardView;
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::platform::on_worker;
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::actions::{call, closing_keys, search_key, shortcut, tooltip};
use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::search_list;
use crate::words::HelpPart;
use cycle_view::CycleView;
use lesson_view::LessonView;

/// Shortcut back to the list of pages when both do not fit.
const BACK: &str = "<Alt>Left";

/// A set of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HelpBook {
    /// The rules, with tasks and progress.
    Course,
    /// The program, to be searched.
    #[default]
    Guide,
}

mod imp {
    use super::*;

    template! {
        HelpWindow "/io/github/chuhe/Chuhe/ui/help.ui" {
            leaflet: adw::Leaflet,
            heading: adw::WindowTitle,
            search: gtk::SearchEntry,
            list: gtk::ListBox,
            page_title: adw::WindowTitle,
            back: gtk::Button,
            stack: gtk::Stack,
        } {
            book: Cell<HelpBook>,
            settings: OnceCell<Rc<Settings>>,
        }
    }

    class!(HelpWindow "XqHelp" adw::Window, template; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for HelpWindow {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let help = self.obj();
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
                    let pages = help.pages();
                    let page = pages.get(row.index() as usize);
                    if let Some((page, shown)) = page.zip(imp.stack.visible_child()) {
                        enter(&shown, page);
                    }
                }));
        }
    }
}

widget! {
    /// The window with the course or the user guide.
    HelpWindow Window
}

impl HelpWindow {
    signals! {
        /// The course is over, and the first game is to begin.
        "played" connect_played emit_played;
    }

    /// Creates the window, shown beside another.
    pub fn new(parent: &impl IsA<gtk::Window>, settings: &Rc<Settings>, book: HelpBook) -> Self {
        let help = Self::over(parent);
        let imp = help.imp();
        once(&imp.settings, settings.clone());
        imp.book.set(book);
        let title = match book {
            HelpBook::Course => words::learn_title(),
            HelpBook::Guide => words::help_title(),
        };
        help.set_title(Some(title));
        imp.heading.set_title(title);
        a11y::set_label(&*imp.list, words::all_pages());
        help.pages()
            .iter()
            .for_each(|page| imp.list.append(&list_row(page)));
        help.refresh_list();
        if book == HelpBook::Guide {
            help.add_search();
        }
        imp.list.select_row(imp.list.row_at_index(0).as_ref());
        help
    }

    fn settings(&self) -> &Rc<Settings> {
        self.imp().settings.get().expect("they are set at once")
    }

    /// The pages in order.
    fn pages(&self) -> Vec<HelpPage> {
        pages(self.imp().book.get())
    }

    /// Lets pages be looked for by their words.
    fn add_search(&self) {
        let imp = self.imp();
        let texts: Vec<_> = self.pages().iter().map(HelpPage::searched).collect();
        let entry = imp.search.downgrade();
        imp.list.set_filter_func(move |row| {
            let looked_for = entry
                .upgrade()
                .map_or_else(String::new, |entry| entry.text().to_lowercase());
            let text = texts.get(row.index() as usize);
            text.is_some_and(|text| {
                looked_for
                    .split_whitespace()
                    .all(|word| text.contains(word))
            })
        });
        imp.search.set_visible(true);
        search_list::connect(
            self,
            &imp.search,
            &*imp.list,
            |help| help.imp().list.invalidate_filter(),
            Self::open_first,
        );
        self.add_controller(search_key(self, |help| {
            let imp = help.imp();
            imp.leaflet.navigate(adw::NavigationDirection::Back);
            imp.search.grab_focus()
        }));
    }

    /// Opens the first page that was found.
    fn open_first(&self) {
        let list = &self.imp().list;
        list.invalidate_filter();
        let mut rows = (0..).map_while(|index| list.row_at_index(index));
        if let Some(row) = rows.find(gtk::ListBoxRow::is_child_visible) {
            self.open(&row);
        }
    }

    fn open(&self, row: &gtk::ListBoxRow) {
        let list = &self.imp().list;
        list.select_row(Some(row));
        list.emit_by_name::<()>("row-activated", &[row]);
    }

    /// Shows how much of each page is done, and of the whole course.
    fn refresh_list(&self) {
        let (list, settings) = (&self.imp().list, self.settings());
        let mut total = (0, 0);
        for (index, page) in (0..).zip(self.pages()) {
            let Some(row) = list.row_at_index(index) else {
                return;
            };
            let (done, all) = page.progress(settings);
            total = (total.0 + done, total.1 + all);
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
        if let (done @ 1.., all) = total {
            self.imp().heading.set_subtitle(&format!("{done}/{all}"));
        }
    }

    fn show_page(&self, index: usize) {
        let imp = self.imp();
        let pages = self.pages();
        let Some(page) = pages.get(index) else { return };
        let name = index.to_string();
        let known = imp.stack.child_by_name(&name);
        let shown = known.unwrap_or_else(|| {
            let next = match pages.get(index + 1) {
                Some(next) => {
                    let open = weak!(self, |help, _: &gtk::Button| {
                        let row = help.imp().list.row_at_index(index as i32 + 1);
                        row.iter().for_each(|row| help.open(row));
                    });
                    Some(next_button(&words::next_page(next.title), open))
                }
                None if imp.book.get() == HelpBook::Course => {
                    let play = weak!(self, |help, _: &gtk::Button| help.emit_played());
                    let button = next_button(words::play_first_level(), play);
                    button.add_css_class("suggested-action");
                    Some(button)
                }
                None => None,
            };
            let done = weak!(self, |help| help.refresh_list());
            let widget = page.widget(self.settings(), next, done);
            imp.stack.add_named(&widget, Some(&name));
            widget.upcast()
        });
        imp.stack.set_visible_child(&shown);
        imp.page_title.set_title(page.title);
    }
}

/// Creates the button at the end of a page.
fn next_button(label: &str, clicked: impl Fn(&gtk::Button) + 'static) -> gtk::Button {
    let button = gtk::Button::new();
    a11y::name_button(&button, label);
    button.set_hexpand(true);
    button.set_halign(gtk::Align::End);
    button.set_tooltip_text(Some(&words::without_key(label)));
    button.connect_clicked(clicked);
    button
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
fn enter(widget: &gtk::Widget, page: &HelpPage) {
    let board = descendants::first::<BoardView>(widget);
    let focused = board.is_some_and(|board| board.grab_focus());
    if !focused {
        widget.child_focus(gtk::DirectionType::TabForward);
    }
    // The focus may be far below, but the page is read from its top.
    if let Some(scroll) = widget.downcast_ref::<gtk::ScrolledWindow>() {
        scroll.vadjustment().set_value(0.0);
    }
    announce(widget, Importance::Answer, &page.aloud());
}

/// Size of the piece images, as the cell of a board that has such pieces.
const PIECE_CELL: f64 = 46.0;

/// A page: title and content.
struct HelpPage {
    title: &'static str,
    parts: Vec<HelpPart>,
}

/// Returns the pages of a book in order.
fn pages(book: HelpBook) -> Vec<HelpPage> {
    let parts = match book {
        HelpBook::Course => words::course(),
        HelpBook::Guide => words::guide(),
    };
    let mut pages: Vec<HelpPage> = Vec::new();
    for part in parts {
        if let HelpPart::Heading(title) = part {
            let parts = Vec::new();
            pages.push(HelpPage { title, parts });
        } else if let Some(page) = pages.last_mut() {
            page.parts.push(part);
        }
    }
    pages
}

impl HelpPage {
    /// IDs of the tasks of the page, by which the settings remember the done ones.
    fn ids(&self) -> Vec<&'static str> {
        let of = |part: &HelpPart| match part {
            HelpPart::Lesson(lesson) => lesson.tasks().iter().map(|task| task.id()).collect(),
            HelpPart::Cycle(Repetition::Check) => vec![cycle_view::ID],
            _ => Vec::new(),
        };
        self.parts.iter().flat_map(of).collect()
    }

    /// Number of done tasks, and of all tasks of the page.
    fn progress(&self, settings: &Settings) -> (usize, usize) {
        let ids = self.ids();
        let done = ids.iter().filter(|id| settings.has_learned(id));
        (done.count(), ids.len())
    }

    /// All paragraphs, as they are read out.
    fn aloud(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| part.text());
        let all = texts.reduce(|first, next| words::sentences(&first, &next));
        all.unwrap_or_default()
    }

    /// Text in which words are looked for, in lower case.
    fn searched(&self) -> String {
        format!("{}\n{}", self.title, self.aloud()).to_lowercase()
    }

    /// Creates the widget, with the button that leads to the next page. Calls back when a task is done.
    fn widget(
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
                HelpPart::Cycle(of) => {
                    let (settings, done) = (settings.clone(), done.clone());
                    let done = move || {
                        settings.learn(cycle_view::ID);
                        done();
                    };
                    cycle(self.title, of, done).upcast()
                }
                HelpPart::Rulebooks => rulebooks().upcast(),
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

/// A repetition, once the arbiter has ruled on it.
fn cycle(title: &'static str, of: Repetition, done: impl Fn() + 'static) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 6);
    if of != Repetition::Check {
        let name = paragraph(words::repetition(of));
        name.add_css_class("heading");
        column.append(&name);
    }
    let add = move |column: &gtk::Box, shown| {
        let view = CycleView::new(title, of, shown);
        view.connect_done(move |_| done());
        column.append(&view);
    };
    if let Some(shown) = Demonstration::known(of) {
        add(&column, shown);
    } else {
        let shown = on_worker(move || Demonstration::new(of));
        let weak = column.downgrade();
        glib::spawn_future_local(async move {
            let shown = shown.await;
            if let Some(column) = weak.upgrade() {
                add(&column, shown);
            }
        });
    }
    column
}

/// The table that compares the rulebooks.
fn rulebooks() -> gtk::Grid {
    let (books, rows) = words::rulebooks();
    let grid = gtk::Grid::builder()
        .column_spacing(18)
        .row_spacing(6)
        .build();
    for (at, book) in (1..).zip(books) {
        let head = paragraph(book);
        head.add_css_class("heading");
        head.set_hexpand(false);
        grid.attach(&head, at, 0, 1, 1);
    }
    for (row, (kind, ends)) in (1..).zip(rows) {
        grid.attach(&paragraph(kind), 0, row, 1, 1);
        for (at, end) in (1..).zip(ends) {
            let end = paragraph(end);
            end.set_hexpand(false);
            end.set_yalign(0.0);
            grid.attach(&end, at, row, 1, 1);
        }
    }
    grid
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
