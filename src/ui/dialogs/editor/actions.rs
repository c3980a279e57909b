//! Handlers of the editor's actions.

use super::Editor;
use crate::rules::Setup;
use crate::scene::Draft;
use crate::ui::dialogs::shortcuts::{self, ShortcutsSection};
use crate::ui::toolkit::actions::EditorAction;
use crate::ui::toolkit::prelude::*;

impl Editor {
    pub(super) fn run(&self, action: EditorAction) {
        match action {
            EditorAction::Undo => self.edit(Draft::undo),
            EditorAction::Redo => self.edit(Draft::redo),
            EditorAction::Start => self.edit(|draft| draft.change(Setup::start())),
            EditorAction::Clear => self.edit(|draft| draft.change(draft.setup().cleared())),
            EditorAction::Mirror => self.edit(|draft| draft.change(draft.setup().mirrored())),
            EditorAction::Swap => {
                self.edit(|draft| draft.change(draft.setup().with_sides_swapped()));
            }
            EditorAction::Turn => {
                let turn = !self.setup().turn;
                self.edit(|draft| draft.change(draft.setup().with_turn(turn)));
                announce(self, Importance::Answer, &words::turn(words::side(turn)));
            }
            EditorAction::Flip => {
                self.flip();
                announce(self, Importance::Answer, words::at_bottom(self.bottom()));
            }
            EditorAction::TurnAround => {
                self.edit(|draft| draft.change(draft.setup().turned()));
                // Its button is gone.
                self.imp().board.grab_focus();
            }
            EditorAction::Copy => self.copy(),
            EditorAction::Paste => self.paste(),
            EditorAction::Play => self.play(),
            EditorAction::Opponent => self.ask_opponent(),
            EditorAction::Shortcuts => shortcuts::show(self, ShortcutsSection::SettingUp),
        }
    }
}
