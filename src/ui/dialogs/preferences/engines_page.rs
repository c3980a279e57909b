//! The page for engines: the built-in one, the player’s own with their options, and those that can be added.
//!
//! An engine of the player’s runs while its row is unfolded, so that its options are those of the program that is there
//! now; it does nothing meanwhile, and ends when the row is folded or the window is hidden.

use super::PreferencesDialog;
use crate::engine::uci::{DialogueEvent, EngineFault, EngineOption, OptionKind, Protocol};
use crate::ui::platform::bookmarks;
use crate::ui::platform::settings::{EngineProgram, Settings, found_engines, is_sandboxed};
use crate::ui::session::{EngineClient, EngineLog};
use crate::ui::toolkit::actions::shortcut;
use crate::ui::toolkit::choices::set_switch_role;
use crate::ui::toolkit::combo_row::fill;
use crate::ui::toolkit::naming::{expose_entry, name_added};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast;

/// The page.
#[derive(Debug)]
pub(super) struct EnginesPage {
    dialog: glib::WeakRef<PreferencesDialog>,
    settings: Rc<Settings>,
    engines: adw::PreferencesGroup,
    offers: adw::PreferencesGroup,
    rows: RefCell<Vec<Rc<EngineRow>>>,
    offered: RefCell<Vec<adw::ActionRow>>,
    /// The program that is being tried.
    trial: RefCell<Option<EngineClient>>,
}

/// Row of an engine of the player’s.
#[derive(Debug)]
struct EngineRow {
    page: std::rc::Weak<EnginesPage>,
    row: adw::ExpanderRow,
    folder: adw::ActionRow,
    remove: adw::ActionRow,
    program: RefCell<EngineProgram>,
    client: RefCell<Option<EngineClient>>,
    log: Rc<EngineLog>,
    options: RefCell<Vec<gtk::Widget>>,
}

impl EnginesPage {
    /// Adds the page to a window.
    pub(super) fn add_to(dialog: &PreferencesDialog, settings: &Rc<Settings>) -> Rc<Self> {
        let view = adw::PreferencesPage::builder()
            .name("engines")
            .title(words::engines_page())
            .use_underline(true)
            .icon_name("chuhe-computer-symbolic")
            .build();
        let page = Rc::new(Self {
            dialog: dialog.downgrade(),
            settings: settings.clone(),
            engines: adw::PreferencesGroup::new(),
            offers: adw::PreferencesGroup::new(),
            rows: RefCell::default(),
            offered: RefCell::default(),
            trial: RefCell::default(),
        });
        let built_in = adw::ActionRow::builder()
            .title(words::built_in_engine())
            .build();
        page.engines.add(&built_in);
        view.add(&page.engines);
        if is_sandboxed() {
            page.engines
                .set_description(Some(words::engines_sandboxed()));
        } else {
            page.engines.set_description(Some(words::engines_about()));
            page.offers.set_title(words::add_engine());
            view.add(&page.offers);
            for program in settings.engines() {
                page.add_row(program);
            }
            page.offer();
        }
        dialog.add(&view);
        dialog.connect_hide(weak!(page, |page, _| page.fold()));
        page
    }

    /// Ends all engines.
    fn fold(&self) {
        self.trial.take();
        for row in self.rows.borrow().iter() {
            row.row.set_expanded(false);
        }
        self.set_offers_sensitive(true);
    }

    fn set_offers_sensitive(&self, is_sensitive: bool) {
        self.offers.set_sensitive(is_sensitive);
    }

    /// Offers the programs that are found and not added yet, and to choose another one.
    fn offer(self: &Rc<Self>) {
        for row in self.offered.take() {
            self.offers.remove(&row);
        }
        let known = self.settings.engines();
        let is_new = |file: &gio::File| !known.iter().any(|one| *one.file == *file.uri());
        let found = found_engines().into_iter().map(gio::File::for_path);
        let mut rows = Vec::new();
        for file in found.filter(is_new) {
            let program = EngineProgram::new(&file);
            let path = program.path();
            let row = foreign_row(
                &program.label(),
                &path.to_string_lossy(),
                "list-add-symbolic",
            );
            row.connect_activated(weak!(self, |page, row: &adw::ActionRow| {
                page.try_program(&file, row);
            }));
            rows.push(row);
        }
        let choose = adw::ActionRow::builder()
            .title(words::choose_engine())
            .use_underline(true)
            .activatable(true)
            .build();
        add_icon(&choose, "document-open-symbolic");
        choose.connect_activated(weak!(self, |page, row: &adw::ActionRow| {
            let row = row.clone();
            glib::spawn_future_local(async move {
                let title = words::add_engine();
                let chosen = page.choose(title, gtk::FileChooserAction::Open).await;
                if let Some(file) = chosen {
                    page.try_program(&file, &row);
                }
            });
        }));
        rows.push(choose);
        for row in &rows {
            self.offers.add(row);
            name_added(row);
        }
        self.offered.replace(rows);
    }

