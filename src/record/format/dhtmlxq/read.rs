//! Reading games from tags.

use super::dialects::{self, MadeTags};
use super::fields::{self, CutOff, MAIN_LINE, RawTags, TagContent, digits, games};
use super::lines::{LineReader, NumberedVariation, PlyComment, point, read_move};
use super::{entities, names, scripts};
use crate::record::Record;
use crate::record::format::batch::Batch;
use crate::record::format::{Caution, Loaded, ReadError, Warning, binary, results};
use crate::rules::{Board, Setup, Side, named_side};
use std::collections::HashSet;

/// Number of digits of `binit`.
const BOARD_DIGITS: usize = 64;

/// Maximum number of different tags kept; no board writes more than fifty.
const MAX_TAGS: usize = 500;

pub(in crate::record::format) fn read(text: &str) -> Result<Loaded, ReadError> {
    let plain = dialects::unescaped(text);
    let text = plain.as_deref().unwrap_or(text);
    let plain = scripts::plain(text);
    let text = plain.as_deref().unwrap_or(text);
    if let Some(tags) = dialects::bare(text) {
        // Any number is such digits.
        let read = read_game(&borrowed(&tags), None)?;
        let is_game = tags.len() > 1 || read.records[0].move_count() > 0;
        return if is_game {
            Ok(read)
        } else {
            Err(ReadError::NoMoves)
        };
    }
    let numbered = dialects::numbered(text);
    let mut found = games(text);
    let cut = match numbered.is_empty() {
        true => fields::cut(text),
        false => dialects::cut(text),
    };
    found.extend(numbered.iter().map(borrowed));
    Batch::new().read_each(&found, |index, game| {
        read_game(game, cut.filter(|_| index + 1 == found.len()))
    })
}

fn borrowed(tags: &MadeTags) -> RawTags<'_> {
    let tags = tags.iter();
    tags.map(|(name, value)| (&**name, value.as_str()))
        .collect()
}

/// The tags of a game by content; of tags that occur once, the first with a value.
#[derive(Default)]
struct Sorted<'a> {
    board: &'a str,
    fen: &'a str,
    main_line: &'a str,
    result: &'a str,
    length: &'a str,
    variations: Vec<NumberedVariation<'a>>,
    comments: Vec<PlyComment>,
    tags: Vec<(&'a str, String)>,
    /// Whether there are more tags than are kept.
    has_more_tags: bool,
}

impl<'a> Sorted<'a> {
    fn new(game: &RawTags<'a>) -> Self {
        let mut sorted = Self::default();
        let mut names = HashSet::new();
        for &(name, value) in game {
            if value.trim_ascii().is_empty() {
                continue;
            }
            let once = match TagContent::of(name) {
                TagContent::Start => &mut sorted.board,
                TagContent::Fen => &mut sorted.fen,
                TagContent::MainLine => &mut sorted.main_line,
                TagContent::Result => &mut sorted.result,
                TagContent::Length => &mut sorted.length,
                TagContent::Variation { of, ply, number } => {
                    let moves = value;
                    sorted.variations.push(NumberedVariation {
                        of,
                        ply,
                        number,
                        moves,
                    });
                    continue;
                }
                TagContent::Comment { line, ply } => {
                    let text = entities::decode_comment(value);
                    sorted.comments.push(PlyComment { line, ply, text });
                    continue;
                }
                TagContent::Tag => {
                    if names.len() == MAX_TAGS {
                        sorted.has_more_tags |= !names.contains(name);
                    } else if names.insert(name) {
                        sorted.tags.push((name, entities::decode(value)));
                    }
                    continue;
                }
                TagContent::Viewer => continue,
            };
            if once.is_empty() {
                *once = value;
            } else if name == MAIN_LINE && digits(once) != digits(value) {
                let (of, ply, number) = (0, 1, 0);
                let moves = value;
                sorted.variations.push(NumberedVariation {
                    of,
                    ply,
                    number,
                    moves,
                });
            }
        }
        sorted
    }

    /// Whether the head implies moves: by their number, a result, or a title that states one.
    fn tells_moves(&self) -> bool {
        if let Ok(length) = self.length.trim().parse::<usize>() {
            return length > 0;
        }
        let is_result = |value: &str| {
            results::in_field(value)
                .and_then(results::outcome)
                .is_some()
        };
        let mut tags = self.tags.iter();
        let title = tags.find(|(name, _)| *name == "title");
        let mut words = title
            .into_iter()
            .flat_map(|(_, title)| title.split_whitespace());
        is_result(&entities::decode(self.result))
            || words.any(|word| results::in_moves(word).is_some() || is_result(word))
    }

    /// The FEN of the start, if there is one.
    fn start_fen(&self) -> Option<String> {
        (!self.fen.is_empty()).then(|| entities::decode(self.fen))
    }

