//! Setting up a position: the editor over the window, and the game that begins from what was arranged there.

use super::Window;
use crate::game::Colors;
use crate::scene::Draft;
use crate::ui::dialogs::editor::Editor;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::announce;
use std::rc::Rc;

impl Window {
    /// Opens the editor with the position that is shown. What was edited before and not played is one step back
    /// there.
    pub fn set_up(&self) {
        self.finish_names();
        let editor = self.imp().dialogs.editor.upgrade().unwrap_or_else(|| {
            let imp = self.imp();
            let draft = Rc::clone(&imp.dialogs.draft);
            draft.borrow_mut().begin(self.sitting().game.shown_setup());
            let bottom = self.sitting().bottom;
            let terms = self.settings().agreement().terms;
            let editor = Editor::new(self, draft, bottom, terms);
            editor.connect_played(weak!(self, |window, editor| window.play_arranged(editor)));
            imp.dialogs.editor.set(Some(&editor));
            editor
        });
        announce::present(&editor);
    }

    /// Begins a game from what was arranged, as the last new game was agreed on. The editor comes back if the
    /// players want to keep the game on the board.
    fn play_arranged(&self, editor: &Editor) {
        let start = editor.setup();
        let Ok(game) = self.settings().agreement().begin_from(start) else {
            return;
        };
        editor.set_visible(false);
        let (window, editor) = (self.clone(), editor.clone());
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                editor.present();
                return;
            }
            window.session().begin(game, Colors::AsNamed);
            window.imp().dialogs.draft.replace(Draft::default());
            editor.destroy();
        });
    }
}
