//! What the arbiter says: warnings, rulings and what each move of a cycle counts as.

use super::{list, side};
use crate::rules::{Attack, Clause, Conduct, Cycle, CyclePly, OpenPoint, Rulebook, Side, Verdict};

/// The button that steps through the repeated moves.
pub const SHOW_CYCLE: &str = "Show the _Cycle";
/// The button that takes the repeated moves back.
pub const TAKE_BACK_CYCLE: &str = "_Take Back to Before It";
/// The button that takes the last move back, where nothing was repeated.
pub const TAKE_BACK_MOVE: &str = "_Take the Move Back";
/// The button that ends the game as the arbiter has ruled.
pub const ACCEPT_RULING: &str = "_Accept";
/// What the arbiter's part of the window is called when it is read out.
pub const RULING: &str = "The arbiter’s ruling";

/// More moves than this are not named one by one.
const NAMED_MOVES: usize = 4;

/// What a move counts as, in one word.
#[must_use]
pub const fn conduct(conduct: Conduct) -> &'static str {
    match conduct {
        Conduct::Check => "check",
        Conduct::Chase => "chase",
        Conduct::Idle => "idle",
    }
}

/// The position stands for the second time: who must vary, and what happens otherwise.
#[must_use]
pub fn warning(verdict: &Verdict) -> String {
    let Some(cycle) = &verdict.cycle else {
        return ruling(verdict);
    };
    let offender = verdict.outcome.winner().map(|winner| !winner);
    match (verdict.clause, offender) {
        (Clause::Check | Clause::CheckAgainstChase, Some(offender)) => format!(
            "{} has checked on every move: repeating the position once more loses.",
            side(offender)
        ),
        (Clause::Chase | Clause::ChasePinned, Some(offender)) => format!(
            "{} has chased the {} on every move: repeating the position once more loses.",
            side(offender),
            victims(cycle, offender)
        ),
        (Clause::BothCheck, _) => {
            "Both sides have checked on every move: repeating the position once more is a draw."
                .into()
        }
        (Clause::BothChase | Clause::BothChasePinned, _) => {
            "Both sides have chased on every move: repeating the position once more is a draw."
                .into()
        }
        _ => "This position has occurred before: repeating it once more is a draw.".into(),
    }
}

/// The same where the general is in check, which matters more.
#[must_use]
pub fn warning_in_check(warning: &str) -> String {
    format!("Check! {warning}")
}

/// What the players are to do about a ruling, in the line under the board.
#[must_use]
pub const fn ruled(verdict: &Verdict) -> &'static str {
    match verdict.outcome.winner() {
        Some(_) => "The arbiter has ruled. Accept the ruling, or take back and play on.",
        None => "The arbiter declares a draw. Accept it, or take back and play on.",
    }
}

/// The same in a few words, under the title.
pub const RULED_BRIEF: &str = "The arbiter has ruled";

/// Which move of the cycle is looked at.
#[must_use]
pub fn step_of(number: usize, count: usize) -> String {
    format!("{number} of {count}")
}

/// A position stands again and no rulebook minds.
#[must_use]
pub fn repeated(times: usize) -> String {
    match times {
        2 => "This position has occurred twice.".into(),
        _ => format!("This position has occurred {times} times."),
    }
}

/// The rules have nothing to say.
#[must_use]
pub fn goes_on(turn: Side) -> String {
    format!("The game goes on. {}", super::not_your_turn(turn))
}