    async fn choose(&self, title: &str, action: gtk::FileChooserAction) -> Option<gio::File> {
        let parent = self.dialog.upgrade()?;
        let chooser = gtk::FileChooserNative::new(Some(title), Some(&parent), action, None, None);
        chooser.set_modal(true);
        let answer = chooser.run_future().await;
        // GTK's own dialog has added the file to the list.
        bookmarks::manager();
        (answer == gtk::ResponseType::Accept).then(|| chooser.file())?
    }

    /// Starts a program, and adds it if it plays.
    fn try_program(self: &Rc<Self>, file: &gio::File, offer: &adw::ActionRow) {
        let program = EngineProgram::new(file);
        let known = self.settings.engines();
        if let Some(known) = known.iter().find(|one| one.file == program.file) {
            return self.tell(&words::engine_added(&known.label()));
        }
        if !program.path().is_absolute() {
            return self.refuse(&EngineFault::NotStarted(String::new()));
        }
        self.set_offers_sensitive(false);
        let about = offer.subtitle();
        offer.set_subtitle(words::engine_starting());
        let offer = offer.downgrade();
        let told = program.clone();
        let listener = weak!(self, |page, event: &DialogueEvent| {
            let (DialogueEvent::Introduced | DialogueEvent::Failed(_)) = event else {
                return;
            };
            let client = page.trial.take();
            page.set_offers_sensitive(true);
            if let Some(offer) = offer.upgrade() {
                offer.set_subtitle(about.as_deref().unwrap_or_default());
                offer.grab_focus();
            }
            if let DialogueEvent::Failed(fault) = event {
                return page.refuse(fault);
            }
            if let Some(client) = client {
                let mut program = told.clone();
                let profile = client.profile();
                program.name = profile.name;
                program.speaks_ucci = profile.protocol == Protocol::Ucci;
                page.add(program);
            }
        });
        let client = EngineClient::start(program, Rc::default(), listener);
        self.trial.replace(Some(client));
    }

    fn add(self: &Rc<Self>, program: EngineProgram) {
        self.settings
            .remember(|values| values.engines.push(program.clone()));
        self.tell(&words::engine_added(&program.label()));
        let row = self.add_row(program);
        self.offer();
        row.grab_focus();
    }

    fn add_row(self: &Rc<Self>, program: EngineProgram) -> adw::ExpanderRow {
        let row = EngineRow::new(self, program);
        let widget = row.row.clone();
        self.engines.add(&widget);
        name_added(&widget);
        self.rows.borrow_mut().push(row);
        widget
    }

    fn remove(self: &Rc<Self>, row: &EngineRow) {
        row.client.take();
        let file = row.program.borrow().file.clone();
        self.settings
            .remember(|values| values.engines.retain(|one| one.file != file));
        self.engines.remove(&row.row);
        self.rows
            .borrow_mut()
            .retain(|one| one.program.borrow().file != file);
        self.offer();
        if let Some(first) = self.offered.borrow().first() {
            first.grab_focus();
        }
    }

    fn refuse(&self, fault: &EngineFault) {
        self.tell(&words::engine_fault(fault));
    }

    fn tell(&self, text: &str) {
        if let Some(dialog) = self.dialog.upgrade() {
            announce(&dialog, Importance::Answer, text);
            dialog.add_toast(adw::Toast::new(&glib::markup_escape_text(text)));
            toast::finish(&dialog);
        }
    }
}

