//! Assembly of a game's moves, variations and comments into a record.
//!
//! A variation stands in parentheses after the move it replaces. Variations may nest as deep as the file is long:
//! pending lines are on an explicit stack, a few words each.
//!
//! Unreadable text ends only its own line, so that as many lines as possible are kept. A parenthesis without any move
//! is a comment. A comment belongs to the move before it; between a number and its move, or at the beginning of a
//! variation, to the move after it.

use super::super::{Caution, Loaded, Warning, place_after, too_many_moves};
use super::remarks::{lines, without_clock};
use super::tokens::{Token, Tokens};
use crate::record::notation::{NotationError, Ranks, read_ranked, resembles_move};
use crate::record::notes::append;
use crate::record::{NodeId, Notes, Record};
use crate::rules::{Move, PositionFault, Setup};

/// The result of reading a game.
#[derive(Debug)]
pub(in super::super) struct Reading {
    pub record: Record,
    /// Warnings, each with the number of its line.
    pub cautions: Vec<(usize, Caution)>,
    /// The result after the moves.
    pub result: Option<&'static str>,
    /// Whether the main line was read to its end.
    pub is_whole: bool,
    /// Offset of the end of the game's text.
    pub end: usize,
    /// Evidence in the text for the numbering of ranks.
    evidence: Evidence,
}

impl From<Reading> for Loaded {
    /// Converts the only game of a file.
    fn from(reading: Reading) -> Self {
        let warn = |(line, what)| Warning::of_line(line, what);
        Self {
            records: vec![reading.record],
            warnings: reading.cautions.into_iter().map(warn).collect(),
        }
    }
}

/// Mode of reading a text.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Manner {
    /// Whether words unlike moves are ignored, as in pasted text.
    pub skips_words: bool,
}

/// Evidence in a text for the numbering of ranks.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    points: bool,
    zero: bool,
    ten: bool,
}

impl Evidence {
    /// Inspects a word that may be a move in coordinates or in algebraic notation.
    fn see(&mut self, word: &str) {
        let word = word.trim_end_matches(['+', '#']);
        let Some(place) = word.rfind(|c: char| matches!(c, 'a'..='i' | 'A'..='I')) else {
            return;
        };
        let (origin, goal) = word.split_at(place);
        let is_number =
            |text: &str| text == "10" || text.len() == 1 && text.as_bytes()[0].is_ascii_digit();
        if !is_number(&goal[1..]) {
            return;
        }
        let origin = origin.trim_end_matches(['-', 'x']);
        let number = origin.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let numbers = [&goal[1..], number];
        self.points = true;
        self.zero |= numbers.contains(&"0");
        self.ten |= numbers.contains(&"10");
    }
}

/// Reads moves from a start.
///
/// A rank 0 or 10 decides whether ranks begin at 0 or at 1. If neither occurs, the numbering that makes more moves
/// possible applies, and 0 in a tie.
pub(in super::super) fn read(text: &str, start: &Setup, manner: Manner) -> Reading {
    let read = |ranks| Reader::new(text, start.clone(), ranks, manner).read();
    let zero = read(Ranks::From0);
    let Evidence {
        points,
        zero: has_zero,
        ten,
    } = zero.evidence;
    if !points || has_zero && !ten {
        return zero;
    }
    let one = read(Ranks::From1);
    let is_better = ten || one.record.move_count() > zero.record.move_count();
    if is_better { one } else { zero }
}

