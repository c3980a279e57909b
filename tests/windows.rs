//! The whole program in its own process: every key that does something is in the list of keys, every key of that list
//! does something and is in the manual page, every button has a tooltip and a key, and no key is used twice in a
//! window, in any language.
//!
//! This is tested from inside, since neither access keys nor bindings are exposed to assistive technology.

#[path = "common/catalogue.rs"]
mod catalogue;
#[path = "common/dialogs.rs"]
mod dialogs;
#[path = "common/folders.rs"]
mod folders;
#[path = "common/inside.rs"]
mod inside;
#[path = "common/keys.rs"]
mod keys;

use catalogue::catalogues;
use dialogs::{DIALOGS, activate, all_in};
use gtk::prelude::*;
use gtk::{gdk, glib};
use inside::{close, wait, work};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::time::Duration;

/// A file with several games, so that the list of games is not empty.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pgn/traps.pgn");

/// A language with its translation of each message.
type Language = (String, BTreeMap<String, String>);

/// Greatest width that a dialog may need: that of a phone.
const NARROW: i32 = 360;

/// Keys of the list without a GTK binding: those that draw, letters that put pieces, and the second key of two.
const TYPED: [&str; 17] = [
    "<Shift>Left",
    "<Shift>Right",
    "<Shift>Up",
    "<Shift>Down",
    "<Shift>Return",
    "k",
    "a",
    "b",
    "n",
    "r",
    "c",
    "p",
    "Delete",
    "BackSpace",
    "0",
    "1",
    "9",
];

/// Normalizes a key in GTK's syntax, mapping the number pad to the main keyboard.
fn key(accelerator: &str) -> Option<String> {
    let twin = accelerator
        .replace("KP_Space", "space")
        .replace("ISO_Enter", "Return")
        .replace("ISO_Left_Tab", "Tab")
        .replace("KP_", "");
    let twin = twin.replace("Enter", "Return");
    let (key, modifiers) = gtk::accelerator_parse(&twin)?;
    Some(gtk::accelerator_name(key, modifiers).into())
}

/// Access keys of the buttons of a player, which work while the buttons are hidden too: their tooltips name them.
fn seat_keys(card: &gtk::Widget) -> BTreeSet<String> {
    let seats = all_in(card)
        .into_iter()
        .filter(|inner| inner.has_css_class("seat"));
    let named = seats.filter_map(|seat| {
        let tooltip = seat.tooltip_text()?;
        let (_, letter) = tooltip.strip_suffix(')')?.rsplit_once(" (Alt+")?;
        key(&format!("<Alt>{}", letter.to_lowercase()))
    });
    named.collect()
}

/// Bindings of a window: each key, and whether one of the program's own types binds it other than as an access key.
fn bound(window: &gtk::Window) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for widget in all_in(window) {
        let access_keys = match widget.type_().name() {
            "XqPlayerCard" => seat_keys(&widget),
            _ => BTreeSet::new(),
        };
        let controllers = widget.observe_controllers();
        for shortcuts in (0..controllers.n_items())
            .filter_map(|at| controllers.item(at))
            .filter_map(|item| item.downcast::<gtk::ShortcutController>().ok())
        {
            // Bindings common to all widgets of a type are in a named list, which includes those of its GTK base types.
            let made = shortcuts.name().is_none() && widget.type_().name().starts_with("Xq");
            for shortcut in (0..shortcuts.n_items())
                .filter_map(|at| shortcuts.item(at))
                .filter_map(|item| item.downcast::<gtk::Shortcut>().ok())
            {
                let Some(trigger) = shortcut.trigger().and_downcast::<gtk::KeyvalTrigger>() else {
                    continue;
                };
                let name = gtk::accelerator_name(trigger.keyval(), trigger.modifiers());
                let Some(key) = key(&name) else { continue };
                let own = !access_keys.contains(&key) && is_own(&shortcut, made);
                found.push((key, own));
            }
        }
    }
    found
}

/// Whether a binding is one of the program's own actions rather than one of every GTK widget.
fn is_own(shortcut: &gtk::Shortcut, made: bool) -> bool {
    const OURS: [&str; 7] = [
        "win.",
        "editor.",
        "board.",
        "point.",
        "match.",
        "new-game.",
        "window.close",
    ];
    let action = shortcut.action();
    let named = action.and_downcast_ref::<gtk::NamedAction>();
    let named = named.map(gtk::NamedAction::action_name);
    match named {
        Some(name) => OURS.iter().any(|ours| name.starts_with(ours)),
        None => made && action.is_some_and(|action| action.is::<gtk::CallbackAction>()),
    }
}