impl EngineRow {
    fn new(page: &Rc<EnginesPage>, program: EngineProgram) -> Rc<Self> {
        let row = adw::ExpanderRow::builder()
            .title(program.label())
            .subtitle(program.path().to_string_lossy())
            .use_markup(false)
            .build();
        let engine = Rc::new(Self {
            page: Rc::downgrade(page),
            row,
            folder: foreign_row(
                words::working_folder(),
                &working_folder(&program),
                "document-open-symbolic",
            ),
            remove: foreign_row(words::remove_engine(), "", "list-remove-symbolic"),
            program: RefCell::new(program),
            client: RefCell::default(),
            log: Rc::default(),
            options: RefCell::default(),
        });
        engine.folder.connect_activated(weak!(engine, |engine, _| {
            glib::spawn_future_local(async move { engine.choose_folder().await });
        }));
        let conversation = foreign_row(words::engine_conversation(), "", "go-next-symbolic");
        conversation.connect_activated(weak!(engine, |engine, _| engine.show_log()));
        engine.remove.connect_activated(weak!(engine, |engine, _| {
            if let Some(page) = engine.page.upgrade() {
                page.remove(&engine);
            }
        }));
        engine.row.add_row(&engine.folder);
        engine.row.add_row(&conversation);
        engine.row.add_row(&engine.remove);
        engine
            .row
            .connect_expanded_notify(weak!(engine, |engine, row: &adw::ExpanderRow| {
                if row.is_expanded() {
                    engine.start();
                } else {
                    engine.client.take();
                }
            }));
        engine
    }

    /// Starts the engine, in place of one that runs.
    fn start(self: &Rc<Self>) {
        self.row.set_subtitle(words::engine_starting());
        let program = self.program.borrow().clone();
        let listener = weak!(self, |engine, event: &DialogueEvent| match event {
            DialogueEvent::Introduced => engine.show_options(),
            DialogueEvent::Failed(fault) => {
                engine.client.take();
                engine.row.set_subtitle(&words::engine_fault(fault));
            }
            _ => {}
        });
        let client = EngineClient::start(program, self.log.clone(), listener);
        self.client.replace(Some(client));
    }

    fn show_options(self: &Rc<Self>) {
        let profile = self.client.borrow().as_ref().map(EngineClient::profile);
        let Some(profile) = profile else {
            return;
        };
        self.row
            .set_subtitle(&self.program.borrow().path().to_string_lossy());
        for row in self.options.take() {
            self.row.remove(&row);
        }
        self.row.remove(&self.remove);
        let options = profile.options.iter().filter(|option| !option.is_managed());
        let rows: Vec<_> = options.map(|option| self.option_row(option)).collect();
        for row in &rows {
            self.row.add_row(row);
            name_added(row);
        }
        self.row.add_row(&self.remove);
        self.options.replace(rows);
    }

    fn option_row(self: &Rc<Self>, option: &EngineOption) -> gtk::Widget {
        let chosen = self.program.borrow().options.get(&option.name).cloned();
        let value = chosen.filter(|value| option.accepts(value));
        let value = value.or_else(|| option.default()).unwrap_or_default();
        let name = option.name.as_str();
        let set = {
            let option = option.clone();
            let engine = Rc::downgrade(self);
            move |value: String| {
                if let Some(engine) = engine.upgrade() {
                    engine.set(&option, value);
                }
            }
        };
        match &option.kind {
            OptionKind::Check(_) => {
                let switch = gtk::Switch::builder()
                    .active(value == true.to_string())
                    .valign(gtk::Align::Center)
                    .can_focus(false)
                    .accessible_role(gtk::AccessibleRole::Presentation)
                    .build();
                let row = foreign_row(name, "", "");
                row.set_activatable_widget(Some(&switch));
                row.add_suffix(&switch);
                set_switch_role(&row, &switch);
                switch.connect_active_notify(move |switch| set(switch.is_active().to_string()));
                row.upcast()
            }
            OptionKind::Spin { min, max, .. } => {
                let spin = gtk::SpinButton::with_range(*min as f64, *max as f64, 1.0);
                spin.set_value(value.parse().unwrap_or_default());
                spin.set_valign(gtk::Align::Center);
                spin.set_max_width_chars(6);
                spin.connect_value_changed(move |spin| set(format!("{:.0}", spin.value())));
                let row = adw::ActionRow::builder()
                    .title(name)
                    .use_markup(false)
                    .activatable_widget(&spin)
                    .build();
                row.add_suffix(&spin);
                row.upcast()
            }
            OptionKind::Combo { choices, .. } => {
                let row = adw::ComboRow::builder()
                    .title(name)
                    .use_markup(false)
                    .build();
                fill(&row, choices);
                let place = choices.iter().position(|choice| *choice == value);
                row.set_selected(place.map_or(gtk::INVALID_LIST_POSITION, |place| place as u32));
                let choices = choices.clone();
                row.connect_selected_notify(move |row| {
                    if let Some(choice) = choices.get(row.selected() as usize) {
                        set(choice.clone());
                    }
                });
                row.upcast()
            }
            OptionKind::Text(_) => {
                let row = adw::EntryRow::builder()
                    .title(name)
                    .use_markup(false)
                    .text(value)
                    .show_apply_button(true)
                    .build();
                expose_entry(&row, name);
                row.connect_apply(move |row| set(row.text().into()));
                row.upcast()
            }
            OptionKind::Button => {
                let row = foreign_row(name, "", "go-next-symbolic");
                let name = option.name.clone();
                row.connect_activated(weak!(self, |engine, _| engine.press(&name)));
                row.upcast()
            }
        }
    }

