//! Lookahead: of several readings of a place, the only one in which the game goes on.
//!
//! All readings are followed side by side until one is left. The length of text read ahead is limited in proportion to
//! the whole, so that reading takes linear time.

use super::lexer::{Token, Tokens, has_lost_chars};
use super::movetext::MovetextReader;
use super::numbers::MoveMark;
use crate::record::notation::{NotationError, resembles_move};
use crate::rules::{Move, Position, Side};

/// Maximum number of positions that a candidate can reach; with more, nothing is decided.
const MAX_POSITIONS: usize = 16;

/// One reading of the text ahead.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'a> {
    tokens: Tokens<'a>,
    /// All positions that the words so far may lead to.
    positions: Vec<Position>,
    plies: usize,
    /// Number of plies skipped before the first one.
    passed: usize,
    /// Number of rounds numbered otherwise than they are in this candidate.
    wrong_numbers: usize,
    /// Words that are passed over.
    skips: Skips,
    /// Offset of the number before the last move.
    number: usize,
    state: State,
}

/// Words that a candidate passes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skips {
    None,
    /// Words unlike moves.
    Others,
    /// All words before the number that is due.
    UpToNumber,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// The line has ended.
    Ended,
    /// A word cannot be played.
    Dead,
}

/// Next step of a candidate.
enum Ahead<'a> {
    /// A move, with the number before it.
    Move(MoveMark, &'a str),
    End(State),
    /// More text than may be read.
    TooFar,
}

impl<'a> Candidate<'a> {
    pub fn new(tokens: Tokens<'a>, position: Position) -> Self {
        Self {
            tokens,
            positions: vec![position],
            plies: 0,
            passed: 0,
            wrong_numbers: 0,
            skips: Skips::Others,
            number: 0,
            state: State::Open,
        }
    }

    /// The candidate restricted to moves: the next word must be one.
    pub fn of_moves_only(self) -> Self {
        Self {
            skips: Skips::None,
            ..self
        }
    }

    /// The candidate whose next move is the one with the due number.
    fn up_to_number(self) -> Self {
        Self {
            skips: Skips::UpToNumber,
            ..self
        }
    }

    /// The candidate with a ply skipped before its first one.
    pub fn a_ply_later(self) -> Self {
        Self { passed: 1, ..self }
    }

    fn goes_on(&self) -> bool {
        self.state == State::Open && self.plies > 0 && self.wrong_numbers == 0
    }

    /// Offset up to which the text can be read in this candidate.
    fn reach(&self) -> usize {
        match self.state {
            State::Ended => usize::MAX,
            State::Open | State::Dead => self.tokens.place(),
        }
    }
}

/// The open candidate that has been read the least far.
fn hindmost<'w, 'a>(candidates: &'w mut [Candidate<'a>]) -> Option<&'w mut Candidate<'a>> {
    let open = candidates
        .iter_mut()
        .filter(|candidate| candidate.state == State::Open);
    open.min_by_key(|candidate| candidate.tokens.place())
}

