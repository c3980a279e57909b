//! The move and the position that the players look at.

use super::Game;
use crate::record::notation::{self, Notation};
use crate::rules::CyclePly;

impl Game {
    /// Notation of the move that led to the shown position; `None` at the start.
    #[must_use]
    pub fn shown_notation(&self, how: Notation) -> Option<String> {
        let shown = self.record.node(self.shown);
        let before = self.record.node(shown.parent()?).position();
        Some(notation::write(before, shown.played()?.mv, how))
    }

    /// Ply of the ruled cycle that led to the shown position, unless that is in a variation.
    #[must_use]
    pub fn shown_cycle_ply(&self) -> Option<&CyclePly> {
        if self.shows_variation() {
            return None;
        }
        let shown = self.record.node(self.shown).ply();
        let cycle = self.verdict()?.cycle.as_ref()?;
        cycle.plies.iter().find(|step| step.ply == shown)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::tests::played;
    use crate::game::{Command, Now};
    use crate::record::notation::Notation;

    #[test]
    fn the_shown_move_is_written_in_the_position_before_it() {
        let mut game = played("h2e2 h9g7");
        let chinese = Notation::ChineseTraditional;
        assert_eq!(game.shown_notation(chinese).as_deref(), Some("馬８進７"));
        let start = game.record().root();
        game.apply(Command::Show(start), Now::default())
            .expect("the start");
        assert_eq!(game.shown_notation(chinese), None);
        assert_eq!(game.shown_cycle_ply(), None);
    }

    #[test]
    fn the_shown_ply_of_a_cycle_is_found_from_its_first_to_its_last() {
        let game = played(&"h2e2 h7e7 e2h2 e7h7 ".repeat(2));
        let cycle = game.verdict().and_then(|verdict| verdict.cycle.as_ref());
        let last = cycle.and_then(|cycle| cycle.plies.last());
        assert!(last.is_some());
        assert_eq!(game.shown_cycle_ply(), last);
    }
}
