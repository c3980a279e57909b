//! What the arbiter says: warnings, rulings and what each move of a cycle counts as.

use super::catalogue::say;
use super::{deeds, list, side};
use crate::rules::{Attack, Clause, Conduct, Cycle, CyclePly, OpenPoint, Rulebook, Side, Verdict};

/// The button that steps through the repeated moves.
#[must_use]
pub fn show_cycle() -> &'static str {
    say!("Show the _Cycle")
}
/// The button that takes the repeated moves back.
#[must_use]
pub fn take_back_cycle() -> &'static str {
    say!("_Take Back to Before It")
}
/// The button that takes the last move back, where nothing was repeated.
#[must_use]
pub fn take_back_move() -> &'static str {
    say!("_Take the Move Back")
}
/// The button that ends the game as the arbiter has ruled.
#[must_use]
pub fn accept_ruling() -> &'static str {
    say!("_Accept")
}
/// What the arbiter's part of the window is called when it is read out.
#[must_use]
pub fn ruling_title() -> &'static str {
    say!("The arbiter’s ruling")
}

/// What a move counts as, in one word.
#[must_use]
pub fn conduct(conduct: Conduct) -> &'static str {
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
            "{} has chased {}’s {} on every move: repeating the position once more loses.",
            side(offender),
            side(!offender),
            deeds::victims(cycle, offender)
        ),
        (Clause::BothCheck, _) => {
            "Both sides have checked on every move: repeating the position once more is a draw."
                .into()
        }
        (Clause::BothChase | Clause::BothChasePinned, _) => {
            "Both sides have chased on every move: repeating the position once more is a draw."
                .into()
        }
        _ => "This position has occurred twice: repeating it once more is a draw.".into(),
    }
}

/// The same where the general is in check, which matters more.
#[must_use]
pub fn warning_in_check(warning: &str) -> String {
    format!("Check! {warning}")
}

/// What the players are to do about a ruling, in the line under the board.
#[must_use]
pub fn ruled(verdict: &Verdict) -> &'static str {
    match verdict.outcome.winner() {
        Some(_) => "The arbiter has ruled. Accept the ruling, or take back and play on.",
        None => "The arbiter declares a draw. Accept it, or take back and play on.",
    }
}

/// The same in a few words, under the title.
#[must_use]
pub fn ruled_brief() -> &'static str {
    say!("The arbiter has ruled")
}

/// Which move of the cycle is looked at.
#[must_use]
pub fn step_of(number: usize, count: usize) -> String {
    format!("{number} of {count}")
}

/// A position stands again and no rulebook minds.
#[must_use]
pub fn repeated(times: usize) -> String {
    format!("This position has occurred {}.", how_often(times))
}

fn how_often(times: usize) -> String {
    match times {
        2 => "twice".into(),
        3 => "three times".into(),
        _ => format!("{times} times"),
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
        return match (verdict.clause, verdict.terms.no_capture) {
            (Clause::NoCapture, Some(rounds)) => {
                format!("Draw: {rounds} rounds have passed without a capture.")
            }
            _ => super::outcome(verdict.outcome),
        };
    };
    let offender = verdict.outcome.winner().map(|winner| !winner);
    let sentence = verdict_sentence(verdict.clause, cycle, offender);
    let reasons = match (verdict.clause, offender) {
        (Clause::Check | Clause::CheckAgainstChase, Some(offender)) => {
            vec![checks(cycle, offender)]
        }
        (Clause::Chase | Clause::ChasePinned, Some(offender)) => {
            chases(cycle, offender, verdict.clause)
        }
        (Clause::BothCheck, _) => vec![format!(
            "On every move, {} attacked Black’s general, and {} attacked Red’s.",
            deeds::attackers(cycle, Side::Red),
            deeds::attackers(cycle, Side::Black)
        )],
        (Clause::BothChase | Clause::BothChasePinned, _) => vec![format!(
            "On every move, {} attacked Black’s {}, and {} attacked Red’s {}.",
            deeds::attackers(cycle, Side::Red),
            deeds::victims(cycle, Side::Red),
            deeds::attackers(cycle, Side::Black),
            deeds::victims(cycle, Side::Black)
        )],
        _ => Side::ALL
            .into_iter()
            .filter_map(|by| allowed(cycle, by, verdict.terms.rulebook))
            .collect(),
    };
    [vec![sentence], reasons].concat().join(" ")
}

fn verdict_sentence(clause: Clause, cycle: &Cycle, offender: Option<Side>) -> String {
    let who = offender.map_or("", side);
    match clause {
        Clause::Check => format!("{who} loses: perpetual check."),
        Clause::CheckAgainstChase => {
            format!("{who} loses: perpetual check, which weighs more than the other side’s chase.")
        }
        Clause::Chase => format!("{who} loses: perpetual chase."),
        Clause::ChasePinned => format!(
            "{who} loses: perpetual chase of a chariot that is pinned by a horse, \
             which weighs more than the other side’s chase."
        ),
        Clause::BothCheck => "Draw: both sides give perpetual check.".into(),
        Clause::BothChase => "Draw: both sides chase perpetually.".into(),
        Clause::BothChasePinned => {
            "Draw: both sides perpetually chase a chariot that is pinned by a horse.".into()
        }
        _ => format!(
            "Draw: the position has occurred {}, and neither side did what is forbidden.",
            how_often(cycle.occurrences)
        ),
    }
}

