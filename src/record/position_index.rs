//! The positions of a collection's main lines: in which games each occurs, and the moves that were played in it.

use super::format::fingerprint;
use super::{Head, NodeId, Record};
use crate::rules::zobrist::{key, mirrored_key};
use crate::rules::{Move, Point, Position};
use std::collections::HashMap;

/// Number of parts of an index, by the first byte of a key. Each is sorted when it is first looked into.
const PARTS: usize = 256;
/// Code of no move, in the last position of a game.
const NO_MOVE: u16 = u16::MAX;
/// First bytes of a file.
const MAGIC: &[u8] = b"chuhe positions 1\n";
/// Number of latest games of a position.
const LATEST: usize = 5;
/// Length of a fingerprint, and of an entry in a file.
const FINGERPRINT: usize = 16;
const ENTRY: usize = 14;

/// A position of a game, with the move that was played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct IndexEntry {
    key: u64,
    game: u32,
    mv: u16,
}

#[derive(Debug, Default)]
struct IndexPart {
    entries: Vec<IndexEntry>,
    /// Number of entries at the beginning that are in order.
    sorted: usize,
}

impl IndexPart {
    fn sorted(&mut self) -> &[IndexEntry] {
        if self.sorted < self.entries.len() {
            // A stable sort makes use of the order of the first ones.
            self.entries.sort();
            self.entries.dedup();
            self.entries.shrink_to_fit();
            self.sorted = self.entries.len();
        }
        &self.entries
    }
}

/// Index of the positions of the first games of a collection.
#[derive(Debug)]
pub(super) struct PositionIndex {
    parts: Vec<IndexPart>,
    /// Number of games.
    count: usize,
    /// Keys of the last game, which can be asked for before its parts are in order.
    last: Vec<u64>,
}

impl PositionIndex {
    /// An index of no games.
    pub const fn new() -> Self {
        Self {
            parts: Vec::new(),
            count: 0,
            last: Vec::new(),
        }
    }

    /// Number of games indexed.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Adds the next game; one that cannot be read has no positions.
    pub fn add(&mut self, record: Option<&Record>) {
        let game = u32::try_from(self.count).unwrap_or(u32::MAX);
        self.parts.resize_with(PARTS, IndexPart::default);
        self.count += 1;
        self.last.clear();
        let Some(record) = record else {
            return;
        };
        let nodes = std::iter::once(record.root()).chain(record.main_line());
        let mut played = record.main_moves();
        for id in nodes {
            let key = key(record.node(id).position());
            let mv = played.next().map_or(NO_MOVE, |played| code(played.mv));
            self.last.push(key);
            self.parts[part_of(key)]
                .entries
                .push(IndexEntry { key, game, mv });
        }
    }

    /// Whether a position or its mirror image occurs in a game.
    pub fn has(&mut self, game: usize, position: &Position) -> bool {
        let keys = keys(position);
        // An index that was read has no keys of the last game apart.
        if game + 1 == self.count && !self.last.is_empty() {
            return keys.iter().any(|key| self.last.contains(key));
        }
        let game = u32::try_from(game).unwrap_or(u32::MAX);
        keys.into_iter().any(|key| {
            let found = self.range(key);
            found
                .binary_search_by_key(&game, |entry| entry.game)
                .is_ok()
        })
    }

    /// The entries with a key, by game.
    fn range(&mut self, key: u64) -> &[IndexEntry] {
        let Some(part) = self.parts.get_mut(part_of(key)) else {
            return &[];
        };
        let entries = part.sorted();
        let from = entries.partition_point(|entry| entry.key < key);
        let length = entries[from..].partition_point(|entry| entry.key == key);
        &entries[from..from + length]
    }

    /// The moves played in a position or, mirrored, in its mirror image.
    pub fn look_up(&mut self, position: &Position) -> BookPage {
        let mut page = BookPage::default();
        let mut places = HashMap::new();
        let [own, mirrored] = keys(position);
        let keys = [(own, false), (mirrored, true)];
        let keys = &keys[..if own == mirrored { 1 } else { 2 }];
        for &(key, is_mirrored) in keys {
            for entry in self.range(key) {
                let game = entry.game as usize;
                page.games.push(game);
                let Some(mv) = decoded(entry.mv) else {
                    continue;
                };
                let mv = if is_mirrored { mirror(mv) } else { mv };
                let place = *places.entry(mv).or_insert(page.moves.len());
                if place == page.moves.len() {
                    page.moves.push(BookMove::new(mv));
                }
                let of_move = &mut page.moves[place];
                of_move.games.push(game);
                of_move.mirrored += usize::from(is_mirrored);
            }
        }
        page.games.sort_unstable();
        page.games.dedup();
        for of_move in &mut page.moves {
            of_move.games.sort_unstable();
            of_move.games.dedup();
        }
        page
    }

