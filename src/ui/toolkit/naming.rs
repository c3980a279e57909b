//! Accessible names missing from GTK's and libadwaita's own dialogs and rows: their lists would be read out as
//! `GtkListBox`, their images as `GtkImage`, and a button with a mnemonic by its label twice. An empty name is one: of
//! two widgets around each other only one is called by their title.

use super::actions::{shortcut, tell_key};
use super::{a11y, descendants};
use crate::ui::platform::prelude::*;

/// Names the widgets of every window when it is shown, except for the main window, which needs none.
pub fn name_windows() {
    let windows = gtk::Window::toplevels();
    windows.connect_items_changed(|windows, at, _, added| {
        for index in at..at + added {
            let window = windows.item(index).and_downcast::<gtk::Window>();
            if let Some(window) = window.filter(|window| !window.is::<adw::ApplicationWindow>()) {
                window.connect_map(name);
            }
        }
    });
}

/// Names the items of a menu each time it opens. Since about GTK 4.14 they are labeled by widgets that are hidden from
/// assistive technology, which leaves them without a name.
pub fn name_menu(menu: &impl IsA<gtk::Widget>) {
    a11y::set_label(menu, words::menu());
    menu.connect_map(|menu| {
        for stack in descendants::find(menu, gtk::Widget::is::<gtk::Stack>) {
            if let Some(stack) = stack.downcast_ref() {
                name_pages(stack);
            }
        }
        let offered = descendants::find(menu, |part| part.type_().name() == "GtkModelButton");
        for button in offered {
            let text: Option<String> = button.property("text");
            a11y::replace_label(&button, &words::without_key(&text.unwrap_or_default()));
        }
    });
}

/// Names widgets that are added to a window which is shown already.
pub fn name_added(within: &impl IsA<gtk::Widget>) {
    visit(within, |widget| {
        name_part(widget, false);
        introduce_part(widget);
    });
}

/// Names the widgets of a window.
fn name(window: &gtk::Window) {
    let is_foreign = window.is::<adw::MessageDialog>()
        || window.is::<adw::AboutWindow>()
        || window.type_().name().starts_with("Gtk");
    visit(window, |widget| {
        name_part(widget, is_foreign);
        introduce_part(widget);
    });
}

/// Visits a widget and all below it.
fn visit(within: &impl IsA<gtk::Widget>, mut visit: impl FnMut(&gtk::Widget)) {
    // Not recursive, since the depth of a foreign window is unknown.
    let mut waiting: Vec<gtk::Widget> = vec![within.clone().upcast()];
    while let Some(widget) = waiting.pop() {
        visit(&widget);
        waiting.extend(children(&widget));
    }
}

/// Has each description in a window read out once at the first focus.
pub fn introduce(window: &impl IsA<gtk::Widget>) {
    visit(window, introduce_part);
}

fn introduce_part(widget: &gtk::Widget) {
    // Points introduce themselves. Newer releases expose every widget that they tell of.
    let is_known = a11y::can_announce() || widget.type_().name() == "XqPointView";
    if !is_known && widget.is_focusable() && !widget.has_focus() {
        a11y::introduce(widget);
    }
}

