//! A game by letter: each letter holds the whole game so far, and the next one plays a move.
//!
//! ```text
//! Chuhe letter 3 of game 3f9c2b7d from Red
//! Red [Anna] Black [Bo (小)]
//! Rules asian 60
//! 1. h2e2 h9g7 h0g2
//! Red offers a draw
//! Red says [your elephant › mine]
//! After ff9623277f22e4c5 seal 431a9ed1c208bb74
//! ```
//!
//! The one who begins decides names, rules and handicap. Who is to move begins with a move; the other invites with none.
//! After that the players write in turn, and every letter adds one move, except one that ends the game otherwise.
//!
//! The seal is a hash of all words of the letter, the seal of the letter before among them, and so of all letters before.
//! It keeps no secret and proves no author: it finds what was altered on the way or in the past. Nobody can make my
//! moves, since my program knows my last letter and takes only what follows it.

mod correspondence;
#[cfg(test)]
mod tests;
mod text;

pub use correspondence::Correspondence;
pub use text::LetterError;

use super::{GameId, Hash, NAME_LENGTH, WORD_LENGTH, tidy};
use crate::game::{
    Act, Ask, Command, Game, GameTerms, Handicap, Now, Odds, Offer, Refusal, TakeBacks,
};
use crate::rules::{BySide, DrawReason, Move, Outcome, Setup, Side, WinReason};
use text::plain;
use thiserror::Error;

/// Acts of a letter besides its move, and their words.
const WORDS: [(Act, &str); 4] = [
    (OFFERS, "offers a draw"),
    (ACCEPTS, "accepts the draw"),
    (Act::Agree, "accepts the ruling"),
    (Act::Resign, "resigns"),
];
const OFFERS: Act = Act::Ask(Ask::Draw);
const ACCEPTS: Act = Act::Answer {
    to: Ask::Draw,
    yes: true,
};

/// Reason a game cannot be begun by letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsuitable {
    /// More than one move has been made.
    #[error("the game has begun")]
    Begun,
    /// One side begins with two moves, while each letter adds one.
    #[error("a game with two moves in a row cannot be played by letter")]
    TwoMoves,
}

/// Result of comparing a letter with the last known one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The answer to the known letter: a move to play out, or a last word.
    Next,
    /// A letter that the reader wrote.
    Own,
    /// A letter of the friend that is already known; it can only be looked at.
    Older,
    /// The moves, the names or the words before are not those that both knew.
    AlteredPast,
    /// The rules, the handicap or the start are not those agreed on.
    OtherRules,
    /// It belongs to another game.
    OtherGame,
    /// A letter between the known one and this one has not been read.
    Missing,
    /// It accepts a draw that was not offered.
    NotOffered,
}

/// Most moves in a letter: more than any game by letter lasts, few enough to be looked at without delay.
const MOVES: usize = 1000;

/// One letter of a game. Its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    id: GameId,
    /// From 1.
    number: u32,
    from: Side,
    /// Without a clock and without taking back, neither of which works by letter.
    terms: GameTerms,
    /// Where the game begins, if neither at the ordinary start nor at that of the handicap.
    start: Option<Setup>,
    moves: Vec<Move>,
    /// The writer's act besides the move, one of [`WORDS`].
    said: Option<Act>,
    word: String,
    /// Seal of the letter before; zero before the first one.
    after: Hash,
}

impl Letter {
    /// The game it belongs to.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// Its number, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Side that wrote it.
    pub const fn from(&self) -> Side {
        self.from
    }

    /// Terms of the game.
    pub const fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// All moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The acts that this letter adds.
    fn acts(&self) -> impl Iterator<Item = Act> {
        let mv = self.moves.last().filter(|_| !self.is_last_word());
        mv.map(|mv| Act::Play(*mv)).into_iter().chain(self.said)
    }

    /// The word to the friend; may be empty.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The game as it stands after this letter.
    pub fn game(&self) -> Game {
        self.replay().expect("a letter is checked when it is made")
    }

    fn begun(&self) -> Option<Game> {
        match &self.start {
            Some(start) => self.terms.begin_from(start.clone()).ok(),
            None => Some(self.terms.begin()),
        }
    }

    fn replay(&self) -> Result<Game, Refusal> {
        let mut game = self.begun().ok_or(Refusal::Unplayable)?;
        let mut apply = |command: Command| {
            game.settle_at_once(Now::default());
            game.apply(command, Now::default())
        };
        for mv in &self.moves {
            apply(Act::Play(*mv).into())?;
        }
        // The offer is in the letter before.
        let offered = (self.said == Some(ACCEPTS)).then(|| OFFERS.by(!self.from));
        for command in offered
            .into_iter()
            .chain(self.said.map(|act| act.by(self.from)))
        {
            apply(command)?;
        }
        Ok(game)
    }

    /// Whether the letter ends the game without a move.
    fn is_last_word(&self) -> bool {
        self.said.is_some_and(|act| act != OFFERS)
    }

    /// Whether the number, the writer and the moves fit one another, and all of them the rules.
    fn is_sound(&self) -> bool {
        if self.moves.len() > MOVES || (self.number == 1) != (self.after == Hash::default()) {
            return false;
        }
        let Ok(game) = self.replay() else {
            return false;
        };
        let last = usize::from(self.is_last_word());
        let letters = self.number as usize;
        // One letter more than moves if the game began with an invitation.
        let fits = (0..=1).any(|invited| self.moves.len() + invited + last == letters);
        let to_answer = if last == 1 { self.from } else { !self.from };
        fits && game.position().turn() == to_answer
    }