    /// The index as bytes.
    pub fn write(&mut self, of_files: &str) -> Vec<u8> {
        let entries: usize = self.parts.iter().map(|part| part.entries.len()).sum();
        let mut bytes = Vec::with_capacity(MAGIC.len() + 64 + ENTRY * entries);
        bytes.extend(MAGIC);
        bytes.extend(key(&Position::start()).to_le_bytes());
        bytes.extend(format!("{of_files:0>FINGERPRINT$.FINGERPRINT$}").bytes());
        bytes.extend((self.count as u64).to_le_bytes());
        for part in &mut self.parts {
            for entry in part.sorted() {
                bytes.extend(entry.key.to_le_bytes());
                bytes.extend(entry.game.to_le_bytes());
                bytes.extend(entry.mv.to_le_bytes());
            }
        }
        let checksum = fingerprint(&bytes);
        bytes.extend(checksum.bytes());
        bytes
    }

    /// Reads an index of files with this fingerprint; `None` if it is of others, of another version, or damaged.
    pub fn read(bytes: &[u8], of_files: &str) -> Option<Self> {
        let (content, checksum) = bytes.split_at_checked(bytes.len().checked_sub(FINGERPRINT)?)?;
        let rest = content.strip_prefix(MAGIC)?;
        let (start, rest) = rest.split_first_chunk()?;
        let (files, rest) = rest.split_at_checked(FINGERPRINT)?;
        let (count, rest) = rest.split_first_chunk()?;
        let is_right = u64::from_le_bytes(*start) == key(&Position::start())
            && files == of_files.as_bytes()
            && rest.len() % ENTRY == 0
            && checksum == fingerprint(content).as_bytes();
        if !is_right {
            return None;
        }
        let mut index = Self::new();
        index.count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
        index.parts.resize_with(PARTS, IndexPart::default);
        for entry in rest.chunks_exact(ENTRY) {
            let (key, rest) = entry.split_first_chunk()?;
            let (game, mv) = rest.split_first_chunk()?;
            let entry = IndexEntry {
                key: u64::from_le_bytes(*key),
                game: u32::from_le_bytes(*game),
                mv: u16::from_le_bytes(*mv.first_chunk()?),
            };
            let is_known = entry.mv == NO_MOVE || decoded(entry.mv).is_some();
            if entry.game as usize >= index.count || !is_known {
                return None;
            }
            index.parts[part_of(entry.key)].entries.push(entry);
        }
        Some(index)
    }
}

/// The keys of a position and of its mirror image, which may be the same.
fn keys(position: &Position) -> [u64; 2] {
    [key(position), mirrored_key(position)]
}

impl Record {
    /// The first node of the main line with a position or its mirror image.
    pub fn reached(&self, position: &Position) -> Option<NodeId> {
        let keys = keys(position);
        let mut nodes = std::iter::once(self.root()).chain(self.main_line());
        nodes.find(|id| keys.contains(&key(self.node(*id).position())))
    }
}

const fn part_of(key: u64) -> usize {
    (key >> 56) as usize
}

/// A move as a number.
fn code(mv: Move) -> u16 {
    (mv.from.index() * Point::COUNT + mv.to.index()) as u16
}

fn decoded(code: u16) -> Option<Move> {
    let code = usize::from(code);
    let from = Point::from_index(code / Point::COUNT)?;
    Some(Move::new(from, Point::from_index(code % Point::COUNT)?))
}

const fn mirror(mv: Move) -> Move {
    Move::new(mv.from.mirrored(), mv.to.mirrored())
}

/// The moves that were played in a position of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookPage {
    /// The moves, the most frequent first.
    pub moves: Vec<BookMove>,
    /// All games in which the position or its mirror image occurs, also as the last one, counted from 0.
    pub games: Vec<usize>,
    /// The latest of these games by date, the newest first; a few at most.
    pub latest: Vec<usize>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The games, counted from 0.
    pub games: Vec<usize>,
    /// Number of times it was played in the mirror image, as its own mirror image.
    pub mirrored: usize,
    /// Number of games that Red won.
    pub red_wins: usize,
    /// Number of drawn games.
    pub draws: usize,
    /// Number of games that Black won.
    pub black_wins: usize,
    /// The latest game by date; of games without a date, the last one in the file.
    pub latest: Option<usize>,
}