/// The index of the candidate that has been read beyond the ends of all others.
fn foremost(candidates: &[Candidate<'_>]) -> Option<usize> {
    let (first, _) = candidates
        .iter()
        .enumerate()
        .max_by_key(|(_, candidate)| candidate.reach())?;
    let is_behind = |(index, candidate): (usize, &Candidate<'_>)| {
        index == first
            || candidate.state == State::Dead && candidate.reach() < candidates[first].reach()
    };
    let is_first = candidates.iter().enumerate().all(is_behind);
    (is_first && candidates[first].state != State::Dead).then_some(first)
}

impl<'a> MovetextReader<'a> {
    /// The legal moves that a text fits.
    pub(super) fn readings(&self, position: &Position, text: &str) -> Vec<Move> {
        let mut moves = match self.dialect.read(position, text) {
            Ok(mv) => vec![mv],
            Err(NotationError::Ambiguous(moves)) => moves,
            Err(_) => Vec::new(),
        };
        moves.retain(|mv| position.check_move(*mv).is_ok());
        moves
    }

    /// The move, among those an ambiguous word may mean, with which alone the game goes on.
    pub(super) fn only_move_on(&mut self, moves: &[Move]) -> Option<Move> {
        let candidate = |mv: &Move| {
            let after = self.position().play(*mv).ok()?;
            Some(Candidate::new(self.tokens.clone(), after))
        };
        let candidates = moves.iter().map(candidate).collect::<Option<Vec<_>>>()?;
        self.only_viable(candidates)
            .map(|candidate| moves[candidate])
    }

    /// The index of the only candidate that goes on the longest, or else of the one with the fewest wrong round
    /// numbers.
    pub(super) fn only_viable(&mut self, mut candidates: Vec<Candidate<'a>>) -> Option<usize> {
        // The hindmost candidate is followed first, so that all of them are about equally long.
        while let Some(candidate) = hindmost(&mut candidates) {
            self.follow(candidate)?;
            if let Some(only) = foremost(&candidates) {
                return Some(only);
            }
        }
        let furthest = candidates.iter().map(Candidate::reach).max();
        let last = |candidate: &usize| Some(candidates[*candidate].reach()) == furthest;
        let mut last: Vec<_> = (0..candidates.len()).filter(last).collect();
        last.sort_by_key(|candidate| candidates[*candidate].wrong_numbers);
        match last[..] {
            [only] => Some(only),
            [best, next, ..] => {
                (candidates[best].wrong_numbers < candidates[next].wrong_numbers).then_some(best)
            }
            [] => None,
        }
    }

    /// Whether the next move can be played and has the right number, if any.
    pub(super) fn goes_on(&mut self, mut candidate: Candidate<'a>) -> bool {
        self.follow(&mut candidate);
        candidate.goes_on()
    }

    /// Whether a move follows, legal or not.
    pub(super) fn has_next(&mut self, mut candidate: Candidate<'a>) -> bool {
        self.follow(&mut candidate);
        candidate.plies > 0
    }

    /// Offset of the due number, if a playable move follows it. The text before it is prose, even if it looks like a
    /// move.
    pub(super) fn place_of_number(&mut self) -> Option<usize> {
        let candidate = Candidate::new(self.tokens.clone(), self.position().clone());
        let mut candidate = candidate.up_to_number();
        self.follow(&mut candidate)?;
        candidate.goes_on().then_some(candidate.number)
    }

    /// Offset of the end of prose that begins with a word unlike a move or a damaged one: at the due number or, below
    /// the last move, at the end of the line.
    pub(super) fn prose_end(&mut self, word: &str) -> Option<usize> {
        let candidate = Candidate::new(self.tokens.clone(), self.position().clone());
        let mut candidate = candidate.up_to_number();
        self.follow(&mut candidate)?;
        if candidate.goes_on() {
            return Some(candidate.number);
        }
        let is_last = candidate.state == State::Ended
            && self.line.number == 0
            && self.line.has_moves
            && self.tokens.is_sentence(word);
        is_last.then(|| self.tokens.line_end())
    }

    /// Offset of the end of prose that mentions the move just read: the due number, or the end of this move. A move is
    /// only mentioned if the game goes on no better with it.
    pub(super) fn place_after_mention(&mut self, word: &'a str) -> Option<usize> {
        let may_be_mentioned = self.may_be_mentioned();
        let is_due = self.is_numbered || self.line.mark.number.is_some();
        if !may_be_mentioned && (self.prose.is_empty() || is_due) {
            return None;
        }
        let (text, end) = self.tokens.move_text(word)?;
        let place = self.place_of_number().filter(|_| may_be_mentioned);
        let mut skipped = Candidate::new(self.tokens.clone(), self.position().clone());
        skipped.tokens.go_to(end);
        let mut candidates = vec![skipped.clone()];
        for mv in self.readings(self.position(), text) {
            let after = self.position().play(mv).ok()?;
            let mut candidate = Candidate::new(self.tokens.clone(), after);
            candidate.tokens.go_to(end);
            candidate.plies = 1;
            candidates.push(candidate);
        }
        if place.is_some() {
            let mut candidates = candidates.clone();
            candidates[0] = skipped.up_to_number();
            if self
                .only_viable(candidates)
                .is_none_or(|candidate| candidate == 0)
            {
                return place;
            }
        }
        let is_mentioned =
            !is_due && candidates.len() > 1 && self.only_viable(candidates) == Some(0);
        is_mentioned.then_some(end)
    }

    /// Whether a short, ambiguous word is a move, since another one follows: `Hg3 Hg8`.
    pub(super) fn begins_moves(&mut self, word: &str) -> bool {
        if !self.may_be_anything(word) {
            return false;
        }
        let moves = self.readings(self.position(), word);
        let after = moves.iter().filter_map(|mv| self.position().play(*mv).ok());
        let candidates: Vec<_> = after
            .map(|after| Candidate::new(self.tokens.clone(), after).of_moves_only())
            .collect();
        candidates
            .into_iter()
            .any(|candidate| self.goes_on(candidate))
    }

    /// Whether a word unlike a move, just read in PGN, is beside the game: the next move can be played, or none
    /// follows.
    pub(super) fn is_prose_word(&mut self, word: &str) -> bool {
        if resembles_move(word) || self.is_numbered && has_lost_chars(word) {
            return false;
        }
        if self.tokens.place() <= self.prose_until {
            return true;
        }
        let mut candidate = Candidate::new(self.tokens.clone(), self.position().clone());
        self.follow(&mut candidate);
        let is_last = self.line.has_moves && !self.is_numbered && candidate.state == State::Ended;
        if candidate.goes_on() || is_last {
            // The words up to there need not be followed again.
            self.prose_until = candidate.tokens.place();
        }
        candidate.goes_on() || is_last
    }

    /// Plays the next move of a candidate; `None` beyond the lookahead budget.
    fn follow(&mut self, candidate: &mut Candidate<'a>) -> Option<()> {
        let start = candidate.tokens.place();
        let cost = candidate.positions.len();
        let most = start.saturating_add(self.lookahead_budget / cost.max(1));
        let is_seen = self.step(candidate, most);
        let length = (candidate.tokens.place() - start).max(1);
        self.lookahead_budget = self
            .lookahead_budget
            .saturating_sub(length.saturating_mul(cost));
        is_seen.then_some(())
    }

    /// Plays the next move of a candidate; `false` beyond the lookahead budget or an offset, or with too many
    /// positions.
    fn step(&self, candidate: &mut Candidate<'a>, most: usize) -> bool {
        let (mark, text) = match self.next_move(candidate, most) {
            Ahead::Move(mark, text) => (mark, text),
            Ahead::End(state) => {
                candidate.state = state;
                return true;
            }
            Ahead::TooFar => return false,
        };
        let is_wrong = mark.round().is_some() && !self.is_due(candidate, mark);
        candidate.wrong_numbers += usize::from(is_wrong);
        candidate.plies += 1;
        let mut reached: Vec<Position> = Vec::new();
        for position in &candidate.positions {
            let moves = self.readings(position, text);
            for after in moves.iter().filter_map(|mv| position.play(*mv).ok()) {
                if !reached.contains(&after) {
                    reached.push(after);
                }
            }
        }
        if reached.is_empty() {
            candidate.state = State::Dead;
        }
        candidate.positions = reached;
        candidate.positions.len() <= MAX_POSITIONS
    }

    /// Whether a mark has the number of the next move of a candidate.
    fn is_due(&self, candidate: &Candidate<'a>, mark: MoveMark) -> bool {
        let ply = self.record.node(self.line.at).ply() + candidate.passed + candidate.plies + 1;
        let due = self.record.start().round_of(ply);
        let is_black = candidate.positions[0].turn() == Side::Black;
        mark.round() == Some(due) && is_black == mark.is_of_black()
    }

    /// Goes to the end of the next move.
    fn next_move(&self, candidate: &mut Candidate<'a>, most: usize) -> Ahead<'a> {
        let mut mark = MoveMark::default();
        let mut number = None;
        loop {
            if candidate.tokens.place() >= most {
                return Ahead::TooFar;
            }
            let seeks_number = candidate.skips == Skips::UpToNumber;
            match candidate.tokens.next() {
                Some(Token::Result(_)) if seeks_number => {}
                None | Some(Token::Result(_)) => return Ahead::End(State::Ended),
                Some(Token::Close) if !self.open_lines.is_empty() => {
                    return Ahead::End(State::Ended);
                }
                Some(Token::Open) => {
                    let (_, end) = candidate.tokens.rest_of_parenthesis();
                    candidate.tokens.close_at(end);
                }
                Some(Token::Number) => {
                    mark = candidate.tokens.mark;
                    number.get_or_insert(candidate.tokens.start);
                }
                Some(Token::Word(word)) => match candidate.tokens.move_text(word) {
                    Some((_, place)) if seeks_number && !self.is_due(candidate, mark) => {
                        // Prose may name another round.
                        let is_named = |at| candidate.tokens.text[at..].starts_with('第');
                        if mark.round().is_some() && !number.is_some_and(is_named) {
                            return Ahead::End(State::Dead);
                        }
                        candidate.tokens.go_to(place);
                        (mark, number) = (MoveMark::default(), None);
                    }
                    Some((text, place)) => {
                        candidate.tokens.go_to(place);
                        candidate.number = number.unwrap_or(place);
                        if seeks_number {
                            candidate.skips = Skips::Others;
                        }
                        return Ahead::Move(mark, text);
                    }
                    None if seeks_number => (mark, number) = (MoveMark::default(), None),
                    None if candidate.skips == Skips::Others && !resembles_move(word) => {}
                    None => return Ahead::End(State::Dead),
                },
                Some(Token::LineComment(text)) if candidate.tokens.of_line(text).are_moves() => {
                    candidate
                        .tokens
                        .go_to(candidate.tokens.place() - text.len());
                }
                Some(_) => {}
            }
        }
    }
}
