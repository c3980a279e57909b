//! Tab order: from the board to the sidebar from top to bottom, to the header bar, and back around; and the shortcut to
//! the list. Of the moves, only the shown one is a stop.

use super::Window;
use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;

/// Maximum number of Tab stops in a row of moves.
const MAX_TAB_STEPS: usize = 3;
/// Maximum number of frames to wait for a list that slides in.
const FRAMES: u32 = 60;

fn is_marked_move(widget: &gtk::Widget) -> bool {
    widget.has_css_class("move")
}

/// Whether the widget is a row of moves, which is itself a Tab stop since GTK 4.12.
fn has_moves(row: &gtk::Widget) -> bool {
    !descendants::find(row, is_marked_move).is_empty()
}

impl Window {
    /// Focuses the board, or the page shown in its place.
    pub(super) fn focus_board(&self) {
        let imp = self.imp();
        match imp.bars.pause.get().filter(|_| self.is_paused()) {
            Some(page) => {
                page.grab_focus();
            }
            None => {
                imp.board.grab_focus();
            }
        }
    }

    /// Moves the focus forward or back. The section of the board and its surroundings, which may include both cards,
    /// comes first.
    pub(super) fn tab(&self, direction: gtk::DirectionType) -> Option<bool> {
        let focus = GtkWindowExt::focus(self)?;
        let mut sections = self.sections();
        if direction == gtk::DirectionType::TabBackward {
            sections.reverse();
        }
        let at = sections
            .iter()
            .position(|section| focus.is_ancestor(section))?;
        if self.tab_within(&sections[at], direction) {
            return Some(true);
        }
        // The section just left comes last: it may be the only one.
        sections.rotate_left(at + 1);
        let moves = self.imp().panel.moves().upcast_ref::<gtk::Widget>();
        Some(sections.iter().any(|section| {
            section == moves && self.imp().panel.moves().focus_shown()
                || self.enter(section, direction)
        }))
    }

    /// Focuses the shown move or the welcome, wherever the list is; from the list, returns to the board.
    pub fn go_to_moves(&self) {
        let imp = self.imp();
        let is_in_list = |focus: gtk::Widget| {
            focus.is_ancestor(imp.panel.moves()) || focus.is_ancestor(imp.panel.welcome())
        };
        if GtkWindowExt::focus(self).is_some_and(is_in_list) {
            imp.board.grab_focus();
            return;
        }
        imp.flap.set_reveal_flap(true);
        let waited = Cell::new(0);
        imp.panel.add_tick_callback(move |panel, _| {
            waited.set(waited.get() + 1);
            if panel.focus_list() || waited.get() == FRAMES {
                glib::ControlFlow::Break
            } else {
                glib::ControlFlow::Continue
            }
        });
    }

    /// Returns the visible Tab sections, in order.
    fn sections(&self) -> Vec<gtk::Widget> {
        let imp = self.imp();
        let header = imp.title.bar();
        let mut sections: Vec<gtk::Widget> = vec![imp.tabletop.clone().upcast()];
        sections.extend(self.end_card().map(|card| card.clone().upcast()));
        sections.extend(imp.panel.sections());
        sections.extend(header);
        sections.retain(gtk::Widget::is_mapped);
        sections
    }

    /// Moves the focus into a section. Returns whether it moved: a scrolled window claims so even where neither it nor
    /// anything in it can have the focus.
    fn enter(&self, section: &gtk::Widget, direction: gtk::DirectionType) -> bool {
        let before = GtkWindowExt::focus(self);
        section.child_focus(direction) && GtkWindowExt::focus(self) != before
    }

    /// Moves the focus within a section. Returns whether it moved. From the main line it goes to a variation below, if
    /// there is one, but not through all the moves: those are for the arrow keys.
    fn tab_within(&self, section: &gtk::Widget, direction: gtk::DirectionType) -> bool {
        let is_move = || {
            let focus = GtkWindowExt::focus(self);
            focus.is_some_and(|focus| is_marked_move(&focus) || has_moves(&focus))
        };
        let was_move = is_move();
        let mut steps = 0;
        while section.child_focus(direction) {
            steps += 1;
            if !(was_move && is_move()) {
                return true;
            }
            if steps == MAX_TAB_STEPS {
                break;
            }
        }
        false
    }
}
