//! Setting up a position: the editor over the window, and the game that starts from it.

use super::Window;
use super::new_game::AskedGame;
use crate::game::Colors;
use crate::rules::Setup;
use crate::scene::Draft;
use crate::ui::dialogs::editor::Editor;
use crate::ui::dialogs::new_game::NewGame;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Opens the editor with an arrangement, or the shown position. Unplayed edits from before are one undo step away.
    pub fn set_up(&self, arrangement: Option<Setup>) {
        self.finish_names();
        let dialogs = &self.imp().dialogs;
        if let (Some(editor), Some(setup)) = (dialogs.editor.upgrade(), &arrangement) {
            editor.change(setup.clone());
        }
        let editor = open_once(&dialogs.editor, || {
            let draft = Rc::clone(&dialogs.draft);
            let setup = arrangement.unwrap_or_else(|| self.sitting().game.shown_setup());
            draft.borrow_mut().begin(setup);
            let bottom = self.sitting().bottom;
            let terms = self.settings().agreement().terms;
            let editor = Editor::new(self, draft, bottom, terms);
            editor.connect_played(weak!(self, |window, editor| window.play_arranged(editor)));
            editor.connect_opponent_asked(weak!(self, |window, editor| {
                window.ask_opponent(editor);
            }));
            editor
        });
        announce::present(&editor);
    }

    /// Starts a game from the edited position, with the agreement of the last new game.
    fn play_arranged(&self, editor: &Editor) {
        let start = editor.setup();
        let Ok(game) = self.settings().agreement().begin_from(start) else {
            return;
        };
        self.leave_editor(editor, |window| {
            window.session().begin(game, Colors::AsNamed);
        });
    }

    /// Lets the players choose who plays from the edited position, and on which terms.
    fn ask_opponent(&self, editor: &Editor) {
        let settings = self.settings();
        let dialog = NewGame::new(editor, &settings.agreement(), &settings.opponent());
        dialog.set_start(editor.setup());
        dialog.connect_started(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[weak]
            editor,
            move |dialog| {
                if let Some(asked) = AskedGame::of(dialog) {
                    window.leave_editor(&editor, |window| window.begin_asked(asked));
                }
            }
        ));
        announce::present(&dialog);
    }

    /// Starts a game in the place of the one on the board, and closes the editor. It reopens if the players want to keep
    /// the game on the board.
    fn leave_editor(&self, editor: &Editor, begin: impl FnOnce(&Self) + 'static) {
        editor.set_visible(false);
        let (window, editor) = (self.clone(), editor.clone());
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                editor.present();
                return;
            }
            begin(&window);
            window.imp().dialogs.draft.replace(Draft::default());
            editor.destroy();
        });
    }
}
