//! Arrows and circles that people draw on the shown position.

use super::Window;
use crate::record::Drawings;
use crate::scene::Stroke;
use crate::ui::session::Edit;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Draws an arrow or a circle, or erases it.
    pub(super) fn draw(&self, stroke: Stroke) {
        let is_far = self.session().remote_game_on_board().is_some();
        if is_far && self.state().game.outcome().is_none() {
            return self.session().remark_refused(words::no_drawings_yet());
        }
        if self.preview().is_some() || self.is_guessing() {
            // The board shows another position.
            return;
        }
        let drawn = stroke.drawn_on(&self.shown_drawings());
        self.change_drawings(drawn);
    }

    /// Erases all arrows and circles on the shown position.
    pub(super) fn erase_drawings(&self) {
        self.change_drawings(Drawings::default());
    }

    /// Undoes or redoes the last change of the drawings on the shown position. Returns whether there was one.
    pub(super) fn undo_drawing(&self, again: bool) -> bool {
        let (at, present) = (self.state().game.shown(), self.shown_drawings());
        let view = &self.imp().view;
        let restored = view.borrow_mut().drawn.undo(at, again, &present);
        if let Some(drawings) = restored {
            self.show_drawings(drawings);
            return true;
        }
        false
    }

    fn shown_drawings(&self) -> Drawings {
        let state = self.state();
        let shown = state.game.record().node(state.game.shown());
        shown.notes().drawings.clone()
    }

    fn change_drawings(&self, drawings: Drawings) {
        let (at, present) = (self.state().game.shown(), self.shown_drawings());
        self.imp().view.borrow_mut().drawn.note(at, &present);
        self.show_drawings(drawings);
    }

    fn show_drawings(&self, drawings: Drawings) {
        let before = self.shown_drawings();
        let told = {
            let state = self.state();
            words::changed_drawings(state.game.shown_position(), &before, &drawings)
        };
        let at = self.state().game.shown();
        self.announce(Importance::Answer, &told);
        self.session().edit(&Edit::Drawings(at, drawings));
    }
}
