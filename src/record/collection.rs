//! A file of games in any format: listed without reading the moves, searched, and read game by game; its positions are
//! indexed as they are read.

use super::files::{Files, FilesState, InFile};
use super::format::ccbridge::Library;
use super::format::pgn::{self, NotReplaced};
use super::format::{self, Format, Loaded, Opened, ReadError, Warning};
use super::position_index::{BookPage, PositionIndex};
use super::{Head, Query, Record};
use crate::rules::{Outcome, Position, Setup};
use std::borrow::Cow;
use std::ops::ControlFlow::{self, Continue};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games of a file, at least one.
#[derive(Debug)]
pub struct Collection {
    games: Games,
    format: Format,
    /// Positions of the first games; it grows with every search for a position.
    index: Mutex<PositionIndex>,
    /// Number of games in the index, known without waiting for whoever works on it.
    indexed: AtomicUsize,
    /// State of the files that they were read from, if it is known.
    state: Option<FilesState>,
}

/// The games, by kind of file.
#[derive(Debug)]
enum Games {
    Pgn(pgn::PgnFile),
    Library(Library<'static>, Vec<Head>),
    /// Games already read, in a format of single games; some pages hold several.
    Whole(Loaded, Vec<Head>),
    Files(Files),
}

/// The state of a file while its games are being separated.
#[derive(Debug)]
pub struct Opening<'a> {
    known: &'a mut pgn::PgnFile,
    part: f64,
}

impl Opening<'_> {
    /// Number of games found so far.
    pub fn known(&self) -> usize {
        self.known.count()
    }

    /// Name of the game found last if it is not Xiangqi, such as chess.
    pub fn other_kind(&self) -> Option<String> {
        let last = self.known.count().checked_sub(1)?;
        self.known.other_kind_of(last)
    }

    /// Fraction of the file scanned so far, from 0 to 1.
    pub const fn part(&self) -> f64 {
        self.part
    }

    /// The games found so far as a collection of their own, numbered as in the finished one. Costs next to nothing.
    pub fn so_far(&mut self) -> Collection {
        Collection::of_pgn(self.known.so_far())
    }
}

