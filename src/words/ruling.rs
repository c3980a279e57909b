//! The arbiter: warnings, rulings and their reasons.

use super::catalogue::{labels, say, say_about, say_count};
use super::{Players, attacks, paragraph, row, sentences, side};
use crate::rules::{
    Classification, Clause, Conduct, Cycle, CyclePly, Finding, Nature, Rulebook, Side, Verdict,
};
use std::iter::once;

labels! {
    show_cycle = say!("Show _Cycle");
    show_cycle_about = say!("Step through the repeated moves and see how the arbiter judges each one");
    take_back_cycle = say!("_Take Back Repetition");
    take_back_move = say!("_Take Back Move");
    take_back_ruled_about = say!("Continue the game with another move");
    accept_ruling = say!("_Accept");
    accept_ruling_about = say!("End the game as ruled");
    ruling_title = say!("Ruling");
}

/// Classification of a move, in one word.
pub fn conduct(conduct: Conduct) -> &'static str {
    match conduct {
        // Translators: what the arbiter counts a move of a repeated cycle as. It stands on the board and beside the move.
        Conduct::Check => say_about!("conduct", "check"),
        // Translators: the move of a repeated cycle threatens mate. It stands on the board and beside the move.
        Conduct::Kill => say_about!("conduct", "kill"),
        // Translators: the move of a repeated cycle attacks a piece that must flee. It stands on the board and beside the move.
        Conduct::Chase => say_about!("conduct", "chase"),
        // Translators: the move of a repeated cycle neither checks nor chases. It stands on the board and beside the move.
        Conduct::Idle => say_about!("conduct", "idle"),
    }
}

/// Classification of a move of a cycle, with the finer kinds of the Chinese rulebook.
pub fn nature(of: Classification) -> &'static str {
    if of.is_unsure {
        // Translators: the arbiter could not find out what a move of a repeated cycle threatens. It stands on the board and
        // beside the move.
        return say_about!("conduct", "unsure");
    }
    match of.nature {
        // Translators: the move of a repeated cycle offers to exchange like pieces. It stands on the board and beside the move.
        Some(Nature::Exchange) => say_about!("conduct", "exchange"),
        // Translators: the move of a repeated cycle offers a piece. It stands on the board and beside the move.
        Some(Nature::Offer) => say_about!("conduct", "offer"),
        // Translators: the move of a repeated cycle attacks a protected piece. It stands on the board and beside the move.
        Some(Nature::Follow) => say_about!("conduct", "follow"),
        _ => conduct(of.conduct),
    }
}

/// The natures of each side’s moves in a cycle: `Red: chase, check.` The grade of a chase is told where it matters.
fn natures(cycle: &Cycle, clause: Option<Clause>) -> impl Iterator<Item = String> {
    let is_graded = matches!(clause, Some(Clause::HeavierAttack | Clause::BothAttack));
    let told = move |ply: &CyclePly| match &ply.finding {
        Some(Finding {
            is_light: true,
            is_unsure: false,
            nature: Nature::Chase,
            ..
        }) if is_graded => {
            // Translators: a chase in which the piece falls only to several pieces together, among the natures of moves.
            say_about!("conduct", "light chase")
        }
        _ => nature(ply.classification()),
    };
    Side::ALL.into_iter().map(move |by| {
        let natures = attacks::own(cycle, by).map(told).map(str::to_owned);
        let mut natures: Vec<_> = natures.collect();
        attacks::dedup(&mut natures);
        // Translators: {side} is Red or Black, {natures} what its moves in a repeated cycle are: “chase, check”.
        say!(
            "{side}: {natures}.",
            side = side(by),
            natures = row(&natures)
        )
    })
}