/// The keys shown in the list. Dots stand for a range between two keys.
fn listed(window: &gtk::Window) -> Result<BTreeSet<String>, String> {
    let labels = all_in(window)
        .into_iter()
        .filter_map(|widget| widget.downcast::<gtk::ShortcutLabel>().ok());
    let mut found = BTreeSet::new();
    for label in labels {
        let shown = label.accelerator().unwrap_or_default();
        for one in shown.split([' ', '+']).flat_map(|part| part.split("...")) {
            found.insert(key(one).ok_or_else(|| format!("“{one}” of “{shown}” is no key"))?);
        }
    }
    Ok(found)
}

/// Whether a widget has an ancestor of one of these types.
fn is_in(widget: &gtk::Widget, types: &[&str]) -> bool {
    std::iter::successors(widget.parent(), gtk::Widget::parent)
        .any(|around| types.contains(&around.type_().name()))
}

/// Whether a button is part of a widget of GTK or libadwaita with its own keys.
fn is_foreign(button: &gtk::Widget) -> bool {
    const FOREIGN: [&str; 9] = [
        // Enter applies the text.
        "AdwEntryRow",
        // Keys of the desktop, and Escape.
        "GtkWindowControls",
        // The arrow keys change the value.
        "GtkSpinButton",
        // The enclosing row or button has a key, and opens it.
        "GtkDropDown",
        "GtkMenuButton",
        "AdwComboRow",
        // The clear button of an entry: Ctrl+A and Delete do the same.
        "GtkEntry",
        // The headings, which can be reached with Tab.
        "GtkColumnView",
        // Each page has its access key, in a label outside of the button.
        "AdwViewSwitcher",
    ];
    is_in(button, &FOREIGN)
}

/// Whether a button is a move in the list, where a key moves the focus, or a task of a page, next to the board: the
/// arrow keys go from one to the next.
fn is_move(button: &gtk::Widget) -> bool {
    is_in(button, &["XqMoveRow"]) || button.has_css_class("task")
}

/// Targets of the access keys of labels.
fn led(window: &gtk::Window) -> Vec<gtk::Widget> {
    let labels = all_in(window).into_iter();
    let labels = labels.filter(|widget| access_key(widget).is_some());
    let labels = labels.filter_map(|widget| widget.downcast::<gtk::Label>().ok());
    let places = labels.filter_map(|label| label.mnemonic_widget());
    // The access key of an expander row leads to its contents.
    let unfolded = |place: gtk::Widget| {
        let row = place.ancestor(adw::ExpanderRow::static_type());
        row.unwrap_or(place)
    };
    places.map(unfolded).collect()
}

/// Whether a button of a player corresponds to one of the other player that has an access key.
fn is_farther(button: &gtk::Widget, window: &gtk::Window) -> bool {
    let about = button.tooltip_text().unwrap_or_default();
    let named = format!("{about} (Alt+");
    all_in(window).iter().any(|other| {
        let tooltip = other.tooltip_text().unwrap_or_default();
        other.has_css_class("seat") && tooltip.starts_with(&named)
    })
}

/// Whether a button shows the other buttons of a player: their keys work before it is pressed too.
fn shows_seats(button: &gtk::Widget) -> bool {
    button.is::<gtk::ToggleButton>() && is_in(button, &["XqPlayerCard"])
}

/// The labels, with their access keys, of the buttons of a player that can be pressed.
fn seat_texts(window: &gtk::Window) -> BTreeSet<String> {
    use chuhe::words::{offer_draw, resign_game, take_back, without_key};
    let seats = all_in(window).into_iter();
    let seats = seats.filter(|seat| seat.has_css_class("seat") && seat.get_visible());
    let shown: BTreeSet<String> = seats
        .flat_map(|seat| all_in(&seat))
        .filter_map(|inner| inner.downcast::<gtk::Label>().ok())
        .map(|label| label.text().into())
        .collect();
    let texts = [take_back(), offer_draw(), resign_game()].into_iter();
    let texts = texts.filter(|text| shown.contains(&without_key(text)));
    texts.map(str::to_owned).collect()
}

/// The access key of a label.
fn access_key(widget: &gtk::Widget) -> Option<String> {
    let label = widget.downcast_ref::<gtk::Label>()?;
    let key = label.mnemonic_keyval();
    let name = key.name().filter(|_| key != gdk::Key::VoidSymbol)?;
    Some(name.to_lowercase())
}

