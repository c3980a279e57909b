//! The comment on the shown position, below the list of moves.
//!
//! Visible only while there is a comment or one is being written.

use crate::record::NodeId;
use crate::ui::toolkit::actions::{call, shortcut};
use crate::ui::toolkit::prelude::*;

/// Maximum height of the text before it scrolls, in pixels: about five lines.
const MAX_HEIGHT: i32 = 108;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct CommentBox {
        pub(super) revealer: OnceCell<gtk::Revealer>,
        pub(super) title: gtk::Label,
        /// Says that only an excerpt is shown.
        pub(super) note: gtk::Label,
        pub(super) view: gtk::TextView,
        /// The position of the comment.
        pub(super) on: Cell<Option<NodeId>>,
        /// Whether an empty comment was opened for writing.
        pub(super) wanted: Cell<bool>,
        /// Whether the program is replacing the text.
        pub(super) filling: Cell<bool>,
    }

    class!(CommentBox "XqCommentBox" adw::Bin, css "commentbox"; WidgetImpl);

    impl ObjectImpl for CommentBox {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }
    }

    impl adw::subclass::prelude::BinImpl for CommentBox {}
}

widget! {
    /// The comment on the shown position.
    CommentBox Bin
}

impl CommentBox {
    fn build(&self) {
        let imp = self.imp();
        let view = &imp.view;
        view.set_wrap_mode(gtk::WrapMode::WordChar);
        view.set_accepts_tab(false);
        view.set_pixels_above_lines(1);
        view.add_css_class("comment-text");
        imp.title.set_xalign(0.0);
        imp.title.set_ellipsize(gtk::pango::EllipsizeMode::End);
        imp.title.add_css_class("caption-heading");
        imp.title.add_css_class("dim-label");
        imp.note.set_label(words::comment_excerpt());
        imp.note.set_xalign(0.0);
        imp.note.set_wrap(true);
        imp.note.add_css_class("caption");
        let scroll = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .focusable(false)
            .propagate_natural_height(true)
            .max_content_height(MAX_HEIGHT)
            .child(view)
            .build();
        follow_growth(view, &scroll.vadjustment());
        let card = gtk::Box::new(gtk::Orientation::Vertical, 2);
        card.add_css_class("comment-card");
        card.append(&imp.title);
        card.append(&imp.note);
        card.append(&scroll);
        let revealer = gtk::Revealer::builder()
            .transition_type(gtk::RevealerTransitionType::SlideUp)
            .child(&card)
            .build();
        adw::prelude::BinExt::set_child(self, Some(&revealer));
        once(&imp.revealer, revealer);
        self.listen();
    }

    fn listen(&self) {
        let view = &self.imp().view;
        view.buffer().connect_changed(weak!(self, |comment, _| {
            if !comment.imp().filling.get() {
                comment.emit_edited();
            }
        }));
        view.buffer()
            .connect_insert_text(weak!(self, |comment, buffer, at, added| {
                comment.limit(buffer, at.offset(), added);
            }));
        // After the input method, which handles Escape itself.
        let keys = gtk::ShortcutController::new();
        for key in ["Escape", "Tab"] {
            let done = call(self, |comment| {
                comment.emit_done();
                true
            });
            keys.add_shortcut(shortcut(key, done));
        }
        self.add_controller(keys);
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(weak!(self, |comment, _| {
            comment.imp().wanted.set(false);
            comment.emit_left();
            comment.reveal();
        }));
        view.add_controller(focus);
    }

    /// Refuses an insertion that makes the comment too long to be edited.
    fn limit(&self, buffer: &gtk::TextBuffer, at: i32, added: &str) {
        if self.imp().filling.get() {
            return;
        }
        let before = self.text();
        let at = before
            .char_indices()
            .nth(usize::try_from(at).unwrap_or_default());
        let (head, tail) = before.split_at(at.map_or(before.len(), |(at, _)| at));
        if !words::is_editable(&[head, added, tail].concat()) {
            buffer.stop_signal_emission_by_name("insert-text");
            self.emit_refused();
        }
    }

