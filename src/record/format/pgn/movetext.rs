//! Assembly of a game's moves, variations and comments into a record.
//!
//! A variation stands in parentheses after the move it replaces. Variations may nest as deep as the file is long:
//! pending lines are on an explicit stack, a few words each.
//!
//! Unreadable text ends only its own line, so that as many lines as possible are kept. A parenthesis without any move
//! is a comment. A comment belongs to the move before it; between a number and its move, or at the beginning of a
//! variation, to the move after it.

use super::super::{Caution, Loaded, Warning, offset, place_after, play, too_many_moves};
use super::comments::{PositionCommands, lines, without_clock};
use super::dialect::{Dialect, DialectEvidence};
use super::lexer::{MATE, Syntax, Token, Tokens, has_lost_chars, is_half, is_joined, unquoted};
use super::lookahead::Candidate;
use super::numbers::{MoveMark, Numbering};
use super::signs::lettered_annotation;
use crate::record::notation::{NotationError, resembles_move};
use crate::record::notes::append;
use crate::record::{Drawings, NodeId, Notes, Record};
use crate::rules::{Move, Position, Setup, Side};
use std::ops::ControlFlow;

/// The result of reading a game.
#[derive(Debug)]
pub(in super::super) struct ParsedGame {
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
    pub(super) evidence: DialectEvidence,
}

impl From<ParsedGame> for Loaded {
    /// Converts the only game of a file.
    fn from(reading: ParsedGame) -> Self {
        let warn = |(line, what)| Warning::of_line(line, what);
        Self {
            records: vec![reading.record],
            warnings: reading.cautions.into_iter().map(warn).collect(),
        }
    }
}

/// Mode of reading a text.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct ReadOptions {
    /// The syntax of the text. Only text for people has words unlike moves.
    pub syntax: Syntax,
    /// Whether prose before the first move is a comment on the start.
    pub keeps_preface: bool,
}

impl ReadOptions {
    /// The mode of reading the movetext of PGN.
    pub const MOVETEXT: Self = Self {
        syntax: Syntax::Pgn,
        keeps_preface: true,
    };
}

/// A line being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLine {
    /// Its number in the game, 0 for the main line.
    pub number: usize,
    /// Its last node.
    pub at: NodeId,
    /// Whether it has any moves of its own.
    pub has_moves: bool,
    /// Whether it was cut short.
    pub is_cut: bool,
    /// The numbers so far.
    pub numbering: Numbering,
    /// Mark before its next move.
    pub mark: MoveMark,
    /// Whether its last label was the other side's.
    pub is_mislabeled: bool,
    /// Whether a variation to the next move has been read before that move.
    pub variation_came_first: bool,
}

pub(super) struct MovetextReader<'a> {
    pub tokens: Tokens<'a>,
    pub dialect: Dialect,
    pub options: ReadOptions,
    pub record: Record,
    pub line: OpenLine,
    /// Lines waiting for the end of this one.
    pub open_lines: Vec<OpenLine>,
    variations: usize,
    /// Prose since the last move.
    pub prose: String,
    /// Number of bytes that may still be read ahead.
    pub lookahead_budget: usize,
    /// Offset up to which words unlike moves are known to be beside the game.
    pub prose_until: usize,
    /// Whether the last word was a move.
    pub follows_move: bool,
    /// Offset of a ruled line below the moves of PGN, until a move follows.
    pub rule_at: Option<usize>,
    /// Comment before the next move.
    pub before: String,
    pub after_number: bool,
    /// Offset of the number before the next word.
    pub number: usize,
    /// Whether the current word follows a number.
    pub is_numbered: bool,
    pub result: Option<&'static str>,
    /// Whether moves were dropped because of the limit.
    is_full: bool,
    pub cautions: Vec<(usize, Caution)>,
    evidence: DialectEvidence,
}

