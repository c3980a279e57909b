//! The board on which a game between two programs is played: each player has comments and variations of their own there.

use super::{GameId, KeyId, Rejection, RemoteSession};
use crate::game::{Act, Ask, Command, Game, Refusal};
use crate::record::NodeId;
use std::fmt;

/// Consequence of a command on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardCommand {
    /// It concerns this board only.
    Own,
    /// It is an act in the game of both.
    Act(Act),
    /// The rules of the game do not allow it.
    Refused(Refusal),
    /// Moves are not tried in an earlier position while the game goes on.
    NoTrying,
    /// The game of both does not allow it.
    Rejected(Rejection),
}

impl RemoteSession {
    /// Decides what a command on a board leads to that shows this game.
    pub fn on_board(&self, board: &Game, command: Command) -> BoardCommand {
        let Some((log, own)) = self.log().zip(self.side()) else {
            return BoardCommand::Own;
        };
        let shows_present = board.shows_present();
        let is_over = log.game().outcome().is_some();
        let is_tried = match command {
            Command::Play(_) => !shows_present,
            Command::Act(_, Act::Ask(Ask::TakeBack)) => board.shows_variation(),
            _ => false,
        };
        if is_over && (is_tried || matches!(command, Command::Delete(_))) {
            // Variations are each player’s own.
            return BoardCommand::Own;
        }
        match log.act(command, own) {
            None => BoardCommand::Own,
            Some(Ok(Act::Play(_))) if !shows_present => BoardCommand::NoTrying,
            Some(Ok(Act::Play(mv))) => match log.game().position().check_move(mv) {
                Ok(()) => BoardCommand::Act(Act::Play(mv)),
                Err(why) => BoardCommand::Refused(Refusal::Illegal { mv, why }),
            },
            Some(Ok(act)) => BoardCommand::Act(act),
            Some(Err(why)) => BoardCommand::Rejected(why),
        }
    }
}

/// A far game as its tag names it: by its id, and by that of the key of its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchTag {
    /// Id of the game.
    pub id: GameId,
    /// Id of the key of its match.
    pub key: KeyId,
}

impl MatchTag {
    /// Tag of the game of a session, once there is one.
    pub fn of(session: &RemoteSession) -> Option<Self> {
        Some(Self {
            id: session.log()?.proposal().id,
            key: session.key()?.id(),
        })
    }

    /// Reads a tag.
    pub fn read(text: &str) -> Option<Self> {
        let (id, key) = text.split_once(' ')?;
        let tag = Self {
            id: id.parse().ok()?,
            key: key.parse().ok()?,
        };
        (tag.to_string() == text).then_some(tag)
    }
}

impl fmt::Display for MatchTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id, self.key)
    }
}

/// A game with the tags and comments that another has besides, at the position before the present that the other one
/// shows.
pub fn noted(mut game: Game, from: &Game) -> Game {
    let record = from.record();
    game.edit_tags(|tags| {
        for (name, value) in record.tags.iter() {
            if tags.get(name).is_none() {
                tags.set(name, value);
            }
        }
    });
    game.set_comment(record.root(), &record.comment);
    let mut left = vec![record.root()];
    while let Some(at) = left.pop() {
        let node = record.node(at);
        let known = game.record();
        // A variation of this board alone is not in the log.
        if !known.contains(at) || known.node(at).played() != node.played() {
            continue;
        }
        if at != record.root() && !node.notes().comment.is_empty() {
            game.set_comment(at, &node.notes().comment);
        }
        if at == from.shown() && !from.shows_present() && game.outcome().is_none() {
            game.show(at);
        }
        left.extend(node.children());
    }
    game
}

/// Present position of another game, in this one. Moves that were taken back and replaced here return as a variation.
pub fn common_node(game: &mut Game, common: &Game) -> Option<NodeId> {
    let root = game.record().root();
    let history = common.record().history(common.present());
    let moves: Vec<_> = history.plies().iter().map(|ply| ply.mv).collect();
    game.add_line(root, &moves, "").ok()?;
    let record = game.record();
    moves
        .into_iter()
        .try_fold(root, |at, mv| record.child(at, mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Now;
    use crate::game::tests::played;

    fn shows(game: &mut Game, common: &Game) -> Option<NodeId> {
        let node = common_node(game, common)?;
        game.apply(Command::Show(node), Now::default())
            .expect("shown");
        assert_eq!(game.shown_position(), common.position());
        Some(node)
    }

    #[test]
    fn a_common_position_is_shown_even_if_its_moves_were_taken_back() {
        let common = played("h2e2 h9g7 h0g2");
        let mut longer = played("h2e2 h9g7 h0g2 i9h9");
        let before = longer.record().walk().count();
        assert!(shows(&mut longer, &common).is_some());
        assert_eq!(longer.record().walk().count(), before, "nothing is added");
        for moves in ["h2e2 h9g7", "h2e2 h9g7 c3c4", "h2e2 b9c7"] {
            let mut game = played(moves);
            let present = game.present();
            assert!(shows(&mut game, &common).is_some(), "{moves}");
            assert_eq!(game.present(), present, "{moves}");
        }
        let mut start = played("");
        assert_eq!(shows(&mut start, &played("")), Some(start.record().root()));
    }
}
