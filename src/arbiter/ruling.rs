//! The ruling on a repetition: the table of 25 and 26.9, and the form of nine rounds.

use super::memo::{examined, remembered};
use super::nature::Examination;
use crate::rules::{
    self, Attack, BySide, Clause, Cycle, CyclePly, DrawReason, Finding, History, Move, Nature,
    Offense, Outcome, Piece, Position, Rulebook, Ruling, Side, Terms, Verdict, WinReason,
};
use std::sync::Arc;

/// Number of occurrences of a position at which the repetition is judged.
const OCCURRENCES: usize = 3;
/// Number of forbidden moves in a row after which the next one loses, and of those after which it is told.
const ROUNDS: usize = 9;
const TOLD_ROUNDS: usize = 6;
/// Number of points from which on forbidden moves in a row count even if no position is repeated.
const POINTS: usize = 3;

/// Source of the natures of moves; `None` for one that is not known.
type Natures = fn(&Position, Move) -> Option<Arc<Examination>>;

/// Adjudicates a line after its last move under any rulebook.
///
/// Under the Chinese one, this may take up to a second. Where that is too long, [`known`] tells whether another thread has
/// to do it.
pub fn adjudicate(history: &History, terms: &Terms) -> Ruling {
    ruled(history, terms, |position, mv| Some(examined(position, mv)))
}

/// Whether rulings under these terms may take a search.
pub fn searches(terms: &Terms) -> bool {
    terms.rulebook == Rulebook::Chinese
}

/// The ruling of [`adjudicate`] if no search is left to do for it; otherwise [`Ruling::Awaited`].
pub fn known(history: &History, terms: &Terms) -> Ruling {
    ruled(history, terms, remembered)
}

fn ruled(history: &History, terms: &Terms, natures: Natures) -> Ruling {
    if !searches(terms) {
        return rules::adjudicate(history, terms);
    }
    let without = Terms {
        rulebook: Rulebook::Off,
        ..*terms
    };
    let other = match rules::adjudicate(history, &without) {
        Ruling::Ended(mut verdict) => {
            verdict.terms = *terms;
            Some(verdict)
        }
        _ => None,
    };
    let is_mate = |clause| matches!(clause, Clause::Checkmate | Clause::Stalemate);
    if let Some(verdict) = other.as_ref().filter(|verdict| is_mate(verdict.clause)) {
        return Ruling::Ended(verdict.clone());
    }
    let repeated = repetition(history, terms, natures);
    let is_last =
        |ruling: &Ruling| matches!(ruling, Ruling::Ended(_) | Ruling::Awaited { may_end: true });
    if is_last(&repeated) {
        return repeated;
    }
    match (nine_rounds(history, terms, natures), other, repeated) {
        (long, ..) if is_last(&long) => long,
        (_, Some(verdict), _) => Ruling::Ended(verdict),
        (long, None, Ruling::Continue) => long,
        (_, None, repeated) => repeated,
    }
}

/// The plies of the repetition that is judged, as counts of plies before and after it; `None` if no position has been
/// repeated. The move that led to the first occurrence belongs to no loop (24.9).
fn window(history: &History) -> Option<(usize, usize)> {
    let stood = history.occurrences();
    let judged = &stood[stood.len().saturating_sub(OCCURRENCES)..];
    match judged {
        [first, .., last] => Some((*first, *last)),
        _ => None,
    }
}

fn repetition(history: &History, terms: &Terms, natures: Natures) -> Ruling {
    let Some((first, last)) = window(history) else {
        return Ruling::Continue;
    };
    let occurrences = history.occurrences().len();
    let Some(moves) = Moves::of(history, first, last, natures) else {
        let may_end = occurrences >= OCCURRENCES;
        return Ruling::Awaited { may_end };
    };
    let cycle = moves.cycle(occurrences);
    let Some((loser, clause)) = moves.judge() else {
        return Ruling::Undecided(Box::new(cycle));
    };
    let outcome = match (loser, clause) {
        (Some(side), Clause::Check | Clause::CheckAgainstChase) => {
            Outcome::win(!side, WinReason::PerpetualCheck)
        }
        (Some(side), _) => Outcome::win(!side, WinReason::PerpetualChase),
        (None, Clause::BothCheck) => Outcome::Draw(DrawReason::MutualPerpetualCheck),
        (None, Clause::BothAttack) => Outcome::Draw(DrawReason::MutualPerpetualChase),
        (None, _) => Outcome::Draw(DrawReason::Repetition),
    };
    let verdict = verdict(outcome, clause, cycle, terms);
    if occurrences < OCCURRENCES {
        Ruling::Warned(verdict)
    } else {
        Ruling::Ended(verdict)
    }
}

