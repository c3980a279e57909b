//! The window that lists every key; made from the same table that binds them.

use super::actions::{Action, Group};
use super::editor::Deed;
use crate::words;
use gtk::glib;
use gtk::prelude::*;

/// Which keys are shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Playing,
    Moving,
    Reading,
    SettingUp,
}

impl Section {
    const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Moving => "moving",
            Self::Reading => "reading",
            Self::SettingUp => "setting-up",
        }
    }

    /// Where a group is listed: a section is no higher than a small screen, and has a single page.
    const fn of(group: Group) -> Self {
        match group {
            Group::Game | Group::General | Group::Files => Self::Playing,
            Group::View | Group::Board | Group::Moves => Self::Moving,
            Group::Reading => Self::Reading,
        }
    }
}

/// Shows the shortcuts over a window.
pub(super) fn show(parent: &impl IsA<gtk::Window>, section: Section) {
    let builder = gtk::Builder::from_string(&description());
    let Some(window) = builder.object::<gtk::ShortcutsWindow>("shortcuts") else {
        return;
    };
    window.set_transient_for(Some(parent));
    window.set_section_name(Some(section.name()));
    window.present();
}

/// The window as an interface description: GTK 4.8 has no other way to make one.
fn description() -> String {
    let all = [Section::Playing, Section::Moving, Section::Reading];
    let [playing, moving, reading] = all.map(groups);
    let sections = section(Section::Playing, words::game_keys(), &playing)
        + &section(Section::Moving, words::move_keys(), &moving)
        + &section(Section::Reading, words::reading_keys(), &reading)
        + &section(Section::SettingUp, words::editor(), &setting_up());
    format!(
        r#"<interface><object class="GtkShortcutsWindow" id="shortcuts">
        <property name="modal">1</property>
        {sections}</object></interface>"#
    )
}

/// The keys of the window in a section, group by group.
fn groups(within: Section) -> String {
    let mut groups = String::new();
    for group in Group::ALL {
        if Section::of(group) != within {
            continue;
        }
        groups += &heading(group.title());
        if group == Group::Board {
            for (keys, title) in words::board_keys() {
                groups += &shortcut(keys, title);
            }
        }
        for action in Action::ALL {
            if let Some((_, title)) = action.title().filter(|(of, _)| *of == group) {
                let keys = action.keys().iter().chain(action.plain_keys());
                let keys: Vec<_> = keys.chain(action.key_sequences()).copied().collect();
                groups += &shortcut(&keys.join(" "), title);
            }
        }
        if group == Group::General {
            groups += &shortcut("F10", words::menu_key());
        }
        groups += "</object></child>";
    }
    groups
}

/// The keys of the position editor.
fn setting_up() -> String {
    let mut group = heading(words::editor());
    for (keys, title) in words::editor_keys() {
        group += &shortcut(keys, title);
    }
    for deed in Deed::ALL {
        group += &shortcut(&deed.keys().join(" "), deed.title());
    }
    group + "</object></child>"
}

fn section(section: Section, title: &str, groups: &str) -> String {
    let name = section.name();
    let title = glib::markup_escape_text(title);
    format!(
        r#"<child><object class="GtkShortcutsSection">
        <property name="section-name">{name}</property><property name="title">{title}</property>
        <property name="max-height">15</property>{groups}</object></child>"#
    )
}

fn heading(title: &str) -> String {
    let title = glib::markup_escape_text(title);
    format!(r#"<child><object class="GtkShortcutsGroup"><property name="title">{title}</property>"#)
}

fn shortcut(keys: &str, title: &str) -> String {
    let (keys, title) = (
        glib::markup_escape_text(keys),
        glib::markup_escape_text(title),
    );
    format!(
        r#"<child><object class="GtkShortcutsShortcut"><property name="accelerator">{keys}</property>
        <property name="title">{title}</property></object></child>"#
    )
}
