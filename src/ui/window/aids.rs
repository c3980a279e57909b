//! Learning aids: on or off, and what they say of the piece that was lifted.

use super::Window;
use crate::game::Game;
use crate::rules::PointSet;
use crate::scene::Aids;
use crate::scene::aids::blocks;
use crate::ui::board::aids::captions;
use crate::ui::platform::appearance::labels;
use crate::words;
use adw::subclass::prelude::*;

impl Window {
    /// Turns learning aids on or off.
    pub(in crate::ui) fn toggle_aids(&self) {
        let has_aids = !self.settings().has_aids();
        self.settings().set_aids(has_aids);
        self.say(words::aids(has_aids));
    }

    /// Learning aids on the board, if they are on.
    pub(super) fn aids(&self, game: &Game) -> Option<Aids> {
        let imp = self.imp();
        // A refusal marks what is in the way by itself.
        let lifted = imp.selection.get().point();
        let lifted = lifted.filter(|_| imp.refused.get().is_none());
        let position = game.shown_position();
        self.settings()
            .has_aids()
            .then(|| Aids::new(captions(), position, lifted))
    }

    /// Who is in the way of the horse or elephant that was lifted, if that is to be said.
    pub(super) fn told_blocks(&self, game: &Game) -> Option<String> {
        let lifted = self.imp().selection.get().point()?;
        let position = game.shown_position();
        let kind = position.piece_at(lifted)?.kind;
        if !self.settings().has_aids() {
            return None;
        }
        let by: PointSet = blocks(position, lifted)
            .iter()
            .map(|block| block.by)
            .collect();
        words::blocked(position, kind, by, labels())
    }
}
