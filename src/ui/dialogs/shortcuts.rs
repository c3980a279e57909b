//! The shortcuts window, generated from the table that binds the keys.
//!
//! It is a scrolled list that adapts to the available width: GTK's own shortcuts window is wider than a phone and
//! higher than a small screen.

use crate::ui::toolkit::actions::{Action, EditorAction, Group, closing_keys, search_key, tooltip};
use crate::ui::toolkit::prelude::*;
use crate::words::actions;

/// The section that is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortcutsSection {
    Playing,
    SettingUp,
}

/// Shortcuts under one heading.
#[derive(Clone, Debug)]
struct KeyGroup {
    group: adw::PreferencesGroup,
    rows: Vec<KeyRow>,
}

/// Row of the list.
#[derive(Clone, Debug)]
struct KeyRow {
    row: adw::ActionRow,
    /// Text to search, in lower case: title and keys.
    text: String,
}

/// Shows the shortcuts over a window.
///
/// This is no `AdwPreferencesWindow`, though it looks like one: libadwaita 1.2 leaks the pages of closed preferences
/// windows, 4.7 MiB for this one.
pub fn show(parent: &impl IsA<gtk::Window>, section: ShortcutsSection) {
    let mut parts: Vec<_> = Group::ALL.into_iter().map(keys_of).collect();
    let at = match section {
        ShortcutsSection::SettingUp => 0,
        ShortcutsSection::Playing => parts.len(),
    };
    parts.insert(at, setting_up());
    let studies = words::study_keys().map(|(key, title)| row(key, title));
    parts.push(part(words::studies(), studies.into()));
    let (content, searching) = content(parts);
    let window = adw::Window::builder()
        .title(actions::shortcuts())
        .modal(true)
        .transient_for(parent)
        .destroy_with_parent(true)
        .width_request(300)
        .default_width(560)
        .default_height(680)
        .content(&content)
        .build();
    searching.set_key_capture_widget(Some(&window));
    window.add_controller(closing_keys());
    window.add_controller(search_key(&searching, |searching| {
        searching.set_search_mode(!searching.is_search_mode());
        true
    }));
    announce::present(&window);
}

/// Creates the window's content and its search bar.
fn content(parts: Vec<KeyGroup>) -> (gtk::Box, gtk::SearchBar) {
    let page = adw::PreferencesPage::new();
    for part in &parts {
        page.add(&part.group);
    }
    let stack = gtk::Stack::new();
    stack.set_vexpand(true);
    stack.add_named(&page, Some("keys"));
    stack.add_named(&nothing(), Some("nothing"));
    let entry = gtk::SearchEntry::builder().hexpand(true).build();
    a11y::set_label(&entry, words::search());
    entry.connect_search_changed(weak!(stack, |stack, entry| {
        let is_any = show_those(&parts, &entry.text());
        stack.set_visible_child_name(if is_any { "keys" } else { "nothing" });
    }));
    let clamp = adw::Clamp::builder()
        .maximum_size(400)
        .child(&entry)
        .build();
    let searching = gtk::SearchBar::builder().child(&clamp).build();
    searching.connect_entry(&entry);
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.append(&header(&searching));
    content.append(&searching);
    content.append(&stack);
    (content, searching)
}

fn header(searching: &gtk::SearchBar) -> adw::HeaderBar {
    let button = gtk::ToggleButton::builder()
        .icon_name("edit-find-symbolic")
        .tooltip_text(tooltip(words::search(), words::SEARCH_KEY))
        .build();
    a11y::set_label(&button, words::search());
    button
        .bind_property("active", searching, "search-mode-enabled")
        .bidirectional()
        .build();
    let header = adw::HeaderBar::new();
    header.pack_start(&button);
    header
}

/// Creates the placeholder for a search without results.
fn nothing() -> adw::StatusPage {
    adw::StatusPage::builder()
        .icon_name("edit-find-symbolic")
        .title(words::no_key_found())
        .description(words::how_to_find_keys())
        .build()
}

