//! Variations: added at any position, promoted to the main line, or deleted; comments and drawings.

use super::{Command, Event, Game, Refusal};
use crate::record::{Drawings, NodeId};
use crate::rules::{IllegalMove, Move};

impl Game {
    /// Whether a position is on the main line, including moves that were taken back.
    pub fn is_in_game(&self, id: NodeId) -> bool {
        id == self.record.root() || self.record.main_line().any(|node| node == id)
    }

    /// Whether the shown position is in a variation.
    pub fn shows_variation(&self) -> bool {
        !self.is_in_game(self.shown)
    }

    /// The comment on a position.
    pub fn comment(&self, id: NodeId) -> &str {
        if id == self.record.root() {
            &self.record.comment
        } else {
            &self.record.node(id).notes().comment
        }
    }

    /// The command that shows a move which others have played in the shown position: it is shown where the record has it,
    /// or added. `None` if only a move of the game that is being played could show it.
    pub fn look_ahead(&self, mv: Move) -> Option<Command> {
        if let Some(known) = self.record.child(self.shown, mv) {
            return Some(Command::Show(known));
        }
        let is_contest =
            self.clock().is_some() || self.computer().is_some() || self.by_letter().is_some();
        // A move at the present takes the place of those that were taken back.
        let is_game = self.shows_present() && (is_contest || self.can_redo());
        (self.takes_moves() && !is_game).then_some(Command::Play(mv))
    }