fn name_part(widget: &gtk::Widget, is_foreign: bool) {
    let kind = widget.type_();
    if widget.is::<gtk::Scrollbar>() || widget.is::<gtk::Image>() || kind.name() == "GtkBuiltinIcon"
    {
        a11y::hide(widget);
    } else if let Some(group) =
        outer::<adw::PreferencesGroup>(widget).filter(|_| widget.is::<gtk::ListBox>())
    {
        a11y::replace_label(widget, &group.title());
    } else if widget.is::<adw::PreferencesGroup>()
        || widget.is::<adw::StatusPage>()
        || widget.is::<gtk::FlowBoxChild>()
        || kind.name() == "AdwNavigationPage"
    {
        // Newer versions call it by its title, as something in it is, or the window around it.
        a11y::replace_label(widget, "");
    } else if let Some(row) =
        outer::<adw::ComboRow>(widget).filter(|_| widget.is::<gtk::ListView>())
    {
        a11y::replace_label(widget, &words::without_key(&row.title()));
    } else if let Some(stack) = widget.downcast_ref::<gtk::Stack>() {
        name_pages(stack);
    } else if widget.is::<gtk::Viewport>() || widget.is::<gtk::ScrolledWindow>() {
        a11y::replace_label(widget, "");
    } else if kind.name() == "AdwViewSwitcherButton" {
        // The label exists twice, for wide and narrow windows.
        let title = texts(widget).into_iter().next();
        a11y::replace_label(widget, &title.unwrap_or_default());
    } else if let Some(label) = widget.downcast_ref().and_then(gtk::CheckButton::label) {
        // Newer versions include the underscore of its mnemonic in the name.
        a11y::replace_label(widget, &words::without_key(&label));
    } else if let Some(row) = widget.downcast_ref::<adw::ExpanderRow>() {
        a11y::replace_label(row, "");
        tell_unfolding(row);
    } else if widget.is::<gtk::SearchEntry>() {
        a11y::set_label(widget, words::search());
    } else if kind.name() == "AdwViewSwitcher" {
        a11y::set_label(widget, "");
    } else if is_foreign {
        name_foreign(widget);
    } else if let Some(row) = widget.downcast_ref::<adw::ActionRow>() {
        describe_row(row);
    }
    describe_button(widget);
}

/// Describes a row by its subtitle, unless it has a description of its own.
pub fn describe_row(row: &adw::ActionRow) {
    let subtitles = descendants::find(row, |part| part.has_css_class("subtitle"));
    let subtitle = subtitles
        .into_iter()
        .find_map(|part| part.downcast::<gtk::Label>().ok());
    let Some(subtitle) = subtitle.filter(|one| !one.text().is_empty() && !a11y::is_described(row))
    else {
        return;
    };
    a11y::set_description(row, &subtitle.text());
    let follow = weak!(row, |row, subtitle: &gtk::Label| a11y::set_description(
        &row,
        &subtitle.text()
    ));
    subtitle.connect_label_notify(follow);
}

/// Tells whether a row is unfolded, on the row inside that has the focus.
fn tell_unfolding(row: &adw::ExpanderRow) {
    let Some(head) = descendants::first::<adw::ActionRow>(row) else {
        return;
    };
    a11y::set_expanded(&head, row.is_expanded());
    row.connect_expanded_notify(move |row| a11y::set_expanded(&head, row.is_expanded()));
}

fn name_pages(stack: &gtk::Stack) {
    for page in stack.pages().iter::<gtk::StackPage>().flatten() {
        a11y::name_page(&page, "");
    }
}

/// Names what the main window has of GTK’s own.
pub fn name_main_window(window: &impl IsA<gtk::Widget>) {
    describe_buttons(window);
    for bar in descendants::find(window, gtk::Widget::is::<gtk::Scrollbar>) {
        a11y::hide(&bar);
    }
}

/// Describes buttons by their shortcuts alone.
pub fn describe_buttons(within: &impl IsA<gtk::Widget>) {
    for button in descendants::find(within, is_button) {
        describe_button(&button);
        introduce_part(&button);
    }
}

fn is_button(widget: &gtk::Widget) -> bool {
    widget.is::<gtk::Button>() || widget.is::<gtk::MenuButton>()
}

/// Describes a button by its shortcut alone if its tooltip repeats the name: GTK describes it by the whole tooltip, and
/// it would be read out twice.
fn describe_button(widget: &gtk::Widget) {
    if outer::<gtk::WindowControls>(widget).is_some() {
        // GTK describes it by its name in a sentence.
        a11y::set_description(widget, "");
    } else if let Some(tooltip) = widget.tooltip_text().filter(|_| is_button(widget)) {
        let (about, key) = words::without_shortcut(&tooltip);
        let shown = texts(widget).join(" ");
        if shown.is_empty() || shown == about {
            a11y::set_description(widget, key);
        }
    }
}

