//! Later states of a game.

use super::{NodeId, Record};
use std::collections::HashMap;

impl Record {
    /// Whether the game has everything that an earlier state of it has: moves, variations, annotations, tags and result.
    /// An end that was taken back before the game went on is none.
    pub fn has_all_of(&self, earlier: &Self) -> bool {
        let line = |of: &Self| -> Vec<_> {
            let played = of.main_moves();
            played.map(|played| played.mv).collect()
        };
        let (ours, theirs) = (line(self), line(earlier));
        let went_on = ours.len() > theirs.len();
        self.start() == earlier.start()
            && self.terms == earlier.terms
            && ours.starts_with(&theirs)
            && (went_on || earlier.outcome.is_none() || self.outcome == earlier.outcome)
            && (earlier.comment.is_empty() || self.comment == earlier.comment)
            && earlier
                .tags
                .iter()
                .all(|(name, value)| self.tags.get(name) == Some(value))
            && self.has_all_moves_of(earlier)
    }

    fn has_all_moves_of(&self, earlier: &Self) -> bool {
        let mut known: HashMap<NodeId, NodeId> = HashMap::from([(earlier.root(), self.root())]);
        earlier.walk().all(|id| {
            let node = earlier.node(id);
            let Some((parent, played)) = node.parent().zip(node.played()) else {
                return true;
            };
            let at = known.get(&parent).copied();
            let Some(ours) = at.and_then(|at| self.child(at, played.mv)) else {
                return false;
            };
            known.insert(id, ours);
            let (notes, theirs) = (self.node(ours).notes(), node.notes());
            theirs.is_empty() || notes == theirs
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;
    use crate::rules::{Outcome, Setup, Side, WinReason};

    #[test]
    fn a_later_state_has_all_of_an_earlier_one_and_not_the_other_way_round() {
        let mut game = Record::new(Setup::start()).expect("a game");
        let mut at = game.root();
        let changes: [fn(&mut Record, NodeId); 5] = [
            |game, _| "precious".clone_into(&mut game.comment),
            |game, _| game.tags.set(Tags::EVENT, "final"),
            |game, at| "precious".clone_into(&mut game.node_mut(at).notes_mut().comment),
            |game, at| {
                let mv = "a3a4".parse().expect("a move");
                game.add(at, mv).expect("legal");
            },
            |game, _| game.outcome = Some(Outcome::win(Side::Red, WinReason::Resignation)),
        ];
        for mv in ["h2e2", "h9g7"] {
            let earlier = game.clone();
            at = game.add(at, mv.parse().expect("a move")).expect("legal");
            assert!(game.has_all_of(&earlier) && !earlier.has_all_of(&game));
        }
        for change in changes {
            let earlier = game.clone();
            change(&mut game, at);
            assert!(game.has_all_of(&earlier) && !earlier.has_all_of(&game));
        }
    }
}
