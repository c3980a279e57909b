//! The book of positions beside the board: the moves that were played in the shown position, their results, and games.

use crate::rules::Move;
use crate::ui::panel::result_bar::ResultBar;
use crate::ui::panel::section::SectionHeading;
use crate::ui::platform::settings::BookSource;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::prelude::*;
use crate::words::{BookGameText, BookMoveText, BookText};
use gtk::pango::EllipsizeMode;

/// Maximum height of the lists, and in a low window, in pixels.
const HEIGHT: i32 = 270;
const LOW: i32 = 96;

mod imp {
    use super::*;

    template! {
        BookSection "/io/github/chuhe/Chuhe/ui/book_section.ui" {
            heading: SectionHeading,
            sources: gtk::MenuButton,
            pages: gtk::Stack,
            message: gtk::Label,
            choose: gtk::Button,
            scroll: gtk::ScrolledWindow,
            moves: gtk::ListBox,
            games: gtk::ListBox,
            all: gtk::Button,
        } {
            /// The page that is shown.
            text: RefCell<BookText>,
            source: OnceCell<gio::SimpleAction>,
            /// Whether a row is pressed with the pointer.
            is_pressed: Cell<bool>,
        }
    }

    class!(BookSection "XqBookSection" gtk::Box, template, |_klass| {
        SectionHeading::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for BookSection {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.heading
                .set_section(words::game_book(), Action::Book, words::close_game_book());
            self.heading.add(&*self.sources);
            a11y::set_label(&*self.moves, words::book_moves());
            a11y::set_label(&*self.games, words::book_games());
            a11y::name_button(&self.choose, words::choose_book_folder());
            let section = self.obj();
            section.set_low(false);
            section.listen();
            section.add_actions();
        }
    }
}

widget! {
    /// The book of positions.
    BookSection Box
}

impl BookSection {
    signals! {
        "move-chosen"(mv: Move) connect_move_chosen emit_move_chosen;
        "game-chosen"(game: usize) connect_game_chosen emit_game_chosen;
        "all-asked" connect_all_asked emit_all_asked;
        "source-chosen"(source: BookSource) connect_source_chosen emit_source_chosen;
        "folder-asked" connect_folder_asked emit_folder_asked;
        /// Calls back when the keyboard is wanted on the board again: the pointer does not take it away.
        "done" connect_done emit_done;
    }

    fn listen(&self) {
        let imp = self.imp();
        imp.moves
            .connect_row_activated(weak!(self, |section, _, row: &gtk::ListBoxRow| {
                let mv = section.chosen(row, |text| &text.moves, |text| text.mv);
                mv.into_iter().for_each(|mv| section.emit_move_chosen(mv));
                section.leave_pressed();
            }));
        imp.games
            .connect_row_activated(weak!(self, |section, _, row: &gtk::ListBoxRow| {
                let game = section.chosen(row, |text| &text.games, |text| text.game);
                game.into_iter()
                    .for_each(|game| section.emit_game_chosen(game));
                section.leave_pressed();
            }));
        let press = gtk::GestureClick::new();
        press.set_propagation_phase(gtk::PropagationPhase::Capture);
        press.connect_pressed(weak!(self, |section, _, _, _, _| {
            section.imp().is_pressed.set(true);
        }));
        press.connect_end(weak!(self, |section, _, _| {
            // After the row.
            glib::idle_add_local_once(weak!(section, |section| {
                section.imp().is_pressed.set(false);
            }));
        }));
        imp.scroll.add_controller(press);
        imp.all
            .connect_clicked(weak!(self, |section, _| section.emit_all_asked()));
    }

    /// Returns the keyboard to the board if the pointer has taken it.
    fn leave_pressed(&self) {
        if self.imp().is_pressed.take() {
            self.emit_done();
        }
    }

    /// The value of a row.
    fn chosen<T, V>(
        &self,
        row: &gtk::ListBoxRow,
        list: fn(&BookText) -> &Vec<T>,
        value: fn(&T) -> V,
    ) -> Option<V> {
        let at = usize::try_from(row.index()).ok()?;
        let text = self.imp().text.borrow();
        list(&text).get(at).map(value)
    }

    fn add_actions(&self) {
        let actions = gio::SimpleActionGroup::new();
        let word = Some(glib::VariantTy::STRING);
        let source = gio::SimpleAction::new_stateful("source", word, &"".to_variant());
        source.connect_activate(weak!(self, |section, _, word| {
            let chosen = word.and_then(glib::Variant::str);
            if let Some(source) = chosen.and_then(BookSource::from_word) {
                section.emit_source_chosen(source);
            }
        }));
        let choose = gio::SimpleAction::new("choose-folder", None);
        choose.connect_activate(weak!(self, |section, _, _| section.emit_folder_asked()));
        actions.add_action(&source);
        actions.add_action(&choose);
        self.insert_action_group("book", Some(&actions));
        once(&self.imp().source, source);
    }