/// Returns the nearest ancestor of a type.
fn outer<T: IsA<gtk::Widget>>(widget: &gtk::Widget) -> Option<T> {
    widget.ancestor(T::static_type()).and_downcast()
}

/// Names a widget of a foreign window.
fn name_foreign(widget: &gtk::Widget) {
    let known = ["GtkDropDown", "GtkMenuButton"];
    if widget.is::<gtk::Button>() || known.contains(&widget.type_().name()) {
        let label = widget
            .downcast_ref::<gtk::Button>()
            .and_then(gtk::Button::label);
        let label = label.map(|label| words::without_key(&label));
        let tooltip = widget.tooltip_text().map(String::from);
        let is_search = picture(widget).is_some_and(|icon| icon.starts_with("edit-find"));
        let search = is_search.then(|| words::search().to_owned());
        let names = [label, Some(texts(widget).join(" ")), tooltip, search];
        let mut names = names.into_iter().flatten();
        if let Some(name) = names.find(|name| !name.is_empty()) {
            a11y::replace_label(widget, &name);
            if widget.is::<gtk::Button>() && widget.tooltip_text().is_none() {
                widget.set_tooltip_text(Some(&name));
            }
        }
    } else if widget.is::<gtk::ListBox>() || widget.type_().name() == "GtkTreeView" {
        a11y::replace_label(widget, "");
    }
}

/// Returns the visible texts of a widget.
fn texts(widget: &gtk::Widget) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut waiting = vec![widget.clone()];
    while let Some(widget) = waiting.pop() {
        if let Some(label) = widget.downcast_ref::<gtk::Label>() {
            texts.push(label.text().into());
        }
        // A popover menu is not visible until it opens.
        let mut inner: Vec<_> = children(&widget)
            .filter(|child| !child.is::<gtk::Popover>())
            .collect();
        inner.reverse();
        waiting.extend(inner);
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// Returns the name of a button's icon.
fn picture(button: &gtk::Widget) -> Option<glib::GString> {
    let image = children(button).find_map(|child| child.downcast::<gtk::Image>().ok())?;
    image.icon_name()
}

fn children(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> {
    std::iter::successors(widget.first_child(), gtk::Widget::next_sibling)
}

/// Binds the access key that a label has in brackets without showing it: as a part of a name or on a card it is in the
/// way, and stands in the tooltip instead. Returns the label without it; `None` if the key is a letter of the text, which
/// only underlines it.
pub fn bind_hidden_key(
    widget: &impl IsA<gtk::Widget>,
    label: &str,
    does: impl IsA<gtk::ShortcutAction>,
) -> Option<String> {
    let key = words::bracketed_key(label)?.to_ascii_lowercase();
    let key = format!("<Alt>{key}");
    let keys = gtk::ShortcutController::new();
    keys.set_scope(gtk::ShortcutScope::Managed);
    keys.add_shortcut(shortcut(&key, does));
    widget.as_ref().add_controller(keys);
    tell_key(widget, &key);
    Some(words::without_key(label))
}

/// Makes the focus of an entry row visible to assistive technology: libadwaita 1.2 hides the inner widget that has it. That
/// widget does not expose its text, which is therefore set as its description. An access key in brackets is hidden.
pub fn expose_entry(row: &adw::EntryRow, name: &str) {
    // The title of an empty row is its placeholder.
    let focus = gtk::CallbackAction::new(|row, _| row.grab_focus().into());
    if let Some(title) = bind_hidden_key(row, &row.title(), focus) {
        row.set_title(&title);
    }
    let Some(text) = row.delegate().and_downcast::<gtk::Text>() else {
        return;
    };
    row.set_property("accessible-role", gtk::AccessibleRole::Group);
    a11y::replace_label(row, "");
    text.set_property("accessible-role", gtk::AccessibleRole::TextBox);
    a11y::replace_label(&text, name);
    let describe = |text: &gtk::Text| {
        // Typed text is read out anyway.
        if !text.has_focus() {
            a11y::set_description(text, &text.text());
        }
    };
    text.connect_text_notify(describe);
    text.connect_has_focus_notify(describe);
}
