//! A file of games in any format: listed without being read, searched, and read game by game.

use super::format::ccbridge::Library;
use super::format::pgn::{self, NotReplaced};
use super::format::{self, Format, Loaded, ReadError, Warning};
use super::notation::{Ranks, chinese_length, read_any, read_ranked};
use super::{Record, Tags};
use crate::rules::{Move, Outcome, Position};
use std::borrow::Cow;

/// The words that are results.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// The games of a file; at least one.
#[derive(Debug)]
pub struct Collection {
    games: Games,
    heads: Vec<Head>,
    format: Format,
}

/// Where the games are.
#[derive(Debug)]
enum Games {
    Pgn(pgn::Collection),
    Library(Library<'static>),
    /// The formats of single games, of which some pages hold several: these are read already.
    Whole(Loaded),
}

/// What a list of games says about one; what is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// What it is called.
    pub title: String,
    /// The name of the player with the red pieces.
    pub red: String,
    /// The name of the player with the black pieces.
    pub black: String,
    /// The occasion.
    pub event: String,
    /// When it was played, as the file has it.
    pub date: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<&'static str>,
}

impl Head {
    fn of(tags: &Tags, result: Option<&'static str>) -> Self {
        let tag = |name| tags.get(name).unwrap_or_default().to_owned();
        Self {
            title: tag(Tags::TITLE),
            red: tag(Tags::RED),
            black: tag(Tags::BLACK),
            event: tag(Tags::EVENT),
            date: tag(Tags::DATE),
            result: result.filter(|result| *result != "*"),
        }
    }

    /// Everything that is searched for words but the result.
    fn text(&self) -> String {
        let fields = [&self.red, &self.black, &self.event, &self.date, &self.title];
        let fields = fields.map(|field| field.to_lowercase());
        fields.join("\n")
    }
}

/// What games are searched for; all of it has to fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// In lower case.
    words: Vec<String>,
    /// A word of its own, since dates have the same signs.
    result: Option<&'static str>,
    opening: Vec<Move>,
    position: Option<Position>,
}

impl Query {
    /// What a text asks for: its moves from the ordinary start, in any notation and with numbers or without, a
    /// result, and the words that are neither. A position has to stand somewhere in the game.
    #[must_use]
    pub fn new(text: &str, position: Option<Position>) -> Self {
        let mut query = Self {
            position,
            ..Self::default()
        };
        let mut at = Position::start();
        for word in text.split_whitespace() {
            if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
                query.result = Some(result);
                continue;
            }
            match moves_of(&at, word) {
                Some((moves, after)) => {
                    query.opening.extend(moves);
                    at = after;
                }
                None => query.words.push(word.to_lowercase()),
            }
        }
        query
    }

    /// Whether every game fits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty() && self.result.is_none() && !self.reads_moves()
    }

    /// Whether the moves of a game have to be read to tell.
    const fn reads_moves(&self) -> bool {
        !self.opening.is_empty() || self.position.is_some()
    }

    fn fits_head(&self, head: &Head) -> bool {
        if self.result.is_some() && self.result != head.result {
            return false;
        }
        if self.words.is_empty() {
            return true;
        }
        let text = head.text();
        self.words.iter().all(|word| text.contains(word))
    }

    fn fits_moves(&self, record: &Record) -> bool {
        let played = record.main_line().filter_map(|id| record.node(id).played());
        let begins = || {
            let start = record.node(record.root()).position();
            let first = played.take(self.opening.len()).map(|played| played.mv);
            *start == Position::start() && first.eq(self.opening.iter().copied())
        };
        let root = std::iter::once(record.root());
        let mut line = root.chain(record.main_line());
        let mut stands = |wanted| line.any(|id| record.node(id).position() == wanted);
        (self.opening.is_empty() || begins()) && self.position.as_ref().is_none_or(&mut stands)
    }
}

/// The moves that a word is, and where they lead; several where it is Chinese without spaces.
fn moves_of(start: &Position, word: &str) -> Option<(Vec<Move>, Position)> {
    let (mut moves, mut at) = (Vec::new(), start.clone());
    let mut rest = without_number(word);
    while !rest.is_empty() {
        let (text, left) = rest.split_at(chinese_length(rest).unwrap_or(rest.len()));
        let read = read_any(&at, text).or_else(|_| read_ranked(&at, text, Ranks::From1));
        let mv = read.ok()?;
        at = at.play(mv).ok()?;
        moves.push(mv);
        rest = without_number(left);
    }
    Some((moves, at))
}

/// A text without the number of a round before it: `12.`
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = (1..=3).contains(&(text.len() - rest.len()));
    let after = rest.trim_start_matches(['.', '．', '、']);
    if is_number && after.len() < rest.len() {
        after
    } else {
        text
    }
}