    /// Replaces the comment on a position.
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        if id == self.record.root() {
            text.clone_into(&mut self.record.comment);
        } else if self.record.contains(id) {
            text.clone_into(&mut self.record.node_mut(id).notes_mut().comment);
        }
    }

    /// Replaces the drawings on a position.
    pub fn set_drawings(&mut self, id: NodeId, drawings: Drawings) {
        if self.record.contains(id) {
            self.record.node_mut(id).notes_mut().drawings = drawings;
        }
    }

    /// Whether a line from a position would lie beside the game, and not go on with it.
    pub fn takes_line(&self, at: NodeId, moves: &[Move]) -> bool {
        if !self.record.contains(at) || at == self.present {
            return false;
        }
        let mut last = at;
        for mv in moves {
            match self.record.child(last, *mv) {
                Some(known) if known == self.present => return false,
                Some(known) => last = known,
                None => return true,
            }
        }
        true
    }

    /// Adds a line to a position as a variation, with a comment on its first move. Moves that are there already stay, and
    /// so do their comments.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is illegal; those before it are added.
    pub fn add_line(
        &mut self,
        at: NodeId,
        moves: &[Move],
        comment: &str,
    ) -> Result<(), IllegalMove> {
        let mut last = at;
        for (index, mv) in moves.iter().enumerate() {
            last = self.record.add(last, *mv)?;
            let known = &mut self.record.node_mut(last).notes_mut().comment;
            if index == 0 && known.is_empty() {
                comment.clone_into(known);
            }
        }
        Ok(())
    }

    /// Makes a move in the shown position, which is not the present.
    pub(super) fn vary(&mut self, mv: Move) -> Result<Vec<Event>, Refusal> {
        if let Some(known) = self.record.child(self.shown, mv) {
            self.shown = known;
            return Ok(vec![Event::Shown(known)]);
        }
        let added = self.record.add(self.shown, mv);
        self.shown = added.map_err(|why| Refusal::Illegal { mv, why })?;
        let played = self.record.node(self.shown).played();
        Ok(played.map(Event::Varied).into_iter().collect())
    }

    pub(super) fn promote(&mut self, id: NodeId) -> Vec<Event> {
        if self.is_in_game(id) {
            return Vec::new();
        }
        let before = self.record.outcome.take();
        self.record.promote(id);
        let last = self.record.main_line().last();
        self.present = last.unwrap_or(self.record.root());
        self.shown = id;
        self.history = self.record.history(self.present);
        self.ask_arbiter();
        self.end_by_mate();
        self.set_clock_to_other_line();
        let reopened = before.map(|_| Event::Reopened);
        let ended = self.outcome().map(Event::Ended);
        [Some(Event::Promoted), reopened, ended]
            .into_iter()
            .flatten()
            .collect()
    }

    pub(super) fn delete(&mut self, id: NodeId) -> Result<Vec<Event>, Refusal> {
        let game = self.record.line_to(self.present);
        let parent = self.record.node(id).parent();
        let Some(parent) = parent.filter(|_| !game.contains(&id)) else {
            return Err(Refusal::PartOfGame);
        };
        self.record.remove(id);
        if !self.record.contains(self.shown) {
            self.shown = parent;
        }
        Ok(vec![Event::Deleted])
    }

    /// Undoes a move of a variation: the last one is deleted, an earlier one is merely left.
    pub(super) fn take_back_variation(&mut self) -> Result<Vec<Event>, Refusal> {
        let node = self.record.node(self.shown);
        let parent = node.parent().ok_or(Refusal::NothingToTakeBack)?;
        if node.children().is_empty() {
            return self.delete(self.shown);
        }
        self.shown = parent;
        Ok(vec![Event::Shown(parent)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::tests::{mv, played};
    use crate::game::{Act, Ask, Command, GameTerms, Now, SessionState};
    use crate::rules::Side;

    /// A game of three moves, shown after the first, with a variation of two moves from there.
    fn varied() -> (Game, NodeId) {
        let mut game = played("h2e2 h9g7 h0g2");
        let first = game.record().main_line().next().expect("a move");
        game.apply(Command::Show(first), Now::default())
            .expect("a position");
        let events = game
            .apply(Command::Play(mv("b9c7")), Now::default())
            .expect("legal");
        assert!(matches!(events[..], [Event::Varied(_)]));
        game.apply(Command::Play(mv("b0c2")), Now::default())
            .expect("legal");
        (game, first)
    }

    #[test]
    fn a_move_from_an_earlier_position_is_a_variation_and_the_game_stays() {
        let (mut game, first) = varied();
        assert!(game.shows_variation() && !game.shows_present());
        assert_eq!(game.record().node(game.present()).ply(), 3);
        assert_eq!(game.record().move_count(), 5);
        assert_eq!(game.record().node(first).children().len(), 2);
        // Repeating it adds no other.
        game.apply(Command::Show(first), Now::default())
            .expect("a position");
        game.apply(Command::Play(mv("b9c7")), Now::default())
            .expect("legal");
        assert_eq!(game.record().move_count(), 5);
        game.apply(Command::Show(game.present()), Now::default())
            .expect("a position");
        game.apply(Command::Play(mv("i9h9")), Now::default())
            .expect("the game goes on");
        assert_eq!(game.record().main_line().count(), 4);
    }

    #[test]
    fn a_move_of_others_is_looked_at_where_that_is_no_move_of_a_contest() {
        let (mut game, first) = varied();
        let show = |game: &mut Game, node| {
            game.apply(Command::Show(node), Now::default())
                .expect("a position");
        };
        show(&mut game, first);
        let known = game.record().node(first).children()[1];
        assert_eq!(game.look_ahead(mv("b9c7")), Some(Command::Show(known)));
        let other = mv("h7e7");
        assert_eq!(game.look_ahead(other), Some(Command::Play(other)));
        let present = game.present();
        show(&mut game, present);
        let next = mv("i9h9");
        assert_eq!(game.look_ahead(next), Some(Command::Play(next)));
        // A move that was taken back is kept.
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
        assert_eq!(game.look_ahead(mv("b0c2")), None);
        game.apply(Command::Redo, Now::default()).expect("a move");
        game.apply(Act::Resign.by(Side::Red), Now::default())
            .expect("in progress");
        assert_eq!(game.look_ahead(next), None);
        let terms = GameTerms {
            time: TimeControl::read("300").expect("a time control"),
            ..GameTerms::default()
        };
        assert_eq!(terms.begin().look_ahead(mv("h2e2")), None);
    }

    #[test]
    fn a_line_is_added_beside_the_game_with_a_comment() {
        let mut game = played("h2e2 h9g7 h0g2");
        let first = game.record().main_line().next().expect("a move");
        for comment in ["Better", "Other"] {
            let added = game.add_line(first, &[mv("b9c7"), mv("b0c2")], comment);
            assert_eq!(added, Ok(()));
        }
        let record = game.record();
        assert_eq!((record.main_line().count(), record.move_count()), (3, 5));
        let line = record.node(first).children()[1];
        assert_eq!(record.node(line).notes().comment, "Better");
        assert!(game.shows_present());
        assert!(game.add_line(first, &[mv("b9b7")], "").is_err());
    }

    #[test]
    fn a_line_that_goes_on_with_the_game_is_no_variation() {
        let game = played("h2e2 h9g7 h0g2");
        let first = game.record().main_line().next().expect("a move");
        assert!(game.takes_line(first, &[mv("b9c7")]));
        assert!(game.takes_line(first, &[mv("h9g7"), mv("b0c2")]));
        assert!(!game.takes_line(first, &[mv("h9g7"), mv("h0g2"), mv("i9h9")]));
        assert!(!game.takes_line(game.present(), &[mv("i9h9")]));
    }

    #[test]
    fn a_promoted_variation_is_the_game() {
        let (mut game, first) = varied();
        game.apply(Command::Show(game.present()), Now::default())
            .expect("a position");
        game.apply(Act::Resign.by(Side::Red), Now::default())
            .expect("in progress");
        let variation = game.record().node(first).children()[1];
        let events = game
            .apply(Command::Promote(variation), Now::default())
            .expect("a position");
        assert_eq!(events, [Event::Promoted, Event::Reopened]);
        assert_eq!(game.outcome(), None);
        assert_eq!(game.shown(), variation);
        assert_eq!(game.record().node(game.present()).ply(), 3);
        assert!(game.is_in_game(variation));
        assert_eq!(
            game.apply(Command::Promote(variation), Now::default()),
            Ok(vec![])
        );
        let line: Vec<_> = game.record().main_line().collect();
        assert_eq!(line.last(), Some(&game.present()));
    }

    #[test]
    fn only_what_is_beside_the_game_is_deleted() {
        let (mut game, first) = varied();
        assert_eq!(
            game.apply(Command::Delete(first), Now::default()),
            Err(Refusal::PartOfGame)
        );
        let root = game.record().root();
        assert_eq!(
            game.apply(Command::Delete(root), Now::default()),
            Err(Refusal::PartOfGame)
        );
        let variation = game.record().node(first).children()[1];
        let events = game.apply(Command::Delete(variation), Now::default());
        assert_eq!(events, Ok(vec![Event::Deleted]));
        assert_eq!(game.shown(), first);
        assert_eq!(game.record().move_count(), 3);
        assert_eq!(
            game.apply(Command::Delete(variation), Now::default()),
            Err(Refusal::Gone)
        );
    }

    #[test]
    fn undo_beside_the_game_takes_the_variation_back_and_not_the_game() {
        let (mut game, first) = varied();
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
        assert_eq!(game.shown(), first);
        assert_eq!(game.record().move_count(), 3);
        assert_eq!(game.record().node(game.present()).ply(), 3);
    }

    #[test]
    fn another_move_drops_what_was_taken_back_and_no_variation() {
        let (mut game, first) = varied();
        game.apply(Command::Show(game.present()), Now::default())
            .expect("a position");
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
        assert_eq!(game.present(), first);
        game.apply(Command::Play(mv("h7e7")), Now::default())
            .expect("legal");
        let children = game.record().node(first).children();
        assert_eq!(children.len(), 2);
        assert_eq!(children[0], game.present());
        // A tried move becomes part of the main line when it is played there.
        game.apply(Ask::TakeBack, Now::default()).expect("a move");
        game.apply(Command::Play(mv("b9c7")), Now::default())
            .expect("legal");
        assert_eq!(game.record().main_line().count(), 3);
    }

    #[test]
    fn a_session_beside_the_game_comes_back_with_its_comments() {
        let (mut game, first) = varied();
        game.set_comment(game.shown(), "Better?");
        game.set_comment(game.record().root(), "An evening");
        let shown = game.shown_position().clone();
        let again = SessionState::read(&SessionState::new(game).write()).expect("a session");
        assert_eq!(again.game.shown_position(), &shown);
        assert!(again.game.shows_variation());
        let record = again.game.record();
        assert_eq!(record.comment, "An evening");
        assert_eq!(record.node(again.game.shown()).notes().comment, "Better?");
        assert_eq!(record.node(first).children().len(), 2);
    }
}