impl<'a> MovetextReader<'a> {
    pub fn new(text: &'a str, start: Setup, dialect: Dialect, options: ReadOptions) -> Self {
        /// Number of bytes read ahead per byte of text.
        const LOOKAHEAD_PER_BYTE: usize = 8;
        let record = Record::from_any(start);
        let tokens = Tokens::of(text, options.syntax);
        let tokens = match dialect {
            Dialect::Ranked(_) => tokens,
            Dialect::Vietnamese => tokens.in_vietnamese(),
        };
        let line = OpenLine {
            number: 0,
            at: record.root(),
            has_moves: false,
            is_cut: false,
            numbering: Numbering::default(),
            mark: MoveMark::default(),
            is_mislabeled: false,
            variation_came_first: false,
        };
        Self {
            tokens,
            dialect,
            options,
            record,
            line,
            open_lines: Vec::new(),
            variations: 0,
            prose: String::new(),
            lookahead_budget: text.len().saturating_mul(LOOKAHEAD_PER_BYTE),
            prose_until: 0,
            follows_move: false,
            rule_at: None,
            before: String::new(),
            after_number: false,
            number: 0,
            is_numbered: false,
            result: None,
            is_full: false,
            cautions: Vec::new(),
            evidence: DialectEvidence::default(),
        }
    }

    pub fn read(mut self) -> ParsedGame {
        let mut end = 0;
        while let Some(token) = self.next_token() {
            if self.take_token(token, end).is_break() {
                end = self.tokens.place();
                break;
            }
            end = self.rule_at.unwrap_or(self.tokens.place());
        }
        self.note_last_prose();
        self.store_waiting_comments();
        self.check_open_lines();
        let has_moves = self.record.move_count() > 0;
        if let Some(what) = Caution::of_start(self.record.start(), has_moves) {
            self.cautions.insert(0, (0, what));
        }
        let main = self.open_lines.first().unwrap_or(&self.line);
        ParsedGame {
            is_whole: !main.is_cut,
            record: self.record,
            cautions: self.cautions,
            result: self.result,
            end,
            evidence: self.evidence,
        }
    }

