//! Games by letter. Each is saved in a file of its own, where a letter finds it whatever is on the board.

use super::Session;
use crate::game::Refusal;
use crate::record::format;
use crate::remote::{Correspondence, GameId, Letter};
use crate::ui::platform::own_file;
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;

impl Session {
    /// File of the game that the letters of this id belong to.
    pub fn letter_file(&self, id: GameId) -> PathBuf {
        self.store.letters().join(format!("{id}.xiangqi"))
    }

    /// Puts a game by letter on the board, with the own side below.
    pub fn begin_by_letter(self: &Rc<Self>, known: &Correspondence) {
        let mut state = Self::dated(known.game());
        state.bottom = known.own();
        self.replace(state);
        self.save_letter(known);
    }

    /// Notes the letter that was written on the board.
    pub fn note_letter(self: &Rc<Self>, known: &Correspondence) {
        self.change(|state| known.set_in(&mut state.game));
        self.touch();
        self.follow(&[]);
        self.save_letter(known);
    }

    /// Plays out the friend's next letter.
    ///
    /// # Errors
    ///
    /// Returns the reason if the game refuses it.
    pub fn play_out(self: &Rc<Self>, next: Letter) -> Result<(), Refusal> {
        let now = time::now();
        let events = self.change(|state| Correspondence::play_out(next, &mut state.game, now))?;
        self.follow(&events);
        if let Some(known) = Correspondence::of(&self.state().game) {
            self.save_letter(&known);
        }
        Ok(())
    }

    fn save_letter(&self, known: &Correspondence) {
        let file = self.letter_file(known.last().id());
        let state = self.state();
        let bytes = format::write_own(&state.game.to_record(), None);
        // The session has the same game, and reports a failing disk.
        drop(own_file::save(&file, |_| bytes));
    }
}
