//! Looking ahead: of several ways to read a place, the one that alone lets the game go on.
//!
//! All ways are followed side by side, until only one is left. The length of text read so is limited in proportion to the
//! whole, so that reading takes linear time.

use super::lexer::{Token, Tokens, has_lost_chars};
use super::movetext::MovetextReader;
use super::numbers::Mark;
use crate::record::notation::{NotationError, resembles_move};
use crate::rules::{Move, Position, Side};

/// Maximum number of positions that words ahead can lead to; with more, nothing is decided.
const MAX_POSITIONS: usize = 16;

/// One way to read on.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'a> {
    tokens: Tokens<'a>,
    /// All positions that the words so far can lead to.
    positions: Vec<Position>,
    plies: usize,
    /// Number of plies passed before the first one.
    passed: usize,
    /// Number of rounds numbered otherwise than they are on this way.
    wrong_numbers: usize,
    /// Words that are passed over.
    skips: Skips,
    /// Offset of the number before the last move.
    number: usize,
    state: State,
}

/// Words that are passed over on a way.
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

/// Next step on a way.
enum Ahead<'a> {
    /// A move, with the number before it.
    Move(Mark, &'a str),
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

    /// A way on which the next word must be a move.
    pub fn of_moves_only(self) -> Self {
        Self {
            skips: Skips::None,
            ..self
        }
    }

    /// A way on which the next move is the one with the number that is due.
    fn up_to_number(self) -> Self {
        Self {
            skips: Skips::UpToNumber,
            ..self
        }
    }

    /// A way on which a ply has been passed.
    pub fn a_ply_later(self) -> Self {
        Self { passed: 1, ..self }
    }

    fn goes_on(&self) -> bool {
        self.state == State::Open && self.plies > 0 && self.wrong_numbers == 0
    }

    /// How far the text can be read on this way.
    fn reach(&self) -> usize {
        match self.state {
            State::Ended => usize::MAX,
            State::Open | State::Dead => self.tokens.place(),
        }
    }
}

/// The open way that has come the least far.
fn hindmost<'w, 'a>(ways: &'w mut [Candidate<'a>]) -> Option<&'w mut Candidate<'a>> {
    let open = ways.iter_mut().filter(|way| way.state == State::Open);
    open.min_by_key(|way| way.tokens.place())
}

