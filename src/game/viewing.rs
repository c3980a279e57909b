//! The shown move and position, and the line visited last, so that stepping back along a variation does not leave it.

use super::Game;
use crate::record::NodeId;
use crate::record::notation::{self, Notation};
use crate::rules::{BySide, CyclePly, Piece, PieceKind, Setup, Side};

impl Game {
    /// Side to move in the shown position; `None` if no move can be made.
    pub fn shown_turn(&self) -> Option<Side> {
        let plays = !self.shows_present() || self.is_ongoing();
        let position = self.shown_position();
        let presses = self.due_to_press().filter(|_| self.shows_present());
        let turn = presses.unwrap_or(position.turn());
        (plays && !position.legal_moves().is_empty()).then_some(turn)
    }

    /// The shown position with its counters.
    pub fn shown_setup(&self) -> Setup {
        let history = self.record.history(self.shown);
        let position = history.position();
        Setup {
            idle_plies: history.idle_plies().try_into().unwrap_or(u16::MAX),
            round: history.start().round_of(history.plies().len() + 1) as u16,
            ..Setup::from(position)
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
        notation::write_node(&self.record, self.shown, how)
    }

    /// Ply of the cycle that was ruled on, or could not be, that led to the shown position, unless that is in a variation.
    pub fn shown_cycle_ply(&self) -> Option<&CyclePly> {
        if self.shows_variation() {
            return None;
        }
        let shown = self.record.node(self.shown).ply();
        self.ruled_cycle()?
            .plies
            .iter()
            .find(|step| step.ply == shown)
    }
}

/// Furthest visited move of the shown line. Stepping forward returns to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    end: Option<NodeId>,
}

impl Trail {
    /// Extends the trail to the shown move, unless that is already on it.
    pub fn followed(self, game: &Game) -> Self {
        let (record, shown) = (game.record(), game.shown());
        let is_on_way = |end| record.contains(end) && record.line_to(end).contains(&shown);
        if shown == record.root() || self.end.is_some_and(is_on_way) {
            self
        } else {
            Self { end: Some(shown) }
        }
    }

    /// Move after the shown one: along the trail, or else the first continuation. `None` at the present.
    pub fn next(self, game: &Game) -> Option<NodeId> {
        self.along(game).or_else(|| {
            let next = game.record().line_after(game.shown()).next();
            next.filter(|_| !game.shows_present())
        })
    }

    /// Last move of the shown line: the present, or the end of a variation.
    pub fn last(self, game: &Game) -> NodeId {
        let end = self.along(game).and(self.end).unwrap_or(game.shown());
        if game.is_in_game(end) {
            return game.present();
        }
        game.record().line_after(end).last().unwrap_or(end)
    }

    /// Move after the shown one along the trail.
    fn along(self, game: &Game) -> Option<NodeId> {
        let record = game.record();
        let end = self.end.filter(|end| record.contains(*end))?;
        // The main line has only one way on.
        if game.is_in_game(end) {
            return None;
        }
        let ply = record.node(game.shown()).ply();
        let up = std::iter::successors(Some(end), |id| record.node(*id).parent());
        let mut above = up.take_while(|id| record.node(*id).ply() > ply);
        let next = above.find(|id| record.node(*id).ply() == ply + 1)?;
        (record.node(next).parent() == Some(game.shown())).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::{mv, played};
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

    /// Three moves of a game, and a variation of two moves instead of the second.
    fn game_with_a_variation() -> (Game, [NodeId; 2]) {
        let mut game = played("h2e2 h9g7 h0g2");
        let first = game.record().main_line().next().expect("a move");
        show(&mut game, first);
        let mut varied = [first; 2];
        for (text, node) in ["b9c7", "b0c2"].into_iter().zip(&mut varied) {
            game.apply(Command::Play(mv(text)), Now::default())
                .expect("a variation");
            *node = game.shown();
        }
        (game, varied)
    }

    fn show(game: &mut Game, node: NodeId) {
        game.apply(Command::Show(node), Now::default())
            .expect("a move of the game");
    }

    #[test]
    fn stepping_back_does_not_leave_a_variation() {
        let (mut game, [first, second]) = game_with_a_variation();
        let trail = Trail::default().followed(&game);
        let root = game.record().root();
        show(&mut game, root);
        let trail = trail.followed(&game);
        assert_eq!(trail.last(&game), second);
        for _ in 0..3 {
            let next = trail.next(&game).expect("a move on the way");
            show(&mut game, next);
            assert_eq!(trail.followed(&game), trail);
        }
        assert_eq!(game.shown(), second);
        assert!(game.record().line_to(second).contains(&first));
        assert_eq!(trail.next(&game), None);
    }

    #[test]
    fn without_a_trail_the_game_goes_on() {
        let (mut game, _) = game_with_a_variation();
        let line: Vec<_> = game.record().main_line().collect();
        show(&mut game, line[0]);
        let trail = Trail::default();
        assert_eq!(trail.next(&game), Some(line[1]));
        assert_eq!(trail.last(&game), game.present());
        show(&mut game, line[2]);
        assert_eq!(trail.next(&game), None);
        assert_eq!(trail.last(&game), line[2]);
    }

    #[test]
    fn a_deleted_end_is_forgotten() {
        let (mut game, [first, _]) = game_with_a_variation();
        let trail = Trail::default().followed(&game);
        let line: Vec<_> = game.record().main_line().collect();
        game.apply(Command::Delete(first), Now::default())
            .expect("a variation");
        show(&mut game, line[0]);
        assert_eq!(trail.next(&game), Some(line[1]));
        assert_ne!(trail.followed(&game), trail);
    }
}