/// A line being read.
#[derive(Clone, Copy, Debug)]
struct OpenLine {
    /// Its number in the game, 0 for the main line.
    number: usize,
    /// Its last node.
    at: NodeId,
    /// Whether it has any moves of its own.
    has_moves: bool,
    /// Whether it was cut short.
    is_cut: bool,
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    ranks: Ranks,
    manner: Manner,
    record: Record,
    line: OpenLine,
    /// Lines waiting for the end of this one.
    waiting: Vec<OpenLine>,
    variations: usize,
    /// Comment before the next move.
    before: String,
    after_number: bool,
    /// Whether the current word follows a number.
    is_numbered: bool,
    result: Option<&'static str>,
    /// Whether moves were dropped because of the limit.
    is_full: bool,
    cautions: Vec<(usize, Caution)>,
    evidence: Evidence,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, start: Setup, ranks: Ranks, manner: Manner) -> Self {
        let (record, turned) = record_from(start);
        let line = OpenLine {
            number: 0,
            at: record.root(),
            has_moves: false,
            is_cut: false,
        };
        Self {
            tokens: Tokens::of(text),
            ranks,
            manner,
            record,
            line,
            waiting: Vec::new(),
            variations: 0,
            before: String::new(),
            after_number: false,
            is_numbered: false,
            result: None,
            is_full: false,
            cautions: turned.into_iter().map(|what| (0, what)).collect(),
            evidence: Evidence::default(),
        }
    }

    fn read(mut self) -> Reading {
        let mut end = 0;
        while let Some(token) = self.tokens.next() {
            match token {
                Token::Number => self.after_number = true,
                Token::Word(word) => self.word(word),
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Comment(text) => self.comment(text),
                Token::Sign(sign) => self.sign(sign),
                // A variation's result is not the game's result.
                Token::Result(_) if !self.waiting.is_empty() => {}
                Token::Result(result) => {
                    self.result = Some(result);
                    // Pasted text may have a title that contains the result.
                    if !self.manner.skips_words || self.line.has_moves || self.line.is_cut {
                        end = self.tokens.place();
                        break;
                    }
                }
                Token::Rule if self.waiting.is_empty() => break,
                Token::Rule => {}
            }
            end = self.tokens.place();
        }
        self.note_what_waits();
        let has_moves = self.record.move_count() > 0;
        if let Some(what) = Caution::of_start(self.record.start(), has_moves) {
            self.cautions.insert(0, (0, what));
        }
        let main = self.waiting.first().unwrap_or(&self.line);
        Reading {
            is_whole: !main.is_cut,
            record: self.record,
            cautions: self.cautions,
            result: self.result,
            end,
            evidence: self.evidence,
        }
    }

    fn word(&mut self, word: &'a str) {
        self.is_numbered = std::mem::take(&mut self.after_number);
        self.evidence.see(word);
        if self.line.is_cut {
            return;
        }
        match self.read_move(word) {
            Err(NotationError::NotAMove) => self.not_a_move(word),
            found => self.take(word, found),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        // Three letters can be anything in a text that holds more than moves.
        if self.manner.skips_words && text.chars().count() < 4 {
            return Err(NotationError::NotAMove);
        }
        let position = self.record.node(self.line.at).position();
        read_ranked(position, text, self.ranks)
    }

    /// Plays the move that was read, or ends the line.
    fn take(&mut self, text: &str, found: Result<Move, NotationError>) {
        let is_impossible = matches!(
            found,
            Err(NotationError::Illegal { .. } | NotationError::NoSuchMove)
        );
        if is_impossible && self.turns_round(text) {
            return;
        }
        let at = place_after(&self.record, self.line.at);
        let text = || text.to_owned();
        match found {
            Ok(mv) | Err(NotationError::Illegal { mv, .. }) => {
                if let Some(what) = too_many_moves(&self.record) {
                    return self.leave_out(what);
                }
                match self.record.add_lenient(self.line.at, mv) {
                    Ok(node) => self.arrive(node),
                    Err(why) => {
                        return self.cut(Caution::IllegalMove {
                            at,
                            text: text(),
                            why,
                        });
                    }
                }
                if let Some(why) = self.record.node(self.line.at).breaks() {
                    self.warn(Caution::LeftInCheck {
                        at,
                        text: text(),
                        why,
                    });
                }
            }
            Err(NotationError::NotAMove) => self.cut(Caution::NotAMove { at, text: text() }),
            Err(why) => self.cut(Caution::Unclear {
                at,
                text: text(),
                why,
            }),
        }
    }

    /// Switches the side to move if only that makes the very first move possible; files are often wrong there.
    fn turns_round(&mut self, text: &str) -> bool {
        if self.record.move_count() > 0 || self.line.number != 0 || self.line.has_moves {
            return false;
        }
        let start = self.record.start();
        let turn = !start.turn;
        let other = Setup {
            turn,
            ..start.clone()
        };
        let (mut record, None) = record_from(other) else {
            return false;
        };
        let root = record.root();
        let Ok(mv) = read_ranked(record.node(root).position(), text, self.ranks) else {
            return false;
        };
        let Ok(node) = record.add(root, mv) else {
            return false;
        };
        record.comment = std::mem::take(&mut self.record.comment);
        self.record = record;
        self.warn(Caution::WrongSide { turn });
        self.arrive(node);
        true
    }

    fn arrive(&mut self, node: NodeId) {
        self.line.at = node;
        self.line.has_moves = true;
        if !self.before.is_empty() {
            let before = std::mem::take(&mut self.before);
            append(&mut self.record.node_mut(node).notes_mut().before, &before);
        }
    }

    /// Handles a word that does not have the form of a move by itself.
    fn not_a_move(&mut self, word: &'a str) {
        // Two points with nothing between them are two moves rather than one, `e4 e5`.
        let is_move = |text: &str| text.contains(|c: char| !c.is_ascii_alphanumeric() && c != ' ');
        let longer = self.tokens.longer_words(word).into_iter();
        for (longer, place) in longer.filter(|(text, _)| is_move(text)) {
            let found = self.read_move(longer);
            if found != Err(NotationError::NotAMove) {
                self.tokens.go_to(place);
                return self.take(longer, found);
            }
        }
        // Signs of check and mate, in notations that have none.
        let bare = word.trim_end_matches(['+', '#', '†', '‡']);
        let found = self.read_move(bare);
        if found != Err(NotationError::NotAMove) {
            return self.take(word, found);
        }
        if self.line.number != 0 && !self.line.has_moves {
            return self.parenthesis_as_comment(word);
        }
        // A title may precede the moves; in place of a move, only a word that could not be one is skipped.
        let is_title = !self.line.has_moves && !self.is_numbered;
        if self.manner.skips_words && (is_title || !resembles_move(word)) {
            return;
        }
        self.take(word, Err(NotationError::NotAMove));
    }

    /// Handles a parenthesis that does not begin with a move as a comment.
    fn parenthesis_as_comment(&mut self, word: &'a str) {
        let (rest, end) = self.tokens.rest_of_parenthesis();
        let text = format!("{word}{rest}");
        self.tokens.go_to(end);
        self.leave();
        self.note_what_precedes();
        self.comment(&text);
    }

    fn open(&mut self) {
        self.after_number = false;
        let parent = self.record.node(self.line.at).parent();
        self.note_what_precedes();
        self.waiting.push(self.line);
        self.variations += 1;
        let number = self.variations;
        let is_cut = self.line.is_cut;
        let lost = parent.is_none() || !self.line.has_moves;
        self.line = OpenLine {
            number,
            at: parent.unwrap_or(self.record.root()),
            has_moves: false,
            is_cut,
        };
        // Parts of a cut line are dropped with it, as already reported.
        if lost && !is_cut && !self.is_remark() {
            self.cut(Caution::LostVariation { number });
        }
    }

    /// Whether the parenthesis just opened begins with anything but a move.
    fn is_remark(&self) -> bool {
        let mut ahead = self.tokens.clone().filter(|token| *token != Token::Number);
        match ahead.next() {
            Some(Token::Word(word)) => self.read_move(word) == Err(NotationError::NotAMove),
            _ => true,
        }
    }

    fn close(&mut self) {
        self.note_what_waits();
        self.leave();
    }

    /// Returns to the line the variation branched from; an excess parenthesis is ignored.
    fn leave(&mut self) {
        self.after_number = false;
        if let Some(line) = self.waiting.pop() {
            self.line = line;
        }
    }

    fn comment(&mut self, text: &str) {
        if self.line.is_cut {
            return;
        }
        let (text, clock) = without_clock(text);
        let text = lines(&text);
        let is_before = self.after_number || self.line.number != 0 && !self.line.has_moves;
        if is_before {
            append(&mut self.before, &text);
        } else if !text.is_empty() {
            self.say(&text);
        }
        if clock.is_some()
            && let Some(notes) = self.notes()
        {
            notes.clock = clock;
        }
    }

    /// Stores comments that precede a parenthesis; in a line without moves they keep waiting for one.
    fn note_what_precedes(&mut self) {
        if self.line.number == 0 || self.line.has_moves {
            self.note_what_waits();
        }
    }

    /// Stores comments whose expected next move does not follow.
    fn note_what_waits(&mut self) {
        let before = std::mem::take(&mut self.before);
        if !before.is_empty() && !self.line.is_cut {
            self.say(&before);
        }
    }

    /// Appends to the comment on the last move, or on the start.
    fn say(&mut self, text: &str) {
        let place = match self.line.at == self.record.root() {
            true => &mut self.record.comment,
            false => &mut self.record.node_mut(self.line.at).notes_mut().comment,
        };
        append(place, text);
    }

    fn sign(&mut self, sign: u8) {
        if let Some(notes) = self.notes() {
            notes.signs.push(sign);
        }
    }

    /// The notes of the last move of the line.
    fn notes(&mut self) -> Option<&mut Notes> {
        let is_move = self.line.has_moves && !self.line.is_cut;
        is_move.then(|| self.record.node_mut(self.line.at).notes_mut())
    }

    fn cut(&mut self, what: Caution) {
        self.before.clear();
        self.line.is_cut = true;
        self.warn(what);
    }

    /// Ends a line because of the limit, which is reported once.
    fn leave_out(&mut self, what: Caution) {
        if std::mem::replace(&mut self.is_full, true) {
            self.before.clear();
            self.line.is_cut = true;
        } else {
            self.cut(what);
        }
    }

    fn warn(&mut self, what: Caution) {
        self.cautions.push((self.line.number, what));
    }
}

/// Creates a record from a start; if the side not to move is in check, the other side to move must be meant.
fn record_from(start: Setup) -> (Record, Option<Caution>) {
    let in_check = |fault: &PositionFault| matches!(fault, PositionFault::OpponentInCheck { .. });
    let faults = start.position().err().map(|error| error.faults);
    if faults.is_some_and(|faults| faults.iter().all(in_check)) {
        let turn = !start.turn;
        let other = Setup {
            turn,
            ..start.clone()
        };
        if let Ok(record) = Record::new(other) {
            return (record, Some(Caution::WrongSide { turn }));
        }
    }
    (Record::from_any(start), None)
}