/// A side, and it alone, that makes nine forbidden moves in a row, to three or more points and without a capture, has to
/// change with the tenth.
fn nine_rounds(history: &History, terms: &Terms, natures: Natures) -> Ruling {
    let plies = history.plies();
    let last = plies.len();
    let quiet = history.idle_plies().min(last);
    let own = (last - quiet..last).rev().step_by(2);
    // A move whose nature is not known may be forbidden.
    let forbidden = own
        .take(ROUNDS + 1)
        .take_while(|ply| {
            let found = natures(&history.positions()[*ply], plies[*ply].mv);
            found.is_none_or(|found| found.nature.is_forbidden() && !found.is_unsure)
        })
        .collect::<Vec<_>>();
    let Some(first) = forbidden.last().filter(|_| forbidden.len() >= TOLD_ROUNDS) else {
        return Ruling::Continue;
    };
    let mut points: Vec<_> = forbidden.iter().map(|ply| plies[*ply].mv.to).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() < POINTS {
        return Ruling::Continue;
    }
    let is_over = forbidden.len() > ROUNDS;
    let side = plies[*first].piece.side;
    let Some(moves) = Moves::of(history, *first, last, natures) else {
        return Ruling::Awaited { may_end: is_over };
    };
    if moves.deeds(!side).into_iter().any(|deeds| deeds.attacks) {
        return Ruling::Continue;
    }
    let outcome = Outcome::win(!side, WinReason::PerpetualChase);
    let cycle = moves.cycle(history.occurrences().len());
    let verdict = verdict(outcome, Clause::NineRounds, cycle, terms);
    if is_over {
        Ruling::Ended(verdict)
    } else {
        Ruling::Warned(verdict)
    }
}

fn verdict(outcome: Outcome, clause: Clause, cycle: Cycle, terms: &Terms) -> Box<Verdict> {
    Box::new(Verdict {
        outcome,
        terms: *terms,
        clause,
        open: Vec::new(),
        cycle: Some(cycle),
    })
}

/// What all moves of a side amount to.
#[derive(Clone, Copy, Debug)]
struct Deeds {
    /// Whether each move gives check.
    checks: bool,
    /// Whether each move is forbidden: check, kill or chase.
    attacks: bool,
    /// Whether any chase is light.
    is_light: bool,
}

/// The loser, if any, and the rule.
fn table(deeds: BySide<Deeds>) -> (Option<Side>, Clause) {
    let the_only = |is: fn(Deeds) -> bool| match (is(deeds.red), is(deeds.black)) {
        (true, false) => Some(Side::Red),
        (false, true) => Some(Side::Black),
        _ => None,
    };
    if let Some(side) = the_only(|deeds| deeds.checks) {
        let clause = if deeds[!side].attacks {
            Clause::CheckAgainstChase
        } else {
            Clause::Check
        };
        (Some(side), clause)
    } else if let Some(side) = the_only(|deeds| deeds.attacks) {
        (Some(side), Clause::Attack)
    } else if deeds.red.checks {
        (None, Clause::BothCheck)
    } else if !deeds.red.attacks {
        (None, Clause::NothingForbidden)
    } else if let Some(side) = the_only(|deeds| !deeds.is_light) {
        (Some(side), Clause::HeavierAttack)
    } else {
        (None, Clause::BothAttack)
    }
}

/// The moves of a part of a line.
struct Moves<'a> {
    history: &'a History,
    first: usize,
    found: Vec<Arc<Examination>>,
}

impl<'a> Moves<'a> {
    /// `None` if the nature of one of them is not known.
    fn of(history: &'a History, first: usize, last: usize, natures: Natures) -> Option<Self> {
        let plies = first..last;
        let found = plies.map(|ply| natures(&history.positions()[ply], history.plies()[ply].mv));
        Some(Self {
            history,
            first,
            found: found.collect::<Option<_>>()?,
        })
    }