impl Collection {
    /// Lists the games of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn open(bytes: Vec<u8>) -> Result<Self, ReadError> {
        match Format::detect(&bytes) {
            Some(Format::Pgn) => Self::of_pgn(pgn::Collection::of(bytes)?),
            Some(Format::Cbl) => Self::of_library(bytes),
            format => {
                let loaded = format::read(&bytes)?;
                Ok(Self::of_loaded(loaded, format.unwrap_or(Format::Json)))
            }
        }
    }

    fn of_pgn(games: pgn::Collection) -> Result<Self, ReadError> {
        let format = Format::Pgn;
        if games.games().len() < 2 {
            return Ok(Self::of_loaded(games.read(0)?, format));
        }
        let entries = games.games().iter();
        let heads = entries.map(|entry| Head::of(&entry.tags, entry.result));
        Ok(Self {
            heads: heads.collect(),
            games: Games::Pgn(games),
            format,
        })
    }

    fn of_library(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let format = Format::Cbl;
        let library = Library::of(bytes.as_slice())?;
        if library.games().len() < 2 {
            return Ok(Self::of_loaded(format::read(&bytes)?, format));
        }
        drop(library);
        let library = Library::of(bytes)?;
        let heads = library
            .games()
            .iter()
            .map(|entry| Head::of(&entry.tags, entry.result));
        Ok(Self {
            heads: heads.collect(),
            games: Games::Library(library),
            format,
        })
    }

    fn of_loaded(loaded: Loaded, format: Format) -> Self {
        let result = |record: &Record| record.outcome.map(Outcome::score);
        let records = loaded.records.iter();
        let heads = records.map(|record| Head::of(&record.tags, result(record)));
        Self {
            heads: heads.collect(),
            games: Games::Whole(loaded),
            format,
        }
    }

    /// What is known about each game, in the order of the file.
    #[must_use]
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// What of the file as a whole could not be taken as it stood; what concerns a game is told when that is read.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        match &self.games {
            Games::Library(library) => library.warnings(),
            Games::Pgn(_) | Games::Whole(_) => &[],
        }
    }

    /// The format of the file.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Reads one game, the first being 0.
    ///
    /// # Errors
    ///
    /// What is wrong with it, or that there is no such game.
    pub fn read(&self, game: usize) -> Result<Loaded, ReadError> {
        if game >= self.heads.len() {
            return Err(ReadError::NoGames);
        }
        Ok(match &self.games {
            Games::Pgn(games) => games.read(game)?,
            Games::Library(library) => library.read(game),
            Games::Whole(loaded) => {
                let of_it = loaded.warnings.iter().filter(|one| one.game == game);
                let mut warnings: Vec<_> = of_it.cloned().collect();
                for warning in &mut warnings {
                    warning.game = 0;
                }
                Loaded {
                    records: vec![loaded.records[game].clone()],
                    warnings,
                }
            }
        })
    }

    /// Whether a game is one of those that are searched for; a game that cannot be read has no moves.
    #[must_use]
    pub fn matches(&self, game: usize, query: &Query) -> bool {
        let Some(head) = self.heads.get(game) else {
            return false;
        };
        query.fits_head(head)
            && (!query.reads_moves()
                || self
                    .record(game)
                    .is_some_and(|record| query.fits_moves(&record)))
    }

    fn record(&self, game: usize) -> Option<Cow<'_, Record>> {
        let first = |loaded: Loaded| loaded.records.into_iter().next().map(Cow::Owned);
        match &self.games {
            Games::Pgn(games) => games.read(game).ok().and_then(first),
            Games::Library(library) => first(library.read(game)),
            Games::Whole(loaded) => loaded.records.get(game).map(Cow::Borrowed),
        }
    }

    /// The bytes of the file if a game of it can be replaced.
    #[must_use]
    pub fn replaceable(&self) -> Option<&[u8]> {
        match &self.games {
            Games::Pgn(games) => Some(games.bytes()),
            Games::Library(_) | Games::Whole(_) => None,
        }
    }

    /// The file with another game in the place of one, in the notation of that one, every other byte as it was;
    /// `None` for a file of which no game can be replaced.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn with_game(&self, game: usize, record: &Record) -> Option<Result<Vec<u8>, NotReplaced>> {
        match &self.games {
            Games::Pgn(games) => Some(games.with_game(game, record, games.notation_of(game))),
            Games::Library(_) | Games::Whole(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "[Red \"胡荣华\"]\n[Black \"Liu Dahua\"]\n[Event \"Cup\"]\n[Date \"1980.10.01\"]\n\
        [Result \"1-0\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 1-0\n\n\
        [Red \"甲\"]\n[Black \"胡荣华\"]\n[Result \"*\"]\n\n1. C2.5 c8.5 *\n";

    fn open(text: &str) -> Collection {
        Collection::open(text.as_bytes().to_vec()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn found(games: &Collection, text: &str, position: Option<Position>) -> Vec<usize> {
        let query = Query::new(text, position);
        (0..games.heads().len())
            .filter(|game| games.matches(*game, &query))
            .collect()
    }

    #[test]
    fn games_are_listed_and_read_one_by_one() {
        let games = open(TWO);
        assert_eq!(games.format(), Format::Pgn);
        let [first, second] = games.heads() else {
            panic!("{:?}", games.heads())
        };
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
            ("胡榮華", &[]),
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
        assert_eq!(games.heads().len(), 2);
        assert_eq!(games.heads()[1].title, "二");
        assert_eq!(found(&games, "h2e2", None), [0]);
        assert_eq!(games.read(1).expect("a game").records[0].move_count(), 1);
        assert!(games.replaceable().is_none());
        let single = open("[Red \"A\"]\n\n1. h2e2 *\n");
        assert_eq!((single.heads().len(), single.format()), (1, Format::Pgn));
        assert!(Collection::open(Vec::new()).is_err());
    }

    #[test]
    fn a_game_is_replaced_in_its_place() {
        let games = open(TWO);
        let record = games.read(0).expect("a game").records.remove(0);
        let bytes = games.with_game(1, &record).expect("PGN").expect("UTF-8");
        let place = TWO.find("[Red \"甲\"]").expect("the second game");
        assert_eq!(&bytes[..place], &TWO.as_bytes()[..place]);
        let again = Collection::open(bytes).expect("games");
        assert_eq!(again.heads()[1].red, "胡荣华");
    }
}
