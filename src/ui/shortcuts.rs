//! The window that lists every key; made from the same table that binds them.
//!
//! It is a list that scrolls, as wide as there is room: the window that GTK has for this is wider than a phone and
//! higher than a small screen.

use super::actions::{Action, Group, tooltip};
use super::editor::Deed;
use super::{a11y, below};
use crate::words::{self, actions};
use adw::prelude::*;

/// Which keys are shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Playing,
    SettingUp,
}

/// Shows the shortcuts over a window.
pub(super) fn show(parent: &impl IsA<gtk::Window>, section: Section) {
    let page = adw::PreferencesPage::new();
    if section == Section::SettingUp {
        page.add(&setting_up());
    }
    for of in Group::ALL {
        page.add(&group(of));
    }
    if section == Section::Playing {
        page.add(&setting_up());
    }
    let window = adw::PreferencesWindow::builder()
        .title(actions::shortcuts())
        .modal(true)
        .transient_for(parent)
        .destroy_with_parent(true)
        .width_request(300)
        .default_width(560)
        .default_height(680)
        .build();
    window.add(&page);
    below::let_be_narrow(&window);
    name_search(&window);
    window.present();
}

/// The keys of a group of actions, and those that are none of an action.
fn group(of: Group) -> adw::PreferencesGroup {
    let group = adw::PreferencesGroup::builder().title(of.title()).build();
    if of == Group::Board {
        for (keys, title) in words::board_keys() {
            group.add(&row(keys, title));
        }
    }
    for action in Action::ALL {
        if let Some((_, title)) = action.title().filter(|(within, _)| *within == of) {
            let keys = action.keys().iter().chain(action.plain_keys());
            let keys: Vec<_> = keys.chain(action.key_sequences()).copied().collect();
            group.add(&row(&keys.join(" "), title));
        }
    }
    let others: &[(&str, &str)] = match of {
        Group::Game => &words::new_game_keys(),
        Group::General => &words::window_keys(),
        Group::Moves => &words::list_keys(),
        Group::Files => &words::games_keys(),
        Group::View | Group::Board | Group::Reading => &[],
    };
    for (keys, title) in others {
        group.add(&row(keys, title));
    }
    group
}

/// The keys of the position editor.
fn setting_up() -> adw::PreferencesGroup {
    let group = adw::PreferencesGroup::builder()
        .title(words::editor())
        .build();
    for (keys, title) in words::editor_keys() {
        group.add(&row(keys, title));
    }
    for deed in Deed::ALL {
        group.add(&row(&deed.keys().join(" "), deed.title()));
    }
    group
}

/// What some keys do, with a picture of each.
fn row(keys: &str, title: &str) -> adw::ActionRow {
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
    row
}

/// Parts keys into lines that are short enough for a phone: a line for each that is pressed together with others, and
/// as many of the others in one as fit.
fn lines(keys: &str) -> Vec<String> {
    const LONGEST: usize = 10;
    let mut lines: Vec<String> = Vec::new();
    for key in keys.split(' ') {
        match lines.last_mut() {
            Some(line)
                if !(line.contains('<') || key.contains('<'))
                    && line.len() + key.len() < LONGEST =>
            {
                line.push(' ');
                line.push_str(key);
            }
            _ => lines.push(key.to_owned()),
        }
    }
    lines
}

/// The button that opens the search is a picture without a name.
fn name_search(window: &adw::PreferencesWindow) {
    for button in below::find(window, gtk::Widget::is::<gtk::ToggleButton>) {
        let is_search = button
            .downcast_ref::<gtk::ToggleButton>()
            .and_then(ButtonExt::icon_name)
            .is_some_and(|icon| icon == "edit-find-symbolic");
        if is_search {
            a11y::set_label(&button, words::search());
            button.set_tooltip_text(Some(&tooltip(words::search(), "<Control>f")));
        }
    }
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