/// The index of the way that is beyond the ends of all others.
fn foremost(ways: &[Candidate<'_>]) -> Option<usize> {
    let (first, _) = ways.iter().enumerate().max_by_key(|(_, way)| way.reach())?;
    let is_behind = |(index, way): (usize, &Candidate<'_>)| {
        index == first || way.state == State::Dead && way.reach() < ways[first].reach()
    };
    let is_first = ways.iter().enumerate().all(is_behind);
    (is_first && ways[first].state != State::Dead).then_some(first)
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

    /// Of moves between which a word is ambiguous, the one that alone lets the game go on.
    pub(super) fn only_move_on(&mut self, moves: &[Move]) -> Option<Move> {
        let way = |mv: &Move| {
            let after = self.position().play(*mv).ok()?;
            Some(Candidate::new(self.tokens.clone(), after))
        };
        let ways = moves.iter().map(way).collect::<Option<Vec<_>>>()?;
        self.only_way_on(ways).map(|way| moves[way])
    }

    /// The index of the way that alone goes on for longest, or else of that on which rounds are numbered best.
    pub(super) fn only_way_on(&mut self, mut ways: Vec<Candidate<'a>>) -> Option<usize> {
        // The hindmost way is followed first, so that all of them are about equally long.
        while let Some(way) = hindmost(&mut ways) {
            self.follow(way)?;
            if let Some(only) = foremost(&ways) {
                return Some(only);
            }
        }
        let furthest = ways.iter().map(Candidate::reach).max();
        let last = |way: &usize| Some(ways[*way].reach()) == furthest;
        let mut last: Vec<_> = (0..ways.len()).filter(last).collect();
        last.sort_by_key(|way| ways[*way].wrong_numbers);
        match last[..] {
            [only] => Some(only),
            [best, next, ..] => {
                (ways[best].wrong_numbers < ways[next].wrong_numbers).then_some(best)
            }
            [] => None,
        }
    }

    /// Whether the next move can be played, and is numbered rightly if at all.
    pub(super) fn goes_on(&mut self, mut way: Candidate<'a>) -> bool {
        self.follow(&mut way);
        way.goes_on()
    }

    /// Whether a move follows, legal or not.
    pub(super) fn has_next(&mut self, mut way: Candidate<'a>) -> bool {
        self.follow(&mut way);
        way.plies > 0
    }

    /// Offset of the number that is due, if it follows with a move that can be played. What stands before it is prose, even
    /// if it looks like a move: nothing is missing there.
    pub(super) fn place_of_number(&mut self) -> Option<usize> {
        let way = Candidate::new(self.tokens.clone(), self.position().clone());
        let mut way = way.up_to_number();
        self.follow(&mut way)?;
        way.goes_on().then_some(way.number)
    }

    /// Offset of the end of the prose that begins with a word unlike moves, or one that only resembles them: where the number
    /// that is due follows, or, below the last move, the end of the line.
    pub(super) fn prose_end(&mut self, word: &str) -> Option<usize> {
        let way = Candidate::new(self.tokens.clone(), self.position().clone());
        let mut way = way.up_to_number();
        self.follow(&mut way)?;
        if way.goes_on() {
            return Some(way.number);
        }
        let is_last = way.state == State::Ended
            && self.line.number == 0
            && self.line.has_moves
            && self.tokens.is_sentence(word);
        is_last.then(|| self.tokens.line_end())
    }

    /// Offset of the end of the prose that the move just read is part of: the number that is due, or the end of this
    /// move. It is only mentioned if the game does not go on better with it.
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
        let mut ways = vec![skipped.clone()];
        for mv in self.readings(self.position(), text) {
            let after = self.position().play(mv).ok()?;
            let mut way = Candidate::new(self.tokens.clone(), after);
            way.tokens.go_to(end);
            way.plies = 1;
            ways.push(way);
        }
        if place.is_some() {
            let mut ways = ways.clone();
            ways[0] = skipped.up_to_number();
            if self.only_way_on(ways).is_none_or(|way| way == 0) {
                return place;
            }
        }
        let is_mentioned = !is_due && ways.len() > 1 && self.only_way_on(ways) == Some(0);
        is_mentioned.then_some(end)
    }

    /// Whether a word that may be anything is a move after all, since another one follows: `Hg3 Hg8`.
    pub(super) fn begins_moves(&mut self, word: &str) -> bool {
        if !self.may_be_anything(word) {
            return false;
        }
        let moves = self.readings(self.position(), word);
        let after = moves.iter().filter_map(|mv| self.position().play(*mv).ok());
        let ways: Vec<_> = after
            .map(|after| Candidate::new(self.tokens.clone(), after).of_moves_only())
            .collect();
        ways.into_iter().any(|way| self.goes_on(way))
    }

    /// Whether a word unlike moves, just read in PGN, takes no move's place: the next move can be played, or none follows.
    pub(super) fn is_aside(&mut self, word: &str) -> bool {
        if resembles_move(word) || self.is_numbered && has_lost_chars(word) {
            return false;
        }
        if self.tokens.place() <= self.aside_until {
            return true;
        }
        let mut way = Candidate::new(self.tokens.clone(), self.position().clone());
        self.follow(&mut way);
        let is_last = self.line.has_moves && !self.is_numbered && way.state == State::Ended;
        if way.goes_on() || is_last {
            // The words up to there need not be followed again.
            self.aside_until = way.tokens.place();
        }
        way.goes_on() || is_last
    }

    /// Plays the next move on a way; `None` if it is out of sight.
    fn follow(&mut self, way: &mut Candidate<'a>) -> Option<()> {
        let start = way.tokens.place();
        let cost = way.positions.len();
        let most = start.saturating_add(self.lookahead_budget / cost.max(1));
        let is_seen = self.step(way, most);
        let length = (way.tokens.place() - start).max(1);
        self.lookahead_budget = self
            .lookahead_budget
            .saturating_sub(length.saturating_mul(cost));
        is_seen.then_some(())
    }

    /// Plays the next move of a line; `false` if it is out of sight, beyond an offset or in too many positions.
    fn step(&self, way: &mut Candidate<'a>, most: usize) -> bool {
        let (mark, text) = match self.next_move(way, most) {
            Ahead::Move(mark, text) => (mark, text),
            Ahead::End(state) => {
                way.state = state;
                return true;
            }
            Ahead::TooFar => return false,
        };
        let is_wrong = mark.round().is_some() && !self.is_due(way, mark);
        way.wrong_numbers += usize::from(is_wrong);
        way.plies += 1;
        let mut reached: Vec<Position> = Vec::new();
        for position in &way.positions {
            let moves = self.readings(position, text);
            for after in moves.iter().filter_map(|mv| position.play(*mv).ok()) {
                if !reached.contains(&after) {
                    reached.push(after);
                }
            }
        }
        if reached.is_empty() {
            way.state = State::Dead;
        }
        way.positions = reached;
        way.positions.len() <= MAX_POSITIONS
    }

    /// Whether a mark has the number of the next move on a way.
    fn is_due(&self, way: &Candidate<'a>, mark: Mark) -> bool {
        let ply = self.record.node(self.line.at).ply() + way.passed + way.plies + 1;
        let due = self.record.start().round_of(ply);
        let is_black = way.positions[0].turn() == Side::Black;
        mark.round() == Some(due) && is_black == mark.is_of_black()
    }

    /// Goes to the end of the next move.
    fn next_move(&self, way: &mut Candidate<'a>, most: usize) -> Ahead<'a> {
        let mut mark = Mark::default();
        let mut number = None;
        loop {
            if way.tokens.place() >= most {
                return Ahead::TooFar;
            }
            let seeks_number = way.skips == Skips::UpToNumber;
            match way.tokens.next() {
                Some(Token::Result(_)) if seeks_number => {}
                None | Some(Token::Result(_)) => return Ahead::End(State::Ended),
                Some(Token::Close) if !self.open_lines.is_empty() => {
                    return Ahead::End(State::Ended);
                }
                Some(Token::Open) => {
                    let (_, end) = way.tokens.rest_of_parenthesis();
                    way.tokens.close_at(end);
                }
                Some(Token::Number) => {
                    mark = way.tokens.mark;
                    number.get_or_insert(way.tokens.start);
                }
                Some(Token::Word(word)) => match way.tokens.move_text(word) {
                    Some((_, place)) if seeks_number && !self.is_due(way, mark) => {
                        // Prose may name another round.
                        let is_named = |at| way.tokens.text[at..].starts_with('第');
                        if mark.round().is_some() && !number.is_some_and(is_named) {
                            return Ahead::End(State::Dead);
                        }
                        way.tokens.go_to(place);
                        (mark, number) = (Mark::default(), None);
                    }
                    Some((text, place)) => {
                        way.tokens.go_to(place);
                        way.number = number.unwrap_or(place);
                        if seeks_number {
                            way.skips = Skips::Others;
                        }
                        return Ahead::Move(mark, text);
                    }
                    None if seeks_number => (mark, number) = (Mark::default(), None),
                    None if way.skips == Skips::Others && !resembles_move(word) => {}
                    None => return Ahead::End(State::Dead),
                },
                Some(Token::LineComment(text)) if way.tokens.of_line(text).are_moves() => {
                    way.tokens.go_to(way.tokens.place() - text.len());
                }
                Some(_) => {}
            }
        }
    }
}