    /// The first letter of a game, which has been set up, and in which one move may have been made. Without a move, the
    /// friend makes the first one.
    ///
    /// # Errors
    ///
    /// Returns the reason the game cannot be played by letter.
    pub fn first(id: GameId, game: &Game, word: &str) -> Result<Self, Unsuitable> {
        let terms = GameTerms::of(game.record());
        if terms.handicap.map(Handicap::odds) == Some(Odds::TwoMoves) {
            return Err(Unsuitable::TwoMoves);
        }
        let moves = moves_of(game);
        if moves.len() > 1 || game.outcome().is_some() {
            return Err(Unsuitable::Begun);
        }
        let start = game.record().start();
        let usual = terms.handicap.map_or_else(Setup::start, Handicap::setup);
        let name = |side: Side| plain_line(&terms.names[side], NAME_LENGTH);
        Ok(Self {
            id,
            number: 1,
            from: !game.position().turn(),
            start: (*start != usual).then(|| start.clone()),
            terms: GameTerms {
                names: BySide::new(name),
                time: None,
                take_backs: TakeBacks::Off,
                seating: Default::default(),
                computer: None,
                ..terms
            },
            moves,
            said: None,
            word: plain_line(word, WORD_LENGTH),
            after: Hash::default(),
        })
    }

    /// The answer to this letter, by the other side: a move, with an offer if there is one, or an act that ends the game.
    ///
    /// # Errors
    ///
    /// Returns the reason the rules refuse the answer.
    pub fn answer(&self, acts: &[Act], word: &str) -> Result<Self, Refusal> {
        let said = acts.last().copied();
        let said = said.filter(|act| !matches!(act, Act::Play(_)));
        if said.is_some_and(|act| WORDS.iter().all(|(known, _)| *known != act)) {
            return Err(Refusal::Unplayable);
        }
        if said == Some(ACCEPTS) && self.said != Some(OFFERS) {
            return Err(Refusal::NoOffer);
        }
        if let Some(outcome) = self.game().outcome() {
            return Err(Refusal::Over(outcome));
        }
        let moves = acts.iter().filter_map(|act| match act {
            Act::Play(mv) => Some(*mv),
            _ => None,
        });
        let letter = Self {
            number: self.number + 1,
            from: !self.from,
            moves: self.moves.iter().copied().chain(moves).collect(),
            said,
            word: plain_line(word, WORD_LENGTH),
            after: self.seal(),
            ..self.clone()
        };
        letter.replay()?;
        Ok(letter)
    }

    /// The letter with the name of its writer, if it has none yet: the one who began may not have known it.
    pub fn signed(mut self, name: &str) -> Self {
        let known = &mut self.terms.names[self.from];
        if known.is_empty() {
            *known = plain_line(name, NAME_LENGTH);
        }
        self
    }

    /// Whether the names are those of an earlier letter, apart from one that the writer has added.
    fn has_names_of(&self, earlier: &Self, may_add: impl Fn(Side) -> bool) -> bool {
        let (names, before) = (&self.terms.names, &earlier.terms.names);
        let fits = |side: &Side| {
            let is_added = before[*side].is_empty() && may_add(*side);
            is_added || names[*side] == before[*side]
        };
        Side::ALL.iter().all(fits)
    }

    /// The other side's answer to this letter on the board; `None` if there is none yet, or none that fits in a letter.
    pub fn answer_in(&self, game: &Game) -> Option<Vec<Act>> {
        let moves = moves_of(game);
        let is_offered = |offer: Offer| (offer.by, offer.ask) == (!self.from, Ask::Draw);
        let is_ruled = game.verdict().is_some();
        let resigned = Outcome::win(self.from, WinReason::Resignation);
        Some(match (moves.strip_prefix(&*self.moves)?, game.outcome()) {
            ([mv], None) if game.offer().is_some_and(is_offered) => vec![Act::Play(*mv), OFFERS],
            ([mv], outcome) if outcome.is_none() || is_ruled => vec![Act::Play(*mv)],
            ([], Some(Outcome::Draw(DrawReason::Agreement))) => vec![ACCEPTS],
            ([], Some(outcome)) if outcome == resigned => vec![Act::Resign],
            ([], Some(_)) if is_ruled => vec![Act::Agree],
            _ => return None,
        })
    }

    /// Compares this letter with `known`, the last one that `reader` has read or written.
    pub fn against(&self, known: &Self, reader: Side) -> Finding {
        if self.id != known.id {
            return Finding::OtherGame;
        }
        let (own, theirs) = (&self.terms, &known.terms);
        if (own.rules, own.handicap, &self.start) != (theirs.rules, theirs.handicap, &known.start) {
            return Finding::OtherRules;
        }
        let (shorter, longer) = if self.number <= known.number {
            (self, known)
        } else {
            (known, self)
        };
        let is_next = self.number == known.number + 1;
        let may_add = |side| !is_next || side == self.from;
        let is_same_past =
            longer.moves.starts_with(&shorter.moves) && longer.has_names_of(shorter, may_add);
        if !is_same_past || (self.number == known.number && self != known) {
            return Finding::AlteredPast;
        }
        match self.number.checked_sub(known.number) {
            None | Some(0) if self.from == reader => Finding::Own,
            None | Some(0) => Finding::Older,
            Some(1) if self.after != known.seal() => Finding::AlteredPast,
            Some(1) if self.from == reader => Finding::Own,
            Some(1) if self.said == Some(ACCEPTS) && known.said != Some(OFFERS) => {
                Finding::NotOffered
            }
            Some(1) => Finding::Next,
            Some(_) => Finding::Missing,
        }
    }
}

fn plain_line(text: &str, length: usize) -> String {
    tidy(&plain(text), length)
}

/// Moves up to the present.
fn moves_of(game: &Game) -> Vec<Move> {
    let line = game.record().line_to(game.present());
    let played = line
        .iter()
        .filter_map(|id| game.record().node(*id).played());
    played.map(|played| played.mv).collect()
}
