//! Setting up a position: the editor over the window, and the game that begins from what was arranged there.

use super::Window;
use crate::game::Colours;
use crate::rules::Setup;
use crate::scene::Draft;
use crate::ui::dialogs::editor::Editor;
use crate::ui::toolkit::announce;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib;
use std::rc::Rc;

impl Window {
    /// The position that is shown, with its counters.
    pub(super) fn shown_setup(&self) -> Setup {
        let sitting = self.sitting();
        let game = &sitting.game;
        let history = game.record().history(game.shown());
        let position = history.position();
        Setup {
            board: position.board().clone(),
            turn: position.turn(),
            idle_plies: history.idle_plies().try_into().unwrap_or(u16::MAX),
            round: history.start().round_of(history.plies().len() + 1) as u16,
        }
    }

    /// Opens the editor with the position that is shown. What was edited before and not played is one step back
    /// there.
    pub(in crate::ui) fn set_up(&self) {
        self.finish_names();
        let editor = self.imp().dialogs.editor.upgrade().unwrap_or_else(|| {
            let imp = self.imp();
            let draft = Rc::clone(&imp.dialogs.draft);
            draft.borrow_mut().begin(self.shown_setup());
            let bottom = self.sitting().bottom;
            let terms = self.settings().agreement().terms;
            let editor = Editor::new(self, draft, bottom, terms);
            editor.connect_played(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |editor| window.play_arranged(editor)
            ));
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
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[strong]
            editor,
            async move {
                if !window.may_be_replaced().await {
                    editor.present();
                    return;
                }
                window.session().begin(game, Colours::AsNamed);
                window.imp().dialogs.draft.replace(Draft::default());
                editor.destroy();
            }
        ));
    }
}