/// The ruling in one sentence, and its reason in another.
#[must_use]
pub fn ruling(verdict: &Verdict) -> String {
    let Some(cycle) = &verdict.cycle else {
        return super::outcome(verdict.outcome);
    };
    let offender = verdict.outcome.winner().map(|winner| !winner);
    let sentence = verdict_sentence(verdict.clause, offender);
    let reason = match (verdict.clause, offender) {
        (Clause::Check | Clause::CheckAgainstChase, Some(offender)) => Some(format!(
            "At {} {}’s {} attacked the general.",
            moves(cycle, offender),
            side(offender),
            attackers(cycle, offender)
        )),
        (Clause::Chase | Clause::ChasePinned, Some(offender)) => Some(format!(
            "At {} {}’s {} attacked the {}.",
            moves(cycle, offender),
            side(offender),
            attackers(cycle, offender),
            described_victims(cycle, offender, verdict.clause)
        )),
        (Clause::BothCheck, _) => Some(format!(
            "On every move Red’s {} attacked the general, and so did Black’s {}.",
            attackers(cycle, Side::Red),
            attackers(cycle, Side::Black)
        )),
        (Clause::BothChase | Clause::BothChasePinned, _) => Some(format!(
            "On every move Red’s {} attacked the {}, and Black’s {} the {}.",
            attackers(cycle, Side::Red),
            victims(cycle, Side::Red),
            attackers(cycle, Side::Black),
            victims(cycle, Side::Black)
        )),
        _ => allowed(cycle),
    };
    match reason {
        Some(reason) => format!("{sentence} {reason}"),
        None => sentence,
    }
}

fn verdict_sentence(clause: Clause, offender: Option<Side>) -> String {
    let who = offender.map_or("", side);
    match clause {
        Clause::Check => format!("{who} loses: perpetual check."),
        Clause::CheckAgainstChase => {
            format!("{who} loses: perpetual check, which weighs more than the other side’s chase.")
        }
        Clause::Chase => format!("{who} loses: perpetual chase."),
        Clause::ChasePinned => {
            format!("{who} loses: perpetual chase of a chariot that is pinned by a horse.")
        }
        Clause::BothCheck => "Draw: both sides give perpetual check.".into(),
        Clause::BothChase | Clause::BothChasePinned => "Draw: both sides chase perpetually.".into(),
        _ => "Draw: the position has occurred three times, and neither side did what is forbidden."
            .into(),
    }
}

/// Why a side that never stopped attacking was allowed to.
fn allowed(cycle: &Cycle) -> Option<String> {
    let active: Vec<_> = Side::ALL
        .into_iter()
        .filter(|&by| own(cycle, by).all(|ply| ply.conduct != Conduct::Idle))
        .collect();
    match active[..] {
        [] => None,
        [by] => Some(format!(
            "{} attacked on every move, but did not check each time, nor chase one piece throughout.",
            side(by)
        )),
        _ => Some(
            "Both sides attacked on every move, but neither checked each time nor chased one piece throughout."
                .into(),
        ),
    }
}

/// The moves of one side.
fn own(cycle: &Cycle, by: Side) -> impl Iterator<Item = &CyclePly> {
    cycle
        .plies
        .iter()
        .filter(move |ply| ply.played.piece.side == by)
}

/// `moves 31, 32 and 33`, `each of the moves 31 to 39`.
fn moves(cycle: &Cycle, by: Side) -> String {
    let rounds: Vec<_> = own(cycle, by).map(|ply| ply.round).collect();
    match rounds[..] {
        [first, .., last] if rounds.len() > NAMED_MOVES => {
            format!("each of the moves {first} to {last}")
        }
        [only] => format!("move {only}"),
        _ => {
            let rounds: Vec<_> = rounds.iter().map(usize::to_string).collect();
            format!("moves {}", list(&rounds))
        }
    }
}

/// The attacks of a side that a ruling is about.
fn offending(cycle: &Cycle, by: Side) -> impl Iterator<Item = &Attack> {
    let attacks = own(cycle, by).flat_map(|ply| &ply.attacks);
    attacks.filter(|attack| attack.throughout)
}

/// `chariot`, `chariot and cannon`: each kind once, in the order of their first attack.
fn kinds(names: impl Iterator<Item = String>) -> String {
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    list(&once)
}

fn attackers(cycle: &Cycle, by: Side) -> String {
    kinds(offending(cycle, by).map(|attack| attack.by.to_string()))
}

fn victims(cycle: &Cycle, by: Side) -> String {
    kinds(offending(cycle, by).map(|attack| attack.of.to_string()))
}

/// The chased piece with what makes it fair game.
fn described_victims(cycle: &Cycle, by: Side, clause: Clause) -> String {
    let names = victims(cycle, by);
    if clause == Clause::ChasePinned {
        format!("pinned {names}")
    } else if offending(cycle, by).all(|attack| !attack.protected) {
        format!("unprotected {names}")
    } else {
        format!("{names}, whose protection does not count against horses and cannons")
    }
}