    /// The start of the game; `fen` is [`Self::start_fen`].
    fn start(&self, fen: Option<&str>) -> Result<Setup, ReadError> {
        let fen = fen.map(Setup::from_fen);
        let mut setup = match (self.board, fen) {
            ("", None) => Setup::start(),
            ("", Some(fen)) => fen.map_err(ReadError::Fen)?,
            (digits, fen) => {
                let board = board(digits);
                // A FEN of the same board supplies the side to move and the counters.
                let known = fen.and_then(Result::ok).filter(|fen| fen.board == board);
                known.unwrap_or(Setup {
                    board,
                    ..Setup::start()
                })
            }
        };
        if let Some(side) = self.first_mover(&setup.board) {
            setup.turn = side;
        } else if self.fen.is_empty() && setup.position().is_err() {
            let other = setup.swap_turn();
            if other.position().is_ok() {
                setup = other;
            }
        }
        Ok(setup)
    }

    /// The side that makes the first move.
    fn first_mover(&self, board: &Board) -> Option<Side> {
        let firsts = self.variations.iter();
        let firsts = firsts.filter(|variation| (variation.of, variation.ply) == (0, 1));
        let lines = [self.main_line]
            .into_iter()
            .chain(firsts.map(|line| line.moves));
        let line = lines.map(digits).find(|line| !line.is_empty())?;
        let mv = read_move(line.get(..4)?)?;
        board.piece_at(mv.from).map(|piece| piece.side)
    }
}

/// Parses the board of `binit`; invalid points are missing pieces.
fn board(value: &str) -> Board {
    let mut board = Board::empty();
    for (piece, text) in binary::pieces().zip(digits(value).chunks(2)) {
        let at = match *text {
            [file, rank] => point(file, rank),
            _ => None,
        };
        if let Some(at) = at {
            board.set(at, Some(piece));
        }
    }
    board
}

/// The caution about a FEN that names the wrong side to move.
fn wrong_side(fen: &str, start: &Setup) -> Option<Caution> {
    let named = named_side(fen)?;
    let is_of_start = Setup::from_fen(fen).is_ok_and(|fen| fen.board == start.board);
    let turn = start.turn;
    (is_of_start && named != turn).then_some(Caution::WrongSide { turn })
}

/// Reads a game; `cut` is the place where the file ends within it.
fn read_game(game: &RawTags<'_>, cut: Option<CutOff>) -> Result<Loaded, ReadError> {
    let mut sorted = Sorted::new(game);
    let fen = sorted.start_fen();
    let fen = fen.as_deref();
    let start = sorted.start(fen)?;
    // A heading states an empty board; an unreadable start states nothing.
    let is_heading = digits(sorted.board).len() >= BOARD_DIGITS || !sorted.fen.is_empty();
    if start.board.occupied().is_empty() && !is_heading {
        return Err(ReadError::Position(
            Record::new(start).expect_err("no pieces"),
        ));
    }
    let caution = Caution::of_start(&start, !digits(sorted.main_line).is_empty());
    let about_side = fen.and_then(|fen| wrong_side(fen, &start));
    let mut record = Record::from_any(start);
    let tells_moves = sorted.tells_moves();
    names::set(&mut record.tags, std::mem::take(&mut sorted.tags));
    let result = results::in_field(&entities::decode(sorted.result));
    if result.is_none() && record.tags.get(RESULT).is_none() {
        // An unknown result may still be useful to a reader.
        record.tags.set(RESULT, &entities::decode(sorted.result));
    }
    let (mut lines, is_whole) = LineReader::new(&mut record, sorted.main_line);
    lines.add_variations(&sorted.variations);
    lines.add_comments(sorted.comments);
    let mut warnings = lines.warnings;
    if sorted.has_more_tags {
        let what = Caution::TooManyTags { most: MAX_TAGS };
        warnings.push(Warning::of_line(0, what));
    }
    let lines_are_missing = record.move_count() == 0;
    let last = game.last().map(|(name, _)| TagContent::of(name));
    let ends_in_it = last == Some(TagContent::MainLine) && cut == Some(CutOff::Value);
    let is_main_cut = cut.is_some() && (sorted.main_line.is_empty() || ends_in_it);
    if cut.is_some() {
        warnings.push(Warning {
            game: 0,
            line: is_main_cut.then_some(0),
            what: Caution::EndsEarly,
        });
    }
    if tells_moves && warnings.is_empty() && lines_are_missing {
        warnings.push(Warning::of_line(0, Caution::MissingMoves));
    }
    for what in caution.into_iter().chain(about_side) {
        warnings.insert(0, Warning::of_line(0, what));
    }
    // The end of a game belongs to its last move; a truncated game has none.
    record.outcome = result
        .and_then(results::outcome)
        .filter(|_| is_whole && !is_main_cut);
    let loaded = Loaded {
        records: vec![record],
        warnings,
    };
    Ok(loaded.with_side_of(fen))
}

/// Tag for a result in unknown words.
const RESULT: &str = "resulttext";