/// Shows only rows that contain every word of a search. Returns whether there are any.
fn show_those(parts: &[KeyGroup], search: &str) -> bool {
    let search = search.to_lowercase();
    let mut is_any = false;
    for KeyGroup { group, rows } in parts {
        let mut is_here = false;
        for KeyRow { row, text } in rows {
            let fits = search.split_whitespace().all(|word| text.contains(word));
            row.set_visible(fits);
            is_here |= fits;
        }
        group.set_visible(is_here);
        is_any |= is_here;
    }
    is_any
}

/// Returns the shortcuts of a group of actions, and those without an action.
fn keys_of(of: Group) -> KeyGroup {
    let mut rows = Vec::new();
    if of == Group::Board {
        rows.extend(words::board_keys().map(|(keys, title)| row(keys, title)));
    }
    for action in Action::ALL {
        if let Some((_, title)) = action.title().filter(|(within, _)| *within == of) {
            let keys = action.keys().iter().chain(action.plain_keys());
            let keys: Vec<_> = keys.chain(action.key_sequences()).copied().collect();
            rows.push(row(&keys.join(" "), title));
        }
    }
    let others: &[(&str, &str)] = match of {
        Group::Game => &words::new_game_keys(),
        Group::General => &words::window_keys(),
        Group::Moves => &words::list_keys(),
        Group::Files => &words::games_keys(),
        Group::View | Group::Board | Group::Reading => &[],
    };
    rows.extend(others.iter().map(|(keys, title)| row(keys, title)));
    part(of.title(), rows)
}

/// The keys of the position editor.
fn setting_up() -> KeyGroup {
    let rows = words::editor_keys().map(|(keys, title)| row(keys, title));
    let actions = EditorAction::ALL.into_iter().filter_map(|action| {
        let (_, title) = action.title()?;
        let keys: Vec<_> = action
            .keys()
            .iter()
            .chain(action.plain_keys())
            .copied()
            .collect();
        Some(row(&keys.join(" "), title))
    });
    part(words::editor(), rows.into_iter().chain(actions).collect())
}

fn part(title: &str, rows: Vec<KeyRow>) -> KeyGroup {
    let group = adw::PreferencesGroup::builder().title(title).build();
    for KeyRow { row, .. } in &rows {
        group.add(row);
    }
    KeyGroup { group, rows }
}

/// Creates a row with pictures of the keys.
fn row(keys: &str, title: &str) -> KeyRow {
    let row = adw::ActionRow::builder()
        .title(title)
        .use_markup(false)
        .build();
    let pictures = gtk::Box::builder()
        .orientation(gtk::Orientation::Vertical)
        .valign(gtk::Align::Center)
        .spacing(3)
        .margin_top(6)
        .margin_bottom(6)
        .build();
    for line in lines(keys) {
        let line = gtk::ShortcutLabel::new(&line);
        line.set_halign(gtk::Align::End);
        pictures.append(&line);
    }
    row.add_suffix(&pictures);
    let written = keys
        .split(' ')
        .map(|key| match gtk::accelerator_parse(key) {
            Some((key, modifiers)) => gtk::accelerator_get_label(key, modifiers),
            None => key.into(),
        });
    let text = std::iter::once(title.into()).chain(written);
    let text = text.collect::<Vec<glib::GString>>().join(" ");
    KeyRow {
        row,
        text: text.to_lowercase(),
    }
}

/// Splits shortcuts into lines that fit a phone: one line for each key combination, and as many single keys in a line
/// as fit.
fn lines(keys: &str) -> Vec<String> {
    const MAX_LEN: usize = 10;
    let mut lines: Vec<String> = Vec::new();
    for key in keys.split(' ') {
        match lines.last_mut() {
            Some(line)
                if !(line.contains('<') || key.contains('<'))
                    && line.len() + key.len() < MAX_LEN =>
            {
                line.push(' ');
                line.push_str(key);
            }
            _ => lines.push(key.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_keys_is_long_and_no_key_is_lost() {
        let told = |keys| lines(keys).join(" | ");
        assert_eq!(
            told("<Control>question <Control>slash"),
            "<Control>question | <Control>slash"
        );
        assert_eq!(told("Pause <Shift><Control>p"), "Pause | <Shift><Control>p");
        assert_eq!(told("k a b n r c p"), "k a b n r | c p");
        assert_eq!(told("Left Right Up Down"), "Left Right | Up Down");
        assert_eq!(told("Page_Up"), "Page_Up");
    }
}