/// What a move of a cycle counts as and why.
#[must_use]
pub fn cycle_step(ply: &CyclePly, text: &str) -> String {
    let (by, round) = (side(ply.played.piece.side), ply.round);
    let word = conduct(ply.conduct);
    if ply.attacks.is_empty() {
        return format!("{by}’s move {round}, {text}: {word}.");
    }
    let attacks: Vec<_> = ply.attacks.iter().map(attack).collect();
    format!(
        "{by}’s move {round}, {text}: {word}. {}.",
        capital(&list(&attacks))
    )
}

/// `the chariot on e6 attacks the horse on e4`.
fn attack(attack: &Attack) -> String {
    let Attack {
        attacker,
        by,
        victim,
        of,
        ..
    } = attack;
    format!("the {by} on {attacker} attacks the {of} on {victim}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A rulebook's name.
#[must_use]
pub const fn rulebook(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Asian => "Asian rules (AXF and WXF)",
        Rulebook::Casual => "Casual",
        Rulebook::Off => "Off",
    }
}

/// What a rulebook does about a repeated position.
#[must_use]
pub const fn rulebook_about(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Asian => {
            "At the third time perpetual check and perpetual chase lose; anything else is a draw"
        }
        Rulebook::Casual => "At the third time perpetual check loses; anything else is a draw",
        Rulebook::Off => "Repeating a position never ends the game",
    }
}

/// When a game without captures is a draw.
#[must_use]
pub fn no_capture(limit: Option<u16>) -> String {
    match limit {
        Some(rounds) => format!("After {rounds} rounds"),
        None => "Never".into(),
    }
}

/// The rule that was applied, where it is written, and which defaults it rests on.
#[must_use]
pub fn clause(verdict: &Verdict) -> String {
    let rule = rule(verdict.clause);
    let mut text = match (verdict.rulebook, verdict.clause.diagrams()) {
        (Rulebook::Asian, Some(diagrams)) => format!("AXF/WXF: {rule} (diagrams {diagrams})."),
        _ => format!("{}.", capital(rule)),
    };
    for point in &verdict.open {
        text.push(' ');
        text += open_point(*point);
    }
    text
}

const fn rule(clause: Clause) -> &'static str {
    match clause {
        Clause::Checkmate => "checkmate",
        Clause::Stalemate => "a side that has no legal move loses",
        Clause::BothCheck => "perpetual check by both sides is a draw",
        Clause::CheckAgainstChase => "perpetual check loses even to a perpetual chase",
        Clause::Check => "perpetual check loses",
        Clause::BothChasePinned => {
            "perpetual chase of a chariot pinned by a horse, by both sides, is a draw"
        }
        Clause::ChasePinned => {
            "perpetual chase of a chariot pinned by a horse loses even to a perpetual chase"
        }
        Clause::BothChase => "perpetual chase by both sides is a draw",
        Clause::Chase => "perpetual chase of one piece loses",
        Clause::NothingForbidden => "a repetition without perpetual check or chase is a draw",
        Clause::DeadMaterial => "neither side has a chariot, horse, cannon or soldier",
        Clause::NoCapture => "the agreed number of rounds has passed without a capture",
    }
}

/// What is assumed where the rules are silent.
const fn open_point(point: OpenPoint) -> &'static str {
    match point {
        OpenPoint::CheckThatChases => {
            "The rules do not say whether a check can be a chase as well; by default it cannot."
        }
        OpenPoint::ProtectedFromMinors => {
            "The rules do not say whether elephants and advisors chase protected pieces; by default they do not."
        }
        OpenPoint::AddedAttacker => {
            "The rules do not say whether a second attacker makes a new attack; by default it does not."
        }
        OpenPoint::LostProtection => {
            "The rules do not say whether taking away protection answers a chase with a chase; by default it does."
        }
        OpenPoint::RootAgainstOne => {
            "The rules do not say what protection against one of two attackers is worth; by default each attacker \
             counts by itself."
        }
        OpenPoint::HalfLoops => {
            "The rules do not say how a cycle of two different loops is judged; by default as one."
        }
        OpenPoint::PinnedChaser => {
            "The rules do not say whether this holds on a bare board where the pinned chariot chases back; by default it does."
        }
    }
}