    fn own(&self, side: Side) -> impl Iterator<Item = &Examination> {
        let plies = &self.history.plies()[self.first..];
        let both = self.found.iter().zip(plies);
        both.filter_map(move |(found, played)| (played.piece.side == side).then_some(&**found))
    }

    /// All that the moves of a side may amount to: one thing, unless a nature is unsure.
    fn deeds(&self, side: Side) -> Vec<Deeds> {
        let own = || self.own(side);
        let is_unsure = own().any(|found| found.is_unsure);
        let is_idle = own().any(|found| !found.nature.is_forbidden() && !found.is_unsure);
        let attacks = own().all(|found| found.nature.is_forbidden());
        let is_light = own().any(|found| found.is_light && !found.is_unsure);
        let both = |value: bool, is_open: bool| [Some(value), is_open.then_some(!value)];
        let mut all = Vec::new();
        for attacks in both(attacks, is_unsure && !is_idle).into_iter().flatten() {
            for is_light in both(is_light, is_unsure && !is_light).into_iter().flatten() {
                all.push(Deeds {
                    checks: own().all(|found| found.nature == Nature::Check),
                    attacks,
                    is_light,
                });
            }
        }
        all
    }

    /// The loser and the rule; `None` if what is unsure makes a difference.
    fn judge(&self) -> Option<(Option<Side>, Clause)> {
        let deeds = BySide::new(|side| self.deeds(side));
        let mut all = deeds.red.iter().flat_map(|red| {
            let pairs = deeds.black.iter();
            pairs.map(|black| {
                table(BySide {
                    red: *red,
                    black: *black,
                })
            })
        });
        let first = all.next()?;
        all.all(|(loser, _)| loser == first.0).then_some(first)
    }

    /// The evidence.
    fn cycle(&self, occurrences: usize) -> Cycle {
        let offenses = BySide::new(|side| match self.deeds(side)[0] {
            Deeds { checks: true, .. } => Offense::PerpetualCheck,
            Deeds { attacks: true, .. } => Offense::PerpetualAttack,
            _ => Offense::None,
        });
        let plies = self.found.iter().enumerate();
        let plies = plies.map(|(index, found)| self.ply(self.first + index, found, offenses));
        Cycle {
            occurrences,
            plies: plies.collect(),
            offenses,
        }
    }

    fn ply(&self, index: usize, found: &Examination, offenses: BySide<Offense>) -> CyclePly {
        let played = self.history.plies()[index];
        let position = &self.history.positions()[index + 1];
        let attacks = match found.nature {
            Nature::Check => rules::checks(position, played),
            _ => attacks(
                position,
                found,
                offenses[played.piece.side] != Offense::None,
            ),
        };
        let first = found.gains.first().map(|gain| &gain.line);
        CyclePly {
            ply: index + 1,
            round: self.history.start().round_of(index + 1),
            played,
            conduct: found.nature.conduct(),
            attacks: attacks
                .into_iter()
                .map(|attack| Attack {
                    discovered: attack.attacker != played.mv.to,
                    ..attack
                })
                .collect(),
            finding: Some(Finding {
                nature: found.nature,
                is_light: found.is_light,
                is_unsure: found.is_unsure,
                line: first.unwrap_or(&found.mate).clone(),
            }),
        }
    }
}

/// The captures that a chase threatens, as attacks of the pieces that make them.
fn attacks(position: &Position, found: &Examination, throughout: bool) -> Vec<Attack> {
    let mut attacks: Vec<Attack> = Vec::new();
    for gain in &found.gains {
        let kind = |at| position.piece_at(at).map(|piece: Piece| piece.kind);
        let is_known =
            |attack: &Attack| (attack.attacker, attack.victim) == (gain.taker, gain.victim);
        if let (Some(by), Some(of)) = (kind(gain.taker), kind(gain.victim))
            && !attacks.iter().any(is_known)
        {
            attacks.push(Attack {
                attacker: gain.taker,
                by,
                victim: gain.victim,
                of,
                protected: !position.attackers(gain.victim, position.turn()).is_empty(),
                discovered: false,
                throughout,
            });
        }
    }
    attacks
}
