//! Notations of the focused move, which are told side by side as a learning aid.

use super::{MoveList, menu};
use crate::ui::toolkit::prelude::*;
use crate::words::move_rows;

/// The accessible description of the focused move.
#[derive(Debug, Default)]
pub(super) struct FocusedNotations {
    is_wanted: Cell<bool>,
    /// The widget whose description contains the notations.
    described: glib::WeakRef<gtk::Widget>,
}

impl MoveList {
    /// Sets whether the focused move is described in all notations.
    pub fn set_describes(&self, is_wanted: bool) {
        if self.imp().notations.is_wanted.replace(is_wanted) != is_wanted {
            self.describe_focus();
        }
    }

    /// Describes the move that gets the focus.
    pub(super) fn follow_focus(&self) {
        self.connect_root_notify(|list| {
            let Some(root) = list.root() else { return };
            for property in ["focus-widget", "focus-visible"] {
                let follow = weak!(list, |list, _: &gtk::Root, _: &glib::ParamSpec| list
                    .describe_focus());
                root.connect_notify_local(Some(property), follow);
            }
        });
        // Within a variation, the focus moves from link to link in one widget.
        let links = gtk::EventControllerKey::new();
        links.connect_key_released(weak!(self, |list, _, _, _, _| list.describe_focus()));
        self.add_controller(links);
    }

    fn describe_focus(&self) {
        let notations = &self.imp().notations;
        let window = self.root().and_downcast::<gtk::Window>();
        let is_seen = window.is_some_and(|window| window.gets_focus_visible());
        let is_wanted = notations.is_wanted.get() && is_seen && self.is_mapped();
        let found = if is_wanted { self.focused_move() } else { None };
        let earlier = notations.described.upgrade();
        let is_other =
            |earlier: &gtk::Widget| found.as_ref().is_none_or(|(focus, _)| focus != earlier);
        if let Some(earlier) = earlier.filter(is_other) {
            a11y::set_description(&earlier, "");
        }
        notations
            .described
            .set(found.as_ref().map(|(focus, _)| focus));
        if let Some((focus, description)) = found {
            a11y::set_description(&focus, &description);
        }
    }

    /// The focused widget, and the notations of its move.
    fn focused_move(&self) -> Option<(gtk::Widget, String)> {
        let focus = self.root()?.focus()?;
        let node = menu::focused_node(&focus)?;
        let style = self.imp().known.borrow().style();
        let mut said = None;
        self.imp().source.get()?(&mut |game| {
            let moves = move_rows::written_side_by_side(game.record(), node, style);
            said = moves.map(|moves| (moves, move_rows::spoken_name(game.record(), node)));
        });
        let (moves, name) = said?;
        let told = words::all_notations(&moves);
        // A variation is one widget, whose own name does not mention the move.
        let told = if focus.is::<gtk::Label>() {
            words::listed_with_notations(&name, &told)
        } else {
            told
        };
        Some((focus, told))
    }
}