    /// Shows the comment on a position, titled with the round and the side that moved, or as the start. Of one that is
    /// too long to be edited it shows an excerpt, which cannot take its place.
    pub fn show_comment(&self, on: NodeId, title: &str, text: &str) {
        let imp = self.imp();
        let other = imp.on.replace(Some(on)) != Some(on);
        if other {
            imp.wanted.set(false);
        }
        imp.title.set_label(title);
        a11y::set_label(&imp.view, title);
        let is_whole = words::is_editable(text);
        let shown = if is_whole {
            text.into()
        } else {
            words::excerpt(text, words::MAX_READ)
        };
        imp.view.set_editable(is_whole);
        imp.note.set_visible(!is_whole);
        let about = if is_whole {
            ""
        } else {
            words::comment_excerpt()
        };
        a11y::keep_description(&imp.view, about);
        a11y::restore_description(&imp.view);
        let buffer = imp.view.buffer();
        if self.text() != *shown || other && (buffer.can_undo() || buffer.can_redo()) {
            imp.filling.set(true);
            // Undo never restores the comment of another position.
            buffer.begin_irreversible_action();
            buffer.set_text(&shown);
            buffer.end_irreversible_action();
            imp.filling.set(false);
        }
        self.reveal();
    }

    /// Resets the box for another game, whose positions have their own comments.
    pub fn forget(&self) {
        self.imp().on.set(None);
    }

    fn reveal(&self) {
        let imp = self.imp();
        let needed = imp.wanted.get() || imp.view.has_focus() || !self.text().is_empty();
        if let Some(revealer) = imp.revealer.get() {
            revealer.set_reveal_child(needed);
            // A folded comment must not be reachable with Tab.
            revealer.set_can_focus(needed);
        }
    }

    /// Focuses the comment for writing.
    pub fn write(&self) {
        let imp = self.imp();
        imp.wanted.set(true);
        self.reveal();
        // An unrealized view would get the focus without any announcement.
        imp.view.realize();
        imp.view.grab_focus();
        let buffer = imp.view.buffer();
        buffer.place_cursor(&buffer.end_iter());
    }

    /// Whether the comment is being written.
    pub fn is_being_written(&self) -> bool {
        self.imp().view.has_focus()
    }

    /// Undoes or redoes a change of the text.
    pub fn undo(&self, again: bool) {
        let buffer = self.imp().view.buffer();
        if again {
            buffer.redo();
        } else {
            buffer.undo();
        }
    }

    /// The position of the comment.
    pub fn on(&self) -> Option<NodeId> {
        self.imp().on.get()
    }

    /// The text of the comment.
    pub fn text(&self) -> String {
        let buffer = self.imp().view.buffer();
        let (start, end) = buffer.bounds();
        buffer.text(&start, &end, true).into()
    }

    signals! {
        /// Calls back when a player edits the text.
        "edited" connect_edited emit_edited;
        /// Calls back when a player's text is too long for a comment.
        "refused" connect_refused emit_refused;
        /// Calls back when the player wants to return to the board.
        "done" connect_done emit_done;
        /// Calls back when the comment loses the focus.
        "left" connect_left emit_left;
    }
}

/// Keeps the whole text in sight while the box grows with it. GTK glides to the line that is being written as if the
/// box were as low as before, and until then tells the adjustment nothing of its height. How many lines a
/// comment has that takes the place of another is known only once it is laid out, when the box has its height already.
fn follow_growth(view: &gtk::TextView, adjustment: &gtk::Adjustment) {
    // Not while it is being laid out.
    let resize = weak!(view, |view| {
        glib::idle_add_local_once(weak!(view, |view| view.queue_resize()));
    });
    adjustment.connect_changed({
        let resize = resize.clone();
        move |adjustment| {
            let shown = adjustment.page_size();
            if shown < adjustment.upper() && shown < f64::from(MAX_HEIGHT) {
                resize();
            }
        }
    });
    adjustment.connect_value_changed(weak!(view, |view, adjustment| {
        let last = (adjustment.upper() - f64::from(view.height())).max(adjustment.lower());
        if adjustment.value() > last {
            adjustment.set_value(last);
            resize();
        }
    }));
}
