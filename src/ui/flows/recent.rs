//! The desktop's list of recent files.

use super::choose::{MEDIA_TYPE, SUFFIX, display_name};
use crate::files::disk;
use crate::ui::platform::bookmarks::{Bookmark, is_gtks, manager};
use crate::ui::platform::on_worker;
use crate::ui::toolkit::prelude::*;

/// Maximum number of files in the menu.
const MAX_LISTED: usize = 8;
/// Command that opens a file from the list.
const COMMAND: &str = "chuhe %f";
/// Name of the program in the list, independent of the language.
const NAME: &str = "Chuhe";
/// Group of games in the list: GTK's file chooser adds every chosen file.
const GROUP: &str = "chuhe-games";

/// Adds a file to the list.
pub(super) fn remember(file: &gio::File) {
    let is_wanted = gtk::Settings::default().is_none_or(|all| all.is_gtk_recent_files_enabled());
    if !is_wanted {
        return;
    }
    if is_gtks() {
        let (name, groups) = (display_name(file), [GROUP]);
        let data =
            gtk::RecentData::new(Some(&name), None, MEDIA_TYPE, NAME, COMMAND, &groups, false);
        manager().add_full(&file.uri(), &data);
        return;
    }
    let bookmark = Bookmark {
        uri: file.uri().into(),
        name: display_name(file),
        media_type: MEDIA_TYPE,
        group: GROUP,
        program: [NAME, COMMAND],
    };
    let list = glib::user_data_dir().join("recently-used.xbel");
    disk::DURABLE.write(&list.join(&bookmark.uri), move || {
        // A list that cannot be written costs an item of a menu.
        let _ = bookmark.add_to(&list);
    });
}

/// Removes a file that cannot be opened from the list, if only the file chooser has added it.
pub(super) fn forget(file: &gio::File) {
    if !is_gtks() {
        return;
    }
    let manager = manager();
    let Ok(Some(item)) = manager.lookup_item(&file.uri()) else {
        return;
    };
    let names = [NAME, words::app_name()];
    let is_own = |name: &glib::GString| names.contains(&name.as_str());
    if !item.has_group(GROUP) && item.applications().iter().all(is_own) {
        // If this fails, the entry just cannot be opened.
        let _ = manager.remove_item(&file.uri());
    }
}

/// A file of the list.
struct Recent {
    label: String,
    uri: glib::GString,
    path: PathBuf,
}

/// Fills the menu of recent files; done when the menu opens, since reading the list is slow. Files that are gone leave
/// it once a worker has looked: below a mount that is dead, looking takes as long as it takes.
pub fn list(menu: &gio::Menu) {
    let mut recent: Vec<_> = manager().items().into_iter().filter(is_ours).collect();
    recent.sort_by_key(|item| std::cmp::Reverse(item.modified().to_unix()));
    let recent: Vec<_> = recent.iter().filter_map(known).collect();
    menu.remove_all();
    show(menu, &recent);
    if IS_LOOKING.replace(true) {
        return;
    }
    let (menu, listed) = (menu.clone(), menu_uris(menu));
    glib::spawn_future_local(async move {
        let looked = on_worker(move || {
            let there = |file: &Recent| file.path.exists();
            recent.into_iter().partition::<Vec<_>, _>(there)
        });
        let (there, gone) = looked.await;
        IS_LOOKING.set(false);
        // The menu may have been filled anew in the meantime.
        if menu_uris(&menu) == listed {
            remove(&menu, &gone);
            show(&menu, &there);
        }
    });
}

thread_local! {
    /// Whether a worker is looking which files are there.
    static IS_LOOKING: Cell<bool> = const { Cell::new(false) };
}

fn known(item: &gtk::RecentInfo) -> Option<Recent> {
    Some(Recent {
        label: item.display_name().replace('_', "__"),
        path: gio::File::for_uri(&item.uri()).path()?,
        uri: item.uri(),
    })
}

/// The files in the menu.
fn menu_uris(menu: &gio::Menu) -> Vec<String> {
    let uri = |at| {
        let target = menu.item_attribute_value(at, "target", None)?;
        target.get()
    };
    (0..menu.n_items()).filter_map(uri).collect()
}

/// Removes these files alone, since the menu may be open and have the cursor.
fn remove(menu: &gio::Menu, gone: &[Recent]) {
    let listed = menu_uris(menu);
    for (at, uri) in listed.iter().enumerate().rev() {
        if gone.iter().any(|file| file.uri == *uri) {
            menu.remove(i32::try_from(at).expect("a menu of a few files"));
        }
    }
}

/// Lets a menu that begins with the first of these files go on with the next ones.
fn show(menu: &gio::Menu, recent: &[Recent]) {
    let listed = menu_uris(menu).len();
    for file in recent.iter().take(MAX_LISTED).skip(listed) {
        let entry = gio::MenuItem::new(Some(&file.label), None);
        entry.set_action_and_target_value(Some("win.open-uri"), Some(&file.uri.to_variant()));
        menu.append_item(&entry);
    }
    if recent.is_empty() && menu.n_items() == 0 {
        // GTK renders an unknown action as insensitive.
        menu.append(Some(words::no_recent()), Some("win.no-recent-files"));
    }
}

/// Whether this program has opened a recent file, or could open it.
fn is_ours(item: &gtk::RecentInfo) -> bool {
    item.uri().ends_with(&format!(".{SUFFIX}")) || item.has_group(GROUP)
}
