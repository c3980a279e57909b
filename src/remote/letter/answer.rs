//! From one letter to the next: beginning, answering, and comparing with what is known.

use super::write::plain;
use super::{ACCEPTS, Letter, OFFERS};
use crate::game::{Act, Agreement, Ask, Game, Handicap, Odds, Offer, Refusal, TakeBacks};
use crate::remote::{GameId, Hash, NAME_LENGTH, WORD_LENGTH, tidy};
use crate::rules::{BySide, DrawReason, Move, Outcome, Setup, Side, WinReason};
use thiserror::Error;

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

impl Letter {
    /// The first letter of a game, which has been set up, and in which one move may have been made. Without a move, the
    /// friend makes the first one.
    ///
    /// # Errors
    ///
    /// Returns the reason the game cannot be played by letter.
    pub fn first(id: GameId, game: &Game, word: &str) -> Result<Self, Unsuitable> {
        let agreement = Agreement::of(game.record());
        if agreement.handicap.map(Handicap::odds) == Some(Odds::TwoMoves) {
            return Err(Unsuitable::TwoMoves);
        }
        let moves = moves_of(game);
        if moves.len() > 1 || game.outcome().is_some() {
            return Err(Unsuitable::Begun);
        }
        let start = game.record().start();
        let usual = agreement
            .handicap
            .map_or_else(Setup::start, Handicap::setup);
        let name = |side: Side| plain_line(&agreement.names[side], NAME_LENGTH);
        Ok(Self {
            id,
            number: 1,
            from: !game.position().turn(),
            start: (*start != usual).then(|| start.clone()),
            agreement: Agreement {
                names: BySide::new(name),
                time: None,
                take_backs: TakeBacks::Off,
                seating: Default::default(),
                computer: None,
                ..agreement
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
        let known = &mut self.agreement.names[self.from];
        if known.is_empty() {
            *known = plain_line(name, NAME_LENGTH);
        }
        self
    }

    /// Whether the names are those of an earlier letter, apart from one that the writer has added.
    fn has_names_of(&self, earlier: &Self, may_add: impl Fn(Side) -> bool) -> bool {
        let (names, before) = (&self.agreement.names, &earlier.agreement.names);
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
        let (own, theirs) = (&self.agreement, &known.agreement);
        if (own.terms, own.handicap, &self.start) != (theirs.terms, theirs.handicap, &known.start) {
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