/// Warning at the second occurrence of a position: the side that must vary, and the consequence otherwise.
pub fn warning(verdict: &Verdict, who: &Players) -> String {
    let Some(cycle) = &verdict.cycle else {
        return ruling(verdict, who);
    };
    let offender = verdict.outcome.winner().map(|winner| !winner);
    match (verdict.clause, offender) {
        (Clause::Check | Clause::CheckAgainstChase, Some(offender)) => {
            say!(
                "{side} has checked on every move: repeating the position once more loses.",
                side = &who[offender]
            )
        }
        (Clause::Chase | Clause::ChasePinned, Some(offender)) => {
            let (by, other, pieces) = (
                &who[offender],
                &who[!offender],
                attacks::victims(cycle, offender),
            );
            // Translators: {side} and {other} are the two players or sides, {pieces} what was chased: “horse and cannons”.
            say!(
                "{side} has chased {other}’s {pieces} on every move: repeating the position once more loses.",
                side = by,
                other,
                pieces
            )
        }
        (Clause::BothCheck, _) => say!(
            "Both sides have checked on every move: repeating the position once more is a draw."
        )
        .into(),
        (Clause::BothChase | Clause::BothChasePinned, _) => say!(
            "Both sides have chased on every move: repeating the position once more is a draw."
        )
        .into(),
        (Clause::Attack | Clause::HeavierAttack, Some(offender)) => say!(
            "This position has occurred twice. If it occurs again, {side} loses: check, threat of mate or chase on every move.",
            side = &who[offender]
        ),
        (Clause::NineRounds, Some(offender)) => say!(
            "{side} has checked, threatened mate or chased on every move, and has to play otherwise by the tenth.",
            side = &who[offender]
        ),
        _ => say!("This position has occurred twice: repeating it once more is a draw.").into(),
    }
}

/// Notice that the arbiter cannot rule on a repetition, with what it has found of both sides.
pub fn cannot_decide(cycle: &Cycle) -> String {
    let told = say!("The arbiter cannot decide on this repetition. Agree on a draw or play on.");
    paragraph(once(told.to_owned()).chain(natures(cycle, None)))
}

/// Warning of the arbiter while a side is in check, which matters more.
pub fn warning_in_check(warning: &str) -> String {
    sentences(say!("Check!"), warning)
}

/// Number of the shown move of the cycle.
pub fn step_of(number: usize, count: usize) -> String {
    // Translators: which of the moves of a repeated cycle is shown: “3 of 8”.
    say!("{number} of {count}", number, count)
}

/// Notice of a repeated position without consequences, if the rules never punish repetition.
pub fn repeated(times: usize, rulebook: Rulebook) -> String {
    let occurred = occurred(times);
    match rulebook {
        Rulebook::Off => sentences(
            &occurred,
            say!("The rule on repetition is off in this game."),
        ),
        Rulebook::Asian | Rulebook::Chinese | Rulebook::Casual => occurred,
    }
}

fn occurred(times: usize) -> String {
    match times {
        2 => say!("This position has occurred twice.").into(),
        _ => say_count!(
            "This position has occurred {times} time.",
            "This position has occurred {times} times.",
            times
        ),
    }
}

/// Notice that the rules have no objection.
pub fn is_ongoing(turn: Side) -> String {
    sentences(say!("The game goes on."), &super::not_your_turn(side(turn)))
}

/// The ruling in two sentences: the result, in terms of the players, and the reason, in terms of the sides and their
/// pieces.
pub fn ruling(verdict: &Verdict, who: &Players) -> String {
    let Some(cycle) = &verdict.cycle else {
        return match (verdict.clause, verdict.terms.no_capture) {
            (Clause::NoCapture, Some(rounds)) => say_count!(
                "Draw: {rounds} round has passed without a capture.",
                "Draw: {rounds} rounds have passed without a capture.",
                rounds
            ),
            _ => super::outcome(verdict.outcome, who),
        };
    };
    let offender = verdict.outcome.winner().map(|winner| !winner);
    let sentence = verdict_sentence(
        verdict.clause,
        cycle,
        offender.map_or("", |side| &who[side]),
    );
    let reasons = match (verdict.clause, offender) {
        _ if verdict.terms.rulebook == Rulebook::Chinese => {
            natures(cycle, Some(verdict.clause)).collect()
        }
        (Clause::Check | Clause::CheckAgainstChase, Some(offender)) => {
            vec![checks(cycle, offender)]
        }
        (Clause::Chase | Clause::ChasePinned, Some(offender)) => {
            chases(cycle, offender, verdict.clause)
        }
        (Clause::BothCheck, _) => vec![both_checked(cycle)],
        (Clause::BothChase | Clause::BothChasePinned, _) => vec![both_chased(cycle)],
        _ => Side::ALL
            .into_iter()
            .filter_map(|by| allowed(cycle, by, verdict.terms.rulebook))
            .collect(),
    };
    paragraph(once(sentence).chain(reasons))
}

