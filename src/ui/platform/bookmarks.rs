//! The desktop's list of recent files, written without GTK, which would write it in the main thread.
//!
//! GLib has had these functions since 2.12; its bindings have them from 2.76 on only.

#![allow(unsafe_code)]

use crate::ui::platform::prelude::*;
use gtk::glib::FileError;
use gtk::glib::ffi::{
    GBookmarkFile, g_bookmark_file_add_application, g_bookmark_file_add_group,
    g_bookmark_file_free, g_bookmark_file_load_from_file, g_bookmark_file_new,
    g_bookmark_file_set_mime_type, g_bookmark_file_set_title, g_bookmark_file_to_file,
};
use gtk::glib::translate::ToGlibPtr;
use std::ptr::{NonNull, null_mut};

thread_local! {
    /// Whether GTK has read the list.
    static IS_GTKS: Cell<bool> = const { Cell::new(false) };
}

/// GTK's copy of the list, shown by the menu and GTK's file chooser. From here on GTK writes the list, at the latest
/// when the program ends, and would overwrite additions by others.
pub fn manager() -> gtk::RecentManager {
    IS_GTKS.set(true);
    gtk::RecentManager::default()
}

/// Whether GTK writes the list.
pub fn is_gtks() -> bool {
    IS_GTKS.get()
}

/// An entry of the list.
#[derive(Debug)]
pub struct Bookmark {
    pub uri: String,
    pub name: String,
    pub media_type: &'static str,
    pub group: &'static str,
    /// Name of the program, and its command to open the file.
    pub program: [&'static str; 2],
}

impl Bookmark {
    /// Adds the entry to a list, or updates it.
    ///
    /// # Errors
    ///
    /// Returns the error of a list that cannot be read, which is then left alone, or not be written.
    pub fn add_to(&self, file: &Path) -> Result<(), glib::Error> {
        let list = List::new();
        match list.call(file, g_bookmark_file_load_from_file) {
            Err(error) if !error.matches(FileError::Noent) => return Err(error),
            _ => {}
        }
        let (uri, name) = (self.uri.to_glib_none(), self.name.to_glib_none());
        let (media_type, group) = (self.media_type.to_glib_none(), self.group.to_glib_none());
        let [program, command] = self.program;
        let (program, command) = (program.to_glib_none(), command.to_glib_none());
        let list_ptr = list.0.as_ptr();
        // SAFETY: the list and all texts, which end in NUL, are alive for the calls; GLib copies the texts.
        unsafe {
            g_bookmark_file_set_title(list_ptr, uri.0, name.0);
            g_bookmark_file_set_mime_type(list_ptr, uri.0, media_type.0);
            g_bookmark_file_add_group(list_ptr, uri.0, group.0);
            g_bookmark_file_add_application(list_ptr, uri.0, program.0, command.0);
        }
        list.call(file, g_bookmark_file_to_file)
    }
}

/// A list in memory.
struct List(NonNull<GBookmarkFile>);

type Call = unsafe extern "C" fn(
    *mut GBookmarkFile,
    *const std::ffi::c_char,
    *mut *mut glib::ffi::GError,
) -> glib::ffi::gboolean;

impl List {
    fn new() -> Self {
        // SAFETY: it takes nothing; the list is freed once, when it is dropped.
        Self(NonNull::new(unsafe { g_bookmark_file_new() }).expect("GLib aborts without memory"))
    }

    /// Reads or writes the list.
    fn call(&self, file: &Path, call: Call) -> Result<(), glib::Error> {
        let mut error = null_mut();
        // SAFETY: list and name are alive for the call; an error is ours to free.
        unsafe {
            call(self.0.as_ptr(), file.to_glib_none().0, &raw mut error);
            if error.is_null() {
                Ok(())
            } else {
                Err(glib::translate::from_glib_full(error))
            }
        }
    }
}

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: it was made by `new` and is not used any more.
        unsafe { g_bookmark_file_free(self.0.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_added_once_beside_the_others_and_a_damaged_list_is_left_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("list.xbel");
        let add = |name: &str| {
            let bookmark = Bookmark {
                uri: format!("file:///{name}"),
                name: name.to_owned(),
                media_type: "text/plain",
                group: "games",
                program: ["Program", "program %f"],
            };
            bookmark.add_to(&file)
        };
        for name in ["one", "two", "two"] {
            add(name).expect("written");
        }
        let list = std::fs::read_to_string(&file).expect("a list");
        assert_eq!(list.matches("<bookmark href=").count(), 2, "{list}");
        assert!(
            list.contains("<bookmark:group>games</bookmark:group>"),
            "{list}"
        );
        std::fs::write(&file, "rubbish").expect("written");
        assert!(add("three").is_err());
        assert_eq!(std::fs::read(&file).expect("a list"), b"rubbish");
    }
}
