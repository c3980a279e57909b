//! The board that turns to the player to move.

use super::{News, Session};
use crate::game::clock::Millis;
use crate::game::{Seating, Turn, TurnFacts, Turning};
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;

impl Session {
    /// Turns the board of a new game to the player to move, for players side by side.
    pub(super) fn face_mover(&self) {
        let table = self.turn_facts(false);
        let mover = table.turn.filter(|_| table.seating == Seating::SideBySide);
        let turned = mover.map_or_else(Turning::default, Turning::turned_to);
        self.turning.set(turned);
        if let Some(side) = mover {
            self.change(|state| state.bottom = side);
        }
    }

    /// Turns the board to the player to move, at the earliest `pause` after the move, or notifies the listener when it
    /// may. `holds_piece` tells whether a piece is lifted.
    pub fn turn_board(self: &Rc<Self>, holds_piece: bool, pause: Millis) {
        self.turn.cancel();
        let mut turning = self.turning.get();
        let turn = turning.look(self.turn_facts(holds_piece), time::now().monotonic, pause);
        self.turning.set(turning);
        match turn {
            Turn::Stay => {}
            Turn::To(side) => self.change(|state| state.bottom = side),
            Turn::Wait(time) => {
                let turn = weak!(self, |session| session.emit(&News::TurnDue));
                self.turn.start(Duration::from_millis(time), turn);
            }
        }
    }

    /// Facts that decide whether the board turns.
    fn turn_facts(&self, holds_piece: bool) -> TurnFacts {
        let state = self.state();
        let game = &state.game;
        TurnFacts {
            seating: game.seating(),
            turn: game.is_ongoing().then(|| game.turn()),
            holds_piece,
            shows_present: game.shows_present(),
            is_paused: game.is_paused(),
        }
    }
}
