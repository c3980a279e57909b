//! The games of a file that holds several, one after another; an unreadable one does not affect the others.

use super::{Caution, Loaded, ReadError, Warning};
use crate::record::Record;

/// Maximum number of moves read at once; a move takes half a kilobyte.
const MAX_MOVES_AT_ONCE: usize = 1_000_000;

/// The games so far.
pub(super) struct Batch {
    loaded: Loaded,
    moves: usize,
    first_error: Option<ReadError>,
}

impl Batch {
    pub(super) const fn new() -> Self {
        Self::with(Vec::new())
    }

    /// Creates an empty batch with warnings about the list of games.
    pub(super) const fn with(warnings: Vec<Warning>) -> Self {
        Self {
            loaded: Loaded {
                records: Vec::new(),
                warnings,
            },
            moves: 0,
            first_error: None,
        }
    }

    /// Reads games up to the limit of moves; `read` gets the place of each in the file, from 0.
    pub(super) fn read_each<T>(
        mut self,
        games: &[T],
        mut read: impl FnMut(usize, &T) -> Result<Loaded, ReadError>,
    ) -> Result<Loaded, ReadError> {
        for (index, game) in games.iter().enumerate() {
            if self.is_full() {
                self.leave_out(games.len() - index);
                break;
            }
            self.add(index + 1, read(index, game));
        }
        self.finish()
    }

    /// Whether the limit of moves read at once is reached.
    pub(super) const fn is_full(&self) -> bool {
        self.moves > MAX_MOVES_AT_ONCE
    }

    /// Adds the game with this number in the file, from 1.
    pub(super) fn add(&mut self, number: usize, game: Result<Loaded, ReadError>) {
        match game {
            Ok(game) => {
                let before = self.loaded.records.len();
                self.moves += game.records.iter().map(Record::move_count).sum::<usize>();
                self.loaded.records.extend(game.records);
                let shifted = |warning: Warning| Warning {
                    game: before + warning.game,
                    ..warning
                };
                let warnings = game.warnings.into_iter().map(shifted);
                self.loaded.warnings.extend(warnings);
            }
            Err(why) => {
                self.first_error.get_or_insert_with(|| why.clone());
                let why = Box::new(why);
                self.warn(Caution::LostGame { number, why });
            }
        }
    }

    /// Adds the warning that `left` games are dropped.
    pub(super) fn leave_out(&mut self, left: usize) {
        self.warn(Caution::TooManyGames { left });
    }

    /// Adds a warning about the next game.
    fn warn(&mut self, what: Caution) {
        let game = self.loaded.records.len();
        self.loaded.warnings.push(Warning {
            game,
            line: None,
            what,
        });
    }

    /// Returns all games, or the error of the first if there are none.
    pub(super) fn finish(mut self) -> Result<Loaded, ReadError> {
        if self.loaded.records.is_empty() {
            return Err(self.first_error.unwrap_or(ReadError::Unknown));
        }
        // The last games may be missing.
        for warning in &mut self.loaded.warnings {
            warning.game = warning.game.min(self.loaded.records.len() - 1);
        }
        Ok(self.loaded)
    }
}