    /// The next token. Reports meaningless ornaments before it.
    pub(super) fn next_token(&mut self) -> Option<Token<'a>> {
        let token = self.tokens.next();
        if let Some(ornament) = self.tokens.ornament.take() {
            self.skip(ornament);
        }
        token
    }

    /// Handles a token; `end` is the end of the text before it. Breaks at the end of the game.
    pub(super) fn take_token(&mut self, token: Token<'a>, end: usize) -> ControlFlow<()> {
        match token {
            Token::Number => {
                if !self.after_number {
                    self.number = self.tokens.start;
                }
                let is_of_note = self.line.numbering.is_of_note(self.tokens.mark);
                self.after_number = self.after_number || !is_of_note;
            }
            Token::Word(word) => self.word(word),
            Token::Open => self.open_variation(),
            Token::Close => self.close(),
            Token::Comment(text) => {
                self.check_comment_end(text);
                self.comment(text);
            }
            Token::LineComment(text) => self.line_comment(text),
            Token::Prose(line) => self.prose(line),
            Token::Sign(sign) if self.line.has_moves => self.sign(sign),
            Token::Sign(_) => self.skip(&self.tokens.text[self.tokens.start..self.tokens.at]),
            Token::NullMove(text) => self.null_move(text),
            Token::UnknownSign(text) if has_lost_chars(text) => self.word(text),
            Token::UnknownSign(text) => self.skip(text),
            Token::Result(result) => return self.ends_with(result),
            Token::Rule => self.rule(end),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn position(&self) -> &Position {
        self.record.node(self.line.at).position()
    }

    /// Handles a ruled line; `end` is the end of the text before it.
    fn rule(&mut self, end: usize) {
        if !self.open_lines.is_empty() {
            return;
        }
        match self.options.syntax {
            Syntax::Pgn if self.rule_at.is_none() => {
                self.note_prose();
                self.rule_at = Some(end);
            }
            Syntax::Pgn => {}
            // What is above the head is not about the start.
            Syntax::Prose if !self.line.has_moves => self.prose.clear(),
            Syntax::Prose => {}
        }
    }

    /// Reports a text that the rest of the game contradicts.
    pub(super) fn contradict(&mut self, text: &str) {
        self.report(text, |at, text| Caution::Contradicted { at, text });
    }

    /// Recovers from a text that cannot be read: reports it, and goes on behind it.
    pub(super) fn skip(&mut self, text: &str) {
        self.report(text, |at, text| Caution::Skipped { at, text });
    }

    fn report(&mut self, text: &str, caution: fn((usize, Side), String) -> Caution) {
        if !self.line.is_cut {
            let at = place_after(&self.record, self.line.at);
            self.warn(caution(at, text.to_owned()));
        }
    }

    pub(super) fn word(&mut self, word: &'a str) {
        self.is_numbered = std::mem::take(&mut self.after_number);
        self.evidence.see(word);
        if self.line.is_cut {
            return;
        }
        if self.tokens.mark != MoveMark::default() {
            self.line.mark = self.tokens.mark;
        }
        if word.contains('*') {
            return self.play_wildcard(word);
        }
        if let Some(place) = self.place_after_mention(word) {
            return self.keep_prose_to(place, word);
        }
        match self.read_move(word) {
            Err(NotationError::NotAMove) if self.begins_moves(word) => {
                self.play_move(word, self.dialect.read(self.position(), word));
            }
            Err(NotationError::NotAMove) => self.not_a_move(word),
            found => self.play_move(word, found),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        if self.may_be_anything(text) {
            return Err(NotationError::NotAMove);
        }
        self.dialect.read(self.position(), text)
    }

    /// Whether a text has fewer than four letters and is not certain to be a move.
    pub(super) fn may_be_anything(&self, text: &str) -> bool {
        let is_certain =
            self.options.syntax == Syntax::Pgn || self.is_numbered || self.follows_move;
        !is_certain && text.chars().count() < 4
    }

    /// Plays the move read from a text, or ends the line.
    pub(super) fn play_move(&mut self, text: &str, found: Result<Move, NotationError>) {
        let is_impossible = matches!(
            found,
            Err(NotationError::Illegal { .. } | NotationError::NoSuchMove)
        );
        let mut found = found;
        if self.switches_side(text, is_impossible) || self.branches_later(text) {
            found = self.dialect.read(self.position(), text);
        }
        self.check_label();
        self.check_number();
        let found = match found {
            Err(NotationError::Ambiguous(moves)) => self
                .only_move_on(&moves)
                .ok_or(NotationError::Ambiguous(moves)),
            found => found,
        };
        if self.rule_at.is_some() && found.is_err() && !self.is_numbered {
            return self.keep_prose(text, " ");
        }
        let why = match found {
            Ok(mv) | Err(NotationError::Illegal { mv, .. }) => return self.add(mv, text),
            Err(why) => why,
        };
        let at = place_after(&self.record, self.line.at);
        let text = text.to_owned();
        self.end_line(match why {
            NotationError::NotAMove => Caution::NotAMove { at, text },
            why => Caution::Unclear { at, text, why },
        });
    }

    /// Adds a move, possibly one that leaves its own general attacked. Ends the line at an impossible move or the limit
    /// of moves.
    fn add(&mut self, mv: Move, text: &str) {
        if let Some(what) = too_many_moves(&self.record) {
            return self.leave_out(what);
        }
        self.note_prose();
        match play(&mut self.record, self.line.at, Some(mv), || text.to_owned()) {
            Ok((node, caution)) => {
                self.enter(node);
                if let Some(what) = caution {
                    self.warn(what);
                }
            }
            Err(what) => self.end_line(what),
        }
    }

    fn enter(&mut self, node: NodeId) {
        // A variation may have been here first.
        if std::mem::take(&mut self.line.variation_came_first) || self.line.number == 0 {
            self.record.put_first(node);
        }
        self.line.at = node;
        self.line.has_moves = true;
        self.follows_move = true;
        self.rule_at = None;
        if !self.before.is_empty() {
            let before = std::mem::take(&mut self.before);
            append(&mut self.record.node_mut(node).notes_mut().before, &before);
        }
    }

    /// Handles a word that is not in the form of a move by itself.
    fn not_a_move(&mut self, word: &'a str) {
        let longer = self.tokens.longer_words(word).into_iter();
        for (longer, place) in longer.filter(|(text, _)| is_joined(text)) {
            let found = self.read_move(longer);
            if found != Err(NotationError::NotAMove) {
                self.tokens.go_to(place);
                return self.play_move(longer, found);
            }
        }
        for bare in [word.trim_end_matches(MATE), unquoted(word)] {
            let found = self.read_move(bare);
            if found != Err(NotationError::NotAMove) {
                return self.play_move(word, found);
            }
        }
        if self.line.number != 0 && !self.line.has_moves {
            return self.parenthesis_as_comment(word);
        }
        if self.options.syntax == Syntax::Pgn
            && self.line.has_moves
            && !self.is_numbered
            && let Some(sign) = lettered_annotation(word)
        {
            return self.sign(sign);
        }
        // A title may precede the moves; in place of a move, only a word that could not be one is skipped.
        let is_title = !self.line.has_moves && !self.is_numbered;
        let is_prose = match self.options.syntax {
            Syntax::Prose if is_title && !has_lost_chars(word) => true,
            Syntax::Prose if self.follows_move && is_half(word) => false,
            Syntax::Prose if !self.is_numbered && !has_lost_chars(word) => !resembles_move(word),
            _ => self.is_prose_word(word),
        };
        // A numeral in prose looks like a number before a move.
        let may_be_prose = match is_prose {
            true => self.is_numbered && self.options.syntax == Syntax::Prose,
            false => !(self.is_numbered && resembles_move(word) || has_lost_chars(word)),
        };
        if may_be_prose && let Some(place) = self.prose_end(word) {
            return self.keep_prose_to(place, word);
        }
        if is_prose {
            return self.keep_prose(word, " ");
        }
        self.play_move(word, Err(NotationError::NotAMove));
    }

    /// Keeps a parenthesis that does not begin with a move as a comment.
    fn parenthesis_as_comment(&mut self, word: &'a str) {
        let (rest, end) = self.tokens.rest_of_parenthesis();
        if rest.len() == self.tokens.rest().len() && rest.len() <= self.lookahead_budget {
            // It is never closed: the rest of the game is no part of it.
            self.lookahead_budget -= rest.len();
            self.tokens.close_at(self.tokens.place());
            self.close_variation();
            return self.word(word);
        }
        let text = format!("{word}{}", rest.trim_end());
        self.tokens.close_at(end);
        self.close_variation();
        self.store_comments_before();
        self.comment(&text);
    }

    pub(super) fn open_variation(&mut self) {
        self.after_number = false;
        let parent = self.record.node(self.line.at).parent();
        self.note_prose();
        self.store_comments_before();
        self.open_lines.push(self.line);
        self.variations += 1;
        let number = self.variations;
        let is_cut = self.line.is_cut;
        let lost = parent.is_none() || !self.line.has_moves;
        self.line = OpenLine {
            number,
            at: parent.unwrap_or(self.record.root()),
            has_moves: false,
            is_cut,
            numbering: self.line.numbering.of_variation(),
            mark: MoveMark::default(),
            is_mislabeled: false,
            variation_came_first: false,
        };
        // Parts of a cut line are dropped with it, as already reported.
        if lost && !is_cut && !self.is_remark() {
            self.end_line(Caution::LostVariation { number });
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
        self.note_prose();
        self.store_waiting_comments();
        self.close_variation();
    }

    /// Returns to the line the variation branched from; an excess parenthesis is ignored.
    pub(super) fn close_variation(&mut self) {
        self.after_number = false;
        if let Some(line) = self.open_lines.pop() {
            self.line = line;
        }
    }

    pub(super) fn end_line(&mut self, what: Caution) {
        self.note_prose();
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
            self.end_line(what);
        }
    }

    pub(super) fn warn(&mut self, what: Caution) {
        self.cautions.push((self.line.number, what));
    }
}

impl<'a> MovetextReader<'a> {
    pub(super) fn comment(&mut self, text: &str) {
        if self.line.is_cut {
            return;
        }
        self.note_prose();
        let text = lines(text);
        let is_before = self.after_number || self.line.number != 0 && !self.line.has_moves;
        // A clock time that follows no move stays in the text.
        let follows = !is_before && self.notes().is_some();
        let (text, clock) = if follows {
            without_clock(&text)
        } else {
            (text, None)
        };
        if is_before {
            append(&mut self.before, &text);
        } else if !text.is_empty() {
            self.append_comment(&text);
        }
        if clock.is_some()
            && let Some(notes) = self.notes()
        {
            notes.clock = clock;
        }
    }

    /// Keeps the text between a semicolon and the end of its line as a comment, unless it consists of moves.
    pub(super) fn line_comment(&mut self, text: &'a str) {
        let end = self.tokens.place();
        let mut apart = self.tokens.clone();
        apart.go_to(end - text.len());
        if !self.line.is_cut && self.tokens.of_line(text).are_moves() {
            let position = self.position().clone();
            let comment = Candidate::new(self.tokens.clone(), position.clone());
            let moves = Candidate::new(apart.clone(), position);
            if self.only_viable(vec![moves, comment]) != Some(1) {
                self.tokens = apart;
                return;
            }
        }
        self.comment(text.trim());
    }

    /// Stores comments that precede a parenthesis; in a line without moves they keep waiting for one.
    pub(super) fn store_comments_before(&mut self) {
        if self.line.number == 0 || self.line.has_moves {
            self.store_waiting_comments();
        }
    }

    /// Stores comments whose expected next move does not follow.
    pub(super) fn store_waiting_comments(&mut self) {
        let before = std::mem::take(&mut self.before);
        if !before.is_empty() && !self.line.is_cut {
            self.append_comment(&before);
        }
    }

    /// Appends to the comment on the last move, or on the start.
    pub(super) fn append_comment(&mut self, text: &str) {
        let node = self.record.node_mut(self.line.at);
        let notes = node.notes();
        let mut commands = PositionCommands {
            evaluation: notes.evaluation,
            drawings: Drawings::default(),
        };
        // Not copied for each of many comments.
        if !notes.drawings.is_empty() {
            commands.drawings = std::mem::take(&mut node.notes_mut().drawings);
        }
        let text = commands.take(text);
        if commands.evaluation.is_some() || !commands.drawings.is_empty() {
            let notes = node.notes_mut();
            (notes.evaluation, notes.drawings) = (commands.evaluation, commands.drawings);
        }
        let place = match self.line.at == self.record.root() {
            true => &mut self.record.comment,
            false => &mut self.record.node_mut(self.line.at).notes_mut().comment,
        };
        append(place, &text);
    }

    pub(super) fn sign(&mut self, sign: u8) {
        if let Some(notes) = self.notes() {
            notes.signs.push(sign);
        }
    }

    /// The notes of the last move of the line.
    fn notes(&mut self) -> Option<&mut Notes> {
        let is_move = self.line.has_moves && !self.line.is_cut;
        is_move.then(|| self.record.node_mut(self.line.at).notes_mut())
    }
}

impl MovetextReader<'_> {
    /// Compares the number before a move with its place. Reports a misplaced number, which hints at a missing move, and
    /// one that begins again, which hints at another game.
    pub(super) fn check_number(&mut self) {
        let at = place_after(&self.record, self.line.at);
        let ply = self.record.node(self.line.at).ply() + 1;
        let mark = std::mem::take(&mut self.line.mark);
        if self.line.number == 0 && self.line.numbering.begins_anew(mark) {
            self.warn(Caution::NumberedAnew { at });
        }
        if let Some((at, number)) = self.line.numbering.check(mark, at, ply) {
            self.warn(Caution::EarlyNumber { at, number });
        }
    }

    /// Reports the first of several labels in a row that name the wrong side.
    pub(super) fn check_label(&mut self) {
        let Some(side) = self.tokens.mark.side else {
            return;
        };
        let is_others = side != self.position().turn();
        if is_others && !self.line.is_mislabeled {
            self.contradict(self.tokens.label.trim());
        }
        self.line.is_mislabeled = is_others;
    }

    /// Reports a comment whose closing brace is missing.
    pub(super) fn check_comment_end(&mut self, comment: &str) {
        let text = self.tokens.text;
        let end = offset(text, comment) + comment.len();
        if end >= text.trim_end().len() && !self.line.is_cut {
            let at = place_after(&self.record, self.line.at);
            self.warn(Caution::NeverClosed { at, sign: '{' });
        }
    }

    /// Reports a variation whose closing parenthesis is missing.
    pub(super) fn check_open_lines(&mut self) {
        let Some(outermost) = self.open_lines.first().filter(|line| !line.is_cut) else {
            return;
        };
        let at = place_after(&self.record, outermost.at);
        self.cautions
            .push((outermost.number, Caution::NeverClosed { at, sign: '(' }));
    }
}
