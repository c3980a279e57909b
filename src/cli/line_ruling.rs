//! Output of `chuhe judge` for one line: a JSON object, its fields in this order.

use super::output;
use crate::record::format;
use crate::rules::{Attack, Cycle, CyclePly, History, Outcome, Point, Rulebook, Ruling, Side};
use crate::words;
use serde::Serialize;
use std::collections::BTreeSet;

/// Placeholder for the absence of a ruling.
const NONE: &str = "none";

/// Ruling on one line.
#[derive(Debug, Serialize)]
pub(super) struct LineRuling {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Number of the game in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    verdict: &'static str,
    reason: &'static str,
    rulebook: &'static str,
    /// Number of plies played up to the ruling, or in all.
    ply: usize,
    /// Number of occurrences of the final position.
    occurrences: usize,
    cycle: Option<Span>,
    plies: Vec<Ply>,
    /// Natures of the moves of the cycle, under the Chinese rulebook.
    #[serde(skip_serializing_if = "Option::is_none")]
    natures: Option<Vec<&'static str>>,
    /// The side with a light chase.
    #[serde(skip_serializing_if = "Option::is_none")]
    light: Option<&'static str>,
    /// Whether the ruling depends on what no bounded search has found.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsure: Option<bool>,
    clause: String,
    sentence: String,
}

/// The judged part of the line, in plies from 1.
#[derive(Debug, Serialize)]
struct Span {
    first_ply: usize,
    last_ply: usize,
}

/// One move of a cycle.
#[derive(Debug, Serialize)]
struct Ply {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    side: &'static str,
    conduct: String,
    attackers: BTreeSet<String>,
    victims: BTreeSet<String>,
}

impl LineRuling {
    /// Reports on a line that was judged after its last move.
    pub(super) fn of(history: &History, ruling: &Ruling, rulebook: Rulebook) -> Self {
        let occurrences = history.occurrences().len();
        let (outcome, verdict) = match ruling {
            Ruling::Continue | Ruling::Undecided(_) | Ruling::Awaited { .. } => (None, None),
            Ruling::Warned(verdict) => (None, Some(verdict)),
            Ruling::Ended(verdict) => (Some(verdict.outcome), Some(verdict)),
        };
        let is_unsure = matches!(ruling, Ruling::Undecided(_));
        let cycle = match ruling {
            Ruling::Undecided(cycle) => Some(&**cycle),
            _ => verdict.and_then(|verdict| verdict.cycle.as_ref()),
        };
        let is_chinese = rulebook == Rulebook::Chinese;
        Self {
            file: None,
            game: None,
            verdict: outcome.map_or(NONE, verdict_word),
            reason: outcome.map_or(NONE, format::reason_word),
            rulebook: rulebook.word(),
            ply: history.plies().len(),
            occurrences,
            cycle: cycle.and_then(span),
            plies: cycle.map_or_else(Vec::new, |cycle| cycle.plies.iter().map(ply).collect()),
            natures: cycle.filter(|_| is_chinese).map(natures),
            light: cycle.filter(|_| is_chinese).map(light),
            unsure: is_chinese.then_some(is_unsure),
            clause: verdict.map_or_else(String::new, |verdict| words::clause(verdict)),
            sentence: sentence(history, ruling, rulebook),
        }
    }

    /// Sets the source of the line.
    pub(super) fn place(&mut self, file: &str, game: usize) {
        self.file = Some(file.to_owned());
        self.game = Some(game);
    }

    /// The object as one line.
    pub(super) fn json(&self) -> String {
        output::json(self)
    }
}

const fn verdict_word(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Side::Red) => "black_loses",
        Some(Side::Black) => "red_loses",
        None => "draw",
    }
}

fn span(cycle: &Cycle) -> Option<Span> {
    Some(Span {
        first_ply: cycle.plies.first()?.ply,
        last_ply: cycle.plies.last()?.ply,
    })
}

fn natures(cycle: &Cycle) -> Vec<&'static str> {
    let findings = cycle.plies.iter().filter_map(|ply| ply.finding.as_ref());
    findings.map(|finding| finding.nature.word()).collect()
}

fn light(cycle: &Cycle) -> &'static str {
    let is_light = |side| {
        let mut own = cycle
            .plies
            .iter()
            .filter(|ply| ply.played.piece.side == side);
        own.any(|ply| ply.finding.as_ref().is_some_and(|finding| finding.is_light))
    };
    match Side::ALL.map(is_light) {
        [true, true] => "both",
        [true, false] => Side::Red.word(),
        [false, true] => Side::Black.word(),
        [false, false] => NONE,
    }
}

fn ply(ply: &CyclePly) -> Ply {
    let points = |of: fn(&Attack) -> Point| {
        ply.attacks
            .iter()
            .map(|attack| of(attack).to_string())
            .collect()
    };
    Ply {
        ply: ply.ply,
        mv: ply.played.mv.to_string(),
        side: ply.played.piece.side.word(),
        conduct: ply.conduct.to_string(),
        attackers: points(|attack| attack.attacker),
        victims: points(|attack| attack.victim),
    }
}

fn sentence(history: &History, ruling: &Ruling, rulebook: Rulebook) -> String {
    let occurrences = history.occurrences().len();
    let who = words::Players::nameless();
    match ruling {
        Ruling::Ended(verdict) => words::ruling(verdict, &who),
        Ruling::Warned(verdict) => words::warning(verdict, &who),
        Ruling::Undecided(cycle) => words::cannot_decide(cycle),
        Ruling::Continue | Ruling::Awaited { .. } if occurrences > 1 => {
            words::repeated(occurrences, rulebook)
        }
        Ruling::Continue | Ruling::Awaited { .. } => words::is_ongoing(history.position().turn()),
    }
}