fn verdict_sentence(clause: Clause, cycle: &Cycle, who: &str) -> String {
    match clause {
        Clause::Check => say!("{side} loses: perpetual check.", side = who),
        Clause::CheckAgainstChase => {
            say!(
                "{side} loses: perpetual check, which outweighs the other side’s chase.",
                side = who
            )
        }
        Clause::Chase => say!("{side} loses: perpetual chase.", side = who),
        Clause::ChasePinned => {
            say!(
                "{side} loses: perpetual chase of a chariot pinned by a horse, which outweighs the other side’s chase.",
                side = who
            )
        }
        Clause::Attack | Clause::NineRounds => say!(
            "{side} loses: check, threat of mate or chase on every move.",
            side = who
        ),
        Clause::HeavierAttack => say!(
            "{side} loses: both sides check, threaten mate or chase on every move, and only the other side has a light chase.",
            side = who
        ),
        Clause::BothAttack => {
            say!("Draw: both sides check, threaten mate or chase on every move.").into()
        }
        Clause::BothCheck => say!("Draw: both sides give perpetual check.").into(),
        Clause::BothChase => say!("Draw: both sides chase perpetually.").into(),
        Clause::BothChasePinned => {
            say!("Draw: both sides perpetually chase a chariot pinned by a horse.").into()
        }
        _ => nothing_forbidden(cycle.occurrences),
    }
}

fn nothing_forbidden(times: usize) -> String {
    match times {
        2 => {
            say!("Draw: the position has occurred twice, and neither side did anything forbidden.")
                .into()
        }
        _ => say_count!(
            "Draw: the position has occurred {times} time, and neither side did anything forbidden.",
            "Draw: the position has occurred {times} times, and neither side did anything forbidden.",
            times
        ),
    }
}

/// Description of checks: `On moves 1 and 2, Red’s chariot attacked Black’s general.`
fn checks(cycle: &Cycle, by: Side) -> String {
    let (moves, attackers) = (attacks::moves(cycle, by), attacks::attackers(cycle, by));
    // Translators: {moves} is “moves 1 and 2”, {attackers} “Red’s chariot”, {side} whose general it is.
    say!(
        "On {moves}, {attackers} attacked {side}’s general.",
        moves,
        attackers,
        side = side(!by)
    )
}

/// Description of chases: `On moves 1 and 2, Red’s chariot attacked Black’s unprotected horse.`
fn chases(cycle: &Cycle, by: Side, clause: Clause) -> Vec<String> {
    let is_protected = attacks::throughout(cycle, by).any(|attack| attack.protected);
    let (moves, attackers) = (attacks::moves(cycle, by), attacks::attackers(cycle, by));
    let (other, pieces) = (side(!by), attacks::victims(cycle, by));
    let attacked = match clause {
        // Translators: {moves} is “moves 1 and 2”, {attackers} “Red’s cannon”, {side} whose {pieces} were chased.
        Clause::ChasePinned => say!(
            "On {moves}, {attackers} attacked {side}’s pinned {pieces}.",
            moves,
            attackers,
            side = other,
            pieces
        ),
        // Translators: {moves} is “moves 1 and 2”, {attackers} “Red’s cannon”, {side} whose {pieces} were chased.
        _ if is_protected => say!(
            "On {moves}, {attackers} attacked {side}’s {pieces}.",
            moves,
            attackers,
            side = other,
            pieces
        ),
        // Translators: {moves} is “moves 1 and 2”, {attackers} “Red’s cannon”, {side} whose {pieces} were chased.
        _ => say!(
            "On {moves}, {attackers} attacked {side}’s unprotected {pieces}.",
            moves,
            attackers,
            side = other,
            pieces
        ),
    };
    // Among protected pieces only chariots can be chased, and only by horses and cannons.
    let but = say!("Protecting a chariot does not count when a horse or cannon attacks it.");
    let but = is_protected.then(|| but.to_owned());
    [attacked].into_iter().chain(but).collect()
}

