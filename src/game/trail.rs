//! The furthest position visited on a line, so that stepping back along a variation does not leave it.

use super::Game;
use crate::record::NodeId;

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
    use crate::game::{Command, Now};

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
