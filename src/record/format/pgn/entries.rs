//! The games of a file found so far: a growing list with cheap copies.

use super::Entry;
use std::sync::Arc;

/// Games in file order.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    /// Batches shared by copies, each with the number of the game after it.
    batches: Vec<(usize, Arc<[Entry]>)>,
    /// Games added since the last copy.
    fresh: Vec<Entry>,
}

impl Entries {
    pub fn push(&mut self, entry: Entry) {
        self.fresh.push(entry);
    }

    /// Moves the known games into the shared batches.
    pub fn share(&mut self) {
        if !self.fresh.is_empty() {
            let count = self.len();
            let fresh = std::mem::take(&mut self.fresh);
            self.batches.push((count, fresh.into()));
        }
    }

    fn shared(&self) -> usize {
        self.batches.last().map_or(0, |(end, _)| *end)
    }

    pub fn len(&self) -> usize {
        self.shared() + self.fresh.len()
    }

    pub fn get(&self, game: usize) -> Option<&Entry> {
        let batch = self.batches.partition_point(|(end, _)| *end <= game);
        match self.batches.get(batch) {
            Some((end, entries)) => entries.get(game + entries.len() - end),
            None => self.fresh.get(game - self.shared()),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        let batches = self.batches.iter().flat_map(|(_, batch)| batch.iter());
        batches.chain(&self.fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Head;

    #[test]
    fn a_copy_stays_as_it_was_while_more_games_come() {
        let mut entries = Entries::default();
        let mut copies = Vec::new();
        for number in 0..10 {
            let place = number..number + 1;
            let head = Head::default();
            entries.push(Entry { head, place });
            if number % 3 == 2 {
                entries.share();
                entries.share();
                copies.push((number + 1, entries.clone()));
            }
        }
        copies.push((10, entries));
        for (count, copy) in copies {
            assert_eq!(copy.len(), count);
            let places: Vec<_> = copy.iter().map(|entry| entry.place.start).collect();
            assert_eq!(places, (0..count).collect::<Vec<_>>());
            for game in 0..12 {
                let found = copy.get(game).map(|entry| entry.place.start);
                assert_eq!(found, Some(game).filter(|game| *game < count));
            }
        }
    }
}