/// `On moves 1 and 2, Red’s chariot attacked Black’s general.`
fn checks(cycle: &Cycle, by: Side) -> String {
    format!(
        "On {}, {} attacked {}’s general.",
        deeds::moves(cycle, by),
        deeds::attackers(cycle, by),
        side(!by)
    )
}

/// `On moves 1 and 2, Red’s chariot attacked Black’s unprotected horse.`
fn chases(cycle: &Cycle, by: Side, clause: Clause) -> Vec<String> {
    let is_protected = deeds::throughout(cycle, by).any(|attack| attack.protected);
    let state = match clause {
        Clause::ChasePinned => "pinned ",
        _ if is_protected => "",
        _ => "unprotected ",
    };
    let attacked = format!(
        "On {}, {} attacked {}’s {state}{}.",
        deeds::moves(cycle, by),
        deeds::attackers(cycle, by),
        side(!by),
        deeds::victims(cycle, by)
    );
    // Of protected pieces only chariots can be chased, and only by these.
    let but = "A chariot’s protection does not count against horses and cannons.";
    let but = is_protected.then(|| but.to_owned());
    [attacked].into_iter().chain(but).collect()
}

/// Why a side that never stopped attacking was allowed to.
fn allowed(cycle: &Cycle, by: Side, book: Rulebook) -> Option<String> {
    let did = |conduct| deeds::own(cycle, by).any(|ply| ply.conduct == conduct);
    if did(Conduct::Idle) {
        return None;
    }
    let by = side(by);
    Some(match (did(Conduct::Check), book) {
        (true, _) => {
            format!("{by} checked on some moves and chased on the others, which is allowed.")
        }
        (false, Rulebook::Asian) => {
            format!(
                "{by} chased on every move, but not the same piece each time, which is allowed."
            )
        }
        (false, _) => format!("{by} chased on every move, which these rules allow."),
    })
}

/// What a move of a cycle counts as and why.
#[must_use]
pub fn cycle_step(ply: &CyclePly, text: &str) -> String {
    let (by, round) = (side(ply.played.piece.side), ply.round);
    let word = conduct(ply.conduct);
    if ply.attacks.is_empty() {
        return format!("{by}’s move {round}, {text}: {word}.");
    }
    format!(
        "{by}’s move {round}, {text}: {word}. {}.",
        capital(&attacks(&ply.attacks))
    )
}

/// `the chariot on e6 attacks the horse on e4 and the cannon on a4 and the horse on c3 attack the chariot on b5`
fn attacks(all: &[Attack]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (index, Attack { victim, of, .. }) in all.iter().enumerate() {
        if all[..index].iter().any(|before| before.victim == *victim) {
            continue;
        }
        let by = all.iter().filter(|attack| attack.victim == *victim);
        let by: Vec<_> = by
            .map(|Attack { by, attacker, .. }| format!("the {by} on {attacker}"))
            .collect();
        let verb = if by.len() == 1 { "attacks" } else { "attack" };
        parts.push(format!("{} {verb} the {of} on {victim}", list(&by)));
    }
    list(&parts)
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
pub fn rulebook(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Asian => "Asian rules (AXF and WXF)",
        Rulebook::Casual => "Casual",
        Rulebook::Off => "Off",
    }
}

/// What a rulebook does about a repeated position.
#[must_use]
pub fn rulebook_about(book: Rulebook) -> &'static str {
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
    let rule = rule(verdict.clause, verdict.terms.rulebook);
    let mut text = match (verdict.terms.rulebook, verdict.clause.diagrams()) {
        (Rulebook::Asian, Some(diagrams)) => {
            let is_one = diagrams.bytes().all(|digit| digit.is_ascii_digit());
            let word = if is_one { "diagram" } else { "diagrams" };
            format!("AXF/WXF: {rule} ({word} {diagrams}).")
        }
        _ => format!("{}.", capital(rule)),
    };
    for point in &verdict.open {
        text.push(' ');
        text += open_point(*point);
    }
    text
}

fn rule(clause: Clause, book: Rulebook) -> &'static str {
    match clause {
        Clause::Checkmate => "a side that is checkmated loses",
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
        Clause::NothingForbidden => match book {
            Rulebook::Asian => "a repetition without perpetual check or chase is a draw",
            Rulebook::Casual | Rulebook::Off => "a repetition without perpetual check is a draw",
        },
        Clause::DeadMaterial => "neither side has a chariot, horse, cannon or soldier left",
        Clause::NoCapture => "the agreed number of rounds has passed without a capture",
    }
}

/// What is assumed where the rules are silent.
fn open_point(point: OpenPoint) -> &'static str {
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
            "The rules do not say whether a move that only takes away protection answers a chase with a chase; by \
             default it does."
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