    /// Sets an option at once, and whenever the engine is started.
    fn set(&self, option: &EngineOption, value: String) {
        if !option.accepts(&value) {
            return;
        }
        if let Some(client) = self.client.borrow().as_ref() {
            client.set(&option.name, Some(&value));
        }
        let is_default = option.default().as_ref() == Some(&value);
        self.change(|program| {
            if is_default {
                program.options.remove(&option.name);
            } else {
                program.options.insert(option.name.clone(), value);
            }
        });
    }

    fn press(&self, name: &str) {
        if let Some(client) = self.client.borrow().as_ref() {
            client.set(name, None);
        }
        if let Some(page) = self.page.upgrade() {
            page.tell(name);
        }
    }

    /// Changes what was chosen for the engine.
    fn change(&self, change: impl FnOnce(&mut EngineProgram)) {
        change(&mut self.program.borrow_mut());
        let program = self.program.borrow().clone();
        if let Some(page) = self.page.upgrade() {
            page.settings.remember(|values| {
                for one in &mut values.engines {
                    if one.file == program.file {
                        *one = program.clone();
                    }
                }
            });
        }
    }

    async fn choose_folder(self: Rc<Self>) {
        let Some(page) = self.page.upgrade() else {
            return;
        };
        let title = words::working_folder();
        let chosen = page
            .choose(title, gtk::FileChooserAction::SelectFolder)
            .await;
        let Some(folder) = chosen.filter(|folder| folder.path().is_some()) else {
            return;
        };
        self.change(|program| program.folder = Some(folder.uri().into()));
        self.folder
            .set_subtitle(&working_folder(&self.program.borrow()));
        if self.row.is_expanded() {
            self.start();
        }
    }

    /// Shows the conversation so far.
    fn show_log(&self) {
        let Some(parent) = self.page.upgrade().and_then(|page| page.dialog.upgrade()) else {
            return;
        };
        let text = gtk::TextView::builder()
            .editable(false)
            .monospace(true)
            .wrap_mode(gtk::WrapMode::WordChar)
            .left_margin(12)
            .right_margin(12)
            .top_margin(12)
            .bottom_margin(12)
            .build();
        text.buffer().set_text(&self.log.text());
        a11y::set_label(&text, words::engine_conversation());
        let scroll = gtk::ScrolledWindow::builder()
            .child(&text)
            .vexpand(true)
            .build();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&adw::HeaderBar::new());
        content.append(&scroll);
        let window = adw::Window::builder()
            .title(words::engine_conversation())
            .transient_for(&parent)
            .modal(true)
            .destroy_with_parent(true)
            .default_width(560)
            .default_height(480)
            .width_request(300)
            .content(&content)
            .build();
        window.set_property("accessible-role", gtk::AccessibleRole::Dialog);
        let keys = gtk::ShortcutController::new();
        for key in ["Escape", "<Control>w"] {
            keys.add_shortcut(shortcut(key, gtk::NamedAction::new("window.close")));
        }
        window.add_controller(keys);
        announce::present(&window);
    }
}

/// Folder of an engine, for people.
fn working_folder(program: &EngineProgram) -> String {
    let folder = program.working_folder().unwrap_or_default();
    folder.to_string_lossy().into_owned()
}

/// A row that does something, with texts that are nobody’s markup, and with an icon if it has a name.
fn foreign_row(title: &str, about: &str, icon: &str) -> adw::ActionRow {
    let row = adw::ActionRow::builder()
        .title(title)
        .subtitle(about)
        .use_markup(false)
        .activatable(true)
        .build();
    if !icon.is_empty() {
        add_icon(&row, icon);
    }
    row
}

/// Shows at the end of a row what pressing it does.
fn add_icon(row: &adw::ActionRow, icon: &str) {
    let image = gtk::Image::from_icon_name(icon);
    image.set_property("accessible-role", gtk::AccessibleRole::Presentation);
    row.add_suffix(&image);
}