fn both_checked(cycle: &Cycle) -> String {
    let [red, black] = Side::ALL.map(|by| attacks::attackers(cycle, by));
    // Translators: {red_attackers} is “Red’s chariot” or the like, {black_attackers} “Black’s cannon”.
    say!(
        "On every move, {red_attackers} attacked Black’s general, and {black_attackers} attacked Red’s.",
        red_attackers = red,
        black_attackers = black
    )
}

fn both_chased(cycle: &Cycle) -> String {
    let [red, black] = Side::ALL.map(|by| attacks::attackers(cycle, by));
    let [of_black, of_red] = Side::ALL.map(|by| attacks::victims(cycle, by));
    // Translators: {red_attackers} is “Red’s chariot” or the like, {black_pieces} what Red chased: “horse and cannon”.
    say!(
        "On every move, {red_attackers} attacked Black’s {black_pieces}, and {black_attackers} attacked Red’s {red_pieces}.",
        red_attackers = red,
        black_pieces = of_black,
        black_attackers = black,
        red_pieces = of_red
    )
}

/// Reason a side was allowed to attack throughout.
fn allowed(cycle: &Cycle, by: Side, book: Rulebook) -> Option<String> {
    let did = |conduct| attacks::own(cycle, by).any(|ply| ply.conduct == conduct);
    if did(Conduct::Idle) {
        return None;
    }
    let by = side(by);
    Some(match (did(Conduct::Check), book) {
        (true, _) => {
            say!(
                "{side} checked on some moves and chased on the others, which is allowed.",
                side = by
            )
        }
        (false, Rulebook::Asian) => {
            say!(
                "{side} chased on every move, but not the same piece each time, which is allowed.",
                side = by
            )
        }
        (false, _) => say!(
            "{side} chased on every move, which these rules allow.",
            side = by
        ),
    })
}

/// Name of a rulebook.
pub fn rulebook(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Asian => say!("Asian rules (AXF and WXF)"),
        // Translators: the name of a rulebook about repeated positions, that of the Chinese association.
        Rulebook::Chinese => say!("Chinese rules (2020, beta)"),
        // Translators: the name of a rulebook about repeated positions, in a list to choose from.
        Rulebook::Casual => say_about!("rulebook", "Casual"),
        // Translators: no rulebook about repeated positions is applied, in a list to choose from.
        Rulebook::Off => say_about!("rulebook", "Off"),
    }
}

/// Treatment of repeated positions by a rulebook.
pub fn rulebook_about(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Asian => {
            say!(
                "On the third occurrence, perpetual check and perpetual chase lose; anything else is a draw"
            )
        }
        Rulebook::Chinese => {
            say!(
                "On the third occurrence, check, threat of mate or chase on every move loses; anything else is a draw"
            )
        }
        Rulebook::Casual => {
            say!("On the third occurrence, perpetual check loses; anything else is a draw")
        }
        Rulebook::Off => say!("Repeating a position never ends the game"),
    }
}

/// Limit after which a game without captures is a draw.
pub fn no_capture(limit: Option<u16>) -> String {
    match limit {
        // Translators: when a game without a capture is a draw.
        Some(rounds) => say_count!("After {rounds} round", "After {rounds} rounds", rounds),
        // Translators: a game without a capture is never a draw because of that.
        None => say_about!("draw without captures", "Never").into(),
    }
}