impl Collection {
    /// Opens a file and lists its games.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn open(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let games = Self::open_watched(bytes, &mut |_| Continue(()));
        Ok(games?.expect("nobody stops it"))
    }

    /// Opens a file, calling `watch` after every game of a multi-game file; `None` if the callback stops it.
    ///
    /// Only the games of PGN have to be searched for. Other files list them, or are read as a whole.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn open_watched(
        bytes: Vec<u8>,
        watch: &mut dyn FnMut(Opening<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Self>, ReadError> {
        let watch = &mut |known: &mut pgn::PgnFile, part| watch(Opening { known, part });
        let games = match format::open(bytes, watch)? {
            Opened::Stopped => return Ok(None),
            Opened::Pgn(games) if games.count() < 2 => Self::of_loaded(games.read(0)?, Format::Pgn),
            Opened::Pgn(games) => Self::of_pgn(games),
            Opened::Other(Some(Format::Cbl), bytes) => Self::of_library(bytes)?,
            Opened::Other(format, bytes) => {
                let loaded = format::read(&bytes).map_err(of_file)?;
                Self::of_loaded(loaded, format.unwrap_or(Format::Json))
            }
        };
        Ok(Some(games))
    }

    pub(super) const fn of_pgn(games: pgn::PgnFile) -> Self {
        Self::with(Games::Pgn(games), Format::Pgn)
    }

    const fn with(games: Games, format: Format) -> Self {
        Self {
            games,
            format,
            index: Mutex::new(PositionIndex::new()),
            indexed: AtomicUsize::new(0),
            state: None,
        }
    }

    /// The games, as those of files in this state.
    pub fn with_state(self, state: FilesState) -> Self {
        Self {
            state: Some(state),
            ..self
        }
    }

    /// State of the files that the games were read from, if it is known and the games are still those.
    pub const fn state(&self) -> Option<&FilesState> {
        self.state.as_ref()
    }

    fn of_library(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let format = Format::Cbl;
        let library = Library::of(bytes)?;
        if library.games().len() < 2 {
            return Ok(Self::of_loaded(library.read_all()?, format));
        }
        let entries = library.games().iter();
        let heads = entries.map(|entry| Head::of(&entry.tags, entry.result));
        let heads = heads.collect();
        Ok(Self::with(Games::Library(library, heads), format))
    }

    fn of_loaded(loaded: Loaded, format: Format) -> Self {
        let result = |record: &Record| record.outcome.map(Outcome::score);
        let records = loaded.records.iter();
        let heads = records.map(|record| Head::of(&record.tags, result(record)));
        let heads = heads.collect();
        Self::with(Games::Whole(loaded, heads), format)
    }

    /// The games of several files. It has no format of its own, and its games are replaced in their files.
    pub const fn of_files(files: Files) -> Self {
        Self::with(Games::Files(files), Format::Pasted)
    }

    /// The files of the games, if there are several.
    pub const fn files(&self) -> Option<&Files> {
        match &self.games {
            Games::Files(files) => Some(files),
            _ => None,
        }
    }

    /// The games, if they are in PGN, the only format whose games can be replaced.
    const fn pgn(&self) -> Option<&pgn::PgnFile> {
        match &self.games {
            Games::Pgn(games) => Some(games),
            _ => None,
        }
    }

    /// The displayed name of a game's file, in a list of several.
    pub fn file_name(&self, game: usize) -> Option<&str> {
        self.files()?.name(game)
    }

    /// The place of a game in a list of several files.
    pub fn place(&self, game: usize) -> Option<InFile<'_>> {
        self.files()?.place(game)
    }

    /// The list of several files with the current games of one of them.
    pub fn with_file(&self, path: &Path, games: &Arc<Self>) -> Option<Self> {
        Some(Self::of_files(self.files()?.with_part(path, games)))
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        match &self.games {
            Games::Files(files) => files.count(),
            Games::Pgn(games) => games.count(),
            Games::Library(_, heads) | Games::Whole(_, heads) => heads.len(),
        }
    }

    /// The head of a game, counted from 0.
    pub fn head(&self, game: usize) -> Option<&Head> {
        match &self.games {
            Games::Files(files) => files.head(game),
            Games::Pgn(games) => games.entry(game).map(|entry| &entry.head),
            Games::Library(_, heads) | Games::Whole(_, heads) => heads.get(game),
        }
    }

    /// Warnings about the file as a whole; warnings about a game are given when that game is read.
    pub fn warnings(&self) -> &[Warning] {
        match &self.games {
            Games::Library(library, _) => library.warnings(),
            _ => &[],
        }
    }

    /// The format of the file.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Name of the first game that is not Xiangqi, such as chess. Only PGN mixes games.
    pub fn other_game(&self) -> Option<String> {
        self.pgn()?.other_game()
    }

    /// Reads one game, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be read or does not exist.
    pub fn read(&self, game: usize) -> Result<Loaded, ReadError> {
        if game >= self.count() {
            return Err(ReadError::NoGames);
        }
        Ok(match &self.games {
            Games::Files(files) => files.read(game).ok_or(ReadError::NoGames)?,
            Games::Pgn(games) => games.read(game)?,
            Games::Library(library, _) => library.read(game),
            Games::Whole(loaded, _) => Loaded {
                records: vec![loaded.records[game].clone()],
                warnings: warnings_of(loaded, game),
            },
        })
    }

    /// Reads a game without leaving it here, which avoids a second copy of a large tree.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be read or does not exist.
    pub fn take(&mut self, game: usize) -> Result<Loaded, ReadError> {
        match &mut self.games {
            Games::Whole(loaded, heads) if game < heads.len() => {
                let taken = Record::from_any(Setup::start());
                Ok(Loaded {
                    records: vec![std::mem::replace(&mut loaded.records[game], taken)],
                    warnings: warnings_of(loaded, game),
                })
            }
            _ => self.read(game),
        }
    }

    /// Whether a game matches the query; a game that cannot be read has no moves.
    pub fn matches(&self, game: usize, query: &Query) -> bool {
        let Some(head) = self.head(game) else {
            return false;
        };
        let file = self.file_name(game).unwrap_or_default();
        if !query.fits_head(head, file) {
            return false;
        }
        if let Some(position) = query.position()
            && !self.has_position(game, position)
        {
            return false;
        }
        !query.reads_opening()
            || self
                .record(game)
                .is_some_and(|record| query.fits_opening_of(&record))
    }

    /// Whether a position or its mirror image occurs in the main line of a game.
    fn has_position(&self, game: usize, position: &Position) -> bool {
        if game < self.index().count() {
            return self.index().has(game, position);
        }
        let record = self.record(game);
        let mut index = self.index();
        if game == index.count() {
            self.add_to(&mut index, record.as_deref());
            return index.has(game, position);
        }
        record.is_some_and(|record| record.reached(position).is_some())
    }

    fn index(&self) -> MutexGuard<'_, PositionIndex> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add_to(&self, index: &mut PositionIndex, record: Option<&Record>) {
        index.add(record);
        self.indexed.store(index.count(), Ordering::Release);
    }

    /// Indexes the positions of some games more. Returns the fraction of games that are indexed.
    pub fn index_more(&self, games: usize) -> f64 {
        for _ in 0..games {
            let next = self.index().count();
            if next >= self.count() {
                return 1.0;
            }
            let record = self.record(next);
            let mut index = self.index();
            // Another thread may have added it.
            if index.count() == next {
                self.add_to(&mut index, record.as_deref());
            }
        }
        self.index().count() as f64 / self.count().max(1) as f64
    }

    /// The moves that were played in a position or its mirror image, among the games indexed so far.
    pub fn book(&self, position: &Position) -> BookPage {
        let mut page = self.index().look_up(position);
        page.summarize(|game| self.head(game));
        page
    }

    /// The index as bytes for a cache, once all games are indexed; `None` if the state of the files is not known.
    pub fn write_index(&self) -> Option<Vec<u8>> {
        let state = self.state.as_ref()?;
        let mut index = self.index();
        (index.count() == self.count()).then(|| index.write(&state.fingerprint))
    }

    /// Whether the positions of all games are indexed.
    pub fn is_indexed(&self) -> bool {
        self.indexed.load(Ordering::Acquire) == self.count()
    }

    /// Takes over the index of a cache. Returns whether it is that of these games: otherwise it has to be made anew.
    pub fn read_index(&self, bytes: &[u8]) -> bool {
        let state = self.state.as_ref();
        let read = state.and_then(|state| PositionIndex::read(bytes, &state.fingerprint));
        let read = read.filter(|index| index.count() == self.count());
        let Some(read) = read else {
            return false;
        };
        *self.index() = read;
        self.indexed.store(self.count(), Ordering::Release);
        true
    }

    fn record(&self, game: usize) -> Option<Cow<'_, Record>> {
        let first = |loaded: Loaded| loaded.records.into_iter().next().map(Cow::Owned);
        match &self.games {
            Games::Files(files) => files.read(game).and_then(first),
            Games::Pgn(games) => games.read(game).ok().and_then(first),
            Games::Library(library, _) => first(library.read(game)),
            Games::Whole(loaded, _) => loaded.records.get(game).map(Cow::Borrowed),
        }
    }

    /// Fingerprint for detecting later whether the game in the file has changed; `None` if it cannot be replaced there.
    pub fn fingerprint(&self, game: usize) -> Option<String> {
        let games = self.pgn().filter(|games| game < games.count())?;
        Some(games.fingerprint(game))
    }

    /// The bytes of the file if its games can be replaced.
    pub fn replaceable(&self) -> Option<&[u8]> {
        Some(self.pgn()?.bytes())
    }

    /// Returns the file with one game replaced, in the notation of the old game, every other byte unchanged; `None` if
    /// the games of the file cannot be replaced.
    ///
    /// # Errors
    ///
    /// Returns the reason why the game cannot be replaced.
    pub fn with_game(&self, game: usize, record: &Record) -> Option<Result<Self, NotReplaced>> {
        let games = self.pgn()?;
        let changed = games.with_game(game, record, games.notation_of(game));
        Some(changed.map(Self::of_pgn))
    }
}