/// The distinct labels of a window with access keys, by the popover that they are in: it has its keys to itself.
fn keyed_texts(window: &gtk::Window) -> Vec<BTreeSet<String>> {
    let labels = all_in(window).into_iter();
    // Hidden widgets are checked once they are visible; but all pages of a dialog are one window, unless they are steps
    // of which one is shown at a time.
    let has_steps = window.type_().name() == "XqRemoteDialog";
    let is_dialog = !window.is::<adw::ApplicationWindow>() && !has_steps;
    let labels = labels.filter(|widget| is_dialog || widget.is_mapped());
    let labels = labels.filter(|widget| access_key(widget).is_some());
    let mut texts = HashMap::<_, BTreeSet<_>>::new();
    texts.insert(None, seat_texts(window));
    for label in labels.filter_map(|widget| widget.downcast::<gtk::Label>().ok()) {
        let popover = label.ancestor(gtk::Popover::static_type());
        texts
            .entry(popover)
            .or_default()
            .insert(label.label().into());
    }
    texts.into_values().collect()
}

/// Access keys used twice in a window, in one of the languages.
fn double_keys(window: &gtk::Window, catalogues: &[Language]) -> Vec<String> {
    let title = window.title().unwrap_or_default();
    let groups = keyed_texts(window);
    let mut faults = Vec::new();
    let asked = groups
        .iter()
        .flat_map(|texts| catalogues.iter().map(move |known| (texts, known)));
    for (texts, (language, known)) in asked {
        let mut taken: BTreeMap<char, String> = BTreeMap::new();
        for text in texts {
            let said = known.get(text).unwrap_or(text);
            let Some(key) = catalogue::access_key(said) else {
                faults.push(format!("{language}, {title}: “{said}” has no key"));
                continue;
            };
            if let Some(other) = taken
                .insert(key, said.clone())
                .filter(|other| other != said)
            {
                faults.push(format!(
                    "{language}, {title}: Alt+{key} is “{other}” and “{said}”"
                ));
            }
        }
    }
    faults
}

/// Faults of the buttons of a window.
fn button_faults(window: &gtk::Window) -> Vec<String> {
    let title = window.title().unwrap_or_default();
    let mut faults = Vec::new();
    let led = led(window);
    for widget in all_in(window) {
        let is_button = widget.is::<gtk::Button>() || widget.is::<gtk::MenuButton>();
        // Hidden widgets get their text when shown; those on another page have it already.
        if !is_button || !widget.get_visible() || is_foreign(&widget) {
            continue;
        }
        let texts: Vec<_> = all_in(&widget)
            .iter()
            .filter_map(|inner| {
                inner
                    .downcast_ref::<gtk::Label>()
                    .map(|label| label.label().to_string())
            })
            .collect();
        let tooltip = widget.tooltip_text().unwrap_or_default();
        let called = format!("{title}: button {texts:?} “{tooltip}”");
        if tooltip.is_empty() {
            faults.push(format!("{called} has no tooltip"));
        }
        // Only the buttons of the nearer player can have access keys.
        let is_farther = widget.has_css_class("seat") && is_farther(&widget, window);
        let has_access_key = all_in(&widget)
            .iter()
            .any(|inner| access_key(inner).is_some());
        let names_key = tooltip.ends_with(')') && tooltip.contains(" (");
        let is_led_to = led.iter().any(|place| widget.is_ancestor(place));
        let is_exempt = is_farther || is_move(&widget) || shows_seats(&widget);
        if !has_access_key && !names_key && !is_led_to && !is_exempt {
            faults.push(format!("{called} has no key"));
        }
    }
    faults
}

/// Findings about the windows of the program.
struct Looked {
    languages: Vec<Language>,
    faults: Vec<String>,
    /// Every key, and whether its action is ours.
    keys: Vec<(String, bool)>,
    /// The keys of the list.
    shown: BTreeSet<String>,
}

impl Looked {
    fn new() -> Self {
        let mut languages = vec![("en".to_owned(), BTreeMap::new())];
        languages.extend(catalogues());
        Self {
            languages,
            faults: Vec::new(),
            keys: Vec::new(),
            shown: BTreeSet::new(),
        }
    }

    /// Collects the buttons and access keys of a window in its current state.
    fn look_at(&mut self, window: &impl IsA<gtk::Window>) -> Result<(), String> {
        let window = window.as_ref();
        rest(window)?;
        self.faults.extend(button_faults(window));
        self.faults.extend(double_keys(window, &self.languages));
        Ok(())
    }

