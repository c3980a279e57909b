//! The shown move and position.

use super::Game;
use crate::record::notation::{self, Notation};
use crate::rules::{BySide, CyclePly, Piece, PieceKind, Setup, Side};

impl Game {
    /// Side to move in the shown position; `None` if no move can be made.
    pub fn shown_turn(&self) -> Option<Side> {
        let plays = !self.shows_present() || self.is_ongoing();
        let position = self.shown_position();
        (plays && !position.legal_moves().is_empty()).then(|| position.turn())
    }

    /// The shown position with its counters.
    pub fn shown_setup(&self) -> Setup {
        let history = self.record.history(self.shown);
        let position = history.position();
        Setup {
            board: position.board().clone(),
            turn: position.turn(),
            idle_plies: history.idle_plies().try_into().unwrap_or(u16::MAX),
            round: history.start().round_of(history.plies().len() + 1) as u16,
        }
    }

    /// Pieces captured by each side up to the shown position, the strongest first.
    pub fn shown_captures(&self) -> BySide<Vec<Piece>> {
        let worth = |piece: &Piece| {
            let order = PieceKind::BY_WORTH;
            order.iter().position(|kind| *kind == piece.kind)
        };
        let all = self.record.captured(self.shown);
        BySide::new(|side| {
            let lost = all.iter().copied().filter(|piece| piece.side != side);
            let mut captured: Vec<_> = lost.collect();
            captured.sort_by_key(worth);
            captured
        })
    }

    /// Notation of the move that led to the shown position; `None` at the start.
    pub fn shown_notation(&self, how: Notation) -> Option<String> {
        let shown = self.record.node(self.shown);
        let before = self.record.node(shown.parent()?).position();
        Some(notation::write(before, shown.played()?.mv, how))
    }

    /// Ply of the ruled cycle that led to the shown position, unless that is in a variation.
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
    use crate::game::{Command, Game, Now};
    use crate::record::notation::Notation;
    use crate::rules::{Piece, PieceKind, Side};

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
    fn captures_are_those_up_to_the_shown_move() {
        let mut game = played("h2h9 i9h9 b2b9");
        let strongest = |game: &Game| game.shown_captures()[Side::Red].first().copied();
        let horse = Piece::new(Side::Black, PieceKind::Horse);
        assert_eq!(game.shown_captures()[Side::Red], [horse; 2]);
        assert_eq!(game.shown_captures()[Side::Black].len(), 1);
        assert_eq!(game.shown_turn(), Some(Side::Black));
        let start = game.record().root();
        game.apply(Command::Show(start), Now::default())
            .expect("the start");
        assert_eq!(strongest(&game), None);
        assert_eq!(game.shown_turn(), Some(Side::Red));
        game.apply(Command::Resign(Side::Red), Now::default())
            .expect("a game that goes on");
        let present = game.present();
        game.apply(Command::Show(present), Now::default())
            .expect("the end");
        assert_eq!(game.shown_turn(), None);
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