impl BookMove {
    const fn new(mv: Move) -> Self {
        Self {
            mv,
            games: Vec::new(),
            mirrored: 0,
            red_wins: 0,
            draws: 0,
            black_wins: 0,
            latest: None,
        }
    }
}

/// The latest of these games by date, the newest first.
fn latest<'a>(games: &[usize], head: &impl Fn(usize) -> Option<&'a Head>) -> Vec<usize> {
    let mut latest: Vec<(&str, usize)> = Vec::new();
    for game in games {
        let date = head(*game).map_or("", |head| head.date.as_str());
        let place = latest.partition_point(|known| *known > (date, *game));
        if place < LATEST {
            latest.insert(place, (date, *game));
            latest.truncate(LATEST);
        }
    }
    latest.into_iter().map(|(_, game)| game).collect()
}

impl BookPage {
    /// Adds the results and the latest games, and puts the moves in order.
    fn summarize_move<'a>(of_move: &mut BookMove, head: &impl Fn(usize) -> Option<&'a Head>) {
        let mut latest = None;
        for game in &of_move.games {
            let Some(head) = head(*game) else {
                continue;
            };
            match head.result {
                Some("1-0") => of_move.red_wins += 1,
                Some("0-1") => of_move.black_wins += 1,
                Some(_) => of_move.draws += 1,
                None => {}
            }
            if latest.is_none_or(|(date, _): (&str, usize)| date <= head.date.as_str()) {
                latest = Some((head.date.as_str(), *game));
            }
        }
        of_move.latest = latest.map(|(_, game)| game);
    }

    /// Adds what the heads of the games tell, and puts the moves in order.
    pub(super) fn summarize<'a>(&mut self, head: impl Fn(usize) -> Option<&'a Head>) {
        for of_move in &mut self.moves {
            Self::summarize_move(of_move, &head);
        }
        self.latest = latest(&self.games, &head);
        self.moves
            .sort_by_key(|of_move| (std::cmp::Reverse(of_move.games.len()), code(of_move.mv)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Collection, FilesState};
    use crate::rules::{Setup, mv};

    const GAMES: &str = "[Red \"A\"]\n[Date \"1999.01.02\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n\n\
        [Red \"B\"]\n[Date \"2001.05.06\"]\n[Result \"0-1\"]\n\n1. h2e2 b9c7 0-1\n\n\
        [Red \"C\"]\n[Result \"1/2-1/2\"]\n\n1. b2e2 b9c7 2. b0c2 1/2-1/2\n\n\
        [Red \"D\"]\n\n1. h0g2 h9g7 2. g2h0 g7h9 3. h2e2 *\n";

    fn games() -> Collection {
        Collection::open(GAMES.as_bytes().to_vec()).expect("games")
    }

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for text in moves.split_whitespace() {
            position = position.play(mv(text)).expect("legal");
        }
        position
    }

    #[test]
    fn a_page_tells_moves_results_and_the_latest_game() {
        let games = games();
        assert_eq!(games.book(&Position::start()), BookPage::default());
        assert_eq!(games.index_more(3), 0.75);
        assert_eq!(games.index_more(3), 1.0);
        let page = games.book(&Position::start());
        assert_eq!(page.games, [0, 1, 2, 3]);
        // Games without a date are the oldest.
        assert_eq!(page.latest, [1, 0, 3, 2]);
        let [first, ..] = &page.moves[..] else {
            panic!("moves");
        };
        // The game that comes back to the start plays two moves there.
        assert_eq!((first.mv, &first.games[..]), (mv("h2e2"), &[0, 1, 3][..]));
        assert_eq!((first.red_wins, first.draws, first.black_wins), (1, 0, 1));
        assert_eq!(first.latest, Some(1));
        let others: Vec<_> = page.moves[1..]
            .iter()
            .map(|book| book.games.len())
            .collect();
        assert_eq!(others, [1, 1]);
    }

    #[test]
    fn mirror_images_are_counted_as_their_own_mirror_images() {
        let games = games();
        games.index_more(10);
        let page = games.book(&after("h2e2"));
        assert_eq!(page.games, [0, 1, 2, 3]);
        let told: Vec<_> = page
            .moves
            .iter()
            .map(|book| (book.mv, book.games.clone(), book.mirrored))
            .collect();
        assert_eq!(
            told,
            [(mv("h9g7"), vec![0, 2], 1), (mv("b9c7"), vec![1], 0),]
        );
        let other = games.book(&after("b2e2"));
        assert_eq!(other.moves[0].mv, mv("b9c7"));
        assert_eq!(other.moves[0].mirrored, 1);
    }

    #[test]
    fn a_search_for_a_position_makes_the_index_and_then_uses_it() {
        let games = games();
        let query = crate::record::Query::new("", Some(after("h2e2 h9g7")));
        let found = || {
            let all = 0..games.count();
            all.filter(|game| games.matches(*game, &query))
                .collect::<Vec<_>>()
        };
        // Out of turn, the index does not grow.
        assert!(!games.matches(3, &query));
        assert_eq!(games.index_more(0), 0.0);
        // The third game has its mirror image.
        assert_eq!(found(), [0, 2]);
        assert_eq!(games.index_more(0), 1.0);
        assert_eq!(found(), [0, 2]);
        let reached = |game: usize| {
            let record = games.read(game).expect("a game").records.remove(0);
            let node = record.reached(&after("h2e2 h9g7"))?;
            Some(record.node(node).ply())
        };
        assert_eq!([0, 1, 2, 3].map(reached), [Some(2), None, Some(2), None]);
    }

    #[test]
    fn a_cache_is_read_as_it_was_written_and_damage_is_noticed() {
        let files = |fingerprint: &str| FilesState {
            fingerprint: fingerprint.into(),
            ..FilesState::default()
        };
        let fresh = || games().with_state(files("0123456789abcdef"));
        let games = fresh();
        assert_eq!(games.write_index(), None);
        games.index_more(10);
        let bytes = games.write_index().expect("all games");
        let other = fresh();
        assert!(other.read_index(&bytes) && other.is_indexed());
        for moves in ["", "h2e2", "h2e2 h9g7", "a0a1"] {
            let position = after(moves);
            assert_eq!(other.book(&position), games.book(&position), "{moves}");
            let query = crate::record::Query::new("", Some(position));
            for game in 0..games.count() {
                let found = games.matches(game, &query);
                assert_eq!(other.matches(game, &query), found, "{game}: {moves}");
            }
        }
        assert_eq!(other.write_index(), Some(bytes.clone()));
        let changed = self::games().with_state(files("0123456789abcdee"));
        assert!(!changed.read_index(&bytes) && !self::games().read_index(&bytes));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(!other.read_index(&damaged), "{place}");
            assert!(!other.read_index(&bytes[..place]), "{place}");
        }
        let one = "[Red \"A\"]\n\n1. h2e2 *\n".as_bytes().to_vec();
        let one = Collection::open(one).expect("a game");
        let one = one.with_state(files("0123456789abcdef"));
        assert!(!one.read_index(&bytes));
    }

    #[test]
    fn an_index_finds_what_a_scan_finds() {
        // Games of moves chosen by numbers, some of them through each other's positions.
        let mut index = PositionIndex::new();
        let mut records = Vec::new();
        for game in 0..60_usize {
            let mut record = Record::new(Setup::start()).expect("the start");
            let mut at = record.root();
            for ply in 0..game % 13 {
                let moves = record.node(at).position().legal_moves();
                let mv = moves[(game * 7 + ply * ply) % 3];
                at = record.add(at, mv).expect("legal");
            }
            index.add((game % 11 > 0).then_some(&record));
            records.push(record);
        }
        let lines = |record: &Record| {
            let nodes = std::iter::once(record.root()).chain(record.main_line());
            let positions = nodes.map(|id| record.node(id).position().clone());
            positions.collect::<Vec<_>>()
        };
        for position in records.iter().flat_map(&lines) {
            for (game, record) in records.iter().enumerate() {
                let own = Setup::from(&position);
                let mirrored = own.mirrored();
                let is_it = |one: &Position| [&own, &mirrored].contains(&&Setup::from(one));
                let is_there = game % 11 > 0 && lines(record).iter().any(is_it);
                assert_eq!(index.has(game, &position), is_there);
            }
        }
    }

    #[test]
    fn every_move_has_a_number_of_its_own() {
        let points = || Point::all();
        for mv in points().flat_map(|from| points().map(move |to| Move::new(from, to))) {
            assert_eq!(decoded(code(mv)), Some(mv));
            assert_eq!(mirror(mirror(mv)), mv);
        }
        assert_eq!(decoded(NO_MOVE), None);
    }
}