/// The error of a file. One without a move is not a game file, while a pasted text may lack a part.
fn of_file(error: ReadError) -> ReadError {
    match error {
        ReadError::NoMoves => ReadError::Unknown,
        error => error,
    }
}

/// Warnings about one of several games, as if it were the only one.
fn warnings_of(loaded: &Loaded, game: usize) -> Vec<Warning> {
    let of_it = loaded.warnings.iter().filter(|one| one.game == game);
    let alone = |warning: &Warning| Warning {
        game: 0,
        ..warning.clone()
    };
    of_it.map(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::notation::read_any;
    use crate::rules::Position;

    const TWO: &str = "[Red \"胡荣华\"]\n[Black \"Liu Dahua\"]\n[Event \"Cup\"]\n[Date \"1980.10.01\"]\n\
        [Result \"1-0\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 1-0\n\n\
        [Red \"甲\"]\n[Black \"胡荣华\"]\n[Result \"*\"]\n\n1. C2.5 c8.5 *\n";

    fn open(text: &str) -> Collection {
        Collection::open(text.as_bytes().to_vec()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn found(games: &Collection, text: &str, position: Option<Position>) -> Vec<usize> {
        let query = Query::new(text, position);
        (0..games.count())
            .filter(|game| games.matches(*game, &query))
            .collect()
    }

    #[test]
    fn a_file_without_a_move_is_no_game_and_a_collection_may_hold_others() {
        let read = |text: &str| Collection::open(text.as_bytes().to_vec());
        assert_eq!(read("(;A)").err(), Some(ReadError::Unknown));
        assert_eq!(open(TWO).other_game(), None);
        let chess = "\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
        let mixed = open(&format!("{TWO}{chess}"));
        assert_eq!(mixed.other_game().as_deref(), Some("chess"));
        let mut kinds = Vec::new();
        let found =
            Collection::open_watched(format!("{chess}{TWO}").into_bytes(), &mut |opening| {
                kinds.push(opening.other_kind());
                Continue(())
            });
        assert_eq!(found.ok().flatten().map(|games| games.count()), Some(3));
        assert_eq!(kinds, [Some("chess".to_owned()), None, None]);
    }

    #[test]
    fn games_are_listed_and_read_one_by_one() {
        let games = open(TWO);
        assert_eq!(games.format(), Format::Pgn);
        assert_eq!(games.count(), 2);
        let [first, second] = [0, 1].map(|game| games.head(game).expect("a game"));
        assert_eq!(
            (first.red.as_str(), first.black.as_str(), first.result),
            ("胡荣华", "Liu Dahua", Some("1-0"))
        );
        assert_eq!(
            (first.event.as_str(), first.date.as_str()),
            ("Cup", "1980-10-01")
        );
        assert_eq!((second.red.as_str(), second.result), ("甲", None));
        let read = games.read(1).expect("a game");
        assert_eq!(read.records[0].move_count(), 2);
        assert!(games.read(2).is_err());
        assert!(games.replaceable().is_some());
    }

    #[test]
    fn all_words_must_occur_somewhere() {
        let games = open(TWO);
        for (text, expected) in [
            ("", &[0, 1][..]),
            ("胡", &[0, 1]),
            ("LIU 胡荣华", &[0]),
            ("cup 甲", &[]),
            ("1-0", &[0]),
            ("0-1", &[]),
            ("1980-10", &[0]),
            ("胡榮華", &[0, 1]),
            ("hu ronghua", &[0, 1]),
            ("hrh", &[0, 1]),
            ("刘大华", &[0]),
        ] {
            assert_eq!(found(&games, text, None), expected, "{text}");
        }
    }

    #[test]
    fn openings_are_found_in_any_notation() {
        let games = open(TWO);
        for (text, expected) in [
            ("h2e2", &[0, 1][..]),
            ("h2e2 h9g7", &[0]),
            ("h3e3 h10g8", &[0]),
            ("1. H2-E2 H9-G7 2. h0g2", &[0]),
            ("1.炮二平五马8进72.马二进三", &[0]),
            ("C2.5 h7e7", &[1]),
            ("胡荣华 C2.5 liu", &[0]),
            ("h2e2 h9g7 h0g2 i9h9", &[]),
            ("h9g7", &[]),
        ] {
            assert_eq!(found(&games, text, None), expected, "{text}");
        }
    }

    #[test]
    fn a_position_may_stand_anywhere_in_the_main_line() {
        let games = open(TWO);
        let mut at = Position::start();
        assert_eq!(found(&games, "", Some(at.clone())), [0, 1]);
        for (text, expected) in [("h2e2", &[0, 1][..]), ("h9g7", &[0]), ("h0g2", &[0])] {
            let mv = read_any(&at, text).expect("a move");
            at = at.play(mv).expect("a legal move");
            assert_eq!(found(&games, "", Some(at.clone())), expected, "{text}");
        }
        assert_eq!(found(&games, "甲", Some(at)), [0; 0]);
    }

    #[test]
    fn pages_and_single_games_are_collections_too() {
        let page = "[DhtmlXQ]\n[DhtmlXQ_title]一[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n\
            [/DhtmlXQ]\n[DhtmlXQ]\n[DhtmlXQ_title]二[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7967[/DhtmlXQ_movelist]\n\
            [/DhtmlXQ]\n";
        let games = open(page);
        assert_eq!(games.count(), 2);
        assert_eq!(games.head(1).map(|head| head.title.as_str()), Some("二"));
        assert_eq!(found(&games, "h2e2", None), [0]);
        assert_eq!(games.read(1).expect("a game").records[0].move_count(), 1);
        let mut games = games;
        assert_eq!(games.take(1).expect("a game").records[0].move_count(), 1);
        assert!(games.take(2).is_err());
        assert!(games.replaceable().is_none());
        let single = open("[Red \"A\"]\n\n1. h2e2 *\n");
        assert_eq!((single.count(), single.format()), (1, Format::Pgn));
        assert!(Collection::open(Vec::new()).is_err());
    }

    #[test]
    fn a_game_is_replaced_in_its_place() {
        let games = open(TWO);
        let record = games.read(0).expect("a game").records.remove(0);
        let again = games.with_game(1, &record).expect("PGN").expect("UTF-8");
        let bytes = again.replaceable().expect("PGN");
        let place = TWO.find("[Red \"甲\"]").expect("the second game");
        assert_eq!(&bytes[..place], &TWO.as_bytes()[..place]);
        assert_eq!(again.head(1).map(|head| head.red.as_str()), Some("胡荣华"));
    }
}
