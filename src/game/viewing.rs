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
    use crate::game::{Act, Command, Game, Now};
    use crate::record::notation::Notation;
    use crate::rules::{Piece, PieceKind, Setup, Side};

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
        game.apply(Act::Resign.by(Side::Red), Now::default())
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

    #[test]
    fn a_reply_leaves_a_player_where_he_looks_until_the_game_ends() {
        let mut game = played("h2e2 h9g7 h0g2");
        let line: Vec<_> = game.record().main_line().collect();
        let reply = |game: &mut Game, mv: &str| {
            let mv = Command::from(Act::Play(mv.parse().expect("a move")));
            game.apply(mv, Now::default())
        };
        for looked_at in [game.record().root(), line[0]] {
            let mut game = game.clone();
            assert!(game.show(looked_at));
            reply(&mut game, "i9h9").expect("a legal move");
            assert_eq!(game.shown(), looked_at);
            assert_eq!(game.record().node(game.present()).ply(), 4);
            assert!(!game.shows_variation());
        }
        // It is refused by the rules of the present, and then nothing changes.
        assert!(game.show(line[0]));
        assert!(reply(&mut game, "b0c2").is_err());
        assert_eq!((game.shown(), game.present()), (line[0], line[2]));
        // The end is seen.
        let mate = Setup::from_fen("4k4/R8/1R7/9/9/9/9/9/9/3K5 w");
        let mut game = Game::new(mate.expect("a FEN")).expect("playable");
        for mv in ["b7b6", "e9f9", "b6b7", "f9e9"] {
            reply(&mut game, mv).expect("a legal move");
        }
        let start = game.record().root();
        assert!(game.show(start));
        reply(&mut game, "b7b9").expect("mate");
        assert!(game.outcome().is_some() && game.shows_present());
    }
}