    /// Offers the games that a book can be made from, those in use marked; `folder` is the name of the one chosen last.
    pub fn offer_sources(&self, source: BookSource, folder: Option<&str>) {
        let imp = self.imp();
        if let Some(action) = imp.source.get() {
            action.set_state(&source.word().to_variant());
        }
        let menu = gio::Menu::new();
        for source in BookSource::ALL {
            let label = match (source, folder) {
                (BookSource::Opened, _) => words::book_of_open_games().to_owned(),
                (BookSource::Finished, _) => words::book_of_finished_games().to_owned(),
                (BookSource::Folder, Some(name)) => words::book_of_folder(name),
                (BookSource::Folder, None) => continue,
            };
            let item = gio::MenuItem::new(Some(&label), None);
            let target = source.word().to_variant();
            item.set_action_and_target_value(Some("book.source"), Some(&target));
            menu.append_item(&item);
        }
        let other = gio::Menu::new();
        other.append(
            Some(words::choose_book_folder()),
            Some("book.choose-folder"),
        );
        menu.append_section(None, &other);
        imp.sources.set_menu_model(Some(&menu));
    }

    /// Leaves the lists as much room as a window of some height has for them.
    pub fn set_low(&self, is_low: bool) {
        let scroll = &self.imp().scroll;
        scroll.set_max_content_height(if is_low { LOW } else { HEIGHT });
        scroll.set_min_content_height(LOW / 2);
    }

    /// Shows a state beside the title.
    pub fn show_state(&self, state: &str) {
        self.imp().heading.show_about(state);
    }

    /// Shows a sentence in place of moves, with a button that chooses a folder if that helps.
    pub fn show_message(&self, message: &str, offers_folder: bool) {
        let imp = self.imp();
        imp.message.set_label(message);
        imp.choose.set_visible(offers_folder);
        imp.pages.set_visible_child_name("message");
    }

    /// Shows a page of the book, with the fraction of the games that is known if there will be more.
    pub fn show_page(&self, text: BookText, part: Option<f64>) {
        let imp = self.imp();
        let progress = part.map(words::book_progress);
        self.show_state(progress.as_ref().unwrap_or(&text.summary));
        if text.games.is_empty() {
            self.forget();
            let message = if part.is_none() {
                words::not_in_book()
            } else {
                ""
            };
            return self.show_message(message, false);
        }
        imp.pages.set_visible_child_name("games");
        if *imp.text.borrow() == text {
            return;
        }
        let had_focus = imp.moves.focus_child().is_some();
        clear(&imp.moves);
        clear(&imp.games);
        for of_move in &text.moves {
            imp.moves.append(&move_row(of_move));
        }
        imp.moves.set_visible(!text.moves.is_empty());
        for game in &text.games {
            imp.games.append(&game_row(game));
        }
        imp.scroll.vadjustment().set_value(0.0);
        imp.text.replace(text);
        if had_focus {
            // The most frequent move is the next one.
            let first = imp.moves.row_at_index(0).or(imp.games.row_at_index(0));
            if let Some(row) = first {
                row.grab_focus();
            }
        }
    }

    /// Forgets the page.
    pub fn forget(&self) {
        let imp = self.imp();
        imp.text.take();
        clear(&imp.moves);
        clear(&imp.games);
    }
}

fn clear(list: &gtk::ListBox) {
    while let Some(row) = list.row_at_index(0) {
        list.remove(&row);
    }
}

/// A row that is read out as a whole.
fn row(child: &gtk::Box, spoken: &str) -> gtk::ListBoxRow {
    let row = gtk::ListBoxRow::builder().child(child).build();
    a11y::set_label(&row, spoken);
    row
}

fn label(text: &str, class: &str) -> gtk::Label {
    let label = glib::Object::builder::<gtk::Label>()
        .property("accessible-role", gtk::AccessibleRole::Presentation)
        .property("label", text)
        .property("xalign", 0.0_f32)
        .build();
    label.add_css_class(class);
    label
}

/// A label that fills the line, or is cut at its end.
fn filling(label: gtk::Label) -> gtk::Label {
    label.set_hexpand(true);
    label.set_ellipsize(EllipsizeMode::End);
    label
}

fn aside(text: &str) -> gtk::Label {
    let label = label(text, "caption");
    label.add_css_class("dim-label");
    label.add_css_class("numeric");
    label
}

fn move_row(text: &BookMoveText) -> gtk::ListBoxRow {
    let line = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    line.append(&label(&text.text, "heading"));
    line.append(&aside(&text.count));
    let last = filling(aside(&text.last));
    last.set_xalign(1.0);
    line.append(&last);
    let bar = ResultBar::default();
    bar.set_results(text.results);
    let lines = gtk::Box::new(gtk::Orientation::Vertical, 2);
    lines.append(&line);
    lines.append(&bar);
    row(&lines, &text.spoken)
}

fn game_row(text: &BookGameText) -> gtk::ListBoxRow {
    let line = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    line.append(&filling(label(&text.players, "caption")));
    line.append(&aside(&text.about));
    row(&line, &text.spoken)
}