    /// Collects those of the dialog that an action opens over the board.
    fn look_at_dialog(&mut self, window: &gtk::Window, action: &str) -> Result<(), String> {
        let dialog = dialogs::open(window, action)?;
        self.keys.extend(bound(&dialog));
        self.look_at(&dialog)?;
        if action == "remote" {
            gtk::prelude::WidgetExt::activate_action(&dialog, "remote.to-invite", None)
                .map_err(|_| "nobody can be invited")?;
            work(Duration::from_millis(400));
            self.look_at(&dialog)?;
            let (width, ..) = dialog.measure(gtk::Orientation::Horizontal, -1);
            if width > NARROW {
                let fault = format!("{action} is {width} pixels wide at least");
                self.faults.push(fault);
            }
        }
        if action == "shortcuts" {
            self.shown = listed(&dialog)?;
        }
        close(window, &dialog)
    }

    /// All faults found.
    fn faults(self) -> Vec<String> {
        let (mut faults, shown) = (self.faults, self.shown);
        let own: BTreeSet<_> = self
            .keys
            .iter()
            .filter(|(_, own)| *own)
            .map(|(key, _)| key.clone())
            .collect();
        let all: BTreeSet<_> = self.keys.into_iter().map(|(key, _)| key).collect();
        let typed: BTreeSet<_> = TYPED.iter().filter_map(|one| key(one)).collect();
        let unlisted = own.difference(&shown);
        faults.extend(unlisted.map(|key| format!("{key} does something, but is not in the list")));
        let idle = shown.iter();
        let idle = idle.filter(|key| !all.contains(*key) && !typed.contains(*key));
        faults.extend(idle.map(|key| format!("{key} is in the list, but does nothing")));
        let told: BTreeSet<_> = keys::told()
            .iter()
            .map(|one| key(one).unwrap_or_else(|| panic!("“{one}” in the manual page is no key")))
            .collect();
        let untold = shown.difference(&told);
        faults
            .extend(untold.map(|key| format!("{key} is in the list, but not in the manual page")));
        let unknown = told.difference(&shown);
        faults
            .extend(unknown.map(|key| format!("{key} is in the manual page, but not in the list")));
        let (listed, bound) = (shown.len(), own.len());
        if listed < 60 || bound < 50 {
            faults.push(format!("only {listed} keys listed, {bound} bound"));
        }
        faults
    }
}

/// Waits until no page of a window glides any more: until then there are the buttons of two.
fn rest(window: &gtk::Window) -> Result<(), String> {
    wait("rest", || {
        let widgets = all_in(window).into_iter();
        let mut stacks = widgets.filter_map(|widget| widget.downcast::<gtk::Stack>().ok());
        (!stacks.any(|stack| stack.is_transition_running())).then_some(())
    })
}

/// Explores the running program.
fn look() -> Result<Vec<String>, String> {
    let window = dialogs::main_window()?;
    let mut looked = Looked::new();
    // A message with its buttons: the preferences are damaged.
    looked.keys.extend(bound(&window));
    looked.look_at(&window)?;
    let dismiss = all_in(&window)
        .into_iter()
        .filter(|widget| is_in(widget, &["AdwToastWidget"]))
        .filter_map(|widget| widget.downcast::<gtk::Button>().ok())
        .find(|button| button.icon_name().is_some());
    dismiss.ok_or("no message")?.emit_clicked();
    work(Duration::from_millis(600));
    let app = window.application().ok_or("no program")?;
    for action in app.list_action_descriptions() {
        let keys = app.accels_for_action(&action);
        let keys = keys.iter().filter_map(|one| key(one));
        looked.keys.extend(keys.map(|key| (key, true)));
    }
    for action in DIALOGS {
        looked.look_at_dialog(&window, action)?;
    }
    activate(&window, "offer-draw", Duration::from_millis(300));
    looked.keys.extend(bound(&window));
    looked.look_at(&window)?;
    // Away from the end of the game there is a button that leads back.
    window.clipboard().set_text("1. C2=5 H8+7 2. H2+3 R9=8");
    for action in ["decline-offer", "paste", "last", "previous"] {
        activate(&window, action, Duration::from_millis(400));
    }
    looked.look_at(&window)?;
    let back = chuhe::words::without_key(chuhe::words::back_to_game());
    let texts = all_in(&window).into_iter();
    let mut texts = texts.filter_map(|widget| widget.downcast::<gtk::Label>().ok());
    if !texts.any(|label| label.is_mapped() && label.text() == back) {
        let fault = "the game is not looked at from its middle";
        looked.faults.push(fault.to_owned());
    }
    Ok(looked.faults())
}

#[test]
fn every_key_is_listed_and_every_button_has_one() {
    let _folders = folders::OwnFolders::new().expect("folders");
    let settings = glib::user_config_dir().join("chuhe/settings.json");
    fs::create_dir_all(settings.with_file_name("")).expect("a folder");
    fs::write(settings, "{").expect("a file");
    let faults = inside::run(&[GAMES.into()], look).expect("the program has been looked at");
    let faults = faults.expect("the program answers");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
