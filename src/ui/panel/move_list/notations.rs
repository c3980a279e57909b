//! Notations of a move side by side: in the tooltip, and, as a learning aid, beside the focused move.

use super::text;
use super::{MoveList, menu};
use crate::record::NodeId;
use crate::ui::toolkit::actions::on_key;
use crate::ui::toolkit::prelude::*;
use gtk::graphene;

/// A line of the popover: the move, and the name of the notation.
type NotationLine = (gtk::Label, gtk::Label);

/// Popover with the notations of the focused move.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Whether the popover is enabled.
    wanted: Cell<bool>,
    popover: OnceCell<(gtk::Popover, [NotationLine; 5])>,
    /// The row whose description contains the notations.
    told: glib::WeakRef<gtk::Widget>,
}

impl Notes {
    /// Removes the popover along with its list.
    pub(super) fn dispose(&self) {
        if let Some((popover, _)) = self.popover.get() {
            popover.unparent();
        }
    }
}

impl MoveList {
    /// Sets whether the focused move is shown in all notations.
    pub fn set_explains(&self, wanted: bool) {
        if self.imp().notes.wanted.replace(wanted) != wanted {
            self.explain_focus();
        }
    }

    /// Connects the popover to the focus.
    pub(super) fn add_notes(&self) {
        self.connect_root_notify(|list| {
            let Some(root) = list.root() else { return };
            for property in ["focus-widget", "focus-visible"] {
                let follow = weak!(list, |list, _: &gtk::Root, _: &glib::ParamSpec| list
                    .explain_focus());
                root.connect_notify_local(Some(property), follow);
            }
        });
        self.connect_unmap(Self::hide_notes);
        let capture = gtk::PropagationPhase::Capture;
        self.add_controller(on_key(self, capture, |list, key, _| {
            list.dismiss_notes(key)
        }));
        // Within a variation, the focus moves from link to link in one widget.
        let links = gtk::EventControllerKey::new();
        links.connect_key_released(weak!(self, |list, _, key, _, _| {
            if key != gdk::Key::Escape {
                list.explain_focus();
            }
        }));
        self.add_controller(links);
    }

    /// Hides the popover on Escape. Returns whether it did.
    fn dismiss_notes(&self, key: gdk::Key) -> bool {
        let shown = self.imp().notes.popover.get();
        let shown = shown.filter(|(popover, _)| popover.is_visible());
        if key != gdk::Key::Escape || shown.is_none() {
            return false;
        }
        self.hide_notes();
        true
    }

    fn hide_notes(&self) {
        let notes = &self.imp().notes;
        if let Some((popover, _)) = notes.popover.get() {
            popover.popdown();
        }
    }

    /// Shows and exposes the notations of the focused move, or hides them.
    fn explain_focus(&self) {
        let notes = &self.imp().notes;
        let window = self.root().and_downcast::<gtk::Window>();
        let seen = window.is_some_and(|window| window.gets_focus_visible());
        let wanted = notes.wanted.get() && seen && self.is_mapped();
        let found = if wanted { self.focused_move() } else { None };
        let told = notes.told.upgrade();
        let other = |told: &gtk::Widget| found.as_ref().is_none_or(|(at, ..)| at != told);
        if let Some(told) = told.filter(other) {
            a11y::set_description(&told, "");
        }
        notes.told.set(found.as_ref().map(|(widget, ..)| widget));
        match found {
            Some((widget, node, place)) => self.explain(&widget, node, &place),
            None => self.hide_notes(),
        }
    }

    fn explain(&self, widget: &gtk::Widget, node: NodeId, place: &graphene::Rect) {
        let style = self.style();
        let mut said = None;
        if let Some(source) = self.imp().source.get() {
            source(&mut |game| {
                let moves = text::all_notations(game.record(), node, style);
                said = moves.map(|moves| (moves, text::spoken_name(game.record(), node)));
            });
        }
        let Some((moves, name)) = said else {
            return self.hide_notes();
        };
        let told = words::all_notations(&moves);
        // A variation is one widget, whose own name does not mention the move.
        let told = if widget.is::<gtk::Label>() {
            words::listed_with_notations(&name, &told)
        } else {
            told
        };
        a11y::set_description(widget, &told);
        let (popover, lines) = self.imp().notes.popover.get_or_init(|| self.new_popover());
        // The first notation may be missing.
        let mut texts = moves.iter().rev();
        for (label, caption) in lines.iter().rev() {
            let text = texts.next();
            label.set_visible(text.is_some());
            caption.set_visible(text.is_some());
            label.set_label(text.map_or("", String::as_str));
        }
        let (x, y) = (place.x() as i32, place.y() as i32);
        let (width, height) = (place.width() as i32, place.height() as i32);
        popover.set_pointing_to(Some(&gdk::Rectangle::new(x, y, width, height)));
        popover.popup();
    }

    /// The focused widget, its move, and its area.
    fn focused_move(&self) -> Option<(gtk::Widget, NodeId, graphene::Rect)> {
        let focus = self.root()?.focus()?;
        let node = menu::focused_node(&focus)?;
        let place = focus.compute_bounds(self)?;
        Some((focus, node, place))
    }

    fn new_popover(&self) -> (gtk::Popover, [NotationLine; 5]) {
        let grid = gtk::Grid::builder()
            .column_spacing(12)
            .row_spacing(3)
            .build();
        let lines = words::SIDE_BY_SIDE.map(|how| {
            let label = gtk::Label::builder().xalign(0.0).build();
            label.add_css_class("notation");
            let caption = gtk::Label::new(Some(words::notation_caption(how)));
            caption.set_xalign(0.0);
            caption.add_css_class("dim-label");
            (label, caption)
        });
        for ((label, caption), row) in lines.iter().zip(0..) {
            grid.attach(label, 0, row, 1, 1);
            grid.attach(caption, 1, row, 1, 1);
        }
        let popover = gtk::Popover::builder()
            .autohide(false)
            .can_focus(false)
            .can_target(false)
            .position(gtk::PositionType::Left)
            .child(&grid)
            .build();
        popover.add_css_class("notations");
        popover.set_parent(self);
        (popover, lines)
    }
}
