//! Deleting games of the list, and their files, at once: however the program ends, they are gone. They can be brought
//! back for a while.

use super::{FinishedFile, FinishedGames, FinishedRequest};
use crate::ui::toolkit::prelude::*;
use gtk::glib::BoxedAnyObject;

/// Games that are deleted but can be brought back, each with the place that it had.
#[derive(Debug, Default)]
pub(super) struct Deleting {
    games: RefCell<Vec<(u32, BoxedAnyObject)>>,
    /// The message that offers to undo it.
    toast: RefCell<Option<adw::Toast>>,
}

impl FinishedGames {
    /// Deletes a game.
    pub(super) fn delete(&self, item: &BoxedAnyObject) {
        let imp = self.imp();
        let Some(place) = self.games().find(item) else {
            return;
        };
        let had_focus = self.focused_row().is_some();
        self.games().remove(place);
        let deleted = &imp.deleting.games;
        deleted.borrow_mut().push((place, item.clone()));
        self.ask_for(FinishedRequest::Delete, item);
        let said = words::deleted_games(deleted.borrow().len());
        self.after_change(had_focus, &said);
        let toast = adw::Toast::builder()
            .title(&said)
            .button_label(words::undo_delete())
            .timeout(10)
            .build();
        toast.connect_button_clicked(weak!(self, |dialog, _| dialog.undo_delete()));
        toast.connect_dismissed(weak!(self, |dialog, toast| {
            // Another one in its place offers to undo both.
            let last = dialog.imp().deleting.toast.borrow().clone();
            if last.as_ref() == Some(toast) {
                dialog.finish_deleting();
            }
        }));
        if let Some(earlier) = imp.deleting.toast.replace(Some(toast.clone())) {
            earlier.dismiss();
        }
        self.show_toast(&toast);
    }

    /// Brings the deleted games back.
    pub(super) fn undo_delete(&self) {
        let imp = self.imp();
        let deleted = imp.deleting.games.take();
        if deleted.is_empty() {
            return;
        }
        for (place, item) in deleted.into_iter().rev() {
            self.ask_for(FinishedRequest::Restore, &item);
            self.games().insert(place, &item);
        }
        if let Some(toast) = imp.deleting.toast.take() {
            toast.dismiss();
        }
        self.after_change(true, words::delete_undone());
    }

    /// Lets the deleted games go.
    pub(super) fn finish_deleting(&self) {
        self.imp().deleting.toast.take();
        self.imp().deleting.games.take();
    }

    fn ask_for(&self, request: FinishedRequest, item: &BoxedAnyObject) {
        let file = gio::File::for_path(&item.borrow::<FinishedFile>().path);
        self.emit_requested(request, file);
    }

    /// Shows what is left, and keeps the focus in the list.
    fn after_change(&self, focus_list: bool, said: &str) {
        let imp = self.imp();
        self.show_state();
        let is_listed = imp
            .pages
            .visible_child_name()
            .is_some_and(|page| page == "games");
        if !is_listed || !focus_list || !imp.list.grab_focus() {
            imp.search.grab_focus();
        }
        announce::announce(self, Importance::Answer, said);
    }
}
